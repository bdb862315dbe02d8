use connect_toe_paper::{Conclusion, Finding, Reading, Verdict};

use crate::PaperReport;

/// A claim and what became of it.
#[derive(Debug)]
pub(super) struct ConclusionView {
    pub(super) claim: &'static str,
    pub(super) printed_in: &'static str,
    pub(super) what_follows: &'static str,
    pub(super) findings: Vec<FindingView>,
}

#[derive(Debug)]
pub(super) struct FindingView {
    /// Whose games: the paper's own, or ours under a reading.
    pub(super) of: &'static str,
    /// A sign beside the words, so that the column can be skimmed.
    pub(super) sign: &'static str,
    pub(super) class: &'static str,
    pub(super) verdict: &'static str,
    pub(super) evidence: String,
}

pub(super) fn conclusions(report: &PaperReport<'_>) -> Vec<ConclusionView> {
    let readings: Vec<Reading> = report.analysis.readings.iter().map(|part| part.reading).collect();
    report.analysis.conclusions.iter().map(|conclusion| view(conclusion, &readings)).collect()
}

fn view(conclusion: &Conclusion, readings: &[Reading]) -> ConclusionView {
    let paper = FindingView::new("the paper’s own games", conclusion.paper.as_ref());
    let ours = readings.iter().map(|&reading| {
        let of = match reading {
            Reading::Exact => "exact search",
            Reading::Published => "published search",
        };
        FindingView::new(of, conclusion.under(reading))
    });
    ConclusionView {
        claim: conclusion.claim,
        printed_in: conclusion.printed_in,
        what_follows: conclusion.what_follows(),
        findings: std::iter::once(paper).chain(ours).collect(),
    }
}

impl FindingView {
    fn new(of: &'static str, finding: Option<&Finding>) -> Self {
        let Some(finding) = finding else {
            return Self { of, sign: "–", class: "none", verdict: "not played", evidence: String::new() };
        };
        let (sign, class) = match finding.verdict {
            Verdict::Holds => ("✓", "holds"),
            Verdict::HoldsInPart => ("(✓)", "holds"),
            Verdict::NoDifference => ("≈", "none"),
            Verdict::Reversed => ("✗", "reversed"),
        };
        Self { of, sign, class, verdict: finding.verdict.title(), evidence: finding.evidence.clone() }
    }
}
