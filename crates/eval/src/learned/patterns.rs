//! Patterns: tuples of cells whose states, read as the digits of a number, choose a weight.
//!
//! Method: n-tuple networks (Lucas, *Learning to play Othello with n-tuple systems*, 2008; Thill, Koch and Konen,
//! *Reinforcement learning with n-tuples on the game Connect-4*, 2012).

use std::collections::HashSet;

use connect_toe_game::{
    ByCell, BySide, Cell, End, Face, Faces, Forbidden, GameSpec, Geometry, Roles, Side, SpecError, Symmetry,
    Turn, symmetries,
};

/// The most images that a tuple has under the symmetries of a game. A game with more symmetries is learned without any.
pub const MOST_SYMMETRIES: usize = 4096;
/// From this size on, the tuples of a flat board without gravity are windows that share their weights wherever they lie.
const SHARED_FROM: u16 = 9;
/// The most weights for one side to move: a quarter of a gigabyte.
pub(super) const MOST_WEIGHTS: usize = 1 << 26;
/// The most places of tuples, and the most cells of all of them together.
pub(super) const MOST_PLACES: usize = 1 << 20;
const MOST_CELLS_OF_PLACES: usize = 1 << 23;

/// Cells that are looked at together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tuple {
    /// Cells by their [rank](Geometry::rank). The images under the symmetries of the game share the tuple's weights.
    Cells(Vec<u16>),
    /// Steps from any cell of a flat board, along both dimensions. All places, and all images under the turns and
    /// reflections of the board, share the tuple's weights.
    Window(Vec<[i16; 2]>),
    /// The value that the heuristic [`runs`](crate::runs) gives the position, for the side to move, on a coarse scale.
    /// A network has at most one of these.
    Runs,
}

/// The number of states of values of `runs`: as many below 0 as above.
const RUNS_STATES: usize = 2 * RUNS_STEPS as usize + 1;
/// Steps from 0 to the largest values: 8 for each time that the value doubles.
const RUNS_STEPS: u32 = 8 * 20;

/// The state of a value of `runs`: the number of its step, the middle one for 0.
fn state_of_runs(value: i64) -> u32 {
    let number = value.unsigned_abs().saturating_add(1);
    let doublings = number.ilog2();
    // The three binary digits behind the first one.
    let part = if doublings >= 3 { number >> (doublings - 3) } else { number << (3 - doublings) } & 7;
    let steps = (8 * doublings + part as u32).min(RUNS_STEPS);
    if value < 0 { RUNS_STEPS - steps } else { RUNS_STEPS + steps }
}

/// Why tuples cannot be the patterns of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// The description is not a game.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The sides do not take turns stone by stone, or different rules hold for them.
    #[error(
        "nothing is learned of games with `{0}`: what is learned serves both sides, which need the same rules and turns of \
         one stone; take another heuristic, such as `runs`"
    )]
    Sides(&'static str),
    /// Lines are not rows, which line networks see.
    #[error(
        "a line network sees rows of cells, and lines of this game are not rows: learn weights of patterns"
    )]
    NoRows,
    /// A tuple is not one of this board.
    #[error("tuple {0} is not a tuple of different cells of this board")]
    NotATuple(usize),
    /// The tables are too large.
    #[error("the tuples have more than {} million weights: take fewer or shorter ones", MOST_WEIGHTS >> 20)]
    TooManyWeights,
    /// The tuples lie in too many places.
    #[error("the tuples lie in more than {} places: take fewer or shorter ones", MOST_PLACES)]
    TooManyPlaces,
}

/// What the state of one cell adds to the number of a tuple's weight, at one place of the tuple.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Digit {
    pub(crate) place: u32,
    /// A stone of the side that moved first.
    pub(crate) first: u32,
    /// A stone of the other side.
    pub(crate) second: u32,
    /// No stone yet, but one can be put here now.
    pub(crate) playable: u32,
}

/// A change of the number of a tuple's weight at one place, by a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// The place.
    pub place: u32,
    /// What is added, modulo 2³².
    pub add: u32,
}

