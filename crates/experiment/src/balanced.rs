//! Openings that are fair to both sides.
//!
//! Positions after random plies are tried in an order that follows from the seed, each once up to the game's
//! symmetries. One is taken if all of this holds:
//!
//! 1. The exact solver does not prove a win for a side within [`SOLVER_NODES`] nodes. A draw that it finds within the
//!    first [`QUICK_SOLVER_NODES`] nodes takes the place of conditions 2 and 3.
//! 2. Neither side has a win by threats: not the side to move, and, where passing is never better than moving, not the
//!    other side if it were to move.
//! 3. Its value for `best` with [`VALUE_NODES`] nodes is no farther from 0 than the lower quartile of these distances
//!    over the first [`SAMPLE`] positions that meet condition 2. So the bound needs no scale, and there is one for
//!    every game.
//! 4. In [`GAMES`] quick games of `best` from it, with [`GAME_NODES`] nodes a move and ties broken at random, X gets 35
//!    to 65 % of the points. A game that goes on for [`game_plies`] plies counts as a draw.
//!
//! The search for positions ends when enough are found, when [`MISSES`] in a row were refused, or when there are no new
//! ones. If no position meets all conditions and some fail only the first, as in a game without draws, those are taken.
//!
//! A list of openings depends on the seed alone: not on threads, and not on which pairs are played. A shorter list is
//! the beginning of a longer one. So a search can continue from a shorter list: the positions that were tried for it
//! are not judged again.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};

use connect_toe_game::{
    Bits, Board, BySide, Cell, Course, Outcome, Record, Rules, Side, Symmetry, canonical_form, scramble,
    symmetries,
};
use connect_toe_players::{PlayerSpec, SearchPlayer, play_game};
use connect_toe_search::Exact;
use connect_toe_solve::{Control, Memory, Score, Solver};
use connect_toe_stats::numbers::counted;
use connect_toe_threats::{Found, Order, Threats, unwatched};
use connect_toe_work::{Outbox, Stop, Watch, Workers};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::openings::{FEWER_BALANCED_PLIES, MOST_SYMMETRIES, NotPlayed, draw};

/// The most balanced openings of a game; after the last one comes the first again.
pub(crate) const MOST: u64 = 500;

const THREAT_NODES: u64 = 2000;
const VALUE_NODES: u64 = 4000;
/// Positions whose values set the bound.
const SAMPLE: usize = 64;
const GAMES: u64 = 8;
const GAME_NODES: u64 = 4000;
/// The most and the fewest plies of a quick game; large boards have the fewest, since there a move takes the longest.
const GAME_PLIES: [u64; 2] = [60, 16];
const MOST_MOVES_LOOKED_AT: u64 = 1 << 16;
/// Half points of X in all quick games, at least and at most.
const FAIR_POINTS: [u64; 2] = [(2 * GAMES * 35).div_ceil(100), 2 * GAMES * 65 / 100];
const SOLVER_NODES: u64 = 100_000;
const QUICK_SOLVER_NODES: u64 = 10_000;
const SOLVER_MEMORY: Memory = Memory(4 << 20);
const MISSES: u64 = 400;
/// Positions that each thread judges between two looks at what was found.
const AT_ONCE: usize = 4;
/// After this number of known positions in a row, the search assumes that there are no new ones.
const REPEATED_DRAWS: u32 = 1000;

/// Balanced openings by game text and plies.
pub type BalancedBooks = BTreeMap<(String, u32), BalancedBook>;

/// The balanced openings of one game after one number of plies.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BalancedBook {
    /// How many were asked for, or found before a stop. If there are fewer openings, there are no others.
    pub asked: u64,
    /// How many positions were tried for them.
    pub tried: u64,
    /// Whether the exact solver knows who wins from them. They are taken only if no others were found.
    pub are_decided: bool,
    /// The move lists.
    pub moves: Vec<String>,
}

impl BalancedBook {
    /// Whether a search for this number of openings would find no others.
    pub(crate) fn is_enough_for(&self, asked: u64) -> bool {
        self.asked >= asked || (self.moves.len() as u64) < self.asked
    }

    /// Whether the other book is this one, or a search that continues from here can find it.
    pub fn is_beginning_of(&self, other: &BalancedBook) -> bool {
        let is_shorter = self.asked == self.moves.len() as u64 && self.asked < other.asked;
        let goes_on = is_shorter && self.tried <= other.tried && self.are_decided == other.are_decided;
        self == other || (goes_on && other.moves.starts_with(&self.moves))
    }
}

/// How far the search for balanced openings has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BalancedProgress {
    /// Game text.
    pub game: String,
    /// Plies of each opening.
    pub plies: u32,
    /// Openings that were found.
    pub found: u64,
    /// Openings that are asked for.
    pub asked: u64,
    /// Positions that were tried.
    pub tried: u64,
}

