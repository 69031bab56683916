//! Tests of presets, files, `extends` and `--set`, on the methods as they are shipped.

mod support;

use std::path::Path;

use sudoga::method::{Method, RateName, names};
use sudoga::solver::Budget;
use support::Folder;
use toml::{Table, Value};

fn sets(settings: &[&str]) -> Vec<String> {
    settings.iter().map(ToString::to_string).collect()
}

fn refusal(name: &str, settings: &[&str]) -> String {
    Method::resolve(name, &sets(settings)).expect_err("refused").to_string()
}

#[test]
fn every_preset_is_whole_and_capped() {
    for name in names() {
        let method = Method::resolve(name, &[]).expect(name);
        assert_eq!(method.name(), name);
        for text in [method.about(), method.source(), method.group()] {
            assert!(!text.is_empty() && !text.contains('\n'), "{name}: {text:?}");
        }
        assert_ne!(method.budget(), Budget::default(), "{name}");
        method.solver();
    }
}

#[test]
fn what_is_shown_is_a_method_file_and_stays_the_same() {
    let folder = Folder::new("shown");
    for name in names() {
        let method = Method::resolve(name, &[]).expect(name);
        let path = folder.write(&format!("{name}.toml"), &method.to_toml());
        let again = Method::resolve(&path, &[]).expect(name);
        assert_eq!(again.to_toml(), method.to_toml());
        assert_eq!(again.name(), name);
        assert!(method.to_toml().contains(method.identity()));
    }
}

#[test]
fn equal_settings_have_one_identity() {
    let folder = Folder::new("identity");
    let plain = Method::resolve("backtrack", &[]).expect("a preset");
    let path =
        folder.write("mine.toml", "extends = 'backtrack'\nabout = 'mine'\norder='ascending'");
    let mine = Method::resolve(&path, &[]).expect("a file");
    assert_eq!(mine.identity(), plain.identity());
    assert_eq!(mine.about(), "mine");
    let printed = Method::resolve("backtrack-as-printed", &[]).expect("a preset");
    let set = Method::resolve("backtrack", &sets(&["on-failure=next-cell"])).expect("a setting");
    assert_eq!(set.identity(), printed.identity());
    assert_ne!(set.identity(), plain.identity());
}

#[test]
fn a_file_extends_a_file_beside_it() {
    let folder = Folder::new("beside");
    folder.write("base.toml", "extends = 'backtrack'\norder = 'random'");
    let path = folder.write("top.toml", "extends = 'base.toml'\n[budget]\nseconds = 2");
    let method = Method::resolve(&path, &[]).expect("two files and a preset");
    assert!(method.identity().contains("order = \"random\""), "{}", method.identity());
    assert_eq!(method.budget().seconds, Some(2.0));
    assert!(method.budget().nodes.is_some(), "the budget merges like every table");
}

#[test]
fn a_circle_is_refused() {
    let folder = Folder::new("circle");
    folder.write("a.toml", "extends = 'b.toml'");
    let path = folder.write("b.toml", "extends = 'a.toml'");
    let message = refusal(&path, &[]);
    assert!(message.contains("circle") && message.matches("b.toml").count() == 2, "{message}");
}

