//! The design of a study: its factors, the games and players with slots for the factors' levels, and the conditions
//! that follow.
//!
//! ```text
//!  file      player = "alpha-beta:depth={depth},eval={runs,terminal}"      let depth = [1, 2]
//!
//!  factor    depth: levels 1, 2
//!  patterns  alpha-beta:depth=▢,eval=runs      alpha-beta:depth=▢,eval=terminal        ▢ = the level of depth
//!  condition level 1, first pattern: alpha-beta:depth=1,eval=runs    … and so on, a condition for each combination
//! ```
//!
//! Reports and statistics read the design: which conditions differ in nothing but a factor's level is a comparison of
//! indices, never of texts.

use std::fmt;

use connect_toe_game::{GameSpec, scramble};
use connect_toe_players::PlayerSpec;

use crate::protocol::{Openings, Protocol};

/// A part of an experiment that varies some factors and keeps everything else.
///
/// ```
/// use connect_toe_experiment::Plan;
/// let text = r#"
///     [let]
///     depth = [1, 2]
///     [[study]]
///     name = "look-ahead"
///     game = "3x3:3"
///     player = "alpha-beta:depth={depth}"
///     opponent = "random"
/// "#;
/// let plan = Plan::read(text, &[], &|_| Err("has no files".to_owned()))?;
/// let study = &plan.studies[0];
/// assert_eq!(study.players[0].text(&study.factors), "alpha-beta:depth={depth}");
/// assert_eq!(study.factors[0].numbers(), Some(vec![1.0, 2.0]));
/// assert_eq!(study.levels_text(&plan.conditions[1]), "depth=2");
/// # Ok::<(), connect_toe_experiment::PlanError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Study {
    /// Its name, a word.
    pub name: String,
    /// Its heading.
    pub title: String,
    /// The question that it answers.
    pub question: Option<String>,
    /// What it is about, in words.
    pub about: Option<String>,
    /// What varies besides games and players: variables with more than one value.
    pub factors: Vec<Factor>,
    /// The games.
    pub games: Vec<GamePattern>,
    /// The players whose wins are counted; all players of a round robin.
    pub players: Vec<PlayerPattern>,
    /// Their opponents, or `None` in a round robin, where the players meet each other.
    pub opponents: Option<Vec<PlayerPattern>>,
    /// How the games are played.
    pub protocol: Protocol,
    /// The line of the experiment file that names the openings, if there is one.
    pub openings_line: Option<usize>,
}

impl Study {
    /// Whether the players meet each other, and not opponents of their own.
    pub fn is_round_robin(&self) -> bool {
        self.opponents.is_none()
    }

    /// The opponents; in a round robin the players.
    pub fn opponents(&self) -> &[PlayerPattern] {
        self.opponents.as_deref().unwrap_or(&self.players)
    }

    /// The name and level of each factor in a condition of this study.
    pub fn levels_of(&self, condition: &Condition) -> impl Iterator<Item = (&str, &Level)> {
        let factors = self.factors.iter().zip(&condition.levels);
        factors.map(|(factor, &level)| (factor.name.as_str(), &factor.levels[level]))
    }

    /// The factors and their levels in a condition of this study: `depth=3 side=4`.
    pub fn levels_text(&self, condition: &Condition) -> String {
        let levels = self.levels_of(condition).map(|(name, level)| format!("{name}={level}"));
        levels.collect::<Vec<String>>().join(" ")
    }

    /// The conditions in which these games and players meet at these levels, if the study has this place in the plan.
    /// Without opponents every player meets every later one.
    pub(crate) fn conditions(
        &self,
        place: usize,
        levels: &[usize],
        games: &[Placed<GameSpec>],
        players: &[Placed<PlayerSpec>],
        opponents: Option<&[Placed<PlayerSpec>]>,
    ) -> Vec<Condition> {
        let mut conditions = Vec::new();
        for (game_pattern, game) in games {
            for (number, (player_pattern, player)) in players.iter().enumerate() {
                for (opponent_pattern, opponent) in opponents.unwrap_or(&players[number + 1..]) {
                    let played = format!("{}|{game}|{player}|{opponent}", self.name);
                    conditions.push(Condition {
                        study: place,
                        levels: levels.to_vec(),
                        game_pattern: *game_pattern,
                        player_pattern: *player_pattern,
                        opponent_pattern: *opponent_pattern,
                        game: game.clone(),
                        player: player.clone(),
                        opponent: opponent.clone(),
                        protocol: self.protocol.clone(),
                        identity: digest(0, &played),
                    });
                }
            }
        }
        conditions
    }