/// The openings that are asked for.
pub(crate) struct Wanted {
    pub(crate) plies: u32,
    /// At most [`MOST`].
    pub(crate) openings: u64,
    /// The seed of the run.
    pub(crate) seed: u64,
}

/// Looks for balanced openings, and continues from those that were found before. If it finds more of them and is
/// stopped, it returns them as if no more had been asked for.
pub(crate) fn find<B: Bits>(
    record: &Record<B>,
    wanted: &Wanted,
    before: Option<&BalancedBook>,
    stop: &Stop,
    watch: Watch<'_, BalancedProgress>,
) -> Result<BalancedBook, NotPlayed> {
    let rules = record.rules();
    let mut candidates = Candidates::new(record, wanted);
    let threads = rayon::current_num_threads();
    let judges: Result<Vec<Judge<B>>, NotPlayed> =
        (0..threads).map(|_| Judge::new(rules, candidates.seed, stop)).collect();
    let mut panel = Panel {
        judges: judges?,
        stop,
        watch,
        progress: BalancedProgress {
            game: rules.spec().to_string(),
            plies: wanted.plies,
            found: 0,
            asked: wanted.openings,
            tried: 0,
        },
    };
    // The first positions set the bound; then they are judged as all others are.
    let mut batch = candidates.take(SAMPLE, stop)?;
    let values = panel.ask(&batch, &|judge, candidate| judge.value(candidate))?;
    let distance = |value: &Worth| match value {
        Worth::WonByThreats => None,
        Worth::FromZero(distance) => Some(*distance),
    };
    let mut known: Vec<u64> = values.iter().filter_map(distance).collect();
    known.sort_unstable();
    let bound = known.get(known.len().saturating_sub(1) / 4).copied().unwrap_or(0);
    for (candidate, value) in batch.iter_mut().zip(values) {
        candidate.value = Some(value);
    }
    let at_once = AT_ONCE * threads;
    let (mut fair, mut decided, mut misses) = (Vec::new(), Vec::new(), 0);
    // Of decided openings it is not known which positions were refused.
    let before = before.filter(|book| !book.are_decided).map(|book| (book.tried, &book.moves[..]));
    let (tried, kept) = before.unwrap_or_default();
    let kept: HashSet<&str> = kept.iter().map(String::as_str).collect();
    let known_verdict = |candidate: &Candidate<B>| {
        let is_kept = || kept.contains(&*rules.moves_text(&candidate.moves));
        (candidate.number < tried).then(|| if is_kept() { Verdict::Fair } else { Verdict::Refused })
    };
    let mut judge_all = || -> Result<(), NotPlayed> {
        while !batch.is_empty() && misses < MISSES && (fair.len() as u64) < wanted.openings {
            let rest = batch.split_off(batch.len().min(at_once));
            let verdicts = panel.ask(&batch, &|judge, candidate| {
                known_verdict(candidate).unwrap_or_else(|| judge.verdict(candidate, bound))
            })?;
            for (candidate, verdict) in std::mem::take(&mut batch).into_iter().zip(verdicts) {
                if misses == MISSES || fair.len() as u64 == wanted.openings {
                    break;
                }
                panel.progress.tried += 1;
                misses += 1;
                match verdict {
                    Verdict::Refused => {}
                    Verdict::Decided => decided.push(candidate),
                    Verdict::Fair => {
                        fair.push(candidate);
                        misses = 0;
                    }
                }
                panel.progress.found = fair.len() as u64;
            }
            batch = if rest.is_empty() { candidates.take(at_once, stop)? } else { rest };
        }
        Ok(())
    };
    let judged = judge_all();
    let asked = match judged {
        Err(NotPlayed::Stopped) if fair.len() > kept.len() => fair.len() as u64,
        judged => judged.map(|()| wanted.openings)?,
    };
    let are_decided = fair.is_empty() && !decided.is_empty();
    let mut taken = if are_decided { decided } else { fair };
    taken.truncate(wanted.openings as usize);
    if taken.is_empty() {
        return Err(NotPlayed::Reason(format!(
            "no position of {} after {} is balanced ({} tried); take random openings of as many plies, or try another \
             number of plies",
            rules.spec(),
            counted(wanted.plies.into(), "ply"),
            counted(panel.progress.tried, "position"),
        )));
    }
    Ok(BalancedBook {
        asked,
        tried: panel.progress.tried,
        are_decided,
        moves: taken.iter().map(|candidate| rules.moves_text(&candidate.moves)).collect(),
    })
}

/// A position to be judged.
struct Candidate<B: Bits> {
    /// Its place in the order of all.
    number: u64,
    moves: Vec<Cell>,
    board: Board<B>,
    /// What [`Judge::value`] says, if it was asked.
    value: Option<Worth>,
}

