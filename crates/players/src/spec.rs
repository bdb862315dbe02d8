//! The text form of a player: `NAME[:key=value[,key=value]…]`.

use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use connect_toe_eval::learned::Weights;
use connect_toe_eval::{Evaluator, Heuristic, Key, Resources, SettingError, Settings, whole_number_meant};
use connect_toe_game::{Bits, Faces, Game, GameSpec, Goal, Rules, with_game};
use connect_toe_search::{Algorithm, EVAL, Searcher};

use crate::adapter::OwnSearcher;
use crate::entry::Entry;
use crate::error::PlayerError;
use crate::level::Level;
use crate::parts::{Chooser, Valuer};
use crate::time::{TimeControl, parse_time};

/// A player as written, checked: the search, the heuristic and all keys are known, and every value is one
/// that its key can have.
///
/// [`FromStr`] reads players of the built-in searches and heuristics, [`Catalogue::player`](crate::Catalogue::player)
/// those that a program adds as well. A player carries what it takes to build it. Two of them are equal if they have
/// the same name and settings: the order of the settings does not matter, nor whether the default heuristic or the
/// default way to break ties is written.
///
/// ```
/// use connect_toe_players::{PlayerSpec, Ties};
/// let player: PlayerSpec = "alpha-beta:depth=8,eval=runs,ties=first".parse()?;
/// assert_eq!((player.name(), player.ties()), ("alpha-beta", Ties::First));
/// assert_eq!("random:ties=random".parse::<PlayerSpec>()?, "random".parse()?);
/// let error = "alpha-beta:depth=0".parse::<PlayerSpec>().expect_err("0 plies are too few");
/// assert_eq!(error.to_string(), "depth=0: depth must be a whole number of plies from 1 to 4096");
/// # Ok::<(), connect_toe_players::PlayerError>(())
/// ```
#[derive(Clone)]
pub struct PlayerSpec {
    settings: Settings,
    pub(crate) chooser: Chooser,
    heuristic: Option<Valuer>,
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

/// A text that does not say which of equally good moves is played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` does not say which of equally good moves is played: write random, first or last")]
pub struct ParseTiesError(String);

impl FromStr for Ties {
    type Err = ParseTiesError;

