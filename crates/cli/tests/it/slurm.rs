//! `shard slurm`: the script, run with a stand-in for `sbatch`.

use std::process::Command;

use serde_json::json;
use tempfile::TempDir;

use crate::folder::{Folder, json};

const EXPERIMENT: &str = r#"
games_per_cell = 21
[[study]]
name = "small"
game = ["3x3:3", "4x4:3:-2"]
player = "alpha-beta:depth={1,2},eval={runs,undecided}"
opponent = "random"
"#;

/// Runs a job at once, with what Slurm sets in its environment: the tasks of an array one after the other but those that
/// `LOST` names, as if their nodes were gone; a job that waits for another one if that one has ended. Writes down how it
/// was called.
const SBATCH: &str = r#"#!/usr/bin/env bash
set -euo pipefail
here=$(dirname "$0")
printf '%s\n' "$@" >>"$here/calls.txt"
array= cpus=1 output= folder=.
for option in "$@"; do
  case $option in
    --array=*) array=${option#*=} ;;
    --cpus-per-task=*) cpus=${option#*=} ;;
    --output=*) output=${option#*=} ;;
    --chdir=*) folder=${option#*=} ;;
    --dependency=afterany:*) [[ -f $here/ended-${option##*:} ]] ;;
    --parsable | --time=* | --mem=* | --job-name=* | --partition=* | --exclusive) ;;
    *) echo "sbatch: unrecognized option $option" >&2; exit 1 ;;
  esac
done
job=$(($(cat "$here/job" 2>/dev/null || echo 0) + 1))
echo "$job" >"$here/job"
cat >"$here/script-$job"
cd "$folder"
if [[ -n $array ]]; then
  list=${array%\%*}
  for part in ${list//,/ }; do
    for ((task = ${part%-*}; task <= ${part#*-}; task++)); do
      [[ " ${LOST:-} " == *" $task "* ]] && continue
      log=${output//%A/$job} log=${log//%a/$task}
      SLURM_JOB_ID=$job SLURM_ARRAY_JOB_ID=$job SLURM_ARRAY_TASK_ID=$task SLURM_CPUS_PER_TASK=$cpus \
        bash "$here/script-$job" >"$log" 2>&1 </dev/null || true
    done
  done
else
  SLURM_JOB_ID=$job bash "$here/script-$job" >"${output//%j/$job}" 2>&1 </dev/null || true
fi
touch "$here/ended-$job"
echo "$job;cluster"
"#;

/// A folder with an experiment, and one with the stand-in.
struct Cluster {
    folder: Folder,
    programs: TempDir,
}

impl Cluster {
    /// The experiment's folder has this name.
    fn new(name: &str) -> Cluster {
        use std::os::unix::fs::PermissionsExt;

        let folder = Folder::named(name, EXPERIMENT);
        let programs = TempDir::new().expect("a folder");
        let sbatch = programs.path().join("sbatch");
        std::fs::write(&sbatch, SBATCH).expect("is written");
        std::fs::set_permissions(&sbatch, PermissionsExt::from_mode(0o755)).expect("can be executed");
        Cluster { folder, programs }
    }

    /// Runs a command of a shell somewhere else, and gives what it prints.
    fn shell(&self, command: &str, lost: &str) -> String {
        let path = format!("{}:{}", self.programs.path().display(), std::env::var("PATH").expect("is set"));
        let mut shell = Command::new("bash");
        shell.args(["-c", command]).env("PATH", path).env("LOST", lost);
        let output = shell.current_dir("/").output().expect("runs");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {error}");
        String::from_utf8(output.stdout).expect("is text")
    }

    fn calls(&self) -> String {
        std::fs::read_to_string(self.programs.path().join("calls.txt")).expect("was called")
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path(name)).expect("is there")
    }
}

#[test]
fn tasks_and_merge_give_what_one_machine_gives_and_lost_tasks_are_submitted_again() {
    let cluster = Cluster::new("it's \"a $cluster\" & `100` %");
    let whole = cluster.folder.whole();
    let answer = cluster.folder.done(&[
        "shard",
        "slurm",
        "e.toml",
        "--tasks",
        "7",
        "--most-at-once",
        "3",
        "--cpus",
        "2",
        "--time",
        "1:00:00",
        "--memory",
        "1G",
        "--sbatch-option",
        "partition=long",
        "--sbatch-option",
        "--exclusive",
        "--out",
        "job.sh",
    ]);
    let start = "job.sh is written: 7 tasks for 88 pairs, ";
    assert!(answer.starts_with(start) && answer.ends_with("Submit with: bash job.sh\n"), "{answer}");

    let script = cluster.folder.path("job.sh");
    let quoted = format!("'{}'", script.display().to_string().replace('\'', r"'\''"));
    let printed = cluster.shell(&format!("bash {quoted}"), "2 5 6");
    assert!(printed.starts_with("job 1 plays\njob 2 merges then into "), "{printed}");
    let calls = cluster.calls();
    for option in
        ["--array=0-6%3", "--cpus-per-task=2", "--time=1:00:00", "--mem=1G", "--dependency=afterany:1"]
    {
        assert_eq!(calls.lines().filter(|line| *line == option).count(), 1, "{option}\n{calls}");
    }
    for option in ["--partition=long", "--exclusive"] {
        assert_eq!(calls.lines().filter(|line| *line == option).count(), 2, "{option}\n{calls}");
    }

    // Tasks 2, 5 and 6 play the pairs 25..37 and 62..88.
    let merged = cluster.read("e.parts/merge-2.txt");
    assert!(merged.contains("e.db has 96 of 168 games\nmissing: pairs 25..37, 62..88\n"), "{merged}");
    let again = merged.lines().find_map(|line| line.strip_prefix("submit what is missing again: "));
    let again = again.expect("says how");
    assert!(again.starts_with("bash ") && again.ends_with(" 2,5,6"), "{again}");
    cluster.shell(again, "");
    assert!(cluster.calls().contains("--array=2,5,6%3\n"), "{}", cluster.calls());
    let merged = cluster.read("e.parts/merge-4.txt");
    assert!(merged.contains("e.db has 168 of 168 games\n") && !merged.contains("missing"), "{merged}");
    assert_eq!(cluster.folder.exports("e.db"), whole);

    // All of it once more plays nothing and changes nothing.
    cluster.shell(&format!("bash {quoted}"), "");
    assert!(cluster.read("e.parts/merge-6.txt").starts_with("0 games added, "));
    assert_eq!(cluster.folder.exports("e.db"), whole);
}

#[test]
fn a_script_can_be_read_from_a_pipe_and_carries_what_replaces_values() {
    let cluster = Cluster::new("e");
    let set = ["--set", "games_per_cell=4", "--seed", "9"];
    let slurm =
        [&["shard", "slurm", "e.toml", "--tasks", "3", "--results", "all.db", "--parts", "p"][..], &set];
    let script = cluster.folder.done(&slurm.concat());
    let piped = cluster.folder.path("piped");
    std::fs::write(&piped, &script).expect("is written");
    cluster.shell(&format!("cat {} | bash", piped.display()), "");
    let with = |arguments: &[&str]| cluster.folder.done(&[arguments, &set].concat());
    with(&["experiment", "run", "e.toml", "--results", "whole.db", "--quiet"]);
    let export = |results| with(&["experiment", "export", "e.toml", "--results", results]);
    assert_eq!(export("all.db"), export("whole.db"));
    assert!(cluster.folder.path("p/part-2.db").exists());

    let jobs = json(&with(&["shard", "slurm", "e.toml", "--pairs-per-task", "6", "--format", "json"]));
    assert_eq!(jobs["ranges"], json!([[0, 5], [5, 10], [10, 16]]));
    assert_eq!((&jobs["tasks"], &jobs["most_at_once"], &jobs["cpus"]), (&json!(3), &json!(50), &json!(1)));
    assert!(jobs["seconds_per_task"].as_f64().is_some_and(|seconds| seconds > 0.0));
    assert!(jobs["text"].as_str().is_some_and(|text| text.contains("--seed 9")));
}

#[test]
fn what_cannot_work_is_refused_before_anything_is_submitted() {
    let folder = Folder::with(EXPERIMENT);
    let failed = |arguments: &[&str]| {
        let (code, error) = folder.failed(arguments);
        assert_eq!(code, Some(2), "{arguments:?}");
        error
    };
    let slurm = |arguments: &[&str]| failed(&[&["shard", "slurm", "e.toml"], arguments].concat());
    std::fs::create_dir(folder.path("sub")).expect("is made");
    for (arguments, message) in [
        (&["--tasks", "89"][..], "89 tasks cannot share 88 pairs"),
        (&["--set", "games_per_cell=1000", "--tasks", "1002"], "Slurm takes 1001"),
        (&["--set", "games_per_cell=1000", "--pairs-per-task", "1"], "at least --pairs-per-task 4"),
        (&["--tasks", "2", "--pairs-per-task", "2"], "cannot be used with"),
        (&["--time", "soon"], "`soon` is not a time limit"),
        (&["--sbatch-option", "array=0-9"], "the script sets sbatch's --array itself"),
        (&["--sbatch-option", "-p long"], "is not an option of sbatch"),
        (&["--sbatch-option", "comment=a\nb"], "cannot be part of a script"),
        (&["--parts", "a\nb"], "cannot be part of a script"),
        (&["--parts", "e.toml"], "is not a folder"),
        (&["--out", "e.toml"], "need names of their own"),
        (&["--out", "sub/../e.toml"], "need names of their own"),
        (&["--results", "e.toml"], "need names of their own"),
        (&["--set", "games_per_cell=0"], "games_per_cell"),
    ] {
        let error = slurm(arguments);
        assert!(error.starts_with("error: ") && error.contains(message), "{arguments:?}: {error}");
    }
    folder.done(&["experiment", "run", "e.toml", "--set", "games_per_cell=2", "--quiet"]);
    assert!(slurm(&[]).contains("results of different experiments are not mixed"), "{}", slurm(&[]));
    let error = failed(&["shard", "slurm", "e.db"]);
    assert!(error.contains("e.db is a results file"), "{error}");
    let parts = folder.path("e.parts");
    std::fs::create_dir(&parts).expect("is made");
    std::fs::rename(folder.path("e.db"), parts.join("part-3.db")).expect("is moved");
    assert!(slurm(&["--tasks", "4"]).contains("part-3.db"), "{}", slurm(&["--tasks", "4"]));
    assert!(!folder.path("job.sh").exists());
}
