//! What is drawn on an empty board to show how it is won: a run, a shape, or some of the lines; and blocked cells.

use connect_toe_game::{Cell, Game, GameSpec, LineRule, with_game};

/// The most lines that are drawn on a grid, and the most between points.
const MOST_LINES: [usize; 2] = [6, 60];
/// The most cells of a board whose lines are looked for.
const MOST_CELLS: usize = 1024;

/// What is drawn on a board. Cells are coordinates, counted from 0.
#[derive(Debug, Default)]
pub(super) struct Marks {
    pub(super) blocked: Vec<Vec<u16>>,
    /// The ends of a run that wins.
    pub(super) run: Option<[Vec<u16>; 2]>,
    /// The cells of a shape that wins.
    pub(super) shape: Vec<Vec<u16>>,
    /// Some of the lines, or all.
    pub(super) lines: Vec<Vec<Vec<u16>>>,
}

impl Marks {
    pub(super) fn of(spec: &GameSpec) -> Marks {
        let Ok(game) = Game::new(spec) else { return Marks::default() };
        let geometry = game.geometry();
        let blocked = geometry.blocked_cells().map(|cell| geometry.coordinates(cell));
        let mut marks = Marks { blocked: blocked.collect(), ..Marks::default() };
        // All lines of a large board are many; where none is blocked, its lowest row has a run.
        let is_large = geometry.cells().len() > MOST_CELLS;
        match &spec.lines {
            LineRule::Run(k) if is_large || spec.blocked.is_empty() => marks.run = lowest_run(spec, *k),
            LineRule::Run(_) => marks.run = first_run(&lines(&game)),
            _ if is_large => {}
            LineRule::Shape(shape) => {
                let all = lines(&game);
                let mut shape = shape.clone();
                shape.sort_unstable();
                let is_here = |line: &&Vec<Vec<u16>>| **line == shape;
                marks.shape = all.iter().find(is_here).or(all.first()).cloned().unwrap_or_default();
            }
            LineRule::Given(_) | LineRule::Plane | LineRule::Projective => {
                marks.lines = some_lines(spec, lines(&game));
            }
        }
        marks
    }
}

/// All lines; the cells of each rise.
fn lines(game: &Game) -> Vec<Vec<Vec<u16>>> {
    let geometry = game.geometry();
    let line = |cells: &[Cell]| {
        let mut cells: Vec<Vec<u16>> = cells.iter().map(|&cell| geometry.coordinates(cell)).collect();
        cells.sort_unstable();
        cells
    };
    with_game!(game, record => record.rules().lines().iter().map(line).collect())
}

/// From the first to the last of `k` cells of the lowest row of the first layer, or of its first column.
fn lowest_run(spec: &GameSpec, k: u16) -> Option<[Vec<u16>; 2]> {
    let along = (0..spec.dimensions().min(2)).find(|&dimension| k <= spec.sizes[dimension])?;
    let first = vec![0; spec.dimensions()];
    let mut last = first.clone();
    last[along] = k.checked_sub(1)?;
    Some([first, last])
}

/// The first line that is a row or a column of the first layer.
fn first_run(lines: &[Vec<Vec<u16>>]) -> Option<[Vec<u16>; 2]> {
    let is_straight = |line: &&Vec<Vec<u16>>, along: usize| {
        let (first, last) = (&line[0], &line[line.len() - 1]);
        let others = first.iter().zip(last).enumerate().filter(|&(dimension, _)| dimension != along);
        let is_in_first_layer = first.iter().skip(2).all(|&place| place == 0);
        let ends = first.get(along).zip(last.get(along));
        is_in_first_layer
            && others.into_iter().all(|(_, (one, other))| one == other)
            && ends.is_some_and(|(from, to)| usize::from(to - from) + 1 == line.len())
    };
    let lowest = |along| lines.iter().filter(move |line| is_straight(line, along)).min();
    let line = lowest(0).or_else(|| lowest(1))?;
    Some([line[0].clone(), line[line.len() - 1].clone()])
}

/// Between points all lines, unless they are many; on a grid those through a cell of the first layer that have most
/// lines there.
fn some_lines(spec: &GameSpec, mut lines: Vec<Vec<Vec<u16>>>) -> Vec<Vec<Vec<u16>>> {
    let [on_grid, between_points] = MOST_LINES;
    if spec.is_of_points() {
        lines.truncate(between_points);
        return lines;
    }
    lines.retain(|line| line.iter().all(|cell| cell.iter().skip(2).all(|&place| place == 0)));
    if lines.len() > on_grid {
        let first = lines[0][0].clone();
        lines.retain(|line| line.contains(&first));
        lines.truncate(on_grid);
    }
    lines
}
