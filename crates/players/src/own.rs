//! What a program adds to the players: heuristics, searches and players of its own, written without bitboard types.
//!
//! A [`Catalogue`](crate::Catalogue) gives them names; from then on they are parts of player texts as the built-in ones
//! are. Code that is generic in the bitboard type is faster: see [`Evaluator`](connect_toe_eval::Evaluator),
//! [`Searcher`](connect_toe_search::Searcher), [`SearchPlayer::with_evaluator`](crate::SearchPlayer::with_evaluator) and
//! [`SearchPlayer::with_searcher`](crate::SearchPlayer::with_searcher).

use connect_toe_eval::{Judgements, Measure, WIN};
use connect_toe_game::{Cell, GameSpec, Position, Side};
use connect_toe_search::{SearchReport, Task, Watch};
use rand::Rng;

use crate::player::Choice;

/// Values positions, without looking ahead.
///
/// Any function from a position and a side to a number is a heuristic; a type with an `impl` can keep what it prepared.
/// A heuristic is made anew for each game of a match or an experiment, so it may prepare tables for the first position
/// that it is shown. The value of a position must not depend on what the heuristic was shown before.
///
/// ```
/// use connect_toe_game::{Position, Side};
/// use connect_toe_players::{Catalogue, own::Heuristic};
///
/// struct Centre;
///
/// impl Heuristic for Centre {
///     /// Stones near the middle of the first dimension count more.
///     fn value(&mut self, position: &Position, player: Side) -> i64 {
///         let middle = (i64::from(position.geometry().sizes()[0]) + 1) / 2;
///         let weight = |cell| middle - (i64::from(position.geometry().coordinates(cell)[0]) + 1 - middle).abs();
///         let sum = |side| position.stones(side).into_iter().map(weight).sum::<i64>();
///         sum(player) - sum(player.other())
///     }
/// }
///
/// let catalogue = Catalogue::new().with_heuristic("centre", |_| Ok(Centre))?;
/// let player = catalogue.player("alpha-beta:depth=2,eval=centre")?;
/// assert_eq!(player.to_string(), "alpha-beta:depth=2,eval=centre");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Heuristic: Send {
    /// The value for `player` of a position in which the game goes on; `player` may or may not be the side to move.
    /// Higher is better. Values beyond [`win_value`](Self::win_value) count as that.
    fn value(&mut self, position: &Position<'_>, player: Side) -> i64;

    /// The values of several positions in their order, each as [`value`](Self::value) gives it.
    ///
    /// # Panics
    /// The caller panics if there are more or fewer values than positions.
    fn values(&mut self, positions: &[Position<'_>], player: Side) -> Vec<i64> {
        positions.iter().map(|position| self.value(position, player)).collect()
    }

    /// Whether it is cheaper to value many positions at once than one by one. If so, a search asks for the positions
    /// after all moves of a position just above its horizon in one call of [`values`](Self::values); some of these
    /// values may not be needed. Nodes are counted as always.
    fn wants_many(&self) -> bool {
        false
    }

    /// Whether it is a network, which judges positions. Then `monte-carlo` asks for judgements in place of values, for many
    /// positions at a time; other searches ask for values.
    fn is_network(&self) -> bool {
        false
    }

    /// Judges positions in which the game goes on: all values are for the side to move. By default those of a network that
    /// knows nothing.
    ///
    /// # Panics
    /// The caller panics if there are more or fewer judgements than positions and cells.
    fn judge(&mut self, positions: &[Position<'_>], to: &mut Judgements) {
        let cells = positions.first().map_or(0, |position| position.geometry().cells().len());
        to.make_room(positions.len(), cells);
    }

    /// The value of a won game to a search, at least 1; a lost game counts the negative, a draw 0.
    fn win_value(&self) -> i64 {
        WIN
    }

    /// The score to expect at each value. By default it is unknown, and values are shown as numbers.
    fn measure(&self) -> Measure {
        Measure::default()
    }
}

impl<F: FnMut(&Position<'_>, Side) -> i64 + Send> Heuristic for F {
    fn value(&mut self, position: &Position<'_>, player: Side) -> i64 {
        self(position, player)
    }
}

/// Searches positions of one game.
///
/// A search has no random numbers, and its report must not depend on what was searched before: the player breaks ties by
/// the order of the moves in the task. A search is made anew for each game of a match or an experiment. All names of this
/// example are also at the root of the crate `connect-toe`.
///
/// ```
/// use connect_toe_game::Position;
/// use connect_toe_players::{Catalogue, Entry, own::{Heuristic, Search}};
/// use connect_toe_search::{MoveValue, SearchProgress, SearchReport, Stopped, Task, Watch};
///
/// /// Plays the move after which the heuristic likes the position best.
/// struct Greedy;
///
/// impl Search for Greedy {
///     fn search(
///         &mut self,
///         position: &Position,
///         task: &Task,
///         heuristic: &mut dyn Heuristic,
///         watch: Watch,
///     ) -> SearchReport {
///         let player = position.to_move();
///         let mut moves = Vec::new();
///         for &cell in task.moves {
///             let nodes = moves.len() as u64;
///             let is_spent = task.nodes.is_some_and(|most| nodes >= most);
///             if is_spent || watch(&SearchProgress::after(nodes)).is_break() {
///                 return SearchReport::of_every_move(moves, nodes, Stopped::Early);
///             }
///             let after = position.play(cell);
///             let value = match after.outcome() {
///                 Some(outcome) => heuristic.win_value() * outcome.value_for(player),
///                 None => heuristic.value(&after, player),
///             };
///             moves.push(MoveValue { cell, value });
///         }
///         let nodes = moves.len() as u64;
///         SearchReport::of_every_move(moves, nodes, Stopped::Done)
///     }
/// }
///
/// let greedy = Entry::new("greedy").about("one ply, any heuristic").heuristic("runs");
/// let catalogue = Catalogue::new().with_search(greedy, |_| Ok(Greedy))?;
/// assert!(catalogue.player("greedy:eval=open-lines,ties=first").is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Search: Send {
    /// Searches a position in which the game goes on.
    ///
    /// `heuristic` is the one that `eval` names; the search's [`Entry`](crate::Entry) says which one it is by default,
    /// and without that every position has the value 0. `watch` may be called from time to time, and says whether to go
    /// on; limits of time, and stops, come through it. All moves of the report are moves of the task, the line is a line
    /// of legal moves, and there is a best move unless the search was stopped before it had valued one.
    ///
    /// A limit of nodes does not come through `watch`: the search itself must stop after
    /// [`task.nodes`](Task::nodes) positions. A player text can ask for one of every search, as `greedy:nodes=1000` does,
    /// and so can an experiment; a search that ignores it plays without the limit that the text shows.
    ///
    /// # Panics
    /// The caller panics if the report is not as said above, with a message that names the search.
    fn search(
        &mut self,
        position: &Position<'_>,
        task: &Task<'_>,
        heuristic: &mut dyn Heuristic,
        watch: Watch<'_>,
    ) -> SearchReport;

    /// Checks whether the search can play a game. By default it can play every game.
    ///
    /// # Errors
    /// The reason why it cannot.
    fn check_game(&self, _: &GameSpec) -> Result<(), String> {
        Ok(())
    }
}

/// Chooses moves.
///
/// Any function from a position and random numbers to a cell is a player. Its positions know the
/// [moves](Position::moves) of the game. A player is made anew for each game of a match or an experiment, or told that
/// another one [begins](Player::begin_game), so it may remember what happened in the game, and does not learn from one game
/// to the next. It does not get limits of nodes or time: a player that is to be limited must be a [`Search`].
///
/// ```
/// use connect_toe_game::{Cell, Position};
/// use connect_toe_players::{Catalogue, random::{IndexedRandom, Rng}};
///
/// /// Takes a win, or any move.
/// fn hasty(position: &Position, random: &mut dyn Rng) -> Cell {
///     let moves = position.legal_moves();
///     let winning = moves.iter().find(|&&cell| position.outcome_of(cell).is_some());
///     *winning.or(moves.choose(random)).expect("the game goes on")
/// }
///
/// let catalogue = Catalogue::new().with_player("hasty", |_| Ok(hasty))?;
/// assert!(catalogue.player("hasty").is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Player: Send {
    /// Tells the player that it begins to play in a game that has come to this position; its moves may be those of an
    /// opening. What the player remembers of another game does not belong to this one.
    fn begin_game(&mut self, position: &Position<'_>) {
        let _ = position;
    }

    /// Chooses a legal move in a position in which the game goes on. Every random choice comes from `random`, so that
    /// the same seed gives the same games.
    ///
    /// # Panics
    /// The caller panics if the move is not legal, with a message that names the player.
    fn choose(&mut self, position: &Position<'_>, random: &mut dyn Rng) -> Choice;
}

impl<F: FnMut(&Position<'_>, &mut dyn Rng) -> Cell + Send> Player for F {
    fn choose(&mut self, position: &Position<'_>, random: &mut dyn Rng) -> Choice {
        self(position, random).into()
    }
}
