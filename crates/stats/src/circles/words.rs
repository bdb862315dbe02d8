//! What the test of transitivity says, in a sentence.

use super::transitivity::{Beats, EloTruth, Fit, TOO_WIDE, Transitivity};
use crate::SIGNIFICANCE;
use crate::numbers::{decimal, p_value, percent};

impl Transitivity {
    /// Whether Elo tells the truth, and why, in a sentence or two, with the players' names.
    pub fn sentence(&self, name: impl Fn(usize) -> String) -> String {
        match self.truth {
            EloTruth::Circle => self.of_circle(name),
            EloTruth::Misfit => self.of_misfit(name),
            EloTruth::Holds => self.of_truth(),
            EloTruth::TooFewGames if self.precision <= TOO_WIDE && self.fit.is_none() => {
                "Too few players met to tell whether Elo tells the truth here: nothing speaks against it, but ratings can fit \
                 any of these scores."
                    .to_owned()
            }
            EloTruth::TooFewGames => format!(
                "Too few games to tell whether Elo tells the truth here: nothing speaks against it, but a score is known \
                 to {} points of 100 only, and a circle would hardly show.",
                decimal(100.0 * self.precision, 0),
            ),
        }
    }

    fn of_truth(&self) -> String {
        let fit = self.fit.as_ref();
        let how_well = if fit.is_some_and(|fit| fit.p_value < SIGNIFICANCE) {
            format!("to {} points of 100 or better", decimal(100.0 * self.largest_deviation, 1))
        } else {
            "as well as chance allows".to_owned()
        };
        format!(
            "Elo tells the truth here, as far as these games show: no players beat each other in a circle, and the ratings \
             predict all {} scores {how_well}{}. Each score is known to {} points of 100 or better.",
            self.scores,
            fit.map_or_else(String::new, in_brackets),
            decimal(100.0 * self.precision, 0),
        )
    }

    fn of_circle(&self, name: impl Fn(usize) -> String) -> String {
        let win = |&Beats { winner, loser, score, .. }: &Beats| {
            format!("{} beats {} ({} %)", name(winner), name(loser), percent(score))
        };
        let wins: Vec<String> = self.circle.iter().map(win).collect();
        let (last, before) =
            wins.split_last().map_or(("", &[][..]), |(last, before)| (last.as_str(), before));
        let players = self.in_circles.iter().filter(|&&is_in| is_in).count();
        let more = match self.in_circles.len() {
            _ if players == self.circle.len() => String::new(),
            all if all == players => format!(" All {all} players stand in such circles."),
            all => format!(" {players} of the {all} players stand in such circles."),
        };
        format!(
            "Elo does not tell the truth here: {}, and {last}. No list of ratings can say that.{more}",
            before.join(", ")
        )
    }

    fn of_misfit(&self, name: impl Fn(usize) -> String) -> String {
        let fit = self.fit.as_ref().map_or_else(String::new, in_brackets);
        let farthest = self.farthest.map_or_else(String::new, |one| {
            format!(
                " The farthest from them is that of {} against {}: {} %, where they expect {} %.",
                name(one.player),
                name(one.opponent),
                percent(one.score),
                percent(one.expected)
            )
        });
        format!(
            "Elo tells half of the truth here: no players are shown to beat each other in a circle, but the ratings do not \
             predict the scores{fit}.{farthest}"
        )
    }
}

fn in_brackets(fit: &Fit) -> String {
    let degrees = if fit.degrees_of_freedom == 1 {
        "1 degree".to_owned()
    } else {
        format!("{} degrees", fit.degrees_of_freedom)
    };
    let p_value = p_value(fit.p_value);
    let equals = if p_value.starts_with('<') { "" } else { "= " };
    format!(" (χ² = {} with {degrees} of freedom, p {equals}{p_value})", decimal(fit.chi_squared, 1))
}
