//! The methods that a plan names, and the grid of settings that it varies.

use std::collections::{BTreeSet, HashMap};

use toml::{Table, Value};

use super::error::PlanError;
use super::file::Source;
use super::{Arm, Planned};
use crate::method::{Method, setting_pair};
use crate::solver::Budget;

/// Words for what is written, and not for what it does: no part of a plan's digest.
const TEXTS: [&str; 4] = ["about", "source", "group", "rates"];

/// One entry of the list of methods: the method and its own grid.
pub(super) struct Entry {
    method: Method,
    grid: Vec<(String, Vec<Value>)>,
    place: String,
}

/// All methods of a plan, in its order; each has the grid of the plan and its own.
pub(super) fn entries(plan: &Source) -> Result<Vec<Entry>, PlanError> {
    let common = grid(&plan.plan.vary, &plan.place("vary", None))?;
    let mut entries = Vec::new();
    let settings = settings_of_all(plan)?;
    for (index, value) in plan.plan.methods.iter().enumerate() {
        let mut entry = entry(plan, value, plan.place("methods", Some(index)))?;
        entry.method = changed(&entry, &settings, "set")?;
        for (key, values) in &common {
            if entry.grid.iter().any(|(own, _)| own == key) {
                let message = format!("`{key}` is varied by the method and by the plan; keep one");
                return Err(PlanError::wrong(&entry.place, message));
            }
            entry.grid.push((key.clone(), values.clone()));
        }
        entry.grid.sort_by(|one, other| one.0.cmp(&other.0));
        entries.push(entry);
    }
    if entries.is_empty() {
        let place = plan.place("methods", None);
        return Err(PlanError::wrong(&place, "no method; expected at least one in `methods`"));
    }
    Ok(entries)
}

/// The settings that the plan makes in every method.
fn settings_of_all(plan: &Source) -> Result<Vec<(String, Value)>, PlanError> {
    let place = plan.place("set", None);
    let pairs = plan.plan.set.iter().map(|text| setting_pair(text, "set"));
    pairs.collect::<Result<_, _>>().map_err(|error| PlanError::wrong(&place, error.to_string()))
}

/// The method of an entry with some of its settings changed.
fn changed(
    entry: &Entry,
    settings: &[(String, Value)],
    origin: &'static str,
) -> Result<Method, PlanError> {
    entry.method.clone().with_settings(settings, origin).map_err(|error| {
        PlanError::wrong(&entry.place, format!("{}: {error}", entry.method.name()))
    })
}

fn entry(plan: &Source, value: &Value, place: String) -> Result<Entry, PlanError> {
    let folder = &plan.folder;
    let told = |error: crate::method::MethodError| PlanError::wrong(&place, error.to_string());
    match value {
        Value::String(name) => {
            let method = Method::resolve_in(name, folder).map_err(told)?;
            Ok(Entry { method, grid: Vec::new(), place })
        }
        Value::Table(table) => {
            let mut table = table.clone();
            let own = match table.remove("vary") {
                None => Vec::new(),
                Some(Value::Table(vary)) => grid(&vary, &place)?,
                Some(_) => return Err(PlanError::wrong(&place, "vary: expected a table of lists")),
            };
            let name = table.remove("name").or_else(|| table.get("extends").cloned());
            let Some(Value::String(name)) = name else {
                let message = "a method that is written out needs a name = \"...\"";
                return Err(PlanError::wrong(&place, message));
            };
            let method = Method::inline(&name, table, &place, folder)?;
            Ok(Entry { method, grid: own, place })
        }
        _ => Err(PlanError::wrong(&place, "expected the name of a method, a file, or a table")),
    }
}

/// The settings of a `vary` table with their lists of values, sorted; dotted keys may be nested
/// tables.
fn grid(vary: &Table, place: &str) -> Result<Vec<(String, Vec<Value>)>, PlanError> {
    let mut found = Vec::new();
    for (key, value) in vary {
        match value {
            Value::Array(values) if !values.is_empty() => found.push((key.clone(), values.clone())),
            Value::Table(inner) => {
                let below = grid(inner, place)?.into_iter();
                found.extend(below.map(|(rest, values)| (format!("{key}.{rest}"), values)));
            }
            _ => {
                let message = format!("vary: `{key}` is {value}, expected a list of values");
                return Err(PlanError::wrong(place, message));
            }
        }
    }
    found.sort_by(|one, other| one.0.cmp(&other.0));
    Ok(found)
}

/// The keys that any method varies, sorted.
pub(super) fn keys(entries: &[Entry]) -> Vec<String> {
    let all: BTreeSet<&String> =
        entries.iter().flat_map(|entry| entry.grid.iter().map(|(key, _)| key)).collect();
    all.into_iter().cloned().collect()
}

/// Every method at every point of its grid, the last key changing fastest.
pub(super) fn arms(
    entries: &[Entry],
    keys: &[String],
    asked: Budget,
) -> Result<Vec<Arm>, PlanError> {
    let mut arms = Vec::new();
    for entry in entries {
        let points = entry.grid.iter().map(|(_, values)| values.len()).product::<usize>();
        for point in 0..points {
            arms.push(arm(entry, keys, &settings(entry, point), asked)?);
        }
    }
    refuse_twins(&arms, keys, entries)?;
    Ok(arms)
}

/// The settings of the numbered point of an entry's grid.
fn settings(entry: &Entry, mut point: usize) -> Vec<(String, Value)> {
    let mut settings: Vec<(String, Value)> = Vec::new();
    for (key, values) in entry.grid.iter().rev() {
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
    let method = changed(entry, settings, "vary")?;
    let value_of = |key: &String| {
        let found = settings.iter().find(|(own, _)| own == key);
        found.map(|(_, value)| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
    };
    let values = keys.iter().map(value_of).collect();
    Ok(Arm { budget: method.budget_or(asked), solver: method.solver(), method, values })
}

/// Two equal methods would be the same runs twice, and two of one name could not be told apart.
fn refuse_twins(arms: &[Arm], keys: &[String], entries: &[Entry]) -> Result<(), PlanError> {
    let mut runs: HashMap<String, usize> = HashMap::new();
    let mut labels: HashMap<String, usize> = HashMap::new();
    for (index, arm) in arms.iter().enumerate() {
        let place = entries.iter().find(|entry| entry.method.name() == arm.method.name());
        let place = place.map_or("", |entry| &entry.place);
        let label = arm.label(keys);
        let identity = format!("{:?} {}", arm.budget, arm.method.identity());
        if let Some(first) = runs.insert(identity, index) {
            let other = arms[first].label(keys);
            let message = format!(
                "`{label}` and `{other}` are the same method with the same budget: their runs would \
                 be the same; leave one of them out"
            );
            return Err(PlanError::wrong(place, message));
        }
        if labels.insert(label.clone(), index).is_some() {
            let message = format!("two methods are called `{label}`; give one another `name`");
            return Err(PlanError::wrong(place, message));
        }
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
    puzzles.iter().enumerate().filter_map(move |(index, planned)| {
        let layout = planned.puzzle.layout();
        let is_new = !puzzles[..index].iter().any(|earlier| earlier.puzzle.layout() == layout);
        is_new.then_some(planned)
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
            entry.grid.iter().map(|(key, values)| (key.clone(), Value::Array(values.clone())));
        table.insert("vary".to_owned(), Value::Table(lists.collect()));
    }
    Value::Table(table)
}
