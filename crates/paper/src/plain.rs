//! What a student asks first about a run, in five sentences.

use connect_toe_report::capital;
use connect_toe_stats::numbers::{counted, decimal, percent};
use connect_toe_stats::{Confidence, difference, wilson};

use crate::summary::{claims, search};
use crate::{Analysis, Conclusion, Counts, Experiment, Fit, FitScope, Heuristic, Reading, Results, Verdict};

/// The answers, a sentence each. What was not played has none.
pub(crate) struct Answer {
    /// What the paper asked.
    pub(crate) asked: String,
    /// Which heuristic plays best in each game.
    pub(crate) best: Option<String>,
    /// Which of the paper's conclusions hold and which do not, and why its tables look as they do.
    pub(crate) others: Vec<String>,
}

impl Answer {
    pub(crate) fn new(results: &Results, analysis: &Analysis) -> Answer {
        let asked = "The paper asked how a search should value a board on which nobody has won when it stops looking ahead: \
                     as won (Optimistic), as lost (Pessimistic) or as drawn (Undecided)."
            .to_owned();
        let Some(reading) = reading(analysis) else {
            return Answer { asked, best: None, others: Vec::new() };
        };
        let others = [holds(analysis, reading), fails(analysis, reading), why(analysis)];
        Answer { asked, best: best(results, reading), others: others.into_iter().flatten().collect() }
    }

    pub(crate) fn sentences(self) -> impl Iterator<Item = String> {
        std::iter::once(self.asked).chain(self.best).chain(self.others)
    }
}

/// The reading that the answers are about: the correct search if it was played.
pub(crate) fn reading(analysis: &Analysis) -> Option<Reading> {
    let readings = || analysis.readings.iter().map(|part| part.reading);
    readings().find(|&reading| reading == Reading::Exact).or_else(|| readings().next())
}

/// The heuristics in one game, all rows and opponents taken together, the best first.
struct Ranking {
    experiment: Experiment,
    order: Vec<(Heuristic, Counts)>,
}

impl Ranking {
    fn new(results: &Results, reading: Reading, experiment: Experiment) -> Option<Ranking> {
        let of = |player: Heuristic| {
            let rows = experiment.rows().iter();
            let all = rows.filter_map(|&row| results.pooled(experiment, reading, row, player));
            let all = all.reduce(|sum, wdl| sum + wdl)?;
            Some((player, Counts { wins: all.wins, decided: all.decided() }))
                .filter(|(_, all)| all.decided > 0)
        };
        let mut order: Vec<(Heuristic, Counts)> =
            Heuristic::ALL.iter().filter_map(|&player| of(player)).collect();
        order.sort_by(|(_, one), (_, other)| rate(*other).total_cmp(&rate(*one)));
        (order.len() > 1).then_some(Ranking { experiment, order })
    }

    /// The best heuristic, if the intervals of its leads over all others exclude 0.
    fn best(&self) -> Option<Heuristic> {
        let ((best, counts), others) = self.order.split_first()?;
        let confidence = Confidence::NINETY_FIVE.shared_by(others.len());
        let is_above = |other: Counts| {
            let lead = difference((counts.wins, counts.decided), (other.wins, other.decided), confidence);
            lead.is_some_and(connect_toe_stats::Difference::is_above)
        };
        others.iter().all(|(_, other)| is_above(*other)).then_some(*best)
    }

    /// The shares that the first and the second win of their decided games: "80.1 %", "(the next, Optimistic, 75.0 %)".
    fn shares(&self) -> [String; 2] {
        let [(_, best), (next, other), ..] = &self.order[..] else { return Default::default() };
        let (best, other) = (percent(rate(*best)), percent(rate(*other)));
        [format!("{best} %"), format!("(the next, {}, {other} %)", next.title())]
    }
}

fn rate(counts: Counts) -> f64 {
    counts.rate().unwrap_or(0.0)
}

const fn place(experiment: Experiment) -> &'static str {
    match experiment {
        Experiment::TicTacToe => "in Tic-Tac-Toe",
        Experiment::ConnectFour => "in Connect Four",
        Experiment::Cubes => "on the cubes",
    }
}

