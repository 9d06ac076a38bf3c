//! Marathon's variations: Sprint, Ultra, a starting level, instant fall, previews.

use crate::drawing::Played;
use quintet_engine::{
    Button, EndReason, Event, Fall, GameName, Goal, Kind, Lock, Micros, Phase, Position, Rules,
    RulesError, Status, UnknownGame,
};

fn four_lines() -> Position {
    Position::new().board(&["GGGG.GGGGG"; 4]).active(Kind::I, 1, 2, 16)
}

fn one_line() -> Position {
    Position::new().board(&["GGGGGG...."]).active(Kind::I, 0, 6, 18)
}

#[test]
fn every_option_is_off_in_plain_marathon() {
    let rules = Rules::marathon();
    assert_eq!(rules.goal, Goal::Endless);
    assert_eq!(rules.start_level, 1);
    assert_eq!(rules.fall, Fall::Guideline);
    assert!(!rules.initial_actions && !rules.rotation.half);
    assert!(rules.level_rises);
    assert_eq!(rules.clear_pause, Micros::from_millis(400));
    let Rules { game, goal, clear_pause, rotation, level_rises, .. } = rules;
    for race in [Rules::sprint(), Rules::ultra()] {
        assert_eq!(Rules { game, goal, clear_pause, rotation, level_rises, ..race }, rules);
    }
}

#[test]
fn races_do_not_wait_for_clears_and_no_press_is_lost() {
    for rules in [Rules::sprint(), Rules::ultra()] {
        let mut played = Played::set_up(rules, &four_lines().next(&[Kind::T, Kind::O]));
        played.tap(Button::HardDrop, 1000);
        assert_eq!((played.view().lines, played.stack().len()), (4, 0), "gone at once");
        for button in [Button::Left, Button::RotateCw, Button::HardDrop] {
            played.tap(button, 1000);
        }
        assert_eq!(played.lock_times(), [1000, 1000]);
        assert_eq!(played.stack(), ["...T......", "...TT.....", "...T......"]);
    }
}

#[test]
fn races_have_half_turns_and_marathon_has_not() {
    let position = Position::new().active(Kind::T, 0, 3, 5);
    for (rules, drawn) in [
        (Rules::sprint(), ["..........", "...ttt....", "....t....."]),
        (Rules::ultra(), ["..........", "...ttt....", "....t....."]),
        (Rules::marathon(), ["....t.....", "...ttt....", ".........."]),
    ] {
        let mut played = Played::set_up(rules, &position);
        played.tap(Button::Rotate180, 0);
        assert_eq!(played.rows(5..8), drawn);
    }
}

#[test]
fn a_sprint_keeps_its_speed_and_ultra_gets_faster() {
    for (rules, level, interval) in [(Rules::sprint(), 1, 1_000_000), (Rules::ultra(), 2, 793_000)]
    {
        let mut played = Played::set_up(rules, &four_lines().lines(6));
        played.take_events();
        played.tap(Button::HardDrop, 0);
        let view = played.view();
        assert_eq!((view.lines, view.level, view.fall_interval.0), (10, level, interval));
        let events = played.take_events();
        assert_eq!(events.contains(&Event::LevelUp { level: 2 }), level == 2, "{events:?}");
    }
}

#[test]
fn a_sprint_is_finished_with_the_fortieth_line() {
    let mut played = Played::set_up(Rules::sprint(), &one_line().lines(38));
    played.tap(Button::HardDrop, 0);
    assert_eq!((played.view().lines, played.end()), (39, None));
    played.game.set_up(&one_line()).expect("possible");
    played.tap(Button::HardDrop, 500_000);
    assert_eq!(played.view().lines, 40);
    assert_eq!(played.end(), Some(EndReason::Finished));
    played.advance(10_000_000);
    assert_eq!(played.game.now(), Micros(500_000), "when the last piece locks");
    assert!(played.stack().is_empty() && played.view().piece.is_none());
    assert_eq!(played.take_events().pop(), Some(Event::Over { reason: EndReason::Finished }));
}

#[test]
fn a_sprint_may_end_with_more_than_forty_lines() {
    let mut played = Played::set_up(Rules::sprint(), &four_lines().lines(38));
    played.tap(Button::HardDrop, 0);
    assert_eq!((played.view().lines, played.end()), (42, Some(EndReason::Finished)));
}

#[test]
fn a_sprint_can_be_lost_before_its_goal() {
    let mut played = Played::new(Rules::sprint());
    for at in 0..20 {
        played.tap(Button::HardDrop, at);
    }
    assert_eq!(played.end(), Some(EndReason::BlockOut));
}

#[test]
fn ultra_ends_after_two_minutes_to_the_microsecond() {
    let mut played = Played::new(Rules::ultra());
    for second in (5..120).step_by(5) {
        played.tap(Button::HardDrop, second * 1_000_000);
        played.game.set_up(&Position::new().board(&[])).expect("an empty board");
    }
    played.advance(119_999_999);
    assert_eq!(played.game.status(), Status::Playing);
    played.advance(120_000_000);
    assert_eq!(played.end(), Some(EndReason::Finished));
    assert_eq!(played.game.now(), Micros(120_000_000));
    assert!(played.view().piece.is_some(), "the last piece stays to be seen");
    assert_eq!(played.game.next_deadline(), None);
}

