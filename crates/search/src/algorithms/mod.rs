//! The table of searches. To add one: a file here, a `mod` line, a row in `ROWS`.

#![expect(clippy::unnecessary_wraps, reason = "all searches are built by functions of one type")]
#![expect(clippy::inline_always, reason = "a search is compiled for the processor as far as it is inlined")]

pub(crate) mod alpha_beta;
mod best;
mod effort;
mod exact_first;
mod handicap;
mod helpers;
pub(crate) mod minimax;
mod monte_carlo;
mod mtdf;
mod principal_variation;
mod proof_number;
mod published;
mod random;
mod scouting;
mod selective;
mod threats_first;
pub(crate) mod tree;
mod two_ply;

use std::ops::RangeInclusive;
use std::str::FromStr;

use connect_toe_eval::{Check, Evaluator, Heuristic, Key, Resources, SettingError, Settings};
use connect_toe_game::width::ByWidth;
use connect_toe_game::{Bits, Board, Cell, Rules, Side, UnknownName, by_width, for_width, scramble};

use crate::Searcher;
use crate::scale::Scale;
pub use best::nodes_of_best;
pub use monte_carlo::Guided;
use threats_first::{LEAF_THREATS, THREATS};

/// A row of the table of searches: its name, what it does and how to make it.
///
/// ```
/// use connect_toe_game::Rules;
/// use connect_toe_search::{Algorithm, Task, Want, unwatched};
/// let rules = Rules::<u64>::compile(&"connect-four".parse()?)?;
/// let algorithm = Algorithm::find("alpha-beta")?;
/// let mut search = algorithm.build(&rules, &"depth=6,eval=runs".parse()?)?;
/// let moves = rules.legal_moves(&rules.start());
/// let task = Task { moves: &moves, want: Want::OneBest, nodes: None, deepen: false };
/// let report = search.search(&rules, &rules.start(), &task, &mut unwatched);
/// assert_eq!(rules.moves_text(&report.best), "d1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Algorithm {
    /// The name, as in `minimax:depth=3`.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// How a move is chosen, in one to three sentences, for readers who do not know the program.
    pub definition: &'static str,
    /// The settings that it understands, besides those of its heuristic.
    pub keys: &'static [Key],
    /// The heuristic when `eval` is not set; `None` if it uses none.
    pub heuristic: Option<&'static str>,
    /// Checks the values of the settings, whatever the game; those of the heuristic aside.
    check: Check,
    /// Makes a searcher for one game: a [`Build`] for each width.
    build: ByWidth,
}

/// Makes a searcher for one game from settings and the evaluator that they name.
type Build<B> =
    fn(&Rules<B>, &Settings, Option<Box<dyn Evaluator<B>>>) -> Result<Box<dyn Searcher<B>>, SettingError>;

const DEPTH: Key = Key {
    name: "depth",
    about: "plies to look ahead: 1 to 4096; default 4, or as many as the limit of nodes or time allows",
};
/// The key that names a search's heuristic.
pub const EVAL: Key = Key { name: "eval", about: "the heuristic for positions that are not decided" };
const EXACT: Key = Key {
    name: "exact",
    about: "node limit of the exact solver for a move; default: up to half a second; depth and eval are for the other search",
};
const REDUCTIONS: Key = Key {
    name: "reductions",
    about: "true: search moves that come late in the order less deeply; values can then differ from minimax; default false",
};
const NULL_MOVES: Key = Key {
    name: "null-moves",
    about: "true: search less deeply where a side is well off even if it passes, in games in which passing never helps; values can then differ from minimax; default false",
};
const MEMORY: Key = Key {
    name: "memory",
    about: "MiB of memory, if the system gives as much: for the tree of monte-carlo 1 to 65536, default 256; for the table of selective 1 to 4096, default 24",
};
const HURRY: Key = Key { name: "hurry", about: "true: prefer nearer wins and later losses; default false" };

