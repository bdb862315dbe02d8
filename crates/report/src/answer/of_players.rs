//! Who is best, and by how much.

use connect_toe_experiment::Sample;
use connect_toe_plot::{Estimate, Unit};
use connect_toe_stats::{Confidence, SIGNIFICANCE, compare_scores, numbers};

use super::{Found, MOST_ROWS, Picture, Says, effects, plus_minus, times_as_many, too_few};
use crate::analysis::{Rated, Standing, StudyAnalysis, game_name, standings};
use crate::inline::code;
use crate::words::{few_names, list, names, of_all_comparisons};

/// The most players or games that a sentence names.
const MOST_NAMED: usize = 3;

pub(super) fn found(study: &StudyAnalysis<'_>) -> Found {
    // Ratings are for players who meet each other; against the same opponents scores say the same, and less loosely.
    let of_round_robin = || Some(study).filter(|study| study.study.is_round_robin()).and_then(of_ratings);
    of_two(study)
        .or_else(of_round_robin)
        .or_else(|| of_scores(study))
        .or_else(|| of_opponents(study))
        .or_else(|| of_ratings(study))
        .unwrap_or_else(|| of_cells(study))
}

/// The best of several rated players.
fn of_ratings(study: &StudyAnalysis<'_>) -> Option<Found> {
    let rated = study.ratings.first()?;
    let mut order = rated.order();
    order.retain(|&player| rated.ratings.players[player].results.games() > 0);
    let &[best, second, ..] = &order[..] else { return None };
    let name = |player: usize| code(&rated.names[player]);
    let lead = rated.ratings.difference(best, second)?;
    let comparisons = (order.len() - 1) * study.ratings.len();
    let bound = Confidence::NINETY_FIVE.shared_by(comparisons).normal_quantile();
    let is_level = |player: usize| {
        rated.ratings.difference(best, player).is_none_or(|lead| lead.elo <= bound * lead.standard_error)
    };
    let level_players: Vec<usize> = order[1..].iter().copied().filter(|&player| is_level(player)).collect();
    let level: Vec<&str> = level_players.iter().map(|&player| rated.names[player].as_str()).collect();
    let seems_clear =
        |player: usize| rated.ratings.difference(best, player).is_some_and(|lead| lead.interval.low > 0.0);
    let corrected = of_all_comparisons(level_players.iter().any(|&player| seems_clear(player)), comparisons);
    let effects = effects::clauses(&effects::effects(study));
    let (main, winner) = if level.is_empty() {
        (
            format!(
                "{} is the best of {}: {} above {}, the next",
                name(best),
                counted_players(order.len()),
                plus_minus(&lead),
                name(second)
            ),
            true,
        )
    } else if lead.elo < 0.5 {
        (
            format!(
                "no difference is shown: {} and {} are rated alike (0 Elo ± {})",
                name(best),
                name(second),
                numbers::decimal((lead.interval.high - lead.elo).ceil(), 0)
            ),
            false,
        )
    } else {
        let others = few_names(&level, MOST_NAMED, "player");
        (
            format!(
                "too close to call at the top: {} leads, but not clearly ahead of {others}{corrected} ({} above {})",
                name(best),
                plus_minus(&lead),
                name(second)
            ),
            false,
        )
    };
    let (mut clauses, mut places) = (vec![main], String::new());
    if winner {
        let on_games = on_games(study, best, bound);
        let at_levels: Vec<String> =
            (0..study.study.factors.len()).filter_map(|factor| at_levels(study, factor, best)).collect();
        places = at_levels.join(", and ");
        for clause in on_games.into_iter().chain(at_levels) {
            // Leads on all games, and at all values: one clause.
            match (clauses.last_mut(), clause.strip_prefix("it leads at each ")) {
                (Some(last), Some(rest)) if last.starts_with("it leads on each ") => {
                    last.push_str(" and at each ");
                    last.push_str(rest);
                }
                _ => clauses.push(clause),
            }
        }
    }
    clauses.extend(effects);
    clauses.extend((0..study.study.factors.len()).filter_map(|factor| never_met(study, factor)));
    let missing = (!winner).then(|| {
        let more = times_as_many(lead.elo, lead.standard_error).unwrap_or_default();
        format!("{more} {}", too_few(study).unwrap_or_default()).trim().to_owned()
    });
    Some(Found {
        sentence: crate::capital(&clauses.join("; ")),
        short: if winner {
            format!("{} is {} above {}", name(best), plus_minus(&lead), name(second))
        } else {
            let corrected = of_all_comparisons(seems_clear(second), comparisons);
            format!(
                "{} and {} are too close to call{corrected} ({})",
                name(best),
                name(second),
                plus_minus(&lead)
            )
        },
        winner: winner.then(|| format!("{} is best", name(best))),
        places,
        detail: format!("{} above {}", plus_minus(&lead), name(second)),
        more: missing.filter(|text| !text.is_empty()),
        // Where all are level, the summary says of how many that is true.
        says: if winner || lead.elo >= 0.5 { Says::BestRated } else { Says::Nothing },
        picture: Some(ratings_picture(study, rated, &order, (&lead, best, second))),
        ..Found::default()
    })
}

