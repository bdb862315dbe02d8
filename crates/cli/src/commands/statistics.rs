//! `statistics`: what counts of games say, wherever they come from.

use std::str::FromStr;

use clap::Args;
use connect_toe_arena::stats::{
    Confidence, EloEstimate, EloModel, Interval, Pentanomial, SampleSize, ScoreCounts, Sprt, Verdict, Wdl,
    clopper_pearson, elo_difference, likelihood_of_superiority, likelihood_of_superiority_of_pairs,
    score_interval, score_of_elo, wilson_at,
};
use serde_json::{Value, json};

use crate::answer;
use crate::arguments::Common;
use crate::failure::Failure;

/// Options of `statistics`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Games as WINS/DRAWS/LOSSES, or pairs of games from one opening with sides exchanged as five counts, by the
    /// points of the pair: 0/0.5/1/1.5/2
    #[arg(value_name = "COUNTS")]
    counts: Counts,
    /// Level of the intervals
    #[arg(long, default_value = "0.95", value_parser = confidence)]
    confidence: Confidence,
    /// Sequential test of two differences in Elo, LOW,HIGH: has it been decided?
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    sprt: Option<Hypotheses>,
    /// Error rates of the sequential test, ALPHA,BETA
    #[arg(long, value_name = "ALPHA,BETA", default_value = "0.05,0.05")]
    errors: Hypotheses,
    /// How many games it takes to show this difference in Elo, with a power of 80 % at 5 %
    #[arg(long, value_name = "ELO", allow_hyphen_values = true)]
    plan: Option<f64>,
}

/// Results of single games, or of pairs.
#[derive(Clone, Copy, Debug)]
enum Counts {
    Games(Wdl),
    Pairs(Pentanomial),
}

impl FromStr for Counts {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Counts, &'static str> {
        let usage = "write WINS/DRAWS/LOSSES, for example 60/25/15, or five counts of pairs";
        let parse = |count: &str| match count.trim().parse::<u64>() {
            Ok(count) if count <= 1_000_000_000_000 => Ok(count),
            Ok(_) => Err("a count of more than a trillion games"),
            Err(_) => Err(usage),
        };
        let counts: Vec<u64> = text.split('/').map(parse).collect::<Result<_, _>>()?;
        match counts[..] {
            [wins, draws, losses] => Ok(Counts::Games(Wdl { wins, draws, losses })),
            _ => counts.try_into().map(|counts| Counts::Pairs(Pentanomial { counts })).map_err(|_| usage),
        }
    }
}

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
    score: Option<f64>,
    score_interval: Interval,
    elo: EloEstimate,
    superiority: f64,
    sequential: Option<(Sprt, f64, Verdict)>,
    /// Games that the plan asks for, and whether there is an answer.
    plan: Option<(f64, Option<u64>)>,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let level = arguments.confidence;
    let (trials, superiority): (ScoreCounts, f64) = match arguments.counts {
        Counts::Games(games) => (games.into(), likelihood_of_superiority(games)),
        Counts::Pairs(pairs) => (pairs.into(), likelihood_of_superiority_of_pairs(pairs)),
    };
    let sequential = match arguments.sprt {
        None => None,
        Some(Hypotheses(low, high)) => {
            let Hypotheses(alpha, beta) = arguments.errors;
            let test = Sprt::new(low, high, alpha, beta, EloModel::Logistic).map_err(Failure::request)?;
            Some((test, test.log_likelihood_ratio(trials), test.verdict(trials)))
        }
    };
    let plan = match arguments.plan {
        Some(elo) if !elo.is_finite() => {
            return Err(Failure::request("--plan needs a finite difference in Elo"));
        }
        Some(elo) => Some((elo, games_for(arguments.counts, elo))),
        None => None,
    };
    let found = Found {
        counts: arguments.counts,
        score: trials.mean(),
        score_interval: score_interval(trials, level),
        elo: elo_difference(trials, level),
        superiority,
        sequential,
        plan,
    };
    answer::print(common.format, || json(&found, level), || text(&found, level))
}

