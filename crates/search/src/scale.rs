//! What a finished game counts in a search, and what the values between say.

use connect_toe_eval::{Evaluator, Measure, WIN};
use connect_toe_game::{Bits, Outcome, Rules, Side};
use connect_toe_solve::ExactResult;

use crate::worth::Worth;

/// The scale of a search's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scale {
    /// The value of a win, before `hurry` is added.
    win: i64,
    /// In a hurry: what a win at the root would be worth on top; each ply costs 1. It is the number of
    /// cells plus one, so a win is worth something however late.
    hurry: Option<i64>,
    /// What values between wins and losses say.
    measure: Measure,
    /// The least and the greatest value that the heuristic may give for the side to move at the root.
    estimates: (i64, i64),
    /// How many plies ahead the heuristic is asked, if that is always the same.
    ahead: Option<u32>,
}

/// The scale of a search that says nothing of its values.
impl Default for Scale {
    fn default() -> Scale {
        Scale::of_estimates(Measure::default())
    }
}

impl Scale {
    /// The scale of a search with this heuristic. A win is a win, near or far.
    pub(crate) fn asking<B: Bits>(evaluator: &dyn Evaluator<B>) -> Scale {
        let (win, measure) = (evaluator.win_value(), evaluator.measure());
        // If nothing is known about the heuristic, even the value of a win may be an estimate.
        let most = if win == WIN && measure != Measure::default() { WIN - 1 } else { win };
        let estimates = evaluator.constant().map_or((-most, most), |constant| (constant, constant));
        Scale { win, hurry: None, measure, estimates, ahead: None }
    }

    /// The scale of values that are not results of finished games.
    pub(crate) fn of_estimates(measure: Measure) -> Scale {
        Scale { win: WIN, hurry: None, measure, estimates: (i64::MIN, i64::MAX), ahead: None }
    }

    /// A scale on which a win counts `win`, and everything that is below is an estimate.
    pub(crate) fn below(win: i64, measure: Measure) -> Scale {
        Scale { win, hurry: None, measure, estimates: (1 - win, win - 1), ahead: None }
    }

    /// Makes nearer wins worth more, and later losses less bad, by 1 a ply.
    pub(crate) fn hurried<B: Bits>(self, rules: &Rules<B>) -> Scale {
        Scale { hurry: Some(rules.geometry().cells().len() as i64 + 1), ..self }
    }

    /// Makes a win count as many as the cells of the board plus one, less the plies to it.
    pub(crate) fn by_plies<B: Bits>(self, rules: &Rules<B>) -> Scale {
        Scale { win: 0, ..self }.hurried(rules)
    }

    /// Sets the number of plies ahead at which a look always asks the heuristic.
    pub(crate) fn looking(self, ahead: u32) -> Scale {
        Scale { ahead: Some(ahead), ..self }
    }

    /// Makes values that are not results of finished games say nothing.
    pub(crate) fn knowing_results_alone(self) -> Scale {
        Scale { measure: Measure::default(), ..self }
    }

    /// The name of the scale of its estimates.
    pub(crate) fn name(self) -> &'static str {
        self.measure.name()
    }

    /// Whether its estimates say what score to expect.
    pub(crate) fn expects_scores(self) -> bool {
        self.measure.score(0).is_some()
    }

    /// The difference of values near 0 that stands for 1 in the logarithm of the odds to win, if the scale says so.
    pub(crate) fn unit_of_odds(self) -> Option<f64> {
        self.measure.unit_of_odds()
    }

    /// The most that an estimate may be.
    pub(crate) fn most_estimate(self) -> i64 {
        self.estimates.1.min(self.win - 1)
    }

    /// Whether nearer wins are worth more.
    pub(crate) fn is_hurried(self) -> bool {
        self.hurry.is_some()
    }

    /// The value of a win `plies` after the root, for the winner.
    #[inline]
    pub(crate) fn win(self, plies: u32) -> i64 {
        self.win + self.hurry.map_or(0, |most| most - i64::from(plies))
    }

    /// Whether this is the value of a win or a loss. Where nearer wins are not worth more, a heuristic's may be as high.
    pub(crate) fn is_decided(self, value: i64) -> bool {
        // The last win of a game is the least.
        value.abs() >= self.win + i64::from(self.is_hurried())
    }

    /// Whether this can only be the value of a win or a loss that the search has seen: no heuristic gives it.
    pub(crate) fn is_end(self, value: i64) -> bool {
        self.is_decided(value) && !(self.estimates.0..=self.estimates.1).contains(&value)
    }

    /// What a value says that is proven, if its win or loss comes then or, with `at_most`, perhaps sooner. None comes sooner
    /// than with the next stone of the side that wins.
    pub(crate) fn exact(self, value: i64, at_most: bool) -> Worth {
        let result = match value {
            0 => ExactResult::Draw,
            1.. => ExactResult::Win,
            _ => ExactResult::Loss,
        };
        let plies = self.plies(value);
        let earliest = if value > 0 { 1 } else { 2 };
        Worth::Exact { result, plies, at_most: at_most && plies.is_some_and(|plies| plies > earliest) }
    }

    /// The worth of a value that is not proven.
    pub(crate) fn worth(self, value: i64) -> Worth {
        if self.is_end(value) {
            return Worth::Claimed { wins: value > 0, plies: self.plies(value) };
        }
        let measure = self.measure;
        match measure.announced(value) {
            Some(announced) => {
                let plies = announced.plies.zip(self.ahead).map(|(plies, ahead)| plies + ahead);
                Worth::Claimed { wins: value > 0, plies }
            }
            None => Worth::Estimated { value, measure },
        }
    }

    /// The plies to a win or a loss.
    fn plies(self, value: i64) -> Option<u32> {
        let most = self.hurry?;
        let plies = most - (value.abs() - self.win);
        (1..most).contains(&plies).then_some(plies as u32)
    }

    /// A bound on the value of everything that is still to come `plies` after the root.
    #[inline]
    pub(crate) fn best_after(self, plies: u32) -> i64 {
        self.win(plies + 1)
    }

    /// The value for `side` of an outcome `plies` after the root.
    #[inline]
    pub(crate) fn of(self, outcome: Outcome, side: Side, plies: u32) -> i64 {
        match outcome.winner() {
            None => 0,
            Some(winner) if winner == side => self.win(plies),
            Some(_) => -self.win(plies),
        }
    }
}
