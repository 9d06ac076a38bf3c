//! One game from its first piece to its end, as it is recorded.

use std::collections::VecDeque;

use quintet_engine::{
    Game, Input, InputError, Micros, Playback, Recorder, Replay, Rules, TimedEvent, TimedInput,
    ValidRules,
};
use quintet_records::Statistics;

/// How a game came about, which decides whether its score counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// An empty board.
    New,
    /// The middle of a replay.
    SetUp,
}

/// A longer time between two looks at the clock means that the machine slept: it does not count.
const LONGEST_STEP: Micros = Micros::from_secs(3);

/// The game's time by the front end's.
#[derive(Clone, Copy, Debug)]
struct Clock {
    /// The game's time at the last stamp.
    at: Micros,
    /// None while time stands still.
    last: Option<Micros>,
}

impl Clock {
    fn reach(&mut self, stamp: Micros) -> Micros {
        if let Some(last) = self.last {
            let step = stamp - last;
            if step <= LONGEST_STEP {
                self.at += step;
            }
        }
        self.last = Some(self.last.map_or(stamp, |last| last.max(stamp)));
        self.at
    }

    /// The stamp at which the game reaches a moment.
    fn stamp_of(&self, at: Micros) -> Option<Micros> {
        self.last.map(|last| last + (at - self.at))
    }
}

/// A game in play.
pub(crate) struct Session {
    /// Which game, by its place in the catalogue.
    pub(crate) game: usize,
    /// Which way to play it.
    pub(crate) mode: usize,
    /// How it began.
    pub(crate) origin: Origin,
    /// Each player's statistics.
    pub(crate) statistics: Vec<Statistics>,
    /// How often the player asked for a hint.
    pub(crate) hints: u32,
    recorder: Recorder,
    clock: Clock,
    happened: Vec<(usize, TimedEvent)>,
    /// What the computer is about to do, in the order of time.
    planned: VecDeque<TimedInput>,
}

impl Session {
    /// A new game on one board for each of the rules.
    pub(crate) fn new(place: (usize, usize), rules: &[Rules], seed: u64) -> Session {
        let valid = |rules: &Rules| rules.validate().unwrap_or(rules.game.rules());
        let rules: Vec<ValidRules> = rules.iter().map(valid).collect();
        Session::with(place, Origin::New, Recorder::new(&rules, seed))
    }

    /// A game that goes on from a moment of a replay; none if the replay cannot be played.
    pub(crate) fn from_replay(
        place: (usize, usize),
        playback: &Playback,
        at: Micros,
    ) -> Option<Session> {
        Some(Session::with(place, Origin::SetUp, playback.play_on_from(at).ok()?))
    }

    /// A game that goes on where the program ended.
    pub(crate) fn resumed(
        place: (usize, usize),
        origin: Origin,
        replay: Replay,
    ) -> Option<Session> {
        let statistics = Statistics::of_replay(&replay)?;
        let playback = Playback::new(replay).ok()?;
        let mut session = Session::from_replay(place, &playback, playback.duration())?;
        session.origin = origin;
        session.statistics = statistics;
        (!session.is_over()).then_some(session)
    }

    fn with((game, mode): (usize, usize), origin: Origin, recorder: Recorder) -> Session {
        Session {
            game,
            mode,
            origin,
            statistics: vec![Statistics::default(); recorder.current().players()],
            hints: 0,
            clock: Clock { at: recorder.current().now(), last: None },
            recorder,
            happened: Vec::new(),
            planned: VecDeque::new(),
        }
    }

    /// What the computer will do, in place of whatever it was about to do.
    pub(crate) fn plan(&mut self, planned: Vec<TimedInput>) {
        self.planned = planned.into();
    }

    /// A player's board.
    pub(crate) fn board(&self, player: usize) -> Option<&Game> {
        self.recorder.game(player)
    }

    /// How many boards there are.
    pub(crate) fn boards(&self) -> usize {
        self.recorder.current().players()
    }

