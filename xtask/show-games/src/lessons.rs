//! The lessons of the pages that explain the games: drawn positions and lines of buttons.
//!
//! In a line of buttons `<` and `>` move, `r` rotates, `v` takes the piece a row further, `!` drops
//! it, `h` holds, `f` reverses gravity, and `.` waits.

use quintet_engine::{Button, GameName, Kind, Micros, Position, Recorder, Replay};

use crate::Named;

/// From button to button, and how long a `.` waits.
const TAP: Micros = Micros::from_millis(180);
const STEP: Micros = Micros::from_millis(80);
const WAIT: Micros = Micros::from_millis(400);
/// How long the board is seen after the last button.
const REST: Micros = Micros::from_millis(1600);

/// A board before a lesson.
fn board(kind: Kind, rows: &[&str]) -> Position {
    Position::new().board(rows).entering(kind)
}

/// Half-filled rows with a well on the right, four deep.
const WELL: [&str; 4] = ["JJJSSTZZL.", "JTTTSSZZL.", "OOTIIIILL.", "OOSSJJJZZ."];
/// A stack that almost reaches the top.
const TALL: [&str; 17] = [
    "....TT....",
    "...LLLZ...",
    "...LOOZZ..",
    "..SSOOJZ..",
    ".SSTTTJJ..",
    "IIIITLLL..",
    "OOJJJLSSZ.",
    "OOZZJSSZZ.",
    "LZZTTTIZ..",
    "LLLSTJIOO.",
    "IIIISSIOO.",
    "JJJZZSITT.",
    "SSJLZZLLL.",
    "TSSLOOJJJ.",
    "TTLLOOIIJ.",
    "TZZJJJSSI.",
    "IIZZJLLSS.",
];

/// All of them, by game and in the order in which they are read.
pub(crate) fn all() -> Vec<Named> {
    let tile = |a, b| Kind::domino(a, b).expect("a tile");
    let next = &[Kind::T, Kind::L, Kind::S, Kind::J];
    let marathon = |start: Position, script| alone(GameName::Marathon, &start.next(next), script);
    let minimal = |start: Position, script| alone(GameName::Minimal, &start.next(next), script);
    let domino = |start: Position, script| alone(GameName::DominoEasy, &start, script);
    let flip = |start: Position, script| alone(GameName::Flip, &start, script);
    vec![
        (
            "marathon-rows",
            marathon(board(Kind::O, &["L.........", "LLZZ..S..T", "JJJIIII..T"]), "..>.>.>..!...."),
        ),
        ("marathon-tetris", marathon(board(Kind::I, &WELL), "..r.>>>>..!....")),
        ("marathon-hold", marathon(board(Kind::S, &WELL).hold(Kind::I), "...h..r.>>>>..!....")),
        ("marathon-over", marathon(board(Kind::O, &TALL), "....!.!..")),
        (
            "domino-five",
            domino(board(tile(2, 3), &["12......", "21011..0"]).lives(1), "...>.>..!....."),
        ),
        (
            "domino-other",
            domino(board(tile(1, 2), &["21......", "20011..0"]).lives(1), "...>.>..!....."),
        ),
        (
            "domino-double",
            domino(board(tile(1, 4), &["2101110.", "1111000."]).lives(1), "...r.>.>.>.>..!....."),
        ),
        (
            "domino-over",
            domino(board(tile(1, 2), &["21......", "20011..0"]).lives(0), "...>.>..!....."),
        ),
        (
            "battle-attack",
            duel(
                &[board(Kind::I, &WELL), board(Kind::T, &["O..LLLSS.J", "OOZLTTSSJJ"])],
                ["..r.>>>>>>..!.......", ".................<.<..!....."],
            ),
        ),
        (
            "battle-out",
            duel(
                &[board(Kind::I, &WELL), board(Kind::O, &TALL[2..])],
                ["..r.>>>>>>..!.......", "............>>>>>..!......"],
            ),
        ),
        (
            "minimal-rows",
            minimal(
                board(Kind::O, &["LLZZ..S..T", "JJJIIII..T"]),
                "..>.>.>.vvvvvvvvvvvvvvvvvvvvv...",
            ),
        ),
        ("minimal-over", minimal(board(Kind::O, &TALL), "..vvvvv...vvvv....")),
        (
            "flip-turn",
            flip(board(Kind::T, &["Z........J", "ZZ.LLOO.JJ"]), ".....f.....<<..!.....f....."),
        ),
        (
            "flip-next",
            flip(
                board(Kind::O, &["JJZ...SSTT", "LLLI..OOTT"]).next(&[Kind::S, Kind::T]),
                "....f...<<<<.!......<..!.....",
            ),
        ),
        ("flip-time", flip(board(Kind::I, &WELL), ".vvvvvvvvvv..f...r.>>>>>>..!.....")),
    ]
}

