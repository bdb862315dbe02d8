use std::fmt::Write as _;

use crate::experiment::ExperimentReport;
use crate::experiment::tables::{self, Table};
use crate::experiment::{method, players, summary, text};

/// `report.md`: summary, tables and method.
pub(crate) fn render(report: &ExperimentReport<'_>) -> String {
    let plan = report.plan;
    let mut page = format!("# {}\n", escape(&plan.title));
    if let Some(question) = &plan.question {
        let _ = write!(page, "\n{}\n", escape(question));
    }
    let summary = summary::summary(report);
    for notice in &summary.notices {
        let _ = write!(page, "\n> **{}**\n", escape(notice));
    }
    let _ = write!(page, "\n## Summary\n\n{}\n", escape(&summary.overview));
    for study in &summary.studies {
        let _ = write!(page, "\n### {}: what came out\n\n", escape(&study.title));
        page += &list(&study.findings);
        if !study.details.is_empty() {
            page += "\n<details><summary>Details</summary>\n\n";
            page += &list(&study.details);
            page += "\n</details>\n";
        }
    }
    for study in &report.studies {
        let _ = write!(page, "\n## {}\n", escape(&study.study.title));
        if let Some(about) = &study.study.about {
            let _ = write!(page, "\n{}\n", escape(about));
        }
        let (short, cells) = tables::of_study(study, plan);
        for part in short.iter().chain(&tables::names(study)) {
            page += &table(part);
        }
        let _ =
            write!(page, "\n<details><summary>All {}</summary>\n", text::of(cells.rows.len() as u64, "cell"));
        page += &table(&cells);
        page += "\n</details>\n";
    }
    let sections = [
        ("The players", players::players(report)),
        ("Words", players::terms(report)),
        ("Method", method::method(report)),
    ];
    for (heading, entries) in sections {
        let _ = write!(page, "\n## {heading}\n\n");
        for entry in entries {
            let _ = writeln!(page, "- **{}**: {}", escape(entry.term), escape(&entry.text));
        }
    }
    if let Some(sessions) = tables::sessions(report) {
        page += &table(&sessions);
    }
    page
}

fn list(sentences: &[String]) -> String {
    let mut text = String::new();
    for sentence in sentences {
        let _ = writeln!(text, "- {}", escape(sentence));
    }
    text
}

fn table(table: &Table) -> String {
    let mut text = format!("\n{}\n\n", escape(&table.caption));
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| escape(cell)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    text += &line(&table.headings);
    let rules = (0..table.headings.len()).map(|column| if column < table.words { ":--" } else { "--:" });
    let _ = writeln!(text, "| {} |", rules.collect::<Vec<_>>().join(" | "));
    for row in &table.rows {
        text += &line(row);
    }
    text
}

/// Text in which nothing is taken for markup.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for symbol in text.trim().chars() {
        match symbol {
            '|' | '*' | '_' | '`' | '[' | ']' | '\\' | '#' | '~' => {
                escaped.push('\\');
                escaped.push(symbol);
            }
            '<' => escaped.push_str("&lt;"),
            '&' => escaped.push_str("&amp;"),
            '\n' | '\r' => escaped.push(' '),
            _ => escaped.push(symbol),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_escaped_and_columns_are_aligned() {
        let found = table(&Table {
            id: "t".to_owned(),
            caption: "A *b*".to_owned(),
            words: 1,
            is_folded: false,
            headings: vec!["who".to_owned(), "n".to_owned()],
            rows: vec![vec!["a|b_c <d>".to_owned(), "3".to_owned()]],
        });
        insta::assert_snapshot!(found, @r"
        A \*b\*

        | who | n |
        | :-- | --: |
        | a\|b\_c &lt;d> | 3 |
        ");
    }
}
