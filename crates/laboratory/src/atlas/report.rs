//! `atlas report`: maps of boards, and what is surprising in them, to read.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use connect_toe_api::files::FileGroup;
use connect_toe_api::{Error, Work};
use connect_toe_atlas::{Atlas, Finding, Known, Placement, findings};
use connect_toe_game::{Faces, GameSpec};
use connect_toe_plot::{HeatMap, Scale, Value as Shade};
use connect_toe_report::document::{Block, Document, Figure, Figures, Folded, Section, Table};
use connect_toe_solve::ExactResult;
use connect_toe_stats::numbers::{count, counted};
use serde::{Deserialize, Serialize};

use super::read::{AtlasStatus, atlas_of};

/// Asks for a report on an atlas: for each kind of placement and each line length a map of widths and heights, and what
/// is surprising.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AtlasReport {
    /// The file of an atlas; without it that of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The folder for the report.
    pub out: String,
}

/// A report on an atlas that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrittenAtlasReport {
    /// The files: the page, Markdown.
    pub files: [String; 2],
}

/// The rule variations whose maps are drawn, with their headings.
const VARIATIONS: [(&str, &str); 4] = [
    ("", "without a rule variation"),
    ("misere", "misère: who completes a line loses"),
    ("torus", "on a torus: lines go on at the opposite edge"),
    ("exact", "a longer row does not count"),
];

impl AtlasReport {
    /// The names of the files.
    pub const FILES: [&str; 2] = ["atlas.html", "atlas.md"];

    /// Writes the report.
    ///
    /// # Errors
    /// A file that is not an atlas; files that cannot be written.
    pub fn run(&self, work: &Work) -> Result<WrittenAtlasReport, Error> {
        let atlas = atlas_of(self.file.as_ref())?;
        let files = FileGroup::create(&PathBuf::from(&self.out), AtlasReport::FILES, work.files())?;
        let document = document(&atlas);
        let html = document.html().map_err(|error| Error::run_with_causes(&error))?;
        let paths = files.paths().map(|path| path.display().to_string());
        files.write([html, document.markdown()])?;
        Ok(WrittenAtlasReport { files: paths })
    }
}

/// A known game of a map.
type Row = (GameSpec, Known);

fn document(atlas: &Atlas) -> Document {
    let rows: Vec<Row> = atlas.games().collect();
    let mut sections = vec![summary(atlas), surprises(&rows)];
    for placement in [Placement::OneFace, Placement::Free] {
        for (flags, words) in VARIATIONS {
            let is_in = |(game, _): &&Row| {
                game.dimensions() == 2 && Placement::of(game) == placement && game.flags().join(":") == flags
            };
            let games: Vec<&Row> = rows.iter().filter(is_in).collect();
            if !games.is_empty() {
                sections.push(maps(placement, flags, words, &games));
            }
        }
    }
    sections.extend(spaces(&rows));
    Document {
        title: "An atlas of k in a row".to_owned(),
        question: Some("Who wins which game, in how many plies, if both sides play their best?".to_owned()),
        sections,
        footer: "Values are for X, who moves first: W7 wins in 7 plies, = is a draw, L12 loses in 12 plies. Each can be \
                 proven anew with `connect-toe solve GAME --book none`, and with `--certificate FILE` for anyone to check. \
                 `connect-toe atlas export --format csv` prints all games."
            .to_owned(),
    }
}

fn summary(atlas: &Atlas) -> Section {
    let AtlasStatus { games, wins, draws, losses, unknown, .. } = AtlasStatus::new(atlas, None);
    let text = format!(
        "{}: X, who moves first, wins {}, {} are drawn, X loses {}. Of {} the result is not known yet.",
        counted(games, "game"),
        count(wins),
        count(draws),
        count(losses),
        count(unknown)
    );
    Section::new("summary", "In short").with([Block::from(text)])
}

fn surprises(rows: &[Row]) -> Section {
    let mut blocks = Vec::new();
    for Finding { question, answer, examples } in findings(rows.iter().cloned()) {
        blocks.push(Block::Heading(connect_toe_report::document::Heading { text: question, link: None }));
        blocks.push(Block::from(answer));
        if !examples.is_empty() {
            blocks.push(Block::List(
                examples.into_iter().map(|example| format!("{}.", example.text)).collect(),
            ));
        }
    }
    Section::new("surprises", "What is surprising").with(blocks)
}

