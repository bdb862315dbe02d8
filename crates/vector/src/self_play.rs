//! Games that play themselves: each move follows a search that a network guides, and teaches it what came of it.

use std::fmt;
use std::sync::Arc;

use connect_toe_eval::{SettingError, Settings};
use connect_toe_game::stretches::Stretches;
use connect_toe_game::{
    Bits, Board, Cell, Draws, Game, Outcome, Planes, Rules, SplitMix, scramble, with_game,
};
use connect_toe_search::Guided;

use crate::threads::Threads;

/// Games that a thread plays at a time.
const AT_A_TIME: usize = 8;
/// The most moves that a game makes before it looks whether a position waits: where the rules alone decide every search, none ever
/// does.
const MOVES_AT_A_TIME: usize = 1000;

/// How games play themselves.
#[derive(Clone, Debug)]
pub struct SelfPlayOptions {
    /// Games at a time.
    pub games: usize,
    /// Simulations for a move.
    pub simulations: u64,
    /// Positions of one game that wait to be judged at a time. The fewer, the better the searches; all games together make the
    /// batch.
    pub leaves: usize,
    /// The plies at the beginning of a game whose moves are drawn, each as often as simulations went through it; later ones are
    /// those with the most.
    pub drawn_plies: u32,
    /// The part of the priors of the position to move from that is noise, from 0 to 1.
    pub noise: f32,
    /// Whether a game ends as soon as its result is proven.
    pub until_proven: bool,
    /// The seed of all that is drawn.
    pub seed: u64,
    /// Settings of `monte-carlo`: `explore`, `decisive`, `proofs`, `memory`.
    pub settings: Settings,
}

impl Default for SelfPlayOptions {
    fn default() -> SelfPlayOptions {
        SelfPlayOptions {
            games: 256,
            simulations: 64,
            leaves: 1,
            drawn_plies: 8,
            noise: 0.25,
            until_proven: false,
            seed: 2004,
            settings: Settings::default(),
        }
    }
}

/// Positions of games that have ended, and what a network is to say of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Examples {
    /// The stones, `2 * cells` numbers a position: for each cell those of the side to move, then those of the other.
    pub observations: Vec<i8>,
    /// The part of the simulations that went through the move to each cell, or the moves that are proven to be best: `cells`
    /// numbers a position, whose sum is 1.
    pub policies: Vec<f32>,
    /// The result for the side to move, 1, 0 or -1: the proven one, or that of the game.
    pub values: Vec<f32>,
    /// The stones on the board.
    pub plies: Vec<u32>,
    /// Whether the search has proven the result.
    pub proven: Vec<bool>,
    /// The results of the games.
    pub outcomes: Vec<Outcome>,
}

impl Examples {
    /// The number of positions.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Takes over the examples of others.
    pub fn append(&mut self, other: &mut Examples) {
        self.observations.append(&mut other.observations);
        self.policies.append(&mut other.policies);
        self.values.append(&mut other.values);
        self.plies.append(&mut other.plies);
        self.proven.append(&mut other.proven);
        self.outcomes.append(&mut other.outcomes);
    }
}

/// Many games that play themselves. Positions of all games wait for one call of a network.
///
/// The games are a function of the options and of the judgements; the number of threads changes nothing.
///
/// ```
/// use connect_toe_vector::{Planes, SelfPlay, SelfPlayOptions};
/// let options = SelfPlayOptions { games: 16, simulations: 20, ..SelfPlayOptions::default() };
/// let mut play = SelfPlay::new(&"connect-four".parse()?, &options)?;
/// let mut examples = play.examples();
/// while examples.len() < 100 {
///     let waiting = play.gather();
///     let mut observations = vec![0; waiting * 2 * 42];
///     play.observe(Planes::Last, &mut observations);
///     // This network knows nothing.
///     play.settle(&vec![1.0; waiting * 42], &vec![0.0; waiting]);
///     examples.append(&mut play.examples());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SelfPlay {
    parts: Vec<Box<dyn Part>>,
    cells: usize,
    threads: Threads,
}

/// Some of the games.
trait Part: fmt::Debug + Send + Sync {
    fn gather(&mut self);
    /// The number of positions that wait.
    fn waiting(&self) -> usize;
    fn observe(&self, planes: Planes, to: &mut [i8]);
    fn legal(&self, to: &mut [bool]);
    fn settle(&mut self, priors: &[f32], values: &[f32]);
    fn examples(&mut self) -> Examples;
}

