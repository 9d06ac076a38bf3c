//! The replay of a game that a server refereed.

use quintet_engine::{Gaps, Micros, Recorder, Replay, TimedInput, ValidRules};

use crate::timeline::Timeline;

/// The replay of a game on these boards, by seat, up to a moment.
///
/// It holds the garbage as the referee delivered it, because its timing depended on the network.
///
/// ```
/// use quintet_engine::{Button, Micros, TimedInput};
/// use quintet_protocol::{Delivery, RuleSet, Timeline, match_replay};
///
/// let handling = quintet_engine::Handling::STANDARD;
/// let rules = RuleSet::Battle.board_rules(handling, 5)?;
/// let mut boards = vec![Timeline::new(rules, 7); 2];
/// let drop = TimedInput::press(Button::HardDrop, Micros(400_000));
/// boards[0].play(&[drop], Micros::from_secs(1), &mut |_| {})?;
/// boards[1].deliver(Delivery { at: Micros(600_000), gaps: vec![3] })?;
/// boards[1].play(&[], Micros::from_secs(1), &mut |_| {})?;
///
/// let replay = match_replay(&boards, Micros::from_secs(1));
/// assert_eq!(replay.verify(), Ok(()));
/// assert_eq!((replay.rules.len(), replay.inputs.len()), (2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn match_replay(boards: &[Timeline], end: Micros) -> Replay {
    let rules: Vec<ValidRules> = boards.iter().map(Timeline::rules).collect();
    let mut recorder = Recorder::new(&rules, boards.first().map_or(0, Timeline::seed));
    // How many deliveries and inputs of each board are recorded.
    let mut done = vec![(0, 0); boards.len()];
    while let Some((at, seat, is_garbage)) = earliest(boards, &done)
        && at <= end
    {
        let (board, (deliveries, inputs)) = (&boards[seat], &mut done[seat]);
        let timed = if is_garbage {
            *deliveries += 1;
            let gaps = &board.deliveries()[*deliveries - 1].gaps;
            TimedInput::garbage(gaps.iter().copied().collect::<Gaps>(), at)
        } else {
            *inputs += 1;
            board.inputs()[*inputs - 1]
        };
        // They are in the order of time, and their gaps were checked when they were delivered.
        let _ = recorder.apply(&timed.to_board(seat as u8), &mut |_, _| {});
    }
    let _ = recorder.advance(end, &mut |_, _| {});
    recorder.replay()
}

/// The earliest delivery or input after those that are done: when, on which board, and whether it is
/// a delivery, which comes before an input at the same moment.
fn earliest(boards: &[Timeline], done: &[(usize, usize)]) -> Option<(Micros, usize, bool)> {
    let mut earliest: Option<(Micros, usize, bool)> = None;
    for (seat, (board, &(deliveries, inputs))) in boards.iter().zip(done).enumerate() {
        let delivery = board.deliveries().get(deliveries).map(|delivery| delivery.at);
        let input = board.inputs().get(inputs).map(|input| input.at);
        for (at, is_garbage) in [(delivery, true), (input, false)] {
            if let Some(at) = at
                && earliest.is_none_or(|(before, ..)| at < before)
            {
                earliest = Some((at, seat, is_garbage));
            }
        }
    }
    earliest
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quintet_engine::{Button, Handling};

    use super::*;
    use crate::{Delivery, RuleSet};

    proptest! {
        /// Replaying the boards side by side gives the state that each had on its own.
        #[test]
        fn a_replay_leads_to_the_boards_that_the_referee_had(
            rules in prop::sample::select(vec![RuleSet::Battle, RuleSet::Versus]),
            seed: u64,
            presses in prop::collection::vec((0..2_usize, 1..400_000_u64, 0..10_usize), 0..60),
            garbage in prop::collection::vec((0..2_usize, 1..5_000_000_u64, 0..10_u8), 0..6),
        ) {
            let rules = rules.board_rules(Handling::STANDARD, 5).expect("playable");
            let mut boards = vec![Timeline::new(rules, seed); 2];
            let end = Micros::from_secs(8);
            let mut garbage = garbage;
            garbage.sort_unstable_by_key(|&(_, at, _)| at);
            for (seat, at, gap) in garbage {
                let delivery = Delivery { at: Micros(at), gaps: vec![gap] };
                boards[seat].deliver(delivery).expect("in order");
            }
            let mut at = [0; 2];
            let mut inputs = [Vec::new(), Vec::new()];
            for (seat, wait, button) in presses {
                at[seat] += wait;
                if at[seat] <= end.0 {
                    inputs[seat].push(TimedInput::press(Button::ALL[button], Micros(at[seat])));
                }
            }
            for (board, inputs) in boards.iter_mut().zip(&inputs) {
                board.play(inputs, end, &mut |_| {}).expect("in order");
            }
            let replay = match_replay(&boards, end);
            prop_assert_eq!(replay.verify(), Ok(()));
            let played = quintet_engine::Playback::new(replay).and_then(|mut playback| {
                playback.seek(end, &mut |_, _| {})?;
                Ok(playback.current().clone())
            });
            let played = played.expect("it verifies");
            // Where one goes out, the other stops then; so only boards that both are in are compared.
            if boards.iter().all(|board| !board.game().is_over()) {
                for (board, game) in boards.iter().zip(played.games()) {
                    prop_assert_eq!(board.game().state_hash(), game.state_hash());
                }
            } else {
                prop_assert!(played.is_over() && played.winner().is_some());
            }
        }
    }

    /// Several inputs may have the date of the game's end; those after the one that ended it had no
    /// effect, and are not part of the replay.
    #[test]
    fn an_input_behind_the_last_one_at_the_same_moment_is_left_out() {
        let rules = RuleSet::Battle.board_rules(Handling::STANDARD, 5).expect("playable");
        let mut boards = vec![Timeline::new(rules, 3); 2];
        let drops = (1..=40).map(|n| TimedInput::press(Button::HardDrop, Micros(n * 100_000)));
        for drop in drops {
            boards[0].play(&[drop], drop.at, &mut |_| {}).expect("in order");
            if boards[0].game().is_over() {
                break;
            }
        }
        let end = boards[0].game().now();
        let last = TimedInput::press(Button::Left, end);
        assert_eq!(boards[0].inputs().last().map(|input| input.at), Some(end), "a drop ended it");
        boards[0].play(&[last], end, &mut |_| {}).expect("in order");
        boards[1].play(&[], end, &mut |_| {}).expect("in order");
        let known = boards[0].inputs().len();
        let replay = match_replay(&boards, end);
        assert_eq!(replay.verify(), Ok(()));
        assert_eq!((replay.inputs.len(), replay.result.end), (known - 1, end));
    }
}
