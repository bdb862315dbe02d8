//! Who is rated highest on which game of a round robin.

use connect_toe_stats::EloTruth;

use super::finding::{Finding, Findings, MOST_LISTED, Reversal};
use crate::analysis::{ConditionAnalysis, Rated, Standing, StudyAnalysis};
use crate::answer::{Ranking, by_rating};
use crate::inline::code;

/// Whether ratings tell the truth: a sentence on the only game, or one for all and one on each game that says no.
pub(super) fn truth<'a>(study: &'a StudyAnalysis<'_>, found: &mut Findings<'a>) {
    let of_game = |rated: &'a Rated| {
        let transitivity = &rated.circles.as_ref()?.transitivity;
        let text = transitivity.sentence(|player| code(&rated.names[player]));
        Some((study.names.games[rated.game?].label.as_str(), transitivity.truth, text))
    };
    let mut all: Vec<(&str, EloTruth, String)> = study.ratings.iter().filter_map(of_game).collect();
    if all.len() < 2 {
        found.findings.extend(all.pop().map(|(_, _, text)| Finding::Truth(text)));
        return;
    }
    let of = |truth: EloTruth| -> Vec<&str> {
        all.iter().filter(|one| one.1 == truth).map(|(game, ..)| *game).collect()
    };
    found.findings.push(Finding::Truths {
        holds: of(EloTruth::Holds).len(),
        too_few: of(EloTruth::TooFewGames).len(),
        games: all.len(),
        circles: of(EloTruth::Circle),
        misfits: of(EloTruth::Misfit),
    });
    let against = all.into_iter().filter(|one| matches!(one.1, EloTruth::Circle | EloTruth::Misfit));
    found.details.extend(against.map(|(game, _, text)| Finding::TruthOn(game, text)));
}

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
