//! What a search found.

use connect_toe_eval::{Evaluator, Measure};
use connect_toe_game::{Bits, Cell};
use connect_toe_solve::ExactResult;

use crate::scale::Scale;
use crate::worth::Worth;

/// The answer of a search.
///
/// All values are for the side to move. Their scale is the heuristic's: with `optimistic`, `pessimistic`
/// and `undecided` a win counts 1, with `terminal` 10, with `perfect` the cells of the board plus one minus
/// the plies to the win, with others [`WIN`](connect_toe_eval::WIN).
///
/// `monte-carlo` has a scale of its own: a move that is proven to win counts `WIN`, and if it wins at once also the cells of
/// the board; one that is proven to draw counts 0, to lose `-WIN`. Others count the mean result of their simulations (1 for a win, −1 for a loss) less 1/√n for their number n, in thousandths: from −2000 to
/// 1000. If a win or a loss is ruled out, so is a value above or below 0. A move without a simulation has no value and is left
/// out. Among lost moves the best is the one that took most simulations to refute.
///
/// ```
/// use connect_toe_eval::Settings;
/// use connect_toe_game::Rules;
/// use connect_toe_search::{Algorithm, Task, Want, unwatched};
/// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
/// let board = rules.parse_board("xo_/___/___", None)?;
/// let moves = rules.legal_moves(&board);
/// let mut search = Algorithm::find("minimax")?.build(&rules, &"depth=9".parse::<Settings>()?)?;
/// let task = Task { moves: &moves, want: Want::EveryMove, nodes: None, deepen: false };
/// let report = search.search(&rules, &board, &task, &mut unwatched);
/// // X wins, and more than one move keeps the win.
/// assert_eq!(report.value, 1);
/// assert!(report.best.len() > 1 && report.best.contains(&report.line[0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchReport {
    /// The value of the position: that of its best move.
    pub value: i64,
    /// The best moves in the order of the task: all of them if every move was asked for, else one.
    pub best: Vec<Cell>,
    /// The moves whose value is known, in the order of the task.
    pub moves: Vec<MoveValue>,
    /// The expected line of play, a best move first; it may end early.
    pub line: Vec<Cell>,
    /// Positions looked at below the root; in `monte-carlo` simulations.
    pub nodes: u64,
    /// Whether the search came to its end.
    pub stopped: Stopped,
    /// What the values mean, for [`worth`](SearchReport::worth).
    pub meaning: Meaning,
}

/// What the values of a report mean: their scale, and what of them is proven. The searches of the tables set it; by
/// default nothing is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meaning {
    pub(crate) scale: Scale,
    /// Whether the value of the position is proven.
    pub(crate) position: bool,
    /// The moves whose values are proven.
    pub(crate) moves: Vec<Cell>,
    /// Whether proven wins and losses may come sooner than their values say.
    pub(crate) at_most: bool,
}

impl Meaning {
    /// The values are a heuristic's or like them: nothing is proven.
    pub fn of_heuristic<B: Bits>(evaluator: &dyn Evaluator<B>) -> Meaning {
        Meaning::from(Scale::asking(evaluator))
    }

    /// The values are estimates on this scale.
    pub fn of_estimates(measure: Measure) -> Meaning {
        Meaning::from(Scale::of_estimates(measure))
    }
}

impl Meaning {
    /// Adds moves whose values chains of threats have proven, and which may end sooner than these values say.
    pub(crate) fn with(self, chains: &[Cell]) -> Meaning {
        let at_most = self.at_most || !chains.is_empty();
        let others = self.moves.into_iter().filter(|cell| !chains.contains(cell));
        let moves = chains.iter().copied().chain(others).collect();
        Meaning { moves, at_most, ..self }
    }
}

/// Nothing is proven.
impl From<Scale> for Meaning {
    fn from(scale: Scale) -> Meaning {
        Meaning { scale, ..Meaning::default() }
    }
}

/// The value of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The move.
    pub cell: Cell,
    /// Its value for the side to move.
    pub value: i64,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stopped {
    /// It was done.
    Done,
    /// It reached its limit of nodes, or was told to stop: the report is that of the deepest look that came to its
    /// end, or covers the moves searched so far.
    #[default]
    Early,
    /// It cannot go on: there is no move, and its player loses the game. No search of the tables does this; one that asks
    /// another program may.
    Failed,
}

