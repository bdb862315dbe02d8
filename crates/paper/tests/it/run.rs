use std::ops::ControlFlow;

use connect_toe_paper::{
    Analysis, CubeFaces, Experiment, FirstMover, Heuristic, Opponent, Reading, Results, RunError, Settings,
    Ties, Verdict, run,
};

fn play(settings: &Settings) -> Results {
    run(settings, |_, _| ControlFlow::Continue(())).expect("can be played")
}

fn small() -> Settings {
    Settings { games_per_cell: 2, experiments: vec![Experiment::TicTacToe], ..Settings::default() }
}

#[test]
fn a_run_plays_every_game_once_and_tells_its_watcher() {
    let settings = Settings { experiments: Experiment::ALL.to_vec(), games_per_cell: 1, ..small() };
    let mut heard = 0;
    let results = run(&settings, |_, pair| {
        heard += pair.games.len() as u64;
        ControlFlow::Continue(())
    })
    .expect("can be played");
    assert_eq!(results.cells.len(), 2 * (96 + 60 + 48));
    assert!(results.cells.iter().all(|result| result.wdl.games() == 1));
    assert_eq!(heard, settings.games());
    assert_eq!(results.games(), settings.games());
}

#[test]
fn results_depend_on_the_seed_and_not_on_the_threads() {
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| play(&small()))
    };
    let one = on(1);
    assert_eq!(one, on(3));
    let other = Settings { seed: 1, experiments: vec![Experiment::Cubes], ..small() };
    let same = Settings { seed: 2004, ..other.clone() };
    assert_ne!(play(&other).cells, play(&same).cells);
}

#[test]
fn a_correct_deep_search_never_loses_and_the_published_one_does() {
    let results = play(&Settings { games_per_cell: 3, ..small() });
    let lost = |reading| {
        let pooled = |row| results.all_pairings(Experiment::TicTacToe, reading, row).expect("was played");
        (pooled(7) + pooled(8)).losses
    };
    assert_eq!(lost(Reading::Exact), 0);
    assert!(lost(Reading::Published) > 0);
    let perfect = results.cell(Experiment::TicTacToe, Reading::Exact, 8, Heuristic::U, Opponent::U);
    assert_eq!(perfect.map(|wdl| wdl.draws), Some(3));
    let analysis = Analysis::new(&results);
    let claim = analysis.conclusions.iter().find(|conclusion| conclusion.id == "deep-search-loses");
    let verdict = |reading| claim.and_then(|claim| claim.under(reading)).map(|finding| finding.verdict);
    assert_eq!(verdict(Reading::Exact), Some(Verdict::Reversed));
    assert_eq!(verdict(Reading::Published), Some(Verdict::Holds));
}

#[test]
fn every_open_option_can_be_played() {
    for (first, ties, cube_faces) in [
        (FirstMover::Alternate, Ties::First, CubeFaces::All),
        (FirstMover::Random, Ties::Last, CubeFaces::Free),
    ] {
        let settings = Settings {
            games_per_cell: 1,
            first,
            ties,
            cube_faces,
            cube_depth: 1,
            experiments: vec![Experiment::Cubes],
            ..Settings::default()
        };
        assert_eq!(play(&settings).games(), 96);
    }
}

#[test]
fn a_watcher_can_stop_the_run() {
    let error = run(&small(), |_, _| ControlFlow::Break(())).expect_err("was stopped");
    assert!(matches!(error, RunError::Play(connect_toe_experiment::PlayError::Stopped)), "{error}");
}

#[test]
fn nothing_to_play_is_an_error() {
    let settings = Settings { games_per_cell: 0, ..small() };
    let error = run(&settings, |_, _| ControlFlow::Continue(())).expect_err("no games");
    assert_eq!(error.to_string(), "at least one game a cell is needed");
}
