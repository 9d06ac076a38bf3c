//! `cargo xtask growth`: what more players would need, from what was measured. It makes the tables
//! of `docs/book/growth.md`.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;

use crate::process::root;

/// Where the page is.
const PAGE: &str = "docs/book/growth.md";
/// Between these lines of the page stands what this prints.
const BEGIN: &str = "<!-- made by `cargo xtask growth --write` -->\n";
const END: &str = "<!-- end -->\n";
/// For how many players.
const PLAYERS: [u64; 4] = [1_000, 10_000, 100_000, 1_000_000];
/// Strokes of a player, per second.
const INPUTS: f64 = 10.0;
/// A processor is not given more than this part of its time, so that there is room for a failure.
const USE: f64 = 0.5;
/// Cores of a machine.
const CORES: f64 = 8.0;
/// The most connections of a node (`MAX_CONNECTIONS`), half of which are used.
const CONNECTIONS: f64 = 20_000.0 * USE;
/// How long a match lasts, in seconds, and how many games it has.
const MATCH: f64 = 180.0;
const GAMES: f64 = 2.4;
/// The replay of a game, in bytes.
const REPLAY: f64 = 6_000.0;
/// An entry of the journal, in bytes. It is written twice, to the log of its node and to its match.
const ENTRY: f64 = 30.0;
/// A message from node to node with its headers, in bytes.
const RELAYED: f64 = 200.0;
/// The most messages of a node's log per second, one every two milliseconds and a bit.
const LOG_MESSAGES: f64 = 400.0;
/// How often entries are moved from the log to their match, in seconds.
const MOVED_EVERY: f64 = 5.0;
/// How many results one PostgreSQL of 8 cores stores per second: a transaction of some ten statements.
const RESULTS_PER_SECOND: f64 = 1_000.0;
/// Seconds after which a node's lease has lapsed, and within which its players have come back.
const LEASE: f64 = 2.5;
const COME_BACK: f64 = 1.0;

/// What was measured.
struct Figures(HashMap<String, f64>);

impl Figures {
    fn read(text: &str) -> Result<Figures, String> {
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let number = |line: &str| {
            let (name, value) = line.split_once(" = ")?;
            Some((name.to_owned(), value.parse().ok()?))
        };
        let read = |line| number(line).ok_or_else(|| format!("`{line}` is no figure"));
        Ok(Figures(lines.map(read).collect::<Result<_, _>>()?))
    }

    fn get(&self, name: &str) -> Result<f64, String> {
        self.0.get(name).copied().ok_or_else(|| format!("the figure `{name}` is missing"))
    }
}

/// What a number of players needs.
struct Needs {
    players: f64,
    inputs: f64,
    node_cores: f64,
    nodes: f64,
    streams: f64,
    nats_cores: f64,
    nats_servers: f64,
    results: f64,
    postgres_cores: f64,
    /// Bytes per second.
    outside: f64,
    inside: f64,
    /// Seconds until half of the rooms of a node that died are back, and all but a hundredth.
    back: [f64; 2],
}

impl Needs {
    fn of(players: u64, figures: &Figures) -> Result<Needs, String> {
        let players = players as f64;
        let inputs = players * INPUTS;
        let cores = |name| Ok::<f64, String>(inputs * figures.get(name)? / 1e6 / USE);
        let node_cores = cores("node_us_per_message")?;
        // One more than is needed, because one may be missing, and three at least.
        let nodes = (node_cores / CORES).max(players / CONNECTIONS).ceil().max(2.0) + 1.0;
        let messages = journal_messages(players, nodes);
        let streams = (messages / (figures.get("stream_messages_per_second")? * USE)).ceil();
        let nats_cores = cores("nats_us_per_message")?;
        let nats_servers = 3.0 * (nats_cores / (3.0 * CORES)).ceil().max(1.0);
        let results = players / 2.0 / MATCH;
        // Players whose opponent is on another node send through NATS, and are answered through it.
        let apart = 1.0 - 1.0 / nodes;
        Ok(Needs {
            players,
            inputs,
            node_cores,
            nodes,
            streams,
            nats_cores,
            nats_servers,
            results,
            // It stores results and scores; matches that are on cost it nothing.
            postgres_cores: results / RESULTS_PER_SECOND * CORES / USE,
            outside: players * figures.get("bytes_per_player_second")?,
            inside: inputs * (3.0 * 2.0 * ENTRY + 2.0 * RELAYED * apart),
            back: failover(players / 2.0 / nodes, nodes - 1.0, figures.get("takeover_ms")? / 1e3),
        })
    }
}