fn best(results: &Results, reading: Reading) -> Option<String> {
    let experiments = results.settings.chosen_experiments();
    let rankings: Vec<Ranking> =
        experiments.filter_map(|experiment| Ranking::new(results, reading, experiment)).collect();
    let bests: Vec<Option<Heuristic>> = rankings.iter().map(Ranking::best).collect();
    let found = match (bests.first()?, rankings.len()) {
        (Some(best), 2..) if bests.iter().all(|one| *one == Some(*best)) => {
            let shares = rankings.iter().map(|ranking| {
                let [best, next] = ranking.shares();
                format!("{best} {} {next}", place(ranking.experiment))
            });
            let shares = shares.collect::<Vec<String>>().join(", ");
            format!("{} plays best in every game: of its decided games it wins {shares}", best.title())
        }
        _ => {
            let each = rankings.iter().zip(&bests).map(|(ranking, best)| {
                let (place, [share, next]) = (place(ranking.experiment), ranking.shares());
                if let Some(best) = best {
                    let best = best.title();
                    return format!("{place} {best} plays best: it wins {share} of its decided games {next}");
                }
                let first = ranking.order[0].0.title();
                format!(
                    "{place} none is shown to play best: {first} wins {share} of its decided games {next}"
                )
            });
            each.collect::<Vec<String>>().join("; ")
        }
    };
    let games = match (results.is_complete(), results.settings.games_per_cell) {
        (true, games) => format!("{} a cell", counted(u64::from(games), "game")),
        (false, _) => "the games played so far".to_owned(),
    };
    Some(format!("With {} and {games}, {found}.", search(reading)))
}

/// The conclusions on which a reading's games give this verdict.
fn with_verdict(analysis: &Analysis, reading: Reading, wanted: Verdict) -> Vec<&Conclusion> {
    let is_wanted = |one: &&Conclusion| one.under(reading).is_some_and(|found| found.verdict == wanted);
    analysis.conclusions.iter().filter(is_wanted).collect()
}

/// How many, and which: `2 hold (“…”; “…”)`.
fn told(found: &[&Conclusion], [none, one, many]: [&str; 3]) -> String {
    match found {
        [] => none.to_owned(),
        [only] => format!("1 {one} ({})", claims(&[only])),
        all => format!("{} {many} ({})", all.len(), claims(all)),
    }
}

fn holds(analysis: &Analysis, reading: Reading) -> Option<String> {
    let judged = analysis.conclusions.iter().filter(|one| one.under(reading).is_some()).count();
    let whole = with_verdict(analysis, reading, Verdict::Holds);
    let in_part = with_verdict(analysis, reading, Verdict::HoldsInPart).len();
    let whole = told(&whole, ["none holds", "holds", "hold"]);
    let in_part = match in_part {
        0 => "none holds in part".to_owned(),
        1 => "1 holds in part".to_owned(),
        many => format!("{many} hold in part"),
    };
    (judged > 0).then(|| {
        format!("By these games, of {judged} conclusions that its tables suggest, {whole}, and {in_part}.")
    })
}

fn fails(analysis: &Analysis, reading: Reading) -> Option<String> {
    let reversed = with_verdict(analysis, reading, Verdict::Reversed);
    let open = with_verdict(analysis, reading, Verdict::NoDifference);
    if reversed.is_empty() && open.is_empty() {
        return None;
    }
    let reversed = told(&reversed, ["none is wrong", "is wrong", "are wrong"]);
    let open = told(&open, ["none may be chance", "may be chance alone", "may be chance alone"]);
    Some(format!("Of the others, {reversed}, and {open}."))
}

/// Why the printed tables look as they do: how the paper's program searched, and how little ten games say.
fn why(analysis: &Analysis) -> Option<String> {
    let fit = |reading| {
        let fits = &analysis.reading(reading)?.fits;
        fits.iter().find(|fit| fit.scope == FitScope::Total).filter(|fit| fit.values > 0)
    };
    let interval = wilson(5, 10);
    let points = decimal(50.0 * (interval.high - interval.low), 0);
    let chance = format!("a percentage from ten games is uncertain by {points} points either way");
    let differ = |fit: &Fit, reading| {
        let (differing, values) = (fit.differing, fit.values);
        let verb = if differing == 1 { "differs" } else { "differ" };
        format!(
            "{differing} of {values} printed values {verb} from {} by more than chance explains",
            search(reading)
        )
    };
    Some(match (fit(Reading::Exact), fit(Reading::Published)) {
        (Some(exact), Some(published)) if exact.log_likelihood + 10.0 < published.log_likelihood => format!(
            "Its tables look as they do for two reasons: its program most likely searched wrongly ({}, and {} from \
             the published search, a defective one that was found by fitting), and {chance}.",
            differ(exact, Reading::Exact),
            published.differing,
        ),
        (Some(fit), _) => format!("{}; {chance}.", capital(&differ(fit, Reading::Exact))),
        (None, Some(fit)) => format!("{}; {chance}.", capital(&differ(fit, Reading::Published))),
        (None, None) => return None,
    })
}
