//! The golden replays: how each is played.

use quintet_engine::{
    Button, GameName, Gaps, Handling, Kind, Micros, Position, Recorder, Rules, SoftDrop,
    TimedInput, ValidRules,
};

use crate::player::{Dice, Style, play};

/// A game to keep.
pub(crate) struct Recipe {
    /// The name of its folder.
    pub(crate) name: &'static str,
    /// How the replay is written.
    pub(crate) form: Form,
    /// Plays it.
    pub(crate) play: fn() -> Recorder,
}

/// The two forms of a replay.
pub(crate) enum Form {
    Json,
    Bytes,
}

/// Until the end.
const ALL: u32 = u32::MAX;

#[rustfmt::skip]
pub(crate) const RECIPES: &[Recipe] = &[
    Recipe { name: "battle-exchange", form: Form::Bytes, play: battle_exchange },
    Recipe { name: "battle-same-instant", form: Form::Json, play: battle_same_instant },
    Recipe { name: "battle-three", form: Form::Bytes, play: battle_three },
    Recipe { name: "domino-easy-play", form: Form::Bytes, play: domino_easy_play },
    Recipe { name: "domino-easy-streak", form: Form::Json, play: domino_easy_streak },
    Recipe { name: "domino-hard-lives", form: Form::Json, play: domino_hard_lives },
    Recipe { name: "flip-block-out", form: Form::Json, play: flip_block_out },
    Recipe { name: "flip-turns", form: Form::Bytes, play: flip_turns },
    Recipe { name: "marathon-block-out", form: Form::Json, play: marathon_block_out },
    Recipe { name: "marathon-handling", form: Form::Bytes, play: marathon_handling },
    Recipe { name: "marathon-lock-out", form: Form::Json, play: marathon_lock_out },
    Recipe { name: "marathon-spins", form: Form::Json, play: marathon_spins },
    Recipe { name: "marathon-wells", form: Form::Bytes, play: marathon_wells },
    Recipe { name: "minimal-play", form: Form::Bytes, play: minimal_play },
    Recipe { name: "sprint-finish", form: Form::Bytes, play: sprint_finish },
    Recipe { name: "ultra-finish", form: Form::Bytes, play: ultra_finish },
    Recipe { name: "versus-exchange", form: Form::Bytes, play: versus_exchange },
    Recipe { name: "versus-spins", form: Form::Json, play: versus_spins },
    Recipe { name: "versus-storm", form: Form::Bytes, play: versus_storm },
    // Those above are of version 1 of the format and are never written again.
    Recipe { name: "v2-domino-hard", form: Form::Json, play: domino_hard_lives },
    Recipe { name: "v2-flip-turns", form: Form::Bytes, play: flip_turns },
    Recipe { name: "v2-marathon-handling", form: Form::Bytes, play: marathon_handling },
    Recipe { name: "v2-marathon-lock-out", form: Form::Json, play: marathon_lock_out },
    Recipe { name: "v2-versus-spins", form: Form::Bytes, play: versus_spins },
];

fn played(games: &[GameName], seed: u64, styles: &[Style], pieces: u32) -> Recorder {
    let rules: Vec<ValidRules> = games.iter().map(|game| game.rules()).collect();
    played_on(Recorder::new(&rules, seed), styles, pieces)
}

fn played_on(mut recorder: Recorder, styles: &[Style], pieces: u32) -> Recorder {
    let dice = &mut Dice::new(recorder.replay().seed);
    play(&mut recorder, styles, pieces, dice);
    recorder
}

fn from(boards: &[(ValidRules, Position)], seed: u64) -> Recorder {
    Recorder::from_positions(boards, seed).expect("the recipes' positions are possible")
}

/// Random buttons on all boards, held for random times, and sometimes garbage.
fn storm(mut recorder: Recorder, seed: u64, inputs: u32) -> Recorder {
    let ignore = &mut |_, _| {};
    let dice = &mut Dice::new(seed);
    let players = recorder.current().players() as u64;
    let mut at = Micros::ZERO;
    for _ in 0..inputs {
        at += Micros(dice.between(0, 130_000));
        let player = dice.between(0, players - 1) as usize;
        let button = Button::ALL[dice.between(0, Button::ALL.len() as u64 - 1) as usize];
        let done = match dice.between(0, 19) {
            0 => {
                let gap = Gaps::from_iter([dice.between(0, 9) as u8]);
                recorder.apply(&TimedInput::garbage(gap, at).to_board(player as u8), ignore)
            }
            1..12 => recorder.press(player, button, at, ignore),
            _ => recorder.release(player, button, at, ignore),
        };
        done.expect("time runs forward");
    }
    recorder
}

/// Buttons tapped by the first player, a tenth of a second each.
fn tapped(mut recorder: Recorder, buttons: &[Button]) -> Recorder {
    let ignore = &mut |_, _| {};
    for (number, &button) in (1..).zip(buttons) {
        let at = Micros::from_millis(100 * number);
        recorder.press(0, button, at, ignore).expect("time runs forward");
        recorder
            .release(0, button, at + Micros::from_millis(40), ignore)
            .expect("time runs forward");
    }
    recorder
}

fn marathon_wells() -> Recorder {
    played(&[GameName::Marathon], 11, &[Style::Wells], 130)
}

fn marathon_block_out() -> Recorder {
    played(&[GameName::Marathon], 4, &[Style::GivesUp(10)], ALL)
}

/// The I is rotated upright where it enters, on a stack that leaves it no room.
fn marathon_lock_out() -> Recorder {
    let tower = Position::new().board(&[".....J...."; 17]).entering(Kind::I).score(40);
    tapped(
        from(&[(GameName::Marathon.rules(), tower)], 9),
        &[Button::Right, Button::Left, Button::RotateCw, Button::HardDrop],
    )
}

