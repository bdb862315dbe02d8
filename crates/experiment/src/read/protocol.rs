//! How a file says that games are played.

use connect_toe_players::FirstMover;
use connect_toe_records::{Piece, pieces};
use toml::Spanned;

use super::Reader;
use super::file::{OpeningsTable, StudyTable};
use super::source::PlanError;
use crate::protocol::{Adjudication, Limits, ListedOpenings, Openings, OpeningsFile, Protocol};

/// The number of games of a condition whose openings are not a list.
const GAMES: u64 = 100;
/// The most games that a condition can have.
const MOST_GAMES: u64 = 1_000_000_000_000;

impl Reader<'_> {
    /// How the games of a study are played.
    pub(super) fn protocol(&self, table: &StudyTable) -> Result<Protocol, PlanError> {
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
            (None, None, Openings::List(list)) => 2 * list.moves.len() as u64,
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
        let swap = table.swap.or(file.swap).unwrap_or(false);
        Ok(Protocol { games, first, openings, limits, adjudication, swap })
    }

    fn openings(&self, table: &Spanned<OpeningsTable>) -> Result<Openings, PlanError> {
        let error = |message: &str| self.error(table.span(), message);
        let usage = "write { plies = 2, choose = \"all\" }, { plies = 4, choose = \"random\" } or \"balanced\", { moves = [\"…\"] } \
                     or { file = \"…\" }";
        match table.get_ref() {
            OpeningsTable { plies: Some(plies), choose, moves: None, file: None } => {
                match choose.as_deref() {
                    Some("all") => Ok(Openings::All { plies: *plies }),
                    Some("balanced") => Ok(Openings::Balanced { plies: *plies }),
                    None | Some("random") => Ok(Openings::Random { plies: *plies }),
                    Some(other) => {
                        Err(error(&format!("`{other}` is not a way to choose openings")).hint(usage))
                    }
                }
            }
            OpeningsTable { plies: None, choose: None, moves: Some(moves), file: None }
                if !moves.is_empty() =>
            {
                Ok(Openings::List(ListedOpenings::from(moves.as_slice())))
            }
            OpeningsTable { plies: None, choose: None, moves: None, file: Some(file) } => {
                let text = (self.load)(file)
                    .map_err(|why| error(&format!("the file of openings {file} cannot be read: {why}")))?;
                let without_comment =
                    |text: &str| text.split('#').next().unwrap_or_default().trim().to_owned();
                let text_of =
                    |piece: Piece| if piece.is_game { piece.text } else { without_comment(&piece.text) };
                let (lines, moves): (Vec<usize>, Vec<String>) = pieces(&text)
                    .into_iter()
                    .map(|piece| (piece.line as usize, text_of(piece)))
                    .filter(|(_, text)| !text.is_empty())
                    .unzip();
                if moves.is_empty() {
                    return Err(error(&format!("the file {file} does not name any openings"))
                        .hint("write one list of moves a line, for example `d1 d2 c1`"));
                }
                let file = OpeningsFile { name: file.clone(), lines };
                Ok(Openings::List(ListedOpenings { moves: moves.into(), file: Some(file.into()) }))
            }
            OpeningsTable { plies: None, choose: None, moves: None, file: None } => {
                Err(error("this does not say which openings").hint(usage))
            }
            table => Err(error(&contradiction(table)).hint(usage)),
        }
    }
}

/// What is wrong with a table of openings whose fields do not go together.
fn contradiction(table: &OpeningsTable) -> String {
    let fields =
        [("plies", table.plies.is_some()), ("moves", table.moves.is_some()), ("file", table.file.is_some())];
    let given: Vec<String> =
        fields.iter().filter(|(_, is_given)| *is_given).map(|(name, _)| format!("`{name}`")).collect();
    match &given[..] {
        [] => "`choose` needs `plies`, the number of moves of an opening".to_owned(),
        [one] if table.choose.is_some() => format!("`choose` goes with `plies`, not with {one}"),
        [_] => "`moves` is an empty list: it needs at least one opening".to_owned(),
        several => format!("{} do not go together: openings are one of them", several.join(" and ")),
    }
}
