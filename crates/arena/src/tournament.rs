//! Tournaments: every player meets every other.

use std::ops::ControlFlow;

use connect_toe_game::GameSpec;
use connect_toe_players::PlayerSpec;

use crate::first_mover::FirstMover;
use crate::match_play::{GamePlayed, Match, MatchError, play_matches};
use crate::stats::Wdl;

/// A round robin: each pair of players plays one match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    /// The game.
    pub game: GameSpec,
    /// The players; the same player may enter twice.
    pub players: Vec<PlayerSpec>,
    /// Games of each match.
    pub games: u64,
    /// Who moves first; "player" is the one listed first.
    pub first: FirstMover,
    /// Seed of every random choice; each match has a seed of its own that follows from it.
    pub seed: u64,
}

/// The results of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossTable {
    /// `results[a][b]`: the games of player `a` against player `b`, from `a`'s side; empty for `a = b`.
    results: Vec<Vec<Wdl>>,
}

impl Tournament {
    /// The matches, in the order in which they are told to a watcher.
    pub fn matches(&self) -> Vec<Match> {
        self.pairs()
            .map(|(a, b)| Match {
                game: self.game.clone(),
                player: self.players[a].clone(),
                opponent: self.players[b].clone(),
                games: self.games,
                first: self.first,
                seed: self.seed.wrapping_add((a * self.players.len() + b) as u64),
            })
            .collect()
    }

    /// Plays all matches on all threads of the current rayon pool.
    ///
    /// # Errors
    /// A game or player that cannot be; a stop by `watch`.
    pub fn play(
        &self,
        watch: impl Fn(&GamePlayed) -> ControlFlow<()> + Sync,
    ) -> Result<CrossTable, MatchError> {
        let played = play_matches(&self.matches(), watch)?;
        let mut results = vec![vec![Wdl::ZERO; self.players.len()]; self.players.len()];
        for ((a, b), result) in self.pairs().zip(played) {
            results[a][b] = result.wdl;
            results[b][a] = result.wdl.swapped();
        }
        Ok(CrossTable { results })
    }

    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let players = self.players.len();
        (0..players).flat_map(move |a| (a + 1..players).map(move |b| (a, b)))
    }
}

impl CrossTable {
    /// The games of one player against another, from the first one's side.
    pub fn between(&self, player: usize, opponent: usize) -> Wdl {
        self.results[player][opponent]
    }

    /// All games of a player.
    pub fn total(&self, player: usize) -> Wdl {
        self.results[player].iter().copied().sum()
    }

    /// The players by score (a draw counts one half), best first; equal scores in the order of entry.
    pub fn ranking(&self) -> Vec<usize> {
        let points = |player: usize| {
            let total = self.total(player);
            2 * total.wins + total.draws
        };
        let mut ranking: Vec<usize> = (0..self.results.len()).collect();
        ranking.sort_by_key(|&player| std::cmp::Reverse(points(player)));
        ranking
    }
}
