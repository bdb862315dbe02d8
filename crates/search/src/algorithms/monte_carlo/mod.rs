//! `monte-carlo`: a tree grown by simulations (UCT), which keeps what is proven.
//!
//! A simulation goes down the tree from the root, by the children with the highest upper confidence bound, adds the children
//! of a position that it meets for the second time, plays a random game from there, and counts its result in all positions
//! on the way. Each position keeps bounds of its result besides, which close as the tree reaches the end of the game.
//!
//! With a heuristic that says what score to expect there are no random games (`leaves`): a simulation adds the children of
//! the first position that has none, asks the heuristic about all of them, and counts the value of the best. The same values
//! are promises: a child with twice the odds to win gets about twice the simulations (PUCT).
//!
//! With a network, which says the result to expect and what each move deserves, positions wait to be judged together
//! (`guided`).
//!
//! Sources: L. Kocsis & C. Szepesvári, "Bandit based Monte-Carlo planning" (2006); T. Cazenave & A. Saffidine, "Score bounded
//! Monte-Carlo tree search" (2010); F. Teytaud & O. Teytaud, "On the huge benefit of decisive moves in Monte-Carlo Tree
//! Search algorithms" (2010); S. Gelly & D. Silver, "Combining online and offline knowledge in UCT" (2007); M. Lanctot et
//! al., "Monte Carlo tree search with heuristic evaluations using implicit minimax backups" (2014); T. Cazenave, "Generalized
//! rapid action value estimation" (2015); D. Silver et al., "Mastering the game of Go without human knowledge" (2017), for
//! promises; the final choice is the secure child of M. H. M. Winands et al., "Monte-Carlo tree search solver" (2008).

mod growth;
mod guided;
mod simulation;
mod tree;

use std::cmp::Ordering::Less;
use std::ops::RangeInclusive;

use connect_toe_eval::{Evaluator, Key, Measure, SettingError, Settings, WIN};
use connect_toe_game::processor::{Avx2, Portable, Processor};
use connect_toe_game::{Bits, Board, Cell, Playouts, Rules, SplitMix, Threats};

use self::growth::{Growth, Way};
pub use self::guided::Guided;
use self::guided::GuidedSearch;
use self::simulation::Simulations;
use self::tree::{Choice, Node, ROOT, Tree};
use super::effort::{Effort, cells_on_rows};
use super::{MEMORY, drawn, within};
use crate::report::{Meaning, MoveValue, SearchReport, Stopped};
use crate::scale::Scale;
use crate::{Searcher, Task, Want, Watch};

/// The number of simulations without any limit.
const DEFAULT_SIMULATIONS: u64 = 10_000;
/// The most simulations that a position can count.
const MOST_SIMULATIONS: u64 = i32::MAX as u64;
/// The memory of the tree, in MiB, without the setting.
const DEFAULT_MEMORY: u64 = 256;

pub(super) const SIMULATIONS: Key = Key {
    name: "simulations",
    about: "simulations for a move, each with a random game or the heuristic’s values; default 10000, or as many as there is time for; `nodes` counts them too",
};
pub(super) const EXPLORE: Key =
    Key { name: "explore", about: "weight of uncertainty, from 0 to 100; default 0.7" };
pub(super) const URGENCY: Key = Key {
    name: "urgency",
    about: "value of a move before its first random game, from -10 to 10; a win is worth 1; default 1",
};
pub(super) const DECISIVE: Key = Key {
    name: "decisive",
    about: "true: complete a line, else block one, in the tree and in random games; default true",
};
pub(super) const PROOFS: Key = Key {
    name: "proofs",
    about: "true: keep proven results, and search no more where they decide; default true",
};
pub(super) const RAVE: Key = Key {
    name: "rave",
    about: "simulations at which a move’s own results weigh as much as those of games in which it came later; 0: those are not used; default 300",
};
pub(super) const RAVE_FROM: Key = Key {
    name: "rave-from",
    about: "in a position with fewer simulations than this, use such games through its nearest ancestor that has this many; default 0",
};
pub(super) const EVAL_FROM: Key = Key {
    name: "eval-from",
    about: "simulations through a position before the heuristic values its moves; default 4",
};
pub(super) const IMPLICIT: Key = Key {
    name: "implicit",
    about: "weight of the heuristic’s values against results, from 0 to 1; default 0.3; no effect if eval is the same everywhere",
};
pub(super) const LEAVES: Key = Key {
    name: "leaves",
    about: "games: a simulation ends with a random game; values: with the heuristic’s value of the best reply, and moves are looked at as far as their values promise; default values if those of eval say the score to expect, else games",
};
pub(super) const BATCH: Key = Key {
    name: "batch",
    about: "positions that a network judges at a time, from 1 to 65536; default 16; no effect if eval is not a network",
};
pub(super) const SEED: Key =
    Key { name: "seed", about: "seed of the random games, a whole number; default 0" };

