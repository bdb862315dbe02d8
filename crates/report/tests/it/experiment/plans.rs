//! Experiments that were never played: plans made by hand, and counts drawn from made-up strengths.

use connect_toe_arena::FirstMover;
use connect_toe_experiment::{Cell, CellTally, Factor, Plan, Study, Tally};
use connect_toe_game::scramble;
use connect_toe_report::{ExperimentReport, Provenance, Session};
use connect_toe_stats::{GameResult, Pentanomial, Wdl};

/// A plan without studies.
pub(crate) fn empty(title: &str) -> Plan {
    Plan {
        title: title.to_owned(),
        question: Some("Who is best, and by how much?".to_owned()),
        seed: 7,
        studies: Vec::new(),
        cells: Vec::new(),
        text: format!("title = \"{title}\"\n# <made by hand> & not read\ngames_per_cell = 100\n"),
        overrides: Vec::new(),
    }
}

pub(crate) fn study(name: &str, title: &str, factors: &[(&str, &[&str])], is_round_robin: bool) -> Study {
    let factor = |(name, values): &(&str, &[&str])| Factor {
        name: (*name).to_owned(),
        values: values.iter().map(|&value| value.to_owned()).collect(),
    };
    Study {
        name: name.to_owned(),
        title: title.to_owned(),
        about: Some("Made-up numbers.".to_owned()),
        factors: factors.iter().map(factor).collect(),
        is_round_robin,
        openings_line: None,
    }
}

/// A cell of the last study.
pub(crate) fn cell(
    plan: &Plan,
    levels: &[&str],
    game: &str,
    player: &str,
    opponent: &str,
    games: u64,
) -> Cell {
    let read = |error: &dyn std::fmt::Display| -> String { format!("{game} {player} {opponent}: {error}") };
    let mut cell = Cell::new(
        game.parse().unwrap_or_else(|error| panic!("{}", read(&error))),
        player.parse().unwrap_or_else(|error| panic!("{}", read(&error))),
        opponent.parse().unwrap_or_else(|error| panic!("{}", read(&error))),
        plan.cells.len() as u64,
    );
    cell.study = plan.studies.len() - 1;
    cell.levels = levels.iter().map(|&level| level.to_owned()).collect();
    cell.games = games;
    cell
}

/// Fourteen players, each against each, on three games.
pub(crate) fn round_robin() -> Plan {
    let mut plan = empty("Fourteen players on three games");
    plan.studies.push(study("all", "Everybody against everybody", &[], true));
    let mut players = vec!["random".to_owned(), "two-ply:eval=weighted-lines".to_owned()];
    for depth in [1, 2, 3, 5] {
        for eval in ["undecided", "open-lines", "runs"] {
            players.push(format!("alpha-beta:depth={depth},eval={eval}"));
        }
    }
    for game in ["tic-tac-toe", "connect-four", "qubic"] {
        for (place, player) in players.iter().enumerate() {
            for opponent in &players[place + 1..] {
                plan.cells.push(cell(&plan, &[], game, player, opponent, 100));
            }
        }
    }
    plan
}

/// Three heuristics against four opponents at eight depths, as the paper has them on Tic-Tac-Toe.
pub(crate) fn depths() -> Plan {
    let mut plan = empty("Depth and heuristics on Tic-Tac-Toe");
    let levels = ["1", "2", "3", "4", "5", "6", "7", "8"];
    plan.studies.push(study("depth", "Score by search depth", &[("depth", &levels)], false));
    for depth in levels {
        let player = |eval: &str| format!("alpha-beta:depth={depth},eval={eval}");
        for eval in ["optimistic", "pessimistic", "undecided"] {
            for opponent in ["optimistic", "pessimistic", "random", "undecided"] {
                let opponent = if opponent == "random" { opponent.to_owned() } else { player(opponent) };
                plan.cells.push(cell(&plan, &[depth], "3x3:3", &player(eval), &opponent, 1000));
            }
        }
    }
    plan
}

/// Open faces and sizes, two pairings.
pub(crate) fn faces() -> Plan {
    let mut plan = empty("Open faces and sizes");
    plan.studies.push(study("more", "Boards of many dimensions", &[], false));
    for game in ["8:3", "2x2x2x2:2:-4", "4x4x4:4:-3", "3x3x3x3x3:3", "20x20:5", "4x4x4:4:+1,-1,+2,-2,+3,-3"] {
        plan.cells.push(cell(&plan, &[], game, "alpha-beta:depth=2,eval=runs", "random", 100));
    }
    let faces = ["-2", "+1,-1", "+1,-2", "+1,-1,-2", "+1,-1,+2,-2", "free"];
    let sizes = ["4", "5", "6", "7", "8", "9"];
    plan.studies.push(study("faces", "Faces and board sizes", &[("faces", &faces), ("size", &sizes)], false));
    for face in faces {
        for size in sizes {
            let game = format!("{size}x{size}:4:{face}");
            for opponent in ["random", "alpha-beta:depth=2,eval=open-lines"] {
                plan.cells.push(cell(
                    &plan,
                    &[face, size],
                    &game,
                    "alpha-beta:depth=3,eval=runs",
                    opponent,
                    200,
                ));
            }
        }
    }
    plan
}

