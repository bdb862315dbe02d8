//! How long a player may think, and how it divides a game's time among its moves.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use connect_toe_search::SearchProgress;

/// The time of a player: for each move, for a whole game, or both.
///
/// Moves that depend on time depend on the machine, so no seed reproduces them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct TimeControl {
    /// The time for each move.
    pub per_move: Option<Duration>,
    /// The time for all moves of a game.
    pub per_game: Option<GameTime>,
}

impl TimeControl {
    /// Whether there is any limit.
    pub fn is_limited(&self) -> bool {
        self.per_move.is_some() || self.per_game.is_some()
    }

    /// What a player has left of the time for a game that begins.
    pub fn left_at_start(&self) -> Duration {
        self.per_game.map_or(Duration::ZERO, |game| game.total)
    }

    /// The time for the next move, with this much `left` for the game; none if there is no limit.
    pub(crate) fn allotment(&self, left: Duration, stage: Stage) -> Option<Allotment> {
        let of_game = self.per_game.map(|game| Allotment::of_game(left, game.increment, stage));
        let of_move = self.per_move.map(Allotment::of_move);
        match (of_game, of_move) {
            (Some(of_game), Some(of_move)) => Some(of_game.at_most(of_move)),
            (of_game, of_move) => of_game.or(of_move),
        }
    }
}

/// The time for all moves of a game, as `60s` or `60s+0.5s`.
///
/// ```
/// use std::time::Duration;
/// use connect_toe_players::GameTime;
/// let time: GameTime = "1m+0.5s".parse()?;
/// assert_eq!((time.total, time.increment), (Duration::from_secs(60), Duration::from_millis(500)));
/// assert_eq!(time.to_string(), "60s+0.5s");
/// # Ok::<(), connect_toe_players::ParseTimeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameTime {
    /// What the player has at the start of the game.
    pub total: Duration,
    /// What is added after each of the player's moves.
    pub increment: Duration,
}

/// A text that is not a time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a time: write a number and ms, s, m or h, as in 500ms, 1.5s or 2m")]
pub struct ParseTimeError(String);

/// Reads a time: a number and its unit, as in `500ms`, `1.5s`, `2m` or `1h`.
///
/// ```
/// use std::time::Duration;
/// use connect_toe_players::parse_time;
/// assert_eq!(parse_time("1.5s"), Ok(Duration::from_millis(1500)));
/// assert!(parse_time("90").is_err() && parse_time("-1s").is_err());
/// ```
///
/// # Errors
/// A text without unit, a number that is negative or not one; more than 1000 hours.
pub fn parse_time(text: &str) -> Result<Duration, ParseTimeError> {
    let refused = || ParseTimeError(text.to_owned());
    let unit = text.find(|letter: char| letter.is_ascii_alphabetic()).ok_or_else(refused)?;
    let (number, unit) = text.split_at(unit);
    let seconds = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(refused()),
    };
    let is_plain = number.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
    let number: f64 = number.parse().ok().filter(|_| is_plain).ok_or_else(refused)?;
    let time = number * seconds;
    if time > MOST_HOURS * 3600.0 {
        return Err(refused());
    }
    // To the millisecond: less than half of one is 0.
    Ok(Duration::from_millis((time * 1000.0).round() as u64))
}

const MOST_HOURS: f64 = 1000.0;

/// A time as [`parse_time`] reads it.
struct Written(Duration);

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}s", self.0.as_secs_f64())
    }
}

impl FromStr for GameTime {
    type Err = ParseTimeError;

    fn from_str(text: &str) -> Result<GameTime, ParseTimeError> {
        let (total, increment) = match text.split_once('+') {
            Some((total, increment)) => (total, parse_time(increment)?),
            None => (text, Duration::ZERO),
        };
        let total = parse_time(total)?;
        // Without any time there is no first move.
        if total.is_zero() {
            return Err(ParseTimeError(text.to_owned()));
        }
        Ok(GameTime { total, increment })
    }
}