/// Messages of the journal per second: those of the nodes' logs, and a move for every match.
fn journal_messages(players: f64, nodes: f64) -> f64 {
    nodes * LOG_MESSAGES + players / 2.0 / MOVED_EVERY
}

/// Plays the death of a node through: its players come back to the others at random moments after
/// the lease has lapsed, and each node takes one room over at a time. Returns when half of the rooms
/// are back, and all but a hundredth, in seconds.
fn failover(rooms: f64, nodes: f64, takes: f64) -> [f64; 2] {
    let (rooms, nodes) = (rooms.ceil() as usize, nodes as usize);
    let mut random = 1_u64;
    let mut next = || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (random >> 33) as f64 / (1_u64 << 31) as f64
    };
    let mut wanted: Vec<(f64, usize)> = (0..rooms)
        .map(|_| (LEASE + COME_BACK * next(), (next() * nodes as f64) as usize % nodes))
        .collect();
    wanted.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut free_at = vec![0.0_f64; nodes];
    let mut back: Vec<f64> = wanted
        .into_iter()
        .map(|(at, node)| {
            free_at[node] = free_at[node].max(at) + takes;
            free_at[node]
        })
        .collect();
    back.sort_by(f64::total_cmp);
    [50, 99].map(|percent| back[(back.len() - 1) * percent / 100])
}

fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

/// Bits per second.
fn rate(bytes: f64) -> String {
    let megabits = bytes * 8.0 / 1e6;
    if megabits < 1_000.0 {
        format!("{megabits:.0} Mbit/s")
    } else {
        format!("{:.1} Gbit/s", megabits / 1e3)
    }
}

/// The tables.
fn tables(figures: &Figures) -> Result<String, String> {
    let needs: Vec<Needs> =
        PLAYERS.iter().map(|&players| Needs::of(players, figures)).collect::<Result<_, _>>()?;
    let mut text = String::from("| players at a time |");
    for need in &needs {
        let _ = write!(text, " {} |", grouped(need.players));
    }
    let _ = writeln!(text, "\n|---|{}", "---:|".repeat(needs.len()));
    let mut row = |name: &str, cell: &dyn Fn(&Needs) -> String| {
        let _ = write!(text, "| {name} |");
        for need in &needs {
            let _ = write!(text, " {} |", cell(need));
        }
        text.push('\n');
    };
    row("inputs per second", &|need| grouped(need.inputs));
    row("cores of the nodes", &|need| grouped(need.node_cores.ceil()));
    row("nodes of 8 cores, one to spare", &|need| grouped(need.nodes));
    row("cores of NATS", &|need| grouped(need.nats_cores.ceil()));
    row("NATS servers of 8 cores", &|need| grouped(need.nats_servers));
    row("streams for the journal", &|need| grouped(need.streams));
    row("results per second", &|need| format!("{:.0}", need.results.ceil()));
    row("cores of PostgreSQL", &|need| grouped(need.postgres_cores.ceil().max(2.0)));
    row("connections to PostgreSQL", &|need| grouped(need.nodes * 16.0));
    row("replays, per second", &|need| format!("{:.1} MB", need.results * GAMES * REPLAY / 1e6));
    row("network, players", &|need| rate(need.outside));
    row("network, between machines", &|need| rate(need.inside));
    row("cores altogether", &|need| {
        let postgres = need.postgres_cores.ceil().max(2.0);
        grouped(need.node_cores.ceil() + need.nats_cores.ceil() + postgres)
    });
    row("rooms of a dead node, half are back after", &|need| format!("{:.1} s", need.back[0]));
    row("rooms of a dead node, 99 % are back after", &|need| format!("{:.1} s", need.back[1]));
    text.push('\n');
    text.push_str(&limits(figures)?);
    Ok(text)
}

