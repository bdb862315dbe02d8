use connect_toe_experiment::Sample;
use connect_toe_stats::Interval;

use super::{capital, id, sum};
use crate::experiment::analysis::{CellAnalysis, StudyAnalysis};
use crate::experiment::figures::curves::{Curve, Curves, STYLES};
use crate::experiment::figures::{Figure, Group, csv_lines, number};
use crate::experiment::text;

/// More panels than this are put together by leaving a distinction out.
const MOST_PANELS: usize = 24;

/// Scores over a factor of numbers.
pub(super) fn curves(study: &StudyAnalysis<'_>, factor: usize) -> Option<Group> {
    let numbers = study.study.factors[factor].numbers()?;
    if numbers.len() < 2 || study.cells.is_empty() {
        return None;
    }
    let panels = panels(study, factor);
    let layout = &study.layout;
    // The curves are the players or, if there is one player only, its opponents.
    let by_opponent = is_by_opponent(study);
    let slots = if by_opponent { &layout.opponents } else { &layout.players };
    let names: Vec<String> = slots.iter().map(|slot| slot.label.clone()).collect();
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
    mut curves: Vec<Curve>,
) -> Figure {
    let name = &study.study.factors[factor].name;
    let of_opponents = is_by_opponent(study);
    let who = if of_opponents { "opponent" } else { "player" };
    let mut data = vec![[who, name, "score", "low", "high"].map(str::to_owned).to_vec()];
    for curve in &curves {
        for (level, score, (low, high)) in &curve.points {
            data.push(vec![curve.name.clone(), number(*level), number(*score), number(*low), number(*high)]);
        }
    }
    for curve in curves.iter_mut().filter(|_| of_opponents) {
        curve.name.insert_str(0, "against ");
    }
    let names: Vec<&str> = curves.iter().map(|curve| curve.name.as_str()).collect();
    let chart = Curves {
        description: format!("Score by {name}, {title}: {}", text::list(&names)),
        factor: name.clone(),
        levels: levels.to_vec(),
        value: "score, %".to_owned(),
        series: curves,
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
