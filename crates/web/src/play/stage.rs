//! The game that is being played, from START GAME to the last line of the results. It outlives the
//! screens, so that a player can look at the settings and come back.

use quintet_engine::{Button, Event, Game, Handling, Micros, Rules, SoftDrop, What, Why};

use super::attacks::Attacks;
use super::computer::{Computer, OPPONENT};
use super::shown::Celebration;
use super::{Origin, Outcome, Seat, Session, position};
use crate::announce::Announcer;
use crate::duel::{Opponent, Series, Terms};
use crate::games::{GameEntry, Ranking};
use crate::keys::Action;
use crate::notices::Notices;
use crate::online::Online;
use crate::page;
use crate::route::{Route, Router, Screen};
use crate::signals::prelude::*;
use crate::sound::{Audio, Cue};
use crate::store::{Settings, Standings, Store, Unfinished};
use crate::text::{self, thousands};

/// How many players a keyboard seats.
const SEATS: usize = 2;
/// Keys that go on being pressed in a fright press no button: only after so long a rest.
pub(crate) const FRIGHT_MS: f64 = 700.0;
/// One number of the count after a pause.
const COUNT_MS: f64 = 600.0;
/// So many are counted.
const COUNT_FROM: u8 = 3;

/// What the player sees the game doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// There is no game.
    Idle,
    /// It is being played.
    Playing,
    /// It goes on after this count.
    Counting(u8),
    /// It stands still.
    Paused,
    /// It has ended.
    Over,
}

/// The stage on which one game at a time is played.
pub(crate) struct Stage {
    /// The players' places.
    pub(crate) seats: [Seat; SEATS],
    /// What the game is doing.
    pub(crate) phase: RwSignal<Phase>,
    /// The match that the game is a round of, where two play.
    pub(crate) series: RwSignal<Series>,
    /// What came of the game that has ended.
    pub(crate) outcome: RwSignal<Option<Outcome>, LocalStorage>,
    session: StoredValue<Option<Session>, LocalStorage>,
    /// The seed and the position that the address asked for.
    wanted: StoredValue<(Option<u64>, Option<String>)>,
    /// The opponent's mind, once one has been asked for.
    computer: StoredValue<Option<Computer>, LocalStorage>,
    /// Where seeds come from and scores go to.
    online: StoredValue<Option<&'static Online>, LocalStorage>,
    /// Where the first player's buttons go, while a match over a server has the seats.
    plugged: StoredValue<Option<&'static Online>, LocalStorage>,
    /// Attacks in the air.
    pub(crate) volley: Attacks,
    audio: StoredValue<Audio, LocalStorage>,
    pulse: StoredValue<Pulse>,
    settings: RwSignal<Settings>,
    router: Router,
    store: Store,
    notices: Notices,
    announcer: Announcer,
}

/// What passes with the page's clock, not the game's.
#[derive(Clone, Copy, Debug, Default)]
struct Pulse {
    last_stamp: Option<f64>,
    count_left_ms: f64,
    celebration_left_ms: [f64; SEATS],
    level_up_left_ms: [f64; SEATS],
    told_left_ms: f64,
    /// The button that a finger holds down, and when it counts again by the page's clock, in games
    /// whose rules leave repeating to the keyboard.
    touched: Option<(usize, Button, f64)>,
    /// Whether words may flash up over the board.
    has_words: bool,
    /// Whether levels mean anything to the player.
    has_levels: bool,
    calm_at: f64,
    /// Whether the game is one without sound.
    silent: bool,
    /// Keys, touches and pad buttons that hold down each button, by seat.
    held: [[u8; Button::ALL.len()]; SEATS],
}

impl Stage {
    /// An empty stage.
    pub(crate) fn new(
        settings: RwSignal<Settings>,
        audio: StoredValue<Audio, LocalStorage>,
        router: Router,
        store: Store,
        notices: Notices,
        announcer: Announcer,
    ) -> Stage {
        Stage {
            seats: std::array::from_fn(|_| Seat::new()),
            phase: RwSignal::new(Phase::Idle),
            series: RwSignal::new(Series::new(Terms::default())),
            outcome: RwSignal::new_local(None),
            session: StoredValue::new_local(None),
            wanted: StoredValue::default(),
            computer: StoredValue::new_local(None),
            online: StoredValue::new_local(None),
            plugged: StoredValue::new_local(None),
            volley: Attacks::new(),
            audio,
            pulse: StoredValue::default(),
            settings,
            router,
            store,
            notices,
            announcer,
        }
    }

