//! What the computer is asked: a move, a hint, an evaluation.

use std::time::Duration;

use connect_toe_api::StatedWorth;
use connect_toe_game::{Bits, Cell, Game, Record, Side, with_game};
use connect_toe_players::{Catalogue, Choice, Entry, Level, PlayerError, PlayerSpec, SearchPlayer};
use connect_toe_search::{
    Exact, ExactValue, Findings, MoveValue, SearchProgress, Want, Watch, Worth, unwatched,
};
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
    /// What the player has left of its time for the game.
    left: Duration,
    /// The move to review.
    played: Option<Cell>,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Answer {
    /// The computer's move, and what is left of its time for the game.
    Move(Choice, Duration),
    /// A good move.
    Hint(Choice),
    Evaluation(Evaluation),
    Review(Reviewed),
}

/// What a search found when it had looked so many plies ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    /// Plies, or 0 if the player does not look ahead step by step.
    pub(super) plies: u32,
    pub(super) choice: Choice,
}

/// What heuristics and a shallow search say about a position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Evaluation {
    /// The side to move, whose view the values take.
    pub(super) side: Side,
    /// The value of every heuristic that knows the game.
    pub(super) heuristics: Vec<(&'static str, i64)>,
    /// The search that valued the moves.
    pub(super) search: PlayerSpec,
    /// What every move is worth, best first; none when the game is over.
    pub(super) moves: Vec<(Cell, StatedWorth)>,
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
        let (seed, stream) = (session.seed(), session.stream());
        let left = session.time_left();
        Ok(Task { question, game, player, seed, stream, left, played })
    }

    /// Works the answer out; `hear` is given every complete look ahead for a move or a hint. If the watch stops the
    /// search, the choice is that of the last complete look, and any other answer means little.
    pub(super) fn answer(&self, watch: Watch, hear: &mut dyn FnMut(Look)) -> Result<Answer, PlayerError> {
        with_game!(&self.game, record => self.answer_for(record, watch, hear))
    }

    /// The player's choice, which it makes by looking one ply ahead, then two, and so on to its depth: the last look is
    /// what it would have been alone. Besides, what is left of its time for the game.
    fn choice<B: Bits>(
        &self,
        record: &Record<B>,
        watch: Watch,
        hear: &mut dyn FnMut(Look),
    ) -> Result<(Choice, Duration), PlayerError> {
        let (rules, board) = (record.rules(), record.board());
        let depth = self.player.settings().get::<u32>("depth", "a number of plies").ok().flatten();
        let depth = depth.filter(|_| self.player.name() != "solver");
        let mut player = SearchPlayer::new(rules, &self.player)?.with_time_left(self.left);
        if depth.is_some() {
            player = player.deepening();
        }
        let mut last: Option<Look> = None;
        let mut is_stopped = false;
        let mut counted = |progress: &SearchProgress<'_>| {
            if let Some(found) = progress.look
                && let Some(&cell) = found.report.best.first()
            {
                let (value, worth) = (found.report.value, found.report.worth());
                let choice = Choice { cell, value, worth, nodes: progress.nodes, forfeits: false };
                let look = Look { plies: found.depth, choice };
                hear(look);
                last = Some(look);
            }
            let go_on = watch(progress);
            is_stopped |= go_on.is_break();
            go_on
        };
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(self.stream);
        let choice = player.choose_watched(rules, board, &mut random, &mut counted);
        if choice.forfeits && !is_stopped {
            let player = &self.player;
            return Err(PlayerError::Game(format!("{player} has no move to give, and loses the game")));
        }
        if !is_stopped {
            let is_limited = self.player.nodes().is_some() || !self.player.is_reproducible();
            let whole = depth.filter(|_| !is_limited).map(|depth| depth.min(rules.empty_cells(board)));
            let plies = whole.or(last.map(|look| look.plies)).unwrap_or(0);
            hear(Look { plies, choice });
            return Ok((choice, player.time_left()));
        }
        if let Some(look) = last {
            return Ok((look.choice, player.time_left()));
        }
        // Without a complete look, as of a perfect player, any move could come out: better the best of a quick search.
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        let mut quick = SearchPlayer::new(rules, &shallow_search(&self.game)?)?;
        Ok((quick.choose_watched(rules, board, &mut random, &mut unwatched), player.time_left()))
    }

    fn answer_for<B: Bits>(
        &self,
        record: &Record<B>,
        watch: Watch,
        hear: &mut dyn FnMut(Look),
    ) -> Result<Answer, PlayerError> {
        let (rules, board) = (record.rules(), record.board());
        let mut player = SearchPlayer::new(rules, &self.player)?;
        Ok(match self.question {
            Question::Move => {
                let (choice, left) = self.choice(record, watch, hear)?;
                Answer::Move(choice, left)
            }
            Question::Hint => {
                let found = proven(record, Want::OneBest, watch);
                Answer::Hint(match (found.value, found.best.first()) {
                    (Some(exact), Some(&cell)) => {
                        Choice { worth: Worth::from(exact), nodes: found.nodes, ..Choice::from(cell) }
                    }
                    _ => self.choice(record, watch, hear)?.0,
                })
            }
            Question::Review(_) => {
                let side = board.to_move();
                let cell = self.played.unwrap_or_else(|| rules.legal_moves(board)[0]);
                let report = player.analyze(rules, board, watch);
                let found = |cell| report.moves.iter().copied().find(|found| found.cell == cell);
                let best = report.best.first().copied().unwrap_or(cell);
                let (found, found_best) = (found(cell), found(best));
                // The move itself is the best one if none is better.
                let is_best = found.map(|found| found.value) == found_best.map(|found| found.value);
                let best = if is_best { cell } else { best };
                let worth =
                    |found: Option<_>| found.map_or_else(|| report.worth(), |found| report.worth_of(found));
                let (worth, best_worth) = (worth(found).into(), worth(found_best).into());
                Answer::Review(Reviewed { side, cell, worth, best, best_worth })
            }
            Question::Evaluation => {
                let side = board.to_move();
                let catalogue = Catalogue::new();
                let value = |entry: Entry| {
                    let mut evaluator = catalogue.heuristic(entry.name)?.build(rules)?;
                    Ok((entry.name, evaluator.static_value(rules, board, side)))
                };
                let entries = catalogue.heuristics_for(rules.spec()).into_iter();
                let heuristics = entries.map(value).collect::<Result<_, PlayerError>>()?;
                let search = self.player.clone();
                let mut moves = Vec::new();
                if rules.outcome(board).is_none() {
                    let report = player.analyze(rules, board, watch);
                    let proven = proven(record, Want::EveryMove, watch).moves;
                    let exact =
                        |cell| proven.iter().find(|&&(found, _)| found == cell).map(|&(_, value)| value);
                    // What is proven orders the moves, if it goes as far, before what the search believes.
                    let all = proven.len() == report.moves.len();
                    let rank = |value: ExactValue| match value {
                        ExactValue::Win(plies) => (1, -i64::from(plies)),
                        ExactValue::Draw => (0, 0),
                        ExactValue::Loss(plies) => (-1, i64::from(plies)),
                    };
                    let mut found = report.moves.clone();
                    found.sort_by_key(|found| {
                        std::cmp::Reverse((exact(found.cell).filter(|_| all).map(rank), found.value))
                    });
                    let worth =
                        |found: MoveValue| StatedWorth::new(report.worth_of(found), exact(found.cell));
                    moves = found.into_iter().map(|found| (found.cell, worth(found))).collect();
                }
                let found = Evaluation { side, heuristics, search, moves };
                Answer::Evaluation(found)
            }
        })
    }
}

