//! The text form of a player: `NAME[:key=value[,key=value]…]`.

use std::fmt;
use std::str::FromStr;

use connect_toe_eval::{Key, SettingError, Settings, SettingsSyntaxError, UnknownKey};
use connect_toe_game::{GameSpec, Rules};
use connect_toe_search::{Algorithm, BuildError, UnknownAlgorithm};

/// A player as written, checked: the search, the heuristic and all keys are known, and every value is one
/// that its key can have.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlayerSpec {
    name: String,
    settings: Settings,
}

/// Which of several equally good moves is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Ties {
    /// Each with the same probability.
    #[default]
    Random,
    /// The first in canonical order.
    First,
    /// The last in canonical order.
    Last,
}

impl FromStr for Ties {
    type Err = ();

    fn from_str(text: &str) -> Result<Ties, ()> {
        match text {
            "random" => Ok(Ties::Random),
            "first" => Ok(Ties::First),
            "last" => Ok(Ties::Last),
            _ => Err(()),
        }
    }
}

impl fmt::Display for Ties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Ties::Random => "random",
            Ties::First => "first",
            Ties::Last => "last",
        })
    }
}

/// The keys of every player, whatever its search.
const COMMON_KEYS: &[Key] = &[
    Key { name: "ties", about: "which of equally good moves is played: random (default), first, last" },
    Key {
        name: "nodes",
        about: "look 1, 2, 3 … plies ahead, at most to the depth, and stop after about this many nodes; default: no limit",
    },
];

impl PlayerSpec {
    /// The name of the search.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How ties are broken.
    pub fn ties(&self) -> Ties {
        self.settings.text("ties").and_then(|text| text.parse().ok()).unwrap_or_default()
    }

    /// The limit of nodes per move.
    pub fn nodes(&self) -> Option<u64> {
        self.settings.text("nodes").and_then(|text| text.parse().ok())
    }

    /// Every player's name with what it does and the keys that it understands with its default heuristic.
    pub fn catalogue() -> Vec<(&'static str, &'static str, Vec<Key>)> {
        Algorithm::<u64>::all()
            .iter()
            .map(|algorithm| {
                let mut keys = algorithm.keys.to_vec();
                keys.extend(COMMON_KEYS);
                (algorithm.name, algorithm.about, keys)
            })
            .collect()
    }

    /// What the player is made of, for readers who do not know the program: its search and, if it asks one, its
    /// heuristic, each by name with its definition.
    pub fn definitions(&self) -> Vec<(&'static str, &'static str)> {
        // The text was checked when it was read, so that both are known.
        let Ok(algorithm) = Algorithm::<u64>::find(&self.name) else { return Vec::new() };
        let heuristic = algorithm.heuristic_of(&self.settings).ok().flatten();
        let heuristic = heuristic.map(|heuristic| (heuristic.name, heuristic.definition));
        std::iter::once((algorithm.name, algorithm.definition)).chain(heuristic).collect()
    }

    /// The keys that the player understands, whether its text sets them or not.
    pub fn known_keys(&self) -> Vec<Key> {
        let algorithm = Algorithm::<u64>::find(&self.name).ok();
        let mut keys = algorithm.and_then(|one| one.known_keys(&self.settings).ok()).unwrap_or_default();
        keys.extend(COMMON_KEYS);
        keys
    }

    fn check(&self) -> Result<(), PlayerError> {
        let algorithm = Algorithm::<u64>::find(&self.name)?;
        let mut known = algorithm.known_keys(&self.settings)?;
        known.extend(COMMON_KEYS);
        self.settings.check_keys(&self.name, known.iter().map(|key| key.name).collect())?;
        self.settings
            .get::<Ties>("ties", "random, first or last")?
            .map_or(Ok(()), |_| Ok::<(), SettingError>(()))?;
        let expected = "a whole number of nodes from 1";
        if self.settings.get::<u64>("nodes", expected)? == Some(0) {
            return Err(self.settings.refuse("nodes", expected).into());
        }
        // Whether a value is possible does not depend on the game, so the smallest one serves to ask.
        let smallest: GameSpec = "1:1".parse().expect("1:1 is a game");
        let rules = Rules::<u64>::compile(&smallest).expect("one cell fits in 64 bits");
        algorithm.build(&rules, &self.settings)?;
        Ok(())
    }
}

