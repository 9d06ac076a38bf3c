//! Colours, contrast and the bell, on the bytes that the terminal gets.

use std::collections::BTreeMap;

use quintet_words::{Phrase, menu, play, results, settings, terminal as terminal_words};
use vt100::Color;

use crate::SMALL;
use crate::pty::{Home, Keys, Terminal};

const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";
const ESCAPE: &str = "\x1b";
const BELL: char = '\x07';

/// Starts the program on its menu and switches a setting on, as a player does.
fn with_setting(home: &Home, setting: Phrase, arguments: &[&str]) -> Terminal {
    let mut terminal = Terminal::start(home, Keys::Plain, SMALL, arguments);
    let chosen = |row: Phrase| move |screen: &str| screen.contains(&format!("> {row} <"));
    terminal.wait_until("the menu", chosen(menu::START_GAME));
    terminal.press_until(DOWN, &menu::SETTINGS, chosen(menu::SETTINGS));
    terminal.send("\r");
    terminal.wait_for(&settings::TITLE);
    let row = format!("> {setting}");
    terminal.press_until(DOWN, &setting, |screen| screen.contains(&row));
    let is_on = format!("◂ {} ▸", terminal_words::ON);
    assert!(!terminal.text().contains(&is_on), "{setting} is off by default");
    terminal.send(RIGHT);
    terminal.wait_for(&is_on);
    terminal.send(ESCAPE);
    terminal.wait_until("the menu", chosen(menu::START_GAME));
    terminal
}

/// One sign on the screen with its colours.
struct Sign {
    text: String,
    ink: Color,
    ground: Color,
}

fn signs(terminal: &Terminal) -> Vec<Sign> {
    let screen = terminal.screen.screen();
    let (columns, rows) = SMALL;
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let cells = places.map(|(row, column)| screen.cell(row, column).expect("it is on the screen"));
    cells
        .map(|cell| Sign {
            text: cell.contents().to_owned(),
            ink: cell.fgcolor(),
            ground: cell.bgcolor(),
        })
        .collect()
}

const fn rgb(hex: u32) -> Color {
    Color::Rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

/// The app's own palette for the colour-blind (`--color-piece-*` in its style).
fn safe_palette() -> BTreeMap<&'static str, Color> {
    [
        ("I", 0x56_c8_ff),
        ("J", 0x1f_6f_d6),
        ("L", 0xe0_86_0b),
        ("O", 0xff_f0_6b),
        ("S", 0x00_b9_8a),
        ("T", 0xe0_8c_c4),
        ("Z", 0xd8_42_0f),
    ]
    .map(|(letter, colour)| (letter, rgb(colour)))
    .into()
}

/// The nearest colour of the cube of 6 by 6 by 6, which no theme changes.
fn in_cube(colour: Color) -> Color {
    let Color::Rgb(red, green, blue) = colour else { panic!("{colour:?} has no channels") };
    let step = |channel: u8| ((u16::from(channel) + 25) / 51) as u8;
    Color::Idx(16 + 36 * step(red) + 6 * step(green) + step(blue))
}

/// The colours of blocks by the letters on them: what stands on another ground than most signs do.
fn blocks(signs: &[Sign]) -> BTreeMap<String, Color> {
    let background = signs[0].ground;
    let on_blocks = signs.iter().filter(|sign| sign.ground != background);
    let letters = on_blocks.filter(|sign| "IJLOSTZ".contains(&sign.text) && !sign.text.is_empty());
    letters.map(|sign| (sign.text.clone(), sign.ground)).collect()
}

