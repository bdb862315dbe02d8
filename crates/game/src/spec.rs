//! What a person writes to name a game: sizes, run length, open faces, rule variations.
//!
//! A [`GameSpec`] is a description whose public fields can hold anything. [`GameSpec::check`] lists
//! everything that is wrong with it; [`Rules::compile`](crate::Rules::compile) accepts only a sound one.
//! The text form `SIZES:K[:FACES[:FLAG]…]` round-trips: `parse ∘ print` is the identity.

use std::fmt;
use std::str::FromStr;

use crate::presets;
use crate::unknown_name::UnknownName;

/// The largest number of dimensions.
pub const MAX_DIMENSIONS: usize = 8;
/// The largest number of cells.
pub const MAX_CELLS: usize = 4096;

/// A game of the class, as written; not checked.
///
/// ```
/// use connect_toe_game::GameSpec;
/// let connect_four: GameSpec = "7x6:4:-2".parse()?;
/// assert_eq!(connect_four, "connect-four".parse()?);
/// assert_eq!(connect_four.to_string(), "7x6:4:-2");
/// # Ok::<(), connect_toe_game::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameSpec {
    /// Cells per dimension; dimension 1 first.
    pub sizes: Vec<u16>,
    /// Stones in a row that make a line.
    pub k: u16,
    /// Where stones enter.
    pub faces: Faces,
    /// Whether a run longer than `k` is a line too.
    pub overline: Overline,
    /// What a line does to the player who completes it.
    pub goal: Goal,
    /// What lies beyond the edge of the board for lines (never for drops).
    pub edges: Edges,
}

/// Where stones enter the board.
///
/// ```
/// use connect_toe_game::{End, Face, Faces, GameSpec};
/// let qubic: GameSpec = "4x4x4:4".parse()?;
/// assert_eq!(qubic.faces, Faces::Free);
/// let connect_four: GameSpec = "7x6:4:-2".parse()?;
/// assert_eq!(connect_four.faces, Faces::Open(vec![Face { dimension: 2, end: End::High }]));
/// # Ok::<(), connect_toe_game::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Faces {
    /// Any empty cell may be taken.
    Free,
    /// Stones drop through these faces; canonical order is by dimension, low end (`+`) before high end (`-`).
    Open(Vec<Face>),
}

/// One face of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Face {
    /// The dimension, counted from 1, that a stone entering here travels along.
    pub dimension: u16,
    /// The end of the dimension at which a stone enters.
    pub end: End,
}

/// One end of a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum End {
    /// Coordinate 1: a stone travels toward higher coordinates. Written `+`.
    Low,
    /// The highest coordinate: a stone travels toward lower ones. Written `-`.
    High,
}

/// Whether a run longer than `k` is a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Overline {
    /// `k` or more in a row.
    #[default]
    Counts,
    /// Exactly `k` in a row: flag `exact`.
    DoesNotCount,
}

/// What completing a line does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Goal {
    /// The player who completes a line wins.
    #[default]
    MakeLine,
    /// The player who completes a line loses: flag `misere`.
    AvoidLine,
}

/// What lines do at the edge of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Edges {
    /// Lines end there.
    #[default]
    Walls,
    /// Lines go on at the opposite edge, in every dimension: flag `torus`.
    Wrap,
}

impl GameSpec {
    /// A game with walls, overlines that count and a line that wins.
    pub fn new(sizes: impl Into<Vec<u16>>, k: u16, faces: Faces) -> GameSpec {
        GameSpec {
            sizes: sizes.into(),
            k,
            faces,
            overline: Overline::default(),
            goal: Goal::default(),
            edges: Edges::default(),
        }
    }

    /// The number of dimensions.
    pub fn dimensions(&self) -> usize {
        self.sizes.len()
    }

