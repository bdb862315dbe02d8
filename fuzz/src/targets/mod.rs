//! The table of targets. To add one: a file here, a `mod` line, a row in [`Target::ALL`], and a file of
//! the same name under `fuzz_targets/` with its `[[bin]]` in `Cargo.toml`.

pub mod board_text;
pub mod cell;
pub mod certificate;
pub mod experiment;
pub mod game_text;
pub mod gomocup;
pub mod lines_file;
pub mod move_list;
pub mod player_spec;
pub mod records;
pub mod rules;
pub mod settings;
pub mod weights;

/// A target's row.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name.
    pub name: &'static str,
    /// One line: what it holds the program to.
    pub about: &'static str,
    /// Runs it on these bytes; a panic is a finding.
    pub run: fn(&[u8]),
    /// Inputs to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Pieces of text that mean something to the parser.
    pub words: &'static [&'static str],
}

impl Target {
    /// Every target.
    pub const ALL: &'static [Target] = &[
        Target {
            name: "experiment",
            about: "experiment files: read twice they are the same, and pairs are numbered without gaps",
            run: experiment::run,
            seeds: experiment::seeds,
            words: &[
                "[[study]]",
                "[let]",
                "name = \"a\"",
                "game = ",
                "player = ",
                "opponent = ",
                "openings = { plies = 2 }",
                "{1..3}",
                "{a,b}",
                "{n}",
                "subsets-up-to-symmetry",
                "\n",
                "\"",
            ],
        },
        Target {
            name: "game_text",
            about: "game text: what is read prints and reads the same, and as the reference reads it",
            run: game_text::run,
            seeds: game_text::seeds,
            words: &[
                "x",
                ":",
                ",",
                "+",
                "-",
                "free",
                "all",
                "exact",
                "misere",
                "torus",
                "0",
                "1",
                "9",
                "4096",
                "65536",
                "+1",
                "-2",
                ":free:exact",
                "-0",
                "é",
                " ",
            ],
        },
        Target {
            name: "lines_file",
            about: "files of winning lines: what is read prints and reads the same; every cell is placed or none",
            run: lines_file::run,
            seeds: lines_file::seeds,
            words: &[
                "7\n",
                "2x2:misere\n",
                "a b d\n",
                "a1+b1",
                "#",
                " at ",
                "a at 0,0\n",
                "1e308",
                "-",
                "nan",
                ",",
                "\n",
                "\r",
                "blocked=a",
                "é",
            ],
        },
        Target {
            name: "cell",
            about: "cells: what is read prints and reads the same",
            run: cell::run,
            seeds: cell::seeds,
            words: &["a", "z", "aa", "A1", "1", "0", "10", ".", ",", "4294967296", "zzzzzzzz", "é"],
        },
        Target {
            name: "move_list",
            about: "move lists: every move read is legal, prints and reads the same; errors name the move",
            run: move_list::run,
            seeds: move_list::seeds,
            words: &["a1", "d1", " ", "4", "4453", "b2", "a1.1", "0", "9", "1,1", "é", "\n"],
        },
        Target {
            name: "board_text",
            about: "boards: what is read prints and reads the same, without floating stones",
            run: board_text::run,
            seeds: board_text::seeds,
            words: &["x", "o", "_", ".", "/", "|", "||", "\n", "X", "O", " ", "é", "|||"],
        },
        Target {
            name: "records",
            about: "texts of other programs: what is read can be played, and reads the same where it can be written",
            run: records::run,
            seeds: records::seeds,
            words: &[
                "(;",
                "(",
                ")",
                ";",
                "B[",
                "W[",
                "AB[",
                "PL[W]",
                "SZ[",
                "GM[4]",
                "aa",
                "]",
                "\\",
                "Piskvorky ",
                "15x15",
                "3x3",
                "1,1,0",
                "0,0",
                "-1,2",
                ", ",
                "h8",
                "a1",
                "_",
                "[",
                "x,o,b",
                "0,1,2",
                "pos:",
                "offset:",
                "\n",
                "é",
            ],
        },
        Target {
            name: "gomocup",
            about: "the Gomocup protocol: commands and replies that are read print and read the same",
            run: gomocup::run,
            seeds: gomocup::seeds,
            words: &[
                "START ",
                "TURN ",
                "INFO ",
                "time_left ",
                "BOARD",
                "7,7",
                ",1",
                "-",
                "\r\n",
                "FORBID 0102.",
                "name=",
                " ",
            ],
        },
        Target {
            name: "settings",
            about: "settings: what is read prints and reads the same",
            run: settings::run,
            seeds: settings::seeds,
            words: &["=", ",", "\"", "depth", "eval", "ties", "depth=3", "=runs", "=\"a,b\"", "é"],
        },
        Target {
            name: "player_spec",
            about: "players: what is read prints and reads the same, and can play",
            run: player_spec::run,
            seeds: player_spec::seeds,
            words: &[
                ":",
                "=",
                ",",
                "random",
                "minimax",
                "alpha-beta",
                "two-ply",
                "perfect",
                "published",
                "depth=",
                "eval=",
                "ties=",
                "nodes=",
                "hurry=true",
                "runs",
                "undecided",
                "weighted-lines",
                "weights=",
                "1/10/100",
                "magnitude=",
                "terminal",
                "open-lines",
                "first",
                "last",
                "0",
                "4097",
                "-1",
            ],
        },
        Target {
            name: "certificate",
            about: "certificates: what is proven is so, by the reference",
            run: certificate::run,
            seeds: certificate::seeds,
            words: &[
                "connect-toe certificate 1\n",
                "game ",
                "position ",
                "claim ",
                "strategy\n",
                "pairs\n",
                "ply ",
                "end\n",
                "x ",
                "o ",
                "wins within ",
                "does not lose",
                " within ",
                " plies",
                "a1\n",
                "b2\n",
                "1",
                "0",
                "\n",
                "4294967295",
            ],
        },
        Target {
            name: "weights",
            about: "learned weights: what is read is written the same; damaged files are refused",
            run: weights::run,
            seeds: weights::seeds,
            words: &["connect-toe learned weights 1\n", "3x3:3", "4x3:3:-2", "tc", "\0\0\0\0", "\u{1}\0\0\0"],
        },
        Target {
            name: "rules",
            about: "play: legal if and only if accepted; incremental state as from scratch; as the reference plays",
            run: rules::run,
            seeds: rules::seeds,
            words: &[],
        },
    ];

    /// The target of that name.
    pub fn find(name: &str) -> Option<&'static Target> {
        Target::ALL.iter().find(|target| target.name == name)
    }
}
