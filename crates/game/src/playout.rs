//! Uniformly random games.
#![expect(clippy::inline_always, reason = "a game is compiled for the processor as far as it is inlined")]

use rand_chacha::ChaCha8Rng;

use crate::bits::Bits;
use crate::board::Board;
use crate::geometry::Cell;
use crate::line_test::runs;
use crate::mixing::Draws;
use crate::outcome::Outcome;
use crate::processor::{Avx2, Portable, Processor, Work};
use crate::rules::{Rules, Threats};
use crate::side::Side;
use crate::width::ByWidth;
use crate::{by_width, for_width};

/// Plays random games of one set of rules; keeps its working memory between games.
///
/// With free placement on a large board a game is a random order of the empty cells, cut off where the first line is
/// complete. So all cells are filled first, the lines of either side are found with a few shifts of the full board,
/// and the line that was complete first decides.
///
/// ```
/// use connect_toe_game::{Outcome, Playouts, Rules};
/// use rand_chacha::ChaCha8Rng;
/// use rand_chacha::rand_core::SeedableRng;
/// let rules = Rules::<u64>::compile(&"connect-four".parse()?)?;
/// let mut playouts = Playouts::new(&rules);
/// let mut random = ChaCha8Rng::seed_from_u64(1);
/// let draws = (0..1000)
///     .filter(|_| playouts.play(&rules.start(), &mut random).outcome == Outcome::Draw)
///     .count();
/// // About one random game in 400 is drawn.
/// assert!(draws < 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Playouts<'a, B> {
    rules: &'a Rules<B>,
    open: Vec<Cell>,
    /// Bits from cell to cell of a line, for each direction, if lines can be found that way.
    steps: Option<Vec<u32>>,
    /// By cell: the ply in which it was filled, counted from 1; 0 for the stones of the given position.
    filled: Vec<u16>,
    /// The uppermost cells of the columns, in games with one open face.
    tops: Option<B>,
    /// The processor, if games are played with its own instructions.
    avx2: Option<Avx2>,
    play: Play<B>,
}

type Play<B> = fn(&mut Playouts<'_, B>, &Board<B>, &mut ChaCha8Rng) -> Playout;

static PLAY: ByWidth = by_width!(B => play::<B> as Play<B>);

/// How a random game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// The result.
    pub outcome: Outcome,
    /// Moves played from the given position.
    pub plies: u32,
}

impl<'a, B: Bits> Playouts<'a, B> {
    /// Prepares to play.
    pub fn new(rules: &'a Rules<B>) -> Self {
        for_width!(B => prepared::<B>, for<'r> fn(&'r Rules<B>) -> Playouts<'r, B>)(rules)
    }

    fn with(rules: &'a Rules<B>, avx2: Option<Avx2>) -> Self {
        let worth_it = B::WIDTH > 64 && rules.placement_is_free() && rules.lines().count() > 0;
        let steps = if worth_it { rules.line_steps().map(<[u32]>::to_vec) } else { None };
        let tops = rules.floor().map(|floor| {
            let has_above =
                |bit: u32| bit + 1 < B::WIDTH && rules.cells().contains(bit + 1) && !floor.contains(bit + 1);
            rules.cells().members().filter(|&bit| !has_above(bit)).fold(B::EMPTY, B::with)
        });
        let play = *PLAY.get::<Play<B>>();
        Playouts {
            rules,
            open: Vec::new(),
            steps,
            filled: vec![0; rules.geometry().bits()],
            tops,
            avx2,
            play,
        }
    }

    /// Plays random legal moves, each with the same probability, from a position to the end of the game.
    /// If the game is over already, the playout has no plies.
    pub fn play(&mut self, board: &Board<B>, random: &mut ChaCha8Rng) -> Playout {
        (self.play)(self, board, random)
    }
}

fn prepared<B: Bits>(rules: &Rules<B>) -> Playouts<'_, B> {
    Playouts::with(rules, Avx2::detect())
}

/// Wider boards gain nothing from the processor's own instructions.
const MOST_BITS: u32 = 256;

struct OneGame<'a, 'rules, B> {
    playouts: &'a mut Playouts<'rules, B>,
    board: &'a Board<B>,
    random: &'a mut ChaCha8Rng,
}

fn play<B: Bits>(playouts: &mut Playouts<B>, board: &Board<B>, random: &mut ChaCha8Rng) -> Playout {
    match playouts.avx2 {
        Some(processor) if const { B::WIDTH <= MOST_BITS } => {
            processor.run(OneGame { playouts, board, random })
        }
        _ => Portable.run(OneGame { playouts, board, random }),
    }
}

impl<B: Bits> Work for OneGame<'_, '_, B> {
    type Output = Playout;