    /// The names of all rule variations, in canonical order.
    ///
    /// ```
    /// use connect_toe_game::GameSpec;
    /// let game: GameSpec = format!("3x3:3:free:{}", GameSpec::known_flags().join(":")).parse()?;
    /// assert_eq!(game.flags(), GameSpec::known_flags());
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    pub fn known_flags() -> Vec<&'static str> {
        FLAGS.iter().map(|flag| flag.name).collect()
    }

    /// The names of the rule variations that are on, in canonical order. A game without any is won by a run of `k` or
    /// more stones on a board with walls.
    ///
    /// ```
    /// use connect_toe_game::{Edges, Faces, GameSpec, Goal};
    /// let game = GameSpec { goal: Goal::AvoidLine, edges: Edges::Wrap, ..GameSpec::new([5, 5], 3, Faces::Free) };
    /// assert_eq!(game.flags(), ["misere", "torus"]);
    /// assert_eq!(game.to_string(), "5x5:3:free:misere:torus");
    /// ```
    pub fn flags(&self) -> Vec<&'static str> {
        FLAGS.iter().filter(|flag| (flag.is_on)(self)).map(|flag| flag.name).collect()
    }

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
        let mut reasons = Vec::new();
        if self.sizes.is_empty() || self.sizes.len() > MAX_DIMENSIONS {
            reasons.push(SpecReason::Dimensions(self.sizes.len()));
        }
        for (index, _) in self.sizes.iter().enumerate().filter(|&(_, &size)| size == 0) {
            reasons.push(SpecReason::EmptyDimension(index + 1));
        }
        let cells = self.sizes.iter().try_fold(1_u64, |cells, &size| cells.checked_mul(u64::from(size)));
        if cells.is_none_or(|cells| cells > MAX_CELLS as u64) {
            reasons.push(SpecReason::TooManyCells(cells));
        }
        if self.k == 0 {
            reasons.push(SpecReason::ZeroRun);
        }
        if let Faces::Open(faces) = &self.faces {
            if faces.is_empty() {
                reasons.push(SpecReason::NoFace);
            }
            for (index, face) in faces.iter().enumerate() {
                if face.dimension == 0 || usize::from(face.dimension) > self.sizes.len() {
                    reasons.push(SpecReason::FaceOffBoard(*face, self.sizes.len()));
                }
                if faces[..index].contains(face) {
                    reasons.push(SpecReason::FaceTwice(*face));
                }
            }
        }
        if reasons.is_empty() { Ok(()) } else { Err(SpecError { text: self.to_string(), reasons }) }
    }
}

/// A rule variation: its name in game text, the test whether it is on, and how to turn it on.
struct Flag {
    name: &'static str,
    is_on: fn(&GameSpec) -> bool,
    turn_on: fn(&mut GameSpec),
}

/// The rule variations in canonical order.
const FLAGS: &[Flag] = &[
    Flag {
        name: "exact",
        is_on: |spec| spec.overline == Overline::DoesNotCount,
        turn_on: |spec| spec.overline = Overline::DoesNotCount,
    },
    Flag {
        name: "misere",
        is_on: |spec| spec.goal == Goal::AvoidLine,
        turn_on: |spec| spec.goal = Goal::AvoidLine,
    },
    Flag { name: "torus", is_on: |spec| spec.edges == Edges::Wrap, turn_on: |spec| spec.edges = Edges::Wrap },
];

impl Faces {
    /// Both faces of every dimension.
    pub fn all(dimensions: usize) -> Faces {
        let both = |dimension| [End::Low, End::High].map(|end| Face { dimension, end });
        Faces::Open((1..=dimensions as u16).flat_map(both).collect())
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.end {
            End::Low => '+',
            End::High => '-',
        };
        write!(f, "{sign}{}", self.dimension)
    }
}

impl fmt::Display for Faces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Faces::Free => f.write_str("free"),
            Faces::Open(faces) => {
                let mut faces = faces.clone();
                faces.sort_unstable();
                for (index, face) in faces.iter().enumerate() {
                    write!(f, "{}{face}", if index == 0 { "" } else { "," })?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for GameSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, size) in self.sizes.iter().enumerate() {
            write!(f, "{}{size}", if index == 0 { "" } else { "x" })?;
        }
        write!(f, ":{}", self.k)?;
        let flags = self.flags();
        if self.faces != Faces::Free || !flags.is_empty() {
            write!(f, ":{}", self.faces)?;
        }
        for flag in flags {
            write!(f, ":{flag}")?;
        }
        Ok(())
    }
}

impl FromStr for GameSpec {
    type Err = SpecError;

    /// Reads game text or a preset's name, and checks it.
    fn from_str(text: &str) -> Result<GameSpec, SpecError> {
        if let Some(preset) = presets::find(text) {
            return preset.spec.parse();
        }
        let mut reasons = Vec::new();
        let spec = parse(text, &mut reasons);
        if reasons.is_empty() {
            match spec.check() {
                Ok(()) => return Ok(spec),
                Err(error) => reasons = error.reasons,
            }
        } else if let Err(error) = spec.check() {
            // What the text does say is checked too, so that one look shows every mistake. A part that
            // could not be read was filled with a sound value.
            reasons.extend(error.reasons);
        }
        Err(SpecError { text: text.to_owned(), reasons })
    }
}

