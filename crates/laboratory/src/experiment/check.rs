//! Whether a text is an experiment, how large it is, and about how long it takes: for editors.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use connect_toe_api::{Error, Fault, Work};
use connect_toe_experiment::{Openings, Plan, PlanError, Request, play};
use connect_toe_game::GameSpec;
use connect_toe_players::PlayerSpec;
use connect_toe_work::Stop;
use serde::{Deserialize, Serialize};

/// An experiment that can be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CheckedExperiment {
    /// Its title.
    pub title: String,
    /// The question that it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// The number of conditions.
    pub cells: usize,
    /// All games of the experiment.
    pub games: u64,
    /// What its results will not show, however they come out.
    pub cautions: Vec<String>,
    /// Its games, each once.
    #[serde(skip)]
    pub boards: Vec<GameSpec>,
    /// Its players, each once.
    #[serde(skip)]
    pub players: Vec<PlayerSpec>,
}

/// Why a text is not an experiment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExperimentProblem {
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The line, counted from 1, if the error is at a place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column in characters, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// How many characters are meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<usize>,
    /// The message with the line below it, as the command line shows it.
    #[serde(skip)]
    pub text: String,
}

impl From<PlanError> for ExperimentProblem {
    fn from(error: PlanError) -> ExperimentProblem {
        let text = error.to_string();
        let place = error.place.as_ref();
        ExperimentProblem {
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            width: place.map(|place| place.width),
            message: error.message,
            hint: error.hint,
            text,
        }
    }
}

impl From<ExperimentProblem> for Error {
    fn from(problem: ExperimentProblem) -> Error {
        let refused = Error::because(Fault::WrongExperiment, problem.text);
        match problem.hint {
            Some(hint) => refused.with_hint(hint),
            None => refused,
        }
    }
}

/// Gives the text of a file that an experiment names, or says why not.
pub type LoadFile<'a> = &'a dyn Fn(&str) -> Result<String, String>;

fn plan(text: &str, load: LoadFile<'_>, work: &Work) -> Result<Plan, ExperimentProblem> {
    Ok(Plan::read_with(text, &[], load, work.catalogue())?)
}

/// Reads an experiment's text and says whether it can be played. `load` gives the text of a file that it names, or says
/// why not: for callers that do not let others name any file.
///
/// ```
/// use connect_toe_api::Work;
/// use connect_toe_laboratory::check_experiment;
/// let text = "games_per_cell = 2\n[[study]]\nname = \"a\"\ngame = \"3x3:3\"\nplayer = \"two-ply\"\nopponent = \"random\"\n";
/// let no_file = |_: &str| Err("no files here".to_owned());
/// assert_eq!(check_experiment(text, &no_file, &Work::new()).map(|checked| checked.games), Ok(2));
/// let none = text.replace("games_per_cell = 2", "games_per_cell = 0");
/// let problem = check_experiment(&none, &no_file, &Work::new()).unwrap_err();
/// assert_eq!((problem.line, problem.column), (Some(1), Some(18)));
/// ```
///
/// # Errors
/// A text that is not an experiment.
pub fn check_experiment(
    text: &str,
    load: LoadFile<'_>,
    work: &Work,
) -> Result<CheckedExperiment, ExperimentProblem> {
    let plan = plan(text, load, work)?;
    Ok(CheckedExperiment {
        title: plan.title.clone(),
        question: plan.question.clone(),
        cells: plan.conditions.len(),
        games: plan.games(),
        cautions: connect_toe_report::too_few_games(&plan),
        boards: boards(&plan),
        players: players(&plan),
    })
}

fn boards(plan: &Plan) -> Vec<GameSpec> {
    let games = plan.conditions.iter().map(|condition| (condition.game.to_string(), &condition.game));
    games.collect::<BTreeMap<String, &GameSpec>>().into_values().cloned().collect()
}

fn players(plan: &Plan) -> Vec<PlayerSpec> {
    let conditions = plan.conditions.iter();
    let all = conditions.flat_map(|condition| [&condition.player, &condition.opponent]);
    let by_text: BTreeMap<String, &PlayerSpec> = all.map(|player| (player.to_string(), player)).collect();
    by_text.into_values().cloned().collect()
}

/// About how long an experiment takes on a machine.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExpectedTime {
    /// Seconds on all the threads of the run.
    pub seconds: f64,
    /// Whether some games were not played to their end for the estimate, because they take long: then it takes longer.
    pub at_least: bool,
}

/// How long games are tried: a person waits for the answer.
const TRIAL: Duration = Duration::from_millis(700);
/// Conditions that are tried, at most.
const MOST_TRIALS: usize = 200;
/// A pair that takes less is too short to be timed alone.
const SHORT: Duration = Duration::from_millis(4);
/// Short pairs that are timed together.
const TOGETHER: u64 = 16;

