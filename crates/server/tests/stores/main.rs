//! What every implementation of the stores has to do, as one suite for each interface, and SQLite
//! as the first to pass them.

mod accounts;
mod journal;
mod scores;
mod sqlite;

use quintet_server::store::Stores;

/// An implementation of the stores.
trait Backend: Default {
    /// Opens the stores; again, as after a restart, when the ones opened before are gone.
    async fn open(&self) -> Stores;
}

/// Makes a test of each law for a backend.
macro_rules! suite {
    ($backend:ty, $laws:path: $($law:ident)*) => {
        $(
            #[tokio::test]
            async fn $law() {
                use $laws as laws;
                laws::$law::<$backend>().await;
            }
        )*
    };
}
use suite;
