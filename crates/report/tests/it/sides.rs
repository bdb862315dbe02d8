//! Games in which it matters which side one has.

use std::ops::ControlFlow;

use connect_toe_experiment::{Plan, Tally, play};
use connect_toe_report::{Extras, Provenance, Report};
use connect_toe_work::Stop;
use serde_json::Value;

use crate::plans;

fn played(plan: &Plan) -> Report<'_> {
    let mut tally = Tally::new(plan);
    let count = |pair: Option<connect_toe_experiment::Pair>| {
        if let Some(pair) = &pair {
            tally.count(pair);
        }
        ControlFlow::Continue(())
    };
    play(plan, &plan.everything(), &Stop::new(), count).expect("can be played");
    Report::new(plan, &tally, Provenance::of(plan, &tally), Extras::default())
}

fn makers(opponents: &str) -> Plan {
    plans::read(
        "Makers",
        &format!(
            "[[study]]\nname = \"maker\"\ngame = [\"3x3:3:free:maker\", \"4x4:4:free:maker\"]\n\
             player = [\"minimax:depth=1,eval=optimistic\", \"minimax:depth=2,eval=pessimistic\", \"random\"]\n{opponents}"
        ),
    )
}

/// No word of draws and first moves where there are none, and the results of Makers and Breakers one by one.
#[test]
fn maker_and_breaker_in_words() {
    for opponents in ["", "opponent = \"random\"\n"] {
        let plan = makers(opponents);
        let report = played(&plan);
        let markdown = report.markdown();
        let answer = report.summary().concat();
        for word in ["draw", "oving first", "first mover", "first move"] {
            assert!(!answer.contains(word), "{word}: {answer}");
        }
        assert!(!markdown.contains("| D |") && !markdown.contains("drawn %"), "{markdown}");
        assert!(answer.contains("As Maker `") && answer.contains("; as Breaker `"), "{answer}");
        assert!(markdown.contains("| player | as Maker games | as Maker score % |"), "{markdown}");
        assert!(markdown.contains("X is Maker, and O is Breaker."), "{markdown}");
        let json: Value = serde_json::from_str(&report.json().expect("can be made")).expect("is JSON");
        let sides = &json["studies"][0]["by_side"];
        assert_eq!((&sides[0]["side_name"], &sides[1]["side"]), (&Value::from("Maker"), &Value::from("o")));
        assert_eq!(json["cells"][0]["can_be_drawn"], Value::from(false));
        assert!(
            report
                .csv()
                .expect("can be made")
                .lines()
                .nth(1)
                .is_some_and(|row| row.ends_with(",Maker,Breaker"))
        );
    }
}

/// Where Maker cannot fail, all players are as good with each side, and none is ahead.
#[test]
fn who_shares_the_score_with_all_is_ahead_of_nobody() {
    let plan = plans::read(
        "Sure",
        "[[study]]\nname = \"sure\"\ngame = \"2x2:2:free:maker\"\n\
         player = [\"minimax:depth=1,eval=optimistic\", \"random\"]\nopponent = \"minimax:depth=2\"\n",
    );
    let answer = played(&plan).summary().concat();
    assert!(answer.contains("As Maker `") && !answer.contains("ahead of all others"), "{answer}");
}

/// In a study of several kinds of games, those with unlike sides are told by side, and draws are those of the others.
#[test]
fn games_with_and_without_sides() {
    let plan = plans::read(
        "Both",
        "[[study]]\nname = \"both\"\ngame = [\"3x3:3\", \"3x3:3:free:maker\", \"4x4:3:free:turn=1+2\"]\n\
         player = [\"minimax:depth=1,eval=optimistic\", \"random\"]\n",
    );
    let report = played(&plan);
    let summary = report.summary().concat();
    assert!(summary.contains("laying X scores") && summary.contains("whose rules have draws"), "{summary}");
    let markdown = report.markdown();
    assert!(markdown.contains("The players as X and as O"), "{markdown}");
    let json: Value = serde_json::from_str(&report.json().expect("can be made")).expect("is JSON");
    // Two of three games are told by side: in each, the player has X in 50 of 100 games.
    assert_eq!(json["studies"][0]["by_side"][0]["games"], Value::from(100));
}

/// Each side's stones are its moves, by which nodes are divided.
#[test]
fn turns_of_several_stones_are_counted() {
    let plan = plans::read(
        "Turns",
        "[[study]]\nname = \"turns\"\ngame = \"4x4:5:free:turn=1+3\"\nplayer = \"random\"\n\
         opponent = \"minimax:depth=1\"\nfirst = \"player\"\n",
    );
    let report = played(&plan);
    let json: Value = serde_json::from_str(&report.json().expect("can be made")).expect("is JSON");
    // X, O O O, X X X and so on: 7 of 16 stones are X's, and there is no line.
    let cell = &json["cells"][0];
    assert_eq!((&cell["player_moves"], &cell["opponent_moves"]), (&Value::from(700), &Value::from(900)));
}
