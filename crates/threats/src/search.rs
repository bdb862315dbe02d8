//! The door: what is asked, and what is found.

use std::sync::Arc;

use connect_toe_game::{Bits, Board, BySide, Cell, Outcome, Overline, Rules, Side};

use crate::chain::Verdict;
use crate::effort::{Effort, Watch};
use crate::incidence::Incidence;
use crate::table::Table;
use crate::tallies::Tallies;

/// Looks for wins by chains of threats, in positions of one game.
///
/// ```
/// use connect_toe_game::{Rules, Side};
/// use connect_toe_threats::{Found, Threats, unwatched};
/// let rules = Rules::<u64>::compile(&"7x4:4:-2".parse()?)?;
/// let mut threats = Threats::new(&rules);
/// let mut find = |text: &str| {
///     let board = rules.parse_board(text, Some(Side::X)).expect("a board");
///     threats.find(&rules, &board, 1000, &mut unwatched).found
/// };
/// // Three in a row with both ends free, and with one.
/// let Found::Win(chain) = find("_______/_______/_______/__xx___") else { panic!("X wins") };
/// assert_eq!(rules.moves_text(&chain.moves), "e1 b1 f1");
/// assert_eq!(find("_______/_______/_______/_oxx___"), Found::NoChain);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Threats<B: Bits> {
    /// A longer run does not count.
    is_exact: bool,
    pub(crate) shape: Arc<Incidence>,
    pub(crate) tallies: Tallies,
    /// The stones in the tallies.
    stones: BySide<B>,
    pub(crate) table: Table,
    /// Moves of all positions on the way to this one, one after the other, with what they promise.
    pub(crate) moves: Vec<(u32, u16)>,
    /// The chain that was found, last move first.
    pub(crate) line: Vec<Cell>,
}

/// What a search for threats found, and its nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it found.
    pub found: Found,
    /// Moves that were made and taken back.
    pub nodes: u64,
}

/// What a search for threats found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The side to move wins.
    Win(Chain),
    /// No chain of threats wins. The side to move may win in other ways.
    NoChain,
    /// The search was stopped, by its limit or its watch, before it knew.
    Unknown,
}

/// A chain of threats that wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// Threats and answers in turn, from the position on. The last move completes a line.
    pub moves: Vec<Cell>,
}

impl Chain {
    /// The side to move wins in at most this many plies.
    pub fn plies(&self) -> u32 {
        self.moves.len() as u32
    }
}

impl<B: Bits> Threats<B> {
    /// Makes room for the searches in one game.
    pub fn new(rules: &Rules<B>) -> Threats<B> {
        let shape = Incidence::new(rules, rules.geometry().bits(), |cell| cell.bit() as u16);
        Threats {
            is_exact: rules.spec().overline == Overline::DoesNotCount,
            tallies: Tallies::new(&shape),
            shape: Arc::new(shape),
            stones: BySide { x: B::EMPTY, o: B::EMPTY },
            table: Table::default(),
            moves: Vec::new(),
            line: Vec::new(),
        }
    }

    /// Looks for a chain by which the side to move wins, with at most `nodes` nodes, in a position of the game in which the
    /// game goes on. In a misère game there is none.
    ///
    /// The same position and limit give the same finding, whatever was searched before, unless the watch stops the search.
    pub fn find(&mut self, rules: &Rules<B>, board: &Board<B>, nodes: u64, watch: Watch) -> Finding {
        if rules.line_outcome(Side::X) != Outcome::Win(Side::X) {
            return Finding { found: Found::NoChain, nodes: 0 };
        }
        self.set_up(board);
        self.table.begin(nodes);
        let mut effort = Effort::new(nodes, watch);
        let found = match self.chain(rules, board, &mut effort) {
            Verdict::Wins => Found::Win(Chain { moves: self.line.iter().rev().copied().collect() }),
            Verdict::Fails => Found::NoChain,
            Verdict::Open => Found::Unknown,
        };
        Finding { found, nodes: effort.nodes }
    }

    /// Puts the stones of a board into the tallies, and takes out those that are not there.
    fn set_up(&mut self, board: &Board<B>) {
        for side in Side::ALL {
            let gone = self.stones[side].minus(board.stones_of(side));
            for bit in gone.members() {
                self.unmake(Cell::from_bit(bit), side);
            }
        }
        for side in Side::ALL {
            let new = board.stones_of(side).minus(self.stones[side]);
            for bit in new.members() {
                self.make(Cell::from_bit(bit), side);
            }
        }
        self.stones = BySide::from_fn(|side| board.stones_of(side));
    }

    #[inline]
    pub(crate) fn make(&mut self, cell: Cell, side: Side) {
        self.tallies.make(&self.shape, cell.bit() as u16, number(side));
    }

    #[inline]
    pub(crate) fn unmake(&mut self, cell: Cell, side: Side) {
        self.tallies.unmake(&self.shape, cell.bit() as u16, number(side));
    }

    /// The cells among `legal` where a side completes a line, whichever is to move.
    #[inline]
    pub(crate) fn completing(&self, rules: &Rules<B>, board: &Board<B>, legal: B, side: Side) -> B {
        let cells = self.tallies.completing(number(side));
        if cells.count() == 0 {
            return B::EMPTY;
        }
        let cells = cells.bits::<B>() & legal;
        match (self.is_exact, side == board.to_move()) {
            (false, _) => cells,
            (true, true) => rules.completing(board, cells),
            (true, false) => rules.threatened_inlined(board, cells),
        }
    }
}

/// 0 for X, 1 for O.
#[inline]
pub(crate) fn number(side: Side) -> usize {
    match side {
        Side::X => 0,
        Side::O => 1,
    }
}
