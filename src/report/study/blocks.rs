//! A page as blocks, and the blocks as Markdown and as HTML.

use crate::report::gallery::Picture;
use crate::report::page::document;
use crate::report::palette::escape;
use crate::report::table::{Table, escape_markdown};
use crate::study::Finding;

/// Rows of a table in a page; who wants all has the files.
const MOST_ROWS: usize = 120;

/// A part of a page.
pub(super) enum Block {
    /// The heading of a question, with the name by which it can be linked.
    Heading(String, String),
    /// A paragraph.
    Text(String),
    /// What was found on claims, a sentence each.
    Findings(Vec<Finding>),
    /// A table with its title.
    Table(String, Table),
    /// A picture with its caption.
    Picture(Picture),
    /// Links to other pages.
    Links(Vec<String>),
}

/// A page.
pub struct StudyPage {
    /// The name of its files, without an ending.
    pub name: String,
    /// What stands above it.
    pub title: String,
    blocks: Vec<Block>,
}

impl StudyPage {
    pub(super) fn new(name: &str, title: &str) -> Self {
        Self { name: name.to_owned(), title: title.to_owned(), blocks: Vec::new() }
    }

    pub(super) fn add(&mut self, block: Block) {
        self.blocks.push(block);
    }

    /// Name and text of each picture, as files beside the Markdown.
    pub fn pictures(&self) -> impl Iterator<Item = (String, &str)> {
        let mut question = "";
        self.blocks.iter().filter_map(move |block| match block {
            Block::Heading(id, _) => {
                question = id;
                None
            }
            Block::Picture(picture) => {
                Some((picture_file(question, picture), picture.svg.as_str()))
            }
            _ => None,
        })
    }

    /// The page in Markdown; its pictures lie in the folder of its name.
    pub fn markdown(&self) -> String {
        let mut text = format!("{}\n", markdown_title(&self.title));
        let mut question = "";
        for block in &self.blocks {
            text += "\n";
            text += &match block {
                Block::Heading(id, heading) => {
                    question = id;
                    format!("## {}\n", escape_markdown(heading))
                }
                Block::Text(paragraph) => format!("{paragraph}\n"),
                Block::Findings(findings) => {
                    let item = |Finding { claim, standing, because }: &Finding| {
                        let (claim, because) = (escape_markdown(claim), escape_markdown(because));
                        format!("- {claim}: **{}**; {because}\n", standing.word())
                    };
                    findings.iter().map(item).collect()
                }
                Block::Table(title, table) => {
                    let (table, left_out) = table.clone().first_rows(MOST_ROWS);
                    format!("{title}:\n\n{}{}", table.markdown(), rest(left_out))
                }
                Block::Picture(picture) => {
                    let file = picture_file(question, picture);
                    let (name, caption) = (&self.name, escape_markdown(&picture.caption));
                    format!("![{caption}]({name}/{file})\n\n*{caption}*\n")
                }
                Block::Links(names) => {
                    let link = |name: &String| format!("- [{name}]({name}.md)\n");
                    names.iter().map(link).collect()
                }
            };
        }
        text
    }

    /// The page in HTML, with all that it needs.
    pub fn html(&self) -> String {
        let mut text = format!("<h1>{}</h1>\n", escape(&self.title));
        for block in &self.blocks {
            text += &match block {
                Block::Heading(id, heading) => {
                    format!("<h2 id=\"{}\">{}</h2>\n", escape(id), escape(heading))
                }
                Block::Text(paragraph) => format!("<p>{}</p>\n", with_code(paragraph)),
                Block::Findings(findings) => {
                    let item = |Finding { claim, standing, because }: &Finding| {
                        let (claim, because) = (escape(claim), escape(because));
                        format!(
                            "<li>{claim}: <strong>{}</strong>; {because}</li>\n",
                            standing.word()
                        )
                    };
                    format!("<ul>\n{}</ul>\n", findings.iter().map(item).collect::<String>())
                }
                Block::Table(title, table) => {
                    let (table, left_out) = table.clone().first_rows(MOST_ROWS);
                    let rest = rest(left_out);
                    let rest =
                        if rest.is_empty() { rest } else { format!("<p>{}</p>\n", rest.trim()) };
                    format!("<h3>{}</h3>\n{}{rest}", escape(title), table.html())
                }
                Block::Picture(Picture { caption, svg, .. }) => {
                    let caption = escape(caption);
                    format!("<figure>\n{svg}<figcaption>{caption}</figcaption>\n</figure>\n")
                }
                Block::Links(names) => {
                    let link = |name: &String| {
                        let name = escape(name);
                        format!("<li><a href=\"{name}.html\">{name}</a></li>\n")
                    };
                    format!("<ul>\n{}</ul>\n", names.iter().map(link).collect::<String>())
                }
            };
        }
        document(&self.title, &text)
    }
}

/// The first line of a page in Markdown.
pub(super) fn markdown_title(title: &str) -> String {
    format!("# {}", escape_markdown(title))
}

fn rest(left_out: usize) -> String {
    match left_out {
        0 => String::new(),
        count => format!("\n{count} more rows are in the files of the results.\n"),
    }
}

/// A picture's file: two questions may show the same of different plans.
fn picture_file(question: &str, picture: &Picture) -> String {
    format!("{question}-{}.svg", picture.name)
}

/// Text in which what stands between backquotes is code.
fn with_code(text: &str) -> String {
    let mut parts = text.split('`').enumerate();
    let part = |(place, part): (usize, &str)| match place % 2 {
        0 => escape(part),
        _ => format!("<code>{}</code>", escape(part)),
    };
    parts.by_ref().map(part).collect()
}
