//! The game line by line: for screen readers, pipes and tests.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use connect_toe_api::StatedWorth;
use connect_toe_game::text::printable;
use connect_toe_game::{Cell, Game};
use connect_toe_stats::numbers::counted;

use crate::failure::Failure;

use super::command::{COMMANDS, Command};
use super::entry::read_move;
use super::last_move::{LastMove, Reasons};
use super::picture;
use super::review::{summary, text};
use super::saved::Saver;
use super::session::{Session, Turn, capital};
use super::thinking::{Answer, Job, Look, MARKS, Question, adviser_name, hint_text, values_heading};

/// Plays until `quit` or the end of the input.
pub(super) fn run(session: Session, saver: Option<Saver>) -> Result<(), Failure> {
    let mut conversation = Conversation {
        session,
        saver,
        input: Input::start()?,
        prompts: io::stdin().is_terminal(),
        last: None,
        reasons: Reasons::default(),
        out: io::stdout().lock(),
    };
    let done = conversation.run();
    let saved = conversation.saver.map_or(Ok(()), Saver::finish);
    done.and(saved)
}

/// What the person types, read while the computer thinks.
struct Input {
    lines: Receiver<io::Result<String>>,
    /// A line that came while the computer was thinking.
    held: Option<io::Result<String>>,
}

impl Input {
    /// Bytes of the longest line: more than every move and command.
    const LONGEST: u64 = 4096;

    fn start() -> Result<Input, Failure> {
        let (sender, lines) = mpsc::sync_channel(1);
        let read = move || {
            loop {
                let mut line = Vec::new();
                let line = match io::stdin().lock().take(Input::LONGEST).read_until(b'\n', &mut line) {
                    Ok(0) => return,
                    Ok(count) if count as u64 == Input::LONGEST => {
                        Err(io::Error::other(format!("a line has more than {} bytes", Input::LONGEST)))
                    }
                    // What is not text is not a move either: it is refused, and the game goes on.
                    Ok(_) => Ok(String::from_utf8_lossy(&line).into_owned()),
                    Err(error) => Err(error),
                };
                let is_last = line.is_err();
                if sender.send(line).is_err() || is_last {
                    return;
                }
            }
        };
        std::thread::Builder::new().name("input".to_owned()).spawn(read).map_err(Failure::run)?;
        Ok(Input { lines, held: None })
    }

    /// The next line, or nothing at the end.
    fn next(&mut self) -> Option<io::Result<String>> {
        self.held.take().or_else(|| self.lines.recv().ok())
    }

    /// Whether the next line is there and asks the computer to move now; any other line waits.
    fn hurries(&mut self, game: &Game) -> bool {
        if self.held.is_none() {
            self.held = self.lines.try_recv().ok();
        }
        let is_now = |line: &io::Result<String>| {
            line.as_ref().is_ok_and(|line| Command::parse(line.trim(), game) == Some(Command::Now))
        };
        let hurries = self.held.as_ref().is_some_and(is_now);
        if hurries {
            self.held = None;
        }
        hurries
    }
}
#[derive(Debug, PartialEq, Eq)]
enum Then {
    GoOn,
    Leave,
}

struct Conversation<W> {
    session: Session,
    saver: Option<Saver>,
    input: Input,
    /// Whether a person sits at a terminal, who wants to know what is going on.
    prompts: bool,
    /// The move that the computer has just made.
    last: Option<LastMove>,
    /// Whether the computer's moves are told with their reasons.
    reasons: Reasons,
    out: W,
}

impl<W: Write> Conversation<W> {
    fn run(&mut self) -> Result<(), Failure> {
        self.introduce()?;
        loop {
            self.computer_moves()?;
            if self.prompts {
                self.prompt()?;
            }
            let Some(line) = self.input.next() else { return Ok(()) };
            if self.answer(line?.trim())? == Then::Leave {
                return Ok(());
            }
            self.save()?;
        }
    }

