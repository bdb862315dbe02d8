//! Learned weights as bytes: a file that says what it is, for which game, and whether it is whole.
//!
//! All numbers are little-endian. A file is a line `connect-toe weights 1`, the length of what follows and its CRC-32
//! (8 and 4 bytes), the game text and the method (each a length of 4 bytes and UTF-8), the games and the seed of the
//! training (8 bytes each), the number of tuples (4), each tuple as its kind (1: 0 cells, 1 window), its length (1) and
//! its numbers (2 each), and the weights for the side that moved first, then for the other (4 each).

use connect_toe_game::{BySide, GameSpec, SpecError};

use crate::learned::network::{Network, Training};
use crate::learned::patterns::{PatternError, Patterns, Tuple};

const KIND: &[u8] = b"connect-toe weights ";
const VERSION: &[u8] = b"1\n";
/// A longer file cannot be one of weights: twice the most weights, and the tuples.
const MOST_BYTES: u64 = 640 << 20;

/// Why bytes are not learned weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// The bytes are of another kind.
    #[error("this is not a file of learned weights")]
    NotWeights,
    /// The file is of a version that this program does not know.
    #[error("this file of learned weights has version {0}, and this program knows version 1")]
    Version(String),
    /// The file is not whole.
    #[error("the file of learned weights is damaged: {0}")]
    Damaged(&'static str),
    /// The file's game is not a game.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The file's tuples are not tuples of its game.
    #[error(transparent)]
    Patterns(#[from] PatternError),
}

impl Network {
    /// The length from which on bytes are not learned weights.
    pub const MOST_BYTES: u64 = MOST_BYTES;

    /// The network as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (training, patterns) = (self.training(), self.patterns());
        let mut content = Vec::new();
        for text in [&patterns.spec().to_string(), &training.method] {
            content.extend((text.len() as u32).to_le_bytes());
            content.extend(text.as_bytes());
        }
        content.extend(training.games.to_le_bytes());
        content.extend(training.seed.to_le_bytes());
        content.extend((patterns.tuples().len() as u32).to_le_bytes());
        for tuple in patterns.tuples() {
            match tuple {
                Tuple::Cells(ranks) => {
                    content.extend([0, ranks.len() as u8]);
                    content.extend(ranks.iter().flat_map(|rank| rank.to_le_bytes()));
                }
                Tuple::Window(steps) => {
                    content.extend([1, steps.len() as u8]);
                    content.extend(steps.iter().flatten().flat_map(|step| step.to_le_bytes()));
                }
            }
        }
        for weights in [&self.weights().x, &self.weights().o] {
            content.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        let mut bytes = [KIND, VERSION].concat();
        bytes.extend((content.len() as u64).to_le_bytes());
        bytes.extend(crc32fast::hash(&content).to_le_bytes());
        bytes.extend(content);
        bytes
    }

    /// Reads a network.
    ///
    /// # Errors
    /// The bytes are not a whole file of learned weights that this program knows.
    ///
    /// ```
    /// use connect_toe_eval::learned::{Network, Patterns, Training, Tuple};
    /// use connect_toe_game::BySide;
    /// let patterns = Patterns::new(&"3x3:3".parse()?, vec![Tuple::Cells(vec![0, 4, 8])])?;
    /// let weights = BySide { x: (0..27).collect(), o: (0..27).rev().collect() };
    /// let bytes = Network::new(patterns, weights, Training::default()).to_bytes();
    /// assert_eq!(Network::from_bytes(&bytes)?.weights().o[0], 26);
    /// let error = Network::from_bytes(&bytes[..100]).expect_err("the end is missing");
    /// assert_eq!(error.to_string(), "the file of learned weights is damaged: its end is missing");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, WeightsError> {
        let rest = bytes.strip_prefix(KIND).ok_or(WeightsError::NotWeights)?;
        let line = rest.iter().take(20).position(|&byte| byte == b'\n').ok_or(WeightsError::NotWeights)?;
        let (version, rest) = rest.split_at(line + 1);
        if version != VERSION {
            let version = String::from_utf8_lossy(&version[..line]).escape_default().to_string();
            return Err(WeightsError::Version(version));
        }
        let mut reader = Reader(rest);
        let length = u64::from_le_bytes(reader.array()?);
        let checksum = u32::from_le_bytes(reader.array()?);
        let content = reader.0;
        if (content.len() as u64) < length {
            return Err(MISSING_END);
        }
        if content.len() as u64 > length {
            return Err(WeightsError::Damaged("there is more behind its end"));
        }
        if crc32fast::hash(content) != checksum {
            return Err(WeightsError::Damaged("its checksum is another"));
        }
        let spec: GameSpec = reader.text()?.parse()?;
        let method = reader.text()?.to_owned();
        let games = u64::from_le_bytes(reader.array()?);
        let seed = u64::from_le_bytes(reader.array()?);
        let count = u32::from_le_bytes(reader.array()?);
        let mut tuples = Vec::new();
        for _ in 0..count {
            let [kind, length] = reader.array()?;
            tuples.push(match kind {
                0 => Tuple::Cells((0..length).map(|_| reader.rank()).collect::<Result<_, _>>()?),
                1 => Tuple::Window((0..length).map(|_| reader.step()).collect::<Result<_, _>>()?),
                _ => return Err(WeightsError::Damaged("it has tuples of an unknown kind")),
            });
        }
        let patterns = Patterns::new(&spec, tuples)?;
        let mut table = || -> Result<Vec<i32>, WeightsError> {
            let bytes = reader.take(4 * patterns.weights())?;
            let weight = |bytes: &[u8]| bytes.try_into().map_or(0, i32::from_le_bytes);
            Ok(bytes.chunks_exact(4).map(weight).collect())
        };
        let weights = BySide { x: table()?, o: table()? };
        if !reader.0.is_empty() {
            return Err(WeightsError::Damaged("it has more weights than its tuples"));
        }
        Ok(Network::new(patterns, weights, Training { games, seed, method }))
    }
}

