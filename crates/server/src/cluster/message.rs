//! What nodes say to each other.

use std::net::IpAddr;

use quintet_protocol::{FarewellReason, Have, Refusal, RoomCode, RuleSet, Secret};
use serde::{Deserialize, Serialize};

use super::NodeId;
use crate::edge::address::Counts;
use crate::store::{KnownPlayer, PlayerId};

/// The version of these messages. Nodes of two neighbouring versions speak the same one; a message of
/// another is ignored.
const VERSION: u8 = 1;

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
    /// A node is there.
    Alive { node: NodeId },
    /// A player has connected to a node: older connections of the same player are closed.
    Arrived { node: NodeId, player: PlayerId, arrived: u64 },
    /// A node's players who wait for an opponent, all of them.
    Waiting { node: NodeId, seekers: Vec<Seeker> },
    /// A link is opened by the edge.
    Open { link: u64, from: NodeId, visit: Box<Visit> },
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
