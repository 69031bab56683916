//! The methods that are always there: commented TOML files inside the program.

/// Name and text of each preset, in the order `sudoga list` shows them.
const PRESETS: [(&str, &str); 10] = [
    ("exact", include_str!("presets/exact.toml")),
    ("singles", include_str!("presets/singles.toml")),
    ("dfs", include_str!("presets/dfs.toml")),
    ("backtrack", include_str!("presets/backtrack.toml")),
    ("backtrack-as-printed", include_str!("presets/backtrack-as-printed.toml")),
    ("multistage", include_str!("presets/multistage.toml")),
    ("hgasa", include_str!("presets/hgasa.toml")),
    ("hgasa-as-printed", include_str!("presets/hgasa-as-printed.toml")),
    ("anneal", include_str!("presets/anneal.toml")),
    ("ant-colony", include_str!("presets/ant-colony.toml")),
];

/// The names of all presets.
pub fn names() -> impl Iterator<Item = &'static str> {
    PRESETS.iter().map(|(name, _)| *name)
}

/// The text of a preset.
pub(super) fn text(name: &str) -> Option<&'static str> {
    PRESETS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
