//! Runs that are stopped say what they know.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use connect_toe_api::{Error, Observer, Progress, Stop, Work};
use connect_toe_laboratory::{
    ExperimentFile, Grade, Match, Paper, RunExperiment, Start, StatusOfExperiment, Tournament,
};
use connect_toe_testkit::requests::called_after;

use crate::StopsAt;

#[test]
fn games_that_were_played_are_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let request =
        Match { games: Some(400), ..Match::new("7x6:4:-2", "alpha-beta:depth=3,eval=runs", "two-ply") };
    let result = request.run(&StopsAt::work(20)).expect("has an answer");
    assert!(result.partial && (20..400).contains(&result.games), "{result:?}");
    let tested = Match { sprt: Some("-1,1".to_owned()), ..request.clone() };
    let result = tested.run(&StopsAt::work(100)).expect("has an answer");
    assert!(result.partial && result.games < 400 && result.sprt.is_some());

    // What was played is kept, and the rest completes it.
    let kept = Match { results: Some(path("m.db")), ..request.clone() };
    let first = kept.run(&StopsAt::work(20)).expect("has an answer");
    assert!(first.partial && first.games >= 20);
    let whole = request.run(&Work::new()).expect("is played");
    assert_eq!(kept.run(&Work::new()).expect("is completed"), whole);

    let tournament =
        Tournament { games: 400, ..Tournament::new("7x6:4:-2", ["two-ply", "alpha-beta:depth=3"]) };
    let table = tournament.run(&StopsAt::work(20)).expect("has an answer");
    assert!(table.partial && (20..400).contains(&table.ranking[0].games));

    let paper =
        Paper { games: 40, experiment: vec!["cubes".to_owned()], out: path("paper"), ..Paper::default() };
    let results = paper.run(&StopsAt::work(100)).expect("has an answer");
    assert!(results.partial && results.games() >= 100);
    let page = std::fs::read_to_string(paper.files().html).expect("is written");
    assert!(page.contains("The run was interrupted"));
}

#[test]
fn an_experiment_goes_on_after_a_stop() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("e.toml");
    let text = "games_per_cell = 4000\n[[study]]\nname = \"a\"\ngame = \"7x6:4:-2\"\nplayer = \"alpha-beta:depth=3\"\nopponent = \"random\"\n";
    std::fs::write(&file, text).expect("is written");
    let run = RunExperiment::new(ExperimentFile::new(file.display().to_string()));
    let status = run.run(&StopsAt::work(10)).expect("has an answer");
    assert!(status.interrupted && !status.done && status.games >= 10);
    let status = RunExperiment { start: Start::Resume, ..run }.run(&Work::new()).expect("is completed");
    assert!(!status.interrupted && status.done && status.games == 4000 && status.sessions == 2);
}

/// Stops a run when this many openings are found, and keeps what it is told.
struct StopsAtOpening(u64, Stop, Arc<Mutex<Vec<String>>>);

impl Observer for StopsAtOpening {
    fn progress(&self, progress: &Progress) {
        if progress.unit == "openings" && progress.done >= self.0 {
            self.1.request();
        }
    }

    fn notice(&self, text: &str) {
        self.2.lock().expect("nobody panics").push(text.to_owned());
    }
}

