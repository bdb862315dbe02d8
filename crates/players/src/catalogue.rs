//! The names that texts can use: the tables of the engine, and what a program adds.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use connect_toe_eval::learned::Weights;
use connect_toe_eval::{Heuristic, Key, Resources, SettingError, Settings, SettingsSyntaxError};
use connect_toe_game::{GameSpec, Position, Side, UnknownName};
use connect_toe_search::{Algorithm, EVAL, SearchReport, Stopped, Task, Watch};
use rand::Rng;

use crate::entry::Entry;
use crate::error::{EntryError, PlayerError};
use crate::heuristic_spec::HeuristicSpec;
use crate::last_words::LastWords;
use crate::level::Level;
use crate::own;
use crate::parts::{Added, Chooser, Valuer};
use crate::player::Choice;
use crate::spec::{COMMON_KEYS, PlayerSpec};

/// The heuristics, searches and players that a text can name: the built-in ones, and those that a program adds.
///
/// What is added works wherever a text names a player, in analyses, matches and experiments, on all cores: a catalogue
/// keeps functions that make heuristics, searches and players, and each thread makes its own with them.
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
/// assert!(error.to_string().contains("did you mean hopes?"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Catalogue {
    heuristics: Vec<Arc<Added<dyn own::Heuristic>>>,
    choosers: Vec<Chooser>,
    weights: Option<Arc<ReadWeights>>,
    last_words: LastWords,
    /// Whether its players are read only, not played.
    only_reads: bool,
}

/// Reads the weights of a file, or says why it cannot.
type ReadWeights = dyn Fn(&str) -> Result<Arc<Weights>, String> + Send + Sync;

impl Catalogue {
    /// The built-in heuristics and searches.
    pub fn new() -> Catalogue {
        Catalogue::default()
    }

    /// Why its players gave no move.
    pub fn last_words(&self) -> &LastWords {
        &self.last_words
    }

    /// Adds a heuristic: `eval=NAME`.
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

    /// Adds a search: `NAME`, with the settings `ties` and `nodes`, and `eval` if the entry has a heuristic.
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

    /// Adds a player: `NAME`.
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

