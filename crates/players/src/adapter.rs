//! Own heuristics, searches and players behind the traits of the engine.

use connect_toe_eval::{Evaluator, Judge, Judgements, Measure, outlook::Outlook};
use connect_toe_game::{Bits, Board, Cell, Course, Position, Rules, Side};
use connect_toe_search::{Meaning, SearchReport, Searcher, Stopped, Task, Watch};
use rand::Rng;

use crate::own;
use crate::player::{Choice, Player};

/// An own heuristic as an evaluator.
pub(crate) struct OwnEvaluator {
    heuristic: Box<dyn own::Heuristic>,
    /// The values of the last announcement.
    announced: Announced,
}

/// The values of positions that were valued together.
struct Announced {
    player: Side,
    /// The hashes of the positions, and their values.
    values: Vec<(u64, i64)>,
    /// The place of the position that is expected next.
    next: usize,
}

impl Announced {
    fn value(&mut self, hash: u64, player: Side) -> Option<i64> {
        if player != self.player {
            return None;
        }
        let is_expected = self.values.get(self.next).is_some_and(|&(expected, _)| expected == hash);
        let place =
            if is_expected { self.next } else { self.values.iter().position(|&(one, _)| one == hash)? };
        self.next = place + 1;
        Some(self.values[place].1)
    }
}

impl OwnEvaluator {
    pub(crate) fn new(heuristic: Box<dyn own::Heuristic>) -> OwnEvaluator {
        OwnEvaluator { heuristic, announced: Announced { player: Side::X, values: Vec::new(), next: 0 } }
    }

    fn bounded(&mut self, position: &Position<'_>, player: Side) -> i64 {
        let win = self.heuristic.win_value();
        self.heuristic.value(position, player).clamp(-win, win)
    }
}

impl<B: Bits> Evaluator<B> for OwnEvaluator {
    fn evaluate(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> i64 {
        let known = self.announced.value(board.hash(), player);
        known.unwrap_or_else(|| Position::show(rules, board, |position| self.bounded(position, player)))
    }

    fn static_value(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> i64 {
        match rules.outcome(board) {
            Some(outcome) => self.heuristic.win_value() * outcome.value_for(player),
            None => self.evaluate(rules, board, player),
        }
    }

    fn wants_announcements(&self) -> bool {
        self.heuristic.wants_many()
    }

    fn announce(&mut self, rules: &Rules<B>, boards: &[Board<B>], player: Side) {
        let values = match boards {
            [] => Vec::new(),
            boards => Position::show_all(rules, boards, |positions| self.heuristic.values(positions, player)),
        };
        assert_eq!(values.len(), boards.len(), "a heuristic gives a value for each position");
        let win = self.heuristic.win_value();
        let bounded = values.into_iter().map(|value| value.clamp(-win, win));
        let values = boards.iter().map(Board::hash).zip(bounded).collect();
        self.announced = Announced { player, values, next: 0 };
    }

    fn network(&mut self) -> Option<&mut dyn Judge<B>> {
        if self.heuristic.is_network() { Some(self) } else { None }
    }

    fn win_value(&self) -> i64 {
        self.heuristic.win_value()
    }

    fn measure(&self) -> Measure {
        self.heuristic.measure()
    }
}

impl<B: Bits> Judge<B> for OwnEvaluator {
    fn judge(&mut self, rules: &Rules<B>, boards: &[Board<B>], to: &mut Judgements) {
        Position::show_all(rules, boards, |positions| self.heuristic.judge(positions, to));
    }
}

/// An evaluator as an own search sees it.
struct Shown<'a, B>(&'a mut dyn Evaluator<B>);

impl<B: Bits> own::Heuristic for Shown<'_, B> {
    fn value(&mut self, position: &Position<'_>, player: Side) -> i64 {
        let (rules, board) = position.as_board().expect("a search stays within its game");
        self.0.evaluate(rules, board, player)
    }

