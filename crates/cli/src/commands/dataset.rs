//! `dataset`: positions with exact values, as files for those who train.

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use connect_toe_api::files;
use connect_toe_laboratory::{DataSet, DataSetMade, Plies};
use connect_toe_players::PlayerSpec;
use connect_toe_stats::numbers::{count, counted, duration};

use crate::answer;
use crate::arguments::Common;
use crate::failure::Failure;
use crate::number::whole;
use crate::players;
use crate::session;

#[derive(Debug, Args)]
#[command(after_help = crate::player_help::SHORT, after_long_help = after_help())]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    #[arg(value_parser = files::game_text)]
    game: String,
    /// Where positions are from
    #[arg(long, value_name = "DISTRIBUTION", default_value = DataSet::FROM[0], value_parser = DataSet::FROM)]
    from: String,
    /// Player whose games they are from; may be repeated
    #[arg(long = "player", value_name = "SPEC", value_parser = players::player)]
    players: Vec<PlayerSpec>,
    /// Largest number of random plies at the start of a game of players [default: a quarter of the cells, at most 8]
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = whole(0..=u32::from(u16::MAX)))]
    random_plies: Option<u32>,
    /// File of openings: moves in each line, or games
    #[arg(long, hide_short_help = true, value_name = "FILE", value_parser = NonEmptyStringValueParser::new())]
    openings: Option<String>,
    /// Plies after which they are taken: 12..20, or 12
    ///
    /// Both ends are included [default: all that games reach].
    #[arg(long, value_name = "A..B", allow_hyphen_values = true)]
    plies: Option<Plies>,
    /// Number of positions [default: 10000]
    ///
    /// For positions from random play and from players.
    #[arg(long, value_name = "N", value_parser = whole(1..=DataSet::MOST_POSITIONS))]
    positions: Option<u64>,
    /// Approximate node limit of the solver
    ///
    /// The limit is for the value of one position and its best moves.
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = DataSet::SOLVER_NODES, value_parser = whole(1..=u64::MAX))]
    solver_nodes: u64,
    /// Player that values positions which the solver's nodes do not suffice for
    ///
    /// A search that is limited by depth or nodes and says what score to expect.
    #[arg(long, hide_short_help = true, value_name = "SPEC", default_value = DataSet::SEARCH, value_parser = players::player)]
    search: PlayerSpec,
    /// Share of positions for validation
    #[arg(long, hide_short_help = true, value_name = "SHARE", default_value_t = DataSet::SHARE)]
    validation: f64,
    /// Share of positions for tests
    #[arg(long, hide_short_help = true, value_name = "SHARE", default_value_t = DataSet::SHARE)]
    test: f64,
    /// Folder for positions.npz and DATASET.md
    #[arg(long, value_name = "DIR", value_parser = NonEmptyStringValueParser::new())]
    out: String,
}

fn after_help() -> String {
    format!(
        "\
Positions are from random play (as many of each ply as of the others), from games of players who meet each \
other and themselves, all that games lead to, or those of a list of openings. They are undecided, and no two \
are symmetric; where a game has more symmetries than 2^24 divided by its number of cells, no two are turns or \
mirror images of each other, and DATASET.md says so. Each has its exact \
value for the side to move, the plies to the end and all best moves; where the solver's nodes do not suffice, \
a search's value, and a column says so. A hash of the position tells whether it is for training, validation or \
tests, so no such twin is in another part.

positions.npz has a NumPy array for each column; DATASET.md says how it was made and what the columns mean. \
Same command, same bytes, on any number of threads. The files are written at the end: after Ctrl-C there are none.

{}",
        crate::player_help::text()
    )
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let request = DataSet {
        game: arguments.game.clone(),
        from: arguments.from.clone(),
        players: arguments.players.iter().map(ToString::to_string).collect(),
        random_plies: arguments.random_plies,
        openings: arguments.openings.clone(),
        plies: arguments.plies.as_ref().map(ToString::to_string),
        positions: arguments.positions,
        seed: common.seed(),
        solver_nodes: arguments.solver_nodes,
        search: arguments.search.to_string(),
        validation: arguments.validation,
        test: arguments.test,
        out: arguments.out.clone(),
    };
    let made = session::run(common, |work| request.run(work))?;
    answer::print(common.format, &made, text)
}

fn text(made: &DataSetMade) -> String {
    let DataSetMade { positions, exact, results, searched, train, validation, test, seconds, .. } = made;
    let mut lines = vec![
        format!("{} of {}", counted(*positions, "position"), made.game),
        format!(
            "{} exact, {} with their result alone, {} with a search's value",
            count(*exact),
            count(*results),
            count(*searched)
        ),
        format!("train {}, validation {}, test {}", count(*train), count(*validation), count(*test)),
        duration(*seconds),
    ];
    lines.extend(made.files.iter().cloned());
    lines.join("\n")
}
