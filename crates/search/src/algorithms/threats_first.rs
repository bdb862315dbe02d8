//! Threats before a search and at its leaves: settings of the depth-first searches, off by default.
//!
//! Before the search, a win by threats is played at once. If there is none, moves after which the opponent has a chain
//! of threats lose, and the others are searched. Where an additional stone never hurts, most of the losing moves follow
//! from one chain that the opponent would have if the side to move passed: all that do not interfere with it. Elsewhere
//! each move is tried.
//!
//! At the leaves, a position in which the side to move has a chain counts as won.

use connect_toe_eval::{Evaluator, Explanation, Key, Measure, SettingError, Settings};
use connect_toe_game::{Bits, Board, Cell, Rules, Side};
use connect_toe_threats::{Found, Order, Threats, Win, unwatched};

use crate::report::{Meaning, MoveValue, SearchReport, Stopped};
use crate::scale::Scale;
use crate::{SearchProgress, Searcher, Task, Want, Watch};

pub(super) const THREATS: Key = Key {
    name: "threats",
    about: "1: before the search, win by a chain of threats with one answer each, and leave out moves that lose to one; 2: win by threats of such a chain too, where any empty cell can be taken; default 0",
};
pub(super) const LEAF_THREATS: Key = Key {
    name: "leaf-threats",
    about: "move limit of a search for such a chain where the search ends; default 0",
};

/// Nodes of the search for a win.
const WIN_NODES: u64 = 20_000;
/// Nodes of the searches for the opponent's chains together, and of each of them.
const DEFENCE_NODES: u64 = 50_000;
const MOVE_NODES: u64 = 2000;
/// The searches for threats take at most one part in this many of a task's limit of nodes.
const PART: u64 = 3;
/// In `best` all limits of these searches are divided by this.
const PART_OF_BEST: u64 = 10;

/// The `threats` of the settings.
fn order(settings: &Settings) -> Result<Option<Order>, SettingError> {
    let expected = "0, 1 or 2";
    match settings.get("threats", expected)? {
        None | Some(0) => Ok(None),
        Some(1) => Ok(Some(Order::One)),
        Some(2) => Ok(Some(Order::Two)),
        Some(_) => Err(settings.refuse("threats", expected)),
    }
}

/// The `leaf-threats` of the settings.
fn leaf_nodes(settings: &Settings) -> Result<u64, SettingError> {
    Ok(settings.get("leaf-threats", "a whole number of nodes")?.unwrap_or(0))
}

pub(super) fn check(settings: &Settings) -> Result<(), SettingError> {
    order(settings)?;
    leaf_nodes(settings).map(drop)
}

/// The evaluator that a search with these settings asks at its leaves.
pub(super) fn at_leaves<B: Bits>(
    rules: &Rules<B>,
    settings: &Settings,
    evaluator: Box<dyn Evaluator<B>>,
) -> Result<Box<dyn Evaluator<B>>, SettingError> {
    Ok(match leaf_nodes(settings)? {
        0 => evaluator,
        nodes => Box::new(ThreatLeaves { evaluator, threats: Threats::new(rules), nodes }),
    })
}

/// The search, preceded by what these settings ask for.
pub(super) fn before<B: Bits>(
    rules: &Rules<B>,
    settings: &Settings,
    scale: Scale,
    search: Box<dyn Searcher<B>>,
) -> Result<Box<dyn Searcher<B>>, SettingError> {
    Ok(match order(settings)? {
        None => search,
        Some(order) => Box::new(ThreatsFirst::new(rules, order, scale, search)),
    })
}

/// A heuristic for which a position with a chain of threats counts as won.
struct ThreatLeaves<B: Bits> {
    evaluator: Box<dyn Evaluator<B>>,
    threats: Threats<B>,
    nodes: u64,
}

