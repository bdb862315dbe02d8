//! The evaluation panel.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Borders, Paragraph};

use super::super::model::Model;
use super::super::replay::Replay;
use super::super::session::{capital, capitalised};
use super::super::thinking::{MARKS, values_heading};
use super::Scroll;
use super::palette::Palette;

/// Draws what heuristics and a shallow search say.
pub(super) fn draw(frame: &mut Frame, area: Rect, model: &Model, scroll: &mut Scroll, palette: Palette) {
    let session = model.session();
    let mut lines = Vec::new();
    match model.evaluation() {
        None => lines.push(Line::from("evaluating...")),
        Some(found) => {
            lines.push(Line::from(capitalised(&values_heading(session, found.side))).style(Palette::title()));
            for (name, worth) in &found.values.worth {
                lines.push(Line::from(format!(
                    "{name:<15} {:>15}",
                    session.seen(found.side, worth).opinion()
                )));
            }
            let moves = found.analysis.ranked_moves();
            if !moves.is_empty() {
                lines.push(
                    Line::from(format!("Moves, best for {} first", capital(found.side)))
                        .style(Palette::title()),
                );
                lines.push(Line::from(found.search.to_string()).style(palette.quiet()));
            }
            for valued in &moves {
                let (text, worth) = (&valued.cell, session.seen(found.side, &valued.worth));
                let proof = if worth.has_more_than_an_opinion() { worth.proof() } else { String::new() };
                lines.push(Line::from(format!("{text:<11}{proof:>4} {:>15}", worth.opinion())));
            }
            if !moves.is_empty() {
                lines.extend(MARKS.map(|line| Line::from(line).style(palette.quiet())));
            }
        }
    }
    let (count, height) = (lines.len(), usize::from(area.height));
    if count > height {
        // The last line says what is shown.
        let room = height.saturating_sub(1);
        let first = usize::from(model.panel_line()).min(count - room);
        scroll.panel_line = first as u16;
        lines = lines.into_iter().skip(first).take(room).collect();
        let text = format!("(lines {}-{} of {count}; < and > scroll)", first + 1, first + room);
        lines.push(Line::from(text).style(palette.quiet()));
    } else {
        scroll.panel_line = 0;
    }
    frame.render_widget(Paragraph::new(lines).block(Block::new().borders(Borders::LEFT)), area);
}

/// Draws the moves of a replay with their values, the one that is shown in the middle if there are many.
pub(super) fn draw_replay(frame: &mut Frame, area: Rect, replay: &Replay, palette: Palette) {
    let session = replay.session();
    let title = format!("Moves, with values for {}", capital(session.viewpoint()));
    let room = usize::from(area.height).saturating_sub(1);
    let count = replay.moves().len();
    let shown = replay.shown();
    let first = shown.saturating_sub(room / 2 + 1).min(count.saturating_sub(room));
    let mut lines = vec![Line::from(title).style(Palette::title())];
    for number in (first + 1..=count).take(room) {
        let line = Line::from(replay.text(number));
        let is_mistake = replay.found(number).is_some_and(|found| found.mistake.is_some());
        lines.push(match number {
            number if number == shown => line.style(Palette::cursor()),
            _ if is_mistake => line.style(palette.refusal()),
            _ => line,
        });
    }
    frame.render_widget(Paragraph::new(lines).block(Block::new().borders(Borders::LEFT)), area);
}
