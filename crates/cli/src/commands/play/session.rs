//! A sitting at the board: the game, who plays which side, and what is said about it.

use std::time::Duration;

use connect_toe_api::{BookChoice, StatedWorth, Work, no_line_note};
use connect_toe_game::{BySide, Cell, Game, MoveReason, Outcome, Side};
use connect_toe_players::{Level, PlayerSpec};
use connect_toe_stats::numbers::counted;

use crate::failure::Failure;
use crate::players;

/// Who moves for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seat {
    Person,
    Computer,
}

/// Who is to move, if anybody is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    Person(Side),
    Computer(Side),
    Over(Outcome),
}

/// A game being played by people and computers.
///
/// What is asked at every drawing (the outcome, the legal moves, the completed line) is kept, as it is slow
/// to find on the largest boards.
#[derive(Clone, Debug)]
pub(super) struct Session {
    name: String,
    start: Game,
    game: Game,
    seats: BySide<Seat>,
    opponent: PlayerSpec,
    /// The opponent's level, if it is one.
    level: Option<Level>,
    seed: u64,
    round: u64,
    /// What a computer has left of its time for the game; moves that are taken back do not give it back.
    time_left: BySide<Duration>,
    legal: Vec<Cell>,
    forbidden: Vec<Cell>,
    outcome: Option<Outcome>,
    completed: Vec<Cell>,
    /// The book of the computer's exact solvers.
    book: Option<BookChoice>,
    /// What all of the computer's work runs with: it keeps the book that was read.
    work: Work,
}

impl Session {
    /// `name` is the game as the person wrote it; `game` may have moves, which can be taken back.
    pub(super) fn new(
        name: &str,
        game: Game,
        seats: BySide<Seat>,
        opponent: PlayerSpec,
        seed: u64,
    ) -> Session {
        let mut session = Session {
            name: name.to_owned(),
            start: game.clone(),
            level: Level::of_player(&opponent, &game),
            time_left: BySide::from_fn(|_| opponent.time().left_at_start()),
            game,
            seats,
            opponent,
            seed,
            round: 0,
            legal: Vec::new(),
            forbidden: Vec::new(),
            outcome: None,
            completed: Vec::new(),
            book: None,
            work: Work::new().with_catalogue(players::catalogue()),
        };
        session.look();
        session
    }

    /// Sets the book in which the computer's exact solvers look first, and reads it.
    pub(super) fn with_book(self, book: Option<BookChoice>) -> Result<Session, Failure> {
        if let Some(book) = &book {
            book.check(&self.game, &self.work)?;
        }
        Ok(Session { book, ..self })
    }

    pub(super) fn book(&self) -> Option<&BookChoice> {
        self.book.as_ref()
    }

    /// What the computer's work runs with.
    pub(super) fn work(&self) -> &Work {
        &self.work
    }

    fn look(&mut self) {
        self.legal = self.game.legal_moves();
        self.forbidden = self.game.forbidden();
        self.outcome = self.game.outcome();
        self.completed = match self.outcome {
            Some(Outcome::Win(_)) => self.game.completed_lines(),
            _ => Vec::new(),
        };
        self.completed.sort_unstable_by_key(|&cell| self.game.geometry().rank(cell));
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    /// The game as the person wrote it.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn seat(&self, side: Side) -> Seat {
        self.seats[side]
    }

    /// The side whose view values take, throughout a game: the person's, or X where there is none or two.
    pub(super) fn viewpoint(&self) -> Side {
        self.only_person().unwrap_or(Side::X)
    }

    /// What something with this worth for `side` is worth from the session's point of view.
    pub(super) fn seen(&self, side: Side, worth: &StatedWorth) -> StatedWorth {
        if side == self.viewpoint() { worth.clone() } else { worth.for_opponent() }
    }

    /// The moves as text.
    pub(super) fn moves_text(&self) -> String {
        let cells = self.game.moves().iter().map(|&cell| self.game.geometry().cell_text(cell));
        cells.collect::<Vec<_>>().join(" ")
    }