/// Positions in a random order, each once up to symmetry.
struct Candidates<'a, B: Bits> {
    record: &'a Record<B>,
    plies: u32,
    seed: u64,
    random: ChaCha8Rng,
    symmetries: Vec<Symmetry>,
    seen: HashSet<(B, B)>,
    next: u64,
    /// Whether there seem to be no new ones. Then no more are drawn, so that the size of the batches changes nothing.
    are_all_seen: bool,
}

impl<'a, B: Bits> Candidates<'a, B> {
    fn new(record: &'a Record<B>, wanted: &Wanted) -> Self {
        let rules = record.rules();
        let text = format!("{} {}", rules.spec(), wanted.plies);
        let seed = text.bytes().fold(scramble(wanted.seed), |seed, byte| scramble(seed ^ u64::from(byte)));
        // The streams with low numbers belong to the quick games.
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(u64::MAX);
        Candidates {
            record,
            plies: wanted.plies,
            seed,
            random,
            symmetries: symmetries(rules.spec())
                .ok()
                .and_then(|all| all.elements(MOST_SYMMETRIES))
                .unwrap_or_default(),
            seen: HashSet::new(),
            next: 0,
            are_all_seen: false,
        }
    }

    /// The next positions, fewer if there are no new ones.
    fn take(&mut self, number: usize, stop: &Stop) -> Result<Vec<Candidate<B>>, NotPlayed> {
        let rules = self.record.rules();
        let (mut taken, mut repeated) = (Vec::new(), 0);
        while taken.len() < number && !self.are_all_seen {
            let moves = match draw(self.record, self.plies, &mut self.random, stop, FEWER_BALANCED_PLIES) {
                // Chance has been against it.
                Err(NotPlayed::Reason(_)) if !self.seen.is_empty() => {
                    self.are_all_seen = true;
                    break;
                }
                drawn => drawn?,
            };
            let board =
                moves.iter().fold(*self.record.board(), |board, &cell| rules.step(&board, cell).board);
            let form = canonical_form(rules, &self.symmetries, &board);
            if self.seen.insert((form.stones_of(Side::X), form.stones_of(Side::O))) {
                taken.push(Candidate { number: self.next, moves, board, value: None });
                (self.next, repeated) = (self.next + 1, 0);
            } else {
                repeated += 1;
                self.are_all_seen = repeated == REPEATED_DRAWS;
            }
        }
        Ok(taken)
    }
}

/// How far the value of a position is from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Worth {
    /// A side wins by threats.
    WonByThreats,
    FromZero(u64),
}

/// What a position is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Refused,
    /// Good in every way, but the solver knows the winner.
    Decided,
    Fair,
}

/// Judges positions on one thread.
struct Judge<'a, B: Bits> {
    rules: &'a Rules<B>,
    seed: u64,
    stop: &'a Stop,
    threats: Threats<B>,
    search: SearchPlayer<B>,
    players: BySide<SearchPlayer<B>>,
    /// The solver, and the number of nodes that is affordable.
    solver: Option<(Solver<B>, u64)>,
}

impl<'a, B: Bits> Judge<'a, B> {
    fn new(rules: &'a Rules<B>, seed: u64, stop: &'a Stop) -> Result<Self, NotPlayed> {
        let reason = |why: String| NotPlayed::Reason(format!("balanced openings cannot be found: {why}"));
        let spec: PlayerSpec =
            "best".parse().map_err(|error: connect_toe_players::PlayerError| reason(error.to_string()))?;
        let player = |nodes| {
            let player = SearchPlayer::new(rules, &spec).map_err(|error| reason(error.to_string()))?;
            Ok(player.with_nodes(Some(nodes)))
        };
        let nodes = Exact::<B>::affordable_nodes(rules.geometry().cells().len());
        Ok(Judge {
            rules,
            seed,
            stop,
            threats: Threats::new(rules),
            search: player(VALUE_NODES)?,
            players: BySide { x: player(GAME_NODES)?, o: player(GAME_NODES)? },
            solver: (nodes > 0).then(|| (Solver::new(rules.clone(), SOLVER_MEMORY, 1), nodes)),
        })
    }

    /// What a position is worth by threats and search.
    fn value(&mut self, candidate: &Candidate<B>) -> Worth {
        let board = &candidate.board;
        let stones = BySide::from_fn(|side| board.stones_of(side));
        let passed = self.rules.position(stones, board.to_move().other());
        let boards = if self.rules.passing_never_helps() { &[*board, passed][..] } else { &[*board] };
        let threats = &mut self.threats;
        let mut wins = |board| {
            let finding = threats.find(self.rules, board, Order::Two, THREAT_NODES, &mut unwatched);
            matches!(finding.found, Found::Win(_))
        };
        if boards.iter().any(&mut wins) {
            return Worth::WonByThreats;
        }
        let mut random = self.random(candidate);
        let stop = self.stop;
        let choice = self.search.choose_watched(self.rules, board, &mut random, &mut |_| stop.listen());
        Worth::FromZero(choice.value.unsigned_abs())
    }

