//! What a value is made of.

use connect_toe_game::{BySide, Cell};

/// What a value is made of: terms that add up to it.
///
/// ```
/// use connect_toe_eval::{Heuristic, Resources, Settings};
/// use connect_toe_game::{Rules, Side};
/// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
/// let board = rules.parse_board("x__/_x_/___", Some(Side::O))?;
/// let mut evaluator = Heuristic::find("open-lines")?.build(&rules, &Settings::default(), &Resources::default())?;
/// let explanation = evaluator.explain(&rules, &board, Side::X);
/// // Six lines have stones of X alone, none of O alone.
/// assert_eq!((explanation.terms.len(), explanation.value()), (6, 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The terms, for the player whose value it is. None of them is 0.
    pub terms: Vec<Term>,
    /// How many units of the terms make 1.
    pub units: i64,
}

/// A part of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// What counts, in a few words: `line`.
    pub about: &'static str,
    /// Where it lies, in order along a line; none if it is nowhere in particular.
    pub cells: Vec<Cell>,
    /// Stones of each side on these cells.
    pub stones: BySide<u16>,
    /// What it counts for the player, in units of the explanation.
    pub value: i64,
}

impl Explanation {
    /// A value that is not made of anything smaller.
    pub fn whole(about: &'static str, value: i64) -> Explanation {
        let mut explanation = Explanation { terms: Vec::new(), units: 1 };
        explanation.rest(about, value);
        explanation
    }

    /// Adds a term that lies nowhere in particular, if it counts.
    pub(crate) fn rest(&mut self, about: &'static str, value: i64) {
        self.add(about, &[], BySide::default(), value);
    }

    /// Adds a term if it counts.
    pub(crate) fn add(&mut self, about: &'static str, cells: &[Cell], stones: BySide<u16>, value: i64) {
        if value != 0 {
            self.terms.push(Term { about, cells: cells.to_vec(), stones, value });
        }
    }

    /// The sum of the terms in units.
    pub(crate) fn sum(&self) -> i128 {
        self.terms.iter().map(|term| i128::from(term.value)).sum()
    }

    /// The value: the sum of the terms.
    pub fn value(&self) -> i64 {
        let value = self.sum() / i128::from(self.units);
        value.clamp(i64::MIN.into(), i64::MAX.into()) as i64
    }
}
