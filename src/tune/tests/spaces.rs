//! Ranges as people write them, and the points between their ends.

use proptest::prelude::*;

use super::super::listed::listed_points;
use super::super::space::{Axis, Point, Range, Scale, Space, SpaceError};
use crate::method::Method;
use crate::rng::Rng;

fn method() -> Method {
    Method::resolve("row-elitist", &[]).expect("a preset")
}

fn axis(text: &str) -> Result<Axis, SpaceError> {
    Axis::parse(&method(), text, "--vary")
}

fn space(texts: &[&str]) -> Space {
    Space::new(texts.iter().map(|text| axis(text).expect("an axis")).collect()).expect("a space")
}

#[test]
fn whole_numbers_are_told_by_the_setting() {
    let range = |text| axis(text).expect("an axis").range;
    let numbers = |low, high, scale, is_whole| Range::Numbers { low, high, scale, is_whole };
    assert_eq!(range("population=20..500"), numbers(20.0, 500.0, Scale::Linear, true));
    assert_eq!(range("population=20..500,log"), numbers(20.0, 500.0, Scale::Log, true));
    assert_eq!(range("mutation.swap.rate=0..1"), numbers(0.0, 1.0, Scale::Linear, false));
    assert_eq!(range("mutation.swap.rate=1e-3..0.5, log"), numbers(1e-3, 0.5, Scale::Log, false));
    let Range::Categories(values) = range("encoding=rows,boxes") else { panic!("categories") };
    assert_eq!(values.len(), 2);
}

#[test]
fn what_is_wrong_is_told() {
    for (text, expected) in [
        ("population=500..20", "is reversed; expected the smaller number first"),
        ("population=20..20", "is empty; expected the smaller number first"),
        ("population=20.5..30", "the setting is a whole number"),
        ("population=20..", "is no range, expected LOW..HIGH"),
        ("population=20..30,cubic", "is no range, expected LOW..HIGH"),
        ("mutation.swap.rate=0..0.5,log", "a logarithmic scale needs a range above 0"),
        ("mutation.swap.rate=0.1..1.5", "1.5 is no rate"),
        ("population=100", "one value alone leaves nothing to search; fix it with --set"),
        ("populaton=20..30", "did you mean `population`?"),
        ("encoding=rows,rowz", "unknown word `rowz`"),
        ("budget.generations=10..100", "--vary: `budget.generations` is a budget"),
        ("kind=ga,dfs", "`kind` is no parameter"),
        ("population", "expected KEY=VALUE"),
    ] {
        let error = axis(text).expect_err(text).to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    let twice = [axis("population=20..30"), axis("population=50..60")];
    let twice = twice.into_iter().map(|axis| axis.expect("an axis")).collect();
    let error = Space::new(twice).expect_err("twice").to_string();
    assert!(error.contains("`population` is varied twice"), "{error}");
}

#[test]
fn the_method_as_it_is_is_a_point() {
    let here = space(&["population=20..500", "mutation.swap.rate=0.01..0.9,log"]);
    assert_eq!(here.current(&method()), Some(Point(vec![0.2, 200.0])));
    let words = space(&["encoding=boxes,rows", "selection.tournament.size=2..9"]);
    assert_eq!(words.current(&method()), Some(Point(vec![1.0, 5.0])));
    assert_eq!(space(&["population=20..100"]).current(&method()), None);
}

proptest! {
    #[test]
    fn points_lie_on_their_axes_and_come_back(seed in any::<u64>()) {
        let space = space(&[
            "population=15..500,log", "mutation.swap.rate=0.001..0.9,log", "elite=1..9",
            "crossover.uniform.share=0.1..0.7", "encoding=rows,boxes",
        ]);
        let mut rng = Rng::from_seed(seed >> 11);
        let point = space.draw(&mut rng);
        let units = space.units(&point);
        prop_assert!(units.iter().all(|unit| (-1e-12..=1.0 + 1e-12).contains(unit)));
        prop_assert_eq!(&space.point(&units), &point);
        let texts = space.texts(&point);
        let read = space.read(&texts.iter().map(String::as_str).collect::<Vec<_>>());
        prop_assert_eq!(read, Ok(point.clone()));
        method().with_settings(&space.settings(&point), "--vary").expect("a method takes it");
    }
}

#[test]
fn numbers_of_a_list_may_be_written_in_every_way_and_stand_alone() {
    let read = |text: &str| listed_points(&method(), "list.csv", text).map(|found| found.1);
    let points = read("population\n1_00\n100\n0x20\n").expect("three ways to write two numbers");
    assert_eq!(points, [Point(vec![100.0]), Point(vec![32.0])]);
    let message = read("population\n50\n\"50,60\"\n").expect_err("two numbers").to_string();
    assert!(message.starts_with("--points-from list.csv:3: "), "{message}");
    let message = read("population,look\n50,\"one\n\ntwo\"\n").expect_err("words").to_string();
    assert!(message.starts_with("--points-from list.csv:2: "), "{message}");
    let message = read("elite,population\n1,50\n\n\n1,x\n").expect_err("a word").to_string();
    assert!(message.starts_with("--points-from list.csv:5: "), "{message}");
    let message = read("population,population\n50,60\n").expect_err("a key twice").to_string();
    assert!(message.starts_with("--points-from list.csv:1: `population` is varied"), "{message}");
    let guarded = read("population\n'=50\n").expect_err("a formula").to_string();
    assert!(guarded.contains("\"=50\""), "{guarded}");
    let many: String = (0..=10_000).map(|number| format!("{}\n", 100 + number)).collect();
    let message = read(&format!("population\n{many}")).expect_err("too many").to_string();
    assert!(message.contains("more than 10000 points"), "{message}");
}

#[test]
fn a_list_varies_no_budget() {
    for key in ["budget", "budget.evaluations"] {
        let text = format!("\npopulation,{key}\n50,1000\n");
        let message = listed_points(&method(), "list.csv", &text).expect_err(key).to_string();
        let start = format!("--points-from list.csv:2: `{key}` is a budget: under a larger one");
        assert!(message.starts_with(&start), "{message}");
    }
}

#[test]
fn a_line_of_a_list_is_counted_with_all_that_stands_before_it() {
    for (text, line) in [
        ("population\n50\nmany\n", 3),
        ("population\n\n\n50\n\nmany\n", 6),
        ("population\r\n\r\n50\r\nmany\r\n", 4),
        ("population,state\n50,\"a\nb\"\nmany,\"c\n\"\n", 4),
    ] {
        let message = listed_points(&method(), "list.csv", text).expect_err(text).to_string();
        let start = format!("--points-from list.csv:{line}: ");
        assert!(message.starts_with(&start), "{message} in {text:?}");
    }
}
