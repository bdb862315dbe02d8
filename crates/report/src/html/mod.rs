//! `report.html`: one page, complete in itself.

mod chart;
mod conclusions;
mod figures;
mod fits;
mod legend;
mod page;
mod tables;

pub(crate) use page::render;
