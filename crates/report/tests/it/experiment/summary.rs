use connect_toe_arena::stats::GameResult;
use connect_toe_report::ExperimentReport;

use super::plans;

#[test]
fn a_tournament_in_words() {
    insta::assert_snapshot!(plans::report(&plans::round_robin()).summary().join("\n"));
}

#[test]
fn depths_in_words() {
    insta::assert_snapshot!(plans::report(&plans::depths()).summary().join("\n"));
}

#[test]
fn faces_in_words() {
    insta::assert_snapshot!(plans::report(&plans::faces()).summary().join("\n"));
}

#[test]
fn what_has_not_been_played_is_said_first() {
    let plan = plans::depths();
    let part = ExperimentReport::new(&plan, &plans::played(&plan, 0.25), plans::provenance(&plan, 0.25));
    assert!(part.summary()[0].starts_with("Not complete: "), "{:?}", part.summary());
    assert!(part.summary()[0].contains("(25 %)"));
    let none = ExperimentReport::new(&plan, &plans::unplayed(&plan), plans::provenance(&plan, 0.0));
    assert_eq!(none.summary()[1], "No game has been played yet.");
    assert_eq!(none.summary().len(), 2);
}

/// Equal players: nothing may be claimed.
#[test]
fn draws_show_nothing() {
    let plan = plans::round_robin();
    let drawn =
        ExperimentReport::new(&plan, &plans::uniform(&plan, GameResult::Draw), plans::provenance(&plan, 1.0));
    let text = drawn.summary().join("\n");
    assert!(
        text.contains("In 0 of its 273 cells one player is shown")
            && text.contains("is not shown to be above 13 of the 13"),
        "{text}"
    );
    assert!(
        text.contains("no advantage is shown.") && text.contains("100.0\u{a0}% of the games are drawn."),
        "{text}"
    );
}
