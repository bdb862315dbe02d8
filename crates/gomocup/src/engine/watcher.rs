//! What ends an engine if this program is killed.
//!
//! An engine that is not asked for its input does not see that its manager is gone, and the processes that it has started
//! do not see it either. A shell sees it: it waits for a line of this program, and kills the engine's process group if
//! there comes none before the end of its input. The system closes that pipe, however this program ends.

/// A process that ends a process group with this program.
#[cfg(unix)]
pub(super) struct Watcher {
    shell: std::process::Child,
    input: std::process::ChildStdin,
}

/// It gets the number of the group, and later a word if there is nothing to end any more.
#[cfg(unix)]
const SCRIPT: &str = r#"read -r group && { read -r word || kill -s KILL -- "-$group"; }"#;

#[cfg(unix)]
impl Watcher {
    /// `None` if the system starts no shell: then the engine is not watched.
    pub(super) fn start() -> Option<Watcher> {
        use std::os::unix::process::CommandExt;
        use std::process::{Command, Stdio};
        let mut command = Command::new("/bin/sh");
        command.args(["-c", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // What a terminal sends to this program's group is not for the watcher.
        let mut shell = command.process_group(0).spawn().ok()?;
        let input = shell.stdin.take()?;
        Some(Watcher { shell, input })
    }

    /// Watches over a group from now on.
    pub(super) fn watch(&mut self, group: u32) {
        self.write(&group.to_string());
    }

    /// Ends the watch. It must be called before the group's first process has been waited for: then the number of the
    /// group may become another's.
    pub(super) fn release(mut self) {
        self.write("released");
        drop(self.input);
        let _ = self.shell.wait();
    }

    fn write(&mut self, line: &str) {
        // A shell that was killed watches over nothing.
        let _ = std::io::Write::write_all(&mut self.input, format!("{line}\n").as_bytes());
    }
}

/// Nothing watches here: an engine must see the end of its input.
#[cfg(not(unix))]
pub(super) struct Watcher;

#[cfg(not(unix))]
impl Watcher {
    pub(super) fn start() -> Option<Watcher> {
        None
    }

    pub(super) fn watch(&mut self, _: u32) {}

    pub(super) fn release(self) {}
}
