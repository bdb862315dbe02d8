//! Files of winning lines.

use connect_toe_game::{GameSpec, LinesFile};

/// Reads text as a file of lines.
///
/// # Panics
/// On a bug.
pub fn run(bytes: &[u8]) {
    match String::from_utf8_lossy(bytes).parse::<LinesFile>() {
        Ok(LinesFile { game, places }) => {
            assert_eq!(game.to_string().parse::<GameSpec>().as_ref(), Ok(&game));
            let cells: usize = game.sizes.iter().map(|&size| usize::from(size)).product();
            let Some(places) = places else { return };
            assert_eq!(places.len(), cells);
            assert!(places.iter().flatten().all(|at| (-1e-9..=1.0 + 1e-9).contains(at)), "{places:?}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Small files, with and without places.
pub fn seeds() -> Vec<Vec<u8>> {
    let files = [
        "7 # Fano\na b d\nb c e\nc d f\nd e g\na e f\nb f g\na c g\n",
        "2x2:free:misere\na1 b2\na1 at 0,0\na2 at 0,1\nb1 at 1,0\nb2 at 1,1\n",
        "3\r\na+b\r\nb+c\r\na at -1e300,2\r\nb at 1e300,2\r\nc at 0,0.5\r\n",
    ];
    files.into_iter().map(Into::into).collect()
}
