//! `play`: a game in the terminal, full screen or line by line.

mod command;
mod cursor;
mod line_mode;
mod model;
mod picture;
mod screen;
mod session;
mod thinking;
mod view;

use std::io::IsTerminal;

use clap::{Args, ValueEnum};
use connect_toe_game::{BySide, Side, with_game};
use connect_toe_players::{PlayerSpec, SearchPlayer};

use crate::answer::Format;
use crate::arguments::{Common, acting};
use crate::failure::Failure;
use crate::position::PositionArguments;

pub(crate) use screen::restore_terminal;
use session::{Seat, Session};

#[derive(Debug, Args)]
#[command(mut_args(acting(&["seed"])))]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    game: String,
    #[command(flatten)]
    position: PositionArguments,
    /// The opponent, as NAME[:key=value,...]: random is easy, alpha-beta:depth=2,eval=runs is a start
    /// [default: alpha-beta with eval=runs, as deep as it gets in about a second on this board]
    #[arg(long, value_name = "SPEC")]
    opponent: Option<PlayerSpec>,
    /// The side that you play; both for two people, none to watch
    #[arg(long, value_enum, value_name = "x|o|both|none", default_value_t = You::X)]
    you: You,
    /// Read moves line by line and print the board as text: for screen readers, pipes and scripts
    /// [default: full screen in a terminal]
    #[arg(long)]
    plain: bool,
}

const AFTER_HELP: &str = "Type a cell (d1, b3.4, or a column digit where stones drop), or move with the arrow \
keys, and press Enter. H shows every key. With NO_COLOR set nothing is coloured; with TERM=dumb, or when \
input or output is not a terminal, the game is played line by line as with --plain.";

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
    let mut game = connect_toe_api::game(&arguments.game)?;
    with_game!(&mut game, record => arguments.position.position().apply(record))?;
    let opponent = match &arguments.opponent {
        Some(opponent) => opponent.clone(),
        None => thinking::default_player(&game).map_err(Failure::run)?,
    };
    // Whether the opponent can play this game is a matter of the request, not of its first move.
    with_game!(&game, record => SearchPlayer::new(record.rules(), &opponent).map(drop))
        .map_err(Failure::request)?;
    let session = Session::new(&arguments.game, game, arguments.you.seats(), opponent, common.seed());
    if arguments.plain || !can_draw() {
        on_a_deep_stack(|| line_mode::run(session))
    } else {
        screen::run(session)
    }
}

/// Memory for the stack of a thread that searches: a game can be 4096 plies long, and a search descends one level a ply.
/// Only what is used is taken.
const STACK_BYTES: usize = 256 << 20;

/// Runs on a thread whose stack is deep enough for every search.
fn on_a_deep_stack(run: impl FnOnce() -> Result<(), Failure> + Send) -> Result<(), Failure> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("play".to_owned()).stack_size(STACK_BYTES);
        let thread = thread.spawn_scoped(scope, run).map_err(Failure::run)?;
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Whether both ends are a terminal that can place text anywhere.
fn can_draw() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    let dumb = dumb && !cfg!(windows);
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal() && !dumb
}
