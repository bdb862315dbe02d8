//! `analyze`: what a player thinks of every move.

use std::cmp::Reverse;
use std::io::BufRead;
use std::ops::ControlFlow;
use std::sync::Arc;

use connect_toe_game::{Bits, Board, BySide, Cell, Game, Geometry, Record, Rules, Side, with_game};
use connect_toe_players::{PlayerSpec, SearchPlayer};
use connect_toe_search::{
    DEFAULT_DEPTH, Exact, ExactResult, Findings, SearchProgress, SearchReport, Stopped, Task, Want, Watch,
};
use connect_toe_solve::Book;
use connect_toe_threats::{Found, Order, Threats};
use serde::{Deserialize, Serialize};

use crate::book::{BookChoice, book_to_use};
use crate::brief::{self, is_brief, is_brief_in};
use crate::error::Error;
use crate::no_line::tell_of_no_line;
use crate::player::{player, warn_of_long_thoughts};
use crate::position::{Position, game};
use crate::position_lines::PositionLines;
use crate::why::{Opinion, StatedReason, reasons_of};
use crate::work::{Finding, Work};
use crate::worth::{ProvenResult, StatedWorth};

/// Asks what a player thinks of every move of a position.
///
/// ```
/// use connect_toe_api::{Analyze, Position, Work};
/// let position = Position::of_board("xox/oox/___");
/// let analyze = Analyze { position, player: "perfect".to_owned(), ..Analyze::new("tic-tac-toe") };
/// let analysis = analyze.run(&Work::new())?;
/// assert_eq!((analysis.best, analysis.value), (vec!["c1".to_owned()], Some(9)));
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Analyze {
    /// Game text or a preset's name.
    pub game: String,
    /// The position.
    #[serde(flatten)]
    pub position: Position,
    /// The player, as `NAME[:key=value,...]`.
    #[serde(default = "Analyze::player")]
    pub player: String,
    /// Nodes that the exact solver may search for what is proven besides, 0 for none. Without it as many as take a
    /// fraction of a second: a number that depends on the size of the board alone, so the answer is the same each time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact_nodes: Option<u64>,
    /// Whether to look for wins by threats besides.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub threats: bool,
    /// Whether to give reasons for and against each move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub why: bool,
    /// Where exact solvers look before they search, that of the player, too, if it has one. If nothing is said, in the
    /// program's own book of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book: Option<BookChoice>,
}

/// What a player thinks of a position.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Analysis {
    /// The position's value for the side to move, on the scale of the player's heuristic; none if the game is over.
    pub value: Option<i64>,
    /// The moves that the player would choose among. A player for whom a win is a win, near or far, may choose one that is
    /// proven to take longer: `exact` of `moves` says so, and [`proven_best`](Analysis::proven_best) leaves it out.
    pub best: Vec<String>,
    /// The moves whose exact value is known, in canonical order.
    pub moves: Vec<AnalyzedMove>,
    /// The expected line of play.
    pub line: Vec<String>,
    /// Positions looked at.
    pub nodes: u64,
    /// What the position is worth to the side to move.
    #[serde(flatten)]
    pub worth: StatedWorth,
    /// The player whose opinion it is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub player: String,
    /// The scale of the player's estimates: mostly the name of its heuristic. None if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<String>,
    /// Wins by threats, if the request asks for them and the game goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threats: Option<FoundThreats>,
    /// Whether the search came to its end.
    pub complete: bool,
    /// The side to move: `x` or `o`.
    pub to_move: String,
    /// `x`, `o` or `draw` if the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// Whether the search was stopped; then the answer is that of the deepest look that came to its end, or
    /// covers the moves searched so far.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
}

/// What is found by looking for threats alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FoundThreats {
    /// A win of the side to move, if one is found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<ThreatLine>,
    /// A win that the opponent would have if it were their move, by a chain of threats with one answer each, if one is
    /// found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<ThreatLine>,
}

/// A win by threats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ThreatLine {
    /// Threats and answers in turn, up to the completed line; of a win of order 2 its first move.
    pub line: Vec<String>,
    /// The most plies that it takes.
    pub plies: u32,
    /// 1 if each threat has one answer, 2 if some moves threaten such a chain.
    pub order: u8,
}

/// The value of a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AnalyzedMove {
    /// The move.
    #[serde(rename = "move")]
    pub cell: String,
    /// Its value for the side to move.
    pub value: i64,
    /// What it is worth to the side to move.
    #[serde(flatten)]
    pub worth: StatedWorth,
    /// Reasons for and against it, the strongest first, if the request asks why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<StatedReason>,
}

