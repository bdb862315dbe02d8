//! The nodes of the depth-first searches: alpha-beta, and those that scout.
//!
//! A node looks at the moves that end the game before it searches any other. A search that *scouts* has three things
//! besides: the answer to a threat of the opponent, if it has just one, is the only move that it searches (the others lose in
//! two plies); it learns which moves cut (two killers for each distance from the root, and a history for each side and
//! cell); and after the first move of a node it only asks whether another is better, with a window of one value, and searches
//! again if one is. None of this changes a value. What may change one is a setting: *reductions*, by which late moves are
//! looked at less far ahead until one turns out better than the best, and *null moves*, by which a side that would be well off
//! even if it passed is looked at less far ahead.
//!
//! Sources: Knuth & Moore (1975); T. A. Marsland & M. Campbell, "Parallel search of strongly ordered game trees" (1982); J.
//! Schaeffer, "The history heuristic and alpha-beta search enhancements in practice" (1989); C. Donninger, "Null move and deep
//! search: selective-search heuristics for obtuse chess programs" (1993).

use connect_toe_eval::Evaluator;
use connect_toe_game::processor::{Processor, Work};
use connect_toe_game::{Bits, Board, BySide, Cell, Rules, Side};

use super::effort::Effort;
use super::helpers::{Busy, Places};
use crate::Task;
use crate::ordering::Ordering;
use crate::scale::Scale;
use crate::table::{Bound, Entry, TranspositionTable};
use crate::trace::{self, Witness};

/// What a depth-first search keeps from position to position.
pub(super) struct DepthFirst<B, P> {
    processor: P,
    pub(super) scale: Scale,
    table: TranspositionTable,
    /// Positions with fewer plies to look ahead are not looked up.
    table_depth: u32,
    shortcuts: Option<Shortcuts>,
    thinker: Thinker<B>,
    helpers: Vec<Thinker<B>>,
    busy: Option<Busy>,
}

/// What a thread that searches keeps for itself.
pub(super) struct Thinker<B> {
    evaluator: Box<dyn Evaluator<B>>,
    ordering: Ordering,
    /// Moves of all nodes on the way to one, one after the other.
    moves: Vec<Cell>,
}

/// What the trees of all threads have in common.
pub(super) struct Common<'a, P> {
    processor: P,
    scale: Scale,
    table: &'a TranspositionTable,
    table_depth: u32,
    shortcuts: Option<&'a Shortcuts>,
    busy: Option<&'a Busy>,
}

impl<B: Bits, P: Processor> DepthFirst<B, P> {
    pub(super) fn new(
        processor: P,
        rules: &Rules<B>,
        scale: Scale,
        evaluator: Box<dyn Evaluator<B>>,
    ) -> DepthFirst<B, P> {
        DepthFirst {
            processor,
            scale,
            table: TranspositionTable::default(),
            table_depth: TABLE_DEPTH,
            shortcuts: None,
            thinker: Thinker { evaluator, ordering: Ordering::new(rules), moves: Vec::new() },
            helpers: Vec::new(),
            busy: None,
        }
    }

    /// Sets the number of threads that search together. There is one if there cannot be another evaluator.
    pub(super) fn with_threads(self, threads: usize) -> DepthFirst<B, P> {
        let Thinker { evaluator, ordering, .. } = &self.thinker;
        let helper = |number| {
            let ordering = ordering.of_helper(number);
            Some(Thinker { evaluator: evaluator.copied()?, ordering, moves: Vec::new() })
        };
        let helpers: Vec<Thinker<B>> = (1..threads).map_while(helper).collect();
        DepthFirst { busy: Busy::of(helpers.len() + 1), helpers, ..self }
    }

    /// Sets the shortcuts that it takes, if any.
    pub(super) fn taking(self, shortcuts: Option<Shortcuts>) -> DepthFirst<B, P> {
        DepthFirst { shortcuts, ..self }
    }

    /// Whether it takes shortcuts.
    pub(super) fn takes_shortcuts(&self) -> bool {
        self.shortcuts.is_some()
    }

