use connect_toe_work::Stop;
use std::ops::ControlFlow;

use connect_toe_experiment::{Plan, PlayError, Protocol, Request, play};
use connect_toe_game::{Cell, Position, Side};
use connect_toe_players::random::{Rng, RngExt};
use connect_toe_players::{Catalogue, Choice, Entry, own};
use connect_toe_search::{SearchReport, Stopped, Task, Watch};

use crate::play::play_on;

/// Gets bolder from move to move: a player whose games would depend on the games before if it were not made anew.
#[derive(Default)]
struct Bolder(usize);

impl own::Player for Bolder {
    fn choose(&mut self, position: &Position<'_>, random: &mut dyn Rng) -> Choice {
        self.0 += 1;
        let moves = position.legal_moves();
        let bold = moves.iter().copied().find(|&cell| position.outcome_of(cell).is_some());
        let drawn = moves[random.random_range(0..moves.len())];
        bold.filter(|_| self.0 > 2).unwrap_or(drawn).into()
    }
}

fn open_lines(position: &Position<'_>, player: Side) -> i64 {
    let open =
        |side: Side| position.lines().filter(|line| position.count(side.other(), line) == 0).count() as i64;
    open(player) - open(player.other())
}

fn catalogue() -> Catalogue {
    Catalogue::new()
        .with_heuristic("mine", |_| Ok(open_lines))
        .and_then(|all| all.with_player("bolder", |_| Ok(Bolder::default())))
        .expect("the names are free")
}

const OWN: &str = r#"
games_per_cell = 40
[[study]]
name = "own"
game = "4x4:3"
player = ["bolder", "alpha-beta:depth=2,eval=mine"]
opponent = ["bolder", "random", "two-ply:eval=mine"]
"#;

fn plan(text: &str) -> Plan {
    Plan::read_with(text, &[], &|_| Err(String::new()), &catalogue()).expect("is a plan")
}

#[test]
fn games_of_own_players_depend_on_nothing_but_their_condition_and_number() {
    let plan = plan(OWN);
    let all = play_on(1, &plan, &plan.everything());
    assert_eq!(all.len(), 6 * 20);
    assert_eq!(play_on(3, &plan, &plan.everything()), all);
    for number in [0, 7, 19] {
        let alone = Request { condition: 1, pairs: number..number + 1 };
        assert_eq!(play_on(2, &plan, &[alone]), all[20 + number as usize..21 + number as usize]);
    }
}

/// Remembers the moves of its game.
#[derive(Default)]
struct Remembering {
    games: u32,
    moves: Vec<Cell>,
}

impl own::Player for Remembering {
    fn begin_game(&mut self, position: &Position<'_>) {
        self.games += 1;
        self.moves = position.moves().to_vec();
    }

    fn choose(&mut self, position: &Position<'_>, _: &mut dyn Rng) -> Choice {
        let moves = position.moves();
        assert_eq!(self.games, 1, "it is made anew for each game, and told once that it begins");
        assert!(moves.starts_with(&self.moves) && moves.len() <= self.moves.len() + 2);
        let replayed = moves.iter().fold(position.start(), |position, &cell| position.play(cell));
        assert_eq!((replayed.text(), position.start().ply()), (position.text(), 0));
        self.moves = moves.to_vec();
        position.legal_moves()[0].into()
    }
}

#[test]
fn own_players_are_told_the_moves_of_their_games() {
    let catalogue = Catalogue::new().with_player("remembering", |_| Ok(Remembering::default()));
    let catalogue = catalogue.expect("the name is free");
    for settings in ["openings = { plies = 3 }", "swap = true"] {
        let text = format!(
            "games_per_cell = 20\n{settings}\n[[study]]\nname = \"own\"\ngame = \"5x4:4\"\nplayer = \"remembering\"\nopponent = \"random\"\n"
        );
        let plan = Plan::read_with(&text, &[], &|_| Err(String::new()), &catalogue).expect("is a plan");
        let games = play_on(2, &plan, &plan.everything()).into_iter().flat_map(|pair| pair.games).count();
        assert_eq!(games, 20);
    }
}