impl FromStr for PlayerSpec {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<PlayerSpec, PlayerError> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let spec = PlayerSpec { name: name.to_owned(), settings: settings.parse()? };
        spec.check()?;
        Ok(spec)
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if self.settings == Settings::default() { Ok(()) } else { write!(f, ":{}", self.settings) }
    }
}

/// A text that names no player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerError {
    /// No search has the name.
    UnknownName(UnknownAlgorithm),
    /// The settings are no list of `key=value`.
    Syntax(SettingsSyntaxError),
    /// The player does not understand a key.
    UnknownKey(UnknownKey),
    /// The heuristic is unknown or a value is not possible.
    Build(BuildError),
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerError::UnknownName(error) => error.fmt(f),
            PlayerError::Syntax(error) => error.fmt(f),
            PlayerError::Build(error) => error.fmt(f),
            PlayerError::UnknownKey(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PlayerError {}

impl From<UnknownAlgorithm> for PlayerError {
    fn from(error: UnknownAlgorithm) -> Self {
        PlayerError::UnknownName(error)
    }
}

impl From<SettingsSyntaxError> for PlayerError {
    fn from(error: SettingsSyntaxError) -> Self {
        PlayerError::Syntax(error)
    }
}

impl From<BuildError> for PlayerError {
    fn from(error: BuildError) -> Self {
        PlayerError::Build(error)
    }
}

impl From<UnknownKey> for PlayerError {
    fn from(error: UnknownKey) -> Self {
        PlayerError::UnknownKey(error)
    }
}

impl From<SettingError> for PlayerError {
    fn from(error: SettingError) -> Self {
        PlayerError::Build(BuildError::Setting(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<PlayerSpec>().expect_err("this is no player").to_string()
    }

    #[test]
    fn players_round_trip() {
        for text in [
            "random",
            "minimax:depth=3,eval=undecided",
            "alpha-beta:depth=8,eval=runs,ties=first",
            "two-ply:eval=weighted-lines,weights=10/100/1000",
            "perfect",
        ] {
            assert_eq!(text.parse::<PlayerSpec>().map(|player| player.to_string()), Ok(text.to_owned()));
        }
    }

    #[test]
    fn players_are_defined_by_search_and_heuristic() {
        let names = |text: &str| -> Vec<&str> {
            let player: PlayerSpec = text.parse().expect("a player");
            player.definitions().into_iter().map(|(name, _)| name).collect()
        };
        assert_eq!(names("alpha-beta:depth=2,eval=runs"), ["alpha-beta", "runs"]);
        assert_eq!(names("two-ply"), ["two-ply", "weighted-lines"]);
        assert_eq!(names("random"), ["random"]);
        let player: PlayerSpec = "two-ply".parse().expect("a player");
        let keys: Vec<&str> = player.known_keys().iter().map(|key| key.name).collect();
        assert_eq!(keys, ["eval", "weights", "ties", "nodes"]);
    }

    #[test]
    fn errors_list_what_is_known() {
        assert_eq!(
            error("mini-max"),
            "no player has the name `mini-max`: there are random, minimax, alpha-beta, two-ply, perfect, \
             published (did you mean minimax?)"
        );
        assert_eq!(
            error("minimax:dept=3"),
            "minimax does not understand the key `dept`: there are depth, eval, hurry, ties, nodes (did you mean depth?)"
        );
        assert_eq!(error("minimax:depth=0"), "depth=0: depth must be a whole number of plies from 1 to 4096");
        assert_eq!(
            error("minimax:eval=run"),
            "no heuristic has the name `run`: there are terminal, open-lines, weighted-lines, optimistic, \
             pessimistic, undecided, runs (did you mean runs?)"
        );
        assert_eq!(error("random:ties=best"), "ties=best: ties must be random, first or last");
        assert_eq!(
            error("published:eval=runs"),
            "eval=runs: eval must be optimistic, pessimistic or undecided for this search"
        );
    }
}
