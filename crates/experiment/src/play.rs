//! Playing: any pairs of a plan, on all cores.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use connect_toe_game::{
    Bits, Board, BySide, Cell, Course, Game, GameSpec, Outcome, Record, Rules, Side, with_game,
};
use connect_toe_players::{Choice, Played, Player, PlayerError, PlayerSpec, SearchPlayer, play_game};
use connect_toe_search::{Stopped, Want};
use connect_toe_solve::{Control, Memory, Solver};
use connect_toe_work::{Outbox, Stop, Watch, Workers};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::balanced::{self, BalancedProgress, Wanted};
use crate::design::Condition;
use crate::openings::{Book, NotPlayed, book};
use crate::pair::{Ending, GamePlayed, Pair, result_for};
use crate::plan::{BalancedWanted, Plan, Request};
use crate::protocol::{Limits, Openings};

/// Why pairs were not played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// A condition cannot be played.
    #[error("{}study `{study}`, {game}: {reason}", line.map_or_else(String::new, |line| format!("line {line}: ")))]
    Condition {
        /// The line of the experiment file that names the openings, if they are the reason.
        line: Option<usize>,
        /// The study's name.
        study: String,
        /// Game text.
        game: String,
        /// Why not.
        reason: String,
    },
    /// The watcher asked to stop.
    #[error("stopped before all pairs were played")]
    Stopped,
    /// The system starts no thread to play on, for this reason.
    #[error("no thread to play on can be started: {0}")]
    NoThread(String),
}

/// Bytes for the table of a solver that adjudicates.
const SOLVER_MEMORY: Memory = Memory(1 << 24);
/// Pairs of a condition that one thread plays in a row with the same players, at most.
const MOST_PAIRS_IN_A_ROW: u64 = 32;
/// The least number of pieces of work, if there are enough pairs: so no thread is left alone with much of it.
const PIECES: u64 = 512;
/// The most lots of pairs that wait for the watcher.
const WAITING: usize = 256;
/// Short pairs are reported in batches: waking the watching thread would cost more than playing them.
const SOON: Duration = Duration::from_millis(10);
/// Random streams with numbers from here on draw openings; those below play games.
const OPENING_STREAMS: u64 = 1 << 63;

