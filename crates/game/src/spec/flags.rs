//! The table of rule variations. A new one is a field of `GameSpec` and a row here.

use super::line_rule::numbered_cells;
use super::parse::{self, Reading};
use super::{Edges, Forbidden, GameSpec, Goal, Overline, Roles, SpecReason, Turn};

/// A rule variation.
pub(super) struct Flag {
    /// Its name in game text.
    pub(super) name: &'static str,
    /// What stands after its name and `=`: `None` if it is off, an empty text if it takes nothing.
    pub(super) value: fn(&GameSpec) -> Option<String>,
    /// Turns it on, with the text after `=` if there is one. Adds a reason if it cannot be read.
    pub(super) turn_on: fn(&mut GameSpec, Option<&str>, &mut Reading),
}

/// The rule variations in canonical order: by name.
pub(super) const FLAGS: &[Flag] = &[
    Flag {
        name: "blocked",
        value: |spec| (!spec.blocked.is_empty()).then(|| numbered_cells(&spec.blocked, &spec.sizes)),
        turn_on: |spec, cells, reading| {
            spec.blocked = parse::numbered_cells("blocked", cells.unwrap_or_default(), &spec.sizes, reading);
        },
    },
    Flag {
        name: "exact",
        value: |spec| (spec.overline == Overline::DoesNotCount).then(String::new),
        turn_on: |spec, value, reading| {
            reading.expect_nothing("exact", value);
            spec.overline = Overline::DoesNotCount;
        },
    },
    Flag {
        name: "maker",
        value: |spec| (spec.roles == Roles::MakerAndBreaker).then(String::new),
        turn_on: |spec, value, reading| {
            reading.expect_nothing("maker", value);
            spec.roles = Roles::MakerAndBreaker;
        },
    },
    Flag {
        name: "misere",
        value: |spec| (spec.goal == Goal::AvoidLine).then(String::new),
        turn_on: |spec, value, reading| {
            reading.expect_nothing("misere", value);
            spec.goal = Goal::AvoidLine;
        },
    },
    Flag {
        name: "renju",
        value: |spec| (spec.forbidden == Forbidden::Renju).then(String::new),
        turn_on: |spec, value, reading| {
            reading.expect_nothing("renju", value);
            spec.forbidden = Forbidden::Renju;
        },
    },
    Flag {
        name: "torus",
        value: |spec| match &spec.edges {
            Edges::Walls => None,
            Edges::Wrap => Some(String::new()),
            Edges::WrapSome(dimensions) => {
                let mut dimensions = dimensions.clone();
                dimensions.sort_unstable();
                Some(dimensions.iter().map(u16::to_string).collect::<Vec<_>>().join("+"))
            }
        },
        turn_on: |spec, value, reading| {
            spec.edges = match value {
                None => Edges::Wrap,
                Some(text) => wrapped(text, spec.dimensions(), reading),
            };
        },
    },
    Flag {
        name: "turn",
        value: |spec| {
            (spec.turn != Turn::default()).then(|| format!("{}+{}", spec.turn.first, spec.turn.later))
        },
        turn_on: |spec, value, reading| {
            let stones = |text: &str| parse::number(text).filter(|&stones| stones <= u16::from(Turn::MOST));
            let turn = value.and_then(|text| text.split_once('+')).and_then(|(first, later)| {
                Some(Turn { first: stones(first)? as u8, later: stones(later)? as u8 })
            });
            match turn {
                Some(turn) => spec.turn = turn,
                None => reading.reasons.push(SpecReason::Turn(value.unwrap_or_default().to_owned())),
            }
        },
    },
];

/// The dimensions that a text names, joined by `+`.
fn wrapped(text: &str, dimensions: usize, reading: &mut Reading) -> Edges {
    let mut named = Vec::new();
    for part in text.split('+') {
        match parse::number(part) {
            Some(dimension) => named.push(dimension),
            None => reading.reasons.push(SpecReason::TorusDimension(part.to_owned(), dimensions)),
        }
    }
    named.sort_unstable();
    if named.iter().copied().eq(1..=dimensions as u16) { Edges::Wrap } else { Edges::WrapSome(named) }
}
