//! Renju, and cells where nobody may move.

use connect_toe_game::{Bits, Game, Side, with_game};
use connect_toe_gomocup::{Brain, Point, Reply};

use crate::manager::{Manager, moves};

/// Lines of a list: stones of the side to move and of the other one, in turn as far as they go.
fn stones(own: &[(u16, u16)], other: &[(u16, u16)]) -> String {
    let of = |stones: &[(u16, u16)], field| {
        stones.iter().map(move |(x, y)| format!("{x},{y},{field}")).collect::<Vec<_>>()
    };
    let (own, other) = (of(own, 1), of(other, 2));
    let in_turn = (0..own.len().max(other.len())).flat_map(|place| [own.get(place), other.get(place)]);
    in_turn.flatten().cloned().collect::<Vec<_>>().join("\n")
}

/// Four stones of black that would be two threes with one on 7,7, and four of white.
const TWO_THREES: [&[(u16, u16)]; 2] =
    [&[(5, 7), (6, 7), (7, 8), (7, 9)], &[(0, 0), (2, 0), (4, 0), (14, 14)]];

#[test]
fn forbidden_cells_are_shown_to_the_side_that_has_them() {
    let mut manager = Manager::new();
    let set = format!("YXBOARD\n{}\nDONE", stones(TWO_THREES[0], TWO_THREES[1]));
    assert_eq!(manager.ask("INFO rule 4\nSTART 15"), "OK");
    assert_eq!(manager.ask("YXSHOWFORBID"), "FORBID .");
    assert_eq!(manager.ask(&format!("{set}\nYXSHOWFORBID")), "FORBID 0707.");
    // White may take it, and it is white's turn after one stone more of black.
    assert_eq!(manager.ask("PLAY 10,10"), "10,10");
    assert_eq!(manager.ask("YXSHOWFORBID"), "FORBID .");
    // After white's answer black is to move again, whoever is the brain.
    manager.tell("TAKEBACK 10,10");
    assert_eq!(manager.hear(), "OK");
    // By other rules no cell is forbidden.
    assert_eq!(manager.ask("INFO rule 0\nYXSHOWFORBID"), "FORBID .");
    assert_eq!(manager.ask("INFO rule 4\nYXSHOWFORBID"), "FORBID 0707.");
    // A GUI calls renju 2; without its first word, rule 2 is another one.
    assert!(manager.ask("INFO rule 2\nYXSHOWFORBID").starts_with("ERROR continuous games"));
    manager.ask("YXSHOWINFO");
    manager.hear();
    assert_eq!(manager.ask("YXSHOWFORBID"), "FORBID 0707.");
    // Nothing is known of a board before the first game.
    assert!(Manager::new().ask("YXSHOWFORBID").starts_with("ERROR no game"));
}

#[test]
fn a_forbidden_cell_is_not_taken_and_a_stone_there_is_no_error() {
    let mut manager = Manager::new();
    assert_eq!(manager.ask("INFO rule 4\nINFO timeout_turn 300\nSTART 15"), "OK");
    let [black, white] = TWO_THREES;
    // The brain has black, and every other cell is blocked.
    let taken: Vec<_> = black.iter().chain(white).chain(&[(7, 7)]).collect();
    let rest: Vec<String> = (0..15)
        .flat_map(|x| (0..15).map(move |y| (x, y)))
        .filter(|cell| {
            !taken.contains(&cell) && ![(3, 7), (4, 7), (8, 7), (7, 6), (7, 10), (7, 5)].contains(cell)
        })
        .map(|(x, y)| format!("{x},{y}"))
        .collect();
    let board = format!("BOARD\n{}\nDONE", stones(black, white));
    let answer = manager.ask(&format!("YXBLOCK\n{}\nDONE\n{board}", rest.join("\n")));
    assert!(answer != "7,7" && moves(&answer).len() == 1, "{answer}");
    assert_eq!(manager.ask("YXBLOCKRESET\nRESTART"), "OK");
    // The opponent has black and takes it: the game goes on, and its two threes are answered.
    let mut taken = black.to_vec();
    taken.push((7, 7));
    let answer = manager.ask(&format!("BOARD\n{}\nDONE", stones(white, &taken)));
    assert!(moves(&answer).len() == 1 && !taken.contains(&moves(&answer)[0]), "{answer}");
    // Six of black in a row end nothing either; of white they do.
    let six: Vec<(u16, u16)> = (3..9).map(|x| (x, 3)).collect();
    let others: Vec<(u16, u16)> = (0..6).map(|x| (2 * x, 12)).collect();
    let answer = manager.ask(&format!("BOARD\n{}\nDONE", stones(&six, &others)));
    assert_eq!(moves(&answer).len(), 1, "{answer}");
    let mut black = others.clone();
    black.push((14, 14));
    let answer = manager.ask(&format!("BOARD\n{}\nDONE", stones(&six, &black)));
    assert!(answer.starts_with("ERROR the game is over"), "{answer}");
}

