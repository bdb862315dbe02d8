//! What a manager that keeps to the protocol gets.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use connect_toe_gomocup::Brain;

use crate::manager::{Manager, moves};

#[test]
fn a_game_is_played_to_its_end() {
    let (mut black, mut white) = (Manager::new(), Manager::new());
    for manager in [&mut black, &mut white] {
        manager.tell("INFO timeout_turn 1000\nINFO timeout_match 100000\nINFO game_type 1\nINFO rule 0");
        assert_eq!(manager.ask("START 8"), "OK");
    }
    let mut taken = HashSet::new();
    let mut last = black.ask("INFO time_left 100000\nBEGIN");
    let mut is_black = true;
    loop {
        let point = moves(&last)[0];
        assert!(point.0 < 8 && point.1 < 8 && taken.insert((point, is_black)), "{last}");
        assert!(!taken.contains(&(point, !is_black)), "{last}");
        if has_five(&taken, is_black) || taken.len() == 64 {
            break;
        }
        is_black = !is_black;
        let to_move = if is_black { &mut black } else { &mut white };
        last = to_move.ask(&format!("INFO time_left 90000\nTURN {last}"));
    }
    for manager in [&mut black, &mut white] {
        manager.tell("END");
        manager.await_end();
    }
}

/// Whether a side has five in a row.
fn has_five(taken: &HashSet<((u16, u16), bool)>, is_black: bool) -> bool {
    let has = |x: i32, y: i32| x >= 0 && y >= 0 && taken.contains(&((x as u16, y as u16), is_black));
    let run = |&((x, y), _): &((u16, u16), bool)| {
        let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
        directions
            .iter()
            .any(|(dx, dy)| (0..5).all(|step| has(i32::from(x) + step * dx, i32::from(y) + step * dy)))
    };
    taken.iter().any(run)
}

#[test]
fn a_win_is_taken_and_a_loss_is_stopped() {
    let mut manager = Manager::new();
    assert_eq!(manager.ask("START 15"), "OK");
    // Row 3 from the top, four of ours and a gap at either end.
    let ours = "BOARD\n4,3,1\n5,3,1\n6,3,1\n7,3,1\n0,0,2\n1,0,2\n2,0,2\n3,0,2\nDONE";
    assert!(["3,3", "8,3"].contains(&manager.ask(ours).as_str()));
    // A corner shows which way up the board is.
    assert_eq!(manager.ask("BOARD\n0,10,2\n0,11,2\n0,12,2\n0,13,2\n0,9,1\n9,9,1\n8,8,1\nDONE"), "0,14");
}

#[test]
fn the_rule_of_exactly_five_is_another_game() {
    let mut manager = Manager::new();
    // Own stones on both sides of a gap: six in a row.
    let six = "BOARD\n0,0,1\n1,0,1\n2,0,1\n4,0,1\n5,0,1\n6,6,2\n7,6,2\n8,6,2\n9,6,2\n10,6,1\nDONE";
    assert_eq!(manager.ask("START 15"), "OK");
    assert_eq!(manager.ask(six), "3,0");
    assert_eq!(manager.ask(&format!("INFO rule 1\n{six}")), "5,6");
    // The rule is that of the next command, whatever was started.
    assert_eq!(manager.ask(&format!("INFO rule 0\n{six}")), "3,0");
}

#[test]
fn rules_that_are_not_played_are_refused_when_a_command_comes() {
    let mut manager = Manager::new();
    for (rule, word) in
        [(2, "continuous"), (6, "continuous"), (8, "caro"), (9, "caro"), (16, "rule"), (-1, "rule")]
    {
        manager.tell(&format!("INFO rule {rule}"));
        manager.hear_nothing();
        for command in ["START 15", "BEGIN", "TURN 3,3", "RESTART", "RECTSTART 9,9"] {
            let answer = manager.ask(command);
            assert!(answer.starts_with("ERROR ") && answer.contains(word), "{command}: {answer}");
        }
        assert!(manager.ask("ABOUT").starts_with("name="));
    }
    assert_eq!(manager.ask("INFO rule 1\nSTART 15"), "OK");
}

