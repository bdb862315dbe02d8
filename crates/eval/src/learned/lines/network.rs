//! The numbers of a line network.

use connect_toe_game::{Faces, GameSpec};

use crate::learned::lines::views::Views;
use crate::learned::network::Training;

/// The numbers of a row: what one side sees in a state of a view.
pub const LANES: usize = 16;
/// The numbers of both sides.
pub const WIDTH: usize = 2 * LANES;
/// What stands for 1 in a row.
pub const UNIT_OF_ROWS: f32 = 64.0;
/// The largest number of a point that counts.
pub const RANGE: i16 = 127;
/// What both sides see at one cell: the sum of the rows of its views.
pub(super) type Point = [i16; WIDTH];

/// A number of a point within the range that counts.
#[inline]
pub(super) fn cut(number: i16) -> i16 {
    number.clamp(0, RANGE)
}

/// What is computed from the points of a board, for the side to move: the numbers of its own come first.
///
/// ```text
///   points of all cells, cut to 0…2, added up, divided by the root of the number of cells
///        │ 32 numbers
///        ├──► 32 hidden numbers, cut below 0 ──► +
///        └──────────────────────────────────────► + ──► half the logarithm of the odds
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// By input: what it adds to each hidden number.
    pub hidden: [[f32; WIDTH]; WIDTH],
    /// What each hidden number begins with.
    pub hidden_start: [f32; WIDTH],
    /// By hidden number: its weight.
    pub output: [f32; WIDTH],
    /// By input: its weight beside the hidden numbers.
    pub direct: [f32; WIDTH],
    /// What the value begins with.
    pub start: f32,
    /// The promise of a move: by number of the point of its cell, the weight.
    pub promise: [f32; WIDTH],
}

impl Head {
    /// How many numbers a head has.
    pub const NUMBERS: usize = WIDTH * WIDTH + 4 * WIDTH + 1;

    /// A head that finds every position even.
    pub const EVEN: Head = Head {
        hidden: [[0.0; WIDTH]; WIDTH],
        hidden_start: [0.0; WIDTH],
        output: [0.0; WIDTH],
        direct: [0.0; WIDTH],
        start: 0.0,
        promise: [0.0; WIDTH],
    };

    /// Half the logarithm of the odds of the side to move, of these inputs; and the hidden numbers on the way.
    ///
    /// The operations and their order are fixed, so that the value is the same on every machine.
    // Inlined, its loops are taken apart before they become instructions for several numbers at once.
    #[inline(never)]
    pub fn value(&self, inputs: &[f32; WIDTH]) -> (f32, [f32; WIDTH]) {
        let mut hidden = self.hidden_start;
        for (input, weights) in inputs.iter().zip(&self.hidden) {
            for (sum, weight) in hidden.iter_mut().zip(weights) {
                *sum += input * weight;
            }
        }
        // Eight sums side by side, so that a processor can add eight numbers at a time.
        let mut sums = [0.0_f32; 8];
        for part in 0..WIDTH / 8 {
            for (place, sum) in sums.iter_mut().enumerate() {
                let index = 8 * part + place;
                hidden[index] = hidden[index].max(0.0);
                *sum += hidden[index] * self.output[index] + inputs[index] * self.direct[index];
            }
        }
        let [one, other] = [&sums[..4], &sums[4..]].map(|half| (half[0] + half[1]) + (half[2] + half[3]));
        (self.start + one + other, hidden)
    }
}

/// A line network: an evaluation of the positions of one game.
///
/// Every cell sees each row of cells through it as far as a line reaches. The state of such a [view](Views) has a row of
/// [`LANES`] small numbers for what a side sees in it; the rows of the views of a cell are added up to its *point*, which
/// so knows which rows cross. The points of all cells, each cut to a range, are added up, and a small [`Head`] makes the
/// value of the position of the sums.
///
/// Method: the efficiently updatable networks of Nasu (*NNUE*, 2018), with cells that see rows, as engines of Gomoku
/// have them.
#[derive(Clone, Debug)]
pub struct LineNetwork {
    views: Views,
    rows: Vec<[i8; LANES]>,
    heads: Vec<Head>,
    training: Training,
    /// By state: what X and O see in it. So small that much of it stays in the processor's cache.
    pub(super) table: Vec<[i8; WIDTH]>,
    /// What the sums are multiplied by to be inputs of a head.
    scale: f32,
}

