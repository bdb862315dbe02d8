//! Which package may know which.

use super::dependencies::SECTIONS;
use super::repository::{Package, Repository};

/// Every package with the packages of ours that it may depend on. Lower layers first; what is not written
/// here is not allowed.
const LAYERS: &[(&str, &[&str])] = &[
    ("connect-toe-testkit", &[]),
    ("connect-toe-work", &[]),
    ("connect-toe-game", &[]),
    ("connect-toe-records", &["game"]),
    ("connect-toe-eval", &["game"]),
    ("connect-toe-certificate", &["game"]),
    ("connect-toe-threats", &["game", "certificate"]),
    ("connect-toe-solve", &["work", "game", "certificate", "threats"]),
    ("connect-toe-atlas", &["work", "game", "solve"]),
    ("connect-toe-search", &["work", "game", "eval", "certificate", "threats", "solve"]),
    ("connect-toe-reasons", &["game", "threats", "search"]),
    ("connect-toe-players", &["work", "game", "eval", "search"]),
    ("connect-toe-puzzles", &["work", "game", "search", "solve", "players"]),
    ("connect-toe-gomocup", &["work", "game", "eval", "search", "players"]),
    ("connect-toe-stats", &[]),
    ("connect-toe-vector", &["game", "eval", "search"]),
    ("connect-toe-learn", &["work", "game", "eval", "search", "solve", "stats"]),
    (
        "connect-toe-experiment",
        &["work", "game", "records", "players", "search", "solve", "stats", "threats"],
    ),
    ("connect-toe-results", &["work", "game", "atlas", "records", "stats", "experiment"]),
    ("connect-toe-grade", &["work", "game", "eval", "search", "solve", "players", "stats"]),
    ("connect-toe-plot", &["stats"]),
    ("connect-toe-report", &["work", "game", "players", "stats", "experiment", "plot"]),
    ("connect-toe-paper", &["work", "game", "players", "stats", "experiment", "plot", "report"]),
    (
        "connect-toe-api",
        &[
            "work",
            "game",
            "records",
            "eval",
            "search",
            "certificate",
            "threats",
            "solve",
            "atlas",
            "reasons",
            "players",
            "puzzles",
            "stats",
        ],
    ),
    (
        "connect-toe-laboratory",
        &[
            "work",
            "game",
            "records",
            "eval",
            "solve",
            "atlas",
            "learn",
            "players",
            "stats",
            "experiment",
            "results",
            "grade",
            "plot",
            "report",
            "paper",
            "api",
        ],
    ),
    ("connect-toe-web", &["work", "game", "players", "api", "laboratory"]),
    (
        "connect-toe-python",
        &["work", "game", "vector", "eval", "solve", "players", "plot", "api", "laboratory"],
    ),
    (
        "connect-toe-cli",
        &[
            "work",
            "game",
            "records",
            "eval",
            "search",
            "players",
            "gomocup",
            "stats",
            "experiment",
            "paper",
            "api",
            "laboratory",
            "web",
        ],
    ),
    (
        "connect-toe",
        &[
            "work",
            "game",
            "eval",
            "search",
            "certificate",
            "threats",
            "solve",
            "players",
            "stats",
            "experiment",
            "grade",
            "vector",
            "learn",
            "api",
            "laboratory",
        ],
    ),
    ("connect-toe-bench", &["connect-toe"]),
    // Never part of the program, so it may be measured against the reference implementation.
    (
        "connect-toe-fuzz",
        &["game", "records", "eval", "players", "gomocup", "certificate", "experiment", "testkit"],
    ),
    ("xtask", &[]),
];

/// Dependencies go only where the table says; tests may use the test kit besides.
pub(crate) fn layers(repository: &Repository) -> Vec<String> {
    repository.packages.iter().flat_map(problems).collect()
}

fn problems(package: &Package) -> Vec<String> {
    let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == package.name) else {
        return vec![format!("{} has no row in xtask/src/tidy/layers.rs", package.name)];
    };
    let mut problems = Vec::new();
    for section in SECTIONS {
        for (name, _) in package.dependencies(section) {
            let Some(short) =
                name.strip_prefix("connect-toe-").or((name == "connect-toe").then_some("connect-toe"))
            else {
                continue;
            };
            let for_tests = section == "dev-dependencies" && short == "testkit";
            if !allowed.contains(&short) && !for_tests {
                problems.push(format!("{} must not depend on {name} ({section})", package.name));
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
    fn a_dependency_upward_is_found() {
        let game = "[package]\nname = \"connect-toe-game\"\n[dependencies]\nconnect-toe-eval.workspace = true\n[dev-dependencies]\nconnect-toe-testkit.workspace = true";
        let players = "[package]\nname = \"connect-toe-players\"\n[dependencies]\nconnect-toe-game.workspace = true\nconnect-toe-testkit.workspace = true";
        let other = "[package]\nname = \"connect-toe-other\"";
        let found = layers(&repository(&[
            ("crates/game/Cargo.toml", game),
            ("crates/players/Cargo.toml", players),
            ("crates/other/Cargo.toml", other),
        ]));
        assert_eq!(
            found,
            [
                "connect-toe-game must not depend on connect-toe-eval (dependencies)",
                "connect-toe-players must not depend on connect-toe-testkit (dependencies)",
                "connect-toe-other has no row in xtask/src/tidy/layers.rs",
            ]
        );
    }
}
