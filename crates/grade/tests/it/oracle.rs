//! Small games in which every position is graded: numbers computed from definitions.

use std::collections::BTreeMap;

use connect_toe_grade::{Estimate, Grade, VALUES};
use connect_toe_stats::GameResult;
use connect_toe_testkit::oracle::{ExactResult, Game, Position, Solver};

use crate::{fresh, request};

/// What a player gets that chooses any legal move, from counts of moves.
#[derive(Default)]
struct Expected {
    positions: u64,
    by_value: [u64; 3],
    decisive: u64,
    keeps: Vec<f64>,
    slips: Vec<f64>,
    blunders: Vec<f64>,
    loss: Vec<f64>,
    plies_lost: Vec<f64>,
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

impl Expected {
    fn add(&mut self, position: &Position<'_>, solver: &mut Solver) {
        let solution = solver.solve(position);
        let points = |result: ExactResult| match result {
            ExactResult::Win => 1.0,
            ExactResult::Draw => 0.5,
            ExactResult::Loss => 0.0,
        };
        let best = solution.result;
        let moves: Vec<_> = solution.per_move.values().copied().collect();
        self.positions += 1;
        self.by_value[match best {
            ExactResult::Win => 0,
            ExactResult::Draw => 1,
            ExactResult::Loss => 2,
        }] += 1;
        let number = moves.len() as f64;
        let share = |of: &dyn Fn(ExactResult) -> bool| {
            moves.iter().filter(|(result, _)| of(*result)).count() as f64 / number
        };
        if share(&|result| result == best) < 1.0 {
            self.decisive += 1;
            self.keeps.push(share(&|result| result == best));
            self.slips.push(share(&|result| best == ExactResult::Win && result == ExactResult::Draw));
            self.blunders.push(share(&|result| result == ExactResult::Loss));
            let lost: f64 = moves.iter().map(|(result, _)| points(best) - points(*result)).sum();
            self.loss.push(lost / number);
        }
        if let Some(distance) = solution.distance {
            let kept = moves.iter().filter(|(result, _)| *result == best);
            let late: Vec<f64> =
                kept.map(|(_, plies)| plies.expect("a distance").abs_diff(distance) as f64).collect();
            self.plies_lost.extend(mean(&late));
        }
    }

    fn check(&self, grade: &Grade) {
        let check = |found: Option<Estimate>, values: &[f64]| match (found, mean(values)) {
            (Some(found), Some(expected)) => {
                assert!((found.value - expected).abs() < 1e-9, "{} {expected}", found.value);
                let interval = found.interval;
                assert!(interval.is_none_or(|i| i.low <= found.value && found.value <= i.high));
            }
            (found, expected) => assert!(found.is_none() && expected.is_none()),
        };
        check(grade.keep_rate(), &self.keeps);
        check(grade.slip_rate(), &self.slips);
        check(grade.blunder_rate(), &self.blunders);
        check(grade.mean_loss(), &self.loss);
        check(grade.plies_lost(), &self.plies_lost);
    }
}

/// The smallest of a square board's texts.
fn smallest_image(board: &str) -> String {
    let mut rows: Vec<Vec<char>> = board.split('/').map(|row| row.chars().collect()).collect();
    let mut images = Vec::new();
    for _ in 0..4 {
        let turned: Vec<Vec<char>> =
            (0..rows.len()).map(|column| rows.iter().rev().map(|row| row[column]).collect()).collect();
        rows = turned;
        let text = |rows: &mut dyn Iterator<Item = &Vec<char>>| {
            rows.map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
        };
        images.push(text(&mut rows.iter()));
        images.push(text(&mut rows.iter().rev()));
    }
    images.into_iter().min().expect("eight images")
}

/// All unfinished positions of each ply, up to symmetry.
fn positions(game: &Game) -> Vec<BTreeMap<String, Position<'_>>> {
    let mut plies = vec![BTreeMap::from([(String::new(), game.start())])];
    loop {
        let mut next = BTreeMap::new();
        for position in plies[plies.len() - 1].values() {
            for cell in position.legal_moves() {
                let child = position.play(&cell).expect("a legal move");
                if child.outcome().is_none() {
                    next.insert(smallest_image(&child.board_text()), child);
                }
            }
        }
        if next.is_empty() {
            return plies;
        }
        plies.push(next);
    }
}

