//! Learned weights.

use connect_toe_eval::learned::{
    Head, LANES, LineNetwork, Network, Patterns, Sealed, Training, Tuple, Views, Weights,
};
use connect_toe_game::{BySide, GameSpec};

/// Larger boards take too long for a fuzzer.
const MAX_CELLS: usize = 32;
const WEIGHTS: Sealed = Sealed { kind: "learned weights", version: 1 };
const LINES: Sealed = Sealed { kind: "learned line network", version: 1 };

/// Reads weights, from the bytes as they are and as the content of a file that says it is whole; what is read is written
/// the same.
///
/// # Panics
/// On a bug.
pub fn run(bytes: &[u8]) {
    if let Err(error) = Weights::from_bytes(bytes) {
        assert!(!error.to_string().is_empty());
    }
    let content = WEIGHTS.open(bytes).or_else(|_| LINES.open(bytes)).unwrap_or(bytes);
    let game = content.split_first_chunk::<4>().and_then(|(length, rest)| {
        let text = rest.get(..u32::from_le_bytes(*length) as usize)?;
        std::str::from_utf8(text).ok()?.parse::<GameSpec>().ok()
    });
    let cells = game
        .map_or(0, |spec| spec.sizes.iter().map(|&size| usize::from(size)).fold(1, usize::saturating_mul));
    if cells > MAX_CELLS {
        return;
    }
    for kind in [WEIGHTS, LINES] {
        match Weights::from_bytes(&kind.seal(content)) {
            Ok(weights) => {
                let written = weights.to_bytes();
                let again = Weights::from_bytes(&written).expect("what was written is sound");
                assert_eq!(again.to_bytes(), written);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// Small ones of every kind.
///
/// # Panics
/// Never: they are sound.
pub fn seeds() -> Vec<Vec<u8>> {
    let tuples = |game: &str| match game {
        "9x9:5" => vec![Tuple::Window(vec![[0, 0], [-1, 1]])],
        _ => vec![Tuple::Cells(vec![0, 1]), Tuple::Cells(vec![2])],
    };
    let network = |game: &str| {
        let patterns = Patterns::new(&game.parse().expect("a game"), tuples(game)).expect("fits");
        let weights = vec![7; patterns.weights()];
        let training = Training { games: 1, seed: 2, method: "tc".to_owned() };
        Network::new(patterns, BySide { x: weights.clone(), o: weights }, training).to_bytes()
    };
    let lines = |game: &str| {
        let views = Views::new(&game.parse().expect("a game")).expect("fits");
        let rows = vec![[5; LANES]; views.rows()];
        let heads = vec![Head::EVEN; LineNetwork::heads_of(views.spec())];
        let training = Training { games: 1, seed: 2, method: "lines".to_owned() };
        LineNetwork::new(views, rows, heads, training).to_bytes()
    };
    let sealed = ["3x3:3", "4x3:3:-2", "3x3:3:-1,-2", "9x9:5"].map(network).into_iter();
    let sealed: Vec<Vec<u8>> = sealed.chain(["3x3:3", "4x3:3:-2"].map(lines)).collect();
    let content =
        |bytes: &Vec<u8>| WEIGHTS.open(bytes).or_else(|_| LINES.open(bytes)).expect("is sealed").to_vec();
    let contents: Vec<Vec<u8>> = sealed.iter().map(content).collect();
    [sealed, contents].concat()
}
