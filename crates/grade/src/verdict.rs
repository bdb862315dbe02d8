//! How a choice compares with the exact values.

use connect_toe_solve::Score;
use connect_toe_stats::GameResult;

/// What a position can be worth, the best first: the order in which grades by value are listed.
pub const VALUES: [GameResult; 3] = [GameResult::Win, GameResult::Draw, GameResult::Loss];

/// The result with best play, from the side to move: a score without its distance.
pub(crate) fn value_of(score: Score) -> GameResult {
    match score.0 {
        1.. => GameResult::Win,
        0 => GameResult::Draw,
        _ => GameResult::Loss,
    }
}

/// A choice among equally likely moves, measured by the exact values. All numbers are expectations over these moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Verdict {
    /// The chance that the value is kept.
    pub(crate) keeps: f64,
    /// The chance that a win becomes a draw.
    pub(crate) slips: f64,
    /// The chance that a win or a draw becomes a loss.
    pub(crate) blunders: f64,
    /// Points lost.
    pub(crate) loss: f64,
    /// By how many plies the win comes later, or the loss earlier, than with best play, over those of the moves that
    /// keep the value. Nothing in a draw, or if none of them keeps it.
    pub(crate) plies_lost: Option<f64>,
}

/// Judges a choice among moves with these scores; `chosen` are equally likely places in the list, at least one.
pub(crate) fn verdict(scores: &[Score], chosen: &[usize]) -> Verdict {
    let best = best(scores);
    let value = value_of(best);
    let share = |is_counted: &dyn Fn(GameResult) -> bool| {
        let counted = chosen.iter().filter(|&&place| is_counted(value_of(scores[place])));
        counted.count() as f64 / chosen.len() as f64
    };
    let slips = share(&|after| value == GameResult::Win && after == GameResult::Draw);
    let blunders = share(&|after| value > GameResult::Loss && after == GameResult::Loss);
    // Scores of one value differ by the difference of their distances.
    let late: Vec<i32> = chosen
        .iter()
        .filter(|&&place| value != GameResult::Draw && value_of(scores[place]) == value)
        .map(|&place| best.0 - scores[place].0)
        .collect();
    Verdict {
        keeps: share(&|after| after == value),
        slips,
        blunders,
        loss: 0.5 * slips + value.points() * blunders,
        plies_lost: (!late.is_empty()).then(|| f64::from(late.iter().sum::<i32>()) / late.len() as f64),
    }
}

/// The score of the best move: that of the position.
pub(crate) fn best(scores: &[Score]) -> Score {
    scores.iter().copied().max().unwrap_or(Score::DRAW)
}

/// Whether moves have at least two different values, distances aside, so that a choice can be wrong.
pub(crate) fn is_decisive(scores: &[Score]) -> bool {
    scores.windows(2).any(|pair| value_of(pair[0]) != value_of(pair[1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(scores: &[i32]) -> Vec<Score> {
        scores.iter().map(|&score| Score(score)).collect()
    }

    #[test]
    fn definitions() {
        // A win, a slower win, a draw, a loss.
        let won = scores(&[7, 3, 0, -4]);
        assert!(is_decisive(&won));
        let of = |chosen: &[usize]| verdict(&won, chosen);
        assert_eq!(
            of(&[0]),
            Verdict { keeps: 1.0, slips: 0.0, blunders: 0.0, loss: 0.0, plies_lost: Some(0.0) }
        );
        assert_eq!(of(&[1]).plies_lost, Some(4.0));
        assert_eq!(of(&[2]), Verdict { keeps: 0.0, slips: 1.0, blunders: 0.0, loss: 0.5, plies_lost: None });
        assert_eq!(of(&[3]), Verdict { keeps: 0.0, slips: 0.0, blunders: 1.0, loss: 1.0, plies_lost: None });
        let even = of(&[0, 1, 2, 3]);
        assert_eq!((even.keeps, even.slips, even.blunders, even.loss), (0.5, 0.25, 0.25, 0.375));
        assert_eq!(even.plies_lost, Some(2.0));
        // Moves that were drawn several times count as often.
        assert_eq!(of(&[0, 0, 0, 3]).loss.to_bits(), 0.25_f64.to_bits());
    }

    #[test]
    fn drawn_and_lost_positions() {
        let drawn = verdict(&scores(&[0, -2]), &[0, 1]);
        assert_eq!((drawn.keeps, drawn.slips, drawn.blunders, drawn.loss), (0.5, 0.0, 0.5, 0.25));
        assert_eq!(drawn.plies_lost, None);
        // A lost position cannot be lost again, only sooner.
        let lost = scores(&[-3, -5]);
        assert!(!is_decisive(&lost));
        let sooner = verdict(&lost, &[1]);
        assert_eq!((sooner.keeps, sooner.loss, sooner.plies_lost), (1.0, 0.0, Some(2.0)));
    }
}
