//! Playing the pairs of a plan that are missing, into a results file or into memory: the one way in which every command
//! plays games, on threads of this process or by a crew.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::{ControlFlow, Range};

use connect_toe_api::{Error, Machines, Progress, VERSION, Work};
use connect_toe_experiment::{
    BalancedBook, BalancedProgress, Forfeits, Pair, Plan, PlayError, Request, Tally, find_balanced, play,
};
use connect_toe_results::{Machine, ResultsError, ResultsFile};
use connect_toe_stats::Wdl;
use connect_toe_stats::numbers::{counted, percent};
use connect_toe_work::Stop;

use crate::crew;
use crate::sequential::Sequential;
use crate::stored::{DecidedTest, watched};

/// Where pairs are kept.
pub(crate) enum Store {
    Memory,
    File(ResultsFile),
}

/// What has been played.
pub(crate) struct Played {
    /// All games of the store.
    pub(crate) tally: Tally,
    /// Whether all pairs that were asked for are played; if not, the run was stopped.
    pub(crate) whole: bool,
    pub(crate) store: Store,
}

/// A function that is called with the games of a plan while they are played.
pub(crate) type Seen<'a> = &'a (dyn Fn(&Plan, &Tally) + Sync);

/// Why pairs were not played.
pub(crate) enum Failure {
    Results(ResultsError),
    Play(PlayError),
    Other(Error),
}

impl From<ResultsError> for Failure {
    fn from(error: ResultsError) -> Failure {
        Failure::Results(error)
    }
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Failure {
        Failure::Play(error)
    }
}

/// Plays the pairs with these numbers (through all conditions) that are missing or damaged. A sequential test counts
/// all pairs in the order of their numbers, those that are stored already first, and its verdict ends the run.
///
/// `seen` is called often with the plan and the games so far.
///
/// A file that was made for this and got no games is removed again: it would be in the way of the corrected experiment.
pub(crate) fn play_missing(
    plan: &Plan,
    store: Store,
    range: Range<u64>,
    forfeits: Forfeits,
    work: &Work,
    test: Option<&mut Sequential>,
    seen: Seen<'_>,
) -> Result<Played, Failure> {
    let mut test = test;
    let run = || match store {
        Store::Memory => {
            let requests = plan.pairs_in(range);
            let plan = &*with_openings(plan, None, work)?;
            let mut keep = |_: Option<&Pair>| Ok(());
            let (tally, whole) = play_pairs(
                plan,
                &requests,
                Tally::with_forfeits(plan, forfeits),
                work,
                test,
                &mut keep,
                seen,
            )?;
            Ok(Played { tally, whole, store: Store::Memory })
        }
        Store::File(results) => {
            let games = results.games()?;
            let results = watched(results, games, work);
            match play_into(plan, &results, range, forfeits, work, test.take(), seen) {
                Ok((tally, whole)) => Ok(Played { tally, whole, store: Store::File(results) }),
                Err(why) => {
                    if results.is_new() && results.is_empty().unwrap_or(false) {
                        results.discard()?;
                    }
                    Err(why)
                }
            }
        }
    };
    work.on_all_threads(run).map_err(Failure::Other)?
}

fn play_into(
    plan: &Plan,
    results: &ResultsFile,
    range: Range<u64>,
    forfeits: Forfeits,
    work: &Work,
    mut test: Option<&mut Sequential>,
    seen: Seen<'_>,
) -> Result<(Tally, bool), Failure> {
    let tally = sound_games(plan, results, forfeits, work, test.as_deref_mut())?;
    let decided = DecidedTest::of(test.as_deref());
    DecidedTest::keep(decided.as_ref(), results)?;
    if decided.is_some() {
        return Ok((tally, true));
    }
    let missing = results.missing(plan, range)?;
    let mut with = Cow::Borrowed(plan);
    if !missing.is_empty() {
        results.check_pages()?;
        results.keep_weights(plan)?;
        match with_openings(plan, Some(results), work) {
            // The file keeps openings that were found, so there is something to go on with.
            Err(Failure::Play(PlayError::Stopped)) if !results.balanced(plan)?.is_empty() => {
                return Ok((tally, false));
            }
            found => with = found?,
        }
    }
    let plan = &*with;
    let machine = match work.crew() {
        None => Machine { processor: processor(), cores: cores(), threads: work.threads() as u32 },
        Some(crew) => {
            let Machines { name, cores, workers } = crew.machines();
            Machine { processor: name.unwrap_or_else(processor), cores, threads: workers }
        }
    };
    let mut writer = results.writer(plan, VERSION, machine);
    let mut keep = |pair: Option<&Pair>| match pair {
        Some(pair) => writer.add(pair),
        None => writer.tick(),
    };
    let played = play_pairs(plan, &missing, tally, work, test.as_deref_mut(), &mut keep, seen);
    if !matches!(played, Err(Failure::Results(_))) {
        writer.flush()?;
        drop(writer);
        DecidedTest::keep(DecidedTest::of(test.as_deref()).as_ref(), results)?;
        results.add_last_words(&work.catalogue().last_words().all())?;
    }
    played
}

