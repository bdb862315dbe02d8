//! Why a claim holds from a position on, whatever is played: what a strategy need not go on for.

use connect_toe_game::{Bits, Board, Cell, Outcome, Rules, Side};

use crate::claim::{Claim, Statement};

/// Why a claim holds in a position, and in all that follow, without a move for each of them.
///
/// The README says what each proves, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// Pairs of empty cells: whenever the opponent takes one cell of a pair, the side takes the other.
    Pairs(Vec<[Cell; 2]>),
    /// The lines that the opponent can still complete lack so many cells that the side, who takes the weightiest cell
    /// each time, keeps it from all of them.
    Potential,
    /// No line that would decide against the side can be completed in the plies that are left.
    Few,
}

/// The word for a potential.
pub(crate) const POTENTIAL: &str = "potential";
/// The word for a lack of stones.
pub(crate) const FEW: &str = "few";

/// What a line without a missing cell weighs in a potential.
const WHOLE: u128 = 1 << 60;
/// What roots are counted in.
const ROOT_UNIT: u32 = 30;

impl Leaf {
    /// The moves, pairs and sums that it takes to check it.
    pub fn steps(&self) -> u64 {
        match self {
            Leaf::Pairs(pairs) => pairs.len() as u64,
            Leaf::Potential | Leaf::Few => 1,
        }
    }

    /// Whether a leaf can prove such a claim in a position, `plies` plies after the one that the claim is about: that a
    /// side does not lose, or what follows from it.
    pub fn is_for<B: Bits>(rules: &Rules<B>, board: &Board<B>, claim: Claim, plies: u32) -> bool {
        stake(rules, board, claim, plies).is_ok()
    }

    /// Whether it proves a claim in a position in which the game goes on, `plies` plies after the one that the claim is
    /// about.
    pub fn proves<B: Bits>(&self, rules: &Rules<B>, board: &Board<B>, claim: Claim, plies: u32) -> bool {
        self.flaw(rules, board, claim, plies).is_none()
    }

    /// Why it does not prove a claim in a position, `plies` plies after the one that the claim is about.
    pub(crate) fn flaw<B: Bits>(
        &self,
        rules: &Rules<B>,
        board: &Board<B>,
        claim: Claim,
        plies: u32,
    ) -> Option<String> {
        if rules.outcome(board).is_some() {
            return Some("the game is over".to_owned());
        }
        let stake = match stake(rules, board, claim, plies) {
            Ok(stake) => stake,
            Err(reason) => return Some(reason),
        };
        let opponent = claim.side.other();
        match self {
            Leaf::Few => few(rules, board, claim.side, stake),
            Leaf::Potential => potential(rules, board, opponent),
            Leaf::Pairs(pairs) => uncovered(rules, board, opponent, pairs),
        }
    }
}

/// The plies from a position on in which the opponent of the claim's side must not complete a line for the claim to hold,
/// or why that would not be enough.
fn stake<B: Bits>(rules: &Rules<B>, board: &Board<B>, claim: Claim, plies: u32) -> Result<u32, String> {
    let stake = plies_at_stake(rules, board, claim, plies)
        .ok_or_else(|| "it proves only that a side does not lose".to_owned())?;
    let opponent = claim.side.other();
    // Who wins without a line wins when no move is left.
    let by_the_end = rules.outcome_without_moves() == Outcome::Win(opponent);
    if by_the_end && (rules.can_jam() || stake >= rules.empty(board).count()) {
        return Err(format!("{opponent} wins when the board is full"));
    }
    Ok(stake)
}

/// The plies from a position on in which the opponent of the claim's side must not win, if the claim is no more than
/// that: who wins when the board is full has won if it does not lose before.
fn plies_at_stake<B: Bits>(rules: &Rules<B>, board: &Board<B>, claim: Claim, plies: u32) -> Option<u32> {
    let empty = rules.empty(board).count();
    match claim.statement {
        Statement::WinsWithin(most) => {
            let by_the_end = rules.outcome_without_moves() == Outcome::Win(claim.side);
            (by_the_end && !rules.can_jam() && plies + empty <= most).then_some(empty)
        }
        Statement::DoesNotLose => Some(empty),
        Statement::DoesNotLoseWithin(most) => most.checked_sub(plies).map(|left| left.min(empty)),
    }
}

/// Lines without a stone of the other side, as the cells that they lack to be this side's.
fn open_lines<B: Bits>(rules: &Rules<B>, board: &Board<B>, side: Side) -> impl Iterator<Item = B> {
    let (own, theirs) = (board.stones_of(side), board.stones_of(side.other()));
    let counts = rules.lines_count_for(side);
    let lines = rules.lines().iter().filter(move |_| counts);
    lines
        .map(|line| line.iter().fold(B::EMPTY, |cells, cell| cells.with(cell.bit())))
        .filter(move |&line| (line & theirs).is_empty())
        .map(move |line| line.minus(own))
}

