//! The positions from which games start.

use std::collections::HashSet;

use connect_toe_game::text::message;
use connect_toe_game::{
    Bits, Board, Cell, Game, Record, Side, canonical_form, symmetries, undecided_after, with_game,
};
use connect_toe_players::PlayerSpec;
use connect_toe_records::read;
use connect_toe_stats::numbers::counted;
use connect_toe_work::Stop;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::balanced::BalancedBook;
use crate::protocol::Openings;

/// The most symmetries that are used to tell positions apart.
pub(crate) const MOST_SYMMETRIES: usize = 4096;
/// The most positions of an opening book.
const MOST_OPENINGS: usize = 1_000_000;
/// Attempts to draw a random opening.
const TRIES: u32 = 10_000;

/// Openings that let players who can repeat themselves play different games: positions after as many random plies, at
/// most 4, as leave a game open. None where in each meeting one player moves at random, so that games differ anyway, and
/// in games that are too short.
///
/// ```
/// use connect_toe_experiment::{Openings, openings_for};
/// let players = ["perfect".parse()?, "two-ply".parse()?];
/// assert_eq!(openings_for(&"connect-four".parse()?, &players), Openings::Random { plies: 4 });
/// assert_eq!(openings_for(&"tic-tac-toe".parse()?, &players), Openings::Random { plies: 2 });
/// assert_eq!(openings_for(&"tic-tac-toe".parse()?, &["random".parse()?, "two-ply".parse()?]), Openings::None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn openings_for<'a>(game: &Game, players: impl IntoIterator<Item = &'a PlayerSpec>) -> Openings {
    let can_repeat = players.into_iter().filter(|player| !player.moves_at_random()).count();
    if can_repeat < 2 {
        return Openings::None;
    }
    usual_plies(game).map_or(Openings::None, |plies| Openings::Random { plies })
}

/// The most random plies, up to 4, that fit the game; `None` in games that are too short.
fn usual_plies(game: &Game) -> Option<u32> {
    let cells = game.geometry().cells().len();
    let most = (cells / LEAST_CELLS_PER_PLY).min(MOST_USUAL_PLIES) as u32;
    (1..=most).rev().find(|&plies| leaves_open(game, plies))
}

/// A number of random plies that gives more different games than these openings; `None` if the game has none.
///
/// ```
/// use connect_toe_experiment::{Openings, more_random_plies};
/// assert_eq!(more_random_plies(&"connect-four".parse()?, &Openings::None), Some(4));
/// assert_eq!(more_random_plies(&"connect-four".parse()?, &Openings::Random { plies: 4 }), Some(6));
/// assert_eq!(more_random_plies(&"3x1:2".parse()?, &Openings::None), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn more_random_plies(game: &Game, openings: &Openings) -> Option<u32> {
    match *openings {
        Openings::Random { plies } => [2, 1]
            .into_iter()
            .filter_map(|more| plies.checked_add(more))
            .find(|&plies| leaves_open(game, plies)),
        _ => usual_plies(game),
    }
}

/// Whether the game goes on after so many random plies.
fn leaves_open(game: &Game, plies: u32) -> bool {
    with_game!(game, record => book(record, &Openings::Random { plies }, &Stop::new()).is_ok())
}

/// The most plies of openings that nobody asked for.
const MOST_USUAL_PLIES: usize = 4;
/// The cells of a board for each of these plies, at least.
const LEAST_CELLS_PER_PLY: usize = 4;

/// The openings of one condition, ready to be played.
#[derive(Clone, Debug)]
pub(crate) enum Book {
    /// One after the other.
    Listed(Vec<Vec<Cell>>),
    /// Drawn anew for each pair.
    Random { plies: u32 },
}

/// Why a pair is not played.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NotPlayed {
    /// What is wrong.
    Reason(String),
    /// The search for openings was stopped.
    Stopped,
}

/// Makes the openings of a plan's condition. Any position after that number of plies stands in for balanced ones.
pub(crate) fn book<B: Bits>(record: &Record<B>, openings: &Openings, stop: &Stop) -> Result<Book, NotPlayed> {
    match openings {
        Openings::None => Ok(Book::Listed(vec![Vec::new()])),
        Openings::All { plies } => all(record, *plies, stop).map(Book::Listed),
        Openings::Random { plies } => {
            let mut random: ChaCha8Rng = rand::SeedableRng::seed_from_u64(0);
            draw(record, *plies, &mut random, stop, FEWER_PLIES)?;
            Ok(Book::Random { plies: *plies })
        }
        // Only a search tells whether there are balanced ones, see `balanced`.
        Openings::Balanced { plies } => {
            let mut random: ChaCha8Rng = rand::SeedableRng::seed_from_u64(0);
            draw(record, *plies, &mut random, stop, FEWER_BALANCED_PLIES)
                .map(|moves| Book::Listed(vec![moves]))
        }
        Openings::List(list) => {
            let read = |(index, text): (usize, &String)| {
                let why = |why| NotPlayed::Reason(format!("{}: {why}", list.described(index)));
                listed(record, text).map_err(why)
            };
            list.moves.iter().enumerate().map(read).collect::<Result<_, _>>().map(Book::Listed)
        }
    }
}

