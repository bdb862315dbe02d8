//! The weights of a game's patterns.

use connect_toe_game::BySide;

use crate::learned::patterns::Patterns;

/// The number that stands for a weight of 1 in a [`Network`]: weights are whole numbers of millionths, so that their
/// sums do not depend on the order in which they are added.
pub const UNIT: f64 = 1e6;

/// How weights were trained: for readers, and for training that continues.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Training {
    /// The games that were played to learn from.
    pub games: u64,
    /// The seed of tuples and games.
    pub seed: u64,
    /// The method, as text.
    pub method: String,
}

/// Weights of patterns: an evaluation of the positions of one game.
///
/// The value of a position, for the side that moved first, is the sum of one weight for each place of a tuple. There
/// are tables of weights for either side to move. The hyperbolic tangent of the sum, in units of 1 (not millionths), is
/// the expected result: 1 for a win of the side that moved first, −1 for a loss, 0 for a draw.
#[derive(Clone, Debug)]
pub struct Network {
    patterns: Patterns,
    weights: BySide<Vec<i32>>,
    training: Training,
    /// The result of [`Patterns::folded`].
    folded: Option<(Patterns, BySide<Vec<i32>>)>,
}

impl Network {
    /// A network of these weights in millionths, for positions in which the side that moved first (`x`) or the other
    /// side (`o`) is to move.
    ///
    /// # Panics
    /// A table does not have as many weights as the patterns.
    pub fn new(patterns: Patterns, weights: BySide<Vec<i32>>, training: Training) -> Network {
        let is_complete = weights.x.len() == patterns.weights() && weights.o.len() == patterns.weights();
        assert!(is_complete, "there is a weight for each state of each tuple");
        let folded = patterns.folded(&weights);
        Network { patterns, weights, training, folded }
    }

    /// The patterns.
    pub fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    /// The weights in millionths, for positions in which the side that moved first (`x`) or the other side (`o`) is to
    /// move.
    pub fn weights(&self) -> &BySide<Vec<i32>> {
        &self.weights
    }

    /// Patterns and weights that give positions the same values as [`patterns`](Network::patterns) and
    /// [`weights`](Network::weights), with as few places as possible.
    pub(super) fn folded(&self) -> (&Patterns, &BySide<Vec<i32>>) {
        match &self.folded {
            Some((patterns, weights)) => (patterns, weights),
            None => (&self.patterns, &self.weights),
        }
    }

    /// A checksum (CRC-32) of [`to_bytes`](Network::to_bytes), to tell networks apart.
    pub fn checksum(&self) -> u32 {
        crc32fast::hash(&self.to_bytes())
    }

    /// How the weights were trained.
    pub fn training(&self) -> &Training {
        &self.training
    }
}
