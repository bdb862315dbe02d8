//! `play`: a game in the terminal, full screen or line by line.

mod command;
mod cursor;
mod entry;
mod last_move;
mod line_mode;
mod model;
mod picture;
mod replay;
mod review;
pub(super) mod saved;
mod screen;
mod session;
mod thinking;
mod view;

use connect_toe_api::files;
use std::io::IsTerminal;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};
use connect_toe_game::{BySide, Cell, Game, Side, with_game};
use connect_toe_players::{Level, PlayerSpec, SearchPlayer};

use crate::answer::Format;
use crate::arguments::{Common, acting};
use crate::book_argument::BookArgument;
use crate::failure::Failure;
use crate::players;
use crate::position::PositionArguments;

use saved::{SavedGame, Saver};
pub(crate) use screen::restore_terminal;
use session::{Seat, Session};

#[derive(Debug, Args)]
#[command(mut_args(acting(&["seed"])))]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    #[arg(required_unless_present = "load")]
    #[arg(value_parser = files::game_text)]
    game: Option<String>,
    #[command(flatten)]
    position: PositionArguments,
    /// Strength of the opponent [default: casual]
    #[arg(long, value_parser = PossibleValuesParser::new(levels()), conflicts_with = "opponent")]
    level: Option<String>,
    /// The opponent, NAME[:key=value,...]
    ///
    /// Any search with any heuristic, as in other commands.
    #[arg(long, value_name = "SPEC", value_parser = players::player)]
    opponent: Option<PlayerSpec>,
    /// The side that you play [default: x]
    ///
    /// With both two people play, with none you watch. A loaded game keeps its setting.
    #[arg(long, value_enum, value_name = "x|o|both|none", hide_possible_values = true)]
    you: Option<You>,
    /// Save the game to a new file after every move
    ///
    /// A name that ends in .psq, .sgf or .digits asks for a game of Piskvork, in the Smart Game Format, or the columns of the
    /// moves.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Continue a saved game, or replay a finished one
    ///
    /// The players are those of the saved game. Games of other programs are read too: of Piskvork, in the Smart Game Format
    /// (the main line), or moves as --moves has them; those need GAME.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "board", "to_move"])]
    load: Option<PathBuf>,
    /// Read moves line by line and print the board as text
    ///
    /// For screen readers, pipes and scripts [default: full screen in a terminal].
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    book: BookArgument,
}

const AFTER_HELP: &str = "Type a cell (d1, b3.4) or, where stones drop, its column (d or 4; b3), or move with the \
arrow keys, and press Enter. H shows every key. With NO_COLOR set nothing is coloured; with TERM=dumb, or when \
input or output is not a terminal, the game is played line by line as with --plain.";

/// The values of the option, with what they mean.
fn levels() -> impl Iterator<Item = PossibleValue> {
    let help = |level: &Level| match level.elo {
        0 => level.about.to_owned(),
        elo => format!("{}; about {elo} Elo above beginner", level.about),
    };
    Level::all().iter().map(move |level| PossibleValue::new(level.name).help(help(level)))
}

/// The side that a person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum You {
    X,
    O,
    Both,
    None,
}

impl You {
    fn seats(self) -> BySide<Seat> {
        let mine = |side| match self {
            You::X => side == Side::X,
            You::O => side == Side::O,
            You::Both => true,
            You::None => false,
        };
        BySide::from_fn(|side| if mine(side) { Seat::Person } else { Seat::Computer })
    }
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    if common.format == Format::Json {
        return Err(Failure::request("play is for people and has no JSON form")
            .hint("match plays games, and analyze and moves look at positions, with --format json"));
    }
    let session = match &arguments.load {
        Some(path) => {
            let saved = SavedGame::load(path, arguments.game.as_deref())?;
            loaded(common, arguments, &saved).map_err(|failure| failure.of_file(path))?
        }
        None => begun(common, arguments)?,
    };
    // Whether the opponent can play this game is a matter of the request, not of its first move.
    with_game!(session.game(), record => SearchPlayer::new(record.rules(), session.opponent()).map(drop))
        .map_err(Failure::request)?;
    let session = session.with_book(arguments.book.choice())?;
    let load = arguments.load.as_deref();
    let mut saver = arguments.save.as_deref().map(|path| Saver::new(path, load)).transpose()?;
    if let Some(saver) = &mut saver {
        // What cannot be written is better known before the game than after it.
        let refused = |error| Failure::request(error).hint("name another file with --save");
        saver.save(&session).map_err(refused)?;
    }
    if arguments.plain || !can_draw() { line_mode::run(session, saver) } else { screen::run(session, saver) }
}

