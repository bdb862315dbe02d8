//! What the computer is asked: a move, a hint, an evaluation.

use connect_toe_eval::{Heuristic, Settings, WIN};
use connect_toe_game::{Bits, Cell, Game, Record, Side, with_game};
use connect_toe_players::{Choice, PlayerError, PlayerSpec, SearchPlayer};
use connect_toe_search::Watch;
use connect_toe_stats::numbers::counted;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::review::Reviewed;
use super::session::{Session, capital};

/// What to find out about a position in which the game goes on; an evaluation may be of any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// The opponent's move.
    Move,
    /// A good move for the person.
    Hint,
    /// Static values, and the value of every move.
    Evaluation,
    /// What the move after so many moves was worth.
    Review(usize),
}

/// A question about a position, with all that the answer depends on.
#[derive(Debug)]
pub(super) struct Task {
    question: Question,
    game: Game,
    player: PlayerSpec,
    seed: u64,
    stream: u64,
    /// The move to review.
    played: Option<Cell>,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Move(Choice),
    Hint(Choice),
    Evaluation(Evaluation),
    Review(Reviewed),
}

/// What heuristics and a shallow search say about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Evaluation {
    /// The side to move, whose view the values take.
    pub(super) side: Side,
    /// Every heuristic's value.
    pub(super) heuristics: Vec<(&'static str, i64)>,
    /// The search that valued the moves.
    pub(super) search: String,
    /// Every move's value, best first; none when the game is over.
    pub(super) moves: Vec<(Cell, i64)>,
}

impl Task {
    pub(super) fn new(session: &Session, question: Question) -> Result<Task, PlayerError> {
        let mut game = session.game().clone();
        let mut played = None;
        if let Question::Review(count) = question {
            while game.moves().len() > count {
                played = game.undo();
            }
        }
        let player = match question {
            Question::Move => session.opponent().clone(),
            Question::Hint => adviser(session)?,
            Question::Evaluation => shallow_search(&game)?,
            Question::Review(_) => reviewer(&game)?,
        };
        Ok(Task { question, game, player, seed: session.seed(), stream: session.stream(), played })
    }

    /// Works the answer out. If the watch stops a search, the answer means little.
    pub(super) fn answer(&self, watch: Watch) -> Result<Answer, PlayerError> {
        with_game!(&self.game, record => self.answer_for(record, watch))
    }

    /// The choice with a value on the scale of searches in a hurry.
    fn scaled(&self, choice: Choice) -> Choice {
        let value = match (self.player.name(), choice.value) {
            // A perfect player counts the plies to the end in the same way, from 0.
            ("perfect", value) if value != 0 => value + value.signum() * WIN,
            (_, value) => value,
        };
        Choice { value, ..choice }
    }

    fn answer_for<B: Bits>(&self, record: &Record<B>, watch: Watch) -> Result<Answer, PlayerError> {
        let (rules, board) = (record.rules(), record.board());
        let mut player = SearchPlayer::new(rules, &self.player)?;
        let mut choose = |watch| {
            let mut random = ChaCha8Rng::seed_from_u64(self.seed);
            random.set_stream(self.stream);
            player.choose_watched(rules, board, &mut random, watch)
        };
        Ok(match self.question {
            Question::Move => Answer::Move(self.scaled(choose(watch))),
            Question::Hint => Answer::Hint(self.scaled(choose(watch))),
            Question::Review(_) => {
                let side = board.to_move();
                let cell = self.played.unwrap_or_else(|| rules.legal_moves(board)[0]);
                let report = player.analyze(rules, board, watch);
                let value_of =
                    |cell| report.moves.iter().find(|found| found.cell == cell).map(|found| found.value);
                let value = value_of(cell).unwrap_or(report.value);
                // The move itself is the best one if none is better.
                let better = report.best.first().filter(|_| value != report.value);
                let best = better.copied().unwrap_or(cell);
                Answer::Review(Reviewed { side, cell, value, best, best_value: report.value })
            }
            Question::Evaluation => {
                let side = board.to_move();
                let heuristics = Heuristic::all()
                    .iter()
                    .map(|heuristic| {
                        let evaluator = (heuristic.build)(rules, &Settings::default());
                        let value = |mut evaluator: Box<dyn connect_toe_eval::Evaluator<B>>| {
                            (heuristic.name, evaluator.static_value(rules, board, side))
                        };
                        evaluator.map(value).map_err(PlayerError::from)
                    })
                    .collect::<Result<_, _>>()?;
                let mut moves: Vec<(Cell, i64)> = match rules.outcome(board) {
                    Some(_) => Vec::new(),
                    None => player
                        .analyze(rules, board, watch)
                        .moves
                        .iter()
                        .map(|found| (found.cell, found.value))
                        .collect(),
                };
                moves.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
                Answer::Evaluation(Evaluation { side, heuristics, search: self.player.to_string(), moves })
            }
        })
    }
}

