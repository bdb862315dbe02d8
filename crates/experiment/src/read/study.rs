//! From a study's table to its design: factors, patterns and conditions.

use std::collections::HashSet;
use std::ops::Range;

use connect_toe_game::{GameSpec, LinesFile, SpecError};
use connect_toe_players::PlayerSpec;
use indexmap::{IndexMap, IndexSet};
use toml::Spanned;

use super::file::{Item, Items, StudyTable, Values};
use super::source::{Place, PlanError};
use super::template::{self, expand, expand_plain};
use super::{MOST_CONDITIONS, Reader, each, faces, names_mentioned};
use crate::design::{Factor, GamePattern, Level, Piece, Placed, PlayerPattern, Study, Template};
use crate::plan::Plan;

/// A variable and all its values.
struct Variable {
    name: String,
    values: Vec<String>,
}

/// One of the games or players that an item of a file stands for, and the item's place in the file.
struct Pattern<T> {
    text: T,
    span: Range<usize>,
}

/// A game's text with slots, or what a table of a game stands for.
enum GameText {
    Plain(Template),
    /// Every subset of the faces of a board: which there are depends on the board's sizes.
    Subsets {
        sizes: Template,
        run: Template,
        rules: Template,
        up_to_symmetry: bool,
    },
}

impl Reader<'_> {
    /// Adds a study and its conditions to a plan.
    pub(super) fn study(&self, table: &StudyTable, plan: &mut Plan) -> Result<(), PlanError> {
        let variables = self.variables(table)?;
        let mentioned = self.check_mentioned(table, &variables)?;
        let is_factor = |variable: &Variable| variable.values.len() > 1 && mentioned.contains(&variable.name);
        let mut factors: Vec<Factor> = Vec::new();
        let mut pieces: Vec<template::Variable> = Vec::new();
        for variable in &variables {
            let piece = if is_factor(variable) {
                let levels = variable.values.iter().map(Level::new).collect();
                factors.push(Factor { name: variable.name.clone(), levels });
                Piece::Slot(factors.len() - 1)
            } else {
                Piece::Text(variable.values[0].clone())
            };
            pieces.push((variable.name.clone(), piece));
        }
        let name = table.name.get_ref();
        let openings = table.openings.as_ref().or(self.file.openings.as_ref());
        let mut design = Design {
            reader: self,
            table,
            games: self.game_patterns(&table.game, &pieces)?,
            players: self.player_patterns(&table.player, &pieces)?,
            opponents: table
                .opponent
                .as_ref()
                .map(|items| self.player_patterns(items, &pieces))
                .transpose()?,
            found: Found::default(),
            played: HashSet::new(),
            study: Study {
                name: name.clone(),
                title: table.title.clone().unwrap_or_else(|| name.clone()),
                question: table.question.clone(),
                about: table.about.clone(),
                factors,
                games: Vec::new(),
                players: Vec::new(),
                opponents: None,
                protocol: self.protocol(table)?,
                openings_line: openings.map(|table| Place::of(self.source, table.span()).line),
            },
        };
        let product = |product: usize, factor: &Factor| product.saturating_mul(factor.levels.len());
        let combinations = design.study.factors.iter().fold(1, product);
        if combinations > MOST_CONDITIONS {
            return Err(self.too_many_conditions(table));
        }
        let before = plan.conditions.len();
        for number in 0..combinations {
            let levels = levels(&design.study.factors, number);
            design.add_conditions(&levels, plan)?;
        }
        if plan.conditions.len() == before {
            return Err(self
                .error(
                    table.player.span(),
                    format!("the study `{name}` has no cells: a single player does not meet another"),
                )
                .hint("name a second player, or an opponent"));
        }
        plan.studies.push(design.finish());
        Ok(())
    }

    fn too_many_conditions(&self, table: &StudyTable) -> PlanError {
        self.error(table.name.span(), format!("the experiment has more than {MOST_CONDITIONS} cells"))
            .hint("vary fewer things at once")
    }

    /// The variables that a study can mention, its own before the general ones of the same name.
    fn variables(&self, table: &StudyTable) -> Result<Vec<Variable>, PlanError> {
        let general = self.file.variables.iter().filter(|(name, _)| !table.variables.contains_key(*name));
        let mut variables = Vec::new();
        for (name, values) in general.chain(&table.variables) {
            let texts = match self.overriding(name) {
                Some(text) => vec![text.to_owned()],
                None => values.get_ref().0.clone(),
            };
            let mut expanded = Vec::new();
            for text in &texts {
                let error = |message: String| match self.overriding(name) {
                    Some(_) => PlanError::new(format!("{name}={text}: {message}")),
                    None => self.error(values.span(), message),
                };
                for value in expand_plain(text).map_err(error)? {
                    if !expanded.contains(&value) {
                        expanded.push(value);
                    }
                }
            }
            if expanded.is_empty() {
                return Err(self
                    .error(values.span(), format!("the variable `{name}` has no values"))
                    .hint("give it at least one"));
            }
            variables.push(Variable { name: name.clone(), values: expanded });
        }
        Ok(variables)
    }

    /// The names that the study's games and players mention. A variable of its own that it does not mention is likely
    /// misspelt somewhere.
    fn check_mentioned(&self, table: &StudyTable, variables: &[Variable]) -> Result<Vec<String>, PlanError> {
        let names = names_mentioned(table);
        for variable in variables {
            let own = table.variables.get(&variable.name);
            if let (Some(values), false) = (own, names.contains(&variable.name)) {
                return Err(self
                    .error(values.span(), format!("nothing in this study mentions `{{{}}}`", variable.name))
                    .hint(format!(
                        "write {{{}}} in a game or player, or remove the variable",
                        variable.name
                    )));
            }
        }
        Ok(names)
    }

    fn game_patterns(
        &self,
        items: &Spanned<Items>,
        variables: &[template::Variable],
    ) -> Result<Vec<Pattern<GameText>>, PlanError> {
        self.patterns(items, "game", |item| match item {
            Item::Text(text) => Ok(expand(text, variables)?.into_iter().map(GameText::Plain).collect()),
            Item::Grid(grid) => game_texts(grid, variables),
        })
    }

    fn player_patterns(
        &self,
        items: &Spanned<Items>,
        variables: &[template::Variable],
    ) -> Result<Vec<Pattern<Template>>, PlanError> {
        self.patterns(items, "player", |item| match item {
            Item::Text(text) => expand(text, variables),
            Item::Grid(grid) => player_texts(grid, variables),
        })
    }

    fn patterns<T>(
        &self,
        items: &Spanned<Items>,
        kind: &str,
        read: impl Fn(&Item) -> Result<Vec<T>, String>,
    ) -> Result<Vec<Pattern<T>>, PlanError> {
        let mut patterns = Vec::new();
        for (item, span) in each(items) {
            let texts = read(item).map_err(|message| self.error(span.clone(), message))?;
            patterns.extend(texts.into_iter().map(|text| Pattern { text, span: span.clone() }));
        }
        if patterns.is_empty() {
            return Err(self.error(items.span(), format!("this does not name a {kind}")));
        }
        Ok(patterns)
    }
}

