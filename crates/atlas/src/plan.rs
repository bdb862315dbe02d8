//! Plans: which games an atlas is to have, and how much is searched for each.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

use connect_toe_game::{GameSpec, MAX_CELLS, MAX_DIMENSIONS, Representative};
use serde::Deserialize;
use serde::de::{self, Deserializer, Visitor};
use thiserror::Error;

use crate::family::{Family, Placement};

/// Which games an atlas is to have, and how many nodes are searched for each.
///
/// ```
/// use connect_toe_atlas::AtlasPlan;
/// let plan = AtlasPlan::read(r#"
///     nodes = 100_000
///     games = ["tic-tac-toe"]
///     [[family]]
///     dimensions = 2
///     cells = "1..12"
///     sizes = "2.."
///     k = "2..4"
///     placement = ["free", "one face"]
///     flags = ["", "misere"]
///     nodes = 1_000_000
/// "#)?;
/// let games = plan.games();
/// assert_eq!(games.len(), 96);
/// assert_eq!((games[0].game.to_string(), games[0].nodes), ("2x2:2".to_owned(), 1_000_000));
/// # Ok::<(), connect_toe_atlas::AtlasPlanError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtlasPlan {
    families: Vec<(Family, u64)>,
    games: Vec<GameSpec>,
    nodes: u64,
}

/// A game that an atlas is to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedGame {
    /// The game that stands for all on a turned board.
    pub game: GameSpec,
    /// The most nodes that are searched for it.
    pub nodes: u64,
}

