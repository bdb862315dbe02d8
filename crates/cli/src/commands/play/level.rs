//! Levels of difficulty: names for players that people need not know.

use clap::builder::PossibleValue;
use connect_toe_game::Game;
use connect_toe_players::{PlayerError, PlayerSpec};

/// A level, and the player that it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Level {
    pub(super) name: &'static str,
    /// Plies to look ahead, if the board lets it do so in about a second.
    depth: u32,
    eval: &'static str,
    about: &'static str,
}

/// Every level, the weakest first. The figures are games of Connect Four against the level before it, the first one
/// against random moves: `match connect-four --games 100` with the seed that it has by itself.
const LEVELS: &[Level] = &[
    Level {
        name: "beginner",
        depth: 1,
        eval: "open-lines",
        about: "takes a win and overlooks every threat; wins 96 of 100 games of Connect Four against random moves",
    },
    Level {
        name: "casual",
        depth: 2,
        eval: "weighted-lines",
        about: "also stops a threat, but plans nothing; wins 100 of 100 against beginner",
    },
    Level {
        name: "club",
        depth: 4,
        eval: "runs",
        about: "looks two moves of each side ahead; wins 96 of 100 against casual",
    },
    Level {
        name: "strong",
        depth: u32::MAX,
        eval: "runs",
        about: "looks as far as it comes in about a second; wins 66 and loses 15 of 100 against club: strong, not perfect",
    },
];

impl Level {
    /// The player of this level for a game: the same from its first move to its last.
    pub(super) fn player(self, game: &Game) -> Result<PlayerSpec, PlayerError> {
        let depth = self.depth.min(affordable_depth(game));
        format!("alpha-beta:depth={depth},eval={},hurry=true", self.eval).parse()
    }

    /// The strongest level.
    pub(super) fn strong() -> Level {
        LEVELS[LEVELS.len() - 1]
    }

    pub(super) fn find(name: &str) -> Option<Level> {
        LEVELS.iter().find(|level| level.name == name).copied()
    }

    /// The strongest level that this player is, if it is one.
    pub(super) fn of_player(player: &PlayerSpec, game: &Game) -> Option<Level> {
        let is = |level: &&Level| level.player(game).is_ok_and(|found| found == *player);
        LEVELS.iter().rev().find(is).copied()
    }

    /// The values of an option, with what they mean.
    pub(super) fn values() -> Vec<PossibleValue> {
        let value = |level: &Level| {
            let depth =
                if level.depth == u32::MAX { "as can be".to_owned() } else { level.depth.to_string() };
            let help = format!("{} (alpha-beta:depth={depth},eval={})", level.about, level.eval);
            PossibleValue::new(level.name).help(help)
        };
        LEVELS.iter().map(value).collect()
    }
}

/// As many plies as a search comes in about a second a move, measured on the presets.
fn affordable_depth(game: &Game) -> u32 {
    let mut start = game.clone();
    while start.undo().is_some() {}
    match (start.legal_moves().len(), start.geometry().cells().len()) {
        (0..=9, ..=64) => 10,
        (0..=24, ..=64) => 7,
        (0..=64, ..=128) => 4,
        (_, ..=256) | (0..=64, ..=512) => 3,
        (_, ..=400) | (0..=64, _) => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::super::session::tests::{YOU_ARE_X, session};
    use super::*;

    #[test]
    fn every_level_plays_every_board() {
        for text in ["1:1", "tic-tac-toe", "connect-four", "qubic", "gomoku", "64x64:5", "4096:5:-1"] {
            let game: Game = text.parse().expect("sound game text");
            for level in LEVELS {
                assert!(level.player(&game).is_ok(), "{} on {text}", level.name);
            }
        }
    }

    #[test]
    fn a_player_is_known_as_its_level_throughout_a_game() {
        let club = Level::find("club").expect("a level");
        let text = |game: &Game| club.player(game).map(|player| player.to_string());
        let start = session("qubic", "", YOU_ARE_X);
        let later = session("qubic", "a1.1 a1.2 a1.3 a2.1 a2.2 a2.3", YOU_ARE_X);
        assert_eq!(text(start.game()), Ok("alpha-beta:depth=4,eval=runs,hurry=true".to_owned()));
        assert_eq!(text(start.game()), text(later.game()));
        let player = "alpha-beta:eval=open-lines,depth=1,hurry=true".parse().expect("a player");
        assert_eq!(Level::of_player(&player, later.game()), Level::find("beginner"));
        assert_eq!(Level::of_player(&"random".parse().expect("a player"), later.game()), None);
    }
}
