//! `DATASET.md`: how a set was made, and what its columns mean.

use std::fmt::Write as _;

use connect_toe_api::VERSION;
use connect_toe_game::{Game, WhichSymmetries};
use connect_toe_grade::{Distribution, LabelRequest, LabelSymmetries};
use connect_toe_players::PlayerSpec;
use connect_toe_stats::numbers::{count, counted};

use super::DataSet;
use super::answer::{DataSetMade, DataSetPly};
use crate::shell::CommandLine;

/// What the columns mean.
fn columns(game: &Game) -> String {
    let (indices, cell) = example(game);
    format!(
        "\
| column | type | meaning |
| --- | --- | --- |
| `boards` | int8, for each cell | 1 is a stone of X, -1 of O, 0 an empty or blocked cell; `boards[i, {indices}]` is {cell} |
| `to_move` | int8 | 1: X is to move, -1: O; `boards * to_move` is the side to move's view |
| `stones_left` | uint16 | stones that the side to move has left in its turn |
| `ply` | uint16 | stones on the board |
| `value` | int8 | result of best play for the side to move: 1 win, 0 draw, -1 loss; 0 where `known` is 0 |
| `distance` | int16 | plies to the end with best play; -1 for a draw, and where `known` is not 2 |
| `best` | uint8, for each cell | 1 for each best move: soonest win, latest loss; a search's choice where `known` is not 2 |
| `score` | float32 | points to expect for the side to move: 1 win, 0.5 draw, 0 loss; a search's estimate where `known` is 0, \
NaN if the search has none of this position |
| `known` | uint8 | 2: value, distance and best moves are exact; 1: the value is; 0: nothing is, see the search |
| `split` | uint8 | 0 train, 1 validation, 2 test |
| `key` | uint64 | hash of the position |
"
    )
}

/// The indices of a cell of the board, and its text: the first in the middle of dimension 1.
fn example(game: &Game) -> (String, String) {
    let geometry = game.geometry();
    let mut coordinates = vec![0; geometry.sizes().len()];
    coordinates[0] = geometry.sizes()[0] / 2;
    let indices: Vec<String> = coordinates.iter().map(ToString::to_string).collect();
    let cell = geometry.cell_at(&coordinates).map(|cell| geometry.cell_text(cell));
    (indices.join(", "), cell.unwrap_or_default())
}

/// The card.
pub(super) fn text(
    data_set: &DataSet,
    request: &LabelRequest,
    game: &Game,
    symmetries: LabelSymmetries,
    made: &DataSetMade,
) -> String {
    let DataSetMade { positions, exact, results, searched, train, validation, test, .. } = made;
    let mut text = format!("# {} positions of {}\n\n", count(*positions), made.game);
    let _ = write!(
        text,
        "{}\n\n## Positions\n\n{} {} The game goes on in all of them.\n\n",
        maker(data_set, request),
        origin(request),
        alike(symmetries),
    );
    text.push_str("| ply | positions | side to move wins | draws | loses | not known |\n");
    text.push_str("| ---: | ---: | ---: | ---: | ---: | ---: |\n");
    for DataSetPly { ply, positions, wins, draws, losses, unknown } in &made.plies {
        let _ = writeln!(text, "| {ply} | {positions} | {wins} | {draws} | {losses} | {unknown} |");
    }
    let _ = write!(
        text,
        "\n## Labels\n\nThe solver searched about {} a position at most (`--solver-nodes`). {exact} positions have their exact \
         value, distance and best moves (`known` 2), {results} only their result (1), and {searched} the opinion of \
         `{}` (0).\n\n## Split\n\n",
        counted(request.solver_nodes, "node"),
        request.search,
    );
    let _ = write!(
        text,
        "| split | positions |\n| --- | ---: |\n| train | {train} |\n| validation | {validation} |\n| test | {test} |\n\n\
         `key` / 2^64 below {} is test, then below {} validation. The key is that of the canonical position alone, so no \
         {} is in another part, and another set of this game with the same shares divides alike.\n\n\
         ## Columns of positions.npz\n\nCells are in canonical order: an array has the board's shape {:?}, indexed by \
         coordinates (a flat list of {} cells where cells are missing from the board). Rows are sorted by ply and stones: \
         shuffle them to train.\n\n{}",
        data_set.test,
        data_set.test + data_set.validation,
        twin(symmetries.which),
        game.geometry().sizes(),
        game.geometry().cells().len(),
        columns(game),
    );
    text
}

