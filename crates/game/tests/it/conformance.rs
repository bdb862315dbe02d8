//! What must hold in every game, preset or random: accepted is legal, replay gives the same board, text
//! round-trips, the hash from scratch is the incremental one, symmetries commute with play.

use connect_toe_game::{
    Bits, Board, BySide, Cell, Game, GameSpec, MoveReason, Playouts, Record, Rules, Side, SplitMix, Symmetry,
    Threats, canonical_form, presets, symmetries, with_game,
};
use connect_toe_testkit::random_game::{Options, SplitMix64};
use connect_toe_testkit::strategy::game_text;
use proptest::prelude::*;

/// Plays one random game and checks everything on the way.
fn check_rules(text: &str, seed: u64) {
    let game: Game = text.parse().unwrap_or_else(|error| panic!("{error}"));
    with_game!(&game, record => check_record(record, seed));
}

fn check_record<B: Bits>(record: &Record<B>, seed: u64) {
    let rules = record.rules();
    let name = rules.spec().to_string();
    assert_eq!(name.parse::<GameSpec>().as_ref(), Ok(rules.spec()), "the text round-trips");
    for &cell in rules.geometry().cells() {
        let text = rules.geometry().cell_text(cell);
        assert_eq!(rules.geometry().parse_cell(&text), Ok(cell), "{name}: {text} round-trips");
        let numbers: Vec<String> =
            rules.geometry().coordinates(cell).iter().map(|number| (number + 1).to_string()).collect();
        assert_eq!(rules.geometry().parse_cell(&numbers.join(",")), Ok(cell), "{name}: {numbers:?}");
    }

    let image_of = |symmetry: &Symmetry, board: &Board<B>| {
        rules.position(BySide::from_fn(|side| symmetry.apply_to_set(board.stones_of(side))), board.to_move())
    };
    let few = symmetries(rules.spec()).expect("a compiled game is sound").elements(100);
    let mut random = SplitMix64::new(seed);
    let mut record = record.clone();
    let mut threats = rules.threats(record.board());
    let mut playouts = Playouts::new(rules);
    let mut numbers = SplitMix::new(seed);
    while rules.outcome(record.board()).is_none() {
        let board = *record.board();
        let legal = rules.legal(&board);
        let sample: Vec<Cell> = if rules.geometry().cells().len() <= 64 {
            rules.geometry().cells().to_vec()
        } else {
            (0..16).filter_map(|_| random.choose(rules.geometry().cells()).copied()).collect()
        };
        for cell in sample {
            assert_eq!(rules.check_move(&board, cell).is_ok(), legal.contains(cell.bit()), "{name}");
        }
        let stones = BySide::from_fn(|side| board.stones_of(side));
        assert_eq!(rules.position(stones, board.to_move()), board, "{name}: the hash is incremental");
        let text = rules.board_text(&board);
        assert_eq!(rules.parse_board(&text, Some(board.to_move())), Ok(board), "{name}: {text}");

        for is_decisive in [false, true] {
            let (playout, stones) = if is_decisive {
                playouts.play_decisively(&board, &threats, &mut numbers)
            } else {
                playouts.play_on(&board, true, &mut numbers)
            };
            let [mover, other] = stones;
            let side = board.to_move();
            let (x, o) = if side == Side::X { (mover, other) } else { (other, mover) };
            let to_move = if playout.plies % 2 == 0 { side } else { side.other() };
            let end = rules.position(BySide { x, o }, to_move);
            let place = format!("{name}: from {text} to {}", rules.board_text(&end));
            assert_eq!(rules.outcome(&end), Some(playout.outcome), "{place}");
            assert_eq!(end.stones() - board.stones(), playout.plies, "{place}");
            let line_wins = rules.line_outcome(Side::X).winner() == Some(Side::X);
            let completing = rules.completing(&board, legal);
            if is_decisive && line_wins && completing.any() {
                assert_eq!(playout.plies, 1, "{place}: a line is completed");
            } else if is_decisive && line_wins && rules.threatened_inlined(&board, legal).any() {
                let blocked = rules.threatened_inlined(&board, legal) & mover;
                assert!(blocked.any(), "{place}: a line is blocked");
            } else if is_decisive && !line_wins && legal.minus(completing).any() {
                assert!(
                    playout.plies != 1 || playout.outcome.winner().is_none(),
                    "{place}: no line is completed"
                );
            }
        }

        let cell = *random.choose(&rules.legal_moves(&board)).expect("the game goes on");
        let step = rules.advance(&board, cell);
        for symmetry in few.iter().flatten() {
            let image = image_of(symmetry, &board);
            assert_eq!(rules.legal(&image), symmetry.apply_to_set(legal), "{name}: legality is symmetric");
            let after = rules.advance(&image, symmetry.apply(cell));
            assert_eq!(after.board, image_of(symmetry, &step.board), "{name}: map ∘ play = play ∘ map");
            assert_eq!(after.outcome, step.outcome, "{name}: outcomes are symmetric");
            if let Some(all) = &few {
                assert_eq!(canonical_form(rules, all, &image), canonical_form(rules, all, &board), "{name}");
            }
        }
        threats = rules.threats_after(&board, &threats, cell);
        let empty = rules.empty(&step.board);
        let open = Threats { mover: threats.mover & empty, other: threats.other & empty };
        if step.outcome.is_none() {
            assert_eq!(open, rules.threats(&step.board), "{name}: after {text} and {cell:?}");
        }
        record.play(cell).expect("a legal move is accepted");
        assert_eq!(*record.board(), step.board);
        assert_eq!(rules.outcome(&step.board), step.outcome, "{name}: {}", rules.board_text(&step.board));
    }
    let text = rules.moves_text(record.moves());
    assert_eq!(rules.parse_moves(&text).as_deref(), Ok(record.moves()), "{name}: {text} round-trips");
    let moves = record.moves().len();
    let outcome = rules.outcome(record.board()).expect("the game is over");
    if let Some(cell) = rules.geometry().cells().first() {
        assert_eq!(rules.check_move(record.board(), *cell), Err(MoveReason::GameOver(outcome)));
    }
    for _ in 0..moves {
        assert!(record.undo().is_some());
    }
    assert_eq!((record.undo(), *record.board()), (None, rules.start()));
}

