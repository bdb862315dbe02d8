//! `solve`: who wins, in how many plies, and which moves keep it.

mod certificate_file;
mod expectation;
mod memory;
mod watch;

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use clap::{Args, ValueEnum};
use connect_toe_game::{Bits, Board, Cell, Record, Rules, Side, with_game};
use connect_toe_solve::{
    Bounds, CertifyError, Control, MoveAnswer, Moves, Question, Scope, Score, Solver, Value,
};
use serde_json::json;

use crate::answer;
use crate::arguments::Common;
use crate::failure::Failure;
use crate::interrupt;
use crate::position::{self, PositionArguments};

use certificate_file::CertificateFile;
use expectation::Line;
use memory::MemoryText;
use watch::{Phase, Watch};

/// Options of `solve`.
#[derive(Debug, Args)]
#[command(after_help = "\
A distance is the number of plies to the end of the game if the winner hurries and the loser delays.
Ctrl-C stops the solver, which then prints what it knows; a second one ends it at once.

Lines of a file are MOVES [EXPECTED]; blank ones, and what follows a #, are skipped. MOVES are - for the empty \
board. EXPECTED is win, draw or loss, with or without plies, or a pons score: of several words the last is expected \
if it is a number, so column digits have no spaces between them (1122).")]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    game: String,
    #[command(flatten)]
    position: PositionArguments,
    /// Value every legal move, not just the position
    #[arg(long)]
    all_moves: bool,
    /// Find out who wins, not in how many plies
    #[arg(long)]
    weak: bool,
    /// Find out the value alone: no best moves, no line
    #[arg(long, conflicts_with = "all_moves")]
    value_only: bool,
    /// Solve the positions of a file, - for standard input: lines of MOVES [EXPECTED], see below
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "board", "to_move"])]
    file: Option<PathBuf>,
    /// Write a proof of the answer that `connect-toe verify` can check; a file that exists is replaced once the proof
    /// is complete
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    certificate: Option<PathBuf>,
    /// Moves that a certificate has at most
    #[arg(long, value_name = "N", default_value_t = 5_000_000, requires = "certificate")]
    certificate_moves: u64,
    /// Memory for tables, in bytes, or with k, M or G; the positions of a certificate take up to 1G besides
    #[arg(long, default_value = "64M")]
    memory: MemoryText,
    /// Add a score
    #[arg(long)]
    score: Option<ScoreKind>,
}

/// A score of other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ScoreKind {
    /// 0 for a draw, else the winner's stones in hand at the end of the game, plus one; negative if the side to
    /// move loses
    Pons,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let mut game = position::game(&arguments.game)?;
    with_game!(&mut game, record => match &arguments.file {
        Some(file) => solve_file(common, arguments, record, file),
        None => solve_position(common, arguments, record),
    })
}

/// What was found out about one position.
struct Found<'a, B: Bits> {
    rules: &'a Rules<B>,
    board: Board<B>,
    weak: bool,
    score: Option<ScoreKind>,
    bounds: Bounds,
    /// What was not asked for, or not found out because of an interrupt, is left out.
    moves: Option<Moves>,
    line: Option<Vec<Cell>>,
    /// Moves of the certificate that was asked for.
    certificate: Option<Result<u64, CertifyError>>,
    interrupted: bool,
    nodes: u64,
    nodes_total: u64,
    seconds: f64,
    seconds_total: f64,
}

fn solver<B: Bits>(common: &Common, arguments: &Arguments, rules: &Rules<B>) -> Result<Solver<B>, Failure> {
    let memory = arguments.memory;
    if Vec::<u8>::new().try_reserve_exact(memory.0.0).is_err() {
        let message = format!("this machine does not give {memory} of memory to one program");
        return Err(Failure::request(message).hint("ask for less with --memory"));
    }
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = common.threads.map_or_else(cores, usize::from);
    Ok(Solver::new(rules.clone(), memory.0, threads))
}

