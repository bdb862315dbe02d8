//! What a study found out, as data. [`print`](super::print) makes words of it, at the end.

use connect_toe_stats::{Difference, EloEstimate, Estimate, Interval};

use super::effects::Effect;
use crate::analysis::Sides;
use crate::too_few::TooFew;

/// What a study found out.
#[derive(Clone, Debug, Default)]
pub(crate) enum Claim {
    /// Nothing that a sentence could say.
    #[default]
    Nothing,
    /// No game has been played.
    Unplayed,
    /// Who is best of several players.
    Ranking(Ranking),
    /// Which of two players is better.
    Meeting(Meeting),
    /// How one player fares against several opponents.
    Opposition(Opposition),
    /// In how many cells the player is better.
    Cells { better: usize, worse: usize, cells: usize },
    /// What the games are like.
    Games(Games),
}

/// Who or what is ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Winner<'a> {
    Best(&'a str),
    Beats(&'a str, &'a str),
    /// X, which moves first.
    FirstMove(Sides),
}

/// How far one player is above another.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Lead {
    /// In ratings.
    Elo(Estimate),
    /// In scores.
    Points(Difference),
}

/// Who is best of several players, by ratings or by scores.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranking {
    /// How many players are compared.
    pub(crate) players: usize,
    /// The players that share the first place; mostly one.
    pub(crate) highest: Vec<String>,
    /// The best of the others, and how far it is below.
    pub(crate) next: Option<(String, Lead)>,
    /// Those of the others that are not shown to be below.
    pub(crate) open: Vec<String>,
    /// Whether the 95 % interval of the lead over one of these excludes 0, which the test of all comparisons does not
    /// bear out.
    pub(crate) seems_clear: bool,
    /// Whether the interval of the lead over the next player does.
    pub(crate) seems_clear_of_next: bool,
    /// The number of comparisons that are tested together.
    pub(crate) comparisons: usize,
    /// The score of the best player, and against whom; ratings need neither.
    pub(crate) score: Option<ScoreAgainst>,
    /// On which games the best player leads, if it is shown to be the best.
    pub(crate) on_games: Option<Leads>,
    /// At which values of each factor.
    pub(crate) at_levels: Vec<Leads>,
    /// Who scores most with each side, where it matters which side one has.
    pub(crate) as_sides: Vec<BestAs>,
    /// What single settings of the players are worth.
    pub(crate) effects: Vec<Effect>,
    /// Factors that the question asks about, and whose values never meet.
    pub(crate) never_met: Vec<String>,
    /// How the players fare against the only opponent, which may be stronger than the best of them.
    pub(crate) only_opponent: Option<OnlyOpponent>,
}

/// Who scores most with one side.
#[derive(Clone, Debug)]
pub(crate) struct BestAs {
    pub(crate) side: &'static str,
    /// The players that share the highest score; mostly one.
    pub(crate) highest: Vec<String>,
    pub(crate) score: (f64, Interval),
    /// The others that are not shown to be below; nothing where that is not tested.
    pub(crate) open: Option<Vec<String>>,
}

#[derive(Clone, Debug)]
pub(crate) struct ScoreAgainst {
    pub(crate) rate: f64,
    pub(crate) interval: Interval,
    pub(crate) opponents: Vec<String>,
}

/// Where the best player leads.
#[derive(Clone, Debug)]
pub(crate) struct Leads {
    /// The factor whose values are meant; `None` if games are.
    pub(crate) factor: Option<String>,
    /// The number of them where it leads.
    pub(crate) led: usize,
    pub(crate) all: usize,
    /// Who leads at the others.
    pub(crate) others: Vec<OtherLead>,
}

#[derive(Clone, Debug)]
pub(crate) struct OtherLead {
    /// The game, or the factor's value.
    pub(crate) at: String,
    pub(crate) player: String,
    pub(crate) lead: Estimate,
    pub(crate) is_shown: bool,
}

/// For how many players it is shown how they compare with an opponent that all of them met.
#[derive(Clone, Debug)]
pub(crate) struct OnlyOpponent {
    pub(crate) name: String,
    pub(crate) better: usize,
    pub(crate) worse: usize,
    pub(crate) all: usize,
}

/// Which of two players is better.
#[derive(Clone, Debug)]
pub(crate) struct Meeting {
    /// The player with the higher score, and the other one.
    pub(crate) players: [String; 2],
    pub(crate) elo: EloEstimate,
    pub(crate) score: (f64, Interval),
    pub(crate) is_shown: bool,
    /// The number of games, and on how many of them it is shown.
    pub(crate) games: usize,
    pub(crate) better: usize,
    /// The games on which the reverse is shown.
    pub(crate) worse: Vec<String>,
}

