//! Refusals of the command line as they are told: plain, and with the variable that a value came by.

use std::env;

use clap::error::{ContextKind, ContextValue};
use clap::parser::ValueSource;
use clap::{ArgMatches, Error};

use super::console::{Messages, OutputError};
use super::{BAD_INPUT, INCOMPLETE};
use crate::board::plain::one_line;
use crate::board::source;
use crate::method::Method;

/// How a name or a file is looked up.
type LookUp = fn(&str) -> anyhow::Result<()>;

/// Options that are words to the parser, and how verbs look them up.
const LOOKED_UP: [(&str, LookUp); 2] = [
    ("layout", |layout| source::layout(layout).map(drop).map_err(Into::into)),
    ("method", |method| Method::resolve(method, &[]).map(drop).map_err(Into::into)),
];

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

/// Looks up what has come by variables before the verb does, which cannot tell where its options
/// come from. Tells the first that is wrong and the exit code.
pub fn of_variables(matches: &ArgMatches) -> Option<u8> {
    let (_, verb) = matches.subcommand()?;
    LOOKED_UP.iter().find_map(|(option, look_up)| {
        let error = look_up(by_variable(verb, option)?).err()?;
        Messages::new(false).error(format_args!("{error:#}"));
        name(&variable(option));
        Some(BAD_INPUT)
    })
}

/// The value of an option that the verb has and that has come by its variable.
fn by_variable<'m>(verb: &'m ArgMatches, option: &str) -> Option<&'m str> {
    let value = verb.try_get_one::<String>(option).ok()??;
    (verb.value_source(option) == Some(ValueSource::EnvVariable)).then_some(value)
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

/// The variable of the option that is refused, where its value came by that.
fn variable_of(error: &Error) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text),
        _ => None,
    };
    let flag = text(ContextKind::InvalidArg)?.split(' ').next()?;
    let variable = variable(flag.strip_prefix("--")?);
    let value = text(ContextKind::InvalidValue)?;
    // A flag wins over its variable, whatever that says.
    let is_given =
        env::args_os().any(|word| word.to_string_lossy().split('=').next() == Some(flag));
    (!is_given && env::var(&variable).is_ok_and(|set| set == *value)).then_some(variable)
}