#[test]
fn misspelt_words_get_the_nearest_right_one() {
    let folder = Folder::new("misspelt");
    let cases = [
        ("# one\nextends = 'backtrack'\nordr = 'random'", ":3: ", "`order`"),
        ("extends = 'backtrack'\norder = 'rndom'", ":2: ", "`random`"),
        ("extends = 'backtrak'", ":1: ", "`backtrack`"),
        ("extends = 'backtrack'\nabot = 'x'", ":2: ", "`about`"),
        ("kind = 'exct'", ":1: ", "`exact`"),
        ("kind = 'dfs'\n\n[budget]\nnods = 3", ":4: ", "`nodes`"),
    ];
    let of_a_ga = [
        ("extends = 'baseline'\nstagnation.purge = { patiense = 200 }", ":2: ", "`patience`"),
        ("extends = 'baseline'\nstagnation.prge = { patience = 200 }", ":2: ", "`purge`"),
        ("extends = 'baseline'\nstagnation = 'purg'", ":2: ", "`purge`"),
        ("extends = 'baseline'\nencoding = 'boxs'", ":2: ", "`boxes`"),
        ("extends = 'baseline'\n[stagnation.restart]\nevery = 3\nkep = 1", ":4: ", "`keep`"),
        ("extends = 'baseline'\n\narchive.of = 'al'", ":3: ", "`all`"),
        ("extends = 'baseline'\nmutation.swap.count-limit.tims = 2", ":2: ", "`times`"),
    ];
    for (text, line, right) in cases.into_iter().chain(of_a_ga) {
        let message = refusal(&folder.write("bad.toml", text), &[]);
        let found = format!("bad.toml{line}");
        let hint = format!("did you mean {right}");
        assert!(message.contains(&found) && message.contains(&hint), "{text}: {message}");
    }
    assert!(refusal("exat", &[]).contains("did you mean `exact`"));
    assert!(refusal("backtrack", &["ordr=random"]).contains("did you mean `order`"));
    assert!(refusal("backtrack", &["order=rndom"]).contains("did you mean `random`"));
}

#[test]
fn wrong_files_say_where_and_what() {
    let folder = Folder::new("wrong");
    let cases = [
        ("kind = 'dfs'\nabout = ", "bad.toml:2: "),
        ("about = 'x'", "bad.toml: no `kind`"),
        ("extends = 3", "bad.toml:1: extends: expected"),
        ("extends = 'dfs'\nkind = 'exact'", "bad.toml:2: kind is `exact`"),
        ("extends = 'dfs'\n[budget]\nnodes = 'many'", "bad.toml:3: budget.nodes: invalid type"),
        // The same key stands in two operators.
        (
            "extends = 'baseline'\ncrossover.bands.rate = 0.2\nmutation.swap.rate = 1.5",
            "bad.toml:3: mutation.swap.rate: 1.5 is no rate, expected a number from 0 to 1",
        ),
        ("extends = 'baseline'\n\nelite = 150", "bad.toml:3: elite is 150, but the population"),
        (
            "extends = 'baseline'\nelite = -1",
            "elite: invalid value: integer `-1`, expected a whole",
        ),
        ("extends = 'baseline'\nencoding = 'rows'", "bad.toml:2: crossover.bands needs encoding"),
        (
            "extends = 'baseline'\nstagnation = { purge = {}, restart = {} }",
            "bad.toml:2: stagnation takes exactly one of its choices, found `purge` and `restart`",
        ),
        ("extends = 'baseline'\nstagnation = 3", "bad.toml:2: stagnation is 3, expected the name"),
        ("extends = 'baseline'\nselection.tournament = 3", "2: selection: invalid type: integer"),
    ];
    for (text, expected) in cases {
        let message = refusal(&folder.write("bad.toml", text), &[]);
        assert!(message.contains(expected), "{text}: {message}");
    }
    assert!(refusal("nowhere/x.toml", &[]).contains("nowhere/x.toml: "));
}

#[test]
fn settings_that_are_no_parameters_are_refused() {
    assert!(refusal("exact", &["order"]).contains("expected KEY=VALUE"));
    assert!(refusal("exact", &["=3"]).contains("expected KEY=VALUE"));
    assert!(refusal("exact", &["kind=dfs"]).contains("`kind` is no parameter"));
    assert!(refusal("backtrack", &["order.x=1"]).contains("plain value"));
}

#[test]
fn values_that_cannot_work_are_refused_by_key_and_line() {
    let cases = [
        ("anneal", "samples=0", "`samples` is 0"),
        ("anneal", "cooling=1.5", "`cooling` is 1.5"),
        ("ant-colony", "ants=0", "`ants` is 0"),
        ("ant-colony", "q0=1.5", "q0: 1.5 is no rate"),
        ("multistage", "population=3", "`population` is 3"),
        ("hgasa", "stagnation.anneal.end=0", "`stagnation.anneal.end` is 0"),
    ];
    for (name, setting, expected) in cases {
        let message = refusal(name, &[setting]);
        assert!(message.contains(expected), "{name} {setting}: {message}");
    }
    let folder = Folder::new("values");
    let path = folder.write("bad.toml", "extends = 'hgasa'\n[stagnation.anneal]\nend = 0.0");
    let message = refusal(&path, &[]);
    assert!(message.contains("bad.toml:3: `stagnation.anneal.end`"), "{message}");
}