/// Guideline scoring from the slot of a T-spin triple on.
fn marathon_spins() -> Recorder {
    let slot = Position::new()
        .board(&[
            "....G.....", //
            "..........",
            "GGGG.GGGGG",
            "GGGG..GGGG",
            "GGGG.GGGGG",
        ])
        .entering(Kind::T)
        .next(&[Kind::L, Kind::T, Kind::I]);
    let rules = Rules::marathon().with_guideline_scoring();
    played_on(from(&[(rules.validate().expect("valid rules"), slot)], 21), &[Style::Wells], 24)
}

/// Pieces that land at once, repeats without delay, initial actions: the edges of handling.
fn marathon_handling() -> Recorder {
    let handling = Handling {
        das: Micros::from_millis(90),
        arr: Micros::ZERO,
        soft_drop: SoftDrop::Every(Micros::ZERO),
        ..Handling::STANDARD
    };
    let rules = Rules {
        handling,
        initial_actions: true,
        entry_delay: Micros::from_millis(120),
        ..Rules::marathon().from_level(7).with_instant_fall()
    };
    storm(Recorder::new(&[rules.validate().expect("valid rules")], 5), 5, 400)
}

fn sprint_finish() -> Recorder {
    played(&[GameName::Sprint], 40, &[Style::Tidy], ALL)
}

fn ultra_finish() -> Recorder {
    played(&[GameName::Ultra], 120, &[Style::Wells], ALL)
}

fn domino_easy_play() -> Recorder {
    played(&[GameName::DominoEasy], 3, &[Style::Tidy], 90)
}

/// Two rows at once, a row during the streak, and a row that ends it.
fn domino_easy_streak() -> Recorder {
    let tile = |low, high| Kind::domino(low, high).expect("values up to six");
    let stack = Position::new()
        .board(&["100..000", "000..000", "000..030", "110..000"])
        .entering(tile(1, 2))
        .next(&[tile(2, 5), tile(2, 3), tile(0, 0), tile(1, 1)]);
    let rotations = [Button::RotateCw, Button::HardDrop, Button::RotateCw, Button::Right];
    let buttons = [&rotations[..], &[Button::HardDrop; 3]].concat();
    tapped(from(&[(GameName::DominoEasy.rules(), stack)], 8), &buttons)
}

/// Three rows without a multiple of five cost three lives, and there are two.
fn domino_hard_lives() -> Recorder {
    let tile = |low, high| Kind::domino(low, high).expect("values up to six");
    let stack = Position::new()
        .board(&["000..001", "101..000", "000..000"])
        .entering(tile(0, 4))
        .next(&[tile(0, 0), tile(1, 6), tile(2, 2)])
        .lives(2);
    tapped(
        from(&[(GameName::DominoHard.rules(), stack)], 14),
        &[Button::Left, Button::Right, Button::HardDrop, Button::HardDrop, Button::HardDrop],
    )
}

/// Both players attack, then the second gives up.
fn battle_exchange() -> Recorder {
    let styles = [Style::Wells, Style::GivesUp(75)];
    played(&[GameName::Battle; 2], 1, &styles, ALL)
}

/// Both pieces lock at the same microsecond, and neither board has room for another.
fn battle_same_instant() -> Recorder {
    let mut rows = vec!["...ZZZZZ..", "...ZZZZZ.."];
    rows.extend([".JJJJJJJJJ"; 17]);
    let position = Position::new().board(&rows).active(Kind::O, 0, 8, 1);
    let mut recorder = from(
        &[(GameName::Battle.rules(), position.clone()), (GameName::Battle.rules(), position)],
        2,
    );
    let ignore = &mut |_, _| {};
    recorder.press(1, Button::RotateCw, Micros(500_000), ignore).expect("time runs forward");
    recorder.advance(Micros::from_secs(2), ignore).expect("time runs forward");
    recorder
}

fn battle_three() -> Recorder {
    let styles = [Style::Wells, Style::GivesUp(25), Style::GivesUp(45)];
    played(&[GameName::Battle; 3], 33, &styles, ALL)
}

fn versus_exchange() -> Recorder {
    played(&[GameName::Versus; 2], 6, &[Style::Wells, Style::Wells], 80)
}

/// Five boards: slots for a spin of one, two and three lines and a mini, and one row to empty.
fn versus_spins() -> Recorder {
    let slots: [(&[&str], Kind); 5] = [
        (&["GGGG......", "GGG...GGG.", "GGGG.GGGGG"], Kind::T),
        (&["J.........", "GGGG......", "GGG...GGGG", "GGGG.GGGGG"], Kind::T),
        (&["....G.....", "..........", "GGGG.GGGGG", "GGGG..GGGG", "GGGG.GGGGG"], Kind::T),
        (&[".........J", "..........", ".GGGGGGGGG"], Kind::T),
        (&["GGGGGG...."], Kind::I),
    ];
    let boards = slots.map(|(rows, kind)| {
        let next = [Kind::I, Kind::L, Kind::O, Kind::T];
        (GameName::Versus.rules(), Position::new().board(rows).entering(kind).next(&next))
    });
    played_on(from(&boards, 64), &[Style::Wells; 5], 8)
}

fn versus_storm() -> Recorder {
    storm(Recorder::new(&[GameName::Versus.rules(); 2], 17), 17, 700)
}

fn minimal_play() -> Recorder {
    played(&[GameName::Minimal], 2, &[Style::GivesUp(60)], ALL)
}

fn flip_turns() -> Recorder {
    played(&[GameName::Flip], 7, &[Style::Flips(6)], 90)
}

fn flip_block_out() -> Recorder {
    storm(Recorder::new(&[GameName::Flip.rules()], 3), 3, 150)
}
