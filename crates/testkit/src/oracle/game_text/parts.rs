//! The parts of game text, one by one, and which of them do not go together.

use std::collections::BTreeSet;

use super::super::cell::{Cell, parse_cell};
use super::super::field::Field;
use super::super::game::{Face, Flag, Goal, Line, Placement, Turn, Variations};
use super::super::lines::projective_order;
use super::{GameError, MAX_CELLS, MAX_LINES, MAX_PLANE_ORDER, MAX_TURN};

pub(super) fn positive(text: &str) -> Result<usize, GameError> {
    let error = || GameError::Number(text.to_owned());
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(error());
    }
    text.parse().ok().filter(|&number| number > 0).ok_or_else(error)
}

pub(super) fn goal(text: &str, sizes: &[usize]) -> Result<Goal, GameError> {
    if let Some(lists) = text.strip_prefix("lines=") {
        return given_lines(lists.split('/'), sizes);
    }
    if let Some(list) = text.strip_prefix("shape=") {
        // A shape has the board's dimensions and may be larger than the board.
        return Ok(Goal::Shape(cells(list, &vec![MAX_CELLS; sizes.len()])?));
    }
    match text {
        "plane" => {
            let order = sizes[0];
            let is_space = sizes.iter().all(|&size| size == order) && order <= MAX_PLANE_ORDER;
            if is_space && Field::of_order(order).is_some() { Ok(Goal::Plane) } else { Err(GameError::Plane) }
        }
        "projective" => {
            let is_plane = sizes.len() == 1 && projective_order(sizes[0]).is_some();
            if is_plane { Ok(Goal::Projective) } else { Err(GameError::Projective) }
        }
        run => Ok(Goal::Run(positive(run)?)),
    }
}

/// Lines as distinct sets; a line that contains another is left out, since the other is complete first.
fn given_lines<'t>(lists: impl Iterator<Item = &'t str>, sizes: &[usize]) -> Result<Goal, GameError> {
    let all: BTreeSet<Line> = lists.map(|list| cells(list, sizes)).collect::<Result<_, _>>()?;
    let contains_another = |line: &Line| all.iter().any(|other| other != line && other.is_subset(line));
    let kept: BTreeSet<Line> = all.iter().filter(|line| !contains_another(line)).cloned().collect();
    if kept.len() > MAX_LINES { Err(GameError::Lines) } else { Ok(Goal::Lines(kept)) }
}

/// The cells of a list, with `+` between.
fn cells(list: &str, sizes: &[usize]) -> Result<BTreeSet<Cell>, GameError> {
    let mut cells = BTreeSet::new();
    for text in list.split('+') {
        let cell = parse_cell(sizes, text);
        let cell = cell.map_err(|reason| GameError::Cell { text: text.to_owned(), reason })?;
        if !cells.insert(cell) {
            return Err(GameError::Repeated(text.to_owned()));
        }
    }
    Ok(cells)
}

pub(super) fn placement(text: &str, dimensions: usize) -> Result<Placement, GameError> {
    let every_face = (0..dimensions)
        .flat_map(|dimension| [false, true].map(|from_high_end| Face { dimension, from_high_end }));
    match text {
        "free" => Ok(Placement::Free),
        "all" => Ok(Placement::Faces(every_face.collect())),
        ids => {
            let mut faces = BTreeSet::new();
            for id in ids.split(',') {
                let face = every_face.clone().find(|face| face.to_string() == id);
                if !faces.insert(face.ok_or_else(|| GameError::Face(id.to_owned()))?) {
                    return Err(GameError::Repeated(id.to_owned()));
                }
            }
            Ok(Placement::Faces(faces))
        }
    }
}

pub(super) fn variations<'t>(
    texts: impl Iterator<Item = &'t str>,
    sizes: &[usize],
) -> Result<Variations, GameError> {
    let mut read = Variations {
        blocked: BTreeSet::new(),
        flags: BTreeSet::new(),
        wrapped: BTreeSet::new(),
        turn: Turn::SINGLE,
    };
    let mut names = BTreeSet::new();
    for text in texts {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (text, None),
        };
        let flag = Flag::ALL.into_iter().find(|flag| flag.to_string() == name);
        match (name, value, flag) {
            ("blocked", Some(list), _) => read.blocked = cells(list, sizes)?,
            ("turn", Some(stones), _) => read.turn = turn(stones)?,
            ("torus", Some(list), _) => read.wrapped = dimensions(list, sizes.len())?,
            ("torus", None, _) => read.wrapped = (0..sizes.len()).collect(),
            (_, None, Some(_)) => {}
            _ => return Err(GameError::Flag(text.to_owned())),
        }
        read.flags.extend(flag);
        if !names.insert(name) {
            return Err(GameError::Repeated(text.to_owned()));
        }
    }
    Ok(read)
}

fn turn(text: &str) -> Result<Turn, GameError> {
    let error = || GameError::Turn(text.to_owned());
    let (first, later) = text.split_once('+').ok_or_else(error)?;
    let stones = |text| positive(text).ok().filter(|&stones| stones <= MAX_TURN).ok_or_else(error);
    Ok(Turn { first: stones(first)?, later: stones(later)? })
}

/// The dimensions of a list, counted from 1 there and from 0 here.
fn dimensions(list: &str, count: usize) -> Result<BTreeSet<usize>, GameError> {
    let mut dimensions = BTreeSet::new();
    for text in list.split('+') {
        let number = positive(text).ok().filter(|&number| number <= count);
        if !dimensions.insert(number.ok_or_else(|| GameError::Dimension(text.to_owned()))? - 1) {
            return Err(GameError::Repeated(text.to_owned()));
        }
    }
    Ok(dimensions)
}

pub(super) fn refuse_combinations(
    sizes: &[usize],
    goal: &Goal,
    placement: &Placement,
    variations: &Variations,
) -> Result<(), GameError> {
    let refused = |one: &str, other: &str| Err(GameError::Combination(one.to_owned(), other.to_owned()));
    let goal_name = match goal {
        Goal::Run(_) => "a run",
        Goal::Lines(_) => "lines",
        Goal::Shape(_) => "shape",
        Goal::Plane => "plane",
        Goal::Projective => "projective",
    };
    let is_run = matches!(goal, Goal::Run(_));
    let has = |flag| variations.flags.contains(&flag);
    if has(Flag::Exact) && !is_run {
        return refused("exact", goal_name);
    }
    if has(Flag::Torus) && !is_run && !matches!(goal, Goal::Shape(_)) {
        return refused("torus", goal_name);
    }
    if has(Flag::Renju) {
        if *goal != Goal::Run(5) {
            return refused("renju", if is_run { "a run length other than 5" } else { goal_name });
        }
        if let Some(other) = variations.flags.iter().find(|flag| **flag != Flag::Renju) {
            return refused("renju", &other.to_string());
        }
        if variations.turn != Turn::SINGLE {
            return refused("renju", "turn");
        }
        if *placement != Placement::Free {
            return refused("renju", "open faces");
        }
        if sizes.len() != 2 {
            return refused("renju", "a number of dimensions other than 2");
        }
    }
    Ok(())
}
