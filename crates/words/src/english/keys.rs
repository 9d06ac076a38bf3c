//! Actions and keys.

use crate::phrase::{Phrase, phrases};

phrases! { Keys;
    /// The section of the settings.
    TITLE = "Keys";
    /// Gives a game its own keys back.
    RESET = "RESET KEYS";
    /// Waits for a key.
    PRESS_A_KEY = "Press a key";
    /// Adds a key, for screen readers.
    add(action: &str) -> String = "Add a key for {0}";
    /// Removes a key, for screen readers.
    remove(key: &str, action: &str) -> String = "Remove {0} from {1}";
    /// Another action has the key too.
    conflict(action: &str) -> String = "also {0}";
    /// An action of one of several players.
    of_player(action: Phrase, player: &str) -> String = "{0}, {1}";

    /// An action.
    LEFT = "Move left";
    /// An action.
    RIGHT = "Move right";
    /// An action.
    SOFT_DROP = "Soft drop";
    /// An action.
    HARD_DROP = "Hard drop";
    /// An action.
    ROTATE_CW = "Rotate clockwise";
    /// An action.
    ROTATE_CCW = "Rotate counter-clockwise";
    /// An action.
    ROTATE_180 = "Rotate half a turn";
    /// An action.
    HOLD = "Hold piece";
    /// An action.
    FLIP = "Reverse gravity";
    /// An action.
    PAUSE = "Pause game";
    /// An action.
    RESTART = "Restart";
    /// An action.
    HINT = "Show a hint";
    /// An action.
    MUTE = "Mute";

    /// A key.
    ESCAPE = "Esc";
    /// A key.
    SPACE = "Space";
    /// A key, on either side.
    SHIFT = "Shift";
    /// A key, on either side.
    CTRL = "Ctrl";
    /// A key, on either side.
    ALT = "Alt";
    /// A key, on either side.
    META = "Meta";
    /// The left one of such keys.
    left(key: Phrase) -> String = "Left {0}";
    /// The right one of such keys.
    right(key: Phrase) -> String = "Right {0}";
    /// A key of the number pad.
    number_pad(key: &str) -> String = "Num {0}";
}
