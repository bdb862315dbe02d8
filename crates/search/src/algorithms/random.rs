//! `random`: every legal move is as good as any other. Source: the Connect-Toe paper, §4.

use connect_toe_eval::{Evaluator, Measure, SettingError, Settings};
use connect_toe_game::{Bits, Board, Rules};

use crate::report::{MoveValue, SearchReport, Stopped};
use crate::scale::Scale;
use crate::{Searcher, Task, Want, Watch};

struct Random;

pub(super) fn build<B: Bits>(
    _: &Rules<B>,
    _: &Settings,
    _: Option<Box<dyn Evaluator<B>>>,
) -> Result<Box<dyn Searcher<B>>, SettingError> {
    Ok(Box::new(Random))
}

impl<B: Bits> Searcher<B> for Random {
    fn search(&mut self, _: &Rules<B>, _: &Board<B>, task: &Task, _: Watch) -> SearchReport {
        let wanted = match task.want {
            Want::OneBest => &task.moves[..task.moves.len().min(1)],
            Want::EveryMove => task.moves,
        };
        let moves = wanted.iter().map(|&cell| MoveValue { cell, value: 0 }).collect();
        SearchReport::of_every_move(moves, 0, Stopped::Done)
            .on(Scale::of_estimates(Measure::unknown("random")))
    }
}
