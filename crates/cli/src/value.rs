//! What the values of searches and heuristics say of wins and losses, in words.

use connect_toe_eval::runs::{DECIDED, Forced};
use connect_toe_game::GameSpec;
use connect_toe_players::PlayerSpec;
use connect_toe_search::{DEFAULT_DEPTH, Decided};
use connect_toe_stats::numbers::counted;

/// The units of learned weights that make 1.
const MILLIONTHS: f64 = 1e6;

/// Where a value comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    /// Whether the heuristic marks wins and losses that it sees on the board.
    marks_wins: bool,
    /// How many plies ahead the heuristic was asked, if that is always the same.
    ahead: Option<u32>,
    /// Whether the heuristic learned its values, which say what result to expect.
    is_learned: bool,
}

impl Source {
    /// Nothing but numbers.
    pub(crate) const NUMBER: Source = Source { marks_wins: false, ahead: None, is_learned: false };

    /// A heuristic, asked about the position itself.
    pub(crate) fn heuristic(name: &str) -> Source {
        Source {
            marks_wins: matches!(name, "runs" | "learned"),
            ahead: Some(0),
            is_learned: name == "learned",
        }
    }

    /// A player's search in a game.
    pub(crate) fn player(player: &PlayerSpec, game: &GameSpec) -> Source {
        let player = player.for_game(game);
        let settings = player.settings();
        let looks_equally_far = matches!(player.name(), "minimax" | "alpha-beta")
            && player.nodes().is_none()
            && player.is_reproducible();
        let depth = settings.text("depth").map_or(Some(DEFAULT_DEPTH), |depth| depth.parse().ok());
        Source {
            ahead: depth.filter(|_| looks_equally_far),
            // The second entry is the heuristic.
            ..Source::heuristic(player.entries().get(1).map_or("", |entry| entry.name))
        }
    }

    /// A value between wins and losses, with its sign: `+23`, or of learned weights the expected score: `88 %`.
    pub(crate) fn number(self, value: i64) -> String {
        if !self.is_learned {
            return format!("{value:+}");
        }
        let expected_result = (value as f64 / MILLIONTHS).tanh();
        format!("{:.0} %", (1.0 + expected_result) * 50.0)
    }

    /// A won or lost value in words, on a board with this many cells; none for values between. With `hurry`, a win that the
    /// search has seen says when it comes.
    pub(crate) fn words(self, cells: usize, value: i64) -> Option<String> {
        let word = if value > 0 { "win" } else { "loss" };
        let size = value.abs();
        // The latest end of a game is also what is said of one that may come sooner.
        let at = |plies: u32| {
            let most = if plies as usize == cells { "at most " } else { "" };
            format!("{word} in {most}{}", counted(plies.into(), "ply"))
        };
        if let Some(Decided { plies }) = Decided::of(value, cells) {
            return Some(plies.map_or_else(|| word.to_owned(), at));
        }
        if !self.marks_wins {
            return None;
        }
        match Forced::of(value) {
            _ if size >= DECIDED => Some(word.to_owned()),
            None => None,
            Some(Forced { plies }) => {
                let plies = plies.zip(self.ahead).map(|(plies, ahead)| plies + ahead);
                Some(plies.map_or_else(|| format!("forced {word}"), at))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use connect_toe_api::{Analyze, Work};
    use connect_toe_eval::WIN;

    use super::*;

    fn source(player: &str) -> Source {
        Source::player(&player.parse().expect("a player"), &"7x6:4:-2".parse().expect("a game"))
    }

    #[test]
    fn a_number_has_the_unit_of_its_heuristic() {
        assert_eq!(source("best").number(1_008_000), "88 %");
        assert_eq!(source("best:eval=runs").number(-61_700), "-61700");
        assert_eq!(source("alpha-beta:eval=learned").number(-1_008_000), "12 %");
        assert_eq!(source("best").number(-3), "50 %");
        assert_eq!(Source::NUMBER.number(0), "+0");
    }

    #[test]
    fn a_win_is_no_number() {
        let fast = source("alpha-beta:depth=3,eval=runs,hurry=true");
        let words = |value| fast.words(9, value);
        assert_eq!(words(WIN + 10 - 7).as_deref(), Some("win in 7 plies"));
        assert_eq!(words(1 - WIN - 10).as_deref(), Some("loss in 1 ply"));
        assert_eq!(words(WIN + 10 - 9).as_deref(), Some("win in at most 9 plies"));
        assert_eq!(words(-WIN).as_deref(), Some("loss"));
        assert_eq!((words(0), words(-123_456)), (None, None));
        // These values are numbers of other heuristics.
        let numbers = source("alpha-beta:depth=3,eval=weighted-lines");
        assert_eq!((numbers.words(9, (1 << 48) - (3 << 40)), numbers.words(9, 1 << 50)), (None, None));
    }

    /// X has a fork in three plies: two ends of three in a row.
    #[test]
    fn what_the_runs_force_is_said_in_words() {
        let board = "_______/_______/_______/_______/___oo__/___xx__".to_owned();
        for (player, expected) in [
            ("two-ply:eval=runs", "forced win"),
            ("alpha-beta:depth=1,eval=runs", "win in 3 plies"),
            ("alpha-beta:depth=2,eval=runs", "win in 3 plies"),
            ("best:nodes=20", "win in 3 plies"),
        ] {
            let position = connect_toe_api::Position::of_board(board.clone());
            let analyze = Analyze { position, player: player.to_owned(), ..Analyze::new("connect-four") };
            let value = analyze.run(&Work::new()).expect("is sound").value.expect("the game goes on");
            assert_eq!(source(player).words(42, value).as_deref(), Some(expected), "{player}: {value}");
        }
    }
}
