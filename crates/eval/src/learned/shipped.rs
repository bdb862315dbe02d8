//! Weights that come with the program.

use std::sync::{Arc, OnceLock};

use connect_toe_game::GameSpec;

use crate::learned::weights::Weights;

/// Weights of one game: `weights/README.md` has the command that made them.
struct Shipped {
    /// Canonical game text.
    game: &'static str,
    bytes: &'static [u8],
    network: OnceLock<Option<Arc<Weights>>>,
}

macro_rules! shipped {
    ($($game:literal: $file:literal,)*) => {
        [$(Shipped {
            game: $game,
            bytes: include_bytes!(concat!("../../weights/", $file)),
            network: OnceLock::new(),
        }),*]
    };
}

static SHIPPED: [Shipped; 6] = shipped! {
    "3x3:3": "tic-tac-toe.weights",
    "7x6:4:-2": "connect-four.weights",
    "4x4x4:4:-3": "score-four.weights",
    "4x4x4:4": "qubic.weights",
    "9x9:5": "nine-by-nine.weights",
    "15x15:5": "gomoku.weights",
};

/// The weights for a game that come with the program, if there are any. They are unpacked when they are first asked for.
///
/// ```
/// use connect_toe_eval::learned::shipped;
/// let network = shipped(&"tic-tac-toe".parse()?).expect("it comes with the program");
/// assert_eq!(network.spec().to_string(), "3x3:3");
/// assert!(shipped(&"3x4:3".parse()?).is_none());
/// # Ok::<(), connect_toe_game::SpecError>(())
/// ```
pub fn shipped(spec: &GameSpec) -> Option<Arc<Weights>> {
    let game = spec.to_string();
    let shipped = SHIPPED.iter().find(|shipped| shipped.game == game)?;
    shipped.network.get_or_init(|| Weights::from_bytes(shipped.bytes).ok().map(Arc::new)).clone()
}

/// The games whose weights come with the program, as canonical game texts.
///
/// ```
/// use connect_toe_eval::learned::shipped_games;
/// assert!(shipped_games().any(|game| game == "3x3:3"));
/// ```
pub fn shipped_games() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|shipped| shipped.game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_weights_are_whole_and_of_their_games() {
        let mut bytes = 0;
        for Shipped { game, bytes: packed, .. } in &SHIPPED {
            let spec: GameSpec = game.parse().expect("a game");
            assert_eq!(spec.to_string(), *game);
            let network = Weights::from_bytes(packed).expect("is whole");
            assert_eq!(network.spec(), &spec);
            assert!(network.training().games > 0 && !network.training().method.is_empty());
            assert!(shipped(&spec).is_some());
            bytes += packed.len();
        }
        assert!(bytes < 5_000_000, "{bytes} bytes make the program too large");
    }
}
