use std::fs;

use connect_toe_report::{PaperReport, ReportError};

use crate::small;

#[test]
fn three_files_are_written_into_a_new_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let out_dir = folder.path().join("a/b");
    let results = small();
    let report = PaperReport::new(&results);
    let files = report.write(&out_dir).expect("can be written");
    assert_eq!(files.html, out_dir.join("report.html"));
    assert_eq!(fs::read_to_string(files.html).ok(), report.html().ok());
    assert_eq!(fs::read_to_string(files.json).ok(), report.json().ok());
    assert_eq!(fs::read_to_string(files.csv).ok(), report.csv().ok());
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("taken");
    fs::write(&file, "").expect("can be written");
    let results = small();
    let error = PaperReport::new(&results).write(&file.join("below")).expect_err("is a file");
    assert!(matches!(&error, ReportError::Write { path, .. } if path.ends_with("taken/below")), "{error}");
}
