//! Properties of time that hold in every game: how it is split or paused makes no difference.

use super::random_play::{
    Step, any_opening, any_opening_of, any_steps, at_every_step, play, play_on,
};
use proptest::prelude::*;
use quintet_engine::{GameName, Input, Lock, Micros};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn splitting_the_time_anywhere_changes_nothing(
        opening in any_opening(), steps in any_steps(80),
        cuts in prop::collection::vec(0..20_000_000_u64, 0..40),
    ) {
        let mut whole = opening.game();
        let events = play(&mut whole, &steps);

        let mut cut = opening.game();
        let mut events_in_pieces = Vec::new();
        let mut cuts: Vec<Micros> = cuts.into_iter().map(Micros).collect();
        cuts.sort_unstable();
        let mut cuts = cuts.into_iter().peekable();
        let mut at = Micros::ZERO;
        for step in &steps {
            at += step.wait;
            while let Some(between) = cuts.next_if(|&between| between <= at) {
                let sink = &mut |event| events_in_pieces.push(event);
                cut.advance(between, sink).expect("time runs forward");
            }
            step.apply(&mut cut, at, &mut |event| events_in_pieces.push(event));
        }
        prop_assert_eq!(events, events_in_pieces);
        prop_assert_eq!(whole.state_hash(), cut.state_hash());
        prop_assert_eq!(whole, cut);
    }

    #[test]
    fn stopping_at_every_deadline_changes_nothing(
        opening in any_opening(), steps in any_steps(80),
    ) {
        let mut whole = opening.game();
        let events = play(&mut whole, &steps);
        let mut stepped = opening.game();
        let mut events_in_steps = Vec::new();
        at_every_step(&mut stepped, &steps, |_, events, game| {
            events_in_steps.extend_from_slice(events);
            prop_assert!(game.next_deadline().is_none_or(|due| due > game.now()), "overdue");
            Ok(())
        })?;
        prop_assert_eq!(events, events_in_steps);
        prop_assert_eq!(whole, stepped);
    }

    #[test]
    fn events_come_in_the_order_of_time_and_the_score_never_falls(
        opening in any_opening(), steps in any_steps(80),
    ) {
        let mut game = opening.game();
        at_every_step(&mut game, &steps, |before, events, after| {
            let times: Vec<Micros> = events.iter().map(|event| event.at).collect();
            prop_assert!(times.is_sorted());
            prop_assert!(times.iter().all(|&at| before.now() <= at && at <= after.now()));
            prop_assert!(before.view().score <= after.view().score);
            prop_assert!(before.view().lines <= after.view().lines);
            Ok(())
        })?;
    }

    #[test]
    fn a_resting_piece_has_a_deadline_and_fifteen_resets_at_most(
        opening in any_opening_of(Just(GameName::Marathon.rules())), steps in any_steps(120),
    ) {
        let Lock::Delay { delay, resets } = opening.rules.lock else { panic!("it has a delay") };
        let mut game = opening.game();
        at_every_step(&mut game, &steps, |_, _, game| {
            let view = game.view();
            prop_assert!(view.lock_resets_left <= resets);
            if let (Some(piece), false) = (view.piece, game.is_over()) {
                let rests = !view.board.fits(piece.shape, piece.piece.x, piece.piece.y + 1);
                prop_assert_eq!(view.lock_at.is_some(), rests);
                prop_assert!(view.lock_at.is_none_or(|at| at <= game.now() + delay));
            }
            Ok(())
        })?;
    }

    #[test]
    fn pausing_changes_nothing(
        opening in any_opening(), steps in any_steps(60), rest in any_steps(20),
        pauses in prop::collection::vec(0..60_usize, 1..6),
    ) {
        let mut unpaused = opening.game();
        let events = play(&mut unpaused, &steps);

        let mut paused = opening.game();
        let mut events_between_pauses = Vec::new();
        let mut at = Micros::ZERO;
        for (index, step) in steps.iter().enumerate() {
            if pauses.contains(&index) && !paused.is_over() {
                let now = paused.now();
                paused.pause();
                let is_release = |step: &&Step| matches!(step.input, Some(Input::Release(_)));
                let presses = rest.iter().filter(|step| !is_release(step));
                for step in presses {
                    step.apply(&mut paused, at + step.wait, &mut |_| panic!("paused"));
                }
                prop_assert_eq!((paused.now(), paused.next_deadline()), (now, None));
                paused.resume();
            }
            at += step.wait;
            step.apply(&mut paused, at, &mut |event| events_between_pauses.push(event));
        }
        prop_assert_eq!(events, events_between_pauses);
        prop_assert_eq!(unpaused.state_hash(), paused.state_hash());
        prop_assert_eq!(unpaused, paused);
    }

    #[test]
    fn a_copy_continues_like_the_original(
        opening in any_opening(), past in any_steps(40), future in any_steps(40),
    ) {
        let mut original = opening.game();
        play(&mut original, &past);
        let mut copy = original.clone();
        prop_assert_eq!(play_on(&mut original, &future), play_on(&mut copy, &future));
        prop_assert_eq!(original.state_hash(), copy.state_hash());
        prop_assert_eq!(original, copy);
    }
}
