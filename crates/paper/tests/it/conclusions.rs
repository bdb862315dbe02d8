use connect_toe_paper::{Experiment, Heuristic, Opponent, Pairing, Reading, Settings, Verdict, conclusions};

use crate::synthetic::{printed_rates, results, two_readings};

/// The verdict on a claim when every pairing of the exact reading has the given rates.
fn verdict(id: &str, rates: impl Fn(&Pairing) -> (f64, f64)) -> (Verdict, String) {
    let settings = Settings { readings: vec![Reading::Exact], ..Settings::default() };
    let conclusions = conclusions(&results(&settings, rates));
    let conclusion = conclusions.iter().find(|conclusion| conclusion.id == id).expect("is judged");
    let finding = conclusion.under(Reading::Exact).expect("was played");
    (finding.verdict, finding.evidence.clone())
}

fn check(id: &str, rates: impl Fn(&Pairing) -> (f64, f64), expected: Verdict) {
    let (found, evidence) = verdict(id, rates);
    assert_eq!(found, expected, "{id}: {evidence}");
}

/// Rates by heuristic, whatever the opponent.
fn by_heuristic(o: f64, p: f64, u: f64) -> impl Fn(&Pairing) -> (f64, f64) {
    move |pairing| {
        let rate = match pairing.player {
            Heuristic::O => o,
            Heuristic::P => p,
            Heuristic::U => u,
        };
        (rate, 0.8)
    }
}

#[test]
fn best_means_better_than_both() {
    let id = "pessimistic-best-at-1";
    check(id, by_heuristic(0.5, 0.7, 0.6), Verdict::Holds);
    check(id, by_heuristic(0.5, 0.7, 0.7), Verdict::NoDifference);
    check(id, by_heuristic(0.5, 0.6, 0.7), Verdict::Reversed);
}

#[test]
fn a_claim_about_several_depths_can_hold_in_part() {
    let id = "undecided-best-connect-four";
    check(id, by_heuristic(0.5, 0.6, 0.7), Verdict::Holds);
    let only_deep = |pairing: &Pairing| {
        let best = if pairing.row >= 4 { Heuristic::U } else { Heuristic::O };
        (if pairing.player == best { 0.8 } else { 0.6 }, 0.9)
    };
    check(id, only_deep, Verdict::HoldsInPart);
}

#[test]
fn worst_means_weaker_than_both() {
    check("optimistic-worst-on-cubes", by_heuristic(0.4, 0.6, 0.6), Verdict::Holds);
    check("optimistic-worst-on-cubes", by_heuristic(0.6, 0.6, 0.6), Verdict::NoDifference);
    check("optimistic-worst-on-cubes", by_heuristic(0.8, 0.6, 0.6), Verdict::Reversed);
}

#[test]
fn a_sweet_spot_is_a_peak() {
    let peak = |at: u32| move |pairing: &Pairing| (if pairing.row == at { 0.9 } else { 0.7 }, 0.8);
    check("pessimistic-sweet-spot", peak(3), Verdict::Holds);
    check("pessimistic-sweet-spot", peak(5), Verdict::Reversed);
    check("pessimistic-sweet-spot", |_| (0.7, 0.8), Verdict::NoDifference);
}

#[test]
fn equality_needs_evidence_too() {
    let id = "pessimistic-undecided-equal-on-cubes";
    check(id, by_heuristic(0.2, 0.7, 0.7), Verdict::Holds);
    check(id, by_heuristic(0.2, 0.7, 0.8), Verdict::Reversed);
    let few = Settings { readings: vec![Reading::Exact], games_per_cell: 10, ..Settings::default() };
    let conclusions = conclusions(&results(&few, by_heuristic(0.2, 0.7, 0.7)));
    let found =
        conclusions.iter().find(|conclusion| conclusion.id == id).and_then(|c| c.under(Reading::Exact));
    assert_eq!(found.expect("is judged").verdict, Verdict::NoDifference);
}

#[test]
fn decided_games_may_fall_rise_or_bounce() {
    let id = "decided-games-fall";
    check(id, |pairing| (0.6, 0.9 - 0.1 * f64::from(pairing.row)), Verdict::Holds);
    check(id, |pairing| (0.6, 0.1 * f64::from(pairing.row)), Verdict::Reversed);
    check(id, |_| (0.6, 0.5), Verdict::NoDifference);
    let bounce =
        |pairing: &Pairing| (0.6, [0.9, 0.5, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2][pairing.row.min(8) as usize - 1]);
    check(id, bounce, Verdict::HoldsInPart);
}

