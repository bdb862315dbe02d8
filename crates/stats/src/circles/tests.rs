//! Tests of ratings that allow circles.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::{Pairing, Pentanomial, RatingOptions, SIGNIFICANCE, ScoreCounts, Wdl, rate_players};

/// `OpenSpiel`'s ratings: the lines of a table. `python/measure/open_spiel_ratings.py` made them.
fn open_spiel() -> Vec<(String, String, Vec<f64>)> {
    let line = |line: &str| {
        let mut entries = line.split(',').map(str::to_owned);
        let [name, about] = [(); 2].map(|()| entries.next().expect("a name and what it is about"));
        (name, about, entries.map(|entry| entry.parse().expect("a number")).collect())
    };
    include_str!("../../testdata/open_spiel_ratings.csv").lines().map(line).collect()
}

fn payoffs(entries: &[f64]) -> Payoffs {
    let players = entries.len().isqrt();
    Payoffs::new(&entries.chunks(players).collect::<Vec<_>>()).expect("antisymmetric")
}

fn check(found: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (one, other) in found.iter().zip(expected) {
        assert!((one - other).abs() < tolerance, "{what}: {found:?} instead of {expected:?}");
    }
}

#[test]
fn all_values_are_open_spiels() {
    let mut table = payoffs(&[0.0]);
    let mut compared = 0;
    for (name, about, numbers) in open_spiel() {
        let what = format!("{name}, {about}");
        let value = |field: &str| {
            about.split(';').find_map(|one| one.strip_prefix(field)).and_then(|one| one.parse().ok())
        };
        // Where the largest entropy is just where another player begins to win, OpenSpiel's solver stops before.
        let tolerance = if name.starts_with("ties") { 1e-5 } else { 1e-6 };
        match about.as_str() {
            "payoffs" => table = payoffs(&numbers),
            "nash" => check(&nash_average(&table).shares, &numbers, tolerance, &what),
            "nash-payoffs" => check(&nash_average(&table).payoffs, &numbers, tolerance, &what),
            _ => {
                let selection = match value("noise=") {
                    Some(noise) => Selection::Infinite { noise },
                    None => Selection::Finite {
                        alpha: value("alpha=").expect("an intensity"),
                        population: value("population=").expect("a population") as u32,
                    },
                };
                check(&alpha_rank(&table, selection).expect("in range"), &numbers, 1e-6, &what);
            }
        }
        compared += 1;
    }
    assert!(compared > 100);
}

/// What the paper's definition says of every mix, whatever a solver says.
fn check_equilibrium(table: &Payoffs) -> NashAverage {
    let found = nash_average(table);
    assert!((found.shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{found:?}");
    for (share, payoff) in found.shares.iter().zip(&found.payoffs) {
        assert!(*share >= 0.0 && *payoff < 1e-9 * table.largest().max(1.0), "{found:?}");
        assert!(*share == 0.0 || payoff.abs() < 1e-9 * table.largest().max(1.0), "{found:?}");
    }
    found
}

fn random_payoffs(random: &mut ChaCha8Rng, players: usize, draw: impl Fn(&mut ChaCha8Rng) -> f64) -> Payoffs {
    let mut entries = vec![0.0; players * players];
    for row in 0..players {
        for column in row + 1..players {
            let payoff = draw(random);
            entries[row * players + column] = payoff;
            entries[column * players + row] = -payoff;
        }
    }
    payoffs(&entries)
}

#[test]
fn mixes_are_equilibria_whatever_the_payoffs() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for players in 1..=14 {
        for _ in 0..10 {
            check_equilibrium(&random_payoffs(&mut random, players, |random| random.random_range(-1.0..1.0)));
            let few = check_equilibrium(&random_payoffs(&mut random, players, |random| {
                f64::from(random.random_range(-2..=2)) * 1e3
            }));
            assert!(few.shares.iter().any(|share| *share > 0.0));
        }
    }
    check_equilibrium(&random_payoffs(&mut random, 60, |random| random.random_range(-1.0..1.0)));
}

/// Property P1 of the paper: a copy changes nothing for the others, and the copies share what the player had.
#[test]
fn copies_share() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    for players in 3..9 {
        let table = random_payoffs(&mut random, players, |random| random.random_range(-1.0..1.0));
        let with_copy: Vec<Vec<f64>> = (0..=players)
            .map(|row| (0..=players).map(|column| table.get(row % players, column % players)).collect())
            .collect();
        let (alone, copied) =
            (nash_average(&table), nash_average(&Payoffs::new(&with_copy).expect("antisymmetric")));
        let share = alone.shares[0] / 2.0;
        let expected = [&[share], &alone.shares[1..], &[share]].concat();
        check(&copied.shares, &expected, 1e-7, "copies");
        check(&copied.payoffs[..players], &alone.payoffs, 1e-7, "payoffs");
    }
}

