//! The work: positions are drawn, solved and shown to every entry, on all threads or by others.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicUsize, Ordering};

use connect_toe_game::{Bits, Board, Game, Rules, with_game};
use connect_toe_solve::{Control, Score};
use connect_toe_work::{Outbox, Stop, Workers};

use crate::budget::{Solved, solve_within};
use crate::contestant::{Contestant, Entry, Opinion};
use crate::error::GradeError;
use crate::exact_values::{ExactValues, ExactValuesError, ValuesInMemory};
use crate::grading::{Graded, GradedPly, Grading, assemble, rank};
use crate::request::{Progress, Request};
use crate::sample::Sampler;
use crate::verdict::{best, is_decisive, value_of, verdict};

/// Grades heuristics and players, on as many threads as the current rayon pool has; their number changes no result.
///
/// Positions whose values are in `values` are not solved again, even if the budget would not suffice; new values are
/// put there. `watch` is called for every position when it is done, in no particular order, and while positions are
/// drawn. Stopping `control` ends the work soon, with grades on the positions that were done by then.
///
/// # Errors
/// A game, heuristic, player or ply that cannot be; values that cannot be read or kept; the system starts no thread.
///
/// ```
/// use connect_toe_grade::{Entry, Request, ValuesInMemory, grade};
/// use connect_toe_solve::Control;
/// let request = Request {
///     game: "3x3:3".parse()?,
///     entries: vec![Entry::Heuristic("open-lines".parse()?), Entry::Player("perfect".parse()?)],
///     plies: Some(3..=5),
///     positions: 20,
///     seed: 1,
///     solver_nodes: 100_000,
/// };
/// let grading = grade(&request, &ValuesInMemory::new(), &Control::new(), |_| {})?;
/// let perfect = &grading.entries[1].overall;
/// assert_eq!(perfect.keep_rate().map(|rate| rate.value), Some(1.0));
/// assert_eq!(perfect.mean_loss().map(|loss| loss.value), Some(0.0));
/// assert!(grading.best().contains(&1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn grade(
    request: &Request,
    values: &dyn ExactValues,
    control: &Control,
    watch: impl Fn(&Progress) + Sync,
) -> Result<Grading, GradeError> {
    grade_watched(request, values, None, control, &watch)
}

/// Grades by judges in place of this process's threads.
///
/// # Errors
/// As [`grade`]; those of the judges.
pub fn grade_by(
    judges: &dyn Judges,
    request: &Request,
    values: &dyn ExactValues,
    control: &Control,
    watch: impl Fn(&Progress) + Sync,
) -> Result<Grading, GradeError> {
    grade_watched(request, values, Some(judges), control, &watch)
}

/// Solve positions and show them to all entries, in place of this process's threads.
pub trait Judges {
    /// Judges all positions of a sample in any order, as [`Judge::judge`] does. Calls `take` with each position that
    /// was judged, and with `None` now and then in between. Ends soon if the answer is `Break`.
    ///
    /// # Errors
    /// Positions that cannot be judged.
    fn judge(
        &self,
        sample: &Sample,
        take: &mut dyn FnMut(Option<Judged>) -> ControlFlow<()>,
    ) -> Result<(), ExactValuesError>;
}

/// Positions of one ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Stones on the board.
    pub ply: u32,
    /// The positions, in the order in which they were drawn.
    pub positions: Vec<SamplePosition>,
}

/// A position of a sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SamplePosition {
    /// Board text.
    pub board: String,
    /// The scores of the legal moves, if they are known.
    pub scores: Option<Vec<Score>>,
}

/// A position that was judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The number of the position in its sample, from 0.
    pub number: usize,
    /// What was found; nothing if the solver's nodes did not suffice.
    pub findings: Option<Findings>,
}

/// What was found out about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Findings {
    /// The scores of the legal moves in canonical order, each for the side to move in the position.
    pub scores: Vec<Score>,
    /// What each entry makes of the position.
    pub opinions: Vec<Opinion>,
}

/// Judges positions for a run that is elsewhere.
#[derive(Debug)]
pub struct Judge {
    request: Request,
    game: Game,
}

impl Judge {
    /// A judge for the run of a request.
    ///
    /// # Errors
    /// A game that cannot be.
    pub fn new(request: Request) -> Result<Judge, GradeError> {
        Ok(Judge { game: Game::new(&request.game)?, request })
    }

    /// Judges positions of a sample, on the calling thread: as many as `each` wants, in the order of their numbers.
    ///
    /// # Errors
    /// A heuristic, player or position that cannot be.
    pub fn judge(
        &self,
        sample: &Sample,
        numbers: Range<usize>,
        control: &Control,
        each: &mut dyn FnMut(Judged) -> ControlFlow<()>,
    ) -> Result<(), GradeError> {
        let request = &self.request;
        with_game!(&self.game, record => judge_with(record.rules(), request, sample, numbers, control, each))
    }
}

