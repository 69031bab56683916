//! The header of a file of runs: which column holds what.

use std::collections::HashMap;

use csv::StringRecord;

use super::foreign::{are_near, shown};
use crate::analysis::cell_text::unguarded;
use crate::board::nearest::nearest;
use crate::board::plain::is_odd;

/// What a header must hold.
pub const NEEDED: &str = "a first line with the names of the columns, among them puzzle, method, \
                          solved and at least one of generations, evaluations, nodes, seconds";

/// The columns of our own files, in their order; swept keys stand behind the method.
pub const KNOWN: [&str; 27] = [
    "run_id",
    "puzzle",
    "layout",
    "givens",
    "method",
    "repeat",
    "run_seed",
    "solved",
    "stop",
    "cost",
    "fitness",
    "mean_fitness",
    "generations",
    "evaluations",
    "nodes",
    "cap_generations",
    "cap_evaluations",
    "cap_nodes",
    "cap_seconds",
    "last_improvement",
    "stagnant",
    "restarts",
    "purges",
    "prepared",
    "wrong_cells",
    "error",
    "seconds",
];

/// The most columns of a file.
const MOST_COLUMNS: usize = 10_000;

/// The most bytes of all names of columns.
const LONGEST_HEADER: usize = 1_000_000;

/// The units of effort.
const EFFORTS: [&str; 4] = ["generations", "evaluations", "nodes", "seconds"];

/// Which column holds what, all from 0.
pub struct Columns {
    /// The names of all columns.
    pub names: Vec<String>,
    /// The swept keys.
    pub keys: Vec<usize>,
    pub puzzle: usize,
    pub method: usize,
    pub solved: usize,
    pub layout: Option<usize>,
    pub givens: Option<usize>,
    pub repeat: Option<usize>,
    pub seed: Option<usize>,
    pub stop: Option<usize>,
    pub cost: Option<usize>,
    pub stagnant: Option<usize>,
    pub fitness: Option<usize>,
    pub mean_fitness: Option<usize>,
    /// Generations, evaluations, nodes, seconds.
    pub spent: [Option<usize>; 4],
    /// The caps of the same.
    pub caps: [Option<usize>; 4],
}

impl Columns {
    /// The columns of a header, or what is wrong with it.
    pub fn new(header: &StringRecord) -> Result<Self, String> {
        refuse_large(header)?;
        let names: Vec<String> =
            header.iter().map(|name| unguarded(name.trim()).into_owned()).collect();
        refuse_other_separators(&names)?;
        refuse_twice(&names)?;
        refuse_odd(&names)?;
        let find = |name: &str| names.iter().position(|known| known == name);
        let need = |name: &str| find(name).ok_or_else(|| missing(name, &names));
        let (puzzle, method, solved) = (need("puzzle")?, need("method")?, need("solved")?);
        let spent = EFFORTS.map(find);
        if spent == [None; 4] {
            return Err(missing("generations", &names));
        }
        let is_key =
            |&place: &usize| !names[place].is_empty() && !KNOWN.contains(&names[place].as_str());
        let repeat = find("repeat");
        let between = method + 1..repeat.unwrap_or(0);
        refuse_misspelt(&names, (0..names.len()).filter(|place| !between.contains(place)))?;
        Ok(Self {
            keys: between.filter(is_key).collect(),
            puzzle,
            method,
            solved,
            layout: find("layout"),
            givens: find("givens"),
            repeat,
            seed: find("run_seed"),
            stop: find("stop"),
            cost: find("cost"),
            stagnant: find("stagnant"),
            fitness: find("fitness"),
            mean_fitness: find("mean_fitness"),
            spent,
            caps: EFFORTS.map(|unit| find(&format!("cap_{unit}"))),
            names,
        })
    }

    /// The columns of efforts as errors call them.
    pub fn efforts(&self) -> String {
        let names: Vec<&str> =
            self.spent.iter().flatten().map(|&place| self.names[place].as_str()).collect();
        names.join(" or ")
    }

    /// A column as errors call it.
    pub fn told(&self, place: usize) -> String {
        format!("column {} `{}`", place + 1, shown(&self.names[place]))
    }
}

fn missing(name: &str, names: &[String]) -> String {
    let others = names.iter().map(String::as_str).filter(|name| !KNOWN.contains(name));
    let cure = match nearest(name, others.filter(|name| !name.is_empty())) {
        Some(nearest) => {
            format!("the nearest is `{}`: rename it, or add the column", shown(nearest))
        }
        None => "add the column".to_owned(),
    };
    let what = match EFFORTS.contains(&name) {
        true => format!("none of the columns {}", EFFORTS.join(", ")),
        false => format!("no column `{name}`"),
    };
    format!("found {what}, expected {NEEDED}; {cure}")
}

fn refuse_other_separators(names: &[String]) -> Result<(), String> {
    let [only] = names else { return Ok(()) };
    let found =
        [(';', "semicolons"), ('\t', "tabs")].into_iter().find(|(sign, _)| only.contains(*sign));
    found.map_or(Ok(()), |(_, separators)| {
        Err(format!(
            "found {separators} between the columns, expected commas; save the file as CSV with commas, \
             and a point in numbers"
        ))
    })
}

fn refuse_large(header: &StringRecord) -> Result<(), String> {
    let (columns, bytes) = (header.len(), header.as_slice().len());
    let found = match (columns > MOST_COLUMNS, bytes > LONGEST_HEADER) {
        (true, _) => format!("{columns} columns, expected at most {MOST_COLUMNS}"),
        (_, true) => {
            format!("names of columns of {bytes} bytes in all, expected at most {LONGEST_HEADER}")
        }
        _ => return Ok(()),
    };
    Err(format!("found {found}; is this a file with a row a run? Remove what is no column"))
}

fn refuse_twice(names: &[String]) -> Result<(), String> {
    let mut places = HashMap::new();
    for (place, name) in names.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
        if let Some(first) = places.insert(name, place) {
            return Err(format!(
                "found `{}` as column {} and as column {}, expected each column once; rename or \
                 remove one",
                shown(name),
                first + 1,
                place + 1
            ));
        }
    }
    Ok(())
}

fn refuse_odd(names: &[String]) -> Result<(), String> {
    let found = names.iter().position(|name| name.contains(is_odd));
    found.map_or(Ok(()), |place| {
        Err(format!(
            "found a control character in the name of column {}, `{}`, expected letters, digits \
             and signs; rename it",
            place + 1,
            shown(&names[place])
        ))
    })
}

/// Refuses names that are no column of ours but nearly one that is missing: it would be passed over.
fn refuse_misspelt(names: &[String], places: impl Iterator<Item = usize>) -> Result<(), String> {
    let absent: Vec<&str> =
        KNOWN.into_iter().filter(|known| !names.iter().any(|name| name == known)).collect();
    for place in places {
        let name = names[place].as_str();
        if name.is_empty() || KNOWN.contains(&name) {
            continue;
        }
        let near = absent.iter().copied().filter(|known| are_near(name, known));
        if let Some(known) = nearest(name, near) {
            return Err(format!(
                "found column {} `{}`, which would be passed over, expected `{known}` or a name \
                 unlike it; rename it to `{known}`, or, if it is something else, to something unlike",
                place + 1,
                shown(name)
            ));
        }
    }
    Ok(())
}
