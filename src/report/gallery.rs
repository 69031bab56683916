//! Which pictures a report has: what there is to see in these results, and under which name.

use super::chart::{
    BoxGroup, BoxPlot, Boxed, Effect, Ended, Name, box_plot, effort_by_givens, fitness_courses,
    forest, heat_map, histogram, solved_by_givens, solved_over_time, survival,
};
use super::estimates::{limits, short};
use super::figures::{counted, one_line, swept};
use crate::analysis::survey::{MOST_METHODS, MOST_PUZZLES};
use crate::analysis::{
    Comparison, Courses, Curve, EffortUnit, Family, PuzzleFacts, Sheet, Spread, Survey, TestRow,
    waits, waits_of,
};
use crate::lab::Primary;

/// Effects in a forest.
const MOST_EFFECTS: usize = 40;

/// Cells of a sweep in a picture; of more the table alone is told.
const MOST_CELLS: usize = 400;

/// Numbers of givens with a mean effort, from which on there is a course to see.
const FEWEST_MEANS: usize = 3;

/// A picture of a report.
pub struct Picture {
    /// The name of its file, without an ending.
    pub name: String,
    /// What to see in it, a sentence or two.
    pub caption: String,
    /// The picture.
    pub svg: String,
}

impl Picture {
    fn new(name: impl Into<String>, caption: impl Into<String>, svg: String) -> Self {
        Self { name: name.into(), caption: caption.into(), svg }
    }
}

