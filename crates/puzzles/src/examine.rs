//! Is a position a puzzle?

use connect_toe_game::{Bits, Board, Cell, Outcome};
use connect_toe_search::Exact;
use connect_toe_solve::{Control, ExactResult, Memory, Solver};

use crate::puzzle::{Clue, Goal};
use crate::within::{Spent, Within};

/// Looks at positions of one game.
pub(crate) struct Examiner<B: Bits> {
    pub(crate) within: Within<B>,
    solver: Option<Solver<B>>,
    solver_nodes: u64,
}

/// What is claimed of a position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Claim {
    pub(crate) goal: Goal,
    pub(crate) solution: Vec<Cell>,
    pub(crate) clue: Clue,
    /// Whether the first move threatens no line.
    pub(crate) is_quiet: bool,
}

/// The longest wins that are looked for: four own moves.
const LONGEST: u32 = 8;
/// With fewer moves there is nothing to find.
const LEAST_MOVES: u32 = 3;
/// How soon other moves lose, where the solver does not know.
const SOON: u32 = 6;
/// More moves than this are not given to the solver.
const MOST_OPEN: usize = 3;
/// Nodes of the solver for one move are this part of what takes about half a second.
const SOLVER_SHARE: u64 = 16;
const MOST_MEMORY: Memory = Memory(8 << 20);

impl<B: Bits> Examiner<B> {
    pub(crate) fn new(within: Within<B>) -> Examiner<B> {
        let cells = within.rules().geometry().cells().len();
        let solver_nodes = Exact::<B>::affordable_nodes(cells) / SOLVER_SHARE;
        let solver = (solver_nodes > 0)
            .then(|| Solver::new(within.rules().clone(), Memory::for_nodes(solver_nodes, MOST_MEMORY), 1));
        Examiner { within, solver, solver_nodes }
    }

    /// What can be claimed of a position in which the game goes on.
    pub(crate) fn examine(&mut self, board: &Board<B>) -> Result<Vec<Claim>, Spent> {
        if self.within.rules().legal(board).count() < LEAST_MOVES {
            return Ok(Vec::new());
        }
        let distance = self.within.distance(board, LONGEST)?;
        let least = self.within.lengths(LONGEST).next().unwrap_or_default();
        match distance {
            Some(plies) if plies == least => Ok(Vec::new()),
            Some(plies) => self.wins(board, plies),
            None => Ok(self.hold(board)?.into_iter().collect()),
        }
    }

    fn wins(&mut self, board: &Board<B>, plies: u32) -> Result<Vec<Claim>, Spent> {
        let mut winners = Vec::new();
        for bit in self.within.may_win(board, plies)?.members() {
            let cell = Cell::from_bit(bit);
            if self.within.move_wins(board, cell, plies)? {
                winners.push(cell);
            }
            if winners.len() > 1 {
                return Ok(Vec::new());
            }
        }
        let &[winner] = &winners[..] else { return Ok(Vec::new()) };
        let solution = self.line(board, winner, plies)?;
        let threats = self.threats(board, winner);
        let is_quiet = threats.is_empty();
        let line_wins = self.within.rules().line_wins();
        let clue = if line_wins { Clue::Threats(threats.count() as usize) } else { Clue::NoSafeMove };
        let win = Claim { goal: Goal::Win { plies }, solution, clue, is_quiet };
        let mut claims = vec![win.clone()];
        if plies == 3 && line_wins && threats.has_several() && self.forks(board) == 1 {
            // The threat that the reply of the solution leaves.
            let threat = win.solution.last().copied().unwrap_or(winner);
            claims.push(Claim { goal: Goal::Fork, clue: Clue::Threat(threat), ..win });
        }
        Ok(claims)
    }

    /// The cells that complete a line after a move and can be taken then.
    pub(crate) fn threats(&self, board: &Board<B>, cell: Cell) -> B {
        let rules = self.within.rules();
        let after = rules.play(board, cell);
        rules.threatened(&after, rules.legal(&after))
    }

    /// The number of moves that make two threats at once.
    fn forks(&self, board: &Board<B>) -> usize {
        let moves = self.within.rules().legal(board).members();
        moves.filter(|&bit| self.threats(board, Cell::from_bit(bit)).has_several()).count()
    }

    /// Best play from a move on that wins within `plies` and not sooner.
    fn line(&mut self, board: &Board<B>, first: Cell, plies: u32) -> Result<Vec<Cell>, Spent> {
        let (mut board, mut cell, mut left) = (*board, first, plies);
        let mut line = Vec::new();
        loop {
            line.push(cell);
            let step = self.within.rules().advance(&board, cell);
            board = step.board;
            left -= 1;
            if step.outcome.is_some() || left == 0 {
                return Ok(line);
            }
            let reply = self.best_reply(&board, left)?;
            line.push(reply);
            let step = self.within.rules().advance(&board, reply);
            board = step.board;
            left -= 1;
            if step.outcome.is_some() || left == 0 {
                return Ok(line);
            }
            cell = self.winning_move(&board, left)?;
        }
    }

