//! What a player's text names: a row of the engine's tables, or what a program added.

use std::sync::Arc;

use connect_toe_eval::learned::{Learned, Network, shipped, shipped_games};
use connect_toe_eval::{Evaluator, Heuristic, Key, SettingError, Settings};
use connect_toe_game::{Bits, GameSpec, Rules};
use connect_toe_search::Algorithm;

use crate::adapter::OwnEvaluator;
use crate::entry::Entry;
use crate::own;

/// Makes a heuristic, search or player from the settings of a text.
type Make<T> = Box<dyn Fn(&Settings) -> Result<Box<T>, SettingError> + Send + Sync>;

/// What a program added.
pub(crate) struct Added<T: ?Sized> {
    pub(crate) entry: Entry,
    pub(crate) make: Make<T>,
}

impl<T: ?Sized> Added<T> {
    pub(crate) fn new(
        entry: Entry,
        make: impl Fn(&Settings) -> Result<Box<T>, SettingError> + Send + Sync + 'static,
    ) -> Arc<Added<T>> {
        Arc::new(Added { entry, make: Box::new(make) })
    }
}

/// What chooses moves. The rows of the tables are the same for every bitboard type.
#[derive(Clone)]
pub(crate) enum Chooser {
    Table(&'static Algorithm<u64>),
    Search(Arc<Added<dyn own::Search>>),
    Player(Arc<Added<dyn own::Player>>),
}

impl Chooser {
    pub(crate) fn entry(&self) -> Entry {
        match self {
            Chooser::Table(row) => Entry {
                name: row.name,
                about: row.about,
                definition: row.definition,
                keys: row.keys,
                heuristic: row.heuristic,
                depends_on_time: false,
            },
            Chooser::Search(added) => added.entry,
            Chooser::Player(added) => added.entry,
        }
    }

    /// Checks the values of its settings.
    pub(crate) fn check(&self, settings: &Settings) -> Result<(), SettingError> {
        match self {
            Chooser::Table(row) => row.check(settings),
            Chooser::Search(added) => (added.make)(settings).map(drop),
            Chooser::Player(added) => (added.make)(settings).map(drop),
        }
    }
}

/// What values positions.
#[derive(Clone)]
pub(crate) enum Valuer {
    Table(&'static Heuristic<u64>),
    Own(Arc<Added<dyn own::Heuristic>>),
    /// Weights of a file, or if there is none those that come with the program.
    Learned(Option<Arc<Network>>),
    /// Weights of a file that was not read.
    Unread,
}

/// The heuristic whose weights are read from a file.
pub(crate) const LEARNED: Entry = Entry::new("learned")
    .about("what `connect-toe train` learned by self-play: the weights of file=FILE, or those that come with the program")
    .definition(
        "A position is worth the sum of one learned weight for each of many small patterns of cells, chosen by the stones on \
         them. The weights were learned by self-play. They count in millionths: the hyperbolic tangent of a millionth of a value is the expected result, from −1 to 1. A side to move that can complete a line at once counts as winning.",
    )
    .keys(&[FILE]);

/// The key that names a file of weights.
pub(crate) const FILE: Key = Key { name: "file", about: "a file of weights that `connect-toe train` wrote" };

/// No weights come with the program for this game, and no file is named.
fn no_weights(spec: &GameSpec) -> SettingError {
    let games: Vec<&str> = shipped_games().collect();
    let expected = format!(
        "given weights with file=FILE, which `connect-toe train {spec} --out FILE` learns: none for {spec} come with \
         this program, only those of {}",
        games.join(", ")
    );
    Settings::default().with("eval", LEARNED.name).refuse("eval", expected)
}

impl Valuer {
    pub(crate) fn entry(&self) -> Entry {
        match self {
            Valuer::Table(row) => Entry {
                name: row.name,
                about: row.about,
                definition: row.definition,
                keys: row.keys,
                heuristic: None,
                depends_on_time: false,
            },
            Valuer::Own(added) => added.entry,
            Valuer::Learned(_) | Valuer::Unread => LEARNED,
        }
    }

    /// Checks the values of its settings.
    pub(crate) fn check(&self, settings: &Settings) -> Result<(), SettingError> {
        match self {
            Valuer::Table(row) => (row.check)(settings),
            Valuer::Own(added) => (added.make)(settings).map(drop),
            Valuer::Learned(_) | Valuer::Unread => Ok(()),
        }
    }

    /// The evaluator for one game.
    pub(crate) fn build<B: Bits>(
        &self,
        rules: &Rules<B>,
        settings: &Settings,
    ) -> Result<Box<dyn Evaluator<B>>, SettingError> {
        match self {
            Valuer::Table(row) => {
                let row = Heuristic::find(row.name).expect("the tables of all bitboard types are the same");
                (row.build)(rules, settings)
            }
            Valuer::Own(added) => Ok(Box::new(OwnEvaluator::new((added.make)(settings)?))),
            Valuer::Learned(Some(network)) => {
                let of = network.patterns().spec();
                let learned = Learned::new(rules, Arc::clone(network)).map_err(|_| {
                    settings.refuse(FILE.name, format!("weights of {}: these are of {of}", rules.spec()))
                })?;
                Ok(Box::new(learned))
            }
            Valuer::Unread => {
                Err(settings.refuse(FILE.name, "read again: these weights were only named, to show games"))
            }
            Valuer::Learned(None) => {
                let network = shipped(rules.spec());
                match network.and_then(|network| Learned::new(rules, network).ok()) {
                    Some(learned) => Ok(Box::new(learned)),
                    None => Err(no_weights(rules.spec())),
                }
            }
        }
    }
}
