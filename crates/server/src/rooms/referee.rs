//! The referee of one game: runs the engine on the inputs of all players, and decides what garbage
//! goes where and when, and who has won.
//!
//! There is no clock in here: the moment of the game is handed in.

use quintet_engine::{Event, Micros, TimedInput, ValidRules};
use quintet_protocol::limits::{EARLY_LIMIT, MAX_GAME, MAX_GAPS, MAX_INPUTS_PER_SECOND};
use quintet_protocol::{Delivery, PerSeat, Timeline, TimelineError};
use serde::{Deserialize, Serialize};

/// How a client broke the rules of play over a network. It forfeits the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Inputs are missing or came twice.
    #[error("input {first} came where {expected} was expected")]
    OutOfOrder {
        /// The number that was expected.
        expected: u32,
        /// The number that came.
        first: u32,
    },
    /// A date lies before one that was sent earlier.
    #[error(transparent)]
    Backwards(#[from] TimelineError),
    /// A date lies in the future.
    #[error("{} us is too far ahead of the server's clock, {} us", at.0, now.0)]
    TooEarly {
        /// The date.
        at: Micros,
        /// The moment of the game by the server's clock.
        now: Micros,
    },
    /// More inputs than hands can do.
    #[error("more than {MAX_INPUTS_PER_SECOND} inputs in a second, at {} us", at.0)]
    TooFast {
        /// When.
        at: Micros,
    },
}

/// A delivery that the referee has decided on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attack {
    /// The seat it comes to.
    pub to: u8,
    /// The seat it comes from. None for a handicap.
    pub from: Option<u8>,
    /// When the attack was made, on the attacker's board.
    pub made_at: Micros,
    /// The number of the delivery to that board.
    pub number: u32,
    /// When it comes, and what.
    pub delivery: Delivery,
}

impl Attack {
    /// All seats that it speaks of.
    pub fn seats(&self) -> impl Iterator<Item = u8> {
        [self.to].into_iter().chain(self.from)
    }
}

/// Who has won, and at which moment that was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The winner's seat.
    pub winner: u8,
    /// The moment the last loser went out.
    pub at: Micros,
}

/// One game, with a board for each seat.
#[derive(Clone, Debug)]
pub struct Referee {
    boards: Vec<Timeline>,
    gap_seed: u64,
    gaps_drawn: u64,
}

impl Referee {
    /// A game before its beginning.
    pub fn new(rules: impl IntoIterator<Item = ValidRules>, seed: u64, gap_seed: u64) -> Referee {
        let boards = rules.into_iter().map(|rules| Timeline::new(rules, seed)).collect();
        Referee { boards, gap_seed, gaps_drawn: 0 }
    }

    /// All boards, by seat.
    pub fn boards(&self) -> &[Timeline] {
        &self.boards
    }

    /// All boards, by seat, when they are no longer refereed.
    pub fn into_boards(self) -> Vec<Timeline> {
        self.boards
    }

    /// The garbage that a handicap begins with, in rows by seat.
    pub fn handicap(&mut self, rows: PerSeat<u8>) -> Vec<Attack> {
        let mut attacks = Vec::new();
        for (seat, &rows) in rows.iter().enumerate().take(self.boards.len()) {
            if rows > 0 {
                let (at, gaps) = (Micros::ZERO, self.draw_gaps(seat, rows));
                attacks.extend(self.send(seat, None, at, Delivery { at, gaps }));
            }
        }
        attacks
    }

    /// Takes in a player's inputs, up to a moment; `now` is the moment of the game by the server's
    /// clock. On a fault nothing has changed.
    pub fn accept(
        &mut self,
        seat: usize,
        first: u32,
        inputs: &[TimedInput],
        upto: Micros,
        now: Micros,
    ) -> Result<Vec<Attack>, Fault> {
        let board = &self.boards[seat];
        let expected = board.inputs().len() as u32;
        if first != expected {
            return Err(Fault::OutOfOrder { expected, first });
        }
        if upto > now + EARLY_LIMIT {
            return Err(Fault::TooEarly { at: upto, now });
        }
        board.check(inputs, upto)?;
        if let Some(at) = too_fast(board.inputs(), inputs) {
            return Err(Fault::TooFast { at });
        }
        Ok(self.play(seat, inputs, upto, now))
    }

