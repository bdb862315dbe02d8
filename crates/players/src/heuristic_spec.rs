//! The text form of a heuristic: `NAME[:key=value[,key=value]…]`.

use std::fmt;
use std::hash::{Hash, Hasher};

use connect_toe_eval::{Evaluator, SettingError, Settings};
use connect_toe_game::{Bits, Rules};
use connect_toe_search::Algorithm;

use crate::error::PlayerError;
use crate::parts::{Chooser, Valuer};
use crate::spec::PlayerSpec;

/// A heuristic as written, checked: the name and all keys are known, and every value is one that its key can have.
///
/// [`FromStr`](std::str::FromStr) reads the built-in heuristics, [`Catalogue::heuristic`](crate::Catalogue::heuristic)
/// those that a program adds as well. Two of them are equal if they have the same name and settings, whatever the order
/// of the settings.
///
/// ```
/// use connect_toe_players::HeuristicSpec;
/// let heuristic: HeuristicSpec = "weighted-lines:weights=1/10/100".parse()?;
/// assert_eq!(heuristic.to_string(), "weighted-lines:weights=1/10/100");
/// assert_eq!(
///     heuristic.one_ply_player().to_string(),
///     "minimax:depth=1,eval=weighted-lines,weights=1/10/100"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct HeuristicSpec {
    settings: Settings,
    valuer: Valuer,
    player: PlayerSpec,
}

impl HeuristicSpec {
    pub(crate) fn checked(valuer: Valuer, settings: Settings) -> Result<HeuristicSpec, PlayerError> {
        let entry = valuer.entry();
        settings.check_keys(entry.name, entry.keys)?;
        valuer.check(&settings)?;
        let minimax = Chooser::Table(Algorithm::find("minimax")?);
        let with_heuristic = Settings::default().with("depth", 1).with("eval", entry.name);
        let player_settings = settings
            .keys()
            .fold(with_heuristic, |all, key| all.with(key, settings.text(key).unwrap_or_default()));
        let player = PlayerSpec::of_parts(minimax, Some(valuer.clone()), player_settings);
        Ok(HeuristicSpec { settings, valuer, player })
    }

    /// The name.
    pub fn name(&self) -> &'static str {
        self.valuer.entry().name
    }

    /// How it values a position, in one to three sentences, for readers who do not know the program.
    pub fn definition(&self) -> &'static str {
        self.valuer.entry().definition
    }

    /// The player that looks one ply ahead with this heuristic: a move that ends the game counts its result, any other
    /// the heuristic's value of the position after it, for the player who moves. Equally good moves are equally likely.
    pub fn one_ply_player(&self) -> &PlayerSpec {
        &self.player
    }

    /// The evaluator for one game.
    ///
    /// # Errors
    /// The heuristic cannot value this game with these settings.
    pub fn build<B: Bits>(&self, rules: &Rules<B>) -> Result<Box<dyn Evaluator<B>>, SettingError> {
        self.valuer.build(rules, &self.settings)
    }
}

impl fmt::Display for HeuristicSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        if self.settings == Settings::default() { Ok(()) } else { write!(f, ":{}", self.settings) }
    }
}

impl fmt::Debug for HeuristicSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HeuristicSpec({self})")
    }
}

/// The player asks nothing but the heuristic, so it tells heuristics apart.
impl PartialEq for HeuristicSpec {
    fn eq(&self, other: &Self) -> bool {
        self.player == other.player
    }
}

impl Eq for HeuristicSpec {}

impl Hash for HeuristicSpec {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.player.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use connect_toe_eval::Heuristic;

    use super::*;

    fn error(text: &str) -> String {
        text.parse::<HeuristicSpec>().expect_err("this is no heuristic").to_string()
    }

    #[test]
    fn every_heuristic_has_a_text() {
        for heuristic in Heuristic::all() {
            let spec: HeuristicSpec = heuristic.name.parse().expect("a name of the table");
            assert_eq!((spec.name(), spec.to_string()), (heuristic.name, heuristic.name.to_owned()));
        }
    }

    #[test]
    fn errors_are_those_of_the_heuristic() {
        assert!(error("run").contains("did you mean runs?"));
        assert_eq!(error("runs:depth=3"), "no setting of runs has the name `depth`: there are none");
        assert!(error("terminal:magnitude=0").contains("a whole number from 1 to 1000000"));
        assert!(error("terminal:magnitude").contains("magnitude"));
    }
}
