//! The referee of one game: runs the engine on what both players did, and decides what garbage
//! goes where and when, and who has won.
//!
//! There is no clock in here: the moment of the game is handed in.

use quintet_engine::{Event, Micros, ValidRules};
use quintet_protocol::limits::{EARLY_LIMIT, MAX_GAME, MAX_GAPS, MAX_STROKES_A_SECOND};
use quintet_protocol::{Delivery, TimedTouch, Timeline, TimelineError};
use serde::{Deserialize, Serialize};

/// How a client broke the rules of play over a network. The match is forfeited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Strokes are missing or came twice.
    #[error("stroke {expected} was to come, not {first}")]
    OutOfOrder {
        /// The number that was to come.
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
    /// More strokes than hands can do.
    #[error("more than {MAX_STROKES_A_SECOND} strokes in a second, at {} us", at.0)]
    TooFast {
        /// When.
        at: Micros,
    },
}

/// A delivery that the referee has decided on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attack {
    /// Whose board it comes to.
    pub board: u8,
    /// The number of the delivery to that board.
    pub number: u32,
    /// When the attack was made, on the other board. None for a handicap.
    pub made_at: Option<Micros>,
    /// When it comes, and what.
    pub delivery: Delivery,
}

/// Who has won, and at which moment that was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The winner's seat.
    pub winner: u8,
    /// The moment the loser went out.
    pub at: Micros,
}

/// One game between two players.
#[derive(Clone, Debug)]
pub struct Referee {
    boards: [Timeline; 2],
    gap_seed: u64,
    gaps_drawn: u64,
}

impl Referee {
    /// A game before its beginning.
    pub fn new(rules: [ValidRules; 2], seed: u64, gap_seed: u64) -> Referee {
        Referee { boards: rules.map(|rules| Timeline::new(rules, seed)), gap_seed, gaps_drawn: 0 }
    }

    /// A board and its past.
    pub fn board(&self, board: u8) -> &Timeline {
        &self.boards[usize::from(board) % 2]
    }

    /// The garbage that a handicap begins with.
    pub fn handicap(&mut self, rows: [u8; 2]) -> Vec<Attack> {
        let mut attacks = Vec::new();
        for (board, rows) in rows.into_iter().enumerate().filter(|(_, rows)| *rows > 0) {
            let gaps = self.draw_gaps(rows);
            attacks.extend(self.send(board, None, Delivery { at: Micros::ZERO, gaps }));
        }
        attacks
    }

    /// Takes in what a player did, up to a moment; `now` is the moment of the game by the server's
    /// clock. On a fault nothing has changed.
    pub fn accept(
        &mut self,
        player: u8,
        first: u32,
        strokes: &[TimedTouch],
        upto: Micros,
        now: Micros,
    ) -> Result<Vec<Attack>, Fault> {
        let index = usize::from(player) % 2;
        let board = &self.boards[index];
        let expected = board.strokes().len() as u32;
        if first != expected {
            return Err(Fault::OutOfOrder { expected, first });
        }
        if upto > now + EARLY_LIMIT {
            return Err(Fault::TooEarly { at: upto, now });
        }
        board.check(strokes, upto)?;
        if let Some(at) = too_fast(board.strokes(), strokes) {
            return Err(Fault::TooFast { at });
        }
        Ok(self.play(index, strokes, upto, now))
    }

    /// Lets a board run on up to a moment without its player.
    pub fn run_on(&mut self, player: u8, upto: Micros, now: Micros) -> Vec<Attack> {
        let index = usize::from(player) % 2;
        if upto <= self.boards[index].known() {
            Vec::new()
        } else {
            self.play(index, &[], upto, now)
        }
    }

