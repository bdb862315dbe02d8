//! Lines of the wider class against counts from geometry.

use std::collections::BTreeSet;

use connect_toe_testkit::oracle::{ExactResult, Game, Line};

use crate::TestResult;

fn count(game: &str) -> Result<usize, Box<dyn std::error::Error>> {
    Ok(Game::parse(game)?.lines().len())
}

#[test]
fn any_two_points_are_on_one_line_of_a_plane() -> TestResult {
    for (text, lines, length) in [
        ("2:plane", 1, 2),
        ("9:plane", 1, 9),
        ("2x2:plane", 6, 2),
        ("3x3:plane", 12, 3),
        ("4x4:plane", 20, 4),
        ("5x5:plane", 30, 5),
        ("8x8:plane", 72, 8),
        ("9x9:plane", 90, 9),
        // q^(n-1) · (q^n - 1) / (q - 1) lines in n dimensions.
        ("2x2x2:plane", 28, 2),
        ("3x3x3:plane", 117, 3),
        ("4x4x4:plane", 336, 4),
        ("7:projective", 7, 3),
        ("13:projective", 13, 4),
        ("21:projective", 21, 5),
        ("31:projective", 31, 6),
        ("57:projective", 57, 8),
        ("73:projective", 73, 9),
        ("91:projective", 91, 10),
    ] {
        let game = Game::parse(text)?;
        assert_eq!(game.lines().len(), lines, "{text}");
        assert!(game.lines().iter().all(|line| line.len() == length), "{text}");
        let mut pairs = BTreeSet::new();
        for line in game.lines() {
            for a in line {
                assert!(line.iter().filter(|b| *b < a).all(|b| pairs.insert((b, a))), "{text}");
            }
        }
        assert_eq!(pairs.len(), game.cells().len() * (game.cells().len() - 1) / 2, "{text}");
    }
    Ok(())
}

#[test]
fn planes_that_are_known_in_other_words() -> TestResult {
    let lines = |text: &str| -> Result<BTreeSet<Line>, Box<dyn std::error::Error>> {
        Ok(Game::parse(text)?.lines().clone())
    };
    assert_eq!(lines("3x3:plane")?, lines("3x3:3:free:torus")?);
    assert_eq!(lines("2x2:plane")?, lines("2x2:2")?);
    assert_eq!(lines("3x3x3:plane")?, lines("3x3x3:3:free:torus")?);
    // On a board of five the slopes 2 and 3 (-2) are no steps of a run.
    assert!(lines("5x5:plane")?.is_superset(&lines("5x5:5:free:torus")?));
    // y = x·x is no line; y = 2·x over the field of four elements is: 2·2 = 3 and 2·3 = 1.
    let line = |cells: &[[usize; 2]]| -> Line { cells.iter().map(|cell| cell.to_vec()).collect() };
    assert!(lines("4x4:plane")?.contains(&line(&[[0, 0], [1, 2], [2, 3], [3, 1]])));
    // y = x + 1 of the projective plane of order 2, with its point at infinity; the line at infinity.
    let points = |cells: [usize; 3]| -> Line { cells.iter().map(|&cell| vec![cell]).collect() };
    let fano = lines("7:projective")?;
    assert!(fano.contains(&points([1, 2, 5])) && fano.contains(&points([4, 5, 6])));
    Ok(())
}

#[test]
fn symmetries_of_planes() -> TestResult {
    for (game, order) in [
        ("7:projective", 168),
        ("7:lines=a+b+d/b+c+e/c+d+f/d+e+g/a+e+f/b+f+g/a+c+g", 168),
        // All affine maps: 9 translations and 48 linear maps.
        ("3x3:plane", 432),
        ("2x2x2:plane", 40320),
        // The four points of no line with the blocked one are the others of three lines.
        ("7:projective:free:blocked=a", 24),
        ("7:projective:free:maker:turn=1+2", 168),
        ("3x3:3:free:blocked=b2", 8),
        ("3x3:3:free:blocked=a1", 2),
        ("3x3:3:-2:blocked=b1", 2),
        ("3x3:3:-2:blocked=a1", 1),
        // Two blocked cells at one end of a line of four: they may be exchanged, the rest turned round.
        ("6:2:free:blocked=a+b", 4),
    ] {
        assert_eq!(Game::parse(game)?.symmetry_count(), Some(order), "{game}");
    }
    Ok(())
}

