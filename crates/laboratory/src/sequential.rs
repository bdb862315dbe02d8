//! A sequential test of a match, fed in the order of the pairs' numbers.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use connect_toe_experiment::{ConditionTally, Pair, Plan, Tally};
use connect_toe_stats::{GameResult, Pentanomial, Sprt, SprtRun, Verdict, Wdl, numbers::decimal};

use crate::numbers::SequentialTest;

/// A sequential test of the one condition of a match.
///
/// Threads end pairs in any order. The test counts them by their numbers: pairs that come early wait, and those after
/// the verdict are not counted. So the verdict and the counts are the same for any number of threads.
pub(crate) struct Sequential {
    run: Run,
    tally: Tally,
    /// The number of the next pair to count.
    next: u64,
    early: BTreeMap<u64, Pair>,
}

/// A running test of pairs if the two games of a pair depend on each other, else of games.
enum Run {
    Pairs(SprtRun<Pentanomial>),
    Games(SprtRun<Wdl>),
}

impl Sequential {
    /// The test before the first pair of a plan that has one condition.
    pub(crate) fn new(test: Sprt, plan: &Plan) -> Sequential {
        let is_paired = plan.conditions.iter().all(|condition| condition.protocol.is_paired());
        let run = if is_paired { Run::Pairs(SprtRun::new(test)) } else { Run::Games(SprtRun::new(test)) };
        Sequential { run, tally: Tally::new(plan), next: 0, early: BTreeMap::new() }
    }

    fn verdict(&self) -> Verdict {
        match &self.run {
            Run::Pairs(run) => run.verdict(),
            Run::Games(run) => run.verdict(),
        }
    }

    /// Whether there is a verdict.
    pub(crate) fn is_decided(&self) -> bool {
        self.verdict() != Verdict::Continue
    }

    /// Takes a pair that was played; breaks when there is a verdict.
    pub(crate) fn add(&mut self, pair: Pair) -> ControlFlow<()> {
        self.early.insert(pair.number, pair);
        while !self.is_decided() {
            let Some(pair) = self.early.remove(&self.next) else { return ControlFlow::Continue(()) };
            self.next += 1;
            self.tally.count(&pair);
            let results: Vec<GameResult> = pair.games.iter().map(|game| game.result).collect();
            match (&mut self.run, &results[..]) {
                (Run::Pairs(run), &[first, second]) => {
                    run.add(Pentanomial::of_pair(first, second));
                }
                // A last pair with one game says nothing about pairs.
                (Run::Pairs(_), _) => {}
                (Run::Games(run), results) => {
                    run.add(results.iter().map(|&result| Wdl::from(result)).sum());
                }
            }
        }
        ControlFlow::Break(())
    }

    /// The games that the test has counted.
    pub(crate) fn counted(&self) -> &ConditionTally {
        &self.tally.conditions[0]
    }

    pub(crate) fn answer(&self) -> SequentialTest {
        let (test, ratio) = match &self.run {
            Run::Pairs(run) => (run.test(), run.log_likelihood_ratio()),
            Run::Games(run) => (run.test(), run.log_likelihood_ratio()),
        };
        SequentialTest::new(test, ratio, self.verdict())
    }

    /// How far the test is, in words.
    pub(crate) fn text(&self) -> String {
        let SequentialTest { log_likelihood_ratio, lower_bound, upper_bound, .. } = self.answer();
        let [ratio, low, high] = [log_likelihood_ratio, lower_bound, upper_bound].map(|one| decimal(one, 2));
        format!("log-likelihood ratio {ratio} between {low} and {high}")
    }
}

#[cfg(test)]
mod tests {
    use connect_toe_experiment::{Ending, GamePlayed, Protocol};
    use connect_toe_game::Side;
    use connect_toe_stats::EloModel;

    use super::*;

    fn plan(games: u64) -> Plan {
        let [game, player, opponent] = ["3x3:3", "perfect", "random"];
        Plan::of_match(
            game.parse().expect("a game"),
            player.parse().expect("a player"),
            opponent.parse().expect("a player"),
            Protocol::new(games),
            1,
        )
    }

    fn pair(number: u64, results: [GameResult; 2]) -> Pair {
        let game = |result| GamePlayed {
            player_side: Side::X,
            result,
            moves: Vec::new(),
            opening_plies: 0,
            ending: Ending::LastMove,
            swapped: false,
            player_nodes: 1,
            opponent_nodes: 1,
        };
        Pair { condition: 0, number, games: results.map(game).to_vec() }
    }

    #[test]
    fn the_order_of_arrival_changes_nothing() {
        let test = Sprt::new(0.0, 100.0, 0.05, 0.05, EloModel::Logistic).expect("a test");
        let results = |number: u64| match number % 3 {
            0 => [GameResult::Win, GameResult::Draw],
            1 => [GameResult::Win, GameResult::Win],
            _ => [GameResult::Loss, GameResult::Win],
        };
        let plan = plan(2000);
        let told = |order: &[u64]| {
            let mut sequential = Sequential::new(test, &plan);
            for &number in order {
                if sequential.add(pair(number, results(number))).is_break() {
                    break;
                }
            }
            (sequential.counted().wdl(), sequential.answer())
        };
        let in_order: Vec<u64> = (0..1000).collect();
        let (wdl, answer) = told(&in_order);
        assert_eq!(answer.verdict, crate::TestVerdict::AcceptH1);
        assert!(wdl.games() < 400, "{wdl:?}");
        let mut shuffled = in_order.clone();
        shuffled.chunks_mut(64).for_each(<[u64]>::reverse);
        assert_eq!(told(&shuffled), (wdl, answer));
        let backwards: Vec<u64> = in_order.iter().rev().copied().collect();
        assert_eq!(told(&backwards), (wdl, answer));
    }
}
