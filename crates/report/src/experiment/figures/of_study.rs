//! Which drawings a study has.

use std::collections::BTreeMap;

use connect_toe_arena::stats::{Confidence, Interval, Wdl, score_interval};

use super::curves::{Curve, Curves, STYLES};
use super::dots::{Dot, Dots, Unit};
use super::heat_map::{HeatMap, Scale};
use super::histogram::Histogram;
use super::{Figure, Group, csv_lines, number};
use crate::experiment::analysis::{CellAnalysis, Rated, Sample, StudyAnalysis, game_name, mean};
use crate::experiment::text;

/// More panels than this are put together by leaving a distinction out.
const MOST_PANELS: usize = 24;
/// More rows or columns than this cannot be read.
const MOST_LINES: usize = 40;
/// More games than this have no histogram each.
const MOST_HISTOGRAMS: usize = 8;
/// More pairings than this have no heat map each.
const MOST_MAPS: usize = 6;

/// All drawings of a study.
pub(in crate::experiment) fn of_study(study: &StudyAnalysis<'_>) -> Vec<Group> {
    if study.games() == 0 {
        return Vec::new();
    }
    let mut groups = Vec::new();
    groups.extend(ratings(study));
    groups.extend(cross_tables(study));
    groups.extend((0..study.study.factors.len()).filter_map(|factor| curves(study, factor)));
    groups.extend(maps(study));
    groups.extend(first_moves(study));
    groups.extend(histograms(study));
    groups
}

/// The cells that a choice takes, added up.
fn sum(study: &StudyAnalysis<'_>, choice: impl Fn(&CellAnalysis<'_>) -> bool) -> Sample {
    study.cells.iter().filter(|cell| choice(cell)).map(|cell| cell.sample).sum()
}

fn id(study: &StudyAnalysis<'_>, kind: &str, number: usize) -> String {
    format!("{}-{kind}-{}", study.study.name, number + 1)
}

fn ratings(study: &StudyAnalysis<'_>) -> Option<Group> {
    let shown = study.ratings.iter().take(1 + MOST_MAPS);
    let figures: Vec<Figure> = shown.enumerate().map(|(place, rated)| rating(study, place, rated)).collect();
    (!figures.is_empty()).then(|| Group {
        heading: "Ratings".to_owned(),
        note: "Elo points around the mean of the rated players, with 95 % intervals (of the distance to the mean: two \
               players can differ although their bars overlap)."
            .to_owned(),
        figures,
    })
}

fn rating(study: &StudyAnalysis<'_>, place: usize, rated: &Rated) -> Figure {
    let ratings = &rated.ratings;
    let mut order: Vec<usize> = (0..rated.names.len()).collect();
    order.sort_by(|&one, &other| {
        ratings.players[other].rating.elo.total_cmp(&ratings.players[one].rating.elo)
    });
    let rows: Vec<Dot> = order
        .iter()
        .map(|&player| {
            let Interval { low, high } = ratings.players[player].rating.interval;
            let value = ratings.players[player].rating.elo;
            Dot { name: rated.names[player].clone(), value, interval: (low, high) }
        })
        .collect();
    let game = match rated.game {
        Some(game) => study.layout.games[game].label.clone(),
        None if study.layout.games.len() > 1 => "all games".to_owned(),
        None => study.layout.games.first().map_or_else(String::new, |game| game.label.clone()),
    };
    let draws = ratings.draw_rate.map_or_else(String::new, |rate| {
        format!("; equal players draw {}", text::percent_with(rate, ratings.draw_rate_interval))
    });
    let advantage = text::estimate(&ratings.first_move_advantage);
    let mut data = vec![vec!["player".to_owned(), "elo".to_owned(), "low".to_owned(), "high".to_owned()]];
    data.extend(rows.iter().map(|row| {
        vec![row.name.clone(), number(row.value), number(row.interval.0), number(row.interval.1)]
    }));
    let dots = Dots {
        description: format!("Ratings on {game}, {} players, best first", rows.len()),
        value: "Elo".to_owned(),
        unit: Unit::Elo,
        reference: 0.0,
        rows,
    };
    Figure {
        id: id(study, "ratings", place),
        caption: format!("{game}: moving first is worth {advantage} Elo points{draws}"),
        svg: dots.svg(),
        data: csv_lines(&data),
    }
}

