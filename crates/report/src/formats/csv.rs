use crate::wire;
use crate::{PaperReport, ReportError};

/// `results.csv`: the cells of `results.json`, pairs in two columns each.
pub(crate) fn render(report: &PaperReport<'_>) -> Result<String, ReportError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for cell in wire::cells(report) {
        writer.serialize(wire::CsvRow::from(&cell))?;
    }
    let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
