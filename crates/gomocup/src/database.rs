//! The commands for a database of positions, and what a brain with an empty one answers.
//!
//! Boards of GUIs show what the database knows of a position after every move, and wait for the end of the answer.

/// What a manager writes after the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Follows {
    Nothing,
    /// Lines of stones, and `DONE`.
    List,
    /// A line with the path of a file.
    Path,
}

/// What the brain says when all of the command has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Says {
    /// These words for the manager.
    Words(&'static [&'static str]),
    /// That it cannot be done.
    Refusal(&'static str),
}

const NOTHING: Says = Says::Words(&[]);
const NO_DATABASE: Says = Says::Refusal("this engine keeps no database of positions");

const COMMANDS: [(&str, Follows, Says); 25] = [
    ("YXQUERYDATABASEALL", Follows::List, Says::Words(&["DATABASE REFRESH", "DATABASE DONE"])),
    (
        "YXQUERYDATABASEALLT",
        Follows::List,
        Says::Words(&["DATABASE REFRESH", "DATABASE DONE", "DATABASE TEXT \"\""]),
    ),
    // No tag, and 0 for its value, its depth and its bound.
    ("YXQUERYDATABASEONE", Follows::List, Says::Words(&["DATABASE ONE -1 0 0 0"])),
    ("YXQUERYDATABASETEXT", Follows::List, Says::Words(&["DATABASE TEXT \"\""])),
    // There is nothing to delete, to save or to mend.
    ("YXDELETEDATABASEONE", Follows::List, NOTHING),
    ("YXDELETEDATABASEALL", Follows::List, NOTHING),
    ("YXCLEARBESTMOVEDATABASE", Follows::List, NOTHING),
    ("YXSAVEDATABASE", Follows::Nothing, NOTHING),
    ("YXDBCHECK", Follows::Nothing, NOTHING),
    ("YXDBFIX", Follows::Nothing, NOTHING),
    ("YXSETBESTMOVEDATABASE", Follows::List, NO_DATABASE),
    ("YXEDITTVDDATABASE", Follows::List, NO_DATABASE),
    ("YXEDITTEXTDATABASE", Follows::List, NO_DATABASE),
    ("YXEDITLABELDATABASE", Follows::List, NO_DATABASE),
    ("YXSETDATABASE", Follows::Path, NO_DATABASE),
    ("YXDBTOPOS", Follows::Path, NO_DATABASE),
    ("YXDBTOTXT", Follows::Path, NO_DATABASE),
    ("YXDBTOTXTALL", Follows::Path, NO_DATABASE),
    ("YXTXTTODB", Follows::Path, NO_DATABASE),
    ("YXLIBTODB", Follows::Path, NO_DATABASE),
    ("YXDBMERGE", Follows::Path, NO_DATABASE),
    ("YXDBSPLIT", Follows::Path, NO_DATABASE),
    // Moves that a search should not look at after others; the database shows them.
    ("YXBLOCKPATHRESET", Follows::Nothing, NOTHING),
    ("YXBLOCKPATHUNDO", Follows::List, NOTHING),
    (
        "YXBLOCKPATH",
        Follows::List,
        Says::Refusal("this engine blocks cells (YXBLOCK), not sequences of moves"),
    ),
];

/// The name of a command for a database, as [`answer`] takes it.
pub(crate) fn named(name: &str) -> Option<&'static str> {
    COMMANDS.iter().map(|&(known, ..)| known).find(|known| known.eq_ignore_ascii_case(name))
}

/// What follows a command, and what is said then.
pub(crate) fn answer(name: &str) -> (Follows, Says) {
    let row = COMMANDS.iter().find(|(known, ..)| *known == name);
    row.map_or((Follows::Nothing, NOTHING), |&(_, follows, says)| (follows, says))
}
