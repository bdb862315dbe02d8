//! Levels of difficulty: names for players whose settings need not be known, the same in every interface.
//!
//! All of them are the search `best`, the lower ones with a handicap: fewer nodes, values of `runs` that are off by chance,
//! double threats that are not seen, and, at the two lowest, blocks that are overlooked.

use connect_toe_eval::{Key, SettingError, Settings};
use connect_toe_game::{Bits, Game, Rules, with_game};
use connect_toe_search::{Algorithm, nodes_of_best};

use crate::entry::Entry;
use crate::error::PlayerError;
use crate::spec::PlayerSpec;

/// A level, and what its player can do.
///
/// ```
/// use connect_toe_players::Level;
/// let game = "connect-four".parse()?;
/// let names: Vec<&str> = Level::of_game(&game).iter().map(|level| level.name).collect();
/// assert_eq!((names[0], names[names.len() - 1]), ("beginner", "best"));
/// let best = Level::best().player(&game)?;
/// assert_eq!(best, "best".parse()?);
/// assert_eq!(Level::of_player(&best, &game), Some(Level::best()));
/// // A small game has room for few.
/// assert_eq!(Level::of_game(&"tic-tac-toe".parse()?).len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The name.
    pub name: &'static str,
    /// How its player plays, in a line.
    pub about: &'static str,
    /// How much stronger it is than the weakest, in Elo points: the mean of five games (`docs/searches.md`), rounded to 50.
    pub elo: u32,
    handicap: Option<Handicap>,
    /// The fewest cells of a board on which it plays differently enough from the others.
    fewest_cells: usize,
}

/// What makes a player weaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Handicap {
    /// How far its nodes lie from the fewest, two for each legal first move, to those of `best`, in hundredths of the
    /// logarithm.
    reach: u32,
    /// How far values may be off, in hundredths of the logarithm of the odds to win.
    noise: u64,
    /// Whether it sees, where any empty cell can be taken, that a move threatens twice before it is made.
    sees_double_threats: bool,
    /// In how many of 100 positions a block is overlooked.
    overlook: u64,
}

/// Every level, the weakest first. `docs/searches.md` says how far one is from the next.
const LEVELS: &[Level] = &[
    Level {
        name: "beginner",
        about: "takes a win, but overlooks most of yours",
        elo: 0,
        handicap: Some(Handicap { reach: 0, noise: 470, sees_double_threats: false, overlook: 58 }),
        fewest_cells: 0,
    },
    Level {
        name: "novice",
        about: "takes a win, and now and then overlooks yours",
        elo: 200,
        handicap: Some(Handicap { reach: 6, noise: 340, sees_double_threats: false, overlook: 20 }),
        fewest_cells: 10,
    },
    Level {
        name: "casual",
        about: "stops what it sees, but plans little",
        elo: 450,
        handicap: Some(Handicap { reach: 11, noise: 240, sees_double_threats: false, overlook: 0 }),
        fewest_cells: 0,
    },
    Level {
        name: "club",
        about: "looks a few moves ahead, and misjudges many positions",
        elo: 650,
        handicap: Some(Handicap { reach: 22, noise: 135, sees_double_threats: true, overlook: 0 }),
        fewest_cells: 10,
    },
    Level {
        name: "strong",
        about: "looks further ahead, and misjudges some positions",
        elo: 900,
        handicap: Some(Handicap { reach: 31, noise: 75, sees_double_threats: true, overlook: 0 }),
        fewest_cells: 17,
    },
    Level {
        name: "expert",
        about: "plans many moves ahead, and misjudges little",
        elo: 1150,
        handicap: Some(Handicap { reach: 42, noise: 42, sees_double_threats: true, overlook: 0 }),
        fewest_cells: 26,
    },
    Level {
        name: "master",
        about: "judges well, and looks ahead for a few hundredths of a second",
        elo: 1350,
        handicap: Some(Handicap { reach: 56, noise: 14, sees_double_threats: true, overlook: 0 }),
        fewest_cells: 26,
    },
    Level {
        name: "best",
        about: "as strong as can be in about a second: perfect where the game is small enough",
        elo: 1550,
        handicap: None,
        fewest_cells: 0,
    },
];

