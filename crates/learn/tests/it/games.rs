//! What is learned, game by game.

use connect_toe_work::Stop;

use connect_toe_eval::learned::{Learned, Network, PatternError, Tuple, Weights};
use connect_toe_game::{Bits, Board, Cell, GameSpec, Rules};
use connect_toe_learn::{LearnError, Learner, Method, Perfect, Settings, one_ply};
use connect_toe_solve::{Control, Memory};
use connect_toe_stats::Wdl;
use rand_chacha::ChaCha8Rng;

use crate::{GAMES, LARGER, SETTLED, WIDER};

fn learned<B: Bits>(game: &str, settings: Settings, games: u64) -> Learned<B> {
    let rules = Rules::<B>::compile(&game.parse().expect("a game")).expect("fits");
    let mut learner = Learner::new(rules.clone(), settings).expect("can be learned");
    learner.play(games, 1, &Stop::new());
    Learned::new(&rules, learner.weights().into()).expect("is of this game")
}

/// What a learner of patterns has learned.
fn patterns(weights: Weights) -> Network {
    match weights {
        Weights::Patterns(network) => *network,
        Weights::Lines(_) => panic!("patterns were learned"),
    }
}

/// Results of the learned player against perfect play, as first and as second player.
fn against_perfect(game: &str, settings: Settings, games: u64) -> [Wdl; 2] {
    let rules = Rules::<u64>::compile(&game.parse().expect("a game")).expect("fits");
    let mut learned = learned::<u64>(game, settings, games);
    let mut perfect = Perfect::new(rules, Memory(1 << 20), 1);
    let mut player = |rules: &Rules<u64>, board: &Board<u64>, random: &mut ChaCha8Rng| {
        one_ply(&mut learned, rules, board, random)
    };
    let mut played = Vec::new();
    let results = [true, false].map(|first| {
        let watch = |games| played.push(games);
        perfect.meet(&mut player, first, 200, 1, &Control::new(), watch).expect("nobody stops it")
    });
    assert!(played.into_iter().eq((1..=200).chain(1..=200)), "each game is heard of");
    results
}

#[test]
fn tic_tac_toe_is_never_lost() {
    for method in [Method::Coherence, Method::ExponentialCoherence] {
        for seed in 1..4 {
            let settings = Settings { method, seed, ..Settings::for_cells(9) };
            let [first, second] = against_perfect("tic-tac-toe", settings, 50_000);
            assert_eq!((first.losses, second.losses), (0, 0), "{settings}, seed {seed}");
            assert_eq!((first.games(), second.games()), (200, 200));
        }
    }
}

/// An opponent that slips lets wins turn into draws, but loses no game that is not lost.
#[test]
fn slips_do_not_lose() {
    let rules = Rules::<u64>::compile(&"tic-tac-toe".parse().expect("a game")).expect("fits");
    let mut random_player = |rules: &Rules<u64>, board: &Board<u64>, random: &mut ChaCha8Rng| {
        let moves = rules.legal_moves(board);
        moves[rand::RngExt::random_range(random, 0..moves.len() as u32) as usize]
    };
    let mut meet = |slips: f64| {
        let mut perfect = Perfect::new(rules.clone(), Memory(1 << 20), 1).slipping(slips);
        perfect.meet(&mut random_player, false, 300, 1, &Control::new(), |_| ()).expect("nobody stops it")
    };
    let [never, often, always] = [0.0, 0.5, 1.0].map(&mut meet);
    assert_eq!((never.wins, often.wins, always.wins), (0, 0, 0));
    assert!(never.losses > often.losses && often.losses > always.losses, "{never:?} {often:?} {always:?}");
}

/// The games of a tree that the learned player loses, whatever its opponent plays.
fn losses(rules: &Rules<u64>, board: &Board<u64>, own: bool, learned: &mut Learned<u64>) -> u32 {
    let mut random = <ChaCha8Rng as rand::SeedableRng>::seed_from_u64(1);
    let moves: Vec<Cell> =
        if own { vec![one_ply(learned, rules, board, &mut random)] } else { rules.legal_moves(board) };
    let after = |cell| {
        let step = rules.advance(board, cell);
        match step.outcome {
            Some(outcome) => u32::from(!own && outcome.winner().is_some()),
            None => losses(rules, &step.board, !own, learned),
        }
    };
    moves.into_iter().map(after).sum()
}

/// Every reply of the opponent, not only good ones: a whole tree of games without a loss.
#[test]
fn no_opponent_beats_what_was_learned_of_tic_tac_toe() {
    let rules = Rules::<u64>::compile(&"tic-tac-toe".parse().expect("a game")).expect("fits");
    let mut learned = learned::<u64>("tic-tac-toe", Settings::for_cells(9), 50_000);
    for own in [true, false] {
        assert_eq!(losses(&rules, &rules.start(), own, &mut learned), 0);
    }
}

/// Games that the first side wins are won, and a game that is a draw is drawn.
#[test]
fn small_games_are_learned() {
    for (game, games) in [("4x4:3", 20_000), ("5x4:3:-2", 20_000), ("3x3:3:free:misere", 50_000)] {
        let cells =
            game.parse::<GameSpec>().expect("a game").sizes.iter().copied().map(usize::from).product();
        let [first, _] = against_perfect(game, Settings::for_cells(cells), games);
        let is_won = game != "3x3:3:free:misere";
        let good = if is_won { first.wins } else { first.wins + first.draws };
        assert!(good >= 190, "{game}: {first:?}");
    }
}

