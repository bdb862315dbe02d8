//! From the text of a file to a plan.

use std::collections::HashSet;
use std::ops::Range;

use connect_toe_game::closest;
use connect_toe_players::Catalogue;
use toml::Spanned;

use crate::balanced::BalancedBooks;
use crate::plan::{Override, Plan};

mod faces;
mod file;
mod protocol;
mod source;
mod study;
mod template;

pub use source::{Place, PlanError};

use file::{File, Item, Items, StudyTable};
use template::{expand_plain, mentioned};

/// The seed of an experiment whose file does not name one.
const SEED: u64 = 2004;
/// The most conditions of an experiment.
const MOST_CONDITIONS: usize = 100_000;
/// General settings that can be overridden, besides the variables.
const GENERAL: [&str; 4] = ["seed", "games_per_cell", "first", "study"];

/// Gives the text of a file that the experiment names, or says why not.
pub type Load<'a> = &'a dyn Fn(&str) -> Result<String, String>;

impl Plan {
    /// Reads the text of an experiment file.
    ///
    /// `overrides` replace values of variables (of all studies that mention them), `seed`, `games_per_cell` and `first`
    /// (of all studies), and `study`: the names of those to play. `load` is asked for files of openings, and of winning
    /// lines (`@FILE` in place of a game).
    ///
    /// # Errors
    /// The first thing that is wrong, with its place and usually a hint.
    ///
    /// ```
    /// use connect_toe_experiment::Plan;
    /// let text = r#"
    ///     games_per_cell = 50
    ///     [let]
    ///     depth = [1, 2, 3]
    ///     [[study]]
    ///     name = "look-ahead"
    ///     game = "3x3:3"
    ///     player = "alpha-beta:depth={depth},eval={runs,undecided}"
    ///     opponent = "random"
    /// "#;
    /// let plan = Plan::read(text, &[], &|_| Err("has no files".to_owned()))?;
    /// assert_eq!((plan.conditions.len(), plan.games()), (6, 300));
    /// assert_eq!(plan.conditions[2].player.to_string(), "alpha-beta:depth=2,eval=runs");
    /// # Ok::<(), connect_toe_experiment::PlanError>(())
    /// ```
    pub fn read(source: &str, overrides: &[Override], load: Load) -> Result<Plan, PlanError> {
        Plan::read_with(source, overrides, load, &Catalogue::new())
    }

    /// As [`read`](Plan::read), with the players of a catalogue.
    ///
    /// Results are stored under the names of the players: start a new file when a name stands for something else.
    ///
    /// # Errors
    /// As [`read`](Plan::read).
    ///
    /// ```
    /// use connect_toe_experiment::Plan;
    /// use connect_toe_game::{Position, Side};
    /// use connect_toe_players::Catalogue;
    ///
    /// fn stones_apart(position: &Position, player: Side) -> i64 {
    ///     let stones = position.stones(player).len();
    ///     (stones * stones) as i64
    /// }
    ///
    /// let text = r#"
    ///     games_per_cell = 10
    ///     [[study]]
    ///     name = "mine"
    ///     game = "3x3:3"
    ///     player = "minimax:depth=2,eval={mine,runs}"
    ///     opponent = "random"
    /// "#;
    /// let catalogue = Catalogue::new().with_heuristic("mine", |_| Ok(stones_apart))?;
    /// let no_files = &|_: &str| Err("has no files".to_owned());
    /// assert_eq!(Plan::read_with(text, &[], no_files, &catalogue)?.games(), 20);
    /// assert!(Plan::read(text, &[], no_files).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_with(
        source: &str,
        overrides: &[Override],
        load: Load,
        catalogue: &Catalogue,
    ) -> Result<Plan, PlanError> {
        let file = File::parse(source)?;
        let reader = Reader { source, file: &file, overrides, load, catalogue };
        reader.check_overrides()?;
        reader.check_general_variables()?;
        let mut plan = Plan {
            title: file.title.clone().unwrap_or_else(|| "An experiment".to_owned()),
            question: file.question.clone(),
            seed: reader.general("seed")?.or(file.seed).unwrap_or(SEED),
            studies: Vec::new(),
            conditions: Vec::new(),
            text: source.to_owned(),
            overrides: overrides.to_vec(),
            balanced: BalancedBooks::new(),
        };
        for table in reader.chosen_studies()? {
            reader.study(table.get_ref(), &mut plan)?;
        }
        if plan.conditions.is_empty() {
            return Err(PlanError::new("the experiment has no cells")
                .hint("add a [[study]] with a game and a player"));
        }
        Ok(plan)
    }
}

