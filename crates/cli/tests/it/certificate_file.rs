//! `solve --certificate`: what happens to whatever has the name already.
#![cfg(unix)]

use std::fs::{self, File};
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output};

/// Proves a small game's answer.
fn prove(file: &Path) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("connect-toe"));
    command.args(["solve", "4x4:3", "--certificate"]).arg(file);
    command
}

/// An earlier certificate.
const OLD: &str = "connect-toe certificate 1\nof an earlier run\n";

fn run(command: &mut Command) -> Output {
    command.output().expect("it runs")
}

fn is_certificate(text: &str) -> bool {
    text.starts_with("connect-toe certificate 1\n") && text.ends_with("\nend\n")
}

#[test]
fn a_pipe_is_written_into() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo is there").success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).expect("text")
    });
    let output = run(&mut prove(&pipe));
    // A reader whom nobody writes to waits for ever.
    assert!(fs::symlink_metadata(&pipe).expect("it is there").file_type().is_fifo());
    assert_eq!(output.status.code(), Some(0));
    assert!(is_certificate(&reader.join().expect("it was read")));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

#[test]
fn links_are_followed_and_modes_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let (link, target) = (folder.path().join("link"), folder.path().join("target"));
    symlink("target", &link).expect("a link");
    let is_link = || fs::symlink_metadata(&link).expect("it is there").is_symlink();
    // At first the link leads nowhere.
    for mode in [None, Some(0o640), Some(0o604)] {
        if let Some(mode) = mode {
            fs::write(&target, OLD).expect("it is written");
            fs::set_permissions(&target, fs::Permissions::from_mode(mode)).expect("it is ours");
        }
        assert_eq!(run(&mut prove(&link)).status.code(), Some(0));
        assert!(is_link() && is_certificate(&fs::read_to_string(&target).expect("text")));
        let found = fs::metadata(&target).expect("it is there").permissions().mode() & 0o7777;
        assert_eq!(found, mode.unwrap_or(found), "{found:o}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
}

#[test]
fn only_a_certificate_is_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("notes");
    for other in ["what was there before", "SQLite format 3\0"] {
        fs::write(&file, other).expect("it is written");
        let output = run(&mut prove(&file));
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains("is not replaced") && error.contains("another file"), "{error}");
        assert_eq!(fs::read_to_string(&file).expect("text"), other);
    }
    fs::write(&file, OLD).expect("it is written");
    assert_eq!(run(&mut prove(&file)).status.code(), Some(0));
    assert!(is_certificate(&fs::read_to_string(&file).expect("text")));
}

#[test]
fn a_failed_proof_leaves_the_file_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("proof");
    fs::write(&file, OLD).expect("it is written");
    let output = run(prove(&file).args(["--certificate-moves", "10"]));
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(fs::read_to_string(&file).expect("text"), OLD);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

#[test]
fn a_file_that_is_standard_output_has_both() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("all");
    let stdout = File::create(&file).expect("a file");
    let status = prove(&file).stdout(stdout).status().expect("it runs");
    assert_eq!(status.code(), Some(0));
    let text = fs::read_to_string(&file).expect("text");
    let (certificate, answer) = text.split_once("\nend\n").expect("both");
    assert!(certificate.starts_with("connect-toe certificate 1\n"), "{certificate}");
    assert!(answer.starts_with("x to move: win in 5 plies\n"), "{answer}");
}

#[test]
fn what_cannot_be_written_is_refused_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let refused = |name: &str| {
        let output = run(prove(Path::new(name)).current_dir(folder.path()));
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{name}");
        String::from_utf8(output.stderr).expect("text")
    };
    insta::assert_snapshot!(refused("nowhere/proof"), @r"
    error: cannot write nowhere/proof: No such file or directory (os error 2)

    hint: name another file with --certificate
    ");
    insta::assert_snapshot!(refused("-"), @r"
    error: the answer is on standard output, so the certificate needs a file

    hint: name a file with --certificate, ./- for one with this name
    ");
    for folder in ["..", ".", "new/"] {
        assert!(refused(folder).contains("is a directory"), "{folder}");
    }
}
