use connect_toe_report::{Extras, Report, too_few_games};
use connect_toe_stats::{GameResult, Wdl};

use crate::plans;

#[test]
fn a_tournament_in_words() {
    insta::assert_snapshot!(plans::report(&plans::round_robin()).summary().join("\n"));
}

/// Each test of which the words speak is one of a family that the method names; ratings are those of round robins.
#[test]
fn the_method_names_the_tests_of_ratings() {
    let family =
        "the leads of the best rating of each list over all other ratings of it, in all lists together";
    assert!(plans::report(&plans::round_robin()).markdown().contains(family));
    assert!(!plans::report(&plans::depths()).markdown().contains(family));
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
    let part =
        Report::new(&plan, &plans::played(&plan, 0.25), plans::provenance(&plan, 0.25), Extras::default());
    assert!(part.summary()[0].starts_with("Not complete: "), "{:?}", part.summary());
    assert!(part.summary()[0].contains("(25 %)"));
    let none = Report::new(&plan, &plans::unplayed(&plan), plans::provenance(&plan, 0.0), Extras::default());
    assert_eq!(none.summary()[1], "No game has been played yet.");
    assert_eq!(none.summary().len(), 2);
}

/// Ten pairs a cell are nothing beside 252 comparisons, and a reader learns that before anything else.
#[test]
fn too_few_games_are_said_to_be_so() {
    let mut plan = plans::round_robin();
    assert_eq!(too_few_games(&plan), Vec::<String>::new());
    for condition in &mut plan.conditions {
        condition.protocol.games = 20;
    }
    let cautions = too_few_games(&plan);
    assert_eq!(cautions.len(), 1);
    assert!(
        cautions[0].starts_with(
            "Too few games: in any of its 273 cells, 10 pairs cannot show that a player is better"
        ) && cautions[0].contains("it takes at least 14."),
        "{cautions:?}"
    );
    let report = Report::new(
        &plan,
        &plans::uniform(&plan, GameResult::Win),
        plans::provenance(&plan, 1.0),
        Extras::default(),
    );
    assert_eq!(report.summary()[0], cautions[0]);
    for condition in &mut plan.conditions {
        condition.protocol.games = 28;
    }
    assert_eq!(too_few_games(&plan), Vec::<String>::new());
}

/// Several studies with too few games are one caution in the report.
#[test]
fn what_several_studies_share_is_cautioned_of_once() {
    let study = |name: &str| {
        format!(
            "[[study]]\nname = \"{name}\"\ngame = \"3x3:3\"\nplayer = \"two-ply\"\nopponent = \"random\"\n"
        )
    };
    let mut plan = plans::read("Few", &(study("one") + &study("two")));
    for condition in &mut plan.conditions {
        condition.protocol.games = 4;
    }
    assert_eq!(too_few_games(&plan).len(), 2);
    let report = plans::report(&plan);
    let html = report.html().expect("can be made");
    assert_eq!(html.matches("Too few games: ").count(), 1);
    assert_eq!(html.matches("Results over several cells may be clear all the same.").count(), 1);
    assert!(
        html.contains("“one”") && html.contains(" In the cell, 2 pairs cannot show"),
        "{:?}",
        report.summary()
    );
}

/// A cell with most of the forfeits is named. Where several have a few of them each, none is.
#[test]
fn the_cell_with_most_forfeits_is_named() {
    let plan = plans::round_robin();
    let summary = |forfeits: &[u64]| {
        let mut tally = plans::uniform(&plan, GameResult::Win);
        for (condition, &games) in tally.conditions.iter_mut().zip(forfeits) {
            condition.forfeited = games;
        }
        let last_words = vec!["the engine `e` has ended".to_owned()];
        let extras = Extras { last_words, ..Extras::default() };
        let report = Report::new(&plan, &tally, plans::provenance(&plan, 1.0), extras);
        report.summary().join("\n")
    };
    let most = summary(&[1, 3, 1]);
    assert!(most.contains("Caution: 5 games were lost by a player that gave no move"), "{most}");
    assert!(most.contains("Most of them, 3, are in "), "{most}");
    assert!(most.contains("Last words: the engine `e` has ended."), "{most}");
    let spread = summary(&[1, 2, 1]);
    assert!(spread.contains("4 games were lost") && !spread.contains("Most of them"), "{spread}");
}

