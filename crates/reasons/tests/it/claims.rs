//! Every claim of every reason is played out by the slow reference, which shares no code with the engine.

use std::collections::{BTreeMap, BTreeSet};

use connect_toe_game::{Bits, Cell, Game, Record, with_game};
use connect_toe_reasons::{Known, Reason, Reasons};
use connect_toe_testkit::oracle::{self, Outcome, Player, Position};
use connect_toe_testkit::random_game::{Options, RandomGame, SplitMix64, moves};

/// A move of a position, with what the reference knows.
struct Claimed<'g> {
    before: Position<'g>,
    after: Position<'g>,
    /// The move.
    cell: String,
    mover: Player,
}

/// The same stones with the other side to move.
fn passed<'g>(position: &Position<'g>) -> Position<'g> {
    position.game().board(&position.board_text(), Some(position.to_move().other())).expect("its own board")
}

/// The moves by which the side to move wins at once.
fn wins(position: &Position<'_>) -> Vec<String> {
    let won = Some(Outcome::Win(position.to_move()));
    let wins = |cell: &String| position.play(cell).expect("a legal move").outcome() == won;
    position.legal_moves().into_iter().filter(wins).collect()
}

/// The replies after which the side that moved last cannot complete a line at once.
fn holding(position: &Position<'_>) -> Vec<String> {
    let holds = |cell: &String| wins(&position.play(cell).expect("a legal move")).is_empty();
    position.legal_moves().into_iter().filter(holds).collect()
}

/// Whether the side to move wins by these threats and answers: each threat has the one answer that follows it, but the last
/// has none that holds.
fn is_chain(position: &Position<'_>, chain: &[String]) -> bool {
    let attacker = position.to_move();
    let mut here = position.clone();
    for (place, cell) in chain.iter().enumerate() {
        let Ok(next) = here.play(cell) else { return false };
        let is_last = place + 1 == chain.len();
        if next.outcome() != is_last.then_some(Outcome::Win(attacker)) {
            return false;
        }
        if !is_last && place % 2 == 0 {
            let answers = holding(&next);
            let is_last_threat = place + 3 == chain.len();
            let forced =
                if is_last_threat { answers.is_empty() } else { answers == chain[place + 1..=place + 1] };
            if !wins(&next).is_empty() || wins(&passed(&next)).is_empty() || !forced {
                return false;
            }
        }
        here = next;
    }
    chain.len() % 2 == 1
}

impl Claimed<'_> {
    /// Whether a claim holds. `text` gives the text of a cell.
    fn holds(&self, reason: &Reason, text: impl Fn(&Cell) -> String) -> bool {
        let texts = |cells: &[Cell]| cells.iter().map(&text).collect::<Vec<String>>();
        let game = self.before.game();
        let opponent = self.mover.other();
        let is_line = |line: &[Cell]| game.line_texts().contains(&texts(line).into_iter().collect());
        let stones = |position: &Position<'_>, line: &BTreeSet<String>, side| {
            let index = |cell: &String| {
                let cell = game.parse_cell(cell).expect("a cell");
                game.cells().iter().position(|other| *other == cell).expect("a cell of the board")
            };
            line.iter().filter(|cell| position.stones()[index(cell)] == Some(side)).count()
        };
        let through =
            || game.line_texts().into_iter().filter(|line| line.contains(&self.cell)).collect::<Vec<_>>();
        // The most stones of a side in a line through the cell that the other has not entered before the move.
        let most = |counted: Player| {
            let open = through().into_iter().filter(|line| stones(&self.before, line, counted.other()) == 0);
            open.map(|line| stones(&self.before, &line, counted)).max()
        };
        match reason {
            Reason::Completes { line, wins } => {
                let winner = if *wins { self.mover } else { opponent };
                is_line(line) && self.after.outcome() == Some(Outcome::Win(winner))
            }
            Reason::Blocks { line } => is_line(line) && wins(&passed(&self.before)).contains(&self.cell),
            Reason::Fork { threats } => {
                threats.len() > 1 && sorted(texts(threats)) == sorted(wins(&passed(&self.after)))
            }
            Reason::Threatens { threat } => wins(&passed(&self.after)) == [text(threat)],
            Reason::Chain { moves, fork } => {
                let moves = texts(moves);
                let at_the_fork = moves[..moves.len() - 2]
                    .iter()
                    .fold(self.before.clone(), |position, cell| position.play(cell).expect("a legal move"));
                let threats = sorted(wins(&passed(&at_the_fork)));
                let is_fork =
                    if fork.is_empty() { threats.len() == 1 } else { threats == sorted(texts(fork)) };
                moves[0] == self.cell && is_chain(&self.before, &moves) && is_fork
            }
            Reason::ThreatensChain { moves } => is_chain(&passed(&self.after), &texts(moves)),
            Reason::Stops { moves } => {
                let moves = texts(moves);
                is_chain(&passed(&self.before), &moves) && !is_chain(&self.after, &moves)
            }
            Reason::Zugzwang { completes } => self.after.legal_moves().iter().all(|reply| {
                let replied = self.after.play(reply).expect("a legal move");
                let loses = replied.outcome() == Some(Outcome::Win(self.mover));
                if *completes { loses } else { !loses && !wins(&replied).is_empty() }
            }),
            Reason::AllowsLine { reply, line, opens } => {
                let reply = text(reply);
                let was_possible = self.before.legal_moves().contains(&reply);
                is_line(line) && wins(&self.after).contains(&reply) && *opens != was_possible
            }
            Reason::AllowsChain { moves } => {
                let moves = texts(moves);
                moves[0] == self.cell && is_chain(&self.after, &moves[1..])
            }
            Reason::Builds { line, stones: number } => {
                let found = stones(&self.after, &texts(line).into_iter().collect(), self.mover);
                is_line(line) && found == *number && most(self.mover) == Some(number - 1) && *number > 1
            }
            Reason::Spoils { line, stones: number } => {
                let found = stones(&self.before, &texts(line).into_iter().collect(), opponent);
                is_line(line) && found == *number && most(opponent) == Some(*number) && *number > 1
            }
            Reason::Opens { lines, most } => {
                let open = |cell: &String| {
                    let all = game.line_texts().into_iter().filter(|line| line.contains(cell));
                    all.filter(|line| stones(&self.before, line, opponent) == 0).count()
                };
                let others = self.before.legal_moves().into_iter().filter(|cell| *cell != self.cell);
                open(&self.cell) == *lines && *most == others.into_iter().all(|other| open(&other) < *lines)
            }
            Reason::Closes { lines } => {
                let open = through().into_iter().filter(|line| stones(&self.before, line, self.mover) == 0);
                most(self.mover).is_none() && most(opponent) == Some(1) && open.count() == *lines
            }
            Reason::Idle => most(self.mover).is_none() && most(opponent).is_none(),
            _ => panic!("{reason:?} is not a claim about the board"),
        }
    }
}

