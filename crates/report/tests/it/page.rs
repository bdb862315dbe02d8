use connect_toe_paper::{CubeFaces, FirstMover, Settings};
use connect_toe_report::PaperReport;

use crate::{full, small, synthetic};

fn page(results: &connect_toe_paper::Results) -> String {
    PaperReport::new(results).html().expect("can be made")
}

#[test]
fn every_table_and_figure_is_there() {
    let page = page(&full());
    for table in 1..=13 {
        assert!(page.contains(&format!(r#"id="table-{table}""#)), "table {table}");
    }
    for figure in 3..=9 {
        assert!(page.contains(&format!(r#"id="figure-{figure}""#)), "figure {figure}");
    }
    // Pooled figures have a drawing for each reading, the others one for each column.
    let drawings = page.matches(r#"role="img""#).count();
    assert_eq!(drawings, 3 * 2 + 1 + 3 * 12);
    for part in ["summary", "conclusions", "fit", "readings", "method", "cite"] {
        assert!(page.contains(&format!(r#"<section id="{part}""#)), "{part}");
    }
}

#[test]
fn nothing_is_fetched_and_nothing_runs() {
    let page = page(&full());
    for outside in ["http:", "https:", "//", "src=", "@import", "url(", "<script", "<link"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains(r#"<meta name="viewport""#));
}

#[test]
fn elements_are_closed() {
    let page = page(&full());
    for element in ["section", "table", "tr", "td", "div", "figure", "svg", "p", "dl", "details", "article"] {
        let opened =
            page.matches(&format!("<{element}>")).count() + page.matches(&format!("<{element} ")).count();
        assert_eq!(opened, page.matches(&format!("</{element}>")).count(), "{element}");
        assert!(opened > 0, "{element}");
    }
}

#[test]
fn differing_cells_are_marked_with_a_sign() {
    let same = page(&synthetic::results(&Settings::default(), synthetic::printed_rates));
    let marks = |page: &str| page.matches(r#"<td class="differs""#).count();
    assert_eq!(marks(&same), 0);
    let other = page(&synthetic::results(&Settings::default(), |_| (0.5, 1.0)));
    assert!(marks(&other) > 20);
    assert!(other.contains(r#"content:"≠ ""#));
}

#[test]
fn only_what_was_played_is_shown() {
    let page = page(&small());
    assert!(page.contains(r#"id="table-10""#) && page.contains(r#"id="figure-9""#));
    assert!(!page.contains(r#"id="table-1""#) && !page.contains(r#"id="figure-3""#));
    assert!(page.contains("(not played here)"));
    assert!(!page.contains(">exact</th>"));
}

#[test]
fn text_is_escaped() {
    let page = page(&full());
    assert!(page.contains("Mercialdi &amp; Wilamowska"));
    assert!(!page.contains("& "), "a bare ampersand");
    // The apostrophe of a claim comes from the analysis and passes through the template's escaping.
    assert!(page.contains("Pessimistic&#39;s sweet spot"));
}

#[test]
fn the_command_gives_the_same_settings() {
    let settings = Settings {
        first: FirstMover::Alternate,
        cube_faces: CubeFaces::Free,
        cube_depth: 2,
        games_per_cell: 50,
        ..small().settings
    };
    let page = page(&synthetic::results(&settings, synthetic::printed_rates));
    let command = "connect-toe paper --first=alternate --cube-faces=free --cube-depth=2 --games=50 --seed=7 \
                   --reading=published --experiment=cubes";
    assert!(page.contains(command));
}
