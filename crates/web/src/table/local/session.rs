//! One game from its first piece to its end, as it is recorded.

use std::collections::VecDeque;

use quintet_engine::{
    Game, Input, InputError, Micros, Playback, Position, PositionError, Recorder, Replay, Rules,
    TimedEvent, TimedInput, ValidRules, View,
};
use quintet_records::Statistics;

use super::position;
use crate::games::{GameEntry, Mode};
use crate::route::{Route, Screen};
use crate::table::clock::Clock;

/// How a game came about, which decides whether its score counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// An empty board.
    New,
    /// A position from a link, or the middle of a replay.
    SetUp,
}

/// Inputs and locks that there is room for from the start, so that recording them does not allocate
/// in play: half an hour of a steady player. What lasts longer allocates again.
const ROOM: (usize, usize) = (16_384, 2_048);

/// The same for the computer's inputs for a piece, and for those that it is told of at once.
const COMPUTER_ROOM: (usize, usize) = (256, 1_024);

/// A game in play. Every call may make things happen; [`Session::drain`] tells which.
pub(crate) struct Session {
    /// Which game.
    pub(crate) game: &'static GameEntry,
    /// Which way to play it.
    pub(crate) mode: &'static Mode,
    /// How it began.
    pub(crate) origin: Origin,
    /// How often the player asked for a hint.
    pub(crate) hints: u32,
    /// Each player's statistics.
    pub(crate) statistics: Vec<Statistics>,
    recorder: Recorder,
    clock: Clock,
    happened: Vec<(usize, TimedEvent)>,
    /// Which board the computer plays on.
    computer: Option<usize>,
    /// What the computer is about to do, in the order of time.
    planned: VecDeque<TimedInput>,
    /// Inputs on any board that the computer has not been told of.
    inputs: Vec<TimedInput>,
}

/// The rules with the player's own handling and previews; the game's own where those are out of
/// range.
fn playable(rules: &[Rules]) -> Vec<ValidRules> {
    rules.iter().map(|rules| rules.validate().unwrap_or(rules.game.rules())).collect()
}

impl Session {
    /// A new game on one board for each of the rules.
    pub(crate) fn new(
        game: &'static GameEntry,
        mode: &'static Mode,
        rules: &[Rules],
        seed: u64,
    ) -> Session {
        Session::with(game, mode, Origin::New, Recorder::new(&playable(rules), seed))
    }