/// Reads what can be read. A part that cannot be read adds a reason, and a sound value takes its place.
fn parse(text: &str, reasons: &mut Vec<SpecReason>) -> GameSpec {
    let mut parts = text.split(':');
    let sizes_text = parts.next().unwrap_or_default();
    let k_text = parts.next();
    if k_text.is_none() && !looks_like_sizes(sizes_text) {
        reasons.push(SpecReason::NoSuchGame(UnknownName::new("preset", text, presets::names())));
        return GameSpec::new([1], 1, Faces::Free);
    }
    let sizes: Vec<u16> = sizes_text
        .split('x')
        .map(|size| {
            number(size).unwrap_or_else(|| {
                reasons.push(SpecReason::Size(size.to_owned()));
                1
            })
        })
        .collect();
    let k = match k_text.map(|text| (text, number(text))) {
        Some((_, Some(k))) => k,
        Some((text, None)) => {
            reasons.push(SpecReason::Run(text.to_owned()));
            1
        }
        None => {
            reasons.push(SpecReason::NoRun(sizes_text.to_owned()));
            1
        }
    };
    let faces = parts.next().map_or(Faces::Free, |faces| parse_faces(faces, sizes.len(), reasons));
    let mut spec = GameSpec::new(sizes, k, faces);
    for name in parts {
        match FLAGS.iter().find(|flag| flag.name == name) {
            Some(flag) if (flag.is_on)(&spec) => reasons.push(SpecReason::FlagTwice(flag.name)),
            Some(flag) => (flag.turn_on)(&mut spec),
            None => {
                let known = FLAGS.iter().map(|flag| flag.name);
                reasons.push(SpecReason::Flag(UnknownName::new("rule variation", name, known)));
            }
        }
    }
    spec
}

/// Whether a text without a run length is more likely the sizes of a board than the name of a preset.
fn looks_like_sizes(text: &str) -> bool {
    let is_of_sizes = |letter: char| letter.is_ascii_digit() || letter == 'x';
    text.starts_with(|letter: char| letter.is_ascii_digit()) && text.chars().all(is_of_sizes)
}

fn parse_faces(text: &str, dimensions: usize, reasons: &mut Vec<SpecReason>) -> Faces {
    match text {
        "free" => return Faces::Free,
        "all" => return Faces::all(dimensions),
        _ => {}
    }
    if FLAGS.iter().any(|flag| flag.name == text) {
        reasons.push(SpecReason::FlagInPlaceOfFaces(text.to_owned()));
        return Faces::Free;
    }
    let mut faces = Vec::new();
    let mut unreadable = false;
    for id in text.split(',') {
        let face = id.split_at_checked(1).and_then(|(sign, dimension)| {
            let end = match sign {
                "+" => End::Low,
                "-" => End::High,
                _ => return None,
            };
            Some(Face { dimension: number(dimension)?, end })
        });
        if let Some(face) = face {
            faces.push(face);
        } else {
            reasons.push(SpecReason::FaceId(id.to_owned()));
            unreadable = true;
        }
    }
    if unreadable && faces.is_empty() {
        return Faces::Free;
    }
    faces.sort_unstable();
    Faces::Open(faces)
}

/// A plain decimal number; `str::parse` alone would also take a sign.
fn number(text: &str) -> Option<u16> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

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
        write!(f, "`{}` is not a game: ", self.text)?;
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

/// A part of a game's description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecPart {
    /// The whole text.
    Text,
    /// The sizes of the board.
    Sizes,
    /// The run length.
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
    pub const fn code(&self) -> (&'static str, SpecPart) {
        match self {
            SpecReason::NoSuchGame(_) => ("no-such-game", SpecPart::Text),
            SpecReason::NoRun(_) => ("no-run", SpecPart::Run),
            SpecReason::Size(_) => ("size", SpecPart::Sizes),
            SpecReason::Run(_) => ("run", SpecPart::Run),
            SpecReason::FaceId(_) => ("face", SpecPart::Faces),
            SpecReason::FlagInPlaceOfFaces(_) => ("flag-in-place-of-faces", SpecPart::Faces),
            SpecReason::Flag(_) => ("flag", SpecPart::Flags),
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
