//! How strong weights are: against `runs`, and against perfect play.

use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::sync::Arc;

use connect_toe_api::{Error, Observer, Progress, Work};
use connect_toe_eval::learned::{Learned, Weights};
use connect_toe_experiment::{Forfeits, Openings, Plan, Protocol, Sample};
use connect_toe_game::{Bits, Board, Game, Rules};
use connect_toe_grade::{Entry, Request, ValuesInMemory, grade};
use connect_toe_learn::{Perfect, one_ply};
use connect_toe_players::{Catalogue, PlayerSpec};
use connect_toe_plot::{LineChart, Point, Series, svg_file};
use connect_toe_solve::{Control, Memory};
use connect_toe_stats::numbers::{count, nodes};
use connect_toe_stats::{Confidence, Wdl, score_interval};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::{Standing, Train};
use crate::grade::{EstimateWithInterval, tell};
use crate::meeting::play_meeting;
use crate::numbers::ends;

/// How strong weights were after a number of games. The player looks one ply ahead.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CurvePoint {
    /// Games played to learn from.
    pub games: u64,
    /// How long they took.
    pub seconds: f64,
    /// Games against `minimax:depth=1,eval=runs`, in pairs from openings of a few random plies, each moving first in half of
    /// them.
    pub runs: TrainingResults,
    /// The 95 % interval of the score of these games, by pairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runs_interval: Option<[f64; 2]>,
    /// Games against perfect play, moving first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub perfect_first: Option<TrainingResults>,
    /// Games against perfect play, moving second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub perfect_second: Option<TrainingResults>,
    /// How often the move keeps the exact value of the position (a win a win, a draw a draw), of random positions in which
    /// not every move does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<EstimateWithInterval>,
}

impl CurvePoint {
    /// The 95 % interval of the score against `runs`; of curves of earlier versions that of the games without pairs.
    pub fn interval_against_runs(&self) -> [f64; 2] {
        self.runs_interval.unwrap_or_else(|| self.runs.score_interval())
    }

    /// Whether the games against `runs` leave it open that the player is no better.
    pub fn may_be_no_better_than_runs(&self) -> bool {
        self.interval_against_runs()[0] <= 0.5
    }

    /// The number by which weights are compared, from 0 to 1: points per game against perfect play, as first and as
    /// second player together; where no such games were played, how often the move keeps the exact value; where that
    /// was not measured either, points per game against `runs`.
    pub fn strength(&self) -> f64 {
        let perfect = |results: Option<TrainingResults>| results.map_or(Wdl::ZERO, TrainingResults::wdl);
        let perfect = perfect(self.perfect_first) + perfect(self.perfect_second);
        let kept = || self.kept.map(|kept| kept.value);
        perfect.score().or_else(kept).or_else(|| self.runs.score()).unwrap_or_default()
    }
}

/// Games counted from the side of the player that learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TrainingResults {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl From<Wdl> for TrainingResults {
    fn from(Wdl { wins, draws, losses }: Wdl) -> TrainingResults {
        TrainingResults { wins, draws, losses }
    }
}

impl TrainingResults {
    fn wdl(self) -> Wdl {
        Wdl { wins: self.wins, draws: self.draws, losses: self.losses }
    }

    /// The 95 % interval of the points per game, of games that are independent.
    pub fn score_interval(self) -> [f64; 2] {
        ends(score_interval(self.wdl(), Confidence::NINETY_FIVE))
    }

    /// Points per game; a draw counts one half.
    pub fn score(self) -> Option<f64> {
        self.wdl().score()
    }
}

