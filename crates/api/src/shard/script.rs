//! The script of `shard slurm`: submits a job array, and a job that merges its parts.
//!
//! Jobs stand in the script as here-documents whose words no shell expands, so that the script needs no other file and can
//! be read from a pipe. Every word that comes from a request is quoted, and none has a line end.

use crate::error::Error;
use crate::experiment::quoted;

/// What is in a script. Paths are absolute.
pub(super) struct Script<'a> {
    pub(super) experiment: &'a str,
    /// The folder of the parts, which the jobs run in.
    pub(super) parts: &'a str,
    pub(super) results: &'a str,
    /// The script's own file, if it has one.
    pub(super) file: Option<&'a str>,
    pub(super) program: &'a str,
    /// The jobs' name.
    pub(super) name: &'a str,
    pub(super) set: &'a [String],
    pub(super) seed: Option<u64>,
    pub(super) pairs: u64,
    pub(super) tasks: u64,
    pub(super) most_at_once: u64,
    pub(super) cpus: u64,
    pub(super) time: &'a str,
    pub(super) merge_time: &'a str,
    pub(super) memory: Option<&'a str>,
    /// Options for both jobs, with their dashes.
    pub(super) options: &'a [String],
}

impl Script<'_> {
    /// The script, of words that were [checked](check_words).
    pub(super) fn text(&self) -> String {
        let Script { pairs, tasks, most_at_once, cpus, .. } = self;
        let (program, parts, results) = (quoted(self.program), quoted(self.parts), quoted(self.results));
        let experiment = self.experiment_words();
        let this = self.file.map_or_else(|| "SCRIPT".to_owned(), quoted);
        let mut options = vec![format!("--chdir={}", self.parts)];
        options.extend(self.options.iter().cloned());
        let mut options_of_tasks = vec![
            format!("--job-name={}", self.name),
            format!("--cpus-per-task={cpus}"),
            format!("--time={}", self.time),
        ];
        options_of_tasks.extend(self.memory.map(|memory| format!("--mem={memory}")));
        let options_of_merge =
            [format!("--job-name={}-merge", self.name), format!("--time={}", self.merge_time)];
        let (options, options_of_tasks, options_of_merge) =
            (words(&options), words(&options_of_tasks), words(&options_of_merge));
        let last = tasks - 1;
        format!(
            r#"#!/usr/bin/env bash
# Plays the {pairs} pairs of games of an experiment as a job array of Slurm, and merges the parts when it has ended.
# {experiment}
#
#   bash {this}          submits all tasks, 0 to {last}, and the merge
#   bash {this} 3,7-9    submits these tasks again, and the merge
#
# A task plays what is missing of its part: what was played once is kept.
set -euo pipefail

tasks=${{1:-0-{last}}}
if [[ ! $tasks =~ ^[0-9]+([,-][0-9]+)*$ ]]; then
  echo 'name tasks as in 3,7-9' >&2
  exit 2
fi
mkdir -p -- {parts}

array=$(
  sbatch --parsable --array="$tasks%{most_at_once}" --output=task-%A_%a.txt \
    {options_of_tasks} \
    {options} <<'END_OF_TASK'
#!/usr/bin/env bash
set -euo pipefail
task=$SLURM_ARRAY_TASK_ID
exec {program} shard run --experiment {experiment} \
  --range "$((task * {pairs} / {tasks}))..$(((task + 1) * {pairs} / {tasks}))" \
  --out {parts}/part-"$task".db --threads "${{SLURM_CPUS_PER_TASK:-{cpus}}}"
END_OF_TASK
)
array=${{array%%;*}} # without the name of the cluster
echo "job $array plays"

merge=$(
  sbatch --parsable --dependency="afterany:$array" --output=merge-%j.txt \
    {options_of_merge} \
    {options} <<'END_OF_MERGE'
#!/usr/bin/env bash
set -euo pipefail
parts=()
for part in {parts}/part-*.db; do
  if [[ -s $part ]]; then parts+=("$part"); fi
done
if ((${{#parts[@]}} == 0)); then
  echo 'no task has played: see what they print in task-*.txt' >&2
  exit 1
fi
merged=$({program} shard merge --experiment {experiment} \
  --out {results} -- "${{parts[@]}}")
echo "$merged"
missing=$(sed -n 's/^missing: pairs //p' <<<"$merged")
again=()
for range in ${{missing//,/ }}; do
  task=$((((${{range%..*}} + 1) * {tasks} - 1) / {pairs}))
  last=$(((${{range#*..}} * {tasks} - 1) / {pairs}))
  for (( ; task <= last; task++)); do again[task]=$task; done
done
if ((${{#again[@]}} > 0)); then
  list=$(IFS=,; echo "${{again[*]}}")
  printf 'submit what is missing again: bash %q %s\n' {this} "$list"
  exit 1
fi
END_OF_MERGE
)
echo "job ${{merge%%;*}} merges then into "{results}
"#
        )
    }

    /// The experiment file and what replaces its values.
    fn experiment_words(&self) -> String {
        let mut texts = vec![self.experiment.to_owned()];
        for setting in self.set {
            texts.extend(["--set".to_owned(), setting.clone()]);
        }
        texts.extend(self.seed.into_iter().flat_map(|seed| ["--seed".to_owned(), seed.to_string()]));
        words(&texts)
    }
}

/// Refuses words that a script cannot carry.
///
/// # Errors
/// A word with a line end, or with another character that is not for print.
pub(super) fn check_words<'a>(words: impl IntoIterator<Item = &'a String>) -> Result<(), Error> {
    match words.into_iter().find(|word| word.chars().any(char::is_control)) {
        Some(word) => Err(Error::request(format!("`{word}` cannot be part of a script"))
            .with_hint("names and options must not have line ends or other control characters")),
        None => Ok(()),
    }
}

/// Words that a shell reads as they are.
fn words(texts: &[String]) -> String {
    texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(" ")
}
