//! Counts of games or pairs as people write them.

use std::str::FromStr;

use connect_toe_stats::{Pentanomial, ScoreCounts, Wdl};

/// Results of single games, or of pairs.
#[derive(Clone, Copy, Debug)]
pub(super) enum Counts {
    Games(Wdl),
    Pairs(Pentanomial),
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
