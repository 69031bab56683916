use std::path::Path;

use super::file::{Claim, Test};
use super::*;
use crate::lab::Plan;

#[test]
fn every_study_can_be_read_and_asks_for_plans_that_are_there() {
    for name in names() {
        let study = find(name).expect("a study");
        let mut asked = study.plan_names();
        asked.sort_unstable();
        let known: Vec<&str> = study.plans.keys().map(String::as_str).collect();
        assert_eq!(asked, known, "{name}");
        let mut ids: Vec<&str> =
            study.questions.iter().map(|question| question.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), study.questions.len(), "{name}");
    }
    let shipped = plans::PLANS.iter().map(|(study, plan, _)| format!("{study}/{plan}.toml"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("configs/studies");
    assert!(shipped.clone().all(|plan| folder.join(plan).is_file()));
    let found: usize =
        names().map(|study| std::fs::read_dir(folder.join(study)).expect("a folder").count()).sum();
    assert_eq!(found, shipped.count(), "a plan that no study has");
}

/// The methods that a claim names.
fn named(claim: &Claim) -> Vec<&str> {
    match &claim.test {
        Test::Difference(test) => vec![&test.method, &test.against],
        Test::Share(test) => vec![&test.method],
        Test::BestCell(test) => vec![&test.method],
        Test::Exponential(test) => vec![&test.method],
        Test::FallingRatio(test) | Test::Beats(test) => vec![&test.method, &test.against],
        Test::UniqueRule(_) | Test::Rank(_) => Vec::new(),
    }
}

#[test]
fn claims_and_published_cells_name_methods_of_their_plans() {
    for name in names() {
        let study = find(name).expect("a study");
        for question in &study.questions {
            let methods = |plan: &str| -> Vec<String> {
                let source = study.plan(plan, Scale::Quick, None).expect("a plan");
                let plan = Plan::resolve(&source, 1).expect("a sound plan");
                plan.arms.iter().map(|arm| arm.method.name().to_owned()).collect()
            };
            for claim in &question.claims {
                let known = methods(claim.plan.as_ref().unwrap_or(&question.plan));
                for method in named(claim) {
                    assert!(known.iter().any(|known| known == method), "{name}: {method}");
                }
            }
            for cell in question.published.iter().flat_map(|published| &published.cells) {
                let known = methods(&question.plan);
                for method in [&cell.coded, &cell.described] {
                    assert!(known.contains(method), "{name}: {method}");
                }
            }
        }
    }
}

#[test]
fn plans_are_scaled_and_take_the_studies_own_puzzles() {
    let study = find("twodoku-ga").expect("a study");
    let plan = |scale, folder: Option<&str>| {
        study.plan("variants", scale, folder.map(Path::new)).expect("a plan").plan
    };
    let count = |plan: &crate::lab::plan::PlanFile| plan.puzzles_to_make();
    let (quick, usual) = (plan(Scale::Quick, None), plan(Scale::Usual, None));
    assert_eq!((quick.repeats, count(&quick)), (Some(2), 10));
    assert_eq!((usual.repeats, count(&usual)), (Some(34), 150));
    assert_eq!(plan(Scale::Full, None).repeats, Some(1000));
    let own = plan(Scale::Usual, Some("mine"));
    assert_eq!((own.repeats, own.puzzles.len(), count(&own)), (Some(1000), 7, 0));
    assert_eq!(own.puzzles[3]["name"].as_str(), Some("medium_1"));
    assert!(find("twodoku").expect_err("none").to_string().contains("did you mean `twodoku-ga`"));
}
