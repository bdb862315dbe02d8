//! What is claimed, and what follows from several claims together.

use std::fmt;
use std::str::FromStr;

use connect_toe_game::{GameSpec, Outcome, Side};

/// A statement about one side in a position.
///
/// ```
/// use connect_toe_certificate::{Claim, Statement};
/// use connect_toe_game::Side;
/// let claim: Claim = "o does not lose within 6 plies".parse()?;
/// assert_eq!(claim, Claim { side: Side::O, statement: Statement::DoesNotLoseWithin(6) });
/// assert_eq!(claim.to_string(), "o does not lose within 6 plies");
/// # Ok::<(), connect_toe_certificate::ParseClaimError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    /// The side.
    pub side: Side,
    /// What it can do, whatever its opponent does.
    pub statement: Statement,
}

/// What a side can do. Plies are counted from the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Statement {
    /// The side wins in at most this many plies.
    WinsWithin(u32),
    /// The side wins or draws.
    DoesNotLose,
    /// The opponent does not win in this many plies or fewer.
    DoesNotLoseWithin(u32),
}

impl Claim {
    /// The claim for people, `x wins within 1 ply`; a certificate writes `plies` after every number.
    ///
    /// ```
    /// use connect_toe_certificate::Claim;
    /// let claim: Claim = "x wins within 1 plies".parse()?;
    /// assert_eq!(claim.in_words(), "x wins within 1 ply");
    /// # Ok::<(), connect_toe_certificate::ParseClaimError>(())
    /// ```
    pub fn in_words(self) -> String {
        let text = self.to_string();
        match self.statement {
            Statement::WinsWithin(1) | Statement::DoesNotLoseWithin(1) => text.replace(" plies", " ply"),
            _ => text,
        }
    }

    /// Whether the end of a game after `plies` plies is as claimed.
    pub(crate) fn holds_at_the_end(self, outcome: Outcome, plies: u32) -> bool {
        match self.statement {
            Statement::WinsWithin(most) => outcome == Outcome::Win(self.side) && plies <= most,
            Statement::DoesNotLose => outcome != Outcome::Win(self.side.other()),
            Statement::DoesNotLoseWithin(most) => outcome != Outcome::Win(self.side.other()) || plies > most,
        }
    }

    /// Whether the claim is already kept or broken if the game goes on after `plies` plies.
    pub(crate) fn is_decided_after(self, plies: u32) -> Option<bool> {
        match self.statement {
            Statement::WinsWithin(most) => (plies >= most).then_some(false),
            Statement::DoesNotLose => None,
            Statement::DoesNotLoseWithin(most) => (plies >= most).then_some(true),
        }
    }
}

/// As a certificate has it: `x wins within 7 plies`, `o does not lose`, `o does not lose within 6 plies`.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.statement {
            Statement::WinsWithin(plies) => write!(f, "{} wins within {plies} plies", self.side),
            Statement::DoesNotLose => write!(f, "{} does not lose", self.side),
            Statement::DoesNotLoseWithin(plies) => {
                write!(f, "{} does not lose within {plies} plies", self.side)
            }
        }
    }
}

/// The error for a text that is not a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a claim, such as `x wins within 7 plies` or `o does not lose`")]
pub struct ParseClaimError;

impl FromStr for Claim {
    type Err = ParseClaimError;

    fn from_str(text: &str) -> Result<Claim, ParseClaimError> {
        let words: Vec<&str> = text.split(' ').collect();
        let plies = |text: &str| text.parse::<u32>().map_err(|_| ParseClaimError);
        let (side, statement) = match words[..] {
            [side, "wins", "within", number, "plies"] => (side, Statement::WinsWithin(plies(number)?)),
            [side, "does", "not", "lose"] => (side, Statement::DoesNotLose),
            [side, "does", "not", "lose", "within", number, "plies"] => {
                (side, Statement::DoesNotLoseWithin(plies(number)?))
            }
            _ => return Err(ParseClaimError),
        };
        let claim = Claim { side: side.parse().map_err(|_| ParseClaimError)?, statement };
        // One claim has one text.
        if claim.to_string() == text { Ok(claim) } else { Err(ParseClaimError) }
    }
}

/// What a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proven {
    /// The game.
    pub game: GameSpec,
    /// The board as text.
    pub position: String,
    /// The side to move.
    pub to_move: Side,
    /// What holds in the position, in the order of the certificate.
    pub claims: Vec<Claim>,
    /// Moves and pairs that were checked.
    pub steps: u64,
}

impl Proven {
    /// The result that follows from the claims together, if any: `x wins in 7 plies`, `draw`, `o wins`.
    ///
    /// ```
    /// use connect_toe_certificate::{Claim, ParseClaimError, Proven};
    /// use connect_toe_game::{GameSpec, Side};
    /// let conclusion = |claims: &[&str]| {
    ///     let claims: Result<Vec<Claim>, ParseClaimError> = claims.iter().map(|claim| claim.parse()).collect();
    ///     let (game, position) = ("3x3:3".parse::<GameSpec>().expect("game text"), "___/___/___".to_owned());
    ///     let proven = Proven { game, position, to_move: Side::X, claims: claims.expect("claims"), steps: 0 };
    ///     proven.conclusion()
    /// };
    /// assert_eq!(conclusion(&["x does not lose", "o does not lose"]).as_deref(), Some("draw"));
    /// assert_eq!(conclusion(&["x wins within 5 plies"]).as_deref(), Some("x wins"));
    /// let exactly = ["x wins within 5 plies", "o does not lose within 4 plies"];
    /// assert_eq!(conclusion(&exactly).as_deref(), Some("x wins in 5 plies"));
    /// assert_eq!(conclusion(&["x does not lose"]), None);
    /// ```
    pub fn conclusion(&self) -> Option<String> {
        let claimed = |side: Side, statement: Statement| self.claims.contains(&Claim { side, statement });
        if Side::ALL.into_iter().all(|side| claimed(side, Statement::DoesNotLose)) {
            return Some("draw".to_owned());
        }
        let within = |claim: &Claim| match claim.statement {
            Statement::WinsWithin(plies) => Some((plies, claim.side)),
            _ => None,
        };
        // Of several claims the strongest counts.
        let (plies, winner) = self.claims.iter().filter_map(within).min_by_key(|&(plies, _)| plies)?;
        let not_sooner = plies == 0 || claimed(winner.other(), Statement::DoesNotLoseWithin(plies - 1));
        Some(match plies {
            _ if !not_sooner => format!("{winner} wins"),
            1 => format!("{winner} wins in 1 ply"),
            _ => format!("{winner} wins in {plies} plies"),
        })
    }
}

/// The game, the position, and each claim on a line of its own.
impl fmt::Display for Proven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}, {} to move:", self.game, self.position, self.to_move)?;
        self.claims.iter().try_for_each(|claim| write!(f, "\n{}", claim.in_words()))?;
        match self.conclusion() {
            Some(conclusion) => write!(f, "\nso the result is: {conclusion}"),
            None => Ok(()),
        }
    }
}
