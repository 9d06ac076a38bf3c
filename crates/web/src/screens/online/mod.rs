//! Playing others over a server: who one is, and finding somebody.

mod arena;
mod leaderboard;
mod room;

pub(super) use leaderboard::leaderboard;

use quintet_engine::Handling;
use quintet_online::{refusal, rules_name};
use quintet_protocol::limits::{MAX_NAME_CHARS, ROOM_CODE_LETTERS};
use quintet_protocol::{ClientMessage, RoomCode, RuleSet, Settings};
use quintet_words::{Phrase, notices, online as words, ranked, results};
use web_sys::HtmlInputElement;

use crate::app::{Shared, shared};
use crate::dom::{El, button, el, follow, live, on_enter, on_escape, when};
use crate::games;
use crate::late::LatePart;
use crate::online::{ClosedBecause, Connection, Online, OnlineState};
use crate::page;
use crate::parts::{choice_list, menu, question};
use crate::route::{Route, Screen};
use crate::signals::prelude::*;
use arena::arena;
use room::room_panel;

/// What the screen shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Face {
    /// Who is playing?
    Name,
    /// Ways to find an opponent.
    Lobby,
    /// An opponent is being looked for.
    Waiting,
    /// The room before a match.
    Room,
    /// The boards.
    Table,
    /// Something takes a while.
    Busy(Phrase),
    /// It cannot go on by itself.
    Stopped(Phrase),
}

fn face(known: &OnlineState) -> Face {
    match known.connection {
        Connection::Off => Face::Name,
        Connection::Lost | Connection::Open if known.game.is_some() => Face::Table,
        Connection::Open if known.room.is_some() => Face::Room,
        Connection::Open if known.waiting => Face::Waiting,
        Connection::Open => Face::Lobby,
        Connection::Connecting => Face::Busy(words::CONNECTING),
        Connection::Lost => Face::Busy(words::RECONNECTING),
        Connection::NoServer => Face::Stopped(words::NO_SERVER),
        Connection::Closed(ClosedBecause::NewerVersion) => Face::Stopped(words::OUTDATED),
        Connection::Closed(ClosedBecause::Elsewhere) => Face::Stopped(words::ELSEWHERE),
        Connection::Closed(ClosedBecause::Banned) => Face::Stopped(words::BANNED),
        Connection::Closed(ClosedBecause::RoomSize) => Face::Stopped(words::ROOM_SIZE),
    }
}

/// Online play; a link leads to a room.
pub(crate) fn online() -> El {
    let shared = shared();
    let online = shared.online;
    online.come_back();
    if online.with_untracked(OnlineState::is_on) {
        // Back from the settings, or from elsewhere to a room that was kept.
        let (handling, previews) = handling(shared);
        online.update(|known| known.set_handling(handling, previews));
    } else if online.with_untracked(|known| !known.device.name.is_empty()) {
        connect_by_link(shared);
    }
    online.disconnect_on_leaving();
    let asking = RwSignal::new(None);
    follow_link(shared, asking);
    let face = Memo::new(move |_| online.with(face));
    on_escape(move || match face.get_untracked() {
        Face::Name | Face::Lobby | Face::Stopped(_) => page::go_home(),
        Face::Waiting => online.stop_waiting(),
        // A room is left by its buttons, and the match asks.
        Face::Room | Face::Table | Face::Busy(_) => {}
    });
    let page = live(move || {
        Some(match face.get() {
            Face::Name => page_of(vec![name_form(shared)]),
            Face::Lobby => page_of(lobby(shared)),
            Face::Waiting => page_of(waiting(online)),
            Face::Room => page_of(vec![room_panel(shared)]),
            Face::Table => arena(shared),
            Face::Busy(message) => page_of(vec![status(message)]),
            Face::Stopped(message) => page_of(vec![status(message), try_again(shared)]),
        })
    });
    let ask = live(move || asking.get().map(|code| ask_to_change(shared, asking, code)));
    el("div", "live").child(page).child(ask)
}

/// The room that the address names.
fn link(route: &Route) -> Option<RoomCode> {
    match &route.screen {
        Screen::Online(code) => RoomCode::parse(code.as_deref()?),
        _ => None,
    }
}

