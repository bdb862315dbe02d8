//! The brain: reads a manager's commands, and answers them.
//!
//! Three threads work together. One reads lines and notes when they came; one searches; the one that [`run`] is called
//! on keeps the position, answers, and hands positions to the search. So limits, stops and the end of the process take
//! effect during a search. Other commands that come during a search, and rules, wait for its end: every command gets
//! its answer in its turn.

mod limits;
mod look;
mod setup;
mod thinker;

use std::collections::{BTreeSet, VecDeque};
use std::fmt;
use std::io::{self, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Instant;

use connect_toe_players::{PlayerError, PlayerSpec, Stage};

use crate::command::Command;
use crate::database::{self, Follows, Says};
use crate::info::Info;
use crate::lines::{Line, Lines};
use crate::point::Point;
use crate::reply::Reply;
use limits::{Deadline, Limits, MOST_TABLE, most_threads};
use setup::{FiveRule, Ground, Owner, SIZES, Setup, StoneError, Stones};
use thinker::{Asked, Job, Thinker, Thought};

/// The player if none is named: the strongest one on these boards.
const STRONGEST: &str = "selective:depth=4096,threats=2,ties=first";
/// Lines that wait for the end of a search, at most; more are lost.
const MOST_WAITING: usize = 10_000;

/// How the brain plays.
///
/// ```
/// use connect_toe_gomocup::Brain;
/// use connect_toe_players::PlayerSpec;
/// assert!(Brain::strongest()?.player().is_search());
/// let brain = Brain::new("alpha-beta:depth=3,eval=runs".parse::<PlayerSpec>()?, 7)?;
/// let mut replies = Vec::new();
/// brain.run(&b"START 4\nSTART 15\nABOUT\nEND\n"[..], &mut replies)?;
/// let replies = String::from_utf8(replies)?;
/// let mut lines = replies.lines();
/// assert_eq!(lines.next(), Some("ERROR a side of the board has 5 to 32 cells"));
/// assert_eq!(lines.next(), Some("OK"));
/// assert!(lines.next().is_some_and(|about| about.starts_with("name=\"Connect-Toe\"")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Brain {
    player: PlayerSpec,
    /// Whether moves that need no search are made without one.
    is_strongest: bool,
    seed: u64,
}

impl Brain {
    /// The brain that plays as this player does.
    ///
    /// # Errors
    /// The player is not a search, so it cannot play within limits.
    pub fn new(player: PlayerSpec, seed: u64) -> Result<Brain, PlayerError> {
        if player.is_search() {
            Ok(Brain { player, is_strongest: false, seed })
        } else {
            Err(PlayerError::NotASearch(player.to_string()))
        }
    }

    /// The brain that plays as well as it can.
    ///
    /// # Errors
    /// Its search or its heuristic is not in the tables.
    pub fn strongest() -> Result<Brain, PlayerError> {
        Ok(Brain { player: STRONGEST.parse()?, is_strongest: true, seed: 0 })
    }

    /// The player.
    pub fn player(&self) -> &PlayerSpec {
        &self.player
    }

    /// Answers commands until `END` or the end of the input.
    ///
    /// # Errors
    /// An answer cannot be written, or the system starts no thread.
    pub fn run(self, input: impl Read + Send + 'static, output: impl Write) -> io::Result<()> {
        let (sender, events) = mpsc::channel();
        let (jobs, taken) = mpsc::channel();
        let deadline = Arc::new(Deadline::new());
        let thinker = Thinker::new(self, sender.clone(), Arc::clone(&deadline));
        connect_toe_work::thread("thinker").spawn(move || thinker.work(&taken))?;
        thread::Builder::new().name("reader".to_owned()).spawn(move || read(input, &sender))?;
        let mut session = Session {
            output,
            events,
            jobs,
            deadline,
            setup: None,
            rule: 0,
            stones: Stones::default(),
            blocked: BTreeSet::new(),
            limits: Limits::default(),
            is_gui: false,
            list: None,
            awaits_path_of: None,
            step: None,
            waiting: VecDeque::new(),
            pending: None,
        };
        let served = session.serve();
        // A search that is still running has nobody to answer to.
        session.deadline.stop();
        served
    }
}

