//! Matches: many games between two players, on all cores, with the same result for any number of them.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use connect_toe_game::{
    Bits, Board, BySide, Cell, Game, GameSpec, Outcome, Record, Rules, Side, SpecError, with_game,
};
use connect_toe_players::{Player, PlayerError, PlayerSpec, SearchPlayer};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use crate::first_mover::FirstMover;
use crate::stats::{GameResult, Wdl};

/// Two players, a game, and how often they play it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The game.
    pub game: GameSpec,
    /// The player whose wins are counted.
    pub player: PlayerSpec,
    /// The other one.
    pub opponent: PlayerSpec,
    /// How many games.
    pub games: u64,
    /// Who moves first.
    pub first: FirstMover,
    /// Seed of every random choice. Each game has a random stream of its own, numbered by the game.
    pub seed: u64,
}

/// The games of a match, added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchResult {
    /// Results from the player's side.
    pub wdl: Wdl,
    /// Moves in all games.
    pub plies: u64,
    /// Positions that the player looked at.
    pub player_nodes: u64,
    /// Positions that the opponent looked at.
    pub opponent_nodes: u64,
}

impl MatchResult {
    fn add(&mut self, game: &GamePlayed) {
        self.wdl += game.wdl();
        self.plies += game.plies;
        self.player_nodes += game.player_nodes;
        self.opponent_nodes += game.opponent_nodes;
    }
}

/// One finished game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamePlayed {
    /// The match's place in the list.
    pub of_match: usize,
    /// The game's number in its match, from 0.
    pub number: u64,
    /// The side that the player had.
    pub player_side: Side,
    /// How it ended.
    pub outcome: Outcome,
    /// Moves.
    pub plies: u64,
    /// Positions that the player looked at.
    pub player_nodes: u64,
    /// Positions that the opponent looked at.
    pub opponent_nodes: u64,
}

impl GamePlayed {
    /// The result from the player's side.
    pub fn wdl(&self) -> Wdl {
        result_for(self.player_side, self.outcome).into()
    }
}

/// How a game ended for whoever had this side.
pub fn result_for(side: Side, outcome: Outcome) -> GameResult {
    match outcome.winner() {
        None => GameResult::Draw,
        Some(winner) if winner == side => GameResult::Win,
        Some(_) => GameResult::Loss,
    }
}

/// Why matches were not played to their end.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The game is none.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// A player cannot play the game.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The watcher asked to stop.
    #[error("stopped before all games were played")]
    Stopped,
}

/// Games that one thread plays in a row with the same two players.
const GAMES_PER_JOB: u64 = 25;

/// Plays matches on all threads of the current rayon pool; results in the order of the matches.
///
/// `watch` hears of every game as it ends, in no particular order, and may stop the rest.
///
/// # Errors
/// A game or player that cannot be; a stop by `watch`.
///
/// ```
/// use std::ops::ControlFlow;
/// use connect_toe_arena::{play_matches, FirstMover, Match};
/// let games = Match {
///     game: "3x3:3".parse()?,
///     player: "perfect".parse()?,
///     opponent: "random".parse()?,
///     games: 50,
///     first: FirstMover::Alternate,
///     seed: 1,
/// };
/// let results = play_matches(&[games], |_| ControlFlow::Continue(()))?;
/// assert_eq!((results[0].wdl.games(), results[0].wdl.losses), (50, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play_matches(
    matches: &[Match],
    watch: impl Fn(&GamePlayed) -> ControlFlow<()> + Sync,
) -> Result<Vec<MatchResult>, MatchError> {
    play_watched(matches, &watch)
}

fn play_watched(
    matches: &[Match],
    watch: &(dyn Fn(&GamePlayed) -> ControlFlow<()> + Sync),
) -> Result<Vec<MatchResult>, MatchError> {
    let games: Vec<Game> = matches.iter().map(|one| Game::new(&one.game)).collect::<Result<_, _>>()?;
    let jobs: Vec<(usize, u64)> = matches
        .iter()
        .enumerate()
        .flat_map(|(index, one)| {
            (0..one.games).step_by(GAMES_PER_JOB as usize).map(move |from| (index, from))
        })
        .collect();
    let stop = AtomicBool::new(false);
    let parts: Vec<(usize, MatchResult)> = jobs
        .par_iter()
        .map(|&(index, from)| {
            let to = (from + GAMES_PER_JOB).min(matches[index].games);
            let tell = |game: &GamePlayed| {
                if watch(game).is_break() {
                    stop.store(true, Ordering::Relaxed);
                }
                stop.load(Ordering::Relaxed)
            };
            let result = with_game!(&games[index], record => {
                play_games(record, &matches[index], index, from..to, &tell)
            })?;
            Ok((index, result))
        })
        .collect::<Result<_, MatchError>>()?;
    let mut results = vec![MatchResult::default(); matches.len()];
    for (index, part) in parts {
        let result = &mut results[index];
        result.wdl += part.wdl;
        result.plies += part.plies;
        result.player_nodes += part.player_nodes;
        result.opponent_nodes += part.opponent_nodes;
    }
    Ok(results)
}

/// Plays games with these numbers; `tell` says whether to stop.
fn play_games<B: Bits>(
    record: &Record<B>,
    setup: &Match,
    of_match: usize,
    numbers: std::ops::Range<u64>,
    tell: &impl Fn(&GamePlayed) -> bool,
) -> Result<MatchResult, MatchError> {
    let rules = record.rules();
    let mut player = SearchPlayer::new(rules, &setup.player)?;
    let mut opponent = SearchPlayer::new(rules, &setup.opponent)?;
    let mut result = MatchResult::default();
    for number in numbers {
        let mut random = ChaCha8Rng::seed_from_u64(setup.seed);
        random.set_stream(number);
        let player_side = setup.first.player_side(number, &mut random);
        let players: BySide<&mut dyn Player<B>> = match player_side {
            Side::X => BySide { x: &mut player, o: &mut opponent },
            Side::O => BySide { x: &mut opponent, o: &mut player },
        };
        let played = play_game(rules, record.board(), players, &mut random, |_, _| None);
        let game = GamePlayed {
            of_match,
            number,
            player_side,
            outcome: played.outcome,
            plies: played.plies,
            player_nodes: played.nodes[player_side],
            opponent_nodes: played.nodes[player_side.other()],
        };
        result.add(&game);
        if tell(&game) {
            return Err(MatchError::Stopped);
        }
    }
    Ok(result)
}

/// How one game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// How it ended.
    pub outcome: Outcome,
    /// Moves.
    pub plies: u64,
    /// Positions that each side looked at.
    pub nodes: BySide<u64>,
}

/// Plays one game from a position to its end.
///
/// `judge` hears of every move, with the position after it; if it gives an outcome, a game that has not ended with this
/// move ends there with that outcome.
pub fn play_game<B: Bits>(
    rules: &Rules<B>,
    start: &Board<B>,
    mut players: BySide<&mut dyn Player<B>>,
    random: &mut ChaCha8Rng,
    mut judge: impl FnMut(&Board<B>, Cell) -> Option<Outcome>,
) -> Played {
    let mut board = *start;
    let mut plies = 0;
    let mut nodes = BySide::default();
    let mut outcome = rules.outcome(&board);
    loop {
        if let Some(outcome) = outcome {
            return Played { outcome, plies, nodes };
        }
        let choice = players[board.to_move()].choose(rules, &board, random);
        nodes[board.to_move()] += choice.nodes;
        plies += 1;
        let step = rules.advance(&board, choice.cell);
        board = step.board;
        let judged = judge(&board, choice.cell);
        outcome = step.outcome.or(judged);
    }
}
