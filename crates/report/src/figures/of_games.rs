//! Pictures of the games.

use std::collections::HashSet;
use std::fmt::Write as _;

use connect_toe_game::{Faces, GameSpec, LineRule};

use super::board::{description, picture};
use crate::Report;
use crate::analysis::game_name;
use crate::document::{Figure, Figures, Folded, Section};
use crate::inline::code;

/// More pictures than this are left out.
const MOST_PICTURES: usize = 60;
/// More pictures than this are folded.
const FEW_PICTURES: usize = 12;

/// A section with pictures of the games that are played, in the order of the plan.
pub(crate) fn games(report: &Report<'_>) -> Option<Section> {
    let mut seen = HashSet::new();
    let games = report.plan.conditions.iter().map(|condition| &condition.game);
    let games: Vec<_> = games.filter(|game| seen.insert(*game)).collect();
    let pictures = games.iter().enumerate().take(MOST_PICTURES);
    let mut figures: Vec<Figure> = pictures
        .map(|(place, game)| {
            let (name, text) = (game_name(game), game.to_string());
            let caption =
                if name == text { code(&text) } else { format!("{}, {}", code(&name), code(&text)) };
            let about = description(game);
            let alternative = format!("The empty board of {name}: {about}");
            let svg = picture(game, &alternative).unwrap_or_default();
            Figure {
                id: format!("game-{}", place + 1),
                caption: format!("{caption} · {about}."),
                svg,
                data: String::new(),
            }
        })
        .collect();
    if figures.is_empty() {
        return None;
    }
    let mut note = how_to_read(&games);
    let left_out = games.len().saturating_sub(MOST_PICTURES);
    if left_out > 0 {
        let _ = write!(note, " {left_out} more games are not drawn.");
    }
    let more = figures.split_off(figures.len().min(FEW_PICTURES));
    let section =
        Section::new("games", "The games").with([Figures { note, figures, ..Figures::default() }.into()]);
    if more.is_empty() {
        return Some(section);
    }
    let summary = format!("{} more", more.len());
    Some(
        section.with([Folded::new(summary, [Figures { figures: more, ..Figures::default() }.into()]).into()]),
    )
}

/// What the signs on the boards mean, as far as they occur.
fn how_to_read(games: &[&GameSpec]) -> String {
    let any = |is: fn(&GameSpec) -> bool| games.iter().any(|game| is(game));
    let signs = [
        (
            any(|game| game.faces != Faces::Free),
            "Arrows show where stones enter and in which direction they travel. Where there are none, a stone may be placed \
             on any empty cell.",
        ),
        (any(|game| game.run_length().is_some()), "The bar is as long as a winning run."),
        (
            any(|game| matches!(game.lines, LineRule::Shape(_))),
            "Coloured cells show the shape in one of its places.",
        ),
        (
            any(|game| has_lines(game) && !game.is_of_points()),
            "Coloured lines are some of the winning lines, each through the cells with its dots.",
        ),
        (
            any(|game| has_lines(game) && game.is_of_points()),
            "Letters name the points; the corners of a figure are a winning line, and one of these lines stands out.",
        ),
        (any(|game| !game.blocked.is_empty()), "Cells in grey are blocked."),
    ];
    let signs = signs.into_iter().filter(|(occurs, _)| *occurs).map(|(_, text)| text);
    signs.collect::<Vec<_>>().join(" ")
}

fn has_lines(game: &GameSpec) -> bool {
    matches!(game.lines, LineRule::Given(_) | LineRule::Plane | LineRule::Projective)
}
