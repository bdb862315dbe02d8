//! `review`: which moves of a game were mistakes.

use connect_toe_game::{Cell, Game, Outcome, Side, with_game};
use connect_toe_search::Worth;
use serde::{Deserialize, Serialize};

use crate::analyze::{Analysis, Analyze};
use crate::book::BookChoice;
use crate::error::Error;
use crate::position::{Position, game};
use crate::reason::Fault;
use crate::why::{Opinion, StatedReason, reasons_of_move};
use crate::work::{Counter, Work};
use crate::worth::{ProvenResult, StatedWorth};

/// Asks what each move of a game was worth, and which were mistakes.
///
/// Positions are analyzed from the last one back, since later ones are proven sooner. Where the values of a move and of the best
/// one are both proven, a move is a mistake if it changes who wins, and only then. Elsewhere the fall of the expected score
/// decides.
///
/// ```
/// use connect_toe_api::{Position, Review, Work};
/// let position = Position::after("b2 a1 a2 c2 c3 b3");
/// let reviewed = Review { position, ..Review::new("tic-tac-toe") }.run(&Work::new())?;
/// assert!(reviewed.moves.iter().all(|found| found.exact && found.mistake.is_none()));
/// assert_eq!(reviewed.text, "No mistake was found.");
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Review {
    /// Game text or a preset's name.
    pub game: String,
    /// The game: its moves from the empty board.
    #[serde(flatten)]
    pub position: Position,
    /// The player whose opinion counts where nothing is proven, as `NAME[:key=value,...]`.
    #[serde(default = "Review::player")]
    pub player: String,
    /// Nodes that the exact solver may search in each position; as [`Analyze::exact_nodes`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact_nodes: Option<u64>,
    /// Where exact solvers look before they search; as [`Analyze::book`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book: Option<BookChoice>,
}

/// What the moves of a game were worth.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReviewedGame {
    /// The moves in their order; if the review was stopped, the last ones.
    pub moves: Vec<ReviewedMove>,
    /// The move that decided the game, counted from 1: the last by which the loser let go what it had.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decisive: Option<usize>,
    /// What came of the game, in a sentence.
    pub text: String,
    /// The player whose opinion counts where nothing is proven.
    pub player: String,
    /// `x`, `o` or `draw` if the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// Whether the review was stopped.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
}

/// What a move was worth to the side that made it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReviewedMove {
    /// Its number, counted from 1.
    pub ply: usize,
    /// The side that made it: `x` or `o`.
    pub side: String,
    /// The move.
    #[serde(rename = "move")]
    pub cell: String,
    /// The expected score with the best move, from 0 for a loss to 1 for a win; none if the player's values do not say.
    pub before: Option<f64>,
    /// The expected score with this move.
    pub after: Option<f64>,
    /// Whether both are proven.
    pub exact: bool,
    /// What kind of mistake it is, if it is one.
    pub mistake: Option<Mistake>,
    /// Moves that would have been better than a mistake, the best first.
    pub better: Vec<String>,
    /// What is to be said of the move, in a sentence.
    pub text: String,
    /// Reasons for the best of the better moves if it is a mistake, else for the move itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<StatedReason>,
    /// What is wrong with a mistake.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refutation: Vec<StatedReason>,
    /// What the best move was worth.
    pub best_worth: StatedWorth,
    /// What the move was worth.
    pub worth: StatedWorth,
}

/// Kinds of mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Mistake {
    /// The expected score falls by at least 15 points of a hundred.
    Inaccuracy,
    /// By at least 25.
    Mistake,
    /// By at least 40; or the proven result is worse.
    Blunder,
}

