//! Which games say something that others have not said.

use std::sync::{Arc, OnceLock};

use connect_toe_game::{Cell, GameSpec, Side, Symmetry, Turn, mix, symmetries};

use crate::design::Condition;
use crate::distinct::Distinct;
use crate::openings::MOST_SYMMETRIES;
use crate::pair::GamePlayed;
use crate::results::Results;

/// How many different games there are among those of a condition, and what they say once each.
///
/// Two games are the same if a symmetry of the rules maps the opening position and the moves after it to those of the
/// other, and the player has the same side in both. Of rules with more than 4096 symmetries only the identity is used.
///
/// A trial, which is a pair where pairs are counted and a game elsewhere, is independent of the others if it could have
/// ended otherwise. If players were seen to play differently from one start, each trial is a new draw from what they may
/// play there, even if it is one that was drawn before. If they never were, a trial follows from its start; played again it
/// is no evidence, so the same trial counts once: it is a cluster of trials that are perfectly correlated (L. Kish,
/// "Survey Sampling", 1965, chapter 5).
///
/// Up to some ten thousand games all are compared; of more, an even sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeats {
    form: Form,
    is_paired: bool,
    /// Whether the two players are one, so that it does not matter which side "the player" has.
    are_equal: bool,
    /// How often each game was played.
    games: Distinct<u64>,
    /// By the hash of the start: the least of the trials that were played from there, and whether they differ.
    starts: Distinct<(u64, bool)>,
    trials: Distinct<Trial>,
    /// The trials that are kept, each once.
    once: Results,
    /// How many starts are kept from which trials differ.
    varied: u64,
    /// How many trials are kept, with repetitions.
    kept_trials: u64,
    /// How many games are kept, with repetitions.
    kept_games: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Trial {
    results: Results,
    times: u64,
}

/// What a trial is recognized by.
struct Keys {
    start: u64,
    trial: u64,
}

impl Repeats {
    /// The most games of all conditions of a plan that are compared.
    const MOST: usize = 1 << 20;

    /// Nothing was played yet of this condition, one of so many of its plan. `form` belongs to its game.
    pub(crate) fn new(condition: &Condition, conditions: usize, form: Form) -> Repeats {
        let most = (Repeats::MOST / conditions.max(1)).clamp(1 << 10, 1 << 16);
        Repeats {
            form,
            is_paired: condition.protocol.is_paired(),
            are_equal: condition.is_of_equals(),
            games: Distinct::new(most),
            starts: Distinct::new(most),
            trials: Distinct::new(most),
            once: Results::default(),
            varied: 0,
            kept_trials: 0,
            kept_games: 0,
        }
    }

    /// The share of different games among those that were played. `None` without games.
    pub(crate) fn different(&self) -> Option<f64> {
        (self.kept_games > 0).then(|| self.games.kept() as f64 / self.kept_games as f64)
    }

    /// Whether players were seen to play differently from one start.
    pub fn chance_was_seen(&self) -> bool {
        self.varied > 0
    }

    /// The results of the trials that are independent, if that is not all of them.
    pub(crate) fn independent(&self) -> Option<Results> {
        let are_repeated = self.kept_trials > self.trials.kept();
        (are_repeated && !self.chance_was_seen()).then(|| self.once.times(self.trials.stands_for()))
    }

    /// Looks at a game, whether it counts or not.
    pub(crate) fn look_at(&mut self, game: &GamePlayed) {
        let key = self.game_key(game, !self.are_equal);
        let kept = &mut self.kept_games;
        let add = |times: &mut u64, _| (*times, *kept) = (*times + 1, *kept + 1);
        if !self.games.add(key, || 0, add) {
            self.kept_games = self.games.values().sum();
        }
    }

    /// Counts the games of a pair, all of which count.
    pub(crate) fn count(&mut self, games: &[GamePlayed]) {
        let keys: Vec<Keys> = games.iter().map(|game| self.keys(game)).collect();
        if self.is_paired {
            let joined = |key: fn(&Keys) -> u64| keys.iter().fold(0, |all, keys| mix(all ^ key(keys)));
            self.count_trial(joined(|keys| keys.start), joined(|keys| keys.trial), games);
        } else {
            for (keys, game) in keys.iter().zip(games) {
                self.count_trial(keys.start, keys.trial, std::slice::from_ref(game));
            }
        }
    }

