//! How to learn.

use std::fmt;
use std::str::FromStr;

/// What is learned, weights of patterns or a line network; and how large the steps of a weight are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// Temporal coherence (Beal and Smith, *Temporal coherence and prediction decay in TD learning*, 1999): a weight
    /// whose changes agree takes large steps, one whose changes cancel takes small ones.
    Coherence,
    /// Temporal coherence with steps that shrink exponentially (Bagheri, Thill, Koch and Konen, *Online adaptable
    /// learning rates for the game Connect-4*, 2016).
    #[default]
    ExponentialCoherence,
    /// Steps of the same size for all weights, always.
    Plain,
    /// A line network in place of patterns, learned with Adam from whole generations of games.
    Lines,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 4] =
        [Method::Coherence, Method::ExponentialCoherence, Method::Plain, Method::Lines];
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Method::Coherence => "tc",
            Method::ExponentialCoherence => "tc-exponential",
            Method::Plain => "td",
            Method::Lines => "lines",
        })
    }
}

/// A text that is not the name of a method.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a method: write tc, tc-exponential, td or lines")]
pub struct ParseMethodError(String);

impl FromStr for Method {
    type Err = ParseMethodError;

    fn from_str(text: &str) -> Result<Method, ParseMethodError> {
        let named = Method::ALL.into_iter().find(|method| method.to_string() == text);
        named.ok_or_else(|| ParseMethodError(text.to_owned()))
    }
}

/// What determines how a [`Learner`](crate::Learner) learns: with one thread, everything.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// What is learned, and how large the steps of a weight are.
    pub method: Method,
    /// The seed of the tuples and the games.
    pub seed: u64,
    /// The number of tuples, from 1 to 10,000. Symmetric images are not counted; lines have at least one each.
    pub tuples: u32,
    /// The cells of a tuple, from 1 to 16.
    pub length: u32,
    /// How much of an error reaches the position one move earlier (λ), from 0 to 1.
    pub decay: f32,
    /// How many positions before an error learn from it, from 1 to 64.
    pub horizon: u32,
    /// The part of an error that a position's sum moves by while all weights take full steps, above 0 and at most 10.
    pub rate: f32,
    /// The probability of a random move (ε), from 0 to 1.
    pub exploration: f32,
    /// The most random plies that a game begins with, at most 64: each game draws a number up to this.
    pub random_plies: u32,
    /// Whether the value of the heuristic `runs` is looked at as a tuple is.
    pub runs: bool,
    /// For a line network: the nodes of the search that chooses the moves of self-play and says what positions are worth; 0
    /// looks one ply ahead.
    pub nodes: u64,
    /// For a line network: the [checksum](connect_toe_eval::learned::Weights::checksum) of the weights that it begins with, if
    /// it does not begin without knowledge. [`Learner::beginning_with`](crate::Learner::beginning_with) sets it.
    pub from: Option<u32>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            method: Method::default(),
            seed: 2004,
            tuples: 70,
            length: 8,
            decay: 0.7,
            horizon: 5,
            rate: 4.0,
            exploration: 0.1,
            random_plies: 0,
            runs: false,
            nodes: 0,
            from: None,
        }
    }
}

impl Settings {
    /// The largest number of [nodes](Settings::nodes).
    pub const MOST_NODES: u64 = 1_000_000;

    /// The default settings for a board with this many cells.
    ///
    /// Where one tuple holds the whole board, no other position shares its weights: a position takes the whole error, not
    /// several times as much, and errors go back one move at a time, since moves that were good against a weak reply would
    /// else count for too long.
    ///
    /// ```
    /// use connect_toe_learn::Settings;
    /// assert_eq!((Settings::for_cells(9).decay, Settings::for_cells(42).decay), (0.0, 0.7));
    /// ```
    pub fn for_cells(cells: usize) -> Settings {
        let settings = Settings::default();
        if settings.holds(cells) { Settings { decay: 0.0, rate: 1.0, ..settings } } else { settings }
    }

    /// The default settings of a line network on a board with this many cells.
    ///
    /// ```
    /// use connect_toe_learn::{Method, Settings};
    /// let settings = Settings::for_lines(9);
    /// assert_eq!((settings.method, settings.random_plies), (Method::Lines, 2));
    /// ```
    pub fn for_lines(cells: usize) -> Settings {
        let random_plies = (cells / 4).min(8) as u32;
        Settings { method: Method::Lines, rate: 0.001, random_plies, ..Settings::default() }
    }