    fn play(
        &mut self,
        index: usize,
        strokes: &[TimedTouch],
        upto: Micros,
        now: Micros,
    ) -> Vec<Attack> {
        let mut sent = Vec::new();
        let played = self.boards[index].play(strokes, upto, &mut |event| {
            if let Event::GarbageSent { lines } = event.event {
                sent.push((event.at, lines));
            }
        });
        debug_assert!(played.is_ok(), "strokes are checked before they are played");
        let mut attacks = Vec::new();
        for (made_at, lines) in sent {
            let target = 1 - index;
            if self.boards[target].game().is_over() {
                continue;
            }
            // The date: when the server learns of it, but never before it was made, and never
            // within what the receiver's board has already been taken through.
            let at = made_at.max(now).max(self.boards[target].earliest_delivery());
            let gaps = self.draw_gaps(lines);
            attacks.extend(self.send(target, Some(made_at), Delivery { at, gaps }));
        }
        attacks
    }

    fn send(
        &mut self,
        target: usize,
        made_at: Option<Micros>,
        delivery: Delivery,
    ) -> Option<Attack> {
        let board = &mut self.boards[target];
        let number = board.deliveries().len() as u32;
        board.deliver(delivery.clone()).ok()?;
        Some(Attack { board: target as u8, number, made_at, delivery })
    }

    /// Gaps that no client can know beforehand, the same again after a restart.
    fn draw_gaps(&mut self, rows: u8) -> Vec<u8> {
        let width = u64::from(self.boards[0].game().rules().width);
        (0..usize::from(rows).min(MAX_GAPS))
            .map(|_| {
                self.gaps_drawn += 1;
                (mix(self.gap_seed.wrapping_add(self.gaps_drawn)) % width) as u8
            })
            .collect()
    }

    /// Who has won, once that is certain: the first to go out has lost, and the other's board is
    /// known up to that moment. Of two that go out at the same moment, the first seat loses. When
    /// the longest game is over, the higher score wins.
    pub fn decision(&self) -> Option<Decision> {
        let out = |seat: usize| {
            let game = self.boards[seat].game();
            game.is_over().then(|| game.now())
        };
        let certain = |loser: usize, at: Micros| {
            (self.boards[1 - loser].known() >= at)
                .then_some(Decision { winner: 1 - loser as u8, at })
        };
        match (out(0), out(1)) {
            (Some(first), Some(second)) if first <= second => {
                Some(Decision { winner: 1, at: first })
            }
            (Some(_), Some(second)) => Some(Decision { winner: 0, at: second }),
            (Some(at), None) => certain(0, at),
            (None, Some(at)) => certain(1, at),
            (None, None) if self.boards.iter().all(|board| board.known() >= MAX_GAME) => {
                let score = |seat: usize| self.boards[seat].game().view().score;
                Some(Decision { winner: u8::from(score(1) >= score(0)), at: MAX_GAME })
            }
            (None, None) => None,
        }
    }

    /// The moment at which a game that is taken up again stands: the latest that is written down.
    pub fn latest(&self) -> Micros {
        let board = |board: &Timeline| {
            let delivered = board.deliveries().last().map_or(Micros::ZERO, |last| last.at);
            delivered.max(board.known())
        };
        board(&self.boards[0]).max(board(&self.boards[1]))
    }

    /// Takes up a game from what was written down of it. Attacks were written down together with
    /// what they came of, so that none is made again.
    pub fn restore(
        &mut self,
        deliveries: impl IntoIterator<Item = Attack>,
        moves: impl IntoIterator<Item = (u8, Vec<TimedTouch>, Micros)>,
    ) -> Result<(), TimelineError> {
        // What an attack came of is settled, though nothing later on that board may be.
        let mut floor = [Micros::ZERO; 2];
        for attack in deliveries {
            self.gaps_drawn += attack.delivery.gaps.len() as u64;
            let target = usize::from(attack.board) % 2;
            self.boards[target].deliver(attack.delivery)?;
            if let Some(made_at) = attack.made_at {
                floor[1 - target] = floor[1 - target].max(made_at);
            }
        }
        for (board, strokes, upto) in moves {
            self.boards[usize::from(board) % 2].play(&strokes, upto, &mut |_| {})?;
        }
        for (board, floor) in self.boards.iter_mut().zip(floor) {
            if floor > board.known() {
                board.play(&[], floor, &mut |_| {})?;
            }
        }
        Ok(())
    }
}

