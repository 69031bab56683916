//! What the benches share: the clock.

use std::time::Duration;

use cpu_time::ProcessTime;

/// The CPU seconds of each task, on all its threads: the minimum over several passes, the tasks taking turns, so
/// that a disturbance of the machine does not fall on one of them alone.
pub fn fastest(passes: usize, tasks: &mut [Box<dyn FnMut() + '_>]) -> Vec<f64> {
    let mut best = vec![Duration::MAX; tasks.len()];
    for _ in 0..passes {
        for (task, best) in tasks.iter_mut().zip(&mut best) {
            let start = ProcessTime::now();
            task();
            *best = start.elapsed().min(*best);
        }
    }
    best.iter().map(Duration::as_secs_f64).collect()
}
