//! What the engine refuses, in the words of players.

use quintet_engine::{PositionError, ReplayError, VerifyError};
use quintet_words::{notices, replays};

/// Why a file is not shown, for [`replays::file_refused`].
pub fn replay_refused(error: &ReplayError) -> String {
    match error {
        ReplayError::NotAReplay => replays::NOT_A_REPLAY.into(),
        ReplayError::Version(version) => notices::unknown_version(*version),
        ReplayError::TooLarge(_) => replays::TOO_LARGE.into(),
        ReplayError::Content { offset, .. } => notices::damaged_at(*offset as u32),
        ReplayError::Json { line, column, .. } => replays::bad_json(*line as u32, *column as u32),
        _ => replays::DAMAGED.into(),
    }
}

/// Why a replay that was read is not shown, for [`replays::file_refused`].
pub fn playback_refused(error: &VerifyError) -> String {
    match error {
        VerifyError::Boards(_) | VerifyError::Rules { .. } | VerifyError::Start { .. } => {
            replays::UNPLAYABLE.into()
        }
        VerifyError::TooLong { .. } => replays::TOO_LARGE.into(),
        _ => replays::DIFFERS.into(),
    }
}

/// Why a game cannot begin from a position, for [`notices::bad_position`].
pub fn position_refused(error: &PositionError) -> String {
    match error {
        PositionError::TooManyRows { most, .. } => notices::too_many_rows(*most as u32),
        PositionError::WrongWidth { row, found, width } => {
            notices::row_width(*row as u32 + 1, *found as u32, (*width).into())
        }
        PositionError::UnknownCell { cell, row, column } => {
            let cell = cell.encode_utf8(&mut [0; 4]).to_owned();
            notices::unknown_cell(*row as u32 + 1, *column as u32 + 1, &cell)
        }
        PositionError::UnknownPiece(name) => notices::unknown_piece(name),
        PositionError::UnknownRotation(_) => notices::bad_field("rotation"),
        PositionError::DoesNotFit { kind, .. } => notices::no_room_for(&kind.to_string()),
        PositionError::QueueTooLong(_) => notices::LONG_QUEUE.into(),
        PositionError::NoHold => notices::NO_HOLD.into(),
        PositionError::NoFlip => notices::NO_FLIP.into(),
        PositionError::LevelOutOfRange(_) => notices::bad_field("level"),
        PositionError::CounterTooLarge { name, .. } => notices::bad_field(name),
        PositionError::NoLives(_) => notices::bad_field("lives"),
        _ => notices::bad_field("position"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_engine::{Game, GameName, Position, Replay};

    fn refused(position: &Position) -> String {
        let error = Game::from_position(GameName::Marathon.rules(), 1, position);
        position_refused(&error.expect_err("it is impossible"))
    }

    #[test]
    fn an_impossible_position_is_explained() {
        let board = |rows: &[&str]| Position::new().board(rows);
        assert_eq!(refused(&board(&["T"])), notices::row_width(1, 1, 10));
        assert_eq!(refused(&board(&["....?....."])), notices::unknown_cell(1, 5, "?"));
    }

    #[test]
    fn a_file_that_is_no_replay_is_explained() {
        let why = |bytes: &[u8]| replay_refused(&Replay::from_bytes(bytes).expect_err("no replay"));
        assert_eq!(why(b"hello"), *replays::NOT_A_REPLAY);
    }
}