#[test]
fn openings_that_were_found_before_a_stop_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let stopping = |found| {
        let (stop, told) = (Stop::new(), Arc::default());
        let work = Work::new().with_threads(1).with_stop(stop.clone());
        (work.observed_by(StopsAtOpening(found, stop, Arc::clone(&told))), told)
    };
    let request = Match {
        games: Some(24),
        openings: "balanced:3".to_owned(),
        ..Match::new("4x4:4", "alpha-beta:depth=2,eval=runs", "random")
    };
    let kept = Match { results: Some(path("m.db")), ..request.clone() };
    let after_stop = |request: &Match, found| {
        let (work, told) = stopping(found);
        assert_eq!(request.run(&work).expect_err("no game was played"), Error::Interrupted);
        let told = told.lock().expect("nobody panics").join("\n");
        assert!(told.starts_with("stopped in the search for openings, with "), "{told}");
        told
    };
    let in_memory = after_stop(&request, 3);
    assert!(
        in_memory.ends_with("they are lost; a run with a results file keeps what it finds"),
        "{in_memory}"
    );
    let none = after_stop(&kept, 0);
    assert!(none.ends_with("the next run begins with the search"), "{none}");
    assert!(!std::path::Path::new(&path("m.db")).exists());
    let some = after_stop(&kept, 6);
    assert!(some.ends_with("m.db keeps them, and the next run goes on from there"), "{some}");
    // Those are known, so a stop comes too late to find fewer.
    assert_eq!(after_stop(&kept, 1), some);
    let whole = request.run(&Work::new()).expect("is played");
    assert_eq!(kept.run(&Work::new()).expect("is completed"), whole);

    let text = "games_per_cell = 24\n[[study]]\nname = \"a\"\ngame = \"4x4:4\"\nplayer = \"two-ply\"\nopponent = \"random\"\nopenings = { plies = 3, choose = \"balanced\" }\n";
    std::fs::write(path("e.toml"), text).expect("is written");
    let run = RunExperiment::new(ExperimentFile::new(path("e.toml")));
    let (work, told) = stopping(3);
    let status = run.run(&work).expect("openings are kept");
    assert!(status.interrupted && status.games == 0);
    let told = told.lock().expect("nobody panics").join("\n");
    assert!(
        told.contains("keeps them") && told.contains("Go on with `connect-toe experiment resume"),
        "{told}"
    );
    let status = RunExperiment { start: Start::Resume, ..run }.run(&Work::new()).expect("is completed");
    assert!(status.done && status.games == 24);
}

/// Stops a run some time after it began.
fn stopped_after<T>(milliseconds: u64, run: impl FnOnce(&Work) -> T) -> (T, Duration) {
    let stop = Stop::new();
    let work = Work::new().with_threads(2).with_stop(stop.clone());
    called_after(Duration::from_millis(milliseconds), move || stop.request(), || run(&work))
}

#[test]
fn grades_hear_of_a_stop() {
    let grade = Grade {
        heuristics: vec!["runs".to_owned()],
        positions: 1_000_000,
        plies: Some("20..30".to_owned()),
        ..Grade::new("connect-four")
    };
    let grades = stopped_after(1500, |work| grade.run(work)).0;
    assert!(grades.expect("has an answer").interrupted);
}

/// Remembers the last progress of each unit.
#[derive(Default)]
struct Last(Mutex<Vec<(u64, Option<u64>, &'static str)>>);

impl Observer for Last {
    fn progress(&self, progress: &Progress) {
        let mut all = self.0.lock().expect("nobody panics");
        all.push((progress.done, progress.total, progress.unit));
    }

    fn notice(&self, _text: &str) {}
}

#[test]
fn progress_reaches_its_end() {
    let observed = |run: &dyn Fn(&Work)| {
        let last = std::sync::Arc::new(Last::default());
        run(&Work::new().with_threads(2).observed_by(std::sync::Arc::clone(&last)));
        let all = last.0.lock().expect("nobody panics");
        *all.iter().max().expect("there is progress")
    };
    let games = |work: &Work| drop(Match::new("3x3:3", "random", "random").run(work));
    assert_eq!(observed(&games), (100, Some(100), "games"));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("m.db").display().to_string();
    let kept =
        Match { games: Some(3000), results: Some(path.clone()), ..Match::new("3x3:3", "random", "random") };
    assert_eq!(observed(&|work| drop(kept.run(work))), (3000, Some(3000), "games"));
    let status = StatusOfExperiment { file: ExperimentFile::new(path) };
    assert_eq!(observed(&|work| drop(status.run(work))), (3000, Some(3000), "games read"));
}
