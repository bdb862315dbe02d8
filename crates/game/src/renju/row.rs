//! What a stone of X makes in one row, by the cells next to it: a table of all that can lie there.

use std::sync::LazyLock;

/// The cells of a row that are seen from a stone, each way: a row of five that holds it, and the next cell.
pub(super) const REACH: usize = 5;
/// The cells that are seen: those behind, the farthest first, then those ahead.
pub(super) const SEEN: usize = 2 * REACH;
/// What can be on a cell that is seen: nothing, a stone of X, or what keeps X out.
const STATES: usize = 3;
/// The place of the stone among the cells seen and its own.
const MIDDLE: u32 = REACH as u32;
const CELLS: u32 = SEEN as u32 + 1;

/// What a stone of X is part of in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row(u16);

impl Row {
    const FOURS: u32 = SEEN as u32;
    const FIVE: u16 = 1 << (SEEN + 2);
    const OVERLINE: u16 = 1 << (SEEN + 3);

    /// Whether it makes exactly five.
    pub(super) fn has_five(self) -> bool {
        self.0 & Row::FIVE != 0
    }

    /// Whether it makes six or more.
    pub(super) fn has_overline(self) -> bool {
        self.0 & Row::OVERLINE != 0
    }

    /// The number of fours, 0 to 2; an unbroken one counts once, whichever end makes it five.
    pub(super) fn fours(self) -> u32 {
        u32::from(self.0 >> Row::FOURS & 3)
    }

    /// The cells seen, as bits, where one more stone makes a straight four with it; none if it makes four already.
    pub(super) fn completions(self) -> u16 {
        self.0 & ((1 << SEEN) - 1)
    }
}

/// Every row, by its number.
pub(super) struct Rows {
    rows: Box<[Row]>,
    /// For each set of cells seen, its bits as digits to the base 3.
    digits: Box<[u16]>,
}

impl Rows {
    pub(super) fn all() -> &'static Rows {
        static ROWS: LazyLock<Rows> = LazyLock::new(Rows::new);
        &ROWS
    }

    fn new() -> Rows {
        let of_digits = |set: u32| (0..SEEN).rev().fold(0, |sum, bit| sum * 3 + (set >> bit & 1) as u16);
        let rows = (0..STATES.pow(SEEN as u32)).map(|number| {
            let (mut rest, mut line) = (number, Line { own: 1 << MIDDLE, open: 0 });
            for place in (0..CELLS).filter(|&place| place != MIDDLE) {
                match rest % STATES {
                    0 => line.open |= 1 << place,
                    1 => line.own |= 1 << place,
                    _ => {}
                }
                rest /= STATES;
            }
            line.row()
        });
        Rows { rows: rows.collect(), digits: (0..1 << SEEN).map(of_digits).collect() }
    }

    /// The row with these of the cells seen X's own, and these closed to X: of different bits.
    #[inline]
    pub(super) fn of(&self, own: usize, closed: usize) -> Row {
        self.rows[usize::from(self.digits[own]) + 2 * usize::from(self.digits[closed])]
    }
}

/// The cells seen and the stone among them, as bits.
#[derive(Clone, Copy)]
struct Line {
    own: u32,
    open: u32,
}

impl Line {
    /// The unbroken row through a cell of X.
    fn run(self, place: u32) -> u32 {
        let ahead = (self.own >> place).trailing_ones();
        let behind = (self.own << (u32::BITS - 1 - place)).leading_ones();
        ((1 << (ahead + behind - 1)) - 1) << (place + 1 - behind)
    }

    fn with(self, place: u32) -> Line {
        Line { own: self.own | 1 << place, open: self.open & !(1 << place) }
    }

    /// The empty cells where one more stone makes an unbroken row of this length that holds `held`.
    fn extending(self, held: u32, length: u32) -> impl Iterator<Item = u32> {
        (0..CELLS).filter(move |&place| self.open >> place & 1 != 0).filter(move |&place| {
            let run = self.with(place).run(place);
            run >> held & 1 != 0 && run.count_ones() == length
        })
    }

    fn row(self) -> Row {
        let run = self.run(MIDDLE).count_ones();
        if run >= 5 {
            return Row(if run == 5 { Row::FIVE } else { Row::OVERLINE });
        }
        let completing = self.extending(MIDDLE, 5).count();
        let fours = if run == 4 { completing.min(1) } else { completing };
        if fours > 0 {
            return Row((fours as u16) << Row::FOURS);
        }
        let is_straight = |&place: &u32| self.with(place).extending(place, 5).count() == 2;
        let of_place = |place: u32| if place < MIDDLE { 1 << place } else { 1 << (place - 1) };
        Row(self.extending(MIDDLE, 4).filter(is_straight).fold(0, |row, place| row | of_place(place)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The row of a text of the cells seen, with the stone in their middle as `*`.
    fn row(text: &str) -> Row {
        let cells: Vec<char> = text.chars().filter(|&cell| cell != '*').collect();
        assert_eq!((cells.len(), text.find('*')), (SEEN, Some(REACH)), "{text}");
        let set = |wanted| (0..SEEN).filter(|&bit| cells[bit] == wanted).map(|bit| 1 << bit).sum();
        Rows::all().of(set('x'), set('#'))
    }

    #[test]
    fn rows_are_what_their_names_say() {
        assert!(row("_xxxx*_____").has_five() && row("#__xx*xx#__").has_five());
        assert!(row("xxxxx*_____").has_overline() && row("___xx*xxx__").has_overline());
        for (text, fours) in [
            ("___xx*x____", 1),
            ("__#xx*x____", 1),
            ("__#xx*x#___", 0),
            // Either end of this four makes six.
            ("_x_xx*x_x__", 0),
            // Two fours in one row.
            ("__x_x*x_x__", 2),
            ("_xx_x*_xx__", 2),
            // Five cells, one of them empty.
            ("_x_xx*_____", 1),
        ] {
            assert_eq!(row(text).fours(), fours, "{text}");
            assert_eq!(row(text).completions(), 0, "{text}");
        }
    }

    #[test]
    fn a_three_is_completed_to_a_straight_four() {
        let places = |text: &str| {
            let completions = row(text).completions();
            (0..SEEN).filter(|&place| completions >> place & 1 != 0).collect::<Vec<_>>()
        };
        assert_eq!(places("___xx*_____"), [2, 5]);
        assert_eq!(places("__xx_*_____"), [4]);
        // One end is closed, or is closed after one more step: no straight four.
        assert_eq!(places("__#xx*_____"), []);
        assert_eq!(places("_#_xx*_#___"), []);
        // At one of the ends a fifth stone would make six.
        assert_eq!(places("x__xx*_____"), [5]);
        assert_eq!(places("_____*_____"), []);
    }
}
