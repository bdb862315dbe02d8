//! Draws the model. Everything is said in characters; colours and styles only add to it.

mod board;
mod palette;
mod panel;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::command::COMMANDS;
use super::model::{Message, Model};
use super::picture::{Grid, drop_dimension, example, has_gravity};
use super::session::{Turn, capital};

pub(super) use board::Scroll;
pub(super) use palette::Palette;

/// The smallest window that a game can be played in.
const SMALLEST: (u16, u16) = (24, 8);
/// Windows lower than this show the board and little else.
const LOW: u16 = 14;

/// Draws the whole screen.
pub(super) fn draw(frame: &mut Frame, model: &Model, scroll: &mut Scroll, palette: Palette) {
    let area = frame.area();
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        return draw_too_small(frame, area);
    }
    if let Some(line) = model.help() {
        return draw_help(frame, area, model, line, palette);
    }
    let low = area.height < LOW;
    let heights = if low {
        [0, 1, 0, 1, 1, 1].map(Constraint::Length)
    } else {
        [1, 1, 1, 1, 1, 2].map(Constraint::Length)
    };
    let [title, turn, gap, message, input, footer] = heights;
    let areas: [Rect; 7] =
        Layout::vertical([title, turn, gap, Constraint::Min(1), message, input, footer]).areas(area);
    let [title, turn, _, middle, message, input, footer] = areas;

    frame.render_widget(Line::from(heading(model)).style(palette.title()), title);
    frame.render_widget(turn_line(model, palette), turn);
    draw_middle(frame, middle, model, scroll, palette);
    if let Some(text) = model.message() {
        let (text, style) = match text {
            Message::Note(text) => (text, palette.note()),
            Message::Refusal(text) => (text, palette.refusal()),
        };
        frame.render_widget(Line::from(text.as_str()).style(style), message);
    }
    draw_input(frame, input, model, palette);
    let keys: Vec<Line> = footer_lines(model).into_iter().map(Line::from).collect();
    let from = if low { 1 } else { 0 };
    frame.render_widget(Paragraph::new(keys[from..].to_vec()).style(palette.quiet()), footer);
}

fn draw_too_small(frame: &mut Frame, area: Rect) {
    let text = format!(
        "Window too small ({}x{}): make it {}x{} or larger. Ctrl-C leaves.",
        area.width, area.height, SMALLEST.0, SMALLEST.1
    );
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
}

/// The board, and beside it the evaluation if it is asked for.
fn draw_middle(frame: &mut Frame, area: Rect, model: &Model, scroll: &mut Scroll, palette: Palette) {
    const PANEL: u16 = 36;
    let panel = if model.panel() { PANEL.min(area.width / 2) } else { 0 };
    let [board, _, panel] = Layout::horizontal([
        Constraint::Min(1),
        Constraint::Length(u16::from(panel > 0)),
        Constraint::Length(panel),
    ])
    .areas(area);
    board::draw(frame.buffer_mut(), board, model, scroll, palette);
    if panel.width > 0 {
        panel::draw(frame, panel, model, palette);
    }
}

fn heading(model: &Model) -> String {
    let session = model.session();
    format!("{}: {}; {}", session.title(), session.goal(), session.players())
}

/// Whose turn it is, or how the game ended.
fn turn_line(model: &Model, palette: Palette) -> Line<'static> {
    let session = model.session();
    let last = session.last_move().map_or_else(String::new, |cell| {
        let side = session.game().stone_on(cell).map_or(' ', capital);
        let number = session.game().moves().len();
        format!("   last: {side} {}, move {number}", session.game().geometry().cell_text(cell))
    });
    match session.turn() {
        Turn::Over(outcome) => Line::from(vec![
            Span::styled(session.result(outcome), palette.result()),
            Span::raw(" N: new game, U: undo"),
        ]),
        Turn::Person(side) => Line::from(vec![
            Span::styled(format!("{} to move", capital(side)), palette.stone(side)),
            Span::raw(last),
            Span::raw(if model.question().is_some() {
                format!("   {}", busy(model, "looking"))
            } else {
                String::new()
            }),
        ]),
        Turn::Computer(side) => Line::from(vec![
            Span::styled(
                format!("{} is {}", capital(side), busy(model, "thinking")),
                palette.stone(side),
            ),
            Span::raw(last),
        ]),
    }
}

