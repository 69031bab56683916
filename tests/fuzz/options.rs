//! The command line of the fuzzer.

use std::path::PathBuf;
use std::time::Duration;

/// What was asked for.
#[derive(Clone)]
pub struct Options {
    /// Inputs of all targets together.
    pub inputs: u64,
    /// When to stop, if earlier.
    pub time: Option<Duration>,
    /// The only target, if not all.
    pub target: Option<String>,
    /// What decides the inputs, together with their numbers.
    pub seed: u64,
    /// Inputs at a time.
    pub threads: usize,
    /// Where the inputs of findings go.
    pub findings: PathBuf,
    /// Where to write the valid things that inputs are made of, instead of fuzzing.
    pub corpus: Option<PathBuf>,
    /// The only input, of a target that is named.
    pub input: Option<PathBuf>,
    /// Where the guarded process tells what it is at; the guard itself has none.
    pub notes: Option<PathBuf>,
}

impl Options {
    /// Reads `--inputs N --seconds S --target NAME --seed N --threads N --findings DIR --corpus DIR
    /// --input FILE`, and `--notes DIR`, which the guard adds.
    pub fn parse(words: &[String]) -> Result<Self, String> {
        let mut words = words.iter();
        let mut options = Self {
            inputs: 100_000,
            time: None,
            target: None,
            seed: 1,
            threads: 2,
            findings: PathBuf::from("target/fuzz-findings"),
            corpus: None,
            input: None,
            notes: None,
        };
        while let Some(word) = words.next() {
            let value = words
                .next()
                .cloned()
                .ok_or_else(|| format!("{word}: expected a value behind it"))?;
            let wrong = || format!("{word} {value}: expected a whole number above 0");
            let number =
                || value.parse::<u64>().ok().filter(|&number| number > 0).ok_or_else(wrong);
            match word.as_str() {
                "--inputs" => options.inputs = number()?,
                "--seconds" => {
                    options.time = Some(Duration::from_secs(number()?));
                    options.inputs = u64::MAX;
                }
                "--target" => options.target = Some(value),
                "--seed" => options.seed = number()?,
                "--threads" => options.threads = number()? as usize,
                "--findings" => options.findings = PathBuf::from(value),
                "--input" => options.input = Some(PathBuf::from(value)),
                "--notes" => options.notes = Some(PathBuf::from(value)),
                "--corpus" => options.corpus = Some(PathBuf::from(value)),
                _ => return Err(format!("{word}: no such option")),
            }
        }
        match options.input.is_some() && options.target.is_none() {
            true => Err("--input: expected --target as well".to_owned()),
            false => Ok(options),
        }
    }

    /// The part of one of several targets.
    pub fn share(&self, targets: usize) -> Self {
        let inputs = self.inputs.div_ceil(targets as u64);
        Self { inputs, time: self.time.map(|time| time / targets as u32), ..self.clone() }
    }
}
