//! Books: the exact score of every position of the first plies of a game.

mod build;
mod file;
pub(crate) mod positions;
mod shipped;

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use connect_toe_game::{Bits, Board, Rules, for_width};
use connect_toe_work::Stop;

use crate::score::Score;
use positions::{Frames, Key, Unlisted, after};

pub use file::BookError;

/// The exact scores of all positions after at most some plies, one for all that a symmetry of the game maps to each
/// other. Positions of finished games are not among them: their scores follow from the rules.
///
/// A book has only positions that games lead to, and only scores that a prover has found. Some may be missing: then the
/// book is not complete.
///
/// ```
/// use connect_toe_game::Rules;
/// use connect_toe_solve::{Book, Memory, Score};
/// use connect_toe_work::Stop;
/// use std::ops::ControlFlow;
///
/// let rules = Rules::<u64>::compile(&"4x4:3".parse()?)?;
/// let mut book = Book::new(&rules, 2, &Stop::new())?;
/// assert_eq!((book.positions(), book.known()), (1 + 3 + 33, 0));
/// book.fill(Memory(1 << 20), 1, &Stop::new(), |_| ControlFlow::Continue(()))?;
/// assert!(book.is_complete());
/// // X wins in 5 plies, which leaves 11 of 16 cells empty.
/// assert_eq!(book.score(&rules.start()), Some(Score(12)));
/// let again = Book::read(&rules, &book.to_bytes())?;
/// assert_eq!(again.score(&rules.start()), Some(Score(12)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Book<B: Bits> {
    rules: Rules<B>,
    frames: Frames,
    /// By ply, from the empty board on.
    levels: Vec<Level<B>>,
}

/// The positions after a number of plies.
#[derive(Debug)]
struct Level<B> {
    /// In ascending order; found when they are first needed. If they are not those of the file, none.
    keys: OnceLock<Vec<Key<B>>>,
    /// The checksum of the keys.
    checksum: u32,
    scores: Vec<i16>,
    /// How many of them are known.
    known: usize,
}

/// Stands for a score that is not known.
const UNKNOWN: i16 = i16::MIN;

/// A book has at most this many positions of one ply: what has room in 512 MB.
const fn most_positions<B: Bits>() -> usize {
    (512 << 20) / size_of::<Key<B>>()
}

impl<B: Bits> Book<B> {
    /// A book of all positions after at most `plies` plies, without scores.
    ///
    /// # Errors
    /// [`BookError::Large`] if there are too many positions, [`BookError::Stopped`].
    pub fn new(rules: &Rules<B>, plies: u32, stop: &Stop) -> Result<Book<B>, BookError> {
        for_width!(B => Book::<B>::new_here, fn(&Rules<B>, u32, &Stop) -> Result<Book<B>, BookError>)(
            rules, plies, stop,
        )
    }

    fn new_here(rules: &Rules<B>, plies: u32, stop: &Stop) -> Result<Book<B>, BookError> {
        let frames = Frames::new(rules);
        let mut levels: Vec<Level<B>> = Vec::new();
        for ply in 0..=plies {
            let keys =
                match levels.last().and_then(|level| level.keys.get()) {
                    None => positions::start(rules, &frames),
                    Some(before) => {
                        let most = most_positions::<B>();
                        let found = after(rules, &frames, before, false, most, &mut |_| stop.listen())
                            .map_err(|why| match why {
                                Unlisted::Stopped => BookError::Stopped,
                                Unlisted::Many(positions) => BookError::Large { ply, positions, most },
                            });
                        found?.open
                    }
                };
            let scores = vec![UNKNOWN; keys.len()];
            let checksum = positions::checksum(&keys);
            levels.push(Level { keys: OnceLock::from(keys), checksum, scores, known: 0 });
        }
        Ok(Book { rules: rules.clone(), frames, levels })
    }