/// A study whose conditions are being found.
struct Design<'a> {
    reader: &'a Reader<'a>,
    table: &'a StudyTable,
    games: Vec<Pattern<GameText>>,
    players: Vec<Pattern<Template>>,
    opponents: Option<Vec<Pattern<Template>>>,
    found: Found,
    /// The identities of the conditions found so far, levels aside.
    played: HashSet<u64>,
    study: Study,
}

/// The patterns that conditions have, in the order in which they come.
#[derive(Default)]
struct Found {
    games: IndexSet<GamePattern>,
    players: IndexSet<PlayerPattern>,
    opponents: IndexSet<PlayerPattern>,
}

impl Design<'_> {
    /// Adds the conditions of one combination of levels.
    fn add_conditions(&mut self, levels: &[usize], plan: &mut Plan) -> Result<(), PlanError> {
        let games = self.games_at(levels)?;
        let players = self.players_at(&self.players, levels)?;
        let opponents =
            self.opponents.as_ref().map(|patterns| self.players_at(patterns, levels)).transpose()?;
        let others = opponents.as_ref().map_or(players.len(), IndexMap::len);
        let more = games.len().saturating_mul(players.len()).saturating_mul(others);
        if plan.conditions.len().saturating_add(more) > MOST_CONDITIONS {
            return Err(self.reader.too_many_conditions(self.table));
        }
        // Numbered before they meet, so that the patterns stand in the order of the file.
        let games: Vec<Placed<GameSpec>> =
            games.into_iter().map(|(game, text)| (self.found.games.insert_full(text).0, game)).collect();
        let players: Vec<Placed<PlayerSpec>> = players
            .into_iter()
            .map(|(player, text)| (self.found.players.insert_full(text).0, player))
            .collect();
        let opponents: Option<Vec<Placed<PlayerSpec>>> = opponents.map(|opponents| {
            let number = |(player, text)| (self.found.opponents.insert_full(text).0, player);
            opponents.into_iter().map(number).collect()
        });
        let place = plan.studies.len();
        let met = self.study.conditions(place, levels, &games, &players, opponents.as_deref());
        for mut condition in met {
            // Where a factor changes nothing, the same is played again, with other random numbers.
            if !self.played.insert(condition.identity) {
                condition.repeat(&self.study);
            }
            plan.conditions.push(condition);
        }
        Ok(())
    }

    /// The game of a text, or of the file of winning lines that it names.
    fn game(&self, text: &str) -> Result<GameSpec, String> {
        if let Some(file) = text.strip_prefix('@') {
            let text = (self.reader.load)(file)
                .map_err(|error| format!("cannot read {file}, from the folder of this file: {error}"))?;
            let lines: LinesFile = text.parse().map_err(|wrong| format!("{file}: {wrong}"))?;
            return Ok(lines.game);
        }
        text.parse().map_err(|wrong: SpecError| wrong.to_string())
    }

    /// The different games at these levels, each with the first pattern that stands for it.
    fn games_at(&self, levels: &[usize]) -> Result<IndexMap<GameSpec, GamePattern>, PlanError> {
        let mut games = IndexMap::new();
        for Pattern { text, span } in &self.games {
            let error = |message: String| self.reader.error(span.clone(), message);
            let templates = match text {
                GameText::Plain(text) => vec![text.clone()],
                GameText::Subsets { sizes, run, rules, up_to_symmetry } => {
                    let sizes_now = sizes.fill(&self.study.factors, levels);
                    let faces = subsets(&sizes_now, *up_to_symmetry).map_err(error)?;
                    faces.iter().map(|faces| game_text(sizes, run, &Template::fixed(faces), rules)).collect()
                }
            };
            for template in templates {
                let text = template.fill(&self.study.factors, levels);
                let game = self.game(&text).map_err(error)?;
                let pattern = GamePattern::new(template, &game);
                games.entry(game).or_insert(pattern);
            }
        }
        Ok(games)
    }

    /// The different players at these levels, each with the first pattern that stands for it.
    fn players_at(
        &self,
        patterns: &[Pattern<Template>],
        levels: &[usize],
    ) -> Result<IndexMap<PlayerSpec, PlayerPattern>, PlanError> {
        let mut players = IndexMap::new();
        for Pattern { text: template, span } in patterns {
            let text = template.fill(&self.study.factors, levels);
            let player = self.reader.catalogue.player(&text);
            let player =
                player.map_err(|wrong| self.reader.error(span.clone(), format!("{text}: {wrong}")))?;
            let pattern = PlayerPattern::new(template, &player);
            players.entry(player).or_insert(pattern);
        }
        Ok(players)
    }

    fn finish(self) -> Study {
        let Found { games, players, opponents } = self.found;
        Study {
            games: games.into_iter().collect(),
            players: players.into_iter().collect(),
            opponents: self.opponents.is_some().then(|| opponents.into_iter().collect()),
            ..self.study
        }
    }
}

