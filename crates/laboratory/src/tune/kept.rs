//! A search that is kept in a folder, so that it can go on.

use std::fs;
use std::io;
use std::path::{Path as FilePath, PathBuf};

use connect_toe_api::files::{FileGroup, FileLock, bytes_of};
use connect_toe_api::{Error, Fault, Hint, VERSION, Work};
use connect_toe_game::text::printable_json;
use connect_toe_stats::PairDifferences;

use super::answer::{Tuned, TuningVerdict};
use super::path::Path;
use super::{Checked, Tune, picture};
use crate::match_play::MatchResult;
use crate::stored::differences;

/// The names of the files.
const FILES: [&str; 3] = [TUNING, "path.csv", "path.svg"];
const TUNING: &str = "tuning.json";
const TEST: &str = "test.sqlite";
/// What `SQLite` adds to the name of a database for files beside it.
const OF_DATABASE: [&str; 3] = ["", "-wal", "-shm"];
/// More than any search needs.
const MOST_BYTES: u64 = 1 << 30;

/// A search, its test, and where they are kept.
pub(super) struct Kept {
    pub(super) path: Path,
    pub(super) test: Option<MatchResult>,
    pub(super) verdict: TuningVerdict,
    /// Whether the test was stopped.
    pub(super) is_stopped: bool,
    /// The answer's fields that do not change.
    asked: Tuned,
    folder: Option<(PathBuf, FileLock)>,
}

impl Kept {
    /// Begins, or goes on with what the folder has.
    pub(super) fn open(tune: &Tune, asked: &Checked, work: &Work) -> Result<Kept, Error> {
        let path = Path::new(asked, tune);
        let folder = tune.out.as_deref().map(|out| -> Result<_, Error> {
            let folder = PathBuf::from(out);
            let lock = FileLock::of_out(&folder, "tuning into", work.files())?;
            Ok((folder, lock))
        });
        let folder = folder.transpose()?;
        let mut kept = Kept {
            asked: Tuned {
                game: asked.game.spec().to_string(),
                openings: asked.protocol.openings.in_words(),
                player: asked.ranges.to_string(),
                opponent: asked.opponent.as_ref().map(ToString::to_string),
                start: asked.start.to_string(),
                found: String::new(),
                verdict: TuningVerdict::NotTested,
                settings: Vec::new(),
                iterations: tune.pairs.div_ceil(asked.batch),
                pairs: tune.pairs,
                batch: asked.batch,
                games: 0,
                seed: tune.seed,
                perturbation: tune.perturbation,
                wander: tune.wander,
                version: VERSION.to_owned(),
                test: None,
                reproducible: asked.is_reproducible(),
                partial: false,
                path: Vec::new(),
            },
            path,
            test: None,
            verdict: TuningVerdict::NotTested,
            is_stopped: false,
            folder,
        };
        if let Some((folder, _)) = &kept.folder {
            if tune.restart {
                remove(folder)?;
            } else if let Some(earlier) = earlier(folder)? {
                kept.check(&earlier, &folder.join(TUNING))?;
                let results = earlier.path.iter().map(|step| PairDifferences { counts: step.differences });
                kept.path.replay(results);
            }
        }
        // What cannot be written is better known before the work than after it.
        kept.files(work).map(drop)?;
        Ok(kept)
    }

    /// Makes sure that an earlier run asked for the same search.
    fn check(&self, earlier: &Tuned, file: &FilePath) -> Result<(), Error> {
        let differences = differences(options(earlier), options(&self.asked));
        if differences.is_empty() && earlier.path.len() as u64 <= self.asked.iterations {
            return Ok(());
        }
        let message = format!("{} is tuning with other settings: {differences}", file.display());
        Err(Error::because(Fault::WrongFile, message).with_hint(other_folder()))
    }

    fn files(&self, work: &Work) -> Result<Option<FileGroup<3>>, Error> {
        let folder = self.folder.as_ref();
        folder.map(|(folder, _)| FileGroup::create(folder, FILES, work.files())).transpose()
    }

    /// Writes all files.
    pub(super) fn save(&self, work: &Work) -> Result<(), Error> {
        let Some(files) = self.files(work)? else { return Ok(()) };
        let answer = self.answer();
        let json = serde_json::to_string_pretty(&answer).map_err(Error::run)?;
        files.write([
            format!("{}\n", printable_json(&json)),
            picture::csv(&answer),
            picture::svg(&answer, self.path.ranges()),
        ])
    }

    pub(super) fn is_in_folder(&self) -> bool {
        self.folder.is_some()
    }

    /// Where the games of the test are kept.
    pub(super) fn results_of_test(&self) -> Option<String> {
        self.folder.as_ref().map(|(folder, _)| folder.join(TEST).display().to_string())
    }

    pub(super) fn answer(&self) -> Tuned {
        Tuned {
            found: self.path.found().to_string(),
            verdict: self.verdict,
            settings: self.path.settings(),
            games: self.path.games(),
            test: self.test.clone(),
            partial: !self.path.is_done() || self.is_stopped,
            path: self.path.steps.clone(),
            ..self.asked.clone()
        }
    }
}

/// What an earlier run has left in the folder.
fn earlier(folder: &FilePath) -> Result<Option<Tuned>, Error> {
    let file = folder.join(TUNING);
    let bytes = match bytes_of(&file, MOST_BYTES) {
        Ok(bytes) => bytes,
        Err(error) if [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory].contains(&error.kind()) => {
            return Ok(None);
        }
        Err(error) => {
            return Err(
                Error::request(format!("cannot read {}: {error}", file.display())).of_file(error.kind())
            );
        }
    };
    serde_json::from_slice(&bytes).map(Some).map_err(|error| {
        let message = format!("{} is not a search that this program wrote: {error}", file.display());
        Error::because(Fault::WrongFile, message).with_hint(other_folder())
    })
}

/// Removes the games of an earlier test; the other files are replaced.
fn remove(folder: &FilePath) -> Result<(), Error> {
    for end in OF_DATABASE {
        let file = folder.join(format!("{TEST}{end}"));
        match fs::remove_file(&file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                let message = format!("cannot remove {}: {error}", file.display());
                return Err(Error::request(message).of_file(error.kind()));
            }
            _ => {}
        }
    }
    Ok(())
}

/// What to do about a folder that has another search.
pub(super) fn other_folder() -> Hint {
    Hint::of(|option| {
        format!("name another folder with {}, or begin anew with {}", option("out"), option("restart"))
    })
}

/// What decides about the path, by its fields.
fn options(tuned: &Tuned) -> [(&'static str, String); 10] {
    [
        ("game", tuned.game.clone()),
        ("player", tuned.player.clone()),
        ("opponent", tuned.opponent.clone().unwrap_or_else(|| "none".to_owned())),
        ("openings", tuned.openings.clone()),
        ("pairs", tuned.pairs.to_string()),
        ("batch", tuned.batch.to_string()),
        ("seed", tuned.seed.to_string()),
        ("perturbation", tuned.perturbation.to_string()),
        ("wander", tuned.wander.to_string()),
        ("version", tuned.version.clone()),
    ]
}
