//! Node counts: a change of them is a change of the search, wanted or not.

use crate::support::answer;

#[test]
fn node_counts() {
    let counts: Vec<(&str, u64)> =
        ["3x3:3:free:misere", "4x3:3:free:torus", "3x3x3:3:all", "4x4:4:free:exact", "5x4:4:-1,-2"]
            .into_iter()
            .map(|text| (text, answer(text, "", 1).nodes))
            .collect();
    let expected = [
        ("3x3:3:free:misere", 2069),
        ("4x3:3:free:torus", 30),
        ("3x3x3:3:all", 553),
        ("4x4:4:free:exact", 21237),
        ("5x4:4:-1,-2", 228_939),
    ];
    assert_eq!(counts, expected);
}
