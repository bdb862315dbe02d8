//! Learning that is kept in files, so that it can go on.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use connect_toe_api::files::{FileGroup, FileLock, bytes_of, read_weights};
use connect_toe_api::{Error, Fault, Hint, Work};
use connect_toe_eval::learned::{PatternError, Weights, shipped};
use connect_toe_game::{Bits, Rules};
use connect_toe_learn::{LearnError, Learner, Settings};

use super::{CurvePoint, End, Keep, Train, Trained, curve};
use crate::stored::differences;

/// More than any learner needs.
const MOST_BYTES: u64 = 4 << 30;
const MOST_BYTES_OF_CURVE: u64 = 64 << 20;

/// What stands behind the name of the weights' file in the names of the others.
const TRAINING: &str = ".training";
const CURVE_JSON: &str = ".curve.json";
const CURVE_CSV: &str = ".curve.csv";
const CURVE_SVG: &str = ".curve.svg";

/// A learner with its files.
pub(super) struct Kept<B: Bits> {
    out: PathBuf,
    name: String,
    pub(super) learner: Learner<B>,
    pub(super) seconds: f64,
    pub(super) reproducible: bool,
    pub(super) curve: Vec<CurvePoint>,
    keep: Keep,
    /// If they are to be kept.
    best: Option<Best>,
    _lock: FileLock,
}

/// The weights that were the strongest when they were measured.
struct Best {
    strength: f64,
    weights: Arc<Weights>,
}