    #[inline(always)]
    fn run(self) -> Playout {
        match self.playouts.rules.outcome(self.board) {
            Some(outcome) => Playout { outcome, plies: 0 },
            None => self.playouts.play_on(self.board, false, self.random).0,
        }
    }
}

impl<B: Bits> Playouts<'_, B> {
    /// As [`play`](Playouts::play), from a position in which the game goes on, with random numbers from any source, and
    /// compiled for the processor that the caller is compiled for. If `wants_stones` is set, also returns the stones of
    /// both sides at the end, first those of the side that is to move in `board`.
    #[inline(always)]
    pub fn play_on(
        &mut self,
        board: &Board<B>,
        wants_stones: bool,
        random: &mut impl Draws,
    ) -> (Playout, [B; 2]) {
        if !self.rules.turns_are_equal() {
            play_by_rules(self.rules, board, false, random)
        } else if self.steps.is_some() && !wants_stones {
            (self.fill_the_board(board, random), [B::EMPTY; 2])
        } else if self.rules.placement_is_free() || self.tops.is_some() {
            self.play_listed(board, random)
        } else {
            self.play_by_sets(board, random)
        }
    }

    /// As [`play_on`](Playouts::play_on), but a side that can complete a line does so, else it takes a cell where the
    /// other side could; in a misère game no side completes a line before it must. Among the moves that are left, each
    /// has the same probability. `threats` are those of the position.
    ///
    /// Source: F. Teytaud & O. Teytaud, "On the huge benefit of decisive moves in Monte-Carlo Tree Search algorithms"
    /// (2010).
    ///
    /// ```
    /// use connect_toe_game::{Outcome, Playouts, Rules, Side, SplitMix};
    /// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
    /// let mut playouts = Playouts::new(&rules);
    /// let mut outcome = |text: &str| {
    ///     let board = rules.parse_board(text, None).expect("a board");
    ///     playouts.play_decisively(&board, &rules.threats(&board), &mut SplitMix::new(1)).0
    /// };
    /// // X completes its line. O blocks one of two threats, so that X completes the other.
    /// assert_eq!((outcome("xx_/oo_/___").outcome, outcome("xx_/oo_/___").plies), (Outcome::Win(Side::X), 1));
    /// assert_eq!((outcome("x_x/_o_/x_o").outcome, outcome("x_x/_o_/x_o").plies), (Outcome::Win(Side::X), 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub fn play_decisively(
        &mut self,
        board: &Board<B>,
        threats: &Threats<B>,
        random: &mut impl Draws,
    ) -> (Playout, [B; 2]) {
        let rules = self.rules;
        if !rules.turns_are_equal() {
            return play_by_rules(self.rules, board, true, random);
        }
        let line_wins = rules.line_wins();
        let is_free = rules.placement_is_free();
        if is_free {
            self.open_cells(board);
        }
        let (mut mover, mut other) = (board.mover(), board.other());
        let (mut own, mut theirs) = (threats.mover, threats.other);
        let mut plies = 0;
        let outcome = loop {
            let legal = rules.legal_with(mover | other);
            if legal.is_empty() {
                break Outcome::Draw;
            }
            let completing = own & legal;
            let wanted = if line_wins { theirs & legal } else { legal.minus(completing) };
            let must_complete = line_wins || wanted.is_empty();
            let last = if must_complete { completing } else { B::EMPTY };
            if let Some(bit) = last.lowest() {
                mover.insert(bit);
                plies += 1;
                (mover, other) = (other, mover);
                break rules.line_outcome(mover_after(board.to_move(), plies).other());
            }
            let bit = if line_wins && let Some(bit) = wanted.lowest() {
                bit
            } else if is_free && completing.is_empty() {
                self.draw_open(mover | other, random)
            } else {
                let choice = if line_wins { legal } else { wanted };
                any_of(choice, random)
            };
            mover.insert(bit);
            own = rules.completing_after(ALIKE, mover, own, Cell::from_bit(bit));
            plies += 1;
            (mover, other) = (other, mover);
            (own, theirs) = (theirs, own);
        };
        (Playout { outcome, plies }, by_first(mover, other, plies))
    }

    /// Any of the open cells that is still empty.
    #[inline(always)]
    fn draw_open(&mut self, occupied: B, random: &mut impl Draws) -> u32 {
        loop {
            let bit = self.open.swap_remove(random.below(self.open.len() as u32) as usize).bit();
            if !occupied.contains(bit) {
                return bit;
            }
        }
    }

    #[inline(always)]
    fn open_cells(&mut self, board: &Board<B>) {
        self.open.clear();
        for bit in self.rules.legal(board).members() {
            self.open.push(Cell::from_bit(bit));
        }
    }

    /// The open cells are kept in a list. With free placement a random one is swapped with the last; under gravity each
    /// column has one, and then the one above it.
    #[inline(always)]
    fn play_listed(&mut self, board: &Board<B>, random: &mut impl Draws) -> (Playout, [B; 2]) {
        self.open_cells(board);
        let (mut mover, mut other) = (board.mover(), board.other());
        let mut plies = 0;
        let outcome = loop {
            if self.open.is_empty() {
                break Outcome::Draw;
            }
            let chosen = random.below(self.open.len() as u32) as usize;
            let cell = self.open[chosen];
            plies += 1;
            let is_line = self.rules.makes_line(ALIKE, mover, cell);
            mover.insert(cell.bit());
            (mover, other) = (other, mover);
            if is_line {
                break self.rules.line_outcome(mover_after(board.to_move(), plies).other());
            }
            match &self.tops {
                None => {
                    self.open.swap_remove(chosen);
                }
                Some(tops) if tops.contains(cell.bit()) => {
                    self.open.remove(chosen);
                }
                Some(_) => self.open[chosen] = Cell::from_bit(cell.bit() + 1),
            }
        };
        (Playout { outcome, plies }, by_first(mover, other, plies))
    }

    #[inline(always)]
    fn fill_the_board(&mut self, board: &Board<B>, random: &mut impl Draws) -> Playout {
        self.open_cells(board);
        self.filled.fill(0);
        let mut sides = [board.mover(), board.other()];
        let plies = self.open.len() as u32;
        for ply in 1..=plies {
            let left = plies - ply;
            let chosen = random.below(left + 1) as usize;
            let cell = self.open.swap_remove(chosen);
            self.filled[cell.index()] = ply as u16;
            sides[usize::from(ply % 2 == 0)].insert(cell.bit());
        }
        let k = self.rules.lines().k() as u32;
        let mut first = u16::MAX;
        for &step in self.steps.iter().flatten() {
            for stones in sides {
                for start in runs(stones, step, k).members() {
                    let cells = (0..k).map(|index| self.filled[(start + index * step) as usize]);
                    first = first.min(cells.max().unwrap_or(u16::MAX));
                }
            }
        }
        if first == u16::MAX {
            return Playout { outcome: Outcome::Draw, plies };
        }
        let side = mover_after(board.to_move(), u32::from(first)).other();
        Playout { outcome: self.rules.line_outcome(side), plies: u32::from(first) }
    }

    #[inline(always)]
    fn play_by_sets(&self, board: &Board<B>, random: &mut impl Draws) -> (Playout, [B; 2]) {
        let (mut mover, mut other) = (board.mover(), board.other());
        let mut plies = 0;
        let outcome = loop {
            let legal = self.rules.legal_with(mover | other);
            if legal.is_empty() {
                break Outcome::Draw;
            }
            let bit = any_of(legal, random);
            plies += 1;
            let is_line = self.rules.makes_line(ALIKE, mover, Cell::from_bit(bit));
            mover.insert(bit);
            (mover, other) = (other, mover);
            if is_line {
                break self.rules.line_outcome(mover_after(board.to_move(), plies).other());
            }
        };
        (Playout { outcome, plies }, by_first(mover, other, plies))
    }
}

