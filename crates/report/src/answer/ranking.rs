//! Who is best of several players.

use connect_toe_plot::{Estimate, Unit};
use connect_toe_stats::{Confidence, Difference, SIGNIFICANCE, numbers};

use super::by_side::best_as;
use super::claim::{Claim, Lead, Leads, OnlyOpponent, OtherLead, Ranking, ScoreAgainst};
use super::effects;
use super::found::{Found, MOST_ROWS, Picture, needs, times_as_many};
use super::of_players::{picture_of_scores, scores};
use super::print::against;
use crate::analysis::{Rated, Standing, StudyAnalysis, standings};
use crate::inline::code;

/// Ratings that differ by less are printed alike.
const SAME_RATING: f64 = 0.5;

/// The best of several rated players.
pub(super) fn of_ratings(study: &StudyAnalysis<'_>) -> Option<Found> {
    let rated = study.ratings.first()?;
    let order = played(rated);
    let &[best, second, ..] = &order[..] else { return None };
    let mut ranking = by_rating(study, rated)?;
    if ranking.best().is_some() {
        let bound = bound(study, rated);
        ranking.on_games = on_games(study, best, bound);
        let factors = 0..study.study.factors.len();
        ranking.at_levels = factors.filter_map(|factor| at_levels(study, factor, best)).collect();
    }
    ranking.as_sides = best_as(study);
    ranking.effects = effects::effects(study);
    let factors = &study.study.factors;
    let never_met = (0..factors.len()).filter(|&factor| never_met(study, factor));
    ranking.never_met = never_met.map(|factor| factors[factor].name.clone()).collect();
    let lead = rated.ratings.difference(best, second)?;
    let needs = if ranking.best().is_some() {
        Vec::new()
    } else {
        needs(study, Some((lead.elo, lead.standard_error)))
    };
    let picture = Some(ratings_picture(study, rated, &order, (&lead, best, second)));
    Some(Found::new(Claim::Ranking(ranking), needs, picture))
}

/// The rated players with games, the highest rating first.
fn played(rated: &Rated) -> Vec<usize> {
    let mut order = rated.order();
    order.retain(|&player| rated.ratings.players[player].results.games() > 0);
    order
}

/// How many standard errors a lead must be above 0, for the comparisons in all lists of the study together.
fn bound(study: &StudyAnalysis<'_>, rated: &Rated) -> f64 {
    Confidence::NINETY_FIVE.shared_by(comparisons(study, rated)).normal_quantile()
}

fn comparisons(study: &StudyAnalysis<'_>, rated: &Rated) -> usize {
    (played(rated).len() - 1) * study.ratings.len()
}

/// Who has the highest rating of one list.
pub(crate) fn by_rating(study: &StudyAnalysis<'_>, rated: &Rated) -> Option<Ranking> {
    let order = played(rated);
    let &best = order.first()?;
    let bound = bound(study, rated);
    let lead = |player: usize| rated.ratings.difference(best, player);
    let name = |player: usize| rated.names[player].clone();
    let (highest, others): (Vec<usize>, Vec<usize>) =
        order.iter().partition(|&&player| rated.elo(best) - rated.elo(player) < SAME_RATING);
    let is_open = |player: usize| lead(player).is_none_or(|lead| lead.elo <= bound * lead.standard_error);
    let open: Vec<usize> = others.iter().copied().filter(|&player| is_open(player)).collect();
    let seems_clear = |player: usize| lead(player).is_some_and(|lead| lead.interval.low > 0.0);
    let next = others.first().copied();
    Some(Ranking {
        players: order.len(),
        highest: highest.into_iter().map(name).collect(),
        next: next.and_then(|next| Some((name(next), Lead::Elo(lead(next)?)))),
        seems_clear: open.iter().any(|&player| seems_clear(player)),
        seems_clear_of_next: next.is_some_and(seems_clear),
        open: open.into_iter().map(name).collect(),
        comparisons: comparisons(study, rated),
        ..Ranking::default()
    })
}

