//! Games side by side against single games.

use connect_toe_game::{Cell, Game, Outcome, Side};
use connect_toe_testkit::random_game::{Options, RandomGame, SplitMix64};
use connect_toe_vector::{Observations, Planes, Restart, Seen, Stepped, VectorGame};

/// More games than one part has, and a part that is not full.
const GAMES: usize = 150;

/// What is to be seen of games that are played one by one.
struct Single {
    game: Game,
    restart: Restart,
    /// Whether it waits for the step that begins it again.
    waits: bool,
}

impl Single {
    /// Plays an action: the reward, whether the game ended, and whether the action was not legal.
    fn step(&mut self, start: &Game, action: i64) -> (i8, bool, bool) {
        if self.waits {
            (self.game, self.waits) = (start.clone(), false);
            return (0, false, false);
        }
        let mover = self.game.to_move();
        let cells = self.game.geometry().cells();
        let cell = usize::try_from(action).ok().and_then(|action| cells.get(action).copied());
        let is_legal = cell.is_some_and(|cell| self.game.play(cell).is_ok());
        let outcome = if is_legal { self.game.outcome() } else { Some(Outcome::Win(mover.other())) };
        let reward = outcome.and_then(Outcome::winner).map_or(0, |won| if won == mover { 1 } else { -1 });
        if outcome.is_some() {
            match self.restart {
                Restart::AtOnce => self.game = start.clone(),
                Restart::InNextStep => self.waits = true,
            }
        }
        (reward, outcome.is_some(), !is_legal)
    }

    fn legal(&self) -> Vec<bool> {
        let legal = if self.waits { Vec::new() } else { self.game.legal_moves() };
        self.game.geometry().cells().iter().map(|cell| legal.contains(cell)).collect()
    }

    /// The plane of a side's stones.
    fn plane(&self, side: Side) -> Vec<i8> {
        let stone = |&cell: &Cell| i8::from(self.game.stone_on(cell) == Some(side));
        self.game.geometry().cells().iter().map(stone).collect()
    }
}

fn number(side: Side) -> i8 {
    if side == Side::X { 1 } else { -1 }
}

/// Holds all that is seen of the games against the single ones.
fn check(games: &VectorGame, singles: &[Single], own: &[i8]) {
    let cells = games.cells();
    let (mut legal, mut sides) = (vec![false; GAMES * cells], vec![0; GAMES]);
    let (mut last, mut first) = (vec![9; 2 * GAMES * cells], vec![9; 2 * GAMES * cells]);
    games.see(Seen {
        legal: Some(&mut legal),
        observations: Some(Observations { planes: Planes::Last, own: None, to: &mut last }),
        sides: Some(&mut sides),
    });
    let seen = Observations { planes: Planes::First, own: Some(own), to: &mut first };
    games.see(Seen { observations: Some(seen), ..Seen::default() });
    for (place, single) in singles.iter().enumerate() {
        let side = single.game.to_move();
        assert_eq!(games.position(place).expect("a game").board_text(), single.game.board_text());
        assert_eq!(sides[place], number(side));
        assert_eq!(legal[place * cells..][..cells], single.legal());
        let (mine, theirs) = (single.plane(side), single.plane(side.other()));
        let pairs: Vec<i8> = mine.iter().zip(&theirs).flat_map(|(&mine, &theirs)| [mine, theirs]).collect();
        assert_eq!(last[2 * place * cells..][..2 * cells], pairs);
        let side = if own[place] == 1 { Side::X } else { Side::O };
        let planes = [single.plane(side), single.plane(side.other())].concat();
        assert_eq!(first[2 * place * cells..][..2 * cells], planes);
    }
}

