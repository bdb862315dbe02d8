//! The manager's side of the protocol: one engine, from its start to its end.

use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::ops::ControlFlow;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use connect_toe_game::{Forbidden, Geometry, Overline, Position};

use super::process::Process;
use super::settings::EngineSettings;
use crate::command::Command;
use crate::info::Info;
use crate::lines::Line;
use crate::point::Point;
use crate::reply::Reply;

/// The time that an engine has to begin a game.
const TO_BEGIN: Duration = Duration::from_secs(10);
/// What an engine may say before its first answer.
const MOST_LINES_OF_GREETING: usize = 100;
/// The time between two checks of whether the game is stopped.
const IDLE: Duration = Duration::from_millis(10);

/// Why an engine gave no move.
#[derive(Debug, thiserror::Error)]
pub(super) enum EngineError {
    #[error("it cannot be started: {0}")]
    NotStarted(#[source] io::Error),
    #[error("it has ended, or closed its output{said}")]
    Ended { said: Said },
    #[error("it has not answered {command} within {} ms{said}", limit.as_millis())]
    Late { command: String, limit: Duration, said: Said },
    #[error("its move {point} {problem}")]
    Illegal { point: Point, problem: &'static str },
    #[error("its answer to {command} is `{line}`")]
    Strange { command: String, line: String },
    #[error("the game was stopped")]
    Stopped,
}

/// What an engine said after a command, besides a move: its last complaint, or its last line if it has not complained.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Said {
    line: Option<String>,
    is_complaint: bool,
}

impl Said {
    /// Notes a line that is no move; `None` is one that is not of the protocol.
    fn note(&mut self, reply: Option<&Reply>, line: String) {
        let is_complaint = matches!(reply, Some(Reply::Error(_) | Reply::Unknown(_)));
        if is_complaint || !self.is_complaint {
            *self = Said { line: Some(line), is_complaint };
        }
    }
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.line.as_ref().map_or(Ok(()), |line| write!(f, "; its last words are `{line}`"))
    }
}

/// The stones on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Stones {
    own: BTreeSet<Point>,
    opponent: BTreeSet<Point>,
}

/// A board and its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Board {
    width: u16,
    height: u16,
    /// The number of the rule: 0, 1 (exactly five) or 4 (renju).
    rule: i64,
}

/// An engine that runs.
pub(super) struct Engine {
    pub(super) settings: EngineSettings,
    process: Process,
    /// What was started.
    board: Option<Board>,
    /// The stones that it knows of.
    known: Stones,
    /// Its last move.
    last: Option<Point>,
    /// What it said after the last command.
    said: Said,
}

/// Whether the game goes on; called from time to time.
pub(super) type GoOn<'a> = &'a mut dyn FnMut() -> ControlFlow<()>;

impl Engine {
    pub(super) fn start(settings: &EngineSettings) -> Result<Engine, EngineError> {
        let process = Process::start(&settings.command).map_err(EngineError::NotStarted)?;
        Ok(Engine {
            settings: settings.clone(),
            process,
            board: None,
            known: Stones::default(),
            last: None,
            said: Said::default(),
        })
    }

    /// Ends it at once, after this error, and says what is known of its end.
    pub(super) fn kill(mut self, error: &EngineError) -> Vec<String> {
        self.process.kill(matches!(error, EngineError::Ended { .. }))
    }