#[test]
fn the_safe_palette_has_its_own_colours_and_letters_whatever_the_theme() {
    for (colours, shown) in [("truecolor", None), ("256", Some(in_cube as fn(Color) -> Color))] {
        let home = Home::new();
        let arguments = ["play", "--colours", colours];
        let mut terminal = with_setting(&home, settings::SAFE_COLOURS, &arguments);
        terminal.send("\r");
        terminal.wait_for(&play::NEXT);
        let signs = signs(&terminal);
        for Sign { text, ink, ground } in &signs {
            let is_fixed = |colour: &Color| match colour {
                Color::Default => false,
                // The first sixteen are the theme's.
                Color::Idx(number) => colours == "256" && *number >= 16,
                Color::Rgb(..) => colours == "truecolor",
            };
            assert!(is_fixed(ink) && is_fixed(ground), "{colours}: {text:?} {ink:?} on {ground:?}");
        }
        let blocks = blocks(&signs);
        assert!(blocks.len() >= 3, "{colours}: {blocks:?}");
        for (letter, colour) in &blocks {
            let wanted = safe_palette()[letter.as_str()];
            assert_eq!(*colour, shown.map_or(wanted, |shown| shown(wanted)), "{colours}: {letter}");
        }
    }
}

/// The palette of 16 is the theme's, so that letters tell the pieces apart there.
#[test]
fn with_sixteen_colours_the_safe_palette_tells_pieces_apart_by_letters() {
    let home = Home::new();
    let arguments = ["play", "--colours", "16"];
    let mut terminal = with_setting(&home, settings::SAFE_COLOURS, &arguments);
    terminal.send("\r");
    terminal.wait_for(&play::NEXT);
    let signs = signs(&terminal);
    assert!(blocks(&signs).len() >= 3, "{:?}", blocks(&signs));
    assert!(signs.iter().all(|sign| !"█▀▄".contains(&sign.text) || sign.text.is_empty()));
}

/// How far two colours are apart, from 1 to 21, as the WCAG define it.
fn contrast(one: Color, other: Color) -> f64 {
    let luminance = |colour: Color| {
        let Color::Rgb(red, green, blue) = colour else { panic!("{colour:?} has no channels") };
        let linear = |channel: u8| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// The least contrast of letters and digits to what is behind them.
fn least_contrast(terminal: &Terminal) -> f64 {
    let signs = signs(terminal);
    let words = signs.iter().filter(|sign| sign.text.chars().any(char::is_alphanumeric));
    words.map(|sign| contrast(sign.ink, sign.ground)).fold(f64::INFINITY, f64::min)
}

#[test]
fn high_contrast_is_white_on_black_with_letters_on_blocks() {
    let home = Home::new();
    let arguments = ["play", "--colours", "truecolor"];
    let mut terminal = with_setting(&home, settings::HIGH_CONTRAST, &arguments);
    assert!(least_contrast(&terminal) >= 7.0, "the menu");
    terminal.send("\r");
    terminal.wait_for(&play::NEXT);
    let signs = signs(&terminal);
    assert_eq!(signs[0].ground, rgb(0));
    assert!(signs.iter().any(|sign| sign.text == "│" && sign.ink == rgb(0xff_ff_ff)));
    assert!(!blocks(&signs).is_empty(), "{}", terminal.text());
    // Without the setting the background is not black, and the dimmest words are dimmer.
    let mut usual = Terminal::start(&Home::new(), Keys::Plain, SMALL, &arguments);
    usual.wait_for(&menu::START_GAME);
    assert!((4.5..7.0).contains(&least_contrast(&usual)), "{}", least_contrast(&usual));
    assert_ne!(self::signs(&usual)[0].ground, rgb(0));
}

/// Loses a game and counts how often the bell rang.
fn bells(mut terminal: Terminal) -> usize {
    terminal.press_until(" ", "the end", |screen| screen.contains(&*results::GAME_OVER_TITLE));
    terminal.send("\x03");
    assert!(terminal.ends().success());
    String::from_utf8_lossy(&terminal.written).matches(BELL).count()
}

#[test]
fn the_bell_is_silent_until_it_is_switched_on() {
    let home = Home::new();
    let arguments = ["play", "marathon", "--seed", "42"];
    let mut terminal = Terminal::start(&home, Keys::Plain, SMALL, &arguments);
    terminal.wait_for(&play::NEXT);
    assert_eq!(bells(terminal), 0, "it is off by default");
    let mut terminal = with_setting(&home, terminal_words::BELL, &["play"]);
    terminal.send("\r");
    terminal.wait_for(&play::NEXT);
    assert_eq!(bells(terminal), 1, "it rings at the end of the game");
}
