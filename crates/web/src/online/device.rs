//! Who this device is to the server.

use quintet_online::Device;
use quintet_words::notices;

use crate::store::{IDENTITY, Store};

/// The device as it was last kept.
pub(super) fn load(store: Store) -> Device {
    store.read(IDENTITY, notices::NAME)
}

/// Keeps it.
pub(super) fn save(device: &Device, store: Store) {
    store.write(IDENTITY, device);
}
