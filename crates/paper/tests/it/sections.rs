use connect_toe_paper::{Analysis, CubeFaces, Results, Settings, sections};
use connect_toe_players::FirstMover;
use connect_toe_report::document::{Block, Claim, Entry, Figure, Section, Table};

use crate::{full, small, synthetic};

fn of(results: &Results) -> Vec<Section> {
    sections(results, &Analysis::new(results))
}

fn blocks(sections: &[Section]) -> impl Iterator<Item = &Block> {
    sections.iter().flat_map(|section| &section.blocks)
}

fn tables(sections: &[Section]) -> Vec<&Table> {
    let mut tables = Vec::new();
    for block in blocks(sections) {
        if let Block::Table(table) = block {
            tables.push(table);
        }
    }
    tables
}

fn figures(sections: &[Section]) -> Vec<&Figure> {
    let mut figures = Vec::new();
    for block in blocks(sections) {
        if let Block::Figures(group) = block {
            figures.extend(&group.figures);
        }
    }
    figures
}

fn claims(sections: &[Section]) -> Vec<&Claim> {
    let mut claims = Vec::new();
    for block in blocks(sections) {
        if let Block::Claims(some) = block {
            claims.extend(some);
        }
    }
    claims
}

/// All words that stand in paragraphs and definitions.
fn words(sections: &[Section]) -> String {
    let text = |block: &Block| match block {
        Block::Paragraph(text) => text.clone(),
        Block::Definitions(entries) => {
            let lines = entries.iter().map(|entry| format!("{}: {}", entry.term, entry.text));
            lines.collect::<Vec<String>>().join("\n")
        }
        _ => String::new(),
    };
    blocks(sections).map(text).collect::<Vec<String>>().join("\n")
}

#[test]
fn every_table_and_figure_is_there() {
    let sections = of(&full());
    let ids: Vec<&str> = tables(&sections).iter().map(|table| table.id.as_str()).collect();
    for table in 1..=13 {
        assert!(ids.contains(&format!("table-{table}").as_str()), "table {table}");
    }
    let drawings = figures(&sections);
    for figure in 3..=9 {
        assert!(
            drawings.iter().any(|drawing| drawing.id.starts_with(&format!("figure-{figure}"))),
            "{figure}"
        );
    }
    // Pooled figures have a drawing for each reading, the others one for each column.
    assert_eq!(drawings.len(), 3 * 2 + 1 + 3 * 12);
    for drawing in &drawings {
        assert!(
            drawing.svg.contains(r#"role="img""#) && drawing.data.starts_with("series,"),
            "{}",
            drawing.id
        );
    }
    let ids: Vec<&str> = sections.iter().map(|section| section.id.as_str()).collect();
    assert_eq!(ids, ["conclusions", "fit", "figures", "tables", "readings", "paper-method", "cite"]);
}

#[test]
fn anchors_are_unique() {
    let sections = of(&full());
    let mut ids: Vec<&str> = sections.iter().map(|section| section.id.as_str()).collect();
    ids.extend(tables(&sections).iter().map(|table| table.id.as_str()));
    ids.extend(figures(&sections).iter().map(|figure| figure.id.as_str()));
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all);
}

#[test]
fn tables_have_an_entry_for_each_column() {
    for table in tables(&of(&full())) {
        assert!(table.rows.iter().all(|row| row.len() == table.headings.len()), "{}", table.id);
        let grouped: usize = table.groups.iter().map(|group| group.columns).sum();
        assert!(table.groups.is_empty() || grouped == table.headings.len(), "{}", table.id);
    }
}

#[test]
fn differing_values_are_marked() {
    let marks = |sections: &[Section]| {
        let differs = |entry: &&Entry| entry.differs;
        tables(sections).iter().flat_map(|table| table.rows.iter().flatten().filter(differs)).count()
    };
    assert_eq!(marks(&of(&synthetic::results(&Settings::default(), synthetic::printed_rates))), 0);
    assert!(marks(&of(&synthetic::results(&Settings::default(), |_| (0.5, 1.0)))) > 20);
}

#[test]
fn only_what_was_played_is_shown() {
    let sections = of(&small());
    let ids: Vec<&str> = tables(&sections).iter().map(|table| table.id.as_str()).collect();
    assert!(ids.contains(&"table-10") && !ids.contains(&"table-1"));
    let ids: Vec<&str> = figures(&sections).iter().map(|figure| figure.id.as_str()).collect();
    assert!(ids.contains(&"figure-9-optimistic-random") && !ids.iter().any(|id| id.starts_with("figure-3")));
    assert!(words(&sections).contains("Reading `exact` (not played here): "));
    assert!(tables(&sections).iter().all(|table| !table.headings.contains(&"correct search".to_owned())));
}

#[test]
fn claims_come_with_the_verdict_of_every_sample() {
    let sections = of(&full());
    let claims = claims(&sections);
    assert_eq!(claims.len(), 17);
    for claim in claims {
        let whose: Vec<&str> = claim.findings.iter().map(|finding| finding.whose.as_str()).collect();
        assert_eq!(whose, ["the paper’s own games", "correct search", "published search"]);
        assert!(claim.source.starts_with("Suggested by figure"), "{}", claim.source);
    }
}

#[test]
fn a_figure_in_full() {
    let results = small();
    let sections = of(&results);
    let drawings = figures(&sections);
    let drawing =
        drawings.iter().find(|drawing| drawing.id == "figure-9-optimistic-random").expect("is there");
    insta::assert_snapshot!(drawing.data);
    insta::assert_snapshot!(drawing.svg);
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
    let words = words(&of(&synthetic::results(&settings, synthetic::printed_rates)));
    let command = "connect-toe paper --first=alternate --cube-faces=free --cube-depth=2 --games=50 --seed=7 \
                   --reading=published --experiment=cubes";
    assert!(words.contains(&format!("`{command}`")), "{words}");
}
