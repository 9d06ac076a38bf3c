//! Whether nodes have the same date. A ranked game whose checkpoints go to nodes with different dates
//! would look too fast or too slow.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use tracing::{info, warn};

use super::{NodeId, lock};
use crate::limits::NODE_CLOCKS_APART;

/// How many heartbeats in a row have to differ: those that wait while a machine is busy look old, and
/// not all of them do.
const IN_A_ROW: u32 = 20;

/// How many heartbeats of each node in a row have shown another date than this node's.
#[derive(Default)]
pub(super) struct Clocks(Mutex<HashMap<NodeId, u32>>);

impl Clocks {
    /// A node's clock has shown this when ours showed that, in microseconds since 1970.
    pub(super) fn compare(&self, node: NodeId, theirs: u64, ours: u64) {
        let apart = Duration::from_micros(theirs.abs_diff(ours));
        let mut clocks = lock(&self.0);
        let count = clocks.entry(node).or_default();
        if apart <= NODE_CLOCKS_APART {
            if *count >= IN_A_ROW {
                info!(node, "this node's clock and another's show the same again");
            }
            *count = 0;
            return;
        }
        *count = count.saturating_add(1);
        if *count == IN_A_ROW {
            warn!(node, ?apart, "this node's clock and another's differ: synchronise both");
        }
    }

    /// Forgets the nodes that are not there any more.
    pub(super) fn retain(&self, is_there: impl Fn(NodeId) -> bool) {
        lock(&self.0).retain(|node, _| is_there(*node));
    }

    /// Whether fewer than half of all nodes, this one among them, have this node's date. Of two, none
    /// is known to be wrong.
    pub(super) fn is_own_wrong(&self) -> bool {
        let clocks = lock(&self.0);
        let agree = 1 + clocks.values().filter(|count| **count < IN_A_ROW).count();
        2 * agree < 1 + clocks.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: u64 = 1_000_000;

    fn told(nodes: &[(NodeId, u64)], times: u32) -> Clocks {
        let clocks = Clocks::default();
        for _ in 0..times {
            for (node, shows) in nodes {
                clocks.compare(*node, *shows, 100 * SECOND);
            }
        }
        clocks
    }

    #[test]
    fn the_node_whose_clock_differs_from_most_is_wrong() {
        assert!(told(&[(1, 110 * SECOND), (2, 111 * SECOND)], IN_A_ROW).is_own_wrong());
        assert!(told(&[(1, 90 * SECOND), (2, 90 * SECOND)], IN_A_ROW).is_own_wrong());
        assert!(!told(&[(1, 90 * SECOND), (2, 100 * SECOND)], IN_A_ROW).is_own_wrong());
        assert!(!told(&[(1, 90 * SECOND)], IN_A_ROW).is_own_wrong(), "it may be the other one");
    }

    #[test]
    fn a_few_heartbeats_that_come_late_say_nothing() {
        let late = [(1, 90 * SECOND), (2, 90 * SECOND)];
        assert!(!told(&late, IN_A_ROW - 1).is_own_wrong());
        let clocks = told(&late, IN_A_ROW);
        clocks.compare(1, 100 * SECOND, 100 * SECOND);
        assert!(!clocks.is_own_wrong());
        clocks.retain(|node| node == 2);
        assert!(!clocks.is_own_wrong(), "of two, none is known to be wrong");
    }
}
