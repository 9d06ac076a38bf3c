//! Asks why somebody is reported.

use quintet_protocol::http::ReportReason;
use quintet_words::online as words;

use super::question;
use crate::app::Shared;
use crate::dom::{El, button, live};
use crate::online::Reported;
use crate::signals::prelude::*;

/// The question, while there is somebody to report.
pub(crate) fn report(shared: &'static Shared, reported: RwSignal<Option<Reported>>) -> El {
    live(move || {
        let about = reported.get()?;
        let close = move || reported.set(None);
        let because = move |why: ReportReason| {
            let label = match why {
                ReportReason::Name => words::REPORT_NAME,
                ReportReason::Play => words::REPORT_PLAY,
            };
            button("button wide", &label, move || {
                close();
                shared.online.report(about, why);
            })
        };
        let answers = vec![
            button("button wide primary", &words::REPORT_NOT, close),
            because(ReportReason::Name),
            because(ReportReason::Play),
        ];
        Some(question(words::REPORT_TITLE, words::REPORT_NOTE, Box::new(close), answers))
    })
}
