//! A search for settings as people read it: its best points, and the winner with its interval.

use super::figures::{MISSING, counted, one_line};
use super::points_file::CONFIDENCE;
use super::style::Style;
use super::table::{Align, Table};
use crate::stats::Interval;
use crate::tune::{Axis, Range, Space, Tried, TriedState, Tuning};

/// The most points of a search that are shown.
const SHOWN: usize = 6;

/// The best points of each search, and a sentence on each winner; `unit` is that of the score.
pub fn tuning_text(space: &Space, tunings: &[Tuning], unit: &str, style: Style) -> String {
    let mut table = Table::default();
    table.group_column("search");
    table.column("point", Align::Right);
    for key in space.keys() {
        table.column(&key, Align::Right);
    }
    for name in ["runs", "solved", "score", "95 % interval"] {
        table.column(name, Align::Right);
    }
    table.column("state", Align::Left);
    let mut number = 0;
    for tuning in tunings {
        for (shown, &place) in ranked(tuning).iter().take(SHOWN).enumerate() {
            let word = if shown == 0 { tuning.search.word() } else { "" };
            table.row(row(space, word, number + place + 1, &tuning.tried[place]));
        }
        number += tuning.tried.len();
    }
    let sentences = tunings.iter().map(|tuning| sentence(space, tuning) + &edges(space, tuning));
    let sentences = sentences.collect::<String>();
    let note = format!(
        "Score: {unit} of a solved run by their cap, else 1 + cost / cost of a grid at random; the \
         mean over the runs of a point, smaller is better.\nA winner's score is flattered by the \
         choice among many.\n"
    );
    format!("{}\n{sentences}{note}", table.text(style))
}

/// The best first, then those that are alive, each by the score that allows for its blocks.
fn ranked(tuning: &Tuning) -> Vec<usize> {
    let mut places: Vec<usize> = (0..tuning.tried.len()).collect();
    places.sort_by(|&one, &other| {
        let key = |place: usize| match tuning.tried[place].state {
            TriedState::Best => 0,
            TriedState::Alive => 1,
            TriedState::Dropped => 2,
        };
        key(one).cmp(&key(other)).then(tuning.adjusted[one].total_cmp(&tuning.adjusted[other]))
    });
    places
}

fn row(space: &Space, search: &str, number: usize, tried: &Tried) -> Vec<String> {
    let mut texts = vec![search.to_owned(), number.to_string()];
    texts.extend(space.texts(&tried.point));
    texts.extend([
        tried.samples.len().to_string(),
        tried.solved().to_string(),
        tried.mean().map_or(MISSING.to_owned(), three_places),
        tried.interval(CONFIDENCE).map_or(MISSING.to_owned(), limits),
        tried.state.word().to_owned(),
    ]);
    texts
}

fn sentence(space: &Space, tuning: &Tuning) -> String {
    let search = tuning.search.word();
    let Some(best) = tuning.best().map(|place| &tuning.tried[place]) else {
        return format!("{search}: no point was run.\n");
    };
    let values = space.keys().into_iter().zip(space.texts(&best.point));
    let values: Vec<String> =
        values.map(|(key, value)| format!("{} = {}", one_line(&key), one_line(&value))).collect();
    let interval = best.interval(CONFIDENCE);
    let interval = interval.map_or(String::new(), |interval| format!(" ({})", limits(interval)));
    format!(
        "{search}: best of {} after {}: {}; score {}{interval} over {}, {} solved.\n",
        counted(tuning.tried.len() as u64, "point"),
        counted(tuning.runs, "run"),
        values.join(", "),
        best.mean().map_or(MISSING.to_owned(), three_places),
        counted(best.samples.len() as u64, "run"),
        best.solved(),
    )
}

/// The keys whose range ends where the best point lies.
fn edges(space: &Space, tuning: &Tuning) -> String {
    let Some(best) = tuning.best().map(|place| &tuning.tried[place].point) else {
        return String::new();
    };
    let is_at_end = |axis: &Axis, number: f64| match axis.range {
        Range::Numbers { low, high, .. } => number <= low || number >= high,
        Range::Categories(_) => false,
    };
    let axes = space.axes.iter().zip(&best.0);
    axes.filter(|(axis, number)| is_at_end(axis, **number))
        .map(|(axis, _)| {
            let (search, key) = (tuning.search.word(), one_line(&axis.key));
            format!("{search}: {key} lies at an end of its range; a wider one may hold better.\n")
        })
        .collect()
}

fn limits(interval: Interval) -> String {
    format!("{} to {}", three_places(interval.low), three_places(interval.high))
}

fn three_places(score: f64) -> String {
    format!("{score:.3}")
}

#[cfg(test)]
pub(super) mod samples {
    use crate::tune::{
        Axis, Point, Range, Sample, Scale, Search, Space, Tried, TriedState, Tuning,
    };

    pub fn space() -> Space {
        let range = Range::Numbers { low: 10.0, high: 500.0, scale: Scale::Linear, is_whole: true };
        Space { axes: vec![Axis { key: "population".to_owned(), range }] }
    }

    pub fn tuning() -> Tuning {
        let tried = |population, iteration, scores: &[f64], state| Tried {
            point: Point(vec![population]),
            iteration,
            samples: scores
                .iter()
                .map(|&score| Sample { score, is_solved: score <= 1.0 })
                .collect(),
            state,
        };
        Tuning {
            search: Search::Bayes,
            tried: vec![
                tried(100.0, 1, &[0.2, 0.4, 1.2], TriedState::Alive),
                tried(50.0, 1, &[0.2, 0.3], TriedState::Best),
                tried(200.0, 2, &[1.5], TriedState::Dropped),
            ],
            adjusted: vec![0.6, 0.25, 1.4],
            runs: 6,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_best_point_at_the_end_of_a_range_is_told() {
        let mut found = samples::tuning();
        let text = |tuning: &Tuning| {
            tuning_text(&samples::space(), std::slice::from_ref(tuning), "nodes", Style::BARE)
        };
        assert!(!text(&found).contains("at an end"));
        found.tried[1].point.0[0] = 500.0;
        assert!(text(&found).contains("bayes: population lies at an end of its range"));
    }

    #[test]
    fn the_best_comes_first_and_is_told_in_words() {
        let text = tuning_text(&samples::space(), &[samples::tuning()], "evaluations", Style::BARE);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[2].starts_with("bayes") && lines[2].ends_with("best"), "{text}");
        assert!(lines[4].ends_with("dropped"), "{text}");
        assert!(
            text.contains(
                "bayes: best of 3 points after 6 runs: population = 50; score 0.250 (-0.385 to 0.885) \
                 over 2 runs, 2 solved.\n"
            ),
            "{text}"
        );
    }
}
