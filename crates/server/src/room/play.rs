//! A game in a room: the referee, and the game's time by the server's clock.

use quintet_engine::{Micros, RulesError};
use quintet_protocol::client::Pace;
use quintet_protocol::limits::{HEARTBEAT, LATE_LIMIT, MAX_STROKES};
use quintet_protocol::{
    BoardSetup, Ending, GameId, Have, HaveBoard, ServerMessage, Settings, Stroke, pack_strokes,
    unpack_strokes,
};

use super::{Effects, Room};
use crate::referee::{Attack, Decision, Fault, Referee};
use crate::store::Step;

/// A game under way.
#[derive(Clone, Debug)]
pub(super) struct Play {
    id: GameId,
    settings: Settings,
    seed: u64,
    boards: [BoardSetup; 2],
    referee: Referee,
    pace: Pace,
    last_ack: [Micros; 2],
}

impl Play {
    pub(super) fn new(
        id: GameId,
        settings: Settings,
        seed: u64,
        gap_seed: u64,
        boards: [BoardSetup; 2],
    ) -> Result<Play, RulesError> {
        let rules = |board: BoardSetup| settings.rules.board_rules(board.handling, board.previews);
        let [first, second] = boards;
        let referee = Referee::new([rules(first)?, rules(second)?], seed, gap_seed);
        let pace = Pace::Still(Micros::ZERO);
        Ok(Play { id, settings, seed, boards, referee, pace, last_ack: [Micros::ZERO; 2] })
    }

    pub(super) const fn id(&self) -> GameId {
        self.id
    }

    pub(super) fn referee_mut(&mut self) -> &mut Referee {
        &mut self.referee
    }

    /// What the handicap lays on the boards.
    pub(super) fn begin(&mut self) -> Vec<Attack> {
        self.referee.handicap(self.settings.handicap)
    }

    pub(super) const fn is_halted(&self) -> bool {
        matches!(self.pace, Pace::Still(_))
    }

    /// The moment of the game when the clock shows this.
    pub(super) fn moment(&self, now: Micros) -> Micros {
        match self.pace {
            Pace::Still(at) => at,
            Pace::Running { at, when } => at + (now - when),
        }
    }

    pub(super) fn halted_at(&self) -> Micros {
        self.moment(Micros::ZERO)
    }

    /// Time stands still: no earlier than anything that has happened.
    pub(super) fn halt(&mut self, now: Micros) -> Micros {
        let known = self.referee.board(0).known().max(self.referee.board(1).known());
        let at = self.moment(now).max(known);
        self.pace = Pace::Still(at);
        at
    }

    /// A game that is taken up again stands where the last thing was written down.
    pub(super) fn halt_at_latest(&mut self) {
        self.pace = Pace::Still(self.referee.latest());
    }

    /// Time runs from where it stands, when the clock shows this.
    pub(super) fn go(&mut self, when: Micros) -> ServerMessage {
        let at = self.halted_at();
        self.pace = Pace::Running { at, when };
        ServerMessage::Go { at, when }
    }

    /// When the clock shows this, a board lags too far behind.
    pub(super) fn late_at(&self, seat: usize) -> Micros {
        match self.pace {
            Pace::Still(_) => Micros::NEVER,
            Pace::Running { at, when } => {
                when + (self.referee.board(seat as u8).known() - at) + LATE_LIMIT
            }
        }
    }

    /// What the referee has of a player's board.
    pub(super) fn ack(&self, seat: usize) -> ServerMessage {
        let board = self.referee.board(seat as u8);
        let (received, upto) = (board.strokes().len() as u32, board.known());
        ServerMessage::Ack { received, upto, hash: board.hash() }
    }

    /// What is personal about a player's board.
    pub(super) const fn setup_of(&self, seat: usize) -> BoardSetup {
        self.boards[seat]
    }

    /// How many strokes of a player the referee has.
    pub(super) fn strokes_of(&self, seat: usize) -> u32 {
        self.referee.board(seat as u8).strokes().len() as u32
    }

    pub(super) fn run_on_until_other_is_out(&mut self, seat: usize) {
        let other = self.referee.board(1 - seat as u8).game();
        if other.is_over() {
            let out = other.now();
            self.referee.run_on(seat as u8, out, out);
        }
    }

    pub(super) fn decision(&self) -> Option<Decision> {
        self.referee.decision()
    }

    pub(super) fn begin_message(&self) -> ServerMessage {
        ServerMessage::Begin {
            game: self.id,
            seed: self.seed,
            settings: self.settings,
            boards: self.boards,
        }
    }

