//! The table of formats. To add one: a file here, and a row.

mod boards;
mod cells;
mod lists;
mod pairs;
pub(crate) mod psq;
pub(crate) mod sgf;
mod variations;

use connect_toe_game::GameSpec;

use crate::error::ReadError;
use crate::format::Format;

/// The format of this program, which has precedence.
pub(crate) const MOVES: &str = "moves";

/// Every format.
pub const FORMATS: &[Format] = &[
    Format {
        name: MOVES,
        about: "cells or coordinates with spaces between them, counted from 1; column digits where stones drop",
        example: "d1 d2 e1",
        // Whoever reads tries it before all others.
        looks: |_, _| false,
        parse: |_, _| Err(ReadError::form(MOVES, "they are read by the rules")),
    },
    Format {
        name: "cells",
        about: "cells without spaces; rows count from the bottom",
        example: "h8h9h6i10",
        looks: cells::looks,
        parse: |sheet, text| cells::parse(sheet, "cells", text),
    },
    Format {
        name: "variations",
        about: "cells with spaces, and variations in brackets after the move that they replace",
        example: "h8 i9 (g9 h9) i8",
        looks: |_, text| variations::looks(text),
        parse: variations::parse,
    },
    Format {
        name: "columns",
        about: "columns, or cells in one dimension, with commas between them, counted from 1",
        example: "4, 4, 5",
        looks: lists::looks_like_columns,
        parse: lists::parse_columns,
    },
    Format {
        name: "gomocup",
        about: "X,Y as in the Gomocup protocol, counted from 0 from the top left corner",
        example: "7,7 8,6",
        looks: pairs::looks_like_gomocup,
        parse: pairs::parse_gomocup,
    },
    Format {
        name: "offset",
        about: "a line of Gomocup's openings: X,Y, X,Y counted from the middle, Y downward",
        example: "0,0, 1,0, 1,3",
        looks: pairs::looks_like_offsets,
        parse: pairs::parse_offsets,
    },
    Format {
        name: "pos",
        about: "c-gomoku-cli's openings of this type: cells without spaces, rows count from the top",
        example: "h8h9h6i10",
        // It looks as `cells` does, and is its mirror image.
        looks: |_, _| false,
        parse: |sheet, text| cells::parse(sheet, "pos", text),
    },
    Format {
        name: "openspiel",
        about: "OpenSpiel's history: columns, or cells row by row from the top, counted from 0",
        example: "3, 3, 0",
        looks: lists::looks_like_openspiel,
        parse: lists::parse_openspiel,
    },
    Format {
        name: "uci",
        about: "a row of the UCI data sets: b, x and o with commas, Connect Four column by column from the bottom",
        example: "x,o,b,b,b,b,x,…",
        looks: boards::looks_like_uci,
        parse: boards::parse_uci,
    },
    Format {
        name: "kaggle",
        about: "the board of Kaggle's ConnectX: 0, 1 and 2, row by row from the top; 1 has moved first",
        example: "0,0,0,0,0,0,0,…",
        looks: boards::looks_like_kaggle,
        parse: boards::parse_kaggle,
    },
    Format {
        name: "board",
        about: "stones row by row from the top, with or without / between the rows",
        example: "xox/oox/___",
        looks: boards::looks_like_rows,
        parse: boards::parse_rows,
    },
    Format {
        name: psq::NAME,
        about: "a game of Piskvork",
        example: "Piskvorky 15x15, 11:11, 0 …",
        looks: |_, text| psq::looks(text),
        parse: psq::parse,
    },
    Format {
        name: sgf::NAME,
        about: "a game in the Smart Game Format (GM[4], or without GM), with its variations",
        example: "(;FF[4]GM[4]SZ[15];B[hh];W[hi])",
        looks: |_, text| sgf::looks(text),
        parse: sgf::parse,
    },
];

/// The game that a text names itself, if it is one of Piskvork's or in the Smart Game Format: five in a row on its board,
/// unless it says more.
///
/// # Errors
/// A text of these formats that does not say enough, or is broken.
///
/// ```
/// use connect_toe_records::game_of;
/// let game = game_of("(;GM[4]SZ[15];B[hh])")?.expect("a record has a game");
/// assert_eq!(game.to_string(), "15x15:5");
/// assert_eq!(game_of("d1 d2")?, None);
/// # Ok::<(), connect_toe_records::ReadError>(())
/// ```
pub fn game_of(text: &str) -> Result<Option<GameSpec>, ReadError> {
    let (format, text) = match crate::read::named(text) {
        Some((format, rest)) => (Some(format.name), rest.trim()),
        None => (None, text.trim()),
    };
    match format {
        Some(psq::NAME) => psq::game(text).map(Some),
        Some(sgf::NAME) => sgf::game(text).map(Some),
        None if psq::looks(text) => psq::game(text).map(Some),
        None if sgf::looks(text) => sgf::game(text).map(Some),
        _ => Ok(None),
    }
}
