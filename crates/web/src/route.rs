//! Addresses: every screen has one, behind the `#`, so that the app works from any folder of any
//! static host, and back and forward do what a player expects.
//!
//! `#/` is the front door; `#/GAME`, `#/GAME/how-to-play`, `#/GAME/play`, `#/GAME/paused`,
//! `#/GAME/over`, `#/GAME/scores`, `#/GAME/controls`, `#/settings`, `#/statistics`,
//! `#/statistics/GAME`, `#/replays`, `#/replays/ID`, `#/online`, `#/online/ROOM`, `#/online/scores`,
//! `#/online/replays/ID`, `#/online/matches/MATCH/NUMBER`; behind
//! a `?` come `mode=`, `seed=` (a whole number)
//! and `position=` (what `quintet sim` calls `setup`, as percent-encoded JSON).

use quintet_protocol::RoomCode;
use quintet_words::{Phrase, notices as words};
use wasm_bindgen::JsValue;
use web_sys::Event;

use crate::dom::on_window;
use crate::games::{self, GameEntry, Mode};
use crate::page::{self, window};
use crate::signals::prelude::*;

/// A screen, without what it shows.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Screen {
    /// The front door, with a card for every game.
    Home,
    /// A game's own first page.
    Start,
    /// How a game is played, by boards that move.
    HowToPlay,
    /// The controls of a game, over its first page.
    Controls,
    /// A game in play.
    Play,
    /// The game that is being played, paused.
    Paused,
    /// The game that was played, ended.
    Over,
    /// A game's high scores.
    Scores,
    /// What was counted in all games.
    Statistics,
    /// What was counted in a game.
    GameStatistics,
    /// Options.
    Settings,
    /// The list of kept replays.
    Replays,
    /// One replay.
    Watch(String),
    /// A replay that the server keeps.
    WatchOnline(ServerReplay),
    /// Playing others over a server; in the room with this code.
    Online(Option<String>),
    /// The leaderboards of the server.
    Leaders,
}

/// A replay that the server keeps.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ServerReplay {
    /// That of the score with this number.
    Score(String),
    /// That of a game of a match, `MATCH/NUMBER`.
    Match(String),
}

impl ServerReplay {
    /// Its place in addresses, both the app's and those of the server's interface.
    pub(crate) fn path(&self) -> String {
        match self {
            ServerReplay::Score(id) => ["replays/", id].concat(),
            ServerReplay::Match(game) => ["matches/", game].concat(),
        }
    }
}

/// Where the player is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Route {
    /// The game that the address names, or the first.
    pub(crate) game: &'static GameEntry,
    /// The screen.
    pub(crate) screen: Screen,
    /// The mode asked for.
    pub(crate) mode: Option<String>,
    /// The seed asked for.
    pub(crate) seed: Option<u64>,
    /// The start position asked for, as JSON.
    pub(crate) position: Option<String>,
}

impl Route {
    /// A screen of a game.
    pub(crate) fn to(game: &'static GameEntry, screen: Screen) -> Route {
        Route { game, screen, mode: None, seed: None, position: None }
    }

    /// The same in a certain mode.
    pub(crate) fn in_mode(mut self, mode: &Mode) -> Route {
        self.mode = Some(mode.slug.to_owned());
        self
    }

    /// The front door.
    pub(crate) fn home() -> Route {
        Route::to(games::first(), Screen::Home)
    }

    /// Reads what follows the `#`. What is invalid leads to the game's start screen, or to the
    /// front door where there is no such game.
    pub(crate) fn parse(hash: &str) -> Route {
        let address = hash.trim_start_matches('#').trim_start_matches('/');
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        let (game, screen) = match parts.as_slice() {
            ["settings"] => (games::first(), Screen::Settings),
            ["statistics"] => (games::first(), Screen::Statistics),
            ["statistics", game] => match games::find(game) {
                Some(game) => (game, Screen::GameStatistics),
                None => (games::first(), Screen::Statistics),
            },
            ["controls"] => (games::first(), Screen::Controls),
            ["replays"] => (games::first(), Screen::Replays),
            ["replays", id] => (games::first(), Screen::Watch((*id).to_owned())),
            ["online"] => (games::duel(), Screen::Online(None)),
            ["online", "scores"] => (games::duel(), Screen::Leaders),
            ["online", "replays", id] => {
                (games::duel(), Screen::WatchOnline(ServerReplay::Score((*id).to_owned())))
            }
            ["online", "matches", id, number] => (
                games::duel(),
                Screen::WatchOnline(ServerReplay::Match([id, "/", number].concat())),
            ),
            ["online", code] => {
                let code = RoomCode::parse(code).map(|_| (*code).to_owned());
                (games::duel(), Screen::Online(code))
            }
            [game, rest @ ..] => match games::find(game) {
                Some(game) => (game, game_screen(rest)),
                None => (games::first(), Screen::Home),
            },
            [] => (games::first(), Screen::Home),
        };
        let mut route = Route::to(game, screen);
        for (name, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
            let makes_sense = match name {
                "mode" => {
                    route.mode = game.mode(value).map(|mode| mode.slug.to_owned());
                    route.mode.is_some()
                }
                "seed" => {
                    route.seed = value.parse().ok();
                    route.seed.is_some()
                }
                "position" => {
                    route.position = decode(value);
                    route.position.is_some()
                }
                _ => true,
            };
            // No other game than the one that was meant begins.
            if !makes_sense && route.screen == Screen::Play {
                route.screen = Screen::Start;
            }
        }
        route
    }

