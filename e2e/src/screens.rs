//! Every screen of the app and the way to it: for pictures of them, and for tests that look at all.

use quintet_words::{games, menu, notices, online, play, ranked, replays, results, settings};

use crate::browser::device::Device;
use crate::browser::keyboard::Key;
use crate::browser::page::Page;
use crate::game::position::Position;
use crate::server::proxy::Proxy;

/// A screen that is open.
pub struct Shown {
    /// Its page.
    pub page: Page,
    /// Pages of other players, who stay for as long as the screen is looked at.
    _others: Vec<Page>,
    /// The network that the page is behind.
    _proxy: Option<Proxy>,
}

impl From<Page> for Shown {
    fn from(page: Page) -> Shown {
        Shown { page, _others: Vec::new(), _proxy: None }
    }
}

/// A screen's name, and how a device gets there; what needs a server uses the one at this address.
pub type Screen = (&'static str, fn(Device, &str) -> Shown);

/// All of them. The names begin with the chapter.
pub const SCREENS: &[Screen] = &[
    ("home", |device, _| shown(device, "/").into()),
    ("home-continue", |device, _| {
        let page = played(device, "/flip/play?seed=3", 2);
        page.evaluate("location.hash = '#/'");
        page.button(&menu::continue_game(games::FLIP)).wait();
        page.into()
    }),
    ("marathon-how-to-play", |device, _| shown(device, "/marathon/how-to-play").into()),
    ("domino-how-to-play", |device, _| shown(device, "/domino/how-to-play").into()),
    ("battle-how-to-play", |device, _| shown(device, "/battle/how-to-play").into()),
    ("minimal-how-to-play", |device, _| shown(device, "/minimal/how-to-play").into()),
    ("flip-how-to-play", |device, _| shown(device, "/flip/how-to-play").into()),
    ("marathon-start", |device, _| device.open("/marathon").into()),
    ("marathon-resume", |device, _| {
        let page = played(device, "/marathon/play?seed=3", 2);
        page.evaluate("location.hash = '#/marathon'");
        page.button(&menu::RESUME).wait();
        page.into()
    }),
    ("marathon-game-waits", |device, _| {
        let page = played(device, "/marathon/play?seed=3", 2);
        page.evaluate("location.hash = '#/marathon'");
        page.button(&menu::START_GAME).click();
        page.button(&menu::START_NEW).wait();
        page.into()
    }),
    ("demo-marathon", |device, _| demo(device, "/marathon").into()),
    ("demo-domino", |device, _| demo(device, "/domino").into()),
    ("demo-battle", |device, _| demo(device, "/battle").into()),
    ("demo-minimal", |device, _| demo(device, "/minimal").into()),
    ("demo-flip", |device, _| demo(device, "/flip").into()),
    ("controls-marathon", |device, _| device.open("/marathon/controls").into()),
    ("controls-domino", |device, _| device.open("/domino/controls").into()),
    ("controls-battle", |device, _| device.open("/battle/controls").into()),
    ("controls-minimal", |device, _| device.open("/minimal/controls").into()),
    ("controls-flip", |device, _| device.open("/flip/controls").into()),
    ("marathon-play", |device, _| played(device, "/marathon/play?seed=3", 6).into()),
    ("marathon-clear", |device, _| cleared(device, 30).into()),
    ("marathon-level-up", |device, _| cleared(device, 38).into()),
    ("marathon-count", |device, _| {
        let page = device.open("/settings");
        page.starting("switch", &settings::START_COUNT).click();
        page.go("/marathon/play?seed=3");
        page.pass(200.0);
        page.into()
    }),
    ("marathon-fitted", |device, _| fitted(device, "/marathon/play?seed=3").into()),
    ("marathon-notice", |device, _| {
        let page = device.open("/");
        page.store("quintet/settings", "{ broken");
        page.go("/marathon/play?seed=3");
        page.pass(0.0);
        page.press(Key::P);
        page.button(&notices::DISMISS).wait();
        page.into()
    }),
    ("pause-marathon", |device, _| paused(device, "/marathon/play?seed=3").into()),
    ("pause-domino", |device, _| paused(device, "/domino/play?mode=easy&seed=3").into()),
    ("pause-battle", |device, _| paused(device, "/battle/play?mode=versus&seed=3").into()),
    ("pause-minimal", |device, _| paused(device, "/minimal/play?seed=3").into()),
    ("pause-flip", |device, _| paused(device, "/flip/play?seed=3").into()),
    ("marathon-over", |device, _| lost(device, "/marathon/play?seed=3").into()),
    ("marathon-scores", |device, _| {
        let page = lost(device, "/marathon/play?seed=3");
        page.go("/marathon/scores");
        page.into()
    }),
    ("marathon-sprint-over", |device, _| lost(device, "/marathon/play?mode=sprint&seed=3").into()),
    ("marathon-ultra-over", |device, _| lost(device, "/marathon/play?mode=ultra&seed=3").into()),
    ("statistics-none", |device, _| device.open("/statistics").into()),
    ("statistics-all", |device, _| counted(device, "/statistics").into()),
    ("statistics-sprint", |device, _| counted(device, "/statistics/marathon?mode=sprint").into()),
    ("settings", |device, _| device.open("/settings").into()),
    ("settings-try", |device, _| {
        let page = device.open("/settings");
        page.button(&settings::TRY).click();
        page.role("group", &settings::TRY_BOARD).wait();
        page.pass(100.0);
        page.into()
    }),
    ("settings-reset", |device, _| {
        let page = device.open("/settings");
        page.button(&settings::RESET).click();
        page.button(&settings::ERASE).wait();
        page.into()
    }),
    ("replays", |device, _| {
        let page = lost(device, "/marathon/play?seed=3");
        page.go("/replays");
        page.into()
    }),
    ("domino-start", |device, _| device.open("/domino").into()),
    ("domino-easy", |device, _| played(device, "/domino/play?mode=easy&seed=3", 5).into()),
    ("domino-hard", |device, _| played(device, "/domino/play?mode=hard&seed=3", 5).into()),
    ("domino-fitted", |device, _| fitted(device, "/domino/play?mode=easy&seed=3").into()),
    ("domino-fives", |device, _| {
        let position = Position::entering("2:3").board(&["666..665"]).with("streak", true);
        let position = position.with("score", 1_234_560).with("lives", 1234).with("lines", 1209);
        let page = device.open(&position.address_in("domino", "easy"));
        page.pass(0.0);
        page.press(Key::SPACE);
        page.pass(90.0);
        page.into()
    }),
    ("domino-over", |device, _| lost(device, "/domino/play?mode=easy&seed=3").into()),
    ("domino-hard-over", |device, _| lost(device, "/domino/play?mode=hard&seed=3").into()),
    ("flip-start", |device, _| device.open("/flip").into()),
    ("flip-play", |device, _| played(device, "/flip/play?seed=3", 6).into()),
    ("flip-late", |device, _| {
        let position = Position::entering("T").with("score", 1_234_560).with("lines", 142);
        let page = device.open(&position.address_in("flip", "flip"));
        page.pass(0.0);
        page.into()
    }),
    ("flip-turned", |device, _| {
        let page = played(device, "/flip/play?seed=3", 6);
        page.press(Key::G);
        page.pass(600.0);
        page.into()
    }),
    ("flip-over", |device, _| lost(device, "/flip/play?seed=3").into()),
    ("battle-start", |device, _| device.open("/battle").into()),
    ("battle-game-waits", |device, _| {
        let page = played(device, "/battle/play?mode=battle&seed=3", 2);
        page.evaluate("location.hash = '#/battle'");
        page.button(&menu::START_GAME).click();
        page.button(&menu::START_NEW).wait();
        page.into()
    }),
    ("battle-count", |device, _| {
        let page = device.open("/battle/play?mode=battle&seed=3");
        page.pass(200.0);
        page.into()
    }),
    ("battle-play", |device, _| played(device, "/battle/play?mode=battle&seed=3", 6).into()),
    ("versus-play", |device, _| played(device, "/battle/play?mode=versus&seed=3", 6).into()),
    ("versus-fitted", |device, _| fitted(device, "/battle/play?mode=versus&seed=3").into()),
    ("start-for-two", |device, _| {
        let page = device.open("/battle?mode=versus");
        page.role("radio", &menu::TWO_PLAYERS).click();
        page.into()
    }),
    ("versus-for-two", |device, _| {
        let page = for_two(device);
        page.pass_swiftly(2500.0);
        page.into()
    }),
    ("versus-for-two-over", |device, _| {
        let page = for_two(device);
        lose(&page);
        page.into()
    }),
    ("replay", |device, _| watched(device, "/marathon/play?seed=3").into()),
    ("watch-duel", |device, _| watched(device, "/battle/play?mode=battle&seed=3").into()),
    ("watch-analysis", |device, _| {
        let page = watched(device, "/marathon/play?seed=3");
        page.button(&replays::ANALYSE).click();
        page.role("slider", &replays::LOSS_BY_PIECE).wait();
        page.into()
    }),
    ("battle-over", |device, _| lost(device, "/battle/play?mode=battle&seed=3").into()),
    ("versus-over", |device, _| lost(device, "/battle/play?mode=versus&seed=3").into()),
    ("minimal-start", |device, _| device.open("/minimal").into()),
    ("minimal-play", |device, _| {
        let page = device.open("/minimal/play?seed=3");
        page.pass(0.0);
        for _ in 0..50 {
            page.press(Key::DOWN);
        }
        page.pass(1000.0);
        page.into()
    }),
    ("over-minimal", |device, _| {
        let position = Position::entering("T").board(&["TTTTTTTTT."; 19]);
        let page = device.open(&position.address_in("minimal", "minimal"));
        page.wait_until("the end", || {
            page.pass(1000.0);
            page.part(".bare-end").is_there()
        });
        page.into()
    }),
    ("online-no-server", |device, _| {
        let page = device.running().open("/online");
        page.forgive("WebSocket");
        give_name(&page, "Ada");
        page.button(&online::TRY_AGAIN).wait();
        page.into()
    }),
    ("online-name-refused", |device, server| {
        let page = device.running().window();
        page.go_to(&format!("{server}#/online"));
        give_name(&page, "Quintet");
        page.text(&online::NAME_RESERVED).wait();
        page.into()
    }),
    ("online-name", |device, server| {
        let page = device.running().window();
        page.go_to(&format!("{server}#/online"));
        page.into()
    }),
    ("online-name-for-scores", |device, server| {
        let page = device.window();
        page.go_to(&format!("{server}#/marathon/play?seed=3"));
        lose(&page);
        page.text(&ranked::SCORE_NEEDS_NAME).wait();
        page.into()
    }),
    ("online-leaderboard", |device, server| {
        let page = device.running().window();
        page.go_to(&format!("{server}#/online/scores"));
        page.wait_for("the list", "!!document.querySelector('.scores tbody, .no-scores')");
        page.into()
    }),
    ("online-lobby", |device, server| lobby(device, server).into()),
    ("online-room", |device, server| room(device, server).into()),
    ("online-seeking", |device, server| {
        let page = lobby(device, server);
        page.button(&online::QUICK_MATCH).click();
        page.text(&online::SEEKING).wait();
        page.into()
    }),
    ("online-full-room", |device, server| {
        let page = room(device, server);
        page.button(&online::ASK_COMPUTER).click();
        page.button(&online::READY).wait();
        page.into()
    }),
    ("online-guest-room", |device, server| {
        let host = room(Device::DESKTOP, server);
        let page = guest(device, server, &host);
        Shown { page, _others: vec![host], _proxy: None }
    }),
    ("online-match", |device, server| matched(device, server).into()),
    ("online-leave", |device, server| {
        let page = matched(device, server);
        page.button(&online::LEAVE_LINK).click();
        page.text(&online::LEAVE_FORFEITS).wait();
        page.into()
    }),
    ("online-spectator", |device, server| {
        let player = matched(Device::DESKTOP, server);
        let page = device.running().window();
        page.go_to(&format!("{server}#{}", player.address()));
        give_name(&page, "Fan");
        page.part("[data-screen='match']").wait();
        page.wait_for("boards", "document.querySelectorAll('.board-canvas').length === 2");
        Shown { page, _others: vec![player], _proxy: None }
    }),
    ("online-reconnecting", |device, server| {
        let proxy = Proxy::to(server);
        let page = matched(device, proxy.address());
        page.forgive("WebSocket");
        proxy.freeze();
        page.text(&online::RECONNECTING).wait();
        Shown { page, _others: Vec::new(), _proxy: Some(proxy) }
    }),
    ("online-result", |device, server| {
        let page = matched(device, server);
        lose_match(&page);
        page.into()
    }),
    ("watch-online", |device, server| {
        let player = matched(Device::DESKTOP, server);
        lose_match(&player);
        player.wait_for_archived(1);
        let game = player.archived()[0]["online"].as_str().expect("its place").to_owned();
        let page = device.running().window();
        page.go_to(&format!("{server}#/online/matches/{game}"));
        page.role("slider", &replays::TIME).wait();
        page.show_frames(120);
        page.into()
    }),
    ("report-online", |device, server| {
        let host = room(Device::DESKTOP, server);
        let page = guest(device, server, &host);
        for page in [&host, &page] {
            page.button(&online::READY).click();
        }
        wait_for_play(&page);
        lose_match(&page);
        page.button(&online::REPORT).click();
        page.text(&online::REPORT_NOTE).wait();
        Shown { page, _others: vec![host], _proxy: None }
    }),
];

/// Makes intervals a hundred times shorter, so that the demo begins at once.
const HASTE: &str = "{
    const every = window.setInterval;
    window.setInterval = (act, ms) => every(act, ms / 100);
}";

