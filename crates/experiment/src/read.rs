//! From the text of a file to a plan.

use std::collections::HashSet;
use std::ops::Range;

use connect_toe_arena::FirstMover;
use connect_toe_game::closest;
use connect_toe_game::{GameSpec, scramble};
use connect_toe_players::PlayerSpec;
use indexmap::{IndexMap, IndexSet};
use toml::Spanned;

use crate::cell::{Adjudication, Cell, Limits, Openings};
use crate::faces;
use crate::file::{File, Item, Items, OpeningsTable, StudyTable, Values};
use crate::plan::{Factor, Override, Plan, Study};
use crate::source::{Place, PlanError};
use crate::template::{expand, mentioned};

/// Seed of an experiment that names none.
const SEED: u64 = 2004;
/// Games of a cell whose openings are not a list.
const GAMES: u64 = 100;
/// No cell has more games.
const MOST_GAMES: u64 = 1_000_000_000_000;
/// No experiment has more cells.
const MOST_CELLS: usize = 100_000;
/// General settings that can be overridden, besides the variables.
const GENERAL: [&str; 4] = ["seed", "games_per_cell", "first", "study"];

/// Gives the text of a file that the experiment names, or says why not.
pub type Load<'a> = &'a dyn Fn(&str) -> Result<String, String>;

impl Plan {
    /// Reads the text of an experiment file.
    ///
    /// `overrides` replace values of variables (of all studies that mention them), `seed`, `games_per_cell` and `first`
    /// (of all studies), and `study`: the names of those to play. `load` is asked for files of openings.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place and mostly a hint.
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
    /// assert_eq!((plan.cells.len(), plan.games()), (6, 300));
    /// assert_eq!(plan.cells[2].player.to_string(), "alpha-beta:depth=2,eval=runs");
    /// # Ok::<(), connect_toe_experiment::PlanError>(())
    /// ```
    pub fn read(source: &str, overrides: &[Override], load: Load) -> Result<Plan, PlanError> {
        let file: File = toml::from_str(source).map_err(|error| syntax_error(source, &error))?;
        let reader = Reader { source, file: &file, overrides, load };
        reader.check_overrides()?;
        reader.check_general_variables()?;
        let mut plan = Plan {
            title: file.title.clone().unwrap_or_else(|| "An experiment".to_owned()),
            question: file.question.clone(),
            seed: reader.general("seed")?.or(file.seed).unwrap_or(SEED),
            studies: Vec::new(),
            cells: Vec::new(),
            text: source.to_owned(),
            overrides: overrides.to_vec(),
        };
        for table in reader.chosen_studies()? {
            reader.study(table.get_ref(), &mut plan)?;
        }
        if plan.cells.is_empty() {
            return Err(PlanError::new("the experiment has no cells")
                .hint("add a [[study]] with a game and a player"));
        }
        Ok(plan)
    }
}

/// What is wrong with the form of a file.
fn syntax_error(source: &str, error: &toml::de::Error) -> PlanError {
    let message = error.message().trim().to_owned();
    let hint = unknown_field_hint(&message);
    let error_at = PlanError::new(message);
    let placed = match error.span() {
        Some(span) => error_at.at(source, span),
        None => error_at,
    };
    match hint {
        Some(hint) => placed.hint(hint),
        None => placed,
    }
}

/// For "unknown field `x`, expected one of `a`, `b`": the closest of them.
fn unknown_field_hint(message: &str) -> Option<String> {
    if message.contains("missing field `study`") {
        return Some("an experiment has at least one [[study]] with a name, a game and a player".to_owned());
    }
    let (field, expected) = message.strip_prefix("unknown field `")?.split_once("`, expected ")?;
    let known = expected.split('`').skip(1).step_by(2);
    closest(field, known).map(|name| format!("did you mean `{name}`?"))
}

struct Reader<'a> {
    source: &'a str,
    file: &'a File,
    overrides: &'a [Override],
    load: Load<'a>,
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

/// A variable and all its values.
struct Variable {
    name: String,
    values: Vec<String>,
}

/// A variable and one of its values.
type Value<'a> = (&'a str, &'a str);

