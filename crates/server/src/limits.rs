//! Every limit that keeps one client from disturbing others, each with a name. Those that clients have
//! to know too are values of [`quintet_protocol::limits`], and listed here.
//!
//! `docs/book/operators.md` has them as a table, which a test compares with this one.

use std::time::Duration;

use quintet_engine::Micros;

/// A limit as operators read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Its name.
    pub name: &'static str,
    /// Its value with its unit.
    pub value: String,
    /// What it limits.
    pub meaning: &'static str,
}

/// A value as operators read it.
trait Shown {
    fn shown(&self) -> String;
}

impl Shown for usize {
    fn shown(&self) -> String {
        let digits = self.to_string();
        let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
        groups.collect::<Vec<_>>().join(",")
    }
}

impl Shown for u32 {
    fn shown(&self) -> String {
        (*self as usize).shown()
    }
}

impl Shown for u8 {
    fn shown(&self) -> String {
        usize::from(*self).shown()
    }
}

impl Shown for Duration {
    fn shown(&self) -> String {
        let millis = self.as_millis() as usize;
        let units = [(86_400_000, "d"), (3_600_000, "h"), (60_000, "min"), (1_000, "s")];
        let unit = units.into_iter().find(|(unit, _)| millis.is_multiple_of(*unit));
        let (unit, name) = unit.unwrap_or((1, "ms"));
        format!("{} {name}", (millis / unit).shown())
    }
}

impl Shown for Micros {
    fn shown(&self) -> String {
        Duration::from_micros(self.0).shown()
    }
}