/// What a player thinks of a position of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AnalyzedLine {
    /// What the player thinks.
    #[serde(flatten)]
    pub analysis: Analysis,
    /// The moves of the line as written there; those of a game with a header as cells.
    pub moves_played: String,
    /// The moves as cells.
    pub cells: String,
}

impl Analysis {
    /// The analysis of one look of a search that will look further.
    pub fn of_look(report: &SearchReport, geometry: &Geometry, to_move: Side) -> Analysis {
        Analysis::of(report, &Findings::default(), geometry, to_move)
    }

    /// The moves, the best first: ordered by their proven results if all are proven, else by their values.
    pub fn ranked_moves(&self) -> Vec<&AnalyzedMove> {
        let all = self.moves.iter().all(|found| found.worth.exact.is_some());
        let rank = |found: &AnalyzedMove| {
            let exact = found.worth.exact.as_ref().filter(|_| all)?;
            let plies = i64::from(exact.distance.unwrap_or(0));
            Some(match exact.result.as_str() {
                "win" => (1, -plies),
                "draw" => (0, 0),
                _ => (-1, plies),
            })
        };
        let mut moves: Vec<&AnalyzedMove> = self.moves.iter().collect();
        moves.sort_by_key(|found| Reverse((rank(found), found.value)));
        moves
    }

    /// The moves that are proven to be as good as the position, in canonical order; none if its value is not proven.
    pub fn proven_best(&self) -> Vec<&str> {
        let exact = self.worth.exact.as_ref();
        let is_best = |found: &&AnalyzedMove| exact.is_some() && found.worth.exact.as_ref() == exact;
        self.moves.iter().filter(is_best).map(|found| &*found.cell).collect()
    }

    /// Leaves out best moves that the exact solver has proven to be worse than another: for a player that would have asked it.
    fn leave_out_what_is_proven_worse(&mut self) {
        let score = |worth: &StatedWorth| worth.exact.as_ref().and(worth.expected_score());
        let Some(most) = score(&self.worth) else { return };
        let is_worse = |cell: &String| {
            let found = self.moves.iter().find(|found| found.cell == *cell);
            found.and_then(|found| score(&found.worth)).is_some_and(|score| score < most)
        };
        let kept: Vec<String> = self.best.iter().filter(|cell| !is_worse(cell)).cloned().collect();
        let best =
            if kept.is_empty() { self.proven_best().into_iter().map(str::to_owned).collect() } else { kept };
        if !best.is_empty() && !self.line.first().is_some_and(|first| best.contains(first)) {
            self.line = best[..1].to_vec();
        }
        if !best.is_empty() {
            self.best = best;
        }
    }

    /// The analysis of a search that was not stopped.
    fn of(report: &SearchReport, proven: &Findings, geometry: &Geometry, to_move: Side) -> Analysis {
        let text = |cell| geometry.cell_text(cell);
        let exact_of = |cell| proven.moves.iter().find(|&&(proven, _)| proven == cell);
        let moves = report.moves.iter().map(|&found| AnalyzedMove {
            cell: text(found.cell),
            value: found.value,
            worth: StatedWorth::new(report.worth_of(found), exact_of(found.cell).map(|&(_, value)| value)),
            reasons: Vec::new(),
        });
        let mut worth = StatedWorth::new(report.worth(), proven.value);
        if worth.exact.is_none() && proven.wins {
            let result = ExactResult::Win.to_string();
            worth.exact = Some(ProvenResult { result, distance: None, at_most: false });
        }
        let scale = report.scale_name();
        Analysis {
            value: Some(report.value),
            best: report.best.iter().copied().map(text).collect(),
            moves: moves.collect(),
            line: report.line.iter().copied().map(text).collect(),
            nodes: report.nodes,
            worth,
            player: String::new(),
            scale: (!scale.is_empty()).then(|| scale.to_owned()),
            threats: None,
            complete: report.stopped == Stopped::Done,
            to_move: to_move.to_string(),
            outcome: None,
            interrupted: false,
        }
    }
}

impl Analyze {
    /// The player that analyzes if the request does not name one.
    pub const PLAYER: &str = "best";

    fn player() -> String {
        Analyze::PLAYER.to_owned()
    }

    /// The empty board, analyzed by [`Analyze::PLAYER`].
    pub fn new(game: impl Into<String>) -> Analyze {
        Analyze {
            game: game.into(),
            position: Position::default(),
            player: Analyze::player(),
            exact_nodes: None,
            threats: false,
            why: false,
            book: None,
        }
    }

    /// The analysis.
    ///
    /// # Errors
    /// A text that is not a game, a position of it, or a player of it; a stop before any move has a value.
    pub fn run(&self, work: &Work) -> Result<Analysis, Error> {
        let game = game(&self.game)?;
        tell_of_no_line(&game, work);
        self.run_on(game, work)
    }

