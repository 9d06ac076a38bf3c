//! Ranked games that were followed to their end, at the highest rate of inputs that is accepted. They
//! take minutes each, so their tickets are put into the database as they would be after that time.

use std::path::Path;

use quintet_engine::{Button, GameName, Micros, Recorder, Replay};
use quintet_protocol::limits::CHECKPOINT_EVERY;
use quintet_protocol::{Checkpoint, PlayState, Secret, pack_inputs};
use quintet_server::limits::RANKED_PRESSES_IN_TEN;
use quintet_server::ranked::progress::Progress;
use quintet_server::rating::Rating;
use quintet_server::store::{KnownPlayer, StoreError, Stores, Ticket, local};
use sha2::{Digest, Sha256};

pub(crate) const GAME: GameName = GameName::Marathon;
pub(crate) const SEED: u64 = 7;
/// How often a button is pressed in one direction before it is another's turn.
const TURN: u64 = 23;

/// A game with presses and releases at the highest rate.
pub(crate) fn busy_game() -> Replay {
    // One more, because the times are rounded down.
    let step = Micros(10_000_000 / (2 * RANKED_PRESSES_IN_TEN as u64) + 1);
    let mut recorder = Recorder::new(&[GAME.rules()], SEED);
    let (mut at, mut presses) = (Micros::ZERO, 0);
    while !recorder.current().is_over() {
        let button = [Button::Left, Button::RotateCw, Button::Right][(presses / TURN % 3) as usize];
        presses += 1;
        at += step;
        recorder.press(0, button, at, &mut |_, _| {}).expect("time goes on");
        at += step;
        recorder.release(0, button, at, &mut |_, _| {}).expect("time goes on");
    }
    recorder.replay()
}

/// What the server knows of a game that it has followed by checkpoints.
fn follow(replay: &Replay, issued: u64) -> Progress {
    let (end, mut upto) = (replay.result.end, Micros::ZERO);
    let mut progress = Progress::begun(issued);
    while upto < end {
        upto = (upto + CHECKPOINT_EVERY).min(end);
        let state = if upto == end { PlayState::Ended } else { PlayState::Playing };
        let first = progress.checked().inputs;
        let rest = &replay.inputs[first as usize..];
        let inputs = pack_inputs(&rest[..rest.partition_point(|timed| timed.at <= upto)], upto);
        let checkpoint = Checkpoint { first, upto, state, inputs };
        progress = progress.after(&checkpoint, GAME.rules().goal, issued, issued + upto.0);
    }
    assert_eq!(progress.refused(), None, "such a game is accepted");
    progress
}

/// Adds `players` players to a folder, with `tickets` tickets each for the game.
pub(crate) async fn fill(
    folder: &Path,
    replay: &Replay,
    players: u64,
    tickets: u64,
) -> Result<(), StoreError> {
    let Stores { accounts, scores, .. } = local::open(folder)?;
    let now = std::time::UNIX_EPOCH.elapsed().unwrap_or_default().as_micros() as u64;
    let issued = now - replay.result.end.0;
    let progress = follow(replay, issued);
    for player in 0..players {
        let (name, rating) = ("Mallory".to_owned(), Rating::default());
        let print = Sha256::digest(secret(player).0).to_vec();
        accounts.save_player(KnownPlayer { player, name, rating }, print).await?;
        for number in 0..tickets {
            let (ticket, game, seed) = (ticket(player, number), GAME, SEED);
            let ticket = Ticket { ticket, player, game, seed, issued, progress };
            scores.issue(ticket, 0, u32::MAX).await?;
        }
    }
    Ok(())
}

/// The secret of a player's device.
pub(crate) fn secret(player: u64) -> Secret {
    let mut secret = Secret([1; 16]);
    secret.0[..8].copy_from_slice(&player.to_le_bytes());
    secret
}

/// The number of a player's ticket.
pub(crate) fn ticket(player: u64, number: u64) -> u64 {
    player << 32 | number << 1 | 1
}
