//! Games with a name. To add one, add a row; the command line, the documentation and the conformance tests
//! read this table.

/// A game with a name.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name, usable wherever game text is.
    pub name: &'static str,
    /// The canonical game text.
    pub spec: &'static str,
    /// One line about the game.
    pub about: &'static str,
    /// Known numbers of move sequences by length, from length 0 on.
    pub perft: &'static [u64],
}

/// Every named game.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "tic-tac-toe",
        spec: "3x3:3",
        about: "Noughts and crosses; a draw with best play",
        perft: &[1, 9, 72, 504, 3024, 15120],
    },
    Preset {
        name: "connect-four",
        spec: "7x6:4:-2",
        about: "Stones drop into seven columns of six; the first player wins",
        perft: &[1, 7, 49, 343, 2401, 16807],
    },
    Preset {
        name: "gomoku",
        spec: "15x15:5",
        about: "Five or more in a row anywhere on the board (free gomoku)",
        perft: &[1, 225, 50400],
    },
    Preset {
        name: "standard-gomoku",
        spec: "15x15:5:free:exact",
        about: "Exactly five in a row; an overline does not win",
        perft: &[1, 225, 50400],
    },
    Preset {
        name: "qubic",
        spec: "4x4x4:4",
        about: "Four in a row in a cube, any empty cell; the first player wins",
        perft: &[1, 64, 4032, 249_984],
    },
    Preset {
        name: "score-four",
        spec: "4x4x4:4:-3",
        about: "Four in a row in a cube of beads stacked on sixteen pegs",
        perft: &[1, 16, 256, 4096],
    },
    Preset {
        name: "cube-2",
        spec: "2x2x2:2",
        about: "Two in a row in a cube of side 2; the first player wins at once",
        perft: &[1, 8, 56, 336, 0],
    },
    Preset {
        name: "cube-3",
        spec: "3x3x3:3",
        about: "Three in a row in a cube of side 3; the first player wins from the centre",
        perft: &[1, 27, 702, 17550],
    },
    Preset {
        name: "cube-4",
        spec: "4x4x4:4",
        about: "Four in a row in a cube of side 4: Qubic",
        perft: &[1, 64, 4032, 249_984],
    },
    Preset {
        name: "cube-5",
        spec: "5x5x5:5",
        about: "Five in a row in a cube of side 5",
        perft: &[1, 125, 15500],
    },
    Preset {
        name: "hypercube-4",
        spec: "4x4x4x4:4",
        about: "Four in a row in a hypercube of four dimensions",
        perft: &[1, 256, 65280],
    },
    Preset {
        name: "misere-tic-tac-toe",
        spec: "3x3:3:free:misere",
        about: "The player who completes a line of three loses",
        perft: &[1, 9, 72, 504, 3024, 15120],
    },
    Preset {
        name: "torus-tic-tac-toe",
        spec: "3x3:3:free:torus",
        about: "Three in a row on a board whose edges are joined",
        perft: &[1, 9, 72, 504, 3024, 15120],
    },
    Preset {
        name: "four-sides",
        spec: "6x6:4:+1,-1,+2,-2",
        about: "Four in a row with stones pushed in from all four sides",
        perft: &[1, 20],
    },
];

/// The preset of that name, in capital or small letters.
///
/// ```
/// use connect_toe_game::{GameSpec, presets};
/// let qubic = presets::find("qubic").expect("it is in the table");
/// assert_eq!(qubic.spec, "4x4x4:4");
/// assert_eq!("Qubic".parse::<GameSpec>(), qubic.spec.parse());
/// ```
pub fn find(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name.eq_ignore_ascii_case(name))
}

/// All names, in the table's order.
pub fn names() -> Vec<&'static str> {
    PRESETS.iter().map(|preset| preset.name).collect()
}