    /// How the game stands, from no side.
    pub(super) fn standing(&self) -> String {
        standing(self.outcome)
    }

    /// A copy after the first `count` moves.
    pub(super) fn after(&self, count: usize) -> Session {
        let mut earlier = self.clone();
        while earlier.game.moves().len() > count {
            earlier.game.undo();
        }
        earlier.look();
        earlier
    }

    pub(super) fn opponent(&self) -> &PlayerSpec {
        &self.opponent
    }

    /// What a computer that is to move has left of its time for the game.
    pub(super) fn time_left(&self) -> Duration {
        self.time_left[self.game.to_move()]
    }

    pub(super) fn set_time_left(&mut self, side: Side, left: Duration) {
        self.time_left[side] = left;
    }

    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// A number that differs from move to move and from game to game: each gets random numbers of its own,
    /// so that a move does not depend on what was asked before.
    pub(super) fn stream(&self) -> u64 {
        (self.round << 32) | self.game.moves().len() as u64
    }

    /// How many games were begun before this one.
    pub(super) fn round(&self) -> u64 {
        self.round
    }

    /// The legal moves in canonical order.
    pub(super) fn legal(&self) -> &[Cell] {
        &self.legal
    }

    /// The empty cells that the side to move may not take, in canonical order.
    pub(super) fn forbidden(&self) -> &[Cell] {
        &self.forbidden
    }

    /// How many stones the side to move has left in its turn, where turns have several.
    pub(super) fn left_in_turn(&self) -> Option<String> {
        let left = self.game.left_in_turn().filter(|_| self.outcome.is_none())?;
        Some(format!("{} left in this turn", counted(left.into(), "stone")))
    }

    /// The stones of the completed line in canonical order.
    pub(super) fn completed(&self) -> &[Cell] {
        &self.completed
    }

    pub(super) fn last_move(&self) -> Option<Cell> {
        self.game.moves().last().copied()
    }

    pub(super) fn turn(&self) -> Turn {
        let side = self.game.to_move();
        match (self.outcome, self.seats[side]) {
            (Some(outcome), _) => Turn::Over(outcome),
            (None, Seat::Person) => Turn::Person(side),
            (None, Seat::Computer) => Turn::Computer(side),
        }
    }

    /// Whether the computer plays both sides.
    pub(super) fn is_watched(&self) -> bool {
        self.seats.x == Seat::Computer && self.seats.o == Seat::Computer
    }

    /// Whether one person plays against the computer.
    pub(super) fn has_one_person(&self) -> bool {
        self.only_person().is_some()
    }

    /// Whether there is a game that leaving would break off.
    pub(super) fn is_going_on(&self) -> bool {
        self.outcome.is_none() && self.is_begun()
    }

    /// Whether a move has been made since the game began here.
    pub(super) fn is_begun(&self) -> bool {
        self.game.moves().len() > self.start.moves().len()
    }

    /// The side of the only person, if there is only one.
    fn only_person(&self) -> Option<Side> {
        match (self.seats.x, self.seats.o) {
            (Seat::Person, Seat::Computer) => Some(Side::X),
            (Seat::Computer, Seat::Person) => Some(Side::O),
            _ => None,
        }
    }

    pub(super) fn play(&mut self, cell: Cell) -> Result<(), MoveReason> {
        self.game.play(cell)?;
        self.look();
        Ok(())
    }