    fn count_trial(&mut self, start: u64, trial: u64, games: &[GamePlayed]) {
        let varied = &mut self.varied;
        let is_whole = self.starts.add(
            start,
            || (trial, false),
            |(least, varies), _| {
                if *least != trial && !*varies {
                    *varies = true;
                    *varied += 1;
                }
                // Whatever the order in which trials come, the same stays.
                *least = trial.min(*least);
            },
        );
        if !is_whole {
            self.varied = self.starts.values().filter(|(_, varies)| *varies).count() as u64;
        }
        let (once, kept) = (&mut self.once, &mut self.kept_trials);
        let is_whole = self.trials.add(
            trial,
            || Trial { results: Results::of(games), times: 0 },
            |trial, is_new| {
                trial.times += 1;
                *kept += 1;
                if is_new {
                    *once += trial.results;
                }
            },
        );
        if !is_whole {
            self.once = self.trials.values().map(|trial| trial.results).sum();
            self.kept_trials = self.trials.values().map(|trial| trial.times).sum();
        }
    }

    fn keys(&self, game: &GamePlayed) -> Keys {
        let side = if game.swapped { game.player_side.other() } else { game.player_side };
        let start =
            position(self.form.game.turn, game.opening(), |cell| cell) ^ mix(u64::from(game.opening_plies));
        Keys { start: mix(start ^ side as u64), trial: self.game_key(game, true) }
    }

    /// A number of the game up to symmetry.
    fn game_key(&self, game: &GamePlayed, with_side: bool) -> u64 {
        let side = if with_side { 1 + game.player_side as u64 } else { 0 };
        self.form.hash(game.opening(), &game.moves[game.opening().len()..], side)
    }
}

/// The symmetries of a game, which are looked for when they are first needed.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    game: GameSpec,
    symmetries: Arc<OnceLock<Vec<Symmetry>>>,
}

/// Forms of one game are the same.
impl PartialEq for Form {
    fn eq(&self, other: &Form) -> bool {
        self.game == other.game
    }
}

impl Eq for Form {}

impl Form {
    pub(crate) fn new(game: &GameSpec) -> Form {
        Form { game: game.clone(), symmetries: Arc::default() }
    }

    fn symmetries(&self) -> &[Symmetry] {
        self.symmetries.get_or_init(|| {
            symmetries(&self.game).ok().and_then(|all| all.elements(MOST_SYMMETRIES)).unwrap_or_default()
        })
    }

    /// A number of an opening position, the moves after it and one more number: the same for all images of a game under
    /// the symmetries of its rules, and different for different games, with rare exceptions.
    fn hash(&self, opening: &[Cell], moves: &[Cell], number: u64) -> u64 {
        let symmetries = self.symmetries();
        // Of all images the first one: at each step, those that are still the first.
        let mut first: Vec<&Symmetry> = Vec::new();
        let mut start = u64::MAX;
        for symmetry in symmetries {
            let image = position(self.game.turn, opening, |cell| symmetry.apply(cell));
            if image < start {
                start = image;
                first.clear();
            }
            if image == start {
                first.push(symmetry);
            }
        }
        if symmetries.is_empty() {
            start = position(self.game.turn, opening, |cell| cell);
        }
        let start = mix(start ^ mix(opening.len() as u64) ^ number);
        moves.iter().fold(start, |hash, &cell| {
            let image = |symmetry: &&Symmetry| symmetry.apply(cell).bit();
            let bit = first.iter().map(image).min().unwrap_or(cell.bit());
            if first.len() > 1 {
                first.retain(|symmetry| image(symmetry) == bit);
            }
            mix(hash ^ u64::from(bit))
        })
    }
}

/// A number of an opening's position. Openings that reach one position in another order are one opening.
fn position(turn: Turn, opening: &[Cell], image: impl Fn(Cell) -> Cell) -> u64 {
    let of_stone = |(ply, &cell): (u32, &Cell)| {
        let is_o = turn.to_move_after(ply) == Side::O;
        mix(2 * u64::from(image(cell).bit()) + u64::from(is_o))
    };
    (0..).zip(opening).map(of_stone).fold(0, u64::wrapping_add)
}

#[cfg(test)]
mod tests {
    use connect_toe_game::{Game, Side};
    use connect_toe_stats::GameResult;

