//! The results in plain words: only what corrected tests and intervals support.

use std::collections::BTreeMap;

use connect_toe_arena::stats::{Confidence, ScoreComparison, Wdl, compare_scores, holm, score_interval};

use super::ExperimentReport;
use super::analysis::{CellAnalysis, Rated, SIGNIFICANCE, Sample, Standing, StudyAnalysis, game_name, mean};
use super::{method, text};

/// How many findings of a kind are told one by one.
const MOST_TOLD: usize = 3;

/// A paragraph about the whole, then one or two for each study.
pub(crate) fn summary(report: &ExperimentReport<'_>) -> Vec<String> {
    let mut paragraphs = Vec::new();
    paragraphs.extend(method::notice(report));
    if report.games() == 0 {
        paragraphs.push("No game has been played yet.".to_owned());
        return paragraphs;
    }
    paragraphs.push(overview(report));
    for study in report.studies.iter().filter(|study| study.games() > 0) {
        paragraphs.push(of_study(study));
    }
    paragraphs
}

fn overview(report: &ExperimentReport<'_>) -> String {
    let cells: Vec<&CellAnalysis<'_>> = report.studies.iter().flat_map(|study| &study.cells).collect();
    let played = cells.iter().filter(|cell| cell.sample.games.games() > 0).count() as u64;
    let all: Wdl = cells.iter().map(|cell| cell.sample.games).sum();
    let plies = mean(cells.iter().map(|cell| cell.tally.plies()).sum(), all.games());
    let studies = report.studies.iter().filter(|study| study.games() > 0).count() as u64;
    let studies =
        if studies == 1 { "one study".to_owned() } else { text::of(studies, "study").replace("ys", "ies") };
    format!(
        "{} were played in {} of {studies}, {} plies long on average; {}\u{a0}% of them were drawn.",
        text::of(all.games(), "game"),
        text::of(played, "cell"),
        text::mean(plies),
        text::percent_or_nothing(all.decided_rate().map(|rate| 1.0 - rate)),
    )
}

fn of_study(study: &StudyAnalysis<'_>) -> String {
    let mut sentences = Vec::new();
    if study.study.is_round_robin {
        sentences.extend(best_of_all(study));
    } else if !study.comparisons.is_empty() {
        sentences.extend(best_player(study));
    }
    sentences.extend(cells_shown(study));
    for factor in 0..study.study.factors.len() {
        sentences.extend(trend(study, factor));
    }
    sentences.extend(reversals(study));
    sentences.extend(first_move(study));
    sentences.extend(printed(study));
    let title = study.study.title.trim();
    let colon = if title.ends_with(['?', '.', '!', ':']) { "" } else { ":" };
    format!("{title}{colon} {}", sentences.join(" "))
}

/// The best player of all games together, and of each game; in one sentence where it is the same one everywhere.
fn best_of_all(study: &StudyAnalysis<'_>) -> Vec<String> {
    let mut found = study.ratings.iter().filter_map(|rated| best_rated(study, rated));
    let Some(of_all) = found.next() else { return Vec::new() };
    let of_games: Vec<Best> = found.collect();
    let mut sentences = vec![of_all.sentence.clone()];
    if of_games.len() > 1 && of_games.iter().all(|of_game| of_game.player == of_all.player) {
        let clear = of_games.iter().filter(|of_game| of_game.is_above_all).count();
        let above = if clear == of_games.len() {
            "shown to be above all others on each".to_owned()
        } else {
            format!("shown to be above all others on {clear}")
        };
        sentences
            .push(format!("It has the highest rating on each of the {} games, {above}.", of_games.len()));
    } else {
        let more = of_games.len().saturating_sub(2 * MOST_TOLD);
        sentences.extend(of_games.into_iter().take(2 * MOST_TOLD).map(|of_game| of_game.sentence));
        if more > 0 {
            sentences
                .push(format!("The ratings on {} are in the tables.", text::of(more as u64, "more game")));
        }
    }
    sentences
}

/// The player with the highest rating.
struct Best {
    player: usize,
    is_above_all: bool,
    sentence: String,
}

