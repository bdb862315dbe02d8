//! Reasons in words.

use connect_toe_game::{Cell, Geometry, Side};
use connect_toe_search::ExactResult;

use crate::find::Others;
use crate::reason::Reason;

/// The most moves of a chain that are written out.
const MOST_MOVES: usize = 7;

impl Reason {
    /// The reason in words that follow the name of the move: `wins at once`, `blocks O's three (a1 b1 c1)`.
    ///
    /// `mover` is the side that makes the move.
    pub fn text(&self, geometry: &Geometry, mover: Side) -> String {
        let name = |cell: &Cell| geometry.cell_text(*cell);
        let (own, other) = (mover.to_string().to_uppercase(), mover.other().to_string().to_uppercase());
        let list = |cells: &[Cell]| cells.iter().map(name).collect::<Vec<_>>().join(" ");
        match self {
            Reason::Completes { line, wins: true } => format!("wins at once: {}", list(line)),
            Reason::Completes { line, wins: false } => {
                format!("completes the line {}, which loses", list(line))
            }
            Reason::Blocks { line } => {
                format!("blocks {other}'s {} ({})", count(line.len() - 1), list(line))
            }
            Reason::Fork { threats } => {
                format!("makes {} threats at once ({})", count(threats.len()), joined(threats, "and", name))
            }
            Reason::Threatens { threat } => {
                format!("threatens to complete a line at {}", name(threat))
            }
            Reason::Chain { moves, fork } => format!("wins by force: {}", chain(moves, fork, name)),
            Reason::ThreatensChain { moves } => {
                format!("threatens {}, which would win by force", cut(moves, 1, name))
            }
            Reason::Stops { moves } => {
                format!("stops {other} from playing {}, which would win by force", cut(moves, 1, name))
            }
            Reason::Zugzwang { completes: false } => {
                format!("leaves {other} no safe move: after each of them {own} completes a line")
            }
            Reason::Zugzwang { completes: true } => {
                format!("leaves {other} only moves that complete a line, which loses")
            }
            Reason::AllowsLine { reply, opens: true, .. } => {
                format!("makes {} possible, where {other} completes a line", name(reply))
            }
            Reason::AllowsLine { reply, .. } => format!("lets {other} complete a line at {}", name(reply)),
            Reason::AllowsChain { moves } => {
                format!("lets {other} win by force: {}", cut(&moves[1..], MOST_MOVES, name))
            }
            Reason::Proven { result, plies, at_most, best, others } => {
                proven(*result, *plies, *at_most, *best, *others)
            }
            Reason::Builds { line, stones } => format!(
                "makes {} of {} in a line that {other} has not entered ({})",
                count(*stones),
                count(line.len()),
                list(line)
            ),
            Reason::Opens { lines, most } => format!(
                "lies on {} that {other} has not entered{}",
                if *lines == 1 { "one line".to_owned() } else { format!("{} lines", count(*lines)) },
                if *most { ", more than any other move" } else { "" }
            ),
            Reason::Spoils { line, stones } => {
                format!("closes a line in which {other} has {} ({})", count(*stones), list(line))
            }
            Reason::Closes { lines } => format!(
                "closes {} that {other} can still complete",
                if *lines == 1 { "one line".to_owned() } else { format!("{} lines", count(*lines)) }
            ),
            Reason::Expects { line } => {
                let rest = cut(&line[2..], MOST_MOVES - 2, name);
                let then = if rest.is_empty() { rest } else { format!(", then {rest}") };
                format!("is best answered by {}{then}", name(&line[1]))
            }
            Reason::Idle => "is on no line that can still be completed".to_owned(),
        }
    }
}

/// What is proven, in words.
fn proven(
    result: ExactResult,
    plies: Option<u32>,
    at_most: bool,
    best: Option<ExactResult>,
    others: Others,
) -> String {
    let after = plies.map_or_else(String::new, |plies| {
        let limit = if at_most { "at most " } else { "" };
        format!(" in {limit}{plies} {}", if plies == 1 { "ply" } else { "plies" })
    });
    let than_best = best.filter(|&best| best != result);
    match (result, than_best, others) {
        (ExactResult::Win, _, Others::Worse) => {
            format!("is the only move that wins, which is proven{after}")
        }
        (ExactResult::Win, _, Others::Equal) => format!("is proven to win{after}; every move wins"),
        (ExactResult::Win, ..) => format!("is proven to win{after}"),
        (ExactResult::Draw, Some(_), _) => "is proven to draw, where another move wins".to_owned(),
        (ExactResult::Draw, None, Others::Worse) => "is the only move that keeps the draw".to_owned(),
        (ExactResult::Draw, None, Others::Equal) => "keeps the draw, as every move does".to_owned(),
        (ExactResult::Draw, None, _) if best.is_some() => "keeps the draw".to_owned(),
        (ExactResult::Draw, None, _) => "is proven to draw".to_owned(),
        (ExactResult::Loss, Some(best), _) => {
            let other = if best == ExactResult::Win { "wins" } else { "draws" };
            format!("is proven to lose{after}, where another move {other}")
        }
        (ExactResult::Loss, None, _) if best.is_some() => {
            format!("is proven to lose{after}; every move loses")
        }
        (ExactResult::Loss, None, _) => format!("is proven to lose{after}"),
    }
}

/// `c4, then only d3, then e5 makes two threats at once (f5 and a1)`.
fn chain(moves: &[Cell], fork: &[Cell], name: impl Fn(&Cell) -> String + Copy) -> String {
    // With a fork, the last answer and the move after it could be others too.
    let told = if fork.is_empty() { moves.len() } else { moves.len() - 2 };
    let mut text = String::new();
    for (place, cell) in moves[..told.min(MOST_MOVES)].iter().enumerate() {
        let link = match place {
            0 => "",
            _ if place % 2 == 1 => ", then only ",
            _ => ", then ",
        };
        text.push_str(link);
        text.push_str(&name(cell));
    }
    if told > MOST_MOVES {
        return format!("{text}, … ({} plies)", moves.len());
    }
    if fork.is_empty() {
        return text;
    }
    format!("{text} with {} threats at once ({})", count(fork.len()), joined(fork, "and", name))
}

/// At most this many of the moves.
fn cut(moves: &[Cell], most: usize, name: impl Fn(&Cell) -> String) -> String {
    let told: Vec<String> = moves.iter().take(most).map(name).collect();
    let rest = if most > 1 && moves.len() > most { " …" } else { "" };
    format!("{}{rest}", told.join(" "))
}

/// `a1, b1 and c1`.
fn joined(cells: &[Cell], word: &str, name: impl Fn(&Cell) -> String) -> String {
    let names: Vec<String> = cells.iter().map(name).collect();
    match &names[..] {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// A number in words, if it is small.
fn count(number: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}
