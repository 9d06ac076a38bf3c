//! Rooms: seats that change hands, the computer as a guest, and what is counted in their matches.

use quintet_e2e::{Device, Page, Proxy, Server};
use quintet_words::{menu, online, play, replays, results, settings};

use crate::layout::sizes::look_and;
use crate::online::matches::{
    REAL, begin, board, enter, enter_at, filled, give_name, lose, tagged, wait_for_guard,
    wait_for_play,
};

/// A room that Ada has opened.
fn open_room(server: &str) -> Page {
    let ada = enter_at(server, "/online", "Ada");
    ada.button(&online::PLAY_A_FRIEND).click();
    ada.part("[data-room]").wait();
    ada
}

/// The names over the boards.
fn names(page: &Page) -> [String; 2] {
    ["1", "2"].map(|place| page.part(&format!("[data-player='{place}'] .seat-name")).words())
}

#[test]
fn a_spectator_takes_the_seat_of_who_left_and_who_comes_late_learns_who_played() {
    let ada = enter("/online", "Ada");
    ada.button(&online::PLAY_A_FRIEND).click();
    ada.part("[data-room]").wait();
    let room = ada.address();
    let grace = enter(&room, "Grace");
    grace.part("[data-room]").wait();
    let played = [tagged(&grace, "Ada"), tagged(&grace, "Grace")];
    begin([&ada, &grace]);
    let fan = enter(&room, "Fan");
    fan.part("[data-screen='match']").wait();
    assert!(!fan.button(&online::TAKE_SEAT).is_there(), "nobody has left");

    ada.button(&online::LEAVE_LINK).click();
    ada.button(&online::LEAVE).click();
    fan.text(&results::wins(&played[1])).wait();
    wait_for_guard(&fan);
    fan.button(&online::TAKE_SEAT).click();
    fan.part("[data-room]").wait();
    fan.text(&online::READY_WHEN_YOU_ARE).wait();

    // Grace has the first seat by now, and Fan the second.
    let late = enter(&room, "Late");
    late.text(&results::wins(&played[1])).wait();
    assert_eq!(names(&late), played);
    assert!(!late.button(&online::TAKE_SEAT).is_there(), "both seats are taken");

    grace.button(&results::REMATCH).click();
    fan.button(&online::READY).click();
    wait_for_play(&fan);
    let now = [tagged(&grace, "Fan"), played[1].clone()];
    assert_eq!(names(&fan), now);
    late.wait_until("the new match", || names(&late) == [now[1].clone(), now[0].clone()]);
    lose(&fan, results::YOU_LOSE);
    grace.text(&results::YOU_WIN).wait();
}

#[test]
fn a_spectator_whose_connection_was_stuck_goes_on_watching() {
    let server = Server::open();
    let ada = open_room(server.address());
    let grace = enter_at(server.address(), &ada.address(), "Grace");
    let winner = tagged(&grace, "Grace");
    begin([&ada, &grace]);
    let proxy = Proxy::to(server.address());
    let fan = enter_at(proxy.address(), &ada.address(), "Fan");
    fan.forgive("WebSocket");
    fan.part("[data-screen='match']").wait();

    proxy.freeze();
    fan.text(&online::RECONNECTING).wait();
    proxy.thaw();
    fan.text(&online::RECONNECTING).wait_until_gone();
    lose(&ada, results::YOU_LOSE);
    fan.text(&results::wins(&winner)).wait();
}

/// Chooses the level of the computer, as a mouse would: 1 to 5.
fn choose_level(page: &Page, level: u8) {
    page.evaluate(&format!(
        "{{
            const list = document.querySelector('.online-computer select');
            list.selectedIndex = {};
            list.dispatchEvent(new Event('change'));
        }}",
        level - 1
    ));
}

/// What a live number beside a board says.
fn live(page: &Page, place: &str, name: &str) -> Option<String> {
    let find = format!(
        "[...document.querySelectorAll(\"[data-player='{place}'] .live-numbers > div\")]
            .find(it => it.querySelector('dt').textContent === {})
            ?.querySelector('dd').textContent",
        quintet_e2e::json!(name)
    );
    page.evaluate(&find).as_str().map(str::to_owned)
}

