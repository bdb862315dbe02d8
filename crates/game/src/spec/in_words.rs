//! A game in words, and what follows from its description for those who print it: names of the sides, whether there are
//! draws, whether cells are points of no grid. Every text is a part of a sentence, without a full stop.

use super::game_spec::{Edges, Faces, Forbidden, GameSpec, Goal, Overline, Roles, Turn};
use super::line_rule::{LineRule, numbered_cells};
use crate::cell_text;
use crate::lines::field;
use crate::outcome::Outcome;
use crate::side::{BySide, Side};

/// The most cells of a shape, and the most blocked cells, that are named one by one.
const MOST_NAMED: usize = 8;

impl GameSpec {
    /// What a winning line is: `4 in a row`.
    ///
    /// ```
    /// use connect_toe_game::GameSpec;
    /// let line = |game: &str| Ok::<_, connect_toe_game::SpecError>(game.parse::<GameSpec>()?.lines_in_words());
    /// assert_eq!(line("7x6:4:-2")?, "4 in a row");
    /// assert_eq!(line("15x15:5:free:exact")?, "exactly 5 in a row");
    /// assert_eq!(line("4x4:plane")?, "a line of the affine plane of order 4");
    /// assert_eq!(line("13:projective")?, "a line of the projective plane of order 3");
    /// assert_eq!(line("4:lines=a+b/c+d")?, "one of 2 given lines");
    /// assert_eq!(
    ///     line("6x6:shape=a1+b1+b2+c2")?,
    ///     "the shape a1 b1 b2 c2 (moved, turned or mirrored)",
    /// );
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    pub fn lines_in_words(&self) -> String {
        match &self.lines {
            LineRule::Run(k) if self.overline == Overline::DoesNotCount => format!("exactly {k} in a row"),
            LineRule::Run(k) => format!("{k} in a row"),
            LineRule::Given(lines) if lines.len() == 1 => "the given line".to_owned(),
            LineRule::Given(lines) => format!("one of {} given lines", lines.len()),
            LineRule::Shape(cells) => self.shape_in_words(cells),
            LineRule::Plane => {
                let order = self.sizes.first().copied().unwrap_or_default();
                match self.dimensions() {
                    2 => format!("a line of the affine plane of order {order}"),
                    dimensions => {
                        format!("a line of the affine space of dimension {dimensions} and order {order}")
                    }
                }
            }
            LineRule::Projective => {
                let order = self.sizes.first().and_then(|&points| field::projective_order(points));
                match order {
                    Some(order) => format!("a line of the projective plane of order {order}"),
                    None => "a line of the projective plane".to_owned(),
                }
            }
        }
    }

    fn shape_in_words(&self, cells: &[Vec<u16>]) -> String {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        let images = if self.dimensions() == 1 { "moved or mirrored" } else { "moved, turned or mirrored" };
        if cells.len() > MOST_NAMED {
            return format!("a shape of {} cells ({images})", cells.len());
        }
        let cells: Vec<String> = cells.iter().map(|cell| cell_text::of(cell)).collect();
        format!("the shape {} ({images})", cells.join(" "))
    }

    /// Who wins with what: `4 in a row wins`. Where the sides want different things, each is named.
    ///
    /// ```
    /// use connect_toe_game::GameSpec;
    /// let goal = |game: &str| Ok::<_, connect_toe_game::SpecError>(game.parse::<GameSpec>()?.goal_in_words());
    /// assert_eq!(goal("7x6:4:-2")?, "4 in a row wins");
    /// assert_eq!(goal("3x3:3:free:misere")?, "3 in a row loses");
    /// assert_eq!(goal("3x3:3:free:maker")?, "Maker (X) wins with 3 in a row, Breaker (O) by preventing it");
    /// assert_eq!(
    ///     goal("3x3:3:free:maker:misere")?,
    ///     "Avoider (X) loses with 3 in a row, Enforcer (O) if there is none in the end",
    /// );
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    pub fn goal_in_words(&self) -> String {
        let line = self.lines_in_words();
        if self.forbidden == Forbidden::Renju {
            return format!(
                "X wins with exactly {line}, O with 5 or more; X may not make two threes, two fours or a longer row"
            );
        }
        let BySide { x, o } = self.side_names();
        match (self.roles, self.goal) {
            (Roles::Alike, Goal::MakeLine) => format!("{line} wins"),
            (Roles::Alike, Goal::AvoidLine) => format!("{line} loses"),
            (Roles::MakerAndBreaker, Goal::MakeLine) => {
                format!("{x} (X) wins with {line}, {o} (O) by preventing it")
            }
            (Roles::MakerAndBreaker, Goal::AvoidLine) => {
                format!("{x} (X) loses with {line}, {o} (O) if there is none in the end")
            }
        }
    }

