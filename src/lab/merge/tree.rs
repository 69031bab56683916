//! Folders that hold result folders, as `reproduce` leaves them: those at the same place in all of
//! them belong together.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf, absolute};

use super::error::MergeError;
use crate::lab::folder::{Folder, FolderError, entries};

/// Result folders that are united into one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Their place in every tree; empty where they are named themselves.
    pub place: PathBuf,
    /// Where they lie.
    pub folders: Vec<PathBuf>,
    /// The trees that have none at this place.
    pub absent: Vec<PathBuf>,
    /// Where what is united goes.
    pub target: PathBuf,
}

/// What is to be united with what: the folders themselves or, where they are none of results, the
/// result folders in them, by place. A folder that is named twice counts once.
pub fn groups(paths: &[PathBuf], target: &Path) -> Result<Vec<Group>, MergeError> {
    let mut known = HashSet::new();
    let paths: Vec<PathBuf> =
        paths.iter().filter(|path| known.insert(real(path))).cloned().collect();
    let paths = paths.as_slice();
    let mut places: BTreeMap<PathBuf, Vec<usize>> = BTreeMap::new();
    for (number, path) in paths.iter().enumerate() {
        let found = if path.is_dir() { places_in(path)? } else { Vec::new() };
        if found.is_empty() {
            return Err(MergeError::Barren(path.clone()));
        }
        for place in found {
            places.entry(place).or_default().push(number);
        }
    }
    refuse_two_kinds(paths, &places)?;
    let groups =
        places.into_iter().map(|(place, numbers)| Group::new(place, &numbers, paths, target));
    let groups: Vec<Group> = groups.collect();
    groups.iter().try_for_each(|group| group.refuse_target(paths, target))?;
    refuse_sources(&groups)?;
    Ok(groups)
}

/// What one group comes to must leave alone what another one comes from.
fn refuse_sources(groups: &[Group]) -> Result<(), MergeError> {
    let folders = groups.iter().flat_map(|group| &group.folders);
    let sources: HashMap<PathBuf, &PathBuf> = folders.map(|path| (real(path), path)).collect();
    for group in groups.iter().filter(|group| group.is_of_tree()) {
        let target = real(&group.target);
        // No result folder lies in another one, so that it can only be one of them or lie in one.
        if let Some(&part) = target.ancestors().find_map(|above| sources.get(above)) {
            return Err(MergeError::Inside { target: group.target.clone(), part: part.clone() });
        }
    }
    Ok(())
}

impl Group {
    fn new(place: PathBuf, numbers: &[usize], paths: &[PathBuf], target: &Path) -> Self {
        let absent = (0..paths.len()).filter(|number| !numbers.contains(number));
        Self {
            folders: numbers.iter().map(|&number| at(&paths[number], &place)).collect(),
            absent: absent.map(|number| paths[number].clone()).collect(),
            target: at(target, &place),
            place,
        }
    }

    /// Whether it is one of a tree.
    pub fn is_of_tree(&self) -> bool {
        !self.place.as_os_str().is_empty()
    }

    /// What is united must leave alone what it comes from, and results of another kind.
    fn refuse_target(&self, paths: &[PathBuf], target: &Path) -> Result<(), MergeError> {
        let whole = real(target);
        if let Some(part) = paths.iter().find(|part| real(part) == whole) {
            return Err(MergeError::OntoItself(part.clone()));
        }
        if !self.is_of_tree() {
            return Ok(());
        }
        if let Some(part) = paths.iter().find(|part| whole.starts_with(real(part))) {
            let (target, part) = (target.to_owned(), part.clone());
            return Err(MergeError::Inside { target, part });
        }
        let mut above = self.target.ancestors().skip(1).take_while(|path| path.starts_with(target));
        match above.find(|path| Folder::holds_results(path).unwrap_or(false)) {
            Some(path) => Err(MergeError::IntoResults(path.to_owned())),
            None => Ok(()),
        }
    }
}

/// A place in a folder, which may be the folder itself.
fn at(folder: &Path, place: &Path) -> PathBuf {
    if place.as_os_str().is_empty() { folder.to_owned() } else { folder.join(place) }
}

/// A path without links, as far as it is there.
fn real(path: &Path) -> PathBuf {
    let path = &absolute(path).unwrap_or_else(|_| path.to_owned());
    let there = path.ancestors().find_map(|above| Some((above, fs::canonicalize(above).ok()?)));
    match there {
        Some((above, real)) => real.join(path.strip_prefix(above).unwrap_or(Path::new(""))),
        None => path.to_owned(),
    }
}

/// No place may lie in another one: the one would be a result folder with others in it.
fn refuse_two_kinds(
    paths: &[PathBuf],
    places: &BTreeMap<PathBuf, Vec<usize>>,
) -> Result<(), MergeError> {
    let neighbours = places.iter().zip(places.iter().skip(1));
    for ((outer, singles), (inner, trees)) in neighbours {
        if inner.starts_with(outer) {
            let path = |numbers: &[usize]| at(&paths[numbers[0]], outer);
            let (single, tree) = (path(singles), path(trees));
            return Err(MergeError::TwoKinds { single, tree });
        }
    }
    Ok(())
}

/// The places of all result folders in a folder, or the empty one when it is one itself. What lies
/// in a result folder belongs to it, and links are not followed: they may lead in a circle.
fn places_in(root: &Path) -> Result<Vec<PathBuf>, FolderError> {
    let mut found = Vec::new();
    let mut waiting = vec![PathBuf::new()];
    while let Some(place) = waiting.pop() {
        let path = root.join(&place);
        if Folder::holds_results(&path)? {
            found.push(place);
        } else if path.is_dir() {
            let inner = entries(&path)?.into_iter();
            let folders =
                inner.filter(|path| fs::symlink_metadata(path).is_ok_and(|it| it.is_dir()));
            waiting.extend(folders.filter_map(|path| Some(place.join(path.file_name()?))));
        }
    }
    Ok(found)
}
