use connect_toe_report::{ExperimentReport, Provenance};
use serde_json::Value;

use super::plans;

#[test]
fn every_cell_is_in_every_format() {
    for plan in [plans::round_robin(), plans::depths(), plans::faces()] {
        let report = plans::report(&plan);
        let json: Value = serde_json::from_str(&report.json().expect("can be made")).expect("is JSON");
        assert_eq!(json["cells"].as_array().map(Vec::len), Some(plan.cells.len()));
        let csv = report.csv().expect("can be made");
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let columns = reader.headers().expect("a heading").clone();
        let column = |name: &str| columns.iter().position(|other| other == name).expect(name);
        let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
        assert_eq!(rows.len(), plan.cells.len());
        for ((row, cell), wire) in rows.iter().zip(&plan.cells).zip(json["cells"].as_array().expect("a list"))
        {
            assert_eq!(row[column("game")], cell.game.to_string());
            assert_eq!(row[column("player")], cell.player.to_string());
            assert_eq!(row[column("opponent")], cell.opponent.to_string());
            assert_eq!(row[column("wins")].parse().ok(), wire["wins"].as_u64());
            assert_eq!(wire["game"], cell.game.to_string());
            let count = |name: &str| row[column(name)].parse::<u64>().expect(name);
            assert_eq!(count("wins") + count("draws") + count("losses"), count("games"));
            let (low, high) = (&row[column("score_low")], &row[column("score_high")]);
            let score: f64 = row[column("score")].parse().expect("a score");
            assert!(low.parse::<f64>().expect("low") <= score && score <= high.parse().expect("high"));
        }
        let cells = |text: &str, line: &str| text.matches(line).count();
        let (markdown, latex) =
            (report.markdown().expect("can be made"), report.latex().expect("can be made"));
        let page = report.html().expect("can be made");
        assert!(cells(&markdown, "\n| ") > plan.cells.len() && cells(&latex, " \\\\\n") > plan.cells.len());
        assert!(cells(&page, "<tr>") > plan.cells.len());
        // All games of a cell are printed beside each other.
        for tally in &plans::played(&plan, 1.0).cells {
            let wdl = tally.wdl();
            let (wins, draws, losses) = (wdl.wins, wdl.draws, wdl.losses);
            assert!(markdown.contains(&format!("| {wins} | {draws} | {losses} |")));
            assert!(latex.contains(&format!("& {wins} & {draws} & {losses} &")));
            assert!(page.contains(&format!("<td>{wins}</td><td>{draws}</td><td>{losses}</td>")));
        }
    }
}

#[test]
fn the_bytes_depend_on_the_input_alone() {
    let plan = plans::round_robin();
    let make = || {
        let report = plans::report(&plan);
        [report.html(), report.markdown(), report.csv(), report.json(), report.latex()]
            .map(|text| text.expect("can be made"))
    };
    assert_eq!(make(), make());
}

#[test]
fn fields_of_the_contract() {
    let plan = plans::player_first(plans::depths());
    let json: Value =
        serde_json::from_str(&plans::report(&plan).json().expect("can be made")).expect("is JSON");
    insta::assert_json_snapshot!("experiment_cell", json["cells"][14]);
    insta::assert_json_snapshot!("experiment_study", json["studies"][0]);
    let names: Vec<&str> = json.as_object().expect("an object").keys().map(String::as_str).collect();
    insta::assert_snapshot!(names.join(" "), @"schema version title question seed plan_hash reproducible overrides pairs_done pairs games sessions summary studies cells file_name file");
    let csv = plans::report(&plan).csv().expect("can be made");
    insta::assert_snapshot!("experiment_csv", csv.lines().take(4).collect::<Vec<_>>().join("\n"));
}

#[test]
fn printed_values_are_found_whatever_the_order_of_settings() {
    let mut plan = plans::empty("One cell of the paper");
    plan.studies.push(plans::study("one", "One", &[], false));
    let player = "alpha-beta:eval=optimistic,depth=1,ties=random";
    let cell = plans::cell(&plan, &[], "tic-tac-toe", player, "random", 10);
    plan.cells.push(cell);
    let other_conditions: Value =
        serde_json::from_str(&plans::report(&plan).json().expect("can be made")).expect("is JSON");
    assert!(other_conditions["cells"][0]["paper"].is_null());
    let plan = plans::player_first(plan);
    let json: Value =
        serde_json::from_str(&plans::report(&plan).json().expect("can be made")).expect("is JSON");
    assert_eq!(json["cells"][0]["paper"]["table"], 2);
    assert!(json["cells"][0]["paper"]["printed"].is_string());
}

#[test]
fn five_files_are_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = plans::depths();
    let report = plans::report(&plan);
    let files = report.write(&folder.path().join("a/b")).expect("can be written");
    let read = |path: &std::path::Path| std::fs::read_to_string(path).ok();
    assert_eq!(read(&files.html), report.html().ok());
    assert_eq!(read(&files.markdown), report.markdown().ok());
    assert_eq!(read(&files.csv), report.csv().ok());
    assert_eq!(read(&files.json), report.json().ok());
    assert_eq!(read(&files.latex), report.latex().ok());
    assert!(files.latex.ends_with("a/b/tables.tex"));
}

#[test]
fn an_empty_plan_has_a_report() {
    let plan = plans::empty("Nothing");
    let tally = connect_toe_experiment::Tally::new(&plan);
    let report = ExperimentReport::new(&plan, &tally, Provenance::default());
    assert_eq!(report.summary(), ["No game has been played yet."]);
    assert!(
        report.html().is_ok() && report.markdown().is_ok() && report.latex().is_ok() && report.csv().is_ok()
    );
}
