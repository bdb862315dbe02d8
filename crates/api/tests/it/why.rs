//! What reasons say is proven, against the slow reference, and what each door is told.

use connect_toe_api::{Analyze, Choose, Position, Work};
use connect_toe_testkit::oracle::{self, ExactResult};
use connect_toe_testkit::random_game::{Options, RandomGame};

/// What is said of a move with this result, where the best one has that: the beginning, and whether it is the only one.
fn said(own: ExactResult, best: ExactResult, only: bool) -> &'static str {
    match (own, best) {
        (ExactResult::Win, _) if only => "is the only move that wins, which is proven",
        (ExactResult::Win, _) => "is proven to win",
        (ExactResult::Draw, ExactResult::Win) => "is proven to draw, where another move wins",
        (ExactResult::Draw, _) if only => "is the only move that keeps the draw",
        (ExactResult::Draw, _) => "keeps the draw",
        (ExactResult::Loss, _) => "is proven to lose",
    }
}

#[test]
fn what_is_said_to_be_proven_is_true() {
    let (mut checked, mut only_moves) = (0, 0);
    for seed in 0..600 {
        let RandomGame { game, moves } = RandomGame::draw(seed, &Options::solvable());
        let reference = oracle::Game::parse(&game).expect("game text");
        let played = reference.replay(&moves.join(" ")).expect("legal moves");
        if played.outcome().is_some() {
            continue;
        }
        let solution = played.solve();
        let position = Position::after(moves.join(" "));
        let analyze = Analyze { position, why: true, ..Analyze::new(&*game) };
        let analysis = analyze.run(&Work::new()).expect("a sound request");
        assert_eq!(analysis.player, "best");
        for found in &analysis.moves {
            let (own, plies) = solution.per_move[&found.cell];
            assert!(!found.reasons.is_empty(), "{game} {moves:?} {}", found.cell);
            let proven = found.reasons.iter().find(|reason| reason.is_proof());
            // A move that ends the game needs no proof.
            let Some(proven) = proven else { continue };
            let as_good = solution.per_move.values().filter(|(result, _)| *result == solution.result);
            let only = own == solution.result && as_good.count() == 1 && solution.per_move.len() > 1;
            let text = said(own, solution.result, only);
            let here = format!("{game} {moves:?} {}: {}", found.cell, proven.text);
            assert!(proven.text.starts_with(text), "{here}");
            let distance = plies.filter(|_| own != ExactResult::Draw).map(|plies| format!(" in {plies} pl"));
            assert!(distance.is_none_or(|distance| proven.text.contains(&distance)), "{here}");
            checked += 1;
            only_moves += usize::from(only);
        }
    }
    assert!(checked > 500 && only_moves > 20, "{checked} {only_moves}");
}

#[test]
fn a_choice_says_why_if_it_is_asked() {
    let position = Position::after("a1 b2 a2");
    let choose = Choose { position, why: true, ..Choose::new("tic-tac-toe", "casual") };
    let chosen = choose.run(&Work::new()).expect("a sound request");
    assert_eq!((&*chosen.cell, &*chosen.reasons[0].kind), ("a3", "blocks"));
    assert_eq!(chosen.reasons[0].cells, ["a1", "a2", "a3"]);
    assert_eq!(
        chosen.why().as_deref(),
        Some("blocks X's two (a1 a2 a3); threatens to complete a line at c1")
    );
    let silent = Choose { why: false, ..choose }.run(&Work::new()).expect("a sound request");
    assert_eq!((silent.reasons.len(), silent.why()), (0, None));
}

/// The search believes in two wins, and the exact solver knows of one of them that it is a loss.
#[test]
fn best_does_not_name_what_is_proven_to_be_worse() {
    let analysis = Analyze::new("3x3x3x3:3").run(&Work::new()).expect("a sound request");
    assert_eq!(
        (&analysis.best[..], analysis.line.first()),
        (&["b2.2.2".to_owned()][..], Some(&"b2.2.2".to_owned()))
    );
}
