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
    // A torus can be shifted.
    assert_eq!(order("7x5:4:free:torus"), (7 * 5 * 4).to_string());
}
