//! The row `learned` of the table of heuristics.

use std::sync::Arc;

use connect_toe_game::{Bits, GameSpec, Rules};

use crate::learned::{Learned, check_sides, shipped, shipped_games};
use crate::settings::{Key, SettingError, Settings};
use crate::{Evaluator, Resources};

/// The key that names a file of weights.
pub(crate) const FILE: Key = Key { name: "file", about: "a file of weights that `connect-toe train` wrote" };

/// The evaluator with the weights of `file`, or, if none is named, with those that come with the program.
pub(crate) fn build<B: Bits>(
    rules: &Rules<B>,
    settings: &Settings,
    resources: &Resources,
) -> Result<Box<dyn Evaluator<B>>, SettingError> {
    let Some(file) = settings.text(FILE.name) else {
        let network = shipped(rules.spec());
        let learned = network.and_then(|network| Learned::new(rules, network).ok());
        return Ok(Box::new(learned.ok_or_else(|| no_weights(rules.spec()))?));
    };
    let unread = || settings.refuse(FILE.name, "read again: these weights were only named, to show games");
    let network = resources.weights(file).ok_or_else(unread)?;
    let of = network.spec();
    let learned = Learned::new(rules, Arc::clone(network))
        .map_err(|_| settings.refuse(FILE.name, format!("weights of {}: these are of {of}", rules.spec())))?;
    Ok(Box::new(learned))
}

/// The error where no file is named and no weights for this game come with the program.
fn no_weights(spec: &GameSpec) -> SettingError {
    let refused = |expected: String| Settings::default().with("eval", "learned").refuse("eval", expected);
    if let Err(error) = check_sides(spec) {
        return refused(format!("other than learned: {error}"));
    }
    let games: Vec<&str> = shipped_games().collect();
    let expected = format!(
        "given weights with file=FILE, which `connect-toe train {spec} --out FILE` learns: none for {spec} come with \
         this program, only those of {}, and of flat boards from 9x9 cells on with free placement where five in a row win",
        games.join(", ")
    );
    refused(expected)
}
