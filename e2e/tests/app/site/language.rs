//! Another language than English.

use quintet_e2e::{Device, Host, Key, Page};
use quintet_words::{compile, menu, notices, settings};

use crate::site::hosting::wait_for_worker;

const MADE_UP: &str = "
    name = Teste
    plurals = one
    [menu]
    START_GAME = EKO!
    [settings]
    DONE = FINI
";

/// Chooses the made-up language on a host that has it.
fn choose_language(page: &Page) {
    page.button(&menu::SETTINGS).click();
    page.starting("combobox", &settings::LANGUAGE).focus();
    page.press(Key::END);
    page.button("FINI").wait();
}

#[test]
fn a_language_is_fetched_when_it_is_chosen_and_stays() {
    let host = Host::with_language(compile(MADE_UP).expect("it is a language file"));
    let page = Device::DESKTOP.window();
    page.go_to(&format!("{}#/marathon", host.address()));
    page.button(&menu::START_GAME).wait();
    let fetched =
        "performance.getEntriesByType('resource').some((it) => it.name.includes('/a/xx-'))";
    assert_eq!(page.evaluate(fetched), false, "nobody has asked for it");

    choose_language(&page);
    assert_eq!(page.part("html").attribute("lang").as_deref(), Some("xx"));

    page.go_to(&format!("{}#/marathon", host.address()));
    page.button("EKO!").wait();
    page.button(&menu::HIGH_SCORES).wait();
}

/// A page with the made-up language, which its service worker keeps.
fn page_with_language(host: &Host) -> Page {
    let page = Device::DESKTOP.window();
    page.go_to(&format!("{}#/marathon", host.address()));
    wait_for_worker(&page);
    assert_eq!(page.evaluate(&is_kept(Host::LANGUAGE)), false, "nobody has asked for it");
    choose_language(&page);
    page.wait_for("the language in the cache", &is_kept(Host::LANGUAGE));
    page
}

fn is_kept(path: &str) -> String {
    format!("caches.match('{path}').then(Boolean)")
}

#[test]
fn a_chosen_language_works_when_its_host_is_gone() {
    let mut host = Host::with_language(compile(MADE_UP).expect("it is a language file"));
    let page = page_with_language(&host);
    host.close();
    page.go_to(&format!("{}#/marathon", host.address()));
    page.button("EKO!").wait();
}

#[test]
fn a_new_version_brings_its_own_texts_of_a_chosen_language() {
    let host = Host::with_language(compile(MADE_UP).expect("it is a language file"));
    let page = page_with_language(&host);
    host.renew();
    // What a browser does of its own accord from time to time.
    page.evaluate(
        "navigator.serviceWorker.getRegistration().then((it) => it.update()).then(() => true)",
    );
    page.text(&notices::NEW_VERSION).wait();
    assert_eq!(page.evaluate(&is_kept(Host::NEWER_LANGUAGE)), true);
}

#[test]
fn english_is_alone_until_a_language_is_added() {
    let page = Device::DESKTOP.open("/settings");
    page.starting("switch", &settings::GHOST).wait();
    assert!(!page.starting("combobox", &settings::LANGUAGE).is_there());
}
