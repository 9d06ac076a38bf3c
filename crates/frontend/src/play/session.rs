//! One game from its first piece to its end, as it is recorded.

use std::collections::VecDeque;

use quintet_engine::{
    Game, Input, InputError, Micros, Playback, Position, PositionError, Recorder, Replay, Rules,
    TimedEvent, TimedInput, ValidRules, View,
};
use quintet_records::Statistics;

use super::clock::{Clock, LongStep};
use crate::duel::Handicap;
use crate::games::{GameEntry, Mode};

/// How a game came about, which decides whether its score counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An empty board.
    New,
    /// A position from a link, or the middle of a replay.
    SetUp,
}

/// Inputs and locks that there is room for from the start, so that recording them does not allocate
/// in play: half an hour of a steady player. What lasts longer allocates again.
const ROOM: (usize, usize) = (16_384, 2_048);

/// The same for the computer's inputs for a piece.
const COMPUTER_ROOM: usize = 256;

/// A game in play. Every call may make things happen; [`Session::drain`] tells which. Stamps are the
/// front end's own time.
#[derive(Debug)]
pub struct Session {
    /// Which game.
    pub game: &'static GameEntry,
    /// Which way to play it.
    pub mode: &'static Mode,
    /// How it began.
    pub origin: Origin,
    /// How often the player asked for a hint.
    pub hints: u32,
    /// Each player's statistics.
    pub statistics: Vec<Statistics>,
    recorder: Recorder,
    clock: Clock,
    happened: Vec<(usize, TimedEvent)>,
    /// The boards that the computer plays on.
    computers: Vec<ComputerSeat>,
}

/// A board that the computer plays on.
#[derive(Debug)]
struct ComputerSeat {
    player: usize,
    /// What the computer is about to do, in the order of time.
    planned: VecDeque<TimedInput>,
    /// How many of the recorded inputs the computer has been told of.
    told: usize,
}

/// One step of a linear congruential generator (Knuth's MMIX).
const fn next_word(word: u64) -> u64 {
    word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407)
}

/// The rules with the player's own handling and previews; the game's own where those are out of
/// range.
fn playable(rules: &[Rules]) -> Vec<ValidRules> {
    rules.iter().map(|rules| rules.validate().unwrap_or(rules.game.rules())).collect()
}

impl Session {
    /// A new game on one board for each of the rules.
    pub fn new(
        game: &'static GameEntry,
        mode: &'static Mode,
        rules: &[Rules],
        seed: u64,
    ) -> Session {
        Session::with(game, mode, Origin::New, Recorder::new(&playable(rules), seed))
    }

    /// A game that begins with a position, the same on every board, or why that is impossible.
    pub fn from_position(
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
    pub fn from_replay(
        game: &'static GameEntry,
        mode: &'static Mode,
        playback: &Playback,
        at: Micros,
    ) -> Option<Session> {
        let recorder = playback.play_on_from(at).ok()?;
        Some(Session::with(game, mode, Origin::SetUp, recorder))
    }

    /// A game that goes on where it was left, with all that was counted; none if it cannot.
    pub fn resumed(
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
            clock: Clock::at_moment(recorder.current().now(), LongStep::FRAME),
            recorder,
            happened: Vec::with_capacity(64),
            computers: Vec::new(),
        }
    }

    /// Begins with garbage on its way to the boards, this many rows per player. The gaps are drawn from
    /// the seed, by the rules' messiness; the replay holds the garbage like any other input.
    #[must_use]
    pub fn with_handicap(mut self, handicap: Handicap) -> Session {
        let mut word = self.seed();
        for (player, rows) in (0..).zip(handicap).filter(|(_, rows)| *rows > 0) {
            let Some(board) = self.board(usize::from(player)) else { continue };
            let rules = **board.rules();
            let gaps = rules.messiness.draw_gaps(None, rows, rules.width, |bound| {
                word = next_word(word);
                ((word >> 32) % u64::from(bound.max(1))) as u8
            });
            self.apply(TimedInput::garbage(gaps, Micros::ZERO).to_board(player));
        }
        self
    }

    /// Says what a long time between two stamps means, other than [`LongStep::FRAME`].
    #[must_use]
    pub fn with_long_step(mut self, long: LongStep) -> Session {
        self.clock = Clock::at_moment(self.now(), long);
        self
    }

