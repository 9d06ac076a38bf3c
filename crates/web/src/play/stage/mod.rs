//! The game that is being played, from START GAME to the last line of the results. It outlives the
//! screens, so that a player can look at the settings and come back.

mod buttons;
mod ending;
mod heard;
mod opponent;
mod pace;
mod unfinished;

pub(crate) use ending::FRIGHT_MS;

use quintet_engine::Button;
use quintet_words::notices as words;

use super::attacks::Attacks;
use super::computer::Computer;
use super::{Origin, Outcome, Seat, Session, position};
use crate::announce::Announcer;
use crate::duel::{Series, Terms};
use crate::games::Ranking;
use crate::notices::Notices;
use crate::online::Online;
use crate::page;
use crate::route::{Route, Router, Screen};
use crate::signals::prelude::*;
use crate::sound::Audio;
use crate::store::{Settings, Store};

/// How many players a keyboard seats.
const SEATS: usize = 2;

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
                self.notices.warn(words::bad_position(&reason));
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

    pub(super) fn on_session(&self, act: impl FnOnce(&mut Session)) {
        self.session.update_value(|session| {
            if let Some(session) = session {
                act(session);
            }
        });
    }
}
