//! What a manager writes.

use std::fmt;

use crate::database;
use crate::info::{Info, number};
use crate::point::Point;

/// A line from the manager to the brain.
///
/// ```
/// use connect_toe_gomocup::{Command, Point};
/// assert_eq!(Command::parse("turn 7,8"), Ok(Command::Turn(Point { x: 7, y: 8 })));
/// assert_eq!(Command::Turn(Point { x: 7, y: 8 }).to_string(), "TURN 7,8");
/// let error = Command::parse("TURN x,8").expect_err("is not a cell");
/// assert_eq!(error.to_string(), "TURN expects a cell: X,Y, both from 0");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A new game on an empty square board.
    Start(i64),
    /// A new game on an empty board of this width and height.
    RectStart(i64, i64),
    /// A new game on an empty board of the same size.
    Restart,
    /// The brain moves first.
    Begin,
    /// The opponent's move; the brain answers with its own.
    Turn(Point),
    /// The manager's move for the brain, after the brain suggested one.
    Play(Point),
    /// Removes a stone.
    TakeBack(Point),
    /// Lines of [`Command::Stone`] follow, and [`Command::Done`]: a position; the brain moves.
    Board,
    /// A position follows as for [`Command::Board`], but the brain does not move.
    SetBoard,
    /// The stones of an opening follow, and [`Command::Done`]: the brain chooses its colour or adds stones.
    Swap2Board,
    /// The first step of a dialogue about an opening: the brain places three stones.
    PlaceOpening,
    /// The second step, after [`Command::SetBoard`] with three stones: the brain chooses its colour or adds two stones.
    AnswerOpening,
    /// The third step, after [`Command::SetBoard`] with five stones: the brain chooses its colour.
    ChooseColour,
    /// Cells follow, and [`Command::Done`]: the brain does not move there.
    Block,
    /// Cells follow, and [`Command::Done`]: the brain may move there again.
    Unblock,
    /// The brain may move anywhere.
    UnblockAll,
    /// A stone or cell in a list.
    Stone(Point, Option<i64>),
    /// The end of a list.
    Done,
    /// Something that the brain should know.
    Info(Info),
    /// An `INFO` with a value that its key cannot have.
    WrongInfo,
    /// The process ends.
    End,
    /// Asks for the brain's name.
    About,
    /// Ends the search: the brain moves now.
    Stop,
    /// The manager shows searches, and asks what the brain can have.
    ShowInfo,
    /// Values this many moves, then moves.
    BestMoves(i64),
    /// Makes the move after which the brain's value is nearest to this one.
    BalanceOne(i64),
    /// Makes two moves, one for each side, after which the brain's value is nearest to this one.
    BalanceTwo(i64),
    /// Names the moves that do not lose, then moves.
    SearchDefences,
    /// Values every move, without making one.
    TraceSearch,
    /// Asks how full the table of positions is.
    ShowHashUsage,
    /// Searches fixed positions, and says how many nodes a second takes.
    Bench,
    /// Asks for the cells where the side to move may not move.
    ShowForbidden,
    /// Forgets what searches found.
    ClearHash,
    /// Asks for a picture of the position.
    TraceBoard,
    /// Asks a database of positions, or changes it; this is the command's name.
    Database(&'static str),
    /// Anything else.
    Unknown(String),
}

/// A command whose parameters are not what it expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{command} expects {expected}")]
pub struct CommandError {
    /// The command.
    pub command: &'static str,
    /// What it expects.
    pub expected: &'static str,
}

/// What an error in a line of a list names as its command.
const LIST: &str = "a list";

impl CommandError {
    /// Whether it is an error of a line with a stone, which only a list has.
    pub(crate) fn is_of_a_list(&self) -> bool {
        self.command == LIST
    }
}

