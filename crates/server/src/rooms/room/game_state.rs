//! A game in a room: the referee, and the game's time by the server's clock.

use quintet_engine::{Micros, RulesError};
use quintet_protocol::client::Pace;
use quintet_protocol::limits::{HEARTBEAT, LATE_LIMIT, MAX_INPUTS};
use quintet_protocol::{
    BoardSetup, Ending, GameId, HaltReason, Have, HaveBoard, PackedInput, PerSeat, ServerMessage,
    Settings, Timeline, pack_inputs, unpack_inputs,
};

use super::{Actions, ClientFault, Room};
use crate::limits::DIFFERENCE_REPORTS;
use crate::rooms::bots;
use crate::rooms::ended_game::{EndedGame, ReportedDifference};
use crate::rooms::referee::{Attack, Decision, Fault, Referee};
use crate::store::Step;

/// A game under way.
#[derive(Clone, Debug)]
pub(super) struct GameState {
    id: GameId,
    settings: Settings,
    seed: u64,
    boards: Vec<BoardSetup>,
    /// Who plays, by seat, as others see them.
    names: Vec<String>,
    referee: Referee,
    pace: Pace,
    /// When time last came to stand still.
    halted_since: Micros,
    /// When each seat's inputs were last acknowledged.
    last_ack: Vec<Micros>,
    /// Reports of boards that differ by seat, which are looked into when the game is over.
    differences: Vec<Vec<ReportedDifference>>,
}

impl GameState {
    pub(super) fn new(
        id: GameId,
        settings: Settings,
        seed: u64,
        gap_seed: u64,
        boards: Vec<BoardSetup>,
        names: Vec<String>,
    ) -> Result<GameState, RulesError> {
        let rules = |board: &BoardSetup| settings.rules.board_rules(board.handling, board.previews);
        let rules = boards.iter().map(rules).collect::<Result<Vec<_>, _>>()?;
        let referee = Referee::new(rules, seed, gap_seed);
        let (pace, last_ack) = (Pace::Still(Micros::ZERO), vec![Micros::ZERO; boards.len()]);
        let differences = vec![Vec::new(); boards.len()];
        Ok(GameState {
            id,
            settings,
            seed,
            boards,
            names,
            referee,
            pace,
            halted_since: Micros::ZERO,
            last_ack,
            differences,
        })
    }

    pub(super) const fn id(&self) -> GameId {
        self.id
    }

    pub(super) const fn referee(&self) -> &Referee {
        &self.referee
    }

    pub(super) fn referee_mut(&mut self) -> &mut Referee {
        &mut self.referee
    }

    /// The game when it is over, with the names of its players.
    pub(super) fn ended(self, names: Vec<String>, winner: Option<u8>) -> EndedGame {
        EndedGame::new(self.id, names, winner, self.referee).with_reports(self.differences.concat())
    }

    /// The garbage of the handicap.
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

    /// Stops the time, no earlier than anything that has happened.
    pub(super) fn halt(&mut self, now: Micros) -> Micros {
        let known = self.referee.boards().iter().map(Timeline::known).max();
        let at = self.moment(now).max(known.unwrap_or(Micros::ZERO));
        self.pace = Pace::Still(at);
        self.halted_since = now;
        at
    }

    /// A restored game is halted at the latest moment in the journal.
    pub(super) fn halt_at_latest(&mut self) {
        self.pace = Pace::Still(self.referee.latest());
    }

    /// Lets time run on when the clock shows this.
    pub(super) fn go(&mut self, when: Micros) -> ServerMessage {
        let at = self.halted_at();
        self.pace = Pace::Running { at, when };
        ServerMessage::Go { at, when }
    }

    /// When the clock shows this, a board lags too far behind.
    pub(super) fn late_at(&self, seat: usize) -> Micros {
        match self.pace {
            Pace::Still(at) if self.known_of(seat) >= at => Micros::NEVER,
            Pace::Still(_) => self.halted_since + LATE_LIMIT,
            Pace::Running { at, when } => when + (self.known_of(seat) - at) + LATE_LIMIT,
        }
    }

