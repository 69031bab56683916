//! Single settings as people write them: `KEY=VALUE`, and lists of values.

use toml::Value;

use super::error::MethodError;

/// One setting on its way into a method.
pub(super) struct Setting {
    /// As messages show it.
    pub written: String,
    /// The dotted key.
    pub key: String,
    /// The value.
    pub value: Value,
}

impl Setting {
    /// A setting as `--set` reads it.
    pub fn parse(text: &str, origin: &str) -> Result<Self, MethodError> {
        let (key, value) = setting_pair(text, origin)?;
        Ok(Self { written: text.to_owned(), key, value })
    }

    /// A setting that was never a text.
    pub fn typed((key, value): &(String, Value)) -> Self {
        Self { written: format!("{key}={value}"), key: key.clone(), value: value.clone() }
    }
}

/// Key and value of `KEY=VALUE` as `--set` reads it; the origin is what messages call the option.
pub fn setting_pair(text: &str, origin: &str) -> Result<(String, Value), MethodError> {
    let (key, value) = split_setting(text, origin)?;
    Ok((key.to_owned(), value_of(value)))
}

/// Both sides of `KEY=...`, the right one as written.
pub fn split_setting<'t>(text: &'t str, origin: &str) -> Result<(&'t str, &'t str), MethodError> {
    let no_pair = || MethodError::NoPair { origin: origin.to_owned(), setting: text.to_owned() };
    let (key, value) = text.split_once('=').ok_or_else(no_pair)?;
    Ok((key.trim(), value))
}

/// The values of a list such as `0.1,0.2`: commas split it, unless they stand within brackets,
/// braces or quotes; each part is read as the value of a setting.
pub fn value_list(text: &str) -> Vec<Value> {
    let mut values = Vec::new();
    let (mut start, mut depth) = (0, 0_usize);
    let mut quote = None;
    let mut is_escaped = false;
    for (place, symbol) in text.char_indices() {
        match (quote, symbol) {
            _ if is_escaped => is_escaped = false,
            (Some('"'), '\\') => is_escaped = true,
            (Some(open), _) if symbol == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(symbol),
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => {
                values.push(value_of(&text[start..place]));
                start = place + 1;
            }
            (None, _) => {}
        }
    }
    values.push(value_of(&text[start..]));
    values
}

/// A value as TOML reads it; whatever is no TOML is a word, so that nobody needs two quotes.
fn value_of(text: &str) -> Value {
    text.trim().parse().unwrap_or_else(|_| Value::from(text.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_split_outside_of_brackets_and_quotes() {
        for (text, expected) in [
            ("0.1", "[0.1]"),
            ("0.1, 0.2,3", "[0.1, 0.2, 3]"),
            ("random,ascending", "['random', 'ascending']"),
            ("none,{purge={patience=50,x=[1,2]}}", "['none', {purge={patience=50,x=[1,2]}}]"),
            ("[1,2],[3]", "[[1,2],[3]]"),
            (r#"'a,b',"c\",d",e"#, r#"['a,b', "c\",d", 'e']"#),
            ("0.1,,x", "[0.1, '', 'x']"),
            ("true,it's", "[true, \"it's\"]"),
        ] {
            let expected = expected.parse::<Value>().expect("TOML");
            assert_eq!(Value::Array(value_list(text)), expected, "{text}");
        }
    }

    #[test]
    fn pairs_have_a_key_and_a_value() {
        let pair = |text| setting_pair(text, "--vary").map_err(|error| error.to_string());
        assert_eq!(pair(" a.b = 3"), Ok(("a.b".to_owned(), Value::from(3))));
        assert_eq!(pair("a=b=c"), Ok(("a".to_owned(), Value::from("b=c"))));
        let expected = "--vary a.b: expected KEY=VALUE, such as order=random";
        assert_eq!(pair("a.b"), Err(expected.to_owned()));
    }
}
