//! The menu.

use quintet_frontend::{LEVEL_NAMES, Opponent, ROUNDS};
use quintet_protocol::limits::MAX_HANDICAP;
use quintet_words::{Phrase, menu as words, online, terminal};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::{MenuKey, Screen, page};
use crate::app::App;
use crate::draw::{self, ACCENT, DIM, TEXT};
use crate::games;
use crate::keyboard::Reports;
use crate::store::save_settings;

/// A line of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartRow {
    Game,
    Mode,
    Opponent,
    Rounds,
    /// The garbage that a player begins with.
    Garbage(usize),
    Resume,
    Start,
    Scores,
    Statistics,
    Controls,
    Replays,
    Online,
    Settings,
    Demo,
    Quit,
}

impl App {
    /// Opens the menu, at the game that was left where there is one.
    pub(crate) fn open_start(&mut self) {
        self.keyboard.forget();
        self.waits_for_ticket = None;
        self.seed = None;
        if let Some(online) = self.online.as_mut().filter(|online| online.state.is_on()) {
            online.disconnect();
        }
        let rows = self.start_rows();
        let chosen =
            if rows.contains(&StartRow::Resume) { StartRow::Resume } else { StartRow::Start };
        self.screen = Screen::Start { chosen };
    }

    fn start_rows(&self) -> Vec<StartRow> {
        let entry = self.entry();
        let mut rows = vec![StartRow::Game];
        if entry.modes.len() > 1 {
            rows.push(StartRow::Mode);
        }
        if entry.is_duel() {
            rows.extend([StartRow::Opponent, StartRow::Rounds]);
            rows.extend([0, 1].map(StartRow::Garbage));
        }
        if self.store.has_unfinished(entry.slug) {
            rows.push(StartRow::Resume);
        }
        rows.push(StartRow::Start);
        let has_list = entry.is_duel() || self.mode().game.ranking().is_some();
        if has_list {
            rows.push(StartRow::Scores);
        }
        rows.extend([
            StartRow::Statistics,
            StartRow::Controls,
            StartRow::Replays,
            StartRow::Online,
            StartRow::Settings,
        ]);
        if !entry.is_duel() {
            rows.push(StartRow::Demo);
        }
        rows.push(StartRow::Quit);
        rows
    }

    pub(super) fn start_key(&mut self, key: MenuKey, chosen: StartRow) {
        let rows = self.start_rows();
        let place = rows.iter().position(|&row| row == chosen).unwrap_or(0);
        match key {
            MenuKey::Up | MenuKey::Down => {
                let chosen = rows[key.choose(place, rows.len())];
                self.screen = Screen::Start { chosen };
            }
            MenuKey::Less => self.change(chosen, false),
            MenuKey::More => self.change(chosen, true),
            MenuKey::Confirm => self.open(chosen),
            MenuKey::Back => self.quits = true,
            MenuKey::Other => {}
        }
    }

    /// Changes the value of a line.
    fn change(&mut self, row: StartRow, forward: bool) {
        let turn = |value: usize, count: usize| {
            if forward { (value + 1) % count } else { (value + count - 1) % count }
        };
        match row {
            StartRow::Mode => {
                let count = self.entry().modes.len();
                self.modes[self.game] = turn(self.modes[self.game], count);
            }
            StartRow::Opponent => {
                let count = LEVEL_NAMES.len() + 1;
                let number = turn(self.settings.terms.opponent.number().into(), count);
                self.settings.terms.opponent = Opponent::from_number(number as u8);
                save_settings(&mut self.store, &self.settings);
            }
            StartRow::Rounds => {
                let place = ROUNDS.iter().position(|&it| it == self.settings.terms.best_of);
                self.settings.terms.best_of = ROUNDS[turn(place.unwrap_or(0), ROUNDS.len())];
                save_settings(&mut self.store, &self.settings);
            }
            StartRow::Garbage(player) => {
                let rows = &mut self.settings.handicap[player];
                *rows = turn((*rows).into(), usize::from(MAX_HANDICAP) + 1) as u8;
                save_settings(&mut self.store, &self.settings);
            }
            // On all other lines left and right choose another game.
            _ => {
                self.game = turn(self.game, games::all().len());
                if row != StartRow::Game {
                    self.open_start();
                }
            }
        }
    }

