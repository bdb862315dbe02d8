//! Heuristics, searches and players that a program adds.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use connect_toe_eval::Key;
use connect_toe_game::{BySide, Cell, Game, Position, Side, with_game};
use connect_toe_players::own::{Heuristic, Search};
use connect_toe_players::random::{IndexedRandom, Rng};
use connect_toe_players::{Catalogue, Entry, EntryError, PlayerError, PlayerSpec, SearchPlayer, play_game};
use connect_toe_search::{Meaning, MoveValue, SearchReport, Stopped, Task, Watch, unwatched};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The definition of `open-lines`, written as a stranger would.
fn open_lines(position: &Position, player: Side) -> i64 {
    let open =
        |side: Side| position.lines().filter(|line| position.count(side.other(), line) == 0).count() as i64;
    open(player) - open(player.other())
}

/// `two-ply` without the second ply.
struct Greedy;

impl Search for Greedy {
    fn search(
        &mut self,
        position: &Position<'_>,
        task: &Task<'_>,
        heuristic: &mut dyn Heuristic,
        _: Watch<'_>,
    ) -> SearchReport {
        let player = position.to_move();
        let value = |&cell: &Cell| {
            let after = position.play(cell);
            let ended = after.outcome().map(|outcome| heuristic.win_value() * outcome.value_for(player));
            MoveValue { cell, value: ended.unwrap_or_else(|| heuristic.value(&after, player)) }
        };
        let moves: Vec<MoveValue> = task.moves.iter().map(value).collect();
        SearchReport::of_every_move(moves, task.moves.len() as u64, Stopped::Done)
    }
}

fn anything(position: &Position, random: &mut dyn Rng) -> Cell {
    *position.legal_moves().choose(random).expect("the game goes on")
}

fn catalogue() -> Catalogue {
    Catalogue::new()
        .with_heuristic("mine", |_| Ok(open_lines))
        .and_then(|all| all.with_search(Entry::new("greedy").heuristic("runs"), |_| Ok(Greedy)))
        .and_then(|all| all.with_player("anything", |_| Ok(anything)))
        .expect("the names are free")
}

