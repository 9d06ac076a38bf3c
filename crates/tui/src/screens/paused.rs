//! The pause.

use crossterm::event::KeyEvent;
use quintet_words::play as words;
use ratatui::buffer::Buffer;

use super::{MenuKey, Screen, dialog};
use crate::app::App;
use crate::draw;
use crate::games;
use crate::keys::code_of;
use quintet_frontend::Action;

const ROWS: usize = 3;

impl App {
    pub(super) fn paused_key(&mut self, event: &KeyEvent, key: MenuKey, chosen: usize) {
        let map =
            self.local.as_ref().map(|local| games::key_map(&self.settings, local.session.game));
        let action = code_of(event).and_then(|code| map?.find(code)).map(|(_, action)| action);
        if action == Some(Action::Pause) || key == MenuKey::Back {
            return self.resume();
        }
        match (key, chosen) {
            _ if action == Some(Action::Restart) && self.entry().restarts_any_time => {
                self.begin_game();
            }
            (MenuKey::Confirm, 0) => self.resume(),
            (MenuKey::Confirm, 1) => self.begin_game(),
            (MenuKey::Confirm, _) => {
                self.keep_unfinished();
                self.local = None;
                self.open_start();
            }
            _ => self.screen = Screen::Paused { chosen: key.choose(chosen, ROWS) },
        }
    }

    fn resume(&mut self) {
        if let Some(local) = &mut self.local {
            local.resume();
            self.screen = Screen::Play;
        }
    }

    pub(super) fn draw_paused(buffer: &mut Buffer, chosen: usize) {
        let rows = [words::RESUME_GAME, words::RESTART, words::QUIT].map(String::from);
        let area = dialog(buffer, &words::PAUSED_TITLE, 30, rows.len() as u16);
        draw::menu(buffer, area, &rows, chosen);
    }
}
