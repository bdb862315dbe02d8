//! The table of heuristics. To add one: a file here, a `mod` line, a row in `ROWS`.

#![expect(clippy::unnecessary_wraps, reason = "all heuristics are built by functions of one type")]

mod open_lines;
pub mod outlook;
pub mod runs;
pub mod terminal;
pub mod weighted_lines;

use connect_toe_game::width::ByWidth;
use connect_toe_game::{Bits, GameSpec, Rules, UnknownName, by_width};

use crate::heuristics::outlook::Outlook;
use crate::settings::{Key, SettingError, Settings};
use crate::{Evaluator, Resources, learned};

/// A row of the table of heuristics: its name, what it does and how to make it.
///
/// ```
/// use connect_toe_eval::{Heuristic, Resources, Settings};
/// use connect_toe_game::{Rules, Side};
/// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
/// let board = rules.parse_board("xo_/_xo/__x", None)?;
/// let open_lines = Heuristic::find("open-lines")?;
/// let mut evaluator = open_lines.build(&rules, &Settings::default(), &Resources::default())?;
/// assert_eq!(evaluator.static_value(&rules, &board, Side::X), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Heuristic {
    /// The name, as in `eval=runs`.
    pub name: &'static str,
    /// One line: what the value means.
    pub about: &'static str,
    /// How a position is valued, in one to three sentences, for readers who do not know the program.
    pub definition: &'static str,
    /// The settings that it understands.
    pub keys: &'static [Key],
    /// The setting that names a file of weights, which must be among the [`Resources`].
    pub weights: Option<Key>,
    /// Checks the values of the settings, whatever the game.
    pub check: Check,
    /// Whether it values this game without any setting.
    pub values: fn(&GameSpec) -> bool,
    /// Makes an evaluator for one game: a [`Build`] for each width.
    build: ByWidth,
}

/// Checks the values of settings.
pub type Check = fn(&Settings) -> Result<(), SettingError>;

/// Makes an evaluator for one game from settings and from the resources read for it.
type Build<B> = fn(&Rules<B>, &Settings, &Resources) -> Result<Box<dyn Evaluator<B>>, SettingError>;

/// The fields of a row that takes every game and reads no file.
const PLAIN: Heuristic = Heuristic {
    name: "",
    about: "",
    definition: "",
    keys: &[],
    weights: None,
    check: |_| Ok(()),
    values: |_| true,
    build: by_width!(B => (|_, _, _| Ok(Box::new(Outlook::Undecided))) as Build<B>),
};

