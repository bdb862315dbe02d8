//! A condition with everything that is computed from its games.

use connect_toe_experiment::{Condition, ConditionTally, Sample};
use connect_toe_game::Side;
use connect_toe_stats::{SIGNIFICANCE, holm};

use crate::references::Reference;

/// A condition with everything that is computed from its games.
#[derive(Debug)]
pub(crate) struct ConditionAnalysis<'a> {
    /// Its place in the plan.
    pub(crate) place: usize,
    pub(crate) condition: &'a Condition,
    pub(crate) tally: ConditionTally,
    pub(crate) sample: Sample,
    /// The p-value of the exact test of equal strength.
    pub(crate) p_value: f64,
    /// That p-value, corrected after Holm for all conditions of the study with games.
    pub(crate) adjusted: f64,
    /// A value that is printed elsewhere.
    pub(crate) reference: Option<Reference>,
    /// The p-value of the printed counts under ours, and the same corrected after Holm for the study's conditions.
    pub(crate) reference_p: Option<(f64, f64)>,
}

/// How the player of a condition does, as far as a corrected test tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Better,
    Worse,
    /// The difference is not significant.
    Open,
}

impl<'a> ConditionAnalysis<'a> {
    pub(super) fn new(
        place: usize,
        condition: &'a Condition,
        tally: ConditionTally,
        reference: Option<Reference>,
    ) -> ConditionAnalysis<'a> {
        let sample = Sample::of_player(condition, &tally);
        ConditionAnalysis {
            place,
            condition,
            p_value: sample.p_value(),
            adjusted: 1.0,
            reference,
            reference_p: None,
            tally,
            sample,
        }
    }

    /// The number of the game in the study.
    pub(crate) fn game(&self) -> usize {
        self.condition.game_pattern
    }

    /// The number of the player in the study.
    pub(crate) fn player(&self) -> usize {
        self.condition.player_pattern
    }

    /// The number of the opponent in the study.
    pub(crate) fn opponent(&self) -> usize {
        self.condition.opponent_pattern
    }

    /// The number of a factor's level.
    pub(crate) fn level(&self, factor: usize) -> usize {
        self.condition.levels[factor]
    }

    pub(crate) fn games(&self) -> u64 {
        self.sample.games.games()
    }

    /// The results of the players who moved first.
    pub(crate) fn first_mover(&self) -> Sample {
        Sample::of_first_mover(self.condition, &self.tally)
    }

    /// The player's games with this side, if it matters in this game which one has.
    pub(crate) fn of_side(&self, side: Side) -> Option<Sample> {
        (!self.condition.game.turns_are_equal()).then(|| Sample::of_side(self.condition, &self.tally, side))
    }

    pub(crate) fn standing(&self) -> Standing {
        // A player is not better than itself; it only has the advantage of the first move.
        if self.condition.is_of_equals() { Standing::Open } else { Standing::of(&self.sample, self.adjusted) }
    }
}

impl Standing {
    /// The standing by the games and the p-value of the test, corrected for the tests beside it.
    fn of(sample: &Sample, adjusted: f64) -> Standing {
        match sample.score() {
            Some(score) if adjusted < SIGNIFICANCE && score > 0.5 => Standing::Better,
            Some(score) if adjusted < SIGNIFICANCE && score < 0.5 => Standing::Worse,
            _ => Standing::Open,
        }
    }
}

/// How a player stands in each of these samples, corrected for their number.
pub(crate) fn standings<'a>(samples: impl IntoIterator<Item = &'a Sample>) -> Vec<Standing> {
    let samples: Vec<&Sample> = samples.into_iter().collect();
    let adjusted = holm(&samples.iter().map(|one| one.p_value()).collect::<Vec<f64>>());
    samples.into_iter().zip(adjusted).map(|(sample, adjusted)| Standing::of(sample, adjusted)).collect()
}

/// Corrects the p-values of a study's conditions.
pub(super) fn correct(conditions: &mut [ConditionAnalysis<'_>]) {
    let (played, p_values): (Vec<usize>, Vec<f64>) = conditions
        .iter()
        .enumerate()
        .filter(|(_, condition)| condition.games() > 0)
        .map(|(place, condition)| (place, condition.p_value))
        .unzip();
    for (&place, adjusted) in played.iter().zip(holm(&p_values)) {
        conditions[place].adjusted = adjusted;
    }
    let (tested, p_values): (Vec<usize>, Vec<f64>) = conditions
        .iter()
        .enumerate()
        .filter_map(|(place, condition)| {
            Some((place, condition.reference.as_ref()?.p_value(condition.sample.games)?))
        })
        .unzip();
    for ((&place, &p_value), adjusted) in tested.iter().zip(&p_values).zip(holm(&p_values)) {
        conditions[place].reference_p = Some((p_value, adjusted));
    }
}
