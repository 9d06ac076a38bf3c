//! Games that were played.

use crossterm::event::{KeyCode, KeyEvent};
use quintet_online::replay_facts;
use quintet_words::{replays as words, terminal};
use ratatui::buffer::Buffer;
use ratatui::style::Style;

use super::{MenuKey, Screen, WatchedFrom, page};
use crate::app::App;
use crate::draw::{self, DIM};
use crate::games;
use crate::store::{Kept, Replays};

impl App {
    pub(super) fn replays_key(&mut self, event: &KeyEvent, key: MenuKey, chosen: usize) {
        let replays = Replays::load(&mut self.store);
        let kept = replays.list().get(chosen);
        let id = kept.map(|kept| kept.id.clone());
        match (key, event.code, id) {
            (MenuKey::Back, ..) => self.open_start(),
            (MenuKey::Confirm, _, Some(id)) => match Replays::find(&mut self.store, &id) {
                Some(replay) => self.watch(replay, WatchedFrom::Replays { chosen }),
                None => self.notices.push(words::MISSING.into()),
            },
            (_, KeyCode::Delete | KeyCode::Backspace, Some(id)) => {
                Replays::remove(&mut self.store, &id);
                let last = replays.list().len().saturating_sub(2);
                self.screen = Screen::Replays { chosen: chosen.min(last) };
            }
            (_, KeyCode::Char('p'), Some(id)) => {
                let is_pinned = kept.is_some_and(|kept| kept.pinned);
                Replays::pin(&mut self.store, &id, !is_pinned);
            }
            _ => {
                let chosen = key.choose(chosen, replays.list().len());
                self.screen = Screen::Replays { chosen };
            }
        }
    }

    pub(super) fn draw_replays(&mut self, buffer: &mut Buffer, chosen: usize) {
        let area = page(buffer, &words::LIST_TITLE, &terminal::LIST_KEYS);
        let replays = Replays::load(&mut self.store);
        let row = |kept: &Kept| {
            let entry = games::all().iter().find(|entry| entry.slug == kept.game);
            let mode = entry.and_then(|entry| entry.mode(&kept.mode));
            let title = mode.map_or(kept.mode.as_str(), |mode| mode.title.text());
            let facts = replay_facts(kept);
            let mark = if kept.ranked { "★" } else { " " };
            let pin = if kept.pinned { terminal::PINNED.text() } else { "" };
            format!("{mark} {}  {title:<12}  {facts}  {pin:<6}", kept.date)
        };
        let rows: Vec<String> = replays.list().iter().map(row).collect();
        if rows.is_empty() {
            draw::centred(buffer, area, area.y + 2, &words::NONE, Style::new().fg(DIM));
        }
        draw::menu(buffer, area, &rows, chosen);
    }
}
