//! Files that requests may name: those below one folder, if the server was started with one.

use std::path::{Component, Path, PathBuf};

use connect_toe_api::Fault;

use crate::reply::Refusal;

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

    /// The path of a file that a request names, on the disk.
    ///
    /// Its folder must exist below ours, links resolved, and the file itself is not a link that leads out.
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
        if !is_below(&whole) || leads_out() || whole.is_dir() {
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
        let files = Files::below(Some(&folder)).expect("a folder");
        for name in ["inner/games.db", "new.db", "./new.db", "inner/new.db"] {
            assert!(files.find(name).is_ok(), "{name}");
        }
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
            "inner",
            "missing/new.db",
            "a\0b",
        ] {
            assert!(files.find(name).is_err(), "{name:?}");
        }
    }
}
