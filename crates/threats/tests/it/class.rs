//! Every game of the class: chains against a slow search for the same, wins against the oracle and the checker.

use connect_toe_game::{Bits, Board, Cell, Game, Outcome, Rules, with_game};
use connect_toe_testkit::oracle::{self, ExactResult};
use connect_toe_testkit::random_game::{Options, PlacementKind, RandomGame, SplitMix64, game, moves};
use connect_toe_threats::{CertifyError, Finding, Found, Order, Threats, Win, unwatched};

/// Whether the side to move wins by a chain of threats that take at most `left` of its stones, by the definition alone.
fn wins_by_definition<B: Bits>(rules: &Rules<B>, board: &Board<B>, left: u32) -> bool {
    let wins = |board: &Board<B>, cell| rules.outcome_of(board, cell) == Some(Outcome::Win(board.to_move()));
    let can_win = |board: &Board<B>| rules.legal_moves(board).into_iter().any(|cell| wins(board, cell));
    // The same stones with the other side to move.
    let passed = |board: &Board<B>| {
        let stones = connect_toe_game::BySide::from_fn(|side| board.stones_of(side));
        rules.position(stones, board.to_move().other())
    };
    if left == 0 || rules.outcome(board).is_some() {
        return false;
    }
    if can_win(board) {
        return true;
    }
    rules.legal_moves(board).into_iter().any(|cell| {
        let after = rules.play(board, cell);
        if rules.outcome(&after).is_some() || can_win(&after) || !can_win(&passed(&after)) {
            return false;
        }
        let holds = |answer: &Cell| !can_win(&rules.play(&after, *answer));
        let answers: Vec<Cell> = rules.legal_moves(&after).into_iter().filter(holds).collect();
        match answers[..] {
            [] => left >= 2,
            [answer] => wins_by_definition(rules, &rules.play(&after, answer), left - 1),
            _ => false,
        }
    })
}

/// The chain is legal and has the form of one, and its certificate holds.
fn check_chain<B: Bits>(rules: &Rules<B>, board: &Board<B>, win: &Win) {
    let mut here = *board;
    for (place, &cell) in win.line.iter().enumerate() {
        assert!(rules.legal(&here).contains(cell.bit()));
        let step = rules.advance(&here, cell);
        let is_last = place + 1 == win.line.len();
        assert_eq!(step.outcome, is_last.then_some(Outcome::Win(board.to_move())));
        here = step.board;
    }
    let mut certificate = Vec::new();
    let mut threats = Threats::new(rules);
    threats.certify(rules, board, win, 1_000_000, &mut certificate).expect("a small proof");
    let proven = connect_toe_certificate::verify(&certificate[..]).expect("a true chain");
    let wins = format!("{} wins", board.to_move());
    assert!(proven.conclusion().is_some_and(|conclusion| conclusion.starts_with(&wins)));
}

fn check<B: Bits>(rules: &Rules<B>, board: &Board<B>, name: &str) -> Finding {
    let finding = Threats::new(rules).find(rules, board, Order::One, u64::MAX, &mut unwatched);
    match &finding.found {
        Found::Win(win) => {
            check_chain(rules, board, win);
            let stones = win.plies.div_ceil(2);
            assert!(wins_by_definition(rules, board, stones), "{name}");
            assert!(!wins_by_definition(rules, board, stones - 1), "{name}: a shorter chain wins");
        }
        Found::NoChain => {
            assert!(!rules.line_wins() || !wins_by_definition(rules, board, u32::MAX), "{name}");
        }
        Found::Unknown => panic!("{name}: no limit was given"),
    }
    finding
}

fn check_text(game: &str, moves: &str) -> Option<bool> {
    let record: Game = game.parse().expect("game text");
    with_game!(&record, record => {
        let rules = record.rules();
        let moves_played = rules.parse_moves(moves).expect("legal moves");
        let board = moves_played.iter().fold(rules.start(), |board, &cell| rules.play(&board, cell));
        if rules.outcome(&board).is_some() {
            return None;
        }
        let finding = check(rules, &board, &format!("{game} after {moves}"));
        let Found::Win(win) = finding.found else { return Some(false) };
        let oracle_game = oracle::Game::parse(game).expect("game text");
        if rules.empty(&board).count() <= 9 {
            let solution = oracle::Solver::new().solve(&oracle_game.replay(moves).expect("legal moves"));
            assert_eq!(solution.result, ExactResult::Win, "{game} after {moves}");
            assert!(solution.distance.expect("a win has one") <= win.plies as usize, "{game} after {moves}");
        }
        Some(true)
    })
}

#[test]
fn random_positions_of_small_games() {
    let mut wins = 0;
    for seed in 0..3000 {
        let RandomGame { game, moves } = RandomGame::draw(seed, &Options::solvable());
        wins += u32::from(check_text(&game, &moves.join(" ")) == Some(true));
    }
    assert!(wins > 200, "{wins}");
}

/// Checks what is found in positions of 3,000 games with these options.
fn check_random_positions(seed: u64, options: &Options) {
    let mut random = SplitMix64::new(seed);
    let mut wins = 0;
    for _ in 0..3000 {
        let game = game(&mut random, options);
        let plies = random.below(game.cells().len());
        let moves = moves(&mut random, &game, plies);
        wins += u32::from(check_text(&game.to_string(), &moves.join(" ")) == Some(true));
    }
    assert!(wins > 200, "{wins}");
}

