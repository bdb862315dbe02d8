//! `solve`: who wins, in how many plies, and which moves keep it.

use std::io::{self, Write};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueEnum};
use connect_toe_api::{
    Finding, Observer, Progress, ScoreKind, Solution, Solve, SolveLines, SolvedLine, SolvedMove, ValueBound,
    files,
};
use connect_toe_stats::numbers::{counted, duration};

use crate::answer::{self, Format};
use crate::arguments::{Common, acting};
use crate::book_argument::BookArgument;
use crate::failure::Failure;
use crate::number::whole;
use crate::position::PositionArguments;
use crate::position_file::PositionList;
use crate::progress::Display;
use crate::session::Session;

#[derive(Debug, Args)]
#[command(mut_args(acting(&["format", "threads", "quiet"])))]
#[command(after_long_help = "\
A distance is the number of plies to the end of the game if the winner hurries and the loser delays.
Ctrl-C stops the solver, which prints what it has found; a second Ctrl-C ends the program at once.

Each line of a file is MOVES [EXPECTED]. Blank lines and comments (after #) are skipped. MOVES is - for the empty \
board. EXPECTED is win, draw or loss, with or without a number of plies, or a pons score. A number after the moves is \
EXPECTED, so write column digits without spaces (1122).")]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    #[arg(value_parser = files::game_text)]
    game: String,
    #[command(flatten)]
    position: PositionArguments,
    /// Give the value of every legal move
    #[arg(long)]
    all_moves: bool,
    /// Find only who wins, not in how many plies
    #[arg(long)]
    weak: bool,
    /// Find only the value: no best moves, no line
    #[arg(long, conflicts_with = "all_moves")]
    value_only: bool,
    /// Read positions from a file, - for standard input
    ///
    /// Each line is MOVES [EXPECTED], see below.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "board", "to_move"], value_parser = NonEmptyStringValueParser::new())]
    file: Option<String>,
    /// Write a proof that `connect-toe verify` can check
    ///
    /// An existing certificate is replaced when the proof is complete, another file is not.
    #[arg(long, value_name = "FILE", conflicts_with = "file", value_parser = NonEmptyStringValueParser::new())]
    certificate: Option<String>,
    /// Largest number of moves in a certificate
    #[arg(long, value_name = "N", hide_short_help = true, default_value_t = Solve::CERTIFICATE_MOVES, value_parser = whole(0..=u64::MAX), requires = "certificate")]
    certificate_moves: u64,
    /// Memory for tables
    ///
    /// A number of bytes, or a number with k, M or G. Writing a certificate takes up to 1G more.
    #[arg(long, default_value = Solve::MEMORY)]
    memory: connect_toe_api::MemoryText,
    /// Nodes to search for the distance, the best moves and the line, or all
    ///
    /// Once it is known who wins, at most N nodes are searched for each of them, with all as many as it takes [default: three
    /// times the nodes that it took to find out who wins, or 33.6 million; with --weak a quarter of them].
    #[arg(long, value_name = "N", hide_short_help = true)]
    budget: Option<Budget>,
    #[command(flatten)]
    book: BookArgument,
    /// Add the score of another program
    #[arg(long, hide_short_help = true)]
    score: Option<Score>,
}

/// A number of nodes; 0 stands for no limit.
#[derive(Clone, Copy, Debug)]
struct Budget(u64);

impl FromStr for Budget {
    type Err = String;

    fn from_str(text: &str) -> Result<Budget, String> {
        let nodes = if text == "all" { Some(0) } else { text.parse().ok().filter(|&nodes| nodes > 0) };
        nodes.map(Budget).ok_or_else(|| "write a number of nodes, or all for no limit".to_owned())
    }
}

/// A score of other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Score {
    /// 0 for a draw, else 1 plus the number of stones that the winner has left; negative if the side to move loses
    Pons,
}

impl Arguments {
    fn score(&self) -> Option<ScoreKind> {
        self.score.map(|Score::Pons| ScoreKind::Pons)
    }
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let session = Session::new(common);
    match &arguments.file {
        Some(file) => solve_file(common, &session, arguments, file),
        None => solve_position(common, &session, arguments),
    }
}

