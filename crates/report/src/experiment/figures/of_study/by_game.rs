use connect_toe_arena::stats::{Confidence, Interval, score_interval};

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
    if !study.sides_are_balanced() || games.len() > MOST_LINES {
        return None;
    }
    let mut data =
        vec![["game", "wins", "draws", "losses", "score", "low", "high"].map(str::to_owned).to_vec()];
    let mut rows = Vec::new();
    for OfGame { name, tally } in &games {
        let wdl = tally.first_mover();
        let Some(score) = wdl.score() else { continue };
        let Interval { low, high } = score_interval(wdl, Confidence::NINETY_FIVE);
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
        note: "All cells of a game together, with 95 % intervals; they are a little too \
               wide, since the games of a pair partly cancel."
            .to_owned(),
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
        games = vec![OfGame { name: "All games together".to_owned(), tally }];
    }
    let figures: Vec<Figure> = games
        .into_iter()
        .enumerate()
        .map(|(place, OfGame { name, tally })| {
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
        note: String::new(),
        figures,
    })
}
