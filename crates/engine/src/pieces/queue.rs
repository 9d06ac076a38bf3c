//! The pieces to come, and the bag they are dealt from.

use rand_core::Rng;
use rand_pcg::Lcg64Xsh32;

use crate::kind::Kind;
use crate::rules::Deal;

/// The random source.
///
/// PCG (XSH RR 64/32) from `rand_pcg`: the crate promises the same values on every platform and in
/// every version, its state is sixteen bytes, and it is a public, well-studied algorithm. Drawing a
/// bounded number and shuffling are spelt out here because `rand` keeps the right to change how it
/// does them, and a replay must always deal the same pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Random(Lcg64Xsh32);

impl Random {
    /// The source of this seed; streams of the same seed are independent.
    pub(crate) fn new(seed: u64, stream: u64) -> Random {
        Random(Lcg64Xsh32::new(seed, stream))
    }

    /// A number below `bound`, each equally likely.
    pub(crate) fn below(&mut self, bound: u8) -> u8 {
        let bound = u32::from(bound.max(1));
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(bound);
            let low = product as u32;
            // Products whose low half is under the remainder of 2^32 by the bound belong to numbers
            // that would come up once too often. It is less than the bound, so that the division
            // is nearly always spared.
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 32) as u8;
            }
        }
    }

    /// What would be drawn next, without drawing it.
    pub(crate) fn fingerprint(&self) -> u64 {
        self.0.clone().next_u64()
    }

    fn shuffle(&mut self, kinds: &mut [Kind]) {
        for last in (1..kinds.len()).rev() {
            let other = self.below(last as u8 + 1);
            kinds.swap(last, usize::from(other));
        }
    }
}

/// The most pieces that can be shown in advance; at least as many are always dealt.
pub const MAX_PREVIEWS: u8 = 6;
/// The most pieces that a position can put into the queue.
pub const MAX_QUEUE: usize = 40;

/// The stream of the random source that pieces are dealt from.
const PIECES: u64 = 1;

/// The pieces to come, dealt ahead as far as they may be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Queue {
    kinds: [Kind; MAX_QUEUE],
    /// Where the next piece is; those before it have been taken.
    first: u8,
    len: u8,
    deal: Deal,
    random: Random,
}

impl Queue {
    pub(crate) fn new(deal: Deal, seed: u64) -> Queue {
        let random = Random::new(seed, PIECES);
        let mut queue = Queue { kinds: [Kind::I; MAX_QUEUE], first: 0, len: 0, deal, random };
        queue.refill();
        queue
    }

    /// The pieces dealt so far, next one first.
    pub(crate) fn upcoming(&self) -> &[Kind] {
        &self.kinds[usize::from(self.first)..][..usize::from(self.len)]
    }

    /// Differs between queues that will deal different pieces after those dealt so far.
    pub(crate) fn fingerprint(&self) -> u64 {
        self.random.fingerprint()
    }

    /// Takes the next piece.
    pub(crate) fn take(&mut self) -> Kind {
        let next = self.kinds[usize::from(self.first)];
        self.first += 1;
        self.len -= 1;
        if self.len < MAX_PREVIEWS {
            self.refill();
        }
        next
    }

    /// Puts these pieces first; what follows them comes from a fresh bag.
    pub(crate) fn replace(&mut self, kinds: &[Kind]) {
        (self.first, self.len) = (0, 0);
        for &kind in kinds.iter().take(MAX_QUEUE) {
            self.push(kind);
        }
        self.refill();
    }

    fn push(&mut self, kind: Kind) {
        if let Some(place) = self.kinds.get_mut(usize::from(self.first + self.len)) {
            *place = kind;
            self.len += 1;
        }
    }

    /// Deals until there is enough to show. A bag is opened only when the one before is dealt out.
    fn refill(&mut self) {
        let first = usize::from(self.first);
        self.kinds.copy_within(first..first + usize::from(self.len), 0);
        self.first = 0;
        while self.len < MAX_PREVIEWS {
            match self.deal {
                Deal::TetrominoBag => self.open_bag(&mut Kind::TETROMINOES.clone()),
                Deal::DominoBag => {
                    let mut number = 7;
                    let mut bag = [Kind::I; 28].map(|_| {
                        number += 1;
                        Kind::from_number(number).unwrap_or(Kind::I)
                    });
                    self.open_bag(&mut bag);
                }
                Deal::TetrominoUniform => {
                    let kind = self.any_tetromino();
                    self.push(kind);
                }
            }
        }
    }

