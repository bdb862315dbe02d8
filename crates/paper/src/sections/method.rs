//! How the comparison with the paper is made, and how to cite it.

use connect_toe_report::document::{Block, Definition, Section};
use connect_toe_report::inline::code;

use super::options::command;
use crate::Settings;

/// Terms and what they mean.
const TERMS: &[(&str, &str)] = &[
    (
        "Players",
        "Optimistic, Pessimistic and Undecided search to the same depth. They value a board that is undecided at the \
         depth limit as won, lost or drawn for the player who searches. Random plays any legal move. Each of the three \
         plays against each of the four: twelve pairings a row.",
    ),
    (
        "Winning percentage",
        "Wins divided by the games that either side won, as the paper defines it. Draws do not count.",
    ),
    (
        "Intervals",
        "Wilson’s score interval (1927) for a rate; Newcombe’s score interval (1998, method 10) for a difference.",
    ),
    (
        "Difference from the printed value",
        "The exact two-sided binomial test of the paper’s recovered counts under our rate. Our rate is first drawn \
         towards one half, (wins + ½) ÷ (decided + 1), so that a result that we never saw stays possible. Where several \
         counts fit a printed value and none is preferred, the largest of their p-values counts. The p-values of all \
         single pairings of a reading are corrected together after Holm (1979); those of the pooled values (tables 1, \
         5, 6 and 10), which count the same games again, are a family of their own. A pool of unequal pairings varies \
         less than one binomial, so that the test is cautious for pooled values. Table 5 is compared as decided games \
         among 120.",
    ),
    (
        "Goodness of fit",
        "G² is twice the log-likelihood that the paper’s own rates gain over ours, summed over the single pairings. Its \
         mean and spread under the reading are computed exactly from the binomial distributions. Ambiguous values enter \
         with the fewest games that fit, the same for every reading.",
    ),
    (
        "Equality",
        "Two heuristics count as equal if the whole interval of their difference lies within 5 points.",
    ),
    (
        "Reproducibility",
        "The games of a pairing follow from the seed and the pairing alone. The number of threads changes nothing.",
    ),
];

pub(super) fn section() -> Section {
    let terms = TERMS.iter().map(|&(term, text)| Definition::new(term, text)).collect();
    Section::new("paper-method", "Comparing with the paper").with([Block::Definitions(terms)])
}

pub(super) fn citation(settings: &Settings) -> Section {
    Section::new("cite", "How to cite").with([
        "The experiments: Mercialdi & Wilamowska (2004). General Heuristic for Tic-Tac-Toe-Like Games."
            .into(),
        format!(
            "This report: Connect-Toe {}, report on the paper’s experiments, seed {}, made with {}.",
            env!("CARGO_PKG_VERSION"),
            settings.seed,
            code(&command(settings)),
        )
        .into(),
    ])
}
