//! `lines`: what a heuristic's value is made of.

use connect_toe_eval::Term;
use connect_toe_game::{Bits, Record, Rules, Side, with_game};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::player::no_such_heuristic;
use crate::position::{Position, game, side};
use crate::work::Work;

/// Asks what a heuristic counts, line by line. Any stones are a position here, as for `eval`.
///
/// ```
/// use connect_toe_api::{Lines, Position, Work};
/// let position = Position::of_board("x__/_x_/___");
/// let lines = Lines { position, player: Some("x".to_owned()), ..Lines::new("tic-tac-toe", "weighted-lines") };
/// let counted = lines.run(&Work::new())?;
/// assert_eq!(counted.value, 150);
/// assert_eq!(counted.lines.iter().map(|line| line.contribution.value()).sum::<f64>(), 150.0);
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Lines {
    /// Game text or a preset's name.
    pub game: String,
    /// The position.
    #[serde(flatten)]
    pub position: Position,
    /// The heuristic, as `NAME[:key=value,...]`.
    pub heuristic: String,
    /// Whose value, `x` or `o`; without it that of the side to move.
    #[serde(rename = "for", default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
}

/// What a heuristic's value is made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CountedLines {
    /// The heuristic's name.
    pub heuristic: String,
    /// How the heuristic values a position, in one to three sentences.
    #[serde(default)]
    pub about: String,
    /// Whose value: `x` or `o`.
    #[serde(rename = "for")]
    pub player: String,
    /// The value that `eval` gives.
    pub value: i64,
    /// The lines that count, and what else does. Their contributions add up to the value.
    pub lines: Vec<CountedLine>,
}

/// A line that counts, or something else that does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CountedLine {
    /// Its cells in order; none if it lies nowhere in particular.
    pub cells: Vec<String>,
    /// X's stones on it.
    pub x: u16,
    /// O's stones on it.
    pub o: u16,
    /// What it counts for the player.
    pub contribution: Contribution,
    /// What it is, in a few words.
    pub about: String,
}

/// A part of a value: a whole number, or a fraction that every reader of JSON keeps exactly.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Contribution {
    /// A whole number.
    Whole(i64),
    /// A fraction whose denominator is a small power of two.
    Fraction(f64),
}

impl Contribution {
    fn new(value: i64, units: i64) -> Contribution {
        if value % units == 0 {
            Contribution::Whole(value / units)
        } else {
            Contribution::Fraction(value as f64 / units as f64)
        }
    }

    /// The number.
    pub fn value(self) -> f64 {
        match self {
            Contribution::Whole(value) => value as f64,
            Contribution::Fraction(value) => value,
        }
    }
}

impl Lines {
    /// What a heuristic counts on the empty board, for the side to move.
    pub fn new(game: impl Into<String>, heuristic: impl Into<String>) -> Lines {
        let position = Position::default();
        Lines { game: game.into(), position, heuristic: heuristic.into(), player: None }
    }

    /// The lines.
    ///
    /// # Errors
    /// A text that is not a game, stones that do not fit on its board, an unknown heuristic or setting.
    pub fn run(&self, work: &Work) -> Result<CountedLines, Error> {
        let mut game = game(&self.game)?;
        with_game!(&mut game, record => self.count(record, work))
    }

    fn count<B: Bits>(&self, record: &mut Record<B>, work: &Work) -> Result<CountedLines, Error> {
        self.position.apply_any(record)?;
        let player = side("for", self.player.as_deref())?.unwrap_or(record.board().to_move());
        let (rules, board) = (record.rules(), record.board());
        let heuristic =
            work.catalogue().heuristic(&self.heuristic).map_err(no_such_heuristic("heuristic"))?;
        let mut evaluator = heuristic.build(rules).map_err(Error::impossible)?;
        let value = evaluator.static_value(rules, board, player);
        let explanation = evaluator.explain(rules, board, player);
        let lines = explanation.terms.iter().map(|term| CountedLine::new(rules, term, explanation.units));
        Ok(CountedLines {
            heuristic: heuristic.name().to_owned(),
            about: heuristic.definition().to_owned(),
            player: player.to_string(),
            value,
            lines: lines.collect(),
        })
    }
}

impl CountedLine {
    fn new<B: Bits>(rules: &Rules<B>, term: &Term, units: i64) -> CountedLine {
        CountedLine {
            cells: term.cells.iter().map(|&cell| rules.geometry().cell_text(cell)).collect(),
            x: term.stones[Side::X],
            o: term.stones[Side::O],
            contribution: Contribution::new(term.value, units),
            about: term.about.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Eval;

    #[test]
    fn contributions_add_up_to_the_value_of_eval() {
        let work = Work::new();
        for (game, moves) in
            [("connect-four", "445362"), ("qubic", "a1.1 b2.2 c3.3 a2.1"), ("9x9:5", "e5 e6 d5 f4")]
        {
            let position = Position::after(moves);
            let eval = Eval { position: position.clone(), player: Some("o".to_owned()), ..Eval::new(game) };
            for (name, value) in eval.run(&work).expect("values").values {
                let lines = Lines {
                    position: position.clone(),
                    player: Some("o".to_owned()),
                    ..Lines::new(game, &name)
                };
                let counted = lines.run(&work).expect("lines");
                assert_eq!(counted.value, value, "{name}");
                let sum: f64 = counted.lines.iter().map(|line| line.contribution.value()).sum();
                assert!((sum - value as f64).abs() < 1e-9, "{name}: {sum} {value}");
            }
        }
    }
}
