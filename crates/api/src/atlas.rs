//! What an atlas or a book says of a game before anything is searched.

use connect_toe_atlas::{Atlas, Found, Known};
use connect_toe_game::{Bits, Board, Cell, Game, Geometry, Rules, with_game};
use connect_toe_solve::{Book, Score, Value};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::position::game;
use crate::solve::ValueBounds;

/// What is known of a game's empty board without a search. Values are for X, who moves first.
///
/// ```
/// use connect_toe_api::KnownGame;
/// use connect_toe_atlas::Atlas;
/// let known = KnownGame::find(Atlas::shipped(), "tic-tac-toe")?;
/// assert_eq!((known.result.as_deref(), known.source.as_deref()), (Some("draw"), Some("atlas")));
/// // Connect Four whose stones fall to the right.
/// let known = KnownGame::find(Atlas::shipped(), "6x7:4:+1")?;
/// assert_eq!((known.distance, known.best.as_slice()), (Some(41), &["f4".to_owned()][..]));
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct KnownGame {
    /// Canonical game text.
    pub game: String,
    /// `win`, `draw` or `loss`; none if it is not known.
    pub result: Option<String>,
    /// The number of plies to the end of the game under best play; none for a draw, and if it is not known.
    pub distance: Option<u32>,
    /// The first moves that keep the value; empty if they are not known.
    pub best: Vec<String>,
    /// The least and the greatest value that are possible, if the atlas has the game and not its value.
    pub bounds: Option<ValueBounds>,
    /// Where this is from: `atlas` or `book`; none if nothing is known.
    pub source: Option<String>,
    /// The game that the atlas has: it has the same rules on a turned board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed_as: Option<String>,
    /// Nodes that were searched for the atlas.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// How long it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

impl KnownGame {
    /// What an atlas, or else a book that the program has, says of a game.
    ///
    /// # Errors
    /// A text that is not a game.
    pub fn find(atlas: &Atlas, game_text: &str) -> Result<KnownGame, Error> {
        Ok(KnownGame::of(atlas, &game(game_text)?))
    }

    pub(crate) fn of(atlas: &Atlas, game: &Game) -> KnownGame {
        let nothing = KnownGame { game: game.spec().to_string(), ..KnownGame::default() };
        let in_atlas = atlas.find(game.spec());
        let is_exact = in_atlas.as_ref().is_some_and(|found| found.known.value().is_some());
        let in_book = if is_exact { None } else { with_game!(game, record => in_book(record.rules())) };
        match (in_atlas, in_book) {
            (_, Some((value, best))) => KnownGame {
                result: Some(value.result().to_string()),
                distance: value.distance(),
                best: best.into_iter().map(|cell| game.cell_text(cell)).collect(),
                source: Some("book".to_owned()),
                ..nothing
            },
            (Some(found), None) => nothing.with(&found, game),
            (None, None) => nothing,
        }
    }

    fn with(self, found: &Found, game: &Game) -> KnownGame {
        let listed_as = found.representative.spec().to_string();
        let known = KnownGame::listed(&self.game, &found.known, found.best(game.geometry()), game.geometry());
        KnownGame { listed_as: (listed_as != self.game).then_some(listed_as), ..known }
    }

    /// What an atlas says of a game, with the best first moves.
    pub fn listed(game: &str, known: &Known, best: Option<Vec<Cell>>, geometry: &Geometry) -> KnownGame {
        let cells = best.unwrap_or_default();
        KnownGame {
            game: game.to_owned(),
            result: known.result().map(|result| result.to_string()),
            distance: known.value().and_then(Value::distance),
            best: cells.into_iter().map(|cell| geometry.cell_text(cell)).collect(),
            bounds: known.value().is_none().then(|| ValueBounds::new(known.at_least, known.at_most)),
            source: Some("atlas".to_owned()),
            listed_as: None,
            nodes: Some(known.nodes),
            seconds: Some(known.seconds),
        }
    }
}

/// What the atlas of the program says of a game that would take long to search.
pub(crate) struct StartInAtlas {
    pub(crate) score: Score,
    /// The best first moves, or none if they are not known.
    pub(crate) best: Vec<String>,
}

/// What took fewer nodes is searched again: that is soon done, and shows how it goes.
const MANY_NODES: u64 = 1_000_000;

impl StartInAtlas {
    /// What is known of this position, if it is the empty board.
    pub(crate) fn of<B: Bits>(rules: &Rules<B>, board: &Board<B>) -> Option<StartInAtlas> {
        if *board != rules.start() {
            return None;
        }
        let found = Atlas::shipped().find(rules.spec()).filter(|found| found.known.nodes >= MANY_NODES)?;
        let score = found.known.value()?.score(rules.empty_cells(board));
        let geometry = rules.geometry();
        let best = found.best(geometry).unwrap_or_default();
        Some(StartInAtlas { score, best: best.into_iter().map(|cell| geometry.cell_text(cell)).collect() })
    }
}

/// The value of the empty board with the best first moves, if the program has a book of the game.
fn in_book<B: Bits>(rules: &Rules<B>) -> Option<(Value, Vec<Cell>)> {
    let book = Book::shipped(rules)?;
    let start = rules.start();
    let score = book.score(&start)?;
    let keeps = |cell: &Cell| book.score(&rules.play(&start, *cell)) == Some(-score);
    let best = rules.legal_moves(&start).into_iter().filter(keeps).collect();
    Some((score.value(rules.empty_cells(&start)), best))
}
