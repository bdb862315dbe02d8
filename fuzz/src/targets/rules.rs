//! Play: the rules against themselves and against the reference implementation.

use connect_toe_game::{Bits, BySide, Cell, Game, Outcome, Record, Side, with_game};
use connect_toe_testkit::oracle;

use crate::games;
use crate::input::Input;

/// The reference takes its time: it goes along on boards of up to this many cells.
const MAX_REFERENCE_CELLS: usize = 16;

/// On boards of more cells than this only some positions of a game are looked at closely.
const MAX_CLOSELY_CELLS: usize = 24;

/// Plays the moves that the bytes say in a game that they say.
///
/// # Panics
/// On a bug.
pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let max_cells = *input.choose(&[12, MAX_REFERENCE_CELLS, 64, 70, 128, 150, 300]);
    let spec = games::any(&mut input, max_cells);
    let game = Game::new(&spec).unwrap_or_else(|error| panic!("{error}"));
    let cells = game.geometry().cells().len();
    let reference = (cells <= MAX_REFERENCE_CELLS)
        .then(|| oracle::Game::parse(&spec.to_string()).unwrap_or_else(|error| panic!("{spec}: {error}")));
    with_game!(&game, record => play(record.clone(), reference.as_ref(), input));
}

fn play<B: Bits>(mut record: Record<B>, reference: Option<&oracle::Game>, mut input: Input) {
    let rules = record.shared_rules();
    let mut expected = reference.map(oracle::Game::start);
    loop {
        let board = *record.board();
        let context = || format!("{} after {:?}", rules.spec(), rules.moves_text(record.moves()));
        let outcome = rules.outcome(&board);

        let closely = rules.geometry().cells().len() <= MAX_CLOSELY_CELLS
            || board.stones().is_multiple_of(29)
            || outcome.is_some()
            || input.is_empty();
        if closely {
            look_closely(&record);
        }

        let moves = rules.legal_moves(&board);
        if let Some(position) = &expected {
            let texts: Vec<String> = if outcome.is_some() {
                Vec::new()
            } else {
                moves.iter().map(|&cell| rules.geometry().cell_text(cell)).collect()
            };
            assert_eq!(texts, position.legal_moves(), "{}", context());
            assert_eq!(outcome, position.outcome().map(engine_outcome), "{}", context());
            assert_eq!(rules.board_text(&board), position.board_text(), "{}", context());
        }

        if outcome.is_some() || input.is_empty() {
            return;
        }
        assert!(!moves.is_empty(), "{}: no move, yet no outcome", context());
        let cell: Cell = moves[input.below(moves.len())];
        let step = rules.advance(&board, cell);
        assert_eq!(step.outcome, rules.outcome(&step.board), "{}: {cell:?}", context());
        assert_eq!(record.play(cell), Ok(()));
        assert_eq!(*record.board(), step.board);
        assert_eq!(record.undo(), Some(cell));
        assert_eq!(*record.board(), board, "a move taken back leaves a trace");
        assert_eq!(record.play(cell), Ok(()));
        expected = expected.map(|position| {
            let text = rules.geometry().cell_text(cell);
            position.play(&text).unwrap_or_else(|error| panic!("{}: {text}: {error}", rules.spec()))
        });
    }
}

/// What is kept up move by move is what a look at the whole board says, and moves are legal if and only if
/// they are accepted.
fn look_closely<B: Bits>(record: &Record<B>) {
    let (rules, board) = (record.rules(), *record.board());
    let context = || format!("{} after {:?}", rules.spec(), rules.moves_text(record.moves()));
    let outcome = rules.outcome(&board);
    let legal = rules.legal(&board);
    let stones = BySide::from_fn(|side| board.stones_of(side));
    assert_eq!(rules.position(stones, board.to_move()), board, "{}", context());
    assert_eq!(board.stones() as usize, record.moves().len(), "{}", context());
    assert!(rules.floating(board.occupied()).is_empty(), "{}: a stone hangs in the air", context());
    assert!((legal & board.occupied()).is_empty(), "{}: a taken cell is legal", context());
    let printed = rules.board_text(&board);
    assert_eq!(rules.parse_board(&printed, Some(board.to_move())), Ok(board), "{}", context());
    let cells = rules.geometry().cells();
    let stride = 1 + cells.len() / 2 / MAX_CLOSELY_CELLS;
    for &cell in cells.iter().skip(board.stones() as usize % stride).step_by(stride) {
        let accepted = rules.check_move(&board, cell).is_ok();
        let expected = outcome.is_none() && legal.contains(cell.bit());
        assert_eq!(accepted, expected, "{}: {}", context(), rules.geometry().cell_text(cell));
    }
}

fn engine_outcome(outcome: oracle::Outcome) -> Outcome {
    match outcome {
        oracle::Outcome::Win(oracle::Player::X) => Outcome::Win(Side::X),
        oracle::Outcome::Win(oracle::Player::O) => Outcome::Win(Side::O),
        oracle::Outcome::Draw => Outcome::Draw,
    }
}

/// Games of several widths and with several faces open.
pub fn seeds() -> Vec<Vec<u8>> {
    let moves: Vec<u8> = (0..=255).map(|number: u8| number.wrapping_mul(37)).collect();
    [
        // Width, dimensions - 1, sizes - 1, k - 1, open faces, flags.
        &[0, 1, 2, 2, 2, 0, 0][..],
        &[1, 1, 3, 3, 2, 0b1111, 0],
        &[2, 1, 6, 5, 3, 0b1000, 0],
        &[2, 2, 3, 3, 3, 3, 0b10_0000, 0],
        &[1, 2, 1, 1, 3, 1, 0, 0b111],
        &[4, 1, 8, 8, 4, 0b11, 1],
        &[6, 2, 6, 5, 5, 3, 0, 0],
        &[6, 3, 3, 3, 3, 3, 3, 0b1001_0110, 4],
    ]
    .into_iter()
    .map(|head| [head, &moves].concat())
    .collect()
}
