//! Work that others do: whatever they do with it, the answers are those of one machine, or there is an error.

use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::time::Duration;

use connect_toe_api::{Crew, Error, Machines, SealedTask, SolveLines, Work};
use connect_toe_laboratory::{
    ExperimentFile, ExportExperiment, ExportForm, Grade, Match, MergeShards, RunExperiment, RunShard,
    StatusOfExperiment, open_task,
};

/// What a crew does with the parcels of its workers.
#[derive(Clone, Copy, PartialEq)]
enum Manner {
    /// Last first, and each of them twice.
    BackwardsAndTwice,
    /// In parts: the time for a range is over at once.
    LittleByLittle,
    /// Only the first ones.
    EndsEarly,
    /// With a bit that is wrong.
    Damages,
}

impl Crew for Manner {
    fn work(
        &self,
        task: &SealedTask,
        units: &[Range<u64>],
        take: &mut dyn FnMut(Option<&[u8]>) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let work = Work::new().with_threads(1);
        // As it is sent.
        let sent = serde_json::to_string(task).map_err(Error::run)?;
        let opened = open_task(&serde_json::from_str(&sent).map_err(Error::run)?, &work)?;
        let mut parcels = Vec::new();
        let mut todo: Vec<Range<u64>> = units.to_vec();
        while let Some(range) = todo.pop() {
            let end = range.end.min(range.start + 7);
            let limit = (*self == Manner::LittleByLittle).then_some(Duration::ZERO);
            let done = opened.work(range.start..end, limit, &work)?;
            todo.extend(done.left);
            todo.extend(Some(end..range.end).filter(|left| !left.is_empty()));
            parcels.push(done.parcel);
        }
        match self {
            Manner::BackwardsAndTwice => {
                parcels = parcels.iter().rev().flat_map(|one| [one, one]).cloned().collect();
            }
            Manner::LittleByLittle => assert!(parcels.len() > 3),
            Manner::EndsEarly => parcels.truncate(1),
            Manner::Damages => parcels[0][3] ^= 4,
        }
        for parcel in parcels {
            if take(None).is_break() || take(Some(&parcel)).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn machines(&self) -> Machines {
        Machines { name: Some("a test".to_owned()), cores: 3, workers: 2 }
    }
}

const EXPERIMENT: &str = "games_per_cell = 25\nopenings = { file = \"openings\" }\n[[study]]\nname = \"a\"\n\
                          game = \"4x4:3\"\nplayer = \"minimax:depth={1,2,3}\"\nopponent = \"random\"\n";

fn experiment(folder: &Path, name: &str) -> ExperimentFile {
    let path = folder.join(name).with_extension("toml");
    std::fs::write(folder.join("openings"), "a1\n\n# the middle\nb2 c3\n").expect("is written");
    std::fs::write(&path, EXPERIMENT).expect("is written");
    ExperimentFile::new(path.display().to_string())
}

fn games(file: &ExperimentFile) -> String {
    let mut table = Vec::new();
    let export = ExportExperiment { file: file.clone(), form: ExportForm::Csv };
    export.run(&Work::new(), &mut table).expect("there are results");
    String::from_utf8(table).expect("is text")
}

#[test]
fn the_games_are_those_of_one_machine() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = experiment(folder.path(), "here");
    RunExperiment::new(here.clone()).run(&Work::new()).expect("it can be played");
    for (name, manner) in [("twice", Manner::BackwardsAndTwice), ("little", Manner::LittleByLittle)] {
        let file = experiment(folder.path(), name);
        let status = RunExperiment::new(file.clone()).run(&Work::new().with_crew(manner));
        let status = status.expect("it can be played");
        assert!(status.done && status.games == 75);
        assert_eq!(games(&file), games(&here));
    }
}

/// The openings are looked for once, kept, and sent with the task.
#[test]
fn balanced_openings_and_swapped_sides_are_those_of_one_machine() {
    let folder = tempfile::tempdir().expect("a folder");
    let of = |name: &str| {
        let file = experiment(folder.path(), name);
        let text = EXPERIMENT
            .replace("{ file = \"openings\" }", "{ plies = 2, choose = \"balanced\" }\nswap = true")
            .replace("4x4:3", "4x4:4")
            .replace("depth={1,2,3}", "depth={1,2,3},eval=runs");
        std::fs::write(&file.experiment, text).expect("is written");
        file
    };
    let here = of("here");
    RunExperiment::new(here.clone()).run(&Work::new()).expect("it can be played");
    assert!(games(&here).contains(",true\n"), "some sides are swapped");
    for (name, manner) in [("twice", Manner::BackwardsAndTwice), ("little", Manner::LittleByLittle)] {
        let file = of(name);
        let status = RunExperiment::new(file.clone()).run(&Work::new().with_crew(manner));
        assert!(status.expect("it can be played").done);
        assert_eq!(games(&file), games(&here));
    }
    // Parts that are played elsewhere find the same openings.
    let whole = of("whole");
    let out = |name: &str| folder.path().join(name).with_extension("db").display().to_string();
    let parts: Vec<String> = [0..17, 17..39]
        .map(|range: Range<u64>| {
            let out = out(&format!("from{}", range.start));
            let range = format!("{}..{}", range.start, range.end);
            let shard = RunShard {
                experiment: whole.experiment.clone(),
                range,
                out: out.clone(),
                set: Vec::new(),
                seed: None,
            };
            shard.run(&Work::new()).expect("it can be played");
            out
        })
        .to_vec();
    let merge = MergeShards {
        experiment: whole.experiment.clone(),
        out: out("whole"),
        parts,
        set: Vec::new(),
        seed: None,
    };
    assert_eq!(merge.run(&Work::new()).expect("they fit").games, 75);
    assert_eq!(games(&whole), games(&here));
}

/// A longer match goes on with the openings of the shorter one.
#[test]
fn a_match_from_balanced_openings_can_be_lengthened() {
    let folder = tempfile::tempdir().expect("a folder");
    let asked = |games, name: &str| Match {
        games: Some(games),
        openings: "balanced:2".to_owned(),
        swap: true,
        results: Some(folder.path().join(name).display().to_string()),
        ..Match::new("4x4:4", "alpha-beta:depth=2,eval=runs", "random")
    };
    let short = asked(6, "one").run(&Work::new()).expect("it can be played");
    assert_eq!(short.games, 6);
    let long = asked(16, "one").run(&Work::new()).expect("it can be played");
    assert_eq!(asked(16, "two").run(&Work::new()).expect("it can be played"), long);
    let unknown = Match { openings: "fair".to_owned(), ..asked(6, "three") };
    let error = unknown.run(&Work::new()).expect_err("is unknown").to_string();
    assert!(error.contains("`fair` does not name openings"), "{error}");
}

#[test]
fn what_is_missing_or_damaged_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = experiment(folder.path(), "early");
    let error = |manner| {
        let run = RunExperiment::new(file.clone()).run(&Work::new().with_crew(manner));
        run.expect_err("it is not whole").to_string()
    };
    assert_eq!(error(Manner::Damages), "the games that were sent are damaged: the checksum does not fit");
    assert_eq!(error(Manner::EndsEarly), "32 pairs were not played");
    let status = StatusOfExperiment { file: file.clone() }.run(&Work::new()).expect("there are results");
    assert_eq!(status.games, 14, "what came is kept");
}