fn solve_position<B: Bits>(
    common: &Common,
    arguments: &Arguments,
    record: &mut Record<B>,
) -> Result<(), Failure> {
    arguments.position.apply(record)?;
    let mut certificate = arguments.certificate.as_deref().map(CertificateFile::create).transpose()?;
    let watch = Watch::new();
    let mut solver = solver(common, arguments, record.rules())?;
    let mut found =
        find_out(&mut solver, record.rules(), record.board(), arguments, certificate.as_mut(), &watch);
    drop(watch);
    // The file has its name before anybody is told so.
    if let (Some(file), Some(Ok(_))) = (certificate, &found.certificate)
        && let Err(error) = file.keep()
    {
        found.certificate = Some(Err(CertifyError::Write(error)));
    }
    answer::print(common.format, || found.json(arguments), || found.text(arguments))?;
    match found.certificate {
        _ if found.interrupted => Err(Failure::Interrupted),
        Some(Err(error)) => Err(Failure::run(error)),
        _ => Ok(()),
    }
}

fn solve_file<B: Bits>(
    common: &Common,
    arguments: &Arguments,
    record: &mut Record<B>,
    path: &Path,
) -> Result<(), Failure> {
    let standard_input = path.as_os_str() == "-";
    let name = if standard_input { "standard input".to_owned() } else { path.display().to_string() };
    let unreadable = |error: std::io::Error| Failure::request(format!("cannot read {name}: {error}"));
    let reader: Box<dyn BufRead> = if standard_input {
        Box::new(std::io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(path).map_err(unreadable)?))
    };
    let rules = record.shared_rules();
    let watch = Watch::new();
    let mut solver = solver(common, arguments, &rules)?;
    let (mut checked, mut wrong) = (0, 0);
    for (number, text) in (1..).zip(reader.lines()) {
        let refused = |error: String| Failure::request(format!("{name}, line {number}: {error}"));
        let text = text.map_err(|error| refused(error.to_string()))?;
        let Some(line) = Line::parse(&text) else { continue };
        record.restart(rules.start());
        for cell in rules.parse_moves(&line.moves).map_err(|error| refused(error.to_string()))? {
            record.play(cell).map_err(|error| refused(error.to_string()))?;
        }
        solver.forget();
        let found = find_out(&mut solver, &rules, record.board(), arguments, None, &watch);
        let agrees = line.expected.and_then(|expected| found.agrees(expected));
        checked += usize::from(agrees.is_some());
        wrong += usize::from(agrees == Some(false));
        answer::print(
            common.format,
            || found.json_of_line(arguments, &line, agrees),
            || found.text_of_line(&line, agrees),
        )?;
        if found.interrupted {
            return Err(Failure::Interrupted);
        }
    }
    if wrong > 0 {
        return Err(Failure::Run(format!("{wrong} of {checked} expected values are not what was found")));
    }
    Ok(())
}

/// Solves one position: first its value, then, in their own time, its moves and best play.
fn find_out<'a, B: Bits>(
    solver: &mut Solver<B>,
    rules: &'a Rules<B>,
    board: &Board<B>,
    arguments: &Arguments,
    certificate: Option<&mut CertificateFile>,
    watch: &Watch,
) -> Found<'a, B> {
    let control = Arc::new(Control::new());
    let question = Question {
        weak: arguments.weak,
        scope: if arguments.all_moves { Scope::AllMoves } else { Scope::BestMoves },
    };
    watch.start(&control, board.to_move(), rules.empty(board).count(), question.weak);
    let found = interrupt::stoppable(&control, || {
        let start = Instant::now();
        solver.take_nodes();
        let bounds = solver.bounds(board, question.weak, &control);
        let seconds = start.elapsed().as_secs_f64();
        let nodes = solver.take_nodes();
        let mut interrupted = !bounds.is_answer(question.weak);
        let (mut moves, mut line) = (None, None);
        if !interrupted && !arguments.value_only {
            watch.enter(Phase::Moves);
            let found = solver.moves(board, bounds, question, &control);
            let go_on = !found.interrupted;
            line = go_on.then(|| solver.line(board, bounds, question.weak, &control).ok()).flatten();
            interrupted = line.is_none();
            moves = Some(found);
        }
        let certificate = certificate.filter(|_| !interrupted).map(|file| {
            watch.enter(Phase::Certificate);
            let most = arguments.certificate_moves;
            solver.certify(board, bounds, question.weak, most, &control, file)
        });
        interrupted |= matches!(certificate, Some(Err(CertifyError::Interrupted(_))));
        Found {
            rules,
            board: *board,
            weak: question.weak,
            score: arguments.score,
            bounds,
            moves,
            line,
            certificate,
            interrupted,
            nodes,
            nodes_total: nodes + solver.take_nodes(),
            seconds,
            seconds_total: start.elapsed().as_secs_f64(),
        }
    });
    watch.pause();
    found
}

