//! The books that are a part of the program. A new one is a file in `books` and a row of `SHIPPED`.

use std::any::Any;
use std::sync::{Arc, OnceLock};

use connect_toe_game::{Bits, Rules};

use super::Book;

/// A book in the program.
struct Shipped {
    game: &'static str,
    bytes: &'static [u8],
    /// An `Arc<Book<B>>`.
    read: OnceLock<Box<dyn Any + Send + Sync>>,
}

static SHIPPED: [Shipped; 1] = [Shipped {
    game: "7x6:4:-2",
    // Made by `connect-toe book connect-four --plies 8` in 89 minutes of one core.
    bytes: include_bytes!("../../books/connect-four-8.book"),
    read: OnceLock::new(),
}];

/// The book of a game that the program has.
pub(crate) fn shipped<B: Bits>(rules: &Rules<B>) -> Option<Arc<Book<B>>> {
    let game = rules.spec().to_string();
    let shipped = SHIPPED.iter().find(|shipped| shipped.game == game)?;
    let read = shipped.read.get_or_init(|| {
        let book = Book::read_unchecked(rules, shipped.bytes).expect("a test reads each of them");
        Box::new(Arc::new(book))
    });
    read.downcast_ref::<Arc<Book<B>>>().cloned()
}
