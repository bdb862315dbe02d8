//! Writing games for other programs.

use std::collections::HashMap;
use std::fmt::Write as _;

use connect_toe_game::{BySide, Cell, End, Face, Faces, GameSpec, Geometry, Outcome, Side, SpecError};

use crate::formats::psq::{looks, numbers};
use crate::formats::sgf::{LONGEST_SIDE, letter};
use crate::reading::Branch;

/// The form in which a game is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Piskvork's.
    Psq,
    /// The Smart Game Format.
    Sgf,
    /// A digit for the column of each move.
    Digits,
}

impl Form {
    /// Every form.
    pub const ALL: [Form; 3] = [Form::Psq, Form::Sgf, Form::Digits];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Form::Psq => "psq",
            Form::Sgf => "sgf",
            Form::Digits => "digits",
        }
    }
}

/// A game to write.
#[derive(Clone, Debug)]
pub struct Played<'a> {
    /// The game.
    pub game: &'a GameSpec,
    /// The stones before the first move as board text, and the side to move; none for the empty board.
    pub start: Option<(&'a str, Side)>,
    /// The moves, each after the one that it follows.
    pub tree: &'a [Branch],
    /// The names of the players.
    pub players: BySide<&'a str>,
    /// How the game has ended, or none if it has not.
    pub outcome: Option<Outcome>,
}

/// Why a game cannot be written in a form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{form} cannot hold this game: {why}")]
pub struct WriteError {
    form: &'static str,
    why: String,
}

/// The text of a game.
///
/// # Errors
/// The form has no words for the game, its size, the stones that it starts from, or its variations.
///
/// ```
/// use connect_toe_game::{BySide, Game};
/// use connect_toe_records::{Branch, Form, Played, write};
/// let game: Game = "15x15:5".parse()?;
/// let cells = ["h8", "i9"].map(|text| game.parse_move(text).expect("a move"));
/// let tree = Branch::line(&cells);
/// let players = BySide { x: "alpha-beta", o: "person" };
/// let played = Played { game: game.spec(), start: None, tree: &tree, players, outcome: None };
/// assert_eq!(write(Form::Psq, &played)?, "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,0\nalpha-beta\nperson\n-1\n");
/// assert!(write(Form::Sgf, &played)?.ends_with("\n;B[hh];W[ig])\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(form: Form, played: &Played) -> Result<String, WriteError> {
    let refuse = |why: String| WriteError { form: form.name(), why };
    let geometry = Geometry::of(played.game).map_err(|error: SpecError| refuse(error.to_string()))?;
    let written = match form {
        Form::Psq => psq(played, &geometry),
        Form::Sgf => sgf(played, &geometry),
        Form::Digits => digits(played, &geometry),
    };
    written.map_err(refuse)
}

/// Columns and rows, or what is wrong with the board.
fn flat(geometry: &Geometry) -> Result<(u16, u16), String> {
    match *geometry.sizes() {
        [columns, rows] => Ok((columns, rows)),
        _ => Err("its board does not have two dimensions".to_owned()),
    }
}

/// The moves, if they are one line from the empty board.
fn line(played: &Played) -> Result<Vec<Cell>, String> {
    if played.start.is_some() {
        return Err("it starts from a board with stones".to_owned());
    }
    let is_next = |(place, branch): (usize, &Branch)| branch.parent == place.checked_sub(1);
    if !played.tree.iter().enumerate().all(is_next) {
        return Err("it has variations".to_owned());
    }
    Ok(played.tree.iter().map(|branch| branch.cell).collect())
}

/// A name in a line of its own.
fn one_line(name: &str) -> String {
    name.replace(char::is_control, " ")
}

fn psq(played: &Played, geometry: &Geometry) -> Result<String, String> {
    let (columns, rows) = flat(geometry)?;
    if played.game.faces != Faces::Free {
        return Err("in its games any empty cell is a move".to_owned());
    }
    let mut text = format!("Piskvorky {columns}x{rows}, 11:11, 0\n");
    for cell in line(played)? {
        let at = geometry.coordinates(cell);
        let _ = writeln!(text, "{},{},0", at[0] + 1, rows - at[1]);
    }
    for name in [played.players.x, played.players.o] {
        // No word is to be taken for a move, and no name for the next game's header.
        let word =
            |word: &str| if numbers(word).is_some() { word.replace(',', ";") } else { word.to_owned() };
        let name = one_line(name).split_whitespace().map(word).collect::<Vec<_>>().join(" ");
        let _ = writeln!(text, "{}{name}", if looks(&name) { "player " } else { "" });
    }
    text.push_str("-1\n");
    Ok(text)
}

