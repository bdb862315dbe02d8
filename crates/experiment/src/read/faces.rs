//! Subsets of a board's faces.

use connect_toe_game::{BoardTurn, Face, Faces};

/// The most dimensions of a board: with more there are too many subsets of faces to play them all.
pub(crate) const MOST_DIMENSIONS: usize = 4;

/// Every set of open faces but the empty one, smaller sets first; of equally large ones those with the high ends of
/// the last dimensions first, because a drop from the top is what most games have. Texts as in game text.
///
/// With `up_to_symmetry`, of all sets that turning and mirroring the board make of one only the first is kept.
pub(crate) fn subsets(sizes: &[u16], up_to_symmetry: bool) -> Vec<String> {
    let Faces::Open(faces) = Faces::all(sizes.len()) else { return Vec::new() };
    let mut masks: Vec<u32> = (1..1_u32 << faces.len()).collect();
    masks.sort_by_key(|mask| (mask.count_ones(), mask.reverse_bits()));
    if up_to_symmetry {
        let place = |face: &Face| faces.iter().position(|other| other == face);
        let images = |turn: &BoardTurn| faces.iter().filter_map(|&face| place(&turn.face(face))).collect();
        let moves: Vec<Vec<usize>> = BoardTurn::all(sizes).iter().map(images).collect();
        let mut seen = Vec::new();
        masks.retain(|&mask| {
            let smallest = moves.iter().map(|images| image(mask, images)).min().unwrap_or(mask);
            let is_new = !seen.contains(&smallest);
            seen.push(smallest);
            is_new
        });
    }
    let open = |mask: u32| -> Vec<Face> {
        faces.iter().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1).map(|(_, face)| *face).collect()
    };
    masks.into_iter().map(|mask| Faces::Open(open(mask)).to_string()).collect()
}

fn image(mask: u32, images: &[usize]) -> u32 {
    (0..images.len()).filter(|bit| mask >> bit & 1 == 1).map(|bit| 1 << images[bit]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_subsets_or_one_of_each_kind() {
        assert_eq!(subsets(&[4, 3], false).len(), 15);
        assert_eq!(subsets(&[3, 3, 3], false).len(), 63);
        assert_eq!(subsets(&[4, 4], true), ["-2", "+2,-2", "-1,-2", "-1,+2,-2", "+1,-1,+2,-2"]);
        assert_eq!(
            subsets(&[4, 3], true),
            ["-2", "-1", "+2,-2", "-1,-2", "+1,-1", "-1,+2,-2", "+1,-1,-2", "+1,-1,+2,-2"]
        );
        // A cube's faces: one; two beside or opposite each other; three at a corner or in a band; ...
        assert_eq!(subsets(&[3, 3, 3], true).len(), 9);
    }
}
