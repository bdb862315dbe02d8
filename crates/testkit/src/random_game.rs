//! Random games of the class and random move sequences, the same for the same seed on every machine.
//!
//! ```
//! use connect_toe_testkit::oracle::Game;
//! use connect_toe_testkit::random_game::{Options, RandomGame};
//!
//! for seed in 0..100 {
//!     let RandomGame { game, moves } = RandomGame::draw(seed, &Options::default());
//!     let position = Game::parse(&game)?.replay(&moves.join(" "))?.board_text();
//!     assert!(position.len() >= moves.len(), "seed {seed}: {game} after {moves:?}");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeSet;

use crate::oracle::{Face, Flag, Game, Placement, cell_text};

mod wider;

/// The splitmix64 generator (Steele, Lea and Flood, 2014): tiny, deterministic, good enough to draw test cases.
#[derive(Debug, Clone)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// A generator; every seed is a good one.
    pub fn new(seed: u64) -> SplitMix64 {
        SplitMix64 { state: seed }
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number from 0 to `bound - 1`. Not perfectly uniform, which test cases do not need.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "there is no number below 0");
        (self.next_u64() % bound as u64) as usize
    }

    /// An item of a list, or nothing if it is empty.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }
}

/// A kind of placement that a drawn game may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlacementKind {
    /// Any empty cell.
    Free,
    /// One open face.
    OneFace,
    /// Each face open or not; at least one is.
    SomeFaces,
    /// Every face open.
    AllFaces,
}

/// A kind of lines that a drawn game may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKind {
    /// Runs of a length.
    Run,
    /// One to six lines of one to four cells, at random.
    Given,
    /// The images of one to four cells.
    Shape,
    /// The lines of an affine space.
    Plane,
    /// The lines of a projective plane.
    Projective,
    /// Renju, on boards of up to 42 cells whatever `max_cells` says, unless it is below 20: smaller boards then.
    Renju,
}

/// A rule variation with an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variation {
    /// One to three blocked cells.
    Blocked,
    /// Some dimensions wrap.
    Torus,
    /// Turns of one to four stones.
    Turn,
}

/// What games may be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The most cells of a board, 1 to 4096.
    pub max_cells: usize,
    /// The most dimensions of a board, 1 to 8.
    pub max_dimensions: usize,
    /// The largest size of a dimension, at least 1.
    pub max_size: usize,
    /// The longest run length `k`, at least 1. It may exceed every size: such games are drawn.
    pub max_run: usize,
    /// The kinds of placement, each as likely as its share of this list. Empty means free placement.
    pub placements: Vec<PlacementKind>,
    /// The rule variations that may be in force; each is in one game of three.
    pub flags: Vec<Flag>,
    /// The kinds of lines, each as likely as its share of this list. Empty means runs.
    pub lines: Vec<LineKind>,
    /// The rule variations with arguments that may be in force; each is in one game of three.
    pub variations: Vec<Variation>,
}

/// Runs of every kind with plain variations, on boards of up to 24 cells, 4 dimensions and sizes and runs up to 5.
impl Default for Options {
    fn default() -> Options {
        Options {
            max_cells: 24,
            max_dimensions: 4,
            max_size: 5,
            max_run: 5,
            placements: vec![
                PlacementKind::Free,
                PlacementKind::OneFace,
                PlacementKind::SomeFaces,
                PlacementKind::AllFaces,
            ],
            flags: vec![Flag::Exact, Flag::Misere, Flag::Torus],
            lines: Vec::new(),
            variations: Vec::new(),
        }
    }
}

impl Options {
    /// The default's games on boards that the oracle solves at once: up to 9 cells.
    pub fn solvable() -> Options {
        Options { max_cells: 9, max_size: 9, ..Options::default() }
    }

    /// Every rule of the class, on boards of up to 20 cells (Renju: up to 42).
    pub fn wider() -> Options {
        use LineKind::{Given, Plane, Projective, Renju, Run, Shape};
        Options {
            max_cells: 20,
            flags: vec![Flag::Exact, Flag::Maker, Flag::Misere, Flag::Torus],
            lines: vec![Run, Run, Run, Given, Given, Shape, Shape, Plane, Projective, Renju],
            variations: vec![Variation::Blocked, Variation::Torus, Variation::Turn],
            ..Options::default()
        }
    }