/// Scores of everybody against everybody, or of players against opponents.
fn cross_tables(study: &StudyAnalysis<'_>) -> Option<Group> {
    let layout = &study.layout;
    let (players, opponents, games) = (layout.players.len(), layout.opponents.len(), layout.games.len());
    if players < 2 || opponents < 2 || players > MOST_LINES || opponents > MOST_LINES {
        return None;
    }
    let choices: Vec<Option<usize>> =
        if games > 1 && games <= MOST_MAPS { (0..games).map(Some).collect() } else { vec![None] };
    let round_robin = study.study.is_round_robin;
    let figures = choices.iter().enumerate().map(|(place, &game)| {
        let own = |cell: &CellAnalysis<'_>| game.is_none_or(|game| cell.place.game == game);
        let score = |player: usize, opponent: usize| {
            let straight =
                |cell: &CellAnalysis<'_>| (cell.place.player, cell.place.opponent) == (player, opponent);
            let reverse =
                |cell: &CellAnalysis<'_>| (cell.place.opponent, cell.place.player) == (player, opponent);
            let mut sample = sum(study, |cell| own(cell) && straight(cell));
            if round_robin && player != opponent {
                sample += sum(study, |cell| own(cell) && reverse(cell)).swapped();
            }
            sample.score()
        };
        // In a round robin the columns are numbers, as in the tables of tournaments.
        let number_of = |place: usize| (place + 1).to_string();
        let rows = (0..players).map(|player| {
            let name = &layout.players[player].label;
            if round_robin { format!("{name}  {}", number_of(player)) } else { name.clone() }
        });
        let columns = (0..opponents)
            .map(|place| if round_robin { number_of(place) } else { layout.opponents[place].label.clone() });
        let label = match game {
            Some(game) => layout.games[game].label.clone(),
            None if games > 1 => "all games together".to_owned(),
            None => layout.games.first().map_or_else(String::new, |game| game.label.clone()),
        };
        let pooled = if study.study.factors.is_empty() { "" } else { ", all levels together" };
        let values =
            (0..players).map(|player| (0..opponents).map(|opponent| score(player, opponent)).collect());
        map(
            id(study, "cross", place),
            format!("{label}{pooled}: score of the row’s player against the column’s, in per cent"),
            ("player", "opponent"),
            (rows.collect(), columns.collect()),
            values.collect(),
            Measure::Score,
        )
    });
    Some(Group {
        heading: if round_robin { "Cross tables".to_owned() } else { "Players against opponents".to_owned() },
        note: "Blue: the row’s player scores more than half; vermilion: less.".to_owned(),
        figures: figures.collect(),
    })
}

/// What a heat map shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Measure {
    Score,
    Share,
    Plies,
}

fn map(
    id: String,
    caption: String,
    (row_title, column_title): (&str, &str),
    (rows, columns): (Vec<String>, Vec<String>),
    values: Vec<Vec<Option<f64>>>,
    measure: Measure,
) -> Figure {
    let highest = values.iter().flatten().flatten().copied().fold(0.0, f64::max);
    let (scale, top) = match measure {
        Measure::Score => (Scale::Diverging, 1.0),
        Measure::Share => (Scale::Sequential, 1.0),
        Measure::Plies => (Scale::Sequential, highest.max(1.0)),
    };
    let print = |value: f64| match measure {
        Measure::Plies => format!("{value:.1}"),
        Measure::Score | Measure::Share => format!("{:.0}", 100.0 * value),
    };
    let mut heading = vec![format!("{row_title} / {column_title}")];
    heading.extend(columns.iter().cloned());
    let mut data = vec![heading];
    for (row, values) in rows.iter().zip(&values) {
        let mut line = vec![row.clone()];
        line.extend(values.iter().map(|value| value.map_or_else(String::new, number)));
        data.push(line);
    }
    let heat_map = HeatMap {
        description: caption.clone(),
        row_title: row_title.to_owned(),
        column_title: column_title.to_owned(),
        rows,
        columns,
        values: values
            .into_iter()
            .map(|row| row.into_iter().map(|value| value.map(|value| (value / top, print(value)))).collect())
            .collect(),
        scale,
        ends: ("0".to_owned(), if measure == Measure::Plies { print(top) } else { "100 %".to_owned() }),
    };
    Figure { id, caption, svg: heat_map.svg(), data: csv_lines(&data) }
}