#[test]
fn black_wins_with_exactly_five_and_white_with_more() {
    let mut manager = Manager::new();
    assert_eq!(manager.ask("INFO rule 4\nSTART 15"), "OK");
    // Five others and a gap: a stone in the gap makes six.
    let six = [(0, 5), (1, 5), (2, 5), (4, 5), (5, 5)];
    let scattered = [(0, 9), (3, 9), (6, 11), (9, 9), (12, 11)];
    assert_ne!(manager.ask(&format!("BOARD\n{}\nDONE", stones(&six, &scattered))), "3,5");
    let mut black = scattered.to_vec();
    black.push((14, 14));
    assert_eq!(manager.ask(&format!("BOARD\n{}\nDONE", stones(&six, &black))), "3,5");
}

#[test]
fn the_rule_may_change_in_the_middle_of_a_game() {
    let mut manager = Manager::new();
    let set = format!("BOARD\n{}\nDONE", stones(TWO_THREES[0], TWO_THREES[1]));
    assert_eq!(manager.ask("START 15"), "OK");
    for rule in ["0", "4", "1", "4", "0"] {
        assert_eq!(moves(&manager.ask(&format!("INFO rule {rule}\n{set}"))).len(), 1, "rule {rule}");
        let (x, y) = moves(&manager.ask("TURN 12,3"))[0];
        assert!(x < 15 && y < 15);
    }
}

#[test]
fn openings_are_swapped_in_renju_too() {
    let mut manager = Manager::new();
    assert_eq!(manager.ask("INFO rule 4\nINFO timeout_turn 300\nSTART 15"), "OK");
    assert_eq!(moves(&manager.ask("SWAP2BOARD\nDONE")).len(), 3);
    for stones in ["7,7\n8,8\n7,9", "7,7\n8,8\n7,9\n3,3\n9,4"] {
        let answer = manager.ask(&format!("SWAP2BOARD\n{stones}\nDONE"));
        assert!(answer == "SWAP" || !moves(&answer).is_empty(), "{answer}");
    }
    assert!(manager.ask("YXSWAP2STEP1").starts_with("MESSAGE SWAP2 MOVE1"));
    manager.hear();
    manager.hear();
    // The openings of renju itself are dialogues of their own.
    assert!(manager.ask("YXSOOSORVSTEP1").starts_with("UNKNOWN"));
}

