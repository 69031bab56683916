//! Method files and what they extend.

use sudoga::method::{Method, names};

use super::{Checked, Target, Verdict, refused, same, scratch, text};

pub const TARGET: Target = Target {
    name: "methods",
    samples,
    words: &[
        "extends",
        "kind",
        "'ga'",
        "'exact'",
        "'baseline'",
        "'base.toml'",
        "'method.toml'",
        "'round.toml'",
        "extends = 'round.toml'\n",
        "about",
        "budget",
        "rates",
        "generations",
        "mutation",
        "crossover",
        "swap",
        "rate",
        "stagnation",
        "purge",
        "patience",
        "population",
        "selection",
        "tournament",
        "size",
        "=",
        ".",
        "[",
        "]",
        "{",
        "}",
        "\n",
        "'none'",
        "0.5",
        "1.5",
        "[budget]",
        "[rates]",
        "\"\\u001b\"",
        "as-coded",
    ],
    check,
};

/// The names under which an error may begin: the file itself and those that it extends.
const FILES: [&str; 3] = ["method.toml", "base.toml", "round.toml"];

fn check(bytes: &[u8]) -> Checked {
    let text = text(bytes);
    if text.contains(['/', '\\']) && text.contains("extends") {
        return Ok(Verdict::Skipped);
    }
    scratch::fixed("base.toml", "extends = 'baseline'\npopulation = 20\n");
    scratch::fixed("round.toml", "extends = 'method.toml'\n");
    scratch::file("method.toml", text.as_bytes());
    let folder = scratch::folder();
    match Method::resolve_in("method.toml", &folder) {
        Err(error) => {
            let message = error.to_string();
            let labels = FILES.map(|file| scratch::label(&folder.join(file)));
            match labels.iter().find(|label| message.starts_with(*label)) {
                Some(label) => refused(&message, label, false),
                None if message.starts_with("`extends` goes round") => Ok(Verdict::Refused),
                None => Err(format!("an error without its file: {message}")),
            }
        }
        Ok(method) => reads_back(&method).map(|()| Verdict::Accepted),
    }
}

/// A method printed whole is the same method.
fn reads_back(method: &Method) -> Result<(), String> {
    scratch::file("again.toml", method.to_toml().as_bytes());
    let unread = |error| format!("printed, and not read back: {error}");
    let again = Method::resolve_in("again.toml", &scratch::folder()).map_err(unread)?;
    same("identity", &again.identity(), &method.identity())?;
    same("budget", &again.budget(), &method.budget())?;
    let inline = Method::inline(method.name(), method.to_table(), "table", &scratch::folder());
    same("table", &inline.map_err(unread)?.to_toml(), &method.to_toml())
}

fn samples() -> Vec<Vec<u8>> {
    let whole = |name| Method::resolve(name, &[]).expect("a preset").to_toml().into_bytes();
    let mut samples: Vec<_> = names().map(whole).collect();
    samples.extend(super::bytes(&[
        "extends = 'base.toml'\nmutation.swap.rate = 0.2\n",
        "extends = 'purge'\nabout = 'x'\n[stagnation.purge]\npatience = 3\n[budget]\nevaluations = 100\n",
    ]));
    samples
}