impl Mistake {
    /// The sign that game records use: `?!`, `?` or `??`.
    pub fn symbol(self) -> &'static str {
        match self {
            Mistake::Inaccuracy => "?!",
            Mistake::Mistake => "?",
            Mistake::Blunder => "??",
        }
    }

    /// What a move is that is worth this where the best one is worth that: where both are proven by the results, else by the
    /// fall of the expected score.
    fn of(best: &StatedWorth, own: &StatedWorth) -> Option<Mistake> {
        const STEPS: [(f64, Mistake); 3] =
            [(0.4, Mistake::Blunder), (0.25, Mistake::Mistake), (0.15, Mistake::Inaccuracy)];
        let fall = best.expected_score()? - own.expected_score()?;
        if best.exact.is_some() && own.exact.is_some() {
            return (fall > 0.0).then_some(Mistake::Blunder);
        }
        STEPS.into_iter().find(|&(least, _)| fall >= least).map(|(_, mistake)| mistake)
    }
}

impl ReviewedMove {
    /// Judges a move of a position by the position's analysis and by what is known of the position after the move.
    fn new(
        before: &Game,
        played: Cell,
        (analysis, opinion): &(Analysis, Opinion),
        later: Option<Later>,
    ) -> ReviewedMove {
        let cell = before.geometry().cell_text(played);
        let of = |cell: &String| analysis.moves.iter().find(|found| found.cell == *cell);
        let own = of(&cell).map(|found| found.worth.clone());
        let (later, line) = later.map_or((None, Vec::new()), |later| (Some(later.worth), later.line));
        let later = later.filter(|worth| worth.exact.is_some());
        let worth = match (own, later) {
            (Some(own), _) if own.exact.is_some() => own,
            (_, Some(later)) => later,
            (own, None) => own.unwrap_or_default(),
        };
        // Who wins with one move wins.
        let wins = worth.exact.as_ref().is_some_and(|exact| exact.result == "win");
        let best_worth =
            if wins && analysis.worth.exact.is_none() { worth.clone() } else { analysis.worth.clone() };
        let ply = before.moves().len() + 1;
        let (game, side) = (before, before.to_move().to_string());
        let (before, after) = (best_worth.expected_score(), worth.expected_score());
        let exact = best_worth.exact.is_some() && worth.exact.is_some();
        let mistake = Mistake::of(&best_worth, &worth);
        let better = match (mistake, &best_worth.exact) {
            (None, _) => Vec::new(),
            (Some(_), Some(best)) if exact => keeping(analysis, best),
            (Some(_), _) => analysis.best.iter().filter(|&better| *better != cell).cloned().collect(),
        };
        let of_played = reasons_of_move(game, played, &opinion.with_answer(played, &worth, &line));
        let (reasons, refutation) = if mistake.is_none() {
            (of_played, Vec::new())
        } else {
            let valued = analysis.moves.iter().zip(&opinion.moves);
            let best = better.first().and_then(|better| {
                valued.into_iter().find(|(found, _)| found.cell == *better).map(|(_, &(cell, _))| cell)
            });
            (best.map(|best| reasons_of_move(game, best, opinion)).unwrap_or_default(), of_played)
        };
        let mut found = ReviewedMove {
            ply,
            side,
            cell,
            before,
            after,
            exact,
            mistake,
            better,
            text: String::new(),
            reasons,
            refutation,
            best_worth,
            worth,
        };
        found.text = format!("{} {}.", found.cell, found.phrase());
        found
    }

    /// Why it is a mistake, in a sentence, if there is more to say than what the values are.
    fn why(&self) -> Option<String> {
        let is_against = |reason: &&StatedReason| matches!(&*reason.kind, "allows" | "expects");
        let against = self.refutation.iter().find(is_against);
        let is_for = |reason: &&StatedReason| {
            !reason.is_proof()
                && !matches!(&*reason.kind, "builds" | "opens" | "spoils" | "closes" | "expects" | "idle")
        };
        let better = self.better.first().zip(self.reasons.iter().find(is_for));
        let exact = self.worth.exact.as_ref().filter(|exact| exact.result == "loss");
        // A reply alone does not say how much it does.
        let loses = |reason: &StatedReason| match exact.and_then(|exact| exact.distance) {
            Some(plies) if reason.kind == "expects" => format!(", and loses in {plies} plies"),
            _ => String::new(),
        };
        let against = against.map(|reason| format!("{} {}{}", self.cell, reason.text, loses(reason)));
        let better = better.map(|(cell, reason)| format!("{cell} {}", reason.text));
        let said: Vec<String> = against.into_iter().chain(better).collect();
        (!said.is_empty()).then(|| format!("Why: {}.", said.join("; ")))
    }

