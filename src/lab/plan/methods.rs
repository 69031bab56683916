//! The methods that a plan names, and the grid of settings that it varies.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use toml::{Table, Value};

use super::error::PlanError;
use super::file::Source;
use super::{Arm, Planned, sizes};
use crate::board::plain::one_line;
use crate::method::{Method, MethodError, setting_pair};
use crate::solver::Budget;

/// Words for what is written, and not for what it does: no part of a plan's digest.
const TEXTS: [&str; 4] = ["about", "source", "group", "rates"];

/// One entry of the list of methods: the method and its grid.
pub(super) struct Entry {
    method: Method,
    grid: Vec<Arc<Axis>>,
    place: String,
}

/// A setting that is varied, with its values, and where it is said; methods may share it.
struct Axis {
    key: String,
    values: Vec<Value>,
    place: String,
}

/// All methods of a plan, in its order; each has the grid of the plan and its own.
pub(super) fn entries(plan: &Source) -> Result<Vec<Entry>, PlanError> {
    let common = axes(&plan.plan.vary, &plan.place("vary", None))?;
    sizes::refuse_grid(plan, plan.plan.methods.len() as u128, common.len())?;
    let place_of_set = plan.place("set", None);
    let pairs = plan.plan.set.iter().map(|text| setting_pair(text, "set"));
    let settings =
        pairs.collect::<Result<Vec<_>, _>>().map_err(|error| wrong(&place_of_set, error))?;
    let mut entries = Vec::new();
    for (index, value) in plan.plan.methods.iter().enumerate() {
        let mut entry = entry(plan, value, plan.place("methods", Some(index)))?;
        entry.method = changed(&entry.method, &settings, "set", &place_of_set)?;
        entry.grid.extend(common.iter().map(Arc::clone));
        entry.grid.sort_by(|one, other| one.key.cmp(&other.key));
        refuse_odd_axes(&entry, plan.plan.budget)?;
        entries.push(entry);
    }
    if entries.is_empty() {
        let place = plan.place("methods", None);
        return Err(PlanError::wrong(&place, "no method; expected at least one in `methods`"));
    }
    Ok(entries)
}

fn wrong(place: &str, error: MethodError) -> PlanError {
    PlanError::wrong(place, error.to_string())
}

/// The method with some of its settings changed.
fn changed(
    method: &Method,
    settings: &[(String, Value)],
    origin: &str,
    place: &str,
) -> Result<Method, PlanError> {
    let changed = method.clone().with_settings(settings, origin);
    changed.map_err(|error| PlanError::wrong(place, format!("{}: {error}", method.name())))
}

fn entry(plan: &Source, value: &Value, place: String) -> Result<Entry, PlanError> {
    let folder = &plan.folder;
    match value {
        Value::String(name) => {
            let method = Method::resolve_in(name, folder).map_err(|error| wrong(&place, error))?;
            Ok(Entry { method, grid: Vec::new(), place })
        }
        Value::Table(table) => {
            let mut table = table.clone();
            let grid = match table.remove("vary") {
                None => Vec::new(),
                Some(Value::Table(vary)) => axes(&vary, &place)?,
                Some(_) => return Err(PlanError::wrong(&place, "vary: expected a table of lists")),
            };
            let name = table.remove("name").or_else(|| table.get("extends").cloned());
            let Some(Value::String(name)) = name else {
                let message = "a method that is written out needs a name = \"...\"";
                return Err(PlanError::wrong(&place, message));
            };
            Ok(Entry { method: Method::inline(&name, table, &place, folder)?, grid, place })
        }
        _ => Err(PlanError::wrong(&place, "expected the name of a method, a file, or a table")),
    }
}

/// The settings of a `vary` table with their lists of values; dotted keys may be nested tables.
fn axes(vary: &Table, place: &str) -> Result<Vec<Arc<Axis>>, PlanError> {
    let mut found = Vec::new();
    collect_axes(vary, "", place, &mut found)?;
    Ok(found)
}

fn collect_axes(
    vary: &Table,
    above: &str,
    place: &str,
    found: &mut Vec<Arc<Axis>>,
) -> Result<(), PlanError> {
    for (key, value) in vary {
        match value {
            Value::Array(values) if !values.is_empty() => {
                let (key, place) = (format!("{above}{key}"), place.to_owned());
                found.push(Arc::new(Axis { key, values: values.clone(), place }));
            }
            Value::Table(inner) => collect_axes(inner, &format!("{above}{key}."), place, found)?,
            _ => {
                let message = format!("vary: `{key}` is {value}, expected a list of values");
                return Err(PlanError::wrong(place, message));
            }
        }
    }
    Ok(())
}

/// Refuses a key that is varied twice, and a cap that is varied and fixed; `entry` has its grid
/// in the order of keys.
fn refuse_odd_axes(entry: &Entry, fixed: Budget) -> Result<(), PlanError> {
    if let Some(twice) = entry.grid.windows(2).find(|pair| pair[0].key == pair[1].key) {
        let message = format!("`{}` is varied twice; give its values in one list", twice[0].key);
        return Err(PlanError::wrong(&entry.place, message));
    }
    let is_cap = |axis: &&Arc<Axis>| axis.key == "budget" || axis.key.starts_with("budget.");
    match entry.grid.iter().find(is_cap) {
        Some(axis) if !fixed.is_unlimited() => {
            let message = format!(
                "`{}` is varied, and the budget of the plan or of the command line would override \
                 it; keep one of them",
                axis.key
            );
            Err(PlanError::wrong(&axis.place, message))
        }
        _ => Ok(()),
    }
}

