//! The room before a match.

use quintet_frontend::{LEVEL_NAMES, Opponent};
use quintet_online::rules_name;
use quintet_protocol::client::RoomView;
use quintet_protocol::limits::MAX_HANDICAP;
use quintet_protocol::{BestOf, ClientMessage, Settings};
use quintet_words::{online as words, terminal};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{MenuKey, column, page};
use crate::app::App;
use crate::draw::{self, ACCENT, DIM, TEXT};
use crate::online::Online;

const LENGTHS: [(u8, BestOf); 3] = [(1, BestOf::One), (3, BestOf::Three), (5, BestOf::Five)];

/// The lines of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RoomRow {
    Ready,
    /// A spectator takes a free seat.
    TakeSeat,
    Leave,
    Rules,
    Length,
    /// Garbage to begin with, by seat.
    Garbage(usize),
    /// The computer takes the free seat, or leaves it.
    Computer,
}

/// The host sets the terms, and everybody sees them. A player's lines never move because of what the
/// other player does, so that a key never confirms another line than the one that was selected.
fn rows(room: &RoomView) -> Vec<RoomRow> {
    let mut rows = Vec::new();
    rows.push(if room.you.is_some() { RoomRow::Ready } else { RoomRow::TakeSeat });
    rows.extend([
        RoomRow::Leave,
        RoomRow::Rules,
        RoomRow::Length,
        RoomRow::Garbage(0),
        RoomRow::Garbage(1),
    ]);
    if room.you == Some(0) {
        rows.push(RoomRow::Computer);
    }
    rows
}

impl App {
    pub(super) fn room_key(&mut self, key: MenuKey, chosen: usize) {
        let Some(online) = &mut self.online else { return };
        let Some(room) = &online.state.room else { return };
        let rows = rows(room);
        let row = rows[chosen.min(rows.len() - 1)];
        let is_host = room.you == Some(0);
        match (key, row) {
            (MenuKey::Confirm, RoomRow::Ready) => {
                if online.state.can_play_again() && !online.state.is_ready() {
                    online.with(quintet_online::OnlineState::ready);
                }
            }
            (MenuKey::Confirm, RoomRow::TakeSeat) => {
                if online.state.can_take_seat() {
                    online.with(|state| state.ask(ClientMessage::TakeSeat));
                }
            }
            (MenuKey::Confirm, RoomRow::Leave) | (MenuKey::Back, _) => {
                online.with(quintet_online::OnlineState::leave);
                self.follow_scene();
            }
            (MenuKey::Confirm, RoomRow::Computer) => {
                let level = Some(online.computer).filter(|_| online.state.can_ask_bot());
                if level.is_some() || online.state.can_send_bot_away() {
                    online.with(|state| state.ask(ClientMessage::SetBot { level }));
                }
            }
            (MenuKey::Less | MenuKey::More, RoomRow::Computer) => {
                let (count, last) = (LEVEL_NAMES.len() as u8, online.computer - 1);
                let step = if key == MenuKey::More { 1 } else { count - 1 };
                online.computer = (last + step) % count + 1;
            }
            (MenuKey::Confirm | MenuKey::More, _) if is_host => {
                online.with(|state| state.set_room(&|settings| change(settings, row, true)));
            }
            (MenuKey::Less, _) if is_host => {
                online.with(|state| state.set_room(&|settings| change(settings, row, false)));
            }
            _ => self.choose_online(key, chosen, rows.len()),
        }
    }
}

fn change(settings: &mut Settings, row: RoomRow, forward: bool) {
    let turn = |value: usize, count: usize| {
        if forward { (value + 1) % count } else { (value + count - 1) % count }
    };
    match row {
        RoomRow::Ready | RoomRow::TakeSeat | RoomRow::Leave | RoomRow::Computer => {}
        RoomRow::Rules => settings.rules = settings.rules.next(),
        RoomRow::Length => {
            let place = LENGTHS.iter().position(|(_, length)| *length == settings.best_of);
            settings.best_of = LENGTHS[turn(place.unwrap_or(0), LENGTHS.len())].1;
        }
        RoomRow::Garbage(seat) => {
            let count = usize::from(MAX_HANDICAP) + 1;
            if let Some(rows) = settings.handicap.get_mut(seat) {
                *rows = turn(usize::from(*rows), count) as u8;
            }
        }
    }
}

