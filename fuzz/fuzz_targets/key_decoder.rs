//! The law: whatever keys come at whatever times, a button goes down only while it is up and up only
//! while it is down, and once every key is up, or its time is over, no button is down.
#![no_main]

use std::collections::HashSet;

use libfuzzer_sys::fuzz_target;
use quintet_engine::{Button, GameName, Input, Micros};
use quintet_tui::{Emulation, KeyMeaning, Keyboard, Reports, key_event, key_map_of};

fuzz_target!(|bytes: &[u8]| {
    let Some((&[game, reports], events)) = bytes.split_first_chunk() else { return };
    let game = GameName::ALL[usize::from(game) % GameName::ALL.len()];
    let reports = if reports % 2 == 0 { Reports::Releases } else { Reports::Repeats };
    let (map, rules) = (key_map_of(game), game.rules());
    let mut keyboard = Keyboard::new(reports, Emulation::default());
    let mut down: HashSet<(usize, Button)> = HashSet::new();
    let mut take = |meaning: KeyMeaning| match meaning {
        KeyMeaning::Input(seat, Input::Press(button)) => assert!(down.insert((seat, button))),
        KeyMeaning::Input(seat, Input::Release(button)) => assert!(down.remove(&(seat, button))),
        KeyMeaning::Input(_, Input::Garbage(_)) => panic!("a key sends no garbage"),
        KeyMeaning::Command(_) => {}
    };
    let mut now = Micros::ZERO;
    for &[key, kind, wait] in events.as_chunks().0 {
        now += Micros::from_millis(u64::from(wait));
        keyboard.expire(now, &mut |_, meaning| take(meaning));
        keyboard.take(&map, &rules, &key_event(key, kind), now, &mut take);
    }
    for key in 0..=u8::MAX {
        keyboard.take(&map, &rules, &key_event(key, 2), now, &mut take);
    }
    keyboard.expire(Micros::NEVER, &mut |_, meaning| take(meaning));
    assert!(down.is_empty(), "{down:?} is still held");
});
