//! Which points are tried next: the first ones spread evenly, later ones by one of the searches.

use super::gaussian::Seen;
use super::improvement::improving;
use super::parzen::likelier_good;
use super::space::{Point, Space};
use crate::rng::Rng;

/// Draws after which a space is taken to be exhausted.
const TRIES: usize = 400;

/// From so many points at once on one of them is drawn at random, so that no wrong idea of the
/// process can keep the search from any part of the space (after Hutter, Hoos and Leyton-Brown 2011).
const WORTH_A_STRAY: usize = 4;

/// How points are suggested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// By a Gaussian process and expected improvement.
    Bayes,
    /// By Parzen estimators.
    Tpe,
    /// At random.
    Random,
    /// Not at all: a list is given.
    Listed,
}

impl Search {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Bayes => "bayes",
            Self::Tpe => "tpe",
            Self::Random => "random",
            Self::Listed => "listed",
        }
    }

    /// Up to so many points that are wanted; fewer when no others are found.
    pub fn suggest(
        self,
        space: &Space,
        seen: &Seen,
        count: usize,
        rng: &mut Rng,
        mut is_wanted: impl FnMut(&Point) -> bool,
    ) -> Vec<Point> {
        let guided = count - usize::from(count >= WORTH_A_STRAY);
        let found = match self {
            Self::Bayes => improving(space, seen, guided, rng, &mut is_wanted),
            Self::Tpe => likelier_good(space, seen, count, rng, &mut is_wanted),
            Self::Random => Vec::new(),
            Self::Listed => return Vec::new(),
        };
        filled(space, found, count, rng, is_wanted)
    }
}

/// Points that cover every axis evenly (the hypercube of McKay, Beckman and Conover 1979).
pub fn design(
    space: &Space,
    count: usize,
    rng: &mut Rng,
    mut is_wanted: impl FnMut(&Point) -> bool,
) -> Vec<Point> {
    let columns: Vec<Vec<f64>> = space
        .axes
        .iter()
        .map(|axis| {
            let mut places: Vec<usize> = (0..count).collect();
            rng.shuffle(&mut places);
            let unit = |place: usize| match axis.categories() {
                Some(categories) => (place % categories) as f64,
                None => (place as f64 + rng.unit()) / count as f64,
            };
            places.into_iter().map(unit).collect()
        })
        .collect();
    let mut found: Vec<Point> = Vec::new();
    for row in 0..count {
        let units: Vec<f64> = columns.iter().map(|column| column[row]).collect();
        let point = space.point(&units);
        if !found.contains(&point) && is_wanted(&point) {
            found.push(point);
        }
    }
    filled(space, found, count, rng, is_wanted)
}

/// The points and as many at random as are missing.
fn filled(
    space: &Space,
    mut found: Vec<Point>,
    count: usize,
    rng: &mut Rng,
    mut is_wanted: impl FnMut(&Point) -> bool,
) -> Vec<Point> {
    let mut tries = 0;
    while found.len() < count && tries < TRIES {
        let point = space.draw(rng);
        tries += 1;
        if !found.contains(&point) && is_wanted(&point) {
            found.push(point);
        }
    }
    found
}
