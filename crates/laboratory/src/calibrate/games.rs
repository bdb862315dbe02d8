//! Games of a player against itself, with what it says on the way.

use std::sync::atomic::{AtomicU64, Ordering};

use connect_toe_api::{Counter, Work};
use connect_toe_game::{Bits, Outcome, Rules, Side};
use connect_toe_players::{Player, PlayerError, PlayerSpec};
use connect_toe_work::{NoThread, Outbox, Workers};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Which games are played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    pub(super) games: u64,
    /// The most random plies at the beginning.
    pub(super) random_plies: u32,
    pub(super) seed: u64,
}

/// A game that was watched.
#[derive(Clone, Debug)]
pub(super) struct Watched {
    pub(super) outcome: Outcome,
    /// The positions before the moves that the player chose.
    pub(super) positions: Vec<Said>,
}

/// What a player says of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Said {
    /// The stones on the board.
    pub(super) ply: u32,
    pub(super) to_move: Side,
    /// The score that it expects for the side to move, from 0 to 1, if it says so.
    pub(super) score: Option<f64>,
    /// Whether that is proven.
    pub(super) is_exact: bool,
}

/// Why games are not played.
pub(super) enum NotPlayed {
    Player(PlayerError),
    Threads(NoThread),
}

/// Plays the games, and returns those that were played before the work was stopped, in order.
pub(super) fn play<B: Bits>(
    rules: &Rules<B>,
    player: &PlayerSpec,
    settings: Settings,
    work: &Work,
    counter: &Counter,
) -> Result<Vec<Watched>, NotPlayed> {
    let players: Result<Vec<_>, PlayerError> =
        (0..work.threads().max(1)).map(|_| player.build(rules)).collect();
    let (next, stop) = (AtomicU64::new(0), work.stop().part());
    let play_some = |mut player: Box<dyn Player<B>>, outbox: &Outbox<u64>| {
        let mut played = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= settings.games || stop.is_requested() {
                return played;
            }
            played.push((number, play_one(rules, &mut *player, settings, number)));
            outbox.send(1);
        }
    };
    let hear = |played: Option<u64>| {
        counter.add(played.unwrap_or_default());
        stop.listen()
    };
    let players = players.map_err(NotPlayed::Player)?;
    let played = Workers::new("calibration", &stop).run(players, play_some, hear);
    let mut played = played.map_err(NotPlayed::Threads)?.concat();
    played.sort_unstable_by_key(|&(number, _)| number);
    Ok(played.into_iter().map(|(_, watched)| watched).collect())
}

fn play_one<B: Bits>(
    rules: &Rules<B>,
    player: &mut dyn Player<B>,
    settings: Settings,
    number: u64,
) -> Watched {
    let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
    random.set_stream(number);
    let mut positions = Vec::new();
    let opening = random.random_range(0..=settings.random_plies);
    let mut board = rules.start();
    player.begin_game();
    loop {
        let cell = if board.stones() < opening {
            let moves = rules.legal_moves(&board);
            moves[random.random_range(0..moves.len())]
        } else {
            let choice = player.choose(rules, &board, &mut random);
            positions.push(Said {
                ply: board.stones(),
                to_move: board.to_move(),
                score: choice.worth.score(),
                is_exact: choice.worth.is_exact(),
            });
            if choice.forfeits {
                return Watched { outcome: Outcome::Win(board.to_move().other()), positions };
            }
            choice.cell
        };
        let step = rules.step(&board, cell);
        if let Some(outcome) = step.outcome {
            return Watched { outcome, positions };
        }
        board = step.board;
    }
}
