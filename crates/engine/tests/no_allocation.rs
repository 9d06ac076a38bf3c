//! A game does not allocate while it is played, and is small enough to copy.

use allocation_counter::measure;
use quintet_engine::{
    Button, Deal, Event, Game, GameName, Kind, Micros, PlacedPiece, Position, Sink, TimedEvent,
};

/// A game with rows that the first pieces complete.
fn opening(name: GameName) -> Game {
    let rules = name.rules();
    let position = if rules.deal == Deal::DominoBag {
        Position::new().board(&["555..555"; 4])
    } else {
        Position::new().board(&["GGG....GGG"; 4]).next(&[Kind::I; 6])
    };
    Game::from_position(rules, 42, &position).expect("a good position")
}

/// Pieces enter, fall, move, rotate, are held, drop and lock; rows are cleared; garbage enters.
/// Returns how many pieces locked and how many rows were cleared.
fn play(game: &mut Game) -> (u32, u32) {
    let (mut locks, mut rows_gone) = (0, 0);
    let mut count = |event: TimedEvent| match event.event {
        Event::Locked { .. } => locks += 1,
        Event::Collapsed { rows } => rows_gone += u32::from(rows.count()),
        _ => {}
    };
    let sink: Sink<'_> = &mut count;
    let mut at = Micros::ZERO;
    // The first pieces go straight down, by hard drop or soft drop.
    for _ in 0..60 {
        at += Micros(210_000);
        let button = if game.rules().hard_drop { Button::HardDrop } else { Button::SoftDrop };
        game.press(button, at, sink).expect("time runs forward");
        game.release(button, at, sink).expect("time runs forward");
        if game.view().pieces >= 3 {
            break;
        }
    }
    for round in 0..200_usize {
        let button = Button::ALL[round % Button::ALL.len()];
        at += Micros(70_000);
        game.press(button, at, sink).expect("time runs forward");
        at += Micros(190_000);
        game.release(button, at, sink).expect("time runs forward");
        if round % 16 == 0 {
            game.receive_garbage(&[round as u8 % 8], at, sink).expect("time runs forward");
        }
        at += Micros(300_000);
        game.advance(at, sink).expect("time runs forward");
    }
    (locks, rows_gone)
}

#[test]
fn playing_does_not_allocate() {
    for name in GameName::ALL {
        let mut game = opening(name);
        let (mut locks, mut rows) = (0, 0);
        let made = measure(|| {
            (locks, rows) = play(&mut game);
            game.pause();
            game.resume();
            game = Game::new(name.rules(), 42);
        });
        assert_eq!(made.count_total, 0, "{}", name.name());
        assert!(locks >= 6 && rows >= 3, "{}: {locks} pieces, {rows} rows", name.name());
    }
}

#[test]
fn views_hashes_and_copies_do_not_allocate() {
    for name in GameName::ALL {
        let mut game = opening(name);
        play(&mut game);
        let made = measure(|| {
            let view = game.view();
            let cells = view.piece.into_iter().flat_map(PlacedPiece::cells).count();
            assert!(cells <= 4 && view.now == game.now());
            assert_eq!(game.clone().state_hash(), game.state_hash());
        });
        assert_eq!(made.count_total, 0, "{}", name.name());
    }
}

#[test]
fn a_game_is_about_a_kilobyte_and_copying_it_is_copying_its_bytes() {
    println!("a game takes {} bytes", size_of::<Game>());
    assert!(size_of::<Game>() <= 1280, "{} bytes", size_of::<Game>());
    assert!(!std::mem::needs_drop::<Game>(), "it owns no memory elsewhere");
}

/// The counter itself notices allocations.
#[test]
fn the_counter_notices_an_allocation() {
    let made = measure(|| drop(std::hint::black_box(Vec::<u8>::with_capacity(10))));
    assert_eq!(made.count_total, 1);
}
