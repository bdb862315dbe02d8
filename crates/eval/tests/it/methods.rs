//! The worked examples of the sources, in both views.

use connect_toe_game::Side;

use crate::support::value_of;

/// `(board, X's value, O's value)` in Tic-Tac-Toe.
fn check(name: &str, examples: &[(&str, i64, i64)]) {
    for &(board, x, o) in examples {
        assert_eq!(value_of("3x3:3", board, None, name, Side::X), x, "{name} of {board} for X");
        assert_eq!(value_of("3x3:3", board, None, name, Side::O), o, "{name} of {board} for O");
    }
}

#[test]
fn terminal_is_always_the_view_of_x() {
    check(
        "terminal",
        &[
            ("x_o/_xo/__x", 10, 10),
            ("ooo/xx_/x__", -10, -10),
            ("___/___/___", 0, 0),
            ("xox/oxo/oxo", 0, 0),
            ("xo_/_x_/___", 0, 0),
        ],
    );
    assert_eq!(value_of("3x3:3:free:misere", "x_o/_xo/__x", None, "terminal", Side::X), -10);
}

#[test]
fn open_lines_of_the_article() {
    check(
        "open-lines",
        &[("___/___/___", 0, 0), ("x__/_x_/___", 6, -6), ("xo_/_xo/__x", 4, -4), ("xox/oxo/___", 2, -2)],
    );
    assert_eq!(value_of("3x3:3:free:misere", "x__/_x_/___", None, "open-lines", Side::X), -6);
}

#[test]
fn weighted_lines_of_the_article() {
    check(
        "weighted-lines",
        &[
            ("___/___/___", 0, 0),
            // The centre lies on four lines.
            ("___/_x_/___", 40, -40),
            // 100 for the diagonal, 10 for each other line of either stone.
            ("x__/_x_/___", 100 + 2 * 10 + 3 * 10, -150),
            // 1000 for the row and 10 for column c, less 100 for O's row.
            ("xxx/oo_/___", 1000 + 10 - 100, -910),
        ],
    );
    assert_eq!(value_of("3x3:3:free:misere", "___/_x_/___", None, "weighted-lines", Side::X), -40);
}

#[test]
fn the_three_outlooks_of_the_paper() {
    for (name, undecided) in [("optimistic", 1), ("pessimistic", -1), ("undecided", 0)] {
        check(
            name,
            &[
                ("xo_/_x_/___", undecided, undecided),
                ("x_o/_xo/__x", 1, -1),
                ("ooo/xx_/x__", -1, 1),
                ("xox/xxo/oxo", 0, 0),
            ],
        );
    }
}
