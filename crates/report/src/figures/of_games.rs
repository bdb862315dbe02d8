use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::board::{Board, description};
use super::{Figure, Group};
use crate::experiment::ExperimentReport;
use crate::experiment::analysis::game_name;

/// More pictures than this are left out.
const MOST_PICTURES: usize = 60;

/// Pictures of the games that are played, in the order of the plan.
pub(in crate::experiment) fn games(report: &ExperimentReport<'_>) -> Option<Group> {
    let mut seen = BTreeSet::new();
    let specs: Vec<_> = report
        .plan
        .cells
        .iter()
        .map(|cell| &cell.game)
        .filter(|game| seen.insert(game.to_string()))
        .collect();
    let figures: Vec<Figure> = (1..)
        .zip(&specs)
        .take(MOST_PICTURES)
        .map(|(number, spec): (usize, _)| {
            let text = spec.to_string();
            let name = game_name(&text);
            let title = if name == text { text } else { format!("{name}, {text}") };
            let about = description(spec);
            let alternative = format!("The empty board of {title}: {about}");
            let picture = Board::new(spec).map_or_else(String::new, |board| board.svg(&alternative));
            Figure {
                id: format!("game-{number}"),
                caption: format!("{title} · {about}."),
                svg: picture,
                data: String::new(),
            }
        })
        .collect();
    let left_out = specs.len().saturating_sub(MOST_PICTURES);
    let mut note =
        "Arrows show where stones enter and which way they travel; where there are none, any empty cell may \
                    be taken. The bar is as long as a run that counts."
            .to_owned();
    if left_out > 0 {
        let _ = write!(note, " {left_out} more games are not drawn.");
    }
    (!figures.is_empty()).then(|| Group { heading: String::new(), note, figures })
}
