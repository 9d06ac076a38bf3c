//! One game from its first piece to its end, as it is recorded.

use quintet_engine::{
    Button, Event, Game, InputError, Micros, Playback, Position, PositionError, Recorder, Replay,
    Rules, View,
};

use super::clock::Clock;
use super::{Tally, position};
use crate::games::{GameEntry, Mode};
use crate::route::{Route, Screen};

/// How a game came about, which decides whether its score counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// An empty board.
    New,
    /// A position from a link, or the middle of a replay.
    SetUp,
}

/// A game in play. Every call may make things happen; [`Session::drain`] tells which.
pub(crate) struct Session {
    /// Which game.
    pub(crate) game: &'static GameEntry,
    /// Which way to play it.
    pub(crate) mode: &'static Mode,
    /// How it began.
    pub(crate) origin: Origin,
    /// Each player's statistics.
    pub(crate) tallies: Vec<Tally>,
    recorder: Recorder,
    clock: Clock,
    happened: Vec<(usize, Event)>,
}

impl Session {
    /// A new game on one board for each of the rules.
    pub(crate) fn new(
        game: &'static GameEntry,
        mode: &'static Mode,
        rules: &[Rules],
        seed: u64,
    ) -> Session {
        Session::with(game, mode, Origin::New, Recorder::new(rules, seed))
    }

    /// A game that begins with a position, the same on every board, or why that is impossible.
    pub(crate) fn from_position(
        game: &'static GameEntry,
        mode: &'static Mode,
        rules: &[Rules],
        seed: u64,
        position: &Position,
    ) -> Result<Session, PositionError> {
        let boards: Vec<_> = rules.iter().map(|&rules| (rules, position.clone())).collect();
        let recorder = Recorder::from_positions(&boards, seed)?;
        Ok(Session::with(game, mode, Origin::SetUp, recorder))
    }

    /// A game that goes on from a moment of a replay; none if the replay cannot be played.
    pub(crate) fn from_replay(
        game: &'static GameEntry,
        mode: &'static Mode,
        playback: &Playback,
        at: Micros,
    ) -> Option<Session> {
        let recorder = playback.play_on_from(at).ok()?;
        Some(Session::with(game, mode, Origin::SetUp, recorder))
    }

    /// A game that goes on where the page was closed, with all that was counted but the presses.
    pub(crate) fn go_on(
        game: &'static GameEntry,
        mode: &'static Mode,
        origin: Origin,
        replay: Replay,
    ) -> Option<Session> {
        let mut playback = Playback::new(replay).ok()?;
        let end = playback.duration();
        let mut session = Session::from_replay(game, mode, &playback, end)?;
        session.origin = origin;
        let rules = playback.replay().rules.clone();
        let tallies = &mut session.tallies;
        let count = &mut |player: usize, event: Event| {
            if let (Some(tally), Some(rules)) = (tallies.get_mut(player), rules.get(player)) {
                tally.listen(rules, &event);
            }
        };
        playback.seek(end, count).ok()?;
        (!session.is_over()).then_some(session)
    }

    fn with(
        game: &'static GameEntry,
        mode: &'static Mode,
        origin: Origin,
        recorder: Recorder,
    ) -> Session {
        Session {
            game,
            mode,
            origin,
            tallies: vec![Tally::default(); recorder.current().players()],
            clock: Clock::at_moment(recorder.current().now()),
            recorder,
            happened: Vec::with_capacity(64),
        }
    }

    /// A player's board.
    pub(crate) fn board(&self, player: usize) -> Option<&Game> {
        self.recorder.game(player)
    }

