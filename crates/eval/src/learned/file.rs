//! Learned weights as bytes: a file that says what it is, for which game, and whether it is whole.
//!
//! All numbers are little-endian. The content of the [sealed](Sealed) bytes is the game text and the method (each a length
//! of 4 bytes and UTF-8), the games and the seed of the training (8 bytes each), the number of tuples (4), each tuple as
//! its kind (1: 0 cells, 1 window, 2 the value of `runs`), its length (1; 0 of the last kind) and its numbers (2 each), and
//! the weights for the side that moved first, then for the other (4 each).
//!
//! Files of packed weights are a tenth as large. In them the weights are rounded to multiples of a step: instead of the
//! weights come the step in millionths (4 bytes) and the [packed](super::packed) multiples.

use connect_toe_game::{BySide, GameSpec, SpecError};

use crate::learned::network::{Network, Training};
use crate::learned::packed::{pack, unpack};
use crate::learned::patterns::{PatternError, Patterns, Tuple};
use crate::learned::sealed::{Reader, SealError, Sealed};

const WEIGHTS: Sealed = Sealed { kind: "learned weights", version: 1 };
const PACKED: Sealed = Sealed { kind: "packed learned weights", version: 1 };
/// The length that no file of weights exceeds: twice the most weights, and the tuples.
const MOST_BYTES: u64 = 640 << 20;

/// Why bytes are not learned weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// The bytes are not those of weights, or not whole.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// The file's game is not a game.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The file's tuples are not tuples of its game.
    #[error(transparent)]
    Patterns(#[from] PatternError),
}

impl Network {
    /// The number of bytes that learned weights never exceed.
    pub const MOST_BYTES: u64 = MOST_BYTES;

    /// The network as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut content = self.description();
        for weights in [&self.weights().x, &self.weights().o] {
            content.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        WEIGHTS.seal(&content)
    }

    /// The network as packed bytes, with weights rounded to multiples of this many millionths.
    ///
    /// ```
    /// use connect_toe_eval::learned::{Network, Patterns, Training, Tuple};
    /// use connect_toe_game::BySide;
    /// let patterns = Patterns::new(&"3x3:3".parse()?, vec![Tuple::Cells(vec![0, 4, 8])])?;
    /// let weights = BySide { x: (0..27).collect(), o: (0..27).rev().collect() };
    /// let network = Network::new(patterns, weights, Training::default());
    /// let packed = network.to_packed_bytes(10);
    /// assert!(packed.len() < network.to_bytes().len());
    /// assert_eq!(Network::from_bytes(&packed)?.weights().x[19..27], [20, 20, 20, 20, 20, 20, 30, 30][..]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// The step is not positive.
    pub fn to_packed_bytes(&self, step: i32) -> Vec<u8> {
        assert!(step > 0, "weights are multiples of a positive step");
        let mut content = self.description();
        content.extend(step.to_le_bytes());
        let multiple = |&weight: &i32| (f64::from(weight) / f64::from(step)).round() as i32;
        content.extend(pack(self.weights().x.iter().chain(&self.weights().o).map(multiple)));
        PACKED.seal(&content)
    }

    /// All but the weights.
    fn description(&self) -> Vec<u8> {
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
                Tuple::Runs => content.extend([2, 0]),
            }
        }
        content
    }

    /// Reads a network from bytes, packed or not.
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
    /// assert_eq!(error.to_string(), "this file of learned weights is damaged: its end is missing");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, WeightsError> {
        let (mut reader, is_packed) = match Reader::open(PACKED, bytes) {
            Err(SealError::OtherKind(_)) => (Reader::open(WEIGHTS, bytes)?, false),
            packed => (packed?, true),
        };
        let spec: GameSpec = reader.text()?.parse()?;
        let method = reader.text()?.to_owned();
        let games = u64::from_le_bytes(reader.array()?);
        let seed = u64::from_le_bytes(reader.array()?);
        let count = u32::from_le_bytes(reader.array()?);
        let mut tuples = Vec::new();
        for _ in 0..count {
            let [kind, length] = reader.array()?;
            tuples.push(match kind {
                0 => Tuple::Cells((0..length).map(|_| rank(&mut reader)).collect::<Result<_, _>>()?),
                1 => Tuple::Window((0..length).map(|_| step(&mut reader)).collect::<Result<_, _>>()?),
                2 if length == 0 => Tuple::Runs,
                _ => return Err(WEIGHTS.damaged("it has tuples of an unknown kind").into()),
            });
        }
        let patterns = Patterns::new(&spec, tuples)?;
        let weights = if is_packed {
            packed_weights(reader, patterns.weights())?
        } else {
            let mut table = || -> Result<Vec<i32>, SealError> {
                let bytes = reader.take(4 * patterns.weights())?;
                let weight = |bytes: &[u8]| bytes.try_into().map_or(0, i32::from_le_bytes);
                Ok(bytes.chunks_exact(4).map(weight).collect())
            };
            let weights = BySide { x: table()?, o: table()? };
            reader.end()?;
            weights
        };
        Ok(Network::new(patterns, weights, Training { games, seed, method }))
    }
}

