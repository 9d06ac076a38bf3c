//! Moving to another device by a code of one use, and taking over the player of another one.

use crossterm::event::KeyEvent;
use quintet_online::{Device, RequestError, move_refused};
use quintet_protocol::http::MovedDevice;
use quintet_words::{online as words, settings, terminal};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::{MenuKey, OnlinePage, Typed, column, page, question, typed};
use crate::app::App;
use crate::draw::{self, ACCENT, DIM, TEXT};
use crate::online::{MoveOffer, Online};
use crate::screens::Screen;
use crate::store::Servers;

/// Enough for a code of twelve letters that is typed in groups.
const MOST_TYPED: usize = 24;

/// With fewer rows the page leaves the player's name out.
const ROOM_FOR_NAME: u16 = 12;

/// The lines of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DeviceRow {
    Away,
    Here,
    Back,
}

const ROWS: [DeviceRow; 3] = [DeviceRow::Away, DeviceRow::Here, DeviceRow::Back];

/// The answers to the question whether to replace the player; the first one keeps it.
const ANSWERS: usize = 2;

/// Whether the server does not know this device yet, so that there is no player to lose.
pub(super) const fn is_new(online: &Online) -> bool {
    online.state.device.secret.is_none()
}

impl App {
    pub(super) fn devices_key(&mut self, key: MenuKey, chosen: usize) {
        let Some(online) = &mut self.online else { return };
        match (key, ROWS[chosen.min(ROWS.len() - 1)]) {
            (MenuKey::Confirm, DeviceRow::Away) => online.ask_for_code(),
            (MenuKey::Confirm, DeviceRow::Here) => {
                self.show_online(OnlinePage::MoveCode { text: String::new() });
            }
            (MenuKey::Confirm, DeviceRow::Back) | (MenuKey::Back, _) => {
                self.show_online(OnlinePage::Main { chosen: 0 });
            }
            _ => {
                let chosen = key.choose(chosen, ROWS.len());
                self.show_online(OnlinePage::Devices { chosen });
            }
        }
    }

    pub(super) fn move_code_key(&mut self, event: &KeyEvent, text: String) {
        let Some(online) = &mut self.online else { return };
        let is_new = is_new(online);
        match typed(text, event, MOST_TYPED) {
            Typed::Text(text) => self.show_online(OnlinePage::MoveCode { text }),
            Typed::Done(code) if code.is_empty() => {}
            Typed::Done(code) if is_new => self.take_over(code),
            Typed::Done(code) => self.show_online(OnlinePage::Replacing { code, chosen: 0 }),
            Typed::Back if is_new => {
                let text = online.state.device.name.clone();
                self.show_online(OnlinePage::Name { text });
            }
            Typed::Back => self.show_online(OnlinePage::Devices { chosen: 1 }),
        }
    }

    pub(super) fn replacing_key(&mut self, key: MenuKey, code: String, chosen: usize) {
        match (key, chosen) {
            (MenuKey::Confirm, 1) => self.take_over(code),
            (MenuKey::Confirm | MenuKey::Back, _) => {
                self.show_online(OnlinePage::Devices { chosen: 1 });
            }
            _ => {
                let chosen = key.choose(chosen, ANSWERS);
                self.show_online(OnlinePage::Replacing { code, chosen });
            }
        }
    }

    fn take_over(&mut self, code: String) {
        if let Some(online) = &mut self.online {
            online.take_over(code);
        }
        self.show_online(OnlinePage::TakingOver);
    }

