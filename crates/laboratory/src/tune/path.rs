//! The iterations of a search: which settings are compared, and what follows from their games.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};

use connect_toe_api::{Progress, Work};
use connect_toe_experiment::{BalancedBooks, Pair, Plan, PlayError, Protocol};
use connect_toe_game::GameSpec;
use connect_toe_players::{PlayerRanges, PlayerSpec, SettingRange};
use connect_toe_stats::{PairDifferences, Pentanomial, Spsa, SpsaGains};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::answer::{TunedSetting, TuningStep};
use super::{Checked, Tune};
use crate::runner::{Failure, play_on_machines, with_openings};

/// A search as far as it has come.
pub(super) struct Path {
    ranges: PlayerRanges,
    search: Spsa,
    seed: u64,
    pairs: u64,
    batch: u64,
    games_of_pair: u64,
    pub(super) steps: Vec<TuningStep>,
}

/// Two settings to compare.
struct Comparison {
    moved: Vec<f64>,
    plus: Vec<f64>,
    minus: Vec<f64>,
    /// The numbers of the pairs that compare them.
    pairs: Range<u64>,
}

impl Path {
    /// The search before its first iteration.
    pub(super) fn new(asked: &Checked, tune: &Tune) -> Path {
        let ranges = asked.ranges.clone();
        let start: Vec<f64> = ranges.settings().iter().map(|one| one.share_of(one.start())).collect();
        let gains = SpsaGains {
            iterations: tune.pairs.div_ceil(asked.batch),
            perturbation: tune.perturbation,
            wander: tune.wander,
        };
        Path {
            search: Spsa::new(&start, gains),
            ranges,
            seed: tune.seed,
            pairs: tune.pairs,
            batch: asked.batch,
            games_of_pair: if asked.opponent.is_some() { 4 } else { 2 },
            steps: Vec::new(),
        }
    }

    /// Goes the way that these results lead: those of an earlier run's iterations, in order.
    pub(super) fn replay(&mut self, results: impl IntoIterator<Item = PairDifferences>) {
        for result in results {
            let comparison = self.comparison();
            self.learn(comparison, result);
        }
    }

    pub(super) fn ranges(&self) -> &[SettingRange] {
        self.ranges.settings()
    }

    pub(super) fn is_done(&self) -> bool {
        self.search.is_done()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The number of games of the iterations that are done.
    pub(super) fn games(&self) -> u64 {
        self.games_of_pair * self.pairs_done()
    }

    fn pairs_done(&self) -> u64 {
        self.pairs.min(self.search.iteration() * self.batch)
    }

    /// What the next iteration compares. It follows from the seed, the iteration's number and the place of the path.
    fn comparison(&self) -> Comparison {
        let settings = self.ranges.settings();
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(self.search.iteration());
        let signs: Vec<bool> = settings.iter().map(|_| random.random()).collect();
        // Both sides are rounded alike, so that they differ by what they were moved by.
        let roundings: Vec<f64> = settings.iter().map(|_| random.random()).collect();
        let least: Vec<f64> =
            settings.iter().zip(self.search.place()).map(|(one, &place)| one.least_move(place)).collect();
        let moved = self.search.perturbation(&signs, &least);
        let [plus, minus] = self.search.probes(&moved).map(|places| {
            let all = settings.iter().zip(places).zip(&roundings);
            all.map(|((one, place), &rounding)| as_written(one, one.at(place, rounding))).collect()
        });
        let first = self.pairs_done();
        Comparison { moved, plus, minus, pairs: first..self.pairs.min(first + self.batch) }
    }

    fn learn(&mut self, comparison: Comparison, result: PairDifferences) {
        let Comparison { moved, plus, minus, pairs } = comparison;
        self.search.learn(&moved, result);
        let values = self.values_at(self.search.place());
        self.steps.push(TuningStep { pairs: pairs.end, plus, minus, differences: result.counts, values });
    }

    fn values_at(&self, places: &[f64]) -> Vec<f64> {
        // Not between whole numbers: the path itself goes in smaller steps.
        let value = |(one, &place): (&SettingRange, &f64)| one.value_at(place);
        self.ranges.settings().iter().zip(places).map(value).collect()
    }

    /// The settings with what was found: of whole numbers the nearest.
    pub(super) fn settings(&self) -> Vec<TunedSetting> {
        let found = self.search.estimate();
        let setting = |(one, place): (&SettingRange, f64)| TunedSetting {
            name: one.name().to_owned(),
            low: one.low(),
            high: one.high(),
            logarithmic: one.is_logarithmic(),
            whole: one.is_whole(),
            start: one.start(),
            found: as_written(one, one.at(place, 0.5)),
        };
        self.ranges.settings().iter().zip(found).map(setting).collect()
    }

    /// The player that was found, so far.
    pub(super) fn found(&self) -> PlayerSpec {
        let values: Vec<f64> = self.settings().iter().map(|one| one.found).collect();
        self.player(&values)
    }

    /// The player with these values. Where it cannot have them together, as no built-in player refuses, it is as at the start.
    fn player(&self, values: &[f64]) -> PlayerSpec {
        let player = self.ranges.player(values).or_else(|_| self.ranges.player(&self.ranges.start()));
        player.expect("the start was checked")
    }

    /// The values of the path so far, in words.
    fn text(&self) -> String {
        let settings = self.settings();
        let texts = self.ranges.settings().iter().zip(&settings);
        let texts = texts.map(|(one, found)| format!("{} {}", found.name, one.text_of(found.found)));
        texts.collect::<Vec<_>>().join(", ")
    }
}

/// Where the iterations are played.
pub(super) struct Table<'a> {
    game: &'a GameSpec,
    opponent: Option<&'a PlayerSpec>,
    protocol: &'a Protocol,
    seed: u64,
    /// The openings, where they are balanced: they are looked for once.
    balanced: BalancedBooks,
}

