//! Statistics: what was counted in all games, and in each mode.

use quintet_frontend::statistics::{best_result, clears, duration, sums};
use quintet_frontend::{Scores, history};
use quintet_records::{History, Played};
use quintet_words::{statistics as words, terminal, thousands};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::{MenuKey, Screen, column, page};
use crate::app::App;
use crate::draw::{self, DIM, GOLD, TEXT};
use crate::games::{self, GameEntry, Mode};

/// Columns of the page.
const WIDTH: u16 = 64;
/// The heights of a bar, from nothing to full.
const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

impl App {
    /// Opens the statistics of the mode that is chosen in the menu.
    pub(super) fn open_statistics(&mut self) {
        let wanted = self.mode().game;
        let place = all_modes().position(|(_, mode)| mode.game == wanted);
        self.screen = Screen::Statistics { shown: place.map_or(0, |place| place + 1) };
    }

    pub(super) fn statistics_key(&mut self, key: MenuKey, shown: usize) {
        // All games together come first.
        let count = all_modes().count() + 1;
        let shown = match key {
            MenuKey::Back | MenuKey::Confirm => return self.open_start(),
            MenuKey::Less | MenuKey::Up => (shown + count - 1) % count,
            MenuKey::More | MenuKey::Down => (shown + 1) % count,
            MenuKey::Other => shown,
        };
        self.screen = Screen::Statistics { shown };
    }

    pub(super) fn draw_statistics(&mut self, buffer: &mut Buffer, shown: usize) {
        let area = column(page(buffer, &words::TITLE, &terminal::SCORE_KEYS), WIDTH);
        match shown.checked_sub(1).and_then(|place| all_modes().nth(place)) {
            Some((game, mode)) => self.draw_mode_statistics(buffer, area, game, mode),
            None => self.draw_all_statistics(buffer, area),
        }
    }

    /// A line for each mode, and their sum.
    fn draw_all_statistics(&mut self, buffer: &mut Buffer, area: Rect) {
        title(buffer, area, &words::ALL_GAMES);
        let mut lines = Vec::new();
        let (mut games, mut time) = (0, 0);
        for (game, mode) in all_modes() {
            let history = history(&mut self.store, game, mode);
            if history.count() == 0 {
                continue;
            }
            games += history.count();
            time += history.sum().time_us;
            let best = self.best_of(game, mode).unwrap_or_default();
            lines.push(row(&mode.title, history.count(), history.sum().time_us, &best));
        }
        if lines.is_empty() {
            return nothing(buffer, area, &words::NONE);
        }
        let (mode, count) = (words::MODE.text(), words::GAMES.text());
        let (played, best) = (words::TIME_PLAYED.text(), words::BEST.text());
        lines.insert(0, format!("{mode:<18}{count:>10}{played:>18}{best:>18}"));
        lines.extend([String::new(), row(&words::SUMS, games, time, "")]);
        for (line, (number, y)) in lines.iter().zip((0..).zip(area.y + 2..area.bottom())) {
            let style = Style::new().fg(if number == 0 { DIM } else { TEXT });
            draw::line(buffer, area, y, line, style);
        }
    }

    /// Sums, clears, and the last games as bars.
    fn draw_mode_statistics(
        &mut self,
        buffer: &mut Buffer,
        area: Rect,
        game: &GameEntry,
        mode: &Mode,
    ) {
        title(buffer, area, &mode.title);
        let history = history(&mut self.store, game, mode);
        if history.count() == 0 {
            return nothing(buffer, area, &words::none_of(&mode.title));
        }
        let best = self.best_of(game, mode);
        let mut values: Vec<(String, String)> = sums(game, mode, &history, best)
            .into_iter()
            .map(|(name, value)| (name.into(), value))
            .collect();
        let known =
            if history.counted().is_counted() { clears(mode, &history) } else { Vec::new() };
        let clears = known
            .into_iter()
            .map(|(name, count)| (String::from(name), thousands(count.into()).to_string()));
        values.extend(clears);
        // Two columns, with a bar for each of the last games below.
        let half = values.len().div_ceil(2);
        let column_width = (area.width - 4) / 2;
        for (number, part) in values.chunks(half).enumerate() {
            let x = area.x + number as u16 * (column_width + 4);
            let place = Rect { x, y: area.y + 2, width: column_width, height: half as u16 };
            draw::draw_values(buffer, place.intersection(area), part);
        }
        let y = area.y + 3 + half as u16;
        draw_bars(buffer, Rect { y, height: area.bottom().saturating_sub(y), ..area }, &history);
    }

    fn best_of(&mut self, game: &GameEntry, mode: &Mode) -> Option<String> {
        let scores = Scores::load(&mut self.store, game, mode);
        best_result(mode, scores.entries())
    }
}

/// Every mode of every game.
fn all_modes() -> impl Iterator<Item = (&'static GameEntry, &'static Mode)> {
    games::all().iter().flat_map(|game| game.modes.iter().map(move |mode| (game, mode)))
}

fn title(buffer: &mut Buffer, area: Rect, words: &str) {
    let style = Style::new().fg(TEXT).add_modifier(Modifier::BOLD);
    draw::centred(buffer, area, area.y, &format!("◂ {words} ▸"), style);
}

/// Says that nothing has been counted yet.
fn nothing(buffer: &mut Buffer, area: Rect, words: &str) {
    for (line, y) in draw::wrap(words, area.width.into()).iter().zip(area.y + 3..area.bottom()) {
        draw::centred(buffer, area, y, line, Style::new().fg(DIM));
    }
}

fn row(name: &str, games: u64, time_us: u64, best: &str) -> String {
    format!("{name:<18}{:>10}{:>18}{best:>18}", thousands(games).to_string(), duration(time_us))
}

/// Pieces per second of the last games that were counted, the newest on the right.
fn draw_bars(buffer: &mut Buffer, area: Rect, history: &History) {
    let speeds: Vec<u32> =
        history.games().iter().filter(|game| game.is_counted()).map(Played::speed).collect();
    let last = &speeds[speeds.len().saturating_sub(area.width.into())..];
    let Some(&most) = last.iter().max().filter(|&&most| most > 0) else { return };
    let height = area.height.saturating_sub(1).min(4);
    if height == 0 || last.len() < 2 {
        return;
    }
    draw::line(buffer, area, area.y, &words::SPEED_PLOT, Style::new().fg(DIM));
    let steps = u64::from(height) * 8;
    for (&speed, x) in last.iter().zip(area.x..) {
        let filled = (u64::from(speed) * steps / u64::from(most)).max(1);
        for row in 0..height {
            let part = filled.saturating_sub(u64::from(row) * 8).min(8) as usize;
            let y = area.y + height - row;
            buffer[(x, y)].set_char(BARS[part]).set_style(Style::new().fg(GOLD));
        }
    }
}