/// Commands without parameters.
const PLAIN: &[(&str, Command)] = &[
    ("RESTART", Command::Restart),
    ("BEGIN", Command::Begin),
    ("BOARD", Command::Board),
    ("YXBOARD", Command::SetBoard),
    ("SWAP2BOARD", Command::Swap2Board),
    ("YXSWAP2STEP1", Command::PlaceOpening),
    ("YXSWAP2STEP2", Command::AnswerOpening),
    ("YXSWAP2STEP3", Command::ChooseColour),
    ("YXBLOCK", Command::Block),
    ("YXBLOCKUNDO", Command::Unblock),
    ("YXBLOCKRESET", Command::UnblockAll),
    ("DONE", Command::Done),
    ("END", Command::End),
    ("ABOUT", Command::About),
    ("YXSTOP", Command::Stop),
    ("STOP", Command::Stop),
    ("YXSHOWINFO", Command::ShowInfo),
    ("YXSHOWFORBID", Command::ShowForbidden),
    ("YXHASHCLEAR", Command::ClearHash),
    ("TRACEBOARD", Command::TraceBoard),
    ("TRACESEARCH", Command::TraceSearch),
    ("YXSEARCHDEFEND", Command::SearchDefences),
    ("YXSHOWHASHUSAGE", Command::ShowHashUsage),
    ("BENCH", Command::Bench),
];

/// Makes a command of its cell.
type OfCell = fn(Point) -> Command;

/// Commands with a cell.
const WITH_CELL: [(&str, OfCell); 3] =
    [("TURN", Command::Turn), ("PLAY", Command::Play), ("TAKEBACK", Command::TakeBack)];

/// Makes a command of its number.
type OfNumber = fn(i64) -> Command;

/// Commands with a number, and what it is.
const WITH_NUMBER: [(&str, OfNumber, &str); 3] = [
    ("YXNBEST", Command::BestMoves, "a number of moves"),
    ("YXBALANCEONE", Command::BalanceOne, "a value, as 0"),
    ("YXBALANCETWO", Command::BalanceTwo, "a value, as 0"),
];

impl Command {
    /// Reads a line. Upper and lower case are the same.
    ///
    /// # Errors
    /// The parameters of a known command are not what it expects.
    pub fn parse(line: &str) -> Result<Command, CommandError> {
        let line = line.trim();
        if line.starts_with(|first: char| first.is_ascii_digit() || first == '-') {
            return Self::parse_stone(line);
        }
        let (name, rest) = line.split_once(|letter: char| letter.is_whitespace()).unwrap_or((line, ""));
        let rest = rest.trim();
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        if let Some((_, command)) = PLAIN.iter().find(|(name, _)| is(name)) {
            return Ok(command.clone());
        }
        if let Some((command, of)) = WITH_CELL.into_iter().find(|(name, _)| is(name)) {
            let error = CommandError { command, expected: "a cell: X,Y, both from 0" };
            return rest.parse().map(of).map_err(|_| error);
        }
        if is("INFO") {
            return Ok(Info::parse(rest).map_or(Command::WrongInfo, Command::Info));
        }
        if let Some((command, of, expected)) = WITH_NUMBER.into_iter().find(|(name, ..)| is(name)) {
            return number(rest).map(of).ok_or(CommandError { command, expected });
        }
        if is("START") {
            return Self::parse_start(rest);
        }
        if is("RECTSTART") {
            let error = CommandError { command: "RECTSTART", expected: "the board's WIDTH,HEIGHT" };
            let (width, height) = rest.split_once(',').ok_or(error)?;
            let sizes = number(width.trim()).zip(number(height.trim()));
            return sizes.map(|(width, height)| Command::RectStart(width, height)).ok_or(error);
        }
        Ok(database::named(name).map_or_else(|| Command::Unknown(name.to_owned()), Command::Database))
    }

