//! `sudoga compare`: methods run and compared, or results that exist.

mod output;

use std::env;
use std::path::{Path, PathBuf};

use anyhow::bail;
use toml::Value;

use super::args::{CommonArguments, CompareArguments, CompareFormat, FitAxis, Metric};
use super::batch::{self, Then};
use super::console::Messages;
use super::input::plan_entries;
use super::report;
use super::{DONE, INCOMPLETE, NO};
use crate::analysis::curve::FIT_SEED;
use crate::analysis::source::{self, Found};
use crate::analysis::{
    Curve, Dataset, EffortUnit, GateOutcome, GateRequest, Options, compare as compared, curves,
    gate,
};
use crate::board::nearest::nearest;
use crate::lab::plan::{PlanFile, Source};
use crate::lab::{Folder, Stored};
use crate::method::Method;
use output::{Shown, Target};

/// Runs the methods first, unless results are named; then compares.
pub fn compare(arguments: &CompareArguments) -> anyhow::Result<u8> {
    let results = arguments.paths.iter().filter(|path| source::is_results(path)).count();
    if results == arguments.paths.len() {
        return existing(arguments);
    }
    if results > 0 {
        bail!("found puzzles and results; give puzzles to run, or results to compare");
    }
    refuse_in_time(arguments)?;
    let plan = PlanFile {
        name: Some("compare".to_owned()),
        puzzles: plan_entries(&arguments.paths, &arguments.reading)?,
        methods: methods(arguments)?,
        set: arguments.sets.clone(),
        pairing: arguments.pairing.map(Into::into),
        primary: arguments.primary.map(Into::into),
        ..PlanFile::default()
    };
    let look = |folder: &Folder| {
        let found = source::read(&Stored::of(folder.shared())?)?;
        if !asks_another_question(arguments, &found) {
            return show(found, arguments, Target::Batch(folder));
        }
        save_announced(&found, folder)?;
        show(found, arguments, Target::Nowhere)
    };
    batch::execute(Source::made("compare", plan), &arguments.batch, Then::HandOver(&look))
}

fn methods(arguments: &CompareArguments) -> anyhow::Result<Vec<Value>> {
    if let Some(path) = missing(&arguments.paths).filter(|_| arguments.method_lists.is_empty()) {
        bail!(
            "{}: no such file or folder; results are a folder or a file that ends in .csv, and \
             puzzles to run need --methods",
            path.display()
        );
    }
    match arguments.methods().as_slice() {
        [] => bail!(
            "--methods is missing: which methods shall be run on the puzzles, such as --methods \
             baseline,purge? `sudoga list methods` has them; results that exist are folders, or \
             files that end in .csv"
        ),
        [one] if arguments.fit.is_none() => {
            bail!("--methods {one}: one method alone; give at least two, separated by commas")
        }
        methods => Ok(methods.iter().map(|name| Value::from(name.as_str())).collect()),
    }
}

/// The first path that is not there and is no other way to name puzzles either.
fn missing(paths: &[PathBuf]) -> Option<&PathBuf> {
    let is_name =
        |name: &str| name == "-" || name.starts_with('@') || name.contains(['*', '?', '[']);
    paths.iter().find(|path| !path.exists() && !path.to_str().is_some_and(is_name))
}

/// Refuses before the first run what could not be answered after the last.
fn refuse_in_time(arguments: &CompareArguments) -> anyhow::Result<()> {
    if arguments.batch.shard.is_some() && (arguments.gate.is_some() || arguments.fit.is_some()) {
        bail!(
            "--shard runs a part, which is not compared: leave --gate and --fit to `sudoga compare \
             DIR` on the merged folder"
        );
    }
    let mut names = Vec::new();
    for method in arguments.methods() {
        let method = Method::resolve(&method, &arguments.sets)?;
        let units = method.solver().units();
        let is_counted = match arguments.metric {
            Some(Metric::Generations) => units.generations,
            Some(Metric::Evaluations) => units.evaluations,
            Some(Metric::Nodes) => units.nodes,
            Some(Metric::Seconds) | None => true,
        };
        if !is_counted {
            let counted = [
                (units.generations, "generations"),
                (units.evaluations, "evaluations"),
                (units.nodes, "nodes"),
                (true, "seconds"),
            ];
            let counted = counted.iter().filter(|(is_counted, _)| *is_counted);
            let counted: Vec<&str> = counted.map(|(_, word)| *word).collect();
            let counted = counted.join(", ");
            bail!("--metric: {} does not count that unit; it counts {counted}", method.name());
        }
        names.push(method.name().to_owned());
    }
    let asked = [(&arguments.gate, "--gate"), (&arguments.against, "--against")];
    for (name, option) in asked {
        if let Some(name) = name.as_ref().filter(|name| !names.contains(name)) {
            let nearest = nearest(name, names.iter().map(String::as_str)).unwrap_or_default();
            bail!("{option}: `{name}` is none of the methods; did you mean `{nearest}`?");
        }
    }
    if arguments.gate.is_some() && arguments.gate == arguments.against {
        bail!("--gate and --against name one method; name two");
    }
    Ok(())
}