/// The table. It is a static, not a constant: every crate that read a constant would compile all that it names.
static ROWS: &[Heuristic] = &[
    Heuristic {
        name: "terminal",
        about: "+10 if X has a line, -10 if O has one, else 0; always X's view",
        definition: "Only a finished game has a value: +10 if won, −10 if lost, and 0 as everything else has (`magnitude` puts another number in place of 10). In `two-ply` the view is always that of the side that moves first.",
        keys: terminal::KEYS,
        check: |settings| terminal::magnitude(settings).map(drop),
        build: by_width!(B => terminal::build as Build<B>),
        ..PLAIN
    },
    Heuristic {
        name: "open-lines",
        about: "lines still open to the player minus lines still open to the opponent",
        definition: "The number of lines on which the opponent has no stone, minus the number of those on which the player has none. Where a line loses, the sign changes. Where only X’s lines count, those without a stone of O count for X and against O.",
        build: by_width!(B => open_lines::build as Build<B>),
        ..PLAIN
    },
    Heuristic {
        name: "weighted-lines",
        about: "a line with n stones of one side alone counts 10^n for that side",
        definition: "A line with n stones of one side and none of the other counts 10 to the power of n for that side (`weights` names other numbers); the value is the player’s sum minus the opponent’s. Where a line loses, the sign changes. Where only X’s lines count, those with stones of X alone count for X and against O, and no others.",
        keys: weighted_lines::KEYS,
        check: |settings| weighted_lines::weights(settings).map(drop),
        build: by_width!(B => weighted_lines::build as Build<B>),
        ..PLAIN
    },
    Heuristic {
        name: "optimistic",
        about: "an undecided position counts as won for the player who searches",
        definition: "A game that is not over counts as won by the player who searches, +1, whichever side is to move; a finished one counts +1, 0 or −1.",
        build: by_width!(B => (|_, _, _| Ok(Box::new(Outlook::Optimistic))) as Build<B>),
        ..PLAIN
    },
    Heuristic {
        name: "pessimistic",
        about: "an undecided position counts as lost for the player who searches",
        definition: "A game that is not over counts as lost by the player who searches, −1, whichever side is to move; a finished one counts +1, 0 or −1.",
        build: by_width!(B => (|_, _, _| Ok(Box::new(Outlook::Pessimistic))) as Build<B>),
        ..PLAIN
    },
    Heuristic {
        name: "undecided",
        about: "an undecided position counts as a draw",
        definition: "A game that is not over counts as a draw, 0; a finished one counts +1, 0 or −1.",
        build: by_width!(B => (|_, _, _| Ok(Box::new(Outlook::Undecided))) as Build<B>),
        ..PLAIN
    },
    Heuristic {
        name: "runs",
        about: "runs that can still grow to a line, by length, by when their cells can be taken, and by threats",
        definition: "Lines on which a side can still complete a run count for it, about 3½ times as much for each further stone, and less the more stones must fall before their cells can be taken. Threats that decide the game, namely a line that can be completed, two threats at once, or a fork after at most one forcing move, count nearly as a win. Where a line loses, open lines count against their owner. Where lines are not rows, every line counts by the stones that it lacks. Where a turn has several stones, or the sides are under different rules, only the growth of lines counts, and a line that the next stone completes.",
        build: by_width!(B => runs::build as Build<B>),
        ..PLAIN
    },
    Heuristic {
        name: "learned",
        about: "what `connect-toe train` learned by self-play: the weights of file=FILE, or those that come with the program",
        definition: "A position is worth the sum of one learned weight for each of many small patterns of cells, chosen by the stones on them; or what a small network makes of what every cell sees along the rows through it. Both were learned by self-play. Values are in millionths: the hyperbolic tangent of a millionth of a value is the expected result, from −1 to 1. A side to move that can complete a line at once counts as winning. Nothing is learned of games whose turns have several stones or whose sides are under different rules.",
        keys: &[learned::FILE],
        weights: Some(learned::FILE),
        values: |game| learned::shipped(game).is_some(),
        build: by_width!(B => learned::build as Build<B>),
        ..PLAIN
    },
];

impl Heuristic {
    /// Every heuristic.
    pub fn all() -> &'static [Heuristic] {
        ROWS
    }

    /// The heuristic with this name.
    ///
    /// # Errors
    /// No heuristic has the name; the error lists the names that exist.
    ///
    /// ```
    /// use connect_toe_eval::Heuristic;
    /// assert!(Heuristic::find("runs").is_ok());
    /// let error = Heuristic::find("openlines").expect_err("no heuristic has this name");
    /// assert_eq!(error.suggestion(), Some("open-lines"));
    /// ```
    pub fn find(name: &str) -> Result<&'static Heuristic, UnknownName> {
        Self::all()
            .iter()
            .find(|heuristic| heuristic.name == name)
            .ok_or_else(|| UnknownName::new("heuristic", name, Self::names()))
    }

    /// All names, in the table's order.
    pub fn names() -> Vec<&'static str> {
        Self::all().iter().map(|heuristic| heuristic.name).collect()
    }

    /// An evaluator for one game.
    ///
    /// # Errors
    /// A setting has a value that it cannot have, or the heuristic does not value this game.
    pub fn build<B: Bits>(
        &self,
        rules: &Rules<B>,
        settings: &Settings,
        resources: &Resources,
    ) -> Result<Box<dyn Evaluator<B>>, SettingError> {
        self.build.get::<Build<B>>()(rules, settings, resources)
    }
}
