//! An experiment: from a file that says what is played to a report on the results.
#![expect(clippy::print_stdout, reason = "an example shows its results")]

use connect_toe::Engine;
use connect_toe::laboratory::{Experiment, Work};

/// Does looking further ahead pay, and how much?
const LOOK_AHEAD: &str = r#"
title = "Looking ahead in Tic-Tac-Toe on a larger board"
games_per_cell = 30

[[study]]
name = "depth"
game = "5x5:4"
player = "alpha-beta:depth={1..3},eval=open-lines"
opponent = "alpha-beta:depth=1,eval=open-lines"
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::temp_dir().join(format!("connect-toe-example-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let file = folder.join("look-ahead.toml");
    std::fs::write(&file, LOOK_AHEAD)?;

    let (experiment, work) = (Experiment::new(file.display().to_string()), Work::from(&Engine::new()));
    let status = experiment.run(&work)?;
    println!("{}: {} of {} games", status.title, status.games, status.games_wanted);
    let report = experiment.report(&work, folder.join("report").display().to_string())?;
    for line in report.summary {
        println!("{line}");
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}