    /// Begins the game that an address asks for, the first round of a match where two play it;
    /// false where its position is impossible.
    pub(crate) fn begin(&self, route: &Route) -> bool {
        let terms = self.settings.with_untracked(|settings| settings.terms);
        self.series.set(Series::new(terms));
        self.begin_round(route)
    }

    fn begin_round(&self, route: &Route) -> bool {
        let (game, mode) = (route.game, route.mode());
        let rules = self.settings.with_untracked(|settings| settings.apply(mode.rules, game));
        let rules = &[rules; SEATS][..game.boards.min(SEATS)];
        let given = || {
            let online = self.online.get_value().filter(|_| route.position.is_none())?;
            online.take_seed(&mode.rules)
        };
        let seed = route.seed.or_else(given).unwrap_or_else(page::random_seed);
        let session = match &route.position {
            None => Ok(Session::new(game, mode, rules, seed)),
            Some(text) => position::parse(text).and_then(|position| {
                Session::from_position(game, mode, rules, seed, &position)
                    .map_err(|error| error.to_string())
            }),
        };
        match session {
            Ok(session) => {
                self.play(session);
                self.wanted.set_value((route.seed, route.position.clone()));
            }
            Err(reason) => {
                self.notices
                    .warn(&format!("The position in this link cannot be played: {reason}."));
                return false;
            }
        }
        true
    }

    /// Goes on with a game from the middle of a replay: a match of one round, where two play.
    pub(crate) fn play_on(&self, session: Session) {
        let terms = self.settings.with_untracked(|settings| settings.terms);
        self.series.set(Series::new(Terms { best_of: 1, ..terms }));
        self.play(session);
    }

    /// Begins this game.
    pub(crate) fn play(&self, session: Session) {
        self.pulse.set_value(Pulse {
            silent: !session.game.has_sound,
            has_words: session.mode.ranking != Ranking::Nothing,
            has_levels: session.mode.has_levels(),
            ..Pulse::default()
        });
        if self.with(|before| before.game == session.game) == Some(false) {
            self.keep_unfinished();
        }
        let mut session = self.seat_opponent(session);
        // Who plays against another should be ready; what a link sets up goes off at once.
        let counts = session.game.is_duel()
            && session.origin == Origin::New
            && self.settings.with_untracked(|settings| settings.count_in);
        if counts {
            session.deal();
            session.pause();
        }
        self.session.set_value(Some(session));
        self.wanted.set_value((None, None));
        self.outcome.set(None);
        self.seats.iter().for_each(|seat| seat.clear());
        self.volley.clear();
        self.phase.set(Phase::Playing);
        self.audio.update_value(Audio::rewind);
        page::blur();
        self.show();
        if counts {
            self.begin_count();
        }
    }

    /// Has the computer sit down at the second board, where it is the opponent.
    fn seat_opponent(&self, mut session: Session) -> Session {
        let opponent = self.series.with_untracked(|series| series.opponent);
        let Opponent::Computer(level) = opponent else { return session };
        if session.game.is_duel() {
            self.computer.update_value(|computer| {
                if computer.is_none() {
                    *computer = Computer::start();
                }
                match computer {
                    Some(computer) => {
                        computer.sit_down(&mut session, OPPONENT, level, page::random_seed());
                    }
                    None => self.miss_computer(),
                }
            });
        }
        session
    }

    /// The computer plays on, if it is there.
    fn move_computer(&self) {
        let (mut works, mut advice) = (true, None);
        self.computer.update_value(|computer| {
            self.on_session(|session| {
                if let Some(computer) = computer {
                    works = computer.frame(session);
                    advice = computer.take_hint();
                }
            });
            if !works {
                *computer = None;
            }
        });
        if let Some((piece, hold, cells)) = advice {
            self.seats[0].point_out(piece, cells);
            if hold {
                self.tell("Hold first", true);
            }
        }
        if !works {
            self.miss_computer();
        }
    }

    /// Asks the computer where a good player would put the piece. It is no help in a duel.
    fn ask_hint(&self) {
        if self.with(|session| session.game.is_duel()) != Some(false) {
            return;
        }
        self.computer.update_value(|computer| {
            if computer.is_none() {
                *computer = Computer::start();
            }
            match computer {
                Some(computer) => self.on_session(|session| {
                    session.hints += 1;
                    computer.ask_hint(session);
                }),
                None => self.miss_computer(),
            }
        });
    }

