//! How far an experiment has come, for people.

use std::fmt::Write as _;

use connect_toe_api::{DecidedTest, ExperimentStatus, PlayerStanding};

use crate::answer;
use crate::printable::printable;

/// The number of players that are listed, the best ones.
const BEST: usize = 5;

pub(super) fn text(status: &ExperimentStatus) -> String {
    let ExperimentStatus { title, games, games_wanted, results, .. } = status;
    let mut text = format!("{title}\n{} in {results}", played(status, *games, *games_wanted));
    if status.seconds > 0.0 {
        let plural = if status.sessions == 1 { "" } else { "s" };
        let _ = write!(text, ", {:.1} s in {} session{plural}", status.seconds, status.sessions);
    }
    if let Some(DecidedTest { games, test }) = &status.sprt {
        let verdict = answer::verdict(test);
        let _ = write!(text, "\nThe match ended at the verdict of its test, after {games} games: {verdict}.");
    }
    if !status.reproducible {
        text += "\nSome players have a time limit: these games cannot be reproduced.";
    }
    for study in &status.studies {
        let cells = if study.cells == 1 { "1 cell".to_owned() } else { format!("{} cells", study.cells) };
        let games = played(status, study.games, study.games_wanted);
        let _ = write!(text, "\n\n{}: {cells}, {games}\n", study.name);
        let mut rows: Vec<Vec<String>> = vec![
            ["player", "games", "wins", "draws", "losses", "score", "95 % interval"]
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
            let _ = write!(text, "\n… and {more} more player{}", if more == 1 { "" } else { "s" });
        }
    }
    printable(&text)
}

/// Games that are played, of those that are to be played.
fn played(status: &ExperimentStatus, games: u64, wanted: u64) -> String {
    if status.sprt.is_some() { format!("{games} games") } else { format!("{games} of {wanted} games") }
}

fn row(standing: &PlayerStanding) -> Vec<String> {
    let [low, high] = standing.interval;
    vec![
        standing.player.clone(),
        standing.games.to_string(),
        standing.wins.to_string(),
        standing.draws.to_string(),
        standing.losses.to_string(),
        format!("{:.3}", standing.score.unwrap_or(0.0)),
        format!("{low:.3} to {high:.3}"),
    ]
}
