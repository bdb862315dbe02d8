//! A document as a page that is complete in one file.

use std::fmt;

use askama::Template;
use askama::filters::HtmlSafe;
use connect_toe_game::text::printable;

use crate::document::{Block, Document, Verdict};
use crate::error::ReportError;
use crate::inline::{Span, spans};

impl Document {
    /// The document as a page that is complete in one file: it fetches nothing, follows the reader's light or dark
    /// mode, and can be printed.
    ///
    /// # Errors
    /// [`ReportError::Html`].
    pub fn html(&self) -> Result<String, ReportError> {
        let page = Page {
            document: self,
            palette: connect_toe_plot::palette(),
            light: connect_toe_plot::LIGHT,
            figure_style: connect_toe_plot::style(),
        };
        Ok(printable(&(page.render()? + "\n")).into_owned())
    }
}

#[derive(Template)]
#[template(path = "page.html")]
struct Page<'a> {
    document: &'a Document,
    /// The colours, light and dark.
    palette: String,
    /// The light ones alone, for drawings that are saved from the page.
    light: &'static str,
    /// The style sheet of all drawings: of the page, and of each drawing that is saved from it.
    figure_style: String,
}

/// A block as HTML; the blocks behind a fold are blocks again.
#[derive(Template)]
#[template(path = "block.html")]
struct BlockView<'a> {
    block: &'a Block,
}

/// Tables with more columns are printed on wide paper.
const WIDE: usize = 10;

impl Verdict {
    /// The class of its colour.
    const fn class(self) -> &'static str {
        match self {
            Verdict::Holds | Verdict::HoldsInPart => "holds",
            Verdict::Contradicted => "contradicted",
            Verdict::NoDifference | Verdict::Unknown => "open",
        }
    }
}

/// A text as HTML: escaped, with its names as `<code>` elements.
pub(super) struct Inline<'a>(pub(super) &'a str);

impl HtmlSafe for Inline<'_> {}

impl fmt::Display for Inline<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for span in spans(self.0) {
            match span {
                Span::Words(words) => write_escaped(f, &unbroken(words))?,
                Span::Code(name) => {
                    f.write_str("<code>")?;
                    write_escaped(f, name)?;
                    f.write_str("</code>")?;
                }
            }
        }
        Ok(())
    }
}

/// No line breaks inside a value: not before its unit, not inside its interval.
fn unbroken(words: &str) -> String {
    words.replace(" %", "\u{a0}%").replace(" … ", "\u{a0}…\u{a0}").replace("p < ", "p\u{a0}<\u{a0}")
}

fn write_escaped(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    let Ok(escaped) = askama::filters::escape(text, askama::filters::Html);
    write!(f, "{escaped}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_do_not_break_inside_values() {
        let text = "`a` scores 51.4 % (p < 0.0001), 2.7 points (2.5 … 2.9) more";
        let html = "<code>a</code> scores 51.4\u{a0}% (p\u{a0}&#60;\u{a0}0.0001), 2.7 points (2.5\u{a0}…\u{a0}2.9) more";
        assert_eq!(Inline(text).to_string(), html);
    }
}