/// The table. It is a static, not a constant: every crate that read a constant would compile all that it names.
static ROWS: &[Algorithm] = &[
    Algorithm {
        name: "random",
        about: "any legal move, each with the same probability",
        definition: "Every legal move is as good as any other.",
        keys: &[],
        heuristic: None,
        check: |_| Ok(()),
        build: by_width!(B => random::build as Build<B>),
    },
    Algorithm {
        name: "minimax",
        about: "plain depth-limited minimax over every legal move, without cuts",
        definition: "Looks at every sequence of `depth` moves. A finished game counts by its result, an unfinished one by the heuristic’s value, and each side is assumed to choose what is best for it by these values; a move with the best value is played.",
        keys: &[DEPTH, EVAL, HURRY],
        heuristic: Some("undecided"),
        check: depth_and_hurry,
        build: by_width!(B => minimax::build as Build<B>),
    },
    Algorithm {
        name: "alpha-beta",
        about: "the same values as minimax, found sooner by cutting",
        definition: "Minimax that leaves out moves which cannot change the choice (Knuth & Moore 1975): it plays like minimax at the same `depth` and looks at fewer positions.",
        keys: &[DEPTH, EVAL, HURRY, THREATS, LEAF_THREATS],
        heuristic: Some("undecided"),
        check: depth_hurry_and_threats,
        build: by_width!(B => alpha_beta::build as Build<B>),
    },
    Algorithm {
        name: "principal-variation",
        about: "the same values as minimax, found sooner still by scouting",
        definition: "Minimax that looks one ply further at a time, searches first what was best before, and asks of every other move only whether it is better (principal variation search, Marsland & Campbell 1982): it plays like minimax at the same `depth` and looks at fewer positions.",
        keys: &[DEPTH, EVAL, HURRY, REDUCTIONS, NULL_MOVES, THREATS, LEAF_THREATS, helpers::THREADS],
        heuristic: Some("undecided"),
        check: scouting::check,
        build: by_width!(B => scouting::build::<B, principal_variation::PrincipalVariation> as Build<B>),
    },
    Algorithm {
        name: "mtdf",
        about: "the same values as minimax, narrowed down by bounds",
        definition: "Minimax that looks one ply further at a time and asks again and again whether a position is worth at least some number, until bounds from below and from above meet (MTD(f), Plaat et al. 1996): it plays like minimax at the same `depth` and looks at fewer positions.",
        keys: &[DEPTH, EVAL, HURRY, REDUCTIONS, NULL_MOVES, THREATS, LEAF_THREATS, helpers::THREADS],
        heuristic: Some("undecided"),
        check: scouting::check,
        build: by_width!(B => scouting::build::<B, mtdf::Mtdf> as Build<B>),
    },
    Algorithm {
        name: "selective",
        about: "principal variation search that looks less far ahead at what promises less",
        definition: "Principal variation search that looks less far ahead after late moves which threaten nothing. A threat is always answered. Where any empty cell can be taken and a line of at most nine cells wins, it knows what every cell promises by the rows through it that either side can still complete, leaves out all but the most promising moves, and looks no further near the horizon where the value is much better than needed: wins and losses that it sees there are what it believes, not proofs. Without `eval` it asks the learned weights that come with the program for some games, elsewhere `runs`, or what the cells promise where any empty cell can be taken and lines have at most five cells.",
        keys: &[DEPTH, EVAL, selective::WIDTH, MEMORY, THREATS, helpers::THREADS],
        heuristic: Some("undecided"),
        check: selective::check,
        build: by_width!(B => selective::build as Build<B>),
    },
    Algorithm {
        name: "proof-number",
        about: "who wins: it searches where a proof needs the fewest positions",
        definition: "Looks for a proof of a win, and for one of a draw, and goes on where the fewest positions have to be decided for it (depth-first proof-number search with 1 + ε; Nagai 2002, Pawlewicz & Lew 2006). It knows no heuristic: without a proof it plays the move that is nearest to one and not known to lose.",
        keys: &[],
        heuristic: None,
        check: |_| Ok(()),
        build: by_width!(B => proof_number::build as Build<B>),
    },
    Algorithm {
        name: "monte-carlo",
        about: "a tree grown by simulations, which keeps what is proven",
        definition: "Grows a tree by `simulations`. Each goes down by the moves that promise most by the simulations before, or were tried least (UCT, Kocsis & Szepesvári 2006), and ends with a random game, or with a heuristic’s value if that says the score to expect; then its values are also what moves promise before they are tried (PUCT, Silver et al. 2017). What the tree proves goes before other values, and the move that did best is played, with a deduction for moves that were tried less. Without `eval` it asks the learned weights that come with the program for some games, elsewhere `runs` where any empty cell can be taken, and otherwise it plays random games.",
        keys: &[
            monte_carlo::SIMULATIONS,
            monte_carlo::EXPLORE,
            monte_carlo::URGENCY,
            monte_carlo::DECISIVE,
            monte_carlo::PROOFS,
            monte_carlo::RAVE,
            monte_carlo::RAVE_FROM,
            EVAL,
            monte_carlo::LEAVES,
            monte_carlo::EVAL_FROM,
            monte_carlo::IMPLICIT,
            monte_carlo::BATCH,
            MEMORY,
            monte_carlo::SEED,
        ],
        heuristic: Some("undecided"),
        check: monte_carlo::check,
        build: by_width!(B => monte_carlo::build as Build<B>),
    },
    Algorithm {
        name: "two-ply",
        about: "the value after my move, minus the value to the opponent of their best reply",
        definition: "A move is worth what the heuristic gives the player for the position after it, minus the most that it gives the opponent for a position after a reply; a move that ends the game has no replies.",
        keys: &[EVAL],
        heuristic: Some("weighted-lines"),
        check: |_| Ok(()),
        build: by_width!(B => two_ply::build as Build<B>),
    },
    Algorithm {
        name: "perfect",
        about: "search to the end of the game, faster wins first",
        definition: "Searches to the end of the game and prefers nearer wins and later losses. Long games are left to the exact solver, which comes to the same values sooner.",
        keys: &[],
        heuristic: None,
        check: |_| Ok(()),
        build: by_width!(B => exact_first::perfect as Build<B>),
    },
    Algorithm {
        name: "solver",
        about: "exact values where the solver finds them in time, else alpha-beta",
        definition: "Asks the exact solver, which may look at `exact` nodes for each move: it wins as soon and loses as late as possible. Where that is not enough, it plays a move that is proven to win, or else by alpha-beta with `depth`, preferring nearer wins and later losses.",
        keys: &[EXACT, DEPTH, EVAL],
        heuristic: Some("runs"),
        check: exact_first::check,
        build: by_width!(B => exact_first::solver as Build<B>),
    },
    Algorithm {
        name: "best",
        about: "the strongest: threats, then `selective`, with the exact solver beside it on small boards",
        definition: "Plays a win by a chain of threats at once, and leaves out moves that lose to one. It decides among the others by `selective`, preferring nearer wins and later losses, and asks the exact solver in turn with it where the game is small enough. With `noise` values are off by chance, with `overlook` it does not see some of the opponent’s lines.",
        keys: &[
            EVAL,
            helpers::THREADS,
            handicap::NOISE,
            handicap::CHAIN,
            handicap::OVERLOOK,
            monte_carlo::SEED,
        ],
        heuristic: Some("undecided"),
        check: best::check,
        build: by_width!(B => best::build as Build<B>),
    },
    Algorithm {
        name: "published",
        about: "the defective back-up that explains the tables of the 2004 paper",
        definition: "The faulty search that best explains the tables of the 2004 paper. At `depth` 1 it is minimax. Deeper, a move is worth 0 if it wins at once or fills the board, else −1 if the opponent then has a winning reply; else, at depth 2, the smaller of 0 and the heuristic’s value, at depth 3 0, but −1 to the optimist if some reply and move after it leave the game open, and 0 at greater depths.",
        keys: &[DEPTH, EVAL],
        heuristic: Some("undecided"),
        check: published::check,
        build: by_width!(B => published::build as Build<B>),
    },
];