    /// Turns the table off.
    pub(super) fn without_table(self) -> DepthFirst<B, P> {
        DepthFirst { table_depth: u32::MAX, ..self }
    }

    /// Forgets what was found out and learned, before a search of `depth` plies.
    pub(super) fn forget(&mut self, rules: &Rules<B>, board: &Board<B>, task: &Task, depth: u32) {
        self.table.begin(table_bits(depth, task.moves.len(), rules.empty(board).count()));
        self.thinker.ordering.forget();
        self.helpers.iter_mut().for_each(|helper| helper.ordering.forget());
    }

    /// Forgets the values that were found to another depth, but not which moves were best.
    pub(super) fn look_again(&mut self) {
        self.table.look_again();
    }

    /// What the trees of all threads have in common, what the calling thread keeps for itself, and what each of the others
    /// does.
    pub(super) fn split(&mut self) -> (Common<'_, P>, &mut Thinker<B>, &mut [Thinker<B>]) {
        let common = Common {
            processor: self.processor,
            scale: self.scale,
            table: &self.table,
            table_depth: self.table_depth,
            shortcuts: self.shortcuts.as_ref(),
            busy: self.busy.as_ref(),
        };
        (common, &mut self.thinker, &mut self.helpers)
    }

    /// The tree below a position, for the calling thread.
    pub(super) fn tree<'a, 'w, W: Witness, const SCOUTS: bool>(
        &'a mut self,
        rules: &'a Rules<B>,
        board: &Board<B>,
        effort: Effort<'w>,
        witness: W,
    ) -> Tree<'a, 'w, B, P, W, SCOUTS> {
        let (common, thinker, _) = self.split();
        common.tree(thinker, rules, board, effort, witness)
    }

    /// Continues a line, of at most `depth` moves, by the best moves that the table remembers.
    pub(super) fn follow_best_line(
        &self,
        rules: &Rules<B>,
        board: &Board<B>,
        depth: u32,
        line: &mut Vec<Cell>,
    ) {
        let Some(&first) = line.first() else { return };
        let mut step = rules.advance(board, first);
        while step.outcome.is_none() && line.len() < depth as usize {
            let key = key(&step.board, depth - line.len() as u32, self.shortcuts.is_some());
            let Some(entry) = self.table.get(key) else { break };
            if entry.bound != Bound::Exact || !rules.legal(&step.board).contains(entry.best.bit()) {
                break;
            }
            line.push(entry.best);
            step = rules.advance(&step.board, entry.best);
        }
    }
}

impl<'a, P: Processor> Common<'a, P> {
    /// The tree below a position, for one thread.
    pub(super) fn tree<'w, B: Bits, W: Witness, const SCOUTS: bool>(
        &self,
        thinker: &'a mut Thinker<B>,
        rules: &'a Rules<B>,
        board: &Board<B>,
        effort: Effort<'w>,
        witness: W,
    ) -> Tree<'a, 'w, B, P, W, SCOUTS> {
        let Thinker { evaluator, ordering, moves } = thinker;
        moves.clear();
        Tree {
            processor: self.processor,
            rules,
            scale: self.scale,
            constant: evaluator.constant(),
            announces: evaluator.wants_announcements(),
            evaluator: &mut **evaluator,
            ordering,
            table: self.table,
            table_depth: self.table_depth,
            shortcuts: self.shortcuts,
            busy: self.busy,
            moves,
            searcher: board.to_move(),
            line_wins: rules.line_wins(),
            effort,
            witness,
        }
    }
}

/// Slots for a search of `depth` plies with `moves` moves at the root on a board with `empty` cells: as
/// many as it can fill, at most 2^20.
fn table_bits(depth: u32, moves: usize, empty: u32) -> u32 {
    let inner = depth.saturating_sub(TABLE_DEPTH - 1).min(32);
    let by_depth = inner * (usize::BITS - moves.leading_zeros());
    // Every empty cell becomes one of three things: 3^5 < 2^8.
    let by_board = (empty * 8).div_ceil(5);
    by_depth.min(by_board).clamp(1, 20)
}

