//! A document with every kind of block, in every format.

use connect_toe_report::document::{
    Block, Claim, ColumnGroup, Definition, Document, Entry, Figure, Figures, Finding, Folded, Heading,
    Section, Table, Verdict,
};
use connect_toe_report::{Extras, Report};

use crate::plans;

pub(crate) fn document() -> Document {
    let marked = Entry {
        differs: true,
        tooltip: "p = \"0.01\" & less".to_owned(),
        ..Entry::from("62.1").with_small("58.0–66.0")
    };
    let mut table = Table::new("table-one", "One <table> & `code_1`")
        .columns(1, ["who|what", "ours"])
        .row(["a_b|c".into(), marked])
        .row(["`x|y`".into(), "3".into()]);
    table.groups = vec![
        ColumnGroup { heading: String::new(), columns: 1 },
        ColumnGroup { heading: "exact & true".to_owned(), columns: 1 },
    ];
    let figures = Figures {
        heading: "Drawings of `runs`".to_owned(),
        note: "Read <them> so.".to_owned(),
        figures: vec![Figure {
            id: "figure-1".to_owned(),
            caption: "A `line`".to_owned(),
            svg: "<svg role=\"img\" aria-label=\"d\"></svg>".to_owned(),
            data: "a,b\n<1>,2\n".to_owned(),
        }],
    };
    let claim = Claim {
        claim: "`O` beats `P` & co".to_owned(),
        text: "It does.".to_owned(),
        source: "Suggested by table 1.".to_owned(),
        findings: vec![Finding {
            whose: "ours".to_owned(),
            verdict: Verdict::HoldsInPart,
            words: "holds in part".to_owned(),
            evidence: "3 < 4".to_owned(),
        }],
    };
    let section = Section::new("first", "The *first*").listed_as("First").with([
        Block::from("A paragraph with `code <1>` & 50 %."),
        Block::Notice("Mind the #gap.".to_owned()),
        Block::Heading(Heading { text: "Below".to_owned(), link: Some("first".to_owned()) }),
        Block::List(vec!["one".to_owned(), "two_three".to_owned()]),
        Block::Definitions(vec![Definition::new("p", "A *value*.")]),
        table.into(),
        figures.into(),
        Block::Claims(vec![claim]),
        Folded::new("More of `it`", [Block::Literal("# <file>\n".to_owned()), "Inside.".into()]).into(),
    ]);
    Document {
        title: "All `kinds` & <more>".to_owned(),
        question: Some("Which?".to_owned()),
        sections: vec![section],
        footer: "Made by `hand`.".to_owned(),
    }
}

#[test]
fn as_a_page() {
    let page = document().html().expect("can be made");
    let body =
        page.split_once("<body>").expect("has a body").1.split_once("<script>").expect("has a script").0;
    insta::assert_snapshot!(body);
    assert!(page.contains("<title>All kinds &#38; &#60;more&#62;</title>"));
}

#[test]
fn in_markdown() {
    insta::assert_snapshot!(document().markdown());
}

#[test]
fn in_latex() {
    insta::assert_snapshot!(document().latex());
}

#[test]
fn every_verdict_has_a_sign_of_its_own() {
    let all = [
        Verdict::Holds,
        Verdict::HoldsInPart,
        Verdict::NoDifference,
        Verdict::Contradicted,
        Verdict::Unknown,
    ];
    for (place, one) in all.iter().enumerate() {
        assert!(all[..place].iter().all(|other| other.sign() != one.sign()));
    }
}

/// Sections and findings of other crates stand between the summary and the studies.
#[test]
fn others_contribute_sections() {
    let plan = plans::depths();
    let extras = Extras {
        findings: vec!["The paper holds.".to_owned()],
        sections: document().sections,
        ..Extras::default()
    };
    let report = Report::new(&plan, &plans::played(&plan, 1.0), plans::provenance(&plan, 1.0), extras);
    let document = report.document();
    let ids: Vec<&str> = document.sections.iter().map(|section| section.id.as_str()).collect();
    assert_eq!(ids, ["summary", "first", "study-1", "players", "games", "method"]);
    assert_eq!(report.summary()[0], "The paper holds.");
    assert!(document.sections[0].blocks.contains(&Block::from("The paper holds.")));
    assert!(matches!(document.sections[0].blocks[0], Block::Answer(_)));
}
