//! What nodes say to each other.

use std::net::IpAddr;

use quintet_protocol::{FarewellReason, Have, Refusal, RoomCode, RuleSet, Secret};
use serde::{Deserialize, Serialize};

use super::NodeId;
use crate::edge::address::Counts;
use crate::store::{KnownPlayer, PlayerId};

/// The version of these messages. Nodes of two neighbouring versions speak the same one; a message of
/// another is ignored.
const VERSION: u8 = 2;

/// A player who is connected to one node and comes to another.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Visit {
    /// Who.
    pub(crate) known: KnownPlayer,
    /// The secret of a device that is new.
    pub(crate) secret: Option<Secret>,
    /// Why the player does not have the name that was asked for.
    pub(crate) refused: Option<Refusal>,
    /// What the client still knows of a game.
    pub(crate) have: Option<Have>,
    /// Where the client is, if that is limited.
    pub(crate) address: Option<IpAddr>,
    /// When the player connected, in microseconds since 1970.
    pub(crate) arrived: u64,
    /// A message that the client sent to another node, and that is for this one.
    pub(crate) first: Option<Vec<u8>>,
}

/// A player who waits for an opponent.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Seeker {
    pub(super) player: PlayerId,
    pub(super) rules: RuleSet,
    pub(super) rating: i32,
    /// For how long, in microseconds.
    pub(super) waited: u64,
}

/// What a node says. Messages of a link are numbered from 0 in each direction.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum NodeMessage {
    /// A node is there, and its clock shows this, in microseconds since 1970.
    Alive { node: NodeId, unix: u64 },
    /// A player has connected to a node: older connections of the same player are closed.
    Arrived { node: NodeId, player: PlayerId, arrived: u64 },
    /// A node's players who wait for an opponent, all of them.
    Seekers { node: NodeId, seekers: Vec<Seeker> },
    /// A link is opened by the edge, for a client of this version of the protocol.
    Open { link: u64, from: NodeId, protocol: u16, visit: Box<Visit> },
    /// The client says something.
    FromClient { link: u64, number: u32, message: Vec<u8> },
    /// The client has gone, or the edge gives up.
    Gone { link: u64 },
    /// The room says something.
    ToClient { link: u64, number: u32, messages: Vec<Vec<u8>> },
    /// The room's node closes the connection.
    Ended { link: u64, number: u32, reason: FarewellReason },
    /// The player is to go to another node, and say this there.
    Moved { link: u64, number: u32, to: NodeId, message: Option<Vec<u8>> },
    /// Two players are paired: open a room for the first, who is here, and invite the other.
    Pair { one: PlayerId, other: PlayerId, other_node: NodeId, rules: RuleSet },
    /// A player who waits here is paired: the opponent is in this room.
    Invite { player: PlayerId, node: NodeId, code: RoomCode },
    /// The player who was invited to this room does not wait any more.
    Declined { code: RoomCode },
    /// What addresses use that use much, on this node.
    Usage { node: NodeId, usage: Vec<(IpAddr, Counts)> },
    /// An address has registered a device on this node.
    DeviceAdded { node: NodeId, address: IpAddr },
    /// A player was banned.
    Ejected { player: PlayerId },
    /// A player was given another name.
    Renamed { player: PlayerId, name: String },
    /// An operator closes a room of this node.
    Dissolve { code: RoomCode },
}

impl NodeMessage {
    pub(super) fn encode(&self) -> Vec<u8> {
        // Writing to memory fails only where memory does.
        postcard::to_allocvec(&(VERSION, self)).unwrap_or_default()
    }

    /// None for a message of another version, or none at all.
    pub(super) fn decode(bytes: &[u8]) -> Option<NodeMessage> {
        let (&version, rest) = bytes.split_first()?;
        if version == VERSION { postcard::from_bytes(rest).ok() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use quintet_protocol::FarewellReason;

    use super::*;
    use crate::rating::Rating;
    use crate::store::hex;

    /// Nodes of two releases that run side by side understand each other. If these bytes
    /// change, raise `VERSION`, and say in docs/book/cluster.md that all nodes must be stopped for the
    /// upgrade.
    #[test]
    fn messages_are_written_as_other_nodes_read_them() {
        let code = RoomCode::parse("222222").expect("a code");
        let rating = Rating::default();
        let known = KnownPlayer { player: 300, name: "Ada".to_owned(), rating };
        let (secret, refused, have, address) = (None, None, None, None);
        let visit = Visit { known, secret, refused, have, address, arrived: 9, first: None };
        let seeker = Seeker { player: 3, rules: RuleSet::Versus, rating: 1500, waited: 4 };
        let address = IpAddr::from([127, 0, 0, 1]);
        let reason = FarewellReason::ShuttingDown;
        let messages = [
            NodeMessage::Alive { node: 1, unix: 2 },
            NodeMessage::Arrived { node: 1, player: 2, arrived: 3 },
            NodeMessage::Seekers { node: 1, seekers: vec![seeker] },
            NodeMessage::Open { link: 1, from: 2, protocol: 7, visit: Box::new(visit) },
            NodeMessage::FromClient { link: 1, number: 2, message: vec![3] },
            NodeMessage::Gone { link: 1 },
            NodeMessage::ToClient { link: 1, number: 2, messages: vec![vec![3]] },
            NodeMessage::Ended { link: 1, number: 2, reason },
            NodeMessage::Moved { link: 1, number: 2, to: 3, message: Some(vec![4]) },
            NodeMessage::Pair { one: 1, other: 2, other_node: 3, rules: RuleSet::Versus },
            NodeMessage::Invite { player: 1, node: 2, code },
            NodeMessage::Declined { code },
            NodeMessage::Usage { node: 1, usage: vec![] },
            NodeMessage::DeviceAdded { node: 1, address },
            NodeMessage::Ejected { player: 1 },
            NodeMessage::Renamed { player: 1, name: "B".to_owned() },
            NodeMessage::Dissolve { code },
        ];
        let written = messages.map(|message| {
            let bytes = message.encode();
            let read = NodeMessage::decode(&bytes).map(|message| message.encode());
            assert_eq!(read.as_deref(), Some(&bytes[..]), "{message:?}");
            hex(&bytes)
        });
        assert_eq!(written, FROZEN);
    }

    const FROZEN: [&str; 17] = [
        "02000102",
        "0201010203",
        "020201010301b81704",
        "0203010207ac020341646100000000007097400000000000e07540b81e85eb51b8ae3f000000000900",
        "020401020103",
        "020501",
        "02060102010103",
        "0207010200",
        "0208010203010104",
        "020901020301",
        "020a0102323232323232",
        "020b323232323232",
        "020c0100",
        "020d01007f000001",
        "020e01",
        "020f010142",
        "0210323232323232",
    ];
}