/// The plan with the balanced openings that it calls for: those that the file keeps, or else new ones, which are then
/// kept in the file.
pub(crate) fn with_openings<'a>(
    plan: &'a Plan,
    results: Option<&ResultsFile>,
    work: &Work,
) -> Result<Cow<'a, Plan>, Failure> {
    if plan.conditions.iter().all(|one| one.balanced_place().is_none()) {
        return Ok(Cow::Borrowed(plan));
    }
    let mut whole = plan.clone();
    if let Some(results) = results {
        whole.balanced = results.balanced(plan)?;
    }
    let stop = work.stop().part();
    let before = whole.balanced.clone();
    let mut last: Option<BalancedProgress> = None;
    let found = find_balanced(&mut whole, &stop, &mut |progress: &BalancedProgress| {
        last = Some(progress.clone());
        let BalancedProgress { game, found, asked, tried, .. } = progress;
        let detail = || format!("balanced openings of {game}, {} tried", counted(*tried, "position"));
        work.progress(&Progress { done: *found, total: Some(*asked), unit: "openings", detail: &detail });
        ControlFlow::Continue(())
    });
    if let Some(results) = results.filter(|_| whole.balanced != before) {
        results.keep_balanced(&whole)?;
    }
    if let (Err(PlayError::Stopped), Some(progress)) = (&found, last) {
        let kept = whole.balanced.get(&(progress.game.clone(), progress.plies));
        let kept = kept.map_or(0, |book| book.moves.len() as u64);
        work.notice(&stopped_search(&progress, kept, results));
    }
    let found = found.map_err(Failure::Play)?;
    for place in found {
        let calls = whole.conditions.iter().filter(|one| one.balanced_place().as_ref() == Some(&place));
        let pairs = calls.map(|condition| condition.protocol.pairs()).max().unwrap_or(0);
        for note in notes_on(&place, &whole.balanced[&place], pairs) {
            work.notice(&note);
        }
    }
    Ok(Cow::Owned(whole))
}

/// What a user should know of the openings of a game after a number of plies, with this number of pairs to play from them.
fn notes_on((game, plies): &(String, u32), book: &BalancedBook, pairs: u64) -> Vec<String> {
    let (number, plies) = (book.moves.len() as u64, counted(u64::from(*plies), "ply"));
    let (openings, all_pairs) = (counted(number, "balanced opening"), counted(pairs, "pair"));
    let mut notes = Vec::new();
    if number < book.asked {
        let positions = counted(book.tried, "position");
        let what_follows = if number == 1 { "each begins with it" } else { "they take turns" };
        notes.push(format!(
            "{game} has {openings} after {plies} among {positions}, fewer than its {all_pairs}: {what_follows}"
        ));
    } else if number < pairs {
        notes.push(format!(
            "{game} has {all_pairs}, but no more than {openings} are looked for: they take turns"
        ));
    }
    if book.are_decided {
        notes.push(format!(
            "no balanced position of {game} after {plies} is known to be a draw, or open: the solver knows who wins from {}",
            if number == 1 { "this opening" } else { "each of these openings" }
        ));
    }
    notes
}

/// What is left of a search for balanced openings that was stopped, and how it can go on.
fn stopped_search(progress: &BalancedProgress, kept: u64, results: Option<&ResultsFile>) -> String {
    let BalancedProgress { game, asked, .. } = progress;
    let found = counted(kept, "balanced opening");
    let what = format!("stopped in the search for openings, with {found} of {game} out of {asked}");
    match results {
        _ if kept == 0 => format!("{what}: the next run begins with the search"),
        Some(results) => {
            format!("{what}: {} keeps them, and the next run goes on from there", results.path().display())
        }
        None => format!("{what}: they are lost; a run with a results file keeps what it finds"),
    }
}

/// The games so far, which the test counts. Damaged pairs are taken out, with a notice to the caller: they are missing
/// then.
fn sound_games(
    plan: &Plan,
    results: &ResultsFile,
    forfeits: Forfeits,
    work: &Work,
    mut test: Option<&mut Sequential>,
) -> Result<Tally, ResultsError> {
    const MOST_LINES: usize = 10;
    let mut tally = Tally::with_forfeits(plan, forfeits);
    let damages = results.examine(plan, |pair| {
        tally.count(&pair);
        if let Some(test) = &mut test {
            // After the verdict pairs do not count.
            let _ = test.add(pair);
        }
    })?;
    for damage in damages.iter().take(MOST_LINES) {
        work.notice(&format!("{} is damaged: {damage}", results.path().display()));
    }
    if damages.len() > MOST_LINES {
        work.notice(&format!("… and {} more", damages.len() - MOST_LINES));
    }
    if !damages.is_empty() {
        results.remove_pairs(plan, &damages)?;
        work.notice("damaged pairs are taken out and played again");
    }
    Ok(tally)
}

