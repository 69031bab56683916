//! Layout files.

use sudoga::board::{Layout, LayoutError};

use super::{Checked, Target, Verdict, same, text};

pub const TARGET: Target = Target {
    name: "layouts",
    samples,
    words: &[
        "box-side",
        "grids",
        "name",
        "=",
        "[",
        "]",
        "[0, 0]",
        "[[63, 63]]",
        "3",
        "2",
        "7",
        "[1, 1], ",
        "'x'",
        "\n",
        "{",
        "}",
        "#",
        "grids.",
        "[[grids]]",
        "\"\"\"",
        "\\u001b",
    ],
    check,
};

fn check(bytes: &[u8]) -> Checked {
    let text = text(bytes);
    let layout = match Layout::from_toml(&text, "file") {
        Ok(layout) => layout,
        Err(LayoutError::Syntax { place: None, message }) => {
            return Err(format!("an error without its place: {message}"));
        }
        Err(_) => return Ok(Verdict::Refused),
    };
    let table = layout.to_table();
    let written = table.to_string();
    let again = Layout::from_table(table, "other").map_err(|error| error.to_string())?;
    let read = Layout::from_toml(&written, "other").map_err(|error| error.to_string())?;
    for other in [&again, &read] {
        same("layout", &layout, other)?;
        same("name", &layout.name(), &other.name())?;
    }
    Ok(Verdict::Accepted)
}

fn samples() -> Vec<Vec<u8>> {
    let mut samples = super::bytes(&[
        "box-side = 3\ngrids = [[0, 0], [2, 2]]\n",
        "name = \"windmill\"\nbox-side = 2\ngrids = [\n  [0, 0],\n  [0, 2],\n  [1, 1],\n  [2, 0],\n  [2, 2],\n]\n",
        "box-side = 2\ngrids = [[0, 0]]\n",
        "box-side = 4\ngrids = [[0, 0], [0, 3], [3, 0]]\n",
    ]);
    let chain: Vec<String> = (0..60).map(|place| format!("[{place}, {place}]")).collect();
    samples.push(format!("box-side = 2\ngrids = [{}]\n", chain.join(", ")).into_bytes());
    samples
}