    /// Its move in a position of a game that the protocol can state, with its sides to move.
    pub(super) fn choose(&mut self, position: &Position<'_>, go_on: GoOn) -> Result<Point, EngineError> {
        let stones = stones(position);
        if !self.is_of(position) || self.turn(&stones).is_none() {
            self.begin(position, go_on)?;
        }
        let command = match self.turn(&stones) {
            Some(turn) => turn,
            None => whole(&stones),
        };
        let point = match self.moves(&command, &stones, go_on) {
            // It has said that it did not take the command, or another one for which it is not to blame: Rapfi loses the
            // first word of a line that comes while it still listens for a stop. The whole position is right again,
            // whatever it has made of the command.
            Err(EngineError::Late { said, .. }) if said.is_complaint => {
                self.moves(&whole(&stones), &stones, go_on)?
            }
            other => other?,
        };
        let illegal = |problem| Err(EngineError::Illegal { point, problem });
        match point.cell(position.geometry()) {
            None => return illegal("is not on the board"),
            Some(cell) if position.stone_on(cell).is_some() => return illegal("is on a stone"),
            Some(_) => {}
        }
        self.known = stones;
        self.known.own.insert(point);
        self.last = Some(point);
        Ok(point)
    }

    /// Its move after this command.
    fn moves(&mut self, command: &Command, stones: &Stones, go_on: GoOn) -> Result<Point, EngineError> {
        let started = self.ask(command)?;
        if *command == Command::Board {
            for stone in list(stones) {
                self.write(&stone)?;
            }
            self.write(&Command::Done)?;
        }
        let limit = self.settings.time + self.settings.grace;
        let mut command = command.clone();
        loop {
            match self.next(&command, started, limit, go_on)? {
                // An engine may say a move twice. The second one is not an answer, however late it comes.
                Ok(Reply::Moves(points)) if points.len() == 1 => {
                    if self.last != Some(points[0]) || !stones.own.contains(&points[0]) {
                        return Ok(points[0]);
                    }
                }
                Ok(several @ Reply::Moves(_)) => {
                    let line = several.to_string();
                    return Err(EngineError::Strange { command: command.to_string(), line });
                }
                Ok(Reply::Suggest(point)) => {
                    command = Command::Play(point);
                    self.write(&command)?;
                }
                Ok(other) => self.said.note(Some(&other), other.to_string()),
                Err(line) => self.said.note(None, line),
            }
        }
    }

    fn is_of(&self, position: &Position<'_>) -> bool {
        self.board == Some(board(position))
    }

    /// The command for the position that follows the known one: one stone of the opponent has come.
    fn turn(&self, stones: &Stones) -> Option<Command> {
        let mut new = stones.opponent.difference(&self.known.opponent);
        let point = new.next()?;
        let is_next = stones.own == self.known.own
            && stones.opponent.len() == self.known.opponent.len() + 1
            && stones.opponent.is_superset(&self.known.opponent);
        is_next.then_some(Command::Turn(*point))
    }

    /// Begins a game on an empty board.
    fn begin(&mut self, position: &Position<'_>, go_on: GoOn) -> Result<(), EngineError> {
        let board = board(position);
        if self.board == Some(board) {
            if self.known == Stones::default() {
                return Ok(());
            }
            match self.refusal(&Command::Restart, go_on) {
                Ok(None) => {
                    self.known = Stones::default();
                    return Ok(());
                }
                // It has to be started anew for each game, or for this one.
                Ok(Some(_)) | Err(EngineError::Late { .. }) => *self = Engine::start(&self.settings)?,
                Err(error) => return Err(error),
            }
        }
        let Board { width, height, rule } = board;
        let start = match (i64::from(width), i64::from(height)) {
            (width, height) if width == height => Command::Start(width),
            (width, height) => Command::RectStart(width, height),
        };
        if let Some(refusal) = self.refusal(&start, go_on)? {
            let line = refusal.to_string();
            return Err(EngineError::Strange { command: start.to_string(), line });
        }
        (self.board, self.known) = (Some(board), Stones::default());
        self.tell(Info::TurnTime(self.settings.time.as_millis() as i64))?;
        self.tell(Info::MatchTime(0))?;
        self.tell(Info::MaxMemory(self.settings.memory))?;
        self.tell(Info::GameType(1))?;
        self.tell(Info::Rule(rule))
    }

