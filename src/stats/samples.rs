//! Pairs of samples that the tests of this room share; their oracles stand beside the tests.

/// Ties; a constant group; two and two; a large offset; far apart; unlike spreads; tied at a cap.
pub(super) fn pairs() -> Vec<[Vec<f64>; 2]> {
    let line = |from: f64, count: u32| (0..count).map(move |step| from + 0.125 * f64::from(step));
    let above = |offset: f64, rest: &[f64]| rest.iter().map(|rest| offset + rest).collect();
    vec![
        [
            vec![3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0],
            vec![5.0, 3.0, 5.0, 8.0, 9.0, 7.0, 9.0, 3.0, 2.0],
        ],
        [vec![7.0; 4], vec![5.0, 6.0, 9.0, 10.0, 4.0]],
        [vec![1.0, 2.0], vec![4.0, 6.0]],
        [above(1e9, &[1.0, 2.0, 4.0, 8.0]), above(1e9, &[3.0, 5.0, 5.5, 9.0, 12.0])],
        [line(0.0, 60).collect(), line(20.0, 50).collect()],
        [vec![0.1, 0.25, 0.3, 12.5, 80.25, 3.75], vec![1.5, 1.25, 1.75, 1.5]],
        [
            vec![1000.0, 1000.0, 1000.0, 12.0, 40.0],
            vec![1000.0, 1000.0, 5.0, 700.0, 1000.0, 1000.0],
        ],
    ]
}

/// The pairs, and three and four groups made of them.
pub(super) fn groups() -> Vec<Vec<Vec<f64>>> {
    let pairs = pairs();
    let of = |places: &[(usize, usize)]| {
        places.iter().map(|&(pair, side)| pairs[pair][side].clone()).collect::<Vec<_>>()
    };
    let three = of(&[(0, 0), (0, 1), (5, 0)]);
    let four = of(&[(6, 0), (6, 1), (1, 0), (1, 1)]);
    pairs.iter().map(|pair| pair.to_vec()).chain([three, four]).collect()
}
