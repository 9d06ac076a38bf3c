//! The settings.

use crate::phrase::{Phrase, phrases};

phrases! { Settings;
    /// Title of the screen.
    TITLE = "SETTINGS";
    /// Leaves it.
    DONE = "DONE";

    /// The way to the sections, for screen readers.
    SECTIONS = "Sections";
    /// A field.
    SEARCH = "Search the settings";
    /// What was searched for is not there.
    NOT_FOUND = "No setting matches.";
    /// The field for a slider's number, for screen readers.
    typed(setting: Phrase) -> String = "{0}, as a number";
    /// Opens a board on the settings screen.
    TRY = "TRY IT";
    /// Closes it.
    TRY_CLOSE = "CLOSE THE BOARD";
    /// The board, for screen readers.
    TRY_BOARD = "Board to try the handling";
    /// How it is used.
    TRY_NOTE = "Click the board and play with your keys, use a gamepad, or touch the buttons of a phone. It starts again when the handling changes; nothing counts.";

    /// A section.
    HANDLING = "Handling";
    /// Which games it is for.
    HANDLING_NOTE = "For Marathon, Sprint, Ultra, Battle and Versus; in the other games these are part of the rules. A change takes effect with the next game.";
    /// A setting.
    DAS = "Delayed auto shift";
    /// What it does.
    DAS_NOTE = "How long left or right is held before the piece repeats.";
    /// A setting.
    ARR = "Auto repeat rate";
    /// What it does.
    ARR_NOTE = "The time between repeats. 0 moves to the wall at once.";
    /// A setting.
    DCD = "DAS cut delay";
    /// What it does.
    DCD_NOTE = "How long left and right do not repeat after a piece enters or rotates. Sprint, Ultra and Versus only.";
    /// A setting.
    INITIAL_ROTATION = "Initial rotation";
    /// What it does.
    INITIAL_ROTATION_NOTE = "A rotate key held down rotates the next piece as it enters. Sprint and Ultra only; Versus always has it.";
    /// A setting.
    INITIAL_HOLD = "Initial hold";
    /// What it does.
    INITIAL_HOLD_NOTE = "A hold key held down holds the next piece as it enters. Sprint and Ultra only; Versus always has it.";
    /// A setting.
    SOFT_DROP = "Soft drop";
    /// What it does.
    SOFT_DROP_NOTE = "The time per row while held. 0 drops to the ground at once. Not in Battle and Versus.";
    /// One of its values.
    ONE_FRAME = "1 frame";
    /// A setting.
    PREVIEWS = "Previews";
    /// What it does.
    PREVIEWS_NOTE = "How many coming pieces are shown. Not in Battle and Versus.";

    /// A section.
    DISPLAY = "Display";
    /// A setting.
    LANGUAGE = "Language";
    /// What it does.
    LANGUAGE_NOTE = "The page reloads in the new language.";
    /// A setting.
    GHOST = "Ghost";
    /// What it does.
    GHOST_NOTE = "Shows where the piece would land.";
    /// A setting.
    GRID = "Grid";
    /// What it does.
    GRID_NOTE = "Marks the empty cells of the board.";
    /// A setting.
    SCANLINES = "Scanlines";
    /// What it does.
    SCANLINES_NOTE = "Looks like an old monitor.";
    /// A setting.
    SAFE_COLOURS = "Colour-blind-safe palette";
    /// What it does.
    SAFE_COLOURS_NOTE = "Colours that everybody can tell apart, and a symbol on every block.";
    /// A setting.
    LETTERS = "Symbols on blocks";
    /// What it does.
    LETTERS_NOTE = "Tells pieces apart by more than their colour.";
    /// A setting.
    HIGH_CONTRAST = "High contrast";
    /// What it does.
    HIGH_CONTRAST_NOTE = "Black, white and bright edges.";
    /// A setting.
    DOMINO_TILES = "Domino tiles";
    /// What it does.
    DOMINO_TILES_NOTE = "How each half of a tile shows its value.";
    /// One of its values.
    PIPS = "pips";
    /// One of its values.
    NUMBERS = "numbers";
    /// A setting.
    BOARD_SIZE = "Board size";
    /// What it does.
    BOARD_SIZE_NOTE = "Fit makes the board as large as the window allows, with the boxes beside it.";
    /// One of its values.
    BOARD_STANDARD = "Standard";
    /// One of its values.
    BOARD_FIT = "Fit";
    /// One of its values.
    BOARD_ZOOM = "Zoom";
    /// A setting.
    ZOOM = "Zoom";
    /// What it does.
    ZOOM_NOTE = "The size of the board where it is set to zoom.";
    /// A setting.
    LAYOUT = "Layout";
    /// What it does.
    LAYOUT_NOTE = "Automatic switches when a key is pressed or the screen is touched. Windows narrower than 768 pixels have the layout for touch.";
    /// One of its values.
    LAYOUT_AUTOMATIC = "Automatic";
    /// One of its values.
    LAYOUT_KEYS = "Keys";
    /// One of its values.
    LAYOUT_TOUCH = "Touch";
    /// A setting.
    MOTION = "Motion";
    /// What it does.
    MOTION_NOTE = "Shaking, flashing and flying pieces.";
    /// One of its values.
    MOTION_SYSTEM = "As set on the device";
    /// One of its values.
    MOTION_FULL = "Full";
    /// One of its values.
    MOTION_REDUCED = "Reduced";

    /// A section.
    LIVE = "Live numbers";
    /// Where they stand in the app.
    LIVE_ROOM = "They stand beside the board. On a phone they leave room for one piece in NEXT, and a duel shows your own, or those of both who play at one screen.";
    /// A setting.
    LIVE_SPEED = "Pieces per second";
    /// What it does.
    LIVE_SPEED_NOTE = "PPS, beside the board.";
    /// A setting.
    LIVE_KEYS = "Keys per piece";
    /// What it does.
    LIVE_KEYS_NOTE = "KPP: every press counts, the drop too.";
    /// A setting.
    LIVE_FINESSE = "Finesse";
    /// What it does.
    LIVE_FINESSE_NOTE = "FIN: the share of pieces placed without an unnecessary press.";
    /// A setting.
    LIVE_PACE = "Best and pace";
    /// What it does.
    LIVE_PACE_NOTE = "Your best result, and how far you are ahead of that game: points, or lines where time ranks.";
    /// A setting.
    LIVE_ATTACK = "Attack per minute";
    /// What it does.
    LIVE_ATTACK_NOTE = "APM: rows sent per minute, in duels.";

    /// A section.
    SOUND_SECTION = "Sound";
    /// A setting.
    SOUND = "Sound";
    /// What it does.
    SOUND_NOTE = "Volume of the effects.";
    /// A setting.
    MUSIC = "Music";
    /// What it does.
    MUSIC_NOTE = "Volume of the tune.";
    /// A setting.
    TUNE = "Tune";
    /// What it does.
    TUNE_NOTE = "What plays while you play.";
    /// One of its values.
    TUNE_EVENING = "Evening";
    /// One of its values.
    TUNE_CHASE = "Chase";
    /// One of its values.
    TUNE_GARDEN = "Garden";
    /// A setting.
    MUTE = "Mute";
    /// What it does.
    MUTE_NOTE = "Turns all sound off. The M key does the same at any time.";

    /// A section.
    TOUCH = "Touch and gamepad";
    /// A setting.
    LEFT_HANDED = "Left-handed";
    /// What it does.
    LEFT_HANDED_NOTE = "Swaps the sides of the touch controls.";
    /// A setting.
    GESTURES = "Full gestures";
    /// What it does.
    GESTURES_NOTE = "Drag to move, slow swipe down to soft drop, fast swipe to hard drop, swipe up to hold.";
    /// A setting.
    VIBRATION = "Vibration";
    /// What it does.
    VIBRATION_NOTE = "Phones that can vibrate do so at drops, clears and garbage.";
    /// A setting.
    FULL_SCREEN = "Full screen";
    /// What it does.
    FULL_SCREEN_NOTE = "On phones a game takes the whole screen.";
    /// A setting.
    GAMEPAD = "Gamepad";
    /// What it does.
    GAMEPAD_NOTE = "D-pad to move and drop, A and B to rotate, shoulder buttons to hold, Start to pause.";

    /// A section.
    GAME = "Start and pause";
    /// A setting.
    COUNT_IN = "Count before resuming";
    /// What it does.
    COUNT_IN_NOTE = "Counts from three after a pause.";
    /// A setting.
    START_COUNT = "Count before the start";
    /// What it does.
    START_COUNT_NOTE = "Counts from three before every game for one player.";
    /// A setting.
    QUICK_RESTART = "Restart at once";
    /// What it does.
    QUICK_RESTART_NOTE = "R restarts a running game at once, instead of after half a second of holding it.";

    /// A section.
    DATA = "Data";
    /// Where the data is.
    DATA_NOTE = "Scores, settings and replays are kept in this browser only. Export them as one file to take them to another. With your online identity, anybody who has the file can play and submit scores as you.";
    /// Saves all data as a file.
    EXPORT = "EXPORT";
    /// The same without the secret by which a server knows the device.
    EXPORT_PLAIN = "EXPORT WITHOUT IDENTITY";
    /// What moving means.
    MOVE_NOTE = "Moving takes your name, rating and scores on this server to another device; afterwards this device no longer has them.";
    /// Gets a code for another device.
    MOVE_AWAY = "MOVE TO ANOTHER DEVICE";
    /// The code.
    move_code(code: &str, minutes: u32) -> String = "Type {0} on the other device within {1} minutes. It works once.";
    /// The field for a code of another device.
    MOVE_CODE = "Code of your other device";
    /// Takes the identity of the other device.
    MOVE_HERE = "MOVE HERE";
    /// The code was refused.
    move_failed(minutes: u32) -> String = "The server does not know this code. It works once, for {0} minutes.";
    /// The server takes no more codes for now.
    MOVE_BUSY = "The server takes no more codes from here for now. Please try again later.";
    /// The server has not answered, or its database fails.
    MOVE_UNAVAILABLE = "The server did not answer or has a problem. Please try again later.";
    /// Reads such a file.
    IMPORT = "IMPORT";
    /// Asks before it deletes all data.
    RESET = "RESET ALL DATA";
    /// Deletes it.
    ERASE = "ERASE EVERYTHING";
    /// Does not.
    KEEP = "KEEP MY DATA";
}
