//! The pictures of ratings: the effort of the method against each other view, layout by layout.

use super::chart::{Marked, Name, Scatter, scatter};
use super::figures::one_line;
use super::gallery::Picture;
use crate::analysis::{Ratings, View};
use crate::lab::folder::RATING_PICTURES;
use crate::logic::LogicLevel;

/// Puzzles of a layout from which on there is something to see.
const FEWEST: usize = 3;

/// A picture for each view beside the effort and each layout with at least three puzzles.
pub fn rating_pictures(ratings: &Ratings) -> Vec<Picture> {
    let layouts = ratings.layouts();
    let views = [View::Givens, View::Logic, View::Nodes];
    let each = layouts.iter().flat_map(|layout| views.map(|view| picture(ratings, layout, view)));
    each.flatten().collect()
}

fn picture(ratings: &Ratings, layout: &str, view: View) -> Option<Picture> {
    let on_layout = ratings.puzzles.iter().filter(|puzzle| puzzle.facts.layout == layout);
    let marked = on_layout.filter_map(|puzzle| {
        let figures = puzzle.figures.as_ref()?;
        let interval = figures.restricted_interval.map(|ends| (ends.low, ends.high));
        // A search without a node has a place on an axis of equal factors too.
        let shift = if view == View::Nodes { 1.0 } else { 0.0 };
        Some(Marked { x: view.of(puzzle)? + shift, y: figures.restricted_mean?, interval })
    });
    let marked: Vec<Marked> = marked.collect();
    if marked.len() < FEWEST {
        return None;
    }
    let (method, unit) = (one_line(&ratings.method), ratings.unit.word());
    let (x_title, steps) = match view {
        View::Logic => ("logic needed", LogicLevel::ALL.map(|level| level.to_string()).to_vec()),
        View::Nodes => ("nodes of exact + 1", Vec::new()),
        _ => (view.word(), Vec::new()),
    };
    let layout = one_line(layout);
    let plot = Scatter {
        heading: format!("Effort of {method} by {}: {layout}", view.word()),
        x_title: x_title.to_owned(),
        y_title: format!("RMST in {unit}"),
        steps,
        groups: vec![(Name { text: format!("{method}, {layout}"), place: 0 }, marked)],
        cap: ratings.cap,
    };
    let caption = format!(
        "Mean {unit} to a solution up to the cap by {method}, with 95 % intervals, against {x_title}: \
         a mark a puzzle of {layout}."
    );
    let is_safe = |symbol: char| symbol.is_alphanumeric() || symbol == '-';
    let place = layout.replace(|symbol| !is_safe(symbol), "-");
    Some(Picture {
        name: format!("{RATING_PICTURES}{}-{place}", view.word()),
        caption,
        svg: scatter(&plot),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::rating_samples::ratings;

    #[test]
    fn layouts_with_enough_puzzles_have_a_picture_a_view() {
        let pictures = rating_pictures(&ratings());
        let names: Vec<&str> = pictures.iter().map(|picture| picture.name.as_str()).collect();
        assert_eq!(names, ["rating-givens-9x9", "rating-logic-9x9", "rating-nodes-9x9"]);
        assert!(pictures.iter().all(|picture| !picture.svg.contains("NaN")));
        assert!(pictures[1].svg.contains("hidden singles"));
    }
}
