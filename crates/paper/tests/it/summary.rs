use connect_toe_paper::{Analysis, Experiment, Heuristic, Pairing, Reading, Settings, summary};

use crate::synthetic::{results, two_readings};

#[test]
fn a_run_in_plain_words() {
    let results = results(&Settings::default(), two_readings);
    let paragraphs = summary(&results, &Analysis::new(&results));
    insta::assert_snapshot!(paragraphs.join("\n\n"));
}

/// The first sentences follow from the counts: other counts, other sentences.
#[test]
fn who_plays_best_is_what_the_games_show() {
    let settings = Settings { readings: vec![Reading::Exact], ..Settings::default() };
    let best = |rates: &dyn Fn(&Pairing) -> (f64, f64)| {
        let results = results(&settings, rates);
        summary(&results, &Analysis::new(&results)).swap_remove(1)
    };
    let strong = |wanted: Heuristic| move |one: &Pairing| (if one.player == wanted { 0.8 } else { 0.6 }, 1.0);
    let shares = "of its decided games it wins 80.0 % in Tic-Tac-Toe (the next, ";
    for (wanted, title) in [(Heuristic::O, "Optimistic"), (Heuristic::P, "Pessimistic")] {
        let text = best(&strong(wanted));
        let start = format!(
            "With a correct search and 1000 games a cell, {title} plays best in every game: {shares}"
        );
        assert!(text.starts_with(&start), "{text}");
    }
    let equal = best(&|_| (0.6, 1.0));
    assert_eq!(equal.matches(" none is shown to play best: ").count(), 3, "{equal}");
    let of_one_game = best(&|one| {
        let is_best = one.experiment == Experiment::Cubes && one.player == Heuristic::U;
        (if is_best { 0.7 } else { 0.6 }, 1.0)
    });
    let cubes = "; on the cubes Undecided plays best: it wins 70.0 % of its decided games (the next, Optimistic, 60.0 %).";
    assert!(of_one_game.ends_with(cubes), "{of_one_game}");
}