    /// What the move did, without its name: `turned a draw into a loss; d4 held (=)`.
    fn phrase(&self) -> String {
        let result = |worth: &StatedWorth| worth.result().unwrap_or_default().to_owned();
        let (best, own) = (result(&self.best_worth), result(&self.worth));
        let with = |verb: &str| match &self.better[..] {
            [] => String::new(),
            [one] => format!("; {one} {verb} ({})", self.best_worth.text()),
            [one, others @ ..] => {
                let others: Vec<&str> = others.iter().take(2).map(|other| &**other).collect();
                format!("; {one} ({}) or {} {verb}", self.best_worth.text(), others.join(" or "))
            }
        };
        match self.mistake {
            Some(_) if self.exact => {
                format!("turned a {best} into a {own}{}", with(if best == "win" { "won" } else { "held" }))
            }
            Some(_) => {
                let percent = |score: Option<f64>| score.unwrap_or_default() * 100.0;
                format!(
                    "lowered the expected score from {:.0} % to {:.0} %{}",
                    percent(self.before),
                    percent(self.after),
                    with("was better")
                )
            }
            None => match (self.worth.exact.as_ref(), self.worth.text()) {
                (Some(exact), text) if exact.result == "win" => format!("keeps the win ({text})"),
                (Some(exact), _) if exact.result == "draw" => "keeps the draw".to_owned(),
                (Some(_), text) if self.exact => format!("was played in a lost position ({text})"),
                (Some(_), text) => format!("loses ({text})"),
                (None, text) if text.is_empty() => "was not valued".to_owned(),
                (None, text) => format!("is no mistake that can be seen ({text})"),
            },
        }
    }
}

/// The moves that are proven to keep a result, the nearest win first.
fn keeping(analysis: &Analysis, best: &ProvenResult) -> Vec<String> {
    let proven = analysis.moves.iter().filter_map(|found| Some((found.worth.exact.as_ref()?, &found.cell)));
    let mut moves: Vec<_> = proven.filter(|(exact, _)| exact.result == best.result).collect();
    moves.sort_by_key(|(exact, _)| exact.distance);
    moves.into_iter().map(|(_, cell)| cell.clone()).collect()
}

impl Review {
    /// The player whose opinion counts if the request does not name one.
    pub const PLAYER: &str = "best";

    fn player() -> String {
        Review::PLAYER.to_owned()
    }

    /// The review of a game without moves, by [`Review::PLAYER`].
    pub fn new(game: impl Into<String>) -> Review {
        Review {
            game: game.into(),
            position: Position::default(),
            player: Review::player(),
            exact_nodes: None,
            book: None,
        }
    }

    /// The review. If it was stopped, it has what was known by then.
    ///
    /// # Errors
    /// A text that is not a game, moves of it, or a player of it; a game without moves.
    pub fn run(&self, work: &Work) -> Result<ReviewedGame, Error> {
        self.run_on(game(&self.game)?, work, |_| {})
    }

