//! Who is rated highest in a round robin.

use connect_toe_stats::{Confidence, numbers};

use super::{MOST_LISTED, first_few, not_significant};
use crate::analysis::{Rated, Standing, StudyAnalysis};
use crate::inline::code;
use crate::words::few_names;

/// Who is rated highest: of all games together, on each game in the same way, or game by game.
#[derive(Default)]
pub(super) struct BestOfAll {
    pub(super) of_all: Option<String>,
    pub(super) everywhere: Option<String>,
    pub(super) of_games: Vec<String>,
}

/// The best player of all games together, unless the answer says who it is, and of each game; in one sentence where it
/// is the same one everywhere.
pub(super) fn best_of_all(study: &StudyAnalysis<'_>, is_answered: bool) -> BestOfAll {
    let mut found = study.ratings.iter().filter_map(|rated| best_rated(study, rated));
    let Some(of_all) = found.next() else { return BestOfAll::default() };
    let of_games: Vec<Best> = found.collect();
    let mut best =
        BestOfAll { of_all: (!is_answered).then(|| of_all.sentence.clone()), ..BestOfAll::default() };
    let same = |of_game: &Best| of_game.player.is_some() && of_game.player == of_all.player;
    if of_games.len() > 1 && of_games.iter().all(same) {
        let clear = of_games.iter().filter(|of_game| of_game.is_above_all).count();
        let (games, name) =
            (of_games.len(), of_all.player.map(|player| code(&study.ratings[0].names[player])));
        let name = name.unwrap_or_default();
        // The answer says that it leads everywhere, where it is shown to be the best of all.
        best.everywhere = Some(if is_answered && of_all.is_above_all {
            let where_clear = match clear {
                0 => "on none of the games alone".to_owned(),
                all if all == games => format!("on each of the {games} games alone"),
                some => format!("on {some} of the {games} games alone"),
            };
            format!("The lead of {name} over all others is significant {where_clear}.")
        } else {
            let where_clear = match clear {
                0 => "none".to_owned(),
                all if all == games => "each".to_owned(),
                some => format!("{some} of them"),
            };
            format!(
                "{name} has the highest rating on each of the {games} games, and its lead over all others is \
                 significant on {where_clear}."
            )
        });
    } else {
        let more = of_games.len().saturating_sub(2 * MOST_LISTED);
        best.of_games.extend(of_games.into_iter().take(2 * MOST_LISTED).map(|of_game| of_game.sentence));
        if more > 0 {
            let games = numbers::counted(more as u64, "more game");
            best.of_games.push(format!("The tables have the ratings on {games}."));
        }
    }
    best
}

/// The player with the highest rating.
struct Best {
    /// `None` if several share the highest rating.
    player: Option<usize>,
    is_above_all: bool,
    sentence: String,
}

/// The highest rating, and the players whose rating is significantly lower.
fn best_rated(study: &StudyAnalysis<'_>, rated: &Rated) -> Option<Best> {
    let ratings = &rated.ratings;
    let mut order = rated.order();
    order.retain(|&player| ratings.players[player].results.games() > 0);
    let (&best, others) = order.split_first()?;
    let several = study.names.games.len() > 1;
    let (on, rating) = match rated.game {
        Some(game) if several => (format!("On {}, ", code(&study.names.games[game].label)), "rating"),
        None if several => (String::new(), "average rating"),
        _ => (String::new(), "rating"),
    };
    let is_highest = |player: usize| rated.elo(best) - rated.elo(player) < 1e-6;
    let Some(&second) = others.iter().find(|&&other| !is_highest(other)) else {
        let all = if on.is_empty() { "All" } else { "all" };
        let sentence = format!("{on}{all} {} players have the same {rating}.", order.len());
        return (order.len() > 1).then_some(Best { player: None, is_above_all: false, sentence });
    };
    let lead = ratings.difference(best, second)?;
    let above = format!("{} Elo points above {}", numbers::estimate(&lead), code(&rated.names[second]));
    let highest = order.iter().filter(|&&one| is_highest(one));
    let highest: Vec<&str> = highest.map(|&one| rated.names[one].as_str()).collect();
    if highest.len() > 1 {
        let who = few_names(&highest, MOST_LISTED, "player");
        let sentence = format!("{on}{who} share the highest {rating}, {above}.");
        return Some(Best { player: None, is_above_all: false, sentence });
    }
    // For the comparisons in all lists of the study together.
    let comparisons = others.len() * study.ratings.len();
    let bound = Confidence::NINETY_FIVE.shared_by(comparisons).normal_quantile();
    let is_level = |other: usize| {
        ratings.difference(best, other).is_none_or(|lead| lead.elo <= bound * lead.standard_error)
    };
    let level: Vec<usize> = others.iter().copied().filter(|&other| is_level(other)).collect();
    let seems_clear = level
        .iter()
        .any(|&other| ratings.difference(best, other).is_some_and(|lead| lead.interval.low > 0.0));
    let names: Vec<&str> = level.iter().map(|&other| rated.names[other].as_str()).collect();
    let claim = if names.is_empty() {
        "the lead over all others is significant".to_owned()
    } else {
        not_significant(&names, others.len(), (seems_clear, comparisons))
    };
    let name = code(&rated.names[best]);
    let sentence = format!("{on}{name} has the highest {rating}, {above}; {claim}.");
    Some(Best { player: Some(best), is_above_all: level.is_empty(), sentence })
}

/// Players who are significantly worse than one with a lower rating.
pub(super) fn reversals(study: &StudyAnalysis<'_>) -> Option<String> {
    let rated = study.ratings.first()?;
    let mut found = Vec::new();
    for condition in &study.conditions {
        let player = &study.names.players[condition.player()].label;
        let opponent = &study.names.opponents[condition.opponent()].label;
        let (own, other) = (rated.elo(condition.player()), rated.elo(rated.opponents[condition.opponent()]));
        let (winner, loser, score) = match condition.standing() {
            Standing::Better if own < other => (player, opponent, condition.sample.score()),
            Standing::Worse if own > other => (opponent, player, condition.sample.swapped().score()),
            _ => continue,
        };
        let game = if study.names.games.len() > 1 {
            format!(" on {}", code(&study.names.games[condition.game()].label))
        } else {
            String::new()
        };
        found.push(format!(
            "{} scores {}\u{a0}% against {}{game}",
            code(winner),
            numbers::percent_or_nothing(score),
            code(loser)
        ));
    }
    let order = if rated.game.is_none() { "the average ratings" } else { "the ratings" };
    (!found.is_empty())
        .then(|| format!("Significant results against the order of {order}: {}.", first_few(&found)))
}
