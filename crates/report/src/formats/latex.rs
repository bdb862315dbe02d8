//! The tables of a document in LaTeX.

use std::fmt::Write as _;

use connect_toe_game::text::printable;

use crate::document::{Block, Definition, Document, Entry, Table};
use crate::inline::{Span, plain, spans};

/// Tables with more rows go over pages.
const LONG: usize = 35;

impl Document {
    /// The tables and lists of definitions in LaTeX, for the packages `booktabs`, `longtable` and `amssymb`.
    pub fn latex(&self) -> String {
        let mut file = String::from(
            "% Needs \\usepackage{booktabs,longtable,amssymb} and, for the widest tables, a landscape page or a small font.\n",
        );
        let _ = writeln!(file, "% {}", one_line(&self.footer));
        for section in &self.sections {
            let tables = blocks(&section.blocks);
            if !tables.is_empty() {
                let _ = write!(file, "\n% {}\n{tables}", one_line(&section.heading));
            }
        }
        file
    }
}

fn blocks(all: &[Block]) -> String {
    let text = all.iter().map(|block| match block {
        Block::Table(one) => table(one),
        Block::Definitions(all) => definitions(all),
        Block::Folded(folded) => blocks(&folded.blocks),
        _ => String::new(),
    });
    text.collect()
}

fn definitions(definitions: &[Definition]) -> String {
    let items = definitions.iter();
    let items = items.map(|one| format!("\\item[{}] {}\n", escape(&one.term), escape(&one.text)));
    let items: String = items.collect();
    if items.is_empty() { items } else { format!("\n\\begin{{description}}\n{items}\\end{{description}}\n") }
}

/// Text for a comment.
fn one_line(text: &str) -> String {
    printable(&plain(text)).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn table(table: &Table) -> String {
    let columns: String =
        (0..table.headings.len()).map(|column| if column < table.words { 'l' } else { 'r' }).collect();
    let line = |entries: Vec<String>| format!("{} \\\\\n", entries.join(" & "));
    let heading = groups(table) + &line(table.headings.iter().map(|heading| escape(heading)).collect());
    let body: String = table.rows.iter().map(|row| line(row.iter().map(entry).collect())).collect();
    let (caption, label) = (escape(&table.caption), label(&table.id));
    if table.rows.len() > LONG {
        format!(
            "\n{{\\footnotesize\n\\begin{{longtable}}{{{columns}}}\n\\caption{{{caption}.}}\\label{{{label}}}\\\\\n\
             \\toprule\n{heading}\\midrule\n\\endfirsthead\n\\toprule\n{heading}\\midrule\n\\endhead\n\
             \\bottomrule\n\\endfoot\n{body}\\end{{longtable}}\n}}\n"
        )
    } else {
        format!(
            "\n\\begin{{table}}[htbp]\n\\centering\\footnotesize\n\\caption{{{caption}.}}\\label{{{label}}}\n\
             \\begin{{tabular}}{{{columns}}}\n\\toprule\n{heading}\\midrule\n{body}\\bottomrule\n\
             \\end{{tabular}}\n\\end{{table}}\n"
        )
    }
}

/// The line of headings above the headings, with rules below them; nothing if there are none.
fn groups(table: &Table) -> String {
    if table.groups.is_empty() {
        return String::new();
    }
    let (mut headings, mut rules, mut from) = (Vec::new(), String::new(), 1);
    for group in &table.groups {
        headings.push(format!("\\multicolumn{{{}}}{{c}}{{{}}}", group.columns, escape(&group.heading)));
        if !group.heading.is_empty() {
            let _ = write!(rules, "\\cmidrule(lr){{{from}-{}}}", from + group.columns - 1);
        }
        from += group.columns;
    }
    format!("{} \\\\\n{rules}\n", headings.join(" & "))
}

fn entry(entry: &Entry) -> String {
    let sign = if entry.differs { "$\\neq$ " } else { "" };
    let small = if entry.small.is_empty() { String::new() } else { format!(" ({})", escape(&entry.small)) };
    format!("{sign}{}{small}", escape(&entry.text))
}

fn label(id: &str) -> String {
    let id = id.strip_prefix("table-").unwrap_or(id).chars();
    let plain = id.map(|symbol| if symbol.is_ascii_alphanumeric() { symbol } else { '-' });
    format!("tab:{}", plain.collect::<String>())
}

/// Text that LaTeX prints as it stands, names in typewriter letters.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    // Before the escapes of LaTeX: those of `printable` have a backslash, which LaTeX would take for a command.
    let text = printable(text);
    for span in spans(text.trim()) {
        match span {
            Span::Words(words) => escape_words(&mut escaped, words),
            Span::Code(name) => {
                escaped.push_str("\\texttt{");
                escape_words(&mut escaped, name);
                escaped.push('}');
            }
        }
    }
    escaped
}

