//! Every command and every option of it, used at least once as a user would.

use std::collections::{BTreeMap, BTreeSet};

use assert_cmd::Command;

/// Runs that end well, in this order: later ones read the files of earlier ones. A word ends at a space.
const RUNS: &[&str] = &[
    "completions bash",
    "man solve",
    "man --out pages",
    "games --format json --quiet --seed 1 --threads 1",
    "describe 3x3:3 --format json --quiet --seed 1 --threads 1",
    "perft 3x3:3 3 --format json --quiet --seed 1 --threads 1",
    "count 3x3:3 --plies 4 --memory 1M --format json --quiet --seed 1 --threads 1",
    "moves 3x3:3 --moves a1 --format json --quiet --seed 1 --threads 1",
    "moves 3x3:3 --board x__/_o_/___ --to-move o",
    "eval 3x3:3 --moves a1 --for x --heuristic runs --format json --quiet --seed 1 --threads 1",
    "eval 3x3:3 --board x__/_o_/___ --to-move o",
    "analyze 3x3:3 --moves a1 --player two-ply --format json --quiet --seed 1 --threads 1",
    "analyze 3x3:3 --board x__/_o_/___ --to-move o --player perfect --threats",
    "solve 3x3:3 --moves a1 --all-moves --format json --quiet --seed 1 --threads 1 --memory 1M",
    "solve 3x3:3 --board x__/_o_/___ --to-move o --weak",
    "solve 4x3:3:-2 --value-only --score pons",
    "solve 3x3:3 --file positions.txt",
    "eval 3x3:3 --file positions.txt",
    "analyze 3x3:3 --file positions.txt --exact-nodes 1000",
    "puzzles 3x3:3 --count 2 --solutions --quiet --seed 1 --threads 1",
    "puzzles 3x3:3 --count 1 --format json",
    "puzzles 3x3:3 --count 1 --play",
    "review 3x3:3 --moves a1b2b1c3c1 --player two-ply --exact-nodes 100000 --book none --format json --quiet --seed 1 --threads 1",
    "analyze 4x4:3 --player solver:exact=1000,depth=2,eval=open-lines",
    "solve 3x3:3 --moves a1 --certificate proof --certificate-moves 1000",
    "book 4x3:3:-2 --plies 3 --out b.book --memory 1M --check 2 --format json --quiet --seed 1 --threads 1",
    "solve 4x3:3:-2 --book b.book --budget all",
    "analyze 4x3:3:-2 --player best --book b.book --why",
    "atlas build plan.toml --out a.db --memory 1M --format json --quiet --seed 1 --threads 1",
    "atlas status a.db --format json --quiet --seed 1 --threads 1",
    "atlas show 3x3:3 --file a.db --format json --quiet --seed 1 --threads 1",
    "atlas show 4x3:3:-2",
    "atlas report a.db --out maps --format json --quiet --seed 1 --threads 1",
    "atlas export a.db --out atlas.csv --format csv --quiet --seed 1 --threads 1",
    "verify proof --format json --quiet --seed 1 --threads 1",
    "match 3x3:3 --player two-ply --opponent random --games 4 --first player --seed 1 --threads 1 --quiet --format json",
    "match 3x3:3 --player two-ply --opponent random --first random --openings random:2 --swap --forfeits omit --sprt 0,300 --errors 0.1,0.1 --elo-model normalized --results match.db",
    "tournament 3x3:3 --player two-ply --player random --games 4 --first player --openings balanced:2 --swap --forfeits count --anchor random --seed 1 --threads 1 --quiet --format json --results table.db",
    "playouts 3x3:3 --moves a1 --games 5 --format json --quiet --seed 1 --threads 1",
    "playouts 3x3:3 --board x__/_o_/___ --to-move o --games 5",
    "grade 3x3:3 --heuristic runs --player two-ply --plies 2..4 --positions 5 --solver-nodes 1000 --results grade.db --out grades --seed 1 --threads 1 --quiet --format json",
    "train 3x3:3 --out weights --games 200 --method tc-exponential --judge 2 --grade 2 --tuples 8 --length 4 --decay 0.5 --rate 0.5 --exploration 0.2 --random-plies 3 --runs --keep best --seed 1 --threads 1 --quiet --format json",
    "train 3x3:3 --out weights --time 100ms --restart",
    "train 3x3:3 --out lines --games 100 --method lines --nodes 20",
    "train 3x3:3 --out more --games 50 --method lines --from lines",
    "calibrate 3x3:3 --player minimax:depth=1,eval=runs --games 20 --random-plies 2 --out calibrated --seed 1 --threads 1 --quiet --format json",
    "dataset 3x3:3 --from players --player two-ply --player random --random-plies 2 --plies 2..6 --positions 50 --solver-nodes 1000 --search two-ply --validation 0.2 --test 0.2 --out set --seed 1 --threads 1 --quiet --format json",
    "dataset 3x3:3 --from openings --openings positions.txt --out set-of-openings",
    "tune 3x3:3 minimax:depth=1{1..3} --opponent two-ply --pairs 4 --batch 2 --openings random:2 --perturbation 0.3 --wander 0.4 --sprt 0,100 --errors 0.1,0.1 --test-games 8 --out tuned --seed 1 --threads 1 --quiet --format json",
    "tune 3x3:3 minimax:depth=1{1..3} --pairs 4 --test-games 0 --out tuned --restart",
    "match 3x3:3 --player minimax:depth=1,eval=learned:file=weights --opponent random --games 4",
    "eval 3x3:3 --heuristic learned:file=weights",
    "eval 3x3:3 --heuristic learned",
    "statistics 60/25/15 --against 50/20/30 --confidence 0.9 --sprt 0,50 --errors 0.1,0.1 --elo-model normalized --plan 20 --format json --quiet --seed 1 --threads 1",
    "paper --games 2 --reading exact --experiment tic-tac-toe --out paper --first alternate --ties first --results paper.db --seed 1 --threads 1 --quiet --format json",
    "paper --games 2 --experiment cubes --cube-faces free --cube-depth 2 --out cubes",
    "experiment sample e.toml --quiet --seed 1 --threads 1 --format text",
    "experiment run e.toml --set games_per_cell=2 --seed 1 --threads 1 --quiet --format json --results e.db",
    "experiment resume e.toml --set games_per_cell=2 --seed 1 --threads 1 --quiet --format json --results e.db --any-version",
    "experiment run e.toml --set games_per_cell=2 --any-version --results again.db",
    "experiment status e.toml --set games_per_cell=2 --seed 1 --threads 1 --quiet --format json --results e.db",
    "experiment report e.toml --set games_per_cell=2 --seed 1 --threads 1 --quiet --format json --results e.db --out report",
    "experiment export e.toml --set games_per_cell=2 --seed 1 --threads 1 --quiet --format csv --results e.db",
    "experiment export e.db --out games.csv",
    "experiment export e.db --games sgf",
    "experiment game e.toml --set games_per_cell=2 --seed 1 --threads 1 --quiet --format json --results e.db --cell 1 --number 1 --save game.json",
    "experiment game e.db --study round-robin",
    "experiment schema --format json --quiet --seed 1 --threads 1",
    "shard run --experiment e.toml --set games_per_cell=2 --range 0..1 --seed 1 --threads 1 --quiet --format json --out part.db",
    "shard merge part.db --experiment e.toml --set games_per_cell=2 --seed 1 --threads 1 --quiet --format json --out merged.db",
    "play 3x3:3 --opponent random --you x --plain --moves a1 --seed 1 --threads 1 --quiet --format text",
    "play 3x3:3 --opponent random --you o --plain --board x__/_o_/___ --to-move o --save game",
    "play --opponent random --you o --plain --load game",
    "play 3x3:3 --level beginner --plain",
    "play 4x3:3:-2 --level best --plain --book b.book",
    "gomocup --player two-ply --seed 1 --force-utf8",
];

