//! The game line by line: for screen readers, pipes and tests.

use std::io::{self, BufRead, IsTerminal, Write};

use connect_toe_game::text::printable;
use connect_toe_search::unwatched;
use connect_toe_stats::numbers::counted;

use crate::failure::Failure;

use super::command::{COMMANDS, Command};
use super::picture;
use super::session::{Session, Turn, capital, refusal};
use super::thinking::{Answer, Question, Task, value_text};

/// Plays until `quit` or the end of the input.
pub(super) fn run(session: Session) -> Result<(), Failure> {
    let prompts = io::stdin().is_terminal();
    let mut conversation = Conversation { session, out: io::stdout().lock() };
    let mut lines = io::stdin().lock().lines();
    conversation.introduce()?;
    loop {
        conversation.computer_moves()?;
        if prompts {
            conversation.prompt()?;
        }
        let Some(line) = lines.next() else { return Ok(()) };
        if conversation.answer(line?.trim())? == Then::Leave {
            return Ok(());
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Then {
    GoOn,
    Leave,
}

struct Conversation<W> {
    session: Session,
    out: W,
}

impl<W: Write> Conversation<W> {
    fn say(&mut self, text: &str) -> Result<(), Failure> {
        // Errors quote what was typed, or piped into this program.
        writeln!(self.out, "{}", printable(text.trim_end()))?;
        Ok(self.out.flush()?)
    }

    fn prompt(&mut self) -> Result<(), Failure> {
        match self.session.turn() {
            Turn::Over(_) => write!(self.out, "new, undo or quit> ")?,
            Turn::Person(side) | Turn::Computer(side) => write!(self.out, "{} to move> ", capital(side))?,
        }
        Ok(self.out.flush()?)
    }

    fn introduce(&mut self) -> Result<(), Failure> {
        let session = &self.session;
        let text = format!(
            "{}: {}; {}.\nType a move as in {}, or help.\n",
            session.title(),
            session.goal(),
            session.players(),
            picture::example(session.game())
        );
        self.say(&text)?;
        self.show_board()
    }

    fn show_board(&mut self) -> Result<(), Failure> {
        let mut text = picture::board_text(&self.session);
        if let Turn::Over(outcome) = self.session.turn() {
            text += "\n";
            text += &self.session.result(outcome);
        }
        self.say(&text)
    }

    /// Lets the computer move while it is its turn.
    fn computer_moves(&mut self) -> Result<(), Failure> {
        while let Turn::Computer(_) = self.session.turn() {
            if let Answer::Move(choice) = self.ask(Question::Move)? {
                self.play(choice.cell, Some(choice.value))?;
            }
        }
        Ok(())
    }

    fn ask(&self, question: Question) -> Result<Answer, Failure> {
        let task = Task::new(&self.session, question).map_err(Failure::run)?;
        task.answer(&mut unwatched).map_err(Failure::run)
    }

    fn play(&mut self, cell: connect_toe_game::Cell, value: Option<i64>) -> Result<(), Failure> {
        let game = self.session.game();
        let mut text = format!("{} plays {}", capital(game.to_move()), game.geometry().cell_text(cell));
        if let Some(value) = value {
            text.extend([" (value ", &value_text(game, value), ")"]);
        }
        match self.session.play(cell) {
            Ok(()) => {
                self.say(&text)?;
                self.show_board()
            }
            Err(reason) => self.say(&format!("{text}: {reason}")),
        }
    }

    fn answer(&mut self, line: &str) -> Result<Then, Failure> {
        if line.is_empty() {
            return Ok(Then::GoOn);
        }
        let dimensions = self.session.game().geometry().sizes().len();
        match Command::parse(line, dimensions) {
            Some(Command::Quit) => return Ok(Then::Leave),
            Some(command) => self.obey(command)?,
            None => match self.session.game().parse_move(line) {
                Ok(cell) => self.play(cell, None)?,
                Err(reason) => self.say(&refusal(line, &reason))?,
            },
        }
        Ok(Then::GoOn)
    }

    fn obey(&mut self, command: Command) -> Result<(), Failure> {
        match command {
            Command::Undo => match self.session.undo() {
                Ok(count) => self.say(&format!("{} taken back", counted(count as u64, "move")))?,
                Err(reason) => return self.say(reason),
            },
            Command::New => self.session.restart(),
            Command::Swap => match self.session.swap() {
                Ok(()) => {
                    let players = self.session.players();
                    return self.say(&players);
                }
                Err(reason) => return self.say(reason),
            },
            Command::Hint => return self.hint(),
            Command::Evaluate => return self.evaluate(),
            Command::Moves => {
                let text = self.session.legal_text(usize::MAX);
                return self.say(&text);
            }
            Command::Help => return self.help(),
            Command::Board | Command::Quit => {}
        }
        self.show_board()
    }

    fn hint(&mut self) -> Result<(), Failure> {
        if let Turn::Over(_) = self.session.turn() {
            return self.say("the game is over");
        }
        let Answer::Hint(choice) = self.ask(Question::Hint)? else { return Ok(()) };
        let game = self.session.game();
        let (cell, value) = (game.geometry().cell_text(choice.cell), value_text(game, choice.value));
        self.say(&format!("hint: {cell} (value {value})"))
    }

    fn evaluate(&mut self) -> Result<(), Failure> {
        let Answer::Evaluation(found) = self.ask(Question::Evaluation)? else { return Ok(()) };
        let game = self.session.game();
        let rows = found.heuristics.iter().map(|&(name, value)| (name.to_owned(), value_text(game, value)));
        let mut text = format!("values for {}, who is to move:\n{}", capital(found.side), columns(rows));
        if !found.moves.is_empty() {
            let cell_text = |cell| game.geometry().cell_text(cell);
            let rows = found.moves.iter().map(|&(cell, value)| (cell_text(cell), value_text(game, value)));
            text.extend(["values of the moves by ", &found.search, ":\n", &columns(rows)]);
        }
        self.say(&text)
    }

    fn help(&mut self) -> Result<(), Failure> {
        let rows = COMMANDS.iter().map(|row| (row.word.to_owned(), row.about.to_owned()));
        let text = format!(
            "A move is the cell that the stone comes to lie on: {}.\n{}",
            picture::example(self.session.game()),
            columns(rows)
        );
        self.say(&text)
    }
}

/// Names and what belongs to them, lined up.
fn columns(rows: impl Iterator<Item = (String, String)>) -> String {
    let rows: Vec<(String, String)> = rows.collect();
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let lines: Vec<String> = rows.iter().map(|(name, text)| format!("{name:<width$}  {text}\n")).collect();
    lines.concat()
}
