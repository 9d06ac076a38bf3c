//! Every case under `tests/perft` that is short, counted out.

use std::fs;
use std::path::Path;

use quintet_bot::PerftCase;

/// Longer counts are for `quintet perft` and `cargo xtask bench movegen`.
const SHORT: u64 = 10_000_000;

#[test]
fn short_counts_are_as_known() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let mut cases = 0;
    for entry in fs::read_dir(folder).expect("a folder of cases") {
        let path = entry.expect("a file").path();
        let text = fs::read_to_string(&path).expect("text");
        let read = PerftCase::read_all(&text);
        for case in read.unwrap_or_else(|error| panic!("{}: {error}", path.display())) {
            for (depth, &nodes) in (1..).zip(&case.nodes).filter(|(_, nodes)| **nodes <= SHORT) {
                assert_eq!(case.count(depth), nodes, "{:?} at depth {depth}", case.queue);
            }
            cases += 1;
        }
    }
    assert!(cases > 0);
}
