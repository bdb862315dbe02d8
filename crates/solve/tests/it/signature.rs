//! Node counts: a change of them is a change of the search, wanted or not.

use crate::support::answer;

#[test]
fn node_counts() {
    let counts: Vec<(&str, u64)> =
        ["3x3:3:free:misere", "4x3:3:free:torus", "3x3x3:3:all", "4x4:4:free:exact", "5x4:4:-1,-2"]
            .into_iter()
            .map(|text| (text, answer(text, "", 1).nodes.total()))
            .collect();
    let expected = [
        ("3x3:3:free:misere", 604),
        ("4x3:3:free:torus", 30),
        ("3x3x3:3:all", 519),
        ("4x4:4:free:exact", 17315),
        ("5x4:4:-1,-2", 208_332),
    ];
    assert_eq!(counts, expected);
}