    /// The reply that a command cannot be done, or `None` after `OK`. Anything else that the engine says is ignored:
    /// some engines greet.
    fn refusal(&mut self, command: &Command, go_on: GoOn) -> Result<Option<Reply>, EngineError> {
        let started = self.ask(command)?;
        let mut heard = String::new();
        for _ in 0..MOST_LINES_OF_GREETING {
            heard = match self.next(command, started, TO_BEGIN, go_on)? {
                Ok(Reply::Ok(_)) => return Ok(None),
                Ok(refusal @ (Reply::Unknown(_) | Reply::Error(_))) => return Ok(Some(refusal)),
                Ok(other) => {
                    self.said.note(Some(&other), other.to_string());
                    other.to_string()
                }
                Err(line) => {
                    self.said.note(None, line.clone());
                    line
                }
            };
        }
        Err(EngineError::Strange { command: command.to_string(), line: heard })
    }

    fn tell(&mut self, info: Info) -> Result<(), EngineError> {
        self.write(&Command::Info(info))
    }

    fn write(&mut self, command: &Command) -> Result<(), EngineError> {
        // An engine that does not read has ended.
        self.process.write(command).map_err(|_| EngineError::Ended { said: self.said.clone() })
    }

    /// Writes a command that is to be answered, and says since when.
    fn ask(&mut self, command: &Command) -> Result<Instant, EngineError> {
        self.said = Said::default();
        self.process.await_attention();
        let started = Instant::now();
        self.write(command)?;
        Ok(started)
    }

    /// The next line after a command, or its text if it is not one of the protocol. What came before the command was no
    /// answer to it.
    fn next(
        &mut self,
        command: &Command,
        started: Instant,
        limit: Duration,
        go_on: GoOn,
    ) -> Result<Result<Reply, String>, EngineError> {
        loop {
            if go_on().is_break() {
                return Err(EngineError::Stopped);
            }
            let said = || self.said.clone();
            let late = || EngineError::Late { command: command.to_string(), limit, said: said() };
            match self.process.read(IDLE) {
                Ok((_, at)) if at < started => {}
                Ok((_, at)) if at.duration_since(started) > limit => return Err(late()),
                Ok((Line::Text(text), _)) => return Ok(Reply::parse(&text).ok_or(text)),
                Ok((Line::TooLong, _)) => return Ok(Err("a very long line".to_owned())),
                Err(RecvTimeoutError::Timeout) if started.elapsed() > limit + IDLE => return Err(late()),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(EngineError::Ended { said: said() }),
            }
        }
    }
}

fn board(position: &Position<'_>) -> Board {
    let sizes = position.geometry().sizes();
    let rule = match (position.spec().forbidden, position.spec().overline) {
        (Forbidden::Renju, _) => 4,
        (Forbidden::Nothing, Overline::DoesNotCount) => 1,
        (Forbidden::Nothing, Overline::Counts) => 0,
    };
    Board { width: sizes[0], height: sizes[1], rule }
}

/// The stones as the engine sees them: it is to move.
fn stones(position: &Position<'_>) -> Stones {
    let geometry: &Geometry = position.geometry();
    let of = |side| position.stones(side).into_iter().map(|cell| Point::of(geometry, cell)).collect();
    Stones { own: of(position.to_move()), opponent: of(position.to_move().other()) }
}

/// The lines of a list of stones, the colours in turn as far as they go; the opponent's comes last.
fn list(stones: &Stones) -> Vec<Command> {
    let own = stones.own.iter().map(|&point| Command::Stone(point, Some(1)));
    let opponent = stones.opponent.iter().map(|&point| Command::Stone(point, Some(2)));
    let (mut own, mut opponent): (Vec<Command>, Vec<Command>) = (own.collect(), opponent.collect());
    let mut list = Vec::with_capacity(own.len() + opponent.len());
    while !own.is_empty() || !opponent.is_empty() {
        list.extend(opponent.pop());
        list.extend(own.pop());
    }
    list.reverse();
    list
}

/// The command that states the position, whatever the engine knows.
fn whole(stones: &Stones) -> Command {
    if *stones == Stones::default() { Command::Begin } else { Command::Board }
}
