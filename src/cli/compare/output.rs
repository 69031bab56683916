//! Where a comparison goes: to standard output in one form, and into files in all of them.

use std::io::{self, Write};
use std::path::Path;

use anyhow::bail;
use serde_json::{Value, json};

use super::super::args::{CommonArguments, CompareFormat};
use super::super::batch::print;
use super::super::console::{Messages, style};
use crate::analysis::{Comparison, Curve, Gate};
use crate::lab::files::{prepare_folder, write_durably};
use crate::lab::folder::{JOURNAL, MANIFEST};
use crate::lab::{Claim, Folder, FolderError};
use crate::report::{
    Style, SummaryWriter, comparison_json, comparison_markdown, comparison_text, curve_json,
    curve_markdown, curve_tables, tests_csv,
};

/// Where the files go.
pub enum Target<'p> {
    /// Into the folder of the results.
    Results(&'p Path),
    /// Into a folder of their own.
    Files {
        /// The folder.
        folder: &'p Path,
        /// Whether older files are replaced.
        is_forced: bool,
    },
    /// There are none.
    Nowhere,
}

/// A comparison with all that was asked for beside it.
pub struct Shown {
    /// The comparison.
    pub comparison: Comparison,
    /// The gate.
    pub gate: Option<Gate>,
    /// The curves.
    pub curves: Vec<Curve>,
}

const TESTS: &str = "tests.csv";
const REPORT: &str = "summary.md";
const SUMMARY: &str = "summary.csv";

impl Shown {
    /// Writes the files.
    pub fn save(&self, target: Target<'_>, messages: Messages) -> anyhow::Result<()> {
        match target {
            Target::Nowhere => Ok(()),
            Target::Results(path) => {
                if let Err(error) = self.save_beside(path) {
                    // What was asked for is on standard output in any case.
                    messages.error(format_args!("{TESTS} and {REPORT} are not written: {error}"));
                }
                Ok(())
            }
            Target::Files { folder, is_forced } => self.save_in(folder, is_forced),
        }
    }

    fn save_beside(&self, path: &Path) -> Result<(), FolderError> {
        let folder = Folder::claim(path, Claim::Resume)?;
        folder.write_whole(TESTS, |target| tests_csv(&self.comparison.tests, target))?;
        folder.write_whole(REPORT, |target| target.write_all(self.markdown().as_bytes()))
    }

    fn save_in(&self, folder: &Path, is_forced: bool) -> anyhow::Result<()> {
        if [MANIFEST, JOURNAL].iter().any(|name| folder.join(name).exists()) {
            bail!("{} holds results; name another folder with -o", folder.display());
        }
        prepare_folder(folder)?;
        let files = [TESTS, REPORT, SUMMARY].map(|name| folder.join(name));
        if let Some(taken) = files.iter().find(|path| path.exists() && !is_forced) {
            bail!(
                "{} is there already; --force replaces it, or name another folder with -o",
                taken.display()
            );
        }
        let [tests, report, summary] = files;
        write(&tests, |target| tests_csv(&self.comparison.tests, target))?;
        write(&report, |target| target.write_all(self.markdown().as_bytes()))?;
        write(&summary, |target| target.write_all(&self.summary()?))
    }

    /// Prints it in one form.
    pub fn print(&self, format: CompareFormat, common: &CommonArguments) -> anyhow::Result<u8> {
        print(&match format {
            CompareFormat::Text => self.text(style(common)),
            CompareFormat::Md => self.markdown(),
            CompareFormat::Csv => String::from_utf8(self.summary()?)?,
            CompareFormat::TestsCsv => String::from_utf8(self.tests()?)?,
            CompareFormat::Json => format!("{:#}\n", self.json()),
        })
    }

    fn text(&self, style: Style) -> String {
        let mut text = comparison_text(&self.comparison, style);
        if !self.curves.is_empty() {
            text = format!("{text}\n{}", curve_tables(&self.curves, style));
        }
        if let Some(gate) = &self.gate {
            text = format!("{text}\nGate: {}.\n", gate.sentence);
        }
        text
    }

    fn markdown(&self) -> String {
        let mut text = comparison_markdown(&self.comparison);
        if !self.curves.is_empty() {
            text = format!("{text}\n{}", curve_markdown(&self.curves));
        }
        if let Some(gate) = &self.gate {
            text = format!("{text}\n## Gate\n\n{}.\n", gate.sentence);
        }
        text
    }

    fn json(&self) -> Value {
        let mut value = comparison_json(&self.comparison);
        let gate = self.gate.as_ref().map(|gate| {
            json!({
                "method": gate.method,
                "against": gate.against,
                "question": gate.question,
                "margin": gate.margin,
                "outcome": gate.outcome.word(),
                "sentence": gate.sentence,
            })
        });
        value["gate"] = gate.unwrap_or_default();
        value["curves"] = curve_json(&self.curves);
        value
    }

    fn summary(&self) -> io::Result<Vec<u8>> {
        let mut writer = SummaryWriter::new(&[], Vec::new())?;
        for puzzle in &self.comparison.puzzles {
            for (method, figures) in self.comparison.methods.iter().zip(&puzzle.figures) {
                if figures.solved.trials > 0 {
                    writer.row(&puzzle.facts, method, &[], figures)?;
                }
            }
        }
        writer.finish()
    }

    fn tests(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        tests_csv(&self.comparison.tests, &mut bytes)?;
        Ok(bytes)
    }
}

fn write(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    write_durably(path, write)
        .map_err(|error| anyhow::anyhow!("cannot write {}: {error}", path.display()))
}