/// Something that happens to the brain.
enum Event {
    /// The manager wrote a line, which came at this time.
    Line(Line, Instant),
    /// The manager writes no more.
    Closed,
    /// A word during a search.
    Word(Reply),
    /// A search ended.
    Thought(Thought),
    /// The thread that searches has ended.
    Broken,
}

fn read(input: impl Read, events: &Sender<Event>) {
    let mut lines = Lines::new(BufReader::new(input));
    while let Ok(Some(line)) = lines.next_line() {
        if events.send(Event::Line(line, Instant::now())).is_err() {
            return;
        }
    }
    // If the receiver is gone, the brain has ended already.
    let _ = events.send(Event::Closed);
}

/// A list that the manager is writing.
struct List {
    /// None if its command is not known: then it is not read.
    kind: Option<ListKind>,
    stones: Vec<(Point, Option<i64>)>,
    /// The first thing that is wrong with it.
    error: Option<String>,
    begun: Instant,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ListKind {
    Board,
    SetBoard,
    Swap2Board,
    Block,
    Unblock,
    /// A position that is not looked for in a database, for this command.
    Database(&'static str),
}

/// A step of Yixin-Board's dialogue about an opening, which the brain answers in words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Place,
    Answer,
    Choose,
}

impl Step {
    /// The stones of the position that it is about.
    fn stones(self) -> usize {
        match self {
            Step::Place => 0,
            Step::Answer => 3,
            Step::Choose => 5,
        }
    }

    fn command(self) -> Command {
        match self {
            Step::Place => Command::PlaceOpening,
            Step::Answer => Command::AnswerOpening,
            Step::Choose => Command::ChooseColour,
        }
    }

    /// The answer, if a search has found one.
    fn replies(self, thought: &Thought) -> Option<Vec<Reply>> {
        let say = |text: String| Reply::Message(format!("SWAP2 {text}"));
        let is_swap = match thought {
            Thought::Opening(points) if self == Step::Place => {
                let moves = (1..).zip(points);
                return Some(
                    moves.map(|(place, Point { x, y })| say(format!("MOVE{place} {x} {y}"))).collect(),
                );
            }
            Thought::Opening(_) => false,
            Thought::Swap => true,
            Thought::Moves(_) | Thought::Forbidden(_) | Thought::Told | Thought::Impossible(_) => {
                return None;
            }
        };
        let answer = if is_swap { "YES" } else { "NO" };
        let swap = if self == Step::Choose { 2 } else { 1 };
        Some(vec![say(format!("SWAP{swap} {answer}"))])
    }
}

struct Session<W> {
    output: W,
    events: Receiver<Event>,
    jobs: Sender<Job>,
    deadline: Arc<Deadline>,
    /// The board; none before the first game.
    setup: Option<Setup>,
    /// The rule that the manager wants, as it says it.
    rule: i64,
    stones: Stones,
    blocked: BTreeSet<Point>,
    limits: Limits,
    /// Whether the manager shows on its board what a search believes.
    is_gui: bool,
    list: Option<List>,
    /// The command whose next line is a path.
    awaits_path_of: Option<&'static str>,
    /// The step of a dialogue that a search is to answer.
    step: Option<Step>,
    waiting: VecDeque<(Line, Instant)>,
    /// When the command came that a search is to answer.
    pending: Option<Instant>,
}

/// Why a command is not done, in the protocol's words.
type Refusal = Reply;

fn error(reason: impl fmt::Display) -> Refusal {
    Reply::Error(reason.to_string())
}

impl<W: Write> Session<W> {
    fn serve(&mut self) -> io::Result<()> {
        loop {
            if self.pending.is_none()
                && let Some((line, arrival)) = self.waiting.pop_front()
            {
                if self.hear(line, arrival)?.is_break() {
                    return Ok(());
                }
                continue;
            }
            match self.events.recv() {
                Ok(Event::Line(line, arrival)) => {
                    if self.hear(line, arrival)?.is_break() {
                        return Ok(());
                    }
                }
                Ok(Event::Word(reply)) => self.say(&reply)?,
                Ok(Event::Thought(thought)) => self.finish(thought)?,
                Ok(Event::Closed) => return Ok(()),
                Ok(Event::Broken) | Err(_) => return Err(io::Error::other("the search has failed")),
            }
        }
    }

