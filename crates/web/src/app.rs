//! The whole app: which screen is shown, and what all of them share.

use std::cell::Cell;

use quintet_engine::Replay;
use quintet_frontend::Choice as _;
use quintet_words::notices as words;
use web_sys::{Event, KeyboardEvent};

use crate::announce::Announcer;
use crate::dom::{El, follow, live, on_window, on_window_first};
use crate::draw::Look;
use crate::keys::{Action, KeyMap, code_of};
use crate::language;
use crate::late::LatePart;
use crate::layout::Viewport;
use crate::notices::Notices;
use crate::offline;
use crate::online::Online;
use crate::page::{self, document};
use crate::parts::{crt, notice_list};
use crate::phone::{fill_screen, keep_awake, stay_awake};
use crate::route::{Route, Router, Screen};
use crate::screens;
use crate::signals::prelude::*;
use crate::sound::{Audio, Volumes};
use crate::store::{Settings, Store};
use crate::table::{LocalGame, Phase, goes_into_field};
use crate::timers::{after, every};

/// How often the server may be told what is played of a ranked game.
const FOLLOW_MS: i32 = 500;
const SETTINGS: &str = "settings";

/// What every screen may reach.
pub(crate) struct Shared {
    /// Where the player is.
    pub(crate) router: Router,
    /// What the player chose. Kept as it changes.
    pub(crate) settings: RwSignal<Settings>,
    /// How boards look by these settings.
    pub(crate) look: Memo<Look>,
    /// The window.
    pub(crate) viewport: RwSignal<Viewport>,
    /// Whether the app is in mobile mode.
    pub(crate) mobile: Memo<bool>,
    /// The game that is played on this page.
    pub(crate) game: &'static LocalGame,
    /// Playing others.
    pub(crate) online: &'static Online,
    /// Sound.
    pub(crate) audio: StoredValue<Audio, LocalStorage>,
    /// What says in words what happens.
    pub(crate) announcer: Announcer,
    /// What is kept on the device.
    pub(crate) store: Store,
    /// Messages to the player.
    pub(crate) notices: Notices,
    /// The replay that was opened from a file.
    pub(crate) opened: StoredValue<Option<Replay>>,
    /// The screens that are fetched when they are opened.
    pub(crate) late: LatePart,
    /// The element that the announcer speaks through.
    voice: El,
    /// Which keys do what in the game that the address names.
    keys: StoredValue<KeyMap>,
}

impl Shared {
    /// Made once, for as long as the page lives.
    fn start() -> &'static Shared {
        let notices = Notices::new();
        let store = Store::open(notices);
        let settings: RwSignal<Settings> = RwSignal::new(store.read(SETTINGS, words::SETTINGS));
        let router = Router::start();
        let (announcer, voice) = Announcer::new();
        let audio = StoredValue::new_local(Audio::new(settings.with_untracked(volumes)));
        follow(move || {
            let volumes = settings.with(volumes);
            let tune = settings.with(|settings| settings.tune.index());
            audio.update_value(|audio| {
                audio.set_volumes(volumes);
                audio.choose_tune(tune);
            });
        });
        let keys = StoredValue::new(KeyMap::of(router.now().game));
        follow(move || {
            let game = router.get().game;
            keys.set_value(settings.with(|settings| settings.key_map(game)));
        });
        let still = page::prefers("(prefers-reduced-motion: reduce)");
        let viewport = Viewport::follow(settings);
        let online: &'static Online = Box::leak(Box::new(Online::new(router, store, notices)));
        let game = LocalGame::new(online, settings, router, store, notices, announcer);
        Box::leak(Box::new(Shared {
            router,
            settings,
            look: Memo::new(move |_| settings.with(|settings| Look::of(settings, still))),
            viewport,
            mobile: Memo::new(move |_| viewport.get().is_mobile()),
            game: Box::leak(Box::new(game)),
            online,
            audio,
            announcer,
            store,
            notices,
            opened: StoredValue::new(None),
            late: LatePart::new(),
            voice,
            keys,
        }))
    }
}

impl Shared {
    /// Whether the app is in mobile mode now. A memo that is asked may allocate; the window does
    /// not.
    pub(crate) fn is_mobile(&self) -> bool {
        self.viewport.get_untracked().is_mobile()
    }
}

fn volumes(settings: &Settings) -> Volumes {
    let share = |percent: u8| if settings.muted { 0.0 } else { f32::from(percent) / 100.0 };
    Volumes { effects: share(settings.sound), music: share(settings.music) }
}

thread_local! {
    static SHARED: Cell<Option<&'static Shared>> = const { Cell::new(None) };
}

/// What every screen may reach.
pub(crate) fn shared() -> &'static Shared {
    SHARED.get().expect("the app starts with it")
}

