//! The pages that explain the games.

use crate::phrase::{Phrase, phrases};

phrases! { Lessons;
    /// The page's title.
    title(game: Phrase) -> String = "How to play {0}";
    /// Leads to the game's start screen.
    PLAY = "PLAY";

    /// A lesson.
    MARATHON_ROWS = "Fill a row from wall to wall and it clears. The outline shows where the piece will land.";
    /// A lesson.
    MARATHON_TETRIS = "More rows at once are worth more: 100, 300, 500, and 800 points for four, times the level. Every ten rows the level rises and pieces fall faster.";
    /// A lesson.
    MARATHON_HOLD = "Hold puts a piece aside and brings it back when you need it, once per piece.";
    /// A lesson.
    MARATHON_OVER = "The game ends when a new piece has no room to enter.";

    /// A lesson.
    DOMINO_FIVE = "Every full row clears. If its pips add up to a multiple of five, it scores that sum and gives 2 lives.";
    /// A lesson.
    DOMINO_OTHER = "Any other full row costs 1 life, even one of blanks only.";
    /// A lesson.
    DOMINO_DOUBLE = "Two rows at once count double, and so do fives on consecutive tiles. A tile lies with its smaller number on the left, or stands with it at the bottom.";
    /// A lesson.
    DOMINO_OVER = "A row that costs a life when none is left ends the game. So does a new tile that has no room.";

    /// A lesson.
    BATTLE_ATTACK = "Clear two, three or four rows at once to send one, two or four rows of garbage. It enters from below when the opponent's next piece locks.";
    /// A lesson.
    BATTLE_OUT = "A player with no room for a new piece loses. Versus adds hold, spins and combos, and clears cancel garbage that is on its way.";

    /// A lesson.
    MINIMAL_ROWS = "Full rows are cleared. There are no points, no levels and no sound; Down moves the piece one row and locks it at the bottom.";
    /// A lesson.
    MINIMAL_OVER = "The game ends when a piece locks above the top. Enter or a click on the board starts again.";

    /// A lesson.
    FLIP_TURN = "Reverse gravity at any moment: the stack turns over as a whole, and pieces fall the other way.";
    /// A lesson.
    FLIP_TIME = "The piece in play enters again from the other side. When it is about to land in the wrong place, a flip gains the time to move it.";
    /// A lesson.
    FLIP_NEXT = "Coming pieces are not turned over. If NEXT shows an S where you need a Z, or a J where you need an L, flip before it enters and it fits.";
}
