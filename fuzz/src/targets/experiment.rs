//! Experiment files.

use connect_toe_experiment::Plan;

/// Reads text as an experiment file.
///
/// # Panics
/// On a bug.
pub fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let load =
        |name: &str| if name == "openings" { Ok("a1 b2 # one\n".to_owned()) } else { Err("none".to_owned()) };
    match Plan::read(&text, &[], &load) {
        Ok(plan) => {
            assert!(!plan.conditions.is_empty());
            assert_eq!(
                plan.hash(),
                Plan::read(&text, &[], &load).map(|again| again.hash()).unwrap_or_default()
            );
            let parts = plan.pairs_in(0..u64::MAX);
            assert_eq!(parts.iter().map(|part| part.pairs.end - part.pairs.start).sum::<u64>(), plan.pairs());
            for condition in &plan.conditions {
                assert_eq!(plan.studies[condition.study].factors.len(), condition.levels.len());
            }
        }
        Err(error) => assert!(!error.to_string().is_empty() && !error.message.is_empty()),
    }
}

/// Some experiments.
pub fn seeds() -> Vec<Vec<u8>> {
    [
        "[[study]]\nname = \"a\"\ngame = \"3x3:3\"\nplayer = \"random\"\nopponent = \"random\"\n",
        "games_per_cell = 3\n[let]\nn = [1, 2]\n[[study]]\nname = \"a\"\ngame = { sizes = \"{2..3}x{n}\", run = 2, faces = \
         \"subsets\" }\nplayer = [{ search = \"minimax\", depth = \"{n}\" }, \"random\"]\nopenings = { file = \"openings\" }\n",
        "limits = { nodes = 9 }\n[[study]]\nname = \"b\"\ngame = [\"tic-tac-toe\"]\nplayer = \"{random,perfect}\"\n",
    ]
    .map(Into::into)
    .into()
}
