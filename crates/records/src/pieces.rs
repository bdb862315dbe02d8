//! Files of many positions: lines, games of Piskvork, or games in the Smart Game Format, each on its own.

use crate::formats::{psq, sgf};
use crate::read::named;

/// A position or game of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The line where it begins, counted from 1.
    pub line: u64,
    /// Its text in one line.
    pub text: String,
    /// Whether it is a game with a header, of one line or several: then all of its text is the game's.
    pub is_game: bool,
}

/// Takes a file line by line, and puts its pieces together.
///
/// A line that is only the name of a format with a colon, `pos:`, holds for the lines that follow.
///
/// ```
/// use connect_toe_records::pieces;
/// let text = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,12\n-1\nPiskvorky 15x15, 11:11, 0\n7,7,0\n";
/// let games: Vec<_> = pieces(text).into_iter().map(|piece| (piece.line, piece.text)).collect();
/// assert_eq!(games[0], (1, "Piskvorky 15x15, 11:11, 0 8,8,0 9,8,12 -1".to_owned()));
/// assert_eq!(games[1].0, 5);
///
/// let texts: Vec<_> = pieces("pos:\nh8h9\n# nothing\nh8i9\n").into_iter().map(|piece| piece.text).collect();
/// assert_eq!(texts, ["pos:h8h9", "# nothing", "pos:h8i9"]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Pieces {
    open: Option<(Piece, Option<sgf::Brackets>)>,
    format: Option<&'static str>,
}

impl Pieces {
    /// Takes the line of this number, without its end; the pieces that are whole now.
    pub fn line(&mut self, number: u64, line: &str) -> Vec<Piece> {
        let mut whole = Vec::new();
        let mut rest = if number == 1 { line.trim_start_matches('\u{feff}') } else { line };
        loop {
            match self.open.take() {
                Some((mut piece, Some(mut brackets))) => {
                    let end = brackets.take(rest);
                    let is_whole = end.is_some();
                    let end = end.unwrap_or(rest.len());
                    if !piece.text.is_empty() {
                        piece.text.push(' ');
                    }
                    piece.text.push_str(&rest[..end]);
                    rest = &rest[end..];
                    if !is_whole {
                        self.open = Some((piece, Some(brackets)));
                        return whole;
                    }
                    whole.push(piece);
                    if rest.trim().is_empty() {
                        return whole;
                    }
                }
                Some((mut piece, None)) if !psq::looks(rest.trim_start()) => {
                    if !rest.trim().is_empty() {
                        piece.text.push(' ');
                        piece.text.push_str(rest.trim());
                    }
                    self.open = Some((piece, None));
                    return whole;
                }
                closed => {
                    whole.extend(closed.map(|(piece, _)| piece));
                    let text = rest.trim();
                    if sgf::looks(text) || text == "(" {
                        let piece = Piece { line: number, text: String::new(), is_game: true };
                        self.open = Some((piece, Some(sgf::Brackets::default())));
                        rest = text;
                    } else if psq::looks(text) {
                        self.open =
                            Some((Piece { line: number, text: text.to_owned(), is_game: true }, None));
                        return whole;
                    } else {
                        whole.extend(self.plain(number, text));
                        return whole;
                    }
                }
            }
        }
    }

    /// A line that is no part of a game.
    fn plain(&mut self, number: u64, text: &str) -> Option<Piece> {
        let name = named(text).map(|(format, rest)| (format.name, rest));
        if let Some((name, "")) = name {
            self.format = Some(name);
            return None;
        }
        let has_none = name.is_some() || text.is_empty() || text.starts_with('#');
        let text = match self.format.filter(|_| !has_none) {
            Some(format) => format!("{format}:{text}"),
            None => text.to_owned(),
        };
        let is_game = matches!(name, Some((psq::NAME | sgf::NAME, _)));
        Some(Piece { line: number, text, is_game })
    }

    /// The piece that the end of the file closes.
    pub fn end(&mut self) -> Option<Piece> {
        self.open.take().map(|(piece, _)| piece)
    }

    /// The bytes of the piece that is not whole yet.
    pub fn waiting(&self) -> usize {
        self.open.as_ref().map_or(0, |(piece, _)| piece.text.len())
    }
}

/// A text that has each of these texts in the line with its number, counted from 1, or in the next one that is free: two
/// games can begin in one line. Numbers do not fall.
///
/// ```
/// use connect_toe_records::in_lines;
/// assert_eq!(in_lines([(1, "a1"), (3, "b1"), (3, "c1")]), "a1\n\nb1\nc1\n");
/// ```
pub fn in_lines<'a>(texts: impl IntoIterator<Item = (usize, &'a str)>) -> String {
    let mut lines: Vec<&str> = Vec::new();
    for (number, text) in texts {
        lines.resize(lines.len().max(number - 1), "");
        lines.push(text);
    }
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

/// The pieces of a whole text.
pub fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Pieces::default();
    let mut all: Vec<Piece> =
        (1..).zip(text.lines()).flat_map(|(number, line)| pieces.line(number, line)).collect();
    all.extend(pieces.end());
    all
}