/// Plays pairs on the threads of the current rayon pool.
///
/// ```
/// use std::ops::ControlFlow;
/// use connect_toe_work::Stop;
/// use connect_toe_experiment::{Plan, Protocol, Request, play};
/// let (game, player, opponent) = ("4x4:3".parse()?, "two-ply".parse()?, "random".parse()?);
/// let plan = Plan::of_match(game, player, opponent, Protocol::new(100), 2004);
/// // Of a hundred games, the third and fourth: the pair with number 1.
/// let mut played = Vec::new();
/// play(&plan, &[Request { condition: 0, pairs: 1..2 }], &Stop::new(), |pair| {
///     played.extend(pair);
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!((played.len(), played[0].number, played[0].games.len()), (1, 1, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// `watch` gets every pair soon after its end, on the calling thread and in no particular order, and `None` ten times a
/// second while no pair ends. It may stop the rest, and so does `stop`. A pair depends on the plan's seed, its
/// condition and its number, not on what else is played.
///
/// # Panics
/// If a player that a program added panics or gives a move that is not legal, with that panic.
///
/// # Errors
/// A condition that cannot be played, reported before any game; a stop; a system that starts no thread.
pub fn play(
    plan: &Plan,
    requests: &[Request],
    stop: &Stop,
    mut watch: impl FnMut(Option<Pair>) -> ControlFlow<()>,
) -> Result<(), PlayError> {
    play_watched(plan, requests, &stop.part(), &mut watch)
}

/// Makes sure that pairs can be played, as [`play`] does first: their games, their openings, their players' limits.
/// Balanced openings are not looked for.
///
/// # Errors
/// A condition that cannot be played; a stop.
pub fn check_playable(plan: &Plan, requests: &[Request], stop: &Stop) -> Result<(), PlayError> {
    prepare(plan, requests, stop).map(drop)
}

/// Looks for the balanced openings that the plan's conditions call for and [`Plan::balanced`] lacks, and adds them to
/// the plan. Returns game and plies of those that were found now. After a stop the plan has those that were found
/// before it, and another search continues from there.
///
/// The same plan has the same openings everywhere. [`play`] also looks for those that a plan lacks, but anew each time
/// and without reporting progress. `watch` is called ten times a second at least, and may stop the search; so does
/// `stop`.
///
/// ```
/// use std::ops::ControlFlow;
/// use connect_toe_work::Stop;
/// use connect_toe_experiment::{Openings, Plan, Protocol, find_balanced};
/// let protocol = Protocol { openings: Openings::Balanced { plies: 4 }, ..Protocol::new(10) };
/// let mut plan = Plan::of_match("4x4:4".parse()?, "two-ply".parse()?, "random".parse()?, protocol, 1);
/// find_balanced(&mut plan, &Stop::new(), &mut |_| ControlFlow::Continue(()))?;
/// let book = &plan.balanced[&("4x4:4".to_owned(), 4)];
/// assert_eq!((book.asked, book.moves.len()), (5, 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A game without balanced positions after that number of plies; a stop.
pub fn find_balanced(
    plan: &mut Plan,
    stop: &Stop,
    watch: Watch<'_, BalancedProgress>,
) -> Result<Vec<(String, u32)>, PlayError> {
    let wanted = plan.balanced_wanted(&plan.conditions);
    find_wanted(plan, wanted, &stop.part(), watch)
}

fn find_wanted(
    plan: &mut Plan,
    wanted: BalancedWanted,
    stop: &Stop,
    watch: Watch<'_, BalancedProgress>,
) -> Result<Vec<(String, u32)>, PlayError> {
    let mut found = Vec::new();
    for (place, openings) in wanted {
        let calls = |condition: &&Condition| condition.balanced_place().as_ref() == Some(&place);
        let Some(condition) = plan.conditions.iter().find(calls) else { continue };
        let game = Game::new(&condition.game)
            .map_err(|error| condition_error(plan, condition, error.to_string()))?;
        let wanted = Wanted { plies: place.1, openings, seed: plan.seed };
        let known = plan.balanced.get(&place);
        let book = with_game!(&game, record => balanced::find(record, &wanted, known, stop, watch));
        let book = book.map_err(|why| not_found(plan, condition, why))?;
        if plan.balanced.get(&place).is_some_and(|known| !book.moves.starts_with(&known.moves)) {
            let reason = "its balanced openings are not those that were found before; another version of the program looked \
                          for them then";
            return Err(openings_error(plan, condition, reason.to_owned()));
        }
        let is_stopped = book.asked < openings;
        plan.balanced.insert(place.clone(), book);
        if is_stopped {
            return Err(PlayError::Stopped);
        }
        found.push(place);
    }
    Ok(found)
}

fn play_watched(
    plan: &Plan,
    requests: &[Request],
    stop: &Stop,
    watch: &mut dyn FnMut(Option<Pair>) -> ControlFlow<()>,
) -> Result<(), PlayError> {
    let mut plan = Cow::Borrowed(plan);
    let wanted = plan.balanced_wanted(requests.iter().map(|request| &plan.conditions[request.condition]));
    if !wanted.is_empty() {
        find_wanted(plan.to_mut(), wanted, stop, &mut |_| watch(None))?;
    }
    let plan = &*plan;
    let prepared = prepare(plan, requests, stop)?;
    let pieces = Mutex::new(Pieces::new(requests));
    let failed: Mutex<Option<PlayError>> = Mutex::new(None);
    let work = |referee: Control, outbox: &Outbox<Vec<Pair>>| {
        let next = || pieces.lock().unwrap_or_else(PoisonError::into_inner).next();
        while let Some(piece) = next() {
            let condition = &plan.conditions[piece.condition];
            let (game, book) = &prepared[&piece.condition];
            let played = with_game!(&**game, record => {
                let (place, seed) = (piece.condition, condition.seed(plan.seed));
                Table { record, condition, place, seed, book, stop, referee: &referee }.play(piece.pairs, outbox)
            });
            if let Err(NotPlayed::Reason(reason)) = played {
                let error = condition_error(plan, condition, reason);
                failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                stop.request();
            }
            if stop.is_requested() {
                return;
            }
        }
    };
    // The caller's thread watches, even if it is the pool's only one; so the pool only decides how many threads play.
    let referees = (0..rayon::current_num_threads()).map(|_| Control::within(stop));
    let hear = |pairs: Option<Vec<Pair>>| match pairs {
        Some(pairs) => {
            // All of them were played, so the watcher gets all.
            let mut go_on = ControlFlow::Continue(());
            for pair in pairs {
                if watch(Some(pair)).is_break() {
                    go_on = ControlFlow::Break(());
                }
            }
            go_on
        }
        None => watch(None),
    };
    let workers = Workers::new("games", stop).with_waiting(WAITING);
    workers.run(referees, work, hear).map_err(|refused| PlayError::NoThread(refused.to_string()))?;
    match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None if stop.is_requested() => Err(PlayError::Stopped),
        None => Ok(()),
    }
}

fn condition_error(plan: &Plan, condition: &Condition, reason: String) -> PlayError {
    let study = &plan.studies[condition.study];
    PlayError::Condition { line: None, study: study.name.clone(), game: condition.game.to_string(), reason }
}

/// As [`condition_error`], where the openings are the reason.
fn openings_error(plan: &Plan, condition: &Condition, reason: String) -> PlayError {
    let study = &plan.studies[condition.study];
    PlayError::Condition {
        line: study.openings_line,
        study: study.name.clone(),
        game: condition.game.to_string(),
        reason,
    }
}

/// Why there are no openings.
fn not_found(plan: &Plan, condition: &Condition, why: NotPlayed) -> PlayError {
    match why {
        NotPlayed::Stopped => PlayError::Stopped,
        NotPlayed::Reason(reason) => openings_error(plan, condition, reason),
    }
}

/// Games and openings by condition; what several conditions have in common is made once.
type Prepared = HashMap<usize, (Arc<Game>, Arc<Book>)>;

fn prepare(plan: &Plan, requests: &[Request], stop: &Stop) -> Result<Prepared, PlayError> {
    let mut games: HashMap<&GameSpec, Arc<Game>> = HashMap::new();
    let mut books: HashMap<(&GameSpec, &Openings), Arc<Book>> = HashMap::new();
    let mut prepared = Prepared::new();
    for request in requests {
        let condition = &plan.conditions[request.condition];
        check_limits(condition).map_err(|error| condition_error(plan, condition, error.to_string()))?;
        let game = if let Some(game) = games.get(&condition.game) {
            Arc::clone(game)
        } else {
            let game = Game::new(&condition.game)
                .map_err(|error| condition_error(plan, condition, error.to_string()))?;
            Arc::clone(games.entry(&condition.game).or_insert(Arc::new(game)))
        };
        let book = if let Some(book) = books.get(&(&condition.game, &condition.protocol.openings)) {
            Arc::clone(book)
        } else {
            let kept = condition.balanced_place().and_then(|place| plan.balanced.get(&place));
            let made = with_game!(&*game, record => match kept {
                Some(kept) => Book::balanced(record, kept),
                None => book(record, &condition.protocol.openings, stop),
            });
            let made = Arc::new(made.map_err(|why| not_found(plan, condition, why))?);
            Arc::clone(books.entry((&condition.game, &condition.protocol.openings)).or_insert(made))
        };
        prepared.insert(request.condition, (game, book));
    }
    Ok(prepared)
}

/// Makes sure that limits of nodes or time are set only for searches that keep to them.
fn check_limits(condition: &Condition) -> Result<(), PlayerError> {
    let limits = &condition.protocol.limits;
    let is_limited = limits.nodes.is_some() || limits.milliseconds.is_some();
    let players = [&condition.player, &condition.opponent];
    if let Some(player) = players.iter().find(|player| is_limited && !player.is_search()) {
        return Err(PlayerError::NotASearch(player.to_string()));
    }
    match players.iter().find(|player| limits.milliseconds.is_some() && player.keeps_own_time()) {
        Some(player) => Err(PlayerError::OwnTime(player.to_string())),
        None => Ok(()),
    }
}

/// The requests in pieces: first one of every request, then the second, and so on, so that all conditions advance
/// together. They are cut as they are asked for, since there may be any number of them.
struct Pieces {
    /// The pairs of each request that are not taken yet.
    left: Vec<Request>,
    next: usize,
    size: u64,
}

impl Pieces {
    fn new(requests: &[Request]) -> Pieces {
        let all: u64 = requests.iter().map(|request| request.pairs.end - request.pairs.start).sum();
        let left = requests.iter().filter(|request| !request.pairs.is_empty()).cloned().collect();
        Pieces { left, next: 0, size: (all / PIECES).clamp(1, MOST_PAIRS_IN_A_ROW) }
    }
}

impl Iterator for Pieces {
    type Item = Request;

    fn next(&mut self) -> Option<Request> {
        if self.next == self.left.len() {
            self.left.retain(|request| !request.pairs.is_empty());
            self.next = 0;
        }
        let request = self.left.get_mut(self.next)?;
        self.next += 1;
        let Range { start, end } = request.pairs;
        request.pairs.start = (start + self.size).min(end);
        Some(Request { condition: request.condition, pairs: start..request.pairs.start })
    }
}

/// Where the games of one condition are played.
struct Table<'a, B: Bits> {
    record: &'a Record<B>,
    condition: &'a Condition,
    place: usize,
    seed: u64,
    book: &'a Book,
    stop: &'a Stop,
    /// Stops the solver that adjudicates.
    referee: &'a Control,
}