    /// A game that begins with a position, the same on every board, or why that is impossible.
    pub(crate) fn from_position(
        game: &'static GameEntry,
        mode: &'static Mode,
        rules: &[Rules],
        seed: u64,
        position: &Position,
    ) -> Result<Session, PositionError> {
        let boards: Vec<_> =
            playable(rules).into_iter().map(|rules| (rules, position.clone())).collect();
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

    /// A game that goes on where the page was closed, with all that was counted.
    pub(crate) fn go_on(
        game: &'static GameEntry,
        mode: &'static Mode,
        origin: Origin,
        replay: Replay,
    ) -> Option<Session> {
        let statistics = Statistics::of_replay(&replay)?;
        let playback = Playback::new(replay).ok()?;
        let mut session = Session::from_replay(game, mode, &playback, playback.duration())?;
        session.origin = origin;
        session.statistics = statistics;
        (!session.is_over()).then_some(session)
    }

    fn with(
        game: &'static GameEntry,
        mode: &'static Mode,
        origin: Origin,
        mut recorder: Recorder,
    ) -> Session {
        recorder.reserve(ROOM.0, ROOM.1);
        Session {
            game,
            mode,
            origin,
            hints: 0,
            statistics: vec![Statistics::default(); recorder.current().players()],
            clock: Clock::at_moment(recorder.current().now()),
            recorder,
            happened: Vec::with_capacity(64),
            computer: None,
            planned: VecDeque::new(),
            inputs: Vec::new(),
        }
    }

    /// The computer plays on this board; it is told of everything from now on.
    pub(crate) fn seat_computer(&mut self, player: usize) {
        self.computer = Some(player);
        self.planned.clear();
        self.planned.reserve(COMPUTER_ROOM.0);
        self.inputs.clear();
        self.inputs.reserve(COMPUTER_ROOM.1);
    }

    /// Whether the computer plays here.
    pub(crate) fn has_computer(&self) -> bool {
        self.computer.is_some()
    }

    /// What the computer will do, in place of whatever it was about to do.
    pub(crate) fn plan(&mut self, planned: &[TimedInput]) {
        self.planned.clear();
        self.planned.extend(planned);
    }

    /// Puts the inputs on any board since the last call into a list, in place of what was there.
    pub(crate) fn take_inputs(&mut self, inputs: &mut Vec<TimedInput>) {
        inputs.clear();
        std::mem::swap(&mut self.inputs, inputs);
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
        self.recorder.seed()
    }

    /// The inputs so far.
    pub(crate) fn recorded(&self) -> &[TimedInput] {
        self.recorder.inputs()
    }

    /// Whether this is a game with this seed that was paused before it began.
    pub(crate) fn is_waiting(&self, seed: u64) -> bool {
        self.seed() == seed && self.now() == Micros::ZERO && self.recorder.current().is_paused()
    }

    /// The same game from its beginning, with another seed.
    pub(crate) fn anew(&self, seed: u64) -> Session {
        let rules: Vec<Rules> =
            (0..).map_while(|player| self.board(player)).map(|board| **board.rules()).collect();
        Session::new(self.game, self.mode, &rules, seed)
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

    /// Lets the first piece enter.
    pub(crate) fn deal(&mut self) {
        let now = self.now();
        self.act(Recorder::advance, now);
    }

    /// A frame is shown: time passes.
    pub(crate) fn frame(&mut self, stamp: f64) {
        if !self.recorder.current().is_paused() {
            let now = self.clock.frame(stamp);
            self.reach(now);
        }
    }

    /// A player presses or releases a button.
    pub(crate) fn input(&mut self, player: usize, input: Input, stamp: f64) {
        let at = self.clock.at(stamp);
        self.reach(at);
        self.apply(TimedInput { at, player: player as u8, input });
    }

    /// Every button goes up that a person holds down.
    pub(crate) fn release_all(&mut self) {
        let at = self.clock.now();
        let computer = self.computer;
        for player in (0..self.statistics.len()).filter(|&player| computer != Some(player)) {
            let held = self.board(player).map(Game::held_buttons).unwrap_or_default();
            for button in held.iter() {
                self.apply(TimedInput::release(button, at).to_board(player as u8));
            }
        }
    }

    /// Lets time pass up to a moment; what the computer does until then, it does at its own time.
    fn reach(&mut self, at: Micros) {
        if self.recorder.current().is_paused() {
            return;
        }
        while let Some(&timed) = self.planned.front().filter(|timed| timed.at <= at) {
            self.planned.pop_front();
            self.apply(timed);
        }
        self.act(Recorder::advance, at);
    }

    /// Takes an input. In a pause only a release counts, at the moment of the pause.
    fn apply(&mut self, timed: TimedInput) {
        let (now, paused) = (self.now(), self.recorder.current().is_paused());
        let pressed = if let Input::Press(button) = timed.input { Some(button) } else { None };
        if pressed.is_some() && paused {
            return;
        }
        let at = if paused { now } else { timed.at.max(now) };
        let timed = TimedInput { at, ..timed };
        let statistics = self.statistics.get_mut(usize::from(timed.player));
        if let (Some(button), Some(statistics)) = (pressed, statistics) {
            statistics.press(button);
        }
        if self.computer.is_some() {
            self.inputs.push(timed);
        }
        self.act(|recorder, at, sink| recorder.apply(&TimedInput { at, ..timed }, sink), at);
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
    pub(crate) fn drain(&mut self, mut tell: impl FnMut(&Session, usize, &TimedEvent)) {
        let mut happened = std::mem::take(&mut self.happened);
        for (player, event) in &happened {
            tell(self, *player, event);
        }
        happened.clear();
        self.happened = happened;
    }

    /// Does something to the game at a moment, or now if the game is past it already: a browser may
    /// date an event a little after the frame that follows it.
    fn act(
        &mut self,
        act: impl FnOnce(
            &mut Recorder,
            Micros,
            &mut dyn FnMut(usize, TimedEvent),
        ) -> Result<(), InputError>,
        at: Micros,
    ) {
        let at = at.max(self.recorder.current().now());
        let (happened, statistics) = (&mut self.happened, &mut self.statistics);
        let rules = self.recorder.game(0).map(|game| *game.rules());
        let done = act(&mut self.recorder, at, &mut |player, event| {
            if let (Some(statistics), Some(rules)) = (statistics.get_mut(player), &rules) {
                statistics.count(rules, &event);
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
    use quintet_engine::{Button, Event};

    fn session() -> Session {
        let game = games::first();
        Session::new(game, &game.modes[0], &[game.modes[0].rules()], 7)
    }

    #[test]
    fn a_press_between_frames_takes_effect_at_its_own_time() {
        let mut session = session();
        session.frame(1000.0);
        session.input(0, Input::Press(Button::HardDrop), 1007.5);
        let mut locked_at = None;
        session.drain(|_, _, event| {
            if let Event::Locked { .. } = event.event {
                locked_at = Some(event.at);
            }
        });
        assert_eq!(locked_at, Some(Micros(7_500)));
    }

    #[test]
    fn an_event_dated_after_its_frame_is_no_trouble() {
        let mut session = session();
        session.frame(1000.0);
        session.input(0, Input::Press(Button::Left), 1016.9);
        session.frame(1016.7);
        session.input(0, Input::Release(Button::Left), 1016.8);
        session.frame(1033.4);
        assert_eq!(session.now(), Micros(33_400));
    }

    #[test]
    fn a_game_goes_on_where_the_page_was_closed() {
        let mut before = session();
        before.frame(0.0);
        before.input(0, Input::Press(Button::HardDrop), 30.0);
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
        session.input(0, Input::Press(Button::HardDrop), 95.0);
        session.resume();
        session.frame(5000.0);
        session.frame(5010.0);
        assert_eq!(session.now(), Micros(60_000));
        assert_eq!(session.replay().inputs, []);
    }

    fn duel() -> Session {
        let game = games::find("battle").expect("it can be played");
        let mut session = Session::new(game, &game.modes[1], &[game.modes[1].rules(); 2], 7);
        session.seat_computer(1);
        session
    }

    fn press(at: u64, button: Button) -> TimedInput {
        TimedInput::press(button, Micros(at)).to_board(1)
    }

    #[test]
    fn the_computer_acts_at_its_own_time_whatever_a_person_does_between_frames() {
        let mut session = duel();
        session.frame(0.0);
        session.plan(&[press(3_000, Button::Left), press(9_000, Button::HardDrop)]);
        session.input(0, Input::Press(Button::Right), 5.0);
        session.frame(16.0);
        let inputs = session.replay().inputs;
        let times: Vec<(u64, u8)> = inputs.iter().map(|it| (it.at.0, it.player)).collect();
        assert_eq!(times, [(3_000, 1), (5_000, 0), (9_000, 1)]);
        let mut told = Vec::new();
        session.take_inputs(&mut told);
        let told: Vec<u64> = told.iter().map(|timed| timed.at.0).collect();
        assert_eq!(told, [3_000, 5_000, 9_000], "the computer is told of all of it");
    }

    #[test]
    fn a_pause_halts_the_computer_too_and_only_people_let_go() {
        let mut session = duel();
        session.frame(0.0);
        session.plan(&[press(0, Button::SoftDrop), press(40_000, Button::HardDrop)]);
        session.input(0, Input::Press(Button::Left), 1.0);
        session.frame(16.0);
        session.release_all();
        session.pause();
        session.frame(500.0);
        let held = |player| session.board(player).map(|board| board.held_buttons().iter().count());
        assert_eq!((held(0), held(1)), (Some(0), Some(1)));
        assert_eq!(session.now(), Micros(16_000));
    }
}
