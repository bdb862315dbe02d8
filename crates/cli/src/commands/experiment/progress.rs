//! Progress of an experiment, on standard error: a bar on a terminal, a line now and then elsewhere.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use connect_toe_arena::stats::Wdl;
use connect_toe_experiment::{Pair, Plan, Request, Tally};
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
            let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games  {wide_msg}")
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            let bar = ProgressBar::new(wanted).with_style(style);
            bar.enable_steady_tick(Duration::from_millis(250));
            bar
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
                bar.set_position(self.played);
                bar.set_message(self.text());
            }
            None => tell(&format!("{}/{} games, {}", self.played, self.wanted, self.text())),
        }
    }

    fn text(&self) -> String {
        let seconds = self.started.elapsed().as_secs_f64();
        let rate = self.played as f64 / seconds.max(1e-3);
        let cells = self.plan.cells.iter().zip(&self.tally.cells);
        let done = cells.filter(|(cell, tally)| tally.games() >= cell.games).count();
        let mut text = format!("{done}/{} cells, {rate:.0} games/s", self.plan.cells.len());
        if self.played > 0 {
            let left = (self.wanted - self.played.min(self.wanted)) as f64 / rate;
            let _ = write!(text, ", {} left", HumanDuration(Duration::from_secs_f64(left.min(1e9))));
        }
        if let Some((name, wdl)) = self.leader() {
            let _ = write!(text, ", leads: {name} {:.1} %", 100.0 * wdl.score().unwrap_or(0.0));
        }
        text
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
