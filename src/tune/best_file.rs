//! `best.toml`: the best point as a method file.

use toml::{Table, Value};

use crate::method::{Method, MethodError, names};

/// A method file of a method under settings. It extends a preset by what differs; of any other
/// method, which lies in a file that may move, it tells the whole.
pub fn best_file(
    base: &str,
    method: &Method,
    settings: &[(String, Value)],
    about: &str,
) -> Result<String, MethodError> {
    let mut table = Table::new();
    for (key, value) in settings {
        set(&mut table, &key.split('.').map(str::trim).collect::<Vec<_>>(), value.clone());
    }
    table.insert("about".to_owned(), Value::from(about));
    table.insert("extends".to_owned(), Value::from(base));
    if names().any(|name| name == base) {
        let read = Method::inline(base, table.clone(), "best.toml", "".as_ref());
        if read.is_ok_and(|read| read.identity() == method.identity()) {
            return Ok(table.to_string());
        }
    }
    let mut whole = method.to_table();
    whole.insert("about".to_owned(), Value::from(about));
    Method::inline(base, whole.clone(), "best.toml", "".as_ref())?;
    Ok(whole.to_string())
}

/// Sets the value at a path, through tables that are made where there are none.
fn set(table: &mut Table, path: &[&str], value: Value) {
    let [key, rest @ ..] = path else { return };
    if rest.is_empty() {
        table.insert((*key).to_owned(), value);
        return;
    }
    let inner = table.entry(*key).or_insert_with(|| Value::Table(Table::new()));
    if !inner.is_table() {
        *inner = Value::Table(Table::new());
    }
    if let Value::Table(inner) = inner {
        set(inner, rest, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(texts: &[&str]) -> Vec<(String, Value)> {
        let pair = |text: &&str| crate::method::setting_pair(text, "--set").expect("a pair");
        texts.iter().map(pair).collect()
    }

    #[test]
    fn it_reads_back_as_the_same_method() {
        for (base, texts) in [
            ("row-elitist", &["population=321", "mutation.swap.rate=0.07"][..]),
            ("memetic", &["improvement.tabu.patience=1234"]),
            ("baseline", &["stagnation={purge={patience=50}}", "stagnation.purge.patience=70"]),
        ] {
            let chosen = settings(texts);
            let method = Method::resolve(base, &[]).expect("a preset");
            let method = method.with_settings(&chosen, "--vary").expect("settings");
            let text = best_file(base, &method, &chosen, "a try").expect("a file");
            assert!(text.contains(&format!("extends = \"{base}\"")), "{text}");
            let table: Table = text.parse().expect("TOML");
            let read = Method::inline("best", table, "best.toml", "".as_ref()).expect("a method");
            assert_eq!(read.identity(), method.identity());
        }
    }

    #[test]
    fn a_method_of_a_file_is_told_whole() {
        let chosen = settings(&["population=33"]);
        let method = Method::resolve("baseline", &["population=33".to_owned()]).expect("a preset");
        let text = best_file("mine.toml", &method, &chosen, "a try").expect("a file");
        assert!(!text.contains("extends") && text.contains("kind = \"ga\""), "{text}");
    }
}
