//! Nothing that a table of results may hold makes a number that is none.

use proptest::prelude::*;

use super::*;

fn any_observation() -> impl Strategy<Value = Observation> {
    let effort = || prop_oneof![Just(None), (0u64..5).prop_map(Some), any::<u64>().prop_map(Some)];
    let stop = prop_oneof![
        Just(None),
        Just(Some(Stop::Generations)),
        Just(Some(Stop::Error)),
        Just(Some(Stop::Seconds)),
        Just(Some(Stop::Unknown)),
    ];
    let seconds = prop_oneof![Just(None), (0.0..1e9f64).prop_map(Some)];
    (any::<bool>(), stop, [effort(), effort(), effort(), effort()], seconds, 0u64..6, 0u64..3)
        .prop_map(
            |(is_solved, stop, [generations, evaluations, nodes, cap], seconds, repeat, seed)| {
                Observation {
                    repeat,
                    seed: Some(seed).filter(|&seed| seed > 0),
                    is_solved,
                    stop: if is_solved { Some(Stop::Solved) } else { stop },
                    generations,
                    evaluations,
                    nodes,
                    seconds,
                    caps: Budget { generations: cap, ..Budget::default() },
                    cost: Some(4),
                    stagnant: generations,
                    ..Observation::default()
                }
            },
        )
}

/// Runs that mostly count one unit, as real ones do, or whatever.
fn any_dataset() -> impl Strategy<Value = Dataset> {
    let usual = (any::<bool>(), 0u64..40).prop_map(|(is_solved, time)| {
        let mut usual = run(0, is_solved.then_some(time * 25));
        usual.evaluations = Some(time * 1000);
        usual
    });
    let sample = prop_oneof![
        prop::collection::vec(usual, 0..8).boxed(),
        prop::collection::vec(any_observation(), 0..6).boxed(),
    ];
    let table = prop::collection::vec(prop::collection::vec(sample, 3), 1..4);
    (table, 1..4usize).prop_map(|(table, methods)| {
        let mut dataset = Dataset::default();
        for (place, row) in table.into_iter().enumerate() {
            let name = format!("p{place}");
            let puzzle = dataset.puzzle(&PuzzleFacts { name, ..PuzzleFacts::default() });
            for (method, runs) in row.into_iter().take(methods).enumerate() {
                let method = dataset.method(&format!("m{method}"));
                runs.into_iter().for_each(|run| dataset.add(puzzle, method, run));
            }
        }
        dataset
    })
}

fn any_options() -> impl Strategy<Value = Options> {
    let unit = prop_oneof![
        3 => Just(None),
        1 => Just(Some(EffortUnit::Generations)),
        1 => Just(Some(EffortUnit::Seconds)),
    ];
    let pairing =
        prop_oneof![Just(None), Just(Some(Pairing::Common)), Just(Some(Pairing::Independent))];
    let protocol =
        prop_oneof![Just(None), Just(Some(Protocol::Study)), Just(Some(Protocol::LeveneChoice))];
    (any::<bool>(), unit, pairing, protocol).prop_map(|(is_solved, unit, pairing, protocol)| {
        let primary = if is_solved { Primary::Solved } else { Primary::Rmst };
        Options { primary, unit, pairing, protocol }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn every_number_is_one_and_what_is_missing_has_a_reason(
        dataset in any_dataset(),
        options in any_options(),
    ) {
        let Ok(comparison) = compare(&dataset, &options) else { return Ok(()) };
        for row in &comparison.tests {
            let numbers = [row.statistic, row.p, row.p_holm, row.effect, row.low, row.high];
            prop_assert!(numbers.iter().flatten().all(|number| number.is_finite()), "{row:?}");
            prop_assert!(row.freedom.iter().all(|freedom| freedom.is_finite()), "{row:?}");
            prop_assert!(row.p.is_none_or(|p| (0.0..=1.0).contains(&p)), "{row:?}");
            prop_assert!(row.p_holm >= row.p || row.p_holm.is_none(), "{row:?}");
            let is_empty = row.p.is_none() && row.effect.is_none() && row.low.is_none();
            prop_assert!(!is_empty || !row.note.is_empty(), "{row:?}");
            prop_assert!(row.note != "undefined: " && !row.note.contains("NaN"), "{row:?}");
            prop_assert!(!row.note.contains("inf ") && !row.note.ends_with("inf"), "{row:?}");
        }
        for puzzle in &comparison.puzzles {
            for judgement in puzzle.judgements.iter().chain(&comparison.overall) {
                prop_assert!(!judgement.because.is_empty(), "{judgement:?}");
            }
        }
        if dataset.methods().len() > 1 {
            let request = GateRequest { method: "m1", against: "m0", margin: None };
            if let Ok(gate) = gate(&dataset, &options, request) {
                prop_assert!(!gate.sentence.contains("NaN") && !gate.sentence.contains("inf "));
            }
        }
    }
}
