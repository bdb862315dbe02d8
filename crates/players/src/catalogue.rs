//! The names that texts can use: the tables of the engine, and what a program adds.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use connect_toe_eval::{Heuristic, Key, SettingError, Settings};
use connect_toe_game::UnknownName;
use connect_toe_search::{Algorithm, EVAL};

use crate::entry::Entry;
use crate::error::{EntryError, PlayerError};
use crate::heuristic_spec::HeuristicSpec;
use crate::own;
use crate::parts::{Added, Chooser, Valuer};
use crate::spec::{COMMON_KEYS, PlayerSpec};

/// The heuristics, searches and players that a text can name: the built-in ones, and those that a program adds.
///
/// What is added works wherever a text names a player, in analyses, matches and experiments, on all cores: a catalogue
/// keeps functions that make heuristics, searches and players, and each thread has them made for itself.
///
/// ```
/// use connect_toe_game::{Position, Side};
/// use connect_toe_players::{Catalogue, Entry};
/// use connect_toe_eval::Key;
///
/// fn value(position: &Position, player: Side, weight: i64) -> i64 {
///     let lines = position.lines().filter(|line| position.count(player.other(), line) == 0);
///     lines.map(|line| (position.count(player, line) as i64).pow(2) * weight).sum()
/// }
///
/// let entry = Entry::new("hopes")
///     .about("the squares of the stones on lines that the opponent does not hold")
///     .keys(&[Key { name: "weight", about: "a whole number; default 1" }]);
/// let catalogue = Catalogue::new().with_heuristic(entry, |settings| {
///     let weight = settings.get("weight", "a whole number")?.unwrap_or(1);
///     Ok(move |position: &Position<'_>, player| value(position, player, weight))
/// })?;
/// assert!(catalogue.player("alpha-beta:depth=2,eval=hopes,weight=3").is_ok());
/// let error = catalogue.player("minimax:eval=hope").expect_err("is a typing error");
/// assert!(error.to_string().ends_with("(did you mean hopes?)"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Catalogue {
    heuristics: Vec<Arc<Added<dyn own::Heuristic>>>,
    choosers: Vec<Chooser>,
}

impl Catalogue {
    /// The built-in heuristics and searches.
    pub fn new() -> Catalogue {
        Catalogue::default()
    }