#[test]
fn every_preset_conforms() {
    for preset in presets::PRESETS {
        let spec: GameSpec = preset.spec.parse().expect("presets are sound");
        assert_eq!(spec.to_string(), preset.spec, "presets are written in canonical form");
        assert_eq!(preset.name.parse::<GameSpec>(), Ok(spec));
        for seed in 0..3 {
            check_rules(preset.spec, seed);
        }
    }
}

#[test]
fn large_and_odd_games_conform() {
    for text in [
        "1:1",
        "4096:5",
        "64x64:5",
        "64x64:5:-2",
        "64x64:6:free:exact:torus",
        "16x16x16:5:+1,-3",
        "2x2x2x2x2x2x2x2:2",
        "3x3x3x3x3x3x3:3:+1",
        "8x8:4",
        "8x8:4:+1",
        "9x9:5:all",
        "19x19:6:free:exact",
        "5x1x5:3:+2,-1",
        "11x12:4:-2",
        "20x20:5:all:torus:misere",
    ] {
        check_rules(text, 7);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn every_random_game_conforms(text in game_text(Options::default()), seed: u64) {
        check_rules(&text, seed);
    }
}

#[test]
fn a_game_is_compiled_to_the_narrowest_width() {
    let narrow: GameSpec = "7x6:4:-2".parse().expect("a game");
    let wide: GameSpec = "15x15:5".parse().expect("a game");
    assert!(Rules::<u64>::compile(&narrow).is_ok());
    let error = Rules::<u64>::compile(&wide).expect_err("225 cells do not fit in 64 bits");
    assert_eq!(error.to_string(), "the board needs 240 bits and the bitboard has 64");
    assert!(matches!("15x15:5".parse(), Ok(Game::W256(_))));
    assert!(matches!("20x20:5".parse(), Ok(Game::W512(_))));
    assert!(matches!("30x30:5".parse(), Ok(Game::W1024(_))));
    assert!(matches!("64x64:5".parse(), Ok(Game::W4096(_))));
    assert!(matches!("9x9:5".parse(), Ok(Game::W128(_))));
}

#[test]
fn the_same_game_plays_the_same_on_every_width() {
    let spec: GameSpec = "7x6:4:-2".parse().expect("a game");
    let narrow = Rules::<u64>::compile(&spec).expect("fits");
    let wide = Rules::<connect_toe_game::bits::Words<8>>::compile(&spec).expect("fits");
    assert_eq!(
        connect_toe_game::perft(&narrow, &narrow.start(), 6),
        connect_toe_game::perft(&wide, &wide.start(), 6)
    );
}

#[test]
fn sides_are_read_and_printed() {
    for side in Side::ALL {
        assert_eq!(side.to_string().parse(), Ok(side));
    }
    assert_eq!(
        "z".parse::<Side>().map_err(|error| error.to_string()),
        Err("`z` is not a side: write x or o".into())
    );
}