impl Algorithm {
    /// Every search.
    pub fn all() -> &'static [Algorithm] {
        ROWS
    }

    /// The search with this name.
    ///
    /// # Errors
    /// No search has the name; the error lists the names that exist.
    pub fn find(name: &str) -> Result<&'static Algorithm, UnknownName> {
        Self::all()
            .iter()
            .find(|algorithm| algorithm.name == name)
            .ok_or_else(|| UnknownName::new("player", name, Self::names()))
    }

    /// All names, in the table's order.
    pub fn names() -> Vec<&'static str> {
        Self::all().iter().map(|algorithm| algorithm.name).collect()
    }

    /// Checks the values of all settings of this search; those of its heuristic aside. They are the same for every game.
    ///
    /// # Errors
    /// A setting has a value that it cannot have.
    ///
    /// ```
    /// use connect_toe_search::Algorithm;
    /// let minimax = Algorithm::find("minimax")?;
    /// assert!(minimax.check(&"depth=3".parse()?).is_ok());
    /// assert!(minimax.check(&"depth=0".parse()?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self, settings: &Settings) -> Result<(), SettingError> {
        (self.check)(settings)
    }

    /// Makes a searcher for one game.
    ///
    /// # Errors
    /// `eval` does not name a heuristic, or a setting has a value that it cannot have.
    pub fn build<B: Bits>(
        &self,
        rules: &Rules<B>,
        settings: &Settings,
    ) -> Result<Box<dyn Searcher<B>>, BuildError> {
        for_width!(B => Algorithm::build_here::<B>, fn(&Algorithm, &Rules<B>, &Settings) -> Result<Box<dyn Searcher<B>>, BuildError>)(
            self, rules, settings,
        )
    }

    fn build_here<B: Bits>(
        &self,
        rules: &Rules<B>,
        settings: &Settings,
    ) -> Result<Box<dyn Searcher<B>>, BuildError> {
        let evaluator = match self.heuristic {
            Some(default) => {
                let heuristic = Heuristic::find(settings.text(EVAL.name).unwrap_or(default))?;
                Some(heuristic.build(rules, settings, &Resources::default())?)
            }
            None => None,
        };
        Ok(with_evaluator(self, rules, settings, evaluator)?)
    }

    /// Makes a searcher for one game that asks this evaluator, which need not be in any table, in place of the
    /// heuristic that `eval` names. A search without a heuristic does not ask it.
    ///
    /// # Errors
    /// A setting has a value that it cannot have.
    ///
    /// ```
    /// use connect_toe_eval::{Evaluator, Settings};
    /// use connect_toe_game::{Bits, Board, Rules, Side};
    /// use connect_toe_search::{Algorithm, Task, Want, unwatched};
    ///
    /// /// Likes stones on the left.
    /// struct Leftist;
    ///
    /// impl<B: Bits> Evaluator<B> for Leftist {
    ///     fn evaluate(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> i64 {
    ///         let geometry = rules.geometry();
    ///         let stones = board.stones_of(player);
    ///         let on_the_left = |cell| geometry.coordinates(cell)[0] == 0 && stones.contains(cell.bit());
    ///         geometry.cells().iter().filter(|&&cell| on_the_left(cell)).count() as i64
    ///     }
    /// }
    ///
    /// let rules = Rules::<u64>::compile(&"connect-four".parse()?)?;
    /// let settings: Settings = "depth=1".parse()?;
    /// let mut search = Algorithm::find("minimax")?.build_with(&rules, &settings, Box::new(Leftist))?;
    /// let moves = rules.legal_moves(&rules.start());
    /// let task = Task { moves: &moves, want: Want::EveryMove, nodes: None, deepen: false };
    /// let report = search.search(&rules, &rules.start(), &task, &mut unwatched);
    /// assert_eq!(rules.moves_text(&report.best), "a1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn build_with<B: Bits>(
        &self,
        rules: &Rules<B>,
        settings: &Settings,
        evaluator: Box<dyn Evaluator<B>>,
    ) -> Result<Box<dyn Searcher<B>>, BuildError> {
        for_width!(B => Algorithm::build_with_here::<B>, fn(&Algorithm, &Rules<B>, &Settings, Box<dyn Evaluator<B>>) -> Result<Box<dyn Searcher<B>>, BuildError>)(
            self, rules, settings, evaluator,
        )
    }

    fn build_with_here<B: Bits>(
        &self,
        rules: &Rules<B>,
        settings: &Settings,
        evaluator: Box<dyn Evaluator<B>>,
    ) -> Result<Box<dyn Searcher<B>>, BuildError> {
        let evaluator = self.heuristic.is_some().then_some(evaluator);
        Ok(with_evaluator(self, rules, settings, evaluator)?)
    }
}

