//! The start screen.

use crate::phrase::phrases;
use crate::Phrase;

phrases! { Menu;
    /// The main menu, for screen readers.
    MAIN_MENU = "Main menu";
    /// The button that starts a game.
    START_GAME = "START GAME";
    /// The button that resumes an unfinished game.
    RESUME = "RESUME";
    /// The question before a new game replaces one that waits.
    GAME_WAITS = "A GAME IS WAITING";
    /// What starting means.
    GAME_WAITS_NOTE = "Starting a new game discards it.";
    /// Starts all the same.
    START_NEW = "START A NEW GAME";
    /// Opens the high scores.
    HIGH_SCORES = "HIGH SCORES";
    /// Opens the results of matches, in a game that has matches.
    RESULTS = "RESULTS";
    /// Opens the controls.
    CONTROLS = "CONTROLS";
    /// Below the menu on a desktop.
    PRESS_ENTER = "PRESS ENTER TO START";
    /// The same on a phone.
    TAP_TO_START = "Tap anywhere to start";
    /// Below the menu on a desktop, while a game waits.
    ENTER_RESUMES = "PRESS ENTER TO RESUME";
    /// The same on a phone.
    TAP_TO_RESUME = "Tap anywhere to resume";
    /// Says that the app is in mobile mode.
    TOUCH_ENABLED = "Touch controls enabled";

    /// The app's name in block letters, on its front door.
    QUINTET = "QUINTET";
    /// The same as the way to the front door.
    HOME = "Quintet";
    /// What the app is.
    TAGLINE = "Five falling-block games. No account, no download, plays offline.";
    /// Below the cards on a desktop.
    PRESS_A_NUMBER = "PRESS 1 TO 5, OR ENTER";
    /// Resumes the game of a card.
    CONTINUE = "CONTINUE";
    /// The same for screen readers.
    continue_game(game: Phrase) -> String = "Continue {0}";
    /// On a card: the best result.
    best(result: &str) -> String = "BEST {0}";
    /// On a card: matches against the computer.
    won_lost(won: u32, lost: u32) -> String = "WON {0}, LOST {1}";
    /// Opens the page that explains the game.
    HOW_TO_PLAY = "How to play";
    /// The same, before the game was ever played.
    NEW_HERE = "New here? See how to play";

    /// The row of games, for screen readers.
    GAMES = "Games";
    /// The row of other screens, for screen readers.
    MORE = "More";
    /// Opens online play.
    ONLINE = "Online";
    /// Opens the list of replays.
    REPLAYS = "Replays";
    /// Opens the statistics.
    STATISTICS = "Statistics";
    /// Opens the settings.
    SETTINGS = "Settings";

    /// The choice of mode, for screen readers.
    MODE = "Mode";
    /// The choice of opponent, for screen readers.
    OPPONENT = "Opponent";
    /// Before the levels of the computer.
    COMPUTER = "COMPUTER";
    /// The choice of how many rounds, for screen readers.
    ROUNDS = "Rounds";
    /// Before the numbers of rounds.
    BEST_OF = "BEST OF";
    /// One of these numbers, for screen readers.
    best_of(rounds: u8) -> String = "Best of {0}";
    /// One of the levels, for screen readers.
    computer(level: u8, name: Phrase) -> String = "Computer, level {0}, {1}";
    /// Against another person at the same keyboard.
    TWO_PLAYERS = "Two players";
    /// The choice of garbage that the players begin with, before their names.
    GARBAGE = "GARBAGE";
    /// The choice for one of them, for screen readers.
    garbage_for(name: &str) -> String = "Garbage for {0}";
    /// What such a choice means.
    HANDICAP_NOTE = "Rows of garbage arrive with the first piece of every round. Such matches do not count.";
    /// Which keys two people share.
    SHARED_KEYBOARD = "On one keyboard: player 1 uses the arrows and Space, player 2 the left of the keyboard.";
    /// Matches against a level of the computer so far.
    record(name: Phrase, won: u32, lost: u32) -> String = "{0}. Won {1}, lost {2}.";
    /// The levels of the computer.
    LEVEL_1 = "Gentle";
    /// The second level.
    LEVEL_2 = "Easy";
    /// The third level.
    LEVEL_3 = "Fair";
    /// The fourth level.
    LEVEL_4 = "Strong";
    /// The fifth level.
    LEVEL_5 = "Merciless";

    /// Over the demo.
    DEMO = "DEMO";
    /// How to leave the demo.
    PRESS_ANY_KEY = "PRESS ANY KEY";
    /// The same on a phone.
    TAP_TO_PLAY = "TAP TO PLAY";
}