#[test]
fn random_positions_of_larger_games() {
    let options = Options { max_cells: 30, max_size: 7, max_run: 4, ..Options::default() };
    check_random_positions(7, &options);
}

/// Several faces can close the way to a cell: one stone can answer two threats, and boards jam.
#[test]
fn games_through_several_faces() {
    let options = Options {
        max_cells: 25,
        max_dimensions: 3,
        max_run: 4,
        placements: vec![PlacementKind::SomeFaces, PlacementKind::AllFaces],
        flags: vec![oracle::Flag::Exact, oracle::Flag::Torus],
        ..Options::default()
    };
    check_random_positions(8, &options);
}

/// What was searched before changes nothing, nodes included.
#[test]
fn findings_do_not_depend_on_what_was_searched_before() {
    let rules = Rules::<u128>::compile(&"9x9:5".parse().expect("game text")).expect("it fits");
    let mut random = SplitMix64::new(9);
    let mut kept = Threats::new(&rules);
    for _ in 0..300 {
        let mut board = rules.start();
        for _ in 0..20 + random.below(20) {
            let legal = rules.legal_moves(&board);
            let step = rules.advance(&board, legal[random.below(legal.len())]);
            if step.outcome.is_some() {
                break;
            }
            board = step.board;
        }
        let afresh = Threats::new(&rules).find(&rules, &board, Order::One, 500, &mut unwatched);
        assert_eq!(kept.find(&rules, &board, Order::One, 500, &mut unwatched), afresh);
        if let Found::Win(win) = afresh.found {
            check_chain(&rules, &board, &win);
        }
    }
}

/// Wins of order 2 are wins, and so say the oracle on small boards and the checker.
#[test]
fn wins_of_order_two() {
    let mut random = SplitMix64::new(10);
    let (mut wins, mut wide, mut written) = (0, 0, 0);
    let games = ["3x3:3", "4x3:3", "5x2:3", "2x2x2:2", "9:4", "3x3:3:free:torus", "5x4:4", "5x5:4", "6x6:5"];
    for round in 0..1500 {
        let text = games[round % games.len()];
        let record: Game = text.parse().expect("game text");
        with_game!(&record, record => {
            let rules = record.rules();
            let oracle_game = oracle::Game::parse(text).expect("game text");
            let plies = random.below(rules.geometry().cells().len() / 2);
            let played = moves(&mut random, &oracle_game, plies).join(" ");
            let cells = rules.parse_moves(&played).expect("legal moves");
            let board = cells.iter().fold(rules.start(), |board, &cell| rules.play(&board, cell));
            if rules.outcome(&board).is_some() {
                continue;
            }
            let mut threats = Threats::new(rules);
            let finding = threats.find(rules, &board, Order::Two, 20_000, &mut unwatched);
            let Found::Win(win) = finding.found else { continue };
            wins += 1;
            wide += u32::from(win.order == Order::Two);
            if rules.empty(&board).count() <= 9 {
                let solution = oracle::Solver::new().solve(&oracle_game.replay(&played).expect("legal moves"));
                assert_eq!(solution.result, ExactResult::Win, "{text} after {played}");
                assert!(solution.distance.expect("a win has one") <= win.plies as usize, "{text} after {played}");
            }
            let mut certificate = Vec::new();
            match threats.certify(rules, &board, &win, 20_000, &mut certificate) {
                Ok(_) => written += 1,
                Err(CertifyError::TooLarge(_)) => continue,
                Err(error) => panic!("{text} after {played}: {error}"),
            }
            assert!(connect_toe_certificate::verify(&certificate[..]).is_ok(), "{text} after {played}");
        });
    }
    assert!(wins > 300 && wide > 30 && written * 10 > wins * 9, "{wins} {wide} {written}");
}

/// Every move outside of a defence's zone loses to a chain.
#[test]
fn moves_outside_of_the_zone_lose() {
    let rules = Rules::<u64>::compile(&"6x6:4".parse().expect("game text")).expect("it fits");
    let mut random = SplitMix64::new(11);
    let mut threats = Threats::new(&rules);
    let mut shut_out = 0;
    for _ in 0..2000 {
        let mut board = rules.start();
        for _ in 0..8 + random.below(16) {
            let legal = rules.legal_moves(&board);
            board = rules.play(&board, legal[random.below(legal.len())]);
        }
        if rules.outcome(&board).is_some() {
            continue;
        }
        let (Some(defence), _) = threats.defend(&rules, &board, 10_000, &mut unwatched) else { continue };
        for bit in rules.legal(&board).minus(defence.zone).members() {
            let after = rules.play(&board, Cell::from_bit(bit));
            let finding = threats.find(&rules, &after, Order::One, 100_000, &mut unwatched);
            let Found::Win(win) = finding.found else { panic!("{} holds", rules.board_text(&after)) };
            assert!(win.plies <= defence.threat.plies);
            shut_out += 1;
        }
    }
    assert!(shut_out > 1000, "{shut_out}");
}
