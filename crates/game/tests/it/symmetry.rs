//! Symmetry groups of known games.

use connect_toe_game::{GameSpec, symmetries};

fn order(text: &str) -> String {
    let spec: GameSpec = text.parse().expect("a game");
    symmetries(&spec).expect("sound").order().to_string()
}

#[test]
fn known_orders() {
    assert_eq!(order("tic-tac-toe"), "8");
    assert_eq!(order("connect-four"), "2");
    assert_eq!(order("qubic"), "192");
    assert_eq!(order("cube-3"), "48");
    assert_eq!(order("gomoku"), "8");
    assert_eq!(order("3x3x1:3:+3"), "8");
    assert_eq!(order("score-four"), "8");
    assert_eq!(order("hypercube-4"), (4 * 384).to_string());
    // A torus can be shifted.
    assert_eq!(order("7x5:4:free:torus"), (7 * 5 * 4).to_string());
}

/// n!
fn factorial(n: u32) -> String {
    (1..=n)
        .fold("1".parse::<num_bigint::BigUint>().expect("a number"), |product, factor| product * factor)
        .to_string()
}

#[test]
fn huge_groups_are_counted_without_listing() {
    assert_eq!(order("3x3:1"), factorial(9));
    assert_eq!(order("64x64:1"), factorial(4096));
    assert_eq!(order("4096:5000"), factorial(4096));
    assert_eq!(order("2x2x2x2x2x2x2x2:2"), factorial(256));
    // Columns of four can be exchanged as wholes.
    assert_eq!(order("200x4:1:-2"), factorial(200));
    assert_eq!(order("16x16x16:5"), "48");
    assert_eq!(order("5x3:14:free:torus"), order("5x3:1"));
}
