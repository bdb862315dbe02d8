//! Grades, and what they are made of.

use connect_toe_solve::{Score, Value};
use connect_toe_stats::{
    Confidence, GameResult, RankCorrelation, SIGNIFICANCE, holm, kendall_tau, spearman_rho,
};

use crate::contestant::Entry;
use crate::measure::{Amount, Differences, Estimate, Share};
use crate::paired;
use crate::verdict::{VALUES, Verdict};

/// The grades of all entries.
#[derive(Clone, Debug, PartialEq)]
pub struct Grading {
    /// The positions by ply, in rising order; also plies without any.
    pub plies: Vec<PlyCounts>,
    /// All positions.
    pub positions: Counts,
    /// The grades, in the order of the request.
    pub entries: Vec<EntryGrades>,
    /// Every entry with every later one, where there is a decisive position.
    pub comparisons: Vec<Comparison>,
    /// If plies were not named: the ply at which more than a tenth of the positions were not solved. It and those
    /// before it were left out.
    pub too_hard: Option<u32>,
    /// Whether the work was stopped. Then the positions are those up to the first that was not finished, in the
    /// order in which they were drawn.
    pub interrupted: bool,
}

/// How many positions there are, and of what kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions drawn.
    pub found: u64,
    /// Those that the solver's nodes sufficed for. Only these are graded. The others are harder than most, so that
    /// grades on all positions could be higher or lower.
    pub solved: u64,
    /// Solved positions that the side to move wins.
    pub won: u64,
    /// Solved positions that are drawn.
    pub drawn: u64,
    /// Solved positions that the side to move loses.
    pub lost: u64,
    /// Solved positions with moves of at least two different values: the only ones in which a choice can be wrong.
    pub decisive: u64,
}

/// The positions of one ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlyCounts {
    /// Stones on the board.
    pub ply: u32,
    /// The positions.
    pub counts: Counts,
}

impl Counts {
    /// Positions that were not solved within the solver's nodes.
    pub fn not_solved(&self) -> u64 {
        self.found - self.solved
    }
}

/// All grades of one entry.
#[derive(Clone, Debug, PartialEq)]
pub struct EntryGrades {
    /// The entry.
    pub entry: Entry,
    /// On all positions.
    pub overall: Grade,
    /// By ply, as in [`Grading::plies`].
    pub by_ply: Vec<Grade>,
    /// By the position's value for the side to move, in the order of [`VALUES`]. In a lost position no move
    /// is worse than another, so none is decisive.
    pub by_value: [Grade; 3],
}

/// One entry's grade on some positions.
///
/// Rates and losses are means over the *decisive* positions, those with moves of at least two values (win, draw,
/// loss): in the others every move is as good as any other. If an entry chooses among several moves at random, a
/// position counts the expectation.
#[derive(Clone, Debug, PartialEq)]
pub struct Grade {
    keeps: Share,
    slips: Share,
    blunders: Share,
    loss: Share,
    plies_lost: Amount,
    /// Kendall's τ-b of the heuristic's value of the position and its exact value, both for the side to move; exact
    /// values rank a nearer win above a later one, then the draw, and a later loss above a nearer one. Over all
    /// solved positions, decisive or not. Nothing for a player, or if one of the two is always the same.
    ///
    /// Over several plies all positions stand in one ranking: there it also counts whether the heuristic's values at
    /// different plies can be compared.
    pub kendall: Option<RankCorrelation>,
    /// Spearman's ρ of the same.
    pub spearman: Option<RankCorrelation>,
}

impl Grade {
    /// Rate of choices that keep the value: a win stays a win, a draw a draw.
    pub fn keep_rate(&self) -> Option<Estimate> {
        self.keeps.estimate()
    }

    /// Rate of choices that make a win a draw.
    pub fn slip_rate(&self) -> Option<Estimate> {
        self.slips.estimate()
    }

    /// Rate of choices that make a win or a draw a loss.
    pub fn blunder_rate(&self) -> Option<Estimate> {
        self.blunders.estimate()
    }

    /// Points lost by the choice, where a win counts 1, a draw ½, a loss 0.
    pub fn mean_loss(&self) -> Option<Estimate> {
        self.loss.estimate()
    }

