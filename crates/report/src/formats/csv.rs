use crate::wire;
use crate::{PaperReport, ReportError, csv_text};

/// `results.csv`: the cells of `results.json`, pairs in two columns each.
pub(crate) fn render(report: &PaperReport<'_>) -> Result<String, ReportError> {
    let cells = wire::cells(report);
    Ok(csv_text(cells.iter().map(wire::CsvRow::from))?)
}
