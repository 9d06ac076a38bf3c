//! What the terminal adds to the engine's games: names, groups and keys. Which numbers stand beside
//! a board follows from its rules, and a game of the engine that has no entry here gets one.

use std::sync::LazyLock;

use quintet_engine::{GameName, Goal, Rules, Scoring};
use quintet_words::{Phrase, games as words};

use crate::keys::{Action, Binding};

/// One game as the menu offers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameEntry {
    /// Its name in file names and settings.
    pub(crate) slug: &'static str,
    /// Its name in the menu.
    pub(crate) name: Text,
    /// What it is, in a line.
    pub(crate) blurb: Text,
    /// How it can be played.
    pub(crate) modes: Vec<Mode>,
    /// The keys of each player at this keyboard.
    pub(crate) seats: &'static [&'static [Binding]],
    /// What a player should know of the rules.
    pub(crate) notes: &'static [Phrase],
    /// Whether handling and previews are the player's choice, not part of the rules.
    pub(crate) own_handling: bool,
    /// Whether the restart key works in mid-game too.
    pub(crate) restarts_any_time: bool,
}

/// A way to play a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mode {
    /// Its name in file names.
    pub(crate) slug: &'static str,
    /// Its name in the menu.
    pub(crate) name: Text,
    /// Its name where the game's is not seen.
    pub(crate) title: Text,
    /// What it asks for.
    pub(crate) goal: Text,
    /// The engine's game.
    pub(crate) game: GameName,
}

/// A phrase, or the engine's own name of a game that has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Text {
    Phrase(Phrase),
    Plain(&'static str),
}

impl Text {
    pub(crate) fn text(self) -> &'static str {
        match self {
            Text::Phrase(phrase) => phrase.text(),
            Text::Plain(text) => text,
        }
    }
}

/// A number beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Panel {
    Time,
    TimeLeft(u64),
    Score,
    Level,
    Lines,
    LinesLeft(u32),
    Best,
    Lives,
    Streak,
    Speed,
    Gravity,
}

impl GameEntry {
    /// How many boards stand side by side.
    pub(crate) fn boards(&self) -> usize {
        self.modes.first().map_or(1, |mode| mode.game.boards())
    }

    /// Whether two play it against each other.
    pub(crate) fn is_duel(&self) -> bool {
        self.boards() > 1
    }

    /// The mode with this name.
    pub(crate) fn mode(&self, slug: &str) -> Option<usize> {
        self.modes.iter().position(|mode| mode.slug == slug)
    }
}

impl Mode {
    /// The numbers beside a board, from the top.
    pub(crate) fn panels(&self) -> Vec<Panel> {
        let rules: &Rules = &self.game.rules();
        match (rules.scoring, rules.goal) {
            (Scoring::None, _) => Vec::new(),
            (Scoring::Fives, _) => vec![
                Panel::Score,
                Panel::Lives,
                Panel::Streak,
                Panel::Best,
                Panel::Lines,
                Panel::Speed,
            ],
            (_, Goal::Lines(lines)) => {
                vec![Panel::Time, Panel::LinesLeft(lines), Panel::Score]
            }
            (_, Goal::Time(limit)) => {
                vec![Panel::TimeLeft(limit.0), Panel::Score, Panel::Level, Panel::Lines]
            }
            (_, Goal::Endless) => {
                let mut panels = vec![Panel::Score, Panel::Level, Panel::Lines];
                if rules.flip {
                    panels.push(Panel::Gravity);
                }
                panels
            }
        }
    }

    /// Whether there is nothing but the board.
    pub(crate) fn is_bare(&self) -> bool {
        self.game.rules().scoring == Scoring::None
    }
}

const COMMON: &[Binding] = &[
    (Action::Left, &["ArrowLeft"]),
    (Action::Right, &["ArrowRight"]),
    (Action::SoftDrop, &["ArrowDown"]),
    (Action::HardDrop, &["Space"]),
    (Action::RotateCw, &["ArrowUp", "KeyX"]),
    (Action::RotateCcw, &["KeyZ", "ControlLeft", "ControlRight"]),
    (Action::Hold, &["ShiftLeft", "ShiftRight", "KeyC"]),
    (Action::Flip, &["KeyG"]),
    (Action::Pause, &["KeyP", "Escape"]),
    (Action::Restart, &["KeyR"]),
    (Action::Mute, &["KeyM"]),
];

