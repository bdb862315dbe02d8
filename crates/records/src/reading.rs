//! What was read.

use std::collections::HashMap;

use connect_toe_game::{Bits, BySide, Cell, Geometry, Record, Side};

use crate::error::ReadError;
use crate::format::{To, Written};

/// A text that was read. Its moves are legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The format's name.
    pub format: &'static str,
    /// The stones that the moves start from as board text, and the side to move; none for the empty board.
    pub start: Option<(String, Side)>,
    /// The moves, the main line first. After each move come those that follow it, then the next that could replace it.
    pub tree: Vec<Branch>,
}

/// A move of a text, which may be one of a variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The place of the move before it; none at the beginning.
    pub parent: Option<usize>,
    /// The move.
    pub cell: Cell,
}

/// A part of the text of a tree.
enum Part {
    /// What is played after a move.
    After(Option<usize>),
    /// One of the moves and what is played after it.
    Variation(usize),
    Close,
}

impl Branch {
    /// Moves one after the other.
    pub fn line(cells: &[Cell]) -> Vec<Branch> {
        let branch = |(place, &cell): (usize, _)| Branch { parent: place.checked_sub(1), cell };
        cells.iter().enumerate().map(branch).collect()
    }
}

/// The same tree, each move directly before those that follow it: formats write variations in different orders.
fn in_order(tree: &[Branch]) -> Vec<Branch> {
    let next = followers(tree);
    let mut ordered = Vec::with_capacity(tree.len());
    // Moves to come, the next one last, with the new place of the move before.
    let open = |after: Option<usize>, parent: Option<usize>| {
        let followers = next.get(&after).map(Vec::as_slice).unwrap_or_default();
        followers.iter().rev().map(move |&place| (place, parent)).collect::<Vec<_>>()
    };
    let mut waiting = open(None, None);
    while let Some((place, parent)) = waiting.pop() {
        ordered.push(Branch { parent, cell: tree[place].cell });
        waiting.extend(open(Some(place), Some(ordered.len() - 1)));
    }
    ordered
}

/// The moves that follow each move, and those that begin.
fn followers(tree: &[Branch]) -> HashMap<Option<usize>, Vec<usize>> {
    let mut next: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
    for (place, branch) in tree.iter().enumerate() {
        next.entry(branch.parent).or_default().push(place);
    }
    next
}

impl Reading {
    /// The main line: the first move at each step.
    pub fn moves(&self) -> Vec<Cell> {
        let mut moves = Vec::new();
        let mut last = None;
        for (place, branch) in self.tree.iter().enumerate() {
            if branch.parent == last {
                moves.push(branch.cell);
                last = Some(place);
            }
        }
        moves
    }

    /// Whether there are moves beside the main line.
    pub fn has_variations(&self) -> bool {
        self.tree.len() > self.moves().len()
    }

    /// The moves as cells; each variation stands in brackets after the move that it replaces: `h8 i9 (g9 h9) i8`.
    pub fn tree_text(&self, geometry: &Geometry) -> String {
        let next = followers(&self.tree);
        let mut text = String::new();
        let mut parts = vec![Part::After(None)];
        while let Some(part) = parts.pop() {
            let word = |text: &mut String, place: usize| {
                if !text.is_empty() && !text.ends_with('(') {
                    text.push(' ');
                }
                text.push_str(&geometry.cell_text(self.tree[place].cell));
            };
            match part {
                Part::After(place) => {
                    let Some([main, variations @ ..]) = next.get(&place).map(Vec::as_slice) else { continue };
                    word(&mut text, *main);
                    parts.push(Part::After(Some(*main)));
                    parts.extend(variations.iter().rev().map(|&variation| Part::Variation(variation)));
                }
                Part::Variation(place) => {
                    text.push_str(" (");
                    word(&mut text, place);
                    parts.extend([Part::Close, Part::After(Some(place))]);
                }
                Part::Close => text.push(')'),
            }
        }
        text
    }

    /// Plays what is written, and leaves the record at the end of the main line.
    pub(crate) fn play<B: Bits>(
        record: &mut Record<B>,
        format: &'static str,
        written: &Written,
    ) -> Result<Reading, ReadError> {
        let rules = record.shared_rules();
        let mut start = None;
        if written.is_board || !written.stones.is_empty() {
            let mut stones = BySide { x: B::EMPTY, o: B::EMPTY };
            for &(cell, side) in &written.stones {
                stones[side] |= B::single(cell.bit());
            }
            let board = rules.board_of(stones, written.to_move)?;
            record.restart(board);
            start = Some((rules.board_text(&board), board.to_move()));
        } else {
            record.restart(rules.start());
        }
        let mut reading = Reading { format, start, tree: Vec::with_capacity(written.moves.len()) };
        // Where each move of the text is in the tree: a move that is written twice is one.
        let mut places: Vec<usize> = Vec::with_capacity(written.moves.len());
        let mut known: HashMap<(Option<usize>, Cell), usize> = HashMap::new();
        // The moves that lead to the record's position.
        let mut path: Vec<usize> = Vec::new();
        for made in &written.moves {
            let parent = made.parent.map(|parent| places[parent]);
            while path.last().copied() != parent && record.undo().is_some() {
                path.pop();
            }
            let number = path.len() + 1;
            let refuse = |why: String| ReadError::Move { format, number, text: made.text.clone(), why };
            let to_move = record.board().to_move();
            if made.maker.is_some_and(|maker| maker != to_move) {
                return Err(refuse(format!("it is a move of the other side, and {to_move} is to move")));
            }
            let cell = match &made.to {
                To::Cell(cell) => *cell,
                To::Nowhere(why) => return Err(refuse(why.clone())),
                To::Column(column) => {
                    let moves = rules.legal_moves(record.board());
                    let is_there = |cell: &Cell| rules.geometry().coordinates(*cell)[0] == *column;
                    moves
                        .into_iter()
                        .find(is_there)
                        .ok_or_else(|| refuse("no stone can drop there".to_owned()))?
                }
            };
            record.play(cell).map_err(|reason| refuse(reason.to_string()))?;
            let place = *known.entry((parent, cell)).or_insert_with(|| {
                reading.tree.push(Branch { parent, cell });
                reading.tree.len() - 1
            });
            places.push(place);
            path.push(place);
        }
        if reading.has_variations() {
            reading.tree = in_order(&reading.tree);
            while record.undo().is_some() {}
            for cell in reading.moves() {
                // It was legal before.
                let _ = record.play(cell);
            }
        }
        Ok(reading)
    }
}