/// More cells than most experiments have.
pub(crate) fn five_hundred() -> Plan {
    let mut plan = empty("Five hundred cells");
    let levels = ["1", "2", "3", "4", "5"];
    let sizes = ["3x3:3", "4x4:4", "5x5:4", "7x6:4:-2", "6x6:4:all"];
    plan.studies.push(study("big", "Depth by game", &[("depth", &levels)], false));
    for depth in levels {
        for game in sizes {
            for eval in ["optimistic", "pessimistic", "undecided", "runs", "open-lines"] {
                for opponent in ["random", "alpha-beta:depth=2,eval=runs", "two-ply", "minimax:depth=2"] {
                    let player = format!("alpha-beta:depth={depth},eval={eval}");
                    plan.cells.push(cell(&plan, &[depth], game, &player, opponent, 1000));
                }
            }
        }
    }
    assert_eq!(plan.cells.len(), 500);
    plan
}

/// A stream of numbers between 0 and 1.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.0 = scramble(self.0.wrapping_add(0x9e37_79b9_7f4a_7c15));
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// How strong a player is: deeper is stronger, and so on.
fn strength(player: &str) -> f64 {
    let depth =
        player.split_once("depth=").and_then(|(_, rest)| rest[..1].parse::<f64>().ok()).unwrap_or(1.0);
    let search = if player.starts_with("random") { -2.0 } else { 0.25 * depth };
    let heuristics =
        [("runs", 0.8), ("open-lines", 0.4), ("weighted", 0.6), ("optimistic", -0.5), ("pessimistic", 0.3)];
    search + heuristics.iter().filter(|(name, _)| player.contains(name)).map(|(_, plus)| plus).sum::<f64>()
}

/// Counts as if this share of all pairs had been played.
pub(crate) fn played(plan: &Plan, share: f64) -> Tally {
    let mut tally = Tally::new(plan);
    for (place, cell) in plan.cells.iter().enumerate() {
        let mut dice = Dice(place as u64 * 1000 + plan.seed);
        let cells: u64 = cell.game.sizes.iter().map(|&size| u64::from(size)).product();
        let lead = strength(&cell.player.to_string()) - strength(&cell.opponent.to_string());
        let sum = &mut tally.cells[place];
        for _ in 0..(cell.pairs() as f64 * share) as u64 {
            let results = [0.3, -0.3].map(|advantage| {
                let (win, draw) = ((lead + advantage).exp(), if cells < 10 { 1.5 } else { 0.2 });
                let place = dice.roll() * (win + draw + 1.0 / win);
                if place < win {
                    GameResult::Win
                } else if place < win + draw {
                    GameResult::Draw
                } else {
                    GameResult::Loss
                }
            });
            sum.as_first += Wdl::from(results[0]);
            sum.as_second += Wdl::from(results[1]);
            sum.pairs += Pentanomial::of_pair(results[0], results[1]);
            sum.first_mover_pairs += Pentanomial::of_pair(results[0], results[1].swapped());
            for _ in results {
                let plies = (cells as f64 * (0.4 + 0.6 * dice.roll() * dice.roll())) as usize;
                sum.lengths.resize(sum.lengths.len().max(plies + 1), 0);
                sum.lengths[plies] += 1;
                let (first, second) = (plies.div_ceil(2) as u64, plies as u64 / 2);
                sum.player_moves += first;
                sum.opponent_moves += second;
                sum.player_nodes += first * 123;
                sum.opponent_nodes += second * 4567;
            }
        }
    }
    tally
}

/// Counts in which every game ended in the same way.
pub(crate) fn uniform(plan: &Plan, result: GameResult) -> Tally {
    let mut tally = Tally::new(plan);
    for (cell, sum) in plan.cells.iter().zip(&mut tally.cells) {
        for _ in 0..cell.pairs() {
            sum.as_first += Wdl::from(result);
            sum.as_second += Wdl::from(result);
            sum.pairs += Pentanomial::of_pair(result, result);
            sum.first_mover_pairs += Pentanomial::of_pair(result, result.swapped());
        }
        sum.lengths = vec![0, 0, 0, 2 * cell.pairs()];
    }
    tally
}

pub(crate) fn provenance(plan: &Plan, share: f64) -> Provenance {
    Provenance {
        version: "1.2.3".to_owned(),
        plan_hash: plan.hash(),
        file_name: Some("made-up.toml".to_owned()),
        pairs_done: (plan.pairs() as f64 * share) as u64,
        pairs: plan.pairs(),
        sessions: vec![Session {
            processor: "A processor & a half".to_owned(),
            cores: 8,
            threads: 4,
            started: "2030-01-02 03:04 UTC".to_owned(),
            seconds: 754.3,
            games: plan.games(),
        }],
    }
}

/// The report of everything played.
pub(crate) fn report(plan: &Plan) -> ExperimentReport<'_> {
    ExperimentReport::new(plan, &played(plan, 1.0), provenance(plan, 1.0))
}

/// The same plan with the player moving first in every game.
pub(crate) fn player_first(mut plan: Plan) -> Plan {
    for cell in &mut plan.cells {
        cell.first = FirstMover::Player;
    }
    plan
}

/// Nothing in a tally.
pub(crate) fn unplayed(plan: &Plan) -> Tally {
    Tally { cells: vec![CellTally::default(); plan.cells.len()] }
}

/// Single games with these wins, draws and losses of each cell's player.
pub(crate) fn counts(plan: &mut Plan, counts: &[[u64; 3]]) -> Tally {
    let mut tally = Tally::new(plan);
    for ((cell, sum), &[wins, draws, losses]) in plan.cells.iter_mut().zip(&mut tally.cells).zip(counts) {
        cell.first = FirstMover::Random;
        cell.games = wins + draws + losses;
        sum.as_first = Wdl { wins, draws, losses };
        sum.lengths = vec![0, 0, 0, 0, 0, cell.games];
    }
    tally
}