impl SelfPlay {
    /// Games that begin in this position.
    ///
    /// # Errors
    /// A setting is not possible.
    pub fn new(start: &Game, options: &SelfPlayOptions) -> Result<SelfPlay, SettingError> {
        let parts = (0..options.games).step_by(AT_A_TIME).map(|first| -> Result<Box<dyn Part>, SettingError> {
            let games = AT_A_TIME.min(options.games - first);
            with_game!(start, record => {
                Ok(Box::new(Table::new(&record.shared_rules(), *record.board(), first..first + games, options)?) as _)
            })
        });
        let parts = parts.collect::<Result<_, _>>()?;
        Ok(SelfPlay { parts, cells: start.geometry().cells().len(), threads: Threads::Shared })
    }

    /// Uses so many threads of its own; 1 is the calling thread, and 0 are those that all share, one for each core.
    ///
    /// # Errors
    /// The system does not start so many.
    pub fn with_threads(self, threads: usize) -> Result<SelfPlay, rayon::ThreadPoolBuildError> {
        Ok(SelfPlay { threads: Threads::new(threads)?, ..self })
    }

    /// The number of cells of a board.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// Plays on until positions of all games wait to be judged, and returns their number. It is 0 if the rules alone decide all
    /// that was searched meanwhile.
    pub fn gather(&mut self) -> usize {
        self.threads.run(self.parts.iter_mut().collect(), |part| part.gather());
        self.waiting()
    }

    /// The number of positions that wait to be judged.
    pub fn waiting(&self) -> usize {
        self.parts.iter().map(|part| part.waiting()).sum()
    }

    /// Writes the stones of the waiting positions, those of the side to move first: `2 * cells` numbers a position.
    ///
    /// # Panics
    /// There is not as much room.
    pub fn observe(&self, planes: Planes, to: &mut [i8]) {
        let shares = self.shares(to, 2 * self.cells);
        self.threads.run(shares, |(part, to)| part.observe(planes, to));
    }

    /// Writes which cells of the waiting positions can be played: `cells` numbers a position.
    ///
    /// # Panics
    /// There is not as much room.
    pub fn legal(&self, to: &mut [bool]) {
        let shares = self.shares(to, self.cells);
        self.threads.run(shares, |(part, to)| part.legal(to));
    }

    /// Counts what a network says of the waiting positions, in their order: as in
    /// [`Judgements`](connect_toe_eval::Judgements).
    ///
    /// # Panics
    /// There are more or fewer judgements than positions.
    pub fn settle(&mut self, priors: &[f32], values: &[f32]) {
        let waiting = self.waiting();
        assert!(values.len() == waiting && priors.len() == waiting * self.cells, "one for each position");
        let (mut priors, mut values) = (priors, values);
        let cells = self.cells;
        let shares = self.parts.iter_mut().map(|part| {
            let number = part.waiting();
            let (of_part, rest) = priors.split_at(number * cells);
            priors = rest;
            let (worth, rest) = values.split_at(number);
            values = rest;
            (part, of_part, worth)
        });
        let shares = shares.collect();
        self.threads.run(shares, |(part, priors, values)| part.settle(priors, values));
    }

    /// The positions of all games that have ended since this was asked last.
    pub fn examples(&mut self) -> Examples {
        let mut all = Examples::default();
        for part in &mut self.parts {
            all.append(&mut part.examples());
        }
        all
    }

    /// The parts, each with its room for the waiting positions.
    fn shares<'a, T>(&'a self, to: &'a mut [T], numbers: usize) -> Vec<(&'a dyn Part, &'a mut [T])> {
        let waiting = self.waiting();
        assert_eq!(to.len(), waiting * numbers, "so many numbers of all positions");
        let mut rest = to;
        let mut shares: Vec<(&dyn Part, &mut [T])> = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            let (of_part, others) = rest.split_at_mut(part.waiting() * numbers);
            rest = others;
            shares.push((&**part, of_part));
        }
        shares
    }
}

