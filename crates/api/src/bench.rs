//! `bench`: fixed workloads on one thread. The nodes are the same on every machine; the speed is not.

use std::time::Instant;

use connect_toe_game::{Game, Playouts, perft, with_game};
use connect_toe_players::{PlayerSpec, SearchPlayer};
use connect_toe_stats::numbers::decimal;
use connect_toe_work::Stop;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::work::{Counter, Work, on_a_deep_stack};

/// Asks for the fixed workloads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Bench {}

/// What the fixed workloads gave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Benchmark {
    /// The sum of all counts: the same on every machine until an evaluation, a search or a rule changes.
    pub signature: u64,
    /// The workloads.
    pub workloads: Vec<Workload>,
}

/// What one workload gave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Workload {
    /// What was done.
    pub name: String,
    /// What is counted: `leaves`, `nodes` or `games`.
    pub unit: String,
    /// The count.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
    /// The count per second.
    pub nodes_per_second: f64,
}

/// What is counted and timed.
enum Kind {
    /// Move sequences of this many plies.
    Perft(usize),
    /// The search of the empty board by a player.
    Search(&'static str),
    /// This many random games.
    Playouts(u64),
}

const WORKLOADS: &[(&str, Kind)] = &[
    ("connect-four", Kind::Perft(9)),
    ("4x4x4:4:all", Kind::Perft(4)),
    ("tic-tac-toe", Kind::Search("minimax:depth=9,eval=undecided")),
    ("connect-four", Kind::Search("minimax:depth=7,eval=undecided")),
    ("connect-four", Kind::Search("alpha-beta:depth=7,eval=undecided")),
    ("connect-four", Kind::Search("alpha-beta:depth=14,eval=undecided")),
    ("connect-four", Kind::Search("alpha-beta:depth=8,eval=weighted-lines")),
    ("connect-four", Kind::Search("alpha-beta:depth=8,eval=runs")),
    ("gomoku", Kind::Search("alpha-beta:depth=3,eval=runs")),
    ("qubic", Kind::Search("alpha-beta:depth=4,eval=runs")),
    ("tic-tac-toe", Kind::Playouts(1_000_000)),
    ("connect-four", Kind::Playouts(1_000_000)),
    ("gomoku", Kind::Playouts(100_000)),
    ("qubic", Kind::Playouts(200_000)),
    ("hypercube-4", Kind::Playouts(30_000)),
    ("4x4x4:4:all", Kind::Playouts(100_000)),
];

impl Bench {
    /// Counts and speeds.
    ///
    /// # Errors
    /// A stop: the signature is that of all workloads.
    pub fn run(&self, work: &Work) -> Result<Benchmark, Error> {
        let stop = work.stop().part();
        let counter = Counter::new(work, WORKLOADS.len() as u64, "workloads");
        let measured = on_a_deep_stack(|| {
            let measured = WORKLOADS.iter().map(|(game, kind)| {
                let measured = measure(game, kind, &stop)?;
                counter.add(1);
                Ok(measured)
            });
            measured.collect::<Result<Vec<Workload>, Error>>()
        })??;
        Ok(Benchmark { signature: measured.iter().map(|one| one.nodes).sum(), workloads: measured })
    }
}

/// Games between two checks for a stop.
const GAMES_AT_ONCE: u64 = 1000;

fn measure(game_text: &str, kind: &Kind, stop: &Stop) -> Result<Workload, Error> {
    let game: Game = game_text.parse().map_err(Error::run)?;
    let is_stopped = || stop.is_requested();
    let start;
    let (name, unit, nodes) = with_game!(&game, record => {
        let (rules, board) = (record.rules(), record.board());
        match kind {
            Kind::Perft(depth) => {
                start = Instant::now();
                let leaves = perft(rules, board, *depth).leaves[*depth];
                (format!("perft {game_text} {depth}"), "leaves", leaves)
            }
            Kind::Search(text) => {
                let spec: PlayerSpec = text.parse().map_err(Error::run)?;
                let mut player = SearchPlayer::new(rules, &spec).map_err(Error::run)?;
                start = Instant::now();
                let report = player.analyze(rules, board, &mut |_| stop.listen());
                (format!("{game_text} {text}"), "nodes", report.nodes)
            }
            Kind::Playouts(games) => {
                let mut random = ChaCha8Rng::seed_from_u64(1);
                let mut playouts = Playouts::new(rules);
                start = Instant::now();
                let mut plies = 0;
                for game in 0..*games {
                    if game % GAMES_AT_ONCE == 0 && is_stopped() {
                        break;
                    }
                    plies += u64::from(playouts.play(board, &mut random).plies);
                }
                // The rate is in games; the plies make the signature tell different games apart.
                let length = decimal(plies as f64 / *games as f64, 2);
                let name = format!("playouts {game_text} ({length} plies)");
                (name, "games", *games)
            }
        }
    });
    let seconds = start.elapsed().as_secs_f64();
    if is_stopped() {
        return Err(Error::Interrupted);
    }
    Ok(Workload { name, unit: unit.to_owned(), nodes, seconds, nodes_per_second: nodes as f64 / seconds })
}
