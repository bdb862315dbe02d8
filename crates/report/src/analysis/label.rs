//! Short names of players: what tells them apart.

use connect_toe_experiment::{Factor, PlayerPattern, Setting};

/// A part of a player that can tell it apart from another one.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    /// The name of the search. `None` if it goes without saying.
    Search(Option<String>),
    /// A setting: key, which is empty if a factor's level holds it, and value.
    Setting(String, String),
}

impl Part {
    fn is_empty(&self) -> bool {
        match self {
            Part::Search(name) => name.is_none(),
            Part::Setting(key, value) => key.is_empty() && value.is_empty(),
        }
    }

    /// Whether both are settings with the same key.
    fn has_key_of(&self, other: &Part) -> bool {
        matches!((self, other), (Part::Setting(one, _), Part::Setting(other, _)) if one == other)
    }
}

/// A player without what its factors change: they have a name of their own, or stand on an axis.
fn fixed_parts(player: &PlayerPattern, factors: &[Factor]) -> Vec<Part> {
    let search = (!player.search.varies()).then(|| player.search.text(factors));
    let settings = player.settings.iter().filter(|setting| !setting.value.varies());
    std::iter::once(Part::Search(search)).chain(settings.map(|one| setting(one, factors))).collect()
}

/// A player with `{factor}` for what a factor changes.
fn all_parts(player: &PlayerPattern, factors: &[Factor]) -> Vec<Part> {
    let search = Part::Search(Some(player.search.text(factors)));
    std::iter::once(search).chain(player.settings.iter().map(|one| setting(one, factors))).collect()
}

fn setting(setting: &Setting, factors: &[Factor]) -> Part {
    Part::Setting(setting.key.clone(), setting.value.text(factors))
}

/// A short name for each player. It leaves out what all players of one search have in common, and the search's name if
/// it goes without saying. Where no two players have the same search, it leaves out settings that at least three
/// players have, all with the same value. The names differ if the players do.
pub(super) fn short_names(players: &[&PlayerPattern], factors: &[Factor]) -> Vec<String> {
    let fixed: Vec<Vec<Part>> = players.iter().map(|player| fixed_parts(player, factors)).collect();
    // Players that factors alone tell apart need their factors in their names.
    let mut numbered = fixed.iter().enumerate();
    let is_enough =
        numbered.all(|(place, one)| one.iter().any(|part| !part.is_empty()) && !fixed[..place].contains(one));
    if is_enough {
        names_of(&fixed)
    } else {
        names_of(&players.iter().map(|player| all_parts(player, factors)).collect::<Vec<_>>())
    }
}

fn names_of(players: &[Vec<Part>]) -> Vec<String> {
    let telling: Vec<Vec<&Part>> = players.iter().map(|player| telling_parts(player, players)).collect();
    let searches: Vec<&Part> =
        telling.iter().filter(|parts| parts.len() > 1).filter_map(|parts| parts.first().copied()).collect();
    let is_one_search = searches.len() > 1 && searches.iter().all(|search| *search == searches[0]);
    let short = telling.iter().map(|parts| match &parts[..] {
        [_, settings @ ..] if is_one_search && !settings.is_empty() => join(settings.iter().copied()),
        parts => join(parts.iter().copied()),
    });
    let short: Vec<String> = short.collect();
    if is_unique(&short) {
        return short;
    }
    let long: Vec<String> = players.iter().map(join).collect();
    if is_unique(&long) {
        return long;
    }
    (1..).zip(long).map(|(number, name)| format!("{name} ({number})")).collect()
}

fn is_unique(names: &[String]) -> bool {
    let mut sorted = names.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}

/// The search's name and the settings that not all players of this search share; where the search alone tells players
/// apart, the settings in which those who have them differ.
fn telling_parts<'a>(player: &'a [Part], players: &[Vec<Part>]) -> Vec<&'a Part> {
    let same_search: Vec<&Vec<Part>> =
        players.iter().filter(|other| other.first() == player.first()).collect();
    let are_all_different = players
        .iter()
        .enumerate()
        .all(|(place, one)| players[..place].iter().all(|other| other[0] != one[0]));
    let is_shared = |part: &Part| {
        let having: Vec<&Vec<Part>> = if are_all_different {
            players.iter().filter(|other| other.iter().any(|one| one.has_key_of(part))).collect()
        } else {
            same_search.clone()
        };
        // What two different searches have in common is soon said.
        let fewest = if are_all_different { 3 } else { 2 };
        having.len() >= fewest && having.iter().all(|other| other.contains(part))
    };
    let settings = player.iter().skip(1).filter(|part| !is_shared(part));
    player.first().into_iter().chain(settings).collect()
}

fn join<'a>(parts: impl IntoIterator<Item = &'a Part>) -> String {
    let words = parts.into_iter().filter(|part| !part.is_empty()).map(|part| match part {
        Part::Search(name) => name.clone().unwrap_or_default(),
        Part::Setting(key, value) if key.is_empty() || key == "eval" => value.clone(),
        Part::Setting(key, value) => format!("{key} {value}"),
    });
    words.collect::<Vec<String>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(players: &[&str], expected: &[&str]) {
        let spec = |text: &&str| PlayerPattern::fixed(&text.parse().expect("a player"));
        let players: Vec<PlayerPattern> = players.iter().map(spec).collect();
        assert_eq!(short_names(&players.iter().collect::<Vec<_>>(), &[]), expected);
    }

    #[test]
    fn what_is_shared_goes_without_saying() {
        check(
            &["alpha-beta:depth=3,eval=optimistic", "alpha-beta:depth=3,eval=pessimistic", "random"],
            &["optimistic", "pessimistic", "random"],
        );
        check(
            &["alpha-beta:depth=3,eval=runs", "alpha-beta:depth=4,eval=runs", "minimax:depth=4,eval=runs"],
            &["alpha-beta depth 3", "alpha-beta depth 4", "minimax depth 4 runs"],
        );
        check(
            &["alpha-beta:depth=9", "mtdf:depth=9", "monte-carlo", "solver:depth=9,exact=100"],
            &["alpha-beta", "mtdf", "monte-carlo", "solver exact 100"],
        );
        check(
            &["alpha-beta:depth=9,eval=runs", "mtdf:depth=8,eval=runs", "minimax:depth=8,eval=runs"],
            &["alpha-beta depth 9", "mtdf depth 8", "minimax depth 8"],
        );
        check(&["alpha-beta:depth=3,eval=runs"], &["alpha-beta depth 3 runs"]);
        check(&["random"], &["random"]);
        check(&["minimax", "minimax:depth=2"], &["minimax", "minimax depth 2"]);
        check(&["two-ply:nodes=10", "random", "two-ply:nodes=20"], &["nodes 10", "random", "nodes 20"]);
    }
}
