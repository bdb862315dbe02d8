//! Styles; colours only where the person wants them.

use connect_toe_game::Side;
use ratatui::style::{Color, Modifier, Style};

/// How text of each kind looks.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Palette {
    coloured: bool,
}

impl Palette {
    /// Colours, unless `NO_COLOR` is set to anything (<https://no-color.org>).
    pub(in super::super) fn from_environment() -> Palette {
        Palette { coloured: std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()) }
    }

    #[cfg(test)]
    pub(in super::super) const PLAIN: Palette = Palette { coloured: false };

    fn with(self, colour: Color, modifier: Modifier) -> Style {
        let style = Style::new().add_modifier(modifier);
        if self.coloured { style.fg(colour) } else { style }
    }

    pub(super) fn title() -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    pub(super) fn stone(self, side: Side) -> Style {
        let colour = match side {
            Side::X => Color::Cyan,
            Side::O => Color::Yellow,
        };
        self.with(colour, Modifier::BOLD)
    }

    pub(super) fn quiet(self) -> Style {
        self.with(Color::DarkGray, Modifier::empty())
    }

    pub(super) fn destination(self) -> Style {
        self.with(Color::Green, Modifier::empty())
    }

    pub(super) fn cursor() -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    pub(super) fn last_move() -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    pub(super) fn completed(self) -> Style {
        self.with(Color::Green, Modifier::BOLD)
    }

    pub(super) fn hint(self) -> Style {
        self.with(Color::Green, Modifier::BOLD)
    }

    pub(super) fn note(self) -> Style {
        self.with(Color::Green, Modifier::empty())
    }

    pub(super) fn refusal(self) -> Style {
        self.with(Color::Red, Modifier::BOLD)
    }

    pub(super) fn result() -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }
}
