//! Golden replays: each folder of `tests/replays` holds a game and its expected outcome.
//!
//! To add one, make a folder with a `replay.json` or `replay.qntr` in it, then run this test with
//! `WRITE_EXPECTED=1` and look at the file `expected` that it writes. An existing file is never
//! overwritten.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use quintet_engine::{
    EndReason, Event, Game, GameName, Micros, Phase, PlacedPiece, Playback, REPLAY_VERSION, Replay,
    Scoring, Spin, TimedEvent,
};

/// A folder of `tests/replays`.
struct Golden {
    folder: PathBuf,
    name: String,
    bytes: Vec<u8>,
    is_json: bool,
}

impl Golden {
    fn all() -> Vec<Golden> {
        let replays = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replays");
        let entries = fs::read_dir(replays).expect("there are golden replays");
        let mut folders: Vec<PathBuf> =
            entries.map(|entry| entry.expect("a folder can be read").path()).collect();
        folders.sort();
        folders.into_iter().map(Golden::read).collect()
    }

    fn read(folder: PathBuf) -> Golden {
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let json = folder.join("replay.json");
        let is_json = json.exists();
        let file = if is_json { json } else { folder.join("replay.qntr") };
        let bytes = fs::read(file).expect("a folder holds replay.json or replay.qntr");
        Golden { folder, name, bytes, is_json }
    }

    fn replay(&self) -> Replay {
        let replay = if self.is_json {
            Replay::from_json(str::from_utf8(&self.bytes).expect("JSON is text"))
        } else {
            Replay::from_bytes(&self.bytes)
        };
        replay.unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }
}

/// The outcome of a replay, line by line, to be read and compared.
fn story(replay: &Replay) -> String {
    let mut counts = vec![BTreeMap::<&str, u32>::new(); replay.rules.len()];
    let mut playback = Playback::new(replay.clone()).expect("it verifies");
    let count = &mut |player: usize, event: TimedEvent| {
        for name in names(event.event) {
            *counts[player].entry(name).or_default() += 1;
        }
    };
    playback.seek(Micros::NEVER, count).expect("it verifies");
    let game = playback.current();
    let mut lines = vec![format!("state {:016x}", game.state_hash())];
    lines.push(format!("end {} us", game.now().0));
    lines.extend(game.winner().map(|winner| format!("winner board {winner}")));
    for (player, (game, counts)) in game.games().iter().zip(counts).enumerate() {
        lines.push(format!("\nboard {player}: {}", game.rules().game.name()));
        lines.extend(drawing(game));
        lines.extend(counters(game));
        lines.extend(counts.iter().map(|(name, count)| format!("{name} {count}")));
    }
    lines.join("\n") + "\n"
}

/// The board row by row; the piece in play is in lower case.
fn drawing(game: &Game) -> Vec<String> {
    let view = game.view();
    let mut rows: Vec<Vec<char>> =
        view.board.drawing().iter().map(|row| row.chars().collect()).collect();
    for (x, y, tile) in view.piece.into_iter().flat_map(PlacedPiece::cells) {
        if let Ok(y) = usize::try_from(y) {
            rows[y][x as usize] = tile.to_char().to_ascii_lowercase();
        }
    }
    rows.into_iter().map(|row| format!("|{}|", String::from_iter(row))).collect()
}

fn counters(game: &Game) -> Vec<String> {
    let view = game.view();
    let end = match view.phase {
        Phase::Over(why) => format!("{why:?}"),
        _ => "in play".into(),
    };
    let mut lines = vec![end, format!("score {}", view.score), format!("level {}", view.level)];
    lines.extend([format!("lines {}", view.lines), format!("pieces {}", view.pieces)]);
    if game.rules().scoring == Scoring::Fives {
        lines.extend([format!("lives {}", view.lives), format!("streak {}", view.streak)]);
    }
    lines
}