    /// Lets a board run on up to a moment without its player.
    pub fn run_on(&mut self, seat: usize, upto: Micros, now: Micros) -> Vec<Attack> {
        if upto <= self.boards[seat].known() { Vec::new() } else { self.play(seat, &[], upto, now) }
    }

    fn play(
        &mut self,
        seat: usize,
        inputs: &[TimedInput],
        upto: Micros,
        now: Micros,
    ) -> Vec<Attack> {
        let mut sent = Vec::new();
        let played = self.boards[seat].play(inputs, upto, &mut |event| {
            if let Event::GarbageSent { lines } = event.event {
                sent.push((event.at, lines));
            }
        });
        debug_assert!(played.is_ok(), "inputs are checked before they are played");
        let mut attacks = Vec::new();
        for (made_at, lines) in sent {
            let Some(target) = self.target_of(seat) else { continue };
            // The date: when the server learns of it, but never before it was made, and never
            // within what the receiver's board has already been taken through.
            let at = made_at.max(now).max(self.boards[target].earliest_delivery());
            let gaps = self.draw_gaps(target, lines);
            attacks.extend(self.send(target, Some(seat), made_at, Delivery { at, gaps }));
        }
        attacks
    }

    /// Whom a seat attacks: the next one that is still in, of two the other one.
    fn target_of(&self, seat: usize) -> Option<usize> {
        let seats = self.boards.len();
        let next = (1..seats).map(|step| (seat + step) % seats);
        next.into_iter().find(|&target| !self.boards[target].game().is_over())
    }

    fn send(
        &mut self,
        target: usize,
        from: Option<usize>,
        made_at: Micros,
        delivery: Delivery,
    ) -> Option<Attack> {
        let board = &mut self.boards[target];
        let number = board.deliveries().len() as u32;
        board.deliver(delivery.clone()).ok()?;
        let (to, from) = (target as u8, from.map(|from| from as u8));
        Some(Attack { to, from, made_at, number, delivery })
    }

    /// Gaps that no client can know beforehand, the same again after a restart: they follow from the
    /// secret seed, the number of rows sent so far, and the gap that the board received last.
    fn draw_gaps(&mut self, target: usize, rows: u8) -> Vec<u8> {
        let board = &self.boards[target];
        let last = board.deliveries().last().and_then(|delivery| delivery.gaps.last().copied());
        let rules = board.game().rules();
        let mut draws = mix(self.gap_seed.wrapping_add(self.gaps_drawn));
        let below = |bound: u8| {
            draws = draws.wrapping_add(1);
            (mix(draws) % u64::from(bound.max(1))) as u8
        };
        let gaps = rules.messiness.draw_gaps(last, rows, rules.width, below);
        let gaps: Vec<u8> = gaps.iter().copied().take(MAX_GAPS).collect();
        self.gaps_drawn += gaps.len() as u64;
        gaps
    }

    /// Who has won, once that is certain: the player who is left when all others have gone out, and whose
    /// board is known up to that moment. Of boards that go out at the same moment, the earlier seat
    /// goes first. When the longest game is over, the highest score wins, of equal ones the later
    /// seat.
    pub fn decision(&self) -> Option<Decision> {
        let out = |board: &Timeline| board.game().is_over().then(|| board.game().now());
        // Who went out, the first one first.
        let mut order: Vec<(Micros, usize)> = self
            .boards
            .iter()
            .enumerate()
            .filter_map(|(seat, board)| out(board).map(|at| (at, seat)))
            .collect();
        order.sort_unstable();
        let still_in = self.boards.len() - order.len();
        match still_in {
            // The last to go out outlived the one before.
            0 => {
                let (_, winner) = order.pop()?;
                let at = order.last().map_or(Micros::ZERO, |&(at, _)| at);
                Some(Decision { winner: winner as u8, at })
            }
            1 => {
                let winner = self.boards.iter().position(|board| !board.game().is_over())?;
                let at = order.last().map(|&(at, _)| at)?;
                let is_certain = self.boards[winner].known() >= at;
                is_certain.then_some(Decision { winner: winner as u8, at })
            }
            _ => {
                let playing =
                    || self.boards.iter().enumerate().filter(|(_, board)| !board.game().is_over());
                if playing().any(|(_, board)| board.known() < MAX_GAME) {
                    return None;
                }
                let score = |board: &Timeline| board.game().view().score;
                let (winner, _) = playing().max_by_key(|(seat, board)| (score(board), *seat))?;
                Some(Decision { winner: winner as u8, at: MAX_GAME })
            }
        }
    }