/// The keys that any method varies, sorted.
pub(super) fn keys(entries: &[Entry]) -> Vec<String> {
    let all: BTreeSet<&String> =
        entries.iter().flat_map(|entry| entry.grid.iter().map(|axis| &axis.key)).collect();
    all.into_iter().cloned().collect()
}

/// How many arms there are; nothing is made for them.
pub(super) fn count(entries: &[Entry]) -> u128 {
    let points = |entry: &Entry| {
        let lengths = entry.grid.iter().map(|axis| axis.values.len() as u128);
        lengths.fold(1, u128::saturating_mul)
    };
    entries.iter().map(points).fold(0, u128::saturating_add)
}

/// Every method at every point of its grid, the last key changing fastest.
pub(super) fn arms(
    entries: &[Entry],
    keys: &[String],
    asked: Budget,
) -> Result<Vec<Arm>, PlanError> {
    let mut arms = Vec::new();
    let mut places = Vec::new();
    for entry in entries {
        let points = entry.grid.iter().map(|axis| axis.values.len()).product::<usize>();
        for point in 0..points {
            arms.push(arm(entry, keys, &settings(entry, point), asked)?);
            places.push(entry.grid.first().map_or(&entry.place, |axis| &axis.place));
        }
    }
    refuse_twins(&arms, keys, &places)?;
    Ok(arms)
}

/// The settings of the numbered point of an entry's grid.
fn settings(entry: &Entry, mut point: usize) -> Vec<(String, Value)> {
    let mut settings: Vec<(String, Value)> = Vec::new();
    for axis in entry.grid.iter().rev() {
        let Axis { key, values, .. } = &**axis;
        settings.push((key.clone(), values[point % values.len()].clone()));
        point /= values.len();
    }
    settings.reverse();
    settings
}

fn arm(
    entry: &Entry,
    keys: &[String],
    settings: &[(String, Value)],
    asked: Budget,
) -> Result<Arm, PlanError> {
    let place = entry.grid.first().map_or(&entry.place, |axis| &axis.place);
    let method = changed(&entry.method, settings, "vary", place)?;
    let value_of = |key: &String| {
        let found = settings.iter().find(|(own, _)| own == key);
        found.map(|(_, value)| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
    };
    let values = keys.iter().map(value_of).collect();
    Ok(Arm { budget: method.budget_or(asked), solver: method.solver(), method, values })
}

/// Two equal methods would be the same runs twice, and two of one name could not be told apart.
fn refuse_twins(arms: &[Arm], keys: &[String], places: &[&String]) -> Result<(), PlanError> {
    let mut runs: HashMap<String, usize> = HashMap::new();
    let mut labels: HashMap<String, usize> = HashMap::new();
    for (index, arm) in arms.iter().enumerate() {
        // As results show it.
        let label = one_line(&arm.label(keys));
        let identity = format!("{:?} {}", arm.budget, arm.method.identity());
        let same = runs.insert(identity, index).map(|first| arms[first].label(keys));
        let is_named_twice = labels.insert(label.clone(), index).is_some();
        let message = match same {
            Some(other) if other == label => {
                format!("`{label}` stands twice: its runs would be the same; leave one out")
            }
            Some(other) => format!(
                "`{label}` and `{other}` are the same method with the same budget: their runs would \
                 be the same; leave one of them out"
            ),
            None if is_named_twice => {
                format!("two methods are called `{label}`; give one another `name`")
            }
            None => continue,
        };
        return Err(PlanError::wrong(places[index], message));
    }
    Ok(())
}

/// Refuses methods that cannot work on a puzzle's layout.
pub(super) fn refuse_misfits(
    plan: &Source,
    puzzles: &[Planned],
    arms: &[Arm],
) -> Result<(), PlanError> {
    for (planned, arm) in
        layouts(puzzles).flat_map(|planned| arms.iter().map(move |arm| (planned, arm)))
    {
        if let Some(reason) = arm.solver.objection(planned.puzzle.layout()) {
            let (puzzle, method) = (planned.puzzle.name(), arm.method.name());
            let message = format!("{method} cannot solve {puzzle}: {reason}");
            return Err(PlanError::wrong(&plan.label, message));
        }
    }
    Ok(())
}

/// The first puzzle of each layout.
pub(super) fn layouts(puzzles: &[Planned]) -> impl Iterator<Item = &Planned> {
    let mut seen = HashSet::new();
    puzzles.iter().filter(move |planned| {
        let layout = planned.puzzle.layout();
        seen.insert((layout.box_side(), layout.origins()))
    })
}

/// A method as an entry of a plan that needs no other file, under any name.
pub fn method_written_out(name: &str, method: &Method) -> Table {
    let mut table = method.to_table();
    for text in TEXTS {
        table.remove(text);
    }
    table.insert("name".to_owned(), Value::from(name));
    table
}

/// The same with the grid of the entry.
pub(super) fn written_out(entry: &Entry) -> Value {
    let mut table = method_written_out(entry.method.name(), &entry.method);
    if !entry.grid.is_empty() {
        let lists =
            entry.grid.iter().map(|axis| (axis.key.clone(), Value::Array(axis.values.clone())));
        table.insert("vary".to_owned(), Value::Table(lists.collect()));
    }
    Value::Table(table)
}