/// Why a text is not a plan.
#[derive(Debug, Error)]
pub enum AtlasPlanError {
    /// It is not TOML, or has fields that a plan does not have.
    #[error("{0}")]
    Text(#[from] toml::de::Error),
    /// A game, a placement or a rule variation that does not exist.
    #[error("{0}")]
    Word(String),
    /// It has no games.
    #[error("the plan has no games: add a [[family]] or `games = [\"7x6:4:-2\"]`")]
    Empty,
}

/// Nodes that are searched for a game if the plan does not say how many.
const NODES: u64 = 1_000_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanText {
    nodes: Option<u64>,
    #[serde(default)]
    games: Vec<String>,
    #[serde(default)]
    family: Vec<FamilyText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FamilyText {
    dimensions: Option<Span>,
    cells: Span,
    sizes: Option<Span>,
    k: Option<Span>,
    placement: Option<Vec<String>>,
    flags: Option<Vec<String>>,
    nodes: Option<u64>,
}

/// A number or `"2..4"`, both ends of which are part of it; one of them may be missing.
struct Span {
    start: Option<u16>,
    end: Option<u16>,
}

impl AtlasPlan {
    /// Reads the text of a plan.
    ///
    /// # Errors
    /// A text that is not TOML, fields that a plan does not have, words that are not known, a plan without games.
    pub fn read(text: &str) -> Result<AtlasPlan, AtlasPlanError> {
        let text: PlanText = toml::from_str(text)?;
        let nodes = text.nodes.unwrap_or(NODES);
        let word = |error: &dyn fmt::Display| AtlasPlanError::Word(error.to_string());
        let game = |text: &String| text.parse::<GameSpec>().map_err(|error| word(&error));
        let games: Vec<GameSpec> = text.games.iter().map(game).collect::<Result<_, _>>()?;
        let family = |text: FamilyText| Ok((text.family()?, text.nodes.unwrap_or(nodes)));
        let families = text.family.into_iter().map(family).collect::<Result<_, AtlasPlanError>>()?;
        let plan = AtlasPlan { families, games, nodes };
        if plan.families.is_empty() && plan.games.is_empty() { Err(AtlasPlanError::Empty) } else { Ok(plan) }
    }

    /// The games, smaller boards first; of a game that several families have, the most nodes.
    pub fn games(&self) -> Vec<PlannedGame> {
        let mut found: BTreeMap<String, PlannedGame> = BTreeMap::new();
        let mut add = |game: GameSpec, nodes: u64| {
            let kept = found.entry(game.to_string()).or_insert(PlannedGame { game, nodes });
            kept.nodes = kept.nodes.max(nodes);
        };
        for (family, nodes) in &self.families {
            family.games().into_iter().for_each(|game| add(game, *nodes));
        }
        for game in &self.games {
            add(Representative::of(game).spec().clone(), self.nodes);
        }
        let mut games: Vec<PlannedGame> = found.into_values().collect();
        games.sort_by_key(|planned| order(&planned.game));
        games
    }
}

/// The order of games in an atlas: by cells, sizes, line length; then by their texts.
pub(crate) fn order(game: &GameSpec) -> (u64, Vec<u16>, u16, String) {
    let cells = game.sizes.iter().map(|&size| u64::from(size)).product();
    (cells, game.sizes.clone(), game.run_length().unwrap_or_default(), game.to_string())
}

impl FamilyText {
    fn family(&self) -> Result<Family, AtlasPlanError> {
        let range = |span: &Option<Span>, all: RangeInclusive<u16>| match span {
            None => all,
            Some(span) => span.range(&all),
        };
        let placements = match &self.placement {
            None => Placement::ALL.to_vec(),
            Some(names) => names.iter().map(placement).collect::<Result<_, _>>()?,
        };
        let flags = self.flags.clone().unwrap_or_else(all_flags);
        for flags in &flags {
            let colon = if flags.is_empty() { "" } else { ":" };
            if let Err(error) = format!("2x2:2:free{colon}{flags}").parse::<GameSpec>() {
                return Err(AtlasPlanError::Word(format!("flags = [\"{flags}\"]: {error}")));
            }
        }
        Ok(Family {
            dimensions: range(&self.dimensions, 1..=MAX_DIMENSIONS as u16),
            cells: self.cells.range(&(1..=MAX_CELLS as u16)),
            sizes: range(&self.sizes, 2..=MAX_CELLS as u16),
            k: range(&self.k, 1..=MAX_CELLS as u16),
            placements,
            flags,
        })
    }
}

fn placement(name: &String) -> Result<Placement, AtlasPlanError> {
    let found = Placement::ALL.into_iter().find(|placement| placement.name() == name);
    found.ok_or_else(|| {
        AtlasPlanError::Word(format!(
            "`{name}` is not a placement: there are free, one face and several faces"
        ))
    })
}

/// Every combination of the rule variations that an atlas has.
fn all_flags() -> Vec<String> {
    let known = ["exact", "misere", "torus"];
    let chosen = |set: usize| {
        let on = known.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
        on.map(|(_, name)| *name).collect::<Vec<&str>>().join(":")
    };
    (0..1_usize << known.len()).map(chosen).collect()
}

impl Span {
    fn range(&self, all: &RangeInclusive<u16>) -> RangeInclusive<u16> {
        self.start.unwrap_or(*all.start())..=self.end.unwrap_or(*all.end())
    }
}

impl<'de> Deserialize<'de> for Span {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Span, D::Error> {
        struct SpanVisitor;

        impl Visitor<'_> for SpanVisitor {
            type Value = Span;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number from 0 to 65535, or a text such as \"2..4\", \"2..\" or \"..4\"")
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Span, E> {
                let number = u16::try_from(number);
                let number =
                    number.map_err(|_| E::invalid_value(de::Unexpected::Other("that number"), &self))?;
                Ok(Span { start: Some(number), end: Some(number) })
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Span, E> {
                let wrong = || E::invalid_value(de::Unexpected::Str(text), &self);
                let end = |text: &str| match text {
                    "" => Ok(None),
                    text => text.parse().map(Some).map_err(|_| wrong()),
                };
                let (start, last) = text.split_once("..").unwrap_or((text, text));
                if start.is_empty() && last.is_empty() {
                    return Err(wrong());
                }
                Ok(Span { start: end(start)?, end: end(last)? })
            }
        }

        deserializer.deserialize_any(SpanVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_named() {
        for (text, expected) in [
            ("", "the plan has no games"),
            ("[[family]]\ncells = \"9-12\"", "\"2..4\""),
            ("[[family]]\ncells = \"..\"", "\"2..4\""),
            ("[[family]]\ncells = 9\nface = 1", "unknown field `face`"),
            ("[[family]]\ncells = 9\nplacement = [\"gravity\"]", "`gravity` is not a placement"),
            ("[[family]]\ncells = 9\nflags = [\"exakt\"]", "exact"),
            ("games = [\"7x6\"]", "7x6"),
        ] {
            let error = AtlasPlan::read(text).expect_err(text).to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn a_number_is_a_range_of_one_also_as_a_text() {
        let games =
            |cells: &str| AtlasPlan::read(&format!("[[family]]\ncells = {cells}\n")).expect("a plan").games();
        assert_eq!(games("\"9\""), games("9"));
        assert_eq!(games("\"9\""), games("\"9..9\""));
    }

    #[test]
    fn a_game_has_the_most_nodes_that_any_family_gives_it() {
        let text = "nodes = 5\ngames = [\"3x3:3\", \"6x7:4:+1\"]\n[[family]]\ncells = 9\nnodes = 3\nk = 3\n";
        let games = AtlasPlan::read(text).expect("a plan").games();
        let nodes = |name: &str| {
            games.iter().find(|planned| planned.game.to_string() == name).map(|planned| planned.nodes)
        };
        assert_eq!((nodes("3x3:3"), nodes("3x3:3:-2"), nodes("7x6:4:-2")), (Some(5), Some(3), Some(5)));
    }
}