    /// Reviews a game that exists already: the request's moves go on from its last one. `each` is told every move as soon as it
    /// is judged, the last one first.
    ///
    /// # Errors
    /// As [`run`](Review::run).
    pub fn run_on(
        &self,
        mut game: Game,
        work: &Work,
        mut each: impl FnMut(&ReviewedMove),
    ) -> Result<ReviewedGame, Error> {
        with_game!(&mut game, record => self.position.apply(record))?;
        if game.moves().is_empty() {
            return Err(Error::of_field(Fault::WrongField, "moves", "there is no move to review")
                .with_hint("give the moves of the game, from the empty board"));
        }
        let outcome = game.outcome();
        let (mut moves, mut interrupted) = (Vec::new(), false);
        let analyze = Analyze {
            player: self.player.clone(),
            exact_nodes: self.exact_nodes,
            book: self.book.clone(),
            ..Analyze::new(&*self.game)
        };
        let reviewed = Counter::new(work, game.moves().len() as u64, "moves");
        let quiet = work.unobserved();
        // What the position after a move is worth to the side that made the move.
        let last = with_game!(&game, record => record.rules().moved_last(record.board()));
        let mut later = outcome.map(|outcome| Later { worth: ended(outcome, last), line: Vec::new() });
        while let Some(played) = game.undo() {
            let known = match analyze.find_out(game.clone(), &quiet) {
                Ok(known) if !known.0.interrupted => known,
                Ok(_) | Err(Error::Interrupted) => {
                    interrupted = true;
                    break;
                }
                Err(error) => return Err(error),
            };
            let found = ReviewedMove::new(&game, played, &known, later.take());
            let is_again = with_game!(&game, record => record.rules().moved_again(record.board()));
            let best = &found.best_worth;
            let worth = one_ply_later(if is_again { best.clone() } else { best.for_opponent() });
            later = Some(Later { worth, line: known.1.best_line() });
            each(&found);
            reviewed.add(1);
            moves.push(found);
        }
        moves.reverse();
        Ok(ReviewedGame { player: self.player.clone(), ..ReviewedGame::new(moves, outcome, interrupted) })
    }
}

/// What is known of the position after a move.
struct Later {
    /// What it is worth to the side that made the move.
    worth: StatedWorth,
    /// The best play from it on.
    line: Vec<Cell>,
}

/// The end of a game, for the side that moved last.
fn ended(outcome: Outcome, last: Side) -> StatedWorth {
    let mut worth = StatedWorth::from(Worth::of_outcome(outcome, last));
    if let (Some(exact), Some(_)) = (&mut worth.exact, outcome.winner()) {
        exact.distance = Some(1);
    }
    worth
}

/// What is proven of a position, told one ply before.
fn one_ply_later(worth: StatedWorth) -> StatedWorth {
    let exact =
        worth.exact.map(|exact| ProvenResult { distance: exact.distance.map(|plies| plies + 1), ..exact });
    StatedWorth { exact, ..worth }
}

impl ReviewedGame {
    /// The review of a game with these moves, all or the last ones, and this end; it finds the move that decided the game.
    fn new(moves: Vec<ReviewedMove>, outcome: Option<Outcome>, interrupted: bool) -> ReviewedGame {
        let outcome_text = outcome.map(|outcome| outcome.to_string());
        let mut reviewed =
            ReviewedGame { moves, outcome: outcome_text, interrupted, ..ReviewedGame::default() };
        reviewed.conclude(outcome);
        reviewed
    }

    fn conclude(&mut self, outcome: Option<Outcome>) {
        let winner = outcome.and_then(Outcome::winner);
        let mistakes = || self.moves.iter().filter(|found| found.mistake.is_some());
        let loser = winner.map(|side| side.other().to_string());
        let is_losers = |found: &&ReviewedMove| loser.as_ref().is_none_or(|loser| found.side == *loser);
        let last = |kind| mistakes().filter(is_losers).rfind(|found| found.mistake == Some(kind));
        // Where nothing was proven in time, the largest fall of the expected score decides.
        let decisive = last(Mistake::Blunder).or_else(|| last(Mistake::Mistake).filter(|_| loser.is_some()));
        let number = mistakes().count();
        self.text = match (decisive, winner) {
            (Some(found), winner) => {
                let name = found.side.to_uppercase();
                let did = if winner.is_some() { "lost the game" } else { "went wrong" };
                let why = found.why().map_or_else(String::new, |why| format!(" {why}"));
                let end = self.end(found, loser.as_deref());
                let (ply, cell) = (found.ply, &found.cell);
                format!("{name} {did} with move {ply}, {cell}: it {}.{why}{end}", found.phrase())
            }
            (None, _) if self.interrupted && self.moves.is_empty() => "No move was judged.".to_owned(),
            (None, _) if self.interrupted && number == 0 => {
                "No mistake was found among these moves.".to_owned()
            }
            (None, _) if number == 0 => "No mistake was found.".to_owned(),
            (None, _) => "No move decided the game alone; the marked ones were not the best.".to_owned(),
        };
        self.decisive = decisive.map(|found| found.ply);
    }