    /// The server has made this the device of another player, or says why not. The answer counts
    /// wherever the player has gone since: the new secret is kept only here.
    pub(super) fn taken_over(&mut self, code: String, answer: Result<MovedDevice, RequestError>) {
        let Some(online) = &mut self.online else { return };
        online.is_taking_over = false;
        let is_shown = matches!(self.screen, Screen::Online(_));
        match answer {
            Ok(MovedDevice { secret, name }) => {
                let device = Device { name, secret: Some(secret) };
                online.become_device(device.clone());
                Servers::keep(&mut self.store, &online.server, &device);
                self.late_news.push(terminal::MOVED_HERE.into());
                if is_shown {
                    let room = self.wanted_room.take();
                    self.open_online(room);
                }
            }
            Err(error) => {
                self.late_news.push(move_refused(error));
                if matches!(self.screen, Screen::Online(OnlinePage::TakingOver)) {
                    self.show_online(OnlinePage::MoveCode { text: code });
                }
            }
        }
    }
}

pub(super) fn draw(buffer: &mut Buffer, online: &Online, chosen: usize) {
    let area = column(page(buffer, &terminal::DEVICES_TITLE, &terminal::QUESTION_KEYS), 64);
    // In a low terminal the name gives way to what moving means.
    let has_room = area.height >= ROOM_FOR_NAME;
    if has_room {
        let you = words::you_are(&online.state.tagged);
        draw::centred(buffer, area, area.y, &you, Style::new().fg(TEXT));
    }
    let label = |row: &DeviceRow| match row {
        DeviceRow::Away => settings::MOVE_AWAY.into(),
        DeviceRow::Here => settings::MOVE_HERE.into(),
        DeviceRow::Back => words::BACK.into(),
    };
    let rows: Vec<String> = ROWS.iter().map(label).collect();
    let list = Rect { y: area.y + if has_room { 2 } else { 0 }, height: rows.len() as u16, ..area };
    draw::menu(buffer, list.intersection(area), &rows, chosen);
    let mut y = list.bottom() + 1;
    let mut say = |words: &str, style: Style| {
        for line in draw::wrap(words, usize::from(area.width)) {
            draw::centred(buffer, area, y, &line, style);
            y += 1;
        }
    };
    let dim = Style::new().fg(DIM);
    match (ROWS[chosen.min(ROWS.len() - 1)], &online.offer) {
        (DeviceRow::Away, Some(offer)) => draw_offer(offer, online, &mut say),
        (DeviceRow::Away, None) => say(&settings::MOVE_NOTE, dim),
        (DeviceRow::Here, _) => say(&terminal::MOVE_HERE_NOTE, dim),
        (DeviceRow::Back, _) => {}
    }
}

/// The code first, so that it is seen where there is little room.
fn draw_offer(offer: &MoveOffer, online: &Online, say: &mut dyn FnMut(&str, Style)) {
    let left = offer.left(online.now()).0 / 1_000_000;
    match &offer.code {
        None => say(&terminal::ASKING, Style::new().fg(TEXT)),
        Some(_) if left == 0 => say(&terminal::CODE_EXPIRED, Style::new().fg(TEXT)),
        Some(code) => {
            say(code, Style::new().fg(ACCENT).add_modifier(Modifier::BOLD));
            let left = format!("{}:{:02}", left / 60, left % 60);
            say(&terminal::code_left(&left), Style::new().fg(TEXT));
            say(&terminal::TYPE_CODE, Style::new().fg(TEXT));
            say("", Style::new());
            say(&settings::MOVE_NOTE, Style::new().fg(DIM));
        }
    }
}

pub(super) fn draw_replacing(buffer: &mut Buffer, online: &Online, chosen: usize) {
    page(buffer, &terminal::DEVICES_TITLE, "");
    let you = words::you_are(&online.state.tagged);
    let said = [you.as_str(), terminal::REPLACE_NOTE.text()];
    let rows = [terminal::REPLACE_NOT, terminal::REPLACE].map(String::from);
    question(buffer, &terminal::REPLACE_TITLE, &said, (&rows, chosen));
}

pub(super) fn draw_taking_over(buffer: &mut Buffer) {
    let area = page(buffer, &terminal::DEVICES_TITLE, "");
    draw::centred(buffer, area, area.y + 2, &terminal::ASKING, Style::new().fg(TEXT));
}