    /// How many stones a side places in its turn, `None` if it is always one.
    ///
    /// ```
    /// use connect_toe_game::GameSpec;
    /// let turns = |game: &str| Ok::<_, connect_toe_game::SpecError>(game.parse::<GameSpec>()?.turns_in_words());
    /// assert_eq!(turns("19x19:6:free:turn=1+2")?.as_deref(), Some("one stone first, then two a turn"));
    /// assert_eq!(turns("9x9:5:free:turn=3+3")?.as_deref(), Some("three stones a turn"));
    /// assert_eq!(turns("3x3:3")?, None);
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    pub fn turns_in_words(&self) -> Option<String> {
        let Turn { first, later } = self.turn;
        let stones =
            |number: u8| format!("{} stone{}", small_number(number), if number == 1 { "" } else { "s" });
        match (first, later) {
            (1, 1) => None,
            _ if first == later => Some(format!("{} a turn", stones(later))),
            _ => Some(format!("{} first, then {} a turn", stones(first), small_number(later))),
        }
    }

    /// Who wins with what, and how many stones a side places in its turn if it is not always one.
    ///
    /// ```
    /// use connect_toe_game::GameSpec;
    /// let connect6: GameSpec = "19x19:6:free:turn=1+2".parse()?;
    /// assert_eq!(connect6.goal_and_turns_in_words(), "6 in a row wins; one stone first, then two a turn");
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    pub fn goal_and_turns_in_words(&self) -> String {
        let turns = self.turns_in_words().map(|turns| format!("; {turns}"));
        self.goal_in_words() + &turns.unwrap_or_default()
    }

    /// The board: `7 × 6 cells`, or where cells are no grid, `7 points`, with those that are blocked.
    ///
    /// ```
    /// use connect_toe_game::GameSpec;
    /// let board = |game: &str| Ok::<_, connect_toe_game::SpecError>(game.parse::<GameSpec>()?.board_in_words());
    /// assert_eq!(board("7x6:4:-2")?, "7 × 6 cells");
    /// assert_eq!(board("7x6:4:-2:blocked=a1+g1")?, "7 × 6 cells without a1 g1");
    /// assert_eq!(board("7:projective")?, "7 points");
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    pub fn board_in_words(&self) -> String {
        let sizes: Vec<String> = self.sizes.iter().map(ToString::to_string).collect();
        let one = match self.sizes.as_slice() {
            [1] if self.is_of_points() => " point",
            _ if self.is_of_points() => " points",
            [1] => " cell",
            _ => " cells",
        };
        let blocked = match self.blocked.len() {
            0 => String::new(),
            1..=MOST_NAMED => {
                format!(" without {}", numbered_cells(&self.blocked, &self.sizes).replace('+', " "))
            }
            number => format!(", {number} of them blocked"),
        };
        sizes.join(" × ") + one + &blocked
    }

    /// Where stones enter: `any empty cell`, or the open faces.
    ///
    /// ```
    /// use connect_toe_game::GameSpec;
    /// assert_eq!("7x6:4:-2".parse::<GameSpec>()?.faces_in_words(), "stones drop through face −2");
    /// assert_eq!("3x3:3".parse::<GameSpec>()?.faces_in_words(), "any empty cell");
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    pub fn faces_in_words(&self) -> String {
        let text = || self.faces.to_string().replace('-', "−").replace(',', ", ");
        match &self.faces {
            Faces::Free if self.is_of_points() => "any empty point".to_owned(),
            Faces::Free => "any empty cell".to_owned(),
            Faces::Open(faces) if faces.len() == 1 => format!("stones drop through face {}", text()),
            Faces::Open(_) => format!("stones drop through faces {}", text()),
        }
    }

