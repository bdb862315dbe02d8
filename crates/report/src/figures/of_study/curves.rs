//! Scores over a factor whose levels are numbers.

use connect_toe_game::Side;
use connect_toe_plot::{LineChart, Point, STYLES, Series};
use connect_toe_stats::Interval;

use crate::analysis::{ConditionAnalysis, StudyAnalysis, in_order};
use crate::csv_number;
use crate::document::{Figure, Figures};
use crate::figures::parts::{csv_lines, id};
use crate::inline::{code, plain};
use crate::words::{capital, list};

/// The most panels; where there would be more, a distinction is left out.
const MOST_PANELS: usize = 24;

/// Scores over a factor of numbers.
pub(super) fn curves(study: &StudyAnalysis<'_>, factor: usize) -> Option<Figures> {
    let numbers = study.study.factors[factor].numbers()?;
    if numbers.len() < 2 || study.conditions.is_empty() {
        return None;
    }
    let levels = Levels { factor, order: in_order(&numbers), numbers };
    // The curves are the players or, if there is one player only, its opponents.
    let (names, order) = if is_by_opponent(study) {
        (&study.names.opponents, study.opponent_order())
    } else {
        (&study.names.players, study.player_order())
    };
    let mut figures = Vec::new();
    for (title, choice) in &panels(study, factor) {
        for start in (0..names.len()).step_by(STYLES) {
            let chosen = &order[start..names.len().min(start + STYLES)];
            let curves: Vec<Series> = chosen
                .iter()
                .enumerate()
                .filter_map(|(style, &curve)| {
                    let points = levels.points(study, choice, curve);
                    (!points.is_empty()).then(|| Series::new(names[curve].label.clone(), style, points))
                })
                .collect();
            if !curves.is_empty() {
                figures.push(levels.figure(study, figures.len(), title, curves));
            }
        }
    }
    (!figures.is_empty()).then(|| Figures {
        heading: format!("Score by {}", code(&study.study.factors[factor].name)),
        note: format!(
            "Points per game in per cent{}; the bands are 95 % intervals.",
            if study.sides.has_draws() { ", a draw counting one half" } else { "" }
        ),
        figures,
    })
}

fn is_by_opponent(study: &StudyAnalysis<'_>) -> bool {
    !study.study.is_round_robin() && study.names.players.len() == 1 && study.names.opponents.len() > 1
}

/// The levels of a factor of numbers.
struct Levels {
    factor: usize,
    numbers: Vec<f64>,
    /// The levels by their numbers.
    order: Vec<usize>,
}

impl Levels {
    /// The scores of a curve's player, or against a curve's opponent.
    fn points(&self, study: &StudyAnalysis<'_>, choice: &Choice, curve: usize) -> Vec<Point> {
        let (player, choice) = if is_by_opponent(study) {
            (0, Choice { opponent: Some(curve), ..choice.clone() })
        } else {
            (curve, choice.clone())
        };
        let point = |&level: &usize| {
            let is_here = |condition: &ConditionAnalysis<'_>| {
                choice.takes(condition) && condition.level(self.factor) == level
            };
            let sample = match choice.side {
                Some(side) => study.of_side_in(player, side, is_here),
                None => study.sum_of_player(player, is_here),
            };
            let Interval { low, high } = sample.score_interval();
            Some(Point::new(self.numbers[level], sample.score()?, (low, high)))
        };
        self.order.iter().filter_map(point).collect()
    }

    fn figure(
        &self,
        study: &StudyAnalysis<'_>,
        place: usize,
        title: &str,
        mut curves: Vec<Series>,
    ) -> Figure {
        let factor = &study.study.factors[self.factor];
        let of_opponents = is_by_opponent(study);
        let who = if of_opponents { "opponent" } else { "player" };
        let mut data = vec![[who, &factor.name, "score", "low", "high"].map(str::to_owned).to_vec()];
        for curve in &curves {
            for point in &curve.points {
                let (low, high) = point.interval.unwrap_or((point.y, point.y));
                let mut line = vec![curve.name.clone()];
                line.extend([point.x, point.y, low, high].map(csv_number));
                data.push(line);
            }
        }
        for curve in curves.iter_mut().filter(|_| of_opponents) {
            curve.name.insert_str(0, "against ");
        }
        let names: Vec<&str> = curves.iter().map(|curve| curve.name.as_str()).collect();
        let description = format!("Score by {}, {}: {}", factor.name, plain(title), list(&names));
        let ticks = self.numbers.iter().copied().zip(study.levels(self.factor).iter().cloned()).collect();
        let mut chart = LineChart::of_rates(description, &factor.name, ticks, "score, %");
        chart.series = curves;
        chart.width = 430.0;
        Figure {
            id: id(study, &format!("by-{}", factor.name), place),
            caption: capital(title),
            svg: chart.svg(),
            data: csv_lines(&data),
        }
    }
}

