//! `weighted-lines`: every line counts by the stones that lie on it.
//!
//! A line with `p` stones of the player and `o` of the opponent counts `w[p][o]`, by default `10^p` if
//! `o = 0`, `-10^o` if `p = 0`, and 0 if both or neither have stones there. In misère games the sign
//! changes. The view is the player's. Source: the weighted-lines article of the Tic-Tac-Toe series, where
//! the weights are 10, 100 and 1000.
//!
//! Weights go by the number of stones: that lines have different numbers of cells changes nothing. Where only X's lines
//! count, a line with a stone of O counts 0, any other what it counts for X, and for O minus that.
//!
//! Weights are at most `10^18` (so lines of more than 18 stones of one side all count that) and are added
//! up in 128 bits where 64 might overflow; the sum is then limited to less than the value of a win.

use std::ops::AddAssign;

use connect_toe_game::{Bits, Board, BySide, Rules, Side};

use crate::line_counts::{LineCount, LineCounts};
use crate::settings::{Key, SettingError, Settings};
use crate::{Evaluator, Explanation, Measure, Resources, WIN, goal_sign, stones_on};

pub(super) const KEYS: &[Key] = &[Key {
    name: "weights",
    about: "values of lines with 1, 2, 3, ... stones of one side, separated by /; the last one holds for more stones; default 10/100/1000/...",
}];

/// The largest magnitude of one weight.
pub const MAX_WEIGHT: i64 = 1_000_000_000_000_000_000;

/// The values of lines: `w[p][o]` for `p` stones of the player and `o` of the opponent.
///
/// ```
/// use connect_toe_eval::Evaluator;
/// use connect_toe_eval::weighted_lines::{WeightTable, WeightedLines};
/// use connect_toe_game::{Rules, Side};
/// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
/// // Every stone on a line that the other side has not entered counts 1.
/// let table = WeightTable::one_sided(3, |stones| stones as i64);
/// let mut evaluator = WeightedLines::new(&rules, table);
/// let board = rules.parse_board("___/_x_/o__", None)?;
/// assert_eq!(evaluator.evaluate(&rules, &board, Side::X), 3 - 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightTable {
    k: usize,
    /// The values of a line with `x` stones of X and `o` of O, for X and for O, at `x * (k + 1) + o`.
    weights: Vec<BySide<i64>>,
}

impl WeightTable {
    /// A table for lines of up to `k` cells; weights are limited to [`MAX_WEIGHT`].
    pub fn new(k: usize, weight: impl Fn(usize, usize) -> i64) -> WeightTable {
        let limited = |player, opponent| weight(player, opponent).clamp(-MAX_WEIGHT, MAX_WEIGHT);
        let weights = (0..=k)
            .flat_map(|x| (0..=k).map(move |o| (x, o)))
            .map(|(x, o)| BySide { x: limited(x, o), o: limited(o, x) })
            .collect();
        WeightTable { k, weights }
    }

    /// The source's table: `10^n` for `n` stones of one side and none of the other.
    pub fn powers_of_ten(k: usize) -> WeightTable {
        WeightTable::one_sided(k, |stones| 10_i64.checked_pow(stones as u32).unwrap_or(MAX_WEIGHT))
    }

    /// A table in which lines with stones of both sides, or of neither, count 0, and all others count for their owner
    /// by their number of stones.
    pub fn one_sided(k: usize, weight: impl Fn(usize) -> i64) -> WeightTable {
        WeightTable::new(k, |player, opponent| match (player, opponent) {
            (1.., 0) => weight(player),
            (0, 1..) => -weight(opponent),
            _ => 0,
        })
    }

    /// The table where only X's lines count: what X's stones on lines without a stone of O are worth.
    fn of_maker(mut self) -> WeightTable {
        let stones_of_o = (0..=self.k).cycle();
        for (weights, stones_of_o) in self.weights.iter_mut().zip(stones_of_o) {
            let value = if stones_of_o == 0 { weights.x } else { 0 };
            *weights = BySide { x: value, o: -value };
        }
        self
    }

    #[inline]
    fn of(&self, count: LineCount) -> BySide<i64> {
        self.weights[usize::from(count.x) * (self.k + 1) + usize::from(count.o)]
    }
}

/// The `weighted-lines` evaluation of one game.
#[derive(Clone, Debug)]
pub struct WeightedLines<B> {
    table: WeightTable,
    lines: LineCounts<B>,
    sums: Sums,
    measure: Measure,
}

/// The unit of the scale, in weights of a line of which two stones are missing. Fitted to the results of games by the example
/// `score_scales` of the search crate: 8 to 31 fit best, by game.
const UNIT: f64 = 20.0;

/// The values of all lines, added up for X and for O.
#[derive(Clone, Debug)]
enum Sums {
    /// Where no position has sums beyond 64 bits.
    Narrow(BySide<i64>),
    /// Where the weights are so large that one might.
    Wide(BySide<i128>),
}