    /// How a lost game ended, if a later move than the decisive one made it end at once and another one did not.
    fn end(&self, decisive: &ReviewedMove, loser: Option<&str>) -> String {
        let plies = |worth: &StatedWorth| worth.exact.as_ref().and_then(|exact| exact.distance);
        let last = self.moves.iter().rfind(|found| Some(&*found.side) == loser);
        let overlooked = last.filter(|found| {
            let held = plies(&found.best_worth).zip(plies(&found.worth));
            found.ply > decisive.ply && held.is_some_and(|(best, own)| own <= 2 && best > own)
        });
        let allowed = overlooked.and_then(|found| {
            let reason = found.reasons.iter().find(|reason| reason.kind == "allows")?;
            Some(format!(" The end came with move {}, {}: it {}.", found.ply, found.cell, reason.text))
        });
        allowed.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use connect_toe_search::ExactValue;
    use connect_toe_work::Stop;

    use super::*;

    fn review(game: &str, moves: &str) -> ReviewedGame {
        let position = Position::after(moves);
        Review { position, ..Review::new(game) }.run(&Work::new()).expect("a sound request")
    }

    #[test]
    fn what_was_not_judged_is_not_called_sound() {
        let stop = Stop::new();
        stop.request();
        let position = Position::after("d1 d2");
        let request = Review { position, ..Review::new("connect-four") };
        let found = request.run(&Work::new().with_stop(stop)).expect("a sound request");
        assert!(found.interrupted && found.moves.is_empty());
        assert_eq!(found.text, "No move was judged.");
    }

    /// A game of Connect Four with exactly two mistakes: a win becomes a draw, and the draw a loss.
    #[test]
    fn both_blunders_are_found_and_no_other() {
        let found = review("connect-four", "d1 c1 d2 d3 c2 d4 e1 c3 b1 b2 f1 a1");
        let marked: Vec<(usize, &str)> = found
            .moves
            .iter()
            .filter(|found| found.mistake.is_some())
            .map(|found| (found.ply, &*found.text))
            .collect();
        assert_eq!(
            marked,
            [
                (3, "d2 turned a win into a draw; f1 (W37) or g1 won."),
                (5, "c2 turned a draw into a loss; d4 held (=)."),
            ]
        );
        assert!(found.moves.iter().all(|found| found.exact));
        assert_eq!(found.decisive, Some(5));
        assert_eq!(
            found.text,
            "X lost the game with move 5, c2: it turned a draw into a loss; d4 held (=). \
             Why: c2 is best answered by d4, and loses in 32 plies. \
             The end came with move 11, f1: it lets O complete a line at a1."
        );
    }

    #[test]
    fn proven_results_decide_and_else_the_fall_of_the_expected_score() {
        let exact = |value: ExactValue| StatedWorth::from(Worth::from(value));
        let claim = |wins| StatedWorth::from(Worth::Claimed { wins, plies: None });
        let expected = |score| StatedWorth { score: Some(score), ..StatedWorth::default() };
        let (win, loss) = (exact(ExactValue::Win(3)), exact(ExactValue::Loss(6)));
        let blunder = Some(Mistake::Blunder);
        assert_eq!(Mistake::of(&win, &expected(0.6)), blunder, "a win is given away");
        assert_eq!(Mistake::of(&expected(0.4), &loss), blunder, "a loss is allowed");
        assert_eq!(Mistake::of(&exact(ExactValue::Draw), &claim(false)), blunder, "as it seems");
        assert_eq!(Mistake::of(&win, &exact(ExactValue::Win(9))), None, "a later win is a win");
        assert_eq!(Mistake::of(&exact(ExactValue::Loss(8)), &loss), None, "lost either way");
        assert_eq!(Mistake::of(&expected(0.9), &expected(0.1)), blunder);
        assert_eq!(Mistake::of(&expected(0.6), &expected(0.34)), Some(Mistake::Mistake));
        assert_eq!(Mistake::of(&expected(0.6), &expected(0.44)), Some(Mistake::Inaccuracy));
        assert_eq!(Mistake::of(&expected(0.6), &expected(0.5)), None);
        assert_eq!(Mistake::of(&expected(0.6), &StatedWorth::default()), None, "values that do not say");
    }

    #[test]
    fn a_game_of_best_play_has_no_mistake() {
        let found = review("tic-tac-toe", "b2 a1 a2 c2 c3 b3 b1 a3 c1");
        assert_eq!((found.outcome.as_deref(), &*found.text), (Some("draw"), "No mistake was found."));
        assert_eq!(found.moves.len(), 9);
        let scores: Vec<_> = found.moves.iter().map(|found| (found.before, found.after)).collect();
        assert_eq!(scores, [(Some(0.5), Some(0.5)); 9]);
    }

    /// What lost the game may have been long before what ended it.
    #[test]
    fn the_end_of_a_lost_game_is_told() {
        let found = review("connect-four", "a1 c1 a2 c2 a3 a4 b1 b2 a5 b3 g1 d1");
        assert_eq!(found.decisive, Some(1));
        assert!(
            found.text.starts_with("X lost the game with move 1, a1: it turned a win into a loss"),
            "{found:?}"
        );
        assert!(
            found.text.ends_with(" The end came with move 11, g1: it lets O complete a line at d1."),
            "{}",
            found.text
        );
    }

    /// In a misère game the side that completes a line loses by its own move.
    #[test]
    fn completing_a_line_can_be_the_mistake() {
        let found = review("3x3:3:free:misere", "b2 a1 c3 a2 c2 b1 c1");
        assert!(found.moves.iter().all(|found| found.exact), "{found:?}");
        let last = found.moves.last().expect("seven moves");
        assert_eq!((last.mistake, last.after), (Some(Mistake::Blunder), Some(0.0)), "{last:?}");
        assert!(
            found
                .text
                .starts_with("X lost the game with move 7, c1: it turned a win into a loss; b3 won (W2)."),
            "{}",
            found.text
        );
    }

    #[test]
    fn estimates_decide_where_nothing_is_proven() {
        // O plays far away, twice.
        let position = Position::after("h8 a1 h9 b3 h10 o15");
        let review = Review { position, player: "best:nodes=3000".to_owned(), ..Review::new("15x15:5") };
        let found = review.run(&Work::new()).expect("a sound request");
        let marked: Vec<&ReviewedMove> = found.moves.iter().filter(|found| found.mistake.is_some()).collect();
        assert!(
            !marked.is_empty() && marked.iter().all(|found| found.side == "o" && !found.exact),
            "{marked:?}"
        );
        assert!(marked.iter().all(|found| found.text.contains("lowered the expected score")), "{marked:?}");
        assert!(found.decisive.is_none_or(|ply| ply % 2 == 0), "{}", found.text);
    }

    #[test]
    fn a_game_without_moves_has_nothing_to_review() {
        let error = Review::new("tic-tac-toe").run(&Work::new()).expect_err("there is none");
        assert_eq!(error.to_string(), "there is no move to review");
    }
}
