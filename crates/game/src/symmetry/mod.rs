//! The symmetries of a game: the permutations of its cells that change nothing about it.
//!
//! They are computed from the winning lines and the columns of the open faces, not listed by hand. Qubic
//! has 192, four times those of the cube it is played on (Silver, 1967).

mod automorphism;
mod listed;
mod order;
mod turns;

use crate::bits::Bits;
use crate::board::Board;
use crate::for_width;
use crate::geometry::{Cell, Geometry};
use crate::lines::Lines;
use crate::rules::Rules;
use crate::side::BySide;
use crate::spec::{End, Face, Faces, Forbidden, GameSpec, Overline, SpecError};

use automorphism::{AutomorphismGroup, Permutation, Structure};
pub use listed::{ListedSymmetries, WhichSymmetries};
pub use order::Order;
pub use turns::BoardTurn;

/// The group of all symmetries of a game.
#[derive(Clone, Debug)]
pub struct Symmetries {
    spec: GameSpec,
    geometry: Geometry,
    group: AutomorphismGroup,
}

/// One symmetry: where each cell goes.
///
/// ```
/// use connect_toe_game::{GameSpec, Geometry, symmetries};
/// let spec: GameSpec = "connect-four".parse()?;
/// let geometry = Geometry::of(&spec)?;
/// let all = symmetries(&spec)?.elements(2).expect("the identity and the mirror image");
/// let mirrored = all[1].apply(geometry.parse_cell("a1")?);
/// assert_eq!(geometry.cell_text(mirrored), "g1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// By cell; guard bits go nowhere.
    images: Vec<Cell>,
}

/// Finds the symmetries of a game: the cell permutations that map winning lines onto winning lines (with
/// `exact`, runs of `k + 1` too) and, unless placement is free by the rule, every open face's directed
/// columns onto directed columns.
///
/// # Errors
/// The description is not a game.
///
/// ```
/// use connect_toe_game::{GameSpec, symmetries};
/// let order = |text: &str| -> Result<String, Box<dyn std::error::Error>> {
///     Ok(symmetries(&text.parse::<GameSpec>()?)?.order().to_string())
/// };
/// assert_eq!(order("tic-tac-toe")?, "8");
/// assert_eq!(order("connect-four")?, "2");
/// assert_eq!(order("qubic")?, "192");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn symmetries(spec: &GameSpec) -> Result<Symmetries, SpecError> {
    let geometry = Geometry::of(spec)?;
    let cells = geometry.cells();
    let rank = |cell: &Cell| geometry.rank(*cell) as u16;
    let mut structure = Structure::new(cells.len());
    let add_family = |structure: &mut Structure, kind: usize, lines: &Lines| {
        for line in lines.iter() {
            // A permutation keeps a family of sets exactly if it keeps the family of their complements, so
            // of the two the smaller sets are taken.
            // Which one is taken hangs on its size alone, and sets and complements are different kinds.
            if 2 * line.len() <= cells.len() {
                structure.add_set(2 * kind, line.iter().map(rank));
            } else {
                let mut outside = vec![true; cells.len()];
                for cell in line {
                    outside[geometry.rank(*cell)] = false;
                }
                structure.add_set(
                    2 * kind + 1,
                    (0_u16..).zip(outside).filter(|(_, outside)| *outside).map(|(rank, _)| rank),
                );
            }
        }
    };
    match spec.forbidden {
        Forbidden::Nothing => add_family(&mut structure, 0, &Lines::new(spec, &geometry)),
        // What is forbidden hangs on whole rows: the symmetries are those of the board, which keep its neighbours.
        Forbidden::Renju => {
            for pair in neighbours(&geometry) {
                structure.add_set(0, pair.iter().map(rank));
            }
        }
    }
    if let (Overline::DoesNotCount, Some(k)) = (spec.overline, spec.run_length()) {
        add_family(&mut structure, 1, &Lines::with_length(spec, &geometry, usize::from(k) + 1));
    }
    if !spec.blocked.is_empty() {
        structure.add_set(4, spec.blocked.iter().copied());
    }
    let faces: &[Face] = match &spec.faces {
        Faces::Free => &[],
        Faces::Open(faces) => faces,
    };
    for column in faces.iter().flat_map(|&face| columns(face, &geometry)) {
        structure.add_tuple(column.iter().map(rank));
    }
    let group = structure.automorphisms();
    Ok(Symmetries { spec: spec.clone(), geometry, group })
}

