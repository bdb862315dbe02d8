//! The tables of a document in LaTeX.

use std::fmt::Write as _;

use connect_toe_game::text::printable;

use crate::document::{Block, Definition, Document, Entry, Figures, Table};
use crate::inline::{Span, plain, spans};

/// Tables with more rows go over pages.
const LONG: usize = 35;

impl Document {
    /// The tables and lists of definitions in LaTeX, with notices as comments, for the packages `array`, `booktabs`,
    /// `longtable` and `amssymb`. Wide tables come in blocks of columns that fit the page of the article class, long ones go over pages.
    pub fn latex(&self) -> String {
        let mut file = String::from("% Needs \\usepackage{array,booktabs,longtable,amssymb}.\n");
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
        Block::Figures(figures) if figures.are_pictures() => captions(figures),
        Block::Notice(text) => format!("% Note: {}\n", one_line(text)),
        _ => String::new(),
    });
    text.collect()
}

/// What pictures show, in words.
fn captions(figures: &Figures) -> String {
    let captions = figures.captions();
    let items = captions.iter().map(|caption| format!("\\item {}\n", escape(caption)));
    let items: String = items.collect();
    if items.is_empty() { items } else { format!("\n\\begin{{itemize}}\\sloppy\n{items}\\end{{itemize}}\n") }
}

fn definitions(definitions: &[Definition]) -> String {
    let items = definitions.iter();
    let items = items.map(|one| format!("\\item[{}] {}\n", escape(&one.term), escape(&one.text)));
    let items: String = items.collect();
    if items.is_empty() {
        items
    } else {
        format!("\n\\begin{{description}}\\sloppy\n{items}\\end{{description}}\n")
    }
}

