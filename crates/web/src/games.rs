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
    /// How many boards stand side by side.
    pub(crate) boards: usize,
    /// The keys of each player who sits at this keyboard.
    pub(crate) seats: &'static [&'static [Binding]],
    /// The page of controls.
    pub(crate) help: &'static [HelpGroup],
    /// The lines under the board.
    pub(crate) hints: &'static [Hint],
    /// What a player should know of the rules, below the keys.
    pub(crate) notes: &'static [&'static str],
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

    /// Whether two play it against each other.
    pub(crate) fn is_duel(&self) -> bool {
        self.boards > 1
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
    /// What its own start button says; none where the mode is chosen beside one button for all.
    pub(crate) start: Option<&'static str>,
    /// What it asks for, in a line.
    pub(crate) goal: &'static str,
    /// The rules of each board.
    pub(crate) rules: Rules,
    /// The numbers beside the board, from the top.
    pub(crate) panels: &'static [Panel],
    /// What its high scores go by.
    pub(crate) ranking: Ranking,
}

impl Mode {
    /// Its name where the game's is not seen: those with a start button of their own have only an
    /// adjective.
    pub(crate) fn title(&self, game: &GameEntry) -> String {
        match self.start {
            Some(_) => [game.name, " ", self.name].concat(),
            None => self.name.to_owned(),
        }
    }

    /// Whether levels mean anything to a player.
    pub(crate) fn has_levels(&self) -> bool {
        self.panels.contains(&Panel::Level)
    }
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
    /// The most points that were ever made in this mode.
    Best,
    /// Lives.
    Lives,
    /// Whether the streak is on.
    Streak,
    /// The time from row to row of the fall.
    Speed,
    /// Which way pieces fall.
    Gravity,
}

/// What a list of high scores goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ranking {
    /// The most points first.
    Score,
    /// The shortest time first, and only of games that reached their goal.
    Time,
    /// Nothing: there is no list.
    Nothing,
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
    (Action::Hint, &["KeyH"]),
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
            (&[Action::Hint], "Show where a good player would put it"),
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

const DOMINO_KEYS: &[Binding] = &[
    (Action::Left, &["ArrowLeft", "KeyA"]),
    (Action::Right, &["ArrowRight", "KeyD"]),
    (Action::SoftDrop, &["ArrowDown", "KeyS"]),
    (Action::RotateCw, &["ArrowUp", "KeyW"]),
    // A-D8: the right Shift only.
    (Action::HardDrop, &["Space", "ShiftRight"]),
    (Action::Pause, &["KeyP"]),
    (Action::Restart, &["KeyR"]),
];

const DOMINO_HELP: &[HelpGroup] = &[
    HelpGroup {
        title: "MOVEMENT",
        lines: &[
            (&[Action::Left], "Move left"),
            (&[Action::Right], "Move right"),
            (&[Action::SoftDrop], "Soft drop (hold)"),
            (&[Action::HardDrop], "Hard drop"),
            (&[Action::RotateCw], "Lay down / stand up"),
        ],
    },
    HelpGroup {
        title: "OTHER",
        lines: &[
            (&[Action::Pause], "Pause / resume"),
            (&[Action::Restart], "Restart (at any time)"),
        ],
    },
];

const DOMINO_HINTS: &[Hint] = &[
    Hint::KeysFirst(&[Action::Left, Action::Right], "Move"),
    Hint::KeysLast("Rotate", Action::RotateCw),
    Hint::KeysFirst(&[Action::SoftDrop], "Soft Drop"),
    Hint::KeyLast("Hard Drop", Action::HardDrop),
    Hint::KeyLast("Pause", Action::Pause),
    Hint::KeyLast("Restart", Action::Restart),
];

const DOMINO_NOTES: &[&str] = &[
    "A full row goes, whatever its pips. If they add up to a multiple of five, it scores that sum \
     and wins 2 lives; any other row, also one of blanks only, costs 1. Below zero lives it is over.",
    "Two rows at once, or fives on the very next tile too, count double.",
    "A tile cannot be turned round: its smaller number stays left, or below.",
];

const DOMINO_PANELS: &[Panel] =
    &[Panel::Score, Panel::Lives, Panel::Streak, Panel::Best, Panel::Lines, Panel::Speed];

