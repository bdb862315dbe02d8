//! Levels: players for every game, the same each time, and each stronger than the one before.

use connect_toe_game::{Bits, BySide, Course, Game, Outcome, Position, Record, Rules, Side, with_game};
use connect_toe_players::{Catalogue, Level, Played, Player, PlayerSpec, SearchPlayer, play_game};
use connect_toe_search::unwatched;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

const GAMES: [&str; 12] = [
    "1:1",
    "tic-tac-toe",
    "3x3:3:free:misere",
    "4x4:3:free:exact:torus",
    "5x4:3:+1,-2",
    "4x4:4:-2:misere",
    "2x2x2x2:2",
    "cube-3",
    "four-sides",
    "12:3:-1",
    "3x3:4",
    "6x5:4:-2:exact",
];

/// A game of two players, with this seed.
fn play<B: Bits>(record: &Record<B>, x: &PlayerSpec, o: &PlayerSpec, seed: u64) -> (Played, Vec<String>) {
    let rules: &Rules<B> = record.rules();
    let player = |spec| SearchPlayer::new(rules, spec).expect("plays every game");
    let (mut x, mut o) = (player(x), player(o));
    let players: BySide<&mut dyn Player<B>> = BySide { x: &mut x, o: &mut o };
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut moves = Vec::new();
    let mut board = rules.start();
    let played = play_game(rules, Course::from_here(&rules.start()), players, &mut random, |after, cell| {
        assert!(rules.legal(&board).contains(cell.bit()), "{cell:?} on {}", rules.board_text(&board));
        board = *after;
        moves.push(rules.geometry().cell_text(cell));
        None
    });
    (played, moves)
}

#[test]
fn every_level_plays_every_game_and_repeats_itself() {
    let mut different = 0;
    for text in GAMES {
        let game: Game = text.parse().expect("a game");
        for level in Level::all() {
            let player = level.player(&game).expect("a player");
            let text = match player.nodes() {
                None => format!("{player}:nodes=2000"),
                // With so many it plays no other way, but takes long.
                Some(nodes) => player
                    .to_string()
                    .replace(&format!("nodes={nodes}"), &format!("nodes={}", nodes.min(2000))),
            };
            let player: PlayerSpec = text.parse().expect("a player");
            let moves = |seed| with_game!(&game, record => play(record, &player, &player, seed).1);
            assert_eq!(moves(1), moves(1), "{text} {}", level.name);
            different += u32::from(moves(1) != moves(2));
        }
    }
    assert!(different > 40, "{different} of the games differ from those of another seed");
}

#[test]
fn every_board_has_levels() {
    for text in ["1:1", "tic-tac-toe", "connect-four", "qubic", "gomoku", "64x64:5", "4096:5:-1"] {
        let game: Game = text.parse().expect("a game");
        let levels = Level::of_game(&game);
        assert!(levels.len() >= 3 && levels.last() == Some(&Level::best()), "{text}");
        let nodes: Vec<Option<u64>> =
            Level::all().iter().map(|level| level.player(&game).expect("a player").nodes()).collect();
        assert!(nodes.is_sorted_by_key(|nodes| nodes.unwrap_or(u64::MAX)), "{text} {nodes:?}");
        for level in Level::all() {
            let player = level.player(&game).expect("a player");
            // Two levels have the same player only where there is no room for both.
            let known = Level::of_player(&player, &game).expect("a level");
            assert_eq!(known.player(&game), Ok(player), "{text} {}", level.name);
            assert!(!levels.contains(level) || known == *level, "{text} {}", level.name);
        }
    }
}

#[test]
fn a_player_is_known_as_its_level_throughout_a_game() {
    let mut game: Game = "qubic".parse().expect("a game");
    let club = Level::find("club").expect("a level");
    let start = club.player(&game).expect("a player");
    for text in ["a1.1", "a1.2", "a1.3", "a2.1", "a2.2", "a2.3"] {
        let cell = game.parse_move(text).expect("a legal move");
        game.play(cell).expect("a legal move");
    }
    assert_eq!(club.player(&game), Ok(start.clone()));
    let seeded = format!("{start},seed=7").parse().expect("a player");
    assert_eq!(Level::of_player(&seeded, &game), Some(club));
    assert_eq!(Level::of_player(&"random".parse().expect("a player"), &game), None);
    assert_eq!(Level::find("grandmaster"), None);
}

