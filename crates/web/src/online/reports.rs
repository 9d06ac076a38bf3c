//! Reports of other players to the server's moderator.

use quintet_protocol::http::{ErrorCode, ReportReason};
use quintet_words::{Phrase, online as words};
use wasm_bindgen_futures::spawn_local;

use super::{Online, RequestError, request};

/// Who is reported.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reported {
    /// The player of a score, by its number.
    Score(u64),
    /// The opponent in a match that is over.
    Opponent { match_id: u64, seat: u8 },
}

impl Online {
    /// Whether the server takes reports of this device.
    pub(crate) fn can_report(&self) -> bool {
        self.secret().is_some()
    }

    /// The opponent of the match that is on or was last, if it was a person.
    pub(crate) fn opponent(&self) -> Option<Reported> {
        let found = self.with_untracked(quintet_online::OnlineState::opponent);
        found.map(|(match_id, seat)| Reported::Opponent { match_id, seat })
    }

    /// Reports somebody, and says whether it arrived.
    pub(crate) fn report(&'static self, about: Reported, why: ReportReason) {
        let Some(secret) = self.secret() else { return };
        let about = match about {
            Reported::Score(score) => ["&score=", &score.to_string()].concat(),
            Reported::Opponent { match_id, seat } => {
                ["&match=", &match_id.to_string(), "&seat=", &seat.to_string()].concat()
            }
        };
        let address = ["api/reports?why=", why.name(), &about].concat();
        spawn_local(async move {
            let answer = request::<()>(&address, Some(secret.to_hex()), Some(&[])).await;
            self.notices.warn(told(answer));
        });
    }
}

const fn told(answer: Result<(), RequestError>) -> Phrase {
    match answer {
        Ok(()) => words::REPORTED,
        Err(RequestError::Refused(ErrorCode::TooManyReports)) => words::TOO_MANY_REPORTS,
        Err(RequestError::Refused(ErrorCode::NothingToReport)) => words::NOTHING_TO_REPORT,
        Err(_) => words::NOT_REPORTED,
    }
}
