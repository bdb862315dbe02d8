//! The parts of a document: sections of paragraphs, tables and drawings, whatever format shows them.
//!
//! Texts are plain: a format escapes what it would take for markup. Words between backticks are a name or a
//! piece of code (see [`inline`](crate::inline)).

/// A document: a title, and sections in their order. Every format prints all of it, except that drawings are on the
/// page only; of pictures, other formats print the captions.
///
/// ```
/// use connect_toe_report::document::{Block, Document, Section, Table};
///
/// let table = Table::new("table-games", "Games by preset")
///     .columns(1, ["game", "cells"])
///     .row(["tic-tac-toe".into(), "9".into()]);
/// let section = Section::new("games", "The games").with([Block::from("See `connect-toe games`."), table.into()]);
/// let document = Document { title: "Presets".to_owned(), sections: vec![section], ..Document::default() };
/// assert!(document.html()?.contains("See <code>connect-toe games</code>."));
/// assert!(document.markdown().contains("| tic-tac-toe | 9 |"));
/// assert!(document.latex().contains("tic-tac-toe & 9 \\\\"));
/// # Ok::<(), connect_toe_report::ReportError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Document {
    /// The title.
    pub title: String,
    /// The question that the document answers, or what it is about.
    pub question: Option<String>,
    /// The sections.
    pub sections: Vec<Section>,
    /// Where the document comes from and what else there is.
    pub footer: String,
}

/// A part of a document with a heading of its own.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Section {
    /// The name of its anchor, unique in the document.
    pub id: String,
    /// The heading.
    pub heading: String,
    /// The heading in the list of sections, where that is shorter.
    pub short_heading: Option<String>,
    /// What it consists of.
    pub blocks: Vec<Block>,
}

impl Section {
    /// A section without blocks.
    pub fn new(id: impl Into<String>, heading: impl Into<String>) -> Section {
        Section { id: id.into(), heading: heading.into(), ..Section::default() }
    }

    /// Sets a shorter heading for the list of sections.
    #[must_use]
    pub fn listed_as(mut self, heading: impl Into<String>) -> Section {
        self.short_heading = Some(heading.into());
        self
    }

    /// Adds blocks at the end.
    #[must_use]
    pub fn with(mut self, blocks: impl IntoIterator<Item = Block>) -> Section {
        self.blocks.extend(blocks);
        self
    }
}

/// What a section consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// What was asked and what was found out, before everything else.
    Answer(Answer),
    /// A paragraph.
    Paragraph(String),
    /// A paragraph that nobody may miss.
    Notice(String),
    /// A heading below that of the section.
    Heading(Heading),
    /// Sentences, each after a bullet.
    List(Vec<String>),
    /// Terms and what they mean.
    Definitions(Vec<Definition>),
    /// A table.
    Table(Table),
    /// Drawings of one kind.
    Figures(Figures),
    /// Claims, and what became of them.
    Claims(Vec<Claim>),
    /// Games that can be replayed; on the page only.
    Replays(Replays),
    /// Text that is shown as it was written, such as a file.
    Literal(String),
    /// Blocks that a page shows only when asked to.
    Folded(Folded),
}

impl From<&str> for Block {
    fn from(text: &str) -> Block {
        Block::Paragraph(text.to_owned())
    }
}

impl From<String> for Block {
    fn from(text: String) -> Block {
        Block::Paragraph(text)
    }
}

impl From<Table> for Block {
    fn from(table: Table) -> Block {
        Block::Table(table)
    }
}

impl From<Figures> for Block {
    fn from(figures: Figures) -> Block {
        Block::Figures(figures)
    }
}

/// What was asked, and what was found out.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Answer {
    /// The question; nothing where the document's stands above.
    pub question: Option<String>,
    /// The answer, a sentence.
    pub text: String,
    /// What a better answer would take.
    pub missing: Option<String>,
}

/// Games that can be replayed.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Replays {
    /// The command that prints such a game, without the numbers of its cell and of the game.
    pub command: String,
    /// The cells of which there are games.
    pub cells: Vec<ReplayedCell>,
}

/// Games of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ReplayedCell {
    /// The number of the cell in its study, from 1.
    pub cell: usize,
    /// What is played there.
    pub title: String,
    /// Some of its games.
    pub games: Vec<ReplayedGame>,
}

/// A game that can be replayed.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ReplayedGame {
    /// Its number in its cell, from 0.
    pub number: u64,
    /// How it ended.
    pub result: String,
    /// Its moves, separated by spaces.
    pub moves: String,
    /// The address at which the program's web page replays it, where the document is shown there.
    pub link: Option<String>,
}

/// A heading below that of a section.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Heading {
    /// The heading.
    pub text: String,
    /// The anchor that it leads to, if it is a link.
    pub link: Option<String>,
}

/// A term and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The term.
    pub term: String,
    /// What it means.
    pub text: String,
}

impl Definition {
    /// A term with its meaning.
    pub fn new(term: impl Into<String>, text: impl Into<String>) -> Definition {
        Definition { term: term.into(), text: text.into() }
    }
}

/// Blocks behind a line that opens them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folded {
    /// The line.
    pub summary: String,
    /// What it opens.
    pub blocks: Vec<Block>,
    /// Whether the blocks are printed on paper too.
    pub is_printed: bool,
}

impl Folded {
    /// Blocks that are printed on paper too.
    pub fn new(summary: impl Into<String>, blocks: impl IntoIterator<Item = Block>) -> Folded {
        Folded { summary: summary.into(), blocks: blocks.into_iter().collect(), is_printed: true }
    }

    /// Blocks that paper does not show.
    pub fn on_screen(summary: impl Into<String>, blocks: impl IntoIterator<Item = Block>) -> Folded {
        Folded { is_printed: false, ..Folded::new(summary, blocks) }
    }
}