#[test]
fn a_rule_counts_from_the_commands_on_that_come_after_it() {
    let mut manager = Manager::of(Brain::strongest().expect("a player"));
    assert_eq!(manager.ask("INFO timeout_turn 300\nSTART 15"), "OK");
    // It comes during the search for the first answer, which is still played by the rule before.
    assert_eq!(moves(&manager.ask("TURN 7,7\nINFO rule 8\nTURN 3,3")).len(), 1);
    let refused = manager.hear();
    assert!(refused.starts_with("ERROR ") && refused.contains("caro"), "{refused}");
}

#[test]
fn a_brain_says_who_it_is() {
    let about = Manager::new().ask("about");
    for key in ["name=\"", "version=\"", "author=\"", "country=\""] {
        assert!(about.contains(key), "{about}");
    }
}

#[test]
fn boards_have_any_sides_from_5_to_32() {
    let mut manager = Manager::new();
    for start in ["START 5", "START 20", "START 32", "RECTSTART 5,32", "RECTSTART 32,7"] {
        assert_eq!(manager.ask(start), "OK", "{start}");
        assert_eq!(manager.ask("INFO timeout_turn 0\nBEGIN").split(',').count(), 2, "{start}");
    }
    let (width, height) = (32, 7);
    let (x, y) = moves(&manager.ask(&format!("TURN {},{}", width - 1, height - 1)))[0];
    assert!(x < width && y < height);
    for start in [
        "START 4",
        "START 33",
        "START -1",
        "START 99999999999999999999",
        "RECTSTART 5,33",
        "START",
        "RECTSTART 9",
    ] {
        assert!(manager.ask(start).starts_with("ERROR "), "{start}");
    }
}

#[test]
fn positions_at_the_edge_of_sense_have_right_answers() {
    let mut manager = Manager::new();
    assert!(manager.ask("TURN 1,1").starts_with("ERROR no game"));
    assert_eq!(manager.ask("START 5"), "OK");
    // Empty, as BEGIN.
    assert_eq!(moves(&manager.ask("BOARD\nDONE")).len(), 1);
    // One stone, of either colour, and stones of one colour alone.
    for stones in ["2,2,2", "2,2,1", "0,0,1\n4,4,1\n2,0,1"] {
        assert_eq!(moves(&manager.ask(&format!("BOARD\n{stones}\nDONE"))).len(), 1);
    }
    // A taken cell, a cell off the board: nothing changes.
    assert_eq!(manager.ask("BOARD\n2,2,2\nDONE").len(), 3);
    for turn in ["TURN 2,2", "TURN 5,0", "TURN 0,5", "TURN 70000,0", "TURN 0,-1"] {
        assert!(manager.ask(turn).starts_with("ERROR "), "{turn}");
    }
    // A board with a line, and with one cell left, and with none.
    assert!(
        manager.ask("BOARD\n0,0,1\n0,1,1\n0,2,1\n0,3,1\n0,4,1\nDONE").starts_with("ERROR the game is over")
    );
    let both = "BOARD\n0,0,1\n0,1,1\n0,2,1\n0,3,1\n0,4,1\n1,0,2\n1,1,2\n1,2,2\n1,3,2\n1,4,2\nDONE";
    assert!(manager.ask(both).starts_with("ERROR both sides"));
    let stones = (0..5).flat_map(|y| (0..5).map(move |x| (x, y)));
    let full: Vec<String> =
        stones.map(|(x, y)| format!("{x},{y},{}", if (x / 2 + y) % 2 == 0 { 1 } else { 2 })).collect();
    let but_one = full.iter().filter(|stone| !stone.starts_with("3,3,")).cloned().collect::<Vec<_>>();
    assert_eq!(manager.ask(&format!("BOARD\n{}\nDONE", but_one.join("\n"))), "3,3");
    assert_eq!(manager.ask("TURN 3,3"), "ERROR there is a stone on 3,3 already");
    assert_eq!(manager.ask(&format!("BOARD\n{}\nDONE", full.join("\n"))), "ERROR the board is full");
    assert!(manager.ask("BEGIN").starts_with("ERROR the board is full"));
}

