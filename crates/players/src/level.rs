//! Levels of difficulty: names for players whose settings need not be known, the same in every interface.
//!
//! All of them are the search `best`, the lower ones with a handicap: fewer nodes, values that are off by chance, threats
//! that are too long to be seen, and, at the two lowest, blocks that are overlooked.

use connect_toe_game::{Game, with_game};
use connect_toe_search::nodes_of_best;

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
    /// How far values may be off.
    noise: u64,
    /// Plies of the longest chain of threats that is seen.
    chain: u32,
    /// In how many of 100 positions a block is overlooked.
    overlook: u64,
}

/// Every level, the weakest first. `docs/searches.md` says how far one is from the next.
const LEVELS: &[Level] = &[
    Level {
        name: "beginner",
        about: "takes a win, but overlooks most of yours",
        handicap: Some(Handicap { reach: 0, noise: 100, chain: 0, overlook: 60 }),
        fewest_cells: 0,
    },
    Level {
        name: "novice",
        about: "takes a win, and now and then overlooks yours",
        handicap: Some(Handicap { reach: 7, noise: 40, chain: 0, overlook: 22 }),
        fewest_cells: 10,
    },
    Level {
        name: "casual",
        about: "stops what it sees, but plans little",
        handicap: Some(Handicap { reach: 12, noise: 27, chain: 0, overlook: 0 }),
        fewest_cells: 0,
    },
    Level {
        name: "club",
        about: "looks a few moves ahead, and misjudges many positions",
        handicap: Some(Handicap { reach: 20, noise: 14, chain: 3, overlook: 0 }),
        fewest_cells: 10,
    },
    Level {
        name: "strong",
        about: "looks further ahead, and sees short chains of threats",
        handicap: Some(Handicap { reach: 31, noise: 8, chain: 5, overlook: 0 }),
        fewest_cells: 17,
    },
    Level {
        name: "expert",
        about: "misjudges little, and sees longer chains of threats",
        handicap: Some(Handicap { reach: 46, noise: 4, chain: 7, overlook: 0 }),
        fewest_cells: 26,
    },
    Level {
        name: "master",
        about: "judges well, and looks ahead for a few hundredths of a second",
        handicap: Some(Handicap { reach: 68, noise: 1, chain: 11, overlook: 0 }),
        fewest_cells: 26,
    },
    Level {
        name: "best",
        about: "as strong as can be in about a second: perfect where the game is small enough",
        handicap: None,
        fewest_cells: 0,
    },
];

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
    /// assert_eq!(names, ["beginner", "club", "strong", "master", "best"]);
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
        let Some(Handicap { reach, noise, chain, overlook }) = self.handicap else { return "best".parse() };
        let (least, most) = with_game!(game, record => {
            let rules = record.rules();
            (2 * rules.legal_moves(&rules.start()).len() as u64, nodes_of_best(rules))
        });
        let least = least.max(2) as f64;
        let nodes = (least * (most as f64 / least).max(1.0).powf(f64::from(reach) / 100.0)).round();
        // Two figures say enough.
        let unit = 10_f64.powf((nodes.log10().floor() - 1.0).max(0.0));
        let nodes = ((nodes / unit).round() * unit) as u64;
        let part = |key, value| if value > 0 { format!(",{key}={value}") } else { String::new() };
        let (noise, overlook) = (part("noise", noise), part("overlook", overlook));
        format!("best:nodes={nodes}{noise}{overlook},chain={chain}").parse()
    }

    /// The strongest level whose player for a game this is, if there is one. A `seed` makes no difference.
    pub fn of_player(player: &PlayerSpec, game: &Game) -> Option<Level> {
        let player = player.without("seed").for_game(game.spec());
        let is = |level: &&Level| level.player(game).is_ok_and(|found| found.for_game(game.spec()) == player);
        LEVELS.iter().rev().find(is).copied()
    }
}