/// The highest rating, and who is shown to be rated lower.
fn best_rated(study: &StudyAnalysis<'_>, rated: &Rated) -> Option<Best> {
    let ratings = &rated.ratings;
    let mut order: Vec<usize> =
        (0..rated.names.len()).filter(|&one| ratings.players[one].results.games() > 0).collect();
    order.sort_by(|&one, &other| {
        ratings.players[other].rating.elo.total_cmp(&ratings.players[one].rating.elo)
    });
    let (&best, others) = order.split_first()?;
    let second = *others.first()?;
    let lead = ratings.difference(best, second)?;
    let bound = Confidence::NINETY_FIVE.shared_by(others.len()).normal_quantile();
    let level: Vec<&str> = others
        .iter()
        .filter(|&&other| {
            ratings.difference(best, other).is_none_or(|lead| lead.elo <= bound * lead.standard_error)
        })
        .map(|&other| rated.names[other].as_str())
        .collect();
    let on = match rated.game {
        Some(game) => format!("On {} ", study.layout.games[game].label),
        None if study.layout.games.len() > 1 => "Over all games ".to_owned(),
        None => String::new(),
    };
    let claim = match &level[..] {
        [] => "shown to be above all others".to_owned(),
        few if few.len() <= MOST_TOLD => format!("not shown to be above {}", text::list(few)),
        many => format!("not shown to be above {} of the {} others", many.len(), others.len()),
    };
    let sentence = format!(
        "{on}{} has the highest rating, {} Elo points above {}, the next; {0} is {claim}.",
        rated.names[best],
        text::estimate(&lead),
        rated.names[second],
    );
    Some(Best { player: best, is_above_all: level.is_empty(), sentence })
}

/// The highest score against the same opposition, and who is shown to have a lower one.
fn best_player(study: &StudyAnalysis<'_>) -> Option<String> {
    let score = |player: usize| study.players[player].score();
    let mut order: Vec<usize> = (0..study.players.len()).filter(|&player| score(player).is_some()).collect();
    order.sort_by(|&one, &other| score(other).unwrap_or(0.0).total_cmp(&score(one).unwrap_or(0.0)));
    let (&best, others) = order.split_first()?;
    let second = *others.first()?;
    let name = |player: usize| study.layout.players[player].label.as_str();
    let with_best = |other: usize| {
        let pair = (best.min(other), best.max(other));
        study.comparisons.iter().find(|one| (one.first.min(one.second), one.first.max(one.second)) == pair)
    };
    let p_value = |other: usize| with_best(other).map_or(1.0, |one| one.adjusted);
    let level: Vec<&str> =
        others.iter().filter(|&&other| p_value(other) >= SIGNIFICANCE).map(|&other| name(other)).collect();
    let claim = match &level[..] {
        [] => {
            let largest = others.iter().map(|&other| p_value(other)).fold(0.0, f64::max);
            let p_value = text::p_value(largest);
            let sign = if p_value.starts_with('<') { "" } else { "= " };
            let whom = if others.len() == 1 { "it" } else { "every other" };
            format!("shown to be above {whom} (p {sign}{p_value})")
        }
        few if few.len() <= MOST_TOLD => format!("not shown to be above {}", text::list(few)),
        many => format!("not shown to be above {} of the {} others", many.len(), others.len()),
    };
    let difference = with_best(second)?.comparison.difference;
    let (lead, ends) = (difference.estimate.abs(), difference.interval);
    let (low, high) = if difference.estimate < 0.0 { (-ends.high, -ends.low) } else { (ends.low, ends.high) };
    let points = |share: f64| text::percent(share).replace('-', "−");
    Some(format!(
        "All games together, {0} has the highest score, {1}: {2} points ({3} … {4}) above {5}, the next; {0} is {claim}.",
        name(best),
        text::percent_with(score(best).unwrap_or(0.0), study.players[best].score_interval()),
        points(lead),
        points(low),
        points(high),
        name(second),
    ))
}

/// How many of the paper's values are unlike ours.
fn printed(study: &StudyAnalysis<'_>) -> Option<String> {
    let tested: Vec<f64> = study.cells.iter().filter_map(|cell| Some(cell.printed_p?.1)).collect();
    let unlike = tested.iter().filter(|&&adjusted| adjusted < SIGNIFICANCE).count();
    (!tested.is_empty()).then(|| {
        format!(
            "For {} the 2004 paper prints a value; {} of them {} from ours by more than chance.",
            text::of(tested.len() as u64, "cell"),
            if unlike == 0 { "none".to_owned() } else { unlike.to_string() },
            if unlike <= 1 { "differs" } else { "differ" },
        )
    })
}

