//! `selective`: looks only at the moves that promise most, and so sees further ahead.
//!
//! Principal variation search whose nodes know what every empty cell promises each side ([`Prospects`]). From it follow
//! what must be answered, the order of the moves, which of them are left out, and the value of a position at the horizon.
//! A position in which the side to move has a chain of threats counts as won there.
//!
//! - A side that can complete a line does; a threat to complete one is answered, and the answer is not a ply of the
//!   depth.
//! - Where any empty cell can be taken, a cell that gives two threats at once wins if nothing has to be answered; and such a
//!   cell of the opponent has to be answered by one that shuts a window through it, or by a threat.
//! - Of the other moves only the most promising are searched, the fewer the nearer the horizon, and late ones less far ahead
//!   (*late move reductions*) unless they turn out better than the best. Before a position counts as lost, all others are
//!   searched too, where placement is free up to the width.
//!
//! So a value is what the search believes, not a proof. A stone promises something only on a window that then lacks at
//! most three cells, so the search sees nothing of a line of six cells or more until several stones lie on it.
//!
//! Sources: T. A. Marsland & M. Campbell, "Parallel search of strongly ordered game trees" (1982); L. V. Allis, H. J. van
//! den Herik and M. P. H. Huntjens, "Go-Moku solved by new search techniques" (1993), for what a threat leaves to the
//! opponent.

mod prospects;
mod weights;

use std::cmp::Reverse;

use connect_toe_eval::{Evaluator, Heuristic, Key, Measure, Resources, SettingError, Settings, WIN};
use connect_toe_game::{Bits, Board, Cell, Rules, Side};
use connect_toe_threats::{Found, Order, Threats, unwatched};

use super::effort::{Effort, always_deepen};
use super::helpers::{self, Busy, Places};
use super::principal_variation::PrincipalVariation;
use super::scouting::{self, Below, Look, Root};
use super::threats_first;
use super::tree::{INFINITY, Reductions};
use crate::report::SearchReport;
use crate::scale::Scale;
use crate::table::{Bound, Entry, TranspositionTable};
use crate::{Searcher, Task, Want, Watch};
use prospects::{LONGEST_LINE, Prospects};
use weights::TO_MOVE;

pub(super) const WIDTH: Key = Key {
    name: "width",
    about: "largest number of moves of a position that are searched, fewer near the horizon; default 24",
};
const DEFAULT_WIDTH: usize = 24;
/// MiB for the table, whose slots are a power of two.
const DEFAULT_MEMORY: u64 = 24;
/// Nodes of a search for a chain of threats at the horizon.
const CHAIN_NODES: u64 = 60;
/// A thread leaves moves that another is searching until the end where it looks at least this many plies ahead.
const SHARED_DEPTH: i64 = 3;
/// The unit of its values: they are parts of the logarithm of the odds to win.
const LOG_ODDS: f64 = 320.0;

/// The settings.
#[derive(Clone, Copy, Debug)]
struct Options {
    depth: u32,
    /// Moves of a node that are searched, at most.
    width: usize,
    /// The table has 2^`table_bits` slots.
    table_bits: u32,
    threads: usize,
}

impl Options {
    fn of(settings: &Settings) -> Result<Options, SettingError> {
        let memory =
            super::within(settings, super::MEMORY, 1..=4096, "a whole number of MiB from 1 to 4096")?;
        let width = super::within(settings, WIDTH, 1..=usize::MAX, "a whole number of moves from 1")?;
        Ok(Options {
            depth: super::depth(settings)?,
            width: width.unwrap_or(DEFAULT_WIDTH),
            table_bits: TranspositionTable::bits_within(memory.unwrap_or(DEFAULT_MEMORY)),
            threads: helpers::threads(settings)?,
        })
    }
}

/// Checks the settings.
pub(super) fn check(settings: &Settings) -> Result<(), SettingError> {
    Options::of(settings)?;
    threats_first::check(settings)
}

pub(super) fn build<B: Bits>(
    rules: &Rules<B>,
    settings: &Settings,
    _: Option<Box<dyn Evaluator<B>>>,
) -> Result<Box<dyn Searcher<B>>, SettingError> {
    if !rules.line_wins() || rules.lines().k() > LONGEST_LINE as usize {
        // Where a line loses, or needs more stones than a side soon has on it, a row promises nothing.
        let runs = Heuristic::find("runs").expect("is in the table");
        let evaluator = runs.build(rules, &Settings::default(), &Resources::default())?;
        return scouting::build::<B, PrincipalVariation>(rules, settings, Some(evaluator));
    }
    let search = Box::new(Selective::new(rules, Options::of(settings)?));
    threats_first::before(rules, settings, scale(rules), search)
}

