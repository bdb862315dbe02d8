//! Players who met, directly or through others.

/// The connected components of players who met, directly or through others: for each player the number of its
/// component, counted from 0 in the order of their first players.
pub(super) fn components(players: usize, met: impl Iterator<Item = (usize, usize)>) -> Vec<usize> {
    // The least player of each component is its root, so that numbers do not depend on the order of meeting.
    let mut parent: Vec<usize> = (0..players).collect();
    for (one, other) in met {
        let (a, b) = (root(&mut parent, one), root(&mut parent, other));
        parent[a.max(b)] = a.min(b);
    }
    let mut numbers = vec![0; players];
    let mut count = 0;
    for player in 0..players {
        let root = root(&mut parent, player);
        numbers[player] = if root == player {
            count += 1;
            count - 1
        } else {
            numbers[root]
        };
    }
    numbers
}

fn root(parent: &mut [usize], mut player: usize) -> usize {
    while parent[player] != player {
        parent[player] = parent[parent[player]];
        player = parent[player];
    }
    player
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_joined_through_others() {
        let met = [(5, 1), (4, 0), (1, 3), (3, 5)];
        assert_eq!(components(7, met.into_iter()), [0, 1, 2, 1, 0, 1, 3]);
        assert_eq!(components(7, met.into_iter().rev()), [0, 1, 2, 1, 0, 1, 3]);
        assert_eq!(components(0, [].into_iter()), [0; 0]);
    }
}
