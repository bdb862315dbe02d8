//! Books that were read, kept for requests that name the same file.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use connect_toe_game::{Bits, Rules};
use connect_toe_solve::Book;

use crate::error::Error;

/// A game and a file.
type Name = (String, String);
/// An `Arc<Book<B>>`, whose width is that of the game.
type AnyBook = Box<dyn Any + Send + Sync>;

/// The books that requests have named, each read once. A clone shares them.
#[derive(Clone, Default)]
pub(crate) struct Books {
    read: Arc<Mutex<BTreeMap<Name, AnyBook>>>,
}

impl Books {
    /// The book of this game in this file, which `read` reads if that has not been done yet.
    pub(crate) fn get_or_read<B: Bits>(
        &self,
        rules: &Rules<B>,
        file: &str,
        read: impl FnOnce() -> Result<Book<B>, Error>,
    ) -> Result<Arc<Book<B>>, Error> {
        let key = (rules.spec().to_string(), file.to_owned());
        let mut books = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(book) = books.get(&key).and_then(|book| book.downcast_ref::<Arc<Book<B>>>()) {
            return Ok(Arc::clone(book));
        }
        let book = Arc::new(read()?);
        books.insert(key, Box::new(Arc::clone(&book)));
        Ok(book)
    }
}
