//! Circles: files that need each other cannot be read, tested or moved one by one.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::repository::{Package, Repository};

/// More files than this in a circle need a reason.
const MOST: usize = 3;

/// Circles that have a reason, which `ARCHITECTURE.md` tells: the package, and a file of the circle.
const REASONS: &[(&str, &str)] = &[
    // A table names its rows, which have its types.
    ("connect-toe-search", "algorithms/mod.rs"),
    ("connect-toe-paper", "conclusions/mod.rs"),
    ("xtask", "tidy/mod.rs"),
    // The classes of Python make each other.
    ("connect-toe-python", "game.rs"),
];

/// No circle of files is large without a reason.
pub(crate) fn circles(repository: &Repository) -> Vec<String> {
    let mut problems = Vec::new();
    let mut reasons: BTreeSet<&(&str, &str)> = REASONS.iter().collect();
    for package in &repository.packages {
        for circle in Sources::of(repository, package).circles() {
            let reason = reasons.iter().find(|(name, file)| *name == package.name && circle.contains(file));
            if let Some(&reason) = reason {
                reasons.remove(reason);
            } else if circle.len() > MOST {
                let files: Vec<&str> = circle.into_iter().collect();
                problems.push(format!(
                    "{}: {} files need each other: {}",
                    package.name,
                    files.len(),
                    files.join(", ")
                ));
            }
        }
    }
    let known = |name: &str| repository.packages.iter().any(|package| package.name == name);
    let gone = reasons.into_iter().filter(|(name, _)| known(name));
    problems
        .extend(gone.map(|(name, file)| format!("{name}: {file} is in no circle: take it from the list")));
    problems
}

/// The words before the name of an item.
const ITEMS: [&str; 9] = ["const", "enum", "fn", "mod", "static", "struct", "trait", "type", "union"];

/// The path of a module, from the crate's root.
type Path = Vec<String>;

/// The modules of a package that are files.
struct Sources<'a> {
    files: BTreeMap<Path, Source<'a>>,
}

/// A file, without comments, texts and tests.
#[derive(Default)]
struct Source<'a> {
    /// Its path in the package's `src`.
    file: &'a str,
    /// Names that it gives on, with what each stands for.
    given_on: BTreeMap<String, Path>,
    /// Names of items that it has.
    defined: BTreeSet<String>,
    /// What it needs, as it is written.
    needs: Vec<Path>,
    /// Modules that are compiled for tests alone.
    tests: Vec<String>,
}

impl<'a> Sources<'a> {
    fn of(repository: &'a Repository, package: &Package) -> Sources<'a> {
        let folder = format!("{}src/", package.folder);
        let mut files = BTreeMap::new();
        for file in repository.files.iter().filter(|file| file.has_extension("rs")) {
            let Some(path) = file.path.strip_prefix(&folder) else { continue };
            let mut module: Path = path.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
            if module.last().is_some_and(|last| last == "mod")
                || module == ["lib"]
                || (module == ["main"] && repository.file(&format!("{folder}lib.rs")).is_none())
            {
                module.pop();
            }
            files.insert(module, Source::read(path, &file.text));
        }
        let tests: Vec<Path> = files
            .iter()
            .flat_map(|(module, source)| source.tests.iter().map(|name| joined(module, name)))
            .collect();
        files.retain(|module, _| !tests.iter().any(|tests| module.starts_with(tests)));
        Sources { files }
    }

    /// The file whose contents a path leads to, from a module: names that a file only gives on are followed.
    fn find(&self, from: &Path, path: &[String], steps: usize) -> Option<Path> {
        let (first, mut rest) = path.split_first()?;
        let mut place = match first.as_str() {
            "crate" => Path::new(),
            "self" => from.clone(),
            "super" => parent(from),
            name if self.files.contains_key(&joined(from, name)) => joined(from, name),
            _ => return None,
        };
        while let Some((name, others)) = rest.split_first() {
            let next = if name == "super" { parent(&place) } else { joined(&place, name) };
            if !self.files.contains_key(&next) {
                break;
            }
            (place, rest) = (next, others);
        }
        let Some(name) = rest.first() else { return Some(place) };
        let source = self.files.get(&place)?;
        match source.given_on.get(name) {
            Some(path) if steps > 0 => self.find(&place, path, steps - 1),
            // Macros of any file have the crate's name alone.
            _ if place.is_empty() && !source.defined.contains(name) => None,
            _ => Some(place),
        }
    }

    /// The files of each circle.
    fn circles(&self) -> Vec<BTreeSet<&'a str>> {
        const MOST_STEPS: usize = 8;
        let modules: Vec<&Path> = self.files.keys().collect();
        let mut arrows = Vec::new();
        for (module, source) in &self.files {
            let found = source.needs.iter().filter_map(|path| self.find(module, path, MOST_STEPS));
            let places: BTreeSet<usize> =
                found.filter_map(|path| modules.binary_search(&&path).ok()).collect();
            arrows.push(places);
        }
        // Two files are in a circle if each is reached from the other.
        let reached: Vec<BTreeSet<usize>> = (0..modules.len()).map(|from| reached(from, &arrows)).collect();
        let mut seen = BTreeSet::new();
        let mut circles = Vec::new();
        for from in 0..modules.len() {
            let circle = reached[from].iter().filter(|&&to| reached[to].contains(&from));
            let circle: BTreeSet<usize> = circle.copied().collect();
            if circle.len() > 1 && circle.iter().all(|&place| seen.insert(place)) {
                circles.push(circle.iter().map(|&place| self.files[modules[place]].file).collect());
            }
        }
        circles
    }
}

