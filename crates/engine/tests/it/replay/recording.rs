//! Recording a match as it is played: what counts as an input, and what does not.

use quintet_engine::{
    Button, EndReason, Event, GameName, Gaps, Input, InputError, Kind, Micros, Playback, Position,
    Recorder, TimedInput,
};

fn garbage(gaps: &[u8], player: u8, at: u64) -> TimedInput {
    TimedInput::garbage(gaps.iter().copied().collect(), Micros(at)).to_board(player)
}

fn inputs(recorder: &Recorder) -> Vec<(u64, u8, Input)> {
    let replay = recorder.replay();
    replay.inputs.into_iter().map(|timed| (timed.at.0, timed.player, timed.input)).collect()
}

#[test]
fn garbage_from_outside_is_recorded_and_played_again() {
    let mut recorder = Recorder::new(&[GameName::Battle.rules(); 2], 3);
    let ignore = &mut |_, _| {};
    recorder.apply(&garbage(&[4, 7], 1, 1000), ignore).expect("time runs forward");
    recorder.press(1, Button::HardDrop, Micros(2000), ignore).expect("time runs forward");
    assert_eq!(
        inputs(&recorder),
        [
            (1000, 1, Input::Garbage(Gaps::from([4, 7]))), //
            (2000, 1, Input::Press(Button::HardDrop)),
        ]
    );
    let bottom = recorder.game(1).expect("a second board").view().board.stack();
    assert!(bottom.ends_with(&["GGGG.GGGGG".into(), "GGGGGGG.GG".into()]));
    let replay = recorder.replay();
    assert_eq!(replay.verify(), Ok(()));

    let mut playback = Playback::new(replay.clone()).expect("playable");
    assert_eq!((playback.replay(), playback.duration()), (&replay, Micros(2000)));
    let mut entered = Vec::new();
    let listen = &mut |player, event: quintet_engine::TimedEvent| {
        if let Event::GarbageEntered { lines } = event.event {
            entered.push((player, event.at.0, lines));
        }
    };
    playback.seek(Micros::NEVER, listen).expect("plays");
    assert_eq!(entered, [(1, 2000, 2)]);
}

#[test]
fn refused_inputs_and_inputs_of_unknown_players_are_not_recorded() {
    let mut recorder = Recorder::new(&[GameName::Battle.rules(); 2], 3);
    let ignore = &mut |_, _| {};
    recorder.advance(Micros(500), ignore).expect("time runs forward");
    let refused = recorder.press(0, Button::Left, Micros(499), ignore);
    assert!(matches!(refused, Err(InputError::TimeRunsBackwards { .. })));
    let refused = recorder.apply(&garbage(&[10], 0, 600), ignore);
    assert_eq!(refused, Err(InputError::GapOutside { gap: 10, width: 10 }));
    for nobody in [2, 255, 256, usize::MAX] {
        recorder.press(nobody, Button::Left, Micros(700), ignore).expect("nobody is there");
        recorder.release(nobody, Button::Left, Micros(700), ignore).expect("nobody is there");
    }
    assert!(inputs(&recorder).is_empty());
    assert!(recorder.game(2).is_none());
}

/// During a pause only releases count, at the moment of the pause.
#[test]
fn during_a_pause_releases_count_and_nothing_else() {
    let mut recorder = Recorder::new(&[GameName::Battle.rules(); 2], 3);
    let ignore = &mut |_, _| {};
    recorder.press(0, Button::Left, Micros(1000), ignore).expect("time runs forward");
    recorder.pause();
    recorder.press(1, Button::Left, Micros(2000), ignore).expect("ignored");
    recorder.apply(&garbage(&[3], 1, 3000), ignore).expect("ignored");
    recorder.release(0, Button::Left, Micros(4000), ignore).expect("counts");
    recorder.resume();
    recorder.press(1, Button::Right, Micros(5000), ignore).expect("time runs forward");
    assert_eq!(
        inputs(&recorder),
        [
            (1000, 0, Input::Press(Button::Left)), //
            (1000, 0, Input::Release(Button::Left)),
            (5000, 1, Input::Press(Button::Right)),
        ]
    );
    assert_eq!(recorder.replay().verify(), Ok(()));
}

#[test]
fn nothing_is_recorded_after_the_end() {
    let mut rows = vec!["...ZZZZZ.."; 2];
    rows.extend([".JJJJJJJJJ"; 17]);
    let nearly_over = Position::new().board(&rows).active(Kind::O, 0, 8, 1);
    let boards =
        [(GameName::Battle.rules(), Position::new()), (GameName::Battle.rules(), nearly_over)];
    let mut recorder = Recorder::from_positions(&boards, 1).expect("possible positions");
    let mut ends = Vec::new();
    let listen = &mut |player, event: quintet_engine::TimedEvent| {
        if let Event::Over { reason } = event.event {
            ends.push((player, reason));
        }
    };
    // The second board is out at one second, before this press.
    recorder.press(0, Button::Left, Micros(1_500_000), listen).expect("time runs forward");
    recorder.press(0, Button::Left, Micros(1_600_000), listen).expect("time runs forward");
    recorder.release_all(Micros(1_700_000), listen).expect("time runs forward");
    assert_eq!(ends, [(1, EndReason::BlockOut), (0, EndReason::OpponentOut)]);
    assert!(inputs(&recorder).is_empty());
    let replay = recorder.replay();
    assert_eq!((replay.result.end, replay.result.winner), (Micros(1_000_000), Some(0)));
    assert_eq!(replay.verify(), Ok(()));
}

#[test]
fn an_impossible_position_is_refused_whichever_board_it_is_for() {
    let bad = Position::new().board(&["X........."]);
    let boards = [(GameName::Battle.rules(), Position::new()), (GameName::Battle.rules(), bad)];
    let error = Recorder::from_positions(&boards, 1).expect_err("there is no X");
    assert!(error.to_string().contains("'X'"), "{error}");
}