fn counted_players(players: usize) -> String {
    numbers::counted(players as u64, "player")
}

fn ratings_picture(
    study: &StudyAnalysis<'_>,
    rated: &Rated,
    order: &[usize],
    (lead, best, second): (&connect_toe_stats::Estimate, usize, usize),
) -> Picture {
    let row = |&player: &usize| {
        let rating = &rated.ratings.players[player].rating;
        Estimate {
            name: rated.names[player].clone(),
            value: rating.elo,
            text: numbers::signed(rating.elo),
            interval: (rating.interval.low, rating.interval.high),
        }
    };
    let games = match study.names.games.len() {
        1 => format!("on {}", code(&study.names.games[0].label)),
        many => format!("mean over {many} games"),
    };
    Picture {
        caption: format!("Ratings, {games}: Elo points above the mean, with 95 % intervals"),
        value_title: "Elo",
        unit: Unit::Signed,
        reference: 0.0,
        rows: order.iter().take(MOST_ROWS).map(row).collect(),
        main: Some(Estimate {
            name: format!("{} over {}", rated.names[best], rated.names[second]),
            value: lead.elo,
            text: numbers::signed(lead.elo),
            interval: (lead.interval.low, lead.interval.high),
        }),
    }
}

/// On how many games the best player leads, and where another one is significantly above.
fn on_games(study: &StudyAnalysis<'_>, best: usize, bound: f64) -> Option<String> {
    let of_games: Vec<(usize, &Rated)> =
        study.ratings.iter().filter_map(|rated| Some((rated.game?, rated))).collect();
    if of_games.len() < 2 {
        return None;
    }
    let leads = of_games.iter().filter(|(_, rated)| rated.order().first() == Some(&best)).count();
    let above: Vec<String> = of_games
        .iter()
        .filter_map(|(game, rated)| {
            let other = *rated.order().first()?;
            let lead = rated.ratings.difference(other, best)?;
            (other != best && lead.elo > bound * lead.standard_error).then(|| {
                let game = code(&study.names.games[*game].label);
                format!("on {game} {} is above it, by {}", code(&rated.names[other]), plus_minus(&lead))
            })
        })
        .collect();
    let all = of_games.len();
    let lead = if leads == all {
        format!("it leads on each of the {all} games")
    } else {
        format!("it leads on {leads} of {all} games")
    };
    Some(match above.len() {
        0 if leads == all => lead,
        0 => format!("{lead}, and nobody is shown to be above it on the others"),
        1..=MOST_NAMED => format!("{lead}, but {}", list(&above)),
        many => format!("{lead}, but on {many} games another player is shown to be above it"),
    })
}