    /// A book of the empty board alone, whose score is known from elsewhere.
    ///
    /// ```
    /// use connect_toe_game::Rules;
    /// use connect_toe_solve::{Book, Score};
    /// let rules = Rules::<u64>::compile(&"4x4:3".parse()?)?;
    /// let book = Book::of_start(&rules, Score(12));
    /// assert_eq!((book.plies(), book.score(&rules.start())), (0, Some(Score(12))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_start(rules: &Rules<B>, score: Score) -> Book<B> {
        for_width!(B => Book::<B>::of_start_here, fn(&Rules<B>, Score) -> Book<B>)(rules, score)
    }

    fn of_start_here(rules: &Rules<B>, score: Score) -> Book<B> {
        // Its only position stands for itself.
        let frames = Frames::none();
        let keys = positions::start(rules, &frames);
        let known = keys.len();
        let (checksum, scores) = (positions::checksum(&keys), vec![score.0 as i16; known]);
        let level = Level { keys: OnceLock::from(keys), checksum, scores, known };
        Book { rules: rules.clone(), frames, levels: vec![level] }
    }

    /// The book of a game that is a part of the program, if there is one; also if the board is turned or mirrored.
    pub fn shipped(rules: &Rules<B>) -> Option<Arc<Book<B>>> {
        for_width!(B => shipped::shipped::<B>, fn(&Rules<B>) -> Option<Arc<Book<B>>>)(rules)
    }

    /// The plies of the last positions.
    pub fn plies(&self) -> u32 {
        self.levels.len() as u32 - 1
    }

    /// The number of positions.
    pub fn positions(&self) -> u64 {
        self.levels.iter().map(|level| level.scores.len() as u64).sum()
    }

    /// The number of positions after this number of plies.
    pub fn positions_after(&self, plies: u32) -> u64 {
        self.levels.get(plies as usize).map_or(0, |level| level.scores.len() as u64)
    }

    /// The number of scores that are known.
    pub fn known(&self) -> u64 {
        self.levels.iter().map(|level| level.known as u64).sum()
    }

    /// Whether all scores are known.
    pub fn is_complete(&self) -> bool {
        self.known() == self.positions()
    }

    /// The score of a position for the side to move, if the book has it.
    pub fn score(&self, board: &Board<B>) -> Option<Score> {
        for_width!(B => Book::<B>::score_here, fn(&Book<B>, &Board<B>) -> Option<Score>)(self, board)
    }

    pub(crate) fn score_here(&self, board: &Board<B>) -> Option<Score> {
        let ply = board.stones() as usize;
        let level = self.levels.get(ply).filter(|_| self.rules.is_told_by_stones(board))?;
        let key = self.frames.canonical([board.mover(), board.other()]);
        let place = self.keys(ply).binary_search(&key).ok()?;
        known_score(level.scores[place])
    }

    /// A position after this number of plies, by its place in the book, with its score for the side to move if that is
    /// known; X has moved first.
    pub fn position(&self, plies: u32, place: u64) -> Option<(Board<B>, Option<Score>)> {
        for_width!(B => Book::<B>::position_here, fn(&Book<B>, u32, u64) -> Option<(Board<B>, Option<Score>)>)(
            self, plies, place,
        )
    }

    fn position_here(&self, plies: u32, place: u64) -> Option<(Board<B>, Option<Score>)> {
        let (level, place) = (self.levels.get(plies as usize)?, usize::try_from(place).ok()?);
        let key = *self.keys(plies as usize).get(place)?;
        Some((positions::board(&self.rules, key), known_score(level.scores[place])))
    }

    /// Takes the scores of another book of the same game, as far as they are missing here.
    pub fn take(&mut self, other: &Book<B>) {
        for (level, others) in self.levels.iter_mut().zip(&other.levels) {
            if (level.checksum, level.scores.len()) == (others.checksum, others.scores.len()) {
                for (place, &found) in others.scores.iter().enumerate() {
                    level.keep(place, found);
                }
            }
        }
    }

    /// The positions after this number of plies, which follow from those before.
    fn keys(&self, ply: usize) -> &[Key<B>] {
        for (place, level) in self.levels[..=ply].iter().enumerate() {
            level.keys.get_or_init(|| {
                let keys = match place.checked_sub(1).and_then(|before| self.levels[before].keys.get()) {
                    None => positions::start(&self.rules, &self.frames),
                    Some(before) => {
                        let most = level.scores.len();
                        after(&self.rules, &self.frames, before, false, most, &mut |_| {
                            ControlFlow::Continue(())
                        })
                        .map_or_else(|_| Vec::new(), |after| after.open)
                    }
                };
                let is_right =
                    keys.len() == level.scores.len() && positions::checksum(&keys) == level.checksum;
                if is_right { keys } else { Vec::new() }
            });
        }
        self.levels[ply].keys.get().map(Vec::as_slice).unwrap_or_default()
    }
}

impl<B> Level<B> {
    /// Keeps a score, if that of the position is missing.
    fn keep(&mut self, place: usize, score: i16) {
        if self.scores[place] == UNKNOWN && score != UNKNOWN {
            self.scores[place] = score;
            self.known += 1;
        }
    }
}

fn known_score(score: i16) -> Option<Score> {
    (score != UNKNOWN).then(|| Score(i32::from(score)))
}