/// The scale of its values: its own, because no heuristic is asked.
pub(super) fn scale<B: Bits>(rules: &Rules<B>) -> Scale {
    Scale::below(WIN, Measure::logistic("selective", LOG_ODDS)).hurried(rules)
}

/// The search without a limit of depth, with the defaults of the other settings.
pub(super) fn searcher<B: Bits>(rules: &Rules<B>, threads: usize) -> Box<dyn Searcher<B>> {
    let table_bits = TranspositionTable::bits_within(DEFAULT_MEMORY);
    let options = Options { depth: super::MOST_DEPTH, width: DEFAULT_WIDTH, table_bits, threads };
    Box::new(Selective::new(rules, options))
}

struct Selective<B: Bits> {
    options: Options,
    scale: Scale,
    table: TranspositionTable,
    reductions: Reductions,
    busy: Option<Busy>,
    /// One for each thread; the first is the calling thread's.
    thinkers: Vec<Thinker<B>>,
}

/// What a thread that searches keeps for itself.
struct Thinker<B: Bits> {
    prospects: Prospects<B>,
    threats: Threats<B>,
    /// Moves of all nodes on the way to one, one after the other, with their worth.
    moves: Vec<(i32, Cell)>,
}

/// What all threads of a search have in common.
struct Common<'a, B> {
    rules: &'a Rules<B>,
    board: &'a Board<B>,
    options: Options,
    scale: Scale,
    table: &'a TranspositionTable,
    reductions: &'a Reductions,
    busy: Option<&'a Busy>,
    /// Whether any empty cell can be taken and an additional stone never hurts.
    is_free: bool,
}

impl<B: Bits> Searcher<B> for Selective<B> {
    fn search(&mut self, rules: &Rules<B>, board: &Board<B>, task: &Task, watch: Watch) -> SearchReport {
        let Selective { options, scale, table, reductions, busy, thinkers } = self;
        table.begin(options.table_bits);
        let is_free = rules.passing_never_helps();
        let (options, scale, busy) = (*options, *scale, busy.as_ref());
        let common = Common { rules, board, options, scale, table, reductions, busy, is_free };
        let (first, others) = thinkers.split_first_mut().expect("there is at least one");
        helpers::search_with(
            others,
            0,
            (task, watch),
            |task, watch| first.search(&common, task, watch),
            |thinker, task, watch| drop(thinker.search(&common, task, watch)),
        )
    }
}

impl<B: Bits> Selective<B> {
    fn new(rules: &Rules<B>, options: Options) -> Selective<B> {
        let thinker =
            |_| Thinker { prospects: Prospects::new(rules), threats: Threats::new(rules), moves: Vec::new() };
        Selective {
            options,
            scale: scale(rules),
            table: TranspositionTable::default(),
            reductions: Reductions::new(),
            busy: Busy::of(options.threads),
            thinkers: (0..options.threads).map(thinker).collect(),
        }
    }
}

impl<B: Bits> Thinker<B> {
    /// Looks further and further ahead.
    fn search(&mut self, common: &Common<B>, task: &Task, watch: Watch) -> SearchReport {
        let Common { rules, board, scale, is_free, .. } = *common;
        self.prospects.set_up(board);
        self.moves.clear();
        let depth = common.options.depth.min(rules.empty(board).count());
        let most = scale.best_after(0);
        let mut moves = task.moves.to_vec();
        if task.want == Want::OneBest {
            let candidates = candidates(&self.prospects, board, rules.legal(board), is_free);
            moves.retain(|cell| candidates.contains(cell.bit()));
        }
        if moves.is_empty() {
            moves = task.moves.to_vec();
        }
        let task = &Task { moves: &moves, ..*task };
        let mut look = PrincipalVariation::new(task);
        look.search_in_order(|&place| {
            let cell = task.moves[place];
            Reverse(self.prospects.worth(cell, board.to_move()))
        });
        let is_enough = |report: &SearchReport| task.want == Want::OneBest && scale.is_decided(report.value);
        always_deepen(depth, watch, is_enough, |depth, nodes, watch| {
            let effort = Effort::new(rules, task, nodes, watch);
            let mut tree = Tree { common, is_first_look: depth == 1, thinker: self, effort };
            let mut report = look.look(&mut Root::new(&mut tree, task, depth, most));
            common.follow_best_line(depth, &mut report.line);
            report.by_selection(scale)
        })
    }
}

impl<B: Bits> Common<'_, B> {
    /// Continues a line by the best moves that the table remembers.
    fn follow_best_line(&self, depth: u32, line: &mut Vec<Cell>) {
        let Some(&first) = line.first() else { return };
        let rules = self.rules;
        let mut step = rules.advance(self.board, first);
        while step.outcome.is_none() && line.len() < depth as usize {
            let Some(best) = self.table.best_move(step.board.hash()) else { break };
            if !rules.legal(&step.board).contains(best.bit()) {
                break;
            }
            line.push(best);
            step = rules.advance(&step.board, best);
        }
    }
}