#[test]
fn a_preset_is_what_its_kind_is_by_default() {
    let folder = Folder::new("default");
    let cases = [
        ("anneal", "kind = 'anneal'"),
        ("ant-colony", "kind = 'ant-colony'"),
        ("multistage", "kind = 'multistage'"),
        ("hgasa", "kind = 'multistage'\n[stagnation.anneal]"),
    ];
    for (name, text) in cases {
        let preset = Method::resolve(name, &[]).expect(name);
        let bare = Method::resolve(&folder.write("bare.toml", text), &[]).expect(name);
        assert_eq!(bare.identity(), preset.identity());
    }
}

#[test]
fn an_operator_is_replaced_whole() {
    let resolve = |name: &str, setting: &str| Method::resolve(name, &sets(&[setting]));
    let round = resolve("ant-colony", "deposit=round").expect("a word");
    assert!(round.identity().contains("deposit = \"round\""), "{}", round.identity());
    let cells = resolve("hgasa", "stagnation.anneal.redraw={cells=1}").expect("a table");
    assert!(cells.identity().contains("cells = 1") && !cells.identity().contains("rate = 0.2"));
    let fixed = resolve("anneal", "chain={fixed={length=500}}").expect("a table");
    assert!(fixed.identity().contains("length = 500"), "{}", fixed.identity());
    assert!(resolve("anneal", "chain={fixed={lenght=500}}").is_err(), "a misspelt parameter");
    assert!(resolve("ant-colony", "deposit.round.evaporation=0.1").is_err(), "another tag");
    let plain = resolve("hgasa", "stagnation=none").expect("a word");
    let multistage = Method::resolve("multistage", &[]).expect("a preset");
    assert_eq!(plain.identity(), multistage.identity());
}

#[test]
fn asked_budgets_replace_the_cap_where_the_method_counts_them() {
    let method = Method::resolve("dfs", &[]).expect("a preset");
    let asked = Budget { generations: Some(5), ..Budget::default() };
    assert_eq!(method.budget_or(asked), method.budget());
    let asked = Budget { seconds: Some(1.5), ..asked };
    let expected = Budget { seconds: Some(1.5), ..Budget::default() };
    assert_eq!(method.budget_or(asked), expected);
    let set = Method::resolve("dfs", &sets(&["budget.nodes=1_000"])).expect("a setting");
    assert_eq!(set.budget().nodes, Some(1000));
}

/// Every plain value below a table, with its path.
fn leaves(table: &Table, before: &str) -> Vec<(String, Value)> {
    let below = |(key, value): (&String, &Value)| match value {
        Value::Table(inner) => leaves(inner, &format!("{before}{key}.")),
        plain => vec![(format!("{before}{key}"), plain.clone())],
    };
    table.iter().flat_map(below).collect()
}

#[test]
fn every_setting_of_every_preset_can_be_set_to_what_it_is() {
    let mut count = 0;
    for name in names() {
        let method = Method::resolve(name, &[]).expect(name);
        let settings: Table = method.identity().parse().expect("TOML");
        for (path, value) in leaves(&settings, "").iter().filter(|(path, _)| path != "kind") {
            count += 1;
            let bare = value.as_str().map(str::to_owned);
            for written in [Some(value.to_string()), bare].into_iter().flatten() {
                let setting = format!("{path}={written}");
                let set = Method::resolve(name, &sets(&[&setting])).expect(&setting);
                assert_eq!(set.identity(), method.identity(), "{name} {setting}");
            }
        }
    }
    assert!(count > 500, "only {count} settings found");
}