impl fmt::Display for GameTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Written(self.total))?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", Written(self.increment)) }
    }
}

/// How far a game has come, for the division of its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Cells of the board.
    pub cells: u32,
    /// Cells that are empty.
    pub empty: u32,
}

/// The time for one move.
///
/// ```
/// use std::time::Duration;
/// use connect_toe_players::{Allotment, Stage};
/// let second = Duration::from_secs(1);
/// // A minute for a game of Gomoku that has just begun: a short thought.
/// let first = Allotment::of_game(60 * second, Duration::ZERO, Stage { cells: 225, empty: 225 });
/// // A game that has come to 20 stones gets the most.
/// let middle = Allotment::of_game(60 * second, Duration::ZERO, Stage { cells: 225, empty: 205 });
/// assert!(first.share < second && middle.share > 3 * second && middle.most <= 20 * second);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allotment {
    /// What the move should take: no look begins after half of it, and the search stops at its end unless the best move
    /// has turned out worse than it seemed.
    pub share: Duration,
    /// What the move may take.
    pub most: Duration,
}

/// The time that stopping a search and playing the move may take.
pub const RESERVE: Duration = Duration::from_millis(10);
/// The time that playing a move may take, for each move of the rest of the game.
const RESERVE_OF_A_MOVE: Duration = Duration::from_millis(2);
/// The plies of a long game on a large board.
const PLIES_OF_A_GAME: u32 = 70;

impl Allotment {
    /// A move that may take this long. It takes all of it: what is left over would be lost.
    pub fn of_move(time: Duration) -> Allotment {
        // A short time is not cut down to nothing.
        let most = time.saturating_sub(RESERVE.min(time / 10));
        Allotment { share: most, most }
    }

    /// The next move of a player who has this much `left` for the rest of the game, and gets the `increment` after each
    /// move.
    ///
    /// A game is expected to take as many plies as its board has cells, at most 70. What is left is shared among the
    /// player's moves until then, at least five of them unless fewer cells are empty: a move of the opening gets less than
    /// its part, one of the middle game more, one of the end less again. No move takes more than a third of what is left.
    pub fn of_game(left: Duration, increment: Duration, stage: Stage) -> Allotment {
        let stones = stage.cells - stage.empty;
        let expected = stage.cells.min(PLIES_OF_A_GAME);
        let own_moves_left = stage.empty.div_ceil(2).max(1);
        let moves = (expected.saturating_sub(stones) / 2).max(5).min(own_moves_left);
        // Seventieths of the expected game, as a game of Gomoku goes.
        let weight = match (stones * PLIES_OF_A_GAME).checked_div(expected).unwrap_or(0) {
            0..6 => 0.3,
            6..12 => 0.8,
            12..25 => 1.5,
            25..35 => 1.0,
            _ => 0.6,
        };
        let left = left.saturating_sub(RESERVE + RESERVE_OF_A_MOVE * moves);
        let increment = increment.saturating_sub(RESERVE);
        let most = if own_moves_left == 1 { left } else { (left / 3 + increment).min(left) };
        let share = ((left / moves).mul_f64(weight) + increment).min(most);
        Allotment { share, most }
    }

    /// The shorter of both, of which neither may be overstepped.
    #[must_use]
    pub fn at_most(self, time: Allotment) -> Allotment {
        Allotment { share: self.share.min(time.share), most: self.most.min(time.most) }
    }

    /// Whether a search with this progress is to stop after this time.
    pub fn is_over(&self, elapsed: Duration, progress: &SearchProgress<'_>) -> bool {
        let is_between_looks = progress.look.is_some();
        // A look takes longer than all looks before it: begun late, it would not come to its end.
        let ends = if self.share == self.most {
            self.most
        } else if is_between_looks {
            self.share / 2
        } else if progress.is_in_trouble {
            self.most
        } else {
            self.share
        };
        elapsed >= ends
    }
}
