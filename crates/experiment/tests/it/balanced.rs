use connect_toe_work::Stop;
use std::ops::ControlFlow;

use connect_toe_experiment::{
    BalancedBook, BalancedProgress, Openings, Plan, PlayError, Protocol, Request, check_playable,
    find_balanced, play,
};

use crate::play::play_on;
use crate::read;

fn plan(game: &str, plies: u32, games: u64, seed: u64) -> Plan {
    let protocol = Protocol { openings: Openings::Balanced { plies }, ..Protocol::new(games) };
    let game: connect_toe_game::Game = game.parse().expect("a game");
    let [one, other] = ["two-ply", "random"].map(|text| text.parse().expect("a player"));
    Plan::of_match(game.spec().clone(), one, other, protocol, seed)
}

fn found_on(threads: usize, mut plan: Plan) -> Result<BalancedBook, PlayError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("starts");
    let go_on = &mut |_: &_| ControlFlow::Continue(());
    pool.install(|| find_balanced(&mut plan, &Stop::new(), go_on))?;
    Ok(plan.balanced.into_values().next().expect("is there"))
}

#[test]
fn openings_depend_on_nothing_but_game_plies_and_seed() {
    for (game, plies) in [("5x5:4", 4), ("6x5:4:-2", 4), ("4x3x2:3:free:misere", 4)] {
        let book = found_on(1, plan(game, plies, 8, 3)).expect("there are some");
        assert_eq!((book.asked, book.moves.len()), (4, 4), "{game}");
        assert_eq!(found_on(3, plan(game, plies, 8, 3)).as_ref(), Ok(&book), "{game}");
        // More of them begin with these.
        let more = found_on(2, plan(game, plies, 11, 3)).expect("there are some");
        assert!(more.moves.len() > 4 && more.moves.starts_with(&book.moves), "{game}");
        assert_ne!(found_on(2, plan(game, plies, 8, 4)).map(|other| other.moves), Ok(book.moves), "{game}");
    }
}

#[test]
fn all_openings_of_a_small_game_are_found_by_any_number_of_threads() {
    let book = found_on(1, plan("3x3:3", 4, 400, 1)).expect("there are some");
    assert!((book.moves.len() as u64) < book.asked);
    for threads in [2, 3, 7] {
        assert_eq!(found_on(threads, plan("3x3:3", 4, 400, 1)).as_ref(), Ok(&book), "{threads}");
        // The same number whoever asks for more.
        let more = found_on(threads, plan("3x3:3", 4, 900, 1)).expect("there are some");
        assert_eq!((more.asked, &more.moves, more.tried), (450, &book.moves, book.tried));
    }
}

/// After X in the corner only the centre draws, after the centre only a corner; after a side the centre, the cells next to
/// it in the corner, and the opposite side.
#[test]
fn tic_tac_toe_has_five_openings_of_two_plies() {
    let book = found_on(2, plan("3x3:3", 2, 100, 1)).expect("there are some");
    assert_eq!((book.asked, book.tried, book.are_decided), (50, 12, false));
    let kind = |cell: &str| match cell {
        "b2" => "centre",
        "a1" | "a3" | "c1" | "c3" => "corner",
        _ => "side",
    };
    let mut kinds: Vec<String> =
        book.moves.iter().map(|text| text.split(' ').map(kind).collect::<Vec<_>>().join(" ")).collect();
    kinds.sort();
    assert_eq!(kinds, ["centre corner", "corner centre", "side centre", "side corner", "side side"]);
}

#[test]
fn a_game_without_fair_openings_is_refused() {
    // On this torus X wins soon, whatever O does.
    let error = found_on(2, plan("5x5:4:free:torus", 4, 10, 1)).expect_err("there are none");
    let text = error.to_string();
    assert!(text.contains("no position of 5x5:4:free:torus after 4 plies is balanced"), "{text}");
    assert!(text.contains("take random openings of as many plies"), "{text}");
    // Nobody gets as far.
    let error = found_on(1, plan("2x2:2", 4, 10, 1)).expect_err("there are none").to_string();
    let advice = "; ask for balanced openings of fewer plies, or take random openings of at most 2 plies";
    assert!(error.contains(advice), "{error}");
}

/// What a refusal advises can be played.
#[test]
fn advice_on_openings_is_sound() {
    let playable = |game: &str, openings| {
        let mut plan = plan(game, 1, 4, 1);
        plan.conditions[0].protocol.openings = openings;
        let requests = plan.everything();
        find_balanced(&mut plan, &Stop::new(), &mut |_| ControlFlow::Continue(()))?;
        check_playable(&plan, &requests, &Stop::new())?;
        play(&plan, &requests, &Stop::new(), |_| ControlFlow::Continue(()))
    };
    for game in ["2x2x2:2", "1x1:1", "2x2:2", "1x1:2", "3x3:3"] {
        for plies in [1, 2, 4, 9] {
            let asked = [Openings::Balanced { plies }, Openings::Random { plies }, Openings::All { plies }];
            for openings in asked {
                let Err(refused) = playable(game, openings.clone()) else { continue };
                let text = refused.to_string();
                let (_, advice) = text.rsplit_once("; ").expect("there is advice");
                let number = || advice.split(' ').find_map(|word| word.parse().ok()).expect("says how many");
                let advised = if advice == "start from the empty board" {
                    Openings::None
                } else if advice.starts_with("take random openings of as many plies") {
                    Openings::Random { plies }
                } else if advice.contains("take random openings of at most") {
                    Openings::Random { plies: number() }
                } else {
                    Openings::All { plies: number() }
                };
                assert_eq!(playable(game, advised), Ok(()), "{game}, {openings:?}: {text}");
            }
        }
    }
}

