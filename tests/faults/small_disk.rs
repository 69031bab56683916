//! A real file system that is too small, and grows when it is full. To mount one takes a privilege;
//! where it is missing, nothing is hit.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::campaign::{Campaign, Case, Tally};
use crate::child::run;
use crate::disk::{Before, heal, judge};
use crate::journals::journals;
use crate::work::copy;

/// Runs a batch on a disk that is too small for it, and lets it come to its end on a larger one.
pub fn play(campaign: &Campaign, case: &mut Case) -> Tally {
    let work = &campaign.works[case.number as usize % campaign.works.len()];
    let mut tally = Tally { injected: 1, ..Tally::default() };
    let kilobytes = 4 * (1 + case.rng.below(24));
    let Some(disk) = Disk::mount(&case.folder.0.join("disk"), kilobytes) else { return tally };
    let out = disk.0.join("out");
    let ended = run(work.go_on(&out));
    tally.hit = u64::from(ended.code != Some(0));
    let told = format!("{} on {kilobytes} KB", work.name);
    let after = journals(&out);
    let before = Before { journals: &Default::default(), is_read: false, may_fail: true };
    if let Err(wrong) = judge(work, &out, &ended, &before) {
        tally.violations.push(format!("{told}: {wrong}: {ended}"));
    }
    disk.grow();
    match heal(work, &out, &after) {
        Ok(()) => tally.healed = tally.hit,
        Err(wrong) => tally.violations.push(format!("{told}: {wrong}")),
    }
    if !tally.violations.is_empty() {
        // The disk is gone by the time that somebody looks.
        copy(&out, &case.folder.0.join("out"));
    }
    tally
}

/// A file system in memory, gone afterwards.
struct Disk(PathBuf);

impl Disk {
    fn mount(path: &Path, kilobytes: u32) -> Option<Self> {
        std::fs::create_dir_all(path).expect("a folder");
        let size = format!("size={kilobytes}k");
        let is_mounted = mount(&["-t", "tmpfs", "-o", &size, "tmpfs"], path);
        is_mounted.then(|| Self(path.to_owned()))
    }

    fn grow(&self) {
        assert!(mount(&["-o", "remount,size=64m"], &self.0), "a mounted disk can grow");
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        Command::new("umount").arg(&self.0).status().ok();
    }
}

fn mount(arguments: &[&str], path: &Path) -> bool {
    let output = Command::new("mount").args(arguments).arg(path).output();
    output.is_ok_and(|output| output.status.success())
}
