//! Lists of positions: `--file`.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use connect_toe_api::Work;
use serde::Serialize;

use crate::answer;
use crate::arguments::Common;
use crate::failure::Failure;
use crate::session::Session;

// A list of positions in place of one.
#[derive(Debug, Args)]
pub(crate) struct PositionFile {
    /// Read positions from a file, - for standard input
    ///
    /// Each line is MOVES [EXPECTED], as for `solve --file`. With --format json each line of output is one answer. Of a
    /// folder all games of Piskvork (.psq) and in the Smart Game Format (.sgf) are read.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "board", "to_move"], value_parser = NonEmptyStringValueParser::new())]
    file: Option<String>,
}

/// A list that can be read, and its name for messages.
pub(crate) struct PositionList {
    pub(crate) lines: Box<dyn BufRead>,
    pub(crate) name: String,
}

/// Takes one answer after the other.
pub(crate) type Each<'a, A> = dyn FnMut(A) -> Result<(), Failure> + 'a;

impl PositionFile {
    /// Prints the answers to each list in turn, if they are asked for, and says whether they are. `answer` gives the
    /// answers of a list, one by one, and says whether it was interrupted.
    pub(crate) fn answer<A: Serialize>(
        &self,
        common: &Common,
        text: impl Fn(&A) -> String,
        mut answer: impl FnMut(PositionList, &Work, &mut Each<A>) -> Result<bool, Failure>,
    ) -> Result<bool, Failure> {
        let Some(file) = &self.file else { return Ok(false) };
        let session = Session::new(common);
        let mut print = |line: A| {
            session.clear();
            answer::print(common.format, &line, &text)
        };
        for list in PositionList::open(file)? {
            if answer(list, &session.work, &mut print)? {
                return Err(Failure::Stopped);
            }
        }
        Ok(true)
    }
}

impl PositionList {
    /// Opens a file, or standard input if its name is `-`; of a folder all games of other programs, ordered by name.
    pub(crate) fn open(file: &str) -> Result<Vec<PositionList>, Failure> {
        if file == "-" {
            let lines = Box::new(std::io::stdin().lock());
            return Ok(vec![PositionList { lines, name: "standard input".to_owned() }]);
        }
        let unreadable = |why: &dyn Display| Failure::request(format!("cannot read {file}: {why}"));
        if !fs::metadata(file).is_ok_and(|metadata| metadata.is_dir()) {
            return Ok(vec![PositionList::of_file(Path::new(file))?]);
        }
        let entries = fs::read_dir(file).map_err(|error| unreadable(&error))?;
        let is_game = |path: &PathBuf| {
            let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
            ["psq", "sgf"].iter().any(|known| end.eq_ignore_ascii_case(known))
        };
        let mut games: Vec<PathBuf> =
            entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_game).collect();
        games.sort();
        if games.is_empty() {
            let hint = "--file takes a file of positions, a line each, or a folder with games that end in .psq or .sgf";
            return Err(unreadable(&"it is a folder").hint(hint));
        }
        games.iter().map(|path| PositionList::of_file(path)).collect()
    }

    fn of_file(path: &Path) -> Result<PositionList, Failure> {
        let name = path.display().to_string();
        let opened =
            File::open(path).map_err(|error| Failure::request(format!("cannot read {name}: {error}")))?;
        Ok(PositionList { lines: Box::new(BufReader::new(opened)), name })
    }
}
