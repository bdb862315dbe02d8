//! `experiment game`: one of the games of the results.

use connect_toe_api::{Error, Fault, Hint, Work};
use connect_toe_experiment::{Ending, Plan};
use connect_toe_game::{Geometry, Side};
use serde::{Deserialize, Serialize};

use super::ExperimentFile;
use crate::stored::results_error;

/// Asks for a game of an experiment's results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameOfExperiment {
    /// The experiment and its results.
    #[serde(flatten)]
    pub file: ExperimentFile,
    /// The study's name; without it the first one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub study: Option<String>,
    /// The number of the cell in its study, from 1, in the order of the report's table; without it the first one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<usize>,
    /// The number of the game in its cell, from 0, as in the exported table; without it the first one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExperimentGame {
    /// The study's name.
    pub study: String,
    /// The number of the cell in its study, from 1.
    pub cell: usize,
    /// The values of the study's factors.
    pub levels: String,
    /// The number of the game in its cell, from 0.
    pub number: u64,
    /// The game's text.
    pub game: String,
    /// The player with X, who moves first; an opening's first stone is X's too.
    pub x: String,
    /// The player with O.
    pub o: String,
    /// Whether the player whose wins the cell counts had X or O.
    pub player_side: String,
    /// `win`, `draw` or `loss`, for that player.
    pub result: String,
    /// The number of moves.
    pub plies: usize,
    /// How many of them are the opening's.
    pub opening_plies: u32,
    /// Whether the game was ended with its exact value before its end.
    pub adjudicated: bool,
    /// Whether the side to move had no move to give, and lost: another program that crashed, or broke the rules.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forfeited: bool,
    /// Whether the player that would have had O chose X.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub swapped: bool,
    /// The seed of the cell's games.
    pub seed: u64,
    /// All moves.
    pub moves: String,
}

impl GameOfExperiment {
    /// The game; also while a run is writing its results.
    ///
    /// # Errors
    /// An experiment file or a results file that cannot be used; a study, cell or game that is not there.
    pub fn run(&self, work: &Work) -> Result<ExperimentGame, Error> {
        let file = self.file.read(work)?;
        let results = self.file.open(&file, work)?;
        let (cell, place) = self.place(&file.plan)?;
        let number = self.number.unwrap_or(0);
        let condition = &file.plan.conditions[place];
        let study = &file.plan.studies[condition.study];
        let games = condition.protocol.games;
        if number >= games {
            let last = games.saturating_sub(1);
            return Err(Error::of_field(
                Fault::NoSuchPart,
                "number",
                format!("cell {cell} of `{}` has the games 0 to {last}, not {number}", study.name),
            ));
        }
        let pair = results.pair_at(&file.plan, place, number / 2).map_err(results_error)?;
        let found = pair.and_then(|pair| pair.games.into_iter().nth((number % 2) as usize));
        let Some(found) = found else {
            let message = format!("game {number} of cell {cell} of `{}` has not been played", study.name);
            return Err(Error::of_field(Fault::NotPlayed, "number", message).with_hint(Hint::either(
                format!("play it with `connect-toe experiment resume {}`", file.path.display()),
                "play it with play_experiment(..., resume=True)",
            )));
        };
        let geometry = Geometry::of(&condition.game).map_err(Error::impossible)?;
        let moves: Vec<String> = found.moves.iter().map(|&cell| geometry.cell_text(cell)).collect();
        let (player, opponent) = (condition.player.to_string(), condition.opponent.to_string());
        let (x, o) = if found.player_side == Side::X { (player, opponent) } else { (opponent, player) };
        Ok(ExperimentGame {
            study: study.name.clone(),
            cell,
            levels: study.levels_text(condition),
            number,
            game: condition.game.to_string(),
            x,
            o,
            player_side: found.player_side.to_string(),
            result: found.result.name().to_owned(),
            plies: found.moves.len(),
            opening_plies: found.opening_plies,
            adjudicated: found.is_adjudicated(),
            forfeited: found.ending == Ending::Forfeit,
            swapped: found.swapped,
            seed: condition.seed(file.plan.seed),
            moves: moves.join(" "),
        })
    }

    /// The number of the cell in its study, and its place in the plan.
    fn place(&self, plan: &Plan) -> Result<(usize, usize), Error> {
        let index = match &self.study {
            None => 0,
            Some(name) => plan.studies.iter().position(|study| study.name == *name).ok_or_else(|| {
                let names: Vec<String> =
                    plan.studies.iter().map(|study| format!("`{}`", study.name)).collect();
                Error::of_field(Fault::NoSuchPart, "study", format!("there is no study `{name}`"))
                    .with_hint(format!("the experiment has {}", names.join(", ")))
            })?,
        };
        let cell = self.cell.unwrap_or(1);
        let places: Vec<usize> = plan.conditions_of(index).map(|(place, _)| place).collect();
        let place = cell.checked_sub(1).and_then(|at| places.get(at));
        place.map(|&place| (cell, place)).ok_or_else(|| {
            let name = &plan.studies[index].name;
            Error::of_field(
                Fault::NoSuchPart,
                "cell",
                format!("the study `{name}` has the cells 1 to {}, not {cell}", places.len()),
            )
        })
    }
}