/// Who gives hints: the opponent's own search, unless it plays badly on purpose, as the levels do, or is another program.
pub(super) fn adviser(session: &Session) -> Result<PlayerSpec, PlayerError> {
    match session.opponent().name() {
        "random" | "published" | "best" | "gomocup" => Level::best().player(session.game()),
        _ => Ok(session.opponent().clone()),
    }
}

/// Who reviews a game: the strongest player, whoever played.
pub(super) fn reviewer(game: &Game) -> Result<PlayerSpec, PlayerError> {
    Level::best().player(game)
}

/// A search that can value every move of a position while a person waits.
fn shallow_search(game: &Game) -> Result<PlayerSpec, PlayerError> {
    let depth = if game.legal_moves().len() <= 256 && game.geometry().cells().len() <= 512 { 2 } else { 1 };
    format!("alpha-beta:depth={depth},eval=runs,hurry=true").parse()
}

/// What the exact solver finds out about the position before a person has to wait.
fn proven<B: Bits>(record: &Record<B>, want: Want, watch: Watch) -> Findings {
    let (rules, board) = (record.rules(), record.board());
    let nodes = Exact::<B>::affordable_nodes(rules.geometry().cells().len());
    if nodes == 0 {
        return Findings::default();
    }
    let moves = rules.legal_moves(board);
    let task = connect_toe_search::Task { moves: &moves, want, nodes: Some(nodes), deepen: false };
    Exact::new(nodes).find_out(rules, board, &task, watch)
}

/// What the marks of values mean.
pub(super) const MARKS: [&str; 2] =
    ["%: the expected score; W7?: seems to win", "W7, L12, =: proven; in so many plies"];

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
    let opinion = session.seen(side, worth).opinion();
    match worth.result() {
        _ if opinion.is_empty() => String::new(),
        Some("draw") => " (=, a draw)".to_owned(),
        _ => format!(" ({opinion} for {})", capital(session.viewpoint())),
    }
}

