use connect_toe_report::ExperimentReport;
use connect_toe_stats::GameResult;

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
        text.contains("In none of its 273 cells is one player shown")
            && text.contains("On average over the games all 14 players have the same rating."),
        "{text}"
    );
    assert!(
        text.contains("no advantage is shown.") && text.contains("100.0\u{a0}% of these games are drawn."),
        "{text}"
    );
}

/// The words about the only study of a plan with these counts.
fn words(plan: &mut connect_toe_experiment::Plan, counts: &[[u64; 3]]) -> String {
    let tally = plans::counts(plan, counts);
    let summary = ExperimentReport::new(plan, &tally, plans::provenance(plan, 1.0)).summary();
    summary.last().expect("a study").clone()
}

#[test]
fn trends_and_steps_against_them() {
    let mut plan = plans::empty("Steps");
    let levels = ["1", "2", "3", "4"];
    plan.studies.push(plans::study("s", "Steps", &[("depth", &levels)], false));
    for depth in levels {
        let player = format!("alpha-beta:depth={depth},eval=runs");
        plan.cells.push(plans::cell(&plan, &[depth], "3x3:3", &player, "random", 0));
    }
    let text = words(&mut plan, &[[100, 0, 100], [150, 0, 50], [105, 0, 95], [190, 0, 10]]);
    assert!(
        text.contains("From depth 1 to 4 the score rises from 50.0 to 95.0 % for alpha-beta runs."),
        "{text}"
    );
    assert!(
        text.contains("Against the trend, shown: alpha-beta runs from 2 to 3 (75.0 to 52.5 %)."),
        "{text}"
    );
    // So few games show nothing.
    let text = words(&mut plan, &[[3, 0, 3], [4, 0, 2], [2, 0, 4], [5, 0, 1]]);
    assert!(text.contains("no player’s score is shown to change") && !text.contains("Against"), "{text}");
    assert!(text.contains("In none of its 4 cells is one player shown"), "{text}");
}

/// Where many change, who does comes first, and from where to where behind it.
#[test]
fn a_trend_of_many_players_is_short() {
    let mut plan = plans::empty("Trend");
    let levels = ["1", "2"];
    plan.studies.push(plans::study("s", "Trend", &[("depth", &levels)], false));
    let mut counts = Vec::new();
    for (depth, [rising, falling]) in levels.into_iter().zip([[50, 90], [90, 50]]) {
        for eval in ["runs", "open-lines", "undecided", "terminal"] {
            let player = format!("alpha-beta:depth={depth},eval={eval}");
            plan.cells.push(plans::cell(&plan, &[depth], "4x4:4", &player, "random", 0));
            let wins = if eval == "terminal" { falling } else { rising };
            counts.push([wins, 0, 100 - wins]);
        }
    }
    let text = words(&mut plan, &counts);
    assert!(
        text.contains(
            "From depth 1 to 2 the score rises for runs, open-lines and undecided, and falls for terminal."
        ) && text.contains("From depth 1 to 2: runs from 50.0 to 90.0 %, open-lines from"),
        "{text}"
    );
}

#[test]
fn reversals_against_the_ratings() {
    let mut plan = plans::empty("Reversal");
    plan.studies.push(plans::study("s", "Is there a best?", &[], true));
    for (player, opponent) in
        [("random", "two-ply"), ("random", "minimax:depth=1"), ("two-ply", "minimax:depth=1")]
    {
        plan.cells.push(plans::cell(&plan, &[], "3x3:3", player, opponent, 0));
    }
    // The second beats the first, but the first beats the third by so much more.
    let text = words(&mut plan, &[[40, 0, 80], [118, 0, 2], [55, 0, 65]]);
    assert!(text.starts_with("Is there a best? random has the highest rating"), "{text}");
    assert!(
        text.contains("Against the order of the ratings, shown: two-ply against random (66.7 %)."),
        "{text}"
    );
    let text = words(&mut plan, &[[60, 0, 60], [61, 0, 59], [60, 0, 60]]);
    assert!(
        text.contains("not shown to be above two-ply and minimax depth 1") && !text.contains("Against"),
        "{text}"
    );
}

