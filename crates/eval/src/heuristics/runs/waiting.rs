//! Threats whose cell cannot be taken yet.
//!
//! In a game of columns such a threat waits until one side has to put a stone below it. Which side has to is a
//! matter of counting: if both sides fill the other columns first, the number of cells left says whose turn
//! it is (the odd and even threats of Allis, *A Knowledge-based Approach of Connect-Four*, 1988).

use connect_toe_game::{Bits, BySide, Side};

use super::reach::Reach;
use super::threats::Threats;

// Values in the unit of window weights, found by matches against `weighted-lines` from random openings.

/// A waiting threat that its owner can expect to complete.
const GOOD: i64 = 450;
/// A waiting threat that the opponent can expect to close.
const POOR: i64 = 150;
/// Two threats of one side on top of each other: whichever side fills the lower one, one threat remains.
const STACKED: i64 = 2500;
/// A side has a threat of good parity and the other has none.
const CONTROL: i64 = 300;
/// A waiting threat whose cell either side may get.
const OTHER: i64 = 400;

/// The value of the waiting threats for the side that moves on an even number of stones, `first`.
pub(super) fn value<B: Bits>(threats: &Threats<B>, reach: &Reach<B>, playable: B, first: Side) -> i64 {
    let waiting = BySide::from_fn(|side| threats.completing(side).minus(playable));
    let all = waiting.x | waiting.o;
    if all.is_empty() {
        return 0;
    }
    let Reach::Columns { floor, first_gets } = reach else {
        return OTHER * (i64::from(waiting[first].count()) - i64::from(waiting[first.other()].count()));
    };
    let mut total = 0;
    let mut control = BySide { x: false, o: false };
    // Whether each side has a threat in the current column below the cell at hand.
    let mut column = u32::MAX;
    let mut lower = BySide { x: false, o: false };
    for bit in all.members() {
        let bottom = bottom_of(*floor, bit);
        if bottom != column {
            column = bottom;
            lower = BySide { x: false, o: false };
        }
        for side in Side::ALL {
            if !waiting[side].contains(bit) {
                continue;
            }
            let shared = waiting[side.other()].contains(bit);
            let good = first_gets.contains(bit) == (side == first);
            let mut value = if good { GOOD } else { POOR };
            if shared && !good {
                value = 0;
            }
            if lower[side.other()] {
                // The column will hardly be filled as far as this.
                value /= 4;
            } else if good && !lower[side] {
                control[side] = true;
            }
            if bit > bottom && threats.completing(side).contains(bit - 1) && !lower[side.other()] {
                value += STACKED;
            }
            total += if side == first { value } else { -value };
        }
        for side in Side::ALL {
            lower[side] |= waiting[side].contains(bit);
        }
    }
    // With good threats on both sides it is mostly the second side that runs out of cells elsewhere.
    total += match (control[first], control[first.other()]) {
        (true, false) => CONTROL,
        (false, true) => -CONTROL,
        (true, true) => CONTROL / 3,
        (false, false) => 0,
    };
    total
}

/// The lowest cell of a cell's column.
fn bottom_of<B: Bits>(floor: B, bit: u32) -> u32 {
    let mut bottom = bit;
    while !floor.contains(bottom) {
        bottom -= 1;
    }
    bottom
}
