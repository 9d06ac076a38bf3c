//! The screens: what keys do on each, and what it shows.

mod analysis;
mod controls;
mod key_settings;
mod online;
mod over;
mod paused;
mod play;
mod replay_list;
mod score_list;
mod settings;
mod start;
mod statistics;
mod table_words;
mod viewer;

pub(crate) use online::{OnlinePage, Scene};
pub(crate) use table_words::{TableWords, Tone};
pub(crate) use viewer::WatchedFrom;

use crossterm::event::{KeyCode, KeyEvent};
use quintet_words::terminal;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::app::App;
use crate::draw::{self, ACCENT, BAD, DIM, FRAME, Look};
use crate::sources::{Demo, GameResult, ReplaySource};
use quintet_engine::Micros;
use start::StartRow;

/// Which screen is shown.
pub(crate) enum Screen {
    /// The menu.
    Start { chosen: StartRow },
    /// The game.
    Play,
    /// The game, halted.
    Paused { chosen: usize },
    /// The end of a game.
    Over { chosen: usize, since: Micros, result: Box<GameResult> },
    /// High scores, at a line, or matches won and lost.
    Scores { chosen: usize },
    /// What was counted: of all games, or of the mode with this number, from 1.
    Statistics { shown: usize },
    /// What the keys do.
    Controls,
    /// What can be chosen.
    Settings { chosen: usize },
    /// The keys of a game, and whether the next key is taken.
    Keys { chosen: usize, waits: bool },
    /// Games that were played.
    Replays { chosen: usize },
    /// One of them.
    Viewer(Box<ReplaySource>),
    /// A game that plays itself.
    Demo(Box<Demo>),
    /// Over a server.
    Online(OnlinePage),
}

impl Screen {
    /// The menu.
    pub(crate) const fn start() -> Screen {
        Screen::Start { chosen: StartRow::Start }
    }
}

/// What a key does in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MenuKey {
    Up,
    Down,
    Less,
    More,
    Confirm,
    Back,
    Other,
}

impl MenuKey {
    fn of(event: &KeyEvent) -> MenuKey {
        match event.code {
            KeyCode::Up | KeyCode::BackTab | KeyCode::Char('k') => MenuKey::Up,
            KeyCode::Down | KeyCode::Tab | KeyCode::Char('j') => MenuKey::Down,
            KeyCode::Left | KeyCode::Char('h') => MenuKey::Less,
            KeyCode::Right | KeyCode::Char('l') => MenuKey::More,
            KeyCode::Enter | KeyCode::Char(' ') => MenuKey::Confirm,
            KeyCode::Esc | KeyCode::Char('q') => MenuKey::Back,
            _ => MenuKey::Other,
        }
    }

    /// The choice after this key, of this many.
    fn choose(self, chosen: usize, count: usize) -> usize {
        match self {
            MenuKey::Up => (chosen + count.max(1) - 1) % count.max(1),
            MenuKey::Down => (chosen + 1) % count.max(1),
            _ => chosen.min(count.saturating_sub(1)),
        }
    }
}

impl App {
    /// A key on any screen but the game.
    pub(crate) fn page_key(&mut self, event: &KeyEvent) {
        let key = MenuKey::of(event);
        match self.screen {
            Screen::Start { chosen } => self.start_key(key, chosen),
            Screen::Play => {}
            Screen::Paused { chosen } => self.paused_key(event, key, chosen),
            Screen::Over { chosen, since, .. } => self.over_key(event, key, chosen, since),
            Screen::Scores { chosen } => self.scores_key(key, chosen),
            Screen::Statistics { shown } => self.statistics_key(key, shown),
            Screen::Controls => {
                if matches!(key, MenuKey::Back | MenuKey::Confirm) {
                    self.open_start();
                }
            }
            Screen::Settings { chosen } => self.settings_key(key, chosen),
            Screen::Keys { chosen, waits } => self.binding_key(event, key, chosen, waits),
            Screen::Replays { chosen } => self.replays_key(event, key, chosen),
            Screen::Viewer(_) => self.viewer_key(event, key),
            Screen::Demo(_) => self.open_start(),
            Screen::Online(_) => self.online_key(event, key),
        }
    }

