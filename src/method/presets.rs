//! The methods that are always there: commented TOML files inside the program.

/// Name and text of each preset, in the order `sudoga list` shows them.
const PRESETS: [(&str, &str); 40] = [
    ("memetic", include_str!("presets/memetic.toml")),
    ("memetic-pure", include_str!("presets/memetic-pure.toml")),
    ("memetic-pure-restarts", include_str!("presets/memetic-pure-restarts.toml")),
    ("memetic-pure-mutation", include_str!("presets/memetic-pure-mutation.toml")),
    ("memetic-pure-chicken", include_str!("presets/memetic-pure-chicken.toml")),
    ("baseline", include_str!("presets/baseline.toml")),
    ("local-search", include_str!("presets/local-search.toml")),
    ("elite-learning", include_str!("presets/elite-learning.toml")),
    ("elite-learning-older", include_str!("presets/elite-learning-older.toml")),
    ("purge", include_str!("presets/purge.toml")),
    ("restart", include_str!("presets/restart.toml")),
    ("restart-clean", include_str!("presets/restart-clean.toml")),
    ("local-search-elite", include_str!("presets/local-search-elite.toml")),
    ("local-search-purge", include_str!("presets/local-search-purge.toml")),
    ("local-search-restart", include_str!("presets/local-search-restart.toml")),
    ("elite-learning-purge", include_str!("presets/elite-learning-purge.toml")),
    ("elite-learning-restart", include_str!("presets/elite-learning-restart.toml")),
    ("local-search-elite-restart", include_str!("presets/local-search-elite-restart.toml")),
    ("gerges-purge", include_str!("presets/gerges-purge.toml")),
    ("cell-truncation", include_str!("presets/cell-truncation.toml")),
    ("row-elitist", include_str!("presets/row-elitist.toml")),
    ("row-elitist-adaptive", include_str!("presets/row-elitist-adaptive.toml")),
    ("row-elitist-inject", include_str!("presets/row-elitist-inject.toml")),
    ("row-restart", include_str!("presets/row-restart.toml")),
    ("multistage", include_str!("presets/multistage.toml")),
    ("hgasa", include_str!("presets/hgasa.toml")),
    ("lsga", include_str!("presets/lsga.toml")),
    ("mantere-koljonen", include_str!("presets/mantere-koljonen.toml")),
    ("anneal", include_str!("presets/anneal.toml")),
    ("ant-colony", include_str!("presets/ant-colony.toml")),
    ("baseline-as-coded", include_str!("presets/baseline-as-coded.toml")),
    ("local-search-as-coded", include_str!("presets/local-search-as-coded.toml")),
    ("elite-learning-as-coded", include_str!("presets/elite-learning-as-coded.toml")),
    ("row-restart-as-coded", include_str!("presets/row-restart-as-coded.toml")),
    ("hgasa-as-printed", include_str!("presets/hgasa-as-printed.toml")),
    ("backtrack-as-printed", include_str!("presets/backtrack-as-printed.toml")),
    ("exact", include_str!("presets/exact.toml")),
    ("singles", include_str!("presets/singles.toml")),
    ("dfs", include_str!("presets/dfs.toml")),
    ("backtrack", include_str!("presets/backtrack.toml")),
];

/// The names of all presets.
pub fn names() -> impl Iterator<Item = &'static str> {
    PRESETS.iter().map(|(name, _)| *name)
}

/// The text of a preset.
pub(super) fn text(name: &str) -> Option<&'static str> {
    PRESETS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