/// How simulations end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaves {
    /// With random games.
    Games,
    /// With the heuristic's values.
    Values,
}

impl std::str::FromStr for Leaves {
    type Err = ();

    fn from_str(text: &str) -> Result<Leaves, ()> {
        match text {
            "games" => Ok(Leaves::Games),
            "values" => Ok(Leaves::Values),
            _ => Err(()),
        }
    }
}

/// The settings.
#[derive(Clone, Copy, Debug)]
struct Options {
    simulations: Option<u64>,
    /// As the settings say; if they do not, it depends on the heuristic.
    leaves: Option<Leaves>,
    choice: Choice,
    decisive: bool,
    proofs: bool,
    /// Simulations through a position after which the heuristic is asked about its children.
    eval_from: u32,
    /// Positions that a network judges at a time.
    batch: usize,
    memory: u64,
    seed: u64,
}

impl Options {
    fn of(settings: &Settings) -> Result<Options, SettingError> {
        let number = |key: Key, range: RangeInclusive<f32>, expected| within(settings, key, range, expected);
        let whole = |key: Key, range: RangeInclusive<u64>, expected| within(settings, key, range, expected);
        let count = |key: Key| within(settings, key, 0..=u32::MAX, "a whole number from 0 to 4294967295");
        let is_set = |key: Key, default| Ok(settings.get(key.name, "true or false")?.unwrap_or(default));
        let rave = number(RAVE, 0.0..=1e9, "a number from 0 to 1000000000")?;
        Ok(Options {
            simulations: whole(SIMULATIONS, 1..=MOST_SIMULATIONS, "a whole number from 1 to 2147483647")?,
            leaves: settings.get(LEAVES.name, "games or values")?,
            choice: Choice {
                explore: number(EXPLORE, 0.0..=100.0, "a number from 0 to 100")?.unwrap_or(0.7),
                urgency: number(URGENCY, -10.0..=10.0, "a number from -10 to 10")?.unwrap_or(1.0),
                rave: Some(rave.unwrap_or(300.0)).filter(|&equivalence| equivalence > 0.0),
                rave_from: count(RAVE_FROM)?.unwrap_or(0),
                implicit: number(IMPLICIT, 0.0..=1.0, "a number from 0 to 1")?.unwrap_or(0.3),
                by_promise: false,
            },
            decisive: is_set(DECISIVE, true)?,
            proofs: is_set(PROOFS, true)?,
            eval_from: count(EVAL_FROM)?.unwrap_or(4),
            batch: within(settings, BATCH, 1..=65536, "a whole number from 1 to 65536")?.unwrap_or(16),
            memory: whole(MEMORY, 1..=65536, "a whole number of MiB from 1 to 65536")?
                .unwrap_or(DEFAULT_MEMORY),
            seed: whole(SEED, 0..=u64::MAX, "a whole number")?.unwrap_or(0),
        })
    }
}

pub(super) fn check(settings: &Settings) -> Result<(), SettingError> {
    Options::of(settings).map(drop)
}

struct MonteCarlo<B, P> {
    processor: P,
    options: Options,
    /// The heuristic, unless it says the same everywhere.
    evaluator: Option<Box<dyn Evaluator<B>>>,
    growth: Growth,
}