/// What the heuristic knows is known after a few games: the weights of its values rise with them.
#[test]
fn learning_on_runs_begins_with_what_it_knows() {
    let rules = Rules::<u64>::compile(&"5x5:4:free:misere".parse().expect("a game")).expect("fits");
    let settings = Settings { tuples: 5, ..Settings::for_cells(25).on_runs() };
    let mut learner = Learner::new(rules, settings).expect("can be learned");
    learner.play(500, 1, &Stop::new());
    let network = patterns(learner.weights());
    for (weights, sign) in [(&network.weights().x, 1), (&network.weights().o, -1)] {
        let weight = |value: i64| {
            let number = network.patterns().number_of_runs(|| value).expect("is a pattern");
            i64::from(sign * weights[number as usize])
        };
        let better: i64 = (1..500).map(&weight).sum();
        let worse: i64 = (1..500).map(|value| weight(-value)).sum();
        assert!(better > 0 && worse < 0, "{better}, {worse}");
    }
}

/// Without any chance in the moves, the games of a learner become the same game; random plies lead elsewhere.
#[test]
fn random_plies_lead_to_more_positions() {
    let rules = Rules::<u64>::compile(&"connect-four".parse().expect("a game")).expect("fits");
    let learned = |random_plies| {
        let settings = Settings { tuples: 8, exploration: 0.0, random_plies, ..Settings::for_cells(42) };
        let mut learner = Learner::new(rules.clone(), settings).expect("can be learned");
        learner.play(300, 1, &Stop::new());
        let network = patterns(learner.weights());
        [&network.weights().x, &network.weights().o]
            .map(|weights| weights.iter().filter(|&&weight| weight != 0).count())
    };
    let (without, with) = (learned(0), learned(6));
    assert!(with[0] > 2 * without[0] && with[1] > 2 * without[1], "{without:?}, {with:?}");
    assert_eq!(with, learned(6));
}

/// What is learned serves both sides, so games in which they are not alike or do not alternate are refused, by name.
#[test]
fn games_with_unlike_sides_cannot_be_learned() {
    for (game, rule) in
        [("4x4:plane:free:maker", "maker"), ("6x6:4:free:turn=1+2", "turn"), ("7x7:5:free:renju", "renju")]
    {
        for settings in [Settings::for_cells(36), Settings::for_lines(36)] {
            let rules = Rules::<u64>::compile(&game.parse().expect("a game")).expect("fits");
            let error = Learner::new(rules, settings).expect_err("cannot be learned");
            assert_eq!(error, LearnError::Patterns(PatternError::Sides(rule)), "{game}");
        }
    }
    let rules = Rules::<u64>::compile(&"4x4:plane".parse().expect("a game")).expect("fits");
    let error = Learner::new(rules, Settings::for_lines(16)).expect_err("has no rows");
    assert_eq!(error, LearnError::Patterns(PatternError::NoRows));
}

/// Every line of a plane is an image of a pattern, and no pattern has a cell where no stone can stand.
#[test]
fn patterns_are_made_from_lines() {
    let tuples = |game: &str| {
        let rules = Rules::<u64>::compile(&game.parse().expect("a game")).expect("fits");
        let settings = Settings { tuples: 1, length: 4, ..Settings::default() };
        let learner = Learner::new(rules.clone(), settings).expect("can be learned");
        let tuples: Vec<Vec<Cell>> = patterns(learner.weights())
            .patterns()
            .tuples()
            .iter()
            .map(|tuple| match tuple {
                Tuple::Cells(ranks) => {
                    ranks.iter().map(|&rank| rules.geometry().cells()[usize::from(rank)]).collect()
                }
                other => panic!("{other:?} of {game}"),
            })
            .collect();
        (rules, tuples)
    };
    // The plane of order 4 has more symmetries than are looked at: every line is a pattern.
    let (plane, of_plane) = tuples("4x4:plane");
    let sorted = |cells: &[Cell]| {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        cells
    };
    let of_plane: Vec<Vec<Cell>> = of_plane.iter().map(|cells| sorted(cells)).collect();
    assert_eq!(of_plane.len(), 20);
    assert!(plane.lines().iter().all(|line| of_plane.contains(&sorted(line))));
    let (blocked, of_blocked) = tuples("6x5:4:-2:blocked=c1+d3");
    assert!(of_blocked.iter().flatten().all(|cell| blocked.cells().contains(cell.bit())));
}

/// Any game of the class can be learned whose sides are alike.
#[test]
fn every_kind_of_game_can_be_learned() {
    fn play<B: Bits>(game: &str) {
        let rules = Rules::<B>::compile(&game.parse().expect("a game")).expect("fits");
        let settings = Settings { tuples: 12, length: 5, ..Settings::default() };
        let mut learner = Learner::new(rules, settings).expect("can be learned");
        assert_eq!(learner.play(20, 1, &Stop::new()), 20, "{game}");
        let network = patterns(learner.weights());
        let is_learned = [&network.weights().x, &network.weights().o]
            .into_iter()
            .any(|weights| weights.iter().any(|&weight| weight != 0));
        let is_settled = SETTLED.contains(&game);
        assert_eq!(is_learned, !is_settled, "{game}");
    }
    for game in GAMES {
        play::<u64>(game);
    }
    for game in LARGER {
        play::<u128>(game);
    }
    for game in WIDER {
        play::<u64>(game);
    }
    let rules = Rules::<u64>::compile(&"3x3:4".parse().expect("a game")).expect("fits");
    assert_eq!(Learner::new(rules, Settings::default()).expect_err("nobody can win"), LearnError::NoLines);
}
