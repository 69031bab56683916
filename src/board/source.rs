//! Where puzzles and layouts come from: files, standard input, embedded puzzles.
//!
//! Turns the name of a source into what it holds; how puzzles are written is for `text` to know.

use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::collection::{self, CollectionError};
use super::digit::from_symbol;
use super::layout::{LAYOUT_NAMES, Layout, LayoutError};
use super::nearest::nearest;
use super::puzzle::Puzzle;
use super::text::{ReadError, ReadOptions, Reader};
use super::whole;

/// Small, so that a puzzle on an interactive input is not held back and memory stays bounded.
const BUFFER: usize = 1 << 16;

/// The most bytes of a layout file: one of all grids that may be has some 50 KB.
const MOST_LAYOUT_BYTES: u64 = 1 << 20;

/// Why there is no puzzle.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The text is no puzzle.
    #[error(transparent)]
    Text(#[from] ReadError),
    /// No embedded puzzle has that address.
    #[error(transparent)]
    Address(#[from] CollectionError),
    /// There is no such file.
    #[error("{}: no such file; {hint}", .path.display())]
    Missing {
        /// The file.
        path: PathBuf,
        /// What the user may have meant.
        hint: String,
    },
    /// It is a folder.
    #[error("{}: is a folder; name the files in it, such as {}/*.txt", .0.display(), .0.display())]
    Folder(PathBuf),
    /// The system does not let us read it.
    #[error("{}: {error}; expected a file that can be read", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// An embedded puzzle has another layout than was asked for.
    #[error("@{address} is of layout {found}, not {asked}; leave out --layout")]
    OtherLayout {
        /// The address, without its `@`.
        address: String,
        /// Its layout.
        found: String,
        /// The layout of `--layout`.
        asked: String,
    },
}

/// Why there is no layout.
#[derive(Debug, thiserror::Error)]
pub enum LayoutSourceError {
    /// No layout has that name.
    #[error("no layout `{name}`; did you mean `{nearest}`? `sudoga list layouts` names them all")]
    Unknown {
        /// The name.
        name: String,
        /// The layout with the nearest name.
        nearest: &'static str,
    },
    /// The file cannot be read.
    #[error("cannot read the layout {}: {error}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The file holds no layout.
    #[error("{}{} is no layout: {error}", .path.display(), placed(.error))]
    NoLayout {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: LayoutError,
    },
}

/// Line and column of an error, as they stand behind the name of a file.
fn placed(error: &LayoutError) -> String {
    match error {
        LayoutError::Syntax { place: Some((line, column)), .. } => format!(":{line}:{column}"),
        _ => String::new(),
    }
}

/// The puzzles of a source as they come, the bad ones as errors.
pub type Puzzles = Box<dyn Iterator<Item = Result<Puzzle, SourceError>> + Send>;

/// The layout of a name or of a layout file.
pub fn layout(name: &str) -> Result<Arc<Layout>, LayoutSourceError> {
    layout_in(name, Path::new(""))
}

/// The layout of a name, or of a layout file that is named relative to a folder.
pub fn layout_in(name: &str, folder: &Path) -> Result<Arc<Layout>, LayoutSourceError> {
    let is_file = name.contains(std::path::is_separator)
        || Path::new(name).extension().is_some_and(|end| end == "toml");
    if !is_file {
        return Layout::named(name).ok_or_else(|| LayoutSourceError::Unknown {
            name: name.to_owned(),
            nearest: nearest(name, LAYOUT_NAMES).unwrap_or_default(),
        });
    }
    let path = folder.join(name);
    let text = match whole::read_text(&path, MOST_LAYOUT_BYTES) {
        Ok(text) => text,
        Err(error) => return Err(LayoutSourceError::Unreadable { path, error }),
    };
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    Layout::from_toml(&text, &stem)
        .map(Arc::new)
        .map_err(|error| LayoutSourceError::NoLayout { path: path.clone(), error })
}

/// The puzzles of a file, of standard input (`-`) or of an `@address` of the collection.
pub fn open(source: &Path, options: &ReadOptions) -> Result<Puzzles, SourceError> {
    if source == Path::new("-") {
        return Ok(read(Box::new(io::stdin()), "-", options));
    }
    if let Some(address) = source.to_str().and_then(|text| text.strip_prefix('@')) {
        return embedded(address, options);
    }
    let unreadable = |error| SourceError::Unreadable { path: source.to_owned(), error };
    match fs::metadata(source) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(SourceError::Missing { path: source.to_owned(), hint: hint(source) })
        }
        Err(error) => Err(unreadable(error)),
        Ok(about) if about.is_dir() => Err(SourceError::Folder(source.to_owned())),
        Ok(_) => {
            let file = File::open(source).map_err(unreadable)?;
            Ok(read(Box::new(file), &source.display().to_string(), options))
        }
    }
}

