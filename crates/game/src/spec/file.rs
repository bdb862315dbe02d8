//! A game whose winning lines are listed one a row.

use super::game_spec::GameSpec;
use super::reason::SpecError;

impl GameSpec {
    /// Reads a game from the text of a file that lists its winning lines: the first row has the sizes of the board and, if
    /// any, the faces and rule variations (`5x5`, or `7x6:-2:misere`), each other row the cells of one line, joined by `+` or
    /// spaces. What follows a `#` is a remark, and empty rows mean nothing.
    ///
    /// # Errors
    /// The text does not describe a game.
    ///
    /// ```
    /// use connect_toe_game::GameSpec;
    /// let fano = "7  # the Fano plane\n\na b d\nb c e\nc d f\nd e g\na e f\nb f g\na c g\n";
    /// let game = GameSpec::from_lines(fano)?;
    /// assert_eq!(game.to_string(), "7:lines=a+b+d/a+c+g/a+e+f/b+c+e/b+f+g/c+d+f/d+e+g");
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    pub fn from_lines(text: &str) -> Result<GameSpec, SpecError> {
        let without_remark = |row: &str| row.split('#').next().unwrap_or_default().trim().to_owned();
        let mut rows = text.lines().map(without_remark).filter(|row| !row.is_empty());
        let head = rows.next().unwrap_or_default();
        let head: Vec<&str> =
            head.split([':', ' ', '\t']).map(str::trim).filter(|part| !part.is_empty()).collect();
        let (sizes, rest) = head.split_first().map_or(("", &[][..]), |(sizes, rest)| (*sizes, rest));
        let cells = |row: String| {
            let cells: Vec<&str> =
                row.split(|c: char| c == '+' || c.is_whitespace()).filter(|cell| !cell.is_empty()).collect();
            cells.join("+")
        };
        let lines: Vec<String> = rows.map(cells).collect();
        let mut game = format!("{sizes}:lines={}", lines.join("/"));
        for part in rest {
            game.push(':');
            game.push_str(part);
        }
        game.parse()
    }
}
