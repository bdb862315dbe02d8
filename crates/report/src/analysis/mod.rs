//! Everything that a report says, computed from the plan and the counts.

mod condition;
mod label;
mod names;
mod ratings;
mod sides;
mod study;

pub(crate) use condition::{ConditionAnalysis, Standing, standings};
pub(crate) use names::{Name, game_name};
pub(crate) use ratings::{MOST_RATED, Rated, rated_patterns};
pub(crate) use sides::Sides;
pub(crate) use study::{OfGame, StudyAnalysis};

/// The places of numbers, the least number first.
pub(crate) fn in_order(numbers: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|&one, &other| numbers[one].total_cmp(&numbers[other]));
    order
}
