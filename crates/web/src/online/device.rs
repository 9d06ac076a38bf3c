//! Who this device is to the server.

use quintet_online::Device;
use quintet_protocol::Secret;
use quintet_words::notices;

use crate::store::{Document, IDENTITY, Json, Store};

/// The device as it was last kept.
pub(super) fn load(store: Store) -> Device {
    store.read(IDENTITY, notices::NAME)
}

/// Keeps it.
pub(super) fn save(device: &Device, store: Store) {
    store.write(IDENTITY, device);
}

impl Document for Device {
    fn to_json(&self) -> Json {
        let secret = self.secret.map_or(Json::Null, |secret| Json::Text(secret.to_hex()));
        Json::object([("name", Json::Text(self.name.clone())), ("secret", secret)])
    }

    fn from_json(json: &Json) -> Option<Device> {
        let secret = json.text("secret").and_then(Secret::from_hex);
        Some(Device { name: json.text("name")?.to_owned(), secret })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_read_as_it_was_written() {
        for secret in [None, Some(Secret([7; 16]))] {
            let device = Device { name: "Ada \"1\"".into(), secret };
            assert_eq!(Device::from_json(&device.to_json()), Some(device));
        }
    }
}
