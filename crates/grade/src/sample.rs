//! Positions to grade on: what uniformly random games lead to.

use std::collections::HashSet;

use connect_toe_game::{
    Bits, Board, ListedSymmetries, Playouts, Rules, SpecError, canonical_form, symmetries, undecided_after,
};
use connect_toe_solve::Control;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Draws positions of one game. Every attempt has a random stream of its own, numbered by ply and attempt.
pub(crate) struct Sampler<'a, B> {
    rules: &'a Rules<B>,
    symmetries: ListedSymmetries,
    seed: u64,
}

/// Attempts to draw a position between two reports of progress.
const ATTEMPTS_AT_ONCE: u64 = 1000;
/// Random games that tell where games end.
const SURVEY: u64 = 1000;

impl<'a, B: Bits> Sampler<'a, B> {
    pub(crate) fn new(rules: &'a Rules<B>, seed: u64) -> Result<Self, SpecError> {
        Ok(Sampler { rules, symmetries: symmetries(rules.spec())?.listed(), seed })
    }

    /// The symmetries that make positions count as one.
    pub(crate) fn symmetries(&self) -> &ListedSymmetries {
        &self.symmetries
    }

    /// Up to `wanted` positions after `ply` plies in which the game goes on, no two of them alike up to its
    /// [listed](connect_toe_game::Symmetries::listed) symmetries, in the order in which they were drawn. Fewer if there are no more,
    /// or if random games hardly ever lead to others, and none if `control` stops it. `watch` is called now and then with their
    /// number.
    pub(crate) fn positions(
        &self,
        ply: u32,
        wanted: usize,
        control: &Control,
        watch: impl Fn(usize),
    ) -> Vec<Board<B>> {
        let mut seen = HashSet::new();
        let mut found = Vec::new();
        let (mut attempt, mut fruitless) = (0, 0);
        // The more are wanted, the longer it is worth looking for those that are rare.
        while found.len() < wanted && fruitless < 1000 + 20 * wanted {
            if control.is_stopped() {
                return Vec::new();
            }
            let board = self.position(ply, &mut self.stream(ply, attempt));
            match board.filter(|board| seen.insert(self.canonical(board))) {
                Some(board) => {
                    found.push(board);
                    fruitless = 0;
                }
                None => fruitless += 1,
            }
            attempt += 1;
            if attempt % ATTEMPTS_AT_ONCE == 0 {
                watch(found.len());
            }
        }
        found
    }

    /// The position that stands for all that symmetries make of this one.
    pub(crate) fn canonical(&self, board: &Board<B>) -> Board<B> {
        canonical_form(self.rules, &self.symmetries.symmetries, board)
    }

    /// The last ply after which some of a thousand random games went on.
    pub(crate) fn last_ply(&self) -> u32 {
        let mut playouts = Playouts::new(self.rules);
        let start = self.rules.start();
        // No position is that late, so no position is drawn from these streams.
        let length = |game| playouts.play(&start, &mut self.stream(LATEST_PLY, game)).plies;
        (0..SURVEY).map(length).max().unwrap_or(0).saturating_sub(1)
    }

    fn stream(&self, ply: u32, attempt: u64) -> ChaCha8Rng {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(u64::from(ply) << 32 | attempt);
        random
    }

    /// The position after `ply` random moves, if the game goes on there.
    fn position(&self, ply: u32, random: &mut ChaCha8Rng) -> Option<Board<B>> {
        undecided_after(self.rules, self.rules.start(), ply, |board| {
            let mut moves = self.rules.legal_moves(board);
            moves.sort_unstable_by_key(|cell| cell.bit());
            Some(moves[random.random_range(0..moves.len() as u32) as usize])
        })
    }
}

const LATEST_PLY: u32 = u32::MAX;

#[cfg(test)]
mod tests {
    use super::*;
    use connect_toe_game::GameSpec;

    fn rules(text: &str) -> Rules<u64> {
        let spec: GameSpec = text.parse().expect("game text");
        Rules::compile(&spec).expect("it fits")
    }

    #[test]
    fn all_positions_of_a_small_game_are_found_once() {
        let rules = rules("3x3:3");
        let sampler = Sampler::new(&rules, 1).expect("a game");
        let numbers: Vec<usize> =
            (0..9).map(|ply| sampler.positions(ply, 1000, &Control::new(), |_| ()).len()).collect();
        // Tic-Tac-Toe's unfinished positions up to symmetry, by ply: known counts (765 with the finished ones).
        assert_eq!(numbers, [1, 3, 12, 38, 108, 153, 183, 95, 34]);
        assert_eq!(sampler.last_ply(), 8);
    }

    /// On the torus of three by three any two cells can be carried to any two others: by 432 symmetries.
    #[test]
    fn many_symmetries_are_used() {
        let rules = rules("3x3:3:free:torus");
        let sampler = Sampler::new(&rules, 1).expect("a game");
        let numbers = [0, 1, 2].map(|ply| sampler.positions(ply, 100, &Control::new(), |_| ()).len());
        assert_eq!(numbers, [1, 1, 1]);
    }

    #[test]
    fn positions_are_undecided_and_of_their_ply() {
        let rules = rules("connect-four");
        let sampler = Sampler::new(&rules, 7).expect("a game");
        let boards = sampler.positions(30, 50, &Control::new(), |_| ());
        assert_eq!(boards.len(), 50);
        assert!(boards.iter().all(|board| board.stones() == 30 && rules.outcome(board).is_none()));
        // A smaller sample is the beginning of a larger one.
        assert_eq!(sampler.positions(30, 20, &Control::new(), |_| ()), boards[..20]);
        let other = Sampler::new(&rules, 8).expect("a game");
        assert_ne!(other.positions(30, 50, &Control::new(), |_| ()), boards);
    }

    #[test]
    fn a_ply_that_no_game_reaches_has_no_positions() {
        // A second stone wins.
        let rules = rules("2x2:2");
        let sampler = Sampler::new(&rules, 1).expect("a game");
        assert_eq!(sampler.last_ply(), 2);
        assert!(sampler.positions(3, 10, &Control::new(), |_| ()).is_empty());
    }
}