#[test]
fn an_operator_can_be_set_whole() {
    let cases = [
        ("baseline", "stagnation={purge={patience=50}}", "[stagnation.purge]\npatience = 50\n"),
        ("purge", "stagnation={purge={patience=50}}", "[stagnation.purge]\npatience = 50\n"),
        ("purge", "stagnation.purge.patience=50", "[stagnation.purge]\npatience = 50\n"),
        ("purge", "stagnation=none", "stagnation = \"none\"\n"),
        ("baseline", "crossover=none", "crossover = \"none\"\n"),
        // The tag alone is the operator with the parameters it has by default.
        ("baseline", "stagnation=purge", "[stagnation.purge]\npatience = 200\n"),
        ("baseline", "fitness=entropy", "[fitness.entropy]\nweight = 0.1\n"),
        ("row-restart", "mutation.one-swap.count-limit={times=2}", "count-limit]\ntimes = 2\n"),
    ];
    for (name, setting, expected) in cases {
        let method = Method::resolve(name, &sets(&[setting])).expect(setting);
        assert!(method.identity().contains(expected), "{setting}: {}", method.identity());
    }
    assert!(refusal("baseline", &["stagnation.purge.patience=50"]).contains("set it whole"));
    assert!(refusal("purge", &["stagnation.purge.patiense=50"]).contains("`patience`"));
    let message = refusal("baseline", &["mutation.swap.rate=1.5"]);
    assert!(message.contains("--set: mutation.swap.rate: 1.5 is no rate"), "{message}");
    let message = refusal("baseline", &["elite=150"]);
    assert!(message.contains("--set: elite is 150"), "{message}");
}

#[test]
fn a_table_is_a_method_like_a_file() {
    let folder = Folder::new("inline");
    folder.write("base.toml", "extends = 'backtrack'\norder = 'random'");
    let inline = |text: &str| {
        let table: Table = text.parse().expect("TOML");
        Method::inline("mine", table, "plan.toml:12", &folder.0).map_err(|error| error.to_string())
    };
    let method =
        inline("extends = 'base.toml'\npropagate = 'pairs'\nbudget.nodes = 7").expect("one");
    assert_eq!((method.name(), method.budget().nodes), ("mine", Some(7)));
    let set = Method::resolve("backtrack", &sets(&["order=random", "propagate=pairs"]));
    assert_eq!(method.identity(), set.expect("settings").identity());
    assert_eq!(Method::resolve_in("base.toml", &folder.0).expect("a file").name(), "base");
    assert_eq!(Method::resolve_in("dfs", &folder.0).expect("a preset").name(), "dfs");
    for (text, expected) in [
        ("extends = 'backtrak'", "plan.toml:12: no method `backtrak`; did you mean `backtrack`?"),
        ("extends = 'none.toml'", "plan.toml:12: "),
        ("extends = 3", "plan.toml:12: extends: expected the name"),
        ("about = 'x'", "plan.toml:12: no `kind`"),
        ("extends = 'dfs'\nkind = 'exact'", "plan.toml:12: kind is `exact`"),
        ("extends = 'base.toml'\nordr = 'random'", "plan.toml:12: unknown field `ordr`"),
        ("extends = 'baseline'\nstagnation.purge.patiense = 2", "did you mean `patience`?"),
        ("extends = 'baseline'\nelite = 150", "plan.toml:12: elite is 150"),
    ] {
        let message = inline(text).expect_err("refused");
        assert!(message.starts_with("plan.toml:12: ") && message.contains(expected), "{message}");
    }
    folder.write("bad.toml", "extends = 'backtrack'\n\nordr = 'random'");
    assert!(inline("extends = 'bad.toml'").expect_err("refused").contains("bad.toml:3: "));
}

#[test]
fn every_preset_survives_its_table() {
    for name in names() {
        let method = Method::resolve(name, &[]).expect(name);
        let again = Method::inline(name, method.to_table(), "here", Path::new("")).expect(name);
        assert_eq!(again.to_toml(), method.to_toml());
        assert_eq!((again.identity(), again.budget()), (method.identity(), method.budget()));
        assert_eq!(again.to_table(), method.to_table());
    }
}

