//! `book`: the exact values of all positions of the first plies of a game, in a file.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use connect_toe_game::{Bits, Cell, Game, Rules, Side, mix, with_game};
use connect_toe_solve::{Book, BookError, Control, Solver, Value};
use connect_toe_stats::numbers::counted;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::files::{FileLock, OutputFile, bytes_of, unwritable, unwritten};
use crate::hint::Hint;
use crate::position::game;
use crate::reason::Fault;
use crate::solve::MemoryText;
use crate::work::{Progress, Work};

/// Asks for a book: a file with the exact value of each position after at most some plies, one for all symmetric ones.
/// `solve` looks there before it searches.
///
/// A file that exists is gone on with, if it is a book of the same game.
///
/// ```
/// use connect_toe_api::{MakeBook, Work};
/// let folder = tempfile::tempdir().expect("a folder");
/// let file = folder.path().join("4x4.book").display().to_string();
/// let made = MakeBook { check: 5, ..MakeBook::new("4x4:4:-2", 4, file) }.run(&Work::new())?;
/// assert_eq!((made.positions, made.known, made.checked), (119, 119, 5));
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MakeBook {
    /// Game text or a preset's name.
    pub game: String,
    /// The plies of the last positions.
    pub plies: u32,
    /// The file. It is written once a minute and at the end.
    pub out: String,
    /// Memory for the tables of the search: a number of bytes, or a number with `k`, `M` or `G`.
    #[serde(default = "MakeBook::memory")]
    pub memory: String,
    /// How many positions are proven a second time, once the book is complete.
    #[serde(default = "MakeBook::check")]
    pub check: u64,
    /// Chooses these.
    #[serde(default = "MakeBook::seed")]
    pub seed: u64,
}

/// A book that was made, or as much of it as there was time for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BookMade {
    /// Canonical game text.
    pub game: String,
    /// The plies of the last positions.
    pub plies: u32,
    /// The file.
    pub file: String,
    /// Its bytes.
    pub bytes: u64,
    /// The number of positions, up to symmetry.
    pub positions: u64,
    /// How many of them have a value by now.
    pub known: u64,
    /// Those that this run has found.
    pub found: u64,
    /// Positions that were proven a second time, with the same value.
    pub checked: u64,
    /// Seconds of this run.
    pub seconds: f64,
    /// Whether the run was stopped before the book was complete and checked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
}

/// The file is written this often.
const SAVE_EVERY: Duration = Duration::from_secs(60);
/// A larger file is not a book.
const MOST_BYTES: u64 = 1 << 31;

impl MakeBook {
    /// Memory for tables if the request does not name it.
    pub const MEMORY: &str = "1G";
    /// Positions that are proven a second time if the request does not say how many.
    pub const CHECK: u64 = 20;

    fn memory() -> String {
        MakeBook::MEMORY.to_owned()
    }

    fn check() -> u64 {
        MakeBook::CHECK
    }

    fn seed() -> u64 {
        1
    }

    /// A book of this game.
    pub fn new(game: impl Into<String>, plies: u32, out: impl Into<String>) -> MakeBook {
        let (game, out) = (game.into(), out.into());
        let (memory, check, seed) = (MakeBook::memory(), MakeBook::CHECK, MakeBook::seed());
        MakeBook { game, plies, out, memory, check, seed }
    }

    /// Makes the book. A run that is stopped leaves a file that the same request goes on with.
    ///
    /// # Errors
    /// A text that is not a game; too many positions; a file that another run is writing; a file that is not a book of
    /// the game, or cannot be written; a value that is another when it is proven a second time.
    pub fn run(&self, work: &Work) -> Result<BookMade, Error> {
        with_game!(&game(&self.game)?, record => self.make(record.rules(), work))
    }

