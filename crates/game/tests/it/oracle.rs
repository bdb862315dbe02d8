//! The rules against the test kit's slow reference implementation, game by game and move by move.

use std::collections::BTreeSet;

use connect_toe_game::{Bits, BySide, Cell, End, Face, Faces, Game, Record, Side, symmetries, with_game};
use connect_toe_testkit::oracle::{self, Player};
use connect_toe_testkit::random_game::{Options, SplitMix64};
use connect_toe_testkit::strategy::{game_and_moves, game_text};
use connect_toe_testkit::{cases, random_game};
use proptest::prelude::*;

pub(crate) fn same_game(text: &str, moves: &[String]) {
    let slow = oracle::Game::parse(text).expect("the test kit drew it");
    let game: Game = text.parse().expect("the test kit drew it");
    with_game!(&game, record => same_record(&slow, record, moves));
}

fn same_record<B: Bits>(slow: &oracle::Game, record: &Record<B>, moves: &[String]) {
    let rules = record.rules();
    let name = rules.spec();
    let texts = |cells: &[connect_toe_game::Cell]| -> Vec<String> {
        cells.iter().map(|&cell| rules.geometry().cell_text(cell)).collect()
    };
    let lines: BTreeSet<BTreeSet<String>> =
        rules.lines().iter().map(|line| texts(line).into_iter().collect()).collect();
    assert_eq!(lines, slow.line_texts(), "{name}: lines");
    assert_eq!(lines.len(), rules.lines().count(), "{name}: lines are distinct");

    let mut record = record.clone();
    let mut position = slow.start();
    for text in moves {
        let mut legal = texts(&rules.legal_moves(record.board()));
        legal.sort();
        assert_eq!(legal, position.legal_moves(), "{name} after {moves:?}");
        assert_eq!(rules.board_text(record.board()), position.board_text());
        assert_eq!(record.board().to_move().to_string(), position.to_move().to_string());
        assert_eq!(record.board().left() as usize, position.stones_left(), "{name} after {moves:?}");
        let cell = rules.geometry().parse_cell(text).expect("a cell");
        record.play(cell).expect("a legal move");
        position = position.play(text).expect("a legal move");
        let outcome = rules.outcome(record.board()).map(|outcome| outcome.to_string());
        assert_eq!(outcome, position.outcome().map(|outcome| outcome.to_string()), "{name} after {moves:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]
    #[test]
    fn games_agree(drawn in game_and_moves(Options::default(), 24)) {
        same_game(&drawn.game, &drawn.moves);
    }

    /// Each column of an open face whose entrance is empty leads to one cell, and a move is a cell that a face leads to.
    #[test]
    fn open_faces_lead_to_the_moves(drawn in game_and_moves(Options::default(), 24)) {
        let mut game: Game = drawn.game.parse().expect("drawn");
        let Faces::Open(faces) = game.spec().faces.clone() else { return Ok(()) };
        for text in &drawn.moves {
            let geometry = game.geometry();
            let ways: Vec<Face> = geometry.cells().iter().flat_map(|&cell| game.faces_to(cell)).collect();
            let reached = geometry.cells().iter().copied().filter(|&cell| !game.faces_to(cell).is_empty());
            prop_assert_eq!(reached.collect::<Vec<_>>(), game.legal_moves());
            for face in &faces {
                let dimension = usize::from(face.dimension) - 1;
                let entrance = if face.end == End::Low { 0 } else { geometry.sizes()[dimension] - 1 };
                let is_open = |cell: &&Cell| {
                    geometry.coordinates(**cell)[dimension] == entrance && game.stone_on(**cell).is_none()
                };
                let columns = geometry.cells().iter().filter(is_open).count();
                prop_assert_eq!(ways.iter().filter(|&way| way == face).count(), columns, "{} through {}", game.spec(), face);
            }
            game.play(game.parse_move(text).expect("a move")).expect("legal");
        }
    }

    /// Boards with any stones, as in static evaluation: which side has a line?
    #[test]
    fn lines_on_random_boards_agree(text in game_text(Options::default()), seed: u64) {
        let slow = oracle::Game::parse(&text).expect("drawn");
        let game: Game = text.parse().expect("drawn");
        let mut random = SplitMix64::new(seed);
        let cells = game.geometry().cells().to_vec();
        let stones: Vec<Option<Side>> = cells
            .iter()
            .map(|_| [None, Some(Side::X), Some(Side::O), Some(Side::X)][random.below(4)])
            .collect();
        let board_text = game.geometry().board_text(|cell| stones[game.geometry().rank(cell)]);
        // Gravity may refuse the board; placing the stones directly asks only about lines.
        with_game!(&game, record => {
            let rules = record.rules();
            let of = |side| cells.iter().zip(&stones).filter(move |(_, stone)| **stone == Some(side));
            let sets = BySide::from_fn(|side| of(side).fold(rules.start().mover(), |set, (cell, _)| set.with(cell.bit())));
            if let Ok(position) = slow.board(&board_text, Some(Player::X)) {
                prop_assert_eq!(rules.has_line(Side::X, sets.x), position.has_line(Player::X), "{} {}", &text, &board_text);
                prop_assert_eq!(rules.has_line(Side::O, sets.o), position.has_line(Player::O), "{} {}", &text, &board_text);
                if rules.floating(sets.x | sets.o).is_empty() {
                    prop_assert_eq!(rules.parse_stones(&board_text), Ok(sets));
                }
            }
        });
    }

    #[test]
    fn symmetries_agree(text in game_text(Options { max_cells: 7, ..Options::default() })) {
        let slow = oracle::Game::parse(&text).expect("drawn");
        let spec = text.parse().expect("drawn");
        let order = symmetries(&spec).expect("sound").order().to_string();
        prop_assert_eq!(Some(order), slow.symmetry_count().map(|count| count.to_string()), "{}", text);
    }
}

#[test]
fn perft_of_random_games_agrees() {
    for seed in 0..120 {
        let drawn = random_game::RandomGame::draw(seed, &Options { max_cells: 8, ..Options::default() });
        let slow = oracle::Game::parse(&drawn.game).expect("drawn").perft(5);
        let game: Game = drawn.game.parse().expect("drawn");
        let fast = with_game!(&game, record => connect_toe_game::perft(record.rules(), record.board(), 5));
        assert_eq!((fast.leaves, fast.ended), (slow.leaves, slow.ended), "{}", drawn.game);
    }
}

#[test]
fn the_cases_of_the_class_hold() {
    let cases = cases::class::load();
    for case in &cases.perft {
        let game: Game = case.game.parse().expect("a game");
        let count =
            with_game!(&game, record => connect_toe_game::perft(record.rules(), record.board(), case.depth));
        assert_eq!((&count.leaves, &count.ended), (&case.leaves, &case.ended), "{}", case.game);
    }
    for case in &cases.describe {
        let game: Game = case.game.parse().expect("a game");
        let lines = with_game!(&game, record => record.rules().lines().count());
        let order = symmetries(game.spec()).expect("sound").order().to_string();
        assert_eq!((lines as u64, order), (case.lines, case.symmetries.to_string()), "{}", case.game);
    }
}