    /// Every rule of the class, on boards that the oracle solves at once: up to 9 cells.
    pub fn wider_solvable() -> Options {
        Options { max_cells: 9, max_size: 9, ..Options::wider() }
    }

    /// The sizes, each cut so that the board stays within the options.
    pub(crate) fn fit(&self, sizes: &[usize]) -> Vec<usize> {
        let mut cells_left = self.max_cells.max(1);
        let mut fitted = Vec::new();
        for &size in sizes {
            let size = size.clamp(1, self.max_size.max(1)).min(cells_left);
            cells_left /= size;
            fitted.push(size);
        }
        fitted
    }
}

/// A game and legal moves in it.
///
/// ```
/// use connect_toe_testkit::random_game::{Options, RandomGame};
/// let drawn = RandomGame::draw(1, &Options::solvable());
/// // The same seed gives the same game.
/// assert_eq!(drawn.game, RandomGame::draw(1, &Options::solvable()).game);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RandomGame {
    /// Canonical game text.
    pub game: String,
    /// Moves in canonical text from the empty board; the last of them may have ended the game.
    pub moves: Vec<String>,
}

impl RandomGame {
    /// Draws a game and random moves in it: a random number of them, from none to the end of the game.
    ///
    /// # Panics
    /// If the options allow no game.
    pub fn draw(seed: u64, options: &Options) -> RandomGame {
        let mut random = SplitMix64::new(seed);
        let game = game(&mut random, options);
        let plies = random.below(game.cells().len() + 1);
        let moves = moves(&mut random, &game, plies);
        RandomGame { game: game.to_string(), moves }
    }
}

/// A board of Renju with many stones of X, so that it has forbidden points; random play leads to few.
///
/// ```
/// use connect_toe_testkit::oracle::{Game, Player};
/// use connect_toe_testkit::random_game::RenjuBoard;
/// let RenjuBoard { game, board } = RenjuBoard::draw(1);
/// let game = Game::parse(&game)?;
/// let position = game.board(&board, Some(Player::X))?;
/// assert!(position.forbidden_cells().len() < game.cells().len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenjuBoard {
    /// Canonical game text; one board of four has blocked cells.
    pub game: String,
    /// Board text; the side to move does not follow from its counts, and either side may have a line.
    pub board: String,
}

impl RenjuBoard {
    /// Draws sizes from 5 to 12 and then each cell by itself: about one of four is X's and one of twelve is O's.
    pub fn draw(seed: u64) -> RenjuBoard {
        let mut random = SplitMix64::new(seed);
        let (width, height) = (5 + random.below(8), 5 + random.below(8));
        let with_blocked = random.one_in(4);
        let mut blocked = Vec::new();
        let mut rows = Vec::new();
        for y in (0..height).rev() {
            let mut row = String::new();
            for x in 0..width {
                row.push(match random.below(24) {
                    0..6 => 'x',
                    6..8 => 'o',
                    8 if with_blocked => {
                        blocked.push(cell_text(&[x, y]));
                        '#'
                    }
                    _ => '_',
                });
            }
            rows.push(row);
        }
        let mut flags = vec![Flag::Renju.to_string()];
        if !blocked.is_empty() {
            flags.push(format!("blocked={}", blocked.join("+")));
        }
        let game = parsed(&[width, height], "5", &Placement::Free, flags).to_string();
        RenjuBoard { game, board: rows.join("/") }
    }
}

/// Draws a game.
///
/// # Panics
/// If the options allow no game.
pub fn game(random: &mut SplitMix64, options: &Options) -> Game {
    if !options.lines.is_empty() || !options.variations.is_empty() {
        return wider::game(random, options);
    }
    let sizes = sizes(random, options);
    let run = 1 + random.below(options.max_run);
    let placement = some_placement(random, options, sizes.len());
    let flags = options.flags.iter().copied().filter(|_| random.one_in(3)).collect();
    compose(&sizes, run, &placement, &flags)
}

fn sizes(random: &mut SplitMix64, options: &Options) -> Vec<usize> {
    let dimensions = 1 + random.below(options.max_dimensions);
    let drawn: Vec<usize> = (0..dimensions).map(|_| 1 + random.below(options.max_size)).collect();
    let mut sizes = options.fit(&drawn);
    // Cutting favours the first dimensions; no dimension should always be the long one.
    for last in (1..sizes.len()).rev() {
        sizes.swap(last, random.below(last + 1));
    }
    sizes
}