    /// The place of the factor with this name.
    pub fn factor(&self, name: &str) -> Option<usize> {
        self.factors.iter().position(|factor| factor.name == name)
    }
}

/// A game or player of a study, with the place of its pattern there.
pub(crate) type Placed<T> = (usize, T);

/// A variable of a study with more than one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor {
    /// The variable's name.
    pub name: String,
    /// Its values.
    pub levels: Vec<Level>,
}

impl Factor {
    /// The levels as numbers, if all of them are.
    pub fn numbers(&self) -> Option<Vec<f64>> {
        self.levels.iter().map(Level::number).collect()
    }
}

/// A value of a factor.
///
/// ```
/// use connect_toe_experiment::Level;
/// assert_eq!((Level::new("2.50").number(), Level::new("2.50").to_string()), (Some(2.5), "2.50".to_owned()));
/// assert_eq!(Level::new("runs").number(), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// A finite number.
    Number {
        /// Its value.
        value: Finite,
        /// How the experiment file writes it.
        text: String,
    },
    /// Anything else.
    Word(String),
}

impl Level {
    /// Reads a level: a finite number, or a word.
    pub fn new(text: impl Into<String>) -> Level {
        let text = text.into();
        match text.parse().ok().and_then(Finite::new) {
            Some(value) => Level::Number { value, text },
            None => Level::Word(text),
        }
    }

    /// The value of a number.
    pub fn number(&self) -> Option<f64> {
        match self {
            Level::Number { value, .. } => Some(value.get()),
            Level::Word(_) => None,
        }
    }

    /// The level as the experiment file writes it.
    pub fn text(&self) -> &str {
        match self {
            Level::Number { text, .. } | Level::Word(text) => text,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// A finite floating-point number, which equals itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Finite(u64);

impl Finite {
    /// The number, unless it is infinite or not a number.
    pub fn new(number: f64) -> Option<Finite> {
        number.is_finite().then(|| Finite(number.to_bits()))
    }

    /// The number.
    pub fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

/// A text with slots that a study's factors fill.
///
/// ```
/// use connect_toe_experiment::{Factor, Level, Piece, Template};
/// let factors = [Factor { name: "side".to_owned(), levels: vec![Level::new("3"), Level::new("4")] }];
/// let text = |text: &str| Piece::Text(text.to_owned());
/// let template = Template::new([Piece::Slot(0), text("x"), Piece::Slot(0), text(":3")]);
/// assert_eq!(template.text(&factors), "{side}x{side}:3");
/// assert_eq!(template.fill(&factors, &[1]), "4x4:3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Template(Vec<Piece>);

/// A part of a [`Template`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// This text at all levels.
    Text(String),
    /// The level of the factor with this place in [`Study::factors`].
    Slot(usize),
}

impl Template {
    /// The template of these pieces. Texts that stand side by side become one, so that equal templates compare equal.
    pub fn new(pieces: impl IntoIterator<Item = Piece>) -> Template {
        let mut template = Template::default();
        for piece in pieces {
            template.push(piece);
        }
        template
    }

    /// A text without slots.
    pub fn fixed(text: impl Into<String>) -> Template {
        Template::new([Piece::Text(text.into())])
    }

    pub(crate) fn push(&mut self, piece: Piece) {
        match (self.0.last_mut(), piece) {
            (_, Piece::Text(text)) if text.is_empty() => {}
            (Some(Piece::Text(last)), Piece::Text(text)) => last.push_str(&text),
            (_, piece) => self.0.push(piece),
        }
    }

    /// The pieces in their order.
    pub(crate) fn pieces(&self) -> &[Piece] {
        &self.0
    }

    /// Whether a factor changes the text.
    pub fn varies(&self) -> bool {
        self.0.iter().any(|piece| matches!(piece, Piece::Slot(_)))
    }

    /// The text at these levels.
    pub fn fill(&self, factors: &[Factor], levels: &[usize]) -> String {
        self.write(|slot| factors[slot].levels[levels[slot]].text().to_owned())
    }

    /// The text with each slot as the factor's name in braces: `alpha-beta:depth={depth}`.
    pub fn text(&self, factors: &[Factor]) -> String {
        self.write(|slot| format!("{{{}}}", factors[slot].name))
    }

    fn write(&self, slot: impl Fn(usize) -> String) -> String {
        let pieces = self.0.iter().map(|piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Slot(factor) => slot(*factor),
        });
        pieces.collect()
    }

    /// The templates between the places where a text has this separator; at most `most` of them, the last with the
    /// rest.
    pub(crate) fn split(&self, separator: char, most: usize) -> Vec<Template> {
        let mut parts = vec![Template::default()];
        for piece in &self.0 {
            let Piece::Text(text) = piece else {
                parts.last_mut().expect("there is a first part").push(piece.clone());
                continue;
            };
            let room = most - parts.len() + 1;
            for (number, part) in text.splitn(room, separator).enumerate() {
                if number > 0 {
                    parts.push(Template::default());
                }
                parts.last_mut().expect("there is a first part").push(Piece::Text(part.to_owned()));
            }
        }
        parts
    }
}

/// A game at every combination of the factors' levels.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GamePattern {
    /// The game's text: canonical if no factor changes it.
    pub text: Template,
}

impl GamePattern {
    pub(crate) fn new(text: Template, game: &GameSpec) -> GamePattern {
        GamePattern { text: if text.varies() { text } else { Template::fixed(game.to_string()) } }
    }