/// `win`, `draw` or `loss`.
fn result_name(value: Value) -> &'static str {
    match value {
        Value::Win(_) => "win",
        Value::Draw => "draw",
        Value::Loss(_) => "loss",
    }
}

/// A value for people.
fn value_text(value: Value) -> String {
    let plies = |plies: u32| if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") };
    match value {
        Value::Win(distance) => format!("win in {}", plies(distance)),
        Value::Draw => "draw".to_owned(),
        Value::Loss(distance) => format!("loss in {}", plies(distance)),
    }
}

impl<B: Bits> Found<'_, B> {
    fn empty(&self) -> u32 {
        self.rules.empty(&self.board).count()
    }

    fn is_over(&self) -> bool {
        self.rules.outcome(&self.board).is_some()
    }

    /// The value, if it was found out; its distance means nothing if the question was weak.
    fn value(&self) -> Option<Value> {
        let known = self.bounds.is_answer(self.weak);
        // Bounds of one sign: the end nearer to a draw.
        let score = if self.bounds.lower.0 > 0 { self.bounds.lower } else { self.bounds.upper };
        known.then(|| score.value(self.empty()))
    }

    fn distance(&self, value: Value) -> Option<u32> {
        match value {
            Value::Win(_) | Value::Loss(_) if self.is_over() => Some(0),
            _ if self.weak => None,
            _ => value.distance(),
        }
    }

    /// 0 for a draw, else the winner's stones in hand when the game ends, plus one. X has the odd cell.
    fn pons(&self, value: Value) -> i64 {
        let (sign, winner) = match value {
            Value::Draw => return 0,
            Value::Win(_) => (1, self.board.to_move()),
            Value::Loss(_) => (-1, self.board.to_move().other()),
        };
        let plies = self.distance(value).unwrap_or(0);
        let cells = self.rules.cells().count();
        let share = if winner == Side::X { cells.div_ceil(2) } else { cells / 2 };
        let to_come = if winner == self.board.to_move() { plies.div_ceil(2) } else { plies / 2 };
        let on_board = self.board.stones_of(winner).count();
        sign * (i64::from(share) - i64::from(on_board) - i64::from(to_come) + 1)
    }

    /// The score asked for, if there is one: not without a distance, nor where the sides have not placed as many
    /// stones as in a game from the empty board.
    fn score(&self) -> Option<i64> {
        let value = self.value()?;
        let [x, o] = Side::ALL.map(|side| self.board.stones_of(side).count());
        let as_in_a_game = x == o + u32::from(self.board.to_move() == Side::O);
        let has_distance = self.distance(value).is_some();
        (value == Value::Draw || has_distance && as_in_a_game).then(|| self.pons(value))
    }

    fn agrees(&self, expected: expectation::Expected) -> Option<bool> {
        self.value().map(|value| expected.agrees(value, self.weak && !self.is_over(), self.pons(value)))
    }

    fn cells(&self, cells: &[Cell]) -> Vec<String> {
        cells.iter().map(|&cell| self.rules.geometry().cell_text(cell)).collect()
    }

    /// A move's value: exact, or if the question was weak the end nearer to a draw.
    fn move_value(&self, found: &MoveAnswer) -> Value {
        let score = if found.bounds.lower.0 > 0 { found.bounds.lower } else { found.bounds.upper };
        score.value(self.empty())
    }

    fn json(&self, arguments: &Arguments) -> serde_json::Value {
        let value = self.value();
        let distance = |value: Value| if self.weak { None } else { value.distance() };
        let best = self.moves.as_ref().map_or(Vec::new(), |moves| self.cells(&moves.best));
        let line = self.line.as_ref().map_or(Vec::new(), |line| self.cells(line));
        let mut json = json!({
            "result": value.map(result_name),
            "distance": value.and_then(|value| self.distance(value)),
            "best": best,
            "line": line,
            "nodes": self.nodes,
            "seconds": self.seconds,
            "nodes_total": self.nodes_total,
            "seconds_total": self.seconds_total,
        });
        if self.score.is_some() {
            json["score"] = json!(self.score());
        }
        if self.moves.as_ref().is_some_and(|moves| moves.interrupted) {
            json["partial"] = json!(true);
        }
        if let Some(moves) = self.moves.as_ref().filter(|_| arguments.all_moves) {
            let row = |found: &MoveAnswer| {
                let value = self.move_value(found);
                let text = self.rules.geometry().cell_text(found.cell);
                json!({"move": text, "result": result_name(value), "distance": distance(value)})
            };
            json["moves"] = moves.all.iter().map(row).collect();
        }
        if value.is_none() {
            let end = |score: Score| {
                let value = score.value(self.empty());
                json!({"result": result_name(value), "distance": value.distance()})
            };
            json["bounds"] = json!({"at_least": end(self.bounds.lower), "at_most": end(self.bounds.upper)});
        }
        if let (Some(Ok(moves)), Some(file)) = (&self.certificate, &arguments.certificate) {
            json["certificate"] = json!({"file": file.display().to_string(), "moves": moves});
        }
        if self.interrupted {
            json["interrupted"] = json!(true);
        }
        json
    }

    fn json_of_line(&self, arguments: &Arguments, line: &Line, agrees: Option<bool>) -> serde_json::Value {
        let mut json = self.json(arguments);
        json["moves_played"] = json!(line.moves);
        if let Some(expected) = line.expected {
            json["expected"] = match expected {
                expectation::Expected::Score(score) => json!(score),
                expectation::Expected::Result(..) => json!(expected.to_string()),
            };
            json["agrees"] = json!(agrees);
        }
        json
    }

    /// The value for people, with the score if it was asked for.
    fn headline(&self) -> String {
        let score = match (self.score, self.score()) {
            (Some(ScoreKind::Pons), Some(score)) => format!(", score {score}"),
            _ => String::new(),
        };
        match self.value() {
            Some(value) if self.is_over() => format!("{}, the game is over{score}", result_name(value)),
            Some(value) if self.weak => format!("{}{score}", result_name(value)),
            Some(value) => format!("{}{score}", value_text(value)),
            None => {
                let end = |score: Score| value_text(score.value(self.empty()));
                format!(
                    "interrupted; not worse than {}, not better than {}",
                    end(self.bounds.lower),
                    end(self.bounds.upper)
                )
            }
        }
    }

    fn effort(&self) -> String {
        format!("{} nodes, {:.3} s", self.nodes, self.seconds)
    }

    fn text(&self, arguments: &Arguments) -> String {
        let mut lines = vec![format!("{} to move: {}", self.board.to_move(), self.headline())];
        if let Some(moves) = self.moves.as_ref().filter(|moves| !moves.best.is_empty()) {
            lines.push(answer::wrap(&format!("best {}", self.cells(&moves.best).join(" ")), 100));
        }
        if let Some(line) = self.line.as_ref().filter(|line| !line.is_empty()) {
            lines.push(answer::wrap(&format!("line {}", self.cells(line).join(" ")), 100));
        }
        if self.interrupted && self.value().is_some() {
            let lists = self.moves.as_ref().is_some_and(|moves| moves.interrupted);
            let lists = if lists { ": there may be more best moves" } else { "" };
            lines.push(format!("interrupted before everything was known{lists}"));
        }
        let total = if self.moves.is_some() {
            format!("; with moves and line {} nodes, {:.3} s", self.nodes_total, self.seconds_total)
        } else {
            String::new()
        };
        lines.push(format!("{}{total}", self.effort()));
        if let (Some(Ok(moves)), Some(file)) = (&self.certificate, &arguments.certificate) {
            lines.push(format!("certificate {}, {moves} moves", file.display()));
        }
        if let Some(moves) = self.moves.as_ref().filter(|moves| !moves.all.is_empty()) {
            let mut all = moves.all.clone();
            all.sort_by_key(|found| std::cmp::Reverse(found.bounds.lower));
            let row = |found: &MoveAnswer| {
                let value = self.move_value(found);
                let text = if self.weak { result_name(value).to_owned() } else { value_text(value) };
                vec![self.rules.geometry().cell_text(found.cell), text]
            };
            let rows: Vec<Vec<String>> = all.iter().map(row).collect();
            lines.push(format!("\n{}", answer::table(&rows, 2)));
        }
        lines.join("\n")
    }

    fn text_of_line(&self, line: &Line, agrees: Option<bool>) -> String {
        let moves = if line.moves.is_empty() { "-" } else { &line.moves };
        let verdict = match (line.expected, agrees) {
            (Some(expected), Some(false)) => format!(", but {expected} was expected"),
            (Some(_), Some(true)) => ", as expected".to_owned(),
            _ => String::new(),
        };
        format!("{moves}: {}{verdict}; {}", self.headline(), self.effort())
    }
}
