//! Learners that go on where they stopped.

use connect_toe_work::Stop;

use connect_toe_game::Rules;
use connect_toe_learn::{Learner, Method, Settings};

fn rules(game: &str) -> Rules<u64> {
    Rules::compile(&game.parse().expect("a game")).expect("fits")
}

fn learner(game: &str, settings: Settings) -> Learner<u64> {
    Learner::new(rules(game), settings).expect("can be learned")
}

fn play(learner: &mut Learner<u64>, games: u64) {
    assert_eq!(learner.play(games, 1, &Stop::new()), games);
}

#[test]
fn a_run_in_parts_is_one_run() {
    // A line network learns from whole generations: see `lines.rs`.
    for method in Method::ALL.into_iter().filter(|&method| method != Method::Lines) {
        let settings = Settings { method, tuples: 20, ..Settings::default() };
        let mut whole = learner("connect-four", settings);
        play(&mut whole, 300);
        let mut first = learner("connect-four", settings);
        play(&mut first, 120);
        let mut second =
            Learner::from_bytes(rules("connect-four"), &first.to_bytes()).expect("is a checkpoint");
        assert_eq!((second.games(), *second.settings()), (120, settings));
        play(&mut second, 180);
        assert_eq!(whole.to_bytes(), second.to_bytes());
        assert_eq!(whole.weights().to_bytes(), second.weights().to_bytes());
    }
}

#[test]
fn the_seed_decides() {
    let weights = |seed| {
        let mut learner = learner("4x4:3", Settings { seed, ..Settings::default() });
        play(&mut learner, 50);
        learner.to_bytes()
    };
    assert_eq!(weights(1), weights(1));
    assert_ne!(weights(1), weights(2));
}

#[test]
fn a_stopped_learner_plays_no_game() {
    let mut learner = learner("4x4:3", Settings::default());
    let stop = Stop::new();
    stop.request();
    assert_eq!(learner.play(1000, 2, &stop), 0);
    assert_eq!(learner.play(1000, 2, &Stop::new()), 1000);
    assert_eq!(learner.games(), 1000);
}

#[test]
fn other_bytes_are_refused() {
    let mut learned = learner("3x3:3", Settings { length: 3, tuples: 4, ..Settings::default() });
    play(&mut learned, 5);
    let bytes = learned.to_bytes();
    let error = |game: &str, bytes: &[u8]| {
        Learner::from_bytes(rules(game), bytes).expect_err("is not a checkpoint").to_string()
    };
    assert_eq!(error("4x4:3", &bytes), "this is learning of 3x3:3, not of 4x4:3");
    assert_eq!(error("3x3:3", &learned.weights().to_bytes()), "this is not a file of unfinished learning");
    let end = &bytes[..bytes.len() - 1];
    assert_eq!(error("3x3:3", end), "this file of unfinished learning is damaged: its end is missing");
    for place in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[place] ^= 1;
        assert!(Learner::from_bytes(rules("3x3:3"), &changed).is_err(), "byte {place}");
    }
}
