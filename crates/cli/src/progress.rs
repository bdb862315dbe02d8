//! Progress on standard error: one line that changes on a terminal, elsewhere a line now and then.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use connect_toe_api::{Observer, Progress};
use connect_toe_game::text::printable;
use connect_toe_stats::numbers::{count, nodes, rounded_duration};

/// Runs shorter than this show no progress.
const FIRST: Duration = Duration::from_secs(1);
/// Between two lines, where standard error is not a terminal.
const BETWEEN_LINES: Duration = Duration::from_secs(10);
/// Between two changes of the line on a terminal.
const BETWEEN_LOOKS: Duration = Duration::from_millis(250);

/// Shows the progress of a run.
pub(crate) struct Display {
    is_quiet: bool,
    is_terminal: bool,
    state: Mutex<State>,
}

struct State {
    count: Option<Count>,
    next_look: Instant,
    /// Whether there is a line on the terminal.
    is_shown: bool,
}

/// What is being counted.
struct Count {
    started: Instant,
    done: u64,
    total: Option<u64>,
    unit: String,
}

impl Count {
    /// Whether this report goes on with this count. Threads report in any order, so a little less than before is an
    /// older report and not a new count.
    fn goes_on_with(&self, progress: &Progress) -> bool {
        self.total == progress.total && self.unit == progress.unit && progress.done >= self.done / 2
    }
}

impl Display {
    /// A display that shows progress, unless it is quiet. Notices are always shown.
    pub(crate) fn new(is_quiet: bool) -> Display {
        let is_terminal = io::stderr().is_terminal();
        let first = if is_terminal { FIRST } else { BETWEEN_LINES };
        let state = State { count: None, next_look: Instant::now() + first, is_shown: false };
        Display { is_quiet, is_terminal, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the line from the terminal: something else is printed now.
    pub(crate) fn clear(&self) {
        self.state().clear();
    }
}

impl State {
    /// Takes in a report, and returns for how long this has been counted.
    fn take(&mut self, progress: &Progress, now: Instant) -> Duration {
        match &mut self.count {
            Some(count) if count.goes_on_with(progress) => {
                count.done = count.done.max(progress.done);
                now - count.started
            }
            count => {
                let (done, total, unit) = (progress.done, progress.total, progress.unit.to_owned());
                *count = Some(Count { started: now, done, total, unit });
                Duration::ZERO
            }
        }
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            write_error("\r\u{1b}[K");
        }
    }
}

impl Observer for Display {
    fn progress(&self, progress: &Progress) {
        if self.is_quiet {
            return;
        }
        // A thread that finds another one here has nothing newer to show.
        let Ok(mut state) = self.state.try_lock() else { return };
        let now = Instant::now();
        let elapsed = state.take(progress, now);
        if now < state.next_look {
            return;
        }
        let parts = parts(progress, elapsed);
        if self.is_terminal {
            state.next_look = now + BETWEEN_LOOKS;
            state.is_shown = true;
            let columns =
                ratatui::crossterm::terminal::size().map_or(80, |(columns, _)| usize::from(columns));
            // A line that fills the last column makes some terminals begin another one.
            write_error(&format!("\r{}\u{1b}[K", line(progress, &parts, columns.saturating_sub(1))));
        } else {
            state.next_look = now + BETWEEN_LINES;
            write_error(&format!("{}\n", parts.join(", ")));
        }
    }

    fn notice(&self, text: &str) {
        self.clear();
        write_error(&format!("{}\n", printable(text)));
    }
}

/// Writes to standard error. A run does not end because nobody can read its progress.
fn write_error(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// What there is to say, the most important first.
fn parts(progress: &Progress, elapsed: Duration) -> Vec<String> {
    let Progress { done, total, unit, detail } = *progress;
    let rate = done as f64 / elapsed.as_secs_f64().max(1e-3);
    let mut parts = Vec::new();
    if let Some(total) = total {
        parts.push(format!("{}/{} {unit}", count(done), count(total)));
        let left = total.saturating_sub(done) as f64 / rate;
        // Half a second is over before it is read.
        if done > 0 && left >= 0.5 {
            parts.push(format!("{} left", rounded_duration(left)));
        }
    } else {
        let unit = if done == 1 { unit.trim_end_matches('s') } else { unit };
        parts.extend([rounded_duration(elapsed.as_secs_f64()), format!("{} {unit}", count(done))]);
    }
    parts.push(format!("{} {unit}/s", nodes(Some(rate))));
    parts.extend(Some(printable(&detail()).into_owned()).filter(|detail| !detail.is_empty()));
    parts
}

/// A bar, and as many of the parts as fit beside it, each whole.
fn line(progress: &Progress, parts: &[String], columns: usize) -> String {
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
    let Some(total) = progress.total.filter(|_| room >= WIDEST_BAR / 3) else { return text };
    let full = (progress.done.min(total) as f64 / total.max(1) as f64 * room as f64) as usize;
    format!("{}{} {text}", "█".repeat(full), "░".repeat(room - full))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_of_threads_that_overtake_each_other_do_not_restart_the_clock() {
        let display = Display::new(false);
        let start = Instant::now();
        let at = |seconds: u64, done: u64, unit: &'static str| {
            let progress = Progress { done, total: Some(1000), unit, detail: &String::new };
            display.state().take(&progress, start + Duration::from_secs(seconds))
        };
        assert_eq!(at(0, 100, "games"), Duration::ZERO);
        assert_eq!(at(5, 520, "games"), Duration::from_secs(5));
        assert_eq!(at(6, 500, "games"), Duration::from_secs(6), "old news");
        assert_eq!(at(7, 900, "games"), Duration::from_secs(7));
        assert_eq!(at(8, 10, "games"), Duration::ZERO, "a new count of the same kind");
        assert_eq!(at(9, 20, "nodes"), Duration::ZERO, "a count of something else");
    }

    fn games(done: u64, total: u64) -> Progress<'static> {
        Progress { done, total: Some(total), unit: "games", detail: &String::new }
    }

    #[test]
    fn a_line_fits_and_has_whole_parts() {
        let parts =
            ["6600/7600 games", "1 second left", "512 games/s", "leads: a-player 63.1 %"].map(str::to_owned);
        for columns in 15..120 {
            let line = line(&games(6600, 7600), &parts, columns);
            assert!(line.chars().count() <= columns, "{columns}: {line}");
            assert!(parts.iter().any(|part| line.ends_with(part)), "{columns}: {line}");
        }
        assert_eq!(line(&games(6600, 7600), &parts, 41), "████████░░ 6600/7600 games, 1 second left");
        assert_eq!(line(&games(1, 2), &parts, 5), "");
    }

    #[test]
    fn what_is_done_tells_how_long_the_rest_takes() {
        let parts_of = |progress: &Progress| parts(progress, Duration::from_secs(20)).join(", ");
        assert_eq!(parts_of(&games(100, 1000)), "100/1000 games, 3 min 00 s left, 5.0 games/s");
        assert_eq!(parts_of(&games(1000, 1000)), "1000/1000 games, 50.0 games/s", "nothing is left");
        let known = || "x at least draws, at best wins in 5 plies".to_owned();
        let solving = Progress { done: 4000, total: None, unit: "nodes", detail: &known };
        assert_eq!(
            parts_of(&solving),
            "20 s, 4000 nodes, 200 nodes/s, x at least draws, at best wins in 5 plies"
        );
        let first = Progress { done: 1, total: None, unit: "games", detail: &String::new };
        assert_eq!(parts_of(&first), "20 s, 1 game, 0.1 games/s");
    }
}