#[test]
fn the_computer_is_a_guest_of_the_chosen_level_and_the_match_is_counted() {
    let server = Server::open();
    let page = REAL.window();
    page.go_to(&format!("{}#/settings", server.address()));
    for name in
        [settings::LIVE_SPEED, settings::LIVE_KEYS, settings::LIVE_FINESSE, settings::LIVE_ATTACK]
    {
        page.starting("switch", &name).click();
    }
    page.evaluate("location.hash = '#/online'");
    give_name(&page, "Ada");
    page.button(&online::PLAY_A_FRIEND).click();
    page.part("[data-room]").wait();
    for level in [5, 1] {
        choose_level(&page, level);
        page.button(&online::ASK_COMPUTER).click();
        page.wait_until("the computer", || {
            page.part(".online-seats").words().contains(&online::bot_name(level))
        });
        assert!(!page.part(".online-link").is_there(), "the room is full");
        if level == 5 {
            page.button(&online::SEND_COMPUTER_AWAY).click();
            page.button(&online::ASK_COMPUTER).wait();
        }
    }
    page.button(&online::READY).click();
    wait_for_play(&page);
    // No more than that, however long the computer takes: the game goes on below.
    page.wait_until("pieces of both", || {
        let own = filled(&board(&page, "1"));
        if own < 12 {
            page.press(quintet_e2e::Key::SPACE);
        }
        page.show_frames(30);
        own >= 12 && filled(&board(&page, "2")) >= 8
    });
    for place in ["1", "2"] {
        page.wait_until("speed", || live(&page, place, &play::PPS).is_some_and(|it| it != "0.00"));
        page.wait_until("keys", || live(&page, place, &play::KPP).is_some_and(|it| it != "0.00"));
        assert!(live(&page, place, &play::APM).is_some());
    }
    assert!(live(&page, "1", &play::FIN).is_some());
    assert_eq!(live(&page, "2", &play::FIN), None, "the computer's presses are told too late");

    // A page that is loaded again counts on from where it was.
    page.reload();
    wait_for_play(&page);
    page.wait_until("what was counted before", || {
        live(&page, "1", &play::PPS).is_some_and(|it| it != "0.00")
            && live(&page, "1", &play::KPP).is_some_and(|it| it != "0.00")
    });
    lose(&page, results::YOU_LOSE);
    for name in [play::SCORE, play::LINES, results::SENT, play::PPS, play::APM, play::KPP] {
        page.role("rowheader", &name).wait();
    }
    page.role("columnheader", &online::bot_name(1)).wait();
    let why = results::lost_because(&names(&page)[0], results::WHY_NO_ROOM);
    let said = page.role("dialog", &online::RESULT).words();
    assert!(said.contains(&why), "{why} in {said}");
}

/// Counts what keeps the screen on.
const WAKE_LOCKS: &str = "
    window.held = 0;
    Object.defineProperty(navigator, 'wakeLock', { value: {
        request: async () => {
            let mine = 1;
            held += 1;
            const release = async () => { held -= mine; mine = 0; };
            // A page that is hidden loses it.
            addEventListener('visibilitychange', () => { if (document.hidden) release(); });
            return { release };
        },
    } });";

#[test]
fn the_screen_of_a_phone_stays_on_during_a_match() {
    let server = Server::open();
    let phone = Device::PHONE.running().with_script(WAKE_LOCKS).window();
    let ada = open_room(server.address());
    phone.go_to(&format!("{}#{}", server.address(), ada.address()));
    give_name(&phone, "Phone");
    phone.part("[data-room]").wait();
    assert_eq!(phone.evaluate("held"), 0, "in the room it may go off");
    begin([&ada, &phone]);
    phone.wait_for("the screen is kept on", "held === 1");
    let other = phone.look_away();
    phone.wait_for("the page to be hidden", "document.hidden && held === 0");
    drop(other);
    phone.wait_for("the page to be seen", "!document.hidden");
    phone.wait_for("the screen is kept on again", "held === 1");
    phone.button(&online::LEAVE_LINK).click();
    phone.button(&online::LEAVE).click();
    phone.button(&online::QUICK_MATCH).wait();
    phone.wait_for("it may go off again", "held === 0");
}