/// Says who one is.
fn give_name(page: &Page, name: &str) {
    page.part(".field").wait();
    page.evaluate(&format!("document.querySelector('.field').value = '{name}'"));
    page.button(&online::GO_ONLINE).click();
}

/// The lobby of the server.
fn lobby(device: Device, server: &str) -> Page {
    let page = device.running().window();
    page.go_to(&format!("{server}#/online"));
    give_name(&page, "Ada");
    page.button(&online::PLAY_A_FRIEND).wait();
    page
}

/// A room that waits for a guest.
fn room(device: Device, server: &str) -> Page {
    let page = lobby(device, server);
    page.button(&online::PLAY_A_FRIEND).click();
    page.wait_for("the code", "document.querySelector('.online-qr img')?.complete");
    page
}

/// Somebody who came by the link to a room.
fn guest(device: Device, server: &str, host: &Page) -> Page {
    let page = device.running().window();
    page.go_to(&format!("{server}#{}", host.address()));
    give_name(&page, "Grace");
    page.button(&online::READY).wait();
    page
}

/// Waits until the count before a match has passed.
fn wait_for_play(page: &Page) {
    let said = "document.querySelector('[data-screen=match] .online-said')?.textContent";
    page.wait_for("the count", &format!("{said} > ''"));
    page.wait_for("time to run", &format!("{said} === ''"));
}