/// What the conditions of a panel have in common; `None` stands for everything.
#[derive(Clone, Default)]
struct Choice {
    game: Option<usize>,
    opponent: Option<usize>,
    /// The side that the player has, in the games in which it matters.
    side: Option<Side>,
    /// Factors and their levels.
    levels: Vec<(usize, usize)>,
}

impl Choice {
    fn takes(&self, condition: &ConditionAnalysis<'_>) -> bool {
        self.game.is_none_or(|game| condition.game() == game)
            && self.opponent.is_none_or(|opponent| condition.opponent() == opponent)
            && self.levels.iter().all(|&(factor, level)| condition.level(factor) == level)
    }
}

/// The panels of curves, with titles: by game, opponent and the levels of the other factors, as far as they are few.
fn panels(study: &StudyAnalysis<'_>, factor: usize) -> Vec<(String, Choice)> {
    let names = &study.names;
    let mut panels = vec![(Vec::<String>::new(), Choice::default())];
    if names.games.len() > 1 && names.games.len() <= MOST_PANELS {
        panels = split(&panels, names.games.len(), |choice, game| {
            choice.game = Some(game);
            code(&names.games[game].label)
        });
    }
    if study.is_by_side() && 2 * panels.len() <= MOST_PANELS {
        panels = panels.into_iter().flat_map(|panel| by_side(study, panel)).collect();
    }
    for (other, of_other) in study.study.factors.iter().enumerate().filter(|(other, _)| *other != factor) {
        let levels = of_other.levels.len();
        if levels > 1 && panels.len() * levels <= MOST_PANELS {
            panels = split(&panels, levels, |choice, level| {
                choice.levels.push((other, level));
                format!("{} {}", code(&of_other.name), study.level(other, level))
            });
        }
    }
    let against = |opponent: usize| format!("against {}", code(&names.opponents[opponent].label));
    let opponents = names.opponents.len();
    if is_by_opponent(study) {
        for (words, _) in &mut panels {
            words.push(code(&names.players[0].label));
        }
    } else if !study.study.is_round_robin() && opponents > 1 {
        let together = panels.clone();
        let apart = split(&panels, opponents, |choice, opponent| {
            choice.opponent = Some(opponent);
            against(opponent)
        });
        for (words, _) in &mut panels {
            words.push("all opponents together".to_owned());
        }
        if together.len() * opponents <= MOST_PANELS {
            panels.extend(apart);
        }
    } else if !study.study.is_round_robin() {
        for (words, _) in &mut panels {
            words.extend((0..opponents).map(against));
        }
    } else if panels.len() == 1 {
        panels[0].0.push("all games together".to_owned());
    }
    panels.into_iter().map(|(words, choice)| (words.join(", "), choice)).collect()
}

/// A panel once for each side, if it matters in its games which one a player has, and as it is if it has other games too.
fn by_side(study: &StudyAnalysis<'_>, panel: (Vec<String>, Choice)) -> Vec<(Vec<String>, Choice)> {
    let here = || study.conditions.iter().filter(|condition| panel.1.takes(condition));
    let has_equal_turns = |one: &ConditionAnalysis<'_>| one.condition.game.turns_are_equal();
    if here().all(has_equal_turns) {
        return vec![panel];
    }
    let mut panels = split(std::slice::from_ref(&panel), Side::ALL.len(), |choice, side| {
        choice.side = Some(Side::ALL[side]);
        format!("as {}", study.sides.name(Side::ALL[side]))
    });
    if here().any(has_equal_turns) {
        panels.insert(0, panel);
    }
    panels
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
