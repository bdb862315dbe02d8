//! Games whose board is that of another one, turned or mirrored.

use connect_toe_game::{End, Face, Faces, GameSpec, Geometry};

/// The ways to turn boards of more dimensions are many.
const MOST_DIMENSIONS: usize = 3;

/// For each dimension of a game the one of another game that it is there, and whether it runs the other way.
pub(super) type Turn = Vec<(usize, bool)>;

/// How a board is turned and mirrored so that its game is `other`; `None` if it is another game. A game that is `other`
/// itself is not turned.
pub(super) fn turn(game: &GameSpec, other: &GameSpec) -> Option<Turn> {
    let number = other.dimensions();
    if number > MOST_DIMENSIONS || game.dimensions() != number {
        return None;
    }
    let (mut sizes, mut others) = (game.sizes.clone(), other.sizes.clone());
    sizes.sort_unstable();
    others.sort_unstable();
    if sizes != others {
        return None;
    }
    let sorted = |mut spec: GameSpec| {
        if let Faces::Open(faces) = &mut spec.faces {
            faces.sort_unstable_by_key(|face| (face.dimension, face.end == End::High));
        }
        spec
    };
    let other = sorted(other.clone());
    turns(number).into_iter().find(|turn| sorted(turned(game, turn)) == other)
}

/// Every way to turn and mirror a board.
fn turns(dimensions: usize) -> Vec<Turn> {
    (0..dimensions).fold(vec![Vec::new()], |turns, _| {
        let longer = |turn: Turn| {
            let free = (0..dimensions).filter(|place| turn.iter().all(|(taken, _)| taken != place));
            let next = free.flat_map(|place| [(place, false), (place, true)]);
            next.map(|next| [&turn[..], &[next]].concat()).collect::<Vec<Turn>>()
        };
        turns.into_iter().flat_map(longer).collect()
    })
}

/// The game on the turned board.
fn turned(game: &GameSpec, turn: &Turn) -> GameSpec {
    let mut spec = game.clone();
    for (place, &(there, is_mirrored)) in turn.iter().enumerate() {
        spec.sizes[there] = game.sizes[place];
        if let (Faces::Open(before), Faces::Open(faces)) = (&game.faces, &mut spec.faces) {
            for (face, before) in faces.iter_mut().zip(before) {
                if usize::from(before.dimension) == place + 1 {
                    let end = match before.end {
                        End::Low if is_mirrored => End::High,
                        End::High if is_mirrored => End::Low,
                        end => end,
                    };
                    *face = Face { dimension: there as u16 + 1, end };
                }
            }
        }
    }
    spec
}

/// Where the bits of a board are on the other one, by their numbers.
pub(super) fn images(here: &Geometry, there: &Geometry, turn: &Turn) -> Option<Vec<u32>> {
    let mut images = vec![0; here.bits()];
    for &cell in here.cells() {
        let mut coordinates = vec![0; turn.len()];
        for ((&(place, is_mirrored), at), size) in turn.iter().zip(here.coordinates(cell)).zip(here.sizes()) {
            coordinates[place] = if is_mirrored { size - 1 - at } else { at };
        }
        images[cell.index()] = there.cell_at(&coordinates)?.bit();
    }
    Some(images)
}
