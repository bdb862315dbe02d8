//! A process that writes and reads lines.

use std::collections::{BTreeSet, VecDeque};
use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::watcher::Watcher;
use crate::lines::{Line, Lines};

/// Lines that wait to be read, at most; then the process waits.
const WAITING: usize = 1024;
/// Bytes that are kept of what a process writes to standard error: the last ones.
const KEPT: usize = 4096;
/// What a process writes to standard error comes this long after its end, at most.
const TO_FALL_SILENT: Duration = Duration::from_millis(200);
/// The time that a process has to end by itself.
const TO_END: Duration = Duration::from_secs(1);
/// The time between a line from the process and the next line to it. Rapfi listens for a word that stops its search, and
/// for about a millisecond longer than it searches: it loses the first word of a command that comes in that time.
const TO_LISTEN: Duration = Duration::from_millis(10);

/// The numbers of the running processes. Each is the number of the process's group, too.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn running() -> MutexGuard<'static, BTreeSet<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all engines of this program at once, with all processes of their groups: for a program whose games have been
/// stopped, or that is about to end in the middle of its games.
pub fn kill_engines() {
    let mut running = running();
    while let Some(number) = running.pop_first() {
        #[cfg(unix)]
        if let Some(group) = group(number) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        #[cfg(not(unix))]
        let _ = number;
    }
}

#[cfg(unix)]
fn group(number: u32) -> Option<rustix::process::Pid> {
    i32::try_from(number).ok().and_then(rustix::process::Pid::from_raw)
}

/// A running process. It ends when it is dropped, and when this program ends in any way, with all processes of its group.
pub(super) struct Process {
    child: Child,
    watcher: Option<Watcher>,
    input: ChildStdin,
    lines: Receiver<(Line, Instant)>,
    /// When its last line came.
    spoke: Option<Instant>,
    errors: Arc<Mutex<VecDeque<u8>>>,
    /// Closed when nothing is written to standard error any more.
    silence: Receiver<()>,
    is_healthy: bool,
}

impl Process {
    pub(super) fn start(command: &[String]) -> io::Result<Process> {
        let (program, arguments) = command.split_first().ok_or(io::ErrorKind::NotFound)?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        // Started before the process, so that there is hardly a moment in which the process is not watched.
        let mut watcher = Watcher::start();
        // While this is locked, `kill_engines` waits: it would miss a process between its start and its entry.
        let mut running = running();
        let mut child = command.spawn()?;
        if let Some(watcher) = &mut watcher {
            watcher.watch(child.id());
        }
        running.insert(child.id());
        drop(running);
        let taken = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(error)) = taken else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (sender, lines) = sync_channel(WAITING);
        let errors = Arc::default();
        let (speaks, silence) = sync_channel(0);
        let process = Process {
            child,
            watcher,
            input,
            lines,
            spoke: None,
            errors: Arc::clone(&errors),
            silence,
            is_healthy: true,
        };
        thread::Builder::new().name("engine's lines".to_owned()).spawn(move || read(output, &sender))?;
        thread::Builder::new().name("engine's errors".to_owned()).spawn(move || {
            keep(error, &errors);
            drop::<SyncSender<()>>(speaks);
        })?;
        Ok(process)
    }

    /// Waits until the process listens for commands again.
    pub(super) fn await_attention(&self) {
        if let Some(left) = self.spoke.and_then(|spoke| TO_LISTEN.checked_sub(spoke.elapsed())) {
            thread::sleep(left);
        }
    }

    /// Writes a line.
    pub(super) fn write(&mut self, line: impl std::fmt::Display) -> io::Result<()> {
        self.await_attention();
        // In one piece: an engine that reads as it likes gets whole lines.
        self.input.write_all(format!("{line}\r\n").as_bytes())?;
        self.input.flush()
    }

    /// The next line, and when it came.
    pub(super) fn read(&mut self, patience: Duration) -> Result<(Line, Instant), RecvTimeoutError> {
        let (line, came) = self.lines.recv_timeout(patience)?;
        self.spoke = Some(came);
        Ok((line, came))
    }

    /// Ends the process at once. Returns how it ended, if it was about to end `by_itself`, and what it last wrote to
    /// standard error.
    pub(super) fn kill(&mut self, by_itself: bool) -> Vec<String> {
        self.is_healthy = false;
        if by_itself {
            // It has closed its input or output, and is about to end.
            let _ = self.silence.recv_timeout(TO_FALL_SILENT);
        }
        let has_ended = by_itself && self.ends_soon();
        self.kill_group();
        let _ = self.silence.recv_timeout(TO_FALL_SILENT);
        let status = self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let errors: Vec<u8> = errors.iter().copied().collect();
        let errors = String::from_utf8_lossy(&errors);
        let errors = Some(errors.trim()).filter(|errors| !errors.is_empty());
        let errors = errors.map(|errors| format!("standard error: {errors}"));
        Some(status).filter(|_| has_ended).into_iter().chain(errors).collect()
    }

    /// Whether the process ends by itself: its output is closed a little before.
    fn ends_soon(&mut self) -> bool {
        let asked = Instant::now();
        while !self.has_ended() {
            if asked.elapsed() > TO_FALL_SILENT {
                return false;
            }
            thread::sleep(Duration::from_millis(1));
        }
        true
    }

    /// Whether the process has ended; it stays to be waited for.
    #[cfg(unix)]
    fn has_ended(&self) -> bool {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        group(self.child.id())
            .is_some_and(|number| matches!(waitid(WaitId::Pid(number), options), Ok(Some(_))))
    }

    #[cfg(not(unix))]
    fn has_ended(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    fn kill_group(&mut self) {
        running().remove(&self.child.id());
        #[cfg(unix)]
        if let Some(group) = group(self.child.id()) {
            // The process has not been waited for, so nobody else has its number.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        if let Some(watcher) = self.watcher.take() {
            watcher.release();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.is_healthy {
            return;
        }
        let _ = self.write("END");
        let asked = Instant::now();
        while let Some(left) = TO_END.checked_sub(asked.elapsed()) {
            if matches!(self.lines.recv_timeout(left), Err(RecvTimeoutError::Disconnected)) {
                break;
            }
        }
        self.kill_group();
        let _ = self.child.wait();
    }
}

fn read(output: impl Read, sender: &SyncSender<(Line, Instant)>) {
    let mut lines = Lines::new(BufReader::new(output));
    while let Ok(Some(line)) = lines.next_line() {
        if sender.send((line, Instant::now())).is_err() {
            return;
        }
    }
}

fn keep(mut error: impl Read, errors: &Mutex<VecDeque<u8>>) {
    let mut bytes = [0; KEPT];
    while let Ok(read @ 1..) = error.read(&mut bytes) {
        let mut errors = errors.lock().unwrap_or_else(PoisonError::into_inner);
        errors.extend(&bytes[..read]);
        let surplus = errors.len().saturating_sub(KEPT);
        errors.drain(..surplus);
    }
}
