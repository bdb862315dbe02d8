//! Games to fuzz with: some of every kind for the parsers, any of the class for the rules.

use std::sync::LazyLock;

use connect_toe_game::{End, Face, Faces, Game, GameSpec};

use crate::input::Input;

/// One to four dimensions, every kind of gravity, every bitboard width but the largest, every flag.
const TEXTS: [&str; 18] = [
    "3x3:3",
    "7x6:4:-2",
    "4x4x4:4",
    "4x4x4:4:-3",
    "2x2x2x2:2",
    "9:3:-1",
    "5:2",
    "12x3:4:-2",
    "4x4:3:all",
    "3x3x1:3:+3",
    "6x6:4:+1,-1,+2,-2",
    "3x3:3:free:misere:torus",
    "15x15:5:free:exact",
    "30x2:4:+2",
    "2x3x2x2:2:-2,+4",
    "1:1",
    "2x2:5",
    "27x30:5",
];

static GAMES: LazyLock<Vec<Game>> = LazyLock::new(|| {
    TEXTS.iter().map(|text| text.parse().expect("the texts above are games of the class")).collect()
});

/// One of a few games, ready to use.
pub fn fixed(input: &mut Input) -> &'static Game {
    input.choose(&GAMES)
}

/// The number that [`fixed`] reads for the game of this text.
///
/// # Panics
/// There is no such text in the list.
pub fn number_of(text: &str) -> u8 {
    TEXTS.iter().position(|&other| other == text).expect("the text is in the list") as u8
}

/// Any game of the class with at most `max_cells` cells and four dimensions.
///
/// # Panics
/// The parser refuses the text of a sound game, which is a bug of the parser.
pub fn any(input: &mut Input, max_cells: usize) -> GameSpec {
    let mut sizes = Vec::new();
    let mut cells_left = max_cells;
    for _ in 0..=input.below(4) {
        let size = 1 + input.below(cells_left.min(9));
        cells_left /= size;
        sizes.push(size as u16);
    }
    let k = 1 + input.below(6) as u16;
    let mut faces = Vec::new();
    let open = input.byte();
    for dimension in 1..=sizes.len() as u16 {
        for (end, bit) in [(End::Low, 0), (End::High, 1)] {
            if open >> (2 * (dimension - 1) + bit) & 1 == 1 {
                faces.push(Face { dimension, end });
            }
        }
    }
    let faces = if faces.is_empty() { Faces::Free } else { Faces::Open(faces) };
    let sizes: Vec<String> = sizes.iter().map(u16::to_string).collect();
    let mut text = format!("{}:{k}:{faces}", sizes.join("x"));
    let flags = input.byte();
    // Any of these go together.
    let names = ["blocked=FIRST", "exact", "maker", "misere", "torus", "turn=1+2", "turn=2+2"];
    for (_, name) in names.into_iter().enumerate().filter(|(place, _)| flags >> place & 1 == 1) {
        if !(name.starts_with("turn") && text.contains("turn")) {
            text += ":";
            text += &name.replace("FIRST", &vec!["1"; sizes.len()].join(","));
        }
    }
    text.parse().expect("is the text of a game")
}
