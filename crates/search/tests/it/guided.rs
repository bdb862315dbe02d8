//! `monte-carlo` with a network: what it is asked, and what becomes of its judgements.

use connect_toe_eval::{Evaluator, Judge, Judgements};
use connect_toe_game::{Bits, Board, Cell, Game, Rules, Side, with_game};
use connect_toe_search::{Algorithm, Guided, SearchReport, Stopped, Task, Want, Worth, unwatched};
use connect_toe_solve::{Control, ExactResult, Memory, Question, Scope, Solver};

/// A network that knows nothing.
pub(crate) struct Innocent;

impl<B: Bits> Evaluator<B> for Innocent {
    fn evaluate(&mut self, _: &Rules<B>, _: &Board<B>, _: Side) -> i64 {
        panic!("a search that knows networks asks for judgements")
    }

    fn network(&mut self) -> Option<&mut dyn Judge<B>> {
        Some(self)
    }
}

impl<B: Bits> Judge<B> for Innocent {
    fn judge(&mut self, rules: &Rules<B>, boards: &[Board<B>], to: &mut Judgements) {
        assert!(boards.iter().all(|board| rules.outcome(board).is_none()), "the game goes on");
        to.make_room(boards.len(), rules.geometry().cells().len());
    }
}

fn search<B: Bits>(
    rules: &Rules<B>,
    board: &Board<B>,
    settings: &str,
    evaluator: Box<dyn Evaluator<B>>,
    want: Want,
) -> SearchReport {
    let row = Algorithm::find("monte-carlo").expect("is in the table");
    let settings = settings.parse().expect("settings");
    let mut searcher = row.build_with(rules, &settings, evaluator).expect("possible");
    let moves = rules.legal_moves(board);
    searcher.search(rules, board, &Task { moves: &moves, want, nodes: None, deepen: false }, &mut unwatched)
}

/// The exact value of each position as its value, and all of the priors for moves that keep it.
struct Truthful<B: Bits> {
    solver: Solver<B>,
}

impl<B: Bits> Truthful<B> {
    fn value(&mut self, board: &Board<B>) -> i8 {
        let question = Question { weak: true, scope: Scope::Value, ..Question::default() };
        let answer = self.solver.solve(board, question, &Control::default(), |_| {});
        match answer.result().expect("is not stopped") {
            ExactResult::Win => 1,
            ExactResult::Draw => 0,
            ExactResult::Loss => -1,
        }
    }
}

impl<B: Bits> Evaluator<B> for Truthful<B> {
    fn evaluate(&mut self, _: &Rules<B>, _: &Board<B>, _: Side) -> i64 {
        0
    }

    fn network(&mut self) -> Option<&mut dyn Judge<B>> {
        Some(self)
    }
}

impl<B: Bits> Judge<B> for Truthful<B> {
    fn judge(&mut self, rules: &Rules<B>, boards: &[Board<B>], to: &mut Judgements) {
        to.make_room(boards.len(), rules.geometry().cells().len());
        for (value, board) in to.values.iter_mut().zip(boards) {
            *value = f32::from(self.value(board));
        }
    }
}