/// The levels of the factors in combination `number`; those of the last factor change with every number.
fn levels(factors: &[Factor], mut number: usize) -> Vec<usize> {
    let level = |factor: &Factor| {
        let level = number % factor.levels.len();
        number /= factor.levels.len();
        level
    };
    let mut levels: Vec<usize> = factors.iter().rev().map(level).collect();
    levels.reverse();
    levels
}

/// All texts that the values of a key stand for.
fn expand_all(values: &Values, variables: &[template::Variable]) -> Result<Vec<Template>, String> {
    let parts: Vec<Vec<Template>> =
        values.0.iter().map(|text| expand(text, variables)).collect::<Result<_, _>>()?;
    Ok(parts.concat())
}

/// `{ sizes = "{3..4}x3", run = [3, 4], faces = "subsets", rules = ["", "misere"] }`.
fn game_texts(
    grid: &IndexMap<String, Values>,
    variables: &[template::Variable],
) -> Result<Vec<GameText>, String> {
    const KEYS: [&str; 4] = ["sizes", "run", "faces", "rules"];
    if let Some(unknown) = grid.keys().find(|key| !KEYS.contains(&key.as_str())) {
        return Err(format!("a game has no `{unknown}`: there are {}", KEYS.join(", ")));
    }
    let all = |key: &str, default: &str| match grid.get(key) {
        Some(values) => expand_all(values, variables),
        None if default.is_empty() && key != "rules" => Err(format!("the game lacks `{key}`")),
        None => Ok(vec![Template::fixed(default)]),
    };
    let mut texts = Vec::new();
    for sizes in all("sizes", "")? {
        for run in all("run", "")? {
            for faces in all("faces", "free")? {
                for rules in all("rules", "")? {
                    let is = |text: &str| faces == Template::fixed(text);
                    texts.push(if is("subsets") || is("subsets-up-to-symmetry") {
                        let up_to_symmetry = is("subsets-up-to-symmetry");
                        let (sizes, run) = (sizes.clone(), run.clone());
                        GameText::Subsets { sizes, run, rules, up_to_symmetry }
                    } else {
                        GameText::Plain(game_text(&sizes, &run, &faces, &rules))
                    });
                }
            }
        }
    }
    Ok(texts)
}

