//! Checking a certificate.

use std::io::{self, BufRead};

use connect_toe_game::{Bits, Board, Cell, Game, Rules, Side, with_game};

use crate::claim::{Claim, Proven};
use crate::leaf::{FEW, Leaf, POTENTIAL};
use crate::strategy::{Broken, Choice, Chooser, Flaw, Stop, follow};
use crate::{END, HEADER, position_text};

/// Why a certificate proves nothing.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The certificate cannot be read.
    #[error("cannot read the certificate: {0}")]
    Unreadable(#[from] io::Error),
    /// The text is not a certificate, or a part of it is missing or changed.
    #[error("line {line}: {reason}")]
    Damaged {
        /// The line, counted from 1.
        line: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// The certificate may be sound, but its positions do not fit into the memory that is allowed for them.
    #[error("the strategy from line {line} on has more positions than fit into memory")]
    TooLarge {
        /// The line where the strategy begins, counted from 1.
        line: u64,
    },
    /// The certificate is well formed, and a step of it is wrong.
    #[error("step {step} does not hold (line {line}): {reason}\nclaim: {}\nposition: {position}", claim.in_words())]
    Wrong {
        /// The line, counted from 1.
        line: u64,
        /// The move or pair, counted from 1 in the whole certificate; the last one read, if it is an answer to it
        /// that breaks the claim.
        step: u64,
        /// What goes wrong.
        reason: String,
        /// What is not proven.
        claim: Claim,
        /// Where it goes wrong, as board text and side to move.
        position: String,
    },
}

/// The most bytes of a line of a certificate: board text has at most a few characters for each of 4096 cells.
const MOST_LINE_BYTES: u64 = 1 << 16;

/// Checks a certificate, and returns what it proves.
///
/// # Errors
/// The first thing that is wrong with it.
///
/// ```
/// use connect_toe_certificate::{VerifyError, verify};
/// // Two in a row on three cells: X takes the middle and then whichever end is left.
/// let text = "\
/// connect-toe certificate 1
/// game 3:2
/// position ___ x
/// claim x wins within 3 plies
/// strategy
/// ply 0 1
/// b
/// ply 2 2
/// c
/// a
/// end
/// ";
/// let proven = verify(text.as_bytes())?;
/// assert_eq!((proven.to_string().lines().last(), proven.steps), (Some("so the result is: x wins"), 3));
///
/// let bolder = text.replace("within 3", "within 2");
/// assert!(matches!(verify(bolder.as_bytes()), Err(VerifyError::Wrong { .. })));
/// # Ok::<(), VerifyError>(())
/// ```
pub fn verify(mut reader: impl BufRead) -> Result<Proven, VerifyError> {
    verify_lines(&mut reader)
}

fn verify_lines(reader: &mut dyn BufRead) -> Result<Proven, VerifyError> {
    let mut lines = Lines { reader, number: 0, steps: 0 };
    let header = lines.next()?;
    if header != HEADER {
        return Err(lines.damaged(format!("a certificate starts with `{HEADER}`")));
    }
    let text = lines.field("game")?;
    let game: Game = text.parse().map_err(|error| lines.damaged(error))?;
    if game.spec().to_string() != text {
        return Err(lines.damaged(format!("canonical text of this game is `{}`", game.spec())));
    }
    with_game!(&game, record => verify_game(record.rules(), &mut lines))
}

fn verify_game<B: Bits>(rules: &Rules<B>, lines: &mut Lines) -> Result<Proven, VerifyError> {
    let text = lines.field("position")?;
    let (position, side) =
        text.rsplit_once(' ').ok_or_else(|| lines.damaged("the side to move is missing"))?;
    let to_move: Side = side.parse().map_err(|error| lines.damaged(error))?;
    let board = rules.parse_board(position, Some(to_move)).map_err(|error| lines.damaged(error))?;
    if position_text(rules, &board) != text {
        return Err(lines.damaged("the position is not written in canonical form"));
    }
    let mut claims = Vec::new();
    loop {
        let line = lines.next()?;
        if line == END && !claims.is_empty() {
            break;
        }
        let claim: Claim = line
            .strip_prefix("claim ")
            .and_then(|text| text.parse().ok())
            .ok_or_else(|| lines.damaged(format!("`{}` is not a claim", shown(&line))))?;
        match lines.next()?.as_str() {
            "strategy" => verify_strategy(rules, &board, claim, lines)?,
            "pairs" => verify_pairs(rules, &board, claim, lines)?,
            POTENTIAL => lines.check(&Leaf::Potential, rules, &board, claim, 0)?,
            FEW => lines.check(&Leaf::Few, rules, &board, claim, 0)?,
            _ => return Err(lines.damaged("a proof is a strategy, pairs, a potential, or few")),
        }
        claims.push(claim);
    }
    if lines.next_or_end()?.is_some() {
        return Err(lines.damaged("something follows the end"));
    }
    let spec = rules.spec().clone();
    Ok(Proven { game: spec, position: rules.board_text(&board), to_move, claims, steps: lines.steps })
}

fn verify_strategy<B: Bits>(
    rules: &Rules<B>,
    board: &Board<B>,
    claim: Claim,
    lines: &mut Lines,
) -> Result<(), VerifyError> {
    let line = lines.number;
    let mut reading = Reading { rules, lines, claim, plies: 0 };
    follow(rules, board, claim, &mut reading).map_err(|stop| match stop {
        Stop::Flaw(flaw) => lines.wrong(claim, position_text(rules, &flaw.board), reason(rules, &flaw)),
        Stop::TooMany => VerifyError::TooLarge { line },
        Stop::Chooser(error) => error,
    })
}

fn reason<B: Bits>(rules: &Rules<B>, flaw: &Flaw<B>) -> String {
    let after = flaw.cell.map_or_else(String::new, |cell| {
        format!("after {} of {}: ", rules.geometry().cell_text(cell), flaw.board.to_move())
    });
    match flaw.broken {
        Broken::Illegal => format!("{after}the move is not legal"),
        Broken::EndsWith(outcome) => match outcome.winner() {
            Some(winner) => format!("{after}{winner} wins"),
            None => format!("{after}the game is drawn"),
        },
        Broken::OutOfPlies => format!("{after}the game goes on, and the plies of the claim have been played"),
    }
}

/// The moves of a strategy, read line by line.
struct Reading<'a, 'r, B: Bits> {
    rules: &'a Rules<B>,
    lines: &'a mut Lines<'r>,
    claim: Claim,
    plies: u32,
}

impl<B: Bits> Chooser<B> for Reading<'_, '_, B> {
    type Error = VerifyError;

    fn ply(&mut self, plies: u32, positions: usize) -> Result<(), VerifyError> {
        let expected = format!("ply {plies} {positions}");
        let line = self.lines.next()?;
        self.plies = plies;
        if line == expected {
            Ok(())
        } else {
            Err(self.lines.damaged(format!("`{expected}` is due here, not `{}`", shown(&line))))
        }
    }

    fn choose(&mut self, board: &Board<B>) -> Result<Choice, VerifyError> {
        let line = self.lines.next()?;
        if let Some(leaf) = self.lines.leaf(self.rules, &line)? {
            self.lines.check(&leaf, self.rules, board, self.claim, self.plies)?;
            return Ok(Choice::Holds);
        }
        self.lines.steps += 1;
        let Some((cell, leaf)) = line.split_once(' ') else {
            return Ok(Choice::Move(self.lines.cell(self.rules, &line)?));
        };
        let cell = self.lines.cell(self.rules, cell)?;
        let leaf = self.lines.leaf(self.rules, leaf)?;
        let leaf = leaf.ok_or_else(|| self.lines.damaged("after a move follows nothing, or a proof"))?;
        if self.rules.legal(board).contains(cell.bit()) {
            let after = self.rules.play(board, cell);
            self.lines.check(&leaf, self.rules, &after, self.claim, self.plies + 1)?;
        }
        Ok(Choice::Last(cell))
    }
}

fn verify_pairs<B: Bits>(
    rules: &Rules<B>,
    board: &Board<B>,
    claim: Claim,
    lines: &mut Lines,
) -> Result<(), VerifyError> {
    let count = lines.next()?;
    // One number has one text.
    let number = count.parse().ok().filter(|number: &usize| number.to_string() == count);
    let count = number.ok_or_else(|| lines.damaged("the number of pairs is due here"))?;
    let mut pairs = Vec::new();
    for _ in 0..count {
        let line = lines.next()?;
        let pair = lines.pairs(rules, &line)?;
        let &[pair] = &pair[..] else { return Err(lines.damaged("a pair has two cells")) };
        pairs.push(pair);
    }
    lines.check(&Leaf::Pairs(pairs), rules, board, claim, 0)
}

/// A line in an error: not all of it if it is long.
fn shown(line: &str) -> String {
    let start: String = line.chars().take(60).collect();
    if start == line { start } else { format!("{start}…") }
}

/// The certificate, line by line.
struct Lines<'r> {
    reader: &'r mut dyn BufRead,
    number: u64,
    steps: u64,
}

