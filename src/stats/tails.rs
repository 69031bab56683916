//! Upper tails and quantiles of the distributions that tests refer to.
//!
//! Tails are asked for as such and never as one minus the other side, so that small
//! probabilities stay what they are. Degrees of freedom must be above 0; `None` otherwise.

use statrs::distribution::{
    ChiSquared, Continuous, ContinuousCDF, FisherSnedecor, Normal, StudentsT,
};

/// P(Z > z) of the standard normal distribution.
pub fn normal_upper(z: f64) -> Option<f64> {
    Normal::new(0.0, 1.0).ok().map(|normal| normal.sf(z))
}

/// The z below which a standard normal number lies with this probability.
pub fn normal_quantile(probability: f64) -> Option<f64> {
    let is_inside = 0.0 < probability && probability < 1.0;
    Normal::new(0.0, 1.0).ok().filter(|_| is_inside).map(|normal| normal.inverse_cdf(probability))
}

/// P(T > t) of Student's distribution.
pub fn student_upper(t: f64, freedom: f64) -> Option<f64> {
    StudentsT::new(0.0, 1.0, freedom).ok().map(|student| student.sf(t))
}

/// The t below which a number of Student's distribution lies with this probability.
pub fn student_quantile(probability: f64, freedom: f64) -> Option<f64> {
    let is_inside = 0.0 < probability && probability < 1.0;
    let student = StudentsT::new(0.0, 1.0, freedom).ok().filter(|_| is_inside)?;
    let tail = probability.min(1.0 - probability);
    let distance = sharpened(&student, student.inverse_cdf(probability).abs(), tail);
    Some(if probability < 0.5 { -distance } else { distance })
}

/// A quantile by steps of Newton as long as they come nearer: with many degrees of freedom the one
/// given has eight digits only.
fn sharpened(student: &StudentsT, mut distance: f64, tail: f64) -> f64 {
    let mut error = student.sf(distance) - tail;
    loop {
        let next = distance + error / student.pdf(distance);
        let next_error = student.sf(next) - tail;
        // A comparison with NaN is false and ends the search.
        if next_error.abs() < error.abs() {
            (distance, error) = (next, next_error);
        } else {
            return distance;
        }
    }
}

/// P(X > x) of the chi-squared distribution.
pub fn chi_squared_upper(x: f64, freedom: f64) -> Option<f64> {
    ChiSquared::new(freedom).ok().map(|chi_squared| chi_squared.sf(x))
}

/// The x below which a chi-squared number lies with this probability.
pub fn chi_squared_quantile(probability: f64, freedom: f64) -> Option<f64> {
    let is_inside = 0.0 < probability && probability < 1.0;
    let chi_squared = ChiSquared::new(freedom).ok().filter(|_| is_inside)?;
    Some(chi_squared.inverse_cdf(probability))
}

/// P(F > f) of the F distribution.
pub fn f_upper(f: f64, numerator: f64, denominator: f64) -> Option<f64> {
    FisherSnedecor::new(numerator, denominator).ok().map(|distribution| distribution.sf(f))
}

#[cfg(test)]
mod tests {
    use super::super::agree;
    use super::*;

    #[test]
    fn tails_are_those_of_scipy() {
        for (call, found, expected) in tails() {
            let found = found.unwrap_or_else(|| panic!("{call}"));
            assert!(agree(found, expected), "{call}: {found} instead of {expected}");
        }
    }