#[test]
fn one_loss_refutes_never_and_proves_sometimes() {
    check("cube-2-first-wins", |_| (1.0, 1.0), Verdict::Holds);
    let one_loss = |pairing: &Pairing| {
        let loses = (pairing.player, pairing.opponent) == (Heuristic::O, Opponent::R);
        (if loses { 0.999 } else { 1.0 }, 1.0)
    };
    check("cube-2-first-wins", one_loss, Verdict::HoldsInPart);
    check("deep-search-loses", |_| (1.0, 0.4), Verdict::Reversed);
    check("deep-search-loses", one_loss, Verdict::Holds);
}

#[test]
fn random_has_to_be_beaten_everywhere() {
    check("search-beats-random", |_| (0.6, 1.0), Verdict::Holds);
    let not_at_first = |pairing: &Pairing| (if pairing.row == 1 { 0.5 } else { 0.9 }, 1.0);
    check("search-beats-random", not_at_first, Verdict::HoldsInPart);
    check("search-beats-random", |_| (0.3, 1.0), Verdict::Reversed);
}

#[test]
fn losing_although_moving_first() {
    check("optimistic-loses-on-cubes", by_heuristic(0.1, 0.9, 0.9), Verdict::Holds);
    check("optimistic-loses-on-cubes", by_heuristic(0.9, 0.9, 0.9), Verdict::Reversed);
}

#[test]
fn growth_compares_the_ends() {
    let grow = |pairing: &Pairing| (0.4 + 0.06 * f64::from(pairing.row), 0.8);
    check("deeper-is-better-tic-tac-toe", grow, Verdict::Holds);
    check("deeper-is-better-connect-four", grow, Verdict::Holds);
    check("deeper-is-better-connect-four", |_| (0.5, 0.8), Verdict::NoDifference);
}

#[test]
fn an_effect_of_the_published_search_alone_is_an_artefact() {
    let conclusions = conclusions(&results(&Settings::default(), two_readings));
    let spot =
        conclusions.iter().find(|conclusion| conclusion.id == "pessimistic-sweet-spot").expect("is judged");
    assert!(spot.is_artefact(), "{spot:?}");
    assert_eq!(
        spot.what_follows(),
        "An effect of the published search's defect: with a correct search no such difference is seen."
    );
}

#[test]
fn claims_without_games_are_left_out() {
    let settings = Settings {
        experiments: vec![Experiment::Cubes],
        readings: vec![Reading::Published],
        ..Settings::default()
    };
    let conclusions = conclusions(&results(&settings, printed_rates));
    let ids: Vec<_> = conclusions.iter().map(|conclusion| conclusion.id).collect();
    assert_eq!(
        ids,
        [
            "cube-2-first-wins",
            "optimistic-worst-on-cubes",
            "optimistic-loses-on-cubes",
            "pessimistic-undecided-equal-on-cubes",
            "search-beats-random"
        ]
    );
    assert!(conclusions.iter().all(|conclusion| conclusion.under(Reading::Exact).is_none()));
}

#[test]
fn the_papers_own_sample_is_judged_by_the_same_criterion() {
    let conclusions = conclusions(&results(&Settings::default(), printed_rates));
    let text: Vec<String> = conclusions
        .iter()
        .map(|conclusion| {
            let paper = conclusion.paper.as_ref().expect("the paper has numbers for every claim");
            format!("{}: {}", conclusion.id, paper.verdict.name())
        })
        .collect();
    insta::assert_snapshot!(text.join("\n"));
}

#[test]
fn evidence_gives_rates_samples_and_intervals() {
    let (_, evidence) = verdict("pessimistic-best-at-1", by_heuristic(0.5, 0.7, 0.6));
    insta::assert_snapshot!(evidence);
    let (_, evidence) =
        verdict("search-beats-random", |pairing| (if pairing.row == 1 { 0.5 } else { 0.9 }, 1.0));
    insta::assert_snapshot!(evidence);
}