fn sorted(mut cells: Vec<String>) -> Vec<String> {
    cells.sort();
    cells
}

/// Checks the reasons of every move of a position; returns how many there are of each kind.
fn check<B: Bits>(record: &Record<B>, position: &Position<'_>, kinds: &mut BTreeMap<&'static str, usize>) {
    let (rules, board) = (record.rules(), record.board());
    let mut reasons = Reasons::new(rules, board, 2000);
    let text = |cell: &Cell| rules.geometry().cell_text(*cell);
    for cell in rules.legal_moves(board) {
        let found = reasons.of(rules, cell, &Known::default());
        assert!(!found.is_empty());
        let (cell, mover) = (text(&cell), position.to_move());
        let after = position.play(&cell).expect("a legal move");
        let claimed = Claimed { before: position.clone(), after, cell, mover };
        for reason in found {
            let words = reason.text(rules.geometry(), board.to_move());
            let here =
                || format!("{} after {:?}: {} {words}", position.game(), position.moves(), claimed.cell);
            assert!(claimed.holds(&reason, text), "{}: {reason:?}", here());
            *kinds.entry(reason.kind()).or_default() += 1;
        }
    }
}

/// Random positions of a game, from the middle of it.
fn positions(game: &str, number: u64, kinds: &mut BTreeMap<&'static str, usize>) {
    let reference = oracle::Game::parse(game).expect("game text");
    for seed in 0..number {
        let mut random = SplitMix64::new(seed);
        let plies = random.below(reference.cells().len());
        let moves = moves(&mut random, &reference, plies).join(" ");
        check_after(game, &moves, kinds);
    }
}

/// Checks the position after these moves, or the last one before the end of the game.
fn check_after(game: &str, moves: &str, kinds: &mut BTreeMap<&'static str, usize>) {
    let reference = oracle::Game::parse(game).expect("game text");
    let mut fast: Game = game.parse().expect("game text");
    fast.play(moves).expect("legal moves");
    let mut played: Vec<&str> = moves.split_whitespace().collect();
    if fast.outcome().is_some() {
        if fast.undo().is_none() {
            return;
        }
        played.pop();
    }
    let position = reference.replay(&played.join(" ")).expect("legal moves");
    with_game!(&fast, record => check(record, &position, kinds));
}

#[test]
fn claims_of_the_whole_class() {
    let mut kinds = BTreeMap::new();
    let options = Options { max_cells: 20, ..Options::default() };
    for seed in 0..4000 {
        let drawn = RandomGame::draw(seed, &options);
        check_after(&drawn.game, &drawn.moves.join(" "), &mut kinds);
    }
    let kinds_of_the_class =
        ["completes", "blocks", "fork", "threatens", "chain", "stops", "zugzwang", "allows"];
    for kind in
        kinds_of_the_class.iter().chain(&["threatens-chain", "builds", "spoils", "opens", "closes", "idle"])
    {
        assert!(kinds.get(kind).is_some_and(|&number| number > 20), "{kind}: {kinds:?}");
    }
    assert!(options.flags.len() > 2);
}

#[test]
fn claims_of_well_known_games() {
    let mut kinds = BTreeMap::new();
    for (game, number) in [
        ("3x3:3", 300),
        ("5x4:4:-2", 200),
        ("7x6:4:-2", 200),
        ("6x6:4", 100),
        ("3x3x3:3", 60),
        ("4x4x2:4:-3", 60),
        ("5x5:4:+1,-2", 60),
        ("9x3:5:free:exact", 20),
    ] {
        positions(game, number, &mut kinds);
    }
    for kind in ["completes", "blocks", "fork", "threatens", "chain", "stops", "allows", "threatens-chain"] {
        assert!(kinds.get(kind).is_some_and(|&number| number > 20), "{kind}: {kinds:?}");
    }
}
