//! What the first move is worth, and how many games are drawn.

use connect_toe_experiment::Sample;
use connect_toe_stats::{Confidence, score_interval};

use super::finding::{Extremes, Finding, Findings};
use crate::analysis::StudyAnalysis;

/// What the first move is worth, and how many games are drawn; of the whole alone if the answer is about the games.
pub(super) fn first_move(study: &StudyAnalysis<'_>, is_answered: bool, found: &mut Findings<'_>) {
    let all = study.first_mover();
    let Some(score) = all.score() else { return };
    let sides = study.sides;
    let drawn = study.drawn().map(|share| Finding::Drawn { share, of_all: sides.all_have_draws() });
    if !study.tells_of_first_moves() {
        found.findings.push(Finding::NoFirstMoves(sides));
        found.findings.extend(drawn);
        return;
    }
    let (interval, whose) = (all.score_interval(), study.whose_games_tell());
    found.findings.push(Finding::FirstMoves { sides, score, interval, whose });
    if !is_answered {
        let games = study.by_game().into_iter().map(|game| (game.name, game.first_mover));
        let games: Vec<(String, Sample)> = games.collect();
        let level = Confidence::NINETY_FIVE.shared_by(games.len());
        let scores = Extremes::of(&games, |sample| score_interval(sample.counts(), level));
        found.details.extend(scores.map(|scores| Finding::FirstMovesByGame(sides, scores)));
    }
    found.details.extend(drawn);
}
