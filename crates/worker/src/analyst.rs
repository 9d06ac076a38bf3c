//! Analyses a recorded game, piece by piece.

use quintet_bot::{Analyst, Budget, Move};
use quintet_engine::Replay;
use quintet_worker::{Answer, Judged, Spot, Verdict};

/// Placements searched per piece, which takes a few hundredths of a second.
const NODES: u64 = 4000;

/// Judges every piece of a player, sends each as soon as it is known, and returns the verdict.
pub(crate) fn analyse(player: u8, replay: &[u8], say: &dyn Fn(&Answer)) -> Answer {
    let player = usize::from(player);
    let Ok(replay) = Replay::from_bytes(replay) else { return Answer::NoAnalysis };
    let Some(height) = replay.rules.get(player).map(|rules| rules.height as i8) else {
        return Answer::NoAnalysis;
    };
    let Ok(mut analyst) = Analyst::new(&replay, player, Budget::nodes(NODES)) else {
        return Answer::NoAnalysis;
    };
    while analyst.step(&|| false) {
        let (_, all) = analyst.progress();
        if let Some(piece) = analyst.last() {
            let judged = Judged {
                number: piece.number,
                entered: piece.entered,
                loss: piece.loss.unsigned_abs(),
                accuracy: piece.accuracy(),
                played: spot(piece.played, height),
                best: spot(piece.best, height),
            };
            say(&Answer::Judged { all, judged });
        }
    }
    let analysis = analyst.analysis();
    Answer::Analysed(Verdict {
        accuracy: analysis.accuracy,
        faults: analysis.faults,
        without_fault: analysis.without_fault,
        worst: analysis.worst.iter().map(|&place| place as u32).collect(),
    })
}

fn spot(chosen: Move, height: i8) -> Spot {
    let placement = chosen.placement;
    let cells = placement.cells().map(|(x, y)| (x, height - 1 - y));
    Spot { kind: quintet_engine::Kind::Tetromino(placement.piece), hold: chosen.hold, cells }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_engine::{Button, GameName, Micros, Recorder};
    use std::cell::RefCell;

    /// Every piece dropped where it enters.
    fn careless(game: GameName, pieces: u64) -> Vec<u8> {
        let ignore = &mut |_: usize, _| {};
        let mut recorder = Recorder::new(&[game.rules()], 4);
        for piece in 0..pieces {
            let at = Micros::from_millis(1000 * (piece + 1));
            recorder.press(0, Button::HardDrop, at, ignore).expect("time goes on");
            let up = at + Micros::from_millis(10);
            recorder.release(0, Button::HardDrop, up, ignore).expect("time goes on");
        }
        recorder.replay().to_bytes()
    }

    #[test]
    fn every_piece_is_sent_and_then_the_verdict() {
        let sent = RefCell::new(Vec::new());
        let replay = careless(GameName::Marathon, 6);
        let end = analyse(0, &replay, &|answer| sent.borrow_mut().push(answer.clone()));
        let sent = sent.into_inner();
        assert_eq!(sent.len(), 6);
        for (place, answer) in sent.iter().enumerate() {
            let Answer::Judged { all: 6, judged } = answer else { panic!("{answer:?}") };
            assert_eq!(judged.number as usize, place);
            assert!(judged.best.cells.iter().all(|&(x, y)| (0..10).contains(&x) && y < 20));
        }
        let Answer::Analysed(verdict) = end else { panic!("{end:?}") };
        assert!(verdict.accuracy < 1000, "drops in one place lose something");
        assert_eq!((verdict.faults, verdict.without_fault), (0, 6));
        assert!(!verdict.worst.is_empty());
    }

    #[test]
    fn unsupported_games_are_not_analysed() {
        let silent = |_: &Answer| panic!("nothing can be judged");
        assert_eq!(analyse(0, &careless(GameName::Flip, 2), &silent), Answer::NoAnalysis);
        assert_eq!(analyse(1, &careless(GameName::Marathon, 2), &silent), Answer::NoAnalysis);
        assert_eq!(analyse(0, b"no replay", &silent), Answer::NoAnalysis);
    }
}
