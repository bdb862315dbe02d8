//! How far an experiment has come, for people.

use std::fmt::Write as _;

use connect_toe_experiment::Forfeits;
use connect_toe_laboratory::{DecidedTest, ExperimentStatus, PlayerStanding};
use connect_toe_stats::Interval;
use connect_toe_stats::numbers::{count, counted, duration, percent_or_nothing, percents};

use crate::answer;

/// The number of players that are listed, the best ones.
const BEST: usize = 5;

pub(super) fn text(status: &ExperimentStatus) -> String {
    let ExperimentStatus { title, games, games_wanted, results, .. } = status;
    let mut text = format!("{title}\n");
    if let Some(question) = &status.question {
        let _ = write!(text, "{}\n\n", answer::wrap(question, 100));
    }
    let _ = write!(text, "{} in {results}", played(status, *games, *games_wanted));
    if status.seconds > 0.0 {
        let sessions = counted(status.sessions as u64, "session");
        let _ = write!(text, ", {} in {sessions}", duration(status.seconds));
    }
    if let Some(DecidedTest { games, test }) = &status.sprt {
        let verdict = answer::verdict(test);
        let games = counted(*games, "game");
        let _ = write!(text, "\nThe match ended at the verdict of its test, after {games}: {verdict}.");
    }
    if status.forfeited > 0 {
        let _ = write!(text, "\n{}.", answer::lost_without_a_move(status.forfeited, Forfeits::Omit));
    }
    for caution in answer::cautions(&status.cautions) {
        let _ = write!(text, "\n{caution}");
    }
    if !status.reproducible {
        text += "\nSome players have a time limit: these games cannot be reproduced.";
    }
    for study in &status.studies {
        let cells = counted(study.cells as u64, "cell");
        let games = played(status, study.games, study.games_wanted);
        let _ = write!(text, "\n\n{}: {cells}, {games}\n", study.name);
        if let Some(question) = &study.question {
            let _ = writeln!(text, "{}", answer::wrap(question, 100));
        }
        let mut rows: Vec<Vec<String>> = vec![
            ["player", "games", "wins", "draws", "losses", "score %", "95 % interval"]
                .map(str::to_owned)
                .to_vec(),
        ];
        rows.extend(study.players.iter().take(BEST).map(row));
        if study.players.is_empty() {
            text += "  no games yet";
        } else {
            text += &answer::table(&rows, 1);
        }
        let more = study.players.len().saturating_sub(BEST);
        if more > 0 {
            let _ = write!(text, "\n… and {}", counted(more as u64, "more player"));
        }
    }
    text
}

/// Games that are played, of those that are to be played.
fn played(status: &ExperimentStatus, games: u64, wanted: u64) -> String {
    if status.sprt.is_some() {
        counted(games, "game")
    } else {
        format!("{} of {}", count(games), counted(wanted, "game"))
    }
}

fn row(standing: &PlayerStanding) -> Vec<String> {
    let [low, high] = standing.interval;
    vec![
        standing.player.clone(),
        count(standing.games),
        count(standing.wins),
        count(standing.draws),
        count(standing.losses),
        percent_or_nothing(standing.score),
        percents(Interval { low, high }),
    ]
}