/// At how many players each part of the present design is used up, the first first.
fn limits(figures: &Figures) -> Result<String, String> {
    let per_core = |name| Ok::<f64, String>(1e6 * USE / figures.get(name)? / INPUTS);
    let stream = figures.get("stream_messages_per_second")?;
    let node = per_core("node_us_per_message")? * CORES;
    let per_player = journal_messages(node, 1.0) / node;
    let mut limits = vec![
        ("one stream for all matches: its leader is one server", stream * USE / per_player),
        ("three NATS servers of 8 cores", per_core("nats_us_per_message")? * 3.0 * CORES),
        (
            "one PostgreSQL: a result is a transaction of some ten statements",
            RESULTS_PER_SECOND * USE * 2.0 * MATCH,
        ),
        (
            "nodes tell each other everything that is for all: heartbeats, who waits, who came",
            // With the number of nodes squared, four heartbeats and a list per second.
            (100_000.0_f64 / 5.0).sqrt() * CONNECTIONS,
        ),
    ];
    limits.sort_by(|one, other| one.1.total_cmp(&other.1));
    let mut text = String::from("| what breaks, the first first | at players |\n|---|---:|\n");
    for (what, players) in limits {
        let _ = writeln!(text, "| {what} | {} |", grouped((players / 100.0).round() * 100.0));
    }
    Ok(text)
}

fn made() -> Result<String, String> {
    tables(&Figures::read(include_str!("figures.txt"))?)
}

/// Prints the tables, or writes them into the page.
pub(crate) fn growth(arguments: &[&str]) -> Result<(), String> {
    let tables = made()?;
    match arguments {
        [] => {
            print!("{tables}");
            Ok(())
        }
        ["--write"] => {
            let path = root().join(PAGE);
            let page = fs::read_to_string(&path).map_err(|error| format!("{PAGE}: {error}"))?;
            let (before, rest) = page.split_once(BEGIN).ok_or("the page has no place for it")?;
            let (_, after) = rest.split_once(END).ok_or("the page's place has no end")?;
            fs::write(&path, format!("{before}{BEGIN}{tables}{END}{after}"))
                .map_err(|error| format!("{PAGE}: {error}"))
        }
        _ => Err("usage: cargo xtask growth [--write]".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_what_the_figures_make() {
        let page = fs::read_to_string(root().join(PAGE)).expect("the page");
        let expected = format!("{BEGIN}{}{END}", made().expect("figures"));
        assert!(page.contains(&expected), "run `cargo xtask growth --write`");
    }

    #[test]
    fn rooms_that_are_taken_over_one_after_the_other_take_as_long_as_there_are_rooms() {
        let [half, all] = failover(1000.0, 2.0, 0.1);
        assert!((25.0..35.0).contains(&half) && (45.0..60.0).contains(&all), "{half} {all}");
        let [_, all] = failover(10.0, 2.0, 0.001);
        assert!(all < LEASE + COME_BACK + 0.1, "{all}");
    }

    #[test]
    fn a_figure_that_is_missing_or_none_is_named() {
        let problem = |text| Figures::read(text).and_then(|figures| tables(&figures)).err();
        assert!(problem("nonsense").is_some_and(|words| words.contains("nonsense")));
        assert!(problem("takeover_ms = 3").is_some_and(|words| words.contains("is missing")));
    }
}
