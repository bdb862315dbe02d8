//! `selective`: one search for every game, which looks less far ahead at the moves that promise less.
//!
//! Principal variation search with iterative deepening. What guides it is the [`Guide`]: which moves come first, which are
//! left out, and which are quiet.
//!
//! - A side that can complete a line does; if the other side threatens to complete one, only the answers are searched.
//! - Late moves that threaten nothing are looked at less far ahead (*late move reductions*) unless they turn out better than
//!   the best.
//! - Where any empty cell can be taken and a line wins, every node knows what each cell promises each side (`Prospects`). A
//!   cell that gives two threats at once wins if nothing has to be answered; such a cell of the opponent has to be answered by
//!   one that shuts a window through it, or by a threat. An answer to a threat is not a ply of the depth. Of the other moves only
//!   the most promising are searched, the fewer the nearer the horizon. Before a position counts as lost, the others are
//!   searched too, up to the width. So a win is what the search believes, not a proof. A stone promises something only on a
//!   window that then lacks at most three cells.
//! - There too, if an evaluator is quick enough, the moves that promise most are put in order by the values of the positions
//!   after them as well, once the best move that the table remembers has not cut.
//! - There too a position near the horizon is cut if its value is so much better than needed that a quiet move will hardly
//!   change it, and the other side has no cell that gives it two threats at once (*reverse futility pruning*).
//! - Elsewhere moves come in the order of what has cut (killers and history), and none is left out: a win is proven, if not always
//!   the nearest one.
//!
//! The value at the horizon is the evaluator's without a look at what is forced, which the search sees itself. An evaluator that
//! knows nothing of positions is replaced: by what the cells promise, where that is known and lines have at most five cells, and
//! elsewhere by `runs`.
//!
//! Sources: T. A. Marsland & M. Campbell, "Parallel search of strongly ordered game trees" (1982); J. Schaeffer, "The history
//! heuristic and alpha-beta search enhancements in practice" (1989); L. V. Allis, H. J. van den Herik and M. P. H. Huntjens,
//! "Go-Moku solved by new search techniques" (1993), for what a threat leaves to the opponent.

mod guide;
mod prospects;
mod tree;
mod weights;

use std::cmp::Reverse;

use connect_toe_eval::{Evaluator, Heuristic, Key, Measure, Resources, SettingError, Settings, WIN};
use connect_toe_game::{Bits, Board, Cell, Rules};

use super::effort::{Effort, Unfinished, always_deepen};
use super::handicap::{Handicap, Noise};
use super::helpers::{self, Busy};
use super::principal_variation::PrincipalVariation;
use super::scouting::{Look, Root};
use super::threats_first;
use super::tree::Reductions;
use crate::report::SearchReport;
use crate::scale::Scale;
use crate::table::TranspositionTable;
use crate::{Searcher, Task, Want, Watch};
use guide::Guide;
use tree::Tree;

pub(super) const WIDTH: Key = Key {
    name: "width",
    about: "largest number of moves of a position that are searched, fewer near the horizon; default 24",
};
const DEFAULT_WIDTH: usize = 24;
/// MiB for the table, whose slots are a power of two.
const DEFAULT_MEMORY: u64 = 24;
/// On longer lines a stone promises nothing: too many cells are missing.
const LONGEST_PROMISING: usize = 5;
/// The unit of its values: they are parts of the logarithm of the odds to win.
const LOG_ODDS: f64 = 320.0;

/// The settings.
#[derive(Clone, Copy, Debug)]
struct Options {
    depth: u32,
    /// Moves of a node that are searched, at most.
    width: usize,
    /// The table has 2^`table_bits` slots.
    table_bits: u32,
    threads: usize,
}

impl Options {
    /// The number of moves that are searched `depth` plies before the horizon: with the default width two more for each ply.
    fn width_at(self, depth: i64) -> usize {
        self.width.min(1 + self.width.saturating_mul(depth as usize) / 12)
    }

    fn of(settings: &Settings) -> Result<Options, SettingError> {
        let memory =
            super::within(settings, super::MEMORY, 1..=4096, "a whole number of MiB from 1 to 4096")?;
        let width = super::within(settings, WIDTH, 1..=usize::MAX, "a whole number of moves from 1")?;
        Ok(Options {
            depth: super::depth(settings)?,
            width: width.unwrap_or(DEFAULT_WIDTH),
            table_bits: TranspositionTable::bits_within(memory.unwrap_or(DEFAULT_MEMORY)),
            threads: helpers::threads(settings)?,
        })
    }
}

/// Checks the settings.
pub(super) fn check(settings: &Settings) -> Result<(), SettingError> {
    Options::of(settings)?;
    threats_first::check(settings)
}

