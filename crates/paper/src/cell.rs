use connect_toe_game::scramble;

use crate::{Experiment, Heuristic, Opponent, Reading, Settings, Ties};

/// One cell of the paper's tables: a pairing at one search depth or on one cube, ready to be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// The series of games it belongs to.
    pub experiment: Experiment,
    /// How the search is understood.
    pub reading: Reading,
    /// Search depth in plies, or side of the cube.
    pub row: u32,
    /// The player whose wins are counted.
    pub player: Heuristic,
    /// The other side.
    pub opponent: Opponent,
    /// Game text.
    pub game: String,
    /// The player's specification.
    pub player_spec: String,
    /// The opponent's specification.
    pub opponent_spec: String,
}

impl Cell {
    /// The seed of this cell's games in a run with the given seed.
    ///
    /// It depends on which cell this is and on nothing else, so that a cell gives the same games whether it is
    /// played alone or among all others.
    #[must_use]
    pub fn seed(&self, run_seed: u64) -> u64 {
        let parts = [
            self.experiment as u64,
            self.reading as u64,
            u64::from(self.row),
            self.player as u64,
            self.opponent as u64,
        ];
        parts.into_iter().fold(scramble(run_seed), |seed, part| scramble(seed ^ part))
    }
}

/// All cells of a run in the order of the tables: experiment, reading, row, player, opponent.
#[must_use]
pub fn cells(settings: &Settings) -> Vec<Cell> {
    let mut cells = Vec::new();
    for experiment in settings.chosen_experiments() {
        for reading in settings.chosen_readings() {
            for &row in experiment.rows() {
                let depth = experiment.depth(row, settings.cube_depth);
                for &player in Heuristic::ALL {
                    for &opponent in Opponent::ALL {
                        cells.push(Cell {
                            experiment,
                            reading,
                            row,
                            player,
                            opponent,
                            game: experiment.game(row, settings.cube_faces),
                            player_spec: search_spec(reading, depth, player, settings.ties),
                            opponent_spec: opponent.heuristic().map_or_else(
                                || "random".to_owned(),
                                |heuristic| search_spec(reading, depth, heuristic, settings.ties),
                            ),
                        });
                    }
                }
            }
        }
    }
    cells
}

fn search_spec(reading: Reading, depth: u32, heuristic: Heuristic, ties: Ties) -> String {
    let mut spec = format!("{}:depth={depth},eval={}", reading.search(), heuristic.evaluation());
    // Random ties are what a search does unless told otherwise.
    if ties != Ties::Random {
        spec.push_str(",ties=");
        spec.push_str(ties.name());
    }
    spec
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::CubeFaces;

    fn count(cells: &[Cell], experiment: Experiment, reading: Reading) -> usize {
        cells.iter().filter(|cell| cell.experiment == experiment && cell.reading == reading).count()
    }

    #[test]
    fn a_reading_has_twelve_pairings_a_row() {
        let cells = cells(&Settings::default());
        for &reading in Reading::ALL {
            assert_eq!(count(&cells, Experiment::TicTacToe, reading), 96);
            assert_eq!(count(&cells, Experiment::ConnectFour, reading), 60);
            assert_eq!(count(&cells, Experiment::Cubes, reading), 48);
        }
    }

    #[test]
    fn specifications_follow_the_settings() {
        let settings = Settings {
            ties: Ties::Last,
            cube_faces: CubeFaces::All,
            cube_depth: 4,
            experiments: vec![Experiment::Cubes],
            ..Settings::default()
        };
        let cells = cells(&settings);
        let cell = cells
            .iter()
            .find(|cell| {
                (cell.reading, cell.row, cell.player, cell.opponent)
                    == (Reading::Published, 5, Heuristic::P, Opponent::U)
            })
            .expect("is played");
        assert_eq!(cell.game, "5x5x5:5:all");
        assert_eq!(cell.player_spec, "published:depth=4,eval=pessimistic,ties=last");
        assert_eq!(cell.opponent_spec, "published:depth=4,eval=undecided,ties=last");
    }

    #[test]
    fn default_specifications() {
        let cells = cells(&Settings::default());
        assert_eq!(cells[2].game, "3x3:3");
        assert_eq!(cells[2].player_spec, "alpha-beta:depth=1,eval=optimistic");
        assert_eq!(cells[2].opponent_spec, "random");
        let last = cells.last().expect("is not empty");
        assert_eq!(last.game, "5x5x5:5:-3");
        assert_eq!(last.player_spec, "published:depth=3,eval=undecided");
    }

    #[test]
    fn cells_have_seeds_of_their_own_that_no_other_setting_changes() {
        let all = cells(&Settings::default());
        let seeds: HashSet<u64> = all.iter().map(|cell| cell.seed(7)).collect();
        assert_eq!(seeds.len(), all.len());
        let alone = Settings {
            experiments: vec![Experiment::Cubes],
            readings: vec![Reading::Published],
            ..Settings::default()
        };
        for cell in cells(&alone) {
            let same = all.iter().find(|other| **other == cell).expect("is among all");
            assert_eq!(same.seed(7), cell.seed(7));
            assert_ne!(cell.seed(8), cell.seed(7));
        }
    }
}
