use connect_toe_stats::Interval;

use super::{MOST_LINES, id};
use crate::experiment::analysis::{OfGame, StudyAnalysis};
use crate::experiment::figures::dots::{Dot, Dots, Unit};
use crate::experiment::figures::histogram::Histogram;
use crate::experiment::figures::{Figure, Group, csv_lines, number};
use crate::experiment::text;

/// More games than this have no histogram each.
const MOST_HISTOGRAMS: usize = 8;

pub(super) fn first_moves(study: &StudyAnalysis<'_>) -> Option<Group> {
    let games = study.by_game();
    if !study.tells_of_first_moves() || games.len() > MOST_LINES {
        return None;
    }
    let mut data =
        vec![["game", "wins", "draws", "losses", "score", "low", "high"].map(str::to_owned).to_vec()];
    let mut rows = Vec::new();
    for OfGame { name, first_mover, .. } in &games {
        let Some(score) = first_mover.score() else { continue };
        let (wdl, Interval { low, high }) = (first_mover.games, first_mover.score_interval());
        let counts = [wdl.wins, wdl.draws, wdl.losses].map(|count| count.to_string());
        let mut line = vec![name.clone()];
        line.extend(counts);
        line.extend([score, low, high].map(number));
        data.push(line);
        rows.push(Dot { name: name.clone(), value: score, interval: (low, high) });
    }
    let dots = Dots {
        description: format!("Score of whoever moves first, {} games", rows.len()),
        value: "score of whoever moves first".to_owned(),
        unit: Unit::Rate,
        reference: 0.5,
        rows,
    };
    Some(Group {
        heading: "What the first move is worth".to_owned(),
        note: format!("The games of {}, with 95 % intervals.", study.whose_games_tell()),
        figures: vec![Figure {
            id: id(study, "first", 0),
            caption: "Score of whoever moves first, by game".to_owned(),
            svg: dots.svg(),
            data: csv_lines(&data),
        }],
    })
}

pub(super) fn histograms(study: &StudyAnalysis<'_>) -> Option<Group> {
    let mut games = study.by_game();
    if games.len() > MOST_HISTOGRAMS {
        let tally = games.iter().map(|game| &game.tally).sum();
        let first_mover = games.iter().map(|game| game.first_mover).sum();
        games = vec![OfGame { name: "All games together".to_owned(), tally, first_mover }];
    }
    let figures: Vec<Figure> = games
        .into_iter()
        .enumerate()
        .map(|(place, OfGame { name, tally, .. })| {
            let mut data = vec![vec!["plies".to_owned(), "games".to_owned()]];
            let lines = tally.lengths.iter().enumerate().filter(|(_, count)| **count > 0);
            data.extend(lines.map(|(plies, count)| vec![plies.to_string(), count.to_string()]));
            let caption = format!("{name}: {} plies on average", text::mean(tally.mean_plies()));
            let histogram =
                Histogram { description: format!("Lengths of games, {caption}"), counts: tally.lengths };
            Figure { id: id(study, "lengths", place), caption, svg: histogram.svg(), data: csv_lines(&data) }
        })
        .collect();
    (!figures.is_empty()).then(|| Group {
        heading: "How long games are".to_owned(),
        note: format!("The games of {}.", study.whose_games_tell()),
        figures,
    })
}