pub(super) fn build<B: Bits>(
    rules: &Rules<B>,
    settings: &Settings,
    evaluator: Option<Box<dyn Evaluator<B>>>,
) -> Result<Box<dyn Searcher<B>>, SettingError> {
    let search =
        Selective::new(rules, Options::of(settings)?, super::needed(evaluator), &Handicap::default());
    let scale = search.scale;
    threats_first::before(rules, settings, scale, Box::new(search))
}

/// The search without a limit of depth, with the defaults of the other settings and a handicap, and the scale of its
/// values.
pub(super) fn searcher<B: Bits>(
    rules: &Rules<B>,
    evaluator: Box<dyn Evaluator<B>>,
    threads: usize,
    handicap: &Handicap,
) -> (Box<dyn Searcher<B>>, Scale) {
    let table_bits = TranspositionTable::bits_within(DEFAULT_MEMORY);
    let options = Options { depth: super::MOST_DEPTH, width: DEFAULT_WIDTH, table_bits, threads };
    let search = Selective::new(rules, options, evaluator, handicap);
    let scale = search.scale;
    (Box::new(search), scale)
}

/// The evaluator, or `runs` in place of one that knows nothing of positions.
fn knowing<B: Bits>(rules: &Rules<B>, evaluator: Box<dyn Evaluator<B>>) -> Box<dyn Evaluator<B>> {
    if evaluator.constant().is_none() {
        return evaluator;
    }
    let runs = Heuristic::find("runs").expect("is in the table");
    runs.build(rules, &Settings::default(), &Resources::default()).expect("has no settings")
}

struct Selective<B: Bits> {
    options: Options,
    /// Plies of the longest chain of threats that it sees.
    chain: u32,
    noise: Noise,
    scale: Scale,
    table: TranspositionTable,
    reductions: Reductions,
    busy: Option<Busy>,
    /// One for each thread; the first is the calling thread's.
    thinkers: Vec<Thinker<B>>,
}

/// What a thread that searches keeps for itself.
struct Thinker<B: Bits> {
    guide: Guide<B>,
    /// Values positions at the horizon; without it their value is what the cells promise.
    evaluator: Option<Box<dyn Evaluator<B>>>,
    /// Moves of all nodes on the way to one, one after the other, with their worth.
    moves: Vec<(i64, Cell)>,
}

/// What all threads of a search have in common.
struct Common<'a, B> {
    rules: &'a Rules<B>,
    board: &'a Board<B>,
    options: Options,
    chain: u32,
    noise: &'a Noise,
    scale: Scale,
    table: &'a TranspositionTable,
    reductions: &'a Reductions,
    busy: Option<&'a Busy>,
    /// Whether the evaluator wants to hear of positions before it is asked about them.
    announces: bool,
    /// The difference of values near 0 that stands for 1 in the logarithm of the odds to win; none if values do not say.
    unit_of_odds: Option<f64>,
    /// Whether moves are put in order by the values of what follows too.
    values_moves: bool,
}

impl<B: Bits> Searcher<B> for Selective<B> {
    fn search(&mut self, rules: &Rules<B>, board: &Board<B>, task: &Task, watch: Watch) -> SearchReport {
        let Selective { options, chain, noise, scale, table, reductions, busy, thinkers } = self;
        table.begin(options.table_bits);
        let (options, chain, scale, busy) = (*options, *chain, *scale, busy.as_ref());
        let evaluator = thinkers.first().and_then(|thinker| thinker.evaluator.as_ref());
        let announces = evaluator.is_some_and(|evaluator| evaluator.wants_announcements());
        let common = Common {
            rules,
            board,
            options,
            chain,
            noise,
            scale,
            table,
            reductions,
            busy,
            announces,
            unit_of_odds: scale.unit_of_odds(),
            values_moves: evaluator.is_some_and(|evaluator| evaluator.is_quick_after_moves())
                && matches!(thinkers[0].guide, Guide::Prospects(_)),
        };
        let (first, others) = thinkers.split_first_mut().expect("there is at least one");
        helpers::search_with(
            others,
            0,
            (task, watch),
            |task, watch| first.search(&common, task, watch),
            |thinker, task, watch| drop(thinker.search(&common, task, watch)),
        )
    }
}

