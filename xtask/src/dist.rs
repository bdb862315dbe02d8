//! `dist`: the archive of a release for the machine that it is built on. It holds the program, what shells need to
//! complete its commands, its manual, the licences and a list of what the program is built from, and lies beside its
//! checksum.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;
use sha2::{Digest, Sha256};

use crate::contents::{Contents, THIRD_PARTIES, host};
use crate::process::{built, cargo, output, root, run as run_program, target_directory};

const PROGRAM: &str = "connect-toe";
const PACKAGE: &str = "connect-toe-cli";
/// What lies beside the program as it is in the repository.
const DOCUMENTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"];
/// Shells, and the names under which they look for completions.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "connect-toe.bash"),
    ("elvish", "connect-toe.elv"),
    ("fish", "connect-toe.fish"),
    ("powershell", "_connect-toe.ps1"),
    ("zsh", "_connect-toe"),
];
/// What the program is built from, in the form of `CycloneDX`.
const BILL_OF_MATERIALS: &str = "connect-toe.cdx.json";

/// Options of `dist`.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Build with this profile: `dist` optimises everything, which takes minutes
    #[arg(long, default_value = "dist")]
    profile: String,
    /// Folder of the archive [default: target/archives]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let build = ["build", "--locked", "--package", PACKAGE, "--profile", &options.profile];
    run_program(&mut cargo(&build))?;
    // Cargo calls the folder of this profile by another name.
    let folder = if options.profile == "dev" { "debug" } else { &options.profile };
    let program = built(folder, PROGRAM)?;
    let host = host()?;
    let version = version_of(&program)?;
    let name = format!("{PROGRAM}-{version}-{host}");

    let out = match &options.out {
        Some(out) => out.clone(),
        None => target_directory()?.join("archives"),
    };
    fs::create_dir_all(&out).with_context(|| format!("cannot make {}", out.display()))?;
    let staging = tempfile::tempdir()?;
    fill(&staging.path().join(&name), &program, &version, &host)?;
    let archive = pack(staging.path(), &name, &out)?;
    check(&archive, &name, &version)?;
    println!("dist: {} holds a program that runs", archive.display());
    Ok(())
}

/// Puts everything into the folder.
fn fill(folder: &Path, program: &Path, version: &str, host: &str) -> Result<()> {
    let [completions, manual] = ["completions", "man"].map(|name| folder.join(name));
    fs::create_dir_all(&completions)?;
    fs::create_dir_all(&manual)?;
    let file = program.file_name().context("the program has a name")?;
    fs::copy(program, folder.join(file)).with_context(|| format!("cannot copy {}", program.display()))?;
    for document in DOCUMENTS {
        fs::copy(root().join(document), folder.join(document))
            .with_context(|| format!("cannot copy {document}"))?;
    }
    let contents = Contents::of(PACKAGE, host)?;
    fs::write(folder.join(THIRD_PARTIES), contents.licences()?)?;
    let list = contents.bill_of_materials(PROGRAM, version);
    fs::write(folder.join(BILL_OF_MATERIALS), serde_json::to_string_pretty(&list)? + "\n")?;
    for (shell, name) in COMPLETIONS {
        fs::write(completions.join(name), output(Command::new(program).args(["completions", shell]))?)?;
    }
    output(Command::new(program).args(["man", "--out"]).arg(&manual))?;
    Ok(())
}

/// Packs the folder of this name, and writes the checksum in the form of `sha256sum`. `tar` is part of Linux, macOS and
/// Windows, where it writes a zip.
fn pack(parent: &Path, name: &str, out: &Path) -> Result<PathBuf> {
    let file = format!("{name}.{}", if cfg!(windows) { "zip" } else { "tar.gz" });
    let archive = out.join(&file);
    let options = if cfg!(windows) { "-acf" } else { "-czf" };
    run_program(Command::new("tar").arg(options).arg(&archive).arg("-C").arg(parent).arg(name))?;
    fs::write(checksum_path(&archive), format!("{}  {file}\n", checksum(&archive)?))?;
    Ok(archive)
}

fn checksum_path(archive: &Path) -> PathBuf {
    let mut path = archive.as_os_str().to_owned();
    path.push(".sha256");
    path.into()
}

fn checksum(file: &Path) -> Result<String> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        // Writing into a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

/// Unpacks the archive somewhere else and looks at what is there, as a user would.
fn check(archive: &Path, name: &str, version: &str) -> Result<()> {
    let stated = fs::read_to_string(checksum_path(archive))?;
    ensure!(stated.starts_with(&checksum(archive)?), "the checksum is not that of the archive");
    let folder = tempfile::tempdir()?;
    run_program(Command::new("tar").arg("-xf").arg(archive).arg("-C").arg(folder.path()))?;
    let unpacked = folder.path().join(name);
    let program = unpacked.join(format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX));
    ensure!(version_of(&program)? == version, "the archive holds another version");
    let solved = output(Command::new(&program).args(["solve", "tic-tac-toe"]).current_dir(folder.path()))?;
    ensure!(solved.contains("draw"), "the program solves tic-tac-toe: {solved}");
    let completions = COMPLETIONS.map(|(_, name)| Path::new("completions").join(name));
    let files =
        DOCUMENTS.iter().chain(&[THIRD_PARTIES, BILL_OF_MATERIALS]).map(PathBuf::from).chain(completions);
    for file in files.chain(["man/connect-toe.1", "man/connect-toe-solve.1"].map(PathBuf::from)) {
        let bytes = fs::metadata(unpacked.join(&file)).map_or(0, |found| found.len());
        ensure!(bytes > 0, "{} is missing or empty", file.display());
    }
    Ok(())
}

/// The version that a program states.
fn version_of(program: &Path) -> Result<String> {
    let stated = output(Command::new(program).arg("--version"))?;
    let version = stated.trim().strip_prefix(PROGRAM).map(|version| version.trim().to_owned());
    version.with_context(|| format!("the program states its version as {stated:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn an_archive_of_a_program_is_packed_and_checked() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join(PROGRAM);
        // Says what the program says.
        let script = "#!/bin/sh\ncase $1 in --version) echo connect-toe 1.2.3;; man) echo page >\"$3/connect-toe.1\"; \
             echo page >\"$3/connect-toe-solve.1\";; *) echo a draw;; esac\n";
        fs::write(&program, script).expect("is written");
        fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).expect("can be executed");
        let host = "x86_64-unknown-linux-gnu";
        fill(&folder.path().join("name"), &program, "1.2.3", host).expect("is filled");
        let archive = pack(folder.path(), "name", folder.path()).expect("is packed");
        check(&archive, "name", "1.2.3").expect("is whole");
        assert!(check(&archive, "name", "1.2.4").is_err());
        fs::remove_file(folder.path().join("name/man/connect-toe.1")).expect("is removed");
        let archive = pack(folder.path(), "name", folder.path()).expect("is packed");
        assert!(check(&archive, "name", "1.2.3").is_err());
    }
}