    /// Words over the board for a while, read out too; good ones or bad.
    fn tell(&self, words: &str, good: bool) {
        self.announcer.say(words);
        self.pulse.update_value(|pulse| pulse.told_left_ms = 1600.0);
        self.seats[0].flash(|shown| shown.told = Some((text::line(format_args!("{words}")), good)));
    }

    /// Says that there is no computer player, and offers the other way to play.
    fn miss_computer(&self) {
        if self.with(|session| session.game.is_duel()) == Some(false) {
            return self.notices.warn("Hints cannot be had in this browser.");
        }
        let (settings, router) = (self.settings, self.router);
        let text = "The computer player cannot start in this browser, so its pieces only fall. \
                    Two people can play at one keyboard.";
        self.notices.offer(text, "TWO PLAYERS", move || {
            settings.update(|settings| settings.terms.opponent = Opponent::Person);
            let route = router.now();
            router.replace(Route::to(route.game, Screen::Start).in_mode(route.mode()));
        });
    }

    /// Keeps the game for a later visit, if one is being played by one player.
    pub(crate) fn keep_unfinished(&self) {
        if matches!(self.phase.get_untracked(), Phase::Idle | Phase::Over) {
            return;
        }
        self.with(|session| {
            if session.board(1).is_none() {
                let is_new = session.origin == Origin::New;
                let (game, mode) = (session.game.slug, session.mode.slug);
                let mut kept = Unfinished::new(game, mode, is_new, &session.replay());
                kept.hints = session.hints;
                kept.save(self.store);
            }
        });
    }

    /// The game makes room for a new one of its kind, wherever it was left.
    pub(crate) fn give_up(&self, game: &'static GameEntry) {
        if self.with(|session| session.game == game) == Some(true) {
            self.clear();
        }
        Unfinished::forget(self.store, game.slug);
    }

    fn forget_unfinished(&self) {
        self.with(|session| Unfinished::forget(self.store, session.game.slug));
    }

    /// The way back into a game that was left. [`Stage::take_up`] comes first.
    pub(crate) fn unfinished(&self, game: &'static GameEntry) -> Option<Route> {
        let on_stage = |session: &Session| (session.game == game).then_some(session.mode);
        if self.phase.get_untracked() == Phase::Paused
            && let Some(mode) = self.with(on_stage).flatten()
        {
            let mut route = Route::to(game, Screen::Play).in_mode(mode);
            (route.seed, route.position) = self.wanted.get_value();
            return Some(route);
        }
        let kept = Unfinished::load(self.store, game.slug)?;
        game.mode(&kept.mode).map(|mode| Route::to(game, Screen::Play).in_mode(mode))
    }

    /// Puts the game that was kept back on the stage, if it is not there.
    pub(crate) fn take_up(&self, game: &'static GameEntry) -> bool {
        if self.phase.get_untracked() == Phase::Paused
            && self.with(|session| session.game == game) == Some(true)
        {
            return true;
        }
        let session = Unfinished::load(self.store, game.slug).and_then(|kept| {
            let origin = if kept.is_new { Origin::New } else { Origin::SetUp };
            let mut session = Session::go_on(game, game.mode(&kept.mode)?, origin, kept.replay()?)?;
            session.hints = kept.hints;
            Some(session)
        });
        Unfinished::forget(self.store, game.slug);
        let Some(session) = session else {
            self.notices.warn("The game that was kept cannot be played on.");
            return false;
        };
        self.play(session);
        self.pause();
        true
    }

    /// Whether the game that an address asks for is on the stage, in whatever phase.
    pub(crate) fn holds(&self, route: &Route) -> bool {
        let wanted = |wanted: &(Option<u64>, Option<String>)| {
            (wanted.0, wanted.1.as_deref()) == (route.seed, route.position.as_deref())
        };
        let same = |session: &Session| {
            session.game == route.game && session.mode.slug == route.mode().slug
        };
        self.with(same) == Some(true) && self.wanted.with_value(wanted)
    }

    /// Which player a set of keys or a pad belongs to.
    pub(crate) fn player_of(&self, seat: usize) -> usize {
        self.series.with_untracked(|series| series.player_of(seat))
    }

    /// Looks at the game on the stage.
    pub(crate) fn with<T>(&self, look: impl FnOnce(&Session) -> T) -> Option<T> {
        self.session.with_value(|session| session.as_ref().map(look))
    }