/// Games of one part.
#[derive(Debug)]
struct Table<B: Bits> {
    rules: Arc<Rules<B>>,
    stretches: Stretches,
    start: Board<B>,
    games: Vec<Playing<B>>,
    options: SelfPlayOptions,
    done: Examples,
}

/// A game in progress.
#[derive(Debug)]
struct Playing<B: Bits> {
    tree: Guided<B>,
    random: SplitMix,
    plies: u32,
    /// The positions so far, the sides to move, and the proven results for them.
    seen: Vec<(Board<B>, Vec<f32>, Option<i8>)>,
}

impl<B: Bits> Table<B> {
    fn new(
        rules: &Arc<Rules<B>>,
        start: Board<B>,
        numbers: std::ops::Range<usize>,
        options: &SelfPlayOptions,
    ) -> Result<Table<B>, SettingError> {
        let game = |number: usize| {
            let mut tree = Guided::new(rules, &options.settings)?;
            tree.begin(rules, &start);
            let random = SplitMix::new(scramble(options.seed ^ scramble(number as u64)));
            Ok(Playing { tree, random, plies: 0, seen: Vec::new() })
        };
        Ok(Table {
            rules: Arc::clone(rules),
            stretches: Stretches::new(rules.geometry().cells()),
            start,
            games: numbers.map(game).collect::<Result<_, _>>()?,
            options: options.clone(),
            done: Examples::default(),
        })
    }

    /// Writes down the positions of a game that has ended.
    fn write_down(&mut self, game: usize, outcome: Outcome) {
        let cells = self.rules.geometry().cells().len();
        for (board, policy, proven) in self.games[game].seen.drain(..) {
            let at = self.done.observations.len();
            self.done.observations.resize(at + 2 * cells, 0);
            self.stretches.write_pairs(board.mover(), board.other(), &mut self.done.observations[at..]);
            self.done.policies.extend(policy);
            let value = proven.unwrap_or_else(|| outcome.value_for(board.to_move()) as i8);
            self.done.values.push(f32::from(value));
            self.done.plies.push(board.stones());
            self.done.proven.push(proven.is_some());
        }
        self.done.outcomes.push(outcome);
    }

    /// Makes the move that the search of a game has found.
    fn play(&mut self, game: usize) {
        let rules = &self.rules;
        let playing = &mut self.games[game];
        let board = *playing.tree.root();
        let policy = policy(rules, &playing.tree);
        let is_drawn = playing.plies < self.options.drawn_plies;
        let cell = chosen(rules, &policy, is_drawn, &mut playing.random);
        let proven = playing.tree.proven();
        playing.seen.push((board, policy, proven));
        let known = proven.filter(|_| self.options.until_proven).map(|result| match result {
            1 => Outcome::Win(board.to_move()),
            -1 => Outcome::Win(board.to_move().other()),
            _ => Outcome::Draw,
        });
        let outcome = rules.outcome_of(&board, cell).or(known);
        let next = if outcome.is_some() { self.start } else { rules.play(&board, cell) };
        playing.plies = if outcome.is_some() { 0 } else { playing.plies + 1 };
        playing.tree.begin(rules, &next);
        if let Some(outcome) = outcome {
            self.write_down(game, outcome);
        }
    }
}

/// How much of the simulations went to each cell of the board. If the result is proven, all is shared by the moves that keep it.
fn policy<B: Bits>(rules: &Rules<B>, tree: &Guided<B>) -> Vec<f32> {
    let mut policy = vec![0.0; rules.geometry().cells().len()];
    for cell in tree.proven_moves() {
        policy[rules.geometry().rank(cell)] = 1.0;
    }
    if policy.iter().all(|&part| part == 0.0) {
        for (cell, visits) in tree.visits() {
            policy[rules.geometry().rank(cell)] = visits as f32;
        }
    }
    let whole: f32 = policy.iter().sum();
    if whole > 0.0 {
        for part in &mut policy {
            *part /= whole;
        }
    } else {
        // A single move is looked at by no simulation if the rules decide it.
        let moves = tree.visits().map(|(cell, _)| rules.geometry().rank(cell)).collect::<Vec<_>>();
        for &rank in &moves {
            policy[rank] = 1.0 / moves.len() as f32;
        }
    }
    policy
}

