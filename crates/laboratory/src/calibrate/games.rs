//! Games of a player against itself, with what it says on the way.

use std::sync::atomic::{AtomicU64, Ordering};

use connect_toe_api::{Counter, Work};
use connect_toe_game::{Bits, Board, BySide, Course, Outcome, Rules, Side};
use connect_toe_players::{Choice, Player, PlayerError, PlayerSpec, play_game};
use connect_toe_work::{NoThread, Outbox, Stop, Workers};
use rand::{Rng, RngExt};
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

/// A player that is watched. The first moves of a game are random.
struct WatchedPlayer<B: Bits> {
    player: Box<dyn Player<B>>,
    /// The stones on the board with which it begins to choose.
    opening: u32,
    said: Vec<Said>,
}

impl<B: Bits> Player<B> for WatchedPlayer<B> {
    fn begin_game(&mut self, rules: &Rules<B>, course: Course<'_, B>) {
        self.player.begin_game(rules, course);
    }

    fn choose(&mut self, rules: &Rules<B>, course: Course<'_, B>, random: &mut dyn Rng) -> Choice {
        let board = course.board;
        if board.stones() < self.opening {
            let moves = rules.legal_moves(board);
            return moves[random.random_range(0..moves.len())].into();
        }
        let choice = self.player.choose(rules, course, random);
        self.said.push(Said {
            ply: board.stones(),
            to_move: board.to_move(),
            score: choice.worth.score(),
            is_exact: choice.worth.is_exact(),
        });
        choice
    }
}

/// Plays the games, and returns those that ended before the work was stopped, in order.
pub(super) fn play<B: Bits>(
    rules: &Rules<B>,
    player: &PlayerSpec,
    settings: Settings,
    work: &Work,
    counter: &Counter,
) -> Result<Vec<Watched>, NotPlayed> {
    let watched = || {
        let player = player.build(rules).map_err(NotPlayed::Player)?;
        Ok::<_, NotPlayed>(WatchedPlayer { player, opening: 0, said: Vec::new() })
    };
    let couple = |_| Ok(BySide { x: watched()?, o: watched()? });
    let couples: Vec<_> = (0..work.threads().max(1)).map(couple).collect::<Result<_, NotPlayed>>()?;
    let (next, stop) = (AtomicU64::new(0), work.stop().part());
    let play_some = |mut players: BySide<WatchedPlayer<B>>, outbox: &Outbox<u64>| {
        let mut played = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= settings.games {
                return played;
            }
            let watched = play_one(rules, &mut players, settings, number, &stop);
            if stop.is_requested() {
                return played;
            }
            played.push((number, watched));
            outbox.send(1);
        }
    };
    let hear = |played: Option<u64>| {
        counter.add(played.unwrap_or_default());
        stop.listen()
    };
    let played = Workers::new("calibration", &stop).run(couples, play_some, hear);
    let mut played = played.map_err(NotPlayed::Threads)?.concat();
    played.sort_unstable_by_key(|&(number, _)| number);
    Ok(played.into_iter().map(|(_, watched)| watched).collect())
}

/// Plays the game with this number; one that is stopped ends at once, in any way.
fn play_one<B: Bits>(
    rules: &Rules<B>,
    players: &mut BySide<WatchedPlayer<B>>,
    settings: Settings,
    number: u64,
    stop: &Stop,
) -> Watched {
    let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
    random.set_stream(number);
    let opening = random.random_range(0..=settings.random_plies);
    for side in Side::ALL {
        players[side].opening = opening;
    }
    let BySide { x, o } = players;
    let end_if_stopped = |_: &Board<B>, _| stop.is_requested().then_some(Outcome::Draw);
    let played =
        play_game(rules, Course::from_here(&rules.start()), BySide { x, o }, &mut random, end_if_stopped);
    let mut positions = std::mem::take(&mut players.x.said);
    positions.append(&mut players.o.said);
    positions.sort_unstable_by_key(|said| said.ply);
    Watched { outcome: played.outcome, positions }
}
