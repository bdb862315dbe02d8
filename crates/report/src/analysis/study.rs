use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use connect_toe_arena::FirstMover;
use connect_toe_experiment::{Cell, CellTally, Plan, Sample, Study};
use connect_toe_stats::{
    Confidence, PairComparison, Pairing, RatingOptions, Ratings, ScoreCounts, compare_all, holm, rate_players,
};

use super::layout::{Layout, Place, game_name};
use super::printed::Printed;

/// The level at which adjusted p-values are read.
pub(crate) const SIGNIFICANCE: f64 = 0.05;

/// A study with everything that is computed from its games.
#[derive(Debug)]
pub(crate) struct StudyAnalysis<'a> {
    pub(crate) study: &'a Study,
    pub(crate) layout: Layout,
    /// The cells in their order.
    pub(crate) cells: Vec<CellAnalysis<'a>>,
    /// The players by all their games in the study, or one after the other as in the layout.
    pub(crate) players: Vec<Sample>,
    /// Comparisons of the players' scores, corrected after Holm. None in a round robin, where scores depend on
    /// each other, and none where players meet different opponents.
    pub(crate) comparisons: Vec<PairComparison>,
    /// Ratings, where players meet each other or opponents they have in common.
    pub(crate) ratings: Vec<Rated>,
    /// Whether every game that was played was also played by a player against its like.
    equals_tell: bool,
}

/// A cell with everything that is computed from its games.
#[derive(Debug)]
pub(crate) struct CellAnalysis<'a> {
    pub(crate) place: Place,
    pub(crate) cell: &'a Cell,
    pub(crate) tally: CellTally,
    pub(crate) sample: Sample,
    /// Of the exact test of equal strength.
    pub(crate) p_value: f64,
    /// The same, corrected after Holm for all cells of the study with games.
    pub(crate) adjusted: f64,
    /// The paper's value.
    pub(crate) printed: Option<Printed>,
    /// The p-value of the paper's counts under ours, and the same corrected after Holm for the study's cells.
    pub(crate) printed_p: Option<(f64, f64)>,
}

/// What was played of one game.
#[derive(Debug)]
pub(crate) struct OfGame {
    pub(crate) name: String,
    pub(crate) tally: CellTally,
    /// The results of whoever moved first.
    pub(crate) first_mover: Sample,
}

/// Ratings from the games of one game of the study, or the mean of these ratings over all games.
#[derive(Debug)]
pub(crate) struct Rated {
    /// The number of the game; `None` for the mean over several games.
    pub(crate) game: Option<usize>,
    /// The names of the rated.
    pub(crate) names: Vec<String>,
    pub(crate) ratings: Ratings,
}

/// How the player of a cell does, as far as a corrected test tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Better,
    Worse,
    NotShown,
}

/// More players than this are not rated: their table and figure could not be read.
const MOST_RATED: usize = 60;