/// What the computer is doing, with something that moves.
fn busy(model: &Model, what: &str) -> String {
    let working = model.working();
    let spinner = ['|', '/', '-', '\\'][working.beat % 4];
    let nodes = match working.nodes {
        0 => String::new(),
        nodes @ 1..1_000_000 => format!(" {}k positions", nodes.div_ceil(1000)),
        nodes => format!(" {:.1}M positions", nodes as f64 / 1e6),
    };
    format!("{what}... {spinner}{nodes}")
}

fn draw_input(frame: &mut Frame, area: Rect, model: &Model, palette: Palette) {
    let mut spans = vec![Span::raw(format!("> {}", model.input()))];
    if model.input().is_empty() {
        let text = format!("type a move as in {}, or use the arrow keys", example(model.session().game()));
        spans.push(Span::styled(text, palette.quiet()));
    } else {
        spans.push(Span::styled("_", palette.cursor()));
        let meaning = model.input_meaning().map_or_else(|| "Esc: clear".to_owned(), |text| text + ", Esc: clear");
        spans.push(Span::styled(format!("   {meaning}"), palette.quiet()));
    }
    frame.render_widget(Line::from(spans), area);
}

/// The keys that matter on this board.
fn footer_lines(model: &Model) -> [String; 2] {
    let dimensions = model.session().game().geometry().sizes().len();
    let verb = if drop_dimension(model.session().game()).is_some() { "drop" } else { "play" };
    let layers = match dimensions {
        0..=2 => "",
        3 => "  PgUp/PgDn layer",
        _ => "  [ ] { } PgUp/PgDn layer",
    };
    [
        format!("Arrows move{layers}  Tab next cell  Enter {verb}  Esc clear"),
        "U undo  ? hint  E evaluate  N new  S swap  H help  Q quit".to_owned(),
    ]
}

fn draw_help(frame: &mut Frame, area: Rect, model: &Model, first: u16, palette: Palette) {
    let lines = help_lines(model);
    let first = usize::from(first).min(lines.len().saturating_sub(usize::from(area.height)));
    let mut shown: Vec<Line> = lines.into_iter().skip(first).map(Line::from).collect();
    if first == 0 {
        shown[0] = std::mem::take(&mut shown[0]).style(palette.title());
    }
    frame.render_widget(Paragraph::new(shown), area);
}

fn help_lines(model: &Model) -> Vec<String> {
    let game = model.session().game();
    let mut lines = vec![
        "Help: any key goes back to the game, Up and Down scroll".to_owned(),
        String::new(),
        format!("Game    {}: {}", model.session().title(), model.session().goal()),
        format!("Move    type the cell, as in {}, and press Enter;", example(game)),
        "        or go there with the keys and press Enter or Space".to_owned(),
        "Keys    Arrows  left, right, up, down".to_owned(),
        "        Tab     next cell that can be taken (Shift-Tab: back)".to_owned(),
        "        Home    the last move".to_owned(),
    ];
    if Grid::new(game).layers() > 1 {
        lines.push("        [ ]     along dimension 3;  { } along dimension 4".to_owned());
        lines.push("        PgUp    previous layer, PgDn next layer".to_owned());
    }
    lines.push("        Esc     clear what is typed, the message and the hint".to_owned());
    for row in COMMANDS {
        if let Some(key) = row.key {
            let word = format!("{} (or type {})", row.about, row.word);
            lines.push(format!("        {key}       {word}"));
        }
    }
    lines.push("        Ctrl-C  leave at once".to_owned());
    lines.push("Board   [.] cursor  (X) last move  *X* completed line  ?.? hint".to_owned());
    if has_gravity(game) {
        lines.push("        + a stone can come to rest here".to_owned());
    }
    lines
}
