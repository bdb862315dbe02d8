//! The game line by line: for screen readers, pipes and tests.

use std::io::{self, BufRead, IsTerminal, Write};

use connect_toe_search::unwatched;
use connect_toe_stats::numbers::counted;

use crate::failure::Failure;

use super::command::{COMMANDS, Command};
use super::entry::read_move;
use super::picture;
use super::review::summary;
use super::saved::Saver;
use super::session::{Session, Turn, capital};
use super::thinking::{Answer, Question, Task, adviser, reviewer, value_note, value_text, values_heading};

/// Plays until `quit` or the end of the input.
pub(super) fn run(session: Session, saver: Option<Saver>) -> Result<(), Failure> {
    let mut conversation = Conversation { session, saver, out: io::stdout().lock() };
    let done = conversation.run();
    let saved = conversation.saver.map_or(Ok(()), Saver::finish);
    done.and(saved)
}
#[derive(Debug, PartialEq, Eq)]
enum Then {
    GoOn,
    Leave,
}

struct Conversation<W> {
    session: Session,
    saver: Option<Saver>,
    out: W,
}

impl<W: Write> Conversation<W> {
    fn run(&mut self) -> Result<(), Failure> {
        let prompts = io::stdin().is_terminal();
        let mut lines = io::stdin().lock().lines();
        self.introduce()?;
        loop {
            self.computer_moves()?;
            if prompts {
                self.prompt()?;
            }
            let Some(line) = lines.next() else { return Ok(()) };
            if self.answer(line?.trim())? == Then::Leave {
                return Ok(());
            }
            self.save()?;
        }
    }

    fn save(&mut self) -> Result<(), Failure> {
        match self.saver.as_mut().map(|saver| saver.save(&self.session)) {
            Some(Err(failure)) => self.say(&failure),
            Some(Ok(())) | None => Ok(()),
        }
    }

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        writeln!(self.out, "{}", text.trim_end())?;
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
            text.extend(["\nMoves: ", &self.session.moves_text(), "\n", &self.session.result(outcome)]);
        }
        self.say(&text)
    }

    /// Lets the computer move while it is its turn.
    fn computer_moves(&mut self) -> Result<(), Failure> {
        while let Turn::Computer(_) = self.session.turn() {
            if let Answer::Move(choice) = self.ask(Question::Move)? {
                self.play(choice.cell, Some(choice.value))?;
                self.save()?;
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
            text += &value_note(&self.session, game.to_move(), value, self.session.opponent());
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
        match Command::parse(line, self.session.game()) {
            Some(Command::Quit) => return Ok(Then::Leave),
            Some(command) => self.obey(command)?,
            None => match read_move(self.session.game(), line) {
                Ok(cell) => self.play(cell, None)?,
                Err(refusal) => self.say(&refusal)?,
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
            Command::Replay => return self.replay(),
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
        let adviser = adviser(&self.session).map_err(Failure::run)?;
        let value = value_note(&self.session, game.to_move(), choice.value, &adviser);
        self.say(&format!("hint: {}{value}", game.geometry().cell_text(choice.cell)))
    }

    fn evaluate(&mut self) -> Result<(), Failure> {
        let Answer::Evaluation(found) = self.ask(Question::Evaluation)? else { return Ok(()) };
        let game = self.session.game();
        let value = |value| value_text(game, self.session.seen(found.side, value));
        let rows = found.heuristics.iter().map(|&(name, number)| (name.to_owned(), value(number)));
        let heading = values_heading(&self.session, found.side);
        let mut text = format!("{heading}:\n{}", columns(rows));
        if !found.moves.is_empty() {
            let cell_text = |cell| game.geometry().cell_text(cell);
            let rows = found.moves.iter().map(|&(cell, number)| (cell_text(cell), value(number)));
            let side = capital(found.side);
            text.extend([
                &format!("moves, best for {side} first, by {}:\n", found.search),
                &columns(rows)[..],
            ]);
        }
        self.say(&text)
    }

    /// Says what every move was worth, as it is found out.
    fn replay(&mut self) -> Result<(), Failure> {
        let count = self.session.game().moves().len();
        if count == 0 {
            return self.say("no move has been made");
        }
        let reviewer = reviewer(self.session.game()).map_err(Failure::run)?;
        self.say(&format!("values for {}, by {reviewer}:", capital(self.session.viewpoint())))?;
        let mut found = Vec::new();
        for number in 1..=count {
            if let Answer::Review(reviewed) = self.ask(Question::Review(number - 1))? {
                let text = reviewed.text(&self.session, number);
                self.say(&text)?;
                found.push(reviewed);
            }
        }
        self.say(&summary(&found))
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
