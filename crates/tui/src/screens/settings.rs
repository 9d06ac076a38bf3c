//! What a player can choose.

use quintet_words::{settings as words, terminal};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::{MenuKey, Screen, column, page};
use crate::app::App;
use crate::draw::{self, ACCENT, DIM, TEXT};
use crate::store::save_settings;
use quintet_frontend::{Control, FrontEnd, SETTINGS, Setting, Settings};

/// The settings that the terminal has.
pub(super) fn shown_settings() -> impl Iterator<Item = &'static Setting> {
    SETTINGS.iter().filter(|setting| setting.front != FrontEnd::App)
}

impl App {
    pub(super) fn settings_key(&mut self, key: MenuKey, chosen: usize) {
        // The last line opens the keys.
        let settings: Vec<&Setting> = shown_settings().collect();
        let count = settings.len() + 1;
        match key {
            MenuKey::Back => return self.open_start(),
            MenuKey::Confirm if chosen == settings.len() => {
                self.screen = Screen::Keys { chosen: 0, waits: false };
                return;
            }
            MenuKey::Less | MenuKey::More | MenuKey::Confirm => {
                if let Some(setting) = settings.get(chosen) {
                    change(&mut self.settings, &setting.control, key != MenuKey::Less);
                    save_settings(&mut self.store, &self.settings);
                }
            }
            _ => {}
        }
        self.screen = Screen::Settings { chosen: key.choose(chosen, count) };
    }

    pub(super) fn draw_settings(&self, buffer: &mut Buffer, chosen: usize) {
        let area = column(page(buffer, &words::TITLE, &terminal::MENU_KEYS), 60);
        // Lines with the number of their setting; headings have none.
        let settings: Vec<&Setting> = shown_settings().collect();
        let mut lines: Vec<(Option<usize>, String, String)> = Vec::new();
        for (number, setting) in settings.iter().enumerate() {
            if number == 0 || settings[number - 1].section != setting.section {
                lines.push((None, setting.section.title().into(), String::new()));
            }
            let value = shown(&self.settings, &setting.control);
            lines.push((Some(number), setting.label.into(), value));
        }
        let keys = format!("{} ({})", terminal::SET_KEYS, self.entry().name.text());
        lines.push((Some(settings.len()), keys, String::new()));
        let list = Rect { height: area.height.saturating_sub(3), ..area };
        let height = usize::from(list.height).max(1);
        let place = lines.iter().position(|line| line.0 == Some(chosen)).unwrap_or(0);
        let first = (place + 2).saturating_sub(height).min(lines.len().saturating_sub(height));
        for ((number, label, value), y) in lines.iter().skip(first).zip(list.y..list.bottom()) {
            let is_chosen = *number == Some(chosen);
            let style = match number {
                None => Style::new().fg(DIM).add_modifier(Modifier::BOLD),
                Some(_) if is_chosen => Style::new().fg(ACCENT).add_modifier(Modifier::BOLD),
                Some(_) => Style::new().fg(TEXT),
            };
            let mark = match number {
                None => "",
                Some(_) if is_chosen => "> ",
                Some(_) => "  ",
            };
            draw::line(buffer, list, y, &format!("{mark}{label}"), style);
            let value = if is_chosen && !value.is_empty() {
                format!("◂ {value} ▸")
            } else {
                value.clone()
            };
            let start = list.right().saturating_sub(value.chars().count() as u16).max(list.x);
            draw::put(buffer, (start, y), value, usize::from(list.width), style);
        }
        if let Some(setting) = settings.get(chosen) {
            // A long note takes the line below the list too.
            let lines = draw::wrap(&setting.note, usize::from(buffer.area.width).saturating_sub(4));
            let first = area.bottom().saturating_sub(lines.len() as u16);
            for (line, y) in lines.iter().zip(first..) {
                draw::centred(buffer, buffer.area, y, line, Style::new().fg(DIM));
            }
        }
    }
}

fn change(settings: &mut Settings, control: &Control, forward: bool) {
    match *control {
        Control::Switch { get, set } => set(settings, !get(settings)),
        Control::Slider { least, most, step, get, set, .. } => {
            // To the next multiple of the step, also from a value between two.
            let now = get(settings);
            let next = if forward { now / step + 1 } else { now.div_ceil(step).saturating_sub(1) };
            set(settings, (next * step).clamp(least, most));
        }
        Control::Choice { labels, get, set } => {
            let count = labels.len();
            let index = get(settings);
            set(settings, if forward { index + 1 } else { index + count - 1 } % count);
        }
    }
}

fn shown(settings: &Settings, control: &Control) -> String {
    match *control {
        Control::Switch { get, .. } => {
            if get(settings) { terminal::ON } else { terminal::OFF }.into()
        }
        Control::Slider { get, show, .. } => show(get(settings)).to_string(),
        Control::Choice { labels, get, .. } => labels[get(settings)].into(),
    }
}
