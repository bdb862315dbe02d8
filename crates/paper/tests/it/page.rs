//! The report of a run in all formats.

use std::sync::LazyLock;

use connect_toe_paper::{Analysis, Results, Settings, extras, plan};
use connect_toe_report::{Provenance, Report};

use crate::synthetic::{tally, two_readings};

/// The page, Markdown and LaTeX of a run with both readings and everything played.
static FORMATS: LazyLock<[String; 3]> = LazyLock::new(|| {
    let settings = Settings::default();
    let plan = plan(&settings).expect("can be played");
    let tally = tally(&settings, &plan, two_readings);
    let results = Results::new(settings, &plan, &tally);
    let extras = extras(&plan, &results, &Analysis::new(&results));
    let report = Report::new(&plan, &tally, Provenance::of(&plan, &tally), extras);
    [report.html().expect("can be made"), report.markdown(), report.latex()]
});

#[test]
fn the_page_has_everything_and_is_complete_in_itself() {
    let [page, ..] = &*FORMATS;
    for table in 1..=13 {
        assert_eq!(page.matches(&format!(r#"id="table-{table}""#)).count(), 1, "table {table}");
    }
    for figure in 3..=9 {
        assert!(page.contains(&format!(r#"id="figure-{figure}"#)), "figure {figure}");
    }
    for part in ["summary", "conclusions", "fit", "readings", "method", "cite"] {
        assert_eq!(page.matches(&format!(r#"<section id="{part}""#)).count(), 1, "{part}");
    }
    for outside in ["http:", "https:", "src=", "@import", "url(", "<link"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains(r#"<meta name="viewport""#));
    assert!(page.contains("Mercialdi &#38; Wilamowska") && page.contains("Pessimistic&#39;s sweet spot"));
    assert!(!page.contains("Mercialdi & "), "a bare ampersand");
}

/// What the paper asked, which heuristic plays best and the drawing that shows it, before everything else.
#[test]
fn the_page_begins_with_the_answer_and_its_picture() {
    let [page, markdown, _] = &*FORMATS;
    let places = [
        "The paper asked how a search should value a board",
        "With a correct search and 1000 games a cell, ",
        "<figure id=\"headline-",
        "conclusions that its tables suggest, ",
        "Of the others, ",
        "Its tables look as they do ",
        " games were played, ",
        "deviance",
    ];
    let found = places.map(|words| page.find(words));
    assert!(found.iter().all(Option::is_some) && found.is_sorted(), "{found:?}");
    assert!(markdown.contains("\n**With a correct search and 1000 games a cell, "));
    // What the answer counts is not counted again below it.
    assert!(!page.contains("a correct search upholds") && page.contains("the published search upholds"));
}

#[test]
fn anchors_are_unique() {
    let [page, ..] = &*FORMATS;
    let mut ids: Vec<&str> = page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let all = ids.len();
    ids.sort_unstable();
    let twice: Vec<&str> = ids.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
    assert!(all > 100 && twice.is_empty(), "{twice:?}");
}

#[test]
fn elements_are_closed() {
    let [page, ..] = &*FORMATS;
    for element in ["section", "table", "tr", "td", "div", "figure", "svg", "p", "dl", "details", "g"] {
        let opened =
            page.matches(&format!("<{element}>")).count() + page.matches(&format!("<{element} ")).count();
        assert_eq!(opened, page.matches(&format!("</{element}>")).count(), "{element}");
        assert!(opened > 0, "{element}");
    }
}

#[test]
fn text_formats_have_the_tables_and_the_verdicts() {
    let [_, markdown, latex] = &*FORMATS;
    for table in 1..=13 {
        assert!(
            markdown.contains(&format!("Table {table}. ")) && latex.contains(&format!("Table {table}. "))
        );
    }
    assert!(markdown.contains("Search beats Random: every heuristic wins most decided games against it"));
}