    /// Which edges are joined, `None` if none are.
    ///
    /// ```
    /// use connect_toe_game::GameSpec;
    /// let edges = |game: &str| Ok::<_, connect_toe_game::SpecError>(game.parse::<GameSpec>()?.edges_in_words());
    /// assert_eq!(edges("5x5:4:free:torus")?.as_deref(), Some("opposite edges are joined"));
    /// assert_eq!(edges("7x6:4:-2:torus=1")?.as_deref(), Some("left and right edge are joined"));
    /// assert_eq!(edges("4x4x4:4:free:torus=1+3")?.as_deref(), Some("edges of dimensions 1 and 3 are joined"));
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    pub fn edges_in_words(&self) -> Option<String> {
        let dimensions = match &self.edges {
            Edges::Walls => return None,
            Edges::Wrap => return Some("opposite edges are joined".to_owned()),
            Edges::WrapSome(dimensions) => dimensions,
        };
        Some(match (self.dimensions(), dimensions.as_slice()) {
            (2, [1]) => "left and right edge are joined".to_owned(),
            (2, [2]) => "upper and lower edge are joined".to_owned(),
            (_, [dimension]) => format!("edges of dimension {dimension} are joined"),
            (_, several) => {
                let names: Vec<String> = several.iter().map(ToString::to_string).collect();
                format!("edges of dimensions {} are joined", names.join(" and "))
            }
        })
    }

    /// All rules, in an order to print them: board, goal, where stones enter, and what is unusual.
    ///
    /// ```
    /// use connect_toe_game::GameSpec;
    /// let connect6: GameSpec = "19x19:6:free:turn=1+2".parse()?;
    /// assert_eq!(
    ///     connect6.rules_in_words(),
    ///     ["19 × 19 cells", "6 in a row wins", "any empty cell", "one stone first, then two a turn"],
    /// );
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    pub fn rules_in_words(&self) -> Vec<String> {
        let usual = [self.board_in_words(), self.goal_in_words(), self.faces_in_words()];
        usual.into_iter().chain(self.edges_in_words()).chain(self.turns_in_words()).collect()
    }

