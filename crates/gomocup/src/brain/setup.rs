//! The game that a manager has set up, and the stones of its position.

use std::collections::BTreeSet;
use std::fmt;

use connect_toe_game::{Bits, Board, BoardError, BySide, Faces, Forbidden, GameSpec, Overline, Rules, Side};

use crate::point::Point;

/// Sides of boards, in cells.
pub(super) const SIZES: std::ops::RangeInclusive<i64> = 5..=32;
/// Stones in a row.
const LINE: u16 = 5;

/// Which runs win, and where stones may go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum FiveRule {
    /// Five or more.
    #[default]
    Freestyle,
    /// Exactly five.
    Exact,
    /// Exactly five for black, who may not take some cells; five or more for white.
    Renju,
}

/// A board and its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Setup {
    pub(super) width: u16,
    pub(super) height: u16,
    pub(super) rule: FiveRule,
}

/// A board and its rule, and the cells where nobody may move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ground {
    pub(super) setup: Setup,
    pub(super) blocked: BTreeSet<Point>,
}

impl Ground {
    /// The game. A cell with a stone is not blocked any more.
    pub(super) fn new(setup: Setup, blocked: &BTreeSet<Point>, stones: &Stones) -> Ground {
        let is_blocked = |point: &&Point| setup.check(**point).is_ok() && !stones.has(**point);
        Ground { setup, blocked: blocked.iter().filter(is_blocked).copied().collect() }
    }

    pub(super) fn spec(&self) -> GameSpec {
        let Setup { width, height, rule } = self.setup;
        let mut spec = GameSpec::new([width, height], LINE, Faces::Free);
        match rule {
            FiveRule::Freestyle => {}
            FiveRule::Exact => spec.overline = Overline::DoesNotCount,
            FiveRule::Renju => spec.forbidden = Forbidden::Renju,
        }
        // Places count the cells column by column, from the bottom up.
        spec.blocked = self.blocked.iter().map(|point| point.x * height + (height - 1 - point.y)).collect();
        spec.blocked.sort_unstable();
        spec
    }
}

impl Setup {
    pub(super) fn cells(self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// The middle cell; of several, the one with the greatest numbers.
    pub(super) fn middle(self) -> Point {
        Point { x: self.width / 2, y: self.height / 2 }
    }

    /// The error of a point that is not on the board.
    pub(super) fn check(self, point: Point) -> Result<(), StoneError> {
        let is_on_board = point.x < self.width && point.y < self.height;
        if is_on_board { Ok(()) } else { Err(StoneError::OffBoard(point, self)) }
    }
}

/// Whose a stone is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// The brain's.
    Own,
    Opponent,
}

/// The stones on the board, in the order in which they came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Stones(Vec<(Point, Owner)>);

/// Why a stone cannot be put on the board or taken from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StoneError {
    OffBoard(Point, Setup),
    Taken(Point),
    Missing(Point),
    Field(i64),
}

impl fmt::Display for StoneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoneError::OffBoard(point, Setup { width, height, .. }) => {
                // Managers differ in which number is the row.
                let (first, second) = (width - 1, height - 1);
                write!(
                    f,
                    "{point} is not on the board: the first number is 0 to {first}, the second is 0 to {second}"
                )
            }
            StoneError::Taken(point) => write!(f, "there is a stone on {point} already"),
            StoneError::Missing(point) => write!(f, "there is no stone on {point}"),
            StoneError::Field(field) => {
                write!(f, "a stone's field is 1 (the brain's) or 2 (the opponent's), not {field}")
            }
        }
    }
}

impl Stones {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn put(&mut self, setup: Setup, point: Point, owner: Owner) -> Result<(), StoneError> {
        setup.check(point)?;
        if self.has(point) {
            return Err(StoneError::Taken(point));
        }
        self.0.push((point, owner));
        Ok(())
    }