#[test]
fn each_level_is_stronger_than_the_one_before() {
    let game: Game = "connect-four".parse().expect("a preset");
    let players: Vec<PlayerSpec> =
        Level::all()[..5].iter().map(|level| level.player(&game).expect("a player")).collect();
    for pair in players.windows(2) {
        let [weak, strong] = pair else { continue };
        let mut points = 0;
        for seed in 0..60 {
            let is_first = seed % 2 == 0;
            let (x, o) = if is_first { (strong, weak) } else { (weak, strong) };
            let outcome = with_game!(&game, record => play(record, x, o, seed).0.outcome);
            points += match outcome {
                Outcome::Draw => 1,
                Outcome::Win(side) if (side == Side::X) == is_first => 2,
                Outcome::Win(_) => 0,
            };
        }
        // Of 120.
        assert!(points >= 72, "{strong} has {points} of 120 points against {weak}");
    }
}

#[test]
fn the_best_level_asks_learned_weights_where_they_are_stronger() {
    for (game, heuristic) in [("connect-four", "learned"), ("score-four", "learned"), ("8x7:4:-2", "runs")] {
        let game: Game = game.parse().expect("a game");
        let values = |player: &PlayerSpec| {
            with_game!(&game, record => {
                let player = SearchPlayer::new(record.rules(), player).expect("plays it");
                player.with_nodes(Some(500)).analyze(record.rules(), record.board(), &mut unwatched)
            })
        };
        let named: PlayerSpec = format!("best:eval={heuristic}").parse().expect("a player");
        let best = Level::best().player(&game).expect("a player");
        assert_eq!(values(&best), values(&named), "{}", game.spec());
        assert_eq!(Level::of_player(&best, &game), Some(Level::best()));
        if heuristic == "learned" {
            assert_eq!(Level::of_player(&named, &game), Some(Level::best()));
            assert_ne!(values(&best), values(&"best:eval=runs".parse().expect("a player")));
        }
    }
}

#[test]
fn a_level_is_a_player_whose_game_decides_what_it_is() {
    let casual: PlayerSpec = "casual:seed=3".parse().expect("a player");
    assert_eq!((casual.to_string().as_str(), casual.level()), ("casual:seed=3", Level::find("casual")));
    assert!(casual.is_search() && casual.is_reproducible() && !casual.is_own());
    for text in ["tic-tac-toe", "connect-four", "gomoku"] {
        let game: Game = text.parse().expect("a game");
        let stands_for = casual.for_game(game.spec());
        assert_eq!(
            stands_for,
            Level::find("casual")
                .expect("a level")
                .player(&game)
                .expect("a player")
                .with("seed", 3)
                .expect("a seed")
        );
        let moves = |player: &PlayerSpec| with_game!(&game, record => play(record, player, player, 1).1);
        assert_eq!(moves(&casual), moves(&stands_for), "{text}");
        assert_eq!(Level::of_player(&casual, &game), Level::find("casual"));
    }
    assert_eq!("best".parse::<PlayerSpec>().expect("a player").level(), None, "the strongest is a search");
    let error = "casual:depth=3".parse::<PlayerSpec>().expect_err("is what makes the level");
    assert_eq!(error.to_string(), "no setting of casual has the name `depth`: there is only seed");
    let taken = Catalogue::new().with_heuristic("casual", |_| Ok(|_: &Position<'_>, _: Side| 0));
    assert!(taken.is_ok(), "a heuristic may have the name");
    let taken = Catalogue::new()
        .with_player("casual", |_| Ok(|position: &Position<'_>, _: &mut dyn Rng| position.legal_moves()[0]));
    assert!(taken.is_err(), "a player may not");
}
