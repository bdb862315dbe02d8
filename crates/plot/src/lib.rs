//! Charts as SVG that takes its colours from the page.
//!
//! | chart | shows | for example |
//! | --- | --- | --- |
//! | [`LineChart`] | values over an ordered factor, with bands or error bars | score by search depth |
//! | [`ForestPlot`] | an estimate with its interval in each row | ratings |
//! | [`HeatMap`] | a table of values as colours | player against opponent |
//! | [`Histogram`] | how often each number occurs | lengths of games |
//!
//! Any other picture can be drawn with [`Svg`]. A chart is a struct with public fields; its method `svg` returns the
//! `<svg>` element as text:
//!
//! ```
//! use connect_toe_plot::{LineChart, Point, Series, palette, style};
//!
//! let depths = (1..=3).map(|depth| (f64::from(depth), depth.to_string())).collect();
//! let mut chart = LineChart::of_rates("Score by search depth", "depth", depths, "score, %");
//! let points = [(1.0, 0.48, (0.45, 0.51)), (2.0, 0.61, (0.58, 0.64)), (3.0, 0.66, (0.63, 0.69))];
//! let points = points.map(|(depth, score, interval)| Point::new(depth, score, interval));
//! chart.series.push(Series::new("runs", 0, points));
//! let page = format!("<style>{}{}</style>{}", palette(), style(), chart.svg());
//! assert!(page.contains(r#"role="img" aria-label="Score by search depth""#));
//! ```
//!
//! Every chart
//! - follows the page into dark mode and onto paper: it names colours as CSS variables ([`palette`]) and classes
//!   ([`style`]);
//! - can be read without colour: series differ in the shapes of their marks, heat maps print their numbers;
//! - has a description for readers who cannot see it, and a tooltip with the numbers on each mark;
//! - is readable at the width of a phone.
//!
//! The same data give the same bytes on every machine.
//!
//! # Why our own drawing
//!
//! Measured with `cargo build --release` of an empty program that depends on the library (two cores, 2026):
//!
//! | library | build CPU | dependencies | CSS variables | text alternatives | missing charts |
//! | --- | --- | --- | --- | --- | --- |
//! | this crate | 1 s | 0 | yes | yes | |
//! | `kuva` 0.6 | 42 s | 5 | as free colour texts; axes, labels and colour maps are fixed | no `role`, no `aria-label` | boards |
//! | `plotters` 0.3 (SVG only) | 2 s | 4 | no | no | forest plots, heat maps with labels |
//! | `poloto` 19 | 1 s | 2 | yes | no | forest plots, heat maps with labels, error bars |
//!
//! `kuva` draws sixty kinds of plots, in a terminal as well, with 95 000 lines of code; we need four kinds. It would
//! take a fifth of the time in which the whole program is to be built, and a second stylesheet beside it for dark mode.
//! What `plotters` and `poloto` lack is more code than what they have.

mod forest_plot;
mod heat_map;
mod histogram;
mod line_chart;

mod axis;
mod style;
mod svg;
mod unit;

pub use forest_plot::{Estimate, ForestPlot};
pub use heat_map::{HeatMap, Scale, Value};
pub use histogram::Histogram;
pub use line_chart::{Line, LineChart, Point, Series, Spread};
pub use style::{LIGHT, STYLES, palette, style};
pub use svg::{Align, Svg, coordinate, fitted, through};
pub use unit::Unit;
