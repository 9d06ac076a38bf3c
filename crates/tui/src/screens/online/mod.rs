//! Playing over a server: which page the connection calls for, and what keys do there.

mod arena;
mod devices;
mod leaders;
mod lobby;
mod report;
mod room;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use quintet_engine::Handling;
use quintet_frontend::{Opponent, keep_online_game};
use quintet_online::{
    ClosedBecause, Connection, FinishedGame, Reported, RequestError, move_refused, report_answered,
};
use quintet_protocol::RoomCode;
use quintet_protocol::http::AcceptedScore;
use quintet_protocol::limits::{MAX_NAME_CHARS, ROOM_CODE_LETTERS};
use quintet_words::{Phrase, online as words, ranked, settings, terminal};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{MenuKey, Screen, column, menu_dialog, page};
use crate::app::App;
use crate::draw::{self, ACCENT, DIM, Look, TEXT};
use crate::games;
use crate::online::{Answered, Heard, NetEvent, Online, Submitted, room_code};
use crate::store::Servers;
use report::Reporting;

/// A page of online play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OnlinePage {
    /// What the connection calls for, at a line of it.
    Main { chosen: usize },
    /// Asks for the player's name.
    Name { text: String },
    /// Asks for a room's code.
    Code { text: String },
    /// The leaderboards, at a line.
    Leaders { chosen: usize },
    /// Asks whether to leave the match.
    Leaving { chosen: usize },
    /// Asks why somebody is reported.
    Reporting(Reporting),
    /// Moving to another device, and from one.
    Devices { chosen: usize },
    /// Asks for the code that another device shows.
    MoveCode { text: String },
    /// Asks whether the player of this code replaces the present one.
    Replacing { code: String, chosen: usize },
    /// The server has been asked to do so.
    TakingOver,
}

/// What the main page shows. Another scene begins at its first line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scene {
    /// Nothing is known yet, or there is no connection any more.
    Busy,
    /// It cannot go on by itself.
    Stopped,
    Lobby,
    Waiting {
        offer: bool,
    },
    Room,
    /// The boards.
    Table,
    /// A game has ended.
    Over {
        decided: bool,
        again: bool,
    },
}

impl Scene {
    fn of(online: &Online) -> Scene {
        let state = &online.state;
        match state.connection {
            Connection::Lost | Connection::Open if state.game.is_some() => match state.over {
                Some(over) => {
                    let decided = over.ending.is_some();
                    Scene::Over { decided, again: !decided || state.can_play_again() }
                }
                None => Scene::Table,
            },
            Connection::Open if state.room.is_some() => Scene::Room,
            Connection::Open if state.waiting => Scene::Waiting { offer: state.bot > 0 },
            Connection::Open => Scene::Lobby,
            Connection::Off | Connection::Connecting | Connection::Lost => Scene::Busy,
            Connection::NoServer | Connection::Closed(_) => Scene::Stopped,
        }
    }
}

impl App {
    /// Opens online play, with a room to enter if one is named.
    pub(crate) fn open_online(&mut self, room: Option<(RoomCode, bool)>) {
        if self.online.is_none() {
            let servers = Servers::load(&mut self.store);
            let last = servers.last().cloned();
            let server = self.server.clone().or(last).unwrap_or_default();
            let device = servers.device(&server);
            self.online = Some(Online::new(server, device, &self.links));
        }
        self.wanted_room = room;
        let handling = self.online_handling();
        let Some(online) = &mut self.online else { return };
        if let Opponent::Computer(level) = self.settings.terms.opponent {
            online.computer = level;
        }
        if online.state.device.name.is_empty() {
            self.show_online(OnlinePage::Name { text: String::new() });
        } else {
            online.connect(handling, self.wanted_room.take());
            self.show_online(OnlinePage::Main { chosen: 0 });
        }
    }

    pub(crate) fn show_online(&mut self, page: OnlinePage) {
        self.screen = Screen::Online(page);
        self.scene = self.online.as_ref().map(Scene::of);
    }

    /// How the player's board is handled, and how far ahead the player sees.
    fn online_handling(&self) -> (Handling, u8) {
        // The rules that a room begins with. Those of another room take what they allow of it.
        let game = quintet_protocol::Settings::default().rules.game();
        let rules = self.settings.apply(*game.rules(), &games::all()[games::of(game).0]);
        (rules.handling, rules.previews)
    }

    /// Takes what came from the network.
    pub(crate) fn network(&mut self, event: NetEvent, now: quintet_engine::Micros) {
        self.now = self.now.max(now);
        self.heard(&event);
        if let NetEvent::Answered(answered) = event {
            self.answered(answered);
        }
        self.follow_scene();
    }

