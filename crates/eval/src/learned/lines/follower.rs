//! The points of a position, kept up to date as positions change.

use connect_toe_game::processor::{Avx2, Portable, Processor, Work};
use connect_toe_game::{Bits, Board, BySide, Cell, Rules, Side};

use crate::learned::evaluator::{moved_first, playable};
use crate::learned::lines::network::{LANES, LineNetwork, Point, UNIT_OF_ROWS, WIDTH, cut};
use crate::learned::lines::views::digit;

/// The states of all views of a position, the points of its cells, and their sums.
#[derive(Clone, Debug)]
pub struct LineFollower<B> {
    stones: BySide<B>,
    playable: B,
    /// By view.
    states: Vec<u32>,
    /// By index of a cell.
    points: Vec<Point>,
    /// The sums of all points, each cut to its range.
    sums: [i32; WIDTH],
    processor: Option<Avx2>,
}

impl<B: Bits> LineFollower<B> {
    /// The points of a board without stones, none of whose cells is playable.
    pub fn new(network: &LineNetwork) -> LineFollower<B> {
        let points = network.blank_points();
        let sums = LineNetwork::sums(&points);
        LineFollower {
            stones: BySide { x: B::EMPTY, o: B::EMPTY },
            playable: B::EMPTY,
            states: network.views().blank().to_vec(),
            points,
            sums,
            processor: Avx2::detect().filter(|_| Avx2::is_for(B::WIDTH)),
        }
    }

    /// The value of a position for the side to move: half the logarithm of its odds.
    pub fn value(&mut self, network: &LineNetwork, rules: &Rules<B>, board: &Board<B>) -> f32 {
        let is_first = board.to_move() == moved_first(board);
        let step = Step {
            network,
            stones: BySide::from_fn(|side| board.stones_of(side)),
            playable: playable(rules, board),
            follower: self,
        };
        let processor = step.follower.processor;
        let sums = own_first(&on(processor, step), board.to_move());
        network.head(is_first).value(&sums.map(|sum| sum as f32 * network.scale())).0
    }

    /// The promise of moves for the side to move in a position, in the order of `moves`: the logarithm of how likely a
    /// good player is to make them, up to what is the same for all moves.
    pub fn promises(
        &mut self,
        network: &LineNetwork,
        rules: &Rules<B>,
        board: &Board<B>,
        moves: &[Cell],
    ) -> Vec<f32> {
        self.follow(network, BySide::from_fn(|side| board.stones_of(side)), playable(rules, board));
        let head = network.head(board.to_move() == moved_first(board));
        let promise = |cell: &Cell| {
            let Some(point) = self.points.get(cell.index()) else { return 0.0 };
            let mut promise = 0.0;
            for (weight, number) in head.promise.iter().zip(own_first(point, board.to_move())) {
                promise += weight * f32::from(cut(number)) * (1.0 / UNIT_OF_ROWS);
            }
            promise
        };
        moves.iter().map(promise).collect()
    }
}

/// Numbers with those of the side to move first.
#[inline]
fn own_first<T: Copy + Default>(numbers: &[T; WIDTH], to_move: Side) -> [T; WIDTH] {
    let mut own_first = *numbers;
    if to_move == Side::O {
        own_first[..LANES].copy_from_slice(&numbers[LANES..]);
        own_first[LANES..].copy_from_slice(&numbers[..LANES]);
    }
    own_first
}

/// The step to another position, and its sums.
struct Step<'a, B> {
    network: &'a LineNetwork,
    stones: BySide<B>,
    playable: B,
    follower: &'a mut LineFollower<B>,
}

/// Does work compiled for this processor, or for any.
fn on<W: Work>(processor: Option<Avx2>, work: W) -> W::Output {
    match processor {
        Some(processor) => processor.run(work),
        None => Portable.run(work),
    }
}

