//! A match over a server: two boards, and what is said over them.

use quintet_frontend::why_ended;
use quintet_words::{online as words, results};
use web_sys::{Event, KeyboardEvent};

use super::room::take_seat;
use crate::app::{Shared, shared};
use crate::dom::{El, button, el, live, on_window, when};
use crate::games;
use crate::keys::is_key;
use crate::layout::Sharing;
use crate::online::{Connection, GameEnd, Online, OnlineState, RemoteGame, Reported};
use crate::parts::{
    attack_canvas, boards_table, game_board, live_numbers, menu, mobile_controls, overlay,
    player_area, question, report, with_gestures_around,
};
use crate::phone::{fill_screen, keep_awake};
use crate::route::{Route, Screen};
use crate::signals::prelude::*;
use crate::table::{RemoteMatch, Table};

/// The boards of the game that is on.
pub(crate) fn arena(shared: &'static Shared) -> El {
    let online = shared.online;
    let asking = RwSignal::new(false);
    let reported = RwSignal::new(None);
    let table = Table::open(RemoteMatch { online, asking });
    let keys = shared.settings.with_untracked(|settings| settings.key_map(games::duel()));
    table.take_inputs(keys);
    ask_on_escape(shared, asking);
    keep_awake(shared.is_mobile());
    on_cleanup(|| keep_awake(false));
    let left_handed = shared.settings.with_untracked(|settings| settings.left_handed);
    // Every game of a match may have other rules.
    let boards = live(move || {
        online.begun.get();
        online.with_untracked(|known| known.game).map(|game| boards(table, &game))
    });
    let touch = move || {
        let rules = online.with_untracked(|known| known.game).map(|game| game.rules[0]);
        let controls = rules.map(|rules| mobile_controls(table, 0, &rules));
        el("div", "live").children(controls)
    };
    let plays = move || online.with(OnlineState::plays);
    let leave = button("link online-leave", &words::LEAVE_LINK, move || asking.set(true));
    // What the other does meanwhile changes words, but takes no button from under a finger.
    let shown = Memo::new(move |_| {
        // Between games the way on is there at once, though the other may not be.
        let goes_on =
            |known: &OnlineState, over: &GameEnd| over.ending.is_none() || known.can_play_again();
        let over = online.with(|known| known.over.map(|over| (over, goes_on(known, &over))));
        over.filter(|_| !asking.get() && reported.get().is_none())
    });
    shared
        .notices
        .hold_while(move || shown.get().is_none() && !asking.get() && reported.get().is_none());
    // What gestures do is the same by the rules of every match.
    let rules = games::duel().modes[0].rules();
    with_gestures_around(el("main", "screen game-screen"), table, rules, Sharing::Own)
        .attr("data-game", games::duel().slug)
        .attr("data-screen", "match")
        .live_class("left-handed", move || left_handed)
        .live_attr("data-layout", move || shared.viewport.get().layout().name().to_owned())
        .on("contextmenu", |event: Event| event.prevent_default())
        .child(el("h1", "unseen").text(&words::MATCH))
        .child(boards)
        .child(leave)
        .child(when(move || shared.mobile.get() && plays(), touch))
        .child(live(move || {
            let (over, again) = shown.get()?;
            Some(verdict(shared, (asking, reported), over, again))
        }))
        .child(when(move || asking.get(), move || ask_to_leave(shared, asking)))
        .child(report(shared, reported))
}

/// Says that the player is ready. What they touched for it lets the page fill a phone's screen.
pub(super) fn say_ready(shared: &'static Shared) {
    if shared.is_mobile() && shared.settings.with_untracked(|settings| settings.full_screen) {
        fill_screen();
    }
    shared.online.ready();
}

/// Leaving is always asked for with Escape, whatever the keys of the game are.
fn ask_on_escape(shared: &'static Shared, asking: RwSignal<bool>) {
    on_window("keydown", move |event: KeyboardEvent| {
        let over = shared.online.with_untracked(|known| known.over.is_some());
        if is_key(&event, "Escape") && !over && !event.default_prevented() {
            asking.set(true);
        }
    });
}

fn boards(table: Table, remote: &RemoteGame) -> El {
    let online = shared().online;
    let mode = games::of(remote.rules[0].game).1;
    let areas = (0..remote.rules.len()).map(|place| {
        let board = remote.seat_of(place);
        let name = online.with_untracked(|known| known.names[board].clone());
        let wins = el("span", "rounds").words(move || {
            let won = online.with(|known| {
                let seat = known.room.as_ref().and_then(|room| room.seats.get(board)?.as_ref());
                seat.map_or(0, |seat| seat.wins)
            });
            "●".repeat(won.into())
        });
        let rules = remote.rules[place];
        let where_ = if place == 0 { Sharing::Own } else { Sharing::Other };
        let canvas = game_board(table, place, rules, &name, where_)
            .children((place == 0).then(|| said(online)));
        // The presses of others are told together, some time after they happened.
        let has_finesse = remote.plays && place == 0;
        player_area(table, place, mode, rules, where_, (&name, Some(wins)), canvas)
            .children(live_numbers(table.display(place), games::duel(), mode, has_finesse))
    });
    el("div", "cabinet duel").children(areas).child(attack_canvas(
        table,
        remote.rules[0],
        Sharing::Own,
    ))
}