/// Everything that arrows lead to.
fn reached(from: usize, arrows: &[BTreeSet<usize>]) -> BTreeSet<usize> {
    let (mut found, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(place) = open.pop() {
        open.extend(arrows[place].iter().filter(|&&next| found.insert(next)));
    }
    found
}

fn joined(module: &Path, name: &str) -> Path {
    let mut path = module.clone();
    path.push(name.to_owned());
    path
}

fn parent(module: &Path) -> Path {
    module[..module.len().saturating_sub(1)].to_vec()
}

impl<'a> Source<'a> {
    fn read(file: &'a str, text: &str) -> Source<'a> {
        let tokens = tokens(text);
        let mut source = Source { file, ..Source::default() };
        let (mut names, mut given_on) = (BTreeSet::new(), Vec::new());
        let mut place = 0;
        while place < tokens.len() {
            let rest = &tokens[place..];
            if let Some((name, after)) = test_module(rest) {
                source.tests.push(name.to_owned());
                place += after;
            } else if rest[0] == "use" {
                let length = rest.iter().position(|token| token == ";").unwrap_or(rest.len());
                let is_given_on = place > 0 && (tokens[place - 1] == "pub" || tokens[place - 1] == ")");
                for (path, name) in imports(&rest[1..length]) {
                    if is_given_on {
                        given_on.push((name, path));
                    } else {
                        source.needs.push(path);
                    }
                }
                place += length;
            } else if rest[0] == "pub" && rest.get(1).is_some_and(|next| next == "(") {
                // Who may see an item is not what it needs.
                place += rest.iter().position(|token| token == ")").map_or(rest.len(), |end| end + 1);
            } else {
                let length = path_length(rest);
                if length > 1 {
                    source.needs.push(rest[..length].iter().step_by(2).cloned().collect());
                }
                names.extend(rest[..length].iter().step_by(2).cloned());
                if ITEMS.contains(&&*rest[0]) && rest.len() > 1 {
                    source.defined.insert(rest[1].clone());
                }
                place += length;
            }
        }
        // A file needs what it gives on if it says the name itself.
        for (name, path) in given_on {
            if names.contains(&name) || name == "*" {
                source.needs.push(path.clone());
            }
            source.given_on.insert(name, path);
        }
        source
    }
}

/// The name of a module of tests that begins here, and how many tokens it takes.
fn test_module(tokens: &[String]) -> Option<(&str, usize)> {
    let attribute = ["#", "[", "cfg", "(", "test", ")", "]"];
    if !tokens.iter().take(attribute.len()).eq(attribute) {
        return None;
    }
    let place =
        attribute.len() + tokens[attribute.len()..].iter().take(5).position(|token| token == "mod")?;
    let name = tokens.get(place + 1)?;
    let mut depth = 0;
    for (length, token) in tokens.iter().enumerate().skip(place + 2) {
        match token.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((name, length + 1));
        }
    }
    Some((name, tokens.len()))
}

/// How many tokens the path takes that begins here; 1 if there is none.
fn path_length(tokens: &[String]) -> usize {
    let mut length = 1;
    while is_name(&tokens[length - 1])
        && tokens.get(length).is_some_and(|token| token == "::")
        && tokens.get(length + 1).is_some_and(|token| is_name(token))
    {
        length += 2;
    }
    length
}

fn is_name(token: &str) -> bool {
    token.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// The paths of a `use`, each with the name that it gets.
fn imports(tokens: &[String]) -> Vec<(Path, String)> {
    let mut found = Vec::new();
    let (mut prefixes, mut path, mut name) = (Vec::new(), Path::new(), None);
    let mut end = |path: &mut Path, name: &mut Option<String>, prefix: &Path| {
        if path.len() > prefix.len() {
            if path.last().is_some_and(|last| last == "self") {
                path.pop();
            }
            let name = name.take().or_else(|| path.last().cloned()).unwrap_or_default();
            found.push((path.clone(), name));
        }
    };
    let none = Path::new();
    let mut tokens = tokens.iter();
    while let Some(token) = tokens.next() {
        match token.as_str() {
            "{" => prefixes.push(path.clone()),
            "," | "}" => {
                let prefix = prefixes.last().unwrap_or(&none).clone();
                end(&mut path, &mut name, &prefix);
                if token == "}" {
                    prefixes.pop();
                    // What follows is a comma or the end.
                    path.clone_from(prefixes.last().unwrap_or(&none));
                } else {
                    path = prefix;
                }
            }
            "as" => name = tokens.next().cloned(),
            "::" => {}
            _ => path.push(token.clone()),
        }
    }
    let prefix = prefixes.last().unwrap_or(&none).clone();
    end(&mut path, &mut name, &prefix);
    found
}

/// The names and signs of a text, without comments and literals.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    // What is not Rust needs nothing.
    collect(text.parse().unwrap_or_default(), &mut tokens);
    tokens
}

fn collect(stream: TokenStream, tokens: &mut Vec<String>) {
    let mut stream = stream.into_iter().peekable();
    while let Some(tree) = stream.next() {
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                tokens.push(open.to_owned());
                collect(group.stream(), tokens);
                tokens.push(close.to_owned());
            }
            TokenTree::Ident(name) => tokens.push(name.to_string()),
            TokenTree::Punct(sign) => {
                let is_colon =
                    |tree: &TokenTree| matches!(tree, TokenTree::Punct(sign) if sign.as_char() == ':');
                let is_path = sign.as_char() == ':' && stream.next_if(is_colon).is_some();
                tokens.push(if is_path { "::".to_owned() } else { sign.to_string() });
            }
            TokenTree::Literal(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::repository::tests::repository;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let manifest = [("crates/a/Cargo.toml", "[package]\nname = \"a\"")];
        circles(&repository(&[&manifest[..], files].concat()))
    }

    #[test]
    fn a_large_circle_is_found() {
        let files = [
            ("crates/a/src/lib.rs", "mod one; mod two; mod three; mod four;\npub use one::One;"),
            ("crates/a/src/one.rs", "use crate::two::{Two, self as other};\npub struct One;"),
            ("crates/a/src/two/mod.rs", "mod inner;\nuse super::three::*;"),
            ("crates/a/src/two/inner.rs", "fn text() -> &'static str { \"crate::one\" } // crate::one"),
            ("crates/a/src/three.rs", "fn f() { crate::four::g(); }"),
            // Through a name that the crate gives on.
            ("crates/a/src/four.rs", "use crate::One;"),
        ];
        assert_eq!(found(&files), ["a: 4 files need each other: four.rs, one.rs, three.rs, two/mod.rs"]);
        assert!(found(&files[..5]).is_empty());
    }

    #[test]
    fn tests_and_what_is_only_given_on_make_no_circle() {
        let tests = "#[cfg(test)]\nmod tests {\n    use crate::a::A;\n    fn f() { let x = '{'; }\n}\n";
        let chain = [
            ("crates/a/src/lib.rs".to_owned(), "mod a; mod b; mod c; mod d;".to_owned()),
            ("crates/a/src/a.rs".to_owned(), "use crate::b::B;".to_owned()),
            ("crates/a/src/b.rs".to_owned(), "use crate::c::C; pub use crate::a::A;".to_owned()),
            ("crates/a/src/c.rs".to_owned(), "use crate::d::D;".to_owned()),
            ("crates/a/src/d.rs".to_owned(), format!("struct D;\n{tests}")),
        ];
        let files: Vec<(&str, &str)> = chain.iter().map(|(path, text)| (&**path, &**text)).collect();
        assert!(found(&files).is_empty());
    }
}