/// Scores over a factor of numbers.
fn curves(study: &StudyAnalysis<'_>, factor: usize) -> Option<Group> {
    let numbers = study.study.factors[factor].numbers()?;
    if numbers.len() < 2 || study.cells.is_empty() {
        return None;
    }
    let panels = panels(study, factor);
    let layout = &study.layout;
    // The curves are the players or, if there is one player only, its opponents.
    let by_opponent = is_by_opponent(study);
    let names: Vec<String> = if by_opponent {
        layout.opponents.iter().map(|opponent| format!("against {}", opponent.label)).collect()
    } else {
        layout.players.iter().map(|player| player.label.clone()).collect()
    };
    let levels: Vec<(f64, String)> = numbers
        .iter()
        .zip(&study.study.factors[factor].values)
        .map(|(&number, text)| (number, text.clone()))
        .collect();
    let mut figures = Vec::new();
    for (title, choice) in &panels {
        for start in (0..names.len()).step_by(STYLES) {
            let chosen = start..names.len().min(start + STYLES);
            let curves: Vec<Curve> = chosen
                .filter_map(|curve| {
                    let (player, choice) = if by_opponent {
                        (0, Choice { opponent: Some(curve), ..choice.clone() })
                    } else {
                        (curve, choice.clone())
                    };
                    let points: Vec<_> = sorted(&numbers)
                        .into_iter()
                        .filter_map(|level| {
                            let sample = at_level(study, &choice, factor, level, player);
                            let Interval { low, high } = sample.score_interval();
                            Some((numbers[level], sample.score()?, (low, high)))
                        })
                        .collect();
                    (!points.is_empty()).then(|| Curve { name: names[curve].clone(), style: curve, points })
                })
                .collect();
            if !curves.is_empty() {
                figures.push(curve_figure(study, factor, figures.len(), title, &levels, curves));
            }
        }
    }
    (!figures.is_empty()).then(|| Group {
        heading: format!("Score by {}", study.study.factors[factor].name),
        note: "Points per game in per cent, a draw counting one half; bands are 95 % intervals.".to_owned(),
        figures,
    })
}

fn is_by_opponent(study: &StudyAnalysis<'_>) -> bool {
    !study.study.is_round_robin && study.layout.players.len() == 1 && study.layout.opponents.len() > 1
}

fn curve_figure(
    study: &StudyAnalysis<'_>,
    factor: usize,
    place: usize,
    title: &str,
    levels: &[(f64, String)],
    curves: Vec<Curve>,
) -> Figure {
    let name = &study.study.factors[factor].name;
    let mut data = vec![["player", name, "score", "low", "high"].map(str::to_owned).to_vec()];
    for curve in &curves {
        for (level, score, (low, high)) in &curve.points {
            data.push(vec![curve.name.clone(), number(*level), number(*score), number(*low), number(*high)]);
        }
    }
    let names: Vec<&str> = curves.iter().map(|curve| curve.name.as_str()).collect();
    let chart = Curves {
        description: format!("Score by {name}, {title}: {}", text::list(&names)),
        factor: name.clone(),
        levels: levels.to_vec(),
        value: "score, %".to_owned(),
        curves,
    };
    Figure {
        id: id(study, &format!("by-{name}"), place),
        caption: capital(title),
        svg: chart.svg(),
        data: csv_lines(&data),
    }
}

/// What cells of a panel have in common; `None` stands for everything.
#[derive(Clone, Default)]
struct Choice {
    game: Option<usize>,
    opponent: Option<usize>,
    levels: Vec<(usize, usize)>,
}

impl Choice {
    fn takes(&self, cell: &CellAnalysis<'_>) -> bool {
        let place = &cell.place;
        self.game.is_none_or(|game| place.game == game)
            && self.opponent.is_none_or(|opponent| place.opponent == opponent)
            && self.levels.iter().all(|&(factor, level)| place.levels.get(factor) == Some(&level))
    }
}

