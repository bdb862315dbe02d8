//! Files that requests may name: those below one folder, if the server was started with one.

use std::path::{Component, MAIN_SEPARATOR, Path, PathBuf};

use connect_toe_api::Fault;
use connect_toe_api::files::bytes_of;

use crate::reply::Refusal;

/// How the names of experiments' files begin.
pub(crate) const EXPERIMENT: &str = "experiment-";

/// The number of the experiment that a file or folder with this name belongs to, if it is that of one:
/// `experiment-7.toml`, `experiment-7.db-wal`. Some file systems take large letters for small ones.
pub(crate) fn experiment_of(name: &str) -> Option<u64> {
    let start = name.get(..EXPERIMENT.len())?;
    let number = name[EXPERIMENT.len()..].split_once('.')?.0;
    if start.eq_ignore_ascii_case(EXPERIMENT) { number.parse().ok() } else { None }
}

/// Larger files are neither experiments nor openings.
const MOST_BYTES: u64 = 256 << 20;

/// The folder below which requests may name files.
#[derive(Clone, Debug)]
pub(crate) struct Files(Option<PathBuf>);

impl Files {
    /// Without a folder no request names a file.
    pub(crate) fn below(folder: Option<&Path>) -> std::io::Result<Files> {
        folder.map(Path::canonicalize).transpose().map(Files)
    }

