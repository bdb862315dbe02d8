//! The table of rule variations. A new one is a field of `GameSpec` and a row here.

use super::game_spec::{Edges, Forbidden, GameSpec, Goal, Overline, Roles, Turn};
use super::line_rule::numbered_cells;
use super::parse;
use super::reason::SpecReason;

/// A rule variation.
pub(super) struct Flag {
    /// Its name in game text.
    pub(super) name: &'static str,
    /// What stands after its name and `=`: `None` if it is off, an empty text if it takes nothing.
    pub(super) value: fn(&GameSpec) -> Option<String>,
    /// Turns it on, with the text after `=` if there is one. Adds a reason if it cannot be read.
    pub(super) turn_on: fn(&mut GameSpec, Option<&str>, &mut Vec<SpecReason>),
}

/// The rule variations in canonical order: by name.
pub(super) const FLAGS: &[Flag] = &[
    Flag {
        name: "blocked",
        value: |spec| (!spec.blocked.is_empty()).then(|| numbered_cells(&spec.blocked, &spec.sizes)),
        turn_on: |spec, cells, reasons| {
            spec.blocked = parse::numbered_cells("blocked", cells.unwrap_or_default(), &spec.sizes, reasons);
        },
    },
    Flag {
        name: "exact",
        value: |spec| (spec.overline == Overline::DoesNotCount).then(String::new),
        turn_on: |spec, value, reasons| {
            parse::expect_nothing("exact", value, reasons);
            spec.overline = Overline::DoesNotCount;
        },
    },
    Flag {
        name: "maker",
        value: |spec| (spec.roles == Roles::MakerAndBreaker).then(String::new),
        turn_on: |spec, value, reasons| {
            parse::expect_nothing("maker", value, reasons);
            spec.roles = Roles::MakerAndBreaker;
        },
    },
    Flag {
        name: "misere",
        value: |spec| (spec.goal == Goal::AvoidLine).then(String::new),
        turn_on: |spec, value, reasons| {
            parse::expect_nothing("misere", value, reasons);
            spec.goal = Goal::AvoidLine;
        },
    },
    Flag {
        name: "renju",
        value: |spec| (spec.forbidden == Forbidden::Renju).then(String::new),
        turn_on: |spec, value, reasons| {
            parse::expect_nothing("renju", value, reasons);
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
        turn_on: |spec, value, reasons| {
            spec.edges = match value {
                None => Edges::Wrap,
                Some(text) => wrapped(text, spec.dimensions(), reasons),
            };
        },
    },
    Flag {
        name: "turn",
        value: |spec| {
            (spec.turn != Turn::default()).then(|| format!("{}+{}", spec.turn.first, spec.turn.later))
        },
        turn_on: |spec, value, reasons| {
            let stones = |text: &str| parse::number(text).filter(|&stones| stones <= u16::from(Turn::MOST));
            let turn = value.and_then(|text| text.split_once('+')).and_then(|(first, later)| {
                Some(Turn { first: stones(first)? as u8, later: stones(later)? as u8 })
            });
            match turn {
                Some(turn) => spec.turn = turn,
                None => reasons.push(SpecReason::Turn(value.unwrap_or_default().to_owned())),
            }
        },
    },
];

/// The dimensions that a text names, joined by `+`.
fn wrapped(text: &str, dimensions: usize, reasons: &mut Vec<SpecReason>) -> Edges {
    let mut named = Vec::new();
    for part in text.split('+') {
        match parse::number(part) {
            Some(dimension) => named.push(dimension),
            None => reasons.push(SpecReason::TorusDimension(part.to_owned(), dimensions)),
        }
    }
    named.sort_unstable();
    if named.iter().copied().eq(1..=dimensions as u16) { Edges::Wrap } else { Edges::WrapSome(named) }
}

impl GameSpec {
    /// The names of all rule variations, in canonical order.
    ///
    /// ```
    /// use connect_toe_game::GameSpec;
    /// assert_eq!(GameSpec::known_flags()[..3], ["blocked", "exact", "maker"]);
    /// ```
    pub fn known_flags() -> Vec<&'static str> {
        FLAGS.iter().map(|flag| flag.name).collect()
    }

    /// The rule variations that are on, as game text has them, in canonical order. A game of runs without any is won
    /// by a run of `k` or more stones on a board with walls.
    ///
    /// ```
    /// use connect_toe_game::{Edges, Faces, GameSpec, Goal};
    /// let game = GameSpec { goal: Goal::AvoidLine, edges: Edges::Wrap, ..GameSpec::new([5, 5], 3, Faces::Free) };
    /// assert_eq!(game.flags(), ["misere", "torus"]);
    /// assert_eq!(game.to_string(), "5x5:3:free:misere:torus");
    /// ```
    pub fn flags(&self) -> Vec<String> {
        let text = |flag: &Flag| match (flag.value)(self)? {
            value if value.is_empty() => Some(flag.name.to_owned()),
            value => Some(format!("{}={value}", flag.name)),
        };
        FLAGS.iter().filter_map(text).collect()
    }

    /// Whether a run of `k` or more stones wins on a board with walls, and there is no rule variation: what methods
    /// for special games ask.
    ///
    /// ```
    /// use connect_toe_game::GameSpec;
    /// assert!("7x6:4:-2".parse::<GameSpec>()?.is_plain() && !"7x6:4:-2:torus".parse::<GameSpec>()?.is_plain());
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    pub fn is_plain(&self) -> bool {
        self.run_length().is_some() && self.flags().is_empty()
    }
}
