//! Players who look for an opponent on a random node, play, and look for the next.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quintet_engine::Micros;
use quintet_protocol::client::RoomView;
use quintet_protocol::{ClientMessage, RoomPhase, RuleSet, ServerMessage};
use tokio::task::JoinSet;

use crate::record::Record;
use crate::support::hands::Hands;
use crate::support::player::Player;

/// How long a player may wait for anything at all.
const PATIENCE: Duration = Duration::from_mins(4);
/// How long a player stays in a room that nobody comes to.
const ALONE_FOR: Duration = Duration::from_secs(8);

/// A connection, and the room one was in.
type Asked = (u32, Option<RoomView>);

/// All of them.
pub(crate) struct Playing(JoinSet<()>);

impl Playing {
    /// Whether a player has failed. Nobody ends while matches are begun.
    pub(crate) fn has_failed(&mut self) -> bool {
        self.0.try_join_next().is_some()
    }

    /// Waits until everybody has played to the end.
    pub(crate) async fn until_done(mut self) {
        while let Some(done) = self.0.join_next().await {
            done.expect("nobody waits in vain");
        }
    }
}

/// Starts this many.
pub(crate) fn start(count: usize, nodes: &[SocketAddr], record: &Arc<Record>) -> Playing {
    let mut playing = JoinSet::new();
    for index in 0..count {
        let mut player =
            Player::new(&format!("Player {index}"), nodes[index % nodes.len()], hands(index));
        player.nodes = nodes.to_vec();
        player.nodes.rotate_left((index + 1) % nodes.len());
        let record = Arc::clone(record);
        playing.spawn(async move { play(player, index, &record).await });
    }
    Playing(playing)
}

/// Some play longer than others.
fn hands(index: usize) -> Hands {
    Hands::new(Micros::from_millis(50), 8 + (index % 5) as u32 * 3)
}

async fn play(mut player: Player, index: usize, record: &Record) {
    let mut begun = Instant::now();
    let mut heard = 0;
    // What was asked for, on which connection and in which room. Nothing is asked for twice: the
    // servers must remember who waits for an opponent or is ready, whatever is killed.
    let mut asked: Option<Asked> = None;
    let mut round = 0;
    let mut alone_since = Instant::now();
    // How much was heard when the player left for good.
    let mut left_since = None;
    loop {
        let new = player.heard.get(heard..).unwrap_or_default();
        let is_over = record.note_messages(index, new);
        heard = player.heard.len();
        record.note(index, &mut player);
        let is_alone = |room: &RoomView| {
            room.you.is_some()
                && room.phase == RoomPhase::Open
                && !room.seats.iter().all(Option::is_some)
        };
        if !player.client.room().is_some_and(is_alone) {
            alone_since = Instant::now();
        } else if alone_since.elapsed() > ALONE_FOR {
            player.client.leave();
            asked = None;
        }
        if is_over {
            begun = Instant::now();
            player.client.leave();
            round += 1;
            player.hands = hands(index + round);
            asked = None;
        }
        if record.is_finished() && player.client.game().is_none() && !record.has_match(index) {
            // A match could still begin for a player who is ready, and who would then be missing.
            match left_since {
                None => {
                    left_since = Some(heard);
                    player.client.leave();
                }
                Some(since) if has_left(&player, since) => return,
                Some(_) => {}
            }
        }
        assert!(
            begun.elapsed() < PATIENCE,
            "player {index} waits in vain; room {:?}, {} connections, heard {:?}\n{}",
            player.client.room(),
            player.reconnects,
            player.heard.iter().rev().take(8).collect::<Vec<_>>(),
            record.history(index)
        );
        let ask_for = (player.reconnects, player.client.room().cloned());
        let is_new = asked.as_ref().is_none_or(|(connection, room)| {
            // A player without a room who had one is told to wait, and does not ask for it.
            *connection != player.reconnects || ask_for.1.is_some() && *room != ask_for.1
        });
        if player.client.is_welcome() && is_new && ask(&mut player, record.is_finished()) {
            asked = Some(ask_for);
        }
        player.step().await;
    }
}

/// Whether the player is in no room and `Left` is among the messages from index `since` on.
fn has_left(player: &Player, since: usize) -> bool {
    player.client.room().is_none() && player.heard[since..].contains(&ServerMessage::Left)
}

/// What the player wants next: an opponent, or the next game. False if nothing.
fn ask(player: &mut Player, is_finished: bool) -> bool {
    let Some(room) = player.client.room() else {
        if !is_finished {
            player.client.send(ClientMessage::QuickMatch { rules: RuleSet::Versus });
        }
        return !is_finished;
    };
    let is_ready = |seat: u8| {
        let seat = room.seats.get(usize::from(seat)).and_then(Option::as_ref);
        seat.is_some_and(|seat| seat.ready)
    };
    let is_between = matches!(room.phase, RoomPhase::Open | RoomPhase::Between);
    let is_full = room.seats.iter().all(Option::is_some);
    match room.you {
        Some(you) if is_between && is_full && !is_ready(you) => {
            player.client.ready();
            true
        }
        _ => false,
    }
}
