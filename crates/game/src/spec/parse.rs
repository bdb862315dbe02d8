//! Game text, read.

use std::str::FromStr;

use super::flags::FLAGS;
use super::game_spec::{End, Face, Faces, GameSpec, MAX_CELLS};
use super::line_rule::{LineRule, without_supersets};
use super::reason::{SpecError, SpecReason};
use crate::cell_text;
use crate::presets;
use crate::unknown_name::UnknownName;

/// Notes that something stands alone in game text, if it was given something.
pub(super) fn expect_nothing(name: &'static str, value: Option<&str>, reasons: &mut Vec<SpecReason>) {
    if let Some(value) = value {
        reasons.push(SpecReason::NoArgument(name, value.to_owned()));
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
            reasons.extend(
                error.reasons.into_iter().filter(|reason| !reasons.contains(reason)).collect::<Vec<_>>(),
            );
        }
        Err(SpecError { text: text.to_owned(), reasons })
    }
}

/// Reads what can be read. A part that cannot be read adds a reason, and a sound value takes its place.
fn parse(text: &str, reasons: &mut Vec<SpecReason>) -> GameSpec {
    let mut parts = text.split(':');
    let sizes_text = parts.next().unwrap_or_default();
    let lines_text = parts.next();
    if lines_text.is_none() && !looks_like_sizes(sizes_text) {
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
    let lines = if let Some(text) = lines_text {
        parse_lines(text, &sizes, reasons)
    } else {
        reasons.push(SpecReason::NoRun(sizes_text.to_owned()));
        LineRule::Run(1)
    };
    let faces = parts.next().map_or(Faces::Free, |faces| parse_faces(faces, sizes.len(), reasons));
    let mut spec = GameSpec { lines, ..GameSpec::new(sizes, 1, faces) };
    let mut seen = Vec::new();
    for part in parts {
        let (name, value) = part.split_once('=').map_or((part, None), |(name, value)| (name, Some(value)));
        match FLAGS.iter().find(|flag| flag.name == name) {
            Some(flag) if seen.contains(&flag.name) => reasons.push(SpecReason::FlagTwice(flag.name)),
            Some(flag) => {
                (flag.turn_on)(&mut spec, value, reasons);
                seen.push(flag.name);
            }
            None => {
                let known = FLAGS.iter().map(|flag| flag.name);
                reasons.push(SpecReason::Flag(UnknownName::new("rule variation", name, known)));
            }
        }
    }
    spec
}

/// Whether a text without a rule for lines is more likely the sizes of a board than the name of a preset.
fn looks_like_sizes(text: &str) -> bool {
    let is_of_sizes = |letter: char| letter.is_ascii_digit() || letter == 'x';
    text.starts_with(|letter: char| letter.is_ascii_digit()) && text.chars().all(is_of_sizes)
}

/// The names of rules for lines that are not runs.
const LINE_RULES: [&str; 4] = ["lines", "shape", "plane", "projective"];

fn parse_lines(text: &str, sizes: &[u16], reasons: &mut Vec<SpecReason>) -> LineRule {
    if text.starts_with(|letter: char| !letter.is_ascii_alphabetic()) || text.is_empty() {
        return LineRule::Run(number(text).unwrap_or_else(|| {
            reasons.push(SpecReason::Run(text.to_owned()));
            1
        }));
    }
    let (name, value) = text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
    match name {
        "plane" => {
            expect_nothing("plane", value, reasons);
            LineRule::Plane
        }
        "projective" => {
            expect_nothing("projective", value, reasons);
            LineRule::Projective
        }
        "lines" => {
            let lines = value.unwrap_or_default().split('/');
            let lines: Vec<Vec<u16>> = lines
                .map(|line| numbered_cells("lines", line, sizes, reasons))
                .filter(|line| !line.is_empty())
                .collect();
            LineRule::Given(without_supersets(lines).into())
        }
        "shape" => {
            let endless = vec![u16::MAX; sizes.len()];
            let mut cells = cells("shape", value.unwrap_or_default(), &endless, reasons);
            cells.sort_unstable();
            LineRule::Shape(cells)
        }
        _ => {
            let unknown = UnknownName::new("rule for lines", name, LINE_RULES);
            // A word like none of these stands where most write a number.
            let is_rule = value.is_some() || unknown.suggestion().is_some();
            reasons.push(if is_rule { SpecReason::Lines(unknown) } else { SpecReason::Run(text.to_owned()) });
            LineRule::Run(1)
        }
    }
}

/// The places of the cells that a text names, joined by `+`, in rising order.
pub(super) fn numbered_cells(
    list: &'static str,
    text: &str,
    sizes: &[u16],
    reasons: &mut Vec<SpecReason>,
) -> Vec<u16> {
    let most = sizes.iter().try_fold(1_usize, |cells, &size| cells.checked_mul(usize::from(size)));
    if most.is_none_or(|cells| cells == 0 || cells > MAX_CELLS) {
        // The sizes are wrong, which is said elsewhere: cells mean nothing.
        return Vec::new();
    }
    let cells = cells(list, text, sizes, reasons);
    let mut places: Vec<u16> = cells.iter().map(|cell| cell_text::number(cell, sizes)).collect();
    places.sort_unstable();
    places
}

/// The coordinates of the cells that a text names, joined by `+`, in its order.
fn cells(list: &'static str, text: &str, sizes: &[u16], reasons: &mut Vec<SpecReason>) -> Vec<Vec<u16>> {
    if text.is_empty() {
        reasons.push(SpecReason::NoCells(list));
        return Vec::new();
    }
    let mut read = |text| match cell_text::parse(text, sizes) {
        Ok(cell) => Some(cell),
        Err(error) => {
            reasons.push(SpecReason::Cell(list, error));
            None
        }
    };
    let found: Vec<Vec<u16>> = text.split('+').filter_map(&mut read).collect();
    if found.is_empty() {
        // One that is sound stands for those that cannot be read.
        return vec![vec![0; sizes.len()]];
    }
    found
}

fn parse_faces(text: &str, dimensions: usize, reasons: &mut Vec<SpecReason>) -> Faces {
    match text {
        "free" => return Faces::Free,
        "all" => return Faces::all(dimensions),
        _ => {}
    }
    if FLAGS.iter().any(|flag| text.split('=').next() == Some(flag.name)) {
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
pub(super) fn number(text: &str) -> Option<u16> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}
