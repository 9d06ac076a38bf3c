//! A language file from its source to the screen. A program installs one language only, so this
//! test has a program of its own.

use quintet_words::{Language, compile, menu, numerals, play, results, thousands};

const SOURCE: &str = "
    # Not a real language, but it has plurals and an order of its own.
    name = Teste
    plurals = slavic

    [numerals]
    THOUSANDS = ’
    ordinal = no. {0}

    [menu]
    START_GAME = EKO!
    record = {1} za, {2} proti: {0}

    [play]
    no_five = {0} {0|zivot|zivota|zivotov}

    [results]
    points_short = {0|tocka|tocke|tock}: {0}
";

#[test]
fn a_language_file_replaces_english_phrase_by_phrase() {
    let compiled = compile(SOURCE).expect("it is a language file");
    assert_eq!(compiled.name, "Teste");
    assert!(compiled.missing.contains(&"menu.RESUME".to_owned()), "{:?}", compiled.missing);
    assert!(!compiled.missing.contains(&"menu.START_GAME".to_owned()));
    let short = compiled.text.rsplit_once('\n').expect("it has many lines").0.to_owned();
    assert!(Language::parse(short).is_none(), "made for another catalogue");

    assert_eq!(&*menu::START_GAME, "START GAME");
    Language::parse(compiled.text).expect("it was just compiled").install();

    assert_eq!(&*menu::START_GAME, "EKO!");
    assert_eq!(&*menu::RESUME, "RESUME", "what the file lacks stays English");
    assert_eq!(menu::record(menu::LEVEL_2, 3, 1), "3 za, 1 proti: Easy");
    assert_eq!(&*numerals::ordinal(2), "no. 2");
    assert_eq!(&*thousands(12_450), "12’450");
    let lives = [1, 3, 5].map(|lives| play::no_five(lives).to_string());
    assert_eq!(lives, ["1 zivot", "3 zivota", "5 zivotov"]);
    let points = [1, 12_452].map(results::points_short);
    assert_eq!(points, ["tocka: 1", "tocke: 12’452"]);
}