impl<'a> Table<'a> {
    pub(super) fn new(asked: &'a Checked, tune: &Tune, work: &Work) -> Result<Table<'a>, Failure> {
        let mut table = Table {
            game: asked.game.spec(),
            opponent: asked.opponent.as_ref(),
            protocol: &asked.protocol,
            seed: tune.seed,
            balanced: BalancedBooks::default(),
        };
        let plan = table.plan(&asked.start, &asked.start);
        table.balanced = with_openings(&plan, None, work)?.balanced.clone();
        Ok(table)
    }

    fn plan(&self, player: &PlayerSpec, opponent: &PlayerSpec) -> Plan {
        let protocol = self.protocol.clone();
        let plan = Plan::of_match(self.game.clone(), player.clone(), opponent.clone(), protocol, self.seed);
        Plan { balanced: self.balanced.clone(), ..plan }
    }

    /// Plays one iteration. If it is stopped, the path stays as it was.
    pub(super) fn play(&mut self, path: &mut Path, work: &Work) -> Result<(), Failure> {
        let comparison = path.comparison();
        let [plus, minus] = [&comparison.plus, &comparison.minus].map(|values| path.player(values));
        let pairs = comparison.pairs.clone();
        let mut result = PairDifferences::default();
        match self.opponent {
            None => {
                for made in self.points(&plus, &minus, &pairs, path, 0, work)?.into_values() {
                    result.add(made, 4 - made.min(4));
                }
            }
            Some(opponent) => {
                let of_plus = self.points(&plus, opponent, &pairs, path, 0, work)?;
                let before = 2 * of_plus.len() as u64;
                let of_minus = self.points(&minus, opponent, &pairs, path, before, work)?;
                for (number, made) in of_plus {
                    result.add(made, of_minus.get(&number).copied().unwrap_or_default());
                }
            }
        }
        path.learn(comparison, result);
        Ok(())
    }

    /// The half points that a player makes in each of these pairs.
    fn points(
        &self,
        player: &PlayerSpec,
        opponent: &PlayerSpec,
        pairs: &Range<u64>,
        path: &Path,
        before: u64,
        work: &Work,
    ) -> Result<HashMap<u64, usize>, Failure> {
        let plan = self.plan(player, opponent);
        let requests = plan.pairs_in(pairs.clone());
        let mut points = HashMap::new();
        let total = path.games_of_pair * path.pairs;
        let hear = |pair: Option<Pair>| {
            if let Some(pair) = pair {
                points.insert(pair.number, half_points(&pair));
            }
            let done = path.games() + before + 2 * points.len() as u64;
            let detail = || path.text();
            work.progress(&Progress { done, total: Some(total), unit: "games", detail: &detail });
            ControlFlow::Continue(())
        };
        play_on_machines(&plan, &requests, &work.stop().part(), work, hear)?;
        if points.len() as u64 == pairs.end - pairs.start {
            Ok(points)
        } else {
            Err(PlayError::Stopped.into())
        }
    }
}

/// A value as the player's text has it.
fn as_written(setting: &SettingRange, value: f64) -> f64 {
    setting.text_of(value).parse().unwrap_or(value)
}

/// What the player made in a pair.
fn half_points(pair: &Pair) -> usize {
    match &pair.games[..] {
        [first, second] => {
            let counts = Pentanomial::of_pair(first.result, second.result).counts;
            counts.iter().position(|&count| count > 0).unwrap_or_default()
        }
        _ => unreachable!("an even number of games was asked for"),
    }
}
