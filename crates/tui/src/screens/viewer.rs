//! A replay, and a game that plays itself.

use crossterm::event::{KeyCode, KeyEvent};
use quintet_engine::Micros;
use quintet_words::{menu, replays as words, terminal, time};
use ratatui::buffer::Buffer;

use super::play::Titles;
use super::{MenuKey, OnlinePage, Screen};
use crate::app::App;
use crate::draw::Look;
use crate::games;
use crate::sources::Source;

/// How far the arrows go.
const SKIP: Micros = Micros::from_secs(5);

impl App {
    pub(super) fn viewer_key(&mut self, event: &KeyEvent, key: MenuKey) {
        let Screen::Viewer(viewer) = &mut self.screen else { return };
        match event.code {
            KeyCode::Enter => {
                let Screen::Viewer(viewer) = std::mem::replace(&mut self.screen, Screen::start())
                else {
                    return;
                };
                self.play_on(&viewer);
                if !matches!(self.screen, Screen::Play) {
                    self.screen = Screen::Viewer(viewer);
                }
            }
            KeyCode::Char(' ' | 'p') => viewer.toggle(),
            KeyCode::Left => viewer.skip(Some(SKIP), false),
            KeyCode::Right => viewer.skip(Some(SKIP), true),
            KeyCode::Up => viewer.skip_piece(false),
            KeyCode::Down => viewer.skip_piece(true),
            KeyCode::Char(',') => viewer.skip(None, false),
            KeyCode::Char('.') => viewer.skip(None, true),
            KeyCode::Char('-') => viewer.slower(),
            KeyCode::Char('+' | '=') => viewer.faster(),
            KeyCode::Home => viewer.seek(Micros::ZERO),
            KeyCode::End => viewer.seek(Micros::NEVER),
            _ if key == MenuKey::Back => {
                let is_online = self.online.as_ref().is_some_and(|online| online.state.is_on());
                self.screen = if is_online {
                    Screen::Online(OnlinePage::Leaders { chosen: 0 })
                } else {
                    Screen::Replays { chosen: 0 }
                };
            }
            _ => {}
        }
    }

    pub(super) fn draw_viewer(&self, buffer: &mut Buffer, look: &Look) {
        let Screen::Viewer(viewer) = &self.screen else { return };
        let replay = viewer.playback().replay();
        let Some(rules) = replay.rules.first() else { return };
        let (game, mode) = games::of(rules.game);
        let end = viewer.playback().duration();
        let moment = words::moment(&time(viewer.at().0), &time(end.0));
        let quarters = viewer.quarters();
        let factor = match quarters % 4 {
            0 => (quarters / 4).to_string(),
            _ => format!("{}.{:02}", quarters / 4, quarters % 4 * 25),
        };
        let speed = terminal::speed(&factor);
        let halted = if viewer.is_running() { String::new() } else { terminal::HALTED.into() };
        let name = games::all()[game].modes[mode].title.text();
        let title = format!("{}   {moment}   {speed}   {halted}", words::replay_of(name));
        let boards = replay.rules.len();
        let names = if boards > 1 {
            (0..boards).map(|board| quintet_words::play::player(board as u8 + 1)).collect()
        } else {
            Vec::new()
        };
        let titles = Titles { title, footer: terminal::REPLAY_KEYS.into(), names };
        self.draw_table(buffer, look, viewer.as_ref(), boards, &titles);
    }

    pub(super) fn draw_demo(&self, buffer: &mut Buffer, look: &Look) {
        let Screen::Demo(demo) = &self.screen else { return };
        let Some(rules) = demo.game(0).map(|game| *game.rules()) else { return };
        let (game, mode) = games::of(rules.game);
        let name = games::all()[game].modes[mode].title.text();
        let titles = Titles {
            title: format!("{}   {name}", menu::DEMO),
            footer: menu::PRESS_ANY_KEY.into(),
            names: Vec::new(),
        };
        self.draw_table(buffer, look, demo.as_ref(), 1, &titles);
    }
}