    /// Takes moves back until a person is to move; gives the number of moves, or why there is none.
    pub(super) fn undo(&mut self) -> Result<usize, &'static str> {
        if self.is_watched() {
            return Err("the computer plays both sides: there is no move of yours to take back");
        }
        let mut before = self.game.clone();
        let mut count = 0;
        for taken in 1..=self.game.moves().len() {
            before.undo();
            if self.seats[before.to_move()] == Seat::Person {
                count = taken;
                break;
            }
        }
        if count == 0 {
            return Err("there is no move of yours to take back");
        }
        for _ in 0..count {
            self.game.undo();
        }
        self.look();
        Ok(count)
    }

    /// Begins another game from the position that the first one began with.
    pub(super) fn restart(&mut self) {
        self.game = self.start.clone();
        self.round += 1;
        self.time_left = BySide::from_fn(|_| self.opponent.time().left_at_start());
        self.look();
    }

    /// Person and computer change sides; with two people or none nothing changes.
    pub(super) fn swap(&mut self) -> Result<(), &'static str> {
        if self.only_person().is_none() {
            return Err("there are no sides to swap: one person must play against the computer");
        }
        self.seats = BySide { x: self.seats.o, o: self.seats.x };
        Ok(())
    }

    /// The game: its name, and its text if that says more.
    pub(super) fn title(&self) -> String {
        let text = self.game.spec().to_string();
        if self.name == text { text } else { format!("{} ({text})", self.name) }
    }

    /// What ends the game, in words.
    pub(super) fn goal(&self) -> String {
        no_line_note(&self.game).unwrap_or_else(|| self.game.spec().goal_and_turns_in_words())
    }

    /// Who plays which side.
    pub(super) fn players(&self) -> String {
        let opponent = match self.level {
            Some(level)
                if self.opponent.name() != level.name || self.opponent.settings().keys().next().is_some() =>
            {
                format!("{} ({})", level.name, self.opponent)
            }
            Some(_) | None => self.opponent.to_string(),
        };
        match self.only_person() {
            Some(side) => {
                format!("you are {}, {} is {opponent}", capital(side), capital(side.other()))
            }
            None if self.is_watched() => format!("X and O are {opponent}"),
            None => "X and O are people".to_owned(),
        }
    }

    /// How the game ended, in words.
    pub(super) fn result(&self, outcome: Outcome) -> String {
        const SHOWN: usize = 12;
        let Outcome::Win(winner) = outcome else {
            return "A draw: no move is left.".to_owned();
        };
        let verdict = match self.only_person() {
            Some(side) if side == winner => "You win".to_owned(),
            Some(_) => "You lose".to_owned(),
            None => format!("{} wins", capital(winner)),
        };
        let Some(owner) = self.completed.first().and_then(|&cell| self.game.stone_on(cell)) else {
            return format!("{verdict}: no move is left, and X has no line.");
        };
        let mut cells: Vec<String> =
            self.completed.iter().take(SHOWN).map(|&cell| self.game.geometry().cell_text(cell)).collect();
        if self.completed.len() > SHOWN {
            cells.push("...".to_owned());
        }
        format!("{verdict}: {} has {}.", capital(owner), cells.join(" "))
    }

    /// The legal moves as text.
    pub(super) fn legal_text(&self) -> String {
        let cells = self.legal.iter().map(|&cell| self.game.geometry().cell_text(cell));
        match self.legal.len() {
            0 => "there is no legal move".to_owned(),
            count => {
                let cells = cells.collect::<Vec<_>>().join(" ");
                let forbidden = match self.forbidden.as_slice() {
                    [] => String::new(),
                    forbidden => format!("\nforbidden: {}", self.game.moves_text(forbidden)),
                };
                format!("{}: {cells}{forbidden}", counted(count as u64, "legal move"))
            }
        }
    }
}

/// Why a move that was typed is refused.
pub(super) fn refusal(text: &str, reason: &MoveReason) -> String {
    match reason {
        // This already says what was typed.
        MoveReason::Cell(error) => error.to_string(),
        other => format!("{text}: {other}"),
    }
}

/// A side as its stone's letter.
pub(super) const fn capital(side: Side) -> char {
    match side {
        Side::X => 'X',
        Side::O => 'O',
    }
}

/// A text that begins a sentence.
pub(super) fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}

