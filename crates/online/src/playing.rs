//! The match as a table shows it.

use quintet_engine::{Event, Game, Input, Micros, Phase, Replay, TimedEvent};
use quintet_protocol::client::{OnlineGame, Pace};
use quintet_protocol::limits::RETURN_LIMIT;
use quintet_protocol::{GameId, PackedInput, PerSeat};
use quintet_records::{Ending, Kept, Played, Statistics};

use crate::{Connection, GameNumbers, OnlineState};

/// More inputs than this come at once only when a client catches up.
const MOST_AT_ONCE: usize = 64;

/// A game over a server that has ended. The day is the front end's to add.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// Its replay.
    pub replay: Replay,
    /// What a list of replays shows of it, but for the game and its place there.
    pub summary: Kept,
    /// The local player's result, for the statistics; none for spectators.
    pub played: Option<Played>,
}

impl OnlineState {
    /// A button goes down or up.
    pub fn input(&mut self, input: Input, now: Micros) {
        let own = self.game.map_or(0, |game| usize::from(game.front));
        let (Some(client), happened) = (&mut self.client, &mut self.happened) else { return };
        let is_taken = client.apply(input, now, &mut |board, event| happened.push((board, event)));
        if let (Input::Press(button), Some(counted), true) =
            (input, self.statistics.get_mut(own), is_taken)
        {
            counted.press(button);
        }
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
        let recounted = self.recount;
        self.recount = PerSeat::new(false, recounted.len());
        for seat in (0..recounted.len()).filter(|&seat| recounted[seat]) {
            let end = play.confirmed(seat as u8).known();
            let counted = Statistics::of_replay(&play.replay(end));
            if let Some(counted) = counted.and_then(|all| all.into_iter().nth(seat)) {
                self.statistics[seat] = counted;
            }
        }
        for (board, event) in self.happened.drain(..) {
            let (seat, played) = (usize::from(board), play.board(board));
            if !recounted[seat] {
                self.statistics[seat].count(played.rules(), &event);
            }
            let place = game.board_of(board);
            let won = matches!(event.event, Event::Over { .. }) && !played.is_over();
            report(place, &event, played, won);
        }
    }

    /// Counts what the server tells of a board. The past of the local player's board, and a long
    /// part of another's, is counted as a whole when all of it is known.
    pub(crate) fn count_inputs(&mut self, seat: u8, upto: Micros, inputs: &[PackedInput]) {
        let is_own = self.own_board() == Some(seat);
        let index = usize::from(seat);
        let (Some(recount), Some(counted)) =
            (self.recount.get_mut(index), self.statistics.get_mut(index))
        else {
            return;
        };
        if is_own || inputs.len() > MOST_AT_ONCE {
            *recount = true;
            return;
        }
        let is_press =
            |packed: &&PackedInput| matches!(packed.unpack(upto, seat).input, Input::Press(_));
        counted.keys += inputs.iter().filter(is_press).count() as u32;
    }

    /// The game that has ended at a moment, in numbers.
    pub(crate) fn count_game(&self, end: Micros) -> Option<GameNumbers> {
        let game = self.game?;
        let play = self.client.as_ref()?.game()?;
        let replay = play.replay(end);
        let mut counted = Statistics::of_replay(&replay)?;
        let seats = || (0..game.rules.len()).map(|place| game.seat_of(place));
        let board = |seat: usize| {
            let result = replay.result.boards.get(seat).copied().unwrap_or_default();
            (result, counted.get_mut(seat).map(std::mem::take).unwrap_or_default())
        };
        let boards = seats().map(board).collect();
        let over = |(place, seat): (usize, usize)| match play.board(seat as u8).view().phase {
            Phase::Over(why) => Some((place, why)),
            _ => None,
        };
        Some(GameNumbers { time: end, boards, why: seats().enumerate().find_map(over) })
    }

    /// What was counted on a board of the table since the game began.
    pub fn statistics(&self, place: usize) -> &Statistics {
        let seat = self.game.map_or(place, |game| game.seat_of(place));
        &self.statistics[seat % self.statistics.len()]
    }

    /// The game on a board of the table, if one has begun.
    pub fn board(&self, place: usize) -> Option<&Game> {
        let play = self.client.as_ref()?.game()?;
        Some(play.board(self.game?.seat_of(place) as u8))
    }

    /// What is kept of the game that is on, if the local player gives it up now.
    pub fn given_up(&self) -> Option<FinishedGame> {
        let game = self.game.filter(|_| self.over.is_none())?;
        let play = self.client.as_ref()?.game()?;
        let seats = 0..play.seats() as u8;
        let end = seats.clone().map(|seat| play.confirmed(seat).known()).max()?;
        let mut others = seats.filter(|&seat| seat != game.front);
        let winner = others.next().filter(|_| others.next().is_none());
        self.finished(end, winner)
    }

    /// What is kept of the game that the local player has played, up to its end; none for spectators.
    pub fn finished(&self, end: Micros, winner: Option<u8>) -> Option<FinishedGame> {
        let played = self.game.filter(|game| game.plays)?;
        let replay = self.client.as_ref()?.game()?.replay(end);
        let own = *replay.result.boards.get(usize::from(played.front))?;
        let GameId { match_id, number } = played.game;
        let summary = Kept {
            score: own.score,
            lines: own.lines,
            time_us: end.0,
            players: self.names.clone(),
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
        Some(FinishedGame { replay, summary, played })
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
