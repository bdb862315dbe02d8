//! The evaluator of learned weights.

use std::sync::Arc;

use connect_toe_game::{Bits, Board, BySide, Cell, GameSpec, Goal, Rules, Side, for_width};

use crate::forced::{Forced, WINS_AT_ONCE};
use crate::learned::lines::LineFollower;
use crate::learned::network::{Network, UNIT};
use crate::learned::patterns::{Change, Digit, Patterns};
use crate::learned::weights::Weights;
use crate::runs::Runs;
use crate::{Evaluator, Explanation, Measure};

/// The error for weights of another game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the weights are for {of}, not for {wanted}")]
pub struct OtherGame {
    of: Box<GameSpec>,
    wanted: Box<GameSpec>,
}

/// The evaluation that a program has learned.
///
/// A value is in millionths, for the player that is asked about: the hyperbolic tangent of a millionth of it is the
/// expected result, from −1 to 1. So 0 is an even position and 1,000,000 an expected result of 0.76. Two values are not
/// learned: 10¹⁵ where the side to move can complete a line at once, and the value of [`Runs`] where the runs on the
/// board force a win or loss. In games where a line loses, the first does not occur, and the second only if the value of
/// `runs` is among the patterns.
#[derive(Clone, Debug)]
pub struct Learned<B> {
    weights: Arc<Weights>,
    runs: Runs<B>,
    followed: Followed<B>,
}

/// What is kept up to date as positions change.
#[derive(Clone, Debug)]
enum Followed<B> {
    /// The sums of weights: one for positions in which the side that moved first is to move, one for the others. A search
    /// asks for only one kind at its horizon, so positions of one kind do not update the sum of the other.
    Patterns(Box<BySide<Sum<B>>>),
    Lines(Box<LineFollower<B>>),
}

#[derive(Clone, Debug)]
struct Sum<B> {
    follower: Follower<B>,
    /// By place: its weight. Those in the table lie far apart, in more memory than the processor's cache; these do not.
    weights: Vec<i32>,
    total: i64,
}

impl<B: Bits> Learned<B> {
    /// The evaluation for a game.
    ///
    /// # Errors
    /// The weights are those of another game.
    pub fn new(rules: &Rules<B>, weights: Arc<Weights>) -> Result<Learned<B>, OtherGame> {
        for_width!(B => Learned::<B>::new_here, fn(&Rules<B>, Arc<Weights>) -> Result<Learned<B>, OtherGame>)(
            rules, weights,
        )
    }

    fn new_here(rules: &Rules<B>, weights: Arc<Weights>) -> Result<Learned<B>, OtherGame> {
        if weights.spec() != rules.spec() {
            let [of, wanted] = [weights.spec(), rules.spec()].map(|spec| Box::new(spec.clone()));
            return Err(OtherGame { of, wanted });
        }
        let followed = match &*weights {
            Weights::Patterns(network) => Followed::Patterns(Box::new(sums(network))),
            Weights::Lines(network) => Followed::Lines(Box::new(LineFollower::new(network))),
        };
        Ok(Learned { runs: Runs::new(rules), followed, weights })
    }

