//! Reports of other players to the server's moderators.

use quintet_online::{OnlineState, Reported, report_answered};
use quintet_protocol::http::ReportReason;
use wasm_bindgen_futures::spawn_local;

use super::{Online, request};

impl Online {
    /// Whether the server takes reports of this device.
    pub(crate) fn can_report(&self) -> bool {
        self.with_untracked(OnlineState::can_report)
    }

    /// The opponent of the match that is on or was last, if it was a person.
    pub(crate) fn opponent(&self) -> Option<Reported> {
        self.with_untracked(OnlineState::opponent)
    }

    /// Reports somebody, and says whether it arrived.
    pub(crate) fn report(&'static self, about: Reported, why: ReportReason) {
        let Some(secret) = self.secret() else { return };
        let path = about.path(why);
        spawn_local(async move {
            let answer = request::<()>(&path, Some(secret.to_hex()), Some(&[])).await;
            self.notices.warn(report_answered(answer));
        });
    }
}