/// Addresses that differ but are one place, whatever lies over it, have the same key.
fn screen_key(route: &Route) -> String {
    let Route { game, screen, .. } = route;
    match screen {
        Screen::Home => "home".to_owned(),
        Screen::Start | Screen::Controls => format!("start/{}", game.slug),
        Screen::HowToPlay => format!("how-to-play/{}", game.slug),
        Screen::Play | Screen::Paused | Screen::Over => {
            format!("game/{}/{}", game.slug, route.mode().slug)
        }
        Screen::Scores => format!("scores/{}/{}", game.slug, route.mode().slug),
        Screen::Settings => "settings".to_owned(),
        Screen::Statistics => "statistics".to_owned(),
        Screen::GameStatistics => format!("statistics/{}/{}", game.slug, route.mode().slug),
        Screen::Replays => "replays".to_owned(),
        Screen::Watch(id) => format!("watch/{id}"),
        Screen::WatchOnline(replay) => ["watch/", &replay.path()].concat(),
        Screen::Online(_) => "online".to_owned(),
        Screen::Leaders => "leaders".to_owned(),
    }
}

/// Makes sound possible. The first time takes the browser a while, and what was pressed or touched
/// must not wait for it.
fn wake_audio(shared: &'static Shared) {
    if shared.audio.with_value(Audio::is_open) {
        shared.audio.update_value(Audio::wake);
    } else {
        after(0, move || shared.audio.update_value(Audio::wake));
    }
}

/// Builds everything that is on the page, in the player's language.
pub(crate) fn start() {
    let shared = Shared::start();
    SHARED.set(Some(shared));
    let language = shared.settings.with_untracked(|settings| settings.language.clone());
    if !language.is_empty() && !language::install(&language) {
        shared.notices.warn(words::NO_LANGUAGE);
    }
    keep_settings(shared);
    Router::on_malformed(move |told| shared.notices.warn(told));
    offline::start(shared.notices);
    // Browsers let a page sound only after one of these.
    on_window("keydown", move |event: KeyboardEvent| {
        wake_audio(shared);
        mute_on_key(shared, &event);
    });
    on_window("pointerup", move |_: Event| wake_audio(shared));
    // Nobody says whether a page that goes away ever comes back.
    on_window("pagehide", move |_: Event| {
        shared.game.keep_unfinished();
    });
    on_window("visibilitychange", move |_: Event| {
        if document().hidden() {
            shared.game.keep_unfinished();
        } else {
            stay_awake();
        }
    });
    follow(move || {
        let playing = matches!(shared.game.phase.get(), Phase::Playing | Phase::Counting(_));
        let on_phone = playing && shared.mobile.get();
        keep_awake(on_phone);
        if on_phone && shared.settings.with_untracked(|settings| settings.full_screen) {
            fill_screen();
        }
    });
    every(FOLLOW_MS, move || shared.game.follow());
    shared.online.submit_waiting();
    let shown = show_in_turn(shared);
    let screen = live(move || {
        shown.track();
        Some(screens::screen(&shared.router.now()))
    });
    screen.mount();
    shared.voice.mount();
    notice_list().mount();
    crt().iter().for_each(El::mount);
}

/// The key of the screen to show. A game's screen is shown in a task of its own, since with the click
/// that starts the game and the layout that the browser does after a click, it would keep the page
/// from answering for longer than a player notices. A key that is pressed before is the game's.
fn show_in_turn(shared: &'static Shared) -> RwSignal<String> {
    let shown = RwSignal::new(screen_key(&shared.router.now()));
    let awaited = StoredValue::new(false);
    let show = move || {
        awaited.set_value(false);
        let key = screen_key(&shared.router.now());
        if shown.with_untracked(|shown| *shown != key) {
            shown.set(key);
        }
    };
    follow(move || {
        if matches!(shared.router.get().screen, Screen::Play) {
            awaited.set_value(true);
            after(0, show);
        } else {
            show();
        }
    });
    on_window_first("keydown", move |_: Event| {
        if awaited.get_value() {
            show();
        }
    });
    shown
}

/// The game's own key for it silences every screen but the one on which keys are given out.
fn mute_on_key(shared: &Shared, event: &KeyboardEvent) {
    let with_others = event.ctrl_key() || event.meta_key() || event.alt_key();
    let for_others = with_others || event.repeat() || goes_into_field(event);
    if shared.router.is_at(&Screen::Settings) || for_others {
        return;
    }
    let found = shared.keys.with_value(|keys| keys.find(&code_of(event)));
    if found.is_some_and(|(_, action)| action == Action::Mute) {
        shared.settings.update(|settings| settings.muted = !settings.muted);
        let muted = shared.settings.with_untracked(|settings| settings.muted);
        shared.notices.tell(if muted { words::SOUND_OFF } else { words::SOUND_ON });
    }
}

/// Writes the settings when they change, and marks the page for the styles.
fn keep_settings(shared: &'static Shared) {
    let before = StoredValue::new(shared.settings.get_untracked());
    follow(move || {
        let settings = shared.settings.get();
        if before.with_value(|before| *before != settings) {
            shared.store.write(SETTINGS, &settings);
        }
        page::mark("data-palette", if settings.safe_colours { "safe" } else { "classic" });
        page::mark("data-contrast", if settings.high_contrast { "high" } else { "normal" });
        page::mark("data-motion", if shared.look.get().still { "reduced" } else { "full" });
        page::mark("data-crt", if settings.crt { "on" } else { "off" });
        before.set_value(settings);
    });
}
