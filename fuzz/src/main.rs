//! Runs the fuzz targets on any stable toolchain.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line program")]

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use connect_toe_fuzz::{Finding, Hunt, Target, hunt, quietly};
use connect_toe_game::UnknownName;

/// Run the fuzz targets with random mutations of their seeds.
#[derive(Debug, Parser)]
struct Arguments {
    /// Targets to run [default: all]
    targets: Vec<String>,
    /// Seconds for each target
    #[arg(long, default_value_t = 3)]
    seconds: u64,
    /// Seed of the mutations
    #[arg(long, default_value_t = 2004)]
    seed: u64,
    /// Run one target on this file alone, as it is
    #[arg(long, value_name = "FILE", requires = "targets")]
    replay: Option<PathBuf>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Whether nothing was found.
fn run(arguments: &Arguments) -> io::Result<bool> {
    let unknown = |name: &String| {
        let names = Target::ALL.iter().map(|target| target.name);
        io::Error::other(UnknownName::new("target", name, names))
    };
    let targets: Vec<&Target> = if arguments.targets.is_empty() {
        Target::ALL.iter().collect()
    } else {
        let find = |name: &String| Target::find(name).ok_or_else(|| unknown(name));
        arguments.targets.iter().map(find).collect::<Result<_, _>>()?
    };
    if let Some(file) = &arguments.replay {
        (targets[0].run)(&std::fs::read(file)?);
        println!("{}: nothing wrong", targets[0].name);
        return Ok(true);
    }
    let mut sound = true;
    for target in targets {
        let time = Duration::from_secs(arguments.seconds);
        match quietly(|| hunt(target, Hunt::For(time), arguments.seed)) {
            Ok(inputs) => println!("{}: {inputs} inputs, nothing found", target.name),
            Err(finding) => {
                sound = false;
                let file = save(target, &finding)?;
                println!("{}: FOUND {}", target.name, finding.message);
                println!("  input {:?}", String::from_utf8_lossy(&finding.input));
                println!(
                    "  again: cargo run -p connect-toe-fuzz --bin fuzz -- {} --replay {}",
                    target.name,
                    file.display()
                );
            }
        }
    }
    Ok(sound)
}

/// Writes the input to where libFuzzer would.
fn save(target: &Target, finding: &Finding) -> io::Result<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("artifacts").join(target.name);
    std::fs::create_dir_all(&folder)?;
    let name: Vec<String> = finding.input.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let file = folder.join(format!("crash-{}-{}", finding.input.len(), name.concat()));
    std::fs::write(&file, &finding.input)?;
    Ok(file)
}