/// Compares the runs of a result folder by the question of its plan, writes the files and prints.
pub fn announced(folder: &Folder, common: &CommonArguments) -> anyhow::Result<()> {
    let found = source::read(&Stored::of(folder.shared())?)?;
    let options = Options { primary: found.primary.unwrap_or_default(), ..Options::default() };
    let mut comparison = compared(&found.dataset, &options)?;
    comparison.warnings.extend(cautions(&found, &options));
    let shown = Shown { comparison, gate: None, curves: Vec::new() };
    shown.tell(Target::Batch(folder), CompareFormat::Text, common)
}

/// Compares what exists; nothing is run.
fn existing(arguments: &CompareArguments) -> anyhow::Result<u8> {
    refuse_idle_options(arguments)?;
    let reported = reported_folder(arguments)?;
    let mut found = source::open(&arguments.paths)?;
    let methods = arguments.methods();
    if !methods.is_empty() {
        found.dataset = chosen(&found.dataset, &methods)?;
    }
    let announced = found.seen.clone().filter(|_| is_announced(arguments, &found));
    let target = match &arguments.batch.output {
        Some(folder) => Target::Files { folder, is_forced: arguments.batch.force },
        None => announced.map_or(Target::Nowhere, Target::Results),
    };
    let code = show(found, arguments, target)?;
    if let Some(folder) = reported {
        let output = arguments.batch.output.as_deref();
        report::write(folder, output, Messages::new(arguments.batch.common.quiet))?;
    }
    Ok(code)
}

/// The folder whose report was asked for.
fn reported_folder(arguments: &CompareArguments) -> anyhow::Result<Option<&Path>> {
    match arguments.paths.as_slice() {
        _ if !arguments.batch.report => Ok(None),
        [folder] if folder.is_dir() => Ok(Some(folder)),
        _ => bail!("--report tells of one result folder; leave it out, or name one folder"),
    }
}

/// Whether the comparison is the one that the plan was made for. Another look at the same runs does
/// not take its place in the folder.
fn is_announced(arguments: &CompareArguments, found: &Found) -> bool {
    arguments.method_lists.is_empty()
        && arguments.metric.is_none()
        && arguments.pairing.is_none()
        && !asks_another_question(arguments, found)
}

/// Writes the comparison that was announced, where a resume asks another one.
fn save_announced(found: &Found, folder: &Folder) -> anyhow::Result<()> {
    let options = Options { primary: found.primary.unwrap_or_default(), ..Options::default() };
    let comparison = compared(&found.dataset, &options)?;
    let announced = Shown { comparison, gate: None, curves: Vec::new() };
    announced.save(Target::Batch(folder), Messages::new(true))
}

/// Writes the comparison of a folder's plan into it, where there is something to compare.
pub fn save_tests(folder: &Path) -> anyhow::Result<()> {
    let stored = Stored::open(folder)?;
    let (found, seen) = (source::read(&stored)?, stored.seen()?);
    drop(stored);
    if found.dataset.methods().len() < 2 {
        return Ok(());
    }
    save_announced(&found, &Folder::add_to(&seen)?)
}

/// Whether a question is asked that was not named before the runs.
fn asks_another_question(arguments: &CompareArguments, found: &Found) -> bool {
    arguments.primary.is_some_and(|asked| found.primary != Some(asked.into()))
}

/// The methods that were asked for, in that order.
fn chosen(dataset: &Dataset, asked: &[String]) -> anyhow::Result<Dataset> {
    let known = dataset.methods();
    let mut places = Vec::new();
    for name in asked {
        let Some(place) = known.iter().position(|method| method == name) else {
            let nearest = nearest(name, known.iter().map(String::as_str)).unwrap_or_default();
            bail!(
                "--methods: the results have no `{name}`; did you mean `{nearest}`? they have: {}",
                known.join(", ")
            );
        };
        if places.contains(&place) {
            bail!("--methods: `{name}` is named twice");
        }
        places.push(place);
    }
    Ok(dataset.with_methods(&places))
}