fn escape_words(escaped: &mut String, words: &str) {
    for symbol in words.chars() {
        match symbol {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                escaped.push('\\');
                escaped.push(symbol);
            }
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '|' => escaped.push_str("\\textbar{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("$<$"),
            '>' => escaped.push_str("$>$"),
            '−' => escaped.push_str("$-$"),
            '×' => escaped.push_str("$\\times$"),
            '±' => escaped.push_str("$\\pm$"),
            '≥' => escaped.push_str("$\\ge$"),
            '≤' => escaped.push_str("$\\le$"),
            '≠' => escaped.push_str("$\\neq$"),
            '▲' => escaped.push_str("$\\blacktriangle$"),
            '▼' => escaped.push_str("$\\blacktriangledown$"),
            '†' => escaped.push_str("\\dag{}"),
            '–' => escaped.push_str("--"),
            '…' => escaped.push_str("\\dots{}"),
            '’' => escaped.push('\''),
            '⁻' => escaped.push_str("$^-$"),
            '⁰' | '¹' | '²' | '³' | '⁴'..='⁹' => {
                let digit = "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|raised| raised == symbol).unwrap_or_default();
                escaped.extend(["$^", &digit.to_string(), "$"]);
            }
            '½' => escaped.push_str("$\\frac12$"),
            '\u{a0}' => escaped.push('~'),
            '\u{202f}' => escaped.push_str("\\,"),
            '\n' | '\r' => escaped.push(' '),
            _ => escaped.push(symbol),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::ColumnGroup;

    #[test]
    fn nothing_is_taken_for_a_command() {
        assert_eq!(
            escape(r"50 % & a_b {x} \y ~^#$"),
            r"50 \% \& a\_b \{x\} \textbackslash{}y \textasciitilde{}\textasciicircum{}\#\$"
        );
        assert_eq!(escape("−3 … ▲ < 5 – ’"), r"$-$3 \dots{} $\blacktriangle$ $<$ 5 -- '");
        assert_eq!(escape("10⁻¹⁰ m²"), r"10$^-$$^1$$^0$ m$^2$");
        assert_eq!(escape("above `a_b`, `c"), r"above \texttt{a\_b}, `c");
    }

    #[test]
    fn what_a_terminal_would_obey_is_no_command_either() {
        assert_eq!(
            escape("a\u{1b}[31m `\u{9b}`"),
            r"a\textbackslash{}u\{1b\}[31m \texttt{\textbackslash{}u\{9b\}}"
        );
        assert_eq!(one_line("a\u{1b}\n b"), r"a\u{1b} b");
    }

    #[test]
    fn a_table() {
        let differs = Entry { differs: true, ..Entry::from("−3") };
        let mut found = Table::new("first_study-cells", "All & more")
            .columns(1, ["player", "won %"])
            .row(["a_b".into(), differs.with_small("−4–2")]);
        found.groups = vec![
            ColumnGroup { heading: String::new(), columns: 1 },
            ColumnGroup { heading: "exact".to_owned(), columns: 1 },
        ];
        insta::assert_snapshot!(table(&found), @r"
        \begin{table}[htbp]
        \centering\footnotesize
        \caption{All \& more.}\label{tab:first-study-cells}
        \begin{tabular}{lr}
        \toprule
        \multicolumn{1}{c}{} & \multicolumn{1}{c}{exact} \\
        \cmidrule(lr){2-2}
        player & won \% \\
        \midrule
        a\_b & $\neq$ $-$3 ($-$4--2) \\
        \bottomrule
        \end{tabular}
        \end{table}
        ");
    }
}