macro_rules! limits {
    ($(#[doc = $doc:literal] $name:ident: $kind:ty = $value:expr;)*) => {
        $(#[doc = $doc] pub const $name: $kind = $value;)*

        fn own_limits() -> Vec<Limit> {
            vec![$(Limit {
                name: stringify!($name),
                value: $name.shown(),
                meaning: $doc.trim_ascii(),
            },)*]
        }
    };
}

macro_rules! limits_of_play {
    ($($name:ident: $meaning:literal;)*) => {
        fn limits_of_play() -> Vec<Limit> {
            vec![$(Limit {
                name: stringify!($name),
                value: quintet_protocol::limits::$name.shown(),
                meaning: $meaning,
            },)*]
        }
    };
}

/// All limits.
pub fn table() -> Vec<Limit> {
    let mut all = own_limits();
    all.extend(limits_of_play());
    all
}

limits! {
    /// The most rooms at a time.
    MAX_ROOMS: usize = 10_000;
    /// The most connections at a time, whatever they are for; those to `/metrics` count apart.
    MAX_CONNECTIONS: usize = 20_000;
    /// The most connections of one address at a time; a proxy that is trusted is not limited.
    CONNECTIONS_PER_ADDRESS: usize = 256;
    /// The most players and spectators of one address at a time.
    SOCKETS_PER_ADDRESS: usize = 64;
    /// The most rooms that players of one address have opened, at a time.
    ROOMS_PER_ADDRESS: usize = 32;
    /// The most replays of scores from one address that have not arrived completely, at a time.
    REPLAYS_PER_ADDRESS: usize = 16;
    /// The most replays that are being sent to one address at a time.
    DOWNLOADS_PER_ADDRESS: usize = 32;
    /// The most bots that play with players of one address at a time, on each server.
    BOTS_PER_ADDRESS: usize = 4;
    /// How many new devices one address may have at once; then one in every `DEVICE_EVERY`.
    DEVICES_SAVED: u32 = 64;
    /// How often one address may have a new device.
    DEVICE_EVERY: Micros = Micros::from_secs(30);
    /// How many messages other than inputs, pings and being ready one player may send per second.
    ACTIONS_PER_SECOND: u32 = 3;
    /// How many of them at once; a player who sends more is disconnected.
    ACTIONS_SAVED: u32 = 20;
    /// How many times per second players of one address may ask for a room, an opponent, a seat or a bot, or set a room up.
    ENTRIES_PER_SECOND: u32 = 10;
    /// How many times at once; more are refused.
    ENTRIES_SAVED: u32 = 4 * SOCKETS_PER_ADDRESS as u32;
    /// How many wrong room codes one address may try at once; then one in every `WRONG_CODE_EVERY`.
    WRONG_CODES_SAVED: u32 = 60;
    /// How often one address may try a wrong room code.
    WRONG_CODE_EVERY: Micros = Micros::from_secs(2);
    /// How many requests to `/api/` one address may make per second. A ranked game makes one every 3 s, so a class of 30 makes 10.
    API_PER_SECOND: u32 = 60;
    /// How many it may make at once.
    API_SAVED: u32 = 300;
    /// How many pages and files one address may ask for per second; kept by the proxy.
    PAGES_PER_SECOND: u32 = 200;
    /// How many it may ask for at once; kept by the proxy. A first visit asks for a few dozen, so a class of 30 for some 1,500.
    PAGES_SAVED: u32 = 2_000;
    /// How many players and spectators of one address may connect per second; kept by the proxy.
    ARRIVALS_PER_SECOND: u32 = 5;
    /// How many may connect at once; kept by the proxy.
    ARRIVALS_SAVED: u32 = 2 * SOCKETS_PER_ADDRESS as u32;
    /// How long the head of a request may take to arrive, and how long a connection may be idle.
    HEAD_LIMIT: Duration = Duration::from_secs(10);
    /// The largest head of a request, in bytes.
    HEAD_SIZE: usize = 16 * 1024;
    /// The most messages that wait for one connection; a client that reads more slowly is disconnected.
    MOST_WAITING: usize = 1024;
    /// How long a new connection may take to send its greeting.
    GREETING_LIMIT: Duration = Duration::from_secs(5);
    /// How long a message may take to leave.
    SENDING_LIMIT: Duration = Duration::from_secs(10);
    /// How many bytes of a longer answer have to leave in that time; a client that reads more slowly is disconnected.
    SENDING_PART: usize = 16 * 1024;
    /// How long a client that is told to go is still read, so that it gets the reason.
    LINGER_LIMIT: Duration = Duration::from_secs(1);
    /// How many messages of it are read then.
    LINGER_MESSAGES: usize = 1_000;
    /// How often a room tells that spectators have come or gone.
    SPECTATORS_TOLD_EVERY: Micros = Micros::from_secs(1);
    /// How often a spectator who joined late gets the next part of what was missed.
    CATCH_UP_EVERY: Micros = Micros::from_millis(50);
    /// The most messages in one such part.
    CATCH_UP_MESSAGES: usize = 20;
    /// The most messages that a returning player gets in one such part.
    RETURN_PART: usize = 200;
    /// The most messages of the match that one such part is made from for each spectator of a room.
    CATCH_UP_SHARE: usize = 100;
    /// How many more there may be for all spectators of the room together.
    CATCH_UP_READ: usize = 2_000;
    /// The most reports of a differing board by one player that are looked at per game, once it is over.
    DIFFERENCE_REPORTS: usize = 4;
    /// How far back matches between the same two players make the next one count less: half each time.
    MEETINGS_COUNTED_FOR: Duration = Duration::from_hours(24);
    /// The shortest rated match that raises a rating; the loser's falls in any case.
    RATED_TIME: Micros = Micros::from_secs(10);
    /// The fewest pieces that each player of a rated match locks for a rating to rise.
    RATED_PIECES: u32 = 10;
    /// Above this deviation of the rating a player is a newcomer: one with fewer than about three rated matches.
    NEWCOMER_DEVIATION: u32 = 250;
    /// By how much a rating may be above a newcomer's for a win over that newcomer to raise it.
    LEAD_OVER_NEWCOMERS: u32 = 300;
    /// The largest replay that can be submitted, in bytes: many hours of play.
    MAX_REPLAY: usize = 512 * 1024;
    /// The largest checkpoint of a ranked game, in bytes.
    MAX_CHECKPOINT: usize = 8 * 1024;
    /// How long the replay of a score may take to arrive.
    BODY_LIMIT: Duration = Duration::from_secs(30);
    /// The most presses in any second of a submitted game; a keyboard's own repeat counts.
    RANKED_PRESSES_PER_SECOND: usize = 60;
    /// The most presses in any ten seconds.
    RANKED_PRESSES_IN_TEN: usize = 300;
    /// The most inputs of any kind in any second of a submitted game.
    RANKED_INPUTS_PER_SECOND: usize = 2 * RANKED_PRESSES_PER_SECOND;
    /// The most inputs of any kind in any ten seconds.
    RANKED_INPUTS_IN_TEN: usize = 2 * RANKED_PRESSES_IN_TEN;
    /// How often a replay is verified, one at a time, on a thread that runs only while a processor is idle.
    VERIFYING_EVERY: Duration = Duration::from_millis(20);
    /// The most replays that wait to be verified or are verified; one of each player.
    VERIFYING_QUEUE: usize = 32;
    /// The most reports of one player that wait for a moderator.
    REPORTS_PER_PLAYER: u32 = 10;
    /// The most reports of players that wait for a moderator, and as many of the server itself.
    MAX_REPORTS: u32 = 10_000;
    /// The most ranked games that a player may begin within an hour, whether they are finished or not.
    SEEDS_PER_HOUR: u32 = 120;
    /// By how much a ranked game may be ahead of the server's clock at a checkpoint.
    PLAYED_AHEAD: Micros = Micros::from_secs(2);
    /// By how much it may be behind: the time that checkpoints take to arrive, and stalls of the client.
    PLAYED_BEHIND: Micros = Micros::from_secs(5);
    /// By how much more it may be behind, in percent of the time played.
    PLAYED_BEHIND_PERCENT: u32 = 2;
    /// How long a ranked game that is not paused may be without a checkpoint.
    UNFOLLOWED_LIMIT: Micros = Micros::from_secs(30);
    /// The shortest time between two checkpoints that are looked at, but for pauses and the end.
    CHECKPOINTS_APART: Micros = Micros::from_millis(500);
    /// How often a ranked game of limited length may be paused.
    PAUSES_OF_TIMED_GAMES: u32 = 3;
    /// How long a ranked game of limited length may be paused in all.
    PAUSE_TIME_OF_TIMED_GAMES: Micros = Micros::from_secs(60);
    /// How often any other ranked game may be paused.
    PAUSES: u32 = 20;
    /// How long any other ranked game may be paused in all.
    PAUSE_TIME: Micros = Micros::from_secs(60 * 60);
    /// By how much the dates of servers that work as one may differ; one that differs more from most others is not ready.
    NODE_CLOCKS_APART: Duration = Duration::from_secs(2);
    /// How long a ticket is kept.
    TICKETS_KEPT_FOR: Duration = Duration::from_hours(7 * 24);
    /// How long a code for moving to another device is good.
    MOVE_CODES_KEPT_FOR: Duration = Duration::from_micros(quintet_protocol::limits::MOVE_CODES_KEPT_FOR.0);
    /// How many places a leaderboard shows.
    PLACES: u32 = 100;
    /// How long a leaderboard is answered from memory before it is read again.
    LISTS_CACHED_FOR: Duration = Duration::from_secs(1);
    /// How long `/healthz` and `/readyz` answer without asking the database again.
    HEALTH_CACHED_FOR: Duration = Duration::from_secs(1);
    /// How many replays of scores that are on no list any more are deleted at a time.
    REPLAYS_PRUNED_AT_ONCE: u32 = 100;
    /// How many games of matches are kept as replays; the oldest are deleted for new ones.
    GAMES_KEPT: u32 = 20_000;
    /// The most steps of rooms that wait for the journal. When it is full, the connections that the next step has messages for are closed.
    JOURNAL_QUEUE: usize = 32_768;
    /// The most journal entries that are kept for another try while the journal fails; the matches of those beyond cannot be taken up after a restart.
    ENTRIES_KEPT: usize = 100_000;
    /// The most messages that wait for results to be durable; the connections of those beyond are closed.
    MESSAGES_HELD: usize = 100_000;
    /// The most messages that wait for one end of a link between servers; a link that is slower is closed.
    MOST_WAITING_ON_LINK: usize = 1_024;
    /// How often one connection may go from server to server; a player who is still led elsewhere then reconnects.
    MOST_MOVES: u32 = 64;
    /// How many inputs games may have together that wait while the database does not answer; the replays of the oldest are dropped.
    INPUTS_OF_GAMES_TO_KEEP: usize = 4_000_000;
}

limits_of_play! {
    MAX_CLIENT_MESSAGE: "The largest message of a client, in bytes.";
    MAX_INPUTS: "The most inputs in one message.";
    MAX_CHECKPOINT_INPUTS: "The most inputs in one checkpoint of a ranked game.";
    MAX_INPUTS_PER_SECOND: "The most inputs in any second of a match.";
    MESSAGES_PER_SECOND: "How many messages of any kind one connection may send per second.";
    MESSAGES_SAVED: "How many of them at once; a connection that sends more is closed.";
    SILENCE_LIMIT: "How long a connection may send nothing before it is closed.";
    EARLY_LIMIT: "By how much the inputs of a match may be ahead of the server's clock.";
    LATE_LIMIT: "By how much a board may be behind the server's clock before the match waits for it.";
    MAX_PAUSES: "How often one player may halt a game by being away; after that it plays on.";
    RETURN_LIMIT: "How long the seat of a player who is away is kept.";
    HOST_RETURN_LIMIT: "How long an open room is kept for its host who is away.";
    READY_LIMIT: "How long the next game of a match waits for all players.";
    MAX_GAME: "The longest game of a match; then the higher score wins.";
    MAX_SPECTATORS: "The most spectators of a room.";
    MOST_BOTS: "The most matches with bots at a time, unless the operator says otherwise.";
    MAX_NAME_CHARS: "The longest name, in characters.";
}

#[cfg(test)]
mod tests {
    use quintet_protocol::limits::CHECKPOINT_EVERY;

    use super::*;

    #[test]
    fn the_operators_page_has_every_limit_with_its_value() {
        let page = include_str!("../../../docs/book/operators.md");
        let row =
            |limit: &Limit| format!("| `{}` | {} | {} |\n", limit.name, limit.value, limit.meaning);
        let expected: String = table().iter().map(row).collect();
        assert!(page.contains(&expected), "the table should be\n{expected}");
    }

    /// Two limits once had the same name in the operators' table.
    #[test]
    fn every_limit_has_a_name_of_its_own() {
        let mut names: Vec<&str> = table().iter().map(|limit| limit.name).collect();
        names.sort_unstable();
        let doubled: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert!(doubled.is_empty(), "{doubled:?}");
    }

    /// A class behind one address can play ranked games at the same time.
    #[test]
    fn an_address_may_make_the_requests_of_all_players_it_may_have() {
        let every = CHECKPOINT_EVERY.0 as usize;
        let followed_per_second = SOCKETS_PER_ADDRESS * 1_000_000 / every;
        assert!(2 * followed_per_second <= API_PER_SECOND as usize);
        // Each begins a game, ends one, and looks at a list.
        assert!(3 * SOCKETS_PER_ADDRESS <= API_SAVED as usize);
        assert!(SOCKETS_PER_ADDRESS <= DEVICES_SAVED as usize);
    }

    #[test]
    fn the_proxies_in_deploy_keep_the_same_limits() {
        let zone = |name: &str, rate: u32| {
            format!("limit_req_zone $quintet_client zone=quintet_{name}:10m rate={rate}r/s;")
        };
        let burst = |name: &str, saved: u32| {
            format!("limit_req zone=quintet_{name} burst={saved} nodelay;")
        };
        let expected = [
            zone("api", API_PER_SECOND),
            burst("api", API_SAVED),
            zone("pages", PAGES_PER_SECOND),
            burst("pages", PAGES_SAVED),
            zone("arrivals", ARRIVALS_PER_SECOND),
            burst("arrivals", ARRIVALS_SAVED),
            "limit_conn_zone $quintet_client zone=quintet_connections:10m;".to_owned(),
            "map $binary_remote_addr $quintet_client {".to_owned(),
            format!("limit_conn quintet_connections {CONNECTIONS_PER_ADDRESS};"),
            format!("client_header_timeout {}s;", HEAD_LIMIT.as_secs()),
            format!("keepalive_timeout {}s;", HEAD_LIMIT.as_secs()),
            format!("client_body_timeout {}s;", BODY_LIMIT.as_secs()),
            format!("client_max_body_size {}k;", MAX_REPLAY / 1024),
        ];
        let alone = include_str!("../../../deploy/nginx.conf");
        let several = include_str!("../../../deploy/cluster/nginx.conf");
        for line in expected {
            assert!(alone.contains(&line) && several.contains(&line), "{line}");
        }
    }

    #[test]
    fn values_are_shown_with_units_and_grouped_digits() {
        assert_eq!(1_234_567_usize.shown(), "1,234,567");
        assert_eq!(Duration::from_millis(1500).shown(), "1,500 ms");
        assert_eq!(Micros::from_secs(120).shown(), "2 min");
    }
}