    /// Halts the game, if it is running.
    pub(crate) fn pause(&self) {
        if !matches!(self.phase.get_untracked(), Phase::Playing | Phase::Counting(_)) {
            return;
        }
        self.on_session(Session::pause);
        self.phase.set(Phase::Paused);
        self.audio.update_value(|audio| audio.set_playing(false));
        let route = self.router.now();
        // On leaving for another game the address is that game's already.
        if route.screen == Screen::Play && self.holds(&route) {
            self.router.replace(Route { screen: Screen::Paused, ..route });
        }
    }

    /// Goes on after a pause, at once or after the count.
    pub(crate) fn resume(&self) {
        if self.phase.get_untracked() != Phase::Paused {
            return;
        }
        page::blur();
        let route = self.router.now();
        if route.screen == Screen::Paused {
            self.router.replace(Route { screen: Screen::Play, ..route });
        }
        if self.settings.with_untracked(|settings| settings.count_in) {
            self.begin_count();
        } else {
            self.go_on();
        }
    }

    fn begin_count(&self) {
        self.pulse.update_value(|pulse| pulse.count_left_ms = COUNT_MS * f64::from(COUNT_FROM));
        self.phase.set(Phase::Counting(COUNT_FROM));
        self.cue(Cue::Count);
    }

    fn go_on(&self) {
        self.on_session(Session::resume);
        self.phase.set(Phase::Playing);
        // What fingers hold down counts from now on.
        let held = self.pulse.with_value(|pulse| pulse.held);
        let stamp = self.pulse.with_value(|pulse| pulse.last_stamp).unwrap_or(0.0);
        for (seat, counts) in held.iter().enumerate() {
            for button in [Button::Left, Button::Right, Button::SoftDrop, Button::StepDown] {
                if counts[button as usize] > 0 {
                    self.on_session(|session| {
                        let board = session.board(seat);
                        if board.is_some_and(|board| !board.held_buttons().contains(button)) {
                            session.press(seat, button, stamp);
                        }
                    });
                }
            }
        }
    }

    /// Where seeds come from from now on, and scores go to.
    pub(crate) fn know(&self, online: &'static Online) {
        self.online.set_value(Some(online));
    }

    /// Leaves the seats, and the first player's buttons, to a match over a server.
    pub(crate) fn plug_in(&self, online: &'static Online) {
        self.session.set_value(None);
        self.phase.set(Phase::Idle);
        self.pulse.set_value(Pulse { has_words: true, has_levels: true, ..Pulse::default() });
        self.series.set(Series::new(Terms::default()));
        self.seats.iter().for_each(|seat| seat.clear());
        self.volley.clear();
        self.plugged.set_value(Some(online));
        page::blur();
    }

    /// The seats are free again.
    pub(crate) fn unplug(&self) {
        self.plugged.set_value(None);
    }

    /// Takes the game off the stage.
    pub(crate) fn clear(&self) {
        self.forget_unfinished();
        self.session.set_value(None);
        self.phase.set(Phase::Idle);
        self.audio.update_value(|audio| audio.set_playing(false));
    }

    /// The page lost the focus: nothing is held any more, and the game waits. (A-M32)
    pub(crate) fn step_away(&self) {
        self.pulse.update_value(|pulse| pulse.held = Default::default());
        self.on_session(Session::release_all);
        self.pause();
    }

    /// A key, a touch or a pad presses a button. Several may hold the same one.
    pub(crate) fn press(&self, seat: usize, button: Button, stamp: f64) {
        let held = self.hold_down(seat, button, 1);
        if let Some(online) = self.plugged.get_value() {
            if seat == 0 && held == 1 {
                online.touch(button, true, stamp);
            }
        } else if self.phase.get_untracked() == Phase::Playing {
            self.on_session(|session| session.press(seat, button, stamp));
            self.settle();
        }
    }

    /// The keyboard repeats a key that is held down, which some rules count as a press. (D-29 A-S11)
    pub(crate) fn press_again(&self, seat: usize, button: Button, stamp: f64) {
        let counts = |session: &Session| {
            let rules = session.board(seat).map(Game::rules);
            rules.is_some_and(|rules| repeats_by_keyboard(rules, button))
        };
        if self.phase.get_untracked() == Phase::Playing && self.with(counts) == Some(true) {
            self.on_session(|session| {
                session.release(seat, button, stamp);
                session.press(seat, button, stamp);
            });
            self.settle();
        }
    }

