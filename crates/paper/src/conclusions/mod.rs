//! What the paper's tables suggest, and what a large sample says about it.
//!
//! Every claim is one row of [`CLAIMS`]: a sentence, where the paper prints the numbers that suggest it, and a
//! criterion that judges counts. The same criterion is applied to our games under each reading and to the paper's
//! own few games, so that the report can say whether the paper's sample could have shown it at all.

use crate::{Experiment, Heuristic, Opponent, Reading, Results};

mod criterion;
mod evidence;

mod judgement;
mod pairings;
mod words;

use criterion::{Criterion, Place};
use evidence::{PaperEvidence, RunEvidence};

/// What counts say about a claim. Differences are judged by Newcombe's score interval and rates by Wilson's, at a
/// level of 95 % for all comparisons of one claim together (Bonferroni).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// All of it is shown.
    Holds,
    /// Some of it is shown; the rest is not, or is contradicted.
    HoldsInPart,
    /// Neither it nor its opposite is shown: noise could make the difference.
    NoDifference,
    /// It is contradicted, and nothing of it is shown: the opposite is true, or another heuristic is the best.
    Reversed,
}

impl Verdict {
    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::HoldsInPart => "holds-in-part",
            Self::NoDifference => "no-difference",
            Self::Reversed => "reversed",
        }
    }

    /// The verdict in words.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::HoldsInPart => "holds in part",
            Self::NoDifference => "no difference beyond noise",
            Self::Reversed => "contradicted",
        }
    }
}

/// A verdict and the numbers behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What the counts say.
    pub verdict: Verdict,
    /// A sentence with rates, sample sizes and intervals.
    pub evidence: String,
}

/// A claim that the paper's tables suggest, judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conclusion {
    /// A short name for files.
    pub id: &'static str,
    /// The claim.
    pub claim: &'static str,
    /// The figures and tables that suggest it.
    pub printed_in: &'static str,
    /// What the paper's own counts show, by the same criterion.
    pub paper: Option<Finding>,
    /// What our games show, for each reading that was played.
    pub findings: Vec<(Reading, Finding)>,
}

impl Conclusion {
    /// The finding under a reading; `None` if its games were not played.
    pub fn under(&self, reading: Reading) -> Option<&Finding> {
        self.findings.iter().find(|(candidate, _)| *candidate == reading).map(|(_, finding)| finding)
    }

    /// Whether the published search shows it (at least in part) and a correct search does not: an effect of the
    /// defect and not of the heuristics.
    pub fn is_artefact(&self) -> bool {
        let shown = |verdict| matches!(verdict, Verdict::Holds | Verdict::HoldsInPart);
        match (self.under(Reading::Exact), self.under(Reading::Published)) {
            (Some(exact), Some(published)) => !shown(exact.verdict) && shown(published.verdict),
            _ => false,
        }
    }

    /// What follows for the claim, in a sentence.
    pub fn what_follows(&self) -> &'static str {
        use Verdict::{Holds, HoldsInPart, NoDifference, Reversed};
        let exact = self.under(Reading::Exact).map(|finding| finding.verdict);
        let published = self.under(Reading::Published).map(|finding| finding.verdict);
        match (exact, published) {
            (Some(Holds), Some(Holds)) => "Stands, with a correct search and with the published one.",
            (Some(Holds), Some(HoldsInPart)) => {
                "Stands with a correct search; the published search bears out part of it."
            }
            (Some(Holds), Some(_)) => {
                "Stands with a correct search, although the published search does not bear it out."
            }
            (Some(Holds), None) => "Stands with a correct search.",
            (Some(HoldsInPart), _) => "Stands in part with a correct search.",
            (Some(NoDifference), Some(Holds | HoldsInPart)) => {
                "An effect of the published search's defect: with a correct search no such difference is seen."
            }
            (Some(Reversed), Some(Holds | HoldsInPart)) => {
                "An effect of the published search's defect: a correct search contradicts it."
            }
            (Some(NoDifference), Some(NoDifference)) => {
                "Noise: a large sample shows it under neither reading."
            }
            (Some(NoDifference), Some(Reversed)) => {
                "Noise: a correct search shows no difference, and the published search contradicts it."
            }
            (Some(Reversed), Some(_)) => {
                "Misleading noise: a correct search contradicts it, and the published search does not show it."
            }
            (Some(NoDifference), None) => "Noise: a correct search shows no such difference.",
            (Some(Reversed), None) => "Does not stand: a correct search contradicts it.",
            (None, Some(Holds)) => "Borne out by the published search; a correct search was not run.",
            (None, Some(HoldsInPart)) => {
                "Borne out in part by the published search; a correct search was not run."
            }
            (None, Some(NoDifference)) => {
                "Noise, as far as the published search goes; a correct search was not run."
            }
            (None, Some(Reversed)) => {
                "Contradicted even by the published search; a correct search was not run."
            }
            (None, None) => "Not played.",
        }
    }
}

