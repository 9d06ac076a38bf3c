//! A game that is over, before it is kept as a replay.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use quintet_engine::Micros;
use quintet_protocol::{GameId, Timeline, match_replay};
use tokio::sync::Notify;
use tracing::warn;

use super::referee::Referee;
use super::room::ClientFault;
use crate::limits::INPUTS_OF_GAMES_TO_KEEP;
use crate::store::PlayedGame;

/// A game that is over.
#[derive(Clone, Debug)]
pub struct EndedGame {
    id: GameId,
    names: Vec<String>,
    winner: Option<u8>,
    boards: Vec<Timeline>,
    end: Micros,
    differences: Vec<ReportedDifference>,
}

/// A client's report that a board of its own differs from the referee's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportedDifference {
    /// The seat whose board it is.
    pub board: u8,
    /// At which moment.
    pub at: Micros,
    /// The hash of the client's board there.
    pub hash: u32,
}

impl EndedGame {
    /// A game as its referee has it. One that was not played to its end lasts as long as anything
    /// is known of it.
    pub fn new(id: GameId, names: Vec<String>, winner: Option<u8>, referee: Referee) -> EndedGame {
        let known = referee.boards().iter().map(Timeline::known).max().unwrap_or_default();
        let end = referee.decision().map_or(known, |decision| decision.at);
        let (boards, differences) = (referee.into_boards(), Vec::new());
        EndedGame { id, names, winner, boards, end, differences }
    }

    /// The same with these reports, none of which has been looked into.
    #[must_use]
    pub fn with_reports(self, differences: Vec<ReportedDifference>) -> EndedGame {
        EndedGame { differences, ..self }
    }

    /// Looks into the reports of clients. One is void where the hash is the referee's own. This plays
    /// boards again, so that it is done after the game, on no thread that others wait for.
    pub fn reported_faults(&self) -> Vec<ClientFault> {
        let fault = |&ReportedDifference { board, at, hash }: &ReportedDifference| {
            let timeline = self.boards.get(usize::from(board))?;
            if timeline.played_again(at).hash() == hash {
                return None;
            }
            let is_confirmed = timeline.played_again(timeline.known()).hash() != timeline.hash();
            Some(if is_confirmed {
                ClientFault::BoardDiffers { board, at, hash }
            } else {
                ClientFault::DifferenceReported { board, at, hash }
            })
        };
        self.differences.iter().filter_map(fault).collect()
    }

    /// The match it is of.
    pub const fn match_id(&self) -> u64 {
        self.id.match_id
    }

    /// How many inputs and attacks it has.
    fn len(&self) -> usize {
        self.boards.iter().map(|board| board.inputs().len() + board.deliveries().len()).sum()
    }

    /// The game with its replay. This plays it again: some milliseconds for each minute that it lasted.
    pub fn played(&self, ended: u64) -> PlayedGame {
        let replay = match_replay(&self.boards, self.end).to_bytes();
        PlayedGame { id: self.id, names: self.names.clone(), winner: self.winner, ended, replay }
    }
}

/// Games that wait to be kept. While the database does not answer they become more, and when they
/// take too much memory the oldest are dropped: a match has its result without them.
#[derive(Default)]
pub struct GamesToKeep {
    waiting: Mutex<GameQueue>,
    added: Notify,
}

#[derive(Default)]
struct GameQueue {
    games: VecDeque<EndedGame>,
    /// How many inputs they have together.
    inputs: usize,
}

impl GameQueue {
    fn drop_oldest(&mut self) {
        while self.inputs > INPUTS_OF_GAMES_TO_KEEP
            && let Some(game) = self.games.pop_front()
        {
            self.inputs -= game.len();
            warn!(match_id = game.match_id(), "too many games wait: a replay is dropped");
        }
    }
}

impl GamesToKeep {
    fn change(&self, change: impl FnOnce(&mut GameQueue)) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut waiting);
        waiting.drop_oldest();
        drop(waiting);
        self.added.notify_one();
    }

    /// Adds a game.
    pub(crate) fn push(&self, game: EndedGame) {
        self.change(|waiting| {
            waiting.inputs += game.len();
            waiting.games.push_back(game);
        });
    }

    /// Puts back a game that could not be kept, which is the next one then.
    pub(crate) fn put_back(&self, game: EndedGame) {
        self.change(|waiting| {
            waiting.inputs += game.len();
            waiting.games.push_front(game);
        });
    }

    /// The next game; waits for one.
    pub(crate) async fn next(&self) -> EndedGame {
        loop {
            if let Some(game) = self.take() {
                return game;
            }
            self.added.notified().await;
        }
    }

    fn take(&self) -> Option<EndedGame> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let game = waiting.games.pop_front()?;
        waiting.inputs -= game.len();
        Some(game)
    }
}

#[cfg(test)]
mod tests {
    use quintet_engine::{Button, GameName, Input, TimedInput};

    use super::*;

    fn game(match_id: u64, inputs: usize) -> EndedGame {
        let mut board = Timeline::new(GameName::Versus.rules(), 1);
        let times = (0..inputs as u64).map(Micros);
        let press = |at| TimedInput { at, player: 0, input: Input::Press(Button::Left) };
        let pressed: Vec<TimedInput> = times.map(press).collect();
        board.play(&pressed, Micros::from_secs(1), &mut |_| {}).expect("in order");
        let (id, end) = (GameId { match_id, number: 0 }, Micros::ZERO);
        let (names, winner, boards, differences) = (vec![], None, vec![board], vec![]);
        EndedGame { id, names, winner, boards, end, differences }
    }

    /// A report counts where the hash is not the referee's own, and is confirmed only where the board is
    /// another one when it is played again.
    #[test]
    fn a_report_of_a_difference_is_believed_only_if_the_board_differs_from_itself() {
        let (game, at) = (game(1, 100), Micros(50));
        let hash = game.boards[0].played_again(at).hash();
        let report = |board, hash| ReportedDifference { board, at, hash };
        let reports = vec![report(0, hash), report(0, hash ^ 1), report(7, hash)];
        let faults = game.with_reports(reports).reported_faults();
        assert_eq!(faults, [ClientFault::DifferenceReported { board: 0, at, hash: hash ^ 1 }]);
    }

    /// While the database was away, whole games once filled the memory.
    #[test]
    fn the_oldest_games_are_dropped_when_too_much_waits() {
        let games = GamesToKeep::default();
        let inputs = 10_000;
        let most = (INPUTS_OF_GAMES_TO_KEEP / inputs) as u64;
        let template = game(0, inputs);
        for match_id in 0..most + 3 {
            let id = GameId { match_id, number: 0 };
            games.push(EndedGame { id, ..template.clone() });
        }
        let first = games.take().expect("a game");
        assert_eq!(first.match_id(), 3);
        games.put_back(first);
        assert_eq!(std::iter::from_fn(|| games.take()).count() as u64, most);
        assert_eq!(games.waiting.lock().expect("no panic").inputs, 0);
    }
}
