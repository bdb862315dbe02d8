//! What a match and a tournament have in common: a plan without a file, and where its games are kept.

use std::collections::BTreeMap;
use std::path::Path;

use connect_toe_api::{Error, Fault, Work, check_player, no_threads, tell_of_no_line, warn_of_long_thoughts};
use connect_toe_experiment::{Forfeits, Openings, Override, Plan, PlayError, Protocol, openings_for};
use connect_toe_game::Game;
use connect_toe_players::{FirstMover, PlayerSpec};
use connect_toe_results::{Opened, ResultsFile};

use crate::runner::{Failure, Played, Store, play_missing};
use crate::sequential::Sequential;
use crate::stored::{open_or_lengthen, results_error};

/// The largest number of games of a match.
pub(crate) const MOST_GAMES: u64 = 1_000_000_000;
/// The number of games if a request does not name it.
pub(crate) const GAMES: u64 = 100;

pub(crate) fn games() -> u64 {
    GAMES
}

pub(crate) fn first() -> String {
    FirstMover::Alternate.to_string()
}

/// The openings of a request that does not name any: those of [`openings_for`].
pub(crate) const AUTO: &str = "auto";

pub(crate) fn openings() -> String {
    AUTO.to_owned()
}

pub(crate) fn are_usual_openings(text: &str) -> bool {
    text == AUTO
}

pub(crate) fn forfeits() -> String {
    Forfeits::default().to_string()
}

pub(crate) fn are_usual_forfeits(text: &str) -> bool {
    text == forfeits()
}

/// The random plies that games of self-play begin with at most, if a request does not say how many: a quarter of the cells,
/// but of a large board that would be most of a game.
pub(crate) fn usual_random_plies(game: &Game) -> u32 {
    (game.geometry().cells().len() as u32 / 4).min(8)
}

/// What a match and a tournament ask for alike.
pub(crate) struct Asked<'a> {
    pub(crate) games: u64,
    pub(crate) first: &'a str,
    pub(crate) openings: &'a str,
    pub(crate) swap: bool,
    pub(crate) results: Option<&'a str>,
}

/// How many games are played, who moves first, from where, and whether the other chooses its side then.
pub(crate) fn protocol(
    asked: &Asked<'_>,
    game: &Game,
    players: &[PlayerSpec],
    work: &Work,
) -> Result<Protocol, Error> {
    let &Asked { games, first, openings, swap, results } = asked;
    if !(1..=MOST_GAMES).contains(&games) {
        return Err(Error::of_field(
            Fault::WrongField,
            "games",
            format!("the number of games must lie between 1 and {MOST_GAMES}"),
        ));
    }
    let first = first.parse().map_err(Error::wrong("first"))?;
    let openings = if openings == AUTO {
        // A match that is there goes on as it began, whatever this version would choose.
        let began = results.and_then(|path| openings_in(Path::new(path), work));
        began.unwrap_or_else(|| openings_for(game, players))
    } else {
        openings.parse().map_err(Error::wrong("openings"))?
    };
    Ok(Protocol { first, openings, swap, ..Protocol::new(games) })
}

/// The openings of the games that a results file has. A file that cannot be read is an error later.
fn openings_in(path: &Path, work: &Work) -> Option<Openings> {
    let (text, overrides) = ResultsFile::open(path, Opened::ToRead).ok()?.experiment().ok()?;
    let overrides: Vec<Override> = overrides.iter().filter_map(|text| text.parse().ok()).collect();
    let plan = Plan::read_with(&text, &overrides, &|_| Err(String::new()), work.catalogue()).ok()?;
    plan.conditions.first().map(|condition| condition.protocol.openings.clone())
}

/// Makes sure that these players can play this game, and warns of those that may never end a game.
pub(crate) fn check_players<'a>(
    game: &Game,
    players: impl IntoIterator<Item = &'a PlayerSpec> + Clone,
    work: &Work,
) -> Result<(), Error> {
    tell_of_no_line(game, work);
    players.clone().into_iter().try_for_each(|player| check_player(game, player))?;
    let cells = game.geometry().cells().len();
    players.into_iter().for_each(|player| warn_of_long_thoughts(cells, player, work));
    Ok(())
}

/// The player that each level among these stands for in the game, by the level's text.
pub(crate) fn levels<'a>(
    game: &Game,
    players: impl IntoIterator<Item = &'a PlayerSpec>,
) -> BTreeMap<String, String> {
    let levels = players.into_iter().filter(|player| player.level().is_some());
    levels.map(|level| (level.to_string(), level.for_game(game.spec()).to_string())).collect()
}

/// Plays what is missing of a plan, into a results file if one is named. A stop before there are games to count is an
/// error.
pub(crate) fn play_meeting(
    plan: &Plan,
    results: Option<&str>,
    forfeits: Forfeits,
    work: &Work,
    mut test: Option<&mut Sequential>,
) -> Result<Played, Error> {
    if !plan.is_reproducible() {
        work.notice("some players have a time limit or several threads: how they play depends on the machine and its load, so the same seed can give other games");
    }
    let store = match results {
        None => Store::Memory,
        Some(path) => Store::File(open_or_lengthen(Path::new(path), plan).map_err(results_error)?),
    };
    let mut played = play_missing(plan, store, 0..u64::MAX, forfeits, work, test.as_deref_mut(), &|_, _| {})
        .map_err(play_error)?;
    if let Store::File(file) = std::mem::replace(&mut played.store, Store::Memory) {
        file.finish().map_err(results_error)?;
    }
    let counted = test.map_or_else(|| played.tally.games(), |test| test.counted().games());
    if !played.whole && counted == 0 {
        return Err(Error::Interrupted);
    }
    Ok(played)
}

/// The error of games that could not be played, into a results file that `--results` names or into memory.
pub(crate) fn play_error(failure: Failure) -> Error {
    match failure {
        Failure::Results(error) => results_error(error),
        Failure::Play(PlayError::Condition { reason, .. }) => Error::impossible(reason),
        Failure::Play(PlayError::Stopped) => Error::Interrupted,
        Failure::Play(PlayError::NoThread(reason)) => no_threads(1, &reason),
        Failure::Other(error) => error,
    }
}
