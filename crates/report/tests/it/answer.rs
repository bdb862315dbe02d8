//! The answer before everything else: what the design asks, as far as the numbers bear it out.

use std::ops::ControlFlow;

use connect_toe_experiment::{Pair, Tally, play};
use connect_toe_players::FirstMover;
use connect_toe_report::document::{Answer, Block, Figure};
use connect_toe_report::{Extras, Report};
use connect_toe_stats::GameResult;
use connect_toe_work::Stop;

use crate::plans;

fn answer(report: &Report<'_>) -> Answer {
    let document = report.document();
    // Only notices come before it.
    match document.sections[0].blocks.iter().find(|block| !matches!(block, Block::Notice(_))) {
        Some(Block::Answer(answer)) => answer.clone(),
        other => panic!("no answer at the head: {other:?}"),
    }
}

/// The drawings below the answer.
fn drawings(report: &Report<'_>) -> Vec<Figure> {
    let document = report.document();
    match document.sections[0].blocks.iter().filter(|block| !matches!(block, Block::Notice(_))).nth(1) {
        Some(Block::Figures(figures)) => figures.figures.clone(),
        other => panic!("no drawing: {other:?}"),
    }
}

fn two_players(games: &str) -> connect_toe_experiment::Plan {
    plans::read(
        "Two players",
        &format!(
            "[[study]]\nname = \"s\"\ngame = {games}\nplayer = \"alpha-beta:depth=2,eval=runs\"\nopponent = \"random\"\n"
        ),
    )
}

/// One of the opponents is among the players: that does not make what the game is like the question.
#[test]
fn an_opponent_that_is_also_a_player_does_not_change_the_question() {
    let mut plan = plans::read(
        "Depths",
        r#"
        [[study]]
        name = "s"
        let = { depth = "{1..2}" }
        game = ["3x3:3", "4x4:4"]
        player = "alpha-beta:depth={depth},eval={undecided,runs}"
        opponent = ["random", "alpha-beta:depth=1,eval=runs"]
        "#,
    );
    let cells = plan.conditions.len();
    assert!(plan.conditions.iter().any(connect_toe_experiment::Condition::is_of_equals));
    let tally = plans::counts(&mut plan, &vec![[100, 20, 80]; cells]);
    let answer = answer(&plans::report_of(&plan, &tally));
    assert!(answer.text.contains(" against the same 2 opponents"), "{answer:?}");
    assert!(!answer.text.contains("oving first"), "{answer:?}");
}

/// The best of several players can be worse than the only opponent.
#[test]
fn players_are_held_against_their_only_opponent() {
    let mut plan = plans::read(
        "Heuristic",
        "[[study]]\nname = \"s\"\ngame = \"3x3:3\"\nplayer = \"alpha-beta:depth={1,2,3},eval=runs\"\n\
         opponent = \"two-ply\"\n",
    );
    let mut ends = |counts: [[u64; 3]; 3]| {
        let tally = plans::counts(&mut plan, &counts);
        let text = answer(&plans::report_of(&plan, &tally)).text;
        text.rsplit_once("; ").expect("a clause").1.to_owned()
    };
    let [ahead, level, behind] = [[180, 0, 20], [100, 0, 100], [20, 0, 180]];
    assert_eq!(ends([level; 3]), "none of the 3 is shown to be better or worse than `two-ply`.");
    assert_eq!(ends([ahead; 3]), "each of the 3 is better than `two-ply`.");
    assert_eq!(ends([behind; 3]), "each of the 3 is worse than `two-ply`.");
    assert_eq!(ends([ahead, level, level]), "1 of the 3 is shown to be better than `two-ply`.");
    assert_eq!(ends([behind, level, behind]), "2 of the 3 are shown to be worse than `two-ply`.");
    assert_eq!(
        ends([behind, ahead, ahead]),
        "2 of the 3 are shown to be better than `two-ply`, and 1 to be worse."
    );
}