#[test]
fn a_wrong_list_changes_nothing() {
    let mut manager = Manager::new();
    assert_eq!(manager.ask("START 15"), "OK");
    manager.tell("YXBOARD\n7,7,2\nDONE");
    for list in ["0,0,1\n0,0,2", "0,0,1\n15,0,2", "0,0,3", "0,0", "0,0,x", "0,0,1\nSWORDS", "0;0;1"] {
        let answer = manager.ask(&format!("BOARD\n{list}\nDONE"));
        assert!(answer.starts_with("ERROR "), "{list}: {answer}");
    }
    let picture: Vec<String> =
        std::iter::once(manager.ask("TRACEBOARD")).chain((1..15).map(|_| manager.hear())).collect();
    assert_eq!(picture[7], "MESSAGE .......o.......");
    assert_eq!(picture.iter().filter(|row| row.contains(['x', 'o'])).count(), 1);
    assert!(manager.ask("DONE").starts_with("ERROR "));
    assert!(manager.ask("3,4,1").starts_with("ERROR "));
    // A list that was given up.
    assert_eq!(manager.ask("BOARD\n0,0,1\nRESTART"), "OK");
}

#[test]
fn stones_are_taken_back() {
    let mut manager = Manager::new();
    assert_eq!(manager.ask("START 15"), "OK");
    let answer = manager.ask("TURN 7,7");
    assert_eq!(manager.ask(&format!("TAKEBACK {answer}")), "OK");
    assert_eq!(manager.ask("TAKEBACK 7,7"), "OK");
    assert_eq!(manager.ask("TAKEBACK 7,7"), "ERROR there is no stone on 7,7");
    assert!(manager.ask("TAKEBACK 99,7").starts_with("ERROR 99,7 is not on the board: "));
    assert_eq!(manager.ask("PLAY 3,4"), "3,4");
    assert!(manager.ask("PLAY 3,4").starts_with("ERROR "));
    assert_eq!(manager.ask("RESTART"), "OK");
    assert!(manager.ask("TAKEBACK 3,4").starts_with("ERROR "));
}

#[test]
fn an_opening_is_swapped_by_the_protocol() {
    let mut manager = Manager::new();
    manager.tell("INFO timeout_turn 1000");
    assert_eq!(manager.ask("START 15"), "OK");
    let stones = moves(&manager.ask("SWAP2BOARD\nDONE"));
    assert_eq!(stones.iter().collect::<HashSet<_>>().len(), 3);
    let is_answer = |answer: &str| answer == "SWAP" || moves(answer).len() <= 2;
    let three: Vec<String> = stones.iter().map(|(x, y)| format!("{x},{y}")).collect();
    assert!(is_answer(&manager.ask(&format!("SWAP2BOARD\n{}\nDONE", three.join("\n")))));
    // Black has three in the middle, and white is to move: nobody would want white.
    assert_eq!(manager.ask("SWAP2BOARD\n7,7\n0,0\n7,8\n14,14\n7,6\nDONE"), "SWAP");
    assert!(manager.ask("SWAP2BOARD\n7,7\nDONE").starts_with("ERROR "));
    assert!(manager.ask("SWAP2BOARD\n7,7\n7,7\n7,8\nDONE").starts_with("ERROR "));
}