#[test]
fn settings_that_come_another_way_are_told_by_it() {
    let with = |name: &str, key: &str, value: &str| {
        let value = value.parse().expect("TOML");
        let method = Method::resolve(name, &[]).expect(name);
        method.with_settings(&[(key.to_owned(), value)], "vary").map_err(|error| error.to_string())
    };
    let method = with("baseline", "mutation.swap.rate", "0.3").expect("a setting");
    let set = Method::resolve("baseline", &sets(&["mutation.swap.rate=0.3"])).expect("a setting");
    assert_eq!(method.identity(), set.identity());
    for (key, value, expected) in [
        ("mutation.swap.rate", "1.5", "vary: mutation.swap.rate: 1.5 is no rate"),
        ("mutation.swp.rate", "0.5", "vary mutation.swp.rate=0.5: `mutation` is `swap`, not `swp`"),
        ("crossover.uniform.rate", "0.5", "set it whole: vary 'crossover={uniform={...}}'"),
        ("rates.mutation", "'elite'", "vary rates: `rates` is no parameter"),
        ("elit", "1", "did you mean `elite`?"),
        ("a..b", "1", "vary a..b=1: expected KEY=VALUE"),
    ] {
        let message = with("baseline", key, value).expect_err("refused");
        assert!(message.contains(expected) && !message.contains("--set"), "{message}");
    }
}

/// The number at a dotted key of a method's settings.
fn number(method: &Method, key: &str) -> Option<f64> {
    let settings: Table = method.identity().parse().expect("TOML");
    leaves(&settings, "").into_iter().find(|(path, _)| path == key)?.1.as_float()
}

#[test]
fn declared_rates_are_numbers_and_who_has_none_is_known() {
    let others =
        ["anneal", "ant-colony", "backtrack-as-printed", "exact", "singles", "dfs", "backtrack"];
    for name in names() {
        let method = Method::resolve(name, &[]).expect(name);
        for rate in RateName::ALL {
            let has_none =
                others.contains(&name) || (name, rate) == ("cell-truncation", RateName::Mutation);
            match method.rate_key(rate) {
                Ok(key) => {
                    let value = number(&method, key).expect(key);
                    assert!((0.0..=1.0).contains(&value) && !has_none, "{name} {key} {value}");
                }
                Err(error) => {
                    assert!(has_none && error.to_string().contains("--vary KEY="), "{error}");
                }
            }
        }
    }
}

#[test]
fn a_declaration_holds_as_long_as_its_operator() {
    let folder = Folder::new("rates");
    let text = "extends = 'baseline'\nrates.crossover = 'inject.share'\n";
    let mine = Method::resolve(&folder.write("mine.toml", text), &[]).expect("a file");
    assert_eq!(mine.rate_key(RateName::Mutation).expect("inherited"), "mutation.swap.rate");
    assert_eq!(mine.rate_key(RateName::Crossover).expect("its own"), "inject.share");
    let plain = Method::resolve("baseline", &[]).expect("a preset");
    assert_eq!(mine.identity(), plain.identity());
    let other = Method::resolve("baseline", &sets(&["mutation=one-swap"])).expect("a setting");
    let message = other.rate_key(RateName::Mutation).expect_err("lost").to_string();
    assert!(message.contains("`mutation.swap.rate`") && message.contains("--vary"), "{message}");
    assert!(other.to_toml().contains("[rates]\ncrossover = \"crossover.bands.rate\"\n"));
    assert!(plain.to_toml().contains("\nmutation = \"mutation.swap.rate\"\n"));
    for (text, expected) in [
        ("extends = 'baseline'\n[rates]\nmutaton = 'x'", "bad.toml:3: rates: unknown field"),
        ("extends = 'baseline'\n[rates]\nmutation = 3", "bad.toml:3: rates.mutation: invalid type"),
        // The declaration is called like the operator that the error is about.
        ("extends = 'dfs'\n[rates]\nmutation = 'x'\n[mutation]\nx = 1", "bad.toml:4: unknown"),
    ] {
        let message = refusal(&folder.write("bad.toml", text), &[]);
        assert!(message.contains(expected), "{text}: {message}");
    }
}

/// Tables are walked by recursion, which a key without end would break.
#[test]
fn keys_have_a_bounded_number_of_parts() {
    let deep = format!("{}=1", vec!["a"; 60_000].join("."));
    let message = refusal("baseline", &[&deep]);
    assert!(message.starts_with("--set: a key of 60000 parts, expected at most 32"), "{message}");
    let long = format!("{}=1", vec!["a"; 32].join("."));
    assert!(refusal("baseline", &[&long]).contains("unknown field `a`"));
}
