//! Ratings of a table that the caller has: of results against each other, or of payoffs.

use connect_toe_api::{Error, Fault, Work};
use connect_toe_stats::{
    Circles, Meeting, Pairing, Payoffs, RatingOptions, Ratings, SIGNIFICANCE, Selection, Wdl, alpha_rank,
    nash_average, rate_players,
};
use serde::{Deserialize, Serialize};

use crate::numbers::Rating;
use crate::truth::{NashRating, TruthOfElo};

/// Asks for ratings of players from a table of their results against each other, with a test whether they tell the truth.
///
/// Nothing is known of who moved first: each player counts as the first mover of half of the games of a pair.
///
/// ```
/// use connect_toe_api::Work;
/// use connect_toe_laboratory::RateTable;
/// let wins = vec![vec![0, 80, 20], vec![20, 0, 80], vec![80, 20, 0]];
/// let rated = RateTable { wins, draws: Vec::new(), players: Vec::new() }.run(&Work::new())?;
/// let truth = rated.truth_of_elo.expect("three players");
/// assert_eq!(truth.circle.len(), 3);
/// assert!(rated.players[0].rating.value.abs() < 1.0);
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RateTable {
    /// How many games the player of the row won against the player of the column.
    pub wins: Vec<Vec<u64>>,
    /// How many games of both were drawn, the same in both directions; without rows none.
    #[serde(default)]
    pub draws: Vec<Vec<u64>>,
    /// The names of the players; without any their numbers from 0.
    #[serde(default)]
    pub players: Vec<String>,
}

/// Ratings of the players of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RatedTable {
    /// The players in the order of the table.
    pub players: Vec<RatedPlayer>,
    /// Whether the ratings tell the truth: whether players beat each other in circles, and whether ratings predict the
    /// scores. None for two players, and without games.
    pub truth_of_elo: Option<TruthOfElo>,
}

/// A player of a table and its ratings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RatedPlayer {
    /// The player's name.
    pub player: String,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The rating of Bradley and Terry's model, with draws (Davidson), in Elo points with its 95 % interval; the mean of all
    /// players is 0.
    pub rating: Rating,
    /// The standard error of the rating.
    pub standard_error: f64,
    /// Nash averaging by the scores of all players against each other. None for two players, and where two players have no
    /// game.
    pub nash: Option<NashRating>,
    /// α-Rank by the same scores, with a win as 1 and a loss as −1, an intensity of selection of 100 and 50 members. None
    /// where there is no `nash`.
    pub alpha_rank: Option<f64>,
}

/// Asks for Nash averaging and α-Rank of a table of payoffs: what the player of the row wins from the player of the column.
///
/// ```
/// use connect_toe_api::Work;
/// use connect_toe_laboratory::RatePayoffs;
/// let payoffs = vec![vec![0.0, 1.0, -1.0], vec![-1.0, 0.0, 1.0], vec![1.0, -1.0, 0.0]];
/// let rated = RatePayoffs { payoffs, alpha: 100.0, population: 50 }.run(&Work::new())?;
/// assert!(rated.nash.iter().chain(&rated.alpha_rank).all(|share| (share - 1.0 / 3.0).abs() < 1e-6));
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RatePayoffs {
    /// The payoffs by rows. One player's gain is the other's loss.
    pub payoffs: Vec<Vec<f64>>,
    /// α-Rank's intensity of selection.
    #[serde(default = "RatePayoffs::alpha")]
    pub alpha: f64,
    /// The members of α-Rank's population.
    #[serde(default = "RatePayoffs::population")]
    pub population: u32,
}

/// Nash averaging and α-Rank of the players of a table of payoffs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RatedPayoffs {
    /// How much each player is of the mix that no player wins from; they add up to 1.
    pub nash: Vec<f64>,
    /// What each player wins from that mix: 0 for the players in it, at most 0 for the others.
    pub nash_payoffs: Vec<f64>,
    /// The share of the time for which a population plays each player.
    pub alpha_rank: Vec<f64>,
}

/// What is said of groups of players who never met.
fn not_compared(ratings: &Ratings, names: &[String]) -> String {
    let number = ratings.components;
    let group = |component| {
        let members = names.iter().zip(&ratings.players).filter(|(_, player)| player.component == component);
        first_few(members.map(|(name, _)| name.clone()), ", ")
    };
    let groups = first_few((0..number).map(group), "; ");
    format!(
        "players of {number} groups never met, directly or through others: {groups}. Ratings compare players of one group alone, and \
         each group has the mean 0"
    )
}

/// The first five texts, and dots if there are more.
fn first_few(mut texts: impl Iterator<Item = String>, between: &str) -> String {
    let mut shown: Vec<String> = texts.by_ref().take(5).collect();
    if texts.next().is_some() {
        shown.push("...".to_owned());
    }
    shown.join(between)
}

impl RateTable {
    /// The largest number of players.
    pub const MOST_PLAYERS: usize = 1000;
    /// The largest number of games of one result of two players.
    pub const MOST_GAMES: u64 = 1_000_000_000_000;