/// Enters the room of a link that is opened while this screen is shown; asks before something is
/// lost by it.
fn follow_link(shared: &'static Shared, asking: RwSignal<Option<RoomCode>>) {
    let online = shared.online;
    follow(move || {
        let Some(code) = link(&shared.router.get()) else { return asking.set(None) };
        let loses = |known: &OnlineState| known.is_in_match() || known.can_ask_bot();
        if online.with_untracked(|known| known.is_in_room(code)) {
            asking.set(None);
        } else if online.with_untracked(loses) {
            asking.set(Some(code));
        } else {
            online.change_room(code);
        }
    });
}

/// Another room instead of this one?
fn ask_to_change(
    shared: &'static Shared,
    asking: RwSignal<Option<RoomCode>>,
    code: RoomCode,
) -> El {
    let online = shared.online;
    let plays = online.with_untracked(OnlineState::is_in_match);
    let stay = move || {
        asking.set(None);
        let room = online.with_untracked(|known| known.room.as_ref().map(|room| room.code));
        let screen = Screen::Online(room.map(|code| code.to_string()));
        shared.router.replace(Route::to(games::duel(), screen));
    };
    let change = move || {
        asking.set(None);
        online.change_room(code);
    };
    let told = if plays { words::LEAVE_FORFEITS } else { words::LEAVE_ENDS_ROOM };
    let answers = vec![
        button("button wide primary", &words::STAY, stay),
        button("button wide", &words::LEAVE, change),
    ];
    question(words::LEAVE_TITLE, told, Box::new(stay), answers)
}

/// Connects under the device's name, for the scores of games alone.
pub(super) fn greet() {
    connect(shared(), None);
}

/// Connects, and enters the room that the address names.
fn connect_by_link(shared: &'static Shared) {
    connect(shared, link(&shared.router.now()));
}

fn connect(shared: &'static Shared, room: Option<RoomCode>) {
    let (handling, previews) = handling(shared);
    shared.online.connect(handling, previews, room);
}

/// How the player's board is handled, and how far ahead the player sees.
fn handling(shared: &'static Shared) -> (Handling, u8) {
    // The rules that a room begins with. Those of another room take what they allow of it.
    let rules = Settings::default().rules.game().rules();
    let rules = shared.settings.with_untracked(|settings| settings.apply(*rules, games::duel()));
    (rules.handling, rules.previews)
}

fn page_of(content: Vec<El>) -> El {
    let back = page::go_home;
    el("main", "screen page")
        .attr("data-screen", "online")
        .child(el("h1", "page-title").text(&words::TITLE))
        .child(el("div", "page-body scroll online").children(content))
        .child(button("button back", &results::BACK_TO_MENU, back))
}

fn name_form(shared: &'static Shared) -> El {
    crate::dom::once_shown(|| page::focus(".field"));
    el("div", "panel online-panel")
        .child(el("h2", "").text(&ranked::YOUR_NAME))
        .child(el("p", "").text(&words::NAME_NOTE))
        .children(name_field(shared, "button wide primary", words::GO_ONLINE, move || {
            connect_by_link(shared);
        }))
}

/// Asks for a name at the end of a game whose score cannot be submitted without one.
pub(super) fn name_for_scores(shared: &'static Shared) -> El {
    el("div", "online-name").child(el("p", "not-ranked").text(&ranked::SCORE_NEEDS_NAME)).children(
        name_field(shared, "button small", ranked::USE_NAME, move || {
            LatePart::with(shared.notices, notices::PAGE_NOT_LOADED, |late| (late.connect)());
        }),
    )
}

/// A field for the player's name, a button that connects under it, as Enter does, and why the server
/// does not take it.
fn name_field(
    shared: &'static Shared,
    class: &str,
    label: Phrase,
    connect: impl Fn() + Clone + 'static,
) -> [El; 3] {
    let online = shared.online;
    let input = el("input", "field")
        .attr("type", "text")
        .attr("maxlength", &MAX_NAME_CHARS.to_string())
        .attr("autocomplete", "nickname")
        .attr("aria-label", &ranked::YOUR_NAME);
    let field: HtmlInputElement = input.get();
    field.set_value(&online.with_untracked(|known| known.device.name.clone()));
    let go = move || {
        let name = field.value().trim().to_owned();
        if name.is_empty() {
            return shared.notices.tell(ranked::NAME_MISSING);
        }
        online.update(|known| known.device.name = name);
        connect();
    };
    let input = input.on("keydown", on_enter(go.clone()));
    let refused = el("p", "field-refused").attr("role", "alert").words(move || {
        let reason = online.with(|known| known.name_refused);
        reason.map_or_else(String::new, |reason| refusal(reason).into())
    });
    [input, button(class, &label, go), refused]
}

