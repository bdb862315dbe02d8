use connect_toe_paper::{Reading, Settings};
use connect_toe_report::PaperReport;
use serde_json::Value;

use crate::{full, small, synthetic};

fn json(results: &connect_toe_paper::Results) -> Value {
    let text = PaperReport::new(results).json().expect("can be made");
    serde_json::from_str(&text).expect("is JSON")
}

#[test]
fn cells_have_the_fields_of_the_contract() {
    let json = json(&full());
    let cells = json["cells"].as_array().expect("a list");
    assert_eq!(cells.len(), 2 * (96 + 60 + 48));
    for cell in cells {
        let count = |name: &str| cell[name].as_u64().expect("a count");
        assert_eq!(count("wins") + count("draws") + count("losses"), count("games"));
        for name in ["experiment", "reading", "player", "opponent"] {
            assert!(cell[name].is_string(), "{name}");
        }
        let (low, high) = (cell["interval"][0].as_f64(), cell["interval"][1].as_f64());
        let rate = cell["win_rate"].as_f64();
        assert!(low <= rate && rate <= high, "{cell}");
        assert!(cell["differs"].is_boolean() && cell["printed"].is_string());
    }
}

#[test]
fn a_cell_and_the_settings() {
    let json = json(&small());
    insta::assert_json_snapshot!("settings", json["settings"]);
    insta::assert_json_snapshot!("cell", json["cells"][13]);
    insta::assert_json_snapshot!("pooled", json["pooled"][4]);
    insta::assert_json_snapshot!("fit", json["goodness_of_fit"]);
    insta::assert_json_snapshot!("conclusion", json["conclusions"][1]);
}

#[test]
fn without_decided_games_there_is_no_rate() {
    let settings = Settings { readings: vec![Reading::Exact], ..Settings::default() };
    let results = synthetic::results(&settings, |_| (0.0, 0.0));
    let cell = &json(&results)["cells"][0];
    assert!(cell["win_rate"].is_null());
    assert_eq!(cell["interval"], serde_json::json!([0.0, 1.0]));
    let csv = PaperReport::new(&results).csv().expect("can be made");
    assert!(csv.contains("tic-tac-toe,exact,1,O,O,0,1000,0,1000,,0.0,1.0,"), "{csv:.300}");
}

#[test]
fn the_table_has_a_line_for_each_cell() {
    let csv = PaperReport::new(&full()).csv().expect("can be made");
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 1 + 2 * (96 + 60 + 48));
    let columns = lines[0].split(',').count();
    assert!(lines.iter().all(|line| line.split(',').count() == columns));
    let small = PaperReport::new(&small()).csv().expect("can be made");
    insta::assert_snapshot!(small.lines().take(16).collect::<Vec<_>>().join("\n"));
}

#[test]
fn the_bytes_depend_on_the_counts_alone() {
    let make = || {
        let results = full();
        let report = PaperReport::new(&results);
        (report.json().ok(), report.csv().ok(), report.html().ok())
    };
    assert_eq!(make(), make());
}
