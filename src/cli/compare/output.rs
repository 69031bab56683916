//! Where a comparison goes: to standard output in one form, and into files in all of them.

use std::io;
use std::path::Path;

use anyhow::{Context, bail};
use serde_json::json;

use super::super::DONE;
use super::super::args::{CommonArguments, CompareFormat};
use super::super::batch::{print, refuse_results, write_file};
use super::super::console::{Messages, Output, plain, style};
use crate::analysis::{Comparison, Curve, Gate};
use crate::lab::files::prepare_folder;
use crate::lab::{Folder, FolderError, Seen};
use crate::report::{
    ComparisonJson, Style, SummaryWriter, comparison_json, comparison_markdown, comparison_text,
    curve_json, curve_markdown, curve_tables, prose, tests_csv,
};

/// Where the files go.
pub enum Target<'p> {
    /// Into the folder of results that were there before, if it can be written.
    Results(Seen),
    /// Into the folder of a batch, which is not done without them.
    Batch(&'p Folder),
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
    /// Prints and writes the files; what fails of the one does not keep from the other, but for
    /// files of their own that nobody may write.
    pub fn tell(
        &self,
        target: Target<'_>,
        format: CompareFormat,
        common: &CommonArguments,
    ) -> anyhow::Result<()> {
        let messages = Messages::new(common.quiet);
        if matches!(target, Target::Files { .. }) {
            self.save(target, messages)?;
            return self.print(format, common).map(drop);
        }
        // Whoever reads the folder is waited for, and nobody should have to wait for the table.
        let printed = self.print(format, common);
        self.save(target, messages)?;
        printed.map(drop)
    }

    /// Writes the files.
    pub fn save(&self, target: Target<'_>, messages: Messages) -> anyhow::Result<()> {
        match target {
            Target::Nowhere => Ok(()),
            Target::Results(seen) => {
                let saved = Folder::add_to(&seen).and_then(|folder| self.save_beside(&folder));
                if let Err(error) = saved {
                    // What was asked for is on standard output in any case.
                    messages.error(format_args!("{TESTS} and {REPORT} are not written: {error}"));
                }
                Ok(())
            }
            Target::Batch(folder) => {
                let unwritten = || format!("{TESTS} and {REPORT} are not written");
                self.save_beside(folder).with_context(unwritten)
            }
            Target::Files { folder, is_forced } => self.save_in(folder, is_forced),
        }
    }

    fn save_beside(&self, folder: &Folder) -> Result<(), FolderError> {
        folder.write_whole(TESTS, |target| tests_csv(&self.comparison.tests, target))?;
        folder.write_whole(REPORT, |target| target.write_all(self.markdown().as_bytes()))
    }

    fn save_in(&self, folder: &Path, is_forced: bool) -> anyhow::Result<()> {
        refuse_results(folder)?;
        prepare_folder(folder)?;
        let files = [TESTS, REPORT, SUMMARY].map(|name| folder.join(name));
        if let Some(taken) = files.iter().find(|path| path.exists() && !is_forced) {
            bail!(
                "{} is there already; --force replaces it, or name another folder with -o",
                taken.display()
            );
        }
        let [tests, report, summary] = files;
        write_file(&tests, |target| tests_csv(&self.comparison.tests, target))?;
        write_file(&report, |target| target.write_all(self.markdown().as_bytes()))?;
        write_file(&summary, |target| target.write_all(&self.summary()?))
    }

    /// Prints it in one form.
    fn print(&self, format: CompareFormat, common: &CommonArguments) -> anyhow::Result<u8> {
        print(&match format {
            CompareFormat::Text => self.text(style(common)),
            CompareFormat::Md => self.markdown(),
            CompareFormat::Csv => String::from_utf8(self.summary()?)?,
            CompareFormat::TestsCsv => String::from_utf8(self.tests()?)?,
            CompareFormat::Json => return self.print_json(),
        })
    }

    fn print_json(&self) -> anyhow::Result<u8> {
        let mut output = Output::new();
        output.json(&self.json())?;
        output.flush()?;
        Ok(DONE)
    }

    fn text(&self, style: Style) -> String {
        let mut text = comparison_text(&self.comparison, style);
        if !self.curves.is_empty() {
            text = format!("{text}\n{}", curve_tables(&self.curves, style));
        }
        if let Some(gate) = &self.gate {
            text = format!("{text}\nGate: {}.\n", plain(&gate.sentence));
        }
        text
    }

    fn markdown(&self) -> String {
        let mut text = comparison_markdown(&self.comparison);
        if !self.curves.is_empty() {
            text = format!("{text}\n{}", curve_markdown(&self.curves));
        }
        if let Some(gate) = &self.gate {
            let sentence = prose(&format!("{}.", gate.sentence));
            text = format!("{text}\n## Gate\n\n{sentence}");
        }
        text
    }

    fn json(&self) -> ComparisonJson<'_> {
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
        let beside = [("gate", gate.unwrap_or_default()), ("curves", curve_json(&self.curves))];
        comparison_json(&self.comparison, beside)
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
