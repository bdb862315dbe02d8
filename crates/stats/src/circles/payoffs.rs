//! What players win from each other.

use super::Meeting;

/// What each player wins from each other one, by rows: the payoffs of a symmetric game for two in which one's gain is the
/// other's loss, and in which one chooses a player. Between two players it is the points per game beyond one half, doubled:
/// 1 if the row's player wins every game, 0 if the two are equal, −1 if it loses every game, as `OpenSpiel`'s returns are.
///
/// ```
/// use connect_toe_stats::Payoffs;
/// let payoffs = Payoffs::new(&[vec![0.0, 0.5], vec![-0.5, 0.0]])?;
/// assert_eq!((payoffs.players(), payoffs.get(1, 0)), (2, -0.5));
/// assert!(Payoffs::new(&[vec![0.0, 0.5], vec![0.5, 0.0]]).is_err());
/// # Ok::<(), connect_toe_stats::PayoffsError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Payoffs {
    players: usize,
    rows: Vec<f64>,
}

/// Why a table is not one of payoffs.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum PayoffsError {
    /// There are no players.
    #[error("a table of payoffs needs a player or more")]
    Empty,
    /// A row has another length than there are rows.
    #[error("row {row} has {entries} payoffs, but there are {players} players")]
    NotSquare {
        /// The row, from 0.
        row: usize,
        /// How many entries it has.
        entries: usize,
        /// How many rows there are.
        players: usize,
    },
    /// A payoff is not a finite number, or so large that sums of them would not be exact.
    #[error(
        "the payoff {payoff} in row {row}, column {column} is out of range: payoffs lie between -1e9 and 1e9"
    )]
    OutOfRange {
        /// The row, from 0.
        row: usize,
        /// The column, from 0.
        column: usize,
        /// The payoff.
        payoff: f64,
    },
    /// What one player wins is not what the other one loses.
    #[error(
        "row {row}, column {column} has {payoff}, but row {column}, column {row} has {other}: one player's gain must be the \
         other's loss, and a player wins nothing from itself"
    )]
    NotAntisymmetric {
        /// The row, from 0.
        row: usize,
        /// The column, from 0.
        column: usize,
        /// What the row's player wins.
        payoff: f64,
        /// What the column's player wins.
        other: f64,
    },
}

/// The payoffs' largest size.
const LARGEST: f64 = 1e9;

impl Payoffs {
    /// The payoffs of a table of rows. Two payoffs of one pair may differ by rounding.
    ///
    /// # Errors
    /// No player, a table that is not square, a number out of range, or a gain that is not the other's loss.
    pub fn new<R: AsRef<[f64]>>(table: &[R]) -> Result<Payoffs, PayoffsError> {
        let players = table.len();
        if players == 0 {
            return Err(PayoffsError::Empty);
        }
        let mut rows = Vec::with_capacity(players * players);
        for (row, entries) in table.iter().enumerate() {
            let entries = entries.as_ref();
            if entries.len() != players {
                return Err(PayoffsError::NotSquare { row, entries: entries.len(), players });
            }
            if let Some(column) = entries.iter().position(|payoff| payoff.is_nan() || payoff.abs() > LARGEST)
            {
                return Err(PayoffsError::OutOfRange { row, column, payoff: entries[column] });
            }
            rows.extend_from_slice(entries);
        }
        let rounding = 1e-12 * rows.iter().fold(0.0, |largest: f64, payoff| largest.max(payoff.abs()));
        for row in 0..players {
            for column in row..players {
                let (payoff, other) = (rows[row * players + column], rows[column * players + row]);
                if (payoff + other).abs() > rounding {
                    return Err(PayoffsError::NotAntisymmetric { row, column, payoff, other });
                }
                let exact = (payoff - other) / 2.0;
                rows[row * players + column] = exact;
                rows[column * players + row] = -exact;
            }
        }
        Ok(Payoffs { players, rows })
    }

    /// The payoffs of players who all met each other; `None` if two of them did not, or if there are none.
    pub fn of_meetings(players: usize, meetings: &[Meeting]) -> Option<Payoffs> {
        let mut rows = vec![f64::NAN; players * players];
        for player in 0..players {
            rows[player * players + player] = 0.0;
        }
        for meeting in meetings {
            let &Meeting { first, second, score, .. } = meeting;
            if first < players && second < players && first != second {
                let payoff = 2.0 * score? - 1.0;
                rows[first * players + second] = payoff;
                rows[second * players + first] = -payoff;
            }
        }
        (players > 0 && rows.iter().all(|payoff| payoff.is_finite())).then_some(Payoffs { players, rows })
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.players
    }

    /// What a player wins from another one.
    ///
    /// # Panics
    /// If there is no such player.
    pub fn get(&self, player: usize, opponent: usize) -> f64 {
        assert!(
            player < self.players && opponent < self.players,
            "players are numbered below {}",
            self.players
        );
        self.rows[player * self.players + opponent]
    }

    /// The largest payoff.
    pub(super) fn largest(&self) -> f64 {
        self.rows.iter().copied().fold(0.0, f64::max)
    }

    /// What each player wins from a mix of players with these shares.
    pub(super) fn against(&self, shares: &[f64]) -> Vec<f64> {
        let of_row = |row: &[f64]| row.iter().zip(shares).map(|(payoff, share)| payoff * share).sum();
        self.rows.chunks(self.players).map(of_row).collect()
    }
}
