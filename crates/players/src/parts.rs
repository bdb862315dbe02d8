//! What a player's text names: a row of the engine's tables, a level, or what a program added.

use std::sync::Arc;

use connect_toe_eval::{Evaluator, Heuristic, Resources, SettingError, Settings};
use connect_toe_game::{Bits, Rules};
use connect_toe_search::Algorithm;

use crate::adapter::OwnEvaluator;
use crate::entry::Entry;
use crate::level::Level;
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

/// What chooses moves.
#[derive(Clone)]
pub(crate) enum Chooser {
    Table(&'static Algorithm),
    /// Which search it is depends on the game.
    Level(Level),
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
                keeps_own_time: false,
            },
            Chooser::Level(level) => level.entry(),
            Chooser::Search(added) => added.entry,
            Chooser::Player(added) => added.entry,
        }
    }

    /// Checks the values of its settings.
    pub(crate) fn check(&self, settings: &Settings) -> Result<(), SettingError> {
        match self {
            Chooser::Table(row) => row.check(settings),
            Chooser::Level(_) => Level::check(settings),
            Chooser::Search(added) => (added.make)(settings).map(drop),
            Chooser::Player(added) => (added.make)(settings).map(drop),
        }
    }
}

/// What values positions.
#[derive(Clone)]
pub(crate) enum Valuer {
    /// A row of the table, and what was read for it.
    Table(&'static Heuristic, Resources),
    Own(Arc<Added<dyn own::Heuristic>>),
}

impl Valuer {
    pub(crate) fn entry(&self) -> Entry {
        match self {
            Valuer::Table(row, _) => Entry {
                name: row.name,
                about: row.about,
                definition: row.definition,
                keys: row.keys,
                heuristic: None,
                keeps_own_time: false,
            },
            Valuer::Own(added) => added.entry,
        }
    }

    /// Checks the values of its settings.
    pub(crate) fn check(&self, settings: &Settings) -> Result<(), SettingError> {
        match self {
            Valuer::Table(row, _) => (row.check)(settings),
            Valuer::Own(added) => (added.make)(settings).map(drop),
        }
    }

    /// The evaluator for one game.
    pub(crate) fn build<B: Bits>(
        &self,
        rules: &Rules<B>,
        settings: &Settings,
    ) -> Result<Box<dyn Evaluator<B>>, SettingError> {
        match self {
            Valuer::Table(row, resources) => row.build(rules, settings, resources),
            Valuer::Own(added) => Ok(Box::new(OwnEvaluator::new((added.make)(settings)?))),
        }
    }
}