/// Who is better, by how much, and on which games not.
#[test]
fn two_players_and_the_games_on_which_it_is_the_reverse() {
    let mut plan = two_players(r#"["3x3:3", "4x4:4", "5x5:4"]"#);
    let tally = plans::counts(&mut plan, &[[180, 0, 20], [170, 0, 30], [60, 0, 140]]);
    let report = plans::report_of(&plan, &tally);
    let answer = answer(&report);
    assert!(answer.text.starts_with("`alpha-beta depth 2 runs` beats `random`: +"), "{answer:?}");
    assert!(answer.text.ends_with(", shown on 2 of 3 games, and the reverse on `5x5:4`."), "{answer:?}");
    assert_eq!(answer.missing, None);
    let html = report.html().expect("can be made");
    let (verdict, picture, section) = (
        html.find("class=\"answer\"").expect("an answer"),
        html.find("<svg").expect("a picture"),
        html.find("study-1\">\n<h2"),
    );
    assert!(verdict < picture && Some(picture) < section, "the answer, its picture, and all else");
}

/// A difference that is not shown is not claimed, and the report says what would show it.
#[test]
fn what_is_too_close_to_call_says_what_is_missing() {
    let mut plan = two_players("\"3x3:3\"");
    let tally = plans::counts(&mut plan, &[[52, 0, 48]]);
    let answer = answer(&plans::report_of(&plan, &tally));
    assert!(answer.text.contains(" is too close to call: +"), "{answer:?}");
    let missing = answer.missing.expect("more games");
    // 2.8 standard errors of 4.9 points against a difference of 2: (2.8 · 4.9 / 2)², rounded up.
    assert!(missing.contains("about 48 times as many games"), "{missing}");
}

/// More games that only repeat each other are no evidence: no number of them is promised to show a difference.
#[test]
fn more_games_of_the_same_kind_are_no_advice() {
    let mut plan = plans::read(
        "No chance",
        r#"
        [[study]]
        name = "s"
        game = "3x3:3"
        player = "alpha-beta:depth=1,eval=runs,ties=first"
        opponent = "minimax:depth=1,ties=last"
        "#,
    );
    let mut tally = plans::counts(&mut plan, &[[52, 0, 48]]);
    let missing = answer(&plans::report_of(&plan, &tally)).missing.expect("more games");
    assert!(missing.contains("times as many games"), "{missing}");
    let mut played = Tally::new(&plan);
    let count = |pair: Option<Pair>| {
        if let Some(pair) = pair {
            played.count(&pair);
        }
        ControlFlow::Continue(())
    };
    play(&plan, &plan.everything(), &Stop::new(), count).expect("can be played");
    tally.conditions[0].repeats = played.conditions[0].repeats.clone();
    assert_eq!(answer(&plans::report_of(&plan, &tally)).missing, None);
}

/// An interval that excludes 0 beside "too close to call" would contradict it, did the sentence not say why.
#[test]
fn what_the_correction_leaves_open_is_said_to_be_so() {
    let players = "player = \"alpha-beta:depth={1..6},eval=runs\"\n";
    // Who is ahead of all others on which game.
    let counts = |plan: &mut connect_toe_experiment::Plan, ahead: &[&str]| {
        let of_cell = |cell: &connect_toe_experiment::Condition| {
            let is_ahead = |text: String| text.contains(ahead[cell.game_pattern]);
            match (is_ahead(cell.player.to_string()), is_ahead(cell.opponent.to_string())) {
                (true, _) => [57, 0, 43],
                (_, true) => [43, 0, 57],
                _ => [50, 0, 50],
            }
        };
        let counts: Vec<[u64; 3]> = plan.conditions.iter().map(of_cell).collect();
        plans::counts(plan, &counts)
    };
    let mut plan = plans::read("Ratings", &format!("[[study]]\nname = \"s\"\ngame = \"4x4:4\"\n{players}"));
    let tally = counts(&mut plan, &["depth=1"]);
    let text = answer(&plans::report_of(&plan, &tally)).text;
    let open = "leads, but not clearly ahead of 5 players once all 5 comparisons are taken into account (+";
    assert!(text.contains(open), "{text}");

    let games = "game = [\"4x4:4\", \"5x5:4\"]\n";
    let mut plan = plans::read("Games", &format!("[[study]]\nname = \"s\"\n{games}{players}"));
    let tally = counts(&mut plan, &["depth=1", "depth=2"]);
    let summary = plans::report_of(&plan, &tally).summary().join("\n");
    let open = "; none of the leads over the 5 others is significant once all 15 comparisons are taken into account.";
    assert_eq!(summary.matches(open).count(), 2, "{summary}");

    let against = format!("game = \"4x4:4\"\n{players}opponent = \"random\"\n");
    let mut plan = plans::read("Scores", &format!("[[study]]\nname = \"s\"\n{against}"));
    let mut counts = [[50, 0, 50]; 6];
    counts[0] = [66, 0, 34];
    let tally = plans::counts(&mut plan, &counts);
    let text = answer(&plans::report_of(&plan, &tally)).text;
    let open = "is not clearly ahead of 5 players once all 15 comparisons are taken into account (";
    assert!(text.contains(open), "{text}");
    // Where the interval says the same as the test, nothing is added.
    counts[0] = [53, 0, 47];
    let tally = plans::counts(&mut plan, &counts);
    let text = answer(&plans::report_of(&plan, &tally)).text;
    assert!(text.contains("is not clearly ahead of 5 players ("), "{text}");
}

/// The only player that is not clearly behind is named once.
#[test]
fn who_is_next_is_not_named_twice() {
    let players = "player = \"alpha-beta:depth={1..3},eval=runs\"\n";
    let mut plan = plans::read("Next", &format!("[[study]]\nname = \"s\"\ngame = \"4x4:4\"\n{players}"));
    let of_cell = |cell: &connect_toe_experiment::Condition| {
        let is_last = |text: String| text.contains("depth=3");
        match (is_last(cell.player.to_string()), is_last(cell.opponent.to_string())) {
            (true, _) => [20, 0, 80],
            (_, true) => [80, 0, 20],
            _ => [51, 0, 49],
        }
    };
    let counts: Vec<[u64; 3]> = plan.conditions.iter().map(of_cell).collect();
    let tally = plans::counts(&mut plan, &counts);
    let text = answer(&plans::report_of(&plan, &tally)).text;
    assert!(text.contains("`depth 2` leads, but not clearly ahead of `depth 1` (+"), "{text}");
    assert!(!text.contains("above"), "{text}");
}

/// Nothing is still to be played of a match that its sequential test has ended.
#[test]
fn what_has_ended_has_nothing_left_to_play() {
    let mut plan = two_players("\"3x3:3\"");
    let tally = plans::counts(&mut plan, &[[52, 0, 48]]);
    plan.conditions[0].protocol.games = 100_000;
    let missing = |pairs| {
        let provenance = connect_toe_report::Provenance { pairs, ..plans::provenance(&plan, 0.001) };
        answer(&Report::new(&plan, &tally, provenance, Extras::default())).missing.expect("more games")
    };
    let (unfinished, ended) = (missing(plan.pairs()), missing(50));
    assert!(unfinished.starts_with("Still to be played: 99"), "{unfinished}");
    assert!(!ended.contains("Still to be played"), "{ended}");
}

/// What a cell has too few of are games where these are not paired.
#[test]
fn too_few_games_are_counted_as_they_are_played() {
    let missing = |first| {
        let mut plan = two_players("\"3x3:3\"");
        let tally = plans::counts(&mut plan, &[[2, 0, 2]]);
        plan.conditions[0].protocol.first = first;
        let missing = answer(&plans::report_of(&plan, &tally)).missing.expect("more games");
        missing.rsplit_once("A cell alone").expect("says so").1.to_owned()
    };
    let pairs = " could show a difference with 6 pairs or more; it has 2.";
    assert_eq!(missing(FirstMover::Alternate), pairs);
    assert_eq!(missing(FirstMover::Player), " could show a difference with 6 games or more; it has 4.");
}

/// Heuristic and depth are crossed: what each is worth with the other equal, and what makes up for what.
#[test]
fn crossed_settings_have_effects() {
    let answer = answer(&plans::report(&plans::round_robin()));
    assert!(answer.text.contains("all else equal, `runs` beats `open-lines` by +"), "{answer:?}");
    assert!(answer.text.contains("one more ply of depth is worth +"), "{answer:?}");
    assert!(answer.text.contains("plies to make up for it"), "{answer:?}");
}

/// Players who meet their equals on several games, at two depths.
fn games_of_equals() -> connect_toe_experiment::Plan {
    let study = |name: &str, games: &str| {
        format!(
            "[[study]]\nname = \"{name}\"\ngame = {games}\nplayer = \"alpha-beta:depth={{1,2}},eval=runs\"\n\
             opponent = [\"alpha-beta:depth={{1,2}},eval=runs\", \"random\"]\n"
        )
    };
    let (flat, deep) =
        (study("flat", r#"["3x3:3", "4x4:4", "5x5:4"]"#), study("deep", r#"["3x3x3:3", "4x4:4"]"#));
    plans::read("Games of equals", &(flat + &deep))
}

/// First move, draws, lengths and the worth of looking ahead: a sentence each, and every number once.
#[test]
fn games_of_equals_answer_all_that_they_can() {
    let plan = games_of_equals();
    let report = plans::report(&plan);
    let whole = answer(&report).text;
    let json: serde_json::Value =
        serde_json::from_str(&report.json().expect("can be made")).expect("is JSON");
    let study = json["studies"][0]["answer"].as_str().expect("an answer").to_owned();
    for text in [&whole, &study] {
        for phrase in ["Moving first is ", "Draws range from ", "games last from ", "Looking 2 plies ahead"] {
            assert_eq!(text.matches(phrase).count(), 1, "{phrase}: {text}");
        }
        assert_eq!(text.matches(". ").count(), 2, "three sentences: {text}");
        assert!(text.contains("Looking 2 plies ahead instead of 1 is worth +"), "{text}");
    }
    // The game that two studies share is one game, in the drawing too.
    let drawn = drawings(&report);
    assert!(
        drawn.len() == 1 && drawn[0].caption.starts_with("Score of the first mover by game"),
        "{drawn:?}"
    );
    assert_eq!(drawn[0].data.lines().count(), 1 + 4, "{}", drawn[0].data);
    assert!(whole.contains(" of 4 games") || whole.contains(" all 4 games"), "{whole}");
    assert!(whole.ends_with("Elo in “deep”.") && whole.contains("Elo in “flat” and +"), "{whole}");
    // What the answer says of the games, the summary does not say again.
    let summary = report.summary().join("\n");
    assert!(!summary.contains("Moving first scores most on"), "{summary}");
    assert!(!summary.contains("has the highest score"), "{summary}");
}

/// Where a number makes the games differ, the answer follows it.
#[test]
fn games_by_a_number_are_told_value_by_value() {
    let mut plan = plans::read(
        "Run length",
        r#"
        [[study]]
        name = "s"
        let = { run = [3, 4] }
        game = "5x5:{run}"
        player = "alpha-beta:depth=1,eval=runs"
        opponent = "alpha-beta:depth=1,eval=runs"
        "#,
    );
    let tally = plans::counts(&mut plan, &[[90, 0, 10], [30, 40, 30]]);
    let answer = answer(&plans::report_of(&plan, &tally)).text;
    assert!(
        answer.ends_with(
            "At `run` 3 and 4 the first mover scores 90.0 and 50.0\u{a0}%, 0.0 and 40.0\u{a0}% of the games are drawn, \
             and they last 5.0 and 5.0 plies."
        ),
        "{answer}"
    );
}

/// A disadvantage is named with its game, and a lead everywhere is told of all studies at once.
#[test]
fn what_holds_in_all_studies_is_said_once() {
    let mut plan = plans::read(
        "Two games",
        "[[study]]\nname = \"s\"\ngame = [\"4x4:3\", \"4x4:4\"]\nplayer = \"random\"\nopponent = \"random\"\n",
    );
    let tally = plans::counts(&mut plan, &[[180, 0, 20], [20, 0, 180]]);
    let text = answer(&plans::report_of(&plan, &tally)).text;
    assert!(
        text.contains("most on `4x4:3` (score 90.0\u{a0}%), and a disadvantage on `4x4:4` (10.0\u{a0}%)."),
        "{text}"
    );

    let study = |name: &str, game: &str| {
        format!(
            "[[study]]\nname = \"{name}\"\nlet = {{ depth = [2, 4] }}\ngame = \"{game}\"\n\
             player = \"alpha-beta:depth={{depth}},eval={{runs,open-lines,undecided}}\"\ngames_per_cell = 2000\n"
        )
    };
    let plan = plans::read("Depths", &(study("one", "4x4:4") + &study("two", "5x5:4")));
    let text = answer(&plans::report(&plan)).text;
    assert!(text.starts_with("`runs` is best in both studies: "), "{text}");
    assert!(text.ends_with("; it leads at each of the 2 values of `depth` in each study."), "{text}");
}

/// Scores against different opponents do not stand in one picture.
#[test]
fn each_picture_says_against_whom() {
    let study = |name: &str, opponent: &str| {
        format!(
            "[[study]]\nname = \"{name}\"\ntitle = \"Against {name}\"\ngame = [\"3x3:3\", \"4x4:4\"]\n\
             player = \"two-ply\"\nopponent = \"{opponent}\"\n"
        )
    };
    let of = |first: &str, second: &str| -> Vec<String> {
        let mut plan = plans::read("Two opponents", &(study("one", first) + &study("two", second)));
        let tally = plans::counts(&mut plan, &[[180, 0, 20], [170, 0, 30], [160, 0, 40], [150, 0, 50]]);
        let drawn = drawings(&plans::report_of(&plan, &tally));
        drawn.into_iter().map(|figure| figure.caption).collect()
    };
    let score = |opponent: &str| format!("Score of `two-ply` against `{opponent}`, with 95 % intervals");
    let titled = |title: &str, opponent: &str| format!("“Against {title}”: {}", score(opponent));
    assert_eq!(of("random", "minimax:depth=1,eval=runs").len(), 2);
    assert_eq!(of("random", "random"), [score("random")]);
    assert_eq!(of("random", "minimax:depth=1,eval=runs")[0], titled("one", "random"));
}

/// A pattern of games is as many games as it has values; who is better on which is told by their names.
#[test]
fn two_players_on_the_games_of_a_pattern() {
    let mut plan = plans::read(
        "Run length",
        r#"
        [[study]]
        name = "s"
        let = { run = [3, 4, 5] }
        game = "5x5:{run}"
        player = "two-ply"
        opponent = "random"
        "#,
    );
    let tally = plans::counts(&mut plan, &[[180, 0, 20], [170, 0, 30], [60, 0, 140]]);
    let text = answer(&plans::report_of(&plan, &tally)).text;
    assert!(text.ends_with(", shown on 2 of 3 games, and the reverse on `5x5:5`."), "{text}");
}

/// Three players on several games: the study is about them, although each meets itself too.
#[test]
fn more_than_two_players_are_asked_about() {
    let plan = plans::read(
        "Three",
        r#"
        [[study]]
        name = "s"
        game = ["3x3:3", "4x4:4"]
        player = "alpha-beta:depth=1,eval={runs,open-lines,undecided}"
        opponent = "alpha-beta:depth=1,eval={runs,open-lines,undecided}"
        "#,
    );
    let text = answer(&plans::report(&plan)).text;
    assert!(!text.contains("Moving first"), "{text}");
}

/// Players of one tournament never meet across the values of a variable, which is said if the question asks for it.
#[test]
fn what_never_meets_is_said_if_asked() {
    let study = r#"
        [[study]]
        name = "s"
        let = { depth = [1, 2] }
        game = "3x3:3"
        player = "alpha-beta:depth={depth},eval={open-lines,runs,undecided}"
        "#;
    let of = |question: &str| {
        let plan = plans::read("Depths", &format!("{study}\nquestion = {question:?}\n"));
        answer(&plans::report(&plan)).text
    };
    let never =
        "players of different `depth` never meet, so these games do not tell what `depth` itself is worth";
    assert!(of("Which is best, at every depth?").contains(never));
    assert!(!of("Which is best?").contains(never));
}

/// A cross table that nobody could read is not drawn, and its place says so.
#[test]
fn no_cross_table_vanishes() {
    let players = |depths: &str| {
        let plan = plans::read(
            "Many",
            &format!("[[study]]\nname = \"s\"\ngame = \"3x3:3\"\nplayer = \"minimax:depth={depths}\"\n"),
        );
        plans::report(&plan).html().expect("can be made")
    };
    let (few, many) = (players("{1..3}"), players("{1..41}"));
    assert!(few.contains("id=\"s-cross-1\"") && !few.contains("Not drawn"));
    assert!(!many.contains("id=\"s-cross-1\""));
    assert!(many.contains("Not drawn: 41 players are more than the 40 whose table can be read."));
}

/// Nothing but draws: no winner, and no number of games would help.
#[test]
fn equals_have_no_winner() {
    let plan = plans::round_robin();
    let tally = plans::uniform(&plan, GameResult::Draw);
    let answer = answer(&plans::report_of(&plan, &tally));
    assert!(answer.text.starts_with("No difference is shown: "), "{answer:?}");
    assert!(!answer.text.contains("is the best"), "{answer:?}");
}

/// The question of a study is answered in its section, or the section says what is missing.
#[test]
fn a_question_of_a_study_is_answered_or_not() {
    let plan = plans::read(
        "Two studies",
        r#"
        [[study]]
        name = "first"
        question = "Is a search better than nothing?"
        game = "3x3:3"
        player = "alpha-beta:depth=2,eval=runs"
        opponent = "random"

        [[study]]
        name = "second"
        question = "And two plies?"
        game = "3x3:3"
        player = "two-ply"
        opponent = "random"
        "#,
    );
    let mut tally = plans::played(&plan, 1.0);
    tally.conditions[1] = connect_toe_experiment::ConditionTally::default();
    let report = Report::new(&plan, &tally, plans::provenance(&plan, 0.5), Extras::default());
    let document = report.document();
    let of_section = |id: &str| {
        let section = document.sections.iter().find(|section| section.id == id).expect("a section");
        match section.blocks.first() {
            Some(Block::Answer(answer)) => answer.clone(),
            other => panic!("no answer: {other:?}"),
        }
    };
    let (first, second) = (of_section("study-1"), of_section("study-2"));
    assert_eq!(first.question.as_deref(), Some("Is a search better than nothing?"));
    assert!(first.text.contains("beats `random`"), "{first:?}");
    assert_eq!(second.question.as_deref(), Some("And two plies?"));
    assert_eq!(second.text, "This run cannot answer it: no game of this study has been played yet.");
    assert_eq!(
        second.missing.as_deref(),
        Some("Still to be played: 100 of 100 games, in 1 cell, 1 of them without any.")
    );
    let json: serde_json::Value =
        serde_json::from_str(&report.json().expect("can be made")).expect("is JSON");
    assert_eq!(json["studies"][1]["question"], "And two plies?");
    assert_eq!(json["studies"][1]["answer"], second.text.as_str());
    assert!(
        report
            .markdown()
            .contains("**This run cannot answer it: no game of this study has been played yet.**")
    );
}

/// What a question is does not change which games are played: old results stay readable.
#[test]
fn questions_do_not_change_a_plan() {
    let study = "[[study]]\nname = \"s\"\ngame = \"3x3:3\"\nplayer = \"two-ply\"\nopponent = \"random\"\n";
    let (without, with) =
        (plans::read("A", study), plans::read("A", &format!("{study}question = \"Why?\"\n")));
    assert_eq!(with.studies[0].question.as_deref(), Some("Why?"));
    assert_eq!((without.hash(), without.canonical()), (with.hash(), with.canonical()));
}

/// Every game has its plot of ratings, or a sentence says why not.
#[test]
fn no_rating_plot_vanishes() {
    let plan = plans::read(
        "Nine games",
        r#"
        [[study]]
        name = "s"
        game = ["3x3:3", "4x4:3", "4x4:4", "5x5:3", "5x5:4", "5x5:5", "6x6:4", "6x6:5", "6x6:6"]
        player = ["random", "two-ply", "alpha-beta:depth=1,eval=runs"]
        "#,
    );
    let html = plans::report(&plan).html().expect("can be made");
    assert_eq!(html.matches("<figure id=\"s-ratings-").count(), 10, "the mean and nine games");
    let mut tally = plans::played(&plan, 1.0);
    for (condition, counts) in plan.conditions.iter().zip(&mut tally.conditions) {
        if condition.game_pattern == 8 {
            *counts = connect_toe_experiment::ConditionTally::default();
        }
    }
    let html = plans::report_of(&plan, &tally).html().expect("can be made");
    assert!(html.contains("No ratings on <code>6x6:6</code>: no games have been played."));
}