/// The panels of curves, with titles: by game, opponent and the levels of the other factors, as far as they are few.
fn panels(study: &StudyAnalysis<'_>, factor: usize) -> Vec<(String, Choice)> {
    let layout = &study.layout;
    let mut panels = vec![(Vec::<String>::new(), Choice::default())];
    if layout.games.len() > 1 && layout.games.len() <= MOST_PANELS {
        panels = split(&panels, layout.games.len(), |choice, game| {
            choice.game = Some(game);
            layout.games[game].label.clone()
        });
    }
    for (other, of_other) in study.study.factors.iter().enumerate().filter(|(other, _)| *other != factor) {
        let levels = of_other.values.len();
        if levels > 1 && panels.len() * levels <= MOST_PANELS {
            panels = split(&panels, levels, |choice, level| {
                choice.levels.push((other, level));
                format!("{} {}", of_other.name, of_other.values[level])
            });
        }
    }
    let opponents = layout.opponents.len();
    if is_by_opponent(study) {
        for (words, _) in &mut panels {
            words.push(layout.players[0].label.clone());
        }
    } else if !study.study.is_round_robin && opponents > 1 {
        let together = panels.clone();
        let apart = split(&panels, opponents, |choice, opponent| {
            choice.opponent = Some(opponent);
            format!("against {}", layout.opponents[opponent].label)
        });
        for (words, _) in &mut panels {
            words.push("all opponents together".to_owned());
        }
        if together.len() * opponents <= MOST_PANELS {
            panels.extend(apart);
        }
    } else if !study.study.is_round_robin {
        for (words, _) in &mut panels {
            words.extend(layout.opponents.iter().map(|opponent| format!("against {}", opponent.label)));
        }
    } else if panels.len() == 1 {
        panels[0].0.push("all games together".to_owned());
    }
    panels.into_iter().map(|(words, choice)| (words.join(", "), choice)).collect()
}

/// Each panel once for each value of something.
fn split(
    panels: &[(Vec<String>, Choice)],
    values: usize,
    narrow: impl Fn(&mut Choice, usize) -> String,
) -> Vec<(Vec<String>, Choice)> {
    let each = panels.iter().flat_map(|panel| (0..values).map(move |value| (panel.clone(), value)));
    each.map(|((mut words, mut choice), value)| {
        words.push(narrow(&mut choice, value));
        (words, choice)
    })
    .collect()
}

fn sorted(numbers: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|&one, &other| numbers[one].total_cmp(&numbers[other]));
    order
}

fn at_level(
    study: &StudyAnalysis<'_>,
    choice: &Choice,
    factor: usize,
    level: usize,
    player: usize,
) -> Sample {
    let here = |cell: &CellAnalysis<'_>| choice.takes(cell) && cell.place.levels.get(factor) == Some(&level);
    let mut sample = sum(study, |cell| here(cell) && cell.place.player == player);
    if study.study.is_round_robin {
        let other = |cell: &CellAnalysis<'_>| cell.place.opponent == player && cell.place.player != player;
        sample += sum(study, |cell| here(cell) && other(cell)).swapped();
    }
    sample
}

/// Something that is varied: a factor, or the games.
struct Dimension {
    name: String,
    values: Vec<String>,
    /// `None` for the games.
    factor: Option<usize>,
}

impl Dimension {
    fn of(&self, cell: &CellAnalysis<'_>) -> usize {
        match self.factor {
            Some(factor) => cell.place.levels.get(factor).copied().unwrap_or(0),
            None => cell.place.game,
        }
    }
}

/// Heat maps of two dimensions, or of one against the pairings.
fn maps(study: &StudyAnalysis<'_>) -> Option<Group> {
    let mut dimensions: Vec<Dimension> = study
        .study
        .factors
        .iter()
        .enumerate()
        .filter(|(_, factor)| (2..=MOST_LINES).contains(&factor.values.len()))
        .map(|(place, factor)| Dimension {
            name: factor.name.clone(),
            values: factor.values.clone(),
            factor: Some(place),
        })
        .collect();
    let games = &study.layout.games;
    if (2..=MOST_LINES).contains(&games.len()) {
        let values = games.iter().map(|game| game.label.clone()).collect();
        dimensions.push(Dimension { name: "game".to_owned(), values, factor: None });
    }
    match &dimensions[..] {
        [] => None,
        [one] => map_of_pairings(study, one),
        [rows, columns, others @ ..] => Some(maps_of_two(study, rows, columns, others)),
    }
}

