//! Puzzles to solve line by line.

use std::io::{self, BufRead, IsTerminal, Write};

use connect_toe_api::{AttemptPuzzle, AttemptedPuzzle, FoundPuzzle, Work};
use connect_toe_game::text::printable;
use connect_toe_game::{Cell, Game};

use super::heading;
use crate::commands::play;
use crate::failure::Failure;

/// What can be typed.
const HOW: &str = "Type a move, or hint, solution, next or quit.";

/// What a line of input does.
enum Then {
    Again,
    Next,
    Leave,
}

/// Shows one puzzle after the other, until the last one, `quit` or the end of the input.
pub(super) fn run(name: &str, puzzles: &[FoundPuzzle]) -> Result<(), Failure> {
    let mut solver = Solver { prompts: io::stdin().is_terminal(), out: io::stdout().lock(), solved: 0 };
    solver.say(&format!("{} of {name}. {HOW}\n", counted(puzzles.len())))?;
    for (number, puzzle) in puzzles.iter().enumerate() {
        if let Then::Leave = solver.solve(number + 1, puzzle)? {
            break;
        }
    }
    solver.say(&format!("{} solved without the solution: {}", counted(puzzles.len()), solver.solved))
}

fn counted(puzzles: usize) -> String {
    connect_toe_stats::numbers::counted(puzzles as u64, "puzzle")
}

struct Solver<W> {
    /// Whether a person sits at a terminal.
    prompts: bool,
    out: W,
    solved: usize,
}

/// A puzzle that is being solved.
struct Position<'a> {
    puzzle: &'a FoundPuzzle,
    /// With the moves that were made since.
    game: Game,
    distance: Option<u32>,
    /// The moves of the solution that are left.
    rest: &'a [String],
    knows_solution: bool,
}

impl<W: Write> Solver<W> {
    fn say(&mut self, text: &str) -> Result<(), Failure> {
        let written = writeln!(self.out, "{}", printable(text.trim_end())).and_then(|()| self.out.flush());
        written.map_err(|error| Failure::of_output(&error))
    }

    fn solve(&mut self, number: usize, puzzle: &FoundPuzzle) -> Result<Then, Failure> {
        let mut game = connect_toe_api::game(&puzzle.game)?;
        game.play(&puzzle.moves).map_err(Failure::run)?;
        self.say(&format!("\n{}{}", heading(number, puzzle), play::board(&game)))?;
        let (distance, rest) = (puzzle.distance, &puzzle.solution[..]);
        let mut position = Position { puzzle, game, distance, rest, knows_solution: false };
        loop {
            if self.prompts {
                let prompt = write!(self.out, "{} to move> ", puzzle.to_move.to_uppercase());
                prompt.and_then(|()| self.out.flush()).map_err(|error| Failure::of_output(&error))?;
            }
            let mut line = Vec::new();
            if io::stdin().lock().read_until(b'\n', &mut line).map_err(Failure::run)? == 0 {
                return Ok(Then::Leave);
            }
            match self.answer(&mut position, String::from_utf8_lossy(&line).trim())? {
                Then::Again => {}
                then => return Ok(then),
            }
        }
    }

    fn answer(&mut self, position: &mut Position, line: &str) -> Result<Then, Failure> {
        match line.to_ascii_lowercase().as_str() {
            "" => {}
            "quit" | "q" => return Ok(Then::Leave),
            "next" => return Ok(Then::Next),
            "help" | "?" => self.say(HOW)?,
            "hint" | "h" => self.hint(position)?,
            "solution" | "s" => {
                position.knows_solution = true;
                self.say(&format!("The solution: {}", position.solution()?))?;
            }
            _ => return self.try_move(position, line),
        }
        Ok(Then::Again)
    }

    fn hint(&mut self, position: &Position) -> Result<(), Failure> {
        let is_begun = position.is_begun();
        let own = position.distance.unwrap_or_default().div_ceil(2);
        match own {
            1 if is_begun => self.say("One more move wins."),
            own if is_begun => self.say(&format!("There is a win in {own} moves.")),
            _ => self.say(&position.puzzle.hint),
        }
    }

    fn try_move(&mut self, position: &mut Position, line: &str) -> Result<Then, Failure> {
        let cell = match play::read_move(&position.game, line) {
            Ok(cell) => cell,
            Err(refusal) => {
                self.say(&refusal)?;
                return Ok(Then::Again);
            }
        };
        let tried = position.attempt(cell)?;
        self.say(&tried.text)?;
        if !tried.right {
            return Ok(Then::Again);
        }
        let played = position.game.cell_text(cell);
        if !position.is_begun() && position.rest.first() == Some(&played) {
            let reasons: Vec<&str> = position.puzzle.reasons.iter().map(|reason| &*reason.text).collect();
            self.say(&format!("{played} {}.", reasons.join("; ")))?;
        }
        position.game.play(cell).map_err(Failure::run)?;
        let mut moves = vec![played];
        if let Some(reply) = &tried.reply {
            position.game.play(reply).map_err(Failure::run)?;
            self.say(&format!(
                "{} answers {reply}.",
                position.game.to_move().other().to_string().to_uppercase()
            ))?;
            moves.push(reply.clone());
        }
        self.say(&play::board(&position.game))?;
        if tried.distance.is_none() {
            self.solved += usize::from(!position.knows_solution);
            return Ok(Then::Next);
        }
        // Another way to win has another line.
        position.rest = position.rest.strip_prefix(&moves[..]).unwrap_or_default();
        position.distance = tried.distance;
        Ok(Then::Again)
    }
}

impl Position<'_> {
    /// Whether a move of the puzzle was made.
    fn is_begun(&self) -> bool {
        self.rest.len() < self.puzzle.solution.len()
    }

    /// What a move does.
    fn attempt(&self, cell: Cell) -> Result<AttemptedPuzzle, Failure> {
        let request = AttemptPuzzle {
            moves: self.game.moves_text(self.game.moves()),
            goal: self.goal(),
            distance: self.distance,
            ..AttemptPuzzle::of(self.puzzle, self.game.cell_text(cell))
        };
        Ok(request.run(&Work::new())?)
    }

    /// The rest of the solution; after another way to win, a move that still wins.
    fn solution(&self) -> Result<String, Failure> {
        if !self.rest.is_empty() {
            return Ok(self.rest.join(" "));
        }
        for cell in self.game.legal_moves() {
            if self.attempt(cell)?.right {
                return Ok(self.game.cell_text(cell));
            }
        }
        Ok(String::new())
    }

    /// Two threats are followed by a win.
    fn goal(&self) -> connect_toe_api::PuzzleGoal {
        use connect_toe_api::PuzzleGoal::{Fork, Win};
        if self.puzzle.goal == Fork && self.is_begun() { Win } else { self.puzzle.goal }
    }
}
