//! The game played here: its pauses, its opponent, its end.

use quintet_bot::{Hint, Level};
use quintet_engine::{Game, Input, Micros, TimedEvent};

use super::computer::ask_hint;
use super::{Answer, Computer, Phase, Session, Source};
use quintet_frontend::{Live, LongStep, MatchScore, Opponent, Pace};

/// One number of the count before a game and after a pause.
const COUNT: Micros = Micros::from_millis(600);
/// Counted from.
const COUNT_FROM: u8 = 3;
/// The board that the computer plays on.
const OPPONENT: usize = 1;

/// A game, and the match that it is a round of.
pub(crate) struct LocalGame {
    pub(crate) session: Session,
    pub(crate) score: MatchScore,
    /// The best game of the mode, to race against.
    pub(crate) pace: Pace,
    phase: Phase,
    /// When the count began; none before the first call of `advance`.
    counting_since: Option<Micros>,
    computer: Option<Computer>,
    counts_in: bool,
    /// The computer's hint, with the number of pieces that locked before.
    hint: Option<(u32, Hint)>,
}

impl LocalGame {
    /// A game that has not begun: call [`LocalGame::begun`] or [`LocalGame::paused`].
    pub(crate) fn new(
        session: Session,
        score: MatchScore,
        counts_in: bool,
        seed: u64,
        answers: impl Fn(Answer) + Send + 'static,
    ) -> LocalGame {
        let mut session = session.with_long_step(LongStep::SLEEP);
        let computer = match score.opponent {
            Opponent::Computer(level) if session.boards() > 1 => {
                let level = Level::new(level).unwrap_or(Level::ALL[0]);
                session.seat_computer(OPPONENT);
                Some(Computer::at_level(level, seed, OPPONENT, answers))
            }
            _ => None,
        };
        LocalGame {
            session,
            score,
            pace: Pace::default(),
            phase: Phase::Playing,
            counting_since: None,
            computer,
            counts_in,
            hint: None,
        }
    }

    /// Begins it, at once or after the count.
    pub(crate) fn begun(mut self, counts: bool) -> LocalGame {
        self.session.deal();
        if counts {
            self.session.pause();
            self.phase = Phase::Counting(COUNT_FROM);
        }
        self
    }

    /// A game that was left, paused.
    pub(crate) fn paused(mut self) -> LocalGame {
        self.session.pause();
        self.phase = Phase::Paused;
        self
    }

    /// Takes what the computer chose. Says whether it is a hint to hold the piece.
    pub(crate) fn take(&mut self, answer: Answer) -> bool {
        match (answer, &mut self.computer) {
            (Answer::Hint { pieces, hint: Some(hint) }, _) => {
                self.hint = Some((pieces, hint));
                hint.hold && self.hint(0).is_some()
            }
            (answer, Some(computer)) => {
                computer.take(answer, &mut self.session);
                false
            }
            _ => false,
        }
    }

    /// Asks the computer where a good player would put the piece. It is no help in a duel.
    pub(crate) fn ask_hint(&mut self, answers: impl Fn(Answer) + Send + 'static) {
        if self.phase == Phase::Playing
            && self.session.boards() == 1
            && self.hint(0).is_none()
            && let Some(game) = self.session.board(0)
        {
            ask_hint(game, answers);
            self.session.hints += 1;
        }
    }

    /// A player at this keyboard presses or releases a button.
    pub(crate) fn input(&mut self, seat: usize, input: Input, stamp: Micros) {
        let board = self.score.player_of(seat);
        match input {
            Input::Press(_) if self.phase != Phase::Playing => {}
            _ => self.session.input(board, input, stamp),
        }
    }

    /// Halts the game, if it is running.
    pub(crate) fn pause(&mut self) {
        if matches!(self.phase, Phase::Playing | Phase::Counting(_)) {
            self.session.release_all();
            self.session.pause();
            self.phase = Phase::Paused;
        }
    }

    /// Goes on after a pause, at once or after the count.
    pub(crate) fn resume(&mut self) {
        if self.phase == Phase::Paused {
            if self.counts_in {
                self.phase = Phase::Counting(COUNT_FROM);
                self.counting_since = None;
            } else {
                self.go_on();
            }
        }
    }

    fn go_on(&mut self) {
        self.session.resume();
        self.phase = Phase::Playing;
    }

    #[cfg(test)]
    pub(crate) fn computer(&self) -> Option<&Computer> {
        self.computer.as_ref()
    }
}

impl Source for LocalGame {
    fn advance(&mut self, stamp: Micros) {
        if let Phase::Counting(_) = self.phase {
            let since = *self.counting_since.get_or_insert(stamp);
            let counted = ((stamp - since).0 / COUNT.0).min(u64::from(COUNT_FROM)) as u8;
            self.phase = Phase::Counting(COUNT_FROM - counted);
            if counted == COUNT_FROM {
                self.go_on();
            }
        }
        if self.phase == Phase::Playing {
            self.session.advance(stamp);
            if let Some(computer) = &mut self.computer {
                computer.watch(&self.session);
            }
            if self.session.is_over() {
                self.phase = Phase::Over;
            }
        }
    }

    fn wake(&self) -> Option<Micros> {
        match self.phase {
            Phase::Playing => Some(self.session.wake().unwrap_or(Micros::ZERO)),
            // The count begins when it is first shown, which is now.
            Phase::Counting(count) => self.counting_since.map_or(Some(Micros::ZERO), |since| {
                Some(since + Micros(COUNT.0 * u64::from(COUNT_FROM - count + 1)))
            }),
            Phase::Paused | Phase::Over => None,
        }
    }

    fn drain(&mut self, report: &mut dyn FnMut(usize, &TimedEvent)) {
        self.session.drain(&mut |_, board, event| report(board, event));
    }

    fn game(&self, board: usize) -> Option<&Game> {
        self.session.board(board)
    }

    fn phase(&self) -> Phase {
        self.phase
    }

    fn live(&self, board: usize) -> Option<Live> {
        let best = self.pace.at(self.session.now());
        self.session.statistics.get(board).map(|counted| Live { best, ..Live::of(counted) })
    }

    fn hint(&self, board: usize) -> Option<&Hint> {
        let view = self.session.board(board).filter(|_| board == 0)?.view();
        let (pieces, hint) = self.hint.as_ref()?;
        (*pieces == view.pieces && view.piece.is_some()).then_some(hint)
    }
}