impl<B: Bits> Selective<B> {
    /// An evaluator that knows nothing of positions stands for none.
    fn new(
        rules: &Rules<B>,
        options: Options,
        evaluator: Box<dyn Evaluator<B>>,
        handicap: &Handicap,
    ) -> Selective<B> {
        let guide = Guide::new(rules);
        let knows_nothing = evaluator.constant().is_some();
        let promises = matches!(guide, Guide::Prospects(_)) && rules.lines().k() <= LONGEST_PROMISING;
        let evaluator = (!knows_nothing || !promises).then(|| knowing(rules, evaluator));
        let scale = match &evaluator {
            Some(evaluator) => Scale::asking(&**evaluator),
            None => Scale::below(WIN, Measure::logistic("selective", LOG_ODDS)),
        };
        let thinker = |evaluator: Option<Box<dyn Evaluator<B>>>| Thinker {
            guide: guide.clone(),
            evaluator,
            moves: Vec::new(),
        };
        // There is one thread if there cannot be another evaluator.
        let copied = |_| match &evaluator {
            Some(evaluator) => evaluator.copied().map(Some),
            None => Some(None),
        };
        let others: Vec<_> = (1..options.threads).map_while(copied).collect();
        let thinkers: Vec<Thinker<B>> = std::iter::once(evaluator).chain(others).map(thinker).collect();
        Selective {
            options,
            chain: handicap.chain,
            noise: handicap.noise(scale),
            scale: scale.hurried(rules),
            table: TranspositionTable::default(),
            reductions: Reductions::new(),
            busy: Busy::of(thinkers.len()),
            thinkers,
        }
    }
}

impl<B: Bits> Thinker<B> {
    /// Looks further and further ahead.
    fn search(&mut self, common: &Common<B>, task: &Task, watch: Watch) -> SearchReport {
        let Common { rules, board, scale, .. } = *common;
        self.guide.set_up(board);
        self.moves.clear();
        let depth = common.options.depth.min(rules.empty(board).count());
        let most = scale.best_after(0);
        let mut moves = task.moves.to_vec();
        if task.want == Want::OneBest {
            let candidates = self.guide.candidates(rules, board, rules.legal(board));
            moves.retain(|cell| candidates.contains(cell.bit()));
        }
        if moves.is_empty() {
            moves = task.moves.to_vec();
        }
        let task = &Task { moves: &moves, ..*task };
        let mut look = PrincipalVariation::new(task);
        let (mine, theirs) = self.guide.completing(rules, board, rules.legal(board));
        look.search_in_order(|&place| {
            let cell = task.moves[place];
            // The search may be stopped after one move.
            let rank = match (mine.contains(cell.bit()), theirs.contains(cell.bit())) {
                (true, _) if rules.line_wins() => Rank::Wins,
                (true, _) => Rank::Loses,
                (false, true) if rules.line_wins() => Rank::StopsLine,
                (false, _) => Rank::Other,
            };
            let of_value = common.worth_of_value(&mut self.evaluator, board, cell);
            (rank, Reverse(self.guide.worth(board, cell, 0).saturating_add(of_value)))
        });
        let is_enough = |report: &SearchReport| task.want == Want::OneBest && scale.is_decided(report.value);
        // Errors pick a bad move of many more often than of a few: by an unfinished look, a player that errs would be stronger than
        // by a whole one.
        let unfinished = match task.want {
            Want::OneBest if common.noise.is_silent() => Unfinished::Taken,
            _ => Unfinished::Dropped,
        };
        always_deepen(depth, watch, unfinished, is_enough, |depth, nodes, watch| {
            let effort = Effort::new(rules, task, nodes, watch);
            let mut tree = Tree { common, is_first_look: depth == 1, thinker: &mut *self, effort };
            let mut report = look.look(&mut Root::new(&mut tree, task, depth, most));
            common.follow_best_line(depth, &mut report.line);
            match self.guide {
                Guide::Prospects(_) => report.by_selection(scale),
                Guide::Cuts(_) => report.by_reduced_search(scale),
            }
        })
    }

    /// Announces the positions after the moves of a node from `first` to `last` to the evaluator.
    #[cold]
    fn announce(&mut self, rules: &Rules<B>, board: &Board<B>, first: usize, last: usize) {
        let moves = self.moves[first..last.min(self.moves.len())].iter().map(|&(_, cell)| cell);
        if let Some(evaluator) = &mut self.evaluator {
            super::announce(&mut **evaluator, rules, board, moves, board.to_move().other());
        }
    }
}

/// Which moves of the root are searched first, before their worth is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Wins,
    StopsLine,
    Other,
    Loses,
}

impl<B: Bits> Common<'_, B> {
    /// Continues a line by the best moves that the table remembers.
    fn follow_best_line(&self, depth: u32, line: &mut Vec<Cell>) {
        let Some(&first) = line.first() else { return };
        let rules = self.rules;
        let mut step = rules.advance(self.board, first);
        while step.outcome.is_none() && line.len() < depth as usize {
            let Some(best) = self.table.best_move(step.board.hash()) else { break };
            if !rules.legal(&step.board).contains(best.bit()) {
                break;
            }
            line.push(best);
            step = rules.advance(&step.board, best);
        }
    }
}