    /// By how many plies choices that keep a win delay it, and choices in lost positions hasten the loss, over all
    /// such positions, decisive or not.
    pub fn plies_lost(&self) -> Option<Estimate> {
        self.plies_lost.estimate()
    }

    /// Decisive positions.
    pub fn decisive(&self) -> u64 {
        self.loss.count()
    }
}

/// Two entries on the same positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// The place of the first entry in the request.
    pub first: usize,
    /// The place of the second entry in the request.
    pub second: usize,
    /// The first entry's mean loss minus the second one's: below 0 if the first is better.
    pub difference: Estimate,
    /// The probability of a difference at least as large as this one, in either direction, if in truth there is none:
    /// by Student's paired test; never below that of all differences having one sign.
    pub p_value: f64,
    /// The p-value after Holm's correction for all comparisons.
    pub adjusted: f64,
}

impl Grading {
    /// The entries with the lowest mean loss. Empty without decisive positions.
    pub fn best(&self) -> Vec<usize> {
        let sum = |entry: &EntryGrades| entry.overall.loss.sum();
        let lowest = self.entries.iter().map(sum).min();
        let is_lowest = |place: &usize| Some(sum(&self.entries[*place])) == lowest;
        if self.positions.decisive == 0 {
            return Vec::new();
        }
        (0..self.entries.len()).filter(is_lowest).collect()
    }

    /// The entries that are not among the [best](Self::best) but not clearly worse than any of them: the corrected
    /// p-value of the comparison is not below [`SIGNIFICANCE`].
    pub fn rivals(&self) -> Vec<usize> {
        let best = self.best();
        let is_rival = |place: usize| {
            !best.contains(&place)
                && self.comparisons.iter().any(|one| {
                    let pair = (one.first, one.second);
                    one.adjusted >= SIGNIFICANCE
                        && best.iter().any(|&best| pair == (best, place) || pair == (place, best))
                })
        };
        (0..self.entries.len()).filter(|&place| is_rival(place)).collect()
    }
}

/// A position and what all entries made of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Graded {
    pub(crate) value: GameResult,
    /// Greater for what is better for the side to move.
    pub(crate) rank: i64,
    pub(crate) decisive: bool,
    /// By entry.
    pub(crate) verdicts: Vec<Verdict>,
    /// By entry; nothing of players.
    pub(crate) values: Vec<Option<i64>>,
}

/// The finished positions of one ply; `None` for one that was not solved.
#[derive(Clone, Debug)]
pub(crate) struct GradedPly {
    pub(crate) ply: u32,
    pub(crate) positions: Vec<Option<Graded>>,
}

/// A number that is the greater, the better the score is for the side to move, whatever the ply.
pub(crate) fn rank(score: Score, empty: u32) -> i64 {
    // No game is that long.
    const LONG: i64 = 1 << 20;
    match score.value(empty) {
        Value::Win(plies) => LONG - i64::from(plies),
        Value::Draw => 0,
        Value::Loss(plies) => i64::from(plies) - LONG,
    }
}

/// Puts everything together.
pub(crate) fn assemble(
    entries: &[Entry],
    graded: &[GradedPly],
    too_hard: Option<u32>,
    interrupted: bool,
) -> Grading {
    let plies: Vec<PlyCounts> =
        graded.iter().map(|ply| PlyCounts { ply: ply.ply, counts: counts(&ply.positions) }).collect();
    let all: Vec<&Graded> = graded.iter().flat_map(|ply| ply.positions.iter().flatten()).collect();
    let entry_grades = |(place, entry): (usize, &Entry)| EntryGrades {
        entry: entry.clone(),
        overall: grade(place, &all),
        by_ply: graded
            .iter()
            .map(|ply| grade(place, &ply.positions.iter().flatten().collect::<Vec<_>>()))
            .collect(),
        by_value: VALUES.map(|value| {
            let of_value: Vec<&Graded> =
                all.iter().copied().filter(|position| position.value == value).collect();
            grade(place, &of_value)
        }),
    };
    Grading {
        positions: plies.iter().fold(Counts::default(), |sum, ply| sum.plus(&ply.counts)),
        plies,
        entries: entries.iter().enumerate().map(entry_grades).collect(),
        comparisons: compare(entries.len(), &all),
        too_hard,
        interrupted,
    }
}

