//! How one method file changes another, and how a setting changes both.
//!
//! Most keys merge as tables do. An operator is different: it is a table with exactly one
//! entry, the tag (`crossover.bands = { rate = 0.1 }`), or the tag alone as a string. Another
//! tag replaces it whole, so that no parameter of the old operator lingers; the same tag merges
//! key by key. Which keys hold operators is told by the kind of method, as dotted paths.

use toml::{Table, Value};

/// Why a setting is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetError {
    /// The path leads below a key that holds a plain value.
    #[error("`{0}` is a plain value and has no keys below it")]
    Plain(String),
    /// A parameter of an operator that is not the one in use.
    #[error(
        "`{operator}` is `{current}`, not `{asked}`; to change it, set it whole: \
         {origin} '{operator}={{{asked}={{...}}}}'"
    )]
    OtherTag {
        /// What the setting came by, such as `--set`.
        origin: String,
        /// The key that holds the operator.
        operator: String,
        /// The tag it has.
        current: String,
        /// The tag the path names.
        asked: String,
    },
}

/// Lays `over` on `base`.
pub fn merge(base: &mut Table, over: Table, operators: &[&str]) {
    merge_at("", base, over, operators);
}

/// Sets the value at a path of keys; never changes the tag of an operator by a parameter. The
/// origin is what messages call the way by which the setting came, such as `--set`.
pub fn set(
    table: &mut Table,
    path: &[&str],
    value: Value,
    operators: &[&str],
    origin: &str,
) -> Result<(), SetError> {
    set_at("", table, path, value, operators, origin)
}

fn merge_at(place: &str, base: &mut Table, over: Table, operators: &[&str]) {
    for (key, value) in over {
        let place = join(place, &key);
        match base.get_mut(&key) {
            Some(old) => merge_value(&place, old, value, operators),
            None => {
                base.insert(key, value);
            }
        }
    }
}

fn merge_value(place: &str, old: &mut Value, new: Value, operators: &[&str]) {
    if operators.contains(&place) && tag(old) != tag(&new) {
        *old = new;
        return;
    }
    match (old, new) {
        (Value::Table(old), Value::Table(new)) => merge_at(place, old, new, operators),
        // The tag alone adds nothing to an operator that has it already.
        (Value::Table(_), Value::String(_)) if operators.contains(&place) => {}
        (old, new) => *old = new,
    }
}

fn set_at(
    place: &str,
    table: &mut Table,
    path: &[&str],
    value: Value,
    operators: &[&str],
    origin: &str,
) -> Result<(), SetError> {
    let [key, rest @ ..] = path else { return Ok(()) };
    let place = join(place, key);
    if rest.is_empty() {
        match table.get_mut(*key) {
            Some(old) => merge_value(&place, old, value, operators),
            None => {
                table.insert((*key).to_owned(), value);
            }
        }
        return Ok(());
    }
    if operators.contains(&place.as_str())
        && let Some(current) = table.get(*key).and_then(tag)
        && current != rest[0]
    {
        if rest.len() == 1 && value.is_table() {
            let whole = Table::from_iter([(rest[0].to_owned(), value)]);
            table.insert((*key).to_owned(), Value::Table(whole));
            return Ok(());
        }
        let (current, asked) = (current.to_owned(), rest[0].to_owned());
        let origin = origin.to_owned();
        return Err(SetError::OtherTag { origin, operator: place, current, asked });
    }
    match table.entry(*key).or_insert_with(|| Value::Table(Table::new())) {
        Value::Table(inner) => set_at(&place, inner, rest, value, operators, origin),
        _ => Err(SetError::Plain(place)),
    }
}

