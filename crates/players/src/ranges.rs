//! Players whose texts have ranges in place of numbers: `monte-carlo:explore=0.7{0..2}`.

use std::fmt;

use crate::catalogue::Catalogue;
use crate::error::PlayerError;
use crate::spec::PlayerSpec;

/// A player's text in which numbers of its settings are ranges, and what each range is.
///
/// A range is written `{LOW..HIGH}` in place of a number, wherever one stands in a value; a number before it says where to
/// start, else that is its middle. `{LOW..HIGH:log}` is a range in which what counts is by which factor numbers differ.
///
/// ```
/// use connect_toe_players::Catalogue;
/// let ranges = Catalogue::new().ranges("monte-carlo:simulations=100,explore=0.7{0..2},rave={0..600}")?;
/// let [explore, rave] = ranges.settings() else { panic!("there are two") };
/// assert_eq!((explore.name(), explore.is_whole(), explore.start()), ("explore", false, 0.7));
/// assert_eq!((rave.low(), rave.high(), rave.start()), (0.0, 600.0, 300.0));
/// let start = ranges.player(&ranges.start())?;
/// assert_eq!(start.to_string(), "monte-carlo:simulations=100,explore=0.7,rave=300");
/// let error = Catalogue::new().ranges("monte-carlo:explore={0..200}").expect_err("is too wide");
/// assert_eq!(error.to_string(), "explore={0..200}: explore=200: explore must be a number from 0 to 100");
/// # Ok::<(), connect_toe_players::RangesError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlayerRanges {
    catalogue: Catalogue,
    /// The text before each range.
    before: Vec<String>,
    settings: Vec<SettingRange>,
    /// The text after the last range.
    rest: String,
}

/// The range of one setting.
#[derive(Clone, Debug, PartialEq)]
pub struct SettingRange {
    name: String,
    key: String,
    /// The text that stands for the number: `0.7{0..2}`.
    value: String,
    low: f64,
    high: f64,
    start: f64,
    starts_in_the_middle: bool,
    is_logarithmic: bool,
    grain: Grain,
}

/// Which numbers of a range a setting can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Grain {
    /// Whole numbers.
    Whole,
    /// Numbers with as many digits after the point.
    Digits(usize),
}

/// A text that is not a player with ranges.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RangesError {
    /// No number is a range.
    #[error(
        "`{0}` has no range: write one where a number stands, as in explore={{0.1..2}}, or explore=0.7{{0.1..2}} to start \
         at 0.7"
    )]
    None(String),
    /// What stands in braces is not a range.
    #[error(
        "`{0}` is not a range: write two numbers as in {{1..9}} or {{0.1..2}}, or {{10..1000:log}} where factors count"
    )]
    NotARange(String),
    /// A brace has no partner.
    #[error("the braces in `{0}` are not in pairs: a range is written {{LOW..HIGH}}")]
    Braces(String),
    /// A range does not stand in the value of a setting.
    #[error("`{0}` is not in the value of a setting: write KEY={0}")]
    NotInASetting(String),
    /// The first number is not less than the second.
    #[error("{0} is empty: the first number must be less than the second")]
    Empty(String),
    /// The start is not in the range.
    #[error("{0}: the start must be a number of the range")]
    Start(String),
    /// A logarithmic range begins at 0 or below.
    #[error("{0}: where factors count, a range must begin above 0")]
    NotAboveZero(String),
    /// The player cannot be as written, wherever its numbers are in their ranges.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The player cannot have a number of a range.
    #[error("{written}: {why}")]
    End {
        /// The setting with its range.
        written: String,
        /// Why the player cannot have it.
        why: PlayerError,
    },
}

/// Numbers of reals in a range that can be told apart, at least.
const STEPS: f64 = 1000.0;
const MOST_DIGITS: usize = 12;

