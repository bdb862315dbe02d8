//! Line networks.

use connect_toe_eval::learned::{Learned, Weights};
use connect_toe_game::{Bits, Board, Rules};
use connect_toe_learn::{LearnError, Learner, Perfect, Settings, one_ply};
use connect_toe_solve::{Control, Memory};
use connect_toe_work::Stop;
use rand_chacha::ChaCha8Rng;

use crate::{GAMES, LARGER, SETTLED, WIDER};

fn rules<B: Bits>(game: &str) -> Rules<B> {
    Rules::compile(&game.parse().expect("a game")).expect("fits")
}

fn learner(game: &str, settings: Settings) -> Learner<u64> {
    Learner::new(rules(game), settings).expect("can be learned")
}

/// What is learned depends neither on the number of threads nor on a stop between generations.
#[test]
fn threads_and_parts_change_nothing() {
    let whole = |threads| {
        let mut learner = learner("5x4:4:-2", Settings::for_lines(20));
        assert_eq!(learner.play(1300, threads, &Stop::new()), 1300);
        learner
    };
    let one = whole(1);
    assert_eq!(one.to_bytes(), whole(3).to_bytes());
    let mut first = learner("5x4:4:-2", Settings::for_lines(20));
    assert_eq!(first.play(500, 2, &Stop::new()), 500);
    let mut second = Learner::<u64>::from_bytes(rules("5x4:4:-2"), &first.to_bytes()).expect("is whole");
    assert_eq!(second.settings(), &Settings::for_lines(20));
    assert_eq!(second.play(800, 1, &Stop::new()), 800);
    assert_eq!(one.to_bytes(), second.to_bytes());
    assert_eq!(one.weights().to_bytes(), second.weights().to_bytes());
    assert_eq!(second.weights().training().games, 1300);
    let stop = Stop::new();
    stop.request();
    assert_eq!(second.play(500, 2, &stop), 0);
    assert_eq!(one.to_bytes(), second.to_bytes());
}

/// Nor where a search plays and judges, which learning that goes on still does.
#[test]
fn a_search_teaches_the_same_with_any_number_of_threads() {
    let settings = Settings { nodes: 40, ..Settings::for_lines(20) };
    for game in ["5x4:4:-2", "5x5:4"] {
        let mut one = learner(game, settings);
        assert_eq!(one.play(60, 1, &Stop::new()), 60);
        let mut two = learner(game, settings);
        assert_eq!(two.play(60, 3, &Stop::new()), 60);
        assert_eq!(one.to_bytes(), two.to_bytes());
        let again = Learner::<u64>::from_bytes(rules(game), &one.to_bytes()).expect("is whole");
        assert_eq!(again.settings(), &settings);
        let mut other = learner(game, Settings::for_lines(20));
        other.play(60, 1, &Stop::new());
        assert_ne!(one.weights().to_bytes(), other.weights().to_bytes());
    }
}

/// Learning begins with what was learned of another game, and says so.
#[test]
fn learning_begins_with_weights() {
    let mut teacher = learner("4x4:3", Settings::for_lines(20));
    teacher.play(500, 1, &Stop::new());
    let weights = teacher.weights();
    let begin = |game: &str| Learner::<u128>::beginning_with(rules(game), Settings::for_lines(20), &weights);
    let same = begin("4x4:3").expect("sees the same");
    assert_eq!(same.games(), 0);
    assert_eq!(same.settings().from, Some(weights.checksum()));
    let network = |weights: Weights| match weights {
        Weights::Lines(network) => *network,
        Weights::Patterns(_) => panic!("is a line network"),
    };
    let (before, after) = (network(weights.clone()), network(same.weights()));
    assert_eq!((before.rows(), before.heads()), (after.rows(), after.heads()));
    assert!(begin("4x4:3:free:misere").is_ok());
    for game in ["5x4:3", "4x4:4", "4x4:3:-2"] {
        let error = begin(game).expect_err("sees something else").to_string();
        assert!(error.starts_with("learning cannot begin with this network of 4x4:3"), "{error}");
    }
    let patterns =
        Learner::<u64>::new(rules("4x4:3"), Settings::default()).expect("can be learned").weights();
    let error = Learner::<u64>::beginning_with(rules("4x4:3"), Settings::for_lines(20), &patterns);
    let error = error.expect_err("are patterns").to_string();
    assert!(error.ends_with("they are weights of patterns, not a line network"), "{error}");
    let error = Learner::<u64>::beginning_with(rules("4x4:3"), Settings::default(), &weights);
    assert!(matches!(error, Err(LearnError::Settings(_))), "patterns are learned from nothing");
}

#[test]
fn other_bytes_are_refused() {
    let mut learner = learner("3x3:3", Settings::for_lines(20));
    learner.play(20, 1, &Stop::new());
    let bytes = learner.to_bytes();
    let error =
        |game: &str, bytes: &[u8]| Learner::<u64>::from_bytes(rules(game), bytes).expect_err("is wrong");
    assert_eq!(error("4x4:3", &bytes).to_string(), "this is learning of 3x3:3, not of 4x4:3");
    for place in (0..bytes.len()).step_by(101) {
        let mut changed = bytes.clone();
        changed[place] ^= 1;
        error("3x3:3", &changed);
        error("3x3:3", &bytes[..place]);
    }
    let nobody = Learner::<u64>::new(rules("3x3:4"), Settings::for_lines(20)).expect_err("nobody can win");
    assert_eq!(nobody, LearnError::NoLines);
}

/// A game that the first side wins is won against perfect play, and one that is a draw is drawn.
#[test]
fn small_games_are_learned() {
    for (game, games) in [("4x4:3", 2000), ("5x4:3:-2", 4000), ("3x3:3", 4000)] {
        let mut learner = learner(game, Settings { random_plies: 4, ..Settings::for_lines(20) });
        learner.play(games, 2, &Stop::new());
        let rules = rules(game);
        let mut learned = Learned::new(&rules, learner.weights().into()).expect("is of this game");
        let mut player = |rules: &Rules<u64>, board: &Board<u64>, random: &mut ChaCha8Rng| {
            one_ply(&mut learned, rules, board, random)
        };
        let mut perfect = Perfect::new(rules, Memory(1 << 20), 1);
        let results = perfect.meet(&mut player, true, 200, 1, &Control::new(), |_| ()).expect("not stopped");
        let good = if game == "3x3:3" { results.wins + results.draws } else { results.wins };
        assert!(good >= 190, "{game}: {results:?}");
    }
}

/// Any game of the class can be learned.
#[test]
fn every_kind_of_game_can_be_learned() {
    fn play<B: Bits>(game: &str) {
        let mut learner =
            Learner::<B>::new(rules(game), Settings { random_plies: 2, ..Settings::for_lines(20) });
        let learner = learner.as_mut().expect("can be learned");
        assert_eq!(learner.play(30, 1, &Stop::new()), 30, "{game}");
        let is_settled = SETTLED.contains(&game);
        let Weights::Lines(network) = learner.weights() else { panic!("{game} has a line network") };
        assert!(network.heads()[0].output.iter().any(|&weight| weight != 0.0) || is_settled, "{game}");
    }
    for game in GAMES {
        play::<u64>(game);
    }
    for game in WIDER.into_iter().filter(|game| game.contains(":4:")) {
        play::<u64>(game);
    }
    for game in LARGER {
        play::<u128>(game);
    }
}
