//! Everything that is wrong with a description.

use super::flags::FLAGS;
use super::game_spec::{Edges, Faces, Forbidden, GameSpec, MAX_CELLS, MAX_DIMENSIONS, Turn};
use super::line_rule::{LineRule, MAX_LINES};
use super::reason::{SpecError, SpecReason};
use crate::cell_text;
use crate::lines::field;

impl GameSpec {
    /// Checks that the description names a game of the class.
    ///
    /// # Errors
    /// The description is not a game; the error has every reason, not just the first.
    ///
    /// ```
    /// use connect_toe_game::{Faces, GameSpec, SpecReason};
    /// let error = GameSpec::new([3, 0], 0, Faces::Free).check().expect_err("two things are wrong");
    /// assert_eq!(error.reasons, [SpecReason::EmptyDimension(2), SpecReason::ZeroRun]);
    /// ```
    pub fn check(&self) -> Result<(), SpecError> {
        let reasons = reasons(self);
        if reasons.is_empty() { Ok(()) } else { Err(SpecError { text: self.to_string(), reasons }) }
    }
}

/// Why the description is not a game of the class; empty if it is one.
fn reasons(spec: &GameSpec) -> Vec<SpecReason> {
    let mut reasons = Vec::new();
    sizes(spec, &mut reasons);
    // Whether the sizes are sound, so that cells mean something.
    let is_board = reasons.is_empty();
    lines(spec, is_board, &mut reasons);
    faces(spec, &mut reasons);
    flags(spec, is_board, &mut reasons);
    reasons
}

fn sizes(spec: &GameSpec, reasons: &mut Vec<SpecReason>) {
    if spec.sizes.is_empty() || spec.sizes.len() > MAX_DIMENSIONS {
        reasons.push(SpecReason::Dimensions(spec.sizes.len()));
    }
    for (index, _) in spec.sizes.iter().enumerate().filter(|&(_, &size)| size == 0) {
        reasons.push(SpecReason::EmptyDimension(index + 1));
    }
    let cells = spec.sizes.iter().try_fold(1_u64, |cells, &size| cells.checked_mul(u64::from(size)));
    if cells.is_none_or(|cells| cells > MAX_CELLS as u64) {
        reasons.push(SpecReason::TooManyCells(cells));
    }
}

fn lines(spec: &GameSpec, is_board: bool, reasons: &mut Vec<SpecReason>) {
    match &spec.lines {
        LineRule::Run(0) => reasons.push(SpecReason::ZeroRun),
        LineRule::Run(_) => {}
        LineRule::Given(given) => {
            if given.is_empty() {
                reasons.push(SpecReason::NoCells("lines"));
            }
            if given.len() > MAX_LINES {
                reasons.push(SpecReason::TooManyLines(given.len()));
            }
            for line in given.iter() {
                cells("lines", line, spec, is_board, reasons);
            }
        }
        LineRule::Shape(shape) => {
            if shape.is_empty() {
                reasons.push(SpecReason::NoCells("shape"));
            }
            if shape.iter().any(|cell| cell.len() != spec.dimensions()) {
                reasons.push(SpecReason::ShapeDimensions(spec.dimensions()));
            }
            for (index, cell) in shape.iter().enumerate() {
                if shape[..index].contains(cell) {
                    reasons.push(SpecReason::CellTwice("shape", cell_text::of(cell)));
                }
            }
        }
        LineRule::Plane => {
            let order = spec.sizes.first().copied().unwrap_or_default();
            let is_plane = order <= 32 && spec.sizes.iter().all(|&size| size == order);
            if is_board && !(is_plane && field::is_prime_power(order)) {
                reasons.push(SpecReason::PlaneSizes);
            }
        }
        LineRule::Projective => {
            if is_board && (spec.dimensions() != 1 || field::projective_order(spec.sizes[0]).is_none()) {
                reasons.push(SpecReason::ProjectiveSizes);
            }
        }
    }
}

/// Checks a list of cells, given by their places.
fn cells(list: &'static str, cells: &[u16], spec: &GameSpec, is_board: bool, reasons: &mut Vec<SpecReason>) {
    if !is_board {
        return;
    }
    if cells.is_empty() {
        reasons.push(SpecReason::NoCells(list));
    }
    let most = spec.sizes.iter().map(|&size| usize::from(size)).product::<usize>();
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    for pair in sorted.windows(2).filter(|pair| pair[0] == pair[1]) {
        let text = cell_text::of(&cell_text::coordinates(pair[0], &spec.sizes));
        reasons.push(SpecReason::CellTwice(list, text));
    }
    if let Some(&place) = sorted.last().filter(|&&place| usize::from(place) >= most) {
        reasons.push(SpecReason::NoSuchPlace(list, place, most));
    }
}

fn faces(spec: &GameSpec, reasons: &mut Vec<SpecReason>) {
    let Faces::Open(faces) = &spec.faces else { return };
    if faces.is_empty() {
        reasons.push(SpecReason::NoFace);
    }
    for (index, face) in faces.iter().enumerate() {
        if face.dimension == 0 || usize::from(face.dimension) > spec.sizes.len() {
            reasons.push(SpecReason::FaceOffBoard(*face, spec.sizes.len()));
        }
        if faces[..index].contains(face) {
            reasons.push(SpecReason::FaceTwice(*face));
        }
    }
}

fn flags(spec: &GameSpec, is_board: bool, reasons: &mut Vec<SpecReason>) {
    if !spec.blocked.is_empty() {
        cells("blocked", &spec.blocked, spec, is_board, reasons);
    }
    if let Edges::WrapSome(dimensions) = &spec.edges {
        if dimensions.is_empty() {
            reasons.push(SpecReason::TorusDimension(String::new(), spec.dimensions()));
        }
        for (index, &dimension) in dimensions.iter().enumerate() {
            if !(1..=spec.dimensions()).contains(&usize::from(dimension)) {
                reasons.push(SpecReason::TorusDimension(dimension.to_string(), spec.dimensions()));
            } else if dimensions[..index].contains(&dimension) {
                reasons.push(SpecReason::TorusTwice(dimension));
            }
        }
    }
    let stones = 1..=Turn::MOST;
    if !stones.contains(&spec.turn.first) || !stones.contains(&spec.turn.later) {
        reasons.push(SpecReason::Turn(format!("{}+{}", spec.turn.first, spec.turn.later)));
    }
    let on: Vec<&'static str> =
        FLAGS.iter().filter(|flag| (flag.value)(spec).is_some()).map(|flag| flag.name).collect();
    if let Some(rule) = spec.lines.name() {
        if on.contains(&"exact") {
            reasons.push(SpecReason::Conflict("exact", rule, "it speaks of runs"));
        }
        if on.contains(&"torus") && !matches!(spec.lines, LineRule::Shape(_)) {
            reasons.push(SpecReason::Conflict("torus", rule, "these lines do not end at edges"));
        }
    }
    if spec.forbidden == Forbidden::Renju {
        let is_renju = spec.dimensions() == 2 && spec.lines == LineRule::Run(5) && spec.faces == Faces::Free;
        if !is_renju {
            reasons.push(SpecReason::NotRenju);
        }
        for name in on.into_iter().filter(|&name| name != "renju" && name != "blocked") {
            reasons.push(SpecReason::Conflict("renju", name, "it has rules of its own"));
        }
    }
}