    /// Adds the value of `runs` as one more tuple. The other tuples, which begin without knowledge, then take smaller
    /// steps: otherwise they would add more noise than knowledge.
    ///
    /// ```
    /// use connect_toe_learn::Settings;
    /// assert_eq!(Settings::for_cells(81).on_runs().rate, 0.5);
    /// ```
    #[must_use]
    pub fn on_runs(self) -> Settings {
        Settings { runs: true, rate: self.rate.min(0.5), ..self }
    }

    /// Whether one tuple holds a board with this many cells: boards that are hardly larger are one tuple too.
    pub(crate) fn holds(&self, cells: usize) -> bool {
        cells <= self.length as usize + 1
    }

    /// What is wrong with the settings, if anything is.
    pub fn problem(&self) -> Option<String> {
        let whole = [
            ("tuples", self.tuples, 1, 10_000),
            ("length", self.length, 1, 16),
            ("horizon", self.horizon, 1, 64),
            ("random plies", self.random_plies, 0, 64),
        ];
        for (name, value, least, most) in whole {
            if !(least..=most).contains(&value) {
                return Some(format!("{name} must lie between {least} and {most}, not {value}"));
            }
        }
        let parts =
            [("decay", self.decay, 1.0), ("exploration", self.exploration, 1.0), ("rate", self.rate, 10.0)];
        for (name, value, most) in parts {
            if !(0.0..=most).contains(&value) {
                return Some(format!("{name} must lie between 0 and {most}, not {value}"));
            }
        }
        if self.nodes > Settings::MOST_NODES {
            return Some(format!(
                "nodes must lie between 0 and {}, not {}",
                Settings::MOST_NODES,
                self.nodes
            ));
        }
        (self.rate == 0.0).then(|| "rate must be above 0".to_owned())
    }
}

/// For a report: the method with everything that the weights depend on but the seed.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Settings { tuples, length, decay, horizon, rate, .. } = self;
        let method = self.method;
        match method {
            Method::Lines => write!(f, "{method},decay={decay},rate={rate}")?,
            _ => write!(
                f,
                "{method},tuples={tuples},length={length},decay={decay},horizon={horizon},rate={rate}"
            )?,
        }
        write!(f, ",exploration={}", self.exploration)?;
        if self.random_plies > 0 {
            write!(f, ",random-plies={}", self.random_plies)?;
        }
        if self.nodes > 0 {
            write!(f, ",nodes={}", self.nodes)?;
        }
        if let Some(from) = self.from {
            write!(f, ",from={from:08x}")?;
        }
        f.write_str(if self.runs { ",runs" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_round_trip() {
        for method in Method::ALL {
            assert_eq!(method.to_string().parse(), Ok(method));
        }
        let error = "tcl".parse::<Method>().expect_err("is not a method").to_string();
        assert_eq!(error, "`tcl` is not a method: write tc, tc-exponential, td or lines");
    }

    #[test]
    fn settings_have_ranges() {
        let settings = Settings::default();
        assert_eq!(settings.problem(), None);
        let text = "tc-exponential,tuples=70,length=8,decay=0.7,horizon=5,rate=4,exploration=0.1";
        assert_eq!(settings.to_string(), text);
        let more = Settings { runs: true, random_plies: 8, ..settings };
        assert_eq!(more.to_string(), format!("{text},random-plies=8,runs"));
        let search = Settings { nodes: 1000, from: Some(0xabc), ..settings };
        assert_eq!(search.to_string(), format!("{text},nodes=1000,from=00000abc"));
        let problem = |settings: Settings| settings.problem().expect("is out of range");
        assert_eq!(problem(Settings { tuples: 0, ..settings }), "tuples must lie between 1 and 10000, not 0");
        assert_eq!(problem(Settings { decay: 1.5, ..settings }), "decay must lie between 0 and 1, not 1.5");
        assert_eq!(
            problem(Settings { rate: f32::NAN, ..settings }),
            "rate must lie between 0 and 10, not NaN"
        );
        let most = Settings { random_plies: 65, ..settings };
        assert_eq!(problem(most), "random plies must lie between 0 and 64, not 65");
        assert_eq!(problem(Settings { rate: 0.0, ..settings }), "rate must be above 0");
    }
}
