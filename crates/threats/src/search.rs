//! Requests for wins by threats, and what is found.

use connect_toe_game::width::ByWidth;
use connect_toe_game::{BitSet, Bits, Board, BySide, Cell, Rules, Side, by_width};

use crate::chain::{Chains, Verdict};
use crate::effort::{Effort, Watch};
use crate::failures::Failures;
use crate::ground::{Ground, number};
use crate::turns;

/// Looks for wins by threats, in positions of one game.
///
/// ```
/// use connect_toe_game::{Rules, Side};
/// use connect_toe_threats::{Found, Order, Threats, unwatched};
/// let rules = Rules::<u64>::compile(&"7x4:4:-2".parse()?)?;
/// let mut threats = Threats::new(&rules);
/// let mut find = |text: &str| {
///     let board = rules.parse_board(text, Some(Side::X)).expect("a board");
///     threats.find(&rules, &board, Order::One, 1000, &mut unwatched).found
/// };
/// // Three in a row with both ends free, and with one.
/// let Found::Win(win) = find("_______/_______/_______/__xx___") else { panic!("X wins") };
/// assert_eq!(rules.moves_text(&win.line), "e1 b1 f1");
/// assert_eq!(find("_______/_______/_______/_oxx___"), Found::NoChain);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Threats<B: Bits> {
    pub(crate) ground: Ground,
    /// The stones on the ground.
    stones: BySide<B>,
    /// Positions without a chain, and without a win of order 2.
    pub(crate) failures: Failures,
    pub(crate) wide_failures: Failures,
    pub(crate) chains: Chains,
    /// Room to find a zone in.
    zone: BitSet,
}

/// What a threat is.
///
/// ```
/// use connect_toe_game::{Rules, Side};
/// use connect_toe_threats::{Found, Order, Threats, unwatched};
/// let rules = Rules::<u128>::compile(&"9x9:5".parse()?)?;
/// // X can make two rows of three at once, free at both ends; O can stop only one of them.
/// let text = "_________/_________/_____x___/_____x___/___xx____/_________/_________/_________/_________";
/// let board = rules.parse_board(text, Some(Side::X))?;
/// let mut threats = Threats::new(&rules);
/// let mut find = |order| threats.find(&rules, &board, order, 100_000, &mut unwatched).found;
/// assert_eq!(find(Order::One), Found::NoChain);
/// assert!(matches!(find(Order::Two), Found::Win(win) if win.plies == 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Order {
    /// Every move threatens to complete a line at once, and has one answer.
    One,
    /// Moves may threaten a chain of order 1 too, in games where any empty cell can be taken and longer runs count; in
    /// other games it is the same as `One`.
    ///
    /// Where turns have several stones, a turn may threaten more lines than the stones of the next turn can break, or so many
    /// that all of these have to break them.
    ///
    /// ```
    /// use connect_toe_game::Rules;
    /// use connect_toe_threats::{Found, Order, Threats, unwatched};
    /// let rules = Rules::<u64>::compile(&"6x6:4:free:turn=1+2".parse()?)?;
    /// let mut board = rules.start();
    /// for cell in rules.parse_moves("c3 a1 f6")? {
    ///     board = rules.play(&board, cell);
    /// }
    /// let finding = Threats::new(&rules).find(&rules, &board, Order::Two, 10_000, &mut unwatched);
    /// let Found::Win(win) = finding.found else { panic!("X wins") };
    /// // Two stones beside the first; whatever O breaks, X completes four in its next turn.
    /// assert_eq!((win.line.len(), win.plies), (2, 6));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Two,
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
    Win(Win),
    /// No chain of threats of order 1 wins, and order 2 was not asked for. The side to move may win in other ways.
    NoChain,
    /// The search was stopped, by its limit or its watch, before it knew; or it found nothing of order 2.
    Unknown,
}

/// A win by threats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Win {
    /// For a chain of order 1 its threats and answers in turn, from the position on: the last move completes a line.
    /// Else the first move, or where turns have several stones those of the first turn.
    pub line: Vec<Cell>,
    /// The side to move wins in at most this many plies.
    pub plies: u32,
    /// The order of the threats that it takes.
    pub order: Order,
}

/// The replies that a chain of the opponent leaves to the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence<B> {
    /// The chain that the opponent would have if the side to move passed.
    pub threat: Win,
    /// The moves that may stop the chain: any other loses to it.
    pub zone: B,
}

