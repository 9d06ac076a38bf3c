//! The peer: the crate `falling-tetromino-engine`.

use std::time::Duration;

use falling_tetromino_engine as peer;
use peer::{Game, GameBuilder, Input, MiscPceRots, MiscTetGens};

use crate::contender::{Button, Contender};

/// A game of the peer.
pub struct Peer(Game);

impl Contender for Peer {
    fn start(seed: u64) -> Self {
        let mut builder: GameBuilder = Game::builder();
        builder
            .seed(seed)
            .tetromino_generator(MiscTetGens::bag())
            .rotation_system(MiscPceRots::Super)
            .generate_piece_preview(5)
            .delayed_auto_shift(Duration::from_millis(170))
            .auto_repeat_rate(Duration::from_millis(50))
            .spawn_delay(Duration::ZERO)
            .line_clear_duration(Duration::ZERO)
            // Its quickest settings: no feedback is collected.
            .allow_spawn_manipulation(false)
            .send_notifications(false);
        Self(builder.build())
    }

    fn press(&mut self, button: Button, at: u64) {
        self.update(at, Some(Input::Activate(named(button))));
    }

    fn release(&mut self, button: Button, at: u64) {
        self.update(at, Some(Input::Deactivate(named(button))));
    }

    fn advance(&mut self, now: u64) {
        self.update(now, None);
    }

    fn is_over(&self) -> bool {
        self.0.has_ended()
    }

    fn lines(&self) -> u32 {
        self.0.state().lineclears
    }
}

impl Peer {
    fn update(&mut self, at: u64, input: Option<Input>) {
        // The finger of the last hard drop goes up after the end; the peer refuses that.
        if !self.0.has_ended() {
            self.0
                .update(Duration::from_micros(at), input)
                .expect("time runs forward and the game goes on");
        }
    }
}

fn named(button: Button) -> peer::Button {
    match button {
        Button::Left => peer::Button::MoveLeft,
        Button::Right => peer::Button::MoveRight,
        Button::RotateCw => peer::Button::RotateRight,
        Button::HardDrop => peer::Button::DropHard,
    }
}
