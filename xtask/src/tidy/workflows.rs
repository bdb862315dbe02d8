//! Workflows of GitHub, which run elsewhere: they can be read, and what they run exists.

use toml::Value;
use yaml_rust2::{Yaml, YamlLoader};

use super::commands::{program_commands, unknown};
use super::repository::{File, Repository};

const FOLDER: &str = ".github/workflows/";
/// The workflow that builds with the oldest toolchain.
const CHECKS: &str = ".github/workflows/checks.yml";

/// Every workflow has an event and jobs with steps; cargo's commands in them exist, and the oldest toolchain is
/// checked.
pub(crate) fn workflows(repository: &Repository) -> Vec<String> {
    let mut problems = Vec::new();
    let program = program_commands(repository);
    for file in repository.files.iter().filter(|file| file.path.starts_with(FOLDER)) {
        problems.extend(of_workflow(file, &program).into_iter().map(|what| format!("{}: {what}", file.path)));
    }
    let package = repository.manifest.get("workspace").and_then(|workspace| workspace.get("package"));
    let oldest = package.and_then(|package| package.get("rust-version")).and_then(Value::as_str);
    let is_checked =
        |oldest: &str| repository.file(CHECKS).is_some_and(|file| file.text.contains(&format!("+{oldest} ")));
    if let Some(oldest) = oldest.filter(|oldest| !is_checked(oldest)) {
        problems.push(format!("{CHECKS} does not build with Rust {oldest}, the oldest toolchain"));
    }
    problems
}

fn of_workflow(file: &File, program: &[String]) -> Vec<String> {
    let documents = match YamlLoader::load_from_str(&file.text) {
        Ok(documents) => documents,
        Err(error) => return vec![error.to_string()],
    };
    let Some(workflow) = documents.first() else { return vec!["it is empty".to_owned()] };
    let mut problems = Vec::new();
    if workflow["on"].is_badvalue() {
        problems.push("it has no event (`on`)".to_owned());
    }
    let Some(jobs) = workflow["jobs"].as_hash() else {
        problems.push("it has no jobs".to_owned());
        return problems;
    };
    for (name, job) in jobs {
        let name = name.as_str().unwrap_or("?");
        if job["runs-on"].is_badvalue() {
            problems.push(format!("job {name} names no system (`runs-on`)"));
        }
        let steps: &[Yaml] = job["steps"].as_vec().map_or(&[], Vec::as_slice);
        if steps.is_empty() {
            problems.push(format!("job {name} has no steps"));
        }
        for step in steps {
            match (step["run"].as_str(), step["uses"].as_str()) {
                (Some(script), None) => problems.extend(
                    script
                        .lines()
                        .filter(|line| line.trim().starts_with("cargo "))
                        .filter_map(|line| unknown(line.trim(), program))
                        .map(|command| format!("there is no {command}")),
                ),
                (None, Some(action)) if action.contains('@') || action.starts_with("./") => {}
                _ => {
                    problems
                        .push(format!("a step of job {name} has neither `run` nor `uses` with a version"));
                }
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::repository::tests::repository;

    #[test]
    fn workflows_that_cannot_run_are_found() {
        let sound = "on: push\njobs:\n  all:\n    runs-on: ubuntu-latest\n    steps:\n\
            \x20     - uses: actions/checkout@v5\n      - run: |\n          cargo +1.90 check\n          cargo xtask tidy\n";
        let manifest = "[workspace.package]\nrust-version = \"1.90\"\n";
        assert_eq!(workflows(&repository(&[("Cargo.toml", manifest), (CHECKS, sound)])), [""; 0]);
        let unsound = "jobs:\n  all:\n    steps:\n      - uses: actions/checkout\n      - run: cargo xtask tidied\n  none:\n    runs-on: x\n";
        let found = workflows(&repository(&[
            ("Cargo.toml", manifest),
            (CHECKS, "on: [push"),
            (".github/workflows/a.yml", unsound),
        ]));
        let starts = [
            "checks.yml: ",
            "a.yml: it has no event (`on`)",
            "a.yml: job all names no system (`runs-on`)",
            "a.yml: a step of job all has neither `run` nor `uses` with a version",
            "a.yml: there is no cargo xtask tidied",
            "a.yml: job none has no steps",
            "checks.yml does not build with Rust 1.90, the oldest toolchain",
        ];
        assert_eq!(found.len(), starts.len(), "{found:#?}");
        for (line, start) in found.iter().zip(starts) {
            assert!(line.strip_prefix(FOLDER).is_some_and(|line| line.starts_with(start)), "{line}: {start}");
        }
    }
}
