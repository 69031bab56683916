//! `report.html`: one page that holds all it needs, so that it opens anywhere and asks nobody.
//!
//! What is found comes first, in words; then the warnings, what was run, tables, pictures, boards,
//! and how to repeat it. Nothing in it tells when it was made: the same results give the same
//! bytes.

mod sections;

use super::gallery::Picture;
use super::palette::escape;
use crate::analysis::Survey;
use crate::lab::Manifest;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("sort.js");

/// All that a page shows.
pub struct Page<'a> {
    /// What the results say.
    pub survey: &'a Survey<'a>,
    /// What is known about them.
    pub manifest: &'a Manifest,
    /// The folder, as the user named it.
    pub folder: &'a str,
    /// The pictures.
    pub pictures: &'a [Picture],
    /// Solved boards: what they are, and their drawings.
    pub boards: &'a [(String, String)],
}

/// The whole page.
pub fn page(page: &Page<'_>) -> String {
    let name = escape(&page.manifest.name);
    let sections = [
        section("verdict", "What was found", &sections::verdict(page.survey)),
        section("warnings", "Warnings", &sections::warnings(page)),
        section("run", "What was run", &sections::run(page)),
        section("tables", "Tables", &sections::tables(page.survey)),
        section("pictures", "Pictures", &sections::pictures(page.pictures)),
        section("boards", "Some solved boards", &sections::boards(page.boards)),
        section("again", "How to repeat it", &sections::again(page)),
    ];
    let body = format!("<h1>{name}</h1>\n{}{}", sections::about(page.survey), sections.concat());
    document(&format!("{}: a report of sudoga", page.manifest.name), &body)
}

/// A whole HTML file with its style and its script inside.
pub(super) fn document(title: &str, body: &str) -> String {
    let title = title_element(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <link rel=\"icon\" href=\"data:,\">\n\
         {title}\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         {body}\n</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    )
}

/// What names a page in its head.
pub(super) fn title_element(title: &str) -> String {
    format!("<title>{}</title>", escape(title))
}

/// A section with its heading; nothing where there is nothing to say.
fn section(id: &str, heading: &str, content: &str) -> String {
    match content {
        "" => String::new(),
        _ => format!("<section id=\"{id}\">\n<h2>{heading}</h2>\n{content}</section>\n"),
    }
}
