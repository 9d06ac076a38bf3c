//! Who this device is to a server.

use quintet_protocol::Secret;
use quintet_records::{Document, Json};

/// Who this device is to the server: the name that the player chose, and the secret by which the
/// server knows the device again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Device {
    /// The name; empty before one is chosen.
    pub name: String,
    /// What the server gave the device.
    pub secret: Option<Secret>,
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
