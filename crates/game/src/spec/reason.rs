//! What can be wrong with a game's description.

use std::fmt;

use super::game_spec::{Face, MAX_CELLS, MAX_DIMENSIONS, Turn};
use super::line_rule::MAX_LINES;
use crate::cell_text::CellError;
use crate::unknown_name::UnknownName;

/// So much of a text is shown in an error.
const LONGEST_SHOWN: usize = 120;

/// The error for a text or description that is not a game of the class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError {
    /// The game text.
    pub text: String,
    /// Every reason, in the order of the text; never empty.
    pub reasons: Vec<SpecReason>,
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The lines of a game can be thousands.
        let shown: String = self.text.chars().take(LONGEST_SHOWN).collect();
        let rest = if shown.len() < self.text.len() { "..." } else { "" };
        write!(f, "`{shown}{rest}` is not a game: ")?;
        for (index, reason) in self.reasons.iter().enumerate() {
            write!(f, "{}{reason}", if index == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl std::error::Error for SpecError {}

/// The game that was probably meant, or what there is.
fn no_such_game(error: &UnknownName) -> String {
    const FORM: &str = "SIZES:K[:FACES[:FLAG]...], as in 7x6:4:-2";
    match error.suggestion() {
        Some(name) => format!("did you mean {name}? Game text is {FORM}"),
        None => format!("it is neither a preset ({}) nor game text, {FORM}", error.known.join(", ")),
    }
}

/// One thing that is wrong with a game description.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecReason {
    /// The text is neither a preset nor `SIZES:K`.
    #[error("{}", no_such_game(.0))]
    NoSuchGame(UnknownName),
    /// The text has the sizes of a board and nothing else.
    #[error("the run length is missing: {0}:3 is three in a row on this board")]
    NoRun(String),
    /// A size is not a whole number of cells.
    #[error("the size `{0}` is not a whole number from 1 to {MAX_CELLS}")]
    Size(String),
    /// No rule for lines has this name.
    #[error("{0}; a number stands for so many in a row")]
    Lines(UnknownName),
    /// The run length is not a number.
    #[error("the run length `{0}` is not a whole number from 1 to {max}", max = u16::MAX)]
    Run(String),
    /// A face id is unreadable.
    #[error("`{0}` is not a face: write +1, -1, +2, ... separated by commas, or free, or all")]
    FaceId(String),
    /// A flag stands where the faces belong.
    #[error("`{0}` stands where the faces belong: write free:{0}")]
    FlagInPlaceOfFaces(String),
    /// No rule variation has this name.
    #[error(transparent)]
    Flag(UnknownName),
    /// A rule variation or a rule for lines that takes nothing is given something.
    #[error("`{0}` stands alone: leave out `={1}`")]
    NoArgument(&'static str, String),
    /// The stones of a turn cannot be read or are too many.
    #[error("`turn={0}` is not a turn: write turn=1+2, X's first stones and those of every later turn, each 1 to {most}", most = Turn::MOST)]
    Turn(String),
    /// A dimension that wraps cannot be read, is not there, or is named twice.
    #[error(
        "`torus={0}` does not fit: name dimensions from 1 to {1}, each once and joined by +, or write torus alone"
    )]
    TorusDimension(String, usize),
    /// A dimension that wraps is named twice.
    #[error("`torus` names dimension {0} twice")]
    TorusTwice(u16),
    /// A list names something that is not a cell of the board.
    #[error("in `{0}`: {1}")]
    Cell(&'static str, CellError),
    /// A list names a cell twice.
    #[error("`{0}` names {1} twice in one list")]
    CellTwice(&'static str, String),
    /// A list of cells, or one of its lines, is empty.
    #[error("`{0}` lacks cells: join them with +, as in {0}=a1+b1")]
    NoCells(&'static str),
    /// A description names a place that the board does not have.
    #[error("`{0}` names place {1}, and the board has {2} cells, counted from 0")]
    NoSuchPlace(&'static str, u16, usize),
    /// Too many lines are given.
    #[error("{0} lines are given, and there may be at most {MAX_LINES}")]
    TooManyLines(usize),
    /// The cells of a shape have other dimensions than the board.
    #[error("the cells of the shape need {0} coordinates, as the board has")]
    ShapeDimensions(usize),
    /// The sizes are not those of an affine space.
    #[error("a plane needs sizes that are all one power of a prime, from 2 to 32: 4x4:plane, 3x3x3:plane")]
    PlaneSizes,
    /// The sizes are not those of a projective plane.
    #[error(
        "a projective plane needs one dimension of q² + q + 1 cells, q a power of a prime: 7, 13, 21, 31, 57"
    )]
    ProjectiveSizes,
    /// The board is not one for renju.
    #[error("renju is five in a row with free placement on a board of two dimensions: 15x15:5:free:renju")]
    NotRenju,
    /// Two rules do not go together.
    #[error("`{0}` cannot be combined with `{1}`: {2}")]
    Conflict(&'static str, &'static str, &'static str),
    /// A flag is given twice.
    #[error("the rule variation `{0}` is given twice")]
    FlagTwice(&'static str),
    /// The number of dimensions is out of range.
    #[error("it has {0} dimensions, and must have 1 to {MAX_DIMENSIONS}")]
    Dimensions(usize),
    /// A dimension has no cells.
    #[error("dimension {0} has no cells: its size must be at least 1")]
    EmptyDimension(usize),
    /// The board is too large; `None` if the number of cells exceeds 64 bits.
    #[error("it has {cells} cells, and may have at most {MAX_CELLS}", cells = .0.map_or("far too many".to_owned(), |cells| cells.to_string()))]
    TooManyCells(Option<u64>),
    /// A run of no stones.
    #[error("the run length must be at least 1")]
    ZeroRun,
    /// No face is open, and placement is not free.
    #[error("no face is open: name one, or write free")]
    NoFace,
    /// A face of a dimension that the board does not have.
    #[error("face {0} does not exist: the board has dimensions 1 to {1}")]
    FaceOffBoard(Face, usize),
    /// A face is named twice.
    #[error("face {0} is named twice")]
    FaceTwice(Face),
}

/// The part of a description that a list of cells belongs to.
fn part_of(list: &str) -> SpecPart {
    if list == "blocked" { SpecPart::Flags } else { SpecPart::Run }
}

/// A part of a game's description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecPart {
    /// The whole text.
    Text,
    /// The sizes of the board.
    Sizes,
    /// The rule for lines, most often the run length.
    Run,
    /// The open faces.
    Faces,
    /// The rule variations.
    Flags,
}

impl SpecPart {
    /// The name for programs: `sizes`.
    pub const fn name(self) -> &'static str {
        match self {
            SpecPart::Text => "text",
            SpecPart::Sizes => "sizes",
            SpecPart::Run => "run",
            SpecPart::Faces => "faces",
            SpecPart::Flags => "flags",
        }
    }
}

impl SpecReason {
    /// The name of the reason for programs, which stays the same, and the part of the description that it concerns.
    ///
    /// ```
    /// use connect_toe_game::{SpecPart, SpecReason};
    /// assert_eq!(SpecReason::ZeroRun.code(), ("zero-run", SpecPart::Run));
    /// ```
    pub fn code(&self) -> (&'static str, SpecPart) {
        match self {
            SpecReason::NoSuchGame(_) => ("no-such-game", SpecPart::Text),
            SpecReason::NoRun(_) => ("no-run", SpecPart::Run),
            SpecReason::Size(_) => ("size", SpecPart::Sizes),
            SpecReason::Run(_) => ("run", SpecPart::Run),
            SpecReason::FaceId(_) => ("face", SpecPart::Faces),
            SpecReason::FlagInPlaceOfFaces(_) => ("flag-in-place-of-faces", SpecPart::Faces),
            SpecReason::Flag(_) => ("flag", SpecPart::Flags),
            SpecReason::Lines(_) => ("lines", SpecPart::Run),
            SpecReason::NoArgument(..) => ("no-argument", SpecPart::Flags),
            SpecReason::Turn(_) => ("turn", SpecPart::Flags),
            SpecReason::TorusDimension(..) | SpecReason::TorusTwice(_) => {
                ("torus-dimension", SpecPart::Flags)
            }
            SpecReason::Cell(list, _) => ("cell", part_of(list)),
            SpecReason::CellTwice(list, _) => ("cell-twice", part_of(list)),
            SpecReason::NoCells(list) => ("no-cells", part_of(list)),
            SpecReason::NoSuchPlace(list, ..) => ("no-such-place", part_of(list)),
            SpecReason::TooManyLines(_) => ("too-many-lines", SpecPart::Run),
            SpecReason::ShapeDimensions(_) => ("shape-dimensions", SpecPart::Run),
            SpecReason::PlaneSizes => ("plane-sizes", SpecPart::Sizes),
            SpecReason::ProjectiveSizes => ("projective-sizes", SpecPart::Sizes),
            SpecReason::NotRenju => ("not-renju", SpecPart::Flags),
            SpecReason::Conflict(..) => ("conflict", SpecPart::Flags),
            SpecReason::FlagTwice(_) => ("flag-twice", SpecPart::Flags),
            SpecReason::Dimensions(_) => ("dimensions", SpecPart::Sizes),
            SpecReason::EmptyDimension(_) => ("empty-dimension", SpecPart::Sizes),
            SpecReason::TooManyCells(_) => ("too-many-cells", SpecPart::Sizes),
            SpecReason::ZeroRun => ("zero-run", SpecPart::Run),
            SpecReason::NoFace => ("no-face", SpecPart::Faces),
            SpecReason::FaceOffBoard(..) => ("face-off-board", SpecPart::Faces),
            SpecReason::FaceTwice(_) => ("face-twice", SpecPart::Faces),
        }
    }
}