    type Case = (&'static str, Option<f64>, f64);

    /// The calls are those of SciPy 1.17.
    fn tails() -> Vec<Case> {
        vec![
            ("stats.norm.sf(1.96)", normal_upper(1.96), 0.024997895148220435),
            ("stats.norm.sf(12)", normal_upper(12.0), 1.776482112077653e-33),
            ("stats.norm.ppf(0.975)", normal_quantile(0.975), 1.959963984540054),
            ("stats.t.sf(2.5, 7.3)", student_upper(2.5, 7.3), 0.019825117332800214),
            ("stats.t.sf(-1, 3)", student_upper(-1.0, 3.0), 0.8044988905221148),
            ("stats.t.sf(40, 60)", student_upper(40.0, 60.0), 2.8777402433136926e-45),
            ("stats.t.ppf(0.975, 14)", student_quantile(0.975, 14.0), 2.144786687917804),
            ("stats.chi2.sf(3.84, 1)", chi_squared_upper(3.84, 1.0), 0.05004352124870519),
            ("stats.chi2.sf(250, 4)", chi_squared_upper(250.0, 4.0), 6.509689997375721e-53),
            ("stats.chi2.ppf(0.025, 2)", chi_squared_quantile(0.025, 2.0), 0.05063561596857975),
            ("stats.chi2.ppf(0.975, 32)", chi_squared_quantile(0.975, 32.0), 49.48043774297169),
            ("stats.f.sf(4.2, 2, 42)", f_upper(4.2, 2.0, 42.0), 0.021736711087157346),
            ("stats.f.sf(90, 1, 98)", f_upper(90.0, 1.0, 98.0), 1.5736588973641276e-15),
            ("stats.norm.sf(0)", normal_upper(0.0), 0.5),
            ("stats.norm.sf(-3.5)", normal_upper(-3.5), 0.9997673709209645),
            ("stats.norm.sf(30)", normal_upper(30.0), 4.906713927147908e-198),
            ("stats.norm.ppf(0.5)", normal_quantile(0.5), 0.0),
            ("stats.norm.ppf(0.001)", normal_quantile(0.001), -3.090232306167813),
            ("stats.norm.ppf(0.999999)", normal_quantile(0.999999), 4.753424308817087),
            ("stats.norm.ppf(1e-12)", normal_quantile(1e-12), -7.034483825301131),
            ("stats.t.sf(0, 5)", student_upper(0.0, 5.0), 0.5),
            ("stats.t.sf(12, 1)", student_upper(12.0, 1.0), 0.026464676059589878),
            ("stats.t.ppf(0.95, 1)", student_quantile(0.95, 1.0), 6.313751514675037),
            ("stats.t.ppf(0.995, 1.5)", student_quantile(0.995, 1.5), 17.820310514462804),
            ("stats.t.ppf(0.025, 98)", student_quantile(0.025, 98.0), -1.9844674545084817),
            ("stats.t.ppf(0.9, 1e5)", student_quantile(0.9, 1e5), 1.2815600314493614),
            ("stats.chi2.sf(0, 3)", chi_squared_upper(0.0, 3.0), 1.0),
            ("stats.chi2.sf(1e-3, 1)", chi_squared_upper(1e-3, 1.0), 0.9747728793699604),
            ("stats.chi2.sf(120, 100)", chi_squared_upper(120.0, 100.0), 0.08440668109369177),
            ("stats.chi2.ppf(0.5, 1)", chi_squared_quantile(0.5, 1.0), 0.454936423119572),
            ("stats.chi2.ppf(0.95, 2002)", chi_squared_quantile(0.95, 2002.0), 2107.2062442666015),
            ("stats.chi2.ppf(0.999, 7)", chi_squared_quantile(0.999, 7.0), 24.321886347856854),
            ("stats.f.sf(0, 1, 5)", f_upper(0.0, 1.0, 5.0), 1.0),
            ("stats.f.sf(1, 3, 5)", f_upper(1.0, 3.0, 5.0), 0.4648547899936351),
            ("stats.f.sf(1e5, 4, 6)", f_upper(1e5, 4.0, 6.0), 1.3499240652336703e-14),
        ]
    }

    #[test]
    fn what_is_undefined_is_none() {
        assert_eq!(student_upper(1.0, 0.0), None);
        assert_eq!(chi_squared_upper(1.0, -1.0), None);
        assert_eq!(chi_squared_quantile(1.0, 3.0), None);
        assert_eq!(normal_quantile(0.0), None);
        assert_eq!(f_upper(1.0, 0.0, 3.0), None);
    }
}