/// Every document of a report says what limits its scores before the first of them.
#[test]
fn cautions_come_before_the_answer() {
    let plan = plans::round_robin();
    let mut tally = plans::uniform(&plan, GameResult::Win);
    tally.conditions[0].forfeited = 3;
    let report = Report::new(&plan, &tally, plans::provenance(&plan, 1.0), Extras::default());
    let markdown = report.markdown();
    let caution = markdown.find("Caution: 3 games").expect("a caution");
    assert!(caution < markdown.find("**`").expect("an answer"), "{markdown}");
    let page = report.html().expect("a page");
    let caution = page.find("Caution: 3 games").expect("a caution");
    assert!(caution < page.find("<div class=\"answer\"").expect("an answer"), "{page}");
    let tables = report.latex();
    let caution = tables.find("% Note: Caution: 3 games").expect("a caution");
    assert!(caution < tables.find("\\begin{table}").expect("a table"), "{tables}");
}

/// Equal players: nothing may be claimed.
#[test]
fn draws_show_nothing() {
    let plan = plans::round_robin();
    let drawn = Report::new(
        &plan,
        &plans::uniform(&plan, GameResult::Draw),
        plans::provenance(&plan, 1.0),
        Extras::default(),
    );
    let text = drawn.summary().join("\n");
    assert!(
        text.contains("In none of the 273 cells is a player significantly better.")
            && text.contains("No difference is shown: all 14 players have the same rating;"),
        "{text}"
    );
    assert!(
        text.contains("no significant advantage.") && text.contains("100.0\u{a0}% of these games are drawn."),
        "{text}"
    );
}

/// The words about the only study of a plan with these counts.
fn words(plan: &mut connect_toe_experiment::Plan, counts: &[[u64; 3]]) -> String {
    let tally = plans::counts(plan, counts);
    let summary = plans::report_of(plan, &tally).summary();
    summary.last().expect("a study").clone()
}

#[test]
fn trends_and_steps_against_them() {
    let mut plan = plans::read(
        "Steps",
        r#"
        [[study]]
        name = "s"
        let = { depth = "{1..4}" }
        game = "3x3:3"
        player = "alpha-beta:depth={depth},eval=runs"
        opponent = "random"
        "#,
    );
    let text = words(&mut plan, &[[100, 0, 100], [150, 0, 50], [105, 0, 95], [190, 0, 10]]);
    assert!(
        text.contains("From `depth` 1 to 4, the score rises from 50.0 to 95.0\u{a0}% for `alpha-beta runs`."),
        "{text}"
    );
    assert!(
        text.contains(
            "Significant steps against the trend: `alpha-beta runs` from 2 to 3 (from 75.0 to 52.5\u{a0}%)."
        ),
        "{text}"
    );
    // A few games are not enough.
    let text = words(&mut plan, &[[3, 0, 3], [4, 0, 2], [2, 0, 4], [5, 0, 1]]);
    assert!(
        text.contains("no player’s score changes significantly") && !text.contains("against the trend"),
        "{text}"
    );
    assert!(text.contains("In none of the 4 cells is a player significantly better."), "{text}");
}

/// Where many change, the players are a finding, and their scores are details.
#[test]
fn a_trend_of_many_players_is_short() {
    let mut plan = plans::read(
        "Trend",
        r#"
        [[study]]
        name = "s"
        let = { depth = [1, 2] }
        game = "4x4:4"
        player = "alpha-beta:depth={depth},eval={runs,open-lines,undecided,terminal}"
        opponent = "random"
        "#,
    );
    let counts: Vec<[u64; 3]> =
        [50, 50, 50, 90, 90, 90, 90, 50].into_iter().map(|wins| [wins, 0, 100 - wins]).collect();
    let text = words(&mut plan, &counts);
    assert!(
        text.contains(
            "From `depth` 1 to 2, the score rises for `runs`, `open-lines` and `undecided`, and falls for `terminal`."
        ) && text.contains("From `depth` 1 to 2: `runs` from 50.0 to 90.0\u{a0}%, `open-lines` from"),
        "{text}"
    );
}

#[test]
fn reversals_against_the_ratings() {
    let mut plan = plans::read(
        "Reversal",
        r#"
        [[study]]
        name = "s"
        title = "Is there a best?"
        game = "3x3:3"
        player = ["random", "two-ply", "minimax:depth=1"]
        "#,
    );
    // The second beats the first, but the first beats the third by so much more.
    let text = words(&mut plan, &[[40, 0, 80], [118, 0, 2], [55, 0, 65]]);
    assert!(text.contains(" In 2 of 3 cells, one player is"), "{text}");
    assert!(
        text.contains(
            "Significant results against the order of the ratings: `two-ply` scores 66.7\u{a0}% against `random`."
        ),
        "{text}"
    );
    let tally = plans::counts(&mut plan, &[[60, 0, 60], [61, 0, 59], [60, 0, 60]]);
    let text = plans::report_of(&plan, &tally).summary().join("\n");
    assert!(
        text.contains("`random` leads, but not clearly ahead of `two-ply` and `minimax depth 1`")
            && !text.contains("highest rating")
            && !text.contains("against the order"),
        "{text}"
    );
}

