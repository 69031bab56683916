//! Files that lie where a page of a study is to be written: whether this program has written them, so
//! that they may be replaced, and which pictures are theirs.

use super::blocks::markdown_title;
use crate::report::page::title_element;
use crate::study::Study;

/// What every page names, the command that writes it, without what follows there.
const COMMAND: &str = "sudoga reproduce";

/// Whether a text is a page of this title as this program writes it, in Markdown or in HTML.
pub fn is_page(text: &str, title: &str) -> bool {
    let is_markdown = text.lines().next() == Some(markdown_title(title).as_str())
        && text.contains(&format!("`{COMMAND}"));
    let is_html = text.starts_with("<!doctype html>")
        && text.contains(&title_element(title))
        && text.contains(&format!("<code>{COMMAND}"));
    is_markdown || is_html
}

/// The files of the pictures that a page in Markdown shows, in the folder of its name.
pub fn pictures_of(markdown: &str, name: &str) -> Vec<String> {
    let file = |line: &str| {
        let (_, target) = line.strip_prefix("![")?.strip_suffix(')')?.rsplit_once("](")?;
        let file = target.strip_prefix(name)?.strip_prefix('/')?;
        // Whoever has changed the page must not lead us out of the folder.
        let is_plain = file.ends_with(".svg") && !file.contains(['/', '\\']);
        is_plain.then(|| file.to_owned())
    };
    markdown.lines().filter_map(file).collect()
}

/// Whether the page of a study may have a picture of this file.
pub fn may_show(study: &Study, file: &str) -> bool {
    let Some(stem) = file.strip_suffix(".svg") else { return false };
    study.questions.iter().any(|question| {
        let name = stem.strip_prefix(&question.id).and_then(|rest| rest.strip_prefix('-'));
        name.is_some_and(|name| question.pictures.iter().any(|asked| is_picture(name, asked)))
    })
}

/// Whether a picture is one that a question asks for: `heat-map` stands for every heat map.
pub(super) fn is_picture(name: &str, asked: &str) -> bool {
    let is_one_of_them =
        |(stem, number): (&str, &str)| stem == asked && number.parse::<usize>().is_ok();
    name == asked || name.rsplit_once('-').is_some_and(is_one_of_them)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::{INDEX_TITLE, index_page};
    use super::*;
    use crate::study::{find, names};

    #[test]
    fn pages_are_told_from_other_files() {
        let index = index_page(&[], "sudoga reproduce --quick");
        for text in [index.markdown(), index.html()] {
            assert!(is_page(&text, INDEX_TITLE));
            assert!(is_page(&text.replace('\n', "\r\n"), INDEX_TITLE), "checked out elsewhere");
            assert!(!is_page(&text, "Another"));
        }
        for text in [
            "",
            "# The studies repeated\n",
            "# Notes\n\nMade by `sudoga reproduce`.\n",
            "# Notes\n\n# The studies repeated\n\nMade by `sudoga reproduce`.\n",
            "<!doctype html>\n<title>Notes</title>\n<code>sudoga reproduce</code>\n",
        ] {
            assert!(!is_page(text, INDEX_TITLE), "{text}");
        }
    }

    #[test]
    fn the_pages_of_the_collection_are_pages_and_show_what_lies_beside_them() {
        for name in names() {
            let study = find(name).expect("a study");
            let folder = format!("{}/results/studies/{name}", env!("CARGO_MANIFEST_DIR"));
            let read = |ending| fs::read_to_string(format!("{folder}.{ending}")).expect("a page");
            assert!(is_page(&read("html"), &study.title), "{name}");
            let markdown = read("md");
            assert!(is_page(&markdown, &study.title), "{name}");
            let mut shown = pictures_of(&markdown, name);
            shown.sort();
            let entries = fs::read_dir(&folder).expect("a folder");
            let files = entries.map(|entry| entry.expect("an entry").file_name());
            let files = files.map(|file| file.into_string().expect("UTF-8"));
            let mut there: Vec<String> = files.filter(|file| file.ends_with(".svg")).collect();
            there.sort();
            assert_eq!(shown, there, "{name}");
            assert!(there.iter().all(|file| may_show(&study, file)), "{name}: {there:?}");
        }
    }

    #[test]
    fn pictures_lie_in_the_folder_of_the_page() {
        let pictures = |target: &str| pictures_of(&format!("![a](b)]({target})\n"), "page");
        assert_eq!(pictures("page/a-b.svg"), ["a-b.svg"]);
        for wrong in ["page/../a.svg", "other/a.svg", "page/a.png", "page/c/a.svg", "pages/a.svg"] {
            assert_eq!(pictures(wrong), [""; 0], "{wrong}");
        }
    }
}
