//! Finding reasons.

use connect_toe_game::{Bits, Board, BySide, Cell, Outcome, Rules, Side, for_width};
use connect_toe_search::Worth;
use connect_toe_threats::{Found, Order, Threats, unwatched};

use crate::reason::Reason;

/// How the other moves of a position compare with a move that is proven to be as good as any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Others {
    /// Some are better, or it is not known.
    #[default]
    Unknown,
    /// Every other move is proven to be worse.
    Worse,
    /// Every other move is proven to have the same result.
    Equal,
}

/// What is known of a move besides what the board shows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'a> {
    /// What the move is worth to the side that makes it. Only what is proven gives a reason.
    pub worth: Option<Worth>,
    /// What the best move is worth to that side.
    pub best: Option<Worth>,
    /// What the other moves are proven to be.
    pub others: Others,
    /// The line of play that is expected if the move is made; it begins with the move. It may be empty.
    pub line: &'a [Cell],
}

impl Known<'_> {
    /// Whether the move is proven to be worse than the best one.
    fn is_worse(&self) -> bool {
        let score = |worth: Option<Worth>| worth.filter(|worth| worth.is_exact()).and_then(Worth::score);
        score(self.worth).zip(score(self.best)).is_some_and(|(own, best)| own < best)
    }
}

/// Finds reasons for and against the moves of one position.
///
/// ```
/// use connect_toe_game::Rules;
/// use connect_toe_reasons::{Known, Reasons};
/// let rules = Rules::<u64>::compile(&"connect-four".parse()?)?;
/// let board = rules.parse_board("_______/_______/_______/_______/___x___/_oxxo__", None)?;
/// let mut reasons = Reasons::new(&rules, &board, 10_000);
/// let mut of = |cell: &str| -> Result<Vec<String>, Box<dyn std::error::Error>> {
///     let cell = rules.geometry().parse_cell(cell)?;
///     let found = reasons.of(&rules, cell, &Known::default());
///     Ok(found.iter().map(|reason| reason.text(rules.geometry(), board.to_move())).collect())
/// };
/// println!("{:?}", of("c2")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reasons<B: Bits> {
    board: Board<B>,
    /// Nodes of each search for a chain.
    nodes: u64,
    threats: Threats<B>,
    /// The chain that the opponent would have if it were to move: a short one.
    against: Option<Vec<Cell>>,
    /// Whether the side to move has a chain.
    has_chain: bool,
}

impl<B: Bits> Reasons<B> {
    /// Looks at a position in which the game goes on. A search for a chain of threats takes at most `nodes` nodes, and there
    /// are up to four of them for a move; what is not found within them is not told.
    pub fn new(rules: &Rules<B>, board: &Board<B>, nodes: u64) -> Reasons<B> {
        for_width!(B => Reasons::<B>::new_here, fn(&Rules<B>, &Board<B>, u64) -> Reasons<B>)(
            rules, board, nodes,
        )
    }

    fn new_here(rules: &Rules<B>, board: &Board<B>, nodes: u64) -> Reasons<B> {
        let mut found =
            Reasons { board: *board, nodes, threats: Threats::new(rules), against: None, has_chain: false };
        found.has_chain = found.chain(rules, board).is_ok_and(|chain| chain.is_some());
        found.against =
            found.chain(rules, &passed(rules, board)).ok().flatten().filter(|chain| chain.len() == SHORT);
        found
    }