/// An option that would decide a run does nothing here, and must not seem to.
fn refuse_idle_options(arguments: &CompareArguments) -> anyhow::Result<()> {
    let batch = &arguments.batch;
    let budget = &batch.budget;
    let given = [
        ("--set", !arguments.sets.is_empty(), ""),
        ("--repeats", batch.repeats.is_some(), "SUDOGA_REPEATS"),
        ("--seed", batch.seed.is_some(), "SUDOGA_SEED"),
        ("--generations", budget.generations.is_some(), "SUDOGA_GENERATIONS"),
        ("--evaluations", budget.evaluations.is_some(), "SUDOGA_EVALUATIONS"),
        ("--nodes", budget.nodes.is_some(), "SUDOGA_NODES"),
        ("--seconds", budget.seconds.is_some(), "SUDOGA_SECONDS"),
        ("--history", batch.history, ""),
        ("--resume", batch.resume, ""),
        ("--shard", batch.shard.is_some(), ""),
        ("--wall-seconds", batch.wall_seconds.is_some(), ""),
        ("--dry-run", batch.dry_run, ""),
        ("--print-plan", batch.print_plan, ""),
        ("--layout", arguments.reading.layout.is_some(), "SUDOGA_LAYOUT"),
        ("--force", batch.force && batch.output.is_none(), ""),
    ];
    for (option, is_given, variable) in given {
        // A variable is set for many commands at a time, a flag for this one.
        if is_given && (variable.is_empty() || env::var_os(variable).is_none()) {
            bail!("{option}: results that exist are compared and nothing is run; leave it out");
        }
    }
    Ok(())
}

/// Compares, writes the files and prints; the exit code is that of the gate.
fn show(found: Found, arguments: &CompareArguments, target: Target<'_>) -> anyhow::Result<u8> {
    let dataset = &found.dataset;
    let asked = arguments.primary.map(Into::into);
    let options = Options {
        primary: asked.or(found.primary).unwrap_or_default(),
        unit: arguments.metric.map(Into::into),
        pairing: arguments.pairing.map(Into::into),
        protocol: arguments.protocol.map(Into::into),
    };
    if let ([only], None) = (dataset.methods(), arguments.fit) {
        bail!(
            "the runs to compare are all of `{only}`, expected those of at least two methods; name \
             another method or another result too"
        );
    }
    let mut comparison = compared(dataset, &options)?;
    comparison.warnings.extend(cautions(&found, &options));
    let gate = match (&arguments.gate, &arguments.against) {
        (Some(method), Some(against)) => {
            let request = GateRequest { method, against, margin: arguments.margin };
            let missing = found.planned.unwrap_or(0).saturating_sub(found.finished);
            Some(gate(dataset, &options, request)?.unless_missing(missing))
        }
        _ => None,
    };
    let curves = arguments.fit.map(|axis| curves_of(dataset, axis, comparison.unit));
    let code = match gate.as_ref().map(|gate| gate.outcome) {
        None | Some(GateOutcome::NotWorse) => DONE,
        Some(GateOutcome::Worse) => NO,
        Some(GateOutcome::Inconclusive) => INCOMPLETE,
    };
    // A million runs take more memory than all that is said of them.
    drop(found);
    let shown = Shown { comparison, gate, curves: curves.unwrap_or_default() };
    shown.tell(target, arguments.format, &arguments.batch.common)?;
    Ok(code)
}

/// Effort in the unit of the comparison, and CPU seconds.
fn curves_of(dataset: &Dataset, axis: FitAxis, unit: EffortUnit) -> Vec<Curve> {
    let mut found = curves(dataset, axis.into(), unit, FIT_SEED);
    if unit != EffortUnit::Seconds {
        found.extend(curves(dataset, axis.into(), EffortUnit::Seconds, FIT_SEED));
    }
    found
}

/// What the way in which results came about leaves to be said.
fn cautions(found: &Found, options: &Options) -> Vec<String> {
    let mut cautions = Vec::new();
    if let Some(planned) = found.planned.filter(|&planned| planned > found.finished) {
        cautions.push(format!(
            "{} of {planned} planned runs are finished: to stop when the result pleases is no test",
            found.finished
        ));
    }
    if found.primary.is_some_and(|named| named != options.primary) {
        cautions.push(
            "the plan had named another question before the run: this one was chosen afterwards and \
             explores"
                .to_owned(),
        );
    }
    cautions
}
