//! What the computer is asked: a move, a hint, an evaluation. Each is one or two requests, at work on a thread.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use connect_toe_api::{
    Analysis, Analyze, BookChoice, Choose, ChosenMove, Error, Eval, Evaluation as Values, Finding, Observer,
    Progress, Review, ReviewedGame, ReviewedMove, StatedWorth, Stop, Turn, Work, quick_player,
};
use connect_toe_game::{Game, Side};
use connect_toe_players::{Level, PlayerError, PlayerSpec};

use super::session::{Session, capital};
use crate::failure::Failure;

/// What to find out about a position in which the game goes on; an evaluation may be of any, a review is of a whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// The opponent's move.
    Move,
    /// A good move for the person.
    Hint,
    /// Static values, and what every move is worth.
    Evaluation,
    /// What every move of the game was worth.
    Review,
}

/// A question about a position, with all that the answer depends on.
#[derive(Debug)]
pub(super) struct Task {
    question: Question,
    game: Game,
    player: PlayerSpec,
    seed: u64,
    turn: Turn,
    book: Option<BookChoice>,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Answer {
    /// The computer's move, what is left of its time for the game, and why it moves so, if it says why.
    Move(ChosenMove, Duration),
    /// A good move.
    Hint(ChosenMove),
    Evaluation(Box<Evaluation>),
    Review(Box<ReviewedGame>),
}

/// What a search found when it had looked this number of plies ahead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) plies: u32,
    /// The move that it would play.
    pub(super) best: String,
}

/// What heuristics and a shallow search say about a position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Evaluation {
    /// The side to move, whose view the values take.
    pub(super) side: Side,
    /// The value of every heuristic that knows the game.
    pub(super) values: Values,
    /// The search that valued the moves.
    pub(super) search: PlayerSpec,
    /// What it says of them; no moves when the game is over.
    pub(super) analysis: Analysis,
}

impl Task {
    pub(super) fn new(session: &Session, question: Question) -> Result<Task, PlayerError> {
        let game = session.game().clone();
        let player = match question {
            Question::Move => session.opponent().clone(),
            Question::Hint | Question::Review => adviser(&game)?,
            Question::Evaluation => quick_player(&game)?,
        };
        let turn = Turn { stream: session.stream(), left: session.time_left() };
        let book = session.book().cloned();
        Ok(Task { question, game, player, seed: session.seed(), turn, book })
    }

    /// Works out the answer. If the work is stopped, a move or a hint is the best move that was found, a review has the moves
    /// that were judged by then, and an evaluation is an error. `each` is told every move that a review has judged.
    pub(super) fn answer(&self, work: &Work, each: impl FnMut(&ReviewedMove)) -> Result<Answer, Error> {
        let game = || self.game.clone();
        let text = self.game.spec().to_string();
        let (player, book) = (self.player.to_string(), self.book.clone());
        let choose =
            Choose { seed: self.seed, why: true, book: book.clone(), ..Choose::new(&*text, &*player) };
        let review = Review { player: player.clone(), book: book.clone(), ..Review::new(&*text) };
        let analyze = Analyze { player, book, ..Analyze::new(&*text) };
        Ok(match self.question {
            Question::Move => {
                let (chosen, left) = choose.take_turn(game(), self.turn, work)?;
                Answer::Move(chosen, left)
            }
            Question::Hint => Answer::Hint(choose.take_turn(game(), self.turn, work)?.0),
            Question::Review => Answer::Review(Box::new(review.run_on(game(), work, each)?)),
            Question::Evaluation => Answer::Evaluation(Box::new(Evaluation {
                side: self.game.to_move(),
                values: Eval::new(text).run_on(game(), work)?,
                search: self.player.clone(),
                analysis: analyze.run_on(game(), work)?,
            })),
        })
    }
}

/// A question that the computer is at work on. Dropping it stops the search as soon as the search looks.
#[derive(Debug)]
pub(super) struct Job {
    started: Instant,
    stop: Stop,
    known: Arc<Known>,
    answer: Receiver<Result<Answer, Error>>,
}

/// What is known before the answer is there.
#[derive(Debug, Default)]
struct Known {
    /// Positions that were looked at, and the last complete look ahead.
    search: Mutex<(u64, Option<Look>)>,
    /// Moves that a review has judged and nobody has taken yet.
    judged: Mutex<Vec<ReviewedMove>>,
}