    /// The computer plays on this board; it is told of everything from now on. It can play on several.
    pub fn seat_computer(&mut self, player: usize) {
        self.computers.retain(|seat| seat.player != player);
        let planned = VecDeque::with_capacity(COMPUTER_ROOM);
        self.computers.push(ComputerSeat { player, planned, told: self.recorder.inputs().len() });
    }

    /// Whether the computer plays here.
    pub fn has_computer(&self) -> bool {
        !self.computers.is_empty()
    }

    /// What the computer will do on the board of these inputs, in place of whatever it was about to
    /// do there.
    pub fn plan(&mut self, planned: &[TimedInput]) {
        let player = planned.first().map(|timed| usize::from(timed.player));
        for seat in &mut self.computers {
            if player.is_none_or(|player| player == seat.player) {
                seat.planned.clear();
                seat.planned.extend(planned);
            }
        }
    }

    /// Puts the inputs on any board since the last call for this board's computer into a list, in
    /// place of what was there.
    pub fn take_inputs(&mut self, player: usize, inputs: &mut Vec<TimedInput>) {
        inputs.clear();
        if let Some(seat) = self.computers.iter_mut().find(|seat| seat.player == player) {
            inputs.extend(&self.recorder.inputs()[seat.told..]);
            seat.told = self.recorder.inputs().len();
        }
    }

    /// A player's board.
    pub fn board(&self, player: usize) -> Option<&Game> {
        self.recorder.game(player)
    }

    /// How many boards there are.
    pub fn boards(&self) -> usize {
        self.recorder.current().players()
    }

