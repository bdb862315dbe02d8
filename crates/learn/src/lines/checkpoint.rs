//! A learner of a line network as bytes.
//!
//! All numbers are little-endian. The content of the [sealed](Sealed) bytes is the game text (a length of 4 bytes and
//! UTF-8), the seed (8), the random plies (4), decay, rate and exploration (4 each), the nodes of a search (8), the checksum
//! of the weights that it began with (8; −1 for none), the games played and the steps made (8 each), and for each number
//! that is learned its value, the two means of Adam, and its own mean (4 each).

use connect_toe_eval::learned::{Reader, Sealed};
use connect_toe_game::{Bits, Rules};

use crate::error::CheckpointError;
use crate::lines::{LineLearner, ORDERS};
use crate::settings::{Method, Settings};

pub(crate) const TRAINING: Sealed = Sealed { kind: "unfinished learning of a line network", version: 2 };

impl<B: Bits> LineLearner<B> {
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let game = self.rules.spec().to_string();
        let Settings { seed, random_plies, decay, rate, exploration, nodes, from, .. } = self.settings;
        let mut content = Vec::new();
        content.extend((game.len() as u32).to_le_bytes());
        content.extend(game.as_bytes());
        content.extend(seed.to_le_bytes());
        content.extend(random_plies.to_le_bytes());
        content.extend([decay, rate, exploration].into_iter().flat_map(f32::to_le_bytes));
        content.extend(nodes.to_le_bytes());
        content.extend(from.map_or(u64::MAX, u64::from).to_le_bytes());
        content.extend(self.games.to_le_bytes());
        content.extend(self.parameters.steps.to_le_bytes());
        let moments = self.parameters.numbers.iter().zip(&self.parameters.moments);
        for ((number, [mean, square]), average) in moments.zip(&self.parameters.means) {
            content
                .extend([number, mean, square, average].into_iter().flat_map(|number| number.to_le_bytes()));
        }
        TRAINING.seal(&content)
    }

    pub(crate) fn from_bytes(rules: Rules<B>, bytes: &[u8]) -> Result<LineLearner<B>, CheckpointError> {
        let mut reader = Reader::open(TRAINING, bytes)?;
        let of = reader.text()?;
        if of != rules.spec().to_string() {
            return Err(CheckpointError::OtherGame { of: of.to_owned(), wanted: rules.spec().to_string() });
        }
        let wrong = || TRAINING.damaged("its settings make no sense");
        let seed = u64::from_le_bytes(reader.array()?);
        let random_plies = u32::from_le_bytes(reader.array()?);
        let [decay, rate, exploration] =
            [reader.array()?, reader.array()?, reader.array()?].map(f32::from_le_bytes);
        let of_lines = Settings { method: Method::Lines, ..Settings::default() };
        let nodes = u64::from_le_bytes(reader.array()?);
        let from = match u64::from_le_bytes(reader.array()?) {
            u64::MAX => None,
            checksum => Some(u32::try_from(checksum).map_err(|_| wrong())?),
        };
        let settings = Settings { seed, decay, rate, exploration, random_plies, nodes, from, ..of_lines };
        if settings.problem().is_some() {
            return Err(wrong().into());
        }
        let mut learner = LineLearner::new(rules, settings).map_err(|_| wrong())?;
        learner.games = u64::from_le_bytes(reader.array()?);
        if learner.games >= ORDERS {
            return Err(wrong().into());
        }
        learner.parameters.steps = u64::from_le_bytes(reader.array()?);
        let parameters = &mut learner.parameters;
        let moments = parameters.numbers.iter_mut().zip(&mut parameters.moments);
        for ((number, [mean, square]), average) in moments.zip(&mut parameters.means) {
            for place in [number, mean, square, average] {
                *place = f32::from_le_bytes(reader.array()?);
                if !place.is_finite() {
                    return Err(TRAINING.damaged("a number in it is not a number").into());
                }
            }
        }
        reader.end()?;
        Ok(learner)
    }
}
