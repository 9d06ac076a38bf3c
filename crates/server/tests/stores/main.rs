//! What every implementation of the stores has to do, as one suite for each interface, and
//! those that pass them.

mod accounts;
#[path = "../support/folder.rs"]
mod folder;
mod journal;
mod local;
mod moderation;
mod nats;
mod nats_start;
mod postgres;
mod postgres_start;
#[path = "../support/proxy.rs"]
#[allow(dead_code, reason = "only answers are changed here")]
mod proxy;
mod scores;
#[path = "../../../../xtask/src/services/mod.rs"]
mod services;
mod several_servers;

use quintet_server::store::Stores;

/// An implementation of the stores.
trait Backend: Default {
    /// Opens the stores; again, as after a restart, when the ones opened before are gone.
    async fn open(&self) -> Stores;

    /// Whether it needs a service that is not installed here. `cargo xtask test` installs it.
    fn is_missing() -> bool {
        false
    }
}

/// A backend that keeps its scores in tables.
trait Tables: Backend {
    /// Runs a statement on them.
    async fn execute(&self, statement: &str);
}

/// Makes a test of each law for a backend.
macro_rules! suite {
    ($backend:ty, $laws:path: $($law:ident)*) => {
        $(
            #[tokio::test]
            async fn $law() {
                use $laws as laws;
                if <$backend as $crate::Backend>::is_missing() {
                    return eprintln!("left out: a service is not installed");
                }
                laws::$law::<$backend>().await;
            }
        )*
    };
}
use suite;