    /// What a player's board shows.
    pub(crate) fn view(&self, player: usize) -> Option<View<'_>> {
        self.recorder.game(player).map(Game::view)
    }

    /// Whether every board's game has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.recorder.current().is_over()
    }

    /// The seed that it began with.
    pub(crate) fn seed(&self) -> u64 {
        self.recorder.replay().seed
    }

    /// What a link to this very position leads to; none where two play.
    pub(crate) fn link(&self) -> Option<Route> {
        let board = self.board(0).filter(|_| self.board(1).is_none())?;
        let mut route = Route::to(self.game, Screen::Play).in_mode(self.mode);
        route.seed = Some(self.seed());
        route.position = Some(position::draw(&board.view(), board.rules()));
        Some(route)
    }

    /// Who has won, where two play.
    pub(crate) fn winner(&self) -> Option<usize> {
        self.recorder.current().winner()
    }

    /// The moment the game stands at.
    pub(crate) fn now(&self) -> Micros {
        self.recorder.current().now()
    }

    /// The replay of what has been played so far.
    pub(crate) fn replay(&self) -> Replay {
        self.recorder.replay()
    }

    /// A frame is shown: time passes.
    pub(crate) fn frame(&mut self, stamp: f64) {
        if !self.recorder.current().is_paused() {
            let now = self.clock.frame(stamp);
            self.advance(now);
        }
    }

    /// A player presses a button.
    pub(crate) fn press(&mut self, player: usize, button: Button, stamp: f64) {
        let at = self.clock.at(stamp);
        self.advance(at);
        if let Some(tally) = self.tallies.get_mut(player) {
            tally.press(button);
        }
        self.act(|recorder, at, sink| recorder.press(player, button, at, sink), at);
    }

    /// A player releases a button.
    pub(crate) fn release(&mut self, player: usize, button: Button, stamp: f64) {
        let at = self.clock.at(stamp);
        self.act(|recorder, at, sink| recorder.release(player, button, at, sink), at);
    }

    /// Every button goes up.
    pub(crate) fn release_all(&mut self) {
        let now = self.clock.now();
        self.act(Recorder::release_all, now);
    }

    /// Halts the game.
    pub(crate) fn pause(&mut self) {
        self.clock.halt();
        self.recorder.pause();
    }

    /// Goes on.
    pub(crate) fn resume(&mut self) {
        self.clock.halt();
        self.recorder.resume();
    }

    /// Tells what has happened since the last call, oldest first.
    pub(crate) fn drain(&mut self, mut tell: impl FnMut(&Session, usize, &Event)) {
        let mut happened = std::mem::take(&mut self.happened);
        for (player, event) in &happened {
            tell(self, *player, event);
        }
        happened.clear();
        self.happened = happened;
    }

    fn advance(&mut self, now: Micros) {
        self.act(Recorder::advance, now);
    }

    /// Does something to the game at a moment, or now if the game is past it already: a browser may
    /// date an event a little after the frame that follows it.
    fn act(
        &mut self,
        act: impl FnOnce(&mut Recorder, Micros, &mut dyn FnMut(usize, Event)) -> Result<(), InputError>,
        at: Micros,
    ) {
        for (player, tally) in self.tallies.iter_mut().enumerate() {
            let view = self.recorder.game(player).map(Game::view);
            tally.see(view.and_then(|view| view.piece).map(|placed| placed.piece));
        }
        let at = at.max(self.recorder.current().now());
        let (happened, tallies) = (&mut self.happened, &mut self.tallies);
        let rules = self.recorder.game(0).map(|game| *game.rules());
        let done = act(&mut self.recorder, at, &mut |player, event| {
            if let (Some(tally), Some(rules)) = (tallies.get_mut(player), &rules) {
                tally.listen(rules, &event);
            }
            happened.push((player, event));
        });
        debug_assert!(done.is_ok(), "the moment is never before the game's own: {done:?}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use quintet_engine::What;

    fn session() -> Session {
        let game = games::first();
        Session::new(game, &game.modes[0], &[game.modes[0].rules], 7)
    }

    #[test]
    fn a_press_between_frames_takes_effect_at_its_own_time() {
        let mut session = session();
        session.frame(1000.0);
        session.press(0, Button::HardDrop, 1007.5);
        let mut locked_at = None;
        session.drain(|_, _, event| {
            if let What::Locked { .. } = event.what {
                locked_at = Some(event.at);
            }
        });
        assert_eq!(locked_at, Some(Micros(7_500)));
    }

    #[test]
    fn an_event_dated_after_its_frame_is_no_trouble() {
        let mut session = session();
        session.frame(1000.0);
        session.press(0, Button::Left, 1016.9);
        session.frame(1016.7);
        session.release(0, Button::Left, 1016.8);
        session.frame(1033.4);
        assert_eq!(session.now(), Micros(33_400));
    }

    #[test]
    fn a_game_goes_on_where_the_page_was_closed() {
        let mut before = session();
        before.frame(0.0);
        before.press(0, Button::HardDrop, 30.0);
        before.frame(50.0);
        let (game, mode) = (before.game, before.mode);
        let after = Session::go_on(game, mode, Origin::New, before.replay());
        let after = after.expect("it was just recorded");
        assert_eq!((after.now(), after.origin), (before.now(), Origin::New));
        let shown = |session: &Session| {
            let view = session.view(0).expect("there is a board");
            (view.board.drawing(), view.piece, view.score, view.pieces)
        };
        assert_eq!(shown(&after), shown(&before));
    }

    #[test]
    fn time_stands_still_in_a_pause() {
        let mut session = session();
        session.frame(0.0);
        session.frame(50.0);
        session.pause();
        session.frame(90.0);
        session.press(0, Button::HardDrop, 95.0);
        session.resume();
        session.frame(5000.0);
        session.frame(5010.0);
        assert_eq!(session.now(), Micros(60_000));
        assert_eq!(session.replay().inputs, []);
    }
}
