//! The learner, whatever it learns.

use connect_toe_eval::learned::{SealError, Weights, check_sides};
use connect_toe_game::{Bits, Rules, for_width};
use connect_toe_work::Stop;

use crate::error::{CheckpointError, LearnError};
use crate::lines::LineLearner;
use crate::patterns::PatternLearner;
use crate::settings::{Method, Settings};

/// Learns to value the positions of one game by playing it against itself.
///
/// What it learns depends on its [`Method`]: the weights of patterns, or with [`Method::Lines`] a line network.
///
/// ```
/// use connect_toe_work::Stop;
/// use connect_toe_game::Rules;
/// use connect_toe_learn::{Learner, Settings};
/// let rules = Rules::<u64>::compile(&"4x4:3".parse()?)?;
/// let mut learner = Learner::new(rules, Settings { seed: 1, ..Settings::default() })?;
/// assert_eq!(learner.play(100, 1, &Stop::new()), 100);
/// assert_eq!((learner.games(), learner.weights().training().games), (100, 100));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Learner<B>(Learning<B>);

#[derive(Debug)]
enum Learning<B> {
    Patterns(Box<PatternLearner<B>>),
    Lines(Box<LineLearner<B>>),
}

/// How much is learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The patterns, or the kinds of states of views that are told apart; those that are images of each other count once.
    pub patterns: usize,
    /// The places that patterns lie in, or the views of all cells.
    pub places: usize,
    /// All numbers that are learned.
    pub weights: usize,
}

impl<B: Bits> Learner<B> {
    /// A learner that has not played yet: all positions are even.
    ///
    /// # Errors
    /// A setting is out of its range, nobody can win this game, its patterns need too much memory, its [sides are not
    /// alike](connect_toe_eval::learned::check_sides), or a line network is to see lines that are not rows.
    pub fn new(rules: Rules<B>, settings: Settings) -> Result<Learner<B>, LearnError> {
        for_width!(B => Learner::<B>::new_here, fn(Rules<B>, Settings) -> Result<Learner<B>, LearnError>)(
            rules, settings,
        )
    }

    fn new_here(rules: Rules<B>, settings: Settings) -> Result<Learner<B>, LearnError> {
        if let Some(problem) = settings.problem() {
            return Err(LearnError::Settings(problem));
        }
        check_sides(rules.spec())?;
        Ok(Learner(match settings.method {
            Method::Lines => Learning::Lines(Box::new(LineLearner::new(rules, settings)?)),
            _ => Learning::Patterns(Box::new(PatternLearner::new(rules, settings)?)),
        }))
    }

    /// A learner of a line network that begins with what was learned for this or another game.
    ///
    /// # Errors
    /// As of [`new`](Learner::new); or the method is another one, or the weights are not a line network that [can be
    /// moved](connect_toe_eval::learned::LineNetwork::moved_to) to this game.
    pub fn beginning_with(
        rules: Rules<B>,
        settings: Settings,
        weights: &Weights,
    ) -> Result<Learner<B>, LearnError> {
        for_width!(B => Learner::<B>::beginning_with_here, fn(Rules<B>, Settings, &Weights) -> Result<Learner<B>, LearnError>)(
            rules, settings, weights,
        )
    }

    fn beginning_with_here(
        rules: Rules<B>,
        settings: Settings,
        weights: &Weights,
    ) -> Result<Learner<B>, LearnError> {
        let settings = Settings { from: Some(weights.checksum()), ..settings };
        if settings.method != Method::Lines {
            return Err(LearnError::Settings(
                "weights of patterns are learned from nothing: the method is not lines".to_owned(),
            ));
        }
        check_sides(rules.spec())?;
        let of = || Box::new(weights.spec().clone());
        let Weights::Lines(network) = weights else {
            return Err(LearnError::PatternWeights { of: of() });
        };
        let moved = network.moved_to(rules.spec()).ok_or_else(|| LearnError::OtherNetwork { of: of() })?;
        let mut learner = Learner::new_here(rules, settings)?;
        if let Learning::Lines(learner) = &mut learner.0 {
            learner.begin_with(&moved);
        }
        Ok(learner)
    }