/// The maps of all line lengths.
fn maps(placement: Placement, flags: &str, words: &str, games: &[&Row]) -> Section {
    let (place, name) = match placement {
        Placement::Free => ("on any empty cell", "free"),
        _ => ("from the top", "gravity"),
    };
    let id = if flags.is_empty() { name.to_owned() } else { format!("{name}-{flags}") };
    let lengths: BTreeSet<u16> =
        games.iter().filter_map(|(game, _)| game.run_length()).filter(|&k| k > 1).collect();
    let blocks: Vec<Block> = lengths
        .into_iter()
        .flat_map(|k| {
            let games: Vec<&Row> =
                games.iter().copied().filter(|(game, _)| game.run_length() == Some(k)).collect();
            let map = Map::new(&games);
            let caption = format!("{k} in a row, stones {place}, {words}");
            let id = format!("{id}-{k}");
            let heading = format!("{k} in a row");
            let figure = map.figure(&id, &caption);
            let figures = Figures { heading, note: String::new(), figures: vec![figure] };
            [
                figures.into(),
                Folded::on_screen("The same as a table", [map.table(&id, caption).into()]).into(),
            ]
        })
        .collect();
    Section::new(id, format!("Stones {place}, {words}")).with(blocks)
}

/// Widths and heights of boards, with a value for each.
struct Map {
    widths: Vec<u16>,
    heights: Vec<u16>,
    /// Row by row.
    values: Vec<Vec<Option<Shade>>>,
}

impl Map {
    fn new(games: &[&Row]) -> Map {
        let is_free = games.iter().all(|(game, _)| game.faces == Faces::Free);
        let sizes = |place: usize| games.iter().map(|(game, _)| game.sizes[place]).collect::<BTreeSet<u16>>();
        let (mut widths, mut heights) = (sizes(0), sizes(1));
        if is_free {
            // A board and the same turned are one game.
            widths.append(&mut heights);
            heights.clone_from(&widths);
        }
        let value = |width: u16, height: u16| {
            let is_here = |(game, _): &&&Row| game.sizes == [width, height];
            let turned = |(game, _): &&&Row| is_free && game.sizes == [height, width];
            let (_, known) = games.iter().find(is_here).or_else(|| games.iter().find(turned))?;
            Some(shade(known))
        };
        let (widths, heights): (Vec<u16>, Vec<u16>) =
            (widths.into_iter().collect(), heights.into_iter().collect());
        let values = heights.iter().map(|&height| widths.iter().map(|&width| value(width, height)).collect());
        Map { values: values.collect(), widths, heights }
    }

    fn figure(&self, id: &str, caption: &str) -> Figure {
        let texts = |sizes: &[u16]| sizes.iter().map(ToString::to_string).collect::<Vec<String>>();
        let heat_map = HeatMap {
            description: caption.to_owned(),
            row_title: "height".to_owned(),
            column_title: "width".to_owned(),
            rows: texts(&self.heights),
            columns: texts(&self.widths),
            values: self.values.clone(),
            scale: Scale::Diverging,
            ends: ("X loses".to_owned(), "X wins".to_owned()),
        };
        let mut data = "width,height,value\n".to_owned();
        for (height, row) in self.heights.iter().zip(&self.values) {
            for (width, value) in self.widths.iter().zip(row) {
                if let Some(value) = value {
                    // Writing to a text does not fail, and these texts have no commas.
                    let _ = writeln!(data, "{width},{height},{}", value.text);
                }
            }
        }
        Figure { id: format!("map-{id}"), caption: caption.to_owned(), svg: heat_map.svg(), data }
    }

    fn table(&self, id: &str, caption: String) -> Table {
        let headings =
            std::iter::once("height".to_owned()).chain(self.widths.iter().map(ToString::to_string));
        let mut table = Table::new(format!("table-{id}"), caption).columns(1, headings);
        for (height, row) in self.heights.iter().zip(&self.values) {
            let text = |value: &Option<Shade>| value.as_ref().map_or("", |value| &value.text).into();
            table =
                table.row(std::iter::once(height.to_string().as_str().into()).chain(row.iter().map(text)));
        }
        table
    }
}

