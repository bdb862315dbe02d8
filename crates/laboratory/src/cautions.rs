//! What a reader of results must know before any score.

use connect_toe_experiment::{ConditionTally, Forfeits, Openings, Plan, Repeats, Tally, more_random_plies};
use connect_toe_game::{Game, GameSpec};
use connect_toe_stats::numbers::{count, counted};

/// A caution of chance is given where fewer than this share of the games are different.
const MOSTLY_DIFFERENT: f64 = 0.9;

/// The cautions of games that a request played, each a paragraph: that games were forfeited, with the last words of who
/// did, and that games repeat each other.
pub(crate) fn of_request(plan: &Plan, tally: &Tally, last_words: &[String]) -> Vec<String> {
    cautions(plan, tally, ", unless `forfeits` is `count`", last_words)
}

/// The cautions of games in a results file, which keeps last words: nobody can be asked there to count forfeits.
pub(crate) fn of_results(plan: &Plan, tally: &Tally, last_words: &[String]) -> Vec<String> {
    cautions(plan, tally, "", last_words)
}

fn cautions(plan: &Plan, tally: &Tally, how_to_count: &str, last_words: &[String]) -> Vec<String> {
    let repeated = [by_necessity(plan, tally), by_chance(plan, tally)];
    let forfeited = forfeited(tally, how_to_count, last_words);
    forfeited.into_iter().chain(repeated.into_iter().flatten()).collect()
}

fn forfeited(tally: &Tally, how_to_count: &str, last_words: &[String]) -> Option<String> {
    let forfeited: u64 = tally.conditions.iter().map(|one| one.forfeited).sum();
    if !Forfeits::are_many(forfeited, tally.games()) {
        return None;
    }
    let counts = tally.conditions.iter().any(|one| one.forfeits == Forfeits::Count);
    let what_follows = if counts {
        "they count as lost, as was asked for".to_owned()
    } else {
        format!("scores, ratings and tests leave them out{how_to_count}")
    };
    let words = Forfeits::last_words(last_words);
    Some(format!(
        "Caution: {} of {} {} forfeited: a player gave no move, because it crashed, broke the rules or took too long. That \
         says nothing about how well it plays: {what_follows}.{words}",
        count(forfeited),
        counted(tally.games(), "game"),
        if forfeited == 1 { "was" } else { "were" },
    ))
}

/// That games follow from their starts.
fn by_necessity(plan: &Plan, tally: &Tally) -> Option<String> {
    let is_fixed =
        |one: &ConditionTally| one.repeats.as_ref().is_some_and(|repeats| !repeats.chance_was_seen());
    let found = Found::of(plan, tally, |one| one.has_repeats() && is_fixed(one))?;
    Some(format!(
        "Caution: {}. No two games from one start differ, so a game that comes again, up to symmetry, is no new evidence: \
         intervals, ratings and tests count it once.{}",
        found.text(),
        found.advice()
    ))
}

/// That chance decides between few games.
fn by_chance(plan: &Plan, tally: &Tally) -> Option<String> {
    let few = |one: &ConditionTally| {
        one.distinct().is_some_and(|distinct| (distinct as f64) < MOSTLY_DIFFERENT * one.games() as f64)
    };
    let is_drawn = |one: &ConditionTally| one.repeats.as_ref().is_some_and(Repeats::chance_was_seen);
    let found = Found::of(plan, tally, |one| few(one) && is_drawn(one))?;
    Some(format!(
        "Caution: {}. The players choose at random between few games, so intervals, ratings and tests are about these \
         starts alone.{}",
        found.text(),
        found.advice()
    ))
}

/// The conditions that a caution is about.
struct Found<'a> {
    games: u64,
    distinct: u64,
    conditions: usize,
    of: usize,
    openings: &'a Openings,
    game: &'a GameSpec,
}

impl<'a> Found<'a> {
    fn of(plan: &'a Plan, tally: &Tally, is_meant: impl Fn(&ConditionTally) -> bool) -> Option<Found<'a>> {
        let all = plan.conditions.iter().zip(&tally.conditions);
        let meant: Vec<_> = all.filter(|(_, tally)| is_meant(tally)).collect();
        let (first, _) = meant.first()?;
        Some(Found {
            games: meant.iter().map(|(_, tally)| tally.games()).sum(),
            distinct: meant.iter().filter_map(|(_, tally)| tally.distinct()).sum(),
            conditions: meant.len(),
            of: plan.conditions.len(),
            openings: &first.protocol.openings,
            game: &first.game,
        })
    }

    fn text(&self) -> String {
        let games = counted(self.games, "game");
        let different = if self.distinct == 1 {
            format!("all {games} are the same")
        } else {
            format!("only {} of {games} are different", count(self.distinct))
        };
        match (self.conditions, self.of) {
            (_, 1) => different,
            (some, all) if some == all => format!("{different}, each two players counted by themselves"),
            (some, all) => {
                format!("{different} in {} of {}", count(some as u64), counted(all as u64, "meeting"))
            }
        }
    }

    /// What gives more games, after a space; empty where the game is too short.
    fn advice(&self) -> String {
        let what = match self.openings {
            Openings::None => "Start from openings",
            Openings::List(_)
            | Openings::All { .. }
            | Openings::Random { .. }
            | Openings::Balanced { .. } => "Start from more openings",
        };
        let game = Game::new(self.game).ok();
        let plies = game.and_then(|game| more_random_plies(&game, self.openings));
        plies.map_or_else(String::new, |plies| format!(" {what}, such as random:{plies}."))
    }
}

#[cfg(test)]
mod tests {
    use connect_toe_experiment::Protocol;
    use connect_toe_stats::Wdl;

    use super::*;

    #[test]
    fn forfeits_are_named_first_with_the_last_words() {
        let [player, opponent] = ["perfect", "two-ply"].map(|player| player.parse().expect("a player"));
        let game = "3x3:3".parse().expect("a game");
        let plan = Plan::of_match(game, player, opponent, Protocol::new(100), 1);
        let told = |forfeited, forfeits| {
            let mut tally = Tally::with_forfeits(&plan, forfeits);
            let games = Wdl { wins: 50, draws: 0, losses: 50 };
            tally.conditions[0] =
                ConditionTally { as_first: games, forfeited, forfeits, ..ConditionTally::default() };
            of_request(&plan, &tally, &["the engine e gives no move: it has ended".to_owned()])
        };
        assert_eq!(told(2, Forfeits::Omit), [""; 0], "one game in fifty is not worth a word");
        assert_eq!(
            told(3, Forfeits::Omit),
            [
                "Caution: 3 of 100 games were forfeited: a player gave no move, because it crashed, broke the rules or took too \
              long. That says nothing about how well it plays: scores, ratings and tests leave them out, unless \
              `forfeits` is `count`. Last words: the engine e gives no move: it has ended."
            ]
        );
        let mut tally = Tally::new(&plan);
        tally.conditions[0].forfeited = 3;
        let kept = of_results(&plan, &tally, &[]);
        assert!(kept[0].ends_with("scores, ratings and tests leave them out."), "{kept:?}");
        assert!(told(3, Forfeits::Count)[0].contains("they count as lost, as was asked for"));
    }
}
