//! `train`: weights that the program learns by playing against itself.

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueEnum};
use connect_toe_api::files;
use connect_toe_laboratory::{CurvePoint, Keep, Train, Trained, TrainingResults};
use connect_toe_stats::numbers::{counted, nodes, percent, percent_or_nothing};

use crate::answer;
use crate::arguments::Common;
use crate::failure::Failure;
use crate::number::whole;
use crate::session;

#[derive(Debug, Args)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    #[arg(value_parser = files::game_text)]
    game: String,
    /// File for the weights, for eval=learned,file=FILE
    #[arg(long, value_name = "FILE", value_parser = NonEmptyStringValueParser::new())]
    out: String,
    /// Total number of games [default: 100000, or as many as --time allows]
    #[arg(long, value_name = "N", value_parser = whole(1..=Train::MOST_GAMES))]
    games: Option<u64>,
    /// Total time for learning: 90s, 15m, 1h30m
    ///
    /// Measuring the strength takes extra time, on large boards more than a short training does.
    #[arg(long, value_name = "T", value_parser = NonEmptyStringValueParser::new())]
    time: Option<String>,
    /// What to learn, and step sizes: lines, tc, tc-exponential or td [default: tc-exponential]
    ///
    /// With `lines` a line network is learned: what every cell sees along the rows through it. It is stronger where stones
    /// can be placed freely and on many other boards. The others learn weights of patterns. With temporal coherence, a
    /// weight takes large steps while its changes agree, and small steps (tc) or exponentially smaller steps
    /// (tc-exponential) while they cancel. With td all steps have the same size.
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    method: Option<String>,
    /// Games against perfect play at each measurement
    ///
    /// N games as first player and N as second [default: 200 if the game is solved at once, else 0]. The first
    /// measurement of Connect Four takes a minute or two; later ones reuse what the solver found.
    #[arg(long, value_name = "N", value_parser = whole(0..=1_000_000_u64))]
    judge: Option<u64>,
    /// Positions of each ply to compare with exact values
    ///
    /// Each measurement counts how often the chosen move keeps the exact value of a random position, back from the last
    /// ply as long as nine tenths of the positions can be solved [default: 50 if the game is solved at once and --judge is
    /// not given, else 0].
    #[arg(long, value_name = "N", value_parser = whole(0..=100_000_u32))]
    grade: Option<u32>,
    /// Number of patterns [default: 70; lines have at least one each]
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = whole(1..=10_000_u32))]
    tuples: Option<u32>,
    /// Cells in a pattern [default: 8]
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = whole(1..=16_u32))]
    length: Option<u32>,
    /// Share of an error that reaches the position one move earlier (lambda) [default: 0.7]
    ///
    /// Where one pattern holds the whole board, the default is 0.
    #[arg(long, value_name = "X", hide_short_help = true)]
    decay: Option<f64>,
    /// Multiple of an error by which full steps change a value [default: 4]
    ///
    /// The default is 1 where one pattern holds the whole board, 0.5 with --runs, and 0.001 with --method lines: there it
    /// is the size of a step.
    #[arg(long, value_name = "X", hide_short_help = true)]
    rate: Option<f64>,
    /// Probability of a random move (epsilon) [default: 0.1]
    #[arg(long, value_name = "X", hide_short_help = true)]
    exploration: Option<f64>,
    /// Largest number of random plies at the start of a game [default: 0; with --method lines, up to 8]
    ///
    /// Each game draws its own number from 0 to this one.
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = whole(0..=64_u32))]
    random_plies: Option<u32>,
    /// Nodes of the search that plays and judges, with --method lines [default: 0, one ply ahead]
    ///
    /// With a search, fewer games are played in the same time. They teach the value that the search finds, not the network's
    /// own.
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = whole(0..=Train::MOST_NODES))]
    nodes: Option<u64>,
    /// Weights to begin with, with --method lines: a file, or a game whose weights come with the program
    ///
    /// They may be of another game with the same gravity and as many in a row: on a board of the same size or, without
    /// gravity, from one flat board of 9x9 cells or more to another.
    #[arg(long, value_name = "FILE", hide_short_help = true, value_parser = NonEmptyStringValueParser::new())]
    from: Option<String>,
    /// Use the value of the heuristic `runs` as one more pattern
    ///
    /// The pattern is a coarse scale of values with a weight for each step. Learning begins with what the heuristic knows,
    /// which helps where good play takes many games to learn, as on large boards.
    #[arg(long, hide_short_help = true)]
    runs: bool,
    /// Weights to write: last, or best measured [default: as before, or last]
    ///
    /// The measure is perfect play if it was met, else exact values (--grade), else games against `runs`.
    #[arg(long, value_name = "WHICH", hide_possible_values = true)]
    keep: Option<Which>,
    /// Start anew even if FILE exists
    #[arg(long)]
    restart: bool,
}

/// Weights of one training.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Which {
    Last,
    Best,
}

impl From<Which> for Keep {
    fn from(which: Which) -> Keep {
        match which {
            Which::Last => Keep::Last,
            Which::Best => Keep::Best,
        }
    }
}

const AFTER_HELP: &str = "\
The program plays the game against itself and learns from the results alone (TD(lambda)): what a \
position is worth is the sum of a weight for each pattern of cells or, with --method lines, comes from a \
small network of what every cell sees along the rows through it. By rule, not by learning, it \
completes a line, and it does not let its opponent complete one if it can help it.

