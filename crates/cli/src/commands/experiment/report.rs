//! The report of an experiment.

use std::path::PathBuf;
use std::time::{Duration, UNIX_EPOCH};

use clap::Args;
use connect_toe_experiment::{Plan, Tally};
use connect_toe_report::{ExperimentReport, Provenance, Session};
use connect_toe_results::{Opened, ResultsFile};
use serde_json::json;

use super::printable::printable;
use super::{FileArguments, PlanFile, results_failure};
use crate::answer;
use crate::arguments::Common;
use crate::failure::Failure;

/// Options of `report`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    file: FileArguments,
    /// Folder for report.html, report.md, results.csv, results.json and tables.tex [default: FILE without .toml, with
    /// -report]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(super) fn write(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let file = PlanFile::read(&arguments.file.experiment, &arguments.file.settings, common)?;
    let results = ResultsFile::open(&arguments.file.results(), Opened::ToRead).map_err(results_failure)?;
    results.check(&file.plan, None).map_err(results_failure)?;
    let tally = results.tally(&file.plan).map_err(results_failure)?;
    if tally.games() == 0 {
        return Err(Failure::request(format!("{} has no games yet", results.path().display()))
            .hint(format!("play them with `connect-toe experiment resume {}`", file.path.display())));
    }
    let provenance = provenance(&file, &results, &tally)?;
    let out = arguments.out.clone().unwrap_or_else(|| {
        let name = file.path.file_stem().unwrap_or_default().to_string_lossy();
        file.path.with_file_name(format!("{name}-report"))
    });
    let report = ExperimentReport::new(&file.plan, &tally, provenance);
    let files = report.write(&out).map_err(|error| Failure::run_with_causes(&error))?;
    let paths = [&files.html, &files.markdown, &files.csv, &files.json, &files.latex]
        .map(|path| path.display().to_string());
    answer::print(
        common.format,
        || json!({ "experiment": file.plan.hash(), "summary": report.summary(), "files": paths }),
        || {
            let summary: Vec<String> =
                report.summary().iter().map(|paragraph| printable(&answer::wrap(paragraph, 100))).collect();
            format!("{}\n\n{}", summary.join("\n\n"), paths.join("\n"))
        },
    )
}

fn provenance(file: &PlanFile, results: &ResultsFile, tally: &Tally) -> Result<Provenance, Failure> {
    let sessions = results.sessions().map_err(results_failure)?;
    let version = results.version().map_err(results_failure)?;
    Ok(Provenance {
        version,
        plan_hash: file.plan.hash(),
        file_name: file.path.file_name().map(|name| name.to_string_lossy().into_owned()),
        pairs_done: pairs_done(&file.plan, tally),
        pairs: file.plan.pairs(),
        sessions: sessions
            .into_iter()
            .map(|session| Session {
                processor: session.machine.processor,
                cores: session.machine.cores,
                threads: session.machine.threads,
                started: date_text(session.started),
                seconds: session.seconds,
                games: session.games,
            })
            .collect(),
    })
}

fn pairs_done(plan: &Plan, tally: &Tally) -> u64 {
    let cells = plan.cells.iter().zip(&tally.cells);
    // Of an odd number of games the last pair has one.
    cells
        .map(|(cell, tally)| if tally.games() == cell.games { cell.pairs() } else { tally.pairs.pairs() })
        .sum()
}

/// The last second of the year 9999.
const LAST_SECOND: u64 = 253_402_300_799;

/// A time in seconds since 1970 as a date and time of day, UTC.
fn date_text(seconds: i64) -> String {
    match u64::try_from(seconds) {
        Ok(seconds @ 0..=LAST_SECOND) => {
            let time = UNIX_EPOCH + Duration::from_secs(seconds);
            // `2004-07-01T12:34:56Z`, without the seconds.
            let text = humantime::format_rfc3339_seconds(time).to_string();
            format!("{} {} UTC", &text[..10], &text[11..16])
        }
        _ => format!("{seconds} s after 1970"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_dates_up_to_the_year_9999() {
        assert_eq!(date_text(0), "1970-01-01 00:00 UTC");
        assert_eq!(date_text(1_088_685_296), "2004-07-01 12:34 UTC");
        assert_eq!(date_text(LAST_SECOND as i64), "9999-12-31 23:59 UTC");
        assert_eq!(date_text(LAST_SECOND as i64 + 1), "253402300800 s after 1970");
        assert_eq!(date_text(-1), "-1 s after 1970");
    }
}