    /// How far a player's board is known.
    pub(super) fn known_of(&self, seat: usize) -> Micros {
        self.referee.boards()[seat].known()
    }

    /// How the game's time goes, for a player who is back.
    pub(super) const fn pace_message(&self, seat: usize) -> ServerMessage {
        match self.pace {
            Pace::Still(at) => {
                ServerMessage::Halt { at, reason: HaltReason::Absent { seat: seat as u8 } }
            }
            Pace::Running { at, when } => ServerMessage::Go { at, when },
        }
    }

    /// What the referee has of a player's board.
    pub(super) fn ack(&self, seat: usize) -> ServerMessage {
        let board = &self.referee.boards()[seat];
        let (received, upto) = (board.inputs().len() as u32, board.known());
        ServerMessage::Ack { received, upto, hash: board.hash() }
    }

    /// Notes a player's report that a board differs, if it is about what has been played.
    fn note_difference(&mut self, seat: usize, reported: ReportedDifference) {
        let timeline = self.referee.boards().get(usize::from(reported.board));
        let is_played = timeline.is_some_and(|timeline| reported.at <= timeline.known());
        let noted = self.differences.get_mut(seat).filter(|_| is_played);
        if let Some(noted) = noted.filter(|noted| noted.len() < DIFFERENCE_REPORTS) {
            noted.push(reported);
        }
    }

    /// What is personal about a player's board.
    pub(super) fn setup_of(&self, seat: usize) -> BoardSetup {
        self.boards[seat]
    }

    /// How many inputs of a player the referee has.
    pub(super) fn inputs_of(&self, seat: usize) -> u32 {
        self.referee.boards()[seat].inputs().len() as u32
    }

    /// How many pieces each player has locked.
    pub(super) fn pieces(&self) -> impl Iterator<Item = u32> {
        self.referee.boards().iter().map(|board| board.game().pieces_locked())
    }

    /// Lets a board run on up to the moment that the last of the others went out, if all have.
    pub(super) fn run_on_until_others_are_out(&mut self, seat: usize) {
        let boards = self.referee.boards().iter().enumerate();
        let mut others = boards.filter(|(other, _)| *other != seat).map(|(_, board)| board.game());
        let out =
            others.try_fold(Micros::ZERO, |out, game| game.is_over().then(|| out.max(game.now())));
        if let Some(out) = out {
            self.referee.run_on(seat, out, out);
        }
    }

    pub(super) fn decision(&self) -> Option<Decision> {
        self.referee.decision()
    }

    pub(super) fn begin_message(&self) -> ServerMessage {
        let told = || self.names.iter().cloned().map(bots::told_name);
        ServerMessage::Begin {
            game: self.id,
            seed: self.seed,
            settings: self.settings,
            boards: self.boards.clone(),
            names: told().map(|(name, _)| name).collect(),
            bots: told().map(|(_, bot)| bot).collect(),
        }
    }

