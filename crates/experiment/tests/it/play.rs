use std::ops::ControlFlow;

use connect_toe_experiment::{Pair, Plan, PlayError, Request, Tally, play};
use connect_toe_game::{Game, Side};
use connect_toe_stats::{GameResult, Wdl};
use connect_toe_work::Stop;

use crate::read;

/// Plays on this number of threads; the pairs in their order.
pub(crate) fn play_on(threads: usize, plan: &Plan, requests: &[Request]) -> Vec<Pair> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("starts");
    let mut pairs = Vec::new();
    pool.install(|| {
        play(plan, requests, &Stop::new(), |pair| {
            pairs.extend(pair);
            ControlFlow::Continue(())
        })
    })
    .expect("can be played");
    pairs.sort_by_key(|pair| (pair.condition, pair.number));
    pairs
}

const SMALL: &str = r#"
games_per_cell = 21
[[study]]
name = "a"
game = ["3x3:3", "4x4:3:all"]
player = "alpha-beta:depth=2,eval={runs,undecided}"
opponent = ["random", "minimax:depth=1,eval=pessimistic"]
openings = { plies = 2 }
"#;

#[test]
fn pairs_depend_on_nothing_but_their_cell_and_number() {
    let plan = read(SMALL).expect("is a plan");
    let all = play_on(1, &plan, &plan.everything());
    assert_eq!(all.len() as u64, plan.pairs());
    for threads in [2, 5] {
        assert_eq!(play_on(threads, &plan, &plan.everything()), all);
    }
    let some = Request { condition: 5, pairs: 3..7 };
    let start = all.iter().position(|pair| (pair.condition, pair.number) == (5, 3)).expect("is played");
    assert_eq!(play_on(2, &plan, &[some]), all[start..start + 4]);
}

/// Files of openings as other programs write them.
#[test]
fn openings_of_other_programs_are_played() {
    let openings = |file: &str| -> Vec<String> {
        let text = "[[study]]\nname = \"a\"\ngame = \"15x15:5\"\nplayer = \"random\"\nopponent = \"random\"\n\
                    openings = { file = \"book\" }\n";
        let plan = Plan::read(text, &[], &|_| Ok(file.to_owned())).expect("is a plan");
        let geometry = connect_toe_game::Geometry::of(&plan.conditions[0].game).expect("a game");
        let pairs = play_on(2, &plan, &plan.everything());
        let opening = |pair: &Pair| {
            let game = &pair.games[0];
            geometry.cells_text(&game.moves[..game.opening_plies as usize])
        };
        pairs.iter().map(opening).collect()
    };
    assert_eq!(openings("0,0, 1,0, 1,3 # one\n\n-1,-1, 2,2\n"), ["h8 i8 i5", "g9 j6"]);
    assert_eq!(openings("pos:\nh8i7\nd3e5f6\n"), ["h8 i9", "d13 e11 f10"]);
    assert_eq!(
        openings("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,0\none\ntwo\n-1\nPiskvorky 15x15, 0\n1,1,0\n"),
        ["h8 i8", "a15"]
    );
    assert_eq!(openings("(;SZ[15];B[hh];W[ig](;B[aa])(;B[bb]))(;SZ[15];B[hi])\n"), ["h8 i9 a15", "h7"]);
}

/// The solver has tables and a thread of its own, and gives up at the same node each time.
#[test]
fn solvers_play_the_same_games_on_any_number_of_threads() {
    let text = r#"
games_per_cell = 6
[[study]]
name = "a"
game = ["3x3:3:free:misere", "5x4:4:-2", "4x4x4:4", "15x15:5"]
player = "solver:exact={1,3000},depth=1"
opponent = ["random", "solver:nodes=2000,depth=2"]
openings = { plies = 3 }
"#;
    let plan = read(text).expect("is a plan");
    let all = play_on(1, &plan, &plan.everything());
    assert_eq!(all.len() as u64, plan.pairs());
    assert_eq!(play_on(3, &plan, &plan.everything()), all);
}

#[test]
fn games_are_legal_and_have_the_result_that_they_are_said_to_have() {
    let plan = read(SMALL).expect("is a plan");
    for pair in play_on(2, &plan, &plan.everything()) {
        let condition = &plan.conditions[pair.condition];
        assert_eq!(pair.games.len() as u64, condition.protocol.games_of_pair(pair.number));
        assert_eq!(pair.games[0].player_side, Side::X);
        for (index, played) in pair.games.iter().enumerate() {
            assert_eq!(played.moves[..2], pair.games[0].moves[..2]);
            assert_eq!(played.player_side == Side::O, index == 1);
            let mut game = Game::new(&condition.game).expect("is a game");
            for &cell in &played.moves {
                game.play(cell).expect("is legal");
            }
            let winner = game.outcome().expect("is over").winner();
            let result = match winner {
                None => GameResult::Draw,
                Some(side) if side == played.player_side => GameResult::Win,
                Some(_) => GameResult::Loss,
            };
            assert_eq!(result, played.result);
        }
    }
}