impl<'a> StudyAnalysis<'a> {
    pub(crate) fn new(
        plan: &'a Plan,
        tallies: &[CellTally],
        index: usize,
        study: &'a Study,
        paper: &[connect_toe_paper::Cell],
    ) -> StudyAnalysis<'a> {
        let layout = Layout::new(plan, index, study);
        let mut cells: Vec<CellAnalysis<'a>> = layout
            .places
            .iter()
            .map(|place| {
                let cell = &plan.cells[place.cell];
                let tally = tallies.get(place.cell).cloned().unwrap_or_default();
                let sample = Sample::of_player(cell, &tally);
                CellAnalysis {
                    place: place.clone(),
                    cell,
                    p_value: sample.p_value(),
                    adjusted: 1.0,
                    printed: Printed::find(cell, paper),
                    printed_p: None,
                    tally,
                    sample,
                }
            })
            .collect();
        correct(&mut cells);
        let players: Vec<Sample> =
            (0..layout.players.len()).map(|player| of_player(&cells, study, player)).collect();
        let counts: Vec<ScoreCounts> = players.iter().map(Sample::counts).collect();
        let is_comparable = !study.is_round_robin && is_same_opposition(&cells);
        let comparisons =
            if is_comparable { compare_all(&counts, Confidence::NINETY_FIVE) } else { Vec::new() };
        let ratings = ratings(study, &layout, &cells);
        let equals_tell = {
            let played = || cells.iter().filter(|cell| cell.sample.games.games() > 0);
            let of_equals: BTreeSet<usize> =
                played().filter(|cell| cell.is_of_equals()).map(|cell| cell.place.game).collect();
            played().all(|cell| of_equals.contains(&cell.place.game))
        };
        StudyAnalysis { study, layout, cells, players, comparisons, ratings, equals_tell }
    }

    /// All games of the study.
    pub(crate) fn games(&self) -> u64 {
        self.cells.iter().map(|cell| cell.sample.games.games()).sum()
    }

    /// The cells that tell what the games are like: those in which a player meets its like, if there are such of
    /// every game, else all. Who is stronger would blur what is the game's doing.
    pub(crate) fn telling(&self) -> impl Iterator<Item = &CellAnalysis<'a>> {
        self.cells.iter().filter(|cell| self.tells(cell))
    }

    /// Whether a cell is one of those.
    pub(crate) fn tells(&self, cell: &CellAnalysis<'_>) -> bool {
        cell.sample.games.games() > 0 && (!self.equals_tell || cell.is_of_equals())
    }

    /// What was played of each game, in the order of the plan, as far as it tells what the game is like.
    pub(crate) fn by_game(&self) -> Vec<OfGame> {
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        let mut games: Vec<OfGame> = Vec::new();
        for cell in self.telling() {
            match places.entry(cell.cell.game.to_string()) {
                Entry::Occupied(place) => {
                    let game = &mut games[*place.get()];
                    game.tally += &cell.tally;
                    game.first_mover += cell.first_mover();
                }
                Entry::Vacant(place) => {
                    let (name, first_mover) = (game_name(place.key()), cell.first_mover());
                    games.push(OfGame { name, tally: cell.tally.clone(), first_mover });
                    place.insert(games.len() - 1);
                }
            }
        }
        games
    }

    /// Whether the results of whoever moved first tell of the game and not of the players: all move first equally
    /// often, or the games told by are those of equals.
    pub(crate) fn tells_of_first_moves(&self) -> bool {
        self.equals_tell || self.sides_are_balanced()
    }

    /// Whose games tell what the games are like, for captions.
    pub(crate) fn whose_games_tell(&self) -> &'static str {
        if self.equals_tell { "equal players" } else { "all players together" }
    }

    /// All results from the side of whoever moved first, as far as they tell what the games are like.
    pub(crate) fn first_mover(&self) -> Sample {
        self.telling().map(CellAnalysis::first_mover).sum()
    }

    /// Whether players and opponents move first equally often, so that the first mover's results are not the players'.
    pub(crate) fn sides_are_balanced(&self) -> bool {
        self.cells.iter().all(|cell| cell.cell.first != FirstMover::Player)
    }

    /// The text of a factor's level.
    pub(crate) fn level(&self, factor: usize, level: usize) -> &str {
        &self.study.factors[factor].values[level]
    }

    /// Whether any cell stands in the paper.
    pub(crate) fn has_printed(&self) -> bool {
        self.cells.iter().any(|cell| cell.printed.is_some())
    }
}

impl CellAnalysis<'_> {
    /// The results from the side of whoever moved first.
    pub(crate) fn first_mover(&self) -> Sample {
        Sample::of_first_mover(self.cell, &self.tally)
    }

    pub(crate) fn is_of_equals(&self) -> bool {
        self.cell.player == self.cell.opponent
    }

    pub(crate) fn standing(&self) -> Standing {
        match self.sample.score() {
            // Nobody is better than oneself, only better off with the first move.
            _ if self.is_of_equals() => Standing::NotShown,
            Some(score) if self.adjusted < SIGNIFICANCE && score > 0.5 => Standing::Better,
            Some(score) if self.adjusted < SIGNIFICANCE && score < 0.5 => Standing::Worse,
            _ => Standing::NotShown,
        }
    }
}

