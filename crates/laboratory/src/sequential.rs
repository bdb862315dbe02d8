//! A sequential test of a match, fed in the order of the pairs' numbers.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use connect_toe_experiment::{Condition, ConditionTally, Forfeits, Pair, Plan, Sample, Tally};
use connect_toe_stats::{ScoreCounts, Sprt, Verdict, numbers::decimal};

use crate::numbers::SequentialTest;

/// A sequential test of the one condition of a match.
///
/// Threads end pairs in any order. The test counts them by their numbers: pairs that come early wait, and those after
/// the verdict are not counted. So the verdict and the counts are the same for any number of threads.
///
/// It is about the trials that are independent ([`Sample`]): a pair that can only come again says nothing new, and games
/// that were forfeited are left out unless they count. As soon as chance is seen to play a part, repeated pairs count
/// too; no verdict falls before, and after it the test is that of all pairs, so that its error rates hold.
pub(crate) struct Sequential {
    test: Sprt,
    verdict: Verdict,
    condition: Condition,
    tally: Tally,
    /// The number of the next pair to count.
    next: u64,
    early: BTreeMap<u64, Pair>,
}

impl Sequential {
    /// The test before the first pair of a plan that has one condition.
    pub(crate) fn new(test: Sprt, plan: &Plan, forfeits: Forfeits) -> Sequential {
        Sequential {
            test,
            verdict: Verdict::Continue,
            condition: plan.conditions[0].clone(),
            tally: Tally::with_forfeits(plan, forfeits),
            next: 0,
            early: BTreeMap::new(),
        }
    }

    /// Whether there is a verdict.
    pub(crate) fn is_decided(&self) -> bool {
        self.verdict != Verdict::Continue
    }

    /// Takes a pair that was played; breaks when there is a verdict.
    pub(crate) fn add(&mut self, pair: Pair) -> ControlFlow<()> {
        self.early.insert(pair.number, pair);
        while !self.is_decided() {
            let Some(pair) = self.early.remove(&self.next) else { return ControlFlow::Continue(()) };
            self.next += 1;
            self.tally.count(&pair);
            // The first verdict stands, so each pair is looked at by itself.
            self.verdict = self.test.verdict(self.counts());
        }
        ControlFlow::Break(())
    }

    /// What the test has counted.
    pub(crate) fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The games that the test has counted.
    pub(crate) fn counted(&self) -> &ConditionTally {
        &self.tally.conditions[0]
    }

    fn counts(&self) -> ScoreCounts {
        Sample::of_player(&self.condition, self.counted()).counts_for_test()
    }

    pub(crate) fn answer(&self) -> SequentialTest {
        SequentialTest::new(&self.test, self.test.log_likelihood_ratio(self.counts()), self.verdict)
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
    use connect_toe_game::{Game, Side};
    use connect_toe_stats::{EloModel, GameResult};

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

    /// A pair whose moves follow from its results, and whose second game is perhaps forfeited.
    fn pair(number: u64, results: [GameResult; 2], forfeits: bool) -> Pair {
        let game: Game = "3x3:3".parse().expect("a game");
        let cells = game.geometry().cells();
        let game = |player_side, result| GamePlayed {
            player_side,
            result,
            moves: vec![cells[result as usize]],
            opening_plies: 0,
            ending: if forfeits && player_side == Side::O { Ending::Forfeit } else { Ending::LastMove },
            swapped: false,
            player_nodes: 1,
            opponent_nodes: 1,
        };
        let [first, second] = results;
        Pair { condition: 0, number, games: vec![game(Side::X, first), game(Side::O, second)] }
    }

    const WON: [GameResult; 2] = [GameResult::Win; 2];

    fn decided(pairs: impl Iterator<Item = Pair>, forfeits: Forfeits) -> Option<u64> {
        let test = Sprt::new(0.0, 100.0, 0.05, 0.05, EloModel::Logistic).expect("a test");
        let mut sequential = Sequential::new(test, &plan(2000), forfeits);
        for pair in pairs {
            if sequential.add(pair).is_break() {
                return Some(sequential.counted().games());
            }
        }
        None
    }

    #[test]
    fn a_pair_that_only_comes_again_decides_nothing() {
        assert_eq!(decided((0..1000).map(|number| pair(number, WON, false)), Forfeits::Omit), None);
        // Once another pair has come from the same start, all of them count.
        let varied = (0..1000).map(|number| {
            pair(number, if number == 100 { [GameResult::Win, GameResult::Draw] } else { WON }, false)
        });
        assert_eq!(decided(varied, Forfeits::Omit), Some(202));
    }

    #[test]
    fn forfeits_decide_nothing_unless_they_count() {
        let forfeited = || {
            (0..1000).map(|number| {
                let result = if number % 2 == 0 { GameResult::Draw } else { GameResult::Win };
                pair(number, [result, GameResult::Win], true)
            })
        };
        assert_eq!(decided(forfeited(), Forfeits::Omit), None);
        assert!(decided(forfeited(), Forfeits::Count).is_some());
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
            let mut sequential = Sequential::new(test, &plan, Forfeits::Omit);
            for &number in order {
                if sequential.add(pair(number, results(number), false)).is_break() {
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
