//! Short names of players: what tells them apart.

/// A player's text in parts: the name of its search, then each `key=value`.
pub(crate) fn parts(text: &str) -> Vec<&str> {
    let (name, settings) = text.split_once(':').unwrap_or((text, ""));
    std::iter::once(name).chain(settings.split(',').filter(|part| !part.is_empty())).collect()
}

/// A short name for each player, given by the parts of its text, name first. What all players of one search have in
/// common is left out, and the search's name if it goes without saying. The names differ if the players do.
pub(crate) fn short_names(players: &[Vec<&str>]) -> Vec<String> {
    let with_names: Vec<Vec<&str>> = players.iter().map(|player| telling_parts(player, players)).collect();
    let settings_of: Vec<&[&str]> =
        with_names.iter().map(|parts| parts.get(1..).unwrap_or_default()).collect();
    let searches: Vec<&str> = with_names
        .iter()
        .filter(|parts| parts.len() > 1)
        .filter_map(|parts| parts.first().copied())
        .collect();
    let is_one_search = searches.len() > 1 && searches.iter().all(|search| *search == searches[0]);
    let short: Vec<String> = if is_one_search {
        let both = with_names.iter().zip(&settings_of);
        both.map(|(parts, settings)| join(if settings.is_empty() { parts } else { settings })).collect()
    } else {
        with_names.iter().map(|parts| join(parts)).collect()
    };
    let is_unique = |names: &[String]| {
        let mut sorted = names.to_vec();
        sorted.sort_unstable();
        sorted.windows(2).all(|pair| pair[0] != pair[1])
    };
    if is_unique(&short) {
        return short;
    }
    let long: Vec<String> = players.iter().map(|parts| join(parts)).collect();
    if is_unique(&long) {
        long
    } else {
        (1..).zip(long).map(|(number, name)| format!("{name} ({number})")).collect()
    }
}

/// The search's name and the settings that not all players of this search share.
fn telling_parts<'a>(player: &[&'a str], players: &[Vec<&str>]) -> Vec<&'a str> {
    let same_search: Vec<&Vec<&str>> =
        players.iter().filter(|other| other.first() == player.first()).collect();
    let shared = |part: &str| same_search.len() > 1 && same_search.iter().all(|other| other.contains(&part));
    let settings = player.iter().skip(1).filter(|part| !shared(part));
    player.first().into_iter().chain(settings).copied().collect()
}

fn join(parts: &[&str]) -> String {
    let words: Vec<String> = parts
        .iter()
        .filter(|part| !part.is_empty())
        .map(|part| match part.split_once('=') {
            Some(("eval", value)) => value.to_owned(),
            Some((key, value)) => format!("{key} {value}"),
            None => (*part).to_owned(),
        })
        .collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(players: &[&str], expected: &[&str]) {
        let players: Vec<Vec<&str>> = players.iter().map(|player| parts(player)).collect();
        assert_eq!(short_names(&players), expected);
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
        check(&["alpha-beta:depth=3,eval=runs"], &["alpha-beta depth 3 runs"]);
        check(&["random"], &["random"]);
        check(&["minimax", "minimax:depth=2"], &["minimax", "minimax depth 2"]);
        check(&["mcts:nodes=10", "random", "mcts:nodes=20"], &["nodes 10", "random", "nodes 20"]);
    }
}