/// The tuples of a game, all of their places, and how the cells' states number the weights.
///
/// Without gravity a cell has three states: a stone of the side that moved first, a stone of the other side, none. A
/// cell of a window can lie beyond the edge, which is a fourth. Where stones drop, an empty cell can be playable or
/// not. Where they drop through one face and no cell is blocked, only states that can occur have numbers: the six cells of a column of Connect
/// Four have 127.
///
/// ```
/// use connect_toe_eval::learned::{Patterns, Tuple};
/// use connect_toe_game::{GameSpec, Geometry};
/// let spec: GameSpec = "connect-four".parse()?;
/// let geometry = Geometry::of(&spec)?;
/// let column = ["a1", "a2", "a3", "a4", "a5", "a6"].map(|cell| geometry.parse_cell(cell));
/// let ranks = column.into_iter().map(|cell| Ok(geometry.rank(cell?) as u16));
/// let tuple = Tuple::Cells(ranks.collect::<Result<_, connect_toe_game::CellError>>()?);
/// let patterns = Patterns::new(&spec, vec![tuple])?;
/// assert_eq!(patterns.weights(), 127);
/// // Its mirror image has the same weights.
/// assert_eq!(patterns.places(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Patterns {
    spec: GameSpec,
    tuples: Vec<Tuple>,
    weights: usize,
    /// By tuple: the number of its first weight.
    firsts: Vec<usize>,
    /// By place: the number of the weight on a board without stones, none of whose cells is playable.
    blank: Vec<u32>,
    /// The number of the first weight of the values of `runs`, if they are among the tuples.
    runs: Option<u32>,
    digits: ByCell<Digit>,
    /// By side, for each cell: what a stone of the first (X) or the other side (O) changes, if that follows from the cell
    /// alone.
    changes: Option<[ByCell<Change>; 2]>,
}

/// How the states of a tuple's cells number its weights.
struct Numbering {
    /// By cell of the tuple.
    digits: Vec<Digit>,
    /// What a cell beyond the edge adds, by cell of the tuple.
    beyond: Vec<u32>,
    states: usize,
}

/// How cells of a game can be filled.
#[derive(Clone, Copy)]
enum Filling {
    /// In any order.
    Free,
    /// Column by column, each from its floor.
    Columns(Face),
    /// Through several faces, or onto blocked cells too.
    Faces,
}

impl Filling {
    fn of(spec: &GameSpec, geometry: &Geometry) -> Filling {
        match &spec.faces {
            Faces::Free => Filling::Free,
            // Every stone lies where it enters.
            Faces::Open(faces)
                if faces.iter().any(|face| geometry.sizes()[usize::from(face.dimension) - 1] == 1) =>
            {
                Filling::Free
            }
            Faces::Open(faces) => match faces[..] {
                // A blocked cell divides its column.
                [face] if spec.blocked.is_empty() => Filling::Columns(face),
                _ => Filling::Faces,
            },
        }
    }
}

/// The column of a cell, and the cell's height above its floor.
fn height(geometry: &Geometry, face: Face, cell: Cell) -> (Vec<u16>, u16) {
    let dimension = usize::from(face.dimension) - 1;
    let mut column = geometry.coordinates(cell);
    let coordinate = std::mem::take(&mut column[dimension]);
    let height = match face.end {
        End::High => coordinate,
        End::Low => geometry.sizes()[dimension] - 1 - coordinate,
    };
    (column, height)
}

impl Numbering {
    /// The numbering of cells that have `base` states each, whatever the others' states.
    fn independent(cells: usize, base: usize, playable: u32) -> Option<Numbering> {
        let mut states = 1_usize;
        let mut numbering = Numbering { digits: Vec::new(), beyond: Vec::new(), states: 0 };
        for _ in 0..cells {
            let unit = states as u32;
            numbering.digits.push(Digit {
                place: 0,
                first: unit,
                second: 2 * unit,
                playable: playable * unit,
            });
            numbering.beyond.push(3 * unit);
            states = states.checked_mul(base).filter(|&states| states <= MOST_WEIGHTS)?;
        }
        numbering.states = states;
        Some(numbering)
    }