type Find<B> = fn(&mut Threats<B>, &Rules<B>, &Board<B>, Order, u64, Watch<'_>) -> Finding;
type Defend<B> = fn(&mut Threats<B>, &Rules<B>, &Board<B>, u64, Watch<'_>) -> (Option<Defence<B>>, u64);

/// The searches of every width, compiled in this crate.
static FIND: ByWidth = by_width!(B => Threats::<B>::find_here as Find<B>);
static DEFEND: ByWidth = by_width!(B => Threats::<B>::defend_here as Defend<B>);

/// Whether a threat to complete a line has to be answered at once, by both sides alike: a line wins, and sides alternate.
fn is_sound_for<B: Bits>(rules: &Rules<B>) -> bool {
    rules.line_wins() && rules.turns_are_equal()
}

impl<B: Bits> Threats<B> {
    /// Makes room for the searches in one game.
    pub fn new(rules: &Rules<B>) -> Threats<B> {
        let ground = Ground::new(rules);
        Threats {
            zone: BitSet::new(ground.shape.cells()),
            ground,
            stones: BySide { x: B::EMPTY, o: B::EMPTY },
            failures: Failures::default(),
            wide_failures: Failures::default(),
            chains: Chains::default(),
        }
    }

    /// Looks for threats by which the side to move wins, with at most `nodes` nodes, in a position of the game in which
    /// the game goes on. In a misère game there are none.
    ///
    /// The finding is a function of position and limit, whatever was searched before, unless the watch stops the
    /// search.
    pub fn find(
        &mut self,
        rules: &Rules<B>,
        board: &Board<B>,
        order: Order,
        nodes: u64,
        watch: Watch,
    ) -> Finding {
        FIND.get::<Find<B>>()(self, rules, board, order, nodes, watch)
    }

    fn find_here(
        &mut self,
        rules: &Rules<B>,
        board: &Board<B>,
        order: Order,
        nodes: u64,
        watch: Watch<'_>,
    ) -> Finding {
        if order == Order::Two && !rules.sides_alternate() {
            let mut effort = Effort::new(nodes, watch);
            let win = turns::find(rules, board, &mut effort);
            let found = win.map_or(Found::Unknown, |(line, plies)| Found::Win(Win { line, plies, order }));
            return Finding { found, nodes: effort.nodes };
        }
        if !is_sound_for(rules) {
            return Finding { found: Found::NoChain, nodes: 0 };
        }
        self.set_up(board);
        self.failures.begin(nodes);
        let mut effort = Effort::new(nodes, watch);
        let is_wide = order == Order::Two && rules.passing_never_helps();
        let most = if is_wide { nodes / 2 } else { nodes };
        let found = match effort.part(most, |part| self.chain(rules, board, part)) {
            Verdict::Wins => Found::Win(self.chain_found()),
            _ if is_wide => {
                self.wide_failures.begin(nodes);
                match self.wide(rules, board, &mut effort) {
                    Some((cell, plies)) => Found::Win(Win { line: vec![cell], plies, order: Order::Two }),
                    None => Found::Unknown,
                }
            }
            Verdict::Fails => Found::NoChain,
            Verdict::Open => Found::Unknown,
        };
        Finding { found, nodes: effort.nodes }
    }

    /// Looks for a chain of order 1 that the opponent of the side to move would have if that side passed, and for the
    /// moves that may stop it. Returns the nodes too. There is an answer only where one more stone never hurts (any
    /// empty cell can be taken, and longer runs count) and where no side completes a line at once.
    ///
    /// ```
    /// use connect_toe_game::{Bits, Rules, Side};
    /// use connect_toe_threats::{Threats, unwatched};
    /// let rules = Rules::<u64>::compile(&"7:5".parse()?)?;
    /// let board = rules.parse_board("__xxx__", Some(Side::O))?;
    /// let (defence, _) = Threats::new(&rules).defend(&rules, &board, 1000, &mut unwatched);
    /// let moves = defence.expect("X would win").zone.members().count();
    /// // At either end, or beside one: what is left of the board.
    /// assert_eq!(moves, 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn defend(
        &mut self,
        rules: &Rules<B>,
        board: &Board<B>,
        nodes: u64,
        watch: Watch,
    ) -> (Option<Defence<B>>, u64) {
        DEFEND.get::<Defend<B>>()(self, rules, board, nodes, watch)
    }

    fn defend_here(
        &mut self,
        rules: &Rules<B>,
        board: &Board<B>,
        nodes: u64,
        watch: Watch<'_>,
    ) -> (Option<Defence<B>>, u64) {
        if !is_sound_for(rules) || !rules.passing_never_helps() {
            return (None, 0);
        }
        self.set_up(board);
        if !self.ground.tallies.completing(number(board.to_move())).is_empty() {
            return (None, 0);
        }
        self.failures.begin(nodes);
        let mut effort = Effort::new(nodes, watch);
        let passed = rules.position(self.stones, board.to_move().other());
        let found = self.chain(rules, &passed, &mut effort) == Verdict::Wins;
        let defence = found.then(|| {
            let threat = self.chain_found();
            Defence { threat, zone: self.zone(board.to_move()) & rules.legal(board) }
        });
        (defence, effort.nodes)
    }

    /// The chain in `self.chains`.
    fn chain_found(&self) -> Win {
        let cells = self.chains.reversed().iter().rev();
        let line: Vec<Cell> = cells.map(|&cell| Cell::from_bit(u32::from(cell))).collect();
        Win { plies: line.len() as u32, line, order: Order::One }
    }

    /// Puts the stones of a board on the ground, and takes off those that are not there.
    fn set_up(&mut self, board: &Board<B>) {
        for side in Side::ALL {
            let gone = self.stones[side].minus(board.stones_of(side));
            for bit in gone.members() {
                self.ground.unmake(Cell::from_bit(bit), side);
            }
        }
        for side in Side::ALL {
            let new = board.stones_of(side).minus(self.stones[side]);
            for bit in new.members() {
                self.ground.make(Cell::from_bit(bit), side);
            }
        }
        self.stones = BySide::from_fn(|side| board.stones_of(side));
    }

    /// The cells where the defender, whose turn it is, can do something about the chain in `self.chains`.
    pub(crate) fn zone(&mut self, defender: Side) -> B {
        let Ground { shape, tallies, .. } = &mut self.ground;
        self.chains.zone(shape, tallies, number(defender), true, &mut self.zone);
        self.zone.bits()
    }
}