fn digits(played: &Played, geometry: &Geometry) -> Result<String, String> {
    let (columns, _) = flat(geometry)?;
    let has_columns = played.game.faces == Faces::Open(vec![Face { dimension: 2, end: End::High }]);
    if !has_columns || columns > 9 {
        return Err("digits are columns, at most nine, that stones drop into from the top".to_owned());
    }
    let digit = |cell| char::from(b'1' + geometry.coordinates(cell)[0] as u8);
    Ok(line(played)?.into_iter().map(digit).chain(['\n']).collect())
}

fn sgf(played: &Played, geometry: &Geometry) -> Result<String, String> {
    let (columns, rows) = flat(geometry)?;
    if columns.max(rows) > LONGEST_SIDE {
        return Err(format!("its boards have at most {LONGEST_SIDE} columns and rows"));
    }
    let point = |cell: Cell| {
        let at = geometry.coordinates(cell);
        [letter(at[0]), letter(rows - 1 - at[1])].into_iter().collect::<String>()
    };
    let escaped = |text: &str| one_line(text).replace('\\', "\\\\").replace(']', "\\]").replace(':', "\\:");
    // The number of gomoku; records of other games go without one.
    let number = if played.game.faces == Faces::Free { "GM[4]" } else { "" };
    let size = if columns == rows { columns.to_string() } else { format!("{columns}:{rows}") };
    let BySide { x, o } = played.players;
    let mut text = format!(
        "(;FF[4]{number}CA[UTF-8]AP[connect-toe]SZ[{size}]RU[{}]PB[{}]PW[{}]",
        played.game,
        escaped(x),
        escaped(o)
    );
    if let Some(outcome) = played.outcome {
        let result = match outcome {
            Outcome::Win(Side::X) => "B+",
            Outcome::Win(Side::O) => "W+",
            Outcome::Draw => "0",
        };
        let _ = write!(text, "RE[{result}]");
    }
    let (mut to_move, mut before) = (Side::X, 0);
    if let Some((board, side)) = played.start {
        let stones = geometry.parse_stones(board).map_err(|error| error.to_string())?;
        for (property, of) in [("AB", Side::X), ("AW", Side::O)] {
            let mut name = property;
            for &(cell, side) in stones.iter().filter(|&&(_, side)| side == of) {
                let _ = (side, write!(text, "{name}[{}]", point(cell)));
                name = "";
            }
        }
        let _ = write!(text, "PL[{}]", if side == Side::X { 'B' } else { 'W' });
        (to_move, before) = (side, stones.len() as u32);
    }
    text.push('\n');
    let turn = played.game.turn;
    // Whoever begins a position that no game leads to, the sides take turns from there.
    let is_as_counted = turn.to_move_after(before) == to_move;
    let side = |ply: u32| {
        let counted = turn.to_move_after(before + ply);
        if is_as_counted { counted } else { counted.other() }
    };
    write_tree(&mut text, played.tree, &side, &point);
    text.push_str(")\n");
    Ok(text)
}

/// A part of a record's text.
enum Part {
    /// The place of a move in the tree, and the number of moves before it.
    Move(usize, u32),
    Close,
    Open,
}

/// Writes moves: one after the other, and where there are several each with what follows in brackets.
///
/// `side` is the one to move after so many moves.
fn write_tree(
    text: &mut String,
    tree: &[Branch],
    side: &dyn Fn(u32) -> Side,
    point: &dyn Fn(Cell) -> String,
) {
    let mut next: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
    for (place, branch) in tree.iter().enumerate() {
        next.entry(branch.parent).or_default().push(place);
    }
    let mut parts = Vec::new();
    let follow = |parts: &mut Vec<Part>, after: Option<usize>, ply: u32| {
        let moves = next.get(&after).map_or(&[][..], Vec::as_slice);
        for &place in moves.iter().rev() {
            if moves.len() > 1 {
                parts.extend([Part::Close, Part::Move(place, ply), Part::Open]);
            } else {
                parts.push(Part::Move(place, ply));
            }
        }
    };
    follow(&mut parts, None, 0);
    while let Some(part) = parts.pop() {
        match part {
            Part::Open => text.push('('),
            Part::Close => text.push(')'),
            Part::Move(place, ply) => {
                let colour = if side(ply) == Side::X { 'B' } else { 'W' };
                let _ = write!(text, ";{colour}[{}]", point(tree[place].cell));
                follow(&mut parts, Some(place), ply + 1);
            }
        }
    }
}