    /// Whether what follows the `#` names a game, a mode or a seed that there is not.
    pub(crate) fn is_malformed(hash: &str) -> bool {
        let route = Route::parse(hash);
        let address = hash.trim_start_matches('#');
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let given = |name: &str| {
            let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            pairs.into_iter().any(|(given, _)| given == name)
        };
        let own = route.address();
        let own = own.split('?').next().unwrap_or_default();
        let path = path.trim_matches('/');
        let leads_elsewhere =
            !path.is_empty() && path != "controls" && path != own.trim_matches('/');
        leads_elsewhere
            || given("mode") && route.mode.is_none()
            || given("seed") && route.seed.is_none()
            || given("position") && route.position.is_none()
    }

    /// What follows the `#`.
    pub(crate) fn address(&self) -> String {
        let game = self.game.slug;
        let path = match &self.screen {
            Screen::Home => "/".to_owned(),
            Screen::Start => format!("/{game}"),
            Screen::HowToPlay => format!("/{game}/how-to-play"),
            Screen::Controls => format!("/{game}/controls"),
            Screen::Play => format!("/{game}/play"),
            Screen::Paused => format!("/{game}/paused"),
            Screen::Over => format!("/{game}/over"),
            Screen::Scores => format!("/{game}/scores"),
            Screen::Settings => "/settings".to_owned(),
            Screen::Statistics => "/statistics".to_owned(),
            Screen::GameStatistics => format!("/statistics/{game}"),
            Screen::Replays => "/replays".to_owned(),
            Screen::Watch(id) => format!("/replays/{id}"),
            Screen::Leaders => "/online/scores".to_owned(),
            Screen::WatchOnline(replay) => ["/online/", &replay.path()].concat(),
            Screen::Online(None) => "/online".to_owned(),
            Screen::Online(Some(code)) => format!("/online/{code}"),
        };
        let mut query = Vec::new();
        if let Some(mode) = &self.mode {
            query.push(format!("mode={mode}"));
        }
        if let Some(seed) = self.seed {
            query.push(format!("seed={seed}"));
        }
        if let Some(position) = &self.position {
            query.push(format!("position={}", encode(position)));
        }
        if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) }
    }

    /// The mode that this address means: the one it names, or the game's first.
    pub(crate) fn mode(&self) -> &'static Mode {
        self.mode.as_deref().and_then(|slug| self.game.mode(slug)).unwrap_or(&self.game.modes[0])
    }
}

fn game_screen(rest: &[&str]) -> Screen {
    match rest {
        ["play"] => Screen::Play,
        ["paused"] => Screen::Paused,
        ["over"] => Screen::Over,
        ["scores"] => Screen::Scores,
        ["controls"] => Screen::Controls,
        ["how-to-play"] => Screen::HowToPlay,
        _ => Screen::Start,
    }
}

/// Percent-decodes; none where the escapes or the text are invalid.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            let digits = str::from_utf8(&digits).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// Percent-encodes all but what an address may carry plainly.
fn encode(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:,[]{}".contains(&byte);
    text.bytes()
        .map(|byte| if plain(byte) { char::from(byte).into() } else { format!("%{byte:02X}") })
        .collect()
}

/// Follows the address and changes it.
#[derive(Clone, Copy)]
pub(crate) struct Router(RwSignal<Route>);

