//! Players who beat each other in a circle.

use std::f64::consts::{PI, TAU};

use crate::svg::{Align, Svg, fitted};

/// A circle of players, each of whom beats the next one: arrows lead from the winner to the loser.
///
/// ```
/// use connect_toe_plot::{Circle, Win};
///
/// let win = |winner: &str, text: &str| Win { winner: winner.to_owned(), text: text.to_owned() };
/// let circle = Circle {
///     description: "Three players in a circle".to_owned(),
///     wins: vec![win("rock", "62.0 %"), win("scissors", "58.5 %"), win("paper", "71.0 %")],
/// };
/// assert!(circle.svg().contains("<title>rock beats scissors: 62.0 %</title>"));
/// assert!(circle.svg().contains("<title>paper beats rock: 71.0 %</title>"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Circle {
    /// What a reader who cannot see the drawing is told.
    pub description: String,
    /// The wins, each over the winner of the next one, and the last over the winner of the first.
    pub wins: Vec<Win>,
}

/// A win over the next player of a [`Circle`].
#[derive(Clone, Debug, PartialEq)]
pub struct Win {
    /// Who wins.
    pub winner: String,
    /// How clearly, as it is printed at the arrow.
    pub text: String,
}

const WIDTH: f64 = 320.0;
const NODE: f64 = 15.0;
/// The distance of the players from the middle.
const RADIUS: f64 = 82.0;
/// What is left free between an arrow and the players at its ends.
const GAP: f64 = 4.0;
const HEAD: f64 = 9.0;
const ROW: f64 = 19.0;

impl Circle {
    /// The drawing as an `<svg>` element: players are numbered, and the names stand below.
    pub fn svg(&self) -> String {
        let count = self.wins.len();
        let middle = (WIDTH / 2.0, RADIUS + NODE + 6.0);
        // The first player stands at the top, and wins go on clockwise.
        let angle = |place: f64| TAU * place / count.max(1) as f64 - PI / 2.0;
        let at = |place: f64, radius: f64| {
            (middle.0 + radius * angle(place).cos(), middle.1 + radius * angle(place).sin())
        };
        let lowest = (0..count).map(|place| at(place as f64, RADIUS).1).fold(0.0, f64::max);
        let names = lowest + NODE + 26.0;
        let mut svg = Svg::new(WIDTH, names + ROW * count as f64 - 8.0);
        for (place, win) in self.wins.iter().enumerate() {
            let next = &self.wins[(place + 1) % count];
            let place = place as f64;
            svg.with_tooltip(&format!("{} beats {}: {}", win.winner, next.winner, win.text), |svg| {
                arrow(svg, at(place, RADIUS), at(place + 1.0, RADIUS));
                // Outside of the arrow's middle.
                let beside = RADIUS * (PI / count as f64).cos() + 10.0;
                let (x, y) = at(place + 0.5, beside);
                let side = angle(place + 0.5).cos();
                let align = match side {
                    side if side > 0.3 => Align::Start,
                    side if side < -0.3 => Align::End,
                    _ => Align::Middle,
                };
                // A line of text stands on its point: below an arrow it is lowered, above one it is not.
                let lowered = 4.0 + 4.0 * angle(place + 0.5).sin();
                svg.text((x, y + lowered), align, "", &win.text);
            });
        }
        for (place, win) in self.wins.iter().enumerate() {
            let (x, y) = at(place as f64, RADIUS);
            let number = (place + 1).to_string();
            svg.with_tooltip(&win.winner, |svg| {
                svg.disc((x, y), NODE, "o");
                svg.text((x, y + 4.0), Align::Middle, "", &number);
            });
            let row = names + ROW * place as f64;
            svg.text((24.0, row), Align::End, "s", &number);
            svg.text((32.0, row), Align::Start, "", &fitted(&win.winner, WIDTH - 34.0));
        }
        svg.finish(&self.description)
    }
}

/// An arrow between the discs around two points.
fn arrow(svg: &mut Svg, from: (f64, f64), to: (f64, f64)) {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let length = x.hypot(y);
    if length <= 2.0 * (NODE + GAP) {
        return;
    }
    let (x, y) = (x / length, y / length);
    let start = (from.0 + (NODE + GAP) * x, from.1 + (NODE + GAP) * y);
    let end = (to.0 - (NODE + GAP) * x, to.1 - (NODE + GAP) * y);
    let back = |along: f64, aside: f64| (end.0 - along * x - aside * y, end.1 - along * y + aside * x);
    svg.line(&[start, back(HEAD, 0.0)], "l c0");
    let head = [back(HEAD, HEAD / 2.0), end, back(HEAD, -HEAD / 2.0)];
    svg.path(&(crate::svg::through(&head) + "z"), "w2");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_players() {
        let win = |winner: &str, text: &str| Win { winner: winner.to_owned(), text: text.to_owned() };
        let circle = Circle {
            description: "d".to_owned(),
            wins: vec![win("a", "60.0 %"), win("b", "70.0 %"), win(&"long ".repeat(40), "80.0 %")],
        };
        insta::assert_snapshot!(circle.svg());
    }

    #[test]
    fn no_circle_has_no_arrow() {
        for wins in [vec![], vec![Win { winner: "a".to_owned(), text: String::new() }]] {
            assert!(!Circle { description: String::new(), wins }.svg().contains("w2"));
        }
    }
}
