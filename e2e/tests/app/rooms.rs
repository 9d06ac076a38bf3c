//! Rooms: seats that change hands, the computer as a guest, and what is counted in their matches.

use quintet_e2e::{Device, Page, Server};
use quintet_words::{online, play, results, settings};

use crate::online::{
    REAL, begin, board, enter, enter_at, filled, give_name, lose, tagged, wait_for_play,
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

/// Chooses the level of the computer, as a mouse would: 1 to 5.
fn choose_level(page: &Page, level: u32) {
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
    let bot = |level: u32| format!("Bot {level}");
    for level in [5, 1] {
        choose_level(&page, level);
        page.button(&online::ASK_COMPUTER).click();
        page.wait_until("the computer", || {
            page.part(".online-seats").words().contains(&bot(level))
        });
        assert!(!page.part(".online-link").is_there(), "the room is full");
        if level == 5 {
            page.button(&online::SEND_COMPUTER_AWAY).click();
            page.button(&online::ASK_COMPUTER).wait();
        }
    }
    page.button(&online::READY).click();
    wait_for_play(&page);
    page.wait_until("pieces of both", || {
        page.press(quintet_e2e::Key::SPACE);
        page.show_frames(30);
        filled(&board(&page, "1")) >= 12 && filled(&board(&page, "2")) >= 8
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
    for name in [play::SCORE, play::LINES, results::SENT, play::PPS, play::APM] {
        page.role("columnheader", &name).wait();
    }
    let rows = "document.querySelectorAll('.boards-table tbody tr').length";
    assert_eq!(page.evaluate(rows), 2);
    assert!(page.part(".boards-table tbody").words().contains(&bot(1)));
}

/// Counts what keeps the screen on.
const WAKE_LOCKS: &str = "
    window.held = 0;
    Object.defineProperty(navigator, 'wakeLock', { value: {
        request: async () => {
            held += 1;
            return { release: async () => { held -= 1; } };
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
    phone.button(&online::LEAVE_LINK).click();
    phone.button(&online::LEAVE).click();
    phone.button(&online::QUICK_MATCH).wait();
    phone.wait_for("it may go off again", "held === 0");
}
