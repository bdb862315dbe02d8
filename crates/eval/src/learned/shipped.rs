//! Weights that come with the program.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use connect_toe_game::{Edges, GameSpec};

use crate::learned::patterns::shares_windows;
use crate::learned::weights::Weights;

/// Weights of one game: `weights/README.md` has the command that made them.
struct Shipped {
    /// Canonical game text.
    game: &'static str,
    bytes: &'static [u8],
    network: OnceLock<Option<Arc<Weights>>>,
}

impl Shipped {
    fn weights(&self) -> Option<Arc<Weights>> {
        self.network.get_or_init(|| Weights::from_bytes(self.bytes).ok().map(Arc::new)).clone()
    }
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

static SHIPPED: [Shipped; 7] = shipped! {
    "3x3:3": "tic-tac-toe.weights",
    "7x6:4:-2": "connect-four.weights",
    "4x4x4:4:-3": "score-four.weights",
    "4x4x4:4": "qubic.weights",
    "9x9:5": "nine-by-nine.weights",
    "15x15:5": "gomoku.weights",
    "15x15:5:free:exact": "standard-gomoku.weights",
};

/// The weights for a game that come with the program, if there are any. They are unpacked when they are first asked for.
///
/// A game that differs from one of these only in the size of the board, or in its edges, has the [moved
/// network](crate::learned::LineNetwork::moved_to) of that game, of several games that of the one whose board is most alike
/// in size.
///
/// ```
/// use connect_toe_eval::learned::shipped;
/// let network = shipped(&"tic-tac-toe".parse()?).expect("it comes with the program");
/// assert_eq!(network.spec().to_string(), "3x3:3");
/// assert!(shipped(&"3x4:3".parse()?).is_none());
/// assert!(shipped(&"20x20:5".parse()?).is_some());
/// # Ok::<(), connect_toe_game::SpecError>(())
/// ```
pub fn shipped(spec: &GameSpec) -> Option<Arc<Weights>> {
    let game = spec.to_string();
    if let Some(own) = SHIPPED.iter().find(|shipped| shipped.game == game) {
        return own.weights();
    }
    if !shares_windows(spec) {
        return None;
    }
    let mut moved = MOVED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, weights)) = moved.iter().find(|(of, _)| of == spec) {
        return weights.clone();
    }
    let weights = moved_to(spec);
    moved.truncate(MOST_MOVED - 1);
    moved.insert(0, (spec.clone(), weights.clone()));
    weights
}

/// The games that were asked for last, with what was found for them.
static MOVED: Mutex<Vec<(GameSpec, Option<Arc<Weights>>)>> = Mutex::new(Vec::new());
const MOST_MOVED: usize = 8;

/// The network of the game that is most like this one.
fn moved_to(spec: &GameSpec) -> Option<Arc<Weights>> {
    let is_alike = |other: &GameSpec| {
        let GameSpec { sizes, edges, .. } = spec;
        shares_windows(other)
            && *spec == GameSpec { sizes: sizes.clone(), edges: edges.clone(), ..other.clone() }
    };
    let distance = |other: &GameSpec| {
        let [own, theirs] =
            [spec, other].map(|spec| spec.sizes.iter().map(|&size| u64::from(size)).product());
        match spec.edges {
            // By the ratio of the numbers of cells, in thousandths.
            Edges::Walls => 1000 * u64::max(own, theirs) / u64::min(own, theirs),
            // All cells see as much as those far from the edges, of which a large board has more.
            Edges::Wrap | Edges::WrapSome(_) => u64::MAX - theirs,
        }
    };
    let games = SHIPPED.iter().filter_map(|shipped| Some((shipped, shipped.game.parse().ok()?)));
    let alike = games.filter(|(_, other)| is_alike(other));
    let nearest =
        alike.min_by_key(|(_, other)| distance(other)).and_then(|(shipped, _)| shipped.weights())?;
    let Weights::Lines(network) = &*nearest else { return None };
    network.moved_to(spec).map(|network| Arc::new(network.into()))
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