/// Where the table has a position. Shortcuts come to it with several numbers of plies to look ahead; without them there is
/// but one in each look.
#[inline]
fn key<B: Bits>(board: &Board<B>, depth: u32, takes_shortcuts: bool) -> u64 {
    board.hash() ^ if takes_shortcuts { u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15) } else { 0 }
}

/// What a search that scouts does to look further ahead, although values may then differ from minimax.
pub(super) struct Shortcuts {
    /// Looks less far ahead after late moves.
    reductions: Option<Reductions>,
    /// Looks less far ahead after moves that are too bad even if the other side passes.
    null_moves: bool,
}

impl Shortcuts {
    /// The shortcuts that are asked for, as far as this game has them: null moves only where passing never helps.
    pub(super) fn new<B: Bits>(rules: &Rules<B>, reductions: bool, null_moves: bool) -> Option<Shortcuts> {
        let null_moves = null_moves && rules.passing_never_helps();
        let shortcuts = Shortcuts { reductions: reductions.then(Reductions::new), null_moves };
        (reductions || null_moves).then_some(shortcuts)
    }
}

/// The number of plies by which a late move is searched less deeply at first: ⌊0.75 + ln depth · ln place / 2.25⌋, with
/// the place of the move in the order, from 1. The first three moves are searched in full, and so are all with fewer
/// than three plies to look ahead.
pub(super) struct Reductions([[u8; 64]; 64]);

impl Reductions {
    pub(super) fn new() -> Reductions {
        let plies =
            |depth: usize, place: usize| (0.75 + (depth as f64).ln() * (place as f64).ln() / 2.25) as u8;
        let of = |depth, place| if depth >= 3 && place >= 4 { plies(depth, place) } else { 0 };
        Reductions(std::array::from_fn(|depth| std::array::from_fn(|place| of(depth, place))))
    }

    /// The reduction of the move at this index, from 0.
    pub(super) fn of(&self, depth: u32, index: usize) -> u32 {
        u32::from(self.0[depth.min(63) as usize][(index + 1).min(63)]).min(depth - 1)
    }
}

/// Above every value and its negative.
pub(crate) const INFINITY: i64 = i64::MAX;
/// Positions with fewer plies to look ahead are searched faster than they are looked up.
const TABLE_DEPTH: u32 = 2;
/// A thread leaves moves that another is searching until the end where it looks at least this many plies ahead.
const SHARED_DEPTH: u32 = 4;
/// A side may pass with at least this many plies to look ahead.
const NULL_MOVE_DEPTH: u32 = 2;
/// After a pass the search looks ahead this many plies less than after a move, as far as there are.
const NULL_MOVE_REDUCTION: u32 = 2;

/// A search in progress.
pub(super) struct Tree<'a, 'w, B, P, W, const SCOUTS: bool> {
    processor: P,
    rules: &'a Rules<B>,
    scale: Scale,
    constant: Option<i64>,
    announces: bool,
    evaluator: &'a mut dyn Evaluator<B>,
    ordering: &'a mut Ordering,
    table: &'a TranspositionTable,
    table_depth: u32,
    shortcuts: Option<&'a Shortcuts>,
    busy: Option<&'a Busy>,
    /// Moves of all nodes on the way to this one, one after the other.
    moves: &'a mut Vec<Cell>,
    searcher: Side,
    /// Whether completing a line wins; in a misère game it loses.
    line_wins: bool,
    pub(super) effort: Effort<'w>,
    witness: W,
}

impl<B: Bits, P: Processor, W: Witness, const SCOUTS: bool> Tree<'_, '_, B, P, W, SCOUTS> {
    /// The value of a move for the side that makes it, `plies` from the root with `depth` to look beyond:
    /// exact inside the window, else a bound on the same side of it.
    pub(super) fn value(
        &mut self,
        board: &Board<B>,
        cell: Cell,
        plies: u32,
        depth: u32,
        alpha: i64,
        beta: i64,
    ) -> i64 {
        self.enter(board, cell, alpha, beta);
        let value = self.value_unheard(board, cell, plies, depth, alpha, beta);
        if W::HEARS {
            let is_exact = depth == 0 || self.rules.outcome_of(board, cell).is_some();
            self.leave(board, cell, value, is_exact, alpha, beta);
        }
        value
    }