/// The game that the arguments describe.
fn begun(common: &Common, arguments: &Arguments) -> Result<Session, Failure> {
    let name = arguments.game.as_deref().unwrap_or_default();
    let mut game = connect_toe_api::game(name)?;
    with_game!(&mut game, record => arguments.position.position().apply(record))?;
    let opponent = match named_opponent(arguments, &game)? {
        Some(opponent) => opponent,
        None => first_opponent(&game)?,
    };
    let seats = arguments.you.unwrap_or(You::X).seats();
    Ok(Session::new(name, game, seats, opponent, common.seed()))
}

/// The opponent of those who do not name one: one that most people can win against.
fn first_opponent(game: &Game) -> Result<PlayerSpec, Failure> {
    let casual = Level::of_game(game).into_iter().find(|level| level.name == FIRST_LEVEL);
    casual.unwrap_or_else(Level::best).player(game).map_err(Failure::run)
}

/// The level of the first opponent.
const FIRST_LEVEL: &str = "casual";

/// The opponent that the arguments name, as a player or as a level.
fn named_opponent(arguments: &Arguments, game: &Game) -> Result<Option<PlayerSpec>, Failure> {
    let level = arguments.level.as_deref().and_then(Level::find);
    let offered = Level::of_game(game);
    if let Some(level) = level.filter(|level| !offered.contains(level)) {
        let names: Vec<&str> = offered.iter().map(|level| level.name).collect();
        let (name, spec) = (level.name, game.spec());
        return Err(Failure::request(format!("{spec} is too small for the level {name}"))
            .hint(format!("its levels are {}", names.join(", "))));
    }
    let of_level = level.map(|level| level.player(game)).transpose().map_err(Failure::run)?;
    let named = arguments.opponent.as_ref();
    Ok(named
        .map(|named| if named.level().is_some() { named.for_game(game.spec()) } else { named.clone() })
        .or(of_level))
}

/// The game of a file, with the players and the seed that the arguments name in place of its own.
fn loaded(common: &Common, arguments: &Arguments, saved: &SavedGame) -> Result<Session, Failure> {
    let game = saved.replay()?;
    let opponent = match named_opponent(arguments, &game)? {
        Some(opponent) => opponent,
        None => match saved.opponent()? {
            Some(opponent) => opponent,
            None => first_opponent(&game)?,
        },
    };
    let seats = arguments.you.map_or_else(|| saved.seats(), You::seats);
    let seed = common.named_seed().unwrap_or_else(|| saved.seed());
    // The name is shown as the file has it, so it has to be a name of this game.
    let is_name = connect_toe_api::game(&saved.name).is_ok_and(|named| named.spec() == game.spec());
    let name = if is_name { saved.name.clone() } else { game.spec().to_string() };
    let session = Session::new(&name, game, seats, opponent, seed);
    saved.check(&session)?;
    Ok(session)
}

/// The board as lines of text, as it is shown line by line.
pub(super) fn board(game: &Game) -> String {
    picture::text_of(game, &game.legal_moves(), &game.forbidden())
}

/// Reads a move of the side to move as a person types it.
///
/// # Errors
/// What was typed and why it is not a move.
pub(super) fn read_move(game: &Game, text: &str) -> Result<Cell, String> {
    entry::read_move(game, text)
}

/// Whether both ends are a terminal that can place text anywhere.
fn can_draw() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    let dumb = dumb && !cfg!(windows);
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal() && !dumb
}
