//! `perfect`: search to the end of the game; faster wins first, slower losses last.
//!
//! On Tic-Tac-Toe a win counts `10 - plies` and a loss `-10 + plies`, as in the minimax article of the
//! Tic-Tac-Toe series; on a board of `c` cells, `c + 1 - plies`.

use connect_toe_eval::{Evaluator, SettingError, Settings, outlook::Outlook};
use connect_toe_game::processor::Avx2;
use connect_toe_game::{Bits, Rules};

use super::alpha_beta;
use crate::Searcher;
use crate::scale::Scale;

pub(super) fn build<B: Bits>(
    rules: &Rules<B>,
    _: &Settings,
    _: Option<Box<dyn Evaluator<B>>>,
) -> Result<Box<dyn Searcher<B>>, SettingError> {
    // Every game ends when the board is full, so the heuristic is never asked.
    let depth = rules.geometry().cells().len() as u32;
    let scale = Scale::hurried(0, rules);
    Ok(alpha_beta::searcher(rules, depth, scale, Box::new(Outlook::Undecided), Avx2::detect()))
}
