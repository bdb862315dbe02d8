//! How players fare with each side, where it matters which side one has.

use connect_toe_game::Side;
use connect_toe_plot::{Estimate, ForestPlot, Unit};
use connect_toe_stats::{Interval, numbers};

use crate::analysis::StudyAnalysis;
use crate::document::Figures;
use crate::figures::parts::{MOST_LINES, forest, id};
use crate::inline::plain;

/// The scores of all players with each side.
pub(super) fn by_side(study: &StudyAnalysis<'_>) -> Option<Figures> {
    if !study.is_by_side() {
        return None;
    }
    let figures: Vec<_> = Side::ALL
        .into_iter()
        .enumerate()
        .filter_map(|(place, side)| {
            let mut rows: Vec<Estimate> = (0..study.names.players.len())
                .filter_map(|player| {
                    let sample = study.of_side(player, side);
                    let (value, Interval { low, high }) = (sample.score()?, sample.score_interval());
                    let name = study.names.players[player].label.clone();
                    let text = format!("{} %", numbers::percent(value));
                    Some(Estimate { name, value, text, interval: (low, high) })
                })
                .collect();
            rows.sort_by(|one, other| other.value.total_cmp(&one.value));
            rows.truncate(MOST_LINES);
            let caption = format!("Scores as {}", study.sides.name(side));
            let plot = ForestPlot {
                description: format!("{}, {} players", plain(&caption), rows.len()),
                value_title: "score".to_owned(),
                unit: Unit::Rate,
                reference: 0.5,
                rows,
            };
            (!plot.rows.is_empty())
                .then(|| forest(id(study, "side", place), caption, ["player", "score"], &plot))
        })
        .collect();
    let note = "Points per game with 95 % intervals, of the games in which it matters which side one has."
        .to_owned();
    let [x, o] = Side::ALL.map(|side| study.sides.name(side));
    let heading = format!("As {x} and as {o}");
    (!figures.is_empty()).then_some(Figures { heading, note, figures })
}
