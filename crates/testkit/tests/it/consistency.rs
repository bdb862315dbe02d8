//! What must hold in every game of the class, whatever the rules.

use connect_toe_testkit::oracle::{ExactResult, Flag, Game, Outcome, Placement, Player, Position};
use connect_toe_testkit::random_game::{self, Options, RandomGame, SplitMix64};
use connect_toe_testkit::strategy;
use proptest::prelude::*;

use crate::TestResult;

#[test]
fn the_last_stone_decides_as_the_whole_board_does() -> TestResult {
    let mut ended = 0;
    for seed in 0..2000 {
        let options = if seed < 1000 { Options::default() } else { Options::wider() };
        let RandomGame { game: text, moves } = RandomGame::draw(seed, &options);
        let game = Game::parse(&text)?;
        let played = game.replay(&moves.join(" "))?;
        let set_up = game.board(&played.board_text(), Some(played.to_move()))?;
        let context = format!("{text} after {moves:?}");
        assert_eq!(set_up.outcome(), played.outcome(), "{context}");
        assert_eq!(set_up.legal_moves(), played.legal_moves(), "{context}");
        assert_eq!(played.outcome().is_some(), played.legal_moves().is_empty(), "{context}");
        ended += u32::from(played.outcome().is_some());
    }
    assert!((200..1800).contains(&ended), "{ended} of 2000 games were over");
    Ok(())
}

#[test]
fn a_run_is_a_line_that_one_player_holds() -> TestResult {
    // Without `exact` a player has a run of k or more exactly if some winning line is the player's alone.
    let options = Options { flags: vec![Flag::Misere, Flag::Torus], ..Options::default() };
    let mut with_line = 0;
    for seed in 0..2000 {
        let RandomGame { game: text, moves } = RandomGame::draw(seed, &options);
        let game = Game::parse(&text)?;
        let position = game.replay(&moves.join(" "))?;
        for player in [Player::X, Player::O] {
            let held = position.line_sum(player, &|own, _| i128::from(Some(own as usize) == game.run())) != 0;
            assert_eq!(position.has_line(player), held, "{text} after {moves:?}");
            with_line += u32::from(held);
        }
    }
    assert!(with_line > 200, "only {with_line} lines");
    Ok(())
}

#[test]
fn solving_is_minimax_to_the_end() -> TestResult {
    let mut results = [0; 3];
    for seed in 0..600 {
        let options = if seed < 300 { Options::solvable() } else { Options::wider_solvable() };
        let RandomGame { game: text, moves } = RandomGame::draw(seed, &Options { max_cells: 7, ..options });
        let game = Game::parse(&text)?;
        let position = game.replay(&moves.join(" "))?;
        let solution = position.solve();
        let player = position.to_move();
        let context = format!("{text} after {moves:?}");
        // Wins are worth less the later they come, losses more.
        let analysis = position.minimax(game.cells().len() + 1, &|board, plies| {
            board.decided_value(player).unwrap_or(0) * (1000 - plies as i128)
        });
        for (cell, (result, distance)) in &solution.per_move {
            let sign = *result as i128 - ExactResult::Draw as i128;
            let value = distance.map_or(0, |plies| sign * (1000 - plies as i128));
            assert_eq!(analysis.moves.get(cell), Some(&value), "{cell} in {context}");
        }
        assert_eq!(solution.best, analysis.best, "{context}");
        assert_eq!(solution.distance.is_none(), solution.result == ExactResult::Draw, "{context}");
        results[solution.result as usize] += 1;
    }
    assert!(results.iter().all(|&count| count > 20), "losses, draws, wins: {results:?}");
    Ok(())
}

#[test]
fn a_board_given_by_text_goes_on_as_the_game_does() -> TestResult {
    let mut in_a_turn = 0;
    for seed in 0..1000 {
        let RandomGame { game: text, moves } = RandomGame::draw(seed, &Options::wider());
        let game = Game::parse(&text)?;
        let played = game.replay(&moves.join(" "))?;
        let set_up = game.board(&played.board_text(), None)?;
        let state = |position: &Position<'_>| (position.to_move(), position.stones_left());
        assert_eq!(state(&set_up), state(&played), "{text} after {moves:?}");
        in_a_turn += u32::from(played.stones_left() != game.turn().later);
    }
    assert!(in_a_turn > 100, "only {in_a_turn} in the middle of a turn");
    Ok(())
}