    fn evaluate_here(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> i64 {
        let to_move = board.to_move();
        let for_player = |value: i64| if to_move == player { value } else { -value };
        if rules.spec().goal == Goal::MakeLine && rules.completing(board, rules.legal(board)).any() {
            return for_player(WINS_AT_ONCE);
        }
        if let Weights::Patterns(network) = &*self.weights
            && network.patterns().has_runs()
        {
            let runs = self.runs.evaluate(rules, board, to_move);
            let is_forced = Forced::of(runs).is_some();
            return for_player(if is_forced { runs } else { self.value(rules, board, |_| runs) });
        }
        if let Some(forced) = self.runs.forced(rules, board) {
            return for_player(forced);
        }
        self.static_value(rules, board, player)
    }

    /// The learned value for the side to move. Its value of `runs` is asked for if that is among the patterns.
    fn value(
        &mut self,
        rules: &Rules<B>,
        board: &Board<B>,
        value_of_runs: impl FnOnce(&mut Runs<B>) -> i64,
    ) -> i64 {
        let Learned { weights, runs, followed } = self;
        match (&**weights, followed) {
            (Weights::Patterns(network), Followed::Patterns(sums)) => {
                let is_first = board.to_move() == moved_first(board);
                let role = if is_first { Side::X } else { Side::O };
                let mut sum = sums[role].of(network, role, rules, board);
                if let Some(number) = network.patterns().number_of_runs(|| value_of_runs(runs)) {
                    sum += i64::from(weight(&network.weights()[role], number));
                }
                if is_first { sum } else { -sum }
            }
            (Weights::Lines(network), Followed::Lines(follower)) => {
                let value = f64::from(follower.value(network, rules, board));
                (value.clamp(-MOST_VALUE, MOST_VALUE) * UNIT).round() as i64
            }
            _ => 0,
        }
    }
}

/// No line network is surer of a result than this.
const MOST_VALUE: f64 = 1e6;

/// The sums before the first position.
fn sums<B: Bits>(network: &Network) -> BySide<Sum<B>> {
    let (patterns, tables) = network.folded();
    BySide::from_fn(|to_move| {
        let follower = Follower::new(patterns);
        let table = &tables[to_move];
        let weights: Vec<i32> = follower.numbers().iter().map(|&number| weight(table, number)).collect();
        let total = weights.iter().copied().map(i64::from).sum();
        Sum { follower, weights, total }
    })
}

impl<B: Bits> Sum<B> {
    /// The sum of the weights of the places, for the side that moved first, with this side (`X` if it did) to move.
    fn of(&mut self, network: &Network, to_move: Side, rules: &Rules<B>, board: &Board<B>) -> i64 {
        let (patterns, tables) = network.folded();
        let table = &tables[to_move];
        let Sum { follower, weights, total } = self;
        let mut changed = |place: u32, _, after| {
            let after = weight(table, after);
            let before = std::mem::replace(&mut weights[place as usize], after);
            *total += i64::from(after) - i64::from(before);
        };
        // Searches ask about the positions after all moves of one position, one after the other: that one is followed.
        if let Some(changes) = follower.follow_before_last(patterns, rules, board, &mut changed) {
            let change = |change: &Change| {
                let place = change.place as usize;
                let after = weight(table, follower.numbers[place].wrapping_add(change.add));
                i64::from(after) - i64::from(weights[place])
            };
            return *total + changes.iter().map(change).sum::<i64>();
        }
        follower.follow(patterns, rules, board, changed);
        *total
    }
}

/// A weight in millionths. Boards that no game leads to, where stones hang in the air, can have numbers without one.
#[inline]
fn weight(table: &[i32], number: u32) -> i32 {
    table.get(number as usize).copied().unwrap_or_default()
}

/// The side that moved first: with an even number of stones, the side to move.
#[inline]
pub fn moved_first<B: Bits>(board: &Board<B>) -> Side {
    if board.stones().is_multiple_of(2) { board.to_move() } else { board.to_move().other() }
}

impl<B: Bits> Evaluator<B> for Learned<B> {
    fn evaluate(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> i64 {
        for_width!(B => Learned::<B>::evaluate_here, fn(&mut Learned<B>, &Rules<B>, &Board<B>, Side) -> i64)(
            self, rules, board, player,
        )
    }

    fn static_value(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> i64 {
        let to_move = board.to_move();
        let value = self.value(rules, board, |runs| runs.evaluate(rules, board, to_move));
        if to_move == player { value } else { -value }
    }

    fn measure(&self) -> Measure {
        // The hyperbolic tangent of the sum is the expected result, so the sum is half the logarithm of the odds.
        Measure::logistic("learned", UNIT / 2.0).with_announcements()
    }

    fn explain(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> Explanation {
        let name = "what was learned, in millionths";
        Explanation::whole(name, self.static_value(rules, board, player))
    }

    fn is_quick_after_moves(&self) -> bool {
        matches!(self.followed, Followed::Lines(_))
    }

    fn copied(&self) -> Option<Box<dyn Evaluator<B>>> {
        Some(Box::new(self.clone()))
    }
}

/// The stones as patterns see them: X is the side that moved first, so colours do not matter.
fn seen_by_patterns<B: Bits>(board: &Board<B>) -> BySide<B> {
    let first = moved_first(board);
    BySide { x: board.stones_of(first), o: board.stones_of(first.other()) }
}

/// The cells that count as playable to patterns and views: none where any empty cell can be taken.
#[inline]
pub fn playable<B: Bits>(rules: &Rules<B>, board: &Board<B>) -> B {
    if rules.placement_is_free() { B::EMPTY } else { rules.legal(board) }
}

/// The numbers of the weights of a position, kept up to date as positions change.
#[derive(Clone, Debug)]
pub struct Follower<B> {
    stones: BySide<B>,
    playable: B,
    numbers: Vec<u32>,
}

impl<B: Bits> Follower<B> {
    /// The numbers before the first position: those of a board without stones on which no cell is playable.
    pub fn new(patterns: &Patterns) -> Self {
        let stones = BySide { x: B::EMPTY, o: B::EMPTY };
        Follower { stones, playable: B::EMPTY, numbers: patterns.blank().to_vec() }
    }

    /// The number of the weight at each place.
    #[inline]
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// Moves to another position. `changed` is called with a place and its number before and after, for every change; a
    /// place may change more than once on the way.
    pub fn follow(
        &mut self,
        patterns: &Patterns,
        rules: &Rules<B>,
        board: &Board<B>,
        changed: impl FnMut(u32, u32, u32),
    ) {
        self.move_to(patterns, seen_by_patterns(board), playable(rules, board), changed);
    }

    /// Moves to the position before the last stone of a board, if that only takes stones away, and returns what this
    /// stone changes. Returns `None` if there is no such position, or if the stone cannot have been the last one; even
    /// then the follower may have moved.
    fn follow_before_last<'p>(
        &mut self,
        patterns: &'p Patterns,
        rules: &Rules<B>,
        board: &Board<B>,
        changed: impl FnMut(u32, u32, u32),
    ) -> Option<&'p [Change]> {
        let stones = seen_by_patterns(board);
        let kept = BySide::from_fn(|side| stones[side] & self.stones[side]);
        let new = BySide::from_fn(|side| stones[side].minus(kept[side]));
        let side = if new.x.any() { Side::X } else { Side::O };
        let bit = new[side].lowest()?;
        if new[side].has_several() || new[side.other()].any() {
            return None;
        }
        let changes = patterns.changes(Cell::from_bit(bit), side)?;
        if kept != self.stones {
            let first = moved_first(board);
            let of = |side| if side == first { kept.x } else { kept.o };
            let before = rules.position(BySide::from_fn(of), board.to_move().other());
            self.move_to(patterns, kept, playable(rules, &before), changed);
        }
        let is_last = rules.placement_is_free() || self.playable.contains(bit);
        is_last.then_some(changes)
    }

    fn move_to(
        &mut self,
        patterns: &Patterns,
        stones: BySide<B>,
        playable: B,
        mut changed: impl FnMut(u32, u32, u32),
    ) {
        let of_side =
            |side: Side| move |digit: &Digit| if side == Side::X { digit.first } else { digit.second };
        let mut add = |set: B, what: &dyn Fn(&Digit) -> u32, sign: fn(u32, u32) -> u32| {
            for bit in set.members() {
                for digit in patterns.digits(Cell::from_bit(bit)) {
                    let number = &mut self.numbers[digit.place as usize];
                    let (before, after) = (*number, sign(*number, what(digit)));
                    *number = after;
                    if before != after {
                        changed(digit.place, before, after);
                    }
                }
            }
        };
        let (more, less) = (u32::wrapping_add, u32::wrapping_sub);
        // On the way, numbers stay those of states of the same tuple.
        add(self.playable.minus(playable), &|digit| digit.playable, less);
        for side in Side::ALL {
            add(self.stones[side].minus(stones[side]), &of_side(side), less);
        }
        for side in Side::ALL {
            add(stones[side].minus(self.stones[side]), &of_side(side), more);
        }
        add(playable.minus(self.playable), &|digit| digit.playable, more);
        self.stones = stones;
        self.playable = playable;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learned::{Training, Tuple};
    use connect_toe_game::{mix, symmetries};

    /// A network with weights that look random, for tuples along and across the board, and for values of `runs`.
    fn network(game: &str, with_runs: bool) -> Arc<Network> {
        let spec: GameSpec = game.parse().expect("a game");
        let cells = spec.sizes.iter().map(|&size| usize::from(size)).product::<usize>() as u16;
        let mut tuples = if crate::learned::shares_windows(&spec) {
            vec![Tuple::Window(vec![[0, 0], [1, 0], [2, 1]]), Tuple::Window(vec![[-1, -1], [0, 0], [1, 1]])]
        } else {
            vec![
                Tuple::Cells((0..cells.min(6)).collect()),
                Tuple::Cells((0..cells).step_by(2).take(5).collect()),
            ]
        };
        if with_runs {
            tuples.push(Tuple::Runs);
        }
        let patterns = Patterns::new(&spec, tuples).expect("fits");
        let mut number = 0;
        let mut table = || {
            let mut weight = |_| {
                number += 1;
                (mix(number) % 2_000_001) as i32 - 1_000_000
            };
            (0..patterns.weights()).map(&mut weight).collect()
        };
        let weights = BySide { x: table(), o: table() };
        Arc::new(Network::new(patterns, weights, Training::default()))
    }

    fn weights(network: &Network) -> Arc<Weights> {
        Arc::new(network.clone().into())
    }

    fn random_games<B: Bits>(rules: &Rules<B>, mut each: impl FnMut(&Board<B>)) {
        let mut number = 0;
        for _ in 0..30 {
            let mut board = rules.start();
            while rules.outcome(&board).is_none() {
                each(&board);
                let moves = rules.legal_moves(&board);
                number += 1;
                board = rules.play(&board, moves[mix(number) as usize % moves.len()]);
            }
        }
    }

    #[test]
    fn values_do_not_depend_on_what_was_asked_before() {
        fn check<B: Bits>(game: &str, with_runs: bool) {
            let rules = Rules::<B>::compile(&game.parse().expect("a game")).expect("fits");
            let network = network(game, with_runs);
            let mut following = Learned::new(&rules, weights(&network)).expect("is of this game");
            random_games(&rules, |board| {
                let mut fresh = Learned::new(&rules, weights(&network)).expect("is of this game");
                for side in Side::ALL {
                    let value = following.evaluate(&rules, board, side);
                    assert_eq!(value, fresh.evaluate(&rules, board, side), "{}", rules.board_text(board));
                    assert_eq!(value, -fresh.evaluate(&rules, board, side.other()));
                }
                // As searches ask: about the positions after all moves.
                for cell in rules.legal_moves(board) {
                    let after = rules.play(board, cell);
                    let mut fresh = Learned::new(&rules, weights(&network)).expect("is of this game");
                    let value = following.static_value(&rules, &after, Side::X);
                    assert_eq!(
                        value,
                        fresh.static_value(&rules, &after, Side::X),
                        "{}",
                        rules.board_text(&after)
                    );
                }
                // A move changes what the patterns say it changes.
                let patterns = network.patterns();
                let mut follower = Follower::new(patterns);
                follower.follow(patterns, &rules, board, |_, _, _| {});
                if !with_runs {
                    let first = moved_first(board);
                    let table = &network.weights()[if board.to_move() == first { Side::X } else { Side::O }];
                    let sum = follower.numbers().iter().map(|&number| i64::from(weight(table, number))).sum();
                    assert_eq!(following.static_value(&rules, board, first), sum, "a weight for each place");
                }
                for cell in rules.legal_moves(board) {
                    let mut numbers = follower.numbers().to_vec();
                    let side = if moved_first(board) == board.to_move() { Side::X } else { Side::O };
                    let Some(changes) = patterns.changes(cell, side) else { continue };
                    for change in changes {
                        let number = &mut numbers[change.place as usize];
                        *number = number.wrapping_add(change.add);
                    }
                    let mut moved = follower.clone();
                    moved.follow(patterns, &rules, &rules.play(board, cell), |_, _, _| {});
                    assert_eq!(numbers, moved.numbers());
                }
            });
        }
        for game in
            ["3x3:3", "connect-four", "4x4x3:3:-3", "5x4:3:+1,-2", "5x4:4:free:torus", "5x5:4:free:misere"]
        {
            check::<u64>(game, false);
            check::<u64>(game, true);
        }
        for game in [
            "5x4:3:-2:blocked=c2",
            "5x4:3:+2:torus=1",
            "3x3:plane",
            "4x4:shape=a1+a2+b1:-2",
            "8:lines=a+b+c/c+d/e+f+g+h",
        ] {
            check::<u64>(game, false);
            check::<u64>(game, true);
        }
        for (game, with_runs) in [
            ("9x9:5:free:blocked=e5", false),
            ("9x9:5", true),
            ("9x9:5", false),
            ("9x10:5:free:torus", false),
        ] {
            check::<u128>(game, with_runs);
        }
    }

    /// Without other patterns, a position that nothing decides has the weight of its value of `runs`.
    #[test]
    fn values_of_runs_have_weights() {
        for game in ["connect-four", "5x5:4:free:misere"] {
            let rules = Rules::<u64>::compile(&game.parse().expect("a game")).expect("fits");
            let patterns = Patterns::new(rules.spec(), vec![Tuple::Runs]).expect("fits");
            let table = |from: i32| (from..from + patterns.weights() as i32).collect();
            let tables = BySide { x: table(1000), o: table(-9000) };
            let network = Arc::new(Network::new(patterns, tables, Training::default()));
            let mut learned = Learned::new(&rules, weights(&network)).expect("is of this game");
            let mut runs = Runs::new(&rules);
            let mut seen = std::collections::BTreeSet::new();
            random_games(&rules, |board| {
                let to_move = board.to_move();
                let value = runs.evaluate(&rules, board, to_move);
                if Forced::of(value).is_some() {
                    return;
                }
                let is_first = to_move == moved_first(board);
                let number = network.patterns().number_of_runs(|| value).expect("is among the patterns");
                let weight = i64::from(number) + if is_first { 1000 } else { -9000 };
                let expected = if is_first { weight } else { -weight };
                assert_eq!(learned.evaluate(&rules, board, to_move), expected, "{game}");
                assert_eq!(learned.static_value(&rules, board, to_move.other()), -expected, "{game}");
                seen.insert(number);
            });
            assert!(seen.len() > 10, "{game}: {seen:?}");
        }
    }

    #[test]
    fn images_have_the_same_value() {
        for game in [
            "3x3:3",
            "connect-four",
            "4x4:3:-1,-2",
            "4x4x2:3:-3",
            "4x4:3:free:torus",
            "5x4:3:-2:blocked=c2",
            "3x3:plane",
        ] {
            let rules = Rules::<u64>::compile(&game.parse().expect("a game")).expect("fits");
            let mut learned = Learned::new(&rules, weights(&network(game, true))).expect("is of this game");
            let all = symmetries(rules.spec()).expect("is sound").elements(4096).expect("not many");
            random_games(&rules, |board| {
                let value = learned.evaluate(&rules, board, Side::X);
                for symmetry in &all {
                    let stones = BySide::from_fn(|side| symmetry.apply_to_set(board.stones_of(side)));
                    let image = rules.position(stones, board.to_move());
                    assert_eq!(learned.evaluate(&rules, &image, Side::X), value, "{game}");
                }
                let swapped = BySide { x: board.stones_of(Side::O), o: board.stones_of(Side::X) };
                let swapped = rules.position(swapped, board.to_move().other());
                assert_eq!(learned.evaluate(&rules, &swapped, Side::O), value, "{game}");
            });
        }
    }

    #[test]
    fn a_line_at_once_decides() {
        let rules = Rules::<u64>::compile(&"3x3:3".parse().expect("a game")).expect("fits");
        let mut learned = Learned::new(&rules, weights(&network("3x3:3", false))).expect("is of this game");
        let board = rules.parse_board("xx_/oo_/___", None).expect("a board");
        assert_eq!(learned.evaluate(&rules, &board, Side::X), WINS_AT_ONCE);
        assert_eq!(learned.evaluate(&rules, &board, Side::O), -WINS_AT_ONCE);
        assert!(learned.static_value(&rules, &board, Side::X) < WINS_AT_ONCE);
        let other = Rules::<u64>::compile(&"4x4:3".parse().expect("a game")).expect("fits");
        let error = Learned::new(&other, weights(&network("3x3:3", false))).expect_err("is of another game");
        assert_eq!(error.to_string(), "the weights are for 3x3:3, not for 4x4:3");
    }
}