struct Reader<'a> {
    source: &'a str,
    file: &'a File,
    overrides: &'a [Override],
    load: Load<'a>,
    catalogue: &'a Catalogue,
}

/// The names that a study's games and players mention.
fn names_mentioned(table: &StudyTable) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for items in [Some(&table.game), Some(&table.player), table.opponent.as_ref()].into_iter().flatten() {
        for (item, _) in each(items) {
            match item {
                Item::Text(text) => names.extend(mentioned(text).into_iter().map(str::to_owned)),
                Item::Grid(grid) => {
                    let texts = grid.values().flat_map(|values| &values.0);
                    names.extend(texts.flat_map(|text| mentioned(text)).map(str::to_owned));
                }
            }
        }
    }
    names
}

impl<'a> Reader<'a> {
    fn overriding(&self, name: &str) -> Option<&'a str> {
        self.overrides.iter().rev().find(|one| one.name == name).map(|one| one.value.as_str())
    }

    fn general<T: std::str::FromStr>(&self, name: &str) -> Result<Option<T>, PlanError> {
        let parse = |text: &str| {
            text.parse().map_err(|_| PlanError::new(format!("{name}={text}: this is not a value of {name}")))
        };
        self.overriding(name).map(parse).transpose()
    }

    fn check_overrides(&self) -> Result<(), PlanError> {
        let of_studies = self.file.study.iter().flat_map(|study| study.get_ref().variables.keys());
        let known: Vec<&str> =
            self.file.variables.keys().chain(of_studies).map(String::as_str).chain(GENERAL).collect();
        for one in self.overrides {
            if !known.contains(&one.name.as_str()) {
                let mut known = known;
                known.sort_unstable();
                known.dedup();
                let hint = match closest(&one.name, known.iter().copied()) {
                    Some(name) => format!("did you mean {name}?"),
                    None => format!("there are {}", known.join(", ")),
                };
                return Err(
                    PlanError::new(format!("{one}: no variable has the name `{}`", one.name)).hint(hint)
                );
            }
        }
        Ok(())
    }

    fn chosen_studies(&self) -> Result<Vec<&'a Spanned<StudyTable>>, PlanError> {
        let name_of = |study: &Spanned<StudyTable>| study.get_ref().name.get_ref().clone();
        let mut names_before = HashSet::new();
        for study in &self.file.study {
            let name = &study.get_ref().name;
            let is_word = !name.get_ref().is_empty()
                && name.get_ref().chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
            if !is_word {
                return Err(self
                    .error(name.span(), format!("`{}` is not a name for a study", name.get_ref()))
                    .hint("names have letters, digits, - and _; the title may say anything"));
            }
            if !names_before.insert(name.get_ref()) {
                return Err(self
                    .error(name.span(), format!("two studies have the name `{}`", name.get_ref()))
                    .hint("names tell the studies' results apart"));
            }
        }
        let Some(chosen) = self.overriding("study") else { return Ok(self.file.study.iter().collect()) };
        let chosen = expand_plain(chosen).map_err(PlanError::new)?;
        let names: Vec<String> = self.file.study.iter().map(name_of).collect();
        if let Some(unknown) = chosen.iter().find(|name| !names.contains(name)) {
            return Err(PlanError::new(format!("no study has the name `{unknown}`"))
                .hint(format!("there are {}", names.join(", "))));
        }
        Ok(self.file.study.iter().filter(|study| chosen.contains(&name_of(study))).collect())
    }

    fn error(&self, span: Range<usize>, message: impl std::fmt::Display) -> PlanError {
        PlanError::new(message).at(self.source, span)
    }

    /// A variable of all studies that none of them mentions is likely misspelt somewhere.
    fn check_general_variables(&self) -> Result<(), PlanError> {
        let mentioned: HashSet<String> =
            self.file.study.iter().flat_map(|study| names_mentioned(study.get_ref())).collect();
        match self.file.variables.iter().find(|(name, _)| !mentioned.contains(*name)) {
            None => Ok(()),
            Some((name, values)) => Err(self
                .error(values.span(), format!("no study mentions `{{{name}}}`"))
                .hint(format!("write {{{name}}} in a game or player, or remove the variable"))),
        }
    }
}

/// The items with their places.
fn each(items: &Spanned<Items>) -> Vec<(&Item, Range<usize>)> {
    match items.get_ref() {
        Items::One(item) => vec![(item, items.span())],
        Items::Many(many) => many.iter().map(|item| (item.get_ref(), item.span())).collect(),
    }
}