#[test]
fn an_own_heuristic_plays_the_games_of_the_built_in_one_of_the_same_values() {
    let of = |eval: &str| {
        let player = catalogue().player(&format!("alpha-beta:depth=2,eval={eval}")).expect("is known");
        let game = "connect-four".parse().expect("a game");
        let mut plan =
            Plan::of_match(game, player, "random".parse().expect("is built in"), Protocol::new(20), 1);
        // Games follow from the seed and the names of those who play: the names are made the same.
        let named = plan.conditions[0].clone();
        let player = catalogue().player("alpha-beta:depth=2,eval=open-lines").expect("is known");
        let other = Plan::of_match(named.game.clone(), player, named.opponent.clone(), Protocol::new(20), 1);
        plan.conditions = other.conditions;
        plan.conditions[0].player = named.player;
        let pairs = play_on(2, &plan, &plan.everything());
        pairs.into_iter().flat_map(|pair| pair.games).map(|game| game.moves).collect::<Vec<Vec<Cell>>>()
    };
    assert_eq!(of("mine"), of("open-lines"));
}

#[test]
fn limits_for_a_player_that_is_not_a_search_are_refused_before_any_game() {
    let plan = plan(&format!("limits = {{ nodes = 100 }}\n{OWN}"));
    let played = play(&plan, &plan.everything(), &Stop::new(), |pair| {
        assert_eq!(pair, None);
        ControlFlow::Continue(())
    });
    let Err(PlayError::Condition { reason, .. }) = played else { panic!("{played:?}") };
    assert!(reason.starts_with("`bolder` is not a search"), "{reason}");
}

#[test]
fn a_limit_of_time_for_a_search_with_its_own_clock_is_refused_before_any_game() {
    /// Stops at once.
    struct Clocked;
    impl own::Search for Clocked {
        fn search(
            &mut self,
            _: &Position<'_>,
            _: &Task<'_>,
            _: &mut dyn own::Heuristic,
            _: Watch<'_>,
        ) -> SearchReport {
            SearchReport::of_one_best(0, Vec::new(), 0, Stopped::Early)
        }
    }
    let entry = Entry::new("clocked").keeping_own_time();
    let catalogue = Catalogue::new().with_search(entry, |_| Ok(Clocked)).expect("is new");
    let read = |limits: &str| {
        let text = format!(
            "games_per_cell = 2\nlimits = {{ {limits} = 100 }}\n[[study]]\nname = \"a\"\ngame = \"3x3:3\"\nplayer = \"clocked\"\nopponent = \"random\"\n"
        );
        Plan::read_with(&text, &[], &|_| Err(String::new()), &catalogue).expect("is a plan")
    };
    let plan = read("milliseconds");
    let played = play(&plan, &plan.everything(), &Stop::new(), |_| ControlFlow::Continue(()));
    let Err(PlayError::Condition { reason, .. }) = played else { panic!("{played:?}") };
    assert!(reason.starts_with("`clocked` keeps its own time"), "{reason}");
    let plan = read("nodes");
    assert_eq!(play_on(1, &plan, &plan.everything()).len(), 1);
}

#[test]
#[should_panic(expected = "`stuck` gave a1, which is not a legal move")]
fn an_illegal_move_is_named() {
    fn first(position: &Position<'_>, _: &mut dyn Rng) -> Cell {
        position.cells()[0]
    }
    let catalogue = Catalogue::new().with_player("stuck", |_| Ok(first)).expect("is new");
    let text = "games_per_cell = 40\n[[study]]\nname = \"a\"\ngame = \"3x3:3\"\nplayer = \"stuck\"\nopponent = \"random\"\n";
    let plan = Plan::read_with(text, &[], &|_| Err(String::new()), &catalogue).expect("is a plan");
    play_on(3, &plan, &[Request { condition: 0, pairs: 0..20 }]);
}
