//! Help on players, from the tables of searches and heuristics.

use connect_toe_players::{Catalogue, Entry};

use crate::answer;

/// The players, their keys and the heuristics, for the end of a command's help.
pub(crate) fn text() -> String {
    let rows = |entries: Vec<[String; 2]>| {
        let rows: Vec<Vec<String>> =
            entries.into_iter().map(|[name, about]| vec![format!("  {name}"), about]).collect();
        answer::table(&rows, 2)
    };
    let catalogue = Catalogue::new();
    let described = |entries: &[Entry]| {
        rows(entries.iter().map(|entry| [entry.name.to_owned(), entry.about.to_owned()]).collect())
    };
    let keys = catalogue.keys().iter().map(|key| [key.name.to_owned(), key.about.to_owned()]).collect();
    format!(
        "Players, as NAME[:key=value,...]:\n{}\n\nKeys:\n{}\n\nHeuristics, as eval=NAME:\n{}",
        described(&catalogue.players()),
        rows(keys),
        described(&catalogue.heuristics())
    )
}
