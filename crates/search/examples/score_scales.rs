//! Measures the scales on which heuristics say which score to expect: `cargo run --release -p connect-toe-search --example
//! score_scales [GAMES]`.
//!
//! In each game `alpha-beta:depth=3,eval=runs`, with ties broken at random, plays itself after some random plies. Each
//! position that comes up while nobody sees a win is valued by every heuristic, two plies deep. The unit of a heuristic's scale
//! is the one under which the results of the games are most likely, if a value of one unit makes the odds to win e : 1.
//!
//! A row has the unit by that fit, the unit that the heuristic states, the share of the results' deviance that its stated scale
//! explains (at best), and how far its scores are off, on average over ten groups of positions from the least score to the
//! greatest.

#![expect(clippy::print_stdout, reason = "a program that prints a table")]

use connect_toe_eval::{Measure, Settings};
use connect_toe_game::{Bits, Board, Cell, Draws, Game, Outcome, Rules, Side, SplitMix, with_game};
use connect_toe_search::{Algorithm, SearchReport, Searcher, Task, Want, Worth, unwatched};

const GAMES: &[&str] = &[
    "3x3:3",
    "4x4:3:-2",
    "7x6:4:-2",
    "9x9:4:-2",
    "6x6:4",
    "4x4x4:4",
    "4x4x4:4:-3",
    "8x8:5",
    "9x9:5",
    "15x15:5",
    "7x7:5:-2",
    "4x4:3:free:misere",
    "7x6:4:-2:misere",
];
const PLAYER: &str = "depth=3,eval=runs";
const HEURISTICS: &[&str] = &["runs", "open-lines", "weighted-lines"];
/// Random plies before a game, at most.
const RANDOM_PLIES: u32 = 6;

/// A value with the score that the side to move had in the end.
type Sample = (i64, f64);

fn main() {
    let games = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(200);
    println!(
        "{:20} {:14} {:>9} {:>12} {:>12} {:>9} {:>6}",
        "game", "heuristic", "positions", "fitted", "stated", "explained", "off"
    );
    for text in GAMES {
        let Ok(game) = text.parse::<Game>() else { continue };
        with_game!(&game, record => measure(text, record.rules(), games));
    }
}

fn searcher<B: Bits>(rules: &Rules<B>, settings: &str) -> Box<dyn Searcher<B>> {
    let settings: Settings = settings.parse().expect("settings");
    let algorithm = Algorithm::find("alpha-beta").expect("is in the table");
    algorithm.build(rules, &settings).expect("can play every game")
}

fn measure<B: Bits>(text: &str, rules: &Rules<B>, games: u64) {
    let mut player = searcher(rules, PLAYER);
    let mut valuers: Vec<_> =
        HEURISTICS.iter().map(|name| searcher(rules, &format!("depth=2,eval={name}"))).collect();
    let mut samples: Vec<(Option<Measure>, Vec<Sample>)> = vec![(None, Vec::new()); HEURISTICS.len()];
    for seed in 0..games {
        let mut random = SplitMix::new(seed);
        let (mut board, mut outcome) = (rules.start(), None);
        let mut of_game: Vec<Vec<(u32, i64)>> = vec![Vec::new(); HEURISTICS.len()];
        let random_plies = random.below(RANDOM_PLIES + 1);
        while outcome.is_none() {
            let mut moves = rules.legal_moves(&board);
            for place in (1..moves.len()).rev() {
                moves.swap(place, random.below(place as u32 + 1) as usize);
            }
            let cell = if board.stones() < random_plies {
                moves[0]
            } else {
                for ((valuer, of_game), (measure, _)) in
                    valuers.iter_mut().zip(&mut of_game).zip(&mut samples)
                {
                    if let Worth::Estimated { value, measure: found } =
                        best(&mut **valuer, rules, &board, &moves).worth()
                    {
                        of_game.push((board.stones(), value));
                        *measure = Some(found);
                    }
                }
                best(&mut *player, rules, &board, &moves).best[0]
            };
            outcome = rules.outcome_of(&board, cell);
            board = rules.play(&board, cell);
        }
        for ((_, samples), of_game) in samples.iter_mut().zip(of_game) {
            samples.extend(of_game.into_iter().map(|(stones, value)| (value, score(outcome, stones))));
        }
    }
    for (name, (measure, samples)) in HEURISTICS.iter().zip(samples) {
        let Some(measure) = measure else { continue };
        let fitted = fitted_unit(&samples);
        // The odds of one unit are e : 1.
        let stated = (1..64).map(|power| 1_i64 << power).find_map(|value| {
            let score = measure.score(value)?;
            (score > 0.5001 && score < 0.9999).then(|| value as f64 / (score / (1.0 - score)).ln())
        });
        let stated = stated.unwrap_or(f64::NAN);
        let even = deviance(&samples, f64::INFINITY);
        let explained = |unit| 1.0 - deviance(&samples, unit) / even;
        let off = calibration(&samples, stated);
        let count = samples.len();
        println!(
            "{text:20} {name:14} {count:>9} {fitted:>12.2} {stated:>12.2} {:>4.2}({:.2}) {off:>5.3}",
            explained(stated),
            explained(fitted)
        );
    }
}

fn best<B: Bits>(
    searcher: &mut dyn Searcher<B>,
    rules: &Rules<B>,
    board: &Board<B>,
    moves: &[Cell],
) -> SearchReport {
    let task = Task { moves, want: Want::OneBest, nodes: None, deepen: false };
    searcher.search(rules, board, &task, &mut unwatched)
}

/// The score of the side that was to move when there were so many stones.
fn score(outcome: Option<Outcome>, stones: u32) -> f64 {
    let first = stones.is_multiple_of(2);
    match outcome {
        Some(Outcome::Win(side)) => f64::from(u8::from((side == Side::X) == first)),
        _ => 0.5,
    }
}

fn expected(value: i64, unit: f64) -> f64 {
    1.0 / (1.0 + (-value as f64 / unit).exp())
}

/// How unlikely the results are under scores on a scale with this unit.
fn deviance(samples: &[Sample], unit: f64) -> f64 {
    let of = |&(value, score): &Sample| {
        let expected = expected(value, unit).clamp(1e-9, 1.0 - 1e-9);
        -(score * expected.ln() + (1.0 - score) * (1.0 - expected).ln())
    };
    samples.iter().map(of).sum()
}

/// The unit with the least deviance: it falls to one minimum in the logarithm of the unit.
fn fitted_unit(samples: &[Sample]) -> f64 {
    let (mut low, mut high) = (-3.0_f64, 40.0_f64);
    for _ in 0..80 {
        let (one, two) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if deviance(samples, one.exp()) < deviance(samples, two.exp()) { high = two } else { low = one }
    }
    low.exp()
}

/// How far expected scores are from the mean of those that came out, in ten groups of positions.
fn calibration(samples: &[Sample], unit: f64) -> f64 {
    let mut samples = samples.to_vec();
    samples.sort_by_key(|&(value, _)| value);
    let size = samples.len().div_ceil(10).max(1);
    let off = samples.chunks(size).map(|group| {
        let sum: f64 = group.iter().map(|&(value, score)| expected(value, unit) - score).sum();
        sum.abs()
    });
    off.sum::<f64>() / samples.len() as f64
}