/// Games that show a difference in Elo, if games are drawn, or pairs vary, as they do here.
fn games_for(counts: Counts, elo: f64) -> Option<u64> {
    let size = SampleSize::new(0.05, 0.8)?;
    let score = score_of_elo(elo);
    match counts {
        Counts::Games(games) => {
            let drawn = games.decided_rate().map_or(0.0, |decided| 1.0 - decided);
            size.games(score, drawn)
        }
        Counts::Pairs(pairs) => {
            let variance = pairs.variance().filter(|variance| *variance > 0.0).unwrap_or(0.125);
            size.pairs(score, variance).map(|pairs| 2 * pairs)
        }
    }
}

fn verdict_text(test: &Sprt, verdict: Verdict) -> String {
    let (low, high) = (test.elo0(), test.elo1());
    let bounds = format!("bounds {:.2} and {:.2}", test.lower_bound(), test.upper_bound());
    match verdict {
        Verdict::Continue => format!("undecided ({bounds})"),
        Verdict::AcceptH0 => format!("{low:+} Elo is accepted ({bounds})"),
        Verdict::AcceptH1 => format!("{high:+} Elo is accepted ({bounds})"),
    }
}

fn text(found: &Found, level: Confidence) -> String {
    let percent = |rate: f64| format!("{:.1} %", 100.0 * rate);
    let interval = |interval: Interval| format!("{} to {}", percent(interval.low), percent(interval.high));
    let mut rows: Vec<[String; 2]> = Vec::new();
    let mut row = |name: &str, value: String| rows.push([name.to_owned(), value]);
    match found.counts {
        Counts::Games(games) => {
            row(
                "games",
                format!(
                    "{}: {} won, {} drawn, {} lost",
                    games.games(),
                    games.wins,
                    games.draws,
                    games.losses
                ),
            );
            let rate = games.win_rate().map_or("unknown".to_owned(), percent);
            row("won of the decided", rate);
            row("  Wilson", interval(wilson_at(games.wins, games.decided(), level)));
            row("  Clopper-Pearson", interval(clopper_pearson(games.wins, games.decided(), level)));
        }
        Counts::Pairs(pairs) => row("pairs", format!("{}, {} games", pairs.pairs(), pairs.games())),
    }
    row("score", found.score.map_or("unknown".to_owned(), percent));
    row("  interval", interval(found.score_interval));
    row("Elo", found.elo.to_string());
    row("better than the other", percent(found.superiority));
    if let Some((test, ratio, verdict)) = &found.sequential {
        row("log-likelihood ratio", format!("{ratio:.2}"));
        row("  verdict", verdict_text(test, *verdict));
    }
    if let Some((elo, games)) = found.plan {
        let games = games.map_or("no number of games shows it".to_owned(), |games| format!("{games} games"));
        row(&format!("to show {elo:+} Elo"), games);
    }
    let rows: Vec<Vec<String>> = rows.into_iter().map(Vec::from).collect();
    format!("{}\n\nintervals of {}", answer::table(&rows, usize::MAX), percent(level.level()))
}

fn json(found: &Found, level: Confidence) -> Value {
    let interval = |interval: Interval| json!([interval.low, interval.high]);
    let mut value = match found.counts {
        Counts::Games(games) => json!({
            "games": games.games(), "wins": games.wins, "draws": games.draws, "losses": games.losses,
            "win_rate": games.win_rate(),
            "wilson": interval(wilson_at(games.wins, games.decided(), level)),
            "clopper_pearson": interval(clopper_pearson(games.wins, games.decided(), level)),
        }),
        Counts::Pairs(pairs) => json!({ "games": pairs.games(), "pairs": pairs.counts }),
    };
    value["confidence"] = json!(level.level());
    value["score"] = json!(found.score);
    value["score_interval"] = interval(found.score_interval);
    value["elo"] = json!({ "value": found.elo.value, "low": found.elo.low, "high": found.elo.high });
    value["likelihood_of_superiority"] = json!(found.superiority);
    if let Some((test, ratio, verdict)) = &found.sequential {
        let verdict = match verdict {
            Verdict::Continue => "continue",
            Verdict::AcceptH0 => "accept-h0",
            Verdict::AcceptH1 => "accept-h1",
        };
        value["sprt"] = json!({
            "log_likelihood_ratio": ratio, "lower_bound": test.lower_bound(), "upper_bound": test.upper_bound(),
            "verdict": verdict,
        });
    }
    if let Some((elo, games)) = found.plan {
        value["plan"] = json!({ "elo": elo, "games": games });
    }
    value
}