impl<B: Bits> Work for Step<'_, B> {
    type Output = [i32; WIDTH];

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "only what is inlined is compiled for the processor")]
    fn run(self) -> [i32; WIDTH] {
        let Step { network, stones, playable, follower } = self;
        let kept = BySide::from_fn(|side| stones[side] & follower.stones[side]);
        let new = BySide::from_fn(|side| stones[side].minus(kept[side]));
        let added = new.x | new.o;
        // Searches ask about the positions after all moves of one position, one after the other: without gravity that one
        // is followed, and what the last stone adds is only looked at.
        let last = if playable.is_empty() && !added.has_several() { added.lowest() } else { None };
        if let Some(last) = last {
            follower.follow(network, kept, playable);
            let mut sums = follower.sums;
            let LineFollower { states, points, .. } = follower;
            let by = digit(new.x.any(), new.o.any(), false);
            change::<false>(network, Cell::from_bit(last), by, states, points, &mut sums);
            sums
        } else {
            follower.follow(network, stones, playable);
            follower.sums
        }
    }
}

impl<B: Bits> LineFollower<B> {
    /// Moves to other stones.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "only what is inlined is compiled for the processor")]
    fn follow(&mut self, network: &LineNetwork, stones: BySide<B>, playable: B) {
        let LineFollower { stones: before, playable: playable_before, states, points, sums, .. } = self;
        let changed = (stones.x ^ before.x) | (stones.o ^ before.o) | (playable ^ *playable_before);
        let digit_in = |stones: &BySide<B>, playable: B, bit| {
            digit(stones.x.contains(bit), stones.o.contains(bit), playable.contains(bit))
        };
        for bit in changed.members() {
            let old = digit_in(before, *playable_before, bit);
            let by = digit_in(&stones, playable, bit).wrapping_sub(old);
            change::<true>(network, Cell::from_bit(bit), by, states, points, sums);
        }
        *before = stones;
        *playable_before = playable;
    }
}

/// Points whose changes can be added up in sixteen bits.
const POINTS_AT_ONCE: u32 = 128;

/// Changes the digit of a cell in all views that see it, and the sums. Unless it is kept, states and points stay as they
/// are.
#[inline(always)]
#[expect(clippy::inline_always, reason = "only what is inlined is compiled for the processor")]
fn change<const KEPT: bool>(
    network: &LineNetwork,
    cell: Cell,
    by: u32,
    states: &mut [u32],
    points: &mut [Point],
    sums: &mut [i32; WIDTH],
) {
    let mut changes = [0_i16; WIDTH];
    let mut effects = network.views().effects(cell);
    let mut left = POINTS_AT_ONCE;
    while let Some((first, rest)) = effects.split_first() {
        effects = rest;
        let state = states[first.view as usize];
        let after = state.wrapping_add(by.wrapping_mul(first.unit));
        let (old, new) = (&network.table[state as usize], &network.table[after as usize]);
        let place = &mut points[usize::from(first.cell)];
        let point = moved(place, old, new);
        count(&mut changes, place, &point);
        if KEPT {
            states[first.view as usize] = after;
            *place = point;
        } else if effects.first().is_some_and(|next| next.cell == first.cell) {
            // Several rows lead to this point: the next change begins where this one ended.
            let mut point = point;
            while let Some((next, rest)) = effects.split_first()
                && next.cell == first.cell
            {
                effects = rest;
                let state = states[next.view as usize];
                let after = state.wrapping_add(by.wrapping_mul(next.unit));
                let after = moved(&point, &network.table[state as usize], &network.table[after as usize]);
                count(&mut changes, &point, &after);
                point = after;
            }
        }
        left -= 1;
        if left == 0 {
            add(sums, &mut changes);
            left = POINTS_AT_ONCE;
        }
    }
    add(sums, &mut changes);
}

/// A point with one row in place of another.
#[inline(always)]
#[expect(clippy::inline_always, reason = "only what is inlined is compiled for the processor")]
fn moved(point: &Point, old: &[i8; WIDTH], new: &[i8; WIDTH]) -> Point {
    let mut moved = *point;
    for (number, (&new, &old)) in moved.iter_mut().zip(new.iter().zip(old)) {
        *number += i16::from(new) - i16::from(old);
    }
    moved
}