/// Asks the rules about every ply: for games where sides do not alternate or are not alike. A decisive game ends where
/// a move wins, and looks for a move that neither loses nor lets a threat stand.
#[cold]
fn play_by_rules<B: Bits>(
    rules: &Rules<B>,
    board: &Board<B>,
    is_decisive: bool,
    random: &mut impl Draws,
) -> (Playout, [B; 2]) {
    let first = board.to_move();
    let mut board = *board;
    let mut plies = 0;
    let outcome = loop {
        let legal = rules.legal(&board);
        if legal.is_empty() {
            break rules.outcome_without_moves();
        }
        let completing = if is_decisive { rules.completing(&board, legal) } else { B::EMPTY };
        let wanted = if !is_decisive {
            legal
        } else if !rules.line_wins() {
            legal.minus(completing)
        } else if completing.any() {
            completing
        } else {
            rules.threatened(&board, legal)
        };
        let bit = any_of(if wanted.any() { wanted } else { legal }, random);
        let step = rules.advance(&board, Cell::from_bit(bit));
        board = step.board;
        plies += 1;
        if let Some(outcome) = step.outcome {
            break outcome;
        }
    };
    (Playout { outcome, plies }, [board.stones_of(first), board.stones_of(first.other())])
}

/// Where both sides are alike, lines are looked for as X's.
const ALIKE: Side = Side::X;

/// Any member of a set that is not empty.
#[inline(always)]
fn any_of<B: Bits>(set: B, random: &mut impl Draws) -> u32 {
    set.nth(random.below(set.count())).expect("the index is below the count")
}

/// The side to move `plies` after `first` was.
#[inline(always)]
fn mover_after(first: Side, plies: u32) -> Side {
    if plies.is_multiple_of(2) { first } else { first.other() }
}

