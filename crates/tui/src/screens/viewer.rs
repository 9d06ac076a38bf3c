//! A replay, and a game that plays itself.

use crossterm::event::{KeyCode, KeyEvent};
use quintet_engine::Micros;
use quintet_words::{menu, replays as words, terminal, time};
use ratatui::buffer::Buffer;

use super::analysis::draw_analysis;
use super::play::Titles;
use super::{MenuKey, OnlinePage, Screen};
use crate::app::App;
use crate::draw::Look;
use crate::games;
use crate::sources::{Source, told};

/// Where a replay was chosen, which is where the way back leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WatchedFrom {
    /// The command line.
    File,
    /// The list of replays, at a line.
    Replays { chosen: usize },
    /// The high scores, at a line.
    Scores { chosen: usize },
    /// A leaderboard, at a line.
    Leaders { chosen: usize },
}

/// How far the arrows go.
const SKIP: Micros = Micros::from_secs(5);

impl App {
    pub(super) fn viewer_key(&mut self, event: &KeyEvent, key: MenuKey) {
        let Screen::Viewer(viewer) = &mut self.screen else { return };
        if let Some(chosen) = viewer.analysis.as_ref().and_then(|analysis| analysis.chosen) {
            return self.analysis_key(event, key, chosen);
        }
        match event.code {
            KeyCode::Char('a') => self.open_analysis(),
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
            _ if key == MenuKey::Back => match self.watched_from {
                WatchedFrom::File => self.screen = Screen::Replays { chosen: 0 },
                WatchedFrom::Replays { chosen } => self.screen = Screen::Replays { chosen },
                WatchedFrom::Scores { chosen } => self.screen = Screen::Scores { chosen },
                WatchedFrom::Leaders { chosen } => {
                    self.show_online(OnlinePage::Leaders { chosen });
                }
            },
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
        let judged = viewer.analysis.as_ref().and_then(|analysis| {
            let piece = analysis.piece(viewer.pieces(analysis.player)?)?;
            Some(format!("{}   {}", told(piece), terminal::JUDGED_KEYS))
        });
        let footer = judged.unwrap_or_else(|| terminal::REPLAY_KEYS.into());
        let titles = Titles { title, footer, names };
        self.draw_table(buffer, look, viewer.as_ref(), boards, &titles);
        if let Some(analysis) = &viewer.analysis {
            draw_analysis(buffer, analysis, boards);
        }
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