    /// Reads a size, or two: Yixin-Board writes the width and the height. It calls a cell by its row and then its column,
    /// so what it calls the height is how many first numbers there are.
    fn parse_start(rest: &str) -> Result<Command, CommandError> {
        let error =
            CommandError { command: "START", expected: "the size of the board, or its width and height" };
        let sizes: Option<Vec<i64>> = rest.split_whitespace().map(number).collect();
        match sizes.as_deref() {
            Some(&[size]) => Ok(Command::Start(size)),
            Some(&[width, height]) if width == height => Ok(Command::Start(width)),
            Some(&[width, height]) => Ok(Command::RectStart(height, width)),
            _ => Err(error),
        }
    }

    fn parse_stone(line: &str) -> Result<Command, CommandError> {
        let error = CommandError { command: LIST, expected: "lines of X,Y or X,Y,FIELD, and DONE" };
        let mut commas = line.match_indices(',').map(|(place, _)| place);
        let (_, second) = (commas.next(), commas.next());
        let (point, field) = match second {
            None => (line, None),
            Some(comma) => (&line[..comma], Some(number(line[comma + 1..].trim()).ok_or(error)?)),
        };
        Ok(Command::Stone(point.parse().map_err(|_| error)?, field))
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = PLAIN.iter().find(|(_, command)| command == self) {
            return f.write_str(name);
        }
        match self {
            Command::Start(size) => write!(f, "START {size}"),
            Command::RectStart(width, height) => write!(f, "RECTSTART {width},{height}"),
            Command::Turn(point) => write!(f, "TURN {point}"),
            Command::Play(point) => write!(f, "PLAY {point}"),
            Command::TakeBack(point) => write!(f, "TAKEBACK {point}"),
            Command::Stone(point, None) => write!(f, "{point}"),
            Command::Stone(point, Some(field)) => write!(f, "{point},{field}"),
            Command::Info(info) => write!(f, "INFO {info}"),
            Command::BestMoves(number) => write!(f, "YXNBEST {number}"),
            Command::BalanceOne(value) => write!(f, "YXBALANCEONE {value}"),
            Command::BalanceTwo(value) => write!(f, "YXBALANCETWO {value}"),
            Command::Database(name) => f.write_str(name),
            Command::Unknown(text) => f.write_str(text),
            _ => f.write_str("INFO"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_round_trip() {
        let lines = [
            "START 20",
            "RECTSTART 30,10",
            "RESTART",
            "TURN 0,19",
            "PLAY 3,4",
            "TAKEBACK 3,4",
            "BOARD",
            "3,4,1",
            "3,4",
            "DONE",
            "YXBOARD",
            "SWAP2BOARD",
            "INFO rule 1",
            "INFO time_left -5",
            "INFO folder C:\\My Files",
            "YXNBEST 3",
            "YXBALANCEONE -20",
            "YXBALANCETWO 0",
            "YXSEARCHDEFEND",
            "INFO hash_size 65536",
            "INFO strength 40",
            "YXSTOP",
            "YXSWAP2STEP1",
            "YXSWAP2STEP2",
            "YXSWAP2STEP3",
            "YXQUERYDATABASEALLT",
            "SWORDS",
        ];
        for line in lines {
            assert_eq!(Command::parse(line).map(|command| command.to_string()), Ok(line.to_owned()));
            assert!(Command::parse(&line.to_lowercase()).is_ok(), "{line}");
        }
    }

    #[test]
    fn a_start_has_one_size_or_two() {
        assert_eq!(Command::parse("start 15 15"), Ok(Command::Start(15)));
        assert_eq!(Command::parse("START  20\t12"), Ok(Command::RectStart(12, 20)));
    }

    #[test]
    fn nonsense_is_refused() {
        for line in [
            "START 15 x",
            "START 15 15 15",
            "START 15,15",
            "TURN",
            "TURN 1",
            "TURN -1,3",
            "TURN 99999999999999999999,1",
            "START x",
            "START",
            "YXBALANCEONE",
            "1,2,x",
            "-1,2",
        ] {
            assert!(Command::parse(line).is_err(), "{line}");
        }
        assert_eq!(Command::parse("INFO timeout_turn x"), Ok(Command::WrongInfo));
    }
}
