//! `terminal`: only a finished game has a value.
//!
//! `+10` if X has a line, `-10` if O has one, else 0; in misère games the other way round. Where only X's lines
//! count, `-10` too if no move is left and X has none. The view is always X's (the maximizer of the source), for
//! either player. Source: the evaluation-function article of the Tic-Tac-Toe minimax series.

use connect_toe_game::{Bits, Board, Rules, Side};

use crate::settings::{Key, SettingError, Settings};
use crate::{Evaluator, Explanation, Measure, Resources, explain_line, line_sign};

pub(super) const KEYS: &[Key] =
    &[Key { name: "magnitude", about: "the value of a line: a whole number from 1 to 1000000; default 10" }];

/// The `terminal` evaluation.
///
/// ```
/// use connect_toe_eval::Evaluator;
/// use connect_toe_eval::terminal::Terminal;
/// use connect_toe_game::{Rules, Side};
/// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
/// let board = rules.parse_board("x_o/_xo/__x", None)?;
/// // Always X's view, whichever side is named.
/// assert_eq!(Terminal::default().static_value(&rules, &board, Side::O), 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terminal {
    /// The value of a won game; at least 1.
    pub magnitude: i64,
}

impl Default for Terminal {
    fn default() -> Self {
        Terminal { magnitude: 10 }
    }
}

pub(super) fn build<B: Bits>(
    _: &Rules<B>,
    settings: &Settings,
    _: &Resources,
) -> Result<Box<dyn Evaluator<B>>, SettingError> {
    Ok(Box::new(Terminal { magnitude: magnitude(settings)? }))
}

/// The `magnitude` of the settings.
pub(super) fn magnitude(settings: &Settings) -> Result<i64, SettingError> {
    let expected = "a whole number from 1 to 1000000";
    let magnitude = settings.get("magnitude", expected)?.unwrap_or(Terminal::default().magnitude);
    if (1..=1_000_000).contains(&magnitude) {
        Ok(magnitude)
    } else {
        Err(settings.refuse("magnitude", expected))
    }
}

impl<B: Bits> Evaluator<B> for Terminal {
    fn evaluate(&mut self, _: &Rules<B>, _: &Board<B>, _: Side) -> i64 {
        0
    }

    fn static_value(&mut self, rules: &Rules<B>, board: &Board<B>, _: Side) -> i64 {
        self.magnitude * line_sign(rules, board, Side::X, Side::X)
    }

    fn explain(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> Explanation {
        let value = self.static_value(rules, board, player);
        explain_line(rules, board, Side::X, value, "a line")
    }

    fn win_value(&self) -> i64 {
        self.magnitude
    }

    fn measure(&self) -> Measure {
        Measure::linear("terminal", self.magnitude)
    }

    fn constant(&self) -> Option<i64> {
        Some(0)
    }

    fn copied(&self) -> Option<Box<dyn Evaluator<B>>> {
        Some(Box::new(*self))
    }
}