    /// The catalogue with another heuristic: `eval=NAME`.
    ///
    /// `make` is called with the settings of the text, at once when a text is read, and then for each game.
    ///
    /// # Errors
    /// The catalogue cannot take the entry.
    pub fn with_heuristic<H: own::Heuristic + 'static>(
        mut self,
        entry: impl Into<Entry>,
        make: impl Fn(&Settings) -> Result<H, SettingError> + Send + Sync + 'static,
    ) -> Result<Catalogue, EntryError> {
        let entry = entry.into();
        let taken = self.heuristics().iter().any(|one| one.name == entry.name);
        // Its settings stand beside those of any search.
        let of_searches = self.players().into_iter().flat_map(|player| player.keys);
        check(entry, ("heuristic", taken), of_searches.chain(COMMON_KEYS))?;
        let make = move |settings: &_| Ok(Box::new(make(settings)?) as _);
        self.heuristics.push(Added::new(entry, make));
        Ok(self)
    }

    /// The catalogue with another search: `NAME`, with the settings `ties` and `nodes`, and `eval` if the entry has a
    /// heuristic.
    ///
    /// `make` is called with the settings of the text, at once when a text is read, and then for each game.
    ///
    /// # Errors
    /// The catalogue cannot take the entry.
    pub fn with_search<S: own::Search + 'static>(
        mut self,
        entry: impl Into<Entry>,
        make: impl Fn(&Settings) -> Result<S, SettingError> + Send + Sync + 'static,
    ) -> Result<Catalogue, EntryError> {
        let entry = entry.into();
        let of_heuristics = if let Some(name) = entry.heuristic {
            self.valuer(name)?;
            self.heuristics()
        } else {
            Vec::new()
        };
        self.check_player(entry, of_heuristics.iter().flat_map(|heuristic| heuristic.keys))?;
        let make = move |settings: &_| Ok(Box::new(make(settings)?) as _);
        self.choosers.push(Chooser::Search(Added::new(entry, make)));
        Ok(self)
    }

    /// The catalogue with another player: `NAME`.
    ///
    /// `make` is called with the settings of the text, at once when a text is read, and then for each game.
    ///
    /// # Errors
    /// The catalogue cannot take the entry.
    pub fn with_player<P: own::Player + 'static>(
        mut self,
        entry: impl Into<Entry>,
        make: impl Fn(&Settings) -> Result<P, SettingError> + Send + Sync + 'static,
    ) -> Result<Catalogue, EntryError> {
        // A player asks no heuristic.
        let entry = Entry { heuristic: None, ..entry.into() };
        self.check_player(entry, std::iter::empty())?;
        let make = move |settings: &_| Ok(Box::new(make(settings)?) as _);
        self.choosers.push(Chooser::Player(Added::new(entry, make)));
        Ok(self)
    }

    fn check_player<'a>(
        &self,
        entry: Entry,
        of_heuristics: impl Iterator<Item = &'a Key>,
    ) -> Result<(), EntryError> {
        let taken = self.players().iter().any(|one| one.name == entry.name);
        check(entry, ("player", taken), of_heuristics.chain(COMMON_KEYS).chain([&EVAL]))
    }

    /// Reads a player: `NAME[:key=value[,key=value]…]`.
    ///
    /// # Errors
    /// The catalogue does not know a name or a key, or a value is not possible.
    pub fn player(&self, text: &str) -> Result<PlayerSpec, PlayerError> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let written: Settings = settings.parse()?;
        // Quotes that nothing needs are left out: a player has one text.
        let settings = written.keys().fold(Settings::default(), |settings, key| {
            settings.with(key, written.text(key).unwrap_or_default())
        });
        let chooser = self.chooser(name)?;
        let eval = chooser.entry().heuristic.map(|default| settings.text("eval").unwrap_or(default));
        let heuristic = eval.map(|name| self.valuer(name)).transpose()?;
        PlayerSpec::checked(chooser, heuristic, settings)
    }

    /// Reads a heuristic: `NAME[:key=value[,key=value]…]`.
    ///
    /// # Errors
    /// The catalogue does not know the name or a key, or a value is not possible.
    pub fn heuristic(&self, text: &str) -> Result<HeuristicSpec, PlayerError> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let settings: Settings = settings.parse()?;
        HeuristicSpec::checked(self.valuer(name)?, settings)
    }

    /// The entries of all searches and players, the built-in ones first.
    pub fn players(&self) -> Vec<Entry> {
        let built_in = Algorithm::<u64>::all().iter().map(|row| Chooser::Table(row).entry());
        built_in.chain(self.choosers.iter().map(Chooser::entry)).collect()
    }

    /// The entries of all heuristics, the built-in ones first.
    pub fn heuristics(&self) -> Vec<Entry> {
        let built_in = Heuristic::<u64>::all().iter().map(|row| Valuer::Table(row).entry());
        built_in.chain(self.heuristics.iter().map(|added| added.entry)).collect()
    }

    /// The keys of players, each once: those of every search first. Heuristics have keys besides.
    pub fn keys(&self) -> Vec<Key> {
        let mut keys: Vec<Key> = COMMON_KEYS.to_vec();
        for key in self.players().iter().flat_map(|entry| entry.keys) {
            if keys.iter().all(|known| known.name != key.name) {
                keys.push(*key);
            }
        }
        keys
    }

    fn chooser(&self, name: &str) -> Result<Chooser, UnknownName> {
        if let Some(chooser) = self.choosers.iter().find(|chooser| chooser.entry().name == name) {
            return Ok(chooser.clone());
        }
        let row = Algorithm::find(name).map_err(|_| unknown("player", name, &self.players()))?;
        Ok(Chooser::Table(row))
    }

    fn valuer(&self, name: &str) -> Result<Valuer, UnknownName> {
        if let Some(added) = self.heuristics.iter().find(|added| added.entry.name == name) {
            return Ok(Valuer::Own(Arc::clone(added)));
        }
        let row = Heuristic::find(name).map_err(|_| unknown("heuristic", name, &self.heuristics()))?;
        Ok(Valuer::Table(row))
    }
}

impl FromStr for PlayerSpec {
    type Err = PlayerError;

    /// Reads a player of the built-in searches and heuristics.
    fn from_str(text: &str) -> Result<PlayerSpec, PlayerError> {
        Catalogue::new().player(text)
    }
}

impl FromStr for HeuristicSpec {
    type Err = PlayerError;

    /// Reads a built-in heuristic.
    fn from_str(text: &str) -> Result<HeuristicSpec, PlayerError> {
        Catalogue::new().heuristic(text)
    }
}

fn unknown(kind: &str, name: &str, entries: &[Entry]) -> UnknownName {
    UnknownName::new(kind, name, entries.iter().map(|entry| entry.name))
}

/// The names that were added.
impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Catalogue")
            .field("heuristics", &self.heuristics.iter().map(|added| added.entry.name).collect::<Vec<_>>())
            .field("players", &self.choosers.iter().map(|added| added.entry().name).collect::<Vec<_>>())
            .finish()
    }
}

/// Checks that an entry can stand in texts beside what is there.
fn check<'a>(
    entry: Entry,
    (kind, is_taken): (&'static str, bool),
    reserved: impl Iterator<Item = &'a Key>,
) -> Result<(), EntryError> {
    let is_word = |text: &str| {
        !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter))
    };
    let names = std::iter::once(entry.name).chain(entry.keys.iter().map(|key| key.name));
    if let Some(name) = names.into_iter().find(|name| !is_word(name)) {
        return Err(EntryError::NotAWord(name.to_owned()));
    }
    if is_taken {
        return Err(EntryError::Taken { kind, name: entry.name.to_owned() });
    }
    let reserved: Vec<&str> = reserved.map(|key| key.name).collect();
    for (place, key) in entry.keys.iter().enumerate() {
        let (name, key) = (entry.name.to_owned(), key.name.to_owned());
        if reserved.contains(&key.as_str()) {
            return Err(EntryError::ReservedKey { name, key });
        }
        if entry.keys[..place].iter().any(|earlier| earlier.name == key) {
            return Err(EntryError::KeyTwice { name, key });
        }
    }
    Ok(())
}