    /// The ratings. A notice names the groups of players who never met, if there are several.
    ///
    /// # Errors
    /// A table that is not square, or is of other players than there are names; no players.
    pub fn run(&self, work: &Work) -> Result<RatedTable, Error> {
        let count = self.wins.len();
        self.check(count)?;
        let names: Vec<String> = match self.players.len() {
            0 => (0..count).map(|player| player.to_string()).collect(),
            _ => self.players.clone(),
        };
        let (mut pairings, mut meetings) = (Vec::new(), Vec::new());
        let mut totals = vec![Wdl { wins: 0, draws: 0, losses: 0 }; count];
        for (first, second) in
            (0..count).flat_map(|first| (first + 1..count).map(move |other| (first, other)))
        {
            let results = self.results(first, second);
            totals[first] += results;
            totals[second] += results.swapped();
            let (begun, answered) = halves(results);
            pairings.push(Pairing { first, second, results: begun });
            pairings.push(Pairing { first: second, second: first, results: answered.swapped() });
            let score = results.score();
            meetings.push(Meeting { first, second, score, trials: results.into(), moves_first: 0.5 });
        }
        let ratings = rate_players(count, &pairings, &RatingOptions::default())
            .map_err(|error| Error::of_field(Fault::WrongField, "wins", error))?;
        if ratings.components > 1 {
            work.notice(&not_compared(&ratings, &names));
        }
        let circles = Circles::of(&ratings, &meetings, SIGNIFICANCE);
        let players = names.iter().zip(&ratings.players).zip(totals).enumerate();
        let players = players.map(|(place, ((name, found), total))| RatedPlayer {
            player: name.clone(),
            wins: total.wins,
            draws: total.draws,
            losses: total.losses,
            rating: Rating::from(&found.rating),
            standard_error: found.rating.standard_error,
            nash: circles.as_ref().and_then(|circles| NashRating::of(circles, place)),
            alpha_rank: circles.as_ref().and_then(|circles| Some(circles.alpha_rank.as_ref()?[place])),
        });
        let truth_of_elo = circles.as_ref().map(|circles| TruthOfElo::new(&circles.transitivity, &names));
        Ok(RatedTable { players: players.collect(), truth_of_elo })
    }

    fn check(&self, count: usize) -> Result<(), Error> {
        let wrong = |field: &str, message: String| Err(Error::of_field(Fault::WrongField, field, message));
        if !(1..=RateTable::MOST_PLAYERS).contains(&count) {
            let most = RateTable::MOST_PLAYERS;
            return wrong("wins", format!("a table has 1 to {most} players, not {count}"));
        }
        for (field, table) in [("wins", &self.wins), ("draws", &self.draws)] {
            let is_square = table.len() == count && table.iter().all(|row| row.len() == count);
            let is_left_out = field == "draws" && table.is_empty();
            if !is_square && !is_left_out {
                return wrong(field, format!("the table `{field}` is not one of {count} rows and columns"));
            }
            if let Some(games) = table.iter().flatten().find(|&&games| games > RateTable::MOST_GAMES) {
                return wrong(field, format!("{games} games are more than {}", RateTable::MOST_GAMES));
            }
        }
        for (row, column) in (0..self.draws.len()).flat_map(|row| (0..row).map(move |column| (row, column))) {
            let (here, there) = (self.draws[row][column], self.draws[column][row]);
            if here != there {
                let message =
                    format!("row {row}, column {column} has {here} draws, but row {column} has {there}");
                return wrong("draws", message);
            }
        }
        if ![0, count].contains(&self.players.len()) {
            return wrong("players", format!("there are {} names for {count} players", self.players.len()));
        }
        Ok(())
    }

    /// The games of two players, from the first one's side.
    fn results(&self, first: usize, second: usize) -> Wdl {
        let draws = self.draws.get(first).map_or(0, |row| row[second]);
        Wdl { wins: self.wins[first][second], draws, losses: self.wins[second][first] }
    }
}

/// The games in two halves that differ by a game of each result at most.
fn halves(results: Wdl) -> (Wdl, Wdl) {
    let Wdl { wins, draws, losses } = results;
    let first = Wdl { wins: wins.div_ceil(2), draws: draws.div_ceil(2), losses: losses.div_ceil(2) };
    (first, Wdl { wins: wins / 2, draws: draws / 2, losses: losses / 2 })
}

impl RatePayoffs {
    fn alpha() -> f64 {
        100.0
    }

    fn population() -> u32 {
        50
    }

    /// The shares.
    ///
    /// # Errors
    /// A table that is not one of payoffs; an intensity or a population out of range.
    pub fn run(&self, _: &Work) -> Result<RatedPayoffs, Error> {
        let payoffs = Payoffs::new(&self.payoffs).map_err(Error::wrong("payoffs"))?;
        let selection = Selection::Finite { alpha: self.alpha, population: self.population };
        let alpha_rank = alpha_rank(&payoffs, selection).map_err(Error::wrong("alpha"))?;
        let nash = nash_average(&payoffs);
        Ok(RatedPayoffs { nash: nash.shares, nash_payoffs: nash.payoffs, alpha_rank })
    }
}
