//! Every win that is claimed by threats has a certificate that the checker accepts, and the exact solver agrees.

use std::io::{self, Write};

use connect_toe_game::{Bits, Board, Game, Outcome, Rules, with_game};
use connect_toe_search::{Algorithm, Exact, ExactValue, Task, Want, unwatched};
use connect_toe_testkit::random_game::SplitMix64;
use connect_toe_threats::{CertifyError, Found, Order, Threats};

/// Games of every kind in which a line wins.
const GAMES: [&str; 10] = [
    "15x15:5",
    "15x15:5:free:exact",
    "9x9:5",
    "4x4x4:4",
    "4x4x4:4:-3",
    "7x6:4:-2",
    "7x7:4:free:torus",
    "8x7:4:-2:torus",
    "6x6:4:+1,-2:exact",
    "5x5:4",
];

/// Nodes of a search for threats.
const NODES: u64 = 20_000;
/// Nodes of the exact solver, which is asked about boards with at most this many cells.
const EXACT_NODES: u64 = 2000;
const SMALL_BOARD: usize = 49;

/// Every tenth position, if it has no chain, is searched for threats of order 2.
const WIDE_EVERY: u32 = 10;
/// Moves of a certificate at most.
const MOST_MOVES: u64 = 100_000;

/// What was looked at and found.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    positions: u32,
    wins: u32,
    longest: u32,
    /// Wins of order 2 with a certificate, and those whose certificate was too large.
    wide: u32,
    too_large: u32,
    no_chain: u32,
    solved: u32,
    nodes: u64,
}

impl Count {
    /// Looks for threats in a position, and has what is found checked.
    fn look<B: Bits>(
        &mut self,
        rules: &Rules<B>,
        board: &Board<B>,
        threats: &mut Threats<B>,
        exact: &mut Exact<B>,
    ) {
        let finding = threats.find(rules, board, Order::One, NODES, &mut connect_toe_threats::unwatched);
        self.positions += 1;
        self.nodes += finding.nodes;
        let name = || format!("{} {} {}", rules.spec(), rules.board_text(board), board.to_move());
        self.no_chain += u32::from(finding.found == Found::NoChain);
        let mut found = finding.found;
        if !matches!(found, Found::Win(_)) && self.positions.is_multiple_of(WIDE_EVERY) {
            found = threats.find(rules, board, Order::Two, NODES, &mut connect_toe_threats::unwatched).found;
        }
        let Found::Win(win) = found else { return };
        let is_wide = win.order == Order::Two;
        let mut certificate = Vec::new();
        match threats.certify(rules, board, &win, MOST_MOVES, &mut certificate) {
            Err(CertifyError::TooLarge(_)) if is_wide => {
                self.too_large += 1;
                return;
            }
            written => assert!(written.is_ok(), "{}: {written:?}", name()),
        }
        let proven = connect_toe_certificate::verify(&certificate[..])
            .unwrap_or_else(|error| panic!("{}: {error}", name()));
        let plies = if is_wide { rules.empty(board).count() } else { win.plies };
        let claimed = format!("{} wins within {plies} plies", board.to_move());
        assert_eq!(proven.claims[0].to_string(), claimed, "{}", name());
        self.wide += u32::from(is_wide);
        self.wins += u32::from(!is_wide);
        self.longest = self.longest.max(win.plies);
        if rules.geometry().cells().len() > SMALL_BOARD {
            return;
        }
        let moves = rules.legal_moves(board);
        let task = Task { moves: &moves, want: Want::OneBest, nodes: Some(EXACT_NODES), deepen: false };
        let findings = exact.find_out(rules, board, &task, &mut unwatched);
        if let Some(value) = findings.value {
            self.solved += 1;
            assert!(matches!(value, ExactValue::Win(plies) if plies <= win.plies), "{}: {value}", name());
        }
    }
}

/// The positions of games between two players, each with the same number of moves, the first of them random.
fn count<B: Bits>(rules: &Rules<B>, player: Option<&str>, positions: u32, random: &mut SplitMix64) -> Count {
    let mut search = player.map(|depth| {
        let settings = format!("depth={depth},eval=runs").parse().expect("settings");
        Algorithm::find("alpha-beta")
            .map(|row| row.build(rules, &settings).expect("a search"))
            .expect("in the table")
    });
    let mut threats = Threats::new(rules);
    let mut exact = Exact::new(EXACT_NODES);
    let mut count = Count::default();
    while count.positions < positions {
        let mut board = rules.start();
        let random_plies = 2 + random.below(6);
        // A random game is looked at once, at a random time.
        let looked_at = random.below(rules.geometry().cells().len());
        for ply in 0.. {
            let is_looked_at = if search.is_some() { ply >= random_plies } else { ply == looked_at };
            if is_looked_at && count.positions < positions {
                count.look(rules, &board, &mut threats, &mut exact);
            }
            let mut moves = rules.legal_moves(&board);
            for last in (1..moves.len()).rev() {
                moves.swap(last, random.below(last + 1));
            }
            let cell = match &mut search {
                Some(search) if ply >= random_plies => {
                    let task = Task { moves: &moves, want: Want::OneBest, nodes: None, deepen: false };
                    search.search(rules, &board, &task, &mut unwatched).best[0]
                }
                _ => moves[0],
            };
            let step = rules.advance(&board, cell);
            debug_assert!(!matches!(step.outcome, Some(Outcome::Win(side)) if side != board.to_move()));
            if step.outcome.is_some() {
                break;
            }
            board = step.board;
        }
    }
    count
}

/// All games with this many positions each, half of them random and half of them from games of a player with itself.
fn all(positions: u32) -> Vec<(&'static str, &'static str, Count)> {
    let mut counts = Vec::new();
    for (seed, text) in (0..).zip(GAMES) {
        let game: Game = text.parse().expect("game text");
        let mut random = SplitMix64::new(seed);
        with_game!(&game, record => {
            for (kind, player) in [("random", None), ("self-play", Some("2"))] {
                counts.push((text, kind, count(record.rules(), player, positions / 2, &mut random)));
            }
        });
    }
    counts
}

#[test]
fn wins_have_certificates() {
    let positions = if std::env::var_os("RUN_SLOW_TESTS").is_some() { 10_000 } else { 60 };
    let counts = all(positions);
    let mut wins = 0;
    for (game, kind, count) in counts {
        assert_eq!(count.positions, positions / 2, "{game} {kind}");
        wins += count.wins;
        // Figures for people, with `--nocapture`.
        writeln!(io::stderr(), "{game} {kind}: {count:?}").expect("a place for figures");
    }
    assert!(wins > positions / 4, "{wins}");
}