/// Games against `runs` for each point, on boards of up to [`CELLS_OF_LONG_GAMES`] cells. On larger boards a game takes
/// long: there fewer are played, but at least [`FEWEST_GAMES_AGAINST_RUNS`].
const GAMES_AGAINST_RUNS: u64 = 200;
const CELLS_OF_LONG_GAMES: u64 = 400;
const FEWEST_GAMES_AGAINST_RUNS: u64 = 20;
/// Games against perfect play for each point, where the solver solves the game at once.
const GAMES_AGAINST_PERFECT: u64 = 200;
/// The most plies of an opening of games against `runs`, whose moves hardly depend on chance: without openings most games
/// would be the same ones.
const OPENING: u32 = 4;
/// Positions of each ply whose exact values are asked for, where there are games against perfect play by default.
const POSITIONS: u32 = 50;
/// Nodes for one of them with all its moves.
const NODES_OF_A_POSITION: u64 = 200_000;
/// Nodes within which a game is solved "at once", on boards of up to [`CELLS`] cells. On larger boards a node takes
/// longer, so there are fewer.
const NODES_AT_ONCE: u64 = 200_000;
/// Random games whose positions are tried, and nodes for all of them.
const GAMES_TRIED: usize = 4;
const NODES_OF_GAMES: u64 = 1_000_000;
const CELLS: u64 = 64;
const MEMORY: Memory = Memory(64 << 20);
/// The weights of now stand in place of a file.
const LEARNED_NOW: &str = "learned,file=now";

/// Measures the strength of weights of one game.
pub(super) struct Measure<'a, B: Bits> {
    game: &'a Game,
    rules: &'a Rules<B>,
    seed: u64,
    work: &'a Work,
    games_against_perfect: u64,
    perfect: Option<Perfect<B>>,
    positions: u32,
    values: ValuesInMemory,
    /// The plies of which positions can be solved, from the first measurement on.
    plies: Option<RangeInclusive<u32>>,
}

impl<'a, B: Bits> Measure<'a, B> {
    pub(super) fn new(game: &'a Game, rules: &'a Rules<B>, train: &Train, work: &'a Work) -> Self {
        let Train { judge, grade, seed, .. } = *train;
        let is_easy = judge.is_none() && is_solved_at_once(rules, work);
        let games_against_perfect = judge.unwrap_or(if is_easy { GAMES_AGAINST_PERFECT } else { 0 });
        let positions = grade.unwrap_or(if is_easy { POSITIONS } else { 0 });
        let perfect =
            (games_against_perfect > 0).then(|| Perfect::new(rules.clone(), MEMORY, work.threads()));
        let values = ValuesInMemory::new();
        Measure { game, rules, seed, work, games_against_perfect, perfect, positions, values, plies: None }
    }

    /// The strength now.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if the run was stopped; games that cannot be played.
    pub(super) fn point(
        &mut self,
        standing: Standing,
        weights: &Arc<Weights>,
        seconds: f64,
    ) -> Result<CurvePoint, Error> {
        standing.show(self.work, Some(MEASURING));
        // Games of a measurement are shown as a part of the learning.
        let measuring = Work::new()
            .with_threads(self.work.threads())
            .with_stop(self.work.stop().clone())
            .observed_by(Measuring { work: self.work.clone(), standing });
        let against_runs = self.against_runs(weights, &measuring)?;
        let mut point = CurvePoint {
            games: standing.games,
            seconds,
            runs: against_runs.games.into(),
            runs_interval: Some(ends(against_runs.score_interval())),
            perfect_first: None,
            perfect_second: None,
            kept: self.graded(weights, &measuring)?,
        };
        if let Some(perfect) = &mut self.perfect {
            let learned = Learned::new(self.rules, Arc::clone(weights));
            let mut learned = learned.map_err(Error::run)?;
            let mut player = |rules: &Rules<B>, board: &Board<B>, random: &mut ChaCha8Rng| {
                one_ply(&mut learned, rules, board, random)
            };
            let control = Control::within(self.work.stop());
            let games = self.games_against_perfect;
            let mut meet = |first, before| {
                let watch = |games_played: u64| {
                    let (done, unit) = (before + games_played, "games against perfect play");
                    measuring.progress(&Progress {
                        done,
                        total: Some(2 * games),
                        unit,
                        detail: &String::new,
                    });
                };
                perfect.meet(&mut player, first, games, self.seed, &control, watch)
            };
            let (Some(first), Some(second)) = (meet(true, 0), meet(false, games)) else {
                return Err(Error::Interrupted);
            };
            point.perfect_first = Some(first.into());
            point.perfect_second = Some(second.into());
        }
        Ok(point)
    }

