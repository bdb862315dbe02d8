//! Code of the engine is compiled in the engine's crates, once and at full optimisation, and nowhere else.
//!
//! Generic code is compiled by the crate that first knows its types. A door that calls a function of a bitboard type
//! directly compiles it, and all that it calls, for every width again, at the optimisation of the door. So what the
//! engine offers goes through `by_width!` or `for_width!`; this check finds what does not.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use object::read::archive::ArchiveFile;
use object::{Object, ObjectSymbol, SymbolKind};
use serde_json::Value;

use crate::process::{cargo, output, root};

/// The crates whose code is the engine's.
const ENGINE: [&str; 9] =
    ["game", "eval", "search", "solve", "threats", "certificate", "learn", "puzzles", "reasons"];

/// A function of fewer bytes looks up that of a width, reads a field, or compares two names.
const FEW_BYTES: u64 = 512;

/// What a door may compile besides: it depends on the door's own types, not on the width, or is a few instructions.
const ALLOWED: &[(&str, &str)] = &[
    ("connect_toe_game::bits::", "operations on one set of bits"),
    ("connect_toe_game::side::BySide", "pairs of anything"),
    ("connect_toe_game::game::Game as core::clone::Clone", "derived, one step into each width"),
    ("connect_toe_game::spec::game_spec::GameSpec as core::", "derived, field by field"),
    ("connect_toe_game::position::Position::show", "the closure that a position is shown to"),
    ("connect_toe_game::unknown_name::UnknownName::new", "any list of names"),
    ("connect_toe_eval::settings::Settings::", "values of any type"),
    ("connect_toe_eval::Evaluator::", "default methods of a trait that doors implement"),
];

/// Builds the program as people do, and fails if a crate outside the engine compiled code of the engine.
pub(crate) fn check() -> Result<()> {
    let messages = output(
        cargo(&["build", "--locked", "--release"]).args(["--message-format", "json-render-diagnostics"]),
    )?;
    let mut libraries = BTreeMap::new();
    let mut programs = BTreeMap::new();
    for message in messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let is_ours =
            message["manifest_path"].as_str().is_some_and(|path| Path::new(path).starts_with(root()));
        let Some(name) = message["target"]["name"].as_str().filter(|_| is_ours) else { continue };
        if let Some(program) = message["executable"].as_str() {
            programs.insert(name.to_owned(), compiled_in(Path::new(program))?);
        }
        let files = message["filenames"].as_array().into_iter().flatten().filter_map(Value::as_str);
        for file in
            files.filter(|file| Path::new(file).extension().is_some_and(|extension| extension == "rlib"))
        {
            libraries.insert(name.to_owned(), compiled_in(Path::new(file))?);
        }
    }
    let is_engine = |name: &str| {
        let name = name.strip_prefix("connect_toe_");
        name.is_some_and(|name| ENGINE.contains(&name))
    };
    ensure!(
        ENGINE.iter().all(|name| libraries.contains_key(&format!("connect_toe_{name}"))),
        "cargo has not built every crate of the engine"
    );
    let all: BTreeSet<&String> = libraries.values().flatten().collect();
    // A program holds its libraries: what none of them has, it compiled itself.
    let of_programs = programs.iter().map(|(name, symbols)| {
        (name, symbols.iter().filter(|symbol| !all.contains(symbol)).collect::<Vec<_>>())
    });
    let of_libraries = libraries.iter().filter(|(name, _)| !is_engine(name));
    let of_libraries = of_libraries.map(|(name, symbols)| (name, symbols.iter().collect::<Vec<_>>()));
    let mut found = Vec::new();
    for (name, symbols) in of_libraries.chain(of_programs) {
        let paths = symbols.into_iter().map(|symbol| format!("{:#}", rustc_demangle::demangle(symbol)));
        let wrong: BTreeSet<String> =
            paths.filter(|path| is_engine(owner(path)) && !is_allowed(path)).collect();
        found.extend(wrong.into_iter().map(|path| format!("{name}: {path}")));
    }
    ensure!(
        found.is_empty(),
        "crates outside the engine compile {} functions of it (a public function of a width goes through \
         `for_width!`):\n{}",
        found.len(),
        found.join("\n")
    );
    Ok(())
}

/// The symbols of the functions in a library or a program. (Only ELF files say how long a function is: on other systems
/// none is found.)
fn compiled_in(file: &Path) -> Result<BTreeSet<String>> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut symbols = BTreeSet::new();
    let mut add = |bytes: &[u8]| -> object::Result<()> {
        let object = object::File::parse(bytes)?;
        let functions = object.symbols().filter(|symbol| {
            symbol.is_definition() && symbol.kind() == SymbolKind::Text && symbol.size() >= FEW_BYTES
        });
        symbols.extend(functions.filter_map(|symbol| symbol.name().ok().map(str::to_owned)));
        Ok(())
    };
    match ArchiveFile::parse(&*bytes) {
        Err(_) => add(&bytes)?,
        Ok(archive) => {
            for member in archive.members() {
                let member = member?;
                if member.name().ends_with(b".o") {
                    add(member.data(&*bytes)?)?;
                }
            }
        }
    }
    Ok(symbols)
}

/// The crate that a function is from: that of its path, of the type it is a method of, or of the trait if the type is
/// from elsewhere.
fn owner(path: &str) -> &str {
    let own = first_name(path);
    if own.starts_with("connect_toe_") || !path.starts_with('<') {
        return own;
    }
    path.split_once(" as ").map_or(own, |(_, of_trait)| first_name(of_trait))
}

/// The first name of a path, without the signs and words before it.
fn first_name(path: &str) -> &str {
    let signs = ['<', '&', '[', '(', '*', ' '];
    let mut rest = path.trim_start_matches(signs);
    while let Some(after) = ["mut ", "const ", "dyn "].iter().find_map(|word| rest.strip_prefix(word)) {
        rest = after.trim_start_matches(signs);
    }
    let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
    &rest[..end.unwrap_or(rest.len())]
}

fn is_allowed(path: &str) -> bool {
    let path = path.trim_start_matches('<');
    ALLOWED.iter().any(|(beginning, _)| path.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_from_the_crate_of_its_path_its_type_or_its_trait() {
        for (path, crate_of_it) in [
            ("connect_toe_game::rules::Rules<B>::legal_moves", "connect_toe_game"),
            ("<connect_toe_players::Own as connect_toe_eval::Evaluator<B>>::evaluate", "connect_toe_players"),
            ("<alloc::boxed::Box<T> as connect_toe_eval::Evaluator<B>>::evaluate", "connect_toe_eval"),
            ("<&mut connect_toe_eval::learned::Learned<u64>>::sum", "connect_toe_eval"),
            ("core::ptr::drop_in_place<connect_toe_game::rules::Rules<u64>>", "core"),
        ] {
            assert_eq!(owner(path), crate_of_it, "{path}");
        }
    }
}
