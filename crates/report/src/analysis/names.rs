//! What games and players of a study are called.

use connect_toe_experiment::{GamePattern, PlayerPattern, Study};
use connect_toe_game::GameSpec;
use connect_toe_game::presets::PRESETS;

use super::label::short_names;

/// The names of a study's games and players, in the order of the design.
#[derive(Debug)]
pub(crate) struct Names {
    pub(crate) games: Vec<Name>,
    pub(crate) players: Vec<Name>,
    /// In a round robin those of the players.
    pub(crate) opponents: Vec<Name>,
}

/// A short name, and the text that it abbreviates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    pub(crate) label: String,
    /// The text of the game or player, with `{factor}` for what factors change.
    pub(crate) text: String,
}

impl Names {
    pub(crate) fn new(study: &Study, game: impl Fn(usize) -> Option<GameSpec>) -> Names {
        // Named together, so that no opponent has the name of another player.
        let mut all: Vec<&PlayerPattern> = Vec::new();
        for player in study.players.iter().chain(study.opponents()) {
            if !all.contains(&player) {
                all.push(player);
            }
        }
        let labels = short_names(&all, &study.factors);
        let name = |player: &PlayerPattern| Name {
            label: all
                .iter()
                .zip(&labels)
                .find(|(one, _)| **one == player)
                .map_or_else(String::new, |(_, label)| label.clone()),
            text: player.text(&study.factors),
        };
        let games = study.games.iter().enumerate();
        Names {
            games: games.map(|(place, pattern)| of_game(study, pattern, game(place).as_ref())).collect(),
            players: study.players.iter().map(name).collect(),
            opponents: study.opponents().iter().map(name).collect(),
        }
    }
}

fn of_game(study: &Study, pattern: &GamePattern, game: Option<&GameSpec>) -> Name {
    let text = pattern.text.text(&study.factors);
    let label = match game {
        Some(game) if !pattern.text.varies() => game_name(game),
        _ => text.clone(),
    };
    Name { label, text }
}

/// The name of a game: its preset's, or its text.
pub(crate) fn game_name(game: &GameSpec) -> String {
    let text = game.to_string();
    match PRESETS.iter().find(|preset| preset.spec == text) {
        Some(preset) => preset.name.to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use connect_toe_experiment::Plan;

    use super::*;

    fn names(study: &str) -> Names {
        let file = format!("seed = 1\ngames_per_cell = 10\n[[study]]\nname = \"s\"\n{study}");
        let plan = Plan::read(&file, &[], &|_| Err(String::new())).expect("is an experiment file");
        let game = |place| {
            let mut conditions = plan.conditions.iter();
            conditions
                .find(|condition| condition.game_pattern == place)
                .map(|condition| condition.game.clone())
        };
        Names::new(&plan.studies[0], game)
    }

    fn labels(names: &[Name]) -> Vec<&str> {
        names.iter().map(|name| name.label.as_str()).collect()
    }

    /// A constant that a factor passes by does not tear its curve apart.
    #[test]
    fn players_with_a_factor_are_one_player() {
        let names = names(
            r#"
            let = { d = [2, 3] }
            game = "3x3:3"
            player = ["alpha-beta:depth={d},eval=runs", "minimax:depth={d}"]
            opponent = ["alpha-beta:depth=3,eval=runs", "random"]
            "#,
        );
        assert_eq!(labels(&names.players), ["alpha-beta", "minimax"]);
        assert_eq!(names.players[0].text, "alpha-beta:depth={d},eval=runs");
        assert_eq!(labels(&names.opponents), ["alpha-beta depth 3", "random"]);
        assert_eq!(labels(&names.games), ["tic-tac-toe"]);
    }

    #[test]
    fn players_of_a_round_robin_are_opponents_too() {
        let names = names("game = \"3x3:3\"\nplayer = [\"random\", \"two-ply\", \"minimax:depth=2\"]");
        assert_eq!(labels(&names.players), ["random", "two-ply", "minimax depth 2"]);
        assert_eq!(names.players, names.opponents);
    }

    #[test]
    fn games_with_a_factor_are_one_game() {
        let names = names(
            "let = { size = [3, 4] }\ngame = \"{size}x{size}:3\"\nplayer = \"random\"\nopponent = \"two-ply\"",
        );
        assert_eq!(labels(&names.games), ["{size}x{size}:3"]);
    }

    #[test]
    fn games_and_searches_may_be_factors() {
        let names = names(
            r#"
            let = { search = ["minimax", "alpha-beta"], depth = [1, 2] }
            game = "4x4:{depth}"
            player = "{search}:depth=1,eval={runs,undecided}"
            opponent = "random"
            "#,
        );
        assert_eq!(labels(&names.games), ["4x4:{depth}"]);
        assert_eq!(labels(&names.players), ["runs", "undecided"]);
        assert_eq!(names.players[0].text, "{search}:depth=1,eval=runs");
    }

    /// Nothing but the factor tells these players apart.
    #[test]
    fn factors_name_players_that_nothing_else_tells_apart() {
        let names = names(
            r#"
            let = { d = [1, 2], e = [3, 4] }
            game = "3x3:3"
            player = ["minimax:depth={d}", "minimax:depth={e}"]
            opponent = "random"
            "#,
        );
        assert_eq!(labels(&names.players), ["depth {d}", "depth {e}"]);
    }
}