#[test]
fn a_tally_counts_sides_pairs_lengths_and_moves() {
    let plan = read(SMALL).expect("is a plan");
    let mut tally = Tally::new(&plan);
    let pairs = play_on(2, &plan, &plan.everything());
    for pair in pairs.iter().rev() {
        tally.count(pair);
    }
    for (place, cell) in tally.conditions.iter().enumerate() {
        assert_eq!((cell.games(), cell.pairs.pairs()), (21, 10));
        assert_eq!((cell.as_first.games(), cell.as_second.games()), (11, 10));
        let plies: u64 = cell.player_moves + cell.opponent_moves + 2 * cell.games();
        assert_eq!(cell.plies(), plies);
        let counted: Wdl = pairs
            .iter()
            .filter(|pair| pair.condition == place)
            .flat_map(|pair| &pair.games)
            .map(|game| Wdl::from(game.result))
            .sum();
        assert_eq!(cell.wdl(), counted);
    }
}

/// From the empty board two players without random choices have one game as first and one as second; from three
/// openings three times as many.
#[test]
fn a_tally_knows_how_many_games_are_different() {
    let text = |opponent: &str, openings: &str| {
        format!(
            "games_per_cell = 40\n[[study]]\nname = \"a\"\ngame = \"4x4:3\"\nplayer = \
             \"minimax:depth=1,ties=first\"\nopponent = \"{opponent}\"\nopenings = {openings}\n"
        )
    };
    let repeats = |opponent: &str, openings: &str| {
        let plan = read(&text(opponent, openings)).expect("is a plan");
        let mut tally = Tally::new(&plan);
        for pair in play_on(2, &plan, &plan.everything()) {
            tally.count(&pair);
        }
        let tally = tally.conditions.remove(0);
        (tally.distinct().expect("games are compared"), tally.independent().pairs.pairs())
    };
    let other = "two-ply:ties=last";
    assert_eq!(repeats(other, "{ plies = 0 }"), (2, 1));
    // A corner, an edge, or a cell in the middle.
    assert_eq!(repeats(other, "{ plies = 1, choose = \"all\" }"), (6, 3));
    // Chance makes a pair that comes again another draw.
    let (distinct, independent) = repeats("two-ply", "{ plies = 0 }");
    assert!(distinct > 2 && independent == 20, "{distinct} {independent}");
    assert_eq!(repeats("random", "{ plies = 0 }"), (40, 20));
}

#[test]
fn all_openings_are_played_once_each() {
    let text = SMALL.replace("openings = { plies = 2 }", "openings = { plies = 2, choose = \"all\" }");
    // Twelve positions after two plies up to symmetry.
    let plan = read(&text.replace("games_per_cell = 21", "games_per_cell = 24")).expect("is a plan");
    let pairs = play_on(1, &plan, &[Request { condition: 0, pairs: 0..12 }]);
    let mut openings: Vec<_> = pairs.iter().map(|pair| pair.games[0].moves[..2].to_vec()).collect();
    openings.sort();
    openings.dedup();
    assert_eq!(openings.len(), 12);
}

#[test]
fn exact_values_end_games_early_and_change_no_result_of_perfect_players() {
    let text = |adjudicate: &str| {
        format!(
            "games_per_cell = 40\n{adjudicate}\n[[study]]\nname = \"a\"\ngame = \"4x4:3:-2\"\nplayer = \"perfect\"\n\
             opponent = \"perfect\"\nopenings = {{ plies = 4 }}\n"
        )
    };
    let played = |adjudicate: &str| {
        let plan = read(&text(adjudicate)).expect("is a plan");
        let mut tally = Tally::new(&plan);
        for pair in play_on(2, &plan, &plan.everything()) {
            tally.count(&pair);
        }
        tally.conditions.remove(0)
    };
    let (whole, adjudicated) = (played(""), played("adjudicate = { empty_cells = 11 }"));
    assert_eq!(whole.wdl(), adjudicated.wdl());
    assert_eq!((whole.adjudicated, adjudicated.adjudicated > 0), (0, true));
    assert!(adjudicated.plies() < whole.plies());
}

#[test]
fn limits_of_nodes_are_kept_and_limits_of_time_are_no_promise() {
    let text = "games_per_cell = 4\nlimits = { nodes = 100 }\n[[study]]\nname = \"a\"\ngame = \"7x6:4:-2\"\n\
                player = \"alpha-beta:depth=9,eval=undecided\"\nopponent = \"random\"\n";
    let plan = read(text).expect("is a plan");
    let mut tally = Tally::new(&plan);
    for pair in play_on(1, &plan, &plan.everything()) {
        tally.count(&pair);
    }
    let cell = &tally.conditions[0];
    assert!(cell.player_nodes < 300 * cell.player_moves, "{cell:?}");
    assert!(plan.is_reproducible());
    let timed = read(&text.replace("nodes = 100", "milliseconds = 1")).expect("is a plan");
    assert!(!timed.is_reproducible());
    assert_eq!(play_on(1, &timed, &timed.everything()).len(), 2);
}

