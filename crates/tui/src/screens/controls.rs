//! What the keys do, and what a player should know of the rules.

use quintet_words::{games as words, play, terminal};
use ratatui::buffer::Buffer;
use ratatui::style::Style;

use super::{column, page};
use crate::app::App;
use crate::draw::{self, ACCENT, DIM, TEXT};
use crate::games;
use crate::keyboard::Reports;
use crate::keys::needs_releases;
use quintet_frontend::{Action, key_name};

/// From one column of keys to the next.
const KEYS_WIDTH: u16 = 22;
/// Where the keys begin: after the longest action.
const KEYS_FROM: u16 = 26;

impl App {
    pub(super) fn draw_controls(&self, buffer: &mut Buffer) {
        let entry = self.entry();
        let area = column(page(buffer, &words::CONTROLS_TITLE, &terminal::PAGE_KEYS), 70);
        let map = games::key_map(&self.settings, entry);
        let rows = map.rows();
        let mut y = area.y;
        // Players' keys stand side by side, so that the page fits into the smallest terminal.
        let width = if entry.seats.len() > 1 { KEYS_WIDTH } else { area.width };
        let put = |buffer: &mut Buffer, seat: usize, y: u16, text: String| {
            let x = area.x + KEYS_FROM + seat as u16 * width;
            if y < area.bottom() && x < area.right() {
                let room = usize::from((area.right() - x).min(width));
                draw::put(buffer, (x, y), text, room, Style::new().fg(ACCENT));
            }
        };
        if entry.seats.len() > 1 {
            for seat in 0..entry.seats.len() {
                put(buffer, seat, y, play::player(seat as u8 + 1));
            }
            y += 1;
        }
        for action in Action::ALL {
            let seats = rows.iter().filter(|&&(_, other)| other == action);
            if seats.clone().next().is_none() {
                continue;
            }
            draw::line(buffer, area, y, &action.label(), Style::new().fg(TEXT));
            for &(seat, _) in seats {
                let reported = |code: &&String| {
                    self.keyboard.reports == Reports::Releases || !needs_releases(code)
                };
                let codes = map.keys(seat, action);
                let keys: Vec<String> =
                    codes.iter().filter(reported).map(|it| key_name(it)).collect();
                put(buffer, seat, y, keys.join(&format!(" {} ", words::OR)));
            }
            y += 1;
        }
        y += 1;
        for note in entry.notes {
            for line in draw::wrap(note, usize::from(area.width)) {
                draw::line(buffer, area, y, &line, Style::new().fg(DIM));
                y += 1;
            }
        }
    }
}