impl From<Folded> for Block {
    fn from(folded: Folded) -> Block {
        Block::Folded(folded)
    }
}

/// A table. Its first columns are words, aligned to the left, the others are numbers, aligned to the right.
///
/// ```
/// use connect_toe_report::document::{Entry, Table};
///
/// let ours = Entry { differs: true, ..Entry::from("62.1").with_small("58.0–66.0") };
/// let table = Table::new("table-2", "Winning percentage by depth")
///     .columns(1, ["depth", "printed", "ours"])
///     .row(["1".into(), "80.0".into(), ours]);
/// assert_eq!(table.rows[0].len(), table.headings.len());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Table {
    /// The name of its anchor and of its file, unique in the document.
    pub id: String,
    /// What it shows, without a full stop at the end.
    pub caption: String,
    /// The number of columns of words.
    pub words: usize,
    /// Headings above the headings, from left to right; empty, or for all columns.
    pub groups: Vec<ColumnGroup>,
    /// The headings of the columns.
    pub headings: Vec<String>,
    /// The rows, with an entry for each column.
    pub rows: Vec<Vec<Entry>>,
}

/// Columns that stand below one heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnGroup {
    /// The heading; empty above columns that belong to no group.
    pub heading: String,
    /// The number of columns.
    pub columns: usize,
}

impl Table {
    /// A table without columns and rows.
    pub fn new(id: impl Into<String>, caption: impl Into<String>) -> Table {
        Table { id: id.into(), caption: caption.into(), ..Table::default() }
    }

    /// Sets the headings; the first ones are those of columns of words.
    #[must_use]
    pub fn columns<T: Into<String>>(mut self, words: usize, headings: impl IntoIterator<Item = T>) -> Table {
        self.words = words;
        self.headings = headings.into_iter().map(Into::into).collect();
        self
    }

    /// Adds a row.
    #[must_use]
    pub fn row(mut self, entries: impl IntoIterator<Item = Entry>) -> Table {
        self.rows.push(entries.into_iter().collect());
        self
    }
}

/// One place of a table.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Entry {
    /// The text.
    pub text: String,
    /// A line below it, in small letters; empty if there is none.
    pub small: String,
    /// Whether the entry differs from what it is compared with, and is marked with ≠.
    pub differs: bool,
    /// What a page says when asked about the entry; empty if there is nothing to say.
    pub tooltip: String,
}

impl Entry {
    /// Adds a line below.
    #[must_use]
    pub fn with_small(mut self, line: impl Into<String>) -> Entry {
        self.small = line.into();
        self
    }
}

impl From<&str> for Entry {
    fn from(text: &str) -> Entry {
        Entry { text: text.to_owned(), ..Entry::default() }
    }
}

impl From<String> for Entry {
    fn from(text: String) -> Entry {
        Entry { text, ..Entry::default() }
    }
}

/// Drawings of one kind, with a heading below that of the section.
///
/// ```
/// use connect_toe_plot::Histogram;
/// use connect_toe_report::document::{Figure, Figures, Section};
///
/// let figure = Figure {
///     id: "lengths".to_owned(),
///     caption: "Lengths of games".to_owned(),
///     svg: Histogram::new("Lengths of games", "plies", "games", vec![0, 0, 3, 1]).svg(),
///     data: "plies,games\n2,3\n3,1\n".to_owned(),
/// };
/// let figures = Figures { heading: "Lengths".to_owned(), figures: vec![figure], ..Figures::default() };
/// let section = Section::new("games", "The games").with([figures.into()]);
/// assert_eq!(section.blocks.len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Figures {
    /// The heading; empty if the section's says enough.
    pub heading: String,
    /// How to read the drawings; may be empty.
    pub note: String,
    /// The drawings.
    pub figures: Vec<Figure>,
}

impl Figures {
    /// What the drawings show, one after the other.
    pub(crate) fn captions(&self) -> Vec<String> {
        self.figures.iter().map(|figure| figure.caption.clone()).collect()
    }

    /// Whether these are pictures, which no data belong to, and not charts.
    pub(crate) fn are_pictures(&self) -> bool {
        self.figures.iter().all(|figure| figure.data.is_empty())
    }
}

/// A drawing with its data.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Figure {
    /// The name of its anchor and of its files, unique in the document.
    pub id: String,
    /// What it shows.
    pub caption: String,
    /// An `<svg>` element, which names itself to readers who cannot see it; empty if there is nothing to draw.
    pub svg: String,
    /// The numbers behind it as CSV; empty for a picture.
    pub data: String,
}

/// A claim and its verdicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The claim, a sentence.
    pub claim: String,
    /// What follows for it.
    pub text: String,
    /// Where the claim comes from.
    pub source: String,
    /// What several samples say.
    pub findings: Vec<Finding>,
}

/// What a sample says about a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Whose sample it is.
    pub whose: String,
    /// The judgement.
    pub verdict: Verdict,
    /// The judgement in words.
    pub words: String,
    /// The numbers that the judgement rests on; may be empty.
    pub evidence: String,
}

/// A judgement about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The claim holds.
    Holds,
    /// A part of the claim holds.
    HoldsInPart,
    /// The sample shows no difference.
    NoDifference,
    /// The opposite holds.
    Contradicted,
    /// There is no sample.
    Unknown,
}

impl Verdict {
    /// A sign beside the words, so that a column can be skimmed.
    pub const fn sign(self) -> &'static str {
        match self {
            Verdict::Holds => "✓",
            Verdict::HoldsInPart => "(✓)",
            Verdict::NoDifference => "≈",
            Verdict::Contradicted => "✗",
            Verdict::Unknown => "–",
        }
    }
}
