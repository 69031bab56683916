//! The documents keep their word: puzzles in them read, commands in them run.
//!
//! In a document, a block marked `puzzle` holds puzzles (what follows the mark are options for
//! reading them), `toml NAME` a file that the commands use, and `sh` commands. A command that ends in
//! `# exit N` is meant to end so, every other one with 0. `cargo run --release --` stands for the
//! program; other commands are passed over.
#![cfg(unix)]

mod support;

use std::fs;
use std::path::Path;
use std::process::Command;

use support::{Folder, process};

const DOCUMENTS: [&str; 9] = [
    "README.md",
    "docs/formats.md",
    "docs/plans.md",
    "docs/cluster.md",
    "docs/methodology.md",
    "docs/flagship.md",
    "docs/performance.md",
    "results/README.md",
    "CONTRIBUTING.md",
];

/// A fenced block: what stands behind its fence, the line of the fence, the content.
#[derive(Debug, PartialEq, Eq)]
struct Fenced {
    mark: String,
    line: usize,
    content: String,
}

fn fenced(text: &str) -> Vec<Fenced> {
    let mut blocks = Vec::new();
    let mut open: Option<Fenced> = None;
    for (index, line) in text.lines().enumerate() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(mark), None) => {
                let mark = mark.trim().to_owned();
                open = Some(Fenced { mark, line: index + 1, content: String::new() });
            }
            (Some(_), Some(block)) => blocks.push(block),
            (None, Some(mut block)) => {
                block.content.extend([line, "\n"]);
                open = Some(block);
            }
            (None, None) => {}
        }
    }
    assert_eq!(open, None, "a fence is not closed");
    blocks
}

/// The command of a line as a shell runs it, and its exit code; `None` when it is another program's.
fn command(line: &str) -> Option<(String, i32)> {
    let (text, code) = match line.rsplit_once("# exit ") {
        Some((text, code)) => (text, code.trim().parse().expect("an exit code")),
        None => (line, 0),
    };
    let text = text.replace("cargo run --release -- ", "sudoga ");
    text.split_whitespace().any(|word| word == "sudoga").then(|| (text.trim().to_owned(), code))
}

/// A folder with what a clone has and the commands use, and the files of the document itself.
fn workplace(name: &str, blocks: &[Fenced]) -> Folder {
    let folder = Folder::new(name);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in ["configs", "puzzles"] {
        copy(&root.join(name), &folder.0.join(name));
    }
    fs::create_dir(folder.0.join("results")).expect("a folder");
    for block in blocks {
        if let Some(file) = block.mark.strip_prefix("toml ") {
            folder.write(file, &block.content);
        }
    }
    folder
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("a file");
        }
    }
}

/// The program's environment, with `sudoga` first on the path of a shell.
fn shell(folder: &Folder, text: &str) -> Command {
    let binary = Path::new(env!("CARGO_BIN_EXE_sudoga"));
    let path = std::env::var("PATH").unwrap_or_default();
    let folder_of_binary = binary.parent().expect("a folder").display();
    let mut command = Command::new("sh");
    for (variable, _) in std::env::vars().filter(|(name, _)| name.starts_with("SUDOGA_")) {
        command.env_remove(variable);
    }
    command.args(["-c", text]).current_dir(&folder.0);
    command.env("PATH", format!("{folder_of_binary}:{path}"));
    command
}

fn document(name: &str) -> Vec<Fenced> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    fenced(&fs::read_to_string(path).expect(name))
}

#[test]
fn every_command_ends_as_the_document_says() {
    let mut count = 0;
    for name in DOCUMENTS {
        let blocks = document(name);
        let folder = workplace(&format!("commands-{}", name.replace('/', "-")), &blocks);
        for block in blocks.iter().filter(|block| block.mark == "sh") {
            for (text, code) in block.content.lines().filter_map(command) {
                count += 1;
                let output = shell(&folder, &text).output().expect("a shell");
                let errors = String::from_utf8_lossy(&output.stderr);
                let place = format!("{name}, block of line {}", block.line);
                assert_eq!(output.status.code(), Some(code), "{place}: {text}\n{errors}");
            }
        }
    }
    assert!(count > 10, "only {count} commands found");
}

#[test]
fn every_puzzle_reads() {
    let mut count = 0;
    for name in DOCUMENTS {
        let blocks = document(name);
        let folder = workplace(&format!("puzzles-{}", name.replace('/', "-")), &blocks);
        for block in &blocks {
            let Some(options) = block.mark.strip_prefix("puzzle") else { continue };
            count += 1;
            let path = folder.write("block.txt", &block.content);
            let mut check = process(&format!("check {path} --nodes 1000 {options}"));
            let output = check.current_dir(&folder.0).output().expect("the program runs");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_ne!(output.status.code(), Some(2), "{name}:{}: {errors}", block.line);
            let verdicts = String::from_utf8_lossy(&output.stdout);
            assert!(!verdicts.contains(" twice in "), "{name}:{}: {verdicts}", block.line);
        }
    }
    assert!(count > 5, "only {count} puzzles found");
}

/// Every key and every word that stands as a value in a table.
fn words(table: &toml::Table) -> Vec<String> {
    let below = |(key, value): (&String, &toml::Value)| match value {
        toml::Value::Table(inner) => [vec![key.clone()], words(inner)].concat(),
        toml::Value::String(word) => vec![key.clone(), word.clone()],
        _ => vec![key.clone()],
    };
    table.iter().flat_map(below).collect()
}

#[test]
fn every_setting_of_every_preset_is_in_the_document() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/formats.md");
    let text = fs::read_to_string(path).expect("a document");
    for name in sudoga::method::names() {
        let method = sudoga::method::Method::resolve(name, &[]).expect(name);
        let mut settings: toml::Table = method.identity().parse().expect("TOML");
        // Each of its keys is a fault of a program, explained in the preset.
        if let Some(improvement) = settings.get_mut("improvement").and_then(|i| i.as_table_mut()) {
            improvement.remove("as-coded");
        }
        for word in words(&settings) {
            let is_told = [format!("`{word}`"), format!("`{word} = N`")];
            assert!(is_told.iter().any(|told| text.contains(told)), "{name}: {word}");
        }
    }
}

#[test]
fn the_reader_of_documents_finds_blocks_and_commands() {
    let found = fenced("a\n```sh\nsudoga list\n```\n\n```puzzle --digits hex\n12\n34\n```\n");
    let block = |mark: &str, line, content: &str| Fenced {
        mark: mark.to_owned(),
        line,
        content: content.to_owned(),
    };
    let expected = [block("sh", 2, "sudoga list\n"), block("puzzle --digits hex", 6, "12\n34\n")];
    assert_eq!(found, expected);
    let some = |text: &str, code| Some((text.to_owned(), code));
    assert_eq!(command("sudoga list"), some("sudoga list", 0));
    assert_eq!(command("echo x | sudoga solve -  # exit 2"), some("echo x | sudoga solve -", 2));
    assert_eq!(command("cargo run --release -- list"), some("sudoga list", 0));
    assert_eq!(command("cargo test"), None);
}
