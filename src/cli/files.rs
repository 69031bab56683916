//! Files that appear whole or not at all.

use std::fs;
use std::io;
use std::path::Path;

use anyhow::Context;

/// Makes sure that a folder is there and can be written, before any work is done for it.
pub fn prepare_folder(folder: &Path) -> anyhow::Result<()> {
    let shown = folder.display();
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {shown}"))?;
    let probe = folder.join(".sudoga-probe");
    fs::write(&probe, b"").with_context(|| format!("cannot write into the folder {shown}"))?;
    fs::remove_file(&probe).with_context(|| format!("cannot write into the folder {shown}"))
}

/// Writes a file beside its place and moves it there, so that nobody sees half of it.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let draft = path.with_file_name(format!(".{name}.draft"));
    let written = fs::write(&draft, text).and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        fs::remove_file(&draft).ok();
    }
    written
}
