//! The evaluation panel.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Borders, Paragraph};

use super::super::model::Model;
use super::super::session::capital;
use super::super::thinking::value_text;
use super::palette::Palette;

/// Draws what heuristics and a shallow search say.
pub(super) fn draw(frame: &mut Frame, area: Rect, model: &Model, palette: Palette) {
    let game = model.session().game();
    let mut lines = Vec::new();
    match model.evaluation() {
        None => lines.push(Line::from("evaluating...")),
        Some(found) => {
            lines.push(
                Line::from(format!("Values for {}, to move", capital(found.side))).style(Palette::title()),
            );
            for &(name, value) in &found.heuristics {
                lines.push(Line::from(format!("{name:<15} {:>15}", value_text(game, value))));
            }
            if !found.moves.is_empty() {
                lines.push(Line::from("Moves, best first").style(Palette::title()));
                lines.push(Line::from(found.search.as_str()).style(palette.quiet()));
            }
            let room = usize::from(area.height).saturating_sub(lines.len());
            for &(cell, value) in found.moves.iter().take(room) {
                let cell = game.geometry().cell_text(cell);
                lines.push(Line::from(format!("{cell:<15} {:>15}", value_text(game, value))));
            }
        }
    }
    frame.render_widget(Paragraph::new(lines).block(Block::new().borders(Borders::LEFT)), area);
}