#[test]
fn an_opening_is_swapped_in_words_for_a_gui() {
    let mut manager = Manager::new();
    // What Yixin-Board writes when it starts, and the answers that it reads.
    manager.tell("info show_detail 1");
    let cores = std::thread::available_parallelism().expect("a number").get();
    assert_eq!(manager.ask("yxshowinfo"), format!("MESSAGE INFO MAX_THREAD_NUM {cores}"));
    manager.hear();
    manager.tell("INFO show_detail 0");
    assert_eq!(manager.ask("START 15 15"), "OK");
    manager.tell("INFO timeout_turn 200\nINFO timeout_match 0\nINFO caution_factor 0\nINFO rule 1");
    // The brain begins, and the person chooses.
    let first = manager.ask("yxswap2step1");
    let told = [first, manager.hear(), manager.hear()];
    let mut stones = Vec::new();
    for (place, told) in (1..).zip(&told) {
        let cell = told.strip_prefix(&format!("MESSAGE SWAP2 MOVE{place} ")).expect("a stone");
        stones.push(cell.replace(' ', ","));
    }
    assert_eq!(stones.iter().map(|stone| moves(stone)[0]).collect::<HashSet<_>>().len(), 3, "{told:?}");
    manager.hear_nothing();
    // The person adds two stones; the brain chooses black or white. As black it waits, as white it is asked for a move.
    let start = "INFO time_left 100000\nyxhashclear\nstart 15 15";
    assert_eq!(manager.ask(start), "OK");
    let five = |stones: [&str; 5]| {
        let lines = stones.iter().zip([2, 1, 2, 1, 2]).map(|(stone, field)| format!("{stone},{field}\n"));
        format!("yxboard\n{}done\nyxswap2step3", lines.collect::<String>())
    };
    let black = manager.ask(&five(["7,7", "0,0", "7,8", "14,14", "7,6"]));
    assert_eq!(black, "MESSAGE SWAP2 SWAP2 YES");
    manager.hear_nothing();
    assert_eq!(manager.ask(start), "OK");
    let white = manager.ask(&five(["0,0", "7,7", "14,14", "7,8", "0,14"]));
    assert_eq!(white, "MESSAGE SWAP2 SWAP2 NO");
    assert_eq!(manager.ask(start), "OK");
    let board = "board\n0,0,2\n7,7,1\n14,14,2\n7,8,1\n0,14,2\ndone";
    assert_eq!(moves(&manager.ask(board)).len(), 1);
    // The person begins, and the brain chooses.
    for (stones, answer) in [
        ("7,7,2\n0,0,1\n7,8,2", "MESSAGE SWAP2 SWAP1 YES"),
        ("0,0,2\n7,7,1\n14,14,2", "MESSAGE SWAP2 SWAP1 NO"),
    ] {
        assert_eq!(manager.ask(start), "OK");
        assert_eq!(manager.ask(&format!("yxboard\n{stones}\ndone\nyxswap2step2")), answer);
        manager.hear_nothing();
    }
    let refused = manager.ask("yxswap2step3");
    assert!(refused.starts_with("ERROR YXSWAP2STEP3 is about a position of 5 stones, not 3"), "{refused}");
}

#[test]
fn a_database_is_empty() {
    let mut manager = Manager::new();
    assert_eq!(manager.ask("START 15"), "OK");
    let (all, text) = (["DATABASE REFRESH", "DATABASE DONE"], "DATABASE TEXT \"\"");
    for (command, words) in [
        ("yxquerydatabaseall", &all[..]),
        ("yxquerydatabaseallt", &[all[0], all[1], text]),
        ("yxquerydatabaseone", &["DATABASE ONE -1 0 0 0"]),
        ("yxquerydatabasetext", &[text]),
        ("yxdeletedatabaseall wl", &[]),
        ("yxblockpathundo", &[]),
    ] {
        manager.tell(&format!("{command}\n7,7\n7,8\ndone"));
        for word in words {
            assert_eq!(manager.hear(), format!("MESSAGE {word}"), "{command}");
        }
        // Nothing else is said, and nothing has changed.
        assert_eq!(manager.ask("SWORDS"), "UNKNOWN SWORDS", "{command}");
    }
    manager.tell("yxsavedatabase\nyxblockpathreset");
    let edited = manager.ask("yxeditlabeldatabase 3,3 A\n7,7\ndone");
    assert_eq!(edited, "ERROR YXEDITLABELDATABASE: this engine keeps no database of positions");
    assert!(manager.ask("TURN 7,7").contains(','));
}

#[test]
fn a_board_has_a_width_and_a_height() {
    let mut manager = Manager::new();
    assert_eq!(manager.ask("START 15 15"), "OK");
    assert_eq!(moves(&manager.ask("TURN 14,14")).len(), 1);
    // Yixin-Board writes 20 columns and 10 rows, and calls a cell by its row and its column.
    assert_eq!(manager.ask("start 20 10"), "OK");
    assert_eq!(moves(&manager.ask("turn 9,19")).len(), 1);
    let off = "is not on the board: the first number is 0 to";
    assert_eq!(manager.ask("turn 19,9"), format!("ERROR 19,9 {off} 9, the second is 0 to 19"));
    // The protocol's own command has the column first.
    assert_eq!(manager.ask("RECTSTART 20,10"), "OK");
    assert_eq!(manager.ask("TURN 9,19"), format!("ERROR 9,19 {off} 19, the second is 0 to 9"));
    for start in ["START 15 33", "START 4 15", "START 15 15 15", "START 15 x"] {
        assert!(manager.ask(start).starts_with("ERROR "), "{start}");
    }
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    let mut manager = Manager::new();
    manager.write("\u{feff}START 15\r\n");
    assert_eq!(manager.hear(), "OK");
}

