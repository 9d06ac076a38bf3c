//! A match over a server: two boards, and what is said over them.

use crossterm::event::{KeyCode, KeyEvent};
use quintet_engine::Micros;
use quintet_online::{Connection, OnlineState, Reported};
use quintet_words::{online as words, results, terminal};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{MenuKey, OnlinePage, Reporting, Scene, status};
use crate::app::{App, INPUT_GUARD};
use crate::draw::{self, Look, TEXT};
use crate::games;
use crate::keyboard::{Emulation, KeyMeaning};
use crate::online::Online;
use crate::screens::play::Titles;
use crate::screens::{Screen, dialog, menu_dialog};
use quintet_frontend::Action;

/// Lines in the question whether to leave.
const LEAVING_ROWS: usize = 2;

impl App {
    /// Whether keys play on a board over a server.
    pub(crate) fn plays_online(&self) -> bool {
        matches!(self.screen, Screen::Online(OnlinePage::Main { .. }))
            && self.scene == Some(Scene::Table)
    }

    /// A key in a match.
    pub(crate) fn arena_key(&mut self, event: &KeyEvent, at: Micros) {
        let Some(online) = &self.online else { return };
        let Some(remote) = online.state.game else { return };
        if event.code == KeyCode::Esc {
            return self.ask_to_leave();
        }
        let entry = &games::all()[games::of(remote.rules[0].game).0];
        let map = games::key_map(&self.settings, entry);
        let mut meanings = Vec::new();
        self.keyboard.emulation = Emulation::of(&self.settings);
        self.keyboard
            .take(&map, &remote.rules[0], event, at, &mut |meaning| meanings.push(meaning));
        for meaning in meanings {
            self.act_online(meaning, at);
        }
    }

    /// Does what a key means. A single player has the keys of both seats.
    pub(crate) fn act_online(&mut self, meaning: KeyMeaning, at: Micros) {
        match meaning {
            KeyMeaning::Input(_, input) => {
                if let Some(online) = self.online.as_mut().filter(|online| online.state.plays()) {
                    online.with(|state| state.input(input, at));
                }
            }
            KeyMeaning::Command(Action::Pause) => self.ask_to_leave(),
            KeyMeaning::Command(Action::Mute) => self.toggle_bell(),
            KeyMeaning::Command(_) => {}
        }
    }

    /// A match over a server cannot be paused: the player is asked whether to leave.
    fn ask_to_leave(&mut self) {
        self.keyboard.forget();
        let now = self.now;
        if let Some(online) = &mut self.online {
            online.release_all(now);
        }
        self.screen = Screen::Online(OnlinePage::Leaving { chosen: 0 });
    }

    pub(super) fn leaving_key(&mut self, key: MenuKey, chosen: usize) {
        match (key, chosen) {
            (MenuKey::Confirm, 1) => self.leave_room(),
            (MenuKey::Confirm | MenuKey::Back, _) => {
                self.screen = Screen::Online(OnlinePage::Main { chosen: 0 });
            }
            _ => {
                let chosen = key.choose(chosen, LEAVING_ROWS);
                self.screen = Screen::Online(OnlinePage::Leaving { chosen });
            }
        }
    }

    fn leave_room(&mut self) {
        if let Some(online) = &mut self.online {
            online.with(OnlineState::leave);
        }
        self.show_online(OnlinePage::Main { chosen: 0 });
    }

    pub(super) fn verdict_key(&mut self, key: MenuKey, chosen: usize, decided: bool, again: bool) {
        let Some(online) = &mut self.online else { return };
        if self.now - online.state.ended_at < INPUT_GUARD {
            return;
        }
        let opponent = reportable(online, decided);
        let rows = verdict_rows(decided, again, opponent.is_some());
        match (key, rows.get(chosen)) {
            (MenuKey::Confirm, Some(VerdictRow::Again)) => {
                if online.state.can_play_again() && !online.state.is_ready() {
                    online.with(OnlineState::ready);
                }
            }
            (MenuKey::Confirm, Some(VerdictRow::Room)) => {
                online.with(OnlineState::clear_game);
                self.follow_scene();
            }
            (MenuKey::Confirm, Some(VerdictRow::Report)) => {
                if let Some((about, name)) = opponent {
                    let reporting = Reporting { about, name, chosen: 0, back: chosen };
                    self.show_online(OnlinePage::Reporting(reporting));
                }
            }
            (MenuKey::Confirm | MenuKey::Back, _) if decided => self.leave_room(),
            // Leaving an undecided match forfeits it, so ask first.
            (MenuKey::Confirm | MenuKey::Back, _) => {
                self.screen = Screen::Online(OnlinePage::Leaving { chosen: 0 });
            }
            _ => self.choose_online(key, chosen, rows.len()),
        }
    }

