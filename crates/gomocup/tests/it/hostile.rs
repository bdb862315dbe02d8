//! Managers that do not keep to the protocol, or die.

use std::fmt::Write as _;
use std::thread;
use std::time::{Duration, Instant};

use connect_toe_gomocup::Brain;

use crate::manager::{Manager, moves};

/// A manager whose brain thinks for ten minutes.
fn thinking() -> Manager {
    let mut manager = Manager::of(Brain::strongest().expect("a player"));
    assert_eq!(manager.ask("INFO timeout_turn 600000\nSTART 20"), "OK");
    manager.tell("TURN 10,10");
    manager.hear_nothing();
    manager
}

#[test]
fn the_end_comes_at_any_time() {
    let mut manager = thinking();
    manager.tell("END");
    let started = Instant::now();
    manager.await_end();
    assert!(started.elapsed() < Duration::from_secs(60));
    for text in ["END", "", "START", "START 15\nBOARD\n1,1,1\n", "INFO", "\r\r\n\n"] {
        let mut manager = Manager::new();
        manager.write(text);
        manager.close();
        manager.await_end();
    }
    let mut manager = Manager::new();
    assert_eq!(manager.ask("START 15"), "OK");
    manager.tell("BOARD\n1,1,1\nEND");
    manager.await_end();
}

#[test]
fn a_closed_input_is_the_end() {
    let mut manager = thinking();
    manager.close();
    let started = Instant::now();
    manager.await_end();
    assert!(started.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_search_can_be_stopped() {
    for stop in ["YXSTOP", "stop"] {
        let mut manager = thinking();
        assert_eq!(moves(&manager.ask(stop)).len(), 1);
        // Nothing to stop is nothing wrong, and stops nothing later.
        manager.tell(stop);
        manager.hear_nothing();
        manager.tell("TURN 0,0");
        manager.hear_nothing();
        assert_eq!(moves(&manager.ask(stop)).len(), 1);
    }
}

#[test]
fn new_limits_hold_at_once() {
    for limit in ["timeout_turn 300", "timeout_turn 0", "time_left 300", "time_left -9223372036854775809"] {
        let mut manager = thinking();
        let started = Instant::now();
        assert_eq!(moves(&manager.ask(&format!("INFO {limit}"))).len(), 1, "{limit}");
        assert!(started.elapsed() < Duration::from_secs(60), "{limit}: {:?}", started.elapsed());
    }
}

#[test]
fn commands_wait_for_the_search() {
    let mut manager = thinking();
    manager.tell("ABOUT\nTURN 0,0\nSWORDS\nTAKEBACK 0,0");
    manager.hear_nothing();
    // The first search ends, and the second one has the new limit.
    manager.tell("INFO timeout_turn 50");
    assert_eq!(moves(&manager.hear()).len(), 1);
    assert!(manager.hear().starts_with("name="));
    assert_eq!(moves(&manager.hear()).len(), 1);
    assert_eq!(manager.hear(), "UNKNOWN SWORDS");
    assert_eq!(manager.hear(), "OK");
}

#[test]
fn a_new_game_ends_the_search() {
    for start in ["START 15", "RECTSTART 9,8", "RESTART"] {
        let mut manager = thinking();
        // The move is the answer to its command still.
        assert_eq!(moves(&manager.ask(start)).len(), 1, "{start}");
        assert_eq!(manager.hear(), "OK", "{start}");
    }
}

#[test]
fn a_list_of_an_unknown_command_is_not_read() {
    let mut manager = Manager::new();
    assert_eq!(manager.ask("START 15"), "OK");
    assert_eq!(manager.ask("YXSWORDS\n7,7\n7,8\nnonsense"), "UNKNOWN YXSWORDS");
    assert_eq!(manager.hear(), "UNKNOWN nonsense");
    manager.tell("8,8\nDONE");
    manager.hear_nothing();
    assert!(manager.ask("DONE").starts_with("ERROR there is no list"));
    // What does not belong in a list is answered.
    assert_eq!(manager.ask("SWORDS"), "UNKNOWN SWORDS");
    assert!(manager.ask("7,x\nTURN 1").starts_with("ERROR TURN expects"));
    assert!(manager.ask("START x").starts_with("ERROR START expects"));
}

#[test]
fn a_path_can_have_any_letters() {
    let mut manager = Manager::new();
    for path in ["C:\\My Games\\1.db", "7,7", "DONE", "é"] {
        let refused = manager.ask(&format!("YXSETDATABASE\n{path}"));
        assert_eq!(refused, "ERROR YXSETDATABASE: this engine keeps no database of positions", "{path}");
    }
    manager.tell("YXDBTOTXT\nEND");
    manager.await_end();
}

#[test]
fn lines_end_in_any_way() {
    let mut manager = Manager::new();
    manager.write("start 1");
    thread::sleep(Duration::from_millis(20));
    manager.write("5\rINFO timeout_turn 50\n\r\n\rturn 7");
    assert_eq!(manager.hear(), "OK");
    manager.hear_nothing();
    manager.write(",7\r");
    assert_eq!(moves(&manager.hear()).len(), 1);
    manager.write("\nABOUT\r\r\n");
    assert!(manager.hear().starts_with("name="));
    manager.hear_nothing();
}

#[test]
fn garbage_is_answered_line_by_line() {
    let mut manager = Manager::new();
    manager.write([0xFF, 0xFE, 0, b'\n']);
    assert!(manager.hear().starts_with("UNKNOWN"));
    manager.write(vec![b'A'; 5_000_000]);
    manager.write("\n");
    assert_eq!(manager.hear(), "UNKNOWN the line is too long");
    for info in [
        "INFO",
        "INFO x",
        "INFO timeout_turn",
        "INFO timeout_turn 1e3",
        "INFO évaluer 1,1",
        "INFO max_memory -1",
    ] {
        manager.tell(info);
    }
    manager.hear_nothing();
    for number in [i64::MAX.to_string(), i64::MIN.to_string(), "9".repeat(40), format!("-{}", "9".repeat(40))]
    {
        for key in
            ["timeout_match", "time_left", "max_memory", "max_depth", "max_node", "hash_size", "show_detail"]
        {
            manager.tell(&format!("INFO {key} {number}"));
        }
    }
    manager.tell("INFO show_detail 0\nINFO timeout_turn 50\nINFO time_left 2147483647\nINFO timeout_match 0");
    assert_eq!(manager.ask("START 15"), "OK");
    assert_eq!(moves(&manager.ask("TURN 7,7")).len(), 1);
    let mut long = "BOARD\n".to_owned();
    for number in 0..20_000 {
        let _ = writeln!(long, "{},{},1", number % 300, number / 300);
    }
    assert!(manager.ask(&format!("{long}DONE")).starts_with("ERROR "));
    assert!(manager.ask("ABOUT").starts_with("name="));
}