#[test]
fn what_is_due_at_the_time_limit_still_counts() {
    let rules = Rules { goal: Goal::Time(Micros(500_000)), ..Rules::marathon() };
    let mut played = Played::set_up(rules, &one_line());
    played.advance(500_000);
    assert_eq!((played.view().score, played.view().lines), (100, 1));
    assert_eq!(played.end(), Some(EndReason::Finished));
    assert_eq!(played.lock_times(), [500_000]);
}

#[test]
fn a_press_at_the_time_limit_comes_too_late() {
    let rules = Rules { goal: Goal::Time(Micros(100_000)), ..Rules::marathon() };
    let mut played = Played::set_up(rules, &one_line());
    played.tap(Button::HardDrop, 100_000);
    assert_eq!((played.view().score, played.end()), (0, Some(EndReason::Finished)));
    assert!(played.lock_times().is_empty());
}

#[test]
fn the_time_limit_can_be_reached_during_a_clear() {
    let rules = Rules { goal: Goal::Time(Micros(200_000)), ..Rules::marathon() };
    let mut played = Played::set_up(rules, &one_line());
    played.tap(Button::HardDrop, 0);
    played.advance(200_000);
    assert_eq!((played.view().score, played.end()), (100, Some(EndReason::Finished)));
}

#[test]
fn a_game_from_a_higher_level_scores_and_falls_by_it() {
    let rules = Rules::marathon().from_level(5);
    let mut played = Played::set_up(rules, &one_line());
    assert_eq!(played.view().level, 5);
    assert_eq!(played.view().fall_interval, Micros(355_197));
    played.tap(Button::HardDrop, 0);
    assert_eq!((played.view().score, played.view().lines), (500, 1));
    assert_eq!(played.view().level, 5);

    let mut played = Played::set_up(rules, &one_line().lines(9));
    played.tap(Button::HardDrop, 0);
    assert_eq!((played.view().score, played.view().level), (500, 6));
}

#[test]
fn a_goal_that_is_reached_before_the_game_begins_is_refused() {
    for goal in [Goal::Lines(0), Goal::Time(Micros::ZERO)] {
        let refused = Rules { goal, ..Rules::marathon() }.validate();
        assert_eq!(refused, Err(RulesError::Goal), "{goal:?}");
    }
    for goal in [Goal::Lines(1), Goal::Time(Micros(1)), Goal::Endless] {
        assert!(Rules { goal, ..Rules::marathon() }.validate().is_ok(), "{goal:?}");
    }
}

#[test]
fn no_level_is_below_one() {
    let refused = Rules::marathon().from_level(0).validate();
    assert_eq!(refused, Err(RulesError::StartLevel(0)));
    let refused = Rules::marathon().from_level(1_000_001).validate();
    assert_eq!(refused, Err(RulesError::StartLevel(1_000_001)));

    let high = Rules::marathon().from_level(1_000_000);
    let played = Played::set_up(high, &one_line().lines(500));
    assert_eq!(played.view().level, 1_000_050);
    assert_eq!(played.view().fall_interval, Micros(1));
}

#[test]
fn with_instant_fall_a_piece_lands_as_it_enters() {
    let rules = Rules::marathon().with_instant_fall();
    let position = Position::new().board(&["....G....."]).next(&[Kind::T, Kind::O, Kind::S]);
    let mut played = Played::set_up(rules, &position);
    assert_eq!(played.rows(17..20), ["....t.....", "...ttt....", "....G....."]);
    assert_eq!(played.view().lock_at, Some(Micros(500_000)));
    assert_eq!(played.view().ghost, played.view().piece, "it stands on its ghost");
    assert_eq!(played.take_events(), [Event::Spawned { kind: Kind::T }, Event::Landed]);
    played.advance(500_000);
    assert_eq!(played.lock_times(), [500_000]);
    assert_eq!(played.rows(15..17), ["....oo....", "....oo...."], "the next one is there already");
}

#[test]
fn with_instant_fall_a_piece_drops_off_a_ledge_at_once_and_cannot_climb_back() {
    let rules = Rules::marathon().with_instant_fall();
    let position = Position::new().board(&["...GG.....", "...GG....."]).next(&[Kind::O]);
    let mut played = Played::set_up(rules, &position);
    assert_eq!(played.place(), (4, 16));
    played.tap(Button::Right, 100_000);
    assert_eq!(played.place(), (5, 18));
    assert_eq!(played.view().lock_at, Some(Micros(600_000)));
    played.tap(Button::Left, 200_000);
    assert_eq!(played.place(), (5, 18));
    assert_eq!(played.view().score, 0, "gravity scores nothing");
}

