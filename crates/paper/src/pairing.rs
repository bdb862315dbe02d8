//! What the paper played: its experiment, and which pairing each condition is.

use connect_toe_experiment::{Condition, Override, Plan, Study};
use connect_toe_game::GameSpec;
use connect_toe_players::PlayerSpec;

use crate::{Experiment, Heuristic, Opponent, Reading, Settings, SettingsError};

/// What the paper played, as an experiment file. What the paper leaves open is a variable there.
pub const EXPERIMENT_FILE: &str = include_str!("../data/paper.toml");

/// A place of the paper's tables by opponent: two players at one search depth or on one cube.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
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
    /// The game.
    pub game: GameSpec,
    /// The player as it is written in experiment files.
    pub player_spec: PlayerSpec,
    /// The opponent as it is written in experiment files.
    pub opponent_spec: PlayerSpec,
}

/// The experiment that settings stand for: [`EXPERIMENT_FILE`] with the settings' values of its variables.
///
/// ```
/// use connect_toe_paper::{Experiment, Settings, plan};
///
/// let settings = Settings { experiments: vec![Experiment::Cubes], games_per_cell: 10, ..Settings::default() };
/// let plan = plan(&settings)?;
/// // Two readings, four cubes, three players with four opponents each.
/// assert_eq!((plan.conditions.len(), plan.games()), (2 * 4 * 12, 960));
/// # Ok::<(), connect_toe_paper::SettingsError>(())
/// ```
///
/// # Errors
/// Settings that leave nothing to play, or with which the players cannot be built; with all reasons.
pub fn plan(settings: &Settings) -> Result<Plan, SettingsError> {
    settings.check()?;
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
    Plan::read(EXPERIMENT_FILE, &overrides, &|_| Err("the paper has no files".to_owned()))
        .map_err(|error| SettingsError { reasons: vec![error.to_string()] })
}

/// A text that stands for each of these.
fn alternatives(names: impl Iterator<Item = &'static str>) -> String {
    let names: Vec<&str> = names.collect();
    match names[..] {
        [name] => name.to_owned(),
        _ => format!("{{{}}}", names.join(",")),
    }
}

/// The pairing that each condition of the settings' [`plan`] is, in the plan's order: by experiment, reading, row,
/// player and opponent.
///
/// # Panics
/// If the plan is not that of the settings.
pub fn pairings(settings: &Settings, plan: &Plan) -> Vec<Pairing> {
    let experiments: Vec<Experiment> = settings.chosen_experiments().collect();
    let readings: Vec<Reading> = settings.chosen_readings().collect();
    let of = |condition: &Condition| {
        let study = &plan.studies[condition.study];
        let experiment = experiments[condition.study];
        Pairing {
            experiment,
            // A variable with one value is not a factor.
            reading: readings[level(study, condition, "reading").unwrap_or(0)],
            row: experiment.rows()[level(study, condition, experiment.row_factor()).unwrap_or(0)],
            player: Heuristic::ALL[condition.player_pattern],
            opponent: Opponent::ALL[condition.opponent_pattern],
            game: condition.game.clone(),
            player_spec: condition.player.clone(),
            opponent_spec: condition.opponent.clone(),
        }
    };
    plan.conditions.iter().map(of).collect()
}