impl Catalogue {
    /// Reads a player whose settings have ranges.
    ///
    /// Which numbers a setting can have is asked of the player: both ends must be among them, and if no number between two
    /// whole ones is, it is searched in whole numbers.
    ///
    /// # Errors
    /// There is no range, or one that is not written as such; a range has an end that the setting cannot have; the rest is not
    /// a player.
    pub fn ranges(&self, text: &str) -> Result<PlayerRanges, RangesError> {
        let (before, mut settings, rest) = taken_apart(text)?;
        number_names(&mut settings);
        let mut ranges = PlayerRanges { catalogue: self.clone(), before, settings, rest };
        ranges.check(&ranges.start())?;
        for place in 0..ranges.settings.len() {
            ranges.settings[place].grain = ranges.grain_of(place);
            let setting = &mut ranges.settings[place];
            if setting.starts_in_the_middle {
                setting.start = setting.text_of(setting.at(0.5, 0.5)).parse().unwrap_or(setting.start);
            }
        }
        let start = ranges.start();
        ranges.check(&start)?;
        for place in 0..ranges.settings.len() {
            for end in [ranges.settings[place].low, ranges.settings[place].high] {
                let mut values = start.clone();
                values[place] = end;
                ranges.check(&values)?;
            }
        }
        Ok(ranges)
    }
}

impl PlayerRanges {
    /// The ranges, in the order of the text.
    pub fn settings(&self) -> &[SettingRange] {
        &self.settings
    }

    /// Where each range starts.
    pub fn start(&self) -> Vec<f64> {
        self.settings.iter().map(SettingRange::start).collect()
    }

    /// The player with these values in place of its ranges.
    ///
    /// # Errors
    /// The player cannot have these values together.
    pub fn player(&self, values: &[f64]) -> Result<PlayerSpec, PlayerError> {
        let mut text = String::new();
        for ((before, setting), &value) in self.before.iter().zip(&self.settings).zip(values) {
            text.push_str(before);
            text.push_str(&setting.text_of(value));
        }
        text.push_str(&self.rest);
        self.catalogue.player(&text)
    }

    /// Makes sure that the player can have these values; the error names the range that has a wrong one.
    fn check(&self, values: &[f64]) -> Result<(), RangesError> {
        let refused = |why: PlayerError| {
            let key = if let PlayerError::Setting(error) = &why { error.key.as_str() } else { "" };
            let named = self.settings.iter().find(|setting| setting.key == key);
            match named {
                Some(setting) => RangesError::End { written: setting.written(), why },
                None => RangesError::Player(why),
            }
        };
        self.player(values).map(drop).map_err(refused)
    }

    /// The numbers that a setting can have: whole ones, if it has whole ends and none between two whole ones.
    fn grain_of(&self, place: usize) -> Grain {
        let setting = &self.settings[place];
        let are_whole = [setting.low, setting.high, setting.start].iter().all(|number| number.fract() == 0.0);
        if !are_whole || setting.grain != Grain::Digits(0) {
            return setting.fine();
        }
        let mut between = self.clone();
        between.settings[place].grain = Grain::Digits(1);
        let mut values = self.start();
        values[place] = setting.low + 0.5;
        if between.player(&values).is_ok() { setting.fine() } else { Grain::Whole }
    }
}

/// The text as it was written.
impl fmt::Display for PlayerRanges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (before, setting) in self.before.iter().zip(&self.settings) {
            write!(f, "{before}{}", setting.value)?;
        }
        f.write_str(&self.rest)
    }
}

impl SettingRange {
    /// The setting's key; where several numbers of one value have ranges, with the number's place among them: `weights[2]`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The least number.
    pub fn low(&self) -> f64 {
        self.low
    }

    /// The largest number.
    pub fn high(&self) -> f64 {
        self.high
    }

    /// The number to start at.
    pub fn start(&self) -> f64 {
        self.start
    }

    /// Whether only whole numbers are possible.
    pub fn is_whole(&self) -> bool {
        self.grain == Grain::Whole
    }

    /// Whether factors count, not differences.
    pub fn is_logarithmic(&self) -> bool {
        self.is_logarithmic
    }

