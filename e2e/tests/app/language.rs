//! Another language than English.

use quintet_e2e::{Device, Host, Key};
use quintet_words::{compile, menu, settings};

const MADE_UP: &str = "
    name = Teste
    plurals = one
    [menu]
    START_GAME = EKO!
    [settings]
    DONE = FINI
";

#[test]
fn a_language_is_fetched_when_it_is_chosen_and_stays() {
    let host = Host::with_language(compile(MADE_UP).expect("it is a language file"));
    let page = Device::DESKTOP.window();
    page.go_to(&format!("{}#/marathon", host.address()));
    page.button(&menu::START_GAME).wait();
    let fetched =
        "performance.getEntriesByType('resource').some((it) => it.name.endsWith('xx.txt'))";
    assert_eq!(page.evaluate(fetched), false, "nobody has asked for it");

    page.button(&menu::SETTINGS).click();
    page.starting("combobox", &settings::LANGUAGE).focus();
    page.press(Key::END);
    page.button("FINI").wait();
    assert_eq!(page.part("html").attribute("lang").as_deref(), Some("xx"));

    page.go_to(&format!("{}#/marathon", host.address()));
    page.button("EKO!").wait();
    page.button(&menu::HIGH_SCORES).wait();
}

#[test]
fn english_is_alone_until_a_language_is_added() {
    let page = Device::DESKTOP.open("/settings");
    page.starting("switch", &settings::GHOST).wait();
    assert!(!page.starting("combobox", &settings::LANGUAGE).is_there());
}