#[test]
fn large_boards_are_no_reason_to_wait_for_a_stop() {
    let mut large = plan("64x64:5", 4, 20, 1);
    let stopped = find_balanced(&mut large, &Stop::new(), &mut |_| ControlFlow::Break(()));
    assert_eq!((stopped, large.balanced.len()), (Err(PlayError::Stopped), 0));
}

#[test]
fn a_search_that_was_stopped_goes_on() {
    let whole = found_on(2, plan("4x4:4", 3, 40, 3)).expect("there are some");
    for (found, threads) in [(1, 1), (9, 3)] {
        let mut stopped = plan("4x4:4", 3, 40, 3);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("starts");
        let mut until = |progress: &BalancedProgress| {
            if progress.found >= found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let why = pool.install(|| find_balanced(&mut stopped, &Stop::new(), &mut until));
        assert_eq!(why, Err(PlayError::Stopped));
        let part = stopped.balanced.values().next().expect("some were found").clone();
        assert!((found..20).contains(&(part.moves.len() as u64)), "{}", part.moves.len());
        assert!(part.is_beginning_of(&whole) && !whole.is_beginning_of(&part));
        // A stop before there is anything new keeps what there was.
        let at_once = &mut |_: &_| ControlFlow::Break(());
        let why = pool.install(|| find_balanced(&mut stopped, &Stop::new(), at_once));
        assert_eq!((why, stopped.balanced.values().next()), (Err(PlayError::Stopped), Some(&part)));
        assert_eq!(found_on(threads, stopped).as_ref(), Ok(&whole));
    }
}

#[test]
fn a_pair_has_one_opening_wherever_it_is_played() {
    let text = r#"
games_per_cell = 12
[[study]]
name = "a"
game = ["4x4:4", "5x4:4:-2"]
player = ["alpha-beta:depth=2,eval=runs", "two-ply"]
opponent = "random"
openings = { plies = 3, choose = "balanced" }
[[study]]
name = "b"
game = "4x4:4"
player = "two-ply"
opponent = "random"
games_per_cell = 20
openings = { plies = 3, choose = "balanced" }
"#;
    let mut plan = read(text).expect("is a plan");
    check_playable(&plan, &plan.everything(), &Stop::new()).expect("can be played");
    let all = play_on(2, &plan, &plan.everything());
    for pair in &all {
        let [one, other] = &pair.games[..] else { panic!("two games") };
        assert_eq!((one.opening_plies, one.moves[..3].to_vec()), (3, other.moves[..3].to_vec()));
        assert_ne!(one.player_side, other.player_side);
    }
    let part = [Request { condition: 1, pairs: 2..4 }];
    assert_eq!(play_on(1, &plan, &part), all[8..10]);
    // With openings that were found elsewhere nothing is looked for.
    let found =
        find_balanced(&mut plan, &Stop::new(), &mut |_| ControlFlow::Continue(())).expect("there are some");
    let games: Vec<&str> = found.iter().map(|(game, _)| game.as_str()).collect();
    assert_eq!(games, ["4x4:4", "5x4:4:-2"]);
    assert_eq!(plan.balanced[&found[0]].asked, 10);
    assert_eq!(play_on(2, &plan, &plan.everything()), all);
    let again = find_balanced(&mut plan, &Stop::new(), &mut |_| panic!("they are there"));
    assert_eq!(again, Ok(Vec::new()));
    let book = plan.balanced.get_mut(&found[0]).expect("is there");
    book.moves.reverse();
    assert_ne!(play_on(2, &plan, &part), all[8..10]);
}

#[test]
fn openings_of_another_program_are_not_mixed_in() {
    let mut short = plan("4x4:4", 3, 8, 1);
    let find = |plan: &mut Plan| find_balanced(plan, &Stop::new(), &mut |_| ControlFlow::Continue(()));
    find(&mut short).expect("there are some");
    let mut long = plan("4x4:4", 3, 16, 1);
    long.balanced.clone_from(&short.balanced);
    find(&mut long).expect("go on with them");
    assert_eq!(long.balanced.values().next().map(|book| book.moves.len()), Some(8));
    let mut other = plan("4x4:4", 3, 16, 1);
    other.balanced.clone_from(&short.balanced);
    other.balanced.values_mut().for_each(|book| book.moves.reverse());
    let error = find(&mut other).expect_err("differ").to_string();
    assert!(error.contains("another version of the program"), "{error}");
}