/// A cell, drawn by the parts of a policy, or the first of those with the largest one.
fn chosen<B: Bits>(rules: &Rules<B>, policy: &[f32], is_drawn: bool, random: &mut SplitMix) -> Cell {
    let mut best = 0;
    for (rank, &part) in policy.iter().enumerate() {
        if part > policy[best] {
            best = rank;
        }
    }
    if is_drawn {
        let mut left = uniform(random);
        for (rank, &part) in policy.iter().enumerate().filter(|&(_, &part)| part > 0.0) {
            left -= part;
            best = rank;
            if left < 0.0 {
                break;
            }
        }
    }
    rules.geometry().cells()[best]
}

/// A number from 0 to below 1.
fn uniform(random: &mut SplitMix) -> f32 {
    random.below(1 << 24) as f32 / (1 << 24) as f32
}

/// Mixes noise into the priors of legal moves, as Dirichlet's distribution with 10 / n for n moves is in `AlphaZero`: the weight of
/// each move is a power of a uniform number, so that on large boards few moves get most of it. Whole powers are the same on every
/// machine.
fn add_noise<B: Bits>(
    rules: &Rules<B>,
    board: &Board<B>,
    part: f32,
    random: &mut SplitMix,
    priors: &mut [f32],
) {
    let moves: Vec<usize> =
        rules.legal_moves(board).into_iter().map(|cell| rules.geometry().rank(cell)).collect();
    let power = (moves.len() / 10).max(1);
    let weights: Vec<f32> = moves
        .iter()
        .map(|_| {
            let number = uniform(random);
            (1..power).fold(number, |product, _| product * number)
        })
        .collect();
    let sense = |prior: f32| if prior.is_finite() { prior.max(0.0) } else { 0.0 };
    let whole: f32 = moves.iter().map(|&rank| sense(priors[rank])).sum();
    let noise: f32 = weights.iter().sum();
    for (&rank, weight) in moves.iter().zip(weights) {
        let prior = if whole > 0.0 { sense(priors[rank]) / whole } else { 1.0 / moves.len() as f32 };
        let weight = if noise > 0.0 { weight / noise } else { 1.0 / moves.len() as f32 };
        priors[rank] = (1.0 - part) * prior + part * weight;
    }
}

impl<B: Bits> Part for Table<B> {
    fn gather(&mut self) {
        let (leaves, simulations) = (self.options.leaves, self.options.simulations);
        for game in 0..self.games.len() {
            for _ in 0..MOVES_AT_A_TIME {
                self.games[game].tree.gather(&self.rules, leaves, simulations);
                if self.games[game].tree.waiting().next().is_some() {
                    break;
                }
                self.play(game);
            }
        }
    }

    fn waiting(&self) -> usize {
        self.games.iter().map(|game| game.tree.waiting().len()).sum()
    }

    fn observe(&self, planes: Planes, to: &mut [i8]) {
        let cells = self.rules.geometry().cells().len();
        let boards = self.games.iter().flat_map(|game| game.tree.waiting());
        for (board, to) in boards.zip(to.chunks_exact_mut(2 * cells)) {
            self.stretches.write_planes(planes, [board.mover(), board.other()], to);
        }
    }

    fn legal(&self, to: &mut [bool]) {
        let cells = self.rules.geometry().cells().len();
        let boards = self.games.iter().flat_map(|game| game.tree.waiting());
        for (board, to) in boards.zip(to.chunks_exact_mut(cells)) {
            self.stretches.write_members(self.rules.legal(board), to);
        }
    }

    fn settle(&mut self, priors: &[f32], values: &[f32]) {
        let Table { rules, games, options, .. } = self;
        let cells = rules.geometry().cells().len();
        let (mut priors, mut values) = (priors, values);
        for Playing { tree, random, .. } in games {
            let number = tree.waiting().len();
            let (of_game, rest) = priors.split_at(number * cells);
            priors = rest;
            let (worth, rest) = values.split_at(number);
            values = rest;
            if number > 0 && tree.simulations() == 0 && options.noise > 0.0 {
                // The position to move from waits alone.
                let mut noisy = of_game.to_vec();
                add_noise(rules, tree.root(), options.noise, random, &mut noisy);
                tree.settle_with(rules, &noisy, worth);
            } else {
                tree.settle_with(rules, of_game, worth);
            }
        }
    }

    fn examples(&mut self) -> Examples {
        std::mem::take(&mut self.done)
    }
}
