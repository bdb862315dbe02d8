//! Known numbers of move sequences and positions.

use connect_toe_game::{
    Game, GameSpec, Rules, canonical_form, perft, positions_per_ply, presets, symmetries, with_game,
};
use connect_toe_testkit::cases;

#[test]
fn presets_have_their_known_numbers() {
    for preset in presets::PRESETS {
        let game: Game = preset.name.parse().expect("presets are sound");
        let depth = preset.perft.len() - 1;
        let leaves = with_game!(&game, record => perft(record.rules(), record.board(), depth).leaves);
        assert_eq!(leaves, preset.perft, "{}", preset.name);
    }
}

#[test]
fn tic_tac_toe_is_counted_whole() {
    let rules = Rules::<u64>::compile(&"3x3:3".parse().expect("a game")).expect("fits");
    let count = perft(&rules, &rules.start(), 9);
    let games: u64 = count.ended.iter().sum::<u64>() + count.leaves[9] - count.ended[9];
    assert_eq!(games, 255_168);
    assert_eq!(positions_per_ply(&rules, 9, |board| board).iter().sum::<u64>(), 5_478);
    let all = symmetries(rules.spec()).expect("sound").elements(8).expect("there are 8");
    let canonical = positions_per_ply(&rules, 9, |board| canonical_form(&rules, &all, &board));
    assert_eq!(canonical.iter().sum::<u64>(), 765);
}

#[test]
fn connect_four_is_counted_to_eight_plies() {
    let rules = Rules::<u64>::compile(&"connect-four".parse().expect("a game")).expect("fits");
    let count = perft(&rules, &rules.start(), 8);
    assert_eq!(count.leaves, [1, 7, 49, 343, 2401, 16_807, 117_649, 823_536, 5_673_234]);
}

#[test]
fn connect_four_has_the_published_positions_per_ply() {
    let rules = Rules::<u64>::compile(&"connect-four".parse().expect("a game")).expect("fits");
    let published: Vec<u64> =
        cases::connect_four::positions_per_ply().iter().take(10).map(|row| row.total).collect();
    assert_eq!(positions_per_ply(&rules, 9, |board| board), published);
}

#[test]
fn qubic_has_the_published_numbers() {
    let spec: GameSpec = "qubic".parse().expect("a game");
    let rules = Rules::<u64>::compile(&spec).expect("fits");
    assert_eq!(rules.lines().count(), 76);
    assert_eq!(symmetries(&spec).expect("sound").order().to_string(), "192");
}