    /// How the player's text has a number.
    pub fn text_of(&self, value: f64) -> String {
        match self.grain {
            Grain::Whole => format!("{:.0}", value.round()),
            Grain::Digits(digits) => {
                let text = format!("{value:.digits$}");
                let text = if digits > 0 { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
                if text == "-0" { "0".to_owned() } else { text.to_owned() }
            }
        }
    }

    /// Where a number lies in the range: 0 at its low end, 1 at its high end.
    ///
    /// ```
    /// use connect_toe_players::Catalogue;
    /// let ranges = Catalogue::new().ranges("best:nodes={100..10000:log}")?;
    /// let nodes = &ranges.settings()[0];
    /// assert_eq!((nodes.start(), nodes.share_of(1000.0)), (1000.0, 0.5));
    /// assert_eq!(nodes.at(0.25, 0.5), 316.0);
    /// # Ok::<(), connect_toe_players::RangesError>(())
    /// ```
    pub fn share_of(&self, value: f64) -> f64 {
        let share = if self.is_logarithmic {
            (value / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        share.clamp(0.0, 1.0)
    }

    /// The number at this place of the range, from 0 to 1. Of the two whole numbers around it, a setting of whole numbers
    /// has the upper one if `rounding`, from 0 to 1, is less than its share: for ½ that is the nearer one, and with a
    /// random number the mean of many is the place itself.
    pub fn at(&self, share: f64, rounding: f64) -> f64 {
        let value = self.value_at(share);
        let value = if self.is_whole() { (value + 1.0 - rounding).floor() } else { value };
        value.clamp(self.low, self.high)
    }

    /// The share of the range by which a number at this place must move to either side for the two to differ: half a whole
    /// number.
    pub fn least_move(&self, share: f64) -> f64 {
        if !self.is_whole() {
            return 0.0;
        }
        let one = if self.is_logarithmic {
            ((self.value_at(share) + 1.0) / self.value_at(share)).ln() / (self.high / self.low).ln()
        } else {
            1.0 / (self.high - self.low)
        };
        one / 2.0
    }

    /// The number at this place of the range, from 0 to 1, also between whole numbers.
    pub fn value_at(&self, share: f64) -> f64 {
        if self.is_logarithmic {
            self.low * (share * (self.high / self.low).ln()).exp()
        } else {
            self.low + share * (self.high - self.low)
        }
    }

    /// The setting as it was written.
    fn written(&self) -> String {
        format!("{}={}", self.key, self.value)
    }

    /// Digits enough to tell numbers of the range apart, and to write its ends.
    fn fine(&self) -> Grain {
        let unit = if self.is_logarithmic { self.low } else { self.high - self.low };
        let needed = (STEPS / unit).log10().ceil().clamp(0.0, MOST_DIGITS as f64) as usize;
        match self.grain {
            Grain::Digits(written) => Grain::Digits(needed.max(written)),
            Grain::Whole => Grain::Digits(needed),
        }
    }
}

/// What stands before each range, the ranges, and what comes after the last.
fn taken_apart(text: &str) -> Result<(Vec<String>, Vec<SettingRange>, String), RangesError> {
    let (mut before, mut settings, mut rest) = (Vec::new(), Vec::new(), text);
    let braces = || RangesError::Braces(text.to_owned());
    while let Some((head, tail)) = rest.split_once('{') {
        let (inner, after) = tail.split_once('}').ok_or_else(braces)?;
        if head.contains('}') || inner.contains('{') {
            return Err(braces());
        }
        let from = head.len() - trailing_number(head).len();
        let (head, start) = head.split_at(from);
        let value = format!("{start}{{{inner}}}");
        let whole = format!("{}{head}", joined(&before, &settings));
        let key = key_before(&whole).ok_or_else(|| RangesError::NotInASetting(value.clone()))?;
        settings.push(range(key, start, inner)?);
        before.push(head.to_owned());
        rest = after;
    }
    match settings.is_empty() {
        _ if rest.contains('}') => Err(braces()),
        true => Err(RangesError::None(text.to_owned())),
        false => Ok((before, settings, rest.to_owned())),
    }
}

/// The text up to here, with a digit in place of each range.
fn joined(before: &[String], settings: &[SettingRange]) -> String {
    before.iter().zip(settings).flat_map(|(before, _)| [before.as_str(), "0"]).collect()
}

/// The number at the end of a text, as far as it is one.
fn trailing_number(text: &str) -> &str {
    let is_of_number = |letter: char| letter.is_ascii_digit() || letter == '.';
    let digits = text.trim_end_matches(is_of_number);
    let number = &text[digits.len()..];
    // A minus sign is the number's where the value begins with it.
    match digits.strip_suffix('-') {
        Some(head)
            if !number.is_empty() && !head.ends_with(|letter: char| letter.is_ascii_alphanumeric()) =>
        {
            &text[head.len()..]
        }
        _ => number,
    }
}

/// The key of the setting in whose value the end of this text is.
fn key_before(text: &str) -> Option<&str> {
    let (before, _) = text.rsplit_once('=')?;
    let key = before.rsplit([',', ':']).next().unwrap_or(before);
    (!key.is_empty()).then_some(key)
}

/// The range of this key, read from what stands before and in the braces.
fn range(key: &str, start: &str, inner: &str) -> Result<SettingRange, RangesError> {
    let value = format!("{start}{{{inner}}}");
    let written = format!("{key}={value}");
    let not_a_range = || RangesError::NotARange(format!("{{{inner}}}"));
    let (numbers, is_logarithmic) = match inner.split_once(':') {
        None => (inner, false),
        Some((numbers, "log")) => (numbers, true),
        Some(_) => return Err(not_a_range()),
    };
    let (low_text, high_text) = numbers.split_once("..").ok_or_else(not_a_range)?;
    let number = |text: &str| text.parse().ok().filter(|number: &f64| number.abs() <= 1e15);
    let [Some(low), Some(high)] = [low_text, high_text].map(|text| number(text.trim())) else {
        return Err(not_a_range());
    };
    if low >= high {
        return Err(RangesError::Empty(written));
    }
    if is_logarithmic && low <= 0.0 {
        return Err(RangesError::NotAboveZero(written));
    }
    let texts = [low_text, high_text, start];
    let digits = texts.map(|text| text.trim().split_once('.').map_or(0, |(_, digits)| digits.len()));
    let grain = Grain::Digits(digits.into_iter().max().unwrap_or(0).min(MOST_DIGITS));
    let starts_in_the_middle = start.is_empty();
    // Where the middle is depends on whether only whole numbers are possible.
    let start = if starts_in_the_middle { Some(low) } else { number(start) };
    let start = start.filter(|start| (low..=high).contains(start));
    let start = start.ok_or(RangesError::Start(written))?;
    let (name, key) = (key.to_owned(), key.to_owned());
    Ok(SettingRange { name, key, value, low, high, start, starts_in_the_middle, is_logarithmic, grain })
}

/// Tells the ranges of one value apart by their places in it.
fn number_names(settings: &mut [SettingRange]) {
    let names: Vec<String> = settings.iter().map(|setting| setting.name.clone()).collect();
    for (place, setting) in settings.iter_mut().enumerate() {
        let is_same = |name: &&String| **name == names[place];
        if names.iter().filter(is_same).count() > 1 {
            let number = names[..=place].iter().filter(is_same).count();
            setting.name = format!("{}[{number}]", names[place]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranges(text: &str) -> PlayerRanges {
        Catalogue::new().ranges(text).expect("has ranges")
    }

    fn refused(text: &str) -> String {
        Catalogue::new().ranges(text).expect_err("is wrong").to_string()
    }

    #[test]
    fn a_setting_decides_which_numbers_it_has() {
        let text = "monte-carlo:explore={0..2},rave-from={0..20},implicit=0.3{0..1},eval=runs";
        let several = ranges(text);
        assert_eq!(several.to_string(), text);
        let whole: Vec<bool> = several.settings().iter().map(SettingRange::is_whole).collect();
        assert_eq!(whole, [false, true, false]);
        let player = |values: &[f64]| several.player(values).expect("is possible").to_string();
        assert_eq!(
            player(&[0.123_456, 3.7, 0.3]),
            "monte-carlo:explore=0.123,rave-from=4,implicit=0.3,eval=runs"
        );
        assert_eq!(player(&[2.0, 0.0, 0.999_9]), "monte-carlo:explore=2,rave-from=0,implicit=1,eval=runs");
        assert_eq!(ranges("monte-carlo:implicit={0..1}").start(), [0.5]);
        assert_eq!(ranges("alpha-beta:depth={1..4}").start(), [3.0]);
        assert_eq!(ranges("alpha-beta:depth=1{1..4}").start(), [1.0]);
    }

    #[test]
    fn a_value_can_have_several_ranges() {
        let weights = ranges("alpha-beta:depth=2,eval=weighted-lines:weights=1{1..9}/{10..30}/100{50..200}");
        let names: Vec<&str> = weights.settings().iter().map(SettingRange::name).collect();
        assert_eq!(names, ["weights[1]", "weights[2]", "weights[3]"]);
        let player = weights.player(&[2.0, 30.0, 50.0]).expect("is possible");
        assert!(player.to_string().contains("weights=2/30/50"), "{player}");
        let negative = ranges("monte-carlo:urgency=-1{-2..2}");
        assert_eq!((negative.start(), negative.settings()[0].name()), (vec![-1.0], "urgency"));
        assert_eq!(negative.player(&[-0.000_1]).expect("is possible").to_string(), "monte-carlo:urgency=0");
    }

    #[test]
    fn places_and_numbers_belong_together() {
        let depths = ranges("alpha-beta:depth={1..5}");
        let depth = &depths.settings()[0];
        let at = |share, rounding| depth.text_of(depth.at(share, rounding));
        assert_eq!([0.0, 0.5, 1.0].map(|share| at(share, 0.5)), ["1", "3", "5"]);
        // 2.4, by chance 2 or 3.
        assert_eq!([0.1, 0.39, 0.41, 0.9].map(|chance| at(0.35, chance)), ["3", "3", "2", "2"]);
        assert_eq!([at(1.0, 0.0), at(0.0, 1.0)], ["5", "1"]);
        // Places apart by twice the least move always have different numbers.
        let least = depth.least_move(0.3);
        for chance in [0.0, 0.2, 0.5, 0.99] {
            assert!(depth.at(0.3 + least, chance) - depth.at(0.3 - least, chance) > 0.9, "{chance}");
        }
        let numbers = ranges("best:nodes=100{10..1000:log}");
        let nodes = &numbers.settings()[0];
        assert!((nodes.share_of(100.0) - 0.5).abs() < 1e-12);
        assert_eq!((nodes.at(0.0, 0.5), nodes.at(1.0, 0.5), nodes.is_whole()), (10.0, 1000.0, true));
        assert!(nodes.least_move(0.0) > 0.01 && nodes.least_move(1.0) < 0.001);
    }

    #[test]
    fn errors_say_what_to_write() {
        assert!(refused("monte-carlo:explore=1").contains("has no range: write one where a number stands"));
        for text in ["{1-9}", "{1..}", "{a..b}", "{1..9:exp}", "{1..inf}", "{}"] {
            let error = refused(&format!("alpha-beta:depth={text}"));
            assert!(error.starts_with(&format!("`{text}` is not a range: ")), "{error}");
        }
        for text in ["alpha-beta:depth={1..9", "alpha-beta:depth=1..9}", "alpha-beta:depth={{1..9}}"] {
            assert!(refused(text).contains("not in pairs"), "{text}");
        }
        assert!(refused("alpha-{1..9}").contains("write KEY={1..9}"));
        assert!(refused("alpha-beta:depth={9..1}").starts_with("depth={9..1} is empty"));
        assert!(refused("alpha-beta:depth=12{1..9}").starts_with("depth=12{1..9}: the start"));
        assert!(refused("best:nodes={0..9:log}").contains("begin above 0"));
        assert_eq!(
            refused("alpha-beta:depth={0..9}"),
            "depth={0..9}: depth=0: depth must be a whole number of plies from 1 to 4096"
        );
        assert!(refused("alpha-beta:depth={1.5..9}").contains("whole number of plies"));
        assert!(refused("alpha-beta:width={1..9}").contains("setting of alpha-beta"));
        assert!(refused("alpa-beta:depth={1..9}").contains("did you mean alpha-beta?"));
    }
}
