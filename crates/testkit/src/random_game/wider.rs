//! Draws games with every kind of lines and every rule variation.

use std::collections::BTreeSet;

use crate::oracle::{Flag, Game, Placement, cell_text};

use super::{LineKind, Options, SplitMix64, Variation, parsed, sizes, some_placement};

/// Sizes of affine spaces, of projective planes and of boards for Renju.
const SPACES: [&[usize]; 10] =
    [&[2], &[3], &[4], &[5], &[2, 2], &[3, 3], &[4, 4], &[2, 2, 2], &[9], &[2, 2, 2, 2]];
const PROJECTIVE_PLANES: [&[usize]; 2] = [&[7], &[13]];
const RENJU_BOARDS: [&[usize]; 8] = [&[9, 1], &[1, 8], &[5, 1], &[5, 5], &[6, 5], &[5, 6], &[6, 6], &[7, 6]];
/// Renju needs room: from this many cells on, `max_cells` does not bound its boards.
const ROOM_FOR_RENJU: usize = 20;

/// Turns are drawn more often from these than from all.
const TURNS: [(usize, usize); 4] = [(1, 2), (2, 1), (2, 2), (1, 3)];

pub(super) fn game(random: &mut SplitMix64, options: &Options) -> Game {
    let kind = random.choose(&options.lines).copied().unwrap_or(LineKind::Run);
    let board = match kind {
        LineKind::Run | LineKind::Given | LineKind::Shape => None,
        LineKind::Plane => fixed_board(random, &SPACES, options.max_cells),
        LineKind::Projective => fixed_board(random, &PROJECTIVE_PLANES, options.max_cells),
        LineKind::Renju if options.max_cells >= ROOM_FOR_RENJU => {
            fixed_board(random, &RENJU_BOARDS, usize::MAX)
        }
        LineKind::Renju => fixed_board(random, &RENJU_BOARDS, options.max_cells),
    };
    // A kind that has no board so small is drawn as runs.
    let (kind, sizes) = match (kind, board) {
        (kind, Some(board)) => (kind, board),
        (LineKind::Given | LineKind::Shape, None) => (kind, sizes(random, options)),
        _ => (LineKind::Run, sizes(random, options)),
    };
    let goal = goal(random, kind, &sizes, options.max_run);
    let placement = match kind {
        LineKind::Renju => Placement::Free,
        _ => some_placement(random, options, sizes.len()),
    };
    let flags = flags(random, kind, &sizes, options);
    parsed(&sizes, &goal, &placement, flags)
}

fn fixed_board(random: &mut SplitMix64, boards: &[&[usize]], max_cells: usize) -> Option<Vec<usize>> {
    let fitting: Vec<_> =
        boards.iter().filter(|sizes| sizes.iter().product::<usize>() <= max_cells).collect();
    random.choose(&fitting).map(|sizes| sizes.to_vec())
}

fn goal(random: &mut SplitMix64, kind: LineKind, sizes: &[usize], max_run: usize) -> String {
    match kind {
        LineKind::Run => (1 + random.below(max_run)).to_string(),
        LineKind::Renju => "5".to_owned(),
        LineKind::Plane => "plane".to_owned(),
        LineKind::Projective => "projective".to_owned(),
        LineKind::Given => {
            let lines: Vec<String> = (0..=random.below(6)).map(|_| cell_list(random, sizes, 4)).collect();
            format!("lines={}", lines.join("/"))
        }
        LineKind::Shape => {
            // Close together, so that some images fit; now and then none does.
            let box_sizes: Vec<usize> = sizes.iter().map(|&size| if size == 1 { 1 } else { 3 }).collect();
            format!("shape={}", cell_list(random, &box_sizes, 4))
        }
    }
}

