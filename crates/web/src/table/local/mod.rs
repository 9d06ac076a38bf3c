//! The game that is played on this page, from START GAME to the last line of the results. It
//! outlives the screens, so that a player can look at the settings and come back.

mod ending;
mod opponent;
mod pace;
mod pause;
pub(crate) mod position;
mod restart;
mod source;
mod unfinished;

use quintet_engine::{Micros, Replay, Rules, TimedInput};
use quintet_protocol::PlayState;
use quintet_words::notices as words;

use super::computer::Computer;
use super::driver::BOARDS;
use super::followed::Followed;
use super::sources::{News, Phase};
use crate::announce::Announcer;
use crate::notices::Notices;
use crate::page;
use crate::route::{Route, Router, Screen};
use crate::signals::prelude::*;
use crate::sound::Cue;
use crate::store::{Recent, Settings, Store};
use quintet_frontend::{
    GameResult, MatchScore, MatchTerms, Origin, Pace, Session, position_refused,
};

/// Takes a seed of the server, or none; says whether a game is played with it.
pub(crate) type SeedTaker = Box<dyn FnOnce(Option<u64>) -> bool>;

/// Where seeds for ranked games come from, and where their results go.
pub(crate) trait RankedGames: Sync {
    /// Asks for a seed, so that the score of a game by these rules can be submitted. Says whether an
    /// answer will come, with a seed or without. Who takes the answer says whether it is of use.
    fn ask_seed(&'static self, rules: &Rules, answer: SeedTaker) -> bool;

    /// Tells what has been played of the game with this seed, if it is ranked.
    fn follow(&'static self, seed: u64, inputs: &[TimedInput], at: Micros, state: PlayState);

    /// Submits a game that has ended.
    fn submit(&'static self, replay: &Replay, rules: &Rules, assisted: bool);

    /// The ticket of the game with this seed, if it is ranked.
    fn ticket(&self, seed: u64) -> Option<u64>;

    /// The game with this seed goes on, ranked if it has a ticket.
    fn go_on(&self, seed: u64, ticket: Option<u64>);
}

/// One game at a time, played on this page.
pub(crate) struct LocalGame {
    /// What the game is doing.
    pub(crate) phase: RwSignal<Phase>,
    /// The match that the game is a round of, where two play.
    pub(crate) match_score: RwSignal<MatchScore>,
    /// The result of the game that has ended.
    pub(crate) result: RwSignal<Option<GameResult>, LocalStorage>,
    /// Whether the restart key is held in the middle of a game.
    pub(crate) restarting: Followed<bool>,
    /// Whether the start screen is to ask at once if a new game may replace the one that waits.
    pub(crate) new_wanted: StoredValue<bool>,
    session: StoredValue<Option<Session>, LocalStorage>,
    /// The best game, to race against.
    pace: StoredValue<Pace>,
    /// Counts the games that a best one was looked for.
    pace_wanted: StoredValue<u32>,
    /// The seed and the position that the address asked for.
    wanted: StoredValue<(Option<u64>, Option<String>)>,
    /// The seed of the game that waits for another of the server.
    seed_awaited: StoredValue<Option<u64>>,
    /// The computer player, once one has been asked for.
    computer: StoredValue<Option<Computer>, LocalStorage>,
    /// What the table is to react to, besides the events of the session.
    news: StoredValue<Vec<News<'static>>>,
    time: StoredValue<PageTime>,
    ranked: &'static dyn RankedGames,
    settings: RwSignal<Settings>,
    router: Router,
    store: Store,
    notices: Notices,
    announcer: Announcer,
}

/// What passes with the page's clock, not the game's.
#[derive(Clone, Copy, Debug, Default)]
struct PageTime {
    last_stamp: f64,
    count_left_ms: f64,
    restart_held_ms: f64,
    ended_at: f64,
}

impl LocalGame {
    /// No game yet.
    pub(crate) fn new(
        ranked: &'static dyn RankedGames,
        settings: RwSignal<Settings>,
        router: Router,
        store: Store,
        notices: Notices,
        announcer: Announcer,
    ) -> LocalGame {
        LocalGame {
            phase: RwSignal::new(Phase::Idle),
            match_score: RwSignal::new(MatchScore::default()),
            result: RwSignal::new_local(None),
            restarting: Followed::new(false),
            new_wanted: StoredValue::default(),
            session: StoredValue::new_local(None),
            pace: StoredValue::default(),
            pace_wanted: StoredValue::default(),
            wanted: StoredValue::default(),
            seed_awaited: StoredValue::default(),
            computer: StoredValue::new_local(None),
            news: StoredValue::default(),
            time: StoredValue::default(),
            ranked,
            settings,
            router,
            store,
            notices,
            announcer,
        }
    }

    /// Begins the game that an address asks for, the first round of a match where two play it;
    /// false where its position is impossible.
    pub(crate) fn begin(&'static self, route: &Route) -> bool {
        let score = self.settings.with_untracked(|settings| settings.match_score(route.game));
        self.begin_round(route, score)
    }

    /// The same as a round of a match that stands so.
    pub(super) fn begin_round(&'static self, route: &Route, score: MatchScore) -> bool {
        let (game, mode) = (route.game, route.mode());
        let rules = self.settings.with_untracked(|settings| settings.apply(mode.rules(), game));
        let rules = &[rules; BOARDS][..game.boards().min(BOARDS)];
        let seed = route.seed.unwrap_or_else(page::random_seed);
        let session = match &route.position {
            None => Ok(Session::new(game, mode, rules, seed).with_handicap(score.handicap)),
            Some(text) => position::parse(text).and_then(|position| {
                Session::from_position(game, mode, rules, seed, &position)
                    .map_err(|error| position_refused(&error))
            }),
        };
        match session {
            Ok(session) => {
                self.play(session, score);
                self.wanted.set_value((route.seed, route.position.clone()));
                if (route.seed, &route.position) == (None, &None) {
                    self.ask_seed(seed);
                }
            }
            Err(reason) => {
                self.notices.warn(words::bad_position(&reason));
                return false;
            }
        }
        true
    }

    /// Lets the game that has just begun with a seed of its own wait for one of the server, with which
    /// it begins again. Without one it goes on, and its score stays on the device.
    fn ask_seed(&'static self, own: u64) {
        let answer = Box::new(move |seed: Option<u64>| {
            let is_awaited = self.seed_awaited.get_value() == Some(own);
            is_awaited && self.take_seed(own, seed)
        });
        let rules = self.with(|session| session.mode.rules());
        if rules.is_some_and(|rules| self.ranked.ask_seed(&rules, answer)) {
            self.seed_awaited.set_value(Some(own));
            self.on_session(Session::pause);
        }
    }

    /// The seed that the game waits for has come, or none will.
    fn take_seed(&'static self, own: u64, seed: Option<u64>) -> bool {
        self.seed_awaited.set_value(None);
        let is_playing = self.phase.get_untracked() == Phase::Playing;
        if self.with(|session| session.is_waiting(own)) != Some(true) {
            return false;
        }
        let Some(mut session) =
            seed.and_then(|seed| self.with(|session| session.begin_again(seed)))
        else {
            if is_playing {
                self.on_session(Session::resume);
            }
            return false;
        };
        // A pause, or the count before the start, goes on.
        if !is_playing {
            session.deal();
            session.pause();
        }
        self.session.set_value(Some(session));
        self.report(News::NewGame);
        true
    }

    /// Tells the server what is played of a ranked game.
    pub(crate) fn follow(&self) {
        let state = match self.phase.get_untracked() {
            Phase::Idle => return,
            Phase::Playing => PlayState::Playing,
            Phase::Counting(_) | Phase::Paused => PlayState::Paused,
            Phase::Over => PlayState::Ended,
        };
        self.with(|session| {
            self.ranked.follow(session.seed(), session.inputs(), session.now(), state);
        });
    }

    /// Goes on with a game from the middle of a replay: a match of one round, where two play.
    pub(crate) fn play_on(&'static self, session: Session) {
        let terms = self.settings.with_untracked(|settings| settings.terms);
        self.play(session, MatchScore::new(MatchTerms { best_of: 1, ..terms }));
    }

    /// Begins this game, in a match that stands so. Every way to another game leads through here: the
    /// one before is kept as it is, before anything of it changes.
    fn play(&'static self, session: Session, score: MatchScore) {
        if self.with(|before| before.game == session.game) == Some(false) {
            self.keep_unfinished();
        }
        self.match_score.set(score);
        self.set_pace(&session);
        Recent::note(self.store, session.game);
        let mut session = self.seat_opponent(session);
        self.restarting.set(false);
        // Who plays against another should be ready; what a link sets up goes off at once.
        let wanted = self.settings.with_untracked(|settings| {
            if session.game.is_duel() {
                settings.count_in
            } else {
                settings.start_count && !session.game.is_bare
            }
        });
        let counts = wanted && session.origin == Origin::New;
        if counts {
            session.deal();
            session.pause();
        }
        self.session.set_value(Some(session));
        self.wanted.set_value((None, None));
        self.seed_awaited.set_value(None);
        self.result.set(None);
        self.news.update_value(|news| {
            news.clear();
            news.push(News::NewGame);
        });
        self.phase.set(Phase::Playing);
        page::blur();
        if counts {
            self.begin_count();
        }
    }

    /// Whether this is the game that an address asks for, in whatever phase.
    pub(crate) fn holds(&self, route: &Route) -> bool {
        let wanted = |wanted: &(Option<u64>, Option<String>)| {
            (wanted.0, wanted.1.as_deref()) == (route.seed, route.position.as_deref())
        };
        let same = |session: &Session| {
            session.game == route.game && session.mode.slug == route.mode().slug
        };
        self.with(same) == Some(true) && self.wanted.with_value(wanted)
    }

    /// Looks at the session, if there is one.
    pub(crate) fn with<T>(&self, look: impl FnOnce(&Session) -> T) -> Option<T> {
        self.session.with_value(|session| session.as_ref().map(look))
    }

    /// Drops the game.
    pub(crate) fn clear(&self) {
        self.forget_unfinished();
        self.session.set_value(None);
        self.phase.set(Phase::Idle);
    }

    /// Drops the game and leads to its start screen.
    pub(crate) fn leave(&self) {
        self.clear();
        let route = self.router.now();
        self.router.replace(Route::to(route.game, Screen::Start).in_mode(route.mode()));
    }

    /// Starts the same kind of game again; after a round that has not decided the match, the next.
    pub(crate) fn restart(&'static self) {
        let route = Route { screen: Screen::Play, ..self.router.now() };
        let score = self.match_score.get_untracked();
        let after_round = self.phase.get_untracked() == Phase::Over && score.winner().is_none();
        let begun = if after_round { self.begin_round(&route, score) } else { self.begin(&route) };
        if begun {
            self.router.replace(route);
        }
    }

    fn report(&self, news: News<'static>) {
        self.news.update_value(|all| all.push(news));
    }

    /// Plays a sound that belongs to no event, in games that have sound.
    fn cue(&self, cue: Cue) {
        if self.with(|session| session.game.has_sound) == Some(true) {
            self.report(News::Cue(cue));
        }
    }

    fn on_session(&self, act: impl FnOnce(&mut Session)) {
        self.session.update_value(|session| {
            if let Some(session) = session {
                act(session);
            }
        });
    }
}