const MARATHON: &[Binding] = &[
    COMMON[0],
    COMMON[1],
    COMMON[2],
    COMMON[3],
    COMMON[4],
    COMMON[5],
    (Action::Rotate180, &["KeyA"]),
    COMMON[6],
    COMMON[8],
    COMMON[9],
    COMMON[10],
];

const DOMINO: &[Binding] = &[
    (Action::Left, &["ArrowLeft", "KeyA"]),
    (Action::Right, &["ArrowRight", "KeyD"]),
    (Action::SoftDrop, &["ArrowDown", "KeyS"]),
    (Action::RotateCw, &["ArrowUp", "KeyW"]),
    // A-D8: the right Shift only.
    (Action::HardDrop, &["Space", "ShiftRight"]),
    // Escape as well: a terminal has no button to click.
    (Action::Pause, &["KeyP", "Escape"]),
    (Action::Restart, &["KeyR"]),
];

/// The right side of the keyboard. The comma holds where a terminal does not report Shift.
const BATTLE_RIGHT: &[Binding] = &[
    (Action::Left, &["ArrowLeft"]),
    (Action::Right, &["ArrowRight"]),
    (Action::SoftDrop, &["ArrowDown"]),
    (Action::HardDrop, &["Space"]),
    (Action::RotateCw, &["ArrowUp"]),
    (Action::RotateCcw, &["Slash"]),
    (Action::Rotate180, &["Period"]),
    (Action::Hold, &["ShiftRight", "Comma"]),
    (Action::Pause, &["KeyP", "Escape"]),
    (Action::Restart, &["KeyR"]),
    (Action::Mute, &["KeyM"]),
];

const BATTLE_LEFT: &[Binding] = &[
    (Action::Left, &["KeyA"]),
    (Action::Right, &["KeyD"]),
    (Action::SoftDrop, &["KeyS"]),
    (Action::HardDrop, &["KeyF"]),
    (Action::RotateCw, &["KeyW", "KeyX"]),
    (Action::RotateCcw, &["KeyQ", "KeyZ"]),
    (Action::Rotate180, &["KeyV"]),
    (Action::Hold, &["KeyE", "KeyC", "ShiftLeft"]),
];

const MINIMAL: &[Binding] = &[
    (Action::Left, &["ArrowLeft"]),
    (Action::Right, &["ArrowRight"]),
    (Action::SoftDrop, &["ArrowDown"]),
    (Action::RotateCw, &["ArrowUp"]),
    (Action::Pause, &["Escape"]),
];

const FLIP: &[Binding] = &[
    COMMON[0],
    COMMON[1],
    COMMON[2],
    COMMON[3],
    (Action::RotateCw, &["ArrowUp"]),
    COMMON[7],
    COMMON[8],
    COMMON[9],
    COMMON[10],
];

const fn mode(
    slug: &'static str,
    name: Phrase,
    title: Phrase,
    goal: Phrase,
    game: GameName,
) -> Mode {
    let (name, title, goal) = (Text::Phrase(name), Text::Phrase(title), Text::Phrase(goal));
    Mode { slug, name, title, goal, game }
}

fn entry(slug: &'static str, name: Phrase, blurb: Phrase) -> GameEntry {
    GameEntry {
        slug,
        name: Text::Phrase(name),
        blurb: Text::Phrase(blurb),
        modes: Vec::new(),
        seats: &[COMMON],
        notes: &[],
        own_handling: false,
        restarts_any_time: false,
    }
}

