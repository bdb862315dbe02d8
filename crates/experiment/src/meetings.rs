//! Who met whom, for ratings and what is said of them.

use std::collections::BTreeMap;

use connect_toe_stats::{Meeting, Wdl};

use crate::design::Condition;
use crate::sample::Sample;
use crate::tally::ConditionTally;

/// The meetings of the players of a round robin, each two players' games in all of these conditions together. The
/// conditions are of one game.
pub fn meetings<'a>(played: impl IntoIterator<Item = (&'a Condition, &'a ConditionTally)>) -> Vec<Meeting> {
    let mut all: BTreeMap<(usize, usize), (Sample, [Wdl; 2])> = BTreeMap::new();
    for (condition, tally) in played {
        let (player, opponent) = (condition.player_pattern, condition.opponent_pattern);
        let sample = Sample::of_player(condition, tally);
        let independent = tally.independent();
        let games = [independent.as_first, independent.as_second];
        let (key, sample, [first, second]) = if player <= opponent {
            ((player, opponent), sample, games)
        } else {
            ((opponent, player), sample.swapped(), [games[1].swapped(), games[0].swapped()])
        };
        all.entry(key)
            .and_modify(|(sum, [as_first, as_second])| {
                *sum += sample;
                *as_first += first;
                *as_second += second;
            })
            .or_insert((sample, [first, second]));
    }
    let meeting = |((first, second), (sample, [as_first, as_second])): (_, (Sample, [Wdl; 2]))| Meeting {
        first,
        second,
        score: sample.score(),
        trials: sample.counts(),
        moves_first: match (as_first + as_second).games() {
            0 => 0.5,
            games => as_first.games() as f64 / games as f64,
        },
    };
    all.into_iter().map(meeting).collect()
}

#[cfg(test)]
mod tests {
    use connect_toe_stats::Pentanomial;

    use super::*;
    use crate::{Plan, Protocol, Tally};

    #[test]
    fn both_ways_of_a_pair_are_one_meeting() {
        let players = ["perfect", "two-ply"].map(|player| player.parse().expect("a player"));
        let plan = Plan::of_round_robin(&"3x3:3".parse().expect("a game"), &players, Protocol::new(8), 1);
        let mut tally = Tally::new(&plan);
        tally.conditions[0] = ConditionTally {
            as_first: Wdl { wins: 3, draws: 1, losses: 0 },
            as_second: Wdl { wins: 0, draws: 2, losses: 2 },
            pairs: Pentanomial { counts: [0, 1, 2, 1, 0] },
            ..ConditionTally::default()
        };
        let one = &plan.conditions[0];
        let mut other = one.clone();
        (other.player_pattern, other.opponent_pattern) = (one.opponent_pattern, one.player_pattern);
        let found = meetings([(one, &tally.conditions[0]), (&other, &tally.conditions[0])]);
        let [meeting] = found[..] else { panic!("{found:?}") };
        assert_eq!((meeting.first, meeting.second, meeting.trials.trials()), (0, 1, 8));
        assert_eq!((meeting.score, meeting.moves_first), (Some(0.5), 0.5));
        let [meeting] = meetings([(one, &tally.conditions[0])])[..] else { panic!("one pair") };
        assert_eq!(meeting.score, Some(4.5 / 8.0));
    }
}
