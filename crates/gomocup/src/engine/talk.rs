//! The manager's side of the protocol: one engine, from its start to its end.

use std::collections::BTreeSet;
use std::io;
use std::ops::ControlFlow;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use connect_toe_game::{Geometry, Overline, Position};

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
/// The time left, if there is no limit.
const UNLIMITED: i64 = i32::MAX as i64;

/// Why an engine gave no move.
#[derive(Debug, thiserror::Error)]
pub(super) enum EngineError {
    #[error("it cannot be started: {0}")]
    NotStarted(#[source] io::Error),
    #[error("it has ended, or closed its output")]
    Ended,
    #[error("it has not answered {command} within {} ms", limit.as_millis())]
    Late { command: String, limit: Duration },
    #[error("its move {point} {problem}")]
    Illegal { point: Point, problem: &'static str },
    #[error("its answer to {command} is `{line}`")]
    Strange { command: String, line: String },
    #[error("the game was stopped")]
    Stopped,
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
    exact: bool,
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
}

/// Whether the game goes on; called from time to time.
pub(super) type GoOn<'a> = &'a mut dyn FnMut() -> ControlFlow<()>;

impl Engine {
    pub(super) fn start(settings: &EngineSettings) -> Result<Engine, EngineError> {
        let process = Process::start(&settings.command).map_err(EngineError::NotStarted)?;
        Ok(Engine { settings: settings.clone(), process, board: None, known: Stones::default(), last: None })
    }

    /// Ends it at once, after this error, and says what is known of its end.
    pub(super) fn kill(mut self, error: &EngineError) -> Vec<String> {
        self.process.kill(matches!(error, EngineError::Ended))
    }

    /// Its move in a position of a game that the protocol can state, with its sides to move.
    pub(super) fn choose(&mut self, position: &Position<'_>, go_on: GoOn) -> Result<Point, EngineError> {
        let stones = stones(position);
        if !self.is_of(position) || self.turn(&stones).is_none() {
            self.begin(position, go_on)?;
        }
        let command = match self.turn(&stones) {
            Some(turn) => turn,
            None if stones == Stones::default() => Command::Begin,
            None => Command::Board,
        };
        self.tell(Info::TimeLeft(UNLIMITED))?;
        let started = Instant::now();
        self.write(&command)?;
        if command == Command::Board {
            for stone in list(&stones) {
                self.write(&stone)?;
            }
            self.write(&Command::Done)?;
        }
        let limit = self.settings.time + self.settings.grace;
        let move_of = |reply| match reply {
            Reply::Moves(points) if points.len() == 1 => Ok(points[0]),
            other => Err(EngineError::Strange { command: command.to_string(), line: other.to_string() }),
        };
        let point = loop {
            let point = match self.answer(&command, started, limit, go_on)? {
                Reply::Suggest(point) => {
                    let play = Command::Play(point);
                    self.write(&play)?;
                    move_of(self.answer(&play, started, limit, go_on)?)?
                }
                reply => move_of(reply)?,
            };
            // An engine may say a move twice. The second one is not an answer, however late it comes.
            if self.last != Some(point) || !stones.own.contains(&point) {
                break point;
            }
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
            if self.refusal(&Command::Restart, go_on)?.is_none() {
                self.known = Stones::default();
                return Ok(());
            }
            // It has to be started anew for each game.
            *self = Engine::start(&self.settings)?;
        }
        let Board { width, height, exact } = board;
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
        self.tell(Info::Rule(i64::from(exact)))
    }

    /// The reply that a command cannot be done, or `None` after `OK`. Anything else that the engine says is ignored:
    /// some engines greet.
    fn refusal(&mut self, command: &Command, go_on: GoOn) -> Result<Option<Reply>, EngineError> {
        let started = Instant::now();
        self.write(command)?;
        let mut heard = None;
        for _ in 0..MOST_LINES_OF_GREETING {
            heard = match self.answer(command, started, TO_BEGIN, go_on) {
                Ok(Reply::Ok(_)) => return Ok(None),
                Ok(refusal @ (Reply::Unknown(_) | Reply::Error(_))) => return Ok(Some(refusal)),
                Ok(other) => {
                    Some(EngineError::Strange { command: command.to_string(), line: other.to_string() })
                }
                Err(error @ EngineError::Strange { .. }) => Some(error),
                // What it said is a better reason than that it did not say OK.
                Err(error @ EngineError::Late { .. }) => return Err(heard.unwrap_or(error)),
                Err(error) => return Err(error),
            };
        }
        Err(heard.unwrap_or(EngineError::Ended))
    }

    fn tell(&mut self, info: Info) -> Result<(), EngineError> {
        self.write(&Command::Info(info))
    }

    fn write(&mut self, command: &Command) -> Result<(), EngineError> {
        // An engine that does not read has ended.
        self.process.write(command).map_err(|_| EngineError::Ended)
    }

    /// The next line that is for the manager, not for people. What came before the command was no answer to it.
    fn answer(
        &mut self,
        command: &Command,
        started: Instant,
        limit: Duration,
        go_on: GoOn,
    ) -> Result<Reply, EngineError> {
        loop {
            if go_on().is_break() {
                return Err(EngineError::Stopped);
            }
            let strange = |line| Err(EngineError::Strange { command: command.to_string(), line });
            let late = || EngineError::Late { command: command.to_string(), limit };
            match self.process.read(IDLE) {
                Ok((_, at)) if at < started => {}
                Ok((_, at)) if at.duration_since(started) > limit => return Err(late()),
                Ok((Line::Text(text), _)) => match Reply::parse(&text) {
                    Some(Reply::Message(_) | Reply::Debug(_)) => {}
                    Some(reply) => return Ok(reply),
                    None => return strange(text),
                },
                Ok((Line::TooLong, _)) => return strange("a very long line".to_owned()),
                Err(RecvTimeoutError::Timeout) if started.elapsed() > limit + IDLE => return Err(late()),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(EngineError::Ended),
            }
        }
    }
}

fn board(position: &Position<'_>) -> Board {
    let sizes = position.geometry().sizes();
    let exact = position.spec().overline == Overline::DoesNotCount;
    Board { width: sizes[0], height: sizes[1], exact }
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