/// What games do not tell that never bring two levels of a factor together, if the question asks about it.
fn never_met(study: &StudyAnalysis<'_>, factor: usize) -> Option<String> {
    let factor = &study.study.factors[factor];
    let question = study.study.question.as_ref()?.to_lowercase();
    let asked = question.split(|one: char| !one.is_alphanumeric()).any(|word| {
        let name = factor.name.to_lowercase();
        word == name || word.strip_suffix('s') == Some(&name)
    });
    let field = format!("{{{}}}", factor.name);
    let all_have_it =
        study.study.players.iter().all(|player| player.text(&study.study.factors).contains(&field));
    (asked && all_have_it).then(|| {
        let name = code(&factor.name);
        format!(
            "players of different {name} never meet, so these games do not tell what {name} itself is worth"
        )
    })
}

/// Whether the best player is the best at each level of a factor.
fn at_levels(study: &StudyAnalysis<'_>, factor: usize, best: usize) -> Option<String> {
    let of_factor = &study.study.factors[factor];
    let levels = of_factor.levels.len();
    let bound = Confidence::NINETY_FIVE.shared_by(levels).normal_quantile();
    let (mut leads, mut rated_levels, mut others) = (0, 0, Vec::new());
    for level in 0..levels {
        let Some(rated) = study.ratings_of(|one| one.level(factor) == level).into_iter().next() else {
            continue;
        };
        let Some(&first) = rated.order().first() else { continue };
        rated_levels += 1;
        if first == best {
            leads += 1;
        } else if let Some(lead) = rated.ratings.difference(first, best) {
            let is_shown = lead.elo > bound * lead.standard_error;
            others.push((level, code(&rated.names[first]), lead, is_shown));
        }
    }
    let name = code(&of_factor.name);
    if rated_levels < 2 {
        return None;
    }
    if others.is_empty() {
        return Some(format!("it leads at each of the {rated_levels} values of {name}"));
    }
    let each: Vec<String> = others
        .iter()
        .take(MOST_NAMED)
        .map(|(level, first, lead, is_shown)| {
            let verb = if *is_shown {
                "is above it".to_owned()
            } else {
                let corrected = of_all_comparisons(lead.interval.low > 0.0, levels);
                format!("is ahead, but too close to call{corrected}")
            };
            format!("at {name} {} {first} {verb} ({})", study.level(factor, *level), plus_minus(lead))
        })
        .collect();
    Some(format!("it leads at {leads} of {rated_levels} values of {name}: {}", list(&each)))
}