#[test]
fn random_moves_lose_what_the_oracle_expects() {
    for text in ["3x3:3", "3x3:3:free:misere"] {
        let found = fresh(&request(text, &["random", "random:ties=first"]));
        let game = Game::parse(text).expect("game text");
        let plies = positions(&game);
        let mut solver = Solver::new();
        let (mut all, mut by_value) = (Expected::default(), [0; 3]);
        assert_eq!(found.plies.len(), plies.len());
        assert_eq!((found.too_hard, found.interrupted), (None, false));
        for (place, positions) in plies.iter().enumerate() {
            let mut expected = Expected::default();
            for position in positions.values() {
                expected.add(position, &mut solver);
                all.add(position, &mut solver);
            }
            let counts = found.plies[place].counts;
            assert_eq!(found.plies[place].ply, place as u32);
            assert_eq!((counts.found, counts.not_solved()), (expected.positions, 0));
            assert_eq!([counts.won, counts.drawn, counts.lost], expected.by_value);
            assert_eq!(counts.decisive, expected.decisive);
            expected.check(&found.entries[0].by_ply[place]);
            for (sum, number) in by_value.iter_mut().zip(expected.by_value) {
                *sum += number;
            }
        }
        assert_eq!([found.positions.won, found.positions.drawn, found.positions.lost], by_value);
        all.check(&found.entries[0].overall);
        // Who always takes the first move is sometimes right and never half right.
        let first = found.entries[1].overall.keep_rate().expect("decisive positions").value;
        let kept = first * found.positions.decisive as f64;
        assert!((kept - kept.round()).abs() < 1e-6 && first > 0.1 && first < 0.9);
    }
}

#[test]
fn a_perfect_player_keeps_every_value() {
    let found = fresh(&request("3x3:3", &["perfect", "random", "alpha-beta:depth=9,hurry=true"]));
    let numbers = |place: usize| {
        let grade = &found.entries[place].overall;
        let values = [grade.keep_rate(), grade.slip_rate(), grade.blunder_rate(), grade.mean_loss()];
        values.map(|value| value.expect("decisive positions").value)
    };
    for place in [0, 2] {
        assert_eq!(numbers(place).map(f64::to_bits), [1.0_f64, 0.0, 0.0, 0.0].map(f64::to_bits));
        assert_eq!(found.entries[place].overall.plies_lost().map(|plies| plies.value), Some(0.0));
        for grade in found.entries[place].by_value.iter().chain(&found.entries[place].by_ply) {
            assert!(grade.keep_rate().is_none_or(|rate| rate.value.to_bits() == 1.0_f64.to_bits()));
        }
        let interval = found.entries[place].overall.keep_rate().and_then(|rate| rate.interval);
        assert!(interval.is_some_and(|interval| interval.low > 0.98 && interval.low < 1.0));
    }
    assert_eq!((found.best(), found.rivals()), (vec![0, 2], vec![]));
    let between = |first, second| {
        *found.comparisons.iter().find(|one| (one.first, one.second) == (first, second)).expect("a pair")
    };
    let against_random = between(0, 1);
    assert!((against_random.difference.value + numbers(1)[3]).abs() < 1e-9);
    assert!(against_random.p_value < 1e-6 && against_random.adjusted >= 2.0 * against_random.p_value);
    let alike = between(0, 2);
    assert_eq!((alike.difference.value, alike.p_value), (0.0, 1.0));
    // Lost positions leave nothing to lose but time.
    let lost = VALUES.iter().position(|&value| value == GameResult::Loss).expect("one of them");
    assert_eq!(found.entries[1].by_value[lost].mean_loss(), None);
    assert!(found.entries[1].by_value[lost].plies_lost().is_some_and(|plies| plies.value > 0.0));
}