/// How a game stands, in words.
pub(super) fn standing(outcome: Option<Outcome>) -> String {
    match outcome {
        Some(Outcome::Win(side)) => format!("{} wins", capital(side)),
        Some(Outcome::Draw) => "a draw".to_owned(),
        None => "not over".to_owned(),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use connect_toe_game::with_game;

    /// A session with a quick opponent.
    pub(in super::super) fn session(game: &str, moves: &str, seats: BySide<Seat>) -> Session {
        let mut start: Game = game.parse().expect("sound game text");
        let cells = with_game!(&start, record => record.rules().parse_moves(moves)).expect("legal moves");
        for cell in cells {
            start.play(cell).expect("a legal move");
        }
        let opponent = "alpha-beta:depth=2,eval=runs,ties=first".parse().expect("a player");
        Session::new(game, start, seats, opponent, 1)
    }

    pub(in super::super) const YOU_ARE_X: BySide<Seat> = BySide { x: Seat::Person, o: Seat::Computer };
    pub(in super::super) const YOU_ARE_O: BySide<Seat> = BySide { x: Seat::Computer, o: Seat::Person };
    pub(in super::super) const TWO_PEOPLE: BySide<Seat> = BySide { x: Seat::Person, o: Seat::Person };
    pub(in super::super) const NOBODY: BySide<Seat> = BySide { x: Seat::Computer, o: Seat::Computer };

    #[test]
    fn undo_goes_back_to_a_turn_of_yours() {
        let undo = |moves, seats| {
            let mut session = session("tic-tac-toe", moves, seats);
            session.undo().map(|count| (count, session.game().moves().len()))
        };
        assert_eq!(undo("a1 b2 c3 a3", YOU_ARE_X), Ok((2, 2)));
        assert_eq!(undo("a1 b2 c3", YOU_ARE_X), Ok((1, 2)), "the computer's answer is not there yet");
        assert_eq!(undo("a1 b2 c3", YOU_ARE_O), Ok((2, 1)));
        assert_eq!(undo("a1", YOU_ARE_O), Err("there is no move of yours to take back"));
        assert_eq!(undo("a1 b2 c3", TWO_PEOPLE), Ok((1, 2)));
        assert!(undo("a1 b2", NOBODY).is_err());
        assert!(undo("", TWO_PEOPLE).is_err());
    }

    #[test]
    fn results_are_told_from_the_persons_side() {
        let result = |game, moves, seats| {
            let session = session(game, moves, seats);
            match session.turn() {
                Turn::Over(outcome) => session.result(outcome),
                turn => format!("{turn:?}"),
            }
        };
        let won = "a1 a2 b1 b2 c1";
        assert_eq!(result("tic-tac-toe", won, YOU_ARE_X), "You win: X has a1 b1 c1.");
        assert_eq!(result("tic-tac-toe", won, YOU_ARE_O), "You lose: X has a1 b1 c1.");
        assert_eq!(result("tic-tac-toe", won, TWO_PEOPLE), "X wins: X has a1 b1 c1.");
        assert_eq!(result("misere-tic-tac-toe", won, YOU_ARE_O), "You win: X has a1 b1 c1.");
        assert_eq!(
            result("tic-tac-toe", "a1 b2 c3 a3 c1 b1 b3 c2 a2", YOU_ARE_X),
            "A draw: no move is left."
        );
        assert_eq!(result("tic-tac-toe", "a1", YOU_ARE_X), "Computer(O)");
    }

    #[test]
    fn sides_are_swapped_only_between_a_person_and_the_computer() {
        let mut one = session("tic-tac-toe", "a1", YOU_ARE_X);
        assert_eq!(one.swap(), Ok(()));
        assert_eq!(one.turn(), Turn::Person(Side::O));
        assert!(session("tic-tac-toe", "a1", TWO_PEOPLE).swap().is_err());
    }

    #[test]
    fn a_new_game_begins_where_the_first_did() {
        let mut session = session("connect-four", "44", TWO_PEOPLE);
        let before = session.stream();
        session.play(session.legal()[0]).expect("a legal move");
        session.restart();
        assert_eq!(session.game().moves().len(), 2);
        assert_ne!(session.stream(), before);
    }
}