    fn from_str(text: &str) -> Result<Ties, ParseTiesError> {
        match text {
            "random" => Ok(Ties::Random),
            "first" => Ok(Ties::First),
            "last" => Ok(Ties::Last),
            _ => Err(ParseTiesError(text.to_owned())),
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

const SELECTIVE: &str = "selective";
const BEST: &str = "best";
const MONTE_CARLO: &str = "monte-carlo";
/// The players whose heuristic depends on the game if none is named.
const OF_GAME: [&str; 3] = [SELECTIVE, BEST, MONTE_CARLO];

/// The keys of every search, built-in or not.
pub(crate) const COMMON_KEYS: &[Key] = &[
    Key { name: "ties", about: "which of equally good moves is played: random (default), first, last" },
    Key {
        name: "nodes",
        about: "node limit of a move, roughly: the search looks 1, 2, 3 … plies ahead, at most to the depth; default: no limit",
    },
    Key {
        name: "time",
        about: "time limit of a move, as 500ms or 2s, with the same deepening; games with it cannot be reproduced",
    },
    Key {
        name: "clock",
        about: "time for all moves of a game, as 60s, or 60s+0.5s with 0.5 s more after each move; with `time` the shorter limit holds; games with it cannot be reproduced",
    },
];

impl PlayerSpec {
    /// The player of these parts, whose settings are known to be right.
    pub(crate) fn of_parts(chooser: Chooser, heuristic: Option<Valuer>, settings: Settings) -> PlayerSpec {
        PlayerSpec { settings, chooser, heuristic }
    }

    pub(crate) fn checked(
        chooser: Chooser,
        heuristic: Option<Valuer>,
        settings: Settings,
    ) -> Result<PlayerSpec, PlayerError> {
        let spec = PlayerSpec::of_parts(chooser, heuristic, settings);
        spec.check()?;
        Ok(spec)
    }

    fn check(&self) -> Result<(), PlayerError> {
        self.settings.check_keys(self.name(), &self.known_keys())?;
        let ties: Result<Option<Ties>, SettingError> = self.settings.get("ties", "random, first or last");
        ties?;
        if let Some(text) = self.settings.text("nodes")
            && !text.parse().is_ok_and(|nodes: u64| nodes > 0)
        {
            let example = whole_number_meant(text).filter(|&nodes| nodes > 0).unwrap_or(100_000);
            let expected = format!("a whole number of nodes from 1 to {}, as in nodes={example}", u64::MAX);
            return Err(self.settings.refuse("nodes", expected).into());
        }
        let time = self.time();
        if self.settings.text("time").is_some() && time.per_move.is_none() {
            let expected = "a time of at least 1 ms and at most 1000 h, as 500ms, 1.5s or 2m";
            return Err(self.settings.refuse("time", expected).into());
        }
        if self.settings.text("clock").is_some() && time.per_game.is_none() {
            let expected = "a time of at least 1 ms and at most 1000 h, and what is added after each move, as 60s or 60s+0.5s";
            return Err(self.settings.refuse("clock", expected).into());
        }
        if let Some(heuristic) = &self.heuristic {
            heuristic.check(&self.settings)?;
        }
        Ok(self.chooser.check(&self.settings)?)
    }

    /// What tells players of one name apart, however their texts are written: the settings by key, without those that
    /// would hold anyway.
    fn meaning(&self) -> BTreeMap<&str, &str> {
        let entry = self.chooser.entry();
        let settings = self.settings.keys().filter_map(|key| Some((key, self.settings.text(key)?)));
        let is_default = |key, value: &str| match key {
            "ties" => value.parse() == Ok(Ties::default()),
            // The game decides which heuristic these ask if none is named.
            "eval" => entry.heuristic == Some(value) && !OF_GAME.contains(&entry.name),
            _ => false,
        };
        settings.filter(|&(key, value)| !is_default(key, value)).collect()
    }

    /// The player in this game: of a level, the player that it stands for; of others, themselves with the heuristic that they
    /// ask in this game named in their settings. All players but three ask the same heuristic in every
    /// game. If no heuristic is named, these three ask the weights that come with the program for some games: `best`,
    /// `selective` and `monte-carlo`, which in other games asks `runs` where any empty cell can be taken and a line wins.
    /// `docs/searches.md` has the matches that speak for it.
    ///
    /// ```
    /// use connect_toe_players::PlayerSpec;
    /// let in_game = |player: &str, game: &str| {
    ///     let player: PlayerSpec = player.parse()?;
    ///     Ok::<_, Box<dyn std::error::Error>>(player.for_game(&game.parse()?).to_string())
    /// };
    /// assert_eq!(in_game("best:nodes=5000", "7x6:4:-2")?, "best:nodes=5000,eval=learned");
    /// assert_eq!(in_game("best:nodes=5000", "8x8:4:-2")?, "best:nodes=5000");
    /// assert_eq!(in_game("monte-carlo", "15x15:6")?, "monte-carlo:eval=runs");
    /// assert_eq!(in_game("casual:seed=3", "3x3:3")?, "best:nodes=65,noise=240,chain=0,eval=runs,seed=3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn for_game(&self, game: &GameSpec) -> PlayerSpec {
        if let Chooser::Level(_) = self.chooser {
            let stands_for = |game: Game| with_game!(&game, record => self.by_rules(record.rules()));
            return Game::new(game).map_or_else(|_| self.clone(), stands_for);
        }
        let has_weights = Heuristic::find("learned").is_ok_and(|learned| (learned.values)(game));
        let is_free = game.faces == Faces::Free;
        let heuristic = match self.name() {
            _ if self.settings.text("eval").is_some() => None,
            MONTE_CARLO if self.settings.text("leaves") == Some("games") => None,
            BEST | SELECTIVE | MONTE_CARLO if has_weights => Some("learned"),
            MONTE_CARLO if is_free && game.goal == Goal::MakeLine => Some("runs"),
            MONTE_CARLO if self.settings.text("leaves") == Some("values") => Some("runs"),
            _ => None,
        };
        match heuristic.map(Heuristic::find) {
            Some(Ok(row)) => {
                let settings = self.settings.clone().with("eval", row.name);
                let valuer = Valuer::Table(row, Resources::default());
                PlayerSpec::of_parts(self.chooser.clone(), Some(valuer), settings)
            }
            _ => self.clone(),
        }
    }

    /// The player in a game with these rules, as [`for_game`](Self::for_game) has it.
    pub(crate) fn by_rules<B: Bits>(&self, rules: &Rules<B>) -> PlayerSpec {
        let Chooser::Level(level) = self.chooser else { return self.for_game(rules.spec()) };
        let set = |player: PlayerSpec| {
            self.settings
                .keys()
                .try_fold(player, |player, key| player.with(key, self.settings.text(key).unwrap_or_default()))
        };
        level.player_by(rules).and_then(set).expect("the search of all levels takes their settings")
    }

    /// The level that the player is, if its text names one. `best`, the strongest, is a search.
    pub fn level(&self) -> Option<Level> {
        match self.chooser {
            Chooser::Level(level) => Some(level),
            _ => None,
        }
    }

    /// The player's text, with the player that it stands for in this game behind a level.
    ///
    /// ```
    /// use connect_toe_players::PlayerSpec;
    /// let (casual, random): (PlayerSpec, PlayerSpec) = ("casual".parse()?, "random".parse()?);
    /// let game = "3x3:3".parse()?;
    /// assert_eq!(casual.text_in(&game), "casual (best:nodes=65,noise=240,chain=0,eval=runs)");
    /// assert_eq!(random.text_in(&game), "random");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn text_in(&self, game: &GameSpec) -> String {
        if self.level().is_some() { format!("{self} ({})", self.for_game(game)) } else { self.to_string() }
    }

    /// The player with this value of a setting.
    ///
    /// ```
    /// use connect_toe_players::PlayerSpec;
    /// let player: PlayerSpec = "alpha-beta:depth=8,eval=runs".parse()?;
    /// assert_eq!(player.with("depth", 2)?, "alpha-beta:depth=2,eval=runs".parse()?);
    /// assert!(player.with("width", 2).is_err());
    /// # Ok::<(), connect_toe_players::PlayerError>(())
    /// ```
    ///
    /// # Errors
    /// The player does not have this setting, or the setting cannot have this value.
    pub fn with(&self, key: &str, value: impl fmt::Display) -> Result<PlayerSpec, PlayerError> {
        let settings = self.settings.clone().with(key, value);
        PlayerSpec::checked(self.chooser.clone(), self.heuristic.clone(), settings)
    }

    /// The player without a setting.
    pub(crate) fn without(&self, key: &str) -> PlayerSpec {
        let copied =
            |settings: Settings, key: &str| settings.with(key, self.settings.text(key).unwrap_or_default());
        let settings = self.settings.keys().filter(|&other| other != key).fold(Settings::default(), copied);
        PlayerSpec::of_parts(self.chooser.clone(), self.heuristic.clone(), settings)
    }

    /// The name of the search or player.
    pub fn name(&self) -> &'static str {
        self.chooser.entry().name
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The learned weights that the player has read, and the file that its text names for them.
    pub fn weights(&self) -> Option<(&str, &Weights)> {
        match &self.heuristic {
            Some(Valuer::Table(row, resources)) => {
                let file = self.settings.text(row.weights?.name)?;
                Some((file, resources.weights(file)?))
            }
            _ => None,
        }
    }

    /// How ties are broken.
    pub fn ties(&self) -> Ties {
        self.settings.text("ties").and_then(|text| text.parse().ok()).unwrap_or_default()
    }

    /// Whether the player chooses among all legal moves at random, whatever the position.
    pub fn moves_at_random(&self) -> bool {
        self.name() == "random"
    }

    /// About how many positions the player looks at, at most, where there are this many legal moves: of a search of the engine
    /// that looks ahead a number of plies that its text names. `None` for all others.
    ///
    /// ```
    /// use connect_toe_players::PlayerSpec;
    /// let positions = |player: &str| Ok::<_, connect_toe_players::PlayerError>(player.parse::<PlayerSpec>()?.positions_at_most(7));
    /// assert_eq!((positions("random")?, positions("alpha-beta:depth=2,eval=runs")?), (Some(1), Some(49)));
    /// assert_eq!((positions("best")?, positions("minimax:depth=2,time=1s")?), (None, None));
    /// # Ok::<(), connect_toe_players::PlayerError>(())
    /// ```
    pub fn positions_at_most(&self, moves: usize) -> Option<u64> {
        let plies = match self.name() {
            "random" => 0,
            "two-ply" => 2,
            "minimax" | "alpha-beta" => self.settings.text("depth")?.parse().ok()?,
            _ => return None,
        };
        let limited = ["depth", "ties", "eval", "weights", "hurry"];
        let is_plain = !self.is_own() && self.settings.keys().all(|key| limited.contains(&key));
        (moves as u64).checked_pow(plies).filter(|_| is_plain)
    }

    /// The limit of nodes per move.
    pub fn nodes(&self) -> Option<u64> {
        self.settings.text("nodes").and_then(|text| text.parse().ok())
    }

    /// The time for each move and for a game.
    pub fn time(&self) -> TimeControl {
        TimeControl {
            per_move: self
                .settings
                .text("time")
                .and_then(|text| parse_time(text).ok())
                .filter(|time| !time.is_zero()),
            per_game: self.settings.text("clock").and_then(|text| text.parse().ok()),
        }
    }

    /// Whether the player plays the same everywhere: it has no limit of time, and its search has one thread.
    pub fn is_reproducible(&self) -> bool {
        let is_alone = self.settings.text("threads").is_none_or(|threads| threads == "1");
        !self.time().is_limited() && !self.keeps_own_time() && is_alone
    }

    /// Whether the player's search has a clock of its own, and no other limit of time than that of its text.
    pub fn keeps_own_time(&self) -> bool {
        self.chooser.entry().keeps_own_time
    }

    /// Whether the player is a search, which values moves and can be limited. Players that a program adds need not be.
    pub fn is_search(&self) -> bool {
        !matches!(self.chooser, Chooser::Player(_))
    }

    /// Whether a program added the player, its search or its heuristic.
    pub fn is_own(&self) -> bool {
        matches!(self.chooser, Chooser::Search(_) | Chooser::Player(_))
            || matches!(self.heuristic, Some(Valuer::Own(_)))
    }

    /// What the player is made of: its search, or the player that a program added, and its heuristic if it asks one and the
    /// search does not choose it.
    pub fn entries(&self) -> Vec<Entry> {
        let chooses = OF_GAME.contains(&self.name()) && self.settings.text("eval").is_none();
        let heuristic = self.heuristic.as_ref().filter(|_| !chooses).map(Valuer::entry);
        std::iter::once(self.chooser.entry()).chain(heuristic).collect()
    }

    /// The keys that the player understands, whether its text sets them or not.
    pub fn known_keys(&self) -> Vec<Key> {
        let entry = self.chooser.entry();
        let mut keys = entry.keys.to_vec();
        if matches!(self.chooser, Chooser::Search(_)) && entry.heuristic.is_some() {
            keys.push(EVAL);
        }
        if let Some(heuristic) = &self.heuristic {
            keys.extend(heuristic.entry().keys);
        }
        if self.is_search() && self.level().is_none() {
            keys.extend(COMMON_KEYS);
        }
        keys
    }

    /// The search for one game, with this evaluator or the heuristic that the settings name.
    pub(crate) fn searcher<B: Bits>(
        &self,
        rules: &Rules<B>,
        evaluator: Option<Box<dyn Evaluator<B>>>,
    ) -> Result<Box<dyn Searcher<B>>, PlayerError> {
        let settings = &self.settings;
        let evaluator = match evaluator {
            None => {
                let heuristic = self.by_rules(rules).heuristic;
                heuristic.map(|heuristic| heuristic.build(rules, settings)).transpose()?
            }
            named => named,
        };
        match &self.chooser {
            Chooser::Table(row) => {
                let algorithm = Algorithm::find(row.name)?;
                Ok(match evaluator {
                    Some(evaluator) => algorithm.build_with(rules, settings, evaluator)?,
                    None => algorithm.build(rules, settings)?,
                })
            }
            Chooser::Search(added) => {
                let search = (added.make)(settings)?;
                search.check_game(rules.spec()).map_err(PlayerError::Game)?;
                Ok(Box::new(OwnSearcher::new(added.entry.name, search, evaluator)))
            }
            Chooser::Level(_) => self.by_rules(rules).searcher(rules, evaluator),
            Chooser::Player(added) => Err(PlayerError::NotASearch(added.entry.name.to_owned())),
        }
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        if self.settings == Settings::default() { Ok(()) } else { write!(f, ":{}", self.settings) }
    }
}

impl fmt::Debug for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PlayerSpec({self})")
    }
}

