//! A learner as bytes, to go on later as if it had not stopped.
//!
//! All numbers are little-endian. The content of the [sealed](Sealed) bytes is the method (a length of 4 bytes and UTF-8),
//! the seed (8 bytes), the tuples, length, horizon and random plies asked for (4 each), decay, rate and exploration (4
//! each), whether the value of `runs` is looked at (1), the games played (8), the weights as [`Network::to_bytes`] gives
//! them (with a length of 4 bytes), and for either side to move each weight and its mean (4 each) with its two sums of
//! changes (8 each).

use connect_toe_eval::learned::{Network, Reader, SealError, Sealed};
use connect_toe_game::{Bits, BySide, Rules, Side};

use crate::error::CheckpointError;
use crate::patterns::PatternLearner;
use crate::patterns::tables::Table;
use crate::settings::Settings;

const TRAINING: Sealed = Sealed { kind: "unfinished learning", version: 4 };

impl<B: Bits> PatternLearner<B> {
    /// The learner as bytes: a learner that is [read](PatternLearner::from_bytes) from them goes on in the same way.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let settings = &self.settings;
        let network = self.network().to_bytes();
        let method = settings.method.to_string();
        let whole = [settings.tuples, settings.length, settings.horizon, settings.random_plies];
        let parts = [settings.decay, settings.rate, settings.exploration];
        let mut content = Vec::new();
        content.extend((method.len() as u32).to_le_bytes());
        content.extend(method.as_bytes());
        content.extend(settings.seed.to_le_bytes());
        content.extend(whole.into_iter().flat_map(u32::to_le_bytes));
        content.extend(parts.into_iter().flat_map(f32::to_le_bytes));
        content.push(u8::from(settings.runs));
        content.extend(self.games.to_le_bytes());
        content.extend((network.len() as u32).to_le_bytes());
        content.extend(network);
        for side in Side::ALL {
            let Table { weights, changes, means } = &self.tables[side];
            for ((weight, changes), mean) in weights.iter().zip(changes).zip(means) {
                content.extend([weight.get(), *mean].into_iter().flat_map(f32::to_le_bytes));
                content.extend(
                    [changes.sum.get(), changes.magnitudes.get()].into_iter().flat_map(f64::to_le_bytes),
                );
            }
        }
        TRAINING.seal(&content)
    }

    /// Reads a learner of this game.
    ///
    /// # Errors
    /// The bytes are not a whole learner of this game.
    pub(crate) fn from_bytes(rules: Rules<B>, bytes: &[u8]) -> Result<PatternLearner<B>, CheckpointError> {
        let mut reader = Reader::open(TRAINING, bytes)?;
        let wrong = || TRAINING.damaged("its settings make no sense");
        // Fields are read in the order in which they are written here.
        let settings = Settings {
            method: reader.text()?.parse().map_err(|_| wrong())?,
            seed: u64::from_le_bytes(reader.array()?),
            tuples: u32::from_le_bytes(reader.array()?),
            length: u32::from_le_bytes(reader.array()?),
            horizon: u32::from_le_bytes(reader.array()?),
            random_plies: u32::from_le_bytes(reader.array()?),
            decay: f32::from_le_bytes(reader.array()?),
            rate: f32::from_le_bytes(reader.array()?),
            exploration: f32::from_le_bytes(reader.array()?),
            runs: reader.array()? != [0],
            ..Settings::default()
        };
        if settings.problem().is_some() {
            return Err(wrong().into());
        }
        let games = u64::from_le_bytes(reader.array()?);
        let patterns = Network::from_bytes(reader.block()?)?.patterns().clone();
        if patterns.spec() != rules.spec() {
            return Err(CheckpointError::OtherGame {
                of: patterns.spec().to_string(),
                wanted: rules.spec().to_string(),
            });
        }
        let mut table = || -> Result<Table, SealError> {
            let mut table = Table::new(patterns.weights());
            for ((weight, changes), mean) in table.weights.iter().zip(&table.changes).zip(&mut table.means) {
                let [now, mean_of_it] = [reader.array()?, reader.array()?].map(f32::from_le_bytes);
                let [sum, magnitudes] = [reader.array()?, reader.array()?].map(f64::from_le_bytes);
                let is_sound = now.is_finite() && mean_of_it.is_finite();
                if !(is_sound && sum.is_finite() && magnitudes.is_finite()) {
                    return Err(TRAINING.damaged("a weight in it is not a number"));
                }
                weight.set(now);
                changes.sum.set(sum);
                changes.magnitudes.set(magnitudes);
                *mean = mean_of_it;
            }
            Ok(table)
        };
        let tables = BySide { x: table()?, o: table()? };
        reader.end()?;
        Ok(PatternLearner { rules, settings, patterns, tables, games })
    }
}