/// Text for a comment.
fn one_line(text: &str) -> String {
    printable(&plain(text)).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The width of a page's text, counted in characters of a table: with the fonts and margins of the article class.
const PAGE: usize = 66;
/// What stands between two columns, in characters.
const GAP: usize = 2;
/// What all columns of words together may take: their lines break.
const WIDEST_WORDS: usize = 40;
/// A column of words that is broken is not narrower than this.
const LEAST_WORDS: usize = 8;

/// What a column of words may take.
fn widest_words(table: &Table) -> usize {
    let widths: Vec<usize> = (0..table.words).map(|column| full_width(table, column)).collect();
    // Narrow columns leave their room to the others.
    let mut widest = WIDEST_WORDS;
    while widest > LEAST_WORDS && widths.iter().map(|&width| width.min(widest)).sum::<usize>() > WIDEST_WORDS
    {
        widest -= 1;
    }
    widest
}

/// A table, in blocks of columns where it is too wide; the columns that name the rows begin each block.
fn table(table: &Table) -> String {
    let widths: Vec<usize> = (0..table.headings.len()).map(|column| width(table, column)).collect();
    let blocks = blocks_of_columns(table, &widths);
    let several = blocks.len();
    let parts = blocks.iter().enumerate().map(|(number, columns)| {
        let part = (several > 1).then(|| (number + 1, several));
        block_of_table(table, columns, &widths, part)
    });
    parts.collect()
}

/// About how many characters wide a column is set.
fn width(table: &Table, column: usize) -> usize {
    let full = full_width(table, column);
    if column < table.words { full.min(widest_words(table)) } else { full }
}

/// How many characters wide a column is without broken lines; headings of numbers break between their words.
fn full_width(table: &Table, column: usize) -> usize {
    // Typewriter letters are wider.
    let letters = |text: &str| plain(text).chars().count() * if text.contains('`') { 6 } else { 5 } / 5;
    let entry = |entry: &Entry| {
        let small = if entry.small.is_empty() { 0 } else { letters(&entry.small) + 3 };
        letters(&entry.text) + small + 2 * usize::from(entry.differs)
    };
    let entries = table.rows.iter().filter_map(|row| row.get(column)).map(entry).max().unwrap_or(0);
    let heading = plain(&table.headings[column]);
    let of_heading = if column < table.words {
        heading.chars().count()
    } else {
        heading.split(' ').map(|word| word.chars().count()).max().unwrap_or(0)
    };
    entries.max(of_heading)
}

/// The columns of each block: the first ones in all, the others one after the other as far as they fit. Columns whose
/// headings are single letters, such as W, D and L, stay together.
fn blocks_of_columns(table: &Table, widths: &[usize]) -> Vec<Vec<usize>> {
    let words = table.words.min(widths.len());
    let room = |columns: &[usize]| columns.iter().map(|&column| widths[column] + GAP).sum::<usize>();
    let is_letter = |column: &usize| table.headings[*column].chars().count() == 1;
    let columns: Vec<usize> = (words..widths.len()).collect();
    let first: Vec<usize> = (0..words).collect();
    let mut blocks = vec![first.clone()];
    for together in columns.chunk_by(|one, next| is_letter(one) && is_letter(next)) {
        let block = blocks.last_mut().expect("there is a block");
        if block.len() > words && room(block) + room(together) - GAP > PAGE {
            blocks.push([&first, together].concat());
        } else {
            block.extend(together);
        }
    }
    blocks
}

/// The part of a table with these columns.
fn block_of_table(
    table: &Table,
    columns: &[usize],
    widths: &[usize],
    part: Option<(usize, usize)>,
) -> String {
    let is_broken = |column: usize| column < table.words && widths[column] < full_width(table, column);
    let shape = |&column: &usize| {
        if is_broken(column) {
            format!(">{{\\raggedright\\arraybackslash}}p{{{}em}}", widths[column].div_ceil(2))
        } else if column < table.words {
            "l".to_owned()
        } else {
            "r".to_owned()
        }
    };
    let shapes: String = columns.iter().map(shape).collect();
    let line = |entries: Vec<String>| format!("{} \\\\\n", entries.join(" & "));
    let headings = columns.iter().map(|&column| heading(&table.headings[column], widths[column]));
    let heading = groups(table, columns) + &line(headings.collect());
    // Names of games and players have no spaces to break lines at.
    let entry_of = |row: &Vec<Entry>, column: usize| {
        let text = row.get(column).map(entry).unwrap_or_default();
        if is_broken(column) {
            text.replace(':', ":\\allowbreak{}").replace(',', ",\\allowbreak{}")
        } else {
            text
        }
    };
    let row = |row: &Vec<Entry>| line(columns.iter().map(|&column| entry_of(row, column)).collect());
    let body: String = table.rows.iter().map(row).collect();
    let mut caption = escape(&table.caption);
    let mut label = label(&table.id);
    if let Some((number, all)) = part {
        let _ = write!(caption, " (part {number} of {all})");
        if number > 1 {
            let _ = write!(label, "-{number}");
        }
    }
    if table.rows.len() > LONG {
        format!(
            "\n{{\\footnotesize\\setlength{{\\tabcolsep}}{{3pt}}\n\\begin{{longtable}}{{{shapes}}}\n\\caption{{{caption}.}}\\label{{{label}}}\\\\\n\
             \\toprule\n{heading}\\midrule\n\\endfirsthead\n\\toprule\n{heading}\\midrule\n\\endhead\n\
             \\bottomrule\n\\endfoot\n{body}\\end{{longtable}}\n}}\n"
        )
    } else {
        format!(
            "\n\\begin{{table}}[htbp]\n\\centering\\footnotesize\\setlength{{\\tabcolsep}}{{3pt}}\n\\caption{{{caption}.}}\\label{{{label}}}\n\
             \\begin{{tabular}}{{{shapes}}}\n\\toprule\n{heading}\\midrule\n{body}\\bottomrule\n\
             \\end{{tabular}}\n\\end{{table}}\n"
        )
    }
}

/// A heading, on several lines if it is wider than its column.
fn heading(text: &str, width: usize) -> String {
    if plain(text).chars().count() <= width || text.contains('`') {
        return escape(text);
    }
    let lines: Vec<String> = text.split(' ').map(escape).collect();
    format!("\\shortstack{{{}}}", lines.join("\\\\"))
}

/// The line of headings above the headings, with rules below them; nothing if there are none.
fn groups(table: &Table, columns: &[usize]) -> String {
    if table.groups.is_empty() {
        return String::new();
    }
    let (mut headings, mut rules, mut from, mut first) = (Vec::new(), String::new(), 1, 0);
    for group in &table.groups {
        let here = columns.iter().filter(|&&column| (first..first + group.columns).contains(&column)).count();
        first += group.columns;
        if here == 0 {
            continue;
        }
        headings.push(format!("\\multicolumn{{{here}}}{{c}}{{{}}}", escape(&group.heading)));
        if !group.heading.is_empty() {
            let _ = write!(rules, "\\cmidrule(lr){{{from}-{}}}", from + here - 1);
        }
        from += here;
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
                let parts = if name.is_ascii() { parts(name) } else { vec![name] };
                for (place, part) in parts.into_iter().enumerate() {
                    if place > 0 {
                        escaped.push_str("\\allowbreak{}");
                    }
                    escape_words(&mut escaped, part);
                }
                escaped.push('}');
            }
        }
    }
    escaped
}

