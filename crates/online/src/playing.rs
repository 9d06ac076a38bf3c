//! The match as a table shows it.

use quintet_engine::{Event, Game, Input, Micros, Replay, TimedEvent};
use quintet_protocol::GameId;
use quintet_protocol::client::{OnlineGame, Pace};
use quintet_protocol::limits::RETURN_LIMIT;
use quintet_records::{Ending, Kept, Played, Statistics};

use crate::{Connection, OnlineState};

impl OnlineState {
    /// A button goes down or up.
    pub fn input(&mut self, input: Input, now: Micros) {
        let own = self.game.map_or(0, |game| usize::from(game.front & 1));
        if let Input::Press(button) = input {
            self.statistics[own].press(button);
        }
        let (Some(client), happened) = (&mut self.client, &mut self.happened) else { return };
        client.apply(input, now, &mut |board, event| happened.push((board, event)));
    }

    /// Whether another game has begun since this was last asked.
    pub fn take_new_game(&mut self) -> bool {
        std::mem::take(&mut self.is_new_game)
    }

    /// Reports what happened on the boards since the last call: the board of the table, its game
    /// after it, and whether its player has won.
    pub fn drain(&mut self, report: &mut dyn FnMut(usize, &TimedEvent, &Game, bool)) {
        let play = self.client.as_ref().and_then(|client| client.game());
        let (Some(game), Some(play)) = (self.game, play) else {
            return self.happened.clear();
        };
        for (board, event) in self.happened.drain(..) {
            self.statistics[usize::from(board & 1)].count(play.board(board).rules(), &event);
            let place = usize::from(board ^ game.front) & 1;
            let played = play.board(board);
            let won = matches!(event.event, Event::Over { .. }) && !played.is_over();
            report(place, &event, played, won);
        }
    }

    /// What was counted on a board of the table since the game began.
    pub fn statistics(&self, place: usize) -> &Statistics {
        let front = self.game.map_or(0, |game| game.front);
        &self.statistics[usize::from(front ^ place as u8) & 1]
    }

    /// The game on a board of the table, if one has begun.
    pub fn board(&self, place: usize) -> Option<&Game> {
        let play = self.client.as_ref()?.game()?;
        Some(play.board(self.game?.front ^ (place as u8 & 1)))
    }

    /// The replay of the game that one has played, up to its end, and what a list shows of it but
    /// for its place there; none for spectators.
    pub fn replay(&self, end: Micros, winner: Option<u8>) -> Option<(Replay, Kept)> {
        let played = self.game.filter(|game| game.plays)?;
        let replay = self.client.as_ref()?.game()?.replay(end);
        let own = replay.result.boards[usize::from(played.front)];
        let GameId { match_id, number } = played.game;
        let kept = Kept {
            score: own.score,
            lines: own.lines,
            time_us: end.0,
            players: self.names.to_vec(),
            winner,
            online: Some(format!("{match_id}/{number}")),
            ..Kept::default()
        };
        Some((replay, kept))
    }

    /// What came of such a game for the one who played it here.
    pub fn played(&self, replay: &Replay, winner: Option<u8>, date: &str) -> Option<Played> {
        let played = self.game.filter(|game| game.plays)?;
        let statistics = Statistics::of_replay(replay)?;
        let own = replay.result.boards.get(usize::from(played.front))?;
        let ending = if winner == Some(played.front) { Ending::Reached } else { Ending::Over };
        let time_us = replay.result.end.0;
        let result = Played::new(date, ending, own.score, own.lines, time_us);
        let result = Played { level: own.level, ..result };
        Some(result.counted(statistics.get(usize::from(played.front))?))
    }

    /// The seconds until time runs; without a connection, those left to come back.
    pub fn seconds_to_go(&self, now: Micros) -> u64 {
        if self.connection == Connection::Lost {
            return (RETURN_LIMIT - (now - self.lost_at)).0.div_ceil(1_000_000);
        }
        let Some(client) = &self.client else { return 0 };
        client.game().map_or(0, |game| seconds_until(game, client.clock().at(now)))
    }
}

/// How many seconds are left until the game's time runs.
fn seconds_until(play: &OnlineGame, server: Micros) -> u64 {
    match play.pace() {
        Pace::Running { when, .. } => (when - server).0.div_ceil(1_000_000),
        Pace::Still(_) => 0,
    }
}
