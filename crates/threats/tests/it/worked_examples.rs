//! Positions worked out by hand.

use connect_toe_game::{Bits, Board, Cell, Game, Rules, Side, with_game};
use connect_toe_testkit::random_game::SplitMix64;
use connect_toe_threats::{Found, Order, Threats, unwatched};

/// The chain for the side to move, as text; nothing if there is none.
fn chain(game: &str, board: &str, to_move: Side) -> Option<String> {
    fn find<B: Bits>(rules: &Rules<B>, board: &Board<B>) -> Option<String> {
        let mut threats = Threats::new(rules);
        match threats.find(rules, board, Order::One, 100_000, &mut unwatched).found {
            Found::Win(win) => {
                let mut certificate = Vec::new();
                threats.certify(rules, board, &win, 100_000, &mut certificate).expect("a small proof");
                let proven = connect_toe_certificate::verify(&certificate[..]).expect("a true chain");
                assert_eq!(proven.conclusion(), Some(format!("{} wins", board.to_move())));
                Some(rules.moves_text(&win.line))
            }
            Found::NoChain => None,
            Found::Unknown => panic!("the limit is large enough"),
        }
    }
    let game: Game = game.parse().expect("game text");
    with_game!(&game, record => {
        let rules = record.rules();
        find(rules, &rules.parse_board(board, Some(to_move)).expect("a board"))
    })
}

#[test]
fn at_once_and_by_two_threats() {
    assert_eq!(chain("8:5", "x_xxx___", Side::X).as_deref(), Some("b"));
    // Four with both ends free.
    assert_eq!(chain("7:5", "__xxx__", Side::X).as_deref(), Some("b a f"));
    assert_eq!(chain("7:5", "__xxx__", Side::O), None);
    // One end is the board's.
    assert_eq!(chain("6:5", "__xxx_", Side::X).as_deref(), Some("b a f"));
    assert_eq!(chain("5:5", "__xxx", Side::X), None);
}

/// Six in a row is a line, and with exact lines it is not.
#[test]
fn longer_runs() {
    assert_eq!(chain("7:5", "xx_xxx_", Side::X).as_deref(), Some("c"));
    assert_eq!(chain("7:5:free:exact", "xx_xxx_", Side::X), None);
    // c makes five of what is there, which is a line only if longer runs count.
    assert_eq!(chain("9:4:free:exact", "xx_xx____", Side::X), None);
    assert_eq!(chain("9:4:free", "xx_xx____", Side::X).as_deref(), Some("c"));
}

/// The ends of a row on the torus are neighbours.
#[test]
fn torus() {
    assert_eq!(chain("7:5:free:torus", "xx___xx", Side::X).as_deref(), Some("c"));
    assert_eq!(chain("7:5:free:torus", "xx____x", Side::X).as_deref(), Some("c d f"));
    assert_eq!(chain("7:5", "xx____x", Side::X), None);
}

/// A defender's answer that threatens itself has to be answered, and a chain can go on from there or not.
#[test]
fn answers_that_threaten() {
    // Whatever X threatens with its corner, O's answer makes two of O's in a row with the centre.
    assert_eq!(chain("3x3:3", "x__/_o_/___", Side::X), None);
    assert_eq!(chain("3x3:3", "x__/_o_/__x", Side::X).as_deref(), Some("a1 a2 b1"));
}

/// In Connect Four a stone opens the cell above it.
#[test]
fn gravity() {
    // Three in the bottom row with both ends free.
    let chain_of = |board| chain("connect-four", board, Side::X);
    assert_eq!(chain_of("_______/_______/_______/_______/_______/__xx___").as_deref(), Some("e1 b1 f1"));
    // O has closed one end.
    assert_eq!(chain_of("_______/_______/_______/_______/_______/_oxx___"), None);
    // X has to take e1, threatens e2 by it, and O's answer there opens e3.
    assert_eq!(chain_of("_______/_______/_o_o___/oxxx___/oxxx___/xooo___").as_deref(), Some("e1 e2 e3"));
}