/// Plays pairs and adds them to a tally; says whether all were played, or as many as the test needed.
fn play_pairs(
    plan: &Plan,
    requests: &[Request],
    mut tally: Tally,
    work: &Work,
    mut test: Option<&mut Sequential>,
    keep: &mut dyn FnMut(Option<&Pair>) -> Result<(), ResultsError>,
    seen: Seen<'_>,
) -> Result<(Tally, bool), Failure> {
    let games = |request: &Request| -> u64 {
        let games = plan.conditions[request.condition].protocol.games;
        (2 * request.pairs.end).min(games) - 2 * request.pairs.start
    };
    let wanted = requests.iter().map(games).sum();
    let mut played = 0;
    let mut failed: Option<ResultsError> = None;
    let stop = work.stop().part();
    let hear = |pair: Option<Pair>| {
        if let Err(error) = keep(pair.as_ref()) {
            failed.get_or_insert(error);
            return ControlFlow::Break(());
        }
        let mut go_on = ControlFlow::Continue(());
        if let Some(pair) = pair {
            played += pair.games.len() as u64;
            tally.count(&pair);
            if let Some(test) = &mut test {
                go_on = test.add(pair);
            }
        }
        seen(plan, &tally);
        let detail = || test.as_ref().map_or_else(|| leader_text(plan, &tally), |test| test.text());
        work.progress(&Progress { done: played, total: Some(wanted), unit: "games", detail: &detail });
        go_on
    };
    let ended = play_on_machines(plan, requests, &stop, work, hear);
    if let Some(error) = failed {
        return Err(error.into());
    }
    match ended {
        Ok(()) => Ok((tally, true)),
        Err(Failure::Play(PlayError::Stopped)) => Ok((tally, test.is_some_and(|test| test.is_decided()))),
        Err(error) => Err(error),
    }
}

/// Plays pairs on threads of this process or by a crew; `hear` gets each soon after its end, in any order.
pub(crate) fn play_on_machines(
    plan: &Plan,
    requests: &[Request],
    stop: &Stop,
    work: &Work,
    hear: impl FnMut(Option<Pair>) -> ControlFlow<()>,
) -> Result<(), Failure> {
    match work.crew() {
        None => play(plan, requests, stop, hear).map_err(Failure::Play),
        Some(crew) => crew::play(crew, plan, requests, stop, hear),
    }
}

/// With fewer games nobody leads.
const FEWEST_GAMES: u64 = 20;

/// The player with the best score over all its games.
fn leader_text(plan: &Plan, tally: &Tally) -> String {
    let mut scores: HashMap<String, Wdl> = HashMap::new();
    for (condition, tally) in plan.conditions.iter().zip(&tally.conditions) {
        *scores.entry(condition.player.to_string()).or_default() += tally.wdl();
        *scores.entry(condition.opponent.to_string()).or_default() += tally.wdl().swapped();
    }
    let score = |wdl: &Wdl| wdl.score().unwrap_or(0.0);
    let enough = scores.into_iter().filter(|(_, wdl)| wdl.games() >= FEWEST_GAMES);
    let best = enough.max_by(|(name, wdl), (other, their)| {
        score(wdl).total_cmp(&score(their)).then_with(|| other.cmp(name))
    });
    best.map_or_else(String::new, |(name, wdl)| format!("leads: {name} {} %", percent(score(&wdl))))
}

fn cores() -> u32 {
    std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32)
}

/// The name of the processor, if the system gives one.
fn processor() -> String {
    let described = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = described
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':').map(|(_, name)| name.trim()));
    name.map_or_else(|| format!("{} processor", std::env::consts::ARCH), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_even_if_fewer_openings_are_looked_for() {
        let place = ("5x5:4".to_owned(), 4);
        let notes = |asked, found: usize, pairs| {
            let moves = vec!["a1 b2 c3 d4".to_owned(); found];
            notes_on(&place, &BalancedBook { asked, tried: 900, are_decided: false, moves }, pairs)
        };
        assert_eq!(notes(500, 500, 500), [""; 0]);
        assert_eq!(
            notes(500, 70, 1000),
            [
                "5x5:4 has 70 balanced openings after 4 plies among 900 positions, fewer than its 1000 pairs: they take turns"
            ]
        );
        assert_eq!(
            notes(2, 1, 2),
            [
                "5x5:4 has 1 balanced opening after 4 plies among 900 positions, fewer than its 2 pairs: each begins with it"
            ]
        );
        assert_eq!(
            notes(500, 500, 1000),
            ["5x5:4 has 1000 pairs, but no more than 500 balanced openings are looked for: they take turns"]
        );
    }
}
