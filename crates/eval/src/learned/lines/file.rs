//! Line networks as bytes.
//!
//! All numbers are little-endian. The content of the [sealed](Sealed) bytes is the game text and the method (each a length
//! of 4 bytes and UTF-8), the games and the seed of the training (8 bytes each), the heads (their hidden weights by input,
//! what hidden numbers begin with, the output's weights, the direct ones, its beginning, the promise's: 4 bytes each), and
//! the [packed](crate::learned::packed) numbers of the rows.

use connect_toe_game::GameSpec;

use crate::learned::file::WeightsError;
use crate::learned::lines::network::{Head, LANES, LineNetwork};
use crate::learned::lines::views::Views;
use crate::learned::network::Training;
use crate::learned::packed::{pack, unpack};
use crate::learned::sealed::{Reader, SealError, Sealed};

const LINES: Sealed = Sealed { kind: "learned line network", version: 1 };

impl LineNetwork {
    /// The network as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let training = self.training();
        let mut content = Vec::new();
        for text in [&self.views().spec().to_string(), &training.method] {
            content.extend((text.len() as u32).to_le_bytes());
            content.extend(text.as_bytes());
        }
        content.extend(training.games.to_le_bytes());
        content.extend(training.seed.to_le_bytes());
        for head in self.heads() {
            content.extend(head.numbers().flat_map(f32::to_le_bytes));
        }
        content.extend(pack(self.rows().iter().flatten().map(|&number| i32::from(number))));
        LINES.seal(&content)
    }

    /// Reads a network from bytes.
    ///
    /// # Errors
    /// The bytes are not a whole line network that this program knows.
    pub fn from_bytes(bytes: &[u8]) -> Result<LineNetwork, WeightsError> {
        let mut reader = Reader::open(LINES, bytes)?;
        let spec: GameSpec = reader.text()?.parse()?;
        let method = reader.text()?.to_owned();
        let games = u64::from_le_bytes(reader.array()?);
        let seed = u64::from_le_bytes(reader.array()?);
        let views = Views::new(&spec)?;
        let mut heads = Vec::new();
        for _ in 0..LineNetwork::heads_of(&spec) {
            heads.push(Head::read(&mut reader)?);
        }
        let numbers = unpack(reader.rest(), LANES * views.rows());
        let numbers = numbers.ok_or(LINES.damaged("its rows are more or fewer than its game has"))?;
        let small = |numbers: &[i32]| -> Option<[i8; LANES]> {
            let row: Option<Vec<i8>> = numbers.iter().map(|&number| i8::try_from(number).ok()).collect();
            row?.try_into().ok()
        };
        let rows: Option<Vec<[i8; LANES]>> = numbers.chunks_exact(LANES).map(small).collect();
        let rows = rows.ok_or(LINES.damaged("a number of a row is too large"))?;
        Ok(LineNetwork::new(views, rows, heads, Training { games, seed, method }))
    }
}

impl Head {
    /// All numbers in the order of the file.
    pub fn numbers(&self) -> impl Iterator<Item = f32> {
        let Head { hidden, hidden_start, output, direct, start, promise } = self;
        let lists = hidden.iter().chain([hidden_start, output, direct]);
        lists.flatten().chain([start]).chain(promise).copied()
    }

    /// The head with these numbers, in the order of the file; `None` if there are too few.
    pub fn of_numbers(mut numbers: impl Iterator<Item = f32>) -> Option<Head> {
        let mut head = Head::EVEN;
        let Head { hidden, hidden_start, output, direct, start, promise } = &mut head;
        let lists = hidden.iter_mut().chain([hidden_start, output, direct]);
        for number in lists.flatten().chain([start]).chain(promise) {
            *number = numbers.next()?;
        }
        Some(head)
    }

    fn read(reader: &mut Reader) -> Result<Head, SealError> {
        let bytes = reader.take(4 * Head::NUMBERS)?;
        let number = |bytes: &[u8]| bytes.try_into().map_or(f32::NAN, f32::from_le_bytes);
        let numbers: Vec<f32> = bytes.chunks_exact(4).map(number).collect();
        let are_sound = numbers.iter().all(|number| number.is_finite());
        let head = Head::of_numbers(numbers.into_iter()).filter(|_| are_sound);
        head.ok_or(LINES.damaged("a weight in it is not a number"))
    }
}