impl LineNetwork {
    /// A network of these views, rows and heads.
    ///
    /// # Panics
    /// The rows are not as many as the views have, or the heads not [as many](LineNetwork::heads_of) as the game has.
    pub fn new(views: Views, rows: Vec<[i8; LANES]>, heads: Vec<Head>, training: Training) -> LineNetwork {
        assert!(rows.len() == views.rows(), "there are rows for all states");
        assert!(heads.len() == LineNetwork::heads_of(views.spec()), "there is a head for each role");
        let both = |state| {
            let [own, other] = views.rows_of(state).map(|row| rows[row as usize]);
            std::array::from_fn(|lane| if lane < LANES { own[lane] } else { other[lane - LANES] })
        };
        let table = (0..views.states() as u32).map(both).collect();
        let scale = LineNetwork::scale_of(views.spec());
        LineNetwork { views, rows, heads, training, table, scale }
    }

    /// The network of another game that sees what this one sees: on a board of the same size, or on large flat boards without
    /// gravity, with the same number of stones in a row. `None` if the other game's cells see something else.
    ///
    /// A position whose stones are far from the edges has the same value on both boards.
    ///
    /// ```
    /// use connect_toe_eval::learned::{Weights, shipped};
    /// let of = shipped(&"gomoku".parse()?).expect("its weights come with the program");
    /// let Weights::Lines(network) = &*of else { unreachable!("it is a line network") };
    /// assert!(network.moved_to(&"20x20:5".parse()?).is_some());
    /// assert!(network.moved_to(&"20x20:6".parse()?).is_none());
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    pub fn moved_to(&self, spec: &GameSpec) -> Option<LineNetwork> {
        let views = Views::new(spec).ok()?;
        let found = views.rows_in(&self.views)?;
        let rows: Vec<[i8; LANES]> = found.iter().map(|&row| self.rows[row as usize]).collect();
        let moved = LineNetwork::new(views, rows, self.heads.clone(), self.training.clone());
        // An empty board adds up to something else, and the sums are scaled otherwise: the heads take both into account.
        let ratio = self.scale / moved.scale;
        let [blank, blank_there] = [self, &moved].map(|network| LineNetwork::sums(&network.blank_points()));
        let heads = self.heads.iter().map(|head| {
            let mut head = head.clone();
            for input in 0..WIDTH {
                let more = self.scale * (blank[input] - blank_there[input]) as f32;
                for (start, weight) in head.hidden_start.iter_mut().zip(&head.hidden[input]) {
                    *start += more * weight;
                }
                head.start += more * head.direct[input];
                head.hidden[input].iter_mut().for_each(|weight| *weight *= ratio);
                head.direct[input] *= ratio;
            }
            head
        });
        Some(LineNetwork { heads: heads.collect(), ..moved })
    }

    /// The points of a board without stones, none of whose cells is playable.
    pub(super) fn blank_points(&self) -> Vec<Point> {
        let mut points = vec![[0; WIDTH]; self.views.points()];
        for (&state, &cell) in self.views.blank().iter().zip(self.views.cells()) {
            for (sum, &number) in points[usize::from(cell)].iter_mut().zip(&self.table[state as usize]) {
                *sum += i16::from(number);
            }
        }
        points
    }

    /// The sums of points, each cut to its range.
    pub(super) fn sums(points: &[Point]) -> [i32; WIDTH] {
        let mut sums = [0; WIDTH];
        for point in points {
            for (sum, &number) in sums.iter_mut().zip(point) {
                *sum += i32::from(cut(number));
            }
        }
        sums
    }

    /// The heads of a game: where stones drop, it matters who moved first, and the side that did has a head (0) of its own
    /// beside that of the other side (1); elsewhere one head is for both.
    pub fn heads_of(spec: &GameSpec) -> usize {
        if spec.faces == Faces::Free { 1 } else { 2 }
    }

    /// What the sums of a game's points, in units of rows, are multiplied by to be inputs of a head.
    pub fn scale_of(spec: &GameSpec) -> f32 {
        let cells: f32 = spec.sizes.iter().map(|&size| f32::from(size)).product();
        1.0 / (UNIT_OF_ROWS * cells.sqrt())
    }

    /// The views.
    pub fn views(&self) -> &Views {
        &self.views
    }

    /// The rows, in units of 1/64.
    pub fn rows(&self) -> &[[i8; LANES]] {
        &self.rows
    }

    /// The heads.
    pub fn heads(&self) -> &[Head] {
        &self.heads
    }

    /// How the network was trained.
    pub fn training(&self) -> &Training {
        &self.training
    }

    #[inline]
    pub(super) fn scale(&self) -> f32 {
        self.scale
    }

    /// The head for the side to move.
    #[inline]
    pub(super) fn head(&self, has_moved_first: bool) -> &Head {
        &self.heads[if has_moved_first { 0 } else { self.heads.len() - 1 }]
    }
}
