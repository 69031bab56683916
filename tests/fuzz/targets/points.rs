//! Lists of points for `tune --points-from`.

use std::sync::LazyLock;

use sudoga::method::Method;
use sudoga::tune::{Point, Space, listed_points};

use super::{Checked, Target, Verdict, refused, same, text};

pub const TARGET: Target = Target {
    name: "points",
    samples,
    words: &[
        "population",
        "mutation.swap.rate",
        "crossover",
        "number",
        "state",
        "elite",
        ",",
        "\n",
        "\"",
        "0.1",
        "50",
        "-1",
        "none",
        "'=none",
        "{bands={rate=0.1}}",
        "nan",
        "inf",
        "1e400",
        "best",
        "budget.generations",
    ],
    check,
};

const LABEL: &str = "points.csv";

static METHOD: LazyLock<Method> =
    LazyLock::new(|| Method::resolve("baseline", &[]).expect("a preset"));

fn check(bytes: &[u8]) -> Checked {
    let text = text(bytes);
    let (space, points) = match listed_points(&METHOD, LABEL, &text) {
        Ok(found) => found,
        Err(error) => {
            let message = error.to_string();
            return match message.strip_prefix("--points-from ") {
                Some(rest) => refused(rest, LABEL, false),
                None => Err(format!("an error without its option: {message}")),
            };
        }
    };
    let written = written(&space, &points)?;
    let unread = |error| format!("written, and not read back: {error}");
    let (_, again) = listed_points(&METHOD, "again.csv", &written).map_err(unread)?;
    same("points", &format!("{again:?}"), &format!("{points:?}"))?;
    Ok(Verdict::Accepted)
}

/// The points as a file with a column a key.
fn written(space: &Space, points: &[Point]) -> Result<String, String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let rows = points.iter().map(|point| space.texts(point));
    for row in [space.keys()].into_iter().chain(rows) {
        writer.write_record(&row).map_err(|error| error.to_string())?;
    }
    let bytes = writer.into_inner().map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

fn samples() -> Vec<Vec<u8>> {
    super::bytes(&[
        "population\n50\n150\n",
        "population,mutation.swap.rate\n50,0.1\n150,0.25\n50,0.3\n",
        "number,search,iteration,population,runs,solved,mean_score,low,high,adjusted_score,state\n\
         1,bayes,1,100,3,2,0.6,-0.714482,1.91448,0.6,alive\n2,bayes,1,50,2,2,0.25,,,0.25,best\n",
        "crossover,elite\nnone,1\n\"{bands={rate=0.1,stack-score='as-coded'}}\",2\n",
    ])
}