fn status(message: Phrase) -> El {
    el("p", "no-scores panel").attr("role", "status").text(&message)
}

fn try_again(shared: &'static Shared) -> El {
    // The room that led here is still wanted.
    button("button", &words::TRY_AGAIN, move || connect_by_link(shared))
}

fn lobby(shared: &'static Shared) -> Vec<El> {
    let online = shared.online;
    let rules = RwSignal::new(0_usize);
    let name = online.with_untracked(|known| known.tagged.clone());
    // The name stands out, wherever the sentence has it.
    let you_are = words::you_are("\0");
    let (before, after) = you_are.split_once('\0').unwrap_or_default();
    let name = el("p", "").text(before).child(el("strong", "").text(&name)).text(after);
    let rename = button("link", &words::CHANGE, move || online.disconnect());
    let chosen = move || RuleSet::ALL[rules.get_untracked().min(RuleSet::ALL.len() - 1)];
    let create = move || {
        let settings = Settings { rules: chosen(), ..Settings::default() };
        online.ask(ClientMessage::CreateRoom { settings });
    };
    let quick = move || online.ask(ClientMessage::QuickMatch { rules: chosen() });
    let code = el("input", "field code")
        .attr("type", "text")
        .attr("maxlength", "6")
        .attr("autocomplete", "off")
        .attr("placeholder", &words::CODE)
        .attr("aria-label", &words::CODE_LABEL);
    let field: HtmlInputElement = code.get();
    let join = move || match RoomCode::parse(field.value().trim()) {
        Some(code) => online.ask(ClientMessage::JoinRoom { code, watch: false }),
        None => shared.notices.warn(words::bad_code(ROOM_CODE_LETTERS as u32)),
    };
    let code = code.on("keydown", on_enter(join.clone()));
    let friend = vec![
        button("button primary", &words::PLAY_A_FRIEND, create),
        el("div", "online-join").child(code).child(button("button", &words::JOIN, join)),
    ];
    let stranger = vec![button("button", &words::QUICK_MATCH, quick)];
    let best = vec![button("button", &words::LEADERBOARDS, move || {
        shared.router.go(Route::to(games::duel(), Screen::Leaders));
    })];
    let rules = select(words::RULES, &rule_names(), move |index| {
        rules.set(index);
    });
    let cards = vec![
        card(words::FRIEND, words::FRIEND_NOTE, friend),
        card(words::STRANGER, words::STRANGER_NOTE, stranger),
        card(words::BEST, words::BEST_NOTE, best),
    ];
    vec![el("div", "online-you").child(name.child(rename)).child(rules), menu(&words::PLAY, cards)]
}

/// The names of all rules that a room can have.
fn rule_names() -> [&'static str; RuleSet::ALL.len()] {
    RuleSet::ALL.map(|rules| rules_name(rules).text())
}

/// One way to go on from the lobby.
fn card(title: Phrase, note: Phrase, ways: Vec<El>) -> El {
    el("section", "panel online-card")
        .child(el("h2", "").text(&title))
        .child(el("p", "").text(&note))
        .children(ways)
}

fn waiting(online: &'static Online) -> Vec<El> {
    let bot = move || online.with(|known| known.bot);
    let offer = move || {
        el("div", "online-offer")
            .child(el("p", "").attr("role", "status").text(&words::bot_offer(bot())))
            .child(button("button wide primary", &words::PLAY_THE_BOT, move || {
                online.ask(ClientMessage::AcceptBot);
            }))
    };
    let waits = el("div", "panel online-panel").children([
        el("div", "online-seeking").attr("aria-hidden", "true"),
        el("p", "").attr("role", "status").text(&words::SEEKING),
        when(move || bot() > 0, offer),
        button("button wide", &words::CANCEL, move || online.stop_waiting()),
    ]);
    vec![waits]
}

/// A list of which one is chosen, the first to begin with.
pub(super) fn select(label: Phrase, options: &[&str], set: impl Fn(usize) + 'static) -> El {
    choice(label, choice_list(options, set))
}

fn choice(label: Phrase, list: El) -> El {
    el("label", "online-choice").child(el("span", "").text(&label)).child(list)
}