    /// The numbering of cells whose columns are filled from below. With `n` cells of the tuple filled in a column,
    /// their colours are the numbers from `2^n - 1` on; if the next cell of the tuple is playable and not right above
    /// the last, their colours are numbers behind all of those.
    fn of_columns(geometry: &Geometry, face: Face, cells: &[Cell]) -> Option<Numbering> {
        let heights: Vec<(Vec<u16>, u16)> = cells.iter().map(|&cell| height(geometry, face, cell)).collect();
        let mut numbering = Numbering {
            digits: vec![Digit::default(); cells.len()],
            beyond: vec![0; cells.len()],
            states: 1,
        };
        let mut order: Vec<usize> = (0..cells.len()).collect();
        // By column, each from below. Columns come in the order of their first cells in the tuple, so that the images of
        // a tuple are numbered alike.
        let first_of = |index: usize| heights.iter().position(|(column, _)| *column == heights[index].0);
        order.sort_by_key(|&index| (first_of(index), heights[index].1));
        for column in order.chunk_by(|&one, &other| heights[one].0 == heights[other].0) {
            let unit = u32::try_from(numbering.states).ok()?;
            let mut states = (2_usize << column.len()) - 1;
            let mut floor = 0;
            for (below, &index) in column.iter().enumerate() {
                let stone = unit << below;
                let mut digit = Digit { place: 0, first: stone, second: 2 * stone, playable: 0 };
                if heights[index].1 > floor {
                    digit.playable = (states as u32 + 1 - (1 << below)) * unit;
                    states += 1 << below;
                }
                numbering.digits[index] = digit;
                floor = heights[index].1 + 1;
            }
            numbering.states = numbering.states.checked_mul(states).filter(|&all| all <= MOST_WEIGHTS)?;
        }
        Some(numbering)
    }
}

/// One place of a tuple: its cells, or `None` beyond the edge.
type Place = Vec<Option<Cell>>;

impl Patterns {
    /// The patterns of a game.
    ///
    /// # Errors
    /// A tuple is not one of this board, or has a blocked cell, or the tuples need too much memory, or the game's [sides
    /// are not alike](check_sides).
    pub fn new(spec: &GameSpec, tuples: Vec<Tuple>) -> Result<Patterns, PatternError> {
        Patterns::with_places(spec, tuples, |turned| turned)
    }

    /// Patterns and tables that give positions the same values from fewer weights. Of the places of a window that cover
    /// the same cells only one is left, with the sum of the weights of all. Both are for reading values: to learn
    /// together, a state and its mirror image need a place each. `None` if this would change nothing.
    pub(super) fn folded(&self, tables: &BySide<Vec<i32>>) -> Option<(Patterns, BySide<Vec<i32>>)> {
        if !self.tuples.iter().any(|tuple| matches!(tuple, Tuple::Window(_))) {
            return None;
        }
        let folded = Patterns::with_places(&self.spec, self.tuples.clone(), |mut turned| {
            let mut covered = HashSet::new();
            turned.retain(|steps| covered.insert(sorted(steps)));
            turned
        });
        let folded = folded.ok().filter(|folded| folded.places() < self.places())?;
        let mut tables = tables.clone();
        for (tuple, &first) in self.tuples.iter().zip(&self.firsts) {
            let Tuple::Window(steps) = tuple else { continue };
            let orders = orders(&self.spec, steps);
            let states = 1 << (2 * steps.len());
            for table in [&mut tables.x, &mut tables.o] {
                add_orders(table.get_mut(first..first + states)?, &orders)?;
            }
        }
        Some((folded, tables))
    }

