//! Help on players, from the tables of searches and heuristics.

use connect_toe_eval::Heuristic;
use connect_toe_players::PlayerSpec;

use crate::answer;

/// The players, their keys and the heuristics, for the end of a command's help.
pub(crate) fn text() -> String {
    let rows = |entries: Vec<[String; 2]>| {
        let rows: Vec<Vec<String>> =
            entries.into_iter().map(|[name, about]| vec![format!("  {name}"), about]).collect();
        answer::table(&rows, 2)
    };
    let catalogue = PlayerSpec::catalogue();
    let players =
        catalogue.iter().map(|(name, about, _)| [(*name).to_owned(), (*about).to_owned()]).collect();
    let mut keys: Vec<[String; 2]> = Vec::new();
    for key in catalogue.iter().flat_map(|(_, _, keys)| keys) {
        if keys.iter().all(|[name, _]| name != key.name) {
            keys.push([key.name.to_owned(), key.about.to_owned()]);
        }
    }
    let heuristics = Heuristic::<u64>::all()
        .iter()
        .map(|heuristic| [heuristic.name.to_owned(), heuristic.about.to_owned()])
        .collect();
    format!(
        "Players, as NAME[:key=value,...]:\n{}\n\nKeys:\n{}\n\nHeuristics, as eval=NAME:\n{}",
        rows(players),
        rows(keys),
        rows(heuristics)
    )
}
