//! Ratings of known games.

use super::model::Prediction;
use super::*;

fn games(first: usize, second: usize, wins: u64, draws: u64, losses: u64) -> Pairing {
    Pairing { first, second, results: Wdl { wins, draws, losses } }
}

/// So weak a prior that the answer is that of maximum likelihood.
fn no_prior(anchor: Anchor) -> RatingOptions {
    RatingOptions { anchor, prior_deviation: 1e6, ..RatingOptions::default() }
}

fn mean_zero() -> RatingOptions {
    RatingOptions::default()
}

/// In natural logarithms, as books print them.
fn logits(ratings: &Ratings) -> Vec<f64> {
    ratings.players.iter().map(|player| player.rating.elo / ELO_PER_LOGIT).collect()
}

/// Baltimore, Boston, Cleveland, Detroit, Milwaukee, New York, Toronto: the eastern division of baseball's
/// American League in 1987, home wins and losses by home and visiting team.
const BASEBALL: [[(u64, u64); 7]; 7] = [
    [(0, 0), (1, 6), (3, 4), (1, 5), (2, 5), (2, 4), (1, 6)],
    [(6, 0), (0, 0), (5, 2), (2, 5), (5, 1), (4, 2), (3, 3)],
    [(2, 4), (4, 2), (0, 0), (3, 3), (2, 5), (4, 3), (3, 4)],
    [(4, 3), (6, 0), (6, 1), (0, 0), (3, 3), (4, 3), (4, 2)],
    [(6, 0), (6, 1), (4, 2), (4, 3), (0, 0), (4, 3), (4, 2)],
    [(6, 1), (4, 3), (4, 2), (5, 1), (3, 3), (0, 0), (2, 5)],
    [(6, 0), (4, 3), (4, 2), (4, 3), (2, 5), (2, 4), (0, 0)],
];

fn baseball() -> Vec<Pairing> {
    let teams = || 0..7;
    teams()
        .flat_map(|home| teams().map(move |away| (home, away)))
        .map(|(home, away)| {
            let (wins, losses) = BASEBALL[home][away];
            games(home, away, wins, 0, losses)
        })
        .collect()
}

/// Agresti, "Categorical Data Analysis" (2nd edition, 2002), section 10.6: with the home team's advantage, 0.302,
/// the abilities as shares of their sum (table 10.11, last column), and standard errors of about 0.3.
#[test]
fn published_example() {
    let ratings =
        rate_players(7, &baseball(), &no_prior(Anchor::Player { player: 0, elo: 0.0 })).expect("ratings");
    let advantage = ratings.first_move_advantage.elo / ELO_PER_LOGIT;
    assert!((advantage - 0.302).abs() < 5e-4, "{advantage}");
    let abilities: Vec<f64> = logits(&ratings).into_iter().map(f64::exp).collect();
    let sum: f64 = abilities.iter().sum();
    let mut shares: Vec<f64> = abilities.iter().map(|ability| ability / sum).collect();
    shares.sort_by(f64::total_cmp);
    for (found, expected) in shares.iter().zip([0.044, 0.088, 0.137, 0.157, 0.164, 0.190, 0.220]) {
        assert!((found - expected).abs() < 6e-4, "{shares:?}");
    }
    for player in &ratings.players[1..] {
        let error = player.rating.standard_error / ELO_PER_LOGIT;
        assert!((0.25..0.40).contains(&error), "{error}");
    }
    assert_eq!(ratings.players[0].rating.standard_error.to_bits(), 0.0_f64.to_bits());
}

/// Two players without order effect or draws: the rating difference is the log odds, its variance
/// 1/wins + 1/losses.
#[test]
fn two_players_have_a_closed_form() {
    let pairings = [games(0, 1, 30, 0, 10), games(1, 0, 10, 0, 30)];
    let ratings =
        rate_players(2, &pairings, &no_prior(Anchor::Player { player: 1, elo: 1500.0 })).expect("ratings");
    let difference = ratings.difference(0, 1).expect("they met");
    assert!((difference.elo - ELO_PER_LOGIT * 3.0_f64.ln()).abs() < 0.02, "{difference:?}");
    let error = ELO_PER_LOGIT * (1.0_f64 / 60.0 + 1.0 / 20.0).sqrt();
    assert!((difference.standard_error - error).abs() < 0.02, "{difference:?}");
    assert!((ratings.players[0].rating.elo - 1500.0 - difference.elo).abs() < 1e-9);
    assert!(ratings.first_move_advantage.elo.abs() < 1e-6);
    assert!(
        (ratings.players[0].rating.interval.low - ratings.players[0].rating.elo + 1.96 * error).abs() < 0.1
    );
}

