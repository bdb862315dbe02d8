//! Experiments that were never played: plans, and counts drawn from made-up strengths.

use connect_toe_experiment::{ConditionTally, Plan, Tally};
use connect_toe_game::scramble;
use connect_toe_players::FirstMover;
use connect_toe_report::{Extras, Provenance, Report, Session};
use connect_toe_stats::{GameResult, Pentanomial, Wdl};

/// A plan without studies.
pub(crate) fn empty(title: &str) -> Plan {
    let mut plan =
        read(title, "[[study]]\nname = \"s\"\ngame = \"3x3:3\"\nplayer = [\"random\", \"two-ply\"]\n");
    plan.studies.clear();
    plan.conditions.clear();
    plan
}

/// The plan of an experiment file with this title and these studies.
pub(crate) fn read(title: &str, studies: &str) -> Plan {
    let text = format!(
        "title = {title:?}\nquestion = \"Who is best, and by how much?\"\nseed = 7\ngames_per_cell = 100\n\
         # <made by hand> & not played\n{studies}"
    );
    Plan::read(&text, &[], &|_| Err(String::new())).unwrap_or_else(|error| panic!("{title}: {error}"))
}

/// Fourteen players, each against each, on three games.
pub(crate) fn round_robin() -> Plan {
    read(
        "Fourteen players on three games",
        r#"
        [[study]]
        name = "all"
        title = "Everybody against everybody"
        about = "Made-up numbers."
        game = ["tic-tac-toe", "connect-four", "qubic"]
        player = [
            "random",
            "two-ply:eval=weighted-lines",
            "alpha-beta:depth={1,2,3,5},eval={undecided,open-lines,runs}",
        ]
        "#,
    )
}

/// Three heuristics against four opponents at eight depths, as the paper has them on Tic-Tac-Toe.
pub(crate) fn depths() -> Plan {
    read(
        "Depth and heuristics on Tic-Tac-Toe",
        r#"
        [[study]]
        name = "depth"
        title = "Score by search depth"
        about = "Made-up numbers."
        games_per_cell = 1000
        let = { depth = "{1..8}" }
        game = "3x3:3"
        player = "alpha-beta:depth={depth},eval={optimistic,pessimistic,undecided}"
        opponent = ["alpha-beta:depth={depth},eval={optimistic,pessimistic}", "random", "alpha-beta:depth={depth},eval=undecided"]
        "#,
    )
}

/// Open faces and sizes, two pairings.
pub(crate) fn faces() -> Plan {
    read(
        "Open faces and sizes",
        r#"
        [[study]]
        name = "more"
        title = "Boards of many dimensions"
        about = "Made-up numbers."
        game = ["8:3", "2x2x2x2:2:-4", "4x4x4:4:-3", "3x3x3x3x3:3", "20x20:5", "4x4x4:4:+1,-1,+2,-2,+3,-3"]
        player = "alpha-beta:depth=2,eval=runs"
        opponent = "random"

        [[study]]
        name = "faces"
        title = "Faces and board sizes"
        about = "Made-up numbers."
        games_per_cell = 200
        let = { faces = ["-2", "+1,-1", "+1,-2", "+1,-1,-2", "+1,-1,+2,-2", "free"], size = "{4..9}" }
        game = "{size}x{size}:4:{faces}"
        player = "alpha-beta:depth=3,eval=runs"
        opponent = ["random", "alpha-beta:depth=2,eval=open-lines"]
        "#,
    )
}

/// More conditions than most experiments have.
pub(crate) fn five_hundred() -> Plan {
    let plan = read(
        "Five hundred cells",
        r#"
        [[study]]
        name = "big"
        title = "Depth by game"
        about = "Made-up numbers."
        games_per_cell = 1000
        let = { depth = "{1..5}" }
        game = ["3x3:3", "4x4:4", "5x5:4", "7x6:4:-2", "6x6:4:all"]
        player = "alpha-beta:depth={depth},eval={optimistic,pessimistic,undecided,runs,open-lines}"
        opponent = ["random", "alpha-beta:depth=2,eval=runs", "two-ply", "minimax:depth=2"]
        "#,
    );
    assert_eq!(plan.conditions.len(), 500);
    plan
}

/// A stream of numbers between 0 and 1.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.0 = scramble(self.0.wrapping_add(0x9e37_79b9_7f4a_7c15));
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// How strong a player is: deeper is stronger, and so on.
fn strength(player: &str) -> f64 {
    let depth =
        player.split_once("depth=").and_then(|(_, rest)| rest[..1].parse::<f64>().ok()).unwrap_or(1.0);
    let search = if player.starts_with("random") { -2.0 } else { 0.25 * depth };
    let heuristics =
        [("runs", 0.8), ("open-lines", 0.4), ("weighted", 0.6), ("optimistic", -0.5), ("pessimistic", 0.3)];
    search + heuristics.iter().filter(|(name, _)| player.contains(name)).map(|(_, plus)| plus).sum::<f64>()
}