/// In how many cells a difference is shown.
fn cells_shown(study: &StudyAnalysis<'_>) -> Option<String> {
    let played: Vec<&CellAnalysis<'_>> =
        study.cells.iter().filter(|cell| cell.sample.games.games() > 0).collect();
    let count = |standing| played.iter().filter(|cell| cell.standing() == standing).count();
    let with_interval = |cell: &CellAnalysis<'_>| {
        text::percent_with(cell.sample.score().unwrap_or(0.5), cell.sample.score_interval())
    };
    match &played[..] {
        [] => None,
        [one] => Some(format!(
            "{} scores {} against {}: {}.",
            study.layout.players[one.place.player].label,
            with_interval(one),
            study.layout.opponents[one.place.opponent].label,
            match one.standing() {
                Standing::Better => "shown to be the better one",
                Standing::Worse => "shown to be the worse one",
                Standing::NotShown => "no difference is shown",
            }
        )),
        many => {
            let shown = count(Standing::Better) + count(Standing::Worse);
            Some(if study.study.is_round_robin {
                format!("In {shown} of its {} cells one player is shown to be the better one.", many.len())
            } else {
                format!(
                    "In {} of its {} cells the player is shown to be the better one, in {} the worse one.",
                    count(Standing::Better),
                    many.len(),
                    count(Standing::Worse),
                )
            })
        }
    }
}

/// What grows or shrinks between the ends of a factor of numbers, player by player.
fn trend(study: &StudyAnalysis<'_>, factor: usize) -> Vec<String> {
    let Some(numbers) = study.study.factors[factor].numbers() else {
        return extremes(study, factor).into_iter().collect();
    };
    let (Some(low), Some(high)) = (extreme(&numbers, f64::lt), extreme(&numbers, f64::gt)) else {
        return Vec::new();
    };
    if low == high {
        return Vec::new();
    }
    let name = &study.study.factors[factor].name;
    let at = |player: usize, level: usize| of_level(study, factor, level, player);
    let ends: Vec<(usize, Sample, Sample)> = (0..study.layout.players.len())
        .map(|player| (player, at(player, low), at(player, high)))
        .filter(|(_, low, high)| low.score().is_some() && high.score().is_some())
        .collect();
    let mut last_word = "";
    let changes: Vec<String> = shown(ends.iter().map(|(_, low, high)| (*high, *low)))
        .into_iter()
        .zip(&ends)
        .filter(|(is_shown, _)| *is_shown)
        .map(|(_, (player, low, high))| {
            let score = |sample: &Sample| text::percent_or_nothing(sample.score());
            let word = if high.score() > low.score() { "rises " } else { "falls " };
            let word = if std::mem::replace(&mut last_word, word) == word { "" } else { word };
            format!(
                "{word}from {} to {} % for {}",
                score(low),
                score(high),
                study.layout.players[*player].label
            )
        })
        .collect();
    let range = format!("{name} {} to {}", study.level(factor, low), study.level(factor, high));
    let mut sentences = match &changes[..] {
        [] => vec![format!("From {range} no player’s score is shown to change.")],
        told => {
            vec![format!("From {range} the score {}.", text::list(&told[..told.len().min(2 * MOST_TOLD)]))]
        }
    };
    sentences.extend(kinks(study, factor, &numbers));
    sentences
}

/// The levels of a factor of words at which the players together score most and least.
fn extremes(study: &StudyAnalysis<'_>, factor: usize) -> Option<String> {
    let of_factor = &study.study.factors[factor];
    if study.study.is_round_robin {
        return None;
    }
    let at = |level: usize| -> Sample {
        let here = study.cells.iter().filter(|cell| cell.place.levels.get(factor) == Some(&level));
        here.map(|cell| cell.sample).sum()
    };
    let samples: Vec<(usize, Sample)> = (0..of_factor.values.len())
        .map(|level| (level, at(level)))
        .filter(|(_, sample)| sample.score().is_some())
        .collect();
    let score = |sample: &Sample| sample.score().unwrap_or(0.5);
    let by_score =
        |one: &&(usize, Sample), other: &&(usize, Sample)| score(&one.1).total_cmp(&score(&other.1));
    let (lowest, highest) = (samples.iter().min_by(by_score)?, samples.iter().max_by(by_score)?);
    if lowest.0 == highest.0 {
        return None;
    }
    let found = compare_scores(highest.1.counts(), lowest.1.counts(), Confidence::NINETY_FIVE)?;
    let claim = of_extremes(found, samples.len());
    let level = |(level, sample): &(usize, Sample)| {
        let score = text::percent_with(score(sample), sample.score_interval());
        format!("{}, {score}", of_factor.values[*level])
    };
    let whose = match &study.layout.players[..] {
        [one] => format!("the score of {}", one.label),
        _ => "the score of all players together".to_owned(),
    };
    Some(format!(
        "By {} {whose} is highest for {} and lowest for {}; {claim}.",
        of_factor.name,
        level(highest),
        level(lowest)
    ))
}