    /// The patterns with only those turns of each window that `keep` returns.
    fn with_places(
        spec: &GameSpec,
        tuples: Vec<Tuple>,
        keep: impl Fn(Vec<Vec<[i16; 2]>>) -> Vec<Vec<[i16; 2]>>,
    ) -> Result<Patterns, PatternError> {
        let geometry = Geometry::of(spec)?;
        check_sides(spec)?;
        let filling = Filling::of(spec, &geometry);
        let needs_symmetries = tuples.iter().any(|tuple| matches!(tuple, Tuple::Cells(_)));
        let symmetries = if needs_symmetries {
            symmetries(spec)?.elements(MOST_SYMMETRIES).unwrap_or_default()
        } else {
            Vec::new()
        };
        let (mut weights, mut blank, mut digits) = (0_usize, Vec::new(), Vec::new());
        let (mut firsts, mut runs) = (Vec::new(), None);
        for (number, tuple) in tuples.iter().enumerate() {
            firsts.push(weights);
            let not_a_tuple = PatternError::NotATuple(number);
            let (places, numbering) = match tuple {
                Tuple::Cells(ranks) => {
                    let cells: Option<Vec<Cell>> =
                        ranks.iter().map(|&rank| geometry.cells().get(usize::from(rank)).copied()).collect();
                    let is_sound = |cells: &Vec<Cell>| {
                        all_differ(cells) && !cells.iter().any(|&cell| geometry.is_blocked(cell))
                    };
                    let cells = cells.filter(is_sound).ok_or(not_a_tuple)?;
                    let numbering = match filling {
                        Filling::Free => Numbering::independent(cells.len(), 3, 0),
                        Filling::Columns(face) => Numbering::of_columns(&geometry, face, &cells),
                        Filling::Faces => Numbering::independent(cells.len(), 4, 3),
                    };
                    (images(&cells, &symmetries), numbering)
                }
                Tuple::Window(steps) => {
                    let is_sound = shares_windows(spec) && all_differ(steps) && are_near(spec, steps);
                    let steps = if is_sound { steps } else { return Err(not_a_tuple) };
                    let turned = keep(different_turns(spec, steps));
                    (windows(spec, &geometry, &turned)?, Numbering::independent(steps.len(), 4, 0))
                }
                Tuple::Runs => {
                    if runs.replace(weights as u32).is_some() {
                        return Err(not_a_tuple);
                    }
                    weights += RUNS_STATES;
                    continue;
                }
            };
            let numbering = numbering.ok_or(PatternError::TooManyWeights)?;
            for cells in places {
                let place = blank.len() as u32;
                let mut first = weights as u32;
                for (index, cell) in cells.into_iter().enumerate() {
                    match cell {
                        Some(cell) => digits.push((cell, Digit { place, ..numbering.digits[index] })),
                        None => first += numbering.beyond[index],
                    }
                }
                blank.push(first);
                if blank.len() > MOST_PLACES || digits.len() > MOST_CELLS_OF_PLACES {
                    return Err(PatternError::TooManyPlaces);
                }
            }
            weights += numbering.states;
            if weights > MOST_WEIGHTS {
                return Err(PatternError::TooManyWeights);
            }
        }
        let digits = ByCell::new(geometry.bits(), digits.iter().copied());
        let changes = changes(&geometry, filling, &digits);
        Ok(Patterns { spec: spec.clone(), tuples, weights, firsts, blank, runs, digits, changes })
    }

    /// The game.
    pub fn spec(&self) -> &GameSpec {
        &self.spec
    }

    /// The tuples.
    pub fn tuples(&self) -> &[Tuple] {
        &self.tuples
    }

    /// The number of weights for one side to move.
    pub fn weights(&self) -> usize {
        self.weights
    }

    /// The number of places of cells: each adds one weight to a position's value.
    pub fn places(&self) -> usize {
        self.blank.len()
    }

    /// What a stone on a cell changes, for the side that moved first (`X`) or the other; `None` in games where that
    /// depends on other stones, since they drop through several faces. The cell must be playable before the move.
    #[inline]
    pub fn changes(&self, cell: Cell, side: Side) -> Option<&[Change]> {
        self.changes.as_ref().map(|changes| changes[usize::from(side == Side::O)].of(cell))
    }

    /// The number of the weight of a value of `runs` for the side to move; `None` if these values are not among the tuples,
    /// and then the value is not asked for.
    #[inline]
    pub fn number_of_runs(&self, value: impl FnOnce() -> i64) -> Option<u32> {
        self.runs.map(|first| first + state_of_runs(value()))
    }

    /// Whether the value of `runs` is among the tuples.
    #[inline]
    pub fn has_runs(&self) -> bool {
        self.runs.is_some()
    }

    /// By place: the number of the weight on a board without stones, none of whose cells is playable.
    pub(crate) fn blank(&self) -> &[u32] {
        &self.blank
    }

    /// What the states of a cell add.
    #[inline]
    pub(crate) fn digits(&self, cell: Cell) -> &[Digit] {
        self.digits.of(cell)
    }
}

