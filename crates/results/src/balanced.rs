//! Balanced openings, kept so that they are looked for once.

use connect_toe_experiment::{BalancedBook, BalancedBooks, Plan};
use rusqlite::params;

use crate::error::ResultsError;
use crate::file::ResultsFile;
use crate::schema::BALANCED;

impl ResultsFile {
    /// The balanced openings that were kept for a plan with this seed. What is damaged counts as not kept.
    ///
    /// # Errors
    /// The database's.
    pub fn balanced(&self, plan: &Plan) -> Result<BalancedBooks, ResultsError> {
        let mut books = BalancedBooks::new();
        if !self.has_table("balanced")? {
            return Ok(books);
        }
        let error = |source| self.error(source);
        let query = "SELECT game, plies, seed, asked, tried, decided, moves, checksum FROM balanced";
        let mut statement = self.connection.prepare_cached(query).map_err(error)?;
        let mut rows = statement.query([]).map_err(error)?;
        while let Some(row) = rows.next().map_err(error)? {
            let text = |column| row.get::<_, String>(column);
            let number = |column| row.get::<_, i64>(column);
            let (Ok(game), Ok(plies), Ok(seed), Ok(asked), Ok(tried), Ok(decided), Ok(moves), Ok(sum)) = (
                text(0),
                row.get::<_, u32>(1),
                text(2),
                number(3),
                number(4),
                row.get::<_, bool>(5),
                text(6),
                number(7),
            ) else {
                continue;
            };
            let book = BalancedBook {
                asked: asked as u64,
                tried: tried as u64,
                are_decided: decided,
                moves: moves.lines().map(str::to_owned).collect(),
            };
            let is_whole = sum == checksum(&game, plies, plan.seed, &book);
            if is_whole && seed == plan.seed.to_string() && !book.moves.is_empty() {
                books.insert((game, plies), book);
            }
        }
        Ok(books)
    }

    /// Keeps the balanced openings of a plan in place of those that were kept before.
    ///
    /// # Errors
    /// The database's.
    pub fn keep_balanced(&self, plan: &Plan) -> Result<(), ResultsError> {
        let keep = || -> Result<(), rusqlite::Error> {
            let transaction = self.connection.unchecked_transaction()?;
            self.replace_balanced(plan.seed, &plan.balanced)?;
            transaction.commit()
        };
        keep().map_err(|error| self.error(error))
    }

    fn replace_balanced(&self, seed: u64, books: &BalancedBooks) -> Result<(), rusqlite::Error> {
        self.connection.execute_batch("DROP TABLE IF EXISTS balanced")?;
        self.connection.execute_batch(BALANCED)?;
        let mut insert =
            self.connection.prepare("INSERT INTO balanced VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")?;
        for ((game, plies), book) in books {
            insert.execute(params![
                game,
                plies,
                seed.to_string(),
                book.asked as i64,
                book.tried as i64,
                book.are_decided,
                book.moves.join("\n"),
                checksum(game, *plies, seed, book),
            ])?;
        }
        Ok(())
    }

    /// Adds the openings that another file of the same experiment has kept. They must be the same where both have some.
    pub(crate) fn add_balanced(&self, other: &ResultsFile, plan: &Plan) -> Result<(), ResultsError> {
        let (mut books, new) = (self.balanced(plan)?, other.balanced(plan)?);
        if new.is_empty() {
            return Ok(());
        }
        for (place, book) in new {
            match books.get(&place) {
                None => {
                    books.insert(place, book);
                }
                Some(known) if *known == book => {}
                Some(_) => {
                    let (game, plies) = place;
                    return Err(ResultsError::Conflict {
                        path: self.path.clone(),
                        other: other.path.clone(),
                        pair: format!("the list of balanced openings of {game} after {plies} plies"),
                    });
                }
            }
        }
        self.replace_balanced(plan.seed, &books).map_err(|error| self.error(error))
    }
}

fn checksum(game: &str, plies: u32, seed: u64, book: &BalancedBook) -> i64 {
    let BalancedBook { asked, tried, are_decided, moves } = book;
    let decided = u8::from(*are_decided);
    let text = format!("{game}\n{plies}\n{seed}\n{asked}\n{tried}\n{decided}\n{}\n", moves.join("\n"));
    crc32fast::hash(text.as_bytes()).into()
}
