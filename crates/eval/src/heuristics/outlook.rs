//! `optimistic`, `pessimistic`, `undecided`: the three heuristics of the Connect-Toe paper, §3.
//!
//! A decided position counts +1, 0 or -1. One that is not decided at the depth limit counts the same
//! everywhere: +1 to an optimist, -1 to a pessimist, 0 to an undecided player. The view is that of the
//! player who searches, whichever side is to move.

use connect_toe_game::{Bits, Board, Rules, Side, for_width};

use crate::{Evaluator, Explanation, Measure, explain_line, line_sign};

/// What a player thinks of a position that is not decided yet.
///
/// ```
/// use connect_toe_eval::Evaluator;
/// use connect_toe_eval::outlook::Outlook;
/// use connect_toe_game::{Rules, Side};
/// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
/// assert_eq!(Outlook::Optimistic.static_value(&rules, &rules.start(), Side::O), 1);
/// let won = rules.parse_board("xxx/oo_/___", None)?;
/// assert_eq!(Outlook::Optimistic.static_value(&rules, &won, Side::O), -1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// It will be won: +1.
    Optimistic,
    /// It will be lost: -1.
    Pessimistic,
    /// It can end either way: 0.
    Undecided,
}

fn boxed<B: Bits>(outlook: Outlook) -> Box<dyn Evaluator<B>> {
    Box::new(outlook)
}

impl Outlook {
    /// The evaluator.
    pub fn evaluator<B: Bits>(self) -> Box<dyn Evaluator<B>> {
        for_width!(B => boxed::<B>, fn(Outlook) -> Box<dyn Evaluator<B>>)(self)
    }

    /// The value of an undecided position for the player who searches.
    pub const fn value(self) -> i64 {
        match self {
            Outlook::Optimistic => 1,
            Outlook::Pessimistic => -1,
            Outlook::Undecided => 0,
        }
    }
}

impl std::str::FromStr for Outlook {
    type Err = ();

    fn from_str(name: &str) -> Result<Outlook, ()> {
        match name {
            "optimistic" => Ok(Outlook::Optimistic),
            "pessimistic" => Ok(Outlook::Pessimistic),
            "undecided" => Ok(Outlook::Undecided),
            _ => Err(()),
        }
    }
}

impl<B: Bits> Evaluator<B> for Outlook {
    fn evaluate(&mut self, _: &Rules<B>, _: &Board<B>, _: Side) -> i64 {
        self.value()
    }

    fn static_value(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> i64 {
        match line_sign(rules, board, player, player) {
            0 if rules.is_stuck(board) => 0,
            0 => self.value(),
            sign => sign,
        }
    }

    fn explain(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> Explanation {
        let value = self.static_value(rules, board, player);
        explain_line(rules, board, player, value, "the game is not decided")
    }

    fn win_value(&self) -> i64 {
        1
    }

    fn measure(&self) -> Measure {
        let name = match self {
            Outlook::Optimistic => "optimistic",
            Outlook::Pessimistic => "pessimistic",
            Outlook::Undecided => "undecided",
        };
        Measure::linear(name, 1)
    }

    fn constant(&self) -> Option<i64> {
        Some(self.value())
    }

    fn copied(&self) -> Option<Box<dyn Evaluator<B>>> {
        Some(Box::new(*self))
    }
}
