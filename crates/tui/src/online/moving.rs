//! Moving to another device, and taking over the player of another one.

use quintet_engine::Micros;
use quintet_online::{Device, RequestError};
use quintet_protocol::Secret;
use quintet_protocol::http::MoveCode;
use quintet_protocol::limits::MOVE_CODES_KEPT_FOR;

use super::{Online, Request};

/// A code by which another device becomes this player's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MoveOffer {
    /// None while it is on its way.
    pub(crate) code: Option<String>,
    until: Micros,
}

impl MoveOffer {
    /// How much longer the code is good.
    pub(crate) fn left(&self, now: Micros) -> Micros {
        Micros(self.until.0.saturating_sub(now.0))
    }
}

/// A secret of this device's own.
fn fresh_secret() -> Secret {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    Secret(bytes)
}

impl Online {
    /// Asks for a code, unless there is one that is still good.
    pub(crate) fn ask_for_code(&mut self) {
        let is_good = self.offer.as_ref().is_some_and(|offer| offer.left(self.now) > Micros::ZERO);
        if !is_good {
            // Counted from the question, so that the code is never shown for too long.
            self.offer = Some(MoveOffer { code: None, until: self.now + MOVE_CODES_KEPT_FOR });
            self.link.request(Request::MoveCode, self.state.device.secret);
        }
    }

    /// The answer to the request for a code.
    pub(crate) fn code_came(
        &mut self,
        answer: Result<MoveCode, RequestError>,
    ) -> Result<(), RequestError> {
        match answer {
            Ok(MoveCode { code }) => {
                if let Some(offer) = &mut self.offer {
                    offer.code = Some(code);
                }
                Ok(())
            }
            Err(error) => {
                self.offer = None;
                Err(error)
            }
        }
    }

    /// Asks the server to make this the device of the player with a code.
    pub(crate) fn take_over(&mut self, code: String) {
        self.is_taking_over = true;
        let secret = self.proposal.secret(&code, fresh_secret);
        self.link.request(Request::TakeOver(code), Some(secret));
    }

    /// This is the device of another player from now on, and connects again as that.
    pub(crate) fn become_device(&mut self, device: Device) {
        self.disconnect();
        self.state.device = device;
        // Tickets and codes belong to the player before.
        (self.ranked, self.offer) = (None, None);
    }

    /// The moment up to which the connection has been serviced.
    pub(crate) const fn now(&self) -> Micros {
        self.now
    }
}