/// The moves that are worth a search where nothing completes a line. Where stones fall, a move that promises nothing can be
/// the only one that does not lose.
fn candidates<B: Bits>(prospects: &Prospects<B>, board: &Board<B>, legal: B, is_free: bool) -> B {
    let (me, other) = (board.to_move(), board.to_move().other());
    if !is_free {
        return legal;
    }
    let found = if (prospects.open_one[other] & legal).any() {
        prospects.threat[me] | prospects.threat[other]
    } else {
        prospects.any[me] | prospects.any[other]
    };
    let found = found & legal;
    if found.any() { found } else { legal }
}

/// A search in progress.
struct Tree<'a, 'c, 'w, B: Bits> {
    common: &'a Common<'c, B>,
    /// Whether this is the look of one ply, which values at least one move within any limit.
    is_first_look: bool,
    thinker: &'a mut Thinker<B>,
    effort: Effort<'w>,
}

impl<'w, B: Bits> Below<'w> for Tree<'_, '_, 'w, B> {
    fn value(&mut self, cell: Cell, depth: u32, alpha: i64, beta: i64) -> i64 {
        if let Some(outcome) = self.common.rules.outcome_of(self.common.board, cell) {
            self.effort.nodes += 1;
            return self.common.scale.of(outcome, self.common.board.to_move(), 1);
        }
        self.value_of(self.common.board, cell, 1, i64::from(depth), alpha, beta)
    }

    fn effort(&mut self) -> &mut Effort<'w> {
        &mut self.effort
    }
}