#[test]
fn cylinders() -> TestResult {
    // Across: a ring of seven has seven runs of four, in six rows. Up: 7 · 3. Aslant: 7 · 3 each way.
    assert_eq!(count("7x6:4:-2:torus=1")?, 42 + 21 + 42);
    // The other way: 4 · 6 across, 7 · 6 up, 4 · 6 each way aslant.
    assert_eq!(count("7x6:4:-2:torus=2")?, 24 + 42 + 48);
    // A closed ring of three is one set of cells; no run of four in it.
    assert_eq!(count("3x3:3:free:torus=1")?, 3 + 3 + 6);
    assert_eq!(count("3x5:4:free:torus=1")?, 6 + 12);
    // Every run of four passes the middle row, one of three through a3.
    assert_eq!(count("3x5:4:free:torus=1:blocked=a3")?, 4 + 8);
    Ok(())
}

#[test]
fn a_blocked_cell_ends_rows_and_rings() -> TestResult {
    assert_eq!(count("3x3:3:free:blocked=b2")?, 4);
    assert_eq!(count("5:3:free:blocked=a:torus")?, 2);
    assert_eq!(count("7:lines=a+b/b+c+d/e:free:blocked=b")?, 1);
    assert_eq!(count("7:projective:free:blocked=a")?, 4);
    assert_eq!(count("3x3:shape=a1+b1:free:blocked=b2")?, 8);
    assert_eq!(count("2x2:2:free:blocked=a1+a2+b1+b2")?, 0);
    Ok(())
}

#[test]
fn images_of_shapes() -> TestResult {
    // Tippy: two orientations of each of two mirror images, twenty places each.
    assert_eq!(count("6x6:shape=a1+b1+b2+c2")?, 80);
    assert_eq!(count("6x6:shape=a1+a2+a3")?, 48);
    assert_eq!(count("3x3:shape=a1+a2+b1")?, 16);
    // Higher than the board, and lying down not.
    assert_eq!(count("2x5:shape=a1+b1+c1")?, 6);
    assert_eq!(count("2x2:shape=a1+b1+c1")?, 0);
    assert_eq!(count("4x4:shape=b7")?, 16);
    // The edges, and the twelve diagonals of a cube's faces.
    assert_eq!(count("2x2x2:shape=a1.1+b1.1")?, 12);
    assert_eq!(count("2x2x2:shape=a1.1+b2.1")?, 12);
    assert_eq!(count("3x3:shape=a1+a2+b1:free:torus")?, 36);
    // Both cells would be the same one.
    assert_eq!(count("2x2:shape=a1+a3:free:torus")?, 0);
    assert_eq!(count("2x3:shape=a1+a3:free:torus=1")?, 2);
    Ok(())
}

#[test]
fn the_first_player_wins_on_the_fano_plane() -> TestResult {
    let given = Game::parse("7:lines=a+b+d/b+c+e/c+d+f/d+e+g/a+e+f/b+f+g/a+c+g")?;
    let projective = Game::parse("7:projective")?;
    for game in [&given, &projective] {
        let solution = game.start().solve();
        // Its four stones: three make two threats at once.
        assert_eq!((solution.result, solution.distance), (ExactResult::Win, Some(7)));
        assert_eq!(solution.best.len(), 7);
    }
    // Nobody can draw: a set of points that meets every line contains one.
    assert!(given.perft(7).leaves[7] == given.perft(7).ended[7]);
    Ok(())
}

#[test]
fn lines_of_different_lengths() -> TestResult {
    let game = Game::parse("6:lines=f+d/a+b+c/e")?;
    assert_eq!(game.to_string(), "6:lines=a+b+c/d+f/e");
    let held = |board: &str| -> Result<bool, Box<dyn std::error::Error>> {
        use connect_toe_testkit::oracle::Player::{O, X};
        Ok(game.board(board, Some(O))?.has_line(X))
    };
    assert!(held("xxx___")? && held("___x_x")? && held("____x_")?);
    assert!(!held("xx_x__")? && !held("_xxx__")?);
    Ok(())
}
