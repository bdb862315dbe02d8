//! Who is rated highest on which game of a round robin.

use super::finding::{Finding, Findings, MOST_LISTED, Reversal};
use crate::analysis::{ConditionAnalysis, Standing, StudyAnalysis};
use crate::answer::{Ranking, by_rating};

/// The best player of each game: one finding where it is that of all games together, else game by game.
pub(super) fn by_game<'a>(study: &'a StudyAnalysis<'_>, found: &mut Findings<'a>) {
    let ranked = study.ratings.iter().filter_map(|rated| Some((rated.game?, by_rating(study, rated)?)));
    let ranked: Vec<(usize, Ranking)> = ranked.collect();
    let games = ranked.len();
    if games < 2 {
        return;
    }
    let of_all = study.ratings.first().and_then(|all| by_rating(study, all)).unwrap_or_default();
    if let [best] = &of_all.highest[..]
        && ranked.iter().all(|(_, of_game)| of_game.highest == of_all.highest)
    {
        let clear = ranked.iter().filter(|(_, of_game)| of_game.best().is_some()).count();
        found.findings.push(Finding::BestOnEach { best: best.clone(), clear, games });
        return;
    }
    let most = 2 * MOST_LISTED;
    let each = ranked.into_iter().take(most);
    found.details.extend(
        each.map(|(game, ranking)| Finding::BestOn(&study.names.games[game].label, Box::new(ranking))),
    );
    if games > most {
        found.details.push(Finding::MoreGames(games - most));
    }
}

/// Players who are significantly worse than one with a lower rating.
pub(super) fn reversals<'a>(study: &'a StudyAnalysis<'_>) -> Option<Finding<'a>> {
    let rated = study.ratings.first()?;
    let several = study.names.games.len() > 1;
    let reversal = |condition: &ConditionAnalysis<'_>| {
        let player = study.names.players[condition.player()].label.as_str();
        let opponent = study.names.opponents[condition.opponent()].label.as_str();
        let (own, other) = (rated.elo(condition.player()), rated.elo(rated.opponents[condition.opponent()]));
        let (winner, loser, score) = match condition.standing() {
            Standing::Better if own < other => (player, opponent, condition.sample.score()),
            Standing::Worse if own > other => (opponent, player, condition.sample.swapped().score()),
            _ => return None,
        };
        let game = several.then(|| study.names.games[condition.game()].label.as_str());
        Some(Reversal { winner, loser, score, game })
    };
    let results: Vec<Reversal<'_>> = study.conditions.iter().filter_map(reversal).collect();
    let are_averages = rated.game.is_none();
    (!results.is_empty()).then_some(Finding::Reversals { are_averages, results })
}