#[test]
fn the_tree_grows_as_it_is_told() {
    let game: Game = "connect-four".parse().expect("a preset");
    with_game!(&game, record => {
        let (rules, start) = (record.rules(), record.rules().start());
        let mut tree = Guided::new(rules, &"".parse().expect("no settings")).expect("possible");
        tree.begin(rules, &start);
        // The position itself waits first, and nothing else can be found out before it is judged.
        tree.gather(rules, 8, 100);
        assert_eq!((tree.waiting().count(), tree.simulations()), (1, 0));
        assert!(tree.waiting().next() == Some(&start));
        let cells = rules.geometry().cells();
        let favourite = rules.geometry().parse_cell("c1").expect("a cell");
        let mut judgements = Judgements::default();
        judgements.make_room(1, cells.len());
        for (cell, prior) in cells.iter().zip(&mut judgements.priors) {
            *prior = if *cell == favourite { 93.0 } else { 1.0 };
        }
        tree.settle(rules, &judgements);
        // A favourite is looked at first, and while it waits the others are.
        tree.gather(rules, 4, 100);
        let waiting: Vec<Board<_>> = tree.waiting().copied().collect();
        assert_eq!(waiting[0], rules.play(&start, favourite));
        assert!((1..waiting.len()).all(|place| !waiting[..place].contains(&waiting[place])));
        judgements.make_room(waiting.len(), cells.len());
        // The side to move after the favourite loses.
        judgements.values[0] = -1.0;
        tree.settle(rules, &judgements);
        for _ in 0..40 {
            tree.gather(rules, 1, 100);
            judgements.make_room(tree.waiting().count(), cells.len());
            tree.settle(rules, &judgements);
        }
        let most = tree.visits().max_by_key(|&(_, visits)| visits).expect("moves");
        assert_eq!(most.0, favourite);
        let visits: u32 = tree.visits().map(|(_, visits)| visits).sum();
        assert_eq!(u64::from(visits), tree.simulations());
    });
}

#[test]
fn judgements_without_sense_do_no_harm() {
    let game: Game = "connect-four".parse().expect("a preset");
    with_game!(&game, record => {
        let (rules, start) = (record.rules(), record.rules().start());
        let mut tree = Guided::new(rules, &"".parse().expect("no settings")).expect("possible");
        tree.begin(rules, &start);
        let strange = [f32::NAN, f32::INFINITY, -3.0, 0.0, f32::MAX, 1e-30];
        let mut number = 0;
        while tree.simulations() < 300 {
            tree.gather(rules, 5, 300);
            let mut judgements = Judgements::default();
            judgements.make_room(tree.waiting().count(), 42);
            for value in judgements.priors.iter_mut().chain(&mut judgements.values) {
                *value = strange[number % strange.len()];
                number += 7;
            }
            tree.settle(rules, &judgements);
        }
        assert_eq!(tree.visits().map(|(_, visits)| visits).sum::<u32>(), 300);
    });
}

#[test]
fn a_network_that_knows_the_truth_makes_the_search_play_perfectly() {
    for (text, moves) in
        [("5x4:4:-2", ""), ("5x4:4:-2", "c1 c2 c3 b1"), ("4x4:3", "a1"), ("3x3:3:free:misere", "b2")]
    {
        let mut game: Game = text.parse().expect("a game");
        game.play(moves).expect("legal moves");
        with_game!(&game, record => {
            let (rules, board) = (record.rules(), record.board());
            let truthful = || Truthful { solver: Solver::new(rules.clone(), Memory(1 << 20), 1) };
            let found = search(rules, board, "simulations=60,batch=4", Box::new(truthful()), Want::OneBest);
            let after = rules.play(board, found.best[0]);
            let kept = match rules.outcome(&after) {
                Some(outcome) => outcome.value_for(board.to_move()) as i8,
                None => -truthful().value(&after),
            };
            assert_eq!(kept, truthful().value(board), "{text} after {moves}");
        });
    }
}

#[test]
fn reports_do_not_depend_on_what_was_searched_before_and_count_simulations() {
    for text in ["connect-four", "9x9:5", "4x4x4:4", "6x6:4:free:turn=1+2", "4x4:plane:free:maker"] {
        let game: Game = text.parse().expect("a game");
        with_game!(&game, record => {
            let (rules, start) = (record.rules(), record.rules().start());
            for want in [Want::OneBest, Want::EveryMove] {
                let found = |settings| search(rules, &start, settings, Box::new(Innocent), want);
                let report = found("simulations=200,batch=8");
                assert_eq!(report, found("simulations=200,batch=8"), "{text}");
                let is_proven = matches!(report.worth(), Worth::Exact { .. });
                assert!(report.nodes == 200 || is_proven, "{text}");
                assert!(report.stopped == Stopped::Done && !report.best.is_empty(), "{text}");
                // Every move has a value once there are as many simulations as moves.
                if want == Want::EveryMove {
                    assert_eq!(report.moves.len(), rules.legal_moves(&start).len(), "{text}");
                }
                let mut board = start;
                for &cell in &report.line {
                    assert!(rules.legal(&board).contains(cell.bit()), "{text}");
                    board = rules.play(&board, cell);
                }
            }
        });
    }
}

