//! `statistics`: what counts of games show, wherever they come from.

mod text;

use clap::Args;
use connect_toe_laboratory::{Counts, EloModel, Statistics, TwoNumbers, confidence, elo_to_plan_for};

use crate::answer;
use crate::arguments::{Common, acting};
use crate::failure::Failure;
use crate::session;

#[derive(Debug, Args)]
#[command(mut_args(acting(&["format"])))]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// Games as WINS/DRAWS/LOSSES, or pairs of games as five counts
    ///
    /// A pair is two games from one opening with sides exchanged. The five counts are those of pairs with 0, 0.5, 1,
    /// 1.5 and 2 points.
    #[arg(value_name = "COUNTS")]
    counts: Counts,
    /// Counts to compare with
    ///
    /// For example those of another player against the same opponents.
    #[arg(long, value_name = "COUNTS", allow_hyphen_values = true)]
    against: Option<Counts>,
    /// Confidence level of the intervals
    #[arg(long, default_value_t = Statistics::CONFIDENCE, value_parser = level)]
    confidence: f64,
    /// Run a sequential test of two differences in Elo
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    sprt: Option<TwoNumbers>,
    /// Error rates of the sequential test
    #[arg(long, value_name = "ALPHA,BETA", default_value_t = TwoNumbers::ERROR_RATES, requires = "sprt")]
    errors: TwoNumbers,
    /// Elo of the sequential test: logistic or normalized
    ///
    /// Logistic Elo measures the score; normalized Elo measures it in standard deviations of a game.
    #[arg(long, value_name = "MODEL", default_value_t = EloModel::Logistic, requires = "sprt")]
    elo_model: EloModel,
    /// Games needed to detect this difference in Elo
    ///
    /// With a power of 80 % at the 5 % level; the draw rate, or the variance of pairs, is that of COUNTS.
    #[arg(long, value_name = "ELO", allow_hyphen_values = true, value_parser = elo_to_plan_for)]
    plan: Option<f64>,
}

const AFTER_HELP: &str = "\
The methods:
  won of the decided     Wilson's score interval (1927); that of Clopper and
                         Pearson (1934), never too short
  score                  a draw counts 1/2; interval and p are of Tango's
                         score test (1998), for pairs of the same test with
                         five categories (Owen 1988)
  Elo                    400 log10(s / (1 - s)) of the score s and of the
                         ends of its interval
  normalized Elo         of the score above 1/2 in deviations of a game (Van
                         den Bergh 2020)
  better than the other  posterior probability: for games, of more wins than
                         losses, with a uniform prior; for pairs, of a score
                         above 1/2, with Perks's prior (1947)
  --sprt                 Wald's test (1945) of two Elo differences,
                         generalized to unknown draw rates (Li, Liu and Ying
                         2014)
  --against              Zou and Donner's interval (2008); p of the pooled
                         score test
  --plan                 the normal approximation (Fleiss 1981), rough below
                         about 30 games
Games of a pair are not independent: give the five counts if games were played
in pairs.";

fn level(text: &str) -> Result<f64, &'static str> {
    // A text that is not a number is not a level either.
    let level = text.parse().unwrap_or(f64::NAN);
    confidence(level)?;
    Ok(level)
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let request = Statistics {
        counts: arguments.counts.to_string(),
        against: arguments.against.map(|other| other.to_string()),
        confidence: arguments.confidence,
        sprt: arguments.sprt.map(|sprt| sprt.to_string()),
        errors: arguments.errors.to_string(),
        elo_model: arguments.elo_model.to_string(),
        plan: arguments.plan,
    };
    answer::print(common.format, &session::run(common, |work| request.run(work))?, text::text)
}
