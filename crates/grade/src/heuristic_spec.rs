//! The text form of a heuristic: `NAME[:key=value[,key=value]…]`.

use std::fmt;
use std::str::FromStr;

use connect_toe_eval::{Evaluator, Heuristic, SettingError, Settings, SettingsSyntaxError};
use connect_toe_eval::{UnknownHeuristic, UnknownKey};
use connect_toe_game::{Bits, Rules};
use connect_toe_players::{PlayerError, PlayerSpec};

/// A heuristic as written, checked: the name and all keys are known, and every value is one that its key can have.
///
/// ```
/// use connect_toe_grade::HeuristicSpec;
/// let heuristic: HeuristicSpec = "weighted-lines:weights=1/10/100".parse()?;
/// assert_eq!(heuristic.to_string(), "weighted-lines:weights=1/10/100");
/// assert_eq!(
///     heuristic.one_ply_player().to_string(),
///     "minimax:depth=1,eval=weighted-lines,weights=1/10/100"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeuristicSpec {
    name: String,
    settings: Settings,
    player: PlayerSpec,
}

impl HeuristicSpec {
    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The player that looks one ply ahead with this heuristic: a move that ends the game counts what the game ends
    /// with, any other the heuristic's value of the position after it, for the player who moves. Equally good moves
    /// are equally likely.
    pub fn one_ply_player(&self) -> &PlayerSpec {
        &self.player
    }

    /// The evaluator for one game.
    ///
    /// # Errors
    /// The heuristic cannot value this game with these settings.
    pub fn build<B: Bits>(&self, rules: &Rules<B>) -> Result<Box<dyn Evaluator<B>>, HeuristicError> {
        Ok((Heuristic::find(&self.name)?.build)(rules, &self.settings)?)
    }
}

impl FromStr for HeuristicSpec {
    type Err = HeuristicError;

    fn from_str(text: &str) -> Result<HeuristicSpec, HeuristicError> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let settings: Settings = settings.parse()?;
        Heuristic::<u64>::find(name)?.check_keys(&settings)?;
        let separator = if settings == Settings::default() { "" } else { "," };
        let player = format!("minimax:depth=1,eval={name}{separator}{settings}").parse()?;
        Ok(HeuristicSpec { name: name.to_owned(), settings, player })
    }
}

impl fmt::Display for HeuristicSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if self.settings == Settings::default() { Ok(()) } else { write!(f, ":{}", self.settings) }
    }
}

/// A text that names no heuristic, or a heuristic that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeuristicError {
    /// No heuristic has the name.
    #[error(transparent)]
    UnknownName(#[from] UnknownHeuristic),
    /// The settings are no list of `key=value`.
    #[error(transparent)]
    Syntax(#[from] SettingsSyntaxError),
    /// The heuristic does not understand a key.
    #[error(transparent)]
    UnknownKey(#[from] UnknownKey),
    /// A setting has a value that it cannot have.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The player that looks one ply ahead with it cannot be made.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<HeuristicSpec>().expect_err("this is no heuristic").to_string()
    }

    #[test]
    fn every_heuristic_has_a_text() {
        for heuristic in Heuristic::<u64>::all() {
            let spec: HeuristicSpec = heuristic.name.parse().expect("a name of the table");
            assert_eq!((spec.name(), spec.to_string()), (heuristic.name, heuristic.name.to_owned()));
        }
    }

    #[test]
    fn errors_are_those_of_the_heuristic() {
        assert!(error("run").contains("did you mean runs?"));
        assert_eq!(error("runs:depth=3"), "runs does not understand the key `depth`: it has no settings");
        assert!(error("terminal:magnitude=0").contains("a whole number from 1 to 1000000"));
        assert!(error("terminal:magnitude").contains("magnitude"));
    }
}
