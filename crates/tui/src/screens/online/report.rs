//! Asks why a player is reported.

use quintet_online::Reported;
use quintet_protocol::http::ReportReason;
use quintet_words::online as words;
use ratatui::buffer::Buffer;

use super::{MenuKey, OnlinePage, question};
use crate::app::App;

/// Who is to be reported, and the line that is selected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reporting {
    pub(super) about: Reported,
    /// What the player is called.
    pub(super) name: String,
    pub(super) chosen: usize,
    /// The line of the page before to go back to.
    pub(super) back: usize,
}

/// The answers; the first reports nobody.
const ANSWERS: [Option<ReportReason>; 3] =
    [None, Some(ReportReason::Name), Some(ReportReason::Play)];

impl Reporting {
    /// The page that the question was asked on.
    const fn page_before(&self) -> OnlinePage {
        match self.about {
            Reported::Score(_) => OnlinePage::Leaders { chosen: self.back },
            Reported::Opponent { .. } => OnlinePage::Main { chosen: self.back },
        }
    }
}

impl App {
    pub(super) fn report_key(&mut self, key: MenuKey, reporting: Reporting) {
        match key {
            MenuKey::Confirm => {
                let answer = ANSWERS.get(reporting.chosen).copied().flatten();
                if let (Some(why), Some(online)) = (answer, &mut self.online) {
                    online.report(reporting.about, why);
                }
                self.show_online(reporting.page_before());
            }
            MenuKey::Back => self.show_online(reporting.page_before()),
            _ => {
                let chosen = key.choose(reporting.chosen, ANSWERS.len());
                self.show_online(OnlinePage::Reporting(Reporting { chosen, ..reporting }));
            }
        }
    }
}

pub(super) fn draw(buffer: &mut Buffer, reporting: &Reporting) {
    let label = |why: &Option<ReportReason>| match why {
        None => words::REPORT_NOT.into(),
        Some(ReportReason::Name) => words::REPORT_NAME.into(),
        Some(ReportReason::Play) => words::REPORT_PLAY.into(),
    };
    let rows: Vec<String> = ANSWERS.iter().map(label).collect();
    let said = [reporting.name.as_str(), words::REPORT_NOTE.text()];
    question(buffer, &words::REPORT_TITLE, &said, (&rows, reporting.chosen));
}
