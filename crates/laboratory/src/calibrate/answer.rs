//! The answer: expected and achieved scores.

use connect_toe_api::Error;
use connect_toe_game::Game;
use connect_toe_players::PlayerSpec;
use connect_toe_stats::{Confidence, Wdl, score_interval};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

use super::Calibrate;
use super::games::{Said, Watched};
use crate::numbers::ends;

/// The scores that a player expects beside those that came, for the side to move.
///
/// Of each game one position counts in each range of plies, drawn at random, so that the positions of a range are
/// independent. Positions whose result the player had proven do not count, nor do those of which it said nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Calibration {
    /// Canonical game text.
    pub game: String,
    /// The player.
    pub player: String,
    /// Games that were played.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// Positions of these games of which the player said what it expects, without a proof.
    pub positions: u64,
    /// Positions whose result it had proven.
    pub proven: u64,
    /// Ranges of plies, each with about a third of the positions.
    pub ranges: Vec<CalibrationRange>,
    /// Whether the run was stopped: then these are the games that were played.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
}

/// What a player expects in a range of plies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CalibrationRange {
    /// The stones on the board, from.
    pub first_ply: u32,
    /// The stones on the board, to; included.
    pub last_ply: u32,
    /// Positions that count.
    pub positions: u64,
    /// The mean squared difference of expected and achieved scores (Brier, 1950); a player that always expects 0.5 has at most
    /// 0.25.
    pub brier: Option<f64>,
    /// By how much expected and achieved scores differ: the mean over all positions of the difference in their bin.
    pub error: Option<f64>,
    /// Positions with about the same expected score; bins without any are left out.
    pub bins: Vec<CalibrationBin>,
}

/// Positions with about the same expected score.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CalibrationBin {
    /// The expected score, from.
    pub from: f64,
    /// The expected score, below; the last bin includes 1.
    pub to: f64,
    /// Positions that count.
    pub positions: u64,
    /// The mean of the scores that were expected.
    pub expected: f64,
    /// The mean of the scores that were achieved.
    pub achieved: f64,
    /// The 95 % interval of the mean achieved score.
    pub interval: [f64; 2],
}

const RANGES: usize = 3;
const BINS: usize = 10;

/// A position that counts.
#[derive(Clone, Copy)]
struct Counted {
    expected: f64,
    /// 1, 0 or −1 for the side to move.
    result: i64,
}

impl Calibration {
    pub(super) fn new(
        game: &Game,
        player: &PlayerSpec,
        games: &[Watched],
        request: &Calibrate,
    ) -> Calibration {
        let said = || games.iter().flat_map(|game| &game.positions);
        let counts = |said: &&Said| said.score.is_some() && !said.is_exact;
        let mut plies: Vec<u32> = said().filter(counts).map(|said| said.ply).collect();
        plies.sort_unstable();
        let mut ranges = Vec::new();
        let mut random = ChaCha8Rng::seed_from_u64(request.seed);
        random.set_stream(u64::MAX);
        let mut first_ply = plies.first().copied().unwrap_or(0);
        for number in 1..=RANGES {
            let Some(&last_ply) = plies.get((number * plies.len() / RANGES).saturating_sub(1)) else { break };
            if last_ply < first_ply {
                continue;
            }
            let drawn = games.iter().filter_map(|game| {
                let in_range = |said: &&Said| counts(said) && (first_ply..=last_ply).contains(&said.ply);
                let met: Vec<&Said> = game.positions.iter().filter(in_range).collect();
                let said = (!met.is_empty()).then(|| met[random.random_range(0..met.len())])?;
                Some(Counted { expected: said.score?, result: game.outcome.value_for(said.to_move) })
            });
            ranges.push(CalibrationRange::new(first_ply, last_ply, &drawn.collect::<Vec<_>>()));
            first_ply = last_ply + 1;
        }
        Calibration {
            game: game.spec().to_string(),
            player: player.to_string(),
            games: games.len() as u64,
            seed: request.seed,
            positions: plies.len() as u64,
            proven: said().filter(|said| said.is_exact).count() as u64,
            ranges,
            partial: (games.len() as u64) < request.games,
        }
    }

