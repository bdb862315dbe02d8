//! Diagrams of forbidden points of Renju, each with the rule that decides it.
//!
//! The rules are those of the Renju International Federation (1996, with the correction of 1998): the definitions of
//! its section 3 and the double-three rule of its section 9. The diagrams are drawn for these tests.
//! `!` is a forbidden cell, `+` a cell that looks forbidden and is allowed.

/// What is shown, and the board from the top row down.
pub type Diagram = (&'static str, &'static [&'static str]);

/// Section 3, "three" and "double-three".
pub const THREES: [Diagram; 8] = [
    (
        "two threes meet",
        &[
            "_________", //
            "_________",
            "_________",
            "_________",
            "__xx!____",
            "____x____",
            "____x____",
            "_________",
            "_________",
        ],
    ),
    (
        "threes with a gap are threes: one stone more makes a straight four",
        &[
            "__________", //
            "__________",
            "__________",
            "_______x__",
            "______x___",
            "__________",
            "_x_x!_____",
            "__________",
            "__________",
            "__________",
        ],
    ),
    (
        "a three with a stone of O at one end is no three",
        &[
            "_________", //
            "_________",
            "_________",
            "_________",
            "_oxx+____",
            "____x____",
            "____x____",
            "_________",
            "_________",
        ],
    ),
    (
        "a three with room for five, and for no straight four, is no three",
        &[
            "_________", //
            "_________",
            "_________",
            "_________",
            "o_xx+_o__",
            "____x____",
            "____x____",
            "_________",
            "_________",
        ],
    ),
    (
        "a three that the edge keeps from a straight four is no three",
        &[
            "_________", //
            "_________",
            "_________",
            "_________",
            "xx+______",
            "__x______",
            "__x______",
            "_________",
            "_________",
        ],
    ),
    (
        "one cell from the edge it is one",
        &[
            "_________", //
            "_________",
            "_________",
            "_________",
            "_xx!_____",
            "___x_____",
            "___x_____",
            "_________",
            "_________",
        ],
    ),
    (
        "a blocked cell is a wall",
        &[
            "_________", //
            "_________",
            "_________",
            "_________",
            "_#xx+____",
            "____x____",
            "____x____",
            "_________",
            "_________",
        ],
    ),
    (
        "a three is no three where every five of its fours would be an overline at one end",
        &[
            "___________", //
            "___________",
            "___________",
            "___________",
            "_x__xx+__x_",
            "______x____",
            "______x____",
            "___________",
            "___________",
            "___________",
        ],
    ),
];

/// Section 3, "four", "straight four" and "double-four".
pub const FOURS: [Diagram; 8] = [
    (
        "two fours meet",
        &[
            "_________", //
            "_________",
            "_________",
            "_________",
            "_oxxx!___",
            "_____x___",
            "_____x___",
            "_____x___",
            "_____o___",
        ],
    ),
    (
        "two fours on one line around one stone",
        &[
            "_________", //
            "_x_x!x_x_",
            "_________",
        ],
    ),
    (
        "two fours on one line that share two more stones",
        &[
            "_________", //
            "_x_xx!_x_",
            "_________",
        ],
    ),
    (
        "two fours on one line that share one more stone",
        &[
            "__________", //
            "_xx_x!_xx_",
            "__________",
        ],
    ),
    (
        "a straight four is one four, though it can become a five in two ways",
        &[
            "_________", //
            "_________",
            "__xxx+___",
            "_________",
            "_________",
        ],
    ),
    (
        "a four and a three are allowed",
        &[
            "_________", //
            "_________",
            "_________",
            "_________",
            "_oxxx+___",
            "_____x___",
            "_____x___",
            "_________",
            "_________",
        ],
    ),
    (
        "four stones that one more makes an overline are no four",
        &[
            "__________", //
            "__________",
            "__________",
            "__________",
            "_xx_xx+o__",
            "______x___",
            "______x___",
            "______x___",
            "______o___",
        ],
    ),
    (
        "a four with both ends taken is no four",
        &[
            "_________", //
            "_________",
            "_________",
            "_________",
            "_oxxx+o__",
            "_____x___",
            "_____x___",
            "_____x___",
            "_____o___",
        ],
    ),
];

/// Section 3, "five in a row" and "overline"; a five wins whatever else the stone makes.
pub const FIVES: [Diagram; 4] = [
    ("an overline", &["_________", "_xxx!xx__", "_________"]),
    (
        "a five and an overline at once",
        &[
            "_________", //
            "_____x___",
            "_____x___",
            "___!_x___",
            "_xxxx+___",
            "_____x___",
            "_____x___",
            "_________",
        ],
    ),
    (
        "a five and two fours at once",
        &[
            "__________", //
            "__________",
            "_____x!!x_",
            "_____x!x__",
            "___o_xx___",
            "_xxxx+____",
            "__________",
            "__________",
            "__________",
        ],
    ),
    ("five stones and a gap: filling it makes an overline", &["_________", "_xxx!xxx_", "_________"]),
];

/// Section 9: a three counts only if the stone that makes it a straight four is itself allowed. Without the stones `X`
/// it is, and the cell that looks forbidden is forbidden.
pub const NESTED: [Diagram; 3] = [
    (
        "the straight four would need an overline",
        &[
            "___________", //
            "___________",
            "______X____",
            "______X____",
            "_____oX____",
            "______X____",
            "_o_xx+!____",
            "____oxX____",
            "_____x_____",
            "___________",
            "___________",
            "___________",
        ],
    ),
    (
        "the straight four would need a double-four",
        &[
            "___________", //
            "______o____",
            "______X____",
            "_____oX____",
            "______X____",
            "_o_xx+_____",
            "_____x_____",
            "_____x_____",
            "___________",
            "___________",
            "___________",
        ],
    ),
    // After f5 the cell g6 is allowed: f6 would be a double-four then, so the row of g6 is no three. So f5 makes two.
    (
        "the straight four would need a double-three",
        &[
            "___________", //
            "___________",
            "___________",
            "________X__",
            "_______X___",
            "_o_xx+!____",
            "_____!_X___",
            "_____x_oX__",
            "_____x_____",
            "____o______",
            "___________",
        ],
    ),
];

/// All diagrams.
///
/// ```
/// use connect_toe_testkit::cases::renju;
/// assert!(renju::diagrams().count() > 20);
/// ```
pub fn diagrams() -> impl Iterator<Item = &'static Diagram> {
    THREES.iter().chain(&FOURS).chain(&FIVES).chain(&NESTED)
}

/// The game text of a diagram, and its board text without marks.
pub fn game_and_board(rows: &[&str]) -> (String, String) {
    let size = format!("{}x{}", rows[0].len(), rows.len());
    let blocked = marked(rows, '#').join("+");
    let flag = if blocked.is_empty() { String::new() } else { format!("blocked={blocked}:") };
    (format!("{size}:5:free:{flag}renju"), rows.join("/").replace(['!', '+'], "_"))
}

/// The cells with a mark, sorted as text.
pub fn marked(rows: &[&str], mark: char) -> Vec<String> {
    let mut cells = Vec::new();
    for (row, text) in rows.iter().rev().enumerate() {
        for (column, found) in ('a'..).zip(text.chars()) {
            if found == mark {
                cells.push(format!("{column}{}", row + 1));
            }
        }
    }
    cells.sort();
    cells
}
