use connect_toe_work::Stop;
use std::ops::ControlFlow;

use connect_toe_experiment::{Tally, play as play_pairs};
use connect_toe_paper::{
    Analysis, CubeFaces, Experiment, Heuristic, Opponent, Reading, Results, Settings, Verdict, plan, summary,
};
use connect_toe_players::{FirstMover, Ties};

fn play(settings: &Settings) -> Results {
    let plan = plan(settings).expect("can be played");
    let mut tally = Tally::new(&plan);
    play_pairs(&plan, &plan.everything(), &Stop::new(), |pair| {
        if let Some(pair) = &pair {
            tally.count(pair);
        }
        ControlFlow::Continue(())
    })
    .expect("can be played");
    Results::new(settings.clone(), &plan, &tally)
}

fn small() -> Settings {
    Settings { games_per_cell: 2, experiments: vec![Experiment::TicTacToe], ..Settings::default() }
}

#[test]
fn a_run_plays_every_game_once() {
    let settings = Settings { experiments: Experiment::ALL.to_vec(), games_per_cell: 1, ..small() };
    let results = play(&settings);
    assert_eq!(results.pairings.len(), 2 * (96 + 60 + 48));
    assert!(results.pairings.iter().all(|result| result.wdl.games() == 1));
    assert_eq!(results.games(), plan(&settings).expect("can be played").games());
    assert!(results.is_complete());
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
    assert_ne!(play(&other).pairings, play(&same).pairings);
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
    let perfect = results.pairing(Experiment::TicTacToe, Reading::Exact, 8, Heuristic::U, Opponent::U);
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
fn an_interrupted_run_compares_what_it_has() {
    let plan = plan(&small()).expect("can be played");
    let mut tally = Tally::new(&plan);
    // The first condition alone: Optimistic against itself at depth 1.
    play_pairs(&plan, &plan.pairs_in(0..1), &Stop::new(), |pair| {
        if let Some(pair) = &pair {
            tally.count(pair);
        }
        ControlFlow::Continue(())
    })
    .expect("can be played");
    let results = Results::new(small(), &plan, &tally);
    assert!(!results.is_complete());
    let analysis = Analysis::new(&results);
    let compared: Vec<_> = analysis.readings[0].comparisons.iter().map(|one| (one.table, one.row)).collect();
    // Its own value, the pooled one, and the row's decided games.
    assert_eq!(compared, [(1, 1), (2, 1), (5, 1)]);
    assert!(analysis.readings[1].comparisons.is_empty());
    let text = summary(&results, &analysis).join("\n");
    assert!(text.contains("\n2 of 384 games were played, at most 2 in each of 192 cells."), "{text}");
}

#[test]
fn nothing_to_play_is_an_error() {
    let error = plan(&Settings { games_per_cell: 0, ..small() }).expect_err("no games");
    assert_eq!(error.to_string(), "at least one game a cell is needed");
}