    fn values(&mut self, positions: &[Position<'_>], player: Side) -> Vec<i64> {
        if self.wants_many() {
            let boards = positions.iter().filter_map(Position::as_board);
            let boards: Vec<Board<B>> = boards.map(|(_, &board)| board).collect();
            if let Some((rules, _)) = positions.first().and_then(Position::as_board) {
                self.0.announce(rules, &boards, player);
            }
        }
        positions.iter().map(|position| self.value(position, player)).collect()
    }

    fn wants_many(&self) -> bool {
        self.0.wants_announcements()
    }

    fn win_value(&self) -> i64 {
        self.0.win_value()
    }

    fn measure(&self) -> Measure {
        self.0.measure()
    }
}

/// An own search with the evaluator that it asks.
pub(crate) struct OwnSearcher<B> {
    name: &'static str,
    search: Box<dyn own::Search>,
    evaluator: Box<dyn Evaluator<B>>,
    /// What its values mean, if it does not say so itself.
    meaning: Meaning,
}

impl<B: Bits> OwnSearcher<B> {
    pub(crate) fn new(
        name: &'static str,
        search: Box<dyn own::Search>,
        evaluator: Option<Box<dyn Evaluator<B>>>,
    ) -> Self {
        let meaning = evaluator.as_deref().map_or_else(Meaning::default, Meaning::of_heuristic);
        let evaluator = evaluator.unwrap_or_else(|| Outlook::Undecided.evaluator());
        OwnSearcher { name, search, evaluator, meaning }
    }
}

impl<B: Bits> Searcher<B> for OwnSearcher<B> {
    fn search(&mut self, rules: &Rules<B>, board: &Board<B>, task: &Task, watch: Watch) -> SearchReport {
        let heuristic = &mut Shown(&mut *self.evaluator);
        let mut report =
            Position::show(rules, board, |position| self.search.search(position, task, heuristic, watch));
        if report.meaning == Meaning::default() {
            report.meaning = self.meaning.clone();
        }
        let named = report.moves.iter().map(|found| &found.cell).chain(&report.best);
        for cell in named {
            check(rules, self.name, task.moves.contains(cell), *cell);
        }
        assert!(
            report.stopped != Stopped::Done || !report.best.is_empty(),
            "`{}` gave no best move, and does not say that it was stopped",
            self.name
        );
        let mut after = *board;
        for &cell in &report.line {
            check(rules, self.name, is_legal(rules, &after, cell), cell);
            after = rules.step(&after, cell).board;
        }
        report
    }
}

/// An own player as one of the engine.
pub(crate) struct OwnPlayer {
    name: &'static str,
    player: Box<dyn own::Player>,
}

impl OwnPlayer {
    pub(crate) fn new(name: &'static str, player: Box<dyn own::Player>) -> Self {
        OwnPlayer { name, player }
    }
}

impl<B: Bits> Player<B> for OwnPlayer {
    fn begin_game(&mut self, rules: &Rules<B>, course: Course<'_, B>) {
        self.player.begin_game(&Position::in_course(rules, course));
    }

    fn choose(&mut self, rules: &Rules<B>, course: Course<'_, B>, random: &mut dyn Rng) -> Choice {
        let choice = self.player.choose(&Position::in_course(rules, course), random);
        check(rules, self.name, is_legal(rules, course.board, choice.cell), choice.cell);
        choice
    }
}

fn is_legal<B: Bits>(rules: &Rules<B>, board: &Board<B>, cell: Cell) -> bool {
    rules.geometry().has(cell) && rules.is_legal(board, cell) && rules.outcome(board).is_none()
}

/// A move that is not legal is a bug of the program that added the search or player: going on would give nonsense.
fn check<B: Bits>(rules: &Rules<B>, name: &str, is_legal: bool, cell: Cell) {
    let geometry = rules.geometry();
    assert!(is_legal || geometry.has(cell), "`{name}` gave {cell:?}, which is not a cell of the board");
    assert!(is_legal, "`{name}` gave {}, which is not a legal move", geometry.cell_text(cell));
}
