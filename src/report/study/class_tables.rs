//! Tables of methods on kinds of puzzles.

use crate::analysis::{Class, ClassFigures, Dataset, EffortUnit, Figures, Observation};
use crate::report::estimates::{effort, percent, short};
use crate::report::figures::{MISSING, mean_count, one_line, seconds};
use crate::report::table::{Align, Table};
use crate::stats::{mean, median};
use crate::study::Evidence;

/// Each method on each class of puzzles.
fn figures_of<'e>(
    evidence: &'e Evidence<'_>,
    unit: Option<EffortUnit>,
) -> impl Iterator<Item = (&'e Class, &'e str, ClassFigures)> {
    let dataset = &evidence.survey.dataset;
    evidence.classes.iter().flat_map(move |class| {
        dataset.methods().iter().enumerate().filter_map(move |(place, method)| {
            let own = || dataset_unit(class.runs(dataset, place).as_slice());
            let unit = unit.unwrap_or_else(own);
            Some((class, method.as_str(), class.figures(dataset, place, unit)?))
        })
    })
}

/// The unit that runs count: generations, nodes, or else seconds.
fn dataset_unit(runs: &[Observation]) -> EffortUnit {
    match runs.first() {
        Some(run) if run.generations.is_some() => EffortUnit::Generations,
        Some(run) if run.nodes.is_some() => EffortUnit::Nodes,
        _ => EffortUnit::Seconds,
    }
}

fn table_of(names: &[(&str, Align)]) -> Table {
    let mut table = Table::default();
    table.group_column("puzzles");
    for (name, align) in names {
        table.column(name, *align);
    }
    table
}

pub fn level_table(evidence: &Evidence<'_>, cap: Option<u64>) -> Table {
    let mut table = table_of(&[
        ("method", Align::Left),
        ("solved", Align::Right),
        ("share", Align::Right),
        ("95 % interval", Align::Right),
        ("mean effort of solved", Align::Right),
        ("mean up to the cap", Align::Right),
        ("CPU seconds", Align::Right),
    ]);
    for (class, method, found) in figures_of(evidence, None) {
        let found = match cap {
            None => found,
            Some(cap) => match capped(evidence, class, method, cap) {
                Some(capped) => capped,
                None => continue,
            },
        };
        let Figures { solved, unit, mean_effort, restricted_mean, mean_seconds, .. } =
            &found.figures;
        let word = match unit {
            EffortUnit::Generations => "",
            EffortUnit::Nodes => " nodes",
            _ => " s",
        };
        let told = |number: Option<f64>| match number {
            Some(number) => format!("{}{word}", effort(Some(number), *unit)),
            None => MISSING.to_owned(),
        };
        table.row(vec![
            kind(class),
            method.to_owned(),
            format!("{}/{}", solved.successes, solved.trials),
            share_text(found.share),
            found.interval.map_or(MISSING.to_owned(), percent),
            told(*mean_effort),
            told(*restricted_mean),
            seconds(*mean_seconds),
        ]);
    }
    table
}

/// The runs of a class up to a smaller cap in generations.
fn capped(evidence: &Evidence<'_>, class: &Class, method: &str, cap: u64) -> Option<ClassFigures> {
    let unit = EffortUnit::Generations;
    let dataset = &evidence.survey.dataset;
    let place = evidence.method(method)?;
    let mut cut = Dataset::default();
    for &puzzle in &class.puzzles {
        let row = cut.puzzle(&dataset.puzzles()[puzzle]);
        let column = cut.method(method);
        for run in dataset.runs(puzzle, place) {
            let mut run = run.up_to(unit, cap as f64);
            run.caps.generations = run.caps.generations.map(|own| own.min(cap));
            cut.add(row, column, run);
        }
    }
    let all = Class { name: class.name.clone(), puzzles: (0..cut.puzzles().len()).collect() };
    all.figures(&cut, 0, unit)
}

fn kind(class: &Class) -> String {
    match class.puzzles.len() {
        1 => one_line(&class.name),
        count => format!("{} ({count})", one_line(&class.name)),
    }
}

fn share_text(share: Option<f64>) -> String {
    share.map_or(MISSING.to_owned(), |share| format!("{:.1} %", 100.0 * share))
}

pub fn time_table(evidence: &Evidence<'_>) -> Table {
    let names = ["solved", "mean", "median", "longest", "generations a second"];
    let mut columns = vec![("method", Align::Left)];
    columns.extend(names.map(|name| (name, Align::Right)));
    let mut table = table_of(&columns);
    for (class, method, found) in figures_of(evidence, None) {
        let Some(place) = evidence.method(method) else { continue };
        let runs = class.runs(&evidence.survey.dataset, place);
        let times: Vec<f64> = runs.iter().filter_map(|run| run.seconds).collect();
        let longest = times.iter().copied().max_by(f64::total_cmp);
        let solved = found.figures.solved;
        table.row(vec![
            kind(class),
            method.to_owned(),
            format!("{}/{}", solved.successes, solved.trials),
            seconds(found.figures.mean_seconds),
            seconds(median(&times)),
            seconds(longest),
            effort(found.figures.generations_a_second, EffortUnit::Generations),
        ]);
    }
    table
}

pub fn failure_table(evidence: &Evidence<'_>) -> Table {
    let names = ["failed", "lowest cost", "mean cost", "cost 2", "stuck for (mean generations)"];
    let mut columns = vec![("method", Align::Left)];
    columns.extend(names.map(|name| (name, Align::Right)));
    let mut table = table_of(&columns);
    for (class, method, found) in figures_of(evidence, None) {
        let Some(place) = evidence.method(method) else { continue };
        let Figures { solved, best_failed_cost, mean_failed_cost, mean_stagnant, .. } =
            &found.figures;
        let failed = solved.trials - solved.successes;
        let runs = class.runs(&evidence.survey.dataset, place);
        let nearly = runs.iter().filter(|run| !run.is_solved && run.cost == Some(2)).count();
        table.row(vec![
            kind(class),
            method.to_owned(),
            format!("{failed}/{}", solved.trials),
            best_failed_cost.map_or(MISSING.to_owned(), |cost| cost.to_string()),
            mean_count(*mean_failed_cost),
            if failed == 0 { MISSING.to_owned() } else { format!("{nearly}/{failed}") },
            mean_count(*mean_stagnant),
        ]);
    }
    table
}

pub fn ending_table(evidence: &Evidence<'_>) -> Table {
    let names = ["solved", "best: median", "best: mean", "population: median", "population: mean"];
    let mut columns = vec![("method", Align::Left)];
    columns.extend(names.map(|name| (name, Align::Right)));
    let mut table = table_of(&columns);
    for (class, method, found) in figures_of(evidence, None) {
        let Some(place) = evidence.method(method) else { continue };
        let runs = class.runs(&evidence.survey.dataset, place);
        let best: Vec<f64> = runs.iter().filter_map(|run| run.fitness).collect();
        let means: Vec<f64> = runs.iter().filter_map(|run| run.mean_fitness).collect();
        let solved = found.figures.solved;
        table.row(vec![
            kind(class),
            method.to_owned(),
            format!("{}/{}", solved.successes, solved.trials),
            short(median(&best)),
            short(mean(&best)),
            short(median(&means)),
            short(mean(&means)),
        ]);
    }
    table
}