fn some_placement(random: &mut SplitMix64, options: &Options, dimensions: usize) -> Placement {
    let kind = random.choose(&options.placements).copied().unwrap_or(PlacementKind::Free);
    let open: Vec<bool> = (0..2 * dimensions).map(|_| random.one_in(2)).collect();
    placement(kind, random.below(2 * dimensions), &open)
}

/// Draws up to `plies` legal moves from the empty board, in canonical text; fewer if the game ends before.
pub fn moves(random: &mut SplitMix64, game: &Game, plies: usize) -> Vec<String> {
    let mut position = game.start();
    for _ in 0..plies {
        let legal = position.legal_moves();
        let Some(next) = random.choose(&legal).and_then(|cell| position.play(cell).ok()) else { break };
        position = next;
    }
    position.moves()
}

/// The placement of a kind. Unless it is free, the face with the index `one` is open; with some faces, so are those of
/// `open`.
pub(crate) fn placement(kind: PlacementKind, one: usize, open: &[bool]) -> Placement {
    let face = |index: usize| Face { dimension: index / 2, from_high_end: index % 2 == 1 };
    let faces: BTreeSet<Face> = match kind {
        PlacementKind::Free => return Placement::Free,
        PlacementKind::OneFace => [face(one)].into(),
        PlacementKind::AllFaces => (0..open.len()).map(face).collect(),
        PlacementKind::SomeFaces => {
            (0..open.len()).filter(|&index| open[index] || index == one).map(face).collect()
        }
    };
    Placement::Faces(faces)
}

/// The game of these parts, made from its text, so that only games of the class come out.
pub(crate) fn compose(sizes: &[usize], run: usize, placement: &Placement, flags: &BTreeSet<Flag>) -> Game {
    parsed(sizes, &run.to_string(), placement, flags.iter().map(Flag::to_string).collect())
}

fn parsed(sizes: &[usize], goal: &str, placement: &Placement, flags: Vec<String>) -> Game {
    let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
    let placement = match placement {
        Placement::Free => "free".to_owned(),
        Placement::Faces(faces) => faces.iter().map(Face::to_string).collect::<Vec<_>>().join(","),
    };
    let mut parts = vec![sizes.join("x"), goal.to_owned(), placement];
    parts.extend(flags);
    Game::parse(&parts.join(":")).expect("the options stay within the class")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_splitmix64() {
        let mut random = SplitMix64::new(1_234_567);
        let published = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(published.map(|_| random.next_u64()), published);
    }

    #[test]
    fn the_options_are_kept_and_used() {
        let options =
            Options { max_cells: 12, max_dimensions: 3, max_size: 6, max_run: 4, ..Options::default() };
        let mut random = SplitMix64::new(7);
        let games: Vec<Game> = (0..500).map(|_| game(&mut random, &options)).collect();
        for game in &games {
            assert!(game.cells().len() <= 12 && game.sizes().len() <= 3 && game.run() <= Some(4), "{game}");
            assert!(game.sizes().iter().all(|&size| size <= 6), "{game}");
        }
        for flag in options.flags.iter().copied() {
            assert!(games.iter().any(|game| game.has(flag)) && games.iter().any(|game| !game.has(flag)));
        }
        let with_faces = |count: usize| {
            games
                .iter()
                .any(|game| matches!(game.placement(), Placement::Faces(faces) if faces.len() == count))
        };
        assert!((1..=6).all(with_faces) && games.iter().any(|game| *game.placement() == Placement::Free));
        // Long sizes turn up in the last dimension too.
        assert!(games.iter().any(|game| game.sizes().len() == 3 && game.sizes()[2] == 6));

        let plain = Options { placements: vec![], flags: vec![], ..options };
        assert!((0..100).all(|_| {
            let game = game(&mut random, &plain);
            *game.placement() == Placement::Free && Flag::ALL.iter().all(|&flag| !game.has(flag))
        }));
    }

    #[test]
    fn a_seed_fixes_the_game_and_the_moves() {
        let options = Options::default();
        let drawn: Vec<RandomGame> = (0..200).map(|seed| RandomGame::draw(seed, &options)).collect();
        let again: Vec<RandomGame> = (0..200).map(|seed| RandomGame::draw(seed, &options)).collect();
        assert_eq!(drawn, again);
        assert!(
            drawn.iter().any(|game| game.moves.is_empty()) && drawn.iter().any(|game| game.moves.len() > 10)
        );
    }
}