impl<B: Bits> Kept<B> {
    /// Begins, or goes on with learning that was stopped.
    pub(super) fn open(
        train: &Train,
        rules: &Rules<B>,
        settings: Settings,
        work: &Work,
    ) -> Result<Kept<B>, Error> {
        let out = PathBuf::from(&train.out);
        let Some(name) = out.file_name().and_then(|name| name.to_str()).map(str::to_owned) else {
            return Err(Error::of_field(
                Fault::WrongField,
                "out",
                format!("{} is not the name of a file", train.out),
            ));
        };
        if out.is_dir() {
            return Err(Error::of_field(
                Fault::UnusableFile,
                "out",
                format!("cannot write {}: it is a folder", out.display()),
            ));
        }
        let first = train.from.as_deref().map(weights_to_begin_with).transpose()?;
        let settings = Settings { from: first.as_ref().map(|weights| weights.checksum()), ..settings };
        let beside = |end: &str| out.with_file_name(format!("{name}{end}"));
        let lock = FileLock::of_out(&out, "learning", work.files())?;
        let training = beside(TRAINING);
        let earlier = match bytes_of(&training, MOST_BYTES) {
            _ if train.restart => None,
            Ok(bytes) => Some(go_on(&training, &bytes, rules, settings)?),
            Err(error) if error.kind() == io::ErrorKind::NotFound && out.exists() => {
                return Err(Error::of_field(
                    Fault::FileExists,
                    "out",
                    format!(
                        "{} exists, but learning cannot go on without {}, which is missing",
                        out.display(),
                        training.display()
                    ),
                )
                .with_hint(Hint::of(|option| {
                    format!("name another file, or replace this one with {}", option("restart"))
                })));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => {
                let message = format!("cannot read {}: {error}", training.display());
                return Err(Error::request(message).of_file(error.kind()));
            }
        };
        let curve = beside(CURVE_JSON);
        let goes_on = earlier.is_some();
        let learner = match earlier {
            Some(learner) => learner,
            None => match &first {
                Some(weights) => Learner::beginning_with(rules.clone(), settings, weights),
                None => Learner::new(rules.clone(), settings),
            }
            .map_err(|error| match error {
                LearnError::Patterns(PatternError::TooManyWeights) => {
                    Error::of_field(Fault::Limit, "tuples", error).with_hint(Hint::of(|option| {
                        format!("give {} or {} a smaller number", option("tuples"), option("length"))
                    }))
                }
                LearnError::PatternWeights { .. } | LearnError::OtherNetwork { .. } => {
                    Error::of_field(Fault::WrongField, "from", error)
                }
                error => Error::because(Fault::WrongField, error),
            })?,
        };
        let mut kept = Kept {
            learner,
            seconds: 0.0,
            reproducible: true,
            curve: Vec::new(),
            keep: train.keep.unwrap_or_default(),
            best: None,
            out,
            name,
            _lock: lock,
        };
        if goes_on {
            let earlier = bytes_of(&curve, MOST_BYTES_OF_CURVE).ok();
            let earlier = earlier.and_then(|bytes| serde_json::from_slice::<Trained>(&bytes).ok());
            if let Some(earlier) = earlier.filter(|earlier| earlier.games == kept.learner.games()) {
                (kept.seconds, kept.reproducible, kept.curve) =
                    (earlier.seconds, earlier.reproducible, earlier.curve);
                kept.keep = train.keep.unwrap_or(earlier.keep);
                kept.best = kept.best_of_file();
                if let Some(lost) = kept.lost(earlier.keep) {
                    work.notice(lost);
                }
            } else {
                work.notice("the learning curve of the earlier runs and their time are missing");
                kept.reproducible = false;
            }
        }
        // What cannot be written is better known before the work than after it.
        kept.files(work).map(drop)?;
        Ok(kept)
    }

    fn files(&self, work: &Work) -> Result<FileGroup<5>, Error> {
        let folder = self.out.parent().filter(|folder| !folder.as_os_str().is_empty());
        let ends = ["", TRAINING, CURVE_JSON, CURVE_CSV, CURVE_SVG];
        FileGroup::create_beside(folder.unwrap_or(Path::new(".")), ends, &self.name, work.files())
    }

    /// Writes all files.
    pub(super) fn save(&self, work: &Work) -> Result<(), Error> {
        let answer = self.answer();
        let mut json = serde_json::to_vec_pretty(&answer).map_err(Error::run)?;
        json.push(b'\n');
        self.files(work)?.write([
            self.weights().to_bytes(),
            self.learner.to_bytes(),
            json,
            curve::csv(&self.curve).into_bytes(),
            curve::svg(&answer.game, &self.curve).into_bytes(),
        ])
    }

    /// The weights for the file.
    fn weights(&self) -> Arc<Weights> {
        match &self.best {
            Some(best) => Arc::clone(&best.weights),
            None => Arc::new(self.learner.weights()),
        }
    }

    /// Adds a measurement of these weights to the curve.
    pub(super) fn measured(&mut self, point: CurvePoint, weights: Arc<Weights>) {
        let strength = point.strength();
        // Of equal ones the later: it has learned from more games.
        if self.keep == Keep::Best && self.best.as_ref().is_none_or(|best| strength >= best.strength) {
            self.best = Some(Best { strength, weights });
        }
        self.curve.push(point);
    }

    /// The weights in the file of an earlier run, if their strength was measured.
    fn best_of_file(&self) -> Option<Best> {
        if self.keep == Keep::Last {
            return None;
        }
        let weights = Weights::from_bytes(&bytes_of(&self.out, MOST_BYTES).ok()?).ok()?;
        let games = weights.training().games;
        let point = self.curve.iter().find(|point| point.games == games)?;
        Some(Best { strength: point.strength(), weights: Arc::new(weights) })
    }

    /// The notice to give if this run keeps other weights than the one before it did.
    fn lost(&self, before: Keep) -> Option<&'static str> {
        let best = self.best.as_ref().map_or(0.0, |best| best.strength);
        match (before, self.keep) {
            (Keep::Best, Keep::Last) => {
                Some("the file held the weights of the best measurement: the last weights replace them")
            }
            (Keep::Last, Keep::Best) if self.curve.iter().any(|point| point.strength() > best) => Some(
                "the weights of earlier, better measurements were not kept: the best of the measurements from now on is",
            ),
            _ => None,
        }
    }

    /// The part of the learning that was done when the strength was measured last.
    pub(super) fn share_measured(&self, end: End) -> f64 {
        self.curve.last().map_or(0.0, |point| end.share(point.games, point.seconds))
    }

    pub(super) fn answer(&self) -> Trained {
        let extent = self.learner.extent();
        Trained {
            game: self.learner.rules().spec().to_string(),
            file: self.out.display().to_string(),
            games: self.learner.games(),
            games_of_weights: self
                .best
                .as_ref()
                .map_or(self.learner.games(), |best| best.weights.training().games),
            keep: self.keep,
            seconds: self.seconds,
            method: self.learner.settings().to_string(),
            seed: self.learner.settings().seed,
            tuples: extent.patterns as u64,
            places: extent.places as u64,
            weights: extent.weights as u64,
            reproducible: self.reproducible,
            curve: self.curve.clone(),
            partial: false,
        }
    }
}