impl Known {
    fn search(&self) -> MutexGuard<'_, (u64, Option<Look>)> {
        self.search.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn judged(&self) -> MutexGuard<'_, Vec<ReviewedMove>> {
        self.judged.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for Known {
    fn progress(&self, progress: &Progress) {
        self.search().0 = progress.done;
    }

    fn notice(&self, _: &str) {}

    fn found(&self, finding: &Finding) {
        if let Finding::Look { depth, report, geometry, .. } = *finding
            && let Some(&best) = report.best.first()
        {
            self.search().1 = Some(Look { plies: depth, best: geometry.cell_text(best) });
        }
    }

    fn wants_looks(&self) -> bool {
        true
    }
}

impl Job {
    pub(super) fn start(session: &Session, question: Question) -> Result<Job, Failure> {
        let task = Task::new(session, question).map_err(Failure::run)?;
        let (stop, known) = (Stop::new(), Arc::new(Known::default()));
        let work = session.work().clone().with_stop(stop.clone());
        // Only moves are worth watching.
        let work = match question {
            Question::Move | Question::Hint => work.observed_by(Arc::clone(&known)),
            Question::Evaluation | Question::Review => work,
        };
        let (sender, answer) = mpsc::channel();
        let judging = Arc::clone(&known);
        let run = move || {
            let found = task.answer(&work, |judged| judging.judged().push(judged.clone()));
            // The receiver is gone if the question was dropped.
            let _ = sender.send(found);
        };
        std::thread::Builder::new().name("thinking".to_owned()).spawn(run).map_err(Failure::run)?;
        Ok(Job { started: Instant::now(), stop, known, answer })
    }

    /// How long it has taken so far.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Positions that were looked at, and the last complete look ahead.
    pub(super) fn progress(&self) -> (u64, Option<Look>) {
        self.known.search().clone()
    }

    /// The moves that a review has judged since this was last asked.
    pub(super) fn take_judged(&self) -> Vec<ReviewedMove> {
        std::mem::take(&mut *self.known.judged())
    }

    /// Lets the computer answer now.
    pub(super) fn hurry(&self) {
        self.stop.request();
    }

    /// The answer, if it comes within this time.
    pub(super) fn answer_within(&self, time: Duration) -> Result<Option<Answer>, Failure> {
        match self.answer.recv_timeout(time) {
            Ok(found) => Ok(Some(found?)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(Failure::run("the search broke off")),
        }
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.stop.request();
    }
}

/// The player that gives hints and reviews a game: the strongest one, whoever plays.
pub(super) fn adviser(game: &Game) -> Result<PlayerSpec, PlayerError> {
    Level::best().player(game)
}

/// Whose opinion a hint is.
pub(super) fn adviser_name() -> &'static str {
    Level::best().name
}

/// A hint in words, and whose opinion it is.
pub(super) fn hint_text(session: &Session, chosen: &ChosenMove) -> String {
    let value = worth_note(session, session.game().to_move(), &chosen.worth);
    let why = chosen.why().map_or_else(String::new, |why| format!(": {why}"));
    format!("{} thinks {}{value}{why}", adviser_name(), chosen.cell)
}

/// What the marks of values mean.
pub(super) const MARKS: [&str; 2] =
    ["%: expected score; W7?: seems to win", "W7, L12, =: proven, plies to the end"];

/// Whose view a table of values takes, and who is to move.
pub(super) fn values_heading(session: &Session, to_move: Side) -> String {
    let view = session.viewpoint();
    if to_move == view {
        format!("values for {}, who is to move", capital(view))
    } else {
        format!("values for {}; {} is to move", capital(view), capital(to_move))
    }
}

/// What a player makes of something, from the session's point of view and saying whose that is; nothing for a player
/// that knows no values.
pub(super) fn worth_note(session: &Session, side: Side, worth: &StatedWorth) -> String {
    let text = session.seen(side, worth).text();
    match worth.result() {
        _ if text.is_empty() => String::new(),
        Some("draw") => " (=, a draw)".to_owned(),
        _ => format!(" ({text} for {})", capital(session.viewpoint())),
    }
}

#[cfg(test)]
mod tests {
    use super::super::session::tests::{YOU_ARE_O, YOU_ARE_X, session};
    use connect_toe_game::with_game;
    use connect_toe_players::{Catalogue, SearchPlayer};
    use connect_toe_search::unwatched;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    fn answer(game: &str, moves: &str, question: Question) -> Answer {
        let session = session(game, moves, YOU_ARE_O);
        let task = Task::new(&session, question).expect("sound players");
        task.answer(&Work::new(), |_| {}).expect("sound players")
    }

    /// Stops the work once it has looked at more than this number of nodes; keeps the looks.
    struct Impatient {
        patience: u64,
        stop: Stop,
        looks: Mutex<Vec<Look>>,
    }

    impl Observer for Impatient {
        fn progress(&self, progress: &Progress) {
            if progress.done > self.patience {
                self.stop.request();
            }
        }

        fn notice(&self, _: &str) {}

