//! Short ways to evaluate a board.

use connect_toe_eval::{Evaluator, Heuristic, Resources, Settings};
use connect_toe_game::bits::Words;
use connect_toe_game::{Bits, Board, Rules, Side};

/// Wide enough for every game of these tests, whatever its own narrowest type is.
pub(crate) type Wide = Words<8>;

pub(crate) fn rules(game: &str) -> Rules<Wide> {
    Rules::compile(&game.parse().expect("sound game text")).expect("a board of at most 512 bits")
}

/// A new evaluator with the default settings.
pub(crate) fn evaluator<B: Bits>(rules: &Rules<B>, name: &str) -> Box<dyn Evaluator<B>> {
    let heuristic = Heuristic::find(name).expect("a heuristic of the table");
    let evaluator = heuristic.build(rules, &Settings::default(), &Resources::default());
    evaluator.expect("the default settings are sound")
}

/// The heuristics that value a game without any setting.
pub(crate) fn heuristics<B: Bits>(rules: &Rules<B>) -> impl Iterator<Item = &'static Heuristic> {
    Heuristic::all().iter().filter(|heuristic| (heuristic.values)(rules.spec()))
}

/// The static value of a board for a player.
pub(crate) fn value_of(game: &str, board: &str, to_move: Option<Side>, name: &str, player: Side) -> i64 {
    let rules = rules(game);
    let stones = rules.parse_stones(board).expect("sound board text");
    let to_move = to_move.unwrap_or(if stones.x.count() > stones.o.count() { Side::O } else { Side::X });
    let board = rules.position(stones, to_move);
    evaluator(&rules, name).static_value(&rules, &board, player)
}

/// The position after a list of moves.
pub(crate) fn after<B: Bits>(rules: &Rules<B>, moves: &str) -> Board<B> {
    let moves = rules.parse_moves(moves).expect("legal moves");
    moves.into_iter().fold(rules.start(), |board, cell| rules.play(&board, cell))
}

/// What a search would ask for: the value of a position for the side to move.
pub(crate) fn value_to_move(game: &str, moves: &str, name: &str) -> i64 {
    let rules = rules(game);
    let board = after(&rules, moves);
    evaluator(&rules, name).evaluate(&rules, &board, board.to_move())
}