/// A dimension of words against all pairings. Numbers have curves, and games cross tables.
fn map_of_pairings(study: &StudyAnalysis<'_>, dimension: &Dimension) -> Option<Group> {
    let layout = &study.layout;
    let is_number = dimension.factor.is_some_and(|factor| study.study.factors[factor].numbers().is_some());
    let pairings = pairings(study);
    let has_cross_tables =
        dimension.factor.is_none() && layout.players.len() > 1 && layout.opponents.len() > 1;
    if is_number || has_cross_tables || pairings.len() > MOST_LINES {
        return None;
    }
    let sample = |(player, opponent): (usize, usize), level: usize| {
        sum(study, |cell| {
            dimension.of(cell) == level && (cell.place.player, cell.place.opponent) == (player, opponent)
        })
    };
    let id = id(study, "map", 0);
    let (note, figure) = if let [pairing] = pairings[..] {
        let rows = dimension.values.iter().enumerate().filter_map(|(level, name)| {
            let sample = sample(pairing, level);
            let Interval { low, high } = sample.score_interval();
            Some(Dot { name: name.clone(), value: sample.score()?, interval: (low, high) })
        });
        let caption =
            format!("{}: score of the first-named by {}", pairing_name(study, pairing), dimension.name);
        ("Points per game, with 95 % intervals.", forest(id, caption, rows.collect()))
    } else {
        let levels = 0..dimension.values.len();
        let values = pairings
            .iter()
            .map(|pairing| levels.clone().map(|level| sample(*pairing, level).score()).collect())
            .collect();
        let names = pairings.iter().map(|pairing| pairing_name(study, *pairing)).collect();
        let figure = map(
            id,
            format!("Score of the first-named player by {}, in per cent", dimension.name),
            ("pairing", &dimension.name),
            (names, dimension.values.clone()),
            values,
            Measure::Score,
        );
        ("Blue: the player scores more than half; vermilion: less.", figure)
    };
    Some(Group {
        heading: format!("Scores by {}", dimension.name),
        note: note.to_owned(),
        figures: vec![figure],
    })
}

/// Scores with their intervals, a row each.
fn forest(id: String, caption: String, rows: Vec<Dot>) -> Figure {
    let mut data = vec![["name", "score", "low", "high"].map(str::to_owned).to_vec()];
    data.extend(rows.iter().map(|row| {
        vec![row.name.clone(), number(row.value), number(row.interval.0), number(row.interval.1)]
    }));
    let dots = Dots {
        description: caption.clone(),
        value: "score".to_owned(),
        unit: Unit::Rate,
        reference: 0.5,
        rows,
    };
    Figure { id, caption, svg: dots.svg(), data: csv_lines(&data) }
}

fn pairings(study: &StudyAnalysis<'_>) -> Vec<(usize, usize)> {
    let mut pairings = Vec::new();
    for cell in &study.cells {
        let pairing = (cell.place.player, cell.place.opponent);
        if !pairings.contains(&pairing) {
            pairings.push(pairing);
        }
    }
    pairings
}

fn pairing_name(study: &StudyAnalysis<'_>, (player, opponent): (usize, usize)) -> String {
    format!("{} – {}", study.layout.players[player].label, study.layout.opponents[opponent].label)
}