const MINIMAL_KEYS: &[Binding] = &[
    (Action::Left, &["ArrowLeft"]),
    (Action::Right, &["ArrowRight"]),
    (Action::SoftDrop, &["ArrowDown"]),
    (Action::RotateCw, &["ArrowUp"]),
    (Action::Pause, &["Escape"]),
];

const MINIMAL_HELP: &[HelpGroup] = &[HelpGroup {
    title: "KEYS",
    lines: &[
        (&[Action::Left, Action::Right], "Move left / right"),
        (&[Action::RotateCw], "Rotate clockwise"),
        (&[Action::SoftDrop], "Down one row, or lock"),
        (&[Action::Pause], "Leave the board"),
    ],
}];

const MINIMAL_NOTES: &[&str] = &[
    "No points, no levels, no sound: pieces fall a row every 35 frames until one locks above the \
     top. Enter or a click on the board starts again.",
];

const FLIP_KEYS: &[Binding] = &[
    (Action::Left, &["ArrowLeft"]),
    (Action::Right, &["ArrowRight"]),
    (Action::SoftDrop, &["ArrowDown"]),
    (Action::HardDrop, &["Space"]),
    (Action::RotateCw, &["ArrowUp"]),
    (Action::Flip, &["KeyG"]),
    (Action::Pause, &["KeyP", "Escape"]),
    (Action::Restart, &["KeyR"]),
    (Action::Mute, &["KeyM"]),
];

const FLIP_HELP: &[HelpGroup] = &[
    HelpGroup { title: "GRAVITY", lines: &[(&[Action::Flip], "Turn gravity over")] },
    HelpGroup {
        title: "MOVEMENT",
        lines: &[
            (&[Action::Left, Action::Right], "Move left / right"),
            (&[Action::RotateCw], "Rotate clockwise"),
            (&[Action::SoftDrop], "Soft drop, with gravity"),
            (&[Action::HardDrop], "Hard drop, with gravity"),
        ],
    },
    HelpGroup {
        title: "OTHER",
        lines: &[
            (&[Action::Pause], "Pause game"),
            (&[Action::Restart], "Restart (when game over)"),
            (&[Action::Mute], "Sound on / off"),
        ],
    },
];

const FLIP_HINTS: &[Hint] = &[
    Hint::KeysFirst(&[Action::Left, Action::Right], "Move"),
    Hint::KeyLast("Rotate", Action::RotateCw),
    Hint::KeysFirst(&[Action::SoftDrop], "Soft Drop"),
    Hint::KeyLast("Hard Drop", Action::HardDrop),
    Hint::KeyLast("Flip", Action::Flip),
    Hint::KeyLast("Pause", Action::Pause),
];

const FLIP_NOTES: &[&str] = &[
    "Turning gravity over stands the board on its head: J and L change places, S and Z too, and \
     the piece in play enters anew from the other side.",
];

const BATTLE_PANELS: &[Panel] = &[Panel::Score, Panel::Level, Panel::Lines];

const BATTLE_KEYS: &[Binding] = &[
    (Action::Left, &["ArrowLeft"]),
    (Action::Right, &["ArrowRight"]),
    (Action::SoftDrop, &["ArrowDown"]),
    (Action::HardDrop, &["Space"]),
    (Action::RotateCw, &["ArrowUp"]),
    (Action::RotateCcw, &["Slash"]),
    (Action::Rotate180, &["Period"]),
    (Action::Hold, &["ShiftRight"]),
    (Action::Pause, &["KeyP", "Escape"]),
    (Action::Restart, &["KeyR"]),
    (Action::Mute, &["KeyM"]),
];

/// The left side of the keyboard. No Ctrl: with a letter of the other player's it might close the
/// page. Whoever plays alone has these keys too.
const BATTLE_KEYS_2: &[Binding] = &[
    (Action::Left, &["KeyA"]),
    (Action::Right, &["KeyD"]),
    (Action::SoftDrop, &["KeyS"]),
    (Action::HardDrop, &["KeyF"]),
    (Action::RotateCw, &["KeyW", "KeyX"]),
    (Action::RotateCcw, &["KeyQ", "KeyZ"]),
    (Action::Rotate180, &["KeyV"]),
    (Action::Hold, &["KeyE", "KeyC", "ShiftLeft"]),
];

