//! Texts that want to break the reader.

use std::time::{Duration, Instant};

use connect_toe_records::{game_of, pieces};

use super::cells;

/// What is refused at once.
fn is_refused(text: &str) {
    let begun = Instant::now();
    for piece in pieces(text).iter().take(3) {
        let answer = cells("15x15:5", &piece.text);
        assert!(answer.starts_with("error: "), "{}", answer.chars().take(200).collect::<String>());
        let _ = game_of(&piece.text);
    }
    assert!(begun.elapsed() < Duration::from_secs(20), "{} bytes", text.len());
}

#[test]
fn deep_and_long_records() {
    is_refused(&"(;".repeat(300_000));
    is_refused(&"(;B[hh]".repeat(20_000));
    is_refused(&format!("(;C[{}", "x".repeat(200_000)));
    is_refused(&format!("(;{})", "B[hh]W[hi]".repeat(120_000)));
    is_refused(&format!("(;AB{})", "[aa:oo]".repeat(100_000)));
    is_refused(&format!("(;B[{}])", "a".repeat(200_000)));
    is_refused(&format!("h8 {}", "i9 (".repeat(200_000)));
    is_refused("(;SZ[52:52]AB[aa:ZZ])");
}

#[test]
fn huge_numbers() {
    is_refused("Piskvorky 99999999999x1, 0");
    is_refused("Piskvorky 15x15, 11:11, 0\n99999999999999999999,1,0\n");
    is_refused("offset:99999999999999999999,1");
    is_refused("gomocup:99999999999999999999,1 0,0");
    is_refused("openspiel:99999999999999999999");
    is_refused(&format!("Piskvorky 15x15, 11:11, 0\n{}", "8,8,0\n".repeat(200_000)));
    is_refused(&"0,0, ".repeat(200_000));
    is_refused(&"h8".repeat(200_000));
}
