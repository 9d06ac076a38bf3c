//! What the front end asks of the network, and what comes from it.

use quintet_engine::GameName;
use quintet_online::{Reported, RequestError};
use quintet_protocol::http::{
    AcceptedScore, IssuedTicket, LeaderboardEntry, MoveCode, MovedDevice, ReportReason, Span,
};
use quintet_protocol::{Checked, Secret};

use super::ServerAddress;

/// What comes from the network. Connections are numbered, so that late messages of one that was
/// given up are not taken for those of the next.
#[derive(Debug)]
pub(crate) enum NetEvent {
    /// A connection has been made.
    Opened(u32),
    /// A message has come.
    Message(u32, Vec<u8>),
    /// A connection is gone, or could not be made.
    Closed(u32),
    /// The answer to a request.
    Answered(Answered),
}

/// What is asked by HTTP.
#[derive(Clone, Debug)]
pub(crate) enum Request {
    /// A ticket for a game.
    Ticket(GameName),
    /// What has been played of the game with a ticket, as bytes.
    Checkpoint(u64, Vec<u8>),
    /// Submits the replay of a game that was played with a ticket.
    Submit(u64, Vec<u8>),
    /// A leaderboard.
    List(GameName, Span),
    /// The replay of a score.
    Replay(u64),
    /// Reports a player to the moderators.
    Report(Reported, ReportReason),
    /// A code by which another device becomes this player's.
    MoveCode,
    /// Makes this the device of the player with a code.
    TakeOver(String),
}

/// What was answered.
#[derive(Debug)]
pub(crate) enum Answered {
    Ticket(GameName, Result<IssuedTicket, RequestError>),
    Checkpoint(u64, Result<Checked, RequestError>),
    Submitted(u64, Result<AcceptedScore, RequestError>),
    Listed(GameName, Span, Result<Vec<LeaderboardEntry>, RequestError>),
    Replay(Result<Vec<u8>, RequestError>),
    Reported(Result<(), RequestError>),
    MoveCode(Result<MoveCode, RequestError>),
    /// With the code that was taken, or was not.
    TakenOver(String, Result<MovedDevice, RequestError>),
}

/// The way to one server.
pub(crate) trait Link {
    /// Makes a connection with this number, in place of the one before.
    fn dial(&mut self, number: u32);

    /// Sends a message by the last connection.
    fn send(&mut self, message: Vec<u8>);

    /// Gives up the connection, once everything is sent.
    fn hang_up(&mut self);

    /// Asks for something by HTTP.
    fn request(&mut self, request: Request, secret: Option<Secret>);
}

/// Makes the way to a server.
pub(crate) type Links = Box<dyn Fn(&ServerAddress) -> Box<dyn Link>>;
