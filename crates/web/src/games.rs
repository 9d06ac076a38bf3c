//! The list of games. A new game is a row here, a face for its cells and a file of rules.

use quintet_engine::{GameName, Rules};

use crate::keys::{Action, Binding};

/// One game as the app shows it.
#[derive(Debug)]
pub(crate) struct GameEntry {
    /// Its part of the address and of storage keys.
    pub(crate) slug: &'static str,
    /// Its name in the row of games.
    pub(crate) name: &'static str,
    /// The word in block letters on its start screen.
    pub(crate) banner: &'static str,
    /// What it is, in a line.
    pub(crate) blurb: &'static str,
    /// How it can be played; empty while it cannot.
    pub(crate) modes: &'static [Mode],
    /// The keys of each player who sits at this keyboard.
    pub(crate) seats: &'static [&'static [Binding]],
    /// The page of controls.
    pub(crate) help: &'static [HelpGroup],
    /// The lines under the board.
    pub(crate) hints: &'static [Hint],
    /// Whether handling and previews are the player's choice, not part of the rules.
    pub(crate) own_handling: bool,
    /// Whether the restart key works in mid-game too.
    pub(crate) restarts_any_time: bool,
    /// Whether the game is heard at all.
    pub(crate) has_sound: bool,
}

impl PartialEq for GameEntry {
    fn eq(&self, other: &Self) -> bool {
        self.slug == other.slug
    }
}

impl GameEntry {
    /// The mode with this name in addresses.
    pub(crate) fn mode(&self, slug: &str) -> Option<&'static Mode> {
        self.modes.iter().find(|mode| mode.slug == slug)
    }

    /// Whether it can be played.
    pub(crate) fn is_ready(&self) -> bool {
        !self.modes.is_empty()
    }
}

/// A way to play a game.
#[derive(Debug)]
pub(crate) struct Mode {
    /// Its part of the address and of storage keys.
    pub(crate) slug: &'static str,
    /// Its name on the start screen.
    pub(crate) name: &'static str,
    /// What it asks for, in a line.
    pub(crate) goal: &'static str,
    /// The rules of each board.
    pub(crate) rules: Rules,
    /// The numbers beside the board, from the top.
    pub(crate) panels: &'static [Panel],
    /// What its high scores go by.
    pub(crate) ranking: Ranking,
}

/// A number shown beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Panel {
    /// Time played.
    Time,
    /// Time that is left.
    TimeLeft,
    /// Points.
    Score,
    /// The level.
    Level,
    /// Rows cleared.
    Lines,
    /// Rows that are left to clear.
    LinesLeft,
}

/// What a list of high scores goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ranking {
    /// The most points first.
    Score,
    /// The shortest time first, and only of games that reached their goal.
    Time,
}

/// A heading in the page of controls and the lines below it.
#[derive(Debug)]
pub(crate) struct HelpGroup {
    /// The heading.
    pub(crate) title: &'static str,
    /// Actions whose keys stand together, and what they do.
    pub(crate) lines: &'static [(&'static [Action], &'static str)],
}

