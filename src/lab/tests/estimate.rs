//! The estimate looks at every arm, and at every puzzle while they are few.

use super::{arm, plan};
use crate::lab::estimate::estimate;

#[test]
fn no_arm_and_no_place_is_passed_over() {
    let long = || arm("baseline", 1_000_000);
    for arms in [vec![arm("exact", 1), long()], vec![long(), arm("exact", 1)]] {
        let plan = plan(&["9x9/famous"], arms, 30);
        let found = estimate(&plan, plan.len());
        assert_eq!((found.pilots, found.unended), (12, 6), "six puzzles, of which none is easy");
        assert!(found.cpu_seconds > 180.0, "six times thirty runs to a cap of seconds: {found:?}");
    }
    let plan = plan(&["9x9/easy", "twodoku/hard-1"], vec![long()], 1);
    assert!(estimate(&plan, plan.len()).unended > 0, "the last puzzle alone takes long");
}