fn judge_with<B: Bits>(
    rules: &Rules<B>,
    request: &Request,
    sample: &Sample,
    numbers: Range<usize>,
    control: &Control,
    each: &mut dyn FnMut(Judged) -> ControlFlow<()>,
) -> Result<(), GradeError> {
    let values = ValuesInMemory::new();
    let examiner = Examiner { rules, request, game: rules.spec().to_string(), values: &values, control };
    let mut worker = worker(rules, &request.entries)?;
    for (number, position) in numbers.clone().zip(sample.positions.get(numbers).unwrap_or_default()) {
        let board = rules.parse_board(&position.board, None)?;
        if let Some(scores) = &position.scores {
            // By the text that is looked for.
            values.put(&examiner.game, &rules.board_text(&board), scores).map_err(GradeError::Values)?;
        }
        let findings = match examiner.position(&mut worker, sample.ply, number, &board)? {
            Position::Judged(findings) => Some(findings),
            Position::NotSolved => None,
            Position::Stopped => return Ok(()),
        };
        if each(Judged { number, findings }).is_break() {
            return Ok(());
        }
    }
    Ok(())
}

fn grade_watched(
    request: &Request,
    values: &dyn ExactValues,
    judges: Option<&dyn Judges>,
    control: &Control,
    watch: &(dyn Fn(&Progress) + Sync),
) -> Result<Grading, GradeError> {
    let game = Game::new(&request.game)?;
    with_game!(&game, record => grade_with(record.rules(), request, values, judges, control, watch))
}

fn grade_with<B: Bits>(
    rules: &Rules<B>,
    request: &Request,
    values: &dyn ExactValues,
    judges: Option<&dyn Judges>,
    control: &Control,
    watch: &(dyn Fn(&Progress) + Sync),
) -> Result<Grading, GradeError> {
    let cells = rules.geometry().cells().len() as u32;
    if let Some(plies) = &request.plies {
        let (first, last) = (*plies.start(), *plies.end());
        if first > last {
            return Err(GradeError::NoPlies { first, last });
        }
        if last >= cells {
            return Err(GradeError::Plies { first, last, cells });
        }
    }
    let worker = || worker(rules, &request.entries);
    let mut hands = match judges {
        None => {
            let workers = (0..rayon::current_num_threads()).map(|_| worker());
            Hands::Threads(workers.collect::<Result<_, _>>()?)
        }
        Some(judges) => {
            // An entry that cannot be made is reported before any work.
            worker()?;
            Hands::Judges(judges)
        }
    };
    let examiner = Examiner { rules, request, game: rules.spec().to_string(), values, control };
    let run = Run { examiner, watch, sampler: Sampler::new(rules, request.seed)? };
    let (mut graded, too_hard) = match &request.plies {
        Some(plies) => (run.named_plies(&mut hands, plies.clone())?, None),
        None => run.plies_that_can_be_had(&mut hands)?,
    };
    let interrupted = control.is_stopped();
    graded.retain(|ply| !(interrupted && ply.positions.is_empty()));
    Ok(assemble(&request.entries, &graded, too_hard, interrupted))
}

struct Run<'a, B: Bits> {
    examiner: Examiner<'a, B>,
    watch: &'a (dyn Fn(&Progress) + Sync),
    sampler: Sampler<'a, B>,
}

/// Finds out about single positions.
struct Examiner<'a, B: Bits> {
    rules: &'a Rules<B>,
    request: &'a Request,
    /// Canonical game text.
    game: String,
    values: &'a dyn ExactValues,
    control: &'a Control,
}

/// What a thread works with: the entries.
type Worker<B> = Vec<Contestant<B>>;

fn worker<B: Bits>(rules: &Rules<B>, entries: &[Entry]) -> Result<Worker<B>, GradeError> {
    entries.iter().map(|entry| Contestant::new(rules, entry)).collect()
}

/// Who judges positions.
enum Hands<'a, B: Bits> {
    Threads(Vec<Worker<B>>),
    Judges(&'a dyn Judges),
}

/// Positions by number, with nothing for those that the solver's nodes did not suffice for.
type Found = BTreeMap<usize, Option<Graded>>;

/// What became of a position.
enum Position {
    Judged(Findings),
    /// The solver's nodes did not suffice.
    NotSolved,
    /// A stop was requested.
    Stopped,
}

