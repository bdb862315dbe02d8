use connect_toe_experiment::{Cell as PlannedCell, Override, Plan, Study};

use crate::{Experiment, Heuristic, Opponent, Reading, Settings};

/// What the paper played, as an experiment file.
const PAPER: &str = include_str!("../../../experiments/paper.toml");

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

/// The experiment that settings stand for: `experiments/paper.toml` with the settings' values of its variables. Its cells
/// are in the order of [`cells`].
///
/// # Panics
/// If the settings have nothing to play; [`Settings::check`] says so.
#[must_use]
pub fn plan(settings: &Settings) -> Plan {
    let overrides = [
        ("seed", settings.seed.to_string()),
        ("games_per_cell", settings.games_per_cell.to_string()),
        ("first", settings.first.to_string()),
        ("ties", settings.ties.to_string()),
        ("cube_faces", settings.cube_faces.to_string()),
        ("cube_depth", settings.cube_depth.to_string()),
        ("study", alternatives(settings.chosen_experiments().map(Experiment::name))),
        ("reading", alternatives(settings.chosen_readings().map(Reading::search))),
    ];
    let overrides = overrides.map(|(name, value)| Override { name: name.to_owned(), value });
    Plan::read(PAPER, &overrides, &|_| Err("the paper has no files".to_owned()))
        .expect("checked settings are played as the paper's file says")
}

/// A text that stands for each of these.
fn alternatives(names: impl Iterator<Item = &'static str>) -> String {
    let names: Vec<&str> = names.collect();
    match names[..] {
        [name] => name.to_owned(),
        _ => format!("{{{}}}", names.join(",")),
    }
}

/// All cells of a run in the order of the tables: experiment, reading, row, player, opponent.
#[must_use]
pub fn cells(settings: &Settings) -> Vec<Cell> {
    if settings.check().is_err() {
        return Vec::new();
    }
    let plan = plan(settings);
    plan.cells.iter().filter_map(|cell| Cell::of(cell, &plan.studies[cell.study], settings)).collect()
}

impl Cell {
    /// The cell of the tables that a planned one is.
    fn of(cell: &PlannedCell, study: &Study, settings: &Settings) -> Option<Cell> {
        let experiment: Experiment = study.name.parse().ok()?;
        let level = |name: &str| {
            let factor = study.factors.iter().position(|factor| factor.name == name)?;
            cell.levels.get(factor)
        };
        let search = cell.player.name();
        let evaluation = |player: &connect_toe_players::PlayerSpec| {
            let name = player.settings().text("eval")?;
            Heuristic::ALL.iter().copied().find(|heuristic| heuristic.evaluation() == name)
        };
        let opponent_heuristic = evaluation(&cell.opponent);
        Some(Cell {
            experiment,
            reading: settings.chosen_readings().find(|reading| reading.search() == search)?,
            row: level("depth").or_else(|| level("side"))?.parse().ok()?,
            player: evaluation(&cell.player)?,
            opponent: Opponent::ALL.iter().copied().find(|one| one.heuristic() == opponent_heuristic)?,
            game: cell.game.to_string(),
            player_spec: cell.player.to_string(),
            opponent_spec: cell.opponent.to_string(),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{CubeFaces, Ties};

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
        assert_eq!(cell.game, "5x5x5:5:+1,-1,+2,-2,+3,-3");
        assert_eq!(cell.player_spec, "published:depth=4,eval=pessimistic,ties=last");
        assert_eq!(cell.opponent_spec, "published:depth=4,eval=undecided,ties=last");
    }

    #[test]
    fn default_specifications() {
        let cells = cells(&Settings::default());
        assert_eq!(cells[2].game, "3x3:3");
        assert_eq!(cells[2].player_spec, "alpha-beta:depth=1,eval=optimistic,ties=random");
        assert_eq!(cells[2].opponent_spec, "random");
        let last = cells.last().expect("is not empty");
        assert_eq!(last.game, "5x5x5:5:-3");
        assert_eq!(last.player_spec, "published:depth=3,eval=undecided,ties=random");
    }

    /// Every cell of the file is one of the tables, and none is missing.
    #[test]
    fn cells_are_those_of_the_tables_in_their_order() {
        let mut expected = Vec::new();
        for &experiment in Experiment::ALL {
            for &reading in Reading::ALL {
                for &row in experiment.rows() {
                    for &player in Heuristic::ALL {
                        for &opponent in Opponent::ALL {
                            let game = experiment.game(row, CubeFaces::Down);
                            let depth = experiment.depth(row, 3);
                            expected.push((experiment, reading, row, player, opponent, game, depth));
                        }
                    }
                }
            }
        }
        let found: Vec<_> = cells(&Settings::default())
            .into_iter()
            .map(|cell| {
                let depth = cell.player_spec.split(['=', ',']).nth(1).and_then(|depth| depth.parse().ok());
                let depth: u32 = depth.expect("has a depth");
                (cell.experiment, cell.reading, cell.row, cell.player, cell.opponent, cell.game, depth)
            })
            .collect();
        assert_eq!(found, expected);
        assert_eq!(plan(&Settings::default()).games(), 408_000);
    }

    #[test]
    fn nothing_to_play_has_no_cells() {
        assert_eq!(cells(&Settings { readings: Vec::new(), ..Settings::default() }), []);
    }

    #[test]
    fn a_cell_has_the_same_seed_whatever_else_is_played() {
        let all = plan(&Settings::default());
        let seeds: HashSet<u64> = all.cells.iter().map(|cell| cell.seed(all.seed)).collect();
        assert_eq!(seeds.len(), all.cells.len());
        let alone = plan(&Settings {
            experiments: vec![Experiment::Cubes],
            readings: vec![Reading::Published],
            ..Settings::default()
        });
        for cell in &alone.cells {
            assert!(seeds.contains(&cell.seed(alone.seed)));
            assert!(!seeds.contains(&cell.seed(8)));
        }
    }
}
