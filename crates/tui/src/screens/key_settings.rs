//! The keys of a game, to be changed.

use crossterm::event::{KeyCode, KeyEvent};
use quintet_words::{keys as words, play, terminal};
use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};

use super::settings::shown_settings;
use super::{MenuKey, Screen, column, page};
use crate::app::App;
use crate::draw::{self, ACCENT, BAD, TEXT};
use crate::games;
use crate::keys::code_of;
use crate::store::save_settings;
use quintet_frontend::key_name;

impl App {
    pub(super) fn binding_key(
        &mut self,
        event: &KeyEvent,
        key: MenuKey,
        chosen: usize,
        waits: bool,
    ) {
        let entry = self.entry();
        let map = games::key_map(&self.settings, entry);
        let rows = map.rows();
        let Some(&(seat, action)) = rows.get(chosen) else { return };
        if waits {
            if let Some(code) = code_of(event) {
                let mut codes = map.keys(seat, action).to_vec();
                if !codes.iter().any(|other| other == code) {
                    codes.push(code.to_owned());
                }
                self.settings.set_keys(entry, seat, action, codes);
                save_settings(&mut self.store, &self.settings);
            }
            self.screen = Screen::Keys { chosen, waits: false };
            return;
        }
        match (key, event.code) {
            (MenuKey::Back, _) => {
                self.screen = Screen::Settings { chosen: shown_settings().count() };
            }
            (MenuKey::Confirm, _) => self.screen = Screen::Keys { chosen, waits: true },
            (_, KeyCode::Delete | KeyCode::Backspace) => {
                self.settings.set_keys(entry, seat, action, Vec::new());
                save_settings(&mut self.store, &self.settings);
            }
            (_, KeyCode::Char('r' | 'R')) => {
                self.settings.reset_keys(entry);
                save_settings(&mut self.store, &self.settings);
            }
            _ => {
                let chosen = key.choose(chosen, rows.len());
                self.screen = Screen::Keys { chosen, waits: false };
            }
        }
    }

    pub(super) fn draw_keys(&self, buffer: &mut Buffer, chosen: usize, waits: bool) {
        let entry = self.entry();
        let title = format!("{}: {}", words::TITLE, entry.name.text());
        let area = column(page(buffer, &title, &terminal::BINDING_KEYS), 70);
        let map = games::key_map(&self.settings, entry);
        let rows = map.rows();
        let height = usize::from(area.height).max(1);
        let first = (chosen + 1).saturating_sub(height);
        for ((number, &(seat, action)), y) in
            rows.iter().enumerate().skip(first).zip(area.y..area.bottom())
        {
            let is_chosen = number == chosen;
            let label = if entry.seats.len() > 1 {
                words::of_player(action.label(), &play::player_lower(seat as u8 + 1))
            } else {
                action.label().into()
            };
            let names: Vec<String> = map.keys(seat, action).iter().map(|it| key_name(it)).collect();
            let mut keys = names.join(", ");
            if is_chosen && waits {
                keys = words::PRESS_A_KEY.into();
            }
            // Two actions for one key: only the first would be done.
            let clash = map
                .keys(seat, action)
                .iter()
                .find_map(|code| map.find(code).filter(|&found| found != (seat, action)));
            let style = match (is_chosen, clash) {
                (true, _) => Style::new().fg(ACCENT).add_modifier(Modifier::BOLD),
                (false, Some(_)) => Style::new().fg(BAD),
                (false, None) => Style::new().fg(TEXT),
            };
            if let Some((_, other)) = clash {
                keys = format!("{keys}  ({})", words::conflict(&other.label()));
            }
            let mark = if is_chosen { "> " } else { "  " };
            draw::line(buffer, area, y, &format!("{mark}{label:<38} {keys}"), style);
        }
    }
}