    #[inline]
    fn value_unheard(
        &mut self,
        board: &Board<B>,
        cell: Cell,
        plies: u32,
        depth: u32,
        alpha: i64,
        beta: i64,
    ) -> i64 {
        if let Some(outcome) = self.rules.outcome_of(board, cell) {
            self.effort.nodes += 1;
            return self.scale.of(outcome, board.to_move(), plies);
        }
        let after = self.rules.play(board, cell);
        if SCOUTS
            && let Some(shortcuts) = self.shortcuts
            && alpha + 1 == beta
            && !self.is_threatened(&after)
            && let Some(value) = self.after_pass(shortcuts, &after, plies, depth, alpha)
            && value <= alpha
        {
            return value;
        }
        self.value_of_open(&after, plies, depth, alpha, beta)
    }

    /// As [`value`](Self::value), of the position after a move that did not end the game.
    #[inline(always)]
    fn value_of_open(&mut self, after: &Board<B>, plies: u32, depth: u32, alpha: i64, beta: i64) -> i64 {
        self.effort.nodes += 1;
        // In the middle of a turn the best value is the same side's.
        let is_again = self.rules.moved_again(after);
        if depth > 0 {
            let (alpha, beta) = if is_again { (alpha, beta) } else { (-beta, -alpha) };
            let value = self.processor.run(Visit { tree: self, board: after, plies, depth, alpha, beta });
            return if is_again { value } else { -value };
        }
        let value = match self.constant {
            Some(value) => value,
            None => self.evaluator.evaluate(self.rules, after, self.searcher),
        };
        if (after.to_move() == self.searcher) == is_again { value } else { -value }
    }

    /// The cells on which the opponent would win, if there are any and only a stone on one of them can parry.
    #[inline(always)]
    fn threats(&self, board: &Board<B>, legal: B) -> Option<B> {
        if !self.rules.threats_bind() {
            return None;
        }
        Some(self.rules.threatened_inlined(board, legal)).filter(|threats| threats.any())
    }

    #[inline(always)]
    fn key(&self, board: &Board<B>, depth: u32) -> u64 {
        key(board, depth, SCOUTS && self.shortcuts.is_some())
    }

    /// Puts the moves of a node, which are those from `first` on, in order.
    #[inline(always)]
    fn sort(&mut self, board: &Board<B>, first: usize, plies: u32, known: Option<Cell>) {
        let moves = &mut self.moves[first..];
        if SCOUTS {
            self.ordering.sort_learned(moves, known, board.to_move(), plies);
        } else {
            self.ordering.sort(moves, known);
        }
    }

    /// The value of the move at this index in the order of its node: after the first, a search that scouts only asks whether
    /// it is better, and how good it is if so.
    #[inline(always)]
    fn value_in_order(
        &mut self,
        after: &Board<B>,
        plies: u32,
        depth: u32,
        index: usize,
        alpha: i64,
        beta: i64,
    ) -> i64 {
        if !SCOUTS || depth == 1 || index == 0 {
            return self.value_of_open(after, plies + 1, depth - 1, alpha, beta);
        }
        // A move that is worse than the best even to a shallow look is left at that.
        if let Some(value) = self.by_shortcut(after, plies, depth, index, alpha)
            && value <= alpha
        {
            return value;
        }
        let is_scouted = beta - 1 > alpha;
        let end = if is_scouted { alpha + 1 } else { beta };
        let value = self.value_of_open(after, plies + 1, depth - 1, alpha, end);
        if is_scouted && value > alpha && value < beta && !self.effort.is_over {
            self.value_of_open(after, plies + 1, depth - 1, alpha, beta)
        } else {
            value
        }
    }

    /// As [`value_in_order`](Self::value_in_order); none if the move may be left until the end because another thread is searching
    /// it.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "a node of a search")]
    fn value_unless_busy(
        &mut self,
        after: &Board<B>,
        plies: u32,
        depth: u32,
        index: usize,
        may_leave: bool,
        alpha: i64,
        beta: i64,
    ) -> Option<i64> {
        let busy = self.busy.filter(|_| SCOUTS && depth >= SHARED_DEPTH);
        let Some(busy) = busy else {
            return Some(self.value_in_order(after, plies, depth, index, alpha, beta));
        };
        let key = self.key(after, depth);
        if !busy.enter(key) && may_leave {
            return None;
        }
        let value = self.value_in_order(after, plies, depth, index, alpha, beta);
        busy.leave(key);
        Some(value)
    }

