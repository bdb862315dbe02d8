//! Views: what a cell sees of each row of cells that runs through it.
//!
//! ```text
//! a row of a board, and the view of `c` along it, with a reach of 3:
//!
//!     . x . o c x . . .        three cells on either side, or fewer where the board ends
//!       └─────┴─────┘
//! ```

use std::collections::BTreeMap;

use connect_toe_game::{ByCell, Cell, Faces, GameSpec, Geometry, Lines, Symmetry, symmetries};

use crate::learned::patterns::{MOST_PLACES, MOST_SYMMETRIES, PatternError, check_sides, shares_windows};

/// The most states of all kinds of views: a network has 32 bytes for each.
const MOST_STATES: usize = 1 << 17;
/// The most states of one kind: nine cells of three states.
const MOST_STATES_OF_A_KIND: usize = 19_683;

/// What a cell holds, as a digit of a view's state.
const EMPTY: u32 = 0;
const FIRST: u32 = 1;
const SECOND: u32 = 2;
/// Where stones drop: empty, and a stone can be put there now.
const PLAYABLE: u32 = 3;

/// What the state of one cell adds to the state of one view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// The view.
    pub view: u32,
    /// The index of the cell that sees.
    pub cell: u16,
    /// What a digit of 1 adds.
    pub unit: u32,
}

/// The views of all cells of a game.
///
/// A view's *state* is a number whose digits are what its cells hold: nothing, a stone of one side, a stone of the
/// other, or, where stones drop, nothing yet but a stone can be put there. Views are of one *kind* if a symmetry of the
/// game takes one to the other; on a large flat board without gravity, if they have as many cells on either side. Views
/// of one kind share their states. States that a symmetry takes to each other, such as mirror images in the middle of a
/// row, are one *row* of a network.
///
/// ```
/// use connect_toe_eval::learned::Views;
/// let views = Views::new(&"15x15:5".parse()?)?;
/// // Nine cells in the middle of a row, down to five at an end or on a short diagonal: 4+4, 3+4, 3+3 and 2+4, 2+3 and
/// // 1+4, and 2+2, 1+3 and 0+4 cells on either side.
/// assert_eq!(views.states(), 19_683 + 6561 + 2 * 2187 + 2 * 729 + 3 * 243);
/// # Ok::<(), connect_toe_eval::learned::PatternError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Views {
    spec: GameSpec,
    /// By view: its state on a board without stones, none of whose cells is playable.
    blank: Vec<u32>,
    /// By view: the index of the cell that sees.
    cells: Vec<u16>,
    /// By state: its row.
    rows: Vec<u32>,
    /// By state: the state with the sides exchanged.
    exchanged: Vec<u32>,
    count_of_rows: usize,
    effects: ByCell<Effect>,
    /// Where all views with as many cells on either side are of one kind: by these numbers of cells, the smaller one first,
    /// the first state.
    lengths: BTreeMap<[usize; 2], u32>,
}

/// A view before it has a number.
struct Seen {
    kind: Kind,
    /// Its cells in the order of the kind.
    cells: Vec<Cell>,
    /// The one that sees.
    from: Cell,
    /// Other orders in which its cells look the same: by place, the place of the cell that is there instead.
    orders: Vec<Vec<usize>>,
}

/// What views of one kind have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// The number of cells on either side, the smaller one first.
    Length(usize, usize),
    /// The first of all images: the rank of the cell that sees, and those of all cells.
    Orbit(u16, Vec<u16>),
}