fn label(row: RoomRow, online: &Online, settings: &Settings) -> String {
    let can_begin = online.state.can_play_again() && !online.state.is_ready();
    let value = |label: &str, value: &str| format!("{label}  ◂ {value} ▸");
    match row {
        RoomRow::Ready if can_begin => words::READY.into(),
        RoomRow::Ready => words::WAITING.into(),
        RoomRow::TakeSeat if online.state.can_take_seat() => words::TAKE_SEAT.into(),
        RoomRow::TakeSeat => words::YOU_WATCH.into(),
        RoomRow::Leave => words::LEAVE_ROOM.into(),
        RoomRow::Rules => value(&words::RULES, &rules_name(settings.rules)),
        RoomRow::Length => {
            let games = LENGTHS.iter().find(|(_, length)| *length == settings.best_of);
            let games = games.map_or(1, |&(games, _)| games);
            let length = if games == 1 { words::ONE_GAME.into() } else { words::best_of(games) };
            value(&words::LENGTH, &length)
        }
        RoomRow::Garbage(seat) => {
            let whose = if seat == 0 { words::HOST_GARBAGE } else { words::GUEST_GARBAGE };
            let rows = settings.handicap.get(seat).copied().unwrap_or(0);
            value(&whose, &rows.to_string())
        }
        RoomRow::Computer if online.state.can_send_bot_away() => words::SEND_COMPUTER_AWAY.into(),
        RoomRow::Computer => {
            value(&words::ASK_COMPUTER, &Opponent::Computer(online.computer).label())
        }
    }
}

fn seat(room: &RoomView, place: usize) -> String {
    let Some(seat) = &room.seats[place] else { return words::EMPTY_SEAT.into() };
    let note = match (seat.bot.is_some(), seat.present, seat.ready) {
        (true, ..) => words::bot,
        (_, false, _) => words::away,
        (_, _, true) => words::ready,
        _ => words::rating,
    };
    let you =
        if room.you == Some(place as u8) { format!(" {}", words::YOU) } else { String::new() };
    format!("{}{you}   {}", seat.name, note(seat.rating.into()))
}

pub(super) fn draw(buffer: &mut Buffer, online: &Online, chosen: usize) {
    let Some(room) = &online.state.room else { return };
    let area = page(buffer, &words::room(&room.code.to_string()), &terminal::MENU_KEYS);
    let area = column(area, 76);
    let mut y = area.y;
    for place in 0..room.seats.len() {
        draw::centred(buffer, area, y, &seat(room, place), Style::new().fg(TEXT));
        y += 1;
    }
    if room.spectators > 0 {
        let watching = words::watching(room.spectators.into());
        draw::centred(buffer, area, y, &watching, Style::new().fg(DIM));
    }
    y += 1;
    if !online.state.is_full() {
        let link = online.server.room_link(room.code);
        draw::centred(buffer, area, y, &link, Style::new().fg(ACCENT));
    }
    y += 2;
    let is_alone = room.you.is_some() && !online.state.is_full();
    let status = if is_alone { terminal::INVITE } else { online.state.room_status() };
    draw::centred(buffer, area, y, &status, Style::new().fg(TEXT));
    let rows: Vec<String> =
        rows(room).iter().map(|&row| label(row, online, &room.settings)).collect();
    let list = Rect { y: y + 2, height: area.bottom().saturating_sub(y + 2), ..area };
    draw::menu(buffer, list.intersection(area), &rows, chosen);
}
