//! Rows against other programs, and which rows there are.

use super::*;

const NONE: Option<u64> = None;

/// Ten runs of the reference `a` and of `b`, with ties and one success at the cap itself.
fn samples() -> [Vec<Option<u64>>; 3] {
    let solved = |times: &[u64]| -> Vec<Option<u64>> {
        times.iter().map(|&time| Some(time)).chain(std::iter::repeat(NONE)).take(10).collect()
    };
    [
        solved(&[120, 340, 340, 560, 780, 910]),
        solved(&[40, 80, 120, 150, 150, 200, 320, 610, 1000]),
        solved(&[500, 500, 700, 900]),
    ]
}

fn dataset(methods: usize) -> Dataset {
    let samples = samples();
    let slices: Vec<&[Option<u64>]> = samples.iter().map(Vec::as_slice).collect();
    on_one_puzzle(&slices[..methods])
}

/// A test, then its statistic, p, effect, lower and upper end, where it has them.
type Expected = (&'static str, [Option<f64>; 5]);

fn near(found: Option<f64>, expected: f64) -> bool {
    found.is_some_and(|found| (found - expected).abs() <= 1e-9 * expected.abs())
}

fn check(comparison: &Comparison, expected: &[Expected]) {
    for (test, numbers) in expected {
        let row = find(comparison, test);
        let found = [row.statistic, row.p, row.effect, row.low, row.high];
        for (found, expected) in found.iter().zip(numbers) {
            let is_near = match (found, expected) {
                (_, Some(expected)) => near(*found, *expected),
                (found, None) => found.is_none(),
            };
            assert!(is_near, "{test}: {row:?}");
        }
    }
}

/// With A and B the times, failures set to 1000, and W those with failures set to 2001:
/// scipy.stats.fisher_exact([[9, 1], [6, 4]]), statsmodels confint_proportions_2indep(9, 10, 6, 10,
/// method="newcomb", compare="diff"), ttest_ind(B, A, equal_var=...), levene(B, A, center=...),
/// lifelines logrank_test(B, A, ...), mannwhitneyu(WB, WA, method="asymptotic"), mid-p by hypergeom.
#[test]
fn unpaired_rows_are_those_of_other_programs() {
    let comparison = compare(&dataset(2), &Options::default()).expect("a comparison");
    assert_eq!(comparison.pairing, Pairing::Independent);
    let welch = [-671.1614289878551, -4.838571012144996];
    let student = [-670.9561917980318, -5.043808201968147];
    let t = Some(-2.1327479923611636);
    let (low, high) = (Some(-0.08242332347106351), Some(0.5988321919985742));
    check(
        &comparison,
        &[
            ("fisher", [None, Some(0.3034055727554179), Some(0.3), low, high]),
            ("fisher-mid-p", [None, Some(0.16795665634674922), Some(0.3), None, None]),
            ("rmst", [t, Some(0.04709341089603466), Some(-338.0), Some(welch[0]), Some(welch[1])]),
            ("welch", [t, Some(0.04709341089603466), Some(-338.0), Some(welch[0]), Some(welch[1])]),
            (
                "student",
                [t, Some(0.046969012545983804), Some(-338.0), Some(student[0]), Some(student[1])],
            ),
            ("log-rank", [Some(3.9734146239406676), Some(0.046223947293541), None, None, None]),
            ("levene", [Some(0.017391983220506953), Some(0.8965432010416102), None, None, None]),
            (
                "brown-forsythe",
                [Some(0.021023792357606343), Some(0.8863253947727365), None, None, None],
            ),
        ],
    );
    let ranks = find(&comparison, "mann-whitney");
    assert_eq!((ranks.statistic, ranks.effect), (Some(22.5), Some(0.775)));
    assert!(near(ranks.p, 0.03950494885781733), "{ranks:?}");
    assert_eq!(find(&comparison, "levene").freedom, [1.0, 18.0]);
}

/// binomtest(0, 3), ttest_rel(B, A).confidence_interval(), all 1024 signs of B - A,
/// wilcoxon(B - A, zero_method="pratt", correction=True, method="approx")
#[test]
fn paired_rows_are_those_of_other_programs() {
    let dataset = with_common_seeds(&dataset(2));
    let options = Options { primary: Primary::Rmst, ..Options::default() };
    let comparison = compare(&dataset, &options).expect("a comparison");
    assert_eq!(comparison.pairing, Pairing::Common);
    let (low, high) = (Some(-532.2413190731638), Some(-143.7586809268362));
    check(
        &comparison,
        &[
            ("sign-flip", [None, Some(0.0078125), Some(-338.0), low, high]),
            ("signed-rank", [Some(0.0), Some(0.00889027942619237), None, None, None]),
        ],
    );
    let solved = find(&comparison, "mcnemar");
    assert!(near(solved.p, 0.25) && near(solved.effect, 0.3), "{solved:?}");
    assert!(comparison.tests.iter().all(|row| !["fisher", "welch"].contains(&row.test)));
    assert_eq!(find(&comparison, "sign-flip").family, Family::Puzzle);
    assert_eq!(solved.family, Family::Exploratory);
}

/// scipy.stats.kruskal(WA, WB, WC)
#[test]
fn more_than_two_methods_are_also_tested_together() {
    let comparison = compare(&dataset(3), &Options::default()).expect("a comparison");
    let row = find(&comparison, "kruskal-wallis");
    assert!(near(row.statistic, 9.330110044486078) && near(row.p, 0.00941872996960298), "{row:?}");
    assert!(comparison.tests.iter().all(|row| row.test != "friedman"), "one puzzle is no block");
}

#[test]
fn holm_adjusts_the_primary_tests_and_no_other() {
    let mut dataset = Dataset::default();
    for (puzzle, shift) in [("p", 0), ("q", 3)] {
        for (method, solved) in [("a", 8), ("b", 15), ("c", 9)] {
            let solved = (solved + shift).min(20);
            add(&mut dataset, puzzle, method, &runs(solved, 10, 900, 20 - solved as usize));
        }
    }
    let comparison = compare(&dataset, &Options::default()).expect("a comparison");
    let of = |family| comparison.tests.iter().filter(move |row| row.family == family);
    let names = |family| of(family).map(|row| row.test).collect::<Vec<_>>();
    assert_eq!(names(Family::Overall), ["mantel-haenszel"; 2]);
    assert_eq!(names(Family::Puzzle), ["fisher"; 4]);
    let adjusted = holm(&of(Family::Puzzle).map(|row| row.p.expect("p")).collect::<Vec<_>>());
    let found: Vec<f64> = of(Family::Puzzle).map(|row| row.p_holm.expect("p")).collect();
    assert_eq!(found, adjusted);
    for family in [Family::Exploratory, Family::Estimate] {
        assert!(of(family).count() > 0 && of(family).all(|row| row.p_holm.is_none()));
    }
    let ranks = &find(&comparison, "friedman").note;
    assert!(ranks.contains("a 3.00") || ranks.contains("a 2.50"), "{ranks}");
}

/// ttest_ind(B, A).pvalue * 2, and the choice by levene(center="mean") on unlike spreads
#[test]
fn protocols_test_as_the_studies_did() {
    let with = |protocol, dataset: &Dataset| {
        let options = Options { protocol: Some(protocol), ..Options::default() };
        let comparison = compare(dataset, &options).expect("a comparison");
        let study = comparison.tests.into_iter().filter(|row| row.family == Family::Study);
        study.map(|row| (row.test, row.p)).collect::<Vec<_>>()
    };
    let study = with(Protocol::Study, &dataset(3));
    let names: Vec<_> = study.iter().map(|row| row.0).collect();
    assert_eq!(names, ["brown-forsythe", "student", "brown-forsythe", "student"]);
    assert!((study[1].1.expect("p") - 2.0 * 0.046969012545983804).abs() < 1e-12);
    assert_eq!(with(Protocol::LeveneChoice, &dataset(2))[1].0, "student");
    let uneven = on_one_puzzle(&[&runs(20, 490, 510, 0), &runs(20, 10, 990, 0)]);
    assert_eq!(with(Protocol::LeveneChoice, &uneven)[1].0, "welch");
}

#[test]
fn the_unit_is_that_of_the_budget_and_must_be_counted() {
    let mut dataset = dataset(2);
    let unit = |dataset: &Dataset, unit| {
        let options = Options { unit, ..Options::default() };
        compare(dataset, &options).map(|comparison| comparison.unit)
    };
    assert_eq!(unit(&dataset, None), Ok(EffortUnit::Generations));
    let error = unit(&dataset, Some(EffortUnit::Nodes)).expect_err("no nodes").to_string();
    assert!(error.contains("`a` counts no nodes") && error.contains("generations"), "{error}");
    let mut other = run(10, Some(5));
    (other.generations, other.nodes, other.caps) = (None, Some(5), Budget::default());
    dataset.add(0, 1, other);
    assert_eq!(unit(&dataset, None), Err(CannotCompare::NoUnit));
    let alone = compare(&dataset.with_methods(&[0]), &Options::default()).expect("figures");
    assert!(alone.puzzles[0].judgements.is_empty() && alone.overall.is_empty());
    assert_eq!(compare(&Dataset::default(), &Options::default()).err(), Some(CannotCompare::NoRun));
}

#[test]
fn readers_are_warned() {
    let mut dataset = dataset(2);
    let warned = |dataset: &Dataset, word: &str| {
        let comparison = compare(dataset, &Options::default()).expect("a comparison");
        let found = comparison.warnings.iter().any(|warning| warning.contains(word));
        (found, comparison.warnings)
    };
    assert_eq!(warned(&dataset, "fewer than 30").1.len(), 1);
    let mut dear = run(10, Some(5));
    dear.caps.generations = Some(2000);
    dear.evaluations = Some(5000);
    dataset.add(0, 0, dear);
    dear.evaluations = Some(500);
    dear.stop = Some(Stop::Error);
    dear.is_solved = false;
    dataset.add(0, 1, dear);
    for word in [
        "caps are unequal",
        "a generation costs b 100 evaluations and a 1000",
        "1 run ended in an error",
    ] {
        let (is_warned, warnings) = warned(&dataset, word);
        assert!(is_warned, "{word}: {warnings:?}");
    }
}

/// A method that gives up at once and one that always solves, neither with a cap in the unit.
#[test]
fn what_a_run_spent_in_vain_does_not_decide_who_has_solved() {
    let mut dataset = on_one_puzzle(&[&runs(30, 50, 90, 0), &runs(0, 0, 0, 30)]);
    let bare = |run: &Observation| Observation { caps: Budget::default(), ..*run };
    let (sure, quitter): (Vec<_>, Vec<_>) = (
        dataset.runs(0, 0).iter().map(bare).collect(),
        dataset.runs(0, 1).iter().map(bare).collect(),
    );
    dataset = Dataset::default();
    let puzzle = dataset.puzzle(&PuzzleFacts::default());
    let (a, b) = (dataset.method("a"), dataset.method("b"));
    sure.into_iter().for_each(|run| dataset.add(puzzle, a, run));
    for run in quitter {
        let (generations, stop) = (Some(20), Some(Stop::Unknown));
        dataset.add(puzzle, b, Observation { generations, stop, ..run });
    }
    let comparison = compare(&dataset, &Options::default()).expect("a comparison");
    assert_eq!(find(&comparison, "fisher").effect, Some(-1.0));
    assert_eq!(comparison.puzzles[0].cap, Some(90.0), "a quitter is known to the end");
    assert_eq!(comparison.puzzles[0].judgements[0].verdict, Verdict::Worse);
}

#[test]
fn unequal_caps_are_cut_in_table_and_tests_alike() {
    let mut dataset = Dataset::default();
    add(&mut dataset, "p", "a", &runs(20, 100, 900, 10));
    add(&mut dataset, "p", "b", &runs(20, 100, 900, 10));
    let mut short = Dataset::default();
    for method in 0..2 {
        let (puzzle, place) =
            (short.puzzle(&dataset.puzzles()[0]), short.method(&dataset.methods()[method]));
        for run in dataset.runs(0, method) {
            let cap = Budget { generations: Some(500), ..Budget::default() };
            let cut = Observation { caps: cap, ..run.up_to(EffortUnit::Generations, 500.0) };
            short.add(puzzle, place, if method == 0 { *run } else { cut });
        }
    }
    let comparison = compare(&short, &Options::default()).expect("a comparison");
    let [a, b] = [0, 1].map(|method| comparison.puzzles[0].figures[method].clone());
    assert_eq!((a.solved, a.restricted_mean, a.cap), (b.solved, b.restricted_mean, Some(500.0)));
    assert_eq!(find(&comparison, "fisher").effect, Some(0.0));
}

#[test]
fn puzzles_with_single_runs_are_cases_of_their_own() {
    let mut dataset = Dataset::default();
    for place in 0..25 {
        let name = format!("p{place}");
        add(&mut dataset, &name, "a", &[Some(500 + place)]);
        add(&mut dataset, &name, "b", &[Some(300 + 2 * place)]);
    }
    let options = Options { primary: Primary::Rmst, ..Options::default() };
    let comparison = compare(&dataset, &options).expect("a comparison");
    assert_eq!(comparison.overall[0].verdict, Verdict::Better, "{:?}", comparison.overall);
    for test in ["rmst-strata", "signed-rank-puzzles"] {
        assert!(find(&comparison, test).p.is_some_and(|p| p < 0.001), "{test}");
    }
    assert!(find(&comparison, "bootstrap-puzzles").high.is_some_and(|high| high < 0.0));
    // One such puzzle beside others does not take their answer away.
    add(&mut dataset, "q", "a", &runs(30, 100, 400, 0));
    add(&mut dataset, "q", "b", &runs(30, 500, 900, 0));
    let comparison = compare(&dataset, &options).expect("a comparison");
    let row = find(&comparison, "rmst-strata");
    assert!(row.effect.is_some_and(|effect| effect > 0.0) && row.note.contains("25"), "{row:?}");
}

#[test]
fn pairs_need_common_seeds() {
    let mut dataset = dataset(2);
    let asked = Options { pairing: Some(Pairing::Common), ..Options::default() };
    let comparison = compare(&dataset, &asked).expect("a comparison");
    assert!(comparison.warnings.iter().any(|warning| warning.contains("no seeds are told")));
    dataset = with_common_seeds(&dataset);
    let odd = |seed| Observation { seed: Some(seed), ..run(77, Some(5)) };
    dataset.add(0, 0, odd(1));
    dataset.add(0, 1, odd(2));
    assert_eq!(compare(&dataset, &asked).err(), Some(CannotCompare::NoPairs));
    let comparison = compare(&dataset, &Options::default()).expect("a comparison");
    assert_eq!(comparison.pairing, Pairing::Independent);
    assert!(comparison.warnings.iter().any(|warning| warning.starts_with("10 of 11 pairs")));
}

/// The rows of a table and of the tests end at one cap, also where a third method has a smaller one.
#[test]
fn one_cap_serves_all_methods_of_a_puzzle() {
    let mut dataset = on_one_puzzle(&[&runs(10, 50, 900, 20), &runs(25, 50, 900, 5)]);
    let (puzzle, third) = (0, dataset.method("c"));
    for repeat in 0..30 {
        let caps = Budget { generations: Some(100), ..Budget::default() };
        dataset.add(puzzle, third, Observation { caps, ..run(repeat, Some(90)) });
    }
    let comparison = compare(&dataset, &Options::default()).expect("a comparison");
    let figures = &comparison.puzzles[0].figures;
    assert!(figures.iter().all(|figures| figures.cap == Some(100.0)));
    let shares: Vec<f64> = figures.iter().filter_map(|figures| figures.solved.share()).collect();
    let effects = comparison.tests.iter().filter(|row| row.test == "fisher").map(|row| row.effect);
    for (effect, share) in effects.zip(&shares[1..]) {
        assert!(near(effect, share - shares[0]), "{effect:?} {shares:?}");
    }
}

#[test]
fn runs_that_do_not_vary_are_told_apart_over_puzzles() {
    let mut dataset = Dataset::default();
    for puzzle in ["p", "q"] {
        add(&mut dataset, puzzle, "a", &runs(40, 100, 100, 0));
        add(&mut dataset, puzzle, "b", &runs(40, 300, 300, 0));
    }
    let options = Options { primary: Primary::Rmst, ..Options::default() };
    let comparison = compare(&dataset, &options).expect("a comparison");
    assert_eq!(comparison.overall[0].verdict, Verdict::Worse);
    let worse = |puzzle: &PuzzleComparison| puzzle.judgements[0].verdict == Verdict::Worse;
    assert!(comparison.puzzles.iter().all(worse));
    assert!(find(&comparison, "rmst").p.is_some_and(|p| p < 1e-20));
}

#[test]
fn of_very_many_puzzles_the_two_questions_alone_are_asked() {
    let mut dataset = Dataset::default();
    for puzzle in 0..=MOST_EXPLORED / 2 {
        for method in ["a", "b"] {
            add(&mut dataset, &format!("p{puzzle}"), method, &[Some(5), None]);
        }
    }
    let many = compare(&dataset, &Options::default()).expect("a comparison");
    let puzzles = dataset.puzzles().len();
    let on_puzzles = many.tests.iter().filter(|row| row.puzzle.is_some()).count();
    assert_eq!(on_puzzles, 2 * puzzles);
    assert_eq!(many.puzzles.len(), puzzles);
    assert!(many.warnings.iter().any(|warning| warning.contains("the two questions alone")));
    let fewer: Vec<usize> = (1..puzzles).collect();
    let few = compare(&dataset.with_puzzles(&fewer), &Options::default()).expect("a comparison");
    assert!(few.tests.iter().filter(|row| row.puzzle.is_some()).count() > 5 * fewer.len());
    assert!(!few.warnings.iter().any(|warning| warning.contains("the two questions alone")));
}
