//! What every form of a comparison says in the same words.

use std::collections::HashMap;

use super::comparison_tables::judged;
use super::figures::{counted, one_line};
use super::table::Tone;
use crate::analysis::{Comparison, Family, Judgement, PuzzleComparison, TestRow, Verdict};
use crate::lab::{Pairing, Primary};

/// All that can be said without a run.
pub const NOTHING: &str = "There is no run to compare.\n";

/// What a verdict does not claim.
pub const NOT_EQUAL: &str = "\"No difference shown\" does not say that methods are equal.";

/// A verdict, with the direction where its word alone does not tell it.
pub fn told(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::TradeOff { better_at_cap: true } => "trade-off, better at the cap",
        Verdict::TradeOff { better_at_cap: false } => "trade-off, worse at the cap",
        Verdict::Mixed { better_by_primary: true } => "mixed, better by the primary test",
        Verdict::Mixed { better_by_primary: false } => "mixed, worse by the primary test",
        plain => plain.word(),
    }
}

/// The tone of what [`told`] tells.
pub fn tone(told: &str) -> Tone {
    if told == Verdict::Better.word() {
        Tone::Good
    } else if told == Verdict::Worse.word() {
        Tone::Bad
    } else {
        Tone::Neutral
    }
}

/// What a verdict rests on; the word that the verdict is already is not told twice.
pub fn reason(judgement: &Judgement) -> &str {
    let because = judgement.because.trim();
    let undefined = format!("{}:", Verdict::Undefined.word());
    match because.strip_prefix(undefined.as_str()) {
        Some(rest) if judgement.verdict == Verdict::Undefined => rest.trim(),
        _ => because,
    }
}

/// The verdicts on every method over all puzzles or, where there is none, on the puzzles on which it
/// was judged, a sentence each; with `colour` their words show their tone.
pub fn verdicts(comparison: &Comparison, colour: bool) -> Vec<String> {
    let overall: HashMap<&str, &Judgement> =
        comparison.overall.iter().map(|found| (&*found.method, found)).collect();
    let verdicts_on = |method: usize| {
        let overall = overall.get(comparison.methods[method].as_str()).copied();
        verdicts_on(comparison, method, overall, colour)
    };
    (1..comparison.methods.len()).flat_map(verdicts_on).collect()
}

fn verdicts_on(
    comparison: &Comparison,
    method: usize,
    overall: Option<&Judgement>,
    colour: bool,
) -> Vec<String> {
    if let Some(overall) = overall {
        let place = format!(", over {}", counted(overall.puzzles as u64, "puzzle"));
        return vec![sentence(overall, &place, colour)];
    }
    let on_puzzle = |puzzle: &PuzzleComparison| {
        let judgement = judged(puzzle, &comparison.methods, method)?;
        Some(sentence(judgement, &format!(" on {}", puzzle.facts.name), colour))
    };
    comparison.puzzles.iter().filter_map(on_puzzle).collect()
}

fn sentence(judgement: &Judgement, place: &str, colour: bool) -> String {
    let Judgement { method, against, verdict, .. } = judgement;
    let word = told(*verdict);
    let word = if colour { tone(word).paint(word) } else { word.to_owned() };
    let clause = one_line(reason(judgement));
    let gap = if clause.trim().is_empty() { "" } else { "; " };
    format!(
        "{}: {word}{gap}{}",
        one_line(&format!("{method} against {against}{place}")),
        clause.trim()
    )
}

/// The primary question.
pub fn question(primary: Primary) -> &'static str {
    match primary {
        Primary::Solved => "which method solves more runs?",
        Primary::Rmst => "which method has the smaller RMST?",
    }
}

/// How the seeds were given, and what that asks of the tests.
pub fn seeds(pairing: Pairing) -> &'static str {
    match pairing {
        Pairing::Independent => "each method has its own (independent), unpaired tests",
        Pairing::Common => "all methods share them (common), paired tests",
    }
}

/// The heading of the tests of a family.
pub fn heading(family: Family, comparison: &Comparison) -> String {
    let primary = |place: &str| {
        let reference = comparison.methods.first().map_or("the reference", String::as_str);
        let question = question(comparison.primary).trim_end_matches('?');
        format!("Primary test {place}, against {}: {question}", one_line(reference))
    };
    match family {
        Family::Overall => primary("over all puzzles"),
        Family::Puzzle => primary("puzzle by puzzle"),
        Family::Exploratory => "Exploratory tests".to_owned(),
        Family::Study => "As the study tested".to_owned(),
        Family::Estimate => "Estimates".to_owned(),
    }
}

/// The tests of a family.
pub fn of_family(comparison: &Comparison, family: Family) -> Vec<&TestRow> {
    comparison.tests.iter().filter(|row| row.family == family).collect()
}

/// What the columns of the table by puzzle hold.
pub fn legend(comparison: &Comparison) -> String {
    format!(
        "Mean of the solved runs; median over all runs, where half of them solve; RMST = mean of \
         min({}, cap); 95 % interval of the solved rate.",
        comparison.unit.word()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::comparison_samples::{comparison, judgement};

    #[test]
    fn verdicts_are_sentences_over_all_puzzles_or_on_the_only_one() {
        let mut one = comparison(&[("hard-1", Verdict::Better)]);
        let expected =
            "purge against baseline on hard-1: better; 4 runs would tell 50 % from 100 %";
        assert_eq!(verdicts(&one, false), [expected]);
        let coloured = verdicts(&one, true).concat();
        assert!(coloured.contains(": \u{1b}[32mbetter\u{1b}[0m; "), "{coloured}");
        one.overall = vec![judgement(None, Verdict::TradeOff { better_at_cap: false })];
        one.overall[0].because.clear();
        one.overall[0].puzzles = 1;
        let expected = "purge against baseline, over 1 puzzle: trade-off, worse at the cap";
        assert_eq!(verdicts(&one, true), [expected]);
    }

    #[test]
    fn a_method_that_is_on_one_of_several_puzzles_is_judged_there() {
        let mut three = comparison(&[("a", Verdict::Better); 3]);
        three.overall = vec![judgement(None, Verdict::Worse)];
        three.methods.push("late".to_owned());
        let late = Judgement { method: "late".into(), ..judgement(Some("a"), Verdict::Undefined) };
        let because = "undefined: fewer than two runs".to_owned();
        three.puzzles[1].judgements.push(Judgement { because, ..late });
        let reason = "4 runs would tell 50 % from 100 %";
        let expected = [
            format!("purge against baseline, over 2 puzzles: worse; {reason}"),
            "late against baseline on a: undefined; fewer than two runs".to_owned(),
        ];
        assert_eq!(verdicts(&three, false), expected);
    }
}
