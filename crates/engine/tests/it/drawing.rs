//! A game under test: boards as drawings, times as plain microseconds, all events kept.

use std::ops::Range;

use quintet_engine::{
    Button, EndReason, Event, Game, Kind, Micros, Phase, Piece, PlacedPiece, Position, Rules, Tile,
    TimedEvent, View,
};

/// A game being played, and everything that has happened in it.
pub(crate) struct Played {
    pub(crate) game: Game,
    events: Vec<TimedEvent>,
}

impl Played {
    /// A new game at time 0, with its first piece in play.
    pub(crate) fn new(rules: impl Into<Rules>) -> Played {
        Played::dealt(rules, 1)
    }

    /// A new game with this seed at time 0.
    pub(crate) fn dealt(rules: impl Into<Rules>, seed: u64) -> Played {
        let mut played = Played {
            game: Game::new(rules.into().validate().expect("valid rules"), seed),
            events: Vec::new(),
        };
        played.advance(0);
        played
    }

    /// A game that starts from a position, at time 0.
    pub(crate) fn set_up(rules: impl Into<Rules>, position: &Position) -> Played {
        let rules = rules.into().validate().expect("valid rules");
        let game = Game::from_position(rules, 1, position).expect("a possible position");
        let mut played = Played { game, events: Vec::new() };
        played.advance(0);
        played
    }

    pub(crate) fn press(&mut self, button: Button, at: u64) {
        let Played { game, events } = self;
        game.press(button, Micros(at), &mut |event| events.push(event)).expect("time runs forward");
    }

    pub(crate) fn release(&mut self, button: Button, at: u64) {
        let Played { game, events } = self;
        let sink = &mut |event| events.push(event);
        game.release(button, Micros(at), sink).expect("time runs forward");
    }

    /// Presses and releases a button at the same moment.
    pub(crate) fn tap(&mut self, button: Button, at: u64) {
        self.press(button, at);
        self.release(button, at);
    }

    pub(crate) fn advance(&mut self, now: u64) {
        let Played { game, events } = self;
        game.advance(Micros(now), &mut |event| events.push(event)).expect("time runs forward");
    }

    pub(crate) fn receive_garbage(&mut self, gaps: &[u8], at: u64) {
        let Played { game, events } = self;
        let sink = &mut |event| events.push(event);
        game.receive_garbage(gaps, Micros(at), sink).expect("time runs forward");
    }

    pub(crate) fn view(&self) -> View<'_> {
        self.game.view()
    }

    /// The piece in play.
    pub(crate) fn piece(&self) -> Piece {
        self.view().piece.expect("a piece is in play").piece
    }

    /// Column and row of the box of the piece in play.
    pub(crate) fn place(&self) -> (i8, i8) {
        (self.piece().x, self.piece().y)
    }

    /// These rows as text, 0 being the top visible one; a falling tetromino in lower case.
    pub(crate) fn rows(&self, rows: Range<i8>) -> Vec<String> {
        let view = self.view();
        let falling: Vec<_> = view.piece.into_iter().flat_map(PlacedPiece::cells).collect();
        let cell = |x: i8, y: i8| {
            let here = falling.iter().find(|&&(column, row, _)| (column, row) == (x, y));
            here.map_or(view.board.tile(x, y).to_char(), |(.., tile)| {
                tile.to_char().to_ascii_lowercase()
            })
        };
        let width = view.board.width() as i8;
        rows.map(|y| (0..width).map(|x| cell(x, y)).collect()).collect()
    }

    /// The locked rows as text, from the topmost visible one that is not empty.
    pub(crate) fn stack(&self) -> Vec<String> {
        self.view().board.stack()
    }

    /// Everything that has happened so far.
    pub(crate) fn events(&self) -> &[TimedEvent] {
        &self.events
    }

    /// What has happened since the last call.
    pub(crate) fn take_events(&mut self) -> Vec<Event> {
        self.events.drain(..).map(|event| event.event).collect()
    }

    /// The kinds that have entered, in order.
    pub(crate) fn entered(&self) -> Vec<Kind> {
        let kind = |event: &TimedEvent| match event.event {
            Event::Spawned { kind } => Some(kind),
            _ => None,
        };
        self.events.iter().filter_map(kind).collect()
    }

    /// When pieces locked.
    pub(crate) fn lock_times(&self) -> Vec<u64> {
        let is_lock = |event: &&TimedEvent| matches!(event.event, Event::Locked { .. });
        self.events.iter().filter(is_lock).map(|event| event.at.0).collect()
    }

    /// Why the game ended, if it has.
    pub(crate) fn end(&self) -> Option<EndReason> {
        match self.view().phase {
            Phase::Over(reason) => Some(reason),
            _ => None,
        }
    }
}

/// A position in which the tetromino in play rests and completes one to four rows of ten columns.
pub(crate) fn about_to_clear(lines: usize) -> Position {
    let (rows, kind, turns, x, y): (&[&str], _, _, _, _) = match lines {
        1 => (&["GGGGGG...."], Kind::I, 0, 6, 18),
        2 => (&["GGGG..GGGG"; 2], Kind::O, 0, 4, 18),
        3 => (&["GGGG..GGGG", "GGGG.GGGGG", "GGGG.GGGGG"], Kind::J, 1, 3, 17),
        _ => (&["GGGG.GGGGG"; 4], Kind::I, 1, 2, 16),
    };
    Position::new().board(rows).active(kind, turns, x, y)
}

/// The domino with these values.
pub(crate) fn tile(low: u8, high: u8) -> Kind {
    Kind::domino(low, high).expect("values up to six")
}

/// The domino in play: row, column and pips of each half, from the top left.
pub(crate) fn halves(played: &Played) -> Vec<(i8, i8, u8)> {
    let placed = played.view().piece.expect("a piece is in play");
    let pips = |(x, y, tile): (i8, i8, Tile)| (y, x, tile.pips().expect("half a domino"));
    placed.cells().map(pips).collect()
}
