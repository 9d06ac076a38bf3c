//! Numbers for operators, in the text form that Prometheus reads.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

/// A number that only grows.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Grows it.
    pub fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    /// The number.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A number that goes up and down.
#[derive(Debug, Default)]
pub struct Gauge(AtomicI64);

impl Gauge {
    /// Changes it.
    pub fn add(&self, change: i64) {
        self.0.fetch_add(change, Ordering::Relaxed);
    }

    /// Sets it.
    pub fn set(&self, number: i64) {
        self.0.store(number, Ordering::Relaxed);
    }

    /// The number.
    pub fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The upper bounds of a histogram's buckets, in microseconds.
const BOUNDS: [u64; 10] = [100, 250, 500, 1_000, 2_500, 5_000, 10_000, 20_000, 50_000, 250_000];

/// Durations, counted in buckets.
#[derive(Debug, Default)]
pub struct Histogram {
    buckets: [AtomicU64; BOUNDS.len() + 1],
    sum: AtomicU64,
}

impl Histogram {
    /// Counts one duration.
    pub fn observe(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let bucket = BOUNDS.partition_point(|&bound| bound < micros);
        self.buckets[bucket].fetch_add(1, Ordering::Relaxed);
        self.sum.fetch_add(micros, Ordering::Relaxed);
    }

    /// How many were counted.
    pub fn count(&self) -> u64 {
        self.buckets.iter().map(|bucket| bucket.load(Ordering::Relaxed)).sum()
    }

    fn write(&self, text: &mut String, name: &str, help: &str) {
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} histogram");
        let mut total = 0;
        for (index, bucket) in self.buckets.iter().enumerate() {
            total += bucket.load(Ordering::Relaxed);
            let bound = BOUNDS
                .get(index)
                .map_or_else(|| "+Inf".to_owned(), |&micros| seconds(micros).to_string());
            let _ = writeln!(text, "{name}_bucket{{le=\"{bound}\"}} {total}");
        }
        let sum = seconds(self.sum.load(Ordering::Relaxed));
        let _ = writeln!(text, "{name}_sum {sum}\n{name}_count {total}");
    }
}

fn seconds(micros: u64) -> f64 {
    micros as f64 / 1e6
}

/// Everything that is counted.
#[derive(Debug, Default)]
pub struct Metrics {
    /// Open connections of players and spectators.
    pub connections: Gauge,
    /// Open connections, whatever they are for.
    pub open_connections: Gauge,
    /// Open rooms.
    pub rooms: Gauge,
    /// Matches under way.
    pub matches: Gauge,
    /// Matches decided.
    pub matches_decided: Counter,
    /// Messages that came in.
    pub messages: Counter,
    /// Bytes that came in as messages.
    pub bytes_in: Counter,
    /// Bytes that went out as messages.
    pub bytes_out: Counter,
    /// Messages that were malformed or too large.
    pub malformed: Counter,
    /// Connections that sent too much.
    pub too_fast: Counter,
    /// Connections, sockets, rooms and devices beyond the limit of an address, or of all.
    pub too_many: Counter,
    /// Clients of another version.
    pub wrong_version: Counter,
    /// Matches forfeited because a client broke a rule.
    pub faults: Counter,
    /// Boards of the referee that differ from themselves when played again.
    pub differences: Counter,
    /// Reports of differing boards that the referee cannot confirm.
    pub differences_reported: Counter,
    /// Scores accepted.
    pub scores_accepted: Counter,
    /// Scores refused.
    pub scores_refused: Counter,
    /// Appends to the journal that failed.
    pub store_failures: Counter,
    /// 1 while the last append to the journal failed.
    pub store_fails: Gauge,
    /// 1 while a result cannot be stored.
    pub results_fail: Gauge,
    /// Nodes of the cluster that have been heard in the last minute.
    pub nodes: Gauge,
    /// 1 while this node's lease is renewed in time.
    pub is_leased: Gauge,
    /// 1 while this node pairs players.
    pub is_leader: Gauge,
    /// Ends of links to other nodes.
    pub links: Gauge,
    /// Rooms taken over from other nodes.
    pub takeovers: Counter,
    /// From receiving a message to relaying it.
    pub relay: Histogram,
    /// Appending to the journal.
    pub writing: Histogram,
    /// Verifying a replay.
    pub verifying: Histogram,
}

impl Metrics {
    /// All of them as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let gauges = [
            (
                "quintet_connections",
                "Open connections of players and spectators",
                &self.connections,
            ),
            (
                "quintet_open_connections",
                "Open connections, whatever they are for",
                &self.open_connections,
            ),
            ("quintet_rooms", "Open rooms", &self.rooms),
            ("quintet_matches", "Matches under way", &self.matches),
            ("quintet_nodes", "Nodes heard in the last minute", &self.nodes),
            ("quintet_leased", "1 while the node's lease is renewed in time", &self.is_leased),
            ("quintet_leader", "1 while the node pairs players", &self.is_leader),
            ("quintet_links", "Ends of links to other nodes", &self.links),
        ];
        for (name, help, gauge) in gauges {
            let _ =
                writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {}", gauge.get());
        }
        let counters = [
            ("quintet_matches_decided_total", "Matches decided", &self.matches_decided),
            ("quintet_messages_total", "Messages that came in", &self.messages),
            ("quintet_received_bytes_total", "Bytes of messages that came in", &self.bytes_in),
            ("quintet_sent_bytes_total", "Bytes of messages that went out", &self.bytes_out),
            ("quintet_differences_total", "Boards that differed", &self.differences),
            (
                "quintet_differences_reported_total",
                "Unconfirmed reports of boards that differ",
                &self.differences_reported,
            ),
            ("quintet_scores_accepted_total", "Scores accepted", &self.scores_accepted),
            ("quintet_scores_refused_total", "Scores refused", &self.scores_refused),
            ("quintet_takeovers_total", "Rooms taken over from other nodes", &self.takeovers),
            (
                "quintet_store_failures_total",
                "Appends to the journal that failed",
                &self.store_failures,
            ),
        ];
        for (name, help, counter) in counters {
            let _ = writeln!(
                text,
                "# HELP {name} {help}\n# TYPE {name} counter\n{name} {}",
                counter.get()
            );
        }
        let name = "quintet_refused_total";
        let _ = writeln!(text, "# HELP {name} What was refused\n# TYPE {name} counter");
        for (why, counter) in [
            ("malformed", &self.malformed),
            ("too_fast", &self.too_fast),
            ("too_many", &self.too_many),
            ("version", &self.wrong_version),
            ("fault", &self.faults),
        ] {
            let _ = writeln!(text, "{name}{{why=\"{why}\"}} {}", counter.get());
        }
        self.relay.write(
            &mut text,
            "quintet_relay_seconds",
            "From receiving a message to relaying it",
        );
        self.writing.write(&mut text, "quintet_write_seconds", "Appending to the journal");
        self.verifying.write(&mut text, "quintet_verify_seconds", "Verifying a replay");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_counts_up_to_each_bound() {
        let metrics = Metrics::default();
        metrics.relay.observe(Duration::from_micros(300));
        metrics.relay.observe(Duration::from_secs(9));
        let text = metrics.text();
        assert!(text.contains("quintet_relay_seconds_bucket{le=\"0.00025\"} 0"), "{text}");
        assert!(text.contains("quintet_relay_seconds_bucket{le=\"0.0005\"} 1"), "{text}");
        assert!(text.contains("quintet_relay_seconds_bucket{le=\"+Inf\"} 2"), "{text}");
        assert!(text.contains("quintet_relay_seconds_sum 9.0003"), "{text}");
    }
}
