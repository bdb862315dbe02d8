//! Studies with too few games to show anything.

use connect_toe_experiment::{Plan, Protocol, Study};
use connect_toe_stats::numbers::counted;
use connect_toe_stats::{SIGNIFICANCE, fewest_trials};

use crate::words::capital;

/// What the cells of a study are short of, if they have so few games that none of them can show anything.
#[derive(Clone, Debug)]
pub(crate) struct TooFew {
    study: String,
    cells: u64,
    /// What the largest cell has.
    pub(crate) most: u64,
    /// What it takes.
    pub(crate) needed: u64,
    /// What is counted: pairs, or games that are not paired.
    pub(crate) unit: &'static str,
}

impl TooFew {
    pub(crate) fn of<'a>(study: &str, protocols: impl Iterator<Item = &'a Protocol>) -> Option<TooFew> {
        let protocols: Vec<&Protocol> = protocols.collect();
        let trials = |one: &Protocol| if one.is_paired() { one.games / 2 } else { one.games };
        let largest = protocols.iter().max_by_key(|one| trials(one))?;
        let (cells, most) = (protocols.len() as u64, trials(largest));
        let needed = fewest_trials(SIGNIFICANCE / cells as f64);
        let unit = if largest.is_paired() { "pair" } else { "game" };
        (most < needed).then(|| TooFew { study: study.to_owned(), cells, most, needed, unit })
    }
}

/// The studies whose cells have so few games that none of them can show anything: not even a player who won them all
/// would be significantly better after the correction for the number of cells.
pub(crate) fn all(plan: &Plan) -> Vec<TooFew> {
    let of_study = |(place, study): (usize, &Study)| {
        TooFew::of(&study.title, plan.conditions_of(place).map(|(_, condition)| &condition.protocol))
    };
    plan.studies.iter().enumerate().filter_map(of_study).collect()
}

/// A caution about all of these studies.
pub(crate) fn caution(all: &[TooFew]) -> Option<String> {
    let of_study = |TooFew { study, cells, most, needed, unit }: &TooFew| {
        let many = if *cells == 1 {
            "the cell".to_owned()
        } else {
            format!("any of its {}", counted(*cells, "cell"))
        };
        format!(
            "in {many}, {} cannot show that a player is better, whatever the results, in the study “{study}”: it \
             takes at least {needed}.",
            counted(*most, unit)
        )
    };
    let (first, others) = all.split_first()?;
    let others: Vec<String> = others.iter().map(|one| format!(" {}", capital(&of_study(one)))).collect();
    Some(format!(
        "Too few games: {}{} Results over several cells may be clear all the same.",
        of_study(first),
        others.concat()
    ))
}

/// A caution for every study of which no cell has enough games to show that a player is better.
pub fn too_few_games(plan: &Plan) -> Vec<String> {
    all(plan).into_iter().filter_map(|one| caution(&[one])).collect()
}