/// When there are more strokes within a second than hands can do.
fn too_fast(past: &[TimedTouch], new: &[TimedTouch]) -> Option<Micros> {
    let second = Micros::from_secs(1);
    let stroke = |index: usize| match index.checked_sub(past.len()) {
        None => past[index].at,
        Some(index) => new[index].at,
    };
    (past.len()..past.len() + new.len()).find_map(|index| {
        let earlier = index.checked_sub(MAX_STROKES_A_SECOND)?;
        (stroke(earlier) + second > stroke(index)).then(|| stroke(index))
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
    use quintet_engine::{Button, GameName};
    use quintet_protocol::Touch;

    use super::*;

    fn referee() -> Referee {
        Referee::new([GameName::Battle.rules(); 2], 3, 5)
    }

    fn drop_at(at: u64) -> TimedTouch {
        TimedTouch { at: Micros(at), touch: Touch::Press(Button::HardDrop) }
    }

    /// Drops pieces in the middle until the board is full.
    fn top_out(referee: &mut Referee, player: u8, every: u64) {
        for number in 0..40_u32 {
            let at = Micros(every * u64::from(number + 1));
            referee.accept(player, number, &[drop_at(at.0)], at, at).expect("fair play");
        }
    }

    #[test]
    fn strokes_that_do_not_follow_are_faults_and_change_nothing() {
        let mut referee = referee();
        let now = Micros::from_secs(1);
        let fault = referee.accept(0, 1, &[], now, now);
        assert_eq!(fault, Err(Fault::OutOfOrder { expected: 0, first: 1 }));
        let early = now + EARLY_LIMIT + Micros(1);
        let fault = referee.accept(0, 0, &[], early, now);
        assert_eq!(fault, Err(Fault::TooEarly { at: early, now }));
        referee.accept(0, 0, &[drop_at(900_000)], now, now).expect("fair play");
        assert!(referee.accept(0, 1, &[drop_at(999_999)], now, now).is_err());
        assert_eq!(referee.board(0).strokes().len(), 1);
    }

    #[test]
    fn more_strokes_than_hands_can_do_are_a_fault() {
        let mut referee = referee();
        let now = Micros::from_secs(2);
        let many = |count: u64, apart| (1..=count).map(|n| drop_at(n * apart)).collect::<Vec<_>>();
        let most = MAX_STROKES_A_SECOND as u64;
        let fast = referee.accept(0, 0, &many(most + 1, 1_000), now, now);
        assert!(matches!(fast, Err(Fault::TooFast { .. })), "{fast:?}");
        let fair = referee.accept(0, 0, &many(most, 1_000), now, now);
        assert!(fair.is_ok(), "{fair:?}");
    }

    #[test]
    fn the_first_to_go_out_loses_once_the_other_board_is_known_so_far() {
        let mut referee = referee();
        top_out(&mut referee, 1, 100_000);
        assert!(referee.board(1).game().is_over());
        assert_eq!(referee.decision(), None, "the other may have gone out before");
        let at = referee.board(1).game().now();
        referee.run_on(0, at, at);
        assert_eq!(referee.decision(), Some(Decision { winner: 0, at }));
    }

    #[test]
    fn of_two_that_go_out_together_the_first_seat_loses() {
        let mut referee = referee();
        top_out(&mut referee, 0, 100_000);
        top_out(&mut referee, 1, 100_000);
        assert_eq!(referee.decision().expect("both are out").winner, 1);
    }

    #[test]
    fn a_handicap_waits_on_the_board_from_the_beginning() {
        let mut referee = Referee::new([GameName::Battle.rules(); 2], 3, 5);
        let attacks = referee.handicap([0, 4]);
        assert_eq!(attacks.len(), 1);
        assert_eq!((attacks[0].board, attacks[0].delivery.gaps.len()), (1, 4));
        let at = Micros(50_000);
        referee.accept(1, 0, &[drop_at(at.0)], at, at).expect("fair play");
        let board = referee.board(1).game().view().board.clone();
        let taken = |y: i8| (0..10).filter(|&x| board.is_taken(x, y)).count();
        assert_eq!((16..20).map(taken).collect::<Vec<_>>(), [9; 4]);
    }
}
