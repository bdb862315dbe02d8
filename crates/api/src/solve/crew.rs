//! Lists of positions that a crew solves.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read};
use std::ops::{ControlFlow, Range};

use connect_toe_game::Game;
use connect_toe_records::{in_lines, pieces};
use serde::{Deserialize, Serialize};

use super::answer::SolvedLine;
use super::lines::{SolveLines, SolvedLines};
use crate::crew::{Crew, SealedTask};
use crate::error::Error;
use crate::position::game;
use crate::position_lines::PositionLines;
use crate::reason::Fault;
use crate::task::{Deadline, DoneRange, Task, TaskKind, Units, not_empty};
use crate::work::{Counter, Work};

/// Lines of positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SealedLines {
    request: SolveLines,
    /// Stands for the lines in messages.
    name: String,
}

/// Consecutive lines that a worker has been through.
#[derive(Serialize, Deserialize)]
struct Part {
    first: u64,
    behind: u64,
    /// Those that have positions.
    solved: Vec<SolvedLine>,
}

/// Lines of positions to solve; units are lines.
pub const SOLVE_TASK: TaskKind = TaskKind::of::<SealedLines>();

impl Task for SealedLines {
    const KIND: &'static str = "solve";

    fn open(self, _: &Work) -> Result<Box<dyn Units>, Error> {
        let mut starts = vec![0];
        starts.extend(lines_of(&self.request.lines).scan(0, |end, line| {
            *end += line.len();
            Some(*end)
        }));
        Ok(Box::new(OpenedLines { game: game(&self.request.game)?, sealed: self, starts }))
    }
}

/// Lines whose positions can be solved.
#[derive(Debug)]
struct OpenedLines {
    game: Game,
    sealed: SealedLines,
    /// Where each line begins in the text, and where the last one ends.
    starts: Vec<usize>,
}

impl Units for OpenedLines {
    fn units(&self) -> u64 {
        self.starts.len() as u64 - 1
    }

    /// Solves the positions of a range of lines.
    fn work(&self, range: Range<u64>, deadline: Deadline, work: &Work) -> Result<DoneRange, Error> {
        let Range { start, end } = range;
        let SealedLines { request, name } = &self.sealed;
        let text = &request.lines[self.starts[start as usize]..self.starts[end as usize]];
        let mut text = Until { left: text.as_bytes(), deadline, is_begun: false };
        let mut solved = Vec::new();
        let lines = PositionLines::new(&mut text, name).behind(start);
        let answer = request.solve(self.game.clone(), lines, work, |line| {
            solved.push(line);
            Ok::<(), Error>(())
        })?;
        if answer.interrupted {
            return Err(Error::Interrupted);
        }
        let left = text.left.split_inclusive(|&byte| byte == b'\n').count() as u64;
        let part = Part { first: start, behind: end - left, solved };
        let parcel = serde_json::to_vec(&part).map_err(Error::run)?;
        Ok(DoneRange { parcel, left: not_empty(end - left..end) })
    }
}

fn lines_of(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive('\n')
}

/// Lines of positions, of which no more are handed over after the deadline.
struct Until<'a> {
    left: &'a [u8],
    deadline: Deadline,
    is_begun: bool,
}

impl Read for Until<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.fill_buf()?.read(buffer)?;
        self.consume(bytes);
        Ok(bytes)
    }
}

impl BufRead for Until<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        // All of a line is handed over at once, so this is the beginning of one.
        let is_late = self.is_begun && self.deadline.is_over();
        Ok(if is_late { &[] } else { self.left })
    }

    fn consume(&mut self, bytes: usize) {
        self.left = &self.left[bytes..];
        self.is_begun |= bytes > 0;
    }
}

impl SolveLines {
    /// Has a crew solve the lines: the same answers in the same order.
    pub(super) fn run_by<E: From<Error>>(
        &self,
        crew: &dyn Crew,
        mut lines: impl BufRead,
        name: &str,
        work: &Work,
        mut each: impl FnMut(SolvedLine) -> Result<(), E>,
    ) -> Result<SolvedLines, E> {
        let mut text = String::new();
        let read = lines.read_to_string(&mut text);
        read.map_err(|error| Error::because(Fault::UnusableFile, format!("{name} cannot be read: {error}")))?;
        // Each position or game in one line, where it begins.
        let pieces = pieces(&text);
        let text = in_lines(pieces.iter().map(|piece| (piece.line as usize, &*piece.text)));
        let sealed =
            SealedLines { request: SolveLines { lines: text, ..self.clone() }, name: name.to_owned() };
        let units = lines_of(&sealed.request.lines).count() as u64;
        let mut answer = SolvedLines::default();
        if units == 0 {
            return Ok(answer);
        }
        let (stop, counter) = (work.stop().part(), Counter::new(work, units, "lines"));
        let (mut waiting, mut next): (BTreeMap<u64, Part>, u64) = (BTreeMap::new(), 0);
        let mut failed = None;
        let mut take = |parcel: Option<&[u8]>| -> Result<(), E> {
            let Some(parcel) = parcel else { return Ok(()) };
            let part: Part = serde_json::from_slice(parcel)
                .map_err(|error| Error::run(format!("the answers that were sent are damaged: {error}")))?;
            counter.add(part.behind.saturating_sub(part.first));
            waiting.insert(part.first, part);
            while let Some(part) = waiting.remove(&next) {
                next = part.behind;
                for line in part.solved {
                    answer.checked += u64::from(line.agrees.flatten().is_some());
                    answer.wrong += u64::from(line.agrees.flatten() == Some(false));
                    each(line)?;
                }
            }
            Ok(())
        };
        let task = SealedTask::new(&sealed)?;
        let solved = crew.work(&task, std::slice::from_ref(&(0..units)), &mut |parcel| {
            if let Err(error) = take(parcel) {
                failed.get_or_insert(error);
            }
            if failed.is_some() { ControlFlow::Break(()) } else { stop.listen() }
        });
        answer.interrupted = stop.is_requested() && next < units;
        if let Some(error) = failed {
            return Err(error);
        }
        if !answer.interrupted {
            solved?;
            if next < units {
                return Err(Error::run("not all lines were solved").into());
            }
        }
        Ok(answer)
    }
}
