//! `statistics`: what counts of games say, wherever they come from.

mod counts;
mod plan;
mod text;
mod wire;

use std::str::FromStr;

use clap::Args;
use connect_toe_stats::{
    Confidence, EloEstimate, EloModel, Interval, ScoreComparison, ScoreCounts, Sprt, Verdict, compare_scores,
    elo_difference, likelihood_of_superiority, likelihood_of_superiority_of_pairs, normalized_elo,
    score_interval, score_test,
};

use crate::answer;
use crate::arguments::Common;
use crate::failure::Failure;

use counts::Counts;
use plan::Plan;

/// Options of `statistics`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// Games as WINS/DRAWS/LOSSES, or pairs of games from one opening with sides exchanged as five counts, by the
    /// points of the pair: 0/0.5/1/1.5/2
    #[arg(value_name = "COUNTS")]
    counts: Counts,
    /// Other games, of another player against the same opposition, say: do the scores differ?
    #[arg(long, value_name = "COUNTS")]
    against: Option<Counts>,
    /// Level of the intervals
    #[arg(long, default_value = "0.95", value_parser = confidence)]
    confidence: Confidence,
    /// Sequential test of two differences in Elo, LOW,HIGH: has it been decided?
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    sprt: Option<Hypotheses>,
    /// Error rates of the sequential test, ALPHA,BETA
    #[arg(long, value_name = "ALPHA,BETA", default_value = "0.05,0.05", requires = "sprt")]
    errors: Hypotheses,
    /// How many games it takes to show this difference in Elo, with a power of 80 % at 5 %, if games are drawn, or
    /// pairs vary, as in COUNTS
    #[arg(long, value_name = "ELO", allow_hyphen_values = true, value_parser = plan::difference)]
    plan: Option<f64>,
}

const AFTER_HELP: &str = "\
The methods:
  won of the decided     Wilson's score interval (1927); Clopper and Pearson's (1934), never too short
  score                  a draw counts 1/2; interval and p are of Tango's score test (1998), for pairs
                         of the same test with five categories (Owen 1988)
  Elo                    400 log10(s / (1 - s)) of the score s and of the ends of its interval
  normalized Elo         of the score above 1/2 in deviations of a game (Van den Bergh 2020)
  better than the other  posterior probability: for games, of more wins than losses, with a uniform
                         prior; for pairs, of a score above 1/2, with Perks's prior (1947)
  --sprt                 Wald's test (1945) of two logistic Elo differences, generalized to unknown
                         draw rates (Li, Liu and Ying 2014)
  --against              Zou and Donner's interval (2008); p of the pooled score test
  --plan                 the normal approximation (Fleiss 1981), rough below some 30 games
Games of a pair are not independent: of games played in pairs, give the five counts.";

/// Two numbers.
#[derive(Clone, Copy, Debug)]
struct Hypotheses(f64, f64);

impl FromStr for Hypotheses {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Hypotheses, &'static str> {
        let numbers = text
            .split_once(',')
            .and_then(|(low, high)| Some(Hypotheses(low.trim().parse().ok()?, high.trim().parse().ok()?)));
        numbers.ok_or("write two numbers with a comma between them")
    }
}

fn confidence(text: &str) -> Result<Confidence, &'static str> {
    let level = text.parse().ok().and_then(Confidence::new);
    level.ok_or("a level lies between 0 and 1, for example 0.95")
}

/// All that is computed.
struct Found {
    counts: Counts,
    level: Confidence,
    score: Option<f64>,
    score_interval: Interval,
    /// Of "the expected score is one half".
    p_value: f64,
    elo: EloEstimate,
    normalized_elo: Option<f64>,
    superiority: f64,
    /// The other games, and how the scores compare if there are games in both.
    against: Option<(Counts, Option<ScoreComparison>)>,
    sequential: Option<(Sprt, f64, Verdict)>,
    plan: Option<Plan>,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let level = arguments.confidence;
    let trials: ScoreCounts = arguments.counts.into();
    let sequential = match arguments.sprt {
        None => None,
        Some(Hypotheses(low, high)) => {
            let Hypotheses(alpha, beta) = arguments.errors;
            let test = Sprt::new(low, high, alpha, beta, EloModel::Logistic).map_err(Failure::request)?;
            Some((test, test.log_likelihood_ratio(trials), test.verdict(trials)))
        }
    };
    let found = Found {
        counts: arguments.counts,
        level,
        score: trials.mean(),
        score_interval: score_interval(trials, level),
        p_value: score_test(trials, 0.5).unwrap_or(1.0),
        elo: elo_difference(trials, level),
        normalized_elo: normalized_elo(trials),
        superiority: match arguments.counts {
            Counts::Games(games) => likelihood_of_superiority(games),
            Counts::Pairs(pairs) => likelihood_of_superiority_of_pairs(pairs),
        },
        against: arguments.against.map(|other| (other, compare_scores(trials, other, level))),
        sequential,
        plan: arguments.plan.and_then(|elo| plan::plan(arguments.counts, elo)),
    };
    answer::print(common.format, || wire::json(&found), || text::text(&found))
}
