//! What the side that answers above its opponent can always reach.
//!
//! If every column has an even number of empty cells, the side *not* to move can follow up: answer each move in the
//! column where it was made. Then it gets the upper cell of every pair, and its opponent no more than the lower ones
//! (V. Allis, *A Knowledge-based Approach of Connect-Four*, 1988: claimeven, for columns of even height). So
//!
//! - if no line lies in the opponent's stones and the lower cells, the follower does not lose;
//! - if the follower has a winning cell among its upper cells, the pairs below it run out in the end, and the
//!   opponent has to give it that cell; the cells above never matter, and need not be even in number;
//! - two columns with an odd number are no obstacle: their lowest cells are a pair as well (baseinverse), of which
//!   each side gets one.
//!
//! ```text
//!   height 6:  u . u      l: lower cells, the opponent's at best
//!              l . l      u: upper cells, the follower's
//!              u W u      W: the follower's winning cell; it ends the game, so the cells above count for nothing
//!              l l l
//!              u . u      (three stones in the middle column, none beside)
//!              l . l
//! ```

use connect_toe_game::Bits;

use super::layout::Layout;
use super::node::Node;

/// An upper bound below `target` on the score of the side to move, if following up gives its opponent one.
#[inline(always)]
pub(super) fn upper_bound_below<W: Bits, const K: usize>(
    layout: &Layout<W>,
    node: &Node<W>,
    target: i32,
) -> Option<i32> {
    let free = layout.cells & !node.occupied();
    let lower = free & (layout.even_rows ^ node.odd);
    let upper = free & !lower;

    // Columns in which following up ends the game: the cells above the lowest winning one count for nothing.
    let mut winning = node.their_wins & upper;
    let ends = winning.any();
    // Without an end, an odd number of empty cells leaves one without a partner.
    if !ends && node.empty % 2 == 1 {
        return None;
    }
    let (mut ending, mut beyond, mut columns) = (W::EMPTY, W::EMPTY, 0);
    while let Some(bit) = winning.lowest() {
        let column = layout.columns[usize::from(layout.column_of[bit as usize])];
        beyond |= (column.cells << (bit - column.floor + 1)) & column.cells;
        ending |= column.cells;
        columns += 1;
        winning &= !column.cells;
    }
    let uneven = !ending & if layout.height.is_multiple_of(2) { node.odd } else { layout.cells & !node.odd };
    let unpaired = (uneven & layout.floor).count();
    if unpaired % 2 == 1 {
        return None;
    }
    let bound = if ends { 1 - 2 * columns - beyond.count() as i32 } else { -i32::from(unpaired == 0) };
    if bound >= target {
        return None;
    }
    // Without an end the follower wins only by a line of upper cells.
    let bound = if ends || target > 0 && unpaired > 0 {
        bound
    } else if unpaired == 0 && layout.holds_line::<K>((node.theirs | upper) & node.their_lines) {
        -1
    } else if target > 0 {
        0
    } else {
        return None;
    };

    let reach = if unpaired == 0 {
        (node.mine | lower) & !beyond
    } else {
        // In these columns the pairs begin one higher, and the lowest cells are paired with each other.
        let lowest = layout.playable(node.occupied()) & uneven;
        let reach = (node.mine | (lower & !uneven) | (upper & uneven)) & !beyond & !lowest;
        if unpaired == 2 {
            let one = W::single(lowest.lowest()?);
            if layout.holds_line::<K>(reach | one) {
                return None;
            }
            reach | (lowest & !one)
        } else {
            reach | lowest
        }
    };
    (!layout.holds_line::<K>(reach)).then_some(bound)
}