    fn make<B: Bits>(&self, rules: &Rules<B>, work: &Work) -> Result<BookMade, Error> {
        let start = Instant::now();
        let memory: MemoryText = self.memory.parse().map_err(Error::wrong("memory"))?;
        let path = Path::new(&self.out);
        let _lock = FileLock::of_out(path, "writing", work.files())?;
        let mut book = match read_book(rules, path)? {
            Some(before) if before.plies() > self.plies => {
                let plies = counted(u64::from(before.plies()), "ply");
                let error = format!("{} has {plies} already", path.display());
                return Err(Error::of_field(Fault::WrongField, "plies", error).with_hint("name another file"));
            }
            Some(before) if before.plies() == self.plies => before,
            before => {
                let mut book = Book::new(rules, self.plies, work.stop()).map_err(|error| match error {
                    BookError::Stopped => Error::Interrupted,
                    error => Error::of_field(Fault::Limit, "plies", error).with_hint("ask for fewer plies"),
                })?;
                if let Some(before) = &before {
                    book.take(before);
                }
                book
            }
        };
        let (before, stop) = (book.known(), work.stop().part());
        // An unwritable file is better reported now.
        save(path, &book, work)?;
        let (mut saved, mut failed) = (Instant::now(), None);
        let mut each = |book: &Book<B>| {
            let progress = Progress {
                done: book.known(),
                total: Some(book.positions()),
                unit: "positions",
                detail: &String::new,
            };
            work.progress(&progress);
            if saved.elapsed() >= SAVE_EVERY {
                saved = Instant::now();
                failed = save(path, book, work).err();
            }
            if failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        book.fill(memory.0, work.threads(), &stop, &mut each)
            .map_err(|error| crate::work::no_threads(work.threads(), &error))?;
        if let Some(error) = failed {
            return Err(error);
        }
        let bytes = save(path, &book, work)?;
        let (known, positions) = (book.known(), book.positions());
        let checked = if known == positions { self.check_again(rules, &book, memory, work)? } else { 0 };
        Ok(BookMade {
            game: rules.spec().to_string(),
            plies: self.plies,
            file: self.out.clone(),
            bytes,
            positions,
            known,
            found: known - before,
            checked,
            seconds: start.elapsed().as_secs_f64(),
            interrupted: known < positions || checked < self.check.min(positions),
        })
    }

    /// Proves some positions a second time, each ply about as often as the others, and counts them.
    fn check_again<B: Bits>(
        &self,
        rules: &Rules<B>,
        book: &Book<B>,
        memory: MemoryText,
        work: &Work,
    ) -> Result<u64, Error> {
        let control = Control::within(work.stop());
        let mut solver = Solver::new(rules.clone(), memory.0, work.threads()).with_book(None);
        let total = self.check.min(book.positions());
        let numbers = (0..).map(|number| mix(self.seed.wrapping_add(number)) % book.positions());
        for (done, number) in (0..total).zip(numbers) {
            let progress = Progress {
                done,
                total: Some(total),
                unit: "positions",
                detail: &|| "proven a second time".to_owned(),
            };
            work.progress(&progress);
            let (mut ply, mut place) = (0, number);
            while place >= book.positions_after(ply) {
                place -= book.positions_after(ply);
                ply += 1;
            }
            let Some((board, score)) = book.position(ply, place) else { continue };
            let bounds = solver.bounds(&board, false, &control);
            if control.is_stopped() {
                return Ok(done);
            }
            if bounds.exact() != score {
                return Err(Error::run(format!(
                    "{} is wrong: {} has another value when it is proven a second time",
                    self.out,
                    rules.board_text(&board)
                ))
                .with_hint(
                    "remove the file and make the book anew; if that happens again, please report it",
                ));
            }
        }
        Ok(total)
    }
}

/// Asks for the positions of a book with their exact values.
///
/// ```
/// use connect_toe_api::ListBook;
/// use connect_toe_solve::Value;
/// let listed = ListBook { plies: Some(0), ..ListBook::new("connect-four") }.run()?.expect("the program has it");
/// assert_eq!((listed.stones.len(), listed.values.as_slice()), (42, &[Value::Win(41)][..]));
/// assert!(ListBook::new("qubic").run()?.is_none());
/// let error = ListBook { plies: Some(9), ..ListBook::new("connect-four") }.run().expect_err("the last ply is the eighth");
/// assert_eq!(error.to_string(), "the book has positions after 0 to 8 plies, not after 9");
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListBook {
    /// Game text or a preset's name.
    pub game: String,
    /// The file of the book; without it that of the program.
    pub file: Option<String>,
    /// Only positions after this number of plies, which the book must have.
    pub plies: Option<i64>,
}

/// Positions of a book, one for all that symmetries map to each other, ply by ply. X has moved first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedBook {
    /// A number for each cell of each position, its cells in canonical order: 1 for X, -1 for O, 0 for an empty cell.
    pub stones: Vec<i8>,
    /// Their values, each for the side to move.
    pub values: Vec<Value>,
}

impl ListBook {
    /// All positions of the program's book of this game.
    pub fn new(game: impl Into<String>) -> ListBook {
        ListBook { game: game.into(), file: None, plies: None }
    }

    /// The positions whose value is known; `None` if no file is named and the program has no book of the game.
    ///
    /// # Errors
    /// A text that is not a game; a file that is not a book of it; a number of plies that the book does not have.
    pub fn run(&self) -> Result<Option<ListedBook>, Error> {
        with_game!(&game(&self.game)?, record => self.list(record.rules()))
    }

