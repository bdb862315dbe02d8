//! Players that look at few positions. They are kept from request to request: making one takes longer than asking it.

use std::any::Any;
use std::cell::RefCell;
use std::sync::Arc;

use connect_toe_game::{Bits, Game, Record, Rules};
use connect_toe_players::{PlayerSpec, SearchPlayer};

use crate::error::Error;
use crate::work::Work;

/// A player that looks at no more positions than this is asked on the calling thread: that takes milliseconds at most.
const FEW_POSITIONS: u64 = 2000;
/// The most players that a thread keeps, and the most cells of their games, whose tables are kept with them.
const MOST_PLAYERS: usize = 4;
const MOST_CELLS: usize = 400;

/// A player of a game, as it was built.
struct Kept<B> {
    rules: Arc<Rules<B>>,
    spec: PlayerSpec,
    player: SearchPlayer<B>,
}

thread_local! {
    /// The players that were asked last, the latest one last.
    static KEPT: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

/// Whether a player has an opinion of a position with so many legal moves within milliseconds, and on any stack.
pub(crate) fn is_brief(player: &PlayerSpec, moves: usize) -> bool {
    player.positions_at_most(moves).is_some_and(|positions| positions <= FEW_POSITIONS)
}

/// Whether a player of the engine has an opinion of a game's position that soon.
pub(crate) fn is_brief_in(game: &Game, player: &str, work: &Work) -> bool {
    let moves = game.geometry().cells().len() - game.moves().len();
    work.catalogue().player(player).is_ok_and(|player| is_brief(&player, moves))
}

/// Asks a player that looks at few positions.
///
/// # Errors
/// The player cannot play this game.
pub(crate) fn ask<B: Bits, T>(
    record: &Record<B>,
    spec: &PlayerSpec,
    ask: impl FnOnce(&mut SearchPlayer<B>) -> T,
) -> Result<T, Error> {
    let rules = record.shared_rules();
    let mut kept = if let Some(kept) = taken(&rules, spec) {
        kept
    } else {
        let player = SearchPlayer::new(&rules, spec).map_err(Error::impossible)?;
        Box::new(Kept { rules, spec: spec.clone(), player })
    };
    let answer = ask(&mut kept.player);
    // A file of weights may be another one the next time.
    let is_small = kept.rules.geometry().cells().len() <= MOST_CELLS;
    if is_small && kept.spec.weights().is_none() {
        KEPT.with_borrow_mut(|all| {
            if all.len() == MOST_PLAYERS {
                all.remove(0);
            }
            all.push(kept);
        });
    }
    Ok(answer)
}

/// The player that is kept, if there is one.
fn taken<B: Bits>(rules: &Arc<Rules<B>>, spec: &PlayerSpec) -> Option<Box<Kept<B>>> {
    let is_it = |kept: &Box<dyn Any>| {
        let kept = kept.downcast_ref::<Kept<B>>();
        kept.is_some_and(|kept| Arc::ptr_eq(&kept.rules, rules) && kept.spec == *spec)
    };
    KEPT.with_borrow_mut(|all| {
        let place = all.iter().position(is_it)?;
        all.remove(place).downcast().ok()
    })
}

#[cfg(test)]
mod tests {
    use connect_toe_eval::learned::{Network, Patterns, Training, Tuple, Weights};
    use connect_toe_game::{BySide, with_game};
    use connect_toe_players::Catalogue;
    use connect_toe_search::unwatched;

    use super::*;

    #[test]
    fn weights_that_have_changed_are_used() {
        let mut game: Game = "3x3:3".parse().expect("a game");
        game.play(game.parse_move("b2").expect("is legal")).expect("is legal");
        let values = [0, 100_000].map(|weight| {
            let all = BySide { x: vec![weight; 27], o: vec![weight; 27] };
            let patterns = Patterns::new(game.spec(), vec![Tuple::Cells(vec![0, 4, 8])]).expect("cells of the board");
            let network: Arc<Weights> = Arc::new(Network::new(patterns, all, Training::default()).into());
            let catalogue = Catalogue::new().with_weights(move |_| Ok(Arc::clone(&network)));
            let spec = catalogue.player("minimax:depth=1,eval=learned,file=own").expect("a player");
            with_game!(&game, record => {
                let (rules, board) = (record.rules(), record.board());
                ask(record, &spec, |player| player.analyze(rules, board, &mut unwatched)).expect("plays").moves
            })
        });
        assert_ne!(values[0], values[1]);
    }

    #[test]
    fn players_that_are_kept_find_what_new_ones_find() {
        let mut games: Vec<Game> =
            ["connect-four", "3x3:3"].map(|text| text.parse().expect("a game")).into_iter().collect();
        games.push(games[0].clone());
        for ply in 0..5 {
            for game in &mut games {
                for text in [
                    "random",
                    "minimax:depth=1",
                    "alpha-beta:depth=2,eval=runs",
                    "two-ply",
                    "two-ply:ties=first",
                ] {
                    let spec: PlayerSpec = text.parse().expect("a player");
                    with_game!(&*game, record => {
                        let (rules, board) = (record.rules(), record.board());
                        assert!(is_brief(&spec, rules.legal(board).count() as usize), "{text}");
                        let mut new = SearchPlayer::new(rules, &spec).expect("plays every game");
                        let found = ask(record, &spec, |player| player.analyze(rules, board, &mut unwatched));
                        let expected = new.analyze(rules, board, &mut unwatched);
                        let found = found.expect("plays every game");
                        assert_eq!((found.moves, found.nodes), (expected.moves, expected.nodes), "{text}");
                    });
                    assert!(KEPT.with_borrow(Vec::len) <= MOST_PLAYERS);
                }
                let moves = game.legal_moves();
                game.play(moves[(3 * ply) % moves.len()]).expect("is legal");
            }
        }
    }
}