    /// The reply that holds out longest where all lose within `plies`: of equals one that stops a threat, then one that
    /// takes the cell of a win after a pass, then the first in canonical order.
    pub(crate) fn best_reply(&mut self, board: &Board<B>, plies: u32) -> Result<Cell, Spent> {
        let replies = self.replies(board, plies, None)?;
        let mut longest = (replies[0], 0);
        for reply in replies {
            let step = self.within.rules().advance(board, reply);
            let lasts = match step.outcome {
                Some(_) => 1,
                None => 1 + self.within.distance(&step.board, plies - 1)?.unwrap_or(plies),
            };
            if lasts > longest.1 {
                longest = (reply, lasts);
            }
            if lasts >= plies {
                break;
            }
        }
        Ok(longest.0)
    }

    /// The replies to an attack within `plies`, those first that are expected; then `good`, a cell that the attacker should
    /// have taken.
    pub(crate) fn replies(
        &mut self,
        board: &Board<B>,
        plies: u32,
        good: Option<Cell>,
    ) -> Result<Vec<Cell>, Spent> {
        let wanted = self.within.wanted(board, plies)?;
        let rules = self.within.rules();
        let mut replies = rules.legal_moves(board);
        let threatened = rules.threatened(board, rules.legal(board));
        let is_in = |set: B, reply: &Cell| set.contains(reply.bit());
        replies.sort_by_key(|reply| (!is_in(threatened, reply), !is_in(wanted, reply), Some(*reply) != good));
        Ok(replies)
    }

    /// The first move in canonical order that wins within `plies`.
    pub(crate) fn winning_move(&mut self, board: &Board<B>, plies: u32) -> Result<Cell, Spent> {
        let moves = self.within.rules().legal_moves(board);
        let completing = self.within.rules().completing(board, self.within.rules().legal(board));
        if self.within.rules().line_wins() && completing.any() {
            return Ok(moves
                .into_iter()
                .find(|cell| completing.contains(cell.bit()))
                .unwrap_or(Cell::from_bit(0)));
        }
        let candidates = self.within.may_win(board, plies)?;
        for &cell in moves.iter().filter(|cell| candidates.contains(cell.bit())) {
            if self.within.move_wins(board, cell, plies)? {
                return Ok(cell);
            }
        }
        // Only asked where there is one.
        Err(Spent)
    }

    fn hold(&mut self, board: &Board<B>) -> Result<Option<Claim>, Spent> {
        let rules = self.within.rules();
        let moves = rules.legal_moves(board);
        let line_wins = rules.line_wins();
        // To stop a line that is about to be completed is no puzzle.
        if line_wins && rules.threatened(board, rules.legal(board)).any() {
            return Ok(None);
        }
        let soon = self.within.lengths(SOON - 1).last().unwrap_or_default();
        if self.within.compares_with_passing() && !self.within.is_threatened(board, soon)? {
            return Ok(None);
        }
        let most_open = if self.solver.is_some() { MOST_OPEN } else { 1 };
        let (mut open, mut lost) = (Vec::new(), Vec::new());
        for cell in moves {
            let step = self.within.rules().advance(board, cell);
            let loses = match step.outcome {
                None => self.within.wins_within(&step.board, soon)?,
                Some(outcome) => outcome == Outcome::Win(board.to_move().other()),
            };
            if loses {
                lost.push((cell, step));
            } else {
                open.push((cell, step));
            }
            if open.len() > most_open {
                return Ok(None);
            }
        }
        // In a misère game to see that a line would be completed is no puzzle either.
        if open.is_empty() || lost.iter().all(|(_, step)| step.outcome.is_some()) {
            return Ok(None);
        }
        let mut results = Vec::new();
        for (_, step) in &open {
            results.push(match step.outcome {
                Some(_) => Some(false),
                None => self.opponent_wins(&step.board),
            });
        }
        let holding: Vec<usize> = (0..open.len()).filter(|&place| results[place] != Some(true)).collect();
        let &[place] = &holding[..] else { return Ok(None) };
        let within = match results[place] {
            Some(_) => None,
            None if open.len() == 1 => Some(soon + 1),
            None => return Ok(None),
        };
        let cell = open[place].0;
        let others = open.len() + lost.len() - 1;
        let mut refutations: Vec<(Cell, usize)> = Vec::new();
        for (_, step) in lost.iter().filter(|(_, step)| step.outcome.is_none()) {
            let Some(plies) = self.within.distance(&step.board, soon)? else { continue };
            let reply = self.winning_move(&step.board, plies)?;
            match refutations.iter_mut().find(|(known, _)| *known == reply) {
                Some((_, count)) => *count += 1,
                None => refutations.push((reply, 1)),
            }
        }
        // Of those that refute most, the first that was found.
        let best = refutations.into_iter().reduce(|best, next| if next.1 > best.1 { next } else { best });
        let clue = match best {
            Some((reply, count)) if line_wins && reply != cell => Clue::Refutation(reply, count, others),
            _ => Clue::Lost(others),
        };
        let is_quiet = self.threats(board, cell).is_empty();
        Ok(Some(Claim { goal: Goal::Hold { within }, solution: vec![cell], clue, is_quiet }))
    }

    /// Whether the side to move, the puzzle's opponent, wins; `None` if the solver does not find out.
    fn opponent_wins(&mut self, board: &Board<B>) -> Option<bool> {
        let solver = self.solver.as_mut()?;
        solver.forget();
        let control = Control::new().limited(self.solver_nodes);
        let bounds = solver.bounds(board, true, &control);
        bounds.result().map(|result| result == ExactResult::Win)
    }
}