/// Checks that what is learned can serve both sides of a game: they take turns stone by stone under the same rules.
///
/// # Errors
/// They do not; the error names the rule.
///
/// ```
/// use connect_toe_eval::learned::{PatternError, check_sides};
/// assert_eq!(check_sides(&"9x9:5".parse()?), Ok(()));
/// assert_eq!(check_sides(&"9x9:5:free:turn=1+2".parse()?), Err(PatternError::Sides("turn")));
/// # Ok::<(), connect_toe_game::SpecError>(())
/// ```
pub fn check_sides(spec: &GameSpec) -> Result<(), PatternError> {
    let GameSpec { turn, roles, forbidden, .. } = spec;
    match (*turn == Turn::default(), roles, forbidden) {
        (true, Roles::Alike, Forbidden::Nothing) => Ok(()),
        (_, _, Forbidden::Renju) => Err(PatternError::Sides("renju")),
        (_, Roles::MakerAndBreaker, _) => Err(PatternError::Sides("maker")),
        (false, ..) => Err(PatternError::Sides("turn")),
    }
}

/// Whether the tuples of a game are best made windows, which share their weights wherever they lie: all cells are alike but
/// for the distance to the edges.
///
/// ```
/// use connect_toe_eval::learned::shares_windows;
/// assert!(shares_windows(&"9x9:5".parse()?) && !shares_windows(&"9x9:plane".parse()?));
/// assert!(!shares_windows(&"9x9:5:free:blocked=e5".parse()?));
/// # Ok::<(), connect_toe_game::SpecError>(())
/// ```
pub fn shares_windows(spec: &GameSpec) -> bool {
    spec.faces == Faces::Free
        && spec.blocked.is_empty()
        && spec.run_length().is_some()
        && matches!(spec.sizes[..], [one, other] if one.min(other) >= SHARED_FROM)
}

fn all_differ<T: PartialEq>(items: &[T]) -> bool {
    !items.is_empty() && items.iter().enumerate().all(|(index, item)| !items[..index].contains(item))
}

/// Whether no two steps lead to the same cell, on a board that may wrap.
fn are_near(spec: &GameSpec, steps: &[[i16; 2]]) -> bool {
    (0..2).all(|dimension| {
        let along = steps.iter().map(|step| step[dimension]);
        let (least, most) = (along.clone().min().unwrap_or(0), along.max().unwrap_or(0));
        i32::from(most) - i32::from(least) < i32::from(spec.sizes[dimension])
            && least.unsigned_abs().max(most.unsigned_abs()) < spec.sizes[dimension]
    })
}

/// The places of a tuple's images, each once.
fn images(cells: &[Cell], symmetries: &[Symmetry]) -> Vec<Place> {
    let mut places: Vec<Place> = vec![cells.iter().copied().map(Some).collect()];
    places.extend(
        symmetries.iter().map(|symmetry| cells.iter().map(|&cell| Some(symmetry.apply(cell))).collect()),
    );
    places.sort_unstable();
    places.dedup();
    places
}

/// A window in all turns and reflections of a flat board: eight if it is a square, else four. Some can be the same.
///
/// ```
/// use connect_toe_eval::learned::turns_of_window;
/// let turns = |game: &str| Ok::<_, connect_toe_game::SpecError>(turns_of_window(&game.parse()?, &[[0, 0], [2, 1]]));
/// assert!(turns("9x9:5")?.contains(&vec![[0, 0], [-1, 2]]));
/// assert!(!turns("9x10:5")?.contains(&vec![[0, 0], [-1, 2]]));
/// # Ok::<(), connect_toe_game::SpecError>(())
/// ```
pub fn turns_of_window(spec: &GameSpec, steps: &[[i16; 2]]) -> Vec<Vec<[i16; 2]>> {
    let turns = if spec.sizes[0] == spec.sizes[1] { 8 } else { 4 };
    let turned = |flips: u32| {
        let turn = |&[one, other]: &[i16; 2]| {
            let (one, other) = if flips & 4 == 0 { (one, other) } else { (other, one) };
            [if flips & 1 == 0 { one } else { -one }, if flips & 2 == 0 { other } else { -other }]
        };
        steps.iter().map(turn).collect()
    };
    (0..turns).map(turned).collect()
}

/// The turns of a window, each once.
fn different_turns(spec: &GameSpec, steps: &[[i16; 2]]) -> Vec<Vec<[i16; 2]>> {
    let mut turned = turns_of_window(spec, steps);
    turned.sort_unstable();
    turned.dedup();
    turned
}

