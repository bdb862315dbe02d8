//! Families: games that differ in sizes, line length, open faces and rule variations.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use connect_toe_game::{End, Face, Faces, GameSpec, LineRule, MAX_DIMENSIONS, Representative, longest_line};

/// A family of games: all combinations of its choices.
///
/// ```
/// use connect_toe_atlas::{Family, Placement};
/// let squares = Family {
///     dimensions: 2..=2,
///     cells: 9..=9,
///     sizes: 3..=3,
///     k: 3..=3,
///     placements: vec![Placement::Free, Placement::OneFace],
///     flags: vec!["".to_owned(), "misere".to_owned()],
/// };
/// let games: Vec<String> = squares.games().iter().map(ToString::to_string).collect();
/// assert_eq!(games, ["3x3:3", "3x3:3:-2", "3x3:3:-2:misere", "3x3:3:free:misere"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// Numbers of dimensions.
    pub dimensions: RangeInclusive<u16>,
    /// Numbers of cells.
    pub cells: RangeInclusive<u16>,
    /// Sizes of each dimension.
    pub sizes: RangeInclusive<u16>,
    /// Stones in a row that make a line; only as many as fit on the board are tried.
    pub k: RangeInclusive<u16>,
    /// Where stones enter.
    pub placements: Vec<Placement>,
    /// Rule variations: each text has the flags of one combination, as in game text.
    pub flags: Vec<String>,
}

/// Where stones enter the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// Any empty cell.
    Free,
    /// Through one face, each that differs from the others.
    OneFace,
    /// Through every set of two faces or more, each that differs from the others.
    SeveralFaces,
}

impl Placement {
    /// All of them.
    pub const ALL: [Placement; 3] = [Placement::Free, Placement::OneFace, Placement::SeveralFaces];

    /// Its name in a plan: `free`, `one face`, `several faces`.
    pub const fn name(self) -> &'static str {
        match self {
            Placement::Free => "free",
            Placement::OneFace => "one face",
            Placement::SeveralFaces => "several faces",
        }
    }

    /// The placement of a game.
    ///
    /// ```
    /// use connect_toe_atlas::Placement;
    /// assert_eq!(Placement::of(&"7x6:4:-2".parse()?), Placement::OneFace);
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    pub fn of(game: &GameSpec) -> Placement {
        match &game.faces {
            Faces::Free => Placement::Free,
            Faces::Open(faces) if faces.len() == 1 => Placement::OneFace,
            Faces::Open(_) => Placement::SeveralFaces,
        }
    }
}

impl Family {
    /// The most games of one family.
    pub const MOST_GAMES: usize = 1_000_000;

    /// The games, each with the game that [stands for](Representative) those on a turned board, in the order of their
    /// texts.
    pub fn games(&self) -> Vec<GameSpec> {
        let mut found: BTreeSet<String> = BTreeSet::new();
        for sizes in self.boards() {
            for faces in self.faces(sizes.len()) {
                for flags in &self.flags {
                    let text = |k: u16| {
                        let colon = if flags.is_empty() { "" } else { ":" };
                        let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
                        format!("{}:{k}:{faces}{colon}{flags}", sizes.join("x"))
                    };
                    let Ok(game) = text(1).parse::<GameSpec>() else { continue };
                    let most = longest_line(&game).min(u64::from(*self.k.end())) as u16;
                    for k in (*self.k.start()).max(1)..=most {
                        found.insert(
                            Representative::of(&GameSpec { lines: LineRule::Run(k), ..game.clone() })
                                .spec()
                                .to_string(),
                        );
                        if found.len() >= Family::MOST_GAMES {
                            break;
                        }
                    }
                }
            }
        }
        found.iter().filter_map(|text| text.parse().ok()).collect()
    }

    /// The boards, each with its sizes in falling order.
    fn boards(&self) -> Vec<Vec<u16>> {
        let (least, most) = (*self.cells.start(), *self.cells.end());
        let mut boards: Vec<Vec<u16>> = vec![Vec::new()];
        let mut found = Vec::new();
        for dimensions in 1..=(*self.dimensions.end()).min(MAX_DIMENSIONS as u16) {
            let mut larger = Vec::new();
            for board in &boards {
                let cells: u32 = board.iter().map(|&size| u32::from(size)).product();
                let longest = board.last().copied().unwrap_or(u16::MAX).min(*self.sizes.end());
                let fits = |size: &u16| cells * u32::from(*size) <= u32::from(most);
                let sizes = (*self.sizes.start()).max(1)..=longest;
                larger.extend(sizes.take_while(fits).map(|size| [board.as_slice(), &[size]].concat()));
            }
            boards = larger;
            if self.dimensions.contains(&dimensions) {
                let cells = |board: &&Vec<u16>| board.iter().map(|&size| u32::from(size)).product::<u32>();
                found.extend(boards.iter().filter(|board| cells(board) >= u32::from(least)).cloned());
            }
        }
        found
    }

    /// The sets of open faces. A dimension's only open face is its high one: the other is the same on a mirrored board.
    fn faces(&self, dimensions: usize) -> Vec<Faces> {
        let mut sets: Vec<Vec<Face>> = vec![Vec::new()];
        for dimension in 1..=dimensions as u16 {
            let ends: [&[End]; 3] = [&[], &[End::High], &[End::Low, End::High]];
            let open = |ends: &[End]| ends.iter().map(|&end| Face { dimension, end }).collect::<Vec<Face>>();
            let larger = |set: &Vec<Face>| ends.map(|ends| [set.as_slice(), &open(ends)].concat());
            sets = sets.iter().flat_map(larger).collect();
        }
        let mut found = Vec::new();
        for placement in &self.placements {
            match placement {
                Placement::Free => found.push(Faces::Free),
                Placement::OneFace => {
                    found.extend(sets.iter().filter(|set| set.len() == 1).cloned().map(Faces::Open));
                }
                Placement::SeveralFaces => {
                    found.extend(sets.iter().filter(|set| set.len() > 1).cloned().map(Faces::Open));
                }
            }
        }
        found
    }
}
