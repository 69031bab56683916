//! The process against scikit-learn.

use super::*;

fn seen() -> Seen {
    let points = [[0.1, 0.2], [0.4, 0.9], [0.8, 0.3], [0.5, 0.5], [0.95, 0.7], [0.1, 0.2]];
    Seen {
        points: points.iter().map(|point| point.to_vec()).collect(),
        values: vec![1.2, 0.4, 0.9, 0.3, 1.1, 1.0],
        noises: vec![0.01, 0.02, 0.01, 0.05, 0.02, 0.03],
    }
}

fn kernel(variance: f64, lengths: &[f64]) -> Kernel {
    let are_categories = vec![false; lengths.len()];
    Kernel { variance, lengths: lengths.to_vec(), are_categories }
}

fn agree(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= 1e-9 * expected.abs().max(1e-3)
}

/// Means, variances and the likelihood at points.
type Oracle<'a> = (&'a [&'a [f64]], &'a [f64], &'a [f64], f64);

fn check(seen: &Seen, kernel: Kernel, (points, means, variances, likelihood): Oracle<'_>) {
    let process = GaussianProcess::with_kernel(seen, kernel).expect("a process");
    assert!(agree(process.likelihood(), likelihood), "{}", process.likelihood());
    for ((point, &mean), &variance) in points.iter().zip(means).zip(variances) {
        let found = process.predict(point);
        assert!(agree(found.0, mean) && agree(found.1, variance), "{point:?}: {found:?}");
    }
}

#[test]
fn it_is_that_of_scikit_learn() {
    // k = ConstantKernel(v, "fixed") * Matern(length_scale=l, nu=2.5, length_scale_bounds="fixed");
    // g = GaussianProcessRegressor(k, alpha=noises, optimizer=None).fit(points, y - y.mean());
    // mu, s = g.predict(at, return_std=True): mu + y.mean(), s ** 2,
    // g.log_marginal_likelihood_value_
    let at: [&[f64]; 3] = [&[0.3, 0.4], &[0.5, 0.5], &[1.0, 0.0]];
    check(
        &seen(),
        kernel(0.5, &[0.3, 0.7]),
        (
            &at,
            &[0.6760765493530138, 0.367690931205918, 0.9950164617016712],
            &[0.1246957544547095, 0.03915070292804889, 0.2768626322899935],
            -2.726379910645891,
        ),
    );
    check(
        &seen(),
        kernel(1.5, &[0.2, 0.2]),
        (
            &at,
            &[0.6826959946934322, 0.31748820528576005, 0.8416778381439163],
            &[1.0685797596377395, 0.04829640850559236, 1.447814518848921],
            -5.633170581904686,
        ),
    );
    let line = Seen {
        points: vec![vec![0.0], vec![0.5], vec![1.0]],
        values: vec![0.0, 1.0, 0.0],
        noises: vec![1e-3; 3],
    };
    check(
        &line,
        kernel(1.0, &[0.4]),
        (
            &[&[0.25], &[0.75], &[0.1]],
            &[0.5757001563897066, 0.5757001563897065, 0.18470322479901974],
            &[0.17655477382544915, 0.17655477382544915, 0.06796972328056039],
            -3.27368316881174,
        ),
    );
}

#[test]
fn categories_are_one_apart() {
    // The same with a column a category, its sign divided by numpy.sqrt(2).
    let seen = Seen {
        points: vec![vec![0.1, 0.0], vec![0.4, 1.0], vec![0.8, 0.0]],
        values: vec![1.0, 0.0, 2.0],
        noises: vec![0.1; 3],
    };
    let kernel =
        Kernel { variance: 1.0, lengths: vec![0.5, 0.8], are_categories: vec![false, true] };
    check(
        &seen,
        kernel,
        (
            &[&[0.4, 0.0], &[0.4, 1.0]],
            &[1.3164723536912997, 0.12352241892020888],
            &[0.2813633995436459, 0.08963434970625749],
            -4.0224990865220205,
        ),
    );
}

#[test]
fn the_kernel_is_the_likeliest_of_the_grid() {
    // The largest log_marginal_likelihood_value_ over VARIANCES and LENGTHS for both axes, then
    // axis by axis, twice.
    let found = GaussianProcess::fitted(&seen(), &[false, false]).expect("a process");
    assert!(agree(found.likelihood(), -0.9147467230720521), "{}", found.likelihood());
    assert_eq!(found.kernel().lengths, [0.2, 3.2]);
}

#[test]
fn equal_points_without_noise_and_equal_values_are_no_fault() {
    let flat =
        Seen { points: vec![vec![0.5], vec![0.5]], values: vec![2.0, 2.0], noises: vec![1e-6; 2] };
    let found = GaussianProcess::fitted(&flat, &[false]).expect("a process");
    assert!((found.predict(&[0.5]).0 - 2.0).abs() < 1e-6);
    let twins = Seen { noises: vec![0.0; 2], ..flat };
    assert!(GaussianProcess::with_kernel(&twins, kernel(1.0, &[0.5])).is_none());
}