/// What made the set, and whether it makes the same one again.
fn maker(data_set: &DataSet, request: &LabelRequest) -> String {
    let players: &[PlayerSpec] = match &request.from {
        Distribution::Players { players, .. } => players,
        _ => &[],
    };
    let own = players.iter().chain([&request.search]).filter(|player| player.is_own());
    let own: Vec<String> = own.map(|player| format!("`{player}`")).collect();
    let command = command(data_set);
    if own.is_empty() {
        return format!(
            "Made by connect-toe {VERSION} with\n\n```console\n{command}\n```\n\nThe same command gives the same bytes, on any \
             number of threads."
        );
    }
    let own = own.join(", ");
    format!(
        "Made by connect-toe {VERSION} from Python, or another program, whose own code plays in {own}. As a command, which \
         does not have that code, it would be\n\n```console\n{command}\n```\n\nThe same call gives the same bytes, on any number of threads, \
         if that code always gives the same answers."
    )
}

/// Which positions count as one.
fn alike(symmetries: LabelSymmetries) -> String {
    let number = counted(symmetries.number as u64, "symmetry");
    let kept = match symmetries.which {
        WhichSymmetries::All => {
            return "No two positions are alike up to a symmetry of the game, and each stands as the \
             smallest of its images."
                .to_owned();
        }
        WhichSymmetries::Turns => "turn and mirror the board",
        WhichSymmetries::Mirrors => "mirror the board",
    };
    format!(
        "The game has too many symmetries to look at all. No two positions are alike up to those that {kept} ({number}), and \
         each stands as the smallest of these images; two positions can be alike up to another symmetry of the game."
    )
}

/// What is never in another part than its position.
fn twin(which: WhichSymmetries) -> &'static str {
    match which {
        WhichSymmetries::All => "symmetric twin",
        WhichSymmetries::Turns => "turned or mirrored twin",
        WhichSymmetries::Mirrors => "mirrored twin",
    }
}

/// Where the positions are from, in a sentence or two.
fn origin(request: &LabelRequest) -> String {
    let plies = request
        .plies
        .as_ref()
        .map_or_else(String::new, |plies| format!(" after {} to {} plies", plies.start(), plies.end()));
    match &request.from {
        Distribution::Random => format!(
            "Positions{plies} that uniformly random moves from the empty board lead to, as many of each ply as of the others \
             as far as there are so many (seed {}).",
            request.seed
        ),
        Distribution::All => format!("All positions{plies} that games from the empty board lead to."),
        Distribution::Listed(_) => format!("The undecided positions{plies} of a list."),
        Distribution::Players { players, random_plies } => {
            let names: Vec<String> = players.iter().map(|player| format!("`{player}`")).collect();
            format!(
                "Positions{plies} of games that begin with 0 to {random_plies} random plies and go on between {}, each pair as \
                 often as the others, themselves too (seed {}).",
                names.join(", "),
                request.seed
            )
        }
    }
}

/// The command that makes the same set.
fn command(data_set: &DataSet) -> String {
    let DataSet { game, from, seed, solver_nodes, search, validation, test, .. } = data_set;
    let mut line = CommandLine::new(&["dataset"]).with(game).with("--from").with(from);
    for player in &data_set.players {
        line = line.with("--player").with(player);
    }
    let given = [
        ("--random-plies", data_set.random_plies.map(|plies| plies.to_string())),
        ("--openings", data_set.openings.clone()),
        ("--plies", data_set.plies.clone()),
        ("--positions", data_set.positions.map(|positions| positions.to_string())),
        ("--solver-nodes", Some(solver_nodes.to_string())),
        ("--search", Some(search.clone())),
        ("--validation", Some(validation.to_string())),
        ("--test", Some(test.to_string())),
        ("--seed", Some(seed.to_string())),
    ];
    for (option, value) in given {
        if let Some(value) = value {
            line = line.with(option).with(value);
        }
    }
    line.with("--out").with("DIR").text()
}