fn sorted(steps: &[[i16; 2]]) -> Vec<[i16; 2]> {
    let mut steps = steps.to_vec();
    steps.sort_unstable();
    steps
}

/// The orders in which turns of a window go through the cells that it covers: by place in the window, which of its cells is
/// there. The first is the window's own. They are a group, the same for each set of cells that turns cover.
fn orders(spec: &GameSpec, steps: &[[i16; 2]]) -> Vec<Vec<usize>> {
    let own = sorted(steps);
    let mut turned = different_turns(spec, steps);
    turned.retain(|turned| sorted(turned) == own);
    let place_of = |step: &[i16; 2]| steps.iter().position(|own| own == step);
    let order = |turned: &Vec<[i16; 2]>| turned.iter().filter_map(place_of).collect();
    turned.iter().map(order).collect()
}

/// Replaces the weight of each state of a window by the sum of the weights that it has when read in each of these
/// orders. `None` if a sum is too large.
fn add_orders(weights: &mut [i32], orders: &[Vec<usize>]) -> Option<()> {
    let own = weights.to_vec();
    for (state, weight) in weights.iter_mut().enumerate() {
        let read = |order: &Vec<usize>| {
            let digit = |place: usize| (state >> (2 * place)) & 3;
            order.iter().rev().fold(0, |number, &place| 4 * number + digit(place))
        };
        *weight = orders.iter().try_fold(0_i32, |sum, order| sum.checked_add(own[read(order)]))?;
    }
    Some(())
}

/// All places of a window in these turns.
fn windows(
    spec: &GameSpec,
    geometry: &Geometry,
    turned: &[Vec<[i16; 2]>],
) -> Result<Vec<Place>, PatternError> {
    let sizes = [spec.sizes[0], spec.sizes[1]].map(i32::from);
    if turned.len() * geometry.cells().len() > MOST_PLACES {
        return Err(PatternError::TooManyPlaces);
    }
    let mut places = Vec::new();
    for steps in turned {
        for &cell in geometry.cells() {
            let from = geometry.coordinates(cell);
            let at = |step: &[i16; 2]| {
                let to: Option<Vec<u16>> = (0..2)
                    .map(|dimension| {
                        let to = i32::from(from[dimension]) + i32::from(step[dimension]);
                        let to = if spec.wraps(dimension) { to.rem_euclid(sizes[dimension]) } else { to };
                        (0..sizes[dimension]).contains(&to).then_some(to as u16)
                    })
                    .collect();
                to.and_then(|to| geometry.cell_at(&to))
            };
            places.push(steps.iter().map(at).collect());
        }
    }
    Ok(places)
}

