//! What is surprising in an atlas, in sentences.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use connect_toe_game::{Edges, End, Face, Faces, GameSpec, Goal, Overline, Representative};
use connect_toe_solve::{ExactResult, Value};

use crate::known::Known;
use crate::plan::order;

/// An answer to a question about the games of an atlas, with games that show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The question.
    pub question: String,
    /// The answer: a sentence with numbers.
    pub answer: String,
    /// Pairs of games that differ in one thing and have different results, or single games; smaller boards first.
    pub examples: Vec<Example>,
}

/// Games that show a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// Game texts.
    pub games: Vec<String>,
    /// What is true of them.
    pub text: String,
}

/// Most examples of a finding.
const MOST_EXAMPLES: usize = 12;

/// The known games of an atlas by their texts, in its order.
type Games = BTreeMap<(u64, Vec<u16>, u16, String), (GameSpec, Known)>;

/// What is surprising in these games: where a longer side takes the first player's win away, where misère turns the
/// value, where another face, a torus or the rule of exact lines helps whom, and which wins take longest. Games whose
/// result is not known are left out.
///
/// ```
/// use connect_toe_atlas::{findings, Atlas};
/// let all = findings(Atlas::shipped().games());
/// assert_eq!(all.len(), 6);
/// assert!(all[0].question.starts_with("Does a longer side"));
/// # let texts: Vec<String> = all.iter().map(|finding| finding.answer.clone()).collect();
/// # assert!(texts.iter().all(|text| text.ends_with('.')));
/// ```
pub fn findings(games: impl IntoIterator<Item = (GameSpec, Known)>) -> Vec<Finding> {
    let games: Games = games
        .into_iter()
        // One stone in a row surprises nobody.
        .filter(|(game, known)| game.run_length().is_some_and(|k| k > 1) && known.result().is_some())
        .map(|(game, known)| (order(&game), (game, known)))
        .collect();
    vec![
        longer_sides(&games),
        turned(
            &games,
            "Does misère turn the result?",
            "a game and its misère form",
            |game| GameSpec { goal: Goal::AvoidLine, ..game.clone() },
            |game| game.goal == Goal::MakeLine,
        ),
        more_faces(&games),
        turned(
            &games,
            "Whom do lines over the edge help?",
            "a board with walls and the torus",
            |game| GameSpec { edges: Edges::Wrap, ..game.clone() },
            |game| game.edges == Edges::Walls,
        ),
        turned(
            &games,
            "Does it matter whether a longer row counts?",
            "a game and the same game where only lines of exactly k count",
            |game| GameSpec { overline: Overline::DoesNotCount, ..game.clone() },
            |game| game.overline == Overline::Counts,
        ),
        longest(&games),
    ]
}

fn find<'a>(games: &'a Games, game: &GameSpec) -> Option<&'a (GameSpec, Known)> {
    games.get(&order(Representative::of(game).spec()))
}

/// Those of these games that are known, each once.
fn different(games: &Games, wanted: impl Iterator<Item = GameSpec>) -> Vec<&(GameSpec, Known)> {
    let mut found: Vec<&(GameSpec, Known)> = Vec::new();
    for known in wanted.filter_map(|game| find(games, &game)) {
        if !found.iter().any(|(game, _)| *game == known.0) {
            found.push(known);
        }
    }
    found
}

/// The result of a known game in words: `X wins in 7 plies`.
fn words(known: &Known) -> String {
    let plies = match known.value() {
        Some(Value::Win(1) | Value::Loss(1)) => " in 1 ply".to_owned(),
        Some(Value::Win(plies) | Value::Loss(plies)) => format!(" in {plies} plies"),
        _ => String::new(),
    };
    match known.result() {
        Some(ExactResult::Win) => format!("X wins{plies}"),
        Some(ExactResult::Loss) => format!("X loses{plies}"),
        _ => "a draw".to_owned(),
    }
}

fn example(first: &(GameSpec, Known), second: &(GameSpec, Known)) -> Example {
    let (one, other) = (&first.0, &second.0);
    Example {
        games: vec![one.to_string(), other.to_string()],
        text: format!("{one}: {}; {other}: {}", words(&first.1), words(&second.1)),
    }
}

/// Some of many, from the first to the last.
fn some(all: &[Example], most: usize) -> Vec<Example> {
    let places: Vec<usize> = if all.len() <= most {
        (0..all.len()).collect()
    } else {
        (0..most).map(|place| place * (all.len() - 1) / (most - 1)).collect()
    };
    places.into_iter().map(|place| all[place].clone()).collect()
}

/// Pairs of games that differ in one thing.
#[derive(Default)]
struct Pairs {
    number: u64,
    /// Those in which the second game is better for X.
    better: Vec<Example>,
    /// Those in which it is worse.
    worse: Vec<Example>,
}

impl Pairs {
    fn add(&mut self, one: &(GameSpec, Known), other: &(GameSpec, Known)) {
        self.number += 1;
        match rank(&other.1).cmp(&rank(&one.1)) {
            Ordering::Greater => self.better.push(example(one, other)),
            Ordering::Less => self.worse.push(example(one, other)),
            Ordering::Equal => {}
        }
    }

