//! The path of a search as a table and a picture.

use std::fmt::Write as _;

use connect_toe_players::SettingRange;
use connect_toe_plot::{LineChart, Point, Series, svg_file};
use connect_toe_stats::PairDifferences;
use connect_toe_stats::numbers::count;

use super::answer::{Tuned, TunedSetting, TuningStep};

/// The iterations as a table.
pub(super) fn csv(tuned: &Tuned) -> String {
    let mut text = "iteration,pairs,score_of_plus".to_owned();
    for TunedSetting { name, .. } in &tuned.settings {
        let _ = write!(text, ",{name},{name}_plus,{name}_minus");
    }
    text.push('\n');
    for (iteration, step) in (1..).zip(&tuned.path) {
        let TuningStep { pairs, plus, minus, differences, values } = step;
        let mean = PairDifferences { counts: *differences }.mean().unwrap_or(0.0);
        let _ = write!(text, "{iteration},{pairs},{:.4}", f64::midpoint(1.0, mean));
        for ((value, plus), minus) in values.iter().zip(plus).zip(minus) {
            let _ = write!(text, ",{value:.6},{plus},{minus}");
        }
        text.push('\n');
    }
    text
}

/// Marks of a curve; more would hide it.
const MOST_MARKS: usize = 50;
const MOST_TICKS: usize = 6;

/// The path of each setting through its range, and where it was found.
pub(super) fn svg(tuned: &Tuned, ranges: &[SettingRange]) -> String {
    let steps = thinned(&tuned.path);
    let mut at: Vec<u64> = vec![0];
    at.extend(steps.iter().map(|step| step.pairs));
    let every = at.len().div_ceil(MOST_TICKS).max(1);
    let mut ticks: Vec<u64> = at.iter().copied().step_by(every).collect();
    if let (Some(&last), Some(tick)) = (at.last(), ticks.last_mut()) {
        *tick = last;
    }
    let ticks = ticks.into_iter().map(|pairs| (pairs as f64, count(pairs))).collect();
    let description =
        format!("Settings of {} in {}, by the pairs of games that tuned them", tuned.player, tuned.game);
    let mut chart =
        LineChart::of_rates(description, "pairs of games", ticks, "place in the setting's range, %");
    chart.width = 560.0;
    chart.reference = None;
    for (place, (setting, range)) in tuned.settings.iter().zip(ranges).enumerate() {
        let share = |value| range.share_of(value);
        let start = std::iter::once(Point::exact(0.0, share(setting.start)));
        let way = steps.iter().map(|step| Point::exact(step.pairs as f64, share(step.values[place])));
        chart.series.push(Series::new(&setting.name, place, start.chain(way)));
        if let Some(&end) = at.last() {
            let found = Point::exact(end as f64, share(setting.found));
            let middle = Point::exact(end as f64 / 2.0, share(setting.found));
            chart
                .series
                .push(Series::new(format!("{} found", setting.name), place, [middle, found]).hollow());
        }
    }
    svg_file(&chart.svg())
}

/// Some of the iterations, evenly spread, the last among them.
fn thinned(path: &[TuningStep]) -> Vec<&TuningStep> {
    let every = path.len().div_ceil(MOST_MARKS).max(1);
    let skipped = path.len().saturating_sub(1) % every;
    path.iter().skip(skipped).step_by(every).collect()
}