impl Router {
    /// Begins where the page was opened and listens to back, forward and edited addresses.
    pub(crate) fn start() -> Router {
        let router = Router(RwSignal::new(Route::parse(&hash())));
        page::note_way_back(false);
        let follow = move || {
            page::note_way_back(true);
            router.set(Route::parse(&hash()));
        };
        on_window("popstate", move |_: Event| follow());
        on_window("hashchange", move |_: Event| follow());
        router
    }

    /// Does something whenever the page is opened at, or led to, an invalid address. Which phrase it
    /// gets depends on whether the address is that of a room.
    pub(crate) fn on_malformed(act: impl Fn(Phrase) + 'static) {
        let look = move || {
            let hash = hash();
            if Route::is_malformed(&hash) {
                let is_room = matches!(Route::parse(&hash).screen, Screen::Online(_));
                act(if is_room { words::BAD_ROOM_LINK } else { words::BAD_LINK });
            }
        };
        look();
        on_window("hashchange", move |_: Event| look());
    }

    /// Where the player is now; follows changes.
    pub(crate) fn get(self) -> Route {
        self.0.get()
    }

    /// Where the player is now, once.
    pub(crate) fn now(self) -> Route {
        self.0.get_untracked()
    }

    /// Whether this is the screen that the player is at.
    pub(crate) fn is_at(self, screen: &Screen) -> bool {
        self.0.with_untracked(|route| route.screen == *screen)
    }

    /// Goes somewhere; back leads here again.
    pub(crate) fn go(self, route: Route) {
        self.visit(route, true);
    }

    /// Goes somewhere in place of where the player is.
    pub(crate) fn replace(self, route: Route) {
        self.visit(route, false);
    }

    fn visit(self, route: Route, push: bool) {
        let address = format!("#{}", route.address());
        if let Ok(history) = window().history() {
            let address = Some(address.as_str());
            // Refused only when called hundreds of times a second; the screen changes all the same.
            let _ = if push {
                history.push_state_with_url(&JsValue::TRUE, "", address)
            } else {
                let noted = history.state().unwrap_or(JsValue::NULL);
                history.replace_state_with_url(&noted, "", address)
            };
        }
        self.set(route);
    }

    fn set(self, route: Route) {
        if self.now() != route {
            self.0.set(route);
        }
    }
}

fn hash() -> String {
    window().location().hash().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_leads_back_to_itself() {
        for address in [
            "/",
            "/marathon",
            "/flip/how-to-play",
            "/marathon/play?mode=sprint",
            "/marathon/play?mode=ultra&seed=7",
            "/marathon/paused",
            "/marathon/over",
            "/marathon/scores?mode=sprint",
            "/marathon/controls",
            "/settings",
            "/statistics",
            "/statistics/domino?mode=hard",
            "/replays",
            "/replays/k3",
            "/online",
            "/online/AB23YK",
            "/online/scores",
        ] {
            assert_eq!(Route::parse(&format!("#{address}")).address(), address);
        }
    }

    #[test]
    fn what_makes_no_sense_leads_to_the_front_door_or_to_the_games_own_start() {
        for hash in ["", "#", "#/", "#nonsense", "#/%zz?seed=x&mode=?"] {
            assert_eq!(Route::parse(hash), Route::home(), "{hash}");
        }
        let start = Route::to(games::first(), Screen::Start);
        for hash in ["#/marathon/dance", "#/marathon/play?seed=seven", "#/marathon/play?mode=x"] {
            assert_eq!(Route::parse(hash), start, "{hash}");
        }
    }

    #[test]
    fn a_link_to_what_there_is_not_is_malformed() {
        for hash in [
            "#/nonsense",
            "#/marathon/dance",
            "#/statistics/chess",
            "#/marathon/play?mode=slow",
            "#/marathon/play?seed=seven",
            "#/marathon/play?position=%4",
            "#/online/ABC",
        ] {
            assert!(Route::is_malformed(hash), "{hash}");
        }
        for hash in [
            "",
            "#/",
            "#/controls",
            "#/marathon/",
            "#/marathon/play?mode=sprint&seed=7&other=1",
            "#/replays/k3",
            "#/online/AB23YK",
            "#/battle/play?position=%7B%7D",
        ] {
            assert!(!Route::is_malformed(hash), "{hash}");
        }
    }

    #[test]
    fn a_position_survives_the_address() {
        let mut route = Route::to(games::first(), Screen::Play);
        route.position = Some(r#"{"board":["..T 'é'&?#%"],"level":3}"#.to_owned());
        assert_eq!(Route::parse(&format!("#{}", route.address())), route);
        assert_eq!(Route::parse("#/marathon/play?position=%4").position, None);
    }
}