/// A line under the board.
#[derive(Debug)]
pub(crate) enum Hint {
    /// The first key of each action, then the word.
    KeysFirst(&'static [Action], &'static str),
    /// The word, an arrow and the action's first key.
    KeyLast(&'static str, Action),
    /// The word, an arrow and all the action's keys, the last first.
    KeysLast(&'static str, Action),
}

const MARATHON_KEYS: &[Binding] = &[
    (Action::Left, &["ArrowLeft"]),
    (Action::Right, &["ArrowRight"]),
    (Action::SoftDrop, &["ArrowDown"]),
    (Action::HardDrop, &["Space"]),
    (Action::RotateCw, &["ArrowUp", "KeyX"]),
    (Action::RotateCcw, &["KeyZ", "ControlLeft", "ControlRight"]),
    (Action::Hold, &["ShiftLeft", "ShiftRight", "KeyC"]),
    (Action::Pause, &["KeyP", "Escape"]),
    (Action::Restart, &["KeyR"]),
    (Action::Mute, &["KeyM"]),
];

const MARATHON_HELP: &[HelpGroup] = &[
    HelpGroup {
        title: "MOVEMENT",
        lines: &[
            (&[Action::Left, Action::Right], "Move left / right"),
            (&[Action::SoftDrop], "Soft drop (hold for speed)"),
            (&[Action::HardDrop], "Hard drop (instant)"),
        ],
    },
    HelpGroup {
        title: "ROTATION",
        lines: &[
            (&[Action::RotateCw], "Rotate clockwise"),
            (&[Action::RotateCcw], "Rotate counter-clockwise"),
        ],
    },
    HelpGroup {
        title: "OTHER",
        lines: &[
            (&[Action::Hold], "Hold piece"),
            (&[Action::Pause], "Pause game"),
            (&[Action::Restart], "Restart (when game over)"),
            (&[Action::Mute], "Sound on / off"),
        ],
    },
];

const MARATHON_HINTS: &[Hint] = &[
    Hint::KeysFirst(&[Action::Left, Action::Right], "Move"),
    Hint::KeysLast("Rotate", Action::RotateCw),
    Hint::KeysFirst(&[Action::SoftDrop], "Soft Drop"),
    Hint::KeyLast("Hard Drop", Action::HardDrop),
    Hint::KeyLast("Hold", Action::Hold),
    Hint::KeyLast("Pause", Action::Pause),
];

/// A game that is named but cannot be played yet.
const fn announced(slug: &'static str, name: &'static str, blurb: &'static str) -> GameEntry {
    GameEntry {
        slug,
        name,
        banner: name,
        blurb,
        modes: &[],
        seats: &[],
        help: &[],
        hints: &[],
        own_handling: false,
        restarts_any_time: false,
        has_sound: true,
    }
}

/// Every game, in the order in which they are offered.
pub(crate) static GAMES: [GameEntry; 5] = [
    GameEntry {
        slug: "marathon",
        name: "Marathon",
        banner: "TETRIS",
        blurb: "The classic: clear lines, climb levels, stay alive.",
        modes: &[
            Mode {
                slug: "marathon",
                name: "Marathon",
                goal: "Play for points. Every ten lines it gets faster.",
                rules: Rules::marathon(),
                panels: &[Panel::Score, Panel::Level, Panel::Lines],
                ranking: Ranking::Score,
            },
            Mode {
                slug: "sprint",
                name: "Sprint 40",
                goal: "Forty lines against the clock.",
                rules: Rules::sprint(),
                panels: &[Panel::Time, Panel::LinesLeft, Panel::Score],
                ranking: Ranking::Time,
            },
            Mode {
                slug: "ultra",
                name: "Ultra 2:00",
                goal: "As many points as two minutes hold.",
                rules: Rules::ultra(),
                panels: &[Panel::TimeLeft, Panel::Score, Panel::Level, Panel::Lines],
                ranking: Ranking::Score,
            },
        ],
        seats: &[MARATHON_KEYS],
        help: MARATHON_HELP,
        hints: MARATHON_HINTS,
        own_handling: true,
        restarts_any_time: false,
        has_sound: true,
    },
    announced("domino", "Domino", "Rows of pips that add up to fives."),
    announced("battle", "Battle", "Two boards, and garbage between them."),
    announced("minimal", "Minimal", "The bare game, and nothing else."),
    announced("flip", "Flip", "Turn gravity over whenever you like."),
];

/// The game that opens first.
pub(crate) fn first() -> &'static GameEntry {
    &GAMES[0]
}

/// The game with this name in addresses, if it can be played.
pub(crate) fn find(slug: &str) -> Option<&'static GameEntry> {
    GAMES.iter().find(|game| game.slug == slug && game.is_ready())
}

/// The entry and mode that a game of the engine belongs to; the first where there is none.
pub(crate) fn of(name: GameName) -> (&'static GameEntry, &'static Mode) {
    let modes = GAMES.iter().flat_map(|game| game.modes.iter().map(move |mode| (game, mode)));
    let mut found = modes.filter(|(_, mode)| mode.rules.game == name);
    found.next().unwrap_or((first(), &first().modes[0]))
}
