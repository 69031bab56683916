//! The pages of studies as files. What this program has not written is neither replaced nor removed.

use std::fs;
use std::path::Path;

use anyhow::bail;

use super::super::batch::write_file;
use crate::board::whole;
use crate::report::StudyPage;
use crate::report::study::{INDEX_NAME, INDEX_TITLE, is_page, may_show, pictures_of};
use crate::study::Study;

/// The most bytes of a page; with all pictures in it, ours have less than one million.
const MOST_PAGE_BYTES: u64 = 64 << 20;

/// Refuses a folder that has something else where the pages of studies will be.
pub fn refuse_foreign(folder: &Path, studies: &[Study]) -> anyhow::Result<()> {
    earlier_pictures(folder, INDEX_NAME, INDEX_TITLE)?;
    for study in studies {
        let earlier = earlier_pictures(folder, study.key, &study.title)?;
        refuse_pictures(&folder.join(study.key), &earlier, |file| may_show(study, file))?;
    }
    Ok(())
}

/// Writes a page in both forms, and its pictures into the folder of its name.
pub fn save(folder: &Path, page: &StudyPage) -> anyhow::Result<()> {
    let earlier = earlier_pictures(folder, &page.name, &page.title)?;
    let pictures = folder.join(&page.name);
    refuse_pictures(&pictures, &earlier, |file| page.pictures().any(|(name, _)| name == file))?;
    for file in earlier {
        fs::remove_file(pictures.join(file)).ok();
    }
    // Whatever stops this, each picture that is there is named by the page, and so known to be ours.
    write(&folder.join(format!("{}.md", page.name)), &page.markdown())?;
    for (name, svg) in page.pictures() {
        write(&pictures.join(name), svg)?;
    }
    write(&folder.join(format!("{}.html", page.name)), &page.html())
}

/// The files of the pictures of an earlier page, if there is one; a file that is none is refused.
fn earlier_pictures(folder: &Path, name: &str, title: &str) -> anyhow::Result<Vec<String>> {
    let [markdown, html] = ["md", "html"].map(|ending| folder.join(format!("{name}.{ending}")));
    earlier_text(&html, title)?;
    Ok(pictures_of(&earlier_text(&markdown, title)?, name))
}

/// The text of an earlier page; nothing where there is no file.
fn earlier_text(path: &Path, title: &str) -> anyhow::Result<String> {
    // Also a link that leads nowhere is somebody's.
    if fs::symlink_metadata(path).is_err() {
        return Ok(String::new());
    }
    let text = if path.is_file() { whole::read_text(path, MOST_PAGE_BYTES).ok() } else { None };
    text.filter(|text| is_page(text, title)).map_or_else(|| foreign(path), Ok)
}

/// Refuses a folder with a file in the place of a picture that no earlier page has.
fn refuse_pictures(
    folder: &Path,
    earlier: &[String],
    is_taken: impl Fn(&str) -> bool,
) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if is_taken(&name) && !earlier.iter().any(|file| *file == name) {
            return foreign(&entry.path());
        }
    }
    Ok(())
}

fn foreign<T>(path: &Path) -> anyhow::Result<T> {
    bail!(
        "{} is there already and was not written by `sudoga reproduce`; move it away, or name another \
         folder with -o",
        path.display()
    )
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    write_file(path, |target| target.write_all(text.as_bytes()))
}