fn read(input: Box<dyn Read + Send>, name: &str, options: &ReadOptions) -> Puzzles {
    let input = BufReader::with_capacity(BUFFER, input);
    Box::new(Reader::new(input, name, options.clone()).map(|puzzle| Ok(puzzle?)))
}

fn embedded(address: &str, options: &ReadOptions) -> Result<Puzzles, SourceError> {
    let found = collection::find(address)?;
    if let Some(asked) = &options.layout
        && let Some(other) = found.iter().find(|puzzle| puzzle.layout() != asked)
    {
        return Err(SourceError::OtherLayout {
            address: address.to_owned(),
            found: other.layout().name().to_owned(),
            asked: asked.name().to_owned(),
        });
    }
    Ok(Box::new(found.into_iter().map(Ok)))
}

/// What somebody who named a file that is not there may have meant.
fn hint(source: &Path) -> String {
    let text = source.to_string_lossy();
    if collection::find(&text).is_ok() {
        return format!("did you mean @{text}?");
    }
    if text.len() >= 16 && text.chars().all(|symbol| from_symbol(symbol).is_some()) {
        return "to solve a puzzle given as text, pipe it in: echo PUZZLE | sudoga solve -"
            .to_owned();
    }
    "expected a file, - for standard input, or an @address of `sudoga list puzzles`".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_file_is_named_relative_to_a_folder() {
        let folder = std::env::temp_dir().join(format!("sudoga-source-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("pair.toml"), "box-side = 2\ngrids = [[0, 0], [1, 1]]")
            .expect("a file");
        fs::write(folder.join("bad.toml"), "box-side = 9\ngrids = [[0, 0]]").expect("a file");
        let found = |name: &str| layout_in(name, &folder).map(|layout| layout.name().to_owned());
        let refusal = |name: &str| found(name).expect_err("refused").to_string();
        assert_eq!(found("pair.toml").expect("a file"), "pair");
        assert_eq!(found("twodoku").expect("a name"), "twodoku");
        assert!(
            refusal("bad.toml").ends_with("bad.toml is no layout: box-side is 9, expected 2 to 7")
        );
        assert!(refusal("none.toml").starts_with("cannot read the layout "));
        assert!(refusal("twodoko").contains("did you mean `twodoku`?"));
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn sources_are_addresses_and_files() {
        let names = |source: &str| {
            let puzzles = open(Path::new(source), &ReadOptions::default())?;
            puzzles
                .map(|puzzle| Ok(puzzle?.name().to_owned()))
                .collect::<Result<Vec<_>, SourceError>>()
        };
        assert_eq!(names("@9x9/ai-escargot").expect("an address"), ["ai-escargot"]);
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/9x9/famous.txt");
        assert_eq!(names(file).expect("a file").len(), 6);
        let message = names("9x9/ai-escargot").expect_err("no file").to_string();
        assert_eq!(message, "9x9/ai-escargot: no such file; did you mean @9x9/ai-escargot?");
    }
}
