//! Circles among players who beat each other.

/// Who beats whom: `wins[a][b]` is the score of a against b, if a beats b.
pub(super) type Wins = Vec<Vec<Option<f64>>>;

/// A shortest circle: players of whom each beats the next one, and the last one the first. Of several it is the one whose
/// closest win is the clearest, then the one with the lowest numbers. It starts with its lowest number. `None` if there is
/// no circle.
pub(super) fn shortest_circle(wins: &Wins) -> Option<Vec<usize>> {
    let shortest = (0..wins.len()).filter_map(|player| distance_back(wins, player)).min()?;
    let mut search = Search { wins, length: shortest, back: Vec::new(), path: Vec::new(), best: None };
    for player in 0..wins.len() {
        search.back = steps_to(wins, player);
        search.path.push(player);
        search.extend(f64::INFINITY);
        search.path.pop();
    }
    search.best.map(|(_, circle)| circle)
}

/// How many wins lead from each player to this one, at least; to itself none. `None` if no way does.
fn steps_to(wins: &Wins, goal: usize) -> Vec<Option<usize>> {
    let mut steps = vec![None; wins.len()];
    steps[goal] = Some(0);
    let mut front = vec![goal];
    for step in 1..wins.len() {
        let is_new = |player: &usize| {
            steps[*player].is_none() && front.iter().any(|&loser| wins[*player][loser].is_some())
        };
        front = (0..wins.len()).filter(is_new).collect();
        for &player in &front {
            steps[player] = Some(step);
        }
    }
    steps
}

/// How many wins lead from a player back to itself.
fn distance_back(wins: &Wins, player: usize) -> Option<usize> {
    let steps = steps_to(wins, player);
    beaten(wins, player).filter_map(|loser| steps[loser]).min().map(|steps| steps + 1)
}

fn beaten(wins: &Wins, player: usize) -> impl Iterator<Item = usize> + '_ {
    wins[player].iter().enumerate().filter(|(_, win)| win.is_some()).map(|(other, _)| other)
}

/// The search for the clearest circle of a length.
struct Search<'a> {
    wins: &'a Wins,
    length: usize,
    /// How many wins lead back to the first player of the path.
    back: Vec<Option<usize>>,
    path: Vec<usize>,
    /// Its closest win, and the circle.
    best: Option<(f64, Vec<usize>)>,
}

impl Search<'_> {
    /// Goes on from the end of the path, whose closest win is this one.
    fn extend(&mut self, closest: f64) {
        if self.best.as_ref().is_some_and(|(best, _)| closest <= *best) {
            return;
        }
        let (first, last) = (self.path[0], self.path[self.path.len() - 1]);
        if self.path.len() == self.length {
            if let Some(win) = self.wins[last][first] {
                let closest = closest.min(win);
                if self.best.as_ref().is_none_or(|(best, _)| closest > *best) {
                    self.best = Some((closest, self.path.clone()));
                }
            }
            return;
        }
        let left = self.length - self.path.len();
        for next in first + 1..self.wins.len() {
            if let Some(win) = self.wins[last][next]
                && self.back[next].is_some_and(|steps| steps <= left)
                && !self.path.contains(&next)
            {
                self.path.push(next);
                self.extend(closest.min(win));
                self.path.pop();
            }
        }
    }
}

/// How many circles of three there are.
pub(super) fn circles_of_three(wins: &Wins) -> u64 {
    let mut circles = 0;
    for first in 0..wins.len() {
        for second in beaten(wins, first).filter(|&second| second > first) {
            circles +=
                beaten(wins, second).filter(|&third| third > first && wins[third][first].is_some()).count();
        }
    }
    circles as u64
}

/// Whether a way of wins leads from each player back to itself.
pub(super) fn in_circles(wins: &Wins) -> Vec<bool> {
    (0..wins.len()).map(|player| distance_back(wins, player).is_some()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wins(players: usize, all: &[(usize, usize, f64)]) -> Wins {
        let mut wins = vec![vec![None; players]; players];
        for &(winner, loser, by) in all {
            wins[winner][loser] = Some(by);
        }
        wins
    }

    #[test]
    fn the_clearest_of_the_shortest_circles_is_found() {
        let ladder = wins(4, &[(0, 1, 0.1), (1, 2, 0.1), (0, 2, 0.3), (2, 3, 0.2)]);
        assert_eq!((shortest_circle(&ladder), circles_of_three(&ladder)), (None, 0));
        assert_eq!(in_circles(&ladder), [false; 4]);
        let both = wins(
            6,
            &[(0, 1, 0.1), (1, 2, 0.4), (2, 0, 0.4), (3, 4, 0.2), (5, 3, 0.3), (4, 5, 0.2), (0, 3, 0.5)],
        );
        assert_eq!((shortest_circle(&both), circles_of_three(&both)), (Some(vec![3, 4, 5]), 2));
        assert_eq!(in_circles(&both), [true; 6]);
        let four = wins(5, &[(1, 2, 0.1), (2, 3, 0.1), (3, 4, 0.1), (4, 1, 0.1), (0, 1, 0.4)]);
        assert_eq!((shortest_circle(&four), circles_of_three(&four)), (Some(vec![1, 2, 3, 4]), 0));
        assert_eq!(in_circles(&four), [false, true, true, true, true]);
        assert_eq!(shortest_circle(&Vec::new()), None);
    }
}