#[test]
fn with_instant_fall_the_resets_are_still_counted() {
    let rules = Rules::marathon().with_instant_fall();
    let mut played = Played::set_up(rules, &Position::new().next(&[Kind::O]));
    for number in 1..=15_u64 {
        let button = if number % 2 == 0 { Button::Right } else { Button::Left };
        played.tap(button, number * 1000);
        assert_eq!(played.view().lock_at, Some(Micros(number * 1000 + 500_000)));
    }
    played.tap(Button::Right, 20_000);
    assert_eq!(played.view().lock_at, Some(Micros(515_000)));
    played.advance(515_000);
    assert_eq!(played.lock_times(), [515_000]);
}

#[test]
fn a_rotate_button_held_down_rotates_the_piece_as_it_enters() {
    let rules = Rules { initial_actions: true, ..Rules::marathon() };
    let position = Position::new().active(Kind::O, 0, 4, 18).next(&[Kind::T, Kind::T, Kind::T]);
    for (button, drawn) in [
        (Button::RotateCw, ["....t.....", "....tt....", "....t....."]),
        (Button::RotateCcw, ["....t.....", "...tt.....", "....t....."]),
    ] {
        let mut played = Played::set_up(rules, &position);
        played.press(button, 0);
        played.tap(Button::HardDrop, 10);
        assert_eq!(played.rows(0..3), drawn);
        played.release(button, 20);
        played.tap(Button::HardDrop, 30);
        assert_eq!(played.rows(0..3), ["....t.....", "...ttt....", ".........."]);
    }
    // In plain Marathon a held button is a held button.
    let mut played = Played::set_up(Rules::marathon(), &position);
    played.press(Button::RotateCw, 0);
    played.tap(Button::HardDrop, 10);
    assert_eq!(played.rows(0..3), ["....t.....", "...ttt....", ".........."]);
}

#[test]
fn a_hold_button_held_down_holds_the_piece_as_it_enters() {
    let rules = Rules { initial_actions: true, ..Rules::marathon() };
    let position =
        Position::new().active(Kind::O, 0, 4, 18).next(&[Kind::T, Kind::S, Kind::Z, Kind::L]);
    let mut played = Played::set_up(rules, &position.clone().hold(Kind::J));
    played.press(Button::Hold, 0);
    assert_eq!((played.piece().kind, played.view().hold), (Kind::J, Some(Kind::O)));
    played.tap(Button::HardDrop, 10);
    assert_eq!((played.piece().kind, played.view().hold), (Kind::O, Some(Kind::T)));
    assert!(played.view().hold_used);
    played.release(Button::Hold, 20);
    played.tap(Button::Hold, 30);
    assert_eq!(played.view().hold, Some(Kind::T), "already used for this piece");

    // With nothing held the piece after it enters.
    let lines = Position { board: one_line().board, ..position };
    let mut played = Played::set_up(rules, &lines.active(Kind::I, 0, 6, 18));
    played.tap(Button::HardDrop, 0);
    played.press(Button::Hold, 100_000);
    played.advance(400_000);
    assert_eq!((played.piece().kind, played.view().hold), (Kind::S, Some(Kind::T)));
}

#[test]
fn a_rotate_button_held_down_also_rotates_a_piece_that_comes_back_from_hold() {
    let rules = Rules { initial_actions: true, ..Rules::marathon() };
    let mut played = Played::set_up(rules, &Position::new().entering(Kind::O).hold(Kind::T));
    played.press(Button::RotateCw, 0);
    played.tap(Button::Hold, 10);
    assert_eq!(played.rows(0..3), ["....t.....", "....tt....", "....t....."]);
}

#[test]
fn during_an_entry_delay_no_piece_is_in_play() {
    let rules = Rules { entry_delay: Micros::from_millis(100), ..Rules::marathon() };
    let mut played = Played::set_up(rules, &one_line());
    played.tap(Button::HardDrop, 0);
    played.advance(400_000);
    assert_eq!(played.view().phase, Phase::Waiting { until: Micros(500_000) });
    assert!(played.stack().is_empty());
    played.advance(499_999);
    assert!(played.view().piece.is_none());
    played.advance(500_000);
    assert_eq!(played.view().phase, Phase::Falling);
}

#[test]
fn a_lock_delay_of_zero_locks_on_landing() {
    let lock = Lock::Delay { delay: Micros::ZERO, resets: 15 };
    let rules = Rules { lock, ..Rules::marathon() };
    let mut played = Played::set_up(rules, &Position::new().active(Kind::O, 0, 4, 17));
    played.advance(1_000_000);
    assert_eq!(played.lock_times(), [1_000_000]);
}

#[test]
fn every_game_can_be_parsed_from_its_name() {
    for game in GameName::ALL {
        assert_eq!(game.name().parse(), Ok(game));
        assert_eq!(game.rules().game, game);
    }
    assert_eq!("domino".parse(), Ok(GameName::DominoEasy));
    assert_eq!("chess".parse::<GameName>(), Err(UnknownGame));
}
