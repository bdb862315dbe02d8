//! Published results of standard Connect Four, `7x6:4:-2`.
//!
//! The six sets of scored positions are those of Pascal Pons's solver; the numbers of positions after each ply are
//! those of the strong solution.

/// The game text of standard Connect Four.
pub const GAME: &str = "7x6:4:-2";

/// A set of positions with their scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TestSet {
    /// The name under which it was published.
    pub name: &'static str,
    /// The part of the game and how far the end is.
    pub about: &'static str,
    text: &'static str,
}

/// One position with its score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScoredPosition {
    /// Column digits counted from 1.
    pub moves: &'static str,
    /// For the side to move: 0 for a draw, else ± (the winner's stones still in hand at the end, plus one).
    pub score: i64,
}

/// The sets, the easiest to solve first.
pub const TEST_SETS: [TestSet; 6] = [
    TestSet {
        name: "Test_L3_R1",
        about: "end of the game, easy",
        text: include_str!("../../data/connect-four/Test_L3_R1"),
    },
    TestSet {
        name: "Test_L2_R1",
        about: "middle of the game, easy",
        text: include_str!("../../data/connect-four/Test_L2_R1"),
    },
    TestSet {
        name: "Test_L2_R2",
        about: "middle of the game, medium",
        text: include_str!("../../data/connect-four/Test_L2_R2"),
    },
    TestSet {
        name: "Test_L1_R1",
        about: "beginning of the game, easy",
        text: include_str!("../../data/connect-four/Test_L1_R1"),
    },
    TestSet {
        name: "Test_L1_R2",
        about: "beginning of the game, medium",
        text: include_str!("../../data/connect-four/Test_L1_R2"),
    },
    TestSet {
        name: "Test_L1_R3",
        about: "beginning of the game, hard",
        text: include_str!("../../data/connect-four/Test_L1_R3"),
    },
];

impl TestSet {
    /// The set's positions, in the published order.
    ///
    /// # Panics
    /// If the embedded file is damaged.
    pub fn positions(&self) -> Vec<ScoredPosition> {
        let position = |line: &'static str| {
            let (moves, score) = line.split_once(' ')?;
            Some(ScoredPosition { moves, score: score.trim().parse().ok()? })
        };
        let lines = self.text.lines().filter(|line| !line.is_empty());
        lines.map(|line| position(line).expect("a line of the embedded file is MOVES SCORE")).collect()
    }
}

/// How many distinct positions there are after some number of plies, and what they are worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlyPositions {
    /// Plies since the empty board.
    pub ply: usize,
    /// Positions that the first player wins under best play.
    pub won_by_first: u64,
    /// Positions that are drawn under best play.
    pub drawn: u64,
    /// Positions that the first player loses under best play.
    pub lost_by_first: u64,
    /// All positions.
    pub total: u64,
    /// Those that have a line; a full board without one is not counted here.
    pub ended: u64,
}

/// The numbers of positions after 0, 1, …, 42 plies.
///
/// # Panics
/// If the embedded file is damaged.
pub fn positions_per_ply() -> Vec<PlyPositions> {
    let text = include_str!("../../data/connect-four/positions_per_ply_7x6.csv");
    let row = |line: &str| {
        let numbers: Vec<u64> =
            line.split(',').map(|number| number.trim().parse().ok()).collect::<Option<_>>()?;
        let [ply, won_by_first, drawn, lost_by_first, total, ended] = numbers.try_into().ok()?;
        Some(PlyPositions { ply: ply as usize, won_by_first, drawn, lost_by_first, total, ended })
    };
    let lines = text.lines().skip(1).filter(|line| !line.is_empty());
    lines.map(|line| row(line).expect("a row of the embedded file has six numbers")).collect()
}
