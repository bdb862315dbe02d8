//! Writing a certificate.

use std::io::{self, Write};

use connect_toe_game::{Bits, Board, Cell, Rules};

use crate::claim::Claim;
use crate::leaf::{FEW, Leaf, POTENTIAL};
use crate::{END, HEADER, position_text};

/// Writes a certificate line by line. It does not check anything: [`verify`](crate::verify()) does.
///
/// ```
/// use connect_toe_certificate::{Leaf, Writer, verify};
/// use connect_toe_game::Rules;
/// let rules = Rules::<u64>::compile(&"5:5".parse()?)?;
/// let mut file = Writer::new(&rules, &rules.start(), Vec::new())?;
/// // Both cells of the pair lie on the only line: a side that takes the second has a stone on it.
/// let [a, b] = ["a", "b"].map(|text| rules.geometry().parse_cell(text).expect("a cell"));
/// for claim in ["x does not lose", "o does not lose"] {
///     file.leaf(claim.parse()?, &Leaf::Pairs(vec![[a, b]]))?;
/// }
/// let file = file.finish()?;
/// assert_eq!(verify(&file[..])?.conclusion().as_deref(), Some("draw"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Writer<'a, B: Bits, W> {
    rules: &'a Rules<B>,
    out: W,
}

impl<'a, B: Bits, W: Write> Writer<'a, B, W> {
    /// Starts a certificate about a position.
    ///
    /// # Errors
    /// `out` cannot be written.
    pub fn new(rules: &'a Rules<B>, board: &Board<B>, mut out: W) -> io::Result<Writer<'a, B, W>> {
        writeln!(out, "{HEADER}\ngame {}\nposition {}", rules.spec(), position_text(rules, board))?;
        Ok(Writer { rules, out })
    }

    /// Starts a claim that a strategy proves. The strategy's plies and moves follow.
    ///
    /// # Errors
    /// `out` cannot be written.
    pub fn strategy(&mut self, claim: Claim) -> io::Result<()> {
        writeln!(self.out, "claim {claim}\nstrategy")
    }

    /// Announces that the moves for `positions` positions at this ply follow.
    ///
    /// # Errors
    /// `out` cannot be written.
    pub fn ply(&mut self, plies: u32, positions: usize) -> io::Result<()> {
        writeln!(self.out, "ply {plies} {positions}")
    }

    /// A move of the strategy.
    ///
    /// # Errors
    /// `out` cannot be written.
    pub fn step(&mut self, cell: Cell) -> io::Result<()> {
        writeln!(self.out, "{}", self.rules.geometry().cell_text(cell))
    }

    /// A move of the strategy after which the claim holds.
    ///
    /// # Errors
    /// `out` cannot be written.
    pub fn last_step(&mut self, cell: Cell, leaf: &Leaf) -> io::Result<()> {
        write!(self.out, "{} ", self.rules.geometry().cell_text(cell))?;
        self.step_leaf(leaf)
    }

    /// A position of the strategy from which on the claim holds.
    ///
    /// # Errors
    /// `out` cannot be written.
    pub fn step_leaf(&mut self, leaf: &Leaf) -> io::Result<()> {
        match leaf {
            Leaf::Pairs(pairs) => {
                let cells: Vec<Cell> = pairs.iter().flatten().copied().collect();
                writeln!(self.out, "pairs {}", self.rules.moves_text(&cells))
            }
            Leaf::Potential => writeln!(self.out, "{POTENTIAL}"),
            Leaf::Few => writeln!(self.out, "{FEW}"),
        }
    }

    /// A claim that needs no strategy.
    ///
    /// # Errors
    /// `out` cannot be written.
    pub fn leaf(&mut self, claim: Claim, leaf: &Leaf) -> io::Result<()> {
        writeln!(self.out, "claim {claim}")?;
        let Leaf::Pairs(pairs) = leaf else { return self.step_leaf(leaf) };
        writeln!(self.out, "pairs\n{}", pairs.len())?;
        pairs.iter().try_for_each(|pair| writeln!(self.out, "{}", self.rules.moves_text(pair)))
    }

    /// Ends the certificate.
    ///
    /// # Errors
    /// `out` cannot be written.
    pub fn finish(mut self) -> io::Result<W> {
        writeln!(self.out, "{END}")?;
        self.out.flush()?;
        Ok(self.out)
    }
}