    /// A finger has no keyboard to repeat for it.
    pub(crate) fn repeat_while_held(&self, seat: usize, button: Button, stamp: f64) {
        let due = stamp + Handling::STANDARD.das.as_millis() as f64;
        self.pulse.update_value(|pulse| pulse.touched = Some((seat, button, due)));
    }

    fn repeat_touched(&self, stamp: f64) {
        let Some((seat, button, due)) = self.pulse.with_value(|pulse| pulse.touched) else {
            return;
        };
        if stamp >= due {
            self.press_again(seat, button, stamp);
            let next = due.max(stamp - 100.0) + Handling::STANDARD.arr.as_millis() as f64;
            self.pulse.update_value(|pulse| pulse.touched = Some((seat, button, next)));
        }
    }

    /// A key, a touch or a pad lets a button go; it goes up with the last that holds it.
    pub(crate) fn release(&self, seat: usize, button: Button, stamp: f64) {
        self.pulse.update_value(|pulse| pulse.touched = None);
        let held = self.hold_down(seat, button, -1);
        if let Some(online) = self.plugged.get_value() {
            if seat == 0 && held == 0 {
                online.touch(button, false, stamp);
            }
        } else if held == 0 {
            self.on_session(|session| {
                let board = session.board(seat);
                if board.is_some_and(|board| board.held_buttons().contains(button)) {
                    session.release(seat, button, stamp);
                }
            });
            self.settle();
        }
    }

    /// Presses and lets go at once: a tap.
    pub(crate) fn tap(&self, seat: usize, button: Button, stamp: f64) {
        self.press(seat, button, stamp);
        self.release(seat, button, stamp);
    }

    fn hold_down(&self, seat: usize, button: Button, change: i8) -> u8 {
        let mut now = 0;
        self.pulse.update_value(|pulse| {
            let count = &mut pulse.held[seat.min(SEATS - 1)][button as usize];
            *count = count.saturating_add_signed(change);
            now = *count;
        });
        now
    }

    /// Makes sound possible; to be called while a key or a touch is handled.
    pub(crate) fn wake(&self) {
        self.audio.update_value(Audio::wake);
    }

    /// Does what an action asks for that is not a button of the game.
    pub(crate) fn command(&self, action: Action) {
        match (action, self.phase.get_untracked()) {
            (Action::Pause, Phase::Playing | Phase::Counting(_)) => self.pause(),
            (Action::Pause, Phase::Paused) => self.resume(),
            (Action::Hint, Phase::Playing) => self.ask_hint(),
            (Action::Restart, Phase::Over) => self.restart(),
            (Action::Restart, Phase::Playing | Phase::Counting(_) | Phase::Paused)
                if self.with(|session| session.game.restarts_any_time) == Some(true) =>
            {
                self.restart();
            }
            _ => {}
        }
    }

    /// Starts the same kind of game again; after a round that has not decided the match, the next.
    pub(crate) fn restart(&self) {
        let route = Route { screen: Screen::Play, ..self.router.now() };
        let after_round = self.phase.get_untracked() == Phase::Over
            && self.series.with_untracked(|series| series.winner().is_none());
        let begun = if after_round { self.begin_round(&route) } else { self.begin(&route) };
        if begun {
            self.router.replace(route);
        }
    }

    /// A frame is about to be shown.
    pub(crate) fn frame(&self, stamp: f64) {
        let mut passed = 0.0;
        self.pulse.update_value(|pulse| {
            passed = pulse.last_stamp.map_or(0.0, |last| (stamp - last).clamp(0.0, 100.0));
            pulse.last_stamp = Some(stamp);
        });
        match self.phase.get_untracked() {
            Phase::Playing => {
                self.repeat_touched(stamp);
                self.on_session(|session| session.frame(stamp));
                self.move_computer();
                self.settle();
                let silent = self.pulse.with_value(|pulse| pulse.silent);
                self.audio.update_value(|audio| {
                    audio.set_playing(!silent);
                    audio.keep_playing();
                });
            }
            Phase::Counting(count) => self.count(count, passed),
            Phase::Idle | Phase::Paused | Phase::Over => {}
        }
        if self.phase.get_untracked() != Phase::Paused {
            self.pass(passed);
        }
        self.show();
    }