/// A value as a colour and in short.
fn shade(known: &Known) -> Shade {
    let share = match known.result() {
        Some(ExactResult::Win) => 0.95,
        Some(ExactResult::Loss) => 0.05,
        _ => 0.5,
    };
    match (known.value(), known.result()) {
        (Some(value), _) => Shade::new(share, Known::short(value)),
        (None, Some(ExactResult::Win)) => Shade::new(share, "W"),
        (None, Some(_)) => Shade::new(share, "L"),
        (None, None) => Shade { is_open: true, ..Shade::new(share, between(known)) },
    }
}

/// What is known of a result that is not: `≥ =`, `≤ =` or `?`.
fn between(known: &Known) -> &'static str {
    match (known.at_least.result(), known.at_most.result()) {
        (ExactResult::Draw, _) => "≥ =",
        (_, ExactResult::Draw) => "≤ =",
        _ => "?",
    }
}

/// Boards of three and four dimensions without rule variations, a table for each kind of placement.
fn spaces(rows: &[Row]) -> Vec<Section> {
    let mut sections = Vec::new();
    for (placement, id, place) in [
        (Placement::OneFace, "gravity-in-space", "Stones through one face, three and four dimensions"),
        (Placement::Free, "free-in-space", "Stones on any empty cell, three and four dimensions"),
    ] {
        let is_in = |(game, _): &&Row| {
            game.dimensions() > 2
                && Placement::of(game) == placement
                && game.flags().is_empty()
                && game.run_length().is_some_and(|k| k > 1)
        };
        let games: Vec<&Row> = rows.iter().filter(is_in).collect();
        let board = |game: &GameSpec| (game.sizes.clone(), game.faces.to_string());
        let mut boards: Vec<(Vec<u16>, String)> = games.iter().map(|(game, _)| board(game)).collect();
        boards.dedup();
        boards.sort_by_key(|(sizes, _)| (sizes.len(), sizes.iter().product::<u16>()));
        boards.dedup();
        let lengths: BTreeSet<u16> = games.iter().filter_map(|(game, _)| game.run_length()).collect();
        if boards.is_empty() {
            continue;
        }
        let headings = std::iter::once("board".to_owned()).chain(lengths.iter().map(|k| format!("k = {k}")));
        let mut table = Table::new(format!("table-{id}"), place).columns(1, headings);
        for (sizes, faces) in boards {
            let sizes_text = sizes.iter().map(ToString::to_string).collect::<Vec<String>>().join("x");
            let name = if faces == "free" { sizes_text } else { format!("{sizes_text}, face {faces}") };
            let value = |&k: &u16| {
                let is_here = |(game, _): &&&Row| {
                    game.run_length() == Some(k) && board(game) == (sizes.clone(), faces.clone())
                };
                games.iter().find(is_here).map_or_else(String::new, |(_, known)| shade(known).text)
            };
            let values: Vec<String> = std::iter::once(name).chain(lengths.iter().map(value)).collect();
            table = table.row(values.iter().map(|text| text.as_str().into()));
        }
        sections.push(Section::new(id, place).with([table.into()]));
    }
    sections
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_have_their_games() {
        let known = |text: &str| text.parse::<Known>().expect(text);
        let games = [
            ("4x3:3:-2", "W9 - 1 0"),
            ("4x4:4:-2", "= 6 1 0"),
            ("5x4:4:-2", "L20..= - 1 0"),
            ("4x3:3", "W7 - 1 0"),
            ("3x2x2:2:-3", "W3 - 1 0"),
        ];
        let atlas = Atlas::new(games.map(|(game, text)| (game.parse().expect(game), known(text))));
        let document = document(&atlas);
        let page = document.markdown();
        assert!(page.contains("| 4 | = | ≤ = |"), "{page}");
        assert!(page.contains("| 3x2x2, face -3 | W3 |"), "{page}");
        let page = document.html().expect("a page");
        for text in ["height 3, width 4: W9", "height 3, width 4: W7", "height 4, width 3: W7"] {
            assert!(page.contains(text), "{text}");
        }
    }
}