/// The stones of the side that was to move `plies` ago, and those of the other side.
#[inline(always)]
fn by_first<B>(mover: B, other: B, plies: u32) -> [B; 2] {
    if plies.is_multiple_of(2) { [mover, other] } else { [other, mover] }
}

/// The position after `plies` moves that `choose` gives, each for the position reached so far. `None` if the game ends
/// on the way, or if `choose` gives no move.
///
/// ```
/// use connect_toe_game::{Rules, undecided_after};
/// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
/// let first = |board: &_| rules.legal_moves(board).first().copied();
/// let board = undecided_after(&rules, rules.start(), 3, first).expect("neither side has a line yet");
/// assert_eq!(rules.board_text(&board), "x__/o__/x__");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn undecided_after<B: Bits>(
    rules: &Rules<B>,
    board: Board<B>,
    plies: u32,
    mut choose: impl FnMut(&Board<B>) -> Option<Cell>,
) -> Option<Board<B>> {
    for_width!(B => undecided_after_here::<B>, fn(&Rules<B>, Board<B>, u32, &mut dyn FnMut(&Board<B>) -> Option<Cell>) -> Option<Board<B>>)(
        rules,
        board,
        plies,
        &mut choose,
    )
}

fn undecided_after_here<B: Bits>(
    rules: &Rules<B>,
    mut board: Board<B>,
    plies: u32,
    choose: &mut dyn FnMut(&Board<B>) -> Option<Cell>,
) -> Option<Board<B>> {
    if rules.outcome(&board).is_some() {
        return None;
    }
    for _ in 0..plies {
        let step = rules.advance(&board, choose(&board)?);
        if step.outcome.is_some() {
            return None;
        }
        board = step.board;
    }
    Some(board)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::{Geometry, Words};

    #[test]
    fn a_walk_ends_undecided_or_not_at_all() {
        let spec: crate::GameSpec = "3x3:3".parse().expect("sound game text");
        let rules = Rules::<u64>::compile(&spec).expect("it fits");
        let first = |board: &Board<u64>| rules.legal_moves(board).first().copied();
        // In canonical order X takes the first line's last cell with the seventh stone.
        let board = undecided_after(&rules, rules.start(), 6, first).expect("six plies are undecided");
        assert_eq!(board.stones(), 6);
        assert_eq!(undecided_after(&rules, rules.start(), 7, first), None);
        assert_eq!(undecided_after(&rules, board, 0, first), Some(board));
        assert_eq!(undecided_after(&rules, board, 1, |_| None), None);
    }

    /// On a processor without AVX2 both ways are the same one.
    #[test]
    fn every_processor_plays_the_same_games() {
        fn check<B: Bits>(text: &str) {
            let rules = Rules::<B>::compile(&text.parse().expect("sound game text")).expect("it fits");
            let (board, mut random) = (rules.start(), ChaCha8Rng::seed_from_u64(1));
            let mut play = |avx2| -> Vec<Playout> {
                random.set_word_pos(0);
                let mut playouts = Playouts::with(&rules, avx2);
                (0..300).map(|_| playouts.play(&board, &mut random)).collect()
            };
            assert_eq!(play(None), play(Avx2::detect()), "{text}");
        }
        for text in ["3x3:3", "7x6:4:-2", "4x4x4:4:all", "5x5:4:free:torus"] {
            check::<u64>(text);
        }
        for text in ["9x9:5", "12x9:4:-2"] {
            check::<u128>(text);
        }
        check::<Words<4>>("15x15:5");
    }

    /// Both ways draw the same numbers for the same moves, so they play the same games.
    #[test]
    fn a_filled_board_tells_which_line_came_first() {
        for text in ["9x9:4", "15x15:5", "15x15:5:free:misere", "12x12:7", "5x4x4:3", "9x9:9"] {
            let spec: crate::GameSpec = text.parse().expect("sound game text");
            assert!(Geometry::of(&spec).is_ok_and(|geometry| geometry.width().bits() <= 256));
            let rules = Rules::<Words<4>>::compile(&spec).expect("the width is enough");
            let mut playouts = Playouts::new(&rules);
            assert!(playouts.steps.is_some(), "{text}");
            let mut board = rules.start();
            for seed in 0..300 {
                let random = || ChaCha8Rng::seed_from_u64(seed);
                let filled = playouts.play(&board, &mut random());
                assert_eq!(filled, playouts.play_on(&board, true, &mut random()).0, "{text}, game {seed}");
                // From later positions too.
                if seed % 10 == 0 && filled.plies > 2 {
                    let cell = rules.legal_moves(&board)[seed as usize % 7];
                    if rules.outcome_of(&board, cell).is_none() {
                        board = rules.play(&board, cell);
                    }
                }
            }
        }
    }
}