    pub(super) fn take(&mut self, setup: Setup, point: Point) -> Result<(), StoneError> {
        setup.check(point)?;
        let before = self.0.len();
        self.0.retain(|&(other, _)| other != point);
        if self.0.len() < before { Ok(()) } else { Err(StoneError::Missing(point)) }
    }

    /// How far a point is from the nearest stone, and from all of them together, in steps of any direction; on an empty
    /// board, how far it is from the middle.
    pub(super) fn distances(&self, setup: Setup, point: Point) -> (u16, u32) {
        let from = |stone: Point| stone.x.abs_diff(point.x).max(stone.y.abs_diff(point.y));
        let distances = self.0.iter().map(|&(stone, _)| from(stone));
        let Some(nearest) = distances.clone().min() else { return (from(setup.middle()), 0) };
        (nearest, distances.map(u32::from).sum())
    }

    fn has(&self, point: Point) -> bool {
        self.0.iter().any(|&(taken, _)| taken == point)
    }

    fn count(&self, owner: Owner) -> usize {
        self.0.iter().filter(|&&(_, other)| other == owner).count()
    }

    /// The side of the brain, which is to move.
    ///
    /// The brain has O if the opponent has one stone more, as where the opponent has moved first, and X if both have as
    /// many. Other numbers come from no game: then the first stone is X's where the sides have different rules, and elsewhere
    /// the brain has X.
    fn side_of_brain<B: Bits>(&self, rules: &Rules<B>) -> Side {
        let (own, other) = (self.count(Owner::Own), self.count(Owner::Opponent));
        let begins = self.0.first().is_none_or(|&(_, owner)| owner == Owner::Own);
        let has_x = own == other || other != own + 1 && (begins || rules.sides_are_alike());
        if has_x { Side::X } else { Side::O }
    }

    /// The position for the brain to move.
    ///
    /// # Errors
    /// Lines with which the game was over before.
    pub(super) fn board<B: Bits>(&self, rules: &Rules<B>) -> Result<Board<B>, BoardError> {
        let brain = self.side_of_brain(rules);
        self.board_with(rules, brain, brain)
    }

    /// The position in which the first stone was X's, and as many stones of each side say who is to move: after a move of the
    /// brain it is the opponent.
    ///
    /// # Errors
    /// Lines with which the game was over before.
    pub(super) fn board_by_turns<B: Bits>(&self, rules: &Rules<B>) -> Result<Board<B>, BoardError> {
        let (own, other) = (self.count(Owner::Own), self.count(Owner::Opponent));
        let begins = self.0.first().is_none_or(|&(_, owner)| owner == Owner::Own);
        let (x, o, brain) = if begins { (own, other, Side::X) } else { (other, own, Side::O) };
        self.board_with(rules, brain, if x > o { Side::O } else { Side::X })
    }

    fn board_with<B: Bits>(
        &self,
        rules: &Rules<B>,
        brain: Side,
        to_move: Side,
    ) -> Result<Board<B>, BoardError> {
        let mut sets = BySide { x: B::EMPTY, o: B::EMPTY };
        for &(point, owner) in &self.0 {
            let side = if owner == Owner::Own { brain } else { brain.other() };
            let cell = point.cell(rules.geometry()).expect("stones are put on the board");
            sets[side] |= B::single(cell.bit());
        }
        rules.board_of(sets, Some(to_move))
    }

    /// The board as lines of text, the brain's stones as X, blocked cells as `#`.
    pub(super) fn picture(&self, ground: &Ground) -> Vec<String> {
        let mut rows = vec![vec!['.'; ground.setup.width.into()]; ground.setup.height.into()];
        for point in &ground.blocked {
            rows[usize::from(point.y)][usize::from(point.x)] = '#';
        }
        for &(point, owner) in &self.0 {
            rows[usize::from(point.y)][usize::from(point.x)] = if owner == Owner::Own { 'x' } else { 'o' };
        }
        rows.into_iter().map(|row| row.into_iter().collect()).collect()
    }
}
