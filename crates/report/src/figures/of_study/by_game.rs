//! What each game is like: the worth of the first move, and the lengths of games.

use connect_toe_experiment::ConditionTally;
use connect_toe_plot::{Estimate, ForestPlot, Histogram, Unit};
use connect_toe_stats::{Interval, numbers};

use crate::analysis::{OfGame, StudyAnalysis};
use crate::csv_number;
use crate::document::{Figure, Figures};
use crate::figures::parts::{MOST_LINES, csv_lines, id};
use crate::inline::{code, plain};

/// More games than this have no histogram each.
const MOST_HISTOGRAMS: usize = 8;

pub(super) fn first_moves(study: &StudyAnalysis<'_>) -> Option<Figures> {
    let mut games = study.by_game();
    if !study.tells_of_first_moves() {
        return None;
    }
    OfGame::sort(&mut games);
    let all = games.len();
    games.truncate(MOST_LINES);
    let mut data =
        vec![["game", "wins", "draws", "losses", "score", "low", "high"].map(str::to_owned).to_vec()];
    let mut rows = Vec::new();
    for OfGame { name, first_mover, .. } in &games {
        let Some(score) = first_mover.score() else { continue };
        let (wdl, Interval { low, high }) = (first_mover.games, first_mover.score_interval());
        let counts = [wdl.wins, wdl.draws, wdl.losses].map(|count| count.to_string());
        let mut line = vec![name.clone()];
        line.extend(counts);
        line.extend([score, low, high].map(csv_number));
        data.push(line);
        let text = format!("{} %", numbers::percent(score));
        rows.push(Estimate { name: name.clone(), value: score, text, interval: (low, high) });
    }
    let plot = ForestPlot {
        description: format!("Score of {}, {} games", study.sides.first_mover(), rows.len()),
        value_title: format!("score of {}", study.sides.first_mover()),
        unit: Unit::Rate,
        reference: 0.5,
        rows,
    };
    let rest = if all > MOST_LINES {
        format!(" The {MOST_LINES} highest scores of {all} are drawn; the table has them all.")
    } else {
        String::new()
    };
    Some(Figures {
        heading: format!("The worth of {}", study.sides.first_move()),
        note: format!("The games of {}, with 95 % intervals.{rest}", study.whose_games_tell()),
        figures: vec![Figure {
            id: id(study, "first", 0),
            caption: format!("Score of {}, by game", study.sides.first_mover()),
            svg: plot.svg(),
            data: csv_lines(&data),
        }],
    })
}

pub(super) fn histograms(study: &StudyAnalysis<'_>) -> Option<Figures> {
    let games = study.by_game();
    let games: Vec<(String, ConditionTally)> = if games.len() > MOST_HISTOGRAMS {
        let tally = games.iter().map(|game| &game.tally).sum();
        vec![("All games together".to_owned(), tally)]
    } else {
        games.into_iter().map(|game| (code(&game.name), game.tally)).collect()
    };
    let figures: Vec<Figure> = games
        .into_iter()
        .enumerate()
        .map(|(place, (name, tally))| {
            let mut data = vec![vec!["plies".to_owned(), "games".to_owned()]];
            let lines = tally.lengths.iter().enumerate().filter(|(_, count)| **count > 0);
            data.extend(lines.map(|(plies, count)| vec![plies.to_string(), count.to_string()]));
            let caption = format!("{name}: {} plies on average", numbers::mean(tally.mean_plies()));
            let description = format!("Lengths of games, {}", plain(&caption));
            let histogram = Histogram::new(description, "plies", "games", tally.lengths);
            Figure { id: id(study, "lengths", place), caption, svg: histogram.svg(), data: csv_lines(&data) }
        })
        .collect();
    (!figures.is_empty()).then(|| Figures {
        heading: "Lengths of games".to_owned(),
        note: format!("The games of {}.", study.whose_games_tell()),
        figures,
    })
}
