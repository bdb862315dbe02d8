//! A document in Markdown, as GitHub and GitLab show it.

use std::fmt::Write as _;

use connect_toe_game::text::printable;

use super::html::Inline;
use crate::document::{Answer, Block, Claim, Definition, Document, Folded, Table};
use crate::inline::{Span, spans};

impl Document {
    /// The document in Markdown, without its drawings.
    pub fn markdown(&self) -> String {
        let mut page = format!("# {}\n", escape(&self.title));
        if let Some(question) = &self.question {
            let _ = write!(page, "\n{}\n", escape(question));
        }
        for section in &self.sections {
            let text = blocks(&section.blocks);
            // A section of drawings alone is on the page only.
            if !text.is_empty() {
                let _ = write!(page, "\n## {}\n{text}", escape(&section.heading));
            }
        }
        if !self.footer.is_empty() {
            let _ = write!(page, "\n---\n\n{}\n", escape(&self.footer));
        }
        printable(&page).into_owned()
    }
}

fn blocks(blocks: &[Block]) -> String {
    blocks.iter().map(block).collect()
}

fn block(block: &Block) -> String {
    match block {
        Block::Answer(one) => answer(one),
        Block::Paragraph(text) => format!("\n{}\n", escape(text)),
        Block::Notice(text) => format!("\n> **Note:** {}\n", escape(text)),
        Block::Heading(heading) => format!("\n### {}\n", escape(&heading.text)),
        Block::List(items) => format!("\n{}", list(items)),
        Block::Definitions(all) => format!("\n{}", definitions(all)),
        Block::Table(one) => table(one),
        Block::Claims(claims) => format!("\n{}", claims.iter().map(claim).collect::<String>()),
        Block::Literal(text) => literal(text),
        Block::Folded(one) => folded(one),
        // A picture’s caption says what it shows; a chart’s numbers are in the tables.
        Block::Figures(figures) if figures.are_pictures() => format!("\n{}", list(&figures.captions())),
        Block::Figures(_) | Block::Replays(_) => String::new(),
    }
}

fn answer(answer: &Answer) -> String {
    let question = answer.question.as_ref().map_or_else(String::new, |text| format!("\n{}\n", escape(text)));
    let missing = answer.missing.as_ref().map_or_else(String::new, |text| format!("\n{}\n", escape(text)));
    format!("{question}\n**{}**\n{missing}", escape(&answer.text))
}

fn folded(folded: &Folded) -> String {
    let text = blocks(&folded.blocks);
    if text.is_empty() {
        return text;
    }
    format!("\n<details><summary>{}</summary>\n{text}\n</details>\n", Inline(&folded.summary))
}

fn definitions(definitions: &[Definition]) -> String {
    let mut text = String::new();
    for Definition { term, text: meaning } in definitions {
        let _ = writeln!(text, "- **{}**: {}", escape(term), escape(meaning));
    }
    text
}

fn list(sentences: &[String]) -> String {
    let mut text = String::new();
    for sentence in sentences {
        let _ = writeln!(text, "- {}", escape(sentence));
    }
    text
}

fn claim(claim: &Claim) -> String {
    let mut text =
        format!("- **{}** {} {}\n", escape(&claim.claim), escape(&claim.text), escape(&claim.source));
    for finding in &claim.findings {
        let _ = write!(
            text,
            "  - {}: {} {}",
            escape(&finding.whose),
            finding.verdict.sign(),
            escape(&finding.words)
        );
        if !finding.evidence.is_empty() {
            let _ = write!(text, " ({})", escape(&finding.evidence));
        }
        text.push('\n');
    }
    text
}

fn table(table: &Table) -> String {
    let mut text = format!("\n{}\n\n", escape(&table.caption));
    let line = |entries: Vec<String>| format!("| {} |\n", entries.join(" | "));
    let groups =
        table.groups.iter().flat_map(|group| std::iter::repeat_n(group.heading.as_str(), group.columns));
    let headings = table.headings.iter().zip(groups.chain(std::iter::repeat("")));
    text += &line(headings.map(|(heading, group)| in_table(format!("{group} {heading}").trim())).collect());
    let rules = (0..table.headings.len()).map(|column| if column < table.words { ":--" } else { "--:" });
    text += &line(rules.map(str::to_owned).collect());
    for row in &table.rows {
        let entries = row.iter().map(|entry| {
            let sign = if entry.differs { "≠ " } else { "" };
            let small = if entry.small.is_empty() { String::new() } else { format!(" ({})", entry.small) };
            in_table(&format!("{sign}{}{small}", entry.text))
        });
        text += &line(entries.collect());
    }
    text
}

/// A block of code, behind a fence that does not stand in it.
fn literal(text: &str) -> String {
    let longest = text.split(|symbol| symbol != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(3.max(longest + 1));
    format!("\n{fence}text\n{}\n{fence}\n", text.trim_end())
}

/// Text in which nothing but names in code style is taken for markup.
fn escape(text: &str) -> String {
    escaped(text, false)
}

/// Escapes the text of a table's entry, which a bar ends, even in code.
fn in_table(text: &str) -> String {
    escaped(text, true)
}

fn escaped(text: &str, is_in_table: bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for span in spans(text.trim()) {
        match span {
            Span::Words(words) => escape_words(&mut escaped, words),
            Span::Code(name) => {
                let name = name.replace(['\n', '\r'], " ");
                let name = if is_in_table { name.replace('|', "\\|") } else { name };
                let _ = write!(escaped, "`{name}`");
            }
        }
    }
    escaped
}

fn escape_words(escaped: &mut String, words: &str) {
    for symbol in words.chars() {
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{ColumnGroup, Entry};

    #[test]
    fn markup_is_escaped_and_columns_are_aligned() {
        let differs = Entry { differs: true, ..Entry::from("3") };
        let mut one = Table::new("t", "A *b*")
            .columns(1, ["who", "n"])
            .row(["a|b_c <d>".into(), "3".into()])
            .row(["`a|b_c`".into(), differs.with_small("2–4")]);
        one.groups = vec![
            ColumnGroup { heading: String::new(), columns: 1 },
            ColumnGroup { heading: "exact".to_owned(), columns: 1 },
        ];
        insta::assert_snapshot!(table(&one), @r"
        A \*b\*

        | who | exact n |
        | :-- | --: |
        | a\|b\_c &lt;d> | 3 |
        | `a\|b_c` | ≠ 3 (2–4) |
        ");
    }

    #[test]
    fn a_fence_is_longer_than_what_it_holds() {
        assert_eq!(literal("a ```b``` c\n"), "\n````text\na ```b``` c\n````\n");
    }
}
