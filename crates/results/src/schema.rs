//! The tables, and how values are kept in them.

use connect_toe_experiment::Ending;
use connect_toe_game::{Cell, Geometry, Side};
use connect_toe_stats::GameResult;

/// Number of the form below, kept in the file's `user_version`. Files of forms 1 and 2 are older than the first
/// release.
pub(crate) const FORMAT: i32 = 3;
/// Marks the file as ours: `application_id`, four letters.
pub(crate) const APPLICATION: i32 = 0x4354_6f65;

pub(crate) const TABLES: &str = "
CREATE TABLE experiment (
    hash TEXT NOT NULL,       -- SHA-256 of `canonical`
    canonical TEXT NOT NULL,  -- everything that decides which games are played
    text TEXT NOT NULL,       -- the experiment file
    overrides TEXT NOT NULL,  -- what was said differently, one NAME=VALUE a line
    program TEXT NOT NULL     -- version of connect-toe
) STRICT;
CREATE TABLE cell (
    cell INTEGER PRIMARY KEY, -- place in the plan, from 0
    study TEXT NOT NULL,
    levels TEXT NOT NULL,     -- the factors' values: name=value, separated by spaces
    game TEXT NOT NULL,
    player TEXT NOT NULL,
    opponent TEXT NOT NULL,
    games INTEGER NOT NULL,   -- as planned
    seed TEXT NOT NULL        -- of all games of the cell; a game's number is the number of its ChaCha8 stream
) STRICT;
CREATE TABLE game (
    cell INTEGER NOT NULL,
    number INTEGER NOT NULL,         -- from 0; games 2p and 2p+1 are pair p
    side TEXT NOT NULL,              -- the player's: x moves first
    result INTEGER NOT NULL,         -- for the player: 1 win, 0 draw, -1 loss
    moves BLOB NOT NULL,             -- numbers of cells in canonical order from 0, one byte each (two, the lower
                                     -- first, on boards of more than 256 cells)
    opening INTEGER NOT NULL,        -- how many of the moves are the opening's
    adjudicated INTEGER NOT NULL,    -- 1 if the game was ended with its exact value, 2 if it was forfeited; and 4 if sides
                                     -- were swapped
    player_nodes INTEGER NOT NULL,
    opponent_nodes INTEGER NOT NULL,
    checksum INTEGER NOT NULL,       -- CRC-32 of the other columns: of integers 8 bytes, the lowest first; of `side` the
                                     -- letter; `moves` comes last
    PRIMARY KEY (cell, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE session (
    started INTEGER NOT NULL, -- seconds since 1970
    program TEXT NOT NULL,
    processor TEXT NOT NULL,
    cores INTEGER NOT NULL,
    threads INTEGER NOT NULL,
    seconds REAL NOT NULL,
    games INTEGER NOT NULL
) STRICT;
CREATE TABLE exact (
    game TEXT NOT NULL,
    board TEXT NOT NULL,
    scores TEXT NOT NULL,
    checksum INTEGER NOT NULL, -- CRC-32 of the three texts with a line end after each
    PRIMARY KEY (game, board)
) STRICT, WITHOUT ROWID;
CREATE TABLE digest (         -- which rows there are
    part TEXT NOT NULL,       -- a table
    place INTEGER NOT NULL,   -- of `game` the cell, of other tables the rowid
    block INTEGER NOT NULL,   -- of `game` the numbers from 128 * block to 128 * block + 127, of other tables 0
    rows INTEGER NOT NULL,
    sum INTEGER NOT NULL,     -- of the rows' checksums; without that column CRC-32 of rowid and values: integers and
                              -- reals 8 bytes, the lowest first, texts after their length
    PRIMARY KEY (part, place, block)
) STRICT, WITHOUT ROWID;
";

/// A table of files whose games ended before the plan did.
pub(crate) const ENDING: &str = "
CREATE TABLE ending (
    text TEXT NOT NULL -- why no more games are to be played
) STRICT;
";

/// A table of files of games that a player lost because it gave no move.
pub(crate) const LAST_WORDS: &str = "
CREATE TABLE IF NOT EXISTS last_words (
    text TEXT NOT NULL -- why a player gave no move
) STRICT;
";

/// A table of files of experiments with balanced openings.
pub(crate) const BALANCED: &str = "
CREATE TABLE balanced (
    game TEXT NOT NULL,
    plies INTEGER NOT NULL,
    seed TEXT NOT NULL,        -- the experiment's
    asked INTEGER NOT NULL,    -- how many openings were looked for
    tried INTEGER NOT NULL,    -- how many positions were tried for them
    decided INTEGER NOT NULL,  -- 1 if the solver knows who wins from them
    moves TEXT NOT NULL,       -- a list of moves a line
    checksum INTEGER NOT NULL, -- CRC-32 of the other columns as text with a line end after each
    PRIMARY KEY (game, plies)
) STRICT, WITHOUT ROWID;
";

/// A table of files of experiments whose players read learned weights.
pub(crate) const WEIGHTS: &str = "
CREATE TABLE IF NOT EXISTS weights (
    file TEXT PRIMARY KEY,     -- as players' texts name it
    checksum INTEGER NOT NULL  -- CRC-32 of the weights
) STRICT, WITHOUT ROWID;
";

/// Moves as bytes.
pub(crate) fn pack_moves(geometry: &Geometry, moves: &[Cell]) -> Vec<u8> {
    let ranks = moves.iter().map(|&cell| geometry.rank(cell) as u16);
    if is_narrow(geometry) {
        ranks.map(|rank| rank as u8).collect()
    } else {
        ranks.flat_map(u16::to_le_bytes).collect()
    }
}

/// Moves from bytes; `None` if they are not cells of this board.
pub(crate) fn unpack_moves(geometry: &Geometry, bytes: &[u8]) -> Option<Vec<Cell>> {
    let cell = |rank: usize| geometry.cells().get(rank).copied();
    if is_narrow(geometry) {
        bytes.iter().map(|&rank| cell(rank.into())).collect()
    } else {
        let (pairs, []) = bytes.as_chunks::<2>() else { return None };
        pairs.iter().map(|&pair| cell(u16::from_le_bytes(pair).into())).collect()
    }
}

fn is_narrow(geometry: &Geometry) -> bool {
    geometry.cells().len() <= 256
}

pub(crate) fn result_number(result: GameResult) -> i64 {
    match result {
        GameResult::Loss => -1,
        GameResult::Draw => 0,
        GameResult::Win => 1,
    }
}

pub(crate) fn result_of(number: i64) -> Option<GameResult> {
    GameResult::ALL.into_iter().find(|&result| result_number(result) == number)
}

/// Marks games of swapped sides in the column `adjudicated`.
const SWAPPED: i64 = 4;

/// What the column `adjudicated` says; 2 stands for a game that the side to move has lost because it had no move to
/// give.
pub(crate) fn ending_number(ending: Ending, swapped: bool) -> i64 {
    let ending = match ending {
        Ending::LastMove => 0,
        Ending::Adjudication => 1,
        Ending::Forfeit => 2,
    };
    if swapped { ending + SWAPPED } else { ending }
}

/// The ending, and whether sides were swapped.
pub(crate) fn ending_of(number: i64) -> Option<(Ending, bool)> {
    let endings = [Ending::LastMove, Ending::Adjudication, Ending::Forfeit];
    let mut all = endings.into_iter().flat_map(|ending| [(ending, false), (ending, true)]);
    all.find(|&(ending, swapped)| ending_number(ending, swapped) == number)
}

pub(crate) fn side_text(side: Side) -> &'static str {
    match side {
        Side::X => "x",
        Side::O => "o",
    }
}

pub(crate) fn side_of(text: &str) -> Option<Side> {
    [Side::X, Side::O].into_iter().find(|&side| side_text(side) == text)
}