    /// A game that no factor changes.
    pub fn fixed(game: &GameSpec) -> GamePattern {
        GamePattern { text: Template::fixed(game.to_string()) }
    }
}

/// A player at every combination of the factors' levels.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlayerPattern {
    /// The name of the search.
    pub search: Template,
    /// The settings: key and value.
    pub settings: Vec<Setting>,
}

/// A setting of a [`PlayerPattern`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setting {
    /// The key; empty if a factor's level holds key and value.
    pub key: String,
    /// The value.
    pub value: Template,
}

impl PlayerPattern {
    pub(crate) fn new(text: &Template, player: &PlayerSpec) -> PlayerPattern {
        if text.varies() { PlayerPattern::of_template(text) } else { PlayerPattern::fixed(player) }
    }

    /// A player that no factor changes.
    pub fn fixed(player: &PlayerSpec) -> PlayerPattern {
        let settings = player.settings();
        let setting = |key: &str| Setting {
            key: key.to_owned(),
            value: Template::fixed(settings.text(key).unwrap_or_default()),
        };
        PlayerPattern {
            search: Template::fixed(player.name()),
            settings: settings.keys().map(setting).collect(),
        }
    }

    fn of_template(text: &Template) -> PlayerPattern {
        let mut parts = text.split(':', 2).into_iter();
        let search = parts.next().unwrap_or_default();
        let settings = parts.next().map_or_else(Vec::new, |settings| settings.split(',', usize::MAX));
        let setting = |setting: Template| {
            let parts = setting.split('=', 2);
            match &parts[..] {
                [key, value] if !key.varies() => Setting { key: key.text(&[]), value: value.clone() },
                _ => Setting { key: String::new(), value: setting },
            }
        };
        PlayerPattern { search, settings: settings.into_iter().map(setting).collect() }
    }

    /// Whether a factor changes the player.
    pub fn varies(&self) -> bool {
        self.search.varies() || self.settings.iter().any(|setting| setting.value.varies())
    }

    /// The player's text with each slot as the factor's name in braces: `alpha-beta:depth={depth},eval=runs`.
    pub fn text(&self, factors: &[Factor]) -> String {
        let settings: Vec<String> = self.settings.iter().map(|setting| setting.text(factors)).collect();
        let search = self.search.text(factors);
        if settings.is_empty() { search } else { format!("{search}:{}", settings.join(",")) }
    }
}

impl Setting {
    /// The setting as text: `depth={depth}`.
    pub fn text(&self, factors: &[Factor]) -> String {
        let value = self.value.text(factors);
        if self.key.is_empty() { value } else { format!("{}={value}", self.key) }
    }
}

