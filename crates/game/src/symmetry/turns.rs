//! What turning and mirroring a board does to it.

use crate::geometry::Geometry;
use crate::spec::{Edges, End, Face, Faces, GameSpec};

/// A way to turn and mirror a board: dimensions of one size may change places, and each may run the other way.
///
/// ```
/// use connect_toe_game::{BoardTurn, End, Face};
/// assert_eq!(BoardTurn::all(&[7, 6]).len(), 4);
/// let turns = BoardTurn::all(&[4, 4]);
/// assert_eq!(turns.len(), 8);
/// // One of two faces next to each other comes where the other is by two of the eight.
/// let [top, right] = [2, 1].map(|dimension| Face { dimension, end: End::High });
/// assert_eq!(turns.iter().filter(|turn| turn.face(top) == right).count(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardTurn {
    /// Which dimension each dimension becomes, counted from 0, and whether it then runs the other way.
    becomes: Vec<(usize, bool)>,
}

impl BoardTurn {
    /// All of a board of these sizes, the identity first.
    pub fn all(sizes: &[u16]) -> Vec<BoardTurn> {
        let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
        for &size in sizes {
            orders = orders
                .into_iter()
                .flat_map(|order| {
                    let places: Vec<usize> = (0..sizes.len())
                        .filter(|place| sizes[*place] == size && !order.contains(place))
                        .collect();
                    places.into_iter().map(move |place| [order.clone(), vec![place]].concat())
                })
                .collect();
        }
        orders.iter().flat_map(|order| mirrored(order)).collect()
    }

    /// Those that leave each dimension in its place, the identity first.
    pub fn mirrors(sizes: &[u16]) -> Vec<BoardTurn> {
        mirrored(&(0..sizes.len()).collect::<Vec<_>>()).collect()
    }

    /// The number of [all](Self::all).
    pub fn number(sizes: &[u16]) -> u64 {
        let of_its_size = |place: usize| sizes[..=place].iter().filter(|&&size| size == sizes[place]).count();
        (0..sizes.len()).map(|place| 2 * of_its_size(place) as u64).product()
    }

    /// Where a face comes.
    pub fn face(&self, face: Face) -> Face {
        let (place, is_mirrored) = self.becomes[usize::from(face.dimension) - 1];
        let end = match (face.end, is_mirrored) {
            (end, false) => end,
            (End::Low, true) => End::High,
            (End::High, true) => End::Low,
        };
        Face { dimension: place as u16 + 1, end }
    }

    /// Where the cell with these coordinates comes.
    pub(super) fn coordinates(&self, sizes: &[u16], from: &[u16]) -> Vec<u16> {
        let mut to = from.to_vec();
        for (&coordinate, &(place, is_mirrored)) in from.iter().zip(&self.becomes) {
            to[place] = if is_mirrored { sizes[place] - 1 - coordinate } else { coordinate };
        }
        to
    }

    /// Whether it leaves everything as it is that a description says of single cells, faces and dimensions.
    pub(super) fn keeps(&self, spec: &GameSpec, geometry: &Geometry) -> bool {
        let keeps_faces = match &spec.faces {
            Faces::Free => true,
            Faces::Open(faces) => faces.iter().all(|&face| faces.contains(&self.face(face))),
        };
        let keeps_edges = match &spec.edges {
            Edges::Walls | Edges::Wrap => true,
            Edges::WrapSome(some) => some
                .iter()
                .all(|&dimension| some.contains(&(self.becomes[usize::from(dimension) - 1].0 as u16 + 1))),
        };
        let is_blocked_there = |cell| {
            let there = geometry.cell_at(&self.coordinates(&spec.sizes, &geometry.coordinates(cell)));
            there.is_some_and(|cell| geometry.is_blocked(cell))
        };
        keeps_faces && keeps_edges && geometry.blocked_cells().all(is_blocked_there)
    }
}

/// Dimensions in this order, mirrored in each way.
fn mirrored(order: &[usize]) -> impl Iterator<Item = BoardTurn> {
    (0..1_usize << order.len()).map(move |mirrored| {
        let becomes =
            order.iter().enumerate().map(|(dimension, &place)| (place, mirrored >> dimension & 1 == 1));
        BoardTurn { becomes: becomes.collect() }
    })
}