    fn heard(&mut self, event: &NetEvent) {
        let Some(online) = &mut self.online else { return };
        match online.take(event, self.now) {
            Heard::Nothing => {}
            Heard::Welcome => {
                let (server, device) = (online.server.clone(), online.state.device.clone());
                Servers::keep(&mut self.store, &server, &device);
            }
            Heard::Refused(why) => self.notices.push(why.to_owned()),
            Heard::Nameless => {
                let text = online.state.device.name.clone();
                self.show_online(OnlinePage::Name { text });
            }
            Heard::Played(game) => {
                let FinishedGame { replay, summary, played } = *game;
                let date = self.store.today();
                keep_online_game(&mut self.store, &replay, summary, played, &date);
            }
        }
    }

    fn answered(&mut self, answered: Answered) {
        // Scores go to the servers that their games began on, whichever is visited now.
        match answered {
            Answered::Checkpoint(ticket, answer) => {
                self.submissions.checked(ticket, answer, self.now);
            }
            Answered::Submitted(ticket, answer) => self.score_answered(ticket, answer),
            _ => {}
        }
        let Some(online) = &mut self.online else { return };
        match answered {
            Answered::Checkpoint(ticket, answer) => online.checked(ticket, answer),
            Answered::Ticket(game, issued) => {
                if self.waits_for_ticket == Some(game) {
                    self.waits_for_ticket = None;
                    online.ticket_came(issued);
                    self.begin_game_now();
                }
            }
            Answered::Submitted(..) => {}
            Answered::Listed(game, span, entries) => online.listed(game, span, entries),
            Answered::Replay(bytes) => self.watch_fetched(bytes.ok()),
            // A rematch may have begun meanwhile.
            Answered::Reported(answer) => self.late_news.push(report_answered(answer).into()),
            Answered::MoveCode(answer) => {
                if let Err(error) = online.code_came(answer) {
                    self.late_news.push(move_refused(error));
                }
            }
            Answered::TakenOver(code, answer) => self.taken_over(code, answer),
        }
    }

    fn score_answered(&mut self, ticket: u64, answer: Result<AcceptedScore, RequestError>) {
        let submitted = self.submissions.submitted(&mut self.store, ticket, answer, self.now);
        let Some(submitted) = submitted else { return };
        if self.submitted == Some(ticket) {
            self.told = Some(lobby::submission(submitted));
        } else if submitted != Submitted::Postponed {
            self.late_news.push(lobby::submission(submitted));
        }
    }

    /// A new scene begins at its first line, and closes what was asked before it.
    pub(crate) fn follow_scene(&mut self) {
        let Some(online) = &mut self.online else { return };
        if online.state.take_new_game() {
            self.keyboard.forget();
            self.words = super::TableWords::default();
        }
        let scene = Some(Scene::of(online));
        if self.scene == scene {
            return;
        }
        self.scene = scene;
        let is_played =
            matches!(scene, Some(Scene::Room | Scene::Table | Scene::Over { .. } | Scene::Stopped));
        if let Screen::Online(page) = &mut self.screen {
            let stays = match page {
                OnlinePage::Name { .. }
                | OnlinePage::Code { .. }
                | OnlinePage::Leaders { .. }
                | OnlinePage::Devices { .. }
                | OnlinePage::MoveCode { .. }
                | OnlinePage::Replacing { .. }
                | OnlinePage::TakingOver => !is_played,
                OnlinePage::Reporting(reporting) => match reporting.about {
                    Reported::Score(_) => !is_played,
                    Reported::Opponent { .. } => matches!(scene, Some(Scene::Over { .. })),
                },
                OnlinePage::Main { .. } | OnlinePage::Leaving { .. } => false,
            };
            if !stays {
                *page = OnlinePage::Main { chosen: 0 };
            }
        }
    }

