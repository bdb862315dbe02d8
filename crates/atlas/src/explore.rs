//! What a search finds out about one game.

use connect_toe_game::{Bits, Game, GameSpec, Rules, with_game};
use connect_toe_solve::{Answer, Budget, Control, Memory, Question, Scope, Solver};
use connect_toe_work::Stop;

use crate::known::Known;

/// What [`explore`] found out.
#[derive(Clone, Debug, PartialEq)]
pub struct Explored {
    /// What is known; its seconds are 0.
    pub known: Known,
    /// Whether the nodes sufficed for the value and the best moves.
    pub is_complete: bool,
}

/// Looks for the value and the best first moves of a game, in at most this many nodes, without a book, on one thread: the
/// same nodes always find the same. `None` if it is stopped, or if the text is not a game.
///
/// ```
/// use connect_toe_atlas::explore;
/// use connect_toe_solve::{Memory, Value};
/// use connect_toe_work::Stop;
/// let explored = explore(&"3x3:3:free:misere".parse()?, 100_000, Memory(1 << 20), &Stop::new()).expect("is not stopped");
/// // Every move but the middle of the board loses.
/// assert_eq!((explored.known.value(), explored.known.best), (Some(Value::Draw), Some(vec![4])));
/// # Ok::<(), connect_toe_game::SpecError>(())
/// ```
pub fn explore(game: &GameSpec, nodes: u64, memory: Memory, stop: &Stop) -> Option<Explored> {
    let game = Game::new(game).ok()?;
    let answer = with_game!(&game, record => solve(record.rules(), nodes, memory, stop));
    if stop.is_requested() {
        return None;
    }
    let is_exact = answer.at_least() == answer.at_most();
    let moves = answer.moves.as_ref().filter(|moves| is_exact && !moves.interrupted);
    let ranks = |cells: &[_]| cells.iter().map(|&cell| game.geometry().rank(cell)).collect();
    // A game that is over before its first move has no best ones.
    let best = if answer.is_over() { Some(Vec::new()) } else { moves.map(|moves| ranks(&moves.best)) };
    let known = Known {
        at_least: answer.at_least(),
        at_most: answer.at_most(),
        best,
        nodes: answer.nodes.total(),
        seconds: 0.0,
    };
    Some(Explored { is_complete: is_exact && known.best.is_some(), known })
}

fn solve<B: Bits>(rules: &Rules<B>, nodes: u64, memory: Memory, stop: &Stop) -> Answer {
    let memory = Memory::for_nodes(nodes, memory);
    let mut solver = Solver::new(rules.clone(), memory, 1).with_book(None);
    let question = Question { weak: false, scope: Scope::BestMoves, budget: Budget::Unlimited };
    let control = Control::within(stop).limited(nodes);
    solver.solve(&rules.start(), question, &control, |_| {})
}
