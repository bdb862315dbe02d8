//! Who is rated highest on which game of a round robin.

use connect_toe_stats::numbers;

use super::{MOST_LISTED, first_few};
use crate::analysis::{Rated, Standing, StudyAnalysis};
use crate::answer::{Lead, Ranking, by_rating};
use crate::inline::code;
use crate::words::{few_names, names, of_all_comparisons};

/// The best player of each game: one finding where it is that of all games together, else game by game.
pub(super) fn by_game(study: &StudyAnalysis<'_>) -> (Option<String>, Vec<String>) {
    let games: Vec<(usize, &Rated)> =
        study.ratings.iter().filter_map(|rated| Some((rated.game?, rated))).collect();
    let ranked = |(game, rated): &(usize, &Rated)| Some((*game, by_rating(study, rated)?));
    let found: Vec<(usize, Ranking)> = games.iter().filter_map(ranked).collect();
    if found.len() < 2 {
        return (None, Vec::new());
    }
    let of_all = study.ratings.first().and_then(|all| by_rating(study, all)).unwrap_or_default();
    if let [best] = &of_all.highest[..]
        && found.iter().all(|(_, of_game)| of_game.highest == of_all.highest)
    {
        let (clear, all) =
            (found.iter().filter(|(_, of_game)| of_game.best().is_some()).count(), found.len());
        let clear = match clear {
            0 => "none of".to_owned(),
            clear if clear == all => "each of".to_owned(),
            some => format!("{some} of"),
        };
        let best = code(best);
        let everywhere =
            format!("The lead of {best} over all others is significant on {clear} the {all} games alone.");
        return (Some(everywhere), Vec::new());
    }
    let most = 2 * MOST_LISTED;
    let mut sentences: Vec<String> = found
        .iter()
        .take(most)
        .map(|(game, ranking)| on_game(&code(&study.names.games[*game].label), ranking))
        .collect();
    if found.len() > most {
        let games = numbers::counted((found.len() - most) as u64, "more game");
        sentences.push(format!("The tables have the ratings on {games}."));
    }
    (None, sentences)
}

/// The highest rating on a game, and over whom it is significantly ahead.
fn on_game(game: &str, ranking: &Ranking) -> String {
    let Some((next, Lead::Elo(lead))) = &ranking.next else {
        return format!("On {game}, all {} players have the same rating.", ranking.players);
    };
    let above = format!("{} Elo points above {}", numbers::estimate(lead), code(next));
    let who = few_names(&ranking.highest, MOST_LISTED, "player");
    if ranking.highest.len() > 1 {
        return format!("On {game}, {who} share the highest rating, {above}.");
    }
    let others = ranking.players - 1;
    let claim = match ranking.open.len() {
        0 => "the lead over all others is significant".to_owned(),
        few if few <= MOST_LISTED => format!("the lead over {} is not significant", names(&ranking.open)),
        all if all == others => format!("none of the leads over the {all} others is significant"),
        many => format!("the lead over {many} of the {others} others is not significant"),
    };
    let corrected = of_all_comparisons(ranking.seems_clear, ranking.comparisons);
    format!("On {game}, {who} has the highest rating, {above}; {claim}{corrected}.")
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
