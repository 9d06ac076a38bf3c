//! The match as a table shows it.

use quintet_engine::{Event, Game, Input, Micros, Replay, TimedEvent};
use quintet_protocol::GameId;
use quintet_protocol::client::{OnlineGame, Pace};
use quintet_protocol::limits::RETURN_LIMIT;
use quintet_records::{Ending, Kept, Played, Statistics};

use crate::{Connection, OnlineState};

/// A game over a server that has ended. The day is the front end's to add.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// Its replay.
    pub replay: Replay,
    /// What a list of replays shows of it, but for the game and its place there.
    pub kept: Kept,
    /// What came of it for the one who played it here.
    pub played: Option<Played>,
}

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

    /// What is worth keeping of the game that one has played, up to its end; none for spectators.
    pub fn finished(&self, end: Micros, winner: Option<u8>) -> Option<FinishedGame> {
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
        let counted = Statistics::of_replay(&replay)
            .and_then(|all| all.into_iter().nth(usize::from(played.front)));
        let played = counted.map(|statistics| {
            let ending = if winner == Some(played.front) { Ending::Reached } else { Ending::Over };
            let result = Played::new("", ending, own.score, own.lines, replay.result.end.0);
            Played { level: own.level, ..result }.counted(&statistics)
        });
        Some(FinishedGame { replay, kept, played })
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
