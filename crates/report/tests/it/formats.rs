use connect_toe_experiment::Plan;
use connect_toe_report::{DecidedGames, Extras, Provenance, Reference, References, Report};
use serde_json::Value;

use crate::plans;

#[test]
fn every_cell_is_in_every_format() {
    for plan in [plans::round_robin(), plans::depths(), plans::faces()] {
        let report = plans::report(&plan);
        let json: Value = serde_json::from_str(&report.json().expect("can be made")).expect("is JSON");
        assert_eq!(json["cells"].as_array().map(Vec::len), Some(plan.conditions.len()));
        let csv = report.csv().expect("can be made");
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let columns = reader.headers().expect("a heading").clone();
        let column = |name: &str| columns.iter().position(|other| other == name).expect(name);
        let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
        assert_eq!(rows.len(), plan.conditions.len());
        for ((row, condition), wire) in
            rows.iter().zip(&plan.conditions).zip(json["cells"].as_array().expect("a list"))
        {
            assert_eq!(row[column("game")], condition.game.to_string());
            assert_eq!(row[column("player")], condition.player.to_string());
            assert_eq!(row[column("opponent")], condition.opponent.to_string());
            assert_eq!(row[column("wins")].parse().ok(), wire["wins"].as_u64());
            assert_eq!(wire["game"], condition.game.to_string());
            let count = |name: &str| row[column(name)].parse::<u64>().expect(name);
            assert_eq!(count("wins") + count("draws") + count("losses"), count("games"));
            let (low, high) = (&row[column("score_low")], &row[column("score_high")]);
            let score: f64 = row[column("score")].parse().expect("a score");
            assert!(low.parse::<f64>().expect("low") <= score && score <= high.parse().expect("high"));
        }
        let cells = |text: &str, line: &str| text.matches(line).count();
        let (markdown, latex) = (report.markdown(), report.latex());
        let page = report.html().expect("can be made");
        assert!(
            cells(&markdown, "\n| ") > plan.conditions.len()
                && cells(&latex, " \\\\\n") > plan.conditions.len()
        );
        assert!(cells(&page, "<tr>") > plan.conditions.len());
        // All games of a cell are printed beside each other.
        for tally in &plans::played(&plan, 1.0).conditions {
            let wdl = tally.wdl();
            let (wins, draws, losses) = (wdl.wins, wdl.draws, wdl.losses);
            assert!(markdown.contains(&format!("| {wins} | {draws} | {losses} |")));
            let row = format!("& {wins} & {draws} & {losses} ");
            assert!(latex.contains(&format!("{row}&")) || latex.contains(&format!("{row}\\\\")), "{row}");
            assert!(page.contains(&format!("<td>{wins}</td><td>{draws}</td><td>{losses}</td>")));
        }
    }
}

#[test]
fn the_bytes_depend_on_the_input_alone() {
    let plan = plans::round_robin();
    let make = || {
        let report = plans::report(&plan);
        let made = [report.html(), report.csv(), report.json()].map(|text| text.expect("can be made"));
        (made, report.markdown(), report.latex())
    };
    assert_eq!(make(), make());
}

/// Printed values for some conditions.
fn references(plan: &Plan) -> References {
    let reference = |place: usize| {
        let (printed, counts): (&str, &[(u64, u64)]) = match place {
            0 => ("0.2", &[(1, 5)]),
            1 => ("0.428571429", &[(3, 7)]),
            2 => ("0.8", &[(4, 5), (8, 10)]),
            14 => ("1", &[(6, 6), (8, 8)]),
            _ => return None,
        };
        let counts = counts.iter().map(|&(wins, decided)| DecidedGames { wins, decided });
        let (printed, rate) = (printed.to_owned(), printed.parse().ok());
        Some(Reference { table: 2, printed, rate, counts: counts.collect() })
    };
    References { of_conditions: (0..plan.conditions.len()).map(reference).collect(), ..References::default() }
}

#[test]
fn fields_of_the_contract() {
    let plan = plans::player_first(plans::depths());
    let extras = Extras { references: Some(references(&plan)), ..Extras::default() };
    let report = Report::new(&plan, &plans::played(&plan, 1.0), plans::provenance(&plan, 1.0), extras);
    let json: Value = serde_json::from_str(&report.json().expect("can be made")).expect("is JSON");
    insta::assert_json_snapshot!("cell", json["cells"][14]);
    insta::assert_json_snapshot!("study", json["studies"][0]);
    let names: Vec<&str> = json.as_object().expect("an object").keys().map(String::as_str).collect();
    insta::assert_snapshot!(names.join(" "), @"schema version title question answer seed plan_hash reproducible overrides pairs_done pairs games sessions summary studies cells file_name file");
    let csv = report.csv().expect("can be made");
    insta::assert_snapshot!("csv", csv.lines().take(4).collect::<Vec<_>>().join("\n"));
}

#[test]
fn every_file_has_its_format() {
    let plan = plans::depths();
    let report = plans::report(&plan);
    let [html, csv, json] =
        [report.html(), report.csv(), report.json()].map(|text| text.expect("can be made"));
    let texts = report.texts().expect("can be made");
    assert_eq!(texts, [html, report.markdown(), csv, json, report.latex()]);
    assert_eq!(Report::FILES, ["report.html", "report.md", "results.csv", "results.json", "tables.tex"]);
}

#[test]
fn no_terminal_obeys_a_title() {
    let mut plan = plans::depths();
    let evil = "=a\u{1b}]0;evil\u{7}\u{1b}[31mred\u{9b}2J\u{202e}x";
    plan.title = evil.to_owned();
    plan.question = Some(evil.to_owned());
    plan.studies[0].name = evil.to_owned();
    let [html, markdown, csv, _, latex] = plans::report(&plan).texts().expect("can be made");
    for (name, text) in Report::FILES.iter().zip([&html, &markdown, &csv, &latex]) {
        let obeyed = |symbol: char| (symbol.is_control() && symbol != '\n') || symbol == '\u{202e}';
        assert!(!text.contains(obeyed), "{name}: {:?}", text.find(obeyed).map(|place| &text[place..]));
    }
    assert!(html.contains("[31mred") && markdown.contains("31mred"));
    assert!(csv.lines().nth(1).is_some_and(|row| row.starts_with(r"'=a\u{1b}]0;evil")), "{csv}");
}

#[test]
fn an_empty_plan_has_a_report() {
    let plan = plans::empty("Nothing");
    let tally = connect_toe_experiment::Tally::new(&plan);
    let report = Report::new(&plan, &tally, Provenance::default(), Extras::default());
    assert_eq!(report.summary(), ["No game has been played yet."]);
    assert!(report.html().is_ok() && report.csv().is_ok());
    assert!(report.markdown().contains("No game has been played yet.") && report.latex().starts_with('%'));
}