/// All pictures of a survey.
pub fn gallery(survey: &Survey<'_>) -> Vec<Picture> {
    let mut pictures = Vec::new();
    pictures.extend(survey.comparison.as_ref().and_then(effects));
    let is_drawn = |(_, sheet): &(usize, &Sheet<'_>)| sheet.cells().count() <= MOST_CELLS;
    for (place, sheet) in survey.sheets.iter().take(MOST_PUZZLES).enumerate().filter(is_drawn) {
        pictures.extend(of_sheet(survey, place + 1, sheet));
    }
    if survey.dataset.methods().len() <= MOST_METHODS {
        pictures.extend(of_times(survey));
        pictures.extend(of_fitness(survey));
        pictures.extend(of_givens(survey));
    }
    pictures
}

fn names(survey: &Survey<'_>) -> Vec<Name> {
    let names = survey.dataset.methods().iter().enumerate();
    names.map(|(place, name)| Name { text: one_line(name), place }).collect()
}

/// The primary effects with their intervals.
fn effects(comparison: &Comparison) -> Option<Picture> {
    let reference = one_line(comparison.methods.first()?);
    let is_primary = |row: &&TestRow| matches!(row.family, Family::Overall | Family::Puzzle);
    let rows = comparison.tests.iter().filter(is_primary);
    let effects: Vec<Effect> =
        rows.filter_map(|row| effect(comparison, row)).take(MOST_EFFECTS).collect();
    let (what, side) = match comparison.primary {
        Primary::Solved => ("solved share".to_owned(), "right is better"),
        Primary::Rmst => {
            (format!("mean {} up to the cap", comparison.unit.word()), "left is better")
        }
    };
    let axis = format!("difference of {what} ({side})");
    let heading = format!("Differences to {reference}");
    let caption = format!(
        "Difference of {what} to {reference} with 95 % intervals, one test at a time; diamonds are \
         over all puzzles. {MOST_EFFECTS} at most are drawn; tests.csv has every one."
    );
    (!effects.is_empty())
        .then(|| Picture::new("effects", caption, forest(&effects, &axis, &heading)))
}

fn effect(comparison: &Comparison, row: &TestRow) -> Option<Effect> {
    let method = row.a.as_deref()?;
    let place = comparison.methods.iter().position(|known| known == method)?;
    let interval = row.low.zip(row.high);
    let range = interval.map_or(String::new(), |(low, high)| {
        format!(" ({})", limits(Some(low), Some(high), short))
    });
    let on = row.puzzle.as_deref().map_or("all puzzles".to_owned(), one_line);
    Some(Effect {
        text: format!("{}, {on}", one_line(method)),
        place,
        effect: row.effect?,
        interval,
        numbers: format!("{}{range}", short(row.effect)),
        is_overall: row.family == Family::Overall,
    })
}

/// A sweep on one puzzle: solved shares as a map, efforts as boxes.
fn of_sheet(survey: &Survey<'_>, number: usize, sheet: &Sheet<'_>) -> Vec<Picture> {
    let fixed = sheet.fixed.iter().map(|(key, value)| format!(", {key} = {value}"));
    let puzzle = one_line(sheet.planned.puzzle.name());
    let subject = format!("{}{} on {puzzle}", sheet.method.name(), fixed.collect::<String>());
    let heading = one_line(&format!("Runs solved: {subject}"));
    let map = Picture::new(
        format!("heat-map-{number}"),
        format!(
            "Share of runs solved by {subject}. The best of many cells is partly luck: \
             every framed cell may be the best."
        ),
        heat_map(sheet, &heading),
    );
    [Some(map), boxes(survey, number, sheet, &subject)].into_iter().flatten().collect()
}

fn boxes(survey: &Survey<'_>, number: usize, sheet: &Sheet<'_>, subject: &str) -> Option<Picture> {
    let named = |key: &str, (place, value): (usize, &Option<&str>)| Name {
        text: one_line(&format!("{key} {}", swept(*value))),
        place,
    };
    let columns = sheet.columns.iter().enumerate();
    let names = sheet.column_key.map(|key| columns.map(|column| named(key, column)).collect());
    let cap = cells(sheet).find_map(|(row, column)| boxed(survey, sheet, row, column)?.1);
    let group = |(row, value): (usize, &Option<&str>)| {
        let boxes = (0..sheet.columns.len())
            .map(|column| boxed(survey, sheet, row, column).map(|(boxed, _)| boxed));
        BoxGroup { label: swept(*value), boxes: boxes.collect() }
    };
    let unit = sheet.unit.word();
    let plot = BoxPlot {
        heading: one_line(&format!("{unit}: {subject}")),
        x_title: sheet.row_key.to_owned(),
        y_title: unit.to_owned(),
        groups: sheet.rows.iter().enumerate().map(group).collect(),
        names: names.unwrap_or_default(),
        cap,
    };
    let caption = format!(
        "{unit} to a solution by {subject}: quartiles, whiskers to the smallest and the \
         largest. Runs that did not solve stand at the cap; above each box the runs that \
         solved, of all."
    );
    Some(Picture::new(format!("boxes-{number}"), caption, box_plot(&plot)))
}

fn cells(sheet: &Sheet<'_>) -> impl Iterator<Item = (usize, usize)> {
    let columns = sheet.columns.len();
    (0..sheet.rows.len()).flat_map(move |row| (0..columns).map(move |column| (row, column)))
}

/// The box of a cell, and the cap where some run did not solve.
fn boxed(
    survey: &Survey<'_>,
    sheet: &Sheet<'_>,
    row: usize,
    column: usize,
) -> Option<(Boxed, Option<f64>)> {
    let label = sheet.arm(row, column)?.label(&survey.plan.keys);
    let method = survey.dataset.methods().iter().position(|known| *known == label)?;
    let facts = PuzzleFacts::of(&sheet.planned.puzzle);
    let puzzle = survey.dataset.puzzles().iter().position(|known| *known == facts)?;
    let waits = waits_of(&survey.dataset, method..method + 1, &[puzzle], sheet.unit)?;
    let wait = waits.methods.first()?;
    let is_capped = wait.solved() < wait.runs();
    let note = format!("{}/{}", wait.solved(), wait.runs());
    let spread = wait.spread(waits.cap)?;
    Some((Boxed { spread, note }, is_capped.then_some(waits.cap)))
}

/// Time to a solution: on each puzzle, over all of them, and how often which times come.
fn of_times(survey: &Survey<'_>) -> Vec<Picture> {
    let Some(unit) = survey.unit else { return Vec::new() };
    let names = names(survey);
    let puzzles: Vec<usize> = (0..survey.dataset.puzzles().len()).collect();
    let mut pictures = Vec::new();
    if let Some(all) = waits(&survey.dataset, &puzzles, unit) {
        let on = over(&puzzles);
        let heading = format!("Runs solved within an effort, {on}");
        let caption = format!(
            "Share of all runs, {on}, that solve within so many {}; a tick marks runs \
             that were given up.",
            unit.word()
        );
        pictures.push(Picture::new(
            "solved-over-time",
            caption,
            solved_over_time(&all, &names, &heading),
        ));
    }
    for &puzzle in puzzles.iter().take(MOST_PUZZLES) {
        let Some(waits) = waits(&survey.dataset, &[puzzle], unit) else { continue };
        let on = one_line(&survey.dataset.puzzles()[puzzle].name);
        let heading = format!("Not solved yet: {on}");
        let caption = format!(
            "Kaplan-Meier estimate of the share of runs not solved on {on}; a tick marks \
             runs that were given up at their limit. Below, how many runs are still \
             going."
        );
        pictures.push(Picture::new(
            format!("survival-{}", puzzle + 1),
            caption,
            survival(&waits, &names, &heading),
        ));
    }
    if let Some(times) = waits(&survey.dataset, &puzzles, EffortUnit::Seconds)
        .filter(|found| found.methods.iter().any(|wait| wait.solved() > 0))
    {
        let heading = format!("Solve times in CPU seconds, {}", over(&puzzles));
        let caption = "How often which CPU times to a solution came, of the runs that solved. Seconds \
            are those of one machine.";
        pictures.push(Picture::new("solve-times", caption, histogram(&times, &names, &heading)));
    }
    pictures
}

fn over(puzzles: &[usize]) -> String {
    format!("over {}", counted(puzzles.len() as u64, "puzzle"))
}

/// How fitness went on each puzzle, and where it ended.
fn of_fitness(survey: &Survey<'_>) -> Vec<Picture> {
    let names = names(survey);
    let mut pictures = Vec::new();
    for (place, courses) in
        survey.courses.iter().enumerate().filter(|(_, courses)| courses.have_histories())
    {
        let on = one_line(&survey.dataset.puzzles()[place].name);
        let number = place + 1;
        let heading = format!("Mean fitness of the population: {on}");
        let caption = format!(
            "Mean over the runs still going on {on}, with the 95 % interval of the mean \
             from three runs on; their number stands below. Good runs leave first, so \
             that the mean may rise. Fitness is that of each method's own rule."
        );
        pictures.push(Picture::new(
            format!("fitness-{number}"),
            caption,
            fitness_courses(courses, &names, Ended::Leave, &heading),
        ));
        let heading = format!("The same with ended runs carried on: {on}");
        let caption = format!(
            "Mean over all runs on {on}; the last value of a run that has ended is carried on."
        );
        pictures.push(Picture::new(
            format!("fitness-carried-{number}"),
            caption,
            fitness_courses(courses, &names, Ended::Stay, &heading),
        ));
    }
    for (name, what, of) in [
        (
            "best-at-end",
            "Best fitness",
            (|courses, method| &courses.methods[method].best_at_end) as EndOf,
        ),
        ("mean-at-end", "Mean fitness of the population", |courses, method| {
            &courses.methods[method].mean_at_end
        }),
    ] {
        pictures.extend(endings(survey, &names, name, what, of));
    }
    pictures
}

type EndOf = fn(&Courses, usize) -> &Vec<f64>;

fn endings(
    survey: &Survey<'_>,
    names: &[Name],
    name: &str,
    what: &str,
    of: EndOf,
) -> Option<Picture> {
    let group = |(place, courses): (usize, &Courses)| {
        let boxed = |method: usize| {
            let numbers = of(courses, method);
            Some(Boxed { spread: Spread::of(numbers)?, note: numbers.len().to_string() })
        };
        BoxGroup {
            label: one_line(&survey.dataset.puzzles()[place].name),
            boxes: (0..names.len()).map(boxed).collect(),
        }
    };
    let groups: Vec<BoxGroup> = survey.courses.iter().enumerate().map(group).collect();
    if !groups.iter().any(|group| group.boxes.iter().any(Option::is_some)) {
        return None;
    }
    let plot = BoxPlot {
        heading: format!("{what} at the end of the runs"),
        x_title: "puzzle".to_owned(),
        y_title: "fitness by the method's own rule".to_owned(),
        groups,
        names: names.to_vec(),
        cap: None,
    };
    let caption = format!(
        "{what} at the end of every run, solved or not: quartiles, whiskers to the \
         smallest and the largest; above, how many runs tell it. Methods with unlike \
         rules of fitness do not compare."
    );
    Some(Picture::new(name, caption, box_plot(&plot)))
}

/// What the number of givens does.
fn of_givens(survey: &Survey<'_>) -> Vec<Picture> {
    if survey.curves.is_empty() {
        return Vec::new();
    }
    let names = names(survey);
    let mut pictures = vec![Picture::new(
        "solved-by-givens",
        "Share of all runs solved at each number of givens, with 95 % Wilson intervals.",
        solved_by_givens(&survey.curves, &names, "Runs solved by number of givens"),
    )];
    let means = |curve: &Curve| curve.points.iter().filter(|point| point.mean.is_some()).count();
    if survey.curves.iter().any(|curve| means(curve) >= FEWEST_MEANS) {
        pictures.push(Picture::new(
            "effort-by-givens",
            "Mean effort at each number of givens over the boards that every run solved, and the \
             exponential curve through the boards (least squares of the logarithms). Boards that \
             some run did not solve are left out, so that curves are too low where these are many.",
            effort_by_givens(&survey.curves, &names, "Effort by number of givens"),
        ));
    }
    pictures
}
