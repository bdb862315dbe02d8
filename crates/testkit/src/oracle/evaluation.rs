//! Static evaluations, straight from their definitions.

use super::game::{Flag, Line};
use super::position::{Outcome, Player, Position};

/// How a board that is not decided counts for the player who is searching (Connect-Toe paper, §3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Horizon {
    /// As a win: `+1`.
    Optimistic,
    /// As a loss: `-1`.
    Pessimistic,
    /// As neither: `0`.
    Undecided,
}

impl Horizon {
    /// Every horizon.
    pub const ALL: [Horizon; 3] = [Horizon::Optimistic, Horizon::Pessimistic, Horizon::Undecided];

    /// The horizon that is called `optimistic`, `pessimistic` or `undecided`.
    pub fn named(name: &str) -> Option<Horizon> {
        Horizon::ALL.into_iter().find(|horizon| horizon.name() == name)
    }

    /// The name of the evaluation.
    pub fn name(self) -> &'static str {
        match self {
            Horizon::Optimistic => "optimistic",
            Horizon::Pessimistic => "pessimistic",
            Horizon::Undecided => "undecided",
        }
    }
}

impl Position<'_> {
    /// The six evaluations by name: `terminal`, `open-lines`, `weighted-lines`, `optimistic`, `pessimistic`,
    /// `undecided`; nothing for another name.
    ///
    /// # Panics
    /// As [`weighted_lines`](Self::weighted_lines).
    pub fn evaluate(&self, name: &str, player: Player) -> Option<i128> {
        match name {
            "terminal" => Some(self.terminal(10)),
            "open-lines" => Some(self.open_lines(player)),
            "weighted-lines" => Some(self.weighted_lines(player)),
            _ => Some(self.horizon(Horizon::named(name)?, player)),
        }
    }

    /// `+magnitude` if X has a line, else `-magnitude` if O has one, else 0; the reverse with `misere`. With `maker` O
    /// has won, and the value is O's, where no legal move is left and X has no line.
    ///
    /// Always from X's point of view. Source: the article on the Tic-Tac-Toe evaluation function.
    pub fn terminal(&self, magnitude: i128) -> i128 {
        let o_has_won = self.has_line(Player::O) || (self.game.has(Flag::Maker) && self.outcome().is_some());
        let value = if self.has_line(Player::X) {
            magnitude
        } else if o_has_won {
            -magnitude
        } else {
            0
        };
        self.misere_sign() * value
    }

    /// Lines with no stone of the opponent, less lines with no stone of the player; the reverse with `misere`.
    ///
    /// With `maker` a line is of use to X alone: for X the value is the number of lines with no stone of O, for O the
    /// same with the other sign.
    ///
    /// From the player's point of view. Source: the article on open lines.
    pub fn open_lines(&self, player: Player) -> i128 {
        if self.game.has(Flag::Maker) {
            return self.makers_lines(player, &|_| 1);
        }
        self.line_sum(player, &|own, theirs| i128::from(theirs == 0) - i128::from(own == 0))
    }

    /// The sum over lines of `10^n` for `n ≥ 1` stones of the player alone and `-10^n` for the opponent's alone;
    /// the reverse with `misere`. How many cells a line has does not matter.
    ///
    /// With `maker` a line is of use to X alone: for X the value is the sum over the lines that X has stones on and O
    /// has not, for O the same with the other sign.
    ///
    /// From the player's point of view. Source: the article on weighted lines.
    ///
    /// # Panics
    /// If the exact sum does not fit, which takes more than 30 stones of one player on a line.
    pub fn weighted_lines(&self, player: Player) -> i128 {
        let power = |stones| 10_i128.checked_pow(stones).expect("a line of at most 30 stones");
        if self.game.has(Flag::Maker) {
            return self.makers_lines(player, &|stones| if stones == 0 { 0 } else { power(stones) });
        }
        self.line_sum(player, &|own, theirs| match (own, theirs) {
            (0, 0) => 0,
            (_, 0) => power(own),
            (0, _) => -power(theirs),
            _ => 0,
        })
    }

    /// The sum over all lines of a weight of the player's and the opponent's stones on the line; the reverse with
    /// `misere`. With `maker` too every line counts for both.
    pub fn line_sum(&self, player: Player, weight: &dyn Fn(u32, u32) -> i128) -> i128 {
        let mut sum = 0;
        for line in self.game.lines() {
            sum += weight(self.stones_on(line, player), self.stones_on(line, player.other()));
        }
        self.misere_sign() * sum
    }

    /// The sum over the lines without a stone of O of a weight of X's stones on the line; the reverse with `misere`,
    /// and the reverse for O.
    fn makers_lines(&self, player: Player, weight: &dyn Fn(u32) -> i128) -> i128 {
        let free = self.game.lines().iter().filter(|line| self.stones_on(line, Player::O) == 0);
        let sum: i128 = free.map(|line| weight(self.stones_on(line, Player::X))).sum();
        self.misere_sign() * if player == Player::X { sum } else { -sum }
    }

    fn stones_on(&self, line: &Line, player: Player) -> u32 {
        line.iter().filter(|cell| self.stone(cell) == Some(player)).count() as u32
    }

    /// `+1` for a board that the player has won, `-1` if lost, 0 if drawn, and what the horizon says if undecided.
    pub fn horizon(&self, horizon: Horizon, player: Player) -> i128 {
        self.decided_value(player).unwrap_or(match horizon {
            Horizon::Optimistic => 1,
            Horizon::Pessimistic => -1,
            Horizon::Undecided => 0,
        })
    }

    /// `+1` for a board that the player has won, `-1` if lost, 0 if drawn; nothing while the game goes on.
    pub fn decided_value(&self, player: Player) -> Option<i128> {
        self.outcome().map(|outcome| match outcome {
            Outcome::Win(winner) if winner == player => 1,
            Outcome::Win(_) => -1,
            Outcome::Draw => 0,
        })
    }

    fn misere_sign(&self) -> i128 {
        if self.game.has(Flag::Misere) { -1 } else { 1 }
    }
}
