//! The tests as the studies made them, by name. Never the default: failures set to the cap are
//! no times, and to choose a test by another test is a habit that textbooks now reject.

use std::sync::Arc;

use super::super::dataset::Dataset;
use super::super::figures::Cap;
use super::duel::Duel;
use super::puzzle_tests::{LEVENE_CAUTION, TimesTest, means, of_times, spread};
use super::terms::Terms;
use super::test_row::{Family, Opponents, TestRow};
use crate::lab::Pairing;

/// The level at which Levene's test chooses.
const CHOICE: f64 = 0.05;

/// A way of testing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Brown and Forsythe's test is printed, Student's always made, and its p multiplied by the
    /// number of comparisons (study 000, Kaldanis, Papadopoulou and van Rongen).
    Study,
    /// Levene's mean-centred test picks Student's or Welch's.
    LeveneChoice,
}

/// The tests of a protocol on every puzzle, up to its cap.
pub fn tests(
    protocol: Protocol,
    dataset: &Dataset,
    caps: &[Option<Cap>],
    terms: Terms,
) -> Vec<TestRow> {
    let methods: Vec<Arc<str>> =
        dataset.methods().iter().map(|name| name.as_str().into()).collect();
    let terms = Terms { pairing: Pairing::Independent, ..terms };
    let mut found = Vec::new();
    for (puzzle, (facts, &cap)) in dataset.puzzles().iter().zip(caps).enumerate() {
        let name: Arc<str> = facts.name.as_str().into();
        for method in 1..methods.len() {
            let duel = Duel::within(dataset, puzzle, [method, 0], terms, cap);
            let Some(duel) = duel else { continue };
            let sides = Opponents { puzzle: Some(&name), a: &methods[method], b: &methods[0] };
            found.extend(rows(protocol, &duel, sides, terms, methods.len() - 1));
        }
    }
    found
}

fn rows(
    protocol: Protocol,
    duel: &Duel,
    sides: Opponents<'_>,
    terms: Terms,
    comparisons: usize,
) -> Vec<TestRow> {
    let of = |name, test: TimesTest| {
        let row = TestRow::begun(name, sides, (duel.a.runs(), duel.b.runs()));
        TestRow { family: Family::Study, ..of_times(duel, row, terms.unit, test) }
    };
    match protocol {
        Protocol::Study => {
            let student = of("student", means);
            let raw = student.p;
            let p = raw.map(|p| (p * comparisons as f64).min(1.0));
            let note = match raw {
                Some(raw) => format!(
                    "failures set to the cap; p = {comparisons} x {raw:.6} for {comparisons} comparisons"
                ),
                None => student.note.clone(),
            };
            vec![of("brown-forsythe", spread), TestRow { p, ..student }.noted(note)]
        }
        Protocol::LeveneChoice => {
            let levene = of("levene", spread);
            let (test, why) = match levene.p {
                Some(p) if p < CHOICE => ("welch", "spreads differ by Levene's test: Welch"),
                Some(_) => ("student", "spreads do not differ by Levene's test: Student"),
                None => ("student", "Levene's test is undefined: Student"),
            };
            let chosen = of(test, means);
            let note = match chosen.p {
                Some(_) => format!(
                    "failures set to the cap; {why}; a choice that Zimmerman (2004) and Delacre et \
                     al. (2017) reject"
                ),
                None => chosen.note.clone(),
            };
            vec![levene, chosen.noted(note)]
        }
    }
}

/// What is said of this protocol.
pub fn caution(protocol: Protocol) -> String {
    match protocol {
        Protocol::Study => {
            "protocol study: Brown-Forsythe is what SciPy's `levene` computes unless \
                            told otherwise; Student's test of capped runs takes a cap for a time"
                .to_owned()
        }
        Protocol::LeveneChoice => format!("protocol levene-choice: Levene: {LEVENE_CAUTION}"),
    }
}
