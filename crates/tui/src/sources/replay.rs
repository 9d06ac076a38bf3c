//! A replay: watched at any speed, from any moment.

use quintet_bot::Hint;
use quintet_engine::{Event, Game, Micros, Playback, Replay, TimedEvent};

use super::{Analysis, Answer, Phase, Source};

/// Speeds in quarters of the normal one.
pub(crate) const SPEEDS: [u32; 7] = [1, 2, 4, 8, 16, 32, 64];
const NORMAL: usize = 2;
/// A moment's step: one frame.
const STEP: Micros = Micros::FRAME;

/// A replay that is being watched.
pub(crate) struct ReplaySource {
    playback: Playback,
    at: Micros,
    running: bool,
    speed: usize,
    last: Option<Micros>,
    events: Vec<(usize, TimedEvent)>,
    /// When pieces lock; found when it is first asked for.
    locks: Vec<Micros>,
    /// What the computer makes of it, once the player has asked.
    pub(crate) analysis: Option<Analysis>,
}

impl ReplaySource {
    /// Runs from the beginning.
    pub(crate) fn new(playback: Playback) -> ReplaySource {
        let mut source = ReplaySource {
            playback,
            at: Micros::ZERO,
            running: true,
            speed: NORMAL,
            last: None,
            events: Vec::new(),
            locks: Vec::new(),
            analysis: None,
        };
        source.seek(Micros::ZERO);
        source
    }

    pub(crate) fn playback(&self) -> &Playback {
        &self.playback
    }

    /// The moment that is shown.
    pub(crate) fn at(&self) -> Micros {
        self.at
    }

    pub(crate) fn is_running(&self) -> bool {
        self.running
    }

    /// The speed in quarters of the normal one.
    pub(crate) fn quarters(&self) -> u32 {
        SPEEDS[self.speed]
    }

    pub(crate) fn faster(&mut self) {
        self.speed = (self.speed + 1).min(SPEEDS.len() - 1);
    }

    pub(crate) fn slower(&mut self) {
        self.speed = self.speed.saturating_sub(1);
    }

    /// Goes forward or back by a time, or by one frame.
    pub(crate) fn skip(&mut self, by: Option<Micros>, forward: bool) {
        let by = by.unwrap_or_else(|| {
            self.running = false;
            STEP
        });
        let to = if forward { self.at + by } else { self.at - by };
        self.seek(to);
    }

    /// Stops, and goes to where the next piece has locked, or the one before.
    pub(crate) fn skip_piece(&mut self, forward: bool) {
        self.running = false;
        if self.locks.is_empty() {
            self.locks = lock_times(self.playback.replay());
        }
        let (locks, at) = (&self.locks, self.at);
        let to = if forward {
            locks.iter().find(|&&lock| lock > at).copied().unwrap_or(Micros::NEVER)
        } else {
            locks.iter().rfind(|&&lock| lock < at).copied().unwrap_or(Micros::ZERO)
        };
        self.seek(to);
    }

    /// Pauses or goes on; at the end, starts from the beginning.
    pub(crate) fn toggle(&mut self) {
        if self.at >= self.playback.duration() && !self.running {
            self.seek(Micros::ZERO);
        }
        self.running = !self.running;
        self.last = None;
    }

    /// Goes to a moment and stops there.
    pub(crate) fn stop_at(&mut self, at: Micros) {
        self.running = false;
        self.seek(at);
    }

    /// Takes what the computer says about the replay.
    pub(crate) fn take(&mut self, answer: Answer) {
        if let Some(analysis) = &mut self.analysis {
            analysis.take(answer);
        }
        self.look();
    }

    /// How many pieces a player has locked by now.
    pub(crate) fn pieces(&self, player: usize) -> Option<u32> {
        self.game(player).map(Game::pieces_locked)
    }

    /// Finds what the computer says about the piece in play.
    fn look(&mut self) {
        let player = self.analysis.as_ref().map(|analysis| analysis.player);
        let pieces = player.and_then(|player| self.pieces(player));
        if let (Some(analysis), Some(pieces)) = (&mut self.analysis, pieces) {
            analysis.look(pieces);
        }
    }