/// Run elsewhere: `bench` takes long, and its signature is checked by the repository's own tasks; `web` runs until it is
/// stopped, and has tests of its own, which use each of its options.
const LONG: &[&str] = &["bench", "web"];

fn command(folder: &std::path::Path, arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("connect-toe").expect("the binary is built");
    command.current_dir(folder).args(arguments);
    command
}

fn help(arguments: &[&str]) -> String {
    let output = command(std::path::Path::new("."), &[arguments, &["--help"]].concat()).assert().success();
    String::from_utf8(output.get_output().stdout.clone()).expect("text")
}

/// The names under `Commands:` in a help text.
fn commands_in(help: &str) -> Vec<String> {
    let lines =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next());
    names.filter(|name| *name != "help" && !name.is_empty()).map(str::to_owned).collect()
}

/// The long options in a help text.
fn options_in(help: &str) -> BTreeSet<String> {
    let words = help.lines().filter_map(|line| {
        let line = line.trim_start();
        let line = line.strip_prefix("-h, ").unwrap_or(line);
        line.starts_with("--").then(|| line.split([' ', '.', '=']).next().unwrap_or_default().to_owned())
    });
    words.filter(|word| word.len() > 2 && !["--help", "--version"].contains(&word.as_str())).collect()
}

#[test]
fn every_command_and_option_works() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("positions.txt"), "a1 b2\n").expect("is written");
    std::fs::write(folder.path().join("plan.toml"), "games = [\"3x3:3\"]\n").expect("is written");
    let mut used: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for run in RUNS {
        let words: Vec<&str> = run.split(' ').collect();
        let output = command(folder.path(), &words).write_stdin("Q\n").output().expect("it runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        let says_something = !output.stdout.is_empty() || words.contains(&"--out");
        assert!(output.status.success() && says_something, "{run}: {:?} {errors}", output.status);
        if words.contains(&"json") {
            serde_json::from_slice::<serde_json::Value>(&output.stdout)
                .unwrap_or_else(|error| panic!("{run}: {error}"));
        }
        let name = if ["atlas", "experiment", "shard"].contains(&words[0]) {
            words[..2].join(" ")
        } else {
            words[0].to_owned()
        };
        used.entry(name)
            .or_default()
            .extend(words.iter().filter(|word| word.starts_with("--")).map(|word| (*word).to_owned()));
    }
    let mut unused = Vec::new();
    for name in commands_in(&help(&[])) {
        let inner = commands_in(&help(&[&name]));
        let names = if inner.is_empty() {
            vec![name]
        } else {
            inner.iter().map(|inner| format!("{name} {inner}")).collect()
        };
        for name in names.iter().filter(|name| !LONG.contains(&name.as_str())) {
            let known = used.remove(name.as_str());
            let known = known.unwrap_or_else(|| panic!("`{name}` is not run"));
            let words: Vec<&str> = name.split(' ').collect();
            unused.extend(
                options_in(&help(&words)).difference(&known).map(|option| format!("{name} {option}")),
            );
        }
    }
    assert_eq!(unused, Vec::<String>::new(), "options that no run uses");
}
