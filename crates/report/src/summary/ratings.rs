//! Who is rated highest in a round robin.

use connect_toe_stats::Confidence;

use super::{MOST_TOLD, first_few};
use crate::experiment::analysis::{Rated, Standing, StudyAnalysis};
use crate::experiment::text;

/// The best player of all games together, and of each game; in one sentence where it is the same one everywhere.
pub(super) fn best_of_all(study: &StudyAnalysis<'_>) -> Vec<String> {
    let mut found = study.ratings.iter().filter_map(|rated| best_rated(study, rated));
    let Some(of_all) = found.next() else { return Vec::new() };
    let of_games: Vec<Best> = found.collect();
    let mut sentences = vec![of_all.sentence.clone()];
    let same = |of_game: &Best| of_game.player.is_some() && of_game.player == of_all.player;
    if of_games.len() > 1 && of_games.iter().all(same) {
        let clear = of_games.iter().filter(|of_game| of_game.is_above_all).count();
        let above = if clear == 0 {
            "but is shown to be above all others on none".to_owned()
        } else if clear == of_games.len() {
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
    /// Nobody if several share the highest rating.
    player: Option<usize>,
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
    let on = match rated.game {
        Some(game) if study.layout.games.len() > 1 => format!("On {} ", study.layout.games[game].label),
        None if study.layout.games.len() > 1 => "On average over the games ".to_owned(),
        _ => String::new(),
    };
    let elo = |player: usize| ratings.players[player].rating.elo;
    let is_highest = |player: usize| elo(best) - elo(player) < 1e-6;
    let highest: Vec<&str> =
        order.iter().filter(|&&one| is_highest(one)).map(|&one| rated.names[one].as_str()).collect();
    let Some(&second) = others.iter().find(|&&other| !is_highest(other)) else {
        let sentence = format!("{on}all {} players have the same rating.", order.len());
        return (order.len() > 1).then_some(Best { player: None, is_above_all: false, sentence });
    };
    let lead = ratings.difference(best, second)?;
    // For the comparisons in all lists of the study together.
    let comparisons = others.len() * study.ratings.len();
    let bound = Confidence::NINETY_FIVE.shared_by(comparisons).normal_quantile();
    let level: Vec<&str> = others
        .iter()
        .filter(|&&other| {
            ratings.difference(best, other).is_none_or(|lead| lead.elo <= bound * lead.standard_error)
        })
        .map(|&other| rated.names[other].as_str())
        .collect();
    let claim = match &level[..] {
        [] => "shown to be above all others".to_owned(),
        few if few.len() <= MOST_TOLD => format!("not shown to be above {}", text::list(few)),
        many => format!("not shown to be above {} of the {} others", many.len(), others.len()),
    };
    if highest.len() > 1 {
        let sentence = format!(
            "{on}{} share the highest rating, {} Elo points above {}, the next.",
            text::few(&highest, MOST_TOLD, "players"),
            text::estimate(&lead),
            rated.names[second],
        );
        return Some(Best { player: None, is_above_all: false, sentence });
    }
    let sentence = format!(
        "{on}{} has the highest rating, {} Elo points above {}, the next; {0} is {claim}.",
        rated.names[best],
        text::estimate(&lead),
        rated.names[second],
    );
    Some(Best { player: Some(best), is_above_all: level.is_empty(), sentence })
}

/// Who is shown to lose against somebody that is rated lower.
pub(super) fn reversals(study: &StudyAnalysis<'_>) -> Option<String> {
    let mut told = Vec::new();
    let rated = study.ratings.first()?;
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
    let order = if rated.game.is_none() { "the average ratings" } else { "the ratings" };
    (!told.is_empty()).then(|| format!("Against the order of {order}, shown: {}.", first_few(&told)))
}