    fn player(weights: &Arc<Weights>, eval: &str) -> Result<PlayerSpec, Error> {
        let weights = Arc::clone(weights);
        let catalogue = Catalogue::new().with_weights(move |_| Ok(Arc::clone(&weights)));
        catalogue.player(&format!("minimax:depth=1,eval={eval}")).map_err(Error::run)
    }

    fn against_runs(&self, weights: &Arc<Weights>, measuring: &Work) -> Result<Sample, Error> {
        let learned = Self::player(weights, LEARNED_NOW)?;
        let runs = Self::player(weights, "runs")?;
        let spec = self.game.spec();
        let cells = self.rules.geometry().cells().len() as u32;
        let games = games_against_runs(u64::from(cells));
        // No line is complete by then.
        let plies = OPENING.min(cells / 4).min(2 * (self.rules.lines().shortest() as u32).saturating_sub(1));
        let openings = if plies > 0 { Openings::Random { plies } } else { Openings::None };
        let protocol = Protocol { openings, ..Protocol::new(games) };
        let plan = Plan::of_match(spec.clone(), learned, runs, protocol, self.seed);
        let played = play_meeting(&plan, None, Forfeits::default(), measuring, None)?;
        if !played.whole {
            return Err(Error::Interrupted);
        }
        Ok(Sample::of_player(&plan.conditions[0], &played.tally.conditions[0]))
    }

    /// How often the move keeps the exact value.
    fn graded(
        &mut self,
        weights: &Arc<Weights>,
        measuring: &Work,
    ) -> Result<Option<EstimateWithInterval>, Error> {
        if self.positions == 0 {
            return Ok(None);
        }
        let request = Request {
            game: self.game.spec().clone(),
            entries: vec![Entry::Player(Self::player(weights, LEARNED_NOW)?)],
            plies: self.plies.clone(),
            positions: self.positions as usize,
            seed: self.seed,
            solver_nodes: NODES_OF_A_POSITION,
        };
        let control = Control::within(self.work.stop());
        let tell = |progress: &connect_toe_grade::Progress| tell(&request, progress, measuring);
        let grading = measuring.on_all_threads(|| grade(&request, &self.values, &control, tell))?;
        let grading = grading.map_err(Error::run)?;
        if grading.interrupted {
            return Err(Error::Interrupted);
        }
        if let (None, Some(first), Some(last)) = (&self.plies, grading.plies.first(), grading.plies.last()) {
            self.plies = Some(first.ply..=last.ply);
        }
        let rate = grading.entries.first().and_then(|entry| entry.overall.keep_rate());
        Ok(rate.map(EstimateWithInterval::from))
    }
}

/// What is shown while the strength is measured.
const MEASURING: &str = "measuring the strength";

/// Shows games of a measurement as what the learning does now.
struct Measuring {
    work: Work,
    standing: Standing,
}

impl Observer for Measuring {
    fn progress(&self, progress: &Progress) {
        let of = progress.total.map_or_else(String::new, |total| format!(" of {}", count(total)));
        let now = format!("{MEASURING}: {}{of} {}", count(progress.done), progress.unit);
        self.standing.show(&self.work, Some(&now));
    }

    fn notice(&self, _: &str) {}
}

/// How many games against `runs` a point has: an even number, so that each side moves first in half of them.
fn games_against_runs(cells: u64) -> u64 {
    let fitting = GAMES_AGAINST_RUNS * CELLS_OF_LONG_GAMES / cells.max(CELLS_OF_LONG_GAMES);
    (fitting / 2 * 2).max(FEWEST_GAMES_AGAINST_RUNS)
}

/// Whether the solver finds the value of a game's first position within moments, and the best moves in random games
/// too: positions off the best line can take longer.
fn is_solved_at_once<B: Bits>(rules: &Rules<B>, work: &Work) -> bool {
    let cells = rules.geometry().cells().len() as u64;
    let limited = |nodes: u64| nodes * CELLS / cells.max(CELLS);
    let control = Control::within(work.stop()).limited(limited(NODES_AT_ONCE));
    let mut perfect = Perfect::new(rules.clone(), Memory(1 << 22), 1);
    if rules.outcome(&rules.start()).is_some() || perfect.score(&rules.start(), &control).is_none() {
        return false;
    }
    let control = Control::within(work.stop()).limited(limited(NODES_OF_GAMES));
    let mut random = ChaCha8Rng::seed_from_u64(0);
    (0..GAMES_TRIED).all(|_| {
        let mut board = rules.start();
        loop {
            if perfect.best(&board, &control).is_none() {
                return false;
            }
            let moves = rules.legal_moves(&board);
            let step = rules.step(&board, moves[random.random_range(0..moves.len())]);
            if step.outcome.is_some() {
                return true;
            }
            board = step.board;
        }
    })
}