    fn say(&mut self, reply: &Reply) -> io::Result<()> {
        writeln!(self.output, "{reply}")?;
        self.output.flush()
    }

    /// Answers a line, or lets it wait. `Break` is the end.
    fn hear(&mut self, line: Line, arrival: Instant) -> io::Result<ControlFlow<()>> {
        let command = match &line {
            Line::Text(text) => Command::parse(text),
            Line::TooLong => Ok(Command::Unknown("the line is too long".to_owned())),
        };
        match command {
            Ok(Command::End) => return Ok(ControlFlow::Break(())),
            Ok(Command::Stop) => self.deadline.stop(),
            // Nobody waits for the move of a game that is given up, but it is the answer to its command.
            Ok(Command::Start(_) | Command::RectStart(..) | Command::Restart) if self.pending.is_some() => {
                self.deadline.stop();
                self.wait(line, arrival);
            }
            // A limit counts at once, a rule for the commands that come after it.
            Ok(Command::Info(info)) if self.pending.is_none() || !matches!(info, Info::Rule(_)) => {
                self.inform(&info, arrival);
            }
            Ok(Command::WrongInfo) => {}
            _ if self.pending.is_some() => self.wait(line, arrival),
            _ if self.awaits_path_of.is_some() => {
                let name = self.awaits_path_of.take().unwrap_or_default();
                for reply in of_database(name).unwrap_or_else(|refusal| vec![refusal]) {
                    self.say(&reply)?;
                }
            }
            Ok(command) => {
                for reply in self.obey(command, arrival).unwrap_or_else(|refusal| vec![refusal]) {
                    self.say(&reply)?;
                }
            }
            Err(problem) => match &mut self.list {
                Some(list) if list.kind.is_some() || problem.is_of_a_list() => {
                    list.error.get_or_insert_with(|| problem.to_string());
                }
                _ => {
                    self.list = None;
                    self.say(&error(problem))?;
                }
            },
        }
        Ok(ControlFlow::Continue(()))
    }

    fn wait(&mut self, line: Line, arrival: Instant) {
        if self.waiting.len() < MOST_WAITING {
            self.waiting.push_back((line, arrival));
        }
    }

    fn inform(&mut self, info: &Info, now: Instant) {
        self.limits.take(info, now);
        if let &Info::Rule(rule) = info {
            self.rule = rule;
        }
        if let Some(arrival) = self.pending {
            self.deadline.set(arrival, self.limits.allotment(arrival, self.stage()));
        }
    }