impl<B: Bits> Tree<'_, '_, '_, B> {
    /// The value of a move that completes no line for the side that makes it, `plies` from the root with `depth` to look
    /// beyond.
    fn value_of(
        &mut self,
        board: &Board<B>,
        cell: Cell,
        plies: u32,
        depth: i64,
        alpha: i64,
        beta: i64,
    ) -> i64 {
        self.effort.nodes += 1;
        if self.common.rules.leaves_no_move(board, cell) {
            return 0;
        }
        let after = self.common.rules.play(board, cell);
        self.thinker.prospects.make(cell, board.to_move());
        let value = -self.best(&after, plies, depth, -beta, -alpha);
        self.thinker.prospects.unmake(cell, board.to_move());
        value
    }

    /// The cells among `legal` where the side to move completes a line, and where the other would.
    #[inline]
    fn completing(&self, board: &Board<B>, legal: B) -> (B, B) {
        let line = &self.thinker.prospects.line;
        let (mine, theirs) = (line[board.to_move()] & legal, line[board.to_move().other()] & legal);
        if self.common.is_free || mine.is_empty() && theirs.is_empty() {
            (mine, theirs)
        } else {
            (self.common.rules.completing(board, mine), self.common.rules.threatened_inlined(board, theirs))
        }
    }

    /// Whether one of these cells gives the side to move two threats at once.
    fn threatens_twice(&mut self, cells: B, side: Side) -> bool {
        let prospects = &mut self.thinker.prospects;
        cells.members().any(|bit| {
            let cell = Cell::from_bit(bit);
            prospects.make(cell, side);
            let twice = prospects.line[side].has_several();
            prospects.unmake(cell, side);
            twice
        })
    }

    /// The value of the best move for the side to move; fail-soft.
    fn best(&mut self, board: &Board<B>, plies: u32, mut depth: i64, mut alpha: i64, beta: i64) -> i64 {
        let is_needed = self.is_first_look && self.effort.nodes <= 1;
        if !is_needed && self.effort.is_spent() {
            return 0;
        }
        let scale = self.common.scale;
        let most = scale.best_after(plies);
        if most <= alpha {
            return most;
        }
        let legal = self.common.rules.legal(board);
        let side = board.to_move();
        let (mine, theirs) = self.completing(board, legal);
        if mine.any() {
            return most;
        }
        let is_forced = theirs.any() && !self.common.rules.can_jam();
        if is_forced {
            if theirs.has_several() {
                return -scale.win(plies + 2);
            }
            depth += 1;
        } else if self.common.is_free {
            let cells = self.thinker.prospects.open_one[side] & legal;
            if cells.any() && self.threatens_twice(cells, side) {
                return scale.win(plies + 3);
            }
        }
        if depth <= 0 {
            return self.leaf(board, legal, plies);
        }
        let known = self.common.table.get(board.hash());
        let deep = known.filter(|entry| i64::from(entry.depth) >= depth);
        if let Some(value) = deep.and_then(|entry| entry.decides(alpha, beta)) {
            return value;
        }
        let first = self.list(board, legal, if is_forced { Some(theirs) } else { None }, known);
        let low = alpha;
        let mut best = -INFINITY;
        let mut best_move = self.thinker.moves[first].1;
        // With the default width two more for each ply to look ahead.
        let width = self.common.options.width;
        let narrow = first + width.min(1 + width.saturating_mul(depth as usize) / 12);
        let last = self.thinker.moves.len();
        let busy = self.common.busy.filter(|_| depth >= SHARED_DEPTH);
        let mut places = Places::from(first);
        loop {
            let end = if places.peek() >= narrow && !scale.is_decided(best) { narrow } else { last };
            let Some((index, was_left)) = places.next(end) else { break };
            let cell = self.thinker.moves[index].1;
            let key = busy.map(|busy| (busy, self.common.rules.play(board, cell).hash() ^ depth as u64));
            if let Some((busy, key)) = key
                && !busy.enter(key)
                && index > first
                && !was_left
            {
                places.leave(index);
                continue;
            }
            let value = self.value_in_order(board, cell, plies + 1, depth - 1, index - first, alpha, beta);
            if let Some((busy, key)) = key {
                busy.leave(key);
            }
            if self.effort.is_over {
                break;
            }
            if value > best {
                (best, best_move) = (value, cell);
                alpha = alpha.max(value);
            }
            if alpha >= beta || best >= most {
                break;
            }
        }
        self.thinker.moves.truncate(first);
        if !self.effort.is_over {
            let bound = Bound::of(best, low, beta, most);
            let depth = depth.clamp(0, i64::from(u16::MAX)) as u16;
            self.common.table.put(board.hash(), Entry { value: best, bound, best: best_move, depth });
        }
        best
    }

    /// The value of the move at this index in the order of its node.
    #[expect(clippy::too_many_arguments, reason = "a node of a search")]
    fn value_in_order(
        &mut self,
        board: &Board<B>,
        cell: Cell,
        plies: u32,
        depth: i64,
        index: usize,
        alpha: i64,
        beta: i64,
    ) -> i64 {
        if index == 0 {
            return self.value_of(board, cell, plies, depth, alpha, beta);
        }
        let is_quiet = !self.thinker.prospects.threat[board.to_move()].contains(cell.bit());
        let less =
            if is_quiet && depth >= 1 { self.common.reductions.of(depth as u32 + 1, index) } else { 0 };
        if less > 0 {
            let value = self.value_of(board, cell, plies, depth - i64::from(less), alpha, alpha + 1);
            if value <= alpha || self.effort.is_over {
                return value;
            }
        }
        if beta - 1 <= alpha {
            return self.value_of(board, cell, plies, depth, alpha, beta);
        }
        let value = self.value_of(board, cell, plies, depth, alpha, alpha + 1);
        if value > alpha && value < beta && !self.effort.is_over {
            self.value_of(board, cell, plies, depth, alpha, beta)
        } else {
            value
        }
    }

    /// Lists the moves of a node in order at the end of `moves`, and returns where they begin.
    fn list(&mut self, board: &Board<B>, legal: B, only: Option<B>, known: Option<Entry>) -> usize {
        let thinker = &mut *self.thinker;
        let first = thinker.moves.len();
        let cells = only.unwrap_or_else(|| candidates(&thinker.prospects, board, legal, self.common.is_free));
        for bit in cells.members() {
            let cell = Cell::from_bit(bit);
            let is_known = known.is_some_and(|entry| entry.best == cell);
            let worth = if is_known { i32::MAX } else { thinker.prospects.worth(cell, board.to_move()) };
            thinker.moves.push((worth, cell));
        }
        let width = self.common.options.width;
        let moves = &mut thinker.moves[first..];
        if self.common.is_free && moves.len() > width {
            moves.select_nth_unstable_by_key(width, |&(worth, cell)| (Reverse(worth), cell));
            thinker.moves.truncate(first + width);
        }
        thinker.moves[first..].sort_unstable_by_key(|&(worth, cell)| (Reverse(worth), cell));
        first
    }

    /// The value for the side to move at the horizon, where nobody completes a line.
    fn leaf(&mut self, board: &Board<B>, legal: B, plies: u32) -> i64 {
        let side = board.to_move();
        let thinker = &mut *self.thinker;
        if (thinker.prospects.threat[side] & legal).has_several() {
            let finding =
                thinker.threats.find(self.common.rules, board, Order::One, CHAIN_NODES, &mut unwatched);
            self.effort.nodes += finding.nodes;
            if let Found::Win(win) = finding.found {
                return self.common.scale.win(plies + win.plies);
            }
        }
        thinker.prospects.balance(side) + TO_MOVE
    }
}