pub(super) fn build<B: Bits>(
    rules: &Rules<B>,
    settings: &Settings,
    evaluator: Option<Box<dyn Evaluator<B>>>,
) -> Result<Box<dyn Searcher<B>>, SettingError> {
    let options = Options::of(settings)?;
    let mut evaluator = super::needed(evaluator);
    if options.leaves != Some(Leaves::Games) && evaluator.network().is_some() {
        return Ok(Box::new(GuidedSearch::new(rules, &options, evaluator)));
    }
    if options.leaves == Some(Leaves::Values) && !says_scores(&*evaluator) {
        let expected = "games, because the values of this heuristic do not say the score to expect: those of eval=runs and eval=learned do";
        return Err(settings.refuse(LEAVES.name, expected));
    }
    Ok(searcher(rules, options, evaluator, Avx2::detect()))
}

/// Whether the values of a heuristic differ, and say the score to expect.
fn says_scores<B: Bits>(evaluator: &dyn Evaluator<B>) -> bool {
    evaluator.constant().is_none() && evaluator.measure().score(0).is_some()
}

/// The search for this processor if there is one, else for any.
fn searcher<B: Bits>(
    rules: &Rules<B>,
    options: Options,
    evaluator: Box<dyn Evaluator<B>>,
    avx2: Option<Avx2>,
) -> Box<dyn Searcher<B>> {
    match avx2 {
        Some(processor) if const { Avx2::is_for(B::WIDTH) } => {
            Box::new(MonteCarlo::new(processor, rules, options, evaluator))
        }
        _ => Box::new(MonteCarlo::new(Portable, rules, options, evaluator)),
    }
}

impl<B: Bits, P: Processor> MonteCarlo<B, P> {
    fn new(processor: P, rules: &Rules<B>, options: Options, evaluator: Box<dyn Evaluator<B>>) -> Self {
        let by_promise = options.leaves != Some(Leaves::Games) && says_scores(&*evaluator);
        let Choice { rave, implicit, .. } = options.choice;
        let says_something = evaluator.constant().is_none() && (by_promise || implicit > 0.0);
        let choice = Choice {
            implicit: if says_something { implicit } else { 0.0 },
            // Through an ancestor and in a random game the sides are told apart by the parity of plies.
            rave: rave.filter(|_| !by_promise && rules.sides_alternate()),
            by_promise,
            ..options.choice
        };
        let options = Options { choice, ..options };
        MonteCarlo {
            processor,
            options,
            evaluator: says_something.then_some(evaluator),
            growth: Growth::new(rules, &options, options.choice),
        }
    }
}

impl<B: Bits, P: Processor> Searcher<B> for MonteCarlo<B, P> {
    fn search(&mut self, rules: &Rules<B>, board: &Board<B>, task: &Task, watch: Watch) -> SearchReport {
        let by_default =
            if task.nodes.is_some() || task.deepen { MOST_SIMULATIONS } else { DEFAULT_SIMULATIONS };
        let most = self.options.simulations.unwrap_or(by_default);
        let nodes = task.nodes.unwrap_or(u64::MAX).min(most).saturating_mul(task.moves.len() as u64);
        let effort = Effort::every(interval(rules, self.evaluator.is_some()), task, 0, watch);
        let mut simulations = Simulations {
            rules,
            board,
            threats: threats(rules, board),
            options: &self.options,
            most,
            evaluator: &mut self.evaluator,
            scale: 0.0,
            growth: &mut self.growth,
            way: Way::at_root(),
            playouts: Playouts::new(rules),
            random: SplitMix::new(drawn(self.options.seed, board)),
            effort,
        };
        simulations.plant(task.moves, nodes.min(1 << 40) as usize, task.want == Want::EveryMove);
        self.processor.run(&mut simulations);
        let (nodes, stopped) = (simulations.effort.nodes, simulations.effort.stopped());
        let scale = Scale::below(WIN, Measure::linear("monte-carlo", MOST_WORTH)).hurried(rules);
        report(&self.growth.tree, task, scale, nodes, stopped)
    }
}

/// The threats on a board, whatever the processor: compiled once for each width.
#[inline(never)]
fn threats<B: Bits>(rules: &Rules<B>, board: &Board<B>) -> Threats<B> {
    rules.threats(board)
}