#[cfg(test)]
mod tests {
    use super::super::session::tests::{YOU_ARE_O, YOU_ARE_X, session};
    use super::*;
    use std::ops::ControlFlow;

    fn answer(game: &str, moves: &str, question: Question) -> Answer {
        let session = session(game, moves, YOU_ARE_O);
        let task = Task::new(&session, question).expect("sound players");
        task.answer(&mut unwatched, &mut |_| {}).expect("sound players")
    }

    #[test]
    fn the_opponent_wins_when_it_can() {
        let Answer::Move(choice, _) = answer("connect-four", "41414", Question::Move) else {
            panic!("a move was asked for")
        };
        let text = session("connect-four", "", YOU_ARE_X).game().geometry().cell_text(choice.cell);
        assert_eq!(text, "d4", "O must stop four in the fourth column");
    }

    #[test]
    fn looking_ahead_step_by_step_chooses_what_the_player_would() {
        for (game, moves) in [("connect-four", "4453"), ("tic-tac-toe", "b2"), ("qubic", "a1.1 b2.2")] {
            let session = session(game, moves, YOU_ARE_X);
            let mut task = Task::new(&session, Question::Move).expect("sound players");
            for (seed, text) in (0..).zip(["alpha-beta:depth=4,eval=runs", "minimax:depth=3,eval=runs"]) {
                task.player = text.parse().expect("a player");
                task.seed = seed;
                let mut looks = Vec::new();
                let answer = task.answer(&mut unwatched, &mut |look| looks.push(look.plies));
                let Ok(Answer::Move(choice, _)) = answer else { panic!("a move was asked for") };
                let alone = with_game!(session.game(), record => {
                    let mut random = ChaCha8Rng::seed_from_u64(seed);
                    random.set_stream(task.stream);
                    let (rules, board) = (record.rules(), record.board());
                    let mut player = SearchPlayer::new(rules, &task.player).expect("a player");
                    player.choose_watched(rules, board, &mut random, &mut unwatched)
                });
                assert_eq!((choice.cell, choice.value), (alone.cell, alone.value), "{game} {text}");
                assert_eq!(looks, (1..=looks.len() as u32).collect::<Vec<_>>());
                assert!(looks.len() >= 3);
            }
        }
    }

    #[test]
    fn a_search_that_is_stopped_answers_with_its_last_look() {
        let session = session("connect-four", "4453", YOU_ARE_X);
        let mut task = Task::new(&session, Question::Move).expect("sound players");
        task.player = "alpha-beta:depth=40,eval=runs,ties=first".parse().expect("a player");
        let mut impatient = |progress: &SearchProgress| match progress.nodes {
            0..=20_000 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        };
        let mut looks = Vec::new();
        let answer = task.answer(&mut impatient, &mut |look| looks.push(look.choice));
        let Ok(Answer::Move(choice, _)) = answer else { panic!("a move was asked for") };
        assert!((2..40).contains(&looks.len()));
        assert_eq!(looks.last(), Some(&choice));
    }

    #[test]
    fn a_perfect_player_that_is_stopped_still_stops_a_threat() {
        let session = session("connect-four", "41414", YOU_ARE_X);
        let mut task = Task::new(&session, Question::Move).expect("sound players");
        task.player = "perfect".parse().expect("a player");
        let mut stop = |_: &SearchProgress| ControlFlow::Break(());
        let answer = task.answer(&mut stop, &mut |_| panic!("it has looked at nothing"));
        let Ok(Answer::Move(choice, _)) = answer else { panic!("a move was asked for") };
        assert_eq!(session.game().geometry().cell_text(choice.cell), "d4");
    }

    #[test]
    fn an_evaluation_has_every_heuristic_and_every_move_best_first() {
        let Answer::Evaluation(found) = answer("tic-tac-toe", "a1 a2 b1 b2", Question::Evaluation) else {
            panic!("an evaluation was asked for")
        };
        let names = found.heuristics.iter().map(|&(name, _)| name);
        let expected = Catalogue::new().heuristics_for(session("tic-tac-toe", "", YOU_ARE_X).game().spec());
        assert!(names.eq(expected.iter().map(|entry| entry.name)));
        assert_eq!(found.moves.len(), 5);
        assert_eq!(found.moves[0].1.opinion(), "W1");
        assert_eq!(found.moves[4].1.opinion(), "L2");
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
    fn every_board_can_be_valued() {
        for text in ["1:1", "tic-tac-toe", "connect-four", "qubic", "gomoku", "64x64:5", "4096:5:-1"] {
            let game: Game = text.parse().expect("sound game text");
            assert!(shallow_search(&game).is_ok(), "{text}");
        }
    }
}