#[test]
fn guis_show_what_is_found() {
    let mut manager = Manager::new();
    assert_eq!(manager.ask("START 9"), "OK");
    let cores = std::thread::available_parallelism().expect("a number").get();
    assert_eq!(manager.ask("yxshowinfo"), format!("MESSAGE INFO MAX_THREAD_NUM {cores}"));
    assert!(manager.hear().starts_with("MESSAGE INFO MAX_HASH_SIZE "));
    assert_eq!(manager.ask("yxshowforbid"), "FORBID .");
    manager.tell("yxboard\n4,4,2\ndone\nyxhashclear");
    manager.hear_nothing();
    let (words, best) = words_and_answer(&mut manager, "yxnbest 2");
    let begins = |word: &str, starts: &[&str]| {
        let start = starts.iter().find(|start| word.starts_with(&format!("MESSAGE {start} ")));
        start.is_some()
    };
    assert!(begins(&words[0], &["Depth 1 | Eval"]), "{words:?}");
    // What a look found is for people, and for the board of the manager.
    let shown = ["REALTIME BEST", "REALTIME VAL", "REALTIME PV"];
    assert!(words[1..4].iter().zip(shown).all(|(word, start)| begins(word, &[start])), "{words:?}");
    assert!(begins(&words[4], &["Eval"]), "{words:?}");
    assert!(words[8..].iter().all(|word| begins(word, &["(1) Eval", "(2) Eval"])), "{words:?}");
    assert_eq!(words.len(), 10);
    // Beside its board a GUI writes letters for what the protocol counts second.
    let (x, y) = moves(&best)[0];
    let label = format!("{}{}", char::from(b'A' + y as u8), 9 - x);
    assert!(words[8].ends_with(&label), "{words:?} {best}");
    let (words, best) = words_and_answer(&mut manager, "INFO show_detail 1\nTURN 0,0");
    assert!(begins(&words[0], &["Depth 1 | Eval"]) && begins(&words[4], &["Eval"]), "{words:?}");
    assert_eq!(moves(&best).len(), 1);
    // A win has its distance.
    let (words, _) = words_and_answer(&mut manager, "BOARD\n0,0,1\n1,0,1\n2,0,1\n3,0,1\n8,8,2\nDONE");
    assert!(words[0].contains("| Eval +M"), "{words:?}");
    for command in ["YXHASHDUMP file", "RELOADCONFIG", "hello"] {
        assert_eq!(
            manager.ask(command),
            format!("UNKNOWN {}", command.split(' ').next().unwrap_or_default())
        );
    }
}

/// The brain's lines up to the first that is not a word for people.
fn words_and_answer(manager: &mut Manager, lines: &str) -> (Vec<String>, String) {
    manager.tell(lines);
    let mut words = Vec::new();
    loop {
        match manager.hear() {
            word if word.starts_with("MESSAGE ") => words.push(word),
            answer => return (words, answer),
        }
    }
}

/// What `YXNBEST` says of all moves of a position: values and moves.
fn values(manager: &mut Manager, position: &str) -> Vec<(i64, String)> {
    let (words, _) = words_and_answer(manager, &format!("{position}\nYXNBEST 999"));
    let value = |word: &String| {
        let (value, point) = word.split_once("Eval ")?.1.split_once(" | ")?;
        let value = value.replace("+M", "100000").replace("-M", "-100000").replace(' ', "");
        Some((value.parse().expect("a value"), point.to_owned()))
    };
    words.iter().filter(|word| word.starts_with("MESSAGE (")).filter_map(value).collect()
}