const BATTLE_HELP: &[HelpGroup] = &[
    HelpGroup {
        title: "MOVEMENT",
        lines: &[
            (&[Action::Left, Action::Right], "Move left / right"),
            (&[Action::SoftDrop], "Soft drop (hold for speed)"),
            (&[Action::HardDrop], "Hard drop (instant)"),
            (&[Action::RotateCw], "Rotate clockwise"),
        ],
    },
    HelpGroup {
        title: "VERSUS RULES ONLY",
        lines: &[
            (&[Action::RotateCcw], "Rotate counter-clockwise"),
            (&[Action::Rotate180], "Rotate half a turn"),
            (&[Action::Hold], "Hold piece"),
        ],
    },
    HelpGroup {
        title: "OTHER",
        lines: &[
            (&[Action::Pause], "Pause both boards"),
            (&[Action::Restart], "Next round, or rematch"),
            (&[Action::Mute], "Sound on / off"),
        ],
    },
];

const BATTLE_HINTS: &[Hint] = &[
    Hint::KeysFirst(&[Action::Left, Action::Right], "Move"),
    Hint::KeyLast("Rotate", Action::RotateCw),
    Hint::KeysFirst(&[Action::SoftDrop], "Soft Drop"),
    Hint::KeyLast("Hard Drop", Action::HardDrop),
    Hint::KeyLast("Hold", Action::Hold),
];

const BATTLE_NOTES: &[&str] = &[
    "Garbage waits in the bar beside a board and enters from below when that player's piece locks. \
     Whoever has no room for a new piece loses.",
    "Two players: arrows and Space against the left side of the keyboard. Alone, both sets are yours.",
];

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
                start: None,
                goal: "Play for points. Every ten lines it gets faster.",
                rules: Rules::marathon(),
                panels: &[Panel::Score, Panel::Level, Panel::Lines],
                ranking: Ranking::Score,
            },
            Mode {
                slug: "sprint",
                name: "Sprint 40",
                start: None,
                goal: "Forty lines against the clock.",
                rules: Rules::sprint(),
                panels: &[Panel::Time, Panel::LinesLeft, Panel::Score],
                ranking: Ranking::Time,
            },
            Mode {
                slug: "ultra",
                name: "Ultra 2:00",
                start: None,
                goal: "As many points as two minutes hold.",
                rules: Rules::ultra(),
                panels: &[Panel::TimeLeft, Panel::Score, Panel::Level, Panel::Lines],
                ranking: Ranking::Score,
            },
        ],
        boards: 1,
        seats: &[MARATHON_KEYS],
        help: MARATHON_HELP,
        hints: MARATHON_HINTS,
        notes: &[],
        own_handling: true,
        restarts_any_time: false,
        has_sound: true,
    },
    GameEntry {
        slug: "domino",
        name: "Domino",
        banner: "DOMINO",
        blurb: "Rows of pips that add up to fives.",
        modes: &[
            Mode {
                slug: "easy",
                name: "Easy",
                start: Some("Start Easy"),
                goal: "The sum of every row stands beside it.",
                rules: Rules::domino_easy(),
                panels: DOMINO_PANELS,
                ranking: Ranking::Score,
            },
            Mode {
                slug: "hard",
                name: "Hard",
                start: Some("Start Hard"),
                goal: "Add up the rows yourself.",
                rules: Rules::domino_hard(),
                panels: DOMINO_PANELS,
                ranking: Ranking::Score,
            },
        ],
        boards: 1,
        seats: &[DOMINO_KEYS],
        help: DOMINO_HELP,
        hints: DOMINO_HINTS,
        notes: DOMINO_NOTES,
        own_handling: false,
        restarts_any_time: true,
        has_sound: false,
    },
    GameEntry {
        slug: "battle",
        name: "Battle",
        banner: "BATTLE",
        blurb: "Two boards, and garbage between them.",
        modes: &[
            Mode {
                slug: "battle",
                name: "Battle",
                start: None,
                goal: "Plain rules: two, three or four lines send one, two or four.",
                rules: Rules::battle(),
                panels: BATTLE_PANELS,
                ranking: Ranking::Score,
            },
            Mode {
                slug: "versus",
                name: "Versus",
                start: None,
                goal: "Modern rules: hold, spins and combos; clears turn attacks away.",
                rules: Rules::versus(),
                panels: BATTLE_PANELS,
                ranking: Ranking::Score,
            },
        ],
        boards: 2,
        seats: &[BATTLE_KEYS, BATTLE_KEYS_2],
        help: BATTLE_HELP,
        hints: BATTLE_HINTS,
        notes: BATTLE_NOTES,
        own_handling: true,
        restarts_any_time: false,
        has_sound: true,
    },
    GameEntry {
        slug: "minimal",
        name: "Minimal",
        banner: "MINIMAL",
        blurb: "The bare game, and nothing else.",
        modes: &[Mode {
            slug: "minimal",
            name: "Minimal",
            start: None,
            goal: "The bare game, and nothing else.",
            rules: Rules::minimal(),
            panels: &[],
            ranking: Ranking::Nothing,
        }],
        boards: 1,
        seats: &[MINIMAL_KEYS],
        help: MINIMAL_HELP,
        hints: &[],
        notes: MINIMAL_NOTES,
        own_handling: false,
        restarts_any_time: false,
        has_sound: false,
    },
    GameEntry {
        slug: "flip",
        name: "Flip",
        banner: "FLIP",
        blurb: "Turn gravity over whenever you like.",
        modes: &[Mode {
            slug: "flip",
            name: "Flip",
            start: None,
            goal: "Play for points, on whichever side of the board you like.",
            rules: Rules::flip(),
            panels: &[Panel::Score, Panel::Level, Panel::Lines, Panel::Gravity],
            ranking: Ranking::Score,
        }],
        boards: 1,
        seats: &[FLIP_KEYS],
        help: FLIP_HELP,
        hints: FLIP_HINTS,
        notes: FLIP_NOTES,
        own_handling: false,
        restarts_any_time: false,
        has_sound: true,
    },
];