    /// Draws the screen.
    pub(crate) fn draw_screen(&mut self, buffer: &mut Buffer, look: &Look) {
        match &self.screen {
            Screen::Start { chosen } => self.draw_start(buffer, *chosen),
            Screen::Play => self.draw_play(buffer, look),
            Screen::Paused { chosen } => {
                self.draw_play(buffer, look);
                App::draw_paused(buffer, *chosen);
            }
            Screen::Over { chosen, result, .. } => {
                self.draw_play(buffer, look);
                self.draw_over(buffer, *chosen, result);
            }
            Screen::Scores { chosen } => self.draw_scores(buffer, *chosen),
            Screen::Statistics { shown } => self.draw_statistics(buffer, *shown),
            Screen::Controls => self.draw_controls(buffer),
            Screen::Settings { chosen } => self.draw_settings(buffer, *chosen),
            Screen::Keys { chosen, waits } => self.draw_keys(buffer, *chosen, *waits),
            Screen::Replays { chosen } => self.draw_replays(buffer, *chosen),
            Screen::Viewer(_) => self.draw_viewer(buffer, look),
            Screen::Demo(_) => self.draw_demo(buffer, look),
            Screen::Online(page) => self.draw_online(buffer, look, page),
        }
    }

    /// What the player must know, over everything until Esc.
    pub(crate) fn draw_notices(&self, buffer: &mut Buffer) {
        if self.notices.is_empty() {
            return;
        }
        let width = buffer.area.width.clamp(10, 72);
        let mut lines: Vec<String> = Vec::new();
        for notice in &self.notices {
            lines.extend(draw::wrap(notice, usize::from(width) - 4));
        }
        let height = (lines.len() as u16 + 3).min(buffer.area.height);
        let area = middle(buffer.area, width, height);
        draw::frame(buffer, area, Style::new().fg(BAD));
        let inside = inner(area);
        for (line, y) in lines.iter().zip(inside.y..inside.bottom()) {
            draw::line(buffer, inside, y, line, Style::new());
        }
        let last = area.bottom().saturating_sub(2);
        draw::centred(buffer, inside, last, &terminal::PAGE_KEYS, Style::new().fg(DIM));
    }
}

/// A title above a page, with the keys below it; what is left between.
fn page(buffer: &mut Buffer, title: &str, keys: &str) -> Rect {
    let area = buffer.area;
    let style = Style::new().fg(ACCENT).add_modifier(Modifier::BOLD);
    draw::centred(buffer, area, area.y + 1, title, style);
    let last = area.bottom().saturating_sub(1);
    let keys = draw::fitting_keys(keys, usize::from(area.width));
    draw::centred(buffer, area, last, &keys, Style::new().fg(DIM));
    Rect { y: area.y + 3, height: area.height.saturating_sub(5), ..area }
}

/// A frame in the middle of the screen, with a title; what is inside.
fn dialog(buffer: &mut Buffer, title: &str, width: u16, rows: u16) -> Rect {
    let area = middle(buffer.area, width, rows + 4);
    draw::frame(buffer, area, Style::new().fg(FRAME));
    let inside = inner(area);
    let style = Style::new().fg(ACCENT).add_modifier(Modifier::BOLD);
    draw::centred(buffer, inside, inside.y, title, style);
    Rect { y: inside.y + 2, height: inside.height.saturating_sub(2), ..inside }
        .intersection(buffer.area)
}

/// A dialog with lines above a menu. Where there is too little room the last lines are left out, so
/// that the menu is always seen.
fn menu_dialog(
    buffer: &mut Buffer,
    title: &str,
    width: u16,
    mut lines: Vec<(String, Style)>,
    (rows, chosen): (&[String], usize),
) {
    // The frame, the title, and a blank line below it and above the menu.
    const AROUND: usize = 5;
    let room = usize::from(buffer.area.height).saturating_sub(AROUND + rows.len());
    lines.truncate(room);
    let gap = u16::from(!lines.is_empty());
    let above = lines.len() as u16 + gap;
    let area = dialog(buffer, title, width, above + rows.len() as u16);
    for ((line, style), y) in lines.iter().zip(area.y..) {
        draw::centred(buffer, area, y, line, *style);
    }
    let y = (area.y + above).min(area.bottom());
    let menu = Rect { y, height: rows.len() as u16, ..area };
    draw::menu(buffer, menu.intersection(area), rows, chosen);
}

fn middle(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    let x = area.x + (area.width - width) / 2;
    let y = area.y + (area.height - height) / 2;
    Rect { x, y, width, height }
}

fn inner(area: Rect) -> Rect {
    Rect {
        x: area.x + 1,
        y: area.y + 1,
        width: area.width.saturating_sub(2),
        height: area.height.saturating_sub(2),
    }
}

/// An area of at most this width in the middle.
fn column(area: Rect, width: u16) -> Rect {
    middle(area, width, area.height)
}
