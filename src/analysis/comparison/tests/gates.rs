use super::*;

fn outcome(a: &[Option<u64>], b: &[Option<u64>], primary: Primary, margin: Option<f64>) -> Gate {
    let options = Options { primary, ..Options::default() };
    let request = GateRequest { method: "b", against: "a", margin };
    gate(&on_one_puzzle(&[a, b]), &options, request).expect("an answer")
}

#[test]
fn a_gate_passes_only_on_proof() {
    let (solved, rmst) = (Primary::Solved, Primary::Rmst);
    use GateOutcome::{Inconclusive, NotWorse, Worse};
    let (sure, most) = (runs(200, 300, 500, 0), runs(100, 300, 500, 100));
    let slow = runs(200, 700, 900, 0);
    for (a, b, primary, margin, expected) in [
        (&sure, &sure, solved, None, NotWorse),
        (&sure, &most, solved, None, Worse),
        (&most, &sure, solved, None, NotWorse),
        // Half of them solved: 200 runs cannot prove 5 points.
        (&most, &most, solved, None, Inconclusive),
        (&most, &most, solved, Some(0.2), NotWorse),
        (&runs(5, 1, 9, 0), &runs(5, 1, 9, 0), solved, None, Inconclusive),
        // Too few to prove anything, and nothing solved at all.
        (&runs(25, 1, 9, 0), &runs(25, 1, 9, 0), solved, Some(0.5), Inconclusive),
        (&runs(0, 0, 0, 400), &runs(0, 0, 0, 400), solved, None, Inconclusive),
        // Where the reference is within 10 % of the cap, nobody can be worse by 10 %.
        (&runs(7, 300, 900, 93), &runs(0, 0, 0, 100), rmst, None, Inconclusive),
        // Deterministic methods have no error.
        (&runs(40, 300, 300, 0), &runs(40, 300, 300, 0), rmst, None, NotWorse),
        (&runs(40, 300, 300, 0), &runs(40, 400, 400, 0), rmst, None, Worse),
        (&runs(40, 0, 0, 0), &runs(40, 4, 9, 0), rmst, None, Worse),
        // As many solved, and twice the effort: the other question has a veto.
        (&sure, &slow, solved, None, Worse),
        (&sure, &slow, rmst, None, Worse),
        (&slow, &sure, rmst, None, NotWorse),
        (&sure, &sure, rmst, None, NotWorse),
        (&runs(10, 100, 900, 0), &runs(10, 100, 900, 0), rmst, None, Inconclusive),
        (&runs(0, 0, 0, 40), &runs(0, 0, 0, 40), rmst, None, Inconclusive),
        (&runs(0, 0, 0, 40), &runs(0, 0, 0, 40), solved, None, Inconclusive),
    ] {
        let found = outcome(a, b, primary, margin);
        assert_eq!(found.outcome, expected, "{}", found.sentence);
    }
}

#[test]
fn limits_are_those_of_newcombe_and_of_the_ratio() {
    let gate = outcome(&runs(48, 1, 9, 32), &runs(56, 1, 9, 14), Primary::Solved, None);
    // statsmodels confint_proportions_2indep(56, 70, 48, 80, method="newcomb", alpha=0.1)
    assert!(
        gate.sentence.contains("+0.200, one-sided 95 % limits +0.077 and +0.314"),
        "{}",
        gate.sentence
    );
    let gate = outcome(&runs(50, 300, 500, 0), &runs(50, 330, 550, 0), Primary::Rmst, None);
    assert!(gate.sentence.contains("RMST +10.0 %"), "{}", gate.sentence);
}

#[test]
fn the_same_runs_pass() {
    let twice = on_one_puzzle(&[&runs(60, 100, 500, 0), &runs(60, 100, 500, 0)]);
    let options = Options { primary: Primary::Rmst, ..Options::default() };
    let request = GateRequest { method: "b", against: "a", margin: None };
    let found = gate(&with_common_seeds(&twice), &options, request).expect("an answer");
    assert_eq!(found.outcome, GateOutcome::NotWorse, "{}", found.sentence);
    assert!(found.sentence.contains("RMST +0.0 %"), "{}", found.sentence);
    let missing = found.clone().unless_missing(3);
    assert_eq!(missing.outcome, GateOutcome::Inconclusive);
    assert_eq!(found.clone().unless_missing(0), found);
}

#[test]
fn what_is_missing_is_no_proof() {
    let ask = |dataset: &Dataset| {
        let options = Options { primary: Primary::Rmst, ..Options::default() };
        gate(dataset, &options, GateRequest { method: "b", against: "a", margin: None })
            .expect("an answer")
    };
    let even = on_one_puzzle(&[&runs(300, 300, 500, 0), &runs(300, 300, 500, 0)]);
    assert_eq!(ask(&even).outcome, GateOutcome::NotWorse);
    for (runs_of_b, word) in [(0, "one of the methods only"), (1, "single run")] {
        let mut gaps = even.clone();
        add(&mut gaps, "q", "a", &runs(300, 300, 500, 0));
        add(&mut gaps, "q", "b", &runs(0, 0, 0, runs_of_b));
        let found = ask(&gaps);
        assert_eq!(found.outcome, GateOutcome::Inconclusive, "{}", found.sentence);
        assert!(found.sentence.contains(word), "{}", found.sentence);
    }
    // Without told caps the longest run is no cap that could leave no room.
    let mut untold = Dataset::default();
    let puzzle = untold.puzzle(&PuzzleFacts::default());
    for (name, time) in [("a", 200), ("b", 100)] {
        let method = untold.method(name);
        for repeat in 0..40 {
            let caps = Budget::default();
            untold.add(puzzle, method, Observation { caps, ..run(repeat, Some(time)) });
        }
    }
    assert_eq!(ask(&untold).outcome, GateOutcome::NotWorse);
}

#[test]
fn a_veto_names_its_question_and_margin() {
    let gate =
        outcome(&runs(200, 300, 500, 0), &runs(200, 700, 900, 0), Primary::Solved, Some(0.3));
    assert_eq!((gate.outcome, gate.question), (GateOutcome::Worse, Primary::Rmst));
    assert!((gate.margin - 0.1).abs() < 1e-12 && gate.sentence.contains("overrules solved share"));
}

#[test]
fn methods_are_looked_up() {
    let dataset = on_one_puzzle(&[&runs(5, 1, 9, 5), &runs(5, 1, 9, 5)]);
    let ask = |method, against| {
        gate(&dataset, &Options::default(), GateRequest { method, against, margin: None })
    };
    let unknown = ask("bb", "a").expect_err("no such method").to_string();
    assert!(unknown.contains("`bb`") && unknown.contains("`b`"), "{unknown}");
    assert_eq!(ask("a", "a"), Err(GateError::Same("a".to_owned())));
}
