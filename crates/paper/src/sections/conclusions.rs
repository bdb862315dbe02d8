//! The claims that the printed tables suggest, with verdicts.

use connect_toe_report::document::{self, Block, Section};

use crate::{Analysis, Conclusion, Finding, Reading, Verdict};

pub(super) fn section(analysis: &Analysis) -> Section {
    let readings: Vec<Reading> = analysis.readings.iter().map(|part| part.reading).collect();
    let claims = analysis.conclusions.iter().map(|conclusion| claim(conclusion, &readings)).collect();
    Section::new("conclusions", "What the printed tables suggest, and what a large sample says")
        .listed_as("Conclusions")
        .with([
            "Each claim is judged by the same rule for the paper’s own few games and for ours. A difference counts as \
             shown if its score interval leaves out zero, at 95 % for all comparisons of the claim together. ✓ holds, \
             (✓) holds in part, ≈ no difference beyond noise, ✗ contradicted: the opposite is true, or another \
             heuristic takes the place."
                .into(),
            Block::Claims(claims),
        ])
}

fn claim(conclusion: &Conclusion, readings: &[Reading]) -> document::Claim {
    let paper = finding("the paper’s own games", conclusion.paper.as_ref());
    let ours = readings.iter().map(|&reading| finding(reading.title(), conclusion.under(reading)));
    document::Claim {
        claim: conclusion.claim.to_owned(),
        text: conclusion.what_follows().to_owned(),
        source: format!("Suggested by {}.", conclusion.printed_in),
        findings: std::iter::once(paper).chain(ours).collect(),
    }
}

fn finding(whose: &str, finding: Option<&Finding>) -> document::Finding {
    let verdict = finding.map_or(document::Verdict::Unknown, |finding| match finding.verdict {
        Verdict::Holds => document::Verdict::Holds,
        Verdict::HoldsInPart => document::Verdict::HoldsInPart,
        Verdict::NoDifference => document::Verdict::NoDifference,
        Verdict::Reversed => document::Verdict::Contradicted,
    });
    document::Finding {
        whose: whose.to_owned(),
        verdict,
        words: finding.map_or("not played", |finding| finding.verdict.title()).to_owned(),
        evidence: finding.map_or_else(String::new, |finding| finding.evidence.clone()),
    }
}
