//! A short game of each kind, for the front door and the demos.

use quintet_bot::{Hand, Level};
use quintet_engine::{Button, Game, GameName, Micros, Recorder, Replay, TimedInput};

use crate::{Named, plain};

/// How the recordings are called: by the games' names in addresses.
#[cfg(test)]
pub(crate) const NAMES: [&str; 5] = ["marathon", "domino", "battle", "minimal", "flip"];

/// How long each lasts.
const LENGTH: Micros = Micros::from_secs(32);
/// The bot's level, of those that there are from 0.
const LEVEL: usize = 3;
/// From press to press of the plain player, and before the first press of a piece.
const TAP: Micros = Micros::from_millis(110);
const LOOK: Micros = Micros::from_millis(260);

/// All of them.
pub(crate) fn all() -> Vec<Named> {
    vec![
        ("marathon", by_bot(GameName::Marathon, 12)),
        ("domino", by_plain_player(GameName::DominoEasy, 6, plain::fives)),
        ("battle", by_bot(GameName::Battle, 3)),
        ("minimal", by_bot(GameName::Minimal, 5)),
        ("flip", by_plain_player(GameName::Flip, 9, plain::lines)),
    ]
}

/// A hand of the bot on each board.
fn by_bot(name: GameName, seed: u64) -> Replay {
    let boards = name.boards();
    let mut recorder = Recorder::new(&vec![name.rules(); boards], seed);
    let mut hands: Vec<Hand> =
        (0..boards).map(|board| Hand::new(Level::ALL[LEVEL], seed + board as u64)).collect();
    let mut waiting: Vec<Option<TimedInput>> = vec![None; boards];
    advance(&mut recorder, Micros::ZERO);
    while !recorder.current().is_over() {
        for (board, hand) in hands.iter_mut().enumerate() {
            if waiting[board].is_none() {
                let game = recorder.game(board).expect("a board per hand");
                waiting[board] =
                    hand.next(game, &|| false).map(|input| input.to_board(board as u8));
            }
        }
        let next = waiting.iter().flatten().min_by_key(|input| input.at).copied();
        let deadline = recorder.current().next_deadline();
        let due = next.as_ref().map_or(LENGTH, |input| input.at).min(deadline.unwrap_or(LENGTH));
        if due >= LENGTH {
            break;
        }
        if let Some(input) = next.filter(|input| input.at <= due) {
            waiting[usize::from(input.player)] = None;
            recorder.apply(&input, &mut |_, _| {}).expect("inputs come in order");
        } else {
            advance(&mut recorder, due);
            // Something happened: every hand looks again.
            waiting.fill(None);
        }
    }
    finish(recorder)
}

/// The plain player, with a look at every piece.
fn by_plain_player(name: GameName, seed: u64, judge: fn(&Game) -> i64) -> Replay {
    let mut recorder = Recorder::new(&[name.rules()], seed);
    advance(&mut recorder, Micros::ZERO);
    while let Some(game) = recorder.game(0).filter(|game| !game.is_over()) {
        let (mut at, pieces) = (game.now() + LOOK, game.view().pieces);
        for button in plain::best(game, judge) {
            tap(&mut recorder, button, at);
            at += TAP;
        }
        let locked = recorder.game(0).is_some_and(|game| game.view().pieces > pieces);
        if !locked || at >= LENGTH {
            break;
        }
        advance(&mut recorder, at);
    }
    finish(recorder)
}

fn tap(recorder: &mut Recorder, button: Button, at: Micros) {
    recorder.press(0, button, at, &mut |_, _| {}).expect("time goes on");
    recorder.release(0, button, at, &mut |_, _| {}).expect("time goes on");
}

fn advance(recorder: &mut Recorder, to: Micros) {
    recorder.advance(to, &mut |_, _| {}).expect("time goes on");
}

fn finish(mut recorder: Recorder) -> Replay {
    let now = recorder.current().now();
    advance(&mut recorder, now.max(LENGTH));
    recorder.replay()
}
