//! Balanced openings, kept so that they are looked for once.

use connect_toe_experiment::{BalancedBook, BalancedBooks, Plan};
use connect_toe_stats::numbers::counted;
use rusqlite::{Row, params};

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
        let query =
            "SELECT game, plies, asked, tried, decided, moves, checksum FROM balanced WHERE seed = ?1";
        let mut statement = self.connection.prepare_cached(query).map_err(error)?;
        let mut rows = statement.query([plan.seed.to_string()]).map_err(error)?;
        while let Some(row) = rows.next().map_err(error)? {
            let Ok((place, book, sum)) = read(row) else { continue };
            if sum == checksum(&place.0, place.1, plan.seed, &book) && !book.moves.is_empty() {
                books.insert(place, book);
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

    /// Adds the openings that another file of the same experiment has kept. They must be the same where both have some,
    /// but one of the searches may have been stopped early.
    pub(crate) fn add_balanced(&self, other: &ResultsFile, plan: &Plan) -> Result<(), ResultsError> {
        let (mut books, new) = (self.balanced(plan)?, other.balanced(plan)?);
        if new.is_empty() {
            return Ok(());
        }
        for (place, book) in new {
            match books.get_mut(&place) {
                None => {
                    books.insert(place, book);
                }
                Some(known) if known.is_beginning_of(&book) => *known = book,
                Some(known) if book.is_beginning_of(known) => {}
                Some(_) => {
                    let (game, plies) = place;
                    return Err(ResultsError::Conflict {
                        path: self.path.clone(),
                        other: other.path.clone(),
                        pair: format!(
                            "the list of balanced openings of {game} after {}",
                            counted(plies.into(), "ply")
                        ),
                    });
                }
            }
        }
        self.replace_balanced(plan.seed, &books).map_err(|error| self.error(error))
    }
}

/// Game and plies, the openings, and the checksum that was kept with them.
fn read(row: &Row<'_>) -> Result<((String, u32), BalancedBook, i64), rusqlite::Error> {
    let moves: String = row.get("moves")?;
    let book = BalancedBook {
        asked: row.get::<_, i64>("asked")? as u64,
        tried: row.get::<_, i64>("tried")? as u64,
        are_decided: row.get("decided")?,
        moves: moves.lines().map(str::to_owned).collect(),
    };
    Ok(((row.get("game")?, row.get("plies")?), book, row.get("checksum")?))
}

fn checksum(game: &str, plies: u32, seed: u64, book: &BalancedBook) -> i64 {
    let BalancedBook { asked, tried, are_decided, moves } = book;
    let decided = u8::from(*are_decided);
    let text = format!("{game}\n{plies}\n{seed}\n{asked}\n{tried}\n{decided}\n{}\n", moves.join("\n"));
    crc32fast::hash(text.as_bytes()).into()
}