/// Notes where the count stood when it was first seen, and what else was there.
const COUNT_PLACE: &str = "
    new MutationObserver(() => {
        const count = [...document.querySelectorAll('.count')].find((it) => it.textContent);
        if (window.counted || !count) return;
        const place = (it) => it.getBoundingClientRect().toJSON();
        window.counted = {
            count: place(count),
            board: place(document.querySelector('.seat.own .board')),
            next: [...document.querySelectorAll('.next')].map(place),
            ground: getComputedStyle(count).backgroundColor,
            letters: getComputedStyle(count).fontSize,
        };
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
";

/// What is wrong with a place that should be within one's own board, and over no next piece.
const OUTSIDE: &str = "({ count, board, next }) => {
    const within = count.left >= board.left && count.right <= board.right
        && count.top >= board.top && count.bottom <= board.bottom;
    const over = next.some((it) => it.width > 0 && count.left < it.right && it.left < count.right
        && count.top < it.bottom && it.top < count.bottom);
    return !within || over;
}";

#[test]
fn the_count_and_a_lost_connection_are_told_over_ones_own_board() {
    let server = Server::open();
    for device in [REAL, Device::PHONE.running()] {
        let proxy = Proxy::to(server.address());
        let page = Device { reduced_motion: true, ..device }.with_script(COUNT_PLACE).window();
        page.forgive("WebSocket");
        page.go_to(&format!("{}#/online", proxy.address()));
        give_name(&page, "Ada");
        page.button(&online::PLAY_A_FRIEND).click();
        page.button(&online::ASK_COMPUTER).click();
        page.button(&online::READY).click();
        page.wait_for("the count", "!!window.counted");
        let width = device.width;
        assert_eq!(page.evaluate(&format!("({OUTSIDE})(window.counted)")), false, "{width}");
        assert_ne!(page.evaluate("window.counted.ground"), "rgba(0, 0, 0, 0)", "{width}");
        let letters = page.evaluate("window.counted.letters");
        wait_for_play(&page);

        proxy.freeze();
        page.text(&online::RECONNECTING).wait();
        let place = "{
            count: document.querySelector('.online-said p:not(:empty)').getBoundingClientRect(),
            board: document.querySelector('.seat.own .board').getBoundingClientRect(),
            next: [...document.querySelectorAll('.next')].map((it) => it.getBoundingClientRect()),
        }";
        let mut faults = Vec::new();
        look_and(&page, "reconnecting", &mut faults, |Device { width, height, .. }| {
            let is_outside = page.evaluate(&format!("({OUTSIDE})({place})"));
            assert_eq!(is_outside, false, "{width}x{height}");
        });
        assert_eq!(faults, [""; 0]);
        page.set_device(device);
        proxy.thaw();
        page.text(&online::RECONNECTING).wait_until_gone();

        // The count of a match on this device is as large.
        page.evaluate("window.counted = null; location.hash = '#/battle/play?mode=versus&seed=3'");
        page.wait_for("the count", "!!window.counted");
        assert_eq!(page.evaluate("window.counted.letters"), letters, "{width}");
    }
}

/// Notes how often the page asks for the whole screen.
const FULL_SCREEN: &str = "
    window.filled = 0;
    Element.prototype.requestFullscreen = async () => { filled += 1; };";

#[test]
fn a_match_on_a_phone_follows_the_settings_for_touch() {
    let server = Server::open();
    let page = Device::PHONE.running().with_script(FULL_SCREEN).window();
    page.go_to(&format!("{}#/settings", server.address()));
    for name in [settings::LEFT_HANDED, settings::GESTURES, settings::FULL_SCREEN] {
        page.starting("switch", &name).click();
    }
    page.evaluate("location.hash = '#/online'");
    give_name(&page, "Ada");
    page.button(&online::PLAY_A_FRIEND).click();
    page.button(&online::ASK_COMPUTER).click();
    assert_eq!(page.evaluate("filled"), 0);
    page.button(&online::READY).click();
    assert_ne!(page.evaluate("filled"), 0, "the touch that led here allows it");
    wait_for_play(&page);
    let [pad, turn] = [play::MOVE_LEFT, play::ROTATE].map(|name| page.button(&name).rect());
    assert!(pad.left > turn.right(), "the pad is at the right: {pad:?} {turn:?}");
    // A swipe down beside the board drops the piece.
    let before = filled(&board(&page, "1"));
    let well = page.part(".seat.own .board").rect();
    let (x, y) = (well.left / 2.0, well.middle().1);
    page.touch(x, y);
    page.slide(x, y + 60.0);
    page.slide(x, y + 140.0);
    page.lift();
    page.wait_until("a piece on the ground", || filled(&board(&page, "1")) > before);
}