    /// Analyzes with a game that exists already: the request's moves start from the game's position.
    ///
    /// # Errors
    /// As [`run`](Analyze::run).
    pub fn run_on(&self, game: Game, work: &Work) -> Result<Analysis, Error> {
        Ok(self.find_out(game, work)?.0)
    }

    /// Whether [`run_on`](Self::run_on) takes no more than milliseconds and little of the stack, so that it need not run on a
    /// thread of its own: for a player of the engine that looks at few positions, if nothing is to be proven besides.
    pub fn is_brief(&self, game: &Game, work: &Work) -> bool {
        let asks_more = self.threats || self.why || self.exact_nodes != Some(0) || self.book.is_some();
        !asks_more && is_brief_in(game, &self.player, work)
    }

    /// The analysis, and what is proven by it and expected, as cells.
    pub(crate) fn find_out(&self, mut game: Game, work: &Work) -> Result<(Analysis, Opinion), Error> {
        let spec = player("player", &self.player, work)?;
        let found = with_game!(&mut game, record => self.search(record, &spec, work))?;
        let to_move = game.to_move().to_string();
        let Some((report, proven)) = found else {
            let outcome = game.outcome().map(|outcome| outcome.to_string());
            let player = self.player.clone();
            let over = Analysis { player, complete: true, to_move, outcome, ..Analysis::default() };
            return Ok((over, Opinion::default()));
        };
        let interrupted = report.stopped != Stopped::Done && work.stop().is_requested();
        if interrupted && report.moves.is_empty() {
            return Err(Error::Interrupted);
        }
        if report.stopped == Stopped::Failed {
            return Err(Error::run(format!("{spec} has no move to give")));
        }
        let threats = self.threats.then(|| with_game!(&game, record => threats(record, work)));
        let analysis = Analysis::of(&report, &proven, game.geometry(), game.to_move());
        let mut analysis = Analysis { player: self.player.clone(), threats, interrupted, ..analysis };
        if spec.name() == Analyze::PLAYER {
            analysis.leave_out_what_is_proven_worse();
        }
        let opinion = Opinion::of(&report, &analysis);
        if self.why {
            let moves: Vec<Cell> = report.moves.iter().map(|found| found.cell).collect();
            for (found, reasons) in analysis.moves.iter_mut().zip(reasons_of(&game, &moves, &opinion)) {
                found.reasons = reasons;
            }
        }
        Ok((analysis, opinion))
    }

