#![doc = include_str!("../README.md")]

mod circle;
mod forest_plot;
mod heat_map;
mod histogram;
mod layers;
mod line_chart;
mod points;

mod axis;
mod style;
mod svg;
mod unit;

pub use circle::{Circle, Win};
pub use forest_plot::{Estimate, ForestPlot};
pub use heat_map::{HeatMap, Scale, Value};
pub use histogram::Histogram;
pub use layers::Layers;
pub use line_chart::{Line, LineChart, Point, Series, Spread};
pub use points::Points;
pub use style::{LIGHT, STYLES, palette, style, svg_file};
pub use svg::{Align, Svg, coordinate, fitted, through};
pub use unit::Unit;