#[test]
fn the_order_of_players_may_depend_on_the_game() {
    let mut plan = plans::empty("Order");
    plan.studies.push(plans::study("s", "Order", &[], false));
    for game in ["3x3:3", "4x4:4"] {
        for player in ["two-ply", "minimax:depth=1"] {
            plan.cells.push(plans::cell(&plan, &[], game, player, "random", 0));
        }
    }
    let text = words(&mut plan, &[[90, 0, 10], [50, 0, 50], [40, 0, 60], [95, 0, 5]]);
    assert!(
        text.contains(
            "The order changes, shown: two-ply is above minimax depth 1 on tic-tac-toe, below on 4x4:4."
        ),
        "{text}"
    );
    // Different opponents: scores say nothing about the players.
    plan.cells[1].opponent = "two-ply".parse().expect("a player");
    let text = words(&mut plan, &[[90, 0, 10], [50, 0, 50], [40, 0, 60], [95, 0, 5]]);
    assert!(!text.contains("highest score") && !text.contains("order changes"), "{text}");
}

/// Whoever shares the highest score is named with it.
#[test]
fn level_players_are_said_to_be_level() {
    let mut plan = plans::empty("Level");
    plan.studies.push(plans::study("s", "Level", &[], false));
    for player in ["two-ply", "minimax:depth=1", "minimax:depth=2"] {
        plan.cells.push(plans::cell(&plan, &[], "3x3:3", player, "random", 0));
    }
    let text = words(&mut plan, &[[0, 120, 0], [0, 120, 0], [0, 120, 0]]);
    assert!(text.contains("All games together, all 3 players have the same score, 50.0\u{a0}%"), "{text}");
    assert!(!text.contains("highest"), "{text}");
    let text = words(&mut plan, &[[119, 0, 1], [60, 0, 60], [119, 0, 1]]);
    assert!(
        text.contains("two-ply and depth 2 are level with the highest score, 99.2\u{a0}%")
            && text.contains("above depth 1, the next; they are shown to be above it (p < 0.0001)"),
        "{text}"
    );
    plan.cells.truncate(2);
    let text = words(&mut plan, &[[119, 0, 1], [119, 0, 1]]);
    assert!(text.contains("both players have the same score, 99.2\u{a0}%"), "{text}");
}

#[test]
fn level_values_of_a_factor_are_said_to_be_level() {
    let mut plan = plans::empty("Level");
    let faces = ["-2", "+1", "free"];
    plan.studies.push(plans::study("s", "Level", &[("faces", &faces)], false));
    for faces in faces {
        let game = format!("4x4:3:{faces}");
        plan.cells.push(plans::cell(&plan, &[faces], &game, "two-ply", "random", 0));
    }
    let text = words(&mut plan, &[[90, 0, 10], [90, 0, 10], [90, 0, 10]]);
    assert!(text.contains("By faces the score of two-ply is the same for all 3 values, 90.0"), "{text}");
    let text = words(&mut plan, &[[90, 0, 10], [50, 0, 50], [90, 0, 10]]);
    assert!(
        text.contains("is highest for -2 and free, 90.0") && text.contains("lowest for +1, 50.0"),
        "{text}"
    );
}

/// Equals of whom one always moves first: that is the worth of the first move, and no sign of who is better.
#[test]
fn nobody_is_better_than_oneself() {
    let mut plan = plans::empty("Equals");
    plan.studies.push(plans::study("s", "Equals", &[], false));
    plan.cells.push(plans::cell(&plan, &[], "3x3:3", "random", "random", 0));
    let tally = plans::counts(&mut plan, &[[90, 5, 5]]);
    plan.cells[0].first = connect_toe_arena::FirstMover::Player;
    let report = ExperimentReport::new(&plan, &tally, plans::provenance(&plan, 1.0));
    let text = report.summary().join("\n");
    assert!(text.contains("against its like.") && !text.contains("better one"), "{text}");
    assert!(
        text.contains("Moving first scores 92.5") && text.contains("of equal players: an advantage"),
        "{text}"
    );
}
