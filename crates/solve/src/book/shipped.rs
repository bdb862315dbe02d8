//! The books that are a part of the program. A new one is a file in `books` and a row of `SHIPPED`.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use connect_toe_game::{Bits, Representative, Rules};
use connect_toe_work::Stop;

use super::Book;
use super::positions::{self, Key};
use crate::score::Score;

/// A book in the program.
struct Shipped {
    game: &'static str,
    bytes: &'static [u8],
    /// An `Arc<Book<B>>`.
    read: OnceLock<Box<dyn Any + Send + Sync>>,
}

static SHIPPED: [Shipped; 2] = [
    Shipped {
        game: "7x6:4:-2",
        // Made by `connect-toe book connect-four --plies 8` in 89 minutes of one core.
        bytes: include_bytes!("../../books/connect-four-8.book"),
        read: OnceLock::new(),
    },
    Shipped {
        game: "6x7:4:-2",
        // Made by `connect-toe book 6x7:4:-2 --plies 8` in 28 minutes of one core.
        bytes: include_bytes!("../../books/6x7-8.book"),
        read: OnceLock::new(),
    },
];

/// Books of games on boards that are turned, by game: an `Arc<Book<B>>` each.
static TURNED: Mutex<BTreeMap<String, Box<dyn Any + Send + Sync>>> = Mutex::new(BTreeMap::new());

/// The book of a game that the program has, perhaps for a board that is turned.
pub(crate) fn shipped<B: Bits>(rules: &Rules<B>) -> Option<Arc<Book<B>>> {
    let representative = Representative::of(rules.spec());
    let spec = representative.spec();
    let game = spec.to_string();
    let shipped = SHIPPED.iter().find(|shipped| shipped.game == game)?;
    if spec == rules.spec() {
        return shipped.read(rules);
    }
    // What has other dimensions can lie in another width.
    if spec.dimensions() != rules.spec().dimensions() {
        return None;
    }
    let mut books = TURNED.lock().unwrap_or_else(PoisonError::into_inner);
    let game = rules.spec().to_string();
    if let Some(book) = books.get(&game) {
        return book.downcast_ref::<Arc<Book<B>>>().cloned();
    }
    let book = shipped.read(&Rules::<B>::compile(spec).ok()?)?;
    let book = Arc::new(turned(rules, &book, &representative)?);
    books.insert(game, Box::new(Arc::clone(&book)));
    Some(book)
}

/// The book of a game, from that of its representative.
fn turned<B: Bits>(rules: &Rules<B>, other: &Book<B>, representative: &Representative) -> Option<Book<B>> {
    let mut images = vec![0; rules.geometry().bits()];
    for (place, there) in other.rules.geometry().cells().iter().enumerate() {
        images[representative.cell(place, rules.geometry())?.index()] = there.bit();
    }
    let image = |set: B| set.members().fold(B::EMPTY, |image, bit| image.with(images[bit as usize]));
    let mut book = Book::new(rules, other.plies(), &Stop::new()).ok()?;
    for ply in 0..=other.plies() as usize {
        let score = |key: &Key<B>| other.score(&positions::board(&other.rules, key.map(image)));
        let scores: Vec<Option<Score>> = book.keys(ply).iter().map(score).collect();
        for (place, score) in scores.into_iter().enumerate() {
            if let Some(score) = score {
                book.levels[ply].keep(place, score.0 as i16);
            }
        }
    }
    Some(book)
}

impl Shipped {
    /// The book, which is read once.
    fn read<B: Bits>(&self, rules: &Rules<B>) -> Option<Arc<Book<B>>> {
        let read = self.read.get_or_init(|| {
            let book = Book::read_unchecked(rules, self.bytes).expect("a test reads each of them");
            Box::new(Arc::new(book))
        });
        read.downcast_ref::<Arc<Book<B>>>().cloned()
    }
}