#[test]
fn balancing_moves_are_the_nearest_to_a_value() {
    let mut manager = Manager::new();
    assert_eq!(manager.ask("START 9"), "OK");
    let position = "YXBOARD\n4,4,2\n4,5,2\n3,3,1\nDONE";
    let known = values(&mut manager, position);
    assert_eq!(known.len(), 78);
    for bias in [-20, 0, 12] {
        let nearest = known.iter().map(|(value, _)| value.abs_diff(bias)).min();
        let one = manager.ask(&format!("{position}\nYXBALANCEONE {bias}"));
        let (value, _) = known.iter().find(|(_, point)| *point == one).expect("a move");
        assert_eq!(Some(value.abs_diff(bias)), nearest, "{bias}: {one}");
    }
    // Both stones are on the board then: the brain's and the opponent's.
    let two = manager.ask(&format!("{position}\nYXBALANCETWO 0"));
    let both = moves(&two);
    assert_eq!(both.len(), 2);
    let picture: Vec<String> =
        std::iter::once(manager.ask("TRACEBOARD")).chain((1..9).map(|_| manager.hear())).collect();
    let at = |(x, y): (u16, u16)| picture[usize::from(y)].as_bytes()["MESSAGE ".len() + usize::from(x)];
    assert_eq!((at(both[0]), at(both[1])), (b'x', b'o'), "{picture:?}");
    // Who would win is far from even, so a value of 0 keeps the brain from being lost or won.
    let after: Vec<i64> = values(
        &mut manager,
        &format!(
            "YXBOARD\n4,4,2\n4,5,2\n3,3,1\n{},{},1\n{},{},2\nDONE",
            both[0].0, both[0].1, both[1].0, both[1].1
        ),
    )
    .into_iter()
    .map(|(value, _)| value)
    .collect();
    assert!(after.iter().max().is_some_and(|best| best.abs() < 1000), "{after:?}");
}

#[test]
fn defences_are_the_moves_that_do_not_lose() {
    let mut manager = Manager::new();
    assert_eq!(manager.ask("START 9"), "OK");
    manager.ask("yxshowinfo");
    manager.hear();
    manager.tell("INFO show_detail 0");
    // A closed four of the opponent's: one cell stops it.
    let four = "YXBOARD\n0,0,2\n1,0,2\n2,0,2\n3,0,2\n8,8,1\n8,6,1\n6,8,1\nDONE";
    let (words, best) = words_and_answer(&mut manager, &format!("{four}\nYXSEARCHDEFEND"));
    assert_eq!(best, "4,0");
    assert!(words.last().is_some_and(|word| word.starts_with("MESSAGE (1) Eval ") && word.ends_with("| A5")));
    let lost = words.iter().filter(|word| word.starts_with("MESSAGE REALTIME LOSE ")).count();
    assert_eq!((lost, words.len()), (73, 74));
    // An open four: none does.
    let open = "YXBOARD\n2,4,2\n3,4,2\n4,4,2\n5,4,2\n8,8,1\n8,6,1\n6,8,1\nDONE";
    let (words, best) = words_and_answer(&mut manager, &format!("{open}\nYXSEARCHDEFEND"));
    assert_eq!(words.last().map(String::as_str), Some("MESSAGE every move loses"));
    assert_eq!(moves(&best).len(), 1);
}

#[test]
fn a_search_is_traced_and_measured_without_a_move() {
    let mut manager = Manager::new();
    assert!(manager.ask("TRACESEARCH").starts_with("ERROR no game"));
    assert_eq!(manager.ask("START 5"), "OK");
    let (words, refused) =
        words_and_answer(&mut manager, "YXBOARD\n2,2,2\nDONE\nTRACESEARCH\nBENCH\nTURN 2,2");
    assert_eq!(words.len(), 25);
    assert!(words[..24].iter().all(|word| word.starts_with("MESSAGE (")), "{words:?}");
    assert!(words[24].ends_with(" nodes/s"), "{words:?}");
    // The position is what it was.
    assert_eq!(refused, "ERROR there is a stone on 2,2 already");
    assert_eq!(moves(&manager.ask("TURN 0,0")).len(), 1);
}

#[test]
fn threads_search_together_if_the_manager_says_so() {
    let mut manager = Manager::new();
    assert_eq!(manager.ask("START 15"), "OK");
    for threads in ["2", "100000", "0"] {
        manager.tell(&format!("INFO thread_num {threads}\nINFO timeout_turn 100"));
        // Four in a row.
        assert_eq!(manager.ask("BOARD\n4,4,1\n4,5,1\n4,6,1\n4,7,1\n4,8,2\n9,9,2\n2,3,2\n9,2,2\nDONE"), "4,3");
    }
}