/// Three players of whom each beats the next one on the first of these games, and an order on the second.
fn circle(games: &str) -> connect_toe_experiment::Plan {
    let players = r#"["random", "two-ply", "minimax:depth=1"]"#;
    plans::read(
        "Circle",
        &format!(
            "[[study]]\nname = \"s\"\ntitle = \"Is there a best?\"\ngame = {games}\nplayer = {players}\n"
        ),
    )
}

#[test]
fn circles_are_told_drawn_and_rated() {
    let mut plan = circle(r#""3x3:3""#);
    let tally = plans::counts(&mut plan, &[[80, 0, 40], [40, 0, 80], [80, 0, 40]]);
    let report = plans::report_of(&plan, &tally);
    let told = "Elo does not tell the truth here: `random` beats `two-ply` (66.7 %), `two-ply` beats `minimax depth 1` \
                (66.7 %), and `minimax depth 1` beats `random` (66.7 %). No list of ratings can say that.";
    let text = report.summary().join("\n");
    assert!(text.contains(told), "{text}");
    let page = report.html().expect("a page");
    assert!(page.contains("<title>minimax depth 1 beats random: 66.7 %</title>"));
    assert!(page.contains("Ratings that allow circles") && page.contains("Does Elo tell the truth?"));
    let markdown = report.markdown();
    assert!(markdown.contains("| two-ply | 33.3 | 50.0 | 33.3 | yes |"), "{markdown}");
    let json: serde_json::Value = serde_json::from_str(&report.json().expect("JSON")).expect("JSON");
    let ratings = &json["studies"][0]["ratings"][0];
    let truth = &ratings["truth_of_elo"];
    assert_eq!((&truth["verdict"], &truth["circles_of_three"]), (&"circle".into(), &1.into()));
    assert_eq!(truth["circle"][2]["loser"], "random");
    let share = ratings["players"][0]["nash_share"].as_f64().expect("a share");
    assert!((share - 1.0 / 3.0).abs() < 1e-9);
}

/// The words about the only study of a plan with these counts, if the players move first in turn.
fn words_of_both_sides(plan: &mut connect_toe_experiment::Plan, counts: &[[u64; 3]]) -> String {
    let mut tally = plans::counts(plan, counts);
    for one in &mut tally.conditions {
        let Wdl { wins, draws, losses } = one.as_first;
        one.as_first = Wdl { wins: wins / 2, draws: draws / 2, losses: losses / 2 };
        one.as_second = one.as_first;
    }
    plans::report_of(plan, &tally).summary().last().expect("a study").clone()
}

#[test]
fn orders_are_told_to_be_orders() {
    let mut plan = circle(r#""3x3:3""#);
    let text = words_of_both_sides(&mut plan, &[[80, 0, 40], [96, 0, 24], [80, 0, 40]]);
    assert!(text.contains("Elo tells the truth here, as far as these games show"), "{text}");
    let text = words_of_both_sides(&mut plan, &[[110, 0, 10], [62, 0, 58], [110, 0, 10]]);
    assert!(
        text.contains("Elo tells half of the truth here")
            && text.contains("The farthest from them is that of"),
        "{text}"
    );
    let text = words_of_both_sides(&mut plan, &[[10, 0, 10], [10, 0, 10], [10, 0, 10]]);
    assert!(text.contains("Too few games to tell whether Elo tells the truth here"), "{text}");
    // Where the same player always moves first, its worth explains what ratings do not.
    let text = words(&mut plan, &[[118, 0, 2], [118, 0, 2], [118, 0, 2]]);
    assert!(text.contains("Too few players met to tell whether Elo tells the truth here"), "{text}");
}

#[test]
fn the_truth_is_told_game_by_game() {
    let mut plan = circle(r#"["3x3:3", "4x4:4"]"#);
    let counts = [[80, 0, 40], [40, 0, 80], [80, 0, 40], [80, 0, 40], [96, 0, 24], [80, 0, 40]];
    let text = words_of_both_sides(&mut plan, &counts);
    assert!(
        text.contains(
            "Elo tells the truth on 1 of 2 games, as far as they show; players beat each other in a circle on `tic-tac-toe`."
        ),
        "{text}"
    );
    assert!(
        text.contains("On `tic-tac-toe`: Elo does not tell the truth here: `random` beats `two-ply`"),
        "{text}"
    );
}

#[test]
fn the_order_of_players_may_depend_on_the_game() {
    let file = r#"
        [[study]]
        name = "s"
        game = ["3x3:3", "4x4:4"]
        player = ["two-ply", "minimax:depth=1"]
        opponent = ["random", "perfect"]
        "#;
    let mut plan = plans::read("Order", file);
    plan.conditions.retain(|condition| condition.opponent_pattern == 0);
    let text = words(&mut plan, &[[90, 0, 10], [50, 0, 50], [40, 0, 60], [95, 0, 5]]);
    assert!(
        text.contains(
            "The order depends on the game: `two-ply` is significantly above `minimax depth 1` on `tic-tac-toe`, and \
             below it on `4x4:4`."
        ),
        "{text}"
    );
    // Different opponents: scores say nothing about the players.
    let mut plan = plans::read("Order", file);
    let other = |game, player| usize::from(game == 0 && player == 1);
    plan.conditions.retain(|one| one.opponent_pattern == other(one.game_pattern, one.player_pattern));
    let text = words(&mut plan, &[[90, 0, 10], [50, 0, 50], [40, 0, 60], [95, 0, 5]]);
    assert!(!text.contains("highest score") && !text.contains("order depends"), "{text}");
}

/// All players with the highest score are named.
#[test]
fn level_players_are_said_to_be_level() {
    let mut plan = plans::read(
        "Level",
        r#"
        [[study]]
        name = "s"
        game = "3x3:3"
        player = ["two-ply", "minimax:depth={1,2}"]
        opponent = "random"
        "#,
    );
    let answer = |plan: &mut connect_toe_experiment::Plan, counts: &[[u64; 3]]| {
        let tally = plans::counts(plan, counts);
        plans::report_of(plan, &tally).summary().swap_remove(0)
    };
    let text = answer(&mut plan, &[[0, 120, 0], [0, 120, 0], [0, 120, 0]]);
    assert!(text.contains("all 3 players have the same score, 50.0\u{a0}%"), "{text}");
    assert!(!text.contains("highest"), "{text}");
    let text = answer(&mut plan, &[[119, 0, 1], [60, 0, 60], [119, 0, 1]]);
    assert!(
        text.starts_with("`two-ply` and `depth 2` share the highest score against `random`, 99.2\u{a0}%")
            && text.contains(" above `depth 1`; "),
        "{text}"
    );
    plan.conditions.truncate(2);
    let text = answer(&mut plan, &[[119, 0, 1], [119, 0, 1]]);
    assert!(text.contains("both players have the same score, 99.2\u{a0}%"), "{text}");
}

#[test]
fn level_values_of_a_factor_are_said_to_be_level() {
    let mut plan = plans::read(
        "Level",
        r#"
        [[study]]
        name = "s"
        let = { faces = ["-2", "+1", "free"] }
        game = "4x4:3:{faces}"
        player = "two-ply"
        opponent = "random"
        "#,
    );
    let text = words(&mut plan, &[[90, 0, 10], [90, 0, 10], [90, 0, 10]]);
    assert!(text.contains("By `faces`, the score of `two-ply` is the same for all 3 values, 90.0"), "{text}");
    let text = words(&mut plan, &[[90, 0, 10], [50, 0, 50], [90, 0, 10]]);
    assert!(
        text.contains("is highest for `-2` and `free`, 90.0") && text.contains("lowest for `+1`, 50.0"),
        "{text}"
    );
}

/// If one of two equals always moves first, the score is the worth of the first move, and no sign of strength.
#[test]
fn nobody_is_better_than_oneself() {
    let mut plan = plans::read(
        "Equals",
        "[[study]]\nname = \"s\"\ngame = \"3x3:3\"\nplayer = \"random\"\nopponent = \"random\"\n",
    );
    let tally = plans::counts(&mut plan, &[[90, 5, 5]]);
    let plan = plans::player_first(plan);
    let text = plans::report_of(&plan, &tally).summary().join("\n");
    assert!(text.contains("against itself.") && !text.contains("better"), "{text}");
    assert!(
        text.contains("Moving first scores 92.5") && text.contains("of equal players: an advantage"),
        "{text}"
    );
}