/// One to `most` different cells, in any order; a single cell is rare.
fn cell_list(random: &mut SplitMix64, sizes: &[usize], most: usize) -> String {
    let wanted = if random.one_in(8) { 1 } else { 2 + random.below(most - 1) };
    let mut cells = Vec::new();
    for _ in 0..wanted {
        let cell: Vec<usize> = sizes.iter().map(|&size| random.below(size)).collect();
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    cells.iter().map(|cell| cell_text(cell)).collect::<Vec<_>>().join("+")
}

fn flags(random: &mut SplitMix64, kind: LineKind, sizes: &[usize], options: &Options) -> Vec<String> {
    let wraps = matches!(kind, LineKind::Run | LineKind::Shape);
    let is_allowed = |flag: Flag| match flag {
        Flag::Exact => kind == LineKind::Run,
        Flag::Torus => wraps,
        Flag::Maker | Flag::Misere => kind != LineKind::Renju,
        Flag::Renju => false,
    };
    let mut texts: Vec<String> = Vec::new();
    for &flag in &options.flags {
        if random.one_in(3) && is_allowed(flag) {
            texts.push(flag.to_string());
        }
    }
    if kind == LineKind::Renju {
        texts.push(Flag::Renju.to_string());
    }
    for &variation in &options.variations {
        if !random.one_in(3) {
            continue;
        }
        match variation {
            Variation::Blocked => texts.push(format!("blocked={}", cell_list(random, sizes, 3))),
            Variation::Torus if wraps && !texts.contains(&"torus".to_owned()) => {
                let wrapped: BTreeSet<usize> =
                    (0..=random.below(sizes.len())).map(|_| 1 + random.below(sizes.len())).collect();
                let wrapped: Vec<String> = wrapped.iter().map(usize::to_string).collect();
                texts.push(format!("torus={}", wrapped.join("+")));
            }
            Variation::Turn if kind != LineKind::Renju => {
                let any = (1 + random.below(4), 1 + random.below(4));
                let (first, later) =
                    random.choose(&TURNS).copied().filter(|_| !random.one_in(4)).unwrap_or(any);
                texts.push(format!("turn={first}+{later}"));
            }
            Variation::Torus | Variation::Turn => {}
        }
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{Goal, Player, Turn};
    use crate::random_game::{RandomGame, RenjuBoard};

    fn games(options: &Options) -> Vec<Game> {
        (0..2000).map(|seed| super::super::game(&mut SplitMix64::new(seed), options)).collect()
    }

    #[test]
    fn every_rule_is_drawn_with_every_kind_of_lines_that_it_goes_with() {
        for options in [Options::wider(), Options::wider_solvable()] {
            let games = games(&options);
            let count = |kind: &dyn Fn(&Game) -> bool| games.iter().filter(|game| kind(game)).count();
            let kinds: [&dyn Fn(&Game) -> bool; 6] = [
                &|game| matches!(game.goal(), Goal::Run(_)) && !game.has(Flag::Renju),
                &|game| matches!(game.goal(), Goal::Lines(_)),
                &|game| matches!(game.goal(), Goal::Shape(_)),
                &|game| *game.goal() == Goal::Plane,
                &|game| *game.goal() == Goal::Projective,
                &|game| game.has(Flag::Renju),
            ];
            let rules: [&dyn Fn(&Game) -> bool; 7] = [
                &|game| !game.blocked().is_empty(),
                &|game| !game.wrapped().is_empty() && game.wrapped().len() < game.sizes().len(),
                &|game| game.turn() != Turn::SINGLE,
                &|game| game.has(Flag::Maker),
                &|game| game.has(Flag::Maker) && game.has(Flag::Misere),
                &|game| matches!(game.placement(), Placement::Faces(faces) if faces.len() > 1),
                &|game| game.has(Flag::Exact),
            ];
            for (kind, name) in kinds.iter().zip(["run", "lines", "shape", "plane", "projective", "renju"]) {
                let drawn: Vec<usize> =
                    rules.iter().map(|rule| count(&|game| kind(game) && rule(game))).collect();
                let expected = match name {
                    "run" => [true; 7],
                    "shape" => [true, true, true, true, true, true, false],
                    "renju" => [true, false, false, false, false, false, false],
                    _ => [true, false, true, true, true, true, false],
                };
                for (rule, (count, expected)) in drawn.iter().zip(expected).enumerate() {
                    assert_eq!(*count > 0, expected, "{name} with rule {rule}");
                }
            }
            let largest =
                games.iter().filter(|game| !game.has(Flag::Renju)).map(|game| game.cells().len()).max();
            assert!(largest == Some(options.max_cells), "{largest:?}");
        }
        assert!(games(&Options::wider_solvable()).iter().all(|game| game.cells().len() <= 9));
    }

    #[test]
    fn forbidden_points_turn_up() {
        let options = Options { lines: vec![LineKind::Renju], ..Options::wider() };
        let played = (0..500).filter(|&seed| {
            let drawn = RandomGame::draw(seed, &options);
            let game = Game::parse(&drawn.game).expect("a game");
            let position = game.replay(&drawn.moves.join(" ")).expect("legal moves");
            !position.forbidden_cells().is_empty()
        });
        assert!(played.count() > 10);
        let mut points = 0;
        for seed in 0..40 {
            let RenjuBoard { game, board } = RenjuBoard::draw(seed);
            let game = Game::parse(&game).expect("a game");
            points += game.board(&board, Some(Player::X)).expect("a board").forbidden_cells().len();
        }
        assert!(points > 40, "{points} forbidden points on 40 boards");
    }
}