/// Makes a search with its evaluator, and with what its settings put before it and at its leaves.
fn with_evaluator<B: Bits>(
    algorithm: &Algorithm,
    rules: &Rules<B>,
    settings: &Settings,
    evaluator: Option<Box<dyn Evaluator<B>>>,
) -> Result<Box<dyn Searcher<B>>, SettingError> {
    let build = algorithm.build.get::<Build<B>>();
    match evaluator {
        Some(evaluator) if algorithm.keys.contains(&LEAF_THREATS) => {
            let scale = scale(rules, settings, &*evaluator)?;
            let evaluator = threats_first::at_leaves(rules, settings, evaluator)?;
            let search = build(rules, settings, Some(evaluator))?;
            threats_first::before(rules, settings, scale, search)
        }
        evaluator => build(rules, settings, evaluator),
    }
}

/// The error for a searcher that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// `eval` does not name a heuristic.
    #[error(transparent)]
    Heuristic(#[from] UnknownName),
    /// A setting has a value that it cannot have.
    #[error(transparent)]
    Setting(#[from] SettingError),
}

/// The plies that a depth-limited search looks ahead where its settings have no `depth` and no limit of nodes or time.
pub const DEFAULT_DEPTH: u32 = 4;

/// The plies of the longest game.
const MOST_DEPTH: u32 = 4096;

/// The `depth` of a depth-limited search. A player with a limit of nodes or time looks as far as it comes.
pub(crate) fn depth(settings: &Settings) -> Result<u32, SettingError> {
    let expected = "a whole number of plies from 1 to 4096";
    let is_limited = ["nodes", "time", "clock"].iter().any(|&key| settings.text(key).is_some());
    let default = if is_limited { MOST_DEPTH } else { DEFAULT_DEPTH };
    Ok(within(settings, DEPTH, 1..=MOST_DEPTH, expected)?.unwrap_or(default))
}

/// Checks the settings of a depth-limited search that may hurry.
fn depth_and_hurry(settings: &Settings) -> Result<(), SettingError> {
    depth(settings)?;
    hurry(settings).map(drop)
}

/// Checks the settings of a depth-first search that may ask for threats.
fn depth_hurry_and_threats(settings: &Settings) -> Result<(), SettingError> {
    depth_and_hurry(settings)?;
    threats_first::check(settings)
}

/// The `hurry` of a search.
fn hurry(settings: &Settings) -> Result<bool, SettingError> {
    switch(settings, HURRY)
}

/// A number within a range, as `expected`; none if it is not set.
fn within<T: FromStr + PartialOrd>(
    settings: &Settings,
    key: Key,
    range: RangeInclusive<T>,
    expected: &'static str,
) -> Result<Option<T>, SettingError> {
    match settings.get(key.name, expected)? {
        Some(number) if !range.contains(&number) => Err(settings.refuse(key.name, expected)),
        number => Ok(number),
    }
}

/// A setting that is true or false; false if it is not set.
fn switch(settings: &Settings, key: Key) -> Result<bool, SettingError> {
    Ok(settings.get(key.name, "true or false")?.unwrap_or(false))
}

/// The scale of a search with this evaluator and the `hurry` of the settings.
pub(crate) fn scale<B: Bits>(
    rules: &Rules<B>,
    settings: &Settings,
    evaluator: &dyn Evaluator<B>,
) -> Result<Scale, SettingError> {
    let scale = Scale::asking(evaluator);
    Ok(if hurry(settings)? { scale.hurried(rules) } else { scale })
}

/// A number that follows from a seed and a position. Colours do not matter.
fn drawn<B: Bits>(seed: u64, board: &Board<B>) -> u64 {
    let stones = |set: B, salt: u64| set.members().fold(salt, |sum, bit| scramble(sum ^ u64::from(bit)));
    stones(board.other(), stones(board.mover(), scramble(seed)) ^ 0x5555)
}

/// The evaluator of a search whose row names a heuristic.
fn needed<B: Bits>(evaluator: Option<Box<dyn Evaluator<B>>>) -> Box<dyn Evaluator<B>> {
    evaluator.expect("the row of this search names a heuristic")
}

/// Announces the positions after these moves to an evaluator that wants announcements, before it is asked about them.
/// Such an evaluator is much slower than the searches.
#[cold]
fn announce<B: Bits>(
    evaluator: &mut dyn Evaluator<B>,
    rules: &Rules<B>,
    board: &Board<B>,
    moves: impl Iterator<Item = Cell>,
    player: Side,
) {
    let open = moves.filter(|&cell| rules.outcome_of(board, cell).is_none());
    let boards: Vec<Board<B>> = open.map(|cell| rules.play(board, cell)).collect();
    evaluator.announce(rules, &boards, player);
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use connect_toe_game::processor::Avx2;
    use connect_toe_game::{Game, Record, with_game};
    use connect_toe_testkit::random_game::Options;
    use connect_toe_testkit::strategy::game_and_moves;
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;
    use crate::trace::{Bound, Traced, Tracer, Visitor, Window};
    use crate::{Task, Want, unwatched};

    /// The reports of minimax and alpha-beta on the board after two moves, for this processor if there is one.
    fn reports<B: Bits>(rules: &Rules<B>, avx2: Option<Avx2>) -> Vec<crate::SearchReport> {
        let mut board = rules.start();
        for place in [1, 0] {
            board = rules.play(&board, rules.legal_moves(&board)[place]);
        }
        let moves = rules.legal_moves(&board);
        let evaluator = |name: &str| {
            let found = Heuristic::find(name);
            found.map(|found| found.build(rules, &Settings::default(), &Resources::default()))
        };
        let mut reports = Vec::new();
        for name in ["undecided", "runs"] {
            let evaluator = || evaluator(name).expect("a heuristic").expect("has no settings");
            let scale = Scale::asking(&*evaluator()).hurried(rules);
            let searchers = [
                minimax::searcher(2, scale, evaluator(), avx2),
                alpha_beta::searcher(rules, 3, scale, evaluator(), avx2),
            ];
            for mut searcher in searchers {
                for want in [Want::EveryMove, Want::OneBest] {
                    let task = Task { moves: &moves, want, nodes: None, deepen: false };
                    reports.push(searcher.search(rules, &board, &task, &mut unwatched));
                }
            }
        }
        reports
    }

    /// Counts the moves that are entered and left.
    #[derive(Default)]
    struct Count {
        entered: u64,
        left: u64,
    }

    impl Visitor for Count {
        fn enter(&mut self, _: Cell, _: Option<Window>) {
            self.entered += 1;
        }

        fn leave(&mut self, _: Cell, _: i64, _: Bound) -> ControlFlow<()> {
            self.left += 1;
            ControlFlow::Continue(())
        }

        fn cut(&mut self) {}
    }

    /// Compares the searches that show what they do with those that play.
    fn compare_traces<B: Bits>(
        record: &mut Record<B>,
        moves: &[String],
        depth: u32,
        name: &str,
        hurry: bool,
    ) {
        for text in moves {
            let cell = record.rules().geometry().parse_cell(text).expect("a cell");
            record.play(cell).expect("a legal move");
        }
        let (rules, board) = (record.rules(), record.board());
        if rules.outcome(board).is_some() {
            return;
        }
        let settings: Settings = format!("depth={depth},hurry={hurry}").parse().expect("settings");
        let heuristic = Heuristic::find(name).expect("a heuristic");
        let evaluator =
            || heuristic.build(rules, &Settings::default(), &Resources::default()).expect("has no settings");
        let scale = scale(rules, &settings, &*evaluator()).expect("settings");
        let moves = rules.legal_moves(board);
        let task = Task { moves: &moves, want: Want::EveryMove, nodes: None, deepen: false };
        for traced in [Traced::Minimax, Traced::AlphaBeta] {
            let mut search: Box<dyn Searcher<B>> = match traced {
                Traced::Minimax => minimax::searcher(depth, scale, evaluator(), None),
                Traced::AlphaBeta => Box::new(alpha_beta::without_table(rules, depth, scale, evaluator())),
            };
            let mut played = search.search(rules, board, &task, &mut unwatched);
            played.line.truncate(1);
            let mut count = Count::default();
            let mut tracer = Tracer::new(rules, traced, &settings, evaluator()).expect("settings");
            let shown = tracer.search(rules, board, &mut count);
            let place = format!("{} {name} depth {depth} {traced:?}\n{board:?}", rules.spec());
            assert_eq!(shown, played, "{place}");
            assert_eq!((count.entered, count.left), (shown.nodes, shown.nodes), "{place}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(600))]
        #[test]
        fn what_is_shown_is_what_is_played(
            drawn in game_and_moves(Options { max_cells: 14, ..Options::default() }, 10),
            depth in 1_u32..=4,
            heuristic: Index,
            hurry: bool,
        ) {
            let mut game: Game = drawn.game.parse().expect("drawn");
            let values = |heuristic: &&Heuristic| (heuristic.values)(game.spec());
            let heuristics: Vec<&Heuristic> = Heuristic::all().iter().filter(values).collect();
            let name = heuristic.get(&heuristics).name;
            with_game!(&mut game, record => compare_traces(record, &drawn.moves, depth, name, hurry));
        }
    }

    #[test]
    fn processors_find_the_same() {
        for text in ["3x3:3", "7x6:4:-2", "4x3:3:free:misere", "3x3:3:+1,-2", "4x4x4:4", "8x8:5", "11x11:5"] {
            let game: Game = text.parse().expect("game text");
            with_game!(&game, record => {
                let rules = record.rules();
                assert_eq!(reports(rules, Avx2::detect()), reports(rules, None), "{text}");
            });
        }
    }
}
