//! Golden replays inside WebAssembly: the same inputs must lead to the same state there.
//!
//! Compiled for WebAssembly, this program plays every golden replay and answers with the number
//! of the first that departs. Compiled for the machine, it is the host: it runs that module in an
//! interpreter and says what came of it.

#[cfg(not(target_arch = "wasm32"))]
mod host;

use std::process::ExitCode;

use quintet_engine::{Micros, Playback, Replay};

include!(concat!(env!("OUT_DIR"), "/golden.rs"));

/// A replay, and the hash of the state that it must lead to.
struct Golden {
    #[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "the host names it"))]
    name: &'static str,
    replay: &'static str,
    expected: &'static str,
}

impl Golden {
    /// Plays the replay to its end; the hash of the state there.
    fn play(&self) -> Option<u64> {
        let mut playback = Playback::new(Replay::from_json(self.replay).ok()?).ok()?;
        playback.seek(Micros::NEVER, &mut |_, _| {}).ok()?;
        Some(playback.current().state_hash())
    }

    /// Whether it leads where it must.
    fn holds(&self) -> bool {
        let expected = u64::from_str_radix(self.expected.trim(), 16).ok();
        expected.is_some() && self.play() == expected
    }
}

#[cfg(target_arch = "wasm32")]
fn main() -> ExitCode {
    let departs = GOLDEN.iter().position(|golden| !golden.holds());
    ExitCode::from(departs.map_or(0, |index| index as u8 + 1))
}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> ExitCode {
    host::main()
}
