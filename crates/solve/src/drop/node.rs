//! Positions of the search, with the cells that would win.

use connect_toe_game::Bits;

use super::layout::Layout;

/// A position in which the game goes on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<W> {
    /// Stones of the side to move.
    pub(super) mine: W,
    /// Stones of the other side.
    pub(super) theirs: W,
    /// Empty cells that complete a line for the side to move, now or when they become playable.
    pub(super) my_wins: W,
    /// Those of the other side.
    pub(super) their_wins: W,
    /// The cells of lines that the side to move can still fill: they hold its stones or nothing.
    pub(super) my_lines: W,
    /// Those that the other side can still fill.
    pub(super) their_lines: W,
    /// The columns (all their cells) with an odd number of stones.
    pub(super) odd: W,
    /// Empty cells of the board.
    pub(super) empty: u32,
}

impl<W: Bits> Node<W> {
    /// The position with these stones.
    pub(super) fn new(layout: &Layout<W>, mine: W, theirs: W) -> Node<W> {
        let occupied = mine | theirs;
        let odd = layout
            .columns
            .iter()
            .filter(|column| (column.cells & occupied).count() % 2 == 1)
            .fold(W::EMPTY, |odd, column| odd | column.cells);
        let free = layout.cells & !occupied;
        let [my_wins, their_wins] = [mine, theirs].map(|stones| layout.completing::<0>(stones) & free);
        let [my_lines, their_lines] = [mine, theirs].map(|stones| layout.cells_on_lines::<0>(stones | free));
        Node { mine, theirs, my_wins, their_wins, my_lines, their_lines, odd, empty: free.count() }
    }

    /// The position after the side to move puts a stone on a playable cell that does not win.
    #[inline(always)]
    pub(super) fn play<const K: usize>(&self, layout: &Layout<W>, bit: u32) -> Node<W> {
        let stone = W::single(bit);
        let mine = self.mine | stone;
        let my_wins = self.my_wins & !stone;
        // A stone changes nothing on lines that are closed to its owner already, and closes none to the other
        // side that are closed already.
        let for_me = (self.my_lines & stone).any();
        let against_them = (self.their_lines & stone).any();
        let free = layout.cells & !(mine | self.theirs);
        Node {
            mine: self.theirs,
            theirs: mine,
            my_wins: self.their_wins & !stone,
            their_wins: if for_me { layout.completing::<K>(mine) & free } else { my_wins },
            my_lines: if against_them {
                layout.cells_on_lines::<K>(self.theirs | free)
            } else {
                self.their_lines
            },
            their_lines: self.my_lines,
            odd: self.odd ^ layout.columns[usize::from(layout.column_of[bit as usize])].cells,
            empty: self.empty - 1,
        }
    }

    /// All stones.
    #[inline]
    pub(super) fn occupied(&self) -> W {
        self.mine | self.theirs
    }
}
