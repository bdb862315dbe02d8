//! Books have all positions of the first plies, with their exact scores.

use std::ops::ControlFlow;
use std::sync::Arc;

use connect_toe_game::{Board, BySide, Rules, Side, mix};
use connect_toe_solve::{Book, BookError, Control, Memory, Question, Scope, Score, Solver, Value};
use connect_toe_work::Stop;

fn rules(game: &str) -> Rules<u64> {
    Rules::compile(&game.parse().expect("game text")).expect("a small game")
}

fn whole(rules: &Rules<u64>, plies: u32) -> Book<u64> {
    let mut book = Book::new(rules, plies, &Stop::new()).expect("a few positions");
    book.fill(Memory(1 << 20), 2, &Stop::new(), |_| ControlFlow::Continue(())).expect("threads start");
    assert!(book.is_complete());
    book
}

/// Boards of games that go on after at most this many plies.
fn boards(rules: &Rules<u64>, plies: u32) -> Vec<Board<u64>> {
    let mut boards = vec![rules.start()];
    let mut next = 0;
    while let Some(&board) = boards.get(next) {
        next += 1;
        if board.stones() < plies {
            for cell in rules.legal_moves(&board) {
                let step = rules.advance(&board, cell);
                if step.outcome.is_none() && !boards.contains(&step.board) {
                    boards.push(step.board);
                }
            }
        }
    }
    boards
}

#[test]
fn every_position_has_the_score_that_a_solver_without_a_book_finds() {
    for (game, plies) in [
        ("4x4:3:-2", 5),
        ("3x3:3", 6),
        ("4x3:3:free:misere", 4),
        ("4x4:3:-2:exact", 4),
        ("4x3:3:free:torus", 4),
        ("3x3x2:3:-3", 4),
        ("4x3:3:-1,+1", 5),
        ("3x3:3:free:turn=1+2", 5),
        ("4x3:3:-2:turn=2+1:misere", 5),
        ("3x3:3:free:maker", 5),
        ("3x3:plane:free:blocked=b2", 4),
    ] {
        let rules = rules(game);
        let book = whole(&rules, plies);
        let mut solver = Solver::new(rules.clone(), Memory(1 << 20), 1).with_book(None);
        for board in boards(&rules, plies) {
            let score = solver.bounds(&board, false, &Control::new()).exact();
            assert_eq!(book.score(&board), score, "{game} {}", rules.board_text(&board));
        }
    }
}

#[test]
fn only_positions_of_games_are_in_a_book() {
    let rules = rules("4x4:3:-2");
    let book = whole(&rules, 4);
    for (text, to_move) in [("x___/x___/xo__/xo__", Side::X), ("____/____/____/xx__", Side::O)] {
        let Ok(board) = rules.parse_board(text, Some(to_move)) else { continue };
        assert_eq!(book.score(&board), None, "{text}");
    }
    // The colours do not matter, and neither does who began.
    let board = rules.parse_board("____/____/____/xo__", None).expect("a board");
    let swapped = rules.position(BySide { x: board.other(), o: board.mover() }, Side::O);
    assert!(book.score(&board).is_some() && book.score(&board) == book.score(&swapped));
}

#[test]
fn a_file_gives_the_book_back() {
    let rules = rules("4x4:4:-2");
    let book = whole(&rules, 4);
    let bytes = book.to_bytes();
    let again = Book::read(&rules, &bytes).expect("is a book");
    assert_eq!((again.plies(), again.known(), again.to_bytes()), (4, book.positions(), bytes.clone()));
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        let error = Book::read(&rules, &damaged).expect_err("is damaged");
        assert!(matches!(error, BookError::Damaged | BookError::NotABook), "{place}: {error:?}");
        assert!(Book::read(&rules, &bytes[..place]).is_err(), "{place}");
    }
    let other = Book::read(&self::rules("4x4:3:-2"), &bytes);
    assert!(matches!(other, Err(BookError::OtherGame { .. })), "{other:?}");
}

/// A book can be whole and wrong. Whatever it says, the solver comes to an end.
#[test]
fn a_wrong_book_keeps_no_search_from_its_end() {
    let rules = rules("3x3:3");
    let bytes = whole(&rules, 2).to_bytes();
    let mut read = 0;
    for place in 0..bytes.len() - 4 {
        for change in [1, 0x40, 0xFF] {
            let mut wrong = bytes.clone();
            wrong[place] ^= change;
            let (text, sum) = wrong.split_at_mut(bytes.len() - 4);
            sum.copy_from_slice(&crc32fast::hash(text).to_le_bytes());
            let Ok(book) = Book::read(&rules, &wrong) else { continue };
            let mut solver = Solver::new(rules.clone(), Memory(1 << 16), 1).with_book(Some(Arc::new(book)));
            let question = Question { scope: Scope::AllMoves, ..Question::default() };
            assert!(!solver.solve(&rules.start(), question, &Control::new(), |_| {}).interrupted);
            read += 1;
        }
    }
    assert!(read > 5, "{read}");
}