impl Book {
    /// Makes the openings of a book of balanced ones.
    pub(crate) fn balanced<B: Bits>(record: &Record<B>, book: &BalancedBook) -> Result<Book, NotPlayed> {
        let openings = book.moves.iter().map(|text| listed(record, text).map_err(NotPlayed::Reason));
        openings.collect::<Result<_, _>>().map(Book::Listed)
    }

    /// The moves before a pair's games begin.
    pub(crate) fn opening<B: Bits>(
        &self,
        record: &Record<B>,
        pair: u64,
        random: &mut ChaCha8Rng,
        stop: &Stop,
    ) -> Result<Vec<Cell>, NotPlayed> {
        match self {
            Book::Listed(openings) => Ok(openings[(pair % openings.len() as u64) as usize].clone()),
            Book::Random { plies } => draw(record, *plies, random, stop, FEWER_PLIES),
        }
    }
}

fn listed<B: Bits>(record: &Record<B>, text: &str) -> Result<Vec<Cell>, String> {
    let mut there = record.clone();
    let reading = read(&mut there, text).map_err(|error| message(&error.to_string()))?;
    if reading.start.is_some() {
        return Err("it starts from stones: an opening is moves from the empty board".to_owned());
    }
    match there.rules().outcome(there.board()) {
        None => Ok(reading.moves()),
        Some(_) => Err("the game is over after it".to_owned()),
    }
}

/// A position after `plies` random moves in which the game goes on. If hardly any game lasts that long, the error has
/// `advice`, [`FEWER_PLIES`] or [`FEWER_BALANCED_PLIES`], and then the number of plies that is possible.
pub(crate) fn draw<B: Bits>(
    record: &Record<B>,
    plies: u32,
    random: &mut ChaCha8Rng,
    stop: &Stop,
    advice: &str,
) -> Result<Vec<Cell>, NotPlayed> {
    let rules = record.rules();
    let mut lasted = Vec::new();
    for _ in 0..TRIES {
        let mut moves = Vec::with_capacity(plies as usize);
        let undecided = undecided_after(rules, *record.board(), plies, |board| {
            if stop.is_requested() {
                return None;
            }
            let cell = *rules.legal_moves(board).choose(random)?;
            moves.push(cell);
            Some(cell)
        });
        if undecided.is_some() {
            return Ok(moves);
        }
        if stop.is_requested() {
            return Err(NotPlayed::Stopped);
        }
        // The last move ended the game.
        lasted.push(moves.len().saturating_sub(1));
    }
    // A quarter of the games last this long, so that an opening of this many plies can be found.
    lasted.sort_unstable();
    let fewer = match lasted[lasted.len() * 3 / 4] {
        0 => FROM_THE_START.to_owned(),
        most => format!("{advice} of at most {}", counted(most as u64, "ply")),
    };
    let can_last = (plies as usize) < rules.geometry().cells().len();
    Err(NotPlayed::Reason(format!(
        "{} game of {} goes on after {}; {fewer}",
        if can_last { "hardly any" } else { "no" },
        rules.spec(),
        counted(plies.into(), "random ply")
    )))
}

/// What to do where games end sooner.
const FEWER_PLIES: &str = "take random openings";
/// The advice for balanced openings: fewer plies may have some, but only random ones are certain.
pub(crate) const FEWER_BALANCED_PLIES: &str =
    "ask for balanced openings of fewer plies, or take random openings";
/// The advice where there is no opening.
const FROM_THE_START: &str = "start from the empty board";

/// A move list for every position after `plies` plies in which the game goes on. Of positions that a symmetry maps to
/// each other, only the first is kept.
fn all<B: Bits>(record: &Record<B>, plies: u32, stop: &Stop) -> Result<Vec<Vec<Cell>>, NotPlayed> {
    let rules = record.rules();
    let symmetries =
        symmetries(rules.spec()).ok().and_then(|all| all.elements(MOST_SYMMETRIES)).unwrap_or_default();
    let mut positions: Vec<(Board<B>, Vec<Cell>)> = vec![(*record.board(), Vec::new())];
    if rules.outcome(record.board()).is_some() {
        positions.clear();
    }
    let mut lasted = 0;
    for _ in 0..plies {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for (board, moves) in &positions {
            for cell in rules.legal_moves(board) {
                if stop.is_requested() {
                    return Err(NotPlayed::Stopped);
                }
                let step = rules.step(board, cell);
                let form = canonical_form(rules, &symmetries, &step.board);
                let key = (form.stones_of(Side::X), form.stones_of(Side::O));
                if step.outcome.is_none() && seen.insert(key) {
                    next.push((step.board, [moves.as_slice(), &[cell]].concat()));
                }
            }
            if next.len() > MOST_OPENINGS {
                return Err(NotPlayed::Reason(format!(
                    "{} has more than {MOST_OPENINGS} positions after {}; choose them at random",
                    rules.spec(),
                    counted(plies.into(), "ply")
                )));
            }
        }
        positions = next;
        lasted += u64::from(!positions.is_empty());
    }
    if positions.is_empty() {
        let fewer = match lasted {
            0 => FROM_THE_START.to_owned(),
            most => format!("take at most {most}"),
        };
        return Err(NotPlayed::Reason(format!(
            "no game of {} goes on after {}; {fewer}",
            rules.spec(),
            counted(plies.into(), "ply")
        )));
    }
    Ok(positions.into_iter().map(|(_, moves)| moves).collect())
}
