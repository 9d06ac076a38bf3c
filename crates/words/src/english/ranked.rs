//! Scores for the lists of a server, at the end of a game.

use crate::phrase::phrases;

phrases! { Ranked;
    /// Asks for a name.
    YOUR_NAME = "Your name";
    /// No name was typed.
    NAME_MISSING = "Type a name first.";
    /// A score cannot be submitted without a name.
    SCORE_NEEDS_NAME = "This score stays on this device. Choose a name, and your next scores go on the leaderboard.";
    /// Takes the name for the next scores.
    USE_NAME = "USE THIS NAME";
    /// A score is not sent.
    SCORE_WITH_HINTS = "This score stays on this device: the game was played with hints.";
    /// A score is not sent.
    SCORE_OWN_SEED = "This score stays on this device: the game did not begin with a seed from the server.";
    /// The server did not answer, or was busy.
    SCORE_NO_ANSWER = "The server has not confirmed this score yet. It will be sent again.";
}
