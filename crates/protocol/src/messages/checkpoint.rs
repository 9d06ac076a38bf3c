//! A ranked game as its player reports it while it is played.

use quintet_engine::Micros;
use serde::{Deserialize, Serialize};

use crate::input::PackedInput;
use crate::limits::MAX_CHECKPOINT_INPUTS;
use crate::wire::at_most;

/// What a ranked game is doing at a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlayState {
    /// Its time runs.
    Playing,
    /// It is paused at the moment of the checkpoint.
    Paused,
    /// It has ended at the moment of the checkpoint.
    Ended,
}

/// What has happened in a ranked game since the last checkpoint, as postcard in the body of
/// `POST /api/checkpoints?ticket=NUMBER`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The number of the first input of this list in the game.
    pub first: u32,
    /// The game is known up to this moment.
    pub upto: Micros,
    /// What it is doing.
    pub state: PlayState,
    /// The inputs.
    #[serde(deserialize_with = "at_most::<MAX_CHECKPOINT_INPUTS, _, _>")]
    pub inputs: Vec<PackedInput>,
}

impl Checkpoint {
    /// The `first` of a checkpoint without inputs that only asks how far the server knows the game.
    pub const ASKS: u32 = u32::MAX;
}

/// What the server knows of a ranked game: the answer to a checkpoint. A client that has sent more
/// begins its next checkpoint there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checked {
    /// How many inputs.
    pub inputs: u32,
    /// The moment up to which the game is known.
    pub upto: Micros,
    /// What it is doing.
    pub state: PlayState,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::Answer;
    use crate::{encode, pack_inputs};
    use quintet_engine::{Button, TimedInput};

    #[test]
    fn a_checkpoint_of_too_many_inputs_is_refused() {
        let timed = TimedInput::press(Button::Left, Micros(5));
        let upto = Micros(9);
        let checkpoint = |count| {
            let inputs = pack_inputs(&vec![timed; count], upto);
            Checkpoint { first: 3, upto, state: PlayState::Paused, inputs }
        };
        let most = checkpoint(MAX_CHECKPOINT_INPUTS);
        assert_eq!(Checkpoint::decode(&encode(&most)), Some(most));
        assert_eq!(Checkpoint::decode(&encode(&checkpoint(MAX_CHECKPOINT_INPUTS + 1))), None);
    }
}