#[test]
fn the_order_of_players_does_not_matter() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for players in 2..12 {
        let table =
            random_payoffs(&mut random, players, |random| f64::from(random.random_range(-3..=3)) / 3.0);
        let backwards: Vec<Vec<f64>> = (0..players)
            .rev()
            .map(|row| (0..players).rev().map(|column| table.get(row, column)).collect())
            .collect();
        let backwards = Payoffs::new(&backwards).expect("antisymmetric");
        let reversed = |shares: Vec<f64>| shares.into_iter().rev().collect::<Vec<_>>();
        check(&reversed(nash_average(&backwards).shares), &nash_average(&table).shares, 1e-7, "Nash");
        let [one, other] =
            [&table, &backwards].map(|table| alpha_rank(table, Selection::default()).expect("in range"));
        check(&reversed(other), &one, 1e-12, "α-Rank");
    }
}

/// Omidshafiei et al., figure 1 and section 3.2.3 as `OpenSpiel`'s `alpharank_test`: in rock, paper and scissors all are
/// equal; and whatever the intensity, it is not too large.
#[test]
fn no_intensity_is_too_large() {
    let table = payoffs(&[0.0, -0.25, 0.5, 0.25, 0.0, -0.05, -0.5, 0.05, 0.0]);
    for alpha in [1e2, 1e5, 1e8] {
        let shares = alpha_rank(&table, Selection::Finite { alpha, population: 1000 }).expect("in range");
        check(&shares, &[1.0 / 3.0; 3], 1e-2, "a circle");
    }
    let ladder = payoffs(&[0.0, 0.1, 0.1, -0.1, 0.0, 0.1, -0.1, -0.1, 0.0]);
    let shares = alpha_rank(&ladder, Selection::Finite { alpha: 1e9, population: 2 }).expect("in range");
    check(&shares, &[1.0, 0.0, 0.0], 1e-12, "a ladder");
    let none = alpha_rank(&ladder, Selection::Finite { alpha: 0.0, population: 50 }).expect("in range");
    check(&none, &[1.0 / 3.0; 3], 1e-12, "no selection");
    let wrong = [
        Selection::Finite { alpha: f64::NAN, population: 50 },
        Selection::Finite { alpha: 1.0, population: 1 },
        Selection::Infinite { noise: 0.0 },
    ];
    assert!(wrong.into_iter().all(|selection| alpha_rank(&ladder, selection).is_err()));
}

#[test]
fn tables_are_checked() {
    let error = |table: &[&[f64]]| Payoffs::new(table).expect_err("not payoffs").to_string();
    assert_eq!(error(&[]), "a table of payoffs needs a player or more");
    assert_eq!(error(&[&[0.0, 1.0], &[-1.0]]), "row 1 has 1 payoffs, but there are 2 players");
    assert!(error(&[&[f64::NAN]]).contains("row 0, column 0"));
    assert!(
        error(&[&[0.0, 0.6], &[0.4, 0.0]])
            .starts_with("row 0, column 1 has 0.6, but row 1, column 0 has 0.4")
    );
    assert!(error(&[&[0.1]]).contains("nothing from itself"));
}

/// A game of players with chances of a win of the first mover, and pairs of games from openings that favour a side.
struct Model {
    /// What each player's strength is, in natural logarithms.
    strength: Vec<f64>,
    /// How much the one who goes around the circle of players against the next one gains.
    circular: f64,
    /// How much openings favour a side.
    openings: f64,
}

impl Model {
    fn meetings(&self, random: &mut ChaCha8Rng, pairs: u64) -> (Vec<Meeting>, Vec<Pairing>) {
        let players = self.strength.len();
        let (mut meetings, mut pairings) = (Vec::new(), Vec::new());
        for first in 0..players {
            for second in first + 1..players {
                let ahead = self.strength[first] - self.strength[second];
                let around = if second == first + 1 { self.circular } else { 0.0 };
                let around = if (first, second) == (0, players - 1) { -self.circular } else { around };
                let mut counts = [0; 5];
                let [mut as_first, mut as_second] = [Wdl::ZERO; 2];
                for _ in 0..pairs {
                    let opening = self.openings * random.random_range(-1.0..1.0);
                    let mut won = 0;
                    for (side, results) in [(1.0, &mut as_first), (-1.0, &mut as_second)] {
                        let chance = 1.0 / (1.0 + (-(ahead + around + side * (opening + 0.3))).exp());
                        if random.random_bool(chance) {
                            results.wins += 1;
                            won += 2;
                        } else {
                            results.losses += 1;
                        }
                    }
                    counts[won] += 1;
                }
                let trials = Pentanomial { counts };
                let score = trials.score();
                meetings.push(Meeting { first, second, score, trials: trials.into(), moves_first: 0.5 });
                pairings.push(Pairing { first, second, results: as_first });
                pairings.push(Pairing { first: second, second: first, results: as_second.swapped() });
            }
        }
        (meetings, pairings)
    }