    /// Reads a learner of this game.
    ///
    /// # Errors
    /// The bytes are not a whole learner of this game.
    pub fn from_bytes(rules: Rules<B>, bytes: &[u8]) -> Result<Learner<B>, CheckpointError> {
        for_width!(B => Learner::<B>::from_bytes_here, fn(Rules<B>, &[u8]) -> Result<Learner<B>, CheckpointError>)(
            rules, bytes,
        )
    }

    fn from_bytes_here(rules: Rules<B>, bytes: &[u8]) -> Result<Learner<B>, CheckpointError> {
        match LineLearner::from_bytes(rules.clone(), bytes) {
            Err(CheckpointError::Seal(SealError::OtherKind(_))) => {
                Ok(Learner(Learning::Patterns(Box::new(PatternLearner::from_bytes(rules, bytes)?))))
            }
            learner => Ok(Learner(Learning::Lines(Box::new(learner?)))),
        }
    }

    /// The learner as bytes: a learner that is [read](Learner::from_bytes) from them goes on in the same way.
    pub fn to_bytes(&self) -> Vec<u8> {
        for_width!(B => Learner::<B>::to_bytes_here, fn(&Learner<B>) -> Vec<u8>)(self)
    }

    fn to_bytes_here(&self) -> Vec<u8> {
        match &self.0 {
            Learning::Patterns(learner) => learner.to_bytes(),
            Learning::Lines(learner) => learner.to_bytes(),
        }
    }

    /// The game.
    pub fn rules(&self) -> &Rules<B> {
        match &self.0 {
            Learning::Patterns(learner) => &learner.rules,
            Learning::Lines(learner) => &learner.rules,
        }
    }

    /// How it learns.
    pub fn settings(&self) -> &Settings {
        match &self.0 {
            Learning::Patterns(learner) => &learner.settings,
            Learning::Lines(learner) => &learner.settings,
        }
    }

    /// How much is learned.
    pub fn extent(&self) -> Extent {
        match &self.0 {
            Learning::Patterns(learner) => learner.extent(),
            Learning::Lines(learner) => Extent {
                patterns: learner.views().rows(),
                places: learner.views().blank().len(),
                weights: learner.numbers(),
            },
        }
    }

    /// The games played so far.
    pub fn games(&self) -> u64 {
        match &self.0 {
            Learning::Patterns(learner) => learner.games,
            Learning::Lines(learner) => learner.games,
        }
    }

    /// The number of games, this one or a larger one, after which learning is best looked at: a line network that learns from
    /// parts of generations comes out different.
    pub fn whole(&self, games: u64) -> u64 {
        match &self.0 {
            Learning::Patterns(_) => games,
            Learning::Lines(learner) => learner.whole(games),
        }
    }

    /// Plays games on threads, and learns from them, until they are played or `stop` is set. Returns the number of games
    /// played. With one thread the weights are the same each time; those of a line network with any number of threads.
    ///
    /// A line network learns from generations of games: one in which `stop` is set has not been played.
    pub fn play(&mut self, games: u64, threads: usize, stop: &Stop) -> u64 {
        for_width!(B => Learner::<B>::play_here, fn(&mut Learner<B>, u64, usize, &Stop) -> u64)(
            self, games, threads, stop,
        )
    }

    fn play_here(&mut self, games: u64, threads: usize, stop: &Stop) -> u64 {
        match &mut self.0 {
            Learning::Patterns(learner) => learner.play(games, threads, stop),
            Learning::Lines(learner) => learner.play(games, threads, stop),
        }
    }

    /// What has been learned.
    pub fn weights(&self) -> Weights {
        for_width!(B => Learner::<B>::weights_here, fn(&Learner<B>) -> Weights)(self)
    }

    fn weights_here(&self) -> Weights {
        match &self.0 {
            Learning::Patterns(learner) => learner.network().into(),
            Learning::Lines(learner) => learner.network().into(),
        }
    }
}