fn counts(positions: &[Option<Graded>]) -> Counts {
    let solved = || positions.iter().flatten();
    let number = |value| solved().filter(|position| position.value == value).count() as u64;
    Counts {
        found: positions.len() as u64,
        solved: solved().count() as u64,
        won: number(GameResult::Win),
        drawn: number(GameResult::Draw),
        lost: number(GameResult::Loss),
        decisive: solved().filter(|position| position.decisive).count() as u64,
    }
}

impl Counts {
    fn plus(self, other: &Counts) -> Counts {
        Counts {
            found: self.found + other.found,
            solved: self.solved + other.solved,
            won: self.won + other.won,
            drawn: self.drawn + other.drawn,
            lost: self.lost + other.lost,
            decisive: self.decisive + other.decisive,
        }
    }
}

fn grade(entry: usize, positions: &[&Graded]) -> Grade {
    let (mut keeps, mut slips, mut blunders, mut loss) = <(Share, Share, Share, Share)>::default();
    let mut plies_lost = Amount::default();
    for position in positions {
        let verdict = &position.verdicts[entry];
        if position.decisive {
            keeps.push(verdict.keeps);
            slips.push(verdict.slips);
            blunders.push(verdict.blunders);
            loss.push(verdict.loss);
        }
        if let Some(plies) = verdict.plies_lost {
            plies_lost.push(plies);
        }
    }
    let valued: Vec<(i64, i64)> = positions
        .iter()
        .filter_map(|position| position.values[entry].map(|value| (value, position.rank)))
        .collect();
    let values = in_order(&valued.iter().map(|pair| pair.0).collect::<Vec<_>>());
    let ranks = in_order(&valued.iter().map(|pair| pair.1).collect::<Vec<_>>());
    Grade {
        keeps,
        slips,
        blunders,
        loss,
        plies_lost,
        kendall: kendall_tau(&values, &ranks, Confidence::NINETY_FIVE),
        spearman: spearman_rho(&values, &ranks, Confidence::NINETY_FIVE),
    }
}

/// Each number's place among the different ones: floating point would not tell large ones apart.
fn in_order(numbers: &[i64]) -> Vec<f64> {
    let mut different = numbers.to_owned();
    different.sort_unstable();
    different.dedup();
    numbers.iter().map(|number| different.partition_point(|other| other < number) as f64).collect()
}

fn compare(entries: usize, positions: &[&Graded]) -> Vec<Comparison> {
    let pairs = (0..entries).flat_map(|first| (first + 1..entries).map(move |second| (first, second)));
    let mut comparisons: Vec<Comparison> = pairs
        .filter_map(|(first, second)| {
            let mut differences = Differences::default();
            for position in positions.iter().filter(|position| position.decisive) {
                differences.push(position.verdicts[first].loss - position.verdicts[second].loss);
            }
            let p_value = paired::p_value(&differences);
            Some(Comparison {
                first,
                second,
                difference: differences.estimate()?,
                p_value,
                adjusted: p_value,
            })
        })
        .collect();
    let p_values: Vec<f64> = comparisons.iter().map(|one| one.p_value).collect();
    for (one, adjusted) in comparisons.iter_mut().zip(holm(&p_values)) {
        one.adjusted = adjusted;
    }
    comparisons
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_follow_preference() {
        // Five empty cells: win in 1, win in 5, draw, loss in 4, loss in 2.
        let ranks: Vec<i64> = [5, 1, 0, -2, -4].map(|score| rank(Score(score), 5)).to_vec();
        assert!(ranks.windows(2).all(|pair| pair[0] > pair[1]), "{ranks:?}");
        // A win in 3 plies is one whether many or few cells are left.
        assert_eq!(rank(Score(18), 20), rank(Score(1), 3));
    }

    #[test]
    fn large_numbers_stay_apart() {
        let large = 1 << 60;
        assert_eq!(in_order(&[large, large + 1, -large, large]), [1.0, 2.0, 0.0, 1.0]);
    }
}
