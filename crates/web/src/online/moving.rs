//! Moving to another device by a code of one use.

use quintet_online::Device;
use quintet_protocol::http::{MoveCode, MovedDevice};
use quintet_protocol::limits::MOVE_CODES_KEPT_FOR;
use quintet_words::{online as words, settings};
use wasm_bindgen_futures::spawn_local;

use super::{Online, device, request};
use crate::page;

/// How long a code is good, as players are told.
const MINUTES: u32 = (MOVE_CODES_KEPT_FOR.as_millis() / 60_000) as u32;

impl Online {
    /// Gets a code for another device, and shows it.
    pub(crate) fn move_away(&'static self) {
        let Some(secret) = self.secret() else {
            return self.notices.warn(words::REASON_UNKNOWN_DEVICE);
        };
        spawn_local(async move {
            let answer = request("api/moves", Some(secret.to_hex()), Some(&[])).await;
            match answer {
                Ok(MoveCode { code }) => self.notices.keep(settings::move_code(&code, MINUTES)),
                Err(_) => self.notices.warn(words::REASON_UNAVAILABLE),
            }
        });
    }

    /// Makes this the device of the player who was given a code.
    pub(crate) fn move_here(&'static self, code: String) {
        spawn_local(async move {
            // Strips what would have a meaning of its own in an address.
            let code: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
            match request(&["api/moves?code=", &code].concat(), None, Some(&[])).await {
                Ok(MovedDevice { secret, name }) => {
                    device::save(&Device { name, secret: Some(secret) }, self.store);
                    page::reload();
                }
                Err(_) => self.notices.warn(settings::move_failed(MINUTES)),
            }
        });
    }
}