    /// A value of a move, by a window of one value above `alpha`, that looks less far ahead than the others. None if there
    /// is no shortcut for the move: it threatens something, or comes early. (A parry of a threat is the only move.)
    #[inline]
    fn by_shortcut(
        &mut self,
        after: &Board<B>,
        plies: u32,
        depth: u32,
        index: usize,
        alpha: i64,
    ) -> Option<i64> {
        let shortcuts = self.shortcuts?;
        let less = shortcuts.reductions.as_ref().map_or(0, |reductions| reductions.of(depth, index));
        let may_pass = shortcuts.null_moves && depth > NULL_MOVE_DEPTH;
        if less == 0 && !may_pass || self.effort.is_over || self.is_threatened(after) {
            return None;
        }
        let by_pass = self.after_pass(shortcuts, after, plies + 1, depth - 1, alpha);
        if by_pass.is_some_and(|value| value <= alpha) {
            return by_pass;
        }
        (less > 0 && !self.effort.is_over)
            .then(|| self.value_of_open(after, plies + 1, depth - 1 - less, alpha, alpha + 1))
    }

    /// Whether the other side could complete a line that wins if the side to move passed.
    #[inline]
    fn is_threatened(&self, board: &Board<B>) -> bool {
        self.line_wins && self.rules.threatened_inlined(board, self.rules.legal(board)).any()
    }

    /// The value of a position for the side that moved there if the other side, which is not threatened, passes: a bound from
    /// above where passing never helps. It looks less far ahead than if the other side moved, by a window of one value above
    /// `alpha`. None if there are no null moves, or so little is left to look ahead that they save nothing.
    fn after_pass(
        &mut self,
        shortcuts: &Shortcuts,
        board: &Board<B>,
        plies: u32,
        depth: u32,
        alpha: i64,
    ) -> Option<i64> {
        if !shortcuts.null_moves || depth < NULL_MOVE_DEPTH || self.scale.is_decided(alpha) {
            return None;
        }
        let stones = BySide::from_fn(|side| board.stones_of(side));
        let passed = self.rules.position(stones, board.to_move().other());
        let depth = depth.saturating_sub(1 + NULL_MOVE_REDUCTION);
        Some(-self.value_of_open(&passed, plies + 1, depth, -alpha - 1, -alpha))
    }

    /// The move to search first: the best one of the table, of this look or of one that was not as deep.
    #[inline(always)]
    fn known_move(&self, board: &Board<B>, depth: u32, known: Option<Entry>) -> Option<Cell> {
        match known {
            Some(entry) => Some(entry.best),
            None if SCOUTS && depth >= self.table_depth => {
                // In the look before, the position had a ply less to look ahead.
                self.table.best_move(key(board, depth - 1, self.shortcuts.is_some()))
            }
            None => None,
        }
    }

    #[inline(always)]
    fn enter(&mut self, board: &Board<B>, cell: Cell, alpha: i64, beta: i64) {
        if W::HEARS {
            self.witness.enter(cell, board.to_move(), Some((alpha, beta)));
        }
    }

    /// The end of a look at a move. A value that is not exact is a bound if it lies outside of the window.
    #[inline(always)]
    fn leave(&mut self, board: &Board<B>, cell: Cell, value: i64, is_exact: bool, alpha: i64, beta: i64) {
        if W::HEARS {
            let bound = match value {
                _ if is_exact => trace::Bound::Exact,
                value if value >= beta => trace::Bound::AtLeast,
                value if value <= alpha => trace::Bound::AtMost,
                _ => trace::Bound::Exact,
            };
            self.effort.is_over |= self.witness.leave(cell, board.to_move(), value, bound).is_break();
        }
    }