    /// A key on a page of online play.
    pub(super) fn online_key(&mut self, event: &KeyEvent, key: MenuKey) {
        let Screen::Online(page) = &self.screen else { return };
        match page.clone() {
            OnlinePage::Main { chosen } => self.scene_key(key, chosen),
            OnlinePage::Name { .. } if event.code == KeyCode::Tab => {
                if self.online.as_ref().is_some_and(devices::is_new) {
                    self.show_online(OnlinePage::MoveCode { text: String::new() });
                }
            }
            OnlinePage::Name { text } => match typed(text, event, MAX_NAME_CHARS) {
                Typed::Text(text) => self.show_online(OnlinePage::Name { text }),
                Typed::Done(name) if !name.is_empty() => self.take_name(name),
                Typed::Done(_) => {}
                Typed::Back => self.open_start(),
            },
            OnlinePage::Code { text } => match typed(text, event, ROOM_CODE_LETTERS) {
                Typed::Text(text) => self.show_online(OnlinePage::Code { text }),
                Typed::Done(code) => match room_code(&code) {
                    Ok(code) => {
                        self.ask_online(quintet_protocol::ClientMessage::JoinRoom {
                            code,
                            watch: false,
                        });
                        self.show_online(OnlinePage::Main { chosen: 0 });
                    }
                    Err(why) => self.notices.push(why),
                },
                Typed::Back => self.show_online(OnlinePage::Main { chosen: 0 }),
            },
            OnlinePage::Leaders { chosen } => self.leaders_key(event, key, chosen),
            OnlinePage::Leaving { chosen } => self.leaving_key(key, chosen),
            OnlinePage::Reporting(reporting) => self.report_key(key, reporting),
            OnlinePage::Devices { chosen } => self.devices_key(key, chosen),
            OnlinePage::MoveCode { text } => self.move_code_key(event, text),
            OnlinePage::Replacing { code, chosen } => self.replacing_key(key, code, chosen),
            // The answer, or that there is none, comes within seconds.
            OnlinePage::TakingOver => {}
        }
    }

    fn scene_key(&mut self, key: MenuKey, chosen: usize) {
        let Some(scene) = self.scene else { return };
        match scene {
            Scene::Busy => {
                if key == MenuKey::Back {
                    self.open_start();
                }
            }
            Scene::Stopped => self.stopped_key(key, chosen),
            Scene::Lobby => self.lobby_key(key, chosen),
            Scene::Waiting { offer } => self.waiting_key(key, chosen, offer),
            Scene::Room => self.room_key(key, chosen),
            // The keys of the game go elsewhere.
            Scene::Table => {}
            Scene::Over { decided, again } => self.verdict_key(key, chosen, decided, again),
        }
    }

    /// Moves in the list of the main page.
    fn choose_online(&mut self, key: MenuKey, chosen: usize, rows: usize) {
        self.screen = Screen::Online(OnlinePage::Main { chosen: key.choose(chosen, rows) });
    }

    pub(crate) fn ask_online(&mut self, message: quintet_protocol::ClientMessage) {
        if let Some(online) = &mut self.online {
            online.with(|state| state.ask(message));
        }
    }

    pub(super) fn draw_online(&self, buffer: &mut Buffer, look: &Look, page: &OnlinePage) {
        let Some(online) = &self.online else { return };
        match page {
            OnlinePage::Name { text } => {
                let is_new = devices::is_new(online);
                let keys = if is_new { terminal::NAME_KEYS } else { terminal::TEXT_KEYS };
                let titles = (words::TITLE, keys);
                draw_field(buffer, titles, &ranked::YOUR_NAME, text, &words::NAME_NOTE);
            }
            OnlinePage::Code { text } => {
                let note = words::bad_code(ROOM_CODE_LETTERS as u32);
                let titles = (words::TITLE, terminal::TEXT_KEYS);
                draw_field(buffer, titles, &words::CODE_LABEL, text, &note);
            }
            OnlinePage::Leaders { chosen } => self.draw_leaders(buffer, *chosen),
            OnlinePage::Leaving { chosen } => {
                self.draw_arena(buffer, look, online);
                App::draw_leaving(buffer, *chosen, online.state.plays());
            }
            OnlinePage::Reporting(reporting) => {
                match reporting.about {
                    Reported::Score(_) => self.draw_leaders(buffer, reporting.back),
                    Reported::Opponent { .. } => self.draw_arena(buffer, look, online),
                }
                report::draw(buffer, reporting);
            }
            OnlinePage::Devices { chosen } => devices::draw(buffer, online, *chosen),
            OnlinePage::MoveCode { text } => {
                let titles = (terminal::DEVICES_TITLE, terminal::TEXT_KEYS);
                let note = terminal::MOVE_HERE_NOTE;
                draw_field(buffer, titles, &settings::MOVE_CODE, text, &note);
            }
            OnlinePage::Replacing { chosen, .. } => {
                devices::draw_replacing(buffer, online, *chosen);
            }
            OnlinePage::TakingOver => devices::draw_taking_over(buffer),
            OnlinePage::Main { chosen } => match Scene::of(online) {
                Scene::Busy => draw_status(buffer, online, &[], *chosen),
                Scene::Stopped => {
                    draw_status(buffer, online, &[words::TRY_AGAIN.into()], *chosen);
                }
                Scene::Lobby => lobby::draw_lobby(buffer, online, *chosen),
                Scene::Waiting { .. } => lobby::draw_waiting(buffer, online, *chosen),
                Scene::Room => room::draw(buffer, online, *chosen),
                Scene::Table => self.draw_arena(buffer, look, online),
                Scene::Over { decided, again } => {
                    self.draw_arena(buffer, look, online);
                    arena::draw_verdict(buffer, online, *chosen, decided, again);
                }
            },
        }
    }
}