impl<B: Bits> Run<'_, B> {
    fn named_plies(
        &self,
        hands: &mut Hands<B>,
        plies: impl Iterator<Item = u32>,
    ) -> Result<Vec<GradedPly>, GradeError> {
        let mut graded = Vec::new();
        for ply in plies {
            if self.examiner.control.is_stopped() {
                break;
            }
            graded.extend(self.ply(hands, ply, None)?);
        }
        Ok(graded)
    }

    /// From the last ply back to the first one that is too hard, which is named and left out.
    fn plies_that_can_be_had(
        &self,
        hands: &mut Hands<B>,
    ) -> Result<(Vec<GradedPly>, Option<u32>), GradeError> {
        let (mut graded, mut too_hard) = (Vec::new(), None);
        for ply in (0..=self.sampler.last_ply()).rev() {
            if self.examiner.control.is_stopped() {
                break;
            }
            let Some(found) = self.ply(hands, ply, Some(TENTH))? else {
                too_hard = Some(ply);
                break;
            };
            graded.push(found);
        }
        graded.reverse();
        Ok((graded, too_hard))
    }

    /// Grades the positions of one ply; `None` if more than one in `tolerated` of them cannot be solved.
    fn ply(
        &self,
        hands: &mut Hands<B>,
        ply: u32,
        tolerated: Option<usize>,
    ) -> Result<Option<GradedPly>, GradeError> {
        let wanted = self.examiner.request.positions;
        let boards = self.sampler.positions(ply, wanted, self.examiner.control, |drawn| {
            (self.watch)(&Progress { ply, is_drawing: true, done: drawn, positions: wanted });
        });
        let most_unsolved = tolerated.map_or(usize::MAX, |one_of| boards.len() / one_of);
        let found = match hands {
            Hands::Threads(workers) => self.on_threads(workers, ply, &boards, most_unsolved)?,
            Hands::Judges(judges) => self.by_judges(*judges, ply, &boards, most_unsolved)?,
        };
        if found.values().filter(|graded| graded.is_none()).count() > most_unsolved {
            return Ok(None);
        }
        let first_ones = (0..).zip(found).take_while(|(place, (number, _))| place == number);
        let positions = first_ones.map(|(_, (_, graded))| graded).collect();
        Ok(Some(GradedPly { ply, positions }))
    }

    fn done(&self, ply: u32, done: usize, positions: usize) {
        (self.watch)(&Progress { ply, is_drawing: false, done, positions });
    }

    /// Positions are taken one after the other, so that those that are done when the work is stopped are the first
    /// ones, and not the easy ones. None is begun after the stop, not even one that would be easy.
    fn on_threads(
        &self,
        workers: &mut [Worker<B>],
        ply: u32,
        boards: &[Board<B>],
        most_unsolved: usize,
    ) -> Result<Found, GradeError> {
        let (next, done, stop) = (AtomicUsize::new(0), AtomicUsize::new(0), Stop::new());
        let work = |worker: &mut Worker<B>, outbox: &Outbox<_>| {
            while !stop.is_requested() && !self.examiner.control.is_stopped() {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(board) = boards.get(number) else { break };
                let position = self.examiner.position(worker, ply, number, board);
                let graded = match position.inspect_err(|_| stop.request())? {
                    Position::Judged(findings) => Some(self.examiner.graded(board, &findings)),
                    Position::NotSolved => None,
                    Position::Stopped => break,
                };
                // On this thread, so that a stop that the watch requests is heard before the next position.
                self.done(ply, done.fetch_add(1, Ordering::Relaxed) + 1, boards.len());
                outbox.send((number, graded));
            }
            Ok(())
        };
        let (mut found, mut unsolved) = (Found::new(), 0);
        let hear = |heard| {
            if let Some((number, graded)) = heard {
                unsolved += usize::from(Option::is_none(&graded));
                found.insert(number, graded);
            }
            if unsolved > most_unsolved { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let ended: Vec<Result<(), GradeError>> = Workers::new("grades", &stop).run(workers, work, hear)?;
        ended.into_iter().collect::<Result<(), _>>()?;
        Ok(found)
    }

    fn by_judges(
        &self,
        judges: &dyn Judges,
        ply: u32,
        boards: &[Board<B>],
        most_unsolved: usize,
    ) -> Result<Found, GradeError> {
        let mut sample = Sample { ply, positions: Vec::with_capacity(boards.len()) };
        for board in boards {
            let board_text = self.examiner.rules.board_text(board);
            let scores = self.examiner.known_scores(board, &board_text)?;
            sample.positions.push(SamplePosition { board: board_text, scores });
        }
        let (mut found, mut unsolved) = (Found::new(), 0);
        let mut failed = None;
        // Says whether it is enough.
        let mut take = |judged: Option<Judged>| -> Result<bool, GradeError> {
            let Some(Judged { number, findings }) = judged else { return Ok(false) };
            let (Some(board), Some(position)) = (boards.get(number), sample.positions.get(number)) else {
                return Err(GradeError::Judges("there is no such position".into()));
            };
            let graded = match findings {
                None => None,
                Some(findings) => {
                    self.examiner.check(board, &position.board, &findings)?;
                    if position.scores.is_none() {
                        let (values, game) = (self.examiner.values, &self.examiner.game);
                        let put = values.put(game, &position.board, &findings.scores);
                        put.map_err(GradeError::Values)?;
                    }
                    Some(self.examiner.graded(board, &findings))
                }
            };
            unsolved += usize::from(graded.is_none());
            found.insert(number, graded);
            self.done(ply, found.len(), boards.len());
            Ok(unsolved > most_unsolved)
        };
        let control = self.examiner.control;
        let judged = if boards.is_empty() {
            Ok(())
        } else {
            judges.judge(&sample, &mut |judged| match take(judged) {
                Ok(false) if !control.is_stopped() => ControlFlow::Continue(()),
                Ok(_) => ControlFlow::Break(()),
                Err(error) => {
                    failed.get_or_insert(error);
                    ControlFlow::Break(())
                }
            })
        };
        let is_over = control.is_stopped() || unsolved > most_unsolved || found.len() == boards.len();
        match (failed, judged) {
            (Some(error), _) => Err(error),
            (None, Err(error)) if !is_over => Err(GradeError::Judges(error)),
            (None, Ok(())) if !is_over => Err(GradeError::Judges("positions are missing".into())),
            (None, _) => Ok(found),
        }
    }
}

impl<B: Bits> Examiner<'_, B> {
    /// What all entries make of one position.
    fn position(
        &self,
        worker: &mut [Contestant<B>],
        ply: u32,
        number: usize,
        board: &Board<B>,
    ) -> Result<Position, GradeError> {
        let scores = match self.exact_scores(board)? {
            Solved::Scores(scores) => scores,
            Solved::OverBudget => return Ok(Position::NotSolved),
            Solved::Stopped => return Ok(Position::Stopped),
        };
        // Not the streams of the positions themselves.
        let random = (!self.request.seed, u64::from(ply) << 32 | number as u64);
        let mut opinions = Vec::new();
        for contestant in worker {
            let opinion = contestant.opinion(self.rules, board, random, self.control)?;
            let Some(opinion) = opinion else { return Ok(Position::Stopped) };
            opinions.push(opinion);
        }
        Ok(Position::Judged(Findings { scores, opinions }))
    }

    /// What the findings say about the entries.
    fn graded(&self, board: &Board<B>, Findings { scores, opinions }: &Findings) -> Graded {
        let score = best(scores);
        Graded {
            value: value_of(score),
            rank: rank(score, self.rules.empty_cells(board)),
            decisive: is_decisive(scores),
            verdicts: opinions.iter().map(|opinion| verdict(scores, &opinion.chosen)).collect(),
            values: opinions.iter().map(|opinion| opinion.value).collect(),
        }
    }

    /// Makes sure that findings can be those of this position.
    fn check(&self, board: &Board<B>, text: &str, findings: &Findings) -> Result<(), GradeError> {
        self.check_scores(board, text, &findings.scores)?;
        let fits = |opinion: &Opinion| {
            let mut chosen = opinion.chosen.iter();
            !opinion.chosen.is_empty() && chosen.all(|&place| place < findings.scores.len())
        };
        if findings.opinions.len() == self.request.entries.len() && findings.opinions.iter().all(fits) {
            Ok(())
        } else {
            Err(GradeError::Judges("there is not an opinion of each entry".into()))
        }
    }

    fn check_scores(&self, board: &Board<B>, text: &str, scores: &[Score]) -> Result<(), GradeError> {
        let empty = self.rules.empty_cells(board) as i32;
        let fit = |score: &Score| score.0.abs() <= empty;
        if scores.len() == self.rules.legal_moves(board).len() && scores.iter().all(fit) {
            Ok(())
        } else {
            Err(GradeError::Misfit { game: self.game.clone(), board: text.to_owned() })
        }
    }

    /// The scores of the legal moves, if they are known.
    fn known_scores(&self, board: &Board<B>, text: &str) -> Result<Option<Vec<Score>>, GradeError> {
        let known = self.values.get(&self.game, text).map_err(GradeError::Values)?;
        if let Some(scores) = &known {
            self.check_scores(board, text, scores)?;
        }
        Ok(known)
    }

    /// The scores of the legal moves, looked up or found out.
    fn exact_scores(&self, board: &Board<B>) -> Result<Solved, GradeError> {
        let text = self.rules.board_text(board);
        if let Some(scores) = self.known_scores(board, &text)? {
            return Ok(Solved::Scores(scores));
        }
        let solved = solve_within(self.rules, board, self.request.solver_nodes, self.control);
        if let Solved::Scores(scores) = &solved {
            self.values.put(&self.game, &text, scores).map_err(GradeError::Values)?;
        }
        Ok(solved)
    }
}

/// At most one in ten positions of a ply may be too hard.
const TENTH: usize = 10;
