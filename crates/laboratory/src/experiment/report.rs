//! `experiment report`: the results as a page, Markdown, CSV, JSON and LaTeX.

use std::path::PathBuf;
use std::time::{Duration, UNIX_EPOCH};

use connect_toe_api::{Error, Fault, Hint, Work};
use connect_toe_experiment::{Plan, Tally};
use connect_toe_game::Geometry;
use connect_toe_report::{ExampleGame, ExampleGames, Extras, Provenance, Report, Session};
use connect_toe_results::{ResultsError, ResultsFile};
use connect_toe_stats::GameResult;
use connect_toe_stats::numbers::{counted, given};
use serde::{Deserialize, Serialize};

use super::{ExperimentFile, PlanFile};
use crate::numbers::SequentialTest;
use crate::shell::CommandLine;
use crate::stored::{DecidedTest, results_error};
use connect_toe_api::files::FileGroup;

/// Asks for the report on an experiment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReportExperiment {
    /// The experiment and its results.
    #[serde(flatten)]
    pub file: ExperimentFile,
    /// The folder for the report; without it the experiment file's name without its ending, with `-report`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out: Option<String>,
    /// Whether the program's own web page shows the report, where links replay games.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub with_links: bool,
}

/// A report that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WrittenReport {
    /// The experiment's identity.
    pub experiment: String,
    /// The results in words, a paragraph each.
    pub summary: Vec<String>,
    /// The files: the page, Markdown, CSV, JSON, LaTeX tables.
    pub files: [String; 5],
}

impl ReportExperiment {
    /// The names of the files.
    pub const FILES: [&str; 5] = Report::FILES;

    /// Writes the report; also while a run is writing results.
    ///
    /// # Errors
    /// An experiment file or a results file that cannot be used, or without games; files that cannot be written.
    pub fn run(&self, work: &Work) -> Result<WrittenReport, Error> {
        let Played { plan, tally, provenance, extras, files } = self.played(work)?;
        if work.stop().is_requested() {
            return Err(Error::Interrupted);
        }
        let report = Report::new(&plan, &tally, provenance, extras);
        let texts = report.texts().map_err(|error| Error::run_with_causes(&error))?;
        let paths = files.paths().map(|path| path.display().to_string());
        files.write(texts.each_ref().map(String::as_str))?;
        Ok(WrittenReport { experiment: plan.hash(), summary: report.summary(), files: paths })
    }

    /// Reads what the report is about, and opens its files. A stop ends it; afterwards no open file makes a stop wait for
    /// what does not listen.
    fn played(&self, work: &Work) -> Result<Played, Error> {
        let mut file = self.file.read(work)?;
        let results = self.file.open(&file, work)?;
        file.plan.balanced = results.balanced(&file.plan).map_err(results_error)?;
        let out = self.out.as_ref().map_or_else(
            || {
                let name = file.path.file_stem().unwrap_or_default().to_string_lossy();
                file.path.with_file_name(format!("{name}-report"))
            },
            PathBuf::from,
        );
        let files = FileGroup::create(&out, Report::FILES, work.files())?;
        let (tally, mut games) = tally_and_examples(&results, &file.plan).map_err(results_error)?;
        games.with_links = self.with_links;
        games.command = CommandLine::new(&["experiment", "game"])
            .with(&file.path)
            .with_settings(&self.file.set, self.file.seed)
            .with_results(self.file.results.as_deref())
            .text();
        if tally.games() == 0 {
            return Err(Error::because(
                Fault::NotPlayed,
                format!("{} has no games yet", results.path().display()),
            )
            .with_hint(Hint::either(
                format!("play them with `connect-toe experiment resume {}`", file.path.display()),
                "play them with play_experiment(..., resume=True)",
            )));
        }
        let decided = DecidedTest::kept_in(&results)?;
        let mut provenance = provenance(&file, &results, &tally)?;
        if decided.is_some() {
            // No more are to be played.
            provenance.pairs = provenance.pairs_done;
        }
        let extras = Extras {
            references: connect_toe_paper::references(&file.plan),
            findings: decided.iter().map(finding).collect(),
            games: Some(games),
            last_words: results.last_words().map_err(results_error)?,
            ..Extras::default()
        };
        Ok(Played { plan: file.plan, tally, provenance, extras, files })
    }
}

