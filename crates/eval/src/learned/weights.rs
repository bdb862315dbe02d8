//! Learned weights of either kind.

use connect_toe_game::GameSpec;

use crate::learned::file::WeightsError;
use crate::learned::lines::LineNetwork;
use crate::learned::network::{Network, Training};
use crate::learned::sealed::SealError;

/// What was learned about one game: weights of patterns, or a line network.
#[derive(Clone, Debug)]
pub enum Weights {
    /// Weights of tuples of cells.
    Patterns(Box<Network>),
    /// What cells see along rows.
    Lines(Box<LineNetwork>),
}

impl Weights {
    /// The number of bytes that learned weights never exceed.
    pub const MOST_BYTES: u64 = Network::MOST_BYTES;

    /// The game.
    pub fn spec(&self) -> &GameSpec {
        match self {
            Weights::Patterns(network) => network.patterns().spec(),
            Weights::Lines(network) => network.views().spec(),
        }
    }

    /// How the weights were trained.
    pub fn training(&self) -> &Training {
        match self {
            Weights::Patterns(network) => network.training(),
            Weights::Lines(network) => network.training(),
        }
    }

    /// The weights as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Weights::Patterns(network) => network.to_bytes(),
            Weights::Lines(network) => network.to_bytes(),
        }
    }

    /// A checksum (CRC-32) of [`to_bytes`](Weights::to_bytes), to tell weights apart.
    pub fn checksum(&self) -> u32 {
        crc32fast::hash(&self.to_bytes())
    }

    /// Reads weights from bytes.
    ///
    /// # Errors
    /// The bytes are not a whole file of learned weights that this program knows.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, WeightsError> {
        match LineNetwork::from_bytes(bytes) {
            Err(WeightsError::Seal(SealError::OtherKind(_))) => Ok(Network::from_bytes(bytes)?.into()),
            network => Ok(network?.into()),
        }
    }
}

impl From<Network> for Weights {
    fn from(network: Network) -> Weights {
        Weights::Patterns(Box::new(network))
    }
}

impl From<LineNetwork> for Weights {
    fn from(network: LineNetwork) -> Weights {
        Weights::Lines(Box::new(network))
    }
}
