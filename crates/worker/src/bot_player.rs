//! The computer as a player of a match.

use quintet_bot::{Hand, Hint, Level};
use quintet_engine::{Match, Micros, Playback, Replay, TimedInput};
use quintet_worker::Answer;

/// How long an answer takes to reach the app, including the wait for a frame.
const TRANSIT: Micros = Micros::from_millis(20);

/// The computer as a player of a match.
pub(crate) struct BotPlayer {
    player: u8,
    hand: Hand,
    /// A copy of the match.
    game: Match,
}

impl BotPlayer {
    /// Joins a match; `None` where the match cannot be read or there is no such board or level.
    pub(crate) fn new(player: u8, level: u8, seed: u64, replay: &[u8]) -> Option<BotPlayer> {
        let game = position(replay)?;
        game.game(usize::from(player))?;
        Some(BotPlayer { player, hand: Hand::new(Level::new(level)?, seed), game })
    }

    /// Brings the copy of the match up to date; `None` where it is not what the app has.
    pub(crate) fn follow(
        &mut self,
        now: Micros,
        hash: u64,
        inputs: &[TimedInput],
    ) -> Option<&mut BotPlayer> {
        let ignore = &mut |_, _| {};
        for input in inputs {
            self.game.apply(input, ignore).ok()?;
        }
        self.game.advance(now, ignore).ok()?;
        let board = self.game.game(usize::from(self.player))?;
        (board.state_hash() == hash).then_some(self)
    }

    /// All inputs for the piece in play. `late` returns how many microseconds ago the request came.
    pub(crate) fn play(&mut self, late: &dyn Fn() -> u64) -> Vec<TimedInput> {
        let Some(board) = self.game.game(usize::from(self.player)) else { return Vec::new() };
        let earliest = || board.now() + Micros(late()) + TRANSIT;
        let inputs = self.hand.inputs_for_piece(board, &earliest, &|| false);
        inputs.into_iter().map(|input| input.to_board(self.player)).collect()
    }
}

/// The match at the end of a recording.
fn position(replay: &[u8]) -> Option<Match> {
    let mut playback = Playback::new(Replay::from_bytes(replay).ok()?).ok()?;
    playback.seek(playback.duration(), &mut |_, _| {}).ok()?;
    Some(playback.current().clone())
}

/// What the strongest level would do with the first player's piece.
pub(crate) fn hint(replay: &[u8]) -> Option<Answer> {
    let game = position(replay)?;
    let board = game.game(0)?;
    let Hint { hold, cells } = Hint::of(board)?;
    Some(Answer::Hint { piece: board.pieces_locked(), hold, cells })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_engine::{GameName, Recorder};

    /// Plays a match of the computer against an idle player, as the app would.
    fn played(game: GameName, level: u8, pieces: u32) -> Recorder {
        let ignore = &mut |_: usize, _| {};
        let mut recorder = Recorder::new(&[game.rules(); 2], 11);
        recorder.advance(Micros::ZERO, ignore).expect("time begins");
        let replay = recorder.replay().to_bytes();
        let mut bot = BotPlayer::new(1, level, 3, &replay).expect("it can join");
        let mut inputs = Vec::new();
        while !recorder.current().is_over() {
            let board = recorder.game(1).expect("there are two");
            if board.pieces_locked() >= pieces {
                break;
            }
            let (now, hash) = (board.now(), board.state_hash());
            let bot = bot.follow(now, hash, &inputs).expect("it is in step");
            inputs = bot.play(&|| 0);
            assert!(!inputs.is_empty(), "there is always something to do");
            for input in &inputs {
                recorder.apply(input, ignore).expect("inputs come in the order of time");
            }
        }
        recorder
    }

    #[test]
    fn it_plays_both_forms_of_battle_and_the_replay_verifies() {
        for game in [GameName::Battle, GameName::Versus] {
            let recorder = played(game, 3, 30);
            let board = recorder.game(1).expect("there are two");
            assert!(board.pieces_locked() >= 30 || recorder.current().is_over());
            assert_eq!(recorder.replay().verify(), Ok(()));
        }
    }

    #[test]
    fn a_copy_that_is_out_of_step_is_noticed() {
        let recorder = Recorder::new(&[GameName::Versus.rules(); 2], 5);
        let mut bot = BotPlayer::new(1, 1, 0, &recorder.replay().to_bytes()).expect("it can join");
        assert!(bot.follow(Micros::from_millis(40), 0, &[]).is_none());
    }

    #[test]
    fn a_hint_is_a_place_where_the_piece_fits() {
        let mut recorder = Recorder::new(&[GameName::Marathon.rules()], 5);
        recorder.advance(Micros::ZERO, &mut |_, _| {}).expect("time begins");
        let Some(Answer::Hint { cells, piece: 0, .. }) = hint(&recorder.replay().to_bytes()) else {
            panic!("there is always a place at first")
        };
        let board = recorder.game(0).expect("there is one").view().board.clone();
        assert!(cells.iter().all(|&(x, y)| !board.is_taken(x, y)), "{cells:?}");
    }
}
