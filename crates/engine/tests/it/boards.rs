//! A match under test: boards as drawings, times as plain microseconds, all events kept.

use quintet_engine::{
    Button, EndReason, Event, Match, Micros, Phase, Position, Rules, TimedEvent, TimedInput, View,
};

/// A match being played, and everything that has happened in it.
pub(crate) struct Boards {
    pub(crate) game: Match,
    events: Vec<(usize, TimedEvent)>,
}

impl Boards {
    /// A new match of this many boards at time 0, with the first pieces in play.
    pub(crate) fn new(rules: impl Into<Rules>, players: usize) -> Boards {
        Boards::dealt(rules, players, 1)
    }

    /// A new match with this seed at time 0.
    pub(crate) fn dealt(rules: impl Into<Rules>, players: usize, seed: u64) -> Boards {
        let rules = rules.into().validate().expect("valid rules");
        let game = Match::new(&vec![rules; players], seed);
        let mut boards = Boards { game, events: Vec::new() };
        boards.advance(0);
        boards
    }

    /// A match whose boards start from positions, at time 0.
    pub(crate) fn set_up(rules: impl Into<Rules>, positions: &[Position]) -> Boards {
        let rules = rules.into().validate().expect("valid rules");
        let mut game = Match::new(&vec![rules; positions.len()], 1);
        for (player, position) in positions.iter().enumerate() {
            game.set_up(player, position).expect("a possible position");
        }
        let mut boards = Boards { game, events: Vec::new() };
        boards.advance(0);
        boards
    }

    pub(crate) fn press(&mut self, player: usize, button: Button, at: u64) {
        let Boards { game, events } = self;
        let sink = &mut |player, event| events.push((player, event));
        game.press(player, button, Micros(at), sink).expect("time runs forward");
    }

    pub(crate) fn release(&mut self, player: usize, button: Button, at: u64) {
        let Boards { game, events } = self;
        let sink = &mut |player, event| events.push((player, event));
        game.release(player, button, Micros(at), sink).expect("time runs forward");
    }

    /// Presses and releases a button at the same moment.
    pub(crate) fn tap(&mut self, player: usize, button: Button, at: u64) {
        self.press(player, button, at);
        self.release(player, button, at);
    }

    pub(crate) fn receive_garbage(&mut self, player: usize, gaps: &[u8], at: u64) {
        let Boards { game, events } = self;
        let sink = &mut |player, event| events.push((player, event));
        game.apply(&garbage(player, gaps, at), sink).expect("time runs forward");
    }

    pub(crate) fn advance(&mut self, now: u64) {
        let Boards { game, events } = self;
        let sink = &mut |player, event| events.push((player, event));
        game.advance(Micros(now), sink).expect("time runs forward");
    }

    pub(crate) fn view(&self, player: usize) -> View<'_> {
        self.game.games()[player].view()
    }

    /// The locked rows of a board as text, from the topmost visible one that is not empty.
    pub(crate) fn stack(&self, player: usize) -> Vec<String> {
        self.view(player).board.stack()
    }

    /// Rows of garbage that wait to enter.
    pub(crate) fn pending(&self, player: usize) -> u8 {
        self.view(player).pending_garbage
    }

    /// Everything that has happened so far, on all boards.
    pub(crate) fn events(&self) -> &[(usize, TimedEvent)] {
        &self.events
    }

    /// What has happened on a board since the last call for any board.
    pub(crate) fn take_events(&mut self, player: usize) -> Vec<Event> {
        let events = self.events.drain(..);
        events.filter(|&(on, _)| on == player).map(|(_, event)| event.event).collect()
    }

    /// Why a board's game ended, if it has.
    pub(crate) fn end(&self, player: usize) -> Option<EndReason> {
        match self.view(player).phase {
            Phase::Over(reason) => Some(reason),
            _ => None,
        }
    }
}

/// Garbage that comes to a board from outside the match.
pub(crate) fn garbage(player: usize, gaps: &[u8], at: u64) -> TimedInput {
    let gaps = gaps.iter().copied().collect();
    TimedInput::garbage(gaps, Micros(at)).to_board(player as u8)
}
