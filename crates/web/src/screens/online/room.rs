//! The room before a match: who is in it, its link, and what is played.

use quintet_frontend::{LEVEL_NAMES, Opponent};
use quintet_protocol::client::RoomView;
use quintet_protocol::limits::MAX_HANDICAP;
use quintet_protocol::{BestOf, ClientMessage, RuleSet, Settings};
use quintet_words::menu::SETTINGS;
use quintet_words::online as words;
use quintet_worker::{Answer, Request};
use web_sys::HtmlSelectElement;

use super::arena::say_ready;
use super::{choice, rule_names};
use crate::app::{Shared, shared};
use crate::dom::{El, button, el, follow, live, when};
use crate::games;
use crate::online::{Online, OnlineState};
use crate::parts::{choice_list, menu};
use crate::route::{Route, Screen};
use crate::share::{copy_link, link_to};
use crate::signals::prelude::*;
use crate::table::Job;

const LENGTHS: [(u8, BestOf); 3] = [(1, BestOf::One), (3, BestOf::Three), (5, BestOf::Five)];
/// The computer's level for somebody who last played a person.
const DEFAULT_LEVEL: u8 = 2;

/// The room that one is in. What can be used stays the same element, whatever the server tells: it
/// keeps the focus.
pub(super) fn room_panel(shared: &'static Shared) -> El {
    let online = shared.online;
    let room = move || online.with(|known| known.room.clone());
    let code = move || room().map_or_else(String::new, |room| room.code.to_string());
    let both = move || online.with(OnlineState::is_full);
    let am_ready = move || online.with(OnlineState::is_ready);
    let plays = move || room().is_some_and(|room| room.you.is_some());
    let status = move || online.with(OnlineState::room_status).into();
    let ready = when(
        move || plays() && both() && !am_ready(),
        move || button("button wide primary", &words::READY, move || say_ready(shared)),
    );
    let away = when(
        move || online.with(OnlineState::can_send_bot_away),
        move || {
            button("button wide", &words::SEND_COMPUTER_AWAY, move || {
                online.ask(ClientMessage::SetBot { level: None });
            })
        },
    );
    let leave = button("button wide", &words::LEAVE_ROOM, move || {
        online.leave();
        shared.router.replace(Route::to(games::duel(), Screen::Online(None)));
    });
    el("div", "panel online-panel online-room")
        .live_attr("data-room", code)
        .child(el("h2", "").words(move || words::room(&code())))
        .child(live(move || room().as_ref().map(seats)))
        .child(when(
            move || !both(),
            move || {
                let room = online.with_untracked(|known| known.room.clone());
                room_link(&room.map_or_else(String::new, |room| room.code.to_string()))
            },
        ))
        .child(terms(online))
        .child(when(move || online.with(OnlineState::can_ask_bot), move || computer(shared)))
        .child(el("p", "").attr("role", "status").words(status))
        .child(menu(&words::ROOM_LABEL, vec![ready, take_seat(online), away, leave]))
        .child(button("link", &SETTINGS, move || {
            shared.router.go(Route::to(games::duel(), Screen::Settings));
        }))
}

/// A spectator's way to a seat that is free.
pub(super) fn take_seat(online: &'static Online) -> El {
    when(
        move || online.with(OnlineState::can_take_seat),
        move || {
            button("button wide primary", &words::TAKE_SEAT, move || {
                online.ask(ClientMessage::TakeSeat);
            })
        },
    )
}

