//! Digests: what was written where, so that rows that are lost, changed or in the wrong place are found.
//!
//! A row has a checksum, which says that the row is what was written. The table `digest` says which rows there are: for
//! each block of pairs of a cell the number of games and the sum of their checksums, for each row of the tables that
//! describe the experiment its checksum. It changes in the same transaction as the rows.

use std::collections::BTreeMap;

use connect_toe_experiment::Plan;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::error::{Damage, Place, ResultsError};
use crate::file::ResultsFile;
use crate::pairs::pairs_text;

/// Games of a block: 64 pairs.
const GAMES_PER_BLOCK: i64 = 128;

/// The tables whose rows have a digest each; the last two are not in every file.
const SMALL_TABLES: [&str; 5] = ["experiment", "cell", "session", "ending", "last_words"];

/// The digest of some rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Digest {
    rows: i64,
    /// The sum of the rows' checksums.
    sum: i64,
}

impl Digest {
    /// Counts a row with this checksum.
    pub(crate) fn add(&mut self, checksum: i64) {
        self.rows += 1;
        // A checksum that was read may be any number.
        self.sum = self.sum.wrapping_add(checksum);
    }
}

/// The block of a game with this number.
pub(crate) fn block_of(number: i64) -> i64 {
    number.div_euclid(GAMES_PER_BLOCK)
}

/// The first and the last number of the games of a block.
pub(crate) fn games_of_block(block: i64) -> [i64; 2] {
    let first = block.saturating_mul(GAMES_PER_BLOCK);
    [first, first.saturating_add(GAMES_PER_BLOCK - 1)]
}

/// Adds games to the digest of a block.
pub(crate) fn add_games(
    connection: &Connection,
    cell: i64,
    block: i64,
    added: Digest,
) -> Result<(), rusqlite::Error> {
    connection
        .prepare_cached(
            "INSERT INTO digest VALUES ('game', ?1, ?2, ?3, ?4) \
             ON CONFLICT DO UPDATE SET rows = rows + excluded.rows, sum = sum + excluded.sum",
        )?
        .execute(params![cell, block, added.rows, added.sum])?;
    Ok(())
}

/// Makes the digest of a block that of the games that are there.
pub(crate) fn seal_block(connection: &Connection, cell: i64, block: i64) -> Result<(), rusqlite::Error> {
    let [first, last] = games_of_block(block);
    let delete = "DELETE FROM digest WHERE part = 'game' AND place = ?1 AND block = ?2";
    connection.prepare_cached(delete)?.execute([cell, block])?;
    let query = "INSERT INTO digest SELECT 'game', ?1, ?2, count(*), sum(checksum) FROM game \
                 WHERE cell = ?1 AND number BETWEEN ?3 AND ?4 HAVING count(*) > 0";
    connection.prepare_cached(query)?.execute([cell, block, first, last])?;
    Ok(())
}

/// Makes the digests of a small table those of its rows.
pub(crate) fn seal_table(connection: &Connection, table: &str) -> Result<(), rusqlite::Error> {
    connection.prepare_cached("DELETE FROM digest WHERE part = ?1")?.execute([table])?;
    let mut statement = connection.prepare(&rows_of(table))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        connection.prepare_cached("INSERT INTO digest VALUES (?1, ?2, 0, 1, ?3)")?.execute(params![
            table,
            row.get::<_, i64>(0)?,
            checksum(row)?
        ])?;
    }
    Ok(())
}

fn rows_of(table: &str) -> String {
    format!("SELECT rowid, * FROM {table} ORDER BY rowid")
}

/// The checksum of a row of a small table.
fn checksum(row: &Row) -> Result<i64, rusqlite::Error> {
    let mut hasher = crc32fast::Hasher::new();
    for column in 0..row.as_ref().column_count() {
        match row.get_ref(column)? {
            ValueRef::Null => {}
            ValueRef::Integer(value) => hasher.update(&value.to_le_bytes()),
            ValueRef::Real(value) => hasher.update(&value.to_le_bytes()),
            ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
                hasher.update(&(bytes.len() as u64).to_le_bytes());
                hasher.update(bytes);
            }
        }
    }
    Ok(hasher.finalize().into())
}

/// Several queries that see the same state of the file, also while a run is writing.
pub(crate) struct OneState<'a>(&'a Connection);

impl<'a> OneState<'a> {
    pub(crate) fn of(connection: &'a Connection) -> Result<OneState<'a>, rusqlite::Error> {
        connection.execute_batch("SAVEPOINT one_state")?;
        Ok(OneState(connection))
    }
}

impl Drop for OneState<'_> {
    fn drop(&mut self) {
        // Nothing was written, so nothing is lost if the database has given it up already.
        let _ = self.0.execute_batch("RELEASE one_state");
    }
}

impl ResultsFile {
    /// Makes sure that the rows that describe the experiment are what was written.
    pub(crate) fn check_small_tables(&self) -> Result<(), ResultsError> {
        let _state = OneState::of(&self.connection).map_err(|error| self.error(error))?;
        for table in SMALL_TABLES {
            self.check_small_table(table)?;
        }
        let count = |table: &str| self.read_one::<i64>(&format!("SELECT count(*) FROM {table}"));
        match count("experiment")? {
            0 if count("cell")? > 0 => Err(self.damaged("row 1 of its table `experiment` is missing")),
            0 | 1 => Ok(()),
            rows => Err(self.damaged(format!("its table `experiment` has {rows} rows"))),
        }
    }

