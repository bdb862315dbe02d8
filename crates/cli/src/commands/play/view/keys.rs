//! The keys that are named below the board, as many as the window has room for.

use super::super::command::Command;
use super::super::model::Model;
use super::super::picture::drop_dimension;

/// The keys that matter on this board, in two lines.
pub(super) fn footer(model: &Model, width: usize) -> [String; 2] {
    let game = model.session().game();
    let verb = if drop_dimension(game).is_some() { "drop" } else { "play" };
    let layers = match game.geometry().sizes().len() {
        0..=2 => "",
        3 => "PgUp/PgDn layer",
        _ => "[ ] { } PgUp/PgDn layer",
    };
    let key = |command: Command, what: &str| format!("{} {what}", command.key_text(game));
    // F1 is shorter than Shift-H, so that both fit the narrowest window.
    let help = Some(Command::Help.key_text(game)).filter(|text| text.len() == 1);
    let help = format!("{} help", help.as_deref().unwrap_or("F1"));
    let moving = ["Arrows move", layers, "Tab next cell"].map(str::to_owned);
    let moving = moving.into_iter().filter(|item| !item.is_empty()).collect();
    // The drawing does not show lines that are not rows.
    let lines = (!game.lines_are_rows()).then(|| key(Command::Lines, "lines"));
    let mut commands: Vec<String> = lines.into_iter().collect();
    commands.extend([
        key(Command::Undo, "undo"),
        key(Command::Hint, "hint"),
        key(Command::Review, "review"),
        key(Command::Why, "why"),
        key(Command::Evaluate, "evaluate"),
        key(Command::New, "new"),
        key(Command::Swap, "swap"),
        key(Command::Moves, "moves"),
    ]);
    [
        fitting(moving, &[format!("Enter {verb}"), "Esc clear".to_owned()], width),
        fitting(commands, &[help, key(Command::Quit, "quit")], width),
    ]
}

/// The keys when the game is over.
pub(super) fn at_the_end(model: &Model, width: usize) -> String {
    let game = model.session().game();
    let key = |command: Command, what: &str| format!("{}: {what}", command.key_text(game));
    let items = vec![key(Command::Review, "where did I go wrong?"), key(Command::Undo, "undo")];
    fitting(items, &[key(Command::New, "new game"), key(Command::Quit, "quit")], width)
}

/// The keys of a replay.
pub(super) fn of_replay(width: usize) -> String {
    let items =
        ["Left, Right: a move", "B: next mistake", "D: the decisive move", "PgUp, PgDn: ten", "Home, End"];
    fitting(items.map(str::to_owned).to_vec(), &["Esc: leave".to_owned()], width)
}

/// As many of the items, the most important first, as fit beside those that are always shown.
fn fitting(items: Vec<String>, always: &[String], width: usize) -> String {
    const GAP: &str = "  ";
    let always = always.join(GAP);
    let mut line = String::new();
    for item in items {
        if line.len() + item.len() + GAP.len() + always.len() > width {
            break;
        }
        line += &(item + GAP);
    }
    line + &always
}
