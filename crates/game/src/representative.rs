//! One game for all that differ only in how their board is turned.

use crate::geometry::{Cell, Geometry};
use crate::spec::{Edges, End, Face, Faces, GameSpec, Overline};

/// The game that stands for all games with the same rules on a turned or mirrored board, and where its cells are in one
/// of these games.
///
/// Its dimensions of size 1 are left out. Those with fewer open faces come first, of these the longer ones; a dimension
/// with one open face has that at its high end. So stones fall from the top in the last dimension, as they do in Connect
/// Four. `exact` is left out where no run can be longer than `k`.
///
/// ```
/// use connect_toe_game::Representative;
/// let of = |game: &str| Representative::of(&game.parse().unwrap()).spec().to_string();
/// assert_eq!(of("6x7:4:+1"), "7x6:4:-2");
/// assert_eq!(of("6x7:4:-2"), "6x7:4:-2");
/// assert_eq!(of("3x1x4:3:+2"), "4x3:3");
/// assert_eq!(of("3x3:3:free:exact:misere"), "3x3:3:free:misere");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Representative {
    spec: GameSpec,
    /// Of each of its dimensions: the game's dimension, counted from 0, and whether that runs the other way.
    dimensions: Vec<(usize, bool)>,
    /// The game's number of dimensions.
    of: usize,
}

/// How many faces of a dimension are open, and whether its only one is the low one.
#[derive(Clone, Copy, Default)]
struct Openness {
    faces: u8,
    is_low: bool,
}

impl Representative {
    /// The representative of a game.
    pub fn of(game: &GameSpec) -> Representative {
        if !is_the_same_turned(game) {
            let dimensions = (0..game.dimensions()).map(|place| (place, false)).collect();
            return Representative { spec: game.clone(), dimensions, of: game.dimensions() };
        }
        let mut open = vec![Openness::default(); game.dimensions()];
        let mut is_free = true;
        if let Faces::Open(faces) = &game.faces {
            // Through a face of a dimension of size 1 a stone gets to every cell.
            is_free = faces.iter().any(|face| game.sizes[usize::from(face.dimension) - 1] == 1);
            for face in faces.iter().filter(|_| !is_free) {
                let dimension = &mut open[usize::from(face.dimension) - 1];
                dimension.faces += 1;
                dimension.is_low = face.end == End::Low;
            }
        }
        let mut order: Vec<usize> = (0..game.dimensions()).filter(|&place| game.sizes[place] > 1).collect();
        if order.is_empty() {
            order.push(0);
        }
        order.sort_by_key(|&place| (open[place].faces, std::cmp::Reverse(game.sizes[place])));
        let sizes: Vec<u16> = order.iter().map(|&place| game.sizes[place]).collect();
        let faces = order.iter().zip(1..).flat_map(|(&place, dimension)| {
            let ends: &[End] = match open[place].faces {
                0 => &[],
                1 => &[End::High],
                _ => &[End::Low, End::High],
            };
            ends.iter().map(move |&end| Face { dimension, end })
        });
        let faces = if is_free { Faces::Free } else { Faces::Open(faces.collect()) };
        let dimensions = order.iter().map(|&place| (place, open[place].faces == 1 && open[place].is_low));
        let mut spec = GameSpec { sizes, faces, ..game.clone() };
        if spec.run_length().is_some_and(|k| longest_line(&spec) <= u64::from(k)) {
            spec.overline = Overline::default();
        }
        Representative { dimensions: dimensions.collect(), of: game.dimensions(), spec }
    }

    /// The game that stands for the others.
    pub fn spec(&self) -> &GameSpec {
        &self.spec
    }

    /// Where a cell of the representative, as its place in canonical order, is in the game.
    ///
    /// ```
    /// use connect_toe_game::{GameSpec, Geometry, Representative};
    /// let game: GameSpec = "3x4:3:+1".parse()?;
    /// let representative = Representative::of(&game);
    /// assert_eq!(representative.spec().to_string(), "4x3:3:-2");
    /// // There b1 is the second column's lowest cell, which is the fourth; here stones fall to the right.
    /// let cell = representative.cell(3, &Geometry::of(&game)?);
    /// assert_eq!(cell.map(|cell| Geometry::of(&game).unwrap().cell_text(cell)).as_deref(), Some("c2"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cell(&self, place: usize, geometry: &Geometry) -> Option<Cell> {
        let mut coordinates = vec![0; self.of];
        let mut rest = place;
        for (&size, &(dimension, is_mirrored)) in self.spec.sizes.iter().zip(&self.dimensions).rev() {
            let coordinate = (rest % usize::from(size)) as u16;
            coordinates[dimension] = if is_mirrored { size - 1 - coordinate } else { coordinate };
            rest /= usize::from(size);
        }
        if rest == 0 { geometry.cell_at(&coordinates) } else { None }
    }
}

/// The cells of the longest row of a board: the longest side, or where lines wrap, the least number of steps that leads
/// back along a diagonal of all dimensions.
///
/// ```
/// use connect_toe_game::longest_line;
/// assert_eq!(longest_line(&"7x6:4".parse()?), 7);
/// assert_eq!(longest_line(&"4x3:4:free:torus".parse()?), 12);
/// # Ok::<(), connect_toe_game::SpecError>(())
/// ```
pub fn longest_line(game: &GameSpec) -> u64 {
    let sizes = game.sizes.iter().map(|&size| u64::from(size));
    match game.edges {
        Edges::Walls => sizes.max().unwrap_or(0),
        Edges::Wrap | Edges::WrapSome(_) => sizes.fold(1, least_common_multiple),
    }
}

/// Whether turning the board changes nothing that the description says of single cells or dimensions.
fn is_the_same_turned(game: &GameSpec) -> bool {
    game.run_length().is_some() && game.blocked.is_empty() && !matches!(game.edges, Edges::WrapSome(_))
}

fn least_common_multiple(a: u64, b: u64) -> u64 {
    let (mut greater, mut divisor) = (a, b);
    while divisor != 0 {
        (greater, divisor) = (divisor, greater % divisor);
    }
    (a / greater).saturating_mul(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    fn game(text: &str) -> GameSpec {
        text.parse().expect("a game")
    }

    #[test]
    fn representatives_have_the_same_games() {
        for text in [
            "3x4:3:+1",
            "3x4:3:-1,+2,-2",
            "4x3:3:+1,-1,+2",
            "2x1x3x3:3:+4",
            "2x1x3:2:-2,+1",
            "1x1:1",
            "1x5:3:-2",
            "3x3:3:free:exact",
            "2x3x4:3:+1,-3:misere",
            "2x4:2:-1:torus",
            "3x2x2:2:+1,-1:exact:torus",
        ] {
            let spec = game(text);
            let representative = Representative::of(&spec);
            let [here, there] = [&spec, representative.spec()].map(|spec| Game::new(spec).expect("a game"));
            assert_eq!(here.perft(5), there.perft(5), "{text}");
            let again = Representative::of(representative.spec());
            assert_eq!(again.spec(), representative.spec(), "{text}");
            // The legal moves are where it says.
            let mut moves: Vec<_> = there
                .legal_moves()
                .into_iter()
                .map(|cell| {
                    representative.cell(there.geometry().rank(cell), here.geometry()).expect("a cell")
                })
                .collect();
            moves.sort_by_key(|&cell| here.geometry().rank(cell));
            assert_eq!(moves, here.legal_moves(), "{text}");
        }
    }
}
