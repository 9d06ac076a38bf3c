//! The page of statistics.

use crate::phrase::phrases;

phrases! { Statistics;
    /// Its title.
    TITLE = "STATISTICS";
    /// All games together.
    ALL_GAMES = "All games";
    /// No game has been played yet.
    NONE = "No games yet. Every game you finish is counted here.";
    /// The same of one mode.
    none_of(mode: &str) -> String = "No games of {0} yet. Every game you finish is counted here.";
    /// The sums, for screen readers.
    SUMS = "Totals";
    /// How many games.
    GAMES = "Games";
    /// How long they took.
    TIME_PLAYED = "Time played";
    /// The best result.
    BEST = "Best";
    /// Games that reached the goal, of all.
    FINISHED = "Finished";
    /// Games that were won, of all.
    WON = "Won";
    /// Rows cleared.
    LINES = "Lines";
    /// Pieces placed.
    PIECES = "Pieces";
    /// Pieces per second.
    SPEED = "Pieces per second";
    /// Presses per piece.
    KEYS_PER_PIECE = "Keys per piece";
    /// The share of pieces placed without an unnecessary press.
    FINESSE = "Finesse";
    /// Rows sent per minute.
    ATTACK = "Attack per minute";
    /// Games of all.
    share(some: u64, all: u64) -> String = "{0} of {1}";

    /// A time below a minute.
    seconds(seconds: u32) -> String = "{0} s";
    /// A time below an hour.
    minutes(minutes: u32) -> String = "{0} min";
    /// A longer time.
    hours(hours: u32, minutes: u32) -> String = "{0} h {1} min";

    /// A plot.
    SCORE_PLOT = "Score, game by game";
    /// A plot.
    TIME_PLOT = "Time, game by game";
    /// A plot.
    SPEED_PLOT = "Pieces per second, game by game";
    /// A plot.
    FINESSE_PLOT = "Finesse, game by game";
    /// A plot.
    ATTACK_PLOT = "Attack per minute, game by game";
    /// A plot.
    DAYS_PLOT = "Games, day by day";
    /// A plot.
    CLEARS_PLOT = "Clears by kind";
    /// What the line in a plot means, and its last value.
    best_so_far(value: &str) -> String = "Best so far: {0}";
    /// The mean of a plot.
    mean(value: &str) -> String = "Mean: {0}";
    /// Clears of a kind, with a spin.
    SPINS = "With a spin";
    /// Opens a plot as a table.
    AS_TABLE = "Show as a table";
    /// A column: which game.
    GAME = "Game";
    /// A column: the day.
    DAY = "Day";
    /// A column: the value.
    VALUE = "Value";
    /// A column: the mode.
    MODE = "Mode";
    /// How many games the plots have, where there were more.
    last_games(count: u32) -> String = "The plots show the last {0} games.";
    /// Some games were kept before their pieces were counted.
    uncounted(count: u32) -> String = "Of {0} earlier {0|game|games} only the result is known.";
}
