//! Moving to another device by a code of one use.

use std::cell::RefCell;

use quintet_online::{Device, MOVE_MINUTES, MOVE_PATH, Proposal, move_refused, take_over_path};
use quintet_protocol::Secret;
use quintet_protocol::http::{MoveCode, MovedDevice};
use quintet_words::{online as words, settings};
use wasm_bindgen_futures::spawn_local;

use super::{Online, device, request};
use crate::page;

thread_local! {
    static PROPOSAL: RefCell<Proposal> = RefCell::default();
}

/// A secret of this device's own.
fn fresh_secret() -> Secret {
    let halves = [page::random_seed(), page::random_seed()].map(u64::to_le_bytes);
    Secret(std::array::from_fn(|at| halves[at / 8][at % 8]))
}

impl Online {
    /// Gets a code for another device, and shows it.
    pub(crate) fn move_away(&'static self) {
        let Some(secret) = self.secret() else {
            return self.notices.warn(words::UNKNOWN_DEVICE);
        };
        spawn_local(async move {
            match request(MOVE_PATH, Some(secret.to_hex()), Some(&[])).await {
                Ok(MoveCode { code }) => {
                    self.notices.keep(settings::move_code(&code, MOVE_MINUTES));
                }
                Err(error) => self.notices.warn(move_refused(error)),
            }
        });
    }

    /// Makes this the device of the player who was given a code.
    pub(crate) fn move_here(&'static self, code: String) {
        let secret = PROPOSAL.with_borrow_mut(|proposal| proposal.secret(&code, fresh_secret));
        spawn_local(async move {
            match request(&take_over_path(&code), Some(secret.to_hex()), Some(&[])).await {
                Ok(MovedDevice { secret, name }) => {
                    device::save(&Device { name, secret: Some(secret) }, self.store);
                    page::reload();
                }
                Err(error) => self.notices.warn(move_refused(error)),
            }
        });
    }
}
