//! The house keeps its shape: who may import whom, and what lies in `src/`.
//!
//! Reads every `crate::room` path outside comments and strings. Paths through `super` are not
//! read; they are for neighbours within a room.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms and their numbers: a room imports only from rooms with a smaller number.
const ROOMS: [(&str, u8); 14] = [
    ("board", 0),
    ("rng", 0),
    ("logic", 1),
    ("solver", 1),
    ("exact", 2),
    ("stats", 2),
    ("search", 3),
    ("method", 4),
    ("lab", 5),
    ("analysis", 6),
    ("study", 7),
    ("tune", 7),
    ("report", 8),
    ("cli", 9),
];

/// What lies in `src/` and is no room: the two roots, which name every room.
const ROOTS: [&str; 2] = ["lib.rs", "main.rs"];

/// What stands in the crate's root for all rooms.
const FREE: [&str; 1] = ["ENGINE"];

fn number(room: &str) -> Option<u8> {
    ROOMS.iter().find(|(name, _)| *name == room).map(|(_, number)| *number)
}

/// The room of a path below `src/`: its folder, or its stem; `None` for the roots.
fn room_of(path: &str) -> Option<&str> {
    let first = path.split('/').next().unwrap_or(path);
    (!ROOTS.contains(&path)).then(|| first.strip_suffix(".rs").unwrap_or(first))
}

/// What is wrong when the file at `path` names `target` after `crate::`.
fn fault(path: &str, target: &str) -> Option<String> {
    let room = room_of(path)?;
    let Some(own) = number(room) else {
        return Some(format!("`{room}` is no known room"));
    };
    if room == target || FREE.contains(&target) {
        return None;
    }
    let Some(other) = number(target) else {
        return Some(format!("`crate::{target}` is no known room"));
    };
    (other >= own).then(|| format!("{room} ({own}) may not import {target} ({other})"))
}

/// Line and name of everything that the text names right after `crate::`.
fn named(text: &str) -> Vec<(usize, String)> {
    let code = code_only(text);
    let mut found = Vec::new();
    for (start, _) in code.match_indices("crate") {
        let is_word = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
        let rest = code[start + "crate".len()..].trim_start();
        let Some(rest) = rest.strip_prefix("::") else { continue };
        if code[..start].ends_with(is_word) {
            continue;
        }
        let line = code[..start].matches('\n').count() + 1;
        found.extend(heads(rest).into_iter().map(|name| (line, name)));
    }
    found
}

/// The first names of a path, or of every member of a group `{a, b::c}`.
fn heads(path: &str) -> Vec<String> {
    let path = path.trim_start();
    let Some(group) = path.strip_prefix('{') else { return vec![head(path)] };
    let mut depth = 0;
    let mut names = Vec::new();
    let mut is_start = true;
    for (place, symbol) in group.char_indices() {
        match symbol {
            '}' if depth == 0 => break,
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => is_start = true,
            _ if is_start && !symbol.is_whitespace() => {
                names.push(head(&group[place..]));
                is_start = false;
            }
            _ => {}
        }
    }
    names
}

/// The name a path starts with; a single symbol such as `*` where there is none.
fn head(path: &str) -> String {
    let is_word = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
    let end = path.find(|symbol| !is_word(symbol)).unwrap_or(path.len());
    path.chars().take(path[..end].chars().count().max(1)).collect()
}

/// The text with comments, strings and characters blanked, line ends kept.
fn code_only(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(symbol) = rest.chars().next() {
        let after_word = code.ends_with(|last: char| last.is_alphanumeric() || last == '_');
        let length = blank_length(rest, after_word);
        let (piece, after) = rest.split_at(length.unwrap_or(symbol.len_utf8()));
        if length.is_some() {
            code.push(' ');
            code.extend(piece.chars().filter(|&symbol| symbol == '\n'));
        } else {
            code.push_str(piece);
        }
        rest = after;
    }
    code
}

/// Bytes of the comment, string or character that `rest` starts with, if it does.
fn blank_length(rest: &str, after_word: bool) -> Option<usize> {
    if rest.starts_with("//") {
        return Some(rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return Some(block_comment(rest));
    }
    if rest.starts_with('"') {
        return Some(quoted(rest, '"'));
    }
    if let Some(raw) = rest.strip_prefix('r').filter(|_| !after_word) {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            let body = &raw[hashes + 1..];
            let length = body.find(&end).map_or(body.len(), |place| place + end.len());
            return Some(1 + hashes + 1 + length);
        }
    }
    // A quote is a character when it closes again at once, else a lifetime.
    let mut symbols = rest.chars();
    let is_character = symbols.next() == Some('\'')
        && (symbols.next() == Some('\\') || symbols.next() == Some('\''));
    is_character.then(|| quoted(rest, '\''))
}

