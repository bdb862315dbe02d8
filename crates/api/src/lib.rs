#![doc = include_str!("../README.md")]

mod crew;
mod error;
pub mod files;
mod hint;
mod player;
mod position;
mod position_lines;
mod reason;
mod seed;
mod task;
mod work;

mod analyze;
mod atlas;
mod bench;
mod book;
mod books;
mod brief;
mod choose;
mod count;
mod describe;
mod eval;
mod games;
mod levels;
mod lines;
mod moves;
mod no_line;
mod perft;
mod playouts;
mod puzzles;
mod record;
mod review;
#[cfg(feature = "schema")]
mod schema;
mod solve;
mod tree;
mod verify;
mod why;
mod worth;

pub use crew::{Crew, Machines, SealedTask, VERSION};
pub use error::Error;
pub use files::{UnfinishedFiles, catalogue_with_files, write_file};
pub use hint::Hint;
pub use no_line::{no_line_note, tell_of_no_line};
pub use player::{check_player, no_such_heuristic, player, warn_of_long_thoughts};
pub use position::{Position, board_error, game};
pub use position_lines::positions_of_file;
pub use reason::{Fault, Reason};
pub use seed::{DEFAULT as DEFAULT_SEED, default as default_seed};
pub use task::{Deadline, DoneRange, OpenedTask, Task, TaskKind, Units, not_empty};
pub use work::{Counter, Finding, Observer, Progress, Work, no_threads};

pub use connect_toe_work::Stop;

pub use analyze::{Analysis, Analyze, AnalyzedLine, AnalyzedMove, FoundThreats, ThreatLine};
pub use atlas::KnownGame;
pub use bench::{Bench, Benchmark, Workload};
pub use book::{BookChoice, BookMade, ListBook, ListedBook, MakeBook};
pub use choose::{Choose, ChosenMove, Turn, quick_player};
pub use count::{Count, Counted};
pub use describe::{Describe, Description, ExactNumber, SideNames, TurnStones};
pub use eval::{Eval, EvaluatedLine, Evaluation};
pub use games::{Games, NamedGame};
pub use levels::{Levels, LevelsOfGame, NamedLevel};
pub use lines::{Contribution, CountedLine, CountedLines, Lines};
pub use moves::{LegalMoves, Moves};
pub use perft::{Perft, PerftCounts};
pub use playouts::{PlayoutCounts, Playouts};
pub use puzzles::{AttemptPuzzle, AttemptedPuzzle, FoundPuzzle, PuzzleGoal, Puzzles};
pub use record::{GameRead, GameWritten, ReadGame, WriteForm, WriteGame};
pub use review::{Mistake, Review, ReviewedGame, ReviewedMove};
#[cfg(feature = "schema")]
pub use schema::schemas;
pub use solve::{
    ExpectedValue, MemoryText, SOLVE_TASK, ScoreKind, Solution, Solve, SolveLines, SolvedLine, SolvedLines,
    SolvedMove, ValueBound, ValueBounds, WrittenCertificate, even_null,
};
pub use tree::{KeptTrees, Tree, TreeChild, TreeNode};
pub use verify::{Verified, Verify};
pub use why::StatedReason;
pub use worth::{ClaimedResult, ProvenResult, StatedWorth};
