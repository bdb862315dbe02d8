//! Symmetries that keep the results of games.

use connect_toe_game::{Bits, Edges, Goal, Overline, Rules, Symmetry, symmetries};

/// Symmetries are looked for on boards of at most this many cells.
const MOST_CELLS: usize = 128;
/// Symmetries are used if there are at most this many.
pub(crate) const MOST_SYMMETRIES: usize = 384;

/// The symmetries of a game, the identity first, if they are few and surely keep the results of games.
///
/// Where only runs of exactly `k` count, a run is told from a part of a longer one by its direction. Sets of cells
/// show their direction if they have two cells and lines do not wrap; otherwise symmetries are left alone.
pub(crate) fn usable_symmetries<B: Bits>(rules: &Rules<B>) -> Option<Vec<Symmetry>> {
    let spec = rules.spec();
    let directions_show = spec.edges == Edges::Walls && spec.run_length().is_some_and(|k| k > 1);
    if rules.geometry().cells().len() > MOST_CELLS
        || spec.overline == Overline::DoesNotCount && !directions_show
    {
        return None;
    }
    debug_assert!(matches!(spec.goal, Goal::MakeLine | Goal::AvoidLine), "the goal treats all lines alike");
    symmetries(spec).ok()?.elements(MOST_SYMMETRIES)
}
