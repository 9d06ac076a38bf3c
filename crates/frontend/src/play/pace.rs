//! How far the best game of a mode was at every moment, to race against.

use quintet_engine::{Micros, Playback, Ranking};

/// From one mark to the next.
const STEP: Micros = Micros::from_millis(500);

/// What the best game had come to, mark by mark.
#[derive(Clone, Debug, Default)]
pub struct Pace {
    /// The name of the replay that it was taken from.
    pub replay: String,
    /// Points, or rows where time ranks.
    marks: Vec<u64>,
}

impl Pace {
    /// The pace of a replay.
    pub fn of(id: &str, mut playback: Playback, ranking: Ranking) -> Pace {
        let (mut marks, mut at, end) = (Vec::new(), Micros::ZERO, playback.duration());
        // The last mark is the end itself, which counts from then on.
        while at < end + STEP && playback.seek(at.min(end), &mut |_, _| {}).is_ok() {
            let view = playback.current().game(0).map(|game| game.view());
            marks.push(view.map_or(0, |view| match ranking {
                Ranking::Score => view.score,
                Ranking::Time => view.lines.into(),
            }));
            at += STEP;
        }
        Pace { replay: id.to_owned(), marks }
    }

    /// How far the best game was at this moment; none where there is no best game.
    pub fn at(&self, now: Micros) -> Option<u64> {
        let mark = (now.0 / STEP.0) as usize;
        self.marks.get(mark).or(self.marks.last()).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_engine::{Button, GameName, Recorder};

    #[test]
    fn the_best_game_is_as_far_as_it_was_then() {
        let mut recorder = Recorder::new(&[GameName::Ultra.rules()], 3);
        for second in 1..4 {
            let at = Micros::from_secs(second);
            recorder.press(0, Button::HardDrop, at, &mut |_, _| {}).expect("time goes on");
            recorder.release(0, Button::HardDrop, at, &mut |_, _| {}).expect("time goes on");
        }
        let score = recorder.game(0).expect("a board").view().score;
        let playback = Playback::new(recorder.replay()).expect("it was just recorded");
        let pace = Pace::of("r1", playback, Ranking::Score);
        assert_eq!(pace.at(Micros::from_millis(900)), Some(0));
        assert_eq!(pace.at(Micros::from_millis(3100)), Some(score));
        assert_eq!(pace.at(Micros::from_secs(60)), Some(score), "and no further");
        assert_eq!(Pace::default().at(Micros::ZERO), None);
    }
}