/// How the connection is, in words.
fn status(online: &Online) -> String {
    match online.state.connection {
        Connection::NoServer => terminal::no_server(&online.server.to_string()),
        Connection::Closed(ClosedBecause::NewerVersion) => terminal::OUTDATED.into(),
        Connection::Closed(ClosedBecause::Elsewhere) if online.offer.is_some() => {
            terminal::MOVED_AWAY.into()
        }
        Connection::Closed(ClosedBecause::Elsewhere) => terminal::ELSEWHERE.into(),
        Connection::Closed(ClosedBecause::Banned) => words::BANNED.into(),
        Connection::Closed(ClosedBecause::RoomSize) => words::ROOM_SIZE.into(),
        Connection::Lost if online.is_stopping => terminal::SERVER_STOPS.into(),
        Connection::Lost => words::RECONNECTING.into(),
        Connection::Off | Connection::Connecting | Connection::Open => words::CONNECTING.into(),
    }
}

fn draw_status(buffer: &mut Buffer, online: &Online, rows: &[String], chosen: usize) {
    let area = column(page(buffer, &words::TITLE, &terminal::MENU_KEYS), 64);
    let mut y = area.y + 2;
    for line in draw::wrap(&status(online), usize::from(area.width)) {
        draw::centred(buffer, area, y, &line, Style::new().fg(TEXT));
        y += 1;
    }
    let list = Rect { y: y + 1, height: rows.len() as u16, ..area };
    draw::menu(buffer, list.intersection(area), rows, chosen);
}

/// A question over a page: paragraphs above the answers. The keys of the page give way to those of
/// the question.
fn question(buffer: &mut Buffer, title: &str, said: &[&str], answers: (&[String], usize)) {
    const WIDTH: u16 = 50;
    let area = buffer.area;
    let last = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area }.intersection(area);
    for x in last.x..last.right() {
        if let Some(cell) = buffer.cell_mut((x, last.y)) {
            cell.reset();
        }
    }
    let keys = draw::fitting_keys(&terminal::QUESTION_KEYS, usize::from(area.width));
    draw::centred(buffer, last, last.y, &keys, Style::new().fg(DIM));
    let inside = usize::from(WIDTH.min(buffer.area.width)).saturating_sub(4);
    let lines = said.iter().flat_map(|paragraph| draw::wrap(paragraph, inside));
    let lines = lines.map(|line| (line, Style::new().fg(TEXT))).collect();
    menu_dialog(buffer, title, WIDTH, lines, answers);
}

/// A field for a text, with a note below. The page has a title and keys.
fn draw_field(
    buffer: &mut Buffer,
    (title, keys): (Phrase, Phrase),
    label: &str,
    text: &str,
    note: &str,
) {
    let area = column(page(buffer, &title, &keys), 64);
    draw::centred(buffer, area, area.y + 1, label, Style::new().fg(TEXT));
    draw::centred(buffer, area, area.y + 3, &format!("[ {text}_ ]"), Style::new().fg(ACCENT));
    for (line, y) in draw::wrap(note, usize::from(area.width)).iter().zip(area.y + 5..) {
        draw::centred(buffer, area, y, line, Style::new().fg(DIM));
    }
}

/// What a key makes of a text.
enum Typed {
    Text(String),
    Done(String),
    Back,
}

fn typed(mut text: String, event: &KeyEvent, most: usize) -> Typed {
    match event.code {
        KeyCode::Enter => return Typed::Done(text.trim().to_owned()),
        KeyCode::Esc => return Typed::Back,
        KeyCode::Backspace => {
            text.pop();
        }
        KeyCode::Char(sign) if !event.modifiers.contains(KeyModifiers::CONTROL) => {
            // Terminals with the kitty protocol may report the key and Shift.
            let is_shifted = event.modifiers.contains(KeyModifiers::SHIFT);
            let sign = if is_shifted { sign.to_ascii_uppercase() } else { sign };
            if text.chars().count() < most && !sign.is_control() {
                text.push(sign);
            }
        }
        _ => {}
    }
    Typed::Text(text)
}
