//! Help on players, from the tables of searches and heuristics.

use connect_toe_players::{Entry, Level};

use crate::answer;
use crate::players;

/// Players in short.
pub(crate) const SHORT: &str = "Players are NAME[:key=value,...], such as random, casual or alpha-beta:depth=4,eval=runs; \
                                --help lists them all.";

/// Lines of help are not longer: they keep their indent on every terminal of this width.
const WIDTH: usize = 80;

/// Rows of a name and what it is.
pub(crate) fn rows(entries: Vec<[String; 2]>) -> String {
    let longest = entries.iter().map(|[name, _]| name.len()).max().unwrap_or_default();
    let indent = longest + 4;
    let row = |[name, about]: [String; 2]| {
        let about = answer::wrap(&about, WIDTH - indent).replace('\n', &format!("\n{:indent$}", ""));
        format!("  {name:longest$}  {about}")
    };
    entries.into_iter().map(row).collect::<Vec<_>>().join("\n")
}

/// The players, their keys and the heuristics, for the end of a command's help.
pub(crate) fn text() -> String {
    let catalogue = players::catalogue();
    let described = |entries: &[Entry]| {
        rows(entries.iter().map(|entry| [entry.name.to_owned(), entry.about.to_owned()]).collect())
    };
    let levels = Level::all().iter().filter(|level| **level != Level::best());
    let levels = levels.map(|level| [level.name.to_owned(), level.about.to_owned()]).collect();
    let keys = catalogue.keys().iter().map(|key| [key.name.to_owned(), key.about.to_owned()]).collect();
    format!(
        "Players, as NAME[:key=value,...]:\n{}\n\nLevels, as NAME[:seed=N], players that depend on the game:\n{}\n\n\
         Keys:\n{}\n\nHeuristics, as eval=NAME:\n{}",
        described(&catalogue.players()),
        rows(levels),
        rows(keys),
        described(&catalogue.heuristics())
    )
}
