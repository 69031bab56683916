//! Refusals of the command line as they are told: plain, and with the variable that a value came by.

use std::env;

use clap::Error;
use clap::error::{ContextKind, ContextValue};

use super::INCOMPLETE;
use super::console::{Messages, OutputError};
use crate::board::plain::one_line;

/// Options whose variables are looked at only by the verbs.
const LOOKED_UP: [&str; 2] = ["layout", "method"];

/// Prints an error of the command line, or the help that was asked for, and tells the exit code.
pub fn tell(mut error: Error) -> u8 {
    let variable = variable_of(&error);
    quote_plainly(&mut error);
    let printed = error.print();
    variable.inspect(|variable| name(variable));
    match printed.map_err(OutputError::from) {
        // Help that nobody reads to its end is no failure, but help that finds no room is one.
        Err(failed @ OutputError::Failed(_)) if !error.use_stderr() => {
            Messages::new(false).error(failed);
            INCOMPLETE
        }
        _ => error.exit_code() as u8,
    }
}

/// Names the variable by which a verb has come to what it refuses, if that was one.
pub fn tell_variable(message: &str) {
    for variable in LOOKED_UP.map(variable) {
        if env::var(&variable).is_ok_and(|set| quotes(message, &set)) {
            name(&variable);
        }
    }
}

/// Whether a message is about a value, as a name or as a file, and not merely has its letters somewhere.
fn quotes(message: &str, value: &str) -> bool {
    let begins = [format!("{value}:"), format!("{value} ")];
    let holds = [format!("`{value}`"), format!(" {value}:")];
    !value.is_empty()
        && (begins.iter().any(|text| message.starts_with(text))
            || holds.iter().any(|text| message.contains(text)))
}

fn name(variable: &str) {
    Messages::new(false).note(format_args!("that is the value of the variable {variable}"));
}

fn variable(option: &str) -> String {
    format!("SUDOGA_{}", option.to_uppercase())
}

/// Makes what is quoted plain, with the tips, which quote it too, where something in it is odd.
fn quote_plainly(error: &mut Error) {
    let is_odd = |value: &ContextValue| matches!(value, ContextValue::String(text) if *text != one_line(text));
    if error.context().any(|(_, value)| is_odd(value)) {
        let context: Vec<(ContextKind, ContextValue)> =
            error.context().map(|(kind, value)| (kind, plain(value))).collect();
        for (kind, value) in context {
            error.insert(kind, value);
        }
    }
}

fn plain(value: &ContextValue) -> ContextValue {
    match value {
        ContextValue::String(text) => ContextValue::String(one_line(text)),
        ContextValue::StyledStrs(tips) => {
            let plain = tips.iter().map(|tip| one_line(&tip.to_string()).into());
            ContextValue::StyledStrs(plain.collect())
        }
        other => other.clone(),
    }
}

/// The variable of the option that has such a value.
fn variable_of(error: &Error) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text),
        _ => None,
    };
    let option = text(ContextKind::InvalidArg)?.strip_prefix("--")?;
    let variable = variable(option.split(' ').next()?);
    let value = text(ContextKind::InvalidValue)?;
    env::var(&variable).is_ok_and(|set| set == *value).then_some(variable)
}