    /// Analyzes many positions, one a line as for [`SolveLines`](crate::SolveLines). Expected values and the request's
    /// own position are ignored. `name` is what messages call the list. `each` gets every answer as soon as it is
    /// there. Returns whether the run was stopped: then later lines are missing.
    ///
    /// ```
    /// use connect_toe_api::{Analyze, Error, Work};
    /// let mut values = Vec::new();
    /// let analyze = Analyze { player: "perfect".to_owned(), ..Analyze::new("tic-tac-toe") };
    /// analyze.run_on_lines("a1 b1\na1 b2\n".as_bytes(), "lines", &Work::new(), |line| {
    ///     values.push((line.moves_played, line.analysis.value));
    ///     Ok::<(), Error>(())
    /// })?;
    /// assert_eq!(values, [("a1 b1".to_owned(), Some(5)), ("a1 b2".to_owned(), Some(0))]);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`run`](Analyze::run), with the line; an error of `each`.
    pub fn run_on_lines<E: From<Error>>(
        &self,
        lines: impl BufRead,
        name: &str,
        work: &Work,
        mut each: impl FnMut(AnalyzedLine) -> Result<(), E>,
    ) -> Result<bool, E> {
        let game = game(&self.game)?;
        for placed in PositionLines::new(lines, name) {
            let (mut placed, mut there) = (placed?, game.clone());
            with_game!(&mut there, record => placed.apply(record))?;
            let analyzed = Analyze { position: Position::default(), ..self.clone() }.run_on(there, work);
            let analysis = analyzed.map_err(|error| placed.refuse(error))?;
            let interrupted = analysis.interrupted;
            let (moves_played, cells) = (placed.line.moves, placed.line.cells);
            each(AnalyzedLine { analysis, moves_played, cells })?;
            if interrupted || work.stop().is_requested() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The search's report and what is proven, or `None` if the game is over.
    fn search<B: Bits>(
        &self,
        record: &mut Record<B>,
        spec: &PlayerSpec,
        work: &Work,
    ) -> Result<Option<(SearchReport, Findings)>, Error> {
        self.position.apply(record)?;
        let (rules, board) = (record.rules(), record.board());
        if rules.outcome(board).is_some() {
            return Ok(None);
        }
        let is_brief = is_brief(spec, rules.legal(board).count() as usize);
        if is_brief && self.exact_nodes == Some(0) && self.book.is_none() && !work.wants_looks() {
            let mut watch = work.search_watch();
            let report = brief::ask(record, spec, |player| player.analyze(rules, board, &mut watch))?;
            return Ok(Some((report, Findings::default())));
        }
        let book = book_to_use(self.book.as_ref(), rules, work)?;
        let player = SearchPlayer::new(rules, spec).map_err(Error::impossible)?;
        let mut player = player.with_book(book.clone());
        warn_of_long_thoughts(rules.empty_cells(board) as usize, spec, work);
        let stop = work.stop().part();
        let mut watch = work.search_watch();
        let cells = rules.geometry().cells().len();
        let nodes = self.exact_nodes.unwrap_or_else(|| Exact::<B>::affordable_nodes(cells) / 5);
        let mut search = || {
            if work.wants_looks() {
                looks(rules, board, spec, book.as_ref(), work, &mut watch);
            }
            let report = player.analyze(rules, board, &mut telling(rules, board, work, &mut watch));
            if nodes == 0 || stop.is_requested() || report.is_solved() {
                return (report, Findings::default());
            }
            let moves = rules.legal_moves(board);
            let task = Task { moves: &moves, want: Want::EveryMove, nodes: Some(nodes), deepen: false };
            let searched = report.nodes;
            let findings =
                Exact::new(nodes).with_book(book.clone()).find_out(rules, board, &task, &mut |progress| {
                    watch(&SearchProgress { nodes: searched + progress.nodes, ..*progress })
                });
            (report, findings)
        };
        work.on_a_deep_stack(&mut search).map(Some)
    }
}

/// Nodes of each search for threats.
const THREAT_NODES: u64 = 200_000;

/// Wins by threats, of the side to move and of its opponent.
fn threats<B: Bits>(record: &Record<B>, work: &Work) -> FoundThreats {
    let (rules, board) = (record.rules(), record.board());
    let stop = work.stop().part();
    let mut watch = |_| stop.listen();
    let mut threats = Threats::new(rules);
    let mut find = |board: &Board<B>, order| {
        let Found::Win(win) = threats.find(rules, board, order, THREAT_NODES, &mut watch).found else {
            return None;
        };
        let line = win.line.iter().map(|&cell| rules.geometry().cell_text(cell)).collect();
        Some(ThreatLine { line, plies: win.plies, order: if win.order == Order::One { 1 } else { 2 } })
    };
    let passed = rules.position(BySide::from_fn(|side| board.stones_of(side)), board.to_move().other());
    FoundThreats { win: find(board, Order::Two), against: find(&passed, Order::One) }
}

/// A watch that reports the looks that a search has completed.
pub(crate) fn telling<B: Bits>(
    rules: &Rules<B>,
    board: &Board<B>,
    work: &Work,
    watch: Watch,
) -> impl FnMut(&SearchProgress<'_>) -> ControlFlow<()> {
    |progress| {
        if let Some(look) = progress.look.filter(|_| work.wants_looks()) {
            let (geometry, to_move) = (rules.geometry(), board.to_move());
            work.found(&Finding::Look { depth: look.depth, report: look.report, geometry, to_move });
        }
        watch(progress)
    }
}

/// Looks one ply ahead, then two, and so on, up to the look before the player's own: for a search that goes to its
/// depth at once.
pub(crate) fn looks<B: Bits>(
    rules: &Rules<B>,
    board: &Board<B>,
    spec: &PlayerSpec,
    book: Option<&Arc<Book<B>>>,
    work: &Work,
    watch: Watch,
) {
    let Some(own) = depth(spec) else { return };
    for depth in 1..own.min(rules.empty_cells(board)) {
        let Ok(look) = spec.with("depth", depth) else { return };
        let Ok(player) = SearchPlayer::new(rules, &look) else { return };
        let report = player.with_book(book.cloned()).analyze(rules, board, watch);
        if report.stopped != Stopped::Done {
            return;
        }
        let (geometry, to_move) = (rules.geometry(), board.to_move());
        work.found(&Finding::Look { depth, report: &report, geometry, to_move });
    }
}

/// The plies that a player looks ahead at once.
pub(crate) fn depth(spec: &PlayerSpec) -> Option<u32> {
    let by_default = match spec.name() {
        "minimax" | "alpha-beta" if spec.nodes().is_none() && spec.is_reproducible() => Some(DEFAULT_DEPTH),
        _ => None,
    };
    spec.settings().text("depth").map_or(by_default, |depth| by_default.and(depth.parse().ok()))
}