/// The place of the level that a condition has of a factor.
fn level(study: &Study, condition: &Condition, factor: &str) -> Option<usize> {
    study.factor(factor).map(|place| condition.levels[place])
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use connect_toe_players::Ties;

    use super::*;
    use crate::CubeFaces;

    fn all(settings: &Settings) -> Vec<Pairing> {
        pairings(settings, &plan(settings).expect("can be played"))
    }

    fn count(pairings: &[Pairing], experiment: Experiment, reading: Reading) -> usize {
        pairings
            .iter()
            .filter(|pairing| pairing.experiment == experiment && pairing.reading == reading)
            .count()
    }

    #[test]
    fn a_reading_has_twelve_pairings_a_row() {
        let pairings = all(&Settings::default());
        for &reading in Reading::ALL {
            assert_eq!(count(&pairings, Experiment::TicTacToe, reading), 96);
            assert_eq!(count(&pairings, Experiment::ConnectFour, reading), 60);
            assert_eq!(count(&pairings, Experiment::Cubes, reading), 48);
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
        let pairings = all(&settings);
        let pairing = pairings
            .iter()
            .find(|pairing| {
                (pairing.reading, pairing.row, pairing.player, pairing.opponent)
                    == (Reading::Published, 5, Heuristic::P, Opponent::U)
            })
            .expect("is played");
        assert_eq!(pairing.game.to_string(), "5x5x5:5:+1,-1,+2,-2,+3,-3");
        assert_eq!(pairing.player_spec.to_string(), "published:depth=4,eval=pessimistic,ties=last");
        assert_eq!(pairing.opponent_spec.to_string(), "published:depth=4,eval=undecided,ties=last");
    }

    #[test]
    fn default_specifications() {
        let pairings = all(&Settings::default());
        assert_eq!(pairings[2].game.to_string(), "3x3:3");
        assert_eq!(pairings[2].player_spec.to_string(), "alpha-beta:depth=1,eval=optimistic,ties=random");
        assert_eq!(pairings[2].opponent_spec.to_string(), "random");
        let last = pairings.last().expect("is not empty");
        assert_eq!(last.game.to_string(), "5x5x5:5:-3");
        assert_eq!(last.player_spec.to_string(), "published:depth=3,eval=undecided,ties=random");
    }

    /// The settings under which places in the design must give the pairings that the players' texts name.
    fn choices() -> Vec<Settings> {
        let mut choices = Vec::new();
        for experiments in
            [Experiment::ALL, &[Experiment::ConnectFour], &[Experiment::Cubes, Experiment::TicTacToe]]
        {
            for readings in [Reading::ALL, &[Reading::Exact], &[Reading::Published]] {
                let (experiments, readings) = (experiments.to_vec(), readings.to_vec());
                choices.push(Settings { experiments, readings, ..Settings::default() });
            }
        }
        choices
    }

    /// Every pairing of the tables is played, in the tables' order, and no other.
    #[test]
    fn pairings_are_those_of_the_tables_in_their_order() {
        for settings in choices() {
            let mut expected = Vec::new();
            for experiment in settings.chosen_experiments() {
                for reading in settings.chosen_readings() {
                    for &row in experiment.rows() {
                        for &player in Heuristic::ALL {
                            for &opponent in Opponent::ALL {
                                expected.push((experiment, reading, row, player, opponent));
                            }
                        }
                    }
                }
            }
            let found: Vec<_> = all(&settings)
                .into_iter()
                .map(|one| (one.experiment, one.reading, one.row, one.player, one.opponent))
                .collect();
            assert_eq!(found, expected);
        }
        assert_eq!(plan(&Settings::default()).expect("can be played").games(), 408_000);
    }

    #[test]
    fn games_and_players_are_those_that_the_places_in_the_design_stand_for() {
        for settings in choices() {
            for Pairing { experiment, reading, row, player, opponent, game, player_spec, opponent_spec } in
                all(&settings)
            {
                let (expected, depth) = match experiment {
                    Experiment::TicTacToe => ("3x3:3".to_owned(), row),
                    Experiment::ConnectFour => ("7x6:4:-2".to_owned(), row),
                    Experiment::Cubes => (format!("{row}x{row}x{row}:{row}:-3"), 3),
                };
                assert_eq!(game.to_string(), expected);
                let text = |evaluation: &str| {
                    format!("{}:depth={depth},eval={evaluation},ties=random", reading.search())
                };
                assert_eq!(player_spec.to_string(), text(player.evaluation()));
                let expected = opponent.heuristic().map(|heuristic| text(heuristic.evaluation()));
                assert_eq!(opponent_spec.to_string(), expected.unwrap_or_else(|| "random".to_owned()));
            }
        }
    }

    #[test]
    fn nothing_to_play_has_no_plan() {
        let error =
            plan(&Settings { readings: Vec::new(), ..Settings::default() }).expect_err("has no reading");
        assert_eq!(error.to_string(), "no reading was chosen");
    }

    #[test]
    fn a_pairing_has_the_same_seed_whatever_else_is_played() {
        let all = plan(&Settings::default()).expect("can be played");
        let seeds: HashSet<u64> = all.conditions.iter().map(|condition| condition.seed(all.seed)).collect();
        assert_eq!(seeds.len(), all.conditions.len());
        let alone = Settings {
            experiments: vec![Experiment::Cubes],
            readings: vec![Reading::Published],
            ..Settings::default()
        };
        let alone = plan(&alone).expect("can be played");
        for condition in &alone.conditions {
            assert!(seeds.contains(&condition.seed(alone.seed)));
            assert!(!seeds.contains(&condition.seed(8)));
        }
    }
}