fn solve_position(common: &Common, session: &Session, arguments: &Arguments) -> Result<(), Failure> {
    let request = Solve {
        game: arguments.game.clone(),
        position: arguments.position.position(),
        all_moves: arguments.all_moves,
        weak: arguments.weak,
        value_only: arguments.value_only,
        certificate: arguments.certificate.clone(),
        certificate_moves: arguments.certificate_moves,
        memory: arguments.memory.to_string(),
        score: arguments.score(),
        book: arguments.book.choice(),
        budget: arguments.budget.map(|Budget(nodes)| nodes),
    };
    let work = match common.format {
        Format::Text => session.work.clone().observed_by(Early {
            display: session.display(),
            weak: arguments.weak,
            start: Instant::now(),
            is_told: AtomicBool::new(false),
        }),
        _ => session.work.clone(),
    };
    let solution = request.run(&work)?;
    session.clear();
    answer::print(common.format, &solution, |solution| {
        arguments.position.heading(&arguments.game) + &text(solution, !arguments.value_only)
    })?;
    match solution.certificate_error {
        _ if solution.interrupted => Err(Failure::Stopped),
        Some(error) => Err(Failure::run(error)),
        None => Ok(()),
    }
}

fn solve_file(common: &Common, session: &Session, arguments: &Arguments, file: &str) -> Result<(), Failure> {
    let lists = PositionList::open(file)?;
    let request = SolveLines {
        all_moves: arguments.all_moves,
        weak: arguments.weak,
        value_only: arguments.value_only,
        memory: arguments.memory.to_string(),
        score: arguments.score(),
        book: arguments.book.choice(),
        budget: arguments.budget.map(|Budget(nodes)| nodes),
        ..SolveLines::new(&arguments.game)
    };
    let (mut wrong, mut checked, mut done) = (0, 0, 0);
    for PositionList { lines, name } in lists {
        let solved = request.run_on(lines, &name, &session.work, |line| {
            session.clear();
            done += u64::from(!line.solution.interrupted);
            answer::print(common.format, &line, line_text)
        })?;
        if solved.interrupted {
            session.work.notice(&format!("interrupted: {} solved", counted(done, "position")));
            return Err(Failure::Stopped);
        }
        wrong += solved.wrong;
        checked += solved.checked;
    }
    if wrong == 0 {
        return Ok(());
    }
    Err(Failure::run(format!("{wrong} of {checked} positions differ from their expected value")))
}

/// A value for people: without plies if they are not known.
fn value_text(result: &str, distance: Option<u32>) -> String {
    match distance {
        None => result.to_owned(),
        Some(plies) => format!("{result} in {}", counted(plies.into(), "ply")),
    }
}

/// The value for people, with the score if it was asked for.
fn headline(solution: &Solution) -> String {
    let score = match solution.score {
        None => String::new(),
        Some(Some(score)) => format!(", score {score}"),
        Some(None) if solution.distance.is_none() => ", no score without the distance".to_owned(),
        Some(None) => ", no score: the board is not that of a game from the empty one".to_owned(),
    };
    let end = |end: &ValueBound| value_text(&end.result, end.distance);
    match (&solution.result, &solution.bounds) {
        (Some(result), Some(bounds)) => {
            let (low, high) = (bounds.at_least.distance, bounds.at_most.distance);
            let plies = |plies: Option<u32>| plies.map_or_else(String::new, |plies| plies.to_string());
            let (least, most) = if result == "win" { (high, low) } else { (low, high) };
            format!("{result} in {} to {} plies{score}", plies(least), plies(most))
        }
        (Some(result), _) if solution.over => format!("{result}, the game is over{score}"),
        (Some(result), _) => format!("{}{score}", value_text(result, solution.distance)),
        (None, Some(bounds)) => {
            let (low, high) = (end(&bounds.at_least), end(&bounds.at_most));
            format!("interrupted; not worse than {low}, not better than {high}")
        }
        (None, None) => "interrupted".to_owned(),
    }
}

fn effort(solution: &Solution) -> String {
    if let Some(source) = &solution.source {
        return format!("from the {source}");
    }
    format!("{}, {}", counted(solution.nodes, "node"), duration(solution.seconds))
}