/// What an event counts as.
fn names(event: Event) -> Vec<&'static str> {
    match event {
        Event::Cleared(clear) => {
            let lines = match clear.lines {
                1 => "clear of one",
                2 => "clear of two",
                3 => "clear of three",
                _ => "clear of four",
            };
            let mut names = vec![lines];
            match clear.spin {
                Spin::None => {}
                Spin::Mini => names.push("clear by mini spin"),
                Spin::Full => names.push("clear by spin"),
            }
            names.extend(clear.back_to_back.then_some("clear back to back"));
            names.extend((clear.combo > 0).then_some("clear in combo"));
            names.extend(clear.perfect.then_some("clear of everything"));
            names
        }
        Event::Fives(fives) => {
            let rows =
                if fives.rows.count() > 1 { "fives of two rows" } else { "fives of one row" };
            let mut names = vec![rows];
            names.extend((fives.multiplier > 1).then_some("fives doubled"));
            names.extend((fives.points == 0).then_some("fives missed"));
            names
        }
        Event::Rotated { kick, .. } if kick > 0 => vec!["turn", "turn with a kick"],
        Event::Rotated { .. } => vec!["turn"],
        Event::Held { .. } => vec!["hold"],
        Event::Flipped { .. } => vec!["flip"],
        Event::HardDropped { .. } => vec!["hard drop"],
        Event::SoftDropped => vec!["soft drop"],
        Event::Moved { repeated: true, .. } => vec!["move by repeat"],
        Event::GarbageSent { .. } => vec!["garbage sent"],
        Event::GarbageCancelled { .. } => vec!["garbage cancelled"],
        Event::GarbageEntered { .. } => vec!["garbage entered"],
        Event::LevelUp { .. } => vec!["level up"],
        _ => Vec::new(),
    }
}

#[test]
fn every_golden_replay_has_the_expected_outcome() {
    for golden in Golden::all() {
        let replay = golden.replay();
        assert_eq!(replay.verify(), Ok(()), "{}", golden.name);
        let story = story(&replay);
        let file = golden.folder.join("expected");
        if !file.exists() && std::env::var_os("WRITE_EXPECTED").is_some() {
            fs::write(&file, &story).expect("the folder can be written to");
        }
        let expected = fs::read_to_string(&file).unwrap_or_default();
        assert!(
            story == expected,
            "{} does not have the expected outcome, but\n{story}",
            golden.name
        );
    }
}

/// The version of the format that a replay was written in.
fn version(golden: &Golden) -> u8 {
    if golden.is_json {
        let json: serde_json::Value = serde_json::from_slice(&golden.bytes).expect("JSON");
        json["quintet_replay"].as_u64().expect("a version") as u8
    } else {
        golden.bytes[4]
    }
}

#[test]
fn writing_a_golden_replay_of_the_newest_version_again_gives_the_same_bytes() {
    for golden in Golden::all() {
        let replay = golden.replay();
        let again = if golden.is_json { replay.to_json().into_bytes() } else { replay.to_bytes() };
        if version(&golden) == REPLAY_VERSION {
            assert!(again == golden.bytes, "{}", golden.name);
        }
    }
}

#[test]
fn a_golden_replay_of_any_version_is_the_same_replay_when_written_again() {
    for golden in Golden::all() {
        let replay = golden.replay();
        assert_eq!(Replay::from_bytes(&replay.to_bytes()), Ok(replay.clone()), "{}", golden.name);
        assert_eq!(Replay::from_json(&replay.to_json()), Ok(replay), "{}", golden.name);
    }
}

#[test]
fn golden_replays_cover_every_version_in_both_forms() {
    let all = Golden::all();
    for wanted in 1..=REPLAY_VERSION {
        for is_json in [false, true] {
            let is_there =
                all.iter().any(|golden| version(golden) == wanted && golden.is_json == is_json);
            assert!(is_there, "version {wanted}, JSON: {is_json}");
        }
    }
}

#[test]
fn golden_replays_cover_every_game_both_forms_and_every_end() {
    let all = Golden::all();
    assert!(all.len() >= 12);
    assert!(all.iter().any(|golden| golden.is_json) && all.iter().any(|golden| !golden.is_json));
    let stories: Vec<String> = all.iter().map(|golden| story(&golden.replay())).collect();
    let is_told = |text: &str| stories.iter().any(|story| story.contains(text));
    for game in GameName::ALL {
        assert!(is_told(&format!(": {}\n", game.name())), "{}", game.name());
    }
    for why in [
        EndReason::BlockOut,
        EndReason::LockOut,
        EndReason::LivesLost,
        EndReason::Finished,
        EndReason::OpponentOut,
    ] {
        assert!(is_told(&format!("|\n{why:?}\n")), "{why:?}");
    }
    for happening in [
        "clear of one",
        "clear of two",
        "clear of three",
        "clear of four",
        "clear by mini spin",
        "clear by spin",
        "clear back to back",
        "clear in combo",
        "clear of everything",
        "fives of two rows",
        "fives doubled",
        "fives missed",
        "turn with a kick",
        "hold",
        "flip",
        "move by repeat",
        "garbage sent",
        "garbage cancelled",
        "garbage entered",
        "level up",
    ] {
        assert!(is_told(&format!("\n{happening} ")), "{happening}");
    }
}