/// Presses what moves the focus and what leaves in the moment that a game's end is told.
const MASHING: &str = "
    new MutationObserver(() => {
        const dialog = document.querySelector('.over-overlay [role=dialog]');
        if (window.mashed || !dialog) return;
        window.mashed = true;
        const press = (code) => document.activeElement.dispatchEvent(
            new KeyboardEvent('keydown', { code, key: code, bubbles: true, cancelable: true }));
        requestAnimationFrame(() => {
            ['ArrowUp', 'ArrowDown', 'ArrowDown'].forEach(press);
            window.focusedThen = document.activeElement.textContent;
            for (const button of dialog.querySelectorAll('button')) button.click();
        });
    }).observe(document, { subtree: true, childList: true });
";

#[test]
fn keys_and_clicks_right_after_a_game_of_several_do_not_leave_the_match() {
    let server = Server::open();
    let page = REAL.with_script(MASHING).window();
    page.go_to(&format!("{}#/online", server.address()));
    give_name(&page, "Ada");
    page.button(&online::PLAY_A_FRIEND).click();
    page.part("[data-room]").wait();
    page.evaluate(
        "{
            const list = document.querySelectorAll('.online-choice select')[1];
            list.selectedIndex = 1;
            list.dispatchEvent(new Event('change'));
        }",
    );
    page.button(&online::ASK_COMPUTER).click();
    page.button(&online::READY).click();
    wait_for_play(&page);
    lose(&page, results::ROUND_LOST);
    page.wait_for("keys and clicks", "window.focusedThen !== undefined");
    assert_eq!(page.evaluate("focusedThen"), results::NEXT_ROUND.text(), "the focus stays");
    assert!(!page.text(&online::LEAVE_FORFEITS).is_there(), "nobody asked to leave");
    wait_for_guard(&page);
    page.button(&results::NEXT_ROUND).click();
    page.role("dialog", &online::RESULT).wait_until_gone();
    wait_for_play(&page);
}

#[test]
fn a_name_that_cannot_be_used_is_explained_where_it_is_typed() {
    let server = Server::open();
    let page = REAL.window();
    page.go_to(&format!("{}#/online", server.address()));
    give_name(&page, "Quintet");
    page.wait_for(
        "the reason",
        &format!(
            "document.querySelector('.field-refused')?.textContent === {}",
            quintet_e2e::json!(online::NAME_RESERVED.text())
        ),
    );
    assert_eq!(page.stored("quintet/online"), None, "the server knows no such device");
    give_name(&page, "Ada");
    page.button(&online::PLAY_A_FRIEND).wait();
    tagged(&page, "Ada");
}

#[test]
fn who_waits_for_a_stranger_and_loses_the_connection_is_still_paired() {
    let server = Server::open();
    let proxy = Proxy::to(server.address());
    let ada = enter_at(proxy.address(), "/online", "Ada");
    ada.forgive("WebSocket");
    ada.button(&online::QUICK_MATCH).click();
    ada.text(&online::SEEKING).wait();
    proxy.freeze();
    ada.text(&online::RECONNECTING).wait();
    proxy.thaw();
    ada.text(&online::SEEKING).wait();
    let grace = enter_at(server.address(), "/online", "Grace");
    grace.button(&online::QUICK_MATCH).click();
    for page in [&ada, &grace] {
        page.part("[data-room]").wait();
    }
}

#[test]
fn trying_again_leads_to_the_room_of_the_link() {
    let mut server = Server::open();
    let grace = REAL.window();
    grace.forgive("WebSocket");
    grace.go_to(&format!("{}#/online/AB23YK", server.address()));
    grace.part(".field").wait();
    server.kill();
    give_name(&grace, "Grace");
    grace.button(&online::TRY_AGAIN).wait();
    server.start_again();
    grace.wait_until("the room to be asked for", || {
        if grace.button(&online::TRY_AGAIN).is_there() {
            grace.button(&online::TRY_AGAIN).click();
        }
        grace.text(&online::REFUSED_NO_ROOM).is_there()
    });
}

