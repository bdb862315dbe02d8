//! Playing stored games again: their moves decide what they say.

use std::collections::HashMap;

use connect_toe_experiment::{Condition, Ending, GamePlayed, Plan, result_for};
use connect_toe_game::{Bits, Game, GameSpec, Geometry, Outcome, Record, Side, with_game};

/// The games of a plan, each made when it is first asked for.
pub(crate) struct Referee<'a> {
    plan: &'a Plan,
    games: HashMap<&'a GameSpec, Game>,
}

impl<'a> Referee<'a> {
    pub(crate) fn new(plan: &'a Plan) -> Referee<'a> {
        Referee { plan, games: HashMap::new() }
    }

    fn game(&mut self, condition: &'a Condition) -> &Game {
        let game = || Game::new(&condition.game).expect("the games of a plan are sound");
        self.games.entry(&condition.game).or_insert_with(game)
    }

    /// The board of a cell of the plan.
    pub(crate) fn geometry(&mut self, cell: usize) -> &Geometry {
        self.game(&self.plan.conditions[cell]).geometry()
    }

    /// Whether the rules allow the game of this number in a cell of the plan, and its moves lead to its result.
    pub(crate) fn check(&mut self, condition: usize, number: u64, game: &GamePlayed) -> Result<(), String> {
        let condition = &self.plan.conditions[condition];
        if game.swapped && !condition.protocol.swap {
            return Err("its sides were swapped, and the experiment does not allow it".to_owned());
        }
        let planned = if game.swapped { game.player_side.other() } else { game.player_side };
        if condition.protocol.first.fixed_side(number).is_some_and(|side| side != planned) {
            return Err("the player has the other's side".to_owned());
        }
        with_game!(self.game(condition), record => replay(record, condition, game))
    }
}

fn replay<B: Bits>(record: &Record<B>, condition: &Condition, game: &GamePlayed) -> Result<(), String> {
    let rules = record.rules();
    let mut board = *record.board();
    let mut outcome = rules.outcome(&board);
    for (&place, number) in game.moves.iter().zip(1..) {
        let impossible =
            |why: &str| Err(format!("move {number}, {}, {why}", rules.geometry().cell_text(place)));
        if outcome.is_some() {
            return impossible("comes after the end");
        }
        if !rules.is_legal(&board, place) {
            return impossible("is impossible");
        }
        let step = rules.step(&board, place);
        (board, outcome) = (step.board, step.outcome);
    }
    match outcome {
        Some(_) if game.ending != Ending::LastMove => {
            Err("it reached its end, but is recorded as ended before".to_owned())
        }
        Some(outcome) if result_for(game.player_side, outcome) != game.result => {
            Err(format!("its moves do not lead to a {}", game.result.name()))
        }
        Some(_) => Ok(()),
        // Its result is the exact value, which only the checksum vouches for.
        None if game.is_adjudicated() => {
            let empty = rules.empty_cells(&board);
            match condition.protocol.adjudication.empty_cells {
                Some(most) if empty <= most => Ok(()),
                _ => Err(format!("it was ended with {empty} empty cells, too early")),
            }
        }
        None if game.ending == Ending::Forfeit => {
            let is_said_to_lose =
                |loser: Side| result_for(game.player_side, Outcome::Win(loser.other())) == game.result;
            // The player that was to choose its side after the opening has O until it did.
            let was_choosing = condition.protocol.swap
                && !game.swapped
                && game.moves.len() == game.opening_plies as usize
                && is_said_to_lose(Side::O);
            if is_said_to_lose(board.to_move()) || was_choosing {
                Ok(())
            } else {
                Err("the side to move gave it up, but is not recorded as the loser".to_owned())
            }
        }
        None => Err(format!("it does not end after its {} moves", game.moves.len())),
    }
}