/// The weights of a file or, if there is no such file, those of a game that come with the program.
fn weights_to_begin_with(from: &str) -> Result<Arc<Weights>, Error> {
    let of_game = || from.parse().ok().and_then(|spec| shipped(&spec)).filter(|_| !Path::new(from).exists());
    let hint = "name a file that learning has written, or a game whose weights come with the program";
    let wrong = |error| Error::of_field(Fault::UnusableFile, "from", error).with_hint(hint);
    of_game().map_or_else(|| read_weights(from).map_err(wrong), Ok)
}

/// The learner of earlier runs, if it learns as this one should.
fn go_on<B: Bits>(
    path: &Path,
    bytes: &[u8],
    rules: &Rules<B>,
    settings: Settings,
) -> Result<Learner<B>, Error> {
    let other = || Hint::of(|option| format!("name another file, or begin anew with {}", option("restart")));
    let learner = Learner::from_bytes(rules.clone(), bytes);
    let learner = learner
        .map_err(|error| Error::because(Fault::WrongFile, error).at(path.display()).with_hint(other()))?;
    let earlier = *learner.settings();
    if earlier != settings {
        let differences = differences(options(&earlier), options(&settings));
        let message = format!("{} is learning with other settings: {differences}", path.display());
        return Err(Error::because(Fault::WrongFile, message).with_hint(other()));
    }
    Ok(learner)
}

/// The settings that a request names, by its fields.
fn options(settings: &Settings) -> [(&'static str, String); 11] {
    let from = settings.from.map_or("nothing".to_owned(), |checksum| format!("weights {checksum:08x}"));
    [
        ("method", settings.method.to_string()),
        ("seed", settings.seed.to_string()),
        ("tuples", settings.tuples.to_string()),
        ("length", settings.length.to_string()),
        ("decay", settings.decay.to_string()),
        ("rate", settings.rate.to_string()),
        ("exploration", settings.exploration.to_string()),
        ("random_plies", settings.random_plies.to_string()),
        ("nodes", settings.nodes.to_string()),
        ("from", from),
        ("runs", if settings.runs { "yes" } else { "no" }.to_owned()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::TrainingResults;
    use connect_toe_work::Stop;

    #[test]
    fn the_best_measurement_decides_about_the_weights() {
        for (keep, expected) in [(Keep::Best, 10), (Keep::Last, 20)] {
            let folder = tempfile::tempdir().expect("a folder");
            let out = folder.path().join("w").display().to_string();
            let train = Train { keep: Some(keep), ..Train::new("4x4:3", out) };
            let rules = Rules::<u64>::compile(&"4x4:3".parse().expect("a game")).expect("fits");
            let open = |train: &Train| Kept::open(train, &rules, Settings::default(), &Work::new());
            let mut kept = open(&train).expect("can be written");
            let error = open(&train).err().expect("the file is in use").to_string();
            assert!(error.starts_with("another run of this program is learning"), "{error}");
            for wins in [3, 1] {
                kept.learner.play(10, 1, &Stop::new());
                let point = CurvePoint {
                    games: kept.learner.games(),
                    seconds: 1.0,
                    runs: TrainingResults { wins, draws: 0, losses: 4 - wins },
                    runs_interval: None,
                    perfect_first: None,
                    perfect_second: None,
                    kept: None,
                };
                let weights = Arc::new(kept.learner.weights());
                kept.measured(point, weights);
            }
            kept.save(&Work::new()).expect("can be written");
            assert_eq!(kept.answer().games_of_weights, expected);
            let bytes = std::fs::read(folder.path().join("w")).expect("is there");
            let weights = Weights::from_bytes(&bytes).expect("is whole");
            assert_eq!(weights.training().games, expected);
            drop(kept);
            // A run that goes on knows how strong the weights in the file are, and keeps such weights unless told
            // otherwise.
            for again in [train.keep, None] {
                let again = open(&Train { keep: again, ..train.clone() }).expect("goes on");
                assert_eq!((again.keep, again.lost(keep)), (keep, None));
                assert_eq!(
                    again.best.as_ref().map(|best| best.strength),
                    (keep == Keep::Best).then_some(0.75)
                );
            }
            let other = if keep == Keep::Best { Keep::Last } else { Keep::Best };
            let again = open(&Train { keep: Some(other), ..train }).expect("goes on");
            assert!(again.lost(keep).is_some());
        }
    }
}
