//! Players who beat each other in circles.

use connect_toe_plot::{Circle, Win};
use connect_toe_stats::numbers::percent;

use crate::analysis::{Rated, StudyAnalysis};
use crate::csv_number;
use crate::document::{Figure, Figures};
use crate::figures::parts::{csv_lines, id};
use crate::inline::{code, plain};

pub(super) fn circles(study: &StudyAnalysis<'_>) -> Option<Figures> {
    let figures: Vec<Figure> =
        study.ratings.iter().enumerate().filter_map(|(place, rated)| circle(study, place, rated)).collect();
    let note = "Each arrow leads from a player to one that it beats, with its score; each win is significant, corrected for \
                all pairs of players. No list of ratings can say that. Of several circles it is a shortest one, and of these \
                the one whose closest win is the clearest.";
    (!figures.is_empty()).then(|| Figures { heading: "Circles".to_owned(), note: note.to_owned(), figures })
}

fn circle(study: &StudyAnalysis<'_>, place: usize, rated: &Rated) -> Option<Figure> {
    let wins = &rated.circles.as_ref()?.transitivity.circle;
    if wins.is_empty() {
        return None;
    }
    let name = |player: usize| rated.names[player].clone();
    let game = code(&study.names.games[rated.game?].label);
    let plot = Circle {
        description: format!("{} players who beat each other in a circle, {}", wins.len(), plain(&game)),
        wins: wins
            .iter()
            .map(|win| Win { winner: name(win.winner), text: format!("{} %", percent(win.score)) })
            .collect(),
    };
    let mut data = vec![["winner", "loser", "score", "p_holm"].map(str::to_owned).to_vec()];
    data.extend(
        wins.iter().map(|win| {
            vec![name(win.winner), name(win.loser), csv_number(win.score), csv_number(win.p_value)]
        }),
    );
    let caption = format!("{game}: who beats whom in a circle");
    Some(Figure { id: id(study, "circle", place), caption, svg: plot.svg(), data: csv_lines(&data) })
}
