//! One row of a file of runs: its fields, checked.

use std::borrow::Cow;

use csv::StringRecord;

use super::columns::Columns;
use super::foreign::shown;
use crate::analysis::cell_text::unguarded;
use crate::analysis::observation::Observation;
use crate::analysis::unit::EffortUnit;
use crate::board::nearest::nearest;
use crate::board::plain::is_odd;
use crate::solver::{Budget, Stop};

/// The largest whole number up to which floating-point numbers are exact.
const LARGEST_EXACT: f64 = 9_007_199_254_740_992.0;

/// The units of effort, in the order of their columns.
const UNITS: [EffortUnit; 4] =
    [EffortUnit::Generations, EffortUnit::Evaluations, EffortUnit::Nodes, EffortUnit::Seconds];

const STOPS: [Stop; 10] = [
    Stop::Solved,
    Stop::Singles,
    Stop::NoSolution,
    Stop::Unknown,
    Stop::Generations,
    Stop::Evaluations,
    Stop::Nodes,
    Stop::Seconds,
    Stop::Interrupted,
    Stop::Error,
];

/// A row with as many fields as there are columns.
pub struct Row<'a> {
    columns: &'a Columns,
    record: &'a StringRecord,
}

impl<'a> Row<'a> {
    /// A record as a row; refused when its fields are more or fewer than the columns.
    pub fn new(columns: &'a Columns, record: &'a StringRecord) -> Result<Self, String> {
        let (found, expected) = (record.len(), columns.names.len());
        if found == expected {
            return Ok(Self { columns, record });
        }
        let place = found.min(expected);
        let which = match columns.names.get(place) {
            Some(_) => format!("{} is the first without one", columns.told(place)),
            None => format!("`{}` is the first too many", shown(&record[place])),
        };
        Err(format!(
            "found {found} fields, expected {expected} as in the first line ({which}); add or \
             remove commas, and put a field with commas or quotes in quotes"
        ))
    }

