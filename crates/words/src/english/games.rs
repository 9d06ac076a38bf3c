//! The games: what they are called, and how they are explained.

use crate::phrase::phrases;

phrases! { Games;
    /// The game's name.
    MARATHON = "Marathon";
    /// In block letters on its start screen.
    MARATHON_BANNER = "TETRIS";
    /// What the game is.
    MARATHON_BLURB = "The classic: clear lines, climb levels, stay alive.";
    /// What the mode asks for.
    MARATHON_GOAL = "Play for points. It gets faster every ten lines.";
    /// A mode's name.
    SPRINT = "Sprint 40";
    /// What the mode asks for.
    SPRINT_GOAL = "Clear forty lines as fast as you can.";
    /// A mode's name.
    ULTRA = "Ultra 2:00";
    /// What the mode asks for.
    ULTRA_GOAL = "Score as much as you can in two minutes.";

    /// The game's name.
    DOMINO = "Domino";
    /// In block letters on its start screen.
    DOMINO_BANNER = "DOMINO";
    /// What the game is.
    DOMINO_BLURB = "Clear rows whose pips add up to a multiple of five.";
    /// A mode's name, beside the game's.
    EASY = "Easy";
    /// A mode's name where the game's is not shown.
    DOMINO_EASY = "Domino Easy";
    /// Starts the mode.
    START_EASY = "Start Easy";
    /// What the mode asks for.
    EASY_GOAL = "The sum of every row is shown beside it.";
    /// A mode's name, beside the game's.
    HARD = "Hard";
    /// A mode's name where the game's is not shown.
    DOMINO_HARD = "Domino Hard";
    /// Starts the mode.
    START_HARD = "Start Hard";
    /// What the mode asks for.
    HARD_GOAL = "Add up the rows yourself.";
    /// How rows score.
    DOMINO_NOTE_ROWS = "Every full row is cleared. If its pips add up to a multiple of five, it scores that sum and gives 2 lives. Any other row, even one of blanks only, costs 1 life. Below zero lives the game is over.";
    /// What doubles the score.
    DOMINO_NOTE_DOUBLE = "Two rows at once, or fives on consecutive tiles, count double.";
    /// How a tile turns.
    DOMINO_NOTE_TURN = "A tile has only two positions: its smaller number is on the left, or at the bottom.";

    /// The game's name.
    BATTLE = "Battle";
    /// In block letters on its start screen.
    BATTLE_BANNER = "BATTLE";
    /// What the game is.
    BATTLE_BLURB = "Two boards, and garbage between them.";
    /// What the mode asks for.
    BATTLE_GOAL = "Classic rules: clearing two, three or four lines sends one, two or four.";
    /// A mode's name.
    VERSUS = "Versus";
    /// What the mode asks for.
    VERSUS_GOAL = "Modern rules with hold, spins and combos; clears cancel incoming garbage.";
    /// What garbage does.
    BATTLE_NOTE_GARBAGE = "Incoming garbage is shown in the bar beside a board and enters from below when that player's piece locks. A player with no room for a new piece loses.";
    /// Who has which keys.
    BATTLE_NOTE_KEYS = "With two players, player 1 uses the arrows and Space, player 2 the left of the keyboard. A single player can use both sets.";

    /// The game's name.
    MINIMAL = "Minimal";
    /// In block letters on its start screen.
    MINIMAL_BANNER = "MINIMAL";
    /// What the game is, and what its mode asks for.
    MINIMAL_BLURB = "The bare game, and nothing else.";
    /// The rules.
    MINIMAL_NOTE = "No points, no levels, no sound: pieces fall one row every 35 frames until one locks above the top. Enter or a click on the board starts again.";

    /// The game's name.
    FLIP = "Flip";
    /// In block letters on its start screen.
    FLIP_BANNER = "FLIP";
    /// What the game is.
    FLIP_BLURB = "Reverse gravity whenever you like.";
    /// What the mode asks for.
    FLIP_GOAL = "Play for points on either side of the board.";
    /// What a flip does.
    FLIP_NOTE = "Reversing gravity turns the board upside down: J becomes L, S becomes Z, and the piece in play enters again from the other side.";

    /// The page of controls, for screen readers.
    CONTROLS = "Controls";
    /// Its title.
    CONTROLS_TITLE = "CONTROLS";
    /// Closes it.
    GOT_IT = "GOT IT";
    /// Between two keys for the same thing.
    OR = "or";
    /// A group of controls.
    GROUP_TOUCH = "TOUCH";
    /// A group of controls.
    GROUP_MOVEMENT = "MOVEMENT";
    /// A group of controls.
    GROUP_ROTATION = "ROTATION";
    /// A group of controls.
    GROUP_GRAVITY = "GRAVITY";
    /// A group of controls that exist by modern rules only.
    GROUP_VERSUS = "VERSUS RULES ONLY";
    /// A group of controls.
    GROUP_OTHER = "OTHER";
    /// A group of controls, where there is no other.
    GROUP_KEYS = "KEYS";

    /// What two keys do.
    HELP_MOVE = "Move left / right";
    /// What a key does.
    HELP_LEFT = "Move left";
    /// What a key does.
    HELP_RIGHT = "Move right";
    /// What a key does.
    HELP_SOFT_DROP = "Soft drop (hold for speed)";
    /// What a key does, where holding it is the only way.
    HELP_SOFT_DROP_HOLD = "Soft drop (hold)";
    /// What a key does, in Flip.
    HELP_SOFT_DROP_FLIP = "Soft drop, with gravity";
    /// What a key does, in Minimal.
    HELP_STEP_DOWN = "Down one row, or lock";
    /// What a key does.
    HELP_HARD_DROP = "Hard drop (instant)";
    /// What a key does, in Domino.
    HELP_HARD_DROP_PLAIN = "Hard drop";
    /// What a key does, in Flip.
    HELP_HARD_DROP_FLIP = "Hard drop, with gravity";
    /// What a key does.
    HELP_ROTATE = "Rotate clockwise";
    /// What a key does.
    HELP_ROTATE_BACK = "Rotate counter-clockwise";
    /// What a key does.
    HELP_ROTATE_HALF = "Rotate half a turn";
    /// What a key does, in Sprint and Ultra alone.
    HELP_ROTATE_HALF_IN_RACES = "Half a turn (Sprint, Ultra)";
    /// What a key does, in Domino.
    HELP_TURN_TILE = "Turn between lying and standing";
    /// What a key does.
    HELP_HOLD = "Hold piece";
    /// What a key does.
    HELP_FLIP = "Reverse gravity";
    /// What a key does.
    HELP_PAUSE = "Pause game";
    /// What a key does, in a duel.
    HELP_PAUSE_BOTH = "Pause both boards";
    /// What a key does, in Domino.
    HELP_PAUSE_RESUME = "Pause / resume";
    /// What a key does, in Minimal.
    HELP_LEAVE = "Leave the board";
    /// What a key does.
    HELP_RESTART = "Restart (when game over)";
    /// What a key does.
    HELP_RESTART_HELD = "Hold to restart (during a game)";
    /// What a key does, in Domino.
    HELP_RESTART_ANY_TIME = "Restart (at any time)";
    /// What a key does, in a duel.
    HELP_NEXT_ROUND = "Next round, or rematch";
    /// What a key does.
    HELP_HINT = "Show a hint for the piece";
    /// What a key does.
    HELP_MUTE = "Sound on / off";

    /// How fingers do it.
    TOUCH_MOVE = "◀ ▶";
    /// How fingers do it.
    TOUCH_SOFT_DROP = "▼";
    /// How fingers do it.
    TOUCH_HARD_DROP = "⬇, or swipe down";
    /// How fingers do it.
    TOUCH_ROTATE = "↻, or tap the board";
    /// How fingers do it.
    TOUCH_HOLD = "The HOLD box";
    /// How fingers do it.
    TOUCH_FLIP = "⇅";

    /// The lines under the board, for screen readers.
    HINTS = "Keys";
    /// A word in such a line.
    HINT_MOVE = "Move";
    /// A word in such a line.
    HINT_ROTATE = "Rotate";
    /// A word in such a line.
    HINT_SOFT_DROP = "Soft Drop";
    /// A word in such a line.
    HINT_HARD_DROP = "Hard Drop";
    /// A word in such a line.
    HINT_HOLD = "Hold";
    /// A word in such a line.
    HINT_FLIP = "Flip";
    /// A word in such a line.
    HINT_PAUSE = "Pause";
    /// A word in such a line.
    HINT_RESTART = "Restart";
    /// Keys, then what they do.
    hint_keys_first(keys: &str, word: crate::Phrase) -> String = "{0} {1}";
    /// What a key does, then the key.
    hint_keys_last(word: crate::Phrase, keys: &str) -> String = "{0} → {1}";
}