fn agree(text: &str, restart: Restart, seed: u64) {
    let start: Game = text.parse().expect("a game");
    if start.outcome().is_some() {
        return;
    }
    let mut games = VectorGame::new(&start, GAMES, seed, restart);
    let mut singles: Vec<Single> =
        (0..GAMES).map(|_| Single { game: start.clone(), restart, waits: false }).collect();
    let mut random = SplitMix64::new(seed);
    let (mut actions, mut stepped) = (vec![0; GAMES], Stepped::new(GAMES));
    for ply in 0..3 * games.cells().min(20) {
        games.sample(&mut actions);
        for (action, single) in actions.iter_mut().zip(&singles) {
            let legal = single.legal();
            assert!(single.waits || legal[*action as usize], "{text}: {action} was drawn");
            if random.below(40) == 0 {
                *action = random.below(games.cells() + 2) as i64 - 1;
            }
        }
        let only: Option<Vec<bool>> =
            (ply % 3 == 0).then(|| (0..GAMES).map(|_| random.below(3) > 0).collect());
        games.step(&actions, only.as_deref(), stepped.as_steps(), Seen::default());
        for (place, single) in singles.iter_mut().enumerate() {
            let is_played = only.as_ref().is_none_or(|only| only[place]);
            let expected = if is_played { single.step(&start, actions[place]) } else { (0, false, false) };
            let found = (stepped.rewards[place], stepped.ended[place], stepped.illegal[place]);
            assert_eq!(found, expected, "{text}, game {place}, ply {ply}, action {}", actions[place]);
        }
        if ply % 5 == 0 {
            let own: Vec<i8> = (0..GAMES).map(|_| if random.below(2) == 0 { 1 } else { -1 }).collect();
            check(&games, &singles, &own);
        }
    }
}

#[test]
fn many_games_are_what_single_games_are() {
    for text in
        ["tic-tac-toe", "connect-four", "15x15:5", "4x4x4:4", "3x3x3x3:3:-2", "7:projective", "1x200:3"]
    {
        for restart in [Restart::AtOnce, Restart::InNextStep] {
            agree(text, restart, 1);
        }
    }
}

#[test]
fn all_kinds_of_games_are_what_single_games_are() {
    for seed in 0..60 {
        let RandomGame { game, .. } = RandomGame::draw(seed, &Options::wider());
        agree(&game, if seed % 2 == 0 { Restart::AtOnce } else { Restart::InNextStep }, seed);
    }
}

#[test]
fn what_happens_does_not_depend_on_the_number_of_threads() {
    let start: Game = "connect-four".parse().expect("a preset");
    let boards = |threads| {
        let games = VectorGame::new(&start, 1000, 3, Restart::AtOnce).with_threads(threads);
        let mut games = games.expect("threads");
        let (mut actions, mut stepped) = (vec![0; 1000], Stepped::new(1000));
        let mut ended = 0;
        for _ in 0..60 {
            games.sample(&mut actions);
            games.step(&actions, None, stepped.as_steps(), Seen::default());
            ended += stepped.ended.iter().filter(|&&ended| ended).count();
        }
        let boards: Vec<String> =
            (0..1000).map(|game| games.position(game).expect("a game").board_text()).collect();
        (ended, boards)
    };
    let one = boards(1);
    assert_eq!(one, boards(0));
    assert_eq!(one, boards(3));
}

#[test]
fn games_begin_again_and_go_on_where_they_are_told_to() {
    let start: Game = "connect-four".parse().expect("a preset");
    let mut games = VectorGame::new(&start, GAMES, 3, Restart::AtOnce);
    let mut position = start.clone();
    position.play("d1 d2 d3").expect("legal moves");
    assert!(games.place(140, &position));
    assert!(games.place(141, &position));
    assert!(!games.place(GAMES, &position), "there is no such game");
    assert!(!games.place(0, &"tic-tac-toe".parse().expect("a preset")), "another game");
    let only: Vec<bool> = (0..GAMES).map(|game| game == 141).collect();
    let board = |games: &VectorGame, game| games.position(game).expect("a game").board_text();
    games.reset(Some(&only));
    assert_eq!(board(&games, 140), position.board_text());
    assert_eq!(board(&games, 141), start.board_text());
    games.reset(None);
    assert_eq!(board(&games, 140), start.board_text());
    assert!(games.position(GAMES).is_none());
}

#[test]
fn games_begin_in_the_position_that_they_are_made_of() {
    let mut start: Game = "connect-four".parse().expect("a preset");
    start.play("d1 c1 d2 c2 d3 c3").expect("legal moves");
    let mut games = VectorGame::new(&start, 2, 3, Restart::AtOnce);
    let mut stepped = Stepped::new(2);
    // X completes the column in the first game, and not in the second.
    let action = |text: &str| {
        let mut cells = start.geometry().cells().iter();
        cells.position(|&cell| start.geometry().cell_text(cell) == text).expect("a cell") as i64
    };
    games.step(&[action("d4"), action("a1")], None, stepped.as_steps(), Seen::default());
    assert_eq!((stepped.rewards, stepped.ended), (vec![1, 0], vec![true, false]));
    assert_eq!(games.position(0).expect("a game").board_text(), start.board_text());
}
