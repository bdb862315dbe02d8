//! The style sheet of all charts, and the colours that it names.

use std::fmt::Write as _;

use crate::heat_map::shades;

/// The number of series that colour and mark tell apart. A higher style starts again at the first.
pub const STYLES: usize = 7;

/// The colours on light ground, as declarations of CSS variables: `--ink` for text, `--soft` for axes and minor text,
/// `--line` for grids, `--paper` and `--tint` for grounds, and a colour for each style, `--c0` to `--c6`.
///
/// The series' colours are based on Okabe & Ito's palette, which colour-blind readers can tell apart.
pub const LIGHT: &str = "--ink:#1d2326;--soft:#586268;--line:#d5dadd;--paper:#fff;--tint:#f4f6f7;\
    --c0:#0072b2;--c1:#d55e00;--c2:#00825f;--c3:#b1508c;--c4:#a87400;--c5:#3a93c4;--c6:#6e6e6e";

const DARK: &str = "--ink:#e4e8ea;--soft:#a3adb3;--line:#3a4449;--paper:#14191c;--tint:#1d2427;\
    --c0:#5fb2e6;--c1:#f08a3c;--c2:#3fc49b;--c3:#e3a0c8;--c4:#e6b84a;--c5:#9bd2f5;--c6:#b4b4b4";

/// What printers change of the light colours.
const PRINTED: &str = "--ink:#000;--soft:#444;--line:#ccc";

/// The colours as a style sheet: light, dark where the reader prefers that, and black text on printed pages.
///
/// A page that has its own colours declares the variables of [`LIGHT`] itself.
///
/// ```
/// assert!(connect_toe_plot::palette().contains("@media (prefers-color-scheme:dark)"));
/// ```
pub fn palette() -> String {
    format!(
        ":root{{{LIGHT}}}@media (prefers-color-scheme:dark){{:root{{{DARK}}}}}@media print{{:root{{{LIGHT};{PRINTED}}}}}"
    )
}

/// The style sheet of all charts: fonts, lines and fills by class, without line breaks.
///
/// A drawing that is saved as a file needs it inside, together with [`LIGHT`]:
///
/// ```
/// use connect_toe_plot::{Histogram, LIGHT, style};
///
/// let chart = Histogram::new("Lengths of games", "plies", "games", vec![0, 0, 3, 1]);
/// let styled = format!("><style>svg{{{LIGHT}}}{}</style>", style());
/// let file = chart.svg().replacen('>', &styled, 1).replacen("<svg", r#"<svg xmlns="http://www.w3.org/2000/svg""#, 1);
/// assert!(file.starts_with(r#"<svg xmlns="http://www.w3.org/2000/svg" class="fit""#));
/// ```
pub fn style() -> String {
    let mut style = include_str!("style.css").trim().replace('\n', "");
    for number in 0..STYLES {
        let _ = write!(style, ".c{number}{{--c:var(--c{number})}}");
    }
    style + &shades()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variable_has_a_colour_in_every_palette() {
        let names = |declarations: &str| -> Vec<String> {
            declarations.split(';').filter_map(|line| Some(line.split_once(':')?.0.to_owned())).collect()
        };
        assert_eq!(names(LIGHT), names(DARK));
        let style = style();
        assert!(!style.contains('\n'));
        for used in style.split("var(").skip(1).filter_map(|rest| rest.split(')').next()) {
            assert!(used == "--c" || names(LIGHT).contains(&used.to_owned()), "{used}");
        }
    }
}