    /// What the position is good for if its value must not lie farther from 0 than `bound`.
    fn verdict(&mut self, candidate: &Candidate<B>, bound: u64) -> Verdict {
        let quick = self.solve(&candidate.board, QUICK_SOLVER_NODES);
        if quick != Some(Outcome::Draw) {
            match candidate.value.unwrap_or_else(|| self.value(candidate)) {
                Worth::FromZero(value) if value <= bound => {}
                Worth::FromZero(_) | Worth::WonByThreats => return Verdict::Refused,
            }
        }
        if !self.is_even_in_play(candidate) {
            return Verdict::Refused;
        }
        match quick.or_else(|| self.solve(&candidate.board, SOLVER_NODES)) {
            Some(Outcome::Win(_)) => Verdict::Decided,
            Some(Outcome::Draw) | None => Verdict::Fair,
        }
    }

    /// Plays the quick games.
    fn is_even_in_play(&mut self, candidate: &Candidate<B>) -> bool {
        let mut random = self.random(candidate);
        let BySide { x, o } = &mut self.players;
        let stop = self.stop;
        let most_plies = game_plies(self.rules.geometry().cells().len());
        let [least, most] = FAIR_POINTS;
        let mut points = 0;
        for left in (0..GAMES).rev() {
            let mut plies = 0;
            let course = Course::from_here(&candidate.board);
            let played = play_game(self.rules, course, BySide { x, o }, &mut random, |_, _| {
                plies += 1;
                let is_over = plies == most_plies || stop.is_requested();
                is_over.then_some(Outcome::Draw)
            });
            points += match played.outcome.winner() {
                Some(Side::X) => 2,
                None => 1,
                Some(Side::O) => 0,
            };
            if points > most || points + 2 * left < least {
                return false;
            }
        }
        true
    }

    /// How the game ends with best play, if the solver finds out.
    fn solve(&mut self, board: &Board<B>, nodes: u64) -> Option<Outcome> {
        let (solver, affordable) = self.solver.as_mut()?;
        let control = Control::new().limited(nodes.min(*affordable));
        solver.forget();
        let bounds = solver.bounds(board, true, &control);
        if bounds.lower > Score::DRAW {
            return Some(Outcome::Win(board.to_move()));
        }
        if bounds.upper < Score::DRAW {
            return Some(Outcome::Win(board.to_move().other()));
        }
        (bounds.lower == bounds.upper).then_some(Outcome::Draw)
    }

    fn random(&self, candidate: &Candidate<B>) -> ChaCha8Rng {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(candidate.number);
        random
    }
}

/// The plies after which a quick game counts as a draw, on a board with this many cells.
fn game_plies(cells: usize) -> u64 {
    let [most, least] = GAME_PLIES;
    (MOST_MOVES_LOOKED_AT / cells as u64).clamp(least, most)
}

/// Judges on threads of their own, while the caller's thread watches.
struct Panel<'a, 'watch, B: Bits> {
    judges: Vec<Judge<'a, B>>,
    stop: &'a Stop,
    watch: Watch<'watch, BalancedProgress>,
    progress: BalancedProgress,
}

impl<'a, B: Bits> Panel<'a, '_, B> {
    /// What the judges say about each position, in the order of the positions.
    fn ask<R: Send>(
        &mut self,
        candidates: &[Candidate<B>],
        ask: &(impl Fn(&mut Judge<'a, B>, &Candidate<B>) -> R + Sync),
    ) -> Result<Vec<R>, NotPlayed> {
        let next = AtomicUsize::new(0);
        let mut answers: Vec<Option<R>> = candidates.iter().map(|_| None).collect();
        let Panel { judges, stop, watch, progress } = self;
        let work = |judge: &mut Judge<'a, B>, outbox: &Outbox<(usize, R)>| {
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(candidate) = candidates.get(place) else { return };
                let answer = ask(judge, candidate);
                // An answer that was interrupted may be wrong.
                if stop.is_requested() || !outbox.send((place, answer)) {
                    return;
                }
            }
        };
        let hear = |answer: Option<(usize, R)>| {
            if let Some((place, answer)) = answer {
                answers[place] = Some(answer);
            }
            watch(progress)
        };
        let asked = Workers::new("openings", stop).run(judges, work, hear);
        if asked.is_err() {
            return Err(NotPlayed::Reason("no thread to look for openings can be started".to_owned()));
        }
        if stop.is_requested() {
            return Err(NotPlayed::Stopped);
        }
        let answers: Option<Vec<R>> = answers.into_iter().collect();
        answers.ok_or(NotPlayed::Stopped)
    }
}