impl<B: Bits> Table<'_, B> {
    fn play(&self, pairs: Range<u64>, outbox: &Outbox<Vec<Pair>>) -> Result<(), NotPlayed> {
        let rules = self.record.rules();
        let condition = self.condition;
        let seat = |spec| Seat::new(rules, spec, &condition.protocol.limits, self.stop);
        let (mut player, mut opponent) = (seat(&condition.player)?, seat(&condition.opponent)?);
        let mut referee = self.condition.protocol.adjudication.empty_cells.map(|most| Referee {
            solver: Solver::new(rules.clone(), SOLVER_MEMORY, 1),
            most,
            control: self.referee,
        });
        let mut played = Vec::new();
        let mut last_sent = Instant::now();
        for number in pairs {
            let mut random = self.random(OPENING_STREAMS | number);
            let opening = match self.book.opening(self.record, number, &mut random, self.stop) {
                Ok(opening) => opening,
                Err(why) => {
                    outbox.send(played);
                    return Err(why);
                }
            };
            let mut games = Vec::with_capacity(2);
            for game in 0..condition.protocol.games_of_pair(number) {
                // A player that a program added may remember: then its games would depend on how the pairs are dealt
                // out.
                if condition.player.is_own() {
                    player = seat(&condition.player)?;
                }
                if condition.opponent.is_own() {
                    opponent = seat(&condition.opponent)?;
                }
                let game = self.game(2 * number + game, &opening, &mut player, &mut opponent, &mut referee);
                games.push(game);
            }
            // A game during which the stop came may have been played worse than it would have been.
            let is_stopped = self.stop.is_requested();
            if !is_stopped {
                played.push(Pair { condition: self.place, number, games });
            }
            if is_stopped || last_sent.elapsed() > SOON {
                // If the watcher is gone, they are dropped.
                outbox.send(std::mem::take(&mut played));
                last_sent = Instant::now();
            }
            if is_stopped {
                return Ok(());
            }
        }
        outbox.send(played);
        Ok(())
    }

    fn random(&self, stream: u64) -> ChaCha8Rng {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(stream);
        random
    }

    fn game<'a>(
        &self,
        number: u64,
        opening: &[Cell],
        player: &mut Seat<'a, B>,
        opponent: &mut Seat<'a, B>,
        referee: &mut Option<Referee<'_, B>>,
    ) -> GamePlayed {
        let rules = self.record.rules();
        let mut random = self.random(number);
        let player_side = self.condition.protocol.first.player_side(number, &mut random);
        let mut moves = opening.to_vec();
        let begun = *self.record.board();
        let mut start = opening.iter().fold(begun, |board, &cell| rules.step(&board, cell).board);
        let mut swapped = false;
        // The side whose player has failed before the game.
        let mut failed = None;
        if self.condition.protocol.swap {
            let (first, second) = match player_side {
                Side::X => (&mut *player, &mut *opponent),
                Side::O => (&mut *opponent, &mut *player),
            };
            if moves.is_empty() {
                match first.even_move(rules, Course::from_here(&start), &mut random) {
                    Some(cell) => {
                        moves.push(cell);
                        start = rules.step(&start, cell).board;
                    }
                    None => failed = Some(Side::X),
                }
            }
            if failed.is_none() && rules.outcome(&start).is_none() {
                match second.chooses_x(rules, &start, &mut random) {
                    Some(chooses_x) => swapped = chooses_x,
                    None => failed = Some(Side::O),
                }
            }
        }
        let opening_plies = moves.len() as u32;
        let player_side = if swapped { player_side.other() } else { player_side };
        let players: BySide<&mut dyn Player<B>> = match player_side {
            Side::X => BySide { x: player, o: opponent },
            Side::O => BySide { x: opponent, o: player },
        };
        let mut judge = |board: &Board<B>| {
            // After a stop the game is not kept: it need not come to its end.
            if self.stop.is_requested() {
                return Some(Outcome::Draw);
            }
            referee.as_mut().and_then(|referee| referee.judge(board))
        };
        let judged_at_once = if failed.is_none() { judge(&start) } else { None };
        let mut adjudicated = judged_at_once.is_some();
        let at_once = |outcome, forfeited| Played { outcome, plies: 0, nodes: BySide::default(), forfeited };
        let course = Course { start: &begun, moves: &moves, board: &start };
        let mut later = Vec::new();
        let played = match (failed, judged_at_once) {
            (Some(side), _) => at_once(Outcome::Win(side.other()), true),
            (None, Some(outcome)) => at_once(outcome, false),
            (None, None) => play_game(rules, course, players, &mut random, |board, cell| {
                later.push(cell);
                let outcome = judge(board);
                adjudicated = outcome.is_some();
                outcome
            }),
        };
        moves.extend(later);
        GamePlayed {
            player_side,
            result: result_for(player_side, played.outcome),
            moves,
            opening_plies,
            swapped,
            ending: match (played.forfeited, adjudicated) {
                (true, _) => Ending::Forfeit,
                (false, true) => Ending::Adjudication,
                (false, false) => Ending::LastMove,
            },
            player_nodes: played.nodes[player_side],
            opponent_nodes: played.nodes[player_side.other()],
        }
    }
}