/// Whether a difference is shown between the two extremes of so many samples: they were chosen among all pairs.
fn of_extremes(found: ScoreComparison, samples: usize) -> &'static str {
    let pairs = samples * samples.saturating_sub(1) / 2;
    let is_shown = found.p_value * (pairs as f64) < SIGNIFICANCE;
    if is_shown { "the difference is shown" } else { "no difference is shown" }
}

/// Steps of a factor against the direction of the whole: shown rises of what falls, and the reverse.
fn kinks(study: &StudyAnalysis<'_>, factor: usize, numbers: &[f64]) -> Option<String> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|&one, &other| numbers[one].total_cmp(&numbers[other]));
    let mut steps = Vec::new();
    for player in 0..study.layout.players.len() {
        let samples: Vec<Sample> =
            order.iter().map(|&level| of_level(study, factor, level, player)).collect();
        for (step, pair) in samples.windows(2).enumerate() {
            if pair[0].score().is_some() && pair[1].score().is_some() {
                let overall = samples.last().and_then(Sample::score) >= samples[0].score();
                steps.push((player, step, pair[0], pair[1], overall));
            }
        }
    }
    let told: Vec<String> = shown(steps.iter().map(|(_, _, from, to, _)| (*from, *to)))
        .into_iter()
        .zip(&steps)
        .filter(|(is_shown, (_, _, from, to, rises))| *is_shown && (to.score() > from.score()) != *rises)
        .map(|(_, (player, step, from, to, _))| {
            format!(
                "{} from {} to {} ({} to {} %)",
                study.layout.players[*player].label,
                study.level(factor, order[*step]),
                study.level(factor, order[*step + 1]),
                text::percent_or_nothing(from.score()),
                text::percent_or_nothing(to.score()),
            )
        })
        .collect();
    let more = told.len().saturating_sub(MOST_TOLD);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    (!told.is_empty())
        .then(|| format!("Against the trend, shown: {}{rest}.", told[..told.len().min(MOST_TOLD)].join("; ")))
}

fn extreme(numbers: &[f64], is_better: fn(&f64, &f64) -> bool) -> Option<usize> {
    (0..numbers.len())
        .reduce(|best, other| if is_better(&numbers[other], &numbers[best]) { other } else { best })
}

/// A player's games at one level of a factor.
fn of_level(study: &StudyAnalysis<'_>, factor: usize, level: usize, player: usize) -> Sample {
    let at_level = study.cells.iter().filter(|cell| cell.place.levels.get(factor) == Some(&level));
    at_level
        .filter_map(|cell| {
            if cell.place.player == player {
                Some(cell.sample)
            } else if study.study.is_round_robin && cell.place.opponent == player {
                Some(cell.sample.swapped())
            } else {
                None
            }
        })
        .sum()
}

/// Which of a family of differences are shown.
fn shown(pairs: impl Iterator<Item = (Sample, Sample)>) -> Vec<bool> {
    let p_values: Vec<f64> = pairs
        .map(|(one, other)| {
            compare_scores(one.counts(), other.counts(), Confidence::NINETY_FIVE)
                .map_or(1.0, |found| found.p_value)
        })
        .collect();
    holm(&p_values).into_iter().map(|adjusted| adjusted < SIGNIFICANCE).collect()
}

/// Who is shown to lose against somebody that is rated lower, and who leads in one game and trails in another.
fn reversals(study: &StudyAnalysis<'_>) -> Vec<String> {
    let mut told = Vec::new();
    if let Some(rated) = study.ratings.first() {
        let elo = |name: &str| {
            let place = rated.names.iter().position(|other| other == name)?;
            Some(rated.ratings.players.get(place)?.rating)
        };
        for cell in &study.cells {
            let player = &study.layout.players[cell.place.player].label;
            let opponent = &study.layout.opponents[cell.place.opponent].label;
            let (Some(own), Some(other)) = (elo(player), elo(opponent)) else { continue };
            let (winner, loser, score) = match cell.standing() {
                Standing::Better if own.elo < other.elo => (player, opponent, cell.sample.score()),
                Standing::Worse if own.elo > other.elo => (opponent, player, cell.sample.swapped().score()),
                _ => continue,
            };
            let game = if study.layout.games.len() > 1 {
                format!(" on {}", study.layout.games[cell.place.game].label)
            } else {
                String::new()
            };
            told.push(format!("{winner} against {loser}{game} ({} %)", text::percent_or_nothing(score)));
        }
    }
    let mut sentences = Vec::new();
    if !told.is_empty() {
        let more = told.len().saturating_sub(MOST_TOLD);
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        sentences.push(format!(
            "Against the order of the ratings, shown: {}{rest}.",
            told[..told.len().min(MOST_TOLD)].join("; ")
        ));
    }
    sentences.extend(changed_order(study));
    sentences
}