/// The number of simulations between two calls of the watch, which is to be called every millisecond.
fn interval<B: Bits>(rules: &Rules<B>, asks_heuristic: bool) -> u64 {
    let cells = rules.geometry().cells().len() as u64;
    // Units of work for a move: about 10 nanoseconds each.
    let move_work = 1 + u64::from(B::WIDTH) / 256 + cells_on_rows(rules) / cells / 4;
    let work = cells * move_work * if asks_heuristic { 10 } else { 1 };
    (16_384 / work).clamp(1, 1024)
}

/// The worth of a move whose simulations were all won.
const MOST_WORTH: i64 = 1000;

/// The worth of a move to the side that makes it: its result if that is proven, else a cautious bound of its mean
/// result. How many plies a proven win takes is known only of one that takes one.
fn worth(node: &Node, scale: Scale) -> i64 {
    if node.is_completed() {
        return scale.win(1);
    }
    if let Some(result) = node.bounds.exact() {
        return i64::from(result) * WIN;
    }
    let visits = f64::from(node.visits.max(1));
    let mean = if node.visits == 0 { -1.0 } else { f64::from(node.mean()) };
    let secure = (MOST_WORTH as f64 * (mean - 1.0 / visits.sqrt())).round() as i64;
    match (node.bounds.pessimistic, node.bounds.optimistic) {
        (0, _) => secure.max(0),
        (_, 0) => secure.min(0),
        _ => secure,
    }
}

/// The better of two moves has the greater rank. Among lost moves it is the one that took more simulations to refute.
fn rank(node: &Node, scale: Scale) -> (i64, u32) {
    let worth = worth(node, scale);
    (worth, if worth == -WIN { node.visits } else { 0 })
}

/// What a tree says of the moves of a task.
fn report(tree: &Tree, task: &Task, scale: Scale, nodes: u64, stopped: Stopped) -> SearchReport {
    let children = tree.children(ROOT);
    // Children stand in the order of their promise.
    let by_task = task.moves.iter().filter_map(|cell| children.iter().find(|node| node.cell == *cell));
    let known = |node: &&Node| node.visits > 0 || node.bounds.exact().is_some();
    let ranked: Vec<&Node> = by_task.collect();
    let best_rank = ranked.iter().filter(|node| known(node)).map(|node| rank(node, scale)).max();
    let Some(best_rank) = best_rank else {
        return SearchReport::of_one_best(0, Vec::new(), nodes, Stopped::Early).on(scale);
    };
    let mut best: Vec<Cell> = ranked
        .iter()
        .filter(|node| known(node) && rank(node, scale) == best_rank)
        .map(|node| node.cell)
        .collect();
    let line = line(tree, best[0]);
    if task.want == Want::OneBest {
        best.truncate(1);
    }
    let wanted = |cell| task.want == Want::EveryMove || cell == best[0];
    let known = ranked.iter().filter(|node| known(node) && wanted(node.cell));
    let value = |node: &&Node| MoveValue { cell: node.cell, value: worth(node, scale) };
    let moves: Vec<MoveValue> = known.clone().map(value).collect();
    let proven = known.filter(|node| node.bounds.exact().is_some()).map(|node| node.cell);
    let position = tree.node(ROOT).bounds.exact().is_some();
    let meaning = Meaning { position, moves: proven.collect(), ..Meaning::from(scale) };
    // Too few simulations to look at every move are not the end of the search.
    let is_short = task.want == Want::EveryMove && moves.len() < task.moves.len();
    let stopped = if is_short { Stopped::Early } else { stopped };
    SearchReport { value: best_rank.0, best, moves, line, nodes, stopped, meaning }
}

