//! Printing answers: text for people, JSON for programs, on standard output.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, IsTerminal, Write};

use clap::ValueEnum;
use connect_toe_api::Error;
use connect_toe_experiment::Forfeits;
use connect_toe_game::text::{printable, printable_json};
use connect_toe_laboratory::SequentialTest;
use connect_toe_stats::Interval;
use connect_toe_stats::numbers::{self, counted, decimal, given};
use serde::Serialize;

use crate::failure::Failure;

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// For programs: one JSON value
    Json,
    /// For spreadsheets, where the answer is a table of games
    Csv,
}

/// Prints an answer in the form asked for; only that form is computed.
pub(crate) fn print<A: Serialize>(
    format: Format,
    answer: &A,
    text: impl FnOnce(&A) -> String,
) -> Result<(), Failure> {
    match format {
        Format::Json => print_text(&printable_json(&serde_json::to_string(answer).map_err(Failure::run)?)),
        // Names and titles may come from files of others.
        Format::Text => print_text(&printable(&text(answer))),
        Format::Csv => Err(no_csv()),
    }
}

/// The failure of a command whose answer is not a table of games.
pub(crate) fn no_csv() -> Failure {
    Failure::request("this command's answer has no CSV form").hint(
        "--format csv is for `experiment export`, `atlas export` and `paper`; this command has text and json",
    )
}

/// Prints an answer as it is, with one line end.
pub(crate) fn print_text(answer: &str) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    let written = writeln!(stdout, "{}", answer.trim_end()).and_then(|()| stdout.flush());
    written.map_err(|error| Failure::of_output(&error))
}

/// Prints an answer while it is made, in the form in which it is written.
pub(crate) fn stream(write: impl FnOnce(&mut dyn Write) -> Result<(), Error>) -> Result<(), Failure> {
    let mut out = Reader { out: BufWriter::new(io::stdout().lock()), is_gone: false };
    let written = write(&mut out).and_then(|()| out.flush().map_err(Error::run));
    match written {
        Err(_) if out.is_gone => Err(Failure::Unread),
        written => Ok(written?),
    }
}

/// That the game is over, with its outcome: `x`, `o` or `draw`.
pub(crate) fn game_over(outcome: &str) -> String {
    match outcome {
        "draw" => "the game is over: a draw".to_owned(),
        winner => format!("the game is over: {winner} has won"),
    }
}

/// The moves of a line of a list as written, and as cells if they are written in another way than in cells or column
/// digits.
pub(crate) fn line_moves(written: &str, cells: &str) -> String {
    let is_plain = |text: &str| text.chars().all(|letter| letter.is_ascii_digit() || letter == ' ');
    match (written, cells) {
        ("", _) => "-".to_owned(),
        (written, "") => written.to_owned(),
        (written, cells) if is_plain(written) || written.split_whitespace().eq(cells.split_whitespace()) => {
            written.to_owned()
        }
        (written, cells) => format!("{written} = {cells}"),
    }
}

/// Cells in a row; of very many the first.
pub(crate) fn cells(cells: &[String]) -> String {
    const MOST: usize = 50;
    const SHOWN: usize = 10;
    if cells.len() <= MOST {
        return cells.join(" ");
    }
    format!("{} … ({} in all)", cells[..SHOWN].join(" "), numbers::count(cells.len() as u64))
}

/// Breaks a paragraph into lines of at most `width` characters, and of no more than the terminal has, where its words
/// allow: not at the gaps of a number.
pub(crate) fn wrap(paragraph: &str, width: usize) -> String {
    // Without a terminal the question would start programs that look for one.
    let is_terminal = std::io::stdout().is_terminal();
    let columns = is_terminal.then(|| ratatui::crossterm::terminal::size().ok()).flatten();
    let width = columns.map_or(width, |(columns, _)| width.min(columns.into()));
    let mut lines = vec![String::new()];
    for word in paragraph.split_ascii_whitespace() {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && lines[last].chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            if !lines[last].is_empty() {
                lines[last].push(' ');
            }
            lines[last].push_str(word);
        }
    }
    lines.join("\n")
}

/// Lines up columns; those from `numbers` on are numbers and line up at their right ends.
pub(crate) fn table(rows: &[Vec<String>], numbers: usize) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|text| text.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column >= numbers { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// What comes before a result that was not finished.
pub(crate) fn partial(is_partial: bool) -> &'static str {
    if is_partial { "interrupted; so far " } else { "" }
}

/// How many games a player lost because it gave no move, and whether the scores beside leave them out.
pub(crate) fn lost_without_a_move(games: u64, forfeits: Forfeits) -> String {
    let [was, is] = if games == 1 { ["was", "is"] } else { ["were", "are"] };
    let left_out = match forfeits {
        Forfeits::Omit => format!(", and {is} left out"),
        Forfeits::Count => String::new(),
    };
    format!("{} {was} lost by a player that gave no move{left_out}", counted(games, "game"))
}

/// What comes after the number of games: how many a player lost because it gave no move, if any.
pub(crate) fn forfeited(games: u64, forfeits: Forfeits) -> String {
    if games == 0 { String::new() } else { format!("; {}", lost_without_a_move(games, forfeits)) }
}

/// What must be known before any score, each caution in lines of its own.
pub(crate) fn cautions(cautions: &[String]) -> impl Iterator<Item = String> {
    cautions.iter().map(|caution| wrap(caution, CAUTION_WIDTH))
}

/// What the levels among the players stand for, a line each.
pub(crate) fn levels(levels: &BTreeMap<String, String>) -> impl Iterator<Item = String> {
    levels.iter().map(|(level, player)| format!("{level} is {player} in this game"))
}

/// The longest line of a caution.
const CAUTION_WIDTH: usize = 100;

/// An interval of rates in per cent.
pub(crate) fn percents([low, high]: [f64; 2]) -> String {
    format!("{} %", numbers::percents(Interval { low, high }))
}

/// What a sequential test says, with its bounds.
pub(crate) fn verdict(test: &SequentialTest) -> String {
    let [low, high] = [test.lower_bound, test.upper_bound].map(|bound| decimal(bound, 2));
    let bounds = format!("bounds {low} and {high}");
    match test.accepted() {
        None => format!("undecided ({bounds})"),
        Some(elo) => format!("{} Elo is accepted ({bounds})", given(elo)),
    }
}

/// A writer that remembers whether its output is still read.
struct Reader<W> {
    out: W,
    is_gone: bool,
}

impl<W: Write> Reader<W> {
    fn note<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        self.is_gone |= result.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
        result
    }
}

impl<W: Write> Write for Reader<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes);
        self.note(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.out.flush();
        self.note(flushed)
    }
}
