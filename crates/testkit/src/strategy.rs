//! `proptest` strategies for games of the class and moves in them; failing cases shrink to small boards, plain
//! rules and few moves.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};

use crate::oracle::{Game, cell_text};
use crate::random_game::{Options, PlacementKind, RandomGame, SplitMix64, compose, game, placement};

/// Canonical game texts. Games with other lines than runs or with variations that have arguments do not shrink.
///
/// # Panics
/// If the options allow no game.
pub fn game_text(options: Options) -> BoxedStrategy<String> {
    if !options.lines.is_empty() || !options.variations.is_empty() {
        return any::<u64>()
            .prop_map(move |seed| game(&mut SplitMix64::new(seed), &options).to_string())
            .no_shrink()
            .boxed();
    }
    let kinds =
        if options.placements.is_empty() { vec![PlacementKind::Free] } else { options.placements.clone() };
    let sizes = vec(1..=options.max_size, 1..=options.max_dimensions);
    let flags = subsequence(options.flags.clone(), 0..=options.flags.len());
    let faces = (select(kinds), any::<Index>(), vec(any::<bool>(), 2 * options.max_dimensions));
    (sizes, 1..=options.max_run, faces, flags)
        .prop_map(move |(sizes, run, (kind, one, open), flags)| {
            let sizes = options.fit(&sizes);
            let faces = 2 * sizes.len();
            let placement = placement(kind, one.index(faces), &open[..faces]);
            compose(&sizes, run, &placement, &flags.into_iter().collect()).to_string()
        })
        .boxed()
}

/// Games with up to `max_plies` legal moves from the empty board; the last of them may have ended the game.
///
/// # Panics
/// If the options allow no game.
pub fn game_and_moves(options: Options, max_plies: usize) -> impl Strategy<Value = RandomGame> + Clone {
    (game_text(options), vec(any::<Index>(), 0..=max_plies)).prop_map(|(text, choices)| {
        let game = Game::parse(&text).expect("canonical game text");
        let mut position = game.start();
        for choice in choices {
            let legal = position.legal_cells();
            if legal.is_empty() {
                break;
            }
            let cell = cell_text(&legal[choice.index(legal.len())]);
            position = position.play(&cell).expect("a legal move");
        }
        RandomGame { moves: position.moves(), game: text }
    })
}