fn maps_of_two(
    study: &StudyAnalysis<'_>,
    rows: &Dimension,
    columns: &Dimension,
    others: &[Dimension],
) -> Group {
    let mut figures = Vec::new();
    let table = |value: &dyn Fn(&[&CellAnalysis<'_>]) -> Option<f64>| -> Vec<Vec<Option<f64>>> {
        (0..rows.values.len())
            .map(|row| {
                (0..columns.values.len())
                    .map(|column| {
                        let here =
                            |cell: &&CellAnalysis<'_>| rows.of(cell) == row && columns.of(cell) == column;
                        let cells: Vec<&CellAnalysis<'_>> = study.cells.iter().filter(here).collect();
                        value(&cells)
                    })
                    .collect()
            })
            .collect()
    };
    let mut add = |kind: &str, caption: String, values: Vec<Vec<Option<f64>>>, measure: Measure| {
        if values.iter().flatten().any(Option::is_some) {
            figures.push(map(
                id(study, kind, 0),
                caption,
                (&rows.name, &columns.name),
                (rows.values.clone(), columns.values.clone()),
                values,
                measure,
            ));
        }
    };
    let pairings = pairings(study);
    if pairings.len() <= MOST_MAPS {
        for (place, pairing) in pairings.iter().enumerate() {
            let of = |cells: &[&CellAnalysis<'_>]| {
                let own = cells.iter().filter(|cell| (cell.place.player, cell.place.opponent) == *pairing);
                own.map(|cell| cell.sample).sum::<Sample>().score()
            };
            let (player, opponent) = *pairing;
            let caption = format!(
                "Score of {} against {}, in per cent",
                study.layout.players[player].label, study.layout.opponents[opponent].label
            );
            add(&format!("map-{}", place + 1), caption, table(&of), Measure::Score);
        }
    } else if !study.study.is_round_robin && study.layout.players.len() <= MOST_MAPS {
        for (player, slot) in study.layout.players.iter().enumerate() {
            let of = |cells: &[&CellAnalysis<'_>]| {
                let own = cells.iter().filter(|cell| cell.place.player == player);
                own.map(|cell| cell.sample).sum::<Sample>().score()
            };
            let caption = format!("Score of {} against all opponents, in per cent", slot.label);
            add(&format!("map-{}", player + 1), caption, table(&of), Measure::Score);
        }
    }
    let wdl = |cells: &[&CellAnalysis<'_>]| cells.iter().map(|cell| cell.tally.first_mover()).sum::<Wdl>();
    if study.sides_are_balanced() {
        let caption = "Score of whoever moves first, in per cent".to_owned();
        add("map-first", caption, table(&|cells| wdl(cells).score()), Measure::Score);
    }
    let drawn = |cells: &[&CellAnalysis<'_>]| wdl(cells).decided_rate().map(|rate| 1.0 - rate);
    add("map-draws", "Drawn games, in per cent".to_owned(), table(&drawn), Measure::Share);
    let plies = |cells: &[&CellAnalysis<'_>]| {
        mean(cells.iter().map(|cell| cell.tally.plies()).sum(), wdl(cells).games())
    };
    add("map-plies", "Plies of a game, mean".to_owned(), table(&plies), Measure::Plies);
    let mut note = "Blue: more than half; vermilion: less.".to_owned();
    if !others.is_empty() {
        let names: Vec<&str> = others.iter().map(|other| other.name.as_str()).collect();
        note += &format!(" All values of {} together.", text::list(&names));
    }
    Group { heading: format!("{} and {}", capital(&rows.name), columns.name), note, figures }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Everything of one game, in the order of the plan.
fn by_game<'a, T: Default>(
    study: &'a StudyAnalysis<'_>,
    add: impl Fn(&mut T, &'a CellAnalysis<'_>),
) -> Vec<(String, T)> {
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut games: Vec<(String, T)> = Vec::new();
    for cell in study.cells.iter().filter(|cell| cell.sample.games.games() > 0) {
        let text = cell.cell.game.to_string();
        let place = *places.entry(text.clone()).or_insert_with(|| {
            games.push((game_name(&text), T::default()));
            games.len() - 1
        });
        add(&mut games[place].1, cell);
    }
    games
}

fn first_moves(study: &StudyAnalysis<'_>) -> Option<Group> {
    let games: Vec<(String, Wdl)> = by_game(study, |sum: &mut Wdl, cell| *sum += cell.tally.first_mover());
    if !study.sides_are_balanced() || games.len() > MOST_LINES {
        return None;
    }
    let mut data =
        vec![["game", "wins", "draws", "losses", "score", "low", "high"].map(str::to_owned).to_vec()];
    let mut rows = Vec::new();
    for (name, wdl) in &games {
        let Some(score) = wdl.score() else { continue };
        let Interval { low, high } = score_interval(*wdl, Confidence::NINETY_FIVE);
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

fn histograms(study: &StudyAnalysis<'_>) -> Option<Group> {
    let add = |counts: &mut Vec<u64>, cell: &CellAnalysis<'_>| {
        let more = &cell.tally.lengths;
        counts.resize(counts.len().max(more.len()), 0);
        for (count, more) in counts.iter_mut().zip(more) {
            *count += more;
        }
    };
    let mut games: Vec<(String, Vec<u64>)> = by_game(study, add);
    if games.len() > MOST_HISTOGRAMS {
        let mut all = Vec::new();
        for cell in &study.cells {
            add(&mut all, cell);
        }
        games = vec![("All games together".to_owned(), all)];
    }
    let figures: Vec<Figure> = games
        .into_iter()
        .enumerate()
        .map(|(place, (name, counts))| {
            let games: u64 = counts.iter().sum();
            let plies: u64 = (0..).zip(&counts).map(|(plies, count): (u64, &u64)| plies * count).sum();
            let mut data = vec![vec!["plies".to_owned(), "games".to_owned()]];
            let lines = counts.iter().enumerate().filter(|(_, count)| **count > 0);
            data.extend(lines.map(|(plies, count)| vec![plies.to_string(), count.to_string()]));
            let caption = format!("{name}: {} plies on average", text::mean(mean(plies, games)));
            let histogram = Histogram { description: format!("Lengths of games, {caption}"), counts };
            Figure { id: id(study, "lengths", place), caption, svg: histogram.svg(), data: csv_lines(&data) }
        })
        .collect();
    (!figures.is_empty()).then(|| Group {
        heading: "How long games are".to_owned(),
        note: String::new(),
        figures,
    })
}
