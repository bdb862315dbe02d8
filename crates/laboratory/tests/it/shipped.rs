//! The experiments that the program brings along.

use connect_toe_api::Work;
use connect_toe_laboratory::{ExperimentFile, ReportExperiment, RunExperiment, ShippedExperiment};

/// A small run of the studies that take no time: every search plays every other one in every game.
#[test]
fn the_searches_play_each_other_from_balanced_openings() {
    let folder = tempfile::tempdir().expect("a folder");
    let searches =
        ShippedExperiment::ALL.iter().find(|shipped| shipped.name == "searches").expect("is there");
    let path = folder.path().join("searches.toml");
    std::fs::write(&path, searches.text.replace("milliseconds = 10", "milliseconds = 1"))
        .expect("is written");
    let set = ["games_per_cell=2".to_owned()].to_vec();
    let file = ExperimentFile { set, ..ExperimentFile::new(path.display().to_string()) };
    let status = RunExperiment::new(file.clone()).run(&Work::new()).expect("it can be played");
    assert!(status.done);
    assert_eq!(status.games, 2 * (75 + 75 + 12));
    let report = ReportExperiment { file, out: None, with_links: false };
    let written = report.run(&Work::new()).expect("is written");
    let page = std::fs::read_to_string(&written.files[0]).expect("is there");
    assert!(page.contains("balanced positions after 4 plies"), "{}", written.summary.join("\n"));
    for game in ["7x6:4:-2", "4x4x4:4:-3", "4x4x4:4", "9x9:5", "5x5:4", "3x3:3"] {
        assert!(page.contains(&format!("1 on <code>{game}</code>")), "{game}");
    }
}