    fn count(&self, count: u8, passed: f64) {
        self.pulse.update_value(|pulse| pulse.count_left_ms -= passed);
        let left = self.pulse.with_value(|pulse| pulse.count_left_ms);
        let next = (left / COUNT_MS).ceil().max(0.0) as u8;
        if next == 0 {
            self.cue(Cue::Go);
            self.go_on();
        } else if next < count {
            self.phase.set(Phase::Counting(next));
            self.cue(Cue::Count);
        }
    }

    /// Passing words go on.
    fn pass(&self, ms: f64) {
        for (player, seat) in self.seats.iter().enumerate() {
            let (mut celebrated, mut levelled) = (false, false);
            self.pulse.update_value(|pulse| {
                celebrated = run_out(&mut pulse.celebration_left_ms[player], ms);
                levelled = run_out(&mut pulse.level_up_left_ms[player], ms);
            });
            if celebrated {
                seat.flash(|shown| shown.celebration = None);
            }
            if levelled {
                seat.flash(|shown| shown.level_up = None);
            }
        }
        let mut told = false;
        self.pulse.update_value(|pulse| told = run_out(&mut pulse.told_left_ms, ms));
        if told {
            self.seats[0].flash(|shown| shown.told = None);
        }
    }

    /// Paints the boards and brings the numbers up to date.
    pub(crate) fn show(&self) {
        self.session.with_value(|session| {
            let Some(session) = session else { return };
            for (player, seat) in self.seats.iter().enumerate() {
                if let Some(view) = session.view(player) {
                    seat.show(&view);
                }
            }
            self.volley.paint(session.now());
        });
    }

    /// Tells everybody what has happened, and ends the game if it has ended.
    fn settle(&self) {
        let mut over = false;
        self.session.update_value(|session| {
            let Some(session) = session else { return };
            session.drain(|session, player, event| {
                if let (Some(seat), Some(view)) = (self.seats.get(player), session.view(player)) {
                    seat.listen(event, &view);
                }
                self.listen(session, player, event);
            });
            over = session.is_over();
        });
        if over && self.phase.get_untracked() == Phase::Playing {
            self.end();
        }
    }

    /// Sounds, words and light: of everything on a board whose player is here, and of what an
    /// opponent does to it.
    fn listen(&self, session: &Session, player: usize, event: &Event) {
        let Some(rules) = session.board(player).map(Game::rules) else { return };
        self.volley.listen(&self.seats, player, event, rules.height);
        if self.player_of(player) == player {
            self.hear(player, rules, event, session.winner() == Some(player));
        }
    }

    /// Sounds and words for what happens to a player who is here, and who has won or not.
    pub(crate) fn hear(&self, player: usize, rules: &Rules, event: &Event, won: bool) {
        let Some(seat) = self.seats.get(player) else { return };
        match event.what {
            What::Moved { .. } => self.cue(Cue::Move),
            What::Rotated { .. } => self.cue(Cue::Rotate),
            What::HardDropped { .. } => self.cue(Cue::HardDrop),
            What::Locked { lines: 0, .. } => self.cue(Cue::Lock),
            What::Held { .. } => self.cue(Cue::Hold),
            What::Flipped { .. } => self.cue(Cue::Flip),
            What::GarbageEntered { .. } => self.cue(Cue::Garbage),
            What::Cleared(clear) if self.pulse.with_value(|pulse| pulse.has_words) => {
                let tetris = clear.lines >= 4;
                self.cue(if tetris { Cue::ClearTetris } else { Cue::ClearSingle });
                if let Some(it) = Celebration::of(rules, &clear) {
                    self.pulse.update_value(|pulse| pulse.celebration_left_ms[player] = 800.0);
                    seat.flash(|shown| shown.celebration = Some(it));
                }
                let name = ["Single", "Double", "Triple", "Tetris"];
                let name = name[usize::from(clear.lines.clamp(1, 4)) - 1];
                self.announcer
                    .say(&text::line(format_args!("{name}, {} points", thousands(clear.points))));
            }
            What::Fives(fives) => {
                let told = text::fives(fives.sum, fives.multiplier, fives.lives);
                self.tell(&told, fives.points > 0);
            }
            What::LevelUp { level } if self.pulse.with_value(|pulse| pulse.has_levels) => {
                self.cue(Cue::LevelUp);
                self.pulse.update_value(|pulse| pulse.level_up_left_ms[player] = 1200.0);
                seat.flash(|shown| shown.level_up = Some(level));
                self.announcer.say(&text::line(format_args!("Level {level}")));
            }
            What::Over { why: Why::Finished } => self.cue(Cue::Finished),
            What::Over { why: Why::OpponentOut } if won => self.cue(Cue::Finished),
            What::Over { .. } => self.cue(Cue::GameOver),
            _ => {}
        }
    }