/// Drops piece upon piece until the match is over.
fn lose_match(page: &Page) {
    page.wait_until("the end of the match", || {
        page.press(Key::SPACE);
        page.show_frames(15);
        page.has_dialog()
    });
    page.role("dialog", &online::RESULT).wait();
    // Keys and clicks are ignored for a while after the end of a game.
    page.wait_for_time(750.0);
}

/// A match with the computer after some drops.
fn matched(device: Device, server: &str) -> Page {
    let page = room(device, server);
    page.button(&online::ASK_COMPUTER).click();
    page.button(&online::READY).click();
    wait_for_play(&page);
    for drop in 0..6 {
        for _ in 0..drop {
            page.press(Key::LEFT);
        }
        page.press(Key::SPACE);
        page.show_frames(20);
    }
    page
}

/// The demo of a game, after a while.
fn demo(device: Device, address: &str) -> Page {
    let page = device.running().with_script(HASTE).open(address);
    page.text(&menu::DEMO).wait();
    page.show_frames(180);
    page
}

/// The replay of a game of careless drops, after some seconds.
fn watched(device: Device, address: &str) -> Page {
    let page = lost(device, address);
    page.go("/replays");
    page.button(&replays::WATCH).click();
    page.role("slider", &replays::TIME).wait();
    page.pass(3000.0);
    page
}

