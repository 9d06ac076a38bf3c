//! What the keys do, and what a player should know of the rules.

use quintet_words::{games as words, play, terminal};
use ratatui::buffer::Buffer;
use ratatui::style::Style;

use super::{column, page};
use crate::app::App;
use crate::draw::{self, ACCENT, DIM, TEXT};
use crate::keyboard::Reports;
use crate::keys::{key_name, needs_releases};

impl App {
    pub(super) fn draw_controls(&self, buffer: &mut Buffer) {
        let entry = self.entry();
        let area = column(page(buffer, &words::CONTROLS_TITLE, &terminal::PAGE_KEYS), 70);
        let map = self.settings.key_map(entry);
        let mut y = area.y;
        let mut last_seat = None;
        for (seat, action) in map.rows() {
            if entry.seats.len() > 1 && last_seat != Some(seat) {
                last_seat = Some(seat);
                let name = play::player(seat as u8 + 1);
                draw::line(buffer, area, y, &name, Style::new().fg(ACCENT));
                y += 1;
            }
            let codes = map.keys(seat, action);
            let reported = |code: &&String| {
                self.keyboard.reports == Reports::Releases || !needs_releases(code)
            };
            let keys: Vec<String> = codes.iter().filter(reported).map(|it| key_name(it)).collect();
            let between = format!(" {} ", words::OR);
            draw::line(buffer, area, y, &action.label(), Style::new().fg(TEXT));
            let keys = keys.join(&between);
            let x = area.x + 30;
            if y < area.bottom() && x < area.right() {
                let room = usize::from(area.right() - x);
                draw::put(buffer, (x, y), keys, room, Style::new().fg(ACCENT));
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
