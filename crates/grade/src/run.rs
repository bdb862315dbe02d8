//! The work: positions are drawn, solved and shown to every entry, on all threads.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use connect_toe_game::{Bits, Board, Game, Rules, with_game};
use connect_toe_solve::{Control, Score};
use rayon::prelude::*;

use crate::budget::{Solved, solve_within};
use crate::contestant::Contestant;
use crate::error::GradeError;
use crate::exact_values::ExactValues;
use crate::grading::{Graded, GradedPly, Grading, assemble, rank};
use crate::request::{Progress, Request};
use crate::sample::Sampler;
use crate::verdict::{best, is_decisive, judge, value_of};

/// Grades heuristics and players, on all threads of the current rayon pool; their number changes no result.
///
/// Positions whose values are in `values` are not solved again, even if the budget would not suffice; new values are
/// put there. `watch` hears of every position as it is done, in no particular order, and of positions being drawn. Stopping `control` ends the work
/// soon, with grades on the positions that were done by then.
///
/// # Errors
/// A game, heuristic, player or ply that cannot be; values that cannot be read or kept.
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
    grade_watched(request, values, control, &watch)
}

fn grade_watched(
    request: &Request,
    values: &dyn ExactValues,
    control: &Control,
    watch: &(dyn Fn(&Progress) + Sync),
) -> Result<Grading, GradeError> {
    let game = Game::new(&request.game)?;
    with_game!(&game, record => grade_with(record.rules(), request, values, control, watch))
}

fn grade_with<B: Bits>(
    rules: &Rules<B>,
    request: &Request,
    values: &dyn ExactValues,
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
    let workers = (0..rayon::current_num_threads()).map(|_| {
        let contestants: Result<Worker<B>, GradeError> =
            request.entries.iter().map(|entry| Contestant::new(rules, entry)).collect();
        contestants
    });
    let mut workers = workers.collect::<Result<Vec<_>, GradeError>>()?;
    let run = Run {
        rules,
        request,
        game: rules.spec().to_string(),
        values,
        control,
        watch,
        sampler: Sampler::new(rules, request.seed),
    };
    let (mut graded, too_hard) = match &request.plies {
        Some(plies) => (run.named_plies(&mut workers, plies.clone())?, None),
        None => run.plies_that_can_be_had(&mut workers)?,
    };
    let interrupted = control.is_stopped();
    graded.retain(|ply| !(interrupted && ply.positions.is_empty()));
    Ok(assemble(&request.entries, &graded, too_hard, interrupted))
}

struct Run<'a, B: Bits> {
    rules: &'a Rules<B>,
    request: &'a Request,
    /// Canonical game text.
    game: String,
    values: &'a dyn ExactValues,
    control: &'a Control,
    watch: &'a (dyn Fn(&Progress) + Sync),
    sampler: Sampler<'a, B>,
}

/// What a thread works with: the entries.
type Worker<B> = Vec<Contestant<B>>;

/// What became of a position.
enum Position {
    Graded(Graded),
    /// The solver's nodes did not suffice.
    NotSolved,
    /// Somebody asked to stop.
    Stopped,
}

impl<B: Bits> Run<'_, B> {
    fn named_plies(
        &self,
        workers: &mut [Worker<B>],
        plies: impl Iterator<Item = u32>,
    ) -> Result<Vec<GradedPly>, GradeError> {
        let mut graded = Vec::new();
        for ply in plies {
            if self.control.is_stopped() {
                break;
            }
            graded.extend(self.ply(workers, ply, None)?);
        }
        Ok(graded)
    }

    /// From the last ply back to the first one that is too hard, which is named and left out.
    fn plies_that_can_be_had(
        &self,
        workers: &mut [Worker<B>],
    ) -> Result<(Vec<GradedPly>, Option<u32>), GradeError> {
        let (mut graded, mut too_hard) = (Vec::new(), None);
        for ply in (0..=self.sampler.last_ply()).rev() {
            if self.control.is_stopped() {
                break;
            }
            let Some(found) = self.ply(workers, ply, Some(TENTH))? else {
                too_hard = Some(ply);
                break;
            };
            graded.push(found);
        }
        graded.reverse();
        Ok((graded, too_hard))
    }

    /// Grades the positions of one ply; `None` if more than one of `tolerated` of them cannot be solved.
    fn ply(
        &self,
        workers: &mut [Worker<B>],
        ply: u32,
        tolerated: Option<usize>,
    ) -> Result<Option<GradedPly>, GradeError> {
        let told = |is_drawing, done, positions| {
            (self.watch)(&Progress { ply, is_drawing, done, positions });
        };
        let wanted = self.request.positions;
        let boards = self.sampler.positions(ply, wanted, self.control, |drawn| told(true, drawn, wanted));
        let most_unsolved = tolerated.map_or(usize::MAX, |one_of| boards.len() / one_of);
        let (next, done, unsolved) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
        let failed = AtomicBool::new(false);
        // Positions are taken one after the other, so that those that are done when somebody stops the work are the
        // first ones, and not the easy ones. None is begun after the stop, not even one that would be easy.
        let found: Result<Vec<_>, GradeError> = workers
            .par_iter_mut()
            .with_max_len(1)
            .map(|worker| {
                let mut found = Vec::new();
                let goes_on = || {
                    !failed.load(Ordering::Relaxed)
                        && !self.control.is_stopped()
                        && unsolved.load(Ordering::Relaxed) <= most_unsolved
                };
                while goes_on() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(board) = boards.get(number) else { break };
                    let graded = self.position(worker, ply, number, board);
                    let graded = match graded.inspect_err(|_| failed.store(true, Ordering::Relaxed))? {
                        Position::Graded(graded) => Some(graded),
                        Position::NotSolved => None,
                        Position::Stopped => break,
                    };
                    unsolved.fetch_add(usize::from(graded.is_none()), Ordering::Relaxed);
                    found.push((number, graded));
                    let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                    told(false, done, boards.len());
                }
                Ok(found)
            })
            .collect();
        if unsolved.into_inner() > most_unsolved {
            return Ok(None);
        }
        let mut found: Vec<(usize, Option<Graded>)> = found?.into_iter().flatten().collect();
        found.sort_unstable_by_key(|(number, _)| *number);
        let first_ones = (0..).zip(found).take_while(|(place, (number, _))| place == number);
        let positions = first_ones.map(|(_, (_, graded))| graded).collect();
        Ok(Some(GradedPly { ply, positions }))
    }

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
        let (mut verdicts, mut values) = (Vec::new(), Vec::new());
        for contestant in worker {
            let opinion = contestant.opinion(self.rules, board, random, self.control);
            let Some(opinion) = opinion else { return Ok(Position::Stopped) };
            verdicts.push(judge(&scores, &opinion.chosen));
            values.push(opinion.value);
        }
        let score = best(&scores);
        Ok(Position::Graded(Graded {
            value: value_of(score),
            rank: rank(score, self.rules.empty(board).count()),
            decisive: is_decisive(&scores),
            verdicts,
            values,
        }))
    }

    /// The scores of the legal moves, looked up or found out.
    fn exact_scores(&self, board: &Board<B>) -> Result<Solved, GradeError> {
        let text = self.rules.board_text(board);
        if let Some(scores) = self.values.get(&self.game, &text).map_err(GradeError::Values)? {
            let empty = self.rules.empty(board).count() as i32;
            let fit = |score: &Score| score.0.abs() <= empty;
            if scores.len() != self.rules.legal(board).count() as usize || !scores.iter().all(fit) {
                return Err(GradeError::Misfit { game: self.game.clone(), board: text });
            }
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
