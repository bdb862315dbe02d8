//! `solve`: who wins, in how many plies, and which moves keep it.

mod answer;
mod crew;
mod expectation;
mod lines;
mod memory;
mod progress;

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use connect_toe_game::{Bits, Board, Game, Record, Rules, with_game};
use connect_toe_solve::{Answer, Book, Budget, CertifyError, Phase, Question, Scope, Solver};
use serde::{Deserialize, Serialize};

use crate::atlas::StartInAtlas;
use crate::book::{BookChoice, book_to_use};
use crate::error::Error;
use crate::files::{OutputFile, cannot_write, unwritable};
use crate::hint::Hint;
use crate::position::{Position, game};
use crate::reason::Fault;
use crate::work::Work;

use answer::Seconds;
pub use answer::{Solution, SolvedLine, SolvedMove, ValueBound, ValueBounds, WrittenCertificate, even_null};
pub use crew::SOLVE_TASK;
pub use expectation::ExpectedValue;
pub(crate) use expectation::Line;
pub use lines::{SolveLines, SolvedLines};
pub use memory::MemoryText;
use progress::Solving;

/// Asks for the exact value of a position.
///
/// ```
/// use connect_toe_api::{Solve, Work};
/// let solution = Solve::new("4x4:3").run(&Work::new())?;
/// assert_eq!((solution.result.as_deref(), solution.distance), (Some("win"), Some(5)));
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Solve {
    /// Game text or a preset's name.
    pub game: String,
    /// The position.
    #[serde(flatten)]
    pub position: Position,
    /// Whether to value every legal move, not just the position.
    #[serde(default)]
    pub all_moves: bool,
    /// Whether to find out who wins, not in how many plies.
    #[serde(default)]
    pub weak: bool,
    /// Whether to find out the value alone: no best moves, no line.
    #[serde(default)]
    pub value_only: bool,
    /// A file for a proof of the answer. A certificate that exists is replaced once the proof is complete; another file is
    /// not replaced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
    /// The largest number of moves of a certificate.
    #[serde(default = "Solve::certificate_moves")]
    pub certificate_moves: u64,
    /// Memory for tables: a number of bytes, or a number with `k`, `M` or `G`.
    #[serde(default = "Solve::memory")]
    pub memory: String,
    /// A score to add.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<ScoreKind>,
    /// Where to look before searching; if nothing is said, the program's own book of the game, and for the empty board its
    /// atlas.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book: Option<BookChoice>,
    /// The most nodes to search for each of these, once it is known who wins: the distance, the best moves, the line. 0
    /// stands for no limit. Without a number it follows from the nodes that it took to find out who wins; with a certificate
    /// there is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<u64>,
}

/// A score of other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum ScoreKind {
    /// 0 for a draw, else the winner's stones in hand at the end of the game, plus one; negative if the side to move
    /// loses.
    Pons,
}

impl Solve {
    /// The largest number of moves of a certificate if the request does not name it.
    pub const CERTIFICATE_MOVES: u64 = 5_000_000;
    /// Memory for tables if the request does not name it.
    pub const MEMORY: &str = "64M";

    fn certificate_moves() -> u64 {
        Solve::CERTIFICATE_MOVES
    }

    fn memory() -> String {
        Solve::MEMORY.to_owned()
    }

    /// The value of the empty board, its best moves and best play.
    pub fn new(game: impl Into<String>) -> Solve {
        Solve {
            game: game.into(),
            position: Position::default(),
            all_moves: false,
            weak: false,
            value_only: false,
            certificate: None,
            certificate_moves: Solve::CERTIFICATE_MOVES,
            memory: Solve::memory(),
            score: None,
            book: None,
            budget: None,
        }
    }

    /// The solution. If the run was stopped, it has what was known by then. The number of threads changes nothing in it
    /// but the numbers of nodes.
    ///
    /// # Errors
    /// A text that is not a game, or not a position of it; options that exclude each other; a certificate that cannot
    /// be written; too much memory.
    pub fn run(&self, work: &Work) -> Result<Solution, Error> {
        self.run_on(game(&self.game)?, work)
    }

    /// Solves with a game that exists already: the request's moves start from the game's position.
    ///
    /// # Errors
    /// As [`run`](Solve::run).
    pub fn run_on(&self, mut game: Game, work: &Work) -> Result<Solution, Error> {
        with_game!(&mut game, record => self.solve(record, work))
    }

