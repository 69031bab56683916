//! A study repeated, as a page: its questions, what it says, what we found, tables and pictures; the
//! same in Markdown and in HTML.

mod blocks;
mod class_tables;
mod difficulty_tables;
mod earlier;
mod pictures;
mod published_tables;
mod tables;

use std::collections::BTreeMap;

use super::figures::counted;
use super::table::{Align, Table};
use crate::lab::Manifest;
use crate::study::file::Claim;
use crate::study::{Evidence, Finding, Question, Study, View};
use blocks::Block;
pub use blocks::StudyPage;
pub use earlier::{is_page, may_show, pictures_of};

/// The name of the files of the index.
pub const INDEX_NAME: &str = "README";
/// What stands above the index.
pub const INDEX_TITLE: &str = "The studies repeated";

/// What was run for a plan of a study.
pub struct Experimented<'a> {
    /// What its results hold.
    pub evidence: &'a Evidence<'a>,
    /// What is known about them.
    pub manifest: &'a Manifest,
}

/// A study with all that was run for it.
pub struct Repeated<'a> {
    /// The study.
    pub study: &'a Study,
    /// What was run, by the names of the plans.
    pub plans: BTreeMap<&'a str, Experimented<'a>>,
    /// Whether the puzzles are the study's own.
    pub has_originals: bool,
    /// The command that runs all of it.
    pub command: String,
}

/// What was found on a question, in short.
pub struct Answered {
    /// The study.
    pub study: &'static str,
    /// The name of the question.
    pub id: String,
    /// The question.
    pub asks: String,
    /// What the study says.
    pub says: String,
    /// Its plan.
    pub plan: String,
    /// What was found on each claim.
    pub findings: Vec<Finding>,
}

/// The page of a study, and what was found on each of its questions.
pub fn study_page(repeated: &Repeated<'_>) -> (StudyPage, Vec<Answered>) {
    let study = repeated.study;
    let mut page = StudyPage::new(study.key, &study.title);
    page.add(Block::Text(format!("{}.", study.authors)));
    page.add(Block::Text(study.about.clone()));
    page.add(Block::Text(facts(repeated)));
    let mut answers = Vec::new();
    for question in &study.questions {
        let Some(experimented) = repeated.plans.get(question.plan.as_str()) else { continue };
        let findings = findings(repeated, question);
        page.add(Block::Heading(question.id.clone(), question.asks.clone()));
        page.add(Block::Text(format!("The study: {}", question.says)));
        if !findings.is_empty() {
            page.add(Block::Text("What we find:".to_owned()));
            page.add(Block::Findings(findings.clone()));
        }
        tables::add(&mut page, repeated, question, experimented);
        for picture in pictures::of(question, experimented.evidence) {
            page.add(Block::Picture(picture));
        }
        page.add(Block::Text(source_of(study, question, experimented)));
        answers.push(Answered {
            study: study.key,
            id: question.id.clone(),
            asks: question.asks.clone(),
            says: question.says.clone(),
            plan: question.plan.clone(),
            findings,
        });
    }
    (page, answers)
}

/// A list of what was found on every question of all studies.
pub fn index_page(answers: &[Answered], command: &str) -> StudyPage {
    let mut page = StudyPage::new(INDEX_NAME, INDEX_TITLE);
    page.add(Block::Text(format!(
        "What `{command}` gave. A claim holds or is refuted where our runs show it, is not contradicted \
         where it says that nothing differs and nothing was shown to differ, and is not settled \
         where they show neither; the pages have the numbers."
    )));
    page.add(Block::Table("Verdicts".to_owned(), verdict_table(answers)));
    let mut keys: Vec<&str> = answers.iter().map(|answer| answer.study).collect();
    keys.dedup();
    page.add(Block::Links(keys.iter().map(|key| (*key).to_owned()).collect()));
    page
}

/// What was found on every claim, and which questions were measured only.
pub fn verdict_table(answers: &[Answered]) -> Table {
    let mut table = Table::default();
    table.group_column("study");
    for name in ["question", "claim", "verdict"] {
        table.column(name, Align::Left);
    }
    for answer in answers {
        let mut is_first = true;
        for finding in &answer.findings {
            let asks = if is_first { answer.asks.as_str() } else { "" };
            is_first = false;
            let texts = [answer.study, asks, &finding.claim, finding.standing.word()];
            table.row(texts.map(str::to_owned).to_vec());
        }
        if is_first {
            let texts = [answer.study, &answer.asks, "no claim to test", "measured"];
            table.row(texts.map(str::to_owned).to_vec());
        }
    }
    table
}

fn facts(repeated: &Repeated<'_>) -> String {
    let runs: usize = repeated.plans.values().map(|plan| plan.manifest.runs.finished).sum();
    let might = repeated.study.plans.values().any(|plan| plan.originals.is_some());
    let puzzles = match (repeated.has_originals, might) {
        (true, _) => " Where the study has puzzles of its own, the runs are on them.",
        (_, true) => {
            " The study's own puzzles are not ours to ship: puzzles of the same kind stand in for them, so \
             that no printed count is called right or wrong."
        }
        _ => "",
    };
    format!("{} by `{}`.{puzzles}", counted(runs as u64, "run"), repeated.command)
}

fn findings(repeated: &Repeated<'_>, question: &Question) -> Vec<Finding> {
    let finding = |claim: &Claim| {
        let plan = claim.plan.as_deref().unwrap_or(&question.plan);
        Some(Finding::of(claim, repeated.plans.get(plan)?.evidence))
    };
    question.claims.iter().filter_map(finding).collect()
}

fn source_of(study: &Study, question: &Question, experimented: &Experimented<'_>) -> String {
    let Experimented { manifest, evidence } = experimented;
    let plan = evidence.survey.plan;
    let view = match question.view {
        View::Comparison | View::Levels => "; `sudoga compare` and `sudoga report` tell more of it",
        _ => "",
    };
    format!(
        "Plan: `configs/studies/{}/{}.toml`, {}: {} on {}, {} of each, seed {}{view}.",
        study.key,
        question.plan,
        counted(manifest.runs.finished as u64, "run"),
        counted(plan.arms.len() as u64, "method"),
        counted(plan.puzzles.len() as u64, "puzzle"),
        counted(plan.repeats, "run"),
        plan.seed
    )
}