/// In misère games a line loses: no chain is worth anything.
#[test]
fn misere() {
    assert_eq!(chain("7:5:free:misere", "__xxxx_", Side::X), None);
}

#[test]
fn limits_and_watches_stop_a_search() {
    use std::ops::ControlFlow;
    let rules = Rules::<u128>::compile(&"9x9:5".parse().expect("game text")).expect("it fits");
    let mut random = SplitMix64::new(1);
    let mut threats = Threats::new(&rules);
    // A random board whose chain is not found at once.
    let (board, whole) = loop {
        let mut cells = rules.legal_moves(&rules.start());
        let mut drawn = || cells.swap_remove(random.below(cells.len()));
        let board = (0..30).fold(rules.start(), |board, _| rules.play(&board, drawn()));
        let finding = threats.find(&rules, &board, Order::One, u64::MAX, &mut unwatched);
        if rules.outcome(&board).is_none() && finding.nodes > 20 && matches!(finding.found, Found::Win(_)) {
            break (board, finding);
        }
    };
    for limit in [0, 1, 5, whole.nodes - 1] {
        let finding = threats.find(&rules, &board, Order::One, limit, &mut unwatched);
        assert_eq!((finding.found, finding.nodes), (Found::Unknown, limit));
    }
    assert_eq!(threats.find(&rules, &board, Order::One, whole.nodes, &mut unwatched).found, whole.found);
    assert_eq!(threats.find(&rules, &board, Order::One, u64::MAX, &mut unwatched), whole);
    let stopped = threats.find(&rules, &board, Order::One, 10, &mut |_| ControlFlow::Break(()));
    assert_eq!(stopped.found, Found::Unknown);
}

/// Order 2: the worked positions of rows, by the side to move.
#[test]
fn order_two() {
    let find = |game: &str, text: &str, to_move| {
        let game: Game = game.parse().expect("game text");
        with_game!(&game, record => {
            let rules = record.rules();
            let board = rules.parse_board(text, Some(to_move)).expect("a board");
            matches!(
                Threats::new(rules).find(rules, &board, Order::Two, 100_000, &mut unwatched).found,
                Found::Win(_)
            )
        })
    };
    // Nobody who has to stop an open three wins by threats of their own.
    assert!(!find("7:5", "__xxx__", Side::O) && !find("8:5", "x_xxx___", Side::O));
    assert!(find("7:5", "__xxx__", Side::X) && find("7:5", "xx_xxx_", Side::X));
    // With exact lines a stone can spoil a line: nothing is said that order 1 does not say.
    assert!(!find("7:5:free:exact", "xx_xxx_", Side::X));
    // Two rows of three at once, each free at both ends; a wall takes one end of both.
    let twice = "_________/_________/_____x___/_____x___/___xx____/_________/_________/_________/_________";
    assert!(find("9x9:5", twice, Side::X) && !find("9x9:5:free:exact", twice, Side::X));
    assert!(!find(
        "9x9:5",
        "xx_______/__x______/__x______/_________/_________/_________/_________/_________/_________",
        Side::X
    ));
}

/// Where the opponent would have a chain, the moves outside of its zone lose, and some inside may not.
#[test]
fn defence() {
    let rules = Rules::<u64>::compile(&"7:5".parse().expect("game text")).expect("it fits");
    let board = rules.parse_board("__xxx__", Some(Side::O)).expect("a board");
    let (defence, nodes) = Threats::new(&rules).defend(&rules, &board, 1000, &mut unwatched);
    let zone = defence.expect("X has a chain").zone;
    let text = |bits: u64| {
        let mut cells: Vec<_> =
            bits.members().map(|bit| rules.geometry().cell_text(Cell::from_bit(bit))).collect();
        cells.sort();
        cells.join(" ")
    };
    // b and f hold; a is of X's chain; g is of no chain that begins with b.
    assert_eq!((text(zone), nodes > 0), ("a b f".to_owned(), true));
    let exact = Rules::<u64>::compile(&"7:5:free:exact".parse().expect("game text")).expect("it fits");
    assert_eq!(Threats::new(&exact).defend(&exact, &board, 1000, &mut unwatched), (None, 0));
}
