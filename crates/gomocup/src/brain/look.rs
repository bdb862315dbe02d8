//! What the brain makes of one position: a move, values, an opening, a colour.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use connect_toe_game::{Bits, Board, BoardReason, Cell, Geometry, Outcome, Rules, Step};
use connect_toe_players::SearchPlayer;
use connect_toe_search::{SearchReport, Stopped, Want, Worth};
use rand::RngExt;
use rand::seq::SliceRandom;

use super::Event;
use super::limits::Means;
use super::setup::{Owner, Setup, Stones};
use super::thinker::{Asked, Thinker, Thought};
use crate::point::Point;
use crate::reply::Reply;

/// One position, and who looks at it.
pub(super) struct Look<'a, B: Bits> {
    pub(super) thinker: &'a mut Thinker,
    pub(super) rules: &'a Rules<B>,
    pub(super) player: &'a mut SearchPlayer<B>,
    pub(super) setup: Setup,
    pub(super) stones: &'a Stones,
    pub(super) means: Means,
    /// How much is said, from 0 to 3.
    pub(super) detail: i64,
    /// Whether what the search believes is shown on a board.
    pub(super) is_gui: bool,
}

/// The greatest value that is shown on a board: some managers keep values in 32 bits. The value of a win is lower by
/// the plies to it.
const MOST_SHOWN: i64 = 30_000;

/// A move with its value, and what the value says.
#[derive(Clone, Copy, Debug)]
struct Valued {
    cell: Cell,
    value: i64,
    worth: Worth,
}

/// A value for a board.
fn shown_value(value: i64, worth: Worth) -> i64 {
    let plies = worth.plies().unwrap_or(0);
    value.signum() * value.abs().min(MOST_SHOWN - i64::from(plies))
}

/// A cell for people. A manager with a board writes the row first and then the column, and beside its board letters and
/// numbers, as in `F9`.
fn cell_text(setup: Setup, point: Point, is_gui: bool) -> String {
    let letter = u8::try_from(point.y).ok().filter(|&column| is_gui && column < 26);
    match letter {
        Some(column) => format!("{}{}", char::from(b'A' + column), setup.width - point.x),
        None => point.to_string(),
    }
}

/// A value as managers write it: `+M 5` is a win in five plies that the search sees.
fn value_text(value: i64, worth: Worth) -> String {
    let sign = if value < 0 { '-' } else { '+' };
    match (worth, worth.plies()) {
        (Worth::Estimated { .. }, _) => value.to_string(),
        (Worth::Exact { .. }, None) if value == 0 => value.to_string(),
        (_, Some(plies)) => format!("{sign}M {plies}"),
        (_, None) => format!("{sign}M"),
    }
}

/// Lines for people about what was found, after a look at this depth or at the end, and for a manager that shows it.
fn found(
    geometry: &Geometry,
    setup: Setup,
    report: &SearchReport,
    depth: Option<u32>,
    time: Duration,
    is_gui: bool,
) -> Vec<Reply> {
    let points: Vec<Point> = report.line.iter().map(|&cell| Point::of(geometry, cell)).collect();
    let line: Vec<String> = points.iter().map(|&point| cell_text(setup, point, is_gui)).collect();
    let depth = depth.map_or_else(String::new, |depth| format!("Depth {depth} | "));
    let value = value_text(report.value, report.worth());
    let (nodes, milliseconds) = (report.nodes, time.as_millis());
    let mut texts =
        vec![format!("{depth}Eval {value} | Nodes {nodes} | Time {milliseconds} | {}", line.join(" "))];
    if let Some(best) = points.first().filter(|_| is_gui) {
        texts.push(format!("REALTIME BEST {best}"));
        texts.push(format!("REALTIME VAL {}", shown_value(report.value, report.worth())));
        texts.push(format!("REALTIME PV {}", line.join(" ")));
    }
    texts.into_iter().map(Reply::Message).collect()
}

/// The number of first moves to which the answers are valued when two moves are asked for.
const FIRSTS_OF_TWO: usize = 8;
/// Defences that are listed in the log of a GUI.
const MOST_IN_A_LOG: usize = 20;
/// What a measurement of the speed takes, at most.
const BENCH_PLIES: usize = 10;
const BENCH_NODES: u64 = 50_000;
/// Openings that are looked at to find one that is equally good for both sides.
const OPENINGS: usize = 16;
/// The stones of an opening lie within this distance of the board's middle.
const OPENING_REACH: u16 = 3;

fn no_move() -> Thought {
    Thought::Impossible("every cell is taken, blocked or forbidden".to_owned())
}

