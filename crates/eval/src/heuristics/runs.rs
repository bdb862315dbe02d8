//! Under construction.
use crate::Evaluator;
use crate::settings::{SettingError, Settings};
use connect_toe_game::{Bits, Board, Rules, Side};
pub(super) fn build<B: Bits>(_: &Rules<B>, _: &Settings) -> Result<Box<dyn Evaluator<B>>, SettingError> {
    Ok(Box::new(Runs))
}
/// Under construction.
#[derive(Debug)]
pub struct Runs;
impl<B: Bits> Evaluator<B> for Runs {
    fn evaluate(&mut self, _: &Rules<B>, _: &Board<B>, _: Side) -> i64 {
        0
    }
}