/// Two players, or one player and one opponent, who are not the same.
fn of_two(study: &StudyAnalysis<'_>) -> Option<Found> {
    let label = |condition: &crate::analysis::ConditionAnalysis<'_>| {
        let player = study.names.players[condition.player()].label.clone();
        (player, study.names.opponents[condition.opponent()].label.clone())
    };
    let mut meetings = study.conditions.iter().filter(|one| !one.condition.is_of_equals() && one.games() > 0);
    let (first, second) = label(meetings.next()?);
    let sample = |choice: &dyn Fn(&crate::analysis::ConditionAnalysis<'_>) -> bool| -> Option<Sample> {
        let mut sum: Sample = std::iter::empty().sum();
        for one in study.conditions.iter().filter(|one| !one.condition.is_of_equals() && choice(one)) {
            let (player, opponent) = label(one);
            if (&player, &opponent) == (&first, &second) {
                sum += one.sample;
            } else if (&opponent, &player) == (&first, &second) {
                sum += one.sample.swapped();
            } else if one.games() > 0 {
                return None;
            }
        }
        Some(sum)
    };
    let all = sample(&|_| true)?;
    let (all, first, second) =
        if all.score()? < 0.5 { (all.swapped(), second, first) } else { (all, first, second) };
    let is_swapped = |one: &crate::analysis::ConditionAnalysis<'_>| label(one).0 != first;
    // By the games that were played: a pattern with a factor is several.
    let mut games: Vec<(String, Sample)> = Vec::new();
    for one in study.conditions.iter().filter(|one| !one.condition.is_of_equals() && one.games() > 0) {
        let sample = if is_swapped(one) { one.sample.swapped() } else { one.sample };
        let name = game_name(&one.condition.game);
        match games.iter_mut().find(|(game, _)| *game == name) {
            Some((_, sum)) => *sum += sample,
            None => games.push((name, sample)),
        }
    }
    let standings = standings(games.iter().map(|(_, one)| one));
    let pick = |standing| -> Vec<&str> {
        let of_game = games.iter().zip(&standings).filter(|(_, one)| **one == standing);
        of_game.map(|((game, _), _)| game.as_str()).collect()
    };
    let (better, worse) = (pick(Standing::Better), pick(Standing::Worse));
    let (winner, loser) = (code(&first), code(&second));
    let is_shown = all.p_value() < SIGNIFICANCE && all.score()? > 0.5;
    let score = numbers::percent_with(all.score()?, all.score_interval());
    let main = if is_shown {
        format!("{winner} beats {loser}: {} Elo, a score of {score}", numbers::elo(all.elo()))
    } else {
        format!(
            "{winner} against {loser} is too close to call: {} Elo, a score of {score}",
            numbers::elo(all.elo())
        )
    };
    let on = if games.len() < 2 {
        String::new()
    } else if better.len() == games.len() {
        format!(", and on each of the {} games", games.len())
    } else {
        let worse = if worse.is_empty() {
            String::new()
        } else {
            format!(", and the reverse on {}", few_names(&worse, MOST_NAMED, "game"))
        };
        format!(", shown on {} of {} games{worse}", better.len(), games.len())
    };
    let interval = all.score_interval();
    let missing = (!is_shown).then(|| {
        let error = (interval.high - interval.low) / 2.0 / Confidence::NINETY_FIVE.normal_quantile();
        let more = times_as_many(all.score().unwrap_or(0.5) - 0.5, error).unwrap_or_default();
        format!("{more} {}", too_few(study).unwrap_or_default()).trim().to_owned()
    });
    let several = games.len() > 1;
    let mut rows = scores(games.into_iter());
    if several {
        rows.splice(0..0, scores(std::iter::once(("all games".to_owned(), all))));
    }
    Some(Found {
        sentence: crate::capital(&format!("{main}{on}")),
        short: if is_shown {
            format!("{winner} beats {loser} by {} Elo", numbers::elo(all.elo()))
        } else {
            format!("{winner} and {loser} are too close to call ({} Elo)", numbers::elo(all.elo()))
        },
        winner: is_shown.then(|| format!("{winner} beats {loser}")),
        detail: format!("by {} Elo", numbers::elo(all.elo())),
        places: on,
        says: Says::Better,
        more: missing.filter(|text| !text.is_empty()),
        picture: Some(Picture {
            caption: format!("Score of {winner} against {loser}, with 95 % intervals"),
            value_title: "score",
            unit: Unit::Rate,
            reference: 0.5,
            rows,
            main: None,
        }),
        ..Found::default()
    })
}

/// Rows of scores, the highest first.
fn scores(all: impl Iterator<Item = (String, Sample)>) -> Vec<Estimate> {
    let mut rows: Vec<Estimate> = all
        .filter_map(|(name, sample)| {
            let (value, bounds) = (sample.score()?, sample.score_interval());
            let text = format!("{} %", numbers::percent(value));
            Some(Estimate { name, value, text, interval: (bounds.low, bounds.high) })
        })
        .collect();
    rows.sort_by(|one, other| other.value.total_cmp(&one.value));
    rows.truncate(MOST_ROWS);
    rows
}

