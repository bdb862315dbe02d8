//! The style sheet of all charts, and the colours that it names.

use std::fmt::Write as _;

use crate::heat_map::shades;

/// The number of series that colour and mark tell apart. A higher style starts again at the first.
pub const STYLES: usize = 7;

/// The colours on light ground, as declarations of CSS variables: `--ink` for text, `--soft` for axes and minor text,
/// `--line` for grids, `--paper` and `--tint` for grounds, and a colour for each style, `--c0` to `--c6`.
///
/// The series' colours have the hues of Okabe & Ito's palette. Readers with any kind of colour blindness can tell each
/// from each other, and all stand out from the ground.
pub const LIGHT: &str = "--ink:#1d2326;--soft:#586268;--line:#d5dadd;--paper:#fff;--tint:#f4f6f7;\
    --c0:#0b55b5;--c1:#dd5f05;--c2:#00805a;--c3:#a9469f;--c4:#574000;--c5:#2b97e0;--c6:#111622";

const DARK: &str = "--ink:#e4e8ea;--soft:#a3adb3;--line:#3a4449;--paper:#14191c;--tint:#1d2427;\
    --c0:#659af8;--c1:#e65f16;--c2:#22cf7f;--c3:#ef8ccb;--c4:#fbdc48;--c5:#84694f;--c6:#eefaf4";

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
/// A drawing that is saved as a file needs it inside: see [`svg_file`].
pub fn style() -> String {
    let mut style = include_str!("style.css").trim().replace('\n', "");
    for number in 0..STYLES {
        let _ = write!(style, ".c{number}{{--c:var(--c{number})}}");
    }
    style + &shades()
}

/// A drawing as a file of its own, in light colours.
///
/// ```
/// use connect_toe_plot::{Histogram, svg_file};
///
/// let chart = Histogram::new("Lengths of games", "plies", "games", vec![0, 0, 3, 1]);
/// let file = svg_file(&chart.svg());
/// assert!(file.starts_with(r#"<svg xmlns="http://www.w3.org/2000/svg" class="fit""#) && file.ends_with("</svg>\n"));
/// ```
pub fn svg_file(svg: &str) -> String {
    let styled = format!("><style>svg{{{LIGHT}}}{}</style>", style());
    let styled = svg.trim_end().replacen('>', &styled, 1);
    styled.replacen("<svg", r#"<svg xmlns="http://www.w3.org/2000/svg""#, 1) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Linear red, green and blue, 0 … 1, of `#rrggbb` or `#rgb`.
    fn light_of(color: &str) -> [f64; 3] {
        let digits: Vec<u32> = color[1..].chars().map(|digit| digit.to_digit(16).expect("a digit")).collect();
        let channel = |place: usize| match digits.len() {
            3 => 17 * digits[place],
            _ => 16 * digits[2 * place] + digits[2 * place + 1],
        };
        [0, 1, 2].map(|place| {
            let share = f64::from(channel(place)) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn times(matrix: &[[f64; 3]; 3], [r, g, b]: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row[0] * r + row[1] * g + row[2] * b)
    }

    /// CIE 1976 L*a*b* under D65.
    fn lab(light: [f64; 3]) -> [f64; 3] {
        let [x, y, z] =
            times(&[[0.4125, 0.3576, 0.1804], [0.2127, 0.7152, 0.0722], [0.0193, 0.1192, 0.9503]], light);
        let f = |t: f64| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
        let (x, y, z) = (f(x / 0.9505), f(y), f(z / 1.0888));
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// Sight without colour blindness, and without one kind of cones each.
    ///
    /// Source: G. Machado, M. Oliveira & L. Fernandes, "A physiologically-based model for simulation of color vision
    /// deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (2009), table 1.
    const SIGHTS: [[[f64; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ];

    #[test]
    fn colours_differ_for_every_reader_and_stand_out() {
        for palette in [LIGHT, DARK] {
            let color = |name: &str| {
                let value = palette.split(';').find_map(|line| line.strip_prefix(&format!("{name}:")));
                light_of(value.expect("a colour"))
            };
            let colors: Vec<[f64; 3]> = (0..STYLES).map(|number| color(&format!("--c{number}"))).collect();
            let luminance = |[r, g, b]: [f64; 3]| 0.2126 * r + 0.7152 * g + 0.0722 * b;
            let paper = luminance(color("--paper"));
            for (place, &one) in colors.iter().enumerate() {
                let (low, high) = (luminance(one).min(paper), luminance(one).max(paper));
                assert!((high + 0.05) / (low + 0.05) >= 3.0, "c{place} is too pale");
                for (other_place, &other) in colors.iter().enumerate().skip(place + 1) {
                    for sight in &SIGHTS {
                        let [a, b] = [one, other]
                            .map(|color| lab(times(sight, color).map(|channel| channel.clamp(0.0, 1.0))));
                        let distance = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                        assert!(distance > 15.0, "c{place} and c{other_place}: {distance}");
                    }
                }
            }
        }
    }

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