/// Where the stop comes does not matter.
#[test]
fn a_book_is_gone_on_with() {
    let rules = rules("5x4:4:-2");
    let whole = whole(&rules, 5);
    let mut book = Book::new(&rules, 4, &Stop::new()).expect("a few positions");
    let mut before = 0;
    while !book.is_complete() {
        let enough = book.known() + 40;
        let stop = Stop::new();
        book.fill(Memory(1 << 20), 2, &stop.part(), |book| {
            if book.known() >= enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .expect("threads start");
        assert!(book.known() > before, "some are found each time");
        before = book.known();
        book = {
            let mut next = Book::new(&rules, 4, &Stop::new()).expect("a few positions");
            next.take(&Book::read(&rules, &book.to_bytes()).expect("is a book"));
            next
        };
    }
    for place in 0..book.positions_after(4) {
        let (board, score) = book.position(4, place).expect("a position");
        assert_eq!(whole.score(&board), score);
    }
    let mut deeper = Book::new(&rules, 5, &Stop::new()).expect("a few positions");
    deeper.take(&book);
    assert_eq!(deeper.known(), book.positions());
}

#[test]
fn a_solver_looks_in_its_book_first() {
    let rules = rules("5x4:4:-2");
    let book = Arc::new(whole(&rules, 6));
    let mut solver = Solver::new(rules.clone(), Memory(1 << 20), 1).with_book(Some(book));
    let question = Question { scope: Scope::AllMoves, ..Question::default() };
    for board in boards(&rules, 3) {
        let answer = solver.solve(&board, question, &Control::new(), |_| {});
        assert_eq!((answer.nodes.value, answer.nodes.moves), (0, 0));
        let mut without = Solver::new(rules.clone(), Memory(1 << 20), 1).with_book(None);
        let expected = without.solve(&board, question, &Control::new(), |_| {});
        assert_eq!((answer.bounds, answer.moves), (expected.bounds, expected.moves));
        assert_eq!(answer.line, expected.line);
    }
}

#[test]
fn too_many_positions_are_refused() {
    let error = Book::new(&rules("8x8:5"), 12, &Stop::new()).expect_err("is large");
    assert!(matches!(error, BookError::Large { .. }), "{error}");
}

/// The scores of the last ply are proven again, a few of them or, with `RUN_SLOW_TESTS`, a thousand; those of the others
/// follow from their moves.
#[test]
fn the_books_of_the_program_are_right() {
    for (game, positions) in [("7x6:4:-2", 129_498), ("6x7:4:-2", 54_657)] {
        let plies = 8;
        let rules = rules(game);
        let book = Book::shipped(&rules).expect(game);
        assert_eq!((book.plies(), book.is_complete(), book.positions()), (plies, true, positions), "{game}");
        let again = Book::read(&rules, &book.to_bytes()).expect("its positions are those of this program");
        assert_eq!(again.score(&rules.start()), Some(Score(2)), "{game}: X wins in 41 plies");
        for ply in 0..plies {
            for place in 0..book.positions_after(ply) {
                let (board, score) = book.position(ply, place).expect("a position");
                let of_move = |cell| {
                    let step = rules.advance(&board, cell);
                    let wins = || Value::Win(1).score(rules.empty_cells(&board));
                    if step.outcome.is_some() {
                        wins()
                    } else {
                        -book.score(&step.board).expect("a position of the book")
                    }
                };
                let best = rules.legal_moves(&board).into_iter().map(of_move).max();
                assert_eq!(score, best, "{game} {}", rules.board_text(&board));
            }
        }
        let number = if std::env::var_os("RUN_SLOW_TESTS").is_some() { 1000 } else { 4 };
        let mut solver = Solver::new(rules.clone(), Memory(1 << 26), 1).with_book(None);
        for number in 0..number {
            let place = mix(number) % book.positions_after(plies);
            let (board, score) = book.position(plies, place).expect("a position");
            let found = solver.bounds(&board, false, &Control::new()).exact();
            assert_eq!(found, score, "{game} {}", rules.board_text(&board));
        }
    }
}

/// Each position of a turned board is that of Connect Four, turned: the values of moves are the same.
#[test]
fn a_turned_board_has_the_book_too() {
    let shipped = Book::shipped(&rules("7x6:4:-2")).expect("the program has it");
    for text in ["6x7:4:+1", "7x6:4:+2", "6x7:4:-1"] {
        let rules = rules(text);
        let book = Book::shipped(&rules).expect(text);
        let count = |book: &Book<u64>| (book.positions(), book.known(), book.plies());
        assert_eq!(count(&book), count(&shipped), "{text}");
        assert_eq!(book.score(&rules.start()), Some(Score(2)), "{text}");
        // For O: X wins in the middle of the long side, draws beside it, and loses near the ends.
        let start = rules.start();
        let mut values: Vec<i32> = rules
            .legal_moves(&start)
            .into_iter()
            .filter_map(|cell| book.score(&rules.play(&start, cell)))
            .map(|score| score.0.signum())
            .collect();
        values.sort_unstable();
        assert_eq!(values, [-1, 0, 0, 1, 1, 1, 1], "{text}");
        for place in 0..book.positions_after(4) {
            let (board, score) = book.position(4, place).expect("a position");
            let moves = rules.legal_moves(&board).into_iter();
            let best = moves.map(|cell| -book.score(&rules.play(&board, cell)).expect("goes on")).max();
            assert_eq!(score, best, "{text}");
        }
    }
    for text in ["7x7:4:-2", "7x6:4:-2:misere", "7x6:4:+1,-2", "7x6x1:4:-2"] {
        assert!(Book::shipped(&rules(text)).is_none(), "{text}");
    }
}