/// How the players fare against the only opponent. It may be stronger than the best of them.
fn against_one(study: &StudyAnalysis<'_>) -> Option<String> {
    let [opponent] = &study.names.opponents[..] else { return None };
    if study.conditions.iter().any(|one| one.condition.is_of_equals()) {
        return None;
    }
    let standings = standings(study.players.iter().filter(|one| one.score().is_some()));
    let count = |standing| standings.iter().filter(|one| **one == standing).count();
    let (better, worse) = (count(Standing::Better), count(Standing::Worse));
    let (all, opponent) = (standings.len(), code(&opponent.label));
    Some(match (better, worse) {
        (0, 0) => format!("none of the {all} is shown to be better or worse than {opponent}"),
        (better, _) if better == all => format!("each of the {all} is better than {opponent}"),
        (_, worse) if worse == all => format!("each of the {all} is worse than {opponent}"),
        (better, 0) => format!("{better} of the {all} {} shown to be better than {opponent}", are(better)),
        (0, worse) => format!("{worse} of the {all} {} shown to be worse than {opponent}", are(worse)),
        (better, worse) => format!(
            "{better} of the {all} {} shown to be better than {opponent}, and {worse} to be worse",
            are(better)
        ),
    })
}

fn are(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

/// The best of several players who met the same opponents.
fn of_scores(study: &StudyAnalysis<'_>) -> Option<Found> {
    if study.comparisons.is_empty() {
        return None;
    }
    let score = |player: usize| study.players[player].score().unwrap_or(0.0);
    let mut order: Vec<usize> =
        (0..study.players.len()).filter(|&player| study.players[player].score().is_some()).collect();
    order.sort_by(|&one, &other| score(other).total_cmp(&score(one)));
    let &[best, second, ..] = &order[..] else { return None };
    let label = |player: usize| study.names.players[player].label.as_str();
    let comparison = |other: usize| {
        study.comparisons.iter().find(|one| {
            (one.first.min(one.second), one.first.max(one.second)) == (best.min(other), best.max(other))
        })
    };
    let is_level = |other: usize| comparison(other).is_none_or(|one| one.adjusted >= SIGNIFICANCE);
    let level_players: Vec<usize> = order[1..].iter().copied().filter(|&other| is_level(other)).collect();
    let level: Vec<&str> = level_players.iter().copied().map(label).collect();
    let seems_clear =
        |other: usize| comparison(other).is_some_and(|one| one.comparison.p_value < SIGNIFICANCE);
    let comparisons = study.comparisons.len();
    let corrected = of_all_comparisons(level_players.iter().any(|&other| seems_clear(other)), comparisons);
    let corrected_of_second = of_all_comparisons(seems_clear(second), comparisons);
    let found = compare_scores(
        study.players[best].counts(),
        study.players[second].counts(),
        Confidence::NINETY_FIVE,
    )?;
    let interval = found.difference.interval;
    let lead = format!(
        "{} points ({} … {})",
        numbers::points(found.difference.estimate),
        numbers::points(interval.low),
        numbers::points(interval.high)
    );
    let scored = numbers::percent_with(score(best), study.players[best].score_interval());
    let is_shown = level.is_empty();
    let (best, second) = (code(label(best)), code(label(second)));
    let opponents = match study.names.opponents.len() {
        1 => format!("against {}", code(&study.names.opponents[0].label)),
        many => format!("against the same {many} opponents"),
    };
    let sentence = if is_shown {
        format!(
            "{best} is the best of {} {opponents}: it scores {scored}, {lead} above {second}, the next",
            counted_players(order.len())
        )
    } else {
        format!(
            "too close to call: {best} scores most {opponents}, {scored}, but is not clearly ahead of {}{corrected} ({lead} above {second})",
            few_names(&level, MOST_NAMED, "player")
        )
    };
    let sentence = [sentence].into_iter().chain(against_one(study)).collect::<Vec<_>>().join("; ");
    let error = (interval.high - interval.low) / 2.0 / Confidence::NINETY_FIVE.normal_quantile();
    let missing = (!is_shown).then(|| times_as_many(found.difference.estimate, error)).flatten();
    let players =
        study.names.players.iter().map(|name| name.label.clone()).zip(study.players.iter().copied());
    Some(Found {
        sentence: crate::capital(&sentence),
        short: if is_shown {
            format!("{best} scores {lead} more than {second}")
        } else {
            format!("{best} and {second} are too close to call{corrected_of_second} ({lead})")
        },
        winner: is_shown.then(|| format!("{best} is best")),
        // Where several share the highest score, the summary says who.
        says: if is_shown || found.difference.estimate > 1e-9 { Says::BestScore } else { Says::Nothing },
        detail: format!("{lead} above {second}"),
        more: missing,
        picture: Some(Picture {
            caption: format!("Scores {opponents}, with 95 % intervals"),
            value_title: "score",
            unit: Unit::Rate,
            reference: 0.5,
            rows: scores(players),
            main: None,
        }),
        ..Found::default()
    })
}

/// One player against several opponents.
fn of_opponents(study: &StudyAnalysis<'_>) -> Option<Found> {
    let [player] = &study.names.players[..] else { return None };
    if study.study.is_round_robin() {
        return None;
    }
    let against =
        |opponent: usize| study.sum(|one| one.opponent() == opponent && !one.condition.is_of_equals());
    let all: Vec<(&str, Sample)> = study
        .names
        .opponents
        .iter()
        .enumerate()
        .map(|(place, name)| (name.label.as_str(), against(place)))
        .filter(|(_, sample)| sample.score().is_some())
        .collect();
    if all.len() < 2 {
        return None;
    }
    let standings = standings(all.iter().map(|(_, one)| one));
    let pick = |standing| -> Vec<&str> {
        let of_opponent = all.iter().zip(&standings).filter(|(_, one)| **one == standing);
        of_opponent.map(|((name, _), _)| *name).collect()
    };
    let (better, worse, open) = (pick(Standing::Better), pick(Standing::Worse), pick(Standing::Open));
    let mut clauses = Vec::new();
    if !better.is_empty() {
        clauses.push(if better.len() == all.len() {
            if all.len() == 2 {
                "beats both opponents".to_owned()
            } else {
                format!("beats all {} opponents", all.len())
            }
        } else {
            format!("beats {}", names(&better))
        });
    }
    if !worse.is_empty() {
        clauses.push(format!("loses to {}", names(&worse)));
    }
    if !open.is_empty() {
        let seems_clear = all
            .iter()
            .zip(&standings)
            .any(|((_, one), standing)| *standing == Standing::Open && one.p_value() < SIGNIFICANCE);
        let corrected = of_all_comparisons(seems_clear, all.len());
        clauses.push(format!("is too close to call against {}{corrected}", names(&open)));
    }
    let rows = scores(all.iter().map(|(name, sample)| ((*name).to_owned(), *sample)));
    let (highest, lowest) = (rows.first()?, rows.last()?);
    let sentence = format!(
        "{} {}: it scores from {} against {} to {} against {}",
        code(&player.label),
        list(&clauses),
        lowest.text,
        code(&lowest.name),
        highest.text,
        code(&highest.name)
    );
    Some(Found {
        short: format!("{} {}", code(&player.label), list(&clauses)),
        picture: Some(Picture {
            caption: format!("Score of {} against each opponent, with 95 % intervals", code(&player.label)),
            value_title: "score",
            unit: Unit::Rate,
            reference: 0.5,
            rows,
            main: None,
        }),
        sentence,
        ..Found::default()
    })
}

/// What is left where players cannot be compared: in how many cells a player is better.
fn of_cells(study: &StudyAnalysis<'_>) -> Found {
    let played = study.conditions.iter().filter(|one| one.games() > 0);
    let (mut cells, mut better, mut worse) = (0, 0, 0);
    for one in played {
        cells += 1;
        match one.standing() {
            Standing::Better => better += 1,
            Standing::Worse => worse += 1,
            Standing::Open => {}
        }
    }
    if study.conditions.iter().all(|one| one.condition.is_of_equals()) {
        return Found::default();
    }
    let sentence =
        format!("in {better} of {cells} cells the player is shown to be better, and in {worse} worse");
    Found {
        short: sentence.clone(),
        sentence: crate::capital(&sentence),
        more: too_few(study),
        says: Says::Cells,
        ..Found::default()
    }
}
