//! What a study varies.

use std::collections::BTreeMap;

use connect_toe_game::GameSpec;

use crate::analysis::{ConditionAnalysis, StudyAnalysis};
use crate::figures::parts::MOST_LINES;
use crate::inline::code;

/// Something that is varied: a factor, the games, or what the games differ in.
#[derive(Debug)]
pub(super) struct Dimension {
    pub(super) name: String,
    pub(super) values: Vec<String>,
    /// The factor's place in the study, if it is one.
    pub(super) factor: Option<usize>,
    /// The value of each condition, by the condition's place in the plan.
    of_conditions: BTreeMap<usize, usize>,
}

/// Something in which games can differ.
struct Trait {
    name: &'static str,
    text: fn(&GameSpec) -> String,
}

const TRAITS: [Trait; 4] = [
    Trait { name: "faces", text: |game| game.faces.to_string() },
    Trait { name: "lines", text: GameSpec::lines_in_words },
    Trait {
        name: "board",
        text: |game| game.sizes.iter().map(ToString::to_string).collect::<Vec<_>>().join("x"),
    },
    Trait {
        name: "rules",
        text: |game| if game.flags().is_empty() { "usual".to_owned() } else { game.flags().join(", ") },
    },
];

impl Dimension {
    /// What a study varies besides its players, as far as it can be drawn: its factors, then the games.
    pub(super) fn all(study: &StudyAnalysis<'_>) -> Vec<Dimension> {
        let mut dimensions: Vec<Dimension> = study
            .study
            .factors
            .iter()
            .enumerate()
            .filter(|(_, factor)| (2..=MOST_LINES).contains(&factor.levels.len()))
            .map(|(place, factor)| Dimension {
                name: factor.name.clone(),
                values: study.levels(place).to_vec(),
                factor: Some(place),
                of_conditions: of_conditions(study, |condition| condition.level(place)),
            })
            .collect();
        dimensions.extend(of_games(study));
        dimensions
    }

    /// The name as a text has it: that of a factor is one of the experiment file.
    pub(super) fn title(&self) -> String {
        if self.factor.is_some() { code(&self.name) } else { self.name.clone() }
    }

    /// The number of the value that a condition has.
    pub(super) fn of(&self, condition: &ConditionAnalysis<'_>) -> usize {
        self.of_conditions.get(&condition.place).copied().unwrap_or(0)
    }
}

fn of_conditions<'a>(
    study: &StudyAnalysis<'a>,
    value: impl Fn(&ConditionAnalysis<'a>) -> usize,
) -> BTreeMap<usize, usize> {
    study.conditions.iter().map(|condition| (condition.place, value(condition))).collect()
}

/// The games' traits if the games are a grid of them or differ in one only, else the games.
fn of_games(study: &StudyAnalysis<'_>) -> Vec<Dimension> {
    let games = &study.names.games;
    if games.len() < 2 {
        return Vec::new();
    }
    let mut traits: Vec<Dimension> = TRAITS.iter().filter_map(|one| of_trait(study, one)).collect();
    let places: usize = traits.iter().map(|one| one.values.len()).product();
    let is_grid = study.study.games.iter().all(|game| !game.text.varies()) && 2 * places <= 3 * games.len();
    if is_grid && traits.iter().all(|one| one.values.len() <= MOST_LINES) {
        traits.sort_by_key(|one| std::cmp::Reverse(one.values.len()));
        return traits;
    }
    if games.len() > MOST_LINES {
        return Vec::new();
    }
    vec![Dimension {
        name: "game".to_owned(),
        values: games.iter().map(|game| game.label.clone()).collect(),
        factor: None,
        of_conditions: of_conditions(study, ConditionAnalysis::game),
    }]
}

/// A trait with more than one value, in the order in which they come.
fn of_trait(study: &StudyAnalysis<'_>, one: &Trait) -> Option<Dimension> {
    let mut values: Vec<String> = Vec::new();
    let mut of_conditions = BTreeMap::new();
    for condition in &study.conditions {
        let value = (one.text)(&condition.condition.game);
        let place = values.iter().position(|other| *other == value).unwrap_or_else(|| {
            values.push(value);
            values.len() - 1
        });
        of_conditions.insert(condition.place, place);
    }
    (values.len() > 1).then(|| Dimension { name: one.name.to_owned(), values, factor: None, of_conditions })
}
