//! Progress of an experiment, on standard error: a bar on a terminal, a line now and then elsewhere.

use std::collections::HashMap;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use connect_toe_experiment::{Pair, Plan, Request, Tally};
use connect_toe_stats::Wdl;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use super::tell;

/// Between two lines, where standard error is no terminal.
const BETWEEN_LINES: Duration = Duration::from_secs(10);
/// Between two looks at who leads.
const BETWEEN_LOOKS: Duration = Duration::from_millis(500);
/// With fewer games nobody leads.
const FEWEST_GAMES: u64 = 20;

/// Hears of every pair and tells how far the experiment is.
pub(super) struct Progress<'a> {
    plan: &'a Plan,
    tally: Tally,
    started: Instant,
    next_look: Instant,
    /// Games to be played, and those that have been.
    wanted: u64,
    played: u64,
    /// Only on a terminal.
    bar: Option<ProgressBar>,
}

impl<'a> Progress<'a> {
    pub(super) fn new(plan: &'a Plan, tally: Tally, missing: &[Request]) -> Progress<'a> {
        let games = |request: &Request| -> u64 {
            let cell = &plan.cells[request.cell];
            (2 * request.pairs.end).min(cell.games) - 2 * request.pairs.start
        };
        let wanted = missing.iter().map(games).sum();
        let bar = std::io::stderr().is_terminal().then(|| {
            // The line is composed here, so that it never ends in the middle of a word.
            let style =
                ProgressStyle::with_template("{wide_msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::new(wanted).with_style(style)
        });
        let now = Instant::now();
        let next_look = if bar.is_some() { now } else { now + BETWEEN_LINES };
        Progress { plan, tally, started: now, next_look, wanted, played: 0, bar }
    }

    pub(super) fn hear(&mut self, pair: Option<&Pair>) {
        if let Some(pair) = pair {
            self.played += pair.games.len() as u64;
            self.tally.count(pair);
        }
        let now = Instant::now();
        if now < self.next_look {
            return;
        }
        self.next_look = now + if self.bar.is_some() { BETWEEN_LOOKS } else { BETWEEN_LINES };
        match &self.bar {
            Some(bar) => {
                let columns = ratatui::crossterm::terminal::size().map_or(80, |(columns, _)| columns.into());
                bar.set_message(line(self.played, self.wanted, &self.parts(), columns));
                bar.tick();
            }
            None => tell(&self.parts().join(", ")),
        }
    }

    /// What there is to say, the most important first.
    fn parts(&self) -> Vec<String> {
        let seconds = self.started.elapsed().as_secs_f64();
        let rate = self.played as f64 / seconds.max(1e-3);
        let mut parts = vec![format!("{}/{} games", self.played, self.wanted)];
        if self.played > 0 {
            let left = (self.wanted - self.played.min(self.wanted)) as f64 / rate;
            parts.push(format!("{} left", HumanDuration(Duration::from_secs_f64(left.min(1e9)))));
        }
        parts.push(format!("{rate:.0} games/s"));
        if let Some((name, wdl)) = self.leader() {
            parts.push(format!("leads: {name} {:.1} %", 100.0 * wdl.score().unwrap_or(0.0)));
        }
        parts
    }

    /// The player with the best score over all its games.
    fn leader(&self) -> Option<(String, Wdl)> {
        let mut scores: HashMap<String, Wdl> = HashMap::new();
        for (cell, tally) in self.plan.cells.iter().zip(&self.tally.cells) {
            *scores.entry(cell.player.to_string()).or_default() += tally.wdl();
            *scores.entry(cell.opponent.to_string()).or_default() += tally.wdl().swapped();
        }
        let enough = scores.into_iter().filter(|(_, wdl)| wdl.games() >= FEWEST_GAMES);
        enough.max_by(|(name, wdl), (other, their)| {
            let score = |wdl: &Wdl| wdl.score().unwrap_or(0.0);
            score(wdl).total_cmp(&score(their)).then_with(|| other.cmp(name))
        })
    }

    pub(super) fn end(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A bar, and as many of the parts as fit beside it, each whole.
fn line(played: u64, wanted: u64, parts: &[String], columns: usize) -> String {
    const WIDEST_BAR: usize = 30;
    let mut text = String::new();
    for part in parts {
        let longer = if text.is_empty() { part.clone() } else { format!("{text}, {part}") };
        if longer.chars().count() > columns {
            break;
        }
        text = longer;
    }
    let room = columns.saturating_sub(text.chars().count() + 1).min(WIDEST_BAR);
    if room < WIDEST_BAR / 3 {
        return text;
    }
    let full = (played.min(wanted) as f64 / wanted.max(1) as f64 * room as f64) as usize;
    format!("{}{} {text}", "█".repeat(full), "░".repeat(room - full))
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn a_line_fits_and_has_whole_parts() {
        let parts =
            ["6600/7600 games", "1 second left", "512 games/s", "leads: a-player 63.1 %"].map(str::to_owned);
        for columns in 15..120 {
            let line = line(6600, 7600, &parts, columns);
            assert!(line.chars().count() <= columns, "{columns}: {line}");
            assert!(parts.iter().any(|part| line.ends_with(part)), "{columns}: {line}");
        }
        assert_eq!(line(6600, 7600, &parts, 41), "████████░░ 6600/7600 games, 1 second left");
        assert_eq!(line(1, 2, &parts, 5), "");
    }
}