/// Three players in a circle, each beating the next 2 : 1, are equal; and in a chain with no cycle the
/// differences add up.
#[test]
fn three_players_have_closed_forms() {
    let circle = [games(0, 1, 20, 0, 10), games(1, 2, 20, 0, 10), games(2, 0, 20, 0, 10)];
    let ratings = rate_players(3, &circle, &mean_zero()).expect("ratings");
    for player in &ratings.players {
        assert!(player.rating.elo.abs() < 1e-6);
    }
    // The first mover wins two of three games: that much is the advantage.
    let advantage = ratings.first_move_advantage.elo;
    assert!((advantage - ELO_PER_LOGIT * 2.0_f64.ln()).abs() < 0.3, "{advantage}");
    let chain =
        [games(0, 1, 20, 0, 10), games(1, 0, 10, 0, 20), games(1, 2, 40, 0, 10), games(2, 1, 10, 0, 40)];
    let ratings =
        rate_players(3, &chain, &no_prior(Anchor::Player { player: 2, elo: 0.0 })).expect("ratings");
    let found = logits(&ratings);
    assert!((found[1] - 4.0_f64.ln()).abs() < 5e-4 && (found[0] - 8.0_f64.ln()).abs() < 5e-4, "{found:?}");
}

/// Counts as the model expects them give the model back.
#[test]
fn recovers_known_parameters() {
    let abilities = [0.9, 0.2, -0.4, -0.7_f64];
    let (advantage, tie) = (0.35_f64, 0.8_f64.ln());
    let mut pairings = Vec::new();
    for first in 0..4 {
        for second in 0..4 {
            if first != second {
                let chances = Prediction::new(abilities[first] - abilities[second] + advantage, tie);
                let count = |chance: f64| (1e9 * chance).round() as u64;
                pairings.push(games(
                    first,
                    second,
                    count(chances.win),
                    count(chances.draw),
                    count(chances.loss),
                ));
            }
        }
    }
    let ratings = rate_players(4, &pairings, &mean_zero()).expect("ratings");
    for (found, expected) in logits(&ratings).iter().zip(abilities) {
        assert!((found - expected).abs() < 1e-6, "{found} {expected}");
    }
    assert!((ratings.first_move_advantage.elo / ELO_PER_LOGIT - advantage).abs() < 1e-6);
    let expected = Prediction::new(advantage, tie);
    assert!((ratings.draw_rate.expect("games") - expected.draw).abs() < 1e-6);
}

/// Davidson's model for two equal players: the share of draws is what was seen, and the prior of half a game
/// hardly shifts it.
#[test]
fn draw_rates() {
    let rate_of = |draws: u64, decided: u64| {
        let pairings = [games(0, 1, decided, draws, decided), games(1, 0, decided, draws, decided)];
        rate_players(2, &pairings, &mean_zero()).expect("ratings")
    };
    let some = rate_of(50, 25);
    assert!((some.draw_rate.expect("games") - 100.5 / 201.0).abs() < 1e-6);
    assert!(some.draw_rate_interval.contains(0.45) && !some.draw_rate_interval.contains(0.4));
    let none = rate_of(0, 50);
    assert!((none.draw_rate.expect("games") - 0.5 / 201.0).abs() < 1e-6);
    assert!(none.draw_rate_interval.high < 0.08 && none.draw_rate_interval.low > 0.0);
    let all = rate_of(50, 0);
    assert!((all.draw_rate.expect("games") - 100.5 / 101.0).abs() < 1e-3);
    assert!(all.players.iter().all(|player| player.rating.elo.abs() < 1e-6));
    assert!(all.players[0].rating.standard_error > 100.0);
}