/// Game text from its parts; free placement without variations is left out.
fn game_text(sizes: &Template, run: &Template, faces: &Template, rules: &Template) -> Template {
    let is_plain = *rules == Template::default();
    let mut parts = vec![sizes, run];
    if !(is_plain && *faces == Template::fixed("free")) {
        parts.push(faces);
    }
    if !is_plain {
        parts.push(rules);
    }
    joined(&parts, ":")
}

fn joined(parts: &[&Template], separator: &str) -> Template {
    let pieces = parts.iter().enumerate().flat_map(|(place, part)| {
        let before = if place == 0 { "" } else { separator };
        std::iter::once(Piece::Text(before.to_owned())).chain(part.pieces().iter().cloned())
    });
    Template::new(pieces)
}

/// The subsets of the faces of a board of these sizes.
fn subsets(sizes: &str, up_to_symmetry: bool) -> Result<Vec<String>, String> {
    let numbers: Result<Vec<u16>, _> = sizes.split('x').map(str::parse).collect();
    let numbers = numbers.map_err(|_| format!("`{sizes}` is not a list of sizes: write 4x4, for example"))?;
    if numbers.len() > faces::MOST_DIMENSIONS {
        return Err(format!(
            "a board of {} dimensions has too many sets of faces; {} dimensions are the most",
            numbers.len(),
            faces::MOST_DIMENSIONS
        ));
    }
    Ok(faces::subsets(&numbers, up_to_symmetry))
}

/// `{ search = "alpha-beta", depth = [1, 2], eval = ["runs", "terminal"] }`.
fn player_texts(
    grid: &IndexMap<String, Values>,
    variables: &[template::Variable],
) -> Result<Vec<Template>, String> {
    let search =
        grid.get("search").ok_or("the player lacks `search`, for example search = \"alpha-beta\"")?;
    let mut texts = expand_all(search, variables)?;
    let mut separator = ":";
    for (key, values) in grid.iter().filter(|(key, _)| *key != "search") {
        let values = expand_all(values, variables)?;
        let key = Template::fixed(format!("{separator}{key}="));
        let with = |text: &Template, value: &Template| joined(&[text, &key, value], "");
        texts = texts.iter().flat_map(|text| values.iter().map(move |value| with(text, value))).collect();
        separator = ",";
    }
    Ok(texts)
}