    /// Whether every board's game has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.recorder.current().is_over()
    }

    /// Who has won, where two play.
    pub(crate) fn winner(&self) -> Option<usize> {
        self.recorder.current().winner()
    }

    /// The moment the game stands at.
    pub(crate) fn now(&self) -> Micros {
        self.recorder.current().now()
    }

    /// The inputs so far.
    pub(crate) fn inputs(&self) -> &[TimedInput] {
        self.recorder.inputs()
    }

    /// The seed that it began with.
    pub(crate) fn seed(&self) -> u64 {
        self.recorder.seed()
    }

    /// The replay of what has been played so far.
    pub(crate) fn replay(&self) -> Replay {
        self.recorder.replay()
    }

    /// Lets the first piece enter.
    pub(crate) fn deal(&mut self) {
        self.act(Recorder::advance, self.now());
    }

    /// Lets time pass up to a stamp.
    pub(crate) fn advance(&mut self, stamp: Micros) {
        if !self.is_paused() {
            let now = self.clock.reach(stamp);
            self.reach(now);
        }
    }

    /// The stamp at which something falls due.
    pub(crate) fn wake(&self) -> Option<Micros> {
        if self.is_paused() || self.is_over() {
            return None;
        }
        let due = self.recorder.current().next_deadline();
        let planned = self.planned.front().map(|timed| timed.at);
        let due = due.into_iter().chain(planned).min()?;
        self.clock.stamp_of(due.max(self.clock.at))
    }

    /// A player presses or releases a button.
    pub(crate) fn input(&mut self, player: usize, input: Input, stamp: Micros) {
        self.advance(stamp);
        let at = self.clock.at;
        self.apply(TimedInput { at, player: player as u8, input });
    }

    /// Every button of a board goes up.
    pub(crate) fn release_all(&mut self, player: usize) {
        let held = self.board(player).map(Game::held_buttons).unwrap_or_default();
        for button in held.iter() {
            self.apply(TimedInput::release(button, self.clock.at).to_board(player as u8));
        }
    }

    fn is_paused(&self) -> bool {
        self.recorder.current().is_paused()
    }

    /// Lets time pass up to a moment; the computer's inputs until then happen at their own times.
    fn reach(&mut self, at: Micros) {
        while let Some(&timed) = self.planned.front().filter(|timed| timed.at <= at) {
            self.planned.pop_front();
            self.apply(timed);
        }
        self.act(Recorder::advance, at);
    }

    /// Takes an input. In a pause only a release counts, at the moment of the pause.
    fn apply(&mut self, timed: TimedInput) {
        if let Input::Press(button) = timed.input {
            if self.is_paused() {
                return;
            }
            if let Some(statistics) = self.statistics.get_mut(usize::from(timed.player)) {
                statistics.press(button);
            }
        }
        let at = if self.is_paused() { self.now() } else { timed.at };
        self.act(|recorder, at, sink| recorder.apply(&TimedInput { at, ..timed }, sink), at);
    }

    /// Halts the game.
    pub(crate) fn pause(&mut self) {
        self.clock.last = None;
        self.recorder.pause();
    }

    /// Goes on.
    pub(crate) fn resume(&mut self) {
        self.clock.last = None;
        self.recorder.resume();
    }

    /// Reports what has happened since the last call, oldest first.
    pub(crate) fn drain(&mut self, report: &mut dyn FnMut(usize, &TimedEvent)) {
        for (player, event) in self.happened.drain(..) {
            report(player, &event);
        }
    }

    /// Does something to the game at a moment, or now if the game is past it already.
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
        let rules: Option<ValidRules> = self.recorder.game(0).map(|game| *game.rules());
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
    use quintet_engine::{Button, Event, GameName};

    fn session() -> Session {
        Session::new((0, 0), &[*GameName::Marathon.rules()], 7)
    }

    fn ms(ms: u64) -> Micros {
        Micros::from_millis(ms)
    }

    #[test]
    fn a_press_takes_effect_at_the_time_it_was_read() {
        let mut session = session();
        session.advance(ms(1000));
        session.input(0, Input::Press(Button::HardDrop), Micros(1_007_500));
        session.advance(ms(1016));
        let mut locked = None;
        session.drain(&mut |_, event| {
            if let Event::Locked { .. } = event.event {
                locked = Some(event.at);
            }
        });
        assert_eq!(locked, Some(Micros(7_500)));
    }

    #[test]
    fn time_stands_still_in_a_pause_and_while_the_machine_sleeps() {
        let mut session = session();
        session.advance(ms(0));
        session.advance(ms(50));
        session.pause();
        session.input(0, Input::Press(Button::HardDrop), ms(95));
        session.resume();
        session.advance(ms(5000));
        session.advance(ms(5010));
        assert_eq!((session.now(), session.replay().inputs.len()), (ms(60), 0));
        session.advance(ms(900_000));
        assert_eq!(session.now(), ms(60));
    }

    #[test]
    fn the_game_says_when_it_needs_the_processor_next() {
        let mut session = session();
        assert_eq!(session.wake(), None, "time has not begun");
        session.advance(ms(1000));
        let wake = session.wake().expect("a piece falls");
        assert!(wake > ms(1000) && wake <= ms(2000), "{wake:?}");
        session.advance(wake);
        let mut fell = 0;
        session.drain(&mut |_, event| fell += u32::from(event.event == Event::Fell));
        assert_eq!(fell, 1);
    }

    #[test]
    fn a_game_goes_on_where_it_was_left() {
        let mut before = session();
        before.advance(ms(0));
        before.input(0, Input::Press(Button::HardDrop), ms(30));
        before.advance(ms(50));
        let after = Session::resumed((0, 0), Origin::New, before.replay());
        let after = after.expect("it was just recorded");
        assert_eq!((after.now(), after.origin), (before.now(), Origin::New));
        assert_eq!(
            after.board(0).map(|game| game.view().board.drawing()),
            before.board(0).map(|game| game.view().board.drawing())
        );
    }
}