#[test]
fn all_won_is_finite_and_cautious() {
    let won = |count: u64| {
        let pairings = [
            games(0, 1, count, 0, 0),
            games(1, 0, 0, 0, count),
            games(1, 2, 20, 5, 20),
            games(2, 1, 20, 5, 20),
        ];
        rate_players(3, &pairings, &mean_zero()).expect("ratings")
    };
    let mut last = 0.0;
    for count in [1, 10, 1000, 1_000_000] {
        let ratings = won(count);
        let lead = ratings.difference(0, 1).expect("they met");
        assert!(lead.elo.is_finite() && lead.elo > last && lead.elo < 6000.0, "{lead:?}");
        assert!(lead.standard_error.is_finite() && lead.standard_error > 250.0, "{lead:?}");
        last = lead.elo;
    }
    let lost_all_as_second = [games(0, 1, 100, 0, 0), games(1, 0, 100, 0, 0)];
    let ratings = rate_players(2, &lost_all_as_second, &mean_zero()).expect("ratings");
    assert!((500.0..3000.0).contains(&ratings.first_move_advantage.elo));
    assert!(ratings.difference(0, 1).expect("they met").elo.abs() < 1e-6);
}

#[test]
fn components_are_kept_apart() {
    let pairings =
        [games(0, 3, 30, 0, 10), games(3, 0, 10, 0, 30), games(1, 4, 5, 0, 15), games(2, 2, 10, 2, 5)];
    let anchor = Anchor::Player { player: 3, elo: 100.0 };
    let ratings = rate_players(6, &pairings, &RatingOptions { anchor, ..mean_zero() }).expect("ratings");
    let components: Vec<usize> = ratings.players.iter().map(|player| player.component).collect();
    assert_eq!((components, ratings.components), (vec![0, 1, 2, 0, 1, 3], 4));
    assert_eq!((ratings.difference(0, 1), ratings.difference(1, 2)), (None, None));
    assert_eq!((ratings.difference(0, 6), ratings.difference(9, 0)), (None, None));
    // The anchor in one component, means in the others.
    let elo = |player: usize| ratings.players[player].rating.elo;
    assert_eq!(elo(3).to_bits(), 100.0_f64.to_bits());
    assert!((elo(1) + elo(4) - 200.0).abs() < 1e-9 && (elo(2) - 100.0).abs() < 1e-9);
    // A player who met nobody else has the prior's error.
    for alone in [2, 5] {
        assert!((ratings.players[alone].rating.standard_error - 1000.0).abs() < 1e-6);
        assert_eq!(ratings.players[alone].results, Wdl::ZERO);
    }
    assert_eq!(ratings.players[0].results, Wdl { wins: 60, draws: 0, losses: 20 });
    assert_eq!(ratings.players[4].results, Wdl { wins: 15, draws: 0, losses: 5 });
}

#[test]
fn nothing_is_known_without_games() {
    let ratings = rate_players(2, &[games(0, 1, 0, 0, 0)], &mean_zero()).expect("ratings");
    assert_eq!((ratings.components, ratings.draw_rate), (2, None));
    assert_eq!(ratings.draw_rate_interval, Interval::UNIT);
    assert!((ratings.first_move_advantage.standard_error - 1000.0).abs() < 1e-6);
    let nobody = rate_players(0, &[], &mean_zero()).expect("ratings");
    assert!(nobody.players.is_empty() && nobody.components == 0);
}

#[test]
fn order_of_pairings_and_players_does_not_matter() {
    let pairings = baseball();
    let straight = rate_players(7, &pairings, &mean_zero()).expect("ratings");
    let reversed: Vec<Pairing> = pairings.iter().rev().copied().collect();
    assert_eq!(rate_players(7, &reversed, &mean_zero()).expect("ratings"), straight);
    let renamed: Vec<Pairing> = pairings
        .iter()
        .map(|one| Pairing { first: (one.first * 3 + 2) % 7, second: (one.second * 3 + 2) % 7, ..*one })
        .collect();
    let renamed = rate_players(7, &renamed, &mean_zero()).expect("ratings");
    for (player, rating) in straight.players.iter().enumerate() {
        let other = &renamed.players[(player * 3 + 2) % 7];
        assert!((rating.rating.elo - other.rating.elo).abs() < 1e-7);
        assert!((rating.rating.standard_error - other.rating.standard_error).abs() < 1e-7);
        assert_eq!(rating.results, other.results);
    }
    // Split pairings are merged.
    let halves: Vec<Pairing> = pairings
        .iter()
        .flat_map(|one| {
            let wins = Wdl { losses: 0, ..one.results };
            let losses = Wdl { wins: 0, ..one.results };
            [Pairing { results: wins, ..*one }, Pairing { results: losses, ..*one }]
        })
        .collect();
    assert_eq!(rate_players(7, &halves, &mean_zero()).expect("ratings"), straight);
}

