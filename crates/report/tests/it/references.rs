//! Printed values beside ours.

use connect_toe_report::{DecidedGames, Extras, Reference, References, Report};
use serde_json::Value;

use crate::plans;

fn extras(plan: &connect_toe_experiment::Plan) -> Extras {
    let reference = |place: usize| {
        (place % 4 == 2).then(|| Reference {
            table: 2,
            printed: "0.8".to_owned(),
            rate: Some(0.8),
            counts: vec![DecidedGames { wins: 4, decided: 5 }, DecidedGames { wins: 8, decided: 10 }],
        })
    };
    Extras {
        references: Some(References {
            name: "book".to_owned(),
            source: "the old book".to_owned(),
            note: "The old book prints `percentages`.".to_owned(),
            of_conditions: (0..plan.conditions.len()).map(reference).collect(),
        }),
        ..Extras::default()
    }
}

#[test]
fn printed_values_stand_beside_their_conditions() {
    let plan = plans::depths();
    let report = Report::new(&plan, &plans::played(&plan, 1.0), plans::provenance(&plan, 1.0), extras(&plan));
    let page = report.html().expect("can be made");
    assert!(page.contains("<th scope=\"col\">book\u{a0}%</th><th scope=\"col\">book’s counts</th>"));
    assert_eq!(page.matches("<td>4/5 or 8/10</td>").count(), plan.conditions.len() / 4);
    assert!(
        page.contains("; book: what the old book prints, and") && page.contains("<code>percentages</code>")
    );
    assert!(page.contains("the book’s values against ours (Holm)"));
    let summary = report.summary().join("\n");
    assert!(summary.contains("24 cells have a printed value in the old book; "), "{summary}");
    let json: Value = serde_json::from_str(&report.json().expect("can be made")).expect("is JSON");
    let (with, without) = (&json["cells"][2]["paper"], &json["cells"][3]["paper"]);
    assert_eq!(
        (&with["table"], &with["printed"], &with["candidates"][1][0]),
        (&2.into(), &"0.8".into(), &8.into())
    );
    assert!(with["p_holm"].as_f64() >= with["p_value"].as_f64() && with["p_value"].is_number());
    assert!(without.is_null());
    let csv = report.csv().expect("can be made");
    let printed: Vec<&str> = csv.lines().skip(1).filter_map(|line| line.rsplit(',').nth(2)).collect();
    assert_eq!(&printed[..4], ["", "", "0.8", ""]);
}

/// References without a value for any condition leave no trace.
#[test]
fn without_printed_values_there_are_no_columns() {
    let plan = plans::depths();
    let mut extras = extras(&plan);
    if let Some(references) = &mut extras.references {
        references.of_conditions.clear();
    }
    let tally = plans::played(&plan, 1.0);
    let report = Report::new(&plan, &tally, plans::provenance(&plan, 1.0), extras);
    let page = report.html().expect("can be made");
    assert!(!page.contains("book"), "{page}");
    assert_eq!(page, plans::report(&plan).html().expect("can be made"));
}