impl<'a> Reader<'a> {
    fn overriding(&self, name: &str) -> Option<&'a str> {
        self.overrides.iter().rev().find(|one| one.name == name).map(|one| one.value.as_str())
    }

    fn general<T: std::str::FromStr>(&self, name: &str) -> Result<Option<T>, PlanError> {
        let parse = |text: &str| {
            text.parse().map_err(|_| PlanError::new(format!("{name}={text}: this is no value of {name}")))
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
                    .error(name.span(), format!("`{}` is no name of a study", name.get_ref()))
                    .hint("names have letters, digits, - and _; the title may say anything"));
            }
            if !names_before.insert(name.get_ref()) {
                return Err(self
                    .error(name.span(), format!("two studies have the name `{}`", name.get_ref()))
                    .hint("names tell the studies' results apart"));
            }
        }
        let Some(chosen) = self.overriding("study") else { return Ok(self.file.study.iter().collect()) };
        let chosen = expand(chosen, &[]).map_err(PlanError::new)?;
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

    fn study(&self, table: &StudyTable, plan: &mut Plan) -> Result<(), PlanError> {
        let variables = self.variables(table)?;
        let mentioned = self.check_mentioned(table, &variables)?;
        let factors: Vec<&Variable> = variables
            .iter()
            .filter(|variable| variable.values.len() > 1 && mentioned.contains(&variable.name))
            .collect();
        let name = table.name.get_ref();
        let study = plan.studies.len();
        plan.studies.push(Study {
            name: name.clone(),
            title: table.title.clone().unwrap_or_else(|| name.clone()),
            about: table.about.clone(),
            factors: factors
                .iter()
                .map(|variable| Factor { name: variable.name.clone(), values: variable.values.clone() })
                .collect(),
            is_round_robin: table.opponent.is_none(),
            openings_line: None,
        });
        let conditions = Cell { study, ..self.conditions(table)? };
        let before = plan.cells.len();
        let openings = table.openings.as_ref().or(self.file.openings.as_ref());
        plan.studies[study].openings_line = openings.map(|table| Place::of(self.source, table.span()).line);
        let mut played = HashSet::new();
        let product = |product: usize, factor: &&Variable| product.saturating_mul(factor.values.len());
        let combinations = factors.iter().fold(1, product);
        if combinations > MOST_CELLS {
            return Err(self.too_many_cells(table));
        }
        for number in 0..combinations {
            let conditions = Cell { levels: levels(&factors, number), ..conditions.clone() };
            let values: Vec<Value> = variables
                .iter()
                .map(|variable| {
                    let factor = factors.iter().position(|factor| factor.name == variable.name);
                    let value = factor.map_or(&variable.values[0], |factor| &conditions.levels[factor]);
                    (variable.name.as_str(), value.as_str())
                })
                .collect();
            self.cells(table, &conditions, &values, &mut played, plan)?;
        }
        if plan.cells.len() == before {
            return Err(self
                .error(table.player.span(), format!("the study `{name}` has no cells: nobody meets anybody"))
                .hint("name a second player, or an opponent"));
        }
        Ok(())
    }

    fn too_many_cells(&self, table: &StudyTable) -> PlanError {
        self.error(table.name.span(), format!("the experiment has more than {MOST_CELLS} cells"))
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
                for value in expand(text, &[]).map_err(error)? {
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

    /// Adds the cells of one combination of levels.
    fn cells(
        &self,
        table: &StudyTable,
        conditions: &Cell,
        values: &[Value],
        played: &mut HashSet<String>,
        plan: &mut Plan,
    ) -> Result<(), PlanError> {
        let games = self.games(&table.game, values)?;
        let players = self.players(&table.player, values)?;
        let opponents = table.opponent.as_ref().map(|items| self.players(items, values)).transpose()?;
        let others = opponents.as_ref().map_or(players.len(), Vec::len);
        let more = games.len().saturating_mul(players.len()).saturating_mul(others);
        if plan.cells.len().saturating_add(more) > MOST_CELLS {
            return Err(self.too_many_cells(table));
        }
        let pairings: Vec<(&PlayerSpec, &PlayerSpec)> = match &opponents {
            Some(opponents) => {
                players.iter().flat_map(|player| opponents.iter().map(move |other| (player, other))).collect()
            }
            None => players
                .iter()
                .enumerate()
                .flat_map(|(index, player)| players[index + 1..].iter().map(move |other| (player, other)))
                .collect(),
        };
        for game in &games {
            for &(player, opponent) in &pairings {
                let mut text = format!("{}|{game}|{player}|{opponent}", table.name.get_ref());
                // Where a factor changes nothing, the same is played again, with other random numbers.
                if !played.insert(text.clone()) {
                    text = format!("{text}|{}", conditions.levels.join(","));
                }
                plan.cells.push(Cell {
                    game: game.clone(),
                    player: player.clone(),
                    opponent: opponent.clone(),
                    identity: text.bytes().fold(0, |number, byte| scramble(number ^ u64::from(byte))),
                    ..conditions.clone()
                });
            }
        }
        Ok(())
    }

    /// A cell with everything that all cells of a study have in common.
    fn conditions(&self, table: &StudyTable) -> Result<Cell, PlanError> {
        let file = self.file;
        let openings = match table.openings.as_ref().or(file.openings.as_ref()) {
            None => Openings::None,
            Some(openings) => self.openings(openings)?,
        };
        let first = match self.overriding("first") {
            Some(first) => first.parse().map_err(PlanError::new)?,
            None => match table.first.as_ref().or(file.first.as_ref()) {
                None => FirstMover::Alternate,
                Some(first) => {
                    let error = |error| self.error(first.span(), error);
                    first.get_ref().parse().map_err(error)?
                }
            },
        };
        let limits = match table.limits.as_ref().or(file.limits.as_ref()) {
            None => Limits::default(),
            Some(limits) => {
                let table = limits.get_ref();
                if [table.nodes, table.milliseconds].contains(&Some(0)) {
                    return Err(self.error(limits.span(), "a limit must be at least 1"));
                }
                Limits { nodes: table.nodes, milliseconds: table.milliseconds }
            }
        };
        let adjudication = table.adjudicate.as_ref().or(file.adjudicate.as_ref());
        let adjudication =
            Adjudication { empty_cells: adjudication.and_then(|table| table.get_ref().empty_cells) };
        let named = table.games_per_cell.as_ref().or(file.games_per_cell.as_ref());
        let games = match (self.general("games_per_cell")?, named, &openings) {
            (Some(games), _, _) => games,
            (None, Some(games), _) => *games.get_ref(),
            (None, None, Openings::List(moves)) => 2 * moves.len() as u64,
            (None, None, _) => GAMES,
        };
        let at_games = |message: &str| match (self.overriding("games_per_cell"), named) {
            (Some(games), _) => PlanError::new(format!("games_per_cell={games}: {message}")),
            (None, Some(named)) => self.error(named.span(), message),
            (None, None) => PlanError::new(message),
        };
        if games == 0 {
            return Err(at_games("a cell needs at least one game"));
        }
        if games > MOST_GAMES {
            return Err(at_games(&format!("a cell can have at most {MOST_GAMES} games")));
        }
        Ok(Cell {
            study: 0,
            levels: Vec::new(),
            game: GameSpec::new([1], 1, connect_toe_game::Faces::Free),
            player: self.player("random").map_err(PlanError::new)?,
            opponent: self.player("random").map_err(PlanError::new)?,
            games,
            first,
            openings,
            limits,
            adjudication,
            identity: 0,
        })
    }

    fn openings(&self, table: &Spanned<OpeningsTable>) -> Result<Openings, PlanError> {
        let error = |message: &str| self.error(table.span(), message);
        let usage = "write { plies = 2, choose = \"all\" }, { plies = 4, choose = \"random\" }, { moves = [\"…\"] } \
                     or { file = \"…\" }";
        match table.get_ref() {
            OpeningsTable { plies: Some(plies), choose, moves: None, file: None } => {
                match choose.as_deref() {
                    Some("all") => Ok(Openings::All { plies: *plies }),
                    None | Some("random") => Ok(Openings::Random { plies: *plies }),
                    Some(other) => Err(error(&format!("`{other}` is no way to choose openings")).hint(usage)),
                }
            }
            OpeningsTable { plies: None, choose: None, moves: Some(moves), file: None }
                if !moves.is_empty() =>
            {
                Ok(Openings::List(moves.as_slice().into()))
            }
            OpeningsTable { plies: None, choose: None, moves: None, file: Some(file) } => {
                let text = (self.load)(file)
                    .map_err(|why| error(&format!("the file of openings {file} cannot be read: {why}")))?;
                let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
                let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
                let moves: Vec<String> = lines.filter(|line| !line.is_empty()).map(str::to_owned).collect();
                if moves.is_empty() {
                    return Err(error(&format!("the file of openings {file} has none"))
                        .hint("write one list of moves a line, for example `d1 d2 c1`"));
                }
                Ok(Openings::List(moves.into()))
            }
            OpeningsTable { plies: None, choose: None, moves: None, file: None } => {
                Err(error("this does not say which openings").hint(usage))
            }
            _ => Err(error("this says too much, or too little, about the openings").hint(usage)),
        }
    }

    fn games(&self, items: &Spanned<Items>, values: &[Value]) -> Result<Vec<GameSpec>, PlanError> {
        let mut games: IndexSet<GameSpec> = IndexSet::new();
        for (item, span) in each(items) {
            let texts = match item {
                Item::Text(text) => expand(text, values),
                Item::Grid(grid) => game_texts(grid, values),
            };
            for text in texts.map_err(|message| self.error(span.clone(), message))? {
                let game: GameSpec = text.parse().map_err(|error| self.error(span.clone(), error))?;
                game.check().map_err(|error| self.error(span.clone(), error))?;
                games.insert(game);
            }
        }
        if games.is_empty() {
            return Err(self.error(items.span(), "this names no game"));
        }
        Ok(games.into_iter().collect())
    }

    fn players(&self, items: &Spanned<Items>, values: &[Value]) -> Result<Vec<PlayerSpec>, PlanError> {
        let mut players: IndexSet<PlayerSpec> = IndexSet::new();
        for (item, span) in each(items) {
            let texts = match item {
                Item::Text(text) => expand(text, values),
                Item::Grid(grid) => player_texts(grid, values),
            };
            for text in texts.map_err(|message| self.error(span.clone(), message))? {
                let player = self.player(&text).map_err(|message| self.error(span.clone(), message))?;
                players.insert(player);
            }
        }
        if players.is_empty() {
            return Err(self.error(items.span(), "this names no player"));
        }
        Ok(players.into_iter().collect())
    }

    #[expect(clippy::unused_self, reason = "one of the reader's ways to read")]
    fn player(&self, text: &str) -> Result<PlayerSpec, String> {
        text.parse().map_err(|error: connect_toe_players::PlayerError| format!("{text}: {error}"))
    }
}

/// The items with their places.
fn each(items: &Spanned<Items>) -> Vec<(&Item, Range<usize>)> {
    match items.get_ref() {
        Items::One(item) => vec![(item, items.span())],
        Items::Many(many) => many.iter().map(|item| (item.get_ref(), item.span())).collect(),
    }
}

/// The values of the factors in combination `number`; those of the last factor change with every number.
fn levels(factors: &[&Variable], mut number: usize) -> Vec<String> {
    let mut levels: Vec<String> = factors
        .iter()
        .rev()
        .map(|factor| {
            let level = factor.values[number % factor.values.len()].clone();
            number /= factor.values.len();
            level
        })
        .collect();
    levels.reverse();
    levels
}

/// All texts that the values of a key stand for.
fn expand_all(values: &Values, variables: &[Value]) -> Result<Vec<String>, String> {
    let parts: Vec<Vec<String>> =
        values.0.iter().map(|text| expand(text, variables)).collect::<Result<_, _>>()?;
    Ok(parts.concat())
}

/// `{ sizes = "{3..4}x3", run = [3, 4], faces = "subsets", rules = ["", "misere"] }`.
fn game_texts(grid: &IndexMap<String, Values>, variables: &[Value]) -> Result<Vec<String>, String> {
    const KEYS: [&str; 4] = ["sizes", "run", "faces", "rules"];
    if let Some(unknown) = grid.keys().find(|key| !KEYS.contains(&key.as_str())) {
        return Err(format!("a game has no `{unknown}`: there are {}", KEYS.join(", ")));
    }
    let all = |key: &str, default: &str| match grid.get(key) {
        Some(values) => expand_all(values, variables),
        None if default.is_empty() && key != "rules" => Err(format!("the game lacks `{key}`")),
        None => Ok(vec![default.to_owned()]),
    };
    let mut texts = Vec::new();
    for sizes in all("sizes", "")? {
        for run in all("run", "")? {
            for faces in all("faces", "free")? {
                for rules in all("rules", "")? {
                    for faces in faces_of(&sizes, &faces)? {
                        let rules = if rules.is_empty() { String::new() } else { format!(":{rules}") };
                        texts.push(format!("{sizes}:{run}:{faces}{rules}"));
                    }
                }
            }
        }
    }
    Ok(texts)
}

/// What a game's `faces` stand for.
fn faces_of(sizes: &str, faces: &str) -> Result<Vec<String>, String> {
    let up_to_symmetry = match faces {
        "subsets" => false,
        "subsets-up-to-symmetry" => true,
        text => return Ok(vec![text.to_owned()]),
    };
    let numbers: Result<Vec<u16>, _> = sizes.split('x').map(str::parse).collect();
    let numbers = numbers.map_err(|_| format!("`{sizes}` are no sizes: write 4x4, for example"))?;
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
fn player_texts(grid: &IndexMap<String, Values>, variables: &[Value]) -> Result<Vec<String>, String> {
    let search =
        grid.get("search").ok_or("the player lacks `search`, for example search = \"alpha-beta\"")?;
    let mut texts = expand_all(search, variables)?;
    let mut separator = ':';
    for (key, values) in grid.iter().filter(|(key, _)| *key != "search") {
        let values = expand_all(values, variables)?;
        texts = texts
            .iter()
            .flat_map(|start| values.iter().map(move |value| format!("{start}{separator}{key}={value}")))
            .collect();
        separator = ',';
    }
    Ok(texts)
}