#[test]
fn blocked_cells_are_walls_to_the_search() {
    let mut manager = Manager::of(Brain::strongest().expect("a player"));
    assert_eq!(manager.ask("INFO timeout_turn 2000\nSTART 15"), "OK");
    // Three of the opponent between two blocked cells threaten nothing: the brain goes on with its own.
    let own = [(4, 10), (5, 10), (6, 10), (1, 1)];
    let other = [(8, 4), (9, 4), (10, 4), (11, 4)];
    let board = format!("BOARD\n{}\nDONE", stones(&own, &other));
    assert!(["7,4", "12,4"].contains(&manager.ask(&board).as_str()));
    let answer = manager.ask(&format!("YXBLOCK\n7,4\n12,4\n0,14\nDONE\n{board}"));
    assert!(["3,10", "7,10"].contains(&answer.as_str()), "{answer}");
    // A stone may stand on a blocked cell: the opponent need not know of it.
    assert_eq!(moves(&manager.ask("TURN 0,14")).len(), 1);
    let picture: Vec<String> =
        std::iter::once(manager.ask("TRACEBOARD")).chain((1..15).map(|_| manager.hear())).collect();
    assert_eq!((&*picture[4], &picture[14][..9]), ("MESSAGE .......#oooo#..", "MESSAGE o"));
}

#[test]
fn where_every_cell_is_blocked_there_is_no_move() {
    let mut manager = Manager::new();
    assert_eq!(manager.ask("START 5"), "OK");
    let all: Vec<String> = (0..5).flat_map(|x| (0..5).map(move |y| format!("{x},{y}"))).collect();
    let answer = manager.ask(&format!("YXBLOCK\n{}\nDONE\nBEGIN", all.join("\n")));
    assert!(answer.starts_with("ERROR every cell is taken, blocked or forbidden"), "{answer}");
    let answer = manager.ask("TURN 2,2");
    assert!(answer.starts_with("ERROR every cell is taken, blocked or forbidden"), "{answer}");
    assert_eq!(moves(&manager.ask("YXBLOCKRESET\nTURN 1,1")).len(), 1);
}

/// Two brains, or a brain and random moves: no move is forbidden, and every game ends as the rules of the game say.
#[test]
fn games_of_renju_are_played_by_its_rules() {
    for seed in 0..20_u64 {
        let mut game: Game = "9x9:5:free:renju".parse().expect("a game");
        let player = |depth| format!("alpha-beta:depth={depth},eval=runs,ties=random").parse();
        let mut brains: Vec<Manager> = [1, 1 + seed as usize % 2]
            .map(|depth| Brain::new(player(depth).expect("a player"), seed).expect("a search"))
            .map(Manager::of)
            .into();
        for brain in &mut brains {
            assert_eq!(brain.ask("INFO rule 4\nINFO timeout_turn 20000\nSTART 9"), "OK");
        }
        let mut last: Option<String> = None;
        let mut random = seed;
        while game.outcome().is_none() {
            let to_move = game.to_move();
            let is_random = seed % 4 == 0 && to_move == Side::O;
            let command = last.map_or("BEGIN".to_owned(), |last| format!("TURN {last}"));
            let answer = if is_random {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let legal = game.legal_moves();
                let cell = legal[(random >> 33) as usize % legal.len()];
                Point::of(game.geometry(), cell).to_string()
            } else {
                brains[usize::from(to_move == Side::O)].ask(&command)
            };
            let Some(Reply::Moves(points)) = Reply::parse(&answer) else { panic!("{answer}") };
            let cell = points[0].cell(game.geometry()).expect("a cell of the board");
            let is_forbidden =
                with_game!(&game, record => record.rules().forbidden(record.board()).contains(cell.bit()));
            assert!(!is_forbidden, "{answer} after {}", game.moves_text(game.moves()));
            game.play(cell).expect("a legal move");
            last = Some(answer);
        }
    }
}

#[test]
fn the_strongest_brain_plays_renju_in_time() {
    let mut manager = Manager::of(Brain::strongest().expect("a player"));
    assert_eq!(manager.ask("INFO rule 4\nINFO timeout_turn 300\nSTART 15"), "OK");
    assert_eq!(manager.ask("BEGIN"), "7,7");
    for turn in ["7,8", "3,3", "12,11"] {
        let answer = manager.ask(&format!("TURN {turn}"));
        assert_eq!(moves(&answer).len(), 1, "{answer}");
    }
    manager.tell("END");
    manager.await_end();
}