/// Gives every operator that is its tag alone the form of a table, in which the parameters are
/// those by default; whatever is no operator is refused.
pub fn spell_out(table: &mut Table, operators: &[&str]) -> Result<(), String> {
    for place in operators {
        let mut path = place.split('.');
        let first = path.next().and_then(|key| table.get_mut(key));
        let Some(operator) = path.fold(first, |value, key| value?.get_mut(key)) else { continue };
        match operator {
            Value::String(tag) => {
                let parameters = Value::Table(Table::new());
                *operator = Value::Table(Table::from_iter([(tag.clone(), parameters)]));
            }
            Value::Table(tags) if tags.len() == 1 => {}
            Value::Table(tags) => {
                let tags: Vec<String> = tags.keys().map(|tag| format!("`{tag}`")).collect();
                let found = if tags.is_empty() { "none".to_owned() } else { tags.join(" and ") };
                return Err(format!("{place} takes exactly one of its choices, found {found}"));
            }
            other => {
                return Err(format!(
                    "{place} is {other}, expected the name of one of its choices, or a table"
                ));
            }
        }
    }
    Ok(())
}

fn tag(operator: &Value) -> Option<&str> {
    match operator {
        Value::String(tag) => Some(tag),
        Value::Table(table) if table.len() == 1 => table.keys().next().map(String::as_str),
        _ => None,
    }
}

fn join(place: &str, key: &str) -> String {
    if place.is_empty() { key.to_owned() } else { format!("{place}.{key}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPERATORS: [&str; 2] = ["crossover", "stagnation.response"];

    fn table(text: &str) -> Table {
        text.parse().expect("TOML")
    }

    fn base() -> Table {
        table(
            "population = 150\n\
             crossover.bands = { rate = 0.1, score = 'lines' }\n\
             stagnation = { patience = 200, response.purge = { keep = 1 } }",
        )
    }

    #[test]
    fn files_merge_by_tag() {
        let cases = [
            ("population = 21", "population", "21"),
            (
                "crossover.bands.rate = 0.2",
                "crossover",
                "{ bands = { rate = 0.2, score = 'lines' } }",
            ),
            ("crossover.uniform.rate = 0.2", "crossover", "{ uniform = { rate = 0.2 } }"),
            ("crossover = 'none'", "crossover", "'none'"),
            ("crossover = 'bands'", "crossover", "{ bands = { rate = 0.1, score = 'lines' } }"),
            (
                "stagnation.response.restart = {}",
                "stagnation",
                "{ patience = 200, response.restart = {} }",
            ),
            (
                "stagnation.patience = 3",
                "stagnation",
                "{ patience = 3, response.purge = { keep = 1 } }",
            ),
        ];
        for (over, key, expected) in cases {
            let mut merged = base();
            merge(&mut merged, table(over), &OPERATORS);
            assert_eq!(merged[key], table(&format!("x = {expected}"))["x"], "{over}");
        }
    }

    fn set_one(path: &str, value: &str) -> Result<Table, SetError> {
        let mut changed = base();
        let path: Vec<&str> = path.split('.').collect();
        let value = table(&format!("x = {value}"))["x"].clone();
        set(&mut changed, &path, value, &OPERATORS, "--set").map(|()| changed)
    }

    #[test]
    fn a_parameter_keeps_its_operator() {
        let changed = set_one("crossover.bands.rate", "0.3").expect("the tag in use");
        assert_eq!(changed["crossover"], table("bands = { rate = 0.3, score = 'lines' }").into());
        let error = set_one("crossover.uniform.rate", "0.3").expect_err("another tag");
        assert_eq!(
            error.to_string(),
            "`crossover` is `bands`, not `uniform`; to change it, set it whole: \
             --set 'crossover={uniform={...}}'"
        );
        assert!(set_one("crossover.rate", "0.3").is_err(), "a forgotten tag");
        assert!(set_one("stagnation.response.restart.keep", "0").is_err());
    }

    #[test]
    fn an_operator_set_whole_replaces_the_old_one() {
        for (path, value) in
            [("crossover", "{ uniform = { rate = 0.3 } }"), ("crossover.uniform", "{ rate = 0.3 }")]
        {
            let changed = set_one(path, value).expect("whole");
            assert_eq!(changed["crossover"], table("uniform = { rate = 0.3 }").into());
        }
    }

    #[test]
    fn new_tables_arise_and_plain_values_have_no_keys() {
        let changed = set_one("inject.every", "500").expect("a new table");
        assert_eq!(changed["inject"], table("every = 500").into());
        assert_eq!(set_one("population.size", "3"), Err(SetError::Plain("population".to_owned())));
    }
}
