//! Where clients are, and how much each of those places may use.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName};
use quintet_engine::Micros;

use crate::cluster::NodeId;
use crate::edge::rate_limit::RateLimit;
use crate::limits::{
    ACTIONS_PER_SECOND, ACTIONS_SAVED, API_PER_SECOND, API_SAVED, BOTS_PER_ADDRESS,
    CONNECTIONS_PER_ADDRESS, DEVICE_EVERY, DEVICES_SAVED, DOWNLOADS_PER_ADDRESS,
    ENTRIES_PER_SECOND, ENTRIES_SAVED, MAX_CONNECTIONS, REPLAYS_PER_ADDRESS, ROOMS_PER_ADDRESS,
    SOCKETS_PER_ADDRESS, WRONG_CODE_EVERY, WRONG_CODES_SAVED,
};
use crate::serve::App;
use crate::store::PlayerId;

const FORWARDED: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Where a client is. None for one on this machine that no proxy speaks for, which is not limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClientAddress(pub(crate) Option<IpAddr>);

impl ClientAddress {
    /// The address of a connection's other end; none if that is a proxy that is believed, which speaks
    /// for many clients. A proxy is believed if it is on this machine, or the operator trusts it.
    pub(crate) fn of_peer(peer: SocketAddr, trusted: &[IpAddr]) -> ClientAddress {
        let ip = peer.ip().to_canonical();
        let is_trusted = ip.is_loopback() || trusted.contains(&ip);
        ClientAddress((!is_trusted).then(|| place(ip)))
    }

    fn of(peer: SocketAddr, headers: &HeaderMap, trusted: &[IpAddr]) -> ClientAddress {
        let address = ClientAddress::of_peer(peer, trusted);
        if address.0.is_some() {
            return address;
        }
        // The last one is what the proxy itself has seen; those before it are the client's word.
        let Some(said) = headers.get_all(FORWARDED).iter().next_back() else { return address };
        let last = said.to_str().ok().and_then(|list| forwarded(list.rsplit(',').next()?.trim()));
        // All clients that a proxy does not name share the limits of one.
        ClientAddress(Some(place(last.unwrap_or(peer.ip()))))
    }
}

/// An address as a proxy writes it: some add the port.
fn forwarded(text: &str) -> Option<IpAddr> {
    text.parse().ok().or_else(|| text.parse().map(|socket: SocketAddr| socket.ip()).ok())
}

/// An address of version 6 stands for its network of 56 bits, since one customer has all of its addresses.
fn place(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d & 0xff00, 0, 0, 0, 0).into()
        }
        address @ IpAddr::V4(_) => address,
    }
}

impl FromRequestParts<App> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<ClientAddress, Infallible> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0);
        let client = peer.map(|peer| ClientAddress::of(peer, &parts.headers, &app.trusted));
        Ok(client.unwrap_or(ClientAddress(None)))
    }
}

/// What is counted by address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resource {
    /// A connection, whatever it is for.
    Connection,
    /// The connection of a player or spectator.
    Socket,
    /// A room.
    Room,
    /// The replay of a score that has not arrived completely.
    Replay,
    /// A bot that plays.
    Bot,
    /// A replay that is being sent.
    Download,
}

/// How many kinds of resources there are, and how many of them, the first, nodes tell each other of.
const KINDS: usize = 6;
const TOLD: usize = 3;

/// How many of each resource that nodes tell each other of an address uses.
pub(crate) type Counts = [u32; TOLD];

/// An address that uses less than this part of every limit is not told to other nodes.
const REPORT_FRACTION: usize = 8;
/// How long what another node has told is believed.
const BELIEVED_FOR: Micros = Micros::from_secs(3);

const LIMITS: [usize; KINDS] = [
    CONNECTIONS_PER_ADDRESS,
    SOCKETS_PER_ADDRESS,
    ROOMS_PER_ADDRESS,
    REPLAYS_PER_ADDRESS,
    BOTS_PER_ADDRESS,
    DOWNLOADS_PER_ADDRESS,
];

#[derive(Debug)]
struct Usage {
    counts: [usize; KINDS],
    devices: RateLimit,
    requests: RateLimit,
    entries: RateLimit,
    wrong_codes: RateLimit,
}