    /// Goes to a moment; at the end, stops.
    pub(crate) fn seek(&mut self, at: Micros) {
        let end = self.playback.duration();
        let at = at.min(end);
        let jumps = at < self.at;
        let events = &mut self.events;
        // An invalid replay is shown up to its first error.
        let _ = self.playback.seek(at, &mut |player, event| {
            if !jumps {
                events.push((player, event));
            }
        });
        self.at = at;
        if at == end {
            self.running = false;
        }
        self.look();
    }
}

/// When the pieces of a replay lock, on any of its boards.
fn lock_times(replay: &Replay) -> Vec<Micros> {
    let mut locks = Vec::new();
    if let Ok(mut playback) = Playback::new(replay.clone()) {
        let end = playback.duration();
        // An invalid replay has those up to its first error.
        let _ = playback.seek(end, &mut |_, event| {
            if matches!(event.event, Event::Locked { .. }) {
                locks.push(event.at);
            }
        });
    }
    locks
}

impl Source for ReplaySource {
    fn advance(&mut self, stamp: Micros) {
        let last = self.last.replace(stamp).unwrap_or(stamp);
        if self.running {
            let passed = (stamp - last).0 * u64::from(self.quarters()) / 4;
            self.seek(self.at + Micros(passed));
        }
    }

    fn wake(&self) -> Option<Micros> {
        if !self.running {
            return None;
        }
        // Inputs are not known ahead, so a running replay is shown frame by frame.
        self.last.map_or(Some(Micros::ZERO), |last| Some(last + Micros::from_millis(33)))
    }

    fn drain(&mut self, report: &mut dyn FnMut(usize, &TimedEvent)) {
        for (player, event) in self.events.drain(..) {
            report(player, &event);
        }
    }

    fn game(&self, board: usize) -> Option<&Game> {
        self.playback.current().game(board)
    }

    fn hint(&self, board: usize) -> Option<&Hint> {
        self.analysis.as_ref().filter(|analysis| analysis.player == board)?.hint()
    }

    fn phase(&self) -> Phase {
        if self.running { Phase::Playing } else { Phase::Paused }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_engine::{Button, GameName, Recorder};

    fn source() -> ReplaySource {
        let mut recorder = Recorder::new(&[GameName::Marathon.rules()], 3);
        for second in 1..=4 {
            let at = Micros::from_secs(second);
            recorder.press(0, Button::HardDrop, at, &mut |_, _| {}).expect("time goes on");
        }
        ReplaySource::new(Playback::new(recorder.replay()).expect("it was just recorded"))
    }

    #[test]
    fn speed_is_a_multiple_of_time() {
        let mut source = source();
        source.advance(Micros::ZERO);
        source.advance(Micros::from_secs(1));
        assert_eq!(source.at(), Micros::from_secs(1));
        source.faster();
        source.advance(Micros::from_secs(2));
        assert_eq!(source.at(), Micros::from_secs(3));
    }

    #[test]
    fn any_moment_can_be_sought_and_the_end_stops_it() {
        let mut source = source();
        let pieces = |source: &ReplaySource| source.game(0).expect("a board").pieces_locked();
        source.seek(Micros::from_millis(3500));
        assert_eq!(pieces(&source), 3);
        source.skip(Some(Micros::from_secs(2)), false);
        assert_eq!(pieces(&source), 1);
        source.skip(None, true);
        assert_eq!((source.at(), source.is_running()), (Micros::from_millis(1500) + STEP, false));
        source.skip_piece(true);
        assert_eq!((source.at(), pieces(&source)), (Micros::from_secs(2), 2));
        source.skip_piece(false);
        assert_eq!((source.at(), pieces(&source)), (Micros::from_secs(1), 1));
        source.skip_piece(false);
        assert_eq!((source.at(), pieces(&source)), (Micros::ZERO, 0));
        source.seek(Micros::from_secs(99));
        assert_eq!((source.at(), source.is_running()), (Micros::from_secs(4), false));
        source.toggle();
        assert_eq!((source.at(), source.is_running()), (Micros::ZERO, true));
    }
}
