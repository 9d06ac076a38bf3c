//! Move generation compiled for several processor extensions, chosen at run time.

#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "calling code compiled for a processor's extensions")
)]

use std::sync::OnceLock;

use quintet_engine::Tetromino;

use super::{generate, lanes};
use crate::movegen::board::Board;
use crate::movegen::movement::Movement;
use crate::movegen::moves::Moves;
use crate::search::weights::Weights;

/// Processor extensions that move generation is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Machine {
    /// None.
    Plain,
    /// AVX2 and the bit instructions that came with it.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512 too.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Machine {
    /// The best that this processor supports.
    pub(crate) fn best() -> Machine {
        static BEST: OnceLock<Machine> = OnceLock::new();
        *BEST.get_or_init(|| Machine::all().pop().unwrap_or(Machine::Plain))
    }

    /// Everything that this processor supports, the best last.
    pub(crate) fn all() -> Vec<Machine> {
        #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut, reason = "there is only one"))]
        let mut machines = vec![Machine::Plain];
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
        {
            machines.push(Machine::Avx2);
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vpopcntdq")
            {
                machines.push(Machine::Avx512);
            }
        }
        machines
    }
}

/// Compiles each function once per machine and dispatches to it.
macro_rules! for_every_machine {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident: $type:ty),*) -> $returns:ty;)*) => {
        impl Machine {
            $($(#[$doc])*
            pub(crate) fn $name(self, $($arg: $type),*) -> $returns {
                match self {
                    Machine::Plain => plain::$name($($arg),*),
                    // SAFETY: the variant exists only where these extensions were detected.
                    #[cfg(target_arch = "x86_64")]
                    Machine::Avx2 => unsafe { avx2::$name($($arg),*) },
                    // SAFETY: the variant exists only where these extensions were detected.
                    #[cfg(target_arch = "x86_64")]
                    Machine::Avx512 => unsafe { avx512::$name($($arg),*) },
                }
            })*
        }

        mod plain {
            use super::*;
            $(pub(super) fn $name($($arg: $type),*) -> $returns {
                generate::$name::<lanes::Plain>($($arg),*)
            })*
        }

        #[cfg(target_arch = "x86_64")]
        mod avx2 {
            use super::*;
            $(#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            pub(super) fn $name($($arg: $type),*) -> $returns {
                generate::$name::<lanes::Avx2>($($arg),*)
            })*
        }

        #[cfg(target_arch = "x86_64")]
        mod avx512 {
            use super::*;
            $(#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            #[target_feature(enable = "avx512f,avx512vl,avx512vpopcntdq")]
            pub(super) fn $name($($arg: $type),*) -> $returns {
                generate::$name::<lanes::Avx2>($($arg),*)
            })*
        }
    };
}

for_every_machine! {
    /// Every placement of a piece.
    fn moves(board: &Board, piece: Tetromino, movement: Movement, spins: bool) -> Moves;
    /// How many placements a piece has, whatever the spin.
    fn count(board: &Board, piece: Tetromino, movement: Movement) -> u64;
    /// How many placements the next piece has, summed over all placements of this one.
    fn count_next(board: &Board, moves: &Moves, next: Tetromino, movement: Movement) -> u64;
    /// The value of a board.
    fn evaluate(board: &Board, rising: u8, weights: &Weights) -> i32;
}