const MISSING_END: WeightsError = WeightsError::Damaged("its end is missing");

/// The bytes that are left to read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], WeightsError> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or(MISSING_END)?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], WeightsError> {
        self.take(N)?.try_into().map_err(|_| MISSING_END)
    }

    fn text(&mut self) -> Result<&'a str, WeightsError> {
        let length = u32::from_le_bytes(self.array()?);
        std::str::from_utf8(self.take(length as usize)?)
            .map_err(|_| WeightsError::Damaged("a text in it is not UTF-8"))
    }

    fn rank(&mut self) -> Result<u16, WeightsError> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    fn step(&mut self) -> Result<[i16; 2], WeightsError> {
        let [one, other] = [self.array()?, self.array()?].map(i16::from_le_bytes);
        Ok([one, other])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network() -> Network {
        let spec: GameSpec = "9x9:5".parse().expect("a game");
        let tuples = vec![Tuple::Window(vec![[0, 0], [-1, 1]]), Tuple::Cells(vec![0, 80])];
        let patterns = Patterns::new(&spec, tuples).expect("fits");
        let table = |from: i32| (from..from + patterns.weights() as i32).collect();
        let weights = BySide { x: table(-3), o: table(7) };
        let training = Training { games: 5, seed: u64::MAX, method: "tc λ=0.7".to_owned() };
        Network::new(patterns, weights, training)
    }

    #[test]
    fn networks_survive() {
        let network = network();
        let read = Network::from_bytes(&network.to_bytes()).expect("is whole");
        assert_eq!(read.weights(), network.weights());
        assert_eq!(read.training(), network.training());
        assert_eq!(read.patterns().tuples(), network.patterns().tuples());
        assert_eq!(read.patterns().spec(), network.patterns().spec());
    }

    #[test]
    fn other_bytes_are_refused() {
        let bytes = network().to_bytes();
        let error = |bytes: &[u8]| Network::from_bytes(bytes).expect_err("is not whole").to_string();
        assert_eq!(error(b""), "this is not a file of learned weights");
        assert_eq!(error(b"connect-toe weights"), "this is not a file of learned weights");
        let later = [KIND, b"2\n...."].concat();
        assert!(error(&later).contains("has version 2, and this program knows version 1"));
        for length in KIND.len() + 2..bytes.len() {
            assert!(error(&bytes[..length]).contains("its end is missing"));
        }
        assert!(error(&[&bytes[..], b"x"].concat()).contains("more behind its end"));
        for place in KIND.len() + 2..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 0x10;
            assert!(Network::from_bytes(&changed).is_err(), "byte {place}");
        }
        // A file can be wrong though its checksum is right.
        let with = |content: &[u8]| {
            let header = [KIND, VERSION, &(content.len() as u64).to_le_bytes()].concat();
            [&header, &crc32fast::hash(content).to_le_bytes()[..], content].concat()
        };
        let text = |text: &str| [&(text.len() as u32).to_le_bytes(), text.as_bytes()].concat();
        assert!(error(&with(&text("3x3:"))).contains("is not a game"));
        let start = [text("3x3:3"), text("tc"), vec![0; 16]].concat();
        assert!(error(&with(&start)).contains("its end is missing"));
        let tuple = |tuple: &[u8]| with(&[&start, &1_u32.to_le_bytes()[..], tuple].concat());
        assert!(error(&tuple(&[2, 0])).contains("tuples of an unknown kind"));
        assert!(error(&tuple(&[0, 1, 9, 0])).contains("tuple 0 is not a tuple"));
        assert!(error(&tuple(&[0, 1, 8, 0])).contains("its end is missing"));
        assert!(
            error(&tuple(&[&[0, 1, 8, 0][..], &[0; 25]].concat())).contains("more weights than its tuples")
        );
    }
}