impl Views {
    /// The views of a game. They reach as far as a line does, or less far where there would be too many states.
    ///
    /// # Errors
    /// The description is not a game, or has more cells and rows than can be followed, or its lines are not rows, or its
    /// [sides are not alike](crate::learned::check_sides).
    pub fn new(spec: &GameSpec) -> Result<Views, PatternError> {
        let geometry = Geometry::of(spec)?;
        check_sides(spec)?;
        let lines = Lines::of(spec)?;
        if !lines.are_rows() {
            return Err(PatternError::NoRows);
        }
        let symmetries = if shares_windows(spec) {
            Vec::new()
        } else {
            symmetries(spec)?.elements(MOST_SYMMETRIES).unwrap_or_default()
        };
        let base = if spec.faces == Faces::Free { 3_usize } else { 4 };
        let longest = lines.k().saturating_sub(1);
        for reach in (0..=longest).rev() {
            // A shorter reach is tried before the states of a longer one are counted out.
            if base.checked_pow(2 * reach as u32 + 1).is_none_or(|states| states > MOST_STATES_OF_A_KIND)
                && reach > 0
            {
                continue;
            }
            let seen = seen(spec, &geometry, &lines, &symmetries, reach)?;
            let kinds: BTreeMap<&Kind, &Seen> = seen.iter().map(|view| (&view.kind, view)).collect();
            let states: usize = kinds.values().map(|view| base.pow(view.cells.len() as u32)).sum();
            if states <= MOST_STATES || reach == 0 {
                return Views::numbered(spec, &geometry, base as u32, &seen, &kinds);
            }
        }
        Err(PatternError::TooManyPlaces)
    }

    fn numbered(
        spec: &GameSpec,
        geometry: &Geometry,
        base: u32,
        seen: &[Seen],
        kinds: &BTreeMap<&Kind, &Seen>,
    ) -> Result<Views, PatternError> {
        let (mut rows, mut exchanged, mut firsts) = (Vec::new(), Vec::new(), BTreeMap::new());
        let mut count_of_rows = 0_u32;
        for (&kind, view) in kinds {
            let first = rows.len() as u32;
            firsts.insert(kind, first);
            let cells = view.cells.len();
            for state in 0..base.pow(cells as u32) {
                let images = view.orders.iter().map(|order| reordered(state, base, order));
                let least = images.fold(state, Ord::min);
                if least < state {
                    rows.push(rows[(first + least) as usize]);
                } else {
                    rows.push(count_of_rows);
                    count_of_rows += 1;
                }
                exchanged.push(first + with_sides_exchanged(state, base, cells));
            }
        }
        let (mut blank, mut of_view, mut effects) = (Vec::new(), Vec::new(), Vec::new());
        for (view, Seen { kind, cells, from, .. }) in (0_u32..).zip(seen) {
            blank.push(firsts[kind]);
            of_view.push(from.index() as u16);
            let mut unit = 1;
            for &cell in cells {
                effects.push((cell, Effect { view, cell: from.index() as u16, unit }));
                unit *= base;
            }
        }
        if blank.len() > MOST_PLACES {
            return Err(PatternError::TooManyPlaces);
        }
        // Those that change the same point lie together.
        effects.sort_by_key(|(cell, effect)| (*cell, effect.cell));
        let effects = ByCell::new(geometry.bits(), effects.iter().copied());
        let count_of_rows = count_of_rows as usize;
        let length = |(&kind, &first): (&&Kind, &u32)| match *kind {
            Kind::Length(one, other) => Some(([one, other], first)),
            Kind::Orbit(..) => None,
        };
        let lengths = firsts.iter().filter_map(length).collect();
        Ok(Views {
            spec: spec.clone(),
            blank,
            cells: of_view,
            rows,
            exchanged,
            count_of_rows,
            effects,
            lengths,
        })
    }

    /// For each row of these views the row of other views that stands for the same cells with the same stones; `None` if
    /// one has none. On a board of another size only kinds of large flat boards without gravity are found, and only with the
    /// same reach.
    pub(super) fn rows_in(&self, other: &Views) -> Option<Vec<u32>> {
        if (&self.blank, &self.cells, &self.rows) == (&other.blank, &other.cells, &other.rows) {
            return Some((0..self.count_of_rows as u32).collect());
        }
        if self.lengths.is_empty() || self.spec.lines != other.spec.lines {
            return None;
        }
        let mut found = vec![0; self.count_of_rows];
        for (&length @ [before, behind], &first) in &self.lengths {
            let first_there = *other.lengths.get(&length)?;
            for state in 0..3_u32.pow((before + behind) as u32 + 1) {
                found[self.rows[(first + state) as usize] as usize] =
                    other.rows[(first_there + state) as usize];
            }
        }
        Some(found)
    }

    /// The game.
    pub fn spec(&self) -> &GameSpec {
        &self.spec
    }

    /// The number of states of all kinds.
    pub fn states(&self) -> usize {
        self.rows.len()
    }

    /// The number of different rows of a network.
    pub fn rows(&self) -> usize {
        self.count_of_rows
    }

