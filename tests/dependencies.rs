//! What the program is built from: one version of each package, licences that go with ours, no
//! newer Rust than we promise, nothing from outside the registry, and a document that lists it.
//!
//! Cargo tells it without network, since whatever is built has been fetched.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

const DOCUMENT: &str = "docs/reliability.md";

/// How the list begins in the document.
const HEADING: &str = "| licence | in the program | to build and test it |\n|---|---|---|\n";

struct Package {
    name: String,
    version: String,
    licence: String,
    rust_version: Option<String>,
    source: Option<String>,
    /// Whether it is in the program, and not only needed to build or test it.
    is_inside: bool,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn output(program: &str, words: &[&str]) -> String {
    let output = Command::new(program).args(words).current_dir(root()).output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Names and versions of what is built, along steps of these kinds. `cargo metadata` would also tell
/// of packages that are optional and left out.
fn built(kinds: &str) -> BTreeSet<(String, String)> {
    let words =
        ["tree", "--locked", "--offline", "--prefix=none", "--format={p}", "--edges", kinds];
    let tree = output(env!("CARGO"), &words);
    let package = |line: &str| {
        let mut words = line.split_whitespace().map(str::to_owned);
        let (name, version) = (words.next()?, words.next()?);
        Some((name, version.trim_start_matches('v').to_owned()))
    };
    tree.lines().filter_map(package).filter(|(name, _)| name != env!("CARGO_PKG_NAME")).collect()
}

/// Everything that is built for this machine but the package itself.
fn packages() -> Vec<Package> {
    let told = output("rustc", &["-vV"]);
    let host = told.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let words = ["metadata", "--format-version=1", "--locked", "--offline", "--filter-platform"];
    let metadata = output(env!("CARGO"), &[&words[..], &[host]].concat());
    let metadata: Value = serde_json::from_str(&metadata).expect("JSON");
    let (all, inside) = (built("normal,build,dev"), built("normal"));
    let package = |found: &Value| {
        let known = (text(&found["name"]), text(&found["version"]));
        let is_inside = inside.contains(&known);
        all.contains(&known).then(|| Package {
            name: known.0,
            version: known.1,
            licence: text(&found["license"]).replace(" / ", " OR ").replace('/', " OR "),
            rust_version: found["rust_version"].as_str().map(str::to_owned),
            source: found["source"].as_str().map(str::to_owned),
            is_inside,
        })
    };
    let listed = metadata["packages"].as_array().expect("packages");
    let found: Vec<Package> = listed.iter().filter_map(package).collect();
    assert!(found.len() == all.len() && found.len() > 50 && inside.len() > 20);
    found
}

/// Whether a licence leaves a choice that is allowed: parts joined by AND, each of them
/// alternatives joined by OR. Anything less simple is not.
fn is_allowed(licence: &str, allowed: &[String]) -> bool {
    let is_one = |alternative: &str| allowed.iter().any(|one| one == alternative.trim());
    licence.split(" AND ").all(|part| {
        let bare = part.trim().trim_start_matches('(').trim_end_matches(')');
        bare.split(" OR ").any(is_one)
    })
}

/// The three numbers of a version; those that are left out are zero.
fn numbers(version: &str) -> [u32; 3] {
    let mut numbers = [0; 3];
    for (index, number) in version.split('.').enumerate() {
        numbers[index] = number.parse().expect("a number");
    }
    numbers
}

#[test]
fn no_package_comes_in_two_versions() {
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in packages() {
        versions.entry(package.name).or_default().insert(package.version);
    }
    versions.retain(|_, versions| versions.len() > 1);
    assert!(versions.is_empty(), "{versions:?}");
}

#[test]
fn licences_are_those_that_deny_toml_allows() {
    let rules: toml::Table =
        fs::read_to_string(root().join("deny.toml")).expect("deny.toml").parse().expect("TOML");
    let allowed = rules["licenses"]["allow"].as_array().expect("a list");
    let allowed: Vec<String> =
        allowed.iter().map(|one| one.as_str().expect("a text").to_owned()).collect();
    for Package { name, licence, .. } in packages() {
        assert!(is_allowed(&licence, &allowed), "{name}: {licence}");
    }
    assert!(is_allowed("(MIT OR Apache-2.0) AND Unicode-3.0", &allowed));
    for other in ["GPL-3.0", "MIT AND GPL-3.0", "", "(MIT AND GPL-3.0) OR GPL-2.0"] {
        assert!(!is_allowed(other, &allowed), "{other}");
    }
}

#[test]
fn nothing_needs_a_newer_rust_or_comes_from_elsewhere() {
    let ours = numbers(env!("CARGO_PKG_RUST_VERSION"));
    for Package { name, rust_version, source, .. } in packages() {
        let needed = rust_version.as_deref().map(numbers);
        assert!(needed.is_none_or(|needed| needed <= ours), "{name} needs {rust_version:?}");
        assert!(source.is_some_and(|source| source.starts_with("registry+")), "{name}");
    }
    assert_eq!(numbers("1.95.0"), numbers("1.95"));
    assert!(numbers("1.95") < numbers("1.95.1") && numbers("1.95.1") < numbers("1.100"));
    let told = output("rustc", &["--version"]);
    let here = told.split_whitespace().nth(1).expect("a version").split('-').next().expect("one");
    assert!(numbers(here) >= ours, "{told}");
}

/// The list of the document, by licence.
fn listed(packages: &[Package]) -> String {
    let mut rows: BTreeMap<&str, [BTreeSet<&str>; 2]> = BTreeMap::new();
    for package in packages {
        let columns = rows.entry(&package.licence).or_default();
        columns[usize::from(!package.is_inside)].insert(&package.name);
    }
    let names = |names: &BTreeSet<&str>| names.iter().copied().collect::<Vec<_>>().join(", ");
    let row = |(licence, [inside, beside]): (&&str, &[BTreeSet<&str>; 2])| {
        format!("| {licence} | {} | {} |\n", names(inside), names(beside))
    };
    HEADING.to_owned() + &rows.iter().map(row).collect::<String>()
}

/// Other machines need some other packages. `SUDOGA_BLESS=1` writes the list anew.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[test]
fn the_document_lists_every_package_with_its_licence() {
    let path = root().join(DOCUMENT);
    let document = fs::read_to_string(&path).expect(DOCUMENT);
    let expected = listed(&packages());
    let begin = document.find(HEADING).expect("a list in the document");
    let end = begin + document[begin..].find("\n\n").map_or(document.len() - begin, |end| end + 1);
    if std::env::var_os("SUDOGA_BLESS").is_some() {
        let changed = [&document[..begin], &expected, &document[end..]].concat();
        fs::write(&path, changed).expect("a document");
    } else {
        let found = &document[begin..end];
        assert_eq!(found, expected, "SUDOGA_BLESS=1 cargo test --test dependencies writes it");
    }
}