/// The step and the packed weights: the rest of a file.
fn packed_weights(mut reader: Reader, count: usize) -> Result<BySide<Vec<i32>>, SealError> {
    let step = i32::from_le_bytes(reader.array()?);
    let multiples = unpack(reader.rest(), 2 * count);
    let multiples = multiples.ok_or(PACKED.damaged("its weights are more or fewer than its tuples have"))?;
    let weights: Option<Vec<i32>> =
        multiples.into_iter().map(|multiple| multiple.checked_mul(step)).collect();
    let mut x = weights.ok_or(PACKED.damaged("a weight in it is too large"))?;
    let o = x.split_off(count);
    Ok(BySide { x, o })
}

fn rank(reader: &mut Reader) -> Result<u16, SealError> {
    Ok(u16::from_le_bytes(reader.array()?))
}

fn step(reader: &mut Reader) -> Result<[i16; 2], SealError> {
    let [one, other] = [reader.array()?, reader.array()?].map(i16::from_le_bytes);
    Ok([one, other])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network() -> Network {
        let spec: GameSpec = "9x9:5".parse().expect("a game");
        let tuples = vec![Tuple::Window(vec![[0, 0], [-1, 1]]), Tuple::Cells(vec![0, 80]), Tuple::Runs];
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
        let packed = network.to_packed_bytes(1);
        assert!(packed.len() < network.to_bytes().len());
        let read = Network::from_bytes(&packed).expect("is whole");
        assert_eq!((read.weights(), read.training()), (network.weights(), network.training()));
    }

    #[test]
    fn damaged_packed_bytes_are_refused() {
        let bytes = network().to_packed_bytes(3);
        let error = |bytes: &[u8]| Network::from_bytes(bytes).expect_err("is not whole").to_string();
        let line = bytes.iter().position(|&byte| byte == b'\n').expect("a line") + 1;
        for length in line..bytes.len() {
            assert!(
                error(&bytes[..length]).contains("packed learned weights is damaged: its end is missing")
            );
        }
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 0x10;
            assert!(Network::from_bytes(&changed).is_err(), "byte {place}");
        }
        let content = PACKED.open(&bytes).expect("is whole");
        let changed = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut content = content.to_vec();
            change(&mut content);
            error(&PACKED.seal(&content))
        };
        assert!(changed(&|content| content.truncate(content.len() - 1)).contains("more or fewer"));
        assert!(changed(&|content| content.push(0)).contains("more or fewer"));
        let step = network().description().len();
        assert!(changed(&|content| content[step + 3] = 0x7f).contains("too large"));
        assert!(changed(&|content| content.truncate(step + 2)).contains("shorter than it says"));
    }

    #[test]
    fn other_bytes_are_refused() {
        let bytes = network().to_bytes();
        let error = |bytes: &[u8]| Network::from_bytes(bytes).expect_err("is not whole").to_string();
        assert_eq!(error(b""), "this is not a file of learned weights");
        assert_eq!(error(b"connect-toe learned weights"), "this is not a file of learned weights");
        let later = b"connect-toe learned weights 2\n....";
        assert!(error(later).contains("has version 2, and this program knows version 1"));
        let line = bytes.iter().position(|&byte| byte == b'\n').expect("a line") + 1;
        for length in line..bytes.len() {
            assert!(error(&bytes[..length]).contains("its end is missing"));
        }
        assert!(error(&[&bytes[..], b"x"].concat()).contains("more behind its end"));
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 0x10;
            assert!(Network::from_bytes(&changed).is_err(), "byte {place}");
        }
        // A file can be wrong though its checksum is right.
        let with = |content: &[u8]| WEIGHTS.seal(content);
        let text = |text: &str| [&(text.len() as u32).to_le_bytes(), text.as_bytes()].concat();
        assert!(error(&with(&text("3x3:"))).contains("is not a game"));
        let start = [text("3x3:3"), text("tc"), vec![0; 16]].concat();
        assert!(error(&with(&start)).contains("it is shorter than it says"));
        let tuple = |tuple: &[u8]| with(&[&start, &1_u32.to_le_bytes()[..], tuple].concat());
        assert!(error(&tuple(&[3, 0])).contains("tuples of an unknown kind"));
        assert!(error(&tuple(&[2, 1])).contains("tuples of an unknown kind"));
        assert!(error(&tuple(&[0, 1, 9, 0])).contains("tuple 0 is not a tuple"));
        assert!(error(&tuple(&[0, 1, 8, 0])).contains("it is shorter than it says"));
        assert!(error(&tuple(&[&[0, 1, 8, 0][..], &[0; 25]].concat())).contains("it is longer than it says"));
    }
}