    /// By view: its state on a board without stones, none of whose cells is playable.
    pub fn blank(&self) -> &[u32] {
        &self.blank
    }

    /// By view: the index of the cell that sees.
    pub fn cells(&self) -> &[u16] {
        &self.cells
    }

    /// The number of points: as many as indices up to the last cell that sees.
    pub fn points(&self) -> usize {
        self.cells.iter().max().map_or(0, |&last| usize::from(last) + 1)
    }

    /// The row of a state, and that of the state with the sides exchanged.
    #[inline]
    pub fn rows_of(&self, state: u32) -> [u32; 2] {
        [state, self.exchanged[state as usize]].map(|state| self.rows[state as usize])
    }

    /// What a cell's state adds to the states of views: in the order of the cells that see it.
    #[inline]
    pub fn effects(&self, cell: Cell) -> &[Effect] {
        self.effects.of(cell)
    }
}

/// The digit of a cell.
#[inline]
pub(super) fn digit(is_first: bool, is_second: bool, is_playable: bool) -> u32 {
    match (is_first, is_second, is_playable) {
        (true, ..) => FIRST,
        (_, true, _) => SECOND,
        (.., true) => PLAYABLE,
        _ => EMPTY,
    }
}

/// All views with this reach.
fn seen(
    spec: &GameSpec,
    geometry: &Geometry,
    lines: &Lines,
    symmetries: &[Symmetry],
    reach: usize,
) -> Result<Vec<Seen>, PatternError> {
    let alike = shares_windows(spec);
    let mut seen = Vec::new();
    for &segment in lines.segments() {
        let row = lines.cells_of(segment);
        for place in 0..row.len() {
            let (before, behind) = if segment.is_ring() {
                let reach = reach.min((row.len() - 1) / 2);
                (reach, reach)
            } else {
                (reach.min(place), reach.min(row.len() - 1 - place))
            };
            let cells: Vec<Cell> = (0..=before + behind)
                .map(|step| row[(place + row.len() + step - before) % row.len()])
                .collect();
            seen.push(if alike {
                of_length(cells, before, behind)
            } else {
                of_orbit(geometry, symmetries, &cells, row[place])
            });
            if seen.len() > MOST_PLACES {
                return Err(PatternError::TooManyPlaces);
            }
        }
    }
    Ok(seen)
}

/// The view where only the number of cells on either side counts.
fn of_length(mut cells: Vec<Cell>, before: usize, behind: usize) -> Seen {
    let from = cells[before];
    if before > behind {
        cells.reverse();
    }
    let orders = if before == behind { vec![(0..cells.len()).rev().collect()] } else { Vec::new() };
    Seen { kind: Kind::Length(before.min(behind), before.max(behind)), cells, from, orders }
}

/// The view of a kind that symmetries make.
fn of_orbit(geometry: &Geometry, symmetries: &[Symmetry], cells: &[Cell], from: Cell) -> Seen {
    let image = |apply: &dyn Fn(Cell) -> Cell| {
        let rank = |cell: Cell| geometry.rank(apply(cell)) as u16;
        let mut ordered: Vec<(u16, Cell)> = cells.iter().map(|&cell| (rank(cell), cell)).collect();
        ordered.sort_unstable();
        let (ranks, cells): (Vec<u16>, Vec<Cell>) = ordered.into_iter().unzip();
        (Kind::Orbit(rank(from), ranks), cells)
    };
    let own = image(&|cell| cell);
    let images = symmetries.iter().map(|symmetry| image(&|cell| symmetry.apply(cell)));
    let mut first = (own.0, vec![own.1]);
    for (kind, cells) in images {
        if kind < first.0 {
            first = (kind, vec![cells]);
        } else if kind == first.0 && !first.1.contains(&cells) {
            first.1.push(cells);
        }
    }
    let (kind, mut same) = first;
    let cells = same.swap_remove(0);
    let place_of = |cell: &Cell| cells.iter().position(|own| own == cell).unwrap_or(0);
    let orders = same.iter().map(|other| other.iter().map(place_of).collect()).collect();
    Seen { kind, cells, from, orders }
}

fn digits(state: u32, base: u32, cells: usize) -> impl Iterator<Item = u32> {
    (0..cells as u32).map(move |place| state / base.pow(place) % base)
}

