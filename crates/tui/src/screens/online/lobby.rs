//! Finding somebody: the lobby, waiting for an opponent, and what became of a score.

use quintet_online::{places, rules_name, score_reason};
use quintet_protocol::http::ErrorCode;
use quintet_protocol::{ClientMessage, Settings};
use quintet_words::{online as words, ranked, terminal};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{MenuKey, OnlinePage, column, page};
use crate::app::App;
use crate::draw::{self, DIM, TEXT};
use crate::online::{Online, Submitted};

/// The lines of the lobby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LobbyRow {
    Rules,
    Friend,
    Join,
    Quick,
    Leaders,
    Name,
    Devices,
    Back,
}

const ROWS: [LobbyRow; 8] = [
    LobbyRow::Quick,
    LobbyRow::Friend,
    LobbyRow::Join,
    LobbyRow::Rules,
    LobbyRow::Leaders,
    LobbyRow::Name,
    LobbyRow::Devices,
    LobbyRow::Back,
];

impl App {
    pub(super) fn lobby_key(&mut self, key: MenuKey, chosen: usize) {
        let row = ROWS[chosen.min(ROWS.len() - 1)];
        let Some(online) = &mut self.online else { return };
        match (key, row) {
            (MenuKey::Back, _) | (MenuKey::Confirm, LobbyRow::Back) => self.open_start(),
            (MenuKey::Confirm | MenuKey::Less | MenuKey::More, LobbyRow::Rules) => {
                online.rules = online.rules.next();
            }
            (MenuKey::Confirm, LobbyRow::Quick) => {
                let rules = online.rules;
                self.ask_online(ClientMessage::QuickMatch { rules });
            }
            (MenuKey::Confirm, LobbyRow::Friend) => {
                let settings = Settings { rules: online.rules, ..Settings::default() };
                self.ask_online(ClientMessage::CreateRoom { settings });
            }
            (MenuKey::Confirm, LobbyRow::Join) => {
                self.show_online(OnlinePage::Code { text: String::new() });
            }
            (MenuKey::Confirm, LobbyRow::Leaders) => self.open_leaders(),
            (MenuKey::Confirm, LobbyRow::Name) => {
                let text = online.state.device.name.clone();
                online.disconnect();
                self.show_online(OnlinePage::Name { text });
            }
            (MenuKey::Confirm, LobbyRow::Devices) => {
                self.show_online(OnlinePage::Devices { chosen: 0 });
            }
            _ => self.choose_online(key, chosen, ROWS.len()),
        }
    }

    /// Connects under a name.
    pub(super) fn take_name(&mut self, name: String) {
        let handling = self.online_handling();
        let room = self.wanted_room.take();
        if let Some(online) = &mut self.online {
            online.state.device.name = name;
            online.connect(handling, room);
        }
        self.show_online(OnlinePage::Main { chosen: 0 });
    }

    pub(super) fn waiting_key(&mut self, key: MenuKey, chosen: usize, offer: bool) {
        match (key, chosen) {
            (MenuKey::Confirm, 0) if offer => self.ask_online(ClientMessage::AcceptBot),
            (MenuKey::Confirm | MenuKey::Back, _) => {
                if let Some(online) = &mut self.online {
                    online.with(quintet_online::OnlineState::stop_waiting);
                }
                self.follow_scene();
            }
            _ => self.choose_online(key, chosen, 1 + usize::from(offer)),
        }
    }

    /// There is no connection: another try, or back.
    pub(super) fn stopped_key(&mut self, key: MenuKey, _chosen: usize) {
        match key {
            MenuKey::Back => self.open_start(),
            MenuKey::Confirm => self.open_online(None),
            _ => {}
        }
    }
}

pub(super) fn draw_lobby(buffer: &mut Buffer, online: &Online, chosen: usize) {
    let area = column(page(buffer, &words::TITLE, &terminal::MENU_KEYS), 76);
    let you = words::you_are(&online.state.tagged);
    draw::centred(buffer, area, area.y, &you, Style::new().fg(TEXT));
    let server = terminal::server(&online.server.to_string());
    draw::centred(buffer, area, area.y + 1, &server, Style::new().fg(DIM));
    let label = |row: &LobbyRow| match row {
        LobbyRow::Rules => format!("{}  ◂ {} ▸", words::RULES, rules_name(online.rules)),
        LobbyRow::Friend => words::PLAY_A_FRIEND.into(),
        LobbyRow::Join => terminal::JOIN_ROOM.into(),
        LobbyRow::Quick => words::QUICK_MATCH.into(),
        LobbyRow::Leaders => words::LEADERBOARDS.into(),
        LobbyRow::Name => terminal::CHANGE_NAME.into(),
        LobbyRow::Devices => terminal::DEVICES.into(),
        LobbyRow::Back => words::BACK.into(),
    };
    let rows: Vec<String> = ROWS.iter().map(label).collect();
    let list = Rect { y: area.y + 4, height: area.height.saturating_sub(7), ..area };
    draw::menu(buffer, list.intersection(area), &rows, chosen);
    let note = match ROWS[chosen.min(ROWS.len() - 1)] {
        LobbyRow::Friend | LobbyRow::Join => words::FRIEND_NOTE,
        LobbyRow::Leaders => words::BEST_NOTE,
        LobbyRow::Name => words::NAME_NOTE,
        LobbyRow::Devices => terminal::DEVICES_NOTE,
        LobbyRow::Quick | LobbyRow::Rules | LobbyRow::Back => words::STRANGER_NOTE,
    };
    let y = (list.y + ROWS.len() as u16 + 1).min(area.bottom().saturating_sub(1));
    draw::centred(buffer, area, y, &note, Style::new().fg(DIM));
}

pub(super) fn draw_waiting(buffer: &mut Buffer, online: &Online, chosen: usize) {
    let area = column(page(buffer, &words::TITLE, &terminal::MENU_KEYS), 76);
    draw::centred(buffer, area, area.y + 1, &words::SEEKING, Style::new().fg(TEXT));
    let mut rows: Vec<String> = Vec::new();
    if online.state.bot > 0 {
        let offer = words::bot_offer(online.state.bot);
        draw::centred(buffer, area, area.y + 3, &offer, Style::new().fg(TEXT));
        rows.push(words::PLAY_THE_BOT.into());
    }
    rows.push(words::CANCEL.into());
    let list = Rect { y: area.y + 5, height: rows.len() as u16, ..area };
    draw::menu(buffer, list.intersection(area), &rows, chosen);
}

/// What became of a score that was submitted.
pub(super) fn submission(submitted: Submitted) -> String {
    match submitted {
        Submitted::Answered(Ok(accepted)) => places(accepted),
        Submitted::Postponed => ranked::SCORE_NO_ANSWER.into(),
        Submitted::Answered(Err(ErrorCode::ReplayVersion)) => {
            words::score_refused(terminal::REASON_VERSION)
        }
        Submitted::Answered(Err(code)) => words::score_refused(score_reason(code)),
    }
}
