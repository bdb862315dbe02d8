//! Values of the atlas against the literature, and its extent.

use connect_toe_atlas::{Atlas, AtlasPlan, explore};
use connect_toe_solve::{ExactResult, Memory};
use connect_toe_work::Stop;

use ExactResult::{Draw, Loss, Win};

/// Sizes of Connect Four by width and height: J. Tromp, the `Connect-4` page, tromp.github.io/c4/c4.html.
const CONNECT_FOUR: &[(&str, ExactResult)] = &[
    ("4x4:4:-2", Draw),
    ("4x5:4:-2", Draw),
    ("4x6:4:-2", Draw),
    ("4x7:4:-2", Draw),
    ("4x8:4:-2", Draw),
    ("5x4:4:-2", Draw),
    ("5x5:4:-2", Draw),
    ("5x6:4:-2", Draw),
    ("5x7:4:-2", Draw),
    ("6x4:4:-2", Loss),
    ("6x5:4:-2", Draw),
    ("6x6:4:-2", Loss),
    ("7x4:4:-2", Draw),
    ("7x5:4:-2", Draw),
    ("8x4:4:-2", Loss),
];

/// m,n,k-games: J. Uiterwijk and H. J. van den Herik, *The advantage of the initiative*, Information Sciences 122 (2000), and
/// W.-Y. Hsu et al., *Solving 7,7,5-game and 8,8,5-game*, ICGA Journal 40 (2018) for the smaller boards that follow.
const ROWS: &[(&str, ExactResult)] = &[
    ("3x3:3", Draw),
    ("4x3:3", Win),
    ("4x4:3", Win),
    ("5x3:3", Win),
    ("4x4:4", Draw),
    ("5x4:4", Draw),
    ("5x5:4", Draw),
    ("6x5:4", Win),
    ("6x6:4", Win),
    ("5x5:5", Draw),
    ("6x6:5", Draw),
];

/// Cubes, and the affine plane of order 3: S. Golomb and A. Hales, *Hypercube tic-tac-toe* (2002); M. Carroll and
/// S. Dougherty, *Tic-tac-toe on a finite plane*, Mathematics Magazine 77 (2004).
const OTHERS: &[(&str, ExactResult)] =
    &[("3x3x3:3", Win), ("2x2x2:2", Win), ("2x2x2x2:2", Win), ("3x3:3:free:torus", Win)];

#[test]
fn values_are_the_published_ones() {
    let mut agree = 0;
    for (text, result) in CONNECT_FOUR.iter().chain(ROWS).chain(OTHERS) {
        let found = Atlas::shipped().find(&text.parse().expect("a game"));
        let found = found.unwrap_or_else(|| panic!("the atlas has {text}"));
        if let Some(known) = found.known.result() {
            assert_eq!(known, *result, "{text}");
            agree += 1;
        }
    }
    assert!(agree >= 20, "{agree}");
}

/// In misère games of cubes the first player never loses where the side is odd, and never wins where it is even (Golomb and
/// Hales 2002), with lines as long as the side.
#[test]
fn misere_follows_golomb_and_hales() {
    let result = |text: &str| {
        Atlas::shipped().find(&text.parse().expect("a game")).and_then(|found| found.known.result())
    };
    for odd in ["3:3:free:misere", "3x3:3:free:misere", "5x5:5:free:misere", "5:5:free:misere"] {
        assert_ne!(result(odd), Some(Loss), "{odd}");
    }
    for even in ["2x2:2:free:misere", "4x4:4:free:misere", "2x2x2:2:free:misere", "2x2x2x2:2:free:misere"] {
        assert_ne!(result(even), Some(Win), "{even}");
    }
}

#[test]
fn the_atlas_has_what_its_plan_names() {
    let planned = AtlasPlan::read(Atlas::shipped_plan()).expect("a plan").games();
    let atlas: Vec<_> = Atlas::shipped().games().collect();
    assert!(atlas.len() >= 5000 && Atlas::shipped().as_text().len() <= 1 << 20, "{}", atlas.len());
    assert!(planned.iter().map(|planned| &planned.game).eq(atlas.iter().map(|(game, _)| game)));
    assert_eq!(Atlas::read(Atlas::shipped().as_text()).as_ref(), Ok(Atlas::shipped()));
}

/// What the program finds today is what it found when the atlas was made: bounds may be tighter, not others.
#[test]
fn games_are_found_again() {
    let games: Vec<_> = Atlas::shipped().games().filter(|(_, known)| known.nodes <= 20_000).collect();
    for (game, known) in games.iter().step_by(games.len() / 200) {
        let found = explore(game, 100_000, Memory(8 << 20), &Stop::new()).expect("is not stopped").known;
        assert_eq!((found.value(), &found.best), (known.value(), &known.best), "{game}");
    }
}
