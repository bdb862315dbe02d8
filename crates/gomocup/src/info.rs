//! What a manager tells by `INFO`.

use std::fmt;

/// A key of `INFO` with its value. Numbers that do not fit are the nearest that do.
///
/// ```
/// use connect_toe_gomocup::Info;
/// assert_eq!(Info::parse("timeout_turn 100"), Some(Info::TurnTime(100)));
/// assert_eq!(Info::parse("time_left 99999999999999999999"), Some(Info::TimeLeft(i64::MAX)));
/// assert_eq!(Info::parse("timeout_turn soon"), None);
/// assert_eq!(Info::Rule(1).to_string(), "rule 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Info {
    /// Milliseconds for a move; 0: as fast as possible.
    TurnTime(i64),
    /// Milliseconds for all moves of a game; 0: no limit.
    MatchTime(i64),
    /// Milliseconds that are left of the game's; it may be below 0.
    TimeLeft(i64),
    /// Bytes of memory; 0: no limit.
    MaxMemory(i64),
    /// 0 against a person, 1 against a brain, 2 in a tournament, 3 in a tournament on a network.
    GameType(i64),
    /// A sum of 1 (exactly five), 2 (continuous game), 4 (renju) and 8 (caro).
    Rule(i64),
    /// A folder for files that outlive the process.
    Folder(String),
    /// Plies to look ahead, at most.
    MaxDepth(i64),
    /// Nodes for a move, at most.
    MaxNodes(i64),
    /// How much of a search is reported, from 0 to 3.
    ShowDetail(i64),
    /// Kilobytes for the table of positions.
    HashSize(i64),
    /// How strong the brain plays, from 0 to 100.
    Strength(i64),
    /// Threads that search together.
    Threads(i64),
    /// Anything else.
    Other {
        /// The key.
        key: String,
        /// Its value.
        value: String,
    },
}

/// Makes an `Info` of its number.
type OfNumber = fn(i64) -> Info;

/// Keys with a number.
const NUMBERS: [(&str, OfNumber); 12] = [
    ("timeout_turn", Info::TurnTime),
    ("timeout_match", Info::MatchTime),
    ("time_left", Info::TimeLeft),
    ("max_memory", Info::MaxMemory),
    ("game_type", Info::GameType),
    ("rule", Info::Rule),
    ("max_depth", Info::MaxDepth),
    ("max_node", Info::MaxNodes),
    ("show_detail", Info::ShowDetail),
    ("hash_size", Info::HashSize),
    ("strength", Info::Strength),
    ("thread_num", Info::Threads),
];

impl Info {
    /// Reads what follows `INFO`; `None` if a value is not one that its key can have.
    pub fn parse(text: &str) -> Option<Info> {
        let (key, value) = text.split_once(|letter: char| letter.is_whitespace()).unwrap_or((text, ""));
        let (key, value) = (key.to_ascii_lowercase(), value.trim());
        match NUMBERS.iter().find(|(name, _)| *name == key) {
            Some((_, of)) => number(value).map(of),
            None if key == "folder" => Some(Info::Folder(value.to_owned())),
            None => Some(Info::Other { key, value: value.to_owned() }),
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Info::TurnTime(value) => write!(f, "timeout_turn {value}"),
            Info::MatchTime(value) => write!(f, "timeout_match {value}"),
            Info::TimeLeft(value) => write!(f, "time_left {value}"),
            Info::MaxMemory(value) => write!(f, "max_memory {value}"),
            Info::GameType(value) => write!(f, "game_type {value}"),
            Info::Rule(value) => write!(f, "rule {value}"),
            Info::Folder(value) => write!(f, "folder {value}"),
            Info::MaxDepth(value) => write!(f, "max_depth {value}"),
            Info::MaxNodes(value) => write!(f, "max_node {value}"),
            Info::ShowDetail(value) => write!(f, "show_detail {value}"),
            Info::HashSize(value) => write!(f, "hash_size {value}"),
            Info::Strength(value) => write!(f, "strength {value}"),
            Info::Threads(value) => write!(f, "thread_num {value}"),
            Info::Other { key, value } => write!(f, "{key} {value}"),
        }
    }
}

/// A whole number of any length; one that does not fit is the nearest that does.
pub(crate) fn number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let limit = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    is_number.then(|| text.parse().unwrap_or(limit))
}