    fn test(&self, random: &mut ChaCha8Rng, pairs: u64) -> Transitivity {
        let (meetings, pairings) = self.meetings(random, pairs);
        let ratings =
            rate_players(self.strength.len(), &pairings, &RatingOptions::default()).expect("in range");
        transitivity(&ratings, &meetings, SIGNIFICANCE).expect("three players")
    }

    /// How often of 400 tournaments each truth is found: it holds, misfit, circle, too few.
    fn truths(&self, pairs: u64) -> [u32; 4] {
        let mut random = ChaCha8Rng::seed_from_u64(4);
        let mut found = [0; 4];
        for _ in 0..400 {
            found[self.test(&mut random, pairs).truth as usize] += 1;
        }
        found
    }
}

#[test]
fn alarms_are_as_rare_as_promised() {
    let ladder = |players: u32, step: f64| (0..players).map(|player| f64::from(player) * step).collect();
    for (players, step, pairs, openings) in [
        (3, 0.3, 200, 0.0),
        (3, 0.3, 200, 3.0),
        (6, 0.4, 60, 1.5),
        (6, 1.0, 25, 1.0),
        (10, 0.0, 100, 2.0),
        (5, 0.6, 10, 3.0),
    ] {
        let model = Model { strength: ladder(players, step), circular: 0.0, openings };
        let [_, misfit, circle, _] = model.truths(pairs);
        assert!(circle <= 12 && misfit <= 36, "{players} {step} {pairs}: {misfit} {circle}");
    }
}

#[test]
fn circles_and_misfits_are_found() {
    let circle = Model { strength: vec![0.0; 3], circular: 0.8, openings: 1.0 };
    assert!(circle.truths(100)[2] > 380, "{:?}", circle.truths(100));
    assert!(circle.truths(4)[3] > 300, "{:?}", circle.truths(4));
    // The first beats the second and the second the third, by far; but the first has no edge over the third beyond that.
    let misfit = Model { strength: vec![2.0, 0.0, -2.0], circular: 1.2, openings: 0.0 };
    assert!(misfit.truths(300)[1] > 380, "{:?}", misfit.truths(300));
}

#[test]
fn sentences_say_what_was_found() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let name = |player: usize| ["a", "b", "c", "d"][player].to_owned();
    let sentence = |strength: &[f64], circular, pairs, random: &mut ChaCha8Rng| {
        Model { strength: strength.to_vec(), circular, openings: 0.0 }.test(random, pairs).sentence(name)
    };
    let told = [
        sentence(&[0.9, 0.5, 0.0], 0.0, 300, &mut random),
        sentence(&[0.9, 0.5, 0.0], 0.0, 10, &mut random),
        sentence(&[2.0, 0.0, -2.0], 1.2, 300, &mut random),
        sentence(&[0.0; 4], 1.5, 200, &mut random),
    ];
    assert_eq!(
        told,
        [
            "Elo tells the truth here, as far as these games show: no players beat each other in a circle, and the ratings \
             predict all 3 scores as well as chance allows (χ² = 0.8 with 1 degree of freedom, p = 0.38). Each score is known \
             to 4 points of 100 or better.",
            "Too few games to tell whether Elo tells the truth here: nothing speaks against it, but a score is known to 22 \
             points of 100 only, and a circle would hardly show.",
            "Elo tells half of the truth here: no players are shown to beat each other in a circle, but the ratings do not \
             predict the scores (χ² = 106.1 with 1 degree of freedom, p < 0.0001). The farthest from them is that of c against \
             a: 5.2 %, where they expect 0.8 %.",
            "Elo does not tell the truth here: b beats c (81.0 %), c beats d (80.2 %), and d beats b (55.8 %). No list of \
             ratings can say that. All 4 players stand in such circles.",
        ]
    );
}

#[test]
fn fewer_than_three_players_have_no_order_to_test() {
    let results = Wdl { wins: 60, draws: 0, losses: 40 };
    let ratings = rate_players(3, &[Pairing { first: 0, second: 1, results }], &RatingOptions::default());
    let trials = ScoreCounts::from(results);
    let meeting = Meeting { first: 0, second: 1, score: results.score(), trials, moves_first: 1.0 };
    let unplayed = Meeting { second: 2, score: None, trials: Wdl::ZERO.into(), ..meeting };
    assert_eq!(transitivity(&ratings.expect("in range"), &[meeting, unplayed], SIGNIFICANCE), None);
    assert_eq!(Payoffs::of_meetings(3, &[meeting, unplayed]), None);
    let both = Payoffs::of_meetings(2, &[meeting]).expect("they met");
    assert!((both.get(0, 1) - 0.2).abs() < 1e-12 && (both.get(1, 0) + 0.2).abs() < 1e-12);
}
