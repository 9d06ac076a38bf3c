//! Cooperative cancellation: on Ctrl+C long tasks stop at the next opportunity and print what they
//! have.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// The exit code that shells expect after Ctrl+C.
const INTERRUPTED: i32 = 130;

/// Whether Ctrl+C has been pressed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens for Ctrl+C from now on; pressing it twice exits at once.
    pub(crate) fn listen() -> Interrupt {
        let interrupt = Interrupt::default();
        let requested = interrupt.clone();
        thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let Ok(runtime) = runtime else { return };
            runtime.block_on(async {
                if tokio::signal::ctrl_c().await.is_ok() {
                    requested.0.store(true, Ordering::Relaxed);
                }
                if tokio::signal::ctrl_c().await.is_ok() {
                    std::process::exit(INTERRUPTED);
                }
            });
        });
        interrupt
    }

    /// Whether Ctrl+C has been pressed.
    pub(crate) fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