/// The games that have names.
fn named() -> Vec<GameEntry> {
    let (marathon, sprint, ultra) = (words::MARATHON, words::SPRINT, words::ULTRA);
    let (easy, hard) = (words::DOMINO_EASY, words::DOMINO_HARD);
    vec![
        GameEntry {
            modes: vec![
                mode("marathon", marathon, marathon, words::MARATHON_GOAL, GameName::Marathon),
                mode("sprint", sprint, sprint, words::SPRINT_GOAL, GameName::Sprint),
                mode("ultra", ultra, ultra, words::ULTRA_GOAL, GameName::Ultra),
            ],
            seats: &[MARATHON],
            own_handling: true,
            ..entry("marathon", marathon, words::MARATHON_BLURB)
        },
        GameEntry {
            modes: vec![
                mode("easy", words::EASY, easy, words::EASY_GOAL, GameName::DominoEasy),
                mode("hard", words::HARD, hard, words::HARD_GOAL, GameName::DominoHard),
            ],
            seats: &[DOMINO],
            notes: &[words::DOMINO_NOTE_ROWS, words::DOMINO_NOTE_DOUBLE, words::DOMINO_NOTE_TURN],
            restarts_any_time: true,
            ..entry("domino", words::DOMINO, words::DOMINO_BLURB)
        },
        GameEntry {
            modes: vec![
                mode("battle", words::BATTLE, words::BATTLE, words::BATTLE_GOAL, GameName::Battle),
                mode("versus", words::VERSUS, words::VERSUS, words::VERSUS_GOAL, GameName::Versus),
            ],
            seats: &[BATTLE_RIGHT, BATTLE_LEFT],
            notes: &[words::BATTLE_NOTE_GARBAGE, words::BATTLE_NOTE_KEYS],
            own_handling: true,
            ..entry("battle", words::BATTLE, words::BATTLE_BLURB)
        },
        GameEntry {
            modes: vec![mode(
                "minimal",
                words::MINIMAL,
                words::MINIMAL,
                words::MINIMAL_BLURB,
                GameName::Minimal,
            )],
            seats: &[MINIMAL],
            notes: &[words::MINIMAL_NOTE],
            ..entry("minimal", words::MINIMAL, words::MINIMAL_BLURB)
        },
        GameEntry {
            modes: vec![mode("flip", words::FLIP, words::FLIP, words::FLIP_GOAL, GameName::Flip)],
            seats: &[FLIP],
            notes: &[words::FLIP_NOTE],
            ..entry("flip", words::FLIP, words::FLIP_BLURB)
        },
    ]
}

/// Adds an entry for every game of the engine that has none.
fn completed(mut entries: Vec<GameEntry>) -> Vec<GameEntry> {
    for game in GameName::ALL {
        if entries.iter().any(|entry| entry.modes.iter().any(|mode| mode.game == game)) {
            continue;
        }
        let (slug, name) = (game.name(), Text::Plain(game.name()));
        entries.push(GameEntry {
            name,
            blurb: name,
            modes: vec![Mode { slug, name, title: name, goal: name, game }],
            seats: if game.boards() > 1 { &[BATTLE_RIGHT, BATTLE_LEFT] } else { &[COMMON] },
            ..entry(slug, words::MARATHON, words::MARATHON_BLURB)
        });
    }
    entries
}

static GAMES: LazyLock<Vec<GameEntry>> = LazyLock::new(|| completed(named()));

/// Every game, in the order in which they are offered.
pub(crate) fn all() -> &'static [GameEntry] {
    &GAMES
}

/// The numbers of the entry and mode that a game of the engine belongs to.
pub(crate) fn of(name: GameName) -> (usize, usize) {
    let places = all().iter().enumerate().flat_map(|(number, entry)| {
        entry.modes.iter().enumerate().map(move |(mode, its)| (number, mode, its.game))
    });
    let mut found = places.filter(|&(.., game)| game == name);
    found.next().map_or((0, 0), |(number, mode, _)| (number, mode))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_only_the_engine_knows_appears_by_itself() {
        let mut entries = named();
        entries.retain(|entry| entry.slug != "flip" && entry.slug != "battle");
        let entries = completed(entries);
        let find = |slug| entries.iter().find(|entry| entry.slug == slug).expect("it was added");
        assert_eq!(find("flip").modes[0].game, GameName::Flip);
        assert!(find("flip").modes[0].panels().contains(&Panel::Gravity));
        assert_eq!(find("versus").boards(), 2);
        assert_eq!(find("versus").seats.len(), 2);
    }

    #[test]
    fn every_game_of_the_engine_is_offered_once() {
        for name in GameName::ALL {
            let (entry, mode) = of(name);
            assert_eq!(all()[entry].modes[mode].game, name);
        }
        let modes: usize = all().iter().map(|entry| entry.modes.len()).sum();
        assert_eq!(modes, GameName::ALL.len());
    }
}
