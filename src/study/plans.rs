//! The plans of the studies, inside the program: `configs/studies/STUDY/PLAN.toml`.

macro_rules! plans {
    ($($study:literal: [$($plan:literal),* $(,)?]),* $(,)?) => {
        /// Study, name and text of each plan.
        pub(super) const PLANS: &[(&str, &str, &str)] = &[$($((
            $study,
            $plan,
            include_str!(concat!("../../configs/studies/", $study, "/", $plan, ".toml")),
        ),)*)*];
    };
}

plans! {
    "twodoku-ga": [
        "variants", "rates", "tournament-10", "stack-score", "row-search", "lost-learning", "sizes",
        "archive", "courses",
    ],
    "group-6": ["levels", "cells", "sizes", "tuned", "options"],
    "purge-ga": ["givens", "mixed", "hard"],
    "backtracking-hgasa": [
        "clues", "clues-one", "empty-cells", "annealing", "long", "agreement",
    ],
    "row-ga": ["puzzles", "claims", "populations", "empty", "unique", "rating", "equal-givens", "orders"],
}