#[test]
fn the_likelihood_is_flat_at_the_answer() {
    let pairings = [games(0, 1, 5, 2, 1), games(1, 0, 3, 0, 4), games(1, 2, 0, 7, 2), games(2, 0, 0, 1, 9)];
    let ratings = rate_players(3, &pairings, &mean_zero()).expect("ratings");
    let games = pairings.iter().map(|one| ((one.first, one.second), one.results)).collect();
    let model = Model::new(3, &games, (ELO_PER_LOGIT / 1000.0).powi(2));
    let slope = model.slope(&ratings.point);
    assert!(slope.gradient.iter().all(|slope| slope.abs() < 1e-9), "{:?}", slope.gradient);
}

/// The anchor moves the scale, not the differences or their errors.
#[test]
fn anchors_do_not_change_differences() {
    let free = rate_players(7, &baseball(), &mean_zero()).expect("ratings");
    let sum: f64 = free.players.iter().map(|player| player.rating.elo).sum();
    assert!(sum.abs() < 1e-9);
    let anchor = Anchor::Player { player: 4, elo: 2000.0 };
    let fixed = rate_players(7, &baseball(), &RatingOptions { anchor, ..mean_zero() }).expect("ratings");
    for player in 0..7 {
        let (one, other) = (free.difference(player, 4), fixed.difference(player, 4));
        assert_eq!(one, other);
        let one = one.expect("they met");
        let rating = fixed.players[player].rating;
        assert!((rating.elo - 2000.0 - one.elo).abs() < 1e-9);
        assert!((rating.standard_error - one.standard_error).abs() < 1e-9);
    }
}

#[test]
fn nonsense_is_refused() {
    let refused = |players, pairings: &[Pairing], options| rate_players(players, pairings, &options).err();
    assert_eq!(
        refused(2, &[games(0, 2, 1, 0, 0)], mean_zero()),
        Some(RatingsError::NoSuchPlayer { player: 2, players: 2 })
    );
    let anchor = Anchor::Player { player: 5, elo: 0.0 };
    assert!(refused(2, &[], RatingOptions { anchor, ..mean_zero() }).is_some());
    for prior_deviation in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(refused(2, &[], RatingOptions { prior_deviation, ..mean_zero() }).is_some());
    }
    let anchor = Anchor::Mean { elo: f64::NAN };
    assert!(refused(2, &[], RatingOptions { anchor, ..mean_zero() }).is_some());
}

#[test]
fn many_players_settle() {
    let players = 60;
    let mut pairings = Vec::new();
    for first in 0..players {
        for second in 0..players {
            let lead = (second as u64 + 7).saturating_sub(first as u64 / 2) % 11;
            if first != second && (first + second) % 3 != 0 {
                pairings.push(games(first, second, lead, (first as u64 * 5 + second as u64) % 4, 10 - lead));
            }
        }
    }
    let ratings = rate_players(players, &pairings, &mean_zero()).expect("ratings");
    assert!(ratings.players.iter().all(|player| player.rating.elo.is_finite()));
}

/// Intervals hold the truth about as often as they promise: four players, thirty games of each pairing.
#[test]
fn coverage() {
    use rand::{RngExt, SeedableRng};
    let abilities = [0.8, 0.1, -0.2, -0.7_f64];
    let (advantage, tie) = (0.4_f64, -0.3_f64);
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(11);
    let samples = 400;
    let (mut differences, mut advantages, mut draw_rates) = (0, 0, 0);
    for _ in 0..samples {
        let mut pairings = Vec::new();
        for (first, second) in (0..4).flat_map(|first| (0..4).map(move |second| (first, second))) {
            let chances = Prediction::new(abilities[first] - abilities[second] + advantage, tie);
            for _ in 0..if first == second { 0 } else { 30 } {
                let place: f64 = random.random();
                let (win, draw) = (place < chances.win, place < chances.win + chances.draw);
                pairings.push(games(
                    first,
                    second,
                    u64::from(win),
                    u64::from(draw && !win),
                    u64::from(!draw),
                ));
            }
        }
        let ratings = rate_players(4, &pairings, &mean_zero()).expect("ratings");
        let holds =
            |estimate: Estimate, logits: f64| u32::from(estimate.interval.contains(ELO_PER_LOGIT * logits));
        let difference = ratings.difference(0, 2).expect("they met");
        differences += holds(difference, abilities[0] - abilities[2]);
        advantages += holds(ratings.first_move_advantage, advantage);
        let draws = Prediction::new(advantage, tie).draw;
        draw_rates += u32::from(ratings.draw_rate_interval.contains(draws));
    }
    for held in [differences, advantages, draw_rates] {
        // 95 % of 400 is 380, its standard deviation 4.4.
        assert!((365..=394).contains(&held), "{differences} {advantages} {draw_rates}");
    }
}

