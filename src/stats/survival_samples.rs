//! Samples of times that the tests of several files share.

use super::survival::Time;

fn times(values: &[f64], events: &[u8]) -> Vec<Time> {
    let pairs = values.iter().zip(events);
    pairs.map(|(&value, &event)| Time { value, is_event: event == 1 }).collect()
}

/// A: ties, censored before the end; B: none censored; C: all censored; D: constant; E: two times;
/// F: ties of events and censorings.
pub(super) fn sample(name: char) -> Vec<Time> {
    match name {
        'A' => times(&[3.0, 5.0, 5.0, 8.0, 10.0, 10.0, 10.0, 2.0], &[1, 1, 1, 0, 1, 0, 0, 1]),
        'B' => times(&[1.0, 2.0, 3.0, 4.0], &[1; 4]),
        'C' => times(&[10.0; 3], &[0; 3]),
        'D' => times(&[4.0; 5], &[1; 5]),
        'E' => times(&[7.0, 9.0], &[1, 0]),
        'F' => times(
            &[1.0, 1.0, 2.0, 6.0, 6.5, 7.0, 12.0, 12.0, 15.0, 20.0, 20.0, 20.0],
            &[1, 0, 1, 1, 0, 1, 1, 1, 0, 0, 1, 0],
        ),
        _ => Vec::new(),
    }
}

/// Random and degenerate times: few values, so that they tie, and huge ones.
pub(super) fn any_times() -> impl proptest::strategy::Strategy<Value = Vec<Time>> {
    use proptest::prelude::*;
    let value = prop_oneof![Just(0.0), (0u8..6).prop_map(f64::from), 0.0..1e3, Just(1e308)];
    let time = (value, any::<bool>()).prop_map(|(value, is_event)| Time { value, is_event });
    proptest::collection::vec(time, 0..20)
}
