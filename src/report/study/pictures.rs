//! The pictures of a question: those of a report by their names, and boxes by class of puzzles.

use super::earlier::is_picture;
use crate::analysis::{
    Class, Curve, CurveAxis, CurvePoint, EffortUnit, Guess, Observation, PuzzleRating, Spread,
    View, curve, curves,
};
use crate::exact::Count;
use crate::logic::LogicLevel;
use crate::report::chart::{
    BoxGroup, BoxPlot, Boxed, Marked, Name, Scatter, box_plot, effort_by_givens, scatter,
    shares_by_givens,
};
use crate::report::figures::one_line;
use crate::report::gallery::{Picture, gallery};
use crate::study::{Evidence, Question};

/// The pictures that a question names, in its order; what results do not hold is left out.
pub fn of(question: &Question, evidence: &Evidence<'_>) -> Vec<Picture> {
    let mut known: Option<Vec<Picture>> = None;
    let mut found = Vec::new();
    for name in &question.pictures {
        if let Some(picture) = own(name, evidence) {
            found.push(picture);
            continue;
        }
        let known = known.get_or_insert_with(|| gallery(&evidence.survey));
        found.extend(known.extract_if(.., |picture| is_picture(&picture.name, name)));
    }
    found
}

fn own(name: &str, evidence: &Evidence<'_>) -> Option<Picture> {
    let unit = evidence.survey.unit.unwrap_or(EffortUnit::Seconds);
    let boxes = |what: &Boxes<'_>| class_boxes(name, what, evidence);
    match name {
        "class-solved" => boxes(&Boxes {
            heading: "Share of runs solved, a number for each puzzle",
            y_title: "solved share",
            numbers: &|class, method| shares(class, method, evidence),
        }),
        "class-effort" => boxes(&Boxes {
            heading: "Effort of all runs, failed ones at their cap",
            y_title: unit.word(),
            numbers: &|class, method| runs(class, method, evidence, |run| run.spent(unit)),
        }),
        "class-seconds" => boxes(&Boxes {
            heading: "CPU seconds of all runs",
            y_title: "CPU seconds",
            numbers: &|class, method| runs(class, method, evidence, |run| run.seconds),
        }),
        "failed-costs" => boxes(&Boxes {
            heading: "Cost at the end of the runs that failed",
            y_title: "missing digits",
            numbers: &|class, method| {
                let cost = |run: &Observation| run.cost.filter(|_| !run.is_solved).map(f64::from);
                runs(class, method, evidence, cost)
            },
        }),
        "best-fitness" => boxes(&Boxes {
            heading: "Best fitness at the end of the runs",
            y_title: "fitness by the method's own rule",
            numbers: &|class, method| runs(class, method, evidence, |run| run.fitness),
        }),
        "mean-fitness" => boxes(&Boxes {
            heading: "Mean fitness of the population at the end of the runs",
            y_title: "fitness by the method's own rule",
            numbers: &|class, method| runs(class, method, evidence, |run| run.mean_fitness),
        }),
        "effort-by-empty-cells" => by_empty_cells(evidence, unit),
        "unique-by-givens" => unique_by_givens(evidence),
        "rating" => rating(evidence),
        _ => None,
    }
}

/// What boxes show.
struct Boxes<'a> {
    heading: &'a str,
    y_title: &'a str,
    numbers: &'a dyn Fn(&Class, usize) -> Vec<f64>,
}

fn class_boxes(name: &str, what: &Boxes<'_>, evidence: &Evidence<'_>) -> Option<Picture> {
    let methods = evidence.survey.dataset.methods();
    let group = |class: &Class| {
        let boxed = |method: usize| {
            let numbers = (what.numbers)(class, method);
            Some(Boxed { spread: Spread::of(&numbers)?, note: numbers.len().to_string() })
        };
        BoxGroup { label: one_line(&class.name), boxes: (0..methods.len()).map(boxed).collect() }
    };
    let groups: Vec<BoxGroup> = evidence.classes.iter().map(group).collect();
    let names = methods.iter().enumerate();
    let plot = BoxPlot {
        heading: what.heading.to_owned(),
        x_title: "puzzles".to_owned(),
        y_title: what.y_title.to_owned(),
        names: names.map(|(place, name)| Name { text: one_line(name), place }).collect(),
        groups,
        cap: None,
    };
    let has_boxes = plot.groups.iter().any(|group| group.boxes.iter().any(Option::is_some));
    let caption = format!(
        "{}: quartiles, whiskers to the smallest and the largest; above each box, of how many numbers.",
        what.heading
    );
    has_boxes.then(|| Picture { name: name.to_owned(), caption, svg: box_plot(&plot) })
}