/// Plays a few games of an experiment, for less than a second, and says about how long all of them take on `threads`
/// threads.
///
/// # Errors
/// A text that is not an experiment, or whose games cannot be played; no thread to play on; a stop.
pub fn expected_time(
    text: &str,
    load: LoadFile<'_>,
    threads: usize,
    work: &Work,
) -> Result<ExpectedTime, Error> {
    let mut plan = plan(text, load, work)?;
    // Balanced openings take long to find, and the answer is wanted soon.
    let mut is_balanced = false;
    for condition in &mut plan.conditions {
        if let Openings::Balanced { plies } = condition.protocol.openings {
            condition.protocol.openings = Openings::Random { plies };
            is_balanced = true;
        }
    }
    let alone = work.clone().with_threads(1);
    let estimate = alone.on_all_threads(|| try_games(&plan, &alone))??;
    let seconds = estimate.seconds / threads.max(1) as f64;
    Ok(ExpectedTime { seconds, at_least: estimate.at_least || is_balanced })
}

/// Times pairs of as many conditions as there is time for, spread evenly over the plan. The other conditions count as
/// the mean of these. The answer is for one thread.
fn try_games(plan: &Plan, work: &Work) -> Result<ExpectedTime, Error> {
    const GOLDEN: f64 = 0.618_033_988_749_895;
    let all = plan.conditions.len();
    let end = Instant::now() + TRIAL;
    let mut seconds: Vec<Option<f64>> = vec![None; all];
    let mut at_least = false;
    for turn in 0..all.min(MOST_TRIALS) {
        let place = if all <= MOST_TRIALS {
            // Later studies are often the larger ones.
            all - 1 - turn
        } else {
            ((turn as f64 * GOLDEN).fract() * all as f64) as usize
        };
        let pairs = plan.conditions[place].protocol.pairs();
        let (mut took, mut is_whole) = time(plan, place, 1, end, work)?;
        let mut each = took.as_secs_f64();
        if is_whole && took < SHORT && pairs > TOGETHER {
            // The time that does not depend on the number of pairs is not counted for each.
            let alone = took;
            (took, is_whole) = time(plan, place, 1 + TOGETHER, end, work)?;
            if is_whole {
                each = took.saturating_sub(alone).max(took / 4).as_secs_f64() / TOGETHER as f64;
            } else {
                is_whole = true;
            }
        }
        at_least |= !is_whole;
        seconds[place] = Some(each * pairs as f64);
        if Instant::now() >= end {
            break;
        }
    }
    let tried: Vec<f64> = seconds.iter().flatten().copied().collect();
    let mean = tried.iter().sum::<f64>() / tried.len().max(1) as f64;
    Ok(ExpectedTime { seconds: seconds.into_iter().map(|known| known.unwrap_or(mean)).sum(), at_least })
}

/// How long the first pairs of a condition take, and whether they came to their end.
fn time(
    plan: &Plan,
    condition: usize,
    pairs: u64,
    end: Instant,
    work: &Work,
) -> Result<(Duration, bool), Error> {
    let started = Instant::now();
    let stop = work.stop().part();
    let is_over = Stop::new();
    let mut is_whole = true;
    let played = play(plan, &[Request { condition, pairs: 0..pairs }], &is_over, |pair| {
        let is_stopped = stop.is_requested();
        if is_stopped || (pair.is_none() && Instant::now() >= end) {
            is_whole = false;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    if work.stop().is_requested() {
        return Err(Error::Interrupted);
    }
    match played {
        Err(connect_toe_experiment::PlayError::Stopped) | Ok(()) => Ok((started.elapsed(), is_whole)),
        Err(error) => Err(Error::because(Fault::WrongExperiment, error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_games_take_longer_and_long_ones_are_not_waited_for() {
        let text = |games: u64, player: &str| {
            format!(
                "games_per_cell = {games}\n[[study]]\nname = \"a\"\ngame = \"connect-four\"\nplayer = \"{player}\"\n\
                 opponent = \"random\"\n"
            )
        };
        let expected = |games, player| {
            let no_file = |_: &str| Err(String::new());
            expected_time(&text(games, player), &no_file, 1, &Work::new()).expect("can be played")
        };
        // A busy machine can stand still during the games that the time is taken of.
        let least = |games| {
            let tries = (0..5).map(|_| expected(games, "alpha-beta:depth=4").seconds);
            tries.fold(f64::INFINITY, f64::min)
        };
        let (few, many) = (least(100), least(100_000));
        assert!(few > 0.0 && many > 50.0 * few, "{few:?} {many:?}");
        let started = Instant::now();
        let endless = expected(100, "minimax:depth=12");
        assert!(endless.at_least && endless.seconds > 10.0, "{endless:?}");
        assert!(started.elapsed() < Duration::from_secs(10));
    }
}
