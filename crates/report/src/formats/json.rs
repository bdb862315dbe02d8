use crate::wire;
use crate::{PaperReport, ReportError};

/// `results.json`.
pub(crate) fn render(report: &PaperReport<'_>) -> Result<String, ReportError> {
    let mut text = serde_json::to_string_pretty(&wire::Report::new(report))?;
    text.push('\n');
    Ok(text)
}