/// The count before the first piece, and why nothing moves.
fn said(online: &'static Online) -> El {
    let lost = move || online.with(|known| known.connection == Connection::Lost);
    let way_back = move || {
        let plays = online.with_untracked(OnlineState::plays);
        // Only players have a time limit.
        let left = el("span", "").words(move || words::seconds_left(online.count.get() as u32));
        let note = el("span", "").text(&words::RECONNECTING);
        el("p", "").child(note).children(plays.then_some(left))
    };
    let said = el("p", "").words(move || {
        if lost() {
            return String::new();
        }
        let count = online.count.get();
        if count > 0 {
            return count.to_string();
        }
        if online.with(|known| known.halted) {
            return online.with_untracked(OnlineState::waits_for);
        }
        String::new()
    });
    let said = said.live_class("count", move || !lost() && online.count.get() > 0);
    el("div", "words online-said").attr("role", "status").child(said).child(when(lost, way_back))
}

/// The game that has ended, in numbers.
fn numbers(known: &OnlineState, over: &GameEnd) -> Option<El> {
    let (game, counted) = (known.game?, known.numbers()?);
    let names = (0..counted.boards.len()).map(|place| known.names[game.seat_of(place)].as_str());
    let boards: Vec<_> = names.zip(&counted.boards).collect();
    let winner = over.winner.map(|winner| game.board_of(winner));
    Some(boards_table(&boards, winner, counted.time.0))
}

/// Whose board ended the game, and why.
fn why_lost(known: &OnlineState) -> Option<String> {
    let (place, why) = known.numbers()?.why?;
    let name = &known.names[known.game?.seat_of(place)];
    Some(results::lost_because(name, why_ended(why)?))
}

fn leave(shared: &'static Shared) {
    shared.online.leave();
    shared.router.replace(Route::to(games::duel(), Screen::Online(None)));
}

fn ask_to_leave(shared: &'static Shared, asking: RwSignal<bool>) -> El {
    let plays = shared.online.with_untracked(OnlineState::plays);
    let told = if plays { words::LEAVE_FORFEITS } else { words::STOP_WATCHING };
    let stay = move || asking.set(false);
    let buttons = vec![
        button("button wide primary", &words::STAY, stay),
        button("button wide", &words::LEAVE, move || leave(shared)),
    ];
    question(words::LEAVE_TITLE, told, Box::new(stay), buttons)
}

/// Who won, and what comes next. Whether to leave and whom to report is asked elsewhere.
fn verdict(
    shared: &'static Shared,
    (asking, reported): (RwSignal<bool>, RwSignal<Option<Reported>>),
    over: GameEnd,
    again: bool,
) -> El {
    let online = shared.online;
    let you = online.with_untracked(OnlineState::own_board);
    let decided = over.ending.is_some();
    let title = online.with_untracked(|known| known.verdict(&over));
    let lost = you.is_some() && over.winner.is_some_and(|winner| Some(winner) != you);
    let why = OnlineState::ended_because(&over).map(String::from);
    let why = why.or_else(|| online.with_untracked(why_lost));
    let score = online.with_untracked(|known| known.match_score(&over));
    let rating = online.with_untracked(|known| known.new_rating(&over));
    let rating = rating.map(|rating| el("p", "final-label").text(&rating));
    let mut buttons = Vec::new();
    if again {
        let label = if decided { results::REMATCH } else { results::NEXT_ROUND };
        let label =
            move || if online.with(OnlineState::is_ready) { words::WAITING } else { label }.into();
        let ready = move || {
            if online.with_untracked(|known| known.can_play_again() && !known.is_ready()) {
                say_ready(shared);
            }
        };
        buttons.push(el("button", "button wide primary").words(label).on_click(ready));
    }
    if decided {
        buttons.push(take_seat(online));
        buttons.push(button("button wide", &words::ROOM, move || {
            online.clear_game();
        }));
    }
    // Leaving an undecided match forfeits it, so it is asked for.
    let go = move || if decided { leave(shared) } else { asking.set(true) };
    buttons.push(button("button wide", &words::LEAVE, go));
    if let Some(opponent) = online.opponent().filter(|_| decided && online.can_report()) {
        let ask = move || reported.set(Some(opponent));
        buttons.push(button("link", &words::REPORT, ask));
    }
    let class = if lost { "over-title" } else { "over-title finished" };
    let mut content = vec![
        el("h2", class).attr("data-text", &title).text(&title),
        el("hr", "divider"),
        el("p", "final-score number").text(&score),
    ];
    content.extend(rating);
    content.extend(online.with_untracked(|known| numbers(known, &over)));
    let told =
        move || online.with(OnlineState::waits_because).map(String::from).unwrap_or_default();
    let status = el("p", "final-label").attr("role", "status");
    let why = why.map(|why| el("span", "").text(&why).text(" "));
    content.push(status.children(why).child(el("span", "").words(told)));
    content.push(menu(&words::NEXT, buttons));
    overlay(&words::RESULT, "overlay over-overlay", None, content)
}
