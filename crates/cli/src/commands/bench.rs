//! `bench`: fixed workloads on one thread. The nodes are the same on every machine; the speed is not.

use std::ops::ControlFlow;
use std::time::Instant;

use clap::Args;
use connect_toe_game::{Game, Playouts, perft, with_game};
use connect_toe_players::{PlayerSpec, SearchPlayer};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use crate::answer;
use crate::arguments::Common;
use crate::failure::Failure;

/// Options of `bench`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {}

/// What is counted and timed.
enum Work {
    /// Move sequences of this many plies.
    Perft(usize),
    /// The search of the empty board by a player.
    Search(&'static str),
    /// This many random games.
    Playouts(u64),
}

const WORKLOADS: &[(&str, Work)] = &[
    ("connect-four", Work::Perft(9)),
    ("4x4x4:4:all", Work::Perft(4)),
    ("tic-tac-toe", Work::Search("minimax:depth=9,eval=undecided")),
    ("connect-four", Work::Search("minimax:depth=7,eval=undecided")),
    ("connect-four", Work::Search("alpha-beta:depth=7,eval=undecided")),
    ("connect-four", Work::Search("alpha-beta:depth=14,eval=undecided")),
    ("connect-four", Work::Search("alpha-beta:depth=8,eval=weighted-lines")),
    ("connect-four", Work::Search("alpha-beta:depth=8,eval=runs")),
    ("gomoku", Work::Search("alpha-beta:depth=3,eval=runs")),
    ("qubic", Work::Search("alpha-beta:depth=4,eval=runs")),
    ("tic-tac-toe", Work::Playouts(1_000_000)),
    ("connect-four", Work::Playouts(1_000_000)),
    ("gomoku", Work::Playouts(100_000)),
    ("qubic", Work::Playouts(200_000)),
    ("hypercube-4", Work::Playouts(30_000)),
    ("4x4x4:4:all", Work::Playouts(100_000)),
];

struct Measured {
    name: String,
    unit: &'static str,
    nodes: u64,
    seconds: f64,
}

pub(crate) fn run(common: &Common) -> Result<(), Failure> {
    let measured: Vec<Measured> =
        WORKLOADS.iter().map(|(game, work)| measure(game, work)).collect::<Result<_, _>>()?;
    let signature: u64 = measured.iter().map(|one| one.nodes).sum();
    answer::print(
        common.format,
        || {
            let workloads: Vec<_> = measured
                .iter()
                .map(|one| {
                    json!({
                        "name": one.name,
                        "unit": one.unit,
                        "nodes": one.nodes,
                        "seconds": one.seconds,
                        "nodes_per_second": one.nodes as f64 / one.seconds,
                    })
                })
                .collect();
            json!({"signature": signature, "workloads": workloads})
        },
        || {
            let mut rows =
                vec![["workload", "unit", "count", "seconds", "per second"].map(str::to_owned).to_vec()];
            for one in &measured {
                rows.push(vec![
                    one.name.clone(),
                    one.unit.to_owned(),
                    one.nodes.to_string(),
                    format!("{:.3}", one.seconds),
                    format!("{:.0}", one.nodes as f64 / one.seconds),
                ]);
            }
            format!("{}\nsignature {signature}", answer::table(&rows, 2))
        },
    )
}

fn measure(game_text: &str, work: &Work) -> Result<Measured, Failure> {
    let game: Game = game_text.parse().map_err(Failure::run)?;
    with_game!(&game, record => {
        let (rules, board) = (record.rules(), record.board());
        Ok(match work {
            Work::Perft(depth) => {
                let start = Instant::now();
                let leaves = perft(rules, board, *depth).leaves[*depth];
                let seconds = start.elapsed().as_secs_f64();
                Measured { name: format!("perft {game_text} {depth}"), unit: "leaves", nodes: leaves, seconds }
            }
            Work::Search(text) => {
                let spec: PlayerSpec = text.parse().map_err(Failure::run)?;
                let mut player = SearchPlayer::new(rules, &spec).map_err(Failure::run)?;
                let start = Instant::now();
                let report = player.analyze(rules, board, &mut |_| ControlFlow::Continue(()));
                let seconds = start.elapsed().as_secs_f64();
                Measured { name: format!("{game_text} {text}"), unit: "nodes", nodes: report.nodes, seconds }
            }
            Work::Playouts(games) => {
                let mut random = ChaCha8Rng::seed_from_u64(1);
                let mut playouts = Playouts::new(rules);
                let start = Instant::now();
                let plies: u64 =
                    (0..*games).map(|_| u64::from(playouts.play(board, &mut random).plies)).sum();
                let seconds = start.elapsed().as_secs_f64();
                // The rate is in games; the plies make the signature tell different games apart.
                let name = format!("playouts {game_text} ({:.2} plies)", plies as f64 / *games as f64);
                Measured { name, unit: "games", nodes: *games, seconds }
            }
        })
    })
}
