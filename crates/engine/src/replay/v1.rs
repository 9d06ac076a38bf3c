//! Version 1 of the replay format: every value in a fixed order, without numbers.
//!
//! The order is frozen here, whatever the rules become. Types that version 1 wrote as a whole
//! (enums, counters, the result) may gain variants at the end and nothing else.

use alloc::vec::Vec;

use serde::de::DeserializeOwned;

use super::format::{HEAD, unpack};
use super::{MAX_PLAYERS, Replay, ReplayError};
use crate::games::GameName;
use crate::position::{ActivePiece, Position};
use crate::rules::Rules;

/// Reads the content of version 1.
pub(super) fn read(content: &[u8]) -> Result<Replay, ReplayError> {
    let mut values = Values { content, rest: content };
    let replay = Replay {
        revision: values.next()?,
        rules: values.per_board(Values::rules)?,
        seed: values.next()?,
        start: values.per_board(Values::start)?,
        inputs: unpack(values.bytes()?, content)?,
        locks: values.next()?,
        result: values.next()?,
    };
    if !values.rest.is_empty() {
        return Err(values.problem("there are bytes after the end of the content"));
    }
    Ok(replay)
}

/// Completes rules that were written when the game's name alone said whether row sums are shown.
pub(super) fn upgrade(rules: &mut Rules) {
    rules.row_sums = rules.game == GameName::DominoEasy;
}

/// The values that follow one another in the content.
struct Values<'a> {
    content: &'a [u8],
    rest: &'a [u8],
}

impl<'a> Values<'a> {
    fn problem(&self, problem: &'static str) -> ReplayError {
        let offset = HEAD + self.content.len() - self.rest.len();
        ReplayError::Content { offset, problem }
    }

    fn next<T: DeserializeOwned>(&mut self) -> Result<T, ReplayError> {
        let (value, rest) = postcard::take_from_bytes(self.rest)
            .map_err(|_| self.problem("the content cannot be decoded"))?;
        self.rest = rest;
        Ok(value)
    }

    /// A list of bytes behind its length.
    fn bytes(&mut self) -> Result<&'a [u8], ReplayError> {
        let length: u32 = self.next()?;
        let (bytes, rest) = self
            .rest
            .split_at_checked(length as usize)
            .ok_or_else(|| self.problem("the content cannot be decoded"))?;
        self.rest = rest;
        Ok(bytes)
    }

    fn per_board<T>(
        &mut self,
        read: impl Fn(&mut Self) -> Result<T, ReplayError>,
    ) -> Result<Vec<T>, ReplayError> {
        let boards: u32 = self.next()?;
        if boards as usize > MAX_PLAYERS {
            return Err(self.problem("there are too many boards"));
        }
        (0..boards).map(|_| read(self)).collect()
    }

    fn rules(&mut self) -> Result<Rules, ReplayError> {
        let mut rules = Rules::BASE;
        rules.game = self.next()?;
        rules.width = self.next()?;
        rules.height = self.next()?;
        rules.hidden = self.next()?;
        rules.open_sky = self.next()?;
        rules.deal = self.next()?;
        rules.rotation.shapes = self.next()?;
        rules.rotation.anchor = self.next()?;
        rules.rotation.kicks = self.next()?;
        rules.rotation.counter_clockwise = self.next()?;
        rules.rotation.half = self.next()?;
        rules.spawn.row = self.next()?;
        rules.spawn.row_of_i = self.next()?;
        rules.spawn.right_of_middle = self.next()?;
        rules.fall = self.next()?;
        rules.fall_clock_runs_on = self.next()?;
        rules.lock = self.next()?;
        rules.lock_out = self.next()?;
        rules.clear_pause = self.next()?;
        rules.entry_delay = self.next()?;
        rules.scoring = self.next()?;
        rules.soft_drop_points = self.next()?;
        rules.hard_drop_points = self.next()?;
        rules.start_level = self.next()?;
        rules.goal = self.next()?;
        rules.hard_drop = self.next()?;
        rules.hold = self.next()?;
        rules.flip = self.next()?;
        rules.ghost = self.next()?;
        rules.previews = self.next()?;
        rules.initial_actions = self.next()?;
        rules.attack = self.next()?;
        rules.handling.das = self.next()?;
        rules.handling.arr = self.next()?;
        rules.handling.soft_drop = self.next()?;
        upgrade(&mut rules);
        Ok(rules)
    }

    fn start(&mut self) -> Result<Option<Position>, ReplayError> {
        if !self.next()? {
            return Ok(None);
        }
        Ok(Some(Position {
            board: self.next()?,
            active: self.active()?,
            next: self.next()?,
            hold: self.next()?,
            score: self.next()?,
            level: self.next()?,
            lines: self.next()?,
            lives: self.next()?,
            streak: self.next()?,
            gravity: self.next()?,
        }))
    }

    fn active(&mut self) -> Result<Option<ActivePiece>, ReplayError> {
        if !self.next()? {
            return Ok(None);
        }
        let (kind, rotation, x, y) = (self.next()?, self.next()?, self.next()?, self.next()?);
        Ok(Some(ActivePiece { kind, rotation, x, y }))
    }
}