/// A player within its limits.
enum Seat<'a, B> {
    Search {
        player: SearchPlayer<B>,
        stop: &'a Stop,
    },
    /// A player that a program added and that cannot be limited. It has this seat for one game.
    Own {
        player: Box<dyn Player<B>>,
        /// Whether it knows that the game has begun.
        has_begun: bool,
    },
}

impl<'a, B: Bits> Seat<'a, B> {
    fn new(rules: &Rules<B>, spec: &PlayerSpec, limits: &Limits, stop: &'a Stop) -> Result<Self, NotPlayed> {
        let reason = |error: PlayerError| NotPlayed::Reason(error.to_string());
        if !spec.is_search() {
            let player = spec.build(rules).map_err(reason)?;
            return Ok(Seat::Own { player, has_begun: false });
        }
        let player = SearchPlayer::new(rules, spec).map_err(reason)?;
        let player =
            player.with_nodes(limits.nodes).with_time(limits.milliseconds.map(Duration::from_millis));
        Ok(Seat::Search { player, stop })
    }
}

impl<B: Bits> Seat<'_, B> {
    /// A first move after which the other player chooses its side: the move whose value in the player's search is
    /// nearest to 0. A player that a program added makes the move that it would make anyway. `None` if the player has
    /// no move to give.
    fn even_move(&mut self, rules: &Rules<B>, course: Course<'_, B>, random: &mut dyn Rng) -> Option<Cell> {
        self.begin_game(rules, course);
        let board = course.board;
        match self {
            Seat::Own { player, .. } => {
                let choice = player.choose(rules, course, random);
                (!choice.forfeits).then_some(choice.cell)
            }
            Seat::Search { player, stop } => {
                let moves = rules.legal_moves(board);
                let any = moves[0];
                let report =
                    player.search_among(rules, board, moves, Want::EveryMove, random, &mut |_| stop.listen());
                let nearest = report.moves.iter().min_by_key(|found| found.value.unsigned_abs());
                (report.stopped != Stopped::Failed).then(|| nearest.map_or(any, |found| found.cell))
            }
        }
    }

    /// Whether the player, which has O, would rather have X. Who is to move follows from the board. `None` if the
    /// player has no answer to give.
    fn chooses_x(&mut self, rules: &Rules<B>, board: &Board<B>, random: &mut dyn Rng) -> Option<bool> {
        let Seat::Search { player, stop } = self else { return Some(false) };
        player.begin_game(rules, Course::from_here(board));
        let choice = player.choose_watched(rules, board, random, &mut |_| stop.listen());
        let is_better = match board.to_move() {
            Side::X => choice.value > 0,
            Side::O => choice.value < 0,
        };
        (!choice.forfeits).then_some(is_better)
    }
}