    /// What a player's board shows.
    pub fn view(&self, player: usize) -> Option<View<'_>> {
        self.recorder.game(player).map(Game::view)
    }

    /// Whether every board's game has ended.
    pub fn is_over(&self) -> bool {
        self.recorder.current().is_over()
    }

    /// The seed that it began with.
    pub fn seed(&self) -> u64 {
        self.recorder.seed()
    }

    /// The inputs so far.
    pub fn inputs(&self) -> &[TimedInput] {
        self.recorder.inputs()
    }

    /// Whether this is a game with this seed that was paused before it began.
    pub fn is_waiting(&self, seed: u64) -> bool {
        self.seed() == seed && self.now() == Micros::ZERO && self.is_paused()
    }

    /// The same game from its beginning, with another seed.
    #[must_use]
    pub fn begin_again(&self, seed: u64) -> Session {
        let rules: Vec<Rules> =
            (0..).map_while(|player| self.board(player)).map(|board| **board.rules()).collect();
        Session::new(self.game, self.mode, &rules, seed).with_long_step(self.clock.long_step())
    }

    /// Who has won, where two play.
    pub fn winner(&self) -> Option<usize> {
        self.recorder.current().winner()
    }

    /// The moment the game stands at.
    pub fn now(&self) -> Micros {
        self.recorder.current().now()
    }

    /// The replay of what has been played so far.
    pub fn replay(&self) -> Replay {
        self.recorder.replay()
    }

    /// Lets the first piece enter.
    pub fn deal(&mut self) {
        let now = self.now();
        self.act(Recorder::advance, now);
    }

    /// Lets time pass up to a stamp.
    pub fn advance(&mut self, stamp: Micros) {
        if !self.is_paused() {
            let now = self.clock.advance(stamp);
            self.reach(now);
        }
    }

    /// The stamp at which something falls due; none while time stands still.
    pub fn wake(&self) -> Option<Micros> {
        if self.is_paused() || self.is_over() {
            return None;
        }
        let due = self.recorder.current().next_deadline();
        let planned = self.next_planned().map(|(_, timed)| timed.at);
        let due = due.into_iter().chain(planned).min()?;
        self.clock.stamp_of(due.max(self.clock.now()))
    }

    /// A player presses or releases a button.
    pub fn input(&mut self, player: usize, input: Input, stamp: Micros) {
        let at = self.clock.at(stamp);
        self.reach(at);
        self.apply(TimedInput { at, player: player as u8, input });
    }

    /// Every button goes up that a person holds down.
    pub fn release_all(&mut self) {
        let at = self.clock.now();
        for player in 0..self.statistics.len() {
            if self.computers.iter().any(|seat| seat.player == player) {
                continue;
            }
            let held = self.board(player).map(Game::held_buttons).unwrap_or_default();
            for button in held.iter() {
                self.apply(TimedInput::release(button, at).to_board(player as u8));
            }
        }
    }

    fn is_paused(&self) -> bool {
        self.recorder.current().is_paused()
    }

    /// Lets time pass up to a moment; what the computer does until then, it does at its own time.
    fn reach(&mut self, at: Micros) {
        if self.is_paused() {
            return;
        }
        while let Some((seat, timed)) = self.next_planned().filter(|(_, timed)| timed.at <= at) {
            self.computers[seat].planned.pop_front();
            self.apply(timed);
        }
        self.act(Recorder::advance, at);
    }

    /// What the computer will do next on any board, and which of its seats that is.
    fn next_planned(&self) -> Option<(usize, TimedInput)> {
        let planned = |(index, seat): (usize, &ComputerSeat)| Some((index, *seat.planned.front()?));
        let seats = self.computers.iter().enumerate();
        seats.filter_map(planned).min_by_key(|(_, timed)| timed.at)
    }

    /// Takes an input. In a pause only a release counts, at the moment of the pause.
    fn apply(&mut self, timed: TimedInput) {
        let (now, paused) = (self.now(), self.is_paused());
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
        self.act(|recorder, at, sink| recorder.apply(&TimedInput { at, ..timed }, sink), at);
    }

    /// Halts the game.
    pub fn pause(&mut self) {
        self.clock.halt();
        self.recorder.pause();
    }

    /// Goes on.
    pub fn resume(&mut self) {
        self.clock.halt();
        self.recorder.resume();
    }

    /// Reports what has happened since the last call, oldest first.
    pub fn drain(&mut self, report: &mut dyn FnMut(&Session, usize, &TimedEvent)) {
        let mut happened = std::mem::take(&mut self.happened);
        for (player, event) in &happened {
            report(self, *player, event);
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

    fn ms(ms: u64) -> Micros {
        Micros::from_millis(ms)
    }

    #[test]
    fn a_press_between_frames_takes_effect_at_its_own_time() {
        let mut session = session();
        session.advance(ms(1000));
        session.input(0, Input::Press(Button::HardDrop), Micros(1_007_500));
        let mut locked_at = None;
        session.drain(&mut |_, _, event| {
            if let Event::Locked { .. } = event.event {
                locked_at = Some(event.at);
            }
        });
        assert_eq!(locked_at, Some(Micros(7_500)));
    }

    #[test]
    fn an_input_dated_after_its_frame_is_no_trouble() {
        let mut session = session();
        session.advance(ms(1000));
        session.input(0, Input::Press(Button::Left), Micros(1_016_900));
        session.advance(Micros(1_016_700));
        session.input(0, Input::Release(Button::Left), Micros(1_016_800));
        session.advance(Micros(1_033_400));
        assert_eq!(session.now(), Micros(33_400));
    }

    #[test]
    fn a_game_goes_on_where_it_was_left() {
        let mut before = session();
        before.advance(ms(0));
        before.input(0, Input::Press(Button::HardDrop), ms(30));
        before.advance(ms(50));
        let (game, mode) = (before.game, before.mode);
        let after = Session::resumed(game, mode, Origin::New, before.replay());
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
        session.advance(ms(0));
        session.advance(ms(50));
        session.pause();
        session.advance(ms(90));
        session.input(0, Input::Press(Button::HardDrop), ms(95));
        session.resume();
        session.advance(ms(5000));
        session.advance(ms(5010));
        assert_eq!(session.now(), Micros(60_000));
        assert_eq!(session.replay().inputs, []);
    }

    #[test]
    fn the_game_says_when_it_needs_the_processor_next() {
        let mut session = session();
        assert_eq!(session.wake(), None, "time has not begun");
        session.advance(ms(1000));
        let wake = session.wake().expect("a piece falls");
        assert!(wake > ms(1000) && wake <= ms(2000), "{wake:?}");
        session.advance(ms(1099));
        session.advance(ms(1198));
        assert_eq!(session.wake(), Some(wake), "as long as nothing is pressed");
        let mut session = session.with_long_step(LongStep::SLEEP);
        session.advance(ms(5000));
        session.advance(session.wake().expect("a piece falls"));
        let mut fell = 0;
        session.drain(&mut |_, _, event| fell += u32::from(event.event == Event::Fell));
        assert_eq!(fell, 1);
    }

    fn duel() -> Session {
        let game = games::find("battle").expect("it can be played");
        let mut session = Session::new(game, &game.modes[1], &[game.modes[1].rules(); 2], 7);
        session.seat_computer(1);
        session
    }

    #[test]
    fn a_handicap_is_garbage_that_enters_with_the_first_piece_and_is_recorded() {
        let game = games::find("battle").expect("it can be played");
        for mode in game.modes {
            let session = Session::new(game, mode, &[mode.rules(); 2], 7).with_handicap([0, 4]);
            let waiting = |player| session.view(player).expect("a board").pending_garbage;
            assert_eq!((waiting(0), waiting(1)), (0, 4));
            let replay = session.replay();
            let [TimedInput { at: Micros::ZERO, player: 1, input: Input::Garbage(gaps) }] =
                &replay.inputs[..]
            else {
                panic!("one delivery to the second board: {:?}", replay.inputs)
            };
            let is_one_run = gaps.iter().all(|gap| *gap == gaps[0]);
            assert_eq!(is_one_run, mode.rules().messiness.between_rows == 0, "{gaps:?}");
            let resumed = Session::resumed(game, mode, Origin::New, replay).expect("it goes on");
            assert_eq!(resumed.view(1).expect("a board").pending_garbage, 4);
        }
    }

    fn press(at: u64, button: Button) -> TimedInput {
        TimedInput::press(button, Micros(at)).to_board(1)
    }

    #[test]
    fn the_computer_acts_at_its_own_time_whatever_a_person_does_between_frames() {
        let mut session = duel();
        session.advance(ms(0));
        session.plan(&[press(3_000, Button::Left), press(9_000, Button::HardDrop)]);
        session.input(0, Input::Press(Button::Right), ms(5));
        session.advance(ms(16));
        let inputs = session.replay().inputs;
        let times: Vec<(u64, u8)> = inputs.iter().map(|it| (it.at.0, it.player)).collect();
        assert_eq!(times, [(3_000, 1), (5_000, 0), (9_000, 1)]);
        let mut told = Vec::new();
        session.take_inputs(1, &mut told);
        let told: Vec<u64> = told.iter().map(|timed| timed.at.0).collect();
        assert_eq!(told, [3_000, 5_000, 9_000], "the computer is told of all of it");
    }

    #[test]
    fn the_computer_plays_on_both_boards_in_the_order_of_time() {
        let mut session = duel();
        session.seat_computer(0);
        session.advance(ms(0));
        session.plan(&[press(3_000, Button::Left), press(9_000, Button::HardDrop)]);
        let own = [(1_000, Button::Right), (6_000, Button::HardDrop)];
        session.plan(&own.map(|(at, button)| TimedInput::press(button, Micros(at))));
        session.advance(ms(16));
        let inputs = session.replay().inputs;
        let times: Vec<(u64, u8)> = inputs.iter().map(|it| (it.at.0, it.player)).collect();
        assert_eq!(times, [(1_000, 0), (3_000, 1), (6_000, 0), (9_000, 1)]);
        for player in [0, 1] {
            let mut told = Vec::new();
            session.take_inputs(player, &mut told);
            assert_eq!(told, inputs, "each is told of all of it");
        }
    }

    #[test]
    fn a_pause_halts_the_computer_too_and_only_people_let_go() {
        let mut session = duel();
        session.advance(ms(0));
        session.plan(&[press(0, Button::SoftDrop), press(40_000, Button::HardDrop)]);
        session.input(0, Input::Press(Button::Left), ms(1));
        session.advance(ms(16));
        session.release_all();
        session.pause();
        session.advance(ms(500));
        let held = |player| session.board(player).map(|board| board.held_buttons().iter().count());
        assert_eq!((held(0), held(1)), (Some(0), Some(1)));
        assert_eq!(session.now(), Micros(16_000));
    }
}
