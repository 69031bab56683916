//! Files of runs, also those of other programs.

use sudoga::analysis::parse_runs;

use super::{Checked, Target, Verdict, refused, same};

pub const TARGET: Target = Target {
    name: "runs",
    samples,
    words: &[
        "method;solved\na;1\n",
        "puzzle",
        "method",
        "solved",
        "generations",
        "seconds",
        "repeat",
        "layout",
        "givens",
        "stop",
        "cost",
        "cap_generations",
        "run_seed",
        ",",
        "\"",
        "\"\"",
        "\n",
        "\r\n",
        "1",
        "0",
        "-1",
        "nan",
        "9x9",
        "error",
        "'=1+1",
        "=1+1",
        "true",
        ";",
        "\t",
        "a",
    ],
    check,
};

fn check(bytes: &[u8]) -> Checked {
    let label = "runs.csv";
    let dataset = match parse_runs(label, bytes) {
        Ok(dataset) => dataset,
        Err(error) => return refused(&error.to_string(), label, true),
    };
    let marked = [b"\xef\xbb\xbf", bytes].concat();
    let again = parse_runs(label, &marked[..]);
    if !bytes.starts_with(b"\xef\xbb\xbf") {
        let again = again.map_err(|error| format!("refused behind a byte order mark: {error}"))?;
        same("puzzles", &again.puzzles(), &dataset.puzzles())?;
        same("methods", &again.methods(), &dataset.methods())?;
    }
    let lines = bytes.iter().filter(|&&byte| byte == b'\n' || byte == b'\r').count();
    let names = dataset.puzzles().len().max(dataset.methods().len());
    if names == 0 || names > lines {
        return Err(format!("{names} puzzles or methods on {lines} lines below the first"));
    }
    Ok(Verdict::Accepted)
}

fn samples() -> Vec<Vec<u8>> {
    super::bytes(&[
        "puzzle,method,solved,generations\na,x,1,30\na,y,0,100\nb,x,1,3\nb,y,1,5\n",
        "run_id,puzzle,layout,givens,method,rate,size,repeat,run_seed,solved,stop,cost,fitness,mean_fitness,generations,\
         evaluations,nodes,cap_generations,cap_evaluations,cap_nodes,cap_seconds,last_improvement,stagnant,restarts,\
         purges,prepared,wrong_cells,error,seconds\n\
         00000000000000ab,\"one, two\",9x9,30,baseline,0.1,,0,77,1,solved,0,0,1.5,7,,,9,,,,3,4,,,,0,,0.00000015\n\
         00000000000000ac,\"one, two\",9x9,30,baseline,,x,0,78,0,error,,,,,,,9,,,,,,,,,,\"it, broke\",0\n",
        "puzzle,method,solved,seconds,note\r\na,\"x \"\"y\"\"\",1,0.25,\r\n\r\na,z,0,3,\"two\r\nlines\"\r\n",
    ])
}