    fn solve<B: Bits>(&self, record: &mut Record<B>, work: &Work) -> Result<Solution, Error> {
        self.position.apply(record)?;
        let memory: MemoryText = self.memory.parse().map_err(Error::wrong("memory"))?;
        // A certificate proves the whole answer.
        let budget = self.budget.or(self.certificate.as_ref().map(|_| 0));
        let asking = Asking::new(self.weak, self.all_moves, self.value_only, budget, self.score)?;
        let mut file = self.certificate.as_ref().map(|file| certificate_file(file, work)).transpose()?;
        let mut solver = solver(record.rules(), memory, self.book.as_ref(), work)?;
        let mut source = solver.book().and_then(|book| book.score(record.board())).map(|_| "book");
        // A proof does not rest on what others have found out.
        let in_atlas = if source.is_none() && self.book.is_none() && self.certificate.is_none() {
            StartInAtlas::of(record.rules(), record.board())
        } else {
            None
        };
        if let Some(start) = &in_atlas {
            solver = solver.with_book(Some(Arc::new(Book::of_start(record.rules(), start.score))));
            source = Some("atlas");
        }
        let proof = file.as_mut().map(|file| (file, self.certificate_moves));
        let (_, mut solution, written) = asking.find_out(&mut solver, record.board(), proof, work);
        // A book that was wrong is not where the value is from.
        solution.source = source.filter(|_| solver.book().is_some()).map(str::to_owned);
        if let Some(start) = in_atlas
            && asking.asks_for_best_moves()
        {
            solution.complete_best(start.best);
        }
        // The file gets its name before the answer says that it was written.
        let written = written.map(|written| match (written, file.take()) {
            (Ok(moves), Some(file)) => file.keep().map(|()| moves).map_err(CertifyError::Write),
            (written, _) => written,
        });
        match written {
            None => {}
            Some(Err(CertifyError::Interrupted(_))) => {
                solution.certificate_error = Some("the solver was stopped before it was complete".to_owned());
            }
            Some(Err(CertifyError::Write(error))) => {
                let path = Path::new(self.certificate.as_deref().unwrap_or_default());
                solution.certificate_error = Some(cannot_write(path, &error));
            }
            Some(Err(error)) => solution.certificate_error = Some(error.to_string()),
            Some(Ok(moves)) => {
                let file = self.certificate.clone().unwrap_or_default();
                solution.certificate = Some(WrittenCertificate { file, moves });
            }
        }
        Ok(solution)
    }
}

/// The file of a certificate.
fn certificate_file(file: &str, work: &Work) -> Result<OutputFile, Error> {
    if file == "-" {
        return Err(Error::of_field(
            Fault::ExclusiveFields,
            "certificate",
            "the answer is on standard output, so the certificate needs a file",
        )
        .with_hint(Hint::either(
            "name a file with --certificate, ./- for one with this name",
            "name a file, ./- for one with this name",
        )));
    }
    let path = Path::new(file);
    OutputFile::create_or_replace(path, connect_toe_certificate::BEGINNING, work.files())
        .map_err(|error| unwritable(path, &error).with_hint(Hint::other_file("certificate")))
}

fn solver<B: Bits>(
    rules: &Rules<B>,
    memory: MemoryText,
    book: Option<&BookChoice>,
    work: &Work,
) -> Result<Solver<B>, Error> {
    if Vec::<u8>::new().try_reserve_exact(memory.0.0).is_err() {
        let message = format!("this machine does not give {memory} of memory to one program");
        return Err(Error::of_field(Fault::Limit, "memory", message)
            .with_hint(Hint::of(|option| format!("ask for less with {}", option("memory")))));
    }
    let book = book_to_use(book, rules, work)?;
    Ok(Solver::new(rules.clone(), memory.0, work.threads()).with_book(book))
}

/// What is asked of each position.
#[derive(Clone, Copy)]
struct Asking {
    question: Question,
    score: Option<ScoreKind>,
}

impl Asking {
    fn new(
        weak: bool,
        all_moves: bool,
        value_only: bool,
        budget: Option<u64>,
        score: Option<ScoreKind>,
    ) -> Result<Asking, Error> {
        let scope = match (all_moves, value_only) {
            (true, true) => {
                return Err(Error::of_field(
                    Fault::ExclusiveFields,
                    "value_only",
                    "the value alone and all moves exclude each other",
                ));
            }
            (true, false) => Scope::AllMoves,
            (false, true) => Scope::Value,
            (false, false) => Scope::BestMoves,
        };
        let budget = match budget {
            None => Budget::Proportional,
            Some(0) => Budget::Unlimited,
            Some(nodes) => Budget::Nodes(nodes),
        };
        Ok(Asking { question: Question { weak, scope, budget }, score })
    }

    /// Whether the moves that keep the value are asked for, and those of the others are not.
    fn asks_for_best_moves(self) -> bool {
        !self.question.weak && self.question.scope == Scope::BestMoves
    }

    /// Solves one position, and times the search for its value and the whole of it. The last value says what became of
    /// the certificate, if one was asked for.
    fn find_out<B: Bits>(
        self,
        solver: &mut Solver<B>,
        board: &Board<B>,
        certificate: Option<(&mut OutputFile, u64)>,
        work: &Work,
    ) -> (Answer, Solution, Option<Result<u64, CertifyError>>) {
        let Asking { question, .. } = self;
        let empty = solver.rules().empty_cells(board);
        let had_book = solver.book().is_some();
        let solving = Solving::new(board.to_move(), empty, question.weak);
        let control = solving.control(work);
        let start = Instant::now();
        let mut value = None;
        let entered = |phase| {
            if phase > Phase::Value {
                value.get_or_insert(start.elapsed());
            }
            solving.enter(phase);
        };
        let (answer, written) = match certificate {
            None => (solver.solve(board, question, &control, entered), None),
            Some((file, most)) => {
                let (answer, written) =
                    solver.solve_and_certify(board, question, &control, entered, most, file);
                (answer, Some(written))
            }
        };
        if had_book && solver.book().is_none() {
            work.notice("the book contradicts what is proven, so the solver does not ask it any more");
        }
        let total = start.elapsed();
        let seconds = Seconds { value: value.unwrap_or(total).as_secs_f64(), total: total.as_secs_f64() };
        let score = self.score.map(|ScoreKind::Pons| answer.score_pons());
        let all_moves = question.scope == Scope::AllMoves;
        let solution = Solution::new(solver.rules().geometry(), &answer, &seconds, all_moves, score);
        (answer, solution, written)
    }
}