fn shares(class: &Class, method: usize, evidence: &Evidence<'_>) -> Vec<f64> {
    let figures = class.figures(&evidence.survey.dataset, method, EffortUnit::Seconds);
    let solved = figures.map(|found| found.by_puzzle).unwrap_or_default();
    solved.iter().filter_map(|solved| solved.share()).collect()
}

fn runs(
    class: &Class,
    method: usize,
    evidence: &Evidence<'_>,
    number: impl Fn(&Observation) -> Option<f64>,
) -> Vec<f64> {
    class.runs(&evidence.survey.dataset, method).iter().filter_map(number).collect()
}

fn by_empty_cells(evidence: &Evidence<'_>, unit: EffortUnit) -> Option<Picture> {
    let dataset = &evidence.survey.dataset;
    let found = curves(dataset, CurveAxis::Empty, unit, curve::FIT_SEED);
    let names = dataset.methods().iter().enumerate();
    let names: Vec<Name> =
        names.map(|(place, name)| Name { text: one_line(name), place }).collect();
    let heading = "Effort by number of empty cells";
    let caption = "Mean effort at each number of empty cells over the boards that every run solved, and the \
        exponential curve through the boards (least squares of the logarithms).";
    (!found.is_empty()).then(|| Picture {
        name: "effort-by-empty-cells".to_owned(),
        caption: caption.to_owned(),
        svg: effort_by_givens(&found, &names, heading),
    })
}

/// How many puzzles are unique, and how many are called so, by givens.
fn unique_by_givens(evidence: &Evidence<'_>) -> Option<Picture> {
    let mut givens: Vec<u32> = evidence.guesses.iter().map(|&(givens, _, _)| givens).collect();
    givens.sort_unstable();
    givens.dedup();
    let line = |is_counted: fn(Guess, Count) -> bool| Curve {
        method: String::new(),
        axis: CurveAxis::Givens,
        unit: EffortUnit::Generations,
        points: givens.iter().map(|&x| guess_point(x, evidence, is_counted)).collect(),
        fits: Vec::new(),
        boards: 0,
        left_out: 0,
        unknown: 0,
    };
    let lines = [
        line(|_, proof| proof == Count::One),
        line(|guess, _| guess == Guess::Unique),
        line(|guess, proof| guess == Guess::Unique && proof == Count::Several),
    ];
    let names = ["one solution, proved", "called unique", "called unique, with several solutions"];
    let names = names.into_iter().enumerate();
    let names: Vec<Name> =
        names.map(|(place, text)| Name { text: text.to_owned(), place }).collect();
    let caption = "Share of random puzzles at each number of givens that have one solution, that the rule of \
        equal answers calls unique, and that it calls so wrongly; 95 % Wilson intervals.";
    (!givens.is_empty()).then(|| Picture {
        name: "unique-by-givens".to_owned(),
        caption: caption.to_owned(),
        svg: shares_by_givens(
            &lines,
            &names,
            "Puzzles that are unique, and that are called so",
            "share of puzzles",
        ),
    })
}

fn guess_point(
    x: u32,
    evidence: &Evidence<'_>,
    is_counted: fn(Guess, Count) -> bool,
) -> CurvePoint {
    let here = || evidence.guesses.iter().filter(|(givens, _, _)| *givens == x);
    CurvePoint {
        x,
        boards: here().count(),
        runs: here().count(),
        solved: here().filter(|&&(_, guess, proof)| is_counted(guess, proof)).count(),
        mean: None,
        tenth: None,
        median: None,
        ninetieth: None,
        meets_limits: false,
    }
}

/// Generations against the logic that a puzzle needs.
fn rating(evidence: &Evidence<'_>) -> Option<Picture> {
    let ratings = evidence.ratings.as_ref()?;
    let marked = |rating: &PuzzleRating| {
        let interval = rating.figures.as_ref()?.restricted_interval;
        Some(Marked {
            x: View::Logic.of(rating)?,
            y: View::Effort.of(rating)?,
            interval: interval.map(|interval| (interval.low, interval.high)),
        })
    };
    let name = Name { text: one_line(&ratings.method), place: 0 };
    let plot = Scatter {
        heading: "Generations against the logic that a puzzle needs".to_owned(),
        x_title: "logic".to_owned(),
        y_title: format!("mean {} up to the cap", ratings.unit.word()),
        steps: LogicLevel::ALL.map(|level| level.word().to_owned()).to_vec(),
        groups: vec![(name, ratings.puzzles.iter().filter_map(marked).collect())],
        cap: ratings.cap,
    };
    let caption = "Mean effort up to the cap on each puzzle, with its 95 % interval, by the logic that \
        the puzzle needs.";
    Some(Picture { name: "rating".to_owned(), caption: caption.to_owned(), svg: scatter(&plot) })
}
