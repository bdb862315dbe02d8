//! What goes wrong with grades.

use connect_toe_game::SpecError;
use connect_toe_players::PlayerError;
use connect_toe_work::NoThread;

use crate::exact_values::ExactValuesError;

/// Why nothing was graded.
#[derive(Debug, thiserror::Error)]
pub enum GradeError {
    /// The text is not a game.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// A heuristic or player cannot be made.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// A ply is outside of the game.
    #[error("the plies {first} to {last} are not all within the game: its board has {cells} cells, so the last position with a move comes after {} plies", cells.saturating_sub(1))]
    Plies {
        /// The first ply asked for.
        first: u32,
        /// The last ply asked for.
        last: u32,
        /// Cells of the board.
        cells: u32,
    },
    /// The plies asked for end before they begin.
    #[error("no ply is in {first}..{last}: the first ply must not exceed the last")]
    NoPlies {
        /// The first ply asked for.
        first: u32,
        /// The last ply asked for.
        last: u32,
    },
    /// The search that is to value positions does not say what score to expect.
    #[error("{search} says nothing of the score to expect in {game}, so it cannot value positions")]
    NoScores {
        /// The search, as written.
        search: String,
        /// Game text.
        game: String,
    },
    /// There is no position to label.
    #[error("no undecided position was found after these plies")]
    NoPositions,
    /// There are more positions than a data set can have.
    #[error("{0}")]
    ManyPositions(String),
    /// Exact values cannot be read or kept.
    #[error("exact values cannot be read or kept")]
    Values(#[source] ExactValuesError),
    /// The values kept for a position do not belong to it.
    #[error("the exact values kept for {board} of {game} do not fit its moves")]
    Misfit {
        /// Game text.
        game: String,
        /// Board text.
        board: String,
    },
    /// A position of a sample is not one of the game.
    #[error(transparent)]
    Board(#[from] connect_toe_game::BoardError),
    /// Judges did not do what they were asked for.
    #[error("positions were not judged")]
    Judges(#[source] ExactValuesError),
    /// The system starts no thread.
    #[error(transparent)]
    Thread(#[from] NoThread),
}
