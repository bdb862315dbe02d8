//! Known numbers of move sequences.

use connect_toe_game::{Game, GameSpec, Rules, perft, presets, symmetries, with_game};

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
}

#[test]
fn connect_four_is_counted_to_eight_plies() {
    let rules = Rules::<u64>::compile(&"connect-four".parse().expect("a game")).expect("fits");
    let count = perft(&rules, &rules.start(), 8);
    assert_eq!(count.leaves, [1, 7, 49, 343, 2401, 16_807, 117_649, 823_536, 5_673_234]);
}

#[test]
fn qubic_has_the_published_numbers() {
    let spec: GameSpec = "qubic".parse().expect("a game");
    let rules = Rules::<u64>::compile(&spec).expect("fits");
    assert_eq!(rules.lines().count(), 76);
    assert_eq!(symmetries(&spec).expect("sound").order().to_string(), "192");
}