impl PartialEq for PlayerSpec {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name() && self.meaning() == other.meaning()
    }
}

impl Eq for PlayerSpec {}

impl Hash for PlayerSpec {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.name(), self.meaning()).hash(state);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

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
    fn a_player_has_one_text() {
        let player: PlayerSpec = "minimax:depth=\"3\",eval=runs".parse().expect("a player");
        assert_eq!(player.to_string(), "minimax:depth=3,eval=runs");
    }

    #[test]
    fn players_are_equal_if_their_settings_mean_the_same() {
        let is_equal = |one: &str, other: &str| {
            let players: HashSet<PlayerSpec> =
                [one, other].iter().map(|text| text.parse().expect("a player")).collect();
            players.len() == 1
        };
        assert!(is_equal("random", "random:ties=random") && !is_equal("random", "random:ties=first"));
        assert!(is_equal("minimax:depth=3,eval=runs", "minimax:eval=runs,ties=random,depth=3"));
        assert!(
            is_equal("two-ply", "two-ply:eval=weighted-lines")
                && is_equal("minimax", "minimax:eval=undecided")
        );
        // On some games `best` asks other weights than `runs`.
        assert!(!is_equal("best", "best:eval=runs") && !is_equal("best", "best:eval=learned"));
        assert!(!is_equal("minimax", "minimax:eval=weighted-lines") && !is_equal("minimax", "alpha-beta"));
        assert!(!is_equal("minimax:depth=3", "minimax:depth=2") && !is_equal("perfect", "perfect:nodes=9"));
    }

    #[test]
    fn players_are_defined_by_search_and_heuristic() {
        let names = |text: &str| -> Vec<&str> {
            let player: PlayerSpec = text.parse().expect("a player");
            player.entries().into_iter().map(|entry| entry.name).collect()
        };
        assert_eq!(names("alpha-beta:depth=2,eval=runs"), ["alpha-beta", "runs"]);
        assert_eq!(names("two-ply"), ["two-ply", "weighted-lines"]);
        assert_eq!(names("random"), ["random"]);
        assert_eq!(names("best"), ["best"]);
        assert_eq!(names("best:eval=runs"), ["best", "runs"]);
        let player: PlayerSpec = "two-ply".parse().expect("a player");
        let keys: Vec<&str> = player.known_keys().iter().map(|key| key.name).collect();
        assert_eq!(keys, ["eval", "weights", "ties", "nodes", "time", "clock"]);
    }

    #[test]
    fn best_asks_learned_weights_where_they_are_stronger() {
        let in_game = |player: &str, game: &str| {
            let player: PlayerSpec = player.parse().expect("a player");
            player.for_game(&game.parse().expect("a game")).to_string()
        };
        for game in ["7x6:4:-2", "4x4x4:4:-3", "4x4x4:4", "9x9:5", "15x15:5"] {
            assert_eq!(in_game("best:time=1s", game), "best:time=1s,eval=learned");
            assert_eq!(in_game("selective:width=9", game), "selective:width=9,eval=learned");
            assert_eq!(in_game("best:noise=9,chain=3", game), "best:noise=9,chain=3,eval=learned");
            // A named heuristic stays.
            for player in ["best:eval=runs", "solver"] {
                assert_eq!(in_game(player, game), player);
            }
        }
        // There are no weights for these.
        for game in ["7x6:4:-2:misere", "7x6:4:+2", "8x7:4:-2", "9x8:5"] {
            assert_eq!(in_game("best", game), "best");
            assert_eq!(in_game("selective", game), "selective");
        }
    }

    #[test]
    fn errors_list_what_is_known() {
        assert_eq!(
            error("mini-max"),
            "no player has the name `mini-max`: did you mean minimax? There are random, minimax, alpha-beta, principal-variation, mtdf, selective, proof-number, \
             monte-carlo, two-ply, perfect, solver, best, published, beginner, novice, casual, club, strong, expert, master"
        );
        assert!(error("novise").contains("did you mean novice?"));
        assert_eq!(error("novice:nodes=3"), "no setting of novice has the name `nodes`: there is only seed");
        assert_eq!(error("novice:seed=x"), "seed=x: seed must be a whole number");
        assert_eq!(
            error("minimax:dept=3"),
            "no setting of minimax has the name `dept`: did you mean depth? There are depth, eval, hurry, ties, nodes, time, clock"
        );
        assert_eq!(error("minimax:depth=0"), "depth=0: depth must be a whole number of plies from 1 to 4096");
        for (text, example) in [
            ("1e6", 1_000_000),
            ("1_000", 1000),
            ("2.5E3", 2500),
            ("1e20", 100_000),
            ("0", 100_000),
            ("0e5", 100_000),
            ("-1", 100_000),
            ("many", 100_000),
        ] {
            let refused = error(&format!("best:nodes={text}"));
            assert_eq!(
                refused,
                format!(
                    "nodes={text}: nodes must be a whole number of nodes from 1 to 18446744073709551615, as in nodes={example}"
                )
            );
            assert!(format!("best:nodes={example}").parse::<PlayerSpec>().is_ok());
        }
        assert_eq!(
            error("minimax:eval=run"),
            "no heuristic has the name `run`: did you mean runs? There are terminal, open-lines, weighted-lines, optimistic, \
             pessimistic, undecided, runs, learned"
        );
        assert_eq!(error("random:ties=best"), "ties=best: ties must be random, first or last");
        assert_eq!(
            error("published:eval=runs"),
            "eval=runs: eval must be optimistic, pessimistic or undecided for this search"
        );
    }
}
