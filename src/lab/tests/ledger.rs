//! The ledger: what is asked for twice is done once.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use super::{arm, plan};
use crate::lab::ledger::{Commission, Ledger};
use crate::lab::session::Opening;
use crate::lab::{Claim, Shard};

#[test]
fn runs_that_are_the_same_are_done_once() {
    let folder: PathBuf =
        std::env::temp_dir().join(format!("sudoga-ledger-{}", std::process::id()));
    let request = serde_json::json!({"method": "dfs"});
    let commission = Commission { request, seed: 1, runs: 4 };
    let opening = Opening { claim: Claim::New, allow_changes: false, threads: 2 };
    let mut ledger =
        Ledger::open(&commission, Shard::WHOLE, &folder, opening).expect("a new folder");
    // Two arms of one method and one budget: numbers 0 and 1 are one run, as are 2 and 3.
    let plan = plan(&["9x9/easy-1", "9x9/hard-1"], vec![arm("dfs", 1), arm("dfs", 1)], 1);
    let mut done = Vec::new();
    let flow = ledger.perform(&plan, &[0, 1, 0, 2], |finished| {
        done.extend(finished.iter().map(|finished| finished.number));
        ControlFlow::Continue(())
    });
    assert!(flow.expect("room").is_continue());
    done.sort_unstable();
    assert_eq!(done, [0, 2]);
    assert_eq!(ledger.len(), 2);
    assert!((0..4).all(|number| ledger.record(plan.run(number).id).is_some()));
    let journal = fs::read_to_string(folder.join("journal.jsonl")).expect("a journal");
    assert_eq!(journal.lines().count(), 3, "a header and two records");
    drop(ledger);
    fs::remove_dir_all(&folder).ok();
}
