use connect_toe_paper::{Analysis, PaperResults, Reading, Results, Settings, sections};
use serde_json::Value;

use crate::{full, small, synthetic};

fn fields(results: &Results) -> PaperResults {
    PaperResults::new(results, &Analysis::new(results))
}

fn json(results: &Results) -> Value {
    let fields = fields(results);
    let text = fields.json();
    assert_eq!(serde_json::from_str::<PaperResults>(&text).expect("has the fields"), fields);
    serde_json::from_str(&text).expect("is JSON")
}

fn csv(results: &Results) -> String {
    fields(results).csv()
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
    let text = csv(&results);
    assert!(text.contains("tic-tac-toe,exact,1,O,O,0,1000,0,1000,,0.0,1.0,"), "{text:.300}");
}

#[test]
fn the_table_has_a_line_for_each_pairing() {
    let text = csv(&full());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 1 + 2 * (96 + 60 + 48));
    let columns = lines[0].split(',').count();
    assert!(lines.iter().all(|line| line.split(',').count() == columns));
    let small = csv(&small());
    insta::assert_snapshot!(small.lines().take(16).collect::<Vec<_>>().join("\n"));
}

#[test]
fn the_bytes_depend_on_the_counts_alone() {
    let make = || {
        let results = full();
        let analysis = Analysis::new(&results);
        let fields = PaperResults::new(&results, &analysis);
        (fields.json(), fields.csv(), sections(&results, &analysis))
    };
    assert_eq!(make(), make());
}