    /// What each side is called: X and O, or what it does where only X's lines count.
    ///
    /// ```
    /// use connect_toe_game::{BySide, GameSpec};
    /// let names = |game: &str| Ok::<_, connect_toe_game::SpecError>(game.parse::<GameSpec>()?.side_names());
    /// assert_eq!(names("3x3:3")?, BySide { x: "X", o: "O" });
    /// assert_eq!(names("3x3:3:free:maker")?, BySide { x: "Maker", o: "Breaker" });
    /// assert_eq!(names("3x3:3:free:maker:misere")?, BySide { x: "Avoider", o: "Enforcer" });
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    pub const fn side_names(&self) -> BySide<&'static str> {
        match (self.roles, self.goal) {
            (Roles::Alike, _) => BySide { x: "X", o: "O" },
            (Roles::MakerAndBreaker, Goal::MakeLine) => BySide { x: "Maker", o: "Breaker" },
            (Roles::MakerAndBreaker, Goal::AvoidLine) => BySide { x: "Avoider", o: "Enforcer" },
        }
    }

    /// Whether the same rules hold for both sides, apart from who begins: not where only X's lines count, and not in
    /// renju.
    ///
    /// ```
    /// use connect_toe_game::GameSpec;
    /// assert!("3x3:3:free:misere".parse::<GameSpec>()?.sides_are_alike());
    /// assert!(!"15x15:5:free:renju".parse::<GameSpec>()?.sides_are_alike());
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    pub fn sides_are_alike(&self) -> bool {
        self.roles == Roles::Alike && self.forbidden == Forbidden::Nothing
    }

    /// Whether the sides place one stone in turn, and the same rules hold for both: if not, which side one has matters more
    /// than who begins.
    ///
    /// ```
    /// use connect_toe_game::GameSpec;
    /// assert!("3x3:plane".parse::<GameSpec>()?.turns_are_equal());
    /// assert!(!"3x3:3:free:turn=1+2".parse::<GameSpec>()?.turns_are_equal());
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    pub fn turns_are_equal(&self) -> bool {
        self.sides_are_alike() && self.turn == Turn::default()
    }

    /// Whether the sides place one stone in turn, and whoever has a line first wins: all that goes without saying.
    ///
    /// ```
    /// use connect_toe_game::GameSpec;
    /// assert!("7:projective".parse::<GameSpec>()?.is_won_by_the_first_line());
    /// assert!(!"3x3:3:free:misere".parse::<GameSpec>()?.is_won_by_the_first_line());
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    pub fn is_won_by_the_first_line(&self) -> bool {
        self.turns_are_equal() && self.goal == Goal::MakeLine
    }

    /// The outcome when no move is left and no line ends the game: a draw, or where only X's lines count, O's win, and
    /// in such a misère game O's loss.
    #[inline]
    pub const fn outcome_without_moves(&self) -> Outcome {
        match (self.roles, self.goal) {
            (Roles::Alike, _) => Outcome::Draw,
            (Roles::MakerAndBreaker, Goal::MakeLine) => Outcome::Win(Side::O),
            (Roles::MakerAndBreaker, Goal::AvoidLine) => Outcome::Win(Side::X),
        }
    }

    /// Whether the rules have draws: not where only X's lines count, since X either has one in the end or has none.
    ///
    /// ```
    /// use connect_toe_game::GameSpec;
    /// assert!("3x3:3".parse::<GameSpec>()?.can_be_drawn());
    /// assert!(!"3x3:3:free:maker".parse::<GameSpec>()?.can_be_drawn());
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    pub fn can_be_drawn(&self) -> bool {
        self.outcome_without_moves() == Outcome::Draw
    }

    /// Whether the cells are points of no grid, so that their places say nothing: those of a projective plane, and of
    /// given lines on one dimension, unless stones slide along it.
    ///
    /// ```
    /// use connect_toe_game::GameSpec;
    /// let is_of_points = |game: &str| Ok::<_, connect_toe_game::SpecError>(game.parse::<GameSpec>()?.is_of_points());
    /// assert!(is_of_points("7:projective")? && is_of_points("4:lines=a+b/c+d")?);
    /// assert!(!is_of_points("4x4:plane")? && !is_of_points("9:3")?);
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    pub fn is_of_points(&self) -> bool {
        self.dimensions() == 1
            && self.faces == Faces::Free
            && matches!(self.lines, LineRule::Given(_) | LineRule::Projective)
    }
}

/// A number of stones as a word.
fn small_number(number: u8) -> String {
    const WORDS: [&str; Turn::MOST as usize + 1] = ["no", "one", "two", "three", "four"];
    WORDS.get(usize::from(number)).map_or_else(|| number.to_string(), |&word| word.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str) -> GameSpec {
        text.parse().expect("is a game")
    }

    #[test]
    fn rules_of_all_kinds() {
        let rules = |text: &str| game(text).rules_in_words().join("; ");
        insta::assert_snapshot!(
            [
                "7x6:4:-2",
                "15x15:5:free:exact",
                "15x15:5:free:renju",
                "3x3x3:plane",
                "5:shape=a+c",
                "1:1",
                "4:lines=a+b",
                "4:lines=a+b:+1",
                "6x6:4:+1,-1,+2,-2",
                "5x5:3:free:blocked=c3:maker:misere:torus:turn=2+1",
                "4x4:3:free:blocked=a1+a2+a3+a4+b1+b2+b3+b4+c1",
                "3x3:3:free:maker:torus=2",
            ]
            .map(|text| format!("{text}: {}", rules(text)))
            .join("\n"),
        );
    }

    #[test]
    fn long_shapes_are_counted() {
        assert_eq!(
            game("4x4:shape=a1+a2+a3+a4+b1+b2+b3+b4+c1").lines_in_words(),
            "a shape of 9 cells (moved, turned or mirrored)"
        );
    }

    #[test]
    fn descriptions_that_are_no_games_have_words() {
        for sizes in [vec![], vec![0], vec![3, 0], vec![6]] {
            for lines in [LineRule::Plane, LineRule::Projective, LineRule::Shape(vec![vec![]])] {
                let spec =
                    GameSpec { lines, blocked: vec![7], ..GameSpec::new(sizes.clone(), 1, Faces::Free) };
                assert!(spec.check().is_err() && !spec.rules_in_words().is_empty());
            }
        }
    }
}