/// The pairs of cells next to each other along a dimension.
fn neighbours(geometry: &Geometry) -> Vec<[Cell; 2]> {
    let next = |&cell: &Cell, dimension: usize| {
        let mut coordinates = geometry.coordinates(cell);
        coordinates[dimension] += 1;
        Some([cell, geometry.cell_at(&coordinates)?])
    };
    let of_cell = |cell| (0..geometry.sizes().len()).filter_map(move |dimension| next(cell, dimension));
    geometry.cells().iter().flat_map(of_cell).collect()
}

/// The columns of a face, each in the direction of travel.
fn columns(face: Face, geometry: &Geometry) -> Vec<Vec<Cell>> {
    let dimension = usize::from(face.dimension) - 1;
    let size = geometry.sizes()[dimension];
    let bottoms = geometry.cells().iter().map(|&cell| geometry.coordinates(cell));
    bottoms
        .filter(|coordinates| coordinates[dimension] == 0)
        .map(|mut coordinates| {
            let mut column: Vec<Cell> = (0..size)
                .filter_map(|coordinate| {
                    coordinates[dimension] = coordinate;
                    geometry.cell_at(&coordinates)
                })
                .collect();
            if face.end == End::High {
                column.reverse();
            }
            column
        })
        .collect()
}

impl Symmetries {
    /// The number of symmetries; it can be huge (with `k = 1`, the factorial of the number of cells).
    pub fn order(&self) -> &Order {
        self.group.order()
    }

    /// All symmetries, the identity first, or `None` if there are more than `limit`.
    pub fn elements(&self, limit: usize) -> Option<Vec<Symmetry>> {
        let permutations = self.group.elements(limit)?;
        Some(permutations.iter().map(|permutation| self.symmetry(permutation)).collect())
    }

    fn symmetry(&self, permutation: &Permutation) -> Symmetry {
        let cells = self.geometry.cells();
        let mut images = vec![Cell(0); self.geometry.bits()];
        for (&cell, &image) in cells.iter().zip(permutation.images()) {
            images[cell.index()] = cells[usize::from(image)];
        }
        Symmetry { images }
    }
}

impl Symmetry {
    /// Where a cell goes.
    #[inline]
    pub fn apply(&self, cell: Cell) -> Cell {
        self.images[cell.index()]
    }

    /// Where a set of cells goes.
    #[inline]
    pub fn apply_to_set<B: Bits>(&self, set: B) -> B {
        set.members().fold(B::EMPTY, |image, bit| image.with(self.images[bit as usize].bit()))
    }
}

/// The one position that stands for all positions that these symmetries map a position to: the smallest by
/// X's stones, then O's. With all symmetries of a game, two positions have the same canonical form exactly
/// if one can be mapped to the other.
///
/// ```
/// use connect_toe_game::{Rules, canonical_form, symmetries};
/// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
/// let all = symmetries(rules.spec())?.elements(8).expect("a square has eight");
/// let corner = |text| Ok::<_, connect_toe_game::BoardError>(
///     canonical_form(&rules, &all, &rules.parse_board(text, None)?),
/// );
/// assert_eq!(corner("x__/___/___")?, corner("___/___/__x")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn canonical_form<B: Bits>(rules: &Rules<B>, symmetries: &[Symmetry], board: &Board<B>) -> Board<B> {
    for_width!(B => canonical_form_here::<B>, fn(&Rules<B>, &[Symmetry], &Board<B>) -> Board<B>)(
        rules, symmetries, board,
    )
}

fn canonical_form_here<B: Bits>(rules: &Rules<B>, symmetries: &[Symmetry], board: &Board<B>) -> Board<B> {
    let stones = BySide::from_fn(|side| board.stones_of(side));
    let mut smallest = (stones.x, stones.o);
    for symmetry in symmetries {
        let x = symmetry.apply_to_set(stones.x);
        // Mostly X's stones tell already that it is not the smallest.
        if x <= smallest.0 {
            smallest = smallest.min((x, symmetry.apply_to_set(stones.o)));
        }
    }
    rules.with_stones(board, BySide { x: smallest.0, o: smallest.1 })
}