/// The best of several players who met the same opponents.
pub(super) fn of_scores(study: &StudyAnalysis<'_>) -> Option<Found> {
    if study.comparisons.is_empty() {
        return None;
    }
    let score = |player: usize| study.players[player].score().unwrap_or(0.0);
    let mut order: Vec<usize> =
        (0..study.players.len()).filter(|&player| study.players[player].score().is_some()).collect();
    order.sort_by(|&one, &other| score(other).total_cmp(&score(one)));
    let &[best, second, ..] = &order[..] else { return None };
    let name = |player: usize| study.names.players[player].label.clone();
    // Sums are rounded.
    let (highest, others): (Vec<usize>, Vec<usize>) =
        order.iter().partition(|&&player| score(best) - score(player) < 1e-12);
    let comparison = |one: usize, other: usize| {
        let is_of_both = |(first, second)| (first, second) == (one, other) || (first, second) == (other, one);
        study.comparisons.iter().find(|comparison| is_of_both((comparison.first, comparison.second)))
    };
    // All that share the highest score must be above, since nothing tells which of them is the best.
    let is_open = |other: usize| {
        highest.iter().any(|&one| comparison(one, other).is_none_or(|one| one.adjusted >= SIGNIFICANCE))
    };
    let seems_clear = |other: usize| {
        let is_clear =
            |one: usize| comparison(one, other).is_some_and(|one| one.comparison.p_value < SIGNIFICANCE);
        highest.iter().all(|&one| is_clear(one))
    };
    let lead = |other: usize| {
        let found = comparison(best, other)?;
        let difference = found.comparison.difference;
        Some(if found.first == best { difference } else { swapped(difference) })
    };
    let open: Vec<usize> = others.iter().copied().filter(|&other| is_open(other)).collect();
    let next = others.first().copied();
    let opponents: Vec<String> = study.names.opponents.iter().map(|name| name.label.clone()).collect();
    let whom = against(&opponents);
    let ranking = Ranking {
        players: order.len(),
        next: next.and_then(|next| Some((name(next), Lead::Points(lead(next)?)))),
        seems_clear: open.iter().any(|&other| seems_clear(other)),
        seems_clear_of_next: next.is_some_and(seems_clear),
        open: open.into_iter().map(name).collect(),
        highest: highest.iter().copied().map(name).collect(),
        comparisons: study.comparisons.len(),
        score: Some(ScoreAgainst {
            rate: score(best),
            interval: study.players[best].score_interval(),
            opponents,
        }),
        only_opponent: only_opponent(study),
        as_sides: best_as(study),
        ..Ranking::default()
    };
    let needs = match (ranking.best(), lead(second)) {
        (None, Some(lead)) => {
            let width = lead.interval.high - lead.interval.low;
            let error = width / 2.0 / Confidence::NINETY_FIVE.normal_quantile();
            times_as_many(study, lead.estimate, error).into_iter().collect()
        }
        _ => Vec::new(),
    };
    let all = study.names.players.iter().map(|name| name.label.clone()).zip(study.players.iter().copied());
    let caption = format!("Scores {whom}, with 95 % intervals");
    Some(Found::new(Claim::Ranking(ranking), needs, Some(picture_of_scores(caption, scores(all)))))
}

fn swapped(difference: Difference) -> Difference {
    let (low, high) = (-difference.interval.high, -difference.interval.low);
    Difference { estimate: -difference.estimate, interval: connect_toe_stats::Interval { low, high } }
}

/// How the players fare against the only opponent.
fn only_opponent(study: &StudyAnalysis<'_>) -> Option<OnlyOpponent> {
    let [opponent] = &study.names.opponents[..] else { return None };
    if study.conditions.iter().any(|one| one.condition.is_of_equals()) {
        return None;
    }
    let standings = standings(study.players.iter().filter(|one| one.score().is_some()));
    let count = |standing| standings.iter().filter(|one| **one == standing).count();
    let (better, worse) = (count(Standing::Better), count(Standing::Worse));
    Some(OnlyOpponent { name: opponent.label.clone(), better, worse, all: standings.len() })
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
        value_title: "Elo".to_owned(),
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
fn on_games(study: &StudyAnalysis<'_>, best: usize, bound: f64) -> Option<Leads> {
    let of_games = study.ratings.iter().filter_map(|rated| Some((rated.game?, rated)));
    let at = |game: usize| study.names.games[game].label.clone();
    leads(None, of_games.map(|(game, rated)| (at(game), rated)), best, bound)
}

/// Whether the best player is the best at each level of a factor.
fn at_levels(study: &StudyAnalysis<'_>, factor: usize, best: usize) -> Option<Leads> {
    let of_factor = &study.study.factors[factor];
    let levels = of_factor.levels.len();
    let bound = Confidence::NINETY_FIVE.shared_by(levels).normal_quantile();
    let rated: Vec<(String, Rated)> = (0..levels)
        .filter_map(|level| {
            let rated = study.ratings_of(|one| one.level(factor) == level).into_iter().next()?;
            Some((study.level(factor, level).to_owned(), rated))
        })
        .collect();
    let rated = rated.iter().map(|(level, rated)| (level.clone(), rated));
    leads(Some(of_factor.name.clone()), rated, best, bound)
}

/// Where the best player leads; `None` if there are not two places.
fn leads<'a>(
    factor: Option<String>,
    rated: impl Iterator<Item = (String, &'a Rated)>,
    best: usize,
    bound: f64,
) -> Option<Leads> {
    let mut leads = Leads { factor, led: 0, all: 0, others: Vec::new() };
    for (at, rated) in rated {
        let Some(&first) = rated.order().first() else { continue };
        leads.all += 1;
        if first == best {
            leads.led += 1;
        } else if let Some(lead) = rated.ratings.difference(first, best) {
            let is_shown = lead.elo > bound * lead.standard_error;
            leads.others.push(OtherLead { at, player: rated.names[first].clone(), lead, is_shown });
        }
    }
    (leads.all > 1).then_some(leads)
}

/// Whether the question asks about a factor two levels of which never come together.
fn never_met(study: &StudyAnalysis<'_>, factor: usize) -> bool {
    let factor = &study.study.factors[factor];
    let Some(question) = study.study.question.as_ref().map(|question| question.to_lowercase()) else {
        return false;
    };
    let name = factor.name.to_lowercase();
    let mut words = question.split(|one: char| !one.is_alphanumeric());
    let is_asked = words.any(|word| word == name || word == format!("{name}s"));
    let field = format!("{{{}}}", factor.name);
    let mut players = study.study.players.iter().map(|player| player.text(&study.study.factors));
    is_asked && players.all(|text| text.contains(&field))
}