/// Counts as if this share of all pairs had been played.
pub(crate) fn played(plan: &Plan, share: f64) -> Tally {
    let mut tally = Tally::new(plan);
    for (place, condition) in plan.conditions.iter().enumerate() {
        let mut dice = Dice(place as u64 * 1000 + plan.seed);
        let cells: u64 = condition.game.sizes.iter().map(|&size| u64::from(size)).product();
        let lead = strength(&condition.player.to_string()) - strength(&condition.opponent.to_string());
        let sum = &mut tally.conditions[place];
        for _ in 0..(condition.protocol.pairs() as f64 * share) as u64 {
            let results = [0.3, -0.3].map(|advantage| {
                let (win, draw) = ((lead + advantage).exp(), if cells < 10 { 1.5 } else { 0.2 });
                let place = dice.roll() * (win + draw + 1.0 / win);
                if place < win {
                    GameResult::Win
                } else if place < win + draw {
                    GameResult::Draw
                } else {
                    GameResult::Loss
                }
            });
            sum.as_first += Wdl::from(results[0]);
            sum.as_second += Wdl::from(results[1]);
            sum.pairs += Pentanomial::of_pair(results[0], results[1]);
            sum.first_mover_pairs += Pentanomial::of_pair(results[0], results[1].swapped());
            for _ in results {
                let plies = (cells as f64 * (0.4 + 0.6 * dice.roll() * dice.roll())) as usize;
                sum.lengths.resize(sum.lengths.len().max(plies + 1), 0);
                sum.lengths[plies] += 1;
                let (first, second) = (plies.div_ceil(2) as u64, plies as u64 / 2);
                sum.player_moves += first;
                sum.opponent_moves += second;
                sum.player_nodes += first * 123;
                sum.opponent_nodes += second * 4567;
            }
        }
    }
    tally
}

/// Counts in which every game ended in the same way.
pub(crate) fn uniform(plan: &Plan, result: GameResult) -> Tally {
    let mut tally = Tally::new(plan);
    for (condition, sum) in plan.conditions.iter().zip(&mut tally.conditions) {
        for _ in 0..condition.protocol.pairs() {
            sum.as_first += Wdl::from(result);
            sum.as_second += Wdl::from(result);
            sum.pairs += Pentanomial::of_pair(result, result);
            sum.first_mover_pairs += Pentanomial::of_pair(result, result.swapped());
        }
        sum.lengths = vec![0, 0, 0, 2 * condition.protocol.pairs()];
    }
    tally
}

pub(crate) fn provenance(plan: &Plan, share: f64) -> Provenance {
    Provenance {
        version: "1.2.3".to_owned(),
        plan_hash: plan.hash(),
        file_name: Some("made-up.toml".to_owned()),
        pairs_done: (plan.pairs() as f64 * share) as u64,
        pairs: plan.pairs(),
        sessions: vec![Session {
            processor: "A processor & a half".to_owned(),
            cores: 8,
            threads: 4,
            started: "2030-01-02 03:04 UTC".to_owned(),
            seconds: 754.3,
            games: plan.games(),
        }],
    }
}

/// The report of everything played.
pub(crate) fn report(plan: &Plan) -> Report<'_> {
    report_of(plan, &played(plan, 1.0))
}

/// The report of these counts.
pub(crate) fn report_of<'a>(plan: &'a Plan, tally: &Tally) -> Report<'a> {
    Report::new(plan, tally, provenance(plan, 1.0), Extras::default())
}

/// The same plan with the player moving first in every game.
pub(crate) fn player_first(mut plan: Plan) -> Plan {
    for condition in &mut plan.conditions {
        condition.protocol.first = FirstMover::Player;
    }
    plan
}

/// Nothing in a tally.
pub(crate) fn unplayed(plan: &Plan) -> Tally {
    Tally { conditions: vec![ConditionTally::default(); plan.conditions.len()] }
}

/// Single games with these wins, draws and losses of each condition's player.
pub(crate) fn counts(plan: &mut Plan, counts: &[[u64; 3]]) -> Tally {
    let mut tally = Tally::new(plan);
    assert_eq!(plan.conditions.len(), counts.len());
    let conditions = plan.conditions.iter_mut().zip(&mut tally.conditions);
    for ((condition, sum), &[wins, draws, losses]) in conditions.zip(counts) {
        condition.protocol.first = FirstMover::Random;
        condition.protocol.games = wins + draws + losses;
        sum.as_first = Wdl { wins, draws, losses };
        sum.lengths = vec![0, 0, 0, 0, 0, condition.protocol.games];
    }
    tally
}