impl Lines<'_> {
    #[expect(clippy::needless_pass_by_value, reason = "errors and texts are made on the spot")]
    fn damaged(&self, reason: impl ToString) -> VerifyError {
        VerifyError::Damaged { line: self.number, reason: reason.to_string() }
    }

    fn wrong(&self, claim: Claim, position: String, reason: String) -> VerifyError {
        VerifyError::Wrong { line: self.number, step: self.steps, reason, claim, position }
    }

    /// The next line, or nothing at the end of the text.
    fn next_or_end(&mut self) -> Result<Option<String>, VerifyError> {
        let mut bytes = Vec::new();
        let mut limited = io::Read::take(&mut self.reader, MOST_LINE_BYTES);
        let read = limited.read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        if bytes.pop() != Some(b'\n') {
            return Err(self.damaged("the line is too long, or has no end: the text is cut off"));
        }
        // Texts that were on other systems have other ends of lines.
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        String::from_utf8(bytes).map(Some).map_err(|_| self.damaged("this is not UTF-8 text"))
    }

    fn next(&mut self) -> Result<String, VerifyError> {
        match self.next_or_end()? {
            Some(line) => Ok(line),
            None => Err(VerifyError::Damaged {
                line: self.number + 1,
                reason: "the certificate ends too early".to_owned(),
            }),
        }
    }

    fn field(&mut self, name: &str) -> Result<String, VerifyError> {
        let line = self.next()?;
        let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
        value.map(str::to_owned).ok_or_else(|| self.damaged(format!("`{name} …` is due here")))
    }

    /// A proof that needs no strategy, if the text is one.
    fn leaf<B: Bits>(&self, rules: &Rules<B>, text: &str) -> Result<Option<Leaf>, VerifyError> {
        Ok(match text {
            POTENTIAL => Some(Leaf::Potential),
            FEW => Some(Leaf::Few),
            _ => match text.strip_prefix("pairs ") {
                Some(cells) => Some(Leaf::Pairs(self.pairs(rules, cells)?)),
                None => None,
            },
        })
    }

    /// Pairs of cells in canonical text.
    fn pairs<B: Bits>(&self, rules: &Rules<B>, text: &str) -> Result<Vec<[Cell; 2]>, VerifyError> {
        let cells: Result<Vec<Cell>, VerifyError> =
            text.split(' ').map(|text| self.cell(rules, text)).collect();
        let cells = cells?;
        if !cells.len().is_multiple_of(2) {
            return Err(self.damaged("a pair has two cells"));
        }
        Ok(cells.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect())
    }

    /// Checks that a claim holds in a position `plies` plies after its own.
    fn check<B: Bits>(
        &mut self,
        leaf: &Leaf,
        rules: &Rules<B>,
        board: &Board<B>,
        claim: Claim,
        plies: u32,
    ) -> Result<(), VerifyError> {
        self.steps += leaf.steps();
        match leaf.flaw(rules, board, claim, plies) {
            None => Ok(()),
            Some(reason) => Err(self.wrong(claim, position_text(rules, board), reason)),
        }
    }

    /// A cell in canonical text.
    fn cell<B: Bits>(&self, rules: &Rules<B>, text: &str) -> Result<Cell, VerifyError> {
        let geometry = rules.geometry();
        let cell = geometry
            .parse_cell(text)
            .map_err(|_| self.damaged(format!("`{}` is not a cell", shown(text))))?;
        if geometry.cell_text(cell) == text {
            Ok(cell)
        } else {
            Err(self.damaged(format!("`{}` is not how this cell is written", shown(text))))
        }
    }
}
