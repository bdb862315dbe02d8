//! A strategy for the second player that needs no search: to mirror.

use connect_toe_game::{Bits, Board, Faces, Goal, Rules};

/// Whether the side to move cannot win, because its opponent can mirror every move and never completes a line first.
///
/// That holds for the empty board of a misère game of runs, without blocked cells and with one stone a turn, that has a
/// dimension of even size without an open face. Its mirror in the
/// middle of this dimension has no cell of its own, so the mirror image of a move is always another cell; and nothing falls
/// along this dimension, so the image can be played. When the second player completed a line, the other had completed its
/// mirror image the move before; a line that is its own image has stones of both. The idea for cubes is S. Golomb's and
/// A. Hales' (*Hypercube tic-tac-toe*, 2002).
pub(crate) fn opponent_mirrors<B: Bits>(rules: &Rules<B>, board: &Board<B>) -> bool {
    let spec = rules.spec();
    let is_closed = |dimension: usize| match &spec.faces {
        Faces::Free => true,
        Faces::Open(faces) => faces.iter().all(|face| usize::from(face.dimension) != dimension + 1),
    };
    let is_mirror = |dimension: usize| spec.sizes[dimension].is_multiple_of(2) && is_closed(dimension);
    let is_plain = spec.run_length().is_some() && spec.blocked.is_empty() && rules.turns_are_equal();
    is_plain && spec.goal == Goal::AvoidLine && board.stones() == 0 && (0..spec.dimensions()).any(is_mirror)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_side_along_which_nothing_falls() {
        for (game, expected) in [
            ("4x3:3:-2:misere", true),
            ("3x4:3:-2:misere", false),
            ("4x4:3:+2,-2:misere:torus", true),
            ("4x4:3:-1,-2:misere", false),
            ("3x4:3:free:exact:misere", true),
            ("3x3:3:free:misere", false),
            ("4x3:3:-2", false),
        ] {
            let rules = Rules::<u64>::compile(&game.parse().expect("a game")).expect("a small game");
            assert_eq!(opponent_mirrors(&rules, &rules.start()), expected, "{game}");
            let after_one = rules.play(&rules.start(), rules.legal_moves(&rules.start())[0]);
            assert!(!opponent_mirrors(&rules, &after_one));
        }
    }
}
