//! Players.

use connect_toe_game::{Bits, Course, Game, Record, with_game};
use connect_toe_players::{Catalogue, Player, PlayerSpec, SearchPlayer};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Reads text as a player with ranges and as a player, and lets it choose a move in a game that any of them finishes in no time.
///
/// # Panics
/// On a bug.
pub fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match Catalogue::new().ranges(&text) {
        Ok(ranges) => {
            assert_eq!(ranges.to_string(), text);
            assert!(ranges.player(&ranges.start()).is_ok(), "{text:?}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    match text.parse::<PlayerSpec>() {
        Ok(spec) => {
            let printed = spec.to_string();
            let again = printed.parse::<PlayerSpec>();
            assert_eq!(again.as_ref(), Ok(&spec), "{text:?} prints as {printed:?}");
            let game: Game = "2x2:2:-2".parse().expect("this is a game");
            with_game!(&game, record => choose(record, &spec));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn choose<B: Bits>(record: &Record<B>, spec: &PlayerSpec) {
    let (rules, board) = (record.rules(), record.board());
    let mut player = match SearchPlayer::new(rules, spec) {
        Ok(player) => player,
        // Without a file of weights there is nothing to play with.
        Err(_) if spec.to_string().contains("eval=learned") => return,
        Err(error) => panic!("a checked player can play every game: {error}"),
    };
    let choice = player.choose(rules, Course::from_here(board), &mut ChaCha8Rng::seed_from_u64(1));
    assert_eq!(rules.check_move(board, choice.cell), Ok(()), "{spec} chose a move that is not legal");
}

/// Some players.
pub fn seeds() -> Vec<Vec<u8>> {
    [
        "random",
        "random:ties=last",
        "minimax:depth=3,eval=undecided",
        "alpha-beta:depth=8,eval=runs,ties=first",
        "alpha-beta:depth=2,eval=terminal,hurry=true,nodes=100",
        "two-ply:eval=weighted-lines,weights=10/100/1000",
        "perfect",
        "published:depth=3,eval=pessimistic",
        "monte-carlo:explore=0.7{0..2},rave={10..1000:log}",
    ]
    .map(Into::into)
    .into()
}