impl<B: Bits> Player<B> for Seat<'_, B> {
    fn begin_game(&mut self, rules: &Rules<B>, course: Course<'_, B>) {
        match self {
            Seat::Own { player, has_begun } => {
                if !std::mem::replace(has_begun, true) {
                    player.begin_game(rules, course);
                }
            }
            Seat::Search { player, .. } => player.begin_game(rules, course),
        }
    }

    fn choose(&mut self, rules: &Rules<B>, course: Course<'_, B>, random: &mut dyn Rng) -> Choice {
        match self {
            Seat::Own { player, .. } => player.choose(rules, course, random),
            Seat::Search { player, stop } => {
                player.choose_watched(rules, course.board, random, &mut |_| stop.listen())
            }
        }
    }
}

/// Ends games with their exact value.
struct Referee<'a, B: Bits> {
    solver: Solver<B>,
    /// Empty cells, at most, with which a game is ended.
    most: u32,
    control: &'a Control,
}

impl<B: Bits> Referee<'_, B> {
    fn judge(&mut self, board: &Board<B>) -> Option<Outcome> {
        let rules = self.solver.rules();
        if rules.empty_cells(board) > self.most || rules.outcome(board).is_some() {
            return None;
        }
        let bounds = self.solver.bounds(board, true, self.control);
        Some(match (bounds.lower.0, bounds.upper.0) {
            (1.., _) => Outcome::Win(board.to_move()),
            (_, ..=-1) => Outcome::Win(board.to_move().other()),
            _ => Outcome::Draw,
        })
    }
}
