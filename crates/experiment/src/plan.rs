//! What an experiment plays.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::ops::Range;
use std::str::FromStr;

use connect_toe_players::PlayerSpec;
use sha2::{Digest, Sha256};

use crate::balanced::{self, BalancedBook, BalancedBooks};
use crate::design::{Condition, Study};
use crate::protocol::Openings;

/// An experiment: studies, and the conditions of their designs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The title of the report.
    pub title: String,
    /// What the experiment is to find out, in words.
    pub question: Option<String>,
    /// Seed of every random choice.
    pub seed: u64,
    /// The studies, in the order of the file.
    pub studies: Vec<Study>,
    /// The conditions of all studies: by study, then by its factors (the last one varies fastest), game, player,
    /// opponent.
    pub conditions: Vec<Condition>,
    /// The file as it was written.
    pub text: String,
    /// Replacements of values in the file.
    pub overrides: Vec<Override>,
    /// Balanced openings that have been found. They follow from the rest of the plan; what is missing here is looked
    /// for when games are played.
    pub balanced: BalancedBooks,
}

/// A variable, or one of the general settings, with a value in place of the file's: `depth=3`.
///
/// ```
/// use connect_toe_experiment::Override;
/// let seed: Override = "seed=7".parse()?;
/// assert_eq!((seed.name.as_str(), seed.value.as_str()), ("seed", "7"));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Override {
    /// Its name.
    pub name: String,
    /// The value, or several in braces.
    pub value: String,
}

impl FromStr for Override {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Override, &'static str> {
        match text.split_once('=') {
            Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
                Ok(Override { name: name.trim().to_owned(), value: value.trim().to_owned() })
            }
            _ => Err("write NAME=VALUE, for example games_per_cell=50 or depth={1,2,3}"),
        }
    }
}

impl fmt::Display for Override {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.value)
    }
}

/// Numbers of openings by game text and plies.
pub(crate) type BalancedWanted = BTreeMap<(String, u32), u64>;

/// Pairs to play: consecutive ones of one condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The place of the condition in the plan.
    pub condition: usize,
    /// The pairs' numbers.
    pub pairs: Range<u64>,
}

impl Plan {
    /// The number of pairs of all conditions.
    pub fn pairs(&self) -> u64 {
        self.conditions.iter().map(|condition| condition.protocol.pairs()).sum()
    }

    /// The number of games of all conditions.
    pub fn games(&self) -> u64 {
        self.conditions.iter().map(|condition| condition.protocol.games).sum()
    }

    /// Whether the same plan gives the same games everywhere.
    pub fn is_reproducible(&self) -> bool {
        let players = self.conditions.iter().flat_map(|condition| [&condition.player, &condition.opponent]);
        self.studies.iter().all(|study| study.protocol.is_reproducible())
            && players.into_iter().all(PlayerSpec::is_reproducible)
    }

    /// The balanced openings that these conditions of the plan call for and `balanced` lacks, by game and plies, with
    /// their number: the largest that any condition of the plan asks for, so that it is the same for every part.
    pub(crate) fn balanced_wanted<'a>(
        &self,
        conditions: impl IntoIterator<Item = &'a Condition>,
    ) -> BalancedWanted {
        let places = conditions.into_iter().filter_map(Condition::balanced_place);
        let mut wanted: BalancedWanted = places.map(|place| (place, 0)).collect();
        if wanted.is_empty() {
            return wanted;
        }
        for condition in &self.conditions {
            if let Some(most) = condition.balanced_place().and_then(|place| wanted.get_mut(&place)) {
                *most = condition.protocol.pairs().min(balanced::MOST).max(*most);
            }
        }
        let is_missing = |place: &_, most: &u64| {
            self.balanced.get(place).is_none_or(|book: &BalancedBook| !book.is_enough_for(*most))
        };
        wanted.retain(|place, most| is_missing(place, most));
        wanted
    }

    /// The conditions of one study, with their places in the plan.
    pub fn conditions_of(&self, study: usize) -> impl Iterator<Item = (usize, &Condition)> {
        self.conditions.iter().enumerate().filter(move |(_, condition)| condition.study == study)
    }

    /// The places of the pairs with these numbers, counted through all conditions: the place of the condition, and the
    /// numbers of its pairs. This is what a shard plays. Numbers after the last pair are ignored.
    pub fn pairs_in(&self, range: Range<u64>) -> Vec<Request> {
        let mut parts = Vec::new();
        for (condition, start) in self.first_pairs().into_iter().enumerate() {
            let end = start + self.conditions[condition].protocol.pairs();
            let (from, to) = (range.start.max(start), range.end.min(end));
            if from < to {
                parts.push(Request { condition, pairs: from - start..to - start });
            }
        }
        parts
    }

    /// The number of the first pair of each condition, counted through all conditions.
    pub fn first_pairs(&self) -> Vec<u64> {
        let firsts = self.conditions.iter().scan(0, |next, condition| {
            let first = *next;
            *next += condition.protocol.pairs();
            Some(first)
        });
        firsts.collect()
    }

    /// The numbers of the pairs of each request, counted through all conditions: what [`pairs_in`](Plan::pairs_in) was
    /// asked for.
    pub fn numbers_of(&self, requests: &[Request]) -> Vec<Range<u64>> {
        let firsts = self.first_pairs();
        let numbers = |Request { condition, pairs }: &Request| {
            let first = firsts[*condition];
            first + pairs.start..first + pairs.end
        };
        requests.iter().map(numbers).collect()
    }

    /// All pairs of the plan.
    pub fn everything(&self) -> Vec<Request> {
        self.pairs_in(0..u64::MAX)
    }

    /// Everything that decides which games are played, a line for each condition. Two plans with the same text give the
    /// same games; titles, comments and the way in which the file is written do not matter.
    ///
    /// Stored results are recognized by this text, so its form never changes.
    pub fn canonical(&self) -> String {
        let mut text = format!("seed {}\n", self.seed);
        for condition in &self.conditions {
            let (study, protocol) = (&self.studies[condition.study], &condition.protocol);
            let openings = match &protocol.openings {
                Openings::List(list) => list.moves.join(","),
                other => other.to_string(),
            };
            let _ = writeln!(
                text,
                "{} [{}] {} | {} | {} | {} games, {} first | {openings} | {} | {}{}",
                study.name,
                study.levels_text(condition),
                condition.game,
                condition.player,
                condition.opponent,
                protocol.games,
                protocol.first,
                protocol.limits,
                protocol.adjudication,
                if protocol.swap { " | swap" } else { "" },
            );
        }
        text
    }

    /// SHA-256 of [`canonical`](Plan::canonical), in hexadecimal digits: the experiment's identity.
    pub fn hash(&self) -> String {
        Sha256::digest(self.canonical()).iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }
}