    fn cue(&self, cue: Cue) {
        if !self.pulse.with_value(|pulse| pulse.silent) {
            page::mark("data-cue", cue.name());
            self.audio.with_value(|audio| audio.play(cue));
        }
    }

    /// When keys that were meant for the game can be told from others, by the page's clock.
    pub(crate) fn calm_at(&self) -> f64 {
        self.pulse.with_value(|pulse| pulse.calm_at)
    }

    /// Puts that moment off.
    pub(crate) fn stay_calm_until(&self, stamp: f64) {
        self.pulse.update_value(|pulse| pulse.calm_at = stamp);
    }

    fn end(&self) {
        let now = self.pulse.with_value(|pulse| pulse.last_stamp).unwrap_or(0.0);
        self.stay_calm_until(now + FRIGHT_MS);
        self.audio.update_value(|audio| audio.set_playing(false));
        let outcome = self.with(|session| Outcome::keep(session, self.store)).flatten();
        if let Some(outcome) = outcome.as_ref().filter(|it| it.mode.ranking != Ranking::Nothing) {
            let score = thousands(outcome.score);
            self.announcer.say(&match outcome.winner {
                Some(winner) => self.count_round(outcome, winner),
                None => format!("Game over. Final score {score}"),
            });
        }
        if let (Some(online), Some(outcome)) = (self.online.get_value(), &outcome)
            && outcome.origin == Origin::New
        {
            let rules = &outcome.mode.rules;
            self.with(|session| online.hand_in(&session.replay(), rules, outcome.helped));
            online.want_ticket(rules);
        }
        self.outcome.set(outcome);
        self.forget_unfinished();
        self.phase.set(Phase::Over);
        let route = self.router.now();
        if route.screen == Screen::Play {
            self.router.replace(Route { screen: Screen::Over, ..route });
        }
    }

    /// Counts a round for whoever won it, and says so.
    fn count_round(&self, outcome: &Outcome, winner: usize) -> String {
        self.series.update(|series| series.count(winner));
        let series = self.series.get_untracked();
        if let (Some(winner), Opponent::Computer(level)) = (series.winner(), series.opponent)
            && outcome.origin == Origin::New
        {
            Standings::count(self.store, outcome.mode, level, winner == 0);
        }
        series.verdict(winner)
    }

    fn on_session(&self, act: impl FnOnce(&mut Session)) {
        self.session.update_value(|session| {
            if let Some(session) = session {
                act(session);
            }
        });
    }
}

/// Whether these rules leave it to the keyboard to repeat a button that is held.
fn repeats_by_keyboard(rules: &Rules, button: Button) -> bool {
    match button {
        Button::Left | Button::Right | Button::StepDown => rules.handling.das == Micros::NEVER,
        Button::SoftDrop => rules.handling.soft_drop == SoftDrop::OncePerPress,
        _ => false,
    }
}

/// Counts down, and says whether this was when it reached nothing.
fn run_out(left_ms: &mut f64, ms: f64) -> bool {
    let before = *left_ms;
    *left_ms = (before - ms).max(0.0);
    before > 0.0 && *left_ms == 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D-29 S-29 S-30 S-32
    #[test]
    fn where_the_rules_say_so_the_keyboard_repeats() {
        for rules in [Rules::domino_easy(), Rules::domino_hard(), Rules::minimal()] {
            assert!(repeats_by_keyboard(&rules, Button::Left));
            assert!(repeats_by_keyboard(&rules, Button::Right));
            assert!(!repeats_by_keyboard(&rules, Button::RotateCw));
            assert!(!repeats_by_keyboard(&rules, Button::HardDrop));
        }
        assert!(repeats_by_keyboard(&Rules::minimal(), Button::SoftDrop));
        assert!(
            !repeats_by_keyboard(&Rules::domino_easy(), Button::SoftDrop),
            "it goes on by itself"
        );
        assert!(!repeats_by_keyboard(&Rules::flip(), Button::Left));
        assert!(!repeats_by_keyboard(&Rules::marathon(), Button::Left));
    }
}