impl<B: Bits> WeightedLines<B> {
    /// The evaluation with a table, which must be for the game's `k`: the number of cells of its longest line. Where only
    /// X's lines count, the table's values for X of lines without a stone of O are taken, and all others are 0.
    ///
    /// # Panics
    /// The table is for another `k`.
    pub fn new(rules: &Rules<B>, table: WeightTable) -> Self {
        let table = if rules.lines_count_for(Side::O) { table } else { table.of_maker() };
        let lines = LineCounts::new(rules);
        // Without lines the table is never read, so a `k` beyond the board needs no large one.
        assert!(table.k == rules.lines().k() || lines.counts().is_empty(), "the table is for another k");
        let count = lines.counts().len() as i128;
        let largest = table.weights.iter().map(|weights| weights.x.abs().max(weights.o.abs())).max();
        let empty = BySide::from_fn(|side| count * i128::from(table.of(LineCount::default())[side]));
        let sums = if count * i128::from(largest.unwrap_or(0)) <= i128::from(i64::MAX) {
            Sums::Narrow(BySide::from_fn(|side| empty[side] as i64))
        } else {
            Sums::Wide(empty)
        };
        let stones = table.k.saturating_sub(2).max(1).min(table.k);
        let missing_two = table.of(LineCount { x: stones as u16, o: 0 }).x;
        let measure = Measure::logistic("weighted-lines", UNIT * missing_two.abs().max(1) as f64);
        WeightedLines { table, lines, sums, measure }
    }
}

pub(super) fn build<B: Bits>(
    rules: &Rules<B>,
    settings: &Settings,
    _: &Resources,
) -> Result<Box<dyn Evaluator<B>>, SettingError> {
    let k = if rules.lines().count() == 0 { 0 } else { rules.lines().k() };
    let table = match weights(settings)? {
        None => WeightTable::powers_of_ten(k),
        Some(weights) => WeightTable::one_sided(k, |stones| weights[stones.min(weights.len()) - 1]),
    };
    Ok(Box::new(WeightedLines::new(rules, table)))
}

/// The `weights` of the settings, at least one if they are set.
pub(super) fn weights(settings: &Settings) -> Result<Option<Vec<i64>>, SettingError> {
    let Some(text) = settings.text("weights") else { return Ok(None) };
    let weights: Option<Vec<i64>> = text.split('/').map(|weight| weight.parse().ok()).collect();
    let weights = weights.filter(|weights| weights.iter().all(|weight| weight.abs() <= MAX_WEIGHT));
    let expected = "whole numbers of at most 18 digits separated by /";
    weights.map(Some).ok_or_else(|| settings.refuse("weights", expected))
}

impl<B: Bits> Evaluator<B> for WeightedLines<B> {
    fn evaluate(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> i64 {
        let WeightedLines { table, lines, sums, .. } = self;
        let limit = WIN - 1;
        let value = match sums {
            Sums::Narrow(sums) => {
                follow(table, lines, sums, rules, board);
                sums[player].clamp(-limit, limit)
            }
            Sums::Wide(sums) => {
                follow(table, lines, sums, rules, board);
                sums[player].clamp(-i128::from(limit), i128::from(limit)) as i64
            }
        };
        goal_sign(rules) * value
    }

    fn measure(&self) -> Measure {
        self.measure
    }

    fn explain(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> Explanation {
        let value = self.static_value(rules, board, player);
        let mut explanation = Explanation::whole("", 0);
        for line in rules.lines().iter() {
            let stones = stones_on(board, line);
            explanation.add("line", line, stones, goal_sign(rules) * self.table.of(stones)[player]);
        }
        // The sum of the longest lines can exceed every value, and is limited. What is cut off may be more than one
        // number can hold.
        let mut rest = i128::from(value) - explanation.sum();
        while rest != 0 {
            let part = rest.clamp(i64::MIN.into(), i64::MAX.into());
            explanation.rest("the limit: less than a win", part as i64);
            rest -= part;
        }
        explanation
    }

    fn copied(&self) -> Option<Box<dyn Evaluator<B>>> {
        Some(Box::new(self.clone()))
    }
}

/// Moves the counts to another position, and the sums with them.
#[inline]
fn follow<B: Bits, S: AddAssign + From<i64>>(
    table: &WeightTable,
    lines: &mut LineCounts<B>,
    sums: &mut BySide<S>,
    rules: &Rules<B>,
    board: &Board<B>,
) {
    lines.follow(rules.lines(), board, |_, before, after| {
        let (before, after) = (table.of(before), table.of(after));
        for side in Side::ALL {
            // Twice the largest weight is less than 2^63.
            sums[side] += S::from(after[side] - before[side]);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_as_wide_as_the_weights_need() {
        let rules = Rules::<u128>::compile(&"9x9:5".parse().expect("a game")).expect("fits");
        let sum_of = |weight: i64, board: &str, player| {
            let mut evaluator = WeightedLines::new(&rules, WeightTable::one_sided(5, |_| weight));
            let is_wide = matches!(evaluator.sums, Sums::Wide(_));
            (is_wide, evaluator.evaluate(&rules, &rules.parse_board(board, None).expect("a board"), player))
        };
        let empty = "_________/";
        let even = format!("________o/{}x________", empty.repeat(7));
        // The centre lies on more lines than a corner.
        let more = format!("________o/{0}____x____/{0}________o", empty.repeat(3)).replacen('_', "x", 1);
        assert_eq!(sum_of(1, &even, Side::X), (false, 0));
        assert_eq!(sum_of(MAX_WEIGHT, &even, Side::X), (true, 0));
        let (_, lines) = sum_of(1, &more, Side::X);
        assert!(lines > 0);
        assert_eq!(sum_of(1_000_000_000, &more, Side::X), (false, lines * 1_000_000_000));
        assert_eq!(sum_of(MAX_WEIGHT, &more, Side::X), (true, WIN - 1));
        assert_eq!(sum_of(MAX_WEIGHT, &more, Side::O), (true, 1 - WIN));
    }
}