/// A screen with recorded games that have run for a moment.
fn shown(device: Device, address: &str) -> Page {
    let page = device.open(address);
    page.wait_for("recordings", "performance.getEntriesByType('resource').some((it) => it.name.endsWith('.bin') && it.responseEnd > 0)");
    page.pass_swiftly(2500.0);
    page
}

/// A game after some drops here and there.
fn played(device: Device, address: &str, drops: usize) -> Page {
    let page = device.open(address);
    // A duel begins with a count.
    page.pass_swiftly(1900.0);
    for drop in 0..drops {
        let key = if drop % 2 == 0 { Key::LEFT } else { Key::RIGHT };
        for _ in 0..drop % 4 {
            page.press(key);
        }
        page.press(Key::SPACE);
        page.pass(600.0);
    }
    page
}

/// A game on a board as large as the window allows, after a drop.
fn fitted(device: Device, address: &str) -> Page {
    let page = device.open("/settings");
    page.starting("combobox", &settings::BOARD_SIZE).focus();
    page.press(Key::DOWN);
    page.go(address);
    page.pass_swiftly(1900.0);
    page.press(Key::SPACE);
    page.pass(600.0);
    page
}

/// The moment after four rows were cleared, this many having been cleared before.
fn cleared(device: Device, lines: u32) -> Page {
    let rows = ["J.........", "TTTTTTTTT.", "SSSSSSSSS.", "ZZZZZZZZZ.", "LLLLLLLLL."];
    let position = Position::with_piece("I", 1, 7, 0).board(&rows).with("lines", lines);
    let page = device.open(&position.address());
    page.pass(0.0);
    page.press(Key::SPACE);
    page.pass(90.0);
    page
}

