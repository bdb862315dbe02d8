//! The table of provers. A new one is a module beside this and a row of `ROWS`.

use connect_toe_game::width::ByWidth;
use connect_toe_game::{Bits, Rules, by_width, for_width};

use crate::prover::{Memory, Prover};
use crate::{drop, free, general, lines};

/// A row of the table of provers: its name, the games that it is for, and how to make it.
///
/// ```
/// use connect_toe_game::Rules;
/// use connect_toe_solve::{Engine, Memory};
/// let takes = |text: &str| -> Vec<&str> {
///     let rules = Rules::<u64>::compile(&text.parse().expect("game text")).expect("a small game");
///     let fits = |engine: &&Engine| engine.build(&rules, Memory(1 << 10)).is_some();
///     Engine::all().iter().filter(fits).map(|engine| engine.name).collect()
/// };
/// assert_eq!(takes("7x6:4:-2"), ["drop", "general"]);
/// assert_eq!(takes("3x3:3"), ["free", "general"]);
/// assert_eq!(takes("3x3:3:free:torus"), ["general"]);
/// assert_eq!(takes("3x3:plane"), ["lines", "free", "general"]);
/// ```
#[derive(Debug)]
pub struct Engine {
    /// The name.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// Makes a prover, or `None` if the prover does not take the game: a [`Build`] for each width.
    build: ByWidth,
}

type Build<B> = fn(&Rules<B>, Memory) -> Option<Box<dyn Prover<B>>>;

/// The table. It is a static, and so in one place: every crate that reads a constant would compile what it names.
static ROWS: &[Engine] = &[
    Engine {
        name: "drop",
        about: "stones fall through one face; walls; a run of k or more wins",
        build: by_width!(B => drop::prover as Build<B>),
    },
    Engine {
        name: "lines",
        about: "as the next two, in turn: lines that are not rows, blocked cells, a maker and a breaker",
        build: by_width!(B => lines::prover as Build<B>),
    },
    Engine {
        name: "free",
        about: "any empty cell can be taken, one stone a turn; who has all cells of a line wins",
        build: by_width!(B => free::prover as Build<B>),
    },
    Engine {
        name: "general",
        about: "every game of the class",
        build: by_width!(B => general::prover as Build<B>),
    },
];

impl Engine {
    /// Every prover, the most specialized first. The last takes every game.
    pub fn all() -> &'static [Engine] {
        ROWS
    }

    /// A prover for one game, or `None` if this prover does not take the game.
    pub fn build<B: Bits>(&self, rules: &Rules<B>, memory: Memory) -> Option<Box<dyn Prover<B>>> {
        self.build.get::<Build<B>>()(rules, memory)
    }

    /// The most specialized prover for a game.
    ///
    /// # Panics
    /// Never: the last row takes every game.
    pub fn prover<B: Bits>(rules: &Rules<B>, memory: Memory) -> Box<dyn Prover<B>> {
        for_width!(B => Engine::prover_here::<B>, fn(&Rules<B>, Memory) -> Box<dyn Prover<B>>)(rules, memory)
    }

    fn prover_here<B: Bits>(rules: &Rules<B>, memory: Memory) -> Box<dyn Prover<B>> {
        Self::all()
            .iter()
            .find_map(|engine| engine.build(rules, memory))
            .expect("the last row takes every game")
    }
}