/// The line of play that most simulations took, with this first move.
fn line(tree: &Tree, first: Cell) -> Vec<Cell> {
    let mut line = vec![first];
    let mut at = tree.node(ROOT).children().find(|&place| tree.node(place).cell == first);
    while let Some(place) = at {
        let most = |one: &usize, other: &usize| {
            let key = |place: usize| {
                let node = tree.node(place);
                (node.bounds.exact().unwrap_or(0), node.visits)
            };
            key(*one).cmp(&key(*other)).then(Less)
        };
        at = tree.node(place).children().max_by(most);
        if let Some(node) = at.map(|place| tree.node(place)) {
            line.push(node.cell);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicU32;
    use std::sync::atomic::Ordering::Relaxed;

    use connect_toe_eval::{Heuristic, Resources};
    use connect_toe_game::{Game, Side, with_game};

    use super::*;
    use crate::unwatched;

    fn evaluator<B: Bits>(rules: &Rules<B>, name: &str) -> Box<dyn Evaluator<B>> {
        let heuristic = Heuristic::find(name).expect("a heuristic");
        heuristic.build(rules, &Settings::default(), &Resources::default()).expect("has no settings")
    }

    #[test]
    fn processors_find_the_same() {
        for text in ["3x3:3", "7x6:4:-2", "4x3:3:free:misere", "3x3:3:+1,-2", "4x4x4:4", "8x8:5", "11x11:5"] {
            let game: Game = text.parse().expect("game text");
            for settings in [
                "",
                "rave=0",
                "decisive=false,rave=0",
                "decisive=false",
                "rave-from=20",
                "implicit=0.5",
                "leaves=games,implicit=0.5",
            ] {
                let options = Options::of(&settings.parse().expect("settings")).expect("possible");
                let name = if settings.contains("implicit") { "runs" } else { "undecided" };
                with_game!(&game, record => {
                    let (rules, board) = (record.rules(), record.board());
                    let moves = rules.legal_moves(board);
                    let report = |avx2| {
                        let task = Task { moves: &moves, want: Want::EveryMove, nodes: Some(1000), deepen: false };
                        searcher(rules, options, evaluator(rules, name), avx2)
                            .search(rules, board, &task, &mut unwatched)
                    };
                    assert_eq!(report(Avx2::detect()), report(None), "{text}, {settings}");
                });
            }
        }
    }

    /// Counts how often it is asked.
    struct Count(Arc<AtomicU32>);

    impl<B: Bits> Evaluator<B> for Count {
        fn evaluate(&mut self, _: &Rules<B>, _: &Board<B>, _: Side) -> i64 {
            self.0.fetch_add(1, Relaxed);
            1
        }
    }

    #[test]
    fn positions_that_are_met_seldom_are_not_valued() {
        let rules = Rules::<u64>::compile(&"connect-four".parse().expect("a game")).expect("fits");
        let moves = rules.legal_moves(&rules.start());
        let task = Task { moves: &moves, want: Want::OneBest, nodes: Some(1000), deepen: false };
        let asked = |from: u32| {
            let options =
                Options::of(&format!("eval-from={from}").parse().expect("settings")).expect("possible");
            let count = Arc::new(AtomicU32::new(0));
            searcher(&rules, options, Box::new(Count(count.clone())), None).search(
                &rules,
                &rules.start(),
                &task,
                &mut unwatched,
            );
            count.load(Relaxed)
        };
        // 64 positions show how large its values are, and the root is met most often.
        assert_eq!([asked(1001), asked(999)], [64, 64 + 7]);
        let often = asked(1);
        assert!(often > 3 * asked(10) && often <= 64 + 7 * 1000, "{often}");
    }

    #[test]
    fn the_tree_keeps_to_its_memory() {
        for settings in ["memory=1", "memory=1,rave=0", "memory=1,rave-from=50", "memory=2"] {
            let options = Options::of(&settings.parse().expect("settings")).expect("possible");
            let rules = Rules::<u128>::compile(&"9x9:5".parse().expect("a game")).expect("fits");
            let mut search = MonteCarlo::new(Portable, &rules, options, evaluator(&rules, "undecided"));
            let moves = rules.legal_moves(&rules.start());
            let task = Task { moves: &moves, want: Want::OneBest, nodes: Some(20_000), deepen: false };
            let report = search.search(&rules, &rules.start(), &task, &mut unwatched);
            assert_eq!(
                (report.nodes, search.growth.tree.has_room(moves.len())),
                (20_000, false),
                "{settings}"
            );
            assert!(search.growth.tree.bytes() as u64 <= options.memory << 20, "{settings}");
        }
    }
}
