//! What a package of ours is built from: other packages of Rust and, where it serves the page, of JavaScript. Their
//! licences, and a list for programs that look for known faults in them.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::{Value, json};
use toml::Table;

use crate::process::{cargo, output, root};

/// The name of the file with the licences of the packages that something is built from.
pub(crate) const THIRD_PARTIES: &str = "THIRD-PARTY-LICENSES.txt";
/// What the page's build writes about the packages in it.
const PAGE_LICENCES: &str = "crates/web/dist/licenses.md";

/// Options of `licences`.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The package that is built, such as connect-toe-python
    package: String,
    /// The file to write
    #[arg(long, value_name = "FILE", default_value = THIRD_PARTIES)]
    out: PathBuf,
}

pub(crate) fn write_licences(options: &Options) -> Result<()> {
    let contents = Contents::of(&options.package, &host()?)?;
    fs::write(&options.out, contents.licences()?)
        .with_context(|| format!("cannot write {}", options.out.display()))
}

/// The machine that programs are built for here.
pub(crate) fn host() -> Result<String> {
    let version = output(Command::new("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc names no host")?;
    Ok(host.to_owned())
}

/// The packages that something is built from, ours aside.
pub(crate) struct Contents {
    rust: Vec<RustPackage>,
    page: Option<Page>,
}

struct RustPackage {
    name: String,
    version: String,
    license: String,
    repository: String,
    /// SHA-256 of the archive of its sources.
    checksum: String,
    folder: PathBuf,
}

/// The packages of JavaScript in the page.
struct Page {
    licences: String,
    /// Name, version, licence.
    packages: Vec<[String; 3]>,
}

impl Contents {
    /// What this package of the workspace is built from on this machine.
    pub(crate) fn of(package: &str, host: &str) -> Result<Contents> {
        let mut metadata =
            cargo(&["metadata", "--locked", "--format-version", "1", "--filter-platform", host]);
        let metadata: Value = serde_json::from_str(&output(&mut metadata)?)?;
        let checksums = checksums()?;
        let used = used_packages(&metadata, package)?;
        let packages = || metadata["packages"].as_array().into_iter().flatten();
        let used = || packages().filter(|package| used.contains(text(&package["id"])));
        let mut rust = Vec::new();
        for package in used().filter(|package| !package["source"].is_null()) {
            let [name, version, license, repository] =
                ["name", "version", "license", "repository"].map(|field| text(&package[field]).to_owned());
            let checksum = checksums.get(&(name.clone(), version.clone())).cloned();
            let checksum =
                checksum.with_context(|| format!("Cargo.lock has no checksum of {name} {version}"))?;
            let manifest = Path::new(text(&package["manifest_path"]));
            let folder = manifest.parent().context("a package has a folder")?.to_owned();
            rust.push(RustPackage { name, version, license, repository, checksum, folder });
        }
        ensure!(!rust.is_empty(), "cargo names no packages");
        rust.sort_by(|one, other| (&one.name, &one.version).cmp(&(&other.name, &other.version)));
        let has_page = used().any(|package| package["name"] == "connect-toe-web");
        let page = if has_page { Some(Page::read()?) } else { None };
        Ok(Contents { rust, page })
    }

    /// The licences of all packages, with the texts that these carry.
    pub(crate) fn licences(&self) -> Result<String> {
        let mut all = "Connect-Toe is built from these packages, too.\n".to_owned();
        for RustPackage { name, version, license, repository, folder, .. } in &self.rust {
            let _ = write!(all, "\n{}\n{name} {version}: {license}\n{repository}\n", "=".repeat(80));
            for path in license_files(folder)? {
                let _ = write!(all, "\n{}\n", fs::read_to_string(&path)?.trim_end());
            }
        }
        if let Some(page) = &self.page {
            let _ = write!(
                all,
                "\n{}\nThe page in the browser\n\n{}\n",
                "=".repeat(80),
                page.licences.trim_end()
            );
        }
        Ok(all)
    }

    /// The packages as a software bill of materials: `CycloneDX` 1.5, <https://cyclonedx.org/docs/1.5/json/>.
    pub(crate) fn bill_of_materials(&self, name: &str, version: &str) -> Value {
        let of_rust = self.rust.iter().map(|package| {
            let RustPackage { name, version, license, checksum, .. } = package;
            json!({
                "type": "library",
                "bom-ref": format!("pkg:cargo/{name}@{version}"),
                "name": name,
                "version": version,
                // The old way to write OR.
                "licenses": [{ "expression": license.replace('/', " OR ") }],
                "hashes": [{ "alg": "SHA-256", "content": checksum }],
                "purl": format!("pkg:cargo/{name}@{version}"),
            })
        });
        let of_page = self.page.iter().flat_map(|page| &page.packages).map(|[name, version, license]| {
            let purl = format!("pkg:npm/{}@{version}", name.replace('@', "%40"));
            json!({
                "type": "library",
                "bom-ref": purl,
                "name": name,
                "version": version,
                "licenses": [{ "expression": license }],
                "purl": purl,
            })
        });
        json!({
            "bomFormat": "CycloneDX",
            "specVersion": "1.5",
            "version": 1,
            "metadata": { "component": { "type": "application", "bom-ref": name, "name": name, "version": version } },
            "components": of_rust.chain(of_page).collect::<Vec<Value>>(),
        })
    }
}

impl Page {
    fn read() -> Result<Page> {
        let licences = fs::read_to_string(root().join(PAGE_LICENCES))?;
        // `## three - 0.187.0 (MIT)`
        let packages = licences.lines().filter_map(|line| {
            let (name, rest) = line.strip_prefix("## ")?.rsplit_once(" - ")?;
            let (version, license) = rest.strip_suffix(')')?.split_once(" (")?;
            Some([name, version, license].map(str::to_owned))
        });
        let packages: Vec<_> = packages.collect();
        ensure!(!packages.is_empty(), "{PAGE_LICENCES} names no packages");
        Ok(Page { licences, packages })
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The checksums of `Cargo.lock`, by name and version.
fn checksums() -> Result<HashMap<(String, String), String>> {
    let lock: Table = fs::read_to_string(root().join("Cargo.lock"))?.parse()?;
    let packages = lock.get("package").and_then(toml::Value::as_array).into_iter().flatten();
    Ok(packages
        .filter_map(|package| {
            let [name, version, checksum] =
                ["name", "version", "checksum"].map(|field| package.get(field)?.as_str().map(str::to_owned));
            Some(((name?, version?), checksum?))
        })
        .collect())
}

/// The packages that this one contains, by their identities: its dependencies, theirs, and so on.
fn used_packages<'a>(metadata: &'a Value, package: &str) -> Result<HashSet<&'a str>> {
    let nodes = || metadata["resolve"]["nodes"].as_array().into_iter().flatten();
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let is_ours = |found: &&Value| found["name"] == package && found["source"].is_null();
    let mut open: Vec<&str> = packages.filter(is_ours).map(|package| text(&package["id"])).collect();
    ensure!(!open.is_empty(), "the workspace has no package {package}");
    let mut used = HashSet::new();
    while let Some(id) = open.pop() {
        if used.insert(id) {
            let node = nodes().find(|node| node["id"] == id);
            let dependencies = node.and_then(|node| node["deps"].as_array()).into_iter().flatten();
            // Neither what builds nor what tests it.
            let is_normal = |dependency: &&Value| {
                let mut kinds = dependency["dep_kinds"].as_array().into_iter().flatten();
                kinds.any(|kind| kind["kind"].is_null())
            };
            open.extend(dependencies.filter(is_normal).map(|dependency| text(&dependency["pkg"])));
        }
    }
    Ok(used)
}

/// The files with licences in a package's folder.
fn license_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_uppercase();
        let is_license =
            ["LICENSE", "LICENCE", "COPYING", "NOTICE"].iter().any(|start| name.starts_with(start));
        if is_license && entry.file_type()?.is_file() {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOST: &str = "x86_64-unknown-linux-gnu";

    #[test]
    fn licences_are_those_of_what_is_built_in() {
        let licences = |package| Contents::of(package, HOST).expect("is read").licences().expect("are read");
        let program = licences("connect-toe-cli");
        assert!(program.contains("\nserde_json ") && program.contains("Permission is hereby granted"));
        assert!(program.contains("\n## three - "), "the page");
        assert!(!program.contains("\ninsta ") && !program.contains("connect-toe-"), "tests and own packages");
        let python = licences("connect-toe-python");
        assert!(
            python.contains("\npyo3 ") && !python.contains("\n## three - ") && !python.contains("\naxum ")
        );
        assert!(Contents::of("serde", HOST).is_err());
    }

    #[test]
    fn the_bill_of_materials_names_each_package_once() {
        let list =
            Contents::of("connect-toe-cli", HOST).expect("is read").bill_of_materials("connect-toe", "1.2.3");
        let components = list["components"].as_array().expect("a list");
        let urls: HashSet<&str> = components.iter().map(|component| text(&component["purl"])).collect();
        assert_eq!(urls.len(), components.len());
        let of = |start: &str| {
            let found = components.iter().find(|component| text(&component["purl"]).starts_with(start));
            found.unwrap_or_else(|| panic!("{start} is there"))
        };
        let serde = of("pkg:cargo/serde@");
        assert_eq!(serde["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(serde["hashes"][0]["content"].as_str().map(str::len), Some(64));
        of("pkg:npm/three@");
        of("pkg:npm/%40codemirror/view@");
    }
}
