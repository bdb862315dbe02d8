//! `open-lines`: lines without a stone of the opponent minus lines without a stone of the player.
//!
//! In misère games, where a line is a loss, the sign changes. Where only X's lines count, a line is open to X
//! alone: X's value is the number of lines without a stone of O, and O's is minus that. The view is the player's.
//! Source: the open-lines article of the Tic-Tac-Toe series.

use connect_toe_game::{Bits, Board, BySide, Rules, Side};

use crate::line_counts::LineCounts;
use crate::settings::{SettingError, Settings};
use crate::{Evaluator, Explanation, Measure, Resources, goal_sign, lines_through_a_cell, stones_on};

#[derive(Clone)]
struct OpenLines<B> {
    lines: LineCounts<B>,
    /// Lines without a stone of that side.
    untouched: BySide<i64>,
    measure: Measure,
}

/// The unit of the scale, in multiples of the average number of lines through a cell. Fitted to the results of games by the
/// example `score_scales` of the search crate: 0.7 to 7 fit best, by game.
const UNIT: f64 = 3.0;

pub(super) fn build<B: Bits>(
    rules: &Rules<B>,
    _: &Settings,
    _: &Resources,
) -> Result<Box<dyn Evaluator<B>>, SettingError> {
    let lines = LineCounts::new(rules);
    let all = lines.counts().len() as i64;
    let measure = Measure::logistic("open-lines", UNIT * lines_through_a_cell(rules));
    Ok(Box::new(OpenLines { lines, untouched: BySide { x: all, o: all }, measure }))
}

/// How many lines are open to the player, less how many are open to the opponent; `without` is the number of those
/// without a stone of a side.
#[inline]
fn value<B: Bits>(rules: &Rules<B>, player: Side, without: impl Fn(Side) -> i64) -> i64 {
    let open = |side: Side| if rules.lines_count_for(side) { without(side.other()) } else { 0 };
    goal_sign(rules) * (open(player) - open(player.other()))
}

impl<B: Bits> Evaluator<B> for OpenLines<B> {
    fn evaluate(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> i64 {
        let untouched = &mut self.untouched;
        self.lines.follow(rules.lines(), board, |_, before, after| {
            for side in Side::ALL {
                untouched[side] += i64::from(after[side] == 0) - i64::from(before[side] == 0);
            }
        });
        value(rules, player, |side| self.untouched[side])
    }

    fn measure(&self) -> Measure {
        self.measure
    }

    fn explain(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> Explanation {
        let mut explanation = Explanation::whole("", 0);
        for line in rules.lines().iter() {
            let stones = stones_on(board, line);
            let value = value(rules, player, |side| i64::from(stones[side] == 0));
            explanation.add("line", line, stones, value);
        }
        explanation
    }

    fn copied(&self) -> Option<Box<dyn Evaluator<B>>> {
        Some(Box::new(self.clone()))
    }
}