/// Versus for two at one keyboard.
fn for_two(device: Device) -> Page {
    let page = device.open("/battle?mode=versus");
    page.role("radio", &menu::TWO_PLAYERS).click();
    page.role("radio", &menu::best_of(3)).click();
    page.go("/battle/play?mode=versus&seed=3");
    page
}

/// A page of statistics with games on some days.
fn counted(device: Device, address: &str) -> Page {
    let page = device.open("/statistics");
    page.store_history("marathon", "marathon", 60);
    page.store_history("marathon", "sprint-2", 120);
    page.store_history("battle", "versus", 12);
    page.store_history("domino", "hard", 1);
    page.go(address);
    page.wait_for("the sums", "!!document.querySelector('.tiles')");
    page
}

fn paused(device: Device, address: &str) -> Page {
    let page = played(device, address, 4);
    page.press(if address.starts_with("/minimal") { Key::ESCAPE } else { Key::P });
    page.role("dialog", &play::PAUSED).wait();
    page
}

fn lost(device: Device, address: &str) -> Page {
    let page = device.open(address);
    lose(&page);
    page
}

/// Drops piece upon piece until the game is over.
fn lose(page: &Page) {
    page.pass(0.0);
    page.wait_until("the end of the game", || {
        page.press(Key::SPACE);
        page.pass(100.0);
        page.has_dialog()
    });
    page.role("dialog", &results::GAME_OVER).wait();
    page.pass(1500.0);
}