    fn finding(self, question: &str, what: &str) -> Finding {
        let Pairs { number, better, worse } = self;
        let answer = format!(
            "Of {number} pairs of {what}, the second has another result in {}: a better one for X in {}, a worse one in {}.",
            better.len() + worse.len(),
            better.len(),
            worse.len()
        );
        // Both directions are shown, also where one of them is rare.
        let half = MOST_EXAMPLES / 2;
        let [of_better, of_worse] = [&better, &worse].map(|all| all.len().min(half));
        let examples = [some(&better, MOST_EXAMPLES - of_worse), some(&worse, MOST_EXAMPLES - of_better)];
        Finding { question: question.to_owned(), answer, examples: examples.concat() }
    }
}

fn longer_sides(games: &Games) -> Finding {
    let (mut pairs, mut examples) = (0, Vec::new());
    for one in games.values().filter(|(game, _)| game.goal == Goal::MakeLine) {
        let longer = (0..one.0.dimensions()).map(|dimension| {
            let mut longer = one.0.clone();
            longer.sizes[dimension] += 1;
            longer
        });
        for other in different(games, longer) {
            pairs += 1;
            let is_win = |known: &Known| known.result() == Some(ExactResult::Win);
            if is_win(&one.1) && !is_win(&other.1) {
                examples.push(example(one, other));
            }
        }
    }
    Finding {
        question: "Does a longer side ever cost the first player the win?".to_owned(),
        answer: format!(
            "In {} of {pairs} pairs of games that differ by one in one side, and in which a line wins, X wins the smaller \
             game and not the larger one.",
            examples.len()
        ),
        examples: some(&examples, MOST_EXAMPLES),
    }
}

fn turned(
    games: &Games,
    question: &str,
    what: &str,
    change: impl Fn(&GameSpec) -> GameSpec,
    is_first: impl Fn(&GameSpec) -> bool,
) -> Finding {
    let mut pairs = Pairs::default();
    for one in games.values().filter(|(game, _)| is_first(game)) {
        if let Some(other) = find(games, &change(&one.0)).filter(|other| other.0 != one.0) {
            pairs.add(one, other);
        }
    }
    pairs.finding(question, what)
}

fn more_faces(games: &Games) -> Finding {
    let mut pairs = Pairs::default();
    for one in games.values() {
        let Faces::Open(open) = &one.0.faces else { continue };
        let ends = |dimension| [End::Low, End::High].map(|end| Face { dimension, end });
        let closed = (1..=one.0.dimensions() as u16).flat_map(ends).filter(|face| !open.contains(face));
        let wider = closed.map(|face| {
            let faces = Faces::Open([open.as_slice(), &[face]].concat());
            GameSpec { faces, ..one.0.clone() }
        });
        for other in different(games, wider) {
            pairs.add(one, other);
        }
    }
    pairs.finding("Whom does one more open face help?", "a game and the same game with one more open face")
}

/// The better for X the greater.
fn rank(known: &Known) -> i8 {
    match known.result() {
        Some(ExactResult::Win) => 1,
        Some(ExactResult::Loss) => -1,
        _ => 0,
    }
}

fn longest(games: &Games) -> Finding {
    let mut found: Vec<(u32, &(GameSpec, Known))> = games
        .values()
        .filter_map(|one| Some((one.1.value()?.distance()?, one)))
        // In misère games somebody often has to complete a line at the very end.
        .filter(|(_, (game, _))| game.goal == Goal::MakeLine)
        .collect();
    found.sort_by_key(|(plies, (game, _))| (std::cmp::Reverse(*plies), order(game)));
    let answer = match found.first() {
        Some((plies, (game, known))) => {
            let result = if known.result() == Some(ExactResult::Win) { "X wins" } else { "X loses" };
            format!(
                "Of {} decided games in which a line wins, {game} takes longest: {result} in {plies} plies.",
                found.len()
            )
        }
        None => "No decided game is known.".to_owned(),
    };
    let examples = found.iter().take(MOST_EXAMPLES).map(|(_, (game, known))| Example {
        games: vec![game.to_string()],
        text: format!("{game}: {}", words(known)),
    });
    Finding { question: "Which win takes longest?".to_owned(), answer, examples: examples.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surprises_are_found() {
        let known = |text: &str| text.parse::<Known>().expect(text);
        let games = [
            ("3x3:3", "= 1ff 304 0"),
            ("3x3:3:free:misere", "= 10 1177 0"),
            ("4x3:3", "W7 - 1 0"),
            ("5x3:3", "= - 1 0"),
            ("4x3:3:free:misere", "L8 - 1 0"),
            ("4x3:3:-2", "W9 - 1 0"),
            ("4x3:3:+2,-2", "= - 1 0"),
            ("4x4:3", "L3..W3 - 1 0"),
        ];
        let found = findings(games.map(|(game, text)| (game.parse().expect(game), known(text))));
        let answer = |place: usize| found[place].answer.as_str();
        assert_eq!(
            answer(0),
            "In 1 of 2 pairs of games that differ by one in one side, and in which a line wins, X wins the smaller game and \
             not the larger one."
        );
        assert_eq!(found[0].examples[0].text, "4x3:3: X wins in 7 plies; 5x3:3: a draw");
        assert!(answer(1).starts_with("Of 2 pairs of a game and its misère form, the second has another result in 1: a better one for X in 0, a worse one in 1."));
        assert!(answer(2).contains("in 1: a better one for X in 0, a worse one in 1."), "{}", answer(2));
        assert!(answer(5).contains("4x3:3:-2 takes longest: X wins in 9 plies"), "{}", answer(5));
    }
}
