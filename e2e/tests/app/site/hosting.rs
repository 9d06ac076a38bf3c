//! Offline, in a subfolder, under a strict policy, and through an update.

use quintet_e2e::{Device, Host, Key, Page, Position};
use quintet_words::{menu, notices, play};

use crate::scenes::{entered, number};

/// Waits until the service worker has everything and looks after the page.
pub(crate) fn wait_for_worker(page: &Page) {
    page.wait_for(
        "the service worker",
        "navigator.serviceWorker.controller?.state === 'activated'",
    );
}

fn plays(page: &Page) {
    let board = page.board();
    assert!(entered(&board).is_some(), "{board:?}");
    page.press(Key::SPACE);
    page.pass(300.0);
    assert!(number(&page.number(&play::SCORE)) > 0);
}

#[test]
fn the_app_works_when_its_host_is_gone() {
    let mut host = Host::open();
    let page = Device::DESKTOP.window();
    page.go_to(&host.address());
    wait_for_worker(&page);
    host.close();
    page.reload();
    page.part("[data-game=marathon] .card-open").click();
    page.button(&menu::START_GAME).click();
    page.wait_for_address("/marathon/play");
    plays(&page);
    for (address, screen) in
        [("/settings", "settings"), ("/marathon/scores", "scores"), ("/replays", "replays")]
    {
        page.go_to(&format!("{}#{address}", host.address()));
        page.part(&format!("[data-screen='{screen}']")).wait();
    }
    let face =
        page.evaluate("document.fonts.ready.then(() => document.fonts.check('16px Oxanium'))");
    assert_eq!(face, true, "the display face is there too");
}

#[test]
fn the_app_works_without_a_network() {
    let page = Device::PHONE.open("/marathon");
    wait_for_worker(&page);
    page.set_offline(true);
    page.reload();
    page.text(&menu::TAP_TO_START).wait();
    page.set_offline(false);
}

#[test]
fn everything_that_is_loaded_is_kept_for_offline_days() {
    let page = Device::DESKTOP.open("/marathon");
    wait_for_worker(&page);
    let missing = page.evaluate(
        "Promise.all(performance.getEntriesByType('resource').map(async ({ name }) =>
            (await caches.match(name)) || name.endsWith('sw.js') ? null : name
        )).then((names) => names.filter(Boolean))",
    );
    assert_eq!(missing, quintet_e2e::json!([]));
}

#[test]
fn the_app_works_from_a_subfolder() {
    let page = Device::DESKTOP.window();
    let folder = format!("{}games/quintet/", Page::site());
    page.go_to(&format!("{folder}#/marathon/play?seed=1"));
    plays(&page);
    wait_for_worker(&page);
    let scope = page.evaluate("navigator.serviceWorker.ready.then(({ scope }) => scope)");
    assert_eq!(scope, folder.as_str());
    page.reload();
    page.button(&menu::START_NEW).click();
    page.wait_for_address("/marathon/play");
    plays(&page);
    let outside = page.evaluate(&format!(
        "performance.getEntriesByType('resource').map(({{ name }}) => name)
            .filter((name) => !name.startsWith('{folder}'))"
    ));
    assert_eq!(outside, quintet_e2e::json!([]), "nothing is asked for outside the folder");
}

#[test]
fn the_app_can_be_installed() {
    let page = Device::PHONE.open("/marathon");
    let manifest = page.evaluate(
        "fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())",
    );
    assert_eq!(manifest["display"], "standalone");
    assert_eq!(manifest["name"], "Quintet");
    let icons = page.evaluate(
        "fetch(document.querySelector('link[rel=manifest]').href)
            .then((answer) => answer.json())
            .then(({ icons }) => Promise.all(icons.map(({ src }) => createImageBitmap.call(window,
                new Blob([])).catch(() => fetch(src).then((answer) => answer.blob())
                .then((blob) => createImageBitmap(blob)).then(({ width }) => width)))))",
    );
    let widths: Vec<u64> =
        icons.as_array().expect("icons").iter().filter_map(quintet_e2e::Value::as_u64).collect();
    assert!(widths.contains(&192) && widths.contains(&512), "{widths:?}");
}

#[test]
fn the_policy_lets_nothing_in_from_elsewhere() {
    let page = Device::DESKTOP.open("/marathon");
    let policy =
        page.evaluate("fetch('.').then((answer) => answer.headers.get('content-security-policy'))");
    let policy = policy.as_str().expect("there is a policy");
    assert!(policy.contains("default-src 'none'"), "{policy}");
    for hole in ["unsafe-inline", "'unsafe-eval'", "http:", "https:", "*"] {
        assert!(!policy.contains(hole), "{hole} in {policy}");
    }
    page.forgive("Content Security Policy");
    page.forgive("Executing inline script");
    let ran = page.evaluate(
        "(() => {
            const script = document.createElement('script');
            script.textContent = 'window.intruder = true';
            document.body.append(script);
            return window.intruder === true;
        })()",
    );
    assert_eq!(ran, false);
}

#[test]
fn a_new_version_is_offered_and_disturbs_no_running_game() {
    let host = Host::open();
    let page = Device::DESKTOP.window();
    page.go_to(&host.address());
    wait_for_worker(&page);
    page.go_to(&format!("{}#{}", host.address(), Position::entering("T").address()));
    page.board();
    page.press(Key::SPACE);
    page.pass(300.0);
    let before = (page.number(&play::SCORE), page.board());
    host.renew();
    // What a browser does of its own accord from time to time.
    page.evaluate(
        "navigator.serviceWorker.getRegistration().then((it) => it.update()).then(() => true)",
    );
    page.pass(0.0);
    assert_eq!((page.number(&play::SCORE), page.board()), before, "the game is as it was");
    assert!(!page.text(&notices::NEW_VERSION).is_there(), "it waits for a pause");
    page.press(Key::P);
    page.text(&notices::NEW_VERSION).wait();
    page.evaluate("document.documentElement.dataset.old = 'yes'");
    page.button(&notices::RELOAD).click();
    page.wait_for(
        "the new version",
        "!document.documentElement.dataset.old && !!document.querySelector('main')",
    );
    wait_for_worker(&page);
}