    /// Everything that somebody who has so much has missed.
    pub(super) fn catch_up(&self, have: Option<Have>) -> Vec<ServerMessage> {
        let fits = |have: &Have| {
            have.game == self.id
                && (0..2).all(|index| {
                    let (board, have) =
                        (self.referee.board(index), have.boards[usize::from(index)]);
                    have.strokes as usize <= board.strokes().len()
                        && have.deliveries as usize <= board.deliveries().len()
                })
        };
        let mut messages = Vec::new();
        let boards = if let Some(have) = have.filter(fits) {
            have.boards
        } else {
            messages.push(self.begin_message());
            [HaveBoard::default(); 2]
        };
        for (board, have) in (0..2_u8).zip(boards) {
            let timeline = self.referee.board(board);
            for (number, delivery) in
                (0..).zip(timeline.deliveries()).skip(have.deliveries as usize)
            {
                let delivery = delivery.clone();
                messages.push(ServerMessage::Garbage { board, number, delivery });
            }
            let mut first = have.strokes as usize;
            loop {
                let rest = &timeline.strokes()[first..];
                let chunk = &rest[..rest.len().min(MAX_STROKES)];
                let is_last = chunk.len() == rest.len();
                let upto = if is_last { timeline.known() } else { chunk[chunk.len() - 1].at };
                messages.push(ServerMessage::Moves {
                    board,
                    first: first as u32,
                    upto,
                    strokes: pack_strokes(chunk, upto),
                    hash: is_last.then(|| timeline.hash()),
                });
                if is_last {
                    break;
                }
                first += chunk.len();
            }
        }
        messages
    }
}

impl Room {
    /// A player's hands moved, or time passed on the player's board.
    pub(super) fn take_moves(
        &mut self,
        now: Micros,
        seat: usize,
        first: u32,
        upto: Micros,
        packed: Vec<Stroke>,
        effects: &mut Effects,
    ) {
        // Moves of a game that is already decided are on their way when the decision falls.
        let Some(play) = &mut self.play else { return };
        let mut strokes = unpack_strokes(&packed, upto);
        let (mut packed, mut upto) = (packed, upto);
        if let Pace::Still(at) = play.pace {
            // What came after the halt did not happen; the client is being told so.
            strokes.retain(|stroke| stroke.at <= at);
            if strokes.is_empty() && upto > at {
                return;
            }
            upto = upto.min(at);
            packed = pack_strokes(&strokes, upto);
        }
        let (player, moment) = (seat as u8, play.moment(now));
        let attacks = match play.referee.accept(player, first, &strokes, upto, moment) {
            Ok(attacks) => attacks,
            Err(fault) => return self.punish(now, seat, fault, effects),
        };
        let board = play.referee.board(player);
        let is_heartbeat = strokes.is_empty();
        let hash = is_heartbeat.then(|| board.hash());
        let owes_ack = is_heartbeat || now >= play.last_ack[seat] + HEARTBEAT;
        let ack = owes_ack.then(|| play.ack(seat));
        if owes_ack {
            play.last_ack[seat] = now;
        }
        if !is_heartbeat && let Some(series) = &mut self.series {
            let strokes = packed.clone();
            series.note(Step::Moves { board: player, first, upto, strokes }, effects);
        }
        let relay = ServerMessage::Moves { board: player, first, upto, strokes: packed, hash };
        self.feed.push(now, &relay);
        if let Some(conn) = self.conn(1 - seat) {
            effects.send(conn, relay);
        }
        self.pass_on(now, attacks, effects);
        if let (Some(conn), Some(ack)) = (self.conn(seat), ack) {
            effects.send(conn, ack);
        }
        self.decide(now, effects);
    }

    /// Writes attacks down and tells everybody of them.
    pub(super) fn pass_on(&mut self, now: Micros, attacks: Vec<Attack>, effects: &mut Effects) {
        for attack in attacks {
            let Attack { board, number, ref delivery, .. } = attack;
            let garbage = ServerMessage::Garbage { board, number, delivery: delivery.clone() };
            if let Some(series) = &mut self.series {
                series.note(Step::Attack(attack), effects);
            }
            self.tell_all(now, &garbage, effects);
        }
    }

    fn punish(&mut self, now: Micros, seat: usize, fault: Fault, effects: &mut Effects) {
        effects.faults.push(format!("seat {seat}: {fault}"));
        self.forfeit(now, seat, Ending::Fault, effects);
    }
}