#[test]
fn memory_and_strength_are_what_the_manager_allows() {
    let mut manager = Manager::of(Brain::strongest().expect("a player"));
    let usage = |manager: &mut Manager, infos: &str| manager.ask(&format!("{infos}\nYXSHOWHASHUSAGE"));
    assert!(usage(&mut manager, "INFO max_memory 41943040").contains(" 8 MiB"));
    assert!(usage(&mut manager, "INFO max_memory 0\nINFO hash_size 16384").contains(" 16 MiB"));
    assert_eq!(manager.ask("INFO max_node 2000\nSTART 15"), "OK");
    // A row of four that the weakest overlooks more often than not, and the strongest never.
    let four = "BOARD\n0,0,2\n1,0,2\n2,0,2\n3,0,2\n8,8,1\n8,6,1\n6,8,1\nDONE";
    let blocks = |manager: &mut Manager, strength: u32| -> usize {
        let shifted = (0..12).map(|row| four.replace(",0,2", &format!(",{row},2")).replace("8,8", "14,14"));
        let asked: Vec<String> = shifted.collect();
        let block = |(row, text): (usize, &String)| {
            manager.ask(&format!("INFO strength {strength}\n{text}")) == format!("4,{row}")
        };
        asked.iter().enumerate().map(block).filter(|&is_block| is_block).count()
    };
    assert_eq!(blocks(&mut manager, 100), 12);
    assert!(blocks(&mut manager, 0) < 12);
}

#[test]
fn every_move_has_a_value_where_threats_decide() {
    let mut manager = Manager::of(Brain::strongest().expect("a player"));
    assert_eq!(manager.ask("INFO max_node 20000\nSTART 15"), "OK");
    // The opponent has three in a row, open at both ends: most moves lose.
    let three = "YXBOARD\n7,7,2\n14,0,1\n6,7,2\n12,0,1\n5,7,2\nDONE";
    let known = values(&mut manager, three);
    assert_eq!(known.len(), 220);
    assert!(known.iter().filter(|(value, _)| *value < -90_000).count() > 150, "{known:?}");
    assert!(["3,7", "4,7", "8,7", "9,7"].contains(&known[0].1.as_str()), "{known:?}");
    // The brain has an open four: there are two moves that keep the game open all the same.
    let four = "YXBOARD\n7,7,1\n0,14,2\n6,7,1\n0,12,2\n5,7,1\n0,10,2\n4,7,1\n0,8,2\nDONE";
    assert_eq!(moves(&manager.ask(&format!("{four}\nYXBALANCETWO 0"))).len(), 2);
    let one = manager.ask(&format!("{four}\nYXBALANCEONE 0"));
    assert!(!["3,7", "8,7"].contains(&one.as_str()), "{one}");
}

#[test]
fn a_lost_brain_plays_near_the_stones() {
    let mut manager = Manager::new();
    assert_eq!(manager.ask("START 15"), "OK");
    let four = "BOARD\n7,7,2\n6,7,2\n5,7,2\n4,7,2\n0,14,1\n0,12,1\n0,10,1\nDONE";
    for lines in [four.to_owned(), format!("YXBLOCK\n3,7\n8,7\nDONE\n{four}")] {
        let (x, y) = moves(&manager.ask(&lines))[0];
        let is_near = |stone: (u16, u16)| x.abs_diff(stone.0) <= 1 && y.abs_diff(stone.1) <= 1;
        let stones = [(7, 7), (6, 7), (5, 7), (4, 7), (0, 14), (0, 12), (0, 10)];
        assert!(stones.into_iter().any(is_near), "{x},{y}");
    }
}

#[test]
fn where_a_block_loses_the_brain_plays_in_the_fight() {
    let mut manager = Manager::of(Brain::strongest().expect("a player"));
    assert_eq!(manager.ask("INFO timeout_turn 300\nSTART 15"), "OK");
    let four = "BOARD\n3,7,2\n2,7,1\n4,7,2\n0,0,1\n5,7,2\n14,14,1\n6,7,2\nDONE";
    assert_eq!(manager.ask(four), "7,7");
    let (x, y) = moves(&manager.ask(&format!("YXBLOCK\n7,7\nDONE\n{four}")))[0];
    assert!((1..=8).contains(&x) && (5..=9).contains(&y), "{x},{y}");
}