Beside FILE are FILE.training, with which the same command goes on where it was stopped, and \
FILE.curve.json, FILE.curve.csv and FILE.curve.svg, which show how strong the weights were after how \
many games: against minimax:depth=1,eval=runs from random openings, against perfect play, which wins \
as soon and loses as late as possible, and by how often the move keeps the exact value of a position. \
The player that is measured looks one ply ahead. The strength goes up and down while the program learns: \
--keep best keeps the weights of the best measurement. The best of many results is partly luck, so measure \
these weights anew with another seed, by `connect-toe match`.

All files are written every five seconds or less often if they are large. While FILE.lock is there, a run is learning FILE, and no other can.

With --threads 1 and --games the same seed gives the same weights. Several threads share weights of \
patterns without waiting for each other: that is faster, and the weights are different each time. A line \
network is the same for any number of threads.

Ctrl-C writes what was learned.";

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let request = Train {
        game: arguments.game.clone(),
        out: arguments.out.clone(),
        games: arguments.games,
        time: arguments.time.clone(),
        seed: common.seed(),
        method: arguments.method.clone(),
        tuples: arguments.tuples,
        length: arguments.length,
        decay: arguments.decay,
        rate: arguments.rate,
        exploration: arguments.exploration,
        random_plies: arguments.random_plies,
        nodes: arguments.nodes,
        from: arguments.from.clone(),
        runs: arguments.runs,
        judge: arguments.judge,
        grade: arguments.grade,
        keep: arguments.keep.map(Keep::from),
        restart: arguments.restart,
    };
    let trained = session::run(common, |work| request.run(work))?;
    let is_lines = arguments.method.as_deref() == Some("lines");
    answer::print(common.format, &trained, |trained| text(trained, is_lines))?;
    if trained.partial { Err(Failure::Stopped) } else { Ok(()) }
}

/// `is_lines` says whether a line network was learned.
fn text(trained: &Trained, is_lines: bool) -> String {
    let games = counted(trained.games, "game");
    let speed = match trained.seconds {
        seconds if seconds > 0.0 => {
            format!(", {} games a second", nodes(Some(trained.games as f64 / seconds)))
        }
        _ => String::new(),
    };
    let mut lines = vec![
        format!(
            "{}learned {} from {games} in {:.1} s{speed}",
            answer::partial(trained.partial),
            trained.game,
            trained.seconds
        ),
        format!(
            "{} in {}: {}",
            counted(trained.weights, "weight"),
            counted(trained.tuples, if is_lines { "row state" } else { "pattern" }),
            trained.file
        ),
    ];
    if trained.games_of_weights < trained.games {
        let games = counted(trained.games_of_weights, "game");
        lines.push(format!("the weights of the best measurement, after {games}"));
    }
    let point = trained.curve.iter().rfind(|point| point.games == trained.games_of_weights);
    lines.extend(point.or(trained.curve.last()).map(strength).unwrap_or_default());
    lines.join("\n")
}

fn strength(point: &CurvePoint) -> Vec<String> {
    let line = |against: &str, results: &TrainingResults, interval: [f64; 2]| {
        let TrainingResults { wins, draws, losses } = *results;
        let games = wins + draws + losses;
        let score = percent_or_nothing(results.score());
        let interval = answer::percents(interval);
        format!(
            "{against}: won {wins}, drawn {draws}, lost {losses} of {games}: score {score} % (95 % interval {interval})"
        )
    };
    let against_runs = "against minimax:depth=1,eval=runs from random openings";
    let mut lines = vec![line(against_runs, &point.runs, point.interval_against_runs())];
    if point.may_be_no_better_than_runs() {
        lines.push("not better than `runs` yet, as far as these games tell".to_owned());
    }
    let perfect = [
        ("first against perfect play", &point.perfect_first),
        ("second against perfect play", &point.perfect_second),
    ];
    for (against, results) in perfect {
        lines.extend(results.as_ref().map(|results| line(against, results, results.score_interval())));
    }
    lines.extend(point.kept.map(|kept| {
        let interval = kept.interval.map(|[low, high]| format!(" ({} to {} %)", percent(low), percent(high)));
        let rate = percent(kept.value);
        format!("keeps the exact value of a position: {rate} %{}", interval.unwrap_or_default())
    }));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(wins: u64, interval: [f64; 2]) -> Vec<String> {
        let runs = TrainingResults { wins, draws: 8, losses: 192 - wins };
        let runs_interval = Some(interval);
        strength(&CurvePoint {
            games: 800_000,
            seconds: 1.0,
            runs,
            runs_interval,
            perfect_first: None,
            perfect_second: None,
            kept: None,
        })
    }

    #[test]
    fn weights_that_are_not_better_yet_say_so() {
        let open = lines(97, [0.44, 0.57]);
        assert_eq!(
            open,
            [
                "against minimax:depth=1,eval=runs from random openings: won 97, drawn 8, lost 95 of 200: score 50.5 % (95 % \
                 interval 44.0–57.0 %)",
                "not better than `runs` yet, as far as these games tell"
            ]
        );
        assert_eq!(lines(150, [0.7, 0.82]).len(), 1);
    }
}
