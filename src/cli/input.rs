//! Where puzzles come from: files, standard input, embedded puzzles.

use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::iter::once;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;

use super::args::InputArguments;
use crate::board::collection::{self, CollectionError};
use crate::board::digit::from_symbol;
use crate::board::layout::LAYOUT_NAMES;
use crate::board::nearest::nearest;
use crate::board::text::{ReadError, ReadOptions, Reader};
use crate::board::{Layout, Puzzle};

/// Small, so that a puzzle on an interactive input is not held back and memory stays bounded.
const BUFFER: usize = 1 << 16;

/// Why there is no puzzle.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// The text is no puzzle.
    #[error("{0}")]
    Text(#[from] ReadError),
    /// No embedded puzzle has that address.
    #[error("{0}")]
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

type Puzzles = Box<dyn Iterator<Item = Result<Puzzle, InputError>> + Send>;

/// All puzzles of the command line, each source opened when its turn comes.
pub fn puzzles(arguments: &InputArguments) -> anyhow::Result<Puzzles> {
    let layout = arguments.layout.as_deref().map(layout).transpose()?;
    let options = ReadOptions { layout, digits: arguments.digits.into() };
    let sources = arguments.puzzles.clone().into_iter();
    Ok(Box::new(sources.flat_map(move |source| {
        open(&source, &options).unwrap_or_else(|error| Box::new(once(Err(error))))
    })))
}

/// The layout of a name or of a layout file.
pub fn layout(name: &str) -> anyhow::Result<Arc<Layout>> {
    let path = Path::new(name);
    if !name.contains(std::path::is_separator) && path.extension().is_none_or(|end| end != "toml") {
        return Layout::named(name).with_context(|| {
            let hint = nearest(name, LAYOUT_NAMES).unwrap_or_default();
            format!(
                "no layout `{name}`; did you mean `{hint}`? `sudoga list layouts` names them all"
            )
        });
    }
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read the layout {name}"))?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let layout = Layout::from_toml(&text, &stem).with_context(|| format!("{name} is no layout"))?;
    Ok(Arc::new(layout))
}

fn open(source: &Path, options: &ReadOptions) -> Result<Puzzles, InputError> {
    if source == Path::new("-") {
        return Ok(read(Box::new(io::stdin()), "-", options));
    }
    if let Some(address) = source.to_str().and_then(|text| text.strip_prefix('@')) {
        return embedded(address, options);
    }
    let unreadable = |error| InputError::Unreadable { path: source.to_owned(), error };
    match fs::metadata(source) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(InputError::Missing { path: source.to_owned(), hint: hint(source) })
        }
        Err(error) => Err(unreadable(error)),
        Ok(about) if about.is_dir() => Err(InputError::Folder(source.to_owned())),
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

fn embedded(address: &str, options: &ReadOptions) -> Result<Puzzles, InputError> {
    let found = collection::find(address)?;
    if let Some(asked) = &options.layout
        && let Some(other) = found.iter().find(|puzzle| puzzle.layout() != asked)
    {
        return Err(InputError::OtherLayout {
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