    /// Reasons for and against a legal move, the strongest first: at least one.
    pub fn of(&mut self, rules: &Rules<B>, cell: Cell, known: &Known<'_>) -> Vec<Reason> {
        for_width!(B => Reasons::<B>::of_here, fn(&mut Reasons<B>, &Rules<B>, Cell, &Known<'_>) -> Vec<Reason>)(
            self, rules, cell, known,
        )
    }

    fn of_here(&mut self, rules: &Rules<B>, cell: Cell, known: &Known<'_>) -> Vec<Reason> {
        let board = self.board;
        if rules.completes_line(&board, cell) {
            let wins = rules.line_outcome(board.to_move()) == Outcome::Win(board.to_move());
            return vec![Reason::Completes { line: line(rules, &board, board.to_move(), cell), wins }];
        }
        let mut reasons = Vec::new();
        let step = rules.advance(&board, cell);
        if step.outcome.is_none() {
            if !is_answered(rules) {
                // The opponent need not answer a threat, or cannot: nothing tactical is said.
            } else if rules.line_wins() {
                self.of_threats(rules, cell, &step.board, &mut reasons);
            } else if is_zugzwang(rules, &step.board) {
                reasons.push(Reason::Zugzwang { completes: true });
            }
        } else if rules.line_wins() && self.blocks(rules, cell) {
            reasons.push(Reason::Blocks { line: line(rules, &board, board.to_move().other(), cell) });
        }
        reasons.extend(of_proof(known));
        if !reasons.iter().any(Reason::is_tactical) {
            let before = reasons.len();
            of_lines(rules, &board, cell, &mut reasons);
            if known.line.len() > 1 {
                // How a worse move is answered says more than the lines that it makes.
                let place = if known.is_worse() { before } else { reasons.len() };
                reasons.insert(place, Reason::Expects { line: known.line.to_vec() });
            }
        }
        if reasons.is_empty() {
            reasons.push(Reason::Idle);
        }
        reasons
    }

    /// What is forced or threatened by a move after which the game goes on in `after`.
    fn of_threats(&mut self, rules: &Rules<B>, cell: Cell, after: &Board<B>, reasons: &mut Vec<Reason>) {
        let is_blocking = self.blocks(rules, cell);
        if is_blocking {
            reasons
                .push(Reason::Blocks { line: line(rules, &self.board, self.board.to_move().other(), cell) });
        }
        let legal = rules.legal(after);
        if let Some(reply) = first(rules.completing(after, legal)) {
            let opens = !rules.is_legal(&self.board, reply);
            reasons.push(Reason::AllowsLine {
                reply,
                line: line(rules, after, after.to_move(), reply),
                opens,
            });
            return;
        }
        let threats = cells(rules.threatened(after, legal));
        let against = self.chain(rules, after);
        if let Ok(Some(chain)) = &against {
            let moves = std::iter::once(cell).chain(chain.iter().copied()).collect();
            reasons.push(Reason::AllowsChain { moves });
        }
        match threats[..] {
            [] if is_zugzwang(rules, after) => reasons.push(Reason::Zugzwang { completes: false }),
            [] => {}
            [threat] => reasons.push(self.chain_through(rules, cell, after, threat)),
            _ => reasons.push(Reason::Fork { threats: threats.clone() }),
        }
        if let (Some(moves), Ok(None)) = (&self.against, &against) {
            reasons.push(Reason::Stops { moves: moves.clone() });
        }
        if threats.is_empty() && !self.has_chain {
            let chain = self.chain(rules, &passed(rules, after));
            if let Ok(Some(moves)) = chain
                && moves.len() == SHORT
            {
                reasons.push(Reason::ThreatensChain { moves });
            }
        }
    }

    /// The chain that begins with a move that threatens to complete a line on one cell; or the threat alone.
    fn chain_through(&mut self, rules: &Rules<B>, cell: Cell, after: &Board<B>, answer: Cell) -> Reason {
        let threat = Reason::Threatens { threat: answer };
        let step = rules.advance(after, answer);
        if step.outcome.is_some() || !is_only_answer(rules, after, answer) {
            return threat;
        }
        let Ok(Some(rest)) = self.chain(rules, &step.board) else { return threat };
        let moves: Vec<Cell> = [cell, answer].into_iter().chain(rest).collect();
        // What the last threat but the completed line threatens.
        let mut board = self.board;
        for &cell in &moves[..moves.len() - 2] {
            board = rules.play(&board, cell);
        }
        let fork = cells(rules.threatened(&board, rules.legal(&board)));
        Reason::Chain { moves, fork: if fork.len() > 1 { fork } else { Vec::new() } }
    }

    /// Whether the opponent would complete a line on this cell if it were to move.
    fn blocks(&self, rules: &Rules<B>, cell: Cell) -> bool {
        rules.threatened(&self.board, B::single(cell.bit())).any()
    }

    /// The shortest chain of threats of the side to move.
    ///
    /// # Errors
    /// The search ended before it was known whether there is one.
    fn chain(&mut self, rules: &Rules<B>, board: &Board<B>) -> Result<Option<Vec<Cell>>, ()> {
        match self.threats.find(rules, board, Order::One, self.nodes, &mut unwatched).found {
            Found::Win(win) => Ok(Some(win.line)),
            Found::NoChain => Ok(None),
            Found::Unknown => Err(()),
        }
    }
}

/// Plies of the chains that are told of if it is not their side's turn: a threat, its answer and the line. With longer ones
/// almost every move of an open position threatens or stops something.
const SHORT: usize = 3;

/// Whether the side that moved last completes a line after every reply but this one. Where a dropped stone can change what
/// another face leads to, a reply elsewhere may make a threat out of reach.
fn is_only_answer<B: Bits>(rules: &Rules<B>, after: &Board<B>, answer: Cell) -> bool {
    rules.placement_is_free()
        || cells(rules.legal(after)).into_iter().filter(|&reply| reply != answer).all(|reply| {
            let step = rules.advance(after, reply);
            step.outcome.is_none() && rules.completing(&step.board, rules.legal(&step.board)).any()
        })
}

/// What is proven of a move.
fn of_proof(known: &Known<'_>) -> Option<Reason> {
    let Some(Worth::Exact { result, plies, at_most }) = known.worth else { return None };
    let best = match known.best {
        Some(Worth::Exact { result, .. }) => Some(result),
        _ => None,
    };
    Some(Reason::Proven { result, plies, at_most, best, others: known.others })
}

/// The same stones with the other side to move.
fn passed<B: Bits>(rules: &Rules<B>, board: &Board<B>) -> Board<B> {
    rules.position(BySide::from_fn(|side| board.stones_of(side)), board.to_move().other())
}

fn cells<B: Bits>(set: B) -> Vec<Cell> {
    set.members().map(Cell::from_bit).collect()
}

fn first<B: Bits>(set: B) -> Option<Cell> {
    set.lowest().map(Cell::from_bit)
}

fn cells_of(line: &[u16]) -> Vec<Cell> {
    line.iter().map(|&cell| Cell::from_bit(cell.into())).collect()
}

/// Whether each reply lets the mover complete a line next; in a misère game, completes one.
fn is_zugzwang<B: Bits>(rules: &Rules<B>, after: &Board<B>) -> bool {
    let legal = rules.legal(after);
    if legal.is_empty() {
        return false;
    }
    if !rules.line_wins() {
        return rules.completing(after, legal) == legal;
    }
    // Where passing never helps nobody is forced to do harm.
    !rules.passing_never_helps()
        && cells(legal).into_iter().all(|reply| {
            let step = rules.advance(after, reply);
            step.outcome.is_none() && rules.completing(&step.board, rules.legal(&step.board)).any()
        })
}

/// The lines through a cell.
fn lines_through<B: Bits>(rules: &Rules<B>, cell: Cell) -> impl Iterator<Item = &[u16]> {
    let graph = rules.lines().hypergraph();
    graph.lines_of(cell.bit() as u16).iter().map(move |&line| graph.cells_of(line))
}

/// A line through the cell that a side's stones and one more on it complete.
fn line<B: Bits>(rules: &Rules<B>, board: &Board<B>, side: Side, cell: Cell) -> Vec<Cell> {
    let stones = board.stones_of(side).with(cell.bit());
    let counted = rules.cells_in_lines(side, stones);
    let complete = |line: &&[u16]| line.iter().all(|&cell| counted.contains(cell.into()));
    lines_through(rules, cell).find(complete).map(cells_of).unwrap_or_default()
}

/// Whether the other side is to move after every stone and can take any cell that it needs.
fn is_answered<B: Bits>(rules: &Rules<B>) -> bool {
    rules.sides_alternate() && !rules.forbids()
}

/// What the move does to the lines through its cell.
fn of_lines<B: Bits>(rules: &Rules<B>, board: &Board<B>, cell: Cell, reasons: &mut Vec<Reason>) {
    let before = reasons.len();
    let stones_in = |line: &[u16], side: B| line.iter().filter(|&&cell| side.contains(cell.into())).count();
    let longest = |without: B, counted: B| {
        let lines = lines_through(rules, cell).filter(|line| stones_in(line, without) == 0);
        let counted = lines.map(|line| (stones_in(line, counted), line));
        // The first of several.
        counted.reduce(|best, found| if found.0 > best.0 { found } else { best })
    };
    let counts = |side| rules.lines_count_for(side);
    let (own, theirs) = (counts(board.to_move()), counts(board.to_move().other()));
    let grown = longest(board.other(), board.mover()).filter(|&(stones, _)| own && stones >= 1);
    if let Some((stones, line)) = grown {
        reasons.push(Reason::Builds { line: cells_of(line), stones: stones + 1 });
    } else if own {
        let open = |cell: Cell| {
            lines_through(rules, cell).filter(|line| stones_in(line, board.other()) == 0).count()
        };
        let lines = open(cell);
        let others = cells(rules.legal(board).without(cell.bit()));
        let most = others.into_iter().all(|other| open(other) < lines);
        if lines > 0 {
            reasons.push(Reason::Opens { lines, most });
        }
    }
    if let Some((stones, line)) =
        longest(board.mover(), board.other()).filter(|&(stones, _)| theirs && stones >= 2)
    {
        reasons.push(Reason::Spoils { line: cells_of(line), stones });
    } else if theirs && reasons.len() == before {
        let lines = lines_through(rules, cell).filter(|line| stones_in(line, board.mover()) == 0).count();
        if lines > 0 {
            reasons.push(Reason::Closes { lines });
        }
    }
}