fn player(text: &str) -> PlayerSpec {
    catalogue().player(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// What a search finds; what its values mean aside, since own heuristics have no scale here.
fn analyze(game: &Game, spec: &PlayerSpec) -> SearchReport {
    let report = with_game!(game, record => {
        let mut player = SearchPlayer::new(record.rules(), spec).expect("is a search");
        player.analyze(record.rules(), record.board(), &mut unwatched)
    });
    SearchReport { meaning: Meaning::default(), ..report }
}

/// Positions on the way of a game that takes every third move.
fn positions(game: &str) -> Vec<Game> {
    let mut game: Game = game.parse().expect("a game");
    let mut positions = Vec::new();
    while game.outcome().is_none() && positions.len() < 8 {
        positions.push(game.clone());
        let moves = game.legal_moves();
        game.play(moves[2 % moves.len()]).expect("is legal");
    }
    positions
}

#[test]
fn an_own_heuristic_is_searched_as_the_built_in_one_of_the_same_values() {
    for game in ["connect-four", "4x4x4:4", "5x5:4:free:exact"] {
        for position in &positions(game) {
            for search in ["minimax:depth=2", "alpha-beta:depth=3"] {
                let own = analyze(position, &player(&format!("{search},eval=mine")));
                assert_eq!(own, analyze(position, &player(&format!("{search},eval=open-lines"))));
            }
        }
    }
}

/// `open_lines` of many positions at once. Counts its calls, and the positions of each.
#[derive(Clone, Default)]
struct Together {
    alone: Arc<AtomicUsize>,
    calls: Arc<AtomicUsize>,
    positions: Arc<AtomicUsize>,
}

impl Heuristic for Together {
    fn value(&mut self, position: &Position<'_>, player: Side) -> i64 {
        self.alone.fetch_add(1, Ordering::Relaxed);
        open_lines(position, player)
    }

    fn values(&mut self, positions: &[Position<'_>], player: Side) -> Vec<i64> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        self.positions.fetch_add(positions.len(), Ordering::Relaxed);
        assert!(positions.iter().all(|position| position.outcome().is_none()), "the game goes on");
        positions.iter().map(|position| open_lines(position, player)).collect()
    }

    fn wants_many(&self) -> bool {
        true
    }
}

#[test]
fn a_heuristic_of_many_positions_hears_of_all_that_lead_to_the_horizon() {
    for game in ["connect-four", "3x3x3:3", "4x4:3:free:exact", "5x5:4:+1,-2", "4x4:3:free:misere"] {
        for position in &positions(game) {
            for search in ["minimax:depth=1", "minimax:depth=2", "alpha-beta:depth=1", "alpha-beta:depth=3"] {
                let together = Together::default();
                let made = together.clone();
                let catalogue = Catalogue::new().with_heuristic("mine", move |_| Ok(made.clone()));
                let spec =
                    catalogue.expect("is free").player(&format!("{search},eval=mine")).expect("is known");
                let found = analyze(position, &spec);
                assert_eq!(found, analyze(position, &player(&format!("{search},eval=mine"))), "{game}");
                let count = |count: &AtomicUsize| count.load(Ordering::Relaxed);
                assert_eq!(count(&together.alone), 0, "{game} {search}");
                let (calls, positions) = (count(&together.calls), count(&together.positions));
                assert!(calls <= 1 || positions > calls, "{game} {search}: {positions} in {calls}");
                if search.starts_with("minimax") {
                    assert!(positions as u64 <= found.nodes, "no position is valued in vain");
                }
            }
        }
    }
}

#[test]
fn searches_that_play_ask_for_many_positions_at_once_too() {
    for position in &positions("connect-four") {
        let together = Together::default();
        let made = together.clone();
        let all = catalogue().with_heuristic("together", move |_| Ok(made.clone())).expect("is free");
        for search in ["two-ply", "greedy", "solver:exact=0,depth=3"] {
            let text = |eval: &str| {
                let mark = if search.contains(':') { ',' } else { ':' };
                format!("{search}{mark}eval={eval}")
            };
            let found = analyze(position, &all.player(&text("together")).expect("is known"));
            assert_eq!(found, analyze(position, &player(&text("open-lines"))), "{search}");
        }
        assert!(together.positions.load(Ordering::Relaxed) > together.alone.load(Ordering::Relaxed));
    }
}

#[test]
fn an_own_search_asks_any_heuristic() {
    for position in positions("connect-four") {
        for heuristic in ["open-lines", "runs", "weighted-lines"] {
            let own = analyze(&position, &player(&format!("greedy:eval={heuristic}")));
            assert_eq!(own, analyze(&position, &player(&format!("minimax:depth=1,eval={heuristic}"))));
        }
        let by_default = analyze(&position, &player("greedy"));
        assert_eq!(by_default, analyze(&position, &player("greedy:eval=runs")));
        assert_eq!(
            analyze(&position, &player("greedy:eval=mine")),
            analyze(&position, &player("greedy:eval=open-lines"))
        );
    }
}

#[test]
fn an_own_player_draws_from_the_games_random_numbers() {
    let game: Game = "connect-four".parse().expect("a game");
    let moves = |seed: u64| {
        let mut moves: Vec<Cell> = Vec::new();
        with_game!(&game, record => {
            let rules = record.rules();
            let mut x = player("anything").build(rules).expect("plays every game");
            let mut o = player("random").build(rules).expect("plays every game");
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            play_game(rules, record.course(), BySide { x: &mut *x, o: &mut *o }, &mut random, |_, cell| {
                moves.push(cell);
                None
            });
        });
        moves
    };
    assert_eq!(moves(1), moves(1));
    assert_ne!(moves(1), moves(2));
}

#[test]
fn texts_know_own_names_and_settings() {
    assert_eq!(player("greedy:eval=mine,ties=first").to_string(), "greedy:eval=mine,ties=first");
    assert_eq!(player("random"), "random".parse().expect("is built in"));
    assert!(player("greedy").is_own() && player("minimax:eval=mine").is_own() && !player("two-ply").is_own());
    let error = |text: &str| catalogue().player(text).expect_err(text).to_string();
    assert_eq!(
        error("gredy"),
        "no player has the name `gredy`: did you mean greedy? There are random, minimax, alpha-beta, principal-variation, mtdf, selective, proof-number, monte-carlo, two-ply, \
         perfect, solver, best, published, greedy, anything, beginner, novice, casual, club, strong, expert, master"
    );
    assert!(error("minimax:eval=mime").ends_with("runs, learned, mine"));
    assert!(error("anything:ties=first").starts_with("no setting of anything has the name `ties`"));
    assert!(error("published:eval=mine").starts_with("eval=mine: eval must be optimistic"));
    assert!("greedy".parse::<PlayerSpec>().is_err());
    let heuristic = catalogue().heuristic("mine").expect("is known");
    assert_eq!(heuristic.one_ply_player(), &player("minimax:depth=1,eval=mine"));
}

#[test]
fn values_of_own_settings_are_checked_when_the_text_is_read() {
    let keys = &[Key { name: "share", about: "a whole number of percent" }];
    let catalogue = Catalogue::new()
        .with_player(Entry::new("part").keys(keys), |settings| {
            let share = settings.get::<u64>("share", "a whole number of percent")?.unwrap_or(50);
            Ok(move |position: &Position<'_>, _: &mut dyn Rng| {
                let moves = position.legal_moves();
                moves[(moves.len() - 1) * share as usize / 100]
            })
        })
        .expect("the name is free");
    assert!(catalogue.player("part:share=20").is_ok());
    let error = catalogue.player("part:share=much").expect_err("is not a number");
    assert_eq!(error.to_string(), "share=much: share must be a whole number of percent");
}

#[test]
fn a_player_that_is_not_a_search_has_no_values() {
    let game: Game = "connect-four".parse().expect("a game");
    let made = with_game!(&game, record => SearchPlayer::new(record.rules(), &player("anything")).map(drop));
    assert_eq!(made, Err(PlayerError::NotASearch("anything".to_owned())));
}

#[test]
#[should_panic(expected = "`first-cell` gave a1, which is not a legal move")]
fn a_move_that_is_not_legal_is_refused() {
    let catalogue = Catalogue::new()
        .with_player("first-cell", |_| Ok(|position: &Position<'_>, _: &mut dyn Rng| position.cells()[0]))
        .expect("the name is free");
    let game: Game = "connect-four".parse().expect("a game");
    with_game!(&game, record => {
        let rules = record.rules();
        let player = catalogue.player("first-cell").expect("is known");
        let mut x = player.build(rules).expect("plays every game");
        let mut o = player.build(rules).expect("plays every game");
        play_game(rules, record.course(), BySide { x: &mut *x, o: &mut *o }, &mut ChaCha8Rng::seed_from_u64(1), |_, _| None);
    });
}

#[test]
#[should_panic(expected = "`far-off` gave Cell(4000), which is not a cell of the board")]
fn a_cell_off_the_board_is_refused() {
    let catalogue = Catalogue::new()
        .with_player("far-off", |_| Ok(|_: &Position<'_>, _: &mut dyn Rng| Cell::from_bit(4000)))
        .expect("the name is free");
    let game: Game = "connect-four".parse().expect("a game");
    with_game!(&game, record => {
        let player = catalogue.player("far-off").expect("is known");
        let mut player = player.build(record.rules()).expect("plays every game");
        player.choose(record.rules(), record.course(), &mut ChaCha8Rng::seed_from_u64(1));
    });
}

#[test]
#[should_panic(expected = "Cell(64) is not a cell of the board of 7x6:4:-2")]
fn a_position_refuses_cells_of_other_boards() {
    let game: Game = "connect-four".parse().expect("a game");
    game.position().stone_on(Cell::from_bit(64));
}

/// Gives this report whatever it is asked.
struct Fixed(SearchReport);

impl Search for Fixed {
    fn search(
        &mut self,
        _: &Position<'_>,
        _: &Task<'_>,
        _: &mut dyn Heuristic,
        _: Watch<'_>,
    ) -> SearchReport {
        self.0.clone()
    }
}

fn analyze_fixed(report: SearchReport) -> SearchReport {
    let catalogue = Catalogue::new().with_search("fixed", move |_| Ok(Fixed(report.clone())));
    let player = catalogue.expect("the name is free").player("fixed").expect("is known");
    analyze(&"connect-four".parse().expect("a game"), &player)
}

#[test]
fn a_report_without_moves_is_that_of_a_stopped_search() {
    let stopped = SearchReport::of_every_move(Vec::new(), 0, Stopped::Early);
    assert_eq!(analyze_fixed(stopped.clone()), stopped);
}

#[test]
#[should_panic(expected = "`fixed` gave no best move, and does not say that it was stopped")]
fn a_search_that_ends_has_a_best_move() {
    analyze_fixed(SearchReport::of_every_move(Vec::new(), 0, Stopped::Done));
}

#[test]
#[should_panic(expected = "`fixed` gave a1, which is not a legal move")]
fn the_line_of_a_report_can_be_played() {
    let game: Game = "connect-four".parse().expect("a game");
    let a1 = game.geometry().parse_cell("a1").expect("a cell");
    analyze_fixed(SearchReport::of_one_best(0, vec![a1, a1], 1, Stopped::Done));
}

#[test]
fn names_that_texts_cannot_use_are_refused() {
    const DEPTH: &[Key] = &[Key { name: "depth", about: "plies" }];
    const MAGNITUDE: &[Key] = &[Key { name: "magnitude", about: "plies" }];
    const WIDTH: &[Key] = &[Key { name: "width", about: "moves" }];
    const TWICE: &[Key] = &[Key { name: "w", about: "one" }, Key { name: "w", about: "two" }];
    let heuristic = |entry: Entry| catalogue().with_heuristic(entry, |_| Ok(open_lines)).map(drop);
    let search = |entry: Entry| catalogue().with_search(entry, |_| Ok(Greedy)).map(drop);
    let taken = |kind, name: &str| Err(EntryError::Taken { kind, name: name.to_owned() });
    assert_eq!(heuristic("runs".into()), taken("heuristic", "runs"));
    assert_eq!(heuristic("mine".into()), taken("heuristic", "mine"));
    assert_eq!(search("two-ply".into()), taken("player", "two-ply"));
    assert_eq!(search("anything".into()), taken("player", "anything"));
    assert_eq!(search("a,b".into()), Err(EntryError::NotAWord("a,b".to_owned())));
    let reserved = EntryError::ReservedKey { name: "deep".to_owned(), key: "depth".to_owned() };
    assert_eq!(heuristic(Entry::new("deep").keys(DEPTH)), Err(reserved));
    assert_eq!(search(Entry::new("deep").keys(DEPTH)), Ok(()));
    // Settings of a search and of its heuristic stand in one list.
    assert!(matches!(
        search(Entry::new("loud").heuristic("terminal").keys(MAGNITUDE)),
        Err(EntryError::ReservedKey { .. })
    ));
    assert_eq!(search(Entry::new("loud").keys(MAGNITUDE)), Ok(()));
    let wide = catalogue().with_search(Entry::new("wide").heuristic("runs").keys(WIDTH), |_| Ok(Greedy));
    let both = wide.and_then(|all| all.with_heuristic(Entry::new("broad").keys(WIDTH), |_| Ok(open_lines)));
    assert!(matches!(both.map(drop), Err(EntryError::ReservedKey { .. })));
    let twice = EntryError::KeyTwice { name: "twin".to_owned(), key: "w".to_owned() };
    assert_eq!(search(Entry::new("twin").keys(TWICE)), Err(twice));
    assert!(matches!(search(Entry::new("odd").heuristic("run")), Err(EntryError::UnknownHeuristic(_))));
}

/// An own heuristic says what score to expect if it has a scale.
#[test]
fn searches_of_heuristics_without_a_scale_expect_no_score() {
    let expects = |text: &str| {
        let (game, spec): (Game, _) = ("5x5:4".parse().expect("a game"), player(text));
        with_game!(&game, record => {
            let mut player = SearchPlayer::new(record.rules(), &spec).expect("is a search");
            player.expects_scores(record.rules(), &spec)
        })
    };
    for text in [
        "alpha-beta:eval=mine",
        "best:nodes=100,eval=mine",
        "greedy:eval=mine",
        "random",
        "perfect:nodes=100",
    ] {
        assert!(!expects(text), "{text}");
    }
    for text in [
        "alpha-beta:eval=runs",
        "best:nodes=100",
        "greedy",
        "greedy:eval=runs",
        "perfect",
        "proof-number",
        "club",
    ] {
        assert!(expects(text), "{text}");
    }
}