/// The opponent when none is named: as deep as it gets in about a second a move (measured on
/// the presets), and fond of quick wins.
pub(super) fn default_player(game: &Game) -> Result<PlayerSpec, PlayerError> {
    let (moves, cells) = (game.legal_moves().len(), game.geometry().cells().len());
    let depth = match (moves, cells) {
        (0..=9, ..=64) => 10,
        (0..=24, ..=64) => 7,
        (0..=64, ..=128) => 4,
        (_, ..=256) | (0..=64, ..=512) => 3,
        (_, ..=400) | (0..=64, _) => 2,
        _ => 1,
    };
    format!("alpha-beta:depth={depth},eval=runs,hurry=true").parse()
}

/// Who gives hints: the opponent's own search, unless it plays badly on purpose.
pub(super) fn adviser(session: &Session) -> Result<PlayerSpec, PlayerError> {
    match session.opponent().name() {
        "random" | "published" => default_player(session.game()),
        _ => Ok(session.opponent().clone()),
    }
}

/// Who reviews a game: the strong search, whoever played.
pub(super) fn reviewer(game: &Game) -> Result<PlayerSpec, PlayerError> {
    let mut start = game.clone();
    while start.undo().is_some() {}
    default_player(&start)
}

/// A search that can value every move of a position while a person waits.
fn shallow_search(game: &Game) -> Result<PlayerSpec, PlayerError> {
    let depth = if game.legal_moves().len() <= 256 && game.geometry().cells().len() <= 512 { 2 } else { 1 };
    format!("alpha-beta:depth={depth},eval=runs,hurry=true").parse()
}

/// A value in words: a number, or a win or loss. With `hurry` a won value tells the plies to the end.
pub(super) fn value_text(game: &Game, value: i64) -> String {
    let cells = game.geometry().cells().len() as i64;
    if value.abs() < WIN {
        return format!("{value:+}");
    }
    let word = if value > 0 { "win" } else { "loss" };
    match cells + 1 - (value.abs() - WIN) {
        plies if (1..=cells).contains(&plies) => {
            format!("{word} in {}", counted(plies.unsigned_abs(), "ply"))
        }
        _ => word.to_owned(),
    }
}

/// Whose view a table of values takes, and who is to move.
pub(super) fn values_heading(session: &Session, to_move: Side) -> String {
    let view = session.viewpoint();
    if to_move == view {
        format!("values for {}, who is to move", capital(view))
    } else {
        format!("values for {}; {} is to move", capital(view), capital(to_move))
    }
}

/// A value for `side` in words, from the session's point of view and saying whose that is; nothing for a player that
/// knows no values.
pub(super) fn value_note(session: &Session, side: Side, value: i64, player: &PlayerSpec) -> String {
    if player.name() == "random" {
        return String::new();
    }
    let text = value_text(session.game(), session.seen(side, value));
    format!(" (value {text} for {})", capital(session.viewpoint()))
}

#[cfg(test)]
mod tests {
    use super::super::session::tests::{YOU_ARE_O, YOU_ARE_X, session};
    use super::*;
    use connect_toe_search::unwatched;

    fn answer(game: &str, moves: &str, question: Question) -> Answer {
        let session = session(game, moves, YOU_ARE_O);
        let task = Task::new(&session, question).expect("sound players");
        task.answer(&mut unwatched).expect("sound players")
    }

    #[test]
    fn the_opponent_wins_when_it_can() {
        let Answer::Move(choice) = answer("connect-four", "41414", Question::Move) else {
            panic!("a move was asked for")
        };
        let text = session("connect-four", "", YOU_ARE_X).game().geometry().cell_text(choice.cell);
        assert_eq!(text, "d4", "O must stop four in the fourth column");
    }

    #[test]
    fn an_evaluation_has_every_heuristic_and_every_move_best_first() {
        let Answer::Evaluation(found) = answer("tic-tac-toe", "a1 a2 b1 b2", Question::Evaluation) else {
            panic!("an evaluation was asked for")
        };
        assert_eq!(found.heuristics.len(), Heuristic::<u64>::all().len());
        assert_eq!(found.moves.len(), 5);
        let game = session("tic-tac-toe", "", YOU_ARE_X);
        assert_eq!(value_text(game.game(), found.moves[0].1), "win in 1 ply");
        assert_eq!(value_text(game.game(), found.moves[4].1), "loss in 2 plies");
    }

    #[test]
    fn a_finished_game_can_be_evaluated() {
        let Answer::Evaluation(found) = answer("tic-tac-toe", "a1 a2 b1 b2 c1", Question::Evaluation) else {
            panic!("an evaluation was asked for")
        };
        assert!(found.moves.is_empty());
        assert_eq!(found.heuristics[0], ("terminal", 10));
    }

    #[test]
    fn there_is_an_opponent_for_every_board() {
        for text in ["1:1", "tic-tac-toe", "connect-four", "qubic", "gomoku", "64x64:5", "4096:5:-1"] {
            let game: Game = text.parse().expect("sound game text");
            assert!(default_player(&game).is_ok(), "{text}");
            assert!(shallow_search(&game).is_ok(), "{text}");
        }
    }
}
