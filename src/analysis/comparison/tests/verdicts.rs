use super::*;

fn verdict(a: &[Option<u64>], b: &[Option<u64>], primary: Primary) -> (Verdict, String) {
    let options = Options { primary, ..Options::default() };
    let comparison = compare(&on_one_puzzle(&[a, b]), &options).expect("a comparison");
    let judgement = &comparison.puzzles[0].judgements[0];
    assert_eq!((&*judgement.method, &*judgement.against), ("b", "a"));
    (judgement.verdict, judgement.because.clone())
}

#[test]
fn words_follow_the_primary_test_unless_the_other_view_speaks_against_it() {
    let (solved, rmst) = (Primary::Solved, Primary::Rmst);
    let (few, many) = (runs(10, 100, 900, 30), runs(35, 100, 900, 5));
    let (slow, quick) = (runs(40, 600, 900, 0), runs(40, 100, 400, 0));
    // Quick but stuck in a third of the runs, against slow and sure.
    let (stuck, sure) = (runs(28, 1, 40, 14), runs(42, 700, 990, 0));
    let better_at_cap = true;
    let better_by_primary = true;
    for (a, b, primary, expected) in [
        (&few, &many, solved, Verdict::Better),
        (&many, &few, solved, Verdict::Worse),
        (&few, &many, rmst, Verdict::Better),
        (&slow, &quick, solved, Verdict::NoDifference),
        (&slow, &quick, rmst, Verdict::Better),
        (&quick, &slow, rmst, Verdict::Worse),
        (&stuck, &sure, solved, Verdict::Mixed { better_by_primary }),
        (&sure, &stuck, solved, Verdict::Mixed { better_by_primary: false }),
        (
            &runs(12, 10, 20, 28),
            &runs(40, 250, 300, 0),
            solved,
            Verdict::TradeOff { better_at_cap },
        ),
        (
            &runs(40, 250, 300, 0),
            &runs(12, 10, 20, 28),
            rmst,
            Verdict::TradeOff { better_at_cap: false },
        ),
        (&runs(0, 0, 0, 20), &runs(0, 0, 0, 20), solved, Verdict::NoDifference),
        (&runs(0, 0, 0, 20), &runs(0, 0, 0, 20), rmst, Verdict::NoDifference),
        // Runs that are all alike have no variance, and yet chance does not explain the difference.
        (&runs(30, 200, 200, 0), &runs(30, 100, 100, 0), rmst, Verdict::Better),
    ] {
        let (found, because) = verdict(a, b, primary);
        assert_eq!(found, expected, "{primary:?}: {because}");
        assert!(!because.is_empty());
    }
}

#[test]
fn no_difference_comes_with_what_could_have_been_shown() {
    for (count, expected) in [(15, "97 %"), (30, "86 %"), (50, "79 %"), (100, "71 %")] {
        let half = runs(count / 2, 10, 500, (count - count / 2) as usize);
        let (found, because) = verdict(&half, &half, Primary::Solved);
        assert_eq!(found, Verdict::NoDifference);
        assert!(because.contains(&format!("{count} runs each")), "{because}");
        assert!(because.ends_with(expected), "{because}");
    }
    let (_, because) = verdict(&runs(2, 1, 9, 1), &runs(1, 1, 9, 2), Primary::Solved);
    assert!(because.contains("not even"), "{because}");
    let (_, because) = verdict(&runs(15, 1, 900, 0), &runs(15, 1, 900, 0), Primary::Rmst);
    assert!(because.contains("1.06 standard deviations"), "{because}");
}

#[test]
fn over_puzzles_the_strata_speak() {
    let mut dataset = Dataset::default();
    // On the hard puzzle both fail often; pooled runs would hide that b is better on each.
    for (puzzle, a, b) in [("easy", 20, 29), ("hard", 2, 11)] {
        add(&mut dataset, puzzle, "a", &runs(a, 100, 800, 30 - a as usize));
        add(&mut dataset, puzzle, "b", &runs(b, 100, 800, 30 - b as usize));
    }
    let comparison = compare(&dataset, &Options::default()).expect("a comparison");
    assert_eq!(comparison.overall.len(), 1);
    assert_eq!(comparison.overall[0].verdict, Verdict::Better);
    let row = find(&comparison, "mantel-haenszel");
    assert_eq!((row.family, row.puzzle.as_deref()), (Family::Overall, None));
    // t = [[[29, 1], [20, 10]], [[11, 19], [2, 28]]];
    // statsmodels StratifiedTable([np.array(x) for x in t]).test_null_odds(correction=False)
    assert!((row.statistic.expect("chi-squared") - 16.622608695652175).abs() < 1e-9, "{row:?}");
    assert_eq!((row.n_a, row.n_b), (Some(60), Some(60)));
}