/// The curve as a table.
pub(super) fn csv(curve: &[CurvePoint]) -> String {
    let mut text = "games,seconds,opponent,moving,wins,draws,losses,score\n".to_owned();
    for point in curve {
        let rows = [
            ("runs", "in turn", Some(point.runs)),
            ("perfect", "first", point.perfect_first),
            ("perfect", "second", point.perfect_second),
        ];
        for (opponent, moving, results) in rows {
            let Some(TrainingResults { wins, draws, losses }) = results else { continue };
            let score = results.and_then(TrainingResults::score).unwrap_or_default();
            let (games, seconds) = (point.games, point.seconds);
            let _ =
                writeln!(text, "{games},{seconds:.3},{opponent},{moving},{wins},{draws},{losses},{score:.4}");
        }
        // No opponent: the score is the rate of moves that keep the value.
        if let Some(EstimateWithInterval { value, .. }) = point.kept {
            let _ = writeln!(text, "{},{:.3},exact values,,,,,{value:.4}", point.games, point.seconds);
        }
    }
    text
}

/// The curve as a chart, in a file of its own.
pub(super) fn svg(game: &str, curve: &[CurvePoint]) -> String {
    let mut ticks: Vec<f64> = Vec::new();
    // A mark at about every third place of the logarithmic axis, and at the end.
    for games in curve.iter().map(|point| point.games as f64) {
        if ticks.last().is_none_or(|&last| games >= 2.0 * last) {
            ticks.push(games);
        }
    }
    if let (Some(last), Some(tick)) = (curve.last(), ticks.last_mut()) {
        *tick = last.games as f64;
    }
    let ticks = ticks.into_iter().map(|games| (games, nodes(Some(games)))).collect();
    let description = format!("Strength of what was learned of {game} by the number of games");
    let mut chart = LineChart::of_rates(description, "games played to learn from", ticks, "score, %");
    chart.width = 560.0;
    let series = |name: &str, style: usize, results: fn(&CurvePoint) -> Option<TrainingResults>| {
        let point = |point: &CurvePoint| {
            let results = results(point)?;
            let interval = score_interval(results.wdl(), Confidence::NINETY_FIVE);
            Some(Point::new(point.games as f64, results.score()?, (interval.low, interval.high)))
        };
        Series::new(name, style, curve.iter().filter_map(point).collect::<Vec<_>>())
    };
    chart.series = vec![
        series("against runs", 0, |point| Some(point.runs)),
        series("first against perfect play", 1, |point| point.perfect_first),
        series("second against perfect play", 2, |point| point.perfect_second),
    ];
    let kept = |point: &CurvePoint| {
        let EstimateWithInterval { value, interval } = point.kept?;
        let [low, high] = interval.unwrap_or([value; 2]);
        Some(Point::new(point.games as f64, value, (low, high)))
    };
    let kept: Vec<Point> = curve.iter().filter_map(kept).collect();
    chart.series.push(Series::new("moves that keep the exact value", 3, kept));
    chart.series.retain(|series| !series.points.is_empty());
    svg_file(&chart.svg())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_boards_have_fewer_games_against_runs() {
        assert_eq!([9, 225, 400].map(games_against_runs), [200; 3]);
        assert_eq!([441, 1024, 4096].map(games_against_runs), [180, 78, 20]);
    }

    #[test]
    fn what_is_solved_at_once_is_judged_by_perfect_play() {
        let is_easy = |text: &str| {
            let rules = Rules::<u64>::compile(&text.parse().expect("a game")).expect("fits");
            is_solved_at_once(&rules, &Work::new())
        };
        assert!(is_easy("3x3:3") && is_easy("4x4:3"));
        assert!(!is_easy("connect-four"));
    }
}