    fn check_small_table(&self, table: &str) -> Result<(), ResultsError> {
        let refused =
            |row: i64, what: &str| Err(self.damaged(format!("row {row} of its table `{table}` {what}")));
        let mut written: BTreeMap<i64, Digest> =
            self.digests(table)?.into_iter().map(|((row, _), digest)| (row, digest)).collect();
        if self.has_table(table)? {
            let error = |source| self.error(source);
            let mut statement = self.connection.prepare(&rows_of(table)).map_err(error)?;
            let mut rows = statement.query([]).map_err(error)?;
            while let Some(row) = rows.next().map_err(error)? {
                let number = row.get::<_, i64>(0).map_err(error)?;
                let mut found = Digest::default();
                found.add(checksum(row).map_err(error)?);
                match written.remove(&number) {
                    None => return refused(number, "was never written, or stands there twice"),
                    Some(digest) if digest != found => return refused(number, "is not what was written"),
                    Some(_) => {}
                }
            }
        }
        match written.into_keys().next() {
            Some(row) => refused(row, "is missing"),
            None => Ok(()),
        }
    }

    pub(crate) fn has_table(&self, table: &str) -> Result<bool, ResultsError> {
        let query = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1)";
        self.connection.query_row(query, [table], |row| row.get(0)).map_err(|error| self.error(error))
    }

    /// The digests of a table by place and block.
    fn digests(&self, table: &str) -> Result<BTreeMap<(i64, i64), Digest>, ResultsError> {
        let read = || -> Result<Vec<_>, rusqlite::Error> {
            let query = "SELECT place, block, rows, sum FROM digest WHERE part = ?1 ORDER BY place, block";
            let mut statement = self.connection.prepare_cached(query)?;
            let digest = |row: &Row| {
                let digest = Digest { rows: row.get(2)?, sum: row.get(3)? };
                Ok(((row.get(0)?, row.get(1)?), digest))
            };
            statement.query_map([table], digest)?.collect()
        };
        let rows = read().map_err(|error| self.error(error))?;
        if rows.is_sorted_by(|(one, _), (next, _)| one < next) {
            Ok(rows.into_iter().collect())
        } else {
            Err(self.damaged(OUT_OF_PLACE))
        }
    }

    /// What the games of each block must add up to.
    pub(crate) fn blocks(&self) -> Result<Blocks, ResultsError> {
        Ok(Blocks {
            written: self.digests("game")?,
            open: (0, 0),
            found: Digest::default(),
            is_damaged: false,
            damages: Vec::new(),
        })
    }

    /// Takes a game out of the digest of its block; to be called before the game is deleted.
    pub(crate) fn unseal_game(&self, cell: i64, number: i64) -> Result<(), rusqlite::Error> {
        let query = "SELECT checksum FROM game WHERE cell = ?1 AND number = ?2";
        let kept = self.connection.query_row(query, [cell, number], |row| row.get::<_, i64>(0)).optional()?;
        let Some(checksum) = kept else { return Ok(()) };
        add_games(&self.connection, cell, block_of(number), Digest { rows: -1, sum: -checksum })
    }

    /// Makes the digests of these tables those of their rows.
    pub(crate) fn seal(&self, tables: &[&str]) -> Result<(), rusqlite::Error> {
        tables.iter().try_for_each(|table| seal_table(&self.connection, table))
    }
}

/// Rows whose keys do not increase: the database finds them by their order, so none of it can be trusted.
pub(crate) const OUT_OF_PLACE: &str = "its rows are not in their places";

/// Compares games with the digests of their blocks while they are read in their order.
pub(crate) struct Blocks {
    /// The digests of blocks that have not been reached.
    written: BTreeMap<(i64, i64), Digest>,
    /// Cell and number of the block that is being read, its games, and whether one of them is known to be damaged.
    open: (i64, i64),
    found: Digest,
    is_damaged: bool,
    damages: Vec<Damage>,
}

impl Blocks {
    /// The next game; its checksum, if it has one.
    pub(crate) fn add(&mut self, plan: &Plan, cell: i64, number: i64, checksum: Option<i64>) {
        let place = (cell, block_of(number));
        if place != self.open {
            self.close(plan);
            self.open = place;
        }
        match checksum {
            Some(checksum) => self.found.add(checksum),
            None => self.is_damaged = true,
        }
    }

    /// Notes that a pair of the block that is being read, or of the one before, is damaged. Its block is not compared:
    /// it cannot fit, and the pair is named.
    pub(crate) fn damaged(&mut self, cell: i64, number: i64) {
        let place = (cell, block_of(number));
        if place == self.open {
            self.is_damaged = true;
        }
    }

    fn close(&mut self, plan: &Plan) {
        let found = std::mem::take(&mut self.found);
        let is_damaged = std::mem::take(&mut self.is_damaged);
        let written = self.written.remove(&self.open).unwrap_or_default();
        if !is_damaged && written != found {
            self.damages.push(damage(plan, self.open, written, found));
        }
    }

    /// The blocks that are not what was written.
    pub(crate) fn finish(mut self, plan: &Plan) -> Vec<Damage> {
        self.close(plan);
        let lost =
            self.written.iter().map(|(&place, &written)| damage(plan, place, written, Digest::default()));
        self.damages.extend(lost);
        self.damages
    }
}

fn damage(plan: &Plan, (cell, block): (i64, i64), written: Digest, found: Digest) -> Damage {
    let [first, last] = games_of_block(block).map(|number| number / 2);
    let is_short = found.rows < written.rows;
    let what = if found.rows == written.rows {
        "they are not what was written (the sum of their checksums does not fit)".to_owned()
    } else {
        format!("{} of {} games are there", found.rows, written.rows)
    };
    let place = Place::Block { cell, block, is_short };
    Damage { place, pair: pairs_text(plan, cell, first, last), what }
}