/// Whatever the counts, the search settles and nothing is infinite.
#[test]
fn odd_tournaments_settle() {
    use rand::{RngExt, SeedableRng};
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(5);
    for round in 0..400 {
        let players = random.random_range(1..8);
        let largest = [2, 50, 1_000_000, 1_000_000_000_000][round % 4];
        let mut count = || if random.random_bool(0.6) { 0 } else { random.random_range(0..largest) };
        let pairings: Vec<Pairing> = (0..players)
            .flat_map(|first| (0..players).map(move |second| (first, second)))
            .map(|(first, second)| games(first, second, count(), count(), count()))
            .collect();
        for prior_deviation in [1e-3, 100.0, 1000.0, 1e6] {
            let options = RatingOptions { prior_deviation, ..mean_zero() };
            let ratings = rate_players(players, &pairings, &options)
                .unwrap_or_else(|error| panic!("{error}: {prior_deviation} {pairings:?}"));
            let estimates = ratings.players.iter().map(|player| player.rating);
            for estimate in estimates.chain([ratings.first_move_advantage]) {
                assert!(estimate.interval.low.is_finite() && estimate.interval.high.is_finite());
                assert!(estimate.standard_error >= 0.0 && estimate.interval.contains(estimate.elo));
            }
            assert!(ratings.draw_rate.is_none_or(|rate| ratings.draw_rate_interval.contains(rate)));
        }
    }
}

/// Two games in which the same players differ by other amounts, and in which moving first is worth other amounts.
#[test]
fn mean_over_games() {
    let of = |results: [(u64, u64); 2]| {
        let [(a, b), (c, d)] = results;
        rate_players(3, &[games(0, 1, a, 0, b), games(1, 0, c, 0, d), games(1, 2, 5, 5, 5)], &mean_zero())
            .expect("ratings")
    };
    let (one, other) = (of([(30, 10), (10, 30)]), of([(90, 10), (60, 40)]));
    let mean = Ratings::mean([&one, &other]).expect("two");
    let difference = |ratings: &Ratings| ratings.difference(0, 1).expect("they met");
    let (a, b, found) = (difference(&one), difference(&other), difference(&mean));
    assert!((found.elo - f64::midpoint(a.elo, b.elo)).abs() < 1e-9);
    assert!((found.standard_error - a.standard_error.hypot(b.standard_error) / 2.0).abs() < 1e-9);
    let lead = mean.players[0].rating.elo - mean.players[1].rating.elo;
    assert!((lead - found.elo).abs() < 1e-9);
    let advantage = |ratings: &Ratings| ratings.first_move_advantage.elo;
    assert!((advantage(&mean) - f64::midpoint(advantage(&one), advantage(&other))).abs() < 1e-9);
    assert_eq!(mean.players[0].results, one.players[0].results + other.players[0].results);
    assert_eq!((mean.components, mean.draw_rate), (1, None));
    assert_eq!(Ratings::mean([&one]).expect("one").players, one.players);
    assert_eq!(Ratings::mean([]), None);
}

/// A player who has not met the others in one of the games cannot be compared with them in the mean.
#[test]
fn mean_over_games_with_a_stranger() {
    let met = rate_players(3, &[games(0, 1, 3, 0, 1), games(1, 2, 3, 0, 1)], &mean_zero()).expect("ratings");
    let apart = rate_players(3, &[games(0, 1, 3, 0, 1)], &mean_zero()).expect("ratings");
    let mean = Ratings::mean([&met, &apart]).expect("two");
    assert_eq!(mean.components, 2);
    assert!(mean.difference(0, 1).is_some() && mean.difference(0, 2).is_none());
    assert_eq!(Ratings::mean([&met, &rate_players(2, &[], &mean_zero()).expect("ratings")]), None);
}
