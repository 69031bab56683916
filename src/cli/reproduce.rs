//! `sudoga reproduce`: the experiments of the studies, and their figures beside ours.

mod pages;

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::bail;

use super::args::ReproduceArguments;
use super::batch::{Batch, after_runs, claim, or_unsaved, part_is_done, preview, print};
use super::compare;
use super::console::{Messages, style};
use super::{DONE, workers};
use crate::lab::files::prepare_folder;
use crate::lab::session::Opening;
use crate::lab::{Claim, Folder, Plan, Shard, Stored};
use crate::report::{Answered, Experimented, Repeated, index_page, study_page, verdict_table};
use crate::study::{self, Evidence, Scale, Study, View};

/// Where results go unless told otherwise.
const RESULTS: &str = "results/reproduce";

/// Runs the studies and writes their pages.
pub fn reproduce(arguments: &ReproduceArguments) -> anyhow::Result<u8> {
    let studies = asked(arguments)?;
    let has_originals = |study: &Study| study.plans.values().any(|plan| plan.originals.is_some());
    if arguments.puzzles.is_some() && !studies.iter().any(has_originals) {
        bail!("--puzzles: of these studies none has puzzles of its own; leave it out");
    }
    let scale = match (arguments.quick, arguments.full) {
        (true, _) => Scale::Quick,
        (_, true) => Scale::Full,
        _ => Scale::Usual,
    };
    let folder = arguments.output.clone().unwrap_or_else(|| default_folder(scale));
    let work = Work { arguments, scale, folder };
    if arguments.dry_run {
        return work.preview(&studies);
    }
    work.refuse_foreign(&studies)?;
    let messages = Messages::new(arguments.common.quiet);
    let done = work.run(&studies).and_then(|code| match code {
        DONE if work.shard() == Shard::WHOLE => work.write_pages(&studies).map_err(after_runs),
        _ => Ok(code),
    });
    let code = or_unsaved(done, messages)?;
    if code == DONE && work.shard() != Shard::WHOLE {
        messages.note(part_is_done(work.shard(), "writes the pages"));
    }
    Ok(code)
}

fn asked(arguments: &ReproduceArguments) -> anyhow::Result<Vec<Study>> {
    let mut names: Vec<&str> = arguments.studies.iter().map(String::as_str).collect();
    if names.is_empty() {
        names = study::names().collect();
    }
    if let Some(twice) =
        names.iter().enumerate().find(|(place, name)| names[..*place].contains(name))
    {
        bail!("the study {} is named twice", twice.1);
    }
    Ok(names.into_iter().map(study::find).collect::<Result<_, _>>()?)
}

fn default_folder(scale: Scale) -> PathBuf {
    PathBuf::from(match scale {
        Scale::Quick => format!("{RESULTS}-quick"),
        Scale::Usual => RESULTS.to_owned(),
        Scale::Full => format!("{RESULTS}-full"),
    })
}

/// The work on some studies.
struct Work<'a> {
    arguments: &'a ReproduceArguments,
    scale: Scale,
    folder: PathBuf,
}

impl Work<'_> {
    /// Where the results of a plan go.
    fn place(&self, study: &Study, plan: &str) -> PathBuf {
        self.folder.join(study.key).join(plan)
    }

    fn shard(&self) -> Shard {
        self.arguments.shard.unwrap_or(Shard::WHOLE)
    }

    fn resolved(&self, study: &Study, plan: &str) -> anyhow::Result<Plan> {
        let source = study.plan(plan, self.scale, self.arguments.puzzles.as_deref())?;
        Ok(Plan::resolve(&source, 1)?)
    }

    fn preview(&self, studies: &[Study]) -> anyhow::Result<u8> {
        let mut text = String::new();
        for study in studies {
            for name in study.plan_names() {
                let plan = self.resolved(study, name)?;
                let threads = workers(&self.arguments.common);
                text += &preview(&plan, self.shard(), &self.place(study, name), threads);
            }
        }
        print(&text)
    }

    /// Finds out whether every folder may be written before the first run.
    fn refuse_foreign(&self, studies: &[Study]) -> anyhow::Result<()> {
        for study in studies {
            for name in study.plan_names() {
                Folder::admit(&self.place(study, name), self.claim())?;
            }
        }
        // A part writes no pages.
        if self.shard() == Shard::WHOLE {
            pages::refuse_foreign(&self.folder, studies)?;
        }
        Ok(prepare_folder(&self.folder)?)
    }

    fn claim(&self) -> Claim {
        claim(self.arguments.resume, self.arguments.force)
    }

    fn run(&self, studies: &[Study]) -> anyhow::Result<u8> {
        let arguments = self.arguments;
        let threads = workers(&arguments.common);
        let opening = Opening { claim: self.claim(), allow_changes: false, threads };
        let batch = Batch::new(&arguments.common, arguments.wall_seconds, opening)?;
        for study in studies {
            for name in study.plan_names() {
                let plan = self.resolved(study, name)?;
                let place = self.place(study, name);
                let worked = batch.run(&plan, self.shard(), &place, false)?;
                if worked.code != DONE {
                    return Ok(worked.code);
                }
            }
        }
        Ok(DONE)
    }

    /// Writes the pages of all studies and tells the verdicts.
    fn write_pages(&self, studies: &[Study]) -> anyhow::Result<u8> {
        let mut answers = Vec::new();
        for study in studies {
            answers.extend(self.write_page(study)?);
        }
        pages::save(&self.folder, &index_page(&answers, &self.command(None)))?;
        let common = &self.arguments.common;
        let index = self.folder.join("README.html");
        Messages::new(common.quiet).note(format_args!("pages: {}", index.display()));
        print(&verdict_table(&answers).text(style(common)))
    }

    fn write_page(&self, study: &Study) -> anyhow::Result<Vec<Answered>> {
        let names = study.plan_names();
        let mut stored = Vec::new();
        for name in &names {
            let place = self.place(study, name);
            compare::save_tests(&place)?;
            stored.push(Stored::open(&place)?);
        }
        let mut evidence = Vec::new();
        for (name, stored) in names.iter().zip(&stored) {
            let views: Vec<View> = study
                .questions
                .iter()
                .filter(|question| question.plan == **name)
                .map(|question| question.view)
                .collect();
            let agenda = stored.agenda();
            let mut results = stored.results(&agenda)?;
            evidence.push(Evidence::gather(&mut results, &views)?);
        }
        let manifests = stored.iter().map(Stored::manifest);
        let plans = names.iter().zip(evidence.iter().zip(manifests));
        let plans: BTreeMap<&str, Experimented<'_>> = plans
            .map(|(name, (evidence, manifest))| (*name, Experimented { evidence, manifest }))
            .collect();
        let has_originals = self.arguments.puzzles.is_some();
        let (page, answers) = study_page(&Repeated {
            study,
            plans,
            has_originals: has_originals
                && study.plans.values().any(|plan| plan.originals.is_some()),
            command: self.command(Some(study)),
        });
        pages::save(&self.folder, &page)?;
        Ok(answers)
    }

    /// The command that does this again.
    fn command(&self, study: Option<&Study>) -> String {
        let mut command = "sudoga reproduce".to_owned();
        match study {
            Some(study) => command += &format!(" {}", study.key),
            None => self.arguments.studies.iter().for_each(|name| command += &format!(" {name}")),
        }
        command += match self.scale {
            Scale::Quick => " --quick",
            Scale::Usual => "",
            Scale::Full => " --full",
        };
        if self.arguments.puzzles.is_some() {
            command += " --puzzles DIR";
        }
        command
    }
}
