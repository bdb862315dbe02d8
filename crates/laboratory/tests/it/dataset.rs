//! Data sets: what their cards say, and which requests are refused.

use std::fs;

use connect_toe_api::{Error, Work};
use connect_toe_game::{Position, Side};
use connect_toe_laboratory::DataSet;
use connect_toe_players::Catalogue;

/// The card of the set that a request makes in a folder of its own.
fn card(request: DataSet, work: &Work) -> Result<String, Error> {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().display().to_string();
    DataSet { out, ..request }.run(work)?;
    Ok(fs::read_to_string(folder.path().join("DATASET.md")).expect("is there"))
}

fn small(game: &str) -> DataSet {
    DataSet { positions: Some(20), plies: Some("1..2".to_owned()), solver_nodes: 1, ..DataSet::new(game, "") }
}

#[test]
fn cards_name_a_cell_that_the_board_has() {
    for (game, example) in [
        ("3x3:3", "`boards[i, 1, 0]` is b1"),
        ("7x6:4:-2", "`boards[i, 3, 0]` is d1"),
        ("5:3:free", "`boards[i, 2]` is c"),
        ("4x3x2:3:-3", "`boards[i, 2, 0, 0]` is c1.1"),
    ] {
        let card = card(small(game), &Work::new()).expect("is made");
        assert!(card.contains(example), "{game}: {card}");
    }
}

#[test]
fn cards_say_under_which_symmetries_positions_are_one() {
    for (game, alike, twin) in [
        ("3x2x2:3:free:misere", "alike up to a symmetry of the game, and each", "no symmetric twin is"),
        (
            "9x2:9",
            "up to those that turn and mirror the board (4 symmetries)",
            "no turned or mirrored twin is",
        ),
    ] {
        let card = card(small(game), &Work::new()).expect("is made");
        assert!(card.contains(alike) && card.contains(twin), "{game}: {card}");
    }
}

/// A player and a heuristic that the program does not know.
fn catalogue() -> Catalogue {
    let first = |position: &Position, _: &mut dyn connect_toe_players::random::Rng| position.legal_moves()[0];
    let stones = |position: &Position, player: Side| {
        position.legal_moves().len() as i64 * i64::from(player == Side::X)
    };
    Catalogue::new()
        .with_player("first", move |_| Ok(first))
        .and_then(|all| all.with_heuristic("mine", move |_| Ok(stones)))
        .expect("the names are free")
}

#[test]
fn cards_say_whose_code_made_them() {
    let work = Work::new().with_catalogue(catalogue());
    let of_players = |player: &str| DataSet {
        from: "players".to_owned(),
        players: vec![player.to_owned()],
        ..small("4x4:3")
    };
    let own = card(of_players("first"), &work).expect("is made");
    assert!(own.contains("whose own code plays in `first`."), "{own}");
    assert!(
        own.contains("if that code always gives the same answers") && !own.contains("The same command"),
        "{own}"
    );
    let built_in = card(of_players("two-ply"), &work).expect("is made");
    assert!(built_in.contains("The same command gives the same bytes"), "{built_in}");
}

fn field(error: &Error) -> Option<&str> {
    error.reasons().first()?.field.as_deref()
}

#[test]
fn what_cannot_value_positions_is_refused() {
    let work = Work::new().with_catalogue(catalogue());
    let refused = |request: DataSet| card(request, &work).expect_err("is refused");
    let no_nodes = refused(DataSet { solver_nodes: 0, ..small("3x3:3") });
    assert_eq!(field(&no_nodes), Some("solver_nodes"));
    let expected = format!("the number of nodes of the solver must lie between 1 and {}", u64::MAX);
    assert_eq!(no_nodes.to_string(), expected);
    for search in ["random", "proof-number:nodes=100", "minimax:depth=1,eval=mine"] {
        let error = refused(DataSet { search: search.to_owned(), ..small("4x4:4") });
        let expected =
            format!("{search} says nothing of the score to expect in 4x4:4, so it cannot value positions");
        assert_eq!((field(&error), error.to_string()), (Some("search"), expected));
    }
}