    /// A row for each bin.
    pub(super) fn csv(&self) -> Result<Vec<u8>, Error> {
        let mut csv = csv::Writer::from_writer(Vec::new());
        let head =
            ["first_ply", "last_ply", "from", "to", "positions", "expected", "achieved", "low", "high"];
        csv.write_record(head).map_err(Error::run)?;
        for range in &self.ranges {
            for bin in &range.bins {
                let [low, high] = bin.interval;
                let numbers = [bin.expected, bin.achieved, low, high].map(|number| format!("{number:.4}"));
                let places = [range.first_ply.to_string(), range.last_ply.to_string()];
                let bins = [bin.from.to_string(), bin.to.to_string(), bin.positions.to_string()];
                csv.write_record(places.iter().chain(&bins).chain(&numbers)).map_err(Error::run)?;
            }
        }
        csv.into_inner().map_err(|error| Error::run(error.error()))
    }
}

impl CalibrationRange {
    fn new(first_ply: u32, last_ply: u32, counted: &[Counted]) -> CalibrationRange {
        let bin_of = |expected: f64| ((expected * BINS as f64) as usize).min(BINS - 1);
        let achieved = |counted: &Counted| f64::midpoint(counted.result as f64, 1.0);
        let bin = |number: usize| {
            let inside: Vec<&Counted> = counted.iter().filter(|one| bin_of(one.expected) == number).collect();
            let with = |result: i64| inside.iter().filter(|one| one.result == result).count() as u64;
            let wdl = Wdl { wins: with(1), draws: with(0), losses: with(-1) };
            let positions = inside.len() as f64;
            Some(CalibrationBin {
                from: number as f64 / BINS as f64,
                to: (number + 1) as f64 / BINS as f64,
                positions: inside.len() as u64,
                expected: inside.iter().map(|one| one.expected).sum::<f64>() / positions,
                achieved: wdl.score()?,
                interval: ends(score_interval(wdl, Confidence::NINETY_FIVE)),
            })
        };
        let bins: Vec<CalibrationBin> = (0..BINS).filter_map(bin).collect();
        let all = counted.len() as f64;
        let mean = |sum: f64| (all > 0.0).then_some(sum / all);
        CalibrationRange {
            first_ply,
            last_ply,
            positions: counted.len() as u64,
            brier: mean(counted.iter().map(|one| (one.expected - achieved(one)).powi(2)).sum()),
            error: mean(
                bins.iter().map(|bin| bin.positions as f64 * (bin.expected - bin.achieved).abs()).sum(),
            ),
            bins,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_compare_what_was_expected_with_what_came() {
        let counted = |expected, result| Counted { expected, result };
        // Of four positions at 75 % three are won; one at 100 % is drawn.
        let all = [counted(0.75, 1), counted(0.75, 1), counted(0.75, 1), counted(0.75, -1), counted(1.0, 0)];
        let range = CalibrationRange::new(3, 9, &all);
        let [three_quarters, certain] = range.bins[..] else { panic!("{range:?}") };
        assert_eq!((three_quarters.from, three_quarters.to, three_quarters.positions), (0.7, 0.8, 4));
        assert_eq!((three_quarters.expected, three_quarters.achieved), (0.75, 0.75));
        assert!(three_quarters.interval[0] < 0.75 && three_quarters.interval[1] > 0.75);
        assert_eq!((certain.from, certain.expected, certain.achieved), (0.9, 1.0, 0.5));
        assert_eq!(range.error, Some(0.1));
        let brier = (3.0 * 0.0625 + 0.5625 + 0.25) / 5.0;
        assert_eq!(range.brier, Some(brier));
        assert_eq!(CalibrationRange::new(0, 0, &[]).error, None);
    }
}
