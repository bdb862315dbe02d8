//! One game between two players.

use connect_toe_game::{Bits, Board, BySide, Cell, Course, Outcome, Rules, Side};
use rand::Rng;

use crate::player::Player;

/// How one game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// How it ended.
    pub outcome: Outcome,
    /// The number of moves.
    pub plies: u64,
    /// Positions that each side looked at.
    pub nodes: BySide<u64>,
    /// Whether the loser had no move to give.
    pub forfeited: bool,
}

/// Plays one game to its end, from the position to which it has come. Each player is told that a game begins, and is shown
/// all moves whenever it chooses.
///
/// `judge` is called after every move, with the position and the move; an outcome that it gives ends a game that has not
/// ended with this move.
///
/// ```
/// use connect_toe_game::{BySide, Game, with_game};
/// use connect_toe_players::{PlayerSpec, SearchPlayer, play_game};
/// use rand::SeedableRng;
///
/// let (perfect, random): (PlayerSpec, PlayerSpec) = ("perfect".parse()?, "random".parse()?);
/// let game: Game = "tic-tac-toe".parse()?;
/// let played = with_game!(&game, record => {
///     let rules = record.rules();
///     let (mut x, mut o) = (SearchPlayer::new(rules, &perfect)?, SearchPlayer::new(rules, &random)?);
///     let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(1);
///     play_game(rules, record.course(), BySide { x: &mut x, o: &mut o }, &mut random, |_, _| None)
/// });
/// assert!(played.plies >= 5 && played.nodes.o == 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play_game<B: Bits>(
    rules: &Rules<B>,
    course: Course<'_, B>,
    mut players: BySide<&mut dyn Player<B>>,
    random: &mut dyn Rng,
    mut judge: impl FnMut(&Board<B>, Cell) -> Option<Outcome>,
) -> Played {
    for side in Side::ALL {
        players[side].begin_game(rules, course);
    }
    let Course { start, moves, board } = course;
    let (mut moves, mut board) = (moves.to_vec(), *board);
    let mut plies = 0;
    let mut nodes = BySide::default();
    let mut outcome = rules.outcome(&board);
    loop {
        if let Some(outcome) = outcome {
            return Played { outcome, plies, nodes, forfeited: false };
        }
        let course = Course { start, moves: &moves, board: &board };
        let choice = players[board.to_move()].choose(rules, course, random);
        nodes[board.to_move()] += choice.nodes;
        if choice.forfeits {
            let outcome = Outcome::Win(board.to_move().other());
            return Played { outcome, plies, nodes, forfeited: true };
        }
        plies += 1;
        moves.push(choice.cell);
        let step = rules.step(&board, choice.cell);
        board = step.board;
        let judged = judge(&board, choice.cell);
        outcome = step.outcome.or(judged);
    }
}