    /// Everything that a client is missing, given what it has.
    pub(super) fn catch_up(&self, have: Option<Have>) -> Vec<ServerMessage> {
        let boards = self.referee.boards();
        let fits = |have: &Have| {
            have.game == self.id
                && have.boards.len() == boards.len()
                && boards.iter().zip(have.boards.iter()).all(|(board, have)| {
                    have.inputs as usize <= board.inputs().len()
                        && have.deliveries as usize <= board.deliveries().len()
                })
        };
        let mut messages = Vec::new();
        let have = if let Some(have) = have.filter(fits) {
            have.boards
        } else {
            messages.push(self.begin_message());
            PerSeat::new(HaveBoard::default(), boards.len())
        };
        for (seat, (timeline, have)) in (0..).zip(boards.iter().zip(have.iter())) {
            for (number, delivery) in
                (0..).zip(timeline.deliveries()).skip(have.deliveries as usize)
            {
                let delivery = delivery.clone();
                messages.push(ServerMessage::Garbage { seat, number, delivery });
            }
            let mut first = have.inputs as usize;
            loop {
                let rest = &timeline.inputs()[first..];
                let chunk = &rest[..rest.len().min(MAX_INPUTS)];
                let is_last = chunk.len() == rest.len();
                let upto = if is_last { timeline.known() } else { chunk[chunk.len() - 1].at };
                messages.push(ServerMessage::Inputs {
                    seat,
                    first: first as u32,
                    upto,
                    inputs: pack_inputs(chunk, upto),
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
    /// Takes in a player's inputs, or that time passed on the player's board.
    pub(super) fn take_inputs(
        &mut self,
        now: Micros,
        seat: usize,
        first: u32,
        upto: Micros,
        packed: Vec<PackedInput>,
        actions: &mut Actions,
    ) {
        // Inputs to a game that is already decided were on their way when the decision fell.
        let Some(game) = &mut self.game else { return };
        let mut inputs = unpack_inputs(&packed, upto, seat as u8);
        let (mut packed, mut upto) = (packed, upto);
        if let Pace::Still(at) = game.pace {
            // Inputs after the halt did not happen; the client is being told so.
            inputs.retain(|input| input.at <= at);
            if inputs.is_empty() && upto > at {
                return;
            }
            upto = upto.min(at);
            packed = pack_inputs(&inputs, upto);
        }
        let moment = game.moment(now);
        let known = game.known_of(seat);
        let attacks = match game.referee.accept(seat, first, &inputs, upto, moment) {
            Ok(attacks) => attacks,
            Err(fault) => return self.forfeit_for_fault(now, seat, fault, actions),
        };
        let is_heartbeat = inputs.is_empty();
        let hash = is_heartbeat.then(|| game.referee.boards()[seat].hash());
        let owes_ack = is_heartbeat || now >= game.last_ack[seat] + HEARTBEAT;
        let ack = owes_ack.then(|| game.ack(seat));
        if owes_ack {
            game.last_ack[seat] = now;
        }
        if is_heartbeat && upto == known {
            // It says nothing new: only the sender is answered.
            actions.sends.extend(self.conn(seat).zip(ack));
            return;
        }
        let sender = seat as u8;
        if !is_heartbeat && let Some(state) = &mut self.match_state {
            let inputs = packed.clone();
            state.note(Step::Inputs { seat: sender, first, upto, inputs }, actions);
        }
        let relay = ServerMessage::Inputs { seat: sender, first, upto, inputs: packed, hash };
        self.tell_all_but(Some(seat), now, relay, actions);
        self.pass_on(now, attacks, actions);
        if let (Some(conn), Some(ack)) = (self.conn(seat), ack) {
            actions.send(conn, ack);
        }
        self.decide(now, actions);
    }

    /// A player's client reports that a board differs from the referee's.
    pub(super) fn take_difference(&mut self, seat: usize, reported: ReportedDifference) {
        if let Some(game) = &mut self.game {
            game.note_difference(seat, reported);
        }
    }

    /// Puts attacks into the journal and tells everybody of them.
    pub(super) fn pass_on(&mut self, now: Micros, attacks: Vec<Attack>, actions: &mut Actions) {
        for attack in attacks {
            let Attack { to, number, ref delivery, .. } = attack;
            let garbage = ServerMessage::Garbage { seat: to, number, delivery: delivery.clone() };
            if let Some(state) = &mut self.match_state {
                state.note(Step::Attack(attack), actions);
            }
            self.tell_all(now, &garbage, actions);
        }
    }

    fn forfeit_for_fault(&mut self, now: Micros, seat: usize, fault: Fault, actions: &mut Actions) {
        actions.faults.push(ClientFault::RuleBroken { seat, fault });
        self.forfeit(now, seat, Ending::Fault, actions);
    }
}