fn text(solution: &Solution, with_moves: bool) -> String {
    let mut lines = vec![format!("{} to move: {}", solution.to_move, headline(solution))];
    for (name, cells) in [("best", &solution.best), ("line", &solution.line)] {
        if !cells.is_empty() {
            lines.push(answer::wrap(&format!("{name} {}", answer::cells(cells)), 100));
        }
    }
    if !solution.interrupted && !solution.missing.is_empty() {
        let names: Vec<&str> = solution.missing.iter().map(|name| missing_name(name)).collect();
        let hint = "search on for them with --budget all";
        lines.push(answer::wrap(&format!("not found within the budget: {}; {hint}", names.join(", ")), 100));
    }
    if solution.interrupted && solution.result.is_some() {
        let lists = if solution.partial { ": there may be more best moves" } else { "" };
        lines.push(format!("interrupted before everything was known{lists}"));
    }
    let total = if with_moves && solution.result.is_some() {
        let (nodes, time) = (counted(solution.nodes_total, "node"), duration(solution.seconds_total));
        format!("; with moves and line {nodes}, {time}")
    } else {
        String::new()
    };
    lines.push(format!("{}{total}", effort(solution)));
    if let Some(certificate) = &solution.certificate {
        lines.push(format!("certificate {}, {}", certificate.file, counted(certificate.moves, "move")));
    } else if solution.interrupted && solution.certificate_error.is_some() {
        lines.push("no certificate was written".to_owned());
    }
    let moves = ordered_moves(solution);
    if !moves.is_empty() {
        let row = |found: &SolvedMove| vec![found.cell.clone(), value_text(&found.result, found.distance)];
        let rows: Vec<Vec<String>> = moves.into_iter().map(row).collect();
        lines.push(format!("\n{}", answer::table(&rows, 2)));
    }
    lines.join("\n")
}

/// The values of moves, the best first.
fn ordered_moves(solution: &Solution) -> Vec<&SolvedMove> {
    let mut moves: Vec<&SolvedMove> = solution.moves.iter().flatten().collect();
    moves.sort_by_key(|found| order(found));
    moves
}

fn missing_name(name: &str) -> &str {
    match name {
        "best" => "best moves",
        "moves" => "values of moves",
        name => name,
    }
}

/// The best moves first: early wins before late ones, late losses before early ones.
fn order(found: &SolvedMove) -> (u8, i64) {
    let plies = found.distance.map_or(0, i64::from);
    match found.result.as_str() {
        "win" => (0, plies),
        "draw" => (1, 0),
        _ => (2, -plies),
    }
}

fn line_text(line: &SolvedLine) -> String {
    let moves = answer::line_moves(&line.moves_played, &line.cells);
    let verdict = match (&line.expected, line.agrees.flatten()) {
        (Some(expected), Some(false)) => format!(", but {expected} was expected"),
        (Some(_), Some(true)) => ", as expected".to_owned(),
        _ => String::new(),
    };
    let values: Vec<String> = ordered_moves(&line.solution)
        .into_iter()
        .map(|found| {
            let plies = found.distance.map_or_else(String::new, |plies| format!(" in {plies}"));
            format!("{} {}{plies}", found.cell, found.result)
        })
        .collect();
    let values = if values.is_empty() { String::new() } else { format!("; {}", values.join(", ")) };
    format!("{moves}: {}{verdict}{values}; {}", headline(&line.solution), effort(&line.solution))
}

/// Prints who wins once that is known, if the rest takes long.
struct Early {
    display: Arc<Display>,
    weak: bool,
    start: Instant,
    is_told: AtomicBool,
}

/// Whoever waits less reads the whole answer at once.
const PATIENCE: Duration = Duration::from_secs(2);

impl Observer for Early {
    fn progress(&self, progress: &Progress) {
        self.display.progress(progress);
    }

    fn notice(&self, text: &str) {
        self.display.notice(text);
    }

    fn found(&self, finding: &Finding) {
        let Finding::Bounds { lower, upper } = *finding else { return };
        let result = lower.result();
        if result != upper.result() || self.start.elapsed() < PATIENCE || self.is_told.swap(true, Relaxed) {
            return;
        }
        let value = if lower == upper && !self.weak {
            value_text(&result.to_string(), lower.distance())
        } else {
            result.to_string()
        };
        let time = duration(self.start.elapsed().as_secs_f64());
        self.display.clear();
        let text = format!("{value} for the side to move, known after {time}; the rest follows\n\n");
        // The whole answer comes again at the end.
        let _ = io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush());
    }
}