fn few<B: Bits>(rules: &Rules<B>, board: &Board<B>, side: Side, stake: u32) -> Option<String> {
    // In a misère game a line of the side decides against it.
    let builder = if rules.line_wins() { side.other() } else { side };
    let least = open_lines(rules, board, builder).map(|lacks| lacks.count().max(1)).min()?;
    let plies = rules.plies_to_place(board, builder, least);
    (plies <= stake).then(|| format!("{builder} can complete a line in {plies} of {stake} plies"))
}

fn potential<B: Bits>(rules: &Rules<B>, board: &Board<B>, opponent: Side) -> Option<String> {
    if !rules.is_positional() {
        return Some(
            "a potential proves something only where any cell can be taken and a line wins".to_owned(),
        );
    }
    let turn = u32::from(rules.spec().turn.later);
    // The opponent's lines gain what it can still place before the side's next turn; in the middle of the side's own
    // turn some of its stones are missing.
    let (ahead, factor, parts) =
        if board.to_move() == opponent { (board.left(), 1, 1) } else { (0, turn + 1, board.left() + 1) };
    let lines = open_lines(rules, board, opponent);
    let sum: u128 = lines.map(|lacks| weight(lacks.count().saturating_sub(ahead), turn)).sum();
    let holds = sum * u128::from(factor) < WHOLE * u128::from(parts.min(turn + 1));
    (!holds).then(|| format!("the potential of the lines of {opponent} is too high"))
}

/// `(1 + turn)^(-lacks / turn)`, in units of [`WHOLE`] and rounded up.
fn weight(lacks: u32, turn: u32) -> u128 {
    let base = u128::from(turn) + 1;
    let (turns, stones) = (lacks / turn, lacks % turn);
    let root = inverse_root(base.pow(stones), turn);
    let whole = WHOLE >> ROOT_UNIT;
    // What is lighter than all units together is rounded up to one.
    let divisor = base.checked_pow(turns).filter(|&divisor| divisor < WHOLE);
    divisor.map_or(1, |divisor| (root * whole).div_ceil(divisor))
}

/// The `degree`-th root of `1 / number`, in units of `2^-ROOT_UNIT` and rounded up: the least `root` whose power times
/// `number` is at least that power of the unit.
fn inverse_root(number: u128, degree: u32) -> u128 {
    let unit = 1_u128 << ROOT_UNIT;
    let (mut low, mut high) = (0, unit);
    while low < high {
        let middle = u128::midpoint(low, high);
        if middle.pow(degree) * number >= unit.pow(degree) { high = middle } else { low = middle + 1 }
    }
    low
}

fn uncovered<B: Bits>(
    rules: &Rules<B>,
    board: &Board<B>,
    opponent: Side,
    pairs: &[[Cell; 2]],
) -> Option<String> {
    if !rules.is_positional() || !rules.sides_alternate() {
        return Some(
            "pairs prove something only where any cell can be taken, turns have one stone, and a line wins"
                .to_owned(),
        );
    }
    let mut left = rules.empty(board);
    for cell in pairs.iter().flatten() {
        if !left.contains(cell.bit()) {
            return Some(format!("{} is taken, or in two pairs", rules.geometry().cell_text(*cell)));
        }
        left = left.without(cell.bit());
    }
    let masks: Vec<B> = pairs.iter().map(|pair| B::single(pair[0].bit()).with(pair[1].bit())).collect();
    let open = open_lines(rules, board, opponent)
        .find(|&lacks| !masks.iter().any(|pair| pair.minus(lacks).is_empty()))?;
    let cells: Vec<Cell> = open.members().map(Cell::from_bit).collect();
    Some(format!("no pair lies on the line that lacks {}", rules.moves_text(&cells)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Weights are rounded up, by less than a millionth of a whole.
    #[test]
    fn weights_are_powers_rounded_up() {
        for turn in 1..=4_u32 {
            for lacks in 0..40 {
                let exact = f64::from(turn + 1).powf(-f64::from(lacks) / f64::from(turn));
                let found = weight(lacks, turn) as f64 / WHOLE as f64;
                assert!(
                    found >= exact * (1.0 - 1e-12) && found - exact < 1e-8,
                    "{lacks} of {turn}: {found} {exact}"
                );
            }
        }
        assert_eq!(weight(0, 3), WHOLE);
        assert_eq!((weight(3, 1), weight(4, 2), weight(4000, 1)), (WHOLE / 8, WHOLE.div_ceil(9), 1));
    }
}