#[test]
fn what_cannot_be_played_is_said_before_any_game() {
    for openings in ["{ plies = 9 }", "{ plies = 9, choose = \"all\" }", "{ moves = [\"a1 a1\"] }"] {
        let text = SMALL.replace("{ plies = 2 }", openings);
        let plan = read(&text).expect("is a plan");
        let mut games = 0;
        let result = play(&plan, &plan.everything(), &Stop::new(), |pair| {
            games += usize::from(pair.is_some());
            ControlFlow::Continue(())
        });
        assert!(matches!(result, Err(PlayError::Condition { line: Some(8), .. })), "{openings}: {result:?}");
        assert_eq!(games, 0);
    }
}

#[test]
fn a_stop_ends_the_playing_soon() {
    let text = SMALL.replace("games_per_cell = 21", "games_per_cell = 200000");
    let plan = read(&text).expect("is a plan");
    let mut games = 0_u64;
    let result = play(&plan, &plan.everything(), &Stop::new(), |pair| {
        games += u64::from(pair.is_some());
        if games == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(result, Err(PlayError::Stopped));
    assert!(games < plan.pairs() / 2);
}

#[test]
fn what_is_near_its_end_at_the_start_is_adjudicated_there() {
    let text = "games_per_cell = 20\nadjudicate = { empty_cells = 6 }\nopenings = { plies = 4 }\n[[study]]\n\
                name = \"a\"\ngame = \"3x3:3\"\nplayer = \"random\"\nopponent = \"random\"\n";
    let plan = read(text).expect("is a plan");
    for pair in play_on(2, &plan, &plan.everything()) {
        for game in &pair.games {
            assert!(game.is_adjudicated() && game.moves.len() == 4, "{game:?}");
        }
        // The exact value belongs to the position, so the sides change the result.
        assert_eq!(pair.games[0].result, pair.games[1].result.swapped());
    }
}

/// Runs until another thread stops it; `false` if it ended before.
fn is_stopped(text: &str) -> bool {
    let plan = read(text).expect("is a plan");
    let stop = Stop::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(200));
            stop.request();
        });
        let result = play(&plan, &plan.everything(), &stop, |_| ControlFlow::Continue(()));
        result == Err(PlayError::Stopped)
    })
}

#[test]
fn openings_solvers_and_slow_players_hear_of_a_stop() {
    let with = |game: &str, player: &str, more: &str| {
        format!(
            "{more}\n[[study]]\nname = \"a\"\ngame = \"{game}\"\nplayer = \"{player}\"\nopponent = \"random\"\n"
        )
    };
    let adjudicated = with("15x15:5", "random", "adjudicate = { empty_cells = 225 }");
    assert!(is_stopped(&adjudicated), "the solver");
    let all = with("4x4x4x4:4", "random", "openings = { plies = 7, choose = \"all\" }");
    assert!(is_stopped(&all), "the search for all openings");
    let drawn = with("64x64:5", "random", "openings = { plies = 4000 }");
    assert!(is_stopped(&drawn), "the search for random openings");
    assert!(is_stopped(&with("15x15:5", "perfect", "")), "a search");
    assert!(is_stopped(&with("32x32:5", "minimax:depth=3,eval=runs", "")), "a slow search");
}

/// A trillion games are no reason to take memory for them before the first one.
#[test]
fn any_number_of_games_can_be_begun() {
    let text = SMALL.replace("games_per_cell = 21", "games_per_cell = 1000000000000");
    let plan = read(&text).expect("is a plan");
    let mut pairs = Vec::new();
    let result = play(&plan, &plan.everything(), &Stop::new(), |pair| {
        pairs.extend(pair);
        if pairs.len() > 1000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(result, Err(PlayError::Stopped));
    // All cells advance together.
    let cells: std::collections::BTreeSet<usize> = pairs.iter().map(|pair| pair.condition).collect();
    assert_eq!(cells.len(), plan.conditions.len());
}

#[test]
fn a_wrong_line_of_a_file_of_openings_is_named() {
    let refused = |openings: &str, list: &str| {
        let study = "[[study]]\nname = \"a\"\ngame = \"3x3:3\"\nplayer = \"random\"\nopponent = \"random\"\n";
        let text = format!("openings = {openings}\n{study}");
        let plan = Plan::read(&text, &[], &|_| Ok(list.to_owned())).expect("is a plan");
        let played = play(&plan, &plan.everything(), &Stop::new(), |_| ControlFlow::Continue(()));
        played.expect_err("an opening is wrong").to_string()
    };
    let error = refused("{ file = \"list.txt\" }", "# two\na1 b1\n\na1 a1 # twice\n");
    assert!(
        error.ends_with("list.txt, line 4: opening `a1 a1`: move 2 (`a1`): the cell is taken by x"),
        "{error}"
    );
    let error = refused("{ plies = 9, choose = \"all\" }", "");
    assert!(error.ends_with("no game of 3x3:3 goes on after 9 plies; take at most 8"), "{error}");
    let error = refused("{ plies = 9 }", "");
    assert!(
        error.contains("no game of 3x3:3 goes on after 9 random plies; take random openings of at most "),
        "{error}"
    );
}