fn block_comment(rest: &str) -> usize {
    let mut depth = 0;
    let mut place = 0;
    while place < rest.len() {
        let here = &rest[place..];
        if here.starts_with("/*") {
            depth += 1;
            place += 2;
        } else if here.starts_with("*/") {
            depth -= 1;
            place += 2;
            if depth == 0 {
                break;
            }
        } else {
            place += here.chars().next().map_or(1, char::len_utf8);
        }
    }
    place
}

fn quoted(rest: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (place, symbol) in rest.char_indices().skip(1) {
        match symbol {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if symbol == quote => return place + 1,
            _ => {}
        }
    }
    rest.len()
}

fn source_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Path below `src/` (with `/`) and content of every Rust file.
fn sources() -> Vec<(String, String)> {
    let mut folders = vec![source_folder()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let below = path.strip_prefix(source_folder()).expect("below src");
                let name = below.to_string_lossy().replace('\\', "/");
                files.push((name, fs::read_to_string(&path).expect("UTF-8")));
            }
        }
    }
    files.sort();
    files
}

#[test]
fn rooms_import_only_from_below() {
    let mut faults = Vec::new();
    let mut imports = 0;
    for (path, text) in sources() {
        // A file without any import must still lie in a known room.
        faults.extend(fault(&path, "ENGINE").map(|fault| format!("src/{path}: {fault}")));
        for (line, target) in named(&text) {
            imports += 1;
            faults.extend(fault(&path, &target).map(|fault| format!("src/{path}:{line}: {fault}")));
        }
    }
    assert!(imports > 0, "the reader found no import at all");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_top_of_src_is_as_planned() {
    let mut expected: Vec<&str> = ROOMS.iter().map(|(name, _)| *name).chain(ROOTS).collect();
    expected.sort_unstable();
    let mut found: Vec<String> = fs::read_dir(source_folder())
        .expect("src")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .map(|name| room_of(&name).unwrap_or(&name).to_owned())
        .collect();
    found.sort_unstable();
    assert_eq!(found, expected);
}

mod reader {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        named(text).into_iter().map(|(_, name)| name).collect()
    }

    #[test]
    fn finds_paths_and_groups() {
        let cases: [(&str, &[&str]); 9] = [
            ("use crate::board::Puzzle;", &["board"]),
            ("let x = crate::rng::Rng::from_seed(1);", &["rng"]),
            ("use crate::{ENGINE, rng};", &["ENGINE", "rng"]),
            ("use crate::{\n a::{b, c::{d, e}},\n f::g,\n};", &["a", "f"]),
            ("pub(crate) fn f() {}", &[]),
            ("use crate::*;", &["*"]),
            ("use crate :: solver;", &["solver"]),
            ("$crate::cli::main()", &["cli"]),
            ("my_crate::cli::main()", &[]),
        ];
        for (text, expected) in cases {
            assert_eq!(names(text), expected, "{text}");
        }
    }

    #[test]
    fn passes_over_what_is_no_code() {
        for text in [
            "// crate::cli",
            "/// see [`crate::cli`]",
            "/* crate::cli /* crate::cli */ crate::cli */",
            "let x = \"crate::cli \\\" crate::cli\";",
            "let x = r#\"crate::cli \" crate::cli\"#;",
            "let x = '\"'; // crate::cli",
        ] {
            assert_eq!(names(text), Vec::<String>::new(), "{text}");
        }
        let text = "fn f<'a>(x: &'a str, y: char) { y == '\\'' }\n// \"\n'\"'; crate::rng::f()";
        assert_eq!(named(text), [(3, "rng".to_owned())]);
    }

    #[test]
    fn judges_edges() {
        for (path, target) in [
            ("exact/dfs.rs", "board"),
            ("exact/dfs.rs", "exact"),
            ("cli/args.rs", "ENGINE"),
            ("lib.rs", "cli"),
        ] {
            assert_eq!(fault(path, target), None, "{path} {target}");
        }
        for (path, target) in [
            ("board/layout.rs", "solver"),
            ("board/layout.rs", "rng"),
            ("logic/mod.rs", "solver"),
            ("rng.rs", "board"),
            ("method/mod.rs", "report"),
            ("exact/dfs.rs", "statistics"),
            ("exact/dfs.rs", "*"),
            ("attic/mod.rs", "ENGINE"),
            ("attic.rs", "board"),
        ] {
            assert!(fault(path, target).is_some(), "{path} {target}");
        }
    }
}
