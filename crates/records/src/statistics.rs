//! What is counted beside the score, for the page at the end of a game.

use quintet_engine::{Button, Event, Input, Piece, Replay, Spin, TimedEvent, ValidRules};

/// One player's statistics.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Clears of one, two, three and four lines.
    pub clears: [u32; 4],
    /// Clears with a spin.
    pub spins: u32,
    /// Rows sent to an opponent.
    pub sent: u32,
    /// Unnecessary presses: more than the fewest that place the pieces where they are.
    pub finesse_faults: u32,
    /// Rows of Domino that added up to fives.
    pub fives: u32,
    /// Rows of Domino that did not.
    pub not_fives: u32,
    /// How often gravity was turned over.
    pub flips: u32,
    /// Pieces placed.
    pub placed: u32,
    /// Pieces placed with unnecessary presses.
    pub faulty: u32,
    /// Presses of any button.
    pub keys: u32,
    presses: u32,
    dropped_softly: bool,
}

impl Statistics {
    /// What a whole replay counts, board by board; none if it cannot be played.
    pub fn of_replay(replay: &Replay) -> Option<Vec<Statistics>> {
        let mut game = replay.opening().ok()?;
        let rules: Vec<ValidRules> = game.games().iter().map(|board| *board.rules()).collect();
        let mut all = vec![Statistics::default(); rules.len()];
        for timed in &replay.inputs {
            let player = usize::from(timed.player);
            // What was due before the press belongs to the piece before it.
            game.advance(timed.at, &mut |player, event| all[player].count(&rules[player], &event))
                .ok()?;
            if let (Input::Press(button), Some(statistics)) = (timed.input, all.get_mut(player)) {
                statistics.press(button);
            }
            game.apply(timed, &mut |player, event| all[player].count(&rules[player], &event))
                .ok()?;
        }
        let end = replay.result.end;
        game.advance(end, &mut |player, event| all[player].count(&rules[player], &event)).ok()?;
        Some(all)
    }

    /// A button went down.
    pub fn press(&mut self, button: Button) {
        self.keys += 1;
        self.presses += u32::from(button.moves_piece());
        self.dropped_softly |= matches!(button, Button::SoftDrop | Button::StepDown);
    }

    /// Something happened.
    pub fn count(&mut self, rules: &ValidRules, event: &TimedEvent) {
        match event.event {
            Event::Spawned { .. } => {
                self.presses = 0;
                self.dropped_softly = false;
            }
            Event::Locked { piece, .. } => self.count_placement(rules, piece),
            Event::Cleared(clear) => {
                let index = usize::from(clear.lines.clamp(1, 4)) - 1;
                self.clears[index] += 1;
                self.spins += u32::from(clear.spin != Spin::None);
            }
            Event::Fives(fives) => {
                let rows = i32::from(fives.rows.count());
                self.clears[(rows.clamp(1, 4) - 1) as usize] += 1;
                // Each scoring row brought two lives, and each other cost one.
                let scored = (fives.lives + rows) / 3;
                self.fives += scored as u32;
                self.not_fives += (rows - scored) as u32;
            }
            Event::Flipped { .. } => self.flips += 1,
            Event::GarbageSent { lines } => self.sent += u32::from(lines),
            _ => {}
        }
    }

    /// Faults are counted where only moves, turns and a drop were needed: a piece that was pushed
    /// down by hand may have gone where no plain drop leads.
    fn count_placement(&mut self, rules: &ValidRules, piece: Piece) {
        self.placed += 1;
        if self.dropped_softly {
            return;
        }
        if let Some(fewest) = rules.fewest_presses_on_empty_board(piece) {
            let faults = self.presses.saturating_sub(fewest);
            self.finesse_faults += faults;
            self.faulty += u32::from(faults > 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_engine::{Game, GameName, Kind, Micros, Position, Recorder};

    #[test]
    fn rows_of_fives_are_told_from_others() {
        let rules = GameName::DominoEasy.rules();
        let position = Position::new().board(&["200.0000", "300.0000"]).active(
            Kind::domino(2, 4).expect("a tile"),
            1,
            3,
            0,
        );
        let mut game = Game::from_position(rules, 1, &position).expect("it can be played");
        let mut statistics = Statistics::default();
        let mut listen = |event| statistics.count(&rules, &event);
        game.press(Button::HardDrop, Micros(1), &mut listen).expect("time goes on");
        assert_eq!(
            (statistics.fives, statistics.not_fives, statistics.clears),
            (1, 1, [0, 1, 0, 0])
        );
    }

    #[test]
    fn a_replay_counts_as_the_game_did() {
        let rules = GameName::Marathon.rules();
        let mut recorder = Recorder::new(&[rules], 4);
        let mut live = Statistics::default();
        let buttons = [Button::Left, Button::Right, Button::RotateCw, Button::HardDrop];
        for step in 1..30 {
            let at = Micros::from_millis(step * 100);
            let button = buttons[step as usize % 4];
            let mut count = |_, event| live.count(&rules, &event);
            recorder.advance(at, &mut count).expect("time goes on");
            live.press(button);
            let mut count = |_, event| live.count(&rules, &event);
            recorder.press(0, button, at, &mut count).expect("time goes on");
            recorder.release(0, button, at, &mut count).expect("time goes on");
        }
        assert!(live.faulty > 0 && live.faulty <= live.placed && live.keys > live.placed);
        assert_eq!(Statistics::of_replay(&recorder.replay()), Some(vec![live]));
    }
}