    pub(super) fn draw_arena(&self, buffer: &mut Buffer, look: &Look, online: &Online) {
        let state = &online.state;
        let Some(remote) = state.game else { return };
        let name = |place: usize| {
            let board = remote.seat_of(place);
            let seat = state.room.as_ref().and_then(|room| room.seats.get(board)?.as_ref());
            let wins = seat.map_or(0, |seat| usize::from(seat.wins));
            format!("{} {}", state.names[board], "●".repeat(wins))
        };
        let (game, mode) = games::of(remote.rules[0].game);
        let title = games::all()[game].modes[mode].title.text();
        let room = state.room.as_ref().map(|room| words::room(&room.code.to_string()));
        let watches = if remote.plays { "" } else { words::YOU_WATCH.text() };
        let title = format!("{title}   {}   {watches}", room.unwrap_or_default());
        let titles = Titles {
            title: title.trim_end().to_owned(),
            footer: terminal::MATCH_KEYS.into(),
            names: (0..remote.rules.len()).map(name).collect(),
        };
        self.draw_table(buffer, look, online, remote.rules.len(), &titles);
        if state.over.is_none() {
            draw_said(buffer, online);
        }
    }

    pub(super) fn draw_leaving(buffer: &mut Buffer, chosen: usize, plays: bool) {
        let told = if plays { words::LEAVE_FORFEITS } else { words::STOP_WATCHING };
        let area = dialog(buffer, &words::LEAVE_TITLE, 40, 2 + LEAVING_ROWS as u16);
        draw::centred(buffer, area, area.y, &told, Style::new().fg(TEXT));
        let menu = Rect { y: area.y + 2, height: LEAVING_ROWS as u16, ..area };
        let rows = [words::STAY, words::LEAVE].map(String::from);
        draw::menu(buffer, menu.intersection(area), &rows, chosen);
    }
}

/// Why nothing moves.
fn draw_said(buffer: &mut Buffer, online: &Online) {
    let state = &online.state;
    let mut lines = Vec::new();
    if state.connection == Connection::Lost {
        lines.push(status(online));
        // Only players have a time limit.
        if state.plays() {
            lines.push(words::seconds_left(online.seconds() as u32));
        }
    } else if state.halted {
        lines.push(state.waits_for());
    }
    let Some((first, rest)) = lines.split_first() else { return };
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0) as u16;
    let area = dialog(buffer, first, longest + 6, rest.len() as u16);
    for (line, y) in rest.iter().zip(area.y..) {
        draw::centred(buffer, area, y, line, Style::new().fg(TEXT));
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum VerdictRow {
    Again,
    Room,
    Leave,
    Report,
}

/// The opponent of a match that is over, and what they are called, if the server takes a report.
fn reportable(online: &Online, decided: bool) -> Option<(Reported, String)> {
    let opponent = online.state.opponent().filter(|_| decided && online.state.can_report())?;
    let Reported::Opponent { seat, .. } = opponent else { return None };
    let name = online.state.names.get(usize::from(seat))?;
    Some((opponent, name.clone()))
}

fn verdict_rows(decided: bool, again: bool, can_report: bool) -> Vec<VerdictRow> {
    let mut rows = Vec::new();
    if again {
        rows.push(VerdictRow::Again);
    }
    if decided {
        rows.push(VerdictRow::Room);
    }
    rows.push(VerdictRow::Leave);
    if can_report {
        rows.push(VerdictRow::Report);
    }
    rows
}

/// Who won, and what comes next.
pub(super) fn draw_verdict(
    buffer: &mut Buffer,
    online: &Online,
    chosen: usize,
    decided: bool,
    again: bool,
) {
    let state = &online.state;
    let Some(over) = state.over else { return };
    let mut lines = vec![state.match_score(&over)];
    lines.extend(state.new_rating(&over));
    lines.extend(OnlineState::ended_because(&over).map(String::from));
    lines.extend(state.waits_because().map(String::from));
    if state.connection == Connection::Lost {
        lines.push(status(online));
    }
    let lines = lines.iter().flat_map(|line| draw::wrap(line, 44));
    let lines = lines.map(|line| (line, Style::new().fg(TEXT))).collect();
    let label = |row: &VerdictRow| match row {
        VerdictRow::Again if state.is_ready() => words::WAITING.into(),
        VerdictRow::Again if decided => results::REMATCH.into(),
        VerdictRow::Again => results::NEXT_ROUND.into(),
        VerdictRow::Room => words::ROOM.into(),
        VerdictRow::Leave => words::LEAVE.into(),
        VerdictRow::Report => words::REPORT.into(),
    };
    let can_report = reportable(online, decided).is_some();
    let rows: Vec<String> = verdict_rows(decided, again, can_report).iter().map(label).collect();
    menu_dialog(buffer, &state.verdict(&over), 50, lines, (&rows, chosen));
}