#[test]
fn a_gui_reads_values_of_32_bits_and_the_cells_of_its_board() {
    let mut manager = Manager::new();
    assert_eq!(manager.ask("START 15"), "OK");
    manager.ask("YXSHOWINFO");
    manager.hear();
    // Row 9 and column 3, which its board calls D6, is where it is lost or won.
    let (words, best) = words_and_answer(
        &mut manager,
        "YXBOARD\n9,4,1\n9,5,1\n9,6,1\n9,7,1\n9,8,2\n1,1,2\n1,3,2\nDONE\nYXNBEST 1",
    );
    assert_eq!(best, "9,3");
    assert!(words.contains(&"MESSAGE REALTIME VAL 30000".to_owned()), "{words:?}");
    assert!(words.contains(&"MESSAGE REALTIME BEST 9,3".to_owned()), "{words:?}");
    assert!(words.iter().any(|word| word.starts_with("MESSAGE (1) Eval +M") && word.ends_with("| D6")));
}

#[test]
fn blocked_cells_are_left_alone() {
    let mut manager = Manager::new();
    assert_eq!(manager.ask("START 15"), "OK");
    let board = "BOARD\n4,3,1\n5,3,1\n6,3,1\n7,3,1\nDONE";
    assert_eq!(manager.ask(&format!("YXBLOCK\n3,3\nDONE\n{board}")), "8,3");
    assert_eq!(manager.ask(&format!("YXBLOCKUNDO\n3,3\nDONE\nYXBLOCK\n8,3\nDONE\n{board}")), "3,3");
    // A new game does not change them: GUIs start one before each search.
    assert_eq!(manager.ask("START 15"), "OK");
    assert_eq!(manager.ask(board), "3,3");
    let neither = manager.ask(&format!("YXBLOCK\n3,3\nDONE\n{board}"));
    assert!(!["3,3", "8,3"].contains(&neither.as_str()), "{neither}");
    assert!(["3,3", "8,3"].contains(&manager.ask(&format!("YXBLOCKRESET\n{board}")).as_str()));
}

#[test]
fn where_the_middle_is_blocked_the_brain_plays_next_to_it() {
    let mut manager = Manager::of(Brain::strongest().expect("a player"));
    assert_eq!(manager.ask("INFO timeout_turn 300\nSTART 15"), "OK");
    let away = |answer: &str| moves(answer)[0].0.abs_diff(7).max(moves(answer)[0].1.abs_diff(7));
    assert_eq!(away(&manager.ask("YXBLOCK\n7,7\nDONE\nBEGIN")), 1);
    let around: Vec<String> = (6..9).flat_map(|x| (6..9).map(move |y| format!("{x},{y}"))).collect();
    let blocked = format!("RESTART\nYXBLOCK\n{}\nDONE", around.join("\n"));
    assert_eq!(manager.ask(&blocked), "OK");
    assert_eq!(away(&manager.ask("BEGIN")), 2);
}

#[test]
fn the_search_ends_in_time() {
    let mut manager = Manager::of(Brain::strongest().expect("a player"));
    assert_eq!(manager.ask("INFO timeout_turn 600000\nSTART 20"), "OK");
    // With the first limit a move takes minutes. On a busy machine an answer can be late by seconds.
    for lines in ["INFO timeout_turn 500\nTURN 10,10", "TURN 12,13", "INFO timeout_turn 0\nTURN 3,3"] {
        let started = Instant::now();
        manager.ask(lines);
        let time = started.elapsed();
        assert!(time < Duration::from_secs(60), "{time:?}");
    }
}

#[test]
fn depth_and_nodes_are_limits_too() {
    let mut manager = Manager::of(Brain::strongest().expect("a player"));
    assert_eq!(manager.ask("INFO timeout_turn 600000\nSTART 15"), "OK");
    assert_eq!(moves(&manager.ask("INFO max_depth 1\nTURN 7,7")).len(), 1);
    assert_eq!(moves(&manager.ask("INFO max_depth 0\nINFO max_node 1000\nTURN 9,9")).len(), 1);
}