impl<B: Bits> Evaluator<B> for ThreatLeaves<B> {
    fn evaluate(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> i64 {
        match self.threats.find(rules, board, Order::One, self.nodes, &mut unwatched).found {
            Found::Win(_) if board.to_move() == player => self.evaluator.win_value(),
            Found::Win(_) => -self.evaluator.win_value(),
            Found::NoChain | Found::Unknown => self.evaluator.evaluate(rules, board, player),
        }
    }

    fn static_value(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> i64 {
        self.evaluator.static_value(rules, board, player)
    }

    fn explain(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> Explanation {
        self.evaluator.explain(rules, board, player)
    }

    fn win_value(&self) -> i64 {
        self.evaluator.win_value()
    }

    fn measure(&self) -> Measure {
        self.evaluator.measure()
    }

    fn wants_announcements(&self) -> bool {
        self.evaluator.wants_announcements()
    }

    fn announce(&mut self, rules: &Rules<B>, boards: &[Board<B>], player: Side) {
        self.evaluator.announce(rules, boards, player);
    }
}

/// A search that asks for threats first.
pub(super) struct ThreatsFirst<B: Bits> {
    order: Order,
    /// Plies of the longest win by threats that is seen.
    longest: u32,
    /// Whether every move gets a value where that is wanted. Otherwise only a win by threats gets one, and in a hurry
    /// moves that lose to threats have none.
    values_every_move: bool,
    /// Its limits of nodes, and its part of a task's limit, are divided by this.
    part: u64,
    threats: Threats<B>,
    scale: Scale,
    search: Box<dyn Searcher<B>>,
}

/// What is asked before the search: its nodes, and what may stop it.
struct Before<'w> {
    nodes: u64,
    /// The most nodes that it may take: a part of those of the task.
    limit: u64,
    is_stopped: bool,
    watch: Watch<'w>,
}

impl Before<'_> {
    /// Asks for threats with at most `most` nodes of what is left; `find` returns what it found and its nodes.
    fn ask<T>(
        &mut self,
        most: u64,
        find: impl FnOnce(u64, connect_toe_threats::Watch) -> (T, u64),
    ) -> Option<T> {
        let most = most.min(self.limit.saturating_sub(self.nodes));
        if self.is_stopped || most == 0 {
            return None;
        }
        let before = self.nodes;
        let (found, nodes) = find(most, &mut |nodes| {
            let go_on = (self.watch)(&SearchProgress::after(before + nodes));
            self.is_stopped |= go_on.is_break();
            go_on
        });
        self.nodes += nodes;
        Some(found)
    }

    fn win<B: Bits>(
        &mut self,
        threats: &mut Threats<B>,
        rules: &Rules<B>,
        board: &Board<B>,
        order: Order,
        most: u64,
    ) -> Option<Win> {
        let found = self.ask(most, |most, watch| {
            let finding = threats.find(rules, board, order, most, watch);
            (finding.found, finding.nodes)
        });
        match found {
            Some(Found::Win(win)) => Some(win),
            _ => None,
        }
    }
}

/// A move after which the opponent wins, at most this many plies after the position before it.
type Losing = (Cell, u32);

impl<B: Bits> ThreatsFirst<B> {
    pub(super) fn new(
        rules: &Rules<B>,
        order: Order,
        scale: Scale,
        search: Box<dyn Searcher<B>>,
    ) -> ThreatsFirst<B> {
        let (longest, threats) = (u32::MAX, Threats::new(rules));
        ThreatsFirst { order, longest, values_every_move: false, part: 1, threats, scale, search }
    }

    /// Sets what `best` needs: fewer nodes for threats, and a value for every move where that is wanted. A chain then
    /// counts its plies, which need not be the fewest.
    pub(super) fn of_best(self) -> ThreatsFirst<B> {
        ThreatsFirst { part: PART_OF_BEST, values_every_move: true, ..self }
    }

    /// Sets the plies of the longest win by threats that it sees.
    pub(super) fn of_at_most(self, plies: u32) -> ThreatsFirst<B> {
        ThreatsFirst { longest: plies, ..self }
    }

    /// The moves among the task's after which a chain of the opponent is found, in the task's order.
    fn losing(
        &mut self,
        rules: &Rules<B>,
        board: &Board<B>,
        task: &Task,
        before: &mut Before,
    ) -> Vec<Losing> {
        let mut zone = rules.legal(board);
        let mut outside = 0;
        if rules.passing_never_helps() {
            let threats = &mut self.threats;
            let found =
                before.ask(WIN_NODES / self.part, |most, watch| threats.defend(rules, board, most, watch));
            let seen = found.flatten().filter(|defence| defence.threat.plies <= self.longest);
            let Some(defence) = seen else { return Vec::new() };
            (zone, outside) = (defence.zone, defence.threat.plies + 1);
        }
        let mut left = DEFENCE_NODES / self.part;
        let mut losing = Vec::new();
        for &cell in task.moves {
            if !zone.contains(cell.bit()) {
                losing.push((cell, outside));
                continue;
            }
            let step = rules.advance(board, cell);
            if step.outcome.is_some() || left == 0 {
                continue;
            }
            let nodes = before.nodes;
            let most = (MOVE_NODES / self.part).min(left);
            let found = before.win(&mut self.threats, rules, &step.board, Order::One, most);
            if let Some(win) = found.filter(|win| win.plies <= self.longest) {
                losing.push((cell, win.plies + 1));
            }
            left -= before.nodes - nodes;
        }
        losing
    }