    /// Does what a command says, and returns the replies that are given at once; if a search has begun, the rest come
    /// at its end. A command that cannot be done changes nothing.
    fn obey(&mut self, command: Command, arrival: Instant) -> Result<Vec<Reply>, Refusal> {
        let command = match self.continue_list(command)? {
            ControlFlow::Continue(command) => command,
            ControlFlow::Break(replies) => return Ok(replies),
        };
        match command {
            Command::Start(size) => return self.start(size, size),
            Command::RectStart(width, height) => return self.start(width, height),
            Command::Restart => {
                let setup = self.playing()?;
                return self.start(setup.width.into(), setup.height.into());
            }
            Command::Begin => self.think(Asked::Move, arrival)?,
            Command::Turn(point) => {
                self.put(point, Owner::Opponent)?;
                self.think(Asked::Move, arrival)?;
            }
            Command::Play(point) => {
                self.put(point, Owner::Own)?;
                return Ok(vec![Reply::Moves(vec![point])]);
            }
            Command::TakeBack(point) => {
                let setup = self.playing()?;
                self.stones.take(setup, point).map_err(error)?;
                return Ok(vec![Reply::Ok(String::new())]);
            }
            Command::BestMoves(number) => match usize::try_from(number) {
                Ok(number @ 1..) => self.think(Asked::BestMoves(number), arrival)?,
                _ => return Err(error("YXNBEST expects a number of moves from 1")),
            },
            Command::BalanceOne(value) => self.think(Asked::BalanceOne(value), arrival)?,
            Command::BalanceTwo(value) => self.think(Asked::BalanceTwo(value), arrival)?,
            Command::SearchDefences => self.think(Asked::Defences, arrival)?,
            Command::TraceSearch => self.think(Asked::Values, arrival)?,
            Command::Bench => self.think(Asked::Speed, arrival)?,
            Command::Board => self.begin_list(Some(ListKind::Board), arrival),
            Command::SetBoard => self.begin_list(Some(ListKind::SetBoard), arrival),
            Command::Swap2Board => self.begin_list(Some(ListKind::Swap2Board), arrival),
            Command::Block => self.begin_list(Some(ListKind::Block), arrival),
            Command::Unblock => self.begin_list(Some(ListKind::Unblock), arrival),
            Command::UnblockAll => self.blocked.clear(),
            Command::PlaceOpening => {
                self.playing()?;
                self.stones = Stones::default();
                self.answer_step(Step::Place, arrival)?;
            }
            Command::AnswerOpening => self.answer_step(Step::Answer, arrival)?,
            Command::ChooseColour => self.answer_step(Step::Choose, arrival)?,
            Command::Database(name) => match database::answer(name).0 {
                Follows::Nothing => return of_database(name),
                Follows::List => self.begin_list(Some(ListKind::Database(name)), arrival),
                Follows::Path => self.awaits_path_of = Some(name),
            },
            Command::About => return Ok(vec![Reply::About(about())]),
            Command::ShowInfo => {
                self.limits.detail = self.limits.detail.max(1);
                self.is_gui = true;
                let hash_bits = (MOST_TABLE << 10).ilog2();
                let texts = [
                    format!("INFO MAX_THREAD_NUM {}", most_threads()),
                    format!("INFO MAX_HASH_SIZE {hash_bits}"),
                ];
                return Ok(texts.map(Reply::Message).into());
            }
            Command::ShowHashUsage => {
                let table = self.limits.means().table;
                let text = format!(
                    "the table of positions takes up to {table} MiB; each search begins with an empty one"
                );
                return Ok(vec![Reply::Message(text)]);
            }
            Command::ShowForbidden => self.ask(Asked::Forbidden, arrival)?,
            Command::ClearHash => {
                let _ = self.jobs.send(Job::Forget);
            }
            Command::TraceBoard => {
                return Ok(self.stones.picture(&self.ground()?).into_iter().map(Reply::Message).collect());
            }
            Command::Done | Command::Stone(..) => {
                return Err(error("there is no list to add to: begin with BOARD"));
            }
            Command::Unknown(name) => {
                self.begin_list(None, arrival);
                return Err(Reply::Unknown(name));
            }
            // These never wait, and were done before.
            Command::Info(_) | Command::WrongInfo | Command::End | Command::Stop => {}
        }
        Ok(Vec::new())
    }

    fn begin_list(&mut self, kind: Option<ListKind>, begun: Instant) {
        self.list = Some(List { kind, stones: Vec::new(), error: None, begun });
    }

    /// Gives the command back if it does not belong to a list; of a list, the replies at its end.
    fn continue_list(&mut self, command: Command) -> Result<ControlFlow<Vec<Reply>, Command>, Refusal> {
        let Some(list) = &mut self.list else { return Ok(ControlFlow::Continue(command)) };
        match command {
            Command::Unknown(_) if list.kind.is_none() => return Ok(ControlFlow::Continue(command)),
            Command::Stone(point, field) => {
                if list.stones.len() <= MOST_STONES {
                    list.stones.push((point, field));
                }
            }
            Command::Unknown(name) => {
                list.error.get_or_insert_with(|| format!("`{name}` does not belong in a list"));
            }
            Command::Done => {
                if let Some(list) = self.list.take()
                    && let Some(kind) = list.kind
                {
                    return self.end_list(kind, &list).map(ControlFlow::Break);
                }
            }
            // A manager that says something else has given the list up.
            other => {
                self.list = None;
                return Ok(ControlFlow::Continue(other));
            }
        }
        Ok(ControlFlow::Break(Vec::new()))
    }

