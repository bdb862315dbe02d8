use std::fmt::Write as _;

use crate::experiment::ExperimentReport;
use crate::experiment::players;
use crate::experiment::tables::{self, Table};

/// Tables with more lines go over pages.
const LONG: usize = 35;

/// `tables.tex`: every table of every study.
pub(crate) fn render(report: &ExperimentReport<'_>) -> String {
    let mut file = String::from(
        "% Needs \\usepackage{booktabs,longtable,amssymb} and, for the widest tables, a landscape page or a small font.\n",
    );
    let _ = writeln!(file, "% Made by Connect-Toe {}.", one_line(&report.provenance.version));
    let _ =
        writeln!(file, "% Experiment {}, seed {}.", one_line(&report.provenance.plan_hash), report.plan.seed);
    for study in &report.studies {
        let _ = writeln!(file, "\n% {}", one_line(&study.study.title));
        let (short, cells) = tables::of_study(study, report.plan);
        for part in short.iter().chain(&tables::names(study)).chain([&cells]) {
            file += &table(part);
        }
    }
    file + &players(report)
}

/// What the players are, as a list.
fn players(report: &ExperimentReport<'_>) -> String {
    let entries = players::players(report);
    if entries.is_empty() {
        return String::new();
    }
    let mut items = String::new();
    for entry in &entries {
        let _ = writeln!(items, "\\item[{}] {}", escape(entry.term), escape(&entry.text));
    }
    format!("\n% The players\n\\begin{{description}}\n{items}\\end{{description}}\n")
}

/// Text for a comment.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn table(table: &Table) -> String {
    let columns: String =
        (0..table.headings.len()).map(|column| if column < table.words { 'l' } else { 'r' }).collect();
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| escape(cell)).collect();
        format!("{} \\\\\n", cells.join(" & "))
    };
    let heading = line(&table.headings);
    let body: String = table.rows.iter().map(|row| line(row)).collect();
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

fn label(id: &str) -> String {
    let plain = id
        .strip_prefix("table-")
        .unwrap_or(id)
        .chars()
        .map(|symbol| if symbol.is_ascii_alphanumeric() { symbol } else { '-' });
    format!("tab:{}", plain.collect::<String>())
}

/// Text that LaTeX prints as it stands.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for symbol in text.trim().chars() {
        match symbol {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                escaped.push('\\');
                escaped.push(symbol);
            }
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("$<$"),
            '>' => escaped.push_str("$>$"),
            '−' => escaped.push_str("$-$"),
            '×' => escaped.push_str("$\\times$"),
            '≥' => escaped.push_str("$\\ge$"),
            '≤' => escaped.push_str("$\\le$"),
            '▲' => escaped.push_str("$\\blacktriangle$"),
            '▼' => escaped.push_str("$\\blacktriangledown$"),
            '–' => escaped.push_str("--"),
            '…' => escaped.push_str("\\dots{}"),
            '’' => escaped.push('\''),
            '½' => escaped.push_str("$\\frac12$"),
            '\u{a0}' => escaped.push('~'),
            '\u{202f}' => escaped.push_str("\\,"),
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
    fn nothing_is_taken_for_a_command() {
        assert_eq!(
            escape(r"50 % & a_b {x} \y ~^#$"),
            r"50 \% \& a\_b \{x\} \textbackslash{}y \textasciitilde{}\textasciicircum{}\#\$"
        );
        assert_eq!(escape("−3 … ▲ < 5 – ’"), r"$-$3 \dots{} $\blacktriangle$ $<$ 5 -- '");
    }

    #[test]
    fn a_table() {
        let found = table(&Table {
            id: "first_study-cells".to_owned(),
            caption: "All & more".to_owned(),
            words: 1,
            is_folded: false,
            headings: vec!["player".to_owned(), "won %".to_owned()],
            rows: vec![vec!["a_b".to_owned(), "−3".to_owned()]],
        });
        insta::assert_snapshot!(found, @r"
        \begin{table}[htbp]
        \centering\footnotesize
        \caption{All \& more.}\label{tab:first-study-cells}
        \begin{tabular}{lr}
        \toprule
        player & won \% \\
        \midrule
        a\_b & $-$3 \\
        \bottomrule
        \end{tabular}
        \end{table}
        ");
    }
}