#[test]
fn a_network_is_given_as_many_positions_as_the_batch_has() {
    struct Counted(std::sync::Arc<std::sync::Mutex<Vec<usize>>>);
    impl<B: Bits> Evaluator<B> for Counted {
        fn evaluate(&mut self, _: &Rules<B>, _: &Board<B>, _: Side) -> i64 {
            0
        }

        fn network(&mut self) -> Option<&mut dyn Judge<B>> {
            Some(self)
        }
    }
    impl<B: Bits> Judge<B> for Counted {
        fn judge(&mut self, rules: &Rules<B>, boards: &[Board<B>], to: &mut Judgements) {
            self.0.lock().expect("one thread").push(boards.len());
            to.make_room(boards.len(), rules.geometry().cells().len());
        }
    }
    let game: Game = "15x15:5".parse().expect("a game");
    let batches = std::sync::Arc::default();
    with_game!(&game, record => {
        let counted = Box::new(Counted(std::sync::Arc::clone(&batches)));
        search(record.rules(), record.board(), "simulations=321,batch=32", counted, Want::OneBest);
    });
    let batches = batches.lock().expect("one thread");
    assert_eq!(batches.iter().sum::<usize>(), 322, "each simulation, and the root");
    let full = batches.iter().filter(|&&batch| batch == 32).count();
    assert!(batches[0] == 1 && full >= 9, "{batches:?}");
}

/// Where simulations go: one number for each of some games.
#[test]
fn signature() {
    let signatures = [
        ("connect-four", 1, 11_318),
        ("connect-four", 16, 9830),
        ("15x15:5", 16, 38_080),
        ("4x4x4:4", 16, 16_852),
        ("6x6:4:free:turn=1+2", 16, 7503),
    ];
    let measured = signatures.map(|(text, batch, _)| {
        let game: Game = text.parse().expect("a game");
        let sum = with_game!(&game, record => {
            let (rules, start) = (record.rules(), record.rules().start());
            let mut tree = Guided::new(rules, &"".parse().expect("no settings")).expect("possible");
            tree.begin(rules, &start);
            let mut judgements = Judgements::default();
            while tree.simulations() < 500 {
                tree.gather(rules, batch, 500);
                let waiting: Vec<Board<_>> = tree.waiting().copied().collect();
                judgements.make_room(waiting.len(), rules.geometry().cells().len());
                // Different positions have different judgements.
                for (value, board) in judgements.values.iter_mut().zip(&waiting) {
                    *value = (board.hash() % 201) as f32 / 100.0 - 1.0;
                }
                tree.settle(rules, &judgements);
            }
            let number = |(cell, visits): (Cell, u32)| u64::from(visits) * (1 + rules.geometry().rank(cell) as u64);
            tree.visits().map(number).sum::<u64>()
        });
        (text, batch, sum)
    });
    assert_eq!(measured, signatures);
}

/// A setting that nobody looks at is a mistake.
#[test]
fn other_settings_are_refused() {
    let rules = Rules::<u64>::compile(&"3x3:3".parse().expect("a game")).expect("possible");
    let tree = |settings: &str| Guided::new(&rules, &settings.parse().expect("settings")).map(drop);
    assert!(tree("explore=1,decisive=false,proofs=false,memory=4").is_ok());
    for wrong in ["explor=1", "simulations=500", "batch=16", "eval=runs"] {
        let error = tree(wrong).expect_err("is not looked at").to_string();
        assert!(
            error.ends_with("must be left out: the settings are explore, decisive, proofs, memory"),
            "{error}"
        );
    }
}