    /// The value for the side to move of a move that leaves no other; the position is `plies` from the root.
    #[inline(always)]
    fn value_without_moves(&self, board: &Board<B>, plies: u32) -> i64 {
        self.scale.of(self.rules.outcome_without_moves(), board.to_move(), plies + 1)
    }

    /// Reports a move whose value is known without a look at what is below it.
    fn show(&mut self, board: &Board<B>, bit: u32, value: i64, alpha: i64, beta: i64) {
        self.enter(board, Cell::from_bit(bit), alpha, beta);
        self.leave(board, Cell::from_bit(bit), value, true, alpha, beta);
    }

    /// Reports the moves of [`best_of_last_ply`](Self::best_of_last_ply).
    fn show_last_ply(
        &mut self,
        board: &Board<B>,
        legal: B,
        ending: B,
        plies: u32,
        (constant, most): (i64, i64),
        (alpha, beta): (i64, i64),
    ) {
        let is_enough = !self.rules.may_leave_no_move(board) && constant >= beta;
        if let Some(bit) = legal.minus(ending).lowest().filter(|_| is_enough) {
            self.show(board, bit, constant, alpha, beta);
            if legal.has_several() {
                self.witness.cut();
            }
            return;
        }
        for bit in legal.members() {
            let value = if ending.contains(bit) {
                -most
            } else if self.rules.leaves_no_move(board, Cell::from_bit(bit)) {
                self.value_without_moves(board, plies)
            } else {
                constant
            };
            self.show(board, bit, value, alpha, beta);
        }
    }

    /// Reports moves that have the same value without a search, if there is a witness.
    #[inline(always)]
    fn show_all(&mut self, board: &Board<B>, moves: B, value: i64, alpha: i64, beta: i64) {
        if W::HEARS {
            for bit in moves.members() {
                self.show(board, bit, value, alpha, beta);
            }
        }
    }

    /// Announces the positions after moves of the root, at which a search of one ply is about to ask the evaluator.
    pub(super) fn announce_moves(&mut self, board: &Board<B>, moves: &[Cell]) {
        if self.announces {
            super::announce(self.evaluator, self.rules, board, moves.iter().copied(), self.searcher);
        }
    }

    /// Announces the positions after the moves of a node, which are those from `first` on, to the evaluator.
    #[cold]
    fn announce(&mut self, board: &Board<B>, first: usize) {
        let moves = self.moves[first..].iter().copied();
        super::announce(self.evaluator, self.rules, board, moves, self.searcher);
    }

