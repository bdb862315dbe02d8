//! Commands that a user can type again.

use std::ffi::OsStr;

/// A command of this program, word by word.
pub(crate) struct CommandLine(Vec<String>);

impl CommandLine {
    pub(crate) fn new(words: &[&str]) -> CommandLine {
        CommandLine(std::iter::once(&"connect-toe").chain(words).map(|&word| word.to_owned()).collect())
    }

    pub(crate) fn with(mut self, word: impl AsRef<OsStr>) -> CommandLine {
        self.0.push(word.as_ref().to_string_lossy().into_owned());
        self
    }

    /// Adds the values that replace those of the experiment's file.
    pub(crate) fn with_settings(mut self, set: &[String], seed: Option<u64>) -> CommandLine {
        for setting in set {
            self = self.with("--set").with(setting);
        }
        match seed {
            Some(seed) => self.with("--seed").with(seed.to_string()),
            None => self,
        }
    }

    /// Adds the place of the results, if it is named.
    pub(crate) fn with_results(self, results: Option<&str>) -> CommandLine {
        match results {
            Some(results) => self.with("--results").with(results),
            None => self,
        }
    }

    /// The command for a shell.
    pub(crate) fn text(&self) -> String {
        let words: Vec<String> = self.0.iter().map(|word| quoted(word)).collect();
        words.join(" ")
    }

    /// The command for a shell, between backticks.
    pub(crate) fn quoted(&self) -> String {
        format!("`{}`", self.text())
    }
}

/// A word that a shell reads as one word, whatever is in it.
fn quoted(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-+=:,@%".contains(&byte);
    if !word.is_empty() && word.bytes().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_the_words_again() {
        let line =
            CommandLine::new(&["experiment"]).with("it's e.toml").with("depth={1,2}").with("a=1").with("");
        assert_eq!(line.quoted(), r"`connect-toe experiment 'it'\''s e.toml' 'depth={1,2}' a=1 ''`");
    }
}