    use super::*;
    use crate::pair::Ending;
    use crate::plan::Plan;
    use crate::protocol::Protocol;

    fn repeats(opponent: &str, first: &str) -> Repeats {
        let [game, player, opponent] = ["3x3:3", "two-ply", opponent];
        let game: GameSpec = game.parse().expect("a game");
        let protocol = Protocol { first: first.parse().expect("who moves first"), ..Protocol::new(10) };
        let [player, opponent] = [player, opponent].map(|player| player.parse().expect("a player"));
        let plan = Plan::of_match(game.clone(), player, opponent, protocol, 1);
        Repeats::new(&plan.conditions[0], 1, Form::new(&game))
    }

    /// Cells are numbered row by row.
    fn game(player_side: Side, result: GameResult, moves: &[usize], opening_plies: u32) -> GamePlayed {
        let game: Game = "3x3:3".parse().expect("a game");
        GamePlayed {
            player_side,
            result,
            moves: moves.iter().map(|&cell| game.geometry().cells()[cell]).collect(),
            opening_plies,
            ending: Ending::LastMove,
            swapped: false,
            player_nodes: 0,
            opponent_nodes: 0,
        }
    }

    fn pair(moves: &[usize], opening_plies: u32) -> [GamePlayed; 2] {
        [Side::X, Side::O].map(|side| game(side, GameResult::Draw, moves, opening_plies))
    }

    fn different(repeats: &Repeats, pairs: &[[GamePlayed; 2]]) -> (u64, u64, Option<u64>) {
        let mut repeats = repeats.clone();
        for pair in pairs {
            for game in pair {
                repeats.look_at(game);
            }
            repeats.count(pair);
        }
        let independent = repeats.independent().map(|results| results.pairs.pairs());
        (repeats.games.kept(), repeats.kept_games, independent)
    }

    #[test]
    fn a_pair_that_only_comes_again_counts_once() {
        let repeats = repeats("random", "alternate");
        let (one, other) = (pair(&[0, 1, 2, 3], 0), pair(&[2, 1, 0, 3], 0));
        assert_eq!(different(&repeats, std::slice::from_ref(&one)), (2, 2, None));
        assert_eq!(different(&repeats, &[one.clone(), one.clone(), one.clone()]), (2, 6, Some(1)));
        // From the empty board both were played: chance decides.
        assert_eq!(different(&repeats, &[one.clone(), one, other]), (4, 6, None));
    }

    #[test]
    fn from_different_openings_pairs_differ() {
        let repeats = repeats("random", "alternate");
        let (one, other) = (pair(&[0, 1, 2, 3], 3), pair(&[2, 1, 4, 3], 3));
        let pairs = [one.clone(), other.clone(), one, other];
        assert_eq!(different(&repeats, &pairs), (4, 8, Some(2)));
    }

    #[test]
    fn images_and_transposed_openings_are_the_same_game() {
        let repeats = repeats("random", "alternate");
        let [corner, turned] = [0, 6].map(|first| pair(&[first, 4, 3], 0));
        assert_eq!(different(&repeats, &[corner.clone(), turned]).0, 2);
        assert_eq!(different(&repeats, &[corner, pair(&[0, 4, 1], 0)]).0, 2);
        assert_eq!(different(&repeats, &[pair(&[0, 1, 8, 3], 3), pair(&[8, 1, 0, 3], 3)]).0, 2);
        // The stones of the two sides exchanged: another position.
        assert_eq!(different(&repeats, &[pair(&[0, 1, 8, 3], 3), pair(&[0, 8, 1, 3], 3)]).0, 4);
    }

    #[test]
    fn sides_do_not_matter_where_a_player_meets_itself() {
        assert_eq!(different(&repeats("two-ply", "alternate"), &[pair(&[0, 1, 2], 0)]).0, 1);
    }

    #[test]
    fn single_games_are_trials_where_there_are_no_pairs() {
        let mut repeats = repeats("random", "random");
        for result in [GameResult::Win, GameResult::Win, GameResult::Win] {
            repeats.count(&[game(Side::X, result, &[0, 1], 0), game(Side::O, GameResult::Loss, &[0, 1], 0)]);
        }
        let once = repeats.independent().expect("games repeat");
        assert_eq!((once.as_first.wins, once.as_second.losses, once.pairs.pairs()), (1, 1, 0));
    }
}