    /// The value of the best move for the side to move; fail-soft.
    #[inline(always)]
    fn best(&mut self, board: &Board<B>, plies: u32, depth: u32, mut alpha: i64, beta: i64) -> i64 {
        if self.effort.is_spent() {
            return 0;
        }
        let most = self.scale.best_after(plies);
        if most <= alpha {
            return most;
        }
        let legal = self.rules.legal(board);
        let ending = self.rules.completing_inlined(board, legal);
        if ending.any() && self.line_wins {
            self.effort.nodes += 1;
            if W::HEARS {
                self.show(board, ending.lowest().unwrap_or(0), most, alpha, beta);
                self.witness.cut();
            }
            return most;
        }
        if let (1, Some(constant)) = (depth, self.constant) {
            let constant = if board.to_move() == self.searcher { constant } else { -constant };
            if W::HEARS {
                self.show_last_ply(board, legal, ending, plies, (constant, most), (alpha, beta));
            }
            return self.best_of_last_ply(board, legal, ending, plies, (constant, most), beta);
        }
        let known = if depth >= self.table_depth { self.table.get(self.key(board, depth)) } else { None };
        if let Some(value) = known.and_then(|entry| entry.decides(alpha, beta)) {
            return value;
        }

        // Moves that lose at once, in a misère game, need no search.
        let first = self.moves.len();
        let (mut best, mut best_move) = (-INFINITY, Cell::from_bit(0));
        if let Some(bit) = ending.lowest() {
            self.effort.nodes += u64::from(ending.count());
            (best, best_move) = (-most, Cell::from_bit(bit));
            self.show_all(board, ending, -most, alpha, beta);
        }
        let mut open = legal.minus(ending);
        if SCOUTS
            && depth > 1
            && let Some(threats) = self.threats(board, legal)
        {
            if let Some(bit) = threats.lowest().filter(|&bit| legal.without(bit).any()) {
                // Every other move leaves a threat open, and so do all if there are several.
                self.effort.nodes += 1;
                (best, best_move) = (-self.scale.win(plies + 2), Cell::from_bit(bit));
            }
            open = if threats.has_several() { B::EMPTY } else { threats };
        }
        self.moves.extend(open.members().map(Cell::from_bit));
        let (low, high) = (alpha, beta);
        alpha = alpha.max(best);
        if alpha < beta && best < most {
            if depth > 1 {
                self.sort(board, first, plies, self.known_move(board, depth, known));
            } else if self.announces {
                self.announce(board, first);
            }
            let last = self.moves.len();
            let mut places = Places::from(first);
            while let Some((index, was_left)) = places.next(last) {
                let cell = self.moves[index];
                self.enter(board, cell, alpha, beta);
                let is_last = self.rules.leaves_no_move(board, cell);
                let value = if is_last {
                    self.effort.nodes += 1;
                    self.value_without_moves(board, plies)
                } else {
                    let (after, index) = (self.rules.play(board, cell), index - first);
                    let may_leave = index > 0 && !was_left;
                    let value = self.value_unless_busy(&after, plies, depth, index, may_leave, alpha, beta);
                    let Some(value) = value else {
                        places.leave(first + index);
                        continue;
                    };
                    value
                };
                self.leave(board, cell, value, is_last || depth == 1, alpha, beta);
                if value > best {
                    (best, best_move) = (value, cell);
                    alpha = alpha.max(value);
                }
                if alpha >= beta || best >= most || self.effort.is_spent() {
                    if W::HEARS && index + 1 < last {
                        self.witness.cut();
                    }
                    break;
                }
            }
            if SCOUTS && depth > 1 && best >= beta && !self.effort.is_over {
                self.ordering.learn(best_move, board.to_move(), plies, depth);
            }
        } else if W::HEARS && ending.any() && open.any() {
            self.witness.cut();
        }
        self.moves.truncate(first);
        if depth >= self.table_depth && !self.effort.is_over {
            let bound = Bound::of(best, low, high, most);
            self.table.put(self.key(board, depth), Entry { value: best, bound, best: best_move, depth: 0 });
        }
        best
    }

    /// The value of the best move for the side to move where every undecided result counts `constant`, no
    /// move wins at once and those in `ending` lose; a value of `beta` or more may be a bound.
    #[inline]
    fn best_of_last_ply(
        &mut self,
        board: &Board<B>,
        legal: B,
        ending: B,
        plies: u32,
        (constant, most): (i64, i64),
        beta: i64,
    ) -> i64 {
        let others = legal.minus(ending);
        let best = if ending.any() { -most } else { -INFINITY };
        if !self.rules.may_leave_no_move(board) && others.any() {
            // All other results are alike: one is enough to know, all are looked at if it does not cut.
            self.effort.nodes += if constant >= beta { 1 } else { u64::from(legal.count()) };
            return best.max(constant);
        }
        self.effort.nodes += u64::from(legal.count());
        let value = |bit| {
            let is_last = self.rules.leaves_no_move(board, Cell::from_bit(bit));
            if is_last { self.value_without_moves(board, plies) } else { constant }
        };
        others.members().map(value).fold(best, i64::max)
    }
}

/// A node of the tree, with the window in which its value is wanted.
struct Visit<'t, 'a, 'w, B, P, W, const SCOUTS: bool> {
    tree: &'t mut Tree<'a, 'w, B, P, W, SCOUTS>,
    board: &'t Board<B>,
    plies: u32,
    depth: u32,
    alpha: i64,
    beta: i64,
}

impl<B: Bits, P: Processor, W: Witness, const SCOUTS: bool> Work for Visit<'_, '_, '_, B, P, W, SCOUTS> {
    type Output = i64;

    #[inline(always)]
    fn run(self) -> i64 {
        self.tree.best(self.board, self.plies, self.depth, self.alpha, self.beta)
    }
}