#[test]
fn every_kind_of_game_ends_in_every_way() -> TestResult {
    let mut ended = std::collections::BTreeMap::new();
    for seed in 0..3000 {
        let game = Game::parse(&RandomGame::draw(seed, &Options::wider()).game)?;
        let moves = random_game::moves(&mut SplitMix64::new(seed), &game, usize::MAX);
        let end = game.replay(&moves.join(" "))?;
        let outcome = end.outcome().ok_or("played to the end")?;
        let by_line = end.has_line(Player::X) || end.has_line(Player::O);
        *ended.entry((game.has(Flag::Maker), by_line, outcome.to_string())).or_insert(0) += 1;
        assert_eq!(outcome == Outcome::Draw, !by_line && !game.has(Flag::Maker), "{game} after {moves:?}");
    }
    // By a line either side wins, without one nobody, and with `maker` either side (as to `misere`) again.
    assert_eq!(ended.len(), 2 + 1 + 4, "{ended:?}");
    assert!(ended.values().all(|&count| count > 20), "{ended:?}");
    Ok(())
}

#[test]
fn symmetries_form_a_group_that_contains_the_known_ones() -> TestResult {
    let options = Options { max_cells: 6, ..Options::solvable() };
    let wider = Options { max_cells: 6, ..Options::wider_solvable() };
    for seed in 0..300 {
        let game = Game::parse(&RandomGame::draw(seed, if seed < 150 { &options } else { &wider }).game)?;
        let count = game.symmetry_count().ok_or("a small board")?;
        let all: u64 = (1..=game.cells().len() as u64).product();
        assert_eq!(all % count, 0, "{game}: {count} does not divide {all}");
        let is_run = game.run().is_some() && game.blocked().is_empty();
        if *game.placement() == Placement::Free && is_run {
            // Turning every dimension round keeps every line.
            let reversed: Vec<usize> = (0..game.cells().len()).rev().collect();
            assert!(game.is_symmetry(&reversed), "{game}");
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn drawn_games_are_canonical_and_their_moves_legal(
        drawn in strategy::game_and_moves(Options::default(), 24)
    ) {
        let game = Game::parse(&drawn.game).expect("a game");
        prop_assert_eq!(&game.to_string(), &drawn.game);
        prop_assert!(game.cells().len() <= 24);
        let position = game.replay(&drawn.moves.join(" ")).expect("legal moves");
        prop_assert_eq!(position.moves(), drawn.moves);
        if let Some(Outcome::Draw) = position.outcome() {
            prop_assert!(!position.has_line(Player::X) && !position.has_line(Player::O));
        }
    }

    #[test]
    fn games_of_the_wider_class_are_canonical(drawn in strategy::game_and_moves(Options::wider(), 20)) {
        let game = Game::parse(&drawn.game).expect("a game");
        prop_assert_eq!(&game.to_string(), &drawn.game);
        prop_assert_eq!(game.replay(&drawn.moves.join(" ")).expect("legal moves").moves(), drawn.moves);
    }

    #[test]
    fn no_text_makes_the_parsers_panic(game in "[0-9x:+,a-z-]{0,20}", cell in "[a-z0-9.,]{0,8}", board in "[xo_#/|]{0,12}", goal in "(lines=|shape=|plane|projective)?[a-d1-4+/,]{0,9}", flag in "(turn|torus|blocked|renju|maker)=?[a-d1-4+,]{0,6}") {
        let _ = Game::parse(&game);
        let _ = Game::parse(&format!("3x3:{goal}:free:{flag}"));
        let cube = Game::parse("3x3x3:3:-3").expect("a game");
        let _ = cube.replay(&cell);
        let _ = cube.board(&board, None);
    }
}