impl<B: Bits> Look<'_, B> {
    /// Does what is asked, and says on the way what is of interest.
    pub(super) fn think(&mut self, asked: Asked) -> Thought {
        if asked == Asked::Forbidden {
            return Thought::Forbidden(self.forbidden());
        }
        let board = match self.stones.board(self.rules) {
            Ok(board) => board,
            Err(error) if error.reasons.contains(&BoardReason::BothHaveLines) => {
                return Thought::Impossible("both sides have five in a row".to_owned());
            }
            Err(_) => return Thought::Impossible("the game is over: there are five in a row".to_owned()),
        };
        match self.rules.outcome(&board) {
            Some(Outcome::Win(_)) => {
                return Thought::Impossible("the game is over: there are five in a row".to_owned());
            }
            Some(Outcome::Draw) if self.stones.len() == self.setup.cells() => {
                return Thought::Impossible("the board is full".to_owned());
            }
            Some(Outcome::Draw) => return no_move(),
            None => {}
        }
        let thought = match asked {
            Asked::Swap2 if self.stones.is_empty() => Ok(Thought::Opening(self.opening())),
            Asked::Swap2 => Ok(self.choose_colour(&board)),
            Asked::Move => Ok(self.best_move(&board)),
            Asked::BestMoves(number) => self.best_moves(&board, number),
            Asked::BalanceOne(value) => self.balance_one(&board, value),
            Asked::BalanceTwo(value) => self.balance_two(&board, value),
            Asked::Defences => self.defences(&board),
            Asked::Values => self.values(&board),
            Asked::Speed => Ok(self.speed(&board)),
            Asked::Forbidden => Ok(Thought::Forbidden(self.forbidden())),
        };
        thought.unwrap_or_else(|impossible| impossible)
    }

    fn point(&self, cell: Cell) -> Point {
        Point::of(self.rules.geometry(), cell)
    }

    /// The cells that the side to move may not take; none if the game is over.
    fn forbidden(&self) -> Vec<Point> {
        let Ok(board) = self.stones.board_by_turns(self.rules) else { return Vec::new() };
        if self.rules.outcome(&board).is_some() {
            return Vec::new();
        }
        let forbidden = self.rules.forbidden(&board);
        forbidden.members().map(|bit| self.point(Cell::from_bit(bit))).collect()
    }

    /// The moves to look at, those near a stone first, and of these the ones where the most stones are; on an empty board
    /// those near the middle. If all are equally good, or all lose, one of these is played.
    fn candidates(&self, board: &Board<B>) -> Vec<Cell> {
        let mut moves = self.rules.legal_moves(board);
        moves.sort_by_cached_key(|&cell| self.stones.distances(self.setup, self.point(cell)));
        moves
    }

    fn best_move(&mut self, board: &Board<B>) -> Thought {
        let moves = self.candidates(board);
        let Some(&first) = moves.first() else { return no_move() };
        if let Some(cell) = self.forced(board, &moves) {
            return self.own_move(cell);
        }
        // A search that had no time to look once overlooks what everybody sees.
        let at_once = self.at_once(board, &moves);
        let (report, looks) = self.search_counted(board, moves, Want::OneBest, Duration::ZERO);
        let unfinished = report.stopped != Stopped::Done && looks == 0;
        let found = at_once.filter(|_| unfinished).or_else(|| report.best.first().copied());
        self.own_move(found.unwrap_or(first))
    }

    fn own_move(&self, cell: Cell) -> Thought {
        Thought::Moves(vec![(self.point(cell), Owner::Own)])
    }

    /// The move that needs no search: the only one. The strongest player plays as near as it may to the middle of an empty
    /// board, takes a win and stops one without a search too.
    fn forced(&self, board: &Board<B>, moves: &[Cell]) -> Option<Cell> {
        if let [only] = moves {
            return Some(*only);
        }
        if !self.thinker.is_strongest(self.means) {
            return None;
        }
        if self.stones.is_empty() {
            return moves.first().copied();
        }
        self.at_once(board, moves)
    }

    /// The first of these moves that completes a line, or else that stops one.
    fn at_once(&self, board: &Board<B>, moves: &[Cell]) -> Option<Cell> {
        let among = moves.iter().fold(B::EMPTY, |among, cell| among.with(cell.bit()));
        let wins = self.rules.completing(board, among).lowest();
        wins.or_else(|| self.rules.threatened(board, among).lowest()).map(Cell::from_bit)
    }

    /// Searches until the deadline, less the time that is to be `kept`.
    fn search(&mut self, board: &Board<B>, moves: Vec<Cell>, want: Want, kept: Duration) -> SearchReport {
        self.search_counted(board, moves, want, kept).0
    }

    /// Searches like `search`, and says how many looks at all moves were finished.
    fn search_counted(
        &mut self,
        board: &Board<B>,
        moves: Vec<Cell>,
        want: Want,
        kept: Duration,
    ) -> (SearchReport, usize) {
        let (deadline, most) = (&*self.thinker.deadline, self.means.nodes.unwrap_or(u64::MAX));
        let (random, events) = (&mut self.thinker.random, &self.thinker.events);
        let (geometry, setup) = (self.rules.geometry(), self.setup);
        let (detail, is_gui) = (self.detail, self.is_gui);
        let say = |replies: Vec<Reply>| {
            for reply in replies {
                let _ = events.send(Event::Word(reply));
            }
        };
        let (started, mut looks) = (Instant::now(), 0);
        let report = self.player.search_among(self.rules, board, moves, want, random, &mut |progress| {
            looks += usize::from(progress.look.is_some());
            if let Some(look) = progress.look.filter(|_| detail > 0) {
                say(found(geometry, setup, look.report, Some(look.depth), started.elapsed(), is_gui));
            }
            if deadline.is_over(progress) || deadline.left() <= kept || progress.nodes >= most {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        if detail > 0 {
            say(found(geometry, setup, &report, None, started.elapsed(), is_gui));
        }
        (report, looks)
    }

    fn say(&self, text: String) {
        let _ = self.thinker.events.send(Event::Word(Reply::Message(text)));
    }

    /// The values of all moves, the best first. Without the time to value any, there is the first move alone, with 0.
    fn every_move(&mut self, board: &Board<B>, kept: Duration) -> Result<Vec<Valued>, Thought> {
        let moves = self.candidates(board);
        let Some(&first) = moves.first() else { return Err(no_move()) };
        let report = self.search(board, moves, Want::EveryMove, kept);
        let valued = report.moves.iter().map(|&found| Valued {
            cell: found.cell,
            value: found.value,
            worth: report.worth_of(found),
        });
        let mut values: Vec<Valued> = valued.collect();
        if values.is_empty() {
            values.push(Valued { cell: first, value: 0, worth: report.worth() });
        }
        values.sort_by_key(|found| Reverse(found.value));
        Ok(values)
    }

    /// Says what moves are worth.
    fn list(&self, values: &[Valued]) {
        for (place, found) in values.iter().enumerate() {
            let value = value_text(found.value, found.worth);
            let cell = cell_text(self.setup, self.point(found.cell), self.is_gui);
            self.say(format!("({}) Eval {value} | {cell}", place + 1));
        }
    }

    fn best_moves(&mut self, board: &Board<B>, number: usize) -> Result<Thought, Thought> {
        let values = self.every_move(board, Duration::ZERO)?;
        self.list(&values[..number.min(values.len())]);
        Ok(self.own_move(values[0].cell))
    }

    fn values(&mut self, board: &Board<B>) -> Result<Thought, Thought> {
        let values = self.every_move(board, Duration::ZERO)?;
        self.list(&values);
        Ok(Thought::Told)
    }

    fn defences(&mut self, board: &Board<B>) -> Result<Thought, Thought> {
        let values = self.every_move(board, Duration::ZERO)?;
        let (lost, rest): (Vec<Valued>, Vec<Valued>) = values.iter().partition(|found| found.worth.is_loss());
        if self.is_gui {
            for found in lost {
                self.say(format!("REALTIME LOSE {}", self.point(found.cell)));
            }
        }
        if rest.is_empty() {
            self.say("every move loses".to_owned());
        }
        // The log of a GUI is small.
        let listed = if self.is_gui { rest.len().min(MOST_IN_A_LOG) } else { rest.len() };
        self.list(&values[..listed]);
        if listed < rest.len() {
            self.say(format!("and {} more that do not lose", rest.len() - listed));
        }
        Ok(self.own_move(values[0].cell))
    }

    fn balance_one(&mut self, board: &Board<B>, value: i64) -> Result<Thought, Thought> {
        let values = self.every_move(board, Duration::ZERO)?;
        let nearest = values.iter().min_by_key(|found| found.value.abs_diff(value)).unwrap_or(&values[0]);
        Ok(self.own_move(nearest.cell))
    }

    /// Values the answers to some first moves: those whose own values are nearest.
    fn balance_two(&mut self, board: &Board<B>, value: i64) -> Result<Thought, Thought> {
        // Half of the time and of the nodes for the first moves, half for the answers to some of them.
        let nodes = self.means.nodes.map(|nodes| (nodes / 2).max(1));
        let kept = self.thinker.deadline.left() / 2;
        let (rules, stones) = (self.rules, self.stones);
        let mut firsts = self.of(stones, nodes).every_move(board, kept)?;
        firsts.sort_by_key(|found| found.value.abs_diff(value));
        firsts.retain(|found| rules.step(board, found.cell).outcome.is_none());
        firsts.truncate(FIRSTS_OF_TWO);
        let nodes = nodes.map(|nodes| (nodes / FIRSTS_OF_TWO as u64).max(1));
        let mut nearest: Option<(u64, Cell, Cell)> = None;
        for (place, first) in firsts.iter().enumerate() {
            let after = rules.step(board, first.cell).board;
            let whole = self.thinker.deadline.left();
            let kept = whole.saturating_sub(whole / (firsts.len() - place) as u32);
            for second in self.of(stones, nodes).every_move(&after, kept)? {
                // The answer's value is the opponent's.
                let off = value.abs_diff(-second.value);
                if nearest.is_none_or(|(least, ..)| off < least) {
                    nearest = Some((off, first.cell, second.cell));
                }
            }
        }
        let Some((_, first, second)) = nearest else {
            return Err(Thought::Impossible("there is no room for two moves".to_owned()));
        };
        let moves = [(first, Owner::Own), (second, Owner::Opponent)];
        Ok(Thought::Moves(moves.map(|(cell, owner)| (self.point(cell), owner)).into()))
    }

    /// Plays against itself for some plies, and says how fast it was.
    fn speed(&mut self, board: &Board<B>) -> Thought {
        let (rules, mut board, mut nodes, started) = (self.rules, *board, 0, Instant::now());
        let mut look = self.of(self.stones, Some(BENCH_NODES));
        for _ in 0..BENCH_PLIES {
            let moves = look.candidates(&board);
            let report = look.search(&board, moves, Want::OneBest, Duration::ZERO);
            nodes += report.nodes;
            match report.best.first() {
                Some(&best) => match rules.step(&board, best) {
                    Step { board: after, outcome: None } => board = after,
                    Step { outcome: Some(_), .. } => break,
                },
                None => break,
            }
        }
        let time = started.elapsed();
        let a_second = nodes as f64 / time.as_secs_f64().max(1e-6);
        self.say(format!("{nodes} nodes in {} ms, {a_second:.0} nodes/s", time.as_millis()));
        Thought::Told
    }

    /// The search with other stones and another limit of nodes; it reports nothing.
    fn of<'b>(&'b mut self, stones: &'b Stones, nodes: Option<u64>) -> Look<'b, B> {
        Look {
            thinker: &mut *self.thinker,
            rules: self.rules,
            player: &mut *self.player,
            setup: self.setup,
            stones,
            means: Means { nodes, ..self.means },
            detail: 0,
            is_gui: false,
        }
    }

    /// Three stones whose value is nearest to that of a draw.
    fn opening(&mut self) -> Vec<Point> {
        let (width, height) = (self.setup.width, self.setup.height);
        let reach = OPENING_REACH.min((width.min(height) - 1) / 2);
        let mut cells: Vec<Point> = (0..width)
            .flat_map(|x| (0..height).map(move |y| Point { x, y }))
            .filter(|point| point.x.abs_diff(width / 2) <= reach && point.y.abs_diff(height / 2) <= reach)
            .collect();
        let mut best: Option<(u64, Vec<Point>)> = None;
        for left in (1..=OPENINGS).rev() {
            cells.shuffle(&mut self.thinker.random);
            let points = cells[..3].to_vec();
            // White moves next.
            let mut stones = Stones::default();
            for (place, &point) in points.iter().enumerate() {
                let owner = if place == 1 { Owner::Own } else { Owner::Opponent };
                let _ = stones.put(self.setup, point, owner);
            }
            let Ok(board) = stones.board(self.rules) else { continue };
            let whole = self.thinker.deadline.left();
            let kept = whole.saturating_sub(whole / left as u32);
            let nodes = self.means.nodes.map(|nodes| (nodes / OPENINGS as u64).max(1));
            let mut look = self.of(&stones, nodes);
            let moves = look.candidates(&board);
            let report = look.search(&board, moves, Want::OneBest, kept);
            let bias = report.value.unsigned_abs();
            if !report.best.is_empty() && best.as_ref().is_none_or(|(least, _)| bias < *least) {
                best = Some((bias, points));
            }
        }
        // If there was no time to value an opening, any will do.
        best.map_or_else(|| cells[..3].to_vec(), |(_, points)| points)
    }

    /// The better colour. White is to move. Two more stones would leave the choice to the opponent, and the better of two
    /// colours is never worth less than what the opponent leaves.
    fn choose_colour(&mut self, board: &Board<B>) -> Thought {
        let moves = self.candidates(board);
        let forced = self.forced(board, &moves);
        let first = moves[self.thinker.random.random_range(0..moves.len())];
        let report = self.search(board, moves, Want::OneBest, Duration::ZERO);
        if report.value < 0 {
            return Thought::Swap;
        }
        Thought::Opening(vec![self.point(forced.or_else(|| report.best.first().copied()).unwrap_or(first))])
    }
}