#[derive(Debug, Default)]
struct Book {
    usage: HashMap<IpAddr, Usage>,
    /// What other nodes have told that addresses use there, and when.
    elsewhere: HashMap<NodeId, (Micros, HashMap<IpAddr, Counts>)>,
    connections: usize,
    /// What players may do that costs others more than an input.
    actions: HashMap<PlayerId, RateLimit>,
}

/// What every address uses.
#[derive(Debug, Default)]
pub(crate) struct AddressBook {
    book: Mutex<Book>,
}

/// One of what is counted, given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Permit {
    book: Arc<AddressBook>,
    address: Option<IpAddr>,
    resource: Resource,
}

impl AddressBook {
    fn lock(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes one of something, if the address may have another.
    pub(crate) fn take(
        self: &Arc<AddressBook>,
        address: Option<IpAddr>,
        resource: Resource,
        now: Micros,
    ) -> Option<Permit> {
        let mut book = self.lock();
        let is_connection = resource == Resource::Connection;
        if is_connection && book.connections >= MAX_CONNECTIONS {
            return None;
        }
        if let Some(address) = address {
            let elsewhere = book.count_elsewhere(address, resource, now);
            let usage = book.usage.entry(address).or_insert_with(|| Usage::new(now));
            let count = &mut usage.counts[resource as usize];
            if *count + elsewhere >= LIMITS[resource as usize] {
                return None;
            }
            *count += 1;
        }
        book.connections += usize::from(is_connection);
        Some(Permit { book: Arc::clone(self), address, resource })
    }

    /// Whether an address may have another of something. It is not taken.
    pub(crate) fn may_take(
        &self,
        address: Option<IpAddr>,
        resource: Resource,
        now: Micros,
    ) -> bool {
        let Some(address) = address else { return true };
        let book = self.lock();
        let here = book.usage.get(&address).map_or(0, |usage| usage.counts[resource as usize]);
        here + book.count_elsewhere(address, resource, now) < LIMITS[resource as usize]
    }

    /// Whether a player may do something that costs others more than an input does.
    pub(crate) fn may_act(&self, player: PlayerId, now: Micros) -> bool {
        let full = || RateLimit::per_second(ACTIONS_PER_SECOND, ACTIONS_SAVED, now);
        self.lock().actions.entry(player).or_insert_with(full).take(now)
    }

    /// Whether somebody of this address may look for a room, an opponent or a seat.
    pub(crate) fn may_enter(&self, address: Option<IpAddr>, now: Micros) -> bool {
        let Some(address) = address else { return true };
        let mut book = self.lock();
        book.usage.entry(address).or_insert_with(|| Usage::new(now)).entries.take(now)
    }

    /// Whether a room's code from this address is looked up.
    pub(crate) fn may_try_code(&self, address: Option<IpAddr>, now: Micros) -> bool {
        let Some(address) = address else { return true };
        let mut book = self.lock();
        book.usage.get_mut(&address).is_none_or(|usage| usage.wrong_codes.has(now))
    }

    /// A room's code from this address was wrong.
    pub(crate) fn note_wrong_code(&self, address: Option<IpAddr>, now: Micros) {
        let Some(address) = address else { return };
        let mut book = self.lock();
        book.usage.entry(address).or_insert_with(|| Usage::new(now)).wrong_codes.take(now);
    }

    /// Whether a new device may be registered from this address.
    pub(crate) fn may_add_device(&self, address: Option<IpAddr>, now: Micros) -> bool {
        let Some(address) = address else { return true };
        let mut book = self.lock();
        book.usage.entry(address).or_insert_with(|| Usage::new(now)).devices.take(now)
    }

    /// Whether a request to `/api/` of this address is answered.
    pub(crate) fn may_ask(&self, address: Option<IpAddr>, now: Micros) -> bool {
        let Some(address) = address else { return true };
        let mut book = self.lock();
        book.usage.entry(address).or_insert_with(|| Usage::new(now)).requests.take(now)
    }

    /// The addresses that use so much that other nodes have to know.
    pub(crate) fn heavy_users(&self) -> Vec<(IpAddr, Counts)> {
        let is_much = |(count, limit): (&usize, usize)| *count * REPORT_FRACTION >= limit;
        let much = |usage: &Usage| usage.counts.iter().zip(LIMITS).take(TOLD).any(is_much);
        let told = |usage: &Usage| std::array::from_fn(|kind| usage.counts[kind] as u32);
        let book = self.lock();
        let used = book.usage.iter().filter(|(_, usage)| much(usage));
        used.map(|(address, usage)| (*address, told(usage))).collect()
    }

    /// Another node tells what such addresses use there.
    pub(crate) fn note_elsewhere(&self, node: NodeId, usage: Vec<(IpAddr, Counts)>, now: Micros) {
        self.lock().elsewhere.insert(node, (now, usage.into_iter().collect()));
    }

    /// Forgets addresses that use nothing and have used nothing for a while.
    pub(crate) fn tidy(&self, now: Micros) {
        let mut book = self.lock();
        book.usage.retain(|_, usage| {
            let saved = [
                &mut usage.devices,
                &mut usage.requests,
                &mut usage.entries,
                &mut usage.wrong_codes,
            ];
            let has_saved = saved.into_iter().all(|limit| limit.is_full(now));
            usage.counts != [0; KINDS] || !has_saved
        });
        book.actions.retain(|_, limit| !limit.is_full(now));
        book.elsewhere.retain(|_, (told, _)| now < *told + BELIEVED_FOR);
    }
}

impl Book {
    /// How much of something an address uses on other nodes.
    fn count_elsewhere(&self, address: IpAddr, resource: Resource, now: Micros) -> usize {
        let told = self.elsewhere.values().filter(|(told, _)| now < *told + BELIEVED_FOR);
        let counts = told.filter_map(|(_, usage)| usage.get(&address));
        let count = |counts: &Counts| counts.get(resource as usize).map(|&count| count as usize);
        counts.filter_map(count).sum()
    }
}

impl Usage {
    fn new(now: Micros) -> Usage {
        Usage {
            counts: [0; KINDS],
            devices: RateLimit::every(DEVICE_EVERY, DEVICES_SAVED, now),
            requests: RateLimit::per_second(API_PER_SECOND, API_SAVED, now),
            entries: RateLimit::per_second(ENTRIES_PER_SECOND, ENTRIES_SAVED, now),
            wrong_codes: RateLimit::every(WRONG_CODE_EVERY, WRONG_CODES_SAVED, now),
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut book = self.book.lock();
        book.connections -= usize::from(self.resource == Resource::Connection);
        if let Some(usage) = self.address.and_then(|address| book.usage.get_mut(&address)) {
            usage.counts[self.resource as usize] -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(peer: &str, forwarded: Option<&'static str>, trusted: &[IpAddr]) -> Option<IpAddr> {
        let values = forwarded.map(|list| (FORWARDED, list.parse().expect("a value")));
        let peer = SocketAddr::new(peer.parse().expect("an address"), 5);
        ClientAddress::of(peer, &values.into_iter().collect(), trusted).0
    }

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn only_a_proxy_that_is_trusted_says_where_a_client_is() {
        let list = Some("198.51.100.1, 203.0.113.9");
        assert_eq!(of("127.0.0.1", list, &[]), Some(ip("203.0.113.9")));
        assert_eq!(of("::ffff:127.0.0.1", list, &[]), Some(ip("203.0.113.9")));
        assert_eq!(of("127.0.0.1", None, &[]), None);
        assert_eq!(of("127.0.0.1", Some("nonsense"), &[]), Some(ip("127.0.0.1")), "one for all");
        assert_eq!(of("127.0.0.1", Some("203.0.113.9:4711"), &[]), Some(ip("203.0.113.9")));
        assert_eq!(of("127.0.0.1", Some("[2001:db8::7]:443"), &[]), Some(ip("2001:db8::")));
        assert_eq!(of("192.0.2.7", list, &[]), Some(ip("192.0.2.7")), "a client's own word");
        assert_eq!(of("192.0.2.7", list, &[ip("192.0.2.7")]), Some(ip("203.0.113.9")));
        let network = Some(ip("2001:db8:1:200::"));
        assert_eq!(of("2001:db8:1:2ff:3:4:5:6", None, &[]), network);
    }

    /// A customer has all addresses of a network, so that each of them would count for itself.
    #[test]
    fn connections_of_one_network_count_together() {
        let book = Arc::new(AddressBook::default());
        let connect = |peer: String| {
            let peer = SocketAddr::new(ip(&peer), 5);
            let ClientAddress(address) = ClientAddress::of_peer(peer, &[]);
            book.take(address, Resource::Connection, Micros::ZERO)
        };
        let peers = (0..2 * CONNECTIONS_PER_ADDRESS)
            .map(|host| format!("2001:db8:1:{:x}::{host:x}", 0x200 + host % 256));
        let permits: Vec<_> = peers.filter_map(connect).collect();
        println!("{} connections of one network of IPv6", permits.len());
        assert_eq!(permits.len(), CONNECTIONS_PER_ADDRESS);
        assert!(connect("2001:db8:1:300::1".to_owned()).is_some(), "another network");
    }

    #[test]
    fn an_address_gets_back_what_it_no_longer_uses() {
        let book = Arc::new(AddressBook::default());
        let (one, other) = (Some(ip("192.0.2.1")), Some(ip("192.0.2.2")));
        let take = |address| book.take(address, Resource::Room, Micros::ZERO);
        let mut all: Vec<_> = (0..ROOMS_PER_ADDRESS).map(|_| take(one)).collect();
        assert!(all.iter().all(Option::is_some));
        assert!(take(one).is_none() && take(other).is_some() && take(None).is_some());
        all.pop();
        assert!(take(one).is_some());
    }

    #[test]
    fn what_an_address_uses_on_other_nodes_counts_while_they_are_heard() {
        let book = Arc::new(AddressBook::default());
        let (one, other) = (ip("192.0.2.1"), ip("192.0.2.2"));
        let take = |address, now| book.take(Some(address), Resource::Room, now);
        let most = ROOMS_PER_ADDRESS as u32;
        book.note_elsewhere(7, vec![(one, [0, 0, most - 2])], Micros::ZERO);
        book.note_elsewhere(8, vec![(one, [0, 0, 1])], Micros::ZERO);
        let kept = take(one, Micros::ZERO);
        assert!(kept.is_some() && take(one, Micros::ZERO).is_none());
        assert!(take(other, Micros::ZERO).is_some());
        book.note_elsewhere(7, vec![], Micros::ZERO);
        assert!(take(one, Micros::ZERO).is_some());
        book.note_elsewhere(7, vec![(one, [0, 0, most])], Micros::ZERO);
        assert!(take(one, Micros::ZERO).is_none());
        assert!(take(one, BELIEVED_FOR).is_some(), "node 7 has gone");
    }

    #[test]
    fn only_heavy_users_are_told_to_other_nodes() {
        let book = Arc::new(AddressBook::default());
        let (one, other) = (ip("192.0.2.1"), ip("192.0.2.2"));
        let take = |address| book.take(Some(address), Resource::Socket, Micros::ZERO);
        let _few = take(other);
        let many = SOCKETS_PER_ADDRESS / REPORT_FRACTION;
        let _many: Vec<_> = (0..many).map(|_| take(one)).collect();
        assert_eq!(book.heavy_users(), [(one, [0, many as u32, 0])]);
    }

    #[test]
    fn devices_are_added_at_a_limited_rate_and_quiet_addresses_are_forgotten() {
        let (book, address) = (AddressBook::default(), Some(ip("192.0.2.1")));
        let added = |now| (0..1_000).filter(|_| book.may_add_device(address, now)).count();
        assert_eq!(added(Micros::ZERO), DEVICES_SAVED as usize);
        assert_eq!(added(DEVICE_EVERY), 1);
        book.tidy(DEVICE_EVERY);
        assert_eq!(book.lock().usage.len(), 1);
        book.tidy(Micros::from_secs(7 * 24 * 60 * 60));
        assert_eq!(book.lock().usage.len(), 0);
    }
}