    /// The moment that a game which is taken up again stands at: the latest one in the journal.
    pub fn latest(&self) -> Micros {
        let latest = |board: &Timeline| {
            let delivered = board.deliveries().last().map_or(Micros::ZERO, |last| last.at);
            delivered.max(board.known())
        };
        self.boards.iter().map(latest).max().unwrap_or(Micros::ZERO)
    }

    /// Takes up a game from its journal. Attacks are in it together with the inputs that made them,
    /// so that none is made again.
    pub fn restore(
        &mut self,
        attacks: impl IntoIterator<Item = Attack>,
        moves: impl IntoIterator<Item = (u8, Vec<TimedInput>, Micros)>,
    ) -> Result<(), TimelineError> {
        // A board has reached the moment of its last attack, though no later input may be known.
        let mut reached = vec![Micros::ZERO; self.boards.len()];
        for Attack { to, from, made_at, delivery, .. } in attacks {
            self.gaps_drawn += delivery.gaps.len() as u64;
            self.boards[usize::from(to)].deliver(delivery)?;
            if let Some(from) = from {
                let reached = &mut reached[usize::from(from)];
                *reached = made_at.max(*reached);
            }
        }
        for (seat, inputs, upto) in moves {
            self.boards[usize::from(seat)].play(&inputs, upto, &mut |_| {})?;
        }
        for (board, reached) in self.boards.iter_mut().zip(reached) {
            if reached > board.known() {
                board.play(&[], reached, &mut |_| {})?;
            }
        }
        Ok(())
    }
}

/// When there are more inputs within a second than hands can do.
fn too_fast(past: &[TimedInput], new: &[TimedInput]) -> Option<Micros> {
    let second = Micros::from_secs(1);
    let at = |index: usize| match index.checked_sub(past.len()) {
        None => past[index].at,
        Some(index) => new[index].at,
    };
    (past.len()..past.len() + new.len()).find_map(|index| {
        let earlier = index.checked_sub(MAX_INPUTS_PER_SECOND)?;
        (at(earlier) + second > at(index)).then(|| at(index))
    })
}