impl SearchReport {
    /// Whether the search says what score to expect of every position, also where it proves nothing and sees no end coming.
    ///
    /// ```
    /// use connect_toe_eval::Settings;
    /// use connect_toe_game::Rules;
    /// use connect_toe_search::{Algorithm, Task, Want, unwatched};
    /// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
    /// let start = rules.start();
    /// let task = Task { moves: &rules.legal_moves(&start), want: Want::OneBest, nodes: None, deepen: false };
    /// let mut says = |player: &str, settings: &str| {
    ///     let mut search = Algorithm::find(player)?.build(&rules, &settings.parse::<Settings>()?)?;
    ///     Ok::<_, Box<dyn std::error::Error>>(search.search(&rules, &start, &task, &mut unwatched).expects_scores())
    /// };
    /// assert!(says("minimax", "depth=1,eval=runs")? && !says("random", "")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn expects_scores(&self) -> bool {
        self.meaning.scale.expects_scores()
    }

    /// The report of a search that gave these moves their exact values, in the order of the task.
    ///
    /// The moves with the greatest value are the best ones, and the first of them is the line.
    ///
    /// ```
    /// use connect_toe_game::Cell;
    /// use connect_toe_search::{MoveValue, SearchReport, Stopped};
    /// let value = |bit, value| MoveValue { cell: Cell::from_bit(bit), value };
    /// let moves = vec![value(0, -1), value(1, 3), value(2, 3)];
    /// let report = SearchReport::of_every_move(moves, 12, Stopped::Done);
    /// assert_eq!((report.value, report.best.len()), (3, 2));
    /// assert_eq!(report.line, [Cell::from_bit(1)]);
    /// ```
    pub fn of_every_move(moves: Vec<MoveValue>, nodes: u64, stopped: Stopped) -> SearchReport {
        let value = moves.iter().map(|found| found.value).max().unwrap_or(0);
        let best: Vec<Cell> =
            moves.iter().filter(|found| found.value == value).map(|found| found.cell).collect();
        let line = best.first().copied().into_iter().collect();
        SearchReport { value, line, best, moves, nodes, stopped, meaning: Meaning::default() }
    }

    /// The report of a search for one best move, with a line of play that starts with that move. Without a line
    /// there is no best move: the search was stopped before it had valued one.
    ///
    /// ```
    /// use connect_toe_game::Cell;
    /// use connect_toe_search::{SearchReport, Stopped};
    /// let line = vec![Cell::from_bit(4), Cell::from_bit(0)];
    /// let report = SearchReport::of_one_best(7, line, 100, Stopped::Done);
    /// assert_eq!((report.value, report.best.as_slice()), (7, &[Cell::from_bit(4)][..]));
    /// ```
    pub fn of_one_best(value: i64, line: Vec<Cell>, nodes: u64, stopped: Stopped) -> SearchReport {
        let best = line.first().copied();
        let moves = best.map(|cell| MoveValue { cell, value }).into_iter().collect();
        let meaning = Meaning::default();
        SearchReport { value, best: best.into_iter().collect(), moves, line, nodes, stopped, meaning }
    }

    /// Whether the results of the position and of all moves of the report are proven, and when the wins and losses come.
    pub fn is_solved(&self) -> bool {
        let is_solved = |worth| match worth {
            Worth::Exact { result, plies, at_most } => {
                result == ExactResult::Draw || (plies.is_some() && !at_most)
            }
            Worth::Claimed { .. } | Worth::Estimated { .. } => false,
        };
        is_solved(self.worth()) && self.moves.iter().all(|&found| is_solved(self.worth_of(found)))
    }

    /// The name of the scale of its estimates; empty if it has none.
    pub fn scale_name(&self) -> &'static str {
        self.meaning.scale.name()
    }

    /// What the position is worth.
    pub fn worth(&self) -> Worth {
        self.worth_of_value(self.value, self.meaning.position)
    }

    /// What a move of the report is worth.
    pub fn worth_of(&self, found: MoveValue) -> Worth {
        self.worth_of_value(found.value, self.meaning.moves.contains(&found.cell))
    }

    fn worth_of_value(&self, value: i64, is_proven: bool) -> Worth {
        let Meaning { scale, at_most, .. } = &self.meaning;
        if is_proven { scale.exact(value, *at_most) } else { scale.worth(value) }
    }

    /// The report of a search on this scale that left out only what it has proven to be no better. Its values are
    /// proven where it has seen the game end, or everywhere if it looked `to_the_end`.
    pub(crate) fn by_full_search(mut self, scale: Scale, to_the_end: bool) -> SearchReport {
        let is_proven = |value: i64| to_the_end || scale.is_end(value);
        let proven = self.moves.iter().filter(|found| is_proven(found.value));
        let moves: Vec<Cell> = proven.map(|found| found.cell).collect();
        // One move is enough for a win, but a search that is stopped has not seen all of them.
        let is_whole = self.stopped == Stopped::Done || self.value > 0;
        let position = is_whole && !moves.is_empty() && is_proven(self.value);
        self.meaning = Meaning { scale, position, moves, at_most: false };
        self
    }

    /// The report of a search on this scale that leaves nothing out but looks at some moves less far ahead: a win or loss that it
    /// has seen is proven, but there can be a nearer win.
    pub(crate) fn by_reduced_search(self, scale: Scale) -> SearchReport {
        let mut report = self.by_full_search(scale, false);
        report.meaning.at_most = true;
        report
    }

    /// The report of a search on this scale, in a hurry, that leaves out what does not look promising. Only a line that
    /// is completed with the next stone or the one after it is proven.
    pub(crate) fn by_selection(self, scale: Scale) -> SearchReport {
        let mut report = self.on(scale);
        let proven =
            report.moves.iter().filter(|found| found.value == scale.win(1) || found.value == -scale.win(2));
        report.meaning.moves = proven.map(|found| found.cell).collect();
        report.meaning.position = report.value == scale.win(1);
        report
    }

    /// Sets the scale of the values, of which nothing is proven.
    pub(crate) fn on(mut self, scale: Scale) -> SearchReport {
        self.meaning = scale.into();
        self
    }
}
