//! The master seed of a folder of results: the one that is asked for, the one that was drawn when the
//! folder was begun, or one that is drawn now.

use std::io::ErrorKind;
use std::path::Path;

use anyhow::bail;

use super::super::console::Messages;
use super::super::master_seed;
use crate::lab::folder::MANIFEST;
use crate::lab::{Folder, Manifest, ManifestError};

/// The master seed; never one that is drawn for a folder that holds results, whose runs would be
/// lost to another seed.
pub fn seed_for(
    asked: Option<u64>,
    is_resumed: bool,
    folder: Option<&Path>,
    messages: Messages,
) -> anyhow::Result<u64> {
    match folder {
        _ if asked.is_some() || !is_resumed => {}
        None => bail!("--resume needs --seed, a seed in the plan, or the folder with -o"),
        Some(folder) if Folder::holds_results(folder)? => return drawn_for(folder),
        Some(_) => {}
    }
    Ok(master_seed(asked, messages))
}

/// The seed of a folder with results.
fn drawn_for(folder: &Path) -> anyhow::Result<u64> {
    let path = folder.join(MANIFEST);
    let error = match Manifest::read(&path) {
        Ok(manifest) => return Ok(manifest.seed),
        Err(error) => error,
    };
    match &error {
        ManifestError::Wrong { .. } => bail!("{error}; {}", told(&Manifest::seeds_left(&path))),
        ManifestError::Unreadable { error, .. } if error.kind() == ErrorKind::NotFound => bail!(
            "{} is missing, in which the seed stood; --resume --seed N goes on with the seed that was \
             told when it was drawn, --force starts over",
            path.display()
        ),
        _ => Err(error.into()),
    }
}

/// How to go on after a damage that has left these seeds.
fn told(seeds: &[u64]) -> String {
    let flags: Vec<String> = seeds.iter().map(|seed| format!("--seed {seed}")).collect();
    match flags.join(" or ") {
        none if none.is_empty() => {
            "no seed can be read in it, so that --seed must be the one that was told when it was drawn"
                .to_owned()
        }
        flags => format!("by what can be read in it, that is {flags}"),
    }
}