    /// Does what a line says.
    fn open(&mut self, row: StartRow) {
        match row {
            StartRow::Game
            | StartRow::Mode
            | StartRow::Opponent
            | StartRow::Rounds
            | StartRow::Garbage(_) => self.change(row, true),
            StartRow::Resume => self.resume_kept(),
            StartRow::Start => self.begin_game(),
            StartRow::Scores => self.screen = Screen::Scores { chosen: 0 },
            StartRow::Controls => self.screen = Screen::Controls,
            StartRow::Statistics => self.open_statistics(),
            StartRow::Replays => self.screen = Screen::Replays { chosen: 0 },
            StartRow::Online => self.open_online(None),
            StartRow::Settings => self.screen = Screen::Settings { chosen: 0 },
            StartRow::Demo => {
                let seed = self.random_seed();
                self.begin_demo(seed);
            }
            StartRow::Quit => self.quits = true,
        }
    }

    fn label(&self, row: StartRow) -> String {
        let entry = self.entry();
        let value = |label: &str, value: &str| format!("{label}  ◂ {value} ▸");
        match row {
            StartRow::Game => value(&terminal::GAME, entry.name.text()),
            StartRow::Mode => value(&words::MODE, self.mode().name.text()),
            StartRow::Opponent => value(&words::OPPONENT, &self.settings.terms.opponent.label()),
            StartRow::Rounds => value(&words::BEST_OF, &self.settings.terms.best_of.to_string()),
            StartRow::Garbage(player) => {
                let label = words::garbage_for(&self.settings.match_score(entry).name(player));
                value(&label, &self.settings.handicap[player].to_string())
            }
            StartRow::Resume => words::RESUME.into(),
            StartRow::Start => words::START_GAME.into(),
            StartRow::Scores if entry.is_duel() => words::RESULTS.into(),
            StartRow::Scores => words::HIGH_SCORES.into(),
            StartRow::Statistics => words::STATISTICS.into(),
            StartRow::Controls => words::CONTROLS.into(),
            StartRow::Replays => words::REPLAYS.into(),
            StartRow::Online => words::ONLINE.into(),
            StartRow::Settings => words::SETTINGS.into(),
            StartRow::Demo => words::DEMO.into(),
            StartRow::Quit => terminal::QUIT.into(),
        }
    }

    pub(super) fn draw_start(&self, buffer: &mut Buffer, chosen: StartRow) {
        let area = page(buffer, "Q U I N T E T", &terminal::MENU_KEYS);
        let tabs: Vec<&str> = games::all().iter().map(|entry| entry.name.text()).collect();
        let width: usize = tabs.iter().map(|tab| tab.chars().count() + 3).sum();
        let mut x = area.x + area.width.saturating_sub(width as u16) / 2;
        for (number, tab) in tabs.iter().enumerate() {
            let style = if number == self.game {
                Style::new().fg(ACCENT).add_modifier(Modifier::BOLD | Modifier::UNDERLINED)
            } else {
                Style::new().fg(DIM)
            };
            if x < area.right() {
                let room = usize::from(area.right() - x);
                draw::put(buffer, (x, area.y), tab, room, style);
            }
            x += tab.chars().count() as u16 + 3;
        }
        draw::centred(buffer, area, area.y + 2, self.entry().blurb.text(), Style::new().fg(TEXT));
        let is_uneven = self.settings.match_score(self.entry()).has_handicap();
        let note = if is_uneven { words::HANDICAP_NOTE.text() } else { self.mode().goal.text() };
        let note = draw::wrap(note, area.width.into());
        for (line, y) in note.iter().take(2).zip(area.y + 3..) {
            draw::centred(buffer, area, y, line, Style::new().fg(DIM));
        }
        let rows = self.start_rows();
        let labels: Vec<String> = rows.iter().map(|&row| self.label(row)).collect();
        let place = rows.iter().position(|&row| row == chosen).unwrap_or(0);
        let list = Rect { y: area.y + 5, height: area.height.saturating_sub(5), ..area };
        draw::menu(buffer, list, &labels, place);
        let fits = |words: &Phrase| words.chars().count() <= usize::from(area.width);
        let reports = match self.keyboard.reports {
            _ if self.waits_for_ticket.is_some() => online::CONNECTING,
            Reports::Releases if fits(&terminal::RELEASES) => terminal::RELEASES,
            Reports::Releases => terminal::RELEASES_SHORT,
            Reports::Repeats if fits(&terminal::REPEATS) => terminal::REPEATS,
            Reports::Repeats => terminal::REPEATS_SHORT,
        };
        let last = area.bottom();
        draw::centred(buffer, buffer.area, last, &reports, Style::new().fg(DIM));
    }
}