    /// The puzzle's name.
    pub fn puzzle(&self) -> Result<Cow<'a, str>, String> {
        self.name(self.columns.puzzle)
    }

    /// The layout's name; empty where it is not told.
    pub fn layout(&self) -> Result<Cow<'a, str>, String> {
        self.columns.layout.map_or(Ok("".into()), |place| self.plain(place))
    }

    /// Number of givens on a board of so many cells, where that is known.
    pub fn givens(&self, cells: Option<u32>) -> Result<Option<u32>, String> {
        let givens = self.small(self.columns.givens)?;
        match (givens, cells, self.columns.givens) {
            (Some(givens), Some(cells), Some(place)) if givens > cells => {
                let expected = format!("at most the {cells} cells of `{}`", shown(&self.layout()?));
                Err(self.wrong(place, &expected, "correct the givens or the layout"))
            }
            _ => Ok(givens),
        }
    }

    /// The method's name with the values of the swept keys, as an arm of a plan is called.
    pub fn label(&self) -> Result<String, String> {
        let name = self.name(self.columns.method)?;
        let mut told = Vec::new();
        for &key in &self.columns.keys {
            let value = self.plain(key)?;
            if !value.is_empty() {
                told.push(format!("{}={value}", self.columns.names[key]));
            }
        }
        Ok(if told.is_empty() {
            name.into_owned()
        } else {
            format!("{name} ({})", told.join(", "))
        })
    }

    /// What the run came to; `count` is its repeat where the file tells none.
    pub fn observation(&self, count: u64) -> Result<Observation, String> {
        let [generations, evaluations, nodes, seconds] = self.columns.spent;
        let [cap_generations, cap_evaluations, cap_nodes, cap_seconds] = self.columns.caps;
        let observation = Observation {
            repeat: self.repeat()?.unwrap_or(count),
            seed: self.whole(self.columns.seed)?,
            is_solved: self.is_solved()?,
            stop: self.stop()?,
            generations: self.whole(generations)?,
            evaluations: self.whole(evaluations)?,
            nodes: self.whole(nodes)?,
            seconds: self.number(seconds)?,
            caps: Budget {
                generations: self.whole(cap_generations)?,
                evaluations: self.whole(cap_evaluations)?,
                nodes: self.whole(cap_nodes)?,
                seconds: self.number(cap_seconds)?,
            },
            cost: self.small(self.columns.cost)?,
            stagnant: self.whole(self.columns.stagnant)?,
            fitness: self.any_number(self.columns.fitness),
            mean_fitness: self.any_number(self.columns.mean_fitness),
        };
        self.refuse_contradictions(&observation)?;
        Ok(observation)
    }

    fn refuse_contradictions(&self, run: &Observation) -> Result<(), String> {
        let solved = self.columns.told(self.columns.solved);
        if let Some(stop) = run.stop.filter(|stop| stop.is_solved() != run.is_solved) {
            let (found, stop) = (self.text(self.columns.solved), stop.word());
            return Err(format!(
                "{solved}: found `{found}` beside the stop `{stop}`, expected 1 with the stops \
                 solved and singles and 0 with all others; correct one of the two"
            ));
        }
        if run.is_solved && !has_effort(run) {
            return Err(format!(
                "{solved}: found a solved run without its effort, expected a number in {}; fill \
                 one in",
                self.columns.efforts()
            ));
        }
        self.refuse_beyond_caps(run)
    }

    /// A run cannot have solved with more than it was given, nor spend anything of nothing.
    fn refuse_beyond_caps(&self, run: &Observation) -> Result<(), String> {
        for ((unit, spent), cap) in UNITS.into_iter().zip(self.columns.spent).zip(self.columns.caps)
        {
            let (Some(spent_place), Some(cap_place)) = (spent, cap) else { continue };
            let (Some(spent), Some(cap)) = (run.spent(unit), run.cap(unit)) else { continue };
            let is_clock = unit == EffortUnit::Seconds;
            // A clock is looked at now and then, so that the last stretch of work may go beyond.
            let most = if is_clock { 2.0 * cap + 1.0 } else { cap };
            let is_beyond = spent > most && (run.is_solved || cap == 0.0 && !is_clock);
            if is_beyond {
                let whose = if run.is_solved { "a solved run" } else { "a run" };
                return Err(format!(
                    "{}: found `{}` of {whose} beside a cap of `{}` in {}, expected no more than \
                     its cap; correct one of the two, or leave the cap empty",
                    self.columns.told(spent_place),
                    shown(self.text(spent_place)),
                    shown(self.text(cap_place)),
                    self.columns.told(cap_place)
                ));
            }
        }
        Ok(())
    }

    fn text(&self, place: usize) -> &'a str {
        self.record[place].trim()
    }

    /// A column and its text, where there is one.
    fn filled(&self, place: Option<usize>) -> Option<(usize, &'a str)> {
        let place = place?;
        Some((place, self.text(place))).filter(|(_, text)| !text.is_empty())
    }

    fn name(&self, place: usize) -> Result<Cow<'a, str>, String> {
        let name = self.plain(place)?;
        if name.is_empty() { Err(self.wrong(place, "a name", "fill it in")) } else { Ok(name) }
    }

    /// A text that a name may hold.
    fn plain(&self, place: usize) -> Result<Cow<'a, str>, String> {
        let text = unguarded(self.text(place));
        match text.contains(is_odd) {
            true => Err(self.wrong(place, "a name without control characters", "correct it")),
            false => Ok(text),
        }
    }

    fn repeat(&self) -> Result<Option<u64>, String> {
        match self.columns.repeat {
            Some(place) if self.text(place).is_empty() => {
                let cure = "number the run, or leave the column out of the file";
                Err(self.wrong(place, "a whole number from 0 on", cure))
            }
            place => self.whole(place),
        }
    }

    fn whole(&self, place: Option<usize>) -> Result<Option<u64>, String> {
        self.whole_up_to(place, u64::MAX, "a whole number from 0 on")
    }

    fn small(&self, place: Option<usize>) -> Result<Option<u32>, String> {
        let expected = "a whole number from 0 to 4294967295";
        let found = self.whole_up_to(place, u64::from(u32::MAX), expected)?;
        Ok(found.map(|number| number as u32))
    }

    fn whole_up_to(
        &self,
        place: Option<usize>,
        limit: u64,
        expected: &str,
    ) -> Result<Option<u64>, String> {
        let Some((place, text)) = self.filled(place) else { return Ok(None) };
        let found = whole(text).filter(|&number| number <= limit);
        found.map(Some).ok_or_else(|| self.wrong(place, expected, MEND))
    }

    fn number(&self, place: Option<usize>) -> Result<Option<f64>, String> {
        let Some((place, text)) = self.filled(place) else { return Ok(None) };
        let found = finite(text).map(Some);
        found.ok_or_else(|| self.wrong(place, "a number from 0 on", MEND))
    }

    /// A number of whatever scale; no test asks for it, so that what is none is passed over.
    fn any_number(&self, place: Option<usize>) -> Option<f64> {
        let (_, text) = self.filled(place)?;
        text.parse().ok().filter(|number: &f64| number.is_finite())
    }

    fn is_solved(&self) -> Result<bool, String> {
        let place = self.columns.solved;
        match self.text(place).to_ascii_lowercase().as_str() {
            "1" | "true" | "yes" => Ok(true),
            "0" | "false" | "no" => Ok(false),
            _ => Err(self.wrong(place, "1 or 0, true or false, yes or no", "correct the field")),
        }
    }

    fn stop(&self) -> Result<Option<Stop>, String> {
        let Some((place, text)) = self.filled(self.columns.stop) else { return Ok(None) };
        let found = STOPS.into_iter().find(|stop| stop.word() == text);
        found.map(Some).ok_or_else(|| {
            let words = STOPS.map(Stop::word);
            let nearest = nearest(text, words).unwrap_or_default();
            let cure = format!("the nearest is `{nearest}`; correct the field or leave it empty");
            self.wrong(place, &format!("one of {}", words.join(", ")), &cure)
        })
    }

    fn wrong(&self, place: usize, expected: &str, cure: &str) -> String {
        let found = match self.text(place) {
            "" => "nothing".to_owned(),
            text => format!("`{}`", shown(text)),
        };
        format!("{}: found {found}, expected {expected}; {cure}", self.columns.told(place))
    }
}

/// Whether a run tells what it spent, in any unit.
pub fn has_effort(run: &Observation) -> bool {
    UNITS.iter().any(|&unit| run.spent(unit).is_some())
}

/// What to do about a field that need not be filled.
const MEND: &str = "correct the field or leave it empty";

/// A whole number from 0 on, also as programs write it that know fractions only (`12.0`).
fn whole(text: &str) -> Option<u64> {
    let exact = || finite(text).filter(|number| number.fract() == 0.0 && *number <= LARGEST_EXACT);
    text.parse().ok().or_else(|| exact().map(|number| number as u64))
}

/// A number from 0 on.
fn finite(text: &str) -> Option<f64> {
    let number: f64 = text.parse().ok()?;
    // Adding 0 takes the sign from a zero.
    (number.is_finite() && number >= 0.0).then_some(number + 0.0)
}