/// One combination of levels, game and players, with everything that decides its games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The place of the study in the plan.
    pub study: usize,
    /// The place of each factor's level in [`Factor::levels`], in the order of the factors.
    pub levels: Vec<usize>,
    /// The place of the game in [`Study::games`].
    pub game_pattern: usize,
    /// The place of the player in [`Study::players`].
    pub player_pattern: usize,
    /// The place of the opponent in [`Study::opponents()`].
    pub opponent_pattern: usize,
    /// The game.
    pub game: GameSpec,
    /// The player whose wins are counted.
    pub player: PlayerSpec,
    /// The other player.
    pub opponent: PlayerSpec,
    /// How the games are played.
    pub protocol: Protocol,
    /// Random-looking number that no other condition of the study has: it tells the conditions' games apart.
    pub(crate) identity: u64,
}

impl Condition {
    /// Makes the seed depend on the levels too, so that a condition that plays the same as another one of the study has
    /// games of its own.
    pub(crate) fn repeat(&mut self, study: &Study) {
        let levels: Vec<&str> = study.levels_of(self).map(|(_, level)| level.text()).collect();
        self.identity = digest(self.identity, &format!("|{}", levels.join(",")));
    }

    /// Whether a player meets itself.
    pub fn is_of_equals(&self) -> bool {
        self.player == self.opponent
    }

    /// The key of the condition's openings in [`Plan::balanced`](crate::Plan::balanced), game and plies, if they are to
    /// be balanced.
    pub fn balanced_place(&self) -> Option<(String, u32)> {
        match self.protocol.openings {
            Openings::Balanced { plies } => Some((self.game.to_string(), plies)),
            _ => None,
        }
    }

    /// The seed of this condition's games in a run with the given seed. It depends on the study's name and on what is
    /// played, so that a condition gives the same games whatever other conditions there are.
    pub fn seed(&self, run_seed: u64) -> u64 {
        scramble(scramble(run_seed) ^ self.identity)
    }
}

/// A random-looking number of a text that follows one with the number `before`.
fn digest(before: u64, text: &str) -> u64 {
    text.bytes().fold(before, |number, byte| scramble(number ^ u64::from(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn factors() -> Vec<Factor> {
        let factor = |name: &str, levels: &[&str]| Factor {
            name: name.to_owned(),
            levels: levels.iter().map(|&level| Level::new(level)).collect(),
        };
        vec![factor("search", &["minimax", "alpha-beta"]), factor("depth", &["1", "2.50"])]
    }

    fn template() -> Template {
        let text = |text: &str| Piece::Text(text.to_owned());
        Template::new([
            Piece::Slot(0),
            text(":depth"),
            text("="),
            Piece::Slot(1),
            text(",eval=runs"),
            text(""),
        ])
    }

    #[test]
    fn templates_are_filled_and_named() {
        let (template, factors) = (template(), factors());
        assert_eq!(template.pieces().len(), 4);
        assert!(template.varies() && !Template::fixed("random").varies());
        assert_eq!(template.fill(&factors, &[1, 1]), "alpha-beta:depth=2.50,eval=runs");
        assert_eq!(template.text(&factors), "{search}:depth={depth},eval=runs");
    }

    #[test]
    fn a_player_has_search_and_settings() {
        let factors = factors();
        let pattern = PlayerPattern::of_template(&template());
        assert_eq!(
            (pattern.search, pattern.settings[0].key.as_str()),
            (Template::new([Piece::Slot(0)]), "depth")
        );
        assert_eq!(pattern.settings[0].value, Template::new([Piece::Slot(1)]));
        assert_eq!(pattern.settings[1].text(&factors), "eval=runs");
        let whole = PlayerPattern::of_template(&Template::new([Piece::Slot(0)]));
        assert_eq!((whole.text(&factors), whole.settings.len()), ("{search}".to_owned(), 0));
        let text = "two-ply:eval=weighted-lines,weights=1/10";
        let player: PlayerSpec = text.parse().expect("a player");
        assert_eq!(PlayerPattern::fixed(&player).text(&factors), text);
    }

    #[test]
    fn levels_are_numbers_or_words() {
        let factors = factors();
        assert_eq!((factors[0].numbers(), factors[1].numbers()), (None, Some(vec![1.0, 2.5])));
        assert_eq!((Level::new("inf").number(), Level::new("1e3").number()), (None, Some(1000.0)));
        assert_eq!(Level::new("2.50").to_string(), "2.50");
    }
}