/// One step of `SplitMix64`.
fn mix(word: u64) -> u64 {
    let word = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use quintet_engine::{Button, GameName, Messiness, Rules};

    use super::*;

    fn referee(seats: usize) -> Referee {
        Referee::new(vec![GameName::Battle.rules(); seats], 3, 5)
    }

    fn drop_at(at: u64) -> TimedInput {
        TimedInput::press(Button::HardDrop, Micros(at))
    }

    /// Drops pieces in the middle until the board is full.
    fn top_out(referee: &mut Referee, seat: usize, every: u64) {
        for number in 0..40_u32 {
            let at = Micros(every * u64::from(number + 1));
            referee.accept(seat, number, &[drop_at(at.0)], at, at).expect("fair play");
        }
    }

    #[test]
    fn inputs_that_do_not_follow_are_faults_and_change_nothing() {
        let mut referee = referee(2);
        let now = Micros::from_secs(1);
        let fault = referee.accept(0, 1, &[], now, now);
        assert_eq!(fault, Err(Fault::OutOfOrder { expected: 0, first: 1 }));
        let early = now + EARLY_LIMIT + Micros(1);
        let fault = referee.accept(0, 0, &[], early, now);
        assert_eq!(fault, Err(Fault::TooEarly { at: early, now }));
        referee.accept(0, 0, &[drop_at(900_000)], now, now).expect("fair play");
        assert!(referee.accept(0, 1, &[drop_at(999_999)], now, now).is_err());
        assert_eq!(referee.boards()[0].inputs().len(), 1);
    }

    #[test]
    fn more_inputs_than_hands_can_do_are_a_fault() {
        let mut referee = referee(2);
        let now = Micros::from_secs(2);
        let many = |count: u64, apart| (1..=count).map(|n| drop_at(n * apart)).collect::<Vec<_>>();
        let most = MAX_INPUTS_PER_SECOND as u64;
        let fast = referee.accept(0, 0, &many(most + 1, 1_000), now, now);
        assert!(matches!(fast, Err(Fault::TooFast { .. })), "{fast:?}");
        let fair = referee.accept(0, 0, &many(most, 1_000), now, now);
        assert!(fair.is_ok(), "{fair:?}");
    }

    #[test]
    fn the_first_to_go_out_loses_once_the_other_board_is_known_so_far() {
        let mut referee = referee(2);
        top_out(&mut referee, 1, 100_000);
        assert!(referee.boards()[1].game().is_over());
        assert_eq!(referee.decision(), None, "the other may have gone out before");
        let at = referee.boards()[1].game().now();
        referee.run_on(0, at, at);
        assert_eq!(referee.decision(), Some(Decision { winner: 0, at }));
    }

    #[test]
    fn of_two_that_go_out_together_the_first_seat_loses() {
        let mut referee = referee(2);
        top_out(&mut referee, 0, 100_000);
        top_out(&mut referee, 1, 100_000);
        assert_eq!(referee.decision().expect("both are out").winner, 1);
    }

    #[test]
    fn of_three_the_last_one_left_wins() {
        let mut referee = referee(3);
        top_out(&mut referee, 1, 100_000);
        top_out(&mut referee, 0, 150_000);
        assert_eq!(referee.decision(), None, "the third may have gone out before");
        let at = referee.boards()[0].game().now();
        referee.run_on(2, at, at);
        assert_eq!(referee.decision(), Some(Decision { winner: 2, at }));
    }

    /// The gaps of an attack on a board that others have come to before.
    fn gaps_of_an_attack(rules: Rules, restarts: bool) -> Vec<u8> {
        let rules = rules.validate().expect("valid rules");
        let new = || Referee::new([rules; 2], 3, 5);
        let mut referee = new();
        let mut sent = Vec::new();
        for _ in 0..6 {
            sent.extend(referee.handicap([0, 4].into_iter().collect()));
            if restarts {
                referee = new();
                referee.restore(sent.clone(), []).expect("its own attacks");
            }
        }
        sent.iter().flat_map(|attack| attack.delivery.gaps.clone()).collect()
    }

    #[test]
    fn the_rules_say_how_often_the_gap_changes_and_a_restart_draws_the_same() {
        let messy = |between_rows, between_attacks| Messiness { between_rows, between_attacks };
        let versus = *GameName::Versus.rules();
        for messiness in [versus.messiness, Messiness::FULL, messy(50, 50), messy(0, 0)] {
            let rules = Rules { messiness, ..versus };
            let gaps = gaps_of_an_attack(rules, false);
            assert_eq!(gaps, gaps_of_an_attack(rules, true), "{messiness:?}");
            let (attacks, _) = gaps.as_chunks::<4>();
            let has_runs = attacks.iter().all(|gaps| *gaps == [gaps[0]; 4]);
            assert_eq!(has_runs, messiness.between_rows == 0, "{gaps:?}");
            let is_one_run = gaps.iter().all(|gap| *gap == gaps[0]);
            assert_eq!(is_one_run, messiness == messy(0, 0), "{gaps:?}");
        }
    }

    #[test]
    fn a_handicap_waits_on_the_board_from_the_beginning() {
        let mut referee = referee(2);
        let attacks = referee.handicap([0, 4].into_iter().collect());
        assert_eq!(attacks.len(), 1);
        assert_eq!((attacks[0].to, attacks[0].delivery.gaps.len()), (1, 4));
        let at = Micros(50_000);
        referee.accept(1, 0, &[drop_at(at.0)], at, at).expect("fair play");
        let board = referee.boards()[1].game().view().board.clone();
        let taken = |y: i8| (0..10).filter(|&x| board.is_taken(x, y)).count();
        assert_eq!((16..20).map(taken).collect::<Vec<_>>(), [9; 4]);
    }
}