    /// The board that is played on.
    fn playing(&self) -> Result<Setup, Refusal> {
        let rule = rule_of(self.rule, self.is_gui).map_err(error)?;
        let setup = self.setup.ok_or_else(not_started)?;
        Ok(Setup { rule, ..setup })
    }

    /// The board that is played on, and the cells that are blocked there now.
    fn ground(&self) -> Result<Ground, Refusal> {
        Ok(Ground::new(self.playing()?, &self.blocked, &self.stones))
    }

    fn stage(&self) -> Stage {
        let cells = self.setup.map_or(0, Setup::cells);
        Stage { cells: cells as u32, empty: cells.saturating_sub(self.stones.len()) as u32 }
    }

    fn start(&mut self, width: i64, height: i64) -> Result<Vec<Reply>, Refusal> {
        let rule = rule_of(self.rule, self.is_gui).map_err(error)?;
        if !SIZES.contains(&width) || !SIZES.contains(&height) {
            let (least, most) = (SIZES.start(), SIZES.end());
            return Err(error(format_args!("a side of the board has {least} to {most} cells")));
        }
        self.setup = Some(Setup { width: width as u16, height: height as u16, rule });
        self.stones = Stones::default();
        self.limits.begin_game();
        // The first move then need not wait for the tables. If the thread has ended, that is an event of its own.
        let _ = self.jobs.send(Job::Prepare(self.ground()?, self.limits.means()));
        Ok(vec![Reply::Ok(String::new())])
    }

    fn put(&mut self, point: Point, owner: Owner) -> Result<(), Refusal> {
        let setup = self.playing()?;
        self.stones.put(setup, point, owner).map_err(error)
    }

    fn end_list(&mut self, kind: ListKind, list: &List) -> Result<Vec<Reply>, Refusal> {
        if let ListKind::Database(name) = kind {
            return of_database(name);
        }
        let setup = self.playing()?;
        if let Some(problem) = &list.error {
            return Err(error(problem));
        }
        let points = list.stones.iter().map(|&(point, _)| point);
        match kind {
            ListKind::Database(_) => {}
            ListKind::Block | ListKind::Unblock => {
                points.clone().try_for_each(|point| setup.check(point)).map_err(error)?;
                for point in points {
                    if kind == ListKind::Block {
                        self.blocked.insert(point);
                    } else {
                        self.blocked.remove(&point);
                    }
                }
            }
            ListKind::Swap2Board => {
                self.stones = opening(setup, points)?;
                self.think(Asked::Swap2, list.begun)?;
            }
            ListKind::Board => {
                self.stones = position(setup, &list.stones)?;
                self.think(Asked::Move, list.begun)?;
            }
            ListKind::SetBoard => self.stones = position(setup, &list.stones)?,
        }
        Ok(Vec::new())
    }

    fn answer_step(&mut self, step: Step, arrival: Instant) -> Result<(), Refusal> {
        self.playing()?;
        let (has, needs) = (self.stones.len(), step.stones());
        if has != needs {
            let command = step.command();
            return Err(error(format_args!(
                "{command} is about a position of {needs} stones, not {has}: send it by YXBOARD first"
            )));
        }
        self.think(Asked::Swap2, arrival)?;
        self.step = Some(step);
        Ok(())
    }

    fn think(&mut self, asked: Asked, arrival: Instant) -> Result<(), Refusal> {
        let setup = self.playing()?;
        if self.stones.len() == setup.cells() {
            return Err(error("the board is full"));
        }
        self.ask(asked, arrival)
    }

    /// Hands the position to the thread that searches.
    fn ask(&mut self, asked: Asked, arrival: Instant) -> Result<(), Refusal> {
        let job = Job::Think {
            ground: self.ground()?,
            stones: self.stones.clone(),
            asked,
            means: self.limits.means(),
            detail: self.limits.detail,
            is_gui: self.is_gui,
        };
        self.deadline.begin(arrival, self.limits.allotment(arrival, self.stage()));
        self.pending = Some(arrival);
        let _ = self.jobs.send(job);
        Ok(())
    }