/// Counts what the change of a point changes in the sums.
#[inline(always)]
#[expect(clippy::inline_always, reason = "only what is inlined is compiled for the processor")]
fn count(changes: &mut [i16; WIDTH], before: &Point, after: &Point) {
    for (change, (&before, &after)) in changes.iter_mut().zip(before.iter().zip(after)) {
        *change += cut(after) - cut(before);
    }
}

/// Adds changes to sums, and forgets them.
#[inline(always)]
#[expect(clippy::inline_always, reason = "only what is inlined is compiled for the processor")]
fn add(sums: &mut [i32; WIDTH], changes: &mut [i16; WIDTH]) {
    for (sum, change) in sums.iter_mut().zip(changes) {
        *sum += i32::from(std::mem::take(change));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Evaluator;
    use crate::learned::lines::network::Head;
    use crate::learned::lines::views::Views;
    use crate::learned::{Learned, Training, Weights};
    use connect_toe_game::{mix, symmetries};

    const GAMES: [&str; 12] = [
        "3x3:3",
        "connect-four",
        "4x4x4:4",
        "4x4x3:4:-3",
        "5x4:3:+1,-2",
        "5x5:4:free:torus",
        "5x5:4:free:misere",
        "5x5:3:free:exact",
        "6x6:4:+1,+2",
        "6x4:3:-2:torus=1",
        "5x4:3:-2:blocked=b2",
        "6x6:4:free:blocked=c3",
    ];

    /// A network with numbers that look random.
    fn network(game: &str) -> LineNetwork {
        let views = Views::new(&game.parse().expect("a game")).expect("fits");
        let mut number = 0;
        let mut next = || {
            number += 1;
            (mix(number) % 201) as i32 - 100
        };
        let rows = (0..views.rows()).map(|_| std::array::from_fn(|_| next() as i8)).collect();
        let mut head = || Head::of_numbers((0..2000).map(|_| next() as f32 / 100.0)).expect("is enough");
        let heads = (0..LineNetwork::heads_of(views.spec())).map(|_| head()).collect();
        LineNetwork::new(views, rows, heads, Training::default())
    }

    fn random_games<B: Bits>(rules: &Rules<B>, mut seen: impl FnMut(&Board<B>)) {
        for game in 0..4 {
            let mut board = rules.start();
            for ply in 0.. {
                seen(&board);
                let moves = rules.legal_moves(&board);
                let cell = moves[(mix(100 * game + ply) % moves.len() as u64) as usize];
                let step = rules.step(&board, cell);
                if step.outcome.is_some() {
                    break;
                }
                board = step.board;
            }
        }
    }

    /// The value by the definition, without following anything.
    fn by_definition<B: Bits>(network: &LineNetwork, rules: &Rules<B>, board: &Board<B>) -> f32 {
        let views = network.views();
        let mut states = views.blank().to_vec();
        let may_drop = if rules.placement_is_free() { B::EMPTY } else { rules.legal(board) };
        for &cell in rules.geometry().cells() {
            let digit = match board.stone_on(cell) {
                Some(Side::X) => 1,
                Some(Side::O) => 2,
                None => 3 * u32::from(may_drop.contains(cell.bit())),
            };
            for effect in views.effects(cell) {
                states[effect.view as usize] += digit * effect.unit;
            }
        }
        let mut inputs = [0.0; WIDTH];
        for &cell in rules.geometry().cells() {
            let mut point = [0_i32; WIDTH];
            for (&state, _) in
                states.iter().zip(views.cells()).filter(|(_, of)| usize::from(**of) == cell.index())
            {
                let mut rows = views.rows_of(state);
                if board.to_move() == Side::O {
                    rows.reverse();
                }
                for (lane, sum) in point.iter_mut().enumerate() {
                    *sum += i32::from(network.rows()[rows[lane / LANES] as usize][lane % LANES]);
                }
            }
            for (input, number) in inputs.iter_mut().zip(point) {
                *input += number.clamp(0, 127) as f32;
            }
        }
        let cells = rules.geometry().cells().len() as f32;
        let inputs = inputs.map(|input| input * (1.0 / (64.0 * cells.sqrt())));
        let has_moved_first = board.stones().is_multiple_of(2);
        network.head(has_moved_first).value(&inputs).0
    }

    #[test]
    fn values_follow_the_definition_on_every_processor() {
        fn check<B: Bits>(game: &str) {
            let rules = Rules::<B>::compile(&game.parse().expect("a game")).expect("fits");
            let network = network(game);
            let mut follower = LineFollower::new(&network);
            let mut portable = LineFollower { processor: None, ..follower.clone() };
            let mut values = std::collections::BTreeSet::new();
            random_games(&rules, |board| {
                let value = follower.value(&network, &rules, board);
                let expected = by_definition(&network, &rules, board);
                assert_eq!(value.to_bits(), expected.to_bits(), "{game}");
                let expected = portable.value(&network, &rules, board);
                assert_eq!(value.to_bits(), expected.to_bits(), "{game}");
                values.insert(value.to_bits());
            });
            assert!(values.len() > 8, "{game}: {} values", values.len());
        }
        for game in GAMES {
            check::<u64>(game);
        }
        check::<u128>("9x9:5");
        check::<u128>("10x10:5:free:torus");
    }

    #[test]
    fn images_and_exchanged_sides_have_the_same_value_and_promise() {
        for game in GAMES {
            let rules = Rules::<u64>::compile(&game.parse().expect("a game")).expect("fits");
            let network = network(game);
            let mut follower = LineFollower::new(&network);
            let all = symmetries(rules.spec()).expect("is sound").elements(4096).expect("not many");
            random_games(&rules, |board| {
                let mut seen = |board: &Board<u64>, moves: &[Cell]| {
                    let value = follower.value(&network, &rules, board);
                    (value, follower.promises(&network, &rules, board, moves))
                };
                let moves = rules.legal_moves(board);
                let here = seen(board, &moves);
                for symmetry in &all {
                    let stones = BySide::from_fn(|side| symmetry.apply_to_set(board.stones_of(side)));
                    let image = rules.position(stones, board.to_move());
                    let moves: Vec<Cell> = moves.iter().map(|&cell| symmetry.apply(cell)).collect();
                    assert_eq!(seen(&image, &moves), here, "{game}");
                }
                let exchanged = BySide { x: board.stones_of(Side::O), o: board.stones_of(Side::X) };
                let exchanged = rules.position(exchanged, board.to_move().other());
                assert_eq!(seen(&exchanged, &moves), here, "{game}");
            });
        }
    }

    #[test]
    fn networks_survive_as_bytes() {
        for game in ["3x3:3", "4x4x3:4:-3", "5x5:4:free:torus"] {
            let network = network(game);
            let bytes = network.to_bytes();
            let Weights::Lines(read) = Weights::from_bytes(&bytes).expect("is whole") else {
                panic!("{game} has a line network")
            };
            assert_eq!((read.rows(), read.heads()), (network.rows(), network.heads()));
            assert_eq!(read.to_bytes(), bytes);
            for place in (0..bytes.len()).step_by(7) {
                let mut changed = bytes.clone();
                changed[place] ^= 0x10;
                assert!(Weights::from_bytes(&changed).is_err(), "{game}: byte {place}");
                assert!(Weights::from_bytes(&bytes[..place]).is_err(), "{game}: {place} bytes");
            }
        }
    }

    #[test]
    fn lines_that_are_complete_decide() {
        let rules = Rules::<u64>::compile(&"3x3:3".parse().expect("a game")).expect("fits");
        let weights = || Arc::new(Weights::from(network("3x3:3")));
        let mut learned = Learned::new(&rules, weights()).expect("is of this game");
        let board = rules.parse_board("xx_/oo_/___", None).expect("a board");
        assert_eq!(learned.evaluate(&rules, &board, Side::X), crate::learned::WINS_AT_ONCE);
        let start = rules.start();
        let value = learned.evaluate(&rules, &start, Side::X);
        assert_eq!(value, -learned.evaluate(&rules, &start, Side::O));
        let other = Rules::<u64>::compile(&"4x4:3".parse().expect("a game")).expect("fits");
        let error = Learned::new(&other, weights()).expect_err("is of another game").to_string();
        assert_eq!(error, "the weights are for 3x3:3, not for 4x4:3");
    }
}