    /// The report of a win, or of a position in which every move loses.
    fn decided(
        &self,
        moves: &[Losing],
        wins: bool,
        line: Vec<Cell>,
        task: &Task,
        nodes: u64,
    ) -> SearchReport {
        let value = |plies: u32| if wins { self.scale.win(plies) } else { -self.scale.win(plies) };
        let report = match task.want {
            Want::OneBest => {
                let best = line.first().and_then(|first| moves.iter().find(|(cell, _)| cell == first));
                let value = best.map_or(0, |&(_, plies)| value(plies));
                SearchReport::of_one_best(value, line, nodes, Stopped::Done)
            }
            Want::EveryMove => {
                let values = moves.iter().map(|&(cell, plies)| MoveValue { cell, value: value(plies) });
                let report = SearchReport::of_every_move(values.collect(), nodes, Stopped::Done);
                if wins { SearchReport { line, ..report } } else { report }
            }
        };
        let proven = report.moves.iter().map(|found| found.cell).collect();
        let meaning = Meaning { scale: self.scale, position: true, moves: proven, at_most: true };
        SearchReport { meaning, ..report }
    }
}

impl<B: Bits> Searcher<B> for ThreatsFirst<B> {
    fn search(&mut self, rules: &Rules<B>, board: &Board<B>, task: &Task, watch: Watch) -> SearchReport {
        let limit = task.nodes.map_or(u64::MAX, |nodes| nodes / PART / self.part);
        let mut before = Before { nodes: 0, limit, is_stopped: false, watch };
        let wants_all = self.values_every_move && task.want == Want::EveryMove;
        let found = before.win(&mut self.threats, rules, board, self.order, WIN_NODES / self.part);
        let win = found.filter(|win| win.plies <= self.longest && task.moves.contains(&win.line[0]));
        if let Some(win) = &win
            && !wants_all
        {
            return self.decided(&[(win.line[0], win.plies)], true, win.line.clone(), task, before.nodes);
        }
        let losing = self.losing(rules, board, task, &mut before);
        if losing.len() == task.moves.len() {
            // The first of those that lose latest.
            let latest = losing.iter().rev().max_by_key(|&&(_, plies)| plies);
            let line = latest.map(|&(cell, _)| cell).into_iter().collect();
            return self.decided(&losing, false, line, task, before.nodes);
        }
        let is_open = |cell: &&Cell| losing.iter().all(|(losing, _)| losing != *cell);
        let moves: Vec<Cell> = task.moves.iter().filter(is_open).copied().collect();
        let asked = before.nodes;
        let inner = Task { moves: &moves, nodes: task.nodes.map(|most| (most - asked).max(1)), ..*task };
        let mut report = self.search.search(rules, board, &inner, &mut |progress| {
            (before.watch)(&SearchProgress { nodes: asked + progress.nodes, ..*progress })
        });
        report.nodes += asked;
        if wants_all {
            let won =
                |cell| win.as_ref().filter(|win| win.line[0] == cell).map(|win| self.scale.win(win.plies));
            let lost =
                |cell| losing.iter().find(|found| found.0 == cell).map(|found| -self.scale.win(found.1));
            let searched =
                |cell| report.moves.iter().find(|found| found.cell == cell).map(|found| found.value);
            let value = |&cell: &Cell| {
                let value = lost(cell).or(searched(cell).max(won(cell)))?;
                Some(MoveValue { cell, value })
            };
            let values = task.moves.iter().filter_map(value).collect();
            let whole = SearchReport::of_every_move(values, report.nodes, report.stopped);
            let is_chain = |found: &&MoveValue| {
                lost(found.cell).is_some() || won(found.cell).is_some_and(|value| value == found.value)
            };
            let chains: Vec<Cell> = whole.moves.iter().filter(is_chain).map(|found| found.cell).collect();
            let mut meaning = report.meaning.with(&chains);
            // A win by a chain decides, if no other move promises more.
            meaning.position |= whole.value > 0 && meaning.moves.contains(&whole.best[0]);
            let line = match win {
                Some(win) if whole.line == win.line[..1] => win.line,
                _ if whole.line.first() == report.line.first() => report.line,
                _ => whole.line.clone(),
            };
            return SearchReport { line, meaning, ..whole };
        }
        // In a hurry a loss counts when it comes, which a chain does not show exactly.
        if task.want == Want::EveryMove
            && !losing.is_empty()
            && !self.scale.is_hurried()
            && report.stopped == Stopped::Done
        {
            let value_of = |cell: &Cell| {
                let searched = report.moves.iter().find(|found| found.cell == *cell);
                searched.copied().unwrap_or(MoveValue { cell: *cell, value: -self.scale.win(0) })
            };
            let values = task.moves.iter().map(value_of).collect();
            let whole = SearchReport::of_every_move(values, report.nodes, Stopped::Done);
            let chains: Vec<Cell> = losing.iter().map(|&(cell, _)| cell).collect();
            let meaning = report.meaning.with(&chains);
            let line =
                if whole.line.first() == report.line.first() { report.line } else { whole.line.clone() };
            return SearchReport { line, meaning, ..whole };
        }
        report
    }
}