/// Pairs of players whose order is shown to be one on one game and the reverse on another.
fn changed_order(study: &StudyAnalysis<'_>) -> Option<String> {
    let (games, players) = (study.layout.games.len(), study.layout.players.len());
    if study.study.is_round_robin || games < 2 || players < 2 {
        return None;
    }
    let sample = |game: usize, player: usize| -> Sample {
        let chosen = study.cells.iter().filter(|cell| cell.place.game == game && cell.place.player == player);
        chosen.map(|cell| cell.sample).sum()
    };
    let mut orders = Vec::new();
    for one in 0..players {
        for other in one + 1..players {
            orders.extend((0..games).map(|game| (one, other, game, sample(game, one), sample(game, other))));
        }
    }
    let is_shown = shown(orders.iter().map(|(_, _, _, one, other)| (*one, *other)));
    let shown: Vec<_> =
        orders.iter().zip(is_shown).filter(|(_, shown)| *shown).map(|(order, _)| order).collect();
    let mut told = Vec::new();
    for (place, (one, other, game, first, second)) in shown.iter().enumerate() {
        let reverse = shown[place + 1..].iter().find(|(a, b, _, c, d)| {
            (a, b) == (one, other) && (c.score() > d.score()) != (first.score() > second.score())
        });
        if let Some((_, _, again, _, _)) = reverse {
            let (above, below) = if first.score() > second.score() { (one, other) } else { (other, one) };
            let on = |game: usize| &study.layout.games[game].label;
            let name = |player: usize| &study.layout.players[player].label;
            told.push(format!(
                "{} is above {} on {}, below on {}",
                name(*above),
                name(*below),
                on(*game),
                on(*again)
            ));
        }
    }
    (!told.is_empty())
        .then(|| format!("The order changes, shown: {}.", told[..told.len().min(MOST_TOLD)].join("; ")))
}

/// What the first move is worth, and how many games are drawn.
fn first_move(study: &StudyAnalysis<'_>) -> Vec<String> {
    let all = study.first_mover();
    let (Some(score), Some(decided)) = (all.score(), all.decided_rate()) else { return Vec::new() };
    let draws = format!("{}\u{a0}% of the games are drawn.", text::percent(1.0 - decided));
    if !study.sides_are_balanced() {
        return vec![format!(
            "The player always moves first, so that nothing can be said about the first move. {draws}"
        )];
    }
    let interval = score_interval(all, Confidence::NINETY_FIVE);
    let claim = if interval.low > 0.5 {
        "an advantage"
    } else if interval.high < 0.5 {
        "a disadvantage"
    } else {
        "no advantage is shown"
    };
    let mut sentences =
        vec![format!("Moving first scores {}: {claim}.", text::percent_with(score, interval))];
    sentences.extend(first_move_by_game(study));
    sentences.push(draws);
    sentences
}

/// The games on which moving first is worth most and least.
fn first_move_by_game(study: &StudyAnalysis<'_>) -> Option<String> {
    let mut games: BTreeMap<String, Wdl> = BTreeMap::new();
    for cell in study.cells.iter().filter(|cell| cell.sample.games.games() > 0) {
        *games.entry(cell.cell.game.to_string()).or_default() += cell.tally.first_mover();
    }
    if games.len() < 2 {
        return None;
    }
    let score = |wdl: &Wdl| wdl.score().unwrap_or(0.5);
    let by_score = |one: &(&String, &Wdl), other: &(&String, &Wdl)| score(one.1).total_cmp(&score(other.1));
    let (lowest, highest) = (games.iter().min_by(by_score)?, games.iter().max_by(by_score)?);
    let with = |(game, wdl): (&String, &Wdl)| {
        // All intervals hold at once, since the two games were chosen by their scores.
        let interval = score_interval(*wdl, Confidence::NINETY_FIVE.shared_by(games.len()));
        format!("{}, {}", game_name(game), text::percent_with(score(wdl), interval))
    };
    let found = compare_scores(*highest.1, *lowest.1, Confidence::NINETY_FIVE)?;
    let claim = of_extremes(found, games.len());
    Some(format!("It scores most on {} and least on {}; {claim}.", with(highest), with(lowest)))
}