    /// The folder, if there is one.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.0.as_deref()
    }

    /// A text that names files as requests do: without our folder, which is nobody's business.
    pub(crate) fn as_requested(&self, text: &str) -> String {
        match &self.0 {
            // The root of the disk is in every path.
            Some(folder) if folder.file_name().is_some() => {
                text.replace(&format!("{}{MAIN_SEPARATOR}", folder.display()), "")
            }
            _ => text.to_owned(),
        }
    }

    /// The text of a file that a request names.
    pub(crate) fn read(&self, name: &str) -> Result<String, Refusal> {
        let path = self.find(name)?;
        let text = bytes_of(Path::new(&path), MOST_BYTES)
            .map_err(|error| error.to_string())
            .and_then(|bytes| String::from_utf8(bytes).map_err(|_| "it is not text in UTF-8".to_owned()));
        text.map_err(|why| {
            let error = format!("cannot read {}: {why}", connect_toe_game::text::message(name));
            Refusal::impossible(Fault::UnusableFile, None, error)
        })
    }

    /// Makes sure that nothing stands in the way of a folder of ours, which may not exist yet.
    pub(crate) fn check_folder(&self, name: &str) -> Result<(), Refusal> {
        let path = self.0.as_deref().map(|folder| folder.join(name));
        match path.map(|path| path.symlink_metadata()) {
            Some(Ok(found)) if !found.is_dir() => {
                Err(Refusal::impossible(Fault::NoFiles, None, format!("{name} is not a folder")))
            }
            _ => Ok(()),
        }
    }

    /// The path of a file that a request wants to write to, on the disk: as [`find`](Files::find), but no file of an
    /// experiment.
    pub(crate) fn target(&self, name: &str) -> Result<String, Refusal> {
        let found = self.find(name)?;
        // A link may lead to a file of another name.
        let end = Path::new(&found).canonicalize().unwrap_or_else(|_| PathBuf::from(&found));
        let below = self.0.as_ref().and_then(|folder| end.strip_prefix(folder).ok());
        let first = below.and_then(|below| below.components().next()?.as_os_str().to_str());
        if first.is_some_and(|first| experiment_of(first).is_some()) {
            let name = connect_toe_game::text::message(name);
            let error = format!("{name} belongs to an experiment, and no request writes to it");
            return Err(Refusal::impossible(Fault::NoFiles, None, error)
                .with_hint(format!("give a name that does not begin with {EXPERIMENT}")));
        }
        Ok(found)
    }

    /// The path of a file that a request names, on the disk.
    ///
    /// Its folder must exist below ours, links resolved. The file itself is a regular one or does not exist, and is no link
    /// that leads out: a pipe would wait for another program, a device may have no end.
    pub(crate) fn find(&self, name: &str) -> Result<String, Refusal> {
        let Some(folder) = &self.0 else {
            return Err(Refusal::impossible(
                Fault::NoFiles,
                None,
                "a request through this server cannot name a file",
            )
            .with_hint("start the server with --files DIR to use files below DIR, or use the command line"));
        };
        let outside = || {
            let error =
                format!("{} is not a file below the server's folder", connect_toe_game::text::message(name));
            Refusal::impossible(Fault::NoFiles, None, error)
                .with_hint("write its path below that folder, without `..`")
        };
        let path = Path::new(name);
        let plain = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        if name.contains('\0') || !path.components().all(plain) {
            return Err(outside());
        }
        let path = folder.join(path);
        let (Some(parent), Some(file)) = (path.parent(), path.file_name()) else { return Err(outside()) };
        let parent = parent.canonicalize().map_err(|_| outside())?;
        let whole = parent.join(file);
        let is_below = |path: &Path| path.starts_with(folder) && path != folder;
        let leads_out = || whole.is_symlink() && !whole.canonicalize().is_ok_and(|path| is_below(&path));
        let is_special = || whole.metadata().is_ok_and(|found| !found.is_file());
        if !is_below(&whole) || leads_out() || is_special() {
            return Err(outside());
        }
        whole.into_os_string().into_string().map_err(|_| outside())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_folder_no_file_is_named() {
        let files = Files::below(None).expect("no folder");
        assert!(files.find("games.db").is_err());
    }

    #[test]
    fn files_of_experiments_have_a_name_of_their_own() {
        for name in ["experiment-7.toml", "experiment-7.db-wal", "Experiment-7.report", "experiment-7."] {
            assert_eq!(experiment_of(name), Some(7), "{name}");
        }
        for name in ["experiment-7", "experiment-x.db", "experiment-.db", "my-experiment-7.db", "", "é"] {
            assert_eq!(experiment_of(name), None, "{name}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn only_files_below_the_folder_are_found() {
        let outer = tempfile::tempdir().expect("a folder");
        let folder = outer.path().join("files");
        std::fs::create_dir_all(folder.join("inner")).expect("a folder");
        std::fs::write(outer.path().join("secret"), "").expect("is written");
        std::fs::write(folder.join("inner/games.db"), "").expect("is written");
        std::os::unix::fs::symlink(outer.path(), folder.join("out")).expect("a link");
        std::os::unix::fs::symlink(outer.path().join("secret"), folder.join("link")).expect("a link");
        std::os::unix::fs::symlink(outer.path().join("new"), folder.join("dangling")).expect("a link");
        std::os::unix::fs::symlink("/dev/zero", folder.join("device")).expect("a link");
        std::os::unix::fs::symlink("experiment-1.db", folder.join("other-name")).expect("a link");
        std::fs::write(folder.join("experiment-1.db"), "").expect("is written");
        let made = std::process::Command::new("mkfifo").arg(folder.join("pipe")).status();
        assert!(made.expect("mkfifo is there").success());
        let files = Files::below(Some(&folder)).expect("a folder");
        for name in ["inner/games.db", "new.db", "./new.db", "inner/new.db"] {
            assert!(files.find(name).is_ok() && files.target(name).is_ok(), "{name}");
        }
        for name in
            ["experiment-1.db", "./experiment-1.db", "other-name", "experiment-2.toml", "EXPERIMENT-1.db"]
        {
            assert!(files.target(name).is_err(), "{name}");
        }
        assert!(files.find("experiment-1.db").is_ok());
        for name in [
            "",
            ".",
            "..",
            "../secret",
            "inner/../../secret",
            "/etc/passwd",
            "out/secret",
            "link",
            "dangling",
            "device",
            "pipe",
            "inner",
            "missing/new.db",
            "a\0b",
        ] {
            assert!(files.find(name).is_err(), "{name:?}");
        }
    }
}