/// The state whose digit at each place is the one that this state has at the place that the order names.
fn reordered(state: u32, base: u32, order: &[usize]) -> u32 {
    order.iter().rev().fold(0, |number, &place| number * base + state / base.pow(place as u32) % base)
}

fn with_sides_exchanged(state: u32, base: u32, cells: usize) -> u32 {
    let other = |digit| match digit {
        FIRST => SECOND,
        SECOND => FIRST,
        same => same,
    };
    (0_u32..).zip(digits(state, base, cells)).map(|(place, digit)| other(digit) * base.pow(place)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn views(game: &str) -> Views {
        Views::new(&game.parse().expect("a game")).expect("fits")
    }

    /// States of two cells, and what stands for them.
    #[test]
    fn states_have_mirror_images_and_exchanged_sides() {
        // Digits from the lowest: none, X, O.
        let state = 3 + 2 * 9;
        assert_eq!(reordered(state, 3, &[2, 1, 0]), 2 + 3);
        assert_eq!(reordered(state, 3, &[1, 0, 2]), 3 / 3 + 2 * 9);
        assert_eq!(with_sides_exchanged(state, 3, 3), 2 * 3 + 9);
        assert_eq!(with_sides_exchanged(3 * 16 + 4 + 2, 4, 3), 3 * 16 + 8 + 1);
    }

    #[test]
    fn views_are_as_many_as_rows_through_cells() {
        // Six rows of three cells and two diagonals.
        let tic_tac_toe = views("3x3:3");
        assert_eq!(tic_tac_toe.blank().len(), 24);
        // An edge's row from its corner and from its middle, a middle row from its end and from its middle, a diagonal from
        // its end and from its middle: of those from the middle, mirror images are the same.
        assert_eq!((tic_tac_toe.states(), tic_tac_toe.rows()), (6 * 27, 3 * 27 + 3 * 18));
        // On a torus every cell sees the same of every row.
        let torus = views("9x9:5:free:torus");
        assert_eq!((torus.states(), torus.rows()), (19_683, 9_963));
        // Connect Four's views are too many to reach as far as a line does.
        let four = views("connect-four");
        assert!(four.states() < MOST_STATES, "{}", four.states());
        let cells = |views: &Views| {
            let geometry = Geometry::of(views.spec()).expect("is a game");
            geometry.cells().iter().map(|&cell| views.effects(cell).len()).max()
        };
        assert_eq!(cells(&four), Some(4 * 5));
    }

    /// A view ends at a blocked cell as at a wall.
    #[test]
    fn blocked_cells_end_views() {
        let views = views("9x1:3:free:blocked=e1");
        // Four cells on either side of the blocked one, in mirror images: three to be seen from an end, four from between.
        assert_eq!((views.blank().len(), views.states()), (8, 27 + 81));
        let geometry = Geometry::of(views.spec()).expect("is a game");
        assert!(views.effects(geometry.parse_cell("e1").expect("a cell")).is_empty());
        let d1 = geometry.parse_cell("d1").expect("a cell");
        assert!(views.effects(d1).iter().all(|effect| usize::from(effect.cell) < d1.index() + 1));
    }

    #[test]
    fn games_without_rows_or_with_unlike_sides_have_no_views() {
        let error = |game: &str| Views::new(&game.parse().expect("a game")).expect_err("has no views");
        assert_eq!(error("4x4:plane"), PatternError::NoRows);
        assert_eq!(error("6x6:shape=a1+b1+b2"), PatternError::NoRows);
        assert_eq!(error("15x15:5:free:renju"), PatternError::Sides("renju"));
        assert_eq!(error("4x4:plane:free:maker"), PatternError::Sides("maker"));
    }

    /// Every row of a board is seen from all of its cells, however many dimensions it has.
    #[test]
    fn every_game_has_views() {
        for game in ["8:3", "2x2x2x2:2", "5x4:3:all", "1x7:3", "20x20:5", "3x3:1", "12x12:8", "3x3x3x3:3:-4"]
        {
            let views = views(game);
            assert!(views.rows() > 0 && views.rows() <= views.states(), "{game}");
            assert!(views.states() <= MOST_STATES, "{game}");
        }
    }
}