    fn finish(&mut self, thought: Thought) -> io::Result<()> {
        if let Some(arrival) = self.pending.take() {
            let allotment = self.limits.allotment(arrival, self.stage());
            self.limits.spend(arrival.elapsed(), allotment.most);
        }
        if let Some(replies) = self.step.take().and_then(|step| step.replies(&thought)) {
            return replies.iter().try_for_each(|reply| self.say(reply));
        }
        let reply = match thought {
            Thought::Moves(moves) => {
                for &(point, owner) in &moves {
                    if let Err(refusal) = self.put(point, owner) {
                        // The rule was changed to one that cannot be played.
                        return self.say(&refusal);
                    }
                }
                Reply::Moves(moves.into_iter().map(|(point, _)| point).collect())
            }
            Thought::Opening(points) => Reply::Moves(points),
            Thought::Swap => Reply::Swap,
            Thought::Forbidden(points) => Reply::Forbidden(points),
            Thought::Told => return Ok(()),
            Thought::Impossible(reason) => error(reason),
        };
        self.say(&reply)
    }
}

/// More stones than any board has are not kept.
const MOST_STONES: usize = 1 << 12;

fn not_started() -> Refusal {
    error("no game has been started: send START first")
}

/// What is said to a command for a database.
fn of_database(name: &str) -> Result<Vec<Reply>, Refusal> {
    match database::answer(name).1 {
        Says::Words(words) => Ok(words.iter().map(|&word| Reply::Message(word.to_owned())).collect()),
        Says::Refusal(reason) => Err(error(format_args!("{name}: {reason}"))),
    }
}

/// The rule that a number stands for: a sum of 1 (exactly five), 2 (continuous game), 4 (renju) and 8 (caro). A GUI calls
/// renju 2 as well.
///
/// # Errors
/// Why it cannot be played.
fn rule_of(rule: i64, is_gui: bool) -> Result<FiveRule, String> {
    let what = match rule {
        0 => return Ok(FiveRule::Freestyle),
        1 => return Ok(FiveRule::Exact),
        4 => return Ok(FiveRule::Renju),
        2 if is_gui => return Ok(FiveRule::Renju),
        2 => "continuous games are not supported (rule 2 is renju after YXSHOWINFO)",
        1.. if rule & 8 != 0 => "caro is not supported",
        1.. if rule & 2 != 0 => "continuous games are not supported",
        _ => "this rule is not supported",
    };
    Err(format!("{what}: the rules are 0 (five or more), 1 (exactly five) and 4 (renju)"))
}

fn about() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let (author, site) = (env!("CARGO_PKG_AUTHORS"), env!("CARGO_PKG_REPOSITORY"));
    format!(
        "name=\"Connect-Toe\", version=\"{version}\", author=\"{author}\", country=\"International\", www=\"{site}\""
    )
}

/// The position of a list of stones with fields.
fn position(setup: Setup, list: &[(Point, Option<i64>)]) -> Result<Stones, Refusal> {
    let mut stones = Stones::default();
    for &(point, field) in list {
        let owner = match field {
            Some(1) => Owner::Own,
            Some(2) => Owner::Opponent,
            Some(field) => return Err(error(StoneError::Field(field))),
            None => return Err(error(format_args!("the stone on {point} has no field: write X,Y,FIELD"))),
        };
        stones.put(setup, point, owner).map_err(error)?;
    }
    Ok(stones)
}

/// The position of an opening, seen by the side to move.
fn opening(setup: Setup, points: impl Iterator<Item = Point> + Clone) -> Result<Stones, Refusal> {
    let number = points.clone().count();
    if ![0, 3, 5].contains(&number) {
        return Err(error(format_args!("SWAP2BOARD expects 0, 3 or 5 stones, not {number}")));
    }
    let mut stones = Stones::default();
    for (place, point) in points.enumerate() {
        // Black has begun, and white is to move.
        let owner = if place % 2 == 0 { Owner::Opponent } else { Owner::Own };
        stones.put(setup, point, owner).map_err(error)?;
    }
    Ok(stones)
}