/// A claim before it is judged.
struct Claim {
    id: &'static str,
    text: &'static str,
    printed_in: &'static str,
    criterion: Criterion,
}

/// Everything that the paper's tables suggest, in the order of its figures.
const CLAIMS: &[Claim] = &[
    Claim {
        id: "pessimistic-best-at-1",
        text: "Pessimistic is the best heuristic in Tic-Tac-Toe at depth 1.",
        printed_in: "figure 3, table 1",
        criterion: Criterion::Rank {
            experiment: Experiment::TicTacToe,
            rows: &[1],
            player: Heuristic::P,
            place: Place::Best,
        },
    },
    Claim {
        id: "undecided-best-at-2",
        text: "Undecided is the best heuristic in Tic-Tac-Toe at depth 2.",
        printed_in: "figure 3, table 1",
        criterion: Criterion::Rank {
            experiment: Experiment::TicTacToe,
            rows: &[2],
            player: Heuristic::U,
            place: Place::Best,
        },
    },
    Claim {
        id: "pessimistic-best-at-3",
        text: "Pessimistic is the best heuristic in Tic-Tac-Toe at depth 3.",
        printed_in: "figure 3, table 1",
        criterion: Criterion::Rank {
            experiment: Experiment::TicTacToe,
            rows: &[3],
            player: Heuristic::P,
            place: Place::Best,
        },
    },
    Claim {
        id: "pessimistic-sweet-spot",
        text: "Depth 3 is Pessimistic's sweet spot in Tic-Tac-Toe: it wins more there than at any other depth.",
        printed_in: "figure 3, table 1",
        criterion: Criterion::Peak { experiment: Experiment::TicTacToe, player: Heuristic::P, row: 3 },
    },
    Claim {
        id: "deep-heuristics-alike",
        text: "From depth 5 on it hardly matters in Tic-Tac-Toe whether the heuristic is Pessimistic or Undecided.",
        printed_in: "figure 3, table 1",
        criterion: Criterion::Same {
            experiment: Experiment::TicTacToe,
            rows: &[5, 6, 7, 8],
            players: [Heuristic::P, Heuristic::U],
        },
    },
    Claim {
        id: "deep-search-loses",
        text: "Even a search of 7 or 8 plies loses some games of Tic-Tac-Toe.",
        printed_in: "figures 3 and 4, tables 1 to 4",
        criterion: Criterion::StillLoses { experiment: Experiment::TicTacToe, rows: &[7, 8] },
    },
    Claim {
        id: "decided-games-fall",
        text: "The deeper the search, the fewer games of Tic-Tac-Toe are decided.",
        printed_in: "figure 5, table 5",
        criterion: Criterion::DecidedGamesFall { experiment: Experiment::TicTacToe },
    },
    Claim {
        id: "deeper-is-better-tic-tac-toe",
        text: "In Tic-Tac-Toe every heuristic's share grows with the depth to which both sides search (depth 8 against 1).",
        printed_in: "figure 3, table 1",
        criterion: Criterion::Grows { experiment: Experiment::TicTacToe },
    },
    Claim {
        id: "optimistic-best-connect-four-2",
        text: "Optimistic is the best heuristic in Connect Four at depth 2.",
        printed_in: "figure 6, table 6",
        criterion: Criterion::Rank {
            experiment: Experiment::ConnectFour,
            rows: &[2],
            player: Heuristic::O,
            place: Place::Best,
        },
    },
    Claim {
        id: "pessimistic-best-connect-four-3",
        text: "Pessimistic is the best heuristic in Connect Four at depth 3.",
        printed_in: "figure 6, table 6",
        criterion: Criterion::Rank {
            experiment: Experiment::ConnectFour,
            rows: &[3],
            player: Heuristic::P,
            place: Place::Best,
        },
    },
    Claim {
        id: "undecided-best-connect-four",
        text: "Undecided is the best heuristic in Connect Four from depth 2 on.",
        printed_in: "figure 6, table 6",
        criterion: Criterion::Rank {
            experiment: Experiment::ConnectFour,
            rows: &[2, 3, 4, 5],
            player: Heuristic::U,
            place: Place::Best,
        },
    },
    Claim {
        id: "deeper-is-better-connect-four",
        text: "In Connect Four every heuristic's share grows with the depth to which both sides search (depth 5 against 1).",
        printed_in: "figure 6, table 6",
        criterion: Criterion::Grows { experiment: Experiment::ConnectFour },
    },
    Claim {
        id: "cube-2-first-wins",
        text: "On the cube of side 2 the first player always wins.",
        printed_in: "figures 8 and 9, tables 10 to 13",
        criterion: Criterion::AlwaysWins { experiment: Experiment::Cubes, row: 2 },
    },
    Claim {
        id: "optimistic-worst-on-cubes",
        text: "Optimistic is the weakest heuristic on the cubes of side 3 to 5.",
        printed_in: "figure 8, table 10",
        criterion: Criterion::Rank {
            experiment: Experiment::Cubes,
            rows: &[3, 4, 5],
            player: Heuristic::O,
            place: Place::Worst,
        },
    },
    Claim {
        id: "optimistic-loses-on-cubes",
        text: "On the cubes of side 3 to 5 Optimistic loses to Pessimistic and to Undecided, although it moves first.",
        printed_in: "figure 9, table 11",
        criterion: Criterion::LosesTo {
            experiment: Experiment::Cubes,
            rows: &[3, 4, 5],
            player: Heuristic::O,
            opponents: &[Opponent::P, Opponent::U],
        },
    },
    Claim {
        id: "pessimistic-undecided-equal-on-cubes",
        text: "Pessimistic and Undecided are equally good on the cubes of side 3 to 5.",
        printed_in: "figure 8, table 10",
        criterion: Criterion::Same {
            experiment: Experiment::Cubes,
            rows: &[3, 4, 5],
            players: [Heuristic::P, Heuristic::U],
        },
    },
    Claim {
        id: "search-beats-random",
        text: "Search beats Random: every heuristic wins most decided games against it, in every game and at every depth.",
        printed_in: "figures 4, 7 and 9, tables 2 to 4, 7 to 9 and 11 to 13",
        criterion: Criterion::BeatsRandom,
    },
];

/// Judges every claim that any reading's games can say something about.
pub fn conclusions(results: &Results) -> Vec<Conclusion> {
    CLAIMS
        .iter()
        .filter_map(|claim| {
            let findings: Vec<(Reading, Finding)> = results
                .settings
                .chosen_readings()
                .filter_map(|reading| {
                    Some((reading, claim.criterion.judge(&RunEvidence { results, reading })?))
                })
                .collect();
            (!findings.is_empty()).then(|| Conclusion {
                id: claim.id,
                claim: claim.text,
                printed_in: claim.printed_in,
                paper: claim.criterion.judge(&PaperEvidence),
                findings,
            })
        })
        .collect()
}