fn correct(cells: &mut [CellAnalysis<'_>]) {
    let played: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell].sample.games.games() > 0).collect();
    let p_values: Vec<f64> = played.iter().map(|&cell| cells[cell].p_value).collect();
    for (&cell, adjusted) in played.iter().zip(holm(&p_values)) {
        cells[cell].adjusted = adjusted;
    }
    let (tested, p_values): (Vec<usize>, Vec<f64>) = cells
        .iter()
        .enumerate()
        .filter_map(|(place, cell)| Some((place, cell.printed?.p_value(&cell.sample)?)))
        .unzip();
    for ((&cell, &p_value), adjusted) in tested.iter().zip(&p_values).zip(holm(&p_values)) {
        cells[cell].printed_p = Some((p_value, adjusted));
    }
}

/// Whether all players meet the same opponents on the same games at the same levels, equally often.
fn is_same_opposition(cells: &[CellAnalysis<'_>]) -> bool {
    /// Levels, game and opponent, and how many games.
    type Opposition<'a> = BTreeMap<(&'a [usize], usize, usize), u64>;
    let mut met: BTreeMap<usize, Opposition<'_>> = BTreeMap::new();
    for CellAnalysis { place, cell, .. } in cells {
        let of_player = met.entry(place.player).or_default();
        *of_player.entry((&place.levels[..], place.game, place.opponent)).or_default() += cell.games;
    }
    let mut players = met.values();
    players.next().is_none_or(|first| players.all(|other| other == first))
}

/// All games of a player; in a round robin also those in which it is called the opponent.
fn of_player(cells: &[CellAnalysis<'_>], study: &Study, player: usize) -> Sample {
    let own = cells.iter().filter(|cell| cell.place.player == player).map(|cell| cell.sample);
    let other = cells.iter().filter(|cell| study.is_round_robin && cell.place.opponent == player);
    let other = other.filter(|cell| cell.place.player != player).map(|cell| cell.sample.swapped());
    own.chain(other).sum()
}

/// Ratings of a round robin, or of a study without factors: for each game and, before these, if there are several games,
/// their mean. One fit over all games would take the first move and draws to be worth the same everywhere.
fn ratings(study: &Study, layout: &Layout, cells: &[CellAnalysis<'_>]) -> Vec<Rated> {
    if !study.is_round_robin && !study.factors.is_empty() {
        return Vec::new();
    }
    let mut names: Vec<String> = layout.players.iter().map(|player| player.label.clone()).collect();
    let mut opponents: Vec<usize> = (0..names.len()).collect();
    if !study.is_round_robin {
        opponents.clear();
        for opponent in &layout.opponents {
            let known = layout.players.iter().position(|player| player.text == opponent.text);
            opponents.push(known.unwrap_or(names.len()));
            if known.is_none() {
                names.push(opponent.label.clone());
            }
        }
    }
    if names.len() < 3 || names.len() > MOST_RATED {
        return Vec::new();
    }
    let of_games: Vec<(usize, Ratings)> = (0..layout.games.len())
        .filter_map(|game| {
            let chosen = cells.iter().filter(|cell| cell.place.game == game);
            let pairings: Vec<Pairing> = chosen
                .flat_map(|cell| {
                    let (player, opponent) = (cell.place.player, opponents[cell.place.opponent]);
                    [
                        Pairing { first: player, second: opponent, results: cell.tally.as_first },
                        Pairing { first: opponent, second: player, results: cell.tally.as_second.swapped() },
                    ]
                })
                .filter(|pairing| pairing.results.games() > 0)
                .collect();
            if pairings.is_empty() {
                return None;
            }
            // Numbers are in range and the options are the usual ones, so that only a fit that does not settle is left.
            let ratings = rate_players(names.len(), &pairings, &RatingOptions::default()).ok()?;
            Some((game, ratings))
        })
        .collect();
    let several =
        if of_games.len() > 1 { Ratings::mean(of_games.iter().map(|(_, ratings)| ratings)) } else { None };
    let rated = |game, ratings| Rated { game, names: names.clone(), ratings };
    let of_games: Vec<Rated> =
        of_games.into_iter().map(|(game, ratings)| rated(Some(game), ratings)).collect();
    several.map(|ratings| rated(None, ratings)).into_iter().chain(of_games).collect()
}
