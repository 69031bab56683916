use super::*;

fn named(name: &str) -> Arc<Layout> {
    Layout::named(name).expect("a built-in layout")
}

fn band_sizes(layout: &Layout) -> Vec<usize> {
    layout.bands().map(<[u16]>::len).collect()
}

#[test]
fn single_grids_have_three_units_a_line() {
    for (name, box_side) in SINGLE_GRIDS {
        let layout = named(name);
        let side = box_side * box_side;
        assert_eq!(layout.cell_count(), side * side);
        assert_eq!(layout.units().len(), 3 * side);
        assert_eq!(layout.peers(0).len(), 3 * (side - 1) - 2 * (box_side - 1));
        assert_eq!(band_sizes(&layout), vec![box_side; box_side]);
    }
}

#[test]
fn twodoku_shares_one_box() {
    let layout = named("twodoku");
    assert_eq!(layout.canvas(), (15, 15));
    assert_eq!(layout.cell_count(), 153);
    assert_eq!(layout.units().len(), 53);
    assert_eq!(layout.box_count(), 17);
    assert_eq!(band_sizes(&layout), [3, 3, 5, 3, 3]);
    let stacks: Vec<usize> = layout.stacks().map(<[u16]>::len).collect();
    assert_eq!(stacks, [3, 3, 5, 3, 3]);
    let shared = layout.cell_at(7, 7).expect("the middle of the shared box");
    assert_eq!(layout.box_of(shared), 8);
    assert_eq!(layout.units_of(shared).len(), 5);
    assert_eq!(layout.cell_at(0, 14), None);
}

#[test]
fn samurai_falls_out_for_free() {
    let layout = named("samurai");
    assert_eq!(layout.canvas(), (21, 21));
    assert_eq!(layout.cell_count(), 369);
    assert_eq!(layout.units().len(), 131);
    assert_eq!(layout.box_count(), 41);
    assert_eq!(layout.bands().len(), 11);
}

#[test]
fn boxes_partition_the_cells() {
    for name in LAYOUT_NAMES {
        let layout = named(name);
        let mut seen = vec![0; layout.cell_count()];
        for number in 0..layout.box_count() {
            for &cell in layout.box_cells(number) {
                seen[cell as usize] += 1;
                assert_eq!(layout.box_of(cell as usize), number);
            }
        }
        assert!(seen.iter().all(|&times| times == 1), "{name}");
    }
}

#[test]
fn a_unit_of_two_grids_stands_once() {
    let layout = Layout::new("shifted", 3, &[(0, 0), (0, 1)]).expect("two grids side by side");
    let columns = layout.units().filter(|&u| layout.unit(u).kind == UnitKind::Column).count();
    assert_eq!(columns, 12);
    assert_eq!(layout.box_count(), 12);
}

#[test]
fn a_user_writes_an_overlay() {
    let text = "box-side = 3\ngrids = [[0, 0], [2, 2]]\n";
    let layout = Layout::from_toml(text, "mine").expect("a twodoku");
    assert_eq!(layout.name(), "mine");
    assert_eq!(layout, *named("twodoku"));
}

#[test]
fn a_layout_survives_its_table() {
    let quoted = Layout::new("a \"quoted\" name", 2, &[(0, 1), (3, 0)]).expect("an overlay");
    for layout in LAYOUT_NAMES.map(named).into_iter().chain([Arc::new(quoted)]) {
        let table = layout.to_table();
        for again in [
            Layout::from_toml(&table.to_string(), "other").expect("a file"),
            Layout::from_table(table, "other").expect("a table"),
        ] {
            assert_eq!((again.name(), &again), (layout.name(), &*layout));
        }
    }
}

#[test]
fn bad_layouts_say_what_is_wrong() {
    let message = |text: &str| Layout::from_toml(text, "x").expect_err("bad").to_string();
    assert!(message("box-side = 8\ngrids = [[0, 0]]").contains("box-side is 8"));
    assert!(message("box-side = 3\ngrids = []").contains("grids is empty"));
    assert!(message("box-side = 3\ngrids = [[0, 99]]").contains("offset 99"));
    assert!(message("box-side = 3\ngrids = [[1, 1], [1, 1]]").contains("grids 1 and 2"));
    assert!(message("box-side = 3\ngrid = [[1, 1]]").contains("unknown field `grid`"));
    let far = message("box-side = 3\ngrids = [[1000000000000000000, 0]]");
    assert!(far.contains("box offset 1000000000000000000, expected 0 to 63"), "{far}");
    let many = message(&format!("box-side = 2\ngrids = [{}]", "[0, 0], ".repeat(10_000)));
    assert_eq!(many, "the layout has 10000 grids, expected at most 4096");
    // Nine grids of side 49 beside each other.
    let large = "[0, 0], [0, 7], [0, 14], [7, 0], [7, 7], [7, 14], [14, 0], [14, 7], [14, 14]";
    let large = message(&format!("box-side = 7\ngrids = [{large}]"));
    assert_eq!(large, "the layout has 21609 cells, expected at most 20000");
    let table = "box-side = 3\ngrids = [[0, 'x']]".parse().expect("TOML");
    let message = Layout::from_table(table, "x").expect_err("bad").to_string();
    assert!(message.ends_with("in `grids`") && !message.contains('\n'), "{message}");
}

#[test]
fn every_place_may_have_a_grid() {
    let places: Vec<(usize, usize)> = (0..4096).map(|number| (number / 64, number % 64)).collect();
    let layout = Layout::new("full", 2, &places).expect("as many grids as there may be");
    assert_eq!((layout.grid_count(), layout.cell_count()), (4096, 130 * 130));
}

#[test]
fn bands_join_only_along_the_canvas() {
    // Block-rows on different rows of the canvas have no box in common, however grids overlap, so
    // that crossover by bands always has as many to choose from as a grid has block-rows.
    let overlays: [(usize, &[(usize, usize)]); 4] = [
        (2, &[(0, 1), (1, 0), (1, 1)]),
        (3, &[(0, 0), (1, 1), (2, 0), (0, 2)]),
        (3, &[(0, 0), (0, 1), (0, 2)]),
        (4, &[(0, 0), (3, 3), (0, 2)]),
    ];
    for (box_side, origins) in overlays {
        let layout = Layout::new("odd", box_side, origins).expect("an overlay");
        assert!(layout.bands().len() >= box_side, "{layout:?}");
        assert!(layout.stacks().len() >= box_side, "{layout:?}");
    }
}

#[test]
fn what_is_wrong_with_a_layout_file_is_told_with_its_place() {
    for (text, expected_place, expected) in [
        ("box-side = 3\ngrids = [[0, 0]\n", (2, 16), "unclosed array"),
        ("box-side = 3\ngrid = [[0, 0]]\n", (2, 1), "unknown field `grid`"),
        ("box-side = 3\n", (1, 1), "grids = [[0, 0]]"),
        ("box-side = 3\ngrids = [[0, -1]]\n", (2, 14), "expected a whole number from 0 on"),
    ] {
        match Layout::from_toml(text, "file") {
            Err(LayoutError::Syntax { place, message }) => {
                assert_eq!(place, Some(expected_place), "{message}");
                assert!(message.contains(expected) && !message.contains('\n'), "{message}");
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn built_in_layouts_are_made_once() {
    let [one, other] = [(); 2].map(|()| Layout::named("49x49").expect("built in"));
    assert!(Arc::ptr_eq(&one, &other));
    assert_eq!(Layout::named("9x8").map(|layout| layout.name().to_owned()), None);
}
