//! The statistics for people.

use connect_toe_stats::{
    Confidence, Interval, ScoreComparison, ScoreCounts, Sprt, Verdict, clopper_pearson, wilson_at,
};

use super::Found;
use super::counts::Counts;
use super::plan::Plan;
use crate::answer;

pub(super) fn text(found: &Found) -> String {
    let mut rows = of_counts(found);
    let mut row = |name: &str, value: String| rows.push([name.to_owned(), value]);
    row("score", found.score.map_or("unknown".to_owned(), percent));
    row("  interval", interval(found.score_interval));
    row("  p against 50 %", answer::probability(found.p_value));
    row("Elo", found.elo.to_string());
    row("  normalized", found.normalized_elo.map_or("unknown".to_owned(), |elo| format!("{elo:+.1}")));
    row("better than the other", percent(found.superiority));
    rows.extend(found.against.iter().flat_map(|(other, comparison)| of_comparison(*other, *comparison)));
    if let Some((test, ratio, verdict)) = &found.sequential {
        rows.push(["log-likelihood ratio".to_owned(), format!("{ratio:.2}")]);
        rows.push(["  verdict".to_owned(), verdict_text(test, *verdict)]);
    }
    rows.extend(found.plan.iter().flat_map(of_plan));
    let rows: Vec<Vec<String>> = rows.into_iter().map(Vec::from).collect();
    format!("{}\n\nintervals of {}", answer::table(&rows, usize::MAX), level(found.level))
}

fn of_counts(found: &Found) -> Vec<[String; 2]> {
    let mut rows: Vec<[String; 2]> = Vec::new();
    let mut row = |name: &str, value: String| rows.push([name.to_owned(), value]);
    match found.counts {
        Counts::Games(games) => {
            let (won, decided) = (games.wins, games.decided());
            row(
                "games",
                format!("{}: {won} won, {} drawn, {} lost", games.games(), games.draws, games.losses),
            );
            row("won of the decided", games.win_rate().map_or("unknown".to_owned(), percent));
            row("  Wilson", interval(wilson_at(won, decided, found.level)));
            row("  Clopper-Pearson", interval(clopper_pearson(won, decided, found.level)));
        }
        Counts::Pairs(pairs) => row("pairs", format!("{}, {} games", pairs.pairs(), pairs.games())),
    }
    rows
}

fn of_comparison(other: Counts, comparison: Option<ScoreComparison>) -> Vec<[String; 2]> {
    let score = ScoreCounts::from(other).mean().map_or("unknown".to_owned(), percent);
    let mut rows = vec![["other score".to_owned(), score]];
    if let Some(ScoreComparison { difference, p_value }) = comparison {
        let points = |rate: f64| format!("{:+.1}", 100.0 * rate);
        let Interval { low, high } = difference.interval;
        rows.push([
            "  score less the other".to_owned(),
            format!("{} points in a hundred", points(difference.estimate)),
        ]);
        rows.push(["  interval".to_owned(), format!("{} to {}", points(low), points(high))]);
        rows.push(["  p".to_owned(), answer::probability(p_value)]);
    }
    rows
}

fn of_plan(plan: &Plan) -> Vec<[String; 2]> {
    let mut rows = vec![[format!("to show {:+} Elo", plan.elo), format!("{} games", plan.games)]];
    let lines = answer::wrap(&plan.assumption, 72);
    let names = std::iter::once("  if").chain(std::iter::repeat(""));
    rows.extend(names.zip(lines.lines()).map(|(name, line)| [name.to_owned(), line.to_owned()]));
    rows
}

fn verdict_text(test: &Sprt, verdict: Verdict) -> String {
    let (low, high) = (test.elo0(), test.elo1());
    let bounds = format!("bounds {:.2} and {:.2}", test.lower_bound(), test.upper_bound());
    match verdict {
        Verdict::Continue => format!("undecided ({bounds})"),
        Verdict::AcceptH0 => format!("{low:+} Elo is accepted ({bounds})"),
        Verdict::AcceptH1 => format!("{high:+} Elo is accepted ({bounds})"),
    }
}

fn percent(rate: f64) -> String {
    format!("{:.1} %", 100.0 * rate)
}

fn interval(Interval { low, high }: Interval) -> String {
    format!("{} to {}", percent(low), percent(high))
}

/// A level in percent with all of its digits: none rounds to 100 %.
fn level(confidence: Confidence) -> String {
    // Below 1 numbers are written as 0.95, however small.
    let text = confidence.level().to_string();
    let digits = text.trim_start_matches("0.");
    let digits = format!("{digits:0<3}");
    let (whole, part) = digits.split_at(2);
    format!("{}.{part} %", whole.trim_start_matches('0').parse::<u32>().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_keep_their_digits() {
        for (given, shown) in [
            (0.95, "95.0 %"),
            (0.5, "50.0 %"),
            (0.999, "99.9 %"),
            (0.57, "57.0 %"),
            (0.05, "5.0 %"),
            (0.001, "0.1 %"),
            (0.999_999_999_999_9, "99.99999999999 %"),
        ] {
            assert_eq!(level(Confidence::new(given).expect("a level")), shown);
        }
    }
}