/// The computer instead of a friend: its level, at first that of the last duel on this device.
fn computer(shared: &'static Shared) -> El {
    let levels: Vec<Opponent> = (1..=LEVEL_NAMES.len() as u8).map(Opponent::Computer).collect();
    let last = shared.settings.with_untracked(|settings| settings.terms.opponent.number());
    let level = RwSignal::new(if last == 0 { DEFAULT_LEVEL } else { last });
    let names: Vec<String> = levels.iter().map(|level| level.label()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let list = choice_list(&names, move |index| level.set(index as u8 + 1));
    let shown: HtmlSelectElement = list.get();
    shown.set_selected_index(i32::from(level.get_untracked()) - 1);
    let list = list.attr("aria-label", &words::COMPUTER);
    el("div", "online-computer").child(list).child(button(
        "button",
        &words::ASK_COMPUTER,
        move || {
            let level = Some(level.get_untracked());
            shared.online.ask(ClientMessage::SetBot { level });
        },
    ))
}

/// What is played in a room: shown to all, decided by the host.
fn terms(online: &'static Online) -> El {
    let set = move |change: &dyn Fn(&mut Settings)| online.set_room(change);
    let rows: Vec<String> = (0..=MAX_HANDICAP).map(|rows| rows.to_string()).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let handicap = |seat: usize| {
        choice_list(&rows, move |rows| set(&|settings| settings.handicap[seat] = rows as u8))
    };
    let lengths = LENGTHS.map(|(games, _)| match games {
        1 => words::ONE_GAME.into(),
        games => words::best_of(games),
    });
    let lists = [
        choice_list(&rule_names(), move |index| {
            set(&|settings| settings.rules = RuleSet::ALL[index.min(RuleSet::ALL.len() - 1)]);
        }),
        choice_list(&lengths.each_ref().map(String::as_str), move |index| {
            set(&|settings| settings.best_of = LENGTHS[index.min(2)].1);
        }),
        handicap(0),
        handicap(1),
    ];
    let shown: Vec<HtmlSelectElement> = lists.iter().map(El::get).collect();
    follow(move || {
        let known = online.with(|known| known.room.as_ref().map(|room| (room.settings, room.you)));
        let Some((settings, you)) = known else { return };
        let rules = RuleSet::ALL.iter().position(|rules| *rules == settings.rules);
        let length = LENGTHS.iter().position(|(_, length)| *length == settings.best_of);
        let [host, guest] = [0, 1].map(|seat: usize| usize::from(settings.handicap[seat]));
        let chosen = [rules.unwrap_or(0), length.unwrap_or(0), host, guest];
        for (list, chosen) in shown.iter().zip(chosen) {
            list.set_selected_index(chosen as i32);
            list.set_disabled(you != Some(0));
        }
    });
    let labels = [words::RULES, words::LENGTH, words::HOST_GARBAGE, words::GUEST_GARBAGE];
    let choices = labels.into_iter().zip(lists).map(|(label, list)| choice(label, list));
    el("div", "online-choices").children(choices)
}

/// Who is here.
fn seats(room: &RoomView) -> El {
    let seat = |index: usize| {
        let (name, note) = match &room.seats[index] {
            None => (words::EMPTY_SEAT.into(), String::new()),
            Some(seat) => {
                let note = match (seat.bot.is_some(), seat.present, seat.ready) {
                    (true, ..) => words::bot,
                    (_, false, _) => words::away,
                    (_, _, true) => words::ready,
                    _ => words::rating,
                };
                (seat.name.clone(), note(seat.rating.into()))
            }
        };
        let name = el("strong", "").text(&name);
        let is_you = room.you == Some(index as u8);
        let name = if is_you { name.text(" ").text(&words::YOU) } else { name };
        el("li", "").child(name).child(el("span", "").text(&note))
    };
    let watching =
        (room.spectators > 0).then(|| el("li", "").text(&words::watching(room.spectators.into())));
    el("ul", "online-seats").children((0..room.seats.len()).map(seat)).children(watching)
}

/// The link to a room, and the same for a phone's camera.
fn room_link(code: &str) -> El {
    let route = Route::to(games::duel(), Screen::Online(Some(code.to_owned())));
    let link = link_to(&route);
    let drawn = RwSignal::new(None);
    let receive = move |answer| {
        if let Some(Answer::QrCode { picture }) = answer {
            drawn.set(picture);
        }
    };
    // The worker lives as long as the link is shown.
    StoredValue::new_local(Job::start(&Request::QrCode { link: link.clone() }, receive));
    let picture = live(move || {
        let coded = js_sys::encode_uri_component(&drawn.get()?);
        let address = ["data:image/svg+xml,", &String::from(coded)].concat();
        Some(el("img", "").attr("src", &address).attr("alt", &words::QR_CODE))
    });
    let picture = el("div", "online-qr").child(picture);
    let field = el("input", "field link-field")
        .attr("readonly", "")
        .attr("aria-label", &words::ROOM_LINK)
        .attr("value", &link);
    let notices = shared().notices;
    let copy = move || copy_link(notices, &route, words::LINK_COPIED);
    let copy = button("button", &words::COPY, copy);
    el("div", "online-link").child(picture).child(field).child(copy)
}