    /// Sets the function that reads learned weights, for `eval=learned,file=FILE`. Without one, such texts are refused:
    /// this crate opens no files.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use connect_toe_eval::learned::{Network, Patterns, Training, Tuple, Weights};
    /// use connect_toe_game::BySide;
    /// use connect_toe_players::Catalogue;
    ///
    /// let patterns = Patterns::new(&"3x3:3".parse()?, vec![Tuple::Cells(vec![0, 4, 8])])?;
    /// let weights = BySide { x: vec![0; 27], o: vec![0; 27] };
    /// let network = Network::new(patterns, weights, Training::default());
    /// let weights: Arc<Weights> = Arc::new(network.into());
    /// let catalogue = Catalogue::new().with_weights(move |file| match file {
    ///     "even" => Ok(Arc::clone(&weights)),
    ///     _ => Err(format!("there is no {file}")),
    /// });
    /// let player = catalogue.player("alpha-beta:depth=2,eval=learned:file=even")?;
    /// assert_eq!(player.to_string(), "alpha-beta:depth=2,eval=learned,file=even");
    /// let error = catalogue.player("minimax:eval=learned,file=odd").expect_err("cannot be read");
    /// assert_eq!(error.to_string(), "there is no odd");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_weights(
        mut self,
        read: impl Fn(&str) -> Result<Arc<Weights>, String> + Send + Sync + 'static,
    ) -> Catalogue {
        self.weights = Some(Arc::new(read));
        self
    }

    /// A catalogue of the same names for texts of games that have been played. The players that it reads can be
    /// compared, but cannot play. It reads no weights and makes nothing that was added, so that files and programs need
    /// not be there.
    ///
    /// ```
    /// use connect_toe_game::{Game, with_game};
    /// use connect_toe_players::{Catalogue, SearchPlayer};
    /// let catalogue = Catalogue::new().with_weights(|file| Err(format!("{file} is gone"))).to_read();
    /// let player = catalogue.player("minimax:depth=1,eval=learned,file=old.weights")?;
    /// assert_eq!(player.to_string(), "minimax:depth=1,eval=learned,file=old.weights");
    /// let game: Game = "connect-four".parse()?;
    /// assert!(with_game!(&game, record => SearchPlayer::new(record.rules(), &player).is_err()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_read(&self) -> Catalogue {
        let chooser = |chooser: &Chooser| match chooser {
            Chooser::Table(row) => Chooser::Table(row),
            Chooser::Search(added) => Chooser::Search(Added::new(added.entry, |_| Ok(Box::new(Unread) as _))),
            Chooser::Player(added) => Chooser::Player(Added::new(added.entry, |_| Ok(Box::new(Unread) as _))),
            Chooser::Level(level) => Chooser::Level(*level),
        };
        let heuristic = |added: &Arc<Added<dyn own::Heuristic>>| {
            Added::<dyn own::Heuristic>::new(added.entry, |_| Ok(Box::new(Unread) as _))
        };
        Catalogue {
            choosers: self.choosers.iter().map(chooser).collect(),
            heuristics: self.heuristics.iter().map(heuristic).collect(),
            weights: None,
            last_words: LastWords::default(),
            only_reads: true,
        }
    }

    fn check_player<'a>(
        &self,
        entry: Entry,
        of_heuristics: impl Iterator<Item = &'a Key>,
    ) -> Result<(), EntryError> {
        let taken = self.named().iter().any(|one| one.name == entry.name);
        check(entry, ("player", taken), of_heuristics.chain(COMMON_KEYS).chain([&EVAL]))
    }

    /// Reads a player: `NAME[:key=value[,key=value]…]`. The first setting of the heuristic can also be written behind its
    /// name: `eval=NAME:key=value`.
    ///
    /// # Errors
    /// The catalogue does not know a name or a key, or a value is not possible.
    pub fn player(&self, text: &str) -> Result<PlayerSpec, PlayerError> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let settings = with_setting_of_eval(with_needed_quotes(&settings.parse()?))?;
        let chooser = self.chooser(name)?;
        let eval = chooser.entry().heuristic.map(|default| settings.text("eval").unwrap_or(default));
        let heuristic = eval.map(|name| self.valuer_with(name, &settings)).transpose()?;
        PlayerSpec::checked(chooser, heuristic, settings)
    }

    /// Reads a heuristic: `NAME[:key=value[,key=value]…]`.
    ///
    /// # Errors
    /// The catalogue does not know the name or a key, or a value is not possible.
    pub fn heuristic(&self, text: &str) -> Result<HeuristicSpec, PlayerError> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let settings: Settings = settings.parse()?;
        HeuristicSpec::checked(self.valuer_with(name, &settings)?, settings)
    }

    /// The entries of all searches and players, the built-in ones first. [`Level`]s are players, too.
    pub fn players(&self) -> Vec<Entry> {
        let built_in = Algorithm::all().iter().map(|row| Chooser::Table(row).entry());
        built_in.chain(self.choosers.iter().map(Chooser::entry)).collect()
    }

    /// The entries of all that a player's text can name: searches and players, then the levels besides.
    fn named(&self) -> Vec<Entry> {
        let mut named = self.players();
        for level in Level::all().iter().map(|level| level.entry()) {
            if named.iter().all(|entry| entry.name != level.name) {
                named.push(level);
            }
        }
        named
    }

    /// The entries of all heuristics, the built-in ones first.
    pub fn heuristics(&self) -> Vec<Entry> {
        self.heuristics_among(|_| true)
    }

    /// The entries of the heuristics that value a game without any setting: `learned` is among them if weights for the
    /// game come with the program.
    ///
    /// ```
    /// use connect_toe_players::Catalogue;
    /// let names = |game: &str| {
    ///     let entries = Catalogue::new().heuristics_for(&game.parse().expect("a game"));
    ///     entries.iter().map(|entry| entry.name).collect::<Vec<_>>()
    /// };
    /// assert!(names("connect-four").contains(&"learned"));
    /// assert!(!names("6x5:4:-2").contains(&"learned"));
    /// ```
    pub fn heuristics_for(&self, game: &GameSpec) -> Vec<Entry> {
        self.heuristics_among(|row| (row.values)(game))
    }

    fn heuristics_among(&self, is_wanted: impl Fn(&Heuristic) -> bool) -> Vec<Entry> {
        let built_in = Heuristic::all().iter().filter(|row| is_wanted(row));
        let built_in = built_in.map(|row| Valuer::Table(row, Resources::default()).entry());
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

    fn chooser(&self, name: &str) -> Result<Chooser, PlayerError> {
        if let Some(chooser) = self.choosers.iter().find(|chooser| chooser.entry().name == name) {
            return Ok(chooser.clone());
        }
        match (Algorithm::find(name), Level::find(name)) {
            (Ok(row), _) => Ok(Chooser::Table(row)),
            (Err(_), Some(level)) => Ok(Chooser::Level(level)),
            (Err(_), None) => Err(unknown("player", name, &self.named()).into()),
        }
    }

    fn valuer(&self, name: &str) -> Result<Valuer, UnknownName> {
        if let Some(added) = self.heuristics.iter().find(|added| added.entry.name == name) {
            return Ok(Valuer::Own(Arc::clone(added)));
        }
        let row = Heuristic::find(name).map_err(|_| unknown("heuristic", name, &self.heuristics()))?;
        Ok(Valuer::Table(row, Resources::default()))
    }

    /// The heuristic with this name, with the weights that the settings name if it asks for some.
    fn valuer_with(&self, name: &str, settings: &Settings) -> Result<Valuer, PlayerError> {
        let valuer = self.valuer(name)?;
        let Valuer::Table(row, _) = valuer else { return Ok(valuer) };
        let key = row.weights.map_or("", |key| key.name);
        let Some(file) = settings.text(key).filter(|_| !self.only_reads) else { return Ok(valuer) };
        let Some(read) = &self.weights else {
            let why = format!("{key}={file}: players that are asked for here cannot name files");
            return Err(PlayerError::Weights(why));
        };
        let network = read(file).map_err(PlayerError::Weights)?;
        Ok(Valuer::Table(row, Resources::default().with_weights(file, network)))
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

/// The settings, with the one that stands behind the heuristic's name among them.
fn with_setting_of_eval(settings: Settings) -> Result<Settings, SettingsSyntaxError> {
    let Some((name, setting)) = settings.text("eval").and_then(|eval| eval.split_once(':')) else {
        return Ok(settings);
    };
    let more: Settings = setting.parse()?;
    let mut all = Settings::default();
    for key in settings.keys() {
        if more.text(key).is_some() {
            return Err(SettingsSyntaxError::Twice(key.to_owned()));
        }
        all = all.with(key, if key == "eval" { name } else { settings.text(key).unwrap_or_default() });
        if key == "eval" {
            all = more.keys().fold(all, |all, key| all.with(key, more.text(key).unwrap_or_default()));
        }
    }
    Ok(all)
}

/// The settings without quotes that nothing needs, so that a player has one text.
fn with_needed_quotes(written: &Settings) -> Settings {
    let copied = |settings: Settings, key: &str| settings.with(key, written.text(key).unwrap_or_default());
    written.keys().fold(Settings::default(), copied)
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
            .field("weights", &self.weights.is_some())
            .field("last_words", &self.last_words)
            .field("only_reads", &self.only_reads)
            .finish()
    }
}

/// Stands for what was added, where texts are only read.
struct Unread;

/// Why it does not play.
const UNREAD: &str = "this player was only read, to show its games";

impl own::Heuristic for Unread {
    fn value(&mut self, _: &Position<'_>, _: Side) -> i64 {
        0
    }
}

impl own::Search for Unread {
    fn search(
        &mut self,
        _: &Position<'_>,
        _: &Task<'_>,
        _: &mut dyn own::Heuristic,
        _: Watch<'_>,
    ) -> SearchReport {
        SearchReport::of_one_best(0, Vec::new(), 0, Stopped::Failed)
    }

    fn check_game(&self, _: &GameSpec) -> Result<(), String> {
        Err(UNREAD.to_owned())
    }
}

impl own::Player for Unread {
    fn choose(&mut self, position: &Position<'_>, _: &mut dyn Rng) -> Choice {
        Choice { forfeits: true, ..position.legal_moves()[0].into() }
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