/// What a report is about.
struct Played {
    plan: Plan,
    tally: Tally,
    provenance: Provenance,
    extras: Extras,
    files: FileGroup<{ Report::FILES.len() }>,
}

/// Games of a condition among which a typical one is looked for.
const EXAMPLES: usize = 32;

/// All results added up, and of each condition its first game and a typical one, whose length is nearest the mean.
fn tally_and_examples(results: &ResultsFile, plan: &Plan) -> Result<(Tally, ExampleGames), ResultsError> {
    let mut tally = Tally::new(plan);
    let mut of_conditions: Vec<Vec<ExampleGame>> = vec![Vec::new(); plan.conditions.len()];
    results.for_each_pair(plan, |pair| {
        tally.count(&pair);
        let condition = &plan.conditions[pair.condition];
        let known = &mut of_conditions[pair.condition];
        if known.len() < EXAMPLES {
            let geometry = Geometry::of(&condition.game).expect("the games of a plan are sound");
            for (game, number) in pair.games.iter().zip(2 * pair.number..) {
                let winner = match game.result {
                    GameResult::Draw => None,
                    GameResult::Win => Some(game.player_side),
                    GameResult::Loss => Some(game.player_side.other()),
                };
                let moves = game.moves.iter().map(|&cell| geometry.cell_text(cell)).collect();
                known.push(ExampleGame { number, winner, moves });
            }
        }
        Ok(())
    })?;
    for (games, tally) in of_conditions.iter_mut().zip(&tally.conditions) {
        let mean = tally.mean_plies().unwrap_or(0.0);
        let distance = |game: &ExampleGame| (game.moves.len() as f64 - mean).abs();
        let typical =
            games.iter().skip(1).min_by(|one, other| distance(one).total_cmp(&distance(other))).cloned();
        games.truncate(1);
        games.extend(typical);
    }
    Ok((tally, ExampleGames { of_conditions, ..ExampleGames::default() }))
}

/// What a reader must know of a match that its test has ended.
fn finding(decided: &DecidedTest) -> String {
    let DecidedTest { games, test } = decided;
    let SequentialTest { elo0, elo1, alpha, beta, .. } = test;
    let verdict = test.accepted().map_or_else(String::new, |elo| format!(": it accepted {} Elo", given(elo)));
    format!(
        "A sequential test of {elo0} against {elo1} Elo (error rates {alpha} and {beta}) ended the match after \
         {}{verdict}. This verdict is the result. The match ended because of its scores, so their \
         intervals and tests below are not valid as they stand.",
        counted(*games, "game")
    )
}

fn provenance(file: &PlanFile, results: &ResultsFile, tally: &Tally) -> Result<Provenance, Error> {
    let sessions = results.sessions().map_err(results_error)?;
    Ok(Provenance {
        version: results.version().map_err(results_error)?,
        file_name: file.path.file_name().map(|name| name.to_string_lossy().into_owned()),
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
        ..Provenance::of(&file.plan, tally)
    })
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
    use std::fs;

    use super::*;
    use crate::RunExperiment;

    #[test]
    fn nothing_listens_once_the_games_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("e.toml");
        let text = "games_per_cell = 2\n[[study]]\nname = \"a\"\ngame = \"3x3:3\"\nplayer = \"random\"\nopponent = \"random\"\n";
        fs::write(&path, text).expect("is written");
        let file = ExperimentFile::new(path.display().to_string());
        let work = Work::new();
        RunExperiment::new(file.clone()).run(&work).expect("is played");
        let report = ReportExperiment { file, out: None, with_links: false };
        let played = report.played(&work).expect("is read");
        // While a part of the work is heard, an interrupt waits for it.
        assert_eq!((played.tally.games(), work.stop().is_heard()), (2, false));
        work.stop().request();
        assert!(matches!(report.run(&work), Err(Error::Interrupted)));
    }

    #[test]
    fn times_are_dates_up_to_the_year_9999() {
        assert_eq!(date_text(0), "1970-01-01 00:00 UTC");
        assert_eq!(date_text(1_088_685_296), "2004-07-01 12:34 UTC");
        assert_eq!(date_text(LAST_SECOND as i64), "9999-12-31 23:59 UTC");
        assert_eq!(date_text(LAST_SECOND as i64 + 1), "253402300800 s after 1970");
        assert_eq!(date_text(-1), "-1 s after 1970");
    }
}