fn alone(name: GameName, start: &Position, script: &str) -> Replay {
    record(name, std::slice::from_ref(start), &[script])
}

fn duel(starts: &[Position; 2], scripts: [&str; 2]) -> Replay {
    record(GameName::Battle, starts, &scripts)
}

/// Plays the script of each board.
fn record(name: GameName, starts: &[Position], scripts: &[&str]) -> Replay {
    let boards: Vec<_> = starts.iter().map(|start| (name.rules(), start.clone())).collect();
    let mut recorder = Recorder::from_positions(&boards, 1).expect("a possible position");
    let mut presses = Vec::new();
    let mut end = Micros::ZERO;
    for (player, script) in scripts.iter().enumerate() {
        let mut at = Micros::ZERO;
        for sign in script.chars() {
            match button(sign) {
                Some(button) => {
                    presses.push((at, player, button));
                    at += if button == Button::SoftDrop { STEP } else { TAP };
                }
                None => at += WAIT,
            }
        }
        end = end.max(at);
    }
    presses.sort_by_key(|&(at, ..)| at);
    for (at, player, button) in presses {
        recorder.press(player, button, at, &mut |_, _| {}).expect("time goes on");
        recorder.release(player, button, at, &mut |_, _| {}).expect("time goes on");
    }
    recorder.advance(end + REST, &mut |_, _| {}).expect("time goes on");
    recorder.replay()
}

/// What a sign stands for; none waits.
fn button(sign: char) -> Option<Button> {
    Some(match sign {
        '<' => Button::Left,
        '>' => Button::Right,
        'r' => Button::RotateCw,
        'v' => Button::SoftDrop,
        '!' => Button::HardDrop,
        'h' => Button::Hold,
        'f' => Button::Flip,
        '.' => return None,
        _ => unreachable!("a script has no {sign}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_engine::{EndReason, Event, Playback};

    /// What happens in a lesson: rows cleared per lock, and why the game ends.
    fn events(name: &str) -> (Vec<u8>, Option<EndReason>) {
        let (_, replay) = all().into_iter().find(|(named, _)| *named == name).expect("a lesson");
        let (mut cleared, mut over) = (Vec::new(), None);
        let mut playback = Playback::new(replay).expect("it can be played");
        let end = playback.duration();
        let seen = playback.seek(end, &mut |_, timed| match timed.event {
            Event::Locked { lines, .. } if lines > 0 => cleared.push(lines),
            Event::Over { reason } => over = Some(reason),
            _ => {}
        });
        seen.expect("it follows its rules");
        (cleared, over)
    }

    #[test]
    fn every_lesson_shows_what_its_sentence_says() {
        let expected = [
            ("marathon-rows", &[1_u8][..], None),
            ("marathon-tetris", &[4], None),
            ("marathon-hold", &[4], None),
            ("marathon-over", &[], Some(EndReason::BlockOut)),
            ("domino-five", &[1], None),
            ("domino-other", &[1], None),
            ("domino-double", &[2], None),
            ("domino-over", &[1], Some(EndReason::LivesLost)),
            ("battle-attack", &[4], None),
            ("battle-out", &[4], Some(EndReason::OpponentOut)),
            ("minimal-rows", &[1], None),
            ("minimal-over", &[], Some(EndReason::LockOut)),
            ("flip-turn", &[], None),
            ("flip-next", &[1], None),
            ("flip-time", &[4], None),
        ];
        let played = expected.map(|(name, ..)| (name, events(name)));
        let expected = expected.map(|(name, cleared, over)| (name, (cleared.to_vec(), over)));
        assert_eq!(played, expected);
    }
}