/// What stones change, if that follows from their cells.
fn changes(geometry: &Geometry, filling: Filling, digits: &ByCell<Digit>) -> Option<[ByCell<Change>; 2]> {
    let above = |cell: Cell| match filling {
        Filling::Free => Some(None),
        Filling::Columns(face) => {
            let mut coordinates = geometry.coordinates(cell);
            let dimension = usize::from(face.dimension) - 1;
            let above = match face.end {
                End::High => coordinates[dimension].checked_add(1),
                End::Low => coordinates[dimension].checked_sub(1),
            };
            Some(above.and_then(|above| {
                coordinates[dimension] = above;
                geometry.cell_at(&coordinates)
            }))
        }
        Filling::Faces => None,
    };
    let mut all = [Vec::new(), Vec::new()];
    for &cell in geometry.cells() {
        let above = above(cell)?;
        let opened = above.map_or(&[][..], |above| digits.of(above));
        for (list, is_first) in all.iter_mut().zip([true, false]) {
            let stone = |digit: &Digit| {
                let stone = if is_first { digit.first } else { digit.second };
                Change { place: digit.place, add: stone.wrapping_sub(digit.playable) }
            };
            let open = |digit: &Digit| Change { place: digit.place, add: digit.playable };
            let mut changes: Vec<Change> =
                digits.of(cell).iter().map(stone).chain(opened.iter().map(open)).collect();
            changes.sort_unstable_by_key(|change| change.place);
            changes.dedup_by(|later, kept| {
                let is_same = later.place == kept.place;
                if is_same {
                    kept.add = kept.add.wrapping_add(later.add);
                }
                is_same
            });
            changes.retain(|change| change.add != 0);
            list.extend(changes.into_iter().map(|change| (cell, change)));
        }
    }
    Some(all.map(|list| ByCell::new(geometry.bits(), list.iter().copied())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranks(geometry: &Geometry, cells: &str) -> Tuple {
        let rank = |cell: &str| geometry.rank(geometry.parse_cell(cell).expect("a cell")) as u16;
        Tuple::Cells(cells.split(' ').map(rank).collect())
    }

    fn states(game: &str, cells: &str) -> usize {
        let spec: GameSpec = game.parse().expect("a game");
        let geometry = Geometry::of(&spec).expect("is sound");
        Patterns::new(&spec, vec![ranks(&geometry, cells)]).expect("fits").weights()
    }

    /// A column's cells with gaps `g` below them have `2^k + Σ 2^(j−1)·(1 + [g_j > 0])` states.
    #[test]
    fn only_states_that_occur_have_weights() {
        assert_eq!(states("connect-four", "a1 a2 a3 a4 a5 a6"), 127);
        assert_eq!(states("connect-four", "a1 b1 b2 c1 c2 c3 d2 d4"), 3 * 7 * 15 * 10);
        assert_eq!(states("connect-four", "a2"), 2 + 2);
        assert_eq!(states("7x6:4:+2", "a6 a5"), 7);
        assert_eq!(states("3x3:3", "a1 b1 c1"), 27);
        assert_eq!(states("4x4:3:-1,-2", "a1 b1 c1"), 64);
    }

    #[test]
    fn tuples_of_other_boards_are_refused() {
        let spec: GameSpec = "3x3:3".parse().expect("a game");
        let error = |tuple| Patterns::new(&spec, vec![tuple]).expect_err("is not a tuple");
        assert_eq!(error(Tuple::Cells(vec![0, 9])), PatternError::NotATuple(0));
        assert_eq!(error(Tuple::Cells(vec![3, 3])), PatternError::NotATuple(0));
        assert_eq!(error(Tuple::Cells(Vec::new())), PatternError::NotATuple(0));
        assert_eq!(error(Tuple::Window(vec![[0, 0], [0, 1]])), PatternError::NotATuple(0));
        let large: GameSpec = "20x20x10:5".parse().expect("a game");
        let long = Tuple::Cells((0..17).collect());
        assert_eq!(Patterns::new(&large, vec![long]).expect_err("is long"), PatternError::TooManyWeights);
    }

    #[test]
    fn sides_have_to_be_alike() {
        for (game, rule) in
            [("3x3:3:free:maker", "maker"), ("9x9:5:free:turn=2+2", "turn"), ("9x9:5:free:renju", "renju")]
        {
            let spec: GameSpec = game.parse().expect("a game");
            let error = Patterns::new(&spec, vec![Tuple::Runs]).expect_err("has unlike sides");
            assert_eq!(error, PatternError::Sides(rule));
            assert!(error.to_string().contains(&format!("`{rule}`")), "{error}");
        }
    }

    /// Cells above a blocked one fill before those below it, which never do.
    #[test]
    fn blocked_cells_are_in_no_tuple() {
        assert_eq!(states("4x4:3:-2:blocked=a2", "a1 a3 a4"), 64);
        assert_eq!(states("4x4:3:free:blocked=a2", "a1 a3 a4"), 27);
        let spec: GameSpec = "4x4:3:free:blocked=a2".parse().expect("a game");
        let error = Patterns::new(&spec, vec![Tuple::Cells(vec![0, 1])]).expect_err("has a blocked cell");
        assert_eq!(error, PatternError::NotATuple(0));
    }

    #[test]
    fn values_of_runs_have_states() {
        let state = |value| state_of_runs(value) as i32 - RUNS_STEPS as i32;
        assert_eq!([0, 1, 2, 3, 15, 16, 17].map(state), [0, 8, 12, 16, 32, 32, 33]);
        for value in 0..5000 {
            assert_eq!(state(-value), -state(value));
            assert!(state(value) <= state(value + 1));
        }
        assert_eq!([i64::MAX, i64::MIN].map(state), [RUNS_STEPS as i32, -(RUNS_STEPS as i32)]);
        let spec: GameSpec = "3x3:3".parse().expect("a game");
        let patterns = Patterns::new(&spec, vec![Tuple::Cells(vec![0]), Tuple::Runs]).expect("fits");
        assert_eq!((patterns.weights(), patterns.places()), (3 + RUNS_STATES, 9 - 5));
        assert_eq!(patterns.number_of_runs(|| 0), Some(3 + RUNS_STEPS));
        let twice = Patterns::new(&spec, vec![Tuple::Runs, Tuple::Runs]);
        assert_eq!(twice.expect_err("is there twice"), PatternError::NotATuple(1));
    }

    /// A row of three cells is read from both ends: each state has the weights of itself and of its mirror image.
    #[test]
    fn windows_fold() {
        let spec: GameSpec = "9x9:5".parse().expect("a game");
        let row = Tuple::Window(vec![[-1, 0], [0, 0], [1, 0]]);
        let bent = Tuple::Window(vec![[0, 0], [1, 0], [2, 1]]);
        let square = Tuple::Window(vec![[0, -1], [-1, 0], [0, 1], [1, 0]]);
        let fold = |tuples| {
            let patterns = Patterns::new(&spec, tuples).expect("fits");
            let table: Vec<i32> = (0..patterns.weights() as i32).collect();
            patterns.folded(&BySide { x: table.clone(), o: table }).expect("is symmetrical").1.x
        };
        // Wherever the window stands among other tuples, its weights alone change.
        let cells = Tuple::Cells(vec![0, 1, 2]);
        let (alone, last) = (fold(vec![row.clone()]), fold(vec![Tuple::Runs, cells, row.clone()]));
        let first = RUNS_STATES + 27;
        assert!(last[..first].iter().zip(0..).all(|(&weight, number)| weight == number));
        let moved: Vec<i32> = alone.iter().map(|weight| weight + 2 * first as i32).collect();
        assert_eq!(last[first..], moved);
        let patterns = Patterns::new(&spec, vec![row, bent.clone(), square]).expect("fits");
        assert_eq!(patterns.places(), (4 + 8 + 8) * 81);
        let table: Vec<i32> = (0..patterns.weights() as i32).collect();
        let tables = BySide { x: table.clone(), o: table.iter().map(|weight| -weight).collect() };
        let (folded, sums) = patterns.folded(&tables).expect("is symmetrical");
        assert_eq!((folded.places(), folded.weights()), ((2 + 8 + 1) * 81, patterns.weights()));
        assert_eq!(sums.x[0b00_01_10], 0b00_01_10 + 0b10_01_00);
        assert_eq!(sums.x[0b11_00_11], 2 * 0b11_00_11);
        assert_eq!(sums.x[64..128], table[64..128]);
        // One stone, and what of the board's edge does not matter, in each of the eight turns: in each place twice.
        assert_eq!(sums.x[128 + 0b01], 8 * 128 + 2 * (0b01 + 0b01_00 + 0b01_00_00 + 0b01_00_00_00));
        assert!(sums.o.iter().zip(&sums.x).all(|(o, x)| *o == -x));
        let alone = Patterns::new(&spec, vec![bent]).expect("fits");
        let table = vec![1; alone.weights()];
        assert!(alone.folded(&BySide { x: table.clone(), o: table }).is_none());
        let large = vec![i32::MAX; patterns.weights()];
        assert!(patterns.folded(&BySide { x: large.clone(), o: large }).is_none());
    }

    #[test]
    fn windows_lie_everywhere() {
        let places = |game: &str, steps: Vec<[i16; 2]>| {
            let spec = game.parse().expect("a game");
            Patterns::new(&spec, vec![Tuple::Window(steps)]).map(|patterns| patterns.places())
        };
        // A row of two cells points four ways on a square, two on another rectangle.
        assert_eq!(places("9x9:5", vec![[0, 0], [1, 0]]), Ok(4 * 81));
        assert_eq!(places("9x10:5", vec![[0, 0], [1, 0]]), Ok(2 * 90));
        assert_eq!(places("9x9:5", vec![[0, 0], [9, 0]]), Err(PatternError::NotATuple(0)));
    }
}