/// How one player fares against several opponents.
#[derive(Clone, Debug)]
pub(crate) struct Opposition {
    pub(crate) player: String,
    pub(crate) beats: Vec<String>,
    pub(crate) loses_to: Vec<String>,
    pub(crate) open: Vec<String>,
    /// Whether an interval seems to decide what the test of all comparisons leaves open.
    pub(crate) seems_clear: bool,
    /// The opponents with the lowest and the highest score of the player against them.
    pub(crate) ends: [(String, f64); 2],
}

/// What the games are like.
#[derive(Clone, Debug)]
pub(crate) struct Games {
    pub(crate) first: FirstMoves,
    pub(crate) character: Option<Character>,
    /// Who plays them best, study by study where there are several.
    pub(crate) strengths: Vec<(Option<String>, Strength)>,
}

/// The numbers of games on which moving first is an advantage, a disadvantage, close to neither, or open.
#[derive(Clone, Debug)]
pub(crate) struct FirstMoves {
    /// What the sides of the games are called.
    pub(crate) sides: Sides,
    pub(crate) ahead: usize,
    pub(crate) behind: usize,
    pub(crate) near: usize,
    pub(crate) open: usize,
    pub(crate) scores: Ends,
}

impl FirstMoves {
    pub(crate) fn games(&self) -> usize {
        self.ahead + self.behind + self.near + self.open
    }
}

/// The ends of a range of values of games, as they are printed, and the games with these values.
#[derive(Clone, Debug)]
pub(crate) struct Ends {
    pub(crate) lowest: (String, Vec<String>),
    pub(crate) highest: (String, Vec<String>),
}

/// Draws and lengths of games.
#[derive(Clone, Debug)]
pub(crate) enum Character {
    /// Between which games they range.
    Ranges { drawn: Option<Ends>, plies: Ends },
    /// How they go with the only number that makes the games differ.
    ByNumber { sides: Sides, factor: String, levels: Vec<AtLevel> },
}

#[derive(Clone, Debug)]
pub(crate) struct AtLevel {
    pub(crate) level: String,
    /// The score of the first mover.
    pub(crate) first: Option<f64>,
    /// Nothing where the rules have no draws.
    pub(crate) drawn: Option<f64>,
    pub(crate) plies: f64,
}

/// Who plays the games best.
#[derive(Clone, Debug)]
pub(crate) enum Strength {
    /// What looking further ahead is worth to one player.
    Ahead { shallow: u64, deep: u64, elo: EloEstimate, is_shown: bool, on: Option<Ends> },
    /// How different players compare.
    Players(Box<Claim>),
}

/// What an answer lacks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Missing {
    /// The games of the plan that have not been played.
    pub(crate) unplayed: Option<Unplayed>,
    /// What a clear answer would take besides.
    pub(crate) needs: Vec<Need>,
}

#[derive(Clone, Debug)]
pub(crate) struct Unplayed {
    pub(crate) games: u64,
    pub(crate) planned: u64,
    pub(crate) cells: u64,
    pub(crate) cells_without_games: u64,
}

/// How many times the games nobody plays.
pub(super) const HOPELESS: u64 = 100;

#[derive(Clone, Debug)]
pub(crate) enum Need {
    /// How many times the games would show a difference of the size that was seen; none where nobody plays that number.
    Games(Option<u64>),
    /// No cell has enough games to show anything.
    Cells(TooFew),
    /// On this number of games it is open what the first move is worth.
    FirstMoves(Sides, usize),
}

impl Claim {
    /// Who or what is ahead, if that is shown.
    pub(crate) fn winner(&self) -> Option<Winner<'_>> {
        match self {
            Claim::Ranking(ranking) => ranking.best().map(Winner::Best),
            Claim::Meeting(Meeting { players: [winner, loser], is_shown: true, .. }) => {
                Some(Winner::Beats(winner, loser))
            }
            // Where it is sometimes a disadvantage, nothing can be said of all games.
            Claim::Games(Games { first, .. }) if first.behind == 0 && first.ahead > 0 => {
                Some(Winner::FirstMove(first.sides))
            }
            _ => None,
        }
    }
}

impl Ranking {
    /// The best player, if it is shown to be the best.
    pub(crate) fn best(&self) -> Option<&str> {
        match &self.highest[..] {
            [best] if self.open.is_empty() && self.next.is_some() => Some(best),
            _ => None,
        }
    }
}

impl Leads {
    pub(crate) fn is_everywhere(&self) -> bool {
        self.led == self.all
    }
}