    fn list<B: Bits>(&self, rules: &Rules<B>) -> Result<Option<ListedBook>, Error> {
        let book = match &self.file {
            None => Book::shipped(rules),
            Some(file) => Some(Arc::new(book_of(rules, file)?)),
        };
        let Some(book) = book else { return Ok(None) };
        let all = 0..=book.plies();
        if let Some(wanted) = self.plies
            && !u32::try_from(wanted).is_ok_and(|wanted| all.contains(&wanted))
        {
            let has =
                format!("the book has positions after 0 to {}", counted(u64::from(book.plies()), "ply"));
            return Err(Error::of_field(Fault::WrongField, "plies", format!("{has}, not after {wanted}")));
        }
        let mut listed = ListedBook { stones: Vec::new(), values: Vec::new() };
        for ply in all.filter(|&ply| self.plies.is_none_or(|wanted| wanted == i64::from(ply))) {
            for place in 0..book.positions_after(ply) {
                let Some((board, Some(score))) = book.position(ply, place) else { continue };
                listed.values.push(score.value(rules.empty_cells(&board)));
                let stone = |cell: &Cell| match board.stone_on(*cell) {
                    Some(Side::X) => 1,
                    Some(Side::O) => -1,
                    None => 0,
                };
                listed.stones.extend(rules.geometry().cells().iter().map(stone));
            }
        }
        Ok(Some(listed))
    }
}

/// A book in which solvers look before they search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum BookChoice {
    /// None: everything is searched.
    None,
    /// The one in a file.
    File(String),
}

impl BookChoice {
    /// Reads the book, so that requests about this game that run with the same [`Work`] need not.
    ///
    /// # Errors
    /// A file that does not exist, cannot be read, or is not a book of the game.
    pub fn check(&self, game: &Game, work: &Work) -> Result<(), Error> {
        with_game!(game, record => book_to_use(Some(self), record.rules(), work).map(drop))
    }
}

/// The book that a choice names; without a choice the program's own, if it has one of the game.
///
/// # Errors
/// A file that does not exist, or as [`read_book`].
pub(crate) fn book_to_use<B: Bits>(
    choice: Option<&BookChoice>,
    rules: &Rules<B>,
    work: &Work,
) -> Result<Option<Arc<Book<B>>>, Error> {
    match choice {
        None => Ok(Book::shipped(rules)),
        Some(BookChoice::None) => Ok(None),
        Some(BookChoice::File(file)) => {
            work.books().get_or_read(rules, file, || book_of(rules, file)).map(Some)
        }
    }
}

/// The book in a file that must exist.
///
/// # Errors
/// A file that does not exist, or as [`read_book`].
fn book_of<B: Bits>(rules: &Rules<B>, file: &str) -> Result<Book<B>, Error> {
    read_book(rules, Path::new(file))?.ok_or_else(|| {
        Error::because(Fault::UnusableFile, format!("there is no book {file}"))
            .with_hint(Hint::either("make one with `connect-toe book`", "make one with make_book"))
    })
}

/// Writes a book as a whole, and gives the number of its bytes.
fn save<B: Bits>(path: &Path, book: &Book<B>, work: &Work) -> Result<u64, Error> {
    let bytes = book.to_bytes();
    let written = OutputFile::create_or_replace(path, Book::<B>::BEGINNING, work.files())
        .map_err(|error| unwritable(path, &error).with_hint(Hint::other_file("out")))
        .and_then(|mut file| {
            std::io::Write::write_all(&mut file, &bytes)
                .and_then(|()| file.keep())
                .map_err(|error| unwritten(path, &error, "what was written before is kept"))
        });
    written.map(|()| bytes.len() as u64)
}

/// The book of a game in a file, if there is a file.
///
/// # Errors
/// A file that cannot be read, or is not a book of the game.
fn read_book<B: Bits>(rules: &Rules<B>, path: &Path) -> Result<Option<Book<B>>, Error> {
    let bytes = match bytes_of(path, MOST_BYTES) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => {
            let message = format!("{} cannot be read: {error}", path.display());
            return Err(Error::because(Fault::UnusableFile, message));
        }
        Ok(bytes) => bytes,
    };
    Book::read(rules, &bytes).map(Some).map_err(|error| {
        let hint = match &error {
            BookError::Damaged => "restore a copy, or remove it and make it anew",
            BookError::OtherPositions(_) => "make it anew with this program",
            _ => "name another file",
        };
        Error::because(Fault::WrongFile, format!("{}: {error}", path.display())).with_hint(hint)
    })
}
