//! Why there is no answer.

use connect_toe_game::{BoardError, MoveError, MoveReason, Outcome, SpecError};
use connect_toe_players::PlayerError;
use connect_toe_solve::CertifyError;
use connect_toe_work::NoThread;

/// Why there is no answer.
///
/// ```
/// use connect_toe::{Engine, Error, Game};
///
/// fn best_reply(game: &str, moves: &str) -> Result<String, Error> {
///     let mut game: Game = game.parse()?;
///     game.play(moves)?;
///     let analysis = Engine::new().analyze(&game, "alpha-beta:depth=4")?;
///     Ok(game.moves_text(&analysis.best))
/// }
///
/// assert!(matches!(best_reply("7x6:4:-3", ""), Err(Error::Game(_))));
/// let error = best_reply("connect-four", "d1 d3").unwrap_err();
/// assert!(error.to_string().starts_with("move 2 (`d3`): "));
/// # assert!(best_reply("connect-four", "d1 d2").is_ok());
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A text or description that is not a game.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// A move of a list that is not legal, or not a cell.
    #[error(transparent)]
    Moves(#[from] MoveError),
    /// A move that is not legal, or not a cell.
    #[error(transparent)]
    Move(#[from] MoveReason),
    /// A text that is not a board of the game.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A text that does not name a player or a heuristic, or one that cannot play the game.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The game is over, so there is no move to look for.
    #[error("the game is over: {}", match .0.winner() { None => "a draw".to_owned(), Some(side) => format!("{side} has won") })]
    GameOver(Outcome),
    /// A player has no move to give. None of the built-in players fails so.
    #[error("`{0}` has no move to give")]
    NoMove(String),
    /// The proof was not written.
    #[error(transparent)]
    Proof(#[from] CertifyError),
    /// A stop came before there was anything to say.
    #[error("stopped before there was an answer")]
    Stopped,
    /// The system does not start a thread whose stack is deep enough for the search.
    #[error("the system does not start a thread for the search: {0}")]
    Thread(#[from] NoThread),
}

impl From<connect_toe_eval::SettingError> for Error {
    fn from(error: connect_toe_eval::SettingError) -> Error {
        Error::Player(error.into())
    }
}