    fn save(&mut self) -> Result<(), Failure> {
        match self.saver.as_mut().map(|saver| saver.save(&self.session)) {
            Some(Err(note) | Ok(Some(note))) => self.say(&note),
            Some(Ok(None)) | None => Ok(()),
        }
    }

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        // Errors quote what was typed, or piped into this program.
        let written = writeln!(self.out, "{}", printable(text.trim_end())).and_then(|()| self.out.flush());
        written.map_err(|error| Failure::of_output(&error))
    }

    fn prompt(&mut self) -> Result<(), Failure> {
        let written = match self.session.turn() {
            Turn::Over(_) => write!(self.out, "new, undo or quit> "),
            Turn::Person(side) | Turn::Computer(side) => write!(self.out, "{} to move> ", capital(side)),
        };
        written.and_then(|()| self.out.flush()).map_err(|error| Failure::of_output(&error))
    }

    fn introduce(&mut self) -> Result<(), Failure> {
        let session = &self.session;
        let mut text = format!(
            "{}: {}; {}.\nType a move as in {}, or help.\n",
            session.title(),
            session.goal(),
            session.players(),
            picture::example(session.game())
        );
        if !session.game().lines_are_rows() {
            text += "The board does not show which cells are a line: lines CELL names them.\n";
        }
        for sign in picture::legend(session.game()).into_iter().filter(|sign| !sign.starts_with('+')) {
            text.extend([sign, "\n"]);
        }
        self.say(&text)?;
        self.show_board()
    }

    fn show_board(&mut self) -> Result<(), Failure> {
        let mut text = picture::board_text(&self.session);
        if let Turn::Over(outcome) = self.session.turn() {
            text.extend(["\nMoves: ", &self.session.moves_text(), "\n", &self.session.result(outcome)]);
        } else if let Some(left) = self.session.left_in_turn() {
            text = format!("{text}{}: {left}\n", capital(self.session.game().to_move()));
        }
        self.say(&text)
    }

    /// Lets the computer move while it is its turn.
    fn computer_moves(&mut self) -> Result<(), Failure> {
        while let Turn::Computer(side) = self.session.turn() {
            if let Answer::Move(chosen, left) = self.ask(Question::Move)? {
                self.session.set_time_left(side, left);
                // It is a cell of this board.
                let cell = self.session.game().geometry().parse_cell(&chosen.cell).map_err(Failure::run)?;
                let last = LastMove { side, chosen };
                let text = last.told(&self.session, self.reasons);
                self.play(cell, &text)?;
                self.last = Some(last);
                self.save()?;
            }
        }
        Ok(())
    }

    fn ask(&mut self, question: Question) -> Result<Answer, Failure> {
        /// After this number of seconds a person is told how far it is, then after twice as many, and so on.
        const FIRST_NOTE: u64 = 2;
        /// How often the computer looks at what is typed.
        const BEAT: Duration = Duration::from_millis(5);
        let job = Job::start(&self.session, question)?;
        let can_hurry = question != Question::Evaluation;
        let (mut next_note, mut judged) = (FIRST_NOTE, 0);
        loop {
            if let Some(answer) = job.answer_within(BEAT)? {
                return Ok(answer);
            }
            if can_hurry && self.input.hurries(self.session.game()) {
                job.hurry();
            }
            let seconds = job.elapsed().as_secs();
            if self.prompts && can_hurry && seconds >= next_note {
                next_note = seconds * 2;
                judged += job.take_judged().len();
                let note = match question {
                    Question::Review => {
                        let count = self.session.game().moves().len();
                        format!("reviewing: {judged} of {count} moves; type now to have these")
                    }
                    _ => thinking_note(job.progress().1, seconds),
                };
                self.say(&note)?;
            }
        }
    }

    /// Plays a move that is told with this text.
    fn play(&mut self, cell: Cell, text: &str) -> Result<(), Failure> {
        self.last = None;
        match self.session.play(cell) {
            Ok(()) => {
                self.say(text)?;
                self.show_board()
            }
            Err(reason) => self.say(&format!("{text}: {reason}")),
        }
    }

    fn answer(&mut self, line: &str) -> Result<Then, Failure> {
        if line.is_empty() {
            return Ok(Then::GoOn);
        }
        if let Some(cell) = argument_of_lines(line) {
            let game = self.session.game();
            let found = match game.geometry().parse_cell(cell) {
                Ok(cell) => shortened(picture::lines_through(game, cell)).join("\n"),
                Err(error) => error.to_string(),
            };
            self.say(&found)?;
            return Ok(Then::GoOn);
        }
        match Command::parse(line, self.session.game()) {
            Some(Command::Quit) => return Ok(Then::Leave),
            Some(command) => self.obey(command)?,
            None => match read_move(self.session.game(), line) {
                Ok(cell) => {
                    let game = self.session.game();
                    let (side, cell_text) = (capital(game.to_move()), game.geometry().cell_text(cell));
                    self.play(cell, &format!("{side} plays {cell_text}"))?;
                }
                Err(refusal) => self.say(&refusal)?,
            },
        }
        Ok(Then::GoOn)
    }

    fn obey(&mut self, command: Command) -> Result<(), Failure> {
        match command {
            Command::Undo => match self.session.undo() {
                Ok(count) => {
                    self.last = None;
                    self.say(&format!("{} taken back", counted(count as u64, "move")))?;
                }
                Err(reason) => return self.say(reason),
            },
            Command::New => {
                self.last = None;
                self.session.restart();
            }
            Command::Swap => match self.session.swap() {
                Ok(()) => {
                    let players = self.session.players();
                    return self.say(&players);
                }
                Err(reason) => return self.say(reason),
            },
            Command::Hint => return self.hint(),
            Command::Evaluate => return self.evaluate(),
            Command::Review => return self.review(),
            Command::Why => {
                let why = self.last.as_ref().map(|last| last.why(&self.session));
                return self.say(&why.unwrap_or_else(|| "the computer has not just moved".to_owned()));
            }
            Command::Reasons => {
                let text = self.reasons.change();
                return self.say(text);
            }
            Command::Now => return self.say("the computer is not thinking about a move"),
            Command::Moves => {
                let text = self.session.legal_text();
                return self.say(&text);
            }
            Command::Lines => {
                let text = lines_of(&self.session);
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
        let Answer::Hint(chosen) = self.ask(Question::Hint)? else { return Ok(()) };
        self.say(&format!("hint: {}", hint_text(&self.session, &chosen)))
    }

    fn evaluate(&mut self) -> Result<(), Failure> {
        let Answer::Evaluation(found) = self.ask(Question::Evaluation)? else { return Ok(()) };
        let of_heuristic = |(name, worth): (&String, &StatedWorth)| {
            (name.clone(), self.session.seen(found.side, worth).opinion())
        };
        let rows = found.values.worth.iter().map(of_heuristic);
        let heading = values_heading(&self.session, found.side);
        let mut text = format!("{heading}:\n{}", columns(rows));
        if !found.analysis.moves.is_empty() {
            let rows = found.analysis.ranked_moves().into_iter().map(|valued| {
                let worth = self.session.seen(found.side, &valued.worth);
                let proof = if worth.has_more_than_an_opinion() { worth.proof() } else { String::new() };
                let text = format!("{:<5}  {proof}", worth.opinion());
                (valued.cell.clone(), text.trim_end().to_owned())
            });
            let side = capital(found.side);
            text.extend([
                &format!("moves, best for {side} first, by {}:\n", found.search),
                &columns(rows)[..],
            ]);
            text.extend(MARKS.iter().flat_map(|line| [line, "\n"]));
        }
        self.say(&text)
    }

    /// Says where the game was decided, and what every move was worth.
    fn review(&mut self) -> Result<(), Failure> {
        if self.session.game().moves().is_empty() {
            return self.say("no move has been made");
        }
        let Answer::Review(reviewed) = self.ask(Question::Review)? else { return Ok(()) };
        let heading = format!("values for {}, by {}:", capital(self.session.viewpoint()), adviser_name());
        let rows = reviewed.moves.iter().map(|found| text(found, &self.session));
        let lines: Vec<String> = std::iter::once(heading).chain(rows).chain([summary(&reviewed)]).collect();
        self.say(&lines.join("\n"))
    }

    fn help(&mut self) -> Result<(), Failure> {
        let rows = COMMANDS.iter().map(|row| (row.word.to_owned(), row.about.to_owned()));
        let text = format!(
            "A move is the cell that the stone comes to lie on: {}.\n{}Values\n  {}\n{}",
            picture::example(self.session.game()),
            columns(rows),
            MARKS.join("\n  "),
            board_signs(self.session.game())
        );
        self.say(&text)
    }
}

/// What the signs on the board mean, if it has any that not every board has.
fn board_signs(game: &Game) -> String {
    let signs = picture::legend(game);
    if signs.is_empty() { String::new() } else { format!("Board\n  {}\n", signs.join("\n  ")) }
}

/// The cell of `lines CELL`.
fn argument_of_lines(line: &str) -> Option<&str> {
    let (word, cell) = line.split_once(char::is_whitespace)?;
    word.trim_start_matches(':').eq_ignore_ascii_case(Command::Lines.word()).then(|| cell.trim())
}

/// The lines through the last move, or how to ask for those of a cell.
fn lines_of(session: &Session) -> String {
    let game = session.game();
    if let Some(cell) = session.last_move() {
        return shortened(picture::lines_through(game, cell)).join("\n");
    }
    let cell = game.geometry().cells().first().map_or_else(String::new, |&cell| game.cell_text(cell));
    format!("name a cell, as in lines {cell}")
}

/// As many lines as a page has room for.
fn shortened(mut lines: Vec<String>) -> Vec<String> {
    const MOST: usize = 40;
    if lines.len() > MOST {
        let left = lines.split_off(MOST).len();
        lines.push(format!("and {left} more"));
    }
    lines
}

/// How far the computer is, and how to end its thinking.
fn thinking_note(look: Option<Look>, seconds: u64) -> String {
    let look = look.map_or_else(String::new, |look| format!(", depth {}, best {}", look.plies, look.best));
    format!("thinking{look}, {seconds} s; type now to have the move")
}

/// Names and what belongs to them, lined up.
fn columns(rows: impl Iterator<Item = (String, String)>) -> String {
    let rows: Vec<(String, String)> = rows.collect();
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let lines: Vec<String> = rows.iter().map(|(name, text)| format!("{name:<width$}  {text}\n")).collect();
    lines.concat()
}
