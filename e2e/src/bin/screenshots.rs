//! Takes a picture of every screen on every device: `screenshots FOLDER [WORD [SIZE ...]]`, with
//! sizes such as `320x568`, for a touch screen `320x568t`.

use std::path::PathBuf;

use quintet_e2e::{Device, Key, Page, Position};
use quintet_words::{menu, notices, online, play, replays, results, settings};

const DEVICES: [Device; 4] =
    [Device::DESKTOP, Device::DESKTOP.sized(2560, 1440), Device::PHONE, Device::PHONE_SIDEWAYS];

/// A screen's name and the way to it.
type Shot = (&'static str, fn(Device) -> Page);

const SHOTS: [Shot; 45] = [
    ("home", |device| shown(device, "/")),
    ("marathon-how-to-play", |device| shown(device, "/marathon/how-to-play")),
    ("domino-how-to-play", |device| shown(device, "/domino/how-to-play")),
    ("battle-how-to-play", |device| shown(device, "/battle/how-to-play")),
    ("minimal-how-to-play", |device| shown(device, "/minimal/how-to-play")),
    ("flip-how-to-play", |device| shown(device, "/flip/how-to-play")),
    ("marathon-start", |device| device.open("/marathon")),
    ("marathon-controls", |device| device.open("/marathon/controls")),
    ("marathon-play", |device| played(device, "/marathon/play?seed=3", 6)),
    ("marathon-clear", |device| {
        let rows = ["J.........", "TTTTTTTTT.", "SSSSSSSSS.", "ZZZZZZZZZ.", "LLLLLLLLL."];
        let position = Position::with_piece("I", 1, 7, 0).board(&rows).with("lines", 30);
        let page = device.open(&position.address());
        page.pass(0.0);
        page.press(Key::SPACE);
        page.pass(90.0);
        page
    }),
    ("marathon-level-up", |device| {
        let position = Position::entering("I").board(&["T.........", "TTT....TTT"]);
        // What fades away would have gone by the time of the picture.
        let device = Device { reduced_motion: true, ..device };
        let page = device.open(&position.with("lines", 19).address());
        page.pass(0.0);
        page.press(Key::SPACE);
        page.pass(300.0);
        page
    }),
    ("marathon-fitted", |device| fitted(device, "/marathon/play?seed=3")),
    ("marathon-notice", |device| {
        let page = device.open("/");
        page.store("quintet/settings", "{ broken");
        page.go("/marathon/play?seed=3");
        page.pass(0.0);
        page.press(Key::P);
        page.button(&notices::DISMISS).wait();
        page
    }),
    ("marathon-pause", |device| paused(device, "/marathon/play?seed=3")),
    ("marathon-over", |device| lost(device, "/marathon/play?seed=3")),
    ("marathon-scores", |device| {
        let page = lost(device, "/marathon/play?seed=3");
        page.go("/marathon/scores");
        page
    }),
    ("statistics-none", |device| device.open("/statistics")),
    ("statistics-all", |device| counted(device, "/statistics")),
    ("statistics-sprint", |device| counted(device, "/statistics/marathon?mode=sprint")),
    ("settings", |device| device.open("/settings")),
    ("replays", |device| {
        let page = lost(device, "/marathon/play?seed=3");
        page.go("/replays");
        page
    }),
    ("domino-start", |device| device.open("/domino")),
    ("domino-easy", |device| played(device, "/domino/play?mode=easy&seed=3", 5)),
    ("domino-hard", |device| played(device, "/domino/play?mode=hard&seed=3", 5)),
    ("domino-fitted", |device| fitted(device, "/domino/play?mode=easy&seed=3")),
    ("domino-over", |device| lost(device, "/domino/play?mode=easy&seed=3")),
    ("flip-start", |device| device.open("/flip")),
    ("flip-play", |device| played(device, "/flip/play?seed=3", 6)),
    ("flip-turned", |device| {
        let page = played(device, "/flip/play?seed=3", 6);
        page.press(Key::G);
        page.pass(600.0);
        page
    }),
    ("flip-over", |device| lost(device, "/flip/play?seed=3")),
    ("battle-start", |device| device.open("/battle")),
    ("battle-play", |device| played(device, "/battle/play?mode=battle&seed=3", 6)),
    ("versus-play", |device| played(device, "/battle/play?mode=versus&seed=3", 6)),
    ("versus-count", |device| {
        let page = device.open("/battle/play?mode=versus&seed=3");
        page.pass(100.0);
        page
    }),
    ("versus-fitted", |device| fitted(device, "/battle/play?mode=versus&seed=3")),
    ("versus-for-two", |device| {
        let page = device.open("/battle?mode=versus");
        page.role("radio", &menu::TWO_PLAYERS).click();
        page.role("radio", &menu::best_of(3)).click();
        page.go("/battle/play?mode=versus&seed=3");
        page.pass_swiftly(2500.0);
        page
    }),
    ("replay", |device| {
        let page = lost(device, "/marathon/play?seed=3");
        page.go("/replays");
        page.button(&replays::WATCH).click();
        page.role("slider", &replays::TIME).wait();
        page.pass(3000.0);
        page
    }),
    ("battle-over", |device| lost(device, "/battle/play?mode=battle&seed=3")),
    ("minimal-start", |device| device.open("/minimal")),
    ("minimal-play", |device| {
        let page = device.open("/minimal/play?seed=3");
        page.pass(0.0);
        for _ in 0..50 {
            page.press(Key::DOWN);
        }
        page.pass(1000.0);
        page
    }),
    ("online-name", |device| device.running().open("/online")),
    ("online-lobby", lobby),
    ("online-room", room),
    ("online-match", matched),
    ("online-result", |device| {
        let page = matched(device);
        page.wait_until("the end of the match", || {
            page.press(Key::SPACE);
            page.show_frames(15);
            page.role("dialog", &online::RESULT).is_there()
        });
        page
    }),
];

/// The lobby of the server.
fn lobby(device: Device) -> Page {
    let server = std::env::var("QUINTET_SERVER").expect("`cargo xtask screenshots` sets it");
    let page = device.running().window();
    page.go_to(&format!("{server}#/online"));
    page.part(".field").wait();
    page.evaluate("document.querySelector('.field').value = 'Ada'");
    page.button(&online::GO_ONLINE).click();
    page.button(&online::PLAY_A_FRIEND).wait();
    page
}

/// A room that waits for a guest.
fn room(device: Device) -> Page {
    let page = lobby(device);
    page.button(&online::PLAY_A_FRIEND).click();
    page.wait_for("the code", "document.querySelector('.online-qr img')?.complete");
    page
}

/// A match with the computer after some drops.
fn matched(device: Device) -> Page {
    let page = room(device);
    page.button(&online::ASK_COMPUTER).click();
    page.button(&online::READY).click();
    let said = "document.querySelector('[data-screen=match] .online-said')?.textContent";
    page.wait_for("the count", &format!("{said} > ''"));
    page.wait_for("time to run", &format!("{said} === ''"));
    for drop in 0..6 {
        for _ in 0..drop {
            page.press(Key::LEFT);
        }
        page.press(Key::SPACE);
        page.show_frames(20);
    }
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

/// A game on a board that is as large as the window allows.
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
    page.press(Key::P);
    page.role("dialog", &play::PAUSED).wait();
    page
}

fn lost(device: Device, address: &str) -> Page {
    let page = device.open(address);
    page.pass(0.0);
    page.wait_until("the end of the game", || {
        page.press(Key::SPACE);
        page.pass(100.0);
        page.role("dialog", &results::GAME_OVER).is_there()
    });
    page.pass(1500.0);
    page
}

/// The device with this size.
fn sized(size: &str) -> Device {
    let device = if size.ends_with('t') { Device::PHONE } else { Device::DESKTOP };
    let (width, height) = size.trim_end_matches('t').split_once('x').expect("WIDTHxHEIGHT");
    device.sized(width.parse().expect("a width"), height.parse().expect("a height"))
}

fn main() {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.expect("usage: screenshots FOLDER");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    // Only the screens whose names contain this word, if there is one.
    let word = std::env::args().nth(2).unwrap_or_default();
    let sizes: Vec<Device> = std::env::args().skip(3).map(|size| sized(&size)).collect();
    for device in if sizes.is_empty() { DEVICES.to_vec() } else { sizes } {
        for (name, open) in SHOTS.into_iter().filter(|(name, _)| name.contains(&word)) {
            let page = open(device);
            page.wait_for_stillness();
            let path = folder.join(format!("{name}-{}x{}.png", device.width, device.height));
            std::fs::write(&path, page.screenshot()).expect("the picture can be written");
            println!("{}", path.display());
        }
    }
}
