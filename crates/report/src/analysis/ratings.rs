//! Ratings of players who meet each other.

use connect_toe_experiment::{PlayerPattern, Study, meetings};
use connect_toe_stats::{Circles, Pairing, RatingOptions, Ratings, SIGNIFICANCE, rate_players};

use super::condition::ConditionAnalysis;
use super::names::Names;

/// Ratings from the games of one game of the study, or the mean of these ratings over all games.
#[derive(Debug)]
pub(crate) struct Rated {
    /// The number of the game; `None` for the mean over several games.
    pub(crate) game: Option<usize>,
    /// The names of the rated: the players, then the opponents that are not players too.
    pub(crate) names: Vec<String>,
    /// The place of each opponent among the rated.
    pub(crate) opponents: Vec<usize>,
    pub(crate) ratings: Ratings,
    /// What is said beside the ratings of a round robin on one game.
    pub(crate) circles: Option<Circles>,
}

/// More players than this are not rated: their table and figure could not be read.
pub(crate) const MOST_RATED: usize = 60;

/// The rated: the players of a study, then the opponents that are not players too.
pub(crate) fn rated_patterns(study: &Study) -> Vec<&PlayerPattern> {
    let others = study.opponents().iter().filter(|opponent| !study.players.contains(opponent));
    study.players.iter().chain(others).collect()
}

impl Rated {
    /// The Elo points of a rated player.
    pub(crate) fn elo(&self, rated: usize) -> f64 {
        self.ratings.players[rated].rating.elo
    }

    /// The rated players, the highest rating first.
    pub(crate) fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by(|&one, &other| self.elo(other).total_cmp(&self.elo(one)));
        order
    }
}

/// Ratings of a round robin, or of a study without factors: for each game and, before these, if there are several
/// games, their mean. One fit over all games would take the first move and draws to be worth the same everywhere.
pub(super) fn ratings(study: &Study, names: &Names, conditions: &[&ConditionAnalysis<'_>]) -> Vec<Rated> {
    if !study.is_round_robin() && !study.factors.is_empty() {
        return Vec::new();
    }
    let mut rated: Vec<String> = names.players.iter().map(|player| player.label.clone()).collect();
    let mut opponents = Vec::new();
    for (pattern, opponent) in study.opponents().iter().zip(&names.opponents) {
        let known = study.players.iter().position(|player| player == pattern);
        opponents.push(known.unwrap_or(rated.len()));
        if known.is_none() {
            rated.push(opponent.label.clone());
        }
    }
    if rated.len() < 3 || rated.len() > MOST_RATED {
        return Vec::new();
    }
    let of_game = |game: usize| {
        let here = conditions.iter().filter(|condition| condition.game() == game);
        let both = here.flat_map(|condition| {
            condition.tally.rated_pairings(condition.player(), opponents[condition.opponent()])
        });
        let pairings: Vec<Pairing> = both.filter(|pairing| pairing.results.games() > 0).collect();
        // Numbers are in range and the options are the usual ones, so that only a fit that does not settle is left.
        let ratings = rate_players(rated.len(), &pairings, &RatingOptions::default()).ok();
        ratings.filter(|_| !pairings.is_empty()).map(|ratings| (game, ratings))
    };
    let of_games: Vec<(usize, Ratings)> = (0..names.games.len()).filter_map(of_game).collect();
    let mean =
        if of_games.len() > 1 { Ratings::mean(of_games.iter().map(|(_, ratings)| ratings)) } else { None };
    // The tests on all games are one family.
    let significance = SIGNIFICANCE / of_games.len().max(1) as f64;
    let circles = |game: usize, ratings: &Ratings| {
        let here = conditions.iter().filter(|one| study.is_round_robin() && one.game() == game);
        Circles::of(ratings, &meetings(here.map(|one| (one.condition, &one.tally))), significance)
    };
    let of_games = of_games.into_iter().map(|(game, ratings)| (Some(game), ratings));
    let all = mean.map(|ratings| (None, ratings)).into_iter().chain(of_games);
    all.map(|(game, ratings)| Rated {
        game,
        names: rated.clone(),
        opponents: opponents.clone(),
        circles: game.and_then(|game| circles(game, &ratings)),
        ratings,
    })
    .collect()
}
