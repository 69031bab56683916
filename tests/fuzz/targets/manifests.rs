//! Manifests of result folders.

use sudoga::lab::{Manifest, Plan, Shard, plan::Source};

use super::{Checked, Target, Verdict, refused, same, scratch};

pub const TARGET: Target = Target {
    name: "manifests",
    samples,
    words: &[
        "\"schema\": 1",
        "\"program\": \"sudoga\"",
        "\"plan\": {}",
        "null",
        "true",
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        "\n",
        "\"shard\": {\"index\": 0, \"of\": 0}",
        "\"seed\": -1",
        "1e999",
        "\"sessions\": 4294967296",
        "[[[[[[[[[",
    ],
    check,
};

fn check(bytes: &[u8]) -> Checked {
    let path = scratch::file("manifest.json", bytes);
    let mut manifest = match Manifest::read(&path) {
        Ok(manifest) => manifest,
        Err(error) => return refused(&error.to_string(), &scratch::label(&path), false),
    };
    let mut written = Vec::new();
    manifest.write(&mut written).map_err(|error| error.to_string())?;
    let again = Manifest::read(&scratch::file("again.json", &written));
    same(
        "manifest",
        &again.map_err(|error| format!("written, and not read: {error}"))?,
        &manifest,
    )?;
    Ok(Verdict::Accepted)
}

fn samples() -> Vec<Vec<u8>> {
    let text = "seed = 1\npuzzles = ['@9x9/easy-1']\nmethods = ['exact', 'baseline']\n";
    let source = Source::parse("sample", &scratch::folder(), text, false).expect("a plan");
    let plan = Plan::resolve(&source, 1).expect("a plan");
    let resolved = serde_json::to_value(plan.resolved()).expect("JSON");
    let mut manifest = Manifest::new("sample", plan.digest(), resolved, 1);
    let mut samples = Vec::new();
    for shard in [None, Some(Shard { index: 2, of: 3 })] {
        manifest.shard = shard;
        let mut written = Vec::new();
        manifest.write(&mut written).expect("memory");
        samples.push(written);
    }
    samples
}