/// The parts of a long name between which a line may break: nothing in it is a space.
fn parts(name: &str) -> Vec<&str> {
    /// Names up to this length stay on one line.
    const SHORT: usize = 24;
    const PIECE: usize = 8;
    if name.len() <= SHORT {
        return vec![name];
    }
    let at_signs = name.split_inclusive([':', ',', '=']);
    // Digits of a hash have no signs between them.
    let each = at_signs.flat_map(|part| {
        let step = if part.len() > SHORT { PIECE } else { SHORT };
        (0..part.len()).step_by(step).map(move |from| &part[from..part.len().min(from + step)])
    });
    each.collect()
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
    fn lines_break_inside_long_names() {
        assert_eq!(
            escape("`alpha-beta:depth={depth},eval=runs`"),
            r"\texttt{alpha-beta:\allowbreak{}depth=\allowbreak{}\{depth\},\allowbreak{}eval=\allowbreak{}runs}"
        );
        let digits = "0123456789abcdef".repeat(4);
        assert_eq!(escape(&format!("`{digits}`")).matches("allowbreak").count(), 7);
    }

    /// Every block of columns fits the page, and no column is lost.
    #[test]
    fn wide_tables_are_split() {
        let columns = 30;
        let headings = (0..columns).map(|column| format!("heading {column}"));
        let row = (0..columns).map(|column| Entry::from(format!("{}", 1_000_000 + column)));
        let wide = Table::new("wide", "Wide").columns(1, headings).row(row);
        let widths: Vec<usize> = (0..columns).map(|column| width(&wide, column)).collect();
        let blocks = blocks_of_columns(&wide, &widths);
        assert!(blocks.len() > 2);
        for block in &blocks {
            assert_eq!(block[0], 0, "the name of the row");
            let total: usize = block.iter().map(|&column| widths[column] + GAP).sum();
            assert!(total <= PAGE + GAP, "{total}");
        }
        let mut all: Vec<usize> = blocks.iter().flat_map(|block| &block[1..]).copied().collect();
        all.sort_unstable();
        assert_eq!(all, (1..columns).collect::<Vec<usize>>());
        let text = table(&wide);
        assert_eq!(text.matches("\\begin{tabular}").count(), blocks.len());
        assert!(text.contains("Wide (part 2 of ") && text.contains("\\label{tab:wide-2}"), "{text}");
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
        \centering\footnotesize\setlength{\tabcolsep}{3pt}
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
