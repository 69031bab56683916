//! Any records, cut anywhere.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::super::scan::{Entry, first_from};
use super::*;

fn point() -> impl Strategy<Value = Point> {
    let number = any::<f64>().prop_filter("finite", |number| number.is_finite());
    (any::<u64>(), number, -1e9..1e9, -1e-9..1e-9)
        .prop_map(|(generation, best, mean, median)| Point { generation, best, mean, median })
}

fn any_record() -> impl Strategy<Value = Record> {
    let stop = select(vec![Stop::Solved, Stop::Singles, Stop::Nodes, Stop::Seconds, Stop::Error]);
    let whole = (option::of(any::<u64>()), option::of(any::<u64>()), option::of(any::<u32>()));
    let parts = (option::of(-1e300..1e300), option::of(any::<String>()), 0.0..1e6);
    (any::<u64>(), stop, whole, parts, option::of(vec(point(), 0..5))).prop_map(
        |(id, stop, (generations, nodes, cost), (fitness, error, seconds), history)| Record {
            run_id: RunId(id),
            stop,
            cost,
            fitness,
            generations,
            nodes,
            error,
            seconds,
            history,
            ..record(0)
        },
    )
}

/// Records of different runs.
fn any_records() -> impl Strategy<Value = Vec<Record>> {
    vec(any_record(), 0..12).prop_map(|mut records| {
        records.sort_by_key(|record| record.run_id);
        records.dedup_by_key(|record| record.run_id);
        records.sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
        records
    })
}

/// Ids that lie evenly, as digests do, and ids that lie together.
fn any_id() -> impl Strategy<Value = u64> {
    prop_oneof![any::<u64>(), 0..50u64, u64::MAX - 50..=u64::MAX]
}

fn entry(id: u64) -> Entry {
    Entry {
        run_id: RunId(id),
        offset: 0,
        length: 0,
        line: 0,
        has_history: false,
        tells_solution: false,
        has_sum: true,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_scan_finds_the_records_whose_lines_are_whole(
        records in any_records(),
        cut in any::<prop::sample::Index>(),
    ) {
        let text = journal(&records);
        let bytes = &text.as_bytes()[..cut.index(text.len() + 1)];
        let whole = bytes.iter().filter(|&&byte| byte == b'\n').count();
        let scanned = scanned(bytes).expect("a journal");
        prop_assert_eq!(scanned.header.is_some(), whole > 0);
        prop_assert_eq!(found(bytes, &scanned), &records[..whole.saturating_sub(1)]);

        let kept = if whole == 0 { journal(&[]).into_bytes() } else { bytes[..scanned.length as usize].to_vec() };
        let rest: String = records[whole.saturating_sub(1)..].iter().map(line).collect();
        prop_assert_eq!([&kept, rest.as_bytes()].concat(), text.as_bytes());
    }

    #[test]
    fn bytes_of_any_kind_never_panic(mut bytes in vec(any::<u8>(), 0..200), is_body: bool) {
        if is_body {
            bytes.splice(0..0, journal(&records(0..1)).into_bytes());
        }
        scanned(&bytes).ok();
    }

    #[test]
    fn a_run_is_found_where_a_plain_search_finds_it(
        mut ids in vec(any_id(), 0..300),
        wanted in any_id(),
    ) {
        ids.sort_unstable();
        let entries: Vec<Entry> = ids.iter().map(|&id| entry(id)).collect();
        for id in ids.iter().copied().chain([wanted]) {
            let plain = ids.partition_point(|&before| before < id);
            prop_assert_eq!(first_from(&entries, RunId(id)), plain);
        }
    }
}
