//! The statistics for people.

use connect_toe_laboratory::{ComparedScores, PlannedGames, Shown};
use connect_toe_stats::numbers::{self, NOTHING, count, counted, given, points, range};

use crate::answer;

pub(super) fn text(shown: &Shown) -> String {
    let mut rows = of_counts(shown);
    let mut row = |name: &str, value: String| rows.push([name.to_owned(), value]);
    row("score", or_nothing(shown.score));
    row("  interval", answer::percents(shown.score_interval));
    row("  p against 50 %", numbers::p_value(shown.p_value));
    row("Elo", shown.elo.to_string());
    row("  normalized", shown.normalized_elo.map_or_else(|| NOTHING.to_owned(), numbers::signed));
    row("better than the other", percent(shown.likelihood_of_superiority));
    rows.extend(shown.against.iter().flat_map(of_comparison));
    if let Some(test) = &shown.sprt {
        rows.push(["log-likelihood ratio".to_owned(), numbers::decimal(test.log_likelihood_ratio, 2)]);
        rows.push(["  verdict".to_owned(), answer::verdict(test)]);
    }
    rows.extend(shown.plan.iter().flat_map(of_plan));
    let rows: Vec<Vec<String>> = rows.into_iter().map(Vec::from).collect();
    format!("{}\n\nintervals of {}", answer::table(&rows, usize::MAX), numbers::level(shown.confidence))
}

fn of_counts(shown: &Shown) -> Vec<[String; 2]> {
    let mut rows: Vec<[String; 2]> = Vec::new();
    let mut row = |name: &str, value: String| rows.push([name.to_owned(), value]);
    if let Some(pairs) = shown.pairs {
        row("pairs", format!("{}, {}", count(pairs.iter().sum()), counted(shown.games, "game")));
        return rows;
    }
    let [wins, draws, losses] =
        [shown.wins, shown.draws, shown.losses].map(|games| count(games.unwrap_or_default()));
    row("games", format!("{}: {wins} won, {draws} drawn, {losses} lost", count(shown.games)));
    row("won of the decided", or_nothing(shown.win_rate.flatten()));
    for (name, ends) in [("  Wilson", shown.wilson), ("  Clopper-Pearson", shown.clopper_pearson)] {
        row(name, ends.map_or_else(|| NOTHING.to_owned(), answer::percents));
    }
    rows
}

fn of_comparison(compared: &ComparedScores) -> Vec<[String; 2]> {
    let mut rows = vec![["other score".to_owned(), or_nothing(compared.score)]];
    if let (Some(difference), Some([low, high]), Some(p_value)) =
        (compared.difference, compared.interval, compared.p_value)
    {
        rows.push(["  score less the other".to_owned(), format!("{} percentage points", points(difference))]);
        rows.push(["  interval".to_owned(), range(&points(low), &points(high))]);
        rows.push(["  p".to_owned(), numbers::p_value(p_value)]);
    }
    rows
}

fn of_plan(plan: &PlannedGames) -> Vec<[String; 2]> {
    let mut rows = vec![[format!("to show {} Elo", given(plan.elo)), counted(plan.games, "game")]];
    let lines = answer::wrap(&plan.assumption, 72);
    let names = std::iter::once("  if").chain(std::iter::repeat(""));
    rows.extend(names.zip(lines.lines()).map(|(name, line)| [name.to_owned(), line.to_owned()]));
    rows
}

fn percent(rate: f64) -> String {
    format!("{} %", numbers::percent(rate))
}

fn or_nothing(rate: Option<f64>) -> String {
    rate.map_or_else(|| NOTHING.to_owned(), percent)
}