    /// Any of the seven, each equally likely.
    fn any_tetromino(&mut self) -> Kind {
        Kind::TETROMINOES[usize::from(self.random.below(7))]
    }

    fn open_bag(&mut self, bag: &mut [Kind]) {
        self.random.shuffle(bag);
        for &kind in bag.iter() {
            self.push(kind);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    fn deal(deal: Deal, seed: u64, count: usize) -> Vec<Kind> {
        let mut queue = Queue::new(deal, seed);
        (0..count).map(|_| queue.take()).collect()
    }

    proptest! {
        /// M-055 M-056 M-057 M-058 M-228 B-06 S-21
        #[test]
        fn each_seven_pieces_are_the_seven_kinds_and_none_stays_away_for_more_than_twelve(seed: u64) {
            let dealt = deal(Deal::TetrominoBag, seed, 700);
            let mut orders = Vec::new();
            for bag in dealt.chunks(7) {
                let mut sorted = bag.to_vec();
                sorted.sort_unstable();
                prop_assert_eq!(&sorted[..], &Kind::TETROMINOES[..]);
                orders.push(bag);
            }
            orders.sort_unstable();
            orders.dedup();
            prop_assert!(orders.len() > 80, "{} orders of a hundred bags", orders.len());
            for kind in Kind::TETROMINOES {
                let at: Vec<usize> = (0..dealt.len()).filter(|&n| dealt[n] == kind).collect();
                prop_assert!(at.windows(2).all(|pair| pair[1] - pair[0] - 1 <= 12));
            }
        }

        /// S-22
        #[test]
        fn the_piece_that_is_taken_is_the_first_of_those_to_come(seed: u64) {
            for kinds in [Deal::TetrominoBag, Deal::TetrominoUniform, Deal::DominoBag] {
                let mut queue = Queue::new(kinds, seed);
                for _ in 0..100 {
                    let [first, second] = [queue.upcoming()[0], queue.upcoming()[1]];
                    prop_assert_eq!(queue.take(), first);
                    prop_assert_eq!(queue.upcoming()[0], second);
                }
            }
        }

        /// D-16 D-17 D-18 D-96
        #[test]
        fn each_twenty_eight_dominoes_are_the_whole_set(seed: u64) {
            let mut orders = Vec::new();
            for bag in deal(Deal::DominoBag, seed, 280).chunks(28) {
                let mut sorted = bag.to_vec();
                sorted.sort_unstable();
                prop_assert!(sorted.iter().map(|kind| kind.number()).eq(8..=35));
                orders.push(bag.to_vec());
            }
            orders.dedup();
            prop_assert_eq!(orders.len(), 10, "every bag is shuffled again");
        }

        /// F-8.4
        #[test]
        fn any_tetromino_can_come_at_any_time(seed: u64) {
            let dealt = deal(Deal::TetrominoUniform, seed, 700);
            prop_assert!(dealt.iter().all(|kind| (1..=7).contains(&kind.number())));
            for kind in Kind::TETROMINOES {
                prop_assert!(dealt.contains(&kind));
            }
            prop_assert!(dealt.windows(2).any(|pair| pair[0] == pair[1]));
        }
    }

    /// The first pieces of a seed, written down: if this test fails, old replays are lost.
    #[test]
    fn a_seed_deals_the_same_pieces_for_ever() {
        let names: Vec<char> =
            deal(Deal::TetrominoBag, 42, 21).iter().filter_map(|kind| kind.letter()).collect();
        assert_eq!(names.into_iter().collect::<alloc::string::String>(), "SIZOJTLZSTJILOSTOLZJI");
    }

    #[test]
    fn every_number_below_the_bound_is_about_equally_likely() {
        let mut random = Random::new(7, 0);
        let mut counts = [0; 7];
        for _ in 0..70_000 {
            counts[usize::from(random.below(7))] += 1;
        }
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
    }
}