fn turn_to(page: &Page, address: &str) {
    page.evaluate(&format!("location.hash = '#{address}'"));
}

/// The room that a page shows.
fn room_of(page: &Page) -> String {
    page.part("[data-room]").wait();
    page.part("[data-room]").attribute("data-room").unwrap_or_default()
}

#[test]
fn the_room_of_a_host_who_looks_elsewhere_stays_open_for_the_guest() {
    let server = Server::open();
    let ada = open_room(server.address());
    let room = ada.address();
    ada.button(&results::BACK_TO_MENU).click();
    ada.wait_for_address("/");
    ada.text(&online::ROOM_WAITS).wait();
    turn_to(&ada, "/flip/play");
    ada.part("[data-screen='play']").wait();
    let grace = enter_at(server.address(), &room, "Grace");
    grace.part("[data-room]").wait();
    // A brief line in the middle of the game, and the way there in its pause.
    ada.text(&online::GUEST_HERE).wait();
    ada.press(quintet_e2e::Key::ESCAPE);
    ada.button(&online::RETURN).click();
    begin([&ada, &grace]);
    assert!(!ada.text(&online::ROOM_WAITS).is_there());
}

#[test]
fn the_room_of_a_host_outlives_a_lost_connection_while_the_host_looks_elsewhere() {
    let server = Server::open();
    let proxy = Proxy::to(server.address());
    let ada = open_room(proxy.address());
    ada.forgive("WebSocket");
    let room = ada.address();
    turn_to(&ada, "/marathon");
    ada.button(&menu::START_GAME).wait();
    ada.text(&online::ROOM_WAITS).wait();
    proxy.freeze();
    proxy.thaw();
    let grace = enter_at(server.address(), &room, "Grace");
    grace.part("[data-room]").wait();
    ada.text(&online::GUEST_HERE).wait();
    turn_to(&ada, "/online");
    begin([&ada, &grace]);
}

#[test]
fn a_room_link_that_is_opened_in_the_same_tab_leads_to_the_room() {
    let server = Server::open();
    let ada = open_room(server.address());
    let room = ada.address();
    // Grace is at the field for her name, Fan in the lobby.
    let grace = REAL.window();
    grace.go_to(&format!("{}#/online", server.address()));
    grace.part(".field").wait();
    turn_to(&grace, &room);
    give_name(&grace, "Grace");
    assert_eq!(room_of(&grace), room_of(&ada));
    let fan = enter_at(server.address(), "/online", "Fan");
    fan.button(&online::QUICK_MATCH).wait();
    turn_to(&fan, &room);
    assert_eq!(room_of(&fan), room_of(&ada));
}

#[test]
fn another_room_takes_the_place_of_ones_own_only_after_a_question() {
    let server = Server::open();
    let [ada, grace] = [(); 2].map(|()| open_room(server.address()));
    let (hers, own) = (grace.address(), ada.address());
    let question = ada.text(&online::LEAVE_ENDS_ROOM);
    turn_to(&ada, &hers);
    question.wait();
    ada.button(&online::STAY).click();
    question.wait_until_gone();
    ada.wait_for_address(&own);
    assert!(own.ends_with(&room_of(&ada)));
    turn_to(&ada, &hers);
    question.wait();
    ada.button(&online::LEAVE).click();
    question.wait_until_gone();
    ada.wait_until("the other room", || hers.ends_with(&room_of(&ada)));
    begin([&grace, &ada]);
}

#[test]
fn who_leaves_a_match_keeps_the_replay_of_the_game() {
    let server = Server::open();
    let page = open_room(server.address());
    page.button(&online::ASK_COMPUTER).click();
    page.button(&online::READY).click();
    wait_for_play(&page);
    page.wait_until("a piece on the ground", || {
        page.press(quintet_e2e::Key::SPACE);
        page.show_frames(30);
        filled(&board(&page, "1")) >= 8
    });
    page.button(&online::LEAVE_LINK).click();
    page.button(&online::LEAVE).click();
    page.button(&online::QUICK_MATCH).wait();
    turn_to(&page, "/replays");
    page.part(".replay").wait();
    assert!(page.part(".replay").words().contains(&online::bot_name(2)));
    page.button(&replays::WATCH).click();
    page.role("slider", &replays::TIME).wait();
}