#[test]
fn lines_and_grades_are_those_of_one_machine() {
    let lines = "a1\n\n# nothing\nb2 win\n-\nb2 a1\n".repeat(5);
    let lines = SolveLines { lines, ..SolveLines::new("4x3:3") };
    let grade = Grade {
        heuristics: vec!["runs".to_owned()],
        players: vec!["minimax:depth=1".to_owned()],
        plies: Some("3..5".to_owned()),
        positions: 20,
        ..Grade::new("4x3:3")
    };
    let answers = |work: Work| {
        let mut solved = lines.run(&work).expect("the lines are sound");
        for line in &mut solved.positions {
            (line.solution.seconds, line.solution.seconds_total) = (0.0, 0.0);
        }
        (solved, grade.run(&work).expect("there are positions"))
    };
    let here = answers(Work::new().with_threads(1));
    assert_eq!((here.0.positions.len(), here.0.checked), (20, 5));
    for manner in [Manner::BackwardsAndTwice, Manner::LittleByLittle] {
        assert_eq!(answers(Work::new().with_crew(manner)), here);
    }
    let work = Work::new().with_crew(Manner::EndsEarly);
    assert_eq!(lines.run(&work).expect_err("lines are missing").to_string(), "not all lines were solved");
    assert!(
        grade.run(&work).expect_err("positions are missing").to_string().contains("positions are missing")
    );
    let wrong = SolveLines { lines: "a1\n\n".repeat(5) + "z9\n", ..lines };
    let [here, there] = [Work::new(), Work::new().with_crew(Manner::BackwardsAndTwice)]
        .map(|work| wrong.run(&work).expect_err("it is not a cell"));
    assert_eq!(there, here);
}

#[test]
fn another_version_does_not_play() {
    /// Says that the task comes from somewhere else.
    struct Other;

    impl Crew for Other {
        fn work(
            &self,
            task: &SealedTask,
            _: &[Range<u64>],
            _: &mut dyn FnMut(Option<&[u8]>) -> ControlFlow<()>,
        ) -> Result<(), Error> {
            let sent = serde_json::to_string(task).map_err(Error::run)?;
            let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
            assert!(sent.contains(&version));
            let changed = sent.replace(&version, "\"version\":\"0.0.1\"");
            let changed: SealedTask = serde_json::from_str(&changed).map_err(Error::run)?;
            open_task(&changed, &Work::new()).map(drop)
        }

        fn machines(&self) -> Machines {
            Machines { name: None, cores: 1, workers: 1 }
        }
    }

    let folder = tempfile::tempdir().expect("a folder");
    let file = experiment(folder.path(), "version");
    let error = RunExperiment::new(file).run(&Work::new().with_crew(Other)).expect_err("it is refused");
    assert!(error.to_string().starts_with("the task comes from connect-toe 0.0.1"), "{error}");
}