/// The search that all levels are.
const SEARCH: &str = "best";

/// What a level's text can set: all else is what makes the level.
const KEYS: &[Key] =
    &[Key { name: "seed", about: "seed of a level's random errors, a whole number; default 0" }];

/// What every level is, for readers of a report.
const DEFINITION: &str = "A level: the search `best` with few nodes and random errors in its values. How many depends on the \
    game.";

impl Level {
    /// Every level, the weakest first.
    pub fn all() -> &'static [Level] {
        LEVELS
    }

    /// The levels that a game has room for, the weakest first: on a small board there is little to tell them apart.
    pub fn of_game(game: &Game) -> Vec<Level> {
        let cells = game.geometry().cells().len();
        LEVELS.iter().filter(|level| cells >= level.fewest_cells).copied().collect()
    }

    /// The level with this name. Interfaces offer those that a game has room for ([`of_game`](Level::of_game)).
    pub fn find(name: &str) -> Option<Level> {
        LEVELS.iter().find(|level| level.name == name).copied()
    }

    /// The level of a strength from 0 to 100: the strongest whose nodes reach no further, on a scale of logarithms, from
    /// the fewest to those of the level `best`.
    ///
    /// ```
    /// use connect_toe_players::Level;
    /// let names = [0, 20, 40, 99, 100].map(|strength| Level::of_strength(strength).name);
    /// assert_eq!(names, ["beginner", "casual", "strong", "master", "best"]);
    /// ```
    pub fn of_strength(strength: u32) -> Level {
        let reach = |level: &&Level| level.handicap.map_or(100, |handicap| handicap.reach) <= strength;
        LEVELS.iter().rev().find(reach).copied().unwrap_or(LEVELS[0])
    }

    /// The strongest level.
    pub fn best() -> Level {
        LEVELS[LEVELS.len() - 1]
    }

    /// The player of this level for a game: the same from its first move to its last. With a handicap, games differ by
    /// the order of the moves in their tasks; where that is always the same, the setting `seed` makes them differ.
    ///
    /// # Errors
    /// Never, unless a search is missing in the tables.
    pub fn player(self, game: &Game) -> Result<PlayerSpec, PlayerError> {
        with_game!(game, record => self.player_by(record.rules()))
    }

    /// The player of this level under these rules.
    pub(crate) fn player_by<B: Bits>(self, rules: &Rules<B>) -> Result<PlayerSpec, PlayerError> {
        let Some(Handicap { reach, noise, sees_double_threats, overlook }) = self.handicap else {
            return SEARCH.parse();
        };
        let least = 2 * rules.legal_moves(&rules.start()).len() as u64;
        let most = nodes_of_best(rules);
        let least = least.max(2) as f64;
        let nodes = (least * (most as f64 / least).max(1.0).powf(f64::from(reach) / 100.0)).round();
        // Two figures say enough.
        let unit = 10_f64.powf((nodes.log10().floor() - 1.0).max(0.0));
        let nodes = ((nodes / unit).round() * unit) as u64;
        let part = |key, value| if value > 0 { format!(",{key}={value}") } else { String::new() };
        let (noise, overlook) = (part("noise", noise), part("overlook", overlook));
        let chain = if sees_double_threats { "" } else { ",chain=0" };
        // What is learned is so sure of its values that no noise makes a beginner of it.
        format!("{SEARCH}:nodes={nodes}{noise}{overlook}{chain},eval=runs").parse()
    }

    /// What is known of the level as a player that a text names.
    pub(crate) fn entry(self) -> Entry {
        Entry::new(self.name).about(self.about).definition(DEFINITION).keys(KEYS)
    }

    /// Checks the values of its settings.
    pub(crate) fn check(settings: &Settings) -> Result<(), SettingError> {
        let row = Algorithm::find(SEARCH).expect("is in the table");
        row.check(settings)
    }

    /// The strongest level whose player for a game this is, if there is one. A `seed` makes no difference.
    pub fn of_player(player: &PlayerSpec, game: &Game) -> Option<Level> {
        let player = player.without("seed").for_game(game.spec());
        let is = |level: &&Level| level.player(game).is_ok_and(|found| found.for_game(game.spec()) == player);
        LEVELS.iter().rev().find(is).copied()
    }
}
