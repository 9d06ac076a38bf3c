//! Golden replays inside WebAssembly: the same inputs must lead to the same state there.
//!
//! Compiled for WebAssembly, this program plays every golden replay and returns the number of the
//! first that ends differently. Compiled for this machine, it is the host: it runs that module in
//! an interpreter and reports the result.

#[cfg(not(target_arch = "wasm32"))]
mod host;

use std::process::ExitCode;

use quintet_engine::{Micros, Playback, Replay};

include!(concat!(env!("OUT_DIR"), "/golden.rs"));

/// A replay in either form, and a text that names the hash of the state it must lead to.
struct Golden {
    #[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "the host names it"))]
    name: &'static str,
    replay: &'static [u8],
    expected: &'static str,
}

impl Golden {
    fn read(&self) -> Option<Replay> {
        match str::from_utf8(self.replay) {
            Ok(json) if json.starts_with('{') => Replay::from_json(json).ok(),
            _ => Replay::from_bytes(self.replay).ok(),
        }
    }

    /// Plays the replay to its end; the hash of the state there.
    fn play(&self) -> Option<u64> {
        let mut playback = Playback::new(self.read()?).ok()?;
        playback.seek(Micros::NEVER, &mut |_, _| {}).ok()?;
        Some(playback.current().state_hash())
    }

    /// Whether it leads where it must.
    fn holds(&self) -> bool {
        self.play().is_some_and(|hash| self.expected.contains(&format!("{hash:016x}")))
    }
}

#[cfg(target_arch = "wasm32")]
fn main() -> ExitCode {
    let different = GOLDEN.iter().position(|golden| !golden.holds());
    ExitCode::from(different.map_or(0, |index| index as u8 + 1))
}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> ExitCode {
    host::main()
}