/// The game that two people play over a server.
pub(crate) fn duel() -> &'static GameEntry {
    GAMES.iter().find(|game| game.is_duel()).unwrap_or_else(first)
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::KeyMap;

    fn acts(slug: &str, code: &str) -> Option<Action> {
        let game = find(slug).expect("it can be played");
        KeyMap::of(game).find(code).map(|(_, action)| action)
    }

    /// D-75 D-76 D-77 D-78 D-79 D-80 D-81
    #[test]
    fn domino_has_both_sets_of_keys_and_no_left_shift() {
        for (codes, action) in [
            (["KeyA", "ArrowLeft"], Action::Left),
            (["KeyD", "ArrowRight"], Action::Right),
            (["KeyS", "ArrowDown"], Action::SoftDrop),
            (["KeyW", "ArrowUp"], Action::RotateCw),
            (["Space", "ShiftRight"], Action::HardDrop),
            (["KeyP", "KeyP"], Action::Pause),
            (["KeyR", "KeyR"], Action::Restart),
        ] {
            for code in codes {
                assert_eq!(acts("domino", code), Some(action), "{code}");
            }
        }
        assert_eq!(acts("domino", "ShiftLeft"), None);
    }

    /// D-68
    #[test]
    fn domino_is_started_by_two_buttons() {
        let game = find("domino").expect("it can be played");
        let starts: Vec<_> = game.modes.iter().filter_map(|mode| mode.start).collect();
        assert_eq!(starts, ["Start Easy", "Start Hard"]);
    }

    /// D-11
    #[test]
    fn domino_is_silent() {
        assert!(find("domino").is_some_and(|game| !game.has_sound));
    }

    /// S-02
    #[test]
    fn minimal_has_nothing_around_its_board() {
        let game = find("minimal").expect("it can be played");
        let mode = &game.modes[0];
        assert_eq!((mode.panels, mode.ranking), ([].as_slice(), Ranking::Nothing));
        assert!(!mode.rules.hold && !mode.rules.hard_drop && !game.has_sound);
        assert_eq!(mode.rules.previews, 0);
        assert_eq!(acts("minimal", "Space"), None);
    }

    #[test]
    fn a_mode_is_found_by_what_the_engine_calls_it() {
        for game in &GAMES {
            for mode in game.modes {
                let (found, its) = of(mode.rules.game);
                assert_eq!((found.slug, its.slug), (game.slug, mode.slug));
            }
        }
    }
}