        fn found(&self, finding: &Finding) {
            if let Finding::Look { depth, report, geometry, .. } = *finding {
                let best = geometry.cell_text(report.best[0]);
                self.looks.lock().expect("nobody panicked").push(Look { plies: depth, best });
            }
        }

        fn wants_looks(&self) -> bool {
            true
        }
    }

    /// The move of the session's opponent with this text, and the looks before it.
    fn watched(session: &Session, player: &str, patience: u64) -> (ChosenMove, Vec<Look>) {
        let mut task = Task::new(session, Question::Move).expect("sound players");
        task.player = player.parse().expect("a player");
        let stop = Stop::new();
        let observer = Arc::new(Impatient { patience, stop: stop.clone(), looks: Mutex::default() });
        let work = Work::new().with_stop(stop).observed_by(Arc::clone(&observer));
        let Ok(Answer::Move(chosen, ..)) = task.answer(&work, |_| {}) else { panic!("a move was asked for") };
        let looks = observer.looks.lock().expect("nobody panicked").clone();
        (chosen, looks)
    }

    #[test]
    fn the_opponent_wins_when_it_can() {
        let Answer::Move(chosen, ..) = answer("connect-four", "41414", Question::Move) else {
            panic!("a move was asked for")
        };
        assert_eq!(chosen.cell, "d4", "O must stop four in the fourth column");
    }

    #[test]
    fn looking_ahead_step_by_step_chooses_what_the_player_would() {
        for (game, moves) in [("connect-four", "4453"), ("tic-tac-toe", "b2"), ("qubic", "a1.1 b2.2")] {
            let session = session(game, moves, YOU_ARE_X);
            for text in ["alpha-beta:depth=4,eval=runs", "minimax:depth=3,eval=runs"] {
                let (chosen, looks) = watched(&session, text, u64::MAX);
                let alone = with_game!(session.game(), record => {
                    let mut random = ChaCha8Rng::seed_from_u64(session.seed());
                    random.set_stream(session.stream());
                    let (rules, board) = (record.rules(), record.board());
                    let player = text.parse().expect("a player");
                    let mut player = SearchPlayer::new(rules, &player).expect("a player");
                    let choice = player.choose_watched(rules, board, &mut random, &mut unwatched);
                    (rules.geometry().cell_text(choice.cell), choice.value)
                });
                assert_eq!((chosen.cell, chosen.value), alone, "{game} {text}");
                let plies: Vec<u32> = looks.iter().map(|look| look.plies).collect();
                assert_eq!(plies, (1..=plies.len() as u32).collect::<Vec<_>>());
                assert!(plies.len() >= 2);
            }
        }
    }

    #[test]
    fn a_search_that_is_stopped_answers_with_its_last_look() {
        let session = session("connect-four", "4453", YOU_ARE_X);
        let (chosen, looks) = watched(&session, "alpha-beta:depth=40,eval=runs,ties=first", 20_000);
        assert!((2..40).contains(&looks.len()));
        assert_eq!(looks.last().map(|look| &look.best), Some(&chosen.cell));
    }

    #[test]
    fn a_perfect_player_that_is_stopped_still_stops_a_threat() {
        let session = session("connect-four", "41414", YOU_ARE_X);
        let (chosen, looks) = watched(&session, "perfect", 0);
        assert_eq!((chosen.cell.as_str(), looks.as_slice()), ("d4", &[][..]));
    }

    #[test]
    fn an_evaluation_has_every_heuristic_and_every_move_best_first() {
        let Answer::Evaluation(found) = answer("tic-tac-toe", "a1 a2 b1 b2", Question::Evaluation) else {
            panic!("an evaluation was asked for")
        };
        let names = found.values.values.keys();
        let expected = Catalogue::new().heuristics_for(session("tic-tac-toe", "", YOU_ARE_X).game().spec());
        assert!(names.eq(expected.iter().map(|entry| entry.name)));
        let moves: Vec<String> =
            found.analysis.ranked_moves().iter().map(|found| found.worth.opinion()).collect();
        assert_eq!((moves.len(), &*moves[0], &*moves[4]), (5, "W1", "L2"));
    }

    #[test]
    fn a_finished_game_can_be_evaluated() {
        let Answer::Evaluation(found) = answer("tic-tac-toe", "a1 a2 b1 b2 c1", Question::Evaluation) else {
            panic!("an evaluation was asked for")
        };
        assert!(found.analysis.moves.is_empty());
        assert_eq!(found.values.values["terminal"], 10);
    }

    #[test]
    fn every_board_can_be_valued() {
        for text in ["1:1", "tic-tac-toe", "connect-four", "qubic", "gomoku", "64x64:5", "4096:5:-1"] {
            let game: Game = text.parse().expect("sound game text");
            assert!(quick_player(&game).is_ok(), "{text}");
        }
    }
}
