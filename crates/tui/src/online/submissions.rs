//! Scores on their way to a server: each is kept in the store until the server has accepted or
//! refused it, however often it has to be sent and however often the program is started.

use quintet_engine::{Micros, Replay};
use quintet_online::{RankedGame, RequestError};
use quintet_protocol::http::{AcceptedScore, ErrorCode, IssuedTicket};
use quintet_protocol::{Checked, PlayState, Secret, encode};

use super::{Link, Links, Request, ServerAddress};
use crate::store::{KeptSubmission, KeptSubmissions, Servers, Store};

/// A score that has no answer is sent again after this long, then after twice as long, and so on.
const FIRST_WAIT: Micros = Micros::from_millis(500);
const LONGEST_WAIT: Micros = Micros::from_secs(60);

/// What the server's answer means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Submitted {
    /// The server accepted or refused the score.
    Answered(Result<AcceptedScore, ErrorCode>),
    /// It will be sent again.
    Postponed,
}

/// All scores that have no answer yet.
#[derive(Default)]
pub(crate) struct Submissions(Vec<Submission>);

struct Submission {
    kept: KeptSubmission,
    secret: Secret,
    link: Box<dyn Link>,
    /// The server has to know the whole game before it takes the score.
    ranked: RankedGame,
    step: Step,
    wait: Micros,
    /// Whether the game ended since the program was started.
    is_new: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// To be sent at this moment, if the server knows of the game's end by then.
    DueAt(Micros),
    /// Sent; the answer, or that there is none, will come.
    Sent,
}

impl Submissions {
    /// Those that an earlier start has left.
    pub(crate) fn load(store: &mut Store, links: &Links) -> Submissions {
        let kept = KeptSubmissions::load(store);
        if kept.is_empty() {
            return Submissions::default();
        }
        let servers = Servers::load(store);
        let resumed = kept.into_iter().filter_map(|kept| {
            let secret = servers.device(&kept.server).secret?;
            let issued = IssuedTicket { ticket: kept.ticket, seed: kept.replay.seed };
            let ranked = RankedGame::resumed(issued, Micros::ZERO);
            Some(Submission::new(kept, secret, ranked, links))
        });
        Submissions(resumed.collect())
    }

    /// Adds the score of a ranked game that has just ended.
    pub(crate) fn add(
        &mut self,
        store: &mut Store,
        links: &Links,
        (server, secret): (ServerAddress, Secret),
        ranked: RankedGame,
        replay: Replay,
    ) {
        let kept = KeptSubmission { server, ticket: ranked.issued().ticket, replay };
        KeptSubmissions::keep(store, &kept);
        self.0.push(Submission { is_new: true, ..Submission::new(kept, secret, ranked, links) });
    }

    /// Sends what is due.
    pub(crate) fn tick(&mut self, now: Micros) {
        for submission in &mut self.0 {
            submission.tick(now);
        }
    }

    /// The answer to a checkpoint of the game with this ticket, if it is one of these.
    pub(crate) fn checked(
        &mut self,
        ticket: u64,
        answer: Result<Checked, RequestError>,
        now: Micros,
    ) {
        if let Some(submission) = self.find(ticket) {
            submission.ranked.checked(answer, now);
            submission.tick(now);
        }
    }

    /// The answer to the score with this ticket; none if the score had its answer before.
    pub(crate) fn submitted(
        &mut self,
        store: &mut Store,
        ticket: u64,
        answer: Result<AcceptedScore, RequestError>,
        now: Micros,
    ) -> Option<Submitted> {
        let submission = self.find(ticket)?;
        let answer = match answer {
            Ok(accepted) => Ok(accepted),
            Err(
                RequestError::NoAnswer
                | RequestError::Refused(ErrorCode::Busy | ErrorCode::Unavailable),
            ) => {
                submission.step = Step::DueAt(now + submission.wait);
                submission.wait = LONGEST_WAIT.min(submission.wait + submission.wait);
                return Some(Submitted::Postponed);
            }
            Err(RequestError::Refused(code)) => Err(code),
        };
        self.0.retain(|other| other.kept.ticket != ticket);
        KeptSubmissions::forget(store, ticket);
        Some(Submitted::Answered(answer))
    }

    /// When something is to be sent next.
    pub(crate) fn due(&self) -> Option<Micros> {
        self.0.iter().filter_map(Submission::due).min()
    }

    /// Whether the server still has to learn of the end of a game that was just played. It accepts that
    /// only soon after the end, so the program waits a moment for it before it ends.
    pub(crate) fn are_urgent(&self) -> bool {
        self.0.iter().any(|submission| submission.is_new && !submission.is_followed())
    }

    fn find(&mut self, ticket: u64) -> Option<&mut Submission> {
        self.0.iter_mut().find(|submission| submission.kept.ticket == ticket)
    }
}

impl Submission {
    fn new(kept: KeptSubmission, secret: Secret, ranked: RankedGame, links: &Links) -> Submission {
        let (link, step) = (links(&kept.server), Step::DueAt(Micros::ZERO));
        Submission { kept, secret, link, ranked, step, wait: FIRST_WAIT, is_new: false }
    }

    /// Whether the server knows all it will ever know of the game. A game that it no longer follows may
    /// be one whose score it has accepted, so the score is sent in any case.
    fn is_followed(&self) -> bool {
        self.ranked.is_told(PlayState::Ended)
    }

    fn tick(&mut self, now: Micros) {
        let (ticket, replay) = (self.kept.ticket, &self.kept.replay);
        let (inputs, end) = (&replay.inputs, replay.result.end);
        if let Some(next) = self.ranked.checkpoint(inputs, end, PlayState::Ended, now) {
            self.link.request(Request::Checkpoint(ticket, encode(&next)), Some(self.secret));
        }
        if let Step::DueAt(due) = self.step
            && self.is_followed()
            && now >= due
        {
            self.step = Step::Sent;
            self.link.request(Request::Submit(ticket, replay.to_bytes()), Some(self.secret));
        }
    }

    fn due(&self) -> Option<Micros> {
        match self.step {
            Step::DueAt(due) if self.is_followed() => Some(due),
            Step::DueAt(_) => self.ranked.due(PlayState::Ended),
            Step::Sent => None,
        }
    }
}
