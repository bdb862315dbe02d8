//! Counts of games or pairs as people write them.

use std::fmt;
use std::str::FromStr;

use connect_toe_stats::{Pentanomial, ScoreCounts, Wdl};

/// Results of single games as `WINS/DRAWS/LOSSES`, or of pairs of games from one opening with the sides exchanged as
/// five counts, by the points of the pair: `0/0.5/1/1.5/2`.
///
/// ```
/// use connect_toe_laboratory::Counts;
/// let games: Counts = "60/25/15".parse()?;
/// assert!(matches!(games, Counts::Games(games) if games.wins == 60));
/// assert_eq!("1/2/3/4/5".parse::<Counts>()?.to_string(), "1/2/3/4/5");
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Counts {
    /// Wins, draws and losses of single games.
    Games(Wdl),
    /// Pairs of games by the points of the pair.
    Pairs(Pentanomial),
}

/// `WINS/DRAWS/LOSSES`, or five counts of pairs.
impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = match self {
            Counts::Games(Wdl { wins, draws, losses }) => vec![wins, draws, losses],
            Counts::Pairs(pairs) => pairs.counts.iter().collect(),
        };
        let texts: Vec<String> = counts.into_iter().map(u64::to_string).collect();
        f.write_str(&texts.join("/"))
    }
}

impl From<Counts> for ScoreCounts {
    fn from(counts: Counts) -> ScoreCounts {
        match counts {
            Counts::Games(games) => games.into(),
            Counts::Pairs(pairs) => pairs.into(),
        }
    }
}

impl FromStr for Counts {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Counts, &'static str> {
        let usage = "write WINS/DRAWS/LOSSES, for example 60/25/15, or five counts of pairs";
        let parse = |count: &str| match count.trim().parse::<u64>() {
            Ok(count) if count <= 1_000_000_000_000 => Ok(count),
            Ok(_) => Err("a count of more than a trillion games"),
            Err(_) => Err(usage),
        };
        let counts: Vec<u64> = text.split('/').map(parse).collect::<Result<_, _>>()?;
        match counts[..] {
            [wins, draws, losses] => Ok(Counts::Games(Wdl { wins, draws, losses })),
            _ => counts.try_into().map(|counts| Counts::Pairs(Pentanomial { counts })).map_err(|_| usage),
        }
    }
}
